"""Section 5.2: observations on GPT-2 XL and GPT-Neo 2.7B. They need the models' weights, which are not part of this
project, and stay OPEN; the protocol itself runs on random surrogates (`surrogates`), which say nothing of the models.

The false twin of each claim is a variant without trained weights that is false, refuted by an exact example.
"""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.simulations import synthetic
from verify.claim import Source, Twin
from verify.evidence import Evidence, open_
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

DRAWS = 6

NEEDED = "needs the trained weights"
PROMPTS = ("integer(prompts)", "prompts >= 1", "integer(l)", "l >= 2")
SIZES = {"prompts": 100, "l": 200}
# Two tokens in R^4, W = I, h = 1, P = 0: every weight is 1/(2 sqrt(4)).
LOOKED_AT = {"prompts": 1, "l": 2}
REPELLED = ("dot(y, y) == 1", "dot(z, z) == 1", "F == u/4*(y + z)", "dot(y, z)**2 < 1")


def missing(what: str, surrogate: str = "") -> Evidence:
    """OPEN, because the weights are not there; with what the surrogate claim is about."""
    return open_("the trained models", "none without weights", f"{NEEDED}: {what}. {surrogate}".strip())


def repelled(u: int, scope: str) -> Evidence:
    """With U = u I, u < 0, the cosine of two tokens falls, so E rises (CON-G5.2.h.repaired: for ever)."""
    entries = {"y": [1, 0, 0, 0], "z": ["3/5", "4/5", 0, 0]}
    F = [f"{u}*8/20", f"{u}*4/20", 0, 0]
    return decide.refutation(
        {**entries, "u": u, "F": F, **LOOKED_AT},
        ["dot(z, F - dot(y, F)*y) + dot(y, F - dot(z, F)*z) < 0"],
        hypotheses=REPELLED,
        scope=scope,
        method="exact example",
    )


@claim(
    "CON-G5.2.a",
    title="The protocol: looping the trained models",
    statement=(
        "100 prompts of 200 tokens are drawn uniformly from the GPT-2 vocabulary; the depth is increased by feeding the"
        " output after the final normalisation back as input; E is evaluated after each layer and averaged over the"
        " prompts."
    ),
    source=Source(PAPER, "Section 5.2"),
    kind="experiment",
    hypotheses=PROMPTS,
    instance=SIZES,
    twin=Twin("the output before the final normalisation is the same", {"before": True}),
    expected=Verdict.OPEN,
)
def protocol(before: bool = False) -> Iterator[Evidence]:
    if before:
        yield decide.refutation(
            {"y": [3, 4], **LOOKED_AT},
            ["y[0]/sqrt(dot(y, y)) != y[0]"],
            hypotheses=["dot(y, y) > 0"],
            scope="one token that is not of length 1",
            method="exact example",
        )
        return
    yield missing("weights and vocabulary", "The protocol on random weights is CON-G5.2.e.surrogate, .f.surrogate")


@illustration(
    "CON-G5.2.b",
    title="Looping makes the weights periodic in depth",
    statement=(
        "Feeding the output of a stack of L layers back as its input gives P and U that are periodic in depth with"
        " period L: 48 for the 48 layers of GPT-2 XL, 32 for the 32 layers of GPT-Neo 2.7B. (That the models have these"
        " numbers of layers is in their configurations, not decided here. The final normalisation, once per pass, and"
        " the embeddings, only before the first, are not part of the period.)"
    ),
    source=Source(PAPER, "Section 5.2"),
    kind="identity",
)
def periodic(less: int = 0) -> Iterator[Evidence]:
    """Layer k of the looped model is layer k - L q of the stack, q = floor(k/L); a pass later, q + 1."""
    k, L, q = sp.symbols("k L q", integer=True)
    yield decide.identity(
        {"layer k + L is the layer of k": ((k + L - less) - L * (q + 1), k - L * q)}, scope="all L >= 1, all depths k"
    )


@claim(
    "CON-G5.2.c",
    title="Figure 7: trained weights without feed-forward",
    statement="Without feed-forward layers the average E tends to 0 in both trained models.",
    source=Source(PAPER, "Section 5.2, Figure 7"),
    kind="experiment",
    hypotheses=PROMPTS,
    instance=SIZES,
    twin=Twin("for value matrices -I", {"u": -1}),
    expected=Verdict.OPEN,
)
def trained_attention(u: int | None = None) -> Iterator[Evidence]:
    if u is not None:
        yield repelled(u, "two tokens, one head, value matrix -I")
        return
    yield missing("attention weights of both models")


@claim(
    "CON-G5.2.d",
    title="Figure 8: trained weights, full model",
    statement=(
        "With feed-forward layers the average E tends to 0 in both trained models; they speed convergence up in GPT-2"
        " and slow it down in GPT-Neo."
    ),
    source=Source(PAPER, "Section 5.2, Figure 8"),
    kind="experiment",
    hypotheses=PROMPTS,
    instance=SIZES,
    twin=Twin("for every feed-forward layer, whatever its weights", {"every": True}),
    expected=Verdict.OPEN,
)
def trained_full(every: bool = False) -> Iterator[Evidence]:
    """Any linear map is a feed-forward layer, as x = relu(x) - relu(-x): it may open the angle of two tokens."""
    if every:
        yield decide.refutation(
            {"y": [1, 2], "z": [-1, 4], "Y": [2, 2], "Z": [-2, 4], "W": [[1, 0], [0, 0]], **LOOKED_AT},
            ["0 < dot(Y, Z)", "dot(Y, Z)**2*dot(y, y)*dot(z, z) < dot(Y, Y)*dot(Z, Z)*dot(y, z)**2"],
            hypotheses=["Y == y + W@y", "Z == z + W@z", "dot(y, z) > 0"],
            scope="a linear feed-forward layer with skip connection that opens the angle of two tokens",
            method="exact example",
        )
        return
    yield missing("all weights of both models")


@claim(
    "CON-G5.2.e",
    title="Figure 9: fixed random weights",
    statement=(
        "With random weights, the same in every pass, the average E tends to 0 in both architectures, with and without"
        " feed-forward layers, the latter also without their normalisation and skip connection."
    ),
    source=Source(PAPER, "Section 5.2, Figure 9"),
    kind="experiment",
    hypotheses=PROMPTS,
    instance=SIZES,
    twin=Twin("for value matrices -I", {"u": -1}),
    expected=Verdict.OPEN,
)
def fixed_weights(u: int | None = None) -> Iterator[Evidence]:
    if u is not None:
        yield repelled(u, "two tokens, one head, value matrix -I")
        return
    yield missing("law of the random weights, sizes and embeddings of the models", "See CON-G5.2.e.surrogate")


@claim(
    "CON-G5.2.f",
    title="Figure 10: weights drawn anew before each pass",
    statement=(
        "With random weights drawn anew before each pass the average E tends to 0 in both architectures, with and"
        " without feed-forward layers."
    ),
    source=Source(PAPER, "Section 5.2, Figure 10"),
    kind="experiment",
    hypotheses=PROMPTS,
    instance=SIZES,
    twin=Twin("for value matrices -I", {"u": -1}),
    expected=Verdict.OPEN,
)
def new_weights(u: int | None = None) -> Iterator[Evidence]:
    if u is not None:
        yield repelled(u, "two tokens, one head, value matrix -I")
        return
    yield missing("law of the random weights, sizes and embeddings of the models", "See CON-G5.2.f.surrogate")


@claim(
    "CON-G5.2.g",
    title="Feed-forward layers may slow convergence down",
    statement="Figures 9 and 10 suggest a lower rate of convergence with feed-forward layers.",
    source=Source(PAPER, "Section 5.2"),
    kind="experiment",
    hypotheses=PROMPTS,
    instance=SIZES,
    twin=Twin("every feed-forward layer slows it down", {"every": True}),
    expected=Verdict.OPEN,
)
def slower(every: bool = False) -> Iterator[Evidence]:
    if every:
        yield decide.refutation(
            {"y": [1, 0], "z": [0, 1], "W": [[0, 0], [0, 0]], "b": [1, 0], **LOOKED_AT},
            ["W@y + b == W@z + b", "dot(y, z)**2 < dot(y, y)*dot(z, z)"],
            hypotheses=["dot(y, y) > 0", "dot(z, z) > 0"],
            scope="a constant feed-forward layer, without skip connection: consensus after one layer",
            method="exact example",
        )
        return
    ends = {
        feed_forward: [
            np.mean(synthetic.misalignment(40, seed=draw, feed_forward=feed_forward)[-1]) for draw in range(DRAWS)
        ]
        for feed_forward in (False, True)
    }
    slowed = sum(with_ > without for with_, without in zip(ends[True], ends[False], strict=True))
    yield missing("the data of the figures", f"Among {DRAWS} random surrogates feed-forward slows {slowed} down")


@claim(
    "CON-G5.2.j",
    title="Convergence is fastest with trained weights",
    statement=(
        "Convergence is observed for trained, random periodic and random aperiodic weights, and it is fastest with"
        " trained weights."
    ),
    source=Source(PAPER, "Section 5.2"),
    kind="experiment",
    hypotheses=PROMPTS,
    instance=SIZES,
    twin=Twin("for value matrices -I", {"u": -1}),
    expected=Verdict.OPEN,
)
def fastest(u: int | None = None) -> Iterator[Evidence]:
    if u is not None:
        yield repelled(u, "two tokens, one head, value matrix -I")
        return
    yield missing("weights of both models and the rates behind the figures")
