import pytest

from attnverify.verify.verdict import Rung, Verdict


@pytest.mark.parametrize("word", [*Verdict, *Rung])
def test_no_truth_value(word):
    with pytest.raises(TypeError, match="no truth value"):
        bool(word)


def test_what_speaks_for_a_claim_and_how_strongly():
    holding = [Verdict.PROVED, Verdict.CERTIFIED, Verdict.ARGUED, Verdict.TESTED]
    assert [verdict for verdict in Verdict if verdict.holds] == holding
    assert [verdict.strength for verdict in Verdict] == [4, 3, 2, 1, 0, 0, 0]
    assert [verdict for verdict in Verdict if verdict.fails] == [Verdict.REFUTED, Verdict.ARGUED_FALSE]


def test_a_step_ties_no_sentence_to_a_proof():
    assert {rung.argued for rung in Rung} == {Verdict.ARGUED, Verdict.TESTED, Verdict.ARGUED_FALSE, Verdict.OPEN}
    assert not {rung.value for rung in Rung} & {verdict.value for verdict in Verdict}
