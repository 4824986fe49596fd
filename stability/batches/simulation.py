"""A simulation that can be stopped and taken up again: states at recorded times, kept in a checkpoint on the way."""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from ..numbers import Array

# Seconds between two checkpoints: writing them must stay cheap.
_PAUSE = 5.0


def simulate(
    advance: Callable[[int, Array], Array],
    X: Array,
    records: int,
    *,
    checkpoint: Path | None = None,
    request: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Array:
    """The states : (records + 1, *X.shape), the first of which is X.

    advance : (k, state k) -> state k + 1. The states depend on nothing else, so that those of a simulation that was
        taken up again are the same.
    checkpoint : a file that is read first, where it exists, written now and then and when the simulation is
        interrupted, and removed at the end.  request : what the simulation is, to be kept with it.
    progress : called with the number of records that are done and of all.
    Raises ValueError for records < 0 and a checkpoint of another request, and what `advance` raises.
    """
    if records < 0:
        raise ValueError(f"records is {records}; allowed are integers from 0")
    states = np.empty((records + 1, *X.shape), dtype=X.dtype)
    states[0] = X
    start = sha256(np.ascontiguousarray(X).tobytes()).hexdigest()
    label = json.dumps({"request": request, "records": records, "start": start}, sort_keys=True)
    done = 0 if checkpoint is None else _resumed(checkpoint, label, states)
    written = time.monotonic()
    try:
        while done < records:
            progress(done, records)
            states[done + 1] = advance(done, states[done])
            done += 1
            if checkpoint is not None and time.monotonic() - written > _PAUSE:
                _write(checkpoint, label, states[: done + 1])
                written = time.monotonic()
    except KeyboardInterrupt:
        if checkpoint is not None:
            _write(checkpoint, label, states[: done + 1])
        raise
    progress(records, records)
    if checkpoint is not None:
        checkpoint.unlink(missing_ok=True)
    return states


def _resumed(checkpoint: Path, label: str, states: Array) -> int:
    """Fill the first states from the checkpoint; the number of the last one."""
    if not checkpoint.exists():
        return 0
    try:
        with np.load(checkpoint, allow_pickle=False) as kept:
            same, known = str(kept["label"]) == label, kept["states"]
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise ValueError(f"{checkpoint} is no checkpoint of a simulation; delete it, or name another file") from error
    if not same:
        raise ValueError(f"{checkpoint} is the checkpoint of another simulation; delete it, or name another file")
    states[: len(known)] = known
    return len(known) - 1


def _write(checkpoint: Path, label: str, states: Array) -> None:
    """All at once: a checkpoint is whole even if the machine stops while it is written."""
    part = checkpoint.with_suffix(".part.npz")
    np.savez(part, label=np.array(label), states=states)
    part.replace(checkpoint)
