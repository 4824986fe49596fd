"""POW-N8.four: four clusters on the axes, their tangent eigenvalues, and where they attract."""

from __future__ import annotations

from typing import Any

from proofs_checks.power_method.proofs.attracting import ATTRACTED, ORBIT
from proofs_checks.power_method.proofs.attracting_inside import eigenvalue
from proofs_checks.power_method.proofs.axes import ACROSS, AT, AXES, IS_TANGENT, PART, PARTS, SLOPE, START, TANGENT, USE
from proofs_checks.power_method.proofs.axes_attract import FOUR
from proofs_checks.power_method.proofs.axes_criterion import BELOW, CRITERION
from proofs_checks.power_method.proofs.axes_eigenvalues import LISTED
from proofs_checks.power_method.proofs.axes_split import ALONE, FOUND, NONE, SPLITS, VALUES, at_rest
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, groups, have, intro, leaf, lemma, unfold

_EIGENVALUE = eigenvalue("square")
_IS_EIGENVALUE = " and ".join(f"({fact})" for fact in _EIGENVALUE["given"])
_SUM_ZERO = " and ".join(f"({fact})" for fact in ALONE["given"])
_HERE = "t == log(3) and alpha == 1/10"
_STARTS = f"forall i: norm(x[0, i] - square[i]) <= {FOUR.radius}"
_SEEN = "V(sum(j: weight(square, i, j)*square[j]))"


def _alike(proof: Tree) -> Tree:
    return groups(*[intro("o", proof)] * 4)


_DELTA = f"fn(i: {PART('d', 'i')})"
_MOVED = [intro("s", have(["d[s] == dot(tangent[s], d[s])*tangent[s]"], KNOWN))] * 4
_ZERO = {
    g: (
        f"dot({n}, sum(j in {g}: d[j])) == dot({n}, 0*e1)",
        lemma("LEM-same-dot", u=f"sum(j in {g}: d[j])", w="0*e1", z=n),
    )
    for g, n in ACROSS.items()
}
_APART = intro(
    "",
    have(
        [(PARTS, lemma("LEM-axes.parts")), *_ZERO.values()],
        lemma(
            "LEM-axes.apart",
            *[KNOWN] * len(AXES["given"]),
            *_MOVED,
            *[leaf(f"eq 1: {zero}") for zero, _ in _ZERO.values()],
            delta=_DELTA,
        ),
    ),
)
_LOG_THREE = [
    *[KNOWN] * 5,
    intro("y", leaf(use=["t == log(3)", AXES["given"][5]])),
    *[KNOWN] * 4,
]


def _at_log_three(name: str) -> Tree:
    return intro("", lemma(f"LEM-axes.{name}", *_LOG_THREE))


SHOW: list[tuple[str, Tree]] = [
    ("fixed(attention, square)", have(START, unfold("goal", _alike(leaf(use=USE, norms=["1 - alpha*T"]))))),
    (f"forall i: {_SEEN} == -T*square[i]", have(START, _alike(leaf(use=USE)))),
    (f"{at_rest('d')} => (forall i: {SLOPE('d', 'i')} == own*d[i])", _APART),
    *[
        (f"forall i: {SLOPE(name, 'i')} == {value}*{name}[i]", lemma(f"LEM-axes.{name}"))
        for name, value in VALUES.items()
    ],
    (
        f"({IS_TANGENT('d')}) => ({SPLITS})",
        intro(
            "", have([(PARTS, lemma("LEM-axes.parts"))], lemma("LEM-axes.split", *[KNOWN] * 6, *_MOVED, delta=_DELTA))
        ),
    ),
    (f"{_SUM_ZERO} => {NONE}", intro("", lemma("LEM-axes.independent"))),
    (f"{_IS_EIGENVALUE} => {LISTED}", intro("", lemma("LEM-axes.eigenvalues"))),
    (f"({BELOW}) => {CRITERION}", intro("", lemma("LEM-axes.only"))),
    (f"{CRITERION} => ({BELOW})", intro("", intro("m,w,", lemma("LEM-axes.below")))),
    (f"{_HERE} and {_IS_EIGENVALUE} => re^2 + im^2 < 1", _at_log_three("inside")),
    (
        f"{_HERE} => lyapunov(attention, square)",
        intro(
            "",
            have(
                [("fixed(attention, square) and lyapunov(attention, square)", lemma("LEM-axes.stable", *_LOG_THREE))],
                KNOWN,
            ),
        ),
    ),
    (f"{_HERE} and ({_STARTS}) => ({ATTRACTED('square')})", _at_log_three("orbit")),
]
_AT = [[1, 0], [-1, 0], [0, 1], [0, -1]]
_ACROSS = [[0, 1], [0, -1], [-1, 0], [1, 0]]
_DIFFERENCE = [[0, 1], [0, -1], [0, 2], [0, -2], [3, 0], [-3, 0], [1, 0], [-1, 0]]


def _twice(places: list[list[int]]) -> list[list[int]]:
    """Two tokens in every cluster."""
    return [place for place in places for _ in range(2)]


_INSTANCE: dict[str, Any] = {
    "tokens": dict.fromkeys(AT, 2),
    "dim": 2,
    "letters": {
        "V": [[1, 1], [1, -1]],
        "P": [["-log(3)", "-log(3)"], ["-log(3)", "log(3)"]],
        "alpha": "1/10",
        "t": "log(3)",
        "e1": [1, 0],
        "e2": [0, 1],
        "d": _DIFFERENCE,
        "z": [[0, 0]] * 8,
        **dict.fromkeys(("a1", "a2", "a3", "a4"), 0),
        "one": _twice(_ACROSS),
        "two": [[0, 0]] * 8,
        "re": "(1 + 2/25 - log(3)/5)/(23/25)",
        "im": 0,
        "x": {"always": _twice(_AT)},
    },
}

formal(
    "POW-N8.four",
    sentence=(
        r"Let $V = [[1, 1], [1, -1]]$, $P = -tV$ with $t > 0$, $T = \tanh t$, $\alpha T < 1$, and n tokens at each"
        r" of $\pm e_1, \pm e_2$. The state is an equilibrium with $\nu_i = -T$; with $c = 1 - \alpha T$ the tangent"
        r" eigenvalues are $(1 - \alpha t)/c$ (once, and 4(n - 1) times within the clusters), $(1 + \alpha T -"
        r" 2\alpha t)/c$ and $(1 - \alpha t \pm (\alpha/\sqrt2)(1 - Tt))/c$: with four eigenvectors, independent of"
        r" each other and of the tangent states of sum zero in every cluster, which together make up all tangent"
        r" states. All are below 1 iff $t > T$ and $|1 - Tt| < \sqrt2\,(t - T)$; at t = log 3 and $\alpha = 1/10$ all"
        r" lie inside the unit disc, and the state is asymptotically stable: Lyapunov stable, and every orbit that"
        r" begins within $10^{-9}$ of it converges to it."
    ),
    statement=model(
        AXES,
        {"states": TANGENT["states"]},
        FOUND,
        ORBIT,
        {
            "letters": ["d[token]: vector", *ALONE["letters"], *_EIGENVALUE["letters"]],
            "show": [text for text, _ in SHOW],
        },
    ),
    proof=[proof for _, proof in SHOW],
    instance=_INSTANCE,
    twin=Variant(
        "the third pair of eigenvalues with 1 + T t",
        {"alpha/sqrt(2)*(1 - T*t)": "alpha/sqrt(2)*(1 + T*t)"},
        _INSTANCE,
    ),
)
