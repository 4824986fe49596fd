"""Matrices and polynomials of exact numbers against numpy."""

import random
from fractions import Fraction

import pytest

from attnverify.verify.kernel import sturm
from attnverify.verify.kernel.duals import plain
from attnverify.verify.kernel.functions import sqrt
from attnverify.verify.kernel.linear import (
    apply,
    characteristic,
    definiteness,
    is_eigenvalue,
    kernel,
    reduced,
    restricted,
)
from attnverify.verify.kernel.signs import is_zero, sign
from attnverify.verify.kernel.spectra import at_matrix, modulus
from attnverify.verify.kernel.values import Number, Undecided, meter, number

numpy = pytest.importorskip("numpy")


@pytest.fixture(autouse=True)
def _work() -> None:
    meter.start()


def matrix(rows: list[list[int]]) -> list[list[Number]]:
    return [[number(x) for x in row] for row in rows]


def drawn(draw: random.Random, n: int, m: int) -> list[list[int]]:
    return [[draw.randint(-3, 3) for _ in range(m)] for _ in range(n)]


def floats(numbers: list[Number]) -> list[float]:
    return [float(x.rational or 0) for x in numbers]


def test_characteristic_polynomials() -> None:
    draw = random.Random(1)
    for n in (1, 2, 3, 5):
        M = drawn(draw, n, n)
        assert numpy.allclose(floats(characteristic(matrix(M))), numpy.poly(numpy.array(M)))
    assert characteristic([])[0].rational == 1


def test_kernels() -> None:
    draw = random.Random(2)
    for _ in range(30):
        n, m = draw.randint(1, 4), draw.randint(1, 5)
        A = drawn(draw, n, m)
        rows = matrix(A)
        basis, free = kernel(rows, m)
        assert len(basis) == m - numpy.linalg.matrix_rank(numpy.array(A)) == len(free)
        assert len(reduced(rows, m)[1]) == m - len(free)
        for k, vector in enumerate(basis):
            assert all(is_zero(plain(entry)) for entry in apply(rows, vector))
            assert [vector[j].rational for j in free] == [int(k == j) for j in range(len(free))]


def test_definiteness() -> None:
    draw = random.Random(4)
    seen = set()
    for _ in range(200):
        n = draw.randint(1, 4)
        B = numpy.array(drawn(draw, draw.randint(1, n), n))
        A = B.T @ B - draw.choice([0, 0, 1]) * numpy.eye(n, dtype=int)
        least = numpy.linalg.eigvalsh(A)[0]
        expected = (least > -1e-9, least > 1e-9)
        seen.add(expected)
        assert definiteness(matrix(A.tolist())) == expected
    assert len(seen) == 3
    assert definiteness(matrix([[0, 1], [1, 0]])) == (False, False)
    assert definiteness([]) == (True, True)


def test_what_may_be_zero_leaves_definiteness_undecided() -> None:
    """The number is zero, and its normal form does not say so."""
    x = sqrt(number(3) + number(2) * sqrt(number(2))) - sqrt(number(2)) - number(1)
    with pytest.raises(Undecided):
        definiteness([[number(0), x], [x, number(0)]])


def test_eigenvalues_need_the_complement() -> None:
    V = matrix([[1, 0, 0], [0, 2, 0], [0, 0, 2]])
    v, w = (matrix([row])[0] for row in ([1, 0, 0], [1, 1, 0]))
    assert not is_eigenvalue(V, v, number(1))
    assert is_eigenvalue(V, v, number(2))
    assert is_eigenvalue(V, w, number(2))  # the third axis
    assert not is_eigenvalue(V, w, number(1))
    assert restricted(V, [w]) is None
    inside = restricted(V, [v])
    assert inside is not None
    assert [[x.rational for x in row] for row in inside] == [[2, 0], [0, 2]]


def test_real_roots() -> None:
    draw = random.Random(5)
    for _ in range(25):
        planted = sorted({Fraction(draw.randint(-12, 12), draw.choice([1, 2, 3])) for _ in range(draw.randint(1, 4))})
        p = [number(1)]
        for root in planted:
            from_root = [number(1), number(-root)]
            p = [a + b for a, b in zip([*p, number(0)], [number(0), *(number(-root) * c for c in p)], strict=True)]
            assert is_zero(sturm.at(p, number(root)))
            assert len(sturm.divided(p, from_root)[1]) == 0
        roots = sturm.Roots(p)
        assert len(roots.intervals) == len(planted)
        assert all(low < root < high for (low, high), root in zip(roots.intervals, planted, strict=True))
        samples = roots.samples()
        assert all(a < root < b for a, root, b in zip(samples, planted, samples[1:], strict=False))
        other = [number(1), number(draw.randint(-5, 5)), number(draw.randint(-5, 5))]
        for k, root in enumerate(planted):
            assert roots.sign_at(k, other) == sign(sturm.at(other, number(root)))


def test_irrational_roots_and_signs_there() -> None:
    cubic = [number(1), number(0), number(0), number(-2)]
    roots = sturm.Roots(cubic)
    assert len(roots.intervals) == 1
    assert roots.sign_at(0, cubic) == 0
    assert roots.sign_at(0, []) == 0
    assert roots.sign_at(0, [number(1), number(Fraction(-1259921, 10**6))]) == 1
    assert roots.sign_at(0, [number(1), number(Fraction(-1259922, 10**6))]) == -1
    double = [number(1), -number(2) * sqrt(number(2)), number(2)]
    assert len(sturm.squarefree(double)) == 2
    assert sturm.Roots([number(1), number(0), number(1)]).intervals == []
    assert sturm.Roots([number(1), number(0), number(1)]).samples() == [0]


def _with_roots(*roots: complex) -> list[Number]:
    return [number(Fraction(round(c.real * 10**6), 10**6)) for c in numpy.poly(roots)]


@pytest.mark.parametrize(("roots", "side"), [
    ((0.5, -0.5, 0.25), "inside"), ((0.5 + 0.5j, 0.5 - 0.5j), "inside"), ((0.9 + 0.5j, 0.9 - 0.5j), "outside"),
    ((2.0, 0.5), "outside"), ((2.0, 0.5, 0.0), "outside"), ((4.0, 0.25, 0.5, 0.1), "outside"), ((1.0, 0.5), None),
    ((-1.0, 1.0), None), ((1.0, 2.0), "outside"), ((0.0, 0.0), "inside"), ((0.99, -0.99), "inside"),
])  # fmt: skip
def test_moduli(roots: tuple[complex, ...], side: str | None) -> None:
    assert modulus(_with_roots(*roots)) == side


def test_functions_of_matrices_have_the_eigenvalues_of_the_function() -> None:
    M = [[number(0), number(2)], [number(1), number(0)]]
    square_plus = at_matrix(lambda x: x * x + sqrt(number(4)) * x, M)
    assert [[entry.rational for entry in row] for row in square_plus] == [[2, 4], [2, 2]]
