"""That the solutions a claim speaks of exist is said of exactly those claims of which a lemma gives it."""

from typing import Any

import pytest

from attnverify.verify.referee.existence import Solution, in_short, of_ledger, solutions

FLOW = "f(X, i) = k*(w - dot(X[i], w)*X[i]) on fn(X: forall i: dot(X[i], X[i]) == 1)"
SHOWN = "forall X in state: (forall i: dot(X[i], X[i]) == 1) => one_solution(f, X)"
LEMMA = {"letters": ["w: vector", "k: measurable number", "K: number"], "flows": [FLOW], "show": [SHOWN]}
BOUND = "almost_always(k <= K)"
BOUNDED = {**LEMMA, "given": [BOUND]}
LONGER = {**LEMMA, "given": ["dot(w, w) > 0"]}
LETTERS = ["w: vector", "k: measurable number", "K: number", "y[token], z[token]: moving vector", "S[token]: vector"]


def claim(*given: str, show: str = "always(forall i: dot(y[i], y[i]) == 1)", **other: Any) -> dict[str, Any]:
    return {"letters": LETTERS, "flows": [FLOW], "given": list(given), "show": [show], **other}


def found(statement: dict[str, Any], lemma: dict[str, Any] = BOUNDED) -> tuple[Solution, ...]:
    return solutions(statement, {"L": lemma})


@pytest.mark.parametrize(
    "statement",
    [
        claim(BOUND, "solves(f, y)"),
        claim(BOUND, "solves(f, y)", "at_start(forall i: dot(w, y[i]) > 0)"),
        claim(BOUND, "solves(f, y)", "start(dot(w, w)) > 0 and at_start(forall i: y[i] == S[i])"),
        claim(BOUND, "solves(f, y)", "solves(f, z)", "at_start(forall i: y[i] == z[i])"),
        claim(BOUND, show="solves(f, y) and at_start(forall i: dot(w, y[i]) > 0) => always(forall i: y[i] == y[i])"),
        claim(BOUND, show="forall a in number: a > 0 => (solves(f, y) => always(forall i: a*y[i] == a*y[i]))"),
        claim(BOUND, "solves(f, y)", show="always(forall i: dot(w, y[i]) > 0) => always(forall i: y[i] == y[i])"),
        claim(BOUND, "solves(f, y)", spaces=["E"]),
    ],
)
def test_what_is_given_of_the_start_alone_asks_for_no_more_than_existence(statement):
    assert found(statement) == (Solution("L"),)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["solves(f, y)", "always(forall i: dot(w, y[i]) > 0)"], "always(forall i: dot(w, y[i]) > 0)"),
        (["solves(f, y)", "forall i: tends(norm(y[i] - w), 0)"], "forall i: tends(norm(y[i] - w), 0)"),
        (["solves(f, y)", "almost_always(forall i: rate(y[i]) == w)"], "almost_always(forall i: rate(y[i]) == w)"),
        (["solves(f, y)", "always(forall i: z[i] == 2*y[i])"], "always(forall i: z[i] == 2*y[i])"),
        (["solves(f, y)", "solves(f, z)", "always(forall i: y[i] == z[i])"], "always(forall i: y[i] == z[i])"),
    ],
)
def test_what_is_given_of_a_solution_later_is_told(given, said):
    (solution,) = found(claim(BOUND, *given))
    assert (solution.lemma, solution.besides) == ("L", said)


def test_a_solution_that_rests_or_solves_two_flows_is_more_than_a_solution():
    rests = found(claim(BOUND, "solves(f, S)"))
    other = FLOW.replace("f(", "g(", 1).replace("k*", "2*k*", 1)
    twice = found(claim(BOUND, "solves(f, y)", "solves(g, y)", flows=[FLOW, other]))
    assert rests
    assert twice
    assert all(solution.besides for solution in (*rests, *twice))


@pytest.mark.parametrize(
    "statement",
    [
        claim(BOUND, "forall a in number: solves(f, fn(i: a*y[i]))"),
        claim(BOUND, show="not solves(f, y)"),
        claim(BOUND, show="solves(f, y) or always(forall i: y[i] == w)"),
    ],
)
def test_solutions_that_are_spoken_of_in_any_other_way_are_told(statement):
    assert found(statement)
    assert all(solution.besides for solution in found(statement))


def test_what_a_lemma_asks_of_letters_of_its_own_is_told_and_nothing_else_is_forgiven():
    assert found(claim("solves(f, y)", letters=[*LETTERS[:2], *LETTERS[3:]])) == (Solution("L", BOUND),)
    assert found(claim("solves(f, y)")) == (Solution("L", "almost_always(k <= K1)"),)
    twice = claim(BOUND, "solves(f, y)", flows=[FLOW.replace("k*(w", "2*k*(w")])
    assert found(twice) == (Solution("L", "almost_always(2*k <= K1)"),)
    assert found(claim("solves(f, y)"), LONGER) == (Solution(""),)
    assert found(claim("solves(f, y)", "dot(w, w) > 0"), LONGER) == (Solution("L"),)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("- dot", "+ dot"),
        ("forall i: dot(X[i], X[i]) == 1", "forall i: dot(X[i], X[i]) == 4"),
        ("dot(X[i], X[i]) == 1", "dot(X[i], w) == 1"),
    ],
)
def test_another_flow_or_another_set_is_another_flow(text, other):
    assert found(claim(BOUND, "solves(f, y)", flows=[FLOW.replace(text, other)])) == (Solution(""),)


def test_a_lemma_for_what_does_not_move_says_nothing_of_what_moves():
    still = {**LEMMA, "letters": ["w: vector", "k: number"]}
    assert found(claim("solves(f, y)"), still) == (Solution(""),)
    assert found(claim("solves(f, y)", letters=["w: vector", "k: number", *LETTERS[2:]]), still) == (Solution("L"),)


def test_a_flow_that_depends_on_a_solution_has_no_lemma():
    flow = FLOW.replace("k*(", "dot(z[i], z[i])*(")
    second = "g(X, i) = w - dot(X[i], w)*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"
    known = found(claim("solves(f, y)", "solves(g, z)", flows=[flow, second]), LEMMA)
    assert known
    assert not all(solution.lemma for solution in known)


def test_only_what_a_ledger_proves_is_a_lemma():
    def entry(id: str, statement: dict[str, Any], verdict: str) -> dict[str, Any]:
        return {"id": id, "verdict": verdict, "proof": {"data": {"statement": statement}}}

    speaks = entry("C", claim(BOUND, "solves(f, y)"), "PROVED")
    assert of_ledger([speaks, entry("L", BOUNDED, "PROVED")]) == {"C": (Solution("L"),)}
    assert of_ledger([speaks, entry("L", BOUNDED, "OPEN")]) == {"C": (Solution(""),)}
    assert of_ledger([{**speaks, "verdict": "REFUTED"}, entry("L", BOUNDED, "PROVED")]) == {}


def test_words():
    assert str(Solution("L", "k <= K", "always(a > 0)")) == (
        "exactly one from every start (L), where k <= K; assumed of them: always(a > 0)"
    )
    assert in_short([Solution("L"), Solution("M")]) == "solutions by L, M"
    assert in_short([Solution("L"), Solution("")]) == "solutions assumed"
    assert in_short([Solution("L", "a", "b")]) == "solutions by L under more than is given, of which more is assumed"
