"""The equation of the deviations p_i = y_i/b_i - v, derived from the model, and the steps that turn it into rates.

Let U v = lam v, and let w be a left eigenvector, w^T U = lam w^T, w^T v = 1 (w = v for symmetric U, w = W v where W U
is symmetric); b_i = w^T y_i. For every metric W, mask and number of heads, with A_ij = alpha_ij b_j/b_i,

    p_i' = sum_j A_ij (U p_j - lam p_i),        w^T p_i = 0.

Both sides are sums over pairs (i, j) of one term, since the model is linear in the weights. The term of a pair involves
the vectors v, p_i, p_j, U p_j. Coordinates of a space that they span, with first basis vector v and w the first
coordinate functional, have U = [lam, 0; 0, S] with an arbitrary block S and an arbitrary metric: the symbols below.
The equation at these sizes is the equation for every dimension.
"""

from dataclasses import dataclass
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

ALL = "all d >= 2, N >= 1, every eigenvector v of U (left eigenvector w), all weights, full or causal, any metric"


@dataclass(frozen=True)
class Pair:
    """Tokens y_i, y_j with b_i, b_j nonzero, weight a of j for i, in coordinates adapted to v and w.

    p_i, p_j, U_p_j, U_y_j, y_i : (4,).  W : the metric, (4, 4), None for the sphere.
    rate : y_i' of the model (6) from this pair.  moved : y_i + tau F_i of the map (1), before projection.
    """

    lam: Any
    a: Any
    b_i: Any
    b_j: Any
    p_i: Any
    p_j: Any
    U_p_j: Any
    U_y_j: Any
    y_i: Any
    W: Any
    rate: Any
    moved: Any


def pair(metric: str = "W") -> Pair:
    """The generic pair; metric "W" is an arbitrary symmetric matrix, "I" the sphere."""
    lam, a, b_i, b_j, tau = sp.symbols("lam a b_i b_j tau", real=True)
    zero = np.array([sp.Integer(0)], dtype=object)
    p_i, p_j = (np.concatenate([zero, generic.array(name, 3)]) for name in ("p", "q"))
    v = np.array([sp.Integer(1), *([sp.Integer(0)] * 3)], dtype=object)
    U = np.zeros((4, 4), dtype=object)
    U[0, 0], U[1:, 1:] = lam, generic.array("S", 3, 3)
    half = np.triu(generic.array("W", 4, 4))
    W = half + np.triu(half, 1).T if metric == "W" else None
    Y = np.stack([b_i * (v + p_i), b_j * (v + p_j)])
    A = np.array([[0, a], [0, 0]], dtype=object)
    return Pair(
        lam, a, b_i, b_j, p_i, p_j, U @ p_j, U @ Y[1], Y[0], W,
        st.models.velocity(Y, A, U, W)[0], Y[0] + tau * st.models.drive(Y, A, U)[0],
    )  # fmt: skip


def deviation_equation(decay: Any = 1, scope: str = ALL) -> dict[str, Evidence]:
    """p_i' from the model; `decay` is the coefficient of lam p_i."""
    found = pair()
    rate = found.rate / found.b_i - found.y_i * found.rate[0] / found.b_i**2
    claimed = found.a * found.b_j / found.b_i * (found.U_p_j - decay * found.lam * found.p_i)
    return {
        "p_i' is the sum over j of A_ij (U p_j - lam p_i), term by term": decide.identity(
            {"p_i'": (sp.Matrix(rate), sp.Matrix(claimed))}, scope=scope
        ),
        "the model is linear in the weights, so that it is the sum of its pairs": linear_in_weights(scope),
    }


def linear_in_weights(scope: str) -> Evidence:
    """Velocity for the sum of two weight matrices, and for two heads, as the sum of the single ones."""
    Y, A, B = generic.array("y", 2, 2), generic.array("A", 2, 2), generic.array("B", 2, 2)
    U, X = generic.array("U", 2, 2), generic.array("X", 2, 2)
    one, both = st.models.velocity(Y, A, U), st.models.velocity(Y, np.stack([A, B]), np.stack([U, X]))
    found: Evidence = decide.identity(
        {
            "weights": (sp.Matrix(st.models.velocity(Y, A + B, U)), sp.Matrix(one + st.models.velocity(Y, B, U))),
            "heads": (sp.Matrix(both), sp.Matrix(one + st.models.velocity(Y, B, X))),
        },
        scope=scope,
    )
    return found
