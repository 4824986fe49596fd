"""The eigenvalues of a real matrix beside those along one eigenvector, as pairs of a real and an imaginary part.

`quotient` is the map that U induces on the space modulo its eigenvector v. Its eigenvalues, with their multiplicities,
are those of U without the one that belongs to v.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from . import linear
from .duals import ZERO
from .functions import sqrt
from .signs import inverse, is_zero, sign
from .values import Number, Undecided, number

Matrix = list[list[Number]]
_HALF = number(Fraction(1, 2))


def quotient(U: Sequence[Sequence[Number]], v: Sequence[Number]) -> Matrix:
    """U on the complement of v, projected along v. Raises Undecided where v is zero or no eigenvector of U."""
    if all(is_zero(x) for x in v):
        raise Undecided("the eigenvector is zero")
    image, scale = [_dot(row, v) for row in U], inverse(_dot(v, v))
    factor = scale * _dot(v, image)
    if not all(is_zero(x - factor * y) for x, y in zip(image, v, strict=True)):
        raise Undecided("the vector is no eigenvector")
    n = range(len(v))
    onto = [scale * _dot(v, [row[k] for row in U]) for k in n]
    projected = [[U[i][k] - v[i] * onto[k] for k in n] for i in n]
    inside = linear.restricted(projected, [list(v)])
    assert inside is not None
    return inside


def _dot(u: Sequence[Number], w: Sequence[Number]) -> Number:
    return linear.product([u], [[x] for x in w])[0][0]


def roots(p: Sequence[Number]) -> list[tuple[Number, Number]]:
    """The complex roots of a polynomial of degree at most 2, highest coefficient 1. Raises Undecided for others."""
    if len(p) == 1:
        return []
    if len(p) == 2:
        return [(-p[1], ZERO)]
    if len(p) > 3:
        raise Undecided("the roots of a polynomial of degree above 2")
    middle = -_HALF * p[1]
    inside = middle * middle - p[2]
    if sign(inside) >= 0:
        root = sqrt(inside)
        return [(middle + root, ZERO), (middle - root, ZERO)]
    root = sqrt(-inside)
    return [(middle, root), (middle, -root)]


def vanishes(p: Sequence[Number], s: Number, w: Number) -> bool:
    """Whether s + i w is a root."""
    real, imaginary = ZERO, ZERO
    for c in p:
        real, imaginary = real * s - imaginary * w + c, real * w + imaginary * s
    return sign(real) == 0 and sign(imaginary) == 0
