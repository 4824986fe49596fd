"""Integer polynomials and their roots: characteristic polynomials checked exactly, every root in a disc of its own.

A monic polynomial f of degree n has a root within n |f(z)/f'(z)| of any point z. When the discs around n points are
disjoint, each holds exactly one root; a disc centred on the real axis then holds a real one.
"""

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, isqrt, lcm

from attnverify.verify.referee.findings import MalformedError

IntegerMatrix = tuple[tuple[int, ...], ...]
Polynomial = tuple[int, ...]  # the constant coefficient first

MAX_SIDE = 64
MAX_BITS = 20_000
_PRIME = 2**61 - 1
_MERSENNE = (521, 1279, 4253, 9689, 19937)
_FINER = 64


def scaled(matrix: Sequence[Sequence[Fraction]]) -> tuple[IntegerMatrix, int]:
    """The integer matrix D * matrix and the least common denominator D. Raises MalformedError beyond the limits."""
    side = len(matrix)
    if not 1 <= side <= MAX_SIDE or any(len(row) != side for row in matrix):
        raise MalformedError(f"the matrix must be square with at most {MAX_SIDE} rows")
    D = 1
    for entry in (entry for row in matrix for entry in row):
        D = lcm(D, entry.denominator)
        if D.bit_length() > MAX_BITS:
            raise MalformedError(f"the common denominator of the matrix has more than {MAX_BITS} binary digits")
    whole = tuple(tuple(int(entry * D) for entry in row) for row in matrix)
    if max(abs(entry).bit_length() for row in whole for entry in row) > MAX_BITS // side:
        raise MalformedError(f"the matrix has entries of more than {MAX_BITS // side} binary digits")
    return whole, D


@lru_cache(maxsize=8)
def is_characteristic(matrix: IntegerMatrix, polynomial: Polynomial) -> bool:
    """Whether the monic polynomial is det(x I - matrix), exactly.

    A vector w whose images w, M w, ..., M^(n-1) w are independent has the characteristic polynomial as its minimal one.
    Where no such vector exists the polynomial is computed modulo a prime beyond twice its coefficients.
    """
    n = len(matrix)
    if len(polynomial) != n + 1 or polynomial[-1] != 1:
        return False
    draw = random.Random(0)
    w = [draw.randrange(1, 100) for _ in range(n)]
    images = [w]
    for _ in range(n):
        images.append([sum(a * x for a, x in zip(row, images[-1], strict=True) if a) for row in matrix])
    if any(sum(c * image[i] for c, image in zip(polynomial, images, strict=True)) for i in range(n)):
        return False  # the characteristic polynomial annihilates every vector
    if _independent(images[:n]):
        return True
    # |coefficient k| <= C(n, k) B^(n-k), B a bound of all row norms.
    norm = isqrt(max(sum(a * a for a in row) for row in matrix)) + 1
    bound = max(max(abs(c), comb(n, k) * norm ** (n - k)) for k, c in enumerate(polynomial))
    exponent = next((e for e in _MERSENNE if 2**e - 1 > 2 * bound), None)
    if exponent is None:
        raise MalformedError("the characteristic polynomial has too many digits to be checked")
    return all(
        (c - found) % (2**exponent - 1) == 0 for c, found in zip(polynomial, _modular(matrix, exponent), strict=True)
    )


def _independent(vectors: Sequence[Sequence[int]]) -> bool:
    """Whether the vectors are independent modulo a prime, and hence over the rationals."""
    rows = [[x % _PRIME for x in vector] for vector in vectors]
    n = len(rows)
    for column in range(n):
        pivot = next((i for i in range(column, n) if rows[i][column]), None)
        if pivot is None:
            return False
        rows[column], rows[pivot] = rows[pivot], rows[column]
        inverse = pow(rows[column][column], -1, _PRIME)
        for i in range(column + 1, n):
            if rows[i][column]:
                factor = rows[i][column] * inverse % _PRIME
                rows[i] = [(x - factor * y) % _PRIME for x, y in zip(rows[i], rows[column], strict=True)]
    return True


def _modular(matrix: IntegerMatrix, exponent: int) -> list[int]:
    """The characteristic polynomial modulo 2^exponent - 1, through Hessenberg form."""
    p = 2**exponent - 1
    n = len(matrix)
    H = [[a % p for a in row] for row in matrix]
    for k in range(n - 2):
        pivot = next((i for i in range(k + 1, n) if H[i][k]), None)
        if pivot is None:
            continue
        H[k + 1], H[pivot] = H[pivot], H[k + 1]
        for row in H:
            row[k + 1], row[pivot] = row[pivot], row[k + 1]
        inverse = pow(H[k + 1][k], -1, p)
        for i in range(k + 2, n):
            factor = H[i][k] * inverse % p
            if factor:
                H[i] = [(x - factor * y) % p for x, y in zip(H[i], H[k + 1], strict=True)]
                for row in H:
                    row[k + 1] = (row[k + 1] + factor * row[i]) % p
    polynomials = [[1]]
    for k in range(n):
        last = polynomials[-1]
        found = [0, *last]
        for power, c in enumerate(last):
            found[power] = (found[power] - H[k][k] * c) % p
        product = 1
        for i in range(1, k + 1):
            product = product * H[k - i + 1][k - i] % p
            for power, c in enumerate(polynomials[k - i]):
                found[power] = (found[power] - H[k - i][k] * product * c) % p
        polynomials.append(found)
    return polynomials[-1]


def product(factors: Sequence[tuple[Polynomial, int]]) -> Polynomial:
    """The product of the polynomials with their multiplicities."""
    total = [1]
    for polynomial, multiplicity in factors:
        for _ in range(multiplicity):
            found = [0] * (len(total) + len(polynomial) - 1)
            for i, a in enumerate(total):
                for j, b in enumerate(polynomial):
                    found[i + j] += a * b
            total = found
    return tuple(total)


def radius(polynomial: Polynomial, real: int, imaginary: int, shift: int) -> Fraction:
    """A rational r such that a root lies within r of (real + i imaginary)/2^shift; 0 only for a root itself."""
    n = len(polynomial) - 1
    value, slope = (0, 0), (0, 0)  # 2^(shift k) f_k and 2^(shift (k - 1)) f_k' of Horner's partial polynomials f_k
    for k, c in enumerate(reversed(polynomial)):
        slope = _times(slope, (real, imaginary), value)
        value = _times(value, (real, imaginary), (c << (shift * k), 0))
    top = value[0] ** 2 + value[1] ** 2
    bottom = slope[0] ** 2 + slope[1] ** 2
    if top == 0:
        return Fraction(0)
    if bottom == 0:
        raise MalformedError("a root's approximation is a critical point of its polynomial")
    return Fraction(n * (isqrt((top << (2 * _FINER)) // bottom) + 1), 1 << (shift + _FINER))


def _times(x: tuple[int, int], y: tuple[int, int], plus: tuple[int, int]) -> tuple[int, int]:
    return x[0] * y[0] - x[1] * y[1] + plus[0], x[0] * y[1] + x[1] * y[0] + plus[1]


Disc = tuple[Fraction, Fraction, Fraction]  # real and imaginary part of the centre, radius


def disjoint(discs: Sequence[Disc]) -> bool:
    """Whether no two discs touch."""
    for i, (x, y, r) in enumerate(discs):
        for other_x, other_y, other_r in discs[:i]:
            if (x - other_x) ** 2 + (y - other_y) ** 2 <= (r + other_r) ** 2:
                return False
    return True
