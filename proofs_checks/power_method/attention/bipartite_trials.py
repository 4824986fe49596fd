"""Exact random bipartite states: rational eigenbasis, spectrum and e^a, so that the whole Jacobian is rational."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from verify.evidence import Evidence
from verify.lazy import lazy

np = lazy("numpy")


@dataclass(frozen=True)
class Draw:
    """A bipartite state of p + q tokens on the k-th eigenvector of V, with weights for some P with e^a = g."""

    instance: Any
    k: int
    p: int
    q: int
    g: Fraction
    alpha: Fraction
    P: Any

    @property
    def weights(self) -> Any:
        """The group weights."""
        return st.states.GroupWeights(self.p, self.q, self.g**2)

    @property
    def lambda_k(self) -> Fraction:
        """The eigenvalue of the line."""
        value: Fraction = self.instance.eigenvalues[self.k]
        return value

    @property
    def others(self) -> list[Fraction]:
        """The other eigenvalues."""
        return [value for j, value in enumerate(self.instance.eigenvalues) if j != self.k]

    @property
    def is_equilibrium(self) -> bool:
        """Whether both factors are positive."""
        return bool(min(self.weights.factors(self.lambda_k, self.alpha)) > 0)

    def state(self) -> tuple[Any, Any]:
        """The tokens (N, d) and their exact attention weights (N, N)."""
        tokens = st.bipartite(self.instance.V, self.instance.basis[self.k], self.p, self.q).expand()
        side = np.array([1] * self.p + [-1] * self.q)
        odds = np.array([[self.g if a == b else 1 / self.g for b in side] for a in side], dtype=object)
        return tokens, st.normalise_rows(odds)

    def derivative(self) -> tuple[Any, Any]:
        """The tokens and the derivative of the attention map there."""
        tokens, A = self.state()
        return tokens, st.linearisation.attention_derivative(tokens, A, self.P, self.instance.V, self.alpha)

    def values(self) -> dict[str, Any]:
        """The numbers of the draw, for a witness."""
        return {
            "p": self.p,
            "q": self.q,
            "g": str(self.g),
            "alpha": str(self.alpha),
            "lambda_k": str(self.lambda_k),
            "lambda_j": str(self.others[0]),
        }


def draw(rng: Any, *, most_tokens: int, most_d: int) -> Draw:
    """2 <= N <= most_tokens, 2 <= d <= most_d, any k; P has random rational entries beside e^a."""
    d, N = int(rng.integers(2, most_d + 1)), int(rng.integers(2, most_tokens + 1))
    p = int(rng.integers(1, N))
    instance = st.sampling.symmetric_instance(rng, d)
    g = Fraction(int(rng.integers(1, 9)), int(rng.integers(1, 9)))
    alpha = Fraction(1, int(rng.integers(2, 30)))
    P = np.array([[st.sampling.rational(rng, -3, 3) for _ in range(d)] for _ in range(d)], dtype=object)
    return Draw(instance, int(rng.integers(0, d)), p, N - p, g, alpha, P)


def tangent_spectra(seed: int, block: Callable[..., Any], *, examples: int = 5) -> Evidence:
    """Whether the characteristic polynomial of the tangent Jacobian is the product of the claimed modes, exactly.

    block : (weights, lambda_j, lambda_k, alpha) -> the claimed B_j.
    """

    def matches(drawn: Draw) -> bool:
        tokens, derivative = drawn.derivative()
        found = st.linearisation.characteristic_polynomial(st.linearisation.tangent_jacobian(derivative, tokens))
        return bool(found == st.linearisation.polynomial_from_modes(_modes(drawn, block)))

    return compared(matches, "tangent part", seed, examples, most_tokens=12, most_d=8)


def ambient_spectra(seed: int, *, examples: int = 5) -> Evidence:
    """Whether the characteristic polynomial of the (Nd, Nd) Jacobian is z^N times the tangent modes, exactly."""

    def matches(drawn: Draw) -> bool:
        tokens, derivative = drawn.derivative()
        found = st.linearisation.characteristic_polynomial(st.linearisation.ambient_jacobian(derivative, tokens))
        modes = [(Fraction(0), None, drawn.p + drawn.q), *_modes(drawn, st.states.GroupWeights.block)]
        return bool(found == st.linearisation.polynomial_from_modes(modes))

    return compared(matches, "ambient", seed, examples, most_tokens=7, most_d=4)


def compared(
    matches: Callable[[Draw], bool | None], what: str, seed: int, examples: int, *, most_tokens: int, most_d: int
) -> Evidence:
    """`matches` at `examples` drawn equilibria; it gives None where it cannot decide, and that draw is discarded."""

    def trial(rng: Any) -> Any:
        drawn = draw(rng, most_tokens=most_tokens, most_d=most_d)
        return decide.Trial(matches(drawn) if drawn.is_equilibrium else None, drawn.values())

    evidence: Evidence = decide.exact_instances(
        trial,
        scope=f"2 <= N <= {most_tokens}, 2 <= d <= {most_d}, rational eigenbasis, spectrum and e^a, random P",
        method=f"FLINT: characteristic polynomial of the Jacobian over the rationals, {what}",
        examples=examples,
        seed=seed,
    )
    return evidence


def _modes(drawn: Draw, block: Callable[..., Any]) -> list[tuple[Any, Any, int]]:
    """(trace, determinant, multiplicity) or (value, None, multiplicity) for all N(d-1) tangent eigenvalues."""
    modes: list[tuple[Any, Any, int]] = []
    for lambda_j in drawn.others:
        B = block(drawn.weights, lambda_j, drawn.lambda_k, drawn.alpha)
        modes.append((B[0, 0] + B[1, 1], B[0, 0] * B[1, 1] - B[0, 1] * B[1, 0], 1))
    within = drawn.weights.within_group(drawn.lambda_k, drawn.alpha)
    for value, size in zip(within, (drawn.p, drawn.q), strict=True):
        modes.append((value, None, (size - 1) * len(drawn.others)))
    return modes
