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
from typing import Any

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.missing import COUNTED
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")

SOURCE = Source(PAPER, "Section 2.3", reconstructed=True)
SCOPE = "all d >= 2, every real F with |F| <= m (symmetric or not), all unit u"


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
