"""From one inequality to a certificate of positivity: clear denominators, grow the products, split cases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly_ctx

from attnverify.verify.deciders.handelman import Column, columns, combination
from attnverify.verify.deciders.translate import Signed, text, variables

Expr = Any
_SLACK_DEGREE = 2


@dataclass(frozen=True)
class Problem:
    """Show `goal` from `hypotheses`, with squares of `squares` allowed in the products."""

    goal: Signed
    hypotheses: Sequence[Signed]
    squares: tuple[Expr, ...] = ()


def prove(problem: Problem, degree: int, split: Sequence[Expr] = (), *, deep: bool = False) -> Mapping[str, Any] | None:
    """A certificate of the problem by products of at most `degree` hypotheses, or None.

    deep : where the direct way fails, distinguish the signs of `split`, then assume the contrary.

    Raises ValueError when something is not a rational function, or `split` has a denominator.
    """
    flat = _flattened(problem)
    degrees = range(1, degree + 1)
    found = _direct(flat, degrees)
    if found is not None or not deep:
        return found
    cases = (_cases(flat, degrees, split) if split else None) or _contrary(flat, degrees)
    if cases is None:
        return None
    return {**cases, "hypotheses": _used(cases, []), "goal": flat.goal.data()}


def _cases(problem: Problem, degrees: Iterable[int], split: Sequence[Expr]) -> dict[str, Any] | None:
    on, rest = sp.sympify(split[0]), split[1:]
    if not sp.fraction(sp.together(on))[1].is_Rational:
        raise ValueError(f"split on {on}: it has a denominator; split on the signs of polynomials")
    sides = []
    for case in (Signed(on, "nonnegative"), _Opposite(on, "positive")):
        assumed_here = replace(problem, hypotheses=[*problem.hypotheses, case])
        side = _plain(assumed_here, degrees) or (_cases(assumed_here, degrees, rest) if rest else None)
        if side is None:
            return None
        sides.append(side)
    return {"kind": "split", "on": text(on), "nonnegative": sides[0], "negative": sides[1]}


def _contrary(problem: Problem, degrees: Iterable[int]) -> dict[str, Any] | None:
    """Two cases: the goal holds, or its negation leads to 0 > 0."""
    goal = _cleared(problem.goal)
    strict = goal.sign == "positive"
    on = -goal.expr if strict else goal.expr
    cases = [Signed(on, "nonnegative"), _Opposite(on, "positive")]
    holds_there, fails_there = cases[::-1] if strict else cases
    absurd = Problem(Signed(sp.Integer(0), "positive"), [*problem.hypotheses, fails_there], problem.squares)
    no = _plain(absurd, degrees)
    yes = None if no is None else _plain(replace(problem, hypotheses=[*problem.hypotheses, holds_there]), (1, 2))
    if no is None or yes is None:
        return None
    first, second = (no, yes) if strict else (yes, no)
    return {"kind": "split", "on": text(on), "nonnegative": first, "negative": second}


def _used(part: Mapping[str, Any], cases: list[dict[str, str]]) -> list[dict[str, str]]:
    """The hypotheses that the leaves use, without the cases that lead to them."""
    if part["kind"] == "positivity":
        return [entry for entry in part["hypotheses"] if entry not in cases]
    on = part["on"]
    above = _used(part["nonnegative"], [*cases, {"expr": on, "sign": "nonnegative"}])
    below = _used(part["negative"], [*cases, {"expr": f"-({on})", "sign": "positive"}])
    return [*above, *(entry for entry in below if entry not in above)]


class _Opposite(Signed):
    """-on > 0, written as the referee expects the second case of a split."""

    def data(self) -> dict[str, str]:
        return {"expr": f"-({text(self.expr)})", "sign": self.sign}


def _value(part: Signed) -> Expr:
    return -part.expr if isinstance(part, _Opposite) else part.expr


def _flattened(problem: Problem) -> Problem:
    """Abs, Max, Min and square roots as variables with their defining relations, inequations as positive squares."""
    parts = [problem.goal, *problem.hypotheses]
    extra: list[Signed] = []
    while True:
        kinds = (sp.Abs, sp.Max, sp.Min)
        atoms = {atom for part in parts for atom in part.expr.atoms(*kinds)}
        roots = {p for part in parts for p in part.expr.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2}
        inner = sorted(atoms | roots, key=lambda atom: (sp.count_ops(atom), str(atom)))
        if not inner:
            break
        atom = inner[0]
        if atom.is_Pow:
            atom = sp.Pow(atom.base, sp.Rational(1, 2))
        symbol = _fresh(f"{'root' if atom.is_Pow else type(atom).__name__.lower()}{len(extra)}", parts)
        extra += _defining(atom, symbol)
        parts = [Signed(_substituted(part.expr, atom, symbol), part.sign) for part in parts]
    positive = [Signed(p.expr**2, "positive") if p.sign == "nonzero" else p for p in (*parts[1:], *extra)]
    unique = list(dict.fromkeys(positive))
    return replace(problem, goal=parts[0], hypotheses=unique)


def _fresh(stem: str, parts: Sequence[Signed]) -> Expr:
    taken = {symbol.name for part in parts for symbol in part.expr.free_symbols}
    while stem in taken:
        stem += "_"
    return sp.Symbol(stem)


def _substituted(expr: Expr, atom: Expr, symbol: Expr) -> Expr:
    if not atom.is_Pow:
        return expr.xreplace({atom: symbol})
    return expr.replace(
        lambda e: e.is_Pow and e.base == atom.base and e.exp.is_Rational and e.exp.q == 2,
        lambda e: symbol ** int(e.exp.p),
    )


def _defining(atom: Expr, symbol: Expr) -> list[Signed]:
    if atom.is_Pow:
        return [Signed(symbol, "nonnegative"), Signed(symbol**2 - atom.base, "zero")]
    if isinstance(atom, sp.Abs):
        u = atom.args[0]
        return [
            Signed(symbol - u, "nonnegative"), Signed(symbol + u, "nonnegative"), Signed(symbol**2 - u**2, "zero")
        ]  # fmt: skip
    turn = 1 if isinstance(atom, sp.Max) else -1
    above = [Signed(turn * (symbol - arg), "nonnegative") for arg in atom.args]
    return [*above, Signed(sp.Mul(*(symbol - arg for arg in atom.args)), "zero")]


def _direct(problem: Problem, degrees: Iterable[int]) -> Mapping[str, Any] | None:
    """A certificate without cases; a factor of the denominator may first get a proof of its own."""
    found = _plain(problem, degrees)
    if found is not None:
        return found
    _, denominator = sp.fraction(sp.together(problem.goal.expr))
    lemmas: list[dict[str, Any]] = []
    hypotheses = list(problem.hypotheses)
    for factor, _ in sp.factor_list(denominator)[1]:
        if _matching(factor, hypotheses) is not None:
            continue
        for signed_factor in (factor, -factor):
            lemma = Signed(signed_factor, "positive")
            shown = _plain(Problem(lemma, problem.hypotheses), range(1, _SLACK_DEGREE + 1))
            if shown is not None:
                lemmas.append({"says": lemma.relation(), "certificate": shown})
                hypotheses.append(lemma)
                break
    if not lemmas:
        return None
    found = _plain(replace(problem, hypotheses=hypotheses), degrees)
    if found is None:
        return None
    return {"kind": "all", "steps": [*lemmas, {"says": problem.goal.relation(), "certificate": found}]}


def _matching(factor: Expr, hypotheses: Sequence[Signed]) -> tuple[int, Expr] | None:
    """The place of a positive hypothesis that is a constant multiple of `factor`, and that constant."""
    for i, part in enumerate(hypotheses):
        if part.sign == "positive":
            ratio = sp.cancel(_value(part) / factor)
            if ratio.is_Rational and ratio != 0:
                return i, ratio
    return None


def _plain(problem: Problem, degrees: Iterable[int]) -> dict[str, Any] | None:
    """A single positivity certificate, or None."""
    hypotheses = [_cleared(part) for part in problem.hypotheses]
    numerator, denominator = sp.fraction(sp.together(problem.goal.expr))
    constant, factors = sp.factor_list(denominator)
    target = numerator / constant
    multiplier: list[int] = []
    for factor, power in factors:
        match = _matching(factor, hypotheses)
        if match is not None:
            multiplier += [match[0]] * power
            target *= match[1] ** power
            continue
        # Where the goal is defined the factor is not zero, so that its square is positive.
        hypotheses.append(Signed(factor**2, "positive"))
        multiplier += [len(hypotheses) - 1] * ((power + 1) // 2)
        target *= factor ** (power % 2)
    names = variables([target, *(part.expr for part in hypotheses), *problem.squares])
    names = names or ["unit"]  # a statement about numbers alone still needs a ring
    context = fmpq_mpoly_ctx.get(names, Ordering.degrevlex)
    symbols = [sp.Symbol(name) for name in names]
    squares = _squares(hypotheses, problem.squares, [target], names)
    polynomials = [_polynomial(expr, symbols, context) for expr in [target, *map(_value, hypotheses), *squares]]
    goal, signs = polynomials[0], [part.sign for part in hypotheses]
    generators = [*polynomials[1 : len(hypotheses) + 1], *(p * p for p in polynomials[len(hypotheses) + 1 :])]
    signs += ["nonnegative"] * len(squares)
    highest = max(goal.total_degree(), 2) + _SLACK_DEGREE
    for degree in degrees:
        products = columns(generators, signs, context, degree, highest)
        found = combination(goal, products, problem.goal.sign == "positive")
        if found is not None:
            terms = [_term(coefficient, column, len(hypotheses), squares) for coefficient, column in found]
            return _certificate(problem, hypotheses, names, multiplier, terms)
    return None


def _certificate(
    problem: Problem, hypotheses: Sequence[Signed], names: list[str], multiplier: list[int], terms: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "kind": "positivity",
        "variables": names,
        "hypotheses": [part.data() for part in hypotheses],
        "goal": problem.goal.data(),
        "multiplier": multiplier,
        "terms": terms,
    }


def _cleared(part: Signed) -> Signed:
    """The hypothesis without a denominator: multiplied by the denominator's square, which keeps its sign."""
    numerator, denominator = sp.fraction(sp.together(_value(part)))
    if denominator.is_Rational:
        return part
    cleared = numerator if part.sign == "zero" else numerator * denominator
    return Signed(cleared, part.sign)


def _squares(
    hypotheses: Sequence[Signed], given: Sequence[Expr], used: Sequence[Expr], names: Sequence[str]
) -> list[Expr]:
    """The given squares, and those of variables without a known sign."""
    signed = {str(_value(part)) for part in hypotheses}
    plain = {s.name: s for expr in [*used, *(p.expr for p in hypotheses)] for s in expr.free_symbols}
    free = [plain[name] for name in names if name in plain and name not in signed]
    return [*given, *(symbol for symbol in free if symbol not in given)]


def _polynomial(expr: Expr, symbols: Sequence[Expr], context: fmpq_mpoly_ctx) -> Any:
    renamed = expr.xreplace({symbol: sp.Symbol(symbol.name) for symbol in expr.free_symbols})
    try:
        terms = sp.Poly(renamed, *symbols, domain="QQ").terms()
    except (sp.PolynomialError, sp.CoercionFailed) as error:
        raise ValueError(f"{expr} is not a polynomial with rational coefficients; introduce variables") from error
    return context.from_dict({m: fmpq(int(c.p), int(c.q)) for m, c in terms if c != 0})


def _term(coefficient: Fraction, column: Column, count: int, squares: Sequence[Expr]) -> dict[str, Any]:
    term: dict[str, Any] = {
        "coefficient": str(coefficient),
        "factors": [i for i in column.factors if i < count],
        "squares": [text(squares[i - count]) for i in column.factors if i >= count],
    }
    if column.free:
        term["cofactor"] = column.cofactor
    return term
