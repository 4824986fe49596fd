"""Lemma 9, proof: how many entries of the attention matrix at a clustering equilibrium differ.

Two logits u_a^T P u_b and u_c^T P u_d are the same linear function of P iff u_a u_b^T = u_c u_d^T; two inner products
decide that, whatever d is.
"""

from __future__ import annotations

from collections.abc import Iterator

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

_NUMBERS = Source(PAPER, "Lemma 9, proof", reconstructed=True)


@claim(
    "POW-L9.numbers.repaired",
    title="Counts of distinct numerators and denominators, generically",
    statement=(
        "For m distinct unit tokens no two of which are antipodal, and all P outside a set of measure zero, the"
        " numerators $e^{u_a^TPu_b}$ are $m^2$ different numbers, the m denominators differ, and each row has m"
        r" different terms: the logits $u_a^TPu_b$ are different linear functions of P, since $\|u_au_b^T -"
        r" u_cu_d^T\|^2 = 2 - 2(u_a^Tu_c)(u_b^Tu_d) > 0$. For symmetric P there are at most m(m+1)/2 different"
        " numerators. (The inequality is proved, POW-L9.numbers.repaired.logits.)" + missing(NULL_SETS)
    ),
    source=_NUMBERS,
    kind="identity",
    hypotheses=("-1 <= x_ac <= 1", "-1 <= x_bd <= 1"),
    instance={"x_ac": "1/2", "x_bd": "-1/3"},
    twin=Twin("antipodal tokens allowed", {"above": ">="}),
    expected=Verdict.ARGUED,
    rests_on=("POW-L9.numbers.repaired.logits",),
    repairs="POW-L9.numbers",
)
def generic_counts(above: str = ">") -> Iterator[Evidence]:
    """x_ac = u_a.u_c and x_bd = u_b.u_d, not both 1. Denominators: at P = t u_a u_a^T only row a grows like e^t."""
    scope = "all m, all d >= 2, all cluster sizes, distinct unit tokens without antipodal pairs"
    x, y, s1, s2 = sp.symbols("x_ac x_bd s_1 s_2", real=True)
    first = np.outer([1, 0], [1, 0]) - np.outer([x, s1], [y, s2])
    P = np.array([[sp.Symbol("P_00"), sp.Symbol("P_01")], [sp.Symbol("P_01"), sp.Symbol("P_11")]], dtype=object)
    u, v = (np.array(sp.symbols(f"{name}_1 {name}_2", real=True), dtype=object) for name in "uv")
    inside = [sp.Rel(x, -1, above), sp.Rel(y, -1, above)]
    yield conjunction(
        {
            "distance of u_a u_b^T and u_c u_d^T": decide.identity(
                {"squared": (sum(entry**2 for entry in first.flat), 2 - 2 * x * y)},
                relations=[(s1**2, 1 - x**2), (s2**2, 1 - y**2)],
                scope=scope,
            ),
            "positive if u_a, u_c differ": decide.inequality(1 - x * y > 0, [x < 1, y <= 1, *inside], scope=scope),
            "positive if u_b, u_d differ": decide.inequality(1 - x * y > 0, [x <= 1, y < 1, *inside], scope=scope),
            "symmetric P": decide.identity({"u.P v = v.P u": (u @ P @ v, v @ P @ u)}, scope=scope),
        },
        scope=scope,
    )
