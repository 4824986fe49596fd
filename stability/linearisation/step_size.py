"""Step-size bounds: the largest alpha for which an equilibrium stays stable, exactly.

Source: arXiv 2605.25619, Lemma 4 and Theorem 1 (consensus), Theorem 3 and its proof (Schur-Cohn conditions).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


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
