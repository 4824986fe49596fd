"""Every forgery of a small ledger that changes what is claimed is found, though everything is sealed again."""

import importlib.util
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from verify.claim import Paper, Source
from verify.decision import decide
from verify.evidence import open_
from verify.formal import Variant, formal
from verify.ledger import build
from verify.referee.tracked import table
from verify.registry import load
from verify.verdict import Verdict

PATH = Path(__file__).parents[3] / "benchmarks" / "ledger_mutations.py"
# Remarks for the reader, and another point at which the same relations refute the claim.
HARMLESS = ("reason", "pairs.says", "values.x", "instance.letters.x", "instance.letters.z", "place")
OF_PROOFS = {"formula", "given", "tree", "moved", "lemma", "twin"}


@pytest.fixture(scope="module")
def mutations():
    spec = importlib.util.spec_from_file_location("ledger_mutations", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def ledger(make, proved, refuted):
    def false(constant=1):
        yield refuted(reason="at x = 1/2") if constant == 1 else proved()

    def cube(constant=1):
        pairs = [{"says": "cube", "left": "(x - 1)**3", "right": "x**3 - 3*x**2 + 3*x - 1"}]
        certificate = {"kind": "identity", "variables": ["x"], "pairs": pairs, "relations": []}
        yield proved(certificate, scope="every x") if constant == 1 else refuted()

    def undecided(constant=1):
        yield open_("all x", "m", "too hard for 2 routes")

    claims = [
        make(id="TST-1"),
        make(id="TST-2", check=cube, title="A cube", rests_on=("TST-1",), hypotheses=("x > 0", "x < 2")),
        make(id="TST-3", check=false, expected=Verdict.ARGUED_FALSE, no_repair="none", statement="x^2 >= x"),
        make(id="TST-4", check=undecided, expected=Verdict.OPEN, reading="R1", kind="inequality"),
    ]
    return json.loads(json.dumps(build(claims, {claim.id: decide(claim) for claim in claims}, 0)))


def test_what_changes_a_claim_is_found(mutations, ledger):
    tracked, draw = table(ledger), random.Random(0)
    assert not mutations.is_found(ledger, ledger, tracked)
    kinds, missed = Counter(), set()
    for _ in range(400):
        forged, what = mutations.mutated(ledger, draw)
        kinds[what.partition(":")[0]] += 1
        if not mutations.is_found(forged, ledger, tracked):
            missed.add(what)
    assert set(kinds) == {mutation.__name__ for mutation in mutations.MUTATIONS} - OF_PROOFS
    assert all(what.endswith(HARMLESS) for what in missed), missed


@pytest.fixture
def proofs(own_registry):
    """A ledger with three claims in proof form, one of which cites another."""
    words = {"source": Source(Paper("testing", "A paper for tests"), "Lemma 1"), "kind": "inequality"}
    square = {"letters": ["x: number"], "given": ["x > 1"], "show": ["x^2 - 2*x + 1 > 0"]}
    factors = {"leaf": "arithmetic", "terms": [{"c": "1", "facts": ["x > 1", "x > 1"]}]}
    formal("TST-1", title="A square", statement=square, proof=factors, instance={"letters": {"x": 2}}, twin=Variant(
        "no hypothesis", {"x > 1": "x >= 1"}, {"letters": {"x": 1}}), **words)  # fmt: skip
    cites = {"letters": ["y: number"], "given": ["y > 2"], "show": ["y^2 - 2*y + 1 > 0"]}
    above = {"leaf": "arithmetic", "terms": [{"c": "1", "facts": ["y > 2"]}, {"c": "1"}]}
    formal("TST-2", title="Another", statement=cites, proof={"lemma": "TST-1", "with": {"x": "y"}, "premises": [above]},
        **words)  # fmt: skip
    formal("TST-3", title="A third", statement={"letters": ["z: number"], "show": ["z > 5"]},
        refuted={"instance": {"letters": {"z": 4}}}, no_repair="none", **words)  # fmt: skip
    claims = list(load(instances=False).values())
    return json.loads(json.dumps(build(claims, {claim.id: decide(claim) for claim in claims}, 0)))


def test_what_changes_a_proof_is_found(mutations, proofs):
    tracked, draw = table(proofs), random.Random(0)
    assert not mutations.is_found(proofs, proofs, tracked)
    kinds, missed = Counter(), set()
    for _ in range(400):
        forged, what = mutations.mutated(proofs, draw)
        kinds[what.partition(":")[0]] += 1
        if not mutations.is_found(forged, proofs, tracked):
            missed.add(what)
    assert set(kinds) >= OF_PROOFS
    assert all(what.endswith(HARMLESS) for what in missed), missed
