"""What has a value of which nothing is known: 1/0, the root of a negative number, a rate where there is none.

With h nowhere differentiable and z == time, abs(h(z)) has no rate, and the rate of abs(h(z)) + z - abs(h(z)) is 1. An
earlier kernel accepted the false claims here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, enter, have, intro, leaf, restate, take

from .cases import Row, case, readable

RATE = enter("ae", leaf())
Z, H = "z: moving number", "z: moving number; h: number -> number"
HALF = "forall y in number: 1/(2*y) == (1/y)/2"
MINUS = "forall y in number: 1/(-y) == -(1/y)"

FALSE: list[Row] = [
    (Z, "almost_always(rate(sqrt(z)) == rate(z)/(2*sqrt(z)))", RATE, ("always(sqrt(z) > 0)",)),
    (Z, "almost_always(2*sqrt(z)*rate(sqrt(z)) == rate(z))", RATE, ("always(sqrt(z) > 0)", "always(z <= -1)")),
    (H, "almost_always(rate(abs(h(z)) - abs(h(z) + z)) == rate(abs(h(z))) - rate(abs(h(z) + z)))", RATE, ()),
    (H, "almost_always(rate(2*abs(h(z))) == 2*rate(abs(h(z))))", RATE, ()),
    (H, "almost_always(rate(z*abs(h(z))) == rate(z)*abs(h(z)) + z*rate(abs(h(z))))", RATE, ()),
    (f"{H}; u: vector", "almost_always(rate(2*norm(h(z)*u)) == 2*rate(norm(h(z)*u)))", RATE, ()),
    (f"{Z}; x[token]: moving number", "almost_always(rate(2*max(i: x[i]/z)) == 2*rate(max(i: x[i]/z)))", RATE, ()),
    (f"{Z}; y[token]: moving vector", "almost_always(rate(2*diam(i: y[i]/z)) == 2*rate(diam(i: y[i]/z)))", RATE, ()),
    (Z, "almost_always(rate(max(1/z, 0) - max(1/z + time, 0)) == rate(max(1/z, 0)) - rate(max(1/z + time, 0)))",
     RATE, ()),
    ("x: number", HALF, intro("y", leaf()), ()),
    ("x: number", MINUS, intro("y", leaf()), ()),
    ("x: number", "1/0 == 0", have([(HALF, intro("y", leaf()))], take(HALF, ["0"], leaf(f"eq 2: {HALF[21:]}"))), ()),
]  # fmt: skip

TRUE: list[Row] = [
    (Z, "almost_always(rate(sqrt(z)) == rate(z)/(2*sqrt(z)))", RATE, ("always(z > 0)",)),
    (Z, "almost_always(rate(abs(z) - abs(2*z + 1)) == rate(abs(z)) - rate(abs(2*z + 1)))", RATE, ()),
    (Z, "almost_always(rate(max(1/z, 0) + time) == rate(max(1/z, 0)) + 1)", RATE, ("always(z > 0)",)),
    (f"{Z}; y[token]: moving vector", "almost_always(rate(2*diam(i: y[i]/z)) == 2*rate(diam(i: y[i]/z)))",
     RATE, ("always(z > 0)",)),
    (H, "almost_always(rate(abs(h(z))) == z)",
     restate("almost_always(rate(abs(h(z) + z - z)) == z)", enter("ae", restate("rate(abs(h(z))) == z", KNOWN))),
     ("almost_always(rate(abs(h(z))) == z)",)),
    ("x: number", "1/(2*x) == 1/(x + x)", leaf(), ()),
    ("x: number", "1/(2*x) == (1/x)/2", leaf(), ("x != 0",)),
    ("x: number", "0*(1/x) == 0", leaf(), ()),
]  # fmt: skip


@pytest.mark.parametrize("row", FALSE, ids=lambda row: f"{row[3]} {row[1]}")
def test_nothing_is_said_where_nothing_is_known(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    match = "not known to be positive|derivative of a function|does not give the goal|divisor is not known"
    refused({**readable(case(row)), "match": match})


@pytest.mark.parametrize("row", TRUE, ids=lambda row: f"{row[3]} {row[1]}")
def test_true_claims_beside_them(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))
