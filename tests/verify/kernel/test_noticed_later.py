"""What later samples of mutants asked for: claims that only one place of the kernel accepts, or refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, enter, leaf, rule

from .cases import Row, case, named, readable

Z, Y, AE = "z: moving number", "y: moving vector", enter("ae", leaf())
PAIR = "a[token], b[token], c: number; i, k: token"
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
    (PAIR, "1/((a[i] + b[i])*(a[k] + b[k])) == 1/(a[i] + b[i])/(a[k] + b[k])", leaf(),
     ("forall j: a[j] >= c", "forall j: b[j] != 0", "forall j: a[j] + b[j] != 0")),
    (PAIR, "a[i] == b[i]", leaf(use=["forall j in upto(i): a[j] == b[j]"]), ("forall j in upto(i): a[j] == b[j]",)),
    (PAIR, "a[i] > 0", leaf(), ("forall j in upto(i): a[j] > 0",)),
    ("x: number; n: size", "x^(0*n) == 1", leaf(), ()),
    ("x: number; n: size", "x^(0*n + 1) == x", leaf(), ()),
    # where time is left aside no condition is known
    (f"{Z}; a[token]: number; i, k: token", "almost_always(rate(2*abs(a[k]*z)) == 2*rate(abs(a[k]*z)))", AE,
     ("forall j in before(i): a[j] > 0", "k < i", "always(z != 5)")),
]  # fmt: skip

FALSE: list[Row] = [
    (PAIR, "a[k] == b[k]", leaf(use=["forall j in upto(i): a[j] == b[j]"]), ("forall j in upto(i): a[j] == b[j]",)),
    (PAIR, "a[k] > 0", leaf(), ("forall j in upto(i): a[j] > 0",)),
    (PAIR, "a[i] == b[i]", leaf(use=["forall j in before(i): a[j] == b[j]"]), ("forall j in before(i): a[j] == b[j]",)),
    ("u, w: vector", "u - u != 0", KNOWN, ("w - w != 0",)),
]


@pytest.mark.parametrize("row", TRUE, ids=named)
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


@pytest.mark.parametrize("row", FALSE, ids=named)
def test_refused(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused(readable(case(row)))
