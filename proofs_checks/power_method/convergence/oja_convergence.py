"""Lemma 7 and Remark 4: what the energy implies for the trajectories of the Oja map, and which limits they have.

F is bounded by |V| N/2 and grows by kappa sum |t_i|^2 at least in each step (POW-L7.bound), so the sum over all steps
is finite and t_i -> 0; by continuity every limit point satisfies Pi_i s = 0. The limit is a single point:
POW-L7.conv.R2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import examples, generic
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja import polygonal_setting as setting
from proofs_checks.power_method.oja.polygonal_stability import SHORT_STEP
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

LEMMA = Source(PAPER, "Lemma 7", reconstructed=True)
SCOPE = "all N >= 1, all d >= 2, every symmetric V, 0 < alpha < 1/(2|V|), every initial state"


@illustration(
    "POW-L7.conv",
    title="Trajectories of the Oja map converge to the set of equilibria",
    statement=(
        r"For symmetric V and $\alpha < 1/(2\|V\|)$ every trajectory of the Oja map satisfies $\sum_t\sum_i\|t_i\|^2"
        r" \le N\|V\|/(\alpha(1 - 2\alpha\|V\|)) < \infty$; hence $t_i = \Pi_is \to 0$, every limit point is"
        r" an equilibrium with $\Pi_is = 0$ for all i, and the distance of the states from the set of these equilibria"
        " tends to zero."
    ),
    reading="R1: convergence to the set of equilibria",
    source=LEMMA,
    kind="convergence",
)
def to_the_set(times: str = "1") -> Iterator[Evidence]:
    """A, B : the energies at the start and later; S : sum of |t_i|^2 in between; K = alpha (1 - 2 alpha v)."""
    s = symbols()
    v = sp.Symbol("v", positive=True)
    A, B, F, S, K, step, M = sp.symbols("A B F S K step M", real=True)
    top = v * s.N / 2
    given = [generic.positive(s.alpha), generic.positive(v), 2 * s.alpha * v < 1, generic.at_least(s.N, 1)]
    yield conjunction(
        {
            "K = alpha (1 - 2 alpha |V|) > 0": decide.inequality(
                s.alpha * (1 - 2 * s.alpha * v) > 0, given, scope=SCOPE
            ),
            "|m|^2 = M <= N^2 bounds |F| = |m.V m|/(2N) by |V| N/2": decide.inequality(
                v * M / (2 * s.N) <= top, [M <= s.N**2, generic.at_least(s.N, 1)], scope=SCOPE
            ),
            "one more step: B - A >= K S and F - B >= K step give F - A >= K (S + step)": decide.inequality(
                K * (S + step) <= F - A, [B - A >= K * S, K * step <= F - B], scope=SCOPE
            ),
            "so K S <= F - A <= |V| N": decide.inequality(
                sp.Rational(times) * v * s.N >= K * S, [*given, K > 0, B - A >= K * S, top >= B, top >= -A], scope=SCOPE
            ),
        },
        scope=SCOPE,
    )


_STATE = ("alpha > 0", *setting.ASSUMPTION_1, *setting.TOKENS, *SHORT_STEP)


def antipodal_basin(diagonal: tuple[int, int]) -> Evidence:
    """The state (u, -u) with V = diag, u = (4/5, 3/5): all states near it converge to antipodal pairs near it."""
    X = st.antipodal(setting.frame()[0], 1).expand()
    values = {
        "alpha": "1/8",
        **setting.spectral_data(diagonal),
        "X": setting.exact(X),
        "u": list(setting.U),
        "w": list(setting.W),
    }
    return decide.refutation(
        values,
        [
            "ones(2)@X == 0", "X[0] == u", "rank([u, V@u]) == 2", "dot(w, V@w) < 0",
            "alpha**2*trace(V@V) < 1",
        ],
        hypotheses=[*_STATE, *setting.unit_rows(2), "dot(u, w) == 0", "dot(w, w) == 1"],
        scope="N = 2, d = 2, V = diag(1, -1), alpha = 1/8, all states near (u, -u)",
        method=(
            "exact pair; by POW-N6.antipodal the distance to the antipodal pairs contracts and the line of u turns by a"
            " multiple of its square, so an open set of states converges to antipodal pairs off the eigenvectors"
        ),
    )  # fmt: skip


@illustration(
    "POW-L7.lim",
    title="Generic limits are consensus or bipartite points",
    statement=(
        r"Under Assumption 1 and $\alpha < 1/(2\|V\|)$ almost all trajectories of the Oja map converge to a consensus"
        " or a bipartite point."
    ),
    reading="R2: generic limits; refuted already of the limit points",
    source=Source(PAPER, "Lemma 7, end of the proof"),
    kind="equilibrium",
    no_repair="POW-T2.ae.repaired says for which N and V generic limits are the principal consensus",
)
def generic_limits(diagonal: tuple[int, int] = (1, -1)) -> Iterator[Evidence]:
    yield antipodal_basin(diagonal)


@illustration(
    "POW-R4",
    title="The bound of Lemma 7 is sufficient, not necessary",
    statement=(
        r"W decreases at every step that moves a token and has no $y_i = 0$, whenever $\alpha\max(0, -\lambda_d) < 1$,"
        r" which allows $\alpha > 1/(2\|V\|)$, for instance $\lambda_1 = 1$, $\lambda_d = -1$, $\alpha = 3/4$ (and"
        r" every $\alpha > 0$ if $V \succ 0$). For $\lambda_1 > 0$ simple, the condition $\alpha < 2/(|\lambda_d| -"
        r" \lambda_1)$ of Lemma 4 is needed for the asymptotic stability of the consensus on $v_1$ exactly when"
        r" $|\lambda_d| > \lambda_1$."
    ),
    source=Source(PAPER, "Remark 4"),
    kind="step-size bound",
)
def sufficient_only(alpha: str = "3/4") -> Iterator[Evidence]:
    values: dict[str, Any] = {"alpha": alpha, "lambda_1": 1, "lambda_d": -1, "N": 3}
    relations = ["2*alpha*Max(lambda_1, Abs(lambda_d)) >= 1", "alpha*Max(0, -lambda_d) < 1"]
    scope = "alpha = 3/4, lambda_1 = 1, lambda_d = -1: above the bound of Lemma 7, below that of POW-N4"
    yield examples.example(values, relations, scope=scope, method="referee: exact example")
