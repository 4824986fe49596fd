"""The report in a real browser, from the folder, without a server and without a network."""

import json
from pathlib import Path

import pytest
from selenium.webdriver.support.wait import WebDriverWait

from attnverify.verify.report.pictures import Picture, available, drawn
from attnverify.verify.report.site import pages, write


def line():
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 2))
    figure.subplots().set(xlabel="time in layers", ylabel="height")
    return figure


@pytest.fixture(scope="module")
def folder(small_ledger, tmp_path_factory) -> Path:
    site = tmp_path_factory.mktemp("browser") / "site"
    pictures = drawn([Picture(("TST-1",), "a line", "an empty frame", line)], ["TST-1"]) if available() else {}
    write(site, pages(small_ledger, pictures))
    return site


@pytest.fixture
def visit(browser, folder):
    """Open a page of the site in a window of some width; in the end there was no error and nothing left the folder."""

    def go(page, width=1200, colours="light"):
        screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        media = [{"name": "prefers-color-scheme", "value": colours}]
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
        browser.get("about:blank")
        browser.get(f"{folder.as_uri()}/{page}")
        becomes(browser, lambda: browser.execute_script(LOADED), f"{folder.as_uri()}/{page.partition('#')[0]}")
        return browser.execute_script

    yield go
    assert browser.get_log("browser") == []
    requests = list(_requests(browser))
    assert f"{folder.as_uri()}/style.css" in requests
    assert all(address.startswith((f"{folder.as_uri()}/", "data:", "about:blank")) for address in requests), requests
    browser.execute_script("localStorage.clear()")


# The driver may return while the blank page before it is still there.
LOADED = "return document.readyState === 'complete' && location.href.split('#')[0]"


def _requests(browser):
    for entry in browser.get_log("performance"):
        event = json.loads(entry["message"])["message"]
        if event["method"] == "Network.requestWillBeSent":
            yield event["params"]["request"]["url"]


def test_a_request_that_leaves_the_folder_would_be_seen(browser, folder):
    browser.get(f"{folder.as_uri()}/index.html")
    load = "const image = new Image(); image.onerror = () => arguments[0](); image.src = 'http://127.0.0.1:9/leak.png'"
    browser.execute_async_script(load)
    assert "http://127.0.0.1:9/leak.png" in list(_requests(browser))
    assert browser.get_log("browser")


SHOWN = """
return [...document.querySelectorAll("#table tbody tr")]
  .filter((row) => row.checkVisibility()).map((row) => row.cells[0].innerText)
"""
ALL = ["TST-1", "TST-2", "TST-3", "TST-3.repaired", "TST-4", "TST-5", "TST-6", "TST-7", "TST-8"]


def type_in(browser, name, text):
    field = browser.find_element("name", name)
    if field.tag_name == "input":
        field.clear()
    field.send_keys(text)


def becomes(browser, read, expected):
    """Wait until `read()` gives what is expected: the browser answers inputs, clicks and addresses a moment later."""
    WebDriverWait(browser, 30).until(lambda _: read() == expected, f"it never became {expected!r}")


def test_the_front_page_filters_and_searches(visit, browser):
    script = visit("index.html")
    assert script(SHOWN) == []
    type_in(browser, "verdict", "OPEN")
    becomes(browser, lambda: script(SHOWN), ["TST-5", "TST-6", "TST-8"])
    becomes(browser, lambda: browser.current_url.partition("#")[2], "verdict=OPEN")
    becomes(browser, lambda: script("return document.querySelector('output').textContent"), "3 of 9")
    type_in(browser, "q", "tst-6 square")
    becomes(browser, lambda: script(SHOWN), ["TST-6"])
    browser.find_element("css selector", "button[type=reset]").click()
    becomes(browser, lambda: script(SHOWN), [])
    type_in(browser, "formula", "reconstructed")
    becomes(browser, lambda: script(SHOWN), ["TST-7"])


@pytest.mark.parametrize(
    ("link", "shown"),
    [("#paper=notes", ["TST-7"]), ("#kind=stability", ["TST-5"]), ("#q=repaired&verdict=ARGUED", ["TST-3.repaired"])],
)
def test_a_selection_can_be_linked_to(visit, browser, link, shown):
    script = visit(f"index.html{link}")
    becomes(browser, lambda: script(SHOWN), shown)


def test_a_verdict_of_the_tally_selects_its_claims(visit, browser):
    script = visit("index.html")
    browser.find_element("css selector", ".tally .ARGUED-FALSE").click()
    becomes(browser, lambda: script(SHOWN), ["TST-3", "TST-4"])


def test_without_scripts_the_papers_pages_hold_all_claims(visit, browser):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        visit("index.html")
        for hidden in ("filters", "table"):
            assert not browser.find_element("id", hidden).is_displayed()
        found = []
        for number in range(2):
            visit("index.html")
            link = browser.find_elements("css selector", ".results h3 a")[number]
            address = link.get_attribute("href")
            link.click()
            becomes(browser, lambda address=address: browser.current_url == address, True)
            found += [cell.text for cell in browser.find_elements("css selector", ".claims td:first-child")]
        assert sorted(found) == ALL
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize("id", ["TST-1", "TST-3", "TST-5"])
def test_the_pages_of_a_proof_a_refutation_and_an_open_claim(visit, id):
    script = visit(f"claims/{id}.html")
    assert script("return document.querySelector('h1').checkVisibility()")
    assert script("return document.querySelectorAll('.statement math mfrac').length") >= 1
    assert script("return document.querySelectorAll('merror').length") == 0
    boxes = "[...document.querySelectorAll('.statement math')].map((m) => m.getBoundingClientRect().height)"
    heights = script(f"return {boxes}")
    assert all(height > 8 for height in heights)
    assert script("return document.querySelector('.stamp .badge').innerText").endswith(
        {"TST-1": "ARGUED", "TST-3": "ARGUED FALSE", "TST-5": "OPEN"}[id]
    )


@pytest.mark.parametrize("page", ["paper-testing.html", "claims/TST-1.html"])
def test_the_font_of_formulas_comes_with_the_report(visit, browser, page):
    script = visit(page)
    load = "document.fonts.load('16px \"attnverify Formulas\"', 'x').then((found) => arguments[0](found.length))"
    assert browser.execute_async_script(load) == 1
    assert "attnverify Formulas" in script("return getComputedStyle(document.querySelector('math')).fontFamily")


def test_the_counterexample_is_in_sight_and_the_repair_one_click_away(visit, browser):
    visit("claims/TST-3.html")
    assert "it does not hold" in browser.find_element("tag name", "main").text
    browser.find_element("link text", "TST-3.repaired").click()
    becomes(browser, lambda: browser.title.partition(":")[0], "TST-3.repaired")


def test_the_graph_is_searched_and_leads_to_the_claims(visit, browser):
    script = visit("graph.html")
    shown = "return [...document.querySelectorAll('.levels li')].filter((item) => item.checkVisibility()).length"
    assert script(shown) == 0
    browser.find_element("id", "among").send_keys("tst-7 square")
    becomes(browser, lambda: script(shown), 2)
    browser.find_element("css selector", ".levels a.TESTED").click()
    becomes(browser, lambda: browser.title.partition(":")[0] in ("TST-7", "TST-8"), True)


BACKGROUND = "return getComputedStyle(document.body).backgroundColor"


def test_light_and_dark_follow_the_system_and_can_be_switched(visit, browser):
    light, dark = visit("index.html")(BACKGROUND), visit("index.html", colours="dark")(BACKGROUND)
    assert light != dark
    button = browser.find_element("id", "theme")
    button.click()
    becomes(browser, lambda: browser.execute_script(BACKGROUND), light)
    assert visit("claims/TST-1.html", colours="dark")(BACKGROUND) == light


CONTRAST = """
const channel = (c) => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const paint = (colours) => {
  canvas.clearRect(0, 0, 1, 1);
  for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
  const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
  return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
};
const ground = (element) => getComputedStyle(element).backgroundColor;
const behind = (element) => element ? [...behind(element.parentElement), ground(element)] : [];
const low = [];
for (const element of document.querySelectorAll("main *")) {
  const texts = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!texts || !element.checkVisibility() || element.closest("svg")) continue;
  const below = paint(behind(element));
  const ink = paint([...behind(element), getComputedStyle(element).color]);
  const ratio = (Math.max(below, ink) + 0.05) / (Math.min(below, ink) + 0.05);
  if (ratio < 4.5) low.push(`${element.tagName} ${element.textContent.slice(0, 30)} ${ratio.toFixed(2)}`);
}
return low;
"""


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize(
    "page", ["index.html", "graph.html", "paper-testing.html", "claims/TST-3.html", "claims/TST-6.html"]
)
def test_all_text_has_enough_contrast(visit, page, colours):
    assert visit(page, colours=colours)(CONTRAST) == []


@pytest.mark.parametrize(
    "page", ["index.html", "graph.html", "paper-testing.html", "claims/TST-1.html", "claims/TST-3.html"]
)
def test_a_narrow_screen_never_scrolls_sideways(visit, page):
    script = visit(page, width=360)
    assert script("return document.documentElement.scrollWidth") <= 360


def test_everything_can_be_reached_by_keyboard_and_has_a_name(visit, browser):
    script = visit("index.html")
    browser.switch_to.active_element.send_keys("\ue004")
    assert script("return document.activeElement.className") == "skip"
    nameless = """
    return [...document.querySelectorAll("a, button, input, select, svg, [role=img]")]
      .filter((item) => !(item.textContent.trim() || item.getAttribute("aria-label"))).map((item) => item.outerHTML)
    """
    for page in ("index.html", "graph.html", "claims/TST-1.html"):
        assert visit(page)(nameless) == []
