"""Theorem 4.5 for a largest eigenvalue that is not simple: the leading eigenspace instead of one eigenvector."""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix import convergence_trials as trials
from proofs_checks.consensus.value_matrix.cascade_steps import decay_steps, rate_steps, token_inequality
from proofs_checks.consensus.value_matrix.counterexample import counterexample
from proofs_checks.consensus.value_matrix.deviation_equation import deviation_equation, norm_steps
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "CON-H.8",
    title="Theorem 4.5 for a multiple largest eigenvalue",
    statement=(
        r"(v, ..., v) is asymptotically stable also when the largest eigenvalue $\lambda > 0$ of U has"
        r" $\dim\ker(U - \lambda I) \ge 2$: tokens near v converge to it."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis that the largest eigenvalue is simple"),
    kind="stability",
    role="dropped",
)
def multiple(second: str = "1") -> Iterator[Evidence]:
    """All tokens at y = (1 - t^2, 2t, 0)/(1 + t^2) are at rest, for every t: equilibria as near to v as wanted."""
    t, a, lam = sp.symbols("t a lam", real=True)
    y = np.array([(1 - t**2) / (1 + t**2), 2 * t / (1 + t**2), 0], dtype=object)
    U = np.diag([lam, sp.Rational(second) * lam, sp.Integer(0)])
    rate = st.velocity(np.stack([y, y]), np.array([[0, a], [0, 0]], dtype=object), U)[0]
    scope = f"n = 2, U = diag(1, {second}, 0), all tokens at one point, t = 1/1000"
    yield counterexample(
        {
            "consensus anywhere in the leading eigenspace is at rest": decide.identity(
                {"rate": (sp.Matrix(rate), sp.zeros(3, 1))}, scope=scope
            )
        },
        {
            "U": [[1, 0, 0], [0, second, 0], [0, 0, 0]],
            "v": [1, 0, 0],
            "lam": 1,
            "eps": "1/100000",
            "y": [f"{10**6 - 1}/{10**6 + 1}", f"{2 * 10**3}/{10**6 + 1}", 0],
        },
        ["U@y - dot(y, U@y)*y == 0", "dot(y, v) < 1"],
        says="consensus at any point of the leading eigenspace is at rest",
        scope=scope,
        method="exact example",
    )


@illustration(
    "CON-H.8.repaired",
    title="A multiple largest eigenvalue: consensus in the leading eigenspace",
    statement=(
        r"Let E be the eigenspace of the largest eigenvalue $\lambda > 0$, P bounded, $P_Ey_1(0) \ne 0$ and w its"
        r" normalised projection. From every state with $w^Ty_i(0) > 0$ for all i the tokens converge exponentially to"
        " (w, ..., w): the consensus points of E attract."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis that the largest eigenvalue is simple"),
    kind="convergence",
    repairs="CON-H.8",
)
def leading_eigenspace(factor: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """The first token converges to w with an exponentially small tangent (CON-T4.5.c), the eigenvector w being the v of
    `cascade_steps`. Later ones have p^T U p <= lam |p|^2, that is g = 0; their decay rate is lam A >= lam beta a > 0,
    where a bounds the weights below, and the cascade goes on. Heights stay positive by CON-T4.5.e.
    """
    lam, own, A, beta, a = sp.symbols("lam own A beta a", real=True)
    scope = "all n, l >= 1, every symmetric U with lam > 0, every bounded measurable P(t)"
    steps = {
        **deviation_equation(scope=scope),
        **norm_steps(scope),
        **token_inequality(scope),
        **decay_steps(scope),
        **rate_steps(scope),
        "the decay rate 0 alpha_ii + lam A has a positive lower bound": decide.inequality(
            [0 * own + lam * A >= factor * lam * beta * a, lam * beta * a > 0],
            [lam > 0, beta * a <= A, beta > 0, a > 0],
            scope=scope,
        ),
    }
    yield conjunction(steps, scope=scope)
    yield trials.converges(trials.multiple, "random symmetric U with a double largest eigenvalue", seed)
