"""Ten false statements, drawn by a seed: the reason stands on the first screen of their pages."""

import random
import re
from dataclasses import replace
from html import unescape
from unicodedata import normalize

import pytest

from attnverify.verify.decision import decide
from attnverify.verify.ledger import build
from attnverify.verify.registry import load
from attnverify.verify.report.contents import Contents
from attnverify.verify.report.site import pages, write
from attnverify.verify.report.why import why

SEED = 5
SCREEN = 900
# What stands before the reason at most, in characters: on a screen of 1280 x 900 that is about half of it.
BEFORE = 2600
TOP = "return document.querySelector('.reason-why')?.getBoundingClientRect()"


@pytest.fixture(scope="module")
def ledger():
    """The ledger of ten claims that are pinned as false; what they rest on is taken at its word."""
    false = sorted(id for id, claim in load().items() if claim.expected.fails and claim.formal)
    claims = [load()[id] for id in random.Random(SEED).sample(false, 9)]
    claims.append(load()["CON-T4.2"])
    decisions = {claim.id: decide(claim) for claim in claims}
    for id, found in decisions.items():
        decisions[id] = replace(found, proof=found.proof and replace(found.proof, lemmas=()))
    return build([replace(claim, rests_on=()) for claim in claims], decisions, 0)


@pytest.fixture(scope="module")
def site(ledger, tmp_path_factory):
    folder = tmp_path_factory.mktemp("false") / "site"
    write(folder, pages(ledger))
    return folder


def test_the_three_sentences_come_first_and_are_short(ledger, site):
    assert all(entry["verdict"] in ("REFUTED", "ARGUED FALSE") for entry in ledger["claims"])
    for entry in ledger["claims"]:
        page = (site / "claims" / f"{entry['id']}.html").read_text()
        body = page[page.index("<article") : page.index('class="reason-why"')]
        assert body.index("Claimed.") < body.index("What happens instead.")
        seen = re.sub(r"<details.*?</details>|<[^>]*>", "", body, flags=re.DOTALL)
        assert len(seen) < BEFORE, entry["id"]
        assert "<h2" not in body
        assert "evaluates it there exactly" not in page


@pytest.mark.parametrize("width", [1280, 400])
def test_the_reason_stands_on_the_first_screen(ledger, site, browser, width):
    from selenium.webdriver.support.wait import WebDriverWait

    screen = {"width": width, "height": SCREEN, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    for entry in ledger["claims"]:
        browser.get(f"{(site / 'claims' / entry['id']).as_uri()}.html")
        box = WebDriverWait(browser, 60).until(lambda page: page.execute_script(TOP))  # it may still be read
        assert box["bottom" if width > 600 else "top"] < SCREEN, (entry["id"], box)


def test_the_sentences_of_theorem_4_2_are_those_of_its_motion(ledger):
    contents = Contents(ledger)
    told = why(contents, contents.by_id["CON-T4.2"], {})
    assert "3 tokens that move as" in told.instead
    for token in ("y₁", "y₂", "y₃"):
        assert token in told.instead
    assert "≥" in told.because
    assert why(contents, {**contents.by_id["CON-T4.2"], "verdict": "PROVED"}, {}) is None


@pytest.mark.parametrize(("id", "seen"), [
    ("POW-2.1.gen.alpha", "have the moduli 1.083, 0.583, 0.167: one is above 1."),
    ("POW-T2.poly.R2", "have the moduli 1, 0.93: none is above 1."),
    ("POW-L1.conv.R1", "it takes token 1 from (2/3, 2/3, 1/3) to (−2/3, −2/3, −1/3)."),
    ("POW-C2.inv.R2", "All states near (0, 0, 1) go to it, an open set"),
    ("POW-I1.R1", "reads 0 < −1 for the vector (1, 0)"),
    ("POW-L5.ones.R2", "the left sides are 35/32, 35/32, 45/32, to which no number fits"),
    ("POW-R1.count.R4", "It fails for the other 2 too."),
    ("PER-3.7.nongrad.symmetric", "reads about 0.1109 = about 0.08664"),
    ("POW-L1.over", "∑i xi = 0 all hold"),
])  # fmt: skip
def test_the_reason_has_the_numbers(id, seen):
    claim = replace(load()[id], rests_on=())
    contents = Contents(build([claim], {id: decide(claim)}, 0))
    told = normalize("NFKC", unescape(re.sub(r"<[^>]*>", "", why(contents, contents.by_id[id], {}).because)))
    assert seen in told
