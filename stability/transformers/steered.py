"""Rank-one steering of a layer of a model: W_o' = W_o + rho u z^T with W_v^T z = w, so that F' = F + rho u w^T.

Where W_v is singular, or so nearly that w is not reached, w is replaced by its projection onto the row space of W_v,
and the steered layer is what that gives: it is said, not hidden. The new matrix is written into a copy of the model
folder, in F32 whatever the file held: in F16 or BF16 the rank-one part would be lost to rounding where W_v is
ill-conditioned.

Source: arXiv 2605.25619, Section 2.3; what the spectrum does is proved as POW-S2, POW-S2.R2 and POW-S4.repaired.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ..blas_threads import one_blas_thread
from ..numbers import Array
from .alignment import eigen_directions
from .attention import FactoredAttention, reduced_step
from .configuration import LAYOUTS
from .model import TransformerModel
from .safetensors_file import PROGRAMS, SafetensorsFile, WeightsError
from .storing import encoded, oriented, write_safetensors

RESIDUAL = 1e-6


@dataclass(frozen=True)
class Steered:
    """A steered sublayer.

    attention : with W_o' for W_o.  target : F + rho u w^T.  residual : |W_v^T z - w|, w a unit vector.  projected : w
    was not reached, and its projection was taken.  error : |F' - target| / rho.  condition : of W_v.
    """

    attention: FactoredAttention
    target: Array
    residual: float
    projected: bool
    error: float
    condition: float


def steer(attention: FactoredAttention, u: Array, w: Array, rho: float) -> Steered:
    """The sublayer with rho u w^T added to its layer matrix, for unit vectors u, w : (d,).

    Raises ValueError when they are not finite unit vectors of that dimension, and when rho is not positive.
    """
    d = len(attention.W_o)
    for name, vector in (("u", u), ("w", w)):
        if vector.shape != (d,) or not abs(float(np.linalg.norm(vector)) - 1) < 1e-9:
            raise ValueError(f"{name} has shape {vector.shape} and norm {np.linalg.norm(vector):.3g}; ({d},), 1 needed")
    if not 0 < rho < float("inf"):
        raise ValueError(f"rho is {rho}; a positive number is needed")
    W_v, W_o = (np.asarray(matrix, dtype=np.float64) for matrix in (attention.W_v, attention.W_o))
    with one_blas_thread():
        z, _, _, singular = np.linalg.lstsq(W_v.T, w, rcond=d * 2.0**-53)
    residual = float(np.linalg.norm(W_v.T @ z - w))
    steered = replace(attention, W_o=W_o + rho * np.outer(u, z))
    target = W_o @ W_v + rho * np.outer(u, w)
    error = float(np.linalg.norm(steered.W_o @ W_v - target)) / rho
    condition = float(singular[0] / singular[-1]) if singular[-1] > 0 else float("inf")
    return Steered(steered, target, residual, residual > RESIDUAL, error, condition)


@dataclass(frozen=True)
class SteeredTokens:
    """What a steered layer of the reduced model does. eigenvector : |cos| of the principal eigenvector of F' with u.

    tokens, quantile : mean and 5 % quantile of |cos| of the tokens after the layer with u.  majority : the larger share
    of tokens on one side of the hyperplane orthogonal to u: 1 for one half-line, 1/2 for both halves of the line.
    """

    eigenvector: float
    tokens: float
    quantile: float
    majority: float


def steered_tokens(steered: Steered, u: Array, X: Array) -> SteeredTokens:
    """The effect of the steered layer on tokens X : (B, N, d), without biases."""
    heights = reduced_step(steered.attention.without_biases(), X) @ u
    positive = float(np.mean(heights > 0))
    sizes = np.abs(heights)
    return SteeredTokens(
        float(eigen_directions(steered.attention.F, np.abs).correlations(u[np.newaxis])[0, 0]),
        float(np.mean(sizes)),
        float(np.quantile(sizes, 0.05)),
        max(positive, 1 - positive),
    )


def require_new(folder: Path) -> None:
    """Raise WeightsError where something is already there: a model is never written over another."""
    if folder.exists() or folder.is_symlink():
        raise WeightsError(f"{folder}: exists; a steered model is written into a new folder only")


def write_steered(model: TransformerModel, layer: int, output: Array, folder: Path) -> str:
    """Copy the model into a new folder with W_o of `layer` replaced, stored as F32; returns the key of the tensor.

    Pickles are not copied: they would hold the weights as they were. Raises WeightsError when the folder exists.
    """
    require_new(folder)
    source, layout = model.weights, LAYOUTS[model.configuration.family]
    key = str(source.key(layout.module("output", *model.configuration.place(layer)) + ".weight"))
    try:
        stored = np.ascontiguousarray(oriented(output, layout))
        data = encoded(stored, "F32")
        folder.mkdir(parents=True)
        for path in sorted(source.path.iterdir()):
            if path.is_file() and path.suffix not in PROGRAMS and path.name not in (*source.files, *source.left):
                shutil.copyfile(path, folder / path.name)
        for name, file in source.files.items():
            if key in file.entries:
                write_safetensors(folder / name, _replaced(file, key, stored.shape, data))
            else:
                shutil.copyfile(file.path, folder / name)
    except OSError as error:
        raise WeightsError(f"{folder}: cannot be written: {error.strerror}") from error
    return key


def _replaced(
    file: SafetensorsFile, key: str, shape: tuple[int, ...], data: Array
) -> Iterator[tuple[str, str, tuple[int, ...], Array]]:
    for name, entry in file.entries.items():
        if name == key:
            yield name, "F32", shape, data
        else:
            yield name, entry.dtype, entry.shape, file.raw(name)


def read_direction(path: Path, d: int) -> Array:
    """A unit vector (d,) from a .npy file or a JSON list of numbers; raises WeightsError."""
    if path.suffix not in (".npy", ".json"):
        raise WeightsError(f"{path}: the file must end in .npy or .json")
    try:
        if path.suffix == ".npy":
            values = np.load(path, allow_pickle=False)
        else:
            values = np.array(json.loads(path.read_text(encoding="utf-8")), dtype=float)
    except OSError as error:
        raise WeightsError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, TypeError, EOFError, RecursionError) as error:
        raise WeightsError(f"{path}: is no list of numbers: {str(error).splitlines()[0][:80]}") from error
    if values.shape != (d,) or values.dtype.kind not in "fiu" or not np.all(np.isfinite(values)):
        raise WeightsError(f"{path}: shape {values.shape}; {d} finite real numbers are needed")
    norm = float(np.linalg.norm(values.astype(float)))
    if not norm > 0:
        raise WeightsError(f"{path}: the vector is zero; it has no direction")
    return np.asarray(values.astype(float) / norm)
