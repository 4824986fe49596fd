"""The checks beside claims in proof form, on which no verdict rests: they run to their end, one by one."""

import pytest

from verify.decision import decide
from verify.registry import load

CLAIMS = load()
BESIDE = sorted(id for id, claim in CLAIMS.items() if claim.formal is not None and claim.check is not None)


def test_there_are_some():
    assert len(BESIDE) > 100


@pytest.mark.deep
@pytest.mark.parametrize("id", BESIDE)
def test_it_runs_and_what_it_certifies_is_confirmed(id):
    evidence = decide(CLAIMS[id], illustrate=True).evidence
    assert evidence
    assert not any(item.crashed for item in evidence)
