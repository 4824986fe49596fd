"""Exact clustering equilibria in a plane with the orthonormal frame e1, e2, for four equal groups of tokens.

The logits are multiples of L with e^L = 2 or e^L = 3, so that all weights are rational.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.models import ATTENTION, SPHERES, Part
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, groups, have, intro, leaf, lemma, obtain, unfold

FRAME = ["dot(e1, e1) == 1", "dot(e2, e2) == 1", "dot(e1, e2) == 0"]
PLANE = "forall u in vector: u == dot(e1, u)*e1 + dot(e2, u)*e2"
SIZES = ["sum(h in A: 1) == sum(h in H: 1)", "sum(h in B: 1) == sum(h in H: 1)", "sum(h in G: 1) == sum(h in H: 1)"]


def matrix(name: str, rows: tuple[tuple[str, str], tuple[str, str]], scale: str = "") -> str:
    """A matrix by its entries in the frame, times `scale`."""
    columns = [f"({a})*dot(e1, u) + ({b})*dot(e2, u)" for a, b in rows]
    return f"forall u in vector: {name}(u) == {scale}(({columns[0]})*e1 + ({columns[1]})*e2)"


def system(k: int) -> Part:
    """The attention map of V_k and P_k."""
    body = ATTENTION["where"][0].partition(":= ")[2].replace("P(", f"P{k}(")
    return {
        "letters": [f"V{k}: operator; P{k}: matrix"],
        "where": [f"w{k}(X, i, j) := {body}"],
        "maps": [f"map{k}(X, i) = unit(X[i] + alpha*V{k}(sum(j: w{k}(X, i, j)*X[j]))) on {SPHERES}"],
    }


V2 = (("104/35", "-33/35"), ("-33/35", "66/35"))
P2 = (("3", "22/3"), ("4", "46/3"))
V3 = (("9/5", "0"), ("0", "-1"))
P3 = (("0", "0"), ("0", "25/16"))
V4 = (("1", "1"), ("1", "-1"))
P4 = (("-1", "-1"), ("-1", "1"))
MATRICES = [
    matrix("V2", V2),
    matrix("P2", P2, "L2*"),
    matrix("V3", V3),
    matrix("P3", P3, "L2*"),
    matrix("V4", V4),
    matrix("P4", P4, "L3*"),
]
STATES = [
    "pair: A -> e1, B -> e1, G -> -4/5*e1 + 3/5*e2, H -> -4/5*e1 + 3/5*e2",
    "triple: A -> e1, B -> e1, G -> -3/5*e1 + 4/5*e2, H -> -3/5*e1 - 4/5*e2",
    "square: A -> e1, B -> -e1, G -> e2, H -> -e2",
]
USE = [*MATRICES, *FRAME, *SIZES, "exp(L2) == 2", "exp(L3) == 3"]


def fixed(factors: Sequence[str], use: list[str]) -> Tree:
    """The state is fixed, group by group, with the factors 1 + alpha nu."""
    signs = [
        (f"1 + alpha*({nu}) > 0", leaf(f"{-Fraction(nu)}: alpha <= 1", f"{1 + Fraction(nu)}:"))
        for nu in dict.fromkeys(factors)
        if Fraction(nu) < 0
    ]
    return have(
        signs, unfold("goal", groups(*[intro("t", leaf(use=use, norms=[f"1 + alpha*({nu})"])) for nu in factors]))
    )


def not_eigenvector(V: str, u: str, across: str) -> Tree:
    """V u has a component along `across`, which is orthogonal to u."""
    return intro(
        "",
        obtain(
            f"exists m in number: {V}({u}) == m*({u})",
            "k",
            have(
                [
                    (
                        f"dot({across}, {V}({u})) == dot({across}, k*({u}))",
                        lemma("LEM-same-dot", u=f"{V}({u})", w=f"k*({u})", z=across),
                    )
                ],
                leaf(f"eq {_slope(V, u, across)}: dot({across}, {V}({u})) == dot({across}, k*({u}))", use=USE),
            ),
        ),
    )


def _slope(V: str, u: str, across: str) -> Fraction:
    """1 over the component of V u along `across`, with the sign that a contradiction needs."""
    entries = {"V2": V2, "V3": V3, "V4": V4}[V]
    (a, b), (c, d) = VECTORS[u], VECTORS[across]
    image = [Fraction(r[0]) * Fraction(a) + Fraction(r[1]) * Fraction(b) for r in entries]
    return 1 / (Fraction(c) * image[0] + Fraction(d) * image[1])


VECTORS = {
    "e1": ("1", "0"),
    "e2": ("0", "1"),
    "-4/5*e1 + 3/5*e2": ("-4/5", "3/5"),
    "3/5*e1 + 4/5*e2": ("3/5", "4/5"),
    "-3/5*e1 + 4/5*e2": ("-3/5", "4/5"),
    "4/5*e1 + 3/5*e2": ("4/5", "3/5"),
    "-3/5*e1 - 4/5*e2": ("-3/5", "-4/5"),
    "4/5*e1 - 3/5*e2": ("4/5", "-3/5"),
}
OFF = [
    ("V2", "e1", "e2"),
    ("V2", "-4/5*e1 + 3/5*e2", "3/5*e1 + 4/5*e2"),
    ("V3", "-3/5*e1 + 4/5*e2", "4/5*e1 + 3/5*e2"),
    ("V3", "-3/5*e1 - 4/5*e2", "4/5*e1 - 3/5*e2"),
    ("V4", "e1", "e2"),
    ("V4", "e2", "e1"),
]
"""Tokens that are no eigenvectors, with a vector across each."""

PULL = {
    "pair": (2, ("1", "1", "11/5", "11/5")),
    "triple": (3, ("9/25", "9/25", "-1/3", "-1/3")),
    "square": (4, ("-4/5", "-4/5", "-4/5", "-4/5")),
}
"""s_i = nu_i x_i with nu_i != 0, group by group: no state is polygonal."""

COSINES = {
    "pair": {"AG": "-4/5"},
    "triple": {"AG": "-3/5", "AH": "-3/5", "GH": "-7/25"},
    "square": {"AB": "-1", "AG": "0", "AH": "0", "BG": "0", "BH": "0", "GH": "-1"},
}
"""Between different values; only those of the square at e1 and -e1, and at e2 and -e2, are opposite."""


def pulls(state: str) -> list[str]:
    """s_i = nu_i x_i in every group."""
    k, factors = PULL[state]
    return [
        f"forall i in {g}: V{k}(sum(j: w{k}({state}, i, j)*{state}[j])) == ({nu})*{state}[i]"
        for g, nu in zip("ABGH", factors, strict=True)
    ]


def cosines(state: str) -> list[str]:
    """The cosines between tokens of different values."""
    return [f"forall i in {g[0]}, j in {g[1]}: dot({state}[i], {state}[j]) == {c}" for g, c in COSINES[state].items()]


def rows(entries: tuple[tuple[str, str], ...], scale: str = "1") -> list[list[str]]:
    return [[f"({x})*{scale}" for x in row] for row in entries]


HERE: Part = {
    "tokens": dict.fromkeys("ABGH", 1),
    "dim": 2,
    "letters": {
        "alpha": "1/10",
        "e1": [1, 0],
        "e2": [0, 1],
        "L2": "log(2)",
        "L3": "log(3)",
        **{f"V{k}": rows(V) for k, V in ((2, V2), (3, V3), (4, V4))},
        "P2": rows(P2, "log(2)"),
        "P3": rows(P3, "log(2)"),
        "P4": rows(P4, "log(3)"),
    },
}
formal(
    "POW-R5",
    title="Clustering equilibria with two, three and four token values",
    sentence=(
        "The attention map has clustering equilibria with m distinct token values, for m = 2, 3 and 4, that"
        " are neither bipartite nor polygonal; in the example with m = 3 one of the values is an eigenvector"
        " of V and the other two are not, in those with m = 2 and m = 4 none is. (Existence, by exact examples"
        r" in the plane of $e_1$ and $e_2$, for four equal groups of any number of tokens: $s_i = \nu_ix_i$"
        r" with $\nu_i \ne 0$.)"
    ),
    source=Source(PAPER, "Remark 5", reconstructed=True),
    kind="equilibrium",
    statement=model(
        {"groups": ["A", "B", "G", "H"], "letters": ["alpha: number; e1, e2: vector; L2, L3: number"]},
        system(2),
        system(3),
        system(4),
        {
            "states": STATES,
            "given": [*FRAME, *SIZES, "exp(L2) == 2", "exp(L3) == 3", *MATRICES, "alpha > 0", "alpha <= 1"],
            "show": [
                *[f"fixed(map{k}, {state})" for state, (k, _) in PULL.items()],
                *[text for state in PULL for text in (*pulls(state), *cosines(state))],
                "V3(e1) == 9/5*e1",
                *[f"not (exists m in number: {V}({u}) == m*({u}))" for V, u, _ in OFF],
            ],
        },
    ),
    proof=[
        *[fixed(factors, USE) for _, factors in PULL.values()],
        *[
            proof
            for state in PULL
            for proof in (
                *[intro("t", leaf(use=USE)) for _ in pulls(state)],
                *[intro("s,t", leaf(use=USE)) for _ in cosines(state)],
            )
        ],
        leaf(use=USE),
        *[not_eigenvector(*entry) for entry in OFF],
    ],
    instance=HERE,
    twin=Variant(
        "twice the logits",
        {"P2(u) == L2*": "P2(u) == 2*L2*"},
        {**HERE, "letters": {**HERE["letters"], "P2": rows(P2, "2*log(2)")}},
    ),
)
