"""Claims, their declaration, evidence and verdicts."""

import subprocess
import sys
from pathlib import Path

import pytest
import sympy as sp

from attnverify.verify.answers import decide as decide_text
from attnverify.verify.answers import verdict
from attnverify.verify.argument import Argument
from attnverify.verify.claim import DeclarationError, Paper, Source, Twin, validate
from attnverify.verify.decision import decide
from attnverify.verify.evidence import Evidence, conjunction, open_
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import ENTRY_POINT_GROUP, find, load
from attnverify.verify.verdict import Verdict


def without_default(constant):
    return constant


@pytest.mark.parametrize(("change", "said"), [
    ({"id": "lemma 3"}, "id is 'lemma 3'; allowed is a form such as POW-L3.class2"), ({"title": " "}, "title"),
    ({"statement": ""}, "statement"), ({"source": Source(Paper("p", "P"), "")}, "source"),
    ({"kind": "Theorem"}, "kind is 'Theorem'; allowed is a word or two in small letters"),
    ({"kind": ""}, "kind is ''; allowed is"), ({"kind": None}, "kind is None; allowed is"),
    ({"expected": "PROVED"}, "expected is 'PROVED'; give a Verdict"),
    ({"role": "friend"}, "role is 'friend'; allowed are printed, reconstructed, reading, dropped, repair, extension"),
    ({"role": "reconstructed"}, "role is 'reconstructed'; reconstructed is what a source says"),
    ({"rests_on": ("TST-1",)}, "cannot rest on itself"), ({"no_repair": "why"}, "only a refuted claim"),
    ({"twin": Twin("", {"constant": 2})}, "twin"), ({"twin": Twin("says", {})}, "twin"),
    ({"twin": Twin("says", {"other": 2})}, "allowed are the parameters of the check: constant"),
    ({"twin": Twin("says", {"constant": 1})}, "must differ"),
    ({"check": without_default}, "every parameter of a check needs the claimed value"),
    ({"expected": Verdict.PROVED}, "expected is 'PROVED'; a computation reaches ARGUED, TESTED, OPEN"),
    ({"undecided": "why"}, "one is needed of a proof, an argument, a check and this"),
    ({"check": None}, "one is needed of a proof, an argument, a check and this"),
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
    refuted = {"check": None, "expected": Verdict.ARGUED_FALSE, "no_repair": "nothing is true here"}
    assert validate(make(**refuted, argument=Argument(("TST-2",), "why", False))).no_repair


def test_a_source_says_where_it_stands():
    paper = Paper("p", "P", arxiv="1234.56789")
    assert str(Source(paper, "Lemma 3", reconstructed=True)) == "arXiv 1234.56789, Lemma 3 (formula reconstructed)"
    assert str(Source(Paper("p", "P"), "Lemma 3")) == "Lemma 3"


DRAWN, BALLS = Evidence(Verdict.TESTED, "9 draws", "NumPy", "r"), Evidence(Verdict.ARGUED, "all", "python-flint")
UNDECIDED = open_("all", "m", "too hard")


def test_a_conjunction_is_as_good_as_its_weakest_part():
    whole = conjunction({"first": BALLS, "second": DRAWN}, scope="both")
    assert whole == Evidence(Verdict.TESTED, "both", "python-flint; NumPy", "r")
    undecided = conjunction({"first": BALLS, "second": UNDECIDED}, scope="both")
    assert (undecided.verdict, undecided.reason) == (Verdict.OPEN, "undecided: second: too hard")


def test_a_conjunction_of_nothing_proves_nothing():
    with pytest.raises(ValueError, match="no parts"):
        conjunction({}, scope="nothing")


@pytest.mark.parametrize("word", list(Verdict))
def test_no_truth_value(word):
    with pytest.raises(TypeError, match="no truth value"):
        bool(word)


def test_what_speaks_for_a_claim_and_how_strongly():
    holding = [Verdict.PROVED, Verdict.CERTIFIED, Verdict.ARGUED, Verdict.TESTED]
    assert [verdict for verdict in Verdict if verdict.holds] == holding
    assert [verdict.strength for verdict in Verdict] == [4, 3, 2, 1, 0, 0, 0]
    assert [verdict for verdict in Verdict if verdict.fails] == [Verdict.REFUTED, Verdict.ARGUED_FALSE]


def test_claims_load_in_the_order_of_declaration(project):
    project("declare('TST-2')(square)\ndeclare('TST-1', rests_on=['TST-2'])(square)\n")
    assert list(load()) == ["TST-2", "TST-1"]
    assert find("TST-1").module == "project_claims"


@pytest.mark.parametrize(("text", "said"), [
    ("declare('TST-1')(square)\ndeclare('TST-1')(square)", "the id is taken, by project_claims"),
    ("declare('TST-1', rests_on=['TST-2'])(square)", "names 'TST-2', which is not a claim"),
    ("declare('TST-1', rests_on='TST-2')(square)", "rests_on is the text 'TST-2'; a list of texts is needed"),
    ("declare('TST-1', repairs='TST-2')(square)", "names 'TST-2', which is not a claim"),
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
    assert decision.evidence.reason == "no rule for it"
    assert decision.evidence.verdict is load()["TST-1"].expected is Verdict.OPEN
    assert not decision.twin.rejected


def test_a_recorded_claim_says_why(project):
    with pytest.raises(DeclarationError, match="'TST-1': undecided is ''; one is needed of a proof"):
        project(RECORDED.format(""))


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


def test_a_package_is_loaded_at_its_first_use():
    script = (
        "import sys\nfrom attnverify.verify.lazy import lazy\nsp = lazy('sympy')\nassert lazy('sympy') is sp\n"
        "print('sympy.core' in sys.modules, sp.Integer(2) + 3, 'sympy.core' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "5", "True"]


def test_what_is_loaded_is_given_as_it_is():
    assert lazy("sys") is sys


def test_what_does_not_exist_is_missed_at_once():
    with pytest.raises(ModuleNotFoundError, match="no module named 'no_such_module'"):
        lazy("no_such_module")


# Verdicts from Python.
x, y = sp.symbols("x y", positive=True)
t = sp.Symbol("t", real=True)


def test_of_a_claim(project):
    project('declare("TST-1")(square)\ndeclare("TST-2", rests_on=["TST-1"])(square)\n')
    assert verdict("TST-2", jobs=0) is Verdict.TESTED
    with pytest.raises(KeyError, match="TST-1"):
        verdict("TST-11", jobs=0)


@pytest.mark.parametrize(("lemma", "found"), [
    (sp.Ge(t**2 + 1, 2 * t), "PROVED"), (sp.Gt(t**2 + 1, 2 * t), "REFUTED"),
    (sp.Le(sp.Abs(t), sp.Max(t, -t)), "PROVED"), (sp.Eq((x + y) ** 2, x**2 + 2 * x * y + y**2), "PROVED"),
    (sp.Ne(x, y), "REFUTED"), (sp.Ge(sp.exp(x), 1 + x), "PROVED"), (sp.Lt(x / y, x), "REFUTED"),
    ('show = "a^2 >= 0"\n[letters]\na = "real"\n', "PROVED"),
])  # fmt: skip
def test_of_a_lemma(lemma, found, tmp_path):
    assert decide_text(lemma, seconds=60).verdict == found
    if isinstance(lemma, str):
        path = tmp_path / "lemma.toml"
        path.write_text(lemma)
        assert decide_text(path).verdict == found


@pytest.mark.parametrize(("lemma", "says"), [
    (sp.Gt(sp.Symbol("z"), 0), "the symbol z is not said to be real"), (x, "is no lemma"),
    (sp.Eq(x, sp.Symbol("x", real=True)), "two symbols are called x"),
    (sp.Eq(sp.Dummy("d", real=True), sp.Dummy("d", real=True)), "two symbols are called _d"),
    (sp.Eq(sp.GoldenRatio, sp.Symbol("GoldenRatio", real=True)), "GoldenRatio is no number that"),
    (sp.Eq(sp.Symbol("oo", real=True), sp.oo, evaluate=False), "oo is no number that"),
    (sp.Ne(t > 0, t <= 0, evaluate=False), "t > 0 is no number that"), (sp.Function("exp")(t) > 0, "is no number that"),
    ("show = ", "Invalid value"), ({"show": "a >"}, "show"), (Path("nowhere.toml"), "No such file"),
])  # fmt: skip
def test_what_cannot_be_read_is_one_line(lemma, says):
    with pytest.raises(ValueError, match=says) as raised:
        decide_text(lemma)
    assert len(str(raised.value).splitlines()) == 1
