"""What later samples of mutants asked for: claims that only one place of the kernel accepts, or refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify.tactics.build import KNOWN, enter, have, leaf, obtain


def test_a_function_over_time_is_not_read_at_what_was_chosen_at_a_moment(refused: Callable[[Any], None]) -> None:
    above = "exists c in number: c > z"
    chosen = obtain(above, "c", have([("g(c + x) == c + x", leaf())], KNOWN))
    refused({
        "letters": ["z: moving number; x: number"],
        "where": ["g := fn(m in number: start(m))"],
        "given": [f"always({above})"],
        "show": ["always(exists c in number: c >= z)"],
        "proof": enter("every", chosen),
        "match": "reads its argument over time, at what moves",
    })  # fmt: skip
