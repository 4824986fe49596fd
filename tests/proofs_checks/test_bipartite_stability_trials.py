"""The exact trials tell a right criterion from a wrong one."""

from fractions import Fraction

from proofs_checks.power_method.attention.bipartite_stability_trials import (
    classification_against_slacks,
    conditions_against_roots,
)
from verify.verdict import Rung


def test_the_classification_agrees_with_the_spectra() -> None:
    assert classification_against_slacks(1, 1, examples=60).rung is Rung.CERTIFIED


def test_a_wrong_harmonic_mean_is_noticed() -> None:
    assert not classification_against_slacks(1, 2, examples=60).rung.holds


def test_the_conditions_agree_with_all_roots() -> None:
    found = conditions_against_roots(1, Fraction(1), examples=4)
    assert found.rung is Rung.CERTIFIED
    assert not found.covers


def test_a_wrong_rate_is_noticed() -> None:
    assert not conditions_against_roots(0, Fraction(1, 2)).rung.holds
