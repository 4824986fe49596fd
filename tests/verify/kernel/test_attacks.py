"""Attacks on binding, sorts, division and order: false claims, each refused by one check.

The numbers are those of the list of attacks the kernel was designed against; the others are in the files named
test_attacks_in_time, _on_instances and _on_meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, leaf, rule, take

from .cases import TWO, attack

ATTACKS: list[dict[str, Any]] = [
    attack("1 a trace from row sums", "sum(i: c[i, i]) >= 0", KNOWN, "not known here", "forall x: sum(i: c[x, i]) >= 0",
        letters="c[token, token]: number"),
    attack("2 a fact about one token, for all", "sum(k: a[k]) == sum(k: 3)", leaf(use=["a[j] == 3"]), "what is left",
        "a[j] == 3", letters="a[token]: number; j: token"),
    attack("3 a number chosen inside a sum", "sum(i: c[i]*a[i]) >= 0", KNOWN, "not known here",
        "forall x in number: sum(i: c[i]*x) >= 0", letters="a[token], c[token]: number"),
    attack("4 rows and columns in a sum of vectors", "sum(i: sum(j: c[i, j])*u[i]) == sum(i: sum(j: c[j, i])*u[i])",
        leaf(), "the sides differ", letters="c[token, token]: number; u[token]: vector"),
    attack("5 a fact about one group at any token", "b[q] == 1", KNOWN, "not known here", "forall i in B: b[i] == 1",
        letters="b[token]: number; q: token", **TWO),
    attack("5b the same by take", "b[q] == 1", take("forall i in B: b[i] == 1", ["q"], KNOWN), "wanted",
        "forall i in B: b[i] == 1", letters="b[token]: number; q: token", **TWO),
    attack("5c the same by rewriting", "b[q] == 1", leaf(use=["forall i in B: b[i] == 1"]), "what is left",
        "forall i in B: b[i] == 1", letters="b[token]: number; q: token", **TWO),
    attack("6 a sum over all tokens is one over a group", "sum(j: 1) == sum(h in B: 1)", leaf(), "what is left", **TWO),
    attack("7 a fact about tokens for heads", "forall h in heads: a[h] > 0", KNOWN, "is head, wanted token",
        "forall i: a[i] > 0", letters="a[token]: number"),
    attack("8 a general matrix where a symmetric one is wanted", "spectrum(F, S, V, v, f, g)", KNOWN, "wanted operator",
        letters="F: map; S: state; V: matrix; v: vector; f: number -> number; g: number"),
    attack("9 a vector plus a number", "dot(v, v + 1) == 1", leaf(), "vector \\+ size", letters="v: vector"),
    attack("10 induction over numbers", "forall n in number: n >= 0", rule("induction", P="fn(n: n >= 0)"),
        "gives|wanted"),
    attack("11 x/x is 1", "x/x == 1", leaf(), "what is left", letters="x: number"),
    attack("11b x times 1/x is 1", "x*(1/x) == 1", leaf(), "what is left", letters="x: number"),
    attack("12 a divisor nonzero for one group only", "sum(j: x[j]*y[j]/x[j]) == sum(j: y[j])", leaf(), "what is left",
        "forall j in A: x[j] != 0", letters="x[token], y[token]: number", **TWO),
    attack("13 a length that may be negative", "norm(u) == -n", leaf(use=["dot(u, u) == n^2"], norms=["-n"]),
        "what is left", "dot(u, u) == n^2", letters="u: vector; n: number"),
    attack("13b a length that is right up to its sign", "norm(u) == n", leaf(use=["dot(u, u) == n^2"], norms=["n"]),
        "what is left", "dot(u, u) == n^2", letters="u: vector; n: number"),
    attack("14 exponentials of different numbers", "exp(a/2)^2 == exp(b)", leaf(use=["a == b + 1"]), "what is left",
        "a == b + 1", letters="a, b: number"),
    attack("15 there is an earlier token", "sum(j in before(i): 1) > 0", leaf(), "sign is not evident",
        letters="i: token"),
    attack("15b by a rule", "sum(j in before(i): 1) > 0", rule("strictly positive sum, before"), "no rule",
        letters="i: token"),
    attack("16 the greatest of nothing", "max(j in before(i): 0) >= 0", leaf(), "may be empty", letters="i: token"),
    attack("16b the greatest over no sizes", "max(k in 1..0: 0) >= 0", leaf(), "may be empty"),
    attack("17 sums over a triangle exchanged",
        "sum(i: sum(j in before(i): c[i, j])) == sum(j: sum(i in before(j): c[i, j]))", leaf(), "what is left",
        letters="c[token, token]: number"),
    attack("18 the last term is forgotten", "sum(j in upto(i): a[j]) == sum(j in before(i): a[j])", leaf(),
        "what is left", letters="a[token]: number; i: token"),
    attack("19 a general matrix is symmetric", "dot(u, P[h](w)) == dot(w, P[h](u))", leaf(), "what is left",
        letters="P[head]: matrix; h: head; u, w: vector"),
]  # fmt: skip


@pytest.mark.parametrize("case", ATTACKS, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
