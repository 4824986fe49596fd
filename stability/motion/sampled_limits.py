"""Where random starts go: certified labels where the enclosed trajectory enters a certified basin, others numerical.

Two kinds of basins are certified. For symmetric V with |lambda_j| < lambda_1 for all other eigenvalues, a state whose
tokens all lie strictly on one side of the hyperplane orthogonal to v_1 converges to the consensus on v_1, for every P,
full or causal attention and every step size (`stability.decrease.basins`). And a region around the limit that the map
contracts into itself converges to the fixed point in it, which has its name if the
exact state on the eigenvector lies there. The start is the floating-point one, its tokens normalised exactly.

`settle` runs floating-point trajectories until they stand still. `attraction` is a region around such a state that is
proved to be attracted to one fixed point. With T near the eigenvectors of the derivative, |x - c|_T = |T^-1 (x - c)|_2
and r a radius, the map f takes the region |x - c|_T <= r into itself and contracts it when q = sup |T^-1 Df T|_2 over a
box around it is below 1 and |f(c) - c|_T + q r <= r. All of it then tends to the only fixed point there (Banach)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, arb_mat, ctx

from ..analyses.analysis import Analysis, System
from ..analyses.equilibrium_record import middle
from ..blas_threads import one_blas_thread
from ..decrease.basins import basin, first_entry
from ..draws.laws import random_tokens
from ..linearisation.exact_spectrum import Eigenlines, unit_direction
from ..models.maps import attended_values, attention_map, normalise
from ..numbers import Array, entrywise
from ..states.clusters import Candidate, same_state
from ..states.equilibrium import Nature
from .ball_calculus import balls, jacobian, spectral_norm_bound

CERTIFIED_STEPS = 200
MAX_ENTRIES = 40
BITS, BITS_PER_STEP = 128, 10
NEAR = 1e-5
Layer = Callable[[Array], Array]


@dataclass(frozen=True)
class Limit:
    """How many of the starts go to one limit, and for how many of them that is certified."""

    label: str
    count: int
    certified: int


def limits(analysis: Analysis, starts: int, seed: int = 0) -> list[Limit]:
    """The limits of `starts` independent uniform starts, most frequent first.

    Labels name the eigenvalue of V (v_1 is the first of the spectrum) and the sizes of the groups. A label that is not
    certified says what the floating-point trajectory looks like after at most 2000 steps. Contracted regions are tried
    for N d <= 40 and full attention.
    """
    given = analysis.system
    X = random_tokens(np.random.default_rng(seed), starts, given.N, len(given.V[0]))
    P, V, alpha = given.floats()
    layer = _layer(P, V, alpha, given.causal)
    cone = _cone_direction(analysis)
    total: Counter[str] = Counter()
    certified: Counter[str] = Counter()
    try:
        states = settle(X, P, V, alpha, causal=given.causal)
    except ZeroDivisionError:
        return [Limit("not simulated: the map is undefined on the way, or beyond floating point", starts, 0)]
    for start, state in zip(X, states, strict=True):
        k, signs = _on_line(state, analysis)
        label = _label(state, k, signs)
        if cone is not None and _enters_cone(start, given, layer, cone):
            label = "consensus on v_1"
            certified[label] += 1
        elif k is not None and _is_attracted(start, state, analysis, k, signs, layer):
            certified[label] += 1
        total[label] += 1
    return [Limit(label, count, certified[label]) for label, count in total.most_common()]


def _layer(P: Array, V: Array, alpha: Any, causal: bool) -> Layer:
    return lambda X: attention_map(X, P, V, alpha, causal=causal)


def _cone_direction(analysis: Analysis) -> Array | None:
    """v_1 as balls where the theorem of the cone applies; None otherwise."""
    spectrum, principal = analysis.spectrum, analysis.spectrum.principal
    if len(analysis.system.P) > 1 or not spectrum.symmetric or principal is None:
        return None
    if not all(abs(e.value) < principal.value for e in spectrum.eigenvalues if e is not principal):
        return None
    line = Eigenlines(spectrum, analysis.system.P, BITS).line(principal)
    if line.direction is None:
        return None
    with ctx.workprec(BITS):
        return unit_direction(line)


def _enters_cone(start: Array, given: System, layer: Layer, v: Array) -> bool:
    rough = first_entry(start, layer, basin(np.array([float(entry) for entry in v])), CERTIFIED_STEPS)
    return rough is not None and _enclosed_entry(start, given, basin(v), rough)


def _enclosed_entry(start: Array, given: System, region: Callable[[Array], bool], rough: int) -> bool:
    """Whether the enclosed trajectory certainly is in the region a few steps after a floating-point one was."""
    with ctx.workprec(BITS + BITS_PER_STEP * rough):
        tokens = normalise(np.array([[arb(float(entry)) for entry in row] for row in start], dtype=object))
        return first_entry(tokens, _layer(*given.balls(), given.causal), region, rough + 3) is not None


def _is_attracted(start: Array, state: Array, analysis: Analysis, k: int, signs: Array, layer: Layer) -> bool:
    """Whether the start certainly converges to the exact state with these signs on v_k."""
    given = analysis.system
    if given.causal or state.size > MAX_ENTRIES or not _is_fixed(analysis, k, signs):
        return False
    line = Eigenlines(analysis.spectrum, given.P, BITS).line(analysis.spectrum.eigenvalues[k])
    if line.direction is None:
        return False
    with ctx.workprec(BITS):
        balls = _layer(*given.balls(), given.causal)
        region = attraction(lambda X: balls(X) if X.dtype.kind == "O" else layer(X), state)
        v = unit_direction(line)
        exact = np.array([[int(sign) * entry for entry in v] for sign in signs], dtype=object)
        # The eigenvector is known up to its sign.
        if region is None or not (region.contains(exact) or region.contains(-exact)):
            return False
        inverse = np.array([[float(entry) for entry in row] for row in region.inverse.tolist()])
    half = float(region.radius) / 2
    near = lambda X: bool(np.linalg.norm(inverse @ (X - state).reshape(-1)) < half)  # noqa: E731
    rough = first_entry(start, layer, near, CERTIFIED_STEPS)
    return rough is not None and _enclosed_entry(start, given, region.contains, rough)


def _is_fixed(analysis: Analysis, k: int, signs: Array) -> bool:
    """Whether the analysis has certified that the state is a fixed point."""
    p = int(min(np.sum(signs > 0), np.sum(signs < 0)))
    split = (p, len(signs) - p) if p else (len(signs),)
    return any(
        record.certified and record.nature is Nature.FIXED and record.eigenvalue == k and record.split == split
        for record in analysis.equilibria
        if record.kind in ("consensus", "bipartite") and record.last is None
    )


def _on_line(X: Array, analysis: Analysis) -> tuple[int | None, Array]:
    """The eigenvalue whose line all tokens seem to be on, None if there is none, and the signs of the tokens."""
    signs = np.sign(X @ X[0])
    F = np.array([[int(e.p) / int(e.q) for e in row] for row in analysis.spectrum.matrix])
    image = F @ X[0]
    quotient = float(X[0] @ image)
    apart = np.max(np.abs(X - signs[:, np.newaxis] * X[0]))
    if apart > NEAR or np.max(np.abs(image - quotient * X[0])) > NEAR * max(1.0, float(np.max(np.abs(F)))):
        return None, signs
    distances = [abs(middle(e.value) - quotient) if e.is_real else np.inf for e in analysis.spectrum.eigenvalues]
    return int(np.argmin(distances)), signs


def _label(X: Array, k: int | None, signs: Array) -> str:
    """What the state looks like, in floating point."""
    if k is None:
        clusters = sum(bool(np.all(np.max(np.abs(X[:i] - X[i]), axis=-1) > NEAR)) for i in range(len(X)))
        return f"{clusters} distinct token{'s' if clusters > 1 else ''} off the eigenvectors"
    minority = int(min(np.sum(signs > 0), np.sum(signs < 0)))
    if minority == 0:
        return f"consensus on v_{k + 1}"
    return f"bipartite {minority}+{len(X) - minority} on v_{k + 1}"


STEPS = 2_000
STILL = 1e-13
TOGETHER = 1e-6


def settle(X: Array, P: Array, V: Array, alpha: float, *, causal: bool = False) -> Array:
    """Every state of the batch (..., N, d) after 2000 steps, or earlier when none of its tokens moves any more.

    Raises ZeroDivisionError where the map is undefined on the way, or beyond the range of floating point.
    """
    states = X.reshape(-1, *X.shape[-2:]).copy()
    moving = np.arange(len(states))
    with np.errstate(over="ignore", invalid="ignore"), one_blas_thread():
        for _ in range(STEPS):
            if not len(moving):
                break
            moved = attention_map(states[moving], P, V, alpha, causal=causal)
            still = np.max(np.abs(moved - states[moving]), axis=(-2, -1)) < STILL
            states[moving] = moved
            moving = moving[~still]
    return states.reshape(X.shape)


def settled_clusters(P: Array, V: Array, N: int, alpha: float, starts: int, seed: int = 0) -> list[Candidate]:
    """Candidates for attracting equilibria of full attention: where random starts settle, equal tokens taken together.

    P, V : (d, d), floating point.  States that agree up to the order of the tokens and their common sign occur once.
    """
    X = random_tokens(np.random.default_rng(seed), starts, N, V.shape[0])
    found: list[Candidate] = []
    for state in settle(X, P, V, alpha):
        candidate = _clustered(state, P, V)
        if len(candidate.tokens) > 1 and not any(same_state(candidate, known) for known in found):
            found.append(candidate)
    return sorted(found, key=lambda candidate: (len(candidate.tokens), candidate.tokens.round(6).reshape(-1).tolist()))


def _clustered(state: Array, P: Array, V: Array) -> Candidate:
    representatives: list[Any] = []
    counts: list[int] = []
    for x in state:
        for place, known in enumerate(representatives):
            if np.max(np.abs(x - known)) < TOGETHER:
                counts[place] += 1
                break
        else:
            representatives.append(x)
            counts.append(1)
    X, n = np.array(representatives), np.array(counts, dtype=float)
    nu = np.sum(X * attended_values(X, P, V, counts=n), axis=-1)
    return Candidate(X, nu, n)


RADII = (0.1, 0.03, 0.01, 1e-3, 1e-4)
STEP = 1e-6


@dataclass(frozen=True)
class Attraction:
    """The region {x : |inverse (x - centre)|_2 <= radius}.  centre : (N, d) of exact balls.  inverse : (Nd, Nd)."""

    centre: Array
    inverse: arb_mat
    radius: arb

    def contains(self, X: Array) -> bool:
        """Whether the whole box X : (N, d) of balls certainly lies in the region."""
        return bool(_length(self.inverse, X - self.centre) <= self.radius)


def attraction(f: Callable[[Array], Array], state: Array) -> Attraction | None:
    """A region around the state : (N, d) in floating point that is proved to be attracted; None where none was found.

    f : the map, over floating-point arrays and arrays of balls.
    """
    basis = _basis(f, state)
    centre = balls(state)
    T = arb_mat([[arb(float(entry)) for entry in row] for row in basis])
    try:
        inverse = T.inv()
    except ZeroDivisionError:
        return None
    moved = _length(inverse, f(centre) - centre)
    for radius in RADII:
        r = arb(radius)
        spread = np.linalg.norm(basis, axis=1).reshape(state.shape) * radius * (1 + 1e-12)
        box = entrywise(arb, centre, spread)
        try:
            derivative = arb_mat(jacobian(f, box).tolist())
        except (ZeroDivisionError, ValueError):  # the map is undefined somewhere in the box
            continue
        q = spectral_norm_bound(np.array((inverse * derivative * T).tolist(), dtype=object))
        if q < 1 and moved + q * r <= r:
            return Attraction(centre, inverse, r)
    return None


def _basis(f: Callable[[Array], Array], state: Array) -> Array:
    """Real and imaginary parts of the eigenvectors of a difference quotient of f, as columns."""
    flat = state.reshape(-1)
    columns = []
    for i in range(len(flat)):
        up, down = flat.copy(), flat.copy()
        up[i] += STEP
        down[i] -= STEP
        columns.append((f(up.reshape(state.shape)) - f(down.reshape(state.shape))).reshape(-1) / (2 * STEP))
    values, vectors = np.linalg.eig(np.stack(columns, axis=1))
    return np.where(values.imag < 0, vectors.imag, vectors.real)


def _length(inverse: arb_mat, difference: Array) -> arb:
    image = inverse * arb_mat([[entry] for entry in difference.reshape(-1)])
    return (image.transpose() * image)[0, 0].abs_upper().sqrt()
