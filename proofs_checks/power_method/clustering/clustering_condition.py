"""Supplement D.3, Proposition 1: the matrix A(X) (x) V - diag(nu) (x) I.

(A (x) V) vec(X) and the stacked s_i are linear in each of A, V and X, so they agree for all sizes when they agree on
unit matrices A = E_ij, V = E_ab, X = E_lc. These have at most three different token indices and three different
coordinates, so generic symbols at N = d = 3 contain every case.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all N >= 1, all d >= 2, every V and P, all alpha > 0"
PROPOSITION = Source(PAPER, "Proposition 1", reconstructed=True)


def _stacking(shift: Any) -> Evidence:
    """(A (x) V - diag(nu) (x) I) vec(X) has the rows s_i - nu_i x_i, with generic A, V, X, nu at N = d = 3."""
    A, V, X, nu = generic.array("A", 3, 3), generic.array("V", 3, 3), generic.array("x", 3, 3), generic.array("nu", 3)
    matrix = np.kron(A, V) - np.kron(np.diag(nu + shift), np.eye(3, dtype=int))
    rows = st.models.mixed_values(X, A, V) - nu[:, np.newaxis] * X
    found: Evidence = decide.identity(
        {"rows": (sp.Matrix(matrix @ X.reshape(-1)), sp.Matrix(rows.reshape(-1)))}, scope=SCOPE
    )
    return found


def _one_token() -> Evidence:
    """y = x + alpha s is r x exactly when s = nu x with r = 1 + alpha nu."""
    s = symbols()
    x, moved, r, nu = sp.symbols("x s r nu", real=True)
    y = x + s.alpha * moved
    found: Evidence = decide.identity(
        {
            "equilibrium => scalar": (moved - (r - 1) / s.alpha * x, (y - r * x) / s.alpha),
            "scalar => y = r x": (y - (1 + s.alpha * nu) * x, s.alpha * (moved - nu * x)),
        },
        given=[s.alpha > 0],
        scope=SCOPE,
    )
    return found


@illustration(
    "POW-P1.only",
    title="Proposition 1, necessity",
    statement=(
        r"If X is an equilibrium of the attention map (a clustering equilibrium or any other), then with the scalars"
        r" $\nu_i = (\|y_i\| - 1)/\alpha$ the matrix $A(X) \otimes V - \mathrm{diag}(\nu) \otimes I_d$ is singular:"
        r" $\mathrm{vec}(X) \neq 0$ (tokens stacked) is in its kernel, because its i-th block is $s_i - \nu_ix_i = 0$."
    ),
    source=PROPOSITION,
    kind="equilibrium",
)
def necessity(shift: int = 0) -> Iterator[Evidence]:
    parts = {"blocks of the product": _stacking(shift), "each token": _one_token()}
    yield conjunction(parts, scope=SCOPE)


@illustration(
    "POW-P1.if.repaired",
    title="Proposition 1, sufficiency with the state in the kernel and positive factors",
    statement=(
        r"If for a state X of unit tokens and scalars $\nu_i$ with $1 + \alpha\nu_i > 0$ the matrix $A(X) \otimes V"
        r" - \mathrm{diag}(\nu) \otimes I_d$ has $\mathrm{vec}(X)$ in its kernel, then X is an equilibrium of the"
        r" attention map (with as many clusters as X has distinct tokens): $y_i = (1 + \alpha\nu_i)x_i$."
    ),
    reading="R2: A is A(X) and the kernel contains vec(X) itself; 1 + alpha nu_i > 0, as for small alpha",
    source=PROPOSITION,
    kind="equilibrium",
    repairs="POW-P1.if",
)
def sufficiency(shift: int = 0) -> Iterator[Evidence]:
    parts = {"blocks of the product": _stacking(shift), "each token": _one_token()}
    yield conjunction(parts, scope=SCOPE)


@illustration(
    "POW-P1.if.R1",
    title="Proposition 1, sufficiency with the attention of any state",
    statement=(
        r"If for some state X and scalars $\nu_i$ with $1 + \alpha\nu_i > 0$ the matrix $A(X) \otimes V -"
        r" \mathrm{diag}(\nu) \otimes I_d$ is singular, then the attention map has a clustering equilibrium (with two"
        " values off one line, and not polygonal). The example shown has N = d = 2."
    ),
    reading="R1: A = A(X) at an arbitrary state X, which need not be in the kernel",
    source=PROPOSITION,
    kind="equilibrium",
    no_repair="POW-P1.if.repaired is the repaired statement: the kernel must contain vec(X) itself",
)
def sufficiency_any_state(logit: int = 0) -> Iterator[Evidence]:
    """P = 0 is the Oja map, whose equilibria are consensus, bipartite or polygonal by POW-L1."""
    half = ["1/2", "1/2"]
    yield decide.refutation(
        {
            "alpha": "1/4",
            "V": [[2, 0], [0, 1]],
            "P": [[logit, 0], [0, 0]],
            "X": [["1", "0"], ["3/5", "4/5"]],
            "L": [[logit, "3/5" if logit else 0], ["3/5" if logit else 0, "9/25" if logit else 0]],
            "A": [half, half],
            "nu": [2, 2],
        },
        ["P == 0", "A == 1/2", "det(V) != 0"],
        scope="P = 0 (the Oja map), V = diag(2, 1), N = d = 2",
        method="exact determinant; all equilibria of the Oja map by POW-L1",
    )


@illustration(
    "POW-P1.if.R3",
    title="Proposition 1, sufficiency with consensus counted as clustering",
    statement=(
        r"If V has an eigenvalue $\lambda_1 > 0$ the attention map always has an equilibrium with equal tokens, at"
        " $v_1$; so it has one in particular when scalars as in Proposition 1 exist. Such scalars exist at every"
        r" state X and say nothing: with $\nu_i = \lambda_1$ for all i the vector $\mathbf{1} \otimes v_1$ is in the"
        r" kernel, because $A(X)\mathbf{1} = \mathbf{1}$."
    ),
    reading="R3: clustering includes consensus",
    source=PROPOSITION,
    kind="equilibrium",
)
def sufficiency_with_consensus(sign: int = 1) -> Iterator[Evidence]:
    s = symbols()
    V = np.array([[s.lambda_1, sp.Symbol("V_1b")], [sp.Integer(0), sp.Symbol("V_bb")]], dtype=object)
    weights = generic.array("A", 3, 3)
    stochastic = np.array([[*row[:2], 1 - row[0] - row[1]] for row in weights], dtype=object)
    v = np.array([[sp.Integer(1), sp.Integer(0)]] * 3, dtype=object)
    given = [s.alpha > 0, s.lambda_1 > 0]
    scope = "all N >= 1, all d >= 2, every V with an eigenvalue lambda_1 > 0, every P, all alpha > 0"
    parts = {
        "(A (x) V)(1 (x) v_1) = lambda_1 (1 (x) v_1) for row-stochastic A": decide.identity(
            {"blocks": (sp.Matrix(st.models.mixed_values(v, stochastic, V)), sp.Matrix(sign * s.lambda_1 * v))},
            given=given,
            scope=scope,
        ),
        "1 + alpha lambda_1 > 0": decide.inequality(1 + sign * s.alpha * s.lambda_1 > 0, given, scope=scope),
    }
    yield conjunction(parts, scope=scope)
