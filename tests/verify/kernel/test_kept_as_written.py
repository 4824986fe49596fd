"""What stands in a normal form as it is written, a state or a formula, has its letters summed like everything else.

The summed letter of sum(j: g(fn(k: c[j]*X[k]))) is inside a written-out state. An earlier kernel left it there when
the sum was closed and opened again, so that what depends on j came out of the sum; it accepted the false claims here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import leaf

from .cases import Row, case, readable

LETTERS = "g: state -> number; X: state; a[token], c[token]: number; v[token], y[token]: vector; u, w: vector; i: token"
G = "g(fn(k: c[{0}]*X[k]))".format
SUM, ALL = f"sum(j: {G('j')}*v[j])", "sum(j: v[j])"
TIED = "forall j: dot(v[j], u) == 1"
RANDOM = "q[token]: random vector; v[token]: vector; u, w, x: vector"
CHANCE = "sum(j: probability(dot(q[j], x) > 0)*v[j])"

FALSE: list[Row] = [
    (LETTERS, f"dot({SUM}, w)*dot({ALL}, u) == dot({SUM}, u)*dot({ALL}, w)", leaf(), ()),
    (LETTERS, f"dot({SUM}, w)*sum(j: 1) == dot({SUM}, u)*dot({ALL}, w)", leaf(use=[TIED]), (TIED,)),
    (RANDOM, f"dot({CHANCE}, w)*dot({ALL}, u) == dot({CHANCE}, u)*dot({ALL}, w)", leaf(), ()),
    (LETTERS, f"sum(j: a[j])*sum(j: {G('j')}) == sum(j: a[j]*{G('j')})", leaf(), ()),
    (LETTERS, f"sum(j: {G('j')}^2) == sum(j: {G('j')})^2", leaf(), ()),
    (LETTERS, f"max(j: {G('j')}) == {G('i')}", leaf(), ()),
    (LETTERS, f"sum(j in before(i): {G('j')}) > 0", leaf(), (f"forall j in before(i): {G('j')} > 0",)),
]  # fmt: skip

TRUE: list[Row] = [
    (LETTERS, f"dot({SUM}, w) == sum(j: {G('j')}*dot(v[j], w))", leaf(), ()),
    (LETTERS, f"dot({SUM}, w)*dot({SUM}, u) == dot({SUM}, u)*sum(j: {G('j')}*dot(v[j], w))", leaf(), ()),
    (RANDOM, f"dot({CHANCE}, w) == sum(j: probability(dot(q[j], x) > 0)*dot(v[j], w))", leaf(), ()),
    (LETTERS, f"sum(j: {G('j')}*sum(h: a[h])) == sum(j: {G('j')})*sum(h: a[h])", leaf(), ()),
    (LETTERS, f"max(j: {G('j')}) == max(h: {G('h')})", leaf(), ()),
    (LETTERS, f"sum(j in before(i): {G('j')}) >= 0", leaf(), (f"forall j in before(i): {G('j')} > 0",)),
]  # fmt: skip


@pytest.mark.parametrize("row", FALSE, ids=lambda row: row[1])
def test_a_summed_letter_stays_in_its_sum(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused({**readable(case(row)), "match": "does not give the goal|the sign is not evident"})


@pytest.mark.parametrize("row", TRUE, ids=lambda row: row[1])
def test_true_claims_beside_them(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))
