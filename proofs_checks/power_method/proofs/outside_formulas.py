"""Theorem 2: tangent eigenvalues of the Oja map outside the closed disc, as formulas, and where the condition fails."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, LENGTH_OF_V
from proofs_checks.power_method.proofs.false_linearisations import BIPARTITE
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    unfold,
    witness,
)

SOME_OTHER = "exists m in number: eigenvalue(V, v1, m)"
EIGENPAIR = (
    "eigenpair(F, S, a, b, s, w) := (exists i: a[i] != 0 or b[i] != 0) and (forall i: dot(S[i], a[i]) == 0)"
    " and (forall i: dot(S[i], b[i]) == 0) and (forall i: D(F, S, a, i) == s*a[i] - w*b[i])"
    " and (forall i: D(F, S, b, i) == w*a[i] + s*b[i])"
)
OUTSIDE = (
    "outside(F, S) := exists a in state, b in state, s in number, w in number:"
    " s^2 + w^2 > 1 and eigenpair(F, S, a, b, s, w)"
)
SETTING: Part = {
    "where": [
        EIGENPAIR,
        OUTSIDE,
        "second := exists m in number: eigenvalue(V, v1, m) and m > 0",
        "condition := sum(h in A: 1) != sum(h in B: 1) or lam != lam1 or second",
    ],
    "given": [SOME_OTHER],
}
"""Tangent eigenvectors a + ib with their eigenvalues s + iw; d >= 2."""
WHOLE = model(V, OJA, ASSUMPTION, LENGTH_OF_V, BIPARTITE, SETTING)
ZERO = "fn(i: 0*v)"


def excluded(fact: str, place: Tree) -> Tree:
    """A contradiction to `not condition`."""
    return rule("contradiction", place, KNOWN, P="condition", C=fact)


BALANCED: Steps = [
    ("p == q", split("p == q or p != q", KNOWN, excluded("p == q", {"left": {"left": KNOWN}}))),
    ("lam == lam1", split("lam == lam1 or lam != lam1", KNOWN, excluded("lam == lam1", {"left": {"right": KNOWN}}))),
    (
        "forall m in number: eigenvalue(V, v1, m) => m < 0",
        intro(
            "m,",
            have(
                [("m != 0", lemma("LEM-no-zero-eigenvalue", v="v1"))],
                split(
                    "m != 0",
                    KNOWN,
                    excluded("m < 0", {"right": witness("m", both(KNOWN, KNOWN))}),
                ),
            ),
        ),
    ),
    ("V(v) == lam1*v", leaf(use=["V(v) == lam*v", "lam == lam1"])),
    (
        "(forall z in vector: dot(v, z) == 0 => dot(v1, z) == 0)"
        " and (forall z in vector: dot(v1, z) == 0 => dot(v, z) == 0)",
        lemma("LEM-top-others"),
    ),
]

AT = "eigenpair(oja, bipartite, {0}, {1}, {2}, {3})".format
ANY = AT("a", "b", "s", "w")
OTHERS = "exists m in number: eigenvalue(V, v1, m) and s == 1 + alpha*m"
ONLY = f"forall a in state, b in state, s in number, w in number: {ANY} => w == 0 and (s == 1 or ({OTHERS}))"
IN_DISC = "forall m in number: eigenvalue(V, v1, m) => 0 < 1 + alpha*m and 1 + alpha*m < 1"
OCCUR = f"forall m in number: eigenvalue(V, v1, m) => (exists a in state: {AT('a', ZERO, '1 + alpha*m', '0')})"
ONE = f"exists a in state: {AT('a', ZERO, '1', '0')}"


def across(source: str, m: str = "m") -> str:
    """What an eigenvalue beside v or v1 is."""
    return f"exists y in vector: y != 0 and dot({source}, y) == 0 and V(y) == {m}*y"


def turned(source: str, target: str) -> tuple[str, Tree]:
    """The eigenvalues beside one eigenvector are those beside the other."""
    kept = unfold("goal", witness("z", both(KNOWN, KNOWN, KNOWN)))
    return f"eigenvalue(V, {target}, m)", unfold(f"eigenvalue(V, {source}, m)", obtain(across(source), "z", kept))
