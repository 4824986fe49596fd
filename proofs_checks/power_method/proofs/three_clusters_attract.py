"""POW-N8.three: the state of three clusters is Lyapunov stable, and the orbits that begin near it converge to it."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.contraction_of_three import GROUPS
from proofs_checks.lemmas.near_exponents import BOUND
from proofs_checks.power_method.proofs.attracting import ATTRACTED, ORBIT
from proofs_checks.power_method.proofs.attracting_alone import NEAR_STATE, RESTING
from proofs_checks.power_method.proofs.attracting_inside import eigenvalue
from proofs_checks.power_method.proofs.exact_clusters import FRAME
from proofs_checks.power_method.proofs.three_clusters_numbers import ANGLE, RATE, WEIGHT, facts, total
from proofs_checks.power_method.proofs.three_clusters_system import (
    CIRCLES,
    NUMBERS,
    POSITIVE,
    PULLED,
    SEEN,
    STATE,
    USE,
)
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, groups, have, intro, leaf, lemma, rule
from verify.verdict import Verdict

RADIUS = "3/10^8"
_LONG = f"(1 + alpha*dot(three[{{0}}], {SEEN('{0}')}))".format
_LOW, _HIGH = (f"forall i: {side}".format(_LONG("i")) for side in ("9/10 <= {}", "{} <= 1"))
_NU = f"fn(i: dot(three[i], {SEEN('i')}))"
_BALL = (
    "fn(k in number, y in state: "
    + " and ".join(f"(forall i in {g}: norm(y[i]) <= k*{WEIGHT[g]})" for g in GROUPS)
    + ")"
)
_UNITS = "forall i: dot(three[i], three[i]) == 1"


def everywhere(proof: Tree) -> Tree:
    """The same proof for the tokens of each group."""
    return groups(*[intro("t", proof)] * 3)


def _length(place: int) -> Tree:
    """A bound of the factor by which the image of a token is longer."""
    return groups(
        *[
            intro(
                "t",
                have(
                    [(f"{total(g)} > 0", leaf())],
                    leaf(f"1: {facts(g)[place]}", use=USE, times=[total(g)]),
                ),
            )
            for g in GROUPS
        ]
    )


_STEPS: Steps = [
    POSITIVE,
    *CIRCLES,
    *NUMBERS,
    (
        _UNITS,
        groups(*[intro("t", leaf(f"eq 1: cos({ANGLE[g]})^2 + sin({ANGLE[g]})^2 == 1", use=FRAME)) for g in GROUPS]),
    ),
    (PULLED, lemma("LEM-three-clusters.pulled")),
    (_LOW, _length(9)),
    (
        f"forall i: 0 < {_LONG('i')}",
        everywhere(have([f"9/10 <= {_LONG('t')}"], leaf(f"1: 9/10 <= {_LONG('t')}", "9/10:"))),
    ),
    *[(BOUND(matrix, most), lemma(f"LEM-three-clusters.bound.{matrix}")) for matrix, most in (("V", "3"), ("P", "4"))],
]


def _wider(g: str) -> Tree:
    return intro(
        "t",
        have([f"norm(y1[t]) <= k1*{WEIGHT[g]}"], leaf(f"1: norm(y1[t]) <= k1*{WEIGHT[g]}", f"{WEIGHT[g]}: k1 <= m1")),
    )


def _short(g: str) -> Tree:
    said, times = f"norm(y1[t]) <= k1*{WEIGHT[g]}", 3 // int(WEIGHT[g])
    spare = [f"{times - 1}: norm(y1[t]) >= 0"] if times > 1 else []
    return intro("t", have([said], leaf(f"{times}: {said}", *spare)))


def _moved(g: str) -> Tree:
    triangle = "norm(y1[t] + (z1[t] - y1[t])) <= norm(y1[t]) + norm(z1[t] - y1[t])"
    return intro(
        "t",
        have(
            [
                f"norm(y1[t]) <= k1*{WEIGHT[g]}",
                "norm(z1[t] - y1[t]) <= m1",
                (triangle, rule("triangle", u="y1[t]", w="z1[t] - y1[t]")),
            ],
            leaf(
                f"1: {triangle}",
                f"1: norm(y1[t]) <= k1*{WEIGHT[g]}",
                "1: norm(z1[t] - y1[t]) <= m1",
                f"{3 * int(WEIGHT[g]) - 1}: m1 >= 0",
            ),
        ),
    )


def _small(g: str) -> Tree:
    return intro(
        "t",
        have(["norm(z1[t]) <= m1"], leaf("1: norm(z1[t]) <= m1", f"{3 * int(WEIGHT[g]) - 1}: m1 >= 0")),
    )


_INVERSE = everywhere(
    have(
        [f"9/10 <= {_LONG('t')}", f"0 < {_LONG('t')}"],
        leaf(f"6/5: 9/10 <= {_LONG('t')}", "2/25:", times=[_LONG("t")]),
    ),
)
_REST = everywhere(have([f"9/10 <= {_LONG('t')}"], lemma("LEM-three-clusters.remainder", c=_LONG("t"))))
_CONTRACTS = intro(
    "k1,y1,",
    both(*[lemma(f"LEM-three-clusters.derivative.{g}", f="y1", r="k1") for g in GROUPS]),
)
_PREMISES: list[Tree] = [
    KNOWN,
    KNOWN,
    KNOWN,
    KNOWN,
    *[KNOWN] * 9,
    _INVERSE,
    _REST,
    leaf("414746/100000000:", use=["alpha == 1/20"]),
    intro("k1,m1,y1,", both(*[_wider(g) for g in GROUPS])),
    intro("k1,y1,", groups(*[_short(g) for g in GROUPS])),
    intro("k1,m1,y1,z1,", both(*[_moved(g) for g in GROUPS])),
    _CONTRACTS,
]
_SMALL = intro("m1,z1,", both(*[_small(g) for g in GROUPS]))
_VALUES: dict[str, Any] = {
    "S": "three",
    "nu": _NU,
    "q": RATE,
    "W": "3",
    "p": "4",
    "v": "3",
    "b": "6/5",
    "M": "500",
    "l": "1/10^7",
    "B": _BALL,
}

formal(
    "LEM-three-clusters.stable",
    title="The state of three clusters at the angles found is at rest and Lyapunov stable",
    statement=model(STATE, {"show": ["fixed(attention, three) and lyapunov(attention, three)"]}),
    proof=have(_STEPS, lemma("LEM-attracting.stable", *_PREMISES, KNOWN, _SMALL, **_VALUES)),
    expected=Verdict.CERTIFIED,
)

formal(
    "LEM-three-clusters.orbit",
    title="Orbits that begin near the three clusters at the angles found converge to them",
    statement=model(
        STATE,
        ORBIT,
        {"given": [f"forall i: norm(x[0, i] - three[i]) <= {RADIUS}"], "show": [ATTRACTED("three")]},
    ),
    proof=have(
        _STEPS,
        lemma("LEM-attracting.orbit", *_PREMISES, *[KNOWN] * 3, _SMALL, *[KNOWN] * 4, rho=RADIUS, **_VALUES),
    ),
    expected=Verdict.CERTIFIED,
)

formal(
    "LEM-three-clusters.inside",
    title="The tangent eigenvalues at three clusters at the angles found lie inside the unit disc",
    statement=model(STATE, eigenvalue("three"), {"show": ["re^2 + im^2 < 1"]}),
    proof=have(_STEPS, lemma("LEM-attracting.inside", *_PREMISES, *[KNOWN] * 5, _SMALL, **_VALUES)),
    expected=Verdict.CERTIFIED,
)

formal(
    "LEM-three-clusters.alone",
    title="No other state at rest is near the three clusters at the angles found",
    statement=model(STATE, RESTING, {"given": [NEAR_STATE("three", RADIUS)], "show": ["forall i: Y[i] == three[i]"]}),
    proof=have(
        _STEPS,
        lemma("LEM-attracting.alone", *_PREMISES, *[KNOWN] * 3, _SMALL, *[KNOWN] * 4, rho=RADIUS, **_VALUES),
    ),
    expected=Verdict.CERTIFIED,
)
