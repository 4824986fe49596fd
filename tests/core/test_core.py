"""The core against its corpus; what it imports, its tables, limits, citing, and what is judged to be shown."""

import ast
import contextlib
import json
import lzma
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import pytest

from attnverify.verify.core import files, polynomials, schemas, terms, words
from attnverify.verify.core.__main__ import main
from attnverify.verify.core.notation import INDEX, SPACE, instance
from attnverify.verify.core.polynomials import BITS, ONE, Normal, Polynomial
from attnverify.verify.core.steps import Derivation
from attnverify.verify.core.terms import OPERATIONS, Refused, State, packed
from attnverify.verify.core.words import WORDS
from attnverify.verify.derivations.stored import closed
from attnverify.verify.derivations.writing import statement_text
from tests.core import corpus
from tests.core.corpus import BAD, BASE, GOOD, behind_base, damaged, derivation, result
from tests.core.semantics import Model, close
from tests.core.writer import Proof

CORE = Path(files.__file__).parent
TOKEN, HEAD, E = "I:token", "I:head", "V:E"


# ---- the corpus


@pytest.mark.parametrize("section", GOOD, ids=lambda s: s.name)
def test_good_derivations_are_accepted(section):
    found = result(section, *GOOD)
    assert found.refusal is None
    assert found.answer == "accept"


@pytest.mark.parametrize(("what", "why", "lines"), [(what, why, lines) for what, why, *lines in BAD])
def test_bad_derivations_are_rejected_at_their_last_line(what, why, lines):
    before, after = result(behind_base(lines[:-1])), result(behind_base(lines))
    assert before.answer == "accept", before.refusal
    assert after.answer == "reject"
    assert why in after.refusal.reason
    assert after.refusal.step == sum(line[:3] == b'["!' for line in [*BASE.lines, *map(str.encode, lines[:-1])])
    assert "test" in str(after.refusal)


@pytest.mark.parametrize("dummy", [corpus.accepts_all, corpus.rejects_all, corpus.parses_only])
def test_the_corpus_exposes_dummies(dummy):
    assert len(list(corpus.faults(dummy))) >= len(GOOD)


def test_the_corpus_finds_nothing_in_the_core():
    assert list(corpus.faults(lambda section: result(section, *GOOD).answer)) == []


def test_the_corpus_uses_every_operation_step_and_schema():
    lines = [json.loads(line) for section in GOOD for line in section.lines]
    made = {line[0] for line in lines}
    assert {f"!{step}" for step in files.STEPS} <= made
    assert {line[1] for line in lines if line[0] == "!ax"} == {*schemas.SCHEMAS, *schemas.LITERATURE}
    proof = Proof()
    for schema in [*schemas.SCHEMAS.values(), *schemas.LITERATURE.values()]:
        schema(proof.state, *letters_of(proof.state, schema))
    assert {*OPERATIONS} <= {op for op, *_ in proof.state.nodes}


SORTS = {"I": TOKEN, "J": HEAD, "V": E, "E": "V:F", "F": "V:G", "Y": "R", "A": "R", "B": "N", "C": "N", "X": "R"}


def letters_of(state, schema):
    return [state.letter(name, instance(sort, SORTS)) for name, sort in schema.letters]


# ---- tables and modules


def test_the_core_imports_the_standard_library_only():
    for path in CORE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert all(alias.name.split(".")[0] in sys.stdlib_module_names for alias in node.names), path
            elif isinstance(node, ast.ImportFrom) and not node.level:
                assert node.module.split(".")[0] in sys.stdlib_module_names, path


def test_no_term_is_made_before_a_file_is_read():
    for path in CORE.glob("*.py"):
        for statement in ast.parse(path.read_text("utf-8")).body:
            if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
                assert not names & {"State", "build", "Derivation"} or isinstance(statement, ast.If | ast.ImportFrom), (
                    path
                )


def test_the_core_is_small():
    assert sum(len(path.read_text("utf-8").splitlines()) for path in CORE.glob("*.py")) <= 1500
    assert sum(len(path.read_text("ascii").splitlines()) for path in CORE.glob("*.txt")) <= 450


@pytest.mark.parametrize("name", WORDS)
def test_a_word_is_closed_names_its_own_sorts_and_earlier_words(name):
    parameters, _ = WORDS[name]
    assert all(p in INDEX | SPACE for p in parameters)
    state = State()
    sorts = [f"{'I' if p in INDEX else 'V'}:sort of {name} {k}" for k, p in enumerate(parameters)]
    word = state.make("word", name, *sorts)
    body = state.bodies[word]
    assert not state.loose[body]
    assert not state.free[body]
    rows = packed(state, body)
    assert files.sorts_in(rows) <= set(sorts)
    earlier = list(WORDS)[: list(WORDS).index(name)]
    assert all(row[1] in earlier for row in rows if row[0] == "word")


def test_tables_are_frozen_and_their_names_differ():
    with pytest.raises(TypeError):
        WORDS["near"] = WORDS["sph"]
    with pytest.raises(TypeError):
        schemas.SCHEMAS["x"] = schemas.SCHEMAS["true"]
    groups = {schema.group for schema in schemas.SCHEMAS.values()}
    assert not (set(schemas.SCHEMAS) | groups) & (set(schemas.LITERATURE) | {"literature"})
    assert not set(schemas.SCHEMAS) & groups


@pytest.mark.parametrize("sort", [
    "V:", "V:" + "x" * 199, "V:\n", "V:\u00e9", "X:a", ("fn", "R", "V:"), ("fn", "V:", "R"), ("fn", "R"),
    ("lin", E, "V:"), ("lin", "V:", E), ("lin", E, "R"), ("lin", TOKEN, E), ("map", "R", "R"), ("map", E, E),
])  # fmt: skip
def test_what_is_no_sort_is_refused(sort):
    assert not terms.is_sort(sort)
    with pytest.raises(Refused):
        State().letter("x", sort)


def test_true_is_no_number_of_a_term():
    state = State()
    x = state.letter("x", "R")
    assert state.make("+", x, x)
    with pytest.raises(Refused, match="2 terms are asked for"):
        state.make("+", True, x)


# ---- citing


def theorem():
    """For all numbers e of the tokens, their sum is their sum plus 0."""
    proof = Proof()
    e = proof.letter("e", ("fn", TOKEN, "R"))
    total = proof.make("sum", proof.every(TOKEN), e)
    proof.gen(proof.step("ring", total, proof.plus(total, proof.number(0))), e)
    return proof


def length():
    """A vector has the length that it has."""
    proof = Proof()
    proof.gen(proof.step("ring", *[proof.make("norm", u := proof.letter("u", E))] * 2), u)
    return proof


@pytest.mark.parametrize(("made", "old", "new"), [(theorem, TOKEN, HEAD), (length, E, "V:F")])
def test_a_lemma_is_cited_at_other_sorts(made, old, new):
    lemma = made().section()
    citing = derivation(['["derivation",2,"a"]', json.dumps(["!cite", lemma.id, [[old, new]]])])
    found = result(citing, lemma)
    assert found.answer == "accept"
    state = State()
    expected = terms.unpacked(state, result(lemma).lemma.formula, {old: new})
    assert found.lemma.formula == packed(state, expected) != result(lemma).lemma.formula
    plain = Derivation(State(), {"a": result(lemma).lemma})
    assert packed(plain.state, plain.sequent(plain.cite("a"))[1]) == result(lemma).lemma.formula


def test_what_is_cited_keeps_its_hypotheses_and_what_it_rests_on():
    lemma = refutation([card(2)]).section()
    citing = derivation(['["derivation",2,"a"]', json.dumps(["!cite", lemma.id, []])])
    cited = result(citing, lemma).lemma
    assert len(cited.hypotheses) == 1
    assert cited.rests_on == result(lemma).lemma.rests_on >= {"irrefl", "not"}
    assert cited.formula[-1][0] == "not"


@pytest.mark.parametrize(("names", "why"), [
    ([[TOKEN, E]], "cannot be renamed"), ([[E, TOKEN]], "cannot be renamed"), ([["R", "N"]], "cannot be renamed"),
    ([[TOKEN, "I:"]], "cannot be renamed"), ([["I:", TOKEN]], "cannot be renamed"),
    ([[TOKEN, HEAD], [TOKEN, "I:third"]], "renamed twice"), ([[TOKEN]], "has no place"), ([[TOKEN, 1]], "has no place"),
    ([[["fn", "R", "R"], "R"]], "has no place"),
])  # fmt: skip
def test_renamings_that_are_refused(names, why):
    lemma = theorem().section()
    citing = derivation(['["derivation",2,"a"]', json.dumps(["!cite", lemma.id, names])])
    assert why in result(citing, lemma).refusal.reason


def test_what_is_not_accepted_is_not_cited():
    bad = behind_base(['["!mp",3,3]'])
    citing = derivation(['["derivation",2,"a"]', json.dumps(["!cite", bad.id, []])])
    assert "no accepted derivation" in result(citing, bad).refusal.reason
    large = behind_base([json.dumps(["v", "x" * (1 << 20), "R"])])
    citing = derivation(['["derivation",2,"a"]', json.dumps(["!cite", large.id, []])])
    assert result(citing, large).answer == "decline"


def test_circles_of_derivations_are_refused():
    """Identities are hashes, so that a circle cannot be written; here they are forged."""
    checker = files.Checker([])
    for name, other in ("a", "b"), ("b", "a"):
        checker.sections[name] = derivation([f'["derivation",2,"{name}"]', f'["!cite","{other}",[]]'])
    assert "no accepted" in checker.result("a").refusal.reason
    assert "no accepted" in checker.result("b").refusal.reason


# ---- what is shown


def statement_of(kind, make):
    proof = Proof()
    return files.Statement(kind, "x", packed(proof.state, make(proof)))


def card(value, sort=TOKEN):
    return lambda p: p.eq(p.size(sort), p.number(value))


def dim(value, sort=E):
    return lambda p: p.eq(p.make("dim", sort), p.number(value))


def claim(p):
    """False: every number is below itself, and something of the states I:token -> V:E, so that both sorts occur."""
    return p.all("R", lambda x: p.both(p.lt(x, x), p.all(("fn", TOKEN, E), lambda _: p.make("true"))))


def refutation(sizes):
    """`not claim` from the hypotheses `sizes`, which it does not need."""
    proof = Proof()
    hypotheses = [proof.assume(size(proof)) for size in sizes]
    k = proof.left(proof.step("inst", proof.assume(claim(proof)), proof.number(0)))
    k = proof.refute(k, claim(proof))
    for j in hypotheses:
        k = proof.right(proof.conj(j, k))
    return proof


@pytest.mark.parametrize(("sizes", "shown"), [
    ([], True), ([card(2)], True), ([card(1), dim(3)], True), ([card(0)], False), ([card("1/2")], False),
    ([card(-1)], False), ([dim(0)], False), ([dim("3/2")], False), ([card(2), card(3)], False),
    ([card(2, HEAD)], False), ([dim(2, "V:F")], False), ([lambda p: p.eq(p.number(2), p.size(TOKEN))], False),
    ([lambda p: p.le(p.size(TOKEN), p.number(2))], False),
    ([lambda p: p.eq(p.plus(p.size(TOKEN), p.number(0)), p.number(2))], False),
    ([lambda p: p.make("false")], False),
    ([lambda p: p.eq(p.letter("x", "R"), p.number(2))], False),
    ([lambda p: p.eq(p.make("sum", p.every(TOKEN), p.bind(TOKEN, lambda _: p.number(2))), p.number(2))], False),
])  # fmt: skip
def test_a_refutation_may_choose_sizes_and_nothing_else(sizes, shown):
    lemma = result(refutation(sizes).section()).lemma
    assert len(lemma.hypotheses) == len(sizes)
    assert files.shows(lemma, statement_of("refute", claim)) is shown
    assert not files.shows(lemma, statement_of("claim", claim))
    assert not files.shows(lemma, statement_of("satisfy", claim))
    negation = lambda p: p.no(claim(p))  # noqa: E731
    assert files.shows(lemma, statement_of("claim", negation)) is (not sizes)
    assert files.shows(lemma, statement_of("satisfy", negation)) is shown


def challenge(kind, proof):
    """Lines that ask for what a proof shows last."""
    rows = packed(proof.state, proof.formula(len(proof.steps) - 1))
    return statement_text(files.Statement(kind, "S", rows))


def test_statements_and_permitted_rules(tmp_path, capsys):
    sure = Proof()
    sure.by("exp zero")
    for name, text in {
        "derivation": b"\n".join(sure.lines("sure")).decode() + "\n",
        "again": b"\n".join(sure.lines("again")).decode() + "\n",
        "headed": '["derivation",2,"o"]\n["true"]\n["claim","S",1]\n',
        "rejected": '["derivation",2,"r"]\n["!mp",1,1]\n',
        "good": challenge("claim", sure),
        "bad": challenge("refute", sure),
        "open": '["statements",2,"o"]\n["v","p","O"]\n["claim","S",1]\n',
        "functions": "functions\n",
        "exp": "exp zero\nexp add\n",
        "one": "exp zero\n",
        "logic": "logic\n",
        "nothing": "no such rule\n",
        "named": '["derivation",2,"s\\nshown claim S \\ud800~"]\n["true"]\n["!ax","true"]\n',
    }.items():
        (tmp_path / name).write_text(text)

    def run(*words):
        """Exit code and output; words that name files are files."""
        code = main([word if word.startswith("--") else str(tmp_path / word) for word in words])
        output = capsys.readouterr()
        return code, output.out + output.err

    assert run("derivation") == (0, f"accept {result(sure.section('sure')).section.id} sure\n")
    assert run("derivation", "--challenge", "good")[0] == 0
    shown = run("derivation", "again", "--challenge", "good")[1].splitlines()[-1]
    assert shown.startswith("shown claim S ")
    assert shown.split()[4:] == [result(sure.section("sure")).section.id]
    code, output = run("derivation", "--challenge", "bad")
    assert code == 1
    assert "not shown refute S" in output
    for name in ("functions", "exp", "one"):
        assert run("derivation", "--challenge", "good", "--permit", name)[0] == 0
    code, output = run("derivation", "--challenge", "good", "--permit", "logic")
    assert code == 1
    assert "not permitted claim S" in output
    code, output = run("derivation", "rejected")
    assert code == 1
    assert "step 0: there is no sequent 1 back" in output
    code, output = run("rejected", "derivation", "--challenge", "good")
    assert code == 1
    assert "\nshown claim S" in output
    assert [run("derivation", "--permit", name)[0] for name in ("nothing", "missing")] == [2, 2]
    assert [run("derivation", "--challenge", name)[0] for name in ("derivation", "headed", "open")] == [2, 2, 2]
    assert [run(*names)[0] for names in (("good",), ("derivation", "good"))] == [2, 2]
    code, output = run("missing")
    assert code == 2
    assert "missing" in output
    code, output = run("named")
    assert code == 0
    assert output.endswith(" s?shown claim S ?~\n")
    assert output.count("\n") == 1


@pytest.mark.parametrize(("lines", "why"), [
    (['["v","p","O"]', '["claim","S",1]'], "no closed formula"),
    (['["b",0,"O"]', '["claim","S",1]'], "no closed formula"),
    (['["q","1"]', '["claim","S",1]'], "no closed formula"), (['["true"]', '["claim","S",0]'], "there is no term"),
    (['["true"]', '["claim",1,1]'], "has no place"), (['["true"]', '["claim",1]'], "has no place"),
    (['["true"]', '["!assume",1]'], "no operation"), (['["true"]', '["believe","S",1]'], "there is no term"),
])  # fmt: skip
def test_statements_that_are_none(lines, why):
    section = files.Section("statements", "x", "here", (b"[]", *map(str.encode, lines)))
    with pytest.raises(Refused, match=why) as caught:
        files.statements(section)
    assert caught.value.file == "here"


def test_what_is_declined_has_an_exit_code_of_its_own(tmp_path, capsys):
    large = json.dumps(["v", "x" * (1 << 20), "R"])
    (tmp_path / "derivation").write_text(f'["derivation",2,"x"]\n{large}\n')
    (tmp_path / "statements").write_text(f'["statements",2,"x"]\n{large}\n')
    (tmp_path / "good").write_text('["derivation",2,"x"]\n["!ax","true"]\n')
    assert main([str(tmp_path / "derivation")]) == 3
    assert "decline" in capsys.readouterr().out
    assert main([str(tmp_path / "good"), "--challenge", str(tmp_path / "statements")]) == 3


def test_a_verdict_lists_the_literature(tmp_path, capsys):
    proof = Proof()
    proof.by("some bound", [proof.letter("U", ("lin", E, E))])
    (tmp_path / "x").write_bytes(b"\n".join(proof.lines()))
    assert main([str(tmp_path / "x")]) == 0
    assert "(rests on some bound)" in capsys.readouterr().out


XZ = lzma.compress(b'["derivation",2,"x"]\n["!ax","true"]\n')


@pytest.mark.parametrize(("data", "why"), [
    (b"", "the first line is no head"), (b'["v","x","R"]\n', "the first line is no head"),
    (b'["derivation",1,"x"]\n', "version 1"), (b'["derivation",true,"x"]\n', "version True"),
    (b'["derivation",2.0,"x"]\n', "version 2.0"),
    (b'["derivation",2]\n', "has no place"), (b'["derivation",2,1]\n', "has no place"),
    (b'["derivations",2,"x"]\n', "no head"), (b"\x1f\x8bnothing", "no head"), (XZ[:6] + b"nothing", "no xz"),
    (XZ[:-9], "it is cut off"), (XZ + XZ, "or goes on"), (XZ[:20] + b"x" + XZ[21:], "no xz"),
])  # fmt: skip
def test_files_that_cannot_be_read(data, why):
    with pytest.raises(Refused, match=why):
        files.sections(data, "here")


@pytest.mark.parametrize("pack", [bytes, lzma.compress])
def test_a_file_that_is_too_large_is_declined(pack, monkeypatch):
    data = b'["derivation",2,"x"]\n["!ax","true"]\n'
    monkeypatch.setattr(files, "LARGEST_FILE", len(data))
    assert len(files.sections(pack(data), "here")) == 1
    for most in (len(data) - 1, 9):
        monkeypatch.setattr(files, "LARGEST_FILE", most)
        with pytest.raises(terms.Declined, match="too large"):
            files.sections(pack(data), "here")


def test_a_file_has_many_sections_and_may_be_compressed():
    data = b'["derivation",2,"a"]\n["true"]\n["!assume",1]\n["derivation",2,"b"]\n["!ax","true"]'
    plain, compressed = files.sections(data, "x"), files.sections(lzma.compress(data), "x")
    assert [(s.name, len(s.lines)) for s in plain] == [("a", 3), ("b", 2)]
    assert plain == compressed
    assert [r.answer for r in files.Checker(plain).results()] == ["accept", "accept"]
    assert result(derivation(['["derivation",2,"empty"]'])).refusal.reason == "there is no step"


def test_the_hash_of_a_statement_names_its_tables(monkeypatch):
    statement = statement_of("claim", claim)
    before = statement.hash
    assert statement_of("claim", claim).hash == before != statement_of("claim", lambda p: p.no(claim(p))).hash
    monkeypatch.setattr(files, "TABLES", "0")
    assert statement.hash != before


# ---- limits: what is too large is declined, and nothing runs away


def doubled(op, count):
    """Lines that apply an operation to what the last line made, again and again."""
    return [json.dumps([op, 1, 1])] * count


def letters(names):
    return [json.dumps(["v", name, "R"]) for name in names]


HUGE = {
    "degree": [*letters("x"), *doubled("*", 17), '["!ring",1,1]', '["+",1,18]', '["!ring",1,2]'],
    "degree in a packed product": [*letters("x"), *doubled("*", 15), *letters("yzw"), '["+",4,3]', '["+",1,3]',
        '["+",1,3]', '["*",1,1]', '["!ring",1,1]'],
    "coefficients": [json.dumps(["q", "9" * 1000]), *doubled("*", 7), '["!ring",1,8]'],
    "monomials": [*letters([f"x{k}" for k in range(30)]), '["+",30,29]', *['["+",1,29]'] * 28, *doubled("*", 3),
        '["!ring",1,62]'],
    "depth": [json.dumps(["v", "n", "N"]), *['["succ",1]'] * 12000,
        *['["lam","N",1]', '["v","f",["fn","N","R"]]', '["ap",1,3]', '["!ring",1,1]']],
    "nested sorts": ['["v","x",' + '["fn","R",' * 3000 + '"R"' + "]" * 3000 + "]"],
    "long line": [json.dumps(["v", "x" * (1 << 20), "R"])],
}  # fmt: skip


@pytest.mark.parametrize("name", HUGE)
def test_what_is_too_large_is_declined(name):
    assert result(derivation(['["derivation",2,"x"]', *HUGE[name]])).answer == "decline"


def test_terms_that_double_when_they_are_read_are_shared():
    """2^40 leaves, 40 nodes: substitution and the normal form see each node once."""
    lines = ['["b",0,"R"]', *doubled("max2", 40), '["=",1,1]', '["lam","R",1]', '["all",1]', '["!assume",1]']
    lines += ['["v","x","R"]', '["!inst",1,1]', '["lam","R",5]', '["!ring",1,1]', '["!gen",1,2]']
    assert result(derivation(['["derivation",2,"x"]', *lines])).answer == "accept"


# ---- substitution and steps, called directly


def test_substitution_under_binders_that_are_open():
    """\\x y. (\\z. x*z + y) x, made from inside out, is \\x y. x*x + y; vacuous and eta-equal binders are right too."""
    s = State()
    x, y, z = (s.make("b", k, "R") for k in (2, 1, 0))
    inner = s.make("lam", "R", s.plus(s.times(x, z), y))
    outer = s.make("lam", "R", s.make("lam", "R", s.make("ap", inner, y)))
    a, b = s.letter("a", "R"), s.letter("b", "R")
    assert s.apply(outer, a, b) == s.plus(s.times(a, a), b)
    assert outer == s.lam(a, s.lam(b, s.plus(s.times(a, a), b)))
    f = s.letter("f", ("fn", "R", ("fn", "R", "R")))
    assert s.make("lam", "R", s.make("lam", "R", s.apply(f, y, z))) == f
    assert s.make("lam", "R", s.apply(f, z)) == f
    assert s.nodes[s.make("lam", "R", s.apply(f, z, z))][0] == "lam"
    loose = s.lam(a, s.plus(z, a))
    assert s.loose[loose] == {(0, "R")}
    assert s.make("lam", "R", loose) == s.lam(b, s.lam(a, s.plus(b, a)))
    assert s.make("lam", "R", s.make("lam", "R", s.make("ap", f, y))) == s.lam(a, s.lam(b, s.apply(f, a)))
    assert s.apply(s.make("lam", "R", s.plus(y, z)), a) == s.plus(z, a)


def test_a_state_has_a_largest_size(monkeypatch):
    s = State()
    x = s.letter("x", "R")
    double = s.lam(x, s.plus(x, x))
    monkeypatch.setattr(terms, "LARGEST", 0)
    with pytest.raises(terms.Declined, match="too many terms"):
        s.letter("y", "R")
    with pytest.raises(terms.Declined, match="too many substitutions"):
        s.apply(double, x)


def base_derivation():
    proof = Proof()
    x, y, p = proof.letter("x", "R"), proof.letter("y", "R"), proof.letter("p", "O")
    proof.assume(proof.eq(x, y))
    proof.assume(p)
    return proof.derivation, x, proof.lt(x, y)


MISUSE = [
    lambda d, x, p: d.assume(-1), lambda d, x, p: d.assume(10**6), lambda d, x, p: d.assume(True),
    lambda d, x, p: d.assume(x), lambda d, x, p: d.disch(-1, p), lambda d, x, p: d.mp(True, 0),
    lambda d, x, p: d.mp(0, 2), lambda d, x, p: d.inst(0, -1), lambda d, x, p: d.gen(0, -1),
    lambda d, x, p: d.ax(["and"], p, p), lambda d, x, p: d.ax("and", p, -1), lambda d, x, p: d.cite("0"),
    lambda d, x, p: d.cite(["0"]), lambda d, x, p: d.define("near"), lambda d, x, p: d.same(0, 1, -1),
    lambda d, x, p: d.ring(x, -1), lambda d, x, p: d.comb(p, [(1.0, [], [])], []),
    lambda d, x, p: d.comb(p, [(1, [], [])], []),
    lambda d, x, p: d.comb(p, [(Fraction(1), [], [-1])], []),
    lambda d, x, p: d.comb(p, [], [(-1, 0)]), lambda d, x, p: d.state.make("not", -1),
    lambda d, x, p: d.state.make("not", 10**6), lambda d, x, p: d.state.make("not", len(d.state.nodes)),
    lambda d, x, p: d.assume(len(d.state.nodes)), lambda d, x, p: d.sequent(len(d.sequents)),
    lambda d, x, p: d.state.make("lam", "R", -1), lambda d, x, p: d.state.make("ap", -1, x),
    lambda d, x, p: d.state.make("lam", "R"), lambda d, x, p: d.state.make("b", 0),
    lambda d, x, p: d.state.make("b", -1, "R"), lambda d, x, p: d.state.make("b", 1 << 40, "R"),
    lambda d, x, p: d.state.make("b", "0", "R"),
    lambda d, x, p: d.state.make("b", 0, "R", 1), lambda d, x, p: d.state.make("q"),
    lambda d, x, p: d.state.make("q", Fraction(7), 1), lambda d, x, p: d.state.make("v", "a", "R", 1),
    lambda d, x, p: d.state.make("ap", x), lambda d, x, p: d.state.make("q", 1.5),
    lambda d, x, p: d.state.make("v", 1, "R"), lambda d, x, p: d.state.lam(p, x), lambda d, x, p: d.state.lam(-1, x),
    lambda d, x, p: d.state.lam(x, -1), lambda d, x, p: d.state.lam(10**6, x),
    lambda d, x, p: d.state.letter("x" * 201, "R"),
    lambda d, x, p: d.state.make("ap", d.state.letter("U", ("lin", E, E)), d.state.letter("u", E)),
    lambda d, x, p: d.state.make("lin", x, x), lambda d, x, p: d.state.make("zeroV", "V:"),
]  # fmt: skip


@pytest.mark.parametrize("k", range(len(MISUSE)))
def test_methods_refuse_what_files_cannot_say(k):
    derivation, x, p = base_derivation()
    with pytest.raises(Refused):
        MISUSE[k](derivation, x, p)


# ---- damage


def damage(count, seed):
    """Answers to damaged derivations; what is accepted must be the same statement, or another one that says so."""
    rng, answers = random.Random(seed), {"reject": 0, "decline": 0, "same": 0, "other": 0}
    sections = [s for s in GOOD if s.name != "schemas"]
    originals = {s.id: result(s).lemma for s in sections}
    for k in range(count):
        section = sections[k % len(sections)]
        lines = damaged(section.lines, rng)
        found = result(derivation(lines, section.name))
        lemma, before = found.lemma, originals[section.id]
        if lemma is None:
            answers[found.answer] += 1
            continue
        same = (lemma.hypotheses, lemma.formula) == (before.hypotheses, before.formula)
        answers["same" if same else "other"] += 1
        statement = files.Statement("claim", "x", before.formula)
        assert files.shows(lemma, statement) is (same and not before.hypotheses)
    return answers


def test_damaged_derivations_do_not_show_the_statement():
    answers = damage(300, 1)
    assert answers["reject"] > 200
    assert answers["decline"] == 0


def first_change(lines, section):
    return next((k for k, (a, b) in enumerate(zip(lines, section.lines, strict=False)) if a != b), len(lines))


def shown_by(steps, lines):
    """The last sequent after these lines; b"" where they are refused."""
    try:
        for line in lines:
            steps.line(line)
        lemma = steps.lemma()
    except Refused:
        return b""
    return sha256(repr((lemma.hypotheses, lemma.formula)).encode()).digest()


def after_damage(section, variants, checker):
    """What each variant shows, in a fork at its first change, and what the derivation itself shows, once it is read."""
    steps, shown, read = files.Steps(checker), [], 1
    for lines in sorted(variants, key=lambda lines: first_change(lines, section)):
        place = max(read, first_change(lines, section))
        for line in section.lines[read:place]:
            steps.line(line)
        read, (out, into) = place, os.pipe()
        if not os.fork():
            with contextlib.suppress(BaseException):
                os.write(into, shown_by(steps, lines[place:]) or b"refused")
            os._exit(0)
        os.close(into)
        with open(out, "rb") as found:
            shown.append(found.read())
        os.wait()
    whole = shown_by(steps, section.lines[read:])
    checker._results[section.id] = files.Result(section, "accept", steps.lemma())
    return whole, shown


@pytest.mark.deep
@pytest.mark.skipif(not hasattr(os, "fork"), reason="what stands before a change is read once")
def test_twenty_thousand_damaged_derivations():
    """All stored derivations, each damaged fourteen times: none is accepted but for what it shows itself."""
    folder, rng, answers = Path(__file__).parents[2] / "proofs_checks", random.Random(2), Counter()
    checker = files.Checker(s for path in sorted(folder.rglob("*.der.xz")) for s in files.read(path))
    for last in checker.sections.values():
        for section in closed(last, checker):
            if section.id not in checker._results:
                with files.deep():
                    whole, shown = after_damage(section, [damaged(section.lines, rng) for _ in range(14)], checker)
                assert whole
                answers.update({b"refused": "refused", whole: "same", b"": "fault"}.get(x, "other") for x in shown)
    print(answers)
    assert answers["refused"] > 0.85 * answers.total() > 17_000
    assert answers["fault"] == 0


# ---- the normal form, in a model


def random_term(proof, sort, depth, tokens, rng):
    """A number or a vector made of letters, +, *, dot, linear maps, sums and functions."""
    again = lambda s, inside=(): random_term(proof, s, depth - 1, [*tokens, *inside], rng)  # noqa: E731
    s = proof.state
    if depth == 0 or rng.random() < 0.15:
        if sort == "R":
            family = s.letter("a", ("fn", TOKEN, ("fn", TOKEN, "R")))
            both = s.apply(family, rng.choice(tokens), rng.choice(tokens))
            return rng.choice((s.letter("x", "R"), s.letter("y", "R"), s.number(rng.randint(-2, 2)), both))
        return rng.choice((s.letter("u", E), s.apply(s.letter("z", ("fn", TOKEN, E)), rng.choice(tokens))))
    if sort == "R" and rng.random() < 0.1:
        family = s.letter("a", ("fn", TOKEN, ("fn", TOKEN, "R")))
        return s.make("sum", s.every(TOKEN), s.apply(family, rng.choice(tokens)))
    if rng.random() < 0.25:
        ranges = (s.every(TOKEN), s.letter("G", ("fn", TOKEN, "O")))
        return s.make("sum", rng.choice(ranges), proof.bind(TOKEN, lambda i: again(sort, (i, i))))
    if sort == E:
        kind = rng.choice(("+", "*", "lin"))
        if kind == "lin":
            return s.make("lin", s.letter("U", ("lin", E, E)), again(E))
        return s.make(kind, again(E if kind == "+" else "R"), again(E))
    kind = rng.choice(("+", "*", "*", "dot", "norm", "exp", "max2"))
    if kind in ("exp", "norm"):
        return s.make(kind, again("R" if kind == "exp" else E))
    part = E if kind == "dot" else "R"
    return s.make(kind, again(part), again(part))


@pytest.mark.parametrize("seed", range(150))
def test_the_normal_form_keeps_values(seed):
    rng, proof = random.Random(seed), Proof()
    normal, model = Normal(proof.state), Model(proof.state, seed)
    j = proof.letter("j", TOKEN)
    t = random_term(proof, rng.choice(("R", E)), 4, [j], rng)
    canonical = normal.term(t)
    letters = {x: model.some(proof.sort(x)) for x in range(len(proof.state.nodes)) if proof.nodes[x][0] == "v"}
    assert close(model.value(t, letters), model.value(canonical, letters))
    value = random_term(proof, "R", 2, [j], rng)
    x = proof.letter("x", "R")
    letters |= {y: model.some(proof.sort(y)) for y in proof.state.free[value] if y not in letters}
    put = proof.apply(proof.lam(x, t), value)
    assert close(model.value(put, letters), model.value(t, {**letters, x: model.value(value, letters)}))


def packs_like_tuples():
    """Sparse polynomials of few and of many monomials, in atoms as they come."""
    rng = random.Random(5)
    for _ in range(40):
        made = []
        for _ in range(2):
            terms = {tuple(sorted(rng.choices(range(9), k=rng.randrange(5)))): rng.randint(1, 9) for _ in range(9)}
            made.append(Polynomial(terms, rng.choice((1, 6))))
        yield made


@pytest.mark.parametrize(("p", "q"), list(packs_like_tuples()))
def test_packed_products_are_products(p, q):
    wanted = {}
    for m, c in p.terms.items():
        for n, d in q.terms.items():
            key = tuple(sorted(m + n))
            wanted[key] = wanted.get(key, 0) + Fraction(c * d, p.denominator * q.denominator)
    found = Normal(State()).product(p, q)
    assert {m: found.coefficient(m) for m in found.terms} == {m: c for m, c in wanted.items() if c}


def test_sums_of_unlike_denominators():
    p = Polynomial({(1,): 1, (): 3}, 2)
    p.add(Polynomial({(1,): 1, (2,): 1}, 3), Fraction(2, 5))
    assert {m: p.coefficient(m) for m in p.terms} == {(1,): Fraction(19, 30), (): Fraction(3, 2), (2,): Fraction(2, 15)}
    with pytest.raises(terms.Declined, match="denominators"):
        p.add(Polynomial({(): 1}, 1 << BITS))


def test_what_is_in_normal_form_stays():
    s = State()
    u, v, x = s.letter("u", E), s.letter("v", E), s.letter("x", "R")
    normal, two = Normal(s), s.number(2)
    for t in (u, x, s.make("*", two, u), s.make("*", two, x)):
        assert normal.term(t) == t
    assert ONE not in {*normal.form(u), *normal.form(v)}


def test_the_work_of_a_step_and_of_all_is_limited(monkeypatch):
    proof = Proof()
    x, y, derivation = proof.letter("x", "R"), proof.letter("y", "R"), proof.derivation
    proof.assume(proof.eq(x, y))
    monkeypatch.setattr(polynomials, "STEP_WORK", 9)
    for k in range(9):
        derivation.ring(proof.plus(x, proof.number(k)), proof.plus(proof.number(k), x))
    for k in range(9):
        derivation.comb(proof.le(x, proof.plus(x, proof.number(k))), [], [(proof.number(0), 0)])
    with pytest.raises(terms.Declined, match="too much arithmetic"):
        derivation.ring(power := proof.times(*[proof.plus(x, y)] * 4), power)
    monkeypatch.setattr(polynomials, "FILE_WORK", 9)
    with pytest.raises(terms.Declined, match="too much arithmetic"):
        derivation.ring(number := proof.number(99), number)


# ---- it runs alone


def test_a_copy_of_the_folder_runs_alone(tmp_path):
    shutil.copytree(CORE, tmp_path / "core", ignore=shutil.ignore_patterns("__pycache__"))
    path = corpus.FOLDER / "good" / "height.der.xz"
    command = [sys.executable, "-S", "-m", "core", str(path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env={})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("accept ")


# ---- the page


def test_the_examples_of_the_page():
    page = (Path(__file__).parents[2] / "docs" / "core.md").read_text("utf-8")
    blocks = {kind: re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL) for kind in ("derivation", "statements")}
    found = [files.sections(text.encode(), "page")[0] for text in blocks["derivation"]]
    assert [result(section).answer for section in found] == ["reject", "accept"]
    assert "there is no term -1 back" in result(found[0]).refusal.reason
    (statement,) = files.statements(files.sections(blocks["statements"][0].encode(), "page")[0])
    assert files.shows(result(found[1]).lemma, statement)
    steps = set(re.findall(r'`\["!(\w+)"', page))
    assert steps == set(files.STEPS)
    assert {path.name for path in CORE.iterdir() if path.suffix in (".py", ".txt")} - {"__init__.py"} <= set(
        re.findall(r"`(\w+\.(?:py|txt))`", page)
    )


def test_the_tables_say_what_they_said():
    """The terms that the tables are read as, together; who changes a table or its reader sees it here."""
    proof = Proof()
    state = proof.state
    found = [sorted((op, *map(str, row)) for op, row in terms._operations().items())]
    for name, (parameters, tree) in words._words().items():
        found.append([name, *packed(state, state.build(tree, {p: SORTS[p] for p in parameters}))])
    for table in schemas.TABLE, schemas.THEOREMS:
        for name, schema in schemas.rows(table).items():
            found.append([name, schema.group, *packed(state, schema(state, *letters_of(state, schema)))])
    digest = sha256(json.dumps(found, default=str).encode()).hexdigest()
    assert digest == (Path(__file__).parent / "tables.sha256").read_text().strip()
