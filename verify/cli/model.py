"""`attnverify model`: the papers' measurements on the weights of a transformer that the user has on disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..lazy import lazy
from .claims import BadInput
from .finite import Finite
from .models.align import AlignOptions
from .models.loops import LoopOptions
from .models.view import View, deliver
from .output_files import require_distinct, require_pictures

if TYPE_CHECKING:
    from attnverify.stability.transformers.model import TransformerModel

np = lazy("numpy")

_FILE = click.Path(path_type=Path)
_COUNT = click.IntRange(1, 100_000)
# view -> the options that mean something there; those of the output belong to all.
_OWN = {
    "table": {"layer"},
    "spectrum": {"certify", "layer", "heads", "seed"},
    "align": {
        *("prompts", "tokens", "seed", "passes", "null", "bias", "fold_norm", "ffn", "original_norm", "embeddings"),
        *("reading", "mean", "product"),
    },
    "loop": {"weights", "ffn", "bias", "prompts", "tokens", "seed", "stop", "std", "precision"},
    "histogram": {"depth", "prompts", "tokens", "seed", "precision"},
    "steer": {"gap", "through", "layer", "prompts", "tokens", "seed", "write"},
    "claims": {"prompts", "tokens", "seed", "passes", "std", "precision"},
}


@click.command()
@click.argument("folder", metavar="DIR", type=_FILE)
@click.option("--spectrum", is_flag=True, help="All eigenvalues, in three readings of `principal`.")
@click.option("--align", is_flag=True, help="The indicators of every layer on random tokens.")
@click.option("--loop", type=click.IntRange(1, 100_000), metavar="PASSES", help="E when the model is fed its output.")
@click.option("--histogram", is_flag=True, help="Cosines of the tokens of a prompt, by layer.")
@click.option("--steer", metavar="FILE|token:ID", help="Rank-one steering towards a vector: .npy, .json, an embedding.")
@click.option("--claims", is_flag=True, help="Decide what the papers say of trained models, for this one.")
@click.option("--certify", is_flag=True, help="With --spectrum: discs; a case is named only when it is certain.")
@click.option("--heads", is_flag=True, help="With --spectrum: the norms of P_h and V_h.")
@click.option(
    "--layer", metavar="3,5", help="Only these layers, counted from 0; with --steer one, by default the last."
)
@click.option("--prompts", type=_COUNT, help="Prompts; by default 100 for --align and --steer, else 5.")
@click.option(
    "--tokens", type=_COUNT, help="Tokens in a prompt; by default 10 for --align and --steer, else 50 at most."
)
@click.option("--passes", type=_COUNT, help="With --align: times through the model, by default 1; with --claims: 50.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of all random numbers.")
@click.option("--null/--no-null", default=True, show_default=True, help="With --align: shuffled weights beside it.")
@click.option("--bias/--no-bias", default=None, help="Attention with its biases; by default in --loop, not in --align.")
@click.option("--fold-norm", is_flag=True, help="With --align: F diag(g), with the gain of the norm before it.")
@click.option("--ffn/--no-ffn", default=None, help="With the feed-forward part; by default in --loop, not in --align.")
@click.option(
    "--original-norm", is_flag=True, help="With --align: the model's own norms and biases, not the reduced model."
)
@click.option(
    "--embeddings", is_flag=True, help="With --align: random tokens of the vocabulary, not random directions."
)
@click.option(
    "--product", is_flag=True, help="With --align: the cumulative products F_l ... F_1 and (I + F_l) ... as well."
)
@click.option(
    "--reading",
    type=click.Choice(["real part", "modulus", "step"]),
    default="real part",
    show_default=True,
    help="What makes an eigenvalue principal; step is |1 + lambda|.",
)
@click.option(
    "--mean",
    type=click.Choice(["eigenvectors", "eigenspaces"]),
    default="eigenvectors",
    show_default=True,
    help="Means over directions; a complex pair is two eigenvectors and one eigenspace.",
)
@click.option(
    "--weights",
    type=click.Choice(["file", "random", "redrawn", "all"]),
    default="all",
    show_default=True,
    help="With --loop; all is every kind, with and without feed-forward part.",
)
@click.option("--std", type=Finite(0, 100, min_open=True), help="Of random weights; by default 0.02.")
@click.option("--stop", type=Finite(0, 1), default=1e-12, show_default=True, help="With --loop: the E to stop at.")
@click.option("--precision", type=click.Choice(["float32", "float64"]), help="Of --loop and --histogram; float32.")
@click.option("--depth", type=click.IntRange(1, 10_000), help="Of --histogram, by default twice that of the model.")
@click.option(
    "--gap",
    type=Finite(0, 1e12, min_open=True),
    default=100.0,
    show_default=True,
    help="With --steer: the strength, as a multiple of |lambda_1|.",
)
@click.option("--through", type=click.Choice(["u", "mean"]), default="u", show_default=True, help="w: u or mean token.")
@click.option("--write", type=_FILE, metavar="NEWDIR", help="With --steer: the steered model, into a new folder.")
@click.option("--json", "json_file", type=_FILE, help="Write everything as JSON.")
@click.option("--csv", "csv_file", type=_FILE, help="Write the table as CSV.")
@click.option("--picture", "--figure", "picture", type=_FILE, help="Write the picture of the view as an SVG file.")
@click.pass_context
def model(context: click.Context, /, folder: Path, **options: Any) -> None:
    """What the papers measure on trained transformers, on the model in DIR: config.json and safetensors files of GPT-2,
    GPT-Neo, BERT or ALBERT. Without a view, a table of the layer matrices F = W_o W_v. Everything here is a
    floating-point measurement on one model, but for the discs of --certify; weights with the same entries in random
    order, the null, stand beside it.

    \b
    attnverify model DIR
    attnverify model DIR --spectrum --certify --layer 0,1
    attnverify model DIR --align --picture align.svg
    attnverify model DIR --loop 50 --picture loop.svg
    attnverify model DIR --histogram
    attnverify model DIR --steer token:11 --gap 100 --write NEWDIR
    attnverify model DIR --claims --json claims.json

    Exit codes: 0; 1 if a claim is refuted for this model; 2 bad input; 130 interrupted.
    """
    name = _view(context, options)
    require_distinct(options["json_file"], options["csv_file"], options["picture"])
    if options["picture"] is not None:
        if name == "claims":
            raise BadInput("--picture means nothing for --claims; the views that the decisions rest on have pictures")
        require_pictures(options["picture"])
    from attnverify.stability.transformers.safetensors_file import WeightsError

    try:
        # What leaves the range of numbers is found and named where it matters.
        with np.errstate(all="ignore"):
            found = _measure(name, folder, options)
    except (WeightsError, ValueError, ArithmeticError) as error:
        raise BadInput(str(error)) from error
    deliver(found, options["json_file"], options["csv_file"], options["picture"])
    context.exit(1 if any(row.get("verdict") == "REFUTED" for row in found.rows) else 0)


def _view(context: click.Context, options: dict[str, Any]) -> str:
    """The one view that was asked for; BadInput for two of them, and for an option that belongs to another one."""
    asked = [name for name in _OWN if name != "table" and options[name] not in (None, False)]
    if len(asked) > 1:
        raise BadInput(f"--{asked[0]} and --{asked[1]} are two views; one is allowed")
    name = asked[0] if asked else "table"
    for option in sorted(set().union(*_OWN.values()) - _OWN[name]):
        if context.get_parameter_source(option) == ParameterSource.COMMANDLINE:
            where = [f"--{other}" for other, own in _OWN.items() if option in own and other != "table"]
            view = "the table" if name == "table" else f"--{name}"
            raise BadInput(f"--{option.replace('_', '-')} means nothing for {view}; it belongs to {', '.join(where)}")
    return name


def _measure(name: str, folder: Path, options: dict[str, Any]) -> View:
    from attnverify.stability.transformers.model import TransformerModel

    small = name in ("loop", "histogram", "claims") and options["precision"] != "float64"
    read = TransformerModel(folder, "float32" if small else "float64")
    _fill_in(name, read, options)
    found = _viewed(name, folder, read, options)
    return replace(found, remarks=[*found.remarks, *read.notes])


def _viewed(name: str, folder: Path, read: TransformerModel, options: dict[str, Any]) -> View:
    seed, header = options["seed"], _header(name, read, options)
    prompts, tokens = options["prompts"], options["tokens"]
    if name in ("table", "spectrum"):
        from .models.spectra import spectrum, table

        layers = _layers(options["layer"], read.depth)
        if name == "table":
            return table(read, layers, header)
        return spectrum(read, layers, seed, header, certify=options["certify"], heads=options["heads"])
    if name == "align":
        return _align(read, options, header)
    if name == "loop":
        from .models.loops import loops

        chosen = LoopOptions(options["loop"], prompts, tokens, seed, options["stop"], options["bias"], options["std"])
        return loops(read, _variants(options["weights"], options["ffn"]), chosen, header)
    if name == "histogram":
        from .models.histograms import histogram

        return histogram(read, options["depth"], prompts, tokens, seed, header)
    if name == "steer":
        return _steer(read, options, header)
    from .models.claims import claims_view

    chosen = LoopOptions(options["passes"], prompts, tokens, seed, std=options["std"])
    return claims_view(read, folder, chosen, header)


def _fill_in(name: str, read: TransformerModel, options: dict[str, Any]) -> None:
    """Give options that were left out the values that they have in this view, so that these are recorded."""
    from attnverify.stability.transformers.storing import STD

    many = name in ("align", "steer")
    defaults: dict[str, Any] = {
        "prompts": 100 if many else 5,
        "tokens": 10 if many else min(50, read.configuration.positions),
        "passes": 1 if many else 50,
        "std": STD,
    }
    defaults |= {"depth": 2 * read.depth, "bias": name == "loop", "precision": str(read.dtype)}
    if name == "steer":
        defaults["layer"] = str(read.depth - 1)
    options |= {key: value for key, value in defaults.items() if options[key] is None}


def _align(read: TransformerModel, options: dict[str, Any], header: dict[str, Any]) -> View:
    from attnverify.stability.transformers.runs import RunOptions

    from .models.align import align

    run = RunOptions(options["original_norm"], bool(options["ffn"]), options["bias"], options["fold_norm"])
    asked = ("prompts", "tokens", "passes", "seed", "reading", "embeddings", "product")
    chosen = AlignOptions(**{name: options[name] for name in asked}, eigenspaces=options["mean"] == "eigenspaces")
    return align(read, run, chosen, header, null=options["null"])


def _steer(read: TransformerModel, options: dict[str, Any], header: dict[str, Any]) -> View:
    from .models.steering import direction, steering

    layers = _layers(options["layer"], read.depth)
    if len(layers) > 1:
        raise BadInput(f"--layer {options['layer']}: one layer is steered")
    asked = {name: options[name] for name in ("through", "prompts", "tokens", "seed", "write")}
    return steering(read, layers[0], direction(read, options["steer"]), options["gap"], header=header, **asked)


def _header(name: str, read: TransformerModel, options: dict[str, Any]) -> dict[str, Any]:
    """What is recorded with every output: the model, its sizes, and the options that the view has."""
    from attnverify.stability.tables import counted
    from attnverify.stability.transformers.configuration import NAMES

    sizes = read.configuration
    counts = counted(read.depth, "layer"), f"d = {sizes.d}", counted(sizes.heads, "head")
    chosen = {key: options[key] for key in sorted(_OWN[name]) if options[key] is not None and options[key] is not False}
    chosen.pop("write", None)
    asked = {key: options[key] for key in ("loop", "steer") if options[key] is not None}
    described = {"view": name, "model": ", ".join((NAMES[sizes.family], *counts))}
    return {**described, "stored": read.weights.stored_types(), "dtype": str(read.dtype), **asked, **chosen}


def _layers(text: str | None, depth: int) -> list[int]:
    if text is None:
        return list(range(depth))
    parts = text.split(",")
    if not all(part.strip().isdecimal() and int(part) < depth for part in parts):
        raise BadInput(f"--layer {text}: layers from 0 to {depth - 1}, with commas between them, are allowed")
    return sorted({int(part) for part in parts})


def _variants(weights: str, ffn: bool | None) -> list[tuple[str, bool]]:
    """(weights, with feed-forward part): all six, or those that were chosen."""
    kinds = ("file", "random", "redrawn") if weights == "all" else (weights,)
    parts = (True, False) if ffn is None and weights == "all" else (ffn is not False,)
    return [(kind, part) for kind in kinds for part in parts]
