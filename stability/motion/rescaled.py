"""Exponential attention at any inverse temperature, in rescaled time and with tokens that have met taken together.

    x_i' = (I - x_i x_i^T) (1/N) sum_h V_h sum_j exp(beta x_i^T P_h x_j) x_j

Two near tokens approach each other at the rate e^beta, others at rates smaller by hundreds of orders. So the new time s
runs as fast as the fastest pair, ds/dt = e^M with a smooth maximum M of the logits, and t is one more unknown: no
exponential is out of range then. The weight of a token on itself moves nothing where every V_h is a multiple of the
identity, and is left out. Equal tokens stay equal; two that approach each other below the tolerance of the method go on
as one with its multiplicity, so that the rate of the next fastest pair becomes the scale.

Source: arXiv 2312.10794, (USA).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.integrate import DOP853
from scipy.optimize import brentq

from ..models.ellipsoid import onto_ellipsoid, tangent
from ..models.maps import logits
from ..numbers import Array

MOST_STEPS = 20_000
_RTOL, _ATOL, _MET = 1e-11, 1e-13, 1e-10


def exponent_bound(beta: float, P: Array | None) -> float:
    """A bound of |beta x^T P_h y| for unit tokens."""
    return float(abs(beta) * (1.0 if P is None else np.max(np.linalg.norm(np.asarray(P), axis=(-2, -1)))))


def rescaled_states(beta: float, P: Array | None, V: Array | None, Y: Array, times: Array) -> Array:
    """The states at `times` : (K, ..., N, d), from unit tokens Y : (..., N, d) at times[0], each system by itself.

    P, V : (d, d) or (H, d, d), None for the identity in every head.
    Raises RuntimeError, with the time that was reached, where 20 000 steps are not enough.
    """
    d = Y.shape[-1]
    P, V = (None if M is None else np.asarray(M, dtype=float).reshape(-1, d, d) for M in (P, V))
    heads = max(1 if M is None else len(M) for M in (P, V))
    matrices = [np.broadcast_to(np.eye(d) if M is None else M, (heads, d, d)) for M in (P, V)]
    systems = [_Tokens(float(beta), matrices[0], matrices[1], X).states(times) for X in Y.reshape(-1, *Y.shape[-2:])]
    return np.stack(systems, axis=1).reshape(len(times), *Y.shape)


class _Tokens:
    """One system: distinct tokens X : (m, d), counts : (m,), and which of them each of the N tokens is."""

    def __init__(self, beta: float, P: Array, V: Array, X: Array) -> None:
        self.beta, self.P, self.V, self.N, self.d = beta, P, V, *X.shape
        self.turns = not all(np.array_equal(v, v[0, 0] * np.eye(self.d)) for v in V)
        self.X, self.owner = np.unique(X, axis=0, return_inverse=True)
        self.owner = self.owner.reshape(-1)

    def states(self, times: Array) -> Array:
        whole = float(times[-1] - times[0])
        marks = (times - times[0]) / whole
        found, passed, steps = [self.X[self.owner]], 0.0, 0
        while len(found) < len(times):
            if len(self.X) == 1 and not self.turns:
                found += [self.X[self.owner]] * (len(times) - len(found))
                break
            solver = DOP853(self._field(whole), 0.0, np.append(self.X.ravel(), passed), 1e300, rtol=_RTOL, atol=_ATOL)
            met = False
            while not met and len(found) < len(times):
                with np.errstate(over="ignore", under="ignore"):
                    said = solver.step()
                steps += 1
                passed = float(solver.y[-1])
                if solver.status != "running" or steps > MOST_STEPS:
                    raise RuntimeError(
                        f"the integration stopped after {100 * min(passed, 1.0):.2g} % of the time {whole:g}, with"
                        f" {len(self.X)} distinct tokens left: {said or f'{steps} steps are not enough'} in rescaled"
                        " time; the field is stiff"
                    )
                if passed >= marks[len(found)]:
                    dense = solver.dense_output()
                    while len(found) < len(times) and passed >= marks[len(found)]:
                        s = _reached(dense, solver.t_old, solver.t, marks[len(found)])
                        found.append(self._shaped(dense(s))[self.owner])
                self.X = self._shaped(solver.y)
                met = self._join(self._velocity(self.X)[0])
        return np.array(found)

    def _shaped(self, y: Array) -> Array:
        return onto_ellipsoid(y[:-1].reshape(-1, self.d))

    def _field(self, whole: float) -> Any:
        def at(s: float, y: Array) -> Array:
            rates, scale = self._velocity(self._shaped(y))
            # ds/dt is the larger of the fastest rate and of one per horizon, smoothly.
            fastest = np.logaddexp(scale, -np.log(whole))
            return np.append((rates * np.exp(scale - fastest)).ravel(), np.exp(-fastest) / whole)

        return at

    def _velocity(self, X: Array) -> tuple[Array, float]:
        """The velocities (m, d) divided by e^M, and M."""
        L = self.beta * logits(X, self.P) + np.log(self.counts / self.N)
        if not self.turns:
            L[:, np.arange(len(X)), np.arange(len(X))] = -np.inf
        top = float(np.max(L))
        odds = np.exp(L - top)
        scale = float(np.log(np.sum(odds)))
        F = np.sum((odds @ X) @ np.swapaxes(self.V, -1, -2), axis=0) * np.exp(-scale)
        return tangent(X, F), top + scale

    @property
    def counts(self) -> Array:
        return np.bincount(self.owner, minlength=len(self.X)).astype(float)

    def _join(self, rates: Array) -> bool:
        """Take two tokens together that have met and approach each other; whether there were any."""
        gaps = self.X[:, np.newaxis] - self.X
        squares = np.sum(gaps * gaps, axis=-1)
        np.fill_diagonal(squares, np.inf)
        i, j = np.unravel_index(int(np.argmin(squares)), squares.shape)
        if not squares[i, j] < _MET**2 or not gaps[i, j] @ (rates[i] - rates[j]) < 0:
            return False
        low, high, counts = min(i, j), max(i, j), self.counts
        self.X[low] = onto_ellipsoid(counts[i] * self.X[i] + counts[j] * self.X[j])
        self.X = np.delete(self.X, high, axis=0)
        self.owner = np.where(self.owner == high, low, self.owner)
        self.owner = self.owner - (self.owner > high)
        return True


def _reached(dense: Any, low: float, high: float, mark: float) -> float:
    """When in rescaled time the last unknown, the true time, is `mark`."""
    return float(brentq(lambda s: float(dense(s)[-1]) - mark, low, high, xtol=1e-300))
