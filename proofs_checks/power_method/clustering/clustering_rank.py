"""Lemma 9 at clustering equilibria: the rank of the attention matrix.

With m distinct tokens u_a, n_a copies each, A is block-constant, and its blocks are E_ab/sum_c n_c E_ac with E_ab =
exp(u_a^T P u_b): positive row and column scalings of E, so A has the rank of the m x m matrix E. The exact
equilibria: two clusters (POW-L8.exist), and the square +-e_1, +-e_2 for V = [[1, 1], [1, -1]], P = -log 3 V, equal
cluster sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.missing import missing
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.missing import NULL_SETS
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

# U: the m distinct tokens, A: the total weights between clusters of equal size, E: the exponentials of the logits.
EQUILIBRIUM = (
    "alpha > 0",
    "transpose(V) == V",
    "det(V) != 0",
    "rows(U) >= 2",
    "trace(U@transpose(U)) == rows(U)",
    "E > 0",
    "A > 0",
    "A@ones(rows(U)) == 1",
    "A@U@transpose(V) == diag(nu)@U",
    "alpha*nu > -1",
)
PAIR: dict[str, Any] = {
    "alpha": "1/10",
    "V": [["104/35", "-33/35"], ["-33/35", "66/35"]],
    "U": [[1, 0], ["-4/5", "3/5"]],
    "E": [[8, 4], [1, 4]],
    "A": [["2/3", "1/3"], ["1/5", "4/5"]],
    "nu": [1, "11/5"],
}
_SQUARE: dict[str, Any] = {
    "alpha": "1/10",
    "V": [[1, 1], [1, -1]],
    "U": [[1, 0], [-1, 0], [0, 1], [0, -1]],
    "E": [["1/3", 3, "1/3", 3], [3, "1/3", 3, "1/3"], ["1/3", 3, 3, "1/3"], [3, "1/3", "1/3", 3]],
    "A": [
        ["1/20", "9/20", "1/20", "9/20"],
        ["9/20", "1/20", "9/20", "1/20"],
        ["1/20", "9/20", "9/20", "1/20"],
        ["9/20", "1/20", "1/20", "9/20"],
    ],
    "nu": ["-4/5", "-4/5", "-4/5", "-4/5"],
}
STATES = {"pair": PAIR, "square": _SQUARE}


def at_equilibrium(state: str, violates: list[str], what: str) -> Evidence:
    """A refutation at an exact clustering equilibrium, its tokens pairwise different and of length 1."""
    values = STATES[state]
    m = len(values["U"])
    details = [f"dot(U[{a}], U[{a}]) == 1" for a in range(m)]
    details += [f"U[{a}] != U[{b}]" for a, b in combinations(range(m), 2)]
    details += [f"A[{a}][{b}]*dot(E[{a}], ones({m})) == E[{a}][{b}]" for a, b in product(range(m), range(m))]
    if state == "square":  # P = -log(3) V
        details += [f"E[{a}][{b}] == 3**(-dot(U[{a}], V@U[{b}]))" for a, b in product(range(m), range(m))]
    return decide.refutation(
        values,
        violates,
        hypotheses=[*EQUILIBRIUM, *details],
        scope=f"the {state} of clusters, equal sizes, d = 2",
        method=f"referee: {what}",
    )


@claim(
    "POW-L9.clust",
    title="Rank of the attention matrix at an m-clustering state, generically",
    statement=(
        "At a state with m distinct tokens the attention matrix has rank at most m, and for fixed tokens rank m for"
        " all P outside a closed set of measure zero: it has the rank of $E = (e^{u_a^TPu_b})$, whose determinant is"
        " analytic in P and not zero at $P = tI$ with t large, where E is diagonally dominant up to row scaling."
        " (Used: the theorem of Levy and Desplanques, and that the zeros of a non-zero analytic function form a null"
        " set.)" + missing(NULL_SETS)
    ),
    reading="R2: generically",
    source=Source(PAPER, "Lemma 9"),
    kind="rank",
    hypotheses=("integer(m)", "m >= 2", "gap > 0", "gap <= 4"),
    instance={"m": 4, "gap": 2},
    twin=Twin("P = -t I", {"sign": -1}),
    expected=Verdict.ARGUED,
)
def generic_rank(sign: int = 1) -> Iterator[Evidence]:
    """gap : |u_a - u_b|^2 of two different tokens. off : an off-diagonal entry after scaling, e^(t (u_a.u_b - 1))."""
    scope = "all m >= 1, all cluster sizes, all d >= 2, all distinct unit tokens"
    m, gap = sp.Symbol("m", integer=True, positive=True), sp.Symbol("gap", real=True)
    c, sn = sp.symbols("x_1 x_2", real=True)
    off = sp.Symbol("off", positive=True)
    given = [m >= 2, gap > 0, gap <= 4]
    yield conjunction(
        {
            "A is E with positively scaled rows and columns": decide.identity(_scaling(), scope=scope),
            "1 - u.v = |u - v|^2 / 2": decide.identity(
                {"in the plane of u and v": (1 - c, ((1 - c) ** 2 + sn**2) / 2)},
                relations=[(c**2, 1 - sn**2)],
                scope=scope,
            ),
            "so the exponents t (u.v - 1) of the off-diagonal entries tend to minus infinity": decide.inequality(
                sign * gap / 2 > 0, given, scope=scope
            ),
            "and the rows are dominated by their diagonal": decide.inequality(
                1 - (m - 1) * off > 0, [*given, m * off < 1], scope=scope
            ),
        },
        scope=scope,
    )


def _scaling() -> dict[str, tuple[Any, Any]]:
    """Weights of representatives against E_ab n_b / Z_a; three representatives show every entry pattern."""
    n = np.array(sp.symbols("n_1 n_2 n_3", positive=True), dtype=object)
    E = np.array([sp.symbols(f"E_{a}1 E_{a}2 E_{a}3", positive=True) for a in range(3)], dtype=object)
    rows = np.diag([1 / (row @ n) for row in E])
    return {"A = D E C": (sp.Matrix(st.normalise_rows(E, counts=n)), sp.Matrix(rows @ E @ np.diag(n)))}


@illustration(
    "POW-L9.clust.R1",
    title="Rank of the attention matrix at an m-clustering equilibrium, always",
    statement="At every clustering equilibrium of the attention map with m distinct tokens its matrix A has rank m.",
    reading="R1: always",
    source=Source(PAPER, "Lemma 9"),
    kind="rank",
)
def always_full(state: str = "square") -> Iterator[Evidence]:
    yield at_equilibrium(state, ["rank(A) < rows(U)", "rank(E) == rank(A)"], "exact rank")
