"""Rank-one steering of one layer of a model: what it does to the layer matrix and to tokens, and writing it back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..claims import BadInput
from .progress import Steps
from .view import Row, View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from attnverify.stability.transformers.model import TransformerModel

GAPS = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)


def direction(model: TransformerModel, text: str) -> Any:
    """The unit vector that the user named: token:ID, or a .npy or .json file; raises BadInput."""
    import numpy as np

    from attnverify.stability.transformers.steered import read_direction

    kind, colon, number = text.partition(":")
    if kind != "token" or not colon:
        return read_direction(Path(text), model.configuration.d)
    if not number.isdecimal() or int(number) >= model.configuration.vocabulary:
        raise BadInput(f"--steer {text}: token ids from 0 to {model.configuration.vocabulary - 1} are allowed")
    if model.configuration.embedding != model.configuration.d:
        raise BadInput(f"--steer {text}: embeddings have dimension {model.configuration.embedding}; give a vector file")
    row = model.token_embedding(int(number))
    return row / np.linalg.norm(row)


def steering(
    model: TransformerModel,
    layer: int,
    u: Any,
    gap: float,
    *,
    through: str,
    prompts: int,
    tokens: int,
    seed: int,
    write: Path | None,
    header: Row,
) -> View:
    """One line a strength rho = gap |lambda_1|: the new principal pair, and the tokens after the steered layer.

    The tokens are random ones that the reduced model has sent through the layers before.
    """
    import numpy as np

    from attnverify.stability.transformers.attention import reduced_step
    from attnverify.stability.transformers.runs import gaussian_tokens
    from attnverify.stability.transformers.spectrum import layer_spectrum
    from attnverify.stability.transformers.steered import require_new, steer, steered_tokens, write_steered

    if write is not None:
        require_new(write)
    factors = sorted({*GAPS, gap})
    attention = model.attention(layer)
    size = abs(layer_spectrum(attention).principal["real part"].value)
    if not size > 0:
        raise BadInput(f"--steer: the principal eigenvalue of layer {layer} is 0; there is no scale for --gap")
    X = gaussian_tokens(prompts, tokens, model.configuration.d, seed)
    for before in range(layer):
        X = reduced_step(model.attention(before).without_biases(), X)
    mean = X.mean(axis=(0, 1))
    w = u if through == "u" else mean / np.linalg.norm(mean)
    unsteered = np.abs(reduced_step(attention.without_biases(), X) @ u)
    rows: list[Row] = []
    steps = Steps(len(factors), "strength")
    for factor in factors:
        effect = steered_tokens(steer(attention, u, w, factor * size), u, X)
        rows.append(
            {
                "rho/|lambda_1|": factor,
                "eigenvector, u": effect.eigenvector,
                "tokens, u": effect.tokens,
                "5 % of tokens": effect.quantile,
                "one side": effect.majority,
            }
        )
        steps.step()
    steps.close()
    chosen = steer(attention, u, w, gap * size)
    remarks = [
        f"|W_v^T z - w| = {chosen.residual:.2g}, cond W_v = {chosen.condition:.3g},"
        f" |F' - (F + rho u w^T)| / rho = {chosen.error:.2g}",
        "a new principal eigenvector does not mean steered tokens: they need rho |g_i| above what the layer adds else",
    ]
    remarks.append(f"null: without steering the tokens after the layer have mean |cos| {unsteered.mean():.4g} with u")
    if chosen.projected:
        remarks.append("W_v does not reach w: its projection onto the row space of W_v was taken instead")
    if write is not None:
        key = write_steered(model, layer, chosen.attention.W_o, write)
        remarks.append(f"written to {write}: {key}, stored as F32, rho = {gap:g} |lambda_1|")
        if model.configuration.groups < model.configuration.layers:
            remarks.append("layers that share these weights are steered as well")

    def draw() -> Figure:
        from attnverify.stability.pictures.models import steering_figure

        return steering_figure(rows, float(unsteered.mean()), gap, title=str(header["model"]))

    return View(header, rows, remarks, draw=draw)
