"""Gradient flows whose equilibria are strict saddles or clusters: Theorem 4.1 and the scheme of Section 5."""

from __future__ import annotations

from proofs_checks.lemmas.saddles import BENT, FRAME, TOP
from proofs_checks.lemmas.tangent_velocities import TANGENT
from proofs_checks.perspective.proofs.models import EAST, NORTH, SPHERE, UNIT, at
from proofs_checks.perspective.proofs.saddles import NO_CLUSTER, RISES
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    define,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    witness,
)

CLUSTER = "fn(X: forall i, j: X[i] == X[j])"
PLANE = {"letters": ["e, f: vector"], "given": FRAME}
"""Two orthonormal vectors: there are two dimensions at least."""
ON_SPHERE = UNIT.replace("x[", "y[")
ACROSS = f"almost_always({TANGENT})"


def strict(flow: str, energy: str, weight: str, property: str, steep: Tree, *steps: str) -> Tree:
    """Almost every start of a gradient flow tends to a state with a property.

    weight : of token i in the metric at the state X. steep : a direction at an equilibrium x without the property, in
    which the energy rises. steps : equations for the slope of the energy along a motion.
    """
    return rule(
        "strict saddles",
        intro("p", both(leaf(use=[UNIT]), KNOWN)),
        have(
            [(ACROSS, lemma("LEM-tangent-velocities"))],
            enter("ae", leaf(use=[TANGENT, ON_SPHERE, *steps])),
        ),
        steep,
        F=flow,
        e=f"fn(X in state: {energy})",
        w=f"fn(X in state, i: {weight})",
        P=property,
        new={"X": "x", "Y": "y"},
    )


def clusters(flow: str, energy: str, weight: str, rises: Tree, *steps: str) -> Tree:
    """Almost every start tends to a cluster.  rises : the direction at an equilibrium x that is none."""
    apart = split(
        f"({NO_CLUSTER}) or not ({NO_CLUSTER})",
        KNOWN,
        absurd(rule("contradiction", intro("p,q", _EQUAL), P="forall i, j: x[i] == x[j]", C="1 <= 0")),
    )
    return strict(flow, energy, weight, CLUSTER, have([(NO_CLUSTER, apart)], rises), *steps)


_EQUAL = split(
    "x[p] == x[q] or x[p] != x[q]",
    KNOWN,
    have(
        [(NO_CLUSTER, witness("p", witness("q", KNOWN)))],
        rule("contradiction", P=NO_CLUSTER, C="x[p] == x[q]"),
    ),
)
_CRITICAL = (
    "forall i: m == dot(x[i], m)*x[i]",
    intro(
        "p",
        have(
            [
                "mean(x, p) == 0",
                ("dot(m, mean(x, p)) == dot(m, 0*m)", lemma("LEM-same-dot", u="mean(x, p)", w="0*m", z="m")),
            ],
            rule(
                "equal vectors",
                leaf("eq n: dot(m, mean(x, p)) == dot(m, 0*m)", use=[UNIT]),
                u="m",
                w="dot(x[p], m)*x[p]",
            ),
        ),
    ),
)
_MOVES = "exists i: d[i] != 0"
_GAIN = "n*dot(D(mean, x, d, {0}), d[{0}])".format
_ROW = BENT.replace("[i]", "[{0}]").format


def _gain(q: str) -> tuple[str, Tree]:
    """What token q adds: mu times the square of its velocity."""
    along = f"dot(d[{q}], {_ROW(q)}) == dot(d[{q}], mu*d[{q}])"
    return f"{_GAIN(q)} == mu*dot(d[{q}], d[{q}])", have(
        [
            f"{_ROW(q)} == mu*d[{q}]",
            f"dot(x[{q}], d[{q}]) == 0",
            (along, lemma("LEM-same-dot", u=_ROW(q), w=f"mu*d[{q}]", z=f"d[{q}]")),
        ],
        leaf(f"eq 1: {along}", use=[UNIT, f"dot(x[{q}], d[{q}]) == 0"]),
    )


_TOTAL = f"sum(i: {_GAIN('i')}) >= {_GAIN('r')}"
_STEEP = have(
    [
        (
            _TOTAL,
            rule(
                "term of a positive sum",
                have([_gain("q")], leaf("1: mu >= 1; sq norm(d[q])", "1: sq norm(d[q])", f"eq -1: {_gain('q')[0]}")),
                e=f"fn(i: {_GAIN('i')})",
                y="r",
                new={"x": "q"},
            ),
        ),
        _gain("r"),
        ("dot(d[r], d[r]) > 0", rule("positive square", u="d[r]")),
    ],
    leaf(f"1: {_TOTAL}", f"eq -1: {_gain('r')[0]}", "1: mu >= 1; dot(d[r], d[r]) > 0", "1: dot(d[r], d[r]) > 0"),
)
RISES_AT_ZERO = define(
    ["m := sum(j: x[j])"],
    have(
        [_CRITICAL, (TOP, RISES)],
        obtain(TOP, "d,mu", witness("d", both(KNOWN, obtain(_MOVES, "r", _STEEP)))),
    ),
)

formal(
    "PER-T4.1",
    statement=model(
        PLANE,
        {
            "where": ["n := sum(j: 1)", "tangent(base, pull) := pull - dot(base, pull)*base"],
            "flows": [f"mean(X, i) = tangent(X[i], sum(j: X[j])/n) {SPHERE}"],
            "show": f"almost_all_converge(mean, {CLUSTER})",
        },
    ),
    proof=clusters("mean", "sum(i, j: dot(X[i], X[j]))/2", "sum(j: 1)", RISES_AT_ZERO),
    instance=at(2, 2, e=EAST, f=NORTH),
    twin=Variant("on the line", {"dot(f, f) == 1": "f == 0"}, at(2, 1, e=[1], f=[0])),
)
