"""Section 5.2, Figures 9 and 10: the protocol on small looped transformers with random weights.

These are surrogates: Gaussian weights, 12 prompts of 12 Gaussian tokens in R^16, 2 heads, 4 layers. They show that the
protocol can be run and what chance weights do, not what the trained models do.
"""

from typing import Any

from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.simulations import synthetic
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import observed
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")

DRAWS = 3
METHOD = "NumPy: a looped random transformer in double precision"
VARIANTS: dict[str, dict[str, Any]] = {
    "attention only": {},
    "with feed-forward": {"feed_forward": True},
    "feed-forward without normalisation and skip connection": {"feed_forward": True, "plain": True},
}


def looped(passes: int, seed: int, *, redrawn: bool, scale: float = 1.0, positions: float = 0.0) -> Evidence:
    """Average E below 1e-5 after the passes, in each variant and draw."""
    parts = {}
    for says, variant in VARIANTS.items():
        averages = np.array(
            [
                np.mean(
                    synthetic.misalignment(
                        passes, seed=seed + draw, scale=scale, redrawn=redrawn, positions=positions, **variant
                    ),
                    axis=-1,
                )
                for draw in range(DRAWS)
            ]
        )
        half = passes // 2
        parts[says] = observed(
            {f"average E below 1e-5 after {passes} passes, {says}": 1e-5 - averages[:, -1]},
            scope=f"{DRAWS} draws, scale {scale:g}, {says}",
            seed=seed,
            said=f"E after {half} passes {np.min(averages[:, half]):.1g} to {np.max(averages[:, half]):.1g}",
            method=METHOD,
        )
    return conjunction(parts, scope=f"surrogates: 12 x 12 tokens in R^16, 2 heads, 4 layers, scale {scale:g}")


@claim(
    "CON-G5.2.e.surrogate",
    title="Random surrogates with fixed weights reach consensus",
    statement=(
        "In looped random surrogate transformers with the same weights in every pass (scale 1, no positional terms"
        " added again) the average E is below 1e-5 after 80 passes, with and without feed-forward layers, also without"
        " their normalisation and skip connection."
    ),
    reading="a surrogate of Figure 9, not the models of the paper",
    source=Source(PAPER, "Section 5.2, Figure 9"),
    kind="experiment",
    role="extension",
    twin=Twin("with positional vectors of size 0.3 added again in each pass", {"positions": 0.3}),
    expected=Verdict.TESTED,
)
def fixed(positions: float = 0.0, seed: int = 0) -> Evidence:
    return looped(80, seed, redrawn=False, positions=positions)


@claim(
    "CON-G5.2.f.surrogate",
    title="Random surrogates with new weights in each pass reach consensus",
    statement=(
        "In looped random surrogate transformers with weights drawn anew before each pass (scale 1) the average E is"
        " below 1e-5 after 80 passes, with and without feed-forward layers."
    ),
    reading="a surrogate of Figure 10, not the models of the paper",
    source=Source(PAPER, "Section 5.2, Figure 10"),
    kind="experiment",
    role="extension",
    twin=Twin("weights of scale 1/2", {"scale": 0.5}),
    expected=Verdict.TESTED,
)
def redrawn(scale: float = 1.0, seed: int = 0) -> Evidence:
    return looped(80, seed, redrawn=True, scale=scale)
