"""Signs as binary digits: patterns of signs of tokens are numbered; b_i = 1 + sum of the earlier b_j is 2 to a power.

mask[i, j] is 1 for j before i and 0 elsewhere, so 1 - mask[i, j] - mask[j, i] is 1 at i alone.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    have,
    intro,
    leaf,
    lemma,
    rule,
    split,
    witness,
)

DIGITS: Part = {
    "letters": ["mask[token, token]: number", "b[token]: number"],
    "given": [
        "forall i, j: j < i => mask[i, j] == 1",
        "forall i, j: i <= j => mask[i, j] == 0",
        "forall i: b[i] == 1 + sum(j: mask[i, j]*b[j])",
    ],
}
BEFORE, BEHIND, VALUES = DIGITS["given"]
LINE: Part = {"letters": ["v: vector"], "given": ["dot(v, v) == 1"]}
ALL = "sum(j: b[j])"
ON_LINE = "forall i: {0}[i] == v or {0}[i] == -v".format
CODE = "sum(j: b[j]*(1 + dot({0}[j], v))/2)".format


def ordered(i: str, j: str, first: Tree, second: Tree) -> Tree:
    """j is before i, or not, with what the mask is there."""
    return split(
        f"{j} < {i} or {i} <= {j}",
        have([f"mask[{i}, {j}] == 1"], first),
        have([f"mask[{i}, {j}] == 0"], second),
    )


def earlier_sum(i: str) -> Tree:
    """The terms of the sum over earlier tokens are not negative."""
    first = have(["b[t] >= 1"], leaf("1: b[t] >= 1", "1:", use=[f"mask[{i}, t] == 1"]))
    return ordered(i, "t", first, leaf(use=[f"mask[{i}, t] == 0"]))


AT_LEAST_ONE = rule(
    "strong induction",
    have(
        [
            (
                "sum(j: mask[x, j]*b[j]) >= 0",
                rule("positive sum", earlier_sum("x"), e="fn(j: mask[x, j]*b[j])", new={"x": "t"}),
            ),
            "b[x] == 1 + sum(j: mask[x, j]*b[j])",
        ],
        leaf("1: sum(j: mask[x, j]*b[j]) >= 0", "eq -1: b[x] == 1 + sum(j: mask[x, j]*b[j])"),
    ),
    P="fn(i: b[i] >= 1)",
)
ONE_TERM = "sum(j: mask[p, j]*b[j]) >= mask[p, q]*b[q]"
formal(
    "LEM-digits",
    title="The values of later digits are larger",
    statement=model(DIGITS, {"show": ["forall i: b[i] >= 1", "forall i, j: j < i => b[j] + 1 <= b[i]"]}),
    proof=[
        AT_LEAST_ONE,
        have(
            [("forall i: b[i] >= 1", AT_LEAST_ONE)],
            intro(
                "p,q,",
                have(
                    [
                        "mask[p, q] == 1",
                        (
                            ONE_TERM,
                            rule(
                                "term of a positive sum",
                                earlier_sum("p"),
                                e="fn(j: mask[p, j]*b[j])",
                                y="q",
                                new={"x": "t"},
                            ),
                        ),
                        "b[p] == 1 + sum(j: mask[p, j]*b[j])",
                    ],
                    leaf(f"1: {ONE_TERM}", "eq -1: b[p] == 1 + sum(j: mask[p, j]*b[j])", use=["mask[p, q] == 1"]),
                ),
            ),
        ),
    ],
    instance={"tokens": 3, "letters": {"mask": [[0, 0, 0], [1, 0, 0], [1, 1, 0]], "b": [1, 2, 4]}},
)

GROW: Steps = [
    ("(forall i: b[i] >= 1) and (forall i, j: j < i => b[j] + 1 <= b[i])", lemma("LEM-digits")),
]


def sign(x: str, plus: Tree, minus: Tree) -> Tree:
    """A token is at v or at -v."""
    return have([f"{x} == v or {x} == -v"], split(f"{x} == v or {x} == -v", plus, minus))


WEIGHT = f"(b[{{0}}] + {ALL}*(1 + dot(X[{{0}}], v))/2)".format
UNIT = "dot(v, v) == 1"
ONE_OF_ALL = (
    f"{ALL} >= b[t]",
    rule(
        "term of a positive sum",
        have(["b[r] >= 1"], leaf("1: b[r] >= 1", "1:")),
        e="fn(j: b[j])",
        y="t",
        new={"x": "r"},
    ),
)
FULL = have(
    [
        (
            f"{CODE('X')} == {ALL}",
            rule(
                "equal sums",
                sign(
                    "X[t]",
                    leaf(use=["X[t] == v", UNIT]),
                    have(
                        [
                            f"{WEIGHT('i0')} <= {WEIGHT('t')}",
                            ONE_OF_ALL,
                            "b[i0] >= 1",
                        ],
                        absurd(
                            leaf(
                                f"1: {WEIGHT('i0')} <= {WEIGHT('t')}",
                                f"1: {ONE_OF_ALL[0]}",
                                "1: b[i0] >= 1",
                                use=["X[t] == -v", "X[i0] == v", UNIT],
                            )
                        ),
                    ),
                ),
                e="fn(j: b[j]*(1 + dot(X[j], v))/2)",
                f="fn(j: b[j])",
                new={"x": "t"},
            ),
        )
    ],
    absurd(
        lemma(
            "LEM-two-signs",
            leaf(f"eq -1: {CODE('X')} == {ALL}"),
            leaf(f"1: {CODE('X')} < {ALL}"),
            a=f"{CODE('X')} - {ALL}",
        )
    ),
)
TURNED = "fn(j: X[j] + 2*(1 - 2*mask[i0, j] - mask[j, i0])*v)"
OWN = "sum(j: b[j]*(1 - mask[i0, j] - mask[j, i0])) == b[i0]*(1 - mask[i0, i0] - mask[i0, i0])"
NEXT = f"exists Y in state: ({ON_LINE('Y')}) and {CODE('Y')} == {CODE('X')} + 1"
AT_T = f"{WEIGHT('i0')} <= {WEIGHT('t')}"
LEAST = sign(
    "X[i0]",
    FULL,
    witness(
        TURNED,
        both(
            intro(
                "t",
                ordered(
                    "i0",
                    "t",
                    have(
                        ["mask[t, i0] == 0", AT_T, "b[t] + 1 <= b[i0]"],
                        sign(
                            "X[t]",
                            {"right": leaf(use=["X[t] == v", "mask[i0, t] == 1", "mask[t, i0] == 0"])},
                            absurd(
                                leaf(
                                    f"1: {AT_T}",
                                    "1: b[t] + 1 <= b[i0]",
                                    use=["X[t] == -v", "X[i0] == -v", UNIT],
                                )
                            ),
                        ),
                    ),
                    split(
                        "i0 < t or t <= i0",
                        have(
                            ["mask[t, i0] == 1"],
                            sign(
                                "X[t]",
                                *(
                                    {side: leaf(use=[f"X[t] == {v}", "mask[i0, t] == 0", "mask[t, i0] == 1"])}
                                    for side, v in (("left", "v"), ("right", "-v"))
                                ),
                            ),
                        ),
                        have(
                            [
                                "mask[t, i0] == 0",
                                (
                                    "X[t] == -v",
                                    rule("same token", KNOWN, KNOWN, KNOWN, i="i0", j="t", P="fn(k: X[k] == -v)"),
                                ),
                            ],
                            {"left": leaf(use=["X[t] == -v", "mask[i0, t] == 0", "mask[t, i0] == 0"])},
                        ),
                    ),
                ),
            ),
            have(
                [
                    "mask[i0, i0] == 0",
                    (
                        OWN,
                        rule(
                            "single term",
                            split(
                                "t < i0 or i0 <= t",
                                have(
                                    ["mask[i0, t] == 1", "mask[t, i0] == 0"],
                                    leaf(use=["mask[i0, t] == 1", "mask[t, i0] == 0"]),
                                ),
                                split(
                                    "i0 < t or t <= i0",
                                    have(
                                        ["mask[i0, t] == 0", "mask[t, i0] == 1"],
                                        leaf(use=["mask[i0, t] == 0", "mask[t, i0] == 1"]),
                                    ),
                                    have(
                                        [
                                            (
                                                "t == i0",
                                                rule(
                                                    "same token", KNOWN, KNOWN, KNOWN, i="i0", j="t", P="fn(k: k == i0)"
                                                ),
                                            )
                                        ],
                                        rule(
                                            "contradiction", P="t == i0", C="b[t]*(1 - mask[i0, t] - mask[t, i0]) == 0"
                                        ),
                                    ),
                                ),
                            ),
                            e="fn(j: b[j]*(1 - mask[i0, j] - mask[j, i0]))",
                            y="i0",
                            new={"x": "t"},
                        ),
                    ),
                    "b[i0] == 1 + sum(j: mask[i0, j]*b[j])",
                ],
                leaf(f"eq 1: {OWN}", "eq 1: b[i0] == 1 + sum(j: mask[i0, j]*b[j])", use=[UNIT, "mask[i0, i0] == 0"]),
            ),
        ),
    ),
)
formal(
    "LEM-next-pattern",
    title="The pattern of signs with the next number",
    statement=model(
        DIGITS, LINE, {"letters": ["X[token]: vector"], "given": [ON_LINE("X"), f"{CODE('X')} < {ALL}"], "show": [NEXT]}
    ),
    proof=have(GROW, rule("attained least", LEAST, e=f"fn(k: {WEIGHT('k')})", C=NEXT, new={"x": "i0"})),
    instance={
        "tokens": 3,
        "dim": 2,
        "letters": {
            "mask": [[0, 0, 0], [1, 0, 0], [1, 1, 0]],
            "b": [1, 2, 4],
            "v": [1, 0],
            "X": [[1, 0], [-1, 0], [1, 0]],
        },
    },
)
