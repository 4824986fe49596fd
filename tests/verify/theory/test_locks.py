"""What the lock does: it saves the search, loses nothing at an edit elsewhere, and proves nothing by itself."""

import json
from functools import cache
from pathlib import Path

import pytest

from attnverify.verify.kernel.claims import as_rule
from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.statements import read
from attnverify.verify.theory.claims import Section, TextClaim
from attnverify.verify.theory.completion import judge_text, lock_of
from attnverify.verify.theory.writing import entries, lock_text, steps

from .texts import judged, section

TEXT = """context two
  letters  a, b, c: number
  given    0 < a;  a < b

lemma grows        in two
  show     first: a^2 < b^2;  then: a^3 < b^3
  proof of first
    b - a > 0
    b^2 - a^2 == (b - a)*(b + a)
  proof of then
    split c >= 0 or c < 0
    - by a < b; sq a + b | a < b; sq a | a < b; sq b
    - by a < b; sq a + b | a < b; sq a | a < b; sq b
"""


def locked(text, lock=""):
    """The lock that judging a text makes, with how many gaps were searched."""
    section_ = section(text, lock)
    claims = section_.claims

    lemma = cache(lambda id: as_rule(id, read(claims[id].statement)))
    found = [judge_text(claim, lemma) for claim in claims.values()]
    said = {name: entry for claim in claims.values() for name, entry in lock_of(claim).items()}
    return lock_text(said), sum(one.searched for one in found), [one.judgement.verdict for one in found]


LOCK, SEARCHED, _ = locked(TEXT)


def test_what_was_found_is_kept_a_claim_a_line():
    assert SEARCHED == 3
    assert [list(json.loads(line)) for line in LOCK.splitlines()] == [["LEM-grows of first", "LEM-grows of then"]]
    assert locked(TEXT, LOCK) == (LOCK, 0, ["PROVED"])


EDITS = {
    "a hypothesis more": ("given    0 < a;", "given    c < 7;  0 < a;", 0),
    "a line more": ("    b - a > 0\n", "    0 < a; b - a > 0\n", 0),
    "a goal more": ("show     first:", "show     zero: a < b;  first:", 0),
    "a label more": ("    b^2 - a^2 ==", "    factors: b^2 - a^2 ==", 0),
    "another layout": ("  proof of first\n    b - a > 0\n    b^2", "  proof of first\n    b - a > 0; b^2", 0),
    "one step is another": ("by a < b; sq a + b | a < b; sq a | a < b; sq b\n",
        "by a < b; sq b | a < b; sq a + b | a < b; sq a\n", 1),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "searched"), EDITS.values(), ids=EDITS)
def test_an_edit_loses_nothing_but_its_own_step(old, new, searched):
    assert old in TEXT
    assert locked(TEXT.replace(old, new, 1), LOCK)[1:] == (searched, ["PROVED"])


FORGED = {
    "known": {"known": True},
    "of another goal": {"leaf": "arithmetic", "terms": [{"c": "1", "facts": ["0 < a"]}]},
    "no tree": {"anything": 1},
    "a lemma that is not there": {"lemma": "LEM-false"},
    "itself": {"lemma": "LEM-false.claim"},
}


@pytest.mark.parametrize("entry", FORGED.values(), ids=FORGED)
def test_a_forged_lock_proves_nothing(entry):
    text = "lemma false.claim\n  letters  a: number\n  given    0 < a\n  show     a > 1\n  proof    done\n"
    (key,) = [tree.key for tree in section(text).claims["LEM-false.claim"].trees.values()]
    lock = lock_text({"LEM-false.claim": {key: entry}})
    claim = section(text, lock).claims["LEM-false.claim"]
    assert claim.proof == entry  # it is what the kernel is asked
    assert judged(text, lock)["LEM-false.claim"].judgement.verdict == "OPEN"


DAMAGED = (
    "", "no json\n", "[1, 2]\n", '{"LEM-grows of first": 3}\n', LOCK[:40], LOCK.replace("{", "[", 3), "\x00\xff\n",
)  # fmt: skip


@pytest.mark.parametrize("lock", DAMAGED)
def test_a_damaged_lock_says_nothing(lock):
    assert judged(TEXT, lock)["LEM-grows"].judgement.verdict == "PROVED"


def test_a_given_tree_is_a_text_and_a_lock():
    claim = section(TEXT, LOCK).claims["LEM-grows"]
    wanted = json.loads(json.dumps(claim.proof))
    bare = section(TEXT).claims["LEM-grows"]
    made = {name: entries(tree, one) for (name, tree), one in zip(bare.trees.items(), wanted, strict=True)}
    assert lock_text(made) == LOCK
    assert [step.word for step in steps(wanted[1])] == ["split"]


class WrongReader(TextClaim):
    """Reads a statement that is not there."""

    @property
    def statement(self):
        return {"letters": ["a: number"], "show": ["a^2 >= 0"]}


def test_a_wrong_reader_makes_no_other_statement_proved():
    """What is judged is the data, and what a report prints is made of the same data: the wrong one shows."""
    document = section("lemma wrong\n  letters  a: number\n  show     a > 0\n  proof    done\n").document
    whole = Section(document, Path("t.proof"), Path(), "", section("").paper, (), "t")
    claim = WrongReader(whole, next(document.entry("lemma")))
    found = judge({name: part for name, part in claim.data().items() if part is not None}, lambda id: None)
    assert found.verdict == "PROVED"
    assert claim.data()["statement"]["show"] == ["a^2 >= 0"]  # and never "a > 0"
    honest = section("lemma wrong\n  letters  a: number\n  show     a > 0\n  proof    done\n").claims["LEM-wrong"]
    assert judge({"statement": honest.statement, "proof": claim.proof}, lambda id: None).verdict == "OPEN"


SEARCHES = {
    "at every time": ("  letters  x, y: moving number\n  given    always(x > 1);  always(y > x)\n", "always(x*y > 1)",
        "always(x*y > 2)",),
    "at almost every time": (
        "  letters  x: moving number\n  given    almost_always(rate(x) == x);  almost_always(x > 0)\n",
        "almost_always(rate(x) > 0)", "almost_always(rate(x) > 1)"),
    "group by group": (
        "  groups   A;  B\n  letters  v: vector\n  states   ends: A -> v, B -> -v\n  given    dot(v, v) == 1\n",
        "forall i: dot(ends[i], ends[i]) == 1", "forall i: dot(ends[i], v) == 1"),
}  # fmt: skip


@pytest.mark.parametrize(("head", "goal", "false"), SEARCHES.values(), ids=SEARCHES)
def test_a_search_enters_a_moment_and_divides_tokens(head, goal, false):
    found = [judged(f"lemma a\n{head}  show     {shown}\n  proof    done\n")["LEM-a"] for shown in (goal, false)]
    assert [one.judgement.verdict for one in found] == ["PROVED", "OPEN"]


@pytest.mark.parametrize(("shown", "verdict"), [("x^2 + abs(x) >= x", "PROVED"), ("x^2 > 0", "OPEN")])
def test_both_cases_of_a_split_may_be_left_to_the_search(shown, verdict):
    text = f"lemma a\n  letters  x: number\n  show     {shown}\n  proof    split x >= 0 or x < 0\n"
    assert judged(text)["LEM-a"].judgement.verdict == verdict


def test_a_part_of_what_a_lemma_says_is_cited():
    text = """lemma base
  letters  a, b: number
  given    a > 1;  b > a
  show     a^2 > 1 and b^2 > a^2
  proof    done

lemma uses
  letters  x, y: number
  given    x > 1;  y > x
  show     y^2 + 3 > x^2
  proof    y^2 > x^2  by lemma base  with a = x

lemma wrong
  letters  x, y: number
  given    x > 1;  y > x
  show     y^2 > 3*x^2
  proof    y^2 > 3*x^2  by lemma base  with a = x, b = y
"""
    _, searched, verdicts = locked(text)
    assert (searched > 0, verdicts) == (True, ["PROVED", "PROVED", "OPEN"])
    right, _, _ = text.partition("\n\nlemma wrong")
    assert locked(right + "\n", locked(right + "\n")[0])[1:] == (0, ["PROVED", "PROVED"])
