"""The energies: F(X) = m^T V m/(2N), m = sum_j x_j, of the Oja map, and E(X) = sum_ij exp(beta x_i.x_j)/(2 beta n^2) of
the flows on the sphere.

    F(X+) - F(X) = sum_i (1 + |y_i|) |D_i|^2/(2 alpha) + (sum_i D_i)^T V (sum_i D_i)/(2N),   D_i = x_i+ - x_i,

exactly, for symmetric V: F rises at every step that moves a token if alpha max(0, -lambda_d) < 1. Along USA the rate of
E is (1/n) sum_i |x_i'|^2, along SA (1/n) sum_i (Z_i/n) |x_i'|^2: both climb E.

Source: arXiv 2605.25619, Lemma 7 (W = -F); arXiv 2312.10794, (3.5) to (3.16).
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.formula import Formula, symbols

SphereWeights = Literal["softmax", "exponential"]
ALPHA, BETA = symbols("alpha beta", positive=True)


def oja_increment(rate: Any = 1, tokens: int = 2) -> Formula:
    """The identity for `tokens` unit tokens of the plane, V diagonal in its basis, from the definition of the step.

    |y_i| = r_i is a symbol with r_i^2 = y_i.y_i; `rate` is the number that stands beside |y_i|, 1 in the identity.
    """
    X = np.array([symbols(f"x_{i} y_{i}") for i in range(tokens)], dtype=object)
    r = np.array([symbols(f"r_{i}", positive=True) for i in range(tokens)], dtype=object)
    first, last = symbols("lambda_1 lambda_d")
    V = np.array([[first, sp.Integer(0)], [sp.Integer(0), last]], dtype=object)
    Y = st.models.oja_step(X, V, ALPHA)
    moves = Y / r[:, np.newaxis] - X
    total = np.sum(moves, axis=0)
    claimed = sum((rate + r[i]) * (moves[i] @ moves[i]) for i in range(tokens)) / (2 * ALPHA)
    claimed = claimed + total @ V @ total / (2 * tokens)
    relations = [(r[i] ** 2, sp.expand(Y[i] @ Y[i])) for i in range(tokens)]
    relations += [(X[i, 1] ** 2, 1 - X[i, 0] ** 2) for i in range(tokens)]
    derived = st.energy(Y / r[:, np.newaxis], V) - st.energy(X, V)
    return Formula("the increment of F", ("POW-N4",), derived, claimed, tuple(relations))


def sphere_rate(weights: SphereWeights, share: Any = 1) -> Formula:
    """The rate of E for two tokens of the circle, by the chain rule, beside the sum of squares of the velocities.

    weights : "softmax" (SA) or "exponential" (USA).  `share` multiplies the claim.
    """
    angle = symbols("s t")
    X = np.array([[sp.cos(x), sp.sin(x)] for x in angle], dtype=object)
    flow = st.models.SphereFlow(BETA, weights=weights)
    tangents = np.array([[-sp.sin(x), sp.cos(x)] for x in angle], dtype=object)
    speeds = np.sum(flow.velocity(X) * tangents, axis=-1)
    inner = sp.cos(angle[0] - angle[1])
    energy = (2 * sp.exp(BETA) + 2 * sp.exp(BETA * inner)) / (8 * BETA)
    derived = sum(sp.diff(energy, x) * speed for x, speed in zip(angle, speeds, strict=True))
    partition = sp.exp(BETA) + sp.exp(BETA * inner)
    metric = partition / 2 if weights == "softmax" else sp.Integer(1)
    claimed = share * sum(metric * speed**2 for speed in speeds) / 2
    ids = ("PER-3.6", "PER-3.13") if weights == "softmax" else ("PER-L3.7", "PER-R3.8")
    return Formula(f"the rate of E, {weights} weights", ids, *(_in_difference(e, angle) for e in (derived, claimed)))


def _in_difference(expression: Any, angle: Any) -> Any:
    """Written in the cosine C of s - t alone, by turning the circle so that t = 0 and sin(s)^2 = 1 - C^2."""
    cosine = symbols("C")
    turned = sp.simplify(expression.subs(angle[1], 0))
    expanded = sp.expand(turned.subs(sp.sin(angle[0]) ** 2, 1 - sp.cos(angle[0]) ** 2))
    return sp.simplify(expanded.subs(sp.sin(angle[0]) ** 2, 1 - cosine**2).subs(sp.cos(angle[0]), cosine))


def increase_margin(X: Any, V: Any, alpha: float, share: float = 1) -> float:
    """F(X+) - F(X) - share (1/alpha - max(0, -lambda_d)) sum_i |D_i|^2/2, nonnegative for share 1 and unit tokens X :
    (N, d)."""
    image = st.oja_map(X, V, alpha)
    lowest = max(0.0, -float(np.min(np.linalg.eigvalsh(V))))
    gained = float(st.energy(image, V) - st.energy(X, V))
    return gained - share * (1 / alpha - lowest) * float(np.sum((image - X) ** 2)) / 2


def formulas() -> list[Formula]:
    """Everything that SymPy derives here."""
    return [oja_increment(), sphere_rate("softmax"), sphere_rate("exponential")]
