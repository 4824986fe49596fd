"""Theorem 2: the tangent eigenvalues of the Oja map at bipartite points with equally many tokens on both sides.

An eigenvector a + ib whose sum is not 0 gives an eigenvector of V; one of sum 0 is left where it is.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_linearisations import BIPARTITE
from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.principal_line import inner
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    cases,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    unfold,
    witness,
)

ROTATED = {"a": "s*a - w*b", "b": "w*a + s*b"}
SQUARES = "dot(a, a) + dot(b, b)"
ROWS = [inner(y, image, z) for y, image in ROTATED.items() for z in "ab"]
formal(
    "LEM-pair-kept",
    title="A pair of vectors that a rotation and a factor leave where they are",
    statement={
        "letters": ["a, b: vector", "s, w: number"],
        "given": ["a == s*a - w*b", "b == w*a + s*b", f"{SQUARES} > 0"],
        "show": ["w == 0", "s == 1"],
    },
    proof=[
        have(ROWS, leaf(f"eq 1/({SQUARES}): {ROWS[1][0]}", f"eq -1/({SQUARES}): {ROWS[2][0]}")),
        have(ROWS, leaf(f"eq -1/({SQUARES}): {ROWS[0][0]}", f"eq -1/({SQUARES}): {ROWS[3][0]}")),
    ],
    instance={"dim": 2, "letters": {"a": [1, 0], "b": [0, 1], "s": 1, "w": 0}},
)
STEP = "{0} + alpha*V({0})".format
PULLED = [inner(STEP("a"), ROTATED["a"], "b"), inner(STEP("b"), ROTATED["b"], "a")]
REAL_PART = ("w == 0", have(PULLED, leaf(f"eq 1/({SQUARES}): {PULLED[0][0]}", f"eq -1/({SQUARES}): {PULLED[1][0]}")))


def multiple(y: str) -> Tree:
    """Without an imaginary part the vector is an eigenvector."""
    return have(
        [
            REAL_PART,
            (
                f"{STEP(y)} == s*{y}",
                lemma("LEM-chain", leaf(use=["w == 0"]), KNOWN, KNOWN, a=ROTATED[y], b=f"s*{y}", c=STEP(y), d=STEP(y)),
            ),
        ],
        lemma("LEM-solved", x=y, g=f"V({y})", k="alpha", c="s"),
    )


formal(
    "LEM-pair-symmetric",
    title="A symmetric matrix does not turn a plane",
    statement={
        "letters": ["V: operator", "a, b: vector", "alpha, s, w: number"],
        "given": ["alpha > 0", *(f"{STEP(y)} == {image}" for y, image in ROTATED.items()), f"{SQUARES} > 0"],
        "show": ["w == 0", *(f"V({y}) == (s - 1)/alpha*{y}" for y in "ab")],
    },
    proof=[REAL_PART[1], multiple("a"), multiple("b")],
    instance={
        "dim": 2,
        "letters": {"V": [[1, 0], [0, -1]], "a": [0, 1], "b": [0, 2], "alpha": "1/4", "s": "3/4", "w": 0},
    },
)

PAIR: Part = {
    "letters": ["a[token], b[token]: vector", "s, w: number"],
    "given": [
        "forall i: dot(v, a[i]) == 0",
        "forall i: dot(v, b[i]) == 0",
        "forall i: D(oja, bipartite, a, i) == s*a[i] - w*b[i]",
        "forall i: D(oja, bipartite, b, i) == w*a[i] + s*b[i]",
        "exists i: a[i] != 0 or b[i] != 0",
    ],
}
"""A tangent eigenvector a + ib of the derivative at the bipartite state, with the eigenvalue s + iw."""
POINT = ["V(v) == lam*v", "dot(v, v) == 1"]
SUM = "sum(h: {0}[h])".format
LINEAR = "forall i: D(oja, bipartite, {0}, i) == {0}[i] + alpha/N*V(sum(h: {0}[h]))".format
IMAGE = {"a": "s*{0} - w*{1}", "b": "w*{0} + s*{1}"}


def linear(d: str) -> tuple[str, Tree]:
    """The derivative where the groups are equal."""
    at_token = leaf(use=[*POINT, "p == q", f"forall i: dot(v, {d}[i]) == 0"], norms=["1"])
    return LINEAR(d), groups(intro("t", at_token), intro("t", at_token))


def summed(d: str) -> tuple[str, Tree]:
    """What the eigenvector says of its sum."""
    image = IMAGE[d].format("a[i]", "b[i]")
    whole = IMAGE[d].format(SUM("a"), SUM("b"))
    left = f"{d}[i] + alpha/N*V({SUM(d)})"
    total = f"sum(i: {left}) == sum(i: {image})"
    one = lemma(
        "LEM-both-equal",
        a=f"D(oja, bipartite, {d}, t)",
        b=left.replace("[i]", "[t]"),
        c=image.replace("[i]", "[t]"),
    )
    return f"{SUM(d)} + alpha*V({SUM(d)}) == {whole}", have(
        [(total, rule("equal vector sums", one, e=f"fn(i: {left})", f=f"fn(i: {image})", new={"x": "t"}))],
        lemma("LEM-chain", a=f"sum(i: {left})", b=whole, c=f"sum(i: {left})", d=f"{SUM(d)} + alpha*V({SUM(d)})"),
    )


AREA = f"dot({SUM('a')}, {SUM('a')}) + dot({SUM('b')}, {SUM('b')})"
SUMMED = [linear("a"), linear("b"), summed("a"), summed("b")]
FOUND = "w == 0 and (s == 1 or (exists m in number: eigenvalue(V, v, m) and s == 1 + alpha*m))"


def moved(y: str) -> Tree:
    """The sum of one part is an eigenvector."""
    z, m = SUM(y), "(s - 1)/alpha"
    other = witness(z, both(rule("nonzero vector", KNOWN, u=z), leaf(use=[f"forall i: dot(v, {y}[i]) == 0"]), KNOWN))
    return {"right": witness(m, both(unfold("goal", other), leaf()))}


def still(y: str) -> Steps:
    """No sum, so no pull, and a token stays where it is."""
    other = SUM("b" if y == "a" else "a")
    gone, halves = f"V({SUM(y)}) == V(0*v)", f"V(sum(h in A: {y}[h])) == -V(sum(h in B: {y}[h]))"
    left, image = f"{y}[t] + alpha/N*V({SUM(y)})", IMAGE[y].format("a[t]", "b[t]")
    return [
        (
            f"{SUM(y)} == 0*v",
            rule("equal vectors", leaf(f"1: -({AREA}) >= 0", f"1: sq norm({other})"), u=SUM(y), w="0*v"),
        ),
        (gone, lemma("LEM-same-image", u=SUM(y), w="0*v", M="V")),
        halves,
        (f"{left} == {y}[t]", leaf(use=[halves])),
        (f"{left} == {image}", lemma("LEM-both-equal", a=f"D(oja, bipartite, {y}, t)", b=left, c=image)),
        (f"{y}[t] == {image}", lemma("LEM-both-equal", a=left, b=f"{y}[t]", c=image)),
    ]


SOME = PAIR["given"][-1]
LONG = "dot(a[t], a[t]) + dot(b[t], b[t]) > 0"
AT_REST = obtain(
    SOME,
    "t",
    have(
        [
            *still("a"),
            *still("b"),
            (
                LONG,
                split(
                    "a[t] != 0 or b[t] != 0",
                    *(
                        have(
                            [(f"dot({y}[t], {y}[t]) > 0", rule("positive square", u=f"{y}[t]"))],
                            leaf(f"1: dot({y}[t], {y}[t]) > 0", f"1: sq norm({z}[t])"),
                        )
                        for y, z in ("ab", "ba")
                    ),
                ),
            ),
            ("w == 0 and s == 1", lemma("LEM-pair-kept", a="a[t]", b="b[t]")),
        ],
        both(KNOWN, {"left": KNOWN}),
    ),
)


formal(
    "LEM-balanced-pair",
    title="The eigenvalues of the Oja map at equally many tokens on both sides",
    statement=model(V, OJA, BIPARTITE, PAIR, {"given": ["p == q"], "show": [FOUND]}),
    proof=have(
        SUMMED,
        cases(
            f"-({AREA})",
            AT_REST,
            have(
                [
                    (
                        " and ".join(["w == 0", *(f"V({SUM(y)}) == (s - 1)/alpha*{SUM(y)}" for y in "ab")]),
                        lemma(
                            "LEM-pair-symmetric", KNOWN, KNOWN, KNOWN, leaf(f"1: -({AREA}) < 0"), a=SUM("a"), b=SUM("b")
                        ),
                    ),
                ],
                both(
                    KNOWN,
                    cases(
                        f"-dot({SUM('a')}, {SUM('a')})",
                        have(
                            [
                                (
                                    f"dot({SUM('b')}, {SUM('b')}) > 0",
                                    leaf(f"1: -({AREA}) < 0", f"1: -dot({SUM('a')}, {SUM('a')}) >= 0"),
                                )
                            ],
                            moved("b"),
                        ),
                        have(
                            [(f"dot({SUM('a')}, {SUM('a')}) > 0", leaf(f"1: -dot({SUM('a')}, {SUM('a')}) < 0"))],
                            moved("a"),
                        ),
                    ),
                ),
            ),
        ),
    ),
    instance={
        "tokens": {"A": 1, "B": 1},
        "dim": 2,
        "letters": {
            "V": [[1, 0], [0, -1]],
            "alpha": "1/4",
            "v": [1, 0],
            "lam": 1,
            "a": [[0, 1], [0, 1]],
            "b": [[0, 0], [0, 0]],
            "s": "3/4",
            "w": 0,
        },
    },
)
