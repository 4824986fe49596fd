"""Exact points at which what is given holds, and at which a claim fails if it does: drawn on purpose poor in digits.

What the given formulas say of a letter by itself (unit vector, weights, sign, bounds, semidefinite operator) shapes how
it is drawn; equations are then solved for one number. The kernel's evaluator decides at every point.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isqrt
from typing import Any

from ..kernel.elaboration import Elaborator
from ..kernel.evaluation import Evaluator, evaluated
from ..kernel.facts import parts
from ..kernel.instances import Instance, read_instance
from ..kernel.parsing import parse
from ..kernel.refutation import Report, judge_instance
from ..kernel.scopes import Scope
from ..kernel.signs import is_zero
from ..kernel.statements import Statement
from ..kernel.term_matching import is_number
from ..kernel.terms import NUMBER, SIZE, Letter, Rejected, Sort, Term, binder, conjuncts, make, number, over, steps
from ..kernel.values import Number, Undecided, meter
from ..kernel.values import number as constant
from .effort import Effort
from .terms_of import rational


@dataclass
class Shapes:
    """How the letters of a statement are drawn."""

    unit: set[Letter] = field(default_factory=set)
    simplex: set[Letter] = field(default_factory=set)
    semidefinite: set[Letter] = field(default_factory=set)
    low: dict[Letter, Fraction] = field(default_factory=dict)
    high: dict[Letter, Fraction] = field(default_factory=dict)
    equations: list[Term] = field(default_factory=list)
    bounds: list[tuple[Letter, Letter, str]] = field(default_factory=list)
    extremes: list[tuple[Letter, Term]] = field(default_factory=list)
    softmax: dict[Letter, Letter] = field(default_factory=dict)
    short: dict[Letter, Fraction] = field(default_factory=dict)
    contracting: dict[Letter, Fraction] = field(default_factory=dict)


def shapes(statement: Statement) -> Shapes:
    """What the given formulas say of single letters."""
    found = Shapes()
    for fact in statement.given:
        for part in parts(fact):
            f = part.formula
            if f.op not in ("==", "<", "<="):
                continue
            a, b = f.args
            if f.op == "==":
                if a.op == "dot" and a.args[0] is a.args[1] and _head(a.args[0]) and b.op == "num" and b.args[0] == 1:
                    found.unit.add(_head(a.args[0]))  # type: ignore[arg-type]
                elif a.op == "sum" and b.op == "num" and b.args[0] == 1 and _head(a.args[1]):
                    found.simplex.add(_head(a.args[1]))  # type: ignore[arg-type]
                elif a.op == "letter" and b.op == "sum" and b.args[1].op == "num" and b.args[1].args[0] == 1:
                    found.bounds.append((a, a, "count"))
                elif part.variables and (scores := _scores(a, b)) is not None:
                    found.softmax[_head(a)] = scores  # type: ignore[index]
                else:
                    found.equations.append(f)
                continue
            if spectral := _spectral(a, b, part.variables):
                A, value, word = spectral
                if isinstance(value, Letter):
                    found.bounds.append((value, A, word))
                elif (q := rational(value)) is not None and word == "spectral":
                    found.contracting[A] = q
                continue
            length = rational(b)
            v = _head(a.args[0]) if a.op == "norm" or (a.op == "dot" and a.args[0] is a.args[1]) else None
            if v is not None and length is not None:
                found.short[v] = length if a.op == "norm" else min(length, Fraction(1))
            found.extremes += _extremes(a, b, part.variables, {*statement.letters})
            if a.op == "num" and a.args[0] == 0 and b.op == "dot" and b.args[1].op == "lin":
                head = _head(b.args[1].args[0])
                if head is not None and b.args[0] is b.args[1].args[1]:
                    found.semidefinite.add(head)
            for letter, low, value in ((_head(b), True, a), (_head(a), False, b)):
                q = rational(value)
                if letter is None or q is None:
                    continue
                kept, better = (found.low, max) if low else (found.high, min)
                kept[letter] = better(q, kept.get(letter, q))
    return found


def _scores(a: Term, b: Term) -> Letter | None:
    """The family z where a == b says p[i] == exp(z[i])/sum(j: exp(z[j])); None where it says something else."""
    if a.op != "ap" or b.op != "div" or b.args[0].op != "exp" or b.args[1].op != "sum":
        return None
    above, below = b.args[0].args[0], b.args[1].args[1]
    if above.op != "ap" or below.op != "exp" or below.args[0].op != "ap" or above.args[1] is not a.args[1]:
        return None
    heads = above.args[0], below.args[0].args[0]
    return heads[0] if heads[0] is heads[1] and isinstance(heads[0], Letter) else None


def _extremes(a: Term, b: Term, variables: tuple[Letter, ...], letters: set[Letter]) -> Iterator[tuple[Letter, Term]]:
    """The number that a <= b bounds by something of all tokens, or by a length, and the greatest or least of that."""
    for x, value, word in ((a, b, "min"), (b, a, "max")):
        if x not in letters or x.sort != NUMBER or x in value.letters:
            continue
        if value.op in ("abs", "norm") or (variables and all(y.sort[0] == "index" for y in variables)):
            for y in reversed(variables):
                value = binder(word, over(y.sort), y, value)
            if value.letters <= letters:
                yield x, value


def _spectral(a: Term, b: Term, variables: tuple[Letter, ...]) -> tuple[Letter, Term, str] | None:
    """The operator whose images or whose form a <= b bounds for all vectors, by what, and from which side."""
    for form, other, word in ((a, b, "spectral"), (b, a, "spectral below")):
        image = form.args[0] if form.op == "norm" else form.args[1] if form.op == "dot" else form
        x = image.args[1] if image.op == "lin" else None
        if len(variables) != 1 or x is not variables[0] or (form.op == "dot" and form.args[0] is not x):
            continue
        squares = (make("dot", x, x), make("norm", x), make("pow", make("norm", x), 2))
        if isinstance(image.args[0], Letter) and other in squares:
            return image.args[0], number(1), word
        if isinstance(image.args[0], Letter) and other.op == "mul" and other.args[1] in squares:
            return image.args[0], other.args[0], word
    return None


def _head(term: Term) -> Letter | None:
    while term.op == "ap":
        term = term.args[0]
    return term if isinstance(term, Letter) else None


_NUMBERS = "0 1 2 -1 1/2 3 -2 1/3 5 1/10 10 3/5 4/5 -1/2 7/4 100 1/100 -3"
_SMALL = [Fraction(x) for x in _NUMBERS.split(" ")]
_FEW = [Fraction(x) for x in (0, 1, -1, 1, -1, 2)] + [Fraction(1, 2)]
_FUNCTIONS = ("fn(x: 0)", "fn(x: x)", "fn(x: x/2)", "fn(x: -x)", "fn(x: x^2)", "fn(x: 1)", "fn(x: 2*x)")
_SIZES: Mapping[str, Sequence[int]] = {"tokens": (1, 2, 2, 3, 3, 4), "dim": (1, 2, 2, 3)}
_SOLVED = 8  # steps that solving an equation for a number counts as
Data = dict[str, Any]


class Draws:
    """Draws points of one statement, from a seed. only : the sizes to draw from, where not the usual ones."""

    def __init__(self, statement: Statement, seed: int = 0, only: Mapping[str, Sequence[int]] = _SIZES) -> None:
        self.only = {**_SIZES, **only}
        self.statement, self.shapes = statement, shapes(statement)
        self.random = random.Random(seed)
        self.few, self.frame, self.drawn = False, "", 0
        self.sizes: dict[str, int] = {}
        self.claims = [part for line in statement.show for part in parts(line) if not part.variables]

    def point(self) -> Data:
        """One point: sizes, and a value for every letter."""
        r = self.random
        self.few, self.frame, self.drawn = r.random() < 0.5, r.choice(["", "", "axes", "line"]), 0
        scope = self.statement.scope
        tokens: Any = r.choice(self.only["tokens"])
        dims = {space: r.choice(self.only["dim"]) for space in scope.spaces or ("",)}
        groups = {group: r.choice([1, 1, 2]) for group in scope.groups}
        self.sizes = {**groups, "": sum(groups.values()) if groups else tokens, "head": r.choice([1, 2])}
        letters = {letter.name: self._value(letter, letter.sort, dims) for letter in self.statement.letters}
        dim: Any = dims if scope.spaces else dims[""]
        return {"tokens": groups or tokens, "heads": self.sizes["head"], "dim": dim, "letters": letters}

    def near(self, data: Data) -> Data:
        """The point with one or two single numbers drawn anew, or made equal to another one."""
        r = self.random
        numbers = [x for x in self.statement.letters if x.sort[0] == "number"]
        letters = dict(data["letters"])
        for x in r.sample(numbers, min(len(numbers), r.choice([1, 1, 2]))):
            letters[x.name] = letters[r.choice(numbers).name] if r.random() < 0.3 else str(self._number(x))
        return {**data, "letters": letters}

    def _value(self, letter: Letter, sort: Sort, dims: Mapping[str, int], last: bool = False) -> Any:
        if sort[0] == "fn" and sort[1][0] == "index":
            count = self.sizes["head" if sort[1][1] == "head" else sort[1][2]]
            if letter in self.shapes.simplex and sort[2][0] == "number":
                return self._weights(count)
            return [self._value(letter, sort[2], dims) for _ in range(count)]
        if sort[0] == "fn" and sort[1] == SIZE:
            return {"always": self._value(letter, sort[2], dims)}
        if sort[0] == "fn" and sort[1:] == (NUMBER, NUMBER):
            return self.random.choice(_FUNCTIONS)
        if sort[0] == "number":
            return str(self._number(letter))
        if sort[0] == "size":
            return self.random.randint(0, 4)
        if sort[0] == "index":
            return self.random.randrange(self.sizes["head" if sort[1] == "head" else ""])
        if sort[0] == "vector":
            return [str(x) for x in self._vector(letter, dims[sort[1]])]
        if sort[0] == "operator":
            return self._operator(letter, dims[sort[1]])
        if sort[0] == "matrix":
            return self._rows(letter, dims[sort[2]], dims[sort[1]])
        raise Rejected(f"no values are drawn for {letter.name}")

    def _real(self) -> Fraction:
        r = self.random
        if self.few:
            return r.choice(_FEW)
        return r.choice(_SMALL) if r.random() < 0.6 else Fraction(r.randint(-60, 60), r.randint(1, 20))

    def _number(self, letter: Letter) -> Fraction:
        low, high = self.shapes.low.get(letter), self.shapes.high.get(letter)
        if low is not None and high is not None:
            share = self.random.choice([Fraction(k, 12) for k in range(13)] + [Fraction(1, 1000), Fraction(999, 1000)])
            return low + (high - low) * share
        if low is not None:
            return low + abs(self._real())
        return high - abs(self._real()) if high is not None else self._real()

    def _vector(self, letter: Letter, d: int) -> list[Fraction]:
        """A vector: free, on an axis that those before are not on, or on the line of one axis."""
        unit, most = letter in self.shapes.unit, self.shapes.short.get(letter)
        if self.frame and d:
            at = (self.drawn if self.frame == "axes" else 0) % d
            self.drawn += 1
            length = self.random.choice([1, -1]) * (1 if unit or most is not None else self._real())
            found = [Fraction(length) if k == at else Fraction(0) for k in range(d)]
        elif unit or (most is not None and d):
            found = self._unit(d)
        else:
            return self._entries(d)
        share = Fraction(1) if unit or most is None else most * Fraction(self.random.choice(["1", "1", "1/2", "0"]))
        return [share * x for x in found]

    def _bounded_operators(self) -> set[Letter]:
        return {A for _, A, word in self.shapes.bounds if word.startswith("spectral")}

    def _rows(self, letter: Letter, n: int, m: int) -> list[list[str]]:
        """A matrix: free, or with entries on the diagonal alone, where something bounds it for all vectors."""
        bound = self.shapes.contracting.get(letter)
        if (bound is None and letter not in self._bounded_operators()) or self.random.random() < 0.2:
            return [[str(x) for x in self._entries(m)] for _ in range(n)]
        r = self.random
        shares = ["1", "-1", "1/2", "0"]
        some = [self._real() if bound is None else bound * Fraction(r.choice(shares)) for _ in range(n)]
        at = [abs(x) if letter in self.shapes.semidefinite else x for x in some]
        return [[str(at[i] if i == j else 0) for j in range(m)] for i in range(n)]

    def _entries(self, d: int) -> list[Fraction]:
        return [self._real() for _ in range(d)]

    def _unit(self, d: int) -> list[Fraction]:
        r = self.random
        if d == 1 or r.random() < 0.25:
            at = r.randrange(d)
            return [Fraction(r.choice([1, -1])) if k == at else Fraction(0) for k in range(d)]
        t = [Fraction(r.randint(-6, 6), r.randint(1, 4)) for _ in range(d - 1)]
        s = sum((x * x for x in t), Fraction(0))
        v = [2 * x / (1 + s) for x in t] + [(s - 1) / (1 + s)]
        r.shuffle(v)
        return v

    def _weights(self, n: int) -> list[str]:
        w = [self.random.choice([0, 1, 1, 2, 3, 10]) for _ in range(n)]
        if self.random.random() < 0.2 or not sum(w):
            w = [int(k == n - 1) for k in range(n)]
        return [str(Fraction(x, sum(w))) for x in w]

    def _operator(self, letter: Letter, d: int) -> list[list[str]]:
        r = self.random
        if r.random() < 0.8 and (letter in self.shapes.contracting or letter in self._bounded_operators()):
            return self._rows(letter, d, d)
        if letter in self.shapes.semidefinite:
            rows = [[Fraction(r.choice([0, 1, -1, 1, 2])) for _ in range(d)] for _ in range(r.randint(1, d))]
            m = [[sum((row[i] * row[j] for row in rows), Fraction(0)) for j in range(d)] for i in range(d)]
        else:
            m = [[Fraction(r.choice([0, 0, 1, -1, 2, -2, 3])) for _ in range(d)] for _ in range(d)]
            m = [[m[min(i, j)][max(i, j)] for j in range(d)] for i in range(d)]
        return [[str(x) for x in row] for row in m]

    # equations
    def repaired(self, data: Data) -> Data:
        """The point moved onto the equations that are given, each by one number where that is rational or a root."""
        letters = {x.name: x for x in self.statement.letters}
        data = self._bounded(data)
        used: set[str] = set()
        for equation in (*self.shapes.equations, *self._wanted()):
            if equation.loose or any(x.name not in letters for x in equation.letters):
                continue
            ordered = sorted(equation.letters, key=lambda x: x.serial)
            names = [x.name for x in ordered if x.sort[0] == "number" and x.name not in used]
            self.random.shuffle(names)
            solved = [(name, value) for name in names if (value := self._solved(equation, data, name)) is not None]
            chosen = [(name, value) for name, value in solved if "sqrt" not in value] or solved
            if chosen and ("sqrt" not in chosen[0][1] or len(names) == 1 or self.random.random() < 0.5):
                name, value = chosen[0]
                data = {**data, "letters": {**data["letters"], name: value}}
                used.add(name)
        return data

    def _wanted(self) -> list[Term]:
        """Now and then the equations under which one claim speaks, and the one where its relation changes."""
        claim = self.random.choice(self.claims) if self.claims else None
        if claim is None or self.random.random() < 0.5:
            return []
        found = [c for condition in claim.conditions for c in conjuncts(condition) if c.op == "=="]
        if claim.formula.op in ("<", "<=", "!=") and self.random.random() < 0.5:
            found.append(make("==", *claim.formula.args))
        return [equation for equation in found if is_number(equation.args[0])]

    def _bounded(self, data: Data) -> Data:
        """Numbers that bound families moved to the members that they bound; sizes that count tokens."""
        values = dict(data["letters"])
        for below, member, wanted in self.shapes.bounds:
            if wanted == "count":
                values[below.name] = str(self.sizes[""])
            else:
                rows = [[Fraction(x) for x in row] for row in values[member.name]]
                at = [row[k] for k, row in enumerate(rows[: len(rows[0])])] if rows and rows[0] else [Fraction(0)]
                values[below.name] = str(min(at) if wanted == "spectral below" else max(map(abs, at)))
        for weights, scores in self.shapes.softmax.items():
            powers = [f"exp({z})" for z in values[scores.name]]
            values[weights.name] = [f"{power}/({' + '.join(powers)})" for power in powers]
        for x, extreme in self.shapes.extremes if self.random.random() < 0.8 else ():
            found = self._evaluated(extreme, {**data, "letters": values})
            slack = abs(self._real()) * self.random.randint(0, 1) * (1 if extreme.op != "min" else -1)
            try:
                values[x.name] = values[x.name] if found is None else number_text(found + constant(slack))
            except Undecided:
                continue
        return {**data, "letters": values}

    def _solved(self, equation: Term, data: Data, name: str) -> str | None:
        """The value of a number at which an equation holds that is linear or quadratic in it; None where none is."""
        steps.spend(_SOLVED)
        difference = make("sub", *equation.args)
        meter.start()  # once for all four: roots of different judgements are not known to be equal
        points = ({**data, "letters": {**data["letters"], name: k}} for k in (0, 1, -1, 2))
        zero, one, minus, two = (self._evaluated(difference, point) for point in points)
        if zero is None or one is None or minus is None or two is None:
            return None
        try:
            half = constant(Fraction(1, 2))
            a = (one + minus) * half - zero
            b = one - a - zero
            if not is_zero(a * constant(4) + b * constant(2) + zero - two):
                return None
            if is_zero(a):
                return None if is_zero(b) else _quotient(-zero, b)
            d = b * b - a * zero * constant(4)
            sign = self.random.choice([1, -1])
            if d.rational is not None and (d.rational < 0 or (root := _root(d.rational)) is not None):
                return None if d.rational < 0 else _quotient(constant(sign * (root or 0)) - b, a + a)
            return _simpler(f"({number_text(-b)} + ({sign})*sqrt({number_text(d)}))/({number_text(a + a)})")
        except Undecided:
            return None

    def _evaluated(self, term: Term, data: Data) -> Number | None:
        """The number that a term is at a point; None where that is not known."""
        try:
            instance = read_instance(self.statement, data, evaluated)
            found: Number = Evaluator(instance, instance.values).value(term)
        except (Rejected, Undecided, TypeError, AttributeError, ZeroDivisionError):
            return None
        return found if isinstance(found, Number) else None


def _root(q: Fraction) -> Fraction | None:
    """The square root of a rational number that is not negative, where it is rational."""
    root = Fraction(isqrt(q.numerator), isqrt(q.denominator))
    return root if root * root == q else None


def _simpler(text: str) -> str:
    """The number that a text says, written out."""
    return number_text(Evaluator(Instance(), {}).value(Elaborator(Scope()).check(parse(text), NUMBER)))


def _quotient(a: Number, b: Number) -> str:
    if a.rational is not None and b.rational is not None:
        return str(Fraction(a.rational) / b.rational)
    return _simpler(f"({number_text(a)})/({number_text(b)})")


def number_text(x: Number) -> str:
    """A number as a text; raises Undecided where it is not made of rational numbers, square roots and quotients."""
    terms = []
    for monomial, c in x.terms.items():
        number = [f"({c})" if c < 0 or c.denominator != 1 else str(c)] if c != 1 or not monomial else []
        factors: list[str] = []
        for letter, k in monomial:
            if letter.kind not in ("root", "sqrt", "inv"):
                raise Undecided("no number of this kind is written")
            inside = str(letter.arg) if letter.kind == "root" else number_text(Number(dict(letter.arg)))
            if (letter.kind, k) in (("root", Fraction(1, 2)), ("sqrt", 1)):
                factors.append(f"sqrt({inside})")
            elif letter.kind == "inv" and k == int(k):
                factors.append(f"(1/({inside}))^{int(k)}")
            else:
                raise Undecided("no number of this kind is written")
        terms.append("*".join([*number, *sorted(factors)]))  # the same in every process
    return " + ".join(terms) or "0"


@dataclass(frozen=True)
class Searched:
    """What the search for points found: one that refutes, one at which everything given holds; how many were tried.

    fault : an error of the search itself, where there was one.
    """

    refuting: Data | None
    satisfying: Data | None
    tried: int
    fault: str = ""


def search(
    statement: Statement,
    effort: Effort,
    first: Sequence[Data] = (),
    seed: int = 0,
    enough: int = 4000,
    only: Mapping[str, Sequence[int]] = _SIZES,
) -> Searched:
    """Points until one refutes the statement, the effort is over, or `enough` were tried."""
    draws = Draws(statement, seed, only)
    satisfying: Data | None = None
    held: Data = {}
    fault = ""
    tried = 0
    waiting = list(first)
    while tried < enough and not effort.over():
        tried += 1
        try:
            again = satisfying is not None and tried % 2 == 0
            drawn = draws.near(held) if again else draws.point()
            data = waiting.pop(0) if waiting else draws.repaired(drawn)
            report: Report = judge_instance(statement, data)
        except (Rejected, ZeroDivisionError, OverflowError):
            continue
        except Exception as error:  # the search is not trusted: what breaks it is a point that was not found
            fault = f"{type(error).__name__}: {error}"
            continue
        if report.refutes:
            return Searched(data, satisfying, tried, fault)
        if report.satisfies:
            held = data
            satisfying = satisfying or data
    return Searched(None, satisfying, tried, fault)
