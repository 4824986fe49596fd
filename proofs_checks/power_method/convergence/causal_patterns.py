"""Causal attention at every sign pattern on one eigenvector.

The Jacobian is block lower triangular (see `causal`). The own block of token i is that of a moved token in a state with
p tokens of its sign and q of the other, p + q = i, under full attention among these i tokens; `derivations` takes it
from the definition with symbolic p, q and a generic P.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.convergence.causal import EVERY, trial
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")


@illustration(
    "POW-N10",
    title="Sign patterns under causal attention",
    statement=(
        r"Causal attention, V symmetric, $\lambda_1 > 0$, $x_i = \varepsilon_iv_1$, $E = e^{2a}$, $a = v_1^TPv_1$, and"
        r" $n_i^\pm$ the numbers of $j \le i$ with $\varepsilon_j = \pm\varepsilon_i$. The tangent eigenvalues are $(1"
        r" + \alpha\lambda_jA_{ii})/(1 + \alpha\lambda_1\gamma_i)$ with $A_{ii} = E/(n_i^+E + n_i^-)$, $\gamma_i ="
        r" (n_i^+E - n_i^-)/(n_i^+E + n_i^-)$. For $\alpha < 1/\rho(V)$ they lie in the open unit disc iff"
        r" $\lambda_j/\lambda_1 < n_i^+ - n_i^-/E$ for all i and $j \ne 1$ (the largest $\lambda_j$, j = 2, decides)."
        r" All $2^N$ patterns are stable if $(N-1)/E < 1 - \lambda_2/\lambda_1$."
    ),
    source=Source(PAPER, "Section 2.1.1 (extension)"),
    kind="spectrum",
    role="extension",
)
def sign_patterns(sign: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """p = n_i^+, q = n_i^-, g = e^a."""
    s = symbols()
    scope = EVERY + ", all sign patterns and all a; an eigenvalue 1 is counted as not inside the disc"
    # q >= 0: a token may have no opposite one before it.
    q = sp.Symbol("q", nonnegative=True, integer=True)
    token = st.linearisation.CausalToken(s.p, q, s.g**2)
    own = sp.Matrix(derivations.attention_bipartite().own[0]).subs(s.q, q)
    c = token.factor(s.lambda_1, s.alpha)
    own = own.subs(s.lambda_k, s.lambda_1)
    total = s.p * s.g**2 + q
    threshold = s.p - sign * q / s.g**2
    weight, gamma, size, u, ratio = sp.symbols("A_ii gamma_i size u ratio", real=True)
    bounded = [s.alpha * s.lambda_1 < 1, s.lambda_1 > 0, s.alpha * s.lambda_j < 1, -s.alpha * s.lambda_j < 1]
    given = [
        generic.positive(s.alpha), *bounded, s.lambda_j < s.lambda_1, generic.positive(s.g), generic.at_least(s.p, 1),
        generic.at_least(q, 0),
    ]  # fmt: skip
    yield conjunction(
        {
            "the block of token i": decide.identity(
                {
                    "along v_j": (own[1, 1], token.eigenvalue(s.lambda_j, s.lambda_1, s.alpha)),
                    "no radial part": (own[0, 1], sp.Integer(0)),
                },
                scope=scope,
            ),
            "c_i - (1 + alpha lambda_j A_ii) = alpha A_ii (lambda_1 threshold - lambda_j)": decide.identity(
                {
                    "slack": (
                        c - 1 - s.alpha * s.lambda_j * token.own_weight,
                        s.alpha * token.own_weight * (s.lambda_1 * threshold - s.lambda_j),
                    )
                },
                given=given,
                scope=scope,
            ),
            "0 < A_ii": positive_by(
                token.own_weight, lambda g, D: g**2 / D, positive={"g": s.g, "D": total}, scope=scope
            ),
            "A_ii <= 1": positive_by(
                1 - token.own_weight,
                lambda g, D, h, q: (h * g**2 + q) / D,
                positive={"g": s.g, "D": total},
                nonnegative={"h": s.p - 1, "q": q},
                strict=False,
                scope=scope,
            ),
            "their denominator is positive": decide.inequality(
                generic.positive(total), [generic.positive(s.g), generic.at_least(q, 0)], scope=scope
            ),
            "-1 <= gamma_i <= 1": decide.identity(
                {
                    "1 - gamma": (1 - token.gamma, 2 * q / (s.p * s.g**2 + q)),
                    "1 + gamma": (1 + token.gamma, 2 * s.p * s.g**2 / (s.p * s.g**2 + q)),
                },
                scope=scope,
            ),
            "c_i > 0, and the eigenvalue is positive": decide.inequality(
                [1 + s.alpha * s.lambda_1 * gamma > 0, 1 + s.alpha * s.lambda_j * weight > 0],
                [*bounded, gamma >= -1, gamma <= 1, weight > 0, weight <= 1],
                scope=scope,
            ),
            "all patterns: p - q/E > ratio for p >= 1, q <= size - 1": decide.inequality(
                s.p - q * u > ratio,
                [u > 0, generic.at_least(s.p, 1), q <= size - 1, (size - 1) * u < 1 - ratio],
                scope=scope,
            ),
        },
        scope=scope,
    )
    yield decide.exact_instances(
        lambda rng: trial(rng, mixed=True),
        scope="random sign patterns, V, P, E, N = 2..6, d = 2..4: the whole characteristic polynomial",
        method="FLINT: exact characteristic polynomials",
        examples=6,
        seed=seed,
    )
