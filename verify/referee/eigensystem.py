"""Certificates about the eigenvalues of a rational matrix: discs of the roots, enclosed eigenvectors, and relations.

The factors of the characteristic polynomial, the approximations of its roots and those of the eigenvectors come with
the certificate; that they are what they claim is decided here. The relations are then evaluated on the enclosures.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attnverify.verify.referee.findings import Finding, MalformedError, Status, field, texts
from attnverify.verify.referee.grammar import evaluate, holds
from attnverify.verify.referee.intervals import Interval
from attnverify.verify.referee.roots import Disc, disjoint, is_characteristic, product, radius, scaled
from attnverify.verify.referee.work import spend

BITS = 192
MAX_SHIFT = 4_096
MAX_ENCLOSED = 16
MAX_DIGITS = 20_000
_FRACTION = re.compile(r"-?[0-9]{1,2000}(/[0-9]{1,2000})?")

Matrix = list[list[Fraction]]


def eigensystem(certificate: Mapping[str, Any]) -> Finding:
    """Every relation holds for the eigenvalues of `matrix` and its self-logits, by their enclosures."""
    matrix = _rationals(certificate, "matrix")
    whole, D = scaled(matrix)
    longest = max(abs(entry).bit_length() for row in whole for entry in row)
    # The images of a vector grow by an entry's length with every product.
    spend(2 * len(whole) ** 3 * (1 + (longest * len(whole) >> 12)))
    factors = field(certificate, "factors", list)
    polynomials = [
        (tuple(_integer(c) for c in texts(factor, "polynomial")), field(factor, "multiplicity", int))
        for factor in factors
    ]
    degrees = sum((len(f) - 1) * power for f, power in polynomials)
    # No coefficient of a factor is longer, by Mignotte's bound with Hadamard's.
    bound = len(whole) * (longest + len(whole).bit_length() + 2)
    if any(abs(c).bit_length() > bound for f, _ in polynomials for c in f):
        raise MalformedError("'factors' have longer coefficients than any factor of a characteristic polynomial")
    if degrees != len(matrix) or any(power < 1 or len(f) < 2 or f[-1] != 1 for f, power in polynomials):
        raise MalformedError("'factors' are not monic polynomials whose degrees add up to the size of the matrix")
    if not is_characteristic(whole, product(polynomials)):
        return Finding(Status.FAILED, "the factors do not multiply to the characteristic polynomial of the matrix")
    discs = [_discs(factor, f, D) for factor, (f, _) in zip(factors, polynomials, strict=True)]
    every = [disc for found in discs for disc in found]
    if not disjoint(every):
        return Finding(Status.FAILED, "the discs of the roots are not disjoint")
    values = _named(certificate, discs)
    for line in field({"lines": [], **certificate}, "lines", list):
        name = field(line, "name", str)
        _require_new(name, values)
        values[name] = _self_logit(line, certificate, matrix, values, every)
    for name, text in field({"defines": [], **certificate}, "defines", list):
        _require_new(name, values)
        values[name] = evaluate(text, values, BITS)
    relations = field(certificate, "relations", list)
    if not relations:
        raise MalformedError("'relations' is empty; an eigensystem says something of its eigenvalues")
    for relation in relations:
        says, text = field(relation, "says", str)[:200], field(relation, "holds", str)
        truth = holds(text, values)
        if truth is not True:
            return Finding(Status.FAILED, f"{says}: {text[:120]!r} is {'false' if truth is False else 'undecided'}")
    return Finding(Status.CONFIRMED, f"{len(relations)} relations hold on {len(every)} enclosed eigenvalues")


def _discs(factor: Mapping[str, Any], polynomial: tuple[int, ...], D: int) -> list[Disc]:
    """One disc per root of the factor, for the unscaled matrix."""
    shift = field(factor, "shift", int)
    roots = field(factor, "roots", list)
    if not 0 <= shift <= MAX_SHIFT or len(roots) != len(polynomial) - 1:
        raise MalformedError("'roots' must hold one approximation per root, with a 'shift' within the limit")
    found = []
    for root in roots:
        real, imaginary = (_integer(text) for text in texts({"root": root}, "root"))
        spend(len(polynomial) * (10 + (shift * len(polynomial) >> 10)))
        r = radius(polynomial, real, imaginary, shift)
        unit = D << shift
        found.append((Fraction(real, unit), Fraction(imaginary, unit), r / D))
    return found


def _named(certificate: Mapping[str, Any], discs: list[list[Disc]]) -> dict[str, Any]:
    """Real roots under their name, real and imaginary parts of the others under re_NAME and im_NAME."""
    values: dict[str, Any] = {**field({"values": {}, **certificate}, "values", dict)}
    for entry in field(certificate, "names", list):
        name, factor, place = entry
        x, y, r = discs[factor][place]
        for part, centre in ((name, x),) if y == 0 else ((f"re_{name}", x), (f"im_{name}", y)):
            _require_new(part, values)
            values[part] = centre if r == 0 else Interval(centre - r, centre + r, BITS)
    return values


def _self_logit(
    line: Mapping[str, Any],
    certificate: Mapping[str, Any],
    matrix: Matrix,
    values: Mapping[str, Any],
    every: list[Disc],
) -> Any:
    """v^T P v / v^T v for the eigenvector that the line encloses."""
    eigenvalue = values[field(line, "eigenvalue", str)]
    centre = [_rational(text) for text in texts(line, "direction")]
    if len(centre) != len(matrix) or not any(centre):
        raise MalformedError("'direction' is no vector of the size of the matrix")
    if "inverse" in line:
        rho = _enclosed(line, matrix, centre, eigenvalue, every)
        vector: list[Any] = [Interval(x - rho, x + rho, BITS) for x in centre]
    else:
        image = [_dot(row, centre) for row in matrix]
        if not isinstance(eigenvalue, Fraction) or image != [eigenvalue * x for x in centre]:
            raise MalformedError("a direction without 'inverse' must be an exact eigenvector")
        vector = list(centre)
    P = field(certificate, "logits", list)
    if len(P) != len(matrix) or any(len(row) != len(matrix) for row in P):
        raise MalformedError("'logits' must have the shape of the matrix")
    total: Any = Fraction(0)
    for i, row in enumerate(P):
        for j, text in enumerate(row):
            total = total + evaluate(text, {}, BITS) * (vector[i] * vector[j])
    return total / sum((x * x for x in vector), Fraction(0))


def _enclosed(
    line: Mapping[str, Any], matrix: Matrix, v: list[Fraction], eigenvalue: Any, every: list[Disc]
) -> Fraction:
    """A radius within which Krawczyk's test finds exactly one eigenpair with v[pivot] fixed, that of the eigenvalue.

    The map (v, mu) -> (M v - mu v, v[pivot] - fixed) has the derivative J, which changes by at most 2 rho in the row
    norm within rho of the centre. With C near J^-1, eta = |C G|, kappa = |I - C J| and gamma = |C|, the test is
    eta + (kappa + 2 gamma rho) rho < rho.
    """
    n = len(matrix)
    if n > MAX_ENCLOSED:
        raise MalformedError(f"eigenvectors are enclosed for at most {MAX_ENCLOSED} dimensions")
    longest = max((len(text) for row in field(line, "inverse", list) for text in texts({"row": row}, "row")), default=0)
    spend(6 * (n + 1) ** 3 * (1 + (longest**2 >> 12)))
    mu = _rational(field(line, "near", str))
    pivot = max(range(n), key=lambda i: abs(v[i]))
    C = [[_rational(text) for text in texts({"row": row}, "row")] for row in field(line, "inverse", list)]
    if len(C) != n + 1 or any(len(row) != n + 1 for row in C):
        raise MalformedError("'inverse' must have one row and column more than the matrix")
    J = [[a - (mu if i == j else 0) for j, a in enumerate(row)] + [-v[i]] for i, row in enumerate(matrix)]
    J.append([Fraction(int(j == pivot)) for j in range(n + 1)])
    G = [_dot(row, v) - mu * x for row, x in zip(matrix, v, strict=True)] + [Fraction(0)]
    eta = max(abs(_dot(row, G)) for row in C)
    gamma = max(sum((abs(c) for c in row), Fraction(0)) for row in C)
    columns = [list(column) for column in zip(*J, strict=True)]
    kappa = max(
        sum((abs(int(i == j) - _dot(row, column)) for j, column in enumerate(columns)), Fraction(0))
        for i, row in enumerate(C)
    )
    rho = 2 * eta + Fraction(1, 2**BITS)
    if not eta + (kappa + 2 * gamma * rho) * rho < rho:
        raise MalformedError("the eigenvector is not enclosed by its approximation")
    near = [disc for disc in every if (disc[0] - mu) ** 2 + disc[1] ** 2 <= (disc[2] + rho) ** 2]
    low, high = (eigenvalue.low, eigenvalue.high) if isinstance(eigenvalue, Interval) else (eigenvalue, eigenvalue)
    if len(near) != 1 or near[0][1] != 0 or not (near[0][0] - near[0][2] == low and near[0][0] + near[0][2] == high):
        raise MalformedError("the enclosed eigenpair is not that of the named eigenvalue")
    return rho


def _dot(x: list[Fraction], y: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def _require_new(name: str, values: Mapping[str, Any]) -> None:
    if not isinstance(name, str) or name in values:
        raise MalformedError(f"the name {str(name)[:40]!r} occurs twice or is no text")


def _integer(text: str) -> int:
    """An integer in hexadecimal digits, whose length Python does not limit."""
    if len(text) > MAX_DIGITS:
        raise MalformedError(f"an integer of {len(text)} digits; at most {MAX_DIGITS} are read")
    return int(text, 16)


def _rational(text: str) -> Fraction:
    if not _FRACTION.fullmatch(text):
        raise MalformedError(f"{text[:40]!r} is no rational number such as -3/5")
    return Fraction(text)


def _rationals(certificate: Mapping[str, Any], name: str) -> Matrix:
    return [[_rational(text) for text in texts({"row": row}, "row")] for row in field(certificate, name, list)]
