"""Supplement D.2, Lemma 3 and Remark 2: the three classes are a basis, and which of them are tangent to the spheres.

Everything is written in the coordinates (v_k, v_j), one j at a time, and in token patterns: a vector of class 1 is
e_h times v_k, of class 2 the all-ones vector times v_j, of class 3 (e_1 - e_i) times v_j. What holds for these patterns
with symbolic N holds for all N, and for each of the d - 1 directions v_j.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.consensus.oja_consensus import AUTOMATIC, EXPLICIT
from proofs_checks.power_method.consensus.oja_radial import continued_jacobian
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

ALL_SIZES = "all N >= 1, all d >= 2, either sign of 1 + alpha lambda_k"
SIZES = ("integer(N)", "N >= 1", "integer(d)", "d >= 2")


@illustration(
    "POW-L3.count",
    title="The three classes are complete",
    statement=(
        r"The classes of Lemma 3 have $N$, $d-1$ and $(N-1)(d-1)$ members; these are $Nd$ in all, and the eigenvectors"
        r" $e_h \otimes v_k$, $\mathbf 1 \otimes v_j$ and $(e_1 - e_i) \otimes v_j$ span $R^{Nd}$."
    ),
    source=Source(PAPER, "Lemma 3", reconstructed=True),
    kind="rank",
)
def count(left_out: int = 1) -> Iterator[Evidence]:
    s = symbols()
    differences = s.N - left_out
    # N e_1 = 1 + sum_i (e_1 - e_i), and e_h = e_1 - (e_1 - e_h): with class 1 every e_h times v_k or v_j is reached.
    pairs: cs.Pairs = {
        "number of eigenvectors": (s.N + (s.d - 1) + differences * (s.d - 1), s.N * s.d),
        "entry of token 1 in the ones and all differences": (1 + differences, s.N),
        "entry of any other token": (sp.Integer(1) - 1, sp.Integer(0)),
    }
    method = "SymPy: token patterns with symbolic N"
    yield cs.identity(pairs, scope="all N >= 1, all d >= 2", method=method, given=[s.d >= 2, s.N >= 2])

    gram: cs.Pairs = {}
    for N, d in cs.SIZES:
        vectors = _eigenvectors(N, d, left_out)
        gram[f"N = {N}, d = {d}"] = ((vectors.T * vectors).det(), sp.Integer(N) ** (2 * (d - 1)))
    scope = "the eigenvector matrix at (N, d) in (2,2), (3,2), (4,2), (2,3), (3,3): squared determinant N^(2(d-1))"
    yield cs.identity(gram, scope=scope, method="SymPy: exact determinant", covers=False)


def _eigenvectors(N: int, d: int, left_out: int) -> Any:
    """One row per eigenvector, coordinate 0 of each token along v_k."""
    tokens, directions = sp.eye(N), sp.eye(d)
    rows = [sp.kronecker_product(tokens[i, :], directions[0, :]) for i in range(N)]
    for j in range(1, d):
        rows.append(sp.kronecker_product(sp.ones(1, N), directions[j, :]))
        apart = [tokens[0, :] - tokens[i, :] for i in range(left_out, N)]
        rows += [sp.kronecker_product(row, directions[j, :]) for row in apart]
    return sp.Matrix.vstack(*rows)


@illustration(
    "POW-R2",
    title="Only the tangent classes decide stability",
    statement=(
        r"At a consensus $x_i = v_k$ with $1 + \alpha\lambda_k > 0$, of the Oja map and of the attention map with"
        " every $P$, the vectors of class 1 are normal to the tangent space of the state space, which is one unit"
        " sphere per token, and the Jacobian maps into it. So classes 2 and 3, which span it (POW-L3.count), alone"
        " decide stability."
    ),
    source=Source(PAPER, "Remark 2"),
    kind="identity",
    reading=(
        "decided here: class 1 is normal to the tangent space, and the Jacobian maps into it; that classes 2 and 3"
        " span it: POW-L3.count"
    ),
)
def intrinsic(one_sphere: bool = False) -> Iterator[Evidence]:
    s = symbols()
    constraints = 1 if one_sphere else s.N
    given = [s.N >= 2, s.d >= 2, cs.factor(1) > 0]
    dimension = {"dimension": (s.N * s.d - constraints, (s.d - 1) + (s.N - 1) * (s.d - 1))}
    parts = {
        "the tangent space has as many dimensions as classes 2 and 3 together": decide.identity(
            dimension, scope=ALL_SIZES, given=given
        ),
        "y.df = 0 along every perturbation of every state": _image_is_tangent(),
    }
    for dynamics in ("oja", "attention"):
        parts[f"{dynamics}: moving along v_j gives no radial component"] = cs.both_signs(
            lambda sign, name=dynamics: cs.splitting(name, sign),  # type: ignore[misc]
            scope=ALL_SIZES,
            method="SymPy",
        )
    parts["with |x_i| = 1 substituted first the tangent part is the same, the radial part is not"] = cs.both_signs(
        _two_continuations, scope=ALL_SIZES, method="SymPy"
    )
    method = "SymPy differentiates the definitions; token patterns with symbolic N"
    yield conjunction(parts, scope=ALL_SIZES, method=method)

    kept: cs.Pairs = {}
    for N, d in cs.SIZES:
        tangent = sp.kronecker_product(sp.eye(N), sp.diag(0, *[1] * (d - 1)))
        J = cs.explicit_jacobian("oja", N, d)
        kept[f"Pi J Pi = J at N = {N}, d = {d}"] = (tangent * J * tangent, J)
    yield cs.identity(kept, scope=EXPLICIT, method=AUTOMATIC, given=[cs.factor(1) > 0], covers=False)


def _image_is_tangent() -> Evidence:
    """y.df with df = dy/r - y (y.dy)/r^3 and r^2 = y.y; only the scalars y.y and y.dy enter, whatever d is."""
    r, square, product = sp.symbols("r y_y y_dy")
    found: Evidence = decide.identity(
        {"y.df = 0": (product / r - square * product / r**3, sp.Integer(0))},
        scope="every state with y_i != 0, every perturbation",
        relations=[(r**2, square)],
    )
    return found


def _two_continuations(sign: int) -> cs.Pairs:
    ambient, unit_norm = continued_jacobian("ambient", sign), continued_jacobian("unit norm", sign)
    radial = unit_norm.own[0][0, 0] - ambient.own[0][0, 0]
    return {
        "the moved token, along v_j": tuple(cs.in_eigenvalue(J.own[0][:, 1], sign) for J in (unit_norm, ambient)),
        "another token, along v_j": tuple(cs.in_eigenvalue(J.same[0][:, 1], sign) for J in (unit_norm, ambient)),
        "the moved token, along v_k": (cs.in_eigenvalue(radial, sign)[0, 0], sign / cs.factor(sign) ** 2),
    }
