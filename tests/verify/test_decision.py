import sys

import pytest

from verify.decision import Decision, TwinOutcome, crashed, decide
from verify.evidence import Evidence, open_
from verify.referee.combining import conclude
from verify.verdict import Rung, Verdict


def verdict_of(claim, seed=0):
    return conclude({claim.id: decide(claim, seed).basis(claim)})[claim.id]


def checking(*items, twin=()):
    """A check that yields `items`, and `twin` of its false twin."""

    def check(constant=1):
        yield from items if constant == 1 else twin

    return check


def test_a_confirmed_proof_with_a_refuted_twin(make):
    claim = make()
    decision = decide(claim)
    assert [item.checked_by for item in decision.evidence] == ["referee"]
    assert decision.twin == TwinOutcome("another constant", Verdict.ARGUED_FALSE)
    assert decision.twin.rejected
    assert verdict_of(claim).verdict is Verdict.ARGUED


def test_a_false_identity_becomes_open_with_the_reason(make, proved, refuted):
    wrong = {"kind": "identity", "variables": ["x"], "pairs": [{"says": "no", "left": "x", "right": "x + 1"}]}
    combined = verdict_of(make(check=checking(proved(wrong), twin=[refuted()])))
    assert combined.verdict is Verdict.OPEN
    assert "referee does not confirm" in combined.reason


def test_a_proof_without_certificate_is_a_tools_word(make, proved, refuted):
    claim = make(check=checking(proved(None), twin=[refuted()]))
    assert decide(claim).evidence[0].checked_by == "SymPy's word"
    assert verdict_of(claim).verdict is Verdict.ARGUED


def test_a_solvers_answer_is_that_solvers_word(make, proved, refuted):
    smt = {"kind": "smt", "solver": "z3 5.4.0", "logic": "QF_NRA", "problem": "(check-sat)", "answer": "unsat"}
    claim = make(check=checking(proved(smt, method="negation unsatisfiable"), twin=[refuted()]))
    assert decide(claim).evidence[0].checked_by == "z3's word"


def test_a_proof_never_rests_on_samples(make, proved, refuted):
    sample = {"kind": "sample", "examples": 9, "discarded": 0, "seed": 0, "worst_margin": "1", "worst": {}}
    claim = make(check=checking(proved(sample), twin=[refuted()]))
    assert verdict_of(claim).verdict is Verdict.OPEN
    tested = Evidence(Rung.TESTED, "9 instances", "hypothesis", certificate=sample)
    claim = make(check=checking(tested, twin=[refuted()]))
    assert decide(claim).evidence[0].checked_by == "sampling"
    assert verdict_of(claim).verdict is Verdict.TESTED


def test_a_refutation_needs_a_witness_that_satisfies_every_hypothesis(make, refuted):
    expected = {"expected": Verdict.ARGUED_FALSE, "check": checking(refuted(), twin=[open_("x", "m", "r")])}
    assert verdict_of(make(**expected)).verdict is Verdict.ARGUED_FALSE
    for hypotheses, said in ((("x > 0", "x > 1"), "'x > 1' is false"), (("x > 0", "N >= 1"), "N")):
        combined = verdict_of(make(**expected, hypotheses=hypotheses))
        assert combined.verdict is Verdict.OPEN
        assert said in combined.reason


@pytest.mark.parametrize("certificate", [None, {"kind": "all", "steps": [{"says": "word", "certificate": None}]}])
def test_a_refutation_without_a_witness_is_open(make, refuted, certificate):
    claim = make(expected=Verdict.ARGUED_FALSE, check=checking(refuted(certificate), twin=[open_("x", "m", "r")]))
    combined = verdict_of(claim)
    assert combined.verdict is Verdict.OPEN
    assert "without a witness" in combined.reason


def test_a_witness_inside_a_conjunction_counts(make, refuted):
    witness = refuted().certificate
    steps = {"kind": "all", "steps": [{"says": "the witness", "certificate": witness}]}
    claim = make(expected=Verdict.ARGUED_FALSE, check=checking(refuted(steps), twin=[open_("x", "m", "r")]))
    assert verdict_of(claim).verdict is Verdict.ARGUED_FALSE


def test_an_exception_is_open_even_after_a_proof(make, proved, refuted):
    def check(constant=1):
        yield proved() if constant == 1 else refuted()
        if constant == 1:
            raise ZeroDivisionError("by zero")

    claim = make(check=check)
    decision = decide(claim)
    assert decision.crashed
    assert [item.rung for item in decision.evidence] == [Rung.PROVED, Rung.OPEN]
    combined = verdict_of(claim)
    assert combined.verdict is Verdict.OPEN
    assert "ZeroDivisionError: by zero" in combined.reason


def test_ctrl_c_passes_through(make):
    def check(constant=1):
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        decide(make(check=check))


def test_a_check_that_accepts_its_twin_proves_nothing(make, proved):
    combined = verdict_of(make(check=checking(proved(), twin=[proved()])))
    assert combined.verdict is Verdict.OPEN
    assert "cannot fail" in combined.reason
    assert "another constant" in combined.reason


def test_a_route_that_accepts_the_twin_beside_one_that_refutes_it(make, proved, refuted):
    combined = verdict_of(make(check=checking(proved(), twin=[refuted(), proved(method="second route")])))
    assert combined.verdict is Verdict.OPEN
    assert "second route accepts" in combined.reason


def test_a_crash_on_the_twin_is_no_rejection(make, proved):
    def check(constant=1):
        if constant == 2:
            raise ValueError("what is 2?")
        yield proved()

    combined = verdict_of(make(check=check))
    assert combined.verdict is Verdict.OPEN
    assert "what is 2?" in combined.reason


def test_the_twin_of_a_false_claim_must_not_be_false(make, proved, refuted):
    same = make(expected=Verdict.ARGUED_FALSE, check=checking(refuted(reason="at x = 1/2"), twin=[refuted()]))
    combined = verdict_of(same)
    assert combined.verdict is Verdict.ARGUED_FALSE
    assert combined.reason.startswith("at x = 1/2; but the check cannot fail")
    told_apart = make(expected=Verdict.ARGUED_FALSE, check=checking(refuted(), twin=[proved()]))
    assert verdict_of(told_apart).verdict is Verdict.ARGUED_FALSE


@pytest.mark.parametrize(("item", "said"), [
    ("PROVED", "yields str"),
    (Evidence(Rung.PROVED, "", "m"), "no scope"),
    (Evidence(Rung.PROVED, "s", "m", certificate={"kind": object()}), "not plain JSON"),
    (Evidence(Rung.PROVED, "s", "m", certificate={"kind": float("nan")}), "not plain JSON"),
])  # fmt: skip
def test_what_is_no_evidence_is_open(make, refuted, item, said):
    combined = verdict_of(make(check=checking(item, twin=[refuted()])))
    assert combined.verdict is Verdict.OPEN
    assert said in combined.reason


def test_a_counterexample_stands_whatever_the_twin_says(make, proved, refuted):
    combined = verdict_of(make(check=checking(refuted(reason="at x = 1/2"), twin=[proved()])))
    assert combined.verdict is Verdict.ARGUED_FALSE
    assert combined.reason.startswith("at x = 1/2; but the check cannot fail: it says ARGUED")


def test_a_twin_of_which_nothing_is_said_is_not_rejected(make, proved):
    claim = make(check=checking(proved(), twin=[]))
    assert "says nothing of it" in decide(claim).twin.fault
    assert verdict_of(claim).verdict is Verdict.OPEN


def test_a_twin_that_is_left_open_is_no_fault_and_no_rejection(make, proved):
    claim = make(check=checking(proved(), twin=[open_("all", "m", "too hard")]))
    twin = decide(claim).twin
    assert (twin.fault, twin.rejected) == ("", False)
    assert verdict_of(claim).verdict is Verdict.ARGUED


def test_a_proof_by_hand_is_its_authors_word(make, refuted):
    claimed = Evidence(Rung.PROVED, "all x", "referee by myself")
    claim = make(check=checking(claimed, twin=[refuted()]))
    assert decide(claim).evidence[0].checked_by == "its author's word"
    assert verdict_of(claim).verdict is Verdict.ARGUED


@pytest.mark.parametrize("rung", [Rung.PROVED, Rung.CERTIFIED])
def test_a_witness_carries_no_proof(make, refuted, rung):
    claim = make(check=checking(refuted(rung=rung), twin=[refuted()]))
    combined = verdict_of(claim)
    assert combined.verdict is Verdict.OPEN
    assert "speaks against a claim and never for one" in combined.reason


def test_boxes_are_no_proof(make, proved, refuted):
    goal = {"expr": "x**2", "sign": "positive"}
    box = {"kind": "boxes", "variables": ["x"], "box": {"x": ["1", "2"]}, "goal": goal, "tree": "ok"}
    assert "certified at most" in verdict_of(make(check=checking(proved(box), twin=[refuted()]))).reason
    on_box = proved(box, rung=Rung.CERTIFIED)
    assert verdict_of(make(check=checking(on_box, twin=[refuted()]))).verdict is Verdict.ARGUED


def test_a_crash_names_the_line_of_the_check(make, refuted):
    seen = []

    def check(constant=1):
        yield refuted()
        raise ZeroDivisionError("by zero")

    decision = decide(make(check=check), crash=seen.append)
    line = check.__code__.co_firstlineno + 2
    assert decision.evidence[-1].reason.endswith(f"by zero, in {__file__}, line {line}")
    assert [type(error) for error in seen] == [ZeroDivisionError, ZeroDivisionError]


def test_the_seed_reaches_a_check_that_asks_for_it(make, proved, refuted):
    def check(constant=1, seed=None):
        yield proved(scope=f"seed {seed}") if constant == 1 else refuted()

    assert decide(make(check=check), 7).evidence[0].scope == "seed 7"


def test_precision_left_by_another_check_is_undone(make, proved, refuted):
    flint = pytest.importorskip("flint")

    def check(constant=1):
        yield proved(scope=str(sys.modules["flint"].ctx.prec)) if constant == 1 else refuted()

    flint.ctx.prec = 300
    assert decide(make(check=check)).evidence[0].scope == "53"


def test_a_decision_survives_as_plain_data(make):
    decision = decide(make())
    assert Decision.from_data(decision.to_data()) == decision
    died = crashed(make(), "killed")
    assert Decision.from_data(died.to_data()) == died
    assert died.crashed
