from fractions import Fraction

import numpy as np
import pytest
from flint import arb

import attnverify.stability as st
from attnverify.stability.motion.ball_calculus import working


def cosine(Y):
    return np.sum(Y[0] * Y[1])


def test_a_long_contracting_run_keeps_its_digits():
    rng = np.random.default_rng(1)
    P, Y = rng.normal(size=(3, 3)), st.normalise(rng.normal(size=(4, 3)))
    rigorous, plain = st.Flow(st.motion.balls(P)), st.Flow(P)
    *_, last = st.enclose_map(lambda k, Z: rigorous.step(k, Z, arb(0.5)), Y, 120)
    for k in range(120):
        Y = plain.step(k, Y, 0.5)
    assert last.error < 1e-30
    assert np.max(np.abs(last.centre.astype(float) - Y)) < 1e-13
    assert last.diameter() < 1e-8


def test_the_error_of_the_start_is_carried_along():
    """Two tokens, no step back: starts within the error end within the error."""
    P = np.zeros((2, 2))
    rigorous = st.Flow(st.motion.balls(P))
    start = st.motion.Enclosure(st.motion.balls(np.array([[1.0, 0.0], [0.0, 1.0]])), arb(2) ** -10)
    *_, last = st.enclose_map(lambda k, Z: rigorous.step(k, Z, arb(1)), start, 5)
    assert 2**-12 < float(last.error) < 2**-8
    for angle in (2**-11, -(2**-11)):
        Y = np.array([[1.0, 0.0], [-np.sin(angle), np.cos(angle)]])
        for k in range(5):
            Y = st.Flow(P).step(k, Y, 1.0)
        assert np.linalg.norm(last.centre.astype(float) - Y) <= float(last.error)


def test_a_hemisphere_is_decided_only_where_it_is_proved():
    v = np.array([1.0, 0.0])
    Y = np.array([[Fraction(3, 5), Fraction(4, 5)], [Fraction(1, 100), Fraction(1)]], dtype=object)
    assert st.motion.Enclosure(st.motion.balls(Y), arb(0)).in_hemisphere(v)
    assert not st.motion.Enclosure(st.motion.balls(Y), arb("0.02")).in_hemisphere(v)


def test_where_the_map_is_undefined_there_is_no_enclosure():
    """A box of radius 2 contains tokens with y + tau F = 0."""
    flow = st.Flow(st.motion.balls(np.zeros((2, 2))))
    wide = st.motion.Enclosure(st.motion.balls(np.array([[1.0, 0.0], [0.0, 1.0]])), arb(2))
    with pytest.raises(st.motion.EnclosureError, match=r"layer 0: the map is not defined on the whole box"):
        next(st.enclose_map(lambda k, Z: flow.step(k, Z, arb(1)), wide, 1))


def test_the_diameter_is_a_bound_where_floats_cannot_tell_the_distances_apart():
    step = Fraction(1, 2**70)
    Y = np.array([[Fraction(0)], [Fraction(1)], [1 + step]], dtype=object)
    with working(128):
        assert st.motion.Enclosure(st.motion.balls(Y), arb(0)).diameter() >= 1 + arb(2) ** -70
