"""POW-N8.three: three clusters at rest near the stated angles are at the angles found, and distinct."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from proofs_checks.lemmas.contraction_of_three import GROUPS
from proofs_checks.power_method.proofs.exact_clusters import FRAME
from proofs_checks.power_method.proofs.three_angles import ANGLES, FAR, NAMES, NEAR, UNITS, ball
from proofs_checks.power_method.proofs.three_angles_found import SHOWN
from proofs_checks.power_method.proofs.three_clusters_numbers import inside, near
from proofs_checks.power_method.proofs.three_clusters_system import ACROSS, MATRICES, RESTS, STATE
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, groups, have, intro, leaf, lemma, obtain, witness
from verify.verdict import Verdict

AT_REST = "forall i: value(attention, three, i) == three[i]"
FOUND = ("p1", "p2", "p3")
FAR_STATE: dict[str, Any] = {
    **STATE,
    "given": [fact for fact in STATE["given"] if fact not in (*RESTS, ball(NAMES, NEAR))] + [ball(NAMES, FAR)],
}


def within_far(point: tuple[str, ...]) -> tuple[str, Tree]:
    """What is within NEAR of the stated angles is within FAR of them."""
    rest = Fraction(FAR) - Fraction(NEAR)
    return ball(point, FAR), both(
        *[
            leaf(f"1: abs({s} - ({c})) <= {NEAR}*{u}", f"{rest * Fraction(u)}:")
            for s, c, u in zip(point, ANGLES, UNITS, strict=True)
        ]
    )


_EQUAL = [f"{s} == {t}" for s, t in zip(NAMES, FOUND, strict=True)]
_SAME = groups(*[intro("t", leaf())] * 3)
_TRIPLES: dict[str, Any] = dict(zip(("p1", "p2", "p3", "r1", "r2", "r3"), (*NAMES, *FOUND), strict=True))

formal(
    "LEM-three-clusters.place",
    title="Three clusters at rest near the stated angles are at the angles found",
    statement=model(FAR_STATE, {"given": [AT_REST], "show": [" and ".join((ball(NAMES, NEAR), *RESTS))]}),
    proof=have(
        [
            (" and ".join(RESTS), lemma("LEM-three-clusters.rest", *[KNOWN] * 11, _SAME, KNOWN, Z="three")),
            (SHOWN, lemma("LEM-three-angles", e="e1")),
            (
                ball(NAMES, NEAR),
                obtain(
                    SHOWN,
                    ",".join(FOUND),
                    have(
                        [within_far(FOUND), (" and ".join(_EQUAL), lemma("LEM-three-angles.one", **_TRIPLES))],
                        both(
                            *[
                                leaf(f"1: abs({t} - ({c})) <= {NEAR}*{u}", use=[same])
                                for t, c, u, same in zip(FOUND, ANGLES, UNITS, _EQUAL, strict=True)
                            ]
                        ),
                    ),
                ),
            ),
        ],
        both(*[KNOWN] * 6),
    ),
    expected=Verdict.CERTIFIED,
)

_APART = [f"forall i in {g}, j in {h}: dot(three[i], three[j]) < 1" for g, h in combinations(GROUPS, 2)]
_OFF = "forall i: not (exists m in number: V(three[i]) == m*three[i])"
DISTINCT = " and ".join(f"({fact})" for fact in (*_APART, _OFF))
_COSINES = [f"cos({s})*cos({t}) + sin({s})*sin({t}) < 1" for s, t in combinations(NAMES, 2)]
_TURNS = [f"turn({s}, {s}) {side}" for s, side in zip(NAMES, ("> 1", "< -1", "> 1"), strict=True)]
_NEARBY: Steps = [*inside(NEAR), *[(fact, near(fact)) for fact in (*_COSINES, *_TURNS)]]


def _off(g: str, turn: str) -> Tree:
    """No token of the cluster is an eigenvector."""
    same = f"dot(V(three[t]), {ACROSS[g]}) == dot(k*three[t], {ACROSS[g]})"
    return intro(
        "t,",
        obtain(
            "exists m in number: V(three[t]) == m*three[t]",
            "k",
            have(
                [(same, lemma("LEM-same-dot", u="V(three[t])", w="k*three[t]", z=ACROSS[g]))],
                leaf(f"1: {turn}", f"eq {'1' if '>' in turn else '-1'}: {same}", use=[*FRAME, *MATRICES]),
            ),
        ),
    )


formal(
    "LEM-three-clusters.apart",
    title="The three clusters at the angles found are distinct, and none is an eigenvector",
    statement=model(
        {**STATE, "given": [fact for fact in STATE["given"] if fact not in RESTS]},
        {"show": [DISTINCT]},
    ),
    proof=have(
        _NEARBY,
        both(
            *[intro("t,y", leaf(f"1: {fact}", use=FRAME)) for fact in _COSINES],
            groups(*[_off(g, turn) for g, turn in zip(GROUPS, _TURNS, strict=True)]),
        ),
    ),
    expected=Verdict.CERTIFIED,
)


def placed(state: str, angles: tuple[str, ...]) -> str:
    """The tokens of the three clusters are at these angles."""
    return " and ".join(
        f"(forall i in {g}: {state}[i] == cos({s})*e1 + sin({s})*e2)" for g, s in zip(GROUPS, angles, strict=True)
    )


_STABLE = "fixed(attention, three) and lyapunov(attention, three)"

formal(
    "LEM-three-clusters.state",
    title="There is a state at rest with three clusters at the angles found",
    statement=model(STATE, {"show": [f"exists S in state: {placed('S', NAMES)} and fixed(attention, S)"]}),
    proof=have(
        [(_STABLE, lemma("LEM-three-clusters.stable"))],
        witness("three", both(*[intro("t", leaf()) for _ in GROUPS], KNOWN)),
    ),
    expected=Verdict.CERTIFIED,
)
