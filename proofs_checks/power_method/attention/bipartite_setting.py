"""The bipartite state of Lemmas 9 to 14, p tokens at +v_k and q at -v_k, as relations, symbols and derived Jacobians.

Why three coordinates carry every d. One token moves along a unit vector m orthogonal to v_k; V m has a component
along v_k, one along m and a rest, whose direction is the third coordinate. V v_k = lambda_k v_k is all that is used
of v_k, so V need not be symmetric. Only the compression of P to these coordinates enters, and it is arbitrary.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import stability as st
from proofs_checks.power_method.symbols import symbols
from verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("integer(p)", "p >= 1", "integer(q)", "q >= 1")
FACTORS = (
    "p*g**2 + q + alpha*lambda_k*(p*g**2 - q) > 0",
    "q*g**2 + p + alpha*lambda_k*(q*g**2 - p) > 0",
)
# g = e^a with a = v_k^T P v_k: any positive number. The factors c_1, c_2 are those of FACTORS over positive numbers.
HYPOTHESES = ("alpha > 0", *SIZES, "g > 0", *FACTORS)
INSTANCE = {"alpha": "1/4", "lambda_k": "2", "lambda_j": "1", "p": 3, "q": 2, "g": "2"}

ALL_SIZES = (
    "all p, q >= 1, all d >= 2, every P, all alpha > 0 with 1 + alpha lambda_k gamma_i > 0 (i = 1, 2), any real"
    " eigenvalues (equal, zero or negative ones included)"
)


def weights() -> Any:
    """The group weights with symbolic p, q and E = g^2."""
    s = symbols()
    return st.states.GroupWeights(s.p, s.q, s.g**2)


def given() -> list[Any]:
    """HYPOTHESES as SymPy relations."""
    s = symbols()
    E, x = s.g**2, s.alpha * s.lambda_k
    first, second = s.p * E + s.q + x * (s.p * E - s.q), s.q * E + s.p + x * (s.q * E - s.p)
    return [s.alpha > 0, s.p >= 1, s.q >= 1, s.g > 0, first > 0, second > 0]


def value_matrix(leak: Any = 0) -> Any:
    """V in the coordinates (v_k, m, rest) : (3, 3), where V v_k = lambda_k v_k + leak m."""
    s = symbols()
    V = [[sp.Symbol(f"V_{a}{b}", real=True) for b in range(3)] for a in range(3)]
    V[0][0], V[1][0], V[2][0] = s.lambda_k, sp.sympify(leak), sp.Integer(0)
    return np.array(V, dtype=object)


def logit_matrix(a: Any, d: int = 3) -> Any:
    """An arbitrary P : (d, d), with v_k^T P v_k = a and symbols elsewhere."""
    P = [[sp.Symbol(f"P_{i}{j}", real=True) for j in range(d)] for i in range(d)]
    P[0][0] = a
    return np.array(P, dtype=object)


@cache
def ambient_blocks() -> Any:
    """Grouped Jacobian of the attention map where |y_i| = c_i > 0, differentiated from the definition."""
    s = symbols()
    V, P = value_matrix(), logit_matrix(sp.log(s.g))
    state = st.bipartite(V, [1, 0, 0], s.p, s.q)

    def step(X: Any, n: Any) -> Any:
        return st.attention_step(X, st.attention_weights(X, P, counts=n), V, s.alpha)

    return st.linearisation.grouped_jacobian(step, state, weights().factors(s.lambda_k, s.alpha))


@cache
def explicit_jacobian(d: int, p: int, q: int) -> Any:
    """The whole (Nd, Nd) ambient Jacobian at explicit sizes, every coordinate of every token differentiated.

    V = diag(lambda_k, lambda_1, ..) with symbolic eigenvalues, P arbitrary; tokens in the order of the groups.
    """
    s = symbols()
    V = np.array(sp.diag(s.lambda_k, *eigenvalues(d)).tolist(), dtype=object)
    P = logit_matrix(sp.log(s.g), d)
    tokens = st.bipartite(V, [1] + [0] * (d - 1), p, q).expand()
    c1, c2 = st.states.GroupWeights(p, q, s.g**2).factors(s.lambda_k, s.alpha)
    state = st.State(tokens, np.array([1] * (p + q), dtype=object))

    def step(X: Any, n: Any) -> Any:
        return st.attention_step(X, st.attention_weights(X, P), V, s.alpha)

    return st.linearisation.differentiated_jacobian(step, state, [c1] * p + [c2] * q)


def eigenvalues(d: int) -> list[Any]:
    """The d - 1 symbolic eigenvalues of `explicit_jacobian` other than lambda_k."""
    return [sp.Symbol(f"mu_{j}", real=True) for j in range(1, d)]
