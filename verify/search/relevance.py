"""The facts that are nearest to a goal: they share with it, or with those chosen before, what few others speak of."""

from collections import Counter
from collections.abc import Iterator

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import Letter, Term, make, number
from attnverify.verify.search.terms_of import known_parts

RELATIONS = ("<", "<=", "==", "!=")
_PLAIN = (*RELATIONS, "add", "sub", "neg", "mul", "div", "num", "over", "forall", "implies", "and", "or", "not")
ZERO = number(0)
_SIZES = (2, 4, 7)
_SECOND = 0.5  # what counts what a chosen fact speaks of


def narrowed(goal: Term, context: Context) -> Iterator[Context]:
    """The context with a few facts alone, the last ones and the nearest, then with more, as far as there are."""
    chosen = _ranked(goal, context)
    for size in _SIZES:
        few = {*chosen[:size], *context.facts[-size:]}
        kept = [fact for fact in context.facts if fact in few]
        yield Context(context.scope, kept, context.moment, context.work)
        if len(kept) == len(context.facts):
            return


def positive(context: Context) -> list[Term]:
    """The numbers that facts say are positive, or negative, turned so that they are positive."""
    found = []
    for _, part in known_parts(context):
        a, b = part.formula.args if part.formula.op == "<" and not part.variables else (None, None)
        if a is not None and is_number(a) and "num" in (a.op, b.op):
            found += [b] if a is ZERO else [make("neg", a)] if b is ZERO else []
    return found


def _ranked(goal: Term, context: Context) -> list[Term]:
    """The nearest facts, the nearest first."""
    shapes = {fact: _shapes(fact) for fact in context.facts}
    seldom = Counter(shape for found in shapes.values() for shape in found)
    weights = dict.fromkeys(_shapes(goal), 1.0)
    chosen: list[Term] = []
    while shapes and len(chosen) < _SIZES[-1]:

        def near(fact: Term) -> float:
            own = shapes[fact]
            whole = sum(1 / seldom[s] for s in own)
            return sum(weights.get(s, 0.0) / seldom[s] for s in own) / whole if whole else 0.0

        best = max(shapes, key=near)
        for shape in shapes.pop(best):
            weights.setdefault(shape, _SECOND)
        chosen.append(best)
    return chosen


def _shapes(term: Term) -> set[Term]:
    """The letters of a term, and what in it is no plain arithmetic and has a meaning of its own."""
    found = {term} if isinstance(term, Letter) or not (term.op in _PLAIN or term.loose) else set()
    return found.union(*(_shapes(part) for part in term.args if isinstance(part, Term)))
