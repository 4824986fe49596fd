import pytest
from flint import fmpq

import attnverify.stability as st


def test_all_patterns_up_to_the_common_sign():
    spectrum = st.spectrum([[2, 0], [0, 1]])
    records = list(st.analyses.pattern_records(spectrum, 0, fmpq(100), 4, fmpq(1, 4)))
    assert len(records) == 7
    assert all(record.split[0] == 1 and -1 in record.split for record in records)
    assert {record.verdict for record in records} == {st.Stability.STABLE}  # 3/100 < 1 - 1/2


def test_the_criterion_of_a_pattern():
    """Stable iff lambda_2/lambda_1 < n_i^+ - n_i^-/E for all i: with E = 1 the pattern + - has 1/2 < 0, false."""
    spectrum = st.spectrum([[2, 0], [0, 1]])
    (record,) = st.analyses.pattern_records(spectrum, 0, fmpq(1), 2, fmpq(1, 4))
    assert record.verdict is st.Stability.UNSTABLE


def test_too_many_tokens():
    with pytest.raises(ValueError, match="N is 9"):
        next(st.analyses.pattern_records(st.spectrum([[2, 0], [0, 1]]), 0, fmpq(1), 9, fmpq(1, 4)))
