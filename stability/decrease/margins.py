"""How far the theorems' inequalities hold along a trajectory, in one call; a negative margin is a counterexample.

In floating point and at the samples of the trajectory: a finding, and no proof.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stability.decrease.cascade import cascade_entry, cascade_slacks, cascade_terms, cosines, earlier_inputs, iss_bound
from stability.decrease.dini import decrease_bound, dini_derivative, heights
from stability.decrease.tangents import deviations, tangent_cascade
from stability.models.flow import Flow
from stability.models.schedules import as_schedule
from stability.motion.trajectories import Trajectory
from stability.numbers import Array
from stability.tables import Shown, Table


@dataclass(frozen=True, repr=False)
class Margins(Shown):
    """The smallest margin of every inequality that applies, by name, with the time at which it is smallest."""

    found: dict[str, tuple[float, float]]

    @property
    def worst(self) -> float:
        """The smallest of all."""
        return min(margin for margin, _ in self.found.values())

    def table(self) -> Table:
        """An inequality a row."""
        rows = tuple((name, f"{margin:.3g}", f"{t:.4g}") for name, (margin, t) in self.found.items())
        return Table(f"worst margin {self.worst:.3g}", ("inequality", "least margin", "at t ="), rows)


def iss_dose(flow: Flow, trajectory: Trajectory) -> Array:
    """The integral of A_i, the weight on earlier tokens, from times[0] on : (K, N), the dose of `iss_bound`.

    By trapezoids between the samples. For causal flows of one system. Raises ValueError for another flow or a batch.
    """
    rates = _gains(flow, trajectory)
    return _integrated(trajectory.times, (rates[1:] + rates[:-1]) / 2)


def iss_lower_bounds(flow: Flow, trajectory: Trajectory) -> Array:
    """The lower bound of the cascade on every cosine with the first token, from the sample where it applies : (K, N).

    -1 before that sample, and where it never applies. Between two samples the dose grows at the smaller of the rates
    there, so that the bound errs to the low side. For causal flows with U = I on the sphere.
    """
    rates, states = _gains(flow, trajectory), trajectory.states
    dose = _integrated(trajectory.times, np.minimum(rates[1:], rates[:-1]))
    c, inputs = cosines(states), np.array([earlier_inputs(Y) for Y in states])
    bounds = np.full(c.shape, -1.0)
    for i, start in enumerate(cascade_entry(states)):
        if i and start is not None:
            delta = float(np.max(inputs[start:, i]))
            for k in range(start, len(states)):
                bounds[k, i] = iss_bound(float(c[start, i]), delta, float(dose[k, i] - dose[start, i]))
    return bounds


def worst_margins(flow: Flow, trajectory: Trajectory, v: Array) -> Margins:
    """The margins of the inequalities of Theorems 3.2, 4.2 and 4.5 that apply to the flow, for the pole v : (d,).

    U = I, tokens in the hemisphere of v: the least height does not fall; -D+V is at least its bound.
    U = I, W = I, causal: the input of the cascade is at most its bound; cosines are at least the ISS bound.
    U symmetric with the unit eigenvector v, W = I, causal, one head: the tangents stay below their bounds.
    Raises ValueError for a batch, and where none of these applies, saying why.

    >>> from stability.motion import fixed_step_trajectory
    >>> flow = Flow(np.zeros((2, 2)))
    >>> path = fixed_step_trajectory(flow, np.array([[0.6, 0.8], [0.8, -0.6]]), np.linspace(0, 2, 9), 0.05)
    >>> worst_margins(flow, path, np.array([1.0, 0.0])).worst > -1e-9
    True
    """
    if trajectory.states.ndim != 3:
        raise ValueError(f"the states have shape {trajectory.states.shape}; allowed is one system, (K, N, d)")
    inside = bool(np.all(heights(trajectory.states[0], v) > 0))
    found: dict[str, Array] = {}
    if flow.U is None and inside:
        low = np.min(heights(trajectory.states, v), axis=-1)
        found["the least height does not fall"] = low - np.maximum.accumulate(low)
        found["-D+V is at least its bound"] = np.array(
            [
                float(-dini_derivative(Y, flow, v, t=t) - decrease_bound(Y, flow.weights(t, Y), v, flow.W))
                for t, Y in zip(trajectory.times, trajectory.states, strict=True)
            ]
        )
    if flow.U is None and flow.W is None and flow.causal:
        pairs = list(zip(trajectory.times, trajectory.states, strict=True))
        found["the input is at most its bound"] = np.array(
            [np.min(cascade_slacks(Y, flow.weights(t, Y))) for t, Y in pairs]
        )
        bounds = iss_lower_bounds(flow, trajectory)
        found["cosines are at least the ISS bound"] = np.min(cosines(trajectory.states) - bounds, axis=-1)
    if flow.U is not None and flow.W is None and flow.causal and inside and not callable(flow.U):
        found["tangents are at most their bounds"] = _tangent_margins(flow, trajectory, v)
    if not found:
        raise ValueError(
            "no inequality applies; needed: U = I and tokens in the hemisphere of v, or a causal flow with W = I and"
            " U = I or one symmetric U with the eigenvector v"
        )
    return Margins({name: (float(np.min(m)), float(trajectory.times[np.argmin(m)])) for name, m in found.items()})


def _tangent_margins(flow: Flow, trajectory: Trajectory, v: Array) -> Array:
    assert flow.U is not None
    (U,) = as_schedule(flow.U, len(v), "U")(0.0)
    tangents = np.linalg.norm(deviations(trajectory.states, v), axis=-1)
    return np.asarray(np.min(tangent_cascade(U, v).bounds(tangents[0]) - tangents, axis=-1))


def _gains(flow: Flow, trajectory: Trajectory) -> Array:
    """A_i at every sample : (K, N)."""
    _require_one_causal(flow, trajectory)
    pairs = zip(trajectory.times, trajectory.states, strict=True)
    return np.array([cascade_terms(Y, flow.weights(t, Y))[0] for t, Y in pairs])


def _integrated(times: Array, rates: Array) -> Array:
    steps = np.diff(times)[:, np.newaxis] * rates
    return np.concatenate([np.zeros((1, rates.shape[1])), np.cumsum(steps, axis=0)])


def _require_one_causal(flow: Flow, trajectory: Trajectory) -> None:
    if not flow.causal or flow.U is not None or flow.W is not None:
        raise ValueError("the cascade is that of causal flows with U = I and W = I; this flow is another one")
    if trajectory.states.ndim != 3:
        raise ValueError(f"the states have shape {trajectory.states.shape}; allowed is one system, (K, N, d)")
