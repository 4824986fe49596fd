"""False statements about sums of sums: summed letters that are confused, powers and ranges that are lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import leaf

LETTERS = "c[token], g[token, token], h[token, token]: number; w, y[token]: vector"
POSITIVE = ("forall j: c[j] >= 0", "forall j, k: g[j, k] >= 0", "sum(i: dot(w, y[i])) >= 0")
WEIGHTS = ("sum(i: c[i]) >= 0", "forall j, k: g[j, k] >= 0", "forall j: dot(w, y[j]) >= 0")
SQUARES = "sum(k: g[k, k]) + sum(i: sum(j: sum(k: {})^2*h[i, j]))"
EARLIER = "sum(i: c[i]*sum(j in before(i): {}*y[j]))"
FALSE: dict[str, tuple[str, tuple[str, ...]]] = {
    "a number summed over earlier tokens is summed by itself": ("dot(w, sum(i: sum(j in before(i): c[j])*y[i])) >= 0",
        POSITIVE),
    "the same of a double sum": ("dot(w, sum(i: sum(j in before(i): sum(k: g[j, k]))*y[i])) >= 0", POSITIVE),
    "a vector summed over earlier tokens is summed by itself": ("dot(w, sum(i: c[i]*sum(j in before(i): y[j]))) >= 0",
        WEIGHTS),
    "the same of a double sum of vectors": ("dot(w, sum(i: c[i]*sum(j in before(i): sum(k: g[j, k]*y[j])))) >= 0",
        WEIGHTS),
    "the square of a sum is the sum": ("sum(i: sum(j: g[i, j])^2) == sum(i: sum(j: g[i, j]))", ()),
    "rows for columns inside a square": (f"{SQUARES.format('g[i, k]')} == {SQUARES.format('g[k, i]')}", ()),
    "rows for columns before a token": (f"{EARLIER.format('g[i, j]')} == {EARLIER.format('g[j, i]')}", ()),
}  # fmt: skip


@pytest.mark.parametrize("says", FALSE)
def test_refused(says: str, refused: Callable[[dict[str, Any]], None]) -> None:
    show, given = FALSE[says]
    match = "the sign is not evident|what is left|the sides differ"
    refused({"letters": [LETTERS], "given": list(given), "show": [show], "proof": leaf(), "match": match})


@pytest.mark.parametrize("says", FALSE)
def test_false(says: str, truths: Callable[..., list[bool | None]]) -> None:
    """Each is false at an instance at which what is given holds."""
    show, given = FALSE[says]
    weights = given is WEIGHTS
    values = {
        "c": [3, -2] if weights else [1, 1],
        "g": [[1, 2], [0, 1]],
        "h": [[1, 1], [0, 0]],
        "w": [1],
        "y": [[1], [1]] if weights else [[2], [-1]],
    }
    assert truths([show, *given], LETTERS, values, tokens=2, dim=1) == [False] + [True] * len(given)
