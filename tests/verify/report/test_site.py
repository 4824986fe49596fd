import json
from html import unescape
from html.parser import HTMLParser

import pytest

from attnverify.verify.report import glossary
from attnverify.verify.report.glossary import Symbol
from attnverify.verify.report.site import FolderError, pages, write

from .test_proofs import broken
from .test_proofs import words as escaped


@pytest.fixture(scope="module")
def site(small_ledger):
    return dict(pages(small_ledger))


def words(page):
    return unescape(escaped(page))


def opened(page, tag):
    """How many elements of a page are opened with a tag."""
    found = []
    reader = HTMLParser()
    reader.handle_starttag = lambda name, attributes: found.append(name)
    reader.feed(page)
    return found.count(tag)


def test_every_file_is_there(site, small_ledger):
    ids = [entry["id"] for entry in small_ledger["claims"]]
    assert set(site) == {
        *("index.html", "models.html", "graph.html"),
        *("paper-testing.html", "paper-notes.html", "errata-testing.md", "errata-notes.md"),
        *("rules/index.html", "rules/conclusions.html"),
        *("style.css", "script.js", "claims.js"),
        *(f"claims/{id}.html" for id in ids),
    }


def test_every_link_leads_to_a_file_of_the_site(site):
    assert list(broken(site)) == []


def test_a_papers_page_explains_what_is_open_and_what_is_false(site):
    page = words(site["paper-testing.html"])
    assert "rests on TST-5 , which is OPEN" in page
    assert "What is argued to be true instead ( ∴ TST-3.repaired )" in page
    assert "No repair is offered: none is possible, unlike in TST-3" in page


def test_the_page_of_a_false_statement_opens_with_three_sentences(site):
    for id in ("TST-3", "TST-4"):
        page = words(site[f"claims/{id}.html"]).partition("printed statement")[2]
        assert page.index("Claimed.") < page.index("What happens instead.") < page.index("Why.") < page.index("Source")
        assert "it does not hold; see TST-1" in page
        assert "for a person to read" in page
    assert "Claimed." not in site["claims/TST-1.html"]


def test_all_claims_are_on_the_papers_pages_and_in_the_table_that_is_searched(site, small_ledger):
    tables = [page for path, page in site.items() if path.startswith("paper-")]
    assert sum(page.count("<tr><td>") for page in tables) == len(small_ledger["claims"])
    rows = json.loads(site["claims.js"].removeprefix("const CLAIMS = ").removesuffix(";\n"))
    assert [paper for paper, _ in rows] == [entry["paper"] for entry in small_ledger["claims"]]
    for _, cells in rows:
        assert any(f"<tr>{cells}" in page for page in tables)
    assert 'id="filters" hidden' in site["index.html"]
    for path in site:
        if path.startswith("paper-"):
            assert f'href="{path}"' in site["index.html"]


def test_a_proof(site):
    page = words(site["claims/TST-2.html"])
    for part in (
        "ARGUED TST-2",
        "Holds for all x",
        "Rests on ∴ TST-1 Used by ∴ TST-3.repaired Also said of Lemma 1",
        "attnverify run TST-2 --fresh",
        "Source Lemma 1, arXiv 2605.00000",
    ):
        assert part in page
    assert "Rejected: with another constant ( constant=2 ) the same check says ? OPEN" in page
    assert 'href="TST-1.html"' in site["claims/TST-2.html"]


def test_the_page_of_a_claim_links_what_else_is_said_of_the_result(site):
    page = site["claims/TST-1.html"]
    assert "Also said of Lemma 1" in page
    assert 'href="TST-3.repaired.html">' in page.partition("Also said")[2]
    assert "Also said" not in site["claims/TST-7.html"]


def test_symbols_are_explained_where_they_occur(small_ledger, monkeypatch):
    monkeypatch.setattr(glossary, "_GLOSSARIES", {"testing": [Symbol("$x$", "a number"), Symbol("$y$", "another")]})
    page = dict(pages(small_ledger))["claims/TST-1.html"]
    assert "<dd>a number" in page
    assert "<dd>another" not in page


def test_a_refutation_shows_the_repair(site):
    page = site["claims/TST-3.html"]
    assert "What is argued to be true instead" in page
    assert "Repaired ∴ TST-3.repaired" in words(page)
    assert "Not repaired none is possible, unlike in TST-3" in words(site["claims/TST-4.html"])
    assert "Repairs ∤ TST-3" in words(site["claims/TST-3.repaired.html"])


def test_a_repair_is_called_no_better_than_it_is(small_ledger):
    claims = [
        {**entry, "verdict": "OPEN"} if entry["id"] == "TST-3.repaired" else entry for entry in small_ledger["claims"]
    ]
    page = dict(pages({**small_ledger, "claims": claims}))["claims/TST-3.html"]
    assert "What is argued to be true instead" not in page
    assert "A proposed repair, which is open" in page


def test_what_is_not_as_it_should_be_stands_on_the_front_page(small_ledger):
    twin = {**small_ledger["claims"][0]["twin"], "rejected": False, "fault": "accepts everything"}
    claims = [{**small_ledger["claims"][0], "expected": "TESTED", "twin": twin}, *small_ledger["claims"][1:]]
    site = dict(pages({**small_ledger, "claims": claims}))
    assert "1 not as pinned TST-1: ARGUED, expected TESTED" in words(site["index.html"])
    assert "1 whose check does not reject its false variant TST-1" in words(site["index.html"])
    assert "Not rejected: with another constant" in words(site["claims/TST-1.html"])
    assert "accepts everything" in site["claims/TST-1.html"]


def test_open_and_weakened_claims_say_why(site):
    assert "Why open too hard for" in words(site["claims/TST-5.html"])
    assert "Why open rests on TST-5 , which is OPEN" in words(site["claims/TST-6.html"])
    assert "Reading R1: the first of two" in words(site["claims/TST-8.html"])
    assert "it was reconstructed" in words(site["claims/TST-7.html"])


def test_the_graph_has_levels(site):
    page = words(site["graph.html"])
    assert "Level 0: 3 claims" in page
    assert "Level 2: 1 claim ∴ TST-3.repaired The square of x1 in TST-3.repaired ← TST-2" in page


def test_text_of_a_ledger_never_becomes_html(site):
    for path, page in site.items():
        if path.endswith(".html"):
            assert opened(page, "script") == 1 + (path == "index.html")
            assert "merror" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in site["claims/TST-3.html"]


def test_pages_are_small(site, small_ledger):
    assert all(len(page.encode()) < 20_000 for path, page in site.items() if path.endswith(".html"))


def test_missing_pictures_are_said_to_be_missing(small_ledger):
    page = dict(pages(small_ledger, {}, ["TST-1"]))["claims/TST-1.html"]
    assert "matplotlib is not installed" in page


def test_the_report_does_not_depend_on_the_run(small_ledger, site):
    assert dict(pages(small_ledger)) == site


def test_an_earlier_report_is_replaced_and_other_folders_are_left_alone(tmp_path, small_ledger):
    folder = tmp_path / "deep" / "report"
    write(folder, pages(small_ledger))
    old = [folder / name for name in ("claims/OLD-1.html", "table-old-1.html", "graph-old.html")]
    for page in old:
        page.write_text("an old verdict")
    write(folder, pages(small_ledger))
    assert not any(page.exists() for page in old)
    assert (folder / "claims" / "TST-1.html").is_file()
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("mine")
    with pytest.raises(FolderError, match="holds other files"):
        write(other, pages(small_ledger))
    with pytest.raises(FolderError, match="is a file"):
        write(other / "thesis.tex", pages(small_ledger))
    assert [path.name for path in other.iterdir()] == ["thesis.tex"]
