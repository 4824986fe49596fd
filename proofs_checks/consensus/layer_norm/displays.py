"""Remark 2.2: the displayed equalities for |N(x) - beta|^2, and centre and radius for gamma = gamma_0 1.

Every formula is a sum over the entries m of a token, looked at term by term: z_m = x_m - mu(x), S the sum of the z_m^2,
sigma^2 = S/(n+1), and q the sum of the z_m^2 gamma_m^2. So the steps hold for all n.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.symbols import product
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SOURCE = Source(PAPER, "Remark 2.2")
SIZES = ("integer(n)", "n >= 1")
SCOPE = "all n >= 1, every gamma and beta, every x with sigma(x) != 0"
# One token with its mean m, its entries z about the mean, and the standard deviation with the divisor n + 1.
TOKEN = (
    *SIZES,
    "rows(x) == n + 1",
    "m*(n + 1) == dot(x, ones(rows(x)))",
    "z == x - m*ones(rows(x))",
    "sigma > 0",
    "sigma**2*(n + 1) == dot(z, z)",
)
STATE = {"n": 3, "x": [4, 2, 2, 4], "m": 3, "z": [1, -1, -1, 1], "sigma": 1}


@illustration(
    "CON-R2.2.a",
    title="First displayed equality for layer normalisation",
    statement=(
        r"For $N(x) = \sigma(x)^{-1}(x - \mu(x)1)\star\gamma + \beta$ and $\sigma(x) \ne 0$: $|N(x) - \beta|^2 ="
        r" \sigma(x)^{-2}\sum_m(x^m - \mu(x))^2(\gamma^m)^2$."
    ),
    reading="the standard deviation divides by n + 1, the number of entries",
    source=SOURCE,
    kind="identity",
)
def first_equality(power: int = 2) -> Iterator[Evidence]:
    x, mu, gamma, beta = sp.symbols("x mu gamma beta", real=True)
    sigma = sp.Symbol("sigma", positive=True)
    term = ((x - mu) / sigma * gamma + beta - beta) ** 2
    yield decide.identity({"term m": (term, (x - mu) ** 2 * gamma**2 / sigma**power)}, scope=SCOPE)
    for d in (2, 3):
        X, scale, shift = (generic.array(name, d) for name in ("x", "gamma", "beta"))
        moved, deviation = st.layers.layer_norm(X, scale, shift) - shift, sp.sqrt(st.layers.token_variance(X).item())
        right = product(st.layers.centred(X) * scale, st.layers.centred(X) * scale) / deviation**power
        yield decide.identity({"N itself": (product(moved, moved), right)}, scope=f"n = {d - 1}", covers=False)


@illustration(
    "CON-R2.2.b",
    title="Second displayed equality for layer normalisation",
    statement=(
        r"With the standard deviation $\sigma(x)^2 = \frac{1}{n+1}\sum_m(x^m - \mu(x))^2 \ne 0$: $|N(x) - \beta|^2 ="
        r" \frac{n+1}{\sum_m(x^m - \mu(x))^2}\sum_m(x^m - \mu(x))^2(\gamma^m)^2$."
    ),
    reading="the standard deviation divides by n + 1, the number of entries",
    source=SOURCE,
    kind="identity",
)
def second_equality(sample: bool = False) -> Iterator[Evidence]:
    n, S, q = sp.symbols("n S q", positive=True)
    variance = S / n if sample else S / (n + 1)
    yield decide.identity({"1/sigma^2": (q / variance, (n + 1) / S * q)}, scope=SCOPE)
    for d in (2, 3):
        X, scale, shift = (generic.array(name, d) for name in ("x", "gamma", "beta"))
        moved, Z = st.layers.layer_norm(X, scale, shift, sample=sample) - shift, st.layers.centred(X)
        yield decide.identity(
            {"N itself": (product(moved, moved), d / product(Z, Z) * product(Z * scale, Z * scale))},
            scope=f"n = {d - 1}",
            covers=False,
        )


_SAMPLE = (
    *TOKEN[:5],
    "rows(gamma) == n + 1",
    "divisor == n",
    "variance > 0",
    "variance*divisor == dot(z, z)",
    "q == dot(diag(gamma)@z, diag(gamma)@z)",
    "q > 0",
)


@illustration(
    "CON-R2.2.b.R1",
    title="Second displayed equality, the other convention",
    statement=(
        r"With the standard deviation $\sigma(x)^2 = \frac1n\sum_m(x^m - \mu(x))^2$: $|N(x) - \beta|^2 ="
        r" \frac{n+1}{\sum_m(x^m - \mu(x))^2}\sum_m(x^m - \mu(x))^2(\gamma^m)^2$."
    ),
    reading="R1: the standard deviation divides by n",
    source=SOURCE,
    kind="identity",
    no_repair="the display holds with the divisor n + 1, CON-R2.2.b; with the divisor n its factor is n",
)
def sample_deviation(divisor: int = 3) -> Iterator[Evidence]:
    given = [relation for relation in _SAMPLE if not relation.startswith("divisor ==")]
    values = {name: STATE[name] for name in ("n", "x", "m", "z")} | {"gamma": [1, 2, 1, 1], "divisor": divisor}
    yield decide.refutation(
        values | {"variance": f"4/{divisor}", "q": 7},
        ["q/variance != (n + 1)/dot(z, z)*q"],
        hypotheses=given,
        scope="n = 3, x = (4, 2, 2, 4), gamma = (1, 2, 1, 1)",
        method="exact evaluation of both sides",
    )


def _radius(power: int) -> dict[str, Any]:
    return STATE | {"g0": 2, "beta": [1, 0, 2, 5], "out": [3, -2, 0, 7], "power": power}


_SCALED = (*TOKEN, "g0 != 0", "rows(beta) == n + 1", "out == (g0/sigma)*z + beta")


@illustration(
    "CON-R2.2.c",
    title="Centre and radius as printed",
    statement=r"If $\gamma = \gamma_01$ with $\gamma_0 \ne 0$, every output lies on the sphere of centre $\beta$ and"
    r" radius $(n+1)\gamma_0^2$.",
    source=SOURCE,
    kind="typo-check",
)
def printed_radius(power: int = 2) -> Iterator[Evidence]:
    yield decide.refutation(
        _radius(power),
        ["dot(out - beta, out - beta) != ((n + 1)*g0**2)**power"],
        hypotheses=_SCALED,
        scope="n = 3, gamma_0 = 2: the distance of N(x) from beta is 4, the printed radius 16",
        method="exact evaluation of N",
    )


@illustration(
    "CON-R2.2.c.repaired",
    title="Centre and radius, repaired",
    statement=r"If $\gamma = \gamma_01$ with $\gamma_0 \ne 0$, every output lies on the sphere of centre $\beta$ and"
    r" radius $\sqrt{n+1}|\gamma_0|$.",
    source=SOURCE,
    kind="identity",
    reading="the standard deviation divides by n + 1",
    repairs="CON-R2.2.c",
)
def radius(less: int = 0) -> Iterator[Evidence]:
    n, S = sp.symbols("n S", positive=True)
    g0, z, size = sp.symbols("g0 z size", real=True)
    yield conjunction(
        {
            "q = gamma_0^2 S, term by term": decide.identity({"term": (z**2 * g0**2, g0**2 * z**2)}, scope=SCOPE),
            "the square of the distance": decide.identity(
                {"(n + 1) gamma_0^2": ((n + 1) / S * (g0**2 * S), (n + 1 - less) * g0**2)}, scope=SCOPE
            ),
            "the radius is its root": decide.identity(
                {"square": ((size * sp.sqrt(n + 1)) ** 2, (n + 1) * g0**2)}, relations=[(size**2, g0**2)], scope=SCOPE
            ),
        },
        scope=SCOPE,
    )
