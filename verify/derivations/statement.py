"""The core's formula of a typed statement: what a derivation has to end with. Trusted, like the core itself.

All letters are generalised; their level and sort hypotheses, then what is given, imply what is shown. Time is an
ordinary letter: what moves is a function whose last argument is the time, and a term is translated at a time `now`.
What is random is a function whose first argument is the outcome; within `probability` the outcome stands as `now`.
The words of `definitions.py` are written out. What has no translation here is declined by name, never approximated.

D(F, S, d, i) is D F S d i for one more letter D of the statement, of which one thing is given: where a map F has the
derivative L at a state S, D F S is L. So the statement holds whatever D is where there is no derivative. An equation
or inequality with D that is shown says thereby that F is differentiable at S, as it would fail for another D; one that
is given says nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..core.terms import State
from ..kernel.definitions import definitions
from ..kernel.spaces import instance_of
from ..kernel.statements import Statement
from ..kernel.terms import MEASURABLE, MOVING, RANDOM, Letter, Term, applied, contains, fresh, last, opened, range_sort
from ..kernel.terms import Sort as KernelSort

R, N, O, W = "R", "N", "O", "W"  # noqa: E741
# words about maps: the core has the set of the map as one more argument
_MAP_WORDS = (
    *("lyapunov", "asymptotically_stable", "inside_disc", "outside_disc"),
    *("spectrum", "token_spectrum", "group_spectrum", "matrix_spectrum"),
)
_LAWS = ("independent", "uniform_on_sphere", "standard_normal", "normal")
_ALMOST_ALL = ("almost_all_reach", "almost_all_converge")
# operations that both have, under the same name or another one
_SAME = {op: op for op in ("exp", "log", "sqrt", "tanh", "sin", "cos", "abs", "norm", "dot", "max2", "min2", "pi")}
_SAME |= {"and": "and", "or": "or", "not": "not", "implies": "=>", "add": "+", "mul": "*"}


UNNAMED = "E"  # the one space of a statement that declares none


def _space(name: str) -> str:
    return f"V:{name or UNNAMED}"


class Declined(Exception):  # noqa: N818
    """A construct that is not covered; the message names it."""


def core_sort(sort: KernelSort) -> Any:
    """The core's sort of a kernel sort that does not move."""
    kind = sort[0]
    if kind in ("number", "size", "formula"):
        return {"number": R, "size": N, "formula": O}[kind]
    if kind == "index":
        return f"I:direction {sort[2] or UNNAMED}" if sort[1] == "direction" else f"I:{sort[1]}"
    if kind == "vector":
        return _space(sort[1])
    if kind == "operator":
        return ("lin", _space(sort[1]), _space(sort[1]))
    if kind == "matrix":
        return ("lin", _space(sort[1]), _space(sort[2]))
    if kind == "fn":
        return ("fn", core_sort(sort[1]), core_sort(sort[2]))
    if kind in ("map", "flow"):  # of a flow that is a letter: the field at the present time
        return ("fn", _state(sort[1]), _state(sort[1]))
    raise Declined(f"sort {kind}")


def _state(space: str) -> Any:
    return ("fn", "I:token", _space(space))


def derivative_sort(space: str) -> Any:
    """The sort of the derivative of maps of states: a linear map for a map and a state."""
    state = ("fn", "I:token", space)
    return ("fn", ("fn", state, state), ("fn", state, ("fn", state, state)))


def core_letter_sort(letter: Letter) -> Any:
    """The core's sort of a letter: with the time as its last argument where it moves, the outcome as its first one."""

    def timed(sort: KernelSort) -> Any:
        if sort[0] == "fn":
            return ("fn", core_sort(sort[1]), timed(sort[2]))
        return ("fn", R, core_sort(sort))

    if letter.level in (MOVING, MEASURABLE):
        return timed(letter.sort)
    plain = core_sort(letter.sort)
    return ("fn", W, plain) if letter.level == RANDOM else plain


class Translator:
    """Terms of the kernel as terms of the core.

    letters : what stands for the free letters of the kernel; a letter is made when it first occurs.
    measured : whether every statement says that what is measurable is that, and that a space has as many directions as
    dimensions, as where one is refuted: a claim holds without.
    """

    measured = False

    def __init__(self, state: State) -> None:
        self.state = state
        self.letters: dict[Letter, int] = {}
        self.sets: dict[Letter, int] = {}
        self.derivatives: dict[str, int] = {}  # by spaces
        self._names = 0
        self._kept: dict[tuple[Term, int | None], tuple[Term, int]] = {}

    # letters and small terms
    def fresh(self, sort: Any, name: str = "x") -> int:
        """A letter of the core that occurs nowhere yet: no name of the language has a dot, so that no two are one."""
        self._names += 1
        return self.state.letter(f"{name}.{self._names}", sort)

    def letter(self, letter: Letter) -> int:
        """What stands for a letter of the kernel."""
        if letter not in self.letters:
            self.letters[letter] = self.fresh(core_letter_sort(letter), letter.name)
        return self.letters[letter]

    def bind(self, sort: Any, body: Callable[[int], int]) -> int:
        """The function of a letter of `sort` whose value is `body`."""
        x = self.fresh(sort)
        return self.state.lam(x, body(x))

    def make(self, op: str, *args: Any) -> int:
        """A term of the core."""
        return self.state.make(op, *args)

    def number(self, value: int | Fraction) -> int:
        """A literal."""
        return self.state.number(Fraction(value))

    def implies(self, hypotheses: list[int], goal: int) -> int:
        """All hypotheses, in order, imply the goal."""
        for hypothesis in reversed(hypotheses):
            goal = self.make("=>", hypothesis, goal)
        return goal

    def every(self, sort: Any, body: Callable[[int], int]) -> int:
        """The body holds for all of a sort."""
        return self.make("all", self.bind(sort, body))

    def always(self, body: Callable[[int], int]) -> int:
        """The body holds at all times from 0 on."""
        return self.every(R, lambda t: self.make("=>", self.make("<=", self.number(0), t), body(t)))

    # ranges
    def member(self, scope: Term, x: int, now: int | None) -> list[int]:
        """What it means that x is in a range, as formulas."""
        if scope.op == "before":
            return [self.make("<", x, self.term(scope.args[0], now))]
        if scope.op == "upto":
            return [self.make("<=", x, self.term(scope.args[0], now))]
        if scope.op == "span":
            value = self.make("real", x)
            return [
                self.make("<=", self.term(scope.args[0], now), value),
                self.make("<=", value, self.term(scope.args[1], now)),
            ]
        return self.sorted(scope.args[0], x)

    def sorted(self, sort: KernelSort, x: int) -> list[int]:
        """What the sort of the kernel says of a letter that the sort of the core does not say."""
        if sort[:2] == ("index", "token") and sort[2]:
            return [self.state.apply(self.group(sort[2]), x)]
        return [self.symmetric(x)] if sort[0] == "operator" else []

    def group(self, name: str) -> int:
        """The predicate of a group of tokens."""
        return self.state.letter(f"group {name}", ("fn", "I:token", O))

    def symmetric(self, w: int) -> int:
        """That an operator is symmetric."""
        space = self.state.sort(w)[1]

        def said(a: int, b: int) -> int:
            left = self.make("dot", a, self.make("lin", w, b))
            return self.make("=", left, self.make("dot", self.make("lin", w, a), b))

        return self.every(space, lambda a: self.every(space, lambda b: said(a, b)))

    def range(self, scope: Term, now: int | None) -> int:
        """A range of indices as a predicate."""
        sort = range_sort(scope)
        if sort[0] != "index":
            raise Declined("a range of sizes")

        def said(x: int) -> int:
            conditions = self.member(scope, x, now)
            return conditions[0] if conditions else self.make("true")

        return self.bind(core_sort(sort), said)

    # terms
    def term(self, term: Term, now: int | None) -> int:
        """A closed term of the kernel at a time; a size is a number here."""
        key = (term, now)
        if key not in self._kept:
            self._kept[key] = (term, self._term(term, now))
        return self._kept[key][1]

    def _term(self, term: Term, now: int | None) -> int:
        op, args = term.op, term.args
        head, arguments = applied(term)
        if isinstance(head, Letter):
            value = self._family(head, arguments, now)
            return self.make("real", value) if self.state.sort(value) == N else value
        if arguments:
            return self._at(head, arguments, now)
        if op == "num":
            return self.number(args[0])
        if op in _SAME:
            return self.make(_SAME[op], *[self.term(part, now) for part in args])
        if op in ("<", "<=", "==", "!="):
            a, b = (self.term(part, now) for part in args)
            said = self.make("=" if op in ("==", "!=") else op, a, b)
            return self.make("not", said) if op == "!=" else said
        if op == "sub":
            return self.make("+", self.term(args[0], now), self._scaled(-1, self.term(args[1], now)))
        if op == "neg":
            return self._scaled(-1, self.term(args[0], now))
        if op == "div":
            value, inverse = self.term(args[0], now), self.make("inv", self.term(args[1], now))
            return self.make("*", value, inverse) if self.state.sort(value) == R else self.make("*", inverse, value)
        if op == "pow":
            return self._power(self.term(args[0], now), args[1])
        if op == "sizepow":
            return self.make("pow", self.term(args[0], now), self.size(args[1], now))
        if op == "binomial":
            return self.make("binomial", *[self.size(part, now) for part in args])
        if op == "unit":
            u = self.term(args[0], now)
            return self.make("*", self.make("inv", self.make("norm", u)), u)
        if op == "lin":
            return self.make("lin", self.linear(args[0], now), self.term(args[1], now))
        if op == "zero":
            return self.make("zeroV", _space(args[0]))
        if op == "dim":
            return self.make("dim", _space(args[0]))
        if op == "fn":
            return self._bound(term, now)
        if op in ("sum", "max", "min", "diam"):
            return self._gathered(term, now)
        if op in ("forall", "exists"):
            return self._quantified(term, now)
        if op == "cases":
            return self.bind("I:token", lambda i: self._grouped(term, i, now))
        if op in ("def", "timed"):
            return self._defined(term, now)
        if op == "value":
            return self.state.apply(self.map(args[0], now), *[self.term(part, now) for part in args[1:]])
        if op == "D":
            dynamics = self.map(args[0], now)
            derivative = self.derivative(self.state.sort(dynamics)[1][2])
            return self.state.apply(derivative, dynamics, *[self.term(part, now) for part in args[1:]])
        if op == "on":
            return self.state.apply(self.set_of(args[0]), self.term(args[1], now))
        if op in _MAP_WORDS or op in _ALMOST_ALL or op == "one_solution":
            return self._about_map(term, now)
        if op == "positive_definite":
            return self._positive_definite(self.linear(args[0], now))
        return self._timed(term, now)

    def _timed(self, term: Term, now: int | None) -> int:
        op, args = term.op, term.args
        if op == "time":
            return self._moment(now)
        if op == "always":
            return self.always(lambda t: self.term(args[0], t))
        if op == "almost_always":
            return self.make("ae", self.bind(R, lambda t: self.term(args[0], t)))
        if op in ("at_start", "start"):
            return self.term(args[0], self.number(0))
        if op == "probability":
            return self.make("prob", self.bind(W, lambda o: self.term(args[0], o)))
        if op in _LAWS:
            return self._law(term, now)
        if op == "rate":
            return self.make("rate", self.bind(R, lambda s: self.term(args[0], s)), self._moment(now))
        raise Declined(op)

    def _moment(self, now: int | None, sort: str = R) -> int:
        if now is None or self.state.sort(now) != sort:
            raise Declined("a moment outside time" if sort == R else "something random outside probability")
        return now

    def _law(self, term: Term, now: int | None) -> int:
        """A word about something random: the word of the core at its sorts."""
        drawn, *rest = term.args
        value = self.bind(W, lambda o: self.term(drawn, o))
        image = self.state.sort(value)[2]
        sorts = () if image == R else image[1:]
        return self.state.apply(self.make("word", term.op, *sorts), value, *[self.term(part, now) for part in rest])

    def _scaled(self, factor: int, value: int) -> int:
        return self.make("*", self.number(factor), value)

    def _power(self, base: int, exponent: int) -> int:
        if exponent == 0:
            return self.number(1)
        result = base
        for _ in range(exponent - 1):
            result = self.make("*", base, result)
        return result

    def size(self, term: Term, now: int | None) -> int:
        """A size as one, not as a number."""
        head, arguments = applied(term)
        if isinstance(head, Letter) and last(head.sort)[0] == "size":
            return self._family(head, arguments, now)
        if term.op == "num":
            return self._after(self.make("zero"), term)
        if term.op == "add":
            a, b = term.args
            first = self.size(a, now)
            return self._after(first, b) if b.op == "num" else self.make("plusN", first, self.size(b, now))
        raise Declined(f"the size {term.op}")

    def _after(self, size: int, count: Term) -> int:
        if count.args[0].denominator != 1 or not 0 <= count.args[0] <= 64:
            raise Declined("a size above 64")
        return self.above(size, int(count.args[0]))

    def above(self, size: int, count: int) -> int:
        """The size that is so many above another one."""
        for _ in range(count):
            size = self.make("succ", size)
        return size

    def argument(self, sort: KernelSort, term: Term, now: int | None) -> int:
        """What a letter of this sort stands for, or is applied to."""
        if sort[0] == "size":
            return self.size(term, now)
        if sort[0] in ("operator", "matrix"):
            return self.linear(term, now)
        if sort[0] in ("map", "flow"):
            return self.map(term, now)
        return self.term(term, now)

    def linear(self, term: Term, now: int | None) -> int:
        """An operator or matrix."""
        head, arguments = applied(term)
        if not isinstance(head, Letter):
            raise Declined("a written operator")
        return self._family(head, arguments, now)

    def _family(self, head: Letter, arguments: list[Term], now: int | None) -> int:
        """A letter at its arguments and, where it moves, at the time; what it still waits for is bound."""
        value, sort = self.letter(head), head.sort
        if head.level == RANDOM:
            value = self.state.apply(value, self._moment(now, W))
        for argument in arguments:
            value, sort = self.state.apply(value, self.argument(sort[1], argument, now)), sort[2]
        if head.level not in (MOVING, MEASURABLE):
            return value
        moment = self._moment(now)

        def complete(value: int, sort: KernelSort) -> int:
            if sort[0] != "fn":
                return self.state.apply(value, moment)
            return self.bind(core_sort(sort[1]), lambda x: complete(self.state.apply(value, x), sort[2]))

        return complete(value, sort)

    def _at(self, head: Term, arguments: list[Term], now: int | None) -> int:
        """A written function, or a state by groups, at arguments."""
        if head.op != "cases" or len(arguments) != 1:
            raise Declined(f"{head.op} applied")
        return self._grouped(head, self.term(arguments[0], now), now)

    def _grouped(self, term: Term, i: int, now: int | None) -> int:
        """A state written by groups: the value of the first group that has the token; the last one has all others."""
        groups, values = term.args[0], [self.term(part, now) for part in term.args[1:]]
        result = values[-1]
        for group, value in reversed(list(zip(groups, values, strict=True))[:-1]):
            result = self.make("ite", self.state.apply(self.group(group), i), value, result)
        return result

    def _inner(self, term: Term, body: Callable[[int, Term], int]) -> int:
        """A binder's function: the body at a new letter of the kernel, which stands for the core's one."""
        if last(range_sort(term.args[0]))[0] in ("map", "flow"):
            raise Declined("a bound map")
        letter = fresh("x", range_sort(term.args[0]))
        x = self.letter(letter)
        return self.state.lam(x, body(x, opened(term, letter)))

    def _bound(self, term: Term, now: int | None) -> int:
        return self._inner(term, lambda _, body: self.term(body, now))

    def _quantified(self, term: Term, now: int | None) -> int:
        scope = term.args[0]

        def body(x: int, inner: Term) -> int:
            conditions, formula = self.member(scope, x, now), self.term(inner, now)
            if term.op == "forall":
                return self.implies(conditions, formula)
            for condition in reversed(conditions):
                formula = self.make("and", condition, formula)
            return formula

        return self.make("all" if term.op == "forall" else "ex", self._inner(term, body))

    def _gathered(self, term: Term, now: int | None) -> int:
        scope, op = term.args[0], term.op
        if scope.op == "span":
            low = scope.args[0]
            if op != "sum" or not (low.op == "num" and low.args[0] == 0):
                raise Declined(f"{op} over sizes")
            return self.make("sumto", self.size(scope.args[1], now), self._bound(term, now))
        where, values = self.range(scope, now), self._bound(term, now)
        if op != "diam":
            return self.make(op, where, values)
        sort = self.state.sort(where)[1]

        def far(i: int, j: int) -> int:
            u, w = self.state.apply(values, i), self.state.apply(values, j)
            return self.make("norm", self.make("+", u, self._scaled(-1, w)))

        return self.make(
            "max", where, self.bind(sort, lambda i: self.make("max", where, self.bind(sort, lambda j: far(i, j))))
        )

    # words
    def _defined(self, term: Term, now: int | None) -> int:
        name, arguments = term.args[0], term.args[1:]
        if name == "solves":
            return self._solves(*arguments)
        return self.term(instance_of(definitions()[name], arguments), now)

    def _solves(self, flow: Term, y: Term) -> int:
        """The states are in the set of the flow always, and almost always have the field as their slope."""
        on = self.set_of(flow)

        def at(t: int) -> int:
            return self.term(y, t)

        def field(t: int) -> int:
            """The field at the time t, at the states of that time."""
            return self.state.apply(self.map(flow, t), at(t))

        def slope(i: int, t: int) -> int:
            motion = self.bind(R, lambda s: self.state.apply(at(s), i))
            return self.make("slope", motion, t, self.state.apply(field(t), i))

        inside = self.always(lambda t: self.state.apply(on, at(t)))
        moves = self.make("ae", self.bind(R, lambda t: self.every("I:token", lambda i: slope(i, t))))
        return self.make("and", inside, moves)

    def _positive_definite(self, w: int) -> int:
        space = self.state.sort(w)[1]

        def said(u: int) -> int:
            nonzero = self.make("not", self.make("=", u, self.make("zeroV", space)))
            return self.make("=>", nonzero, self.make("<", self.number(0), self.make("dot", u, self.make("lin", w, u))))

        return self.make("and", self.symmetric(w), self.every(space, said))

    # maps: the function of states, and the set where it is given
    def map(self, term: Term, now: int | None) -> int:
        """The function of states of a map, or of a flow at the present time."""
        head, arguments = applied(term)
        if term.op in ("map", "flow"):
            return self.term(term.args[0], now)
        if not isinstance(head, Letter):
            raise Declined("a written family of maps")
        return self._family(head, arguments, now)

    def set_of(self, term: Term) -> int:
        """The set of a map or flow, as a predicate of states."""
        if term.op in ("map", "flow"):
            return self.term(term.args[1], None)
        head, _ = applied(term)
        if not isinstance(head, Letter):
            raise Declined("a written family of maps")
        return self.set_letter(head)

    def set_letter(self, letter: Letter) -> int:
        """The set of a map that is a letter, the same one for all of a family."""
        if letter not in self.sets:
            space = last(letter.sort)[1]
            self.sets[letter] = self.fresh(("fn", _state(space), O), f"set of {letter.name}")
        return self.sets[letter]

    def derivative(self, space: str) -> int:
        """The derivative of maps of states, as a letter: one for all maps of a space."""
        if space not in self.derivatives:
            sort = derivative_sort(space)
            self.derivatives[space] = self.state.letter(f"derivative {space}", sort)
        return self.derivatives[space]

    def differentiates(self, derivative: int) -> int:
        """That a letter is the derivative of a map at a state wherever there is one."""
        _, dynamics, (_, state, _) = self.state.sort(derivative)
        diff = self.make("word", "diff", *state[1:])

        def said(f: int, x: int, linear: int) -> int:
            equal = self.make("=", self.state.apply(derivative, f, x), linear)
            return self.make("=>", self.state.apply(diff, f, x, linear), equal)

        return self.every(
            dynamics, lambda f: self.every(state, lambda x: self.every(dynamics, lambda linear: said(f, x, linear)))
        )

    def _about_map(self, term: Term, now: int | None) -> int:
        """A word about a map: the word of the core at its sorts."""
        op, (dynamics, *arguments) = term.op, term.args
        space = self.state.sort(self.map(dynamics, self.number(0)))[1][2]
        sorts = ("I:token", space)
        if op in _ALMOST_ALL or op == "one_solution":
            flow = dynamics.op == "flow" or last(_sort_of(dynamics))[0] == "flow"
            if flow:
                op += "_flow" if op in _ALMOST_ALL else ""
                function = self.bind(R, lambda t: self.map(dynamics, t))
            else:
                function = self.map(dynamics, now)
            return self.state.apply(
                self.make("word", op, *sorts), function, self.set_of(dynamics), self.term(arguments[0], now)
            )
        # behind the state stands the operator of a spectrum
        said = [self.linear(part, now) if k == 1 else self.term(part, now) for k, part in enumerate(arguments)]
        word = self.make("word", op, *sorts)
        return self.state.apply(word, self.map(dynamics, now), self.set_of(dynamics), *said)

    # statements
    def hypotheses(self, letter: Letter, *, measured: bool = False) -> list[int]:
        """What a declaration says beyond the sort: that it moves, is symmetric, is of a group.

        measured : it says as well that what is measurable is that. What does not speak of `one_solution` holds without.
        """
        x = self.letter(letter)
        if letter.level == RANDOM:  # a number, a vector or a formula, or a family of such
            return []

        def measurable(value: int, sort: KernelSort) -> int:
            """Of a function of time: that its components are measurable."""

            def said(component: Callable[[int], int]) -> int:
                z = self.bind(R, lambda t: component(self.state.apply(value, t)))
                return self.state.apply(self.make("word", "measurable"), z)

            if sort[0] == "number":
                return said(lambda x: x)
            if sort[0] == "vector":
                return self.every(core_sort(sort), lambda v: said(lambda x: self.make("dot", v, x)))
            if sort[0] not in ("operator", "matrix"):
                raise Declined(f"a measurable {sort[0]}")
            _, space, image = core_sort(sort)
            return self.every(
                space,
                lambda a: self.every(image, lambda b: said(lambda x: self.make("dot", b, self.make("lin", x, a)))),
            )

        def at(value: int, sort: KernelSort) -> list[int]:
            if sort[0] == "fn":
                i = self.fresh(core_sort(sort[1]))
                conditions = self.sorted(sort[1], i)
                inner = at(self.state.apply(value, i), sort[2])
                return [self.make("all", self.state.lam(i, self.implies(conditions, part))) for part in inner]
            if letter.level in (MOVING, MEASURABLE):
                if letter.level == MOVING:
                    if sort[0] not in ("number", "vector"):
                        raise Declined(f"a moving {sort[0]}")
                    return [self.make("moving", value)]
                said = [measurable(value, sort)] if measured else []
                if sort[0] == "operator":
                    return [self.every(R, lambda t: self.symmetric(self.state.apply(value, t))), *said]
                return said
            return self.sorted(sort, value)

        return at(x, letter.sort)

    def partition(self, groups: tuple[str, ...]) -> list[int]:
        """Every group has a token, and every token is in exactly one."""
        parts = [self.group(name) for name in groups]
        some = [self.make("ex", part) for part in parts]

        def one(x: int) -> int:
            inside = [self.state.apply(part, x) for part in parts]
            said = inside[-1]
            for part in reversed(inside[:-1]):
                said = self.make("or", part, said)
            for k, a in enumerate(inside):
                for b in inside[k + 1 :]:
                    said = self.make("and", said, self.make("not", self.make("and", a, b)))
            return said

        return [*some, self.every("I:token", one)] if parts else []

    def parts(self, statement: Statement) -> tuple[list[int], list[int], int]:
        """The letters of a statement, its hypotheses in order, and what it shows."""
        letters: list[int] = []
        hypotheses: list[int] = []
        for letter in statement.letters:
            letters.append(self.letter(letter))
            if letter.sort[0] == "fn" and last(letter.sort)[0] in ("map", "flow"):
                raise Declined("a family of maps")
            if letter.sort[0] in ("map", "flow"):
                letters.append(self.set_letter(letter))
            hypotheses += self.hypotheses(letter, measured=self.measured or about_solutions(statement))
        for name in sorted(statement.scope.bases) if self.measured else ():
            directions = self.state.size(core_sort(("index", "direction", name)))
            hypotheses.append(self.make("=", directions, self.make("dim", _space(name))))
        hypotheses += [self.term(fact, None) for fact in statement.given]
        goal = self.term(statement.show[0], None)
        for part in statement.show[1:]:
            goal = self.make("and", goal, self.term(part, None))
        free = frozenset().union(*(self.state.free[formula] for formula in (*hypotheses, goal)))
        derivatives = [d for d in self.derivatives.values() if d in free]
        letters = [*(self.group(name) for name in statement.scope.groups), *derivatives, *letters]
        hypotheses = [*self.partition(statement.scope.groups), *map(self.differentiates, derivatives), *hypotheses]
        return letters, hypotheses, goal

    def statement(self, statement: Statement) -> int:
        """The closed formula of a statement."""
        letters, hypotheses, goal = self.parts(statement)
        formula = self.implies(hypotheses, goal)
        for letter in reversed(letters):
            formula = self.make("all", self.state.lam(letter, formula))
        if self.state.free[formula]:
            raise Declined("a letter that is not declared")
        return formula


def about_solutions(statement: Statement) -> bool:
    """Whether a statement says that a flow has a solution, for which what it depends on has to be measurable."""
    return any(contains(term, frozenset(("one_solution",))) for term in (*statement.given, *statement.show))


def _sort_of(term: Term) -> KernelSort:
    """The sort of a map or flow that is a letter, with or without arguments."""
    head, _ = applied(term)
    return head.sort if isinstance(head, Letter) else ("map",)
