"""The array libraries at hand beside NumPy, and arrays of them."""

from importlib.util import find_spec

import numpy as np
import pytest

OTHERS = [name for name in ("array_api_strict", "jax.numpy", "cupy", "torch") if find_spec(name.partition(".")[0])]


def arrays_of(name):
    """What turns a NumPy array into one of this library, in double precision; None and numbers stay as they are."""
    library = pytest.importorskip(name)
    if name.startswith("jax"):
        import jax

        jax.config.update("jax_enable_x64", True)
    return lambda array: library.asarray(array) if isinstance(array, np.ndarray) else array
