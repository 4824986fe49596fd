import pytest

from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.referee.work import CLAIM_WORK, SpentError, Work, counted, spend

POWER = {
    "kind": "identity",
    "variables": ["x", "y", "z"],
    "pairs": [{"says": "a power", "left": "(x + y + z + 1)**30", "right": "x"}],
}


def test_what_is_spent_on_a_claim_is_spent_on_the_ledger():
    whole = Work(100)
    with counted(Work(60, whole)):
        spend(50)
    assert whole.left == 50
    claim = Work(60, whole)
    with counted(claim), pytest.raises(SpentError, match="more than 100 units"):
        spend(55)
    assert claim.spent
    assert whole.spent


def test_nothing_is_counted_where_nobody_asks():
    spend(10**12)


def test_a_certificate_that_costs_too_much_fails_and_says_so():
    with counted(Work(1000)):
        found = recheck(POWER)
    assert found.status is Status.FAILED
    assert "more than 1000 units of work" in found.detail


@pytest.mark.parametrize("certificate", [
    POWER,
    {"kind": "witness", "values": {"x": 1}, "hypotheses": [], "violates": ["+".join(["exp(x)"] * 500) + " > 0"]},
    {"kind": "positivity", "variables": ["x"], "hypotheses": [{"expr": "x", "sign": "positive"}],
     "goal": {"expr": "x**9", "sign": "positive"}, "terms": [{"coefficient": "1", "factors": [0] * 9}]},
])  # fmt: skip
def test_work_is_the_same_every_time_and_is_counted_in_every_kind(certificate):
    found = []
    for _ in range(2):
        work = Work(CLAIM_WORK)
        with counted(work):
            recheck(certificate)
        found.append(work.limit - work.left)
    assert found[0] == found[1] > 100
