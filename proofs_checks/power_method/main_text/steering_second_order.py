"""Steering with a large gap, the eigenvalue to second order.

Valid for all d, as `steered_spectrum`: a unit eigenvector is c(u + t n) with n orthogonal to u, and only the
products uFu, uFn, nFu, nFn, each at most m, enter.
"""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.main_text.steered_spectrum import SCOPE, symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")


@illustration(
    "POW-N13",
    title="Steering: second-order formula of the eigenvalue",
    statement=(
        r"For unit u, $\|F\| \le m$, $m > 0$, $\rho > 2m$, every real eigenvalue $\lambda'$ of $F + \rho uu^T$ with"
        r" $|\lambda' - \rho| \le m$ satisfies $|\lambda' - \rho - u^TFu| \le m^2/(\rho - 2m)$, its eigenvector"
        r" $\tan\angle \le m/(\rho - 2m)$. (For the existence and the sine see POW-S2, for an eigenvector u POW-S3, for"
        " the effect on each token, head by head, POW-S4.repaired.)"
    ),
    source=Source(PAPER, "Section 2.3 (extension)"),
    kind="spectrum",
    role="extension",
)
def second_order(first: int = 1) -> Iterator[Evidence]:
    rho, m, _, _, value = symbols()
    h, g, t, e = sp.symbols("uFu uFn t e", real=True)
    given = [rho > 2 * m, m > 0]
    distance = rho - 2 * m
    # x = c(u + t n): the components of F'x = value x along u and n, divided by c
    solved = rho + h + g * t
    yield conjunction(
        {
            "along u: value - rho - uFu = uFn t": decide.identity(
                {"component": (solved - rho - first * h, g * t)}, scope=SCOPE
            ),
            "value - nFn >= rho - 2 m": decide.inequality(
                value - e >= distance, [value >= rho - m, e <= m, *given], scope=SCOPE
            ),
            "along n: t (value - nFn) = nFu bounds t": decide.inequality(
                t**2 * distance**2 <= m**2,
                [t**2 * e**2 <= m**2, e >= distance, distance > 0, *given],
                scope=SCOPE,
                squares=[t],
            ),
            "so the second-order term is small": decide.inequality(
                g**2 * t**2 * distance**2 <= m**4,
                [t**2 * distance**2 <= m**2, g**2 <= m**2, *given],
                scope=SCOPE,
                squares=[t, g, m],
            ),
        },
        scope=f"{SCOPE}; all rho > 2 m",
    )
