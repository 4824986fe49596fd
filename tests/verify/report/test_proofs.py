import re
from pathlib import Path
from unicodedata import normalize

import pytest

import attnverify.verify.formal
from attnverify.verify.claim import Claim, Paper, Source, Twin
from attnverify.verify.decision import decide
from attnverify.verify.formal import Formal, Variant
from attnverify.verify.ledger import build
from attnverify.verify.report.models import models, notation
from attnverify.verify.report.proofs import stated, worded
from attnverify.verify.report.rules import Rules
from attnverify.verify.report.site import pages
from attnverify.verify.search.build import cases, enter, have, leaf, rule, witness
from attnverify.verify.theory.nearest import ends_in
from attnverify.verify.verdict import Verdict

PAPER = Paper("testing", "A paper about flows")
FLOW = {"letters": ["z: moving number", "c: number"]}
STILL = {"letters": {"z": 1, "c": 0}}
GROWS = Formal(
    "TST-grows",
    {**FLOW, "given": ["almost_always(rate(z) >= c)", "c >= 0"], "show": ["always(z >= start(z))"]},
    rule("monotone", leaf("1: rate(z) >= c", "1: c >= 0"), z="z"),
    instance=STILL,
)
CITES = Formal(
    "TST-cites",
    {
        **FLOW,
        "where": ["twice(x) := 2*x"],
        "given": ["almost_always(rate(z) >= c)", "c >= 0"],
        "show": ["always(twice(z) >= twice(start(z)))", "exists m in number: m > c"],
    },
    [
        have([("always(z >= start(z))", {"lemma": "TST-grows", "with": {}})], enter("every", leaf("2: z >= start(z)"))),
        witness("c + 1", leaf()),
    ],
    instance=STILL,
)
SQUARE = Formal(
    "TST-square",
    {"letters": ["x, y: number"], "given": ["x > 1", "y >= 0 or y < 0"], "show": ["x*x > 1"]},
    cases("y", leaf("1: x > 1; x > 1", "2: x > 1"), leaf("1: x > 1; x > 1", "2: x > 1")),
    instance={"letters": {"x": "3/2", "y": 2}},
    twin=Variant("a larger bound", {"x*x > 1": "x*x > 4"}, {"letters": {"x": "3/2", "y": 2}}),
)
FALSE = Formal(
    "TST-false",
    {"letters": ["x: number"], "given": ["x > 0"], "show": ["x > 1"]},
    refuted={"instance": {"letters": {"x": "1/2"}}},
    expected=Verdict.REFUTED,
)


def claim(formal, **more):
    fields = {
        "title": f"About {formal.id}",
        "statement": "The words of the paper, <b>with</b> $x^2$.",
        "source": Source(PAPER, "Lemma 1"),
        "kind": "inequality",
        "twin": Twin("none", {}) if formal.twin is None else Twin(formal.twin.says, dict(formal.twin.replace)),
        "expected": formal.expected,
        "check": None,
        "formal": formal,
        "rests_on": formal.cites(),
    }
    return Claim(id=formal.id, **{**fields, **more})


@pytest.fixture(scope="module")
def ledger():

    claims = [claim(GROWS), claim(CITES), claim(SQUARE), claim(FALSE, no_repair="none is needed")]
    patch = pytest.MonkeyPatch()
    patch.setattr(attnverify.verify.formal, "_CLAIMS", {item.id: item.formal for item in claims})
    yield build(claims, {item.id: decide(item) for item in claims}, seed=0)
    patch.undo()


@pytest.fixture(scope="module")
def site(ledger):
    return dict(pages(ledger))


def words(page):
    return " ".join(normalize("NFKC", re.sub(r"<[^>]+>", " ", page)).split())


def test_the_claims_are_decided_as_expected(ledger):
    assert [(entry["id"], entry["verdict"]) for entry in ledger["claims"]] == [
        ("TST-cites", "PROVED"), ("TST-false", "REFUTED"), ("TST-grows", "PROVED"), ("TST-square", "PROVED"),
    ]  # fmt: skip


def test_a_refutation_at_an_instance_says_what_decides_it(site):
    page = words(site["claims/TST-false.html"]).partition("The counterexample")[2]
    assert page.startswith(" By exact evaluation everything given holds here, and what is claimed is false: x = 1/2")


def test_no_formula_is_left_as_text_and_none_is_broken(site):
    for path, page in site.items():
        if path.startswith(("claims/", "rules/")):
            main = page[page.index("<main") : page.index("</main")]
            assert "merror" not in page
            assert not re.search(r"\*\*|`", main), path
            shown = re.sub(r"<pre>.*?</pre>", "", main, flags=re.DOTALL)
            assert re.sub(r"<code>[^<]*</code>", "", shown).count("==") == 0, path


def broken(site):
    """The links of a site that lead to no file of it, or to no place of the file."""
    for path, page in site.items():
        for address in re.findall(r'(?:href|src)="?([^" >]+)', page) if path.endswith(".html") else ():
            file, _, part = address.partition("#")
            if not file or address.startswith("data:"):
                continue
            target = str(((Path("/site") / path).parent / file).resolve().relative_to("/site"))
            there = target in site and (not part or target == "index.html" or f'id="{part}"' in site[target])
            if not there:
                yield path, address


def test_every_link_leads_to_a_page(site):
    assert list(broken(site)) == []


def test_a_claim_shows_statement_axioms_through_lemmas_and_numbered_steps(site):
    page = site["claims/TST-cites.html"]
    assert '<a href="../rules/monotone.html">monotone</a>' in page
    assert '(through <a href="TST-grows.html">TST-grows</a>)' in page
    assert "<b>" not in page
    assert "&lt;" in page
    said = words(page)
    assert "z : a number, absolutely continuous in time" in said
    assert "by TST-grows" in said
    assert page.partition('class="proof"')[2].count("<li>") == 7
    assert "Illustrations" not in said


def test_an_arithmetic_step_says_how_much_is_added_up(site):
    assert site["claims/TST-square.html"].count("(2 products)") == 2


def test_instance_twin_and_counterexample(site):
    said = words(site["claims/TST-square.html"])
    assert "Everything given holds, for instance, at x = 3/2" in said
    assert "Rejected: a larger bound" in said
    assert "becomes" in said
    refuted = words(site["claims/TST-false.html"])
    assert "By exact evaluation everything given holds here, and what is claimed is false: x = 1/2" in refuted
    assert "False twin" not in refuted
    assert "What happens instead. Everything given holds at x = 1/2 , and there it is not so that x &gt; 1" in refuted
    assert "Why. There it reads 1 &lt; 1/2 , which is false." in refuted


def test_a_rule_has_its_premises_its_reference_and_its_users(site):
    page = words(site["rules/monotone.html"])
    assert "Rudin" in page
    assert "at almost every time: d/d t z ≥ 0" in page
    assert "Used by TST-grows" in page
    assert "TST-cites" not in page


def test_the_front_page_counts_proofs_and_leads_to_the_rules(site):
    page = site["index.html"]
    assert "4 claims have a proof or refutation that the kernel checked" in words(page)
    assert 'href="rules/index.html"' in page


def test_words_with_formulas():
    text = worded("For any token `x`, by A-1: `x[i] >= 0`", {"A-1": "A-1.html"})
    assert text.count("<i>") == 2
    assert '<a href="A-1.html">A-1</a>' in text


def test_a_power_of_an_exponential_is_not_taken_for_another_exponent():
    assert worded("`exp(a)^2`", {}) == "<i>(e<sup>a</sup>)<sup>2</sup></i>"
    assert worded("`exp(2*a)`", {}) == "<i>e<sup>2a</sup></i>"


def test_letters_of_one_sort_are_told_together():
    told = dict(stated({"spaces": ["E"], "letters": ["a, b: vector; M[head]: measurable matrix"], "show": ["a == b"]}))
    said = [words(text) for text in told["letters"]]
    assert said == ["a , b : vectors", "M : a matrix for every head, measurable in time"]


def test_models_are_those_of_the_statements():
    stated = {
        "letters": ["alpha: number", "V: operator", "beta: number"],
        "where": ["unused := 1", "e(X, i, j) := exp(beta*dot(X[i], X[j]))", "Z(X, i) := sum(j: e(X, i, j))"],
        "flows": ["sa(X, i) = Z(X, i)*V(X[i]) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
        "show": ["alpha == alpha"],
    }
    other = {**stated, "flows": stated["flows"][0], "where": stated["where"][1:]}
    entries = [{"id": f"TST-{k}", "formal": data} for k, data in enumerate((stated, other, stated, {}))]
    (model,) = models(entries)
    assert model.what == "flow"
    assert model.claims == ("TST-0", "TST-1", "TST-2")
    assert len(model.where) == 2
    assert "unused" not in words("".join(model.where))
    letters = {(words(letter), said) for letter, said, count in notation(entries)}
    assert letters == {("α", "a number"), ("β", "a number"), ("V", "a symmetric matrix")}


def test_rules_and_lemmas_are_found_by_what_they_end_in():
    said = {
        "always(forall i: norm(x[i]) <= R)": "norm", "a < b => a + 1 <= b": "<", "tends(x, 0*x)": "tends", "P": "logic",
    }  # fmt: skip
    assert {text: ends_in(text) for text in said} == said
    used = [{"id": "A-1", "proof": {"steps": [{"rule": "monotone"}]}}]
    found = dict(Rules(used).conclusions([("LEM-a", "max(a, b) < c")]))
    assert found["max"][0][:2] == ("../claims/LEM-a.html", "LEM-a")
    assert "monotone" in str(found)
