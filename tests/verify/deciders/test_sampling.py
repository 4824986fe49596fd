"""Search: counts, discards, the worst margin; a failure counts only as an exact witness."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from attnverify.verify.deciders.instances import Trial, exact_instances
from attnverify.verify.deciders.sampling import search
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.verdict import Rung

PAIRS = st.tuples(st.fractions(-3, 3, max_denominator=20), st.fractions(-3, 3, max_denominator=20))


def witness(pair: tuple[Fraction, Fraction]) -> tuple[dict[str, Any], Sequence[str]]:
    return {"x": pair[0], "y": pair[1]}, ["x + y + 1 < 0"]


def test_known_true_is_tested_with_counts() -> None:
    found = search(PAIRS, lambda v: v[0] ** 2 + v[1] ** 2 - v[0] * v[1], scope="pairs", examples=50)
    assert found.rung is Rung.TESTED
    assert found.certificate is not None
    assert found.certificate["examples"] == 50
    assert recheck(found.certificate).status is Status.SAMPLED


def test_known_false_is_refuted_by_an_exact_witness() -> None:
    found = search(PAIRS, lambda v: v[0] + v[1] + 1, scope="pairs", witness=witness)
    assert found.rung is Rung.REFUTED
    assert recheck(found.certificate).status is Status.CONFIRMED


def test_a_failure_without_a_confirmed_witness_is_open() -> None:
    assert search(PAIRS, lambda v: v[0] + v[1] + 1, scope="pairs").rung is Rung.OPEN
    wrong = search(PAIRS, lambda v: v[0] ** 2 - 1, scope="pairs", witness=lambda v: ({"x": 1}, ["x < 0"]))
    assert wrong.rung is Rung.OPEN
    assert "without a confirmed witness" in wrong.reason


def test_discards_are_counted_and_discards_alone_decide_nothing() -> None:
    found = search(PAIRS, lambda v: v[0] if v[0] >= 0 else None, scope="pairs", examples=40)
    assert found.rung is Rung.TESTED
    assert found.certificate is not None
    assert found.certificate["discarded"] > 0
    assert search(PAIRS, lambda v: None, scope="pairs", examples=10).rung is Rung.OPEN


def test_nan_is_open() -> None:
    assert search(PAIRS, lambda v: float("nan"), scope="pairs", examples=10).rung is Rung.OPEN


def test_the_same_seed_draws_the_same_instances() -> None:
    first, second, other = (
        search(PAIRS, lambda v: v[0] + 4, scope="pairs", examples=20, seed=seed) for seed in (1, 1, 2)
    )
    assert first == second
    assert first.certificate != other.certificate


def test_a_margin_that_is_true_or_false_is_refused() -> None:
    with pytest.raises(TypeError, match="number"):
        search(PAIRS, lambda v: v[0] > 100, scope="pairs")


def test_the_draws_do_not_depend_on_the_modules_of_the_process(monkeypatch) -> None:
    def drawn() -> list[int]:
        seen: list[int] = []
        search(st.integers(0, 10**9), lambda n: seen.append(n) or 1, scope="integers", examples=100)
        return seen

    before = drawn()
    constants = Constants(integers={123_456_789, 987_654_321}, floats=set(), strings=set(), bytes=set())
    monkeypatch.setattr(providers, "_get_local_constants", lambda: constants)
    providers.CONSTANTS_CACHE.cache.clear()
    assert drawn() == before
    assert not {123_456_789, 987_654_321} & set(before)


@pytest.mark.parametrize(
    ("holds", "rung", "says"),
    [(True, Rung.CERTIFIED, "every one of 20 instances held"), (None, Rung.OPEN, "400 were discarded")],
)
def test_exact_instances_are_counted(holds: bool | None, rung: Rung, says: str) -> None:
    found = exact_instances(lambda rng: Trial(holds, {}), scope="draws", method="exact")
    assert (found.rung, found.covers) == (rung, False)
    assert says in found.reason


def test_the_first_exact_instance_that_fails_refutes() -> None:
    found = exact_instances(lambda rng: Trial(False, {"x": 2}, ["x < 2"]), scope="draws", method="exact")
    assert found.rung is Rung.OPEN  # nothing is violated there
    found = exact_instances(lambda rng: Trial(False, {"x": 2}, ["x == 2"]), scope="draws", method="exact")
    assert found.rung is Rung.REFUTED
    assert recheck(found.certificate).status is Status.CONFIRMED
