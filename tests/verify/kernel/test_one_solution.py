"""The rule "one solution": refused for fields, sets and letters for which there may be none, or more than one."""

import pytest

from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.search.build import KNOWN, intro, lemma, rule

SPHERES = "fn(X: forall i: dot(X[i], X[i]) == 1)"
SYMMETRIC = intro(["a0", "b0"], KNOWN)


def case(field, on=SPHERES, Q="fn(z: z)", given=(), letters=()):
    """A flow with this field on this set, and what would prove that it has one solution if its field were good."""
    return {
        "spaces": ["E"],
        "letters": ["S[token], v: vector; P, U: measurable matrix; c: measurable number; M: matrix", *letters],
        "flows": [f"f(X, i) = {field} on {on}"],
        "given": ["forall i: dot(S[i], S[i]) == 1", *given],
        "show": ["one_solution(f, S)"],
        "proof": rule("one solution", KNOWN, KNOWN, KNOWN, KNOWN, F="f", S="S", Q=Q, B="fn(s: 1)", L="fn(s: 1)"),
    }


TANGENT = "c*(P(X[i]) - dot(X[i], P(X[i]))*X[i])"


@pytest.mark.parametrize(("made", "match"), [
    pytest.param(case("X[i]"), "one solution 3.*not known here", id="not tangent"),
    pytest.param(case(TANGENT), "one solution 3.*not known here", id="unbounded"),
    pytest.param(
        case("norm(X[i] - v)*U(X[i])", given=["almost_always(forall a in vector: U(a) == 0*a)"]),
        "one solution 3.*not known here",
        id="nothing is found by itself",
    ),
    pytest.param(case("dot(X[i], v)*X[i]", on="fn(X: forall i: 0 <= 1)"), "not declared on", id="x' = x^2"),
    pytest.param(
        case(TANGENT, on="fn(X: forall i: dot(X[i], X[i]) <= 1)"), "not declared on", id="a ball, which it leaves"
    ),
    pytest.param(case(TANGENT, Q="fn(z: 2*z)"), "not declared on", id="another quadric"),
    pytest.param(
        case(TANGENT, on="fn(X: forall i: dot(X[i], M(X[i])) == 1)", Q="fn(z: M(z))"),
        "one solution 1.*not known here",
        id="a form that is not symmetric",
    ),
    pytest.param(
        case("h(time)*M(X[i])", letters=["h: number -> number"]),
        "need not be measurable",
        id="any function of time",
    ),
    pytest.param(
        case("h(c)*M(X[i])", letters=["h: number -> number"]), "need not be measurable", id="of what is measurable"
    ),
    pytest.param(
        case("sum(j: h(c*dot(X[j], X[i])))*M(X[i])", letters=["h: number -> number"]),
        "need not be measurable",
        id="a sum of what is measurable",
    ),
    pytest.param(
        case("k(X, i)", letters=["k(state, token): vector"]), "need not be measurable", id="any function of states"
    ),
    pytest.param(case("sqrt(c)*M(X[i])"), "need not be measurable", id="a root"),
    pytest.param(case("rate(dot(v, y))*M(X[i])", letters=["y: moving vector"]), "measurable", id="a rate"),
])  # fmt: skip
def test_it_is_refused(made, match, refused):
    refused({**made, "match": match})


def test_where_it_starts_elsewhere_it_is_refused(refused):
    refused({**case(TANGENT), "given": [], "match": "one solution 2.*not known here"})


@pytest.mark.parametrize(("formula", "match"), [
    ("one_solution(f, fn(i: y))", "moves where it must not"),
    ("one_solution(m, S)", "wanted flow"),
    ("forall i: always(one_solution(f, fn(j: rate(y))))", "moves where it must not"),
])  # fmt: skip
def test_what_it_cannot_be_said_of(formula, match):
    made = {
        "letters": ["S[token]: vector; y: moving vector"],
        "maps": [f"m(X, i) = unit(X[i]) on {SPHERES}"],
        "flows": [f"f(X, i) = 0*X[i] on {SPHERES}"],
        "show": [formula],
    }
    with pytest.raises(Rejected, match=match):
        read(made)


def about(letter):
    """A claim about P(t) that cites a lemma that says it of everything measurable, at this letter."""
    field = "p*(M(X[i]) - dot(X[i], M(X[i]))*X[i])"
    told = {
        "spaces": ["E"],
        "letters": ["S[token]: vector; p: measurable number; M: matrix"],
        "flows": [f"f(X, i) = {field} on {SPHERES}"],
        "given": ["one_solution(f, S)"],
        "show": ["one_solution(f, S)"],
        "proof": KNOWN,
    }
    return {
        **told,
        "letters": ["S[token]: vector; M: matrix; h: number -> number; p: measurable number; z: moving number"],
        "flows": [f"f(X, i) = ({letter}){field[1:]} on {SPHERES}"],
        "proof": lemma("LEM-told", KNOWN, p=letter),
        "lemmas": {"LEM-told": told},
    }


def test_a_lemma_that_says_it_asks_for_what_is_measurable(accepted, refused):
    for letter in ("p", "z + p^2", "exp(z)"):
        accepted(about(letter))
    refused({**about("h(time)"), "match": "need not be measurable in time"})
