"""Terms found in terms, and names for new letters at a place of a proof."""

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.facts import Part, parts
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.printing import text as written
from attnverify.verify.kernel.terms import NUMBER, TOKEN, Letter, Rejected, Sort, Term, fresh, make, range_sort

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
