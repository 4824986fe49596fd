"""Supplement D.3, Remark 10: what a negative eigenvalue excludes at bipartite points of the attention map.

The decisive direction is v_1. While both factors are positive, tr B_1 > 2 makes an eigenvalue of B_1 (they are real)
larger than 1, and so does det(I - B_1) < 0. Both are scalar in p, q, E, alpha and two eigenvalues, for all N and d.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.attention.unit_eigenvalue_side import Side
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("integer(p)", "integer(q)", "p >= 1", "q >= 1", "E > 0", "alpha > 0")
FACTORS = (
    "1 + alpha*lambda_k*(p*E - q)/(p*E + q) > 0",
    "1 + alpha*lambda_k*(q*E - p)/(q*E + p) > 0",
)
NEGATIVE = (*SIZES, "lambda_1 > 0", "lambda_k < 0", *FACTORS)


def _given() -> list[Any]:
    s = symbols()
    factors = st.states.GroupWeights(s.p, s.q, s.E).factors(s.lambda_k, s.alpha)
    signs = [s.p >= 1, s.q >= 1, s.E > 0, s.alpha > 0, s.lambda_1 > 0, s.lambda_k < 0]
    return [*signs, *(factor > 0 for factor in factors)]


def _trace_above_two(excess: str) -> Evidence:
    """tr B_1 > excess for a >= 0: c_1 + c_2 <= 2, so 1/c_1 + 1/c_2 >= 2, and lambda_1 > 0 adds to it."""
    s = symbols()
    scope = "all p, q >= 1, d >= 2, E >= 1, lambda_k < 0 < lambda_1, all alpha > 0 with both factors positive"
    weights = st.states.GroupWeights(s.p, s.q, s.E)
    c1, c2, n1, n2 = sp.symbols("c_1 c_2 n_1 n_2", real=True)
    B = weights.block(s.lambda_1, s.lambda_k, s.alpha)
    factors = weights.factors(s.lambda_k, s.alpha)
    parts = [s.alpha * s.lambda_1 * weights.matrix[g, g] for g in range(2)]
    return conjunction(
        {
            "tr B_1 = (1 + n_1)/c_1 + (1 + n_2)/c_2": decide.identity(
                {"trace": (B[0, 0] + B[1, 1], (1 + parts[0]) / factors[0] + (1 + parts[1]) / factors[1])}, scope=scope
            ),
            "n_i = alpha lambda_1 alpha_ii > 0": decide.inequality(
                [part > 0 for part in parts], [s.lambda_1 > 0], degree=4, scope=scope
            ),
            "c_1 + c_2 <= 2": positive_by(
                2 - factors[0] - factors[1],
                lambda alpha, L, p, q, V, W, d: 2 * alpha * L * p * q * V * W / d,
                positive={
                    "alpha": s.alpha,
                    "L": -s.lambda_k,
                    "p": s.p,
                    "q": s.q,
                    "W": s.E + 1,
                    "d": (s.p * s.E + s.q) * (s.q * s.E + s.p),
                },
                nonnegative={"V": s.E - 1},
                strict=False,
                scope=scope,
            ),
            "the sum exceeds 2": decide.inequality(
                (1 + n1) / c1 + (1 + n2) / c2 > sp.Rational(excess),
                [n1 > 0, n2 > 0, c1 > 0, c2 > 0, c1 + c2 <= 2],
                squares=(c1 - c2,),
                scope=scope,
            ),
        },
        scope=scope,
        method="spectrum by POW-L14 and real eigenvalues by POW-SC; polynomial certificates",
    )


def _trace_by_z3(excess: str) -> Evidence:
    s = symbols()
    B = sp.Matrix(st.states.GroupWeights(s.p, s.q, s.E).block(s.lambda_1, s.lambda_k, s.alpha))
    scope = "all p, q >= 1, d >= 2, E >= 1, lambda_k < 0 < lambda_1, all alpha > 0 with both factors positive"
    return decide.smt(B.trace() > sp.Rational(excess), [*_given(), s.E >= 1], scope=scope)


@illustration(
    "POW-R10.neg",
    title="A negative eigenvalue excludes stable bipartite points",
    statement=(
        r"If $\lambda_k < 0$, every bipartite equilibrium at $v_k$ of the attention map is unstable, whatever"
        r" the logit matrix P and the step size $\alpha < 1/\max_j|\lambda_j|$, because condition (3) of"
        " Theorem 3 fails."
    ),
    reading="R1: for every P, as the remark puts no condition on P",
    source=Source(PAPER, "Remark 10", reconstructed=True),
    kind="stability",
)
def negative(E: str = "1/9") -> Iterator[Evidence]:
    """V = diag(1, -2), P = -(log 3) I, state +-e_2, N = 2; alpha < 1/|lambda_d| and < 2/(|lambda_d| - lambda_1)."""
    A = np.array([["9/10", "1/10"], ["1/10", "9/10"]]) if E == "9" else np.array([["1/10", "9/10"], ["9/10", "1/10"]])
    yield decide.refutation(
        {
            "alpha": "1/4",
            "lambda_1": 1,
            "lambda_k": -2,
            "E": E,
            "p": 1,
            "q": 1,
            "V": [[1, 0], [0, -2]],
            "X": [[0, 1], [0, -1]],
            "A": A.tolist(),
            "c": "7/5" if E == "1/9" else "3/5",
        },
        [
            "A == [[p*E/(p*E + q), q/(p*E + q)], [p/(p + q*E), q*E/(p + q*E)]]",
            "X + alpha*(A @ X @ transpose(V)) == c*X",
            "c > 1",
            # B_1 = (I + alpha lambda_1 A)/c: the Schur-Cohn slacks of its eigenvalues
            "1 - trace((identity(2) + alpha*lambda_1*A)/c) + det((identity(2) + alpha*lambda_1*A)/c) > 0",
            "1 + trace((identity(2) + alpha*lambda_1*A)/c) + det((identity(2) + alpha*lambda_1*A)/c) > 0",
            "det((identity(2) + alpha*lambda_1*A)/c) < 1",
        ],
        hypotheses=(*NEGATIVE, "alpha*Max(lambda_1, Abs(lambda_k)) < 1"),
        scope="N = 2, V = diag(1, -2), P = -(log 3) I, state +-e_2, alpha = 1/4: all tangent eigenvalues in the disc",
        method="an exact stable state on the negative eigenvalue",
    )


@illustration(
    "POW-R10.neg.R2",
    title="A negative eigenvalue and a nonnegative logit exclude stability",
    statement=(
        r"If $\lambda_k < 0 < \lambda_1$ and $a = v_k^T P v_k \ge 0$, every bipartite equilibrium at $v_k$ of the"
        " attention map is unstable, for every step size at which it is an equilibrium: $B_1$ has an eigenvalue"
        " greater than 1; and condition (3) of Theorem 3 fails for at least one group."
    ),
    reading="R2: with a >= 0",
    source=Source(PAPER, "Remark 10", reconstructed=True),
    kind="stability",
)
def nonnegative_logit(excess: str = "2") -> Iterator[Evidence]:
    s = symbols()
    gammas = st.states.GroupWeights(s.p, s.q, s.E).gammas
    scope = "all p, q >= 1, d >= 2, E >= 1, lambda_k < 0 < lambda_1, all alpha > 0 with both factors positive"
    trace = _trace_above_two(excess)
    condition = positive_by(
        gammas[0] + gammas[1],
        lambda p, q, V, W, d: 2 * p * q * V * W / d,
        positive={"p": s.p, "q": s.q, "W": s.E + 1, "d": (s.p * s.E + s.q) * (s.q * s.E + s.p)},
        nonnegative={"V": s.E - 1},
        strict=False,
        scope=scope,
    )
    yield conjunction(
        {
            "tr B_1 > 2, so B_1 has an eigenvalue > 1": trace,
            "gamma_1 + gamma_2 >= 0, so lambda_k gamma_i <= 0 and 1/c_i >= 1 for some i": condition,
        },
        scope=scope,
    )
    yield conjunction(
        {
            "tr B_1 > 2": _trace_by_z3(excess),
            "gamma_1 + gamma_2 >= 0": decide.smt(gammas[0] + gammas[1] >= 0, [s.E >= 1], scope=scope),
        },
        scope=scope,
        method="z3; spectrum by POW-L14 and real eigenvalues by POW-SC",
    )


@illustration(
    "POW-R10.neg.repaired",
    title="When a negative eigenvalue excludes stable bipartite points",
    statement=(
        r"If $\lambda_k < 0 < \lambda_1$ and ($a = v_k^T P v_k \ge 0$ or $\lambda_1 \ge |\lambda_k|$), every bipartite"
        " equilibrium at $v_k$ of the attention map is unstable, for every step size at which it is an equilibrium:"
        " $B_1$ has an eigenvalue > 1."
    ),
    source=Source(PAPER, "Remark 10", reconstructed=True),
    kind="stability",
    repairs="POW-R10.neg",
)
def repaired(share: str = "1") -> Iterator[Evidence]:
    s = symbols()
    scope = "all p, q >= 1, d >= 2, E > 0, all alpha > 0 with both factors positive; a >= 0 or lambda_1 >= |lambda_k|"
    weights = st.states.GroupWeights(s.p, s.q, s.E)
    c1, c2 = weights.factors(s.lambda_k, s.alpha)
    B = weights.block(s.lambda_1, s.lambda_k, s.alpha)
    p_at_one = 1 - B[0, 0] - B[1, 1] + B[0, 0] * B[1, 1] - B[0, 1] * B[1, 0]
    bracket = Side(s.lambda_1, s.lambda_k).bracket
    denominator = (s.p * s.E + s.q) * (s.q * s.E + s.p) * c1 * c2
    gap = s.lambda_1 + sp.Rational(share) * s.lambda_k
    below = [s.p >= 1, s.q >= 1, s.E > 0, s.E < 1, s.lambda_k < 0, gap >= 0]
    yield conjunction(
        {
            "a >= 0: tr B_1 > 2": _trace_above_two("2"),
            "det(I - B_1) = alpha^2 (lambda_k - lambda_1) bracket / positive": decide.identity(
                {"p(1)": (p_at_one, s.alpha**2 * (s.lambda_k - s.lambda_1) * bracket / denominator)}, scope=scope
            ),
            "a < 0: the bracket is positive, so det(I - B_1) < 0": positive_by(
                bracket,
                lambda p, q, E, L, V, gap, u: gap * p * q * V * (1 + E) + L * E * (u**2 + 2 * p * q * V),
                positive={"p": s.p, "q": s.q, "E": s.E, "L": -s.lambda_k, "V": 1 - s.E},
                nonnegative={"gap": gap},
                real={"u": s.p - s.q},
                given=below,
                scope=scope,
            ),
        },
        scope=scope,
    )
    yield conjunction(
        {
            "a >= 0: tr B_1 > 2": _trace_by_z3("2"),
            "a < 0: the bracket is positive": decide.smt(bracket > 0, below, scope=scope),
        },
        scope=scope,
        method="z3 for the inequalities, identities as in the other route",
    )
