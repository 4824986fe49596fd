"""How tokens align with the principal direction of every layer they pass: the indicators (4) to (7), with their errors.

Tokens of one prompt become equal with depth, so that many tokens are few samples: beside the standard deviation over
tokens, errors are given over prompts.

Source: arXiv 2605.25619, Sections 2.2 and 3.2.

All eigendirections of a layer matrix at once, the correlations of many tokens with them, and what chance gives.

The correlation of x with a real eigenvector v is |cos(x, v)|; with a complex pair it is |U^T x| / |x|, U an orthonormal
basis of span(Re v, Im v). For a random x and a fixed m-dimensional subspace of R^d its mean is
Gamma(d/2) Gamma((m+1)/2) / (Gamma((d+1)/2) Gamma(m/2)): a plane has pi/2 times the level of a line, in every dimension,
so that raw correlations with the two cannot be compared.

Source: arXiv 2605.25619, Section 2.2; the levels are those of a uniformly distributed point on the sphere.

Whether the alignment of tokens with the cumulative product F_l ... F_1 grows with depth, beyond what chance gives.

The correlations of one run follow each other, so that their spread says nothing about a trend. The null is the growth
in models of the same size with shuffled weights: large random weights grow as well, and by different amounts. A growth
is the model's own where it is above the bound that one more shuffled model would stay below with probability 0.99.

Source: arXiv 2605.25619, Section 3.2; the bound is Student's prediction bound for a normal sample.

What one layer does to tokens without any direction: closed forms for isotropic tokens under uniform attention.

For independent Gaussian tokens x_1 ... x_m in R^d and y = x_1 + (1/m) sum_j F x_j, a unit v, and
D = 1 + (2 tr F + |F|_F^2) / (m d), so that E |y|^2 = d D:

    s^2 = (1 + 2 v'Fv/m + |F'v|^2/m) / D,   kappa = (1 + v'Fv/m) / sqrt(D)

are the variance of v'y/sqrt(D) and its covariance with v'x_1, which has variance 1. The probability that |v'y|/sqrt(D)
exceeds |v'x_1| is 1/2 + arcsin((s^2 - 1) / sqrt((s^2 + 1)^2 - 4 kappa^2)) / pi, exactly: it is the chance that U =
v'y/sqrt(D) - v'x_1 and W = v'y/sqrt(D) + v'x_1 have one sign. Replacing the norms of tokens by their means makes this
the probability (5), and the increment (4) the chance level times s - 1; both errors vanish as d grows. So increment > 0
and probability > 1/2 say the same: 2 v'Fv + |F'v|^2 > (2 tr F + |F|_F^2) / d, which random weights satisfy as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from ..blas_threads import one_blas_thread
from ..numbers import Array, ComplexArray
from ..tables import counted
from .attention import Mask, affine

# What makes an eigenvalue principal, by name: see `spectrum`.
READINGS: dict[str, Callable[[Array], Array]] = {
    "real part": np.real, "modulus": np.abs, "step": lambda values: np.abs(1 + values),
}  # fmt: skip


@dataclass(frozen=True)
class LayerStep:
    """One layer of a run.

    key : names its weights.  F : its matrix.  step : tokens -> (tokens, non-uniformity).  enter : what stands between
    the pass before and this layer, the final norm of a model that is fed its output; it belongs to no layer.
    """

    key: tuple[int, ...]
    F: Callable[[], Array]
    step: Callable[[Array], tuple[Array, float]]
    enter: Callable[[Array], Array] = lambda X: X


@dataclass(frozen=True)
class LayerAlignment:
    """What one layer does to the correlations of its tokens with the eigendirections of its own matrix.

    value : the principal eigenvalue.  correlation : mean with the principal direction, before the layer.
    level : what chance gives for it.  mean_correlation, mean_level : averages over all directions.
    increment, probability : equations (4), (5), or (6) for a plane, with standard errors over prompts and, of the
    increment, the standard deviation over tokens.  mean_increment, mean_probability : equation (7).
    nonuniformity : max |m A_ij - 1| of the attention weights.
    """

    value: complex
    correlation: float
    level: float
    mean_correlation: float
    mean_level: float
    increment: float
    increment_error: float
    increment_deviation: float
    probability: float
    probability_error: float
    mean_increment: float
    mean_probability: float
    nonuniformity: float


@dataclass(frozen=True)
class Passed:
    """A layer that was passed: what it did, and the tokens before and after it : (B, N, d)."""

    alignment: LayerAlignment
    directions: Directions
    F: Array
    before: Array
    after: Array


def run_layers(
    layers: Iterable[LayerStep], X: Array, key: Callable[[Array], Array], *, eigenspaces: bool = False
) -> Iterator[Passed]:
    """Send tokens X : (B, N, d) through the layers, and give what each of them does.

    key : what makes an eigenvalue principal, as in `READINGS`.  eigenspaces : how means over directions are taken.
    Layers that share their weights, one `LayerStep.key`, share the decomposition.
    """
    known: dict[tuple[int, ...], tuple[Array, Directions]] = {}
    for layer in layers:
        if layer.key not in known:
            F = layer.F()
            known = {**(known if len(known) < 4 else {}), layer.key: (F, eigen_directions(F, key))}
        F, directions = known[layer.key]
        X = layer.enter(X)
        after, nonuniformity = layer.step(X)
        alignment = layer_alignment(directions, X, after, nonuniformity, eigenspaces=eigenspaces)
        yield Passed(alignment, directions, F, X, after)
        X = after


def layer_alignment(
    directions: Directions, before: Array, after: Array, nonuniformity: float, *, eigenspaces: bool = False
) -> LayerAlignment:
    """The indicators of one layer for tokens before and after it : (B, N, d)."""
    old, new = directions.correlations(before), directions.correlations(after)
    change, grown = new - old, new > old
    levels = directions.levels()

    def over_directions(quantity: Array) -> float:
        return float(directions.mean(quantity, eigenspaces=eigenspaces))

    return LayerAlignment(
        complex(directions.values[0]),
        float(np.mean(old[..., 0])),
        float(levels[0]),
        over_directions(np.mean(old, axis=(0, 1))),
        over_directions(levels),
        float(np.mean(change[..., 0])),
        _error(np.mean(change[..., 0], axis=1)),
        float(np.std(change[..., 0])),
        float(np.mean(grown[..., 0])),
        _error(np.mean(grown[..., 0], axis=1)),
        over_directions(np.mean(change, axis=(0, 1))),
        over_directions(np.mean(grown, axis=(0, 1))),
        nonuniformity,
    )


class CumulativeProduct:
    """The product of the layer matrices so far, F_l ... F_1, as the layers are passed one by one; none is kept.

    key : what makes an eigenvalue principal.  skip : (I + F_l) ... (I + F_1) instead, which is what the tokens see.
    """

    def __init__(self, key: Callable[[Array], Array], *, skip: bool) -> None:
        self.key, self.skip = key, skip
        self._product: Array | None = None

    def correlation(self, layer: Passed) -> tuple[float, float]:
        """The mean correlation of the tokens with the principal direction after the next layer, and its level.

        Raises ZeroDivisionError where the product is zero.
        """
        factor = layer.F + np.eye(len(layer.F)) if self.skip else layer.F
        self._product = scaled_product(factor if self._product is None else factor @ self._product)
        directions = eigen_directions(self._product, self.key)
        return float(np.mean(directions.correlations(layer.after)[..., 0])), float(directions.levels()[0])


def scaled_product(product: Array) -> Array:
    """A product of layer matrices with norm 1. Raises ZeroDivisionError where it is zero: it has no directions."""
    norm = np.linalg.norm(product)
    if not 0 < norm < np.inf:
        raise ZeroDivisionError(f"the product of the layer matrices has norm {norm:g} and no principal direction")
    return np.asarray(product / norm)


def _error(samples: Array) -> float:
    """The standard error of the mean of independent samples; infinite for one sample."""
    return float(np.std(samples, ddof=1) / np.sqrt(len(samples))) if len(samples) > 1 else float("inf")


@dataclass(frozen=True)
class Directions:
    """The real eigendirections of a matrix, principal first.

    values : (m,), imaginary part >= 0.  first, second : (d, m), orthonormal bases of lines (second column 0) and
    planes. copies : (m,), 1 for a line and 2 for a plane, which stands for two eigenvectors.
    """

    values: ComplexArray
    first: ComplexArray
    second: ComplexArray
    copies: Array

    def correlations(self, X: Array) -> Array:
        """Of every token with every direction : (..., N, m) for tokens X : (..., N, d), none of them zero."""
        sizes = np.sqrt(np.sum(X * X, axis=-1, keepdims=True))
        return np.asarray(np.hypot(affine(X, self.first.T), affine(X, self.second.T)) / sizes)

    def mean(self, quantity: Array, *, eigenspaces: bool = False) -> Array:
        """The mean over the last axis: over eigenvectors, so that pairs count twice, or over `eigenspaces`."""
        weights = np.ones_like(self.copies) if eigenspaces else self.copies
        return np.asarray(np.average(quantity, axis=-1, weights=weights))

    def levels(self) -> Array:
        """What chance gives for each direction : (m,)."""
        d = len(self.first)
        return np.where(self.copies == 1, chance_level(d, 1), chance_level(d, 2))


def eigen_directions(F: Array, key: Callable[[Array], Array]) -> Directions:
    """The directions of F : (d, d), those with the largest `key` of the eigenvalue first."""
    with one_blas_thread():
        values, vectors = np.linalg.eig(np.asarray(F, dtype=np.float64))
    upper = np.flatnonzero(np.imag(values) >= 0)
    upper = upper[np.argsort(-key(values[upper]), kind="stable")]
    values, vectors = values[upper], vectors[:, upper]
    complex_pair = np.imag(values) > 0
    first = _unit(np.real(vectors))
    # Re v and Im v are not orthogonal; subtracting twice makes them so to the last digit.
    second = np.where(complex_pair, np.imag(vectors), 0.0)
    for _ in range(2):
        second = second - first * np.sum(first * second, axis=0)
        second = np.where(complex_pair, _unit(second), 0.0)
    return Directions(values, first, second, np.where(complex_pair, 2, 1))


def chance_level(d: int, m: int) -> float:
    """E |U^T x| for a random unit x in R^d and a fixed subspace of dimension m.

    >>> round(chance_level(768, 2) / chance_level(768, 1) * 2 / math.pi, 12)
    1.0
    """
    if not 1 <= m <= d:
        raise ValueError(f"a subspace of dimension {m} in R^{d}; allowed is 1 <= m <= d")
    return math.exp(math.lgamma(d / 2) - math.lgamma((d + 1) / 2) + math.lgamma((m + 1) / 2) - math.lgamma(m / 2))


def _unit(columns: Array) -> Array:
    norms = np.sqrt(np.sum(columns * columns, axis=0))
    return np.asarray(columns / np.where(norms > 0, norms, 1))


LEAST_LAYERS = 4
# How many shuffled models, and the 0.99 quantile of Student's distribution with one degree of freedom less.
COPIES, QUANTILE = 8, 2.998


@dataclass(frozen=True)
class Growth:
    """How much the alignment grows, in units of what chance gives for one direction.

    own : of the model.  skipped : of the model with the skip connection.  null : of models with shuffled weights.
    """

    own: float
    skipped: float
    null: tuple[float, ...]

    @property
    def bound(self) -> float:
        """What one more shuffled model stays below with probability 0.99."""
        spread = float(np.std(self.null, ddof=1)) * math.sqrt(1 + 1 / len(self.null))
        return float(np.mean(self.null)) + QUANTILE * spread


def product_growth(layers: Iterable[LayerStep], depth: int, X: Array, *, skip: bool = False) -> float:
    """How much the mean correlation of tokens X : (B, N, d) with the principal direction of F_l ... F_1 grows.

    The mean over the last quarter of the `depth` layers minus that over the first, in units of what chance gives.
    skip : of (I + F_l) ... (I + F_1) instead. Raises ValueError below LEAST_LAYERS layers, ZeroDivisionError where a
    product is zero.
    """
    if depth < LEAST_LAYERS:
        raise ValueError(f"{counted(depth, 'layer')}; a trend needs at least {LEAST_LAYERS}")
    quarter, identity = depth // 4, np.eye(X.shape[-1])
    product, above = identity, []
    for number, layer in enumerate(layers):
        product = scaled_product((layer.F() + identity if skip else layer.F()) @ product)
        X, _ = layer.step(X)
        if number < quarter or number >= depth - quarter:
            directions = eigen_directions(product, READINGS["real part"])
            above.append(float(np.mean(directions.correlations(X)[..., 0]) / directions.levels()[0]))
    return (sum(above[quarter:]) - sum(above[:quarter])) / quarter


@dataclass(frozen=True)
class IsotropicStep:
    """s^2, kappa, and what follows from them in dimension d."""

    variance: float
    covariance: float
    d: int

    @property
    def increment(self) -> float:
        """The increment (4) of the correlation, to leading order in d."""
        return chance_level(self.d, 1) * (math.sqrt(self.variance) - 1)

    @property
    def probability(self) -> float:
        """The probability (5), exact for Gaussian pairs."""
        return growth_probability(self.variance, self.covariance)


def isotropic_step(F: Array, v: Array, m: int) -> IsotropicStep:
    """The moments for a layer matrix F : (d, d), a unit vector v : (d,), and a plain mean over m tokens."""
    d = len(F)
    along, across = float(v @ F @ v), float(np.sum((F.T @ v) ** 2))
    size = 1 + float(2 * np.trace(F) + np.sum(F * F)) / (m * d)
    return IsotropicStep((1 + (2 * along + across) / m) / size, (1 + along / m) / math.sqrt(size), d)


def predicted(F: Array, v: Array, N: int, mask: Mask) -> tuple[float, float]:
    """(increment, probability) of the first layer for N isotropic tokens, averaged over tokens.

    With causal attention token i is a mean over the i tokens it sees.
    """
    steps = [isotropic_step(F, v, int(m)) for m in np.sum(mask.seen(N), axis=1)]
    return float(np.mean([step.increment for step in steps])), float(np.mean([step.probability for step in steps]))


def growth_probability(variance: float, covariance: float) -> float:
    """P(|Z_2| > |Z_1|) for centred Gaussian Z_1, Z_2 with variances 1 and `variance`, and this covariance.

    >>> growth_probability(1.0, 0.3)
    0.5
    """
    spread = (variance + 1) ** 2 - 4 * covariance**2
    if variance <= 0 or covariance**2 > variance * (1 + 1e-12):
        raise ValueError(f"variances 1, {variance} and covariance {covariance} are those of no Gaussian pair")
    if spread <= 0:  # the pair is equal up to a sign
        return 0.5
    return 0.5 + math.asin(max(-1.0, min(1.0, (variance - 1) / math.sqrt(spread)))) / math.pi
