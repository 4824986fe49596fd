"""Theorem 4.5 without a sign condition on the leading eigenvalue lam: true for lam = 0, false for lam < 0.

lam = 0 is CON-H.7.repaired.

lam < 0, l >= 2: start with y_1 = v, which is at rest, and y_2 = (b, sqrt(1 - b^2)) in the plane of v and an eigenvector
of eigenvalue mu < lam. Then b' = (1 - b^2)(lam alpha_21 + (lam - mu) alpha_22 b). Where alpha_21 >= a > 0 the last
factor is negative and stays so from every small b(0) > 0 on: b -> -1, and the tokens end at v and -v.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.counterexample import counterexample
from proofs_checks.consensus.value_matrix.several_heads import linearisation
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

NECESSITY = Source(PAPER, "Theorem 4.5, hypothesis lambda > 0")
INSTANCE: dict[str, Any] = {
    "U": [["-1", 0, 0], [0, "-3/2", 0], [0, 0, "-2"]],
    "B": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "mu": ["-1", "-3/2", "-2"],
    "y": ["3/5", "4/5", 0],
    "P": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
}
NEGATIVE = "all n >= 1, l >= 2, every symmetric U with simple top eigenvalue lam < 0, every bounded measurable P(t)"


def height_in_the_plane(scope: str) -> tuple[Any, dict[str, Evidence]]:
    """(factor, steps): b' = (1 - b^2) factor for y_1 = v, y_2 = (b, c, 0), arbitrary weights alpha_21, alpha_22."""
    lam, mu, nu, b, c, own, other, first = sp.symbols("lam mu nu b c own other first", real=True)
    Y = np.array([[1, 0, 0], [b, c, 0]], dtype=object)
    rate = st.velocity(Y, np.array([[first, 0], [other, own]], dtype=object), np.diag([lam, mu, nu]))
    factor = lam * other + (lam - mu) * own * b
    return factor, {
        "y_1 = v rests, y_2 stays in the plane, b' = (1 - b^2)(lam alpha_21 + (lam - mu) alpha_22 b)": decide.identity(
            {
                "first token": (sp.Matrix(rate[0]), sp.zeros(3, 1)),
                "across the plane": (rate[1, 2], 0),
                "height": (rate[1, 0], (1 - b**2) * factor),
            },
            relations=[(c**2, 1 - b**2)],
            scope=scope,
        )
    }


def leaving(lam: int, mu: str, height: tuple[str, str]) -> Iterator[Evidence]:
    """U = diag(lam, mu, -5), P = 0, y_1 = v, y_2 = (*height, 0): the height of y_2 decreases to -1."""
    scope = f"n = 2, l = 2, U = diag({lam}, {mu}, -5), P = 0, y_1 = v, y_2 = ({', '.join(height)}, 0)"
    b = sp.Symbol("b", real=True)
    start, second = sp.Rational(height[0]), sp.Rational(mu)
    bound = lam + (lam - second) * start
    _, steps = height_in_the_plane(scope)
    U = [[lam, 0, 0], [0, mu, 0], [0, 0, -5]]
    force = "((U@B[0])/2 + (U@y)/2)"
    yield counterexample(
        {
            **steps,
            "lam + (lam - mu) b is at most its value at the start, as long as b is": decide.inequality(
                lam + (lam - second) * b <= bound, [b <= start], scope=scope
            ),
            "this value is negative, so that b decreases to -1": decide.inequality(
                sp.Lt(b - start + bound, 0, evaluate=False), [b <= start], scope=scope
            ),
        },
        {
            "U": U,
            "B": INSTANCE["B"],
            "mu": [lam, mu, -5],
            "y": [*height, 0],
            "P": INSTANCE["P"],
        },
        [f"dot(B[0], {force} - dot(y, {force})*y) < 0", "dot(B[0], y) < 1"],
        scope=scope,
        says="y_1 = v rests, and v^T y_2 decreases to -1",
        method="exact evaluation of the model; a scalar equation whose right side stays negative",
    )


@illustration(
    "CON-H.7",
    title="Theorem 4.5 for a nonpositive largest eigenvalue",
    statement=(
        r"The conclusion of Theorem 4.5 persists for a simple largest eigenvalue $\lambda \le 0$: (v, ..., v) is"
        r" asymptotically stable with $D^\ell(v)$ in its domain of attraction."
    ),
    source=NECESSITY,
    kind="stability",
    role="dropped",
)
def nonpositive(height: tuple[str, str] = ("7/25", "24/25")) -> Iterator[Evidence]:
    """lam = -1, mu = -4: the consensus (v, v) is locally stable (-4 < 2 lam), but does not attract the hemisphere."""
    yield from leaving(-1, "-4", height)


@illustration(
    "CON-H.7.negative",
    title="A negative largest eigenvalue: what holds and what fails",
    statement=(
        r"For a simple largest eigenvalue $\lambda < 0$: (v, ..., v) is an equilibrium; the linearisation there has the"
        r" eigenvalues $(\mu_k/i - \lambda)/\sqrt{n+1}$, $i \le \ell$, all negative if and only if $\lambda_2 <"
        r" \ell\lambda$; and for $\ell \ge 2$ and every bounded P there are starts in $D^\ell(v)$ from which $y_1 = v$,"
        r" $y_2 \to -v$: the hemisphere is never in the domain of attraction."
    ),
    source=NECESSITY,
    kind="stability",
    role="dropped",
)
def negative(count: int | None = None) -> Iterator[Evidence]:
    """The coefficient of 1 - b^2 in b' is at most a negative number for all times: below b_0 at first, then below 0."""
    lam, mu, b, own, other, a, s, start = sp.symbols("lam mu b own other a s start", real=True)
    second, i, size = sp.Symbol("lam_2", real=True), sp.Symbol("i", real=True), sp.Symbol("l", integer=True)
    factor, steps = height_in_the_plane(NEGATIVE)
    weights = [lam < 0, mu < lam, other >= a, a > 0, own >= 0, own <= s]
    steps = {
        "the linearisation at consensus": linearisation(NEGATIVE),
        "otherwise i = l has one that is not": decide.inequality(
            second / size - lam >= 0, [size >= 2, lam < 0, second >= size * lam], scope=NEGATIVE
        ),
        "lam_2 < l lam makes the eigenvalue of the last token negative": decide.inequality(
            second / size - lam < 0,
            [size >= 2, lam < 0, lam > second, second < (size if count is None else count) * lam],
            scope=NEGATIVE,
        ),
        "and those of the earlier ones": decide.inequality(
            second / i - lam < 0, [i >= 1, i <= size, lam < 0, second < size * lam], scope=NEGATIVE
        ),
        "and of the lower eigenvalues": decide.inequality(mu / i <= second / i, [i >= 1, mu <= second], scope=NEGATIVE),
        **steps,
        "while 0 < b <= b_0, at most lam a + s (lam - mu) b_0, negative for a small b_0": decide.inequality(
            factor <= lam * a + s * (lam - mu) * start, [*weights, b > 0, b <= start], degree=4, scope=NEGATIVE
        ),
        "and at most lam a once b <= 0": decide.inequality(factor <= lam * a, [*weights, b <= 0], scope=NEGATIVE),
    }
    yield conjunction(steps, scope=NEGATIVE)
