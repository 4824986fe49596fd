"""Spectra of linearisations at instances, against numerical eigenvalues and against hand-made false claims."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.kernel.functions import sqrt
from attnverify.verify.kernel.spectra import at_matrix, modulus
from attnverify.verify.kernel.values import Number, number

SPHERE = "fn(X: forall i: dot(X[i], X[i]) == 1)"
ATTENTION = {
    "letters": ["V: operator; P: matrix; v: vector; alpha, lam: number; N: size"],
    "where": ["s(X, i, j) := exp(dot(X[i], P(X[j])))/sum(k: exp(dot(X[i], P(X[k]))))", "c := 1 + alpha*lam"],
    "maps": [f"att(X, i) = unit(X[i] + alpha*V(sum(j: s(X, i, j)*X[j]))) on {SPHERE}"],
}
VALUES = {
    "V": [[2, 0, 0], [0, 1, 1], [0, 1, -1]],
    "P": [["log(3)", 1, 0], [0, "log(2)", 0], [1, 0, 0]],
    "v": [1, 0, 0], "alpha": "1/4", "lam": 2, "N": 3,
}  # fmt: skip


def at(truths: Any, formulas: list[str], tokens: int = 3, **values: Any) -> list[bool | None]:
    found: list[bool | None] = truths(formulas, "", {**VALUES, **values}, statement=ATTENTION, tokens=tokens, dim=3)
    return found


def test_consensus(truths: Any) -> None:
    """mu runs over the irrational eigenvalues of V on the complement of v."""
    formulas = {
        "fixed(att, fn(i: v))": True,
        "spectrum(att, fn(i: v), V, v, fn(mu: (1 + alpha*mu)/c), 1/c)": True,
        "spectrum(att, fn(i: v), V, v, fn(mu: (1 + alpha*mu)/c), 2/c)": False,
        "spectrum(att, fn(i: v), V, v, fn(mu: (1 - alpha*mu)/c), 1/c)": True,  # mu = sqrt(2) and -sqrt(2)
        "spectrum(att, fn(i: v), V, v, fn(mu: (1 + alpha*mu^2)/c), 1/c)": False,
        "spectrum(att, fn(i: -v), V, v, fn(mu: (1 + alpha*mu)/c), 1/c)": True,
        "spectrum(att, fn(i: 2*v), V, v, fn(mu: (1 + alpha*mu)/c), 1/c)": None,  # not on the sphere
        "spectrum(att, fn(i: v), V, v - v, fn(mu: (1 + alpha*mu)/c), 1/c)": None,
        "asymptotically_stable(att, fn(i: v))": True,
        "lyapunov(att, fn(i: v))": True,
        "inside_disc(att, fn(i: v))": True,
        "outside_disc(att, fn(i: v))": False,
        "not asymptotically_stable(att, fn(i: v))": False,
    }
    assert at(truths, list(formulas)) == list(formulas.values())


def test_not_fixed(truths: Any) -> None:
    """v is no eigenvector of this operator, so the state moves."""
    moved = {"V": [[2, 1, 0], [1, 1, 0], [0, 0, 1]]}
    formulas = ["fixed(att, fn(i: v))", "asymptotically_stable(att, fn(i: v))", "lyapunov(att, fn(i: v))"]
    formulas += ["inside_disc(att, fn(i: v))", "spectrum(att, fn(i: v), V, v, fn(mu: mu), 1/c)"]
    assert at(truths, formulas, **moved) == [False, False, False, None, False]


def test_unstable(truths: Any) -> None:
    formulas = ["asymptotically_stable(att, fn(i: v))", "lyapunov(att, fn(i: v))", "outside_disc(att, fn(i: v))"]
    beyond = {"V": [[2, 0, 0], [0, 3, 0], [0, 0, 1]]}
    assert at(truths, formulas, **beyond) == [False, False, True]
    edge = {"V": [[2, 0, 0], [0, 2, 0], [0, 0, 1]]}  # an eigenvalue 1
    assert at(truths, formulas, **edge) == [None, None, False]


def test_groups(truths: Any) -> None:
    """The bipartite state under softmax with logit log 6, and the claim with the multiplicities exchanged."""
    statement = {
        **ATTENTION,
        "groups": ["A", "B"],
        "letters": ["V: operator; P: matrix; v: vector; alpha, lam, p, q: number"],
        "where": [
            *ATTENTION["where"], "g := exp(dot(v, P(v)))", "E1 := p*g^2 + q", "E2 := q*g^2 + p",
            "c1 := 1 + alpha*lam*(p*g^2 - q)/E1", "c2 := 1 + alpha*lam*(q*g^2 - p)/E2",
            "m11(x) := 1/c1 + alpha*x*p*g^2/(E1*c1)", "m12(x) := alpha*x*q/(E1*c1)", "m21(x) := alpha*x*p/(E2*c2)",
            "m22(x) := 1/c2 + alpha*x*q*g^2/(E2*c2)",
        ],
        "states": ["bip: A -> v, B -> -v"],
    }  # fmt: skip
    entries = "fn(x: m11(x)), fn(x: m12(x)), fn(x: m21(x)), fn(x: m22(x))"
    values = {**VALUES, "P": [["log(6)", 1, 0], [0, "log(2)", 0], [1, 0, 0]], "p": 2, "q": 1}
    del values["N"]
    formulas = {
        f"group_spectrum(att, bip, V, v, {entries}, 1/c1, 1/c2, p, q)": True,
        f"group_spectrum(att, bip, V, v, {entries}, 1/c1, 1/c2, q, p)": False,
        f"group_spectrum(att, bip, V, v, {entries}, 1/c2, 1/c1, p, q)": False,
        f"group_spectrum(att, bip, V, v, {entries}, 1/c1, 1/c2, p, p)": False,
        f"group_spectrum(att, bip, V, v, {entries}, 1/c1, 1/c2, p/4, q)": None,
        f"group_spectrum(att, bip, V, v, {entries}, 1/c1, 1/c2, p - 2, q)": None,
        f"group_spectrum(att, bip, V, v, {entries}, 1/c1, 1/c2, p + 2, q)": None,
        "fixed(att, bip)": True,
    }
    assert truths(list(formulas), "", values, statement=statement, tokens={"A": 2, "B": 1}, dim=3) == list(
        formulas.values()
    )


def test_what_may_be_fixed_is_undecided(truths: Any) -> None:
    """The factor s is 1, and its normal form does not say so."""
    formulas = ["fixed(F, fn(i: v))", "lyapunov(F, fn(i: v))", "asymptotically_stable(F, fn(i: v))"]
    statement = {"letters": ["v: vector; s: number"], "maps": [f"F(X, i) = s*X[i] on {SPHERE}"]}
    values = {"v": [1], "s": "sqrt(3 + 2*sqrt(2)) - sqrt(2)"}
    assert truths(formulas, "", values, statement=statement, tokens=1, dim=1) == [None] * 3


def test_a_set_of_infinitely_many_equations_has_no_tangent_space(truths: Any) -> None:
    everywhere = "fn(X: forall i: forall u in vector: dot(u, X[i]) == dot(u, X[i]))"
    statement = {"letters": ["v: vector"], "maps": [f"F(X, i) = X[i]/2 on {everywhere}"]}
    found = truths("inside_disc(F, fn(i: v - v))", "", {"v": [1]}, statement=statement, tokens=1, dim=1)
    assert found == [None]


def test_causal(truths: Any) -> None:
    """With the mask, token i has (1 + alpha*mu/i)/c for every mu."""
    statement = {
        **ATTENTION,
        "where": ["n(i) := sum(j in upto(i): 1)", "c := 1 + alpha*lam"],
        "maps": [f"causal(X, i) = unit(X[i] + alpha*V(sum(j in upto(i): X[j]/n(i)))) on {SPHERE}"],
    }
    formulas = {
        "token_spectrum(causal, fn(i: v), V, v, fn(i, mu: (1 + alpha*mu/n(i))/c))": True,
        "token_spectrum(causal, fn(i: v), V, v, fn(i, mu: (1 + alpha*mu)/c))": False,
    }
    found = truths(list(formulas), "", VALUES, statement=statement, tokens=3, dim=3)
    assert found == list(formulas.values())


def test_other_metrics(truths: Any) -> None:
    """On the ellipsoid dot(x, W(x)) == 1 the tangent space is the kernel of W(v), not of v."""
    statement = {
        "letters": ["W, V: operator; v: vector; alpha: number"],
        "maps": [
            "F(X, i) = (X[i] + alpha*V(X[i]))/sqrt(dot(X[i] + alpha*V(X[i]), W(X[i] + alpha*V(X[i]))))"
            " on fn(X: forall i: dot(X[i], W(X[i])) == 1)",
            "G(X, i) = X[i]/2 on fn(X: 0 == 0)",
            "H(X, i) = X[i] on fn(X: forall i: dot(X[i], X[i]) >= 0)",
        ],
    }
    values = {"W": [[2, 1], [1, 1]], "V": [[1, 0], [0, "1/2"]], "v": [0, 1], "alpha": 1}
    formulas = {
        "inside_disc(F, fn(i: v))": False,
        "outside_disc(F, fn(i: v))": True,  # (1 + 1)/(1 + 1/2)
        "inside_disc(H, fn(i: v))": None,
        "inside_disc(G, fn(i: v - v))": None,  # the equation 0 == 0 has no differential
    }
    assert truths(list(formulas), "", values, statement=statement, tokens=1, dim=2) == list(formulas.values())


def _with_roots(*roots: complex) -> list[Number]:
    numpy = pytest.importorskip("numpy")
    return [number(Fraction(round(c.real * 10**6), 10**6)) for c in numpy.poly(roots)]


@pytest.mark.parametrize(("roots", "side"), [
    ((0.5, -0.5, 0.25), "inside"),
    ((0.5 + 0.5j, 0.5 - 0.5j), "inside"),
    ((0.9 + 0.5j, 0.9 - 0.5j), "outside"),
    ((2.0, 0.5), "outside"),
    ((2.0, 0.5, 0.0), "outside"),
    ((4.0, 0.25, 0.5, 0.1), "outside"),
    ((1.0, 0.5), None),
    ((-1.0, 1.0), None),
    ((1.0, 2.0), "outside"),
    ((0.0, 0.0), "inside"),
    ((0.99, -0.99), "inside"),
])  # fmt: skip
def test_moduli(roots: tuple[complex, ...], side: str | None) -> None:
    assert modulus(_with_roots(*roots)) == side


def test_functions_of_matrices_have_the_eigenvalues_of_the_function() -> None:
    M = [[number(0), number(2)], [number(1), number(0)]]
    square_plus = at_matrix(lambda x: x * x + sqrt(number(4)) * x, M)
    assert [[entry.rational for entry in row] for row in square_plus] == [[2, 4], [2, 2]]


def test_eigenvalues_on_the_circle(truths: Any) -> None:
    """Antipodal tokens of the Oja map: the eigenvalue 1, and one inside for diag(1, -1), outside for diag(1, 1/2)."""
    statement = {
        "letters": ["V: operator", "v: vector"],
        "maps": ["F(X, i) = unit(X[i] + V(sum(j: X[j]))/8) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
        "groups": ["A", "B"],
        "states": ["pair: A -> v, B -> -v"],
    }
    formulas = ["outside_disc(F, pair)", "inside_disc(F, pair)", "lyapunov(F, pair)"]
    for low, expected in ((-1, [False, False, None]), ("1/2", [True, False, False])):
        values = {"V": [[1, 0], [0, low]], "v": [1, 0]}
        assert truths(formulas, "", values, statement=statement, tokens={"A": 1, "B": 1}, dim=2) == expected


def test_the_state_on_both_sides_of_an_equation_of_the_set(truths: Any) -> None:
    """The set is the line through (1, 1), on which P is 1/2; it is 2 on the line through (1, -1)."""
    line = "fn(X: forall i: dot(X[i], u) == dot(X[i], w))"
    statement = {"letters": ["P: matrix; u, w: vector"], "maps": [f"F(X, i) = P(X[i]) on {line}"]}
    values = {"P": [["5/4", "-3/4"], ["-3/4", "5/4"]], "u": [1, 0], "w": [0, 1]}
    formulas = ["inside_disc(F, fn(i: u - u))", "outside_disc(F, fn(i: u - u))"]
    assert truths(formulas, "", values, statement=statement, tokens=1, dim=2) == [True, False]


def test_a_derivative_inside_a_derivative_is_not_decided(truths: Any) -> None:
    maps = ["F(X, i) = dot(X[i], X[i])*X[i]", "G(X, i) = D(F, X, d, i)"]
    statement = {"letters": ["x[token], d[token]: vector"], "maps": [f"{text} on fn(X: 0 == 0)" for text in maps]}
    formulas = [f"forall i: D(G, x, d, i) == {k}*d[i]" for k in (0, 6)]
    assert truths(formulas, "", {"x": [[1]], "d": [[1]]}, statement=statement, tokens=1, dim=1) == [None, None]


TWO_EQUATIONS = "fn(X: (forall i: dot(X[i], X[i]) == 1) and (forall i: dot(X[i], w) == 0))"


@pytest.mark.parametrize(("rows", "on", "expected"), [
    ([[2, 0, 0], [0, 1, 0], [0, 0, 1]], TWO_EQUATIONS, [True, True, False]),
    ([[1, 0, 0], [0, 2, 0], [0, 0, 1]], TWO_EQUATIONS, [True, False, True]),
    ([[1, 0, 0], [0, 1, 0], [0, 0, 2]], TWO_EQUATIONS, [True, None, False]),  # the unstable direction is cut off
    ([[2, 0, 0], [0, 1, 1], [0, 1, 1]], TWO_EQUATIONS, [True, None, None]),  # the map leaves the set
    ([[2, 0, 0], [0, 1, 0], [0, 0, 1]], "fn(X: forall i: dot(X[i], X[i]) < 2)", [True, None, None]),
])  # fmt: skip
def test_a_set_of_two_equations_and_one_of_none(truths: Any, rows: Any, on: str, expected: list[bool | None]) -> None:
    statement = {"letters": ["V: operator; v, w: vector"], "maps": [f"F(X, i) = unit(X[i] + V(X[i])) on {on}"]}
    values = {"V": rows, "v": [1, 0, 0], "w": [0, 0, 1]}
    formulas = ["fixed(F, fn(i: v))", "asymptotically_stable(F, fn(i: v))", "outside_disc(F, fn(i: v))"]
    assert truths(formulas, "", values, statement=statement, tokens=1, dim=3) == expected


def test_the_spectrum_beside_what_is_no_eigenvector_is_not_decided(truths: Any) -> None:
    formulas = ["spectrum(att, fn(i: v), V, w, fn(mu: (1 + alpha*mu)/c), 1/c)"]
    statement = {**ATTENTION, "letters": [*ATTENTION["letters"], "w: vector"]}
    values = {**VALUES, "w": [1, 1, 0]}
    assert truths(formulas, "", values, statement=statement, tokens=2, dim=3) == [None]


@pytest.mark.parametrize(
    ("other", "outside"),
    [("1/2", True), ("1", False), ("-1", False), ("1 + 1/10^30", None), ("1 + 1/10^64/10^64/10^64", None)],
)
def test_an_eigenvalue_at_one_beside_another_and_its_inverse(truths: Any, other: str, outside: bool | None) -> None:
    statement = {
        "letters": ["V: operator; w: vector"],
        "maps": ["F(X, i) = V(X[i]) on fn(X: forall i: dot(X[i], w) == 0)"],
    }
    values = {"V": [[1, 0, 0, 0], [0, other, 0, 0], [0, 0, f"1/({other})", 0], [0, 0, 0, 1]], "w": [0, 0, 0, 1]}
    assert truths("outside_disc(F, fn(i: 0))", "", values, statement=statement, tokens=1, dim=4) == [outside]
