"""Normal forms are found once for a whole walk; what one context knows must not reach another through them."""

import itertools

import pytest

from attnverify.verify.kernel.contexts import ALMOST, EVERY, START, TIMELESS, Context
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.polynomials import Work
from attnverify.verify.kernel.statements import read

STATEMENT = read(
    {"letters": ["x, y, z: number", "w: moving number", "v[token]: vector", "p, q: token"], "show": ["x == x"]}
)


def term(text):
    return Elaborator(STATEMENT.scope).formula(parse(text))


# The facts of some contexts, and a goal with whether it is known there.
CASES = {
    "a divisor": ("x/x == 1", [(["x != 0"], True), ([], False), (["y != 0"], False), (["x < 0"], True)]),
    "an absolute value": ("abs(x) == x", [(["x > 0"], True), (["x < 0"], False), (["x == 1"], False), ([], False)]),
    "a root": ("norm(v[p])/norm(v[p]) == 1", [(["norm(v[p]) > 0"], True), ([], False), (["norm(v[q]) > 0"], False)]),
    "a sum that divides": ("(x + y)/(x + y) == 1", [(["x + y > 0"], True), (["x + y == 1"], False), ([], False)]),
    "a condition": ("x/x == 1", [(["z == 1 => x > 0", "z == 1"], True), (["z == 1 => x > 0", "z == 2"], False)]),
    "a sign for all tokens": (
        "dot(v[p], v[q])/dot(v[p], v[q]) == 1",
        [(["forall i, j: dot(v[i], v[j]) > 0"], True), ([], False), (["forall i: dot(v[i], v[i]) > 0"], False)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("goal", "places"), CASES.values(), ids=CASES)
def test_no_context_knows_what_another_one_knows(goal, places):
    for order in itertools.permutations(places):
        work = Work(10**6)
        for _ in range(2):
            for facts, expected in order:
                context = Context(STATEMENT.scope, [term(fact) for fact in facts], TIMELESS, work)
                assert context.known(term(goal)) is expected, (facts, order)


def test_equations_and_norms_rewrite_only_where_they_are_named():
    equation, square = term("x == y"), term("y^2 == dot(v[p], v[p])")
    x, y, length = (term(f"{text} == 0").args[0] for text in ("x", "y", "norm(v[p])"))
    for order in itertools.permutations(["named", "norms", "plain"]):
        work = Work(10**6)
        context = Context(STATEMENT.scope, [equation, square, term("y > 0")], TIMELESS, work)
        for what in order * 2:
            named, norms = [equation] if what == "named" else [], [y] if what == "norms" else []
            if what == "norms":
                named = [square]
            normaliser = context.normaliser(named, norms)
            assert (normaliser.scalar(x) == normaliser.scalar(y)) is (what == "named")
            assert (normaliser.scalar(length) == normaliser.scalar(y)) is (what == "norms")


def test_the_start_is_another_moment():
    w, start = (term(f"{text} == 0").args[0] for text in ("w", "start(w)"))
    for order in itertools.permutations([START, EVERY, TIMELESS]):
        work = Work(10**6)
        for moment in order * 2:
            normaliser = Context(STATEMENT.scope, [], moment, work).normaliser()
            assert (normaliser.scalar(w) == normaliser.scalar(start)) is (moment == START)


def test_what_holds_at_every_time_reaches_no_other_context_through_a_rate():
    """Where a rate has no corner depends on the sign of x, which is asked for twice in the first context."""
    first, second, third = (
        term(f"{text} == 0").args[0]
        for text in ("rate(abs(2*x*exp(w)))", "rate(abs(x*exp(w)))", "rate(abs(-x*exp(w)))")
    )
    for order in itertools.permutations(["x >= 0", "x < 0"]):
        work = Work(10**6)
        places = (Context(STATEMENT.scope, [term(fact), term("w > 0")], ALMOST, work) for fact in order)
        before, after = (place.normaliser() for place in places)
        assert before.scalar(first) != before.scalar(second)
        assert after.scalar(second) == after.scalar(third)


def test_what_needs_no_knowledge_is_found_once():
    work = Work(10**6)
    goal = term("(x + y + z)^12 == (x + y + z)^6*(x + y + z)^6")
    spent = []
    for fact in ("x > 0", "y > 0", "z > 0"):
        before = work.spent
        assert Context(STATEMENT.scope, [term(fact)], TIMELESS, work).known(goal)
        spent.append(work.spent - before)
    assert max(spent[1:]) < spent[0] / 10
