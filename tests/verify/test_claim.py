import pytest

from attnverify.verify.claim import DeclarationError, Paper, Source, Twin, validate
from attnverify.verify.verdict import Verdict


def without_default(constant):
    yield


@pytest.mark.parametrize(("change", "said"), [
    ({"id": "lemma 3"}, "id is 'lemma 3'; allowed is a form such as POW-L3.class2"),
    ({"title": " "}, "title"),
    ({"statement": ""}, "statement"),
    ({"source": Source(Paper("p", "P"), "")}, "source"),
    ({"kind": "Theorem"}, "kind is 'Theorem'; allowed is a word or two in small letters"),
    ({"kind": ""}, "kind is ''; allowed is"),
    ({"kind": None}, "kind is None; allowed is"),
    ({"expected": "PROVED"}, "expected is 'PROVED'; give a Verdict"),
    ({"role": "friend"}, "role is 'friend'; allowed are printed, reconstructed, reading, dropped, repair, extension"),
    ({"role": "reconstructed"}, "role is 'reconstructed'; reconstructed is what a source says"),
    ({"rests_on": ("TST-1",)}, "cannot rest on itself"),
    ({"no_repair": "why"}, "only a refuted claim"),
    ({"twin": Twin("", {"constant": 2})}, "twin"),
    ({"twin": Twin("says", {})}, "twin"),
    ({"twin": Twin("says", {"other": 2})}, "allowed are the parameters of the check: constant"),
    ({"twin": Twin("says", {"constant": 1})}, "must differ"),
    ({"check": without_default}, "every parameter of a check needs the claimed value"),
    ({"hypotheses": ()}, "hypotheses"),
    ({"hypotheses": ("x >",)}, "hypothesis is 'x >'; it cannot be read"),
    ({"hypotheses": ("y > 0",)}, "cannot be read at the instance"),
    ({"hypotheses": ("x > 1",)}, "the hypothesis 'x > 1' is false there"),
])  # fmt: skip
def test_a_malformed_claim_is_named_in_one_line(make, change, said):
    with pytest.raises(DeclarationError) as caught:
        validate(make(**change))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_well_formed_claim(make):
    claim = make()
    assert validate(claim) is claim
    assert validate(make(kind="rank collapse")).kind == "rank collapse"
    refuted = make(expected=Verdict.ARGUED_FALSE, no_repair="nothing is true here")
    assert validate(refuted) is refuted


def test_a_source_says_where_it_stands():
    paper = Paper("p", "P", arxiv="1234.56789")
    assert str(Source(paper, "Lemma 3", reconstructed=True)) == "arXiv 1234.56789, Lemma 3 (formula reconstructed)"
    assert str(Source(Paper("p", "P"), "Lemma 3")) == "Lemma 3"
