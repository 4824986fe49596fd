"""Jacobians that several claims of the paper speak about, derived once per process from the definition of the maps.

Why they are valid for all N, p, q and d. At a consensus or bipartite state the map does not distinguish tokens of one
group, so its Jacobian commutes with their permutations and one moved token per group gives all blocks; the others keep
a symbolic multiplicity. A token that moves along v_j keeps every vector in the plane of v_k and v_j, which V maps to
itself, and only the compression of P to that plane enters; so two coordinates carry the whole computation and the
remaining coordinates of the image are zero. Hence the Jacobian splits over j, whatever d is.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import stability as st
from proofs_checks.power_method.symbols import symbols
from verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")


def plane(lambda_k: Any, lambda_j: Any) -> Any:
    """V on the plane of v_k and v_j, in that basis: (2, 2)."""
    return np.array([[lambda_k, sp.Integer(0)], [sp.Integer(0), lambda_j]], dtype=object)


def generic_logits(a: Any) -> Any:
    """The compression of an arbitrary P to the plane: (2, 2), with v_k^T P v_k = a and the other entries symbols."""
    return np.array([[a, sp.Symbol("P_kj")], [sp.Symbol("P_jk"), sp.Symbol("P_jj")]], dtype=object)


@cache
def oja_consensus(sign: int = 1) -> Any:
    """Grouped Jacobian of the Oja map at the consensus on v_k as (v_k, v_j); 1 + alpha lambda_k = sign c."""
    s = symbols()
    V = plane((sign * s.c - 1) / s.alpha, s.lambda_j)
    state = st.consensus(V, [1, 0], s.N)
    return st.linearisation.grouped_jacobian(lambda X, n: st.oja_step(X, V, s.alpha, counts=n), state, [s.c])


@cache
def attention_consensus(sign: int = 1) -> Any:
    """As `oja_consensus`, for the attention map with arbitrary P."""
    s = symbols()
    V, P = plane((sign * s.c - 1) / s.alpha, s.lambda_j), generic_logits(sp.Symbol("P_kk"))
    state = st.consensus(V, [1, 0], s.N)

    def step(X: Any, n: Any) -> Any:
        return st.attention_step(X, st.attention_weights(X, P, counts=n), V, s.alpha)

    return st.linearisation.grouped_jacobian(step, state, [s.c])


@cache
def attention_bipartite() -> Any:
    """Grouped Jacobian of the attention map at p tokens +v_k and q tokens -v_k, arbitrary P, where c_1, c_2 > 0.

    Coordinates (v_k, v_j); v_k^T P v_k = log g, so that the attention weights are rational in g.
    """
    s = symbols()
    V, P = plane(s.lambda_k, s.lambda_j), generic_logits(sp.log(s.g))
    state = st.bipartite(V, [1, 0], s.p, s.q)
    norms = st.states.GroupWeights(s.p, s.q, s.g**2).factors(s.lambda_k, s.alpha)

    def step(X: Any, n: Any) -> Any:
        return st.attention_step(X, st.attention_weights(X, P, counts=n), V, s.alpha)

    return st.linearisation.grouped_jacobian(step, state, norms)


@cache
def oja_bipartite() -> Any:
    """Grouped Jacobian of the Oja map at p tokens +v_k and q tokens -v_k, where both factors are positive."""
    s = symbols()
    V = plane(s.lambda_k, s.lambda_j)
    state = st.bipartite(V, [1, 0], s.p, s.q)
    norms = st.states.GroupWeights(s.p, s.q, sp.Integer(1)).factors(s.lambda_k, s.alpha)
    return st.linearisation.grouped_jacobian(lambda X, n: st.oja_step(X, V, s.alpha, counts=n), state, norms)
