"""A bipartite state: p tokens at v, q tokens at -v, under attention with any logit matrix."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import BASIS, Part, eigen, logits, symmetric

BIPARTITE: Part = {
    "groups": ["A", "B"],
    "letters": ["v: vector", "lam, a: number"],
    "where": [
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        "E := exp(a)^2",
        "E1 := p*E + q",
        "E2 := q*E + p",
        "a11 := p*E/E1",
        "a12 := q/E1",
        "a21 := p/E2",
        "a22 := q*E/E2",
        "c1 := 1 + alpha*lam*(a11 - a12)",
        "c2 := 1 + alpha*lam*(a22 - a21)",
    ],
    "states": ["bipartite: A -> v, B -> -v"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "dot(v, P(v)) == a"],
}
"""E = e^{2a} with the logit a = v P v; a11 ... a22 are total weights from group to group, c1 and c2 the factors."""

POINT = [*eigen(), "dot(v, P(v)) == a"]
POSITIVE: Part = {"given": ["c1 > 0", "c2 > 0"]}
"""What makes the state an equilibrium."""

Q11 = "fn(x: (1 + alpha*x*a11)/c1)"
Q12 = "fn(x: alpha*x*a12/c1)"
Q21 = "fn(x: alpha*x*a21/c2)"
Q22 = "fn(x: (1 + alpha*x*a22)/c2)"
SPECTRUM = f"group_spectrum(attention, bipartite, V, v, {Q11}, {Q12}, {Q21}, {Q22}, 1/c1, 1/c2, p, q)"


def trace(x: str) -> str:
    """tau_j at the eigenvalue x."""
    return f"((1 + alpha*{x}*a11)/c1 + (1 + alpha*{x}*a22)/c2)"


def determinant(x: str) -> str:
    """Delta_j at the eigenvalue x."""
    return f"(((1 + alpha*{x}*a11)*(1 + alpha*{x}*a22) - alpha^2*{x}^2*a12*a21)/(c1*c2))"


ENTRIES = {"p01": ("2", "5"), "p10": ("-1", "7"), "p21": ("3", "2"), "p20": ("1", "5/7")}


def values(odds: str = "3", **more: object) -> Part:
    """Letters of an instance in R^3 with e^a = odds and P not symmetric."""
    return {
        "v": BASIS[0],
        "a": f"log({odds})",
        "P": logits(p00=("1", odds), **ENTRIES),
        "lam": 2,
        "alpha": "1/4",
        "V": symmetric(2, 1, -3),
        **more,
    }


def instance(p: int, q: int, letters: Part) -> Part:
    """An instance with p and q tokens."""
    return {"tokens": {"A": p, "B": q}, "dim": 3, "letters": letters}
