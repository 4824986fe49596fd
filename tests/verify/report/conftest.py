"""A small ledger with formulas, a repair, a weak premise, and text that must not become HTML."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from attnverify.verify.argument import Argument
from attnverify.verify.claim import Claim, Paper, Source, Twin
from attnverify.verify.decision import decide
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.ledger import build
from attnverify.verify.verdict import Verdict

BROWSER = shutil.which("chromedriver") and shutil.which("chromium")
PAPER = Paper("testing", "A paper about squares & roots", "2605.00000")
NOTES = Paper("notes", "Further notes")
WORD = Evidence(Verdict.ARGUED, "all x", "python-flint: balls")
TESTED = Evidence(Verdict.TESTED, "20 numbers", "NumPy: draws", "20 numbers, worst margin 1/8")
OPEN = open_("all x", "search", "too hard for $x \\to \\infty$, see TST-1")


def _check(found: Evidence) -> Any:
    def check(constant: int = 1) -> Evidence:
        return found if constant == 1 else OPEN

    return check


def _claim(id: str, found: Evidence, **changes: Any) -> Claim:
    fields: dict[str, Any] = {
        "id": id,
        "title": f"The square of x_1 in {id}",
        "statement": r"For $0 < \lambda_1 \le \|V\|$ the square is $(x + 1)^2 = x^2 + \frac{2}{1}x + 1$.",
        "source": Source(PAPER, "Lemma 1"),
        "kind": "identity",
        "twin": Twin("another constant", {"constant": 2}),
        "expected": found.verdict,
        "check": _check(found),
    }
    return Claim(**{**fields, **changes})


def _argued(id: str, *rests_on: str, false: bool = False, **changes: Any) -> Claim:
    found = Argument(rests_on, f"at $x = \\frac12$ it does not hold; see {rests_on[0]}", false)
    fields: dict[str, Any] = {
        "check": None,
        "twin": Twin("none", {}),
        "argument": found,
        "rests_on": rests_on,
        "expected": found.verdict,
    }
    return _claim(id, OPEN, **{**fields, **changes})


CLAIMS = [
    _claim("TST-1", WORD),
    _claim("TST-2", WORD, rests_on=("TST-1",)),
    _argued("TST-3", "TST-1", false=True, title="<script>alert(1)</script> & more"),
    _argued("TST-3.repaired", "TST-2", repairs="TST-3"),
    _argued("TST-4", "TST-1", false=True, no_repair="none is possible, unlike in TST-3"),
    _claim("TST-5", OPEN, kind="stability"),
    _argued("TST-6", "TST-5", "TST-1", expected=Verdict.OPEN),
    _claim("TST-7", TESTED, source=Source(NOTES, "Remark 7", reconstructed=True)),
    _argued("TST-8", "TST-7", expected=Verdict.OPEN, reading="R1: the first of two"),
]


@pytest.fixture(scope="session")
def small_ledger() -> dict[str, Any]:
    """The ledger of CLAIMS; not to be changed."""
    return build(CLAIMS, {claim.id: decide(claim) for claim in CLAIMS}, seed=0)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser without a window; the tests that need one are skipped where none is installed."""
    if not BROWSER:
        pytest.skip("chromium and chromedriver are not installed")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(BROWSER)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(shutil.which("chromedriver"))))
    yield driver
    driver.quit()
