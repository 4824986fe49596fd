"""Supplement D.3, Lemma 14: the spectrum of the attention map at a bipartite state, class by class.

Two routes to each tangent class. Derived: the blocks that SymPy differentiates from the definition
(`bipartite_setting.ambient_blocks`), reduced by token symmetry with symbolic p and q. Closed formula: the derivative
of the normalised map (`stability.linearisation.attention_derivative`) applied to the claimed vectors, whose tokens are
grouped by symmetry. For symmetric V the directions v_j, j != k, span the tangent space, and each is treated with
lambda_j symbolic: all d.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.attention import bipartite_setting as setting
from proofs_checks.power_method.attention import bipartite_trials as trials
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = f"{setting.ALL_SIZES}; symmetric V, every v_j with j != k"


def block_along_j(a: int = 1, b: int = 1) -> Any:
    """The derived N x N block from coordinate b to a, where the moved direction is the eigenvector v_j."""
    V_11, V_01, V_21 = (sp.Symbol(name, real=True) for name in ("V_11", "V_01", "V_21"))
    at = {V_11: symbols().lambda_j, V_01: 0, V_21: 0}
    block = st.linearisation.directional_block(setting.ambient_blocks(), a, b)
    substituted = [
        np.array([sp.sympify(e).subs(at) for e in part.ravel()], dtype=object) for part in (block.own, block.coupling)
    ]
    return st.linearisation.BlockConstant(substituted[0], substituted[1].reshape(2, 2), block.counts)


@illustration(
    "POW-L14.class2",
    title="Bipartite eigenvalues of the two groups along v_j",
    statement=(
        r"For every $j \ne k$ the two eigenvalues of $B_j = \begin{pmatrix} (1+\alpha\lambda_j\alpha_{11})/c_1 &"
        r" \alpha\lambda_j\alpha_{12}/c_1 \\ \alpha\lambda_j\alpha_{21}/c_2 & (1+\alpha\lambda_j\alpha_{22})/c_2"
        r" \end{pmatrix}$, that is $(\tau_j \pm \sqrt{\tau_j^2 - 4\Delta_j})/2$, are eigenvalues of the tangent"
        " Jacobian at the bipartite state with $c_1, c_2 > 0$; their vectors are constant on each group, along $v_j$."
        " There are 2(d-1) of them."
    ),
    source=Source(PAPER, "Lemma 14, class 2", reconstructed=True),
    kind="spectrum",
)
def class2(exchanged: bool = False, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    B = claimed_block(setting.weights(), s.lambda_j, s.lambda_k, s.alpha, exchanged=exchanged)
    given = setting.given()
    block = block_along_j()
    generic = sp.Matrix(2, 2, sp.symbols("b_11 b_12 b_21 b_22", real=True))
    z, w, tau, delta = sp.symbols("z w tau Delta", real=True)
    root = (tau + w) / 2
    yield conjunction(
        {
            "the block is permutation symmetric and splits for all p, q": decide.identity(
                {says: (left, right) for says, left, right in block.reduction_identities()}, scope=SCOPE
            ),
            "its quotient on group-constant vectors is B_j": decide.identity(
                {"quotient": (sp.Matrix(block.quotient()), sp.Matrix(B))}, given=given, scope=SCOPE
            ),
            "a movement along v_j leaves the radial component and the other directions alone": decide.identity(
                {f"to coordinate {a}": (sp.Matrix(block_along_j(a, 1).quotient()), sp.zeros(2)) for a in (0, 2)},
                scope=SCOPE,
            ),
            "the characteristic polynomial of B_j is z^2 - tau z + Delta": decide.identity(
                {"det(z - B)": ((z * sp.eye(2) - generic).det(), z**2 - generic.trace() * z + generic.det())},
                scope=SCOPE,
            ),
            "its roots are (tau + w)/2 with w^2 = tau^2 - 4 Delta": decide.identity(
                {"p(root)": (root**2 - tau * root + delta, sp.Integer(0))},
                relations=[(w**2, tau**2 - 4 * delta)],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
        method="SymPy differentiates the definition; reduction by token symmetry",
    )
    u1, u2 = sp.symbols("u1 u2", real=True)
    found = closed_image([(0, u1), (1, u2)])
    pairs = {f"group {i + 1}": (found[i, 1], B[i, 0] * u1 + B[i, 1] * u2) for i in (0, 1)} | {
        f"radial, group {i + 1}": (found[i, 0], sp.Integer(0)) for i in (0, 1)
    }
    yield decide.identity(pairs, given=given, scope=SCOPE)
    yield decide.identity(
        _explicit_groups(2, 2, exchanged),
        scope="N = 4, d = 2, p = 2, every token and coordinate differentiated, generic P",
        covers=False,
    )
    yield trials.tangent_spectra(seed, lambda *args: claimed_block(*args, exchanged=exchanged))


def _explicit_groups(p: int, q: int, exchanged: bool) -> dict[str, tuple[Any, Any]]:
    """The whole Jacobian at d = 2 applied to the indicator of each group along v_j."""
    s = symbols()
    J = setting.explicit_jacobian(2, p, q)
    weights, (lambda_j,) = st.states.GroupWeights(p, q, s.g**2), setting.eigenvalues(2)
    B = claimed_block(weights, lambda_j, s.lambda_k, s.alpha, exchanged=exchanged)
    groups = (range(p), range(p, p + q))
    pairs = {}
    for g, members in enumerate(groups):
        found = np.sum(J[:, [2 * i + 1 for i in members]], axis=1)
        for h, others in enumerate(groups):
            for i in others:
                pairs[f"group {g + 1}, token {i}, along v_j"] = (found[2 * i + 1], B[h, g])
                pairs[f"group {g + 1}, token {i}, radial"] = (found[2 * i], sp.Integer(0))
    return pairs


def claimed_block(weights: Any, lambda_j: Any, lambda_k: Any, alpha: Any, *, exchanged: bool = False) -> Any:
    """B_j : (2, 2) as printed, over any number type; `exchanged` puts alpha_22 above and alpha_11 below."""
    (a11, a12), (a21, a22) = weights.matrix
    if exchanged:
        a11, a22 = a22, a11
    c1, c2 = weights.factors(lambda_k, alpha)
    x = alpha * lambda_j
    return np.array([[(1 + x * a11) / c1, x * a12 / c1], [x * a21 / c2, (1 + x * a22) / c2]], dtype=object)


def closed_image(moves: list[tuple[int, Any]], split: int | None = None) -> Any:
    """Df[D] per representative, D = (amount) v_j on the given representatives, by the closed derivative formula.

    split : the group (0 or 1) from which two single tokens are taken, which are then the first two representatives.
    """
    s = symbols()
    W, c = setting.weights(), setting.weights().factors(s.lambda_k, s.alpha)
    groups = [0, 1] if split is None else [split, split, split, 1 - split]
    sizes = [W.p, W.q] if split is None else [1, 1, (W.p, W.q)[split] - 2, (W.p, W.q)[1 - split]]
    X = np.array([[sp.Integer(1 - 2 * g), sp.Integer(0)] for g in groups], dtype=object)
    V = np.array([[s.lambda_k, sp.Integer(0)], [sp.Integer(0), s.lambda_j]], dtype=object)
    P = setting.logit_matrix(sp.log(s.g), 2)
    A = st.attention_weights(X, P, counts=np.array(sizes, dtype=object))
    derivative = st.linearisation.attention_derivative(
        X, A, P, V, s.alpha, norms=np.array([c[g] for g in groups], dtype=object)
    )
    D = X - X
    for row, amount in moves:
        D[row, 1] = amount
    return derivative(D)


@illustration(
    "POW-L14.class3",
    title="Bipartite eigenvalues of differences within a group",
    statement=(
        r"$1/(1 + \alpha\lambda_k\gamma_1)$ with multiplicity (p-1)(d-1) and $1/(1 + \alpha\lambda_k\gamma_2)$ with"
        " multiplicity (q-1)(d-1) are eigenvalues of the tangent Jacobian at the bipartite state, where $c_i = 1 +"
        r" \alpha\lambda_k\gamma_i > 0$; their vectors are zero on one group and sum to zero over the"
        " other. A group of one token contributes none."
    ),
    source=Source(PAPER, "Lemma 14, class 3", reconstructed=True),
    kind="spectrum",
)
def class3(exchanged: bool = False) -> Iterator[Evidence]:
    s = symbols()
    c = setting.weights().factors(s.lambda_k, s.alpha)
    claimed = [1 / c[1 - g] if exchanged else 1 / c[g] for g in (0, 1)]
    given = setting.given()
    block = block_along_j()
    classes = block.classes()
    yield conjunction(
        {
            "the block is permutation symmetric and splits for all p, q": decide.identity(
                {says: (left, right) for says, left, right in block.reduction_identities()}, scope=SCOPE
            ),
            "the values on zero-sum vectors": decide.identity(
                {f"group {g + 1}": (classes[g][0], claimed[g]) for g in (0, 1)}, given=given, scope=SCOPE
            ),
            "their number per direction": decide.identity(
                {"group 1": (classes[0][1], s.p - 1), "group 2": (classes[1][1], s.q - 1)}, scope=SCOPE
            ),
        },
        scope=SCOPE,
        method="SymPy differentiates the definition; reduction by token symmetry",
    )
    pairs = {}
    for g in (0, 1):
        found = closed_image([(0, sp.Integer(1)), (1, sp.Integer(-1))], split=g)
        for row, expected in enumerate((claimed[g], -claimed[g], sp.Integer(0), sp.Integer(0))):
            pairs[f"difference within group {g + 1}, representative {row}, along v_j"] = (found[row, 1], expected)
            pairs[f"difference within group {g + 1}, representative {row}, radial"] = (found[row, 0], sp.Integer(0))
    yield decide.identity(pairs, given=given, scope=SCOPE)
    for d, p, q in ((2, 2, 1), (3, 2, 1)):
        yield decide.identity(
            _explicit_differences(d, p, q, exchanged),
            scope=f"N = {p + q}, d = {d}, p = {p}, every token and coordinate differentiated, generic P",
            covers=False,
        )


def _explicit_differences(d: int, p: int, q: int, exchanged: bool) -> dict[str, tuple[Any, Any]]:
    """The whole Jacobian at explicit sizes applied to e_0 - e_1, two tokens of the first group, along each v_j."""
    s = symbols()
    J = setting.explicit_jacobian(d, p, q)
    c = st.states.GroupWeights(p, q, s.g**2).factors(s.lambda_k, s.alpha)
    pairs = {}
    for a in range(1, d):
        found = J[:, a] - J[:, d + a]
        for row, entry in enumerate(found):
            sign = int(row == a) - int(row == d + a)
            pairs[f"direction {a}, row {row}"] = (entry, sign / c[1 if exchanged else 0])
    return pairs
