"""The pages of a report: contents, words, rules, papers, and what they are made of."""

import copy
import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from unicodedata import normalize
from xml.etree import ElementTree

import pytest

import attnverify.verify.formal
from attnverify.verify import registry
from attnverify.verify.decision import decide
from attnverify.verify.formal import Formal
from attnverify.verify.kernel.definitions import definitions
from attnverify.verify.kernel.rules import rules
from attnverify.verify.kernel.vocabulary import FUNCTIONS, PREDICATES
from attnverify.verify.ledger import build
from attnverify.verify.registry import load
from attnverify.verify.report import glossary
from attnverify.verify.report import glossary as module
from attnverify.verify.report.cell import cell
from attnverify.verify.report.certificates import PER_PAGE
from attnverify.verify.report.contents import MEANINGS, Contents
from attnverify.verify.report.glossary import Symbol, explained
from attnverify.verify.report.glossary import glossary as glossary_of
from attnverify.verify.report.papers import Reading, by_section, name_of, together
from attnverify.verify.report.prose import prose
from attnverify.verify.report.rules import Rules
from attnverify.verify.report.site import FolderError, pages, write
from attnverify.verify.report.summary import badge, summary
from attnverify.verify.report.words import _BUILT_IN
from attnverify.verify.report.words import words as in_words
from attnverify.verify.tactics.build import intro, leaf
from attnverify.verify.verdict import Verdict

from .conftest import CLAIMS
from .test_formulas import CITES, FALSE, GROWS, claim


@pytest.fixture(scope="module")
def site(small_ledger):
    return dict(pages(small_ledger))


class _Reader(HTMLParser):
    """All addresses, and the elements that are opened."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.elements: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.addresses += [value for name, value in attrs if name in ("href", "src")]


def read(page):
    reader = _Reader()
    reader.feed(page)
    return reader


def words(page):
    return unescape(" ".join(normalize("NFKC", re.sub(r"<[^>]+>", " ", page)).split()))


def test_every_file_is_there(site, small_ledger):
    ids = [entry["id"] for entry in small_ledger["claims"]]
    assert set(site) == {
        *("index.html", "models.html", "graph.html"),
        *("paper-testing.html", "paper-notes.html", "errata-testing.md", "errata-notes.md"),
        "rules/index.html",
        *("style.css", "script.js", "claims.js"),
        *(f"claims/{id}.html" for id in ids),
    }


def test_every_link_leads_to_a_file_of_the_site(site):
    for path, page in site.items():
        if not path.endswith(".html"):
            continue
        for address in read(page).addresses:
            file = address.partition("#")[0]
            if file and not address.startswith("data:,"):
                target = (Path("/site") / path).parent / file
                assert str(target.resolve().relative_to("/site")) in site, (path, address)


def test_a_papers_page_explains_what_is_open_and_what_is_false(site):
    page = words(site["paper-testing.html"])
    assert "rests on TST-5 , which is OPEN" in page
    assert "What is argued to be true instead ( ∴ TST-3.repaired )" in page
    assert "No repair is offered: none is possible, unlike in TST-3" in page


def test_the_page_of_a_false_statement_opens_with_three_sentences(site):
    for id in ("TST-3", "TST-4"):
        page = words(site[f"claims/{id}.html"]).partition("printed statement")[2]
        assert page.index("Claimed.") < page.index("What happens instead.") < page.index("Why.") < page.index("Source")
        assert "It fails for x > 0: everything required holds at x = 1/2 , M = (1/2, 0; 0, 1)" in page
        assert "There x 2 < x , against the statement." in page
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
    assert "Not refuted: with another constant ( constant=2 ) the same check says ? OPEN" in page
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


def test_a_refutation_shows_the_counterexample_and_the_repair(site):
    page = site["claims/TST-3.html"]
    assert "<details open><summary>Counterexample</summary>" in page
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
    assert "weaker than this claim's own evidence" in words(site["claims/TST-6.html"]).replace("&#39;", "'")
    assert "Reading R1: the first of two" in words(site["claims/TST-8.html"])
    assert "it was reconstructed" in words(site["claims/TST-7.html"])


def test_the_graph_has_levels_and_marks_what_rests_on_something_weaker(site):
    page = words(site["graph.html"])
    assert "Level 0: 3 claims" in page
    assert "Level 2: 1 claim ∴ TST-3.repaired The square of x 1 in TST-3.repaired ← TST-2" in page
    assert site["graph.html"].count('class="alarm"') == 2
    assert "? TST-6 rests on ? TST-5" in page
    assert "TST-4" not in page


def test_text_of_a_ledger_never_becomes_html(site):
    for path, page in site.items():
        if path.endswith(".html"):
            assert read(page).elements.count("script") == 1 + (path == "index.html")
            assert "merror" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in site["claims/TST-3.html"]


def test_pages_are_small(site, small_ledger):
    assert all(len(page.encode()) < 20_000 for path, page in site.items() if path.endswith(".html"))
    long = json.loads(json.dumps(small_ledger))
    certificate = long["claims"][0]["evidence"][0]["certificate"]
    certificate["pairs"] *= 3_000
    page = dict(pages(long))["claims/TST-1.html"]
    assert len(page.encode()) < PER_PAGE * 2
    assert "further steps are in" in words(page)


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


ROOT = Path(__file__).parents[3]


@pytest.fixture
def contents(small_ledger):
    return Contents(small_ledger)


def test_counts_and_groups(contents):
    found = {word: count for word, count in contents.counts.items() if count}
    assert found == {"ARGUED": 3, "TESTED": 2, "ARGUED FALSE": 2, "OPEN": 2}
    assert contents.counts_by_paper["notes"] == {**dict.fromkeys(contents.counts, 0), "TESTED": 1}
    assert [entry["id"] for entry in contents.failing] == ["TST-3", "TST-4"]
    assert contents.printed == {"true": 2, "false": 2, "unclear": 3}
    assert contents.truths["reconstructed"] == {"true": 0, "false": 0, "unclear": 1}
    assert contents.kinds == ["identity", "stability"]
    assert contents.unexpected == []


def test_links_between_claims(contents):
    assert contents.repairs == {"TST-3": "TST-3.repaired"}
    assert contents.used_by["TST-1"] == ["TST-2", "TST-6"]
    assert contents.addresses("claims/")["TST-1"] == "claims/TST-1.html"


def test_what_rests_on_something_weaker_is_found(contents):
    assert contents.weak_edges == {("TST-5", "TST-6"), ("TST-7", "TST-8")}


def test_what_rests_on_something_is_a_level_above_it(contents):
    assert [[entry["id"] for entry in level] for level in contents.levels] == [
        ["TST-1", "TST-5", "TST-7"],
        ["TST-2", "TST-6", "TST-8"],
        ["TST-3.repaired"],
    ]


def test_the_meanings_are_those_of_the_readme():
    readme = (ROOT / "README.md").read_text()
    for verdict, meaning in MEANINGS.items():
        assert f"| {verdict} | {meaning} |" in readme


def test_a_definition_is_printed_as_the_kernel_has_it_with_the_words_in_it():
    said = [str(line) for line in in_words({"given": ["simple_top(V, v, lam)"], "show": "norm(v) == 1"})]
    assert len(said) == 2
    assert "simple greatest eigenvalue" in said[0]
    assert "∃" in said[1], "the definition of an eigenvalue, which that of the greatest one needs"


def test_what_is_built_in_is_said_in_words():
    assert [str(line) for line in in_words({"show": ["lyapunov(F, X)"]})] == [_BUILT_IN["lyapunov"]]
    assert in_words({"show": ["x > 0"]}) == []


def test_no_word_is_explained_that_has_a_definition_or_that_is_none():
    assert _BUILT_IN.keys().isdisjoint(definitions())
    more = {"diam", "rate", "start", "almost_always", "dim", "before", "upto"}
    assert _BUILT_IN.keys() <= {*FUNCTIONS, *PREDICATES} | more


# Every rule of the kernel has a page that can be printed, whether a claim of the ledger uses it or not.
def test_every_rule_has_a_page() -> None:
    pages = Rules([{"id": "A-1", "proof": {"steps": [{"rule": name} for name in rules()]}}]).pages
    assert set(pages) == set(rules())
    for name, rule in rules().items():
        assert list(pages[name].users) == ["A-1"], name
        assert pages[name].goal, name
        assert len(pages[name].sides) == len(rule.sides), name


def changed(ledger, changes):
    """The ledger with fields of some of its claims changed."""
    return {**ledger, "claims": [{**entry, **changes.get(entry["id"], {})} for entry in ledger["claims"]]}


@pytest.fixture
def reading(small_ledger):
    return lambda changes: Reading(Contents(changed(small_ledger, changes)), "testing")


def test_named_results_stand_in_the_order_of_the_paper(reading):
    labels = {"TST-1": "Lemma 10", "TST-2": "Lemma 9, proof", "TST-4": "Theorem 4.10, eq. (3)", "TST-5": "Theorem 4.2"}
    found = reading({id: {"label": label} for id, label in labels.items()}).named
    assert [result.name for result in found if result.name != "Lemma 1"] == [
        "Theorem 4.2", "Theorem 4.10", "Lemma 9", "Lemma 10",
    ]  # fmt: skip
    assert [entry["id"] for entry in found[0].claims] == ["TST-5"]


def test_a_statement_without_a_number_is_no_named_result(reading):
    labels = {f"TST-{number}": {"label": "Section 2, after Lemma 1"} for number in range(1, 9)}
    assert reading(labels).named == []


def test_what_the_text_lost_is_kept_apart(reading):
    found = reading({"TST-3": {"role": "reconstructed", "reconstructed": True}})
    assert [item["id"] for item in found.reconstructed] == ["TST-3"]
    assert "TST-3" not in [item["id"] for item in found.corrections]
    assert "reconstructed statements 0 are true, 1 false" in found.summary


def test_other_readings_and_repairs_are_not_held_against_the_paper(reading):
    for role in ("reading", "dropped", "repair", "extension"):
        found = reading({"TST-3": {"role": role}})
        assert "TST-3" not in [item["id"] for item in found.corrections]


def test_what_is_said_of_one_result_stands_together(small_ledger):
    labels = {"TST-1": "Section 2", "TST-2": "Lemma 2, proof", "TST-3": "Lemma 2", "TST-4": "Lemmas 2 and 3"}
    changes = {id: {"label": label} for id, label in labels.items()}
    changes["TST-3"]["role"] = "repair"
    others = together(changed(small_ledger, changes)["claims"])
    assert [entry["id"] for entry in others["TST-2"]] == ["TST-4", "TST-3"]
    assert "TST-1" not in others
    assert name_of("Section 2, after Lemma 1") == "Lemma 1"
    assert name_of("Section 2") == ""


def test_named_results_come_first_among_the_errata(reading):
    false = {"verdict": "REFUTED", "role": "printed"}
    labels = {"TST-1": "Section 3", "TST-2": "Lemma 2", "TST-5": "Theorem 7"}
    found = reading({id: {**false, "label": label} for id, label in labels.items()}).corrections
    ids = [item["id"] for item in found if item["id"] in labels]
    assert ids == ["TST-5", "TST-2", "TST-1"]


def test_claims_stand_in_sections():
    labels = [
        "(3.12)", "Lemma 12, eq. (18)", "Section 2.3, definition of Z", "Theorem 4.2", "Supplement D.1, square Q and K",
        "equation (6)", "summary page of arXiv 2412.02682", "Assumption 3.1 (necessity)", "D.5", "Section 10.1",
    ]  # fmt: skip
    found = [(heading, entry["label"]) for heading, entry in by_section([{"label": label} for label in labels])]
    assert found == [
        ("Section 2", "Section 2.3, definition of Z"),
        ("Section 3", "Assumption 3.1 (necessity)"),
        ("Section 3", "(3.12)"),
        ("Section 4", "Theorem 4.2"),
        ("Section 10", "Section 10.1"),
        ("Lemmas", "Lemma 12, eq. (18)"),
        ("Equations", "equation (6)"),
        ("Appendix D", "Supplement D.1, square Q and K"),
        ("Appendix D", "D.5"),
        ("Elsewhere", "summary page of arXiv 2412.02682"),
    ]


def test_results_with_numbers_of_sections_stand_in_their_order(reading):
    labels = {f"TST-{number}": "Remark 9.9" for number in range(1, 9)}
    labels |= {"TST-3.repaired": "Remark 9.9", "TST-1": "Lemma 3.1", "TST-2": "Theorem 4.2", "TST-4": "Theorem 3.2"}
    found = reading({id: {"label": label} for id, label in labels.items()})
    assert [result.name for result in found.named] == ["Lemma 3.1", "Theorem 3.2", "Theorem 4.2", "Remark 9.9"]
    assert [result.name for result in found.leading] == ["Theorem 3.2", "Theorem 4.2"]
    assert "printed statements" in found.summary


def test_the_summary_counts_and_explains(small_ledger):
    text = summary(small_ledger)
    assert "## attnverify: 9 claims" in text
    assert "| testing | 0 | 0 | 3 | 1 | 0 | 2 | 2 |" in text
    assert "Every verdict is as pinned." in text
    assert "As printed: 2 true, 2 false, 3 unclear; reconstructed: 0 true, 0 false, 1 unclear." in text
    assert "False twins: 7 not refuted, 2 rejected." in text
    assert "<details><summary>2 open</summary>" in text
    assert "- `TST-6` The square of x\\_1 in TST-6: rests on TST-5, which is OPEN" in text
    assert "- `TST-3` &lt;script>alert(1)&lt;/script> &amp; more → `TST-3.repaired`" in text


def test_what_is_not_as_pinned_comes_first(small_ledger):
    ledger = copy.deepcopy(small_ledger)
    ledger["claims"][0]["expected"] = "OPEN"
    lines = summary(ledger).splitlines()
    assert "**1 not as pinned**" in lines
    assert any(line.startswith("- `TST-1`: ARGUED, expected OPEN") for line in lines)


def test_the_badge_is_svg_with_a_name(small_ledger):
    root = ElementTree.fromstring(badge(small_ledger))
    assert root.attrib["aria-label"] == "attnverify: 3 argued, 2 tested, 2 argued false, 2 open"
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert texts == ["attnverify", "3 argued", "2 tested", "2 argued false", "2 open"]


SYMBOLS = (
    Symbol("$v_k$", "an eigenvector of $V$", (r"$v_$",)),
    Symbol("$V$", "the value matrix"),
    Symbol("$W$", "a function"),
    Symbol("(6)", "the model"),
    Symbol("Oja map", "a map"),
    Symbol(r"$\mathrm{dist}$", "a distance"),
)


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setattr(module, "_GLOSSARIES", {})
    glossary_of("a paper", SYMBOLS)


def shown(*texts):
    return [symbol.shown for symbol in explained("a paper", texts)]


def test_a_symbol_is_found_in_formulas_and_in_words():
    assert shown("at $x^TVy$", "for (6)") == ["$V$", "(6)"]
    assert shown("the Oja map") == ["Oja map"]
    assert shown(r"$\mathrm{dist}(y)$") == [r"$\mathrm{dist}$"]


def test_only_what_is_used_is_explained():
    assert shown("$v_1$") == ["$v_k$"]


@pytest.mark.parametrize("text", ["a very long word", r"$\Vert x$", "Vx", "(61)", "an ojamap", ""])
def test_a_part_of_a_word_is_no_symbol(text):
    assert shown(text) == []


def test_a_paper_without_a_glossary_explains_nothing():
    assert explained("another", ["$V$"]) == []


@pytest.mark.parametrize("symbols", [[Symbol("$a$", " ")], [Symbol("$a$", "x"), Symbol("$a$", "y")]])
def test_a_symbol_has_one_meaning(symbols):
    with pytest.raises(ValueError, match=r"the glossary of p: '\$a\$' needs one meaning"):
        glossary_of("p", symbols)


def test_the_glossaries_of_the_papers_can_be_typeset_and_every_symbol_is_used(monkeypatch):
    monkeypatch.undo()
    claims = load().values()
    for paper, symbols in module._GLOSSARIES.items():
        texts = [
            text for claim in claims if claim.source.paper.name == paper for text in (claim.statement, claim.reading)
        ]
        used = explained(paper, texts)
        assert [symbol for symbol in symbols if symbol not in used] == []
        for symbol in symbols:
            assert "<code>" not in prose(symbol.shown + symbol.says, {}), symbol


# Claims in notebooks: what they say first, what certifies them folded, nothing that leaves the cell.
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
def in_cell():
    """The cells of claims in proof form, by id."""
    ledger = build(list(CLAIMED.values()), {id: decide(item) for id, item in CLAIMED.items()}, seed=0)
    return {id: cell(ledger, id) for id in CLAIMED}


def cell_words(page):
    return re.sub(r"<[^>]*>", "", page)


def test_the_outline_comes_first_and_everything_else_is_folded(in_cell):
    page = in_cell["TST-cites"]
    assert "PROVED" in page
    assert "<math" in page
    assert page.index("<blockquote>") < page.index('class="proof"') < page.index("<details")
    assert page.index("<details") < page.index('class="formal"')


def test_nothing_leaves_the_cell(in_cell):
    for page in in_cell.values():
        assert "href" not in page
        assert " id=" not in page
        assert "**" not in cell_words(page)


def test_a_counterexample_comes_before_everything_folded(in_cell):
    page = in_cell["TST-false"]
    assert "REFUTED" in page
    assert page.index("False here") < page.index("1/2</var>") < page.index("<details")


def test_a_claim_of_no_ledger(in_cell):
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
    argued = decide(CLAIMS[1])._repr_html_()
    assert "ARGUED" in argued
    assert "rests on TST-1" in argued
    assert argued.index("SymPy: expansion") < argued.index("the certificate")


def test_a_decision_shows_its_motion():
    page = decide(CLAIMED["TST-moves"])._repr_html_()
    assert "REFUTED" in page
    assert page.index("holds along this motion") < page.index("<details")
