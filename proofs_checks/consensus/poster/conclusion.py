"""The poster's conclusion about real transformers, and the same protocol on synthetic weights.

A synthetic block is the step (1) with P random and changing from layer to layer, U = I, followed by a feed-forward part
y + epsilon B tanh(A y) and the normalisation, on tokens of S^(d-1).
"""

import attnverify.stability as st
from attnverify.proofs_checks.consensus import PAPER
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import drawn
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")

LAYERS, TOLERANCE = 60, 1e-6
PROTOCOL = (
    f"n <= 7, l <= 8, h <= 2, {LAYERS} layers of step 1, epsilon = 1/20, tokens in a hemisphere, U = I; the margin is"
    f" {TOLERANCE} minus the misalignment E after the last layer"
)


def final_misalignment(number: int, tau: float, layers: int = LAYERS) -> float:
    """E after `layers` synthetic blocks with attention step `tau`, from random tokens of one hemisphere."""
    rng = np.random.default_rng(number)
    d, N, H = int(rng.integers(2, 9)), int(rng.integers(2, 9)), int(rng.integers(1, 3))
    Y = rng.normal(size=(N, d))
    Y[:, 0] = np.abs(Y[:, 0]) + 0.1
    Y = st.models.normalise(Y)
    A, B = rng.normal(size=(2, d, d)) / d
    for _ in range(layers):
        weights = st.models.head_weights(Y, rng.uniform(-1, 1, (H, d, d)))
        Y = st.models.flow_step(Y, weights, tau)
        Y = st.models.normalise(Y + np.tanh(Y @ A.T) @ B.T / 20)
    return float(st.misalignment(Y))


@claim(
    "CON-P.h.surrogate",
    title="Collapse of synthetic transformers with a weak feed-forward part",
    statement=(
        r"Synthetic blocks (U = I, P random in every layer, tokens in a hemisphere, a feed-forward part of size 1/20)"
        r" bring"
        f" the misalignment E below {TOLERANCE} within {LAYERS} layers. Not a statement about trained weights."
    ),
    source=Source(PAPER, "poster, conclusion (protocol on synthetic weights)"),
    kind="experiment",
    role="extension",
    twin=Twin("attention steps -1", {"tau": -1.0}),
    expected=Verdict.TESTED,
)
def synthetic(tau: float = 1.0, seed: int = 0) -> Evidence:
    return drawn(lambda number: TOLERANCE - final_misalignment(number, tau), scope=PROTOCOL, draws=30, seed=seed)
