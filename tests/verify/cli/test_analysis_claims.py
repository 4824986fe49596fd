"""The claims of an analysis: confirmed by the referee or resting on the tool's word, their twins rejected."""

import json
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.verify.cli.analysis_claims import analysis_claims
from attnverify.verify.decision import decide
from attnverify.verify.ledger import build
from attnverify.verify.referee.ledgers import Outcome, recheck_ledger

LOG3 = sp.log(3)


def outcomes(analysis):
    claims = analysis_claims(analysis)
    ledger = json.loads(json.dumps(build(claims, {claim.id: decide(claim) for claim in claims}, 0)))
    assert all(entry["verdict"] == "ARGUED" and not entry["twin"]["fault"] for entry in ledger["claims"])
    return {report.id.removeprefix("USER-"): report.outcome for report in recheck_ledger(ledger)}


ALL = {"spectrum": Outcome.CONFIRMED, "consensus": Outcome.CONFIRMED, "bipartite": Outcome.CONFIRMED}


@pytest.mark.parametrize(("V", "P", "N", "alpha"), [
    ([[1, 0], [0, -2]], [[-LOG3, 0], [0, -LOG3]], 6, 0.25),
    ([[1, 1], [1, 0]], np.eye(2), 4, 2),  # irrational eigenvectors, 2-cycles and states that move
    ([[1, 0, 0], [0, 0.5, -3], [0, 3, 0.5]], np.eye(3), 4, 0.1),  # a complex pair
    ([[1, 1], [0, 1]], np.eye(2), 3, 0.1),  # defective
    ([[1e200, 0], [0, -1]], np.zeros((2, 2)), 3, 0.1),
    (np.random.default_rng(0).standard_normal((4, 4)), np.random.default_rng(1).standard_normal((4, 4)), 5, 0.1),
])  # fmt: skip
def test_the_referee_confirms_everything(V, P, N, alpha):
    assert outcomes(st.analyse(P, V, N, alpha)) == ALL


def test_an_exactly_marginal_consensus_is_confirmed_where_eigenvalues_are_rational():
    analysis = st.analyse(np.eye(2), [[1, 0], [0, -3]], 4, 1)
    assert analysis.equilibria[0].verdict is st.Stability.MARGINAL
    assert outcomes(analysis)["consensus"] is Outcome.CONFIRMED


def test_what_the_referee_cannot_decide_rests_on_the_word_of_the_tool():
    """1 + alpha lambda_2 gamma = 0 exactly, through exp(2 log 3) = 9; sign patterns; heads; a range of splits."""
    undefined = st.analyse([[LOG3, 0], [0, LOG3]], [[1, 0], [0, -1]], 2, Fraction(5, 4))
    assert [record.nature.name for record in undefined.equilibria][-1] == "UNDEFINED"
    assert outcomes(undefined)["bipartite"] is Outcome.CONFIRMED  # of the other line; this one is not claimed
    zero = np.zeros((2, 2))
    for options in ({"causal": True}, {"heads": [(np.eye(2), np.diag([0.5, 0.25]))]}):
        assert outcomes(st.analyse(zero, np.diag([1.0, 0.5]), 3, 0.1, **options))["bipartite"] is Outcome.WORD
    large = st.analyse(np.eye(2), np.diag([1.0, 0.3]), 10_000, 0.1)
    assert outcomes(large)["bipartite"] is Outcome.WORD


def test_the_rule_for_every_split_is_written_beside_the_ranges():
    analysis = st.analyse(np.eye(4), np.diag([1.0, 0.3, 0.2, 0.1]), 10_000, 0.1)
    ranges = [record for record in analysis.equilibria if record.note]
    assert ranges
    assert all(record.verdict is st.Stability.UNSTABLE for record in ranges)
    assert outcomes(analysis)["bipartite"] is Outcome.WORD  # the ranges of the principal line are


def test_uncertified_records_are_not_claimed():
    analysis = st.analyse(np.diag([1.0, 2.0, 3.0]), [[1, 0, 0], [0, 1, 0], [0, 0, 0.5]], 4, 0.1)
    (claim,) = [claim for claim in analysis_claims(analysis) if claim.id == "USER-bipartite"]
    (evidence,) = decide(claim).evidence
    assert "the 2 listed equilibria" in evidence.scope
