"""Examples prove existence only where every relation holds, and unequal matrices are told apart by an exact witness."""

from fractions import Fraction

import numpy as np

from attnverify.proofs_checks.examples import exact_texts, example
from attnverify.verify.referee.judgement import judge
from attnverify.verify.verdict import Rung


def test_an_example_proves_existence_only_where_it_holds():
    there = example({"x": "1/2"}, ["x**2 < x"], scope="a point", method="exact example")
    assert there.rung is Rung.CERTIFIED
    assert judge(there.rung, there.certificate, there.method, ()).sound
    assert not judge(there.rung, {**there.certificate, "holds": ["x**2 > x"]}, there.method, ()).sound
    nowhere = example({"x": 2}, ["x**2 < x"], scope="a point", method="exact example")
    assert nowhere.rung is Rung.OPEN


def test_texts_are_exact():
    assert exact_texts(np.array([[Fraction(1, 3), 2]], dtype=object)) == [["1/3", "2"]]
