"""Terms found in terms, what is read off a goal, and names for new letters at a place of a proof."""

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from ..kernel.contexts import Context
from ..kernel.elaboration import Elaborator
from ..kernel.facts import Part, parts
from ..kernel.parsing import parse
from ..kernel.printing import text as written
from ..kernel.term_matching import is_number
from ..kernel.terms import (
    NUMBER,
    SIZE,
    TOKEN,
    Letter,
    Rejected,
    Sort,
    Term,
    conjuncts,
    fresh,
    make,
    number,
    opened,
    range_sort,
)

Small = Callable[..., Any]
_BINDERS = ("sum", "max", "min")
CURVED = ("exp", "log", "tanh", "sin", "cos", "sqrt")
_OPERATIONS: Mapping[str, Callable[..., Fraction]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
}  # fmt: skip
_LETTERS = {"index": "ijkh", "number": "abcd", "vector": "uvw", "size": "mn"}


class Names:
    """What things are called at one place."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.taken = [*context.scope.names, *context.scope.spaces, *context.scope.groups]

    def text(self, term: Term) -> str:
        """A term as the kernel reads it again."""
        return written(term, self.taken)

    def fresh_name(self, sort: Sort) -> str:
        """A name that nothing has."""
        letters = _LETTERS.get(sort[0], "t")
        names = (f"{letter}{k}" for k in itertools.count(1) for letter in letters)
        return next(name for name in names if name not in self.taken)

    def new(self, sort: Sort) -> tuple[Letter, Context]:
        """A new letter, and the context in which it has a name."""
        name = self.fresh_name(sort)
        letter = fresh(name, sort)
        scope = self.context.scope.extended()
        scope.declare(name, letter)
        return letter, self.context.naming(scope)

    def copies(self, letters: Iterable[Letter]) -> tuple[dict[Letter, Letter], Context]:
        """New letters for others, and the context in which they have names."""
        found, context = dict[Letter, Letter](), self.context
        for x in letters:
            found[x], context = Names(context).new(x.sort)
        return found, context

    def formula(self, text: str) -> Term:
        """The formula that a text says."""
        return Elaborator(self.context.scope).formula(parse(text))

    def number(self, text: str) -> Term:
        """The number that a text says."""
        return Elaborator(self.context.scope).check(parse(text), NUMBER)

    def read(self, text: str) -> Term | None:
        """What a hint says; None where it has no meaning here."""
        try:
            return Elaborator(self.context.scope).infer(parse(text))[0]
        except Rejected:
            return None


def known_parts(context: Context) -> Iterator[tuple[Term, Part]]:
    """What is known, taken apart, each part with its fact."""
    return ((fact, part) for fact in context.facts for part in parts(fact))


def tokens_of(goal: Term, context: Context) -> list[Letter]:
    """The index letters that the goal and the facts speak of."""
    letters = set(goal.letters).union(*(fact.letters for fact in context.facts))
    return sorted((x for x in letters if x.sort[0] == "index"), key=lambda x: x.serial)


def rational(term: Term) -> Fraction | None:
    """The rational number that a term says with digits and operations alone; None for anything else."""
    if term.op == "num":
        return Fraction(term.args[0])
    if term.op not in ("neg", *_OPERATIONS):
        return None
    parts = [part for part in map(rational, term.args) if part is not None]
    if len(parts) < len(term.args) or (term.op == "div" and not parts[1]):
        return None
    return -parts[0] if term.op == "neg" else _OPERATIONS[term.op](*parts)


def subterms(terms: Iterable[Term], ops: Sequence[str]) -> list[Term]:
    """The terms inside `terms` with one of these operations, the inner ones first, each once."""
    found: list[Term] = []

    def visit(term: Term) -> None:
        for part in term.args:
            if isinstance(part, Term):
                visit(part)
        if term.op in ops and term not in found:
            found.append(term)

    for term in terms:
        visit(term)
    return found


def plainly(term: Term) -> Term:
    """A derivative with plain quotients, true where what is divided by is not 0."""
    if isinstance(term, Letter) or not any(isinstance(part, Term) for part in term.args):
        return term
    args = [plainly(part) if isinstance(part, Term) else part for part in term.args]
    return args[0] if term.op == "positive" else make("div" if term.op == "safediv" else term.op, *args)


def count(fact: Term) -> Term | None:
    """The letter that a fact says to be the number of all tokens; None where it says something else."""
    if fact.op != "==" or not isinstance(fact.args[0], Letter) or fact.args[1].op != "sum":
        return None
    scope, body = fact.args[1].args
    whole = scope.op == "over" and range_sort(scope) == TOKEN and body is make("num", Fraction(1))
    return fact.args[0] if whole else None


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


def attained(goal: Term, context: Context) -> list[Term]:
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
        elif term.op == "mul":
            for factor, part in (term.args, term.args[::-1]):
                if subterms([part], ("max", "min")) and context.known(make("<=", number(0), factor)):
                    visit(part, above)

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


def without(term: Term, factor: Term) -> Term | None:
    """A product or quotient without one of its factors; None where it has no such factor."""
    if term is factor:
        return number(1)
    if term.op == "pow" and term.args[0] is factor and isinstance(term.args[1], int) and term.args[1] > 1:
        return make("pow", factor, term.args[1] - 1) if term.args[1] > 2 else factor
    if term.op == "div":
        inner = without(term.args[0], factor)
        return None if inner is None else make("div", inner, term.args[1])
    for k, part in enumerate(term.args) if term.op == "mul" else ():
        inner = without(part, factor)
        if inner is not None:
            rest = (inner, term.args[1]) if k == 0 else (term.args[0], inner)
            return term.args[1 - k] if inner is number(1) else make("mul", *rest)
    return None


def multiplied(terms: Iterable[Term]) -> Term:
    """The product of numbers, from the left; 1 of none."""
    found = list(terms)
    return reduce(lambda a, b: make("mul", a, b), found) if found else number(1)


def added(terms: Iterable[Term]) -> Term:
    """The sum of numbers or vectors, from the left; the number 0 of none."""
    found = list(terms)
    return reduce(lambda a, b: make("add", a, b), found) if found else number(0)


def combined(parts: Iterable[tuple[Fraction, Term]]) -> Term:
    """sum c b of numbers or vectors b, without the parts whose c is 0; the number 0 where nothing is left."""
    total: Term | None = None
    for c, b in parts:
        part = b if abs(c) == 1 else make("mul", number(abs(c)), b)
        if total is None and c:
            total = part if c > 0 else make("neg", part)
        elif total is not None and c:
            total = make("add" if c > 0 else "sub", total, part)
    return number(0) if total is None else total


def numbers_of_facts(context: Context) -> list[Term]:
    """Numbers without tokens that stand alone on a side of an inequality."""
    found: list[Term] = []
    for _, part in known_parts(context):
        if part.formula.op in ("<", "<="):
            for side in part.formula.args:
                if is_number(side) and not any(x in side.letters for x in part.variables) and side not in found:
                    found.append(side)
    return found


def under(terms: Sequence[Term], context: Context, ops: Sequence[str]) -> Iterator[tuple[list[Letter], Context, Term]]:
    """The terms with these operations inside closed sums and extrema, one or two deep, and the letters they are at."""
    for total in subterms(terms, _BINDERS):
        if total.loose or total.args[0].op != "over":
            continue
        x, inner = Names(context).new(range_sort(total.args[0]))
        body = opened(total, x)
        yield from (([x], inner, t) for t in subterms([body], ops) if not t.loose and x in t.letters)
        for deeper in subterms([body], _BINDERS):
            if deeper.loose or deeper.args[0].op != "over" or x not in deeper.letters:
                continue
            y, innermost = Names(inner).new(range_sort(deeper.args[0]))
            found = subterms([opened(deeper, y)], ops)
            yield from (([x, y], innermost, t) for t in found if not t.loose and {x, y} <= set(t.letters))
