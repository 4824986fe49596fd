"""Consensus and bipartite states as exact constructors, and what one step of a map does to them.

Both put every token on the line of one eigenvector, and one step keeps it there: y_i = c_i x_i. The sign of the factor
c_i decides. All positive: a fixed point. All negative: the state and its antipode form a 2-cycle. Mixed: the tokens
with a negative factor change sides and the state moves to another one. Some zero: the map is undefined there.

Source: arXiv 2605.25619, Lemma 1 (Oja), Lemma 8 (attention).

Bipartite states of the attention map in closed form: group weights, factors, and the 2 x 2 block per direction.

p tokens at +v_k and q at -v_k, a = v_k^T P v_k, E = e^(2a). Everything is rational in p, q, E, alpha and the
eigenvalues, so the same functions serve symbols, fractions, floats and balls. The Oja map is the case E = 1.

Source: arXiv 2605.25619, Lemma 9 and eq. (13) (weights), Lemma 12 (factors), Lemma 14 and eq. (14) (B_j).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import sympy as sp

from ..numbers import Array, as_array, is_zero, sign

Step = Callable[[Array, Array], Array]
"""(tokens, counts) -> y before normalisation, such as ``lambda X, n: oja_step(X, V, alpha, counts=n)``."""


class NotAnEquilibriumError(ValueError):
    """A token leaves its own line under one step; the message names the token and the residual."""


class Nature(Enum):
    """What one step does to a state whose tokens stay on their lines."""

    FIXED = "fixed point: every factor is positive"
    TWO_CYCLE = "2-cycle with the antipodal state: every factor is negative"
    MOVES = "no fixed point: the tokens with a negative factor change sides"
    UNDEFINED = "the map is undefined here: some y_i is zero"
    UNDECIDED = "the sign of some factor is not decided"

    @property
    def is_equilibrium(self) -> bool:
        """Whether it is that of a fixed point or a 2-cycle."""
        return self in (Nature.FIXED, Nature.TWO_CYCLE)


@dataclass(frozen=True)
class State:
    """Representative tokens (m, d) with multiplicities (m,), numbers or symbols."""

    tokens: Array
    counts: Array

    @property
    def N(self) -> Any:
        """The number of tokens."""
        return np.sum(self.counts)

    def expand(self) -> Array:
        """All tokens : (N, d). Raises TypeError for symbolic multiplicities."""
        return np.repeat(self.tokens, [int(count) for count in self.counts], axis=0)


@dataclass(frozen=True)
class Outcome:
    """What one step does: `factors` c_i with y_i = c_i x_i per representative, and what follows from their signs."""

    nature: Nature
    factors: tuple[Any, ...]


def consensus(V: Any, v: Any, N: Any) -> State:
    """All N tokens at the unit eigenvector v of V.

    V : (d, d), or (H, d, d) whose sum must have v as an eigenvector.  v : (d,), or a SymPy column.
    N : number of tokens, may be a symbol.
    Raises ValueError when v is not a unit vector or not an eigenvector, naming the entry that differs, and when N is no
    whole number of at least 1.
    """
    v = _unit_eigenvector(as_array(V, "V"), _vector(v))
    require_count("N", N)
    return State(v[np.newaxis, :], np.array([N], dtype=object))


def bipartite(V: Any, v: Any, p: Any, q: Any) -> State:
    """p tokens at the unit eigenvector v of V and q tokens at -v, both at least 1; p and q may be symbols.

    Raises ValueError as `consensus` does, naming p or q when it is no whole number of at least 1.
    """
    v = _unit_eigenvector(as_array(V, "V"), _vector(v))
    require_count("p", p)
    require_count("q", q)
    return State(np.stack([v, -v]), np.array([p, q], dtype=object))


def examine(state: State, step: Step) -> Outcome:
    """What one step of the map does to `state`, exactly.

    Raises NotAnEquilibriumError when a token leaves its line, or cannot be shown to stay on it.
    """
    X = state.tokens
    Y = step(X, state.counts)
    factors = np.sum(X * Y, axis=-1)
    for i, residual in enumerate(Y - factors[:, np.newaxis] * X):
        if not all(is_zero(entry) is True for entry in residual):
            raise NotAnEquilibriumError(f"token {i} at {list(X[i])} leaves its line: y - (x.y) x = {list(residual)}")
    return Outcome(nature_of(factors.tolist()), tuple(factors))


def nature_of(factors: Sequence[Any]) -> Nature:
    """What follows from the signs of the factors c_i with y_i = c_i x_i."""
    signs = [sign(factor) for factor in factors]
    if 0 in signs:
        return Nature.UNDEFINED
    if None in signs:
        return Nature.UNDECIDED
    if all(s == 1 for s in signs):
        return Nature.FIXED
    return Nature.TWO_CYCLE if all(s == -1 for s in signs) else Nature.MOVES


def _vector(v: Any) -> Array:
    """v as (d,), of a column or row of SymPy too."""
    return as_array(list(v) if isinstance(v, sp.MatrixBase) else v, "v")


def _unit_eigenvector(V: Array, v: Array) -> Array:
    if v.ndim != 1 or V.ndim not in (2, 3) or V.shape[-2:] != (len(v), len(v)):
        raise ValueError(f"V has shape {V.shape} and v {v.shape}; allowed are (d, d) or (H, d, d), and (d,)")
    F = V if V.ndim == 2 else np.sum(V, axis=0)
    if is_zero(np.sum(v * v) - 1) is not True:
        raise ValueError(f"v has squared norm {np.sum(v * v)}; a unit vector is needed, exactly")
    image = F @ v
    eigenvalue = np.sum(v * image)
    for a, residual in enumerate(image - eigenvalue * v):
        if is_zero(residual) is not True:
            raise ValueError(f"v is not an eigenvector of V: entry {a} of V v - (v.Vv) v is {residual}; 0 is needed")
    return v


def require_count(name: str, count: Any) -> None:
    """Raise ValueError unless `count` is a whole number of at least 1, or a symbol that may be one."""
    symbolic = isinstance(count, sp.Expr)
    whole = count.is_integer is not False if symbolic else isinstance(count, int | Fraction) and count == int(count)
    large_enough = whole and (count.is_positive is not False if symbolic else count >= 1)
    if isinstance(count, bool) or not large_enough:
        raise ValueError(f"{name} is {count}; a whole number of at least 1 is needed")


@dataclass(frozen=True)
class GroupWeights:
    """Total attention from group to group at a bipartite state. p, q >= 1, E > 0."""

    p: Any
    q: Any
    E: Any

    @cached_property
    def matrix(self) -> Array:
        """[[alpha_11, alpha_12], [alpha_21, alpha_22]] : (2, 2), rows sum to one."""
        p, q, E = self.p, self.q, self.E
        first, second = p * E + q, p + q * E
        return np.array([[p * E / first, q / first], [p / second, q * E / second]], dtype=object)

    @cached_property
    def gammas(self) -> tuple[Any, Any]:
        """gamma_1 = alpha_11 - alpha_12 and gamma_2 = alpha_22 - alpha_21, both in (-1, 1)."""
        p, q, E = self.p, self.q, self.E
        return (p * E - q) / (p * E + q), (q * E - p) / (q * E + p)

    @cached_property
    def kappa(self) -> Any:
        """alpha_11 + alpha_22 - 1, the second eigenvalue of the weight matrix."""
        return (self.gammas[0] + self.gammas[1]) / 2

    def factors(self, lambda_k: Any, alpha: Any) -> tuple[Any, Any]:
        """c_i = 1 + alpha lambda_k gamma_i: one step maps the tokens of group i to c_i times themselves."""
        return 1 + alpha * lambda_k * self.gammas[0], 1 + alpha * lambda_k * self.gammas[1]

    def block(self, lambda_j: Any, lambda_k: Any, alpha: Any) -> Array:
        """B_j : (2, 2), the tangent Jacobian on group-constant perturbations along v_j; needs both factors positive."""
        c = np.array(self.factors(lambda_k, alpha), dtype=object)
        return np.asarray((np.diag([1, 1]).astype(object) + alpha * lambda_j * self.matrix) / c[:, np.newaxis])

    def trace_determinant(self, lambda_j: Any, lambda_k: Any, alpha: Any) -> tuple[Any, Any]:
        """tau_j and Delta_j of B_j; Delta_j = (1 + alpha lambda_j)(1 + alpha lambda_j kappa) / (c_1 c_2)."""
        B = self.block(lambda_j, lambda_k, alpha)
        c1, c2 = self.factors(lambda_k, alpha)
        return B[0, 0] + B[1, 1], (1 + alpha * lambda_j) * (1 + alpha * lambda_j * self.kappa) / (c1 * c2)

    def within_group(self, lambda_k: Any, alpha: Any) -> tuple[Any, Any]:
        """1/c_1 and 1/c_2: the eigenvalues on differences of tokens of one group, (p-1)(d-1) and (q-1)(d-1) times."""
        c1, c2 = self.factors(lambda_k, alpha)
        return 1 / c1, 1 / c2
