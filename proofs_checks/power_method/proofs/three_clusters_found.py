"""POW-N8.three: three clusters off the eigenvectors of V exist, no others are near, and they are stable."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs_checks.lemmas.contraction_of_three import GROUPS
from proofs_checks.power_method.proofs.attracting import ATTRACTED, ORBIT
from proofs_checks.power_method.proofs.attracting_alone import NEAR_STATE, RESTING
from proofs_checks.power_method.proofs.attracting_inside import eigenvalue
from proofs_checks.power_method.proofs.three_angles import ANGLES, FAR, NAMES, NEAR, PAIRS, UNITS, ball, order
from proofs_checks.power_method.proofs.three_angles_found import SHOWN
from proofs_checks.power_method.proofs.three_clusters_attract import RADIUS
from proofs_checks.power_method.proofs.three_clusters_numbers import box, inside
from proofs_checks.power_method.proofs.three_clusters_place import AT_REST, DISTINCT, FOUND, placed
from proofs_checks.power_method.proofs.three_clusters_system import AT, MATRICES, SYSTEM
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, define, have, intro, leaf, lemma, obtain, unfold, witness
from verify.verdict import Verdict

OTHERS = ("a2", "b2", "c2")


def _renamed(text: str, angles: tuple[str, ...]) -> str:
    for s, t in zip(NAMES, angles, strict=True):
        text = text.replace(f"({s})", f"({t})")
    return text


def _state(name: str, angles: tuple[str, ...]) -> str:
    return f"{name}: " + ", ".join(f"{g} -> {_renamed(AT[g], angles)}" for g in GROUPS)


DIGITS = (("-2.345901", "-2.3459"), ("2.500726", "2.500727"), ("0.369301", "0.369302"))
_PRINTED = " and ".join(f"{low} < {s} and {s} < {high}" for s, (low, high) in zip(FOUND, DIGITS, strict=True))
_EXISTS = (
    f"exists {', '.join(f'{s} in number' for s in FOUND)}, S in state: {_PRINTED} and {placed('S', FOUND)}"
    " and fixed(attention, S)"
)
_HERE = f"({ball(NAMES, FAR)}) and fixed(attention, three)"
_THERE = f"({ball(OTHERS, FAR)}) and fixed(attention, other)"
_EIGENVALUE = eigenvalue("three")
_IS_EIGENVALUE = " and ".join(f"({fact})" for fact in _EIGENVALUE["given"])
_RESTING = " and ".join(f"({fact})" for fact in (*RESTING["given"], NEAR_STATE("three", RADIUS)))
_STARTS = f"(forall i: norm(x[0, i] - three[i]) <= {RADIUS})"
SHOW = [
    f"({_HERE}) and ({_THERE}) => (a == a2 and b == b2 and c == c2)",
    f"({_HERE}) and {_RESTING} => (forall i: Y[i] == three[i])",
    f"({_HERE}) and {_IS_EIGENVALUE} => re^2 + im^2 < 1",
    f"({_HERE}) and {_STARTS} => ({ATTRACTED('three')})",
    f"({_HERE}) => lyapunov(attention, three)",
    f"({_HERE}) => ({DISTINCT})",
    _EXISTS,
]


def _across(angles: tuple[str, ...]) -> list[str]:
    return [f"across({', '.join(order(angles, g))}) == 0" for g in range(3)]


def _place(state: str, angles: tuple[str, ...]) -> Steps:
    """A state at rest near the stated angles is at those found."""
    named: dict[str, Any] = dict(zip(NAMES, angles, strict=True))
    rests = AT_REST.replace("three", state)
    facts = " and ".join((ball(angles, NEAR), *_across(angles)))
    return [(rests, unfold(f"fixed(attention, {state})", KNOWN)), (facts, lemma("LEM-three-clusters.place", **named))]


def _follows(id: str) -> Tree:
    return intro("", have(_place("three", NAMES), lemma(f"LEM-three-clusters.{id}")))


def _witnesses(*values: str, then: Tree) -> Tree:
    for value in reversed(values):
        then = witness(value, then)
    return then


_STABLE = "fixed(attention, three) and lyapunov(attention, three)"
_SAME: dict[str, Any] = dict(zip((*FOUND, "r1", "r2", "r3"), (*NAMES, *OTHERS), strict=True))
_STATE: dict[str, Any] = dict(zip(NAMES, FOUND, strict=True))
_AT = f"exists S in state: {placed('S', FOUND)} and fixed(attention, S)"
_PRINTS = [
    leaf(f"1: {side}", f"{abs(Fraction(c) + sign * Fraction(NEAR) * Fraction(u) - Fraction(digits))}:")
    for s, c, u, (low, high), printed in zip(FOUND, ANGLES, UNITS, box(NEAR).values(), DIGITS, strict=True)
    for side, sign, digits in ((f"{low} <= {s}", -1, printed[0]), (f"{s} <= {high}", 1, printed[1]))
]
_EXIST = have(
    [(SHOWN, lemma("LEM-three-angles", e="e1"))],
    obtain(
        SHOWN,
        ",".join(FOUND),
        have(
            [*inside(NEAR, FOUND), (_AT, lemma("LEM-three-clusters.state", **_STATE))],
            obtain(_AT, "S1", _witnesses(*FOUND, "S1", then=both(*_PRINTS, *[KNOWN] * 4))),
        ),
    ),
)
_PROOFS = [
    intro("", have([*_place("three", NAMES), *_place("other", OTHERS)], lemma("LEM-three-angles.one", **_SAME))),
    _follows("alone"),
    _follows("inside"),
    _follows("orbit"),
    intro("", have([*_place("three", NAMES), (_STABLE, lemma("LEM-three-clusters.stable"))], KNOWN)),
    _follows("apart"),
    _EXIST,
]

_CENTRE = dict(zip(NAMES, ANGLES, strict=True))
_BESIDE = {"a2": "-2.3459", "b2": "2.5007", "c2": "0.3693"}
_ACROSS = [[f"-sin({_CENTRE[s]})", f"cos({_CENTRE[s]})"] for s in NAMES for _ in range(2)]
_TURNED = [[f"cos({_CENTRE[s]} + 1/10^8)", f"sin({_CENTRE[s]} + 1/10^8)"] for s in NAMES for _ in range(2)]
_U, _BACK = ["sqrt(5)/5", "-2*sqrt(5)/5"], ["-sqrt(5)/5", "2*sqrt(5)/5"]
HERE: dict[str, Any] = {
    "tokens": dict.fromkeys(GROUPS, 2),
    "dim": 2,
    "letters": {
        "alpha": "1/20",
        "e1": [1, 0],
        "e2": [0, 1],
        "V": [[-2, 1], [1, 2]],
        "P": [[2, -1], [-2, -2]],
        **_CENTRE,
        **_BESIDE,
        "one": _ACROSS,
        "two": [[0, 0]] * 6,
        "re": 1,
        "im": 0,
        "Y": _TURNED,
        "x": {"always": [_U, _BACK] * 3},
    },
}
_STILL = {**HERE, "letters": {**HERE["letters"], "V": [[0, 0], [0, 0]], "x": {"always": _TURNED}}}

formal(
    "POW-N8.three",
    title="Three stable clusters, certified",
    sentence=(
        r"For $V = [[-2, 1], [1, 2]]$, $P = [[2, -1], [-2, -2]]$, $\alpha = 1/20$ and two tokens per cluster the"
        r" attention map has an equilibrium of three clusters with the token angles -2.345900, 2.500726 and 0.369301"
        r" (truncated). It is the only one of three clusters with angles within $10^{-3}$, $\frac25 10^{-3}$ and"
        r" $\frac9{10} 10^{-3}$ of -2.34590062, 2.5007262 and 0.36930181, and the only one of six tokens within"
        r" $3 \cdot 10^{-8}$ of it, so that a box of radius $10^{-25}$ around it has exactly one. Its three values are"
        r" distinct, none is an eigenvector of V, and all its tangent eigenvalues lie inside the unit disc. It is"
        r" asymptotically stable: Lyapunov stable, and every orbit that begins within $3 \cdot 10^{-8}$ of it"
        r" converges to it."
    ),
    statement=model(
        SYSTEM,
        ORBIT,
        {
            "letters": [
                f"{', '.join((*NAMES, *OTHERS))}: number",
                *eigenvalue("three")["letters"],
                *RESTING["letters"],
            ],
            "states": [_state("three", NAMES), _state("other", OTHERS)],
            "show": SHOW,
        },
    ),
    proof=[define(PAIRS["where"], proof) for proof in _PROOFS],
    instance=HERE,
    twin=Variant(
        "the value matrix 0, for which every state is an equilibrium and none attracts",
        {MATRICES[0]: "forall u in vector: V(u) == 0*u"},
        _STILL,
    ),
    expected=Verdict.CERTIFIED,
)
