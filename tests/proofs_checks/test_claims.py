"""What all claims of the papers have in common; their verdicts are decided by `attnverify run --check`."""

import sys
from pathlib import Path

from attnverify import proofs_checks
from attnverify.verify.cli.plain_text import plain
from attnverify.verify.registry import load

CLAIMS = load()
# Words of a paper's own are allowed; the papers here make do with these.
KINDS = {
    "convergence", "equilibrium", "experiment", "hypothesis", "identity", "inequality", "invariance", "lemma",
    "probability", "rank", "spectrum", "stability", "step-size bound", "typo-check",
}  # fmt: skip


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


def test_every_module_below_the_package_is_loaded():
    load()
    root = Path(proofs_checks.__file__).parent
    for path in set(root.rglob("*.py")) - set((root / "derivations").glob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        name = ".".join(("attnverify", *(parts[:-1] if parts[-1] == "__init__" else parts)))
        assert name in sys.modules, name
