"""Lemma 6 repaired: polygonal states off one line are unstable, those on one line where V is positive across it."""

from __future__ import annotations

from proofs_checks.power_method.proofs.average_definite import AVERAGE
from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.polygonal import STATE
from verify.tactics.build import KNOWN, Tree, have, leaf, split

TOP: Part = {"letters": AVERAGE["letters"], "given": AVERAGE["given"][:5]}
LINE: Part = {"letters": ["y, z: vector", "nu, m: number", "e[token]: vector"]}
QUOTIENT = "1 + alpha*lam1/(N*dot(v1, w))"
LARGE = (
    f"exists e in state, m in number: m >= {QUOTIENT} and (exists i: e[i] != 0)"
    " and (forall i: dot(x[i], e[i]) == 0) and (forall i: D(oja, x, e, i) == m*e[i])"
)
OFF_LINE = f"exists w in vector: W(w) == v1 and {QUOTIENT} > 1 and ({LARGE.replace('e in', 'f in').replace('e[i]', 'f[i]').replace('x, e,', 'x, f,').replace('m in', 'l in').replace('m >=', 'l >=').replace('== m*', '== l*')})"
ON_LINE = "(forall i: x[i] == y or x[i] == -y)"
ACROSS = "dot(y, z) == 0 and z != 0 and V(z) - dot(y, V(z))*y == nu*z and nu > 0"
NEGATIVE = "(forall b in vector: dot(y, b) == 0 => dot(b, V(b)) <= 0)"
MODE = "(forall i: dot(x[i], e[i]) == 0) and (exists i: e[i] != 0) and (forall i: D(oja, x, e, i) == m*e[i])"
GROWS = "forall i: D(oja, x, fn(h: z), i) == (1 + alpha*nu)*z"
UNSTABLE = "not lyapunov(oja, x)"
UNIT, ZERO = STATE


def side(token: str, *proofs: Tree) -> Tree:
    """A token is at y or at -y."""
    return split(f"x[{token}] == y or x[{token}] == -y", *proofs)


def along(sign: str) -> Tree:
    """The derivative at a token on either side, for all tokens moved by z."""
    return have(
        [(f"x[t] == {sign}y", KNOWN)],
        leaf(use=[*STATE, f"x[t] == {sign}y", "dot(y, z) == 0", "V(z) == nu*z + dot(y, V(z))*y"], norms=["1"]),
    )
