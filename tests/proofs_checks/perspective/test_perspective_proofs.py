"""Claims of the perspective paper: notes and problems are recorded, and what nothing decides says why."""

from __future__ import annotations

from attnverify.proofs_checks.perspective import PAPER
from attnverify.verify.decision import decide
from attnverify.verify.registry import load
from attnverify.verify.verdict import Verdict

NOTES = [f"PER-N{number}" for number in range(1, 10)]
PROBLEMS = [f"PER-PR{number}" for number in range(1, 8)]


def test_every_claim_of_the_paper_is_in_the_registry() -> None:
    found = {id: claim for id, claim in load().items() if claim.source.paper == PAPER}
    assert set(NOTES) | set(PROBLEMS) <= set(found)
    assert all(found[id].role == "extension" for id in NOTES)
    rebuilt = [claim for claim in found.values() if claim.source.reconstructed]
    assert rebuilt
    assert all("(formula reconstructed)" in str(claim.source) for claim in rebuilt)


def test_what_nothing_decides_says_why() -> None:
    of_paper = [claim for claim in load().values() if claim.source.paper == PAPER]
    claims = [claim for claim in of_paper if claim.formal is None and claim.kind != "experiment"]
    argued = [claim for claim in claims if claim.expected is Verdict.ARGUED]
    assert [claim.id for claim in argued] == ["PER-PR3.nine"]
    assert all("Missing for a proof" in claim.statement for claim in argued)
    open_ones = [claim for claim in claims if claim not in argued]
    assert open_ones
    for claim in open_ones:
        assert claim.expected is Verdict.OPEN
        assert claim.undecided.strip()
        assert decide(claim).evidence.reason == claim.undecided
