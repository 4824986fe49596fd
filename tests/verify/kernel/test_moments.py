"""The table of operations, walked: every question about time is asked about every operation of the language."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from attnverify.verify.kernel import vocabulary
from attnverify.verify.kernel.contexts import ALMOST, TIMELESS, Context
from attnverify.verify.kernel.conversion import same
from attnverify.verify.kernel.derivatives import derivative
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.moments import (
    OPERATIONS,
    at_start,
    binds_time,
    level,
    moves,
    read_at_times,
    speaks_of_rates,
    speaks_of_time,
    under_time,
)
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.polynomials import Work
from attnverify.verify.kernel.regularity import absolutely_continuous
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import BINDERS, CONSTANT, Rejected, Term, contains, make, number

SPHERES = "fn(X: forall i: dot(X[i], X[i]) == 1)"
STATEMENT = read(
    {
        "spaces": ["E"],
        "groups": ["A", "B"],
        "letters": [
            "z: moving number; p: measurable number; y: moving vector; a[token]: moving number",
            "x[token]: moving vector; S: state; u: vector; c: number; n: size; k: token; U: operator",
            "V: moving operator",
            "s: random number; q[token]: random vector; g: number -> number; P(number): formula",
        ],
        "maps": [f"F(X, i) = unit(X[i] + c*U(X[i])) on {SPHERES}"],
        "flows": [f"f(X, i) = z*X[i] on {SPHERES}"],
        "states": ["T: A -> u, B -> -u"],
        "given": ["always(z > 1)", "always(norm(y) > 1)"],
        "show": ["0 <= 1"],
    }
)
NAMES = {x.name: x for x in STATEMENT.letters}
Z = NAMES["z"]

# by operation: a text, its level (0 constant, 1 moving, 2 measurable), whether it reads its letters over time, whether
# z stands under what does, whether it is absolutely continuous, its value at the start and its rate ("" where refused)
NUMBERS: dict[str, tuple[str, int, bool, bool, bool, str, str]] = {
    "letter": ("z", 1, False, False, True, "start(z)", "rate(z)"),
    "ap": ("a[k]", 1, False, False, True, "start(a[k])", "rate(a[k])"),
    "num": ("2", 0, False, False, True, "2", "0"),
    "pi": ("pi", 0, False, False, True, "pi", "0"),
    "dim": ("dim(E)", 0, False, False, True, "dim(E)", "0"),
    "time": ("time", 1, False, False, True, "0", "1"),
    "zero": ("dot(u - 0, y)", 1, False, False, True, "dot(u, start(y))", "dot(u, rate(y))"),
    "add": ("z + c", 1, False, False, True, "start(z) + c", "rate(z)"),
    "sub": ("c - z", 1, False, False, True, "c - start(z)", "-rate(z)"),
    "neg": ("-z", 1, False, False, True, "-start(z)", "-rate(z)"),
    "mul": ("z*z", 1, False, False, True, "start(z)^2", "2*z*rate(z)"),
    "sum": ("sum(i: a[i]*z)", 1, False, False, True, "sum(i: start(a[i])*start(z))",
            "sum(i: rate(a[i])*z + a[i]*rate(z))"),
    "pow": ("z^3", 1, False, False, True, "start(z)^3", "3*z^2*rate(z)"),
    "dot": ("dot(y, z*u)", 1, False, False, True, "start(z)*dot(start(y), u)", "dot(rate(y), z*u) + rate(z)*dot(y, u)"),
    "exp": ("exp(c*z)", 1, False, False, True, "exp(c*start(z))", "c*rate(z)*exp(c*z)"),
    "tanh": ("tanh(z)", 1, False, False, True, "tanh(start(z))", "(1 - tanh(z)^2)*rate(z)"),
    "sin": ("sin(z)", 1, False, False, True, "sin(start(z))", "cos(z)*rate(z)"),
    "cos": ("cos(z)", 1, False, False, True, "cos(start(z))", "-sin(z)*rate(z)"),
    "div": ("c/z", 1, False, False, True, "c/start(z)", "-c*rate(z)/z^2"),
    "log": ("log(z)", 1, False, False, True, "log(start(z))", "rate(z)/z"),
    "sqrt": ("sqrt(z)", 1, False, False, True, "sqrt(start(z))", "rate(z)/(2*sqrt(z))"),
    "lin": ("dot(U(y), u)", 1, False, False, True, "dot(U(start(y)), u)", "dot(U(rate(y)), u)"),
    "unit": ("dot(unit(y), u)", 1, False, False, False, "dot(unit(start(y)), u)",
             "dot(rate(y) - dot(y/norm(y), rate(y))*(y/norm(y)), u)/norm(y)"),
    "norm": ("norm(y)", 1, False, False, True, "norm(start(y))", "dot(y, rate(y))/norm(y)"),
    "abs": ("abs(z - 2)", 1, False, False, True, "abs(start(z) - 2)", "rate(abs(z - 2))"),
    "max": ("max(i: a[i]*z)", 1, False, False, True, "max(i: start(a[i])*start(z))", "rate(max(i: z*a[i]))"),
    "min": ("min(i: a[i]*z)", 1, False, False, True, "min(i: start(a[i])*start(z))", "rate(min(i: z*a[i]))"),
    "diam": ("diam(i: z*x[i])", 1, False, False, True, "diam(i: start(z)*start(x[i]))", "rate(diam(i: z*x[i]))"),
    "max2": ("max(z, c)", 1, False, False, True, "max(start(z), c)", "rate(max(c, z))"),
    "min2": ("min(z, c)", 1, False, False, True, "min(start(z), c)", "rate(min(c, z))"),
    "sizepow": ("z^n", 1, False, False, False, "start(z)^n", ""),
    "binomial": ("z*binomial(n, n)", 1, False, False, True, "start(z)*binomial(n, n)", "rate(z)*binomial(n, n)"),
    "start": ("start(z) + z", 1, True, True, True, "2*start(z)", "rate(z)"),
    "rate": ("rate(z)", 2, True, True, False, "", ""),
    "probability": ("z*probability(s > c)", 1, True, False, True, "start(z)*probability(s > c)",
                    "rate(z)*probability(s > c)"),
    "D": ("dot(D(f, S, S, k), u)", 1, False, False, False, "start(z)*dot(S[k], u)", ""),
    "fn": ("dot(D(f, fn(i: z*u), S, k), u)", 1, False, False, False, "start(z)*dot(S[k], u)", ""),
    "flow": ("dot(D(f, T, S, k), u)", 1, False, False, False, "start(z)*dot(S[k], u)", ""),
    "cases": ("dot(D(f, S, T, k), u)", 1, False, False, False, "", ""),
}  # fmt: skip
# formulas and what stands in them: a text, its level, whether it reads its letters over time, whether z is under that
FORMULAS: dict[str, tuple[str, int, bool, bool]] = {
    "and": ("z > 0 and z > 1", 1, False, False), "or": ("z > 0 or z > 1", 1, False, False),
    "not": ("not z > 0", 1, False, False), "implies": ("z > 0 => z > 1", 1, False, False),
    "forall": ("forall i: a[i] > z", 1, False, False), "exists": ("exists i: a[i] > z", 1, False, False),
    "==": ("z == c", 1, False, False), "!=": ("z != c", 1, False, False), "<": ("z < c", 1, False, False),
    "<=": ("z <= c", 1, False, False), "over": ("forall r in number: r > z", 1, False, False),
    "before": ("forall i in before(k): a[i] > z", 1, False, False),
    "upto": ("forall i in upto(k): a[i] > z", 1, False, False), "span": ("forall i in 0..n: i > z", 1, False, False),
    "on": ("forall r in flow: on(r, fn(i: z*u))", 1, False, False),
    "positive_definite": ("positive_definite(V)", 1, False, False), "always": ("always(z > 0)", 0, True, True),
    "almost_always": ("almost_always(rate(z) > 0)", 0, True, True), "at_start": ("at_start(z > 0)", 0, True, True),
    "timed": ("decays(z, c)", 0, True, True), "def": ("fixed(F, S)", 0, False, False),
    "one_solution": ("one_solution(f, S) and always(z > 0)", 0, True, True),
    "independent": ("independent(q)", 0, True, False),
    "uniform_on_sphere": ("uniform_on_sphere(q)", 0, True, False),
    "standard_normal": ("standard_normal(q)", 0, True, False), "normal": ("normal(s, c)", 0, True, False),
    "value": ("forall r in map: value(r, fn(i: z*u), k) == 0", 1, False, False),
    "map": ("lyapunov(F, S)", 0, False, False), "spectrum": ("spectrum(F, S, U, u, g, c)", 0, False, False),
    "token_spectrum": ("token_spectrum(F, S, U, u, fn(i: g))", 0, False, False),
    "group_spectrum": ("group_spectrum(F, S, U, u, g, g, g, g, c, c, c, c)", 0, False, False),
    "matrix_spectrum": ("matrix_spectrum(F, S, U, u, c, c)", 0, False, False),
    "inside_disc": ("inside_disc(F, S)", 0, False, False), "outside_disc": ("outside_disc(F, S)", 0, False, False),
    "lyapunov": ("lyapunov(F, S)", 0, False, False),
    "asymptotically_stable": ("asymptotically_stable(F, S)", 0, False, False),
    "almost_all_reach": ("almost_all_reach(F, fn(X: X[k] == S[k]))", 0, False, False),
    "almost_all_converge": ("almost_all_converge(F, fn(X: X[k] == S[k]))", 0, False, False),
}  # fmt: skip
INTERNAL = {"b", "safediv", "positive", "saferate"}


def term(text: str) -> Term:
    return Elaborator(STATEMENT.scope).infer(parse(text))[0]


def context(moment: str) -> Context:
    return Context(STATEMENT.scope, STATEMENT.given, TIMELESS, Work(1_000_000)).at(moment)


def refused(act: Callable[[], Any]) -> bool:
    try:
        act()
    except Rejected:
        return True
    return False


def test_the_table_knows_all_of_the_language() -> None:
    assert set(NUMBERS) | set(FORMULAS) | INTERNAL == set(OPERATIONS)
    words = {*vocabulary.FUNCTIONS, *vocabulary.PREDICATES, *vocabulary.TIME_FORMULAS, *BINDERS}
    assert words <= set(OPERATIONS)
    for op, row in (NUMBERS | FORMULAS).items():
        assert op == "letter" or contains(term(row[0]), frozenset((op,))), op


@pytest.mark.parametrize(("op", "row"), [(op, row[:4]) for op, row in (NUMBERS | FORMULAS).items()])
def test_what_it_does_with_time(op: str, row: tuple[str, int, bool, bool]) -> None:
    text, lev, binds, under = row
    made = term(text)
    assert level(made) == lev
    assert moves(made) == (lev > CONSTANT)
    assert binds_time(made) == binds
    assert under_time(made, Z) == under
    assert speaks_of_rates(made) == (op == "rate")
    assert speaks_of_time(made) == (lev > CONSTANT or "z" in text.replace("size", "") or "time" in text)
    assert read_at_times(made) == (
        op in ("start", "rate", "always", "almost_always", "at_start", "timed", "one_solution")
    )


@pytest.mark.parametrize(("op", "row"), NUMBERS.items())
def test_its_start_and_its_rate(op: str, row: tuple[str, int, bool, bool, bool, str, str]) -> None:
    text, *_, smooth, start, slope = row
    made = term(text)
    assert is_number(made)
    assert absolutely_continuous(made, context(ALMOST)) == smooth
    for word, wanted in (("start", start), ("rate", slope)):
        act = lambda word=word: context(ALMOST).normaliser().scalar(make(word, made))  # noqa: E731
        if wanted:
            assert same(make(word, made), term(wanted), context(ALMOST).normaliser()), (word, wanted)
        else:
            assert refused(act), word


def test_what_is_not_in_the_table_is_refused_by_every_question() -> None:
    strange = make("strange", Z)
    asked: list[Callable[[Term], Any]] = [level, moves, speaks_of_time, speaks_of_rates, read_at_times, binds_time]
    asked += [lambda t: under_time(t, Z), lambda t: at_start(t, lambda x: x)]
    asked += [lambda t: derivative(t, lambda _: None), lambda t: absolutely_continuous(t, context(ALMOST))]
    asked += [lambda t: same(t, make("strange", make("neg", Z)), context(ALMOST).normaliser())]
    assert refused(lambda: is_number(strange))
    for question in asked:
        for made in (strange, make("add", number(1), strange)):
            assert refused(partial(question, made)), question
