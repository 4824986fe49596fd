"""The maps of the paper in the statement language, word for word as `stability` prints them, and states on one line.

Sums are over all tokens and sum(j: 1) is their number: one statement is about every N >= 1 and every dimension.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Part = dict[str, Any]

SPHERES = "fn(X: forall i: dot(X[i], X[i]) == 1)"

V: Part = {"letters": ["V: operator", "alpha: number"]}
P: Part = {"letters": ["P: matrix"]}
F: Part = {"letters": ["V[head], P[head]: matrix", "F: operator", "alpha: number"]}

OJA: Part = {"maps": [f"oja(X, i) = unit(X[i] + alpha*V(sum(j: X[j])/sum(j: 1))) on {SPHERES}"]}
"""The Oja map (9)."""

OJA_OF_F: Part = {"maps": [OJA["maps"][0].replace("V(", "F(")]}
"""The Oja map with the layer matrix."""

ATTENTION: Part = {
    "where": ["weight(X, i, j) := exp(dot(X[i], P(X[j])))/sum(k: exp(dot(X[i], P(X[k]))))"],
    "maps": [f"attention(X, i) = unit(X[i] + alpha*V(sum(j: weight(X, i, j)*X[j]))) on {SPHERES}"],
}
"""The self-attention map (8) with one head."""

LAYER: Part = {
    "where": ["weight(X, h, i, j) := exp(dot(X[i], P[h](X[j])))/sum(k: exp(dot(X[i], P[h](X[k]))))"],
    "maps": [f"layer(X, i) = unit(X[i] + sum(h in heads: alpha*V[h](sum(j: weight(X, h, i, j)*X[j])))) on {SPHERES}"],
    "given": ["forall u in vector: sum(h in heads: V[h](u)) == F(u)"],
}
"""The map (3) with several heads; F is the layer matrix, only it is symmetric."""

CAUSAL: Part = {
    "letters": ["mask[token, token]: number"],
    "where": [
        "seen(X, i, j) := exp(dot(X[i], P(X[j])))*mask[i, j]/sum(k: exp(dot(X[i], P(X[k])))*mask[i, k])",
        "position(i) := sum(j: mask[i, j])",
    ],
    "maps": [f"causal(X, i) = unit(X[i] + alpha*V(sum(j: seen(X, i, j)*X[j]))) on {SPHERES}"],
    "given": ["forall i, j: i < j => mask[i, j] == 0", "forall i, j: j <= i => mask[i, j] == 1"],
}
"""The self-attention map with causal weights: token i sees the tokens up to i; `position` counts them."""


def eigenvector(matrix: str = "V") -> Part:
    """A unit eigenvector v, all tokens at it, and the factor c = 1 + alpha lam of one step."""
    return {
        "letters": ["v: vector", "lam: number"],
        "where": ["N := sum(j: 1)", "consensus := fn(i: v)", "c := 1 + alpha*lam"],
        "given": [f"{matrix}(v) == lam*v", "dot(v, v) == 1"],
    }


def eigen(matrix: str = "V") -> list[str]:
    """The equations of an eigenvector, as rewriting rules of a proof."""
    return eigenvector(matrix)["given"]  # type: ignore[no-any-return]


SUM_OF_HEADS: list[str] = LAYER["given"]

BASIS = (("2/3", "2/3", "1/3"), ("-2/3", "1/3", "2/3"), ("1/3", "-2/3", "2/3"))
"""Three orthonormal rational vectors of R^3, none of them along an axis."""


def symmetric(*eigenvalues: str | int) -> list[list[str]]:
    """The symmetric matrix with these eigenvalues on BASIS."""
    pairs = list(zip(map(Fraction, eigenvalues), BASIS, strict=True))
    return [[str(sum(e * Fraction(b[r]) * Fraction(b[s]) for e, b in pairs)) for s in range(3)] for r in range(3)]


def logits(**entries: tuple[str, str]) -> list[list[str]]:
    """The matrix sum of c log(q) b_k b_l^T: logits(p01=("2", "5")) has 2 log 5 at (0, 1) in BASIS; not symmetric."""
    return [[_logit(entries, r, s) for s in range(3)] for r in range(3)]


def _logit(entries: dict[str, tuple[str, str]], r: int, s: int) -> str:
    terms = []
    for place, (c, q) in entries.items():
        k, m = int(place[1]), int(place[2])
        terms.append(f"({Fraction(c) * Fraction(BASIS[k][r]) * Fraction(BASIS[m][s])})*log({q})")
    return " + ".join(terms)


P_VALUE = logits(p00=("1", "3"), p01=("2", "5"), p10=("-1", "7"), p21=("3", "2"), p20=("1", "5/7"))
"""A logit matrix that is not symmetric, with v P v = log 3 for the first vector v of BASIS."""
