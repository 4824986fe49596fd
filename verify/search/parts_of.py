"""What is read off a goal: numbers to split cases by, extrema that are attained, bounds of letters, factors."""

import itertools
from collections.abc import Iterator
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.terms import SIZE, Letter, Term, conjuncts, make, number
from attnverify.verify.search.terms_of import rational, subterms


def alternatives(goal: Term, context: Context) -> Iterator[Term]:
    """Numbers whose sign may decide: what stands in absolute values, letters, differences of letters."""
    for term in subterms([goal, *context.facts], ("abs", "max2", "min2")):
        if not term.loose:
            yield term.args[0] if term.op == "abs" else make("sub", *term.args)
    letters = [x for x in sorted(goal.letters, key=lambda x: x.serial) if x.sort[0] == "number"][:4]
    if len(letters) > 1:
        for a, b in itertools.combinations(letters, 2):
            yield make("sub", a, b)
    yield from letters
    sizes = [x for x in sorted(goal.letters, key=lambda x: x.serial) if x.sort == SIZE][:4]
    for a, b in itertools.combinations(sizes, 2):
        yield from (make("sub", a, b), make("sub", a, make("add", b, number(1))))
    yield from (make("sub", x, number(1)) for x in sizes)


def bounds(letter: Letter, context: Context) -> tuple[Any, Any]:
    """Rational bounds of a letter that facts state."""
    low = high = None
    for fact in context.facts:
        for part in conjuncts(fact):
            if part.op not in ("<", "<="):
                continue
            a, b = part.args
            below, above = rational(a), rational(b)
            if b is letter and below is not None:
                low = below if low is None else max(low, below)
            elif a is letter and above is not None:
                high = above if high is None else min(high, above)
    return low, high


def attained(goal: Term) -> list[Term]:
    """Maxima that the goal bounds above and minima that it bounds below; all of them where it speaks of no token."""
    found: list[Term] = []
    if not any(x.sort[0] == "index" for x in goal.letters):
        every = [t for t in subterms([goal], ("max", "min")) if not t.loose and t.args[0].op == "over"]
        if len(every) <= 2 and not subterms([goal], ("sum",)):
            return every

    def visit(term: Term, above: bool) -> None:
        if term.op in ("add", "sub", "neg"):
            for position, part in enumerate(term.args):
                visit(part, above != (term.op == "neg" or (term.op == "sub" and position == 1)))
        elif term.op in ("max", "min") and term.args[0].op == "over" and (term.op == "max") == above:
            found.append(term)
        elif term.op == "mul" and term.args[0].op == "num" and term.args[0].args[0] > 0:
            visit(term.args[1], above)

    visit(goal.args[0], True)
    visit(goal.args[1], False)
    return list(dict.fromkeys(found))


def factors(term: Term) -> list[Term]:
    """The factors of a product that are not plain numbers."""
    if term.op == "mul":
        return [f for part in term.args for f in factors(part)]
    if term.op == "div":
        return factors(term.args[0])
    return [] if term.op == "num" else [term]


def without(term: Term, factor: Term) -> Term:
    """A product without one of its factors."""
    if term is factor:
        return number(1)
    if term.op == "mul" and factor in factors(term.args[0]):
        return make("mul", without(term.args[0], factor), term.args[1])
    if term.op == "mul":
        return make("mul", term.args[0], without(term.args[1], factor))
    return make("div", without(term.args[0], factor), term.args[1])
