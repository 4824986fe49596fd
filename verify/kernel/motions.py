"""A statement refuted by a motion: explicit functions of time for its letters, at which it is proved to fail.

The letters stand for closed terms over an orthonormal frame of the one space; tokens and heads are counted, so that
every quantifier, sum and range over them is written out. What remains speaks of the frame and of time only, and is
proved from nothing but the equations of the frame: first everything that is given, then the negation of what is shown.
Such a motion exists because its terms are built from total functions; a moving letter receives what is proved to be
absolutely continuous, a constant one what does not speak of time, a matrix a sum of `number * left * <right, .>`, an
operator one in which left and right are the same. The frame spans its space, which has as many dimensions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from .claims import Proof, conjunction
from .contexts import TIMELESS, Context
from .declarations import define
from .definitions import definitions
from .derivatives import vector_space
from .elaboration import Elaborator
from .frames import MAX_COUNT, counted, listed, spanned
from .moments import level
from .parsing import parse
from .polynomials import Work
from .proofs import CLAIM_WORK, Listener, Refused, Walker
from .regularity import absolutely_continuous
from .rules import Rule
from .scopes import Scope
from .spaces import instance_of
from .statements import Statement, closed
from .terms import (
    BINDERS,
    CONSTANT,
    MOVING,
    NUMBER,
    RANDOM,
    Letter,
    Rejected,
    Sort,
    Term,
    applied,
    binder,
    build,
    fresh,
    make,
    number,
    opened,
    over,
    range_sort,
)

KEYS = ("frame", "tokens", "heads", "where", "letters", "first", "given", "show")
_TERMS = frozenset(
    (
        *("num", "letter", "pi", "time", "zero", "add", "sub", "neg", "mul", "div", "pow", "dot", "norm"),
        *("exp", "log", "sqrt", "abs", "tanh", "sin", "cos", "max2", "min2"),
    )
)
_JOINED = {"forall": "and", "exists": "or", "sum": "add"}
_TRUE = make("<=", number(0), number(1))
_EMPTY = {"forall": _TRUE, "exists": make("not", _TRUE)}


def refuted_by_motion(
    statement: Statement,
    data: Any,
    lemma: Callable[[str], Rule],
    listener: Listener | None = None,
    walker: Walker | None = None,
) -> Proof:
    """What the refutation of `statement` by the motion `data` rests on; raises Rejected where it does not refute.

    data : frame, the names of an orthonormal basis; tokens, heads, how many there are; where, abbreviations; letters,
        a text for every letter of the statement, lists for families, a place (from 0) for a token or head, lists of
        texts [number, left, right] for a matrix, of [number] and [number, left] for an operator; first, pairs of a
        formula and its proof, usable in what follows; given, a proof for each of them; show, one of the negation.
    walker : walks in the place of the kernel's own, for a search; then what it accepts is not judged.
    """
    if not isinstance(data, Mapping) or any(name not in KEYS for name in data):
        raise Rejected(f"a motion is an object with {', '.join(KEYS)}")
    if len(statement.scope.spaces) > 1 or statement.scope.groups:
        raise Rejected("a motion is in one space, and its tokens form no groups")
    motion = Motion(statement, data)
    walker = walker or Walker(lemma, Work(CLAIM_WORK), listener)
    context = Context(motion.scope, motion.facts, TIMELESS, walker.work)
    for pair in listed(data, "first"):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise Rejected("'first' is a list of pairs: a formula and its proof")
        fact = closed(pair[0], motion.scope)
        walker.walk(pair[1], fact, context, (f"first {str(pair[0])[:60]}",))
        context = context.having([fact])
    motion.read(statement, data.get("letters"), context)
    proofs = listed(data, "given")
    if len(proofs) != len(statement.given):
        raise Rejected(f"{len(proofs)} proofs for {len(statement.given)} formulas that are given")
    for text, formula, proof in zip(statement.given_texts, statement.given, proofs, strict=True):
        walker.walk(proof, motion.written(formula), context, (f"given {text[:60]}",))
    goal = make("not", conjunction(tuple(motion.written(formula) for formula in statement.show)))
    if "show" not in data:
        raise Refused(("show",), "no proof of the negation")
    walker.walk(data["show"], goal, context, ("not show",))
    return Proof(frozenset(walker.axioms), frozenset(walker.lemmas), walker.work.spent, walker.compact)


class Motion:
    """The frame, the tokens and heads, and what stands for every member of every letter."""

    def __init__(self, statement: Statement, data: Mapping[str, Any]) -> None:
        space = statement.scope.spaces[0] if statement.scope.spaces else ""
        self.space = space
        self.scope = Scope(spaces=statement.scope.spaces, definitions=definitions())
        frame = [fresh(str(name), ("vector", space)) for name in listed(data, "frame")]
        if not 1 <= len(frame) <= MAX_COUNT:
            raise Rejected(f"a frame is a list of 1 to {MAX_COUNT} names")
        for letter in frame:
            self.scope.declare(letter.name, letter)
        self.dimension = len(frame)
        self.facts = [
            make("==", make("dot", a, b), number(int(a is b))) for k, a in enumerate(frame) for b in frame[: k + 1]
        ]
        self.facts += spanned(frame, space)
        for text in listed(data, "where"):
            define(text, self.scope)
        self.indices = {kind: counted(data, f"{kind}s", kind) for kind in ("token", "head")}
        self.table: dict[tuple[Any, ...], Any] = {}
        self._done: dict[Term, Term] = {}

    # what the letters stand for
    def read(self, statement: Statement, values: Any, context: Context) -> None:
        """Fill the table: every letter of the statement, and nothing else, has a value of its sort and level."""
        names = [letter.name for letter in statement.letters]
        if not isinstance(values, Mapping) or set(values) != set(names):
            raise Rejected(f"'letters' has a value for each of {', '.join(names)}")
        for letter in statement.letters:
            if letter.level == RANDOM:
                raise Rejected(f"{letter.name} is random; a motion is not")
            try:
                self._family((letter,), letter.sort, values[letter.name], letter.level, context)
            except Rejected as error:
                raise Rejected(f"the letter {letter.name}: {error}") from error

    def _family(self, key: tuple[Any, ...], sort: Sort, value: Any, lev: int, context: Context) -> None:
        if sort[0] != "fn":
            self.table[key] = self._value(sort, value, lev, context)
            return
        if sort[1][0] != "index" or sort[1][1] not in self.indices:
            raise Rejected("a family of a motion is indexed by tokens or heads")
        members = self.indices[sort[1][1]]
        if not isinstance(value, (list, tuple)) or len(value) != len(members):
            raise Rejected(f"a list of {len(members)} values is needed")
        for index, part in zip(members, value, strict=True):
            self._family((*key, index), sort[2], part, lev, context)

    def _value(self, sort: Sort, value: Any, lev: int, context: Context) -> Any:
        if sort[0] == "index":
            members = self.indices.get(sort[1], [])
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(members):
                raise Rejected(f"a place from 0 to {len(members) - 1} is needed, got {str(value)[:40]!r}")
            return members[value]
        if sort[0] in ("matrix", "operator"):
            lengths = (3,) if sort[0] == "matrix" else (1, 2, 3)
            given: Sequence[Any] = value if isinstance(value, (list, tuple)) else [None]
            if any(not isinstance(t, (list, tuple)) or len(t) not in lengths for t in given):
                raise Rejected("a matrix is a list of terms [number, left, right], of [number, left] for operators")
            sorts = (NUMBER, ("vector", self.space), ("vector", self.space))
            terms = [tuple(self._term(x, s, lev, context) for x, s in zip(t, sorts, strict=False)) for t in given]
            if sort[0] == "operator" and any(t[1] is not t[-1] for t in terms if len(t) > 1):
                raise Rejected("an operator is symmetric: left and right of its terms are the same")
            return terms
        if sort[0] not in ("number", "vector"):
            raise Rejected(f"no motion for the sort {sort[0]}")
        return self._term(value, sort, lev, context)

    def _term(self, text: Any, sort: Sort, lev: int, context: Context) -> Term:
        term = Elaborator(self.scope).check(parse(text), sort)
        stack = [term]
        while stack:
            top = stack.pop()
            if top.op not in _TERMS:
                raise Rejected(f"{text[:80]!r} uses {top.op}, which no motion may")
            stack.extend(part for part in top.args if isinstance(part, Term))
        if lev == CONSTANT and level(term) != CONSTANT:
            raise Rejected(f"{text[:80]!r} moves")
        if lev == MOVING and not absolutely_continuous(term, context):
            raise Rejected(f"{text[:80]!r} need not be absolutely continuous")
        return term

    # formulas at the motion
    def written(self, term: Term) -> Term:
        """`term` at the motion: its letters replaced, and everything about tokens and heads written out."""
        found = self._done.get(term)
        if found is None:
            found = self._done[term] = self._written(term)
        return found

    def _written(self, term: Term) -> Term:
        op, args = term.op, term.args
        if isinstance(term, Letter) or op == "ap":
            return self._member(term)
        if op == "dim":
            return number(self.dimension)
        if op in ("timed", "def"):
            definition = definitions()[args[0]]
            if any(letter.sort != NUMBER for letter in definition.letters):
                return self.written(instance_of(definition, args[1:]))
        if op in ("<", "<=", "==", "!=") and self._index(args[0]) is not None:
            return make(op, *(number(self._place(part)) for part in args))
        if op in BINDERS:
            return self._bound(term)
        if op == "lin":
            return self._applied(term)
        if op == "positive_definite":
            u = fresh("u", ("vector", self.space))
            zero = make("zero", self.space)
            above = make("<", number(0), make("dot", u, self._applied(make("lin", args[0], u))))
            return binder("forall", over(u.sort), u, make("implies", make("!=", u, zero), above))
        if op in ("map", "flow", "over", "before", "upto", "span", "cases"):
            raise Rejected(f"{op} cannot be written out at a motion")
        return build(op, *(self.written(part) if isinstance(part, Term) else part for part in args))

    def _member(self, term: Term) -> Term:
        """A letter, or a member of a family."""
        key = self._key(term)
        value = self.table.get(key)
        if isinstance(value, Term) and not self._is_index(value):
            return value
        if key not in self.table and isinstance(term, Letter) and term.sort in (NUMBER, ("vector", self.space)):
            return term  # bound in the formula
        raise Rejected("a family, a matrix or an index is used where a number or a vector is wanted")

    def _is_index(self, term: Term) -> bool:
        return any(term is member for members in self.indices.values() for member in members)

    def _key(self, term: Term) -> tuple[Any, ...]:
        head, arguments = applied(term)
        places = [self._index(argument) for argument in arguments]
        if None in places:
            raise Rejected("a family is applied to what is no token and no head")
        return (head, *places)

    def _index(self, term: Term) -> Letter | None:
        """The token or head that `term` is; None if it is none."""
        if not isinstance(term, Letter) or term.sort[0] != "index":
            return None
        found = self.table.get((term,), term)
        assert isinstance(found, Letter)
        return found

    def _place(self, term: Term) -> int:
        index = self._index(term)
        for members in self.indices.values():
            for place, member in enumerate(members):
                if member is index:
                    return place
        raise Rejected("an index that is no token and no head of the motion")

    def _bound(self, term: Term) -> Term:
        kind, scope = term.op, term.args[0]
        sort = range_sort(scope)
        if sort in (NUMBER, ("vector", self.space)):
            if kind not in ("forall", "exists"):
                raise Rejected(f"{kind} over infinitely many cannot be written out")
            x = fresh("x", sort)
            return binder(kind, scope, x, self.written(opened(term, x)))
        if sort[0] != "index" or sort[1] not in self.indices or kind not in _JOINED:
            raise Rejected(f"{kind} over {sort[0]} cannot be written out at a motion")
        members = self.indices[sort[1]]
        if scope.op in ("before", "upto"):
            members = members[: self._place(scope.args[0]) + (scope.op == "upto")]
        parts = [self.written(opened(term, index)) for index in members]
        if parts:
            return reduce(lambda a, b: make(_JOINED[kind], a, b), parts)
        if kind != "sum":
            return _EMPTY[kind]
        space = vector_space(opened(term, fresh("x", sort)))
        return number(0) if space is None else make("zero", space)

    def _applied(self, term: Term) -> Term:
        """A matrix or an operator at a vector: the sum of its terms."""
        terms = self.table.get(self._key(term.args[0]))
        if not isinstance(terms, list):
            raise Rejected("a matrix without a value")
        vector = self.written(term.args[1])
        parts = [
            make("mul", make("mul", c, make("dot", ends[-1], vector)) if ends else c, ends[0] if ends else vector)
            for c, *ends in terms
        ]
        return reduce(lambda a, b: make("add", a, b), parts) if parts else make("zero", self.space)
