import re
import sys
from dataclasses import replace

import pytest

from attnverify.verify.argument import Argument, argument
from attnverify.verify.claim import Twin
from attnverify.verify.decision import Decision, TwinOutcome, crashed, decide
from attnverify.verify.evidence import Combined, Evidence, open_
from attnverify.verify.referee.combining import Basis, conclude
from attnverify.verify.verdict import Verdict


def verdict_of(claim, seed=0):
    return conclude({claim.id: decide(claim, seed).basis(claim)})[claim.id]


def checking(found, twin):
    """A check that returns `found` of its claim, and `twin` of its false twin."""

    def check(constant=1):
        return found if constant == 1 else twin

    return check


def test_draws_that_tell_the_twin_apart(make):
    claim = make()
    decision = decide(claim)
    assert decision.evidence.checked_by == "sampling"
    assert decision.twin == TwinOutcome("another constant", Verdict.OPEN, rejected=True)
    assert verdict_of(claim) == Combined(Verdict.TESTED, "9 draws", "worst margin 1")


DRAWN = Evidence(Verdict.TESTED, "9 draws", "NumPy: draws")
BALLS = Evidence(Verdict.ARGUED, "t <= 2", "python-flint: balls")
LEFT_OPEN = open_("all", "m", "too hard")
# what a check returns of its claim and of its twin; the verdict, its reason, and whose word it is
WORTH = {
    "draws": (DRAWN, LEFT_OPEN, Verdict.TESTED, "", "sampling"),
    "an enclosure": (BALLS, LEFT_OPEN, Verdict.ARGUED, "", "python-flint's word"),
    "by hand": (replace(BALLS, method="by myself"), LEFT_OPEN, Verdict.ARGUED, "", "its author's word"),
    "nothing found": (LEFT_OPEN, LEFT_OPEN, Verdict.OPEN, "too hard", ""),
    "a twin that holds as well": (BALLS, DRAWN, Verdict.OPEN, "cannot fail.*TESTED.*another constant", ""),
    "a proof": (replace(BALLS, verdict=Verdict.PROVED), LEFT_OPEN, Verdict.OPEN, "allowed is Evidence", ""),
    "a refutation": (replace(BALLS, verdict=Verdict.REFUTED), LEFT_OPEN, Verdict.OPEN, "allowed is Evidence", ""),
    "a word": ("PROVED", LEFT_OPEN, Verdict.OPEN, "returns PROVED", ""),
    "true": (True, LEFT_OPEN, Verdict.OPEN, "returns True", ""),
    "nothing": (None, LEFT_OPEN, Verdict.OPEN, "returns None", ""),
    "no scope": (replace(DRAWN, scope=" "), LEFT_OPEN, Verdict.OPEN, "no scope", ""),
    "a twin of which nothing is said": (DRAWN, None, Verdict.OPEN, "does not reject its false twin", ""),
}


@pytest.mark.parametrize("name", WORTH)
def test_what_is_returned_is_worth_so_much(make, name):
    found, twin, verdict, said, by = WORTH[name]
    claim = make(check=checking(found, twin))
    combined = verdict_of(claim)
    assert combined.verdict is verdict
    assert re.search(said, combined.reason)
    assert not by or decide(claim).evidence.checked_by == by


def test_an_exception_is_open_and_names_the_line_of_the_check(make):
    seen = []

    def check(constant=1):
        raise ZeroDivisionError("by zero")

    claim = make(check=check)
    decision = decide(claim, crash=seen.append)
    line = check.__code__.co_firstlineno + 1
    assert decision.crashed
    assert decision.evidence.reason.endswith(f"ZeroDivisionError: by zero, in {__file__}, line {line}")
    assert [type(error) for error in seen] == [ZeroDivisionError, ZeroDivisionError]
    assert verdict_of(claim).verdict is Verdict.OPEN


def test_ctrl_c_passes_through(make):
    def check(constant=1):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        decide(make(check=check))


def test_a_crash_on_the_twin_is_no_rejection(make, tested):
    def check(constant=1):
        if constant == 2:
            raise ValueError("what is 2?")
        return tested()

    combined = verdict_of(make(check=check))
    assert combined.verdict is Verdict.OPEN
    assert "what is 2?" in combined.reason


def test_the_seed_reaches_a_check_that_asks_for_it(make, tested):
    def check(constant=1, seed=None):
        return tested(scope=f"seed {seed}") if constant == 1 else LEFT_OPEN

    assert decide(make(check=check), 7).evidence.scope == "seed 7"


def test_precision_left_by_another_check_is_undone(make, tested):
    flint = pytest.importorskip("flint")

    def check(constant=1):
        return tested(scope=str(sys.modules["flint"].ctx.prec)) if constant == 1 else LEFT_OPEN

    flint.ctx.prec = 300
    assert decide(make(check=check)).evidence.scope == "53"


def test_a_decision_survives_as_plain_data(make):
    for decision in (decide(make()), crashed(make(), "killed"), decide(argued(make))):
        assert Decision.from_data(decision.to_data()) == decision
    assert crashed(make(), "killed").crashed


# Arguments.
def argued(make, *rests_on, false=False):
    found = Argument(rests_on or ("TST-1",), "it follows", false)
    return make(id="TST-2", check=None, twin=Twin("none", {}), argument=found, rests_on=found.rests_on)


@pytest.mark.parametrize("premise", list(Verdict))
@pytest.mark.parametrize("false", [True, False])
def test_an_argument_is_worth_nothing_where_what_it_rests_on_does_not_hold(make, premise, false):
    claim = argued(make, "TST-1", "TST-3", false=false)
    held = Basis(Combined(Verdict.PROVED, "all"))
    found = conclude({"TST-1": held, "TST-3": Basis(Combined(premise, "all")), "TST-2": decide(claim).basis(claim)})
    holds = premise in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.ARGUED)
    whole = Verdict.ARGUED_FALSE if false else Verdict.ARGUED
    assert found["TST-2"].verdict is (whole if holds else Verdict.OPEN)
    assert holds or found["TST-2"].reason == f"rests on TST-3, which is {premise.value}"


@pytest.mark.parametrize("own", [Verdict.PROVED, Verdict.REFUTED, Verdict.ARGUED, Verdict.TESTED])
@pytest.mark.parametrize("premise", list(Verdict))
def test_no_claim_is_better_than_what_it_rests_on(own, premise):
    bases = {"A": Basis(Combined(premise, "all")), "B": Basis(Combined(own, "all", "r"), ("A",))}
    found = conclude(bases)["B"].verdict
    needed = {Verdict.TESTED: Verdict.TESTED, Verdict.ARGUED: Verdict.ARGUED}.get(own, Verdict.CERTIFIED)
    weaker = Verdict.CERTIFIED if (own, premise) == (Verdict.PROVED, Verdict.CERTIFIED) else own
    assert found is (weaker if premise.strength >= needed.strength else Verdict.OPEN)
    fault = conclude({"B": Basis(Combined(own, "all"), (), "the check cannot fail")})["B"]
    assert (fault.verdict, fault.reason) == (Verdict.OPEN, "the check cannot fail")


def test_nothing_is_concluded_of_what_rests_on_itself():
    with pytest.raises(ValueError, match="'A' rests on itself"):
        conclude({"A": Basis(Combined(Verdict.PROVED, "all"), ("A",))})


@pytest.mark.parametrize("text", ["", "by A", "by : words", "by A B: words", "A: words", "false A: words", "by A:  "])
def test_what_is_no_argument(text):
    assert argument(text) is None


def test_an_argument_is_read_as_it_is_written():
    for text in ("by A, B.c: so it is: always", "false by LEM-x: no"):
        assert str(argument(text)) == text
