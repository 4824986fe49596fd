"""Every argued claim of the papers reaches its pinned verdict, and no check accepts its false twin.

Claims in proof form are judged in `test_formal_flows.py` and `power_method/test_proofs.py`.
"""

from functools import cache

import pytest

from verify.cli.plain_text import plain
from verify.decision import decide
from verify.referee.combining import carries, conclude
from verify.registry import load

CLAIMS = load()
# Words of a paper's own are allowed; the papers here make do with these.
KINDS = {
    "convergence", "equilibrium", "experiment", "hypothesis", "identity", "inequality", "invariance", "lemma",
    "probability", "rank", "spectrum", "stability", "step-size bound", "typo-check",
}  # fmt: skip


@cache
def decision(id):
    return decide(CLAIMS[id])


def with_premises(id):
    """The claim and everything it rests on, however deep."""
    found, queue = {}, [id]
    while queue:
        name = queue.pop()
        if name not in found:
            found[name] = decision(name).basis(CLAIMS[name])
            queue.extend(CLAIMS[name].rests_on)
    return found


@pytest.mark.parametrize("id", sorted(id for id, claim in CLAIMS.items() if claim.formal is None))
def test_claim_and_twin(id):
    combined = conclude(with_premises(id))[id]
    assert combined.verdict is CLAIMS[id].expected, combined.reason
    twin = decision(id).twin
    assert not twin.fault
    carrying = [item for item in decision(id).evidence if carries(item, combined.verdict)]
    assert carrying or not combined.verdict.holds
    assert all(item.checked_by for item in carrying)


def test_every_text_can_be_read_in_a_terminal():
    for claim in CLAIMS.values():
        shown = plain(" ".join((claim.title, claim.statement, claim.reading, claim.no_repair)))
        assert not {"$", "\\"} & set(shown), claim.id


def test_the_kinds_are_few():
    assert {claim.kind for claim in CLAIMS.values()} <= KINDS


def test_every_claim_of_a_refuted_statement_has_its_repair_or_a_reason():
    repaired = {claim.repairs for claim in CLAIMS.values()}
    for id, claim in CLAIMS.items():
        assert not id.endswith(".repaired") or claim.repairs == id.removesuffix(".repaired")
        if claim.expected.fails:
            assert id in repaired or claim.no_repair
