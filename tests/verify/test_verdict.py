import pytest

from verify.verdict import Verdict


@pytest.mark.parametrize("verdict", list(Verdict))
def test_a_verdict_is_neither_true_nor_false(verdict):
    with pytest.raises(TypeError, match="no truth value"):
        bool(verdict)
    with pytest.raises(TypeError):
        assert not verdict


def test_only_three_verdicts_speak_for_a_claim():
    assert [verdict for verdict in Verdict if verdict.holds] == [Verdict.PROVED, Verdict.CERTIFIED, Verdict.TESTED]
    assert [verdict.strength for verdict in Verdict] == [3, 2, 1, 0, 0]
