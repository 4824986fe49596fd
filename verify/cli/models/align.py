"""How tokens align with the principal direction of every layer, beside what shuffled weights and closed forms say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .progress import Steps
from .view import Row, View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from attnverify.stability.transformers.alignment import LayerAlignment
    from attnverify.stability.transformers.model import TransformerModel
    from attnverify.stability.transformers.runs import RunOptions


@dataclass(frozen=True)
class AlignOptions:
    """What `--align` was asked for. product : also the cumulative products of the layer matrices."""

    prompts: int = 100
    tokens: int = 10
    passes: int = 1
    seed: int = 0
    reading: str = "real part"
    eigenspaces: bool = False
    embeddings: bool = False
    product: bool = False


@dataclass(frozen=True)
class Run:
    """The layers of one run, the closed form of its first one, and of every layer the correlations with the two
    cumulative products and their levels, if they were asked for."""

    layers: list[LayerAlignment]
    closed: tuple[float, float] | None
    products: list[list[tuple[float, float]]]


def align(model: TransformerModel, run: RunOptions, options: AlignOptions, header: Row, *, null: bool) -> View:
    """The indicators of every layer passed, for the weights of the file and, as `null`, for shuffled ones."""
    own = measured(model, run, options)
    other = measured(model, replace(run, shuffle=options.seed), options) if null else None
    rows = [_row(k, own, k, other) for k in range(len(own.layers))]
    remarks = [counted("this model", own.layers)]
    if other is not None:
        remarks.append(counted("shuffled weights", other.layers))
        remarks.append("what shuffled weights show as well is no evidence of training")
    if own.closed is not None:
        first = own.layers[0]
        remarks.append(
            f"layer 0, closed form for isotropic tokens and uniform attention: increment {own.closed[0]:.4g}"
            f" (measured {first.increment:.4g}), probability {own.closed[1]:.4g} (measured {first.probability:.4g})"
        )
    remarks.append("errors are over prompts; the tokens of one prompt become equal and are no independent samples")

    def draw() -> Figure:
        from attnverify.stability.pictures.models import alignment_figure

        return alignment_figure(own.layers, None if other is None else other.layers, title=str(header["model"]))

    return View(header, rows, remarks, draw=draw)


def measured(model: TransformerModel, run: RunOptions, options: AlignOptions) -> Run:
    """One run through the layers."""
    from attnverify.stability.transformers.alignment import READINGS, CumulativeProduct, predicted, run_layers
    from attnverify.stability.transformers.runs import gaussian_tokens, layer_steps, random_ids

    key = READINGS[options.reading]
    if options.embeddings:
        X = model.embed(random_ids(model, options.prompts, options.tokens, options.seed))
    else:
        X = gaussian_tokens(options.prompts, options.tokens, model.configuration.d, options.seed)
    steps = Steps(model.depth * options.passes, "layer")
    layers: list[LayerAlignment] = []
    products: list[list[tuple[float, float]]] = []
    closed = None
    along = [CumulativeProduct(key, skip=skip) for skip in (False, True)] if options.product else []
    for passed in run_layers(layer_steps(model, run, options.passes), X, key, eigenspaces=options.eigenspaces):
        isotropic = not (layers or options.embeddings or run.own_blocks or run.biases)
        if isotropic and passed.directions.copies[0] == 1:
            mask = model.attention(0).mask
            closed = predicted(passed.F, passed.directions.first[:, 0], options.tokens, mask)
        layers.append(passed.alignment)
        products.append([product.correlation(passed) for product in along])
        steps.step()
    steps.close()
    return Run(layers, closed, products)


def counted(what: str, layers: list[LayerAlignment]) -> str:
    """In how many layers the conditions of Section 3.2 hold."""
    positive = sum(layer.increment > 0 for layer in layers)
    larger = sum(layer.increment > layer.mean_increment for layer in layers)
    likely = sum(layer.probability > max(0.5, layer.mean_probability) for layer in layers)
    return (
        f"{what}: increment positive in {positive} of {len(layers)} layers, above its mean over directions in {larger},"
        f" probability above 1/2 and its mean in {likely}"
    )


def _row(layer: int, own: Run, k: int, other: Run | None) -> Row:
    found = own.layers[k]
    row: Row = {
        "layer": layer,
        "lambda_1": found.value,
        "c_1": found.correlation,
        "c_1/chance": found.correlation / found.level,
        "mean c/chance": found.mean_correlation / found.mean_level,
        "Delta_1": found.increment,
        "+-": found.increment_error,
        "std": found.increment_deviation,
        "mean Delta": found.mean_increment,
        "p_1": found.probability,
        "+- p": found.probability_error,
        "mean p": found.mean_probability,
        "|mA-1|": found.nonuniformity,
    }
    for name, (correlation, level) in zip(("product", "with skip"), own.products[k], strict=False):
        row[name] = correlation / level
    if other is not None:
        null = other.layers[k]
        row |= {
            "null Delta_1": null.increment,
            "null mean Delta": null.mean_increment,
            "null p_1": null.probability,
            "null mean p": null.mean_probability,
        }
    return row
