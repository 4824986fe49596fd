"""Bipartite states of the Oja map at explicit sizes: the cross-checks of POW-L5.lin, independent of any reduction."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method.attention.bipartite_trials import draw
from proofs_checks.power_method.symbols import symbols
from verify.evidence import Evidence
from verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ((1, 1, 2), (2, 1, 2), (3, 1, 2), (2, 2, 2), (1, 1, 3), (2, 1, 3))


def explicit_sizes(sign: int) -> Evidence:
    """D (I + (alpha lambda_j/N) 1 1^T) against the whole differentiated Jacobian, at the sizes (p, q, d)."""
    pairs: dict[str, tuple[Any, Any]] = {}
    for p, q, d in SIZES:
        pairs |= _explicit(p, q, d, sign)
    return decide.identity(
        pairs, scope="(N, d) in {(2,2), (3,2), (4,2), (2,3), (3,3)}, symbolic eigenvalues and alpha", covers=False
    )


def _explicit(p: int, q: int, d: int, sign: int) -> dict[str, tuple[Any, Any]]:
    s = symbols()
    N = p + q
    others = [sp.Symbol(f"mu_{j}", real=True) for j in range(1, d)]
    V = np.array(sp.diag(s.lambda_k, *others).tolist(), dtype=object)
    tokens = st.bipartite(V, [1] + [0] * (d - 1), p, q).expand()
    u = s.alpha * s.lambda_k * sp.Rational(p - q, N)
    factors = [1 + u] * p + [1 - u] * q
    state = st.State(tokens, np.array([1] * N, dtype=object))
    jacobian = st.linearisation.differentiated_jacobian(lambda X, n: st.oja_step(X, V, s.alpha), state, factors)
    D = [1 / (1 + sign * u)] * p + [1 / (1 - sign * u)] * q
    tangent = sp.zeros(N * (d - 1), N * (d - 1))
    radial = sp.zeros(N, N * (d - 1))
    claimed = sp.zeros(N * (d - 1), N * (d - 1))
    for i in range(N):
        for h in range(N):
            for b in range(d - 1):
                radial[i, h * (d - 1) + b] = jacobian[i * d, h * d + 1 + b]
                for a in range(d - 1):
                    tangent[i * (d - 1) + a, h * (d - 1) + b] = jacobian[i * d + 1 + a, h * d + 1 + b]
                claimed[i * (d - 1) + b, h * (d - 1) + b] = D[i] * (int(i == h) + s.alpha * others[b] / N)
    name = f"p = {p}, q = {q}, d = {d}"
    return {f"{name}, tangent": (tangent, claimed), f"{name}, radial": (radial, sp.zeros(N, N * (d - 1)))}


def exact_spectra(seed: int, sign: int, *, examples: int = 6) -> Evidence:
    """The characteristic polynomial of the tangent Jacobian against D (I + (alpha lambda_j/N) 1 1^T), j != k."""

    def trial(rng: Any) -> Any:
        drawn = draw(rng, most_tokens=12, most_d=8)
        N = drawn.p + drawn.q
        u = drawn.alpha * drawn.lambda_k * Fraction(drawn.p - drawn.q, N)
        if abs(u) >= 1:
            return decide.Trial(None, {})
        tokens, _ = drawn.state()
        derivative = st.linearisation.oja_derivative(tokens, drawn.instance.V, drawn.alpha)
        found = st.linearisation.characteristic_polynomial(st.linearisation.tangent_jacobian(derivative, tokens))
        claimed = st.linearisation.polynomial_from_modes([])
        D = np.array([1 / (1 + sign * u)] * drawn.p + [1 / (1 - sign * u)] * drawn.q, dtype=object)
        for lambda_j in drawn.others:
            coupling = np.full((N, N), drawn.alpha * lambda_j / N, dtype=object)
            matrix = D[:, np.newaxis] * (np.eye(N, dtype=int) + coupling)
            claimed = claimed * st.linearisation.characteristic_polynomial(matrix)
        return decide.Trial(bool(found == claimed), drawn.values())

    evidence: Evidence = decide.exact_instances(
        trial,
        scope="2 <= N <= 12, 2 <= d <= 8, rational eigenbasis and spectrum",
        method="FLINT: characteristic polynomial of the tangent Jacobian over the rationals",
        examples=examples,
        seed=seed,
    )
    return evidence
