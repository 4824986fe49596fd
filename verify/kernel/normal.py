"""Normal forms: the one decision procedure of the kernel.

Scalars become Laurent polynomials in atoms; vectors of a space of any dimension become combinations of atomic vectors;
sums over any number of tokens are expanded, their summed letters numbered in one canonical way. Two terms are equal if
the normal form of their difference is zero. What may be divided by, what is positive and which equations rewrite comes
from `Knowledge`; without knowledge nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from verify.kernel.atoms import Poly, atom, frozen, order
from verify.kernel.division import shown
from verify.kernel.knowledge import Knowledge
from verify.kernel.members import Vector
from verify.kernel.polynomials import Work, add, constant, scaled
from verify.kernel.rates import Rates
from verify.kernel.terms import Letter, Rejected, Term, make, opened

OPAQUE = frozenset(("log", "tanh", "sin", "cos", "abs", "max2", "min2", "binomial", "sizepow", "probability"))


class Normaliser(Rates):
    """Arithmetic in one context.

    knowledge : what is known of signs and divisors, and the equations named for rewriting.
    groups : the declared partition of the tokens; sums over all tokens are split along it.
    at_start : whether the time is 0, so that a moving letter is its initial value.
    norms : scalars claimed to be lengths of vectors; used where their square is right and they are not negative.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        groups: tuple[str, ...],
        work: Work,
        at_start: bool = False,
        norms: Sequence[Term] = (),
    ) -> None:
        self.asked, self.named = 0, bool(knowledge.named)
        self.knowledge, self.work = knowledge, work
        self.standing: dict[Term, Any] = {}  # what letters stand for that a named equation is taken at
        self.groups, self.at_start, self.norms = groups, at_start, tuple(norms)
        self.earlier: list[tuple[Letter, Letter]] = []
        self._scalars: dict[Term, Poly] = {}
        self._vectors: dict[Term, Vector] = {}
        alone = self.named or bool(norms)  # every atom is a question to the equations, every root one to the norms
        self._plain_scalars = self._scalars if alone else work.kept(f"scalars {groups} {at_start}")
        self._plain_vectors = self._vectors if alone else work.kept(f"vectors {groups} {at_start}")
        self._depth = 0
        self._timeless: Normaliser | None = None
        self.knowledge.attach(self)

    def timeless(self) -> Normaliser:
        """The same arithmetic with what is known whatever the time is."""
        self.asked += 1
        if self._timeless is None:
            closed = self.knowledge.closed()
            if closed is self.knowledge and not self.at_start:
                self._timeless = self
            else:
                self._timeless = Normaliser(closed, self.groups, self.work)
        return self._timeless

    # scalars
    def scalar(self, term: Term) -> Poly:
        """The normal form of a number."""
        found: Poly = self._once(term, self._scalars, self._plain_scalars, lambda t: self._reduced(self._scalar(t)))
        return found

    def _once(self, term: Term, own: dict[Term, Any], plain: dict[Term, Any], find: Callable[[Term], Any]) -> Any:
        """The normal form of a term, found once: for all contexts where nothing had to be known, else for this one."""
        if term.loose:
            raise Rejected("a bound letter outside its binder")
        found = own.get(term)
        if found is not None:
            self.asked += 1
            return found
        found = plain.get(term)
        if found is None:
            self.work.spend(1)
            before = self.asked
            found = find(term)
            if not self.earlier:
                (plain if self.asked == before else own)[term] = found
        return found

    def _scalar(self, term: Term) -> Poly:
        op, args = term.op, term.args
        if op == "num":
            return constant(args[0])
        if isinstance(term, Letter):
            stands: Poly | None = self.standing.get(term)
            return self._letter(term, ()) if stands is None else stands
        if op == "add":
            return add(self.scalar(args[0]), self.scalar(args[1]))
        if op == "sub":
            return add(self.scalar(args[0]), self.scalar(args[1]), -1)
        if op == "neg":
            return scaled(self.scalar(args[0]), Fraction(-1))
        if op == "mul":
            return self.times(self.scalar(args[0]), self.scalar(args[1]))
        if op == "div":
            return self.times(self.scalar(args[0]), self.inverse(self.scalar(args[1])))
        if op == "safediv":
            return self.times(self.scalar(args[0]), self.inverse(self.scalar(args[1]), certain=True))
        if op == "positive":
            value = self.scalar(args[0])
            if self.knowledge.sign(value) != ">":
                raise Rejected(f"not known to be positive here: {shown(value)}")
            return value
        if op == "pow":
            return self.power(self.scalar(args[0]), args[1])
        if op == "ap":
            return self._family(term)
        if op == "sum" and args[0].op == "span":
            return self._extremum(term)
        if op == "sum":
            summed: Poly = self._sum(args[0], lambda x: self.scalar(opened(term, x)), self._sum_over)
            return summed
        if op == "dot":
            return self.dot(self.vector(args[0]), self.vector(args[1]))
        if op == "norm":
            return self.root(self.dot(*[self.vector(args[0])] * 2))
        if op == "sqrt":
            inside = self.scalar(args[0])
            return (
                self.root(inside)
                if self.knowledge.sign(inside) in (">", ">=")
                else self._atomic(atom("sqrt", frozen(inside)))
            )
        if op == "exp":
            return self._exponential(self.scalar(args[0]))
        if op == "rate":
            return self._rate(term)
        if op == "saferate":
            self._made_of_rates(args[0])
            return self.scalar(make("rate", args[0]))
        if op == "start":
            return self.scalar(self.initial(args[0]))
        if op in ("max", "min", "diam"):
            return self._extremum(term)
        if op == "abs":
            return self._absolute(self.scalar(args[0]))
        if op == "sizepow":
            return self._size_power(self.scalar(args[0]), self.scalar(args[1]))
        if op in ("max2", "min2"):
            parts = sorted((frozen(self.scalar(a)) for a in args), key=lambda f: [(order(m), c) for m, c in f])
            return self._atomic(atom(op, *parts))
        if op in ("sin", "cos") and not self.scalar(args[0]):
            return constant(int(op == "cos"))
        if op in OPAQUE:
            return self._atomic(atom(op, *(frozen(self.scalar(a)) if op != "probability" else a for a in args)))
        if op in ("time", "pi", "dim"):
            return constant(0) if op == "time" and self.at_start else self._atomic(atom(op, *args))
        raise Rejected(f"no number: {op}")

    # vectors
    def vector(self, term: Term) -> Vector:
        """The normal form of a vector."""
        found: Vector = self._once(term, self._vectors, self._plain_vectors, self._vector)
        return found

    def _vector(self, term: Term) -> Vector:
        op, args = term.op, term.args
        if op == "zero":
            return {}
        if term in self.standing:
            return self.standing[term]  # type: ignore[no-any-return]
        if isinstance(term, Letter):
            if term.sort[0] != "vector":
                raise Rejected(f"{term.name} is no vector")
            return self._vector_atom(atom("l", self._now(term)))
        if op in ("add", "sub"):
            return self.vector_sum(self.vector(args[0]), self.vector(args[1]), 1 if op == "add" else -1)
        if op == "neg":
            return self.scale(constant(-1), self.vector(args[0]))
        if op == "mul":
            return self.scale(self.scalar(args[0]), self.vector(args[1]))
        if op in ("div", "safediv"):
            return self.scale(self.inverse(self.scalar(args[1]), certain=op == "safediv"), self.vector(args[0]))
        if op == "lin":
            return self.apply(self._head(args[0]), self.vector(args[1]))
        if op == "sum":
            return self._sum(args[0], lambda x: self.vector(opened(term, x)), self._vector_sum_over)  # type: ignore[no-any-return]
        if op == "ap":
            return self._vector_member(term)
        if op == "unit":
            return self._unit(args[0])
        if op == "start":
            return self.vector(self.initial(args[0]))
        if op == "rate":
            return self._vector_rate(term)
        if op == "D":
            return self._differential(term)
        raise Rejected(f"no vector: {op}")
