"""Values of terms and the truth of formulas at an instance: True, False, or None where it is not decided.

What moves there is evaluated at the start, and at all positive times at once, where its slope is its rate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from . import clock, complex_pairs, linear, quantifiers, spectra, sturm
from .conditions import unit_spheres
from .definitions import definitions
from .duals import ONE, ZERO, Dual, Scalar, plain, slope
from .instances import LAWS, Instance, Law, Moving
from .limits import growth
from .operations import COLLECTIONS, OPERATIONS, Truth, every, natural, negated
from .signs import is_zero, sign
from .terms import BINDERS, Letter, Term, contains, range_sort
from .values import Exhausted, Number, Undecided, meter, number

Env = tuple[Any, ...]

_TIMED = frozenset(("time", "rate"))
_CACHED = frozenset(("sum", "max", "min", "diam", "div", "exp", "log", "sqrt", "norm", "unit", "lin", "value", "D"))
_MAX_RANGE = 100_000


@dataclass(frozen=True)
class Dynamics:
    """A map or flow: the image of a state (a function of tokens) as such a function, and the set it lives on.

    equations : for a state, the differences that the definition of the set says are zero. flows : whether it is a flow.
    spheres : whether the set is the product of unit spheres. kept : whether the images are unit vectors besides.
    """

    rule: Callable[[Any], Callable[[int], tuple[Scalar, ...]]]
    on: Callable[[Any], Truth]
    equations: Callable[[Any], list[Scalar]]
    flows: bool
    spheres: bool
    kept: bool


class Evaluator:
    """Evaluates at one instance, at one moment of time, or at all positive ones (`clock.time`), if `time` is given.

    env : the values of the bound letters that are open, the innermost last.
    nested : whether some of them are symbolic, that is, stand for all numbers.
    signs : the sign of a number in which they occur; raises Undecided if nothing is known of it.
    """

    def __init__(
        self,
        instance: Instance,
        letters: Mapping[Letter, Any],
        time: Scalar | None = None,
        nested: bool = False,
        signs: Callable[[Number], int] = sign,
        cache: dict[Any, Any] | None = None,
    ) -> None:
        self.instance, self.letters, self.time, self.nested, self.signs = instance, letters, time, nested, signs
        self._cache: dict[Any, Any] = {} if cache is None else cache

    def at(self, time: Scalar | None) -> Evaluator:
        """The same at a moment, or at none."""
        return Evaluator(self.instance, self.letters, time, self.nested, self.signs)

    def changed(self, signs: Callable[[Number], int] = sign) -> Evaluator:
        """The same among symbolic letters. What is cached are values, which do not depend on `signs`."""
        return Evaluator(self.instance, self.letters, self.time, True, signs, self._cache)

    # terms
    def value(self, term: Term, env: Env = ()) -> Any:
        """The value of a term: Number or Dual, tuple for a vector, tuple of rows, position, function, Dynamics, truth.

        Raises Undecided where it has none that is known here.
        """
        meter.spend(1)
        if term.op not in _CACHED:
            return self._value(term, env)
        key = (term, *(env[-1 - k] for k in _used(term)))
        if key not in self._cache:
            self._cache[key] = self._value(term, env)
        return self._cache[key]

    def _value(self, term: Term, env: Env) -> Any:
        op, args = term.op, term.args
        if isinstance(term, Letter):
            if term not in self.letters:
                raise Undecided(f"the instance gives no {term.name}")
            found = self.letters[term]
            return self._now(term, found) if isinstance(found, Moving) else found
        if op == "b":
            return env[-1 - args[0]]
        if op in OPERATIONS:
            return OPERATIONS[op](*(self.value(part, env) if isinstance(part, Term) else part for part in args))
        if op == "zero":
            return (ZERO,) * self.instance.dim(args[0])
        if op == "dim":
            return number(self.instance.dim(args[0]))
        if op == "time":
            if self.time is None:
                raise Undecided("depends on time")
            return self.time
        if op == "start":
            return self.at(ZERO).value(args[0], env)
        if op == "rate":
            if not isinstance(self.time, Number) or not self.time.moves:
                raise Undecided("a rate at a single moment")
            a = self.at(Dual(self.time, ONE)).value(args[0], env)
            return tuple(map(slope, a)) if isinstance(a, tuple) else slope(a)
        if op == "ap":
            return self.value(args[0], env)(self.value(args[1], env))
        if op == "fn":
            return lambda x: self.value(args[1], (*env, x))
        if op == "cases":
            return lambda token: self.value(args[1 + self._group(args[0], token)], env)
        if op in ("map", "flow"):
            rule, on = (self.value(part, env) for part in args)
            spheres = args[1] is unit_spheres(range_sort(args[0].args[0]))
            kept = spheres and args[0].args[1].args[1].op == "unit"

            def equations(state: Any) -> list[Scalar]:
                if args[1].op != "fn":
                    raise Undecided("the set is not written out")
                return self._equations(args[1].args[1], (*env, state))

            return Dynamics(rule, on, equations, op == "flow", spheres, kept)
        if op == "value":
            dynamics, state, token = (self.value(part, env) for part in args)
            return dynamics.rule(state)(token)
        if op == "D":
            dynamics, state, direction, token = (self.value(part, env) for part in args)
            return derivative(dynamics, state, direction)(token)
        if op in COLLECTIONS:
            return self._collected(term, env)
        if op == "probability":
            raise Undecided("speaks of probability")
        return self.truth(term, env)

    def _now(self, letter: Term, moving: Moving) -> Any:
        if self.time is None:
            raise Undecided("depends on time")
        if letter not in self._cache:
            self._cache[letter] = moving.at(self.time)
        return self._cache[letter]

    def held(self) -> dict[Letter, Any]:
        """The letters with their values now; without those that move where no moment is given."""
        held = self.letters.items()
        return {
            letter: self._now(letter, x) if isinstance(x, Moving) else x
            for letter, x in held
            if self.time is not None or not isinstance(x, Moving)
        }

    def _moves(self, term: Term) -> bool:
        return contains(term, _TIMED) or any(isinstance(self.letters.get(a), Moving) for a in term.letters)

    def _group(self, groups: tuple[str, ...], token: int) -> int:
        return next(k for k, group in enumerate(groups) if token in self.instance.positions(("index", "token", group)))

    def _collected(self, term: Term, env: Env) -> Any:
        op, (scope, body) = term.op, term.args
        values = [self.value(body, (*env, x)) for x in self.range(scope, env)]
        if op == "sum" and not values:  # what is summed tells whether zero is a number or a vector
            shape = self.value(body, (*env, 0 if range_sort(scope)[0] == "index" else ZERO))
            return (ZERO,) * len(shape) if isinstance(shape, tuple) else ZERO
        return COLLECTIONS[op](values)

    def range(self, scope: Term, env: Env) -> Iterable[Any]:
        """What a bound letter runs over. Raises Undecided for an infinite sort."""
        if scope.op in ("before", "upto"):
            return range(self.value(scope.args[0], env) + (scope.op == "upto"))
        if scope.op == "span":
            low, high = (natural(self.value(part, env), _MAX_RANGE) for part in scope.args)
            return [number(k) for k in range(low, high + 1)]
        if scope.args[0][0] != "index":
            raise Undecided("over infinitely many")
        return self.instance.positions(scope.args[0])

    # formulas
    def truth(self, term: Term, env: Env = ()) -> Truth:
        """The truth of a formula; None where it is not decided. Raises Exhausted when the work is spent."""
        try:
            return self._truth(term, env)
        except Exhausted:
            raise
        except Undecided:
            return None

    def _truth(self, term: Term, env: Env) -> Truth:
        meter.spend(1)
        op, args = term.op, term.args
        if op == "not":
            return negated(self.truth(args[0], env))
        if op == "and":
            return every(self.truth(part, env) for part in args)
        if op == "or":
            return negated(every(negated(self.truth(part, env)) for part in args))
        if op == "implies":
            premise = self.truth(args[0], env)
            return True if premise is False else negated(every((premise, negated(self.truth(args[1], env)))))
        if op in ("forall", "exists"):
            scope, body = args
            if scope.op == "over" and scope.args[0][0] != "index":
                return quantifiers.decide(self, term, env)
            results = (self.truth(body, (*env, x)) for x in self.range(scope, env))
            return every(results) if op == "forall" else negated(every(map(negated, results)))
        if op in ("==", "!=", "<", "<="):
            return self.compared(op, self.value(args[0], env), self.value(args[1], env))
        if op in ("always", "almost_always", "at_start"):
            return self._over_time(op, args[0], env)
        if op == "def":
            return self._defined(args[0], [self.value(part, env) for part in args[1:]])
        if op == "timed":
            return self.at(None)._over_all_times(args[0], args[1:], env)
        if op == "on":
            return self.value(args[0], env).on(self.value(args[1], env))  # type: ignore[no-any-return]
        if op in ("ap", "b", "letter"):
            found = self.value(term, env)
            return found if found is True or found is False else None
        values = [self.value(part, env) for part in args]
        if op == "independent" or op in LAWS:
            return op in ("independent", values[0].name) if isinstance(values[0], Law) else None
        return spectra.decide(self, op, values)

    def _equations(self, body: Term, env: Env) -> list[Scalar]:
        if body.op == "and":
            return [x for part in body.args for x in self._equations(part, env)]
        if body.op == "forall":
            return [x for i in self.range(body.args[0], env) for x in self._equations(body.args[1], (*env, i))]
        if body.op == "==":
            a, b = (self.value(part, env) for part in body.args)
            return [x - y for x, y in (zip(a, b, strict=True) if isinstance(a, tuple) else [(a, b)])]
        raise Undecided("the set is not given by equations")

    def _over_time(self, op: str, body: Term, env: Env) -> Truth:
        if op == "at_start":
            return self.at(ZERO).truth(body, env)
        if not self._moves(body):
            return self.truth(body, env)
        later = self.at(clock.time()).truth(body, env)
        if op == "almost_always":
            return later
        moments = (0,) if later else (0, 1, 100)
        return every((later, *(self.at(number(t)).truth(body, env) for t in moments)))

    def _over_all_times(self, name: str, parts: Sequence[Term], env: Env) -> Truth:
        """What is said of functions of time."""
        if not any(map(self._moves, parts)):
            return self._at_rest(name, [self.value(part, env) for part in parts])
        if name in ("tends", "limsup_at_most", "exponentially_small"):
            later = self.at(clock.time())
            z, *c = (plain(later.value(part, env)) for part in parts)
            e, leading = growth(z - c[0] if c else z)
            if e < 0 or name == "limsup_at_most":
                return e < 0 or self.compared("<=", leading, ZERO)
            return not leading.terms

        def moving(part: Term) -> Moving:
            return Moving(lambda time: self.at(time).value(part, env))

        values = [moving(part) if self._moves(part) else self.value(part, env) for part in parts]
        return self._by_definition(name, values)

    def _at_rest(self, name: str, values: list[Any]) -> Truth:
        if name == "tends":
            return self.compared("==", *values)
        if name == "limsup_at_most":
            return self.compared("<=", *values)
        if name == "exponentially_small":
            return self.compared("==", values[0], ZERO)
        if name == "decays":
            return self.compared("<=", number(sign(values[0])) * values[1], ZERO)
        return self._by_definition(name, values)

    def _defined(self, name: str, values: list[Any]) -> Truth:
        if name == "eigenvalue":
            V, v, m = values
            if not m.symbolic:
                return linear.is_eigenvalue(V, v, m)
            inside = linear.restricted(V, [v])
            return None if inside is None else self.compared("==", sturm.at(linear.characteristic(inside), m), ZERO)
        if name == "other_eigenvalue" and not any(x.symbolic for x in values[2:]):
            return complex_pairs.vanishes(linear.characteristic(complex_pairs.quotient(*values[:2])), *values[2:])
        return self._by_definition(name, values)

    def _by_definition(self, name: str, values: list[Any]) -> Truth:
        definition = definitions()[name]
        letters = dict(zip(definition.letters, values, strict=True))
        spaces = {a.sort[1]: len(x) for a, x in letters.items() if a.sort[0] in ("vector", "operator")}
        instance = replace(self.instance, dims={**self.instance.dims, **spaces})
        return Evaluator(instance, letters, self.time, self.nested, self.signs).truth(definition.formula)

    def compared(self, op: str, a: Any, b: Any) -> Truth:
        """The truth of a relation between two indices, numbers or vectors."""
        if isinstance(a, int):
            return bool({"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b}[op])
        if isinstance(a, tuple):
            same = every(self.compared("==", x, y) for x, y in zip(a, b, strict=True))
            return same if op == "==" else negated(same)
        difference = plain(a) - plain(b)
        try:
            s = sign(difference) if difference.is_rational else 0 if is_zero(difference) else self.signs(difference)
        except Exhausted:
            raise
        except Undecided:
            return None
        return {"==": s == 0, "!=": s != 0, "<": s < 0, "<=": s <= 0}[op]


def evaluated(term: Term, instance: Instance, time: Scalar | None = None) -> Any:
    """The value of a term without letters."""
    return Evaluator(instance, instance.angles, time).value(term)


def derivative(dynamics: Dynamics, state: Any, direction: Any) -> Callable[[int], tuple[Number, ...]]:
    """The derivative of a map at `state` in `direction`, both functions of tokens, as a function of tokens."""

    def moved(token: int) -> tuple[Scalar, ...]:
        pairs = list(zip(state(token), direction(token), strict=True))
        if any(isinstance(x, Dual) for pair in pairs for x in pair):
            raise Undecided("a derivative inside a derivative")
        return tuple(Dual(x, h) for x, h in pairs)

    image = dynamics.rule(moved)
    return lambda token: tuple(slope(x) for x in image(token))


_used_cache: dict[int, tuple[Term, tuple[int, ...]]] = {}  # with the term, which lives as long as its number is used


def _used(term: Term) -> tuple[int, ...]:
    """Which bound letters from outside a term uses, by their index."""
    if not term.loose:
        return ()
    found = _used_cache.get(id(term))
    if found is not None:
        return found[1]
    if term.op == "b":
        used = {term.args[0]}
    else:
        used = set()
        bound = term.op in BINDERS
        for position, part in enumerate(term.args):
            if isinstance(part, Term):
                inside = _used(part)
                used.update([k - 1 for k in inside if k] if bound and position == 1 else inside)
    if len(_used_cache) > 100_000:
        _used_cache.clear()
    _used_cache[id(term)] = (term, tuple(sorted(used)))
    return tuple(sorted(used))
