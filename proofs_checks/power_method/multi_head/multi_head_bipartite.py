"""Section 2.1.1 and D.4.1: bipartite equilibria of the multi-head map, when they exist and that they can be stable.

At p tokens +v and q tokens -v, head h gives token i of group 1 the mean gamma_1^h v, so y_1 = v + alpha sum_h
gamma_1^h V_h v and likewise for group 2. v need not be an eigenvector of F = sum_h V_h.
"""

from __future__ import annotations

from collections.abc import Iterator

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.multi_head import multi_head_example
from proofs_checks.power_method.multi_head import multi_head_setting as heads
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Sections 2.1.1 and 3.1, D.4.1, Discussion")
ALL = f"all p, q >= 1, {heads.EVERY}, every unit vector v"
LAYOUT = (*multi_head_example.STATE, *multi_head_example.LAYOUT)


@illustration(
    "POW-2.1.nobip",
    title="No stable bipartite equilibrium in the standard multi-head layout",
    statement=(
        r"With H = 2 heads in the standard layout, $\mathrm{rank}\,V_h \le d/H$ and $F = \sum_hV_h$ symmetric and"
        r" nonsingular, no bipartite equilibrium $\pm v$ on an eigenvector of F is locally asymptotically stable."
    ),
    reading="R2: none with the standard layout",
    source=SOURCE,
    kind="stability",
)
def standard_layout(attraction: int = 1) -> Iterator[Evidence]:
    yield multi_head_example.stable_equilibrium(1, LAYOUT, attraction)
    yield multi_head_example.differentiated(attraction)


@illustration(
    "POW-2.1.nobip.R1",
    title="No stable bipartite equilibrium with two or more heads",
    statement=(
        r"With two or more heads whose layer matrix F is symmetric no bipartite equilibrium $\pm v$ of the multi-head"
        " map on an eigenvector v of F is asymptotically stable."
    ),
    reading="R1: existence, any heads; refuted with two tokens per pole",
    source=SOURCE,
    kind="stability",
    no_repair="POW-2.1.nobip.repaired says when such equilibria exist, for both readings",
)
def any_heads(attraction: int = 1) -> Iterator[Evidence]:
    yield multi_head_example.stable_equilibrium(2, multi_head_example.STATE, attraction)


@illustration(
    "POW-D4.1.bip",
    title="Multi-head bipartite points are never stable",
    statement=(
        "No bipartite equilibrium of the multi-head map with H = 2 heads is locally asymptotically stable (the"
        " paper leaves their status open and reports no evidence of stable ones)."
    ),
    reading="no stable ones, taken as an assertion of non-existence in the standard layout",
    source=Source(PAPER, "D.4.1"),
    kind="stability",
)
def never_stable(attraction: int = 1) -> Iterator[Evidence]:
    yield multi_head_example.stable_equilibrium(2, LAYOUT, attraction)
