from dataclasses import replace
from fractions import Fraction

import pytest

from attnverify.proofs_checks.power_method.clustering import cluster_examples as examples
from attnverify.verify.referee.grammar import holds

GIVEN = [examples.TWO, examples.FOUR]


def broken(values, m):
    return [relation for relation in examples.equilibrium(m) if holds(relation, values) is not True]


@pytest.mark.parametrize("example", GIVEN)
def test_the_referee_confirms_every_relation(example):
    assert broken(example.values(), len(example.tokens)) == []


@pytest.mark.parametrize("example", GIVEN)
@pytest.mark.parametrize(
    ("name", "changed"),
    [("n", lambda n: ["2", *n[1:]]), ("base", lambda base: base + 1), ("nu", lambda nu: ["1/7", *nu[1:]])],
)
def test_a_changed_value_breaks_a_relation(example, name, changed):
    values = example.values()
    assert broken(values | {name: changed(values[name])}, len(example.tokens))


def test_twice_the_logits_is_another_system():
    doubled = [[str(2 * Fraction(entry)) for entry in row] for row in examples.TWO.M]
    assert broken(replace(examples.TWO, M=doubled).values(), 2) == ["A@X@transpose(V) == diag(nu)@X"]


def test_clusters_that_coincide_are_refused():
    values = examples.TWO.values()
    assert "dot(X[1], X[0]) < 1" in broken(values | {"X": [values["X"][0]] * 2}, 2)
