"""What the kernel promises of its parts, and single claims that one check alone refuses or accepts."""

import math
import pickle
from collections.abc import Callable
from contextlib import nullcontext
from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.kernel.atoms import atom
from attnverify.verify.kernel.catalogue import THEOREMS
from attnverify.verify.kernel.claims import Library
from attnverify.verify.kernel.conditions import holds
from attnverify.verify.kernel.contexts import TIMELESS, Context
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.forms import in_one
from attnverify.verify.kernel.frames import counted
from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.normal import Normaliser as Division
from attnverify.verify.kernel.parsing import MAX_DEPTH, MAX_TOKENS, parse
from attnverify.verify.kernel.polynomials import MAX_EXPONENT, ONE, Work, product
from attnverify.verify.kernel.proofs import MAX_DEPTH as MOST_NODES
from attnverify.verify.kernel.proofs import Refused, Walker
from attnverify.verify.kernel.refutation import judge_instance, refutes
from attnverify.verify.kernel.rules import Rule, read_rule
from attnverify.verify.kernel.scopes import fits
from attnverify.verify.kernel.signs import _function_bounds, _times
from attnverify.verify.kernel.spectra import at_matrix
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import HEAD, NUMBER, SIZE, TOKEN, Rejected, Sort, Steps, number
from attnverify.verify.kernel.values import atom as letter
from attnverify.verify.kernel.values import number as exact
from attnverify.verify.search.build import KNOWN, have, leaf, lemma, rule

# What is no statement, and odd ways to write what is true.
REFUSED = [
    ([], "a statement is an object"), ({"shows": ["1 > 0"]}, "no field 'shows'"),
    ({"show": 3}, "'show' is a list of texts"), ({"show": ["1 > 0", 3]}, "'show' is a list of texts"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "match"), REFUSED, ids=lambda x: str(x)[:60])
def test_refused(data: Any, match: str) -> None:
    with pytest.raises(Rejected, match=match):
        read(data)


@pytest.mark.parametrize(("sign", "end"), [("not ", "x > 0"), ("-", "x"), ("forall i: ", "x > 0")])
def test_signs_and_negations_have_a_greatest_depth(sign: str, end: str) -> None:
    parse(sign * (MAX_DEPTH - 1) + end)
    with pytest.raises(Rejected, match="nested deeper than"):
        parse(sign * MAX_DEPTH + end)


def test_a_negation_of_a_quantifier_needs_no_parentheses() -> None:
    assert parse("not forall i: i == i") == ("not", parse("forall i: i == i"))


@pytest.mark.parametrize("text", ["max(i", "sum(j in upto(i", "(x + 1", "forall"])
def test_a_text_that_breaks_off_is_refused(text: str) -> None:
    with pytest.raises(Rejected, match=r"expected|ends|wanted|missing"):
        parse(text)


@pytest.mark.parametrize("depth", [50, 51])
def test_definitions_have_a_greatest_depth(depth: int) -> None:
    where = ["a0(t) := t", *(f"a{k + 1}(t) := a{k}(t)" for k in range(depth))]
    statement = {"letters": ["x: number"], "where": where, "show": [f"a{depth}(x) == x"]}
    if depth == 50:
        read(statement)
    else:
        with pytest.raises(Rejected, match="definitions nested too deeply at a0"):
            read(statement)


def test_a_flow_has_no_value_at_an_instance() -> None:
    statement = read({"letters": ["f: flow; x: number"], "show": ["x == 1"]})
    with pytest.raises(Rejected, match="f is flow and has no value"):
        judge_instance(statement, {"letters": {"f": 1, "x": 1}})
    assert judge_instance(statement, {"letters": {"x": 1}}).show[0][1] is True


def test_a_claim_may_take_so_many_steps() -> None:
    steps = Steps()
    steps.allow(3)
    for _ in range(3):
        steps.spend()
    assert not steps.spent
    with pytest.raises(Rejected, match="work: more steps"):
        steps.spend()
    assert steps.spent


def test_a_proof_has_a_greatest_depth(accepted: Callable[[Any], Any], refused: Callable[[Any], None]) -> None:
    proof: Any = KNOWN
    for _ in range(MOST_NODES):
        proof = have([("x == x", KNOWN)], proof)
    given = {"letters": ["x: number"], "show": ["x == x"], "match": "nested deeper than"}
    accepted({**given, "proof": proof})
    refused({**given, "proof": have([("x == x", KNOWN)], proof)})


def overflow(*_: Any) -> Any:
    raise RecursionError


def test_what_python_cannot_follow_is_refused(monkeypatch: pytest.MonkeyPatch, refused: Callable[[Any], None]) -> None:
    """A step that recurses too far is refused by the walk, whatever calls it."""
    monkeypatch.setattr(Walker, "_known", overflow)
    refused({"letters": ["x: number"], "given": ["x > 0"], "show": ["x > 0"], "proof": KNOWN, "match": "nested too"})


@pytest.mark.parametrize(
    "place", ["attnverify.verify.kernel.claims.check", "attnverify.verify.kernel.refutation.read_instance"]
)
def test_what_python_cannot_follow_anywhere_else(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, overflow)
    data = {"statement": {"show": ["1 > 0"]}, "proof": KNOWN}
    with pytest.raises(Rejected, match="nested too deeply"):
        judge_instance(read(data["statement"]), {}) if "refutation" in place else Library(lambda _: data).proof("L")


# What is known at once, and what only looks so: conditions, opened facts, empty differences; and odd claims.
STATEMENT = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x < 0"]}


def _nothing(id: str) -> Rule:
    raise Rejected(f"no claim {id}")


@pytest.mark.parametrize("wrong", [[1], "x > 1", {"x > 1": 1}, [["x > 1"]]], ids=str)
def test_the_case_of_a_negation_is_a_list_of_texts(wrong: Any) -> None:
    found = judge({"statement": STATEMENT, "refuted": {"proof": KNOWN, "case": wrong}}, _nothing)
    assert found.verdict == "OPEN"
    assert "'case' is a list of texts" in found.reason


def test_whatever_runs_out_of_memory_leaves_the_claim_open() -> None:
    def exhausted(id: str) -> Rule:
        raise MemoryError

    found = judge({"statement": STATEMENT, "proof": lemma("LEM")}, exhausted)
    assert (found.verdict, found.reason) == ("OPEN", "too large or nested too deeply (MemoryError)")


ONE_SPACE, TWO_SPACES = (), ("E", "F")
READ = [
    (ONE_SPACE, "V: moving operator", "always(positive_definite(V))"),
    (ONE_SPACE, "_x: number", "_x + 1 > _x"),
    (ONE_SPACE, "f[head, token]: token; a[token]: number; h: head; k: token", "sum(j in before(f[h, k]): a[j]) > 0"),
    (ONE_SPACE, "f: token -> head; a[head]: number; k: token", "a[f(k)] > 0"),
    (TWO_SPACES, "U: operator F; v: vector F; s, w: number", "other_eigenvalue(U, v, s, w)"),
    (TWO_SPACES, "U: matrix F -> F; v: vector F; s, w: number", "other_eigenvalue(U, v, s, w)"),
]


@pytest.mark.parametrize(("spaces", "letters", "show"), READ)
def test_what_is_read(spaces: tuple[str, ...], letters: str, show: str) -> None:
    read({"spaces": list(spaces), "letters": [letters], "show": [show]})


SPHERE = "fn(X: forall i: dot(X[i], X[i]) == 1)"


@pytest.mark.parametrize(("body", "smooth"), [("X[i] + c[i]*V(X[i])", True), ("X[i] + f(dot(X[i], v))*v", False)])
def test_a_map_may_use_functions_of_anything_but_the_state(body: str, smooth: bool) -> None:
    letters = ["c[token]: number; V: operator; v: vector; f: number -> number"]
    statement = read({"letters": letters, "maps": [f"F(X, i) = unit({body}) on {SPHERE}"], "show": ["1 > 0"]})
    context = Context(statement.scope, (), TIMELESS, Work(10_000))
    with nullcontext() if smooth else pytest.raises(Rejected, match="ap of the state"):
        holds("spheres", [statement.scope.names["F"][0]], context)


# Functions of the kernel by themselves: what they promise, also where another check stands before them.
A: Sort = ("index", "token", "A")
VECTOR, OPERATOR, MATRIX = ("vector", "E"), ("operator", "E"), ("matrix", "E", "E")


@pytest.mark.parametrize(("got", "want", "expected"), [
    (SIZE, NUMBER, True), (NUMBER, SIZE, False), (A, TOKEN, True), (TOKEN, A, False), (HEAD, TOKEN, False),
    (OPERATOR, MATRIX, True), (MATRIX, OPERATOR, False), (VECTOR, MATRIX, False), (VECTOR, OPERATOR, False),
    (OPERATOR, ("matrix", "E", "F"), False), (OPERATOR, ("matrix", "F", "E"), False),
    (("fn", NUMBER, SIZE), ("fn", SIZE, NUMBER), True), (("fn", SIZE, SIZE), ("fn", NUMBER, SIZE), False),
    (("fn", SIZE, NUMBER), ("fn", SIZE, SIZE), False), (("fn", A, SIZE), ("fn", TOKEN, SIZE), False),
    (("fn", TOKEN, SIZE), ("fn", A, SIZE), True)
])  # fmt: skip
def test_what_may_stand_where_a_sort_is_wanted(got: Sort, want: Sort, expected: bool) -> None:
    assert fits(got, want) is expected


def test_a_sum_leaves_nothing_known_of_its_letter() -> None:
    letters = "a[token]: number; x[token], y[token]: vector; i: token"
    statement = read({"letters": [letters], "show": ["1 > 0"]})
    normaliser = Context(statement.scope, (), TIMELESS, Work(10_000)).normaliser()
    for text in ("sum(j in before(i): 1/a[j])", "dot(sum(j in before(i): x[j]), sum(k in upto(i): y[k]))"):
        normaliser.scalar(Elaborator(statement.scope).check(parse(text), NUMBER))
        assert normaliser.earlier == []


def test_the_largest_monomial_that_divides_every_term() -> None:
    a, b = atom("probe", "a"), atom("probe", "b")
    for first, second, common in [(-2, -1, -2), (-1, -2, -2), (1, 2, 1), (2, 1, 1), (-1, 1, -1), (1, -1, -1)]:
        assert Division._common({((a, first),): Fraction(1), ((a, second), (b, 1)): Fraction(2)}) == ((a, common),)
    assert Division._common({((a, 1),): Fraction(1), ((b, -1),): Fraction(1)}) == ((b, -1),)
    assert Division._common({((b, -1),): Fraction(1), ((a, 1),): Fraction(1)}) == ((b, -1),)
    assert Division._common({}) == ()


def test_a_polynomial_at_a_matrix_with_some_zeros_beside_its_diagonal() -> None:
    rows = [[exact(x) for x in row] for row in ([0, 1, 0], [1, 0, 0], [0, 0, 3])]
    squares = [[x.rational for x in row] for row in at_matrix(lambda x: x * x, rows)]
    assert squares == [[1, 0, 0], [0, 1, 0], [0, 0, 9]]


def test_a_linear_map_does_not_capture_a_summed_letter() -> None:
    statement = read({"letters": ["V[token]: operator; y[token]: vector; i, j: token"], "show": ["1 > 0"]})
    V, y, i, j = statement.letters
    normaliser = Context(statement.scope, (), TIMELESS, Work(10_000)).normaliser()
    summed = {atom("V", ((j, ("over", TOKEN)),), (), atom("l", y, j)): ONE}
    assert len(normaliser.apply(atom("U", True, V, i), summed)) == 1
    with pytest.raises(Rejected, match="captured"):
        normaliser.apply(atom("U", True, V, j), summed)


def test_a_motion_that_says_nothing_of_its_tokens_has_one() -> None:
    assert len(counted({}, "tokens", "token")) == 1
    assert len(counted({"tokens": 2}, "tokens", "token")) == 2


def test_what_is_made_of_no_summed_letter_has_none() -> None:
    assert atom("probe", number(1)).deepest == atom("probe", ()).deepest == 0


def test_zero_has_no_coefficients() -> None:
    assert in_one(exact(0), letter("var", "x")) == []


# What the tests of mutants asked for: small changes of the kernel that no other test would notice.
def test_an_axiom_whose_premises_are_proved_at_no_moment_may_speak_of_time() -> None:
    assert read_rule("level", "axiom", THEOREMS["rate on a level"]).timed
    assert not read_rule("root", "logic", {"letters": ["x: number"], "goal": "x == x"}).timed


def test_a_premise_keeps_what_it_assumes() -> None:
    entry = {"letters": ["c: number"], "goal": "c == c", "premises": ["new x: number; x > 0; x < c |- x < 2*c"]}
    (premise,) = read_rule("assuming", "logic", entry).premises
    assert [fact.op for fact in premise.facts] == ["<", "<"]
    assert [letter.name for letter in premise.letters] == ["x"]


def test_a_text_has_a_greatest_number_of_words() -> None:
    with pytest.raises(Rejected, match=f"more than {MAX_TOKENS} words"):
        parse("x" + "+x" * (MAX_TOKENS // 2))


@pytest.mark.parametrize("exponent", [1, -1])
def test_the_exponent_of_a_product_has_a_limit(exponent: int) -> None:
    x = atom("probe", "x")
    with pytest.raises(Rejected, match="an exponent above"):
        product(((x, exponent * MAX_EXPONENT),), ((x, exponent),))


@pytest.mark.parametrize(("name", "function"), [("sin", math.sin), ("cos", math.cos)])
@pytest.mark.parametrize("low", range(-8, 8))
def test_sine_and_cosine_of_a_wide_interval_are_enclosed(
    name: str, function: Callable[[float], float], low: int
) -> None:
    least, greatest = _function_bounds(name, Fraction(low), Fraction(low + 1), 64)
    assert all(least < function(low + k / 16) < greatest for k in range(17))


@pytest.mark.parametrize("a", [(-3, -2), (-3, 2), (-2, 3), (2, 3)])
@pytest.mark.parametrize("b", [(-5, -4), (-5, 4), (-4, 5), (4, 5)])
def test_the_product_of_two_intervals_holds_the_products_of_their_ends(a: tuple[int, int], b: tuple[int, int]) -> None:
    low, high = _times((Fraction(a[0]), Fraction(a[1])), (Fraction(b[0]), Fraction(b[1])), 64)
    products = [x * y for x in a for y in b]
    assert low == min(products)
    assert high == max(products)


def test_a_refusal_comes_from_another_process_as_it_is() -> None:
    refused = pickle.loads(pickle.dumps(Refused(("goal 1", "leaf"), "no certificate")))
    assert (str(refused), refused.place) == ("goal 1/leaf: no certificate", ("goal 1", "leaf"))


# Lemmas cited for what they do not say; refused where they are wrong.
def test_a_claim_rests_on_the_axioms_of_its_lemmas_and_may_cite_one_twice() -> None:
    rises: dict[str, Any] = {
        "letters": "z: moving number",
        "given": ["almost_always(rate(z) >= 0)"],
        "show": ["always(z >= start(z))"],
    }
    twice = {**rises, "show": rises["show"] * 2}
    claims: dict[str, Any] = {
        "L": {"statement": rises, "proof": rule("monotone", z="z")},
        "M": {"statement": rises, "proof": lemma("L")},
        "twice": {"statement": twice, "proof": [lemma("M"), lemma("M")]},
        "none": {"statement": {"show": ["1 <= 1"]}, "proof": leaf()},
    }
    library = Library(claims.__getitem__)
    assert library.axioms("twice") == frozenset(["monotone"])
    assert not library.axioms("none")


# The last of the numbered attacks: those about what words mean, and about instances.
REFUTE_NOTHING: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("51 an operator that is not symmetric", {"letters": ["V: operator; u, w: vector"],
     "show": ["dot(u, V(w)) == dot(w, V(u))"]}, {"dim": 2,
     "letters": {"V": [[0, 1], [2, 0]], "u": [1, 0], "w": [0, 1]}}, "not symmetric in row 1, column 0"),
    ("52 a quotient by zero is not false", {"letters": ["x: number"], "show": ["1/x >= 0 or 1/x < 0"]},
     {"letters": {"x": 0}}, "nothing that is claimed is false"),
    ("52b nor is a logarithm off its domain", {"letters": ["x: number"], "show": ["log(x) == 7"]},
     {"letters": {"x": -1}}, "nothing that is claimed is false"),
    ("57 no tokens at all", {"letters": ["a[token]: number"], "show": ["sum(i: 1) > 0"]},
     {"tokens": 0, "letters": {"a": []}}, "tokens"),
    ("57b a group without tokens", {"groups": ["A", "B"], "letters": ["x: number"], "show": ["sum(i in A: 1) > 0"]},
     {"tokens": {"A": 0, "B": 1}, "letters": {"x": 1}}, "tokens of A"),
    ("57c no heads", {"letters": ["x: number"], "show": ["sum(h in heads: 1) > 0"]}, {"heads": 0, "letters": {"x": 1}},
     "heads"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("says", "statement", "instance", "why"), REFUTE_NOTHING, ids=[row[0] for row in REFUTE_NOTHING]
)
def test_an_instance_that_refutes_nothing(
    says: str, statement: dict[str, Any], instance: dict[str, Any], why: str
) -> None:
    found = judge({"statement": statement, "refuted": {"instance": instance}}, _nothing)
    assert found.verdict == "OPEN"
    assert why in found.reason


FAMILY = {
    "letters": ["g: state -> number; M: matrix; v[token]: vector"],
    "given": ["forall i, j: dot(v[i], M(v[j])) >= 0"],
    "where": ["at(i) := g(fn(j: v[i]))", "U := sum(i: at(i)*v[i])"],
}


def test_a_function_of_the_summed_token_is_not_squared(refused: Callable[[Any], None]) -> None:
    claim = {**FAMILY, "show": ["dot(U, M(U)) >= 0"]}
    refused({**claim, "proof": KNOWN, "match": "not known here"})
    values = {"g": "fn(X: 2 - min(i: dot(X[i], X[i])))", "M": [[0, 1], [1, 0]], "v": [[1, 0], [0, 2]]}  # g is 1 and -2
    assert refutes(read(claim), {"tokens": 2, "dim": 2, "letters": values})
