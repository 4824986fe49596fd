"""Inertia of a symmetric matrix, and the tangent spectrum of polygonal Oja states through it.

At sum_j x_j = 0 the tangent Jacobian is J = I + (alpha/N) S^T V S, where S adds up a tangent perturbation over the
tokens and S S^T = M = sum_i (I - x_i x_i^T). J is symmetric, and its eigenvalues other than 1 are 1 + (alpha/N) times
the non-zero eigenvalues of V M. How many exceed 1 is the number of positive squares of V on the range of M: all of
V's when the tokens are not collinear, those of the compression of V to the complement of u when every token is +-u.

Source: arXiv 2605.25619, Lemma 6; Sylvester's law of inertia.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from attnverify.stability.numbers import Array, as_array, is_zero, sign
from attnverify.stability.states.equilibrium import State


class UndecidedSignError(ValueError):
    """A pivot whose sign could not be decided; the message shows it."""


@dataclass(frozen=True)
class Inertia:
    """Numbers of positive, negative and zero eigenvalues of a symmetric matrix."""

    positive: int
    negative: int
    zero: int


def inertia_of(matrix: Any) -> Inertia:
    """The inertia by exact symmetric elimination (Sylvester): a congruence to a diagonal matrix, and its signs.

    matrix : (n, n), symmetric, exact. Raises ValueError naming the pair of entries that differ, for floats, and
    UndecidedSignError for a pivot of unknown sign.

    >>> inertia_of([[0, 1], [1, 0]])
    Inertia(positive=1, negative=1, zero=0)
    """
    work = _symmetric("matrix", matrix).copy()
    signs: list[int] = []
    while len(work):
        pivot = next((i for i in range(len(work)) if _sign(work[i, i]) != 0), None)
        if pivot is None:
            pair = next(((i, j) for i, j in np.ndindex(*work.shape) if i < j and _sign(work[i, j]) != 0), None)
            if pair is None:
                break
            i, j = pair
            # Both diagonal entries vanish: adding row and column j to i makes entry i twice the off-diagonal one.
            work[i] = work[i] + work[j]
            work[:, i] = work[:, i] + work[:, j]
            pivot = i
        signs.append(_sign(work[pivot, pivot]))
        rest = [i for i in range(len(work)) if i != pivot]
        column = work[rest, pivot]
        work = work[np.ix_(rest, rest)] - np.outer(column, column) / work[pivot, pivot]
    return Inertia(signs.count(1), signs.count(-1), len(work))


def second_moment(state: State) -> Array:
    """M = N I - sum_i x_i x_i^T : (d, d); positive definite unless every token is +-u for one u."""
    X = state.tokens
    weighted = state.counts[:, np.newaxis] * X
    identity = np.eye(X.shape[1], dtype=int).astype(object)
    return np.asarray(state.N * identity - weighted.T @ X)


def collective_matrix(state: State, V: Any, alpha: Any) -> Array:
    """I + (alpha/N) V M : (d, d). Its eigenvalues are the tangent ones of the Oja map that move the sum of the tokens.

    All other tangent eigenvalues are 1. When every token is +-u, one of the d eigenvalues returned is 1 and belongs
    to u itself, which is not tangent.  Raises ValueError for a V that is not symmetric or does not fit.
    """
    V, M = _symmetric("V", V), second_moment(state)
    if V.shape != M.shape:
        raise ValueError(f"V has shape {V.shape}; with tokens in R^{len(M)}, {M.shape} is needed")
    return np.asarray(np.eye(len(M), dtype=int) + alpha / state.N * (V @ M))


def unstable_directions(state: State, V: Any) -> int:
    """How many tangent eigenvalues of the Oja map exceed 1 at a polygonal state, for every step size.

    V : (d, d), symmetric and exact.  Raises ValueError for a V that is not, naming the entries that differ.
    """
    return moving_part(state, V).positive


def moving_part(state: State, V: Any) -> Inertia:
    """Inertia of (alpha/N) S^T V S off its kernel: eigenvalues above 1, below 1, and 1 along moving tokens.

    `zero` counts the directions in the range of M with eigenvalue 1, not the N(d-1) - rank M that leave the sum alone.
    """
    V, M = _symmetric("V", V), second_moment(state)
    if V.shape != M.shape:
        raise ValueError(f"V has shape {V.shape}; with tokens in R^{len(M)}, {M.shape} is needed")
    found = inertia_of(M @ V @ M)
    return Inertia(found.positive, found.negative, found.zero - inertia_of(M).zero)


def _symmetric(name: str, matrix: Any) -> Array:
    S = as_array(matrix, name)
    if S.ndim != 2 or S.shape[0] != S.shape[1]:
        raise ValueError(f"{name} has shape {S.shape}; a square matrix is needed")
    if S.dtype.kind == "f":
        raise ValueError(f"{name} holds floats; exact numbers are needed (integers, fractions, SymPy numbers)")
    for i, j in np.ndindex(*S.shape):
        if i < j and is_zero(S[i, j] - S[j, i]) is not True:
            raise ValueError(f"{name} is not symmetric: entry ({i}, {j}) is {S[i, j]}, entry ({j}, {i}) is {S[j, i]}")
    return S


def _sign(value: Any) -> int:
    found = 0 if is_zero(value) is True else sign(value)
    if found is None:
        raise UndecidedSignError(f"the sign of the pivot {value} is not decided")
    return found
