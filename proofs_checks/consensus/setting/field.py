"""Equations (5) and (6): the continuous model as derivative of the discrete one, and the ellipsoid as its state space.

y and its drive f span at most a plane, so generic coordinates in R^2 with a symbolic metric carry every n; sums over
tokens and heads are compared term by term, products of matrices entry by entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.symbols import column, metric, product, unit
from proofs_checks.examples import exact_texts, example
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1")
INSTANCE = {"n": 2, "l": 4, "h": 2}
SCOPE = "all n, l, h >= 1, every symmetric positive definite W, all weights and values"


def derivative_at_zero(step: Any, tau: Any) -> Any:
    """d/dtau at 0 of an array of expressions, as a matrix."""
    return column(step).applyfunc(lambda entry: sp.diff(entry, tau).subs(tau, 0))


@illustration(
    "CON-E5",
    title="(5) is the derivative of the discrete model at step size zero",
    statement=(
        r"For $y_i \in E_W^n$: $\frac{d}{d\tau}\pi_W(y_i + \tau f_{k,i}(y))|_{\tau=0} = (I - y_iy_i^TW)f_{k,i}(y)$,"
        " the right-hand side of (5)."
    ),
    source=Source(PAPER, "equation (5)"),
    kind="identity",
)
def derivative(factor: int = 1) -> Iterator[Evidence]:
    tau = sp.Symbol("tau", real=True)
    y, f, W = unit(2), generic.array("f", 2), metric(2, units=1)
    yield decide.identity(
        {
            "y = e_1, any f": (
                derivative_at_zero(st.onto_ellipsoid(y + tau * f, W), tau),
                column(f - factor * product(y, f, W) * y),
            )
        },
        scope=SCOPE,
    )
    Y, W_2 = np.stack([unit(3, 0), unit(3, 1)]), metric(3, units=2)
    A, U = generic.array("a", 1, 2, 2), generic.array("U", 1, 3, 3)
    yield decide.identity(
        {
            "the map (1) and the model (6)": (
                derivative_at_zero(st.models.flow_step(Y, A, tau, U, W_2), tau),
                factor * column(st.velocity(Y, A, U, W_2)) + (1 - factor) * column(st.models.drive(Y, A, U)),
            )
        },
        scope="n = 2, l = 2, h = 1: both definitions, at two tokens e_1, e_2 of unit W-length, W, U, weights symbolic",
        covers=False,
    )


@illustration(
    "CON-E6",
    title="(5) and (6) coincide",
    statement=(
        r"With D of (4), $P_\eta = Q_\eta^TK_\eta$, $U_\eta = W_\eta V'_\eta$, $\alpha_{ij} = \exp(y_i^TPy_j)/Z_i$ and"
        r" $Z_i = D_{ii}^{-1}$, the right-hand sides of (5), where $f_i = \sum_\eta\sum_jW_\eta V'_\eta"
        r" D_{ii}\exp(y_j^TK^TQy_i)y_j$, and of (6) coincide."
    ),
    source=Source(PAPER, "equations (5), (6)"),
    kind="identity",
)
def same_field(swapped: bool = False) -> Iterator[Evidence]:
    """Entry (a, b) of y_i^T Q^T K y_j is a sum over c of y_a Q_ca K_cb z_b; likewise with y_i and y_j exchanged."""
    y_a, z_b, Q_ca, K_cb, Q_cb, K_ca, W_ac, V_cb = sp.symbols("y_a z_b Q_ca K_cb Q_cb K_ca W_ac V_cb", real=True)
    scope = SCOPE + ", every inner dimension w >= 1"
    entry = K_ca * Q_cb if swapped else Q_ca * K_cb
    yield decide.identity(
        {
            "logits, term (a, b, c)": (y_a * entry * z_b, z_b * K_cb * Q_ca * y_a),
            "values, term (a, b, c)": ((W_ac * V_cb) * z_b, W_ac * (V_cb * z_b)),
        },
        scope=scope,
    )
    Y, Q, K = generic.array("y", 2, 2), generic.array("Q", 2, 2), generic.array("K", 2, 2)
    output, value = generic.array("O", 2, 2), generic.array("V", 2, 2)
    P = K.T @ Q if swapped else Q.T @ K
    odds = np.vectorize(sp.exp, otypes=[object])((Y @ K.T @ Q @ Y.T).T)
    D = 1 / (sp.sqrt(2) * odds.sum(axis=1))
    five = np.array([D[i] * sum(odds[i, j] * (output @ (value @ Y[j])) for j in range(2)) for i in range(2)])
    six = st.models.drive(Y, st.head_weights(Y, P[np.newaxis]), (output @ value)[np.newaxis])
    yield decide.identity({"drive": (column(six), column(five))}, scope="n = 1, w = 2, l = 2, h = 1", covers=False)


@illustration(
    "CON-A3",
    title="The W-length of a token is stationary on the ellipsoid",
    statement=(
        r"Along (6), full attention, $\frac{d}{dt}(y_i^TWy_i) = 0$ on $E_W^n$. Off it, with $s = y_i^TWy_i$ and $q ="
        r" y_i^TWF_i$, $\dot s = 2q(1 - s)$."
    ),
    source=Source(PAPER, "equation (6)"),
    reading=(
        "decided here: the derivatives; not decided here: that a solution which starts on the ellipsoid stays there"
    ),
    kind="invariance",
)
def invariant(weighted: bool = True) -> Iterator[Evidence]:
    y, F, W = generic.array("y", 2), generic.array("F", 2), metric(2)
    q, s, factor = sp.symbols("q s factor", real=True)
    rate = 2 * product(y, st.models.tangent(y, F, W if weighted else None), W)
    drift = 2 * q * (1 - s)
    yield decide.identity(
        {
            "the rate of y^T W y": (rate, 2 * product(y, F, W) * (1 - product(y, y, W))),
            "it vanishes on the ellipsoid": (drift.subs(s, 1), 0),
            "the rate of (1 - s) exp(2 int q), where the factor grows at the rate 2 q": (
                -drift * factor + (1 - s) * 2 * q * factor,
                0,
            ),
        },
        scope=SCOPE,
    )
    Y, W_3 = generic.array("y", 2, 3), metric(3)
    field = st.velocity(Y, generic.array("a", 1, 2, 2), generic.array("U", 1, 3, 3), W_3 if weighted else None)
    force = st.models.drive(Y, generic.array("a", 1, 2, 2), generic.array("U", 1, 3, 3))
    yield decide.identity(
        {
            f"token {i + 1}": (
                product(Y[i], field[i], W_3),
                product(Y[i], force[i], W_3) * (1 - product(Y[i], Y[i], W_3)),
            )
            for i in range(2)
        },
        scope="the model (6) itself with n = 2, l = 2, h = 1",
        covers=False,
    )


@illustration(
    "CON-2.3.d",
    title="The reading of f and of the derivative at step size zero",
    statement=(
        r"The displays of Section 2.3 are consistent when $f_{k,i}(y) = \sum_\eta\sum_jW_\eta V'_\eta D_{ii}"
        r" \exp(\cdot)y_j$ carries the index i of its token and the argument y (all tokens), and the bracket of the"
        r" derivative holds $\pi_W(y_i + \tau f_{k,i}(y))$: then the derivative at $\tau = 0$ is (5) for every i."
        r" The tokens are on the ellipsoid; which numbers the $D_{ii}$ are does not matter."
    ),
    reading=(
        "f_{k,i}, argument y; the displays' own typography is not reproduced here, only the reading is decided; with"
        " one f for all tokens the equality fails (the false twin)"
    ),
    source=Source(PAPER, "Section 2.3, second paragraph", reconstructed=True),
    kind="typo-check",
)
def reading(indexed: bool = True) -> Iterator[Evidence]:
    tau = sp.Symbol("tau", real=True)
    Y, W = np.stack([unit(3, 0), unit(3, 1)]), metric(3, units=2)
    A, U = generic.array("a", 1, 2, 2), generic.array("U", 1, 3, 3)
    force = st.models.drive(Y, A, U)
    used = force if indexed else np.stack([force[0]] * 2)
    moved = st.onto_ellipsoid(Y + tau * used, W)
    scope = "one token i and one further token: all n, l, h by linearity in the terms of f"
    yield conjunction(
        {
            "the derivative is (5), token by token": decide.identity(
                {"(5)": (derivative_at_zero(moved, tau), column(st.velocity(Y, A, U, W)))}, scope=scope
            ),
            "f differs from token to token, and with the other tokens": _needed(),
        },
        scope=scope,
    )


def _needed() -> Evidence:
    """f at two exact states of S^3 that share the first token; l = 2, equal weights 1/4 and U = diag(1, 2, 1, 1)."""
    tokens = {"Y": [["3/5", "4/5", 0, 0], [0, 1, 0, 0]], "Z": [["3/5", "4/5", 0, 0], [0, 0, 1, 0]]}
    A, uniform = [["1/4", "1/4"], ["1/8", "3/8"]], np.array([[["1/4", "1/4"], ["1/8", "3/8"]]])
    U = np.array([np.diag([1, 2, 1, 1])])
    exact = np.vectorize(sp.Rational, otypes=[object])
    forces = {f"f{name}": st.models.drive(exact(np.array(X)), exact(uniform), exact(U)) for name, X in tokens.items()}
    return example(
        {**tokens, "A": A, "U": U[0].tolist(), **{name: exact_texts(force) for name, force in forces.items()}},
        ["fY == A@Y@transpose(U)", "fZ == A@Z@transpose(U)", "Y[0] == Z[0]", "fY[0] != fY[1]", "fY[0] != fZ[0]"],
        scope="n = 3, l = 2, h = 1",
        method="exact evaluation of f",
    )
