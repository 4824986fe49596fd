"""Section 2.1.1 and D.4.1: bipartite equilibria of the multi-head map, when they exist and that they can be stable.

At p tokens +v and q tokens -v, head h gives token i of group 1 the mean gamma_1^h v, so y_1 = v + alpha sum_h
gamma_1^h V_h v and likewise for group 2. v need not be an eigenvector of F = sum_h V_h.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.examples import as_example
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.multi_head import multi_head_example
from proofs_checks.power_method.multi_head import multi_head_setting as heads
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Sections 2.1.1 and 3.1, D.4.1, Discussion")
SIZES = ("alpha > 0", "integer(p)", "p >= 1", "integer(q)", "q >= 1")
INSTANCE = {"alpha": "1/4", "p": 2, "q": 3}
ALL = f"all p, q >= 1, {heads.EVERY}, every unit vector v"
LAYOUT = (*multi_head_example.STATE, *multi_head_example.LAYOUT)


def condition(second: int = 1) -> Evidence:
    """y at p tokens e_1 and q tokens -e_1 for two arbitrary heads, a_h = log g_h. Twin: gamma_1 for group 2 as well."""
    s, v = symbols(), heads.unit(0)
    g = sp.symbols("g_1 g_2", positive=True)
    V, P = heads.value_matrices(), heads.logit_matrices()
    P[:, 0, 0] = [sp.log(value) for value in g]
    tokens, counts = np.stack([v, -v]), np.array([s.p, s.q], dtype=object)
    y = heads.attention(P, V)(tokens, counts)
    gammas = [st.states.GroupWeights(s.p, s.q, value**2).gammas for value in g]
    groups = [(1, 0), (-1, second)]
    found = decide.identity(
        {
            f"y of group {i + 1}": (
                sp.Matrix(y[i]),
                sp.Matrix(side * (v + s.alpha * sum(gammas[h][which] * V[h][:, 0] for h in range(2)))),
            )
            for i, (side, which) in enumerate(groups)
        },
        given=[s.alpha > 0, s.p >= 1, s.q >= 1],
        scope=ALL,
    )
    return cs.at_sizes(found, {"alpha": 1})


def equal_logits(numerator: int = 2) -> Evidence:
    """Fv = lambda v: s_i = nu x_i is sum_h (gamma^h - nu/lambda) V_h v = 0; gamma increases strictly with E.

    Independent ranges make every term zero, so the active heads have equal gammas and equal E. For lambda = 0 they make
    every V_h v zero: no head is active and s_i = 0.
    """
    s = symbols()
    E_1, E_2 = sp.symbols("E_1 E_2", positive=True)
    gamma_1, gamma_2, nu, common = sp.symbols("gamma_1 gamma_2 nu gamma", real=True)
    lambda_k = sp.Symbol("lambda_k", nonzero=True, real=True)
    u_1, u_2 = sp.symbols("u_1 u_2", real=True)
    whole = u_1 + u_2
    (first, other), (first_2, other_2) = (st.states.GroupWeights(s.p, s.q, E).gammas for E in (E_1, E_2))
    pairs = {
        "condition, component by component of V_1 v and V_2 v": (
            gamma_1 * u_1 + gamma_2 * u_2 - nu / lambda_k * whole,
            (gamma_1 - nu / lambda_k) * u_1 + (gamma_2 - nu / lambda_k) * u_2,
        ),
        "equal gammas suffice": (common * u_1 + common * u_2, common * whole),
        "gamma_1 increases with E": (
            first_2 - first,
            numerator * s.p * s.q * (E_2 - E_1) / ((s.p * E_1 + s.q) * (s.p * E_2 + s.q)),
        ),
        "gamma_2 increases with E": (
            other_2 - other,
            numerator * s.p * s.q * (E_2 - E_1) / ((s.q * E_1 + s.p) * (s.q * E_2 + s.p)),
        ),
    }
    found = decide.identity(pairs, given=[s.p >= 1, s.q >= 1], scope=ALL)
    return cs.at_sizes(found, {"alpha": 1, "p": 1, "q": 1})


@claim(
    "POW-2.1.nobip",
    title="No stable bipartite equilibrium in the standard multi-head layout",
    statement=(
        r"With H = 2 heads in the standard layout, $\mathrm{rank}\,V_h \le d/H$ and $F = \sum_hV_h$ symmetric and"
        r" nonsingular, no bipartite equilibrium $\pm v$ on an eigenvector of F is locally asymptotically stable."
    ),
    reading="R2: none with the standard layout",
    source=SOURCE,
    kind="stability",
    hypotheses=LAYOUT,
    instance=multi_head_example.INSTANCE,
    twin=Twin("repulsion, P_1 = -log(3) M_1: an equilibrium that is not stable", {"attraction": -1}),
    expected=Verdict.ARGUED_FALSE,
)
def standard_layout(attraction: int = 1) -> Iterator[Evidence]:
    yield multi_head_example.stable_equilibrium(1, LAYOUT, attraction)
    yield multi_head_example.differentiated(attraction)


@claim(
    "POW-2.1.nobip.R1",
    title="No stable bipartite equilibrium with two or more heads",
    statement=(
        r"With two or more heads whose layer matrix F is symmetric no bipartite equilibrium $\pm v$ of the multi-head"
        " map on an eigenvector v of F is asymptotically stable."
    ),
    reading="R1: existence, any heads; refuted with two tokens per pole",
    source=SOURCE,
    kind="stability",
    hypotheses=multi_head_example.STATE,
    instance=multi_head_example.INSTANCE,
    twin=Twin("repulsion, P_1 = -log(3) M_1: an equilibrium that is not stable", {"attraction": -1}),
    expected=Verdict.ARGUED_FALSE,
    no_repair="POW-2.1.nobip.repaired says when such equilibria exist, for both readings",
)
def any_heads(attraction: int = 1) -> Iterator[Evidence]:
    yield multi_head_example.stable_equilibrium(2, multi_head_example.STATE, attraction)


@claim(
    "POW-2.1.nobip.repaired",
    title="Why bipartite equilibria of the multi-head map are exceptional",
    statement=(
        r"Let $Fv = \lambda v$ and let the ranges of the $V_h$ be independent (the standard layout with F"
        r" nonsingular). The state of p tokens at v and q at -v satisfies $s_i = \nu_ix_i$ iff all active heads,"
        r" $V_hv \neq 0$, have the same $a_h = v^TP_hv$: as many equations as active heads, less one. (Then it is an"
        r" equilibrium iff $1 + \alpha\lambda\gamma_i > 0$, stable or not.)"
    ),
    source=SOURCE,
    kind="equilibrium",
    hypotheses=SIZES,
    instance=INSTANCE,
    twin=Twin("gamma with half the derivative in E", {"numerator": 1}),
    expected=Verdict.ARGUED,
    repairs="POW-2.1.nobip",
)
def equal_logits_of_active_heads(numerator: int = 2) -> Iterator[Evidence]:
    parts = {"y of both groups": condition(), "equal gammas, equal a_h": equal_logits(numerator)}
    yield conjunction(parts, scope=ALL)


@claim(
    "POW-D4.1.bip",
    title="Multi-head bipartite points are never stable",
    statement=(
        "No bipartite equilibrium of the multi-head map with H = 2 heads is locally asymptotically stable (the"
        " paper leaves their status open and reports no evidence of stable ones)."
    ),
    reading="no stable ones, taken as an assertion of non-existence in the standard layout",
    source=Source(PAPER, "D.4.1"),
    kind="stability",
    hypotheses=LAYOUT,
    instance=multi_head_example.INSTANCE,
    twin=Twin("repulsion, P_1 = -log(3) M_1: an equilibrium that is not stable", {"attraction": -1}),
    expected=Verdict.ARGUED_FALSE,
)
def never_stable(attraction: int = 1) -> Iterator[Evidence]:
    yield multi_head_example.stable_equilibrium(2, LAYOUT, attraction)


@claim(
    "POW-D4.1.bip.repaired",
    title="Condition for a multi-head bipartite equilibrium",
    statement=(
        "For any unit vector v, p tokens at v and q at -v are an equilibrium of the multi-head map iff $v +"
        r" \alpha\sum_h\gamma_i^hV_hv$ is a positive multiple of v for i = 1, 2, with $\gamma_i^h$ the imbalance for"
        " $a_h = v^TP_hv$. Asymptotically stable ones exist (POW-N7.heads gives their spectrum, POW-2.1.nobip an"
        " example), and by the implicit function theorem for all heads near those of the example, as two clusters"
        r" near $\pm v$."
    ),
    source=Source(PAPER, "D.4.1"),
    kind="equilibrium",
    hypotheses=SIZES,
    instance=INSTANCE,
    twin=Twin("gamma_1 for both groups", {"second": 0}),
    expected=Verdict.ARGUED,
    repairs="POW-D4.1.bip",
    rests_on=("POW-N7.heads",),
)
def equilibrium_condition(second: int = 1) -> Iterator[Evidence]:
    # A witness against "there is none" is the example that shows there is one.
    exists = as_example(multi_head_example.stable_equilibrium(1, LAYOUT))
    parts = {"condition": condition(second), "a stable example": exists}
    yield conjunction(parts, scope=f"{ALL}; existence of a stable one")
