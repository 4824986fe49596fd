"""A small looped transformer with random weights: the protocol of section 5.2 on surrogates, not on trained weights.

One layer is, with heads h, layer normalisation N and tokens as rows,

    X <- X + sum_h A_h(N(X)) N(X) V_h^T,      X <- X + relu(N(X) W_1) W_2      (the second with feed-forward only)

with causal attention A_h; one pass is all layers and a final N, whose output is the input of the next pass. E of (9) is
read after each pass and averaged over the prompts. The tokens of a prompt are Gaussian. All weights are Gaussian with
standard deviation `scale`/sqrt(fan-in), the residual part of each layer divided by sqrt(2 layers), as is usual.
"""

from dataclasses import dataclass
from typing import Any

import attnverify.stability as st
from attnverify.verify.lazy import lazy

np = lazy("numpy")


@dataclass(frozen=True)
class Shape:
    """Sizes of the surrogate: prompts, tokens, dimension, heads, layers."""

    prompts: int = 12
    tokens: int = 12
    d: int = 16
    heads: int = 2
    layers: int = 4


def standardised(X: Any) -> Any:
    """Layer normalisation without gain and shift: mean 0, variance 1 over the entries of each token."""
    centred = X - np.mean(X, axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred * centred, axis=-1, keepdims=True))


def weights(rng: Any, shape: Shape, scale: float) -> dict[str, Any]:
    """The weights of all layers: logits P and values V : (layers, heads, d, d), feed-forward W_1, W_2."""
    d, residual = shape.d, np.sqrt(2 * shape.layers)
    per_head = (shape.layers, shape.heads, d, d)
    return {
        "P": scale**2 * rng.normal(size=per_head) / d,
        "V": scale * rng.normal(size=per_head) / (np.sqrt(d * shape.heads) * residual),
        "W_1": scale * rng.normal(size=(shape.layers, d, 4 * d)) / np.sqrt(d),
        "W_2": scale * rng.normal(size=(shape.layers, 4 * d, d)) / (np.sqrt(4 * d) * residual),
    }


def one_pass(X: Any, given: dict[str, Any], *, feed_forward: bool, plain: bool = False) -> Any:
    """All layers once, then the final normalisation. plain : feed-forward without normalisation and skip connection."""
    for layer in range(len(given["P"])):
        Z = standardised(X)
        X = X + st.models.mixed_values(
            Z, st.models.attention_weights(Z, given["P"][layer], causal=True), given["V"][layer]
        )
        if feed_forward:
            hidden = X if plain else standardised(X)
            added = np.maximum(hidden @ given["W_1"][layer], 0) @ given["W_2"][layer]
            X = added if plain else X + added
    return standardised(X)


def misalignment(
    passes: int,
    *,
    seed: int,
    shape: Shape | None = None,
    scale: float = 1.0,
    feed_forward: bool = False,
    plain: bool = False,
    redrawn: bool = False,
    positions: float = 0.0,
) -> Any:
    """E before the first pass and after each: (passes + 1, prompts).

    redrawn : new weights before each pass.  positions : size of positional vectors added to the input of each pass.
    """
    shape = shape or Shape()
    rng = np.random.default_rng([seed, 52])
    X = standardised(rng.normal(size=(shape.prompts, shape.tokens, shape.d)))
    places = positions * rng.normal(size=(shape.tokens, shape.d))
    given = weights(rng, shape, scale)
    found = [st.misalignment(X)]
    for k in range(passes):
        if redrawn and k > 0:
            given = weights(rng, shape, scale)
        X = one_pass(X + places, given, feed_forward=feed_forward, plain=plain)
        found.append(st.misalignment(X))
    return np.array(found)
