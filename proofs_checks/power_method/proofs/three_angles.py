"""POW-N8.three: three angles at which the tokens of three clusters are pulled along themselves, by contraction.

With the tokens at cos(s) e1 + sin(s) e2 the pull across the token at s is a sum of numbers of pairs: ex(s, t) is the
attention of s to t before it is divided by the row sum, and turn(s, t) the part of V x(t) across x(s).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from proofs_checks.lemmas.contraction_of_three import GROUPS
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    boxes,
    enter,
    have,
    intro,
    leaf,
    lemma,
    rule,
    take,
)
from verify.verdict import Verdict

NAMES = ("a", "b", "c")
ANGLES = ("-2.34590062", "2.5007262", "0.36930181")
UNITS = ("1", "2/5", "9/10")
FAR, NEAR, FACTOR = "1/1000", "1/10000000", "3/5"
SLOPES = (("1/10", "2/25", "49/100"), ("1/5", "3/50", "1/100"), ("8/25", "1/50", "9/50"))
"""Bounds of the derivatives of the three steps where the angles are within FAR of ANGLES."""

_EX = "exp(cos({0})*(2*cos({1}) - sin({1})) - 2*sin({0})*(cos({1}) + sin({1})))".format
_TURN = "(cos({0})*(cos({1}) + 2*sin({1})) - sin({0})*(sin({1}) - 2*cos({1})))".format
PAIRS = {
    "where": [
        f"ex(s, t) := {_EX('s', 't')}",
        f"turn(s, t) := {_TURN('s', 't')}",
        "phi(s, t) := ex(s, t)*turn(s, t)",
        "first(s, t) := ex(s, t)*((-sin(s)*(2*cos(t) - sin(t)) - 2*cos(s)*(cos(t) + sin(t)))*turn(s, t)"
        " - sin(s)*(cos(t) + 2*sin(t)) - cos(s)*(sin(t) - 2*cos(t)))",
        "second(s, t) := ex(s, t)*((cos(s)*(-2*sin(t) - cos(t)) - 2*sin(s)*(cos(t) - sin(t)))*turn(s, t)"
        " + cos(s)*(2*cos(t) - sin(t)) - sin(s)*(cos(t) + 2*sin(t)))",
        "across(s, t, z) := phi(s, s) + phi(s, t) + phi(s, z)",
    ]
}


def order(point: Any, g: int) -> list[str]:
    """The three angles, that of the cluster g first."""
    return [point[g], *(s for h, s in enumerate(point) if h != g)]


def step(point: Any, g: int) -> str:
    """The angle of a cluster, moved along the pull across its tokens."""
    return f"({point[g]} + across({', '.join(order(point, g))})/20)"


def slope(point: Any, g: int, h: int) -> str:
    """The derivative of the step of g by the angle of h."""
    if g != h:
        return f"second({point[g]}, {point[h]})/20"
    firsts = " + ".join(f"first({point[g]}, {s})" for s in order(point, g))
    return f"1 + ({firsts} + second({point[g]}, {point[g]}))/20"


def ball(point: Any, r: str) -> str:
    """The angles are near the stated ones, in units of r."""
    return " and ".join(f"abs({s} - ({c})) <= {r}*{u}" for s, c, u in zip(point, ANGLES, UNITS, strict=True))


def _bounds(s: str, centre: str, unit: str) -> tuple[str, str]:
    return f"{centre} - {FAR}*{unit}", f"{centre} + {FAR}*{unit}"


_BOX = {s: _bounds(s, c, u) for s, c, u in zip(NAMES, ANGLES, UNITS, strict=True)}
_IN_BOX = " and ".join(f"{low} <= {s} and {s} <= {high}" for s, (low, high) in _BOX.items())


def _flat(g: int, h: int) -> tuple[str, ...]:
    """Both bounds of one derivative."""
    there, most = slope(NAMES, g, h), SLOPES[g][h]
    return f"{there} <= {most}", f"-({most}) <= {there}"


def _letters(g: int, h: int) -> dict[str, tuple[str, str]]:
    return {s: _BOX[s] for s in (NAMES if g == h else (NAMES[g], NAMES[h]))}


_EACH = list(product(range(3), repeat=2))
_ALL_FLAT = " and ".join(fact for g, h in _EACH for fact in _flat(g, h))
FLAT = f"forall a in number, b in number, c in number: {_IN_BOX} => ({_ALL_FLAT})"

formal(
    "LEM-three-angles.slopes",
    title="Bounds of the derivatives of the steps of three angles in a box",
    statement=model(PAIRS, {"show": [FLAT]}),
    proof=intro("a,b,c,", both(*[boxes(**_letters(g, h)) for g, h in _EACH for _ in range(2)])),
    expected=Verdict.CERTIFIED,
)

ONE, OTHER = ("a1", "b1", "c1"), ("a2", "b2", "c2")
APART = " and ".join(f"abs({s} - {t}) <= k*{u}" for s, t, u in zip(ONE, OTHER, UNITS, strict=True))
_PATH = [f"({t} + time*({s} - {t}))" for s, t in zip(ONE, OTHER, strict=True)]


def _sides(gap: str) -> Steps:
    return [
        (f"{gap} <= abs({gap})", rule("absolute above", e=gap)),
        (f"-({gap}) <= abs({gap})", rule("absolute above minus", e=gap)),
    ]


def _ends() -> Steps:
    """The bounds of the six angles and of their distances, without absolute values."""
    steps: Steps = []
    for s, t, centre, unit, (low, high) in zip(ONE, OTHER, ANGLES, UNITS, _BOX.values(), strict=True):
        for end in (s, t):
            gap = f"{end} - ({centre})"
            steps += [
                *_sides(gap),
                (f"{end} <= {high}", leaf(f"1: {gap} <= abs({gap})", f"1: abs({gap}) <= {FAR}*{unit}")),
                (f"{low} <= {end}", leaf(f"1: -({gap}) <= abs({gap})", f"1: abs({gap}) <= {FAR}*{unit}")),
            ]
        gap = f"{s} - {t}"
        steps += [
            *_sides(gap),
            (f"{gap} <= k*{unit}", leaf(f"1: {gap} <= abs({gap})", f"1: abs({gap}) <= k*{unit}")),
            (f"-({gap}) <= k*{unit}", leaf(f"1: -({gap}) <= abs({gap})", f"1: abs({gap}) <= k*{unit}")),
        ]
    return steps


def _on_the_way() -> Steps:
    """The angles between two points of the box are in the box."""
    steps: Steps = []
    for s, t, way, (low, high) in zip(ONE, OTHER, _PATH, _BOX.values(), strict=True):
        steps += [
            (f"{low} <= {way}", leaf(f"1: 0 < time; {low} <= {s}", f"1: time < 1; {low} <= {t}")),
            (f"{way} <= {high}", leaf(f"1: 0 < time; {s} <= {high}", f"1: time < 1; {t} <= {high}")),
        ]
    return steps


def _closer(g: int) -> Tree:
    """The step of one cluster, from the bounds of its three derivatives."""
    most = f"{FACTOR}*k*{UNITS[g]}"
    ahead = f"{most}*time - {step(_PATH, g)}"
    spread = str(sum(Fraction(m) * Fraction(u) for m, u in zip(SLOPES[g], UNITS, strict=True)))
    terms = [f"{Fraction(FACTOR) * Fraction(UNITS[g]) - Fraction(spread)}: k >= 0"]
    for h, (s, t) in enumerate(zip(ONE, OTHER, strict=True)):
        there, bound, reach = slope(_PATH, g, h), SLOPES[g][h], f"k*{UNITS[h]}"
        terms += [
            f"1/2: {there} <= {bound}; -({s} - {t}) <= {reach}",
            f"1/2: -({bound}) <= {there}; {s} - {t} <= {reach}",
        ]
    rises = have(
        [
            *_on_the_way(),
            *[
                (fact, take(FLAT, _PATH, KNOWN))
                for h in range(3)
                if h != g  # the bounds of the step's own derivative are known from FLAT
                for fact in (f"{slope(_PATH, g, h)} <= {SLOPES[g][h]}", f"-({SLOPES[g][h]}) <= {slope(_PATH, g, h)}")
            ],
        ],
        leaf(*terms),
    )
    return have(
        [
            *_ends(),
            (FLAT, lemma("LEM-three-angles.slopes")),
            (
                f"-{step(OTHER, g)} <= {most} - {step(ONE, g)}",
                lemma(
                    "LEM-between",
                    KNOWN,
                    KNOWN,
                    enter("ae", intro("", rises)),
                    enter("every", intro("", leaf(use=["time == 0"]))),
                    enter("every", intro("", leaf(use=["time == 1"]))),
                    z=ahead,
                    r="0",
                    T="1",
                    b=f"-{step(OTHER, g)}",
                    c=f"{most} - {step(ONE, g)}",
                ),
            ),
        ],
        leaf(f"1: -{step(OTHER, g)} <= {most} - {step(ONE, g)}"),
    )


for _g, _group in enumerate(GROUPS):
    formal(
        f"LEM-three-angles.closer.{_group}",
        title=f"The step of the angle of cluster {_group} brings two triples of angles nearer to each other",
        statement=model(
            PAIRS,
            {
                "letters": [f"{', '.join((*ONE, *OTHER))}, k: number"],
                "given": ["k >= 0", ball(ONE, FAR), ball(OTHER, FAR), APART],
                "show": [f"{step(ONE, _g)} - {step(OTHER, _g)} <= {FACTOR}*k*{UNITS[_g]}"],
            },
        ),
        proof=_closer(_g),
        expected=Verdict.CERTIFIED,
    )
