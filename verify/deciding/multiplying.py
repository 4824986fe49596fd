"""A polynomial without constant term, times the sum of the squares of its letters; at the origin it vanishes."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from verify.deciding.columns import Place
from verify.deciding.combining import combine
from verify.kernel.contexts import Context
from verify.kernel.terms import Term, make, number
from verify.tactics.build import cases, have, leaf, rule
from verify.tactics.reading import term_of

if TYPE_CHECKING:
    from verify.deciding.proving import Prover

ZERO = number(0)
_LETTERS = (2, 3, 4)


def by_multiplier(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """p >= 0 from (x^2 + ... + z^2) p >= 0, and at the origin; None where that is not found."""
    if goal.op != "<=":
        return None
    value = Place(context).poly(make("sub", goal.args[1], goal.args[0])) or {}
    atoms = sorted({a for m in value for a, _ in m}, key=lambda a: a.number)
    if () in value or len(atoms) not in _LETTERS or any(k < 0 for m in value for _, k in m):
        return None
    letters = [t for a in atoms if a.key[0] == "l" and not a.indices and (t := term_of(a)) is not None]
    if len(letters) < len(atoms):
        return None
    text = Place(context).text
    total = reduce(lambda s, t: make("add", s, t), [make("pow", x, 2) for x in letters])
    positive, none = make("<", make("neg", total), ZERO), make("<=", ZERO, make("neg", total))
    scaled = make("<=", ZERO, make("mul", make("sub", goal.args[1], goal.args[0]), total))
    found = combine(scaled, context.having([positive]), prover.deadline, degree=0)
    if found is None:
        return None
    zeros = [make("==", x, ZERO) for x in letters]
    at_origin = combine(goal, context.having([none, *zeros]), prover.deadline, squares=False, degree=1)
    if at_origin is None:
        return None
    steps = []
    for x, zero in zip(letters, zeros, strict=True):
        others = [f"1: sq {text(y)}" for y in letters if y is not x]
        steps.append((text(zero), rule("square zero", leaf(f"1: {text(none)}", *others), a=text(x))))
    away = have([(text(scaled), found)], leaf(f"1: {text(scaled)}", times=[text(total)]))
    return cases(text(make("neg", total)), have(steps, at_origin), away)
