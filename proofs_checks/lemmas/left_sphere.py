"""Tokens on the sphere, led by symmetric matrices with a common leading eigenvector v: their hemisphere comes to v."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.left import BELOW, FORCE, ROWS
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule, unfold

_UNIT = "forall i: dot(y[i], y[i]) == 1"
_FLOW = f"forall i: rate(y[i]) == {FORCE} - dot(y[i], {FORCE})*y[i]"
_GAPS = "sum(h in heads: lam[h]*dot(b, b) - dot(b, U[h](b)))"
EIGEN = {
    "letters": ["U[head]: operator; v: vector; lam[head]: number"],
    "given": ["forall h in heads: U[h](v) == lam[h]*v", "forall h in heads: lam[h] >= 0"],
}
LEADING = {
    "letters": ["g: number"],
    "given": [
        "dot(v, v) == 1",
        "forall h in heads, b in vector: dot(v, b) == 0 => dot(b, U[h](b)) <= lam[h]*dot(b, b)",
        f"forall b in vector: dot(v, b) == 0 => {_GAPS} >= g*dot(b, b)",
    ],
}
DRAWN = {
    "letters": ["y[token]: moving vector; a[head, token, token]: measurable number; s, delta: number"],
    "given": [
        f"always({_UNIT})",
        f"almost_always({_FLOW})",
        f"almost_always({ROWS})",
        "delta > 0",
        f"almost_always({BELOW})",
        "at_start(forall i: dot(v, y[i]) > 0)",
    ],
}
BOXES = {
    "letters": ["R, B[token]: number"],
    "given": [
        "R >= 0",
        "forall h in heads, b in vector, c in vector: dot(v, b) == 0 and dot(v, c) == 0"
        " => 2*dot(b, U[h](c)) <= R*(dot(b, b) + dot(c, c))",
        "forall i: B[i] > 0",
        "almost_always(forall i: forall j in before(i): sum(h in heads: a[h, i, j]*(lam[h]*B[i] - R*B[j])) >= 0)",
    ],
}
LARGEST = "max(i: dot(y[i]/dot(v, y[i]) - v, y[i]/dot(v, y[i]) - v)/B[i]^2)"
HEIGHTS = "forall i: always(dot(v, y[i]) > 0)"
TO_V = "forall i: exponentially_small(norm(y[i] - v))"
_SAME = "forall n in vector: I(n) == n"
_IDENTICAL: Steps = [
    (
        "positive_definite(I)",
        rule(
            "positive definite",
            have([("dot(q, q) > 0", rule("positive square", u="q"))], leaf("1: dot(q, q) > 0", use=[_SAME])),
            W="I",
            new={"u": "q"},
        ),
    ),
    ("always(forall i: dot(y[i], I(y[i])) == 1)", enter("every", intro("p", leaf(use=[_SAME, _UNIT])))),
    (
        f"almost_always(forall i: rate(y[i]) == {FORCE} - dot(y[i], I({FORCE}))*y[i])",
        enter("ae", intro("p", leaf(use=[_SAME, _FLOW]))),
    ),
    (
        "forall h in heads, b in vector: dot(v, U[h](b)) == lam[h]*dot(v, b)",
        intro("h1,b", leaf(use=["forall h in heads: U[h](v) == lam[h]*v"])),
    ),
]


_FORMS: Steps = [
    (
        "forall h in heads, b in vector: dot(v, b) == 0 => dot(b, I(U[h](b))) <= lam[h]*dot(b, I(b))",
        intro(
            ["h1", "b", ""],
            have(
                ["dot(b, U[h1](b)) <= lam[h1]*dot(b, b)"],
                leaf("1: dot(b, U[h1](b)) <= lam[h1]*dot(b, b)", use=[_SAME]),
            ),
        ),
    ),
    (
        "forall b in vector: dot(v, b) == 0 =>"
        " sum(h in heads: lam[h]*dot(b, I(b)) - dot(b, I(U[h](b)))) >= g*dot(b, I(b))",
        intro(["b", ""], have([f"{_GAPS} >= g*dot(b, b)"], leaf(f"1: {_GAPS} >= g*dot(b, b)", use=[_SAME]))),
    ),
]


def _identity(steps: Steps, then: Tree, goal: str) -> Tree:
    return rule("identity", have([*_IDENTICAL, *steps], then), C=goal)


_ARGUMENTS: dict[str, Any] = {"W": "I", "G": "I", "w": "v"}
formal(
    "LEM-sphere.heights",
    title="Heights over a common eigenvector stay positive on the sphere",
    statement=model(EIGEN, DRAWN, {"show": [HEIGHTS]}),
    proof=_identity([], lemma("LEM-left.heights", W="I", w="v"), HEIGHTS),
)
_WITH_I = "max(i: dot(y[i]/dot(v, y[i]) - v, I(y[i]/dot(v, y[i]) - v))/B[i]^2)"

formal(
    "LEM-sphere.decay",
    title="Projected tokens converge on the sphere, with an explicit rate",
    statement=model(EIGEN, LEADING, DRAWN, BOXES, {"show": [f"decays({LARGEST}, 2*g*delta)"]}),
    proof=_identity(
        [
            *_FORMS,
            ("forall h in heads: R >= 0", intro("h1", KNOWN)),
            (
                "forall h in heads, b in vector, c in vector: dot(v, b) == 0 and dot(v, c) == 0"
                " => 2*dot(b, I(U[h](c))) <= R*(dot(b, I(b)) + dot(c, I(c)))",
                intro(
                    ["h1", "b", "c", ""],
                    have(
                        ["2*dot(b, U[h1](c)) <= R*(dot(b, b) + dot(c, c))"],
                        leaf("1: 2*dot(b, U[h1](c)) <= R*(dot(b, b) + dot(c, c))", use=[_SAME]),
                    ),
                ),
            ),
            (f"decays({_WITH_I}, 2*g*delta)", lemma("LEM-left.decay", **_ARGUMENTS, rho="fn(h in heads: R)")),
        ],
        unfold(
            f"decays({_WITH_I}, 2*g*delta)",
            unfold(
                "goal",
                enter("every", leaf(f"1: {_WITH_I} <= start({_WITH_I})*exp(-(2*g*delta)*time)", use=[_SAME])),
            ),
        ),
        f"decays({LARGEST}, 2*g*delta)",
    ),
)
_AT = "v/sqrt(dot(v, I(v)))"
_NEAR = "norm(y[p] - v)"

formal(
    "LEM-sphere.limit",
    title="Tokens on the sphere converge to the common eigenvector",
    statement=model(
        EIGEN,
        LEADING,
        DRAWN,
        {"given": ["g > 0", "s > 0", "sum(h in heads: lam[h]) > 0"], "show": [TO_V]},
    ),
    proof=_identity(
        [
            *_FORMS,
            (f"forall i: exponentially_small(norm(y[i] - {_AT}))", lemma("LEM-left.limit", **_ARGUMENTS)),
            ("dot(v, I(v)) == 1", leaf(use=[_SAME, "dot(v, v) == 1"])),
        ],
        intro(
            "p",
            lemma(
                "LEM-small.below",
                KNOWN,
                KNOWN,
                enter(
                    "every",
                    rule(
                        "absolute at most",
                        leaf(use=["dot(v, I(v)) == 1"]),
                        leaf(f"1: {_NEAR} >= 0", f"1: norm(y[p] - {_AT}) >= 0"),
                        e=_NEAR,
                        b=f"1*norm(y[p] - {_AT})",
                    ),
                ),
                z=_NEAR,
                r=f"norm(y[p] - {_AT})",
                c="1",
            ),
        ),
        TO_V,
    ),
)
