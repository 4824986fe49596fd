"""Supplement D.1 and Remark 1: the objects the Oja analysis starts from, and the antipodal symmetry of all the maps.

Why the computations hold for all N and d. Every entry of the objects below is a sum of terms of one form, one term per
token and coordinate. A token that is singled out keeps its own symbols; the others enter only through their sum, that
is as copies of their average with a symbolic multiplicity; an entry (a, b) sees the coordinates a and b, and the rest
of a vector only through its length, which one more coordinate carries (rotate the others).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "POW-D1",
    title="The tangent projector",
    statement=(
        r"For a unit vector $x \in R^d$ the matrix $\Pi = I - x x^T$ is the orthogonal projector along x:"
        r" $\Pi x = 0$, $\Pi^2 = \Pi$ and $\Pi^T = \Pi$."
    ),
    source=Source(PAPER, "Supplement D.1, tangent projector", reconstructed=True),
    kind="identity",
)
def tangent_projector(weight: int = 1) -> Iterator[Evidence]:
    s = symbols()
    x = sp.Matrix(sp.symbols("x_1:4", real=True))
    projector = sp.eye(3) - weight * x * x.T
    yield decide.identity(
        {
            "Pi^T = Pi": (projector.T, projector),
            "Pi x = 0": (projector * x, sp.zeros(3, 1)),
            "Pi^2 = Pi": (projector**2, projector),
        },
        given=[generic.at_least(s.d, 2)],
        relations=[(x[2] ** 2, 1 - x[0] ** 2 - x[1] ** 2)],
        scope="all d, all unit vectors",
    )


@illustration(
    "POW-D1.square",
    title="Square query and key matrices lose nothing",
    statement=(
        r"Let Q and K be $d_h \times d$ with $d_h \le d$. Filled up with zero rows to $d \times d$ they give the same"
        r" $P = Q^T K$; the logits $(Q x_i)^T (K x_j) = x_i^T P x_j$, and with them the dynamics, depend on P only; and"
        r" every $d \times d$ matrix P is $Q^T K$ with square factors, Q = I and K = P."
    ),
    source=Source(PAPER, "Supplement D.1, square Q and K"),
    kind="identity",
)
def square_query_key(fill: int = 0) -> Iterator[Evidence]:
    s = symbols()
    d_h = sp.Symbol("d_h", integer=True, positive=True)
    sizes = [generic.at_least(d_h, 1), s.d >= d_h]
    entry = sp.Symbol("P_ab", real=True)
    Q, K, x, y = (sp.Matrix(generic.array(name, *shape)) for name, shape in _QUERY_KEY.items())
    scope = "all d_h <= d, all Q and K"
    yield conjunction(
        {
            "row r of the filled matrices adds fill * fill to entry (a, b) of Q^T K, for r = d_h + 1, ..., d": (
                decide.identity(
                    {"entry (a, b)": (entry + (s.d - d_h) * sp.Integer(fill) * fill, entry)}, given=sizes, scope=scope
                )
            ),
            "the logits are those of P = Q^T K (two rows and two coordinates carry every form of term)": (
                decide.identity({"logit": ((Q * x).dot(K * y), (x.T * (Q.T * K) * y)[0])}, given=sizes, scope=scope)
            ),
            "every P is a product: Q = I, K = P": decide.identity(
                {"I^T P": (sp.eye(2).T * K, K)}, given=sizes, scope=scope
            ),
        },
        scope=scope,
    )


_QUERY_KEY = {"Q": (2, 2), "K": (2, 2), "x": (2, 1), "y": (2, 1)}


@illustration(
    "POW-EQ89",
    title="The Oja map is attention with P = 0",
    statement=(
        r"With P = 0 all attention weights are 1/N, and one step $x_i + \alpha \sum_j A_{ij} V x_j$ of the attention"
        r" map is the step $x_i + \alpha s$ of the Oja map, where $s = (1/N) V \sum_j x_j$ is common to all tokens."
    ),
    source=Source(PAPER, "eqs. (8)-(10)", reconstructed=True),
    kind="identity",
)
def oja_is_uniform_attention(missing: int = 0) -> Iterator[Evidence]:
    s = symbols()
    tokens, V = generic.array("x", 2, 2), generic.array("V", 2, 2)
    counts = np.array([sp.Integer(1), s.N - 1], dtype=object)
    weights = st.attention_weights(tokens, 0 * V, counts=counts)
    mean = (tokens[0] + (s.N - 1) * tokens[1]) / (s.N - missing)
    scope = "all N, all d, every V, all tokens and step sizes"
    given = [generic.at_least(s.N, 2), generic.positive(s.alpha)]
    attention = sp.Matrix(st.attention_step(tokens, weights, V, s.alpha))
    yield decide.identity(
        {
            "weight of one token": (weights[0, 0], 1 / s.N),
            "weight of the N - 1 others together": (weights[0, 1], (s.N - 1) / s.N),
            "attention step = x_i + alpha s": (attention, sp.Matrix(tokens + s.alpha * (V @ mean))),
            "attention step = the implemented Oja step": (
                attention,
                sp.Matrix(st.oja_step(tokens, V, s.alpha, counts=counts)),
            ),
        },
        given=given,
        scope=scope,
    )


@illustration(
    "POW-A1",
    title="Assumption 1 can hold in every situation the theorems distinguish",
    statement=(
        r"Assumption 1 (V symmetric and nonsingular, $\lambda_1 > \lambda_2 \ge \dots \ge \lambda_d$, $\lambda_1 > 0$"
        r" simple) holds for V = diag(1, r, ..., r) with every $r < 1$, $r \ne 0$ and every $d \ge 2$: so it excludes"
        r" neither a positive V (r > 0), nor $\lambda_2 < 0$, nor $|\lambda_d| > \lambda_1$ (r < -1), nor repeated"
        r" eigenvalues (d >= 3)."
    ),
    source=Source(PAPER, "Supplement D.2, Assumption 1", reconstructed=True),
    kind="hypothesis",
)
def assumption_one(first: str = "1") -> Iterator[Evidence]:
    s = symbols()
    r, top = sp.Symbol("r", real=True), sp.Rational(first)
    V = sp.diag(top, r, r)
    given = [r < 1, sp.Ne(r, 0), generic.at_least(s.d, 2)]
    scope = "all d >= 2, all r < 1 other than 0"
    yield conjunction(
        {
            "V is symmetric with eigenvectors e_1 and, d - 1 times, e_j (patterns 1, j, j')": decide.identity(
                {
                    "V = V^T": (V, V.T),
                    "V e_1 = lambda_1 e_1": (V[:, 0], top * sp.eye(3)[:, 0]),
                    "V e_j = r e_j": (V[:, 1:], r * sp.eye(3)[:, 1:]),
                },
                given=given,
                scope=scope,
            ),
            "lambda_1 is positive and larger than the others": decide.inequality(
                [top > r, sp.Gt(top, 0, evaluate=False)], given, scope=scope
            ),
            "no eigenvalue is zero": decide.inequality(r**2 > 0, given, scope=scope),
        },
        scope=scope,
    )


@illustration(
    "POW-R1.sym",
    title="Antipodal symmetry",
    statement=(
        "The Oja map and the attention map (V symmetric) and the multi-head map (any $V_h$), with full or causal"
        " attention, satisfy f(-X) = -f(X) wherever no $y_i$ is 0; so X is an equilibrium exactly when -X is."
    ),
    source=Source(PAPER, "Remark 1"),
    kind="identity",
)
def antipodal_symmetry(parity: int = -1) -> Iterator[Evidence]:
    s = symbols()
    heads, N, d = 2, 2, 2
    X, A = generic.array("x", N, d), generic.array("A", heads, N, N)
    P, V = generic.array("P", heads, d, d), generic.array("V", heads, d, d)
    counts = np.array([sp.Integer(1), s.N], dtype=object)
    given = [generic.at_least(s.N, 1), generic.positive(s.alpha)]
    scope = "all N, d and H, all P, V, alpha and weights, full and causal"

    def oja(tokens: Any) -> Any:
        return st.oja_step(tokens, V[0], s.alpha, counts=counts)

    def attention(tokens: Any) -> Any:
        return st.attention_step(tokens, A, V, s.alpha)

    steps = {
        says: (sp.Matrix(step(-X)), parity * sp.Matrix(step(X)))
        for says, step in {"Oja": oja, "multi-head, any weights (causal: some are zero)": attention}.items()
    }
    logits = {
        f"logits of head {h}": (sp.Matrix(st.models.logits(-X, P[h])), sp.Matrix(st.models.logits(X, P[h])))
        for h in range(heads)
    }
    yield conjunction(
        {
            "the step before normalisation is odd for fixed weights": decide.identity(steps, given=given, scope=scope),
            "the logits, hence the weights, are even": decide.identity(logits, given=given, scope=scope),
            "the squared norm is even, so normalising keeps the parity": decide.identity(
                {"|y|^2": (sum(entry**2 for entry in attention(-X)[0]), sum(entry**2 for entry in attention(X)[0]))},
                given=given,
                scope=scope,
            ),
        },
        scope=scope,
    )
