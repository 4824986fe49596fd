"""The exact stability criterion of a bipartite state, for every step size at which it is an equilibrium.

I - B_j and I + B_j are symmetric matrices S_j and R_j between positive diagonal matrices, so their eigenvalues, which
are real, have the signs of those of S_j and R_j. S_j does not contain alpha: the step size can only destabilise
through an eigenvalue -1. R_j is affine in alpha and positive definite at 0; positive definite matrices form a convex
set, so R_j is positive definite exactly on an interval [0, alpha_flip).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method.attention import bipartite_setting as setting
from proofs_checks.power_method.attention import bipartite_trials as trials
from proofs_checks.power_method.attention.bipartite_factorisation import (
    NOTE,
    block,
    denominators,
    flip_matrix,
    framed,
    stiffness,
)
from proofs_checks.power_method.symbols import symbols
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = f"{setting.ALL_SIZES}; symmetric V"


@illustration(
    "POW-N1.equilibrium",
    title="Positive factors are what makes a bipartite state an equilibrium",
    statement=(
        r"One step maps a token x of group i to $c_ix$ before normalisation, $c_i = 1 + \alpha\lambda_k\gamma_i$. So"
        " the state is, where no $c_i$ is 0, an equilibrium of the attention map exactly when $c_1 > 0$ and $c_2 > 0$;"
        " tokens with $c_i < 0$ change sides."
    ),
    source=NOTE,
    kind="equilibrium",
    role="extension",
)
def equilibrium(side: int = -1) -> Iterator[Evidence]:
    s = symbols()
    scope = "all p, q >= 1, all d, every P, every alpha > 0, V symmetric or not with V v_k = lambda_k v_k"
    r, c = sp.symbols("r c", real=True)
    given = [s.alpha > 0, s.p >= 1, s.q >= 1, s.g > 0]
    V, P = setting.value_matrix(), setting.logit_matrix(sp.log(s.g))
    state = st.bipartite(V, [1, 0, 0], s.p, s.q)
    A = st.attention_weights(state.tokens, P, counts=state.counts)
    step = sp.Matrix(st.attention_step(state.tokens, A, V, s.alpha)).applyfunc(lambda y: sp.cancel(sp.together(y)))
    factors = setting.weights().factors(s.lambda_k, s.alpha)
    norm = [r > 0, sp.Eq(r**2, c**2)]
    yield conjunction(
        {
            "y = c_i x": decide.identity(
                {"y": (step, sp.diag(*factors) * sp.Matrix(state.tokens))}, given=given, scope=scope
            ),
            "c > 0 and |c| = r give c = r: y/|y| = x": decide.inequality(
                sp.Eq(c, r), [*norm, c > 0, r + c > 0], scope=scope
            ),
            "c < 0 and |c| = r give c = -r": decide.inequality(sp.Eq(c, -r), [*norm, c < 0, r - c > 0], scope=scope),
            "so y/|y| = -x where c_1 < 0": decide.identity(
                {"c_1/|y|": (factors[0] / -factors[0], sp.Integer(side))},
                given=[s.p * s.g**2 + s.q + s.alpha * s.lambda_k * (s.p * s.g**2 - s.q) < 0],
                scope=scope,
            ),
        },
        scope=scope,
    )


@illustration(
    "POW-N1.stable",
    title="Exact stability criterion of a bipartite state",
    statement=(
        r"Let $\alpha, c_1, c_2 > 0$, $d \ge 2$. All tangent eigenvalues at the bipartite state lie in the open unit"
        r" disc if and only if $\lambda_k\gamma_i > 0$ for each group of at least two tokens, and for every $j \ne k$"
        r" both $S_j = D - \lambda_jK$ (free of $\alpha$) and $R_j = 2\,\mathrm{diag}(\delta_1/p, \delta_2/q) +"
        r" \alpha(D + \lambda_jK)$ are positive definite, $D = \mathrm{diag}(\lambda_k\gamma_1\delta_1/p,"
        r" \lambda_k\gamma_2\delta_2/q)$, K with rows $(e^a, e^{-a}), (e^{-a}, e^a)$. $R_j$ is positive definite"
        r" exactly for $\alpha$ below the first zero of $\det(I + B_j)$."
    ),
    source=NOTE,
    kind="stability",
    role="extension",
)
def criterion(sign: int = -1, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    numbers = (s.p, s.q, s.g, s.lambda_j, s.lambda_k)
    S, R = stiffness(*numbers, sign=sign), flip_matrix(*numbers, s.alpha)
    B, eye, given = block(), sp.eye(2), setting.given()
    start = sp.diag(2 * denominators(*numbers[:3])[0] / s.p, 2 * denominators(*numbers[:3])[1] / s.q)
    theta, c = sp.symbols("theta c", real=True)
    scaled = sp.Matrix(flip_matrix(*numbers, theta * s.alpha))
    c1, c2 = setting.weights().factors(s.lambda_k, s.alpha)
    gammas = setting.weights().gammas
    parts = {
        "I - B_j is S_j between positive diagonals": {"entry": (eye - B, framed(S, s.alpha))},
        "I + B_j is R_j between positive diagonals": {"entry": (eye + B, framed(R))},
        "R_j at theta alpha is (1 - theta) R_j(0) + theta R_j(alpha)": {
            "entry": (scaled, (1 - theta) * start + theta * sp.Matrix(R))
        },
        "c_i - 1 = alpha lambda_k gamma_i": {
            f"group {i + 1}": (factor - 1, s.alpha * s.lambda_k * gammas[i]) for i, factor in enumerate((c1, c2))
        },
    }
    yield conjunction(
        {
            **{says: decide.identity(pairs, given=given, scope=SCOPE) for says, pairs in parts.items()},
            **_inertia(),
            "within a group: c > 1 gives 0 < 1/c < 1": decide.inequality([1 / c < 1, 1 / c > 0], [c > 1], scope=SCOPE),
            "within a group: 1/c < 1 with c > 0 gives c > 1": decide.inequality(c > 1, [c > 0, 1 / c < 1], scope=SCOPE),
        },
        scope=SCOPE,
    )
    yield trials.compared(
        lambda drawn: agrees(drawn, sign),
        "its roots as balls against the criterion",
        seed,
        100,
        most_tokens=5,
        most_d=3,
    )


def _inertia() -> dict[str, Evidence]:
    """A real 2 x 2 matrix M = diag(m_i) S diag(n_i), m_i, n_i > 0, S symmetric, with real eigenvalues x, y: both are
    positive exactly when S is positive definite, through trace and determinant."""
    m1, m2, n1, n2, S11, S12, S22, x, y = sp.symbols("m_1 m_2 n_1 n_2 S_11 S_12 S_22 x y", real=True)
    S = sp.Matrix([[S11, S12], [S12, S22]])
    M = sp.diag(m1, m2) * S * sp.diag(n1, n2)
    w1, w2 = sp.symbols("w_1 w_2", real=True)  # w_i = m_i n_i
    trace, det = w1 * S11 + w2 * S22, S11 * S22 - S12**2
    positive = [w1 > 0, w2 > 0]
    squares = (S11, S22, S12)
    return {
        "trace and determinant of M": decide.identity(
            {
                "trace": (M.trace(), trace.subs({w1: m1 * n1, w2: m2 * n2})),
                "determinant": (M.det(), m1 * m2 * n1 * n2 * det),
            },
            scope=SCOPE,
        ),
        "positive trace and determinant make S positive definite": decide.inequality(
            [S11 > 0, S22 > 0], [*positive, trace > 0, det > 0], squares=squares, degree=4, scope=SCOPE
        ),
        "S positive definite: its other diagonal entry": decide.inequality(
            S22 > 0, [S11 > 0, det > 0], squares=squares, scope=SCOPE
        ),
        "S positive definite makes the trace positive": decide.inequality(
            trace > 0, [*positive, S11 > 0, S22 > 0], squares=squares, scope=SCOPE
        ),
        "real x, y with positive sum and product are positive": decide.inequality(
            [x > 0, y > 0], [x + y > 0, x * y > 0], squares=(x, y), scope=SCOPE
        ),
        "and conversely": decide.inequality([x + y > 0, x * y > 0], [x > 0, y > 0], scope=SCOPE),
    }


def agrees(drawn: trials.Draw, sign: int) -> bool | None:
    """Whether the criterion says what the roots of the characteristic polynomial say; None on the boundary."""
    tokens, derivative = drawn.derivative()
    polynomial = st.linearisation.characteristic_polynomial(st.linearisation.tangent_jacobian(derivative, tokens))
    sizes = [abs(root) for root in _roots(polynomial)]
    if not all(size < 1 or size > 1 for size in sizes):
        return None
    gaps = zip(drawn.weights.gammas, (drawn.p, drawn.q), strict=True)
    stable = all(drawn.lambda_k * gamma > 0 for gamma, size in gaps if size >= 2)
    for lambda_j in drawn.others:
        numbers = (drawn.p, drawn.q, drawn.g, lambda_j, drawn.lambda_k)
        for matrix in (stiffness(*numbers, sign=sign), flip_matrix(*numbers, drawn.alpha)):
            stable = stable and _positive_definite(matrix)
    return stable == all(size < 1 for size in sizes)


def _positive_definite(matrix: Any) -> bool:
    (first, across), (_, second) = matrix
    return bool(first > 0 and first * second - across * across > 0)


def _roots(polynomial: Any) -> list[Any]:
    """The distinct complex roots as balls."""
    return [root for root, _ in polynomial.complex_roots()]
