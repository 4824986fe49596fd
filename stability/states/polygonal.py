"""Polygonal states as exact constructors: tokens whose weighted mean vanishes for every token.

For the Oja map the mean is the same for all tokens, sum_j x_j = 0. For the attention map every token has its own,
sum_j A_ij x_j = 0, which `require_attention_balance` checks without evaluating an exponential. Either way y_i = x_i:
a fixed point for every step size and every V.

Tokens are exact numbers (fractions or SymPy numbers such as sqrt(3)/2); every constructor raises ValueError for a
token that is not a unit vector, fewer than two tokens, d < 2, floats, and entries that are not finite.

Source: arXiv 2605.25619, Lemma 1 (iii) (Oja), Lemma 8 (attention).

The inner products g_ij = y_i^T y_j of a flow with U = I move by themselves when the weights depend on them alone:
`gram_velocity`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from ..numbers import Array, as_array, is_zero
from .equilibrium import NotAnEquilibriumError, State, require_count


def balanced(tokens: Any, counts: Any = None) -> State:
    """The weighted set of unit tokens (m, d) with multiplicities (m,) and sum of counts * tokens = 0.

    Raises NotAnEquilibriumError, with the sum, when it is not zero.

    >>> balanced([[1, 0], [-1, 0]], [3, 3]).N
    Fraction(6, 1)
    """
    X = _unit_tokens("tokens", tokens)
    n = as_array([1] * len(X) if counts is None else counts, "counts")
    if n.shape != (len(X),):
        raise ValueError(f"counts has shape {n.shape}; one multiplicity per token is needed, ({len(X)},)")
    _require_exact("counts", n)
    for i, count in enumerate(n):
        require_count(f"counts[{i}]", count)
    if (_expression(np.sum(n)) - 2).is_negative:
        raise ValueError(f"N is {np.sum(n)}; a polygonal state has at least 2 tokens")
    total = np.sum(n[:, np.newaxis] * X, axis=0)
    if not all(is_exactly_zero(entry) for entry in total):
        raise NotAnEquilibriumError(f"tokens: their sum is {[str(entry) for entry in total]}; zero is needed, exactly")
    return State(X, n)


def antipodal(u: Any, pairs: Any = 1) -> State:
    """`pairs` tokens at u and as many at -u, for any unit vector u, eigenvector or not."""
    X = _unit_tokens("u", np.asarray(u, dtype=object)[np.newaxis, :])
    return balanced(np.concatenate([X, -X]), [pairs, pairs])


def square(a: Any, b: Any, copies: Any = 1) -> State:
    """Tokens at a, -a, b, -b for orthogonal unit vectors a, b of R^d: a square in the plane they span.

    Raises ValueError when a and b are not orthogonal.
    """
    X = _unit_tokens("a and b", [list(a), list(b)])
    inner = np.sum(X[0] * X[1])
    if not is_exactly_zero(inner):
        raise ValueError(f"a and b have the inner product {inner}; orthogonal vectors are needed, exactly")
    return balanced(np.concatenate([X, -X])[[0, 2, 1, 3]], [copies] * 4)


def polygon(corners: int, copies: Any = 1, frame: Any = None) -> State:
    """The corners of a regular polygon, each `copies` times, as exact algebraic numbers.

    frame : (2, d), orthonormal rows that span its plane; by default R^2 itself.
    Raises ValueError for fewer than 3 corners and for a frame that is not orthonormal.
    """
    if corners < 3:
        raise ValueError(f"corners is {corners}; a polygon has at least 3 (`antipodal` is the case of 2)")
    axes = _unit_tokens("frame", [[1, 0], [0, 1]] if frame is None else frame)
    if len(axes) != 2 or not is_exactly_zero(np.sum(axes[0] * axes[1])):
        raise ValueError("frame is not orthonormal; two orthogonal unit rows are needed, exactly")
    angles = [2 * sp.pi * k / corners for k in range(corners)]
    return balanced([list(sp.cos(t) * axes[0] + sp.sin(t) * axes[1]) for t in angles], [copies] * corners)


def simplex(d: int, copies: Any = 1) -> State:
    """The d + 1 corners of the regular simplex in R^d, each `copies` times. Raises ValueError for d < 2."""
    if d < 2:
        raise ValueError(f"d is {d}; tokens live on a sphere in R^d with d at least 2")
    return balanced(_simplex(d), [copies] * (d + 1))


def require_attention_balance(state: State, P: Any) -> State:
    """`state` itself, when sum_j A_ij x_j = 0 for every token i under the logits x_i^T P x_j.

    P : (d, d). With algebraic entries the check is exact without an exponential: by Lindemann and Weierstrass the
    exponentials of distinct algebraic numbers are linearly independent over the algebraic numbers, so the sum vanishes
    iff the tokens j that share a logit sum to zero, logit by logit. Entries with logarithms are decided by SymPy.

    Raises NotAnEquilibriumError naming the token and the sum, or that it could not be decided.
    """
    X, P = state.tokens, as_array(P, "P")
    d = X.shape[1]
    if P.shape != (d, d):
        raise ValueError(f"P has shape {P.shape}; with tokens in R^{d}, ({d}, {d}) is needed")
    _require_exact("P", P)
    for i, row in enumerate((X @ P) @ X.T):
        for total in _balances([_expression(entry) for entry in row], state):
            if not all(is_exactly_zero(entry) for entry in total):
                shown = [str(entry) for entry in total]
                raise NotAnEquilibriumError(f"token {i}: sum_j A_ij x_j is not zero: the part {shown} remains")
    return state


def is_exactly_zero(x: Any) -> bool:
    """Whether a number or expression is proved to be zero; an algebraic number by its minimal polynomial."""
    found = is_zero(x)
    if found is None and isinstance(x, sp.Expr) and x.is_number and x.is_algebraic is not False:
        try:
            return bool(sp.minimal_polynomial(x, _T) == _T)
        except NotImplementedError:  # a number that SymPy does not know to be algebraic
            return False
    return found is True


_T = sp.Symbol("t")


def _balances(logits: list[Any], state: State) -> list[Array]:
    """The vectors that must all vanish for the softmax-weighted sum to vanish."""
    weighted = state.counts[:, np.newaxis] * state.tokens
    if not all(entry.is_algebraic for entry in logits):
        odds = np.array([sp.exp(entry) for entry in logits], dtype=object)
        return [np.asarray(np.sum(odds[:, np.newaxis] * weighted, axis=0))]
    groups: list[tuple[Any, Array]] = []
    for logit, vector in zip(logits, weighted, strict=True):
        for g, (value, total) in enumerate(groups):
            if is_exactly_zero(value - logit):
                groups[g] = (value, total + vector)
                break
        else:
            groups.append((logit, vector))
    return [total for _, total in groups]


def _unit_tokens(name: str, tokens: Any) -> Array:
    X = as_array(tokens, name)
    _require_exact(name, X)
    if X.ndim != 2 or X.shape[1] < 2:
        raise ValueError(f"{name} has shape {X.shape}; unit vectors of R^d with d at least 2 are needed, as (m, d)")
    for i, x in enumerate(X):
        square_norm = np.sum(x * x)
        if not is_exactly_zero(square_norm - 1):
            raise ValueError(f"{name}: vector {i} has the squared norm {square_norm}; 1 is needed, exactly")
    return X


def _require_exact(name: str, array: Array) -> None:
    for entry in array.reshape(-1):
        if not isinstance(entry, Fraction | sp.Expr):
            raise ValueError(f"{name} holds {entry}; exact numbers are needed (integers, fractions, SymPy numbers)")
        if isinstance(entry, sp.Expr) and entry.is_finite is False:
            raise ValueError(f"{name} contains {entry}; finite numbers are needed")


def _simplex(d: int) -> list[list[Any]]:
    if d == 1:
        return [[sp.Integer(1)], [sp.Integer(-1)]]
    height = sp.sqrt(d * d - 1) / d
    corners = [[sp.Rational(-1, d), *(height * entry for entry in corner)] for corner in _simplex(d - 1)]
    return [[sp.Integer(1)] + [sp.Integer(0)] * (d - 1), *corners]


def _expression(value: Any) -> Any:
    return value if isinstance(value, sp.Expr) else sp.Rational(value.numerator, value.denominator)


def gram_velocity(G: Array, A: Array) -> Array:
    """g_ik' = sum_j a_ij (g_jk - g_ij g_ik) + sum_j a_kj (g_ji - g_kj g_ki) : (..., N, N), for the flow with U = I.

    G : (..., N, N), symmetric with unit diagonal, the Gram matrix in any metric W.  A : (..., N, N), all heads
    added up.
    """
    moved = A @ G - np.sum(A * G, axis=-1)[..., np.newaxis] * G
    return np.asarray(moved + np.swapaxes(moved, -1, -2))
