"""The time that orthogonal tokens need until all their products are gamma: the phase curve, as balls.

Source: arXiv 2312.10794, (6.9) to (6.12); the closed form is PER-N4, by partial fractions.
"""

from __future__ import annotations

from flint import arb

from attnverify.stability.models.sphere_flow import SphereWeights


def common_product_time(gamma: arb | float, n: int, beta: arb | float, weights: SphereWeights = "softmax") -> arb:
    """The time from products 0 to products gamma, n >= 2 tokens, beta > 0 and 0 < gamma < 1; ValueError otherwise.

    A ball in the current precision, with logarithms and exponential integrals; floats are taken as they are.

    >>> common_product_time(arb(999) / 1000, 32, 4)
    [6.953501848808 +/- 1.41e-13]
    """
    gamma, beta = _checked(gamma, n, beta)
    if weights not in ("softmax", "exponential"):
        raise ValueError(f"weights is {weights!r}; allowed are 'softmax' and 'exponential'")
    one, gap = arb(1), arb(1) / (n - 1)
    near = beta.ei() - (beta * (1 - gamma)).ei()
    far = (beta * gap).expint(one) - (beta * (gamma + gap)).expint(one)
    if weights == "exponential":
        return ((-beta).exp() * near + (beta * gap).exp() * far) / 2
    slow = (n - 1) * ((1 + (n - 1) * gamma) / (1 - gamma)).log()
    return (slow + near + (beta * n * gap).exp() * far) / (2 * n)


def common_product_time_bounds(gamma: arb | float, n: int, beta: arb | float) -> tuple[arb, arb]:
    """Elementary bounds of the time for softmax weights, the upper one (e^beta + n - 1)/n times the lower one."""
    gamma, beta = _checked(gamma, n, beta)
    least = ((1 + (n - 1) * gamma) / (1 - gamma)).log() / 2
    return least, least * (beta.exp() + n - 1) / n


def _checked(gamma: arb | float, n: int, beta: arb | float) -> tuple[arb, arb]:
    gamma, beta = arb(gamma), arb(beta)
    if n < 2 or not (beta > 0 and gamma > 0 and gamma < 1):
        raise ValueError(f"n is {n}, beta is {beta}, gamma is {gamma}; allowed are n >= 2, beta > 0 and 0 < gamma < 1")
    return gamma, beta
