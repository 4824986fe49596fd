"""The rule `symmetric derivative`: a tangent eigenvalue as large as a Rayleigh quotient, for symmetric J only."""

from __future__ import annotations

import numpy as np
import pytest

from verify.formal import library
from verify.kernel.claims import check
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, intro, rule, take


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
            "fixed(one, fn(i: v))",
            "dot(v, v) == 1",
            "norm(v + V(v)) > 0",
            tangent("d"),
            "exists i: d[i] != 0",
            "sum(i: dot(D(one, fn(h: v), d, i), d[i])) >= q*sum(i: dot(d[i], d[i]))",
            *symmetry,
        ],
        "show": [
            "exists e in state, m in number: m >= q and (exists i: e[i] != 0)"
            f" and ({tangent('e')}) and (forall i: D(one, fn(h: v), e, i) == m*e[i])"
        ],
    }


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
