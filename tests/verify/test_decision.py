import re
import sys

import pytest

from attnverify.verify.decision import Decision, TwinOutcome, crashed, decide
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.referee.combining import conclude
from attnverify.verify.verdict import Rung, Verdict


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


def in_steps(certificate):
    return {"kind": "all", "steps": [{"says": "a step", "certificate": certificate}]}


WRONG = {"kind": "identity", "variables": ["x"], "pairs": [{"says": "no", "left": "x", "right": "x + 1"}]}
SAMPLE = {"kind": "sample", "examples": 9, "discarded": 0, "seed": 0, "worst_margin": "1", "worst": {}}
EXAMPLE = {"kind": "example", "values": {"x": "1/2"}, "holds": ["x > 0"]}
LEFT_OPEN, AT_HALF = open_("x", "m", "r"), {"reason": "at x = 1/2"}
ARGUED, FALSE, OPEN = Verdict.ARGUED, Verdict.ARGUED_FALSE, Verdict.OPEN
# what a check yields of its claim (p a proof, r a refutation) and of its twin; the verdict, its reason, and by
# whom the first item is checked
WORTH = {
    "a false identity": (lambda p, r: ([p(WRONG)], [r()]), OPEN, "referee does not confirm", ""),
    "a proof without certificate": (lambda p, r: ([p(None)], [r()]), ARGUED, "", "SymPy's word"),
    "a proof that rests on samples": (lambda p, r: ([p(SAMPLE)], [r()]), OPEN, "", ""),
    "samples": (lambda p, r: ([Evidence(Rung.TESTED, "9 instances", "hypothesis", certificate=SAMPLE)], [r()]),
        Verdict.TESTED, "", "sampling"),
    "a refutation without a witness": (lambda p, r: ([r(None)], [LEFT_OPEN]), OPEN, "without a witness", ""),
    "a refutation by a word": (lambda p, r: ([r(in_steps(None))], [LEFT_OPEN]), OPEN, "without a witness", ""),
    "a witness inside a conjunction": (lambda p, r: ([r(in_steps(r().certificate))], [LEFT_OPEN]), FALSE, "", ""),
    "a twin that is accepted": (lambda p, r: ([p()], [p()]), OPEN, "cannot fail.*another constant", ""),
    "a second route that accepts it": (lambda p, r: ([p()], [r(), p(method="second route")]), OPEN,
        "second route accepts", ""),
    "a twin that is false as well": (lambda p, r: ([r(**AT_HALF)], [r()]), FALSE,
        "^at x = 1/2; but the check cannot fail", ""),
    "a false claim told from its twin": (lambda p, r: ([r()], [p()]), FALSE, "", ""),
    "no evidence": (lambda p, r: (["PROVED"], [r()]), OPEN, "yields str", ""),
    "no scope": (lambda p, r: ([Evidence(Rung.PROVED, "", "m")], [r()]), OPEN, "no scope", ""),
    "an object for a text": (lambda p, r: ([Evidence(Rung.PROVED, "s", "m", certificate={"kind": object()})], [r()]),
        OPEN, "not plain JSON", ""),
    "no number": (lambda p, r: ([Evidence(Rung.PROVED, "s", "m", certificate={"kind": float("nan")})], [r()]), OPEN,
        "not plain JSON", ""),
    "a twin of which nothing is said": (lambda p, r: ([p()], []), OPEN, "says nothing of it", ""),
    "a twin that is left open": (lambda p, r: ([p()], [open_("all", "m", "too hard")]), ARGUED, "", ""),
    "a proof by hand": (lambda p, r: ([Evidence(Rung.PROVED, "all x", "referee by myself")], [r()]), ARGUED, "",
        "its author's word"),
    "a witness for a proof": (lambda p, r: ([r(rung=Rung.PROVED)], [r()]), OPEN,
        "speaks against a claim and never", ""),
    "a witness for a certificate": (lambda p, r: ([r(rung=Rung.CERTIFIED)], [r()]), OPEN,
        "speaks against a claim and never", ""),
    "an example for a proof": (lambda p, r: ([p(EXAMPLE)], [r()]), OPEN, "certified at most", ""),
    "an example": (lambda p, r: ([p(EXAMPLE, rung=Rung.CERTIFIED)], [r()]), ARGUED, "", ""),
}  # fmt: skip
FALSE_CLAIMS = {"a refutation without a witness", "a refutation by a word", "a witness inside a conjunction",
    "a twin that is false as well", "a false claim told from its twin"}  # fmt: skip


@pytest.mark.parametrize("name", WORTH)
def test_what_evidence_is_worth(make, proved, refuted, name):
    yielded, verdict, said, by = WORTH[name]
    items, twin = yielded(proved, refuted)
    claim = make(check=checking(*items, twin=twin), **({"expected": FALSE} if name in FALSE_CLAIMS else {}))
    combined = verdict_of(claim)
    assert combined.verdict is verdict
    assert re.search(said, combined.reason)
    assert not by or decide(claim).evidence[0].checked_by == by


def test_a_counterexample_stands_whatever_the_twin_says(make, proved, refuted):
    combined = verdict_of(make(check=checking(refuted(**AT_HALF), twin=[proved()])))
    assert combined.verdict is FALSE
    assert combined.reason.startswith("at x = 1/2; but the check cannot fail: it says ARGUED")


def test_a_twin_that_is_left_open_is_no_fault_and_no_rejection(make, proved):
    twin = decide(make(check=checking(proved(), twin=[LEFT_OPEN]))).twin
    assert (twin.fault, twin.rejected) == ("", False)


def test_a_refutation_needs_a_witness_that_satisfies_every_hypothesis(make, refuted):
    expected = {"expected": Verdict.ARGUED_FALSE, "check": checking(refuted(), twin=[open_("x", "m", "r")])}
    assert verdict_of(make(**expected)).verdict is Verdict.ARGUED_FALSE
    for hypotheses, said in ((("x > 0", "x > 1"), "'x > 1' is false"), (("x > 0", "N >= 1"), "N")):
        combined = verdict_of(make(**expected, hypotheses=hypotheses))
        assert combined.verdict is Verdict.OPEN
        assert said in combined.reason


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


def test_a_crash_on_the_twin_is_no_rejection(make, proved):
    def check(constant=1):
        if constant == 2:
            raise ValueError("what is 2?")
        yield proved()

    combined = verdict_of(make(check=check))
    assert combined.verdict is Verdict.OPEN
    assert "what is 2?" in combined.reason


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
