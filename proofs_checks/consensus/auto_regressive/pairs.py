"""The parts of every proof about U = I: the pair term of the field, generic tokens, bounds on weights, comparison.

The right-hand side of (6) for token i is a sum over heads and j of weight times the pair term y_j - <y_i, y_j> y_i,
which involves two tokens only. With a fixed further vector these span at most R^3, so coordinates there carry every
dimension; the weights are arbitrary positive numbers, so that P, the heads and the time enter only through them.
"""

from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")


def tokens(*names: str) -> tuple[Any, list[tuple[Any, Any]]]:
    """Generic unit vectors of R^3 as the rows of an array, and the relations that make them unit vectors."""
    Y = np.concatenate([generic.array(name, 1, 3) for name in names])
    return Y, [(y[2] ** 2, 1 - y[0] ** 2 - y[1] ** 2) for y in Y]


def pair_term(y_i: Any, y_j: Any) -> Any:
    """The field of token i where all its weight, 1, is on token j: from the definition of the model."""
    weights = np.array([[0, 0], [1, 0]], dtype=object) * sp.Integer(1)
    return st.models.velocity(np.array([y_j, y_i], dtype=object), weights)[1]


def causal_weights(heads: int, N: int) -> Any:
    """Positive symbols alpha_h_i_j on and below the diagonal, zero above : (heads, N, N)."""
    alpha = np.full((heads, N, N), sp.Integer(0), dtype=object)
    for h, i, j in np.ndindex(heads, N, N):
        if j <= i:
            alpha[h, i, j] = sp.Symbol(f"alpha_{h}_{i}_{j}", positive=True)
    return alpha


def least_weight(scope: str) -> dict[str, Evidence]:
    """a_ij >= e^(-2M)/(i sqrt(d)) for logits in [-M, M]: m = e^-M, B = e^M, r = sqrt(d), S the sum of i terms."""
    e, m, B, S, r, i = sp.symbols("e m B S r i", positive=True)
    return {
        "one more term keeps S <= i B": decide.inequality(S + e <= (i + 1) * B, [i * B >= S, e <= B], scope=scope),
        "a weight is at least m/(i B r)": decide.inequality(
            e / (r * S) >= m / (r * i * B), [e >= m, i * B >= S], degree=4, scope=scope
        ),
    }


def comparison(scope: str) -> dict[str, Evidence]:
    """R' <= -k R almost everywhere makes e^(kt) R non-increasing, as its derivative e^(kt) (R' + k R) is <= 0."""
    E, R, slope, k = sp.symbols("E R R_slope k", real=True)
    return {
        "R' <= -k R gives (e^(kt) R)' <= 0": decide.inequality(
            E * slope + k * E * R <= 0, [E > 0, slope <= -k * R], scope=scope
        )
    }
