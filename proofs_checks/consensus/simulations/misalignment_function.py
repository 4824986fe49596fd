"""Equation (9): range, form, zero set and average of the misalignment E = 1 - (1/l) sum_i cos(y_i, y_1).

E is a sum over the tokens of one term, 1 - cos(y_i, y_1), which depends on two vectors only. Two vectors span at most a
plane, so that coordinates in R^3 carry every dimension; what is left is a sum of l - 1 numbers in [0, 2], because the
term of the first token is 0. The steps:

1. the term is |u_i - u_1|^2 / 2 for the unit vectors u = y/|y|; it lies in [0, 2] (Cauchy-Schwarz, an identity);
2. E is the mean of the terms: (l - 1)/l times a number in [0, 2], and every such number occurs, with all tokens but the
   first at one angle to it;
3. a sum of numbers that are not negative is 0 only where each of them is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.symbols import metric
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

ALL = "all n >= 1, all l >= 1, all tokens other than zero"


def cosines(N: int) -> tuple[Any, Any]:
    """Generic tokens Y : (N, 3) of symbols, and the cosines of the angles with the first one : (N,)."""
    Y = generic.array("y", N, 3)
    lengths = [sp.sqrt(sum(entry**2 for entry in row)) for row in Y]
    return Y, [sum(Y[i] * Y[0]) / (lengths[i] * lengths[0]) for i in range(N)]


def term(half: str = "1/2") -> Evidence:
    """Step 1, the form: with unit vectors u, w the term is half |u - w|^2."""
    u, w = generic.array("u", 3), generic.array("w", 3)
    length = sp.Symbol("u_0", real=True) ** 2, sp.Symbol("w_0", real=True) ** 2
    return decide.identity(
        {"1 - u.w = |u - w|^2 / 2": (1 - sum(u * w), sp.Rational(half) * sum((u - w) ** 2))},
        relations=[(square, 1 - x[1] ** 2 - x[2] ** 2) for square, x in zip(length, (u, w), strict=True)],
        scope="any two unit vectors, coordinates in a space that contains them",
    )


def term_in_range() -> dict[str, Evidence]:
    """Step 1, the range: -1 <= cos <= 1, in coordinates of a plane that contains both vectors."""
    a, b, c, d, g = sp.symbols("a b c d g", real=True)
    return {
        "Cauchy-Schwarz, as an identity": decide.identity(
            {"Lagrange": ((a**2 + b**2) * (c**2 + d**2) - (a * c + b * d) ** 2, (a * d - b * c) ** 2)}, scope=ALL
        ),
        "so cos^2 <= 1 puts the term into [0, 2]": decide.inequality(
            [1 - g >= 0, 1 - g <= 2], [g**2 <= 1], scope=ALL, squares=(1 - g, 1 + g)
        ),
    }


@illustration(
    "CON-E9.d",
    title="E is a sum of squares",
    statement=(
        r"For tokens that are not zero $E = \frac{1}{2\ell}\sum_i |\hat y_i - \hat y_1|^2$ with $\hat y = y/|y|$."
    ),
    source=Source(PAPER, "Section 5.2, equation (9)"),
    kind="identity",
)
def quadratic_form(half: str = "1/2") -> Iterator[Evidence]:
    yield conjunction({"the term of one token; both sides are the mean over the tokens": term(half)}, scope=ALL)
    Y, cos = cosines(2)
    yield decide.identity(
        {"printed and computed": (1 - sum(cos) / 2, 2 * sp.Rational(half) * st.misalignment(Y).item())},
        scope="2 tokens in R^3, not normalised: the printed formula and the function that is computed",
        covers=False,
    )


@illustration(
    "CON-E9.a.repaired",
    repairs="CON-E9.a",
    title="The range of E",
    statement=(
        r"On tokens of $\mathbb{R}^{n+1}$, $n \ge 1$, that are not zero E takes values in $\mathbb{R}_0^+$, the numbers"
        r" that are not negative. Precisely, for $\ell \ge 2$ tokens its range is $[0, 2(\ell - 1)/\ell]$; for $\ell ="
        " 1$ it is 0."
    ),
    source=Source(PAPER, "Section 5.2, equation (9)"),
    kind="inequality",
)
def range_of_e(less: int = 1) -> Iterator[Evidence]:
    ell, T, e, c = sp.symbols("l T e c", real=True)
    given = [ell >= 2, T >= 0, 2 * (ell - 1) >= T]
    top = 2 * (ell - less) / ell
    yield conjunction(
        {
            "the term of one token is half a square": term(),
            **term_in_range(),
            "E = T/l with T, the sum of the l - 1 terms of the other tokens, in [0, 2(l - 1)]": decide.inequality(
                [T / ell >= 0, T / ell <= top], given, scope=ALL
            ),
            "every value e is taken, with 1 - e l/(l - 1) for all other cosines: it is a cosine": decide.inequality(
                [1 - e * ell / (ell - 1) <= 1, 1 - e * ell / (ell - 1) >= -1],
                [ell >= 2, e >= 0, e <= top],
                scope=ALL,
            ),
            "with that cosine E is e": decide.identity(
                {"E": (((ell - 1) * (1 - c) / ell).subs(c, 1 - e * ell / (ell - 1)), e)}, given=[ell >= 2], scope=ALL
            ),
        },
        scope=ALL,
    )


@illustration(
    "CON-E9.b",
    title="E vanishes exactly at consensus",
    statement=r"On $(\mathcal{E}_W^n)^\ell$, for every metric W, $E(y) = 0$ if and only if $y_1 = \dots = y_\ell$.",
    source=Source(PAPER, "Section 5.2, equation (9)"),
    kind="identity",
)
def zero_set(ratio: int = 1) -> Iterator[Evidence]:
    """E = 0 gives u_i = u_1 for the directions, so y_i = k y_1 with k = |y_i|/|y_1| > 0, and the metric makes k = 1."""
    k, own, rest = sp.symbols("k own rest", real=True)
    y, W = generic.array("y", 3), metric(3)
    equal = np.stack([y, ratio * y])
    yield conjunction(
        {
            "the term of one token is half a square": term(),
            "a term that is not 0 makes the sum positive": decide.inequality(
                own + rest > 0, [own > 0, rest >= 0], scope=ALL
            ),
            "|k y|_W^2 = k^2 |y|_W^2": decide.identity(
                {"scaling": (st.models.inner(k * y, k * y, W).item(), k**2 * st.models.inner(y, y, W).item())},
                scope="every W",
            ),
            "k > 0 and k^2 = 1 give the ratio": decide.inequality(
                sp.Eq(k, ratio), [k > 0, sp.Eq(k**2, 1)], scope="every W"
            ),
            "and at consensus E = 0": decide.identity(
                {"E": (sp.simplify(st.misalignment(equal).item()), sp.Integer(0))},
                scope="two equal tokens, term by term",
            ),
        },
        scope=f"{ALL}, every symmetric positive definite W",
    )


@illustration(
    "CON-E9.f",
    title="The average of E over prompts",
    statement=(
        r"For finitely many prompts the average of $E \ge 0$ tends to 0 if and only if E tends to 0 for each of them:"
        r" with M prompts every $E_k \le M\bar E$, and $\bar E \le \max_k E_k$."
    ),
    source=Source(PAPER, "Section 5.2, equation (9)"),
    kind="identity",
)
def average(lowest: int = 0) -> Iterator[Evidence]:
    """The sum over the other prompts is at least (M - 1) times the least possible value; the maximum by induction."""
    M, own, rest, mean, top = sp.symbols("M own rest mean top", real=True)
    scope = "every number M >= 1 of prompts"
    yield conjunction(
        {
            "E_k <= M times the average": decide.inequality(
                own <= M * ((own + rest) / M), [M >= 1, own >= lowest, rest >= lowest * (M - 1)], scope=scope
            ),
            "the average of M + 1 numbers is at most their maximum, if that of M is": decide.inequality(
                (M * mean + own) / (M + 1) <= top, [M >= 1, mean <= top, own <= top], scope=scope
            ),
        },
        scope=scope,
    )
