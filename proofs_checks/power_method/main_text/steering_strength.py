"""Section 3.3 and the Discussion: one line for all tokens, and how the size of the rank-one term tunes the
alignment.

Valid for all N, d, H: a token enters through its push p_i = alpha rho g_i along u (POW-S4.repaired), the component
`along` of its unsteered y_i and the length `rest` of the part of y_i orthogonal to u.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

LINE = Source(PAPER, "Section 3.3")
TUNING = Source(PAPER, "Discussion")
SCOPE = "all N, d >= 2, H >= 1, all attention weights, all tokens, all alpha > 0"
GAP = ("alpha > 0", "dot(u, u) == 1", "rho**2 >= 100*trace(F@transpose(F))", "F == transpose(F)", "odds > 0")


@illustration(
    "POW-S5",
    title="Steered tokens share one line",
    statement=(
        r"If every token leaves a steered layer with $\sin\angle(x_i^+, u) \le s < 1$ (POW-S4.repaired bounds s), any"
        r" two of them satisfy $|\mathrm{corr}(x_i^+, x_j^+)| \ge 1 - 2s^2$: they share the line of u up to that,"
        " whatever the signs of their pushes."
    ),
    reading="R2: the same line",
    source=LINE,
    kind="inequality",
)
def one_line(factor: int = 2) -> Iterator[Evidence]:
    s, s_i, s_j, c_i, c_j, k = sp.symbols("s s_i s_j c_i c_j k", real=True)
    # the lines make angles theta_i, theta_j <= arcsin s with u, so at most theta_i + theta_j with each other
    given = [s >= 0, s_i >= 0, s_j >= 0, s_i <= s, s_j <= s, k >= 0, sp.Eq(k**2, 1 - s**2)]
    yield conjunction(
        {
            "a smaller sine means a larger cosine": decide.inequality(
                c_i**2 - k**2 >= 0, [sp.Eq(c_i**2, 1 - s_i**2), *given], scope=SCOPE
            ),
            "cos(theta_i + theta_j) >= 1 - 2 s^2": decide.inequality(
                c_i * c_j - s_i * s_j >= 1 - factor * s**2, [*given, c_i >= k, c_j >= k], scope=SCOPE
            ),
        },
        scope=SCOPE,
    )


@illustration(
    "POW-S5.R1",
    title="Steered tokens share one half-line",
    statement=(
        "All tokens, whatever they are, leave a layer steered with a gap of ten on the same side: the signs of"
        " their components along u agree."
    ),
    reading="R1: the same half-line",
    source=LINE,
    kind="convergence",
)
def half_line(second: Any = ("-3/5", "4/5")) -> Iterator[Evidence]:
    values = {
        "alpha": 1,
        "rho": 12,
        "u": [1, 0],
        "U": [[1], [0]],
        "F": [[1, 0], [0, "1/2"]],
        # e^logit up to a factor per row: attained by P = diag((25/9) log 3, 0) at the two tokens
        "odds": [[9, 1], [1, 9]],
        "X": [["3/5", "4/5"], list(second)],
    }
    steered = "(F + rho*U@transpose(U))"
    y = [f"(X[{i}] + alpha/(odds[{i}][0] + odds[{i}][1])*({steered}@(odds[{i}]@X)))" for i in (0, 1)]
    nearly = [f"dot(u, {row})**2 > 9/10*dot({row}, {row})" for row in y]
    yield decide.refutation(
        values,
        [f"dot(u, {y[0]}) > 0", f"dot(u, {y[1]}) < 0", *nearly, "dot(X[0], X[0]) == 1", "dot(X[1], X[1]) == 1"],
        hypotheses=GAP,
        scope="N = 2, d = 2, one head, w = u",
        method="exact example: tokens attending mostly to themselves",
    )


@illustration(
    "POW-S5.R1.repaired",
    title="Steered tokens with nearly equal pushes leave on the same side",
    statement=(
        r"Let $g_i = g + e_i$ with $|e_i| \le \delta < |g|$ for every token, let u be a unit vector, and let the pushes"
        r" dominate, $\alpha\rho|g_i| > \|y_i\|$. Then all tokens leave the steered layer on the same side, that of"
        r" $\mathrm{sign}(g)u$."
    ),
    reading=(
        "decided here: the side, from nearly equal pushes; not decided here: how near the line of u the tokens are"
        " (POW-S5), and which states have such pushes"
    ),
    source=LINE,
    kind="convergence",
    repairs="POW-S5.R1",
)
def near_consensus(dominant: bool = True) -> Iterator[Evidence]:
    g, delta, e, along, size, strength = sp.symbols("g delta e_i along size strength", real=True)
    push = strength * (g + e)
    given = [strength > 0, delta >= 0, g > delta, e >= -delta, along >= -size, size >= 0]
    dominates = [push > size] if dominant else []
    scope = f"{SCOPE}; g > 0, without loss of generality (replace u, w by -u, -w)"
    yield conjunction(
        {
            "the scalar keeps the sign of g": decide.inequality(g + e > 0, given, scope=scope),
            "the component along u after the layer is positive": decide.inequality(
                along + push > 0, [*given, *dominates], scope=scope
            ),
        },
        scope=scope,
    )


@illustration(
    "POW-S6",
    title="A larger gap steers more strongly",
    statement=(
        r"For one token (or equal tokens) and one layer let $\tau(\rho) = u^Ty + \alpha\rho g$ be the component"
        r" along u before normalisation, $g \ne 0$, and $b > 0$ the length of the rest, which does not depend on"
        r" $\rho$. As long as $\tau$ has the sign of g, which holds for all $\rho > 0$ if $g\,u^Ty \ge 0$ and for"
        r" $\rho > |u^Ty|/(\alpha|g|)$ otherwise, the absolute correlation with u grows strictly with $\rho$, and $1 -"
        r" \mathrm{corr}^2 \le b^2/\tau^2$, which tends to 0."
    ),
    reading="from the point on where the steering term and the token's own component agree in sign",
    source=TUNING,
    kind="experiment",
)
def stronger(agree: bool = True) -> Iterator[Evidence]:
    first, second, b, g, alpha, small, large, along = sp.symbols("first second b g alpha small large along", real=True)
    sign = [first >= 0] if agree else []
    squares = [second**2 + b**2 > 0, first**2 + b**2 > 0, b**2 > 0]
    yield conjunction(
        {
            "the component along u grows with rho (g > 0 without loss of generality)": decide.inequality(
                along + alpha * large * g > along + alpha * small * g, [alpha > 0, g > 0, large > small], scope=SCOPE
            ),
            "so does the squared correlation": decide.inequality(
                second**2 / (second**2 + b**2) > first**2 / (first**2 + b**2),
                [second > first, *sign, *squares],
                scope=SCOPE,
            ),
            "and it tends to 1": decide.inequality(
                1 - second**2 / (second**2 + b**2) <= b**2 / second**2,
                [second**2 > 0, *squares],
                scope=SCOPE,
                squares=[b**2],
            ),
        },
        scope=f"N = 1 or equal tokens, {SCOPE}",
    )


@illustration(
    "POW-S6.R1",
    title="A larger gap always steers more strongly",
    statement=(
        r"For one token and one layer with symmetric F, w = u, the absolute correlation with u grows with $\rho"
        " > 0$, whatever the token."
    ),
    reading="R1: for all rho > 0 and every token",
    source=TUNING,
    kind="experiment",
    no_repair="POW-S6 says from which gap on it is true",
)
def always_stronger(x: Any = ("3/5", "4/5")) -> Iterator[Evidence]:
    values = {"F": [[0, -3], [-3, 0]], "u": [1, 0], "U": [[1], [0]], "x": list(x), "alpha": 1, "small": 1, "large": 2}
    y, z = (f"(x + alpha*((F + {rho}*U@transpose(U))@x))" for rho in ("small", "large"))
    yield decide.refutation(
        values,
        [f"dot(u, {z})**2*dot({y}, {y}) < dot(u, {y})**2*dot({z}, {z})"],
        hypotheses=["F == transpose(F)", "dot(u, u) == 1", "dot(x, x) == 1", "small > 0", "large > small"],
        scope="N = 1, d = 2",
        method="exact example: F pushes the token away from u",
    )
