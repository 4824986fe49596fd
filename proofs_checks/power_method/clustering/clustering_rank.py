"""Lemma 9 at clustering equilibria: the rank of the attention matrix.

With m distinct tokens u_a, n_a copies each, A is block-constant, and its blocks are E_ab/sum_c n_c E_ac with E_ab =
exp(u_a^T P u_b): positive row and column scalings of E, so A has the rank of the m x m matrix E. The exact
equilibria: two clusters (POW-L8.exist), and the square +-e_1, +-e_2 for V = [[1, 1], [1, -1]], P = -log 3 V, equal
cluster sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.missing import NULL_SETS
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")


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
    role="reading",
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
    return {"A = D E C": (sp.Matrix(st.models.normalise_rows(E, counts=n)), sp.Matrix(rows @ E @ np.diag(n)))}
