"""Rigorous trajectories of a discrete map: a centre and one bound on the Euclidean error, layer after layer.

Two ways, of which the cheaper one is chosen:

- the derivative carries the error (mean value theorem): only the centre is mapped, and
  e_{k+1} = sup |Df|_2 e_k + radius of f(centre);
- plain balls: the whole ball is mapped by ball arithmetic, which loses some bits in every layer although the dynamics
  contract. With so many bits that the loss does not matter it needs no derivative at all.

Where the error becomes larger than asked for, the trajectory is begun again with more bits, unseen by the caller.

The error of a discrete trajectory, carried by the derivative.

Only the centre is mapped in balls of many bits. For a state x within e of the centre c, by the mean value theorem,

    |f(x) - mid f(c)| <= sup |Df|_2 e + radius of f(c),

the supremum over a ball around c that contains x. Over a span of layers the product of the derivatives is bounded as a
whole: x - c is multiplied by one matrix of each of the balls of matrices, and their product grows much more slowly than
the product of their norms. Bounds are computed for many layers at once, on balls that are a little larger than needed,
and are kept: a bound on a ball holds for whatever lies in it, in a later layer of the same map or when the trajectory
is run again with more bits.

One layer of normalised self-attention, with what a rigorous trajectory needs to be fast.

It is the same map as `attention_map`, over any number type. Known as such, a ball of tokens is mapped by a few products
of ball matrices, and the derivative over a box comes from its closed form in floating-point balls instead of N d
evaluations on power series.

Source: arXiv 2605.25619, equation (8); several heads (3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import islice
from operator import add
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
from flint import arb, arb_mat, ctx

from ..float_balls import FloatBalls, norm_bound
from ..linearisation.derivatives import mixing_jacobian, radial_projection
from ..models.maps import attention_map
from ..numbers import Array
from .ball_calculus import (
    Enclosure,
    EnclosureError,
    balls,
    bits_of,
    enclosed,
    float_above,
    jacobian,
    recentred,
    working,
)

Method = Literal["automatic", "mean value", "plain balls"]
_Heads = tuple[list[arb_mat], list[arb_mat]]
_GUARD, _MOST_BITS, _TRIAL = 32, 1 << 20, 12


def enclose_map(
    f: Callable[[int, Array], Array] | Layer,
    start: Array | Enclosure,
    layers: int,
    *,
    tolerance: float = 1e-30,
    prec: int | None = None,
    method: Method = "automatic",
) -> Iterator[Enclosure]:
    """The state after each layer, enclosed: `layers` enclosures, yielded as they are found.

    f : an `AttentionLayer`, which is fastest; or (k, Y) -> Y at layer k, over object arrays of balls or series, such as
        `Flow.step` with matrices of balls (`st.balls`).
    start : (N, d), floats or fractions taken exactly, or an enclosure.
    tolerance : what rounding may add to the error of the start, as far as the derivative carries it, in all layers.
    prec : bits of the ball arithmetic, where they shall not be chosen; then the error is what it becomes.
    method : "mean value", "plain balls", or the one that seems cheaper.
    Raises EnclosureError where a layer is undefined somewhere in the enclosure, ValueError for a tolerance that is not
    positive and a start that is not finite.
    """
    if not tolerance > 0:
        raise ValueError(f"tolerance is {tolerance}; a positive number is needed")
    layer: Layer = f if isinstance(f, Layer) else _Generic(f)
    bits = prec or bits_of(tolerance) + _GUARD
    chosen = _cheaper(layer, start, layers, bits) if method == "automatic" else method
    if chosen not in ("mean value", "plain balls"):
        raise ValueError(f"method is {method!r}; allowed are 'automatic', 'mean value', 'plain balls'")
    growths, done = Growths(layer), 0
    while True:
        if chosen == "mean value":
            run = mean_value_run(growths, start, layers, bits)
        else:
            run = _plain_run(layer, start, layers, bits)
        for k, (state, added) in enumerate(run):
            if prec is None and not added <= tolerance:
                bits = _more_bits(bits, added, tolerance, k, layers)
                break
            if k >= done:
                done = k + 1
                yield state
        else:
            return


def _more_bits(bits: int, added: arb, tolerance: float, k: int, layers: int) -> int:
    """Enough for some times the k + 1 layers so far, where each loses what these lost in the mean; it may settle."""
    rate = max(0, bits - bits_of(added)) / (k + 1)
    planned = min(layers, 4 * (k + 1) + 16)
    found = max(bits + _GUARD, bits_of(tolerance) + _GUARD + int(1.1 * rate * planned))
    if found > _MOST_BITS:
        raise EnclosureError(f"layer {k}: the error grows; {found} bits would be needed, allowed are {_MOST_BITS}")
    return found


def _plain_run(layer: Layer, start: Array | Enclosure, layers: int, bits: int) -> Iterator[tuple[Enclosure, arb]]:
    """The trajectory in plain balls, with what each enclosure has in addition to the error of the start."""
    with working(bits):
        Y = start.box() if isinstance(start, Enclosure) else balls(enclosed(start, bits).box())
    inherited = start.error if isinstance(start, Enclosure) else arb(0)
    error = recentred(Y).error
    for k in range(layers):
        # Digits far below the radius carry nothing.
        with working(min(bits, max(64, bits_of(error) + _GUARD))):
            try:
                Y = layer.image(k, Y)
            except (ZeroDivisionError, ValueError) as failure:
                raise undefined(k, error, failure) from failure
            state = recentred(Y)
        error = state.error
        if not error.is_finite():
            raise EnclosureError(f"layer {k}: the error bound is no longer finite; more bits are needed")
        yield state, error if inherited == 0 else arb(0)


def _cheaper(layer: Layer, start: Array | Enclosure, layers: int, bits: int) -> Method:
    """The method that costs less, from the bits which plain balls lose in the first layers. No clock is asked."""
    if isinstance(start, Enclosure) and start.error > 0:
        return "mean value"
    size = np.shape(start.centre if isinstance(start, Enclosure) else start)
    image, bound = layer.cost(size, bits)
    try:
        errors = [bits_of(state.error) for state, _ in islice(_plain_run(layer, start, layers, bits), _TRIAL)]
    except EnclosureError:
        return "mean value"
    lost = max(0.0, bits - errors[-1]) / len(errors) if errors else 0.0
    # Precision falls from `bits + lost * layers` to `bits`; its mean tells the cost well enough.
    plain, _ = layer.cost(size, int(bits + lost * layers / 2))
    return "plain balls" if plain < image + bound else "mean value"


class _Generic:
    """A function over the number types as a layer: its derivative comes from power series."""

    autonomous = False

    def __init__(self, f: Callable[[int, Array], Array]) -> None:
        self.f = f

    def image(self, k: int, Y: Array) -> Array:
        """f itself."""
        return self.f(k, Y)

    def jacobians(self, k: int, centres: Array, radii: Array) -> FloatBalls:
        """The derivatives, from one evaluation for each entry of a state."""
        found = np.full((len(centres), centres[0].size, centres[0].size), arb("nan"), dtype=object)
        for place, (centre, radius) in enumerate(zip(centres, radii, strict=True)):
            with suppress(ZeroDivisionError, ValueError):
                found[place] = jacobian(partial(self.f, k + place), balls(centre, float(radius)))
        return FloatBalls.of(found)

    def cost(self, size: tuple[int, int], bits: int) -> tuple[float, float]:
        """In units of an evaluation with few bits; the time it takes is not known."""
        image = 1 + (bits / 1024) ** 1.6
        return image, 3.0 * size[0] * size[1]


# Wider balls cost nothing while their radius is small against the curvature of the map.
_RADIUS = 1e-11
_LARGEST = 1e-5
_ENTRIES, _AHEAD, _SPAN = 400_000, 32, 8


@runtime_checkable
class Layer(Protocol):
    """A map that knows fast ways to its image and to bounds of its derivative, such as `AttentionLayer`."""

    @property
    def autonomous(self) -> bool:
        """Whether all layers are the same map."""

    def image(self, k: int, Y: Array) -> Array:
        """The image of an array of balls in layer k."""

    def jacobians(self, k: int, centres: Array, radii: Array) -> FloatBalls:
        """Df in the layers k, k + 1, ... on balls around float states : (B, N, d), as (B, N d, N d).

        Not finite where the map is undefined somewhere in the ball.
        """

    def cost(self, size: tuple[int, int], bits: int) -> tuple[float, float]:
        """Roughly the seconds of one image of (N, d) balls of this many bits, and of one bound."""


@dataclass(frozen=True)
class _Bound:
    """|Df|_2 <= value within `radius` of `centre`."""

    centre: Array
    radius: float
    value: float

    def covers(self, centre: Array, rounding: float, error: float) -> bool:
        """Whether everything within rounding + error of the float state lies in the ball."""
        apart = FloatBalls.exact(centre) - self.centre
        distance = float(np.sqrt(np.sum(apart.size**2))) * (1 + 4 * centre.size * 2.0**-52)
        return (distance + rounding + error) * (1 + 2.0**-48) <= self.radius


class Growths:
    """Bounds of |Df|_2 along a trajectory, each kept for its layer."""

    def __init__(self, layers: Layer) -> None:
        self.layers = layers
        self.known: dict[int, _Bound] = {}
        self._spans: dict[int, tuple[list[_Bound], float]] = {}
        self._standing: _Bound | None = None

    def prepare(self, first: int, states: list[Enclosure], error: arb) -> None:
        """Bounds for the centres in the layers from `first`, guessing that the error stays near what it is."""
        guess = max(_RADIUS, 2 * float_above(error))
        floats = [_rounded(state) for state in states]
        missing = [k for k, (c, r) in enumerate(floats, start=first) if not self._known(k, c, r, guess / 2)]
        if not missing:
            return
        low, high = missing[0] - first, missing[-1] + 1 - first
        centres = np.array([centre for centre, _ in floats[low:high]])
        radii = np.array([guess + 2 * rounding for _, rounding in floats[low:high]])
        if self.layers.autonomous and high == len(floats) > 1:
            # A trajectory that comes to rest stays in a ball some steps wide: one bound for all the layers to come.
            last = float(np.linalg.norm(centres[-1] - floats[-2][0]))
            radii[-1] = max(radii[-1], min(16 * last, _LARGEST))
        self._compute(first + low, centres, radii)
        self._standing = self.known[first + high - 1] if self.layers.autonomous else None

    def at(self, k: int, state: Enclosure) -> float:
        """A bound of |Df|_2 in layer k over the whole enclosure; not finite where none is found."""
        centre, rounding = _rounded(state)
        error = float_above(state.error)
        if k not in self.known or not self.known[k].covers(centre, rounding, error):
            self._compute(k, centre[np.newaxis], np.array([max(_RADIUS, 1.01 * (rounding + error))]))
        return self.known[k].value

    def span(self, k: int) -> float | None:
        """A bound of the norm of the product over the span of layers before k, on the balls of their bounds.

        None where it is not known, or one of these bounds was replaced.
        """
        bounds, value = self._spans.get(k, ([], np.inf))
        same = all(self.known[k - len(bounds) + place] is bound for place, bound in enumerate(bounds))
        return value if bounds and same and np.isfinite(value) else None

    def _known(self, k: int, centre: Array, rounding: float, error: float) -> bool:
        if k in self.known:
            return self.known[k].covers(centre, rounding, 0.0)
        if self._standing is not None and self._standing.covers(centre, rounding, error):
            self.known[k] = self._standing
            return True
        return False

    def _compute(self, first: int, centres: Array, radii: Array) -> None:
        J = self.layers.jacobians(first, centres, radii)
        bounds = [
            _Bound(centre, float(radius), float(value))
            for centre, radius, value in zip(centres, radii, norm_bound(J), strict=True)
        ]
        self.known.update(enumerate(bounds, start=first))
        for begin in range(-first % _SPAN, len(bounds) - _SPAN + 1, _SPAN):
            product = J[begin]
            for place in range(begin + 1, begin + _SPAN):
                product = J[place] @ product
            self._spans[first + begin + _SPAN] = (bounds[begin : begin + _SPAN], float(norm_bound(product)))


@dataclass
class _Carried:
    """An error that the derivative carries, with what it was at the beginning of a span and what came in since."""

    error: arb
    before: arb
    since: arb

    def step(self, value: float, own: arb, span: float | None, ends: bool) -> None:
        """One layer with |Df|_2 <= value and the new error `own`; `span` bounds the whole span that ends here."""
        self.error, self.since = ((arb(value) * part + own).upper() for part in (self.error, self.since))
        if span is not None:
            whole = (arb(span) * self.before + self.since).upper()
            self.error = whole if whole < self.error else self.error
        if ends:
            self.before, self.since = self.error, arb(0)


def mean_value_run(
    growths: Growths, start: Array | Enclosure, layers: int, bits: int
) -> Iterator[tuple[Enclosure, arb]]:
    """The trajectory at a precision, with what each enclosure has in addition to the carried error of the start.

    Raises EnclosureError where a layer is undefined somewhere in the enclosure.
    """
    state = enclosed(start, bits)
    whole = _Carried(state.error, state.error, arb(0))
    first = arb(0) if isinstance(start, Enclosure) else state.error
    added = _Carried(first, first, arb(0))
    together = max(1, min(_AHEAD, _ENTRIES // state.centre.size**2))
    k = 0
    while k < layers:
        block = min(together - k % together if float_above(state.error) < _RADIUS / 16 else 1, layers - k)
        found: list[tuple[Enclosure, arb]] = []
        # Digits far below the error carry nothing.
        with working(max(64, min(bits, bits_of(added.error) + _GUARD))):
            centres, failure = _centres(growths.layers.image, k, state, block)
            if len(centres) > 1:
                growths.prepare(k, centres[:-1], state.error)
            for image in centres[1:]:
                value = growths.at(k, state)
                if not (np.isfinite(value) and whole.error.is_finite()):
                    failure = undefined(k, state.error, "no bound of its derivative is found")
                    break
                k += 1
                for carried in (whole, added):
                    carried.step(value, image.error, growths.span(k), k % _SPAN == 0)
                state = Enclosure(image.centre, whole.error)
                found.append((state, added.error))
        # Outside of the block: the precision is global, and the caller goes on with its own.
        yield from found
        if failure is not None:
            raise failure if isinstance(failure, EnclosureError) else undefined(k, state.error, failure) from failure


def undefined(k: int, error: arb, why: object) -> EnclosureError:
    """The map has no value somewhere in an enclosure."""
    return EnclosureError(f"layer {k}: the map is not defined on the whole box of radius {error.str(5)}: {why}")


def _centres(
    image: Callable[[int, Array], Array], k: int, state: Enclosure, block: int
) -> tuple[list[Enclosure], Exception | None]:
    """The state and its next images, each the exact middle of the image before; what stopped them, if anything did.

    The `error` of each is the radius of its own image, that of the first is of no use.
    """
    found = [state]
    for place in range(block):
        try:
            found.append(recentred(image(k + place, found[-1].centre)))
        except (ZeroDivisionError, ValueError) as failure:
            return found, failure
    return found, None


def _rounded(state: Enclosure) -> tuple[Array, float]:
    """The centre in floats, and a bound on how far that is from it."""
    floats = FloatBalls.of(state.centre)
    return floats.mid, float(np.sqrt(np.sum(floats.rad**2))) * (1 + floats.mid.size * 2.0**-50) + 1e-290


_FLOAT_BITS = 64


@dataclass(frozen=True)
class AttentionLayer:
    """The map x_i -> (x_i + alpha sum_h V_h sum_j A^h_ij x_j)/|.|, the same in every layer.

    P, V : (d, d), or (H, d, d) alike: floats and fractions taken exactly, or balls.  alpha : a number of these.
    causal : token i sees the tokens 1, ..., i.
    For `Flow.step` with a constant P on the sphere, alpha is tau/sqrt(d).
    Raises ValueError for shapes that do not fit.
    """

    P: Array
    V: Array
    alpha: Any
    causal: bool = False
    _at: dict[int, _Heads] = field(default_factory=dict, init=False, repr=False, compare=False)
    _floats: list[FloatBalls] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        P, V = np.shape(self.P), np.shape(self.V)
        if P != V or len(P) not in (2, 3) or P[-1] != P[-2]:
            raise ValueError(f"P has shape {P} and V {V}; allowed are both (d, d) or both (H, d, d)")

    @property
    def autonomous(self) -> bool:
        """All layers are the same."""
        return True

    def __call__(self, k: int, Y: Array) -> Array:
        """The image of Y over balls or series, layer by layer the same."""
        P, V = balls(self.P), balls(self.V)
        return attention_map(Y, P, V, balls(self.alpha).item(), causal=self.causal)

    def image(self, k: int, Y: Array) -> Array:
        """The image of an array of balls (N, d) at the working precision, by products of ball matrices."""
        (N, d), side = Y.shape, np.shape(self.P)[-1]
        if d != side:
            raise ValueError(f"the tokens have shape {Y.shape}; with these matrices, allowed is (N, {side})")
        X = arb_mat(Y.tolist())
        transposed = X.transpose()
        moved = X
        for logits, values in zip(*self._matrices(), strict=True):
            odds = [entry.exp() for entry in (X * logits * transposed).entries()]
            if self.causal:
                odds = [odds[i * N + j] if j <= i else arb(0) for i in range(N) for j in range(N)]
            mixed = arb_mat(N, N, odds) * X * values
            sums = [reduce(add, odds[i * N : (i + 1) * N]) for i in range(N)]
            shares = zip(mixed.tolist(), sums, strict=True)
            moved = moved + arb_mat([[entry / total for entry in row] for row, total in shares])
        rows = []
        for row in moved.tolist():
            norm = reduce(add, [entry * entry for entry in row]).sqrt()
            if not norm > 0:
                raise ZeroDivisionError("some y_i is not proved to differ from zero")
            rows.append([entry / norm for entry in row])
        found = np.empty((N, d), dtype=object)
        found[:] = rows
        return found

    def jacobians(self, k: int, centres: Array, radii: Array) -> FloatBalls:
        """Df on the balls of these radii : (B,) around float states : (B, N, d), as (B, N d, N d); not finite where the
        map is undefined."""
        if not self._floats:
            with ctx.workprec(_FLOAT_BITS):
                self._floats.extend(FloatBalls.of(balls(matrix)) for matrix in (self.P, self.V, self.alpha))
        P, V, alpha = self._floats
        X = FloatBalls(centres, np.broadcast_to(radii[:, np.newaxis, np.newaxis], centres.shape))
        with np.errstate(all="ignore"):
            A = weights(X, P, causal=self.causal)
            tokens = X if len(P.shape) == 2 else X[:, np.newaxis]
            mixed = (A @ tokens) @ V.swapaxes(-1, -2)
            Y = X + alpha * (mixed if len(P.shape) == 2 else mixed.sum(axis=-3))
            inverse = (Y * Y).sum(axis=-1, keepdims=True).sqrt().reciprocal()
            J = mixing_jacobian(X, A, P, V, alpha, radial_projection(Y * inverse, inverse))
            B, N, d = centres.shape
            return FloatBalls(J.mid.reshape(B, N * d, -1), J.rad.reshape(B, N * d, -1))

    def cost(self, size: tuple[int, int], bits: int) -> tuple[float, float]:
        """Roughly the seconds of one `image` at this precision and of one of `jacobians`."""
        N, d = size
        heads = 1 if np.ndim(self.P) == 2 else len(self.P)
        large = (bits / 1024) ** 1.6
        exponentials = heads * N * N * (1.2e-6 + 1.5e-5 * large)
        products = heads * (2 * N * N * d + 2 * N * d * d) * (2e-8 + 5e-7 * large)
        return 1e-4 + exponentials + products, 2e-4 + 2e-6 * heads * N * N + 3.5e-10 * (N * d) ** 3

    def _matrices(self) -> _Heads:
        """P_h and alpha V_h^T at the working precision."""
        bits = ctx.prec
        if bits not in self._at:
            P, V = (np.reshape(balls(matrix), (-1, *np.shape(matrix)[-2:])) for matrix in (self.P, self.V))
            alpha = balls(self.alpha).item()
            self._at[bits] = ([arb_mat(p.tolist()) for p in P], [arb_mat(v.T.tolist()) * alpha for v in V])
        return self._at[bits]


def weights(X: FloatBalls, P: FloatBalls, *, causal: bool = False, counts: Array | None = None) -> FloatBalls:
    """Attention weights over boxes of tokens: (..., N, N) or (..., H, N, N), as `attention_weights`."""
    tokens = X if len(P.shape) == 2 else X[..., np.newaxis, :, :]
    L = (tokens @ P) @ tokens.swapaxes(-1, -2)
    mask = np.tri(L.shape[-1]) if causal else np.ones(L.shape[-2:])
    # A row may be shifted by any number; masked logits, which may be large, shall not overflow.
    shift = np.max(np.where(mask > 0, L.mid, -np.inf), axis=-1, keepdims=True)
    shift = np.where(np.isfinite(shift), shift, 0.0)
    L = L - shift
    odds = FloatBalls(np.where(mask > 0, L.mid, 0.0), np.where(mask > 0, L.rad, 0.0)).exp() * mask
    if counts is not None:
        odds = odds * np.asarray(counts, dtype=float)
    return odds * odds.sum(axis=-1, keepdims=True).reciprocal()
