"""True claims beside the false ones of `test_holes`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import enter, leaf, rule

from .cases import CONSTANT_FLOW, WENDEL

TRUE: list[dict[str, Any]] = [
    {"says": "the square of a length, written out for several terms of a product", "letters": ["x: vector; u: number"],
     "show": ["(1 - u)*norm(x)*(norm(x) + 1) == (1 - u)*norm(x)^2 + (1 - u)*norm(x)"], "proof": leaf()},
    {"says": "a power to a size plus one", "letters": ["n, m: size; x: number"],
     "show": ["x^(n + m + 2) == x^(n + m)*x^2"], "proof": leaf()},
    CONSTANT_FLOW | {"says": "a constant flow at the start and at every time"},
    WENDEL | {"says": "the repaired Remark 3.4", "proof": rule("Wendel")},
    {"says": "a divisor known to be nonzero without the range comes out of the sum",
     "letters": ["i: token; a[token]: number; c: number"], "given": ["c > 0"],
     "show": ["c*sum(j in before(i): a[j]/c) == sum(j in before(i): a[j])"], "proof": leaf()},
    {"says": "a maximum with a number beside a letter", "letters": ["x: number"], "show": ["max(1, x) + 1 >= 2"],
     "given": ["max(1, x) >= 1"], "proof": leaf("1: max(1, x) >= 1")},
    {"says": "the rate of a root", "letters": ["z: moving number"], "given": ["always(z > 0)"],
     "show": ["almost_always(rate(sqrt(z)) == rate(z)/(2*sqrt(z)))"], "proof": enter("ae", leaf())},
    {"says": "the rate of a logarithm", "letters": ["z: moving number"], "given": ["always(z > 0)"],
     "show": ["almost_always(rate(log(z)) == rate(z)/z)"], "proof": enter("ae", leaf())},
]  # fmt: skip


@pytest.mark.parametrize("case", TRUE, ids=lambda case: case["says"])
def test_accepted(case: dict[str, Any], accepted: Callable[[Any], Any]) -> None:
    accepted(case)
