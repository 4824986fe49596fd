"""Section 5.1.1, Figure 1: period, minimum and maximum of the Frobenius norms of P_1(t) and P_2(t).

With s = exp(2 pi i t) the waves are cos(k pi t) = (s^(k/2) + s^(-k/2))/2 and so on, and z = cos(4 pi t) = (s^2 +
s^-2)/2. With r_i the row norms of P', ||D P'||^2 = 4 (r_1^2 wave_1^2 + r_2^2 wave_2^2 + r_3^2 wave_3^2) is a polynomial
f(z), by an identity between rational functions of s. So it has the period 1/2; the least one, since its Fourier
coefficients at the multiples 3 and 5 (P_1), or 2 and 3 (P_2), of the base frequency are not 0 and these are coprime.
z takes every value of [-1, 1], so the extrema are those of f there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.simulations import printed
from proofs_checks.examples import example
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SCOPE = "the printed matrices, all times"
# Where the extreme is attained, to the shown digits.
AT = {
    "P_1": ("-0.348954215", "0.348954215"),
    "P_2": ("1", "0.424876654"),
}


def squares(P: printed.Matrix) -> list[Any]:
    """The squared row norms r_1^2, r_2^2, r_3^2."""
    rows = printed.rational(P)
    return [sum(entry**2 for entry in rows.row(i)) for i in range(3)]


def in_s(P: printed.Matrix, waves: Sequence[printed.Wave], s: Any) -> Any:
    """||D(t) P'||^2 as a rational function of s = exp(2 pi i t)."""
    signs = {"cos": 1, "sin": -1}
    # (2 cos)^2 = (s^m + s^-m)^2 and (2 sin)^2 = -(s^m - s^-m)^2 with m = k/2.
    turned = [signs[wave] * (s ** (k // 2) + signs[wave] * s ** (-k // 2)) ** 2 for wave, k in waves]
    return sum(r * square for r, square in zip(squares(P), turned, strict=True))


def in_z(P: printed.Matrix, waves: Sequence[printed.Wave], z: Any) -> Any:
    """The same as a polynomial in z = cos(4 pi t): (2 cos(k pi t))^2 = 2 + 2 T_(k/2)(z), with Chebyshev polynomials."""
    signs = {"cos": 1, "sin": -1}
    terms = [2 + signs[wave] * 2 * sp.chebyshevt(k // 2, z) for wave, k in waves]
    return sp.expand(sum(r * term for r, term in zip(squares(P), terms, strict=True)))


def between(name: str, f: Any, z: Any, least: Sequence[str], most: Sequence[str]) -> dict[str, Evidence]:
    """f stays in [least_0, most_1] for -1 <= z <= 1, and takes values in [least] and [most] at the points AT."""
    (a, b), (c, d) = ([sp.Rational(end) for end in ends] for ends in (least, most))
    top, bottom = (sp.Rational(x) for x in AT[name])
    # Written as an expression, because the referee evaluates it.
    value = str(f).replace("z", "({})")
    return {
        f"{name}: the bounds hold everywhere": decide.smt([f >= a, f <= d], [z >= -1, z <= 1], scope=SCOPE),
        f"{name}: they are nearly attained": example(
            {"x": str(top), "y": str(bottom)},
            [f"{value.replace('{}', 'x')} >= {c}", f"{value.replace('{}', 'y')} <= {b}", "x**2 <= 1", "y**2 <= 1"],
            scope=SCOPE,
            method="exact evaluation",
        ),
    }


@illustration(
    "CON-S5.1.1.b",
    title="The Frobenius norms of Figure 1",
    statement=(
        r"$\|P_1(t)\|_F$ and $\|P_2(t)\|_F$ have the least period 1/2. Minimum and maximum of $\|P_1\|_F^2$ lie in"
        r" $[0.356715652, 0.356715653]$ and $[1.128484347, 1.128484348]$; those of $\|P_2\|_F^2$ in $[0.131978859,"
        r" 0.131978860]$ and at $377/625$, attained for integer 2t. (Norms: 0.5973 to 1.0623, 0.3633 to 0.7767.)"
    ),
    source=Source(PAPER, "Section 5.1.1, Figure 1"),
    kind="identity",
)
def frobenius_norms(most: tuple[str, str] = ("1.128484347", "1.128484348")) -> Iterator[Evidence]:
    s, T = sp.symbols("s T")
    z = sp.Symbol("z", real=True)
    data = {"P_1": (printed.P_1, printed.D_1), "P_2": (printed.P_2, printed.D_2)}
    polynomials = {name: in_z(*given, z) for name, given in data.items()}
    r, q = squares(printed.P_1), squares(printed.P_2)
    yield conjunction(
        {
            **{
                f"{name}: the squared norm is f(z)": decide.identity(
                    {"in s": (in_s(*given, s), polynomials[name].subs(z, (s**2 + s**-2) / 2))}, scope=SCOPE
                )
                for name, given in data.items()
            },
            "half a period later, s -> -s, it is the same": decide.identity(
                {name: (in_s(*given, -s), in_s(*given, s)) for name, given in data.items()}, scope=SCOPE
            ),
            "the coefficients at 5 and 3, 3 and 2 are not 0": example(
                {"r": [str(x) for x in r], "q": [str(x) for x in q]},
                ["r[0] != r[1]", "r[2] != 0", "q[0] != q[1]", "q[2] != 0"],
                scope=SCOPE,
                method="exact comparison",
            ),
            "a common period of multiples 5 and 3, or 3 and 2, is one of the base": decide.identity(
                {"5 and 3": (2 * (3 * T) - 5 * T, T), "3 and 2": (3 * T - 2 * T, T)}, scope=SCOPE
            ),
            **between("P_1", polynomials["P_1"], z, ("0.356715652", "0.356715653"), most),
            **between("P_2", polynomials["P_2"], z, ("0.131978859", "0.131978860"), ("377/625", "377/625")),
        },
        scope=SCOPE,
    )
    lower, upper = sp.Rational("0.356715652"), sp.Rational(most[1])
    f = polynomials["P_1"]
    yield decide.on_box(
        [f > lower, f < upper], {z: (-1, 1)}, scope="the bounds for P_1, by balls on boxes", covers=False
    )
