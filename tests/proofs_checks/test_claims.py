"""What all claims of the papers have in common; their verdicts are decided by `attnverify run --check`."""

import sys
from pathlib import Path

import pytest

from attnverify import proofs_checks
from attnverify.verify.cli.plain_text import plain
from attnverify.verify.kernel.clock import time
from attnverify.verify.kernel.duals import ONE, Dual, slope
from attnverify.verify.kernel.evaluation import evaluated
from attnverify.verify.kernel.instances import Moving, read_instance
from attnverify.verify.kernel.judging import twin_statement
from attnverify.verify.kernel.refutation import refutes
from attnverify.verify.kernel.signs import is_zero
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.values import meter
from attnverify.verify.registry import load

CLAIMS = load()
# Words of a paper's own are allowed; the papers here make do with these.
KINDS = {
    "convergence", "equilibrium", "experiment", "hypothesis", "identity", "inequality", "invariance", "lemma",
    "probability", "rank", "spectrum", "stability", "step-size bound", "typo-check",
}  # fmt: skip

# Claims on solutions whose instance rests, with the reason.
RESTING = dict.fromkeys(
    ("PER-D.9", "PER-L6.4.67", "PER-L6.4.hull", "PER-L6.4.rate", "PER-T4.2.nested", "PER-T4.2.nested.open"),
    "one solution from every later time on: functions of a bound number, which are not evaluated in an exponential",
)


def _moves(formal):
    """Whether some token has a rate that is not zero at the instance."""
    meter.start()
    instance = read_instance(read(formal.statement), formal.instance, evaluated)
    states = [
        x.at(Dual(time(), ONE))
        for letter, x in instance.values.items()
        if isinstance(x, Moving) and letter.sort[:2] == ("fn", ("index", "token", "")) and letter.sort[2][0] == "vector"
    ]
    return any(not is_zero(slope(c)) for state in states for i in instance.tokens[""] for c in state(i))


def test_claims_on_solutions_have_instances_that_move():
    resting = set()
    for id, claim in CLAIMS.items():
        formal = claim.formal
        if formal is not None and formal.proof is not None and not id.startswith("LEM-"):
            texts = (text for key in ("given", "show") for text in formal.statement.get(key, ()))
            if any("solves(" in text for text in texts) and not _moves(formal):
                resting.add(id)
    assert resting == set(RESTING)


TWINS = [(id, claim.formal) for id, claim in CLAIMS.items() if claim.expected.name == "PROVED" and id[:4] != "LEM-"]


def test_what_is_proved_has_a_twin_with_an_instance():
    assert [id for id, formal in TWINS if not formal or not formal.twin or formal.twin.instance is None] == []


@pytest.mark.deep
def test_the_twin_of_what_is_proved_fails_at_its_instance():
    twins = ((id, formal.data()) for id, formal in TWINS)
    assert [id for id, data in twins if not refutes(read(twin_statement(data)), data["twin"]["instance"])] == []


def test_an_argument_names_what_the_kernel_lacks():
    argued = {id: claim.argument for id, claim in CLAIMS.items() if claim.argument}
    assert [id for id, argument in argued.items() if "Missing in the kernel: " not in argument.words] == []


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
