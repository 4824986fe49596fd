"""Whether the eigenvalues of a real matrix lie inside the unit circle, or left of the imaginary axis: decided or open.

Nothing is read off approximate eigenvalues, which may be far from the true ones where eigenvectors are nearly parallel.

1. The pattern of the entries that are exactly zero splits the matrix into the blocks of a block triangular one.
2. Stein and Lyapunov: a symmetric P, from floats and not believed, with P - M^T P M > 0 for every M within the balls
   shows |eigenvalues| < 1 where P > 0, and an eigenvalue outside where x^T P x < 0 for some x: otherwise all orbits
   would tend to 0 and x^T P x would fall from there. Multiple and defective eigenvalues do no harm.
3. Schur's recursion on the characteristic polynomial in balls; with Cayley's s = c (z - 1)/(z + 1) for the imaginary
   axis.
4. Enclosures of single eigenvalues and of groups of them.
5. Of an exact matrix the integer characteristic polynomial p. A root on the circle is a root of the greatest common
   divisor g of p and its reversal, whose roots come in pairs z, 1/z: all on the circle iff h has its roots in [-2,
   2], where g = z^m h(z + 1/z). What is left of p has no root on the circle, so that more digits decide.

On which side of the unit circle eigenvalues lie, decided on exact numbers and on balls; never guessed.

Numbers are fmpq (exact), arb or acb (enclosures). The roots of z^2 - trace z + determinant are judged through Schur's
conditions, without a square root, so that multiple and nearly equal roots do no harm.

Enclosures of the eigenvalues of a matrix of balls, which need not be simple.

The library encloses simple eigenvalues and separated groups. For others let q = prod (z - z_i) have the approximate
eigenvalues as its roots and p be the characteristic polynomial, both monic of degree n, with all their roots within
R >= 1. At a root of p, |q| = |q - p| <= eps := sum_k |q_k - p_k| R^k, so that the root lies within r = eps^(1/n) of
some z_i; and each connected group of these discs holds as many roots of p as of q, by following the roots along
p + t (q - p). Within (2 n - 1) r of every z_i a root of its own is found.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

import numpy as np
from flint import acb, acb_mat, arb, arb_mat, arb_poly, ctx, fmpq, fmpq_mat, fmpz_poly

from ..float_balls import FloatBalls, log_norm_bound
from ..numbers import Array, entrywise, sign
from ..states.clusters import characteristic_coefficients, schur_stable
from .spectra import schur_cohn_slacks

Time = Literal["discrete", "continuous"]
PRECISIONS = (64, 256, 1024)
# Beyond these sizes one method costs minutes and the others have said what they can.
_ENCLOSED, _EXPANDED, _DIGITS = 40, 150, 200_000


@dataclass(frozen=True)
class Verdict:
    """What is decided, and for "undecided" why it is not."""

    stability: Stability
    reason: str = ""


def decided(parts: Callable[[int], Iterable[Array]], time: Time) -> Verdict:
    """The verdict on the union of the spectra of several matrices.

    parts : number of bits -> square arrays of arb or fmpq that contain the matrices, always the same ones.
    """
    close, before = Verdict(Stability.UNDECIDED), None
    for bits in PRECISIONS:
        with ctx.workprec(bits):
            blocks = sorted((block for part in parts(bits) for block in irreducible(part)), key=len)
            sides = []
            for block in blocks:
                sides.append(side_of(block, time))
                if sides[-1] is Side.OUTSIDE:
                    return Verdict(Stability.UNSTABLE)
            found = judged(sides)
            if found is not Stability.UNDECIDED:
                return Verdict(found)
            open_blocks = [block for block, side in zip(blocks, sides, strict=True) if side is Side.UNDECIDED]
            entries = (entry for block in open_blocks for entry in block.flat)
            radius = max(0.0 if isinstance(entry, fmpq) else float(entry.rad()) for entry in entries)
            close = Verdict(Stability.UNDECIDED, _closest(open_blocks, radius, time))
        if before is not None and not radius < before:  # the entries are not known any better
            break
        before = radius
    return close


def irreducible(matrix: Array) -> Iterator[Array]:
    """The diagonal blocks of the block triangular form that the exact zeros give: strongly connected components."""
    from scipy.sparse.csgraph import connected_components

    zero = np.frompyfunc(lambda entry: bool(entry == 0), 1, 1)(matrix).astype(bool).reshape(matrix.shape)
    _, labels = connected_components(~zero, directed=True, connection="strong")
    for label in dict.fromkeys(labels.tolist()):
        place = np.flatnonzero(labels == label)
        yield matrix[np.ix_(place, place)]


def side_of(block: Array, time: Time) -> Side:
    """Where the worst eigenvalue of a square array of arb or fmpq lies; for a flow "inside" is the left half-plane."""
    if len(block) == 1:
        slack = 1 - abs(block[0, 0]) if time == "discrete" else -block[0, 0]
        return {1: Side.INSIDE, 0: Side.ON, -1: Side.OUTSIDE, None: Side.UNDECIDED}[sign(slack)]
    exact = exact_entries(block)
    balls = entrywise(arb, block)
    found = _by_quadratic_form(balls, time)
    if found is Side.UNDECIDED and len(block) <= _EXPANDED:
        found = recursion_side(arb_poly(characteristic_coefficients(balls)), time)
    if found is Side.UNDECIDED and exact is None and len(block) <= _ENCLOSED:
        found = _by_enclosures(balls, time)
    if found is Side.UNDECIDED and exact is not None:
        integers, _ = exact.numer_denom()
        if len(block) * max(abs(entry).bit_length() for entry in integers.entries()) <= _DIGITS:
            return polynomial_side(fmpz_poly(exact.charpoly().numer().coeffs()), time)
    return found


def approximate_eigenvalues(matrix: Array) -> list[complex]:
    """The eigenvalues of a matrix of floats, with more digits where its eigenvectors are nearly parallel."""
    values: list[complex] = []
    for block in irreducible(matrix):
        found, vectors = np.linalg.eig(block)
        if 1 < len(block) <= _ENCLOSED and not np.linalg.cond(vectors) < 1e5:
            with ctx.workprec(64 * (len(block) + 4)):
                exact = acb_mat([[float(x) for x in row] for row in block]).eig(algorithm="approx")
            found = np.array([complex(value) for value in exact])
            found.imag[np.abs(found.imag) < 1e-15 * np.abs(found)] = 0.0
        values += [complex(value) for value in found]
    return values


def exact_entries(block: Array) -> fmpq_mat | None:
    """The matrix where every entry is one number."""
    rows = []
    for row in block:
        if not all(isinstance(entry, fmpq) or (entry.is_exact() and entry.is_finite()) for entry in row):
            return None
        rows.append([entry if isinstance(entry, fmpq) else _dyadic(entry) for entry in row])
    return fmpq_mat(rows)


def polynomial_side(p: fmpz_poly, time: Time) -> Side:
    """Where the worst root of an integer polynomial of positive degree lies: always decided."""
    on = False
    if time == "continuous":
        while p[0] == 0:
            p, on = fmpz_poly(p.coeffs()[1:]), True
        if p.degree() == 0:
            return Side.ON
        c = 2 ** max(0, (abs(p[0]).bit_length() - abs(p[p.degree()]).bit_length()) // p.degree())
        if p(c) == 0:
            return Side.OUTSIDE
        p = _cayley(p, c)
    for factor, _ in p.factor_squarefree()[1]:
        while factor[0] == 0:
            factor = fmpz_poly(factor.coeffs()[1:])
        if factor.degree() == 0:
            continue
        paired = factor.gcd(fmpz_poly(factor.coeffs()[::-1]))
        if paired.degree() > 0:
            if not _all_on_the_circle(paired):
                return Side.OUTSIDE
            on, factor = True, factor // paired
        if factor.degree() > 0 and not _all_inside(factor):
            return Side.OUTSIDE
    return Side.ON if on else Side.INSIDE


def _all_inside(p: fmpz_poly) -> bool:
    """Whether all roots lie inside the unit circle, on which none lies."""
    bits = 64 + 2 * max(abs(coefficient).bit_length() for coefficient in p.coeffs())
    while True:
        with ctx.workprec(bits):
            inside = schur_stable([arb(coefficient) for coefficient in p.coeffs()])
            if inside is not None:
                return inside
            # The recursion stops at equal moduli of two coefficients; isolated roots do not.
            found: Any = p.complex_roots()  # pairs of a root and its multiplicity
            sizes = [abs(acb(root)) for root, _ in found]
            if any(size > 1 for size in sizes):
                return False
            if all(size < 1 for size in sizes):
                return True
        bits *= 2


def _all_on_the_circle(g: fmpz_poly) -> bool:
    """Whether all roots of a square-free polynomial lie on the unit circle, for roots that come in pairs z, 1/z."""
    for edge in (fmpz_poly([-1, 1]), fmpz_poly([1, 1])):
        if (g % edge).degree() < 0:
            g = g // edge
    m = g.degree() // 2
    w = fmpz_poly([0, 1])
    powers = [fmpz_poly([2]), w]  # z^k + z^-k
    while len(powers) <= m:
        powers.append(w * powers[-1] - powers[-2])
    h = fmpz_poly([g[m]])
    for k in range(1, m + 1):
        h += g[m + k] * powers[k]
    if h.degree() == 0:
        return True
    bits = 64
    while True:  # neither 2 nor -2 is a root
        with ctx.workprec(bits):
            found: Any = h.complex_roots()
            roots = [acb(root) for root, _ in found]
            if any(root.imag != 0 or abs(root.real) > 2 for root in roots):
                return False
            if all(abs(root.real) < 2 for root in roots):
                return True
        bits *= 2


def _cayley(p: Any, c: Any) -> Any:
    """(z + 1)^n p(c (z - 1)/(z + 1))."""
    kind, n = type(p), p.degree()
    ahead, behind = kind([1, 1]), kind([-c, c])
    found, power = kind([p[n]]), kind([1])
    for k in range(n - 1, -1, -1):
        power *= ahead
        found = found * behind + power * kind([p[k]])
    return found


def recursion_side(p: arb_poly, time: Time) -> Side:
    """Where the worst root of a polynomial of balls lies, by Schur's recursion."""
    n = p.degree()
    if time == "continuous":
        # Any c will do; near the size of the roots little is lost.
        exponent = 0 if p[0].contains(0) else _exponent(p[0]) // n
        c = arb(2) ** exponent
        value = p(c)
        if not (value > 0 or value < 0):
            return Side.UNDECIDED
        p = _cayley(p, c)
    inside = schur_stable([p[k] for k in range(n + 1)])
    return Side.UNDECIDED if inside is None else Side.INSIDE if inside else Side.OUTSIDE


def _by_enclosures(block: Array, time: Time) -> Side:
    try:
        values = [acb(value) for value in enclosed_eigenvalues(block)]
    except (ValueError, ZeroDivisionError):
        return Side.UNDECIDED
    slacks = [1 - abs(value) if time == "discrete" else -value.real for value in values]
    if any(slack < 0 for slack in slacks):
        return Side.OUTSIDE
    return Side.INSIDE if all(slack > 0 for slack in slacks) else Side.UNDECIDED


def _by_quadratic_form(block: Array, time: Time) -> Side:
    """Stein's or Lyapunov's inequality for M/r, r on the side of 1 on which the worst modulus seems to be, or M - r."""
    from scipy.linalg import LinAlgError, matrix_balance, solve_continuous_lyapunov, solve_discrete_lyapunov

    n = len(block)
    M = FloatBalls.of(block)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that an approximation is bad is noticed below
        try:
            _, (scaling, _) = matrix_balance(M.mid, permute=False, separate=True)
            # Powers of two round nothing unless they leave the range of floats.
            M = FloatBalls(*(part * scaling / scaling[:, np.newaxis] for part in (M.mid, M.rad + 1e-290)))
            r = _between(np.linalg.eigvals(M.mid), time)
            if time == "discrete":
                P = solve_discrete_lyapunov(M.mid.T / r, np.eye(n))
            else:
                P = solve_continuous_lyapunov((M.mid - r * np.eye(n)).T, -np.eye(n))
        except (LinAlgError, ValueError):
            return Side.UNDECIDED
        P = (P + P.T) / 2
        P = P / 2.0 ** np.round(np.log2(np.max(np.abs(P))))
        if not (np.all(np.isfinite(P)) and np.all(np.isfinite(M.mid)) and np.all(np.isfinite(M.rad))):
            return Side.UNDECIDED
        form = FloatBalls.exact(P)
        if time == "discrete":
            change = M.swapaxes(0, 1) @ (form @ M) - (form * r) * r
        else:
            change = M.swapaxes(0, 1) @ form + form @ M - (form * 2.0) * r
        if not log_norm_bound(change) < 0:
            return Side.UNDECIDED
        edge = 1.0 if time == "discrete" else 0.0
        if r <= edge and log_norm_bound(-form) < 0:
            return Side.INSIDE
        x = FloatBalls.exact(np.linalg.eigh(P)[1][:, :1])
        value = x.swapaxes(0, 1) @ (form @ x)
        return Side.OUTSIDE if r >= edge and value.mid[0, 0] < -2 * value.rad[0, 0] else Side.UNDECIDED


def _between(values: Array, time: Time) -> float:
    """A number between the worst modulus or real part and the boundary, or the next one before it."""
    edge = 1.0 if time == "discrete" else 0.0
    sizes = np.sort(np.abs(values) if time == "discrete" else values.real)[::-1]
    worst = float(sizes[0])
    if worst <= edge:
        return float(np.sqrt(max(worst, 1e-3))) if time == "discrete" else worst / 2
    lower = sizes[sizes < worst - 1e-6 * abs(worst)]
    after = max(edge, float(lower[0]) if len(lower) else edge)
    # Not their mean: P does not exist where the product or sum of two eigenvalues is that of r with itself.
    return max(edge, after + (worst - after) * 0.61)


def _dyadic(x: arb) -> fmpq:
    mantissa, exponent = x.man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def _exponent(x: arb) -> int:
    mantissa, exponent = x.mid().man_exp()
    return int(exponent) + int(mantissa).bit_length()


def _closest(blocks: Sequence[Array], radius: float, time: Time) -> str:
    """The reason: which eigenvalue is too close for what is known."""
    boundary = "unit circle" if time == "discrete" else "imaginary axis"
    known = "the matrix is known exactly" if radius == 0 else f"the entries are known to {radius:.1e}"
    near: tuple[float, complex] | None = None
    for block in blocks:
        mids = np.array([[float(arb(entry).mid()) for entry in row] for row in block])
        if np.all(np.isfinite(mids)):
            for value in np.linalg.eigvals(mids):
                apart = abs(abs(value) - 1) if time == "discrete" else abs(value.real)
                if near is None or apart < near[0]:
                    near = float(apart), complex(value)
    if near is None:
        return f"entries of the derivative are too large for floats, and {known}"
    value = near[1].real if near[1].imag == 0 else near[1]
    return f"an eigenvalue near {value:.12g} is not told from the {boundary}: {known}"


Number = Any


class Side(Enum):
    """Where an eigenvalue, or the worse of two, lies."""

    INSIDE = "inside the unit disc"
    ON = "on the unit circle"
    OUTSIDE = "outside the unit disc"
    UNDECIDED = "undecided"


class Stability(Enum):
    """What the spectrum says about an equilibrium."""

    STABLE = "stable"
    UNSTABLE = "unstable"
    MARGINAL = "marginal"
    UNDECIDED = "undecided"


def judged(sides: Iterable[Side]) -> Stability:
    """All inside: stable. One outside: unstable. None outside and one exactly on the circle: marginal.

    >>> judged([Side.INSIDE, Side.ON]), judged([Side.UNDECIDED, Side.ON]), judged([Side.UNDECIDED, Side.OUTSIDE])
    (<Stability.MARGINAL: 'marginal'>, <Stability.UNDECIDED: 'undecided'>, <Stability.UNSTABLE: 'unstable'>)
    """
    found = set(sides)
    if Side.OUTSIDE in found:
        return Stability.UNSTABLE
    if Side.UNDECIDED in found:
        return Stability.UNDECIDED
    return Stability.MARGINAL if Side.ON in found else Stability.STABLE


def compare_moduli(left: Number, right: Number) -> Side:
    """|left| against |right|: INSIDE when certainly smaller, ON when exactly equal."""
    return _from_slack(abs(right) - abs(left))


def root_side(z: Number) -> Side:
    """The side of one eigenvalue."""
    return _from_slack(1 - abs(z))


def quadratic_side(trace: Number, determinant: Number) -> Side:
    """The side of the worse root of z^2 - trace z + determinant; coefficients may be complex."""
    if isinstance(trace, acb) or isinstance(determinant, acb):
        return _complex_quadratic_side(acb(trace), acb(determinant))
    signs = [sign(slack) for slack in schur_cohn_slacks(trace, determinant)]
    if -1 in signs:
        return Side.OUTSIDE
    if None in signs:
        return Side.UNDECIDED
    return Side.ON if 0 in signs else Side.INSIDE


def _complex_quadratic_side(trace: acb, determinant: acb) -> Side:
    """Schur: both roots inside iff |p_0| < |p_2| and |conj(p_2) p_1 - p_0 conj(p_1)| < |p_2|^2 - |p_0|^2."""
    first = 1 - abs(determinant)
    if first < 0:
        return Side.OUTSIDE
    second = 1 - abs(determinant) ** 2 - abs(trace - determinant * trace.conjugate())
    if first > 0:
        return Side.INSIDE if second > 0 else Side.OUTSIDE if second < 0 else Side.UNDECIDED
    return Side.UNDECIDED


def quadratic_roots(trace: Number, determinant: Number, real: bool = False) -> tuple[Number, Number]:
    """Both roots, enclosed, the exact ones where trace, determinant and the square root are rational.

    real : whether they are known to be real.
    """
    discriminant = trace * trace - 4 * determinant
    root: Number = None
    if isinstance(discriminant, fmpq):
        root = _rational_sqrt(discriminant)
        if root is not None:
            return (trace + root) / 2, (trace - root) / 2
    if isinstance(discriminant, acb):
        # Either square root will do: take the branch that does not cut through the ball.
        left = bool(discriminant.real < 0)
        root = acb(0, 1) * (-discriminant).sqrt() if left else discriminant.sqrt()
    elif real or discriminant >= 0:
        root = _real_sqrt(arb(discriminant))
    else:
        root = acb(discriminant).sqrt()
    return (trace + root) / 2, (trace - root) / 2


def _real_sqrt(x: arb) -> arb:
    """The square root of a number known not to be negative: the negative part of its ball is no possible value."""
    return x.sqrt() if x > 0 else arb(0).union(x.abs_upper().sqrt())


def _rational_sqrt(x: fmpq) -> fmpq | None:
    if x < 0:
        return None
    top, bottom = x.p.isqrt(), x.q.isqrt()
    return fmpq(top, bottom) if top * top == x.p and bottom * bottom == x.q else None


def _from_slack(slack: Number) -> Side:
    return {1: Side.INSIDE, 0: Side.ON, -1: Side.OUTSIDE, None: Side.UNDECIDED}[sign(slack)]


def enclosed_eigenvalues(block: Array) -> list[Number]:
    """Enclosures of all eigenvalues of a square ball matrix, each an arb or acb; several of them may overlap.

    One ball belongs to each eigenvalue, counted with multiplicity.
    """
    matrix = acb_mat(arb_mat(block.tolist()))
    with ctx.workprec(2 * ctx.prec):  # isolating costs more digits than the entries have; they stay as they are
        candidates = [_around(block, matrix)]
        with suppress(ValueError):  # the groups could not be told apart
            candidates.append(matrix.eig(multiple=True))
    found = min(candidates, key=lambda values: max(float(abs(value - value.mid()).upper()) for value in values))
    return [value.real if value.imag == 0 else value for value in found]


def _around(block: Array, matrix: acb_mat) -> list[Number]:
    n = len(block)
    centres = [value.mid() for value in matrix.eig(algorithm="approx")]
    product = [acb(1)]  # coefficients of q, the constant one first
    for z in centres:
        product = [low - z * high for low, high in zip([acb(0), *product], [*product, acb(0)], strict=True)]
    norm = max((sum((abs(entry).abs_upper() for entry in row), arb(0)) for row in block), key=float)
    R = max([arb(1), norm, *(abs(z).abs_upper() for z in centres)], key=float)
    differences = [abs(a - b) for a, b in zip(product, characteristic_coefficients(block), strict=True)]
    eps: arb = arb_poly(differences)(R)
    reach = (2 * n - 1) * eps.abs_upper().root(n)
    disc = arb(0, reach.abs_upper())
    return [acb(z.real + disc, z.imag + disc) for z in centres]
