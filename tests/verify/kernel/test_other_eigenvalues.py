"""Eigenvalues beside an eigenvector, the spectrum at equal tokens for any matrix, and attractors without a property."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.complex_pairs import roots, vanishes
from verify.kernel.signs import is_zero
from verify.kernel.values import number

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
                "then": {"intro": ["t"], "then": {"leaf": "arithmetic", "use": EIGEN, "norms": ["c"]}},
            },
            {
                "leaf": "arithmetic",
                "use": [*EIGEN, "forall h: dot(v, delta[h]) == 0"],
                "norms": ["c"],
            },
        ],
    }
    axiom["with"] = {**axiom["with"], **change}  # type: ignore[dict-item]
    return axiom


EIGEN = ["U(v) == lam*v", "dot(v, v) == 1"]
CLAIM = {
    **OJA,
    "where": [*OJA["where"], "n := sum(j: 1)"],
    "given": [*EIGEN, "c > 0"],
    "show": ["matrix_spectrum(oja, S, U, v, 1/c, alpha/c)"],
}


def test_the_rule_gives_it(accepted: Callable[[Any], Any]) -> None:
    assert accepted({**CLAIM, "proof": matrix_rule()}).axioms == {"equal tokens, any matrix"}


def test_the_rule_does_not_give_another_factor(refused: Callable[[Any], None]) -> None:
    wrong = {**CLAIM, "show": ["matrix_spectrum(oja, S, U, v, 1/c, 2*alpha/c)"]}
    refused({**wrong, "proof": matrix_rule(k="2*alpha/(n*c)"), "match": "the sides differ"})
    refused({**wrong, "proof": matrix_rule(), "match": "any matrix gives"})


@pytest.mark.parametrize("missing", EIGEN)
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
