"""POW-N8: two clusters off the eigenvectors of a positive definite V that attract, for every number of tokens."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs_checks.lemmas.logarithms import EIGHTHS, bounded
from proofs_checks.power_method.proofs.attracting import ATTRACTED, ORBIT
from proofs_checks.power_method.proofs.attracting_inside import eigenvalue
from proofs_checks.power_method.proofs.exact_clusters import P2, PLANE, V2, matrix, rows
from proofs_checks.power_method.proofs.places import Places, line, longest
from proofs_checks.power_method.proofs.places_attract import attracts, inside
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, groups, have, intro, leaf, lemma, obtain, rule, take

_, _LOW, _HIGH = EIGHTHS["two"]
_WIDE = Fraction(21, 10)
"""The mean of the first cluster may be as many times the mean of the second."""
_OWN = {"A": line("10/11", "4/35"), "B": line("50/61", "-36/2135")}
_BOTH = {"A": line("394/385", "-32/105"), "B": line("1942/2135", "-132/2135")}
"""The factor of a part that all tokens of a cluster have."""
_OTHER = {"A": line("-1/35", "-46/105"), "B": line("-33/2135", "-24/427")}
_MORE = {g: _BOTH[g] + _OWN[g].times(Fraction(-1)) for g in "AB"}
TWO = Places(
    name="LEM-two-places",
    state="pair",
    matrices=[matrix("V", V2), matrix("P", P2, "log(2)*")],
    counts=["sum(j in A: 1) == sum(j in B: 1)"],
    alpha="1/10",
    at={"A": ("1", "0"), "B": ("-4/5", "3/5")},
    letter="log(2)",
    low=8 * _LOW,
    high=8 * _HIGH,
    values=["exp(log(2)) == 2"],
    start=bounded("two"),
    own=_OWN,
    modes={"A": {"A": 1 / _WIDE}, "B": {"B": Fraction(1)}},
    parts={
        "A": {"A": _MORE["A"].times(_WIDE), "B": _OTHER["A"]},
        "B": {"A": _OTHER["B"].times(_WIDE), "B": _MORE["B"]},
    },
    pulls={"A": "1", "B": "11/5"},
    size=150,
    rate="997/1000",
    lengths={"V": longest(V2, "4"), "P": longest(P2, "13", "log(2)", 8 * _HIGH)},
    bounds=("10/11", "11000", "1/10^14"),
    radius="1/10^17",
)
attracts(TWO)
inside(TWO)

_EIGENVALUE = eigenvalue("pair")
_IS_EIGENVALUE = " and ".join(f"({fact})" for fact in _EIGENVALUE["given"])
_STARTS = f"forall i: norm(x[0, i] - pair[i]) <= {TWO.radius}"
_STABLE = ("fixed(attention, pair) and lyapunov(attention, pair)", lemma("LEM-two-places.stable"))
_SPLIT = "dot(e1, y)*e1 + dot(e2, y)*e2"
_LONG = f"dot(y, y) == dot({_SPLIT}, y)"
_DEFINITE = rule(
    "positive definite",
    have(
        [
            (f"y == {_SPLIT}", take(PLANE, ["y"], KNOWN)),
            (_LONG, lemma("LEM-same-dot", u="y", w=_SPLIT, z="y")),
            ("dot(y, y) > 0", rule("positive square", u="y")),
        ],
        leaf(
            "33/35: dot(y, y) > 0",
            "38/35: sq dot(e1, y)",
            "33/35: sq dot(e1, y) - dot(e2, y)",
            f"eq 33/35: {_LONG}",
            use=[*TWO.plain, TWO.matrices[0]],
        ),
    ),
    W="V",
    new={"u": "y"},
)


def _off(g: str, turn: str) -> Tree:
    """No token of a cluster is an eigenvector."""
    n = TWO.across(g)
    same = f"dot({n}, V(pair[s])) == dot({n}, k*pair[s])"
    return intro(
        "s,",
        obtain(
            "exists m in number: V(pair[s]) == m*pair[s]",
            "k",
            have(
                [(same, lemma("LEM-same-dot", u="V(pair[s])", w="k*pair[s]", z=n))],
                leaf(f"eq {turn}: {same}", use=[*TWO.plain, TWO.matrices[0]]),
            ),
        ),
    )


SHOW: list[tuple[str, Tree]] = [
    ("positive_definite(V)", _DEFINITE),
    ("fixed(attention, pair)", have([_STABLE], KNOWN)),
    ("forall i: not (exists m in number: V(pair[i]) == m*pair[i])", groups(_off("A", "-35/33"), _off("B", "35/9"))),
    ("forall i in A, j in B: dot(pair[i], pair[j]) == -4/5", intro("s,t", leaf(use=TWO.plain))),
    (f"{_IS_EIGENVALUE} => re^2 + im^2 < 1", intro("", lemma("LEM-two-places.inside"))),
    ("lyapunov(attention, pair)", have([_STABLE], KNOWN)),
    (f"({_STARTS}) => ({ATTRACTED('pair')})", intro("", lemma("LEM-two-places.orbit"))),
]
_PLACES = [[1, 0], [1, 0], ["-4/5", "3/5"], ["-4/5", "3/5"]]
_INSTANCE: dict[str, Any] = {
    "tokens": {"A": 2, "B": 2},
    "dim": 2,
    "letters": {
        "V": rows(V2),
        "P": rows(P2, "log(2)"),
        "alpha": "1/10",
        "e1": [1, 0],
        "e2": [0, 1],
        "one": [[0, 1], [0, -1], [0, 0], [0, 0]],
        "two": [[0, 0]] * 4,
        "re": "10/11 + 4/35*log(2)",
        "im": 0,
        "x": {"always": _PLACES},
    },
}
formal(
    "POW-N8",
    sentence=(
        r"For $V = \frac1{35}[[104, -33], [-33, 66]]$ (positive definite), $P = \log2\,[[3, 22/3], [4, 46/3]]$,"
        r" $\alpha = 1/10$ and n tokens at each of (1, 0) and (-4/5, 3/5), for every $n \ge 1$: the state is an"
        r" equilibrium of the attention map, neither value is an eigenvector of V or the antipode of the other (their"
        r" product is -4/5), all tangent eigenvalues lie inside the unit disc, and the state is asymptotically stable:"
        r" Lyapunov stable, and every orbit that begins within $10^{-17}$ of it converges to it."
    ),
    statement=model(
        TWO.system,
        ORBIT,
        {"letters": _EIGENVALUE["letters"], "show": [text for text, _ in SHOW]},
    ),
    proof=[proof for _, proof in SHOW],
    instance=_INSTANCE,
    twin=Variant(
        "the step size 13, for which a tangent eigenvalue is below -1",
        {"alpha == 1/10": "alpha == 13"},
        {**_INSTANCE, "letters": {**_INSTANCE["letters"], "alpha": 13}},
    ),
)
