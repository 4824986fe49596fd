from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import acb, arb, arb_mat, ctx, fmpq

import attnverify.stability as st


def described(matrix):
    return [(e.exact, e.multiplicity, e.geometric) for e in st.spectrum(matrix).eigenvalues]


def test_rational_repeated_and_defective_eigenvalues():
    assert described([[2, 0], [0, -1]]) == [(2, 1, 1), (-1, 1, 1)]
    assert described([[1, 1], [0, 1]]) == [(1, 2, 1)]
    assert described([[1, 0], [0, 1]]) == [(1, 2, 2)]
    assert described([[Fraction(1, 3), 0], [0, 0.5]]) == [(Fraction(1, 2), 1, 1), (Fraction(1, 3), 1, 1)]
    assert st.spectrum([[1, 1], [0, 1]]).defective
    assert st.spectrum([[1, 2], [2, 4]]).singular


def test_a_repeated_factor_whose_roots_have_different_eigenspaces():
    """x^2 - 2 twice with one block, x^2 - 3 twice with two: the geometric multiplicities are 1 and 2."""
    two, three = np.array([[0, 2], [1, 0]]), np.array([[0, 3], [1, 0]])
    V = np.zeros((8, 8), dtype=int)
    V[:2, :2] = V[2:4, 2:4] = two
    V[:2, 2:4] = np.eye(2)
    V[4:6, 4:6] = V[6:, 6:] = three
    values = st.spectrum(V).eigenvalues
    found = {round(st.analyses.middle(e.value).real ** 2): (e.multiplicity, e.geometric) for e in values}
    assert found == {2: (2, 1), 3: (2, 2)}


def test_floats_are_the_binary_numbers_they_are():
    (e,) = st.spectrum([[0.1, 0], [0, 0.1]]).eigenvalues
    assert e.exact == Fraction(0.1) != Fraction(1, 10)


def test_complex_pairs_know_their_rational_sum_and_product():
    first, second = st.spectrum([[0.5, -3], [3, 0.5]]).eigenvalues
    assert first.pair == second.pair == (fmpq(1), fmpq(37, 4))
    assert not first.is_real
    assert (first.value + second.value).overlaps(acb(1))


@pytest.mark.parametrize("seed", range(5))
def test_the_enclosures_hold_the_eigenvalues_that_numpy_finds(seed):
    V = np.random.default_rng(seed).standard_normal((7, 7))
    values = [complex(st.analyses.middle(e.value)) for e in st.spectrum(V).eigenvalues]
    found = sorted(values, key=lambda z: (z.real, z.imag))
    wanted = sorted(np.linalg.eigvals(V), key=lambda z: (z.real, z.imag))
    assert np.allclose(found, wanted, atol=1e-10)


def test_the_principal_eigenvalue():
    assert st.spectrum([[2, 0], [0, -5]]).principal.exact == 2
    assert st.spectrum([[1, 0], [0, 1]]).principal is None
    assert st.spectrum([[1, 0, 0], [0, 2, -1], [0, 1, 2]]).principal is None


def test_kinds_of_matrices():
    assert st.spectrum([[1, 2], [2, 1]]).symmetric
    rotation = st.spectrum([[0, -1], [1, 0]])
    assert (rotation.symmetric, rotation.normal) == (False, True)
    assert not st.spectrum([[1, 1], [0, 2]]).normal


def lines(V, P):
    spectrum = st.spectrum(V)
    found = st.linearisation.Eigenlines(spectrum, [st.log_numbers.log_matrix(P, "P")])
    return [found.line(e) for e in spectrum.eigenvalues if e.is_real]


def test_a_rational_line_has_an_exact_logit():
    first, second = lines([[3, 4], [4, -3]], sp.diag(sp.log(2), 0).tolist())
    assert isinstance(first.odds()[0], arb)  # 2^(8/5) is irrational
    assert first.logits[0].logs == {2: fmpq(4, 5)}
    assert second.logits[0].logs == {2: fmpq(1, 5)}


@pytest.mark.parametrize("seed", range(3))
def test_an_irrational_line_is_enclosed(seed):
    rng = np.random.default_rng(seed)
    V, P = rng.standard_normal((2, 5, 5))
    V = V + V.T
    values, vectors = np.linalg.eigh(V)
    for line, v in zip(lines(V, P), vectors.T[::-1], strict=True):
        assert abs(float(line.logits[0]) - v @ P @ v) < 1e-10
        assert line.logits[0].rad() < 1e-25
        unit = np.array([float(entry) for entry in st.linearisation.unit_direction(line)])
        assert abs(abs(unit @ v) - 1) < 1e-12
    assert len(values) == 5


def test_larger_eigenspaces():
    V = [[1, 0, 0], [0, 1, 0], [0, 0, 2]]
    _, varying = lines(V, np.diag([1.0, 2.0, 3.0]))
    _, constant = lines(V, np.diag([1.0, 1.0, 3.0]))
    assert varying.logits is None
    assert constant.logits == (st.log_numbers.LogNumber(fmpq(1)),)


def test_an_irrational_eigenspace_needs_an_isotropic_logit_matrix():
    V = np.kron([[1, 1], [1, 0]], np.eye(2, dtype=int))
    skew = np.array([[1, 2, 0, 0], [-2, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    assert lines(V, skew)[0].logits == (st.log_numbers.LogNumber(fmpq(1)),)
    assert lines(V, np.diag([1, 2, 3, 4]))[0].logits is None


def refined(V, bits=128):
    spectrum = st.spectrum(V, bits)
    found = st.linearisation.Eigenlines(spectrum, [st.log_numbers.log_matrix(np.eye(len(V)), "P")], bits)
    return spectrum, [found.line(e) for e in spectrum.eigenvalues if e.is_real]


@pytest.mark.parametrize("bits", [128, 512])
@pytest.mark.parametrize("kind", ["symmetric", "general", "close", "graded"])
def test_refined_lines_overlap_the_solution_by_elimination_and_are_eigenvectors(kind, bits):
    """From 24 dimensions on the enclosure comes from refinement in floats, of whatever matrix."""
    rng = np.random.default_rng(7)
    V = rng.standard_normal((26, 26))
    if kind != "general":
        Q = np.linalg.qr(V)[0]
        values = np.arange(1.0, 27)
        if kind == "close":
            values[:3] = 1, 1 + 1e-11, 1 + 2e-11
        if kind == "graded":
            values = 10.0 ** -np.arange(26)
        V = Q * values @ Q.T
        V = (V + V.T) / 2
    spectrum, found = refined(V, bits)
    eliminated = st.linearisation.Eigenlines(spectrum, [], bits)
    irrational = [e for e in spectrum.eigenvalues if e.is_real]
    assert found
    with ctx.workprec(bits):
        matrix = arb_mat([[arb(float(x)) for x in row] for row in V])
        for line, e in zip(found, irrational, strict=True):
            v = arb_mat([[x] for x in line.direction])
            assert all(x.contains(0) for x in (matrix * v - v * e.value).entries())
            other = eliminated._solved(e.value)
            assert all(x.overlaps(y) for x, y in zip(v.entries(), other.entries(), strict=True))
            widest, usual = (max(float(x.rad()) for x in column.entries()) for column in (v, other))
            assert widest <= 1000 * usual


def test_a_double_eigenvalue_has_no_line():
    """Both eigenvectors of the double eigenvalue solve the bordered system for no border: there is no enclosure."""
    V = np.diag([*np.arange(1.0, 25), 30.0, 30.0])
    spectrum = st.spectrum(V)
    lines_of = st.linearisation.Eigenlines(spectrum, [])
    with ctx.workprec(128):
        assert lines_of._enclosed(arb(30)) is None
