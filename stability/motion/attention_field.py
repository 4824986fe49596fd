"""The attention flow on the sphere, as what a rigorous trajectory needs to be fast: matrices in time, Taylor
polynomials with a bound of their defect, and bounds of the logarithmic norm over tubes.

Source: "Consensus is all you get" (ICML 2025), equation (6).

Power series in time of the attention flow along a polynomial, with proved bounds of what is left out.

For a polynomial p(s) of degree n with exact coefficients, every quantity of the field along p is an analytic function
of s: logits, their exponentials, sums, quotients. Its coefficients up to n come from recursions in ball arithmetic, its
remainder on the real interval [0, h] from the absolute values of these coefficients, in floats rounded upwards:

- a product leaves out the products of coefficients whose degrees add up to more than n;
- e^L obeys k E_k = sum_j j L_j E_{k-j}, which bounds as many further coefficients as wanted, and the rest by a
  geometric series;
- a quotient M/S with polynomial part G is off by (M - G S)/S, and S is a sum of exponentials of bounded logits.

With p_{k+1} = the middle of F_k/(k + 1) the polynomial follows the solution, and the field along p minus p' is small:
the defect. No bound of it is guessed from the size of single coefficients.

One proved step of an attention flow: a polynomial, a bound of its defect, and the logarithmic norm along it.

While a solution y stays in a tube around the polynomial p, its distance r = |y - p| obeys

    D+ r <= mu(t) r + defect,

mu being a bound of the logarithmic norm on the tube: the mean of the derivative between p and y multiplies y - p. The
tube is cut into parts, each with its own mu. As long as the distance that follows is smaller than the tube's radius, no
solution can leave the tube, so that it exists during the whole step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from flint import arb, arb_mat, arb_series, ctx

from ..float_balls import FloatBalls, exp_above, log_norm_bound
from ..linearisation.derivatives import mixing_jacobian, with_diagonal
from ..models.flow import Flow
from ..models.schedules import as_schedule
from ..numbers import Array, entrywise
from ..tables import counted
from .ball_calculus import Enclosure, EnclosureError, balls, bits_of, float_above, recentred, working
from .ball_map import weights

_FLOAT_BITS = 64
_HOW = (
    "write its entries with st.numbers.cos, st.numbers.sin and arithmetic, such as"
    " lambda t: st.numbers.object_array([[st.numbers.sin(t), 0], [0, 2 * t]]), jumps as"
    " st.models.switched([P1, P2], [1]) and samples as st.models.sampled(times, values)"
)


@dataclass(frozen=True)
class AttentionField:
    """The field of a `Flow` with W = None, over floats, fractions and balls.

    counts : multiplicities of the tokens: the weight on a token is that on all its copies. (N,) whole numbers or None.
    Raises ValueError for a metric, and for counts with causal attention.
    """

    flow: Flow
    counts: Array | None = None

    def __post_init__(self) -> None:
        if self.flow.W is not None:
            raise ValueError("W is given; allowed is None, the sphere")
        if self.counts is not None and self.flow.causal:
            raise ValueError("causal attention with counts: copies of a token at different places see different pasts")

    def series(self, Y: Array, start: arb, length: arb, n: int) -> FlowSeries:
        """The Taylor polynomial of degree n through Y : (N, d) at time `start`, for steps up to `length`."""
        d = Y.shape[-1]
        P = _matrices(self.flow.P, d, "P", start, length, n)
        U = None if self.flow.U is None else _matrices(self.flow.U, d, "U", start, length, n)
        if U is not None and U.coefficients.shape[1] != P.coefficients.shape[1]:
            heads = U.coefficients.shape[1], P.coefficients.shape[1]
            raise ValueError(f"U has {counted(heads[0], 'head')} and P has {heads[1]}; allowed is the same number")
        return FlowSeries(Y, P, U, n, self.flow.causal, self.counts)

    def log_norms(self, times: list[arb], tubes: FloatBalls) -> Array:
        """Bounds of the logarithmic norm of the derivative, for all times in each of the balls `times`, on `tubes`.

        tubes : (m, N, d).  Returns m numbers, not finite where none is found.
        """
        d = tubes.shape[-1]
        P = _values(self.flow.P, d, "P", times)
        U = FloatBalls.exact(np.eye(d)) if self.flow.U is None else _values(self.flow.U, d, "U", times)
        with ctx.workprec(_FLOAT_BITS):
            scale = FloatBalls.of(1 / arb(d).sqrt())
        with np.errstate(all="ignore"):
            A = weights(tubes, P, causal=self.flow.causal, counts=self.counts)
            mixed = ((A @ tubes[:, np.newaxis]) @ U.swapaxes(-1, -2)).sum(axis=-3) * scale
            along = (tubes * mixed).sum(axis=-1, keepdims=True)
            projections = np.eye(d) - tubes[..., :, np.newaxis] * tubes[..., np.newaxis, :]
            U = U * np.ones((A.shape[-3], 1, 1))
            J = mixing_jacobian(tubes, A, P, U, scale, projections, skip=False)
            own = tubes[..., :, np.newaxis] * mixed[..., np.newaxis, :] + along[..., np.newaxis] * np.eye(d)
            J = with_diagonal(J, -own)
            m, size = tubes.shape[0], tubes.shape[1] * d
            J = FloatBalls(J.mid.reshape(m, size, size), J.rad.reshape(m, size, size))
            return log_norm_bound(J)


def _matrices(given: Any, d: int, name: str, start: arb, length: arb, n: int) -> Matrices:
    """P or U on a step: coefficients, and the remainder of Lagrange's formula on [start, start + length]."""
    if not callable(given):
        constant = balls(as_schedule(given, d, name)(0.0))
        none = np.zeros(constant.shape)
        return Matrices(constant[np.newaxis], lambda h: none)
    schedule: Callable[[Any], Array] = as_schedule(given, d, name)
    with working(cap=n + 1):
        values = schedule(arb_series([start, 1]))
        coefficients = np.array([entrywise(partial(coefficient, k=k), values) for k in range(n + 1)])
    with working(cap=n + 2):
        last = entrywise(partial(coefficient, k=n + 1), schedule(arb_series([start.union(start + length), 1])))
    _require_series(schedule, start, length, name)
    bound = np.array([float(x.abs_upper()) for x in last.flat]).reshape(last.shape) * (1 + 2.0**-40)
    return Matrices(coefficients, lambda h: bound * h ** (n + 1) * (1 + 2.0**-32))


def coefficient(entry: Any, k: int) -> arb:
    """Coefficient k of a power series; a number is a constant one."""
    if isinstance(entry, arb_series):
        return entry[k]
    return arb(0) if k else entry if isinstance(entry, arb) else balls(entry).item()


def agrees_with_series(f: Callable[[arb_series], Array], start: arb, length: arb) -> bool:
    """Whether the power series of f in t does not contradict its values, by the mean value theorem over the step.

    NumPy unpacks a series into its coefficients where an array is multiplied by it; the shape of that may fit.
    """
    with working(cap=2):
        before, after = (f(arb_series([t])) for t in (start, start + length))
        slope = f(arb_series([start.union(start + length), 1]))
    return all(
        coefficient(last, 0).overlaps(coefficient(first, 0) + length * coefficient(rate, 1))
        for first, last, rate in zip(before.flat, after.flat, slope.flat, strict=True)
    )


def require_series_schedules(flow: Flow, d: int, begin: Any, end: Any) -> None:
    """Raise EnclosureError, saying how to write it, for a P(t) or U(t) that takes no power series t on [begin, end]."""
    ends = [arb(t.numerator) / t.denominator for t in (begin, end)]
    for name, given in (("P", flow.P), ("U", flow.U)):
        if not callable(given):
            continue
        try:
            _require_series(as_schedule(given, d, name), ends[0], ends[1] - ends[0], name)
        except Exception as error:
            raise EnclosureError(
                f"t = {begin}: {name}(t) is no function of a power series t ({type(error).__name__}: {error}); {_HOW}"
            ) from error


def _require_series(schedule: Callable[[Any], Array], start: arb, length: arb, name: str) -> None:
    if not agrees_with_series(schedule, start, length):
        raise ValueError(f"{name}(t) is no power series in t; does it multiply a NumPy array by t?")


def _values(given: Any, d: int, name: str, times: list[arb]) -> FloatBalls:
    """P or U for all times in each of the balls, (m, H, d, d), or (H, d, d) where constant."""
    schedule: Callable[[Any], Array] = as_schedule(given, d, name)
    with ctx.workprec(_FLOAT_BITS):
        if not callable(given):
            return FloatBalls.of(balls(schedule(0.0)))
        with working(cap=1):
            values = (schedule(arb_series([t])) for t in times)
            return FloatBalls.of(np.array([entrywise(partial(coefficient, k=0), value) for value in values]))


# Floats are added and multiplied some thousand times in a row at most.
_UP = 1 + 2.0**-32


@dataclass(frozen=True)
class Matrices:
    """Matrices on a step: coefficients (K, H, d, d) of balls in s, K = 1 for constants, and remainders on [0, h].

    remainder : h -> (H, d, d) floats, a bound of what the first n + 1 coefficients leave out.
    """

    coefficients: Array
    remainder: Any


class FlowSeries:
    """The polynomial through Y : (N, d) of exact balls, and the series of the field of an attention flow along it.

    P : logits, U : values or None, as `Matrices`.  counts : multiplicities of the tokens.  n : the degree.
    """

    def __init__(self, Y: Array, P: Matrices, U: Matrices | None, n: int, causal: bool, counts: Array | None) -> None:
        N, d = Y.shape
        H = P.coefficients.shape[1]
        self.n, self.P, self.U, self.root = n, P, U, arb(d).sqrt()
        self.factors = np.ones((N, N), dtype=int) if counts is None else np.tile(counts, (N, 1))
        if causal:
            self.factors = self.factors * np.tri(N, dtype=int)
        self.Y = _empty(n + 2, N, d)
        self.Y[0] = Y
        self.Q, self.G = _empty(H, n + 1, N, d), _empty(H, n + 1, N, d)
        self.L, self.E = _empty(H, n + 1, N, N), _empty(H, n + 1, N, N)
        self.M, self.S = _empty(H, n + 1, N, d), _empty(H, n + 1, N, 1)
        self.F, self.V, self.c = _empty(n + 1, N, d), _empty(n + 1, N, d), _empty(n + 1, N, 1)
        self.wrong = _empty(n + 1, N, d)
        for k in range(n + 1):
            self._extend(k)
        # The polynomial ends with degree n: the coefficient n of the field is all defect.
        self.wrong[n] = self.V[n]
        self.Y = self.Y[: n + 1]

    def _extend(self, k: int) -> None:
        """Coefficient k of everything, and coefficient k + 1 of the polynomial."""
        for h in range(len(self.L)):
            constant = len(self.P.coefficients) == 1
            P = self.P.coefficients[:, h]
            self.Q[h, k] = _product(self.Y[k], P[0]) if constant else _convolved(self.Y, P, k)
            L = _convolved(self.Q[h], np.swapaxes(self.Y, -1, -2), k)
            if k == 0:
                # A row may be shifted by a constant; the largest odds are then about 1.
                seen = np.where(self.factors > 0, L.astype(float), -np.inf)
                shift = np.where(np.isfinite(seen), seen, -np.inf).max(axis=1)
                L = L - np.array([arb(x) for x in shift], dtype=object)[:, np.newaxis]
                E = _masked(L, self.factors, lambda x: x.exp()) * self.factors
            else:
                terms = [j * self.L[h, j] * self.E[h, k - j] for j in range(1, k)]
                E = (sum(terms, k * L * self.E[h, 0])) / k
            self.L[h, k], self.E[h, k] = _masked(L, self.factors, lambda x: x), E
            self.M[h, k] = _convolved(self.E[h], self.Y, k)
            self.S[h, k] = np.sum(E, axis=-1, keepdims=True)
            known = [self.G[h, j] * self.S[h, k - j] for j in range(k)]
            self.G[h, k] = (self.M[h, k] - sum(known, arb(0))) / self.S[h, 0]
        self.F[k] = self._mixed(k) / self.root
        self.c[k] = sum(np.sum(self.Y[j] * self.F[k - j], axis=-1, keepdims=True) for j in range(k + 1))
        self.V[k] = self.F[k] - sum(self.c[j] * self.Y[k - j] for j in range(k + 1))
        self.Y[k + 1] = entrywise(arb.mid, self.V[k] / (k + 1))
        self.wrong[k] = self.V[k] - (k + 1) * self.Y[k + 1]

    def _mixed(self, k: int) -> Array:
        if self.U is None:
            return np.asarray(sum(self.G[:, k]))
        U = np.swapaxes(self.U.coefficients, -1, -2)
        if len(U) == 1:
            return np.asarray(sum(_product(G[k], u) for G, u in zip(self.G, U[0], strict=True)))
        return np.asarray(sum(_convolved(G, U[:, h], k) for h, G in enumerate(self.G)))

    def majorants(self) -> dict[str, Array]:
        """Upper bounds of the absolute values of all coefficients, in floats."""
        names = ("Y", "Q", "L", "E", "S", "G", "F", "c", "wrong")
        found = {name: _sizes(getattr(self, name)) for name in names}
        found["P"] = _sizes(np.moveaxis(self.P.coefficients, 0, 1))
        if self.U is not None:
            found["U"] = np.swapaxes(_sizes(np.moveaxis(self.U.coefficients, 0, 1)), -1, -2)
        return found

    def defect(self, sizes: dict[str, Array], h: float) -> float:
        """A bound of the Euclidean norm of the field along p minus p' on [0, h]; infinite where none is found.

        sizes : `majorants()`.
        """
        powers = h ** np.arange(self.n + 1) * _UP
        with np.errstate(all="ignore"):
            rest = self._remainder({name: _scaled(size, powers) for name, size in sizes.items()}, h)
            entries = np.sum(_scaled(sizes["wrong"], powers), axis=0) + rest
            found = float(np.sqrt(np.sum(entries**2)) * _UP)
        return found if np.isfinite(found) else float("inf")

    def _remainder(self, m: dict[str, Array], h: float) -> Array:
        """A bound of what the coefficients of the field leave out on [0, h] : (N, d)."""
        Y = m["Y"]
        none = np.zeros_like(Y[0])
        total = np.zeros_like(Y[0])
        columns = np.swapaxes(Y, -1, -2)
        weights = entrywise(lambda entry: float(entry.abs_lower()), self.E[:, 0]).astype(float) / _UP
        for i in range(len(m["L"])):
            Q, L, E, S, G = (m[name][i] for name in ("Q", "L", "E", "S", "G"))
            Q_rest = _left_out(Y, none, m["P"][i], self.P.remainder(h)[i], self.n)
            L_rest = np.where(self.factors > 0, _left_out(Q, Q_rest, columns, none.T, self.n), 0.0)
            E_rest = _exponential_rest(L, L_rest, E)
            M_rest = _left_out(E, E_rest, Y, none, self.n)
            S_rest = np.sum(E_rest, axis=-1, keepdims=True)
            # (N, d) times (N, 1): the remainder of M - G S, over a lower bound of S.
            wrong = M_rest + _left_out(G, none, S, S_rest, self.n, entrywise=True)
            drop = np.sum(L[1:], axis=0) + L_rest
            G_rest = _UP * wrong / np.sum(weights[i] / exp_above(drop * _UP), axis=-1, keepdims=True)
            if self.U is None:
                total = total + G_rest
            else:
                total = total + _left_out(G, G_rest, m["U"][i], np.swapaxes(self.U.remainder(h)[i], -1, -2), self.n)
        F_rest = total * (_UP / float(self.root.abs_lower()))
        c_rest = np.sum(_left_out(Y, none, m["F"], F_rest, self.n, entrywise=True), axis=-1, keepdims=True)
        return np.asarray(_UP * (F_rest + _left_out(Y, none, m["c"], c_rest, self.n, entrywise=True)))


def _left_out(A: Array, A_rest: Array, B: Array, B_rest: Array, n: int, *, entrywise: bool = False) -> Array:
    """What the coefficients up to n of a product leave out, from majorants A, B : (K, ...) and remainders."""

    def times(a: Array, b: Array) -> Array:
        return a * b if entrywise else a @ b

    after = np.concatenate([np.cumsum(B[::-1], axis=0)[::-1], np.zeros_like(B[:1])])
    # The coefficient i of A meets those of B of degree above n - i.
    rest = np.array([after[min(n + 1 - i, len(B))] for i in range(len(A))])
    tails = np.sum(times(A, rest), axis=0)
    whole_A, whole_B = np.sum(A, axis=0), after[0]
    return np.asarray(_UP * (tails + times(A_rest, whole_B) + times(whole_A + A_rest, B_rest)))


def _exponential_rest(L: Array, L_rest: Array, E: Array) -> Array:
    """What the coefficients up to n of e^(L + a function bounded by L_rest) leave out : (N, N)."""
    n = len(L) - 1
    rates = L * np.arange(n + 1)[:, np.newaxis, np.newaxis]
    terms = list(E)
    for k in range(n + 1, 3 * n + 1):
        earlier = np.array(terms[k - n : k])[::-1]
        terms.append(_UP * np.sum(rates[1:] * earlier, axis=0) / k)
    # From here on every n further terms are smaller than the n before by the factor q at least.
    q = _UP * np.sum(rates, axis=0) / (3 * n + 1)
    last = np.max(np.array(terms[-n:]), axis=0)
    beyond = np.where(q < 0.9, n * last * q / np.maximum(1 - q, 0.05), np.inf)
    beyond = np.where(last == 0, 0.0, beyond)
    polynomial = _UP * (np.sum(np.array(terms[n + 1 :]), axis=0) + beyond)
    # e^x - 1 <= x/(1 - x)
    factor = np.where(L_rest < 0.5, L_rest / np.maximum(1 - L_rest, 0.25), np.inf)
    whole = np.sum(E, axis=0) + polynomial
    return np.asarray(_UP * (polynomial + np.where(whole == 0, 0.0, whole * factor)))


def _scaled(size: Array, powers: Array) -> Array:
    """Majorants times powers of h along the axis of the degree, which is the third from the end."""
    return np.asarray(size * powers[: size.shape[-3], np.newaxis, np.newaxis])


def _convolved(A: Array, B: Array, k: int) -> Array:
    """sum_j A_j B_{k-j} for coefficients A : (K, N, m) and B : (K', m, M), in one product."""
    low = max(0, k - len(B) + 1)
    left = np.concatenate(list(A[low : k + 1]), axis=1)
    right = np.concatenate([B[k - j] for j in range(low, k + 1)], axis=0)
    return _product(left, right)


def _product(A: Array, B: Array) -> Array:
    found = np.empty((len(A), B.shape[1]), dtype=object)
    found[:] = (arb_mat(A.tolist()) * arb_mat(B.tolist())).tolist()
    return found


def _empty(*shape: int) -> Array:
    return np.full(shape, arb(0), dtype=object)


def _masked(X: Array, mask: Array, function: Any) -> Array:
    found = _empty(*X.shape)
    for index in np.ndindex(*X.shape):
        if mask[index]:
            found[index] = function(X[index])
    return found


def _sizes(X: Array) -> Array:
    """Floats above the absolute values."""
    return np.array([float(entry.abs_upper()) for entry in X.flat]).reshape(X.shape) * _UP + 1e-300


_PARTS = 8
# A tube of this radius is as good as none: what the derivative varies by over it does not count.
_THIN = 1e-10
_TUBES = 6


class StepError(ArithmeticError):
    """A step of this size is not proved."""


@dataclass(frozen=True)
class Step:
    """Solutions lie in `tube` : (N, d) for the time `length`, in `state` at its end; `next` is worth trying then."""

    length: Fraction
    tube: Array
    state: Enclosure
    next: Fraction


@dataclass(frozen=True)
class Steps:
    """What is asked of all steps: the largest one, the order, the tolerance in a unit of time, and the bits."""

    largest: Fraction
    order: int
    tolerance: float
    prec: int


def defect_step(
    field: AttentionField, state: Enclosure, begin: Fraction, largest: Fraction, smallest: Fraction, asked: Steps
) -> Step:
    """The longest step up to `largest`, by halves and less, whose defect is at most the tolerance.

    Raises StepError where no step down to `smallest` is proved, and what the field raises.
    """
    length, order, tolerance = largest, asked.order, asked.tolerance
    with working(asked.prec):
        start = _ball(begin)
        series = field.series(state.centre, start, _ball(largest), order)
        sizes = series.majorants()
        why = "the defect is too large"
        while length >= smallest:
            defect = series.defect(sizes, _above(length))
            if defect > tolerance:
                length = _shorter(length, defect, tolerance, order)
                continue
            found = _along(field, series, state, start, length, defect)
            if found is not None:
                tube, error = found
                centre = recentred(_value(series.Y, _ball(length)), error)
                if centre.error.is_finite():
                    return Step(length, tube, centre, _longer(length, defect, tolerance, order))
            why = "no tube was found that the solutions cannot leave"
            length = length / 2
    raise StepError(why)


def default_order(tolerance: float) -> int:
    """A degree at which steps are long and terms few, for defects of this size."""
    return max(6, (9 * bits_of(tolerance)) // 20)


def _along(
    field: AttentionField, series: FlowSeries, state: Enclosure, start: arb, length: Fraction, defect: float
) -> tuple[Array, arb] | None:
    """A tube that the solutions do not leave, and the distance from the polynomial at the end; None if not found."""
    part = _ball(length) / _PARTS
    middles = [part * j + part / 2 for j in range(_PARTS)]
    s = FloatBalls.of(np.array([middle + arb(0, part / 2) for middle in middles]))[:, np.newaxis, np.newaxis]
    path = FloatBalls.of(series.Y)
    range_ = FloatBalls.exact(np.zeros((_PARTS, *series.Y.shape[1:])))
    for coefficient in range(len(series.Y) - 1, -1, -1):
        range_ = range_ * s + path[coefficient]
    times = [start + middle + arb(0, part / 2) for middle in middles]
    radius = max(_THIN, 4 * float_above(state.error + arb(defect) * _ball(length)))
    for _ in range(_TUBES):
        tubes = FloatBalls(range_.mid, (range_.rad + radius) * (1 + 2.0**-50))
        if not np.all(np.isfinite(tubes.rad)):
            return None
        error, most = state.error, state.error
        for mu in field.log_norms(times, tubes):
            if not np.isfinite(mu):
                return None
            growth = (arb(float(mu)) * part).exp().upper()
            above = arb.max(growth, arb(1))
            added = arb(defect) * part * above
            most = arb.max(most, (above * error + added).upper())
            error = (growth * error + added).upper()
        if most < arb(radius):
            return _union(tubes), error
        radius *= 16
    return None


def _union(tubes: FloatBalls) -> Array:
    """One box around all parts: (N, d)."""
    low, high = np.min(tubes.mid - tubes.rad, axis=0), np.max(tubes.mid + tubes.rad, axis=0)
    middle, radius = (low + high) / 2, (high - low) / 2
    radius = radius * (1 + 2.0**-48) + 2.0**-48 * (np.abs(low) + np.abs(high)) + 1e-300
    return entrywise(lambda m, r: arb(float(m), float(r)), middle, radius)


def _value(coefficients: Array, x: arb) -> Array:
    """A polynomial at x, by Horner's rule."""
    value = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        value = value * x + coefficient
    return np.asarray(value)


def _shorter(length: Fraction, defect: float, tolerance: float, order: int) -> Fraction:
    factor = (tolerance / defect) ** (1 / order) if np.isfinite(defect) else 0.5
    return length * Fraction(int(32 * min(max(0.9 * factor, 0.25), 0.95)), 32)


def _longer(length: Fraction, defect: float, tolerance: float, order: int) -> Fraction:
    factor = (tolerance / max(defect, 1e-300)) ** (1 / order)
    rounded = length * Fraction(int(16 * min(max(0.95 * factor, 1.0), 2.0)), 16)
    # Few digits, so that times stay short fractions.
    return Fraction(int(rounded * 2**12), 2**12) or length


def _ball(x: Fraction) -> arb:
    return arb(x.numerator) / x.denominator


def _above(x: Fraction) -> float:
    return float(x) * (1 + 2.0**-50)
