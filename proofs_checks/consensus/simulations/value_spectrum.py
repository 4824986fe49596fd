"""Section 5.1.3: the spectrum of the printed value matrix U, exactly.

A cubic that changes its sign on three disjoint intervals has exactly one root in each, and they are simple.
"""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.simulations import printed
from proofs_checks.examples import example
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SCOPE = "the printed matrix U"
ROOTS = (("-1.4210439", "-1.4210438"), ("-0.0192557", "-0.0192556"), ("0.4402995", "0.4402996"))
# x^3 + x^2 - 1517/2500 x - 753/62500
LAST = "-753/62500"


@illustration(
    "CON-S5.1.3.b",
    title="The spectrum of U in simulation 5.1.3",
    statement=(
        r"U is symmetric with characteristic polynomial $x^3 + x^2 - \frac{1517}{2500}x - \frac{753}{62500}$ and simple"
        r" eigenvalues in $[0.4402995, 0.4402996]$, $[-0.0192557, -0.0192556]$ and $[-1.4210439, -1.4210438]$. The"
        r" largest, $\lambda$, is positive and simple, with gap in $[0.4595551, 0.4595553]$ and eigenvector"
        r" $((x + \frac{18}{25})\frac{14}{25} - \frac14, -\frac12(x + \frac{13}{50}) + \frac{7}{25},"
        r" (x + \frac{13}{50})(x + \frac{18}{25}) - \frac14)$ at $x = \lambda$."
    ),
    source=Source(PAPER, "Section 5.1.3"),
    kind="identity",
)
def spectrum(last: str = LAST) -> Iterator[Evidence]:
    x = sp.Symbol("x", real=True)
    U = printed.rational(printed.U_3)
    p = x**3 + x**2 - sp.Rational(1517, 2500) * x + sp.Rational(last)
    cross = (x * sp.eye(3) - U).row(0).cross((x * sp.eye(3) - U).row(1))
    # The first two rows annihilate their cross product; the third one does where p vanishes.
    residual = (x * sp.eye(3) - U) * cross.T
    data = {"U": printed.texts(printed.U_3)}
    values = {
        f"{side}{k}": str(sp.Rational(end))
        for k, ends in enumerate(ROOTS)
        for side, end in zip("ab", ends, strict=True)
    }
    f = [f"det({{}}{k}*identity(3) - U)" for k in range(3)]
    yield conjunction(
        {
            "the characteristic polynomial": decide.identity(
                {"det(x I - U)": ((x * sp.eye(3) - U).det(), p)}, scope=SCOPE
            ),
            "symmetric; one sign change in each of three disjoint intervals; the largest root is positive": example(
                {**data, **values},
                [
                    "U == transpose(U)",
                    *(f"{f[k].format('a')}*{f[k].format('b')} < 0" for k in range(3)),
                    "b0 < a1",
                    "b1 < a2",
                    "a2 > 0",
                    "a2 - b1 >= 4595551/10000000",
                    "b2 - a1 <= 4595553/10000000",
                ],
                scope=SCOPE,
                method="exact signs",
            ),
            "the eigenvector: (x I - U) w(x) = (0, 0, p(x))": decide.identity(
                {f"entry {i}": (residual[i], p if i == 2 else sp.Integer(0)) for i in range(3)}, scope=SCOPE
            ),
            "its stated form": decide.identity(
                {
                    f"entry {i}": (cross[i], stated)
                    for i, stated in enumerate(
                        (
                            (x + sp.Rational(18, 25)) * sp.Rational(14, 25) - sp.Rational(1, 4),
                            -(x + sp.Rational(13, 50)) / 2 + sp.Rational(7, 25),
                            (x + sp.Rational(13, 50)) * (x + sp.Rational(18, 25)) - sp.Rational(1, 4),
                        )
                    )
                },
                scope=SCOPE,
            ),
            "it is not zero where x >= 0.44, as its last entry is positive": decide.inequality(
                (x + sp.Rational(13, 50)) * (x + sp.Rational(18, 25)) - sp.Rational(1, 4) > 0,
                [x >= sp.Rational(11, 25)],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
