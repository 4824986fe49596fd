"""Requests that would not fit in memory are refused, with their estimate, before they start; freed memory is kept."""

from __future__ import annotations

import numpy as np

LIMIT = 2 * 2**30
# Temporaries of a step, beside the tokens themselves: copies of the tokens, and the weights of one block.
_COPIES, _BLOCK = 6, 32 * 2**20
# Just below the largest size that the C library adapts to.
_KEPT = 30 * 2**20


class TooLargeError(ValueError):
    """The request would need more memory than allowed."""


def batch_bytes(
    systems: int, N: int, d: int, heads: int = 0, recorded: int = 0, copies: int = _COPIES, weights: int = 1
) -> int:
    """What a batch of systems needs in double precision.

    heads : of matrices P and V of each system, 0 where all share one.  recorded : how many whole states are kept.
    copies : of the tokens that a step makes.  weights : of how many systems those of all pairs are held at once.
    """
    tokens = 8 * systems * N * d
    matrices = 2 * 8 * systems * heads * d * d
    return tokens * (copies + recorded) + 2 * matrices + max(_BLOCK, 6 * 8 * weights * N * N)


def require_memory(needed: int, limit: int, what: str) -> None:
    """Raise TooLargeError, with both numbers, where `needed` bytes are more than the limit.

    >>> require_memory(3 * 2**30, LIMIT, "this batch")
    Traceback (most recent call last):
    attnverify.stability.batches.memory.TooLargeError: this batch needs about 3.0 GiB; allowed are 2.0 GiB
    """
    if needed > limit:
        raise TooLargeError(f"{what} needs about {needed / 2**30:.1f} GiB; allowed are {limit / 2**30:.1f} GiB")


def keep_freed_memory() -> None:
    """Let the allocator keep what arrays of some megabytes give back, for the arrays that come next.

    The C library of Linux returns large blocks to the system until a first very large one was freed, so that a loop
    over temporary arrays touches new pages in every round: up to seven times slower.
    """
    np.empty(_KEPT, dtype=np.uint8)
