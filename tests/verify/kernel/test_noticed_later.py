"""What later samples of mutants asked for: claims that only one place of the kernel accepts, or refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, enter, leaf, rule

from .cases import Row, case, named

Z, Y, AE = "z: moving number", "y: moving vector", enter("ae", leaf())
PAIR = "a[token], b[token], c: number; i: token"
TRUE: list[Row] = [
    # what a binder binds need not depend on its letter
    (Z, "almost_always(rate(sum(i: z)) == sum(i: rate(z)))", AE, ()),
    (Z, "almost_always(rate(2*max(i: z)) == 2*rate(max(i: z)))", AE, ()),
    (Y, "almost_always(rate(sum(i: y)) == sum(i: rate(y)))", AE, ()),
    (Y, "almost_always(rate(2*diam(i: y)) == 2*rate(diam(i: y)))", AE, ()),
    (Z, "always(max(i: z) >= start(max(i: z)))", rule("monotone", z="max(i: z)"),
     ("almost_always(rate(max(i: z)) >= 0)",)),
    ("x: number", "sum(i: x) >= 0", KNOWN, ("x >= 0",)),
    # a divisor is found behind general facts that are of no use
    (PAIR, "1/((a[i] + b[i])*(c + 1)) == 1/(a[i] + b[i])/(c + 1)", leaf(),
     ("forall j: a[j] >= c", "forall j: b[j] > 0", "forall j: a[j] + b[j] > 0", "c + 1 != 0")),
    # where time is left aside no condition is known
    (f"{Z}; a[token]: number; i, k: token", "almost_always(rate(2*abs(a[k]*z)) == 2*rate(abs(a[k]*z)))", AE,
     ("forall j in before(i): a[j] > 0", "k < i")),
]  # fmt: skip


@pytest.mark.parametrize("row", TRUE, ids=named)
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))
