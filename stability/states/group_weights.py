"""Bipartite states of the attention map in closed form: group weights, factors, and the 2 x 2 block per direction.

p tokens at +v_k and q at -v_k, a = v_k^T P v_k, E = e^(2a). Everything is rational in p, q, E, alpha and the
eigenvalues, so the same functions serve symbols, fractions, floats and balls. The Oja map is the case E = 1.

Source: arXiv 2605.25619, Lemma 9 and eq. (13) (weights), Lemma 12 (factors), Lemma 14 and eq. (14) (B_j).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from attnverify.stability.numbers import Array


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
