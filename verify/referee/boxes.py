"""Re-evaluating a certificate of boxes: a bisection tree on whose leaves the goal is certainly satisfied."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attnverify.verify.referee.enclosures import enclosure
from attnverify.verify.referee.findings import Finding, MalformedError, Status, field, texts
from attnverify.verify.referee.grammar import value
from attnverify.verify.referee.intervals import Interval, UndecidedError
from attnverify.verify.referee.work import read

BITS = 64
MAX_LEAVES = 50_000


def boxes(certificate: Mapping[str, Any]) -> Finding:
    """Confirm that the goal has its sign on every leaf of the tree.

    box : variable -> [lower, upper]. tree : "ok" for an accepted box, or [variable, cut, below, above].
    """
    variables = texts(certificate, "variables")
    box = {name: _range(field(certificate, "box", dict).get(name), name) for name in variables}
    if set(box) != set(field(certificate, "box", dict)):
        raise MalformedError("'box' names a variable that is not in 'variables'")
    goal = field(certificate, "goal", dict)
    node, sign = read(field(goal, "expr", str)), field(goal, "sign", str)
    if sign not in ("positive", "nonnegative"):
        raise MalformedError(f"'sign' is {sign[:40]!r}; allowed are positive, nonnegative")
    stack = [(certificate.get("tree"), box)]
    leaves = 0
    while stack:
        tree, here = stack.pop()
        if tree == "ok":
            leaves += 1
            if leaves > MAX_LEAVES:
                raise MalformedError(f"more than {MAX_LEAVES} boxes")
            try:
                low = enclosure(node, here, BITS).low
            except UndecidedError as error:
                return Finding(Status.FAILED, f"the box {_shown(here)} is not decided: {error}")
            if low < 0 or (low == 0 and sign == "positive"):
                return Finding(Status.FAILED, f"the goal is not certain on the box {_shown(here)}")
            continue
        if not isinstance(tree, list) or len(tree) != 4 or tree[0] not in here:
            raise MalformedError(f"a tree is 'ok' or [variable, cut, below, above], got {str(tree)[:60]}")
        name, cut = tree[0], value(tree[1], "a cut")
        whole = here[name]
        if not isinstance(cut, Fraction) or not whole.low < cut < whole.high:
            raise MalformedError(f"the cut {cut} of {name} is outside its box")
        stack.append((tree[2], {**here, name: Interval(whole.low, cut, BITS)}))
        stack.append((tree[3], {**here, name: Interval(cut, whole.high, BITS)}))
    return Finding(Status.CONFIRMED, f"{leaves} boxes re-evaluated")


def _range(given: object, name: str) -> Interval:
    if not isinstance(given, list) or len(given) != 2:
        raise MalformedError(f"the box of {name!r} is {str(given)[:40]!r}; two end points are needed")
    low, high = (value(end, f"an end of {name}") for end in given)
    if not isinstance(low, Fraction) or not isinstance(high, Fraction) or low > high:
        raise MalformedError(f"the box of {name!r} is {str(given)[:40]}; two ordered rational numbers are needed")
    return Interval(low, high, BITS)


def _shown(box: Mapping[str, Interval]) -> str:
    return ", ".join(f"{name} in [{end.low}, {end.high}]" for name, end in box.items())
