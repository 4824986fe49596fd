"""Functions of the kernel by themselves: what they promise, also where another check stands before them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.kernel.atoms import atom
from verify.kernel.contexts import TIMELESS, Context
from verify.kernel.division import Division
from verify.kernel.elaboration import Elaborator
from verify.kernel.forms import in_one
from verify.kernel.frames import counted
from verify.kernel.parsing import parse
from verify.kernel.polynomials import ONE, Work
from verify.kernel.regularity import absolutely_continuous
from verify.kernel.scopes import fits
from verify.kernel.spectra import at_matrix
from verify.kernel.statements import read
from verify.kernel.terms import HEAD, NUMBER, SIZE, TOKEN, Rejected, Sort, number
from verify.kernel.values import atom as letter
from verify.kernel.values import number as exact

IN_TIME = {
    "letters": ["z, c[token]: moving number; w, b[token]: measurable number; i: token"],
    "given": ["always(z > 0)"],
    "show": ["always(z > 0)"],
}
A: Sort = ("index", "token", "A")
VECTOR, OPERATOR, MATRIX = ("vector", "E"), ("operator", "E"), ("matrix", "E", "E")


@pytest.mark.parametrize(
    ("term", "expected"),
    [("z", True), ("c[i]", True), ("1/z", True), ("log(z)*z", True), ("start(z)", True), ("w", False),
     ("b[i]", False), ("z + w", False), ("max(j: b[j])", False), ("1/c[i]", False), ("rate(z)", False)],
)  # fmt: skip
def test_what_is_absolutely_continuous(term: str, expected: bool) -> None:
    statement = read(IN_TIME)
    context = Context(statement.scope, statement.given, TIMELESS, Work(1_000))
    assert absolutely_continuous(Elaborator(statement.scope).check(parse(term), NUMBER), context) is expected


@pytest.mark.parametrize(
    ("got", "want", "expected"),
    [(SIZE, NUMBER, True), (NUMBER, SIZE, False), (A, TOKEN, True), (TOKEN, A, False), (HEAD, TOKEN, False),
     (OPERATOR, MATRIX, True), (MATRIX, OPERATOR, False), (VECTOR, MATRIX, False), (VECTOR, OPERATOR, False),
     (OPERATOR, ("matrix", "E", "F"), False), (OPERATOR, ("matrix", "F", "E"), False),
     (("fn", NUMBER, SIZE), ("fn", SIZE, NUMBER), True), (("fn", SIZE, SIZE), ("fn", NUMBER, SIZE), False),
     (("fn", SIZE, NUMBER), ("fn", SIZE, SIZE), False), (("fn", A, SIZE), ("fn", TOKEN, SIZE), False),
     (("fn", TOKEN, SIZE), ("fn", A, SIZE), True)],
)  # fmt: skip
def test_what_may_stand_where_a_sort_is_wanted(got: Sort, want: Sort, expected: bool) -> None:
    assert fits(got, want) is expected


def test_a_sum_leaves_nothing_known_of_its_letter() -> None:
    letters = "a[token]: number; x[token], y[token]: vector; i: token"
    statement = read({"letters": [letters], "show": ["1 > 0"]})
    normaliser = Context(statement.scope, (), TIMELESS, Work(10_000)).normaliser()
    for text in ("sum(j in before(i): 1/a[j])", "dot(sum(j in before(i): x[j]), sum(k in upto(i): y[k]))"):
        normaliser.scalar(Elaborator(statement.scope).check(parse(text), NUMBER))
        assert normaliser.earlier == []


def test_the_largest_monomial_that_divides_every_term() -> None:
    a, b = atom("probe", "a"), atom("probe", "b")
    for first, second, common in [(-2, -1, -2), (-1, -2, -2), (1, 2, 1), (2, 1, 1), (-1, 1, -1), (1, -1, -1)]:
        assert Division._common({((a, first),): Fraction(1), ((a, second), (b, 1)): Fraction(2)}) == ((a, common),)
    assert Division._common({((a, 1),): Fraction(1), ((b, -1),): Fraction(1)}) == ((b, -1),)
    assert Division._common({((b, -1),): Fraction(1), ((a, 1),): Fraction(1)}) == ((b, -1),)
    assert Division._common({}) == ()


def test_a_polynomial_at_a_matrix_with_some_zeros_beside_its_diagonal() -> None:
    rows = [[exact(x) for x in row] for row in ([0, 1, 0], [1, 0, 0], [0, 0, 3])]
    squares = [[x.rational for x in row] for row in at_matrix(lambda x: x * x, rows)]
    assert squares == [[1, 0, 0], [0, 1, 0], [0, 0, 9]]


def test_a_linear_map_does_not_capture_a_summed_letter() -> None:
    statement = read({"letters": ["V[token]: operator; y[token]: vector; i, j: token"], "show": ["1 > 0"]})
    V, y, i, j = statement.letters
    normaliser = Context(statement.scope, (), TIMELESS, Work(10_000)).normaliser()
    summed = {atom("V", ((j, ("over", TOKEN)),), (), atom("l", y, j)): ONE}
    assert len(normaliser.apply(atom("U", True, V, i), summed)) == 1
    with pytest.raises(Rejected, match="captured"):
        normaliser.apply(atom("U", True, V, j), summed)


def test_a_motion_that_says_nothing_of_its_tokens_has_one() -> None:
    assert len(counted({}, "tokens", "token")) == 1
    assert len(counted({"tokens": 2}, "tokens", "token")) == 2


def test_what_is_made_of_no_summed_letter_has_none() -> None:
    assert atom("probe", number(1)).deepest == atom("probe", ()).deepest == 0


def test_zero_has_no_coefficients() -> None:
    assert in_one(exact(0), letter("var", "x")) == []
