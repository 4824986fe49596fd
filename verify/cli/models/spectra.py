"""The table of a model, and its spectra: floating point in general, discs where certainty is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from .progress import Steps
from .view import Row, View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from attnverify.stability.transformers.model import TransformerModel
    from attnverify.stability.transformers.spectrum import LayerSpectrum

_T = TypeVar("_T")
FLOATING = (
    "cases marked ~ are those of floating-point eigenvalues; --spectrum --certify names one only when it is certain"
)


def table(model: TransformerModel, layers: Sequence[int], header: Row) -> View:
    """One line a layer: the principal eigenvalue in three readings, its kind, and what random weights would give."""
    from attnverify.stability.transformers.spectrum import RANDOM_NON_NORMALITY

    found, radii = _tabled(model, layers)
    rows = [
        {
            "layer": layer,
            "lambda_1": own.principal["real part"].value,
            "by modulus": own.principal["modulus"].value,
            "by |1+l|": own.principal["step"].value,
            "case": _kind(own.principal["real part"].value),
            "gap": own.principal["real part"].gap,
            "radius": own.radius,
            "radius, null": radius,
            "|F|": own.norm,
            "non-normality": own.non_normality,
            "cond W_v": own.condition,
        }
        for layer, own, radius in zip(layers, found, radii, strict=True)
    ]
    real = sum(own.principal["real part"].value.imag == 0 for own in found)
    remarks = [
        FLOATING,
        f"lambda_1 is real in {real} of {len(rows)} layers",
        "null: independent entries of the same size, in large dimensions; their non-normality is"
        f" {RANDOM_NON_NORMALITY:.4f}, whatever the size",
    ]

    def draw() -> Figure:
        from attnverify.stability.pictures.models import table_figure

        return table_figure(layers, found, radii, title=str(header["model"]))

    return View(header, rows, remarks, draw=draw)


def spectrum(
    model: TransformerModel, layers: Sequence[int], seed: int, header: Row, *, certify: bool, heads: bool
) -> View:
    """All readings of all layers, one line each; certified, or with what floating point says."""
    found, null = _measured(model, layers, seed)
    rows = _certified_rows(model, layers) if certify else _floating_rows(layers, found)
    if heads:
        sizes = {layer: _head_sizes(model, layer) for layer in layers}
        rows = [{**row, **sizes[row["layer"]]} for row in rows]
    remarks = [] if certify else [FLOATING]
    undecided = sum(row["case"] == "undecided" for row in rows)
    if certify:
        certain = f"{len(rows) - undecided} of {len(rows)} cases are certain"
        remarks.append(f"{certain}; gap is a lower bound, radius that of the disc")
    more = {
        "eigenvalues": {str(layer): own.values for layer, own in zip(layers, found, strict=True)},
        "eigenvalues of shuffled weights": {str(layer): own.values for layer, own in zip(layers, null, strict=True)},
    }

    def draw() -> Figure:
        from attnverify.stability.pictures.models import spectra_figure

        return spectra_figure(layers, found, null, title=str(header["model"]))

    return View(header, rows, remarks, more, draw)


def _tabled(model: TransformerModel, layers: Sequence[int]) -> tuple[list[LayerSpectrum], list[float]]:
    """The spectra of the layers, and the radii that random weights of the same size would have."""
    from attnverify.stability.transformers.spectrum import layer_spectrum, random_radius

    pairs = _of_each(model, layers, "layer", lambda found, place: (layer_spectrum(found), random_radius(found)))
    return [own for own, _ in pairs], [radius for _, radius in pairs]


def _of_each(
    model: TransformerModel, layers: Sequence[int], what: str, measure: Callable[[Any, tuple[int, int]], _T]
) -> list[_T]:
    """What `measure` finds of the attention of each layer and of its place; shared weights are measured once."""
    known: dict[tuple[int, int], _T] = {}
    places = [model.configuration.place(layer) for layer in layers]
    steps = Steps(len(layers), what)
    for layer, place in zip(layers, places, strict=True):
        if place not in known:
            known[place] = measure(model.attention(layer), place)
        steps.step()
    steps.close()
    return [known[place] for place in places]


def _measured(
    model: TransformerModel, layers: Sequence[int], seed: int
) -> tuple[list[LayerSpectrum], list[LayerSpectrum]]:
    """The spectra of the layers, and of shuffled weights of the same sizes; shared weights are measured once."""
    import numpy as np

    from attnverify.stability.transformers.spectrum import layer_spectrum
    from attnverify.stability.transformers.storing import shuffled_attention

    def both(attention: Any, place: tuple[int, int]) -> tuple[LayerSpectrum, LayerSpectrum]:
        shuffled = shuffled_attention(attention, np.random.default_rng((seed, *place)))
        return layer_spectrum(attention), layer_spectrum(shuffled)

    pairs = _of_each(model, layers, "layer", both)
    return [own for own, _ in pairs], [other for _, other in pairs]


def _kind(principal: complex) -> str:
    return "~2 complex" if principal.imag else "~1 real"


def _floating_rows(layers: Sequence[int], found: Sequence[LayerSpectrum]) -> list[Row]:
    return [
        {
            "layer": layer,
            "reading": reading,
            "lambda_1": principal.value,
            "case": _kind(principal.value),
            "gap": principal.gap,
        }
        for layer, own in zip(layers, found, strict=True)
        for reading, principal in own.principal.items()
    ]


def _certified_rows(model: TransformerModel, layers: Sequence[int]) -> list[Row]:
    from attnverify.stability.transformers.spectrum import certified

    verdicts = _of_each(model, layers, "discs of layer", lambda found, _: certified(found)[1])
    return [
        {
            "layer": layer,
            "reading": reading,
            "lambda_1": verdict.value,
            "radius": verdict.radius,
            "case": verdict.case,
            "gap": verdict.gap,
            "why": verdict.why or None,
        }
        for layer, found in zip(layers, verdicts, strict=True)
        for reading, verdict in found.items()
    ]


def _head_sizes(model: TransformerModel, layer: int) -> Row:
    from attnverify.stability.transformers.spectrum import head_norms

    logits, values = head_norms(model.attention(layer))
    return {
        "min |P_h|": float(logits.min()),
        "max |P_h|": float(logits.max()),
        "min |V_h|": float(values.min()),
        "max |V_h|": float(values.max()),
    }
