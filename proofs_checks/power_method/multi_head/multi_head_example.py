"""An exact multi-head system with asymptotically stable bipartite equilibria, for the referee.

d = 4, two heads of dimension 2: V_1 = diag(2, 1/2, 0, 0), V_2 = diag(0, 0, 1/4, -1/4), F = V_1 + V_2 symmetric with the
simple principal eigenvalue 2, P_1 = log(3) diag(1, 1, 0, 0), P_2 = 3 e_3 e_4^T - e_2 e_3^T, alpha = 1/4, n tokens at
each of e_1, -e_1. All matrices of a head have rank at most 2, and F is nonsingular.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.power_method.clustering import cluster_examples
from attnverify.proofs_checks.power_method.multi_head import multi_head_setting as heads
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy

np = lazy("numpy")
sp = lazy("sympy")

V_1 = [["2", "0", "0", "0"], ["0", "1/2", "0", "0"], ["0"] * 4, ["0"] * 4]
V_2 = [["0"] * 4, ["0"] * 4, ["0", "0", "1/4", "0"], ["0", "0", "0", "-1/4"]]
F = [["2", "0", "0", "0"], ["0", "1/2", "0", "0"], ["0", "0", "1/4", "0"], ["0", "0", "0", "-1/4"]]
P_2 = [["0"] * 4, ["0", "0", "-1", "0"], ["0", "0", "0", "3"], ["0"] * 4]
M_1 = [["1", "0", "0", "0"], ["0", "1", "0", "0"], ["0"] * 4, ["0"] * 4]
POLES = [["1", "0", "0", "0"], ["-1", "0", "0", "0"]]

# Tokens v and -v, both of them used, of a two-head system, at which s_i = nu_i x_i with 1 + alpha nu_i > 0.
STATE = (
    "alpha > 0",
    "F == V1 + V2",
    "F == transpose(F)",
    "dot(v, v) == 1",
    "F@v == lambda_k*v",
    "cols(X) == rows(F)",
    "rank(X) == 1",
    "X@v == signs",
    "diag(signs)@diag(signs) == identity(rows(X))",
    "Abs(dot(signs, ones(rows(X)))) < rows(X)",
    "transpose(X)@signs == rows(X)*v",
    "L1 == X@M1@transpose(X)",
    "L2 == X@P2@transpose(X)",
    "A1@ones(rows(X)) == 1",
    "A2@ones(rows(X)) == 1",
    "A1@X@transpose(V1) + A2@X@transpose(V2) == diag(nu)@X",
    "alpha*nu > -1",
)
# The standard layout: heads of dimension d/2, and a nonsingular F.
LAYOUT = ("2*rank(V1) <= rows(F)", "2*rank(V2) <= rows(F)", "det(F) != 0")
# The same system with repulsion, P_1 = -log(3) diag(1, 1, 0, 0): an equilibrium that is not stable.
INSTANCE = {
    "alpha": "1/4",
    "V1": V_1,
    "V2": V_2,
    "F": F,
    "v": POLES[0],
    "lambda_k": 2,
    "X": POLES,
    "signs": [1, -1],
    "M1": [[f"-{entry}" for entry in row] for row in M_1],
    "P2": P_2,
    "L1": [[-1, 1], [1, -1]],
    "L2": [[0, 0], [0, 0]],
    "A1": [["1/10", "9/10"], ["9/10", "1/10"]],
    "A2": [["1/2", "1/2"], ["1/2", "1/2"]],
    "nu": ["-8/5", "-8/5"],
}


def stable_equilibrium(n: int, hypotheses: Sequence[str], attraction: int = 1) -> Evidence:
    """The refutation "this bipartite equilibrium is asymptotically stable", n tokens per pole; -1 turns P_1.

    J is the exact tangent Jacobian; the rows of S are its eigenvectors (poles together, poles apart, differences
    within a pole, each along e_2, e_3, e_4) and e the eigenvalues.
    """
    size = 2 * n
    X = np.repeat(cluster_examples.fractions(POLES), [n, n], axis=0)
    state = st.State(X, np.array([Fraction(1)] * size, dtype=object))
    M = attraction * cluster_examples.fractions(M_1)
    A = np.stack([st.states.power_weights(state, M, Fraction(3)), st.models.uniform_weights(size)])
    V, alpha = np.stack([cluster_examples.fractions(V_1), cluster_examples.fractions(V_2)]), Fraction(1, 4)
    nu = np.sum(X * st.models.mixed_values(X, A, V), axis=-1)
    # log 3 in P_1 is irrelevant here: V_h e_1 is radial, so the derivative of the weights drops out (POW-N7.heads).
    P = np.stack([M, cluster_examples.fractions(P_2)])
    J = st.linearisation.tangent_jacobian(
        st.linearisation.attention_derivative(X, A, P, V, alpha, norms=1 + alpha * nu), X
    )
    poles = np.array([1] * n + [-1] * n)
    patterns = [np.ones(size, dtype=int), poles]
    for group in range(2):
        for i in range(1, n):
            pattern = np.zeros(size, dtype=int)
            pattern[group * n], pattern[group * n + i] = 1, -1
            patterns.append(pattern)
    S = np.kron(np.array(patterns), np.eye(3, dtype=int))
    e = [np.sum(row * (J @ row)) / np.sum(row * row) for row in S]
    values = {
        **{name: INSTANCE[name] for name in ("alpha", "V1", "V2", "F", "v", "lambda_k", "P2")},
        "M1": cluster_examples.texts(M),
        "X": cluster_examples.texts(X),
        "signs": poles.tolist(),
        "L1": cluster_examples.texts(st.models.logits(X, M)),
        "L2": [[0] * size] * size,
        "A1": cluster_examples.texts(A[0]),
        "A2": cluster_examples.texts(A[1]),
        "nu": cluster_examples.texts(nu),
        "J": cluster_examples.texts(J),
        "S": S.tolist(),
        "e": cluster_examples.texts(np.array(e, dtype=object)),
    }
    softmax = [
        f"A1[{i}][{j}] == A1[{i}][0]*3**(L1[{i}][{j}] - L1[{i}][0])" for i in range(size) for j in range(1, size)
    ]
    return decide.refutation(
        values,
        ["J@transpose(S) == transpose(S)@diag(e)", "det(S) != 0", "e < 1", "e > -1"],
        hypotheses=[*hypotheses, *softmax, f"A2 == 1/{size}"],
        scope=f"d = 4, H = 2, {n} token(s) at each pole, P_1 = log(3) M_1",
        method="exact tangent spectrum; stability by the indirect method",
    )


def differentiated(attraction: int = 1) -> Evidence:
    """The tangent Jacobian of the example, differentiated from the definition for every n, against its eigenvalues.

    Moving a token of one group is enough: the map is odd, so the equal groups answer alike with their roles exchanged.
    """
    n = sp.Symbol("n", integer=True, positive=True)
    exact = np.vectorize(sp.Rational, otypes=[object])
    P_1 = attraction * sp.log(3) * exact(np.array(M_1))
    P, V = np.stack([P_1, exact(np.array(P_2))]), np.stack([exact(np.array(V_1)), exact(np.array(V_2))])
    step = heads.attention(P, V)
    tokens, counts = exact(np.array(POLES)), np.array([n, n], dtype=object)
    alpha, T = sp.Rational(1, 4), sp.Rational(4, 5) * attraction
    c = 1 + alpha * 2 * T
    at = {symbols().alpha: alpha}
    pairs: dict[str, tuple[Any, Any]] = {}
    for j in range(1, 4):
        answers = heads.moved(step, tokens, counts, 0, heads.unit(j, 4)) / c
        own, same, other = (sp.Matrix(answer[1:]).subs(at) for answer in answers)
        along = sp.Matrix(heads.unit(j, 4)[1:])
        together, apart = sum(V[h][j, j] for h in range(2)), T * V[0][j, j]
        pairs[f"poles together along e_{j + 1}"] = (
            own + (n - 1) * same + n * other,
            (1 + alpha * together) / c * along,
        )
        pairs[f"poles apart along e_{j + 1}"] = (own + (n - 1) * same - n * other, (1 + alpha * apart) / c * along)
        pairs[f"within a pole along e_{j + 1}"] = (own - same, along / c)
    found: Evidence = decide.identity(pairs, scope="this example, every n >= 1: all tangent eigenvalues", covers=False)
    return found
