"""Domains as relations and as exact values; the two agree."""

import random

import pytest

from verify.referee.grammar import holds
from verify.statements.domains import Domain, read_domain
from verify.statements.reading import read_table

TEXTS = ["real", "positive", "negative", "integer", "[0, 1]", "(-1/2, 0.25]", "[3, 4)", "(0, 1)"]
TEXTS += [f"psd {n}" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("wild", [False, True])
def test_drawn_values_lie_in_the_domain(text, wild):
    statement = read_table({"variables": {"X": text}, "show": "1 > 0"})
    source = random.Random(5)
    drawn = [statement.domains["X"].draw("X", source, wild) for _ in range(60)]
    for point in drawn:
        assert list(point) == statement.scalars
        assert all(holds(relation, point) is True for relation in statement.hypotheses())
    assert len({str(point) for point in drawn}) >= 2


def test_a_matrix_that_is_not_semidefinite_violates_a_minor():
    statement = read_table({"variables": {"P": "psd 2"}, "show": "1 > 0"})
    for a, b, c in ((1, 2, 1), (-1, 0, 1), (0, 1, 0), (0, 0, -1)):
        point = {"P_0_0": a, "P_0_1": b, "P_1_1": c}
        assert any(holds(relation, point) is False for relation in statement.hypotheses())


def test_leading_minors_alone_would_not_do():
    relations = Domain("psd", size=2).relations("P")
    assert len(relations) == 3  # diag(0, -1) has leading minors 0 and 0


def test_only_bounded_domains_have_ranges():
    assert [read_domain(text, "x").bounded for text in ("real", "[0, 1]", "psd 2")] == [False, True, False]
