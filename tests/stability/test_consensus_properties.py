"""Random P(t), U, W, heads and tokens against decrease, invariance and the ISS inequalities.

A few hundred instances each by default; `pytest -m deep` draws 20000. The worst margin of each is printed at the end.
"""

import attnverify.verify.deciders as decide
import numpy as np
import pytest
from hypothesis import strategies as some

import attnverify.stability as st
from attnverify.verify.verdict import Rung

DEPTHS = [pytest.param(300, id="default"), pytest.param(20_000, marks=pytest.mark.deep, id="deep")]
SIZES = some.tuples(some.integers(1, 8), some.integers(2, 6), some.integers(1, 3))
ROUNDING = 1e-12


@pytest.fixture
def confirm(record_property):
    """Draw from the strategy and require a nonnegative margin everywhere; the worst one is reported."""

    def run(strategy, margin, examples):
        found = decide.search(strategy, margin, scope="the drawn instances", examples=examples)
        assert found.rung is Rung.TESTED, found.reason
        assert found.certificate["examples"] == examples
        record_property("worst margin", float(found.certificate["worst_margin"]))

    return run


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("examples", DEPTHS)
def test_every_positive_step_keeps_the_lowest_height(examples, causal, confirm):
    def margin(drawn):
        instance, exponent = drawn
        Y, least = instance.Y, np.min(instance.Y @ instance.v)
        for layer in range(3):
            Y = instance.flow.step(layer, Y, 10.0**exponent)
        return float(np.min(Y @ instance.v) - least + ROUNDING)

    steps = some.tuples(st.strategies.hemisphere_instances(causal=causal), some.integers(-3, 3))
    confirm(steps, margin, examples)


@pytest.mark.parametrize("examples", DEPTHS)
def test_the_cosine_with_the_first_token_obeys_its_cascade(examples, confirm):
    """U = I, causal: |d_i| <= A_i (e + e^2/2), e being the distance of the earlier tokens."""

    def margin(drawn):
        P, Y = drawn
        A = st.models.head_weights(Y, P, causal=True)
        gain, forcing = st.decrease.cascade_terms(Y, A)
        c = st.decrease.cosines(Y)
        rate = np.sum(st.models.velocity(Y, A) * Y[:1], axis=1)
        distance = np.sqrt(np.maximum(0, 2 - 2 * c))
        earlier = np.maximum.accumulate(np.concatenate([[0.0], distance[:-1]]))
        identity = -np.abs(rate - gain * (1 - c * c) - forcing)
        bound = gain * st.decrease.input_size(earlier) - np.abs(forcing)
        return float(min(np.min(identity), np.min(bound)) + 1e-7 * (1 + np.max(earlier) > 1) + ROUNDING)

    drawn = SIZES.flatmap(lambda s: some.tuples(st.strategies.matrices(s[2], s[1]), st.strategies.tokens(s[0], s[1])))
    confirm(drawn, margin, examples)


def test_a_decrease_bound_twice_as_large_is_violated():
    """The properties above can fail: the bound is attained up to less than a factor of two."""

    def margin(instance):
        A, W = instance.flow.weights(instance.t, instance.Y), instance.flow.W
        bound = 2 * st.decrease.decrease_bound(instance.Y, A, instance.v, W)
        return float(-st.dini_derivative(instance.Y, A, instance.v, W) - bound + ROUNDING)

    found = decide.search(st.strategies.hemisphere_instances(), margin, scope="the drawn instances", examples=300)
    assert found.rung is Rung.OPEN
    assert "without a confirmed witness" in found.reason
