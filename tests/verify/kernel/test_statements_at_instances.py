"""Statements about flows and maps of self-attention at instances that satisfy every hypothesis, and where they fail."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from verify.kernel.refutation import judge_instance, refutes
from verify.kernel.statements import read

FLOW: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["W: operator; P[head]: measurable matrix; v, z: vector; root, K, C: number; M[head]: number",
        "y[token]: moving vector"],
    "where": ["e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "force(X, i) := sum(h in heads, j: e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))*X[j])"],
    "flows": ["six(X, i) = force(X, i) - dot(X[i], W(force(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)"],
    "given": ["positive_definite(W)", "root > 0", "root^2 == dim(E)", "dot(v, W(v)) == 1",
        "almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b))",
        "solves(six, y)", "at_start(forall i: dot(v, y[i]) > 0)", "W(z) == v and C > 0 and C^2 >= dot(v, z)",
        "almost_always(forall h in heads, a in vector, b in vector: dot(a, W(a)) == 1 and dot(b, W(b)) == 1"
        " => -M[h] <= dot(a, P[h](b)) <= M[h])"],
    "show": ["always(forall i: dot(v, y[i]) > 0)", "forall i, j: tends(norm(y[i] - y[j]), 0)",
        "exists m in number: m > 0 and always(forall i: dot(v, y[i]) >= m)",
        "decays(diam(i: y[i]/dot(v, y[i])), start(min(i: dot(v, y[i])))/C*sum(h in heads: exp(-2*M[h]))/root)"],
}  # fmt: skip
CONSENSUS: dict[str, Any] = {
    "tokens": 3, "heads": 2, "dim": 2,
    "letters": {"W": [[2, 1], [1, 1]], "P": [[["log(3)", 1], [0, "log(2)"]], [[1, 0], [2, 1]]], "v": [0, 1],
        "z": [-1, 2], "root": "sqrt(2)", "y": [[0, 1]] * 3, "K": 3, "C": 2, "M": [3, 9]},
}  # fmt: skip


def test_the_flow_at_consensus() -> None:
    report = judge_instance(read(FLOW), CONSENSUS)
    assert report.satisfies
    assert [truth for _, truth in report.show] == [True] * 4
    assert not report.refutes


@pytest.mark.parametrize(("letter", "value", "failing"), [
    ("W", [[2, 1], [1, "1/2"]], 0),
    ("root", "-sqrt(2)", 1),
    ("root", "14142/10000", 2),
    ("v", [1, 1], 3),
    ("K", "241/100", 4),
    ("y", [[0, 1], [0, 1], [0, -1]], 6),
    ("y", [[0, 1], ["1/2", 1], [0, 1]], 5),
    ("C", "7/5", 7),
    ("M", [1, 9], 8),
])  # fmt: skip
def test_every_hypothesis_can_fail(letter: str, value: Any, failing: int) -> None:
    data = copy.deepcopy(CONSENSUS)
    data["letters"][letter] = value
    report = judge_instance(read(FLOW), data)
    assert report.given[failing][1] is False
    assert not report.refutes


def test_a_token_at_the_antipode_refutes_the_statement_without_its_start() -> None:
    """Tokens at v and -v stand still: without the open half-space at the start there is no consensus."""
    dropped = {
        **FLOW,
        "given": [text for text in FLOW["given"] if not text.startswith("at_start")],
        "show": FLOW["show"][1:2],
    }
    data = copy.deepcopy(CONSENSUS)
    data["letters"]["y"] = [[0, 1], [0, 1], [0, -1]]
    assert refutes(read(dropped), data)
    assert not refutes(read(dropped), CONSENSUS)


MAP: dict[str, Any] = {
    "letters": ["V: operator; v, w: vector; x[token]: vector; alpha, lam, low: number; N: size"],
    "where": ["S := sum(j: x[j])/N", "r(i) := norm(x[i] + alpha*V(S))", "D := sum(i: oja(x, i) - x[i])"],
    "maps": ["oja(X, i) = unit(X[i] + alpha/N*V(sum(j: X[j]))) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "N == sum(j: 1)", "alpha > 0", "forall i: dot(x[i], x[i]) == 1"],
    "show": ["0 == 0"],
}
OJA: dict[str, Any] = {
    "tokens": 2, "dim": 3,
    "letters": {"V": [[2, 0, 0], [0, -10, 0], [0, 0, 1]], "v": [1, 0, 0], "w": [0, 1, 0],
        "x": [["3/5", "4/5", 0], ["5/13", 0, "12/13"]], "alpha": "1/4", "lam": 2, "low": -10, "N": 2},
}  # fmt: skip


def test_a_map_whose_images_have_irrational_length() -> None:
    """The growth of the energy, an identity between sums of roots."""
    energy = "dot(sum(i: {0}), V(sum(i: {0})))/(2*N)"
    statement = {
        **MAP,
        "where": MAP["where"][:2],
        "show": [
            f"{energy.format('oja(x, i)')} - {energy.format('x[i]')}"
            f" == {factor}/(2*alpha)*sum(i: (1 + r(i))*dot(oja(x, i) - x[i], oja(x, i) - x[i]))"
            f" + {energy.format('(oja(x, i) - x[i])')}"
            for factor in (1, 2)
        ],
    }
    assert [truth for _, truth in judge_instance(read(statement), OJA).show] == [True, False]


def test_the_edge_of_stability_is_not_decided_by_the_linearisation() -> None:
    shown = [
        *MAP["given"], "alpha*(-low - lam) == 2", "asymptotically_stable(oja, fn(i: v))", "inside_disc(oja, fn(i: v))",
    ]  # fmt: skip
    statement = {**MAP, "where": [], "show": shown}
    edge = [truth for _, truth in judge_instance(read(statement), OJA).show]
    assert edge == [True] * 6 + [None, False]  # an eigenvalue -1 is not inside the open disc
    for low, stable in ((-9, True), (-11, False)):
        data = copy.deepcopy(OJA)
        data["letters"] |= {"V": [[2, 0, 0], [0, low, 0], [0, 0, 1]], "low": low}
        assert [truth for _, truth in judge_instance(read(statement), data).show][-2:] == [stable, stable]
