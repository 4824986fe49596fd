import pytest

from attnverify.verify.claim import DeclarationError, validate
from attnverify.verify.decision import decide
from attnverify.verify.evidence import combine
from attnverify.verify.registry import ENTRY_POINT_GROUP, find, load
from attnverify.verify.verdict import Rung, Verdict


def test_claims_load_in_the_order_of_declaration(project):
    project("declare('TST-2')(square)\ndeclare('TST-1', rests_on=['TST-2'])(square)\n")
    assert list(load()) == ["TST-2", "TST-1"]
    assert find("TST-1").module == "project_claims"


@pytest.mark.parametrize(("text", "said"), [
    ("declare('TST-1')(square)\ndeclare('TST-1')(square)", "the id is taken, by project_claims"),
    ("declare('TST-1', rests_on=['TST-2'])(square)", "names 'TST-2', which is not a claim"),
    ("declare('TST-1', rests_on='TST-2')(square)", "rests_on is the text 'TST-2'; a list of texts is needed"),
    ("declare('TST-1', repairs='TST-2')(square)", "names 'TST-2', which is not a claim"),
    ("declare('TST-1', Verdict.ARGUED_FALSE)(square)", "refuted, but no claim repairs it"),
    ("declare('TST-1', rests_on=['TST-2'])(square)\ndeclare('TST-2', rests_on=['TST-1'])(square)",
     "rests on itself through TST-1 -> TST-2 -> TST-1"),
])  # fmt: skip
def test_what_does_not_fit_together_is_refused(project, text, said):
    with pytest.raises(DeclarationError) as caught:
        project(text + "\n") or load()
    assert said in str(caught.value)


def test_an_unknown_id_suggests_near_ones(project):
    project("declare('TST-L3.class2')(square)\n")
    with pytest.raises(KeyError, match=r"unknown claim id 'TST-L3.clas2'; did you mean TST-L3.class2\?"):
        find("TST-L3.clas2")
    with pytest.raises(KeyError, match="attnverify list"):
        find("zzz")


def test_packages_add_claims_through_their_entry_point(own_registry, make, monkeypatch):
    class EntryPoint:
        def load(self):
            return lambda: own_registry.update({"TST-1": make()})

    asked = []
    monkeypatch.setattr("attnverify.verify.registry.entry_points", lambda group: asked.append(group) or [EntryPoint()])
    assert list(load()) == ["TST-1"]
    assert asked == [ENTRY_POINT_GROUP]


RECORDED = (
    "from attnverify.verify.registry import recorded\n"
    "recorded('TST-1', title='T', statement='S', source=Source(PAPER, 'L'), kind='lemma', undecided={!r})\n"
)


def test_a_recorded_claim_is_open_with_its_reason(project):
    project(RECORDED.format("no rule for it"))
    decision = decide(load()["TST-1"])
    assert [(item.rung, item.reason) for item in decision.evidence] == [(Rung.OPEN, "no rule for it")]
    assert combine(decision.evidence).verdict is load()["TST-1"].expected is Verdict.OPEN
    assert not decision.twin.rejected


def test_a_recorded_claim_says_why_and_what_has_a_check_does_not(project, make):
    with pytest.raises(DeclarationError, match="'TST-1': undecided is ''; a claim with neither a check nor a proof"):
        project(RECORDED.format(""))
    with pytest.raises(DeclarationError, match="undecided is 'because'"):
        validate(make(undecided="because"))


def test_a_record_and_a_proof_of_one_id_are_two_claims(project):
    project(
        RECORDED.format("no rule for it") + "from attnverify.verify.formal import formal\n"
        "formal('TST-1', title='T', source=Source(Paper('p', 'P'), 'L'), kind='identity',"
        " statement={'letters': ['x: number'], 'show': 'x == x'}, proof={'known': True})\n"
    )
    with pytest.raises(DeclarationError, match="the id is taken"):
        load()


STEPS = """
from attnverify.verify.claim import Paper, Source
from attnverify.verify.formal import formal
from attnverify.verify.verdict import Verdict
TRUE = dict(statement={'letters': ['x: number'], 'show': ['x == x', '1 > 0']}, proof=[{'known': True}, {'known': True}])
formal('TST-1', title='T', source=Source(Paper('p', 'P'), 'L'), kind='identity', **TRUE)
formal('TST-1.step', **TRUE)
formal('TST-1.R1', **TRUE)
formal('TST-1.repaired', **TRUE)
"""


def test_what_continues_an_id_is_a_step_a_reading_or_a_repair(project):
    project(STEPS)
    claims = load()
    roles = {"TST-1": "printed", "TST-1.step": "extension", "TST-1.R1": "reading", "TST-1.repaired": "repair"}
    assert {id: claim.role for id, claim in claims.items()} == roles
    assert claims["TST-1.step"].title == "T: step"
    assert claims["TST-1"].statement == "x == x; 1 > 0"


def test_one_thing_shown_may_be_a_text_alone(project):
    project(STEPS.replace("['x == x', '1 > 0']", "'x == x'"))
    assert load()["TST-1"].statement == "x == x"
