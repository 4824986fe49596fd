"""Clusters: m values x_1, ..., x_m with n tokens each, at which every step keeps the lines, y_g = c_g x_g with c_g > 0.

The tangent space splits into movements of whole clusters, an m(d-1) square matrix, and differences within one cluster.
With Pi_g = I - x_g x_g^T, A_gh the weight of cluster h, and Cov_g the covariance of the values under A_g:

    whole clusters      delta_g+ = Pi_g (delta_g + alpha V sum_h (A_gh delta_h + dA_gh x_h))/c_g
    within cluster g    Pi_g (I + alpha V Cov_g P^T)/c_g, n - 1 times

`stability.states.cluster_jacobian` is the closed form; here SymPy differentiates the definition with a symbolic n.

Source: arXiv 2605.25619, Remark 5; the closed form is derived in this project (POW-N8).
"""

from typing import Any

import numpy as np
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.formula import Formula, symbols

ALPHA = sp.Rational(1, 10)
COUNT = symbols("n", integer=True, positive=True)


def derived(tokens: Any, P: Any, V: Any, alpha: Any, factors: Any) -> tuple[Any, list[Any]]:
    """The matrix on whole clusters and the blocks within each, differentiated from the definition of the map.

    tokens : (m, d), exact unit vectors.  P, V : (d, d).  factors : (m,), the c_g.
    One token of cluster g moves to x_g + t w along a tangent w; it, the rest of its cluster and the other clusters
    answer. As y_h = c_h x_h, the derivative of y/|y| across x_h is that of y over c_h.
    """
    m, d = tokens.shape
    t, bases = symbols("t"), [st.linearisation.tangent_basis(x) for x in tokens]
    whole, within = np.zeros((m * (d - 1), m * (d - 1)), dtype=object), []
    for g in range(m):
        order = [g, *(h for h in range(m) if h != g)]
        counts = np.array([1, COUNT - 1, *[COUNT] * (m - 1)], dtype=object)
        own = np.zeros((d - 1, d - 1), dtype=object)
        for k, direction in enumerate(bases[g]):
            X = np.concatenate([(tokens[g] + t * direction)[np.newaxis, :], tokens[order]])
            Y = st.models.attention_step(X, st.models.attention_weights(X, P, counts=counts), V, alpha)
            moved = np.vectorize(lambda entry: sp.diff(entry, t).subs(t, 0), otypes=[object])(Y)
            own[:, k] = bases[g] @ (moved[0] - moved[1]) / factors[g]
            for h, image in zip(order, moved[1:], strict=True):
                rows = slice(h * (d - 1), (h + 1) * (d - 1))
                # All tokens of cluster g move: n times what one does, and on cluster g its own answer as well.
                whole[rows, g * (d - 1) + k] = bases[h] @ image * COUNT / factors[h]
        rows = slice(g * (d - 1), (g + 1) * (d - 1))
        whole[rows, rows] = whole[rows, rows] + own
        within.append(own)
    return whole, within


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
    whole, within = derived(tokens, P, V, alpha, 1 + alpha * scalars)
    return [
        Formula("whole clusters", ("POW-N8",), whole, claimed.reduced),
        *(
            Formula(f"within cluster {g + 1}", ("POW-N8",), one, other)
            for g, (one, other) in enumerate(zip(within, claimed.within, strict=True))
        ),
    ]


def formulas() -> list[Formula]:
    """Everything above."""
    return two_clusters()
