"""The scalar steps of the cascade: invariance of the hemisphere, forced decay, and the decay rates.

The proof of Theorem 4.5 and of its extensions, of which every inequality and identity is decided below.

1. Heights (`invariance_steps`). While b_j >= 0 for all j <= i and lam >= 0, b_i' >= -M sigma b_i, where M bounds
   |y_i^T U y_j| and sigma = h/sqrt(n + 1) is the sum of the weights. So b_i(t) >= b_i(0) exp(-M sigma t) up to the
   first time at which some height vanishes: there is none, and every b_i stays positive. No bound on P enters.
2. Forced decay (`decay_steps`). r >= 0 is locally Lipschitz, r' <= -kappa r + D (1 + r) m(t) almost everywhere, kappa,
   D > 0 and m(t) <= C exp(-gamma t). Then (1 + r)/exp(D C (1 - exp(-gamma t))/gamma) does not increase, so 1 + r <= Z
   = (1 + r(0)) exp(D C/gamma). Hence r' <= -kappa r + D Z C exp(-gamma t), and for every delta < kappa, delta <= gamma,
   r stays below K exp(-delta t), K = r(0) + D C Z/(kappa - delta): exp(kappa t)(r - K exp(-delta t)) does not increase.
3. Tokens (`rate_steps`). r_i = |p_i| is locally Lipschitz (a tangent, b_i > 0); the bounds on r_i r_i' are bounds on
   r_i' where r_i > 0, and where r_i = 0 its rate is 0 almost everywhere, below every bound used here. The first token
   obeys p_1' = sigma_1 (U - lam) p_1. By induction r_j <= C_j exp(-gamma t), so b_j >= 1/(1 + r_j) >= beta > 0 for j <
   i. With A_ij = alpha_ij b_j/b_i, alpha_ij beta <= A_ij <= alpha_ij (1 + r_i), and rho sum_{j<i} A_ij r_j <= rho sigma
   (1 + r_i) max_j r_j. The decay rate has the positive lower bound kappa of the theorem at hand, and step 2 gives token
   i.
4. C_1 = r_1(0), and C_i is at most a constant times max_j r_j(0) when all r_j(0) <= 1; the constants do not depend on
   the initial time. So the equilibrium is uniformly exponentially stable and attracts the whole hemisphere.
"""

from __future__ import annotations

from typing import Any

import verify.deciders as decide
from proofs_checks.positive_forms import positive_by
from verify.evidence import Evidence
from verify.lazy import lazy

sp = lazy("sympy")


def invariance_steps(scope: str, share: Any = 1) -> dict[str, Evidence]:
    """Step 1, per pair: the term a (lam b_j - b_i m) of b_i' is at least -a M b_i; `share` multiplies this bound."""
    lam, b_i, b_j, m, M, a = sp.symbols("lam b_i b_j m M a", real=True)
    given = [lam >= 0, b_i >= 0, b_j >= 0, m <= M, m >= -M, a >= 0]
    return {
        "a (lam b_j - b_i y_i^T U y_j) >= -a M b_i, |y_i^T U y_j| <= M": decide.inequality(
            a * (lam * b_j - b_i * m) >= -share * a * M * b_i, given, scope=scope
        )
    }


def decay_steps(scope: str) -> dict[str, Evidence]:
    """Step 2: the growth factor, and the barrier K exp(-delta t); E = exp(-delta t), G = exp(-gamma t)."""
    t, r, D, C, gamma = sp.symbols("t r D C gamma", positive=True)
    growth = sp.exp(D * C * (1 - sp.exp(-gamma * t)) / gamma)
    kappa, delta, E, G, Z, start = sp.symbols("kappa delta E G Z start", real=True)
    barrier = start + D * Z * C / (kappa - delta)
    return {
        "the factor exp(D C (1 - exp(-gamma t))/gamma) grows exactly like 1 + r may": decide.identity(
            {"its rate": (sp.diff(growth, t), D * C * sp.exp(-gamma * t) * growth), "start": (growth.subs(t, 0), 1)},
            scope=scope,
        ),
        "-kappa r + D (1 + r) m <= D (1 + r) m for r >= 0": decide.inequality(
            -kappa * r + D * G <= D * G, [kappa > 0], scope=scope
        ),
        "the factor stays below exp(D C/gamma): 1 - exp(-gamma t) <= 1": decide.inequality(
            D * C * (1 - G) / gamma <= D * C / gamma, [G > 0], scope=scope
        ),
        "the barrier: its rate -delta K E is at least -kappa K E + D Z C G": positive_by(
            -delta * barrier * E + kappa * barrier * E - D * Z * C * G,
            lambda k, E, x, F, e: k * x * E + F * e,
            positive={"k": kappa - delta, "E": E},
            nonnegative={"x": start, "F": D * Z * C, "e": E - G},
            strict=False,
            scope=scope,
        ),
        "it starts above r: K >= r(0)": positive_by(
            barrier - start,
            lambda k, F: F / k,
            positive={"k": kappa - delta},
            nonnegative={"F": D * Z * C},
            strict=False,
            scope=scope,
        ),
    }


def rate_steps(scope: str) -> dict[str, Evidence]:
    """Step 3: the bounds on the heights and on A_ij = alpha_ij b_j/b_i, with b^2 (1 + r^2) = 1 on the sphere."""
    b, r, h, beta, a, z, m = sp.symbols("b r h beta a z m", real=True)
    return {
        "1/(1 + r) <= b": decide.inequality(
            b * (1 + r) >= 1, [b > 0, r >= 0, sp.Eq(b**2 * (1 + r**2), 1)], degree=4, scope=scope
        ),
        "A_ij >= alpha_ij beta, for b_j >= beta and 0 < b_i <= 1": decide.inequality(
            a * h / b >= a * beta, [a >= 0, h >= beta, beta > 0, b > 0, b <= 1], degree=4, scope=scope
        ),
        "A_ij r_j <= alpha_ij (1 + r_i) m, for b_j <= 1, 1/b_i <= 1 + r_i, r_j <= m": decide.inequality(
            a * h * z / b <= a * (1 + r) * m,
            [a >= 0, h > 0, h <= 1, b > 0, b * (1 + r) >= 1, r >= 0, z >= 0, z <= m],
            degree=5,
            scope=scope,
        ),
    }


def cascade_steps(scope: str) -> dict[str, Evidence]:
    """All steps but the lower bound of the decay rate."""
    return {**invariance_steps(scope), **decay_steps(scope), **rate_steps(scope)}


def first_token_step(scope: str) -> dict[str, Evidence]:
    """r_1^2 decays: p_1^T p_1' = sigma_1 (p_1^T U p_1 - lam r_1^2) <= -sigma_1 g r_1^2, from p^T U p <= lam_2 |p|^2."""
    form, lam, second, square, s = sp.symbols("form lam lam_2 square s", real=True)
    return {
        "r_1 r_1' <= -s (lam - lam_2) r_1^2": decide.inequality(
            s * (form - lam * square) <= -s * (lam - second) * square, [form <= second * square, s > 0], scope=scope
        )
    }


def token_inequality(scope: str) -> dict[str, Evidence]:
    """One head: own = alpha_ii, A = sum_{j<i} A_ij, form = p_i^T U p_i <= (lam - g) r^2, mixed = sum_{j<i} A_ij
    p_i^T U p_j <= rho r A m, m the largest earlier tangent. Any signs of lam and g."""
    lam, g, own, A, r, form, mixed, rho, m = sp.symbols("lam g own A r form mixed rho m", real=True)
    return {
        "r_i r_i' <= r_i (-(g alpha_ii + lam A) r_i + rho A m)": decide.inequality(
            own * (form - lam * r**2) + mixed - A * lam * r**2 <= r * (-(g * own + lam * A) * r + rho * A * m),
            [form <= (lam - g) * r**2, mixed <= rho * r * A * m, own >= 0, r >= 0],
            scope=scope,
        )
    }
