from __future__ import annotations

import re
from importlib.resources import files
from unicodedata import normalize

import pytest

from attnverify.verify.kernel.definitions import definitions
from attnverify.verify.kernel.rules import rules
from attnverify.verify.kernel.vocabulary import FUNCTIONS, PREDICATES
from attnverify.verify.report.formulas import tex
from attnverify.verify.report.motions import motion
from attnverify.verify.report.rules import Rules
from attnverify.verify.report.statements import _BELOW, GREEK
from attnverify.verify.report.words import _BUILT_IN, words


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


# Words.
def test_a_definition_is_printed_as_the_kernel_has_it_with_the_words_in_it():
    said = [str(line) for line in words({"given": ["simple_top(V, v, lam)"], "show": "norm(v) == 1"})]
    assert len(said) == 2
    assert "simple greatest eigenvalue" in said[0]
    assert "∃" in said[1], "the definition of an eigenvalue, which that of the greatest one needs"


def test_what_is_built_in_is_said_in_words():
    assert [str(line) for line in words({"show": ["lyapunov(F, X)"]})] == [_BUILT_IN["lyapunov"]]
    assert words({"show": ["x > 0"]}) == []


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


# Motions that refute, for readers: every letter of the statement, and what it is over time.
STATED = {
    "frame": ["e1", "e2"],
    "tokens": 2,
    "where": ["u := exp(-time)", "y2 := (e1 + u*e2)/sqrt(1 + u^2)"],
    "letters": {"f": 0, "root": "2", "y": ["e1", "y2"], "P": [[["u", "y2", "e1"], ["-2", "e2"]], []], "W": [["1"]],
        "M": []},
}  # fmt: skip


def words_motions(markup):
    return normalize("NFKC", re.sub(r"<[^>]+>", "", str(markup))).replace(" ", "")


@pytest.fixture(scope="module")
def found():
    return motion({"proof": {"data": {"refuted": {"motion": STATED}}}})


def test_sizes_and_frame_are_told_in_words(found):
    assert words_motions(found.setting) == "2tokens,1head,inthespacewiththeorthonormalbasise1,e2"
    assert len(found.where) == 2


def test_every_letter_has_a_line_unless_it_is_a_name_of_where(found):
    assert list(map(words_motions, found.letters)) == [
        "fisnumber1", "root=2", "y1=e1", "P1=uy2⟨e1,·⟩+(−2)e2⟨e2,·⟩", "P2=0", "W=1I", "M=0",
    ]  # fmt: skip


def test_other_claims_have_none():
    assert motion({"evidence": []}) is None
    assert motion({"proof": {"data": {"refuted": {"instance": {"tokens": 2}}}}}) is None


def test_the_paths_are_drawn_in_the_plane_of_the_frame(found):
    """y2 starts at (e1 + e2)/sqrt(2), 90 pixels from the middle, and ends near e1 at time 6; y1 rests at e1."""
    corner = 90 / 2**0.5
    assert f'<circle cx="{corner:.1f}" cy="-{corner:.1f}" r="5"' in found.image
    assert '<circle cx="90.0" cy="-0.2" r="4"' in found.image
    assert found.image.count("<polyline") == 2


@pytest.mark.parametrize(
    "letters", [{"y": ["e1"]}, {"y": ["unknown*e1"]}, {"y": ["e1/(time - time)"]}, {"c": "exp(time)"}]
)
def test_what_rests_or_is_no_plain_function_of_time_is_not_drawn(letters):
    assert motion({"proof": {"data": {"refuted": {"motion": {**STATED, "letters": letters}}}}}).image == ""


def test_the_font_has_indices_and_makes_a_letter_alone_italic():
    font = pytest.importorskip("fontTools.ttLib").TTFont(files("attnverify.verify.report") / "fonts" / "formulas.woff")
    assert {*_BELOW.values(), *map(ord, GREEK.values())} <= font.getBestCmap().keys()
    assert "ss01" in {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
