"""Products and exact combinations."""

from fractions import Fraction

from flint import Ordering, fmpq_mpoly_ctx

from attnverify.verify.deciders.handelman import columns, combination

CONTEXT = fmpq_mpoly_ctx.get(["x", "y"], Ordering.degrevlex)
X, Y = CONTEXT.gens()


def test_columns_are_the_products_up_to_the_degree() -> None:
    found = columns([X, Y, X - Y], ["positive", "nonnegative", "zero"], CONTEXT, 2, 2)
    factors = {(column.factors, column.cofactor) for column in found}
    assert factors >= {((), ""), ((0,), ""), ((1,), ""), ((0, 0), ""), ((0, 1), ""), ((1, 1), ""), ((2,), "x")}
    assert [column.strict for column in found if column.factors == (0, 1)] == [False]
    assert [column.free for column in found if column.factors == (2,)] == [True] * 3


def test_a_combination_adds_up_exactly() -> None:
    products = columns([X, Y], ["positive", "positive"], CONTEXT, 2, 2)
    goal = X * Y / 3 + X / 7 + 2
    found = combination(goal, products, True)
    assert found is not None
    total = CONTEXT.constant(0)
    for coefficient, column in found:
        assert coefficient > 0
        total += column.polynomial * coefficient.numerator / coefficient.denominator
    assert total == goal


def test_none_where_there_is_none() -> None:
    products = columns([X, Y], ["positive", "positive"], CONTEXT, 2, 2)
    assert combination(X - Y, products, False) is None
    assert combination(X**5, products, False) is None


def test_a_strict_goal_needs_a_strict_product() -> None:
    products = columns([X], ["nonnegative"], CONTEXT, 1, 1)
    assert combination(X, products, True) is None
    found = combination(X, products, False)
    assert found is not None
    assert [coefficient for coefficient, _ in found] == [Fraction(1)]
