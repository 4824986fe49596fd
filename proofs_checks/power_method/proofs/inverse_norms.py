"""The other readings of Lemmas 2 and 10: |y|^{-1} with unit tokens put in first, and expanded up to alpha^2.

Each is a map of its own, differentiated like the true one. On unit tokens it has the value that it is made for; only
the derivative tells them apart.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import OJA, SPHERES, Part


def first_unit(name: str, pull: str) -> str:
    """The map with |y|^2 replaced by 1 + 2 alpha x.s + alpha^2 |s|^2 before differentiating; `pull` is s at X, i."""
    return (
        f"{name}(X, i) = (X[i] + alpha*{pull})/sqrt(1 + 2*alpha*dot(X[i], {pull}) + alpha^2*dot({pull}, {pull}))"
        f" on {SPHERES}"
    )


def expanded(name: str, pull: str) -> str:
    """The map with |y|^{-1} replaced by 1 - alpha x.s + alpha^2 (3 (x.s)^2/2 - |s|^2/2)."""
    inverse = f"(1 - alpha*dot(X[i], {pull}) + alpha^2*(3/2*dot(X[i], {pull})^2 - dot({pull}, {pull})/2))"
    return f"{name}(X, i) = {inverse}*(X[i] + alpha*{pull}) on {SPHERES}"


MEAN = "V(sum(j: X[j])/sum(j: 1))"
WEIGHTED = "V(sum(j: weight(X, i, j)*X[j]))"
OJA_UNIT: Part = {"maps": [*OJA["maps"], first_unit("unit_first", MEAN)]}
OJA_EXPANDED: Part = {"maps": [*OJA["maps"], expanded("truncated", MEAN)]}
