"""Derivatives of a function as SymPy writes it, at an exact state, and what signs they rest on.

Tokens are replaced by symbols, the function is evaluated by its own code, differentiated, and the state is put in.
Where it is not smooth everywhere it is replaced by its branch at the state first: |u| by u or -u, a maximum by the
larger argument, a case by the one that holds, a step by its value. At a seam there is no derivative, which is an
error. A root is a name of its own, with r^2 = u and dr = du/(2r), so that its value alone has to be simplified: the
square root of c^2 is c, where c > 0 is known or else assumed from here on, and recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import reduce
from itertools import combinations
from math import lcm, prod
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, ctx, fmpq, fmpz_mpoly_ctx

from ..numbers import Array, sign
from ..states.polygonal import is_exactly_zero

_STEPS = (sp.sign, sp.Heaviside, sp.floor, sp.ceiling, sp.frac, sp.Mod, sp.DiracDelta)


class NoDerivativeError(ValueError):
    """The function has no derivative at the state; the message says why."""


class Signs:
    """Signs of expressions, from the symbols, from inequalities that are given, and from those that had to be inferred.

    assuming : SymPy inequalities with > or <.  inferred : expressions taken for positive, because roots need them.
    lengths : the roots that were drawn, in the order of the tokens.  possible : whether the inequalities that are given
    can hold together; None where that is not known. Raises ValueError where they cannot.
    """

    def __init__(self, assuming: Iterable[Any] = ()) -> None:
        self.given: list[Any] = []
        self.inferred: list[Any] = []
        self.lengths: list[Any] = []
        self._units: dict[Any, Any] = {}
        self._short: dict[Any, Any] = {}
        for relation in (said := list(assuming)):
            if isinstance(relation, sp.StrictGreaterThan | sp.StrictLessThan):
                self.given.append(relation.gts - relation.lts)
            elif relation in (False, sp.false):
                raise ValueError("assuming contains an inequality that never holds: SymPy says that it is False")
            elif relation not in (True, sp.true):
                raise ValueError(f"assuming contains {relation}; allowed are inequalities of SymPy with > or <")
        self.possible = self._possible(self.given)
        if self.possible is False:
            raise ValueError(f"assuming contradicts itself: {', '.join(map(str, said))} cannot hold together")

    def tidy(self, expression: Any) -> Any:
        """The expression as one cancelled fraction, with e^u as an unknown for every term u of an exponent."""
        return self.decoded(self.short(self.encoded(expression)))

    def short(self, e: Any) -> Any:
        """An encoded expression as one cancelled fraction."""
        if e not in self._short:
            # Powers 1/2 of e^u are whole powers of another unknown.
            halves: dict[Any, int] = {}
            for power in e.atoms(sp.Pow):
                if power.base.is_Symbol and power.exp.is_Rational:
                    halves[power.base] = lcm(halves.get(power.base, 1), int(power.exp.q))
            finer = {t: sp.Dummy(t.name, positive=True) for t, q in halves.items() if q > 1}
            found = self._cancelled(e.xreplace({t: s ** halves[t] for t, s in finer.items()}))
            self._short[e] = found.xreplace({s: t ** sp.Rational(1, halves[t]) for t, s in finer.items()})
        return self._short[e]

    @staticmethod
    def _cancelled(e: Any) -> Any:
        # Fractions of polynomials are faster by far than expressions.
        radicals = _radicals(e)
        letters = sorted(e.free_symbols, key=str)
        try:
            if letters and not radicals:
                return _fraction(e, letters)
            numbers = sp.QQ.algebraic_field(*radicals) if radicals else sp.QQ
            field = numbers.frac_field(*letters) if letters else numbers
            return field.to_sympy(field.from_sympy(e))
        except (sp.polys.polyerrors.CoercionFailed, NotImplementedError, ValueError):  # other functions
            whole = sp.together(e)
            return sp.cancel(whole, extension=True) if radicals else sp.cancel(whole)

    def encoded(self, expression: Any) -> Any:
        """The expression with unknowns in the place of exponentials; floats are the binary numbers they are."""
        e = sp.sympify(expression)
        e = e.xreplace({number: sp.Rational(number) for number in e.atoms(sp.Float)})
        return e.xreplace({term: self._encoded(term) for term in e.atoms(sp.exp)})

    def decoded(self, e: Any) -> Any:
        """The expression with exponentials in the place of their unknowns."""
        return e.xreplace({unit: sp.exp(term) for term, unit in self._units.items()})

    def _encoded(self, power: Any) -> Any:
        found = sp.Integer(1)
        for part in sp.Add.make_args(sp.expand(power.args[0])):
            factor, rest = part.as_coeff_Mul()
            unit = self._units.setdefault(rest, sp.Dummy(f"exp({rest})", positive=True))
            found *= unit**factor
        return found

    def __call__(self, expression: Any) -> int | None:
        """-1, 0, 1, or None where it is not known."""
        e = self.tidy(expression)
        if e.is_number:
            return sign_of_number(e)
        found = self._of_factor(e)
        if found is not None:
            return found
        total = 1
        for part in sp.fraction(sp.factor(e)):
            for factor in sp.Mul.make_args(part):
                base, power = factor.as_base_exp()
                whole = bool(power.is_integer)
                known = self._of_factor(base if whole else factor)
                if whole and known == -1:
                    known = 1 if power.is_even else -1 if power.is_odd else None
                if known is None or (known == 0 and not power.is_positive):
                    return None
                total *= known
        return total

    def _of_factor(self, e: Any) -> int | None:
        if e.is_number:
            return sign_of_number(e)
        for known in (sp.Integer(0), *self.given, *self.inferred):
            for candidate, s in ((e - known, 1), (e + known, -1)):
                if s * (sign(sp.expand(candidate)) or 0) > 0:
                    return s
            if known != 0:
                ratio = sign(self.tidy(e / known))
                if ratio is not None:
                    return ratio
        return None

    def root(self, square: Any) -> Any:
        """The positive square root; of c^2 it is c or -c, whichever is positive. Zero has none that is smooth."""
        e = self.tidy(square)
        if e.is_number:
            return sp.sqrt(e)
        outside, inside = sp.Integer(1), sp.Integer(1)
        top, bottom = sp.fraction(sp.factor(e, extension=_radicals(e) or None))
        for part, way in ((top, 1), (bottom, -1)):
            for factor in sp.Mul.make_args(part):
                base, power = factor.as_base_exp()
                if power.is_integer and power % 2 == 0:
                    outside *= base ** (way * power // 2)
                elif factor.is_number:
                    outside *= sp.sqrt(factor) ** way
                else:
                    inside *= factor**way
        outside = self.positive(outside)
        return outside if inside == 1 else outside * sp.sqrt(inside)

    def positive(self, e: Any) -> Any:
        """e or -e, the one that is positive. Where that is not known, the one that is positive for small numbers, as
        1 + alpha*lambda is, is taken for positive and recorded."""
        known = self(e)
        if known is not None:
            return known * e
        e = self.tidy(e)
        small = e.subs({x: 1 if x.is_positive else 0 for x in e.free_symbols})
        e = -e if small.is_negative else e
        if self._possible([*self.given, *self.inferred, e]) is False:
            e = -e
        factors = [factor for part in sp.fraction(sp.factor(e)) for factor in sp.Mul.make_args(part)]
        open_factors = [factor for factor in factors if self(factor) is None]
        rest = self(e / sp.Mul(*open_factors))
        self.inferred.append(sp.Mul(*open_factors) * (rest or 1))
        return e

    def _possible(self, expressions: list[Any]) -> bool | None:
        """Whether all of them can be positive at once; None where Z3 and random numbers do not show it."""
        if not expressions:
            return True
        import z3

        solver, names, whole = z3.Solver(), dict[Any, Any](), [self.encoded(e) for e in expressions]
        solver.set("rlimit", 5_000_000)

        def term(e: Any) -> Any:
            if e.is_Rational:
                return z3.Q(int(e.p), int(e.q))
            if e.is_Add or e.is_Mul:
                return (z3.Sum if e.is_Add else z3.Product)(*map(term, e.args))
            if e.is_Pow and e.exp.is_Integer:
                base, power = term(e.base), abs(int(e.exp))
                if int(e.exp) > 0:
                    return base**power
                solver.add(base != 0)
                return 1 / base**power
            if e not in names:
                x = names[e] = z3.ToReal(z3.Int(str(len(names)))) if e.is_integer else z3.Real(str(len(names)))
                solver.add(
                    *[x > 0] * bool(e.is_positive), *[x < 0] * bool(e.is_negative), *[x != 0] * bool(e.is_nonzero)
                )
                solver.add(*[x >= 0] * bool(e.is_nonnegative), *[x <= 0] * bool(e.is_nonpositive))
                if e.is_Pow and e.exp.is_Rational and e.base.is_nonnegative:
                    solver.add(x >= 0, x ** int(e.exp.q) == term(e.base ** int(e.exp.p)))
            return names[e]

        solver.add(*[term(e) > 0 for e in whole])
        found = solver.check()
        if found == z3.unsat:
            return False
        if found == z3.sat and all(e.is_Symbol and e not in self._units.values() for e in names):
            return True
        return self.drawn(expressions) is not None or None

    @staticmethod
    def drawn(positive: list[Any], others: Iterable[Any] = ()) -> dict[Any, float] | None:
        """Numbers for the symbols of all expressions, at which those of the list are positive, where a draw is."""
        letters = sorted(set().union(*(e.free_symbols for e in (*positive, *others))), key=str)
        with suppress(Exception), np.errstate(all="ignore"):  # functions that NumPy does not know
            draws = np.random.default_rng(0).normal(size=(len(letters), 4096)) * np.logspace(-3, 3, 4096)
            for x, row in zip(letters, draws, strict=True):
                row[:] = np.abs(row) * (-1 if x.is_negative else 1) if x.is_positive or x.is_negative else row
                row[:] = np.ceil(row) if x.is_integer else row
            values = [np.broadcast_to(sp.lambdify(letters, e)(*draws), draws.shape[1:]) for e in positive]
            held = np.flatnonzero(np.min([np.full(draws.shape[1:], np.inf), *values], axis=0) > 1e-9)
            # Of size 30, so that whole numbers are not all 1.
            found = draws[:, held[3 * len(held) // 4]]
            return dict(zip(letters, found.tolist(), strict=True))
        return None

    def text(self, e: Any) -> str:
        """An expression as short as it gets with c_1, c_2, ... for the lengths."""
        best = sp.factor(e)
        names = [sp.Symbol(f"c_{k}") for k in range(1, len(self.lengths) + 1)]
        for some in (*combinations(range(len(names)), 1), *combinations(range(len(names)), 2)):
            rest = sp.factor(self.tidy(e * sp.Mul(*(self.lengths[k] for k in some))))
            found = rest / sp.Mul(*(names[k] for k in some))
            best = min(best, found, key=sp.count_ops)
        return str(best)

    def assumptions(self) -> tuple[Any, ...]:
        """What is assumed, as inequalities: the given ones and the inferred ones."""
        return tuple(e > 0 for e in (*self.given, *self.inferred))


def _radicals(e: Any) -> list[Any]:
    found = (p for p in e.atoms(sp.Pow) if p.is_number and p.is_real and p.is_algebraic and not p.is_rational)
    return sorted(found, key=str)


def _fraction(e: Any, letters: list[Any]) -> Any:
    """A rational function with rational coefficients as one cancelled fraction; CoercionFailed for another one."""
    context = fmpz_mpoly_ctx.get([f"x{k}" for k in range(len(letters))], "lex")
    known = {letter: (x, context.constant(1)) for letter, x in zip(letters, context.gens(), strict=True)}

    def parts(e: Any) -> tuple[Any, Any]:
        if e not in known:
            known[e] = _cancelled(*combined(e))
        return known[e]

    def combined(e: Any) -> tuple[Any, Any]:
        if e.is_Rational:
            return context.constant(int(e.p)), context.constant(int(e.q))
        if e.is_Pow and e.exp.is_Integer:
            top, bottom = parts(e.base)[:: 1 if e.exp > 0 else -1]
            return top ** abs(int(e.exp)), bottom ** abs(int(e.exp))
        if not e.is_Add and not e.is_Mul:
            raise sp.polys.polyerrors.CoercionFailed(f"{e} is no rational function")
        tops, bottoms = zip(*map(parts, e.args), strict=True)
        if e.is_Mul:
            return prod(tops), prod(bottoms)
        whole = reduce(lambda a, b: a * (b // a.gcd(b)), bottoms)
        return sum(top * (whole // bottom) for top, bottom in zip(tops, bottoms, strict=True)), whole

    ring = sp.polys.rings.PolyRing(letters, sp.ZZ, sp.polys.orderings.lex)
    top, bottom = (ring.from_dict({m: sp.ZZ(int(c)) for m, c in x.to_dict().items()}).as_expr() for x in parts(e))
    return top / bottom


def _cancelled(top: Any, bottom: Any) -> tuple[Any, Any]:
    common = top.gcd(bottom) * (-1 if bottom.leading_coefficient() < 0 else 1)
    return top // common, bottom // common


def exact_jacobian(f: Callable[[Array], Array], X: Array, signs: Signs) -> tuple[Array, Array]:
    """f at X and its derivative there: (m, d) and (m d, K) for an exact X of K entries.

    Raises NoDerivativeError where there is none, ValueError where f cannot be evaluated on symbols or takes other
    ways on symbols than on the numbers of the state.
    """
    Z = np.array([sp.Symbol(f"x_{i}_{a}", real=True) for i, a in np.ndindex(*X.shape)], dtype=object).reshape(X.shape)
    try:
        Y = np.asarray(f(Z), dtype=object)
        direct = np.asarray(f(X), dtype=object)
    except TypeError as error:
        raise ValueError(
            f"f cannot be evaluated on symbols ({error}): write it with SymPy's functions, or give a state of floats"
        ) from error
    local = _Branches(dict(zip(Z.flat, map(sp.sympify, X.flat), strict=True)), signs)
    smooth = [local.at(local(sp.sympify(y))) for y in Y.flat]
    values = [signs.decoded(value) for value, _ in smooth]
    for value, other in zip(values, direct.flat, strict=True):
        apart = signs.tidy(sp.sympify(other) - value)
        if apart.is_number and apart.is_zero is False:
            raise ValueError(
                f"f is {other} at the state and {value} there as a formula: does it compare its arguments?"
            )
    rows = [[signs.decoded(slopes.get(k, sp.Integer(0))) for k in range(X.size)] for _, slopes in smooth]
    for slope in (slope for row in rows for slope in row):
        if slope.has(sp.zoo, sp.nan, sp.oo, -sp.oo, *_STEPS):
            raise NoDerivativeError(f"no derivative at this state: its formula gives {slope} there")
    J = np.array(rows, dtype=object).reshape(Y.size, X.size)
    rational = all(sp.sympify(y).is_rational_function(*Z.flat) for y in Y.flat)
    if not _require_quotients(f, X, direct, J, signs) and not rational:  # which has a derivative wherever it is finite
        raise ValueError("no numbers are found at which all that is assumed holds, to compare f with its slopes there")
    return np.array(values, dtype=object).reshape(Y.shape), J


def _require_quotients(f: Callable[[Array], Array], X: Array, here: Array, J: Array, signs: Signs) -> bool:
    """Raise NoDerivativeError unless f has the slopes J to both sides along one line; False where no numbers are found.

    Their formula does not tell the kink of acos(cos(x)), nor the cut of atan2.
    """
    digits, step = 120, sp.Rational(1, 10**40)
    line = [sp.Rational(k + 2, 2 * k + 3) * (-1) ** k for k in range(X.size)]

    def moved(h: Any) -> Array:
        places = [sp.sympify(x).evalf(digits) + h * t for x, t in zip(X.flat, line, strict=True)]
        return np.asarray(f(np.array(places, dtype=object).reshape(X.shape)), dtype=object)

    def number(e: Any) -> Any:
        return sp.sympify(e).xreplace(numbers).evalf(digits)

    sides = [moved(step), moved(-step)]
    whole = [sp.sympify(e) for values in (here, J, *sides) for e in values.flat]
    at = signs.drawn([*signs.given, *signs.inferred], whole)
    if at is None:
        return False
    numbers = {x: sp.Float(value, digits) for x, value in at.items()}
    slopes = [number(sum(slope * t for slope, t in zip(row, line, strict=True))) for row in J]
    for h, side in zip((step, -step), sides, strict=True):
        for place, (y, y0, slope) in enumerate(
            zip(map(number, side.flat), map(number, here.flat), slopes, strict=True)
        ):
            found = (y - y0) / h
            sizes = [abs(found - slope), abs(slope), abs(sp.im(y))]
            if not all(isinstance(size, sp.Number) for size in sizes):  # a function without a definition
                continue
            apart, size, imaginary = map(float, sizes)
            if not (apart <= 1e-6 * (1 + size) and imaginary <= 1e-100):
                raise NoDerivativeError(
                    f"no derivative at this state: entry {place} of f has the slope {found.n(6)} beside it,"
                    f" and {slope.n(6)} by its formula; allowed is one, and real"
                )
    return True


class _Branches:
    """Expressions in the tokens' symbols, without what is not smooth; roots have names. Values are encoded."""

    def __init__(self, state: dict[Any, Any], signs: Signs) -> None:
        self.signs = signs
        self._moving = set(state)
        self._done: dict[Any, Any] = {}
        self._roots: dict[Any, Any] = {}  # base -> name
        self._known: dict[Any, tuple[Any, dict[int, Any]]] = {
            z: (signs.encoded(x), {k: sp.Integer(1)}) for k, (z, x) in enumerate(state.items())
        }

    def at(self, e: Any) -> tuple[Any, dict[int, Any]]:
        """The value at the state, and the partial derivatives that do not vanish, node by node."""
        if e not in self._known:
            self._known[e] = self._evaluated(e)
        return self._known[e]

    def _evaluated(self, e: Any) -> tuple[Any, dict[int, Any]]:
        short = self.signs.short
        if not self._moving & e.free_symbols:
            return self.signs.encoded(e), {}
        bound = not all(isinstance(arg, sp.Expr) for arg in e.args)  # as the letter of an integral
        parts = [self.at(arg) for arg in (sorted(self._moving & e.free_symbols, key=str) if bound else e.args)]
        values = [value for value, _ in parts]
        if isinstance(e, sp.Add):
            weights = [sp.Integer(1)] * len(parts)
            value = short(sp.Add(*values))
        elif isinstance(e, sp.Mul):
            weights = [sp.Mul(*values[:i], *values[i + 1 :]) for i in range(len(values))]
            value = short(sp.Mul(*values))
        else:
            names = [sp.Dummy("u", real=True) if self._moving & arg.free_symbols else arg for arg in e.args]
            if bound:
                outer, names = e, sorted(self._moving & e.free_symbols, key=str)
            else:
                outer = e.func(*names)
            at = dict(zip(names, map(self.signs.decoded, values), strict=True))
            weights = [
                self.signs.encoded(_slope(outer, name, at)) if slopes else sp.Integer(0)
                for name, (_, slopes) in zip(names, parts, strict=True)
            ]
            value = short(self.signs.encoded(outer.xreplace(at).doit(deep=False)))
        slopes: dict[int, Any] = {}
        for weight, (_, own) in zip(weights, parts, strict=True):
            for k, slope in own.items():
                slopes[k] = slopes.get(k, 0) + weight * slope
        found = {k: short(slope) for k, slope in slopes.items()}
        return value, {k: slope for k, slope in found.items() if slope != 0}

    def value(self, e: Any) -> Any:
        """At the state, with exponentials."""
        return self.signs.decoded(self.at(e)[0])

    def __call__(self, e: Any) -> Any:
        if not self._moving & e.free_symbols:
            return e
        if e not in self._done:
            self._done[e] = self._branch(e)
        return self._done[e]

    def _branch(self, e: Any) -> Any:
        if isinstance(e, sp.Piecewise):
            return self._case(e)
        args = [self(arg) if isinstance(arg, sp.Expr) else arg for arg in e.args]
        if isinstance(e, sp.Abs):
            side = self._sign(args[0], e, infer=True)
            if side == 0:
                raise _at_a_seam(e, "0")
            return side * args[0]
        if isinstance(e, sp.Max | sp.Min):
            best = args[0]
            for other in args[1:]:
                apart = self._sign(other - best, e)
                if apart == 0:
                    raise _at_a_seam(e, "a tie")
                best = other if (apart > 0) == isinstance(e, sp.Max) else best
            return best
        if isinstance(e, _STEPS):
            return self._constant(e, args)
        if isinstance(e, sp.Pow) and e.exp.is_Rational and not e.exp.is_integer:
            if self.value(args[0]) == 0:
                raise _at_a_seam(e, "0")
            return self._root(args[0]) ** (2 * e.exp) if e.exp.q == 2 else e.func(*args)
        return e.func(*args) if e.args else e

    def _root(self, base: Any) -> Any:
        if base not in self._roots:
            name = self._roots[base] = sp.Dummy("r", positive=True)
            square, slopes = self.at(base)
            length = self.signs.root(self.signs.decoded(square))
            if length.free_symbols and length not in self.signs.lengths:
                self.signs.lengths.append(length)
            root = self.signs.encoded(length)
            self._known[name] = root, {k: self.signs.short(slope / (2 * root)) for k, slope in slopes.items()}
            self._moving.add(name)
        return self._roots[base]

    def _sign(self, e: Any, where: Any, infer: bool = False) -> int:
        value = self.value(e)
        found = self.signs(value)
        if found is None and infer:
            return 1 if self.signs.positive(value) == self.signs.tidy(value) else -1
        if found is None:
            raise ValueError(f"the sign of {value} is not known, on which {where} depends: say it by assuming=[...]")
        return found

    def _case(self, e: Any) -> Any:
        relational = sp.core.relational.Relational
        for branch, condition in e.args:
            for relation in condition.atoms(relational):
                if self._sign(self(relation.lhs - relation.rhs), e) == 0:
                    raise _at_a_seam(e, f"the seam {relation}")
            chosen = condition.replace(lambda r: isinstance(r, relational), lambda r: self._holds(r, e))
            if chosen == sp.true:
                return self(branch)
        raise _at_a_seam(e, "a state that no case covers")

    def _holds(self, relation: Any, where: Any) -> Any:
        s = self._sign(self(relation.lhs - relation.rhs), where)
        wanted = {sp.StrictGreaterThan: s > 0, sp.GreaterThan: s > 0, sp.StrictLessThan: s < 0, sp.LessThan: s < 0}
        return sp.sympify(wanted.get(type(relation), isinstance(relation, sp.Ne)))

    def _constant(self, e: Any, args: list[Any]) -> Any:
        """A function that is constant, or an angle, between its jumps."""
        if isinstance(e, sp.Mod):
            return args[0] - args[1] * self._constant(sp.floor(e.args[0] / e.args[1]), [args[0] / args[1]])
        if isinstance(e, sp.frac):
            return args[0] - self._constant(sp.floor(e.args[0]), args[:1])
        value = self.value(args[0])
        if isinstance(e, sp.floor | sp.ceiling):
            if value.is_integer is not False:
                raise _at_a_seam(e, str(value))
            return e.func(value)
        if self._sign(args[0], e) == 0:
            raise _at_a_seam(e, "0")
        return e.func(self._sign(args[0], e))


def _slope(outer: Any, name: Any, at: dict[Any, Any]) -> Any:
    """The derivative of a function by one argument; where its formula has a hole, the limit of it."""
    slope, place = sp.diff(outer, name), at[name]
    try:
        found = slope.xreplace(at)
    except ValueError as error:
        raise ValueError(
            f"SymPy cannot say the derivative of {outer} at {place}: use other functions, or a state of floats"
        ) from error
    if found.has(sp.nan, sp.zoo) and isinstance(outer, sp.Function) and place.is_number:
        beside = (slope.args[0][0] if isinstance(slope, sp.Piecewise) else slope).xreplace(at | {name: name})
        with suppress(NotImplementedError, ValueError, TypeError):
            tends, other = (sp.limit(beside, name, place, side) for side in "+-")
            if tends == other:
                return tends
    return found


def ball(e: Any) -> arb:
    """An enclosure of a number that SymPy writes, at the working precision. ValueError for functions not known here."""
    if e.is_Rational:
        return arb(fmpq(int(e.p), int(e.q)))
    if e in _CONSTANTS:
        return arb(_CONSTANTS[e]())
    args = [ball(arg) for arg in e.args]
    if isinstance(e, sp.Add):
        return sum(args, arb(0))
    if isinstance(e, sp.Mul):
        return arb(np.prod(np.array(args, dtype=object)))
    if isinstance(e, sp.Pow):
        if e.exp == sp.Rational(1, 2):
            return arb(args[0].sqrt())
        return arb(args[0] ** int(e.exp) if e.exp.is_Integer else args[0] ** args[1])
    name = type(e).__name__.lower()
    if name not in ("exp", "log", "sin", "cos", "tan", "tanh", "sinh", "cosh", "atan"):
        raise ValueError(f"no enclosure of {e}")
    return arb(getattr(args[0], name)())


_CONSTANTS: dict[Any, Any] = {sp.pi: arb.pi, sp.E: lambda: arb(1).exp()}


def sign_of_number(e: Any) -> int | None:
    """The sign of a number that SymPy writes: by enclosures, and 0 where that is proved."""
    if e.is_Rational:
        return int(sp.sign(e))
    for bits in (64, 256, 1024):
        with ctx.workprec(bits):
            try:
                found = sign(ball(e))
            except ValueError:
                return sign(e)
        if found is not None:
            return found
    return 0 if is_exactly_zero(e) else None


def _at_a_seam(e: Any, where: str) -> NoDerivativeError:
    return NoDerivativeError(f"no derivative at this state: {str(e)[:80]} is at {where} there")
