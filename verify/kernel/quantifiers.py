"""forall and exists over numbers, vectors and states, where they can be decided exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from . import complex_pairs, forms, linear, sturm
from .duals import ONE, ZERO
from .operations import Truth, every, negated
from .signs import sign
from .terms import NUMBER, SIZE, Sort, Term, make
from .values import Atom, Exhausted, Number, Undecided, atom, number, of

if TYPE_CHECKING:
    from .evaluation import Evaluator

_fresh = count()


def decide(evaluator: Evaluator, term: Term, env: tuple[Any, ...]) -> Truth:
    """The truth of a quantifier over an infinite sort; None where no method here applies."""
    scope, body = term.args
    sort, universal = scope.args[0], term.op == "forall"
    methods: list[Callable[[], Truth]] = []
    if universal and sort == NUMBER:
        methods.append(lambda: _over_pairs(evaluator, body, env))
    if sort == NUMBER and not evaluator.nested:
        methods.append(lambda: _on_line(evaluator, universal, body, env))
    if universal:
        signs = evaluator.signs if isinstance(evaluator.signs, Positive) else sign
        methods.append(lambda: _for_sizes(term, _everywhere(evaluator.changed(signs), term, env, ())))
    methods.append(lambda: _sampled(evaluator, universal, sort, body, env))
    for method in methods:
        try:
            found = method()
        except Exhausted:
            raise
        except Undecided:
            continue
        # What fails somewhere in the bound letters of an outer quantifier need not fail everywhere.
        if found or (found is False and not (evaluator.nested and universal)):
            return found
    return None


def _over_pairs(evaluator: Evaluator, body: Term, env: tuple[Any, ...]) -> Truth:
    """`forall s, w: other_eigenvalue(U, v, s, w) => C`: C at every one of these finitely many pairs."""
    inner = body.args[1] if body.op == "forall" else body
    if inner.op != "implies" or inner is body or body.args[0].args[0] != NUMBER:
        raise Undecided("no statement about all eigenvalues")
    premise = inner.args[0]
    if premise.op != "def" or premise.args[0] != "other_eigenvalue":
        raise Undecided("no statement about all eigenvalues")
    U, v, s, w = premise.args[1:]
    if (s.op, s.args, w.op, w.args) != ("b", (1,), "b", (0,)):
        raise Undecided("no statement about all eigenvalues")
    at = (*env, variable(evaluator, NUMBER), variable(evaluator, NUMBER))
    rows, along = evaluator.value(U, at), evaluator.value(v, at)
    if any(x.symbolic for row in (*rows, along) for x in row):
        raise Undecided("a matrix or a vector that depends on the eigenvalue")
    pairs = complex_pairs.roots(linear.characteristic(complex_pairs.quotient(rows, along)))
    return every(evaluator.truth(inner.args[1], (*env, *pair)) for pair in pairs)


class Positive:
    """The sign of a sum whose terms are all positive, or all negative, where some bound letters are positive.

    signs : is asked where that does not tell; what it knows to be positive is positive here too.
    """

    def __init__(self, signs: Callable[[Number], int], letters: frozenset[Atom]) -> None:
        self.signs = signs
        self.letters: frozenset[Atom] = letters | (signs.letters if isinstance(signs, Positive) else frozenset())

    def __call__(self, p: Number) -> int:
        factors = {a for monomial in p.terms for a, _ in monomial}
        if p.terms and factors <= self.letters and len({c > 0 for c in p.terms.values()}) == 1:
            return 1 if next(iter(p.terms.values())) > 0 else -1
        return self.signs(p)


class State:
    """A state whose entries are bound letters without values."""

    def __init__(self, entries: dict[int, tuple[Number, ...]]) -> None:
        self.entries = entries

    def __call__(self, token: int) -> tuple[Number, ...]:
        return self.entries[token]


def variable(evaluator: Evaluator, sort: Sort) -> Any:
    """Something of a sort that stands for everything of it. Raises Undecided for other sorts than these."""
    if sort in (NUMBER, SIZE):
        return of(atom("var", next(_fresh)))
    if sort[0] == "vector":
        return tuple(of(atom("var", next(_fresh))) for _ in range(evaluator.instance.dim(sort[1])))
    if sort[0] == "fn" and sort[1][0] == "index" and sort[2][0] == "vector":
        return State({token: variable(evaluator, sort[2]) for token in evaluator.instance.positions(sort[1])})
    raise Undecided("over infinitely many")


def _for_sizes(term: Term, found: Truth) -> Truth:
    """What holds for all numbers holds for all sizes; what fails for some number need not fail for a size."""
    return None if found is False and _counts(term) else found


def _counts(term: Term) -> bool:
    """Whether something is said of all sizes."""
    return (term.op == "over" and term.args[0] == SIZE) or any(_counts(p) for p in term.args if isinstance(p, Term))


def _on_line(evaluator: Evaluator, universal: bool, body: Term, env: tuple[Any, ...]) -> Truth:
    """One number: the relations are polynomials in it, whose signs are constant between their roots."""
    x = variable(evaluator, NUMBER)
    ((letter, _),) = next(iter(x.terms))
    seen: dict[Any, sturm.Polynomial] = {}

    def record(p: Number) -> int:
        seen[p.key()] = sturm.trimmed(forms.in_one(p, letter))
        raise Undecided("recorded")

    found = evaluator.changed(signs=record).truth(body, (*env, x))
    if found is not None:
        return found
    whole = [ONE]
    for p in seen.values():
        if len(p) > 1:
            whole = linear.times(whole, sturm.divided(p, sturm.common(whole, p))[0])
    roots = sturm.Roots(sturm.squarefree(whole)) if len(whole) > 1 else None
    points = roots.samples() if roots else [Fraction(0)]
    signs: list[Callable[[sturm.Polynomial], int]] = [partial(_sign_at, q) for q in points]
    if roots:
        signs += [partial(roots.sign_at, k) for k in range(len(points) - 1)]
    # The number stays a letter in every cell, so that nothing is concluded from what is no polynomial in it.
    cells = (evaluator.changed(partial(_sign_in, at, letter)) for at in signs)
    return _over(universal, (cell.truth(body, (*env, x)) for cell in cells))


def _sign_in(cell: Callable[[sturm.Polynomial], int], letter: Atom, p: Number) -> int:
    return cell(sturm.trimmed(forms.in_one(p, letter)))


def _sign_at(x: Fraction, p: sturm.Polynomial) -> int:
    return sturm.sign_at(p, x)


def _over(universal: bool, results: Iterable[Truth]) -> Truth:
    """The truth of a quantifier from the truth at all its values."""
    return every(results) if universal else negated(every(map(negated, results)))


def _everywhere(evaluator: Evaluator, term: Term, env: tuple[Any, ...], assumed: tuple[forms.Condition, ...]) -> Truth:
    """Whether a formula holds for all values of the symbolic entries of `env` that fulfil `assumed`."""
    op, args = term.op, term.args
    if op == "and":
        return every([_everywhere(evaluator, part, env, assumed) for part in args])
    if op == "forall":
        scope, body = args
        if scope.op == "over" and scope.args[0][0] != "index":
            return _everywhere(evaluator, body, (*env, variable(evaluator, scope.args[0])), assumed)
        return every([_everywhere(evaluator, body, (*env, x), assumed) for x in evaluator.range(scope, env)])
    if op == "implies":
        more = _conditions(evaluator, args[0], env)
        if more is None:
            return True
        positive = _positive(evaluator, args[0], env)
        knowing = evaluator.changed(Positive(evaluator.signs, positive)) if positive else evaluator
        return _everywhere(knowing, args[1], env, (*assumed, *more))
    if op in ("==", "<", "<="):
        a, b = evaluator.value(args[0], env), evaluator.value(args[1], env)
        pairs = zip(a, b, strict=True) if isinstance(a, tuple) else [(a, b)]
        if not isinstance(a, int):
            found = every([forms.holds(op, y - x, assumed) for x, y in pairs])
            return found if found is not None else evaluator.truth(term, env) or None
    found = evaluator.truth(term, env)
    return found if found or not assumed else None


def _positive(evaluator: Evaluator, term: Term, env: tuple[Any, ...]) -> frozenset[Atom]:
    """The bound letters of which a formula says that they are positive."""
    if term.op == "and":
        return frozenset().union(*(_positive(evaluator, part, env) for part in term.args))
    if term.op != "<" or term.args[0] is not make("num", Fraction(0)) or term.args[1].op != "b":
        return frozenset()
    value = evaluator.value(term.args[1], env)
    return frozenset(a for a in value.atoms() if a.kind == "var" and value.terms == of(a).terms)


def _conditions(evaluator: Evaluator, term: Term, env: tuple[Any, ...]) -> list[forms.Condition] | None:
    """What a formula says of the symbolic entries; None if it is false whatever they are."""
    found = evaluator.truth(term, env)
    if found is not None:
        return [] if found else None
    op, args = term.op, term.args
    parts: list[forms.Condition] = []
    if op == "and" or (op == "forall" and (args[0].op != "over" or args[0].args[0][0] == "index")):
        inside = (
            [(part, env) for part in args]
            if op == "and"
            else [(args[1], (*env, x)) for x in evaluator.range(args[0], env)]
        )
        for part, inner in inside:
            more = _conditions(evaluator, part, inner)
            if more is None:
                return None
            parts += more
        return parts
    if op in ("==", "!="):
        a, b = evaluator.value(args[0], env), evaluator.value(args[1], env)
        entries = tuple(x - y for x, y in zip(a, b, strict=True)) if isinstance(a, tuple) else (a - b,)
        return [("==", (entry,)) for entry in entries] if op == "==" else [("!=", entries)]
    return [("other", ())]


def _sampled(evaluator: Evaluator, universal: bool, sort: Sort, body: Term, env: tuple[Any, ...]) -> Truth:
    """A counterexample or witness among some values of the sort."""
    for x in _samples(evaluator, sort):
        if evaluator.truth(body, (*env, x)) is (not universal):
            return not universal
    return None


def _samples(evaluator: Evaluator, sort: Sort) -> list[Any]:
    letters: list[Any] = [value for letter, value in evaluator.held().items() if letter.sort == sort]
    if sort == NUMBER:
        return [*(number(x) for x in (0, 1, -1, 2, -10, 10)), *letters]
    if sort == SIZE:
        return [number(k) for k in range(5)]
    if sort[0] == "vector":
        n = evaluator.instance.dim(sort[1])
        axes = [tuple(number(int(i == k)) for i in range(n)) for k in range(n)]
        whole = tuple(sum((u[k] for u in letters), ZERO) for k in range(n))
        return [(ZERO,) * n, *axes, *(tuple(-x for x in u) for u in axes), *letters, whole]
    if sort[0] == "fn" and sort[1][0] == "index" and sort[2][0] == "vector":
        return [*letters, *(lambda _, u=u: u for u in _samples(evaluator, sort[2]))]
    return letters
