"""Supplement D.3, Remarks 5 and 6: clustering equilibria, their number of values, and what one or two values allow.

An equilibrium satisfies s_i = V sum_j A_ij x_j = nu_i x_i with 1 + alpha nu_i > 0; it is a clustering equilibrium
with m clusters when the tokens take m different values. Universal steps use coordinates whose first axis is a token
and whose second is any further direction, with tokens of one cluster as one representative of symbolic multiplicity;
so they hold for all N and d, and V need not be symmetric.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.examples import example
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.attention import bipartite_setting
from attnverify.proofs_checks.power_method.clustering import cluster_examples
from attnverify.proofs_checks.power_method.missing import IMPLICIT
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("alpha > 0", "integer(N)", "N >= 2", "integer(d)", "d >= 2")
INSTANCE = {"alpha": "1/10", "N": 3, "d": 2}
EXACT = "exact attention weights and residuals"


_NEVER = (
    r"If an equilibrium of the attention map has $p \ge 1$ tokens at u and $q \ge 1$ at -u, then u is an eigenvector"
    r" of V (bipartite) or p = q, $u^TPu = 0$ and $\sum_jA_{ij}x_j = 0$ (polygonal)"
)
_ANTIPODAL = "all p, q >= 1, all d >= 2, every V and P, all alpha > 0, every unit vector u"


@claim(
    "POW-R6.two",
    title="Two-value clustering equilibria are typically not antipodal",
    statement=(
        _NEVER + r". Other two-value equilibria, with values that are not antipodal, exist, and persist under all small"
        r" changes of V, P and $\alpha$: at the exact example $\det(I - J) \neq 0$ (implicit function theorem)."
        " (Proved: the antipodal ones, POW-R6.two.R1, and the exact example, POW-R5; what remains: small changes.)"
        + missing(IMPLICIT)
    ),
    reading="typically: no others are antipodal, and those that are not occur on an open set of (V, P)",
    source=Source(PAPER, "Remark 6", reconstructed=True),
    kind="equilibrium",
    hypotheses=("alpha > 0", "integer(p)", "p >= 1", "integer(q)", "q >= 1"),
    instance={"alpha": "1/10", "p": 2, "q": 3},
    twin=Twin("the imbalance gamma_1 for both groups", {"second": 0}),
    expected=Verdict.ARGUED,
    rests_on=("POW-R5", "POW-R6.two.R1"),
)
def two_values(second: int = 1) -> Iterator[Evidence]:
    m = len(cluster_examples.TWO.tokens)
    jacobian = st.states.cluster_jacobian(*_two_cluster())
    values = cluster_examples.TWO.values() | {"J": with_logarithm(jacobian.reduced, 2)}
    scope = f"{_ANTIPODAL}; existence for one (V, P)"
    yield conjunction(
        {
            "antipodal values": _antipodal_values(second),
            "an isolated example that is not antipodal": example(
                values,
                [*cluster_examples.equilibrium(m), "dot(X[0], X[1]) > -1", "det(identity(2) - J) > 0"],
                scope=scope,
                method=EXACT,
            ),
        },
        scope=scope,
    )


def _antipodal_values(second: int) -> Evidence:
    """u = e_1, any direction b across: gamma_i V_b1 = 0 for both groups; both gammas vanish only for E = 1, p = q."""
    s = symbols()
    E, gammas = s.g**2, bipartite_setting.weights().gammas
    V = np.array([[sp.Symbol(f"V_{a}{b}", real=True) for b in "1b"] for a in "1b"])
    P = bipartite_setting.logit_matrix(sp.log(s.g), 2)
    X, n = np.array([[1, 0], [-1, 0]], dtype=object), np.array([s.p, s.q], dtype=object)
    A = st.attention_weights(X, P, counts=n)
    y = st.attention_step(X, A, V, s.alpha)
    zero_1, zero_2 = s.p * E - s.q, s.q * E - s.p
    given = [s.alpha > 0, s.p >= 1, s.q >= 1, s.g > 0]
    across: Mapping[str, Any] = {
        "y_1 across u": (y[0, 1], s.alpha * gammas[0] * V[1, 0]),
        "y_2 across u": (y[1, 1], -s.alpha * gammas[second] * V[1, 0]),
        "mean of group 1": ((A @ X)[0, 0], gammas[0]),
        "mean of group 2": ((A @ X)[1, 0], -gammas[1]),
        "gamma_1 = 0 means p E = q": (gammas[0] * (s.p * E + s.q), zero_1),
        "gamma_2 = 0 means q E = p": (gammas[1] * (s.q * E + s.p), zero_2),
        "both give (E - 1)(E + 1) p = 0": (E * zero_1 + zero_2, s.p * (E - 1) * (E + 1)),
        "then p = q": (zero_1.subs(s.g, 1), s.p - s.q),
    }
    return decide.identity(across, given=given, scope=_ANTIPODAL)


def _two_cluster() -> tuple[Any, ...]:
    """The arguments of `st.states.cluster_jacobian` for the example with two clusters, log 2 as a SymPy number."""
    two = cluster_examples.TWO
    state, V, A = two.state(), cluster_examples.fractions(two.V), two.weights()
    P = np.vectorize(lambda entry: sp.Rational(entry.numerator, entry.denominator) * sp.log(2), otypes=[object])(
        cluster_examples.fractions(two.M)
    )
    rational = np.vectorize(lambda entry: sp.Rational(entry.numerator, entry.denominator), otypes=[object])
    nu = rational(st.states.cluster_scalars(state, A, V))
    symbolic = st.State(rational(state.tokens), rational(state.counts))
    return symbolic, rational(A), P, rational(V), sp.Rational(two.alpha), nu


def with_logarithm(matrix: Any, base: int) -> list[list[str]]:
    """A matrix whose entries are rational combinations of 1 and log(base), as texts."""
    return [[str(sp.expand(entry)) for entry in row] for row in matrix]
