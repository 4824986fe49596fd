"""Inequalities from the sign of a derivative: what holds at one end of an interval, and how it grows from there.

The kernel has no rule for it and needs none. The number moves from one end to the other with s = min(time, 1), by the
axiom that an absolutely continuous function with a rate of at least 0 does not fall; at the time 1 it has arrived.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..kernel.atoms import frozen
from ..kernel.contexts import TIMELESS, Context
from ..kernel.derivatives import CORNERS, derivative
from ..kernel.terms import NUMBER, Letter, Rejected, Term, binder, conjuncts, make, number, over, substituted
from .build import KNOWN, both, cases, have, intro, leaf, rule
from .reading import polynomial
from .terms_of import CURVED, Names, plainly, subterms

if TYPE_CHECKING:
    from .proving import Prover

Claims = list[tuple[Term, Any]]
MOST_SLOPES = 3
S = "min(time, 1)"
ZERO = number(0)
_LEAST = rule("minimum below first", a="0", b="1"), rule("minimum above", KNOWN, KNOWN, a="0", b="1", c="0")
_BOUNDS = [
    ("always(time >= 0)", rule("time passes")),
    (f"always({S} <= 1)", {"enter": "every", "then": rule("minimum below second", a="time", b="1")}),
    (f"always(0 <= {S})", {"enter": "every", "then": rule("minimum above", KNOWN, KNOWN, a="time", b="1", c="0")}),
    ("min(0, 1) == 0", rule("antisymmetry", *_LEAST, a="min(0, 1)", b="0")),
]
_ARRIVED = [
    (f"1 <= {S}", rule("minimum above", KNOWN, KNOWN, a="time", b="1", c="1")),
    (f"{S} == 1", rule("antisymmetry", KNOWN, KNOWN, a=S, b="1")),
]
_ON_THE_WAY = [
    (f"time <= {S}", rule("minimum above", KNOWN, KNOWN, a="time", b="1", c="time")),
    (f"{S} <= time", rule("minimum below first", a="time", b="1")),
    (f"{S} == time", rule("antisymmetry", KNOWN, KNOWN, a=S, b="time")),
]
_STILL = (f"rate({S}) == 0", rule("rate on a level", KNOWN, z=S, m="1"))
_STEADY = [
    (f"rate({S} - time) == 0", rule("rate on a level", leaf(use=[f"{S} == time"]), z=f"{S} - time", m="0")),
    (f"rate({S}) == 1", leaf(f"eq 1: rate({S} - time) == 0")),
]
_AFTER = have([*_ARRIVED, _STILL], leaf(use=[f"rate({S}) == 0"]))
_RATE = (f"0 <= rate({S})", cases("time - 1", _AFTER, have([*_ON_THE_WAY, *_STEADY], leaf(use=[f"rate({S}) == 1"]))))


@dataclass(frozen=True)
class Path:
    """From `start` to the letter `end`: the way a number moves. up : whether start <= end, otherwise end <= start."""

    start: Term
    end: Letter
    up: bool

    def ends(self) -> tuple[Term, Term]:
        """The lower and the upper end."""
        return (self.start, self.end) if self.up else (self.end, self.start)

    def order(self) -> Term:
        """The fact that the ends are in order."""
        return make("<=", *self.ends())


def by_slope(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A proof of an inequality by the sign of a derivative, from an end at which it holds; None where none is found."""
    if goal.op not in ("<", "<=") or context.moment != TIMELESS or prover.slopes >= MOST_SLOPES:
        return None
    if not subterms([goal], CURVED):
        return None
    prover.slopes += 1
    try:
        for path in _paths(goal, context):
            found = None if prover.late() else _along(prover, goal, path, context, depth)
            if found is not None:
                return found
        return None
    finally:
        prover.slopes -= 1


def _paths(goal: Term, context: Context) -> Iterator[Path]:
    """Ways to a letter of the goal from a number on a known side of it."""
    letters = [x for x in sorted(goal.letters, key=lambda x: x.serial) if x.sort == NUMBER]
    for end in letters:
        if not any(end in t.letters for t in subterms([goal], CURVED)):
            continue
        bounds = [side for fact in context.facts for part in conjuncts(fact) for side in _opposite(part, end)]
        for start in dict.fromkeys([*bounds, ZERO, *(x for x in letters if x is not end)]):
            if start is end or end in start.letters:
                continue
            if context.known(make("<=", start, end)):
                yield Path(start, end, True)
            elif context.known(make("<=", end, start)):
                yield Path(start, end, False)


def _opposite(fact: Term, letter: Letter) -> Iterator[Term]:
    """What a relation compares a letter with."""
    if fact.op in ("<", "<="):
        a, b = fact.args
        if a is letter or b is letter:
            yield b if a is letter else a


def _along(prover: Prover, goal: Term, path: Path, context: Context, depth: int) -> Any:
    """The goal by the way `path`."""
    value = _plain(make("sub", goal.args[1], goal.args[0]), context)
    if subterms([value], CORNERS):
        return None
    at_start = substituted(value, {path.end: path.start})
    text = Names(context).text
    first = prover.prove(make(goal.op, ZERO, at_start), context, depth + 1)
    if first is None:
        return None
    grows = _grows(prover, value, path, context, depth)
    if grows is None:
        return None
    low, high = text(make(goal.op, ZERO, at_start)), text(make("<=", at_start, value))
    return have([(low, first), (high, grows)], leaf(f"1: {low}", f"1: {high}"))


def _grows(prover: Prover, value: Term, path: Path, context: Context, depth: int) -> Any:
    """A proof that `value` is at least what it is at the start of the path."""
    c, inner = Names(context).new(NUMBER)
    low, high = path.ends()
    between = [make("<=", low, c), make("<=", c, high)]
    inner = inner.having(between)
    here = substituted(value, {path.end: c})
    slope = _plain(derivative(here, lambda t: number(1) if t is c else None), inner)
    claims: Claims = []
    for divisor in _divisors(here, c):
        claim = make("<", ZERO, divisor)
        found = prover.prove(claim, inner, depth + 1)
        if found is None:
            return None
        claims.append((claim, found))
        inner = inner.having([claim])
    signed = make("<=", ZERO, slope) if path.up else make("<=", slope, ZERO)
    found = prover.prove(signed, inner, depth + 1)
    if found is None:
        return None
    claims.append((signed, found))
    return _moved(value, path, c, between, claims, context, Names(inner).text)


def _plain(value: Term, context: Context) -> Term:
    """A number in normal form; as it is written where that cannot be written."""
    try:
        return polynomial(frozen(context.normaliser().scalar(value)))
    except (Rejected, KeyError, NotImplementedError):
        return plainly(value)


def _divisors(value: Term, c: Letter) -> list[Term]:
    """What has to be positive where the number moves."""
    found = [t.args[1] if t.op == "div" else t.args[0] for t in subterms([value], ("div", "log", "sqrt"))]
    return [t for t in dict.fromkeys(found) if c in t.letters]


def _moved(
    value: Term, path: Path, c: Letter, between: list[Term], claims: Claims, context: Context, inner: Any
) -> Any:
    """The tree: the facts about all numbers between the ends, the motion, and its arrival."""
    text = Names(context).text
    clock = make("min2", make("time"), number(1))
    place = make("add", path.start, make("mul", make("sub", path.end, path.start), clock))
    moving, start, end = text(substituted(value, {path.end: place})), text(_at(value, path)), text(value)
    order = text(path.order())
    general: list[tuple[str, Any]] = []
    for k, (claim, proof) in enumerate(claims):
        body = claim
        for condition in reversed(between):
            body = make("implies", condition, body)
        said = inner(binder("forall", over(NUMBER), c, body))
        before = [(inner(divisor), KNOWN) for divisor, _ in claims[:k]]
        general.append((said, intro([c.name, "", ""], have(before, proof))))
    sides = (leaf(f"1: {order}; 0 <= {S}"), leaf(f"1: {order}; {S} <= 1"))
    within = [text(substituted(t, {c: place})) for t in between]
    inside = {"enter": "every", "then": both(*(sides if path.up else reversed(sides)))}
    *divisors, signed = [text(substituted(claim, {c: place})) for claim, _ in claims]
    stays = [(f"always({claim})", {"enter": "every", "then": KNOWN}) for claim in divisors]
    rising = have([_RATE, (signed, KNOWN)], leaf(f"1: {signed}; {order}; 0 <= rate({S})"))
    motion = (f"always({moving} >= start({moving}))", rule("monotone", rising, z=moving))
    arrived = (f"{start} <= {end}", leaf(f"1: start({moving}) <= {moving}", use=["min(0, 1) == 0", f"{S} == 1"]))
    same = rule("antisymmetry", KNOWN, KNOWN, a=start, b=end)
    absurd = rule("contradiction", same, KNOWN, P=f"{start} == {end}", C="time < 1")
    early = {"enter": "every", "then": cases("time - 1", have([*_ARRIVED, arrived], absurd), KNOWN)}
    facts = [*_BOUNDS, *general, (f"always({within[0]} and {within[1]})", inside), *stays, motion]
    last = cases(f"{end} - ({start})", KNOWN, rule("time goes on", early, T="1", C=f"{start} <= {end}"))
    return have(facts, last)


def _at(value: Term, path: Path) -> Term:
    return substituted(value, {path.end: path.start})
