"""The last of the numbered attacks: those about what words mean, and about instances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.judging import judge
from verify.kernel.rules import Rule
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, enter, intro, leaf, obtain, rule, unfold

from .cases import SPHERES, attack

OJA = f"F(X, i) = unit(X[i] + alpha*V(sum(j: X[j]))) on {SPHERES}"
SQUARED = f"F(X, i) = unit(X[i] + alpha*V(V(sum(j: X[j])) + c*sum(j: X[j]))) on {SPHERES}"
POINT = {"letters": "V: operator; v: vector; lam, alpha, c, n: number", "maps": [SQUARED]}

ATTACKS: list[dict[str, Any]] = [
    attack("29 the rate of the least is that of any of the least ones, whatever bounds it",
        "almost_always(rate(min(j: w[j])) >= w[k])", enter("ae",
        obtain("exists x in token: min(j: w[j]) == w[x]", "x", leaf())),
        "no existence|sign is not evident|what is left", "almost_always(forall i: rate(w[i]) >= w[i])",
        letters="w[token]: moving number; k: token"),
    attack("38 a point that is no eigenvector, of a map of V(V) + cV",
        "spectrum(F, fn(i: v), V, v, fn(m: 0 + n*0*m), 0)", rule("equal tokens", S="fn(i: v)", r="0", k="0"),
        "equal tokens 1: not known here|equal tokens 1", "V(V(v)) == lam*v - c*V(v)", "dot(v, v) == 1",
        "n == sum(j: 1)", **POINT),
    attack("41 an eigenvalue of the surrounding space, along the point itself", "outside_disc(F, fn(i: v))",
        rule("outside, eigenvector", S="fn(i: v)", d="fn(i: v)", m="2"), "outside, eigenvector", "fixed(F, fn(i: v))",
        "dot(v, v) == 1", letters="V: operator; v: vector; alpha: number", maps=[OJA]),
    attack("54 stability of a flow, for which there is no word", "lyapunov(f, S)", KNOWN, "wanted map",
        letters="S: state", flows=[f"f(X, i) = X[i] - X[i] on {SPHERES}"]),
    attack("54b a fixed point of a flow", "fixed(f, S)", unfold("goal", intro("i", leaf())), "wanted map",
        letters="S: state", flows=[f"f(X, i) = X[i] on {SPHERES}"]),
]  # fmt: skip


@pytest.mark.parametrize("case", ATTACKS, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)


def no_lemma(_: str) -> Rule:
    raise Rejected("no lemma is cited here")


INSTANCES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
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


@pytest.mark.parametrize(("says", "statement", "instance", "why"), INSTANCES, ids=[row[0] for row in INSTANCES])
def test_an_instance_that_refutes_nothing(
    says: str, statement: dict[str, Any], instance: dict[str, Any], why: str
) -> None:
    found = judge({"statement": statement, "refuted": {"instance": instance}}, no_lemma)
    assert found.verdict == "OPEN"
    assert why in found.reason
