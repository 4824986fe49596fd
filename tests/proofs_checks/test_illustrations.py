"""The checks beside claims in proof form, on which no verdict rests: what they find does not contradict the claim."""

import pytest

from verify.decision import decide
from verify.evidence import combine
from verify.registry import load

CLAIMS = load()
BESIDE = sorted(id for id, claim in CLAIMS.items() if claim.formal is not None and claim.check is not None)


@pytest.mark.deep
@pytest.mark.parametrize("id", BESIDE)
def test_what_it_finds_agrees_with_the_verdict(id):
    evidence = decide(CLAIMS[id], illustrate=True).evidence
    assert not any(item.crashed for item in evidence)
    found, expected = combine(evidence).verdict, CLAIMS[id].expected
    assert (found.holds, found.fails) == (expected.holds, expected.fails)
