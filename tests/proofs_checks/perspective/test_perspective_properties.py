"""The flows at random states: energies, cones and pairs, with the worst margin reported; Wendel by exact counting."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

Array = NDArray[np.float64]
Report = Callable[[str, object], None]
DRAWS = 200


def field(X: Array, beta: float, flow: str) -> Array:
    """The velocities of all tokens; the definition, written out."""
    weights = np.exp(beta * X @ X.T)
    weights /= weights.sum(axis=1, keepdims=True) if flow == "sa" else len(X)
    pulled = weights @ X
    tangent: Array = pulled - np.sum(pulled * X, axis=1, keepdims=True) * X
    return tangent


def tokens(draws: np.random.Generator, n: int, d: int) -> Array:
    X = draws.normal(size=(n, d))
    unit: Array = X / np.linalg.norm(X, axis=1, keepdims=True)
    return unit


@pytest.mark.parametrize("flow", ["sa", "usa"])
def test_the_energy_rises_by_the_weighted_squares_of_the_speeds(flow: str, record_property: Report) -> None:
    draws, worst, slack = np.random.default_rng(1), 0.0, np.inf
    for _ in range(DRAWS):
        n, d, beta = int(draws.integers(2, 7)), int(draws.integers(2, 6)), float(draws.uniform(-4, 4))
        X = tokens(draws, n, d)
        V = field(X, beta, flow)
        slope = np.sum(V * (np.exp(beta * X @ X.T) @ X)) / n**2
        Z = np.exp(beta * X @ X.T).sum(axis=1) / n if flow == "sa" else np.ones(n)
        claimed = np.sum(Z * np.sum(V**2, axis=1)) / n
        worst, slack = max(worst, abs(slope - claimed) / (1e-3 + claimed)), min(slack, slope)
    record_property("worst relative error of the rate of the energy", float(worst))
    record_property("least rate of the energy", float(slack))
    assert worst < 1e-10
    assert slack > 0


@pytest.mark.parametrize("flow", ["sa", "usa"])
def test_the_least_product_rises_at_the_sharp_rate(flow: str, record_property: Report) -> None:
    """The margin is relative to the claimed rate; it is small where the products are equal, and never negative."""
    draws, worst = np.random.default_rng(2), np.inf
    for _ in range(DRAWS):
        n, beta = int(draws.integers(2, 7)), float(draws.uniform(0, 4))
        X = tokens(draws, n, n + 1)
        X = np.abs(X)
        G = X @ X.T
        V = field(X, beta, flow)
        rates = V @ X.T + X @ V.T
        i, j = min(((i, j) for i, j in combinations(range(n), 2)), key=lambda pair: G[pair])
        m = G[i, j]
        claimed = (
            2 / n * np.exp(beta * m) * (1 - m) * ((n - 1) * m + 1)
            if flow == "usa"
            else 2 * (1 - m) * ((n - 1) * m + 1) / ((n - 1) * np.exp(beta * (1 - m)) + 1)
        )
        worst = min(worst, (rates[i, j] - claimed) / claimed)
    record_property("worst margin of the rate of the least product", float(worst))
    assert worst > -1e-10
    assert worst < 1


@pytest.mark.parametrize("flow", ["sa", "usa"])
def test_cones_collapse(flow: str, record_property: Report) -> None:
    """Euler steps with normalisation: the lowest token does not sink, and the tokens meet."""
    draws, sunk, apart = np.random.default_rng(3), np.inf, 0.0
    for _ in range(20):
        n, d, beta = int(draws.integers(2, 6)), int(draws.integers(2, 5)), float(draws.uniform(0, 2))
        X = tokens(draws, n, d)
        X[:, 0] = np.abs(X[:, 0]) + 0.1
        X /= np.linalg.norm(X, axis=1, keepdims=True)
        heights = [X[:, 0].min()]
        for _ in range(1500):
            X = X + 0.05 * field(X, beta, flow)
            X /= np.linalg.norm(X, axis=1, keepdims=True)
            heights.append(X[:, 0].min())
        sunk, apart = min(sunk, np.diff(heights).min()), max(apart, 1 - (X @ X.T).min())
    record_property("worst margin of the lowest token", float(sunk))
    record_property("greatest distance at the end", float(apart))
    assert sunk > -1e-12
    assert apart < 1e-9


def test_the_kernel_of_small_beta_is_at_most_one(record_property: Report) -> None:
    """(1 - z) exp(beta z) of the products, on speeds of sum 0: not above 0 for beta <= 3/2, above it at 7/4."""
    draws, worst, beyond = np.random.default_rng(4), -np.inf, -np.inf
    for _ in range(DRAWS):
        X = tokens(draws, int(draws.integers(2, 9)), 2)
        Z, centred = X @ X.T, np.eye(len(X)) - 1 / len(X)

        def most(beta: float, Z: Array = Z, centred: Array = centred) -> float:
            return float(np.linalg.eigvalsh(centred @ ((1 - Z) * np.exp(beta * Z)) @ centred)[-1])

        worst, beyond = max(worst, most(float(draws.uniform(0, 1.5))), most(1.5)), max(beyond, most(1.75))
    record_property("largest eigenvalue of the kernel", float(worst))
    assert worst < 1e-12
    assert beyond > 1e-3


def regions(n: int, d: int) -> int:
    """The cells of n hyperplanes of R^d through 0 in general position, counted by their sign vectors.

    The normals are points of the moment curve; a sign vector occurs unless a combination of at most d + 1 of the
    signed normals with positive coefficients is 0, by the signs of the exact circuits.
    """
    normals = [[t**k for k in range(d)] for t in range(1, n + 1)]
    circuits = [
        (chosen, signs_of_dependence([normals[i] for i in chosen])) for chosen in combinations(range(n), min(n, d + 1))
    ]
    return (
        sum(
            all(
                len({signs[i] * s for i, s in zip(chosen, dependence, strict=True)}) > 1
                for chosen, dependence in circuits
            )
            for signs in product((1, -1), repeat=n)
        )
        if n > d
        else 2**n
    )


def signs_of_dependence(vectors: list[list[int]]) -> list[int]:
    """The signs of the one dependence of d + 1 vectors of R^d in general position, by Cramer's rule."""
    found = []
    for left_out in range(len(vectors)):
        value = determinant([v for k, v in enumerate(vectors) if k != left_out])
        found.append((1 if value > 0 else -1) * (-1) ** left_out)
    return found


def determinant(rows: list[list[int]]) -> int:
    if not rows:
        return 1
    return sum(
        ((-1) ** k * rows[0][k] * determinant([row[:k] + row[k + 1 :] for row in rows[1:]]) for k in range(len(rows))),
        0,
    )


@pytest.mark.parametrize("d", range(1, 7))
@pytest.mark.parametrize("n", range(1, 9))
def test_wendels_formula_counts_the_sign_patterns_in_a_half_space(n: int, d: int) -> None:
    """Signs of a symmetric law are fair coins: the share of sign patterns in an open half-space is the probability."""
    formula = Fraction(sum(comb(n - 1, k) for k in range(d)), 2 ** (n - 1))
    assert Fraction(regions(n, d), 2**n) == formula
    assert n > d or formula == 1
    assert n != 2 * d or formula == Fraction(1, 2)
