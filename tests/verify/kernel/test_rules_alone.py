"""Rules and theorems of the catalogue one by one: on drawn systems, at instances, where one premise is wrong."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import cos, exp, isclose, sin
from typing import Any

import numpy as np
import pytest
import sympy as sp

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
from attnverify.verify.tactics.build import KNOWN, both, intro, leaf, rule, take, witness

from .conftest import Judge

load(instances=False)

# The rule "normal pair": what it says of drawn systems, weakened copies of it, and proofs that it must not give.
PAIR: dict[str, Any] = {
    "letters": ["y[token]: random vector; i: token; u: vector; z: moving number; c: random number"],
    "given": ["independent(y)", "standard_normal(y)"],
}
SAMPLES = 40_000


def said(u: Any, w: Any, a: Any, b: Any, i: int) -> dict[str, float]:
    """Variances, covariance and probability of the forms u.y_i + sum a_j.y_j and w.y_i + sum b_j.y_j, by the rule."""
    A = u @ u + 2 * u @ a[i] + np.sum(a * a)
    B = w @ w + 2 * w @ b[i] + np.sum(b * b)
    C = u @ w + u @ b[i] + w @ a[i] + np.sum(a * b)
    ratio = (B - A) / math.sqrt((A + B) ** 2 - 4 * C**2)
    return {"A": A, "B": B, "C": C, "p": 0.5 + math.asin(ratio) / math.pi}


def weakened(u: Any, w: Any, a: Any, b: Any, i: int) -> list[dict[str, float]]:
    """The same with a part of the rule left out."""
    right = said(u, w, a, b, i)
    ratio = (right["B"] - right["A"]) / (right["A"] + right["B"])
    return [
        right | {"A": right["A"] - 2 * u @ a[i]},
        right | {"B": right["B"] - w @ w},
        right | {"C": right["C"] - w @ a[i]},
        right | {"p": 0.5 + math.asin(ratio) / math.pi},
    ]


def agrees(found: dict[str, float], y: Any, u: Any, w: Any, a: Any, b: Any, i: int) -> bool:
    """Whether drawn tokens y : (samples, N, d) have these moments, within five standard errors."""
    f = y[:, i] @ u + np.einsum("snd,nd->s", y, a)
    g = y[:, i] @ w + np.einsum("snd,nd->s", y, b)
    drawn = {"A": f * f, "B": g * g, "C": f * g, "p": np.abs(f) < np.abs(g)}
    return all(
        abs(np.mean(values) - found[name]) < 5 * np.std(values) / math.sqrt(SAMPLES) for name, values in drawn.items()
    )


def drawn_system(seed: int) -> tuple[Any, tuple[Any, Any, Any, Any, int]]:
    """Three standard normal tokens in the plane, and two forms."""
    rng = np.random.default_rng(seed)
    y = rng.standard_normal((SAMPLES, 3, 2))
    u, w = rng.choice([-1, 1], 2) + 0.2, rng.choice([-1, 1], 2) + 0.3
    a, b = rng.normal(size=(2, 3, 2)) + 0.5
    return y, (u, w, a, b, int(rng.integers(3)))


def test_drawn_tokens_have_these_moments_and_not_those_of_weakened_rules() -> None:
    systems = [drawn_system(seed) for seed in range(4)]
    assert all(agrees(said(*system), y, *system) for y, system in systems)
    for which in range(4):
        assert not all(agrees(weakened(*system)[which], y, *system) for y, system in systems)


FORM: dict[str, Any] = {
    "f": "fn(X in state: dot(u, X[i]))", "g": "fn(X in state: dot(u, X[i]))", "a": "fn(j: 0*u)", "b": "fn(j: 0*u)",
}  # fmt: skip
LAW = (
    "(forall s in number, t in number: normal(s*dot(u, y[i]) + t*dot(u, y[i]), s^2*{A} + 2*s*t*{A} + t^2*{A}))"
    " and (4*{A}^2 < ({A} + {A})^2 => 0 <= {p} and {p} <= 1"
    " and sin(pi*({p} - 1/2)) == ({A} - {A})/sqrt(({A} + {A})^2 - 4*{A}^2) and ({A} < {A} => 1/2 < {p})"
    " and (1/2 < {p} => {A} < {A}))"
)


def one(A: str) -> dict[str, Any]:
    """The rule for one form twice, with the variance A."""
    p = "probability(abs(dot(u, y[i])) < abs(dot(u, y[i])))"
    premises = (KNOWN, KNOWN, leaf(), leaf(), leaf(), leaf(), leaf())
    proof = rule("normal pair", *premises, u="u", w="u", A=A, B=A, K=A, **FORM)
    return {**PAIR, "show": [LAW.format(A=A, p=p)], "proof": proof}


def test_one_form_has_its_variance(accepted: Callable[[Any], Any], refused: Callable[[Any], None]) -> None:
    assert accepted(one("dot(u, u)")).axioms == {"normal pair"}
    refused(one("(2*dot(u, u))") | {"match": "normal pair 5"})
    for place, given in enumerate(PAIR["given"], 1):
        left = [text for text in PAIR["given"] if text != given]
        refused({**one("dot(u, u)"), "given": left, "match": f"normal pair {place}.*not known here"})
    uniform = ["independent(y)", "uniform_on_sphere(y)"]
    refused({**one("dot(u, u)"), "given": uniform, "match": "normal pair 2.*not known here"})


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


# The rule `symmetric derivative`: a tangent eigenvalue as large as a Rayleigh quotient, for symmetric J only.
def quotient_and_largest(J: np.ndarray, d: np.ndarray) -> tuple[float, float]:
    """The Rayleigh quotient of J at d and the largest real part of an eigenvalue that is real, or minus infinity."""
    values = np.linalg.eigvals(J)
    real = values[abs(values.imag) < 1e-9].real
    return float(d @ J @ d / (d @ d)), float(real.max()) if real.size else float("-inf")


def test_random_symmetric_matrices_obey_and_others_do_not() -> None:
    random = np.random.default_rng(12)
    broken = 0
    for _ in range(200):
        n = int(random.integers(2, 6))
        A, d = random.standard_normal((n, n)), random.standard_normal(n)
        quotient, largest = quotient_and_largest(A + A.T, d)
        assert quotient <= largest + 1e-9
        quotient, largest = quotient_and_largest(A, d)
        broken += quotient > largest + 1e-9
    assert broken > 20


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


# Eigenvalues beside an eigenvector, the spectrum at equal tokens for any matrix, and attractors without a property.
SPHERE = "fn(X: forall i: dot(X[i], X[i]) == 1)"
OJA = {
    "letters": ["U: matrix; v: vector; alpha, lam: number"],
    "where": ["c := 1 + alpha*lam", "S := fn(i: v)"],
    "maps": [f"oja(X, i) = unit(X[i] + alpha*U(sum(j: X[j])/sum(j: 1))) on {SPHERE}"],
}
ROTATING = {"U": [[2, 0, 3], [0, "1/2", -1], [0, 1, "1/2"]], "v": [1, 0, 0], "alpha": 1, "lam": 2}
PAIRS = "forall s in number, w in number: other_eigenvalue(U, v, s, w) => "


def at(truths: Any, formulas: list[str], **values: Any) -> list[bool | None]:
    found: list[bool | None] = truths(formulas, "", {**ROTATING, **values}, statement=OJA, tokens=2, dim=3)
    return found


def test_a_complex_pair(truths: Any) -> None:
    formulas = {
        "other_eigenvalue(U, v, 1/2, 1)": True,
        "other_eigenvalue(U, v, 1/2, -1)": True,
        "other_eigenvalue(U, v, 1/2, 0)": False,
        "other_eigenvalue(U, v, 2, 0)": False,  # that is the one along v
        f"{PAIRS}s^2 + w^2 == 5/4": True,
        f"{PAIRS}w == 1": False,
        f"{PAIRS}s < lam": True,
        "forall s in number, w in number: other_eigenvalue(U, v, w, s) => s^2 + w^2 == 5/4": None,  # another order
    }
    assert at(truths, list(formulas)) == list(formulas.values())


def test_pairs_of_which_one_is_a_size_are_not_all_pairs(truths: Any) -> None:
    """An eigenvalue is 1/2 - i, whose parts are no sizes: about it nothing is said."""
    formulas = [
        "forall s in number, w in size: other_eigenvalue(U, v, s, w) => w == 1",
        "forall s in size, w in number: other_eigenvalue(U, v, s, w) => s == 7",
    ]
    assert False not in at(truths, formulas)


def test_a_defective_matrix_counts_twice(truths: Any) -> None:
    jordan = {"U": [[1, 1, 0], [0, 1, 0], [0, 0, -1]], "lam": 1}
    formulas = ["other_eigenvalue(U, v, 1, 0)", "other_eigenvalue(U, v, -1, 0)", f"{PAIRS}s^2 == 1 and w == 0"]
    assert at(truths, formulas, **jordan) == [True, True, True]


def test_of_four_dimensions_nothing_is_said(truths: Any) -> None:
    big = {"U": [[2, 0, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1], [0, 1, 0, 1]], "v": [1, 0, 0, 0]}
    values = {**ROTATING, **big}
    assert truths([f"{PAIRS}s < 5"], "", values, statement=OJA, tokens=2, dim=4) == [None]


def test_a_vector_that_is_no_eigenvector(truths: Any) -> None:
    assert at(truths, ["other_eigenvalue(U, v, 1/2, 1)", f"{PAIRS}s < 5"], v=[0, 1, 0]) == [None, None]


def test_the_spectrum_at_equal_tokens(truths: Any) -> None:
    formulas = {
        "matrix_spectrum(oja, S, U, v, 1/c, alpha/c)": True,
        "matrix_spectrum(oja, S, U, v, 1/c, 2*alpha/c)": False,
        "matrix_spectrum(oja, S, U, v, 2/c, alpha/c)": False,
        "asymptotically_stable(oja, S)": True,
    }
    assert at(truths, list(formulas)) == list(formulas.values())


def test_one_eigenvalue_beside_the_vector(truths: Any) -> None:
    values = {**ROTATING, "U": [[2, 3], [0, "1/2"]], "v": [1, 0]}
    formulas = [f"{PAIRS}s == 1/2 and w == 0", f"{PAIRS}s < 0"]
    assert truths(formulas, "", values, statement=OJA, tokens=2, dim=2) == [True, False]


def matrix_rule(**change: Any) -> dict[str, Any]:
    """The spectrum by the rule, for the Oja map with a matrix."""
    axiom = {
        "rule": "equal tokens, any matrix",
        "with": {"F": "oja", "S": "S", "U": "U", "r": "1/c", "k": "alpha/(n*c)", "n": "n"},
        "new": {"i": "t", "d": "delta"},
        "premises": [
            {"known": True},
            {"known": True},
            {"known": True},
            {"intro": ["t"], "then": {"known": True}},
            {
                "unfold": "goal",
                "then": {"intro": ["t"], "then": {"leaf": "arithmetic", "use": EIGEN_GIVEN, "norms": ["c"]}},
            },
            {"leaf": "arithmetic", "use": [*EIGEN_GIVEN, "forall h: dot(v, delta[h]) == 0"], "norms": ["c"]},
        ],
    }
    axiom["with"] = {**axiom["with"], **change}  # type: ignore[dict-item]
    return axiom


EIGEN_GIVEN = ["U(v) == lam*v", "dot(v, v) == 1"]
CLAIM = {
    **OJA,
    "where": [*OJA["where"], "n := sum(j: 1)"],
    "given": [*EIGEN_GIVEN, "c > 0"],
    "show": ["matrix_spectrum(oja, S, U, v, 1/c, alpha/c)"],
}


def test_the_rule_gives_it(accepted: Callable[[Any], Any]) -> None:
    assert accepted({**CLAIM, "proof": matrix_rule()}).axioms == {"equal tokens, any matrix"}


def test_the_rule_does_not_give_another_factor(refused: Callable[[Any], None]) -> None:
    wrong = {**CLAIM, "show": ["matrix_spectrum(oja, S, U, v, 1/c, 2*alpha/c)"]}
    refused({**wrong, "proof": matrix_rule(k="2*alpha/(n*c)"), "match": "the sides differ"})
    refused({**wrong, "proof": matrix_rule(), "match": "any matrix gives"})


@pytest.mark.parametrize("missing", EIGEN_GIVEN)
def test_the_rule_needs_an_eigenvector_of_length_one(missing: str, refused: Callable[[Any], None]) -> None:
    left = [text for text in CLAIM["given"] if text != missing]
    refused({**CLAIM, "given": left, "proof": matrix_rule(), "match": "not known here"})


def test_an_attractor_without_the_property_refutes(truths: Any) -> None:
    formulas = {
        "almost_all_reach(oja, fn(X: forall i: X[i] == -v))": False,  # v attracts as well
        "almost_all_reach(oja, fn(X: (forall i: X[i] == v) or (forall i: X[i] == -v)))": None,
        "almost_all_reach(oja, fn(X: forall i, j: X[i] == X[j]))": None,  # true, but no rule says so
        "almost_all_reach(oja, fn(X: forall i, j: X[i] != X[j]))": False,
    }
    assert at(truths, list(formulas)) == list(formulas.values())


def test_an_unstable_state_refutes_nothing(truths: Any) -> None:
    """v is unstable here: the complex pair is outside."""
    away = {"U": [[1, 0, 3], [0, 2, -5], [0, 5, 2]], "lam": 1}
    assert at(truths, ["almost_all_reach(oja, fn(X: forall i: X[i] != v))"], **away) == [None]


def test_a_sum_over_directions(accepted: Callable[[Any], Any], refused: Callable[[Any], None]) -> None:
    positive = {"rule": "positive sum, directions", "with": {"e": "fn(k in direction: e[k])"}, "new": {"x": "k1"}}
    claim = {
        "letters": ["e[direction]: number"],
        "given": ["forall k in direction: e[k] >= 0"],
        "show": ["sum(k in direction: e[k]) >= 0"],
        "proof": positive,
    }
    accepted(claim)
    refused({**claim, "given": [], "match": "not known here"})


@pytest.mark.parametrize(("b", "c"), [(-2, 5), (-2, -3), (4, 4), (1, 1), (-3, 2)])
def test_roots_of_a_quadratic_polynomial(b: int, c: int) -> None:
    p = [number(1), number(b), number(c)]
    found = roots(p)
    assert len(found) == 2
    assert all(vanishes(p, *pair) for pair in found)
    assert is_zero(found[0][0] + found[1][0] + p[1])


# The theorem that a matrix into fewer dimensions loses something: on random matrices, and not with one more row.
def drawn(seed: int, rows: int, columns: int) -> sp.Matrix:
    draw = random.Random(seed)
    return sp.Matrix(rows, columns, lambda i, j: draw.randint(-3, 3))


@pytest.mark.parametrize("seed", range(20))
def test_wide_matrices_lose_a_direction(seed: int) -> None:
    rows = 1 + seed % 4
    assert drawn(seed, rows, rows + 1 + seed % 2).nullspace()


def test_square_matrices_need_not() -> None:
    assert any(not drawn(seed, 3, 3).nullspace() for seed in range(20))


def lost(given: str) -> dict[str, Any]:
    """The statement that V loses something, and its proof."""
    goal = "exists q in vector E: q != 0 and V(q) == 0"
    then = witness("x", {"both": [KNOWN, KNOWN]})
    return {
        "spaces": ["E", "F"], "letters": ["V: matrix E -> F"], "given": [given], "show": [goal],
        "proof": rule("fewer dimensions", KNOWN, then, spaces={"E": "E", "E2": "F"}, V="V", C=goal),
    }  # fmt: skip


def test_the_rule_is_used(accepted: Callable[[Any], Any]) -> None:
    accepted(lost("dim(F) < dim(E)"))


@pytest.mark.parametrize("given", ["dim(F) <= dim(E)", "dim(E) < dim(F)", "dim(F) == dim(E)"])
def test_without_fewer_dimensions_it_is_refused(given: str, refused: Callable[[Any], None]) -> None:
    refused({**lost(given), "match": "fewer dimensions 1"})


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


# Single terms of sums, sines and cosines, the limit of a small speed: what they give, and what they must not.
def test_differences_of_angles_are_those_of_the_library() -> None:
    for a, b in product((-2.5, -0.3, 0.0, 0.7, 3.1), repeat=2):
        assert isclose(cos(a - b), cos(a) * cos(b) + sin(a) * sin(b), abs_tol=1e-15)
        assert isclose(sin(a - b), sin(a) * cos(b) - cos(a) * sin(b), abs_tol=1e-15)


def test_the_remaining_way_of_a_small_speed_is_at_most_its_bound() -> None:
    """Speeds w(t) exp(-k t) with |w| <= c: what is left of the way from any time on is at most c/k exp(-k t)."""
    steps, end = 4000, 12.0
    for k, c, turns in product((0.7, 2.0), (1.0, 3.0), (0.0, 5.0)):
        h = end / steps
        way = [0.0]
        for step in range(steps):
            t = (step + 0.5) * h
            way.append(way[-1] + h * c * cos(turns * t) * exp(-k * t))
        rest = [abs(way[-1] - y) / (c / k * exp(-k * n * h)) for n, y in enumerate(way[: steps // 2])]
        assert max(rest) <= 1 + 1e-3
        assert turns or max(rest) > 0.99


def test_a_word_at_a_family_of_vectors_is_refused_and_not_a_crash() -> None:
    statement = {"letters": ["x[token]: vector; u: vector"], "show": ["dot(x, u) == 0"]}
    with pytest.raises(Rejected, match="x is token -> vector, wanted vector token in"):
        read(statement)


# Maps with a number in brackets, one map for every number: what may be said of them.
SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"
PULL = [f"F[a](X, i) = unit(X[i] + a*dot(v, X[i])*v) on {SPHERES}"]
V = {"letters": "v: vector; S: state; k: token", "maps": PULL}
STABLE = "lyapunov(F[{}], S)".format
UNIT = "dot(v, v) == 1"


def test_a_number_takes_the_place_of_the_letter(accepted: Callable[[Any], Any]) -> None:
    once = f"forall a in number: a > 0 => value(F[a], fn(h: v), k) == (1 + a)/norm((1 + a)*v)*v and {STABLE('a + 1')}"
    given = [UNIT, f"forall a in number: a > 1 => {STABLE('a')}"]
    proof = intro("t,", both(leaf(use=[UNIT]), take(given[1], ["t + 1"], KNOWN)))
    assert not accepted({**V, "letters": [V["letters"]], "given": given, "show": [once], "proof": proof}).axioms


def test_truths_at_an_instance(truths: Judge) -> None:
    asked = [
        "asymptotically_stable(F[1], fn(i: v))",
        "asymptotically_stable(F[-1/2], fn(i: v))",
        "forall a in number: asymptotically_stable(F[a], fn(i: v))",
        "forall a in number: a > 0 => asymptotically_stable(F[a], fn(i: v))",
        "value(F[1], fn(i: 1/2*v), k) == v",
    ]
    values = {"v": [1, 0], "S": [[1, 0]], "k": 0}
    statement = {"letters": [V["letters"]], "maps": PULL}
    assert truths(asked, values=values, statement=statement, tokens=1, dim=2) == [True, False, False, None, True]


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
