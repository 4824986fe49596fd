"""The record of one lemma: confirmed as it was written, and caught where anything in it was changed."""

import copy
import json

import pytest

from attnverify.verify.lemmas.files import lemma
from attnverify.verify.referee.ledgers import Outcome
from attnverify.verify.referee.lemmas import judged, made, recheck_record
from attnverify.verify.referee.rechecking import recheck_file
from attnverify.verify.referee.records import seal


def record(title, statement, resisted=(), **data):
    """The record of a lemma in the kernel's own words: with a verdict where there is something to judge."""
    data = {"statement": statement, **data} if data else None
    verdict, reason = ("OPEN", "no proof found") if data is None else (judged(data).verdict, judged(data).reason)
    return made(lemma({"title": title, **statement}, "x"), verdict, reason, resisted, data)


STATEMENT = {"letters": ["a: number", "b: number"], "given": ["a > 0", "b >= 1"], "show": ["a*b >= a/2"]}
SQUARE = {"leaf": "arithmetic", "terms": [{"c": "1", "facts": ["a > 0", "b >= 1"]}, {"c": "1/2", "facts": ["a > 0"]}]}
INSTANCE = {"tokens": 1, "dim": 1, "letters": {"a": "1", "b": "2"}}
PROVED = record("a bound", STATEMENT, proof=SQUARE, instance=INSTANCE)
FALSE = {**STATEMENT, "show": ["a*b >= 2*a"]}
POINT = {"tokens": 1, "dim": 1, "letters": {"a": "1", "b": "1"}}
REFUTED = record("no bound", FALSE, refuted={"instance": POINT})
UNKNOWN = record("unknown", STATEMENT, ["a*b >= a/2"])
# Read by words: the table says `iff` and D, the kernel judges D_.
READ = made(
    WORDS := lemma({"letters": {"D": "positive"}, "show": "D > 0 iff -D < 0"}, "words"),
    "PROVED",
    "",
    [],
    {
        "statement": WORDS.data,
        "proof": {"both": [{"intro": "", "then": {"leaf": "arithmetic"}}] * 2},
        "instance": {"letters": {"D_": 1}},
    },
)


def changed(record, *path, to, sealed=True):
    """The record with one entry changed, or left out where `to` is None; sealed again as a forger would."""
    found = copy.deepcopy(record)
    place = found
    for step in path[:-1]:
        place = place[step]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    if sealed and "seal" in found:
        found["seal"] = seal(found)
    return found


@pytest.mark.parametrize("record", [PROVED, REFUTED, READ], ids=["proved", "refuted", "read"])
def test_a_record_is_confirmed(tmp_path, record):
    path = tmp_path / "lemma.json"
    path.write_text(json.dumps(record))
    (report,) = recheck_file(path)
    assert (report.verdict, report.outcome) == (record["verdict"], Outcome.CONFIRMED)


@pytest.mark.parametrize("record", [
    changed(PROVED, "data", "proof", "terms", 0, "c", to="2"),
    changed(PROVED, "data", "proof", "terms", 1, "c", to="0.5"),
    changed(PROVED, "data", "proof", "terms", 1, "c", to=0.5),
    changed(PROVED, "data", "statement", "given", to=["b >= 1"]),
    changed(PROVED, "data", "statement", "given", to=["a > 0"]),
    changed(PROVED, "data", "statement", "show", to=["a*b >= 2*a"]),
    changed(PROVED, "data", "statement", "show", to=["a*b >= a/2", "a >= 1"]),
    changed(PROVED, "data", "instance", "letters", "a", to="0"), changed(PROVED, "data", "instance", to=None),
    changed(PROVED, "data", "proof", to=None), changed(PROVED, "data", to={}), changed(PROVED, "data", to=[]),
    changed(PROVED, "verdict", to="CERTIFIED"), changed(PROVED, "verdict", to="REFUTED"),
    changed(PROVED, "verdict", to=3), changed(PROVED, "version", to=1), changed(PROVED, "title", to="another bound"),
    changed(PROVED, "reason", to="it is beautiful"), changed(PROVED, "resisted", to=["a > 0"]),
    changed(PROVED, "lemma", "show", to=["a*b >= 2*a"]), changed(PROVED, "lemma", "given", to=["a > 0", "b >= 0"]),
    changed(PROVED, "lemma", "note", to="checked by hand"), changed(PROVED, "lemma", to=None),
    changed(UNKNOWN, "lemma", "show", to=["a*b >= 2*a"]), changed(UNKNOWN, "resisted", to="a > 0"),
    changed(READ, "lemma", "letters", "D", to="real"),
    changed(READ, "lemma", "show", to="D > 0 iff -D < 0 or 0 == 1"),
    changed(READ, "data", "statement", "show", to=["D_ > 0 iff -D_ < 1"]), changed(PROVED, "more", to=1),
    changed(PROVED, "seal", to=None), changed(REFUTED, "data", "refuted", "instance", "letters", "b", to="2"),
    changed(REFUTED, "data", "refuted", "instance", "letters", "a", to="-1"),
    changed(REFUTED, "verdict", to="PROVED"),
])  # fmt: skip
def test_what_a_forger_changes_and_seals_again_fails(record):
    assert recheck_record(record).outcome is Outcome.FAILED


@pytest.mark.parametrize(
    "path", [("title",), ("reason",), ("data", "statement", "show", 0), ("data", "instance", "dim")]
)
def test_an_accident_breaks_the_seal(path):
    report = recheck_record(changed(PROVED, *path, to="a*b >= a/3", sealed=False))
    assert report.outcome is Outcome.FAILED
    assert "seal" in report.detail


def test_what_is_open_claims_nothing():
    report = recheck_record(UNKNOWN)
    assert (report.outcome, report.detail) == (Outcome.OPEN, "no proof found")


def test_a_proof_of_nothing_is_no_proof():
    """What is given cannot hold, and where the kernel cannot evaluate it at the instance it is not seen to."""
    statement = {"letters": ["a: number"], "given": ["log(a) == log(-a)", "a > 0"], "show": ["a > 0"]}
    instance = {"tokens": 1, "dim": 1, "letters": {"a": "1"}}
    data = {"statement": statement, "proof": {"known": True}, "instance": instance}
    forged = made(lemma(statement, "vacuous?"), "PROVED", "", [], data)
    assert recheck_record(forged).outcome is Outcome.FAILED
