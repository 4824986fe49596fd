"""One layout and one spelling for each text, and the data that it stands for."""

import re

import pytest

from attnverify.verify.kernel.statements import read as statement
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.theory.claims import load
from attnverify.verify.theory.document import read
from attnverify.verify.theory.formulas import Names, canonical
from attnverify.verify.theory.printer import printed
from attnverify.verify.theory.text import Fault

from .texts import SAMPLE, section

SPELLINGS = {
    "((a) + b)": "a + b", "a-(b-c)": "a - (b - c)", "(a*b)*c/(d)": "a*b*c/d", "a*(b*c)": "a*(b*c)", "-(-a)": "-(-a)",
    "(-a)*b": "(-a)*b", "-(a*b)": "-a*b", "a^(-1)": "a^-1", "(a^b)^c": "(a^b)^c", "0.250": "0.25",
    "a<=b and b<c": "a <= b < c", "a > b and b < c": "a > b and b < c", "(P => Q) => R": "(P => Q) => R",
    "P => (Q => R)": "P => Q => R",
    "(forall i : x[i]>0) and Q": "(forall i: x[i] > 0) and Q",
    "sum(h in heads,j in upto( i ):f(h,j))": "sum(h in heads, j in upto(i): f(h, j))",
    "forall M in matrix E->F: not(M(v)==0)": "forall M in matrix E -> F: not M(v) == 0",
    "sum(k in 0..n: 1)": "sum(k in 0..n: 1)",
}  # fmt: skip


SPELLINGS |= {
    "exists c > 0: c <= 1": "exists c in number: c > 0 and c <= 1",
    "forall t in [0, 1): |t| < 1": "forall t in number: 0 <= t < 1 => abs(t) < 1",
    "sum(j != k: p[j]) == 1": "sum(j: p[j]) - p[k] == 1",
    "forall a, b in vector: ||a + b|| <= 1": "forall a in vector, b in vector: norm(a + b) <= 1",
    "a > 0 iff b > 0": "a > 0 iff b > 0",
    "(a => b) iff (b iff c)": "(a => b) iff (b iff c)",
    "a => (b iff c)": "a => (b iff c)",
}


@pytest.mark.parametrize(("text", "wanted"), SPELLINGS.items())
def test_formulas_have_one_spelling(text, wanted):
    assert canonical(text) == wanted == canonical(wanted)


NAMES = {
    ("t := a + b", "2*t"): "2*(a + b)",
    ("t := a + b", "t^2 - t"): "(a + b)^2 - (a + b)",
    ("far(p) := norm(y[p])", "sum(k: far(k))"): "sum(k: norm(y[k]))",
    ("some(x) := exists z in number: z > x", "some(z)"): "exists z_ in number: z_ > z",
    ("u(x) := forall z in number: x < z", "forall x: u(x + 1)"): "forall x: forall z in number: x + 1 < z",
    ("t := a", "sum(t: t)"): "sum(t: t)",
    ("t := dot(v, y[k])", "sum(k: t)"): "the name t speaks of k, which is bound here; give it a parameter",
    ("f(x) := x", "f(a, b)"): "the name is f(x), with 1 arguments; here it has 2",
}


@pytest.mark.parametrize(("definition", "text", "wanted"), [(*given, wanted) for given, wanted in NAMES.items()])
def test_names_are_written_out_without_catching_letters(definition, text, wanted):
    names = Names()
    names.define(definition)
    if wanted.startswith("the name "):
        with pytest.raises(Rejected, match=re.escape(wanted)):
            names.expanded(text)
    else:
        assert names.expanded(text) == wanted


def test_what_is_read_in_two_ways_in_a_text_is_refused():
    with pytest.raises(Rejected, match="say `in token` or `in number`"):
        Names().expanded("forall j < k: p[j] > 0")
    assert Names().expanded("exists c > 0: P") == "exists c in number: c > 0 and P"


@pytest.mark.parametrize("text", [
    "softmax(2*z)[k] <= 1", "logsumexp(z) >= z[argmax(z)]", "forall j < k: z[j] > 0", "sum(j != k: z[j]) >= r",
    "norm(A(v)) <= norm(A)*||v||", "||A|| >= 0", "converges(x, r)", "converges(y, v)", "exists c > 0: |r| <= c",
])  # fmt: skip
def test_a_text_reads_what_a_lemma_file_reads(text):
    letters = ["z[token], x[size], r: number", "k: token", "A: operator", "y[size], v: vector"]
    claim = section(f"lemma a\n  letters  {'; '.join(letters)}\n  show     {text}\n").claims["LEM-a"]
    found = lemma({"letters": letters, "show": text}, "a")
    assert {key: list(map(canonical, found.data[key])) for key in found.data if key != "letters"} == {
        key: list(map(canonical, texts)) for key, texts in claim.statement.items() if key != "letters"
    }
    assert [x.name for x in found.statement.letters] == [x.name for x in statement(claim.statement).letters]
    assert canonical(text) == text or "c > 0" in text or "sum" in text


def test_names_of_names_and_of_the_file():
    outer = Names()
    outer.define("a := x + 1")
    names = Names(outer)
    names.define("b(t) := a*t")
    names.define("a := 0")  # the name of the file means what it meant where b was written
    assert names.expanded("b(a)") == "(x + 1)*0"


LAYOUTS = {
    "steps share a line": ("  proof\n    let x\n    assume P\n    c > 0\n    d > 0",
        "  proof    let x; assume P\n    c > 0; d > 0\n",),
    "a reason stands behind what sets it, not behind a fact": (
        "  proof\n    c > 0\n    enter ae\n    d > 0  by c > 0; c > 1\n    e > 0\n    by d > 0",
        "    c > 0; enter ae; d > 0  by c > 0; c > 1\n    e > 0\n    by d > 0\n",),
    "branches below steps that share a line": (
        "  proof\n    c > 0\n    witness y\n    both\n    - let i\n      by c\n    - done",
        "    c > 0; witness y; both\n    - let i; by c\n    - done\n",),
    "what is shown, and how it begins": (
        "  proof\n    both\n    - show P => e > 0\n      assume P\n      c > 0\n    - done",
        "    - show P => e > 0; assume P\n      c > 0\n    - done\n",),
    "a fact beside the key": ("  proof of one\n    c > 0\n    by d > 0", "  proof of one: c > 0\n    by d > 0\n"),
    "lines end at commas and connectives, outside brackets": (
        "  show     " + " and ".join(["norm(x) <= 1 + norm(y + z)"] * 5),
        "norm(x) <= 1 + norm(y + z) and\n             norm(x)",),
    "a case": ("  proof\n    cases x\n    - if x<0\n      left", "  proof    cases x\n    - if x < 0; left\n"),
    "a proof of one line beside its fact": (
        "  proof\n    let i\n    c > 0\n      enter ae\n      by d > 0\n    both\n    - show e > 0\n      as other",
        f"let i; c > 0  proof enter ae; by d > 0\n    both\n    - show e > 0{' ' * 28}proof as other\n",),
    "the first steps beside the goal": ("  proof of one\n    assume P\n    c > 0\n  proof of two\n    by c > 0",
        "  proof of one: assume P\n    c > 0\n  proof of two: by c > 0\n",),
    "words fill lines": ("  says     " + "word " * 30, "  says     " + " ".join(["word"] * 22) + "\n           word"),
    "source, kind and role": ("  source   Lemma 1\n  kind     bound\n  role     repair",
        "Lemma 1; kind bound; role repair\n",),
    "a twin in one line": ('  twin     "more"\n           a -> b\n           at x = 1', '"more"  a -> b  at x = 1\n'),
    "quoted texts of a twin": ('  twin     "more"\n           "a;" -> "b"', '"more"\n           "a;" -> "b"\n'),
    "a reason beside its fact": ("  proof\n    a>0  by   b > 0", "  proof    a > 0  by b > 0\n"),
    "a long reason under its fact": ("  proof\n    " + "a + " * 12 + "a > 0  by " + " | ".join(["b > 0; c > 0"] * 8),
        "a > 0\n        by b > 0; c > 0 |",),
    "clauses in their order": ("  proof\n    a > 0  using c  by b > 0", "by b > 0  using c\n"),
    "comments stay": ("  -- why\n  proof\n    -- how\n    both\n    -- one\n    - done\n    - done",
        "    -- one\n    - done\n",),
    "one line": ("  proof\n    by   lemma  a", "  proof    by lemma a\n"),
    "values": ("  instance x = [ 1,2 ];y = always 1/2 ; tokens A 2, B 1",
        "x = [1, 2]; y = always 1/2; tokens A 2, B 1\n"),
}  # fmt: skip


CASES = {
    "cases x\n    - done\n    - left": "cases x\n    - if x < 0; left",
    "cases x\n    - left\n    - done": "cases x\n    - if x >= 0; left",
    "split c > 0 or d\n    - left\n    - done": "split c > 0 or d\n    - if c > 0; left",
    "split some\n    - done\n    - if d\n      left": "split some\n    - if d; left",
    "both\n    - done\n    - show d\n      left": "both\n    - done\n    - show d  proof left",
}


@pytest.mark.parametrize(("whole", "short"), CASES.items())
def test_short_ways_to_say_the_same(whole, short):
    head = "lemma a\n  letters  x: number\n  given    some: c or d\n  show     x > 0\n  proof\n    "
    first, second = (section(head + said).claims["LEM-a"].proof for said in (whole, short))
    assert first == second


@pytest.mark.parametrize(("lines", "wanted"), LAYOUTS.values(), ids=LAYOUTS)
def test_a_text_is_laid_out(lines, wanted):
    made = printed(read(f"lemma a:  Title \n{lines}\n"))
    assert wanted in made
    assert printed(read(made)) == made


def test_the_sample_is_in_its_layout():
    assert printed(read(SAMPLE)) == SAMPLE


STATEMENTS = {
    "contexts come first, each once": (
        "context a\n  letters  x: number\n  given    x > 0\n\ncontext b        in a\n  given    one: x > 1\n\n"
        "lemma l        in b, a\n  given    x > 2\n  show     x > 3\n",
        {"letters": ["x: number"], "given": ["x > 0", "x > 1", "x > 2"], "show": ["x > 3"]},),
    "letters of a context are renamed": ("context a(x)\n  letters  x, y: number\n  let      f(t) := x*t\n\n"
        "lemma l        in a(z), a(w)\n  show     z > 0\n",
        {"letters": ["z, y: number", "w, y: number"], "where": ["f(t) := z*t", "f(t) := w*t"], "show": ["z > 0"]},),
    "names are written out, definitions stay": (
        "write  t := x + 1\n\nlemma l\n  letters  x: number\n  let      s := 2*t\n  show     t*s > 0\n",
        {"letters": ["x: number"], "where": ["s := 2*(x + 1)"], "show": ["(x + 1)*s > 0"]},),
}  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), STATEMENTS.values(), ids=STATEMENTS)
def test_a_statement_is_its_contexts_and_its_own(text, wanted):
    assert section(text).claims["LEM-l"].statement == wanted


def test_the_same_steps_are_cited_from_a_file_that_is_used(tmp_path):
    head = "{}lemma {}\n  letters  x: number\n  given    x > 0\n  show     x^2 + x > 0\n  proof    "
    first = "steps square; x^2 >= 0\n    by x > 0 | x^2 >= 0\n"
    for name, uses, proof in (
        ("a", "", first),
        ("b", "use a\n\n", "as square in LEM-a\n"),
        ("c", "", "as square in LEM-a\n"),
    ):
        (tmp_path / f"{name}.proof").write_text(head.format(uses, name) + proof)
    (tmp_path / "contexts.proof").write_text("")
    found = {id: claim for made in load(tmp_path, "p") for id, claim in made.claims.items()}
    assert found["LEM-b"].proof == found["LEM-a"].proof
    with pytest.raises(Fault, match="no steps 'square' in LEM-a stand above"):
        _ = found["LEM-c"].proof


def test_values_twins_and_refutations_are_data():
    text = """lemma a
  letters  x[token]: vector;  k: number;  j: token
  given    small: k < 1;  k > 0
  show     k > 0
  instance tokens A 2, B 1; dim 2; x = [[1, 1/2], [0, log(2)]]; k = always -3
  twin     "more"  small becomes k < 2; "k > 0" -> "k > 1"  at the instance; k = 5; without x
  disproof where k < 1/2
    by small

lemma b
  letters  x[token]: vector;  j: token;  k: number
  given    k > 0;  k > 1
  show     k > 2
  motion   frame e1;  tokens 2;  w := exp(time);  x = [w*e1, [e1]];  j = 1;  k = 2
  first
    w > 0
  proof of given 2
    k > 1
  disproof
    assume 1
"""
    a, b = section(text).claims.values()
    assert a.instance == {
        "tokens": {"A": 2, "B": 1},
        "dim": 2,
        "letters": {"x": [[1, "1/2"], [0, "log(2)"]], "k": {"always": -3}},
    }
    assert (a.twin.says, a.twin.replace) == ("more", {"k < 1": "k < 2", "k > 0": "k > 1"})
    assert a.twin.instance == {"tokens": {"A": 2, "B": 1}, "dim": 2, "letters": {"k": 5}}
    assert a.refuted["case"] == ["k < 1/2"]
    motion = b.refuted["motion"]
    assert motion["letters"] == {"x": ["w*e1", ["e1"]], "j": 1, "k": "2"}
    assert motion["where"] == ["w := exp(time)"]
    assert motion["first"] == [["w > 0", {"known": True}]]
    assert [proof.get("have") for proof in motion["given"]] == [None, "k > 1"]


def test_labels_reach_the_data():
    claim = section(SAMPLE).claims["LEM-grows"]
    assert claim.proof["says"] == "wide"
    assert claim.labels == {"low": "0 < a", "high": "a < b"}


@pytest.mark.parametrize(("name", "text", "wanted"), [
    ("t(y) := sum(k in 0..3: y^k/factorial(k))", "t(2*x)", "1 + 2*x + (2*x)^2/2 + (2*x)^3/6"),
    ("t(y, m) := sum(k in m..2: y^k)", "t(x, 3)", "0"),
    ("t(y) := sum(j in 1..2: sum(k in j..2: (1/2)^k)*y^j)", "t(x)", "3/4*x + 1/4*x^2"),
    ("t(y) := sum(k in 1..2: -k*y)", "t(x)", "-x + (-2*x)"),
    ("t(n) := sum(k in 0..n: k)", "t(m)", "sum(k in 0..m: k)"),
    ("t(n) := sum(k in 0..n: k)", "t(1)", "sum(k in 0..1: k)"),
    ("t(y) := sum(k in 0..1: sum(k in 1..2: k*y))", "t(x)", "x + 2*x + (x + 2*x)"),
    ("t := factorial(5)", "t", "120"), ("t := 2", "t*factorial(3)", "2*factorial(3)"),
])  # fmt: skip
def test_sums_between_whole_numbers_are_written_out(name, text, wanted):
    names = Names()
    names.define(name)
    assert names.expanded(text) == canonical(wanted)


@pytest.mark.parametrize(
    "body", ["sum(k in 0..1000: k)", "sum(k in m..3: k)", "factorial(1/2)", "factorial(m)", "factorial(1001)"]
)
def test_sums_that_cannot_be_written_out(body):
    names = Names()
    names.define(f"t := {body}")
    with pytest.raises(Rejected):
        names.expanded("t")
