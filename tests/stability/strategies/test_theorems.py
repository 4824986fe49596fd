"""The strategies draw what the theorems assume, and the theorems hold for what they draw."""

import numpy as np
from hypothesis import given, settings

import attnverify.stability as st


@settings(max_examples=60, deadline=None, database=None)
@given(st.strategies.theorem_4_2_instances())
def test_theorem_4_2(instance):
    flow, Y, v = instance.flow, instance.Y, instance.v
    assert flow.causal
    assert flow.U is None
    assert flow.W is None
    assert np.all(Y @ v > 0)
    assert np.allclose(np.linalg.norm(Y, axis=-1), 1)
    assert st.dini_derivative(Y, flow, v, t=instance.t) <= 1e-12


@settings(max_examples=60, deadline=None, database=None)
@given(st.strategies.theorem_4_5_instances(d=(2, 5)))
def test_theorem_4_5(instance):
    flow, Y, v = instance.flow, instance.Y, instance.v
    assert flow.causal
    assert flow.U.shape == (len(v), len(v))
    assert np.allclose(flow.U, flow.U.T)
    values = np.linalg.eigvalsh(flow.U)
    assert values[-1] > 0
    assert values[-1] - values[-2] >= 0.1 - 1e-9
    assert np.allclose(flow.U @ v, values[-1] * v)
    assert np.all(Y @ v > 0)
    cascade = st.decrease.tangent_cascade(flow.U, v)
    slacks = cascade.slacks(Y, flow.weights(instance.t, Y)[0])
    size = 1 + np.max(np.linalg.norm(st.decrease.deviations(Y, v), axis=-1)) ** 3
    assert np.all(slacks / size >= -1e-9)
