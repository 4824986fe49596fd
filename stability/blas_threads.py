"""One thread of the linear algebra library for small matrices.

A product of small matrices on several threads waits for the slowest of them, and when another program takes a core it
waits for that: measured up to 150 times slower than on one thread. Parallel work belongs on the batch instead.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController

# Multiplications in one product: below the first number the libraries use one thread anyway; below the second one,
# another thread costs more than it gives.
TINY_PRODUCT, LARGE_PRODUCT = 2**17, 2**24

_lock = Lock()
_inside = 0
_before: list[tuple[Any, int]] = []


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Inside the block, in all threads of this process, the linear algebra library uses one thread. Blocks may nest."""
    global _inside
    with _lock:
        if _inside == 0:
            found = _libraries("scipy.linalg" in sys.modules)
            _before.extend((library, library.num_threads) for library in found if library.num_threads != 1)
            for library, _ in _before:
                library.set_num_threads(1)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                while _before:
                    library, threads = _before.pop()
                    library.set_num_threads(threads)


def small_products(N: int, d: int) -> Any:
    """`one_blas_thread` where tokens (N, d) make small products only; otherwise a block that changes nothing.

    >>> with small_products(32, 128):
    ...     pass
    """
    return one_blas_thread() if TINY_PRODUCT <= N * d * max(N, d) < LARGE_PRODUCT else nullcontext()


@cache
def _libraries(scipy: bool) -> tuple[Any, ...]:
    """The linear algebra libraries that are loaded, with or without that of SciPy.

    Finding them takes a millisecond, so they are looked up once.
    """
    import numpy  # noqa: F401  (its library must be loaded to be found)

    return tuple(ThreadpoolController().select(user_api="blas").lib_controllers)
