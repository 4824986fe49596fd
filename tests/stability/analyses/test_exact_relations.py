"""Eigenvalues that agree in hundreds of digits, or exactly: what is said of them is decided, not rounded."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

import attnverify.stability as st
from attnverify.stability.analyses.consensus_analysis import modulus_is, sum_is

CUBE = [[0, 2, 0], [0, 0, 1], [1, 0, 0]]  # x^3 = 2
CYCLE = [[0, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 2], [1, 0, 0, 0]]  # x^4 = 4


def near(a, d):
    """A matrix with the characteristic polynomial x^d - a x^(d-1) - 1: one root is a + a^(1-d), nearly."""
    C = np.zeros((d, d), dtype=int)
    C[np.arange(1, d), np.arange(d - 1)] = 1
    C[0, -1] = 1
    C[-1, -1] += a
    return C


def blocks(*parts):
    d = sum(len(part) for part in parts)
    M, at = np.zeros((d, d), dtype=int), 0
    for part in parts:
        M[at : at + len(part), at : at + len(part)] = part
        at += len(part)
    return M


def analysed(V, N=3, alpha=Fraction(1, 10)):
    return st.analyse(np.eye(len(V)), V.tolist() if isinstance(V, np.ndarray) else V, N, alpha)


def real(spectrum, index):
    return [e for e in spectrum.eigenvalues if e.is_real][index]


def test_a_bound_of_the_step_size_beyond_a_hundred_digits_is_found():
    """lambda_d = -(16 + 16^-39) is larger in modulus than lambda_1 = 16: no rounding to 128 bits shows that."""
    bound, place, _ = analysed(blocks(-near(16, 40), [[16]])).bound
    assert bound is not None
    assert place == 40
    assert float(bound) == pytest.approx(2 * 16.0**39, rel=1e-6)


def test_there_is_none_where_the_larger_one_is_positive():
    bound, _, reason = analysed(blocks(near(16, 40), [[-16]])).bound
    assert bound is None
    assert reason.startswith("all")


def test_a_simple_eigenvalue_is_not_taken_for_a_double_one_beside_it():
    analysis = analysed(blocks(near(16, 40), [[16]], [[16]]))
    first, second = [record for record in analysis.equilibria if record.kind == "consensus"][:2]
    assert analysis.spectrum.eigenvalues[first.eigenvalue].multiplicity == 1
    assert first.verdict is st.Stability.STABLE
    assert analysis.spectrum.eigenvalues[second.eigenvalue].multiplicity == 2
    assert second.verdict is st.Stability.UNSTABLE


@pytest.mark.parametrize("V", [
    CUBE, blocks(CUBE, CYCLE), CYCLE, np.roll(np.eye(5, dtype=int), 1, axis=1),
    np.roll(np.eye(6, dtype=int), 1, axis=1), [[0, 2], [1, 0]],
])  # fmt: skip
def test_equal_moduli_are_recognised(V):
    assert analysed(V).bound[0] is None
    assert analysed(V).bound[2].startswith("all")


def test_equal_moduli_that_are_not():
    """The moduli of the roots of x^5 - 2: 2^(1/5) five times, which is not 8/7, though near it."""
    V = blocks(np.roll(np.diag([2, 1, 1, 1, 1]), 1, axis=1), [[1]]).tolist()
    V[5][5] = Fraction(8, 7)
    spectrum = st.spectrum(V)
    rational = next(e for e in spectrum.eigenvalues if e.exact is not None)
    assert not any(modulus_is(spectrum, e, rational) for e in spectrum.eigenvalues if not e.is_real)


def test_equal_moduli_of_different_factors():
    """|z| = 2^(1/3) for the complex roots of x^3 = 2, and for those of x^3 = -2; not so for x^3 = 3."""
    sixth = np.roll(np.diag([4, 1, 1, 1, 1, 1]), 1, axis=1)
    third = np.roll(np.diag([3, 1, 1]), 1, axis=1)
    spectrum = st.spectrum(blocks(sixth, third, CUBE).tolist())
    two = [e for e in spectrum.eigenvalues if e.is_real and abs(st.analyses.middle(e.value) ** 3 - 2) < 1e-9]
    assert two
    for e in spectrum.eigenvalues:
        if not e.is_real:
            assert modulus_is(spectrum, e, two[0]) == (abs(abs(st.analyses.middle(e.value)) ** 3 - 2) < 1e-9)


def test_sums():
    spectrum = st.spectrum([[-1, 5], [1, -1]])  # -1 +- sqrt(5)
    first, second = spectrum.eigenvalues
    assert sum_is(spectrum, first, second, fmpq(-2))
    assert not sum_is(spectrum, first, second, fmpq(0))
    assert not sum_is(spectrum, first, second, fmpq(-2) + fmpq(1, 10**30))


def test_the_order_is_that_of_the_numbers_whatever_their_size():
    V = np.diag([1e200, 1.0, 3.0, 2.0, -1e-200])
    found = [st.analyses.middle(e.value).real for e in st.spectrum(V).eigenvalues]
    assert found == [1e200, 3.0, 2.0, 1.0, -1e-200]


def test_ranges_of_splits_see_the_largest_of_nearly_equal_eigenvalues():
    """lambda_2 = tanh(a) -+ 1e-14 beside lambda_1 = 1: the balanced state is unstable through the upper one alone."""
    T = Fraction(4, 5)  # tanh(log 3)
    close = [T - Fraction(1, 10**14), T + Fraction(1, 10**14), T - Fraction(2, 10**14)]
    P = st.log_numbers.log_of(Fraction(3))
    zero = st.log_numbers.log_of(Fraction(1))
    for values in (close, close[::-1], sorted(close)):
        V = np.diag([Fraction(1), *values]).tolist()
        logits = [[P if i == j else zero for j in range(4)] for i in range(4)]
        spectrum = st.spectrum(V)
        (record,) = st.analyses.bipartite_ranges(spectrum, 0, fmpq(9), 2, fmpq(1, 10))
        assert record.verdict is st.Stability.UNSTABLE
        single = st.analyse(logits, V, 2, Fraction(1, 10), split=1)
        balanced = [r for r in single.equilibria if r.kind == "bipartite" and r.eigenvalue == 0]
        assert [r.verdict for r in balanced] == [st.Stability.UNSTABLE]
