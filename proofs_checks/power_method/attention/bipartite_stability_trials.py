"""Stability criteria of bipartite points at exact random instances, against spectra that do not know the criteria."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method.attention.bipartite_trials import Draw, draw
from verify.evidence import Evidence
from verify.lazy import lazy

flint = lazy("flint")
np = lazy("numpy")


def conditions_against_roots(seed: int, rate: Fraction, *, examples: int = 8) -> Evidence:
    """Conditions (1)-(3), (3) for groups of two or more as 1/c_i < rate, against all eigenvalues of the Jacobian."""

    def trial(rng: Any) -> Any:
        drawn = draw(rng, most_tokens=6, most_d=4)
        if drawn.alpha * max(abs(value) for value in drawn.instance.eigenvalues) >= 1:
            return decide.Trial(None, {})
        tokens, derivative = drawn.derivative()
        inside = _all_inside(
            st.linearisation.characteristic_polynomial(st.linearisation.tangent_jacobian(derivative, tokens))
        )
        return decide.Trial(None if inside is None else inside == _conditions(drawn, rate), drawn.values())

    evidence: Evidence = decide.exact_instances(
        trial,
        scope="2 <= N <= 6, 2 <= d <= 4, rational eigenbasis, spectrum and e^a, random P",
        method="FLINT: enclosed roots of the exact characteristic polynomial of the tangent Jacobian",
        examples=examples,
        seed=seed,
    )
    return evidence


def principal_point_against_roots(seed: int, second: Fraction, *, examples: int = 4) -> Evidence:
    """Whether all eigenvalues lie in the disc at p = q, e^(2a) = 9, k = 1, V with eigenvalues 1 and `second`."""

    def trial(rng: Any) -> Any:
        p, alpha = int(rng.integers(1, 6)), Fraction(1, int(rng.integers(1, 9)))
        P = np.array([[st.sampling.rational(rng, -3, 3) for _ in range(2)] for _ in range(2)], dtype=object)
        instance = st.sampling.SymmetricInstance(
            np.array([Fraction(1), second], dtype=object), st.sampling.orthogonal(rng, 2)
        )
        drawn = Draw(instance, 0, p, p, Fraction(3), alpha, P)
        tokens, derivative = drawn.derivative()
        inside = _all_inside(
            st.linearisation.characteristic_polynomial(st.linearisation.tangent_jacobian(derivative, tokens))
        )
        return decide.Trial(inside, drawn.values())

    evidence: Evidence = decide.exact_instances(
        trial,
        scope="p = q <= 5, 1/8 <= alpha <= 1, rational eigenbasis, P random beside e^(2a) = 9",
        method="FLINT: enclosed roots of the exact characteristic polynomial of the tangent Jacobian",
        examples=examples,
        seed=seed,
    )
    return evidence


def _all_inside(polynomial: Any) -> bool | None:
    """Whether every root lies in the open unit disc; None where an enclosure meets the circle."""
    decided = True
    for root, _ in flint.fmpz_poly(list(polynomial.numer())).complex_roots():
        size = abs(root)
        if size > 1:
            return False
        decided = decided and bool(size < 1)
    return True if decided else None


def _conditions(drawn: Draw, rate: Fraction) -> bool:
    pairs = [drawn.weights.trace_determinant(value, drawn.lambda_k, drawn.alpha) for value in drawn.others]
    modes = all(abs(determinant) < 1 and abs(trace) < 1 + determinant for trace, determinant in pairs)
    within = drawn.weights.within_group(drawn.lambda_k, drawn.alpha)
    return modes and all(value < rate for value, size in zip(within, (drawn.p, drawn.q), strict=True) if size >= 2)


def classification_against_slacks(seed: int, factor: int, *, examples: int = 150) -> Evidence:
    """`bipartite_classification`, with H times `factor`, against Schur-Cohn slacks of every B_j and 1/c_i < 1."""

    def trial(rng: Any) -> Any:
        drawn = _aimed(rng)
        others, lambda_k = drawn.others, drawn.lambda_k
        if not drawn.is_equilibrium or lambda_k == 0:
            return decide.Trial(None, {})
        if drawn.k == 0 and min(drawn.p, drawn.q) < 2 and others[0] <= 0:
            return decide.Trial(None, {})  # outside the statement: one token on a side and no other positive eigenvalue
        pairs = [drawn.weights.trace_determinant(value, lambda_k, drawn.alpha) for value in others]
        stable = all(min(st.linearisation.schur_cohn_slacks(*pair)) > 0 for pair in pairs) and all(
            value < 1
            for value, size in zip(drawn.weights.within_group(lambda_k, drawn.alpha), (drawn.p, drawn.q), strict=True)
            if size >= 2
        )
        no_flip = all(1 + trace + determinant > 0 and trace > -2 for trace, determinant in pairs)
        return decide.Trial(stable == (no_flip and _classified(drawn, factor)), drawn.values())

    evidence: Evidence = decide.exact_instances(
        trial,
        scope="2 <= N <= 9, 2 <= d <= 4, half of them on the two eigenvectors that can carry stable points",
        method="Python fractions: Schur-Cohn slacks of every B_j",
        examples=examples,
        seed=seed,
    )
    return evidence


def _aimed(rng: Any) -> Draw:
    """A draw, moved half of the time to k = 1 with E > 1 or k = d with E < 1, and to steps that may flip."""
    drawn = draw(rng, most_tokens=9, most_d=4)
    side = int(rng.integers(0, 4))
    if side > 1:
        return drawn
    alpha = drawn.alpha * int(rng.integers(1, 9))
    k, g = (0, max(drawn.g, 1 / drawn.g)) if side == 0 else (len(drawn.others), min(drawn.g, 1 / drawn.g))
    return Draw(drawn.instance, k, drawn.p, drawn.q, g, alpha, drawn.P)


def _classified(drawn: Draw, factor: int) -> bool:
    """Parts (a), (b) and (c) of the classification, without "no flip"."""
    eigenvalues, lambda_k, E = drawn.instance.eigenvalues, drawn.lambda_k, drawn.g**2
    if lambda_k > 0:
        return drawn.k == 0 and E > 1 and _ratio_below(drawn, E, drawn.others[0] / lambda_k, factor)
    simple = sum(1 for value in eigenvalues if value <= lambda_k) == 1
    return simple and E < 1 and _ratio_below(drawn, 1 / E, eigenvalues[0] / -lambda_k, factor)


def _ratio_below(drawn: Draw, E: Fraction, ratio: Fraction, factor: int) -> bool:
    r = Fraction(drawn.p, drawn.q)
    return 1 / E < r < E and ratio < factor * (E - r) * (E - 1 / r) / (E**2 - 1)
