"""Sections 5.1.1 to 5.1.3: what holds of the data, exactly: intervals, symmetry, periods, and the assumptions on P.

P(t) = D(t) P' with |D| <= 2 and every entry of D Lipschitz is bounded and uniformly continuous: for the Frobenius norm
||P(t)|| <= 2 ||P'|| and ||P(t) - P(s)|| <= L |t - s| ||P'||, row by row. Entries 2 cos(k pi t), 2 sin(k pi t) have
L = 2 k pi <= 20 pi; |2 sin(wt + phi)| has L = 2w, because ||a| - |b|| <= |a - b| and |sin x - sin y| <= |x - y|.

A period T of P makes k T even for every wave number k of a row that is not 0.
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

ROWS = tuple(f"dot(P[{i}], P[{i}]) > 0" for i in range(3))
ALL_TIMES = "all times t, the printed data"


def _bounded(slope_of_pi: int = 20) -> dict[str, Evidence]:
    """|D| <= 2 and |D'| <= 20 pi for the waves 2 cos(k pi t), 2 sin(k pi t), k <= 10; then for the rows of P."""
    c, s, k, pi, row, D = sp.symbols("c s k pi_ row D", real=True)
    circle = [sp.Eq(c**2 + s**2, 1)]
    return {
        "(2 cos)^2 <= 4": decide.inequality((2 * c) ** 2 <= 4, circle, scope=ALL_TIMES),
        "(2 cos)'^2 = (2 k pi sin)^2 <= (20 pi)^2": decide.inequality(
            (2 * k * pi * s) ** 2 <= (slope_of_pi * pi) ** 2,
            [s**2 <= 1, k >= 0, k <= 10, pi >= 3],
            degree=5,
            squares=(k * pi, pi),
            scope=ALL_TIMES,
        ),
        "a row of P': |D row|^2 <= 4 |row|^2": decide.inequality(
            D**2 * row <= 4 * row, [row >= 0, D**2 <= 4], scope=ALL_TIMES
        ),
    }


def _periods(*heads: tuple[printed.Wave, ...]) -> dict[str, Evidence]:
    """The wave numbers of a head are even, 2a; a period makes every aT an integer, and m a + n b = 1 makes T one."""
    T = sp.Symbol("T", real=True)
    pairs = {}
    for waves in heads:
        a, b = sorted({k // 2 if k % 2 == 0 else 0 for _, k in waves})
        m, n, _ = sp.gcdex(a, b)
        pairs[f"{m} ({a} T) + {n} ({b} T)"] = (m * (a * T) + n * (b * T), T)
    return {"a period T is an integer combination of integers, so an integer": decide.identity(pairs, scope=ALL_TIMES)}


@illustration(
    "CON-S5.1.1.a",
    title="The data of simulation 5.1.1",
    statement=(
        r"The entries of $P_1'$ and $P_2'$ lie in $[-0.5, 0.5]$; $P_1(t)$ and $P_2(t)$ have the least period 1, are"
        r" bounded by $2\|P'\|$ and Lipschitz with constant $20\pi\|P'\|$ in the Frobenius norm, so that"
        " Assumption 3.1 holds for P."
    ),
    source=Source(PAPER, "Section 5.1.1"),
    kind="experiment",
)
def first_data(half: str = "1/2") -> Iterator[Evidence]:
    yield conjunction(
        {
            **{
                f"entries and rows of P_{k}'": example(
                    {"P": printed.texts(P)},
                    [f"P <= {half}", f"P >= -{half}", *ROWS],
                    scope="the printed matrix",
                    method="exact comparison",
                )
                for k, P in ((1, printed.P_1), (2, printed.P_2))
            },
            **_bounded(),
            **_periods(printed.D_1, printed.D_2),
        },
        scope=ALL_TIMES,
    )


@illustration(
    "CON-S5.1.2.a",
    title="The data of simulation 5.1.2",
    statement=(
        r"With $P_\eta(t) = D_\eta(t)P_\eta'$ and entries $|2\sin(\omega t + \varphi)|$ of the diagonal $D_\eta$, $0 <"
        r" \omega < 1$, the matrices are bounded by $2\|P_\eta'\|$ and Lipschitz in t with the constant"
        r" $2\|P_\eta'\|$, whatever $P_\eta'$ is (its law is not printed): P is bounded and uniformly continuous, as"
        " Theorems 3.2 and 4.2 ask, in every run."
    ),
    source=Source(PAPER, "Section 5.1.2"),
    kind="experiment",
)
def second_data(slope: int = 2) -> Iterator[Evidence]:
    """u = |t - s|; |sin x - sin y| = 2 |cos| |sin((x - y)/2)| with |sin z| <= |z|."""
    a, b, w, u, c, half, row = sp.symbols("a b omega u c half row", real=True)
    scope = "all phases, all frequencies below 1, all times, every P'"
    yield conjunction(
        {
            "| |a| - |b| | <= |a - b|": decide.inequality(abs(abs(a) - abs(b)) <= abs(a - b), [], scope=scope),
            "2 |cos| |sin(wu/2)| <= wu for |cos| = c <= 1, |sin(wu/2)| = half <= wu/2": decide.inequality(
                2 * c * half <= w * u, [c >= 0, c <= 1, half >= 0, 2 * half <= w * u], scope=scope
            ),
            "an entry changes by at most slope u": decide.inequality(
                2 * w * u <= slope * u, [w > 0, w < 1, u >= 0], scope=scope
            ),
            "0 <= |2 a| <= 2 for a sine a": decide.inequality(
                [abs(2 * a) >= 0, abs(2 * a) <= 2], [a <= 1, a >= -1], scope=scope
            ),
            "row by row: |D row|^2 <= 4 |row|^2": decide.inequality(
                a**2 * row <= 4 * row, [row >= 0, a**2 <= 4], scope=scope
            ),
        },
        scope=scope,
    )


@illustration(
    "CON-S5.1.3.a",
    title="The data of simulation 5.1.3",
    statement=(
        r"$U$ is symmetric, $h = 1$; the entries of $P'$ lie in $[-0.5, 0.5]$ (those of U do not all: 0.56, -0.72);"
        r" $P(t) = D(t)P'$ has the least period 1, is bounded by $2\|P'\|$ and Lipschitz with constant $20\pi\|P'\|$"
        " in the Frobenius norm."
    ),
    source=Source(PAPER, "Section 5.1.3"),
    kind="experiment",
)
def third_data(half: str = "1/2") -> Iterator[Evidence]:
    yield conjunction(
        {
            "U is symmetric; the entries and rows of P'": example(
                {"P": printed.texts(printed.P_3), "U": printed.texts(printed.U_3)},
                ["U == transpose(U)", "U[0][2] > 1/2", "U[1][1] < -1/2", f"P <= {half}", f"P >= -{half}", *ROWS],
                scope="the printed matrices",
                method="exact comparison",
            ),
            **_bounded(),
            **_periods(printed.D_1),
        },
        scope=ALL_TIMES,
    )
