"""Numerical cross-checks of the cascade: random states and trajectories with spectra that have large negative parts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import equal
from verify.evidence import Evidence
from verify.lazy import lazy

np = lazy("numpy")
hypothesis = lazy("hypothesis")

ROUNDING = 1e-9


def draw(seed: int, lowest: float = -4.0) -> tuple[Any, Any, Any]:
    """(cascade, Y, P): a random frame, lam = 1, the other eigenvalues in [lowest, 0.95], tokens with v^T y_i > 0."""
    rng = np.random.default_rng(seed)
    d, N = int(rng.integers(2, 6)), int(rng.integers(1, 7))
    frame = np.linalg.qr(rng.normal(size=(d, d)))[0]
    U = (frame * np.array([1.0, *rng.uniform(lowest, 0.95, d - 1)])) @ frame.T
    v = frame[:, 0]
    Y = st.random_tokens(rng, 1, N, d)[0]
    Y *= np.where(Y @ v > 0, 1.0, -1.0)[:, np.newaxis]
    return st.decrease.tangent_cascade((U + U.T) / 2, v), Y, rng.uniform(-3, 3, (d, d))


def exact_deviations(seed: int, causal: bool) -> Evidence:
    """The equation of the deviations, whole sums at once, at rational states with two heads: an independent route.

    U_h has the rational eigenvector v and its left eigenvector w by construction, and need not be symmetric.
    """

    def trial(rng: Any) -> Any:
        d, N = int(rng.integers(2, 4)), int(rng.integers(2, 5))
        whole = np.vectorize(lambda k: Fraction(int(k)), otypes=[object])
        Y = whole(rng.integers(-4, 5, (N, d))) / 5
        Y[:, 0] = whole(rng.integers(1, 5, N)) / 3
        A = whole(rng.integers(1, 6, (2, N, N))) * (np.tri(N, dtype=int) if causal else 1)
        lam, cores = whole(rng.integers(-3, 4, 2)), whole(rng.integers(-3, 4, (2, d, d)))
        cores[:, 0, :] = cores[:, :, 0] = Fraction(0)
        cores[:, 0, 0] = lam
        shear = whole(np.eye(d, dtype=int))
        shear[0, 1:] = whole(rng.integers(-2, 3, d - 1))
        back = whole(np.eye(d, dtype=int))
        back[0, 1:] = -shear[0, 1:]
        U, v, w = shear @ cores @ back, shear[:, 0], back[0]
        b = Y @ w
        if np.any(b == 0):
            return decide.Trial(None, {})
        change = st.velocity(Y, A, U)
        p = Y / b[:, np.newaxis] - v
        rate = change / b[:, np.newaxis] - Y * (change @ w / b**2)[:, np.newaxis]
        weights = A * b / b[:, np.newaxis]
        claimed = (
            st.models.mixed_values(p, weights, U) - np.tensordot(lam, np.sum(weights, axis=-1), 1)[:, np.newaxis] * p
        )
        return equal(rate, claimed)

    found: Evidence = decide.exact_instances(
        trial,
        scope=f"rational tokens, weights, matrices of two heads, d <= 3, N <= 4, {'causal' if causal else 'full'}",
        method="fractions: the model in exact rationals",
        examples=20,
        seed=seed,
    )
    return found


def inequality_at_states(share: float, seed: int) -> Evidence:
    """The slack of the ISS inequality at random states, relative to the size of its terms; rho is multiplied by share.

    share = 1 is the claimed inequality.
    """

    def margin(drawn: int) -> float | None:
        cascade, Y, P = draw(drawn)
        if np.min(Y @ cascade.v) < 1e-3:
            return None
        r = np.linalg.norm(st.decrease.deviations(Y, cascade.v), axis=-1)
        claimed = st.decrease.TangentCascade(cascade.U, cascade.v, cascade.lam, cascade.gap, share * cascade.rho)
        slack = claimed.slacks(Y, st.head_weights(Y, P, causal=True))
        return float(np.min(slack / (1 + cascade.rho * np.max(r) ** 3))) + ROUNDING

    found: Evidence = decide.search(
        hypothesis.strategies.integers(0, 2**32),
        margin,
        scope="random states in the hemisphere, d <= 5, N <= 6, spectrum in [-4, 1], P uniform in [-3, 3]",
        examples=80,
        seed=seed,
        covers=False,
    )
    return found


def bounds_along_trajectories(seed: int) -> Evidence:
    """r_i(t) <= R_i of the cascade along trajectories with P(t) = cos(5 t) P."""

    def margin(drawn: int) -> float | None:
        cascade, Y, P = draw(drawn)
        if np.min(Y @ cascade.v) < 0.05:
            return None
        flow = st.Flow(P=lambda t: np.cos(5 * t) * P, U=cascade.U, causal=True)
        states = st.fixed_step_trajectory(flow, Y, np.linspace(0.0, 4.0, 9), 0.05).states
        bounds = cascade.bounds(np.linalg.norm(st.decrease.deviations(Y, cascade.v), axis=-1))
        return float(np.min(cascade.bound_slacks(states) / (1 + bounds))) + 1e-7

    found: Evidence = decide.search(
        hypothesis.strategies.integers(0, 2**32),
        margin,
        scope="trajectories to t = 4 by Runge-Kutta with step 1/20, d <= 5, N <= 6, tolerance 1e-7",
        examples=6,
        seed=seed,
        covers=False,
    )
    return found


def convergence(seed: int) -> Evidence:
    """Trajectories from the hemisphere: heights stay positive, and are above 0.999 at the end; N <= 3, gap >= 1/2."""

    def margin(drawn: int) -> float | None:
        cascade, Y, P = draw(drawn)
        Y = Y[:3]
        if np.min(Y @ cascade.v) < 0.05 or cascade.gap < 0.5:
            return None
        flow = st.Flow(P=P, U=cascade.U, causal=True)
        states = st.fixed_step_trajectory(flow, Y, np.linspace(0.0, 60.0, 7), 0.2).states
        heights = states @ cascade.v
        return float(min(np.min(heights), np.min(heights[-1]) - 0.999))

    found: Evidence = decide.search(
        hypothesis.strategies.integers(0, 2**32),
        margin,
        scope="trajectories to t = 60 by Runge-Kutta with step 1/5, d <= 5, N <= 3, spectrum in [-4, 1/2] and 1",
        examples=6,
        seed=seed,
        covers=False,
    )
    return found


def full_attention_rate(seed: int) -> Evidence:
    """The largest tangent over its guaranteed decay, along trajectories with P(t) = cos(5 t) P, full attention."""

    def margin(drawn: int) -> float | None:
        cascade, Y, P = draw(drawn, lowest=-0.9)
        if np.min(Y @ cascade.v) < 0.05:
            return None
        flow = st.Flow(P=lambda t: np.cos(5 * t) * P, U=cascade.U)
        times = np.linspace(0.0, 4.0, 9)
        states = st.fixed_step_trajectory(flow, Y, times, 0.05).states
        largest = np.max(np.linalg.norm(st.decrease.deviations(states, cascade.v), axis=-1), axis=-1)
        rate = (cascade.lam - cascade.rho) / np.sqrt(Y.shape[-1])
        return float(np.min(1 - largest / (largest[0] * np.exp(-rate * times)))) + 1e-6

    found: Evidence = decide.search(
        hypothesis.strategies.integers(0, 2**32),
        margin,
        scope="trajectories to t = 4 by Runge-Kutta with step 1/20, d <= 5, N <= 6, tolerance 1e-6",
        examples=6,
        seed=seed,
        covers=False,
    )
    return found
