"""Stability that fails because states at rest are as near as one likes (CON-H.8, CON-Y.b.R1).

A state at rest is a solution. So where the tokens near (v, ..., v) converge to it, no other state near it is at rest,
and where perturbations of a consensus die out, every state near it that is at rest is a consensus.
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.instances import TOP, diagonal
from proofs_checks.consensus.proofs.models import CAUSAL
from proofs_checks.consensus.proofs.value_matrix_false import ONE_HEAD
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, define, enter, have, intro, leaf, lemma, obtain, rule, take

_VALUES = {"P": diagonal(1, 0, 2, 3), "v": TOP, "w": [0, 1, 0, 0], "root": 2}
# v turned towards w by twice the angle of the tangent s
_TURNED = "(1/(1 + {0}^2)*((1 - {0}^2)*v + 2*{0}*w))".format
_PLANE = ["dot(v, v) == 1", "dot(v, w) == 0", "dot(w, w) == 1"]
_REST = "causal({0}, i) == 0".format


def _only(then: str) -> str:
    """Near (v, ..., v) what is at rest has the property `then`."""
    return (
        "forall X in state: (forall i: dot(X[i], X[i]) == 1) and (forall i: norm(X[i] - v) < d)"
        f" and almost_always(forall i: {_REST('X')}) => {then}"
    )


def _claim(then: str) -> str:
    return f"exists d in number: d > 0 and ({_only(then)})"


def _resting(size: str, small: Tree, used: list[str], then: str, goal: Tree) -> Tree:
    """The negation: token i turned by `size` of i is at rest and as near as one likes, by `small`: 0 < size <= d/4."""
    s = size.format
    p, token = s("p"), _TURNED(s("p"))
    over = f"1/(1 + {p}^2) > 0"
    room = [(f"{p} > 0 and {p} <= d/4", small), (f"1 + {p}^2 > 0", leaf("1:", f"1: sq {p}"))]
    short = leaf(
        f"3/4: d > 0; d > 0; {over}",
        f"4: {p} <= d/4; {p} <= d/4; {over}",
        f"8: {p} > 0; {p} <= d/4; {over}",
        f"1: d > 0; d > 0; {over}; sq {p}",
        use=_PLANE,
    )
    near = rule("strictly below the square", KNOWN, short, a=f"norm({token} - v)", b="d")
    state, all_same = f"fn(k: {_TURNED(s('k'))})", then
    for letter in "ij":
        all_same = all_same.replace(f"X[{letter}]", _TURNED(s(letter)))
    facts = [
        (f"forall i: dot({_TURNED(s('i'))}, {_TURNED(s('i'))}) == 1", intro("p", have(room, leaf(use=_PLANE)))),
        (f"forall i: norm({_TURNED(s('i'))} - v) < d", intro("p", have(room, near))),
        (f"almost_always(forall i: {_REST(state)})", enter("ae", intro("p", leaf(use=[*_PLANE, *used])))),
        (all_same, take(_only(then), [state], KNOWN)),
    ]
    return intro("", obtain(_claim(then), "d", have(facts, goal)))


_AWAY = f"dot(w, {_TURNED('(d/4)')}) == dot(w, v)"
_HALF = have(
    [
        (f"{_TURNED('(d/4)')} == v", take(f"forall i: {_TURNED('(d/4)')} == v", ["p"], KNOWN)),
        (_AWAY, lemma("LEM-same-dot", u=_TURNED("(d/4)"), w="v", z="w")),
        ("1 + (d/4)^2 > 0", leaf("1:", "1: sq d/4")),
    ],
    leaf(f"eq 2*(1 + (d/4)^2)/d: {_AWAY}", use=_PLANE),
)
_THERE = "(forall i: X[i] == v)"

formal(
    "CON-H.8",
    reading="what is refuted is that no other state near (v, ..., v) is at rest, as its asymptotic stability needs",
    statement=model(
        CAUSAL,
        ONE_HEAD,
        {
            "letters": ["w: vector"],
            "given": [
                "forall m in number: eigenvalue(U, v, m) => m <= lam",
                "lam > 0",
                "U(w) == lam*w",
                "dot(v, w) == 0",
                "dot(w, w) == 1",
            ],
            "show": [_claim(_THERE)],
        },
    ),
    refuted={
        "proof": _resting(
            "(d/4)",
            both(leaf(), leaf()),
            ["U(v) == lam*v", "U(w) == lam*w"],
            _THERE,
            rule("some element", _HALF, C="1 <= 0", new={"x": "p"}),
        )
    },
    instance={"tokens": 2, "dim": 4, "letters": {**_VALUES, "U": diagonal(1, 1, 0, 0), "lam": 1, "K": 3}},
)

_PLACE = "sum(l in upto({0}): 1)".format
_SIZE = "(d/(4*sum(l in upto({0}): 1)))".format
_SAME = "(forall i, j: X[i] == X[j])"
_F, _G = _SIZE("f"), _SIZE("g")
_LATER = f"{_PLACE('f')} + 1 <= {_PLACE('g')}"

_FACTOR = "a*b*(1 + (d/(4*a))^2)/d"


def _part(z: str) -> tuple[str, Tree]:
    """Two turned vectors that are equal have the same part along z."""
    return (
        f"dot({z}, {_TURNED(_F)}) == dot({z}, {_TURNED(_G)})",
        lemma("LEM-same-dot", u=_TURNED(_F), w=_TURNED(_G), z=z),
    )


def _room(token: str) -> tuple[str, Tree]:
    return f"1 + {_SIZE(token)}^2 > 0", leaf("1:", f"1: sq {_SIZE(token)}")


_BOTH = define(
    [f"a := {_PLACE('f')}", f"b := {_PLACE('g')}"],
    have(
        [
            ("forall k, i1: i1 < k => sum(j in upto(i1): 1) + 1 <= sum(j in upto(k): 1)", lemma("LEM-positions")),
            _room("f"),
            _room("g"),
            (
                _LATER,
                take("forall k, i1: i1 < k => sum(j in upto(i1): 1) + 1 <= sum(j in upto(k): 1)", ["g", "f"], KNOWN),
            ),
            (f"{_TURNED(_F)} == {_TURNED(_G)}", KNOWN),
            _part("v"),
            _part("w"),
        ],
        leaf(
            f"1: {_LATER}",
            f"eq 2*{_FACTOR}: {_part('w')[0]}",
            f"eq -2*{_FACTOR}*d/(4*b): {_part('v')[0]}",
            use=_PLANE,
        ),
    ),
)

formal(
    "CON-Y.b.R1",
    reading=(
        "R1: every symmetric U; v is an eigenvector, so that consensus at v is an equilibrium. What is refuted is that"
        " every state near it that is at rest is a consensus, as it is where perturbations die out (auto-regressive):"
        " where U is 0 on a plane, every state in it is at rest"
    ),
    statement=model(
        CAUSAL,
        ONE_HEAD,
        {"letters": ["w: vector; f, g: token"], "given": [*_PLANE[1:], "f < g"], "show": [_claim(_SAME)]},
    ),
    refuted={
        "proof": _resting(
            "(d/(4*sum(l in upto({0}): 1)))",
            both(leaf(), leaf()),
            ["U(v) == 0", "U(w) == 0"],
            _SAME,
            _BOTH,
        ),
        "case": ["U(v) == 0", "U(w) == 0"],
    },
    instance={
        "tokens": 3,
        "dim": 4,
        "letters": {**_VALUES, "U": diagonal(0, 0, -1, 1), "lam": 0, "K": 3, "f": 0, "g": 1},
    },
)
