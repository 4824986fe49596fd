"""What one layer does to tokens without any direction: closed forms for isotropic tokens under uniform attention.

For independent Gaussian tokens x_1 ... x_m in R^d and y = x_1 + (1/m) sum_j F x_j, a unit v, and
D = 1 + (2 tr F + |F|_F^2) / (m d), so that E |y|^2 = d D:

    s^2 = (1 + 2 v'Fv/m + |F'v|^2/m) / D,   kappa = (1 + v'Fv/m) / sqrt(D)

are the variance of v'y/sqrt(D) and its covariance with v'x_1, which has variance 1. The probability that |v'y|/sqrt(D)
exceeds |v'x_1| is 1/2 + arcsin((s^2 - 1) / sqrt((s^2 + 1)^2 - 4 kappa^2)) / pi, exactly: it is the chance that U =
v'y/sqrt(D) - v'x_1 and W = v'y/sqrt(D) + v'x_1 have one sign. Replacing the norms of tokens by their means makes this
the probability (5), and the increment (4) the chance level times s - 1; both errors vanish as d grows. So increment > 0
and probability > 1/2 say the same: 2 v'Fv + |F'v|^2 > (2 tr F + |F|_F^2) / d, which random weights satisfy as well.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnverify.stability.numbers import Array
from attnverify.stability.transformers.attention import Mask
from attnverify.stability.transformers.directions import chance_level


@dataclass(frozen=True)
class IsotropicStep:
    """s^2, kappa, and what follows from them in dimension d."""

    variance: float
    covariance: float
    d: int

    @property
    def increment(self) -> float:
        """The increment (4) of the correlation, to leading order in d."""
        return chance_level(self.d, 1) * (math.sqrt(self.variance) - 1)

    @property
    def probability(self) -> float:
        """The probability (5), exact for Gaussian pairs."""
        return growth_probability(self.variance, self.covariance)


def isotropic_step(F: Array, v: Array, m: int) -> IsotropicStep:
    """The moments for a layer matrix F : (d, d), a unit vector v : (d,), and a plain mean over m tokens."""
    d = len(F)
    along, across = float(v @ F @ v), float(np.sum((F.T @ v) ** 2))
    size = 1 + float(2 * np.trace(F) + np.sum(F * F)) / (m * d)
    return IsotropicStep((1 + (2 * along + across) / m) / size, (1 + along / m) / math.sqrt(size), d)


def predicted(F: Array, v: Array, N: int, mask: Mask) -> tuple[float, float]:
    """(increment, probability) of the first layer for N isotropic tokens, averaged over tokens.

    With causal attention token i is a mean over the i tokens it sees.
    """
    steps = [isotropic_step(F, v, int(m)) for m in np.sum(mask.seen(N), axis=1)]
    return float(np.mean([step.increment for step in steps])), float(np.mean([step.probability for step in steps]))


def growth_probability(variance: float, covariance: float) -> float:
    """P(|Z_2| > |Z_1|) for centred Gaussian Z_1, Z_2 with variances 1 and `variance`, and this covariance.

    >>> growth_probability(1.0, 0.3)
    0.5
    """
    spread = (variance + 1) ** 2 - 4 * covariance**2
    if variance <= 0 or covariance**2 > variance * (1 + 1e-12):
        raise ValueError(f"variances 1, {variance} and covariance {covariance} are those of no Gaussian pair")
    if spread <= 0:  # the pair is equal up to a sign
        return 0.5
    return 0.5 + math.asin(max(-1.0, min(1.0, (variance - 1) / math.sqrt(spread)))) / math.pi
