"""The classes of equilibria of Lemmas 1 and 8 as formulas, and the assumptions on V and on the step size."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part

TOKENS: Part = {"letters": ["x[token]: vector"], "given": ["forall i: dot(x[i], x[i]) == 1"]}

EIGEN = "(forall i: exists l in number: V(X[i]) == l*X[i])"
OJA_CLASSES: Part = {
    "where": [
        f"consensus(X) := (forall i, j: X[i] == X[j]) and {EIGEN}",
        f"bipartite(X) := (forall i, j: X[i] == X[j] or X[i] == -X[j]) and (exists i, j: X[i] == -X[j]) and {EIGEN}",
        "polygonal(X) := sum(j: X[j]) == 0",
    ]
}
"""The three classes of Lemma 1."""

ATTENTION_CLASSES: Part = {
    "where": [
        *OJA_CLASSES["where"][:2],
        "polygonal(X) := forall i: sum(j: weight(X, i, j)*X[j]) == 0",
        "off_one_line(X) := exists i, j: X[i] != X[j] and X[i] != -X[j]",
    ]
}
"""Those of Lemma 8; clustering equilibria are the ones off one line that are not polygonal."""

NONSINGULAR: Part = {"given": ["forall b in vector: V(b) == 0 => b == 0"]}

ASSUMPTION: Part = {
    "letters": ["v1: vector", "lam1: number"],
    "given": ["simple_top(V, v1, lam1)", "lam1 > 0", *NONSINGULAR["given"]],
}
"""Assumption 1: V is symmetric and nonsingular, its largest eigenvalue positive and simple."""

LENGTH_OF_V: Part = {
    "letters": ["norm_of_V: number"],
    "given": [
        "norm_of_V > 0",
        "forall b in vector: dot(V(b), V(b)) <= norm_of_V^2*dot(b, b)",
        "alpha > 0",
        "alpha < 1/(2*norm_of_V)",
    ],
}
"""A step size below 1/(2 |V|); norm_of_V is any bound of |V|."""
