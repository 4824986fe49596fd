"""The core against its corpus; what it imports, its tables, limits, citing, and what is judged to be shown."""

import ast
import gzip
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from attnverify.verify.core import files, schemas
from attnverify.verify.core.__main__ import main
from attnverify.verify.core.notation import INDEX, SPACE, instance
from attnverify.verify.core.steps import Derivation
from attnverify.verify.core.terms import FIXED, POLYMORPHIC, Refused, State, packed
from attnverify.verify.core.words import WORDS
from tests.core import corpus
from tests.core.corpus import BAD, BASE, GOOD, behind_base, derivation, result
from tests.core.writer import Proof

CORE = Path(files.__file__).parent
TOKEN, HEAD, E = "I:token", "I:head", "V:E"


# ---- the corpus


@pytest.mark.parametrize("section", GOOD, ids=lambda s: s.name)
def test_good_derivations_are_accepted(section):
    assert result(section).refusal is None
    assert result(section).answer == "accept"


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
    assert list(corpus.faults(lambda section: result(section).answer)) == []


def test_the_corpus_uses_every_operation_step_and_schema():
    lines = [json.loads(line) for section in GOOD for line in section.lines]
    made = {line[0] for line in lines}
    assert {f"!{step}" for step in files._STEPS} - made == {"!cite"}
    assert {line[1] for line in lines if line[0] == "!ax"} == {*schemas.SCHEMAS, *schemas.LITERATURE}
    state = State()
    for section in GOOD:
        for name, schema in [*schemas.SCHEMAS.items(), *schemas.LITERATURE.items()]:
            del name
            schema(state, *letters_of(state, schema))
        assert section
    used = {op for op, *_ in state.nodes} | made
    assert {*FIXED, *POLYMORPHIC} <= used


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
    assert files._sorts_in(rows) <= set(sorts)
    earlier = list(WORDS)[: list(WORDS).index(name)]
    assert all(row[1] in earlier for row in rows if row[0] == "word")


def test_a_word_of_later_words_is_refused(monkeypatch):
    state = State()
    monkeypatch.setattr(state, "_word", list(WORDS).index("near"))
    with pytest.raises(Refused, match="no word"):
        state.make("word", "near", TOKEN, E)


def test_tables_are_frozen_and_their_names_differ():
    with pytest.raises(TypeError):
        WORDS["near"] = WORDS["sph"]
    with pytest.raises(TypeError):
        schemas.SCHEMAS["x"] = schemas.SCHEMAS["true"]
    groups = {schema.group for schema in schemas.SCHEMAS.values()}
    assert not (set(schemas.SCHEMAS) | groups) & (set(schemas.LITERATURE) | {"literature"})
    assert not set(schemas.SCHEMAS) & groups


# ---- citing


def section_of(proof, name="test"):
    return proof.section(name)


def theorem():
    """For all numbers e of the tokens, their sum is their sum plus 0."""
    proof = Proof()
    e = proof.letter("e", ("fn", TOKEN, "R"))
    total = proof.make("sum", proof.every(TOKEN), e)
    proof.gen(proof.step("ring", total, proof.plus(total, proof.number(0))), e)
    return proof


def refutation(sizes, claim=None):
    """`not claim` (which is false by itself) under the hypotheses `sizes`, terms made from a Proof."""
    proof = Proof()
    hypotheses = [proof.assume(size(proof)) for size in sizes]
    formula = false_claim(proof) if claim is None else claim(proof)
    assumed = proof.assume(formula)
    not_claim = proof.refute(proof.step("inst", assumed, proof.number(0)), formula)
    for k in hypotheses:
        not_claim = proof.right(proof.conj(k, not_claim))
    return proof


def false_claim(proof):
    """Every number x is below x; the letter e makes the sorts I:token and V:E occur."""
    unused = proof.bind(("fn", TOKEN, E), lambda _: proof.make("true"))
    body = proof.all("R", lambda x: proof.lt(x, x))
    return body if unused < 0 else body


def test_a_lemma_is_cited_at_other_sorts():
    lemma = section_of(theorem())
    citing = derivation(['["derivation",1,"a"]', json.dumps(["!cite", lemma.id, [[TOKEN, HEAD]]])])
    found = result(citing, lemma)
    assert found.answer == "accept"
    state = State()
    expected = files.unpacked(state, result(lemma).lemma.formula, {TOKEN: HEAD})
    assert found.lemma.formula == packed(state, expected) != result(lemma).lemma.formula


def test_what_is_cited_keeps_its_hypotheses_and_what_it_rests_on():
    lemma = section_of(refutation([lambda p: p.eq(p.size(TOKEN), p.number(2))]))
    citing = derivation(['["derivation",1,"a"]', json.dumps(["!cite", lemma.id, []])])
    cited = result(citing, lemma).lemma
    assert len(cited.hypotheses) == 1
    assert cited.rests_on == result(lemma).lemma.rests_on >= {"irrefl", "not"}
    assert cited.formula[-1][0] == "not"


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ([[TOKEN, E]], "cannot be renamed"),
        ([[E, TOKEN]], "cannot be renamed"),
        ([["R", "N"]], "cannot be renamed"),
        ([[TOKEN, "I:"]], "cannot be renamed"),
        ([["I:", TOKEN]], "cannot be renamed"),
        ([[TOKEN, HEAD], [TOKEN, "I:third"]], "renamed twice"),
        ([[TOKEN]], "has no place"),
        ([[TOKEN, 1]], "has no place"),
        ([[["fn", "R", "R"], "R"]], "has no place"),
    ],
)
def test_renamings_that_are_refused(names, why):
    lemma = section_of(theorem())
    citing = derivation(['["derivation",1,"a"]', json.dumps(["!cite", lemma.id, names])])
    assert why in result(citing, lemma).refusal.reason


def test_what_is_not_accepted_is_not_cited():
    bad = behind_base(['["!mp",3,3]'])
    citing = derivation(['["derivation",1,"a"]', json.dumps(["!cite", bad.id, []])])
    assert "no accepted derivation" in result(citing, bad).refusal.reason
    large = behind_base([json.dumps(["v", "x" * (1 << 20), "R"])])
    citing = derivation(['["derivation",1,"a"]', json.dumps(["!cite", large.id, []])])
    assert result(citing, large).answer == "decline"


def test_circles_of_derivations_are_refused():
    """Identities are hashes, so that a circle cannot be written; here they are forged."""
    checker = files.Checker([])
    for name, other in ("a", "b"), ("b", "a"):
        checker.sections[name] = derivation([f'["derivation",1,"{name}"]', f'["!cite","{other}",[]]'])
    assert "circle" in checker.result("a").refusal.reason or "no accepted" in checker.result("a").refusal.reason
    assert "circle" in checker.result("b").refusal.reason


# ---- what is shown


def statement_of(kind, make):
    proof = Proof()
    return files.Statement(kind, "x", packed(proof.state, make(proof)))


def card(value, sort=TOKEN):
    return lambda p: p.eq(p.size(sort), p.number(value))


def dim(value, sort=E):
    return lambda p: p.eq(p.make("dim", sort), p.number(value))


def sorted_claim(p):
    """False for every state of tokens in E: so that both sorts occur."""
    return p.all("R", lambda x: p.both(p.lt(x, x), p.all(("fn", TOKEN, E), lambda _: p.make("true"))))


def refuted_claim(sizes):
    proof = Proof()
    hypotheses = [proof.assume(size(proof)) for size in sizes]
    claim = sorted_claim(proof)
    found = proof.left(proof.step("inst", proof.assume(claim), proof.number(0)))
    k = proof.refute(found, claim)
    for j in hypotheses:
        k = proof.right(proof.conj(j, k))
    return result(section_of(proof)).lemma


@pytest.mark.parametrize(
    ("sizes", "shown"),
    [
        ([], True),
        ([card(2)], True),
        ([card(1), dim(3)], True),
        ([card(0)], False),
        ([card("1/2")], False),
        ([card(-1)], False),
        ([dim(0)], False),
        ([dim("3/2")], False),
        ([card(2), card(3)], False),
        ([card(2, HEAD)], False),
        ([dim(2, "V:F")], False),
        ([lambda p: p.eq(p.number(2), p.size(TOKEN))], False),
        ([lambda p: p.le(p.size(TOKEN), p.number(2))], False),
        ([lambda p: p.eq(p.plus(p.size(TOKEN), p.number(0)), p.number(2))], False),
        ([lambda p: p.make("false")], False),
        ([lambda p: p.eq(p.letter("x", "R"), p.number(2))], False),
        ([lambda p: p.eq(p.make("sum", p.every(TOKEN), p.bind(TOKEN, lambda _: p.number(2))), p.number(2))], False),
    ],
)
def test_a_refutation_may_choose_sizes_and_nothing_else(sizes, shown):
    lemma = refuted_claim(sizes)
    assert len(lemma.hypotheses) == len(sizes)
    assert files.shows(lemma, statement_of("refute", sorted_claim)) is shown
    assert not files.shows(lemma, statement_of("claim", sorted_claim))
    assert not files.shows(lemma, statement_of("satisfy", sorted_claim))
    negation = lambda p: p.no(sorted_claim(p))  # noqa: E731
    assert files.shows(lemma, statement_of("claim", negation)) is (not sizes)
    assert files.shows(lemma, statement_of("satisfy", negation)) is shown


def test_statements_and_permitted_rules(tmp_path, capsys):
    (tmp_path / "lemma.der").write_bytes(b"\n".join(theorem().lines("sum")) + b"\n")
    body = b"\n".join([*theorem().lines("sum")[1:-2]])
    rows = [json.loads(line) for line in theorem().lines("sum")[1:] if not line.startswith(b'["!')]
    statement = Proof()
    formula = theorem().formula(1)
    assert rows
    assert body is not None
    assert formula
    proof = theorem()
    names = [["statements", 1, "what"]]
    places = {}
    for k, row in enumerate(packed(proof.state, proof.formula(1))):
        places[k] = row
        names.append([row[0], *[list(x) if isinstance(x, tuple) else x for x in row[1:]]])
    last = len(places) - 1
    good, bad = [*names, ["claim", "S", last]], [*names, ["refute", "S", last]]
    del statement
    for name, content in ("good", good), ("bad", bad):
        (tmp_path / name).write_text("\n".join(map(json.dumps, content)) + "\n")
    derivations = str(tmp_path / "lemma.der")
    assert main([derivations]) == 0
    assert main([derivations, "--challenge", str(tmp_path / "good")]) == 0
    assert "shown claim S" in capsys.readouterr().out
    assert main([derivations, "--challenge", str(tmp_path / "bad")]) == 1
    assert "not shown refute S" in capsys.readouterr().out
    assert main([derivations, "--challenge", derivations]) == 2
    (tmp_path / "rules").write_text("logic\n")
    assert main([derivations, "--challenge", str(tmp_path / "good"), "--permit", str(tmp_path / "rules")]) == 0
    (tmp_path / "none").write_text("no such rule\n")
    assert main([derivations, "--permit", str(tmp_path / "none")]) == 2
    assert main([str(tmp_path / "missing")]) == 2
