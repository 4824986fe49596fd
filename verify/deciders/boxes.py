"""Deciding inequalities with exp, log, tanh and sqrt on a box: ball arithmetic and bisection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from flint import arb, ctx, fmpq

from attnverify.verify.deciders.translate import Signed, conditions, exact, text, variables
from attnverify.verify.deciders.witnesses import refutation
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.referee.grammar import GrammarError, holds
from attnverify.verify.referee.syntax import Node, parse
from attnverify.verify.verdict import Rung

METHOD = "python-flint: balls and bisection"
_BITS = 64
_MAX_BOXES = 20_000
# A box this much narrower than the whole still resists: the goal touches its bound there.
_NARROWEST = Fraction(1, 2**40)
# Exact evaluation at points is slow; after this many boxes only points that the balls find violating are tried.
_TRIED = 200
_MIXED = 4

Box = dict[str, tuple[Fraction, Fraction]]


def on_box(
    goal: Any, box: Mapping[Any, tuple[Any, Any]], *, scope: str, max_boxes: int = _MAX_BOXES, covers: bool = True
) -> Evidence:
    """Decide `goal` at every point of a box.

    goal : one relation or a list of them (a conjunction), with + - * / ** sqrt exp log tanh Abs Max Min.
    box : symbol -> (lower, upper), rational; every variable of the goal needs a range.
    max_boxes : how many boxes may be looked at.

    CERTIFIED with the tree of accepted boxes, which the referee evaluated again; REFUTED where the referee confirms a
    point; OPEN with the box that resisted.

    >>> x = sp.Symbol("x")
    >>> on_box(sp.exp(x) > 1 + x, {x: (1, 2)}, scope="1 <= x <= 2").rung.name
    'CERTIFIED'

    Raises ValueError for a variable without a range and for ranges that are not exact or not ordered.
    """
    ranges: Box = {str(name): (exact(sp.sympify(low)), exact(sp.sympify(high))) for name, (low, high) in box.items()}
    goals = conditions(goal)
    for name, (low, high) in ranges.items():
        if low > high:
            raise ValueError(f"the range of {name} is ({low}, {high}); the lower end comes first")
    missing = set(variables(part.expr for part in goals)) - set(ranges)
    if missing:
        raise ValueError(f"no range for {', '.join(sorted(missing))}; every variable of the goal needs one")
    _refuse_strangers({*(s for part in goals for s in part.expr.free_symbols), *box}, ranges)
    if not goals:
        return open_(
            scope,
            METHOD,
            "SymPy made the goal true before it was looked at; build it with evaluate=False",
            covers=covers,
        )
    steps = []
    for part in goals:
        certificate, found = _certified(part, ranges, max_boxes, scope)
        if found is not None:
            return found if found.rung is Rung.REFUTED else open_(scope, METHOD, found.reason, covers=covers)
        steps.append({"says": part.relation(), "certificate": certificate})
    whole = {"kind": "all", "steps": steps}
    finding = recheck(whole)
    if finding.status is not Status.CONFIRMED:
        return open_(scope, METHOD, f"the boxes were not confirmed: {finding.detail}", covers=covers)
    return Evidence(Rung.CERTIFIED, scope, METHOD, covers=covers, certificate=whole)


def _refuse_strangers(symbols: Iterable[Any], ranges: Box) -> None:
    """Raise ValueError where a range leaves what SymPy assumed of its symbol when it simplified the goal."""
    for symbol in symbols:
        low, high = ranges[str(symbol)]
        below = low < 0 and getattr(symbol, "is_nonnegative", None)
        above = high > 0 and getattr(symbol, "is_nonpositive", None)
        if below or above:
            sign = "negative" if above else "positive"
            raise ValueError(
                f"the range of {symbol} is ({low}, {high}), but the symbol is assumed to be {sign} or zero"
            )


def _certified(goal: Signed, ranges: Box, max_boxes: int, scope: str) -> tuple[dict[str, Any] | None, Evidence | None]:
    if goal.sign in ("zero", "nonzero"):
        return None, open_(scope, METHOD, f"{goal.relation()}: only < <= > >= can be certified on a box")
    node, violation = parse(text(goal.expr)), goal.negated().relation()
    holder: list[Any] = [None]
    stack: list[tuple[Box, list[Any], int]] = [(ranges, holder, 0)]
    looked = 0
    while stack:
        here, place, at = stack.pop()
        looked += 1
        if looked > max_boxes:
            return None, open_(
                scope, METHOD, f"{max_boxes} boxes do not decide {goal.relation()}; resists: {_shown(here)}"
            )
        if _accepted(node, here, goal.sign):
            place[at] = "ok"
            continue
        if looked <= _TRIED or _violated_inside(node, here):
            found = _refuted(violation, here, ranges, scope)
            if found is not None:
                return None, found
        share = {n: (high - low) / ((ranges[n][1] - ranges[n][0]) or 1) for n, (low, high) in here.items()}
        name = max(share, key=lambda n: share[n])
        low, high = here[name]
        if share[name] < _NARROWEST:
            return None, open_(scope, METHOD, f"{goal.relation()} is not decided at {_shown(here)}")
        cut = (low + high) / 2
        branch: list[Any] = [name, str(cut), None, None]
        place[at] = branch
        # The half below comes first, so that the certificate and the resisting box do not depend on anything else.
        stack.append(({**here, name: (cut, high)}, branch, 3))
        stack.append(({**here, name: (low, cut)}, branch, 2))
    return {
        "kind": "boxes",
        "variables": list(ranges),
        "box": {name: [str(low), str(high)] for name, (low, high) in ranges.items()},
        "goal": goal.data(),
        "tree": holder[0],
    }, None


def _refuted(violation: str, here: Box, ranges: Box, scope: str) -> Evidence | None:
    """A refutation at the middle or the two extreme corners of a box; in the whole box also at the mixed points."""
    places = (Fraction(1, 2), Fraction(0), Fraction(1))
    mixed = here == ranges and len(here) <= _MIXED
    for weights in product(places, repeat=len(here)) if mixed else ([place] * len(here) for place in places):
        moved = zip(here.items(), weights, strict=True)
        point = {name: str(low + weight * (high - low)) for (name, (low, high)), weight in moved}
        if not _may_fail(violation, point):
            continue
        inside = [
            relation for name, (low, high) in ranges.items() for relation in (f"{name} >= {low}", f"{name} <= {high}")
        ]
        found = refutation(point, [violation], hypotheses=inside, scope=scope, method=METHOD)
        if found.rung is Rung.REFUTED:
            return found
    return None


def _violated_inside(node: Node, here: Box) -> bool:
    with ctx.workprec(_BITS):
        middle = {name: _ball((low + high) / 2, (low + high) / 2) for name, (low, high) in here.items()}
        return bool(_value(node, middle) < 0)


def _may_fail(violation: str, point: Mapping[str, str]) -> bool:
    try:
        return holds(violation, point) is True
    except GrammarError:
        return False


def _accepted(node: Node, here: Box, sign: str) -> bool:
    """Whether ball arithmetic is certain of the sign on the box, by plain evaluation or by the mean value form."""
    with ctx.workprec(_BITS):
        wide = {name: _ball(low, high) for name, (low, high) in here.items()}
        plain = _value(node, wide)
        if _certain(plain, sign):
            return True
        if not plain.is_finite():
            return False
        names = list(here)
        partials = [_slope(node, wide, name)[1] for name in names]
        centre = {name: _ball((low + high) / 2, (low + high) / 2) for name, (low, high) in here.items()}
        total = _value(node, centre)
        for name, partial in zip(names, partials, strict=True):
            total += partial * (wide[name] - centre[name])
        return _certain(total, sign)


def _certain(ball: arb, sign: str) -> bool:
    return bool(ball > 0 if sign == "positive" else ball >= 0)


def _ball(low: Fraction, high: Fraction) -> arb:
    return arb(fmpq(low.numerator, low.denominator)).union(arb(fmpq(high.numerator, high.denominator)))


def _value(node: Node, at: Mapping[str, arb]) -> arb:
    return _slope(node, at, "")[0]


def _slope(node: Node, at: Mapping[str, arb], name: str) -> tuple[arb, arb]:
    """Value and derivative with respect to `name`; NaN wherever something is undefined, which is never certain."""
    if node.kind == "number":
        return _ball(node.value, node.value), arb(0)
    if node.kind == "name":
        return at[node.name], arb(int(node.name == name))
    if node.kind == "power":
        exponent = node.args[1]
        inner = exponent.args[0] if exponent.kind == "negative" else exponent
        if inner.kind != "number" or inner.value.denominator != 1:
            raise ValueError("an exponent that is not an integer cannot be enclosed; write it with exp, log or sqrt")
        n = -int(inner.value) if exponent.kind == "negative" else int(inner.value)
        base, tilt = _slope(node.args[0], at, name)
        return base**n, n * base ** (n - 1) * tilt if n else arb(0)
    parts = [_slope(part, at, name) for part in node.args]
    if node.kind == "negative":
        return -parts[0][0], -parts[0][1]
    if node.kind in ("sum", "product"):
        total = parts[0]
        for operator, part in zip(node.operators, parts[1:], strict=True):
            total = _combined(operator, total, part)
        return total
    if node.kind == "call" and node.name in ("Max", "Min"):
        turn = 1 if node.name == "Max" else -1
        value, tilt = parts[0]
        for other, slope in parts[1:]:
            value, tilt = turn * (turn * value).max(turn * other), tilt.union(slope)
        return value, tilt
    if node.kind == "call":
        return _called(node.name, *parts[0])
    raise ValueError(f"{node.name or node.kind} cannot be enclosed over a box")


def _combined(operator: str, left: tuple[arb, arb], right: tuple[arb, arb]) -> tuple[arb, arb]:
    (u, du), (v, dv) = left, right
    if operator == "+":
        return u + v, du + dv
    if operator == "-":
        return u - v, du - dv
    if operator == "*":
        return u * v, du * v + u * dv
    return u / v, (du - u / v * dv) / v


def _called(name: str, inner: arb, tilt: arb) -> tuple[arb, arb]:
    if name == "exp":
        return inner.exp(), inner.exp() * tilt
    if name == "log":
        return inner.log(), tilt / inner
    if name == "tanh":
        return inner.tanh(), (1 - inner.tanh() ** 2) * tilt
    if name == "sqrt":
        # A ball around [0, b] reaches below zero by rounding; the referee, with exact ends, says whether it may.
        inner = inner.nonnegative_part() if inner.mid() > 0 else inner
        return inner.sqrt(), tilt / (2 * inner.sqrt())
    if name == "Abs":
        return abs(inner), tilt * (arb(1) if inner > 0 else arb(-1) if inner < 0 else arb(-1).union(1))
    raise ValueError(f"{name} cannot be enclosed over a box")


def _shown(box: Box) -> str:
    return ", ".join(f"{low} <= {name} <= {high}" for name, (low, high) in box.items())
