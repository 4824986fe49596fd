"""Sections 2.3 and 3.3: what a steered layer does to each token.

Valid for all N, d, H, full or causal attention: with t^T V_cat = w^T the layer with output O + rho u t^T sends
token i to y_i + alpha rho g_i u before normalisation, y_i from the unsteered layer and g_i = sum_h t_h . (W_h
xbar_i^h), xbar_i^h = sum_j A^h_ij x_j, compared path by path. In the plane of u and y_i only the component of
y_i along u and the length of the rest enter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import equal
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Sections 2.3 and 3.3")
SCOPE = (
    "all N, d >= 2, H >= 1, all attention weights, all weights with V_cat invertible, all unit u, all alpha, rho > 0"
)
GAP = (
    "alpha > 0",
    "dot(u, u) == 1",
    "dot(w, w) == 1",
    "F == transpose(F)",
    "rho**2 >= 100*trace(F@transpose(F))",
    "dot(x, x) == 1",
)


def _trial(rng: Any) -> Any:
    d, heads, N = (int(rng.integers(1, 4)) for _ in range(3))
    size, d = d * heads, d * heads
    output, V_cat = st.as_array(rng.integers(-3, 4, (size, d))), st.as_array(rng.integers(-3, 4, (d, d)))
    if st.linearisation.characteristic_polynomial(V_cat)[0] == 0:
        return decide.Trial(None, {})
    u, w, X = (st.as_array(rng.integers(-3, 4, shape)) for shape in (d, d, (N, d)))
    A, rho = st.as_array(rng.integers(0, 6, (heads, N, N))), st.sampling.rational(rng, 1, 20)
    steered = st.layers.head_matrices(st.layers.steered_output(output, V_cat, u, w, rho), V_cat, heads)
    moved = st.models.mixed_values(X, A, steered) - st.models.mixed_values(
        X, A, st.layers.head_matrices(output, V_cat, heads)
    )
    return equal(moved, rho * np.outer(st.layers.token_scalars(X, A, V_cat, st.layers.output_row(V_cat, w)), u))


@illustration(
    "POW-S4.repaired",
    title="A steered layer aligns tokens with u as far as its pushes reach",
    statement=(
        r"For unit u and $\alpha > 0$ the steered layer adds $\alpha\rho g_iu$ to $y_i$, with $g_i = \sum_ht_h^T"
        r" W_h\sum_jA^h_{ij}x_j$, $t^T = w^TV_{cat}^{-1}$ ($g_i = w^T\sum_jA_{ij}x_j$ if all heads attend equally or"
        r" the tokens are equal). If $\alpha\rho|g_i| > \|y_i\|$, the sine of the angle of the new token with the line"
        r" of u is at most $\|y_i\|/(\alpha\rho|g_i|)$, where $\|y_i\| \le 1 + \alpha\sum_h\|V_h\|$ for full or causal"
        r" attention. So every token with $g_i \ne 0$ becomes collinear with u as $\rho$ grows."
    ),
    reading="tokens with g_i not zero, one layer, for every gap",
    source=SOURCE,
    kind="inequality",
    repairs="POW-S4",
)
def aligned(part: Any = 1, seed: int = 0) -> Iterator[Evidence]:
    out, rho, u, t, V, x = sp.symbols("O_ir rho u_i t_r V_rb x_b", real=True)
    along, rest, push, size, moved, bound, alpha = sp.symbols("along rest push size moved bound alpha", real=True)
    square = along**2 + rest**2
    sine = rest**2 / (rest**2 + (along + push) ** 2)
    claimed = sp.Rational(part) ** 2 * square / push**2
    yield conjunction(
        {
            "a path through row r of head h": decide.identity(
                {"(O + rho u t) V x": ((out + rho * u * t) * V * x, out * V * x + rho * u * (t * V * x))}, scope=SCOPE
            ),
            "the squared sine is at most |y|^2 / push^2": decide.inequality(
                sine <= claimed,
                [push**2 > 0, square < push**2, rest**2 + (along + push) ** 2 > 0],
                scope=SCOPE,
                squares=[square + along * push, rest],
            ),
            "the length of y": decide.inequality(
                size <= 1 + alpha * bound, [size <= 1 + alpha * moved, moved <= bound, alpha > 0], scope=SCOPE
            ),
        },
        scope=SCOPE,
    )
    yield decide.identity(
        {
            "|y|^2 |y + push u|^2 - |rest|^2 push^2 is a square": (
                square * (rest**2 + (along + push) ** 2) - rest**2 * push**2,
                (square + along * push) ** 2,
            )
        },
        scope="the squared sine, as an identity",
        covers=False,
    )
    yield decide.exact_instances(
        _trial,
        scope="integer weights, H <= 3, d <= 9, N <= 3: the added term",
        method="Fractions: exact products",
        examples=12,
        seed=seed,
    )


def _layer(x: Any, F: Any) -> tuple[dict[str, Any], str]:
    """Values for one steered layer on equal tokens x, u = w = e_1, gap ten; and the text of y."""
    values = {"F": F, "u": [1, 0], "w": [1, 0], "U": [[1], [0]], "x": list(x), "alpha": 1, "rho": 23, "N": 3}
    return values, "(x + alpha*((F + rho*U@transpose(U))@x))"


@illustration(
    "POW-S4.R1",
    title="A steered layer aligns every token with u",
    statement=(
        "With a gap of ten times the norm of F every set of tokens leaves a steered layer, or a sequence of"
        " steered layers, almost collinear with u; in particular none stays orthogonal to u."
    ),
    reading="R1: every token set",
    source=SOURCE,
    kind="convergence",
    no_repair="POW-S4.repaired is the true statement: tokens with g_i not zero, with an explicit bound",
)
def every_token(x: Any = (0, 1)) -> Iterator[Evidence]:
    values, y = _layer(x, [[1, 0], [0, 2]])
    # y is a positive multiple of x, so x is a fixed point: no number of such layers helps
    yield decide.refutation(
        values,
        [f"dot(u, {y}) == 0", f"{y} == 3*x"],
        hypotheses=GAP,
        scope="N equal tokens, d = 2",
        method="exact example",
    )


@illustration(
    "POW-S4",
    title="A gap of ten aligns generic tokens with u",
    statement=(
        r"With $\rho$ at least ten times the principal eigenvalue, one steered layer gives every token with"
        r" $w^Tx \ne 0$ a correlation of at least 9/10 with u (equal tokens)."
    ),
    reading="R2: generic tokens, w^T x not zero; a gap of an order of magnitude as ten, almost collinear as 9/10",
    source=SOURCE,
    kind="convergence",
)
def generic_tokens(x: Any = ("40/401", "399/401")) -> Iterator[Evidence]:
    values, y = _layer(x, [[1, 0], [0, 2]])
    yield decide.refutation(
        values,
        [f"dot(u, {y})**2 < 81/100*dot({y}, {y})", "dot(w, x) != 0"],
        hypotheses=GAP,
        scope="N equal tokens, d = 2",
        method="exact example",
    )


@illustration(
    "POW-S4.R3",
    title="Many identical steered layers align equal tokens with u",
    statement=(
        r"Let w = u, a unit vector, $\|F\| \le m$, $\rho > 2m$, $\alpha > 0$, and let $F' = F + \rho uu^T$ have an"
        " eigenvalue above m, with unit eigenvector p and left eigenvector l. Under identical steered layers the line"
        r" of equal tokens z with $l^Tz(0) \ne 0$ tends to that of p, whose angle with u has $\sin\angle \le m/(\rho -"
        " m)$. (That there is such an eigenvalue, the principal one, is the subject of POW-S2.)"
    ),
    reading="R3: after many layers, equal tokens",
    source=SOURCE,
    kind="convergence",
)
def many_layers(least: Any = 1) -> Iterator[Evidence]:
    alpha, m, value, re, im, rho = sp.symbols("alpha m value re im rho", real=True)
    given = [alpha > 0, m > 0, re**2 + im**2 <= m**2]
    yield conjunction(
        {
            "the principal eigenvalue, at least rho - m, exceeds m": decide.inequality(
                value > m, [value >= rho - m, rho > 2 * m], scope=SCOPE
            ),
            "|z| <= m implies Re z <= m": decide.inequality(
                m**2 < re**2 + im**2, [re > m, m > 0], scope=SCOPE, squares=[im]
            ),
            "the skip connection keeps it dominant": decide.inequality(
                (1 + alpha * re) ** 2 + alpha**2 * im**2 < (1 + alpha * value) ** 2,
                [*given, re <= m, value > sp.Rational(least) * m],
                scope=SCOPE,
                squares=[alpha],
            ),
        },
        scope="all N, d >= 2, H, every F with |F| <= m, all rho > 2 m, all alpha > 0, equal tokens",
    )
