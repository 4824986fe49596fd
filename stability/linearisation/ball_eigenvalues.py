"""Enclosures of the eigenvalues of a matrix of balls, which need not be simple.

The library encloses simple eigenvalues and separated groups. For others let q = prod (z - z_i) have the approximate
eigenvalues as its roots and p be the characteristic polynomial, both monic of degree n, with all their roots within
R >= 1. At a root of p, |q| = |q - p| <= eps := sum_k |q_k - p_k| R^k, so that the root lies within r = eps^(1/n) of
some z_i; and each connected group of these discs holds as many roots of p as of q, by following the roots along
p + t (q - p). Within (2 n - 1) r of every z_i a root of its own is found.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flint import acb, acb_mat, arb, arb_mat, arb_poly, ctx

from attnverify.stability.numbers import Array
from attnverify.stability.states.krawczyk import characteristic_coefficients

Number = Any


def enclosed_eigenvalues(block: Array) -> list[Number]:
    """Enclosures of all eigenvalues of a square ball matrix, each an arb or acb; several of them may overlap.

    One ball belongs to each eigenvalue, counted with multiplicity.
    """
    matrix = acb_mat(arb_mat(block.tolist()))
    with ctx.workprec(2 * ctx.prec):  # isolating costs more digits than the entries have; they stay as they are
        candidates = [_around(block, matrix)]
        with suppress(ValueError):  # the groups could not be told apart
            candidates.append(matrix.eig(multiple=True))
    found = min(candidates, key=lambda values: max(float(abs(value - value.mid()).upper()) for value in values))
    return [value.real if value.imag == 0 else value for value in found]


def _around(block: Array, matrix: acb_mat) -> list[Number]:
    n = len(block)
    centres = [value.mid() for value in matrix.eig(algorithm="approx")]
    product = [acb(1)]  # coefficients of q, the constant one first
    for z in centres:
        product = [low - z * high for low, high in zip([acb(0), *product], [*product, acb(0)], strict=True)]
    norm = max((sum((abs(entry).abs_upper() for entry in row), arb(0)) for row in block), key=float)
    R = max([arb(1), norm, *(abs(z).abs_upper() for z in centres)], key=float)
    differences = [abs(a - b) for a, b in zip(product, characteristic_coefficients(block), strict=True)]
    eps: arb = arb_poly(differences)(R)
    reach = (2 * n - 1) * eps.abs_upper().root(n)
    disc = arb(0, reach.abs_upper())
    return [acb(z.real + disc, z.imag + disc) for z in centres]
