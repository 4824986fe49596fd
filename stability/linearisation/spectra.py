"""Full tangent spectra with multiplicities at consensus and bipartite states, for any number of tokens.

The eigenvalues of a two-group state come as quadratics z^2 - trace z + determinant, one per remaining direction, so no
square root is taken until a value is asked for.

Source: arXiv 2605.25619, Lemma 3 (consensus), Lemma 14 (bipartite); multi-head consensus: D.4.1 with V = sum of heads.

Step-size bounds: the largest alpha for which an equilibrium stays stable, exactly.

Source: arXiv 2605.25619, Lemma 4 and Theorem 1 (consensus), Theorem 3 and its proof (Schur-Cohn conditions).

Causal attention: token i sees the tokens 1, ..., i only, so every Jacobian is block lower triangular.

The tangent spectrum at any state is the union of the spectra of its N diagonal blocks of size d - 1. At a state whose
tokens lie on the line of an eigenvector v_k the block of token i is (I + alpha A_ii V)/c_i on the complement of v_k:
the derivative of the weights moves s_i along v_k only, and is projected away.

Source: arXiv 2605.25619, Section 2.1.1 (causal attention); the spectra are derived in this project.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..states.equilibrium import GroupWeights


@dataclass(frozen=True)
class Mode:
    """Both roots of z^2 - trace z + determinant, or the root `trace` when determinant is None, `multiplicity` times.

    perturbation : in words, the tangent vectors that belong to it.
    """

    trace: Any
    determinant: Any
    multiplicity: Any
    perturbation: str


def consensus_modes(lambda_k: Any, others: Sequence[Any], N: Any, alpha: Any) -> list[Mode]:
    """The N(d-1) tangent eigenvalues at the consensus on v_k, where 1 + alpha lambda_k > 0.

    others : the d-1 eigenvalues of V (or of its compression to the complement of v_k) other than lambda_k.
    Valid for the Oja map and, for every P, for the attention map.
    """
    c = 1 + alpha * lambda_k
    moving = [
        Mode((1 + alpha * lambda_j) / c, None, 1, f"all tokens together along v_{j}")
        for j, lambda_j in enumerate(others, start=1)
    ]
    return [*moving, Mode(1 / c, None, (N - 1) * len(others), "differences of tokens")]


def bipartite_modes(lambda_k: Any, others: Sequence[Any], weights: GroupWeights, alpha: Any) -> list[Mode]:
    """The N(d-1) tangent eigenvalues at a bipartite state on v_k, where both factors are positive."""
    modes = [
        Mode(*weights.trace_determinant(lambda_j, lambda_k, alpha), 1, f"the two groups along v_{j}")
        for j, lambda_j in enumerate(others, start=1)
    ]
    sizes = (weights.p, weights.q)
    within = weights.within_group(lambda_k, alpha)
    return modes + [
        Mode(value, None, (size - 1) * len(others), f"differences within group {group}")
        for group, (value, size) in enumerate(zip(within, sizes, strict=True), start=1)
    ]


def consensus_bound(eigenvalues: Sequence[Any]) -> Any | None:
    """The supremum of the step sizes at which the principal consensus is stable; None when every step size works.

    eigenvalues : real, the first one simple, positive and strictly the largest.
    The consensus is asymptotically stable exactly for 0 < alpha < 2 / (|lambda_d| - lambda_1) if |lambda_d| > lambda_1.

    Raises ValueError when the first eigenvalue is not positive or not strictly the largest.

    >>> from fractions import Fraction
    >>> consensus_bound([Fraction(1), Fraction(1, 2), Fraction(-2)])
    Fraction(2, 1)
    >>> consensus_bound([Fraction(2), Fraction(-1)]) is None
    True
    """
    first, *rest = eigenvalues
    if not first > 0:
        raise ValueError(f"eigenvalues[0] is {first}; the principal eigenvalue must be positive")
    for j, other in enumerate(rest, start=1):
        if not other < first:
            raise ValueError(f"eigenvalues[{j}] is {other}; all must be smaller than the principal one, {first}")
    last = min(rest, default=first)
    return 2 / (-last - first) if -last > first else None


def complex_consensus_bound(principal: Any, real: Any, imaginary: Any) -> Any | None:
    """The bound that one complex eigenvalue real + i imaginary puts on alpha; None when it puts none.

    |1 + alpha lambda| < 1 + alpha lambda_1 exactly for alpha < 2 (lambda_1 - Re lambda) / (|lambda|^2 - lambda_1^2)
    if |lambda| > lambda_1, and for every alpha otherwise; Re lambda < lambda_1 is needed.
    """
    if not real < principal:
        raise ValueError(f"real part is {real}; it must be smaller than the principal eigenvalue, {principal}")
    excess = real * real + imaginary * imaginary - principal * principal
    return 2 * (principal - real) / excess if excess > 0 else None


def schur_cohn_slacks(trace: Any, determinant: Any) -> tuple[Any, Any, Any]:
    """Three numbers that are all positive exactly when both roots of z^2 - trace z + determinant lie in |z| < 1.

    They are p(1), p(-1) and 1 - determinant; the first two imply 1 + determinant > 0.
    """
    return 1 - trace + determinant, 1 + trace + determinant, 1 - determinant


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


def sign_pattern(signs: Sequence[int], E: Any) -> list[CausalToken]:
    """The tokens of the pattern `signs`, in their order.

    signs : N entries +1 or -1.  Raises ValueError naming an entry that is neither.

    >>> from fractions import Fraction
    >>> [token.same - token.opposite for token in sign_pattern([1, -1, 1], Fraction(9))]
    [1, 0, 1]
    """
    if not len(signs):
        raise ValueError("signs is empty; at least 1 token is needed")
    for i, own in enumerate(signs):
        if own not in (1, -1):
            raise ValueError(f"signs[{i}] is {own}; allowed are 1 and -1")
    tokens = []
    for i, own in enumerate(signs):
        same = sum(1 for earlier in signs[: i + 1] if earlier == own)
        tokens.append(CausalToken(same, i + 1 - same, E))
    return tokens
