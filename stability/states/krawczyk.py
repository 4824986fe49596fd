"""Certified clustering equilibria: existence by Krawczyk's operator, stability by enclosures, both in ball arithmetic.

Near a floating-point candidate z of F(z) = 0 the operator K(Z) = z - C F(z) + (I - C DF(Z))(Z - z), with C an
approximate inverse of DF(z), maps a box Z strictly into its own interior only if F has exactly one zero in Z.
Eigenvalues are never enclosed one by one: they may be multiple. |eigenvalue| < 1 is decided on the ball
characteristic polynomial by Schur's recursion.

Source: Krawczyk 1969, Moore 1977 (the test); Schur 1917 (the recursion).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, arb_mat, ctx

from attnverify.stability.models.maps import attention_weights
from attnverify.stability.numbers import Array
from attnverify.stability.states.cluster_search import Candidate, cluster_equations, cluster_equations_jacobian
from attnverify.stability.states.clustering import ClusterJacobian, cluster_jacobian
from attnverify.stability.states.equilibrium import State

PRECISION = 128
NEWTON_STEPS = 4


@dataclass(frozen=True)
class ClusterEnclosure:
    """Balls that contain exactly one clustering equilibrium: tokens (m, d), nu (m,), total weights (m, m)."""

    state: State
    nu: Array
    weights: Array
    radius: Any


def certify_clusters(candidate: Candidate, P: Any, V: Any, radius: str = "1e-25") -> ClusterEnclosure | None:
    """An enclosure of a clustering equilibrium near the candidate, or None when Krawczyk's test does not decide.

    P, V : (d, d), arrays of arb that contain the intended matrices, with radii well below `radius`.
    radius : of the box around the refined candidate, as a decimal text.
    """
    ctx.prec, before = PRECISION, ctx.prec
    try:
        return _krawczyk(candidate, P, V, arb(radius))
    finally:
        ctx.prec = before


def certified_stable(enclosure: ClusterEnclosure, P: Any, V: Any, alpha: Any) -> bool | None:
    """True when every tangent eigenvalue at the enclosed equilibrium is inside the unit disc, for the step size alpha.

    False when some 1 + alpha nu_i is negative (no equilibrium) or some eigenvalue lies outside; None when undecided.
    """
    ctx.prec, before = PRECISION, ctx.prec
    try:
        factors = [1 + alpha * value for value in enclosure.nu]
        if any(factor < 0 for factor in factors):
            return False
        if not all(factor > 0 for factor in factors):
            return None
        jacobian = enclosed_jacobian(enclosure, P, V, alpha)
        blocks = [jacobian.reduced]
        blocks += [W for W, count in zip(jacobian.within, jacobian.counts, strict=True) if count > 1]
        found = [schur_stable(characteristic_coefficients(block)) for block in blocks]
        return False if False in found else None if None in found else True
    finally:
        ctx.prec = before


def enclosed_jacobian(enclosure: ClusterEnclosure, P: Any, V: Any, alpha: Any) -> ClusterJacobian:
    """The cluster Jacobian at the enclosed equilibrium, entries as balls."""
    return cluster_jacobian(enclosure.state, enclosure.weights, P, V, alpha, enclosure.nu)


def characteristic_coefficients(matrix: Array) -> list[arb]:
    """Coefficients of det(z I - matrix), the constant one first, as balls."""
    polynomial = arb_mat(matrix.tolist()).charpoly()
    return [polynomial[k] for k in range(matrix.shape[0] + 1)]


def schur_stable(coefficients: list[arb]) -> bool | None:
    """Whether all roots of sum_k coefficients[k] z^k lie in |z| < 1; None when the balls do not decide.

    Schur: with n > 0 the roots of p lie inside iff |p_0| < |p_n| and those of (p_n p - p_0 p*)/z do, p* being p
    reversed.

    >>> schur_stable([arb("0.5"), arb(0), arb(1)]), schur_stable([arb(2), arb(1)])
    (True, False)
    """
    p = list(coefficients)
    while len(p) > 1:
        if abs(p[0]) > abs(p[-1]):
            return False
        if not abs(p[0]) < abs(p[-1]):
            return None
        p = [p[-1] * p[k] - p[0] * p[len(p) - 1 - k] for k in range(1, len(p))]
    return True


def _krawczyk(candidate: Candidate, P: Any, V: Any, radius: arb) -> ClusterEnclosure | None:
    m, d = candidate.tokens.shape
    counts = np.array([int(count) for count in candidate.counts], dtype=object)

    def split(z: Array) -> tuple[Array, Array]:
        return z[: m * d].reshape(m, d), z[m * d :]

    def value(z: Array) -> Array:
        return np.array(cluster_equations(*split(z), P, V, counts), dtype=object)

    def derivative(z: Array) -> arb_mat:
        return arb_mat(cluster_equations_jacobian(*split(z), P, V, counts).tolist())

    flat = np.concatenate([candidate.tokens.reshape(-1), candidate.nu])
    z = np.array([arb(float(entry)) for entry in flat], dtype=object)
    try:
        for _ in range(NEWTON_STEPS):
            z = _midpoints(z - _vector(derivative(z).inv() * _column(value(z))))
        C = arb_mat([[entry.mid() for entry in row] for row in derivative(z).inv().tolist()])
    except ZeroDivisionError:
        return None
    box = np.array([arb(entry, radius) for entry in z], dtype=object)
    size = len(z)
    identity = arb_mat([[arb(int(i == j)) for j in range(size)] for i in range(size)])
    spread = _column(np.array([arb(0, radius)] * size, dtype=object))
    image = z - _vector(C * _column(value(z))) + _vector((identity - C * derivative(box)) * spread)
    if not all(outer.contains_interior(inner) for outer, inner in zip(box, image, strict=True)):
        return None
    X, nu = split(image)
    if any(all((X[i, a] - X[j, a]).contains(0) for a in range(d)) for i in range(m) for j in range(i)):
        return None
    weights = attention_weights(X, P, counts=counts)
    return ClusterEnclosure(State(X, counts), nu, weights, max((entry.rad() for entry in image), key=float))


def _midpoints(z: Array) -> Array:
    return np.array([entry.mid() for entry in z], dtype=object)


def _column(z: Array) -> arb_mat:
    return arb_mat([[entry] for entry in z])


def _vector(column: arb_mat) -> Array:
    return np.array([row[0] for row in column.tolist()], dtype=object)
