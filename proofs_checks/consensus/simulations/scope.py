"""Section 5.2: is it the structure and not the weights, and do the theorems cover a looped attention-only model?

Two tokens under U = u I: with g = <y_1, y_2>_W and a = alpha_12 + alpha_21, summed over the heads, g' = u a (1 - g^2).
So artanh g has the derivative u a; for bounded P, a is bounded below by a positive number (CON-A4), and artanh g tends
to infinity with the sign of u. The sign of u decides, not P.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.simulations.trained_models import repelled
from proofs_checks.consensus.symbols import metric
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

HEADS = ("integer(d)", "integer(w)", "integer(h)", "w >= 1", "h >= 2", "d == w*h")


@illustration(
    "CON-G5.2.h",
    title="Convergence to consensus is due to the structure, not to the weights",
    statement=(
        "Convergence to consensus is due to the structure of the transformer and not to the choice of weights: without"
        " feed-forward layers the tokens of (6) converge to consensus for all weights."
    ),
    reading="all weights: every P and U; attention only; tokens in a common hemisphere",
    source=Source(PAPER, "Section 5.2"),
    kind="convergence",
)
def for_all_weights(u: int = -1) -> Iterator[Evidence]:
    """U = -I: the angle grows at this state, and at every later one by CON-G5.2.h.repaired."""
    yield repelled(u, f"two tokens on S^3 in a hemisphere, h = 1, P = 0, U = {u} I")


@illustration(
    "CON-G5.2.h.repaired",
    title="The sign of the value matrix decides, not P",
    statement=(
        r"Two tokens with $y_2 \ne \pm y_1$, any W, h and bounded P, full attention, $U_\eta = uI$: $g = \langle y_1,"
        r" y_2\rangle_W$ obeys $\dot g = u(\bar\alpha_{12} + \bar\alpha_{21})(1 - g^2)$. They converge to consensus if"
        " u > 0, keep their angle if u = 0 and become antipodal if u < 0, whatever P is."
    ),
    source=Source(PAPER, "Section 5.2"),
    kind="convergence",
    repairs="CON-G5.2.h",
)
def sign_decides(sign: int = 1) -> Iterator[Evidence]:
    """The field is linear in the weights and U is the same for every head, so one head carries any number.

    Two vectors lie in a plane or, with room to spare, in three coordinates; the metric of their span is a generic W.
    """
    Y, W = generic.array("y", 2, 3), metric(3)
    u, a, b, c, d, k, least = sp.symbols("u a b c d k least", real=True)
    field = st.velocity(Y, np.array([[c, a], [b, d]], dtype=object), np.array(u * sp.eye(3)), W)
    (p, g), (_, q) = st.models.gram(Y, W)

    def rate(p: Any, q: Any, g: Any) -> Any:
        return sign * u * (a * (q - g**2) + b * (p - g**2)) + u * g * (c * (1 - p) + d * (1 - q))

    scope = "all n, h, W, bounded P; two tokens"
    yield conjunction(
        {
            "the rate of g, with p = |y_1|_W^2 and q = |y_2|_W^2": decide.identity(
                {
                    "g'": (
                        st.models.inner(field[0], Y[1], W).item() + st.models.inner(Y[0], field[1], W).item(),
                        rate(p, q, g),
                    )
                },
                scope=scope,
            ),
            "on the ellipsoid p = q = 1": decide.identity(
                {"g'": (rate(1, 1, k), sign * u * (a + b) * (1 - k**2))}, scope=scope
            ),
            "(artanh g)' = g'/(1 - g^2) has the sign of u, and at least the size 2 |u| least": decide.inequality(
                u * (u * (a + b)) >= 2 * u**2 * least, [a >= least, b >= least, least > 0], scope=scope, squares=(u,)
            ),
            "for u = 0 it is 0": decide.identity({"u = 0": ((u * (a + b)).subs(u, 0), sp.Integer(0))}, scope=scope),
        },
        scope=scope,
    )


@illustration(
    "CON-G5.2.i",
    title="The theory covers the models without feed-forward layers",
    statement=(
        "For looped models without feed-forward layers the theory predicts the observed consensus: Theorem 3.2, 4.2 or"
        " 4.5 applies to the attention layers of GPT-2 XL."
    ),
    reading="the hypotheses of one of the theorems hold: U_h = I (3.2, 4.2), or h = 1 (4.5)",
    source=Source(PAPER, "Section 5.2"),
    kind="typo-check",
)
def covered(w: int = 64, h: int = 25) -> Iterator[Evidence]:
    """rank U_h <= w < d = rank I, and h is not 1. Pre-normalisation, biases and positions are left out besides."""
    yield decide.refutation(
        {"d": 1600, "w": w, "h": h},
        ["w < d", "h != 1"],
        hypotheses=HEADS,
        scope="the sizes of GPT-2 XL as published: d = 1600, 25 heads of dimension 64",
        method="ranks",
    )


@illustration(
    "CON-G5.2.i.repaired",
    title="No head of a multi-head layer has the identity as value matrix",
    statement=(
        r"With $h \ge 2$ heads of inner dimension $w = (n + 1)/h$ no $U_\eta = W_\eta V_\eta'$ is the identity, nor"
        " invertible: for no choice of weights does Theorem 3.2 or 4.2 (U = I) or 4.5 (h = 1) apply as stated."
    ),
    source=Source(PAPER, "Section 5.2"),
    kind="typo-check",
    repairs="CON-G5.2.i",
)
def no_identity(extra: int = 0) -> Iterator[Evidence]:
    """A product through w < d dimensions has a kernel: V' x = 0 for some x other than 0, so det(W V') = 0."""
    w, h = sp.symbols("w h", real=True)
    scope = "all n, h >= 2, w = (n + 1)/h, all weights; determinants written out for (d, w) = (2, 1), (3, 2)"
    pairs = {}
    for size in (2, 3):
        left, right = (
            sp.Matrix(generic.array(name, *shape))
            for name, shape in (
                ("W", (size, size - 1 + extra)),
                ("V", (size - 1 + extra, size)),
            )
        )
        pairs[f"det of a {size} x {size} product through {size - 1}"] = (sp.expand((left * right).det()), sp.Integer(0))
    yield conjunction(
        {
            "w < d": decide.inequality(w < w * h, [w >= 1, h >= 2], scope=scope),
            "a product through fewer dimensions is singular": decide.identity(pairs, scope=scope),
        },
        scope=scope,
    )
