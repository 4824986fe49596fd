"""Remark 2.2, repaired: with gamma = g 1, g > 0, and beta = b 1 a step under layer normalisation is the map (1) on S.

S is the unit sphere of the hyperplane across `ones`, one dimension less; the weights are those of the step, whatever
they are, and U keeps the direction of `ones`: U = I for Theorems 3.2 and 4.2, a symmetric U for Theorem 4.5.
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.instances import diagonal
from proofs_checks.consensus.proofs.layer_norm_images import ONES, spread
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, have, intro, leaf, rule, take

_LENGTH = "dot(ones, ones) == dim(E)"
_KEEPS = "U(ones) == mu*ones"
_ACROSS, _UNIT = "forall i: dot(ones, u[i]) == 0", "forall i: dot(u[i], u[i]) == 1"
_HALF = ["1/2", "1/2", "-1/2", "-1/2"]
_OTHER = ["1/2", "-1/2", "1/2", "-1/2"]
_VALUES = {
    "ones": ONES,
    "b": 3,
    "g": 2,
    "mu": 1,
    "U": diagonal(1, 1, 1, 1),
    "x": [4, 2, 2, 4],
    "u": [_HALF, _OTHER],
    "a": [["1/4", "1/4"], ["1/8", "3/8"]],
    "tau": "1/2",
}
_INSTANCE = {"tokens": 2, "dim": 4, "letters": _VALUES}

_SUM = "tau*b*mu*sum(j: a[p, j])"
_SHIFTED = f"next(p) == beta + {_SUM}*ones + rho*moved(p)"
_GENERAL = (
    "forall r in vector, q in vector, c in number, s in number: r == beta + c*ones + rho*q and dot(ones, q) == 0"
    " and dot(q, q) == s^2 and s > 0"
    " => N(r) == beta + rho*(q/s)"
)
_NORMALISES = intro(
    ["r", "q", "c", "s", ""],
    leaf(use=["r == beta + c*ones + rho*q", _LENGTH, "dot(ones, q) == 0", "dot(q, q) == s^2"], norms=["g*s"]),
)

formal(
    "CON-R2.2.e.repaired",
    sentence=(
        r"Let $\gamma = g1$ with $g > 0$, $\beta = b1$, $\rho = \sqrt{n+1}\,g$, and U symmetric with $U1 = \mu1$ (U ="
        r" I, or as in Theorem 4.5). N is the identity on $\beta + \rho S$, S the unit sphere of the hyperplane $1^Tz ="
        r" 0$, and $N \circ N = N$; in the coordinates $u = (y - \beta)/\rho$ the step $y_i \mapsto N(y_i +"
        r" \tau\sum_ja_{ij}Uy_j)$ is $u_i \mapsto \pi(u_i + \tau\sum_ja_{ij}Uu_j)$ wherever that is defined, the map"
        " (1) on S with the same weights, whatever b."
    ),
    reading="the standard deviation divides by n + 1",
    statement={
        "spaces": ["E"],
        "letters": [
            "ones: vector; b, g, mu, tau: number; U: operator; x: vector; u[token]: vector; a[token, token]: number"
        ],
        "where": [
            "beta := b*ones",
            "rho := sqrt(dim(E))*g",
            "rest(X) := X - dot(ones, X)/dim(E)*ones",
            "sigma(X) := sqrt(dot(rest(X), rest(X))/dim(E))",
            "N(X) := g/sigma(X)*rest(X) + beta",
            "y(i) := beta + rho*u[i]",
            "next(i) := y(i) + tau*sum(j: a[i, j]*U(y(j)))",
            "moved(i) := u[i] + tau*sum(j: a[i, j]*U(u[j]))",
        ],
        "given": [_LENGTH, "dim(E) >= 2", "g > 0", _KEEPS, _ACROSS, _UNIT],
        "show": [
            "rest(x) != 0 => N(N(x)) == N(x)",
            "forall i: N(y(i)) == y(i)",
            "forall i: moved(i) != 0 => N(next(i)) == beta + rho*(moved(i)/norm(moved(i)))",
        ],
    },
    proof=[
        intro("", spread("x", leaf(use=[_LENGTH], norms=["g"]))),
        intro("p", leaf(use=[_LENGTH, _ACROSS, _UNIT], norms=["g"])),
        intro(
            ["p", ""],
            have(
                [
                    ("dot(moved(p), moved(p)) > 0", rule("positive square", u="moved(p)")),
                    ("norm(moved(p)) > 0", leaf()),
                    ("dot(moved(p), moved(p)) == norm(moved(p))^2", leaf()),
                    ("forall i: dot(ones, U(u[i])) == 0", intro("q", leaf(use=[_KEEPS, _ACROSS]))),
                    ("dot(ones, moved(p)) == 0", leaf(use=[_ACROSS, "forall i: dot(ones, U(u[i])) == 0"])),
                    (_SHIFTED, leaf(use=[_KEEPS])),
                    (_GENERAL, _NORMALISES),
                ],
                take(_GENERAL, ["next(p)", "moved(p)", _SUM, "norm(moved(p))"], KNOWN),
            ),
        ),
    ],
    instance=_INSTANCE,
    twin=Variant(
        "a shift that is not along ones",
        {"beta := b*ones": "beta := x"},
        _INSTANCE,
    ),
)
