"""POW-N8.three: three clusters off the eigenvectors of V exist, no others are near, and they are stable."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from proofs_checks.lemmas.contraction_of_three import GROUPS
from proofs_checks.power_method.proofs.attracting import ATTRACTED, ORBIT
from proofs_checks.power_method.proofs.exact_clusters import FRAME
from proofs_checks.power_method.proofs.three_angles import ANGLES, FAR, NAMES, NEAR, ball, order
from proofs_checks.power_method.proofs.three_angles_found import SHOWN
from proofs_checks.power_method.proofs.three_clusters_attract import RADIUS
from proofs_checks.power_method.proofs.three_clusters_numbers import ANGLE, MORE, inside, near
from proofs_checks.power_method.proofs.three_clusters_system import ACROSS, MATRICES, STATE, SYSTEM
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    boxes,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    unfold,
    witness,
)
from verify.verdict import Verdict


def placed(state: str, angles: tuple[str, ...]) -> str:
    """The tokens of the three clusters are at these angles."""
    return " and ".join(
        f"(forall i in {g}: {state}[i] == cos({s})*e1 + sin({s})*e2)" for g, s in zip(GROUPS, angles, strict=True)
    )


APART = [f"(forall i in {g}, j in {h}: dot({{0}}[i], {{0}}[j]) < 1)" for g, h in combinations(GROUPS, 2)]
OFF = [f"(forall i in {g}: not (exists m in number: V({{0}}[i]) == m*{{0}}[i]))" for g in GROUPS]
STABLE = " and ".join(
    (
        "fixed(attention, {0})",
        "lyapunov(attention, {0})",
        f"((forall i: norm(x[0, i] - {{0}}[i]) <= {RADIUS}) => ({ATTRACTED('{0}')}))",
        *APART,
        *OFF,
    )
).format
_FACTS = [
    *[f"cos({ANGLE[g]})*cos({ANGLE[h]}) + sin({ANGLE[g]})*sin({ANGLE[h]}) < 1" for g, h in combinations(GROUPS, 2)],
    *[f"turn({s}, {s}) {side}" for s, side in zip(NAMES, ("> 1", "< -1", "> 1"), strict=True)],
]


def _off(g: str) -> Tree:
    """No token of the cluster is an eigenvector."""
    same = f"dot(V(three[t]), {ACROSS[g]}) == dot(k*three[t], {ACROSS[g]})"
    fact = _FACTS[3 + GROUPS.index(g)]
    return intro(
        "t,",
        obtain(
            "exists m in number: V(three[t]) == m*three[t]",
            "k",
            have(
                [(same, lemma("LEM-same-dot", u="V(three[t])", w="k*three[t]", z=ACROSS[g]))],
                leaf(f"1: {fact}", f"eq {'1' if '>' in fact else '-1'}: {same}", use=[*FRAME, *MATRICES]),
            ),
        ),
    )


_STABLE = "fixed(attention, three) and lyapunov(attention, three)"

formal(
    "LEM-three-clusters.state",
    title="The three clusters at the angles found: at rest, stable, distinct, off the eigenvectors",
    statement=model(STATE, ORBIT, {"show": [f"exists S in state: {placed('S', NAMES)} and {STABLE('S')}"]}),
    proof=have(
        [
            *inside(NEAR),
            *[(fact, near(fact)) for fact in _FACTS],
        ],
        witness(
            "three",
            both(
                *[intro("t", leaf()) for _ in GROUPS],
                *[have([(_STABLE, lemma("LEM-three-clusters.stable"))], KNOWN)] * 2,
                intro("", lemma("LEM-three-clusters.orbit")),
                *[intro("t,y", leaf(f"1: {fact}", use=FRAME)) for fact in _FACTS[:3]],
                *[_off(g) for g in GROUPS],
            ),
        ),
    ),
    expected=Verdict.CERTIFIED,
)

_P, _R = ("p1", "p2", "p3"), ("r1", "r2", "r3")


def clusters(state: str) -> str:
    """Three clusters at angles within FAR of the stated ones, in units."""
    return f"exists a in number, b in number, c in number: {ball(NAMES, FAR)} and {placed(state, NAMES)}"


_FOUND = f"exists S in state: {placed('S', ('p1', 'p2', 'p3'))} and {STABLE('S')}"
_EXISTS = (
    f"exists S in state, a in number, b in number, c in number: {ball(NAMES, NEAR)} and {placed('S', NAMES)}"
    f" and {STABLE('S')}"
)
_ONLY = (
    f"forall S in state, Z in state: ({clusters('S')}) => (({clusters('Z')}) => (fixed(attention, S)"
    " => (fixed(attention, Z) => (forall i: S[i] == Z[i]))))"
)


def _factor(g: int) -> str:
    """The factor by which the image of a token of a cluster is longer, at the stated angles."""
    at = order(ANGLES, g)
    s = at[0]
    force = " + ".join(f"ex({s}, {t})*along({s}, {t})" for t in at)
    return f"1 + alpha*({force})/({' + '.join(f'ex({s}, {t})' for t in at)})"


STEP_SIZE = "alpha == 1/20"
_FACTORS = [f"{_factor(g)} > 0" for g in range(3)]


def _rested(state: str, angles: tuple[str, ...]) -> tuple[str, Tree]:
    """No cluster of a state at rest is pulled across its tokens."""
    fixed = f"forall i: value(attention, {state}, i) == {state}[i]"
    rests = " and ".join(f"across({', '.join(order(angles, g))}) == 0" for g in range(3))
    named = dict(zip(NAMES, angles, strict=True))
    same = groups(
        *[
            intro("t", leaf(use=[f"forall i in {g}: {state}[i] == cos({s})*e1 + sin({s})*e2"]))
            for g, s in zip(GROUPS, angles, strict=True)
        ]
    )
    return rests, unfold(
        f"fixed(attention, {state})",
        have([fixed], lemma("LEM-three-clusters.rest", *[KNOWN] * 11, same, KNOWN, Z=state, **named)),
    )


_THERE = obtain(
    SHOWN,
    "p1,p2,p3",
    have(
        [(_FOUND, lemma("LEM-three-clusters.state", a="p1", b="p2", c="p3"))],
        obtain(_FOUND, "S1", witness("S1", witness("p1", witness("p2", witness("p3", both(*[KNOWN] * 15)))))),
    ),
)
_EQUAL = [f"{s} == {t}" for s, t in zip(_P, _R, strict=True)]
_SAME = have(
    [
        _rested("S1", _P),
        _rested("S2", _R),
        (
            " and ".join(_EQUAL),
            lemma(
                "LEM-three-angles.one",
                **dict(zip(("p1", "p2", "p3", "r1", "r2", "r3"), (*_P, *_R), strict=True)),
            ),
        ),
    ],
    groups(
        *[
            intro(
                "t",
                leaf(
                    use=[
                        f"forall i in {g}: S1[i] == cos({_P[n]})*e1 + sin({_P[n]})*e2",
                        f"forall i in {g}: S2[i] == cos({_R[n]})*e1 + sin({_R[n]})*e2",
                        _EQUAL[n],
                    ]
                ),
            )
            for n, g in enumerate(GROUPS)
        ]
    ),
)
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
        "x": {"always": [_U, _BACK] * 3},
    },
}

formal(
    "POW-N8.three",
    title="Three stable clusters, certified",
    sentence=(
        r"For $V = [[-2, 1], [1, 2]]$, $P = [[2, -1], [-2, -2]]$ and two tokens per cluster the attention map has"
        r" exactly one equilibrium of three clusters with token angles within $10^{-3}$, $\frac25 10^{-3}$ and"
        r" $\frac9{10} 10^{-3}$ of -2.34590062, 2.5007262 and 0.36930181, and its angles are within $10^{-6}$ of"
        r" these. Its three values are distinct, and none is an eigenvector of V. For $\alpha = 1/20$ the factors"
        r" $1 + \alpha\nu_i$ at the stated angles are positive, and the equilibrium is asymptotically stable: Lyapunov"
        r" stable, and every orbit that begins within $3 \cdot 10^{-8}$ of it converges to it."
    ),
    statement=model(SYSTEM, {"where": MORE["where"]}, ORBIT, {"show": [*_FACTORS, _ONLY, _EXISTS]}),
    proof=[
        *[
            have(
                [(fact.replace("alpha", "1/20"), boxes())],
                leaf(f"1: {fact.replace('alpha', '1/20')}", use=[STEP_SIZE]),
            )
            for fact in _FACTORS
        ],
        intro("S1,S2,,,,", obtain(clusters("S1"), ",".join(_P), obtain(clusters("S2"), ",".join(_R), _SAME))),
        have([(SHOWN, lemma("LEM-three-angles", e="e1"))], _THERE),
    ],
    instance=HERE,
    twin=Variant(
        "the step size 1, for which a factor 1 + alpha nu_i is negative",
        {STEP_SIZE: "alpha == 1"},
        {**HERE, "letters": {**HERE["letters"], "alpha": 1}},
    ),
    expected=Verdict.CERTIFIED,
)
