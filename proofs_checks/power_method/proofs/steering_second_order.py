"""POW-N13: an eigenvalue of F + rho u u^T within m of rho, to second order, and how far its eigenvector is from u."""

from __future__ import annotations

from proofs_checks.lemmas.steered import BOUND
from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, leaf, lemma, rule

UNIT, EIGEN = "dot(u, u) == 1", "F(x) + rho*dot(u, x)*u == ell*x"
FACTS = "norm(x - s*u)*(rho - 2*m) <= m*abs(s) and s^2 > 0 and abs(ell - rho - dot(u, F(u))) <= m^2/(rho - 2*m)"
HERE: Part = {
    "dim": 2,
    "letters": {
        "F": [["1/2", "1/2"], ["-1/2", "1/2"]],
        "u": [1, 0],
        "x": [5, -1],
        "rho": "13/5",
        "m": 1,
        "ell": 3,
    },
}


LARGE: Part = {
    "dim": 2,
    "letters": {"F": [[1, 0], [0, -1]], "u": [1, 0], "x": [1, 0], "rho": 10, "m": 1, "ell": 11},
}


def steered(then: Tree) -> Tree:
    """What LEM-steered says of x = s u + (x - s u)."""
    premises = [
        KNOWN,
        leaf(use=[UNIT]),
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        leaf("1: dot(x, x) > 0", use=[UNIT]),
    ]
    found = lemma("LEM-steered", *premises, n="x - s*u", s="s")
    return have([("dot(x, x) > 0", rule("positive square", u="x")), (FACTS, found)], then)


formal(
    "POW-N13",
    statement={
        "letters": ["F: matrix", "u, x: vector", "rho, m, ell: number"],
        "where": ["s := dot(u, x)"],
        "given": [UNIT, BOUND, "m > 0", "rho > 2*m", EIGEN, "x != 0", "abs(ell - rho) <= m"],
        "show": [
            "s^2 > 0 and norm(x - s*u) <= m/(rho - 2*m)*abs(s)",
            "abs(ell - rho - dot(u, F(u))) <= m^2/(rho - 2*m)",
        ],
    },
    proof=[
        steered(both(KNOWN, leaf("1: norm(x - s*u)*(rho - 2*m) <= m*abs(s)", times=["rho - 2*m"]))),
        steered(KNOWN),
    ],
    instance=HERE,
    twin=Variant("without the first-order term", {"ell - rho - dot(u, F(u))": "ell - rho"}, LARGE),
)
