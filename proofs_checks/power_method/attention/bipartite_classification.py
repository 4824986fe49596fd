"""Which bipartite points of the single-head attention map are stable, completely.

"Stable" means that every tangent eigenvalue lies in the open unit disc. The tangent eigenvalues are those of B_j, j
!= k, which are real, and 1/c_i for groups of at least two tokens (POW-L14.class2, POW-L14.class3, POW-SC). "No flip"
means that the eigenvalues of all B_j exceed -1, that is det(I + B_j) > 0 and tr B_j > -2. What remains, the
eigenvalues of B_j below 1 and 1/c_i < 1, does not depend on alpha (`unit_eigenvalue_side`), and every step is a form
with a sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.attention import bipartite_stability_trials as trials
from proofs_checks.power_method.attention import negative_bipartite_points as negative
from proofs_checks.power_method.attention import principal_bipartite_points as principal
from proofs_checks.power_method.attention.unit_eigenvalue_side import (
    SCOPE,
    Side,
    both_below_one,
    not_principal,
    scaled_matrix,
)
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SOURCE = Source(PAPER, "Theorem 3 (extension)")


@illustration(
    "POW-N2",
    title="Classification of stable bipartite points",
    statement=(
        "Single head, full attention, V symmetric ($d \\ge 2$) with simple largest eigenvalue $\\lambda_1 > 0$, p"
        " tokens at $v_k$ and q at $-v_k$, both factors positive; $a = v_k^TPv_k$, $E = e^{2a}$, $r = p/q$, $H(E, r) ="
        " (E - r)(E - 1/r)/(E^2 - 1)$."
        " Stable: all tangent eigenvalues lie in the open unit disc. No flip: those of every $B_j$ exceed -1."
        r" (a) If $\lambda_k > 0$ and $k \ne 1$, $B_1$ has an eigenvalue > 1. (b) For k = 1 and ($p, q \ge 2$"
        r" or $\lambda_2 > 0$) the point is stable iff $a > 0$, $1/E < r < E$, $\lambda_2/\lambda_1 < H(E, r)$"
        r" and there is no flip. (c) For $\lambda_k < 0$ it is stable iff $k = d$, $\lambda_d$ is simple, $a <"
        r" 0$, with $E' = 1/E$: $1/E' < r < E'$, $\lambda_1/|\lambda_d| < H(E', r)$, and there is no flip;"
        r" then, even without the last condition, $|\lambda_d| > \lambda_1$ and the eigenvalues of $B_1$ exceed -1, so"
        " that for d = 2, where there is no other block, there never is a flip."
    ),
    reading="not decided here: k = 1 with one token on a side and no other positive eigenvalue, and lambda_k = 0",
    source=SOURCE,
    kind="stability",
    role="extension",
)
def classification(factor: int = 1, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    lambda_2 = sp.Symbol("lambda_2", real=True)
    yield conjunction(
        {
            "I - B_j, scaled": scaled_matrix(s.lambda_j, s.lambda_k),
            "eigenvalues below 1": both_below_one(),
            "(a)": not_principal(),
            "(b) only if": principal.only_if(lambda_2, factor),
            "(b) if": principal.if_(lambda_2, factor),
            "(c) only if": negative.only_if(factor),
            "(c) if": negative.if_(factor),
            "(c) for d = 2 there is no flip": negative.no_flip(),
        },
        scope=SCOPE,
        method="identities and polynomial certificates, step by step",
    )
    yield by_z3(factor)
    yield trials.classification_against_slacks(seed, factor)


def by_z3(factor: int) -> Evidence:
    """The same equivalences without forms: whole implications for m_1, m_2 and the determinant, decided by z3."""
    s = symbols()
    lambda_2 = sp.Symbol("lambda_2", real=True)
    x, y, W = s.p * s.E - s.q, s.q * s.E - s.p, s.p * s.q * (s.E**2 - 1)
    L = -s.lambda_k
    sizes = [s.p >= 1, s.q >= 1, s.E > 0, s.alpha > 0, s.lambda_1 > 0]
    state = [*sizes, *(c > 0 for c in st.states.GroupWeights(s.p, s.q, s.E).factors(s.lambda_k, s.alpha))]
    top = Side(s.lambda_1, s.lambda_k)
    first = [s.E > 1, x > 0, y > 0, factor * s.lambda_1 * x * y > lambda_2 * W]
    last = [s.E < 1, x < 0, y < 0, factor * L * x * y > -s.lambda_1 * W]

    def below_one(side: Side) -> list[Any]:
        return [side.determinant > 0, side.m[0] > 0, side.m[1] > 0]

    return conjunction(
        {
            "(a)": decide.smt(
                [top.m[0] < 0, top.m[1] < 0],
                [*sizes, s.lambda_k > 0, s.lambda_1 >= s.lambda_k, top.determinant >= 0],
                scope=SCOPE,
            ),
            "(b) if": decide.smt(
                below_one(Side(s.lambda_j, s.lambda_1)),
                [*state, sp.Eq(s.lambda_k, s.lambda_1), *first, s.lambda_j <= lambda_2, lambda_2 < s.lambda_1],
                scope=SCOPE,
            ),
            "(b) only if, groups of two": decide.smt(
                first,
                [*sizes, x > 0, y > 0, lambda_2 < s.lambda_1, *below_one(Side(lambda_2, s.lambda_1))],
                scope=SCOPE,
            ),
            "(b) only if, lambda_2 > 0": decide.smt(
                first,
                [*sizes, lambda_2 > 0, lambda_2 < s.lambda_1, *below_one(Side(lambda_2, s.lambda_1))],
                scope=SCOPE,
            ),
            "(c) if": decide.smt(
                below_one(Side(s.lambda_j, s.lambda_k)),
                [*state, s.lambda_k < 0, *last, s.lambda_j <= s.lambda_1, s.lambda_j > s.lambda_k],
                scope=SCOPE,
            ),
            "(c) only if": decide.smt([*last, s.lambda_1 < L], [*sizes, s.lambda_k < 0, *below_one(top)], scope=SCOPE),
            "(c) only if k = d, simple": decide.smt(
                Side(s.lambda_j, s.lambda_k).determinant <= 0,
                [*sizes, s.lambda_k < 0, s.lambda_j <= s.lambda_k, s.E < 1, x < 0, y < 0],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
        method="z3; scaled I - B_j and no flip for d = 2 as in the other route",
    )


@illustration(
    "POW-N2.flip",
    title="The flip condition of the classification cannot be left out",
    statement=(
        "In part (c) of POW-N2 the condition 'no flip' cannot be left out: for V = diag(1/2, -2, -5/2), one token at"
        r" each of $\pm v_3$, $\tanh a = -1/2$ and $\alpha = 3$ all other conditions hold, but -20/19 is an eigenvalue"
        " of $B_2$, and the state is not Lyapunov stable."
    ),
    source=SOURCE,
    kind="spectrum",
    role="extension",
)
def flip(eigenvalue: str = "-20/19") -> Iterator[Evidence]:
    scope = "one exact instance: d = 3, p = q = 1"
    one, alpha, E, lambda_k = sp.Integer(1), sp.Integer(3), sp.Rational(1, 3), sp.Rational(-5, 2)
    weights = st.states.GroupWeights(one, one, E)
    B = sp.Matrix(weights.block(sp.Integer(-2), lambda_k, alpha))
    z = sp.Rational(eigenvalue)
    others = [Side(lambda_j, lambda_k) for lambda_j in (sp.Rational(1, 2), sp.Integer(-2))]
    at = {symbols().p: 1, symbols().q: 1, symbols().E: E}
    H = (1 / E - 1) ** 2 / (1 / E**2 - 1)
    numbers = [value.subs(at) for side in others for value in (*side.m, side.determinant)]
    t = sp.Symbol("t", real=True)
    yield conjunction(
        {
            "the eigenvalue": decide.identity(
                {"det(z I - B_2)": ((z * sp.eye(2) - B).det(), sp.Integer(0))}, scope=scope
            ),
            "c_i > 1, lambda_1/|lambda_d| < H, all eigenvalues of B_1 and B_2 below 1": decide.inequality(
                [
                    t * value > 0
                    for value in (*(c - 1 for c in weights.factors(lambda_k, alpha)), H - sp.Rational(1, 5), *numbers)
                ],
                [t > 0],
                scope=scope,
            ),
            "it is below -1": decide.inequality(t * (-1 - z) > 0, [t > 0], scope=scope),
        },
        scope=scope,
        method="exact numbers",
    )
    s = symbols()
    block = sp.Matrix(st.states.GroupWeights(one, one, s.E).block(sp.Integer(-2), lambda_k, s.alpha))
    yield decide.smt(
        sp.Eq((z * sp.eye(2) - block).det(), 0), [sp.Eq(s.alpha, alpha), sp.Eq(s.E, E)], scope=scope, covers=False
    )
