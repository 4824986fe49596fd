"""From syntax trees to typed terms: names are resolved, sorts and levels checked, definitions expanded.

A name has one role. Whatever is not well typed is rejected before any proof is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.kernel import vocabulary as words
from verify.kernel.derivatives import vector_space
from verify.kernel.levels import level, moves
from verify.kernel.parsing import Tree
from verify.kernel.terms import (
    CONSTANT,
    FORMULA,
    HEAD,
    MOVING,
    NUMBER,
    RANDOM,
    SIZE,
    TOKEN,
    Letter,
    Rejected,
    Sort,
    Term,
    abstract,
    apply,
    build,
    fresh,
    make,
    number,
    over,
    range_sort,
    substituted,
)


@dataclass(frozen=True)
class Macro:
    """A definition that is expanded wherever it is used: parameters, body, and the scope its names are read in."""

    name: str
    parameters: tuple[str, ...]
    body: Tree
    scope: Scope


@dataclass(frozen=True)
class Definition:
    """A predicate that abbreviates a formula: letters and the formula. Kept folded until a proof unfolds it."""

    name: str
    letters: tuple[Letter, ...]
    formula: Term
    timed: bool


@dataclass
class Scope:
    """What the names of a statement mean.

    names : letters, macros, maps, flows and states by name.
    spaces : the names of the vector spaces; the one space of a statement without any is called "".
    groups : the declared partition of the tokens.
    definitions : the predicates that abbreviate formulas.
    """

    names: dict[str, Any] = field(default_factory=dict)
    spaces: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    definitions: Mapping[str, Definition] = field(default_factory=dict)

    def extended(self) -> Scope:
        """A copy to which names can be added."""
        return Scope(dict(self.names), self.spaces, self.groups, self.definitions)

    def declare(self, name: str, meaning: Any) -> None:
        """Give `name` its one role."""
        self.unused(name)
        self.names[name] = meaning

    def unused(self, name: str) -> None:
        """Insist that `name` has no role yet."""
        if name in words.RESERVED or name in self.definitions:
            raise Rejected(f"{name!r} is a word of the language")
        if name in self.names or name in self.spaces or name in self.groups:
            raise Rejected(f"{name!r} is declared twice")

    def sort(self, said: tuple[str, ...]) -> Sort:
        """The sort that the words `said` name."""
        word, rest = said[0], said[1:]
        if word in ("number", "size", "formula"):
            return (word,)
        if word == "step":
            return SIZE
        if word == "token":
            return ("index", "token", self._group(rest[0]) if rest else "")
        if word == "head":
            return HEAD
        if word == "direction":
            return ("index", "direction", self.space(rest))
        if word in self.groups and not rest:
            return ("index", "token", word)
        if word in ("vector", "operator", "map", "flow"):
            return (word, self.space(rest))
        if word == "matrix":
            return ("matrix", self.space(rest[:1]), self.space(rest[1:2]))
        if word == "state":
            return ("fn", TOKEN, ("vector", self.space(rest)))
        raise Rejected(f"no sort: {' '.join(said)!r}")

    def space(self, said: tuple[str, ...]) -> str:
        """The space named by `said`, or the only one."""
        if said:
            if said[0] not in self.spaces:
                raise Rejected(f"no space {said[0]!r}; declared are {', '.join(self.spaces) or 'none'}")
            return said[0]
        if len(self.spaces) > 1:
            raise Rejected(f"which space? declared are {', '.join(self.spaces)}")
        return self.spaces[0] if self.spaces else ""

    def _group(self, name: str) -> str:
        if name not in self.groups:
            raise Rejected(f"no group {name!r}; declared are {', '.join(self.groups) or 'none'}")
        return name


def fits(got: Sort, want: Sort) -> bool:
    """Whether a term of sort `got` may stand where `want` is wanted."""
    if got == want or (got == SIZE and want == NUMBER):
        return True
    if got[0] == want[0] == "index":
        return bool(got[1] == want[1] and want[2] == "")
    if got[0] == "operator" and want[0] == "matrix":
        return bool(want[1] == want[2] == got[1])
    if got[0] == want[0] == "fn":
        return fits(want[1], got[1]) and fits(got[2], want[2])
    return False


def said(sort: Sort) -> str:
    """A sort in words."""
    if sort[0] == "fn":
        return f"{said(sort[1])} -> {said(sort[2])}"
    return " ".join(part for part in (sort[1:] if sort[0] == "index" else sort) if part)


class Elaborator:
    """Reads trees in one scope; `bound` are the names of binders that are open at the moment."""

    def __init__(self, scope: Scope, bound: Mapping[str, tuple[Term, Sort]] | None = None, depth: int = 0) -> None:
        self.scope, self.bound, self.depth = scope, dict(bound or {}), depth

    # checking against a sort
    def check(self, tree: Tree, want: Sort) -> Term:
        """The term of `tree`, which must be of the sort `want`."""
        if want[0] == "fn" and tree[0] == "bind" and tree[1] == "fn":
            return self._function(tree[2], tree[3], want)
        if want[0] == "vector" and tree == ("num", 0):
            return make("zero", want[1])
        term, got = self.infer(tree)
        if not fits(got, want):
            raise Rejected(f"{show(tree)} is {said(got)}, wanted {said(want)}")
        return term

    def formula(self, tree: Tree) -> Term:
        """The formula of `tree`."""
        return self.check(tree, FORMULA)

    def _function(self, binds: tuple[Any, ...], body: Tree, want: Sort) -> Term:
        (name, said_range), rest = binds[0], binds[1:]
        if said_range is not None and not fits(want[1], range_sort(self._range(said_range))):
            raise Rejected(f"the letter {name} runs over another sort than {said(want[1])}")
        inner, letter = self._bind(name, want[1])
        if not rest:
            result = inner.check(body, want[2])
        elif want[2][0] == "fn":
            result = inner._function(rest, body, want[2])
        else:
            raise Rejected(f"fn binds {len(binds)} letters, wanted {said(want)}")
        return make("fn", over(want[1]), abstract(result, letter))

    def _bind(self, name: str, sort: Sort) -> tuple[Elaborator, Letter]:
        self.scope.unused(name)
        if name in self.bound:
            raise Rejected(f"{name!r} is bound twice")
        letter = fresh(name, sort)
        return Elaborator(self.scope, {**self.bound, name: (letter, sort)}, self.depth), letter

    # inferring
    def infer(self, tree: Tree) -> tuple[Term, Sort]:
        """The term of `tree` and its sort."""
        kind = tree[0]
        if kind == "num":
            return number(tree[1]), SIZE if tree[1].denominator == 1 else NUMBER
        if kind == "name":
            return self._name(tree[1])
        if kind in ("and", "or", "=>"):
            return make("implies" if kind == "=>" else kind, self.formula(tree[1]), self.formula(tree[2])), FORMULA
        if kind == "not":
            return make("not", self.formula(tree[1])), FORMULA
        if kind in ("==", "!=", "<", "<=", ">", ">="):
            return self._relation(kind, tree[1], tree[2]), FORMULA
        if kind in ("+", "-", "*", "/", "^", "neg"):
            return self._arithmetic(tree)
        if kind == "index":
            term, sort = self.infer(tree[1])
            return self._indexed(term, sort, tree[2], tree)
        if kind == "bind":
            return self._binder(tree)
        return self._call(tree)

    def _name(self, name: str) -> tuple[Term, Sort]:
        if name in self.bound:
            return self.bound[name]
        if name == "time":
            return make("time"), NUMBER
        if name == "pi":
            return make("pi"), NUMBER
        meaning = self.scope.names.get(name)
        if isinstance(meaning, Letter):
            return meaning, meaning.sort
        if isinstance(meaning, Macro):
            raise Rejected(f"{name} takes {len(meaning.parameters)} arguments")
        if isinstance(meaning, tuple):
            return meaning  # a map, flow, state or definition with its sort
        raise Rejected(f"{name!r} is a word of the language" if name in words.RESERVED else f"{name!r} is not declared")

    def _relation(self, kind: str, left: Tree, right: Tree) -> Term:
        if right == ("num", 0) and left != ("num", 0):
            a, sort = self.infer(left)
            b, other = (make("zero", sort[1]), sort) if sort[0] == "vector" else self.infer(right)
        elif left == ("num", 0):
            b, other = self.infer(right)
            a, sort = (make("zero", other[1]), other) if other[0] == "vector" else self.infer(left)
        else:
            (a, sort), (b, other) = self.infer(left), self.infer(right)
        indices = sort[0] == other[0] == "index" and sort[1] == other[1]
        vectors = sort[0] == "vector" and sort == other and kind in ("==", "!=")
        if not (indices or vectors or (fits(sort, NUMBER) and fits(other, NUMBER))):
            raise Rejected(f"{said(sort)} {kind} {said(other)}: {show((kind, left, right))}")
        return _related(kind, a, b)

    def _arithmetic(self, tree: Tree) -> tuple[Term, Sort]:
        kind = tree[0]
        if kind == "neg":
            a, sort = self.infer(tree[1])
            if not (fits(sort, NUMBER) or sort[0] == "vector"):
                raise Rejected(f"- {show(tree[1])}, which is {said(sort)}")
            return make("neg", a), NUMBER if sort == SIZE else sort
        if kind == "^":
            return self._power(tree[1], tree[2])
        (a, left), (b, right) = self.infer(tree[1]), self.infer(tree[2])
        if kind in ("+", "-"):
            if tree[1] == ("num", 0) and right[0] == "vector":
                a, left = make("zero", right[1]), right
            if tree[2] == ("num", 0) and left[0] == "vector":
                b, right = make("zero", left[1]), left
            if left[0] == "vector" and left == right:
                return make({"+": "add", "-": "sub"}[kind], a, b), left
            if fits(left, NUMBER) and fits(right, NUMBER):
                whole = kind == "+" and left == right == SIZE
                return make({"+": "add", "-": "sub"}[kind], a, b), SIZE if whole else NUMBER
        elif kind == "*" and fits(left, NUMBER) and (fits(right, NUMBER) or right[0] == "vector"):
            sort = right if right[0] == "vector" else SIZE if left == right == SIZE else NUMBER
            return make("mul", a, b), sort
        elif kind == "/" and fits(right, NUMBER) and (fits(left, NUMBER) or left[0] == "vector"):
            return make("div", a, b), left if left[0] == "vector" else NUMBER
        raise Rejected(f"{said(left)} {kind} {said(right)}: {show(tree)}")

    def _power(self, base: Tree, exponent: Tree) -> tuple[Term, Sort]:
        a, sort = self.infer(base)
        if not fits(sort, NUMBER):
            raise Rejected(f"a power of {said(sort)}: {show(base)}")
        negative = exponent[0] == "neg"
        literal = exponent[1] if negative else exponent
        if literal[0] == "num" and literal[1].denominator == 1:
            power = int(literal[1])
            if power > 64:
                raise Rejected(f"the exponent {power}; allowed are whole numbers up to 64")
            raised = make("pow", a, power)
            return (make("div", number(1), raised), NUMBER) if negative else (raised, sort)
        size, size_sort = self.infer(literal)
        if size_sort != SIZE or negative:
            raise Rejected(f"the exponent {show(exponent)} is no size")
        return make("sizepow", a, size), sort

    def _indexed(self, term: Term, sort: Sort, arguments: tuple[Tree, ...], tree: Tree) -> tuple[Term, Sort]:
        for argument in arguments:
            if sort[0] != "fn":
                raise Rejected(f"too many indices: {show(tree)}")
            term, sort = apply(term, self.check(argument, sort[1])), sort[2]
        return term, sort

    def _binder(self, tree: Tree) -> tuple[Term, Sort]:
        _, kind, binds, body = tree
        (name, said_range), rest = binds[0], binds[1:]
        scope = self._range(said_range) if said_range is not None else over(TOKEN)
        sort = range_sort(scope)
        if kind == "fn":
            inner, letter = self._bind(name, sort)
            result, result_sort = inner.infer(("bind", kind, rest, body) if rest else body)
            return make("fn", scope, abstract(result, letter)), ("fn", sort, result_sort)
        if kind not in ("forall", "exists"):
            if not (sort[0] == "index" or scope.op == "span"):
                raise Rejected(f"{kind} over infinitely many: {show(tree)}")
            if kind in ("max", "min", "diam") and scope.op in ("before", "span"):
                raise Rejected(f"{kind} over a range that may be empty: {show(tree)}")
        inner, letter = self._bind(name, sort)
        nested = ("bind", kind, rest, body) if rest else body
        if kind in ("forall", "exists"):
            return make(kind, scope, abstract(inner.formula(nested), letter)), FORMULA
        result, result_sort = inner.infer(nested)
        if kind == "diam" and not rest:
            if result_sort[0] != "vector":
                raise Rejected(f"diam of {said(result_sort)}: {show(tree)}")
            return make(kind, scope, abstract(result, letter)), NUMBER
        if not (fits(result_sort, NUMBER) or (kind == "sum" and result_sort[0] == "vector")) or kind == "diam":
            raise Rejected(f"{kind} of {said(result_sort)}: {show(tree)}")
        return make(kind, scope, abstract(result, letter)), result_sort

    def _range(self, tree: Tree) -> Term:
        if tree[0] == "sort":
            if len(tree[1]) == 1 and tree[1][0] in self.bound:
                raise Rejected(f"{tree[1][0]!r} is no range")
            return over(self.scope.sort(tree[1]))
        if tree[0] == "span":
            low, high = self.check(tree[1], NUMBER), self.check(tree[2], NUMBER)
            return make("span", low, high)
        return make(tree[0], self.check(tree[1], TOKEN))

    # words
    def _call(self, tree: Tree) -> tuple[Term, Sort]:
        head, arguments = tree[1], tree[2]
        name = head[1] if head[0] == "name" else ""
        if name and name not in self.bound and name not in self.scope.names:
            return self._word(name, arguments, tree)
        if isinstance(self.scope.names.get(name), Macro) and name not in self.bound:
            return self._expanded(self.scope.names[name], arguments)
        term, sort = self.infer(head)
        if sort[0] in ("operator", "matrix"):
            if len(arguments) != 1:
                raise Rejected(f"{show(head)} is applied to one vector: {show(tree)}")
            return make("lin", term, self.check(arguments[0], ("vector", sort[1]))), ("vector", sort[-1])
        if sort[0] in ("map", "flow") and len(arguments) == 2:
            return self._word("value", (head, *arguments), tree)
        if sort[0] == "fn":
            return self._indexed(term, sort, arguments, tree)
        raise Rejected(f"{show(head)} is {said(sort)} and cannot be applied: {show(tree)}")

    def _word(self, name: str, arguments: tuple[Tree, ...], tree: Tree) -> tuple[Term, Sort]:
        if name in ("max", "min"):
            if len(arguments) < 2:
                raise Rejected(f"{name} of at least two numbers, or {name}(i: ...): {show(tree)}")
            term = self.check(arguments[-1], NUMBER)
            for other in reversed(arguments[:-1]):
                term = make(f"{name}2", self.check(other, NUMBER), term)
            return term, NUMBER
        if name in words.FUNCTIONS:
            patterns, result = words.FUNCTIONS[name]
            terms, spaces = self._matched(name, patterns, arguments, tree)
            return build(name, *terms), _resolved(result, spaces)
        if name in words.PREDICATES:
            terms, _ = self._matched(name, words.PREDICATES[name], arguments, tree)
            if name == "on":
                return build(name, *terms), FORMULA
            if name in ("independent", "uniform_on_sphere"):
                if any(moves(term) for term in terms):
                    raise Rejected(f"{name} of something that moves: {show(tree)}")
            elif any(level(term) != CONSTANT for term in terms) and name != "positive_definite":
                raise Rejected(f"{name} of something that moves: {show(tree)}")
            return make(name, *terms), FORMULA
        if name in self.scope.definitions:
            return self._defined(self.scope.definitions[name], arguments, tree)
        if name == "dim":
            if len(arguments) != 1 or arguments[0][0] != "name":
                raise Rejected(f"dim of a space: {show(tree)}")
            return make("dim", self.scope.space((arguments[0][1],))), SIZE
        if len(arguments) != 1:
            raise Rejected(f"{name!r} is not declared, or takes one argument: {show(tree)}")
        if name in (*words.TIME_FORMULAS, "probability", "almost_surely"):
            body = self.formula(arguments[0])
            _temporal(name, body)
            return make(name, body), NUMBER if name == "probability" else FORMULA
        if name in ("start", "rate"):
            term, sort = self.infer(arguments[0])
            if not (fits(sort, NUMBER) or sort[0] == "vector"):
                raise Rejected(f"{name} of {said(sort)}: {show(tree)}")
            _temporal(name, term)
            return make(name, term), NUMBER if sort == SIZE else sort
        raise Rejected(f"{name!r} is not declared")

    def _matched(
        self, name: str, patterns: tuple[Sort, ...], arguments: tuple[Tree, ...], tree: Tree
    ) -> tuple[list[Term], dict[str, str]]:
        """The arguments of a word, and what its space letters stand for."""
        if len(patterns) != len(arguments):
            raise Rejected(f"{name} takes {len(patterns)} arguments: {show(tree)}")
        spaces: dict[str, str] = {}
        later: list[int] = []
        terms: list[Any] = [None] * len(patterns)
        for position, (pattern, argument) in enumerate(zip(patterns, arguments, strict=True)):
            if argument == ("num", 0) or (argument[0] == "bind" and argument[1] == "fn"):
                later.append(position)
                continue
            term, got = self.infer(argument)
            if name in ("value", "on") and position == 0 and got[0] == "flow":
                got = ("map", got[1])
            wanted = _unified(pattern, got, spaces)
            if wanted is None or not fits(got, wanted):
                raise Rejected(
                    f"{show(argument)} is {said(got)}, wanted {said(_resolved(pattern, spaces))} in {show(tree)}"
                )
            terms[position] = term
        for position in later:
            wanted = _resolved(patterns[position], {"?E": self._default(), "?F": self._default(), **spaces})
            terms[position] = self.check(arguments[position], wanted)
        return terms, {"?E": self._default(), "?F": self._default(), **spaces}

    def _default(self) -> str:
        return self.scope.spaces[0] if self.scope.spaces else ""

    def _defined(self, definition: Definition, arguments: tuple[Tree, ...], tree: Tree) -> tuple[Term, Sort]:
        patterns = tuple(_generic(letter.sort) for letter in definition.letters)
        terms, _ = self._matched(definition.name, patterns, arguments, tree)
        for letter, term in zip(definition.letters, terms, strict=True):
            if level(term) > letter.level and letter.sort[0] != "flow":
                raise Rejected(f"{definition.name}: {show(tree)} moves where it must not")
        if definition.timed and any(letter.momentary for term in terms for letter in term.letters):
            raise Rejected(f"{definition.name} of something chosen at a moment: {show(tree)}")
        return make("timed" if definition.timed else "def", definition.name, *terms), FORMULA

    def _expanded(self, macro: Macro, arguments: tuple[Tree, ...]) -> tuple[Term, Sort]:
        if len(arguments) != len(macro.parameters):
            raise Rejected(f"{macro.name} takes {len(macro.parameters)} arguments")
        if self.depth > 50:
            raise Rejected(f"definitions nested too deeply at {macro.name}")
        bound = {name: self.infer(argument) for name, argument in zip(macro.parameters, arguments, strict=True)}
        return Elaborator(macro.scope, bound, self.depth + 1).infer(macro.body)


def _related(kind: str, a: Term, b: Term) -> Term:
    return make({">": "<", ">=": "<="}[kind], b, a) if kind in (">", ">=") else make(kind, a, b)


def _temporal(name: str, body: Term) -> None:
    """What an operator of time, or `rate`, may be applied to."""
    if any(letter.momentary for letter in body.letters):
        raise Rejected(f"{name} of something chosen at a moment")
    if name in ("probability", "almost_surely"):
        if moves(body):
            raise Rejected(f"{name} of something that moves in time")
    elif level(body) == RANDOM:
        raise Rejected(f"{name} of something random")
    elif name != "almost_always" and level(body) > MOVING:
        what = "a rate or something measurable in time"
        raise Rejected(
            f"{name} of {what}; almost_always is meant, or a moving letter" if name == "always" else f"{name} of {what}"
        )


def _unified(pattern: Sort, got: Sort, spaces: dict[str, str]) -> Sort | None:
    """`pattern` with its space letters resolved so that `got` may fit; None if there is no such way."""
    if pattern[0] == "fn":
        if got[0] != "fn":
            return None
        first, second = _unified(pattern[1], got[1], spaces), _unified(pattern[2], got[2], spaces)
        return ("fn", first, second) if first is not None and second is not None else None
    names = got[1:]
    if pattern[0] == "matrix" and got[0] == "operator":
        names = (got[1], got[1])
    for part, actual in zip(pattern[1:], names, strict=False):
        if isinstance(part, str) and part[:1] == "?":
            if spaces.setdefault(part, actual) != actual:
                return None
    return _resolved(pattern, spaces)


def _resolved(sort: Sort, spaces: Mapping[str, str]) -> Sort:
    return tuple(_resolved(part, spaces) if isinstance(part, tuple) else spaces.get(part, part) for part in sort)


def _generic(sort: Sort) -> Sort:
    """A sort of a definition, in which the space E stands for any space."""
    return tuple(
        _generic(part) if isinstance(part, tuple) else f"?{part}" if part in ("E", "F") else part for part in sort
    )


def instance_of(definition: Definition, arguments: tuple[Term, ...]) -> Term:
    """The formula that a defined predicate abbreviates at `arguments`, in their space."""
    pairs = list(zip(definition.letters, arguments, strict=True))
    space = next((found for letter, term in pairs if (found := _space_of(letter.sort, term)) is not None), "E")
    return substituted(_in_space(definition.formula, space), dict(pairs))


def _space_of(sort: Sort, term: Term) -> str | None:
    """The space of an argument of sort `sort`, where it is a vector or an operator."""
    if sort[0] == "vector":
        return vector_space(term)
    if sort[0] not in ("operator", "matrix"):
        return None
    while term.op == "ap":
        term = term.args[0]
    own = term.sort if isinstance(term, Letter) else sort
    while own[0] == "fn":
        own = own[2]
    return str(own[1])


def _in_space(term: Term, space: str) -> Term:
    """A formula of a definition with its binders over the space E turned to `space`."""
    if isinstance(term, Letter) or not term.args:
        return term
    if term.op == "over":
        return make("over", _resolved(term.args[0], {"E": space}))
    if term.op in ("zero", "dim"):
        return make(term.op, space)
    return make(term.op, *(_in_space(part, space) if isinstance(part, Term) else part for part in term.args))


def show(tree: Tree) -> str:
    """A syntax tree as text, shortened."""
    return _shown(tree)[:160]


def _shown(tree: Tree) -> str:
    kind = tree[0]
    if kind == "num":
        return str(tree[1])
    if kind == "name":
        return str(tree[1])
    if kind in ("index", "call"):
        opening, closing = ("[", "]") if kind == "index" else ("(", ")")
        return f"{_shown(tree[1])}{opening}{', '.join(map(_shown, tree[2]))}{closing}"
    if kind == "neg":
        return f"-{_shown(tree[1])}"
    if kind == "not":
        return f"not {_shown(tree[1])}"
    if kind == "bind":
        binds = ", ".join(name if scope is None else f"{name} in {_said_range(scope)}" for name, scope in tree[2])
        return f"{tree[1]}({binds}: {_shown(tree[3])})"
    return f"({_shown(tree[1])} {kind} {_shown(tree[2])})"


def _said_range(tree: Tree) -> str:
    if tree[0] == "sort":
        return " ".join(tree[1])
    if tree[0] == "span":
        return f"{_shown(tree[1])}..{_shown(tree[2])}"
    return f"{tree[0]}({_shown(tree[1])})"
