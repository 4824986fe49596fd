"""Full attention with a symmetric value matrix: contraction of the largest tangent for every P, and where it ends.

Let U_h v = lam_h v in every head, U_h symmetric, rho_h the largest modulus of its other eigenvalues, lam_h > rho_h. By
`deviation_equation` p_i' = sum_h sum_j A^h_ij (U_h p_j - lam_h p_i), A^h_ij = alpha^h_ij b_j/b_i. At an index i of the
largest r_i = |p_i| the height b_i is the smallest, so b_j/b_i >= 1, and p_i^T U_h p_j <= rho_h r_i r_j <= rho_h r_i^2:

    r_i r_i' <= -sum_h (lam_h - rho_h) sum_j alpha^h_ij r_i^2 = -kappa r_i^2, kappa = sum_h (lam_h - rho_h)/sqrt(n + 1).

R = max_i r_i is locally Lipschitz, its upper Dini derivative is the largest rate over the active indices: D+R <= -kappa
R and R(t) <= exp(-kappa t) R(0). Heights stay positive by step 1 of `cascade_steps`: b_i' is the sum over the heads of
terms bounded as in CON-T4.5.e, where lam_h > rho_h >= 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix import trials
from proofs_checks.consensus.value_matrix.cascade_steps import invariance_steps
from proofs_checks.consensus.value_matrix.deviation_equation import deviation_equation, height_equation, norm_steps
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

EXTENSION = Source(PAPER, "Theorem 3.2 and Theorem 4.5, full attention with U != I")
SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1")
SCOPE = "all n, l, h >= 1, symmetric U_h with common eigenvector v and lam_h > rho_h, every measurable P(t)"
PAIR = "n = 1, l = 2, all K > 1, P = -beta I, symmetric pairs; the plane of v and v_min is invariant in every dimension"


@illustration(
    "CON-B3",
    title="Full attention contracts the largest tangent, for every P",
    statement=(
        r"Full attention on the sphere, $U_\eta$ symmetric with common unit eigenvector v, $U_\eta v = \lambda_\eta"
        r" v$, $\lambda_\eta > \rho_\eta = \max_{k\ge2}|\mu_k(U_\eta)|$. For every measurable P(t), bounded or not,"
        r" $\{v^Ty_i > 0\}$ is invariant, and from there $\max_i\tan\angle(y_i(t), v) \le e^{-\kappa"
        r" t}\max_i\tan\angle(y_i(0), v)$, $\kappa = \sum_\eta(\lambda_\eta - \rho_\eta)/\sqrt{n+1}$."
    ),
    source=EXTENSION,
    kind="convergence",
    role="extension",
)
def contraction(share: int = 1, seed: int = 0) -> Iterator[Evidence]:
    lam, rho, a, q, m, r, z, b, c, kappa, t = sp.symbols("lam rho a q m r z b c kappa t", real=True)
    steps = {
        **deviation_equation(scope=SCOPE),
        **norm_steps(SCOPE),
        "the heights": height_equation(SCOPE),
        **invariance_steps(SCOPE),
        "a smaller tangent has a larger height, b^2 (1 + r^2) = 1": decide.inequality(
            b <= c,
            [b > 0, c > 0, z >= 0, z <= r, sp.Eq(b**2 * (1 + r**2), c**2 * (1 + z**2))],
            degree=4,
            scope=SCOPE,
        ),
        "each pair: a q (p_i^T U p_j - lam r^2) <= -a (lam - rho) r^2, q = b_j/b_i >= 1": decide.inequality(
            a * q * (m - lam * r**2) <= -a * (lam - rho / share) * r**2,
            [a >= 0, q >= 1, m <= rho * r * z, z <= r, r >= 0, rho >= 0, lam > rho],
            degree=5,
            scope=SCOPE,
        ),
        "exp(kappa t) R does not increase: it has the rate exp(kappa t)(R' + kappa R)": decide.identity(
            {
                "product": (
                    sp.diff(sp.exp(kappa * t) * sp.Function("R")(t), t).doit(),
                    sp.exp(kappa * t) * (sp.diff(sp.Function("R")(t), t) + kappa * sp.Function("R")(t)),
                )
            },
            scope=SCOPE,
        ),
    }
    yield conjunction(steps, scope=SCOPE)
    yield trials.exact_deviations(seed, causal=False)
    yield trials.full_attention_rate(seed)
