"""Contexts that remember normal forms: nothing is known in one of them that is not known without the memory."""

import itertools

import pytest

from verify.kernel.contexts import TIMELESS, Context
from verify.kernel.polynomials import Work
from verify.kernel.statements import read
from verify.tactics.recalling import RecallingContext

STATEMENT = read(
    {
        "letters": ["x, y, z: number"],
        "given": ["y > 0", "z > y", "x >= 0"],
        "show": ["x/y*y == x", "abs(x) == x", "sqrt(x)^2 == x", "x/(z - y)*(z - y) == x", "x*z/y*y == x*z"],
    }
)
SETS = [given for count in range(4) for given in itertools.combinations(STATEMENT.given, count)]


@pytest.mark.parametrize("order", [SETS, SETS[::-1], SETS[::2] + SETS[1::2]], ids=["rising", "falling", "mixed"])
def test_what_is_known_does_not_depend_on_the_contexts_before(order):
    work = Work(10**6)
    for given in order:
        remembering = RecallingContext(STATEMENT.scope, given, TIMELESS, work)
        plain = Context(STATEMENT.scope, given, TIMELESS, Work(10**6))
        assert [remembering.known(goal) for goal in STATEMENT.show] == [plain.known(goal) for goal in STATEMENT.show]


def test_a_normal_form_is_not_found_twice():
    work = Work(10**6)
    for _ in range(2):
        before = work.spent
        assert RecallingContext(STATEMENT.scope, STATEMENT.given, TIMELESS, work).known(STATEMENT.show[0])
    assert work.spent == before


def test_some_goals_are_known_in_some_contexts_only():
    found = [
        [Context(STATEMENT.scope, given, TIMELESS, Work(10**6)).known(g) for given in SETS] for g in STATEMENT.show
    ]
    assert all(any(row) and not all(row) for row in found)


def test_a_vector_that_was_seen_as_one_is_no_number():
    of_vectors = read(
        {"letters": ["L(vector): number; p, q: vector"], "show": ["p + q == q + p", "L(p + q) == L(q + p)"]}
    )
    remembering = RecallingContext(of_vectors.scope, (), TIMELESS, Work(10**6))
    assert all(remembering.known(goal) for goal in of_vectors.show)
    again = RecallingContext(of_vectors.scope, (), TIMELESS, remembering.work)
    assert again.known(of_vectors.show[1])
