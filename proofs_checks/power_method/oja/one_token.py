"""One row of the Jacobian: how one normalised token answers to a perturbation, under three ways to write the norm.

f = n(X) y with y = x + pull, pull = alpha s, where the inverse norm n is read as

    exact       1/|y|
    unit        (1 + 2 x.pull + |pull|^2)^(-1/2), that is |x| = 1 put in before differentiating
    truncated   1 - x.pull + (3 (x.pull)^2 - |pull|^2)/2, the expansion of `unit` to second order in alpha.

To first order the answer contains the perturbations only linearly and through their inner products with x and pull. So
in coordinates whose first two span x and pull, a third coordinate stands for every further one: three coordinates carry
all d. The number of tokens enters only through the perturbation of pull, which is arbitrary.
"""

from __future__ import annotations

from typing import Any

from attnverify.verify.lazy import lazy

sp = lazy("sympy")

READINGS = ("exact", "unit", "truncated")


def response(reading: str, x: Any, pull: Any, dx: Any, dpull: Any, size: Any) -> Any:
    """The derivative of f as (d, 1) along dx, dpull, at a unit token x.

    reading : one of READINGS.  x, pull, dx, dpull : (d, 1) SymPy columns.
    size : the value of |y|, positive; not used by "truncated".  Raises ValueError for another reading.
    """
    t = sp.Dummy("t")
    token, moved = x + t * dx, pull + t * dpull
    square = {
        "exact": (token + moved).dot(token + moved),
        "unit": 1 + 2 * token.dot(moved) + moved.dot(moved),
        "truncated": None,
    }
    if reading not in square:
        raise ValueError(f"reading is {reading!r}; allowed are {', '.join(READINGS)}")
    if reading == "truncated":
        inverse = second_order(token.dot(moved), moved.dot(moved))
        return sp.diff(inverse * (token + moved), t).subs(t, 0)
    # n = q^(-1/2) with q = size^2 here, so dn = -dq / (2 size^3).
    change = -sp.diff(square[reading], t).subs(t, 0) / (2 * size**3)
    return (dx + dpull) / size + change * (x + pull)


def second_order(sigma: Any, tau: Any, quadratic: Any = None) -> Any:
    """The inverse norm for sigma = x.pull, tau = |pull|^2: 1 - sigma + quadratic sigma^2 - tau/2, quadratic = 3/2."""
    quadratic = sp.Rational(3, 2) if quadratic is None else quadratic
    return 1 - sigma + quadratic * sigma**2 - tau / 2


def on_its_line(reading: str, u: Any, dx: Any, dpull: Any) -> Any:
    """The tangent part of `response` at a token that stays on its line, y = (1 + u) x with 1 + u > 0.

    dx, dpull : the components along some tangent direction.  A radial component of dpull is added, a symbol that must
    not matter: the first coordinate is x, the second the direction.
    """
    radial = sp.Symbol("radial", real=True)
    x, pull = sp.Matrix([1, 0]), sp.Matrix([u, 0])
    return response(reading, x, pull, sp.Matrix([0, dx]), sp.Matrix([radial, dpull]), 1 + u)[1]
