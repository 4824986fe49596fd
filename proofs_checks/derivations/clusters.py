"""Clusters: m values x_1, ..., x_m with n tokens each, at which every step keeps the lines, y_g = c_g x_g with c_g > 0.

The tangent space splits into movements of whole clusters, an m(d-1) square matrix, and differences within one cluster.
With Pi_g = I - x_g x_g^T, A_gh the weight of cluster h, and Cov_g the covariance of the values under A_g:

    whole clusters      delta_g+ = Pi_g (delta_g + alpha V sum_h (A_gh delta_h + dA_gh x_h))/c_g
    within cluster g    Pi_g (I + alpha V Cov_g P^T)/c_g, n - 1 times

`stability.states.cluster_jacobian` is the closed form; `linearise` differentiates the definition with a symbolic n.

Source: arXiv 2605.25619, Remark 5; the closed form is derived in this project (POW-N8).
"""

from typing import Any

import numpy as np
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.formula import Formula, symbols

ALPHA = sp.Rational(1, 10)
COUNT = symbols("n", integer=True, positive=True)


def two_clusters(alpha: Any = ALPHA, closed_form: Any = None) -> list[Formula]:
    """The stable pair (1, 0), (-4/5, 3/5) of POW-N8 with n tokens each: derived and closed Jacobian."""
    tokens = np.array([[sp.Integer(1), sp.Integer(0)], [sp.Rational(-4, 5), sp.Rational(3, 5)]], dtype=object)
    V = np.array(
        sp.Matrix([[104, -33], [-33, 66]]).applyfunc(lambda entry: entry / sp.Integer(35)).tolist(), dtype=object
    )
    P = np.array([[3, sp.Rational(22, 3)], [4, sp.Rational(46, 3)]], dtype=object) * sp.log(2)
    A = np.vectorize(sp.nsimplify, otypes=[object])(
        np.vectorize(sp.simplify, otypes=[object])(st.models.attention_weights(tokens, P))
    )
    state = st.states.State(tokens, np.array([COUNT, COUNT]))
    scalars = st.states.cluster_scalars(state, A, V)
    claimed = (closed_form or st.states.cluster_jacobian)(state, A, P, V, alpha, scalars)
    found = st.linearise(lambda X, n: st.attention_map(X, P, V, alpha, counts=n), state, manifold="sphere")
    return [
        Formula(part.perturbation, ("POW-N8",), part.matrix, matrix)
        for part, matrix in zip(found.parts, (claimed.reduced, *claimed.within), strict=True)
    ]


def formulas() -> list[Formula]:
    """Everything above."""
    return two_clusters()
