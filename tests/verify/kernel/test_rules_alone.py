"""Rules and theorems of the catalogue one by one: on drawn systems, at instances, where one premise is wrong."""

from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.formal import all_formal, library
from attnverify.verify.kernel.claims import Library, check
from attnverify.verify.kernel.complex_pairs import roots, vanishes
from attnverify.verify.kernel.elementary import cos_bounds, pi_bounds
from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.signs import is_zero
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.kernel.values import number
from attnverify.verify.registry import load
from attnverify.verify.search.build import KNOWN, intro, rule, take

load()

# The rule "normal pair" speaks of laws.
PAIR: dict[str, Any] = {
    "letters": ["y[token]: random vector; i: token; u: vector; z: moving number; c: random number"],
    "given": ["independent(y)", "standard_normal(y)"],
}


@pytest.mark.parametrize(("fact", "match"), [
    ("normal(z, 1)", "normal of something that moves"),
    ("normal(dot(u, y[i]), c)", "normal of something that moves"),
    ("normal(dot(u, y[i]), dot(u, y[i]))", "normal of something that moves"),
    ("dot(u, y[i]) > 0", "speaks of a moment"),
])  # fmt: skip
def test_a_law_is_said_of_random_numbers_with_a_constant_variance(fact: str, match: str) -> None:
    with pytest.raises(Rejected, match=match):
        read({**PAIR, "show": [fact]})


def test_at_an_instance_random_vectors_have_a_law_and_no_value() -> None:
    statement = read(
        {**PAIR, "show": ["uniform_on_sphere(y)", "probability(dot(u, y[i]) > 0) == 1/2", "normal(dot(u, y[i]), 1)"]}
    )
    letters = {"i": 0, "u": [1, 0], "z": 0}
    here = {"tokens": 2, "dim": 2, "letters": {**letters, "y": "standard_normal"}}
    report = judge_instance(statement, here)
    assert [truth for _, truth in report.given] == [True, True]
    assert [truth for _, truth in report.show] == [False, None, None]
    without = judge_instance(statement, {**here, "letters": letters})
    assert [truth for _, truth in without.given] == [None, None]
    for law in ("normal", [[1, 0], [0, 1]]):
        with pytest.raises(Rejected, match="y is random and has no value"):
            judge_instance(statement, {**here, "letters": {**letters, "y": law}})
    with pytest.raises(Rejected, match="c is random and has no value"):
        judge_instance(statement, {**here, "letters": {**letters, "c": "standard_normal"}})


def test_every_hypothesis_of_the_closed_form_is_needed() -> None:
    claim = all_formal()["POW-N14"]
    needed = []
    for given in claim.statement["given"]:
        left = [text for text in claim.statement["given"] if text != given]
        data = {"statement": {**claim.statement, "given": left}, "proof": claim.proof}
        try:
            Library({claim.id: data}.__getitem__).proof(claim.id)
        except Rejected:
            needed.append(given)
    # that e is a basis makes M the mean square length; the proof itself sums over the directions only
    assert [text for text in claim.statement["given"] if text not in needed] == [
        "d == dim(E)",
        "forall k in direction, l in direction: k != l => dot(e[k], e[l]) == 0",
    ]


def case(*symmetry: str) -> dict[str, object]:
    """The rule at a fixed point of a map of one matrix, with or without the symmetry of the derivative."""
    tangent = "forall i: dot(v, {0}[i]) == 0".format
    return {
        "letters": ["V: matrix", "v: vector", "d[token]: vector", "q: number"],
        "maps": ["one(X, i) = unit(X[i] + V(X[i])) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
        "given": [
            "fixed(one, fn(i: v))", "dot(v, v) == 1", "norm(v + V(v)) > 0", tangent("d"), "exists i: d[i] != 0",
            "sum(i: dot(D(one, fn(h: v), d, i), d[i])) >= q*sum(i: dot(d[i], d[i]))", *symmetry,
        ],
        "show": [
            "exists e in state, m in number: m >= q and (exists i: e[i] != 0)"
            f" and ({tangent('e')}) and (forall i: D(one, fn(h: v), e, i) == m*e[i])"
        ],
    }  # fmt: skip


SYMMETRIC = (
    "forall a in state, b in state: (forall i: dot(v, a[i]) == 0) => (forall i: dot(v, b[i]) == 0)"
    " => sum(i: dot(D(one, fn(h: v), a, i), b[i])) == sum(i: dot(a[i], D(one, fn(h: v), b, i)))"
)


def prove(statement: dict[str, object], symmetry: object) -> None:
    names = {"a": "b1", "b": "b2"}
    premises = (KNOWN, intro("t", KNOWN), symmetry)
    proof = rule("symmetric derivative", *premises, F="one", S="fn(i: v)", d="d", q="q", new=names)
    check(read(statement), proof, library().rule)


def test_an_eigenvalue_at_least_as_large_as_the_quotient() -> None:
    prove(case(SYMMETRIC), take(SYMMETRIC, ["b1", "b2"], KNOWN))


def test_where_what_is_normalised_may_be_zero_it_is_refused() -> None:
    """unit(0) may be v: then v is fixed, and the map need not have a derivative there."""
    made = case(SYMMETRIC)
    given = [text for text in made["given"] if not text.startswith("norm")]  # type: ignore[attr-defined]
    with pytest.raises(Rejected, match="unit of the state need not be analytic"):
        prove({**made, "given": given}, take(SYMMETRIC, ["b1", "b2"], KNOWN))


def test_a_derivative_that_is_not_symmetric_is_refused() -> None:
    with pytest.raises(Rejected, match="symmetric derivative 3"):
        prove(case(), KNOWN)


# The rule `outside, eigenvector`: an eigenvector of the tangent derivative with a factor of modulus above 1.
STATEMENT = {
    "letters": ["V: operator", "v, w: vector", "lam, m, alpha: number"],
    "where": ["c := 1 + alpha*lam"],
    "maps": ["one(X, i) = unit(X[i] + alpha*V(X[i])) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "V(w) == m*w", "dot(v, w) == 0", "dot(w, w) > 0", "c > 0", "alpha > 0",
        "m > lam"],
    "show": ["outside_disc(one, fn(i: v))"],
}  # fmt: skip
EIGEN = ["V(v) == lam*v", "dot(v, v) == 1", "V(w) == m*w", "dot(v, w) == 0"]
LEAF = {"leaf": "arithmetic", "use": EIGEN, "norms": ["c"]}
NONZERO = {
    "have": "w != 0",
    "by": {"rule": "nonzero vector", "with": {"u": "w"}},
    "then": {"rule": "some element", "with": {"C": "exists i in token: w != 0"}, "new": {"x": "t"},
        "premises": [{"witness": "t", "then": KNOWN}]},
}  # fmt: skip
GROWTH = {"leaf": "arithmetic", "times": ["c"], "terms": [{"c": "1", "facts": ["alpha > 0", "m > lam"]}]}
PREMISES = [
    {"unfold": "goal", "then": {"intro": "t", "then": {**LEAF, "use": EIGEN[:2]}}},
    {"intro": "t", "then": KNOWN},
    NONZERO, LEAF,
    {"have": "(1 + alpha*m)/c > 1", "by": GROWTH, "then": {"leaf": "arithmetic",
     "terms": [{"c": "1", "facts": ["(1 + alpha*m)/c > 1"]}]}},
]  # fmt: skip


def prove_outside(statement: dict[str, Any], factor: str = "(1 + alpha*m)/c", direction: str = "fn(h: w)") -> None:
    node = {"rule": "outside, eigenvector", "with": {"F": "one", "S": "fn(i: v)", "d": direction, "m": factor}}
    proof = {**node, "new": {"i": "t"}, "premises": PREMISES}
    Library(lambda _: {"statement": statement, "proof": proof}).proof("claim")


def without(fact: str) -> dict[str, Any]:
    return {**STATEMENT, "given": [other for other in STATEMENT["given"] if other != fact]}


def test_a_growing_direction_is_outside() -> None:
    prove_outside(STATEMENT)


@pytest.mark.parametrize(("fact", "place"), [
    ("c > 0", "eigenvector 1"),
    ("dot(v, w) == 0", "eigenvector 2"),
    ("dot(w, w) > 0", "eigenvector 3"),
    ("m > lam", "eigenvector 5"),
])  # fmt: skip
def test_every_premise_is_needed(fact: str, place: str) -> None:
    with pytest.raises(Rejected, match=place):
        prove_outside(without(fact))


def test_the_factor_is_that_of_the_derivative() -> None:
    with pytest.raises(Rejected, match="eigenvector 4"):
        prove_outside(STATEMENT, factor="1 + alpha*m")


@pytest.mark.parametrize(("b", "c"), [(-2, 5), (-2, -3), (4, 4), (1, 1), (-3, 2)])
def test_roots_of_a_quadratic_polynomial(b: int, c: int) -> None:
    p = [number(1), number(b), number(c)]
    found = roots(p)
    assert len(found) == 2
    assert all(vanishes(p, *pair) for pair in found)
    assert is_zero(found[0][0] + found[1][0] + p[1])


# The two rules about right and acute angles: what follows from them, and where they must not be used.
BOTH = ["-pi/2 < a", "a < pi/2"]


@pytest.mark.parametrize("sixths", range(-25, 26))
def test_the_evaluator_agrees_at_multiples_of_thirty_degrees(sixths: int) -> None:
    report = judge_instance(
        read({"letters": ["a: number"], "given": BOTH, "show": ["cos(a) > 0", "cos(a) == 0", "cos(a) < 0"]}),
        {"letters": {"a": f"{sixths}*pi/6" if sixths >= 0 else f"-({-sixths})*pi/6"}},
    )
    place = (sixths + 3) % 12
    assert report.satisfies == (abs(sixths) < 3)
    assert [truth for _, truth in report.show] == [0 < place < 6, place in (0, 6), place > 6]


def test_the_series_of_the_cosine_changes_its_sign_within_the_bounds_of_pi() -> None:
    low, high = pi_bounds(64)
    assert high - low < Fraction(1, 2**60)
    assert cos_bounds(low / 2, 200)[0] > 0 > cos_bounds(high / 2, 200)[1]


def no_lemma(_: str) -> Rule:
    raise Rejected("no lemma is cited here")


@pytest.mark.parametrize("show", ["cos(pi/2) > 0", "cos(pi/2) < 0", "sin(pi) > 0", "cos(22/14) > 0", "cos(a) > 0"])
def test_boxes_do_not_decide_a_side_of_a_right_angle(show: str) -> None:
    statement = {"letters": ["a: number"], "given": ["-157/100 <= a", "a <= 63/40"], "show": [show]}
    proof = {"boxes": None, "letters": {"a": ["-157/100", "63/40"]}}
    assert judge({"statement": statement, "proof": proof}, no_lemma).verdict == "OPEN"


def test_what_is_false_of_a_right_angle_is_refuted() -> None:
    for show in ("cos(pi/2) > 0", "cos(pi/2) != 0", "sin(pi) != 0", "cos(3*pi/2) < 0"):
        data = {"statement": {"show": [show]}, "refuted": {"instance": {}}}
        assert judge(data, no_lemma).verdict == "REFUTED"


def test_a_word_at_a_family_of_vectors_is_refused_and_not_a_crash() -> None:
    statement = {"letters": ["x[token]: vector; u: vector"], "show": ["dot(x, u) == 0"]}
    with pytest.raises(Rejected, match="x is token -> vector, wanted vector token in"):
        read(statement)


# Random letters: what is said of their law is closed, what is said of their values is not.
ID = "CON-R3.4.a.repaired"


def with_text(old: str, new: str) -> dict[str, object]:
    statement = {
        name: [text.replace(old, new) for text in ([found] if isinstance(found, str) else found)]
        for name, found in all_formal()[ID].statement.items()
    }
    assert statement != all_formal()[ID].statement
    return {"statement": statement, "proof": all_formal()[ID].proof}


def test_the_repaired_probability_is_proved() -> None:
    data = all_formal()[ID].data()
    judgement = judge(data, Library(lambda _: data).rule)
    assert (judgement.verdict, judgement.axioms) == ("PROVED", ("Wendel",)), judgement.reason


@pytest.mark.parametrize(("old", "new"), [
    ("0..n:", "0..m:"),
    ("/2^m", "/2^n"),
    ("n + 1 == dim(E)", "n == dim(E)"),
    ("m + 1 == sum(j: 1)", "m == sum(j: 1)"),
    ("dot(w, y[i]) > 0", "dot(w, y[i]) >= 0"),
    ("independent(y)", "m >= 0"),
    ("uniform_on_sphere(y)", "m >= 0"),
    ("independent(y)", "dot(y[t], y[t]) == 1"),
])  # fmt: skip
def test_every_part_of_it_matters(old: str, new: str) -> None:
    data = with_text(old, new)
    with pytest.raises(Rejected):
        Library(lambda _: data).proof(ID)


def test_a_value_of_a_random_letter_is_not_closed() -> None:
    data = {
        "statement": {"letters": ["z: random number"], "given": ["z > 0"], "show": ["1 > 0"]},
        "proof": {"known": True},
    }
    with pytest.raises(Rejected, match="speaks of a moment"):
        Library(lambda _: data).proof(ID)
