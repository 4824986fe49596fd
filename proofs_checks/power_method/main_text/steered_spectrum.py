"""Section 2.3: eigenvalues and eigenvectors of F + rho u w^T, with bounds for "approximately".

Valid for all d and every real F of spectral norm at most m. A unit eigenvector x, complex ones included, of F'
= F + rho u w^T is written as c u + s n with n a unit vector orthogonal to u: everything about it is in the
numbers c, s and in the products of F x with u, n and w, which are at most m. That there is exactly one
eigenvalue near rho w^T u follows from there being none on the border for t F, 0 <= t <= 1 (the eigenvalues of a
matrix depend continuously on it); being alone with a real centre it is real, since complex ones come in
conjugate pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import exact_texts
from proofs_checks.missing import missing
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.missing import COUNTED
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

flint = lazy("flint")
np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Section 2.3", reconstructed=True)
SCOPE = "all d >= 2, every real F with |F| <= m (symmetric or not), all unit u"

# the Frobenius norm bounds the spectral norm, so the gap is at least ten in both
UNCONDITIONAL = ("dot(u, u) == 1", "dot(w, w) == 1", "F == transpose(F)", "rho**2 >= 100*trace(F@transpose(F))")


def symbols() -> tuple[Any, ...]:
    """rho, m (a bound of the spectral norm of F), tau = w^T u, the sine s, the eigenvalue value."""
    return tuple(sp.symbols("rho m tau s value", real=True))


def sine(distance: Any, given: list[Any]) -> Evidence:
    """s^2 value^2 <= m^2 and value >= distance > 0 bound the sine: s distance <= m."""
    _, m, _, s, value = symbols()
    return decide.inequality(
        s**2 * distance**2 <= m**2,
        [s**2 * value**2 <= m**2, value >= distance, distance > 0, *given],
        scope=SCOPE,
        squares=[s],
    )


@illustration(
    "POW-S2",
    title="New principal eigenpair, w = u",
    statement=(
        r"Let $\|u\| = 1$, $\|F\| \le m$ (spectral norm) and $\rho > 2m$. Exactly one eigenvalue of $F + \rho"
        r" uu^T$ lies in the disc $|z - \rho| \le m$; it is real, all others satisfy $|z| \le m$, and the angle"
        r" of its eigenvector with u has $\sin\angle \le m/(\rho - m)$. The eigenvalue is simple."
    ),
    reading="R1: w = u",
    source=SOURCE,
    kind="spectrum",
)
def principal_pair(radius: Any = 1, seed: int = 0) -> Iterator[Evidence]:
    rho, m, _, _, _ = symbols()
    far, size, share, re, im = sp.symbols("far size share re im", real=True)
    disc = sp.Rational(radius) * m
    yield conjunction(
        {
            # F x = (z - rho) c u + z s n, so |z - rho|^2 |c|^2 + |z|^2 |s|^2 = |F x|^2 <= m^2
            "no eigenvalue outside both discs: |F x|^2 would exceed m^2": decide.inequality(
                far * share + size * (1 - share) > m**2,
                [far > disc**2, size > m**2, share >= 0, share <= 1, m > 0],
                scope=SCOPE,
                split=[share - sp.Rational(1, 2)],
            ),
            "|z| <= m implies Re z <= m": decide.inequality(
                m**2 < re**2 + im**2, [re > m, m > 0], scope=SCOPE, squares=[im]
            ),
            "the two discs are disjoint": decide.inequality(
                (rho - re) ** 2 + im**2 > m**2, [re <= m, rho > 2 * m, m > 0], scope=SCOPE, squares=[im]
            ),
            "the angle": sine(rho - m, [rho > 2 * m, m > 0]),
            "the bound of the sine is below 1": decide.inequality(m / (rho - m) < 1, [rho > 2 * m, m > 0], scope=SCOPE),
        },
        scope=f"{SCOPE}; all rho > 2 m",
    )
    yield decide.exact_instances(
        lambda rng: _between(rng, Fraction(radius)),
        scope="integer F, d <= 5: det(z - F') changes sign between rho - m and rho + m",
        method="FLINT: exact characteristic polynomials",
        seed=seed,
    )


def _between(rng: Any, radius: Any) -> Any:
    """An exact random F, m >= its Frobenius norm, a rational unit u: an eigenvalue in rho +- radius m, by sign."""
    d = int(rng.integers(2, 6))
    F, u = st.as_array(rng.integers(-4, 5, (d, d))), st.sampling.orthogonal(rng, d)[0]
    m = isqrt(int(np.sum(F * F))) + 1
    rho = 2 * m + st.sampling.rational(rng, 1, 5)
    steered = F + rho * np.outer(u, u)
    low, high = rho - radius * m, rho + radius * m
    polynomial = st.linearisation.characteristic_polynomial(steered)
    below, above = (polynomial(flint.fmpq(end.numerator, end.denominator)) for end in (low, high))
    values = {"M": exact_texts(steered), "low": str(low), "high": str(high), "d": d}
    sides = [f"det({end}*identity(d) - M)" for end in ("low", "high")]
    return decide.Trial(bool(below < 0 < above), values, [f"{sides[0]} >= 0"])


@claim(
    "POW-S2.R2",
    title="New principal eigenpair, general u and w",
    statement=(
        r"Let u, w be unit vectors with $\tau = w^Tu > 0$, $\|F\| \le m$ and $\rho\tau^2 \ge 7m > 0$. Exactly"
        r" one eigenvalue of $F + \rho uw^T$ lies in $|z - \rho\tau| \le 4m/\tau$; it is real and larger in"
        r" modulus than all others, and the angle of its eigenvector with u has $\sin\angle \le m/(\rho\tau -"
        r" 4m/\tau)$. (Continuity of eigenvalues gives the number one; the way that POW-S2 does without it, for w = u,"
        " is not written out for others.)" + missing(COUNTED)
    ),
    reading="R2: general u, w with w^T u bounded away from 0",
    source=SOURCE,
    kind="spectrum",
    hypotheses=("m > 0", "tau > 0", "tau <= 1", "rho*tau**2 >= 7*m"),
    instance={"m": 1, "tau": "1/2", "rho": 40},
    twin=Twin("a gap of m instead of 7 m", {"gap": 1}),
    expected=Verdict.ARGUED,
)
def general_pair(gap: int = 7) -> Iterator[Evidence]:
    rho, m, tau, _, _ = symbols()
    size, b, distance = sp.symbols("size b distance", real=True)
    given = [m > 0, tau > 0, tau <= 1, rho * tau**2 >= gap * m]
    yield conjunction(
        {
            # (z - rho tau) w.x = w.F x and z x = rho u (w.x) + F x bound |z| for a unit eigenvector x
            "an eigenvalue has distance (|z| - m) <= rho m": decide.inequality(
                distance * (size - m) <= rho * m,
                [size - m <= rho * b, distance * b <= m, distance > 0, b >= 0, rho > 0],
                scope=SCOPE,
            ),
            "there is none at the distance 4 m/tau, where |z| >= rho tau - 4 m/tau": decide.inequality(
                4 * (tau * size - tau * m) > rho * tau**2, [tau * size >= rho * tau**2 - 4 * m, *given], scope=SCOPE
            ),
            "0 is outside that circle": decide.inequality(rho * tau**2 > 4 * m, given, scope=SCOPE),
            "those outside are smaller: m + rho tau/4 < rho tau - 4 m/tau": decide.inequality(
                tau * m + rho * tau**2 / 4 < rho * tau**2 - 4 * m, given, scope=SCOPE
            ),
            # distance now stands for rho tau - 4 m/tau, which is positive as 0 is outside the circle
            "the angle": sine(distance, []),
        },
        scope=f"{SCOPE} and w with tau = w^T u in (0, 1], rho tau^2 >= 7 m",
    )


@illustration(
    "POW-S2.R3",
    title="New principal eigenpair without a condition on w^T u",
    statement=(
        r"For unit vectors u, w and every $\rho \ge 10\|F\|$ the principal eigenvalue of $F + \rho uw^T$ is"
        r" approximately $\rho w^Tu$ and its eigenvector approximately u, whatever $w^Tu$ is."
    ),
    reading="R3: no condition on w^T u",
    source=SOURCE,
    kind="spectrum",
    no_repair="POW-S2.R2 states the condition on w^T u under which it is true, with explicit bounds",
)
def no_condition(w: Any = (0, 1, 0)) -> Iterator[Evidence]:
    # F' is upper triangular with the diagonal of F: the largest eigenvalue stays 1, its eigenvector is orthogonal to u
    yield decide.refutation(
        {
            "F": [["1/2", 0, 0], [0, "1/3", 0], [0, 0, 1]],
            "u": [1, 0, 0],
            "w": list(w),
            "U": [[1], [0], [0]],
            "W": [list(w)],
            "x": [0, 0, 1],
            "rho": 12,
        },
        [
            "W[0] == w",
            "(F + rho*U@W)@x == x",
            "dot(u, x) == 0",
            "rho*dot(w, u) == 0",
            "trace(F + rho*U@W) == 1/2 + 1/3 + 1",
            "det(1/2*identity(3) - F - rho*U@W) == 0",
            "det(1/3*identity(3) - F - rho*U@W) == 0",
        ],
        hypotheses=UNCONDITIONAL,
        scope="d = 3",
        method="exact example: w orthogonal to u",
    )
