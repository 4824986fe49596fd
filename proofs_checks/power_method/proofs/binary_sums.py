"""A sum of digits +-1 or 0 with these values is 0 for no digits only, and the values of N digits add up to 2^N - 1."""

from __future__ import annotations

from proofs_checks.power_method.proofs.binary_codes import ALL, DIGITS, GROW, ordered
from proofs_checks.power_method.proofs.models import Part
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    witness,
)

DIFFERENCES: Part = {
    "letters": ["r[token]: number"],
    "given": ["forall i: r[i] == 0 or (r[i] == 1 or r[i] == -1)", "sum(j: b[j]*r[j]) == 0"],
}
TOTAL = DIFFERENCES["given"][1]
LARGEST = "b[t]*r[t]^2 <= b[i0]*r[i0]^2"


def digit(t: str, zero: Tree, plus: Tree, minus: Tree) -> Tree:
    """The three values of a digit."""
    nonzero = f"r[{t}] == 1 or r[{t}] == -1"
    whole = f"r[{t}] == 0 or ({nonzero})"
    return have([whole], split(whole, zero, split(nonzero, plus, minus)))


def nowhere(use: list[str]) -> Tree:
    """A later digit would be larger."""

    def one(sign: str) -> Tree:
        return absurd(leaf(f"1: {LARGEST}", "1: b[i0] + 1 <= b[t]", use=[f"r[t] == {sign}1", *use]))

    return digit("t", KNOWN, one(""), one("-"))


def all_zero() -> Tree:
    """If the largest digit is 0 all are."""

    def one(sign: str) -> Tree:
        return absurd(leaf(f"1: {LARGEST}", "1: b[t] >= 1", use=[f"r[t] == {sign}1", "r[i0] == 0"]))

    return intro("t", have([LARGEST, "b[t] >= 1"], digit("t", KNOWN, one(""), one("-"))))


REST = "sum(j: (1 - mask[i0, j])*(b[j]*r[j])) == (1 - mask[i0, i0])*(b[i0]*r[i0])"


def bounded(sign: str) -> tuple[str, Tree]:
    """The earlier digits add up to less."""
    inside = have(
        ["b[t] >= 1"],
        digit(
            "t",
            *[leaf("1: b[t] >= 1", "1:", use=["mask[i0, t] == 1", f"r[t] == {r}"]) for r in ("0",)],
            *[
                leaf(
                    *(["2: b[t] >= 1", "2:"] if f"{sign}{r}" in ("1", "--1") else []),
                    use=["mask[i0, t] == 1", f"r[t] == {r}"],
                )
                for r in ("1", "-1")
            ],
        ),
    )
    term = f"mask[i0, j]*b[j]*(1 + ({sign}r[j]))"
    return f"sum(j: {term}) >= 0", rule(
        "positive sum",
        ordered("i0", "t", inside, leaf(use=["mask[i0, t] == 0"])),
        e=f"fn(j: {term})",
        new={"x": "t"},
    )


def leading(sign: str) -> Tree:
    """A leading digit +-1 outweighs the earlier ones."""
    lead = f"r[i0] == {sign}1"
    other = "-" if sign else ""
    same = have(
        [("t == i0", rule("same token", KNOWN, KNOWN, KNOWN, i="i0", j="t", P="fn(k: k == i0)"))],
        rule("contradiction", P="t == i0", C="(1 - mask[i0, t])*(b[t]*r[t]) == 0"),
    )
    later = have(
        [LARGEST, "b[i0] + 1 <= b[t]", ("r[t] == 0", nowhere([lead]))],
        leaf(use=["r[t] == 0"]),
    )
    single = rule(
        "single term",
        ordered("i0", "t", leaf(use=["mask[i0, t] == 1"]), split("i0 < t or t <= i0", later, same)),
        e="fn(j: (1 - mask[i0, j])*(b[j]*r[j]))",
        y="i0",
        new={"x": "t"},
    )
    bound = bounded(other)
    first, second = ("1", "-1") if other else ("-1", "1")
    return absurd(
        have(
            ["mask[i0, i0] == 0", (REST, single), bound, "b[i0] == 1 + sum(j: mask[i0, j]*b[j])"],
            leaf(
                f"1: {bound[0]}",
                f"eq {first}: {REST}",
                f"eq {second}: {TOTAL}",
                "eq -1: b[i0] == 1 + sum(j: mask[i0, j]*b[j])",
                use=["mask[i0, i0] == 0", lead],
            ),
        )
    )


formal(
    "LEM-no-digits",
    title="Digits 1, 0 and -1 with these values add up to 0 only if all are 0",
    statement=model(DIGITS, DIFFERENCES, {"show": ["forall i: r[i] == 0"]}),
    proof=have(
        GROW,
        rule(
            "attained greatest",
            digit("i0", all_zero(), leading(""), leading("-")),
            e="fn(j: b[j]*r[j]^2)",
            C="forall i: r[i] == 0",
            new={"x": "i0"},
        ),
    ),
    instance={"tokens": 3, "letters": {"mask": [[0, 0, 0], [1, 0, 0], [1, 1, 0]], "b": [1, 2, 4], "r": [0, 0, 0]}},
)

PLACE = "sum(j: mask[{0}, j])".format
POWER = f"exists n in size: n == {PLACE('{0}')} and b[{{0}}] == 2^n".format
VALUE = "b[{0}] == 1 + sum(j: mask[{0}, j]*b[j])".format


NOT_BEHIND = have(
    [
        "b[t] + 1 <= b[p]",
        "b[p] + 1 <= b[x]",
        (
            "b[x] <= b[t]",
            split(
                "x < t or t <= x",
                have(["b[x] + 1 <= b[t]"], leaf("1: b[x] + 1 <= b[t]", "1:")),
                rule("same token", KNOWN, KNOWN, leaf(), i="x", j="t", P="fn(k: b[x] <= b[k])"),
            ),
        ),
    ],
    absurd(leaf("1: b[t] + 1 <= b[p]", "1: b[p] + 1 <= b[x]", "1: b[x] <= b[t]", "1:")),
)
"""A token before p, which is before x, is not behind x."""


def alone(top: str, factor: str, later: Tree) -> tuple[str, Tree]:
    """The sum over the tokens up to p, less that over the tokens before p, is its term at p; `top` is 1 up to p."""
    at = f"({top} - mask[p, j]){factor}"
    here, there = at.replace("j]", "t]"), at.replace("j]", "p]")
    same = have(
        [("t == p", rule("same token", KNOWN, KNOWN, KNOWN, i="p", j="t", P="fn(k: k == p)"))],
        rule("contradiction", P="t == p", C=f"{here} == 0"),
    )
    sooner = [("mask[x, t] == 1", ordered("x", "t", KNOWN, NOT_BEHIND))] if "x" in top else []
    before = have(["mask[p, t] == 1", *sooner], leaf(use=["mask[p, t] == 1", *(fact for fact, _ in sooner)]))
    behind = have(["mask[p, t] == 0", "b[p] + 1 <= b[t]"], later)
    return f"sum(j: {at}) == {there}", rule(
        "single term",
        split("t < p or p <= t", before, split("p < t or t <= p", behind, same)),
        e=f"fn(j: {at})",
        y="p",
        new={"x": "t"},
    )


GREATEST_BEFORE = "mask[x, t]*b[t] <= mask[x, p]*b[p]"
TWICE = ordered(
    "x",
    "t",
    have(
        [GREATEST_BEFORE],
        absurd(leaf(f"1: {GREATEST_BEFORE}", "1: b[p] + 1 <= b[t]", use=["mask[x, t] == 1", "mask[x, p] == 1"])),
    ),
    leaf(use=["mask[x, t] == 0", "mask[p, t] == 0"]),
)
COUNTED, SUMMED = alone("mask[x, j]", "", TWICE), alone("mask[x, j]", "*b[j]", TWICE)
DOUBLED = have(
    [POWER("p"), "mask[p, p] == 0", COUNTED, SUMMED, VALUE("p"), VALUE("x")],
    obtain(
        POWER("p"),
        "n",
        witness(
            "n + 1",
            both(
                leaf(f"eq 1: n == {PLACE('p')}", f"eq -1: {COUNTED[0]}", use=["mask[p, p] == 0", "mask[x, p] == 1"]),
                leaf(
                    f"eq 1: {VALUE('x')}",
                    f"eq -1: {VALUE('p')}",
                    f"eq 1: {SUMMED[0]}",
                    "eq 2: b[p] == 2^n",
                    use=["mask[p, p] == 0", "mask[x, p] == 1"],
                ),
            ),
        ),
    ),
)
NOTHING = ordered(
    "x",
    "t",
    have(
        [GREATEST_BEFORE, "b[t] >= 1"],
        absurd(leaf(f"1: {GREATEST_BEFORE}", "1: b[t] >= 1", use=["mask[x, t] == 1", "mask[x, p] == 0"])),
    ),
    leaf(use=["mask[x, t] == 0"]),
)
EMPTY = [
    (
        f"sum(j: mask[x, j]{factor}) == sum(j: 0)",
        rule("equal sums", NOTHING, e=f"fn(j: mask[x, j]{factor})", f="fn(j: 0)", new={"x": "t"}),
    )
    for factor in ("", "*b[j]")
]
FIRST = have(
    [*EMPTY, VALUE("x")],
    witness("0", both(leaf(f"eq -1: {EMPTY[0][0]}"), leaf(f"eq 1: {VALUE('x')}", f"eq 1: {EMPTY[1][0]}"))),
)
formal(
    "LEM-digit-power",
    title="The value of a digit is 2 to the power of its place",
    statement=model(DIGITS, {"show": [f"forall i: {POWER('i')}"]}),
    proof=have(
        GROW,
        rule(
            "strong induction",
            rule(
                "attained greatest",
                ordered("x", "p", DOUBLED, FIRST),
                e="fn(j: mask[x, j]*b[j])",
                C=POWER("x"),
                new={"x": "p"},
            ),
            P=f"fn(i: {POWER('i')})",
        ),
    ),
    instance={"tokens": 3, "letters": {"mask": [[0, 0, 0], [1, 0, 0], [1, 1, 0]], "b": [1, 2, 4]}},
)
LATER = have(["b[t] <= b[p]"], absurd(leaf("1: b[t] <= b[p]", "1: b[p] + 1 <= b[t]")))
NUMBER, SUM = alone("1", "", LATER), alone("1", "*b[j]", LATER)
formal(
    "LEM-digits-sum",
    title="The values of all digits add up to 2^N - 1",
    statement=model(DIGITS, {"letters": ["N: size"], "given": ["N == sum(j: 1)"], "show": [f"{ALL} + 1 == 2^N"]}),
    proof=have(
        [*GROW, (f"forall i: {POWER('i')}", lemma("LEM-digit-power"))],
        rule(
            "attained greatest",
            have(
                [POWER("p"), "mask[p, p] == 0", NUMBER, SUM, VALUE("p")],
                obtain(
                    POWER("p"),
                    "n",
                    have(
                        [
                            (
                                "N == n + 1",
                                leaf(
                                    "eq 1: N == sum(j: 1)",
                                    f"eq -1: n == {PLACE('p')}",
                                    f"eq 1: {NUMBER[0]}",
                                    use=["mask[p, p] == 0"],
                                ),
                            )
                        ],
                        leaf(
                            f"eq -1: {VALUE('p')}",
                            f"eq 1: {SUM[0]}",
                            "eq 2: b[p] == 2^n",
                            use=["mask[p, p] == 0", "N == n + 1"],
                        ),
                    ),
                ),
            ),
            e="fn(j: b[j])",
            C=f"{ALL} + 1 == 2^N",
            new={"x": "p"},
        ),
    ),
    instance={"tokens": 3, "letters": {"mask": [[0, 0, 0], [1, 0, 0], [1, 1, 0]], "b": [1, 2, 4], "N": 3}},
)
