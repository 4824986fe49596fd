"""Claims in notebooks: what they say first, what certifies them folded, nothing that leaves the cell."""

import re

import pytest

import attnverify.verify.formal
from attnverify.verify import registry
from attnverify.verify.decision import decide
from attnverify.verify.formal import Formal
from attnverify.verify.ledger import build
from attnverify.verify.report.cell import cell
from attnverify.verify.search.build import intro, leaf
from attnverify.verify.verdict import Verdict

from .conftest import CLAIMS
from .test_proofs import CITES, FALSE, GROWS, claim

MOVES = Formal(
    "TST-moves",
    {"letters": ["c: number; y: moving vector"], "given": ["c < 1"], "show": ["c > 1"]},
    refuted={
        "motion": {
            "frame": ["e1"],
            "letters": {"c": "1/2", "y": "(1 - time)*e1"},
            "given": [leaf()],
            "show": intro([""], leaf("2: 1/2 > 1")),
        }
    },
    expected=Verdict.REFUTED,
)
CLAIMED = {formal.id: claim(formal) for formal in (GROWS, CITES, FALSE, MOVES)}


@pytest.fixture(scope="module", autouse=True)
def known():
    """Nothing but these claims is known."""
    patch = pytest.MonkeyPatch()
    patch.setattr(attnverify.verify.formal, "_CLAIMS", {id: item.formal for id, item in CLAIMED.items()})
    patch.setattr(registry, "find", ({item.id: item for item in CLAIMS} | CLAIMED).get)
    yield
    patch.undo()


@pytest.fixture(scope="module")
def shown():
    """The cells of claims in proof form, by id."""
    ledger = build(list(CLAIMED.values()), {id: decide(item) for id, item in CLAIMED.items()}, seed=0)
    return {id: cell(ledger, id) for id in CLAIMED}


def words(page):
    return re.sub(r"<[^>]*>", "", page)


def test_the_outline_comes_first_and_everything_else_is_folded(shown):
    page = shown["TST-cites"]
    assert "PROVED" in page
    assert "<math" in page
    assert page.index("<blockquote>") < page.index('class="proof"') < page.index("<details")
    assert page.index("<details") < page.index('class="formal"')


def test_nothing_leaves_the_cell(shown):
    for page in shown.values():
        assert "href" not in page
        assert " id=" not in page
        assert "**" not in words(page)


def test_a_counterexample_comes_before_everything_folded(shown):
    page = shown["TST-false"]
    assert "REFUTED" in page
    assert page.index("False here") < page.index("1/2</i>") < page.index("<details")


def test_a_claim_of_no_ledger(shown):
    with pytest.raises(KeyError):
        cell({"claims": [], "papers": []}, "TST-none")


def test_a_claim_says_what_it_says_and_that_nobody_decided_it():
    page = CLAIMED["TST-cites"]._repr_html_()
    assert "not decided here, expected PROVED" in page
    assert 'class="formal"' in page
    assert 'class="proof"' not in page
    assert "not decided here, expected ARGUED" in CLAIMS[0]._repr_html_()


def test_a_decision_shows_its_claim_and_names_what_it_rests_on():
    page = decide(CLAIMED["TST-cites"])._repr_html_()
    assert "PROVED" in page
    assert "rests on TST-grows" in page
    argued = decide(CLAIMS[3])._repr_html_()
    assert "ARGUED" in argued
    assert "rests on TST-2" in argued
    assert argued.index("Argument") < argued.index("it does not hold")


def test_a_decision_shows_its_motion():
    page = decide(CLAIMED["TST-moves"])._repr_html_()
    assert "REFUTED" in page
    assert page.index("holds along this motion") < page.index("<details")
