"""Causal attention: token i sees the tokens 1, ..., i only, so every Jacobian is block lower triangular.

The tangent spectrum at any state is the union of the spectra of its N diagonal blocks of size d - 1. At a state whose
tokens lie on the line of an eigenvector v_k the block of token i is (I + alpha A_ii V)/c_i on the complement of v_k:
the derivative of the weights moves s_i along v_k only, and is projected away.

Source: arXiv 2605.25619, Section 2.1.1 (causal attention); the spectra are derived in this project.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class CausalToken:
    """Token i of a sign pattern x_j = eps_j v_k under causal attention, rational in E = e^(2 v_k^T P v_k).

    same, opposite : how many of the tokens 1, ..., i (i included) have the sign of token i, and how many the other.
    """

    same: Any
    opposite: Any
    E: Any

    @property
    def own_weight(self) -> Any:
        """A_ii."""
        return self.E / (self.same * self.E + self.opposite)

    @property
    def gamma(self) -> Any:
        """Weight of the own sign minus weight of the other; between -1 and 1, and 1 at a consensus."""
        return (self.same * self.E - self.opposite) / (self.same * self.E + self.opposite)

    def factor(self, lambda_k: Any, alpha: Any) -> Any:
        """c_i = 1 + alpha lambda_k gamma_i, with y_i = c_i x_i; the pattern is a fixed point iff all are positive."""
        return 1 + alpha * lambda_k * self.gamma

    def eigenvalue(self, lambda_j: Any, lambda_k: Any, alpha: Any) -> Any:
        """(1 + alpha lambda_j A_ii)/c_i, the tangent eigenvalue of token i along v_j."""
        return (1 + alpha * lambda_j * self.own_weight) / self.factor(lambda_k, alpha)

    def threshold(self) -> Any:
        """n_i^+ - n_i^- / E: for lambda_k > 0 the eigenvalue is below 1 iff lambda_j/lambda_k is below this number."""
        return self.same - self.opposite / self.E


def sign_pattern(signs: Sequence[int], E: Any) -> list[CausalToken]:
    """The tokens of the pattern `signs`, in their order.

    signs : N entries +1 or -1.  Raises ValueError naming an entry that is neither.

    >>> from fractions import Fraction
    >>> [token.same - token.opposite for token in sign_pattern([1, -1, 1], Fraction(9))]
    [1, 0, 1]
    """
    if not len(signs):
        raise ValueError("signs is empty; at least 1 token is needed")
    for i, sign in enumerate(signs):
        if sign not in (1, -1):
            raise ValueError(f"signs[{i}] is {sign}; allowed are 1 and -1")
    tokens = []
    for i, sign in enumerate(signs):
        same = sum(1 for earlier in signs[: i + 1] if earlier == sign)
        tokens.append(CausalToken(same, i + 1 - same, E))
    return tokens
