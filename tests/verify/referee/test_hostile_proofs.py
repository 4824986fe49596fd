"""Proofs that somebody wrote to break the kernel, in a ledger: one named line each, in bounded time and memory."""

import copy

import pytest

from attnverify.verify.ledger import file_text
from attnverify.verify.referee.ledgers import Outcome, recheck_ledger
from attnverify.verify.referee.records import digest, statement_digest

LEAF = {"leaf": "arithmetic"}


@pytest.fixture
def ledger(square):
    return square


def with_proof(ledger, proof=LEAF, *, id="TST-0", data=None, steps=None, **statement):
    claim = copy.deepcopy(ledger["claims"][0])
    claim["id"] = id
    claim["proof"]["data"] = {**claim["proof"]["data"], "proof": proof, **(data or {})}
    if statement:
        claim["formal"] = claim["proof"]["data"]["statement"] = {**claim["formal"], **statement}
    if steps is not None:
        claim["proof"]["steps"] = steps
    claim["statement_digest"] = statement_digest(claim)
    claim["digest"] = digest(claim)
    return claim


def test_an_honest_proof(ledger, rechecked):
    assert rechecked(file_text(ledger))[0] == 0


def deep(depth):
    node = LEAF
    for number in range(depth):
        node = {"have": f"x + {number} == x + {number}", "by": LEAF, "then": node}
    return node


def endless(width):
    """Premises of premises: twice as many nodes at every level."""
    node = LEAF
    for _ in range(width):
        node = {"cases": "x", "nonneg": node, "neg": copy.deepcopy(node) if _ < 12 else node}
    return node


SUM = "+".join(f"x^{k}*y^{k}" for k in range(1, 60))
HOSTILE = {
    "deep": {"proof": deep(300)},
    "wide": {"proof": endless(12)},
    "a long text": {"proof": {"have": "x" + "+x" * 30_000 + " == x", "then": LEAF}},
    "many words": {"proof": {"have": "x" + "+x" * 3_900 + " == x", "then": LEAF}},
    "many parentheses": {"proof": {"have": "(" * 2_000 + "x" + ")" * 2_000 + " == x", "then": LEAF}},
    "a high power": {"proof": {"have": "(x + 1)^64*(x + 2)^64*(x + 3)^64*(x + 4)^64 == x", "by": LEAF, "then": LEAF}},
    "high powers of sums": {"letters": ["x, y: number"],
        "proof": {"have": f"({SUM})^64 == x", "by": LEAF, "then": LEAF}},
    "huge digits": {"proof": {"have": "9" * 999 + "^64 == x", "by": LEAF, "then": LEAF}},
    "too many digits": {"proof": {"have": "9" * 5_000 + " == x", "by": LEAF, "then": LEAF}},
    "a huge coefficient": {"proof": {"leaf": "arithmetic", "terms": [{"c": "1" * 30_000, "squares": ["x - 1"]}]}},
    "a coefficient with an exponent": {"proof": {"leaf": "arithmetic", "terms": [{"c": "1e9", "squares": ["x - 1"]}]}},
    "a number for a text": {"proof": {"leaf": "arithmetic", "terms": [{"c": 1e300, "squares": [7]}]}},
    "many squares": {"proof": {"leaf": "arithmetic", "terms": [{"c": "1", "squares": ["x - 1"] * 5_000}]}},
    "many terms": {"proof": {"leaf": "arithmetic", "terms": [{"c": "1", "squares": ["(x - 1)^9"]}] * 20_000}},
    "many letters": {"letters": ["; ".join(f"x{k}: number" for k in range(3_000)) + "; x: number"]},
    "nested definitions": {"where": ["c0(t) := t + t", *(f"c{k}(t) := c{k - 1}(c{k - 1}(t))" for k in range(1, 30))],
        "show": ["c29(x) >= 0"]},
    "nested sums": {"show": ["sum(i: " * 40 + "x" + ")" * 40 + " >= 0"]},
    "an instance without end": {"data": {"instance": {"tokens": 64, "dim": 32, "letters": {"x": 1}}},
        "show": ["sum(a: sum(b: sum(c: sum(d: sum(e: x)))))^2 >= 0"]},
    "a huge instance": {"data": {"instance": {"letters": {"x": "2^64^64"}}}},
    "an instance of many digits": {"data": {"instance": {"letters": {"x": 10**4_000}}}},
    "a boxes proof without end": {"proof": {"boxes": None, "letters": {"x": ["0", "1" * 900]}}},
    "a lemma that is itself": {"proof": {"lemma": "TST-0", "with": {"x": "x"}}},
    "a twin that grows": {"data": {"twin": {"replace": {"x": "x" * 30_000}}}},
    "steps of another proof": {"steps": [{"number": "1", "says": "`x == 1`"}]},
    "steps that are no list": {"steps": {"number": "1"}},
    "no statement": {"data": {"statement": None}},
    "a statement of another type": {"data": {"statement": 7}},
    "texts of another type": {"data": {"statement": {"letters": [7], "show": {}}}},
}  # fmt: skip


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_proof_fails_by_name(ledger, rechecked, change):
    change = dict(change)
    claim = with_proof(ledger, change.pop("proof", ledger["claims"][0]["proof"]["data"]["proof"]), **change)
    code, lines = rechecked(file_text({**ledger, "claims": [claim]}))
    assert code == 1
    assert lines[-1] == "1 FAILED"
    assert lines[0].startswith("TST-0: ")
    assert max(map(len, lines)) < 3_000


COSTLY = "(x + 1)^20*(x + 2)^20*(x + 3)^20 >= {}"


def test_copies_of_a_costly_proof_cost_as_much_as_one(ledger, rechecked):
    proof = {"have": COSTLY.format("x"), "by": LEAF, "then": LEAF}
    claims = [with_proof(ledger, proof, id=f"TST-{number}") for number in range(5_000)]
    code, lines = rechecked(file_text({**ledger, "claims": claims}))
    assert code == 1
    assert lines[-1] == "5000 FAILED"
    assert not any("not rechecked" in line for line in lines)


def test_a_copy_that_cites_itself_is_judged_by_itself(ledger):
    """The same data under two ids: one of them cites the other, the other itself."""
    proof = {"lemma": "TST-1", "with": {"x": "x"}}
    claims = [with_proof(ledger, proof, id=f"TST-{number}") for number in (1, 2)]
    reports = recheck_ledger({**ledger, "claims": claims})
    assert all("rests on itself" in report.detail or "not proved" in report.detail for report in reports)


def test_a_costly_lemma_is_not_remembered_as_false(ledger):
    """What a lemma costs is counted to whoever cites it first; that one claim has no steps left says nothing of it."""
    from attnverify.verify.kernel.claims import Library
    from attnverify.verify.kernel.terms import Rejected, steps

    data = ledger["claims"][0]["proof"]["data"]
    library = Library(lambda id: data)
    steps.allow(5)
    try:
        with pytest.raises(Rejected, match="work"):
            library.rule("TST-0")
    finally:
        steps.allow(1 << 60)
    assert library.rule("TST-0").name == "TST-0"


def test_the_printed_steps_are_those_of_the_proof(ledger):
    """A forged step is found although everything is sealed again."""
    honest = ledger["claims"][0]
    forged = copy.deepcopy(honest["proof"]["steps"])
    forged[0]["says"] = forged[0]["says"].replace("1", "2") or "`1 = 2`"
    claim = with_proof(ledger, honest["proof"]["data"]["proof"], steps=forged)
    (report,) = recheck_ledger({**ledger, "claims": [claim]})
    assert report.outcome is Outcome.FAILED
    assert "printed steps" in report.detail


@pytest.mark.parametrize(("place", "change", "said"), [
    ("proof", {"note": "read by three people"}, "proof: no key 'note'"),
    (None, {"instance": {"x": 1}}, "claim: no key 'instance'"),
    (None, {"hypotheses": ["x > 0"]}, "claim: no key 'hypotheses'"),
])  # fmt: skip
def test_what_the_kernel_does_not_read_is_not_kept(ledger, place, change, said):
    claim = copy.deepcopy(ledger["claims"][0])
    (claim if place is None else claim[place]).update(change)
    claim["statement_digest"] = statement_digest(claim)
    claim["digest"] = digest(claim)
    (report,) = recheck_ledger({**ledger, "claims": [claim]})
    assert report.outcome is Outcome.FAILED
    assert said in report.detail


TWIN = {"says": "a strict sign", "replace": {">= 0": "> 0"}, "instance": {"letters": {"x": 1}}}


@pytest.mark.parametrize(("words", "said"), [
    ({}, "the twin that was judged is not the twin of the claim"),
    ({"says": "a strict sign", "changes": {">= 0": "'> 1'"}}, "the twin that was judged is not the twin"),
    ({"rejected": False, "says": "a strict sign", "changes": {">= 0": "'> 0'"}}, "not what the kernel finds"),
    ({"verdict": "OPEN", "says": "a strict sign", "changes": {">= 0": "'> 0'"}}, "not what the kernel finds"),
])  # fmt: skip
def test_the_twin_that_is_shown_is_the_one_that_was_judged(ledger, words, said):
    honest = {
        "says": "a strict sign", "changes": {">= 0": "'> 0'"}, "verdict": "REFUTED", "rejected": True, "fault": "",
    }  # fmt: skip
    proof = ledger["claims"][0]["proof"]["data"]["proof"]
    claim = with_proof(ledger, proof, data={"twin": TWIN})
    claim["proof"]["twin"] = "refuted"
    none = claim["twin"]
    forged = {**honest, **words} if words else none
    for twin, outcome in ((honest, Outcome.CONFIRMED), (forged, Outcome.FAILED)):
        claim["twin"] = twin
        claim["statement_digest"] = statement_digest(claim)
        claim["digest"] = digest(claim)
        (report,) = recheck_ledger({**ledger, "claims": [claim]})
        assert report.outcome is outcome, report.detail
        assert outcome is Outcome.CONFIRMED or said in report.detail
