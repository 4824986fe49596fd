"""Figure 1 on a surrogate: products of pairs of tokens in a random transformer whose layers share their weights.

One layer is, with heads h and layer normalisation N after each part, as in ALBERT,

    X <- N(X + sum_h A_h(X) X V_h^T),      X <- N(X + relu(X W_1) W_2)

with attention to all tokens. The weights are Gaussian, of standard deviation 1/sqrt(fan-in), and the same in every
layer; the tokens are Gaussian. It shows what chance weights do, not what the trained model does.
"""

from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.perspective import PAPER
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import drawn
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")

DRAWS, TOKENS, DIMENSION, HEADS = 20, 32, 32, 4


def normalised(X: Any) -> Any:
    """Layer normalisation without gain and shift: the entries of each token, (tokens, d), have mean 0, variance 1."""
    centred = X - np.mean(X, axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred * centred, axis=-1, keepdims=True))


def pair_products(depths: int, seed: int) -> Any:
    """The products of all pairs of tokens before the first layer and after each: (depths + 1, pairs), in [-1, 1]."""
    rng, d = np.random.default_rng([seed, 312]), DIMENSION
    P, V = rng.normal(size=(2, HEADS, d, d)) / np.array([d, np.sqrt(d * HEADS)])[:, None, None, None]
    W_1, W_2 = rng.normal(size=(d, 4 * d)) / np.sqrt(d), rng.normal(size=(4 * d, d)) / np.sqrt(4 * d)
    X = normalised(rng.normal(size=(TOKENS, d)))
    pairs = np.triu_indices(TOKENS, 1)
    found = [(X @ X.T / d)[pairs]]
    for _ in range(depths):
        X = normalised(X + st.models.mixed_values(X, st.models.attention_weights(X, P), V))
        X = normalised(X + np.maximum(X @ W_1, 0) @ W_2)
        found.append((X @ X.T / d)[pairs])
    return np.array(found)


@claim(
    "PER-FIG1.surrogate",
    title="In random surrogates with shared weights the products of pairs of tokens drift to one",
    statement=(
        "In random surrogates of 24 layers with the same Gaussian weights (32 tokens in $R^{32}$, 4 heads, feed-forward"
        " layers) the median of the products of pairs of tokens is below 1/5 before the first layer, and every product"
        " is above 0.99 after the last."
    ),
    reading="a surrogate of Figure 1, not the trained model",
    source=Source(PAPER, "Figure 1"),
    kind="experiment",
    role="extension",
    twin=Twin("after three layers", {"layers": 3}),
    expected=Verdict.TESTED,
)
def drift(layers: int = 24, seed: int = 0) -> Evidence:
    def margin(draw: int) -> float:
        found = pair_products(layers, draw)
        return float(min(1 / 5 - np.median(found[0]), np.min(found[-1]) - 0.99))

    return drawn(
        margin,
        scope=f"{DRAWS} draws of weights and tokens, {layers} layers, {TOKENS} tokens in R^{DIMENSION}, {HEADS} heads",
        draws=DRAWS,
        seed=seed,
    )
