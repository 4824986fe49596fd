from fractions import Fraction as F

import pytest

import attnverify.stability as st


def consensus_radius(alpha, eigenvalues):
    first, *rest = eigenvalues
    return max([1, *(abs(1 + alpha * value) for value in rest)]) / (1 + alpha * first)


@pytest.mark.parametrize("eigenvalues", [(1, F(1, 2), -2), (F(1, 3), -1), (2, 1, 0, F(-5, 2))])
def test_the_bound_is_sharp_on_both_sides(eigenvalues):
    bound = st.linearisation.consensus_bound(eigenvalues)
    assert consensus_radius(bound * F(999, 1000), eigenvalues) < 1
    assert consensus_radius(bound, eigenvalues) == 1
    assert consensus_radius(bound * F(1001, 1000), eigenvalues) > 1


@pytest.mark.parametrize("eigenvalues", [(2, -2), (1, F(1, 2)), (1,)])
def test_without_a_larger_negative_eigenvalue_there_is_no_bound(eigenvalues):
    assert st.linearisation.consensus_bound(eigenvalues) is None
    assert consensus_radius(10**6, eigenvalues) < 1


@pytest.mark.parametrize(("eigenvalues", "message"), [((0, -1), "must be positive"), ((1, 1), "must be smaller")])
def test_spectra_outside_the_assumption_are_refused(eigenvalues, message):
    with pytest.raises(ValueError, match=message):
        st.linearisation.consensus_bound(eigenvalues)


def test_the_complex_bound_is_where_the_moduli_meet():
    principal, real, imaginary = F(1), F(1, 2), F(3)
    bound = st.linearisation.complex_consensus_bound(principal, real, imaginary)
    squared = (1 + bound * real) ** 2 + (bound * imaginary) ** 2
    assert squared == (1 + bound * principal) ** 2
    assert st.linearisation.complex_consensus_bound(F(2), F(1), F(1)) is None
    with pytest.raises(ValueError, match="must be smaller"):
        st.linearisation.complex_consensus_bound(F(1), F(1), F(1))


@pytest.mark.parametrize(
    ("roots", "inside"), [((F(1, 2), F(-1, 3)), True), ((F(1), F(0)), False), ((F(-3, 2), F(1, 2)), False)]
)
def test_schur_cohn_slacks_tell_roots_inside_the_disc(roots, inside):
    slacks = st.linearisation.schur_cohn_slacks(roots[0] + roots[1], roots[0] * roots[1])
    assert all(slack > 0 for slack in slacks) is inside
