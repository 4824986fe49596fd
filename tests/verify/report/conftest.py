"""A small ledger with every verdict, formulas, a repair, a weak premise, and text that must not become HTML."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from attnverify.verify.claim import Claim, Paper, Source, Twin
from attnverify.verify.decision import decide
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.ledger import build
from attnverify.verify.verdict import Rung, Verdict

BROWSER = shutil.which("chromedriver") and shutil.which("chromium")
PAPER = Paper("testing", "A paper about squares & roots", "2605.00000")
NOTES = Paper("notes", "Further notes")
IDENTITY = {
    "kind": "identity",
    "variables": ["x"],
    "pairs": [{"says": "square", "left": "(x + 1)**2", "right": "x**2 + 2*x + 1"}],
    "relations": [],
}
WITNESS = {
    "kind": "witness",
    "values": {"x": "1/2", "M": [["1/2", 0], [0, 1]]},
    "hypotheses": ["x > 0"],
    "violates": ["x**2 < x"],
}
SAMPLE = {"kind": "sample", "examples": 20, "discarded": 3, "seed": 0, "worst_margin": "1/8"}
PROVED = Evidence(Rung.PROVED, "all x", "SymPy: expansion", certificate=IDENTITY)
REFUTED = Evidence(Rung.REFUTED, "x > 0", "search", certificate=WITNESS)
TESTED = Evidence(Rung.TESTED, "20 numbers", "hypothesis", certificate=SAMPLE)
OPEN = open_("all x", "search", "too hard for $x \\to \\infty$, see TST-1")


def _check(found: Evidence, otherwise: Evidence = OPEN) -> Any:
    def check(constant: int = 1) -> Iterator[Evidence]:
        yield found if constant == 1 else otherwise

    return check


def _claim(id: str, found: Evidence, **changes: Any) -> Claim:
    fields: dict[str, Any] = {
        "id": id,
        "title": f"The square of x_1 in {id}",
        "statement": r"For $0 < \lambda_1 \le \|V\|$ the square is $(x + 1)^2 = x^2 + \frac{2}{1}x + 1$.",
        "source": Source(PAPER, "Lemma 1"),
        "kind": "identity",
        "hypotheses": ("x > 0",),
        "instance": {"x": "1/3"},
        "twin": Twin("another constant", {"constant": 2}),
        "expected": found.rung.argued,
        "check": _check(found, PROVED if found.rung is Rung.REFUTED else OPEN),
    }
    return Claim(**{**fields, **changes})


CLAIMS = [
    _claim("TST-1", PROVED),
    _claim("TST-2", PROVED, rests_on=("TST-1",)),
    _claim("TST-3", REFUTED, title="<script>alert(1)</script> & more"),
    _claim("TST-3.repaired", PROVED, repairs="TST-3", rests_on=("TST-2",)),
    _claim("TST-4", REFUTED, no_repair="none is possible, unlike in TST-3"),
    _claim("TST-5", OPEN, kind="stability"),
    _claim("TST-6", PROVED, rests_on=("TST-5", "TST-1"), expected=Verdict.OPEN),
    _claim("TST-7", TESTED, source=Source(NOTES, "Remark 7", reconstructed=True)),
    _claim("TST-8", PROVED, rests_on=("TST-7",), expected=Verdict.TESTED, reading="R1: the first of two"),
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
