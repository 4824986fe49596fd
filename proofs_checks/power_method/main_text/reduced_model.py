"""Appendix B and the Limitations: from a transformer block to the reduced model, and inverting the feed-forward
map.

Valid for all N, d, H: every statement is compared entry by entry of one token; s stands for the attention
output. What the reduced model drops: the feed-forward half of a block with its skip connection and second
normalisation, the affine parameters and the mean subtraction of layer normalisation, all biases, embeddings and
positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.examples import example
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

REDUCED = Source(PAPER, "Appendix B")
FEED_FORWARD = Source(PAPER, "Limitations")
SCOPE = "all N, d, H >= 1, every attention output s, every residual stream z_i that is not zero"
NARROW = ("cols(W2) > rows(W2)", "lower <= 0")


@illustration(
    "POW-B1",
    title="The reduced model from both block orders",
    statement=(
        r"Let N be the normalisation $x/\|x\|$. The attention half of a post-norm block, $x^+ = N(x + s)$, is"
        r" the reduced model with $\alpha = 1$. A pre-norm block $z^+ = z + s(N(z))$ gives for $x = N(z)$ the"
        r" update $x^+ = N(x + s/\|z\|)$: the same form with the step $\alpha_i = 1/\|z_i\|$ of token and"
        r" layer. Layer normalisation without mean subtraction and affine parameters is $\sqrt d\,N$; the"
        r" factor is absorbed by taking dP for P and, in a pre-norm block, the step $\alpha_i = \sqrt d/\|z_i\|$."
    ),
    reading="the same form, with the step size that results",
    source=REDUCED,
    kind="identity",
)
def reduced(exponent: int = -1) -> Iterator[Evidence]:
    zeta, x, s, x_b, s_b, P, scale = sp.symbols("zeta x_a s_a x_b s_b P_ab scale", real=True)
    step = zeta**exponent
    first, second = zeta * x + s, zeta * x_b + s_b
    yield conjunction(
        {
            # two vectors have one direction when the ratios of their entries agree, and a positive factor links them
            "pre-norm: z + s and x + s/|z| are parallel": decide.identity(
                {"entries a, b": (first * (x_b + step * s_b), second * (x + step * s))},
                given=[zeta > 0, sp.Ne(x, 0), sp.Ne(s, 0)],
                scope=SCOPE,
            ),
            "with the positive factor |z|": decide.identity({"entry a": (first, zeta * (x + s / zeta))}, scope=SCOPE),
            "the factor sqrt(d): logits and step": decide.identity(
                {
                    "a term of the logits": ((scale * x) * P * (scale * x_b), x * (scale**2 * P) * x_b),
                    "post-norm, x + V x": (scale * x + scale * s, scale * (x + s)),
                    "pre-norm, z + V N(z)": (zeta * x + scale * s, zeta * (x + scale / zeta * s)),
                },
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )


@illustration(
    "POW-B1.R2",
    title="The reduced model with the same step size for pre-norm blocks",
    statement=(
        r"For $x = N(z)$ a pre-norm block $z^+ = z + s(N(z))$ is the reduced model with $\alpha = 1$, whatever"
        " the norm of the residual stream z: both give the same new direction."
    ),
    reading="R2: the same form with the same step size",
    source=REDUCED,
    kind="identity",
    no_repair=(
        "POW-B1 gives the step size 1/|z_i| with which it is true; moving the normalisation is a change of the model"
    ),
)
def same_step(length: int = 2) -> Iterator[Evidence]:
    yield decide.refutation(
        {"z": [length, 0], "zeta": length, "F": [[0, 1], [1, 0]]},
        ["dot(z, z) == zeta**2", "det([z + F@z*(1/zeta), z*(1/zeta) + F@z*(1/zeta)]) != 0"],
        hypotheses=["dot(z, z) > 0", "F == transpose(F)"],
        scope="N = 1, d = 2",
        method="exact example",
    )


@illustration(
    "POW-FFN",
    title="Inverting the feed-forward map on its image",
    statement=(
        r"A target t in the image of $x \mapsto W_2\sigma(W_1x + b_1) + b_2$ has a preimage, with ReLU not always a"
        " unique one, and then one can be computed by solving a linear system: if $Mx + c$ is the map where a given"
        " pattern of units is active, and M is invertible, $x = M^{-1}(t - c)$ is a preimage if it has the pattern."
    ),
    reading="R2: targets in the image",
    source=FEED_FORWARD,
    kind="identity",
)
def preimages(other: Any = (-1, 2)) -> Iterator[Evidence]:
    t, c, inverse, M = sp.symbols("t c inverse_ab M_ab", real=True)
    # W_1 = [I; -I], W_2 = [I, I]: each coordinate is max(0, x) + max(0, -x); hidden width 2 d
    image = [f"Max(0, {name}[{a}]) + Max(0, -{name}[{a}]) == t[{a}]" for name in "xy" for a in (0, 1)]
    scope = "all d >= 1; the example has d = 2 and hidden width 4"
    yield conjunction(
        {
            "two preimages of one target": example(
                {"x": [1, 2], "y": list(other), "t": [1, 2]}, [*image, "x != y"], scope=scope, method=("exact example")
            ),
            "M x + c = t for x = M^-1 (t - c), d = 1 and a path of the product": decide.identity(
                {"d = 1": (M * ((t - c) / M) + c, t), "path": (M * (inverse * (t - c)), (M * inverse) * (t - c))},
                scope=scope,
            ),
        },
        scope=scope,
    )


@illustration(
    "POW-FFN.R1",
    title="Inverting the feed-forward map for every target",
    statement=(
        r"If the hidden layer is wider than d, the map $x \mapsto W_2\sigma(W_1x + b_1) + b_2$ attains every"
        r" target, whatever the weights, for activations bounded below such as ReLU ($\sigma \ge 0$) and GELU"
        r" ($\sigma \ge -1/5$)."
    ),
    reading="R1: every target",
    source=FEED_FORWARD,
    kind="identity",
    no_repair="POW-FFN is the true statement: targets in the image; the weights of the witness form an open set",
)
def every_target(row: Any = (1, 1, 1, 1)) -> Iterator[Evidence]:
    # a positive row of W_2 bounds that coordinate of the output below, by `lower` times the sum of the row
    yield decide.refutation(
        {"W2": [list(row), [1, -1, 2, 0]], "b2": [0, 0], "t": [-2, 0], "lower": "-1/5"},
        ["W2[0] > 0", "t[0] < b2[0] + lower*dot(W2[0], ones(4))"],
        hypotheses=NARROW,
        scope="d = 2, hidden width 4, every W_1, b_1 and every activation with values above -1/5",
        method="exact example: a positive row of output weights",
    )
