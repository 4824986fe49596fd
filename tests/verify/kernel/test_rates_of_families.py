"""Rates of uncountably many functions at one moment: for almost every time, some of them may have none.

With z(x) at time t equal to |t - x|, there is no time at which every z(x) has a rate. An earlier kernel accepted the
false claims here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, enter, intro, leaf, restate

from .cases import Row, case, readable

FAMILY, FAMILIES, PATH = "z(number): moving number", "z(number), w(number): moving number", "y: moving vector"
EACH = enter("ae", intro("x", leaf()))

FALSE: list[Row] = [
    (FAMILY, "almost_always(forall x in number: rate(2*z(x)) == 2*rate(z(x)))", EACH, ()),
    (FAMILIES, "almost_always(forall x in number: rate(z(x) + w(x)) == rate(z(x)) + rate(w(x)))", EACH, ()),
    (FAMILY, "almost_always(forall x in number: rate(z(x)^2) == 2*z(x)*rate(z(x)))", EACH, ()),
    ("z(number): moving vector", "almost_always(forall x in number: rate(2*z(x)) == 2*rate(z(x)))", EACH, ()),
    (PATH, "almost_always(forall x in vector: rate(2*abs(dot(x, y))) == 2*rate(abs(dot(x, y))))", EACH, ()),
    (FAMILY, "almost_always(forall x in number: rate(2*z(x)) == x)",
     enter("ae", restate("forall x in number: 2*rate(z(x)) == x", KNOWN)),
     ("almost_always(forall x in number: 2*rate(z(x)) == x)",)),
]  # fmt: skip

TRUE: list[Row] = [
    (FAMILY, "forall x in number: almost_always(rate(2*z(x)) == 2*rate(z(x)))", intro("x", enter("ae", leaf())), ()),
    ("z[size]: moving number", "almost_always(forall x in size: rate(2*z[x]) == 2*rate(z[x]))", EACH, ()),
    ("z[token]: moving number; c: number", "almost_always(forall x: rate(2*z[x]) == c)",
     enter("ae", restate("forall x: 2*rate(z[x]) == c", KNOWN)), ("almost_always(forall x: 2*rate(z[x]) == c)",)),
    (PATH, "almost_always(forall x in vector: rate(dot(x, y)) == dot(x, rate(y)))", EACH, ()),
    ("z: moving number", "almost_always(forall x in number: rate(x*z) == x*rate(z))", EACH, ()),
]  # fmt: skip


@pytest.mark.parametrize("row", FALSE, ids=lambda row: f"{row[0]} {row[1]}")
def test_a_rate_that_may_not_exist_is_not_computed(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused({**readable(case(row)), "match": "chosen|not the goal"})


@pytest.mark.parametrize("row", TRUE, ids=lambda row: f"{row[0]} {row[1]}")
def test_countably_many_rates_exist_at_once(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))
