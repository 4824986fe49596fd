"""Formulas, prose and proofs as a page shows them."""

import copy
import re
from pathlib import Path
from unicodedata import normalize

import pytest

import attnverify.verify.formal
from attnverify.verify.cache_folder import read_kept, write_kept
from attnverify.verify.claim import Claim, Paper, Source, Twin
from attnverify.verify.decision import decide
from attnverify.verify.formal import Formal, Variant
from attnverify.verify.ledger import build
from attnverify.verify.referee.records import RecordError
from attnverify.verify.registry import load
from attnverify.verify.report import kept_formulas
from attnverify.verify.report.formulas import tex
from attnverify.verify.report.models import models, notation
from attnverify.verify.report.proofs import stated, worded
from attnverify.verify.report.prose import prose
from attnverify.verify.report.reading import require_complete
from attnverify.verify.report.relations import MAX_CHARACTERS, name, relation, value
from attnverify.verify.report.site import pages
from attnverify.verify.report.statements import statement
from attnverify.verify.tactics.build import cases, enter, have, leaf, rule, witness
from attnverify.verify.verdict import Verdict


@pytest.mark.parametrize(("source", "part"), [
    (r"\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
    (r"\lambda_d", "<msub><mi>λ</mi><mi>d</mi></msub>"),
    (r"\mathrm{diag}(1)", "<mi>diag</mi>"),
    (r"\mathbf{1}", "<mn>𝟏</mn>"),
    (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "<mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr>"),
    (r"\arg\max x", '<mi>arg</mi><mo lspace=".17em" rspace=".17em">max</mo>'),
    (r"\langle x, y\rangle", '<mo stretchy="false">⟨</mo>'),
    (r"a \ne -b", '<mo>≠</mo><mo form="prefix">−</mo><mi>b</mi>'),
    ("a - b", "<mi>a</mi><mo>−</mo><mi>b</mi>"),
    ("a < b", "<mo>&lt;</mo>"),
    (r"|x|", '<mo stretchy="false" lspace="0" rspace="0">|</mo>'),
    (r"1/\max(0, a)", '<mo lspace="0" rspace="0">max</mo><mo stretchy="false">(</mo>'),
    (r"b\max_i x", '<msub><mo lspace=".17em" rspace=".17em">max</mo><mi>i</mi></msub><mi>x</mi>'),
    (r"\max_{i<j} x", '<mo lspace="0" rspace="0">&lt;</mo>'),
    (r"\limsup |x|", '<mo movablelimits="true" lspace="0" rspace=".17em">lim'),
    (r"\tanh a", '<mi>tanh</mi><mspace width=".17em"/><mi>a</mi>'),
])  # fmt: skip
def test_formulas_become_mathml(source, part):
    assert part in tex(source)


@pytest.mark.parametrize("source", [
    r"\unknown{x}", r"\frac{1", r"\text{<script>alert(1)</script>}",
    r"\text{</math><script>alert(1)</script>}",
    "{" * 5000, r"\left(",
])  # fmt: skip
def test_what_is_no_formula_stays_text(source):
    written = tex(source)
    assert written.startswith("<code>$") or "<script" not in written
    assert "<script" not in written
    assert "merror" not in written


def test_nothing_that_acts_is_written():
    for source in (r"\href{javascript:alert(1)}{x}", r"\style{color:red}{x}", r"\text{<mi onclick='x'>y</mi>}"):
        written = tex(source)
        assert not any(word in written for word in ("href", "style", "onclick='", 'onclick="'))


def test_a_long_formula_can_be_broken_after_a_relation():
    assert tex("a = b").count("<math>") == 1
    long = tex(r"\frac{1+\alpha\lambda_j}{1+\alpha\lambda_1} \le \frac{1+\beta\lambda_j}{1+\beta\lambda_1} < 1")
    assert long.count("<math>") == 3
    assert "<mo>≤</mo></math><math>" in long


TEXT = "dot(x, y)^2 <= dot(x, x)*dot(y, y)"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of the test's own, and nothing written so far in this process."""
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path))
    monkeypatch.setattr(kept_formulas, "_known", {})
    return tmp_path


def another_process(monkeypatch):
    monkeypatch.setattr(kept_formulas, "_known", {})


def test_what_is_kept_is_what_was_written(folder, monkeypatch):
    with kept_formulas.kept():
        written = statement(TEXT)
    another_process(monkeypatch)
    with kept_formulas.kept():
        assert kept_formulas._known == {TEXT: written}
        assert statement(TEXT) == written
        assert hasattr(statement(TEXT), "__html__")
    assert "<var>" in written


def test_changed_code_writes_again(folder, monkeypatch):
    with kept_formulas.kept():
        statement(TEXT)
    another_process(monkeypatch)
    monkeypatch.setattr(kept_formulas, "engine_digest", lambda: "another")
    with kept_formulas.kept():
        assert not kept_formulas._known


@pytest.mark.parametrize("damage", ["", [], None, {"formulas": 1}])
def test_a_damaged_file_is_written_again(folder, monkeypatch, damage):
    with kept_formulas.kept():
        statement(TEXT)
    file = folder / "formulas.memory"
    write_kept(file, {"key": read_kept(file)["key"], **damage} if isinstance(damage, dict) else damage)
    another_process(monkeypatch)
    with kept_formulas.kept():
        assert not kept_formulas._known
        statement(TEXT)
    assert list(read_kept(file)["formulas"]) == [TEXT]


def test_a_folder_that_cannot_be_written_costs_no_formula(folder, monkeypatch):
    (folder / "file").write_text("")
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(folder / "file" / "cache"))
    with kept_formulas.kept():
        assert "<var>" in statement(TEXT)


PAGES = {id: f"p/{id}.html" for id in ("A-1", "A-1.b", "A-1-b")}


@pytest.mark.parametrize(("text", "written"), [
    ("d >= 2 <b>", "<i>d</i> ≥ 2 &lt;<i>b</i>&gt;"),
    ("alpha*lambda_1 != 0", "<i>α</i>*<i>λ</i><sub>1</sub> ≠ 0"),
    ("v_1^T x and R^d", "<i>v</i><sub>1</sub><sup><i>T</i></sup> <i>x</i> and <i>R</i><sup><i>d</i></sup>"),
    ("A_ij", "<i>A</i><sub><i>ij</i></sub>"),
    ("V^-1", "<i>V</i><sup>−1</sup>"),
    ("alphabet, lambdas, snake_case", "alphabet, lambdas, snake_case"),
    ("W = I and P(t), a state", "<i>W</i> = <i>I</i> and <i>P</i>(<i>t</i>), a state"),
    ("(b) Appendix B, D.5, e.g. z3's n-sphere I", "(b) Appendix B, D.5, e.g. z3&#39;s <i>n</i>-sphere I"),
    ("diag(1, -0.5) - x, -y, well-known", "diag(1, −0.5) − <i>x</i>, −<i>y</i>, well-known"),
    ("by A-1.b and A-2", 'by <a href="p/A-1.b.html">A-1.b</a> and A-2'),
    ("by A-1-2 and A-1-b", 'by A-1-2 and <a href="p/A-1-b.html">A-1-b</a>'),
    ("it costs $5", "it costs $5"),
    ("$a$, $b$ c", '<span class="glued"><math><mi>a</mi></math>,</span> <math><mi>b</mi></math> <i>c</i>'),
    ("at A = [['1/2', '-3'], ['0', 'x']]", "at <i>A</i> = [[1/2, −3], [0, &#39;x&#39;]]"),
    ("I - B is I", "<i>I</i> − <i>B</i> is I"),
])  # fmt: skip
def test_words_symbols_and_links(text, written):
    assert prose(text, PAGES) == written


def test_every_registered_claim_can_be_typeset():
    for claim in load().values():
        for text in (claim.title, claim.statement, claim.reading, claim.no_repair, claim.twin.says):
            assert text.count("$") % 2 == 0, claim.id
            assert "<code>" not in prose(text, {}), (claim.id, prose(text, {}))
        for hypothesis in claim.hypotheses:
            assert len(hypothesis) > MAX_CHARACTERS or "<code>" not in relation(hypothesis), (claim.id, hypothesis)
        for given in claim.instance.values():
            assert "<code>" not in value(given), claim.id


def test_a_ledger_of_this_program_is_complete(small_ledger):
    require_complete(small_ledger)


@pytest.mark.parametrize(("change", "said"), [
    (lambda ledger: ledger.pop("papers"), "'papers' is missing"),
    (lambda ledger: ledger.pop("seed"), "'seed' is None"),
    (lambda ledger: ledger.update(versions=[]), "'versions' must be"),
    (lambda ledger: ledger["papers"].pop(), "claim 'TST-1': 'paper' is 'testing'; 'papers' lists notes"),
    (lambda ledger: ledger["papers"][0].update(name="a/b"), "paper 'a/b': the name is no file name"),
    (lambda ledger: ledger["claims"][0].pop("statement"), "claim 1: 'statement' is None"),
    (lambda ledger: ledger["claims"][0].update(id="../../etc"), "claim '../../etc': the id is no file name"),
    (lambda ledger: ledger["claims"][1].update(id="TST-1"), "the id occurs twice"),
    (lambda ledger: ledger["claims"][0].update(reconstructed=1), "'reconstructed' is 1"),
    (lambda ledger: ledger["claims"][0]["twin"].update(changes={"a": 1}), "'changes'"),
    (lambda ledger: ledger["claims"].__setitem__(0, "text"), "'text' is not an object"),
])  # fmt: skip
def test_what_is_missing_is_named(small_ledger, change, said):
    ledger = copy.deepcopy(small_ledger)
    change(ledger)
    with pytest.raises(RecordError) as error:
        require_complete(ledger)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def text(written):
    """What is read, without the marks."""
    plain = re.sub(r"<[^>]+>", "", written).replace("&lt;", "<").replace("&gt;", ">").replace("\xa0", " ")
    return normalize("NFKC", plain.replace("−", "-")).replace("-", "−")


@pytest.mark.parametrize(("source", "read"), [
    ("a - (b - c) != -(x + 1)", "a − (b − c) ≠ −(x + 1)"),
    ("-1*x == 1*u/4", "−x = u/4"),
    ("a*(-b) >= 2*3*x", "a(−b) ≥ 2·3x"),
    ("a + -b*c == 0", "a + (−bc) = 0"),
    ("(a + b)*c < (-x)**2", "(a + b)c < (−x)2"),
    ("a/b*c/d == sqrt(2)*x", "ac/(bd) = √2·x"),
    ("a*(b + c)/(2*x) > 0 ", "a(b + c)/(2x) > 0"),
    ("transpose(V)@V == identity(rows(V))", "VTV = Irows(V)"),
    ("dot(x, x) <= Max(Abs(y), 1)", "⟨x, x⟩ ≤ max(|y|, 1)"),
    ("0 < x < 1", "0 < x < 1"),
    ("integer(N)", "N ∈ Z"),
    ("X[0] == [1, 2]", "X0 = (1, 2)"),
    ("det([[1, 2], [3, 4]]) == -2", "det((1, 2; 3, 4)) = −2"),
])  # fmt: skip
def test_what_is_read_is_what_is_written(source, read):
    assert text(relation(source)) == read


def test_names_and_matrices():
    assert name("lambda_1") == "<var>𝜆<sub>1</sub></var>"
    assert name("V1") == "<var>𝑉<sub>1</sub></var>"
    assert text(name("x_1_j")) == "x1,j"
    assert text(value([["1/2", 0], [0, -1]])) == "(1/2, 0; 0, −1)"
    assert text(value([1, "x"])) == "(1, x)"


def test_values_and_names_that_are_none_stay_text():
    assert value([["<", 1]]) == "<code>[[&#39;&lt;&#39;, 1]]</code>"
    assert "<script" not in name("<script>_1")


@pytest.mark.parametrize("source", ["x <", "a.b", "<script>", "x + " * MAX_CHARACTERS + "1"])
def test_what_cannot_be_read_stays_text(source):
    written = relation(source)
    assert written.startswith("<code>")
    assert "<script" not in written


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
        "hypotheses": (),
        "instance": {},
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
        ("TST-cites", "PROVED"),
        ("TST-false", "REFUTED"),
        ("TST-grows", "PROVED"),
        ("TST-square", "PROVED"),
    ]


def test_a_refutation_at_an_instance_has_steps_too(site):
    page = words(site["claims/TST-false.html"]).partition("Proof of the negation")[2]
    assert page.startswith(" x &gt; 0 exact evaluation at the counterexample Not so: x &gt; 1 exact evaluation")


def test_no_formula_is_left_as_text_and_none_is_broken(site):
    for path, page in site.items():
        if path.startswith(("claims/", "rules/")):
            main = page[page.index("<main") : page.index("</main")]
            assert "merror" not in page
            assert not re.search(r"\*\*|`", main), path
            shown = re.sub(r"<pre>.*?</pre>", "", main, flags=re.DOTALL)
            assert re.sub(r"<code>[^<]*</code>", "", shown).count("==") == 0, path


def test_every_link_leads_to_a_page(site):
    for path, page in site.items():
        for address in re.findall(r'(?:href|src)="?([^" >]+)', page) if path.endswith(".html") else ():
            file, _, part = address.partition("#")
            if not file or address.startswith("data:"):
                continue
            target = str(((Path("/site") / path).parent / file).resolve().relative_to("/site"))
            assert target in site, (path, address)
            assert not part or target == "index.html" or f'id="{part}"' in site[target], (path, address)


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
    assert "The counterexample Everything given holds here, and what is claimed is false: x = 1/2" in refuted
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
    assert text.count("<var>") == 2
    assert '<a href="A-1.html">A-1</a>' in text


def test_a_power_of_an_exponential_is_not_taken_for_another_exponent():
    assert worded("`exp(a)^2`", {}) == "<var>(<i>e</i><sup>𝑎</sup>)<sup>2</sup></var>"
    assert worded("`exp(2*a)`", {}) == "<var><i>e</i><sup>2𝑎</sup></var>"


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
