"""What arXiv 2605.25619 and 2312.10794 say of trained layers, decided for one model.

POW-2.2.comp, POW-B2, POW-B3, POW-B4, POW-TAB1, PER-FIG1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .align import AlignOptions, Run, measured
from .decisions import ModelDecision, decided, undecided
from .progress import Steps

if TYPE_CHECKING:
    from attnverify.stability.transformers.alignment import Growth
    from attnverify.stability.transformers.model import TransformerModel
    from attnverify.stability.transformers.runs import CosineHistogram

# "Nearly all layers", "nearly collinear", "no growth", "quick consensus": the numbers that stand for these words here.
NEARLY_ALL, COLLINEAR, GROWTH, CONSENSUS = 0.9, 0.9, 1.0, 0.1
PROLONGED = 4
# What the mean of many cosines in double precision may be off by.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Both:
    """The same run with the weights of the file and with shuffled ones."""

    own: Run
    null: Run


def layer_decisions(model: TransformerModel, seed: int, ids: Any) -> list[ModelDecision]:
    """The decisions, in the order of the papers. model : in float64.  ids : prompts for the histogram."""
    from attnverify.stability.transformers.runs import RunOptions, cosine_histograms

    options = AlignOptions(seed=seed)
    runs = Both(measured(model, RunOptions(), options), measured(model, RunOptions(shuffle=seed), options))
    shown = [cosine_histograms(model, ids, 2 * model.depth, shuffle=shuffle) for shuffle in (None, seed)]
    return [
        principal_gains(runs),
        albert(model, seed),
        prolonged(model, options),
        trend(model, options),
        sizes(model),
        drift(shown[0], shown[1], model.depth),
    ]


def principal_gains(runs: Both) -> ModelDecision:
    """POW-2.2.comp: the share of layers in which all four inequalities hold."""

    def share(run: Run) -> float:
        good = [
            layer.increment > max(0.0, layer.mean_increment) and layer.probability > max(0.5, layer.mean_probability)
            for layer in run.layers
        ]
        return sum(good) / len(good)

    own, null, layers = share(runs.own), share(runs.null), len(runs.own.layers)
    said = f"all conditions hold in {own:.0%} of {layers} layers (nearly all: above {NEARLY_ALL:.0%})"
    return decided("POW-2.2.comp", own - NEARLY_ALL, said, f"{null:.0%} of the layers with shuffled weights")


def albert(model: TransformerModel, seed: int) -> ModelDecision:
    """POW-B2: consensus, the kind of the principal eigenvalue, near-collinear eigenvectors; ALBERT only."""
    from attnverify.stability.transformers.configuration import published_name
    from attnverify.stability.transformers.spectrum import certified, layer_spectrum, leading_overlap

    name = published_name(model.configuration)
    if model.configuration.family != "albert":
        return undecided("POW-B2", "is about ALBERT; this is another family")
    attention = model.attention(0)
    values = layer_spectrum(attention).values
    verdict = certified(attention)[1]["real part"]
    E, split = _reduced_end(model, seed, None)
    null_E, _ = _reduced_end(model, seed, seed)
    overlap = leading_overlap(attention.F)
    text = (
        f"E = {E:.2g} after {model.depth} layers, {split:.0%} of prompts split; principal eigenvalue {verdict.case};"
        f" |v_1.v_2| = {'-' if overlap is None else format(overlap, '.4f')}"
    )
    null = f"E = {null_E:.2g} with shuffled weights"
    if name is None:
        return undecided("POW-B2", f"is about the four published sizes; here {text}", null)
    if verdict.case == "undecided":
        return undecided("POW-B2", f"the kind of the principal eigenvalue is not certain: {verdict.why}; {text}", null)
    margins = [CONSENSUS - E, 0.5 - split, 1.0 if verdict.case == _ALBERT_CASES[name] else -1.0]
    if name in ("base", "large"):
        margins.append((overlap or 0.0) - COLLINEAR)
    if name == "large":
        margins.append(float(-values.real.min() - abs(verdict.value)))
    return decided("POW-B2", min(margins), text, null)


_ALBERT_CASES = {"base": "1 real", "large": "1 real", "xlarge": "2 complex", "xxlarge": "2 complex"}


def prolonged(model: TransformerModel, options: AlignOptions) -> ModelDecision:
    """POW-B3: alignment after several times the depth, where all layers are the same."""
    from attnverify.stability.transformers.runs import RunOptions

    if _distinct(model) > 1:
        return undecided("POW-B3", "is about identical layers; those of this model are not")
    longer = replace(options, passes=PROLONGED + 1)
    found = []
    for shuffle in (None, options.seed):
        layers = measured(model, RunOptions(shuffle=shuffle), longer).layers
        found.append((layers[model.depth].correlation, layers[PROLONGED * model.depth].correlation))
    (before, after), (null_before, null_after) = found
    said = f"mean alignment {before:.4f} after {model.depth} layers, {after:.4f} after {PROLONGED * model.depth}"
    return decided("POW-B3", after - before, said, f"{null_before:.4f}, {null_after:.4f} with shuffled weights")


def trend(model: TransformerModel, options: AlignOptions) -> ModelDecision:
    """POW-B4, for models of four or more layers that differ."""
    from attnverify.stability.transformers.alignment import LEAST_LAYERS

    if _distinct(model) == 1:
        return undecided("POW-B4", "is about layers that differ; those of this model do not")
    if model.depth < LEAST_LAYERS:
        return undecided("POW-B4", f"for a trend of {LEAST_LAYERS} layers at least; the depth is {model.depth}")
    try:
        return no_growth(measured_growth(model, options))
    except ZeroDivisionError as error:
        return undecided("POW-B4", str(error))


def measured_growth(model: TransformerModel, options: AlignOptions) -> Growth:
    """The growth along the cumulative product, of the model and of shuffled ones."""
    from attnverify.stability.transformers.alignment import COPIES, Growth, product_growth
    from attnverify.stability.transformers.runs import RunOptions, gaussian_tokens, layer_steps

    X = gaussian_tokens(options.prompts, options.tokens, model.configuration.d, options.seed)
    steps = Steps(2 + COPIES, "run")

    def grown(shuffle: int | None, *, skip: bool = False) -> float:
        found = product_growth(layer_steps(model, RunOptions(shuffle=shuffle)), model.depth, X, skip=skip)
        steps.step()
        return found

    null = tuple(grown(options.seed + copy) for copy in range(COPIES))
    growth = Growth(grown(None), grown(None, skip=True), null)
    steps.close()
    return growth


def no_growth(growth: Growth) -> ModelDecision:
    """POW-B4: whether the alignment with the principal direction of F_l ... F_1 grows more than with shuffled weights.

    A growth that shuffled weights show as well comes from their size, and decides nothing.
    """
    text = (
        f"the alignment grows by {growth.own:.3f} times the chance level; with the skip connection, which is what"
        f" tokens see, by {growth.skipped:.3f}"
    )
    null = (
        f"from {min(growth.null):.3f} to {max(growth.null):.3f} in {len(growth.null)} shuffled copies; one more stays"
        f" below {growth.bound:.3f} with probability 0.99"
    )
    if growth.own > growth.bound:
        return decided("POW-B4", growth.bound - growth.own, text, null)
    if growth.own > GROWTH:
        return undecided("POW-B4", f"{text}; shuffled weights grow as much", null)
    return decided("POW-B4", min(growth.bound, GROWTH) - growth.own, text, null)


def sizes(model: TransformerModel) -> ModelDecision:
    """POW-TAB1: whether heads and layers are those of the row with this family and dimension."""
    from attnverify.stability.tables import counted
    from attnverify.stability.transformers.configuration import PUBLISHED, published_name

    found, name = model.configuration, published_name(model.configuration)
    text = f"d = {found.d}, {counted(found.heads, 'head')}, {counted(found.layers, 'layer')}"
    if name is None:
        return undecided("POW-TAB1", f"the table has no model of this family with {text}")
    same = PUBLISHED[found.family][name] == (found.d, found.heads, found.layers)
    return decided(
        "POW-TAB1", 1.0 if same else -1.0, f"{text}, in the row of {found.family} {name}", "no random quantity"
    )


def drift(own: list[CosineHistogram], null: list[CosineHistogram], depth: int) -> ModelDecision:
    """PER-FIG1: the mean cosine rises from the embeddings to the last layer, and no less to twice the depth."""

    def rises(found: list[CosineHistogram]) -> tuple[float, float, float]:
        means = {histogram.layer: histogram.mean for histogram in found}
        last = max(layer for layer in means if layer <= depth)
        return means[0], means[last], means[max(means)]

    (start, end, far), nothing = rises(own), rises(null)
    margin = min(end - start, far - start)
    text = f"mean cosine {start:.3f} at the start, {end:.3f} after layer {depth}, {far:.3f} after layer {2 * depth}"
    random = "{:.3f}, {:.3f}, {:.3f} with shuffled weights".format(*nothing)
    if abs(margin) < ROUNDING:
        return undecided("PER-FIG1", f"{text}: no change beyond rounding", random)
    return decided("PER-FIG1", margin, text, random)


def _distinct(model: TransformerModel) -> int:
    """How many layers have weights of their own."""
    return len({model.configuration.place(layer) for layer in range(model.depth)})


def _reduced_end(model: TransformerModel, seed: int, shuffle: int | None) -> tuple[float, float]:
    """E after all layers of the reduced model, and the share of prompts with tokens on both sides of a hyperplane."""
    from attnverify.stability.decrease.energies import misalignment
    from attnverify.stability.transformers.runs import RunOptions, gaussian_tokens, layer_steps

    X = gaussian_tokens(100, 10, model.configuration.d, seed)
    for layer in layer_steps(model, RunOptions(shuffle=shuffle)):
        X, _ = layer.step(X)
    cosines = (X * X[:, :1]).sum(axis=-1)
    return float(misalignment(X).mean()), float((cosines < 0).any(axis=1).mean())
