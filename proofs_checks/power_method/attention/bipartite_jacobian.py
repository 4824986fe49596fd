"""Supplement D.3, Lemmas 12 and 13: the Jacobian at a bipartite state, and the step size that removes absolute values.

All tokens are +v_k or -v_k, so whatever the derivative of the attention is, it only mixes multiples of v_k; V maps
v_k to a multiple of itself, and the tangent projector removes it. Moved tokens are treated in the three coordinates
of `bipartite_setting`, with one moved token per group and symbolic multiplicities for the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.attention import bipartite_setting as setting
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

ROWS = ("the moved token", "another token of its group", "a token of the other group")


@illustration(
    "POW-L12.datt",
    title="At a bipartite state the derivative of the attention is radial",
    statement=(
        r"At $x_i = \pm v_k$, where $v_k$ is a right eigenvector of V (symmetric or not), for every P and every"
        r" perturbation of the tokens, $\sum_j dA_{ij}\,x_j$ is a multiple of $v_k$; so is its image under V, which"
        " the projector onto the tangent space at $x_i$ therefore removes."
    ),
    source=Source(PAPER, "Lemma 12, proof", reconstructed=True),
    kind="identity",
)
def attention_derivative_is_radial(leak: int = 0) -> Iterator[Evidence]:
    s = symbols()
    V = setting.value_matrix(leak)
    pairs = {}
    for group in (1, 2):
        for coordinate in range(3):
            for row, moved in zip(ROWS, _mixed_by_derivative(group, coordinate), strict=True):
                image = V @ moved
                for a in (1, 2):
                    says = f"token of group {group} moves along {coordinate}, row of {row}, component {a}"
                    pairs[f"{says} of the mixed tokens"] = (moved[a], sp.Integer(0))
                    pairs[f"{says} of their image under V"] = (sp.cancel(sp.together(image[a])), sp.Integer(0))
    yield decide.identity(
        pairs,
        given=[s.p >= 1, s.q >= 1, s.g > 0],
        scope="all p, q >= 1, all d >= 2, every P, every V with V v_k = lambda_k v_k, every perturbation of the tokens",
    )


def _mixed_by_derivative(group: int, coordinate: int) -> list[Any]:
    """sum_j dA_ij x_j for the tokens of ROWS when one token of `group` moves along `coordinate`."""
    s = symbols()
    t = sp.Symbol("t", real=True)
    own, other = (s.p, s.q) if group == 1 else (s.q, s.p)
    side = 1 if group == 1 else -1
    tokens = np.array([[sp.Integer(side * sign), sp.Integer(0), sp.Integer(0)] for sign in (1, 1, -1)], dtype=object)
    moving = tokens.copy()
    moving[0, coordinate] = moving[0, coordinate] + t
    counts = np.array([1, own - 1, other], dtype=object)
    A = st.attention_weights(moving, setting.logit_matrix(sp.log(s.g)), counts=counts)
    mixed = A @ tokens
    return [np.array([sp.diff(entry, t).subs(t, 0) for entry in row], dtype=object) for row in mixed]


@illustration(
    "POW-L12.jac",
    title="Jacobian blocks at a bipartite state",
    statement=(
        "At the bipartite state with p tokens at $v_k$ and q at $-v_k$ the Jacobian restricted to tangent"
        r" perturbations has the blocks $\frac{1}{c_i}(\delta_{ih} I + \alpha A_{ih} V)$ on $v_k^\perp$, where $c_i ="
        r" |1 + \alpha\lambda_k\gamma_i| > 0$, $\gamma_1 = \alpha_{11} - \alpha_{12}$, $\gamma_2 = \alpha_{22} -"
        r" \alpha_{21}$; for every P, and V symmetric."
    ),
    source=Source(PAPER, "Lemma 12, eq. (18)", reconstructed=True),
    kind="identity",
    reading="the derivative from the tangent space at the state, also where a factor is negative and the state moves",
)
def jacobian_blocks(transposed: bool = False) -> Iterator[Evidence]:
    scope = f"{setting.ALL_SIZES}; V symmetric or not; tangent perturbations"
    yield conjunction(
        {
            "the blocks, factors positive": decide.identity(
                _block_pairs(_derived_blocks(), transposed), given=setting.given(), scope=scope
            ),
            "a negative factor only turns the sign of its rows": decide.identity(_odd_in_the_norm(), scope=scope),
        },
        scope=scope,
        method="SymPy differentiates the definition; one moved token per group",
    )
    yield decide.identity(_block_pairs(_closed_blocks(), transposed), given=setting.given(), scope=scope)
    for d, p, q in ((2, 1, 1), (2, 2, 1), (3, 1, 1)):
        yield decide.identity(
            _explicit_pairs(d, p, q, transposed),
            scope=f"N = {p + q}, d = {d}, p = {p}, every token and coordinate differentiated, generic P",
            covers=False,
        )


def _block_pairs(blocks: dict[tuple[int, str], Any], transposed: bool) -> dict[str, tuple[Any, Any]]:
    """(found, claimed) for each moved group and each kind of row; V generic on the tangent coordinates."""
    s = symbols()
    W = setting.weights()
    per_token = W.matrix / np.array([s.p, s.q], dtype=object)
    if transposed:
        per_token = per_token.T
    c = W.factors(s.lambda_k, s.alpha)
    tangent = sp.Matrix(setting.value_matrix()[1:, 1:])
    pairs = {}
    for (g, row), found in blocks.items():
        i = 1 - g if row == ROWS[2] else g
        diagonal = sp.eye(2) if row == ROWS[0] else sp.zeros(2)
        claimed = (diagonal + s.alpha * per_token[i, g] * tangent) / c[i]
        pairs[f"{row}, a token of group {g + 1} moves"] = (sp.Matrix(found), claimed)
    return pairs


def _derived_blocks() -> dict[tuple[int, str], Any]:
    J = setting.ambient_blocks()
    blocks = {}
    for g in (0, 1):
        for row, block in zip(ROWS, (J.own[g], J.same[g], J.cross[1 - g, g]), strict=True):
            blocks[g, row] = block[1:, 1:]
    return blocks


def _closed_blocks() -> dict[tuple[int, str], Any]:
    """The same blocks from the closed derivative formula of the normalised map, `attention_derivative`."""
    s = symbols()
    V, P = setting.value_matrix(), setting.logit_matrix(sp.log(s.g))
    c = setting.weights().factors(s.lambda_k, s.alpha)
    blocks = {}
    for g in (0, 1):
        sign = 1 - 2 * g
        X = np.array([[sp.Integer(sign * e), sp.Integer(0), sp.Integer(0)] for e in (1, 1, -1)], dtype=object)
        own, other = (s.p, s.q) if g == 0 else (s.q, s.p)
        A = st.attention_weights(X, P, counts=np.array([1, own - 1, other], dtype=object))
        derivative = st.linearisation.attention_derivative(X, A, P, V, s.alpha, norms=np.array([c[g], c[g], c[1 - g]]))
        columns = []
        for coordinate in (1, 2):
            D = X - X
            D[0, coordinate] = sp.Integer(1)
            columns.append(derivative(D)[:, 1:])
        for r, row in enumerate(ROWS):
            blocks[g, row] = np.stack([column[r] for column in columns], axis=1)
    return blocks


def _odd_in_the_norm() -> dict[str, tuple[Any, Any]]:
    """One component of (dy - f (f.dy))/r with f = y/r, as a function of r; `b` stands for y.dy, whatever d is."""
    y, dy, b = sp.symbols("y dy b", real=True)
    r = symbols().c

    def component(r: Any) -> Any:
        return (dy - (y / r) * (b / r)) / r

    return {"component at -r": (component(-r), -component(r))}


def _explicit_pairs(d: int, p: int, q: int, transposed: bool) -> dict[str, tuple[Any, Any]]:
    s = symbols()
    N = p + q
    J = setting.explicit_jacobian(d, p, q).reshape(N, d, N, d)
    W = st.states.GroupWeights(p, q, s.g**2)
    group = [0] * p + [1] * q
    A = (W.matrix / np.array([sp.Integer(p), sp.Integer(q)], dtype=object))[np.ix_(group, group)]
    if transposed:
        A = A.T
    c = W.factors(s.lambda_k, s.alpha)
    tangent = sp.diag(*setting.eigenvalues(d))
    pairs = {}
    for i in range(N):
        for h in range(N):
            claimed = (sp.eye(d - 1) * int(i == h) + s.alpha * A[i, h] * tangent) / c[group[i]]
            pairs[f"block {i}, {h}"] = (sp.Matrix(J[i, 1:, h, 1:]), claimed)
    return pairs


@illustration(
    "POW-L13",
    title="A step size at which both bipartite factors are positive",
    statement=(
        r"If $\lambda_k \ne 0$ and $0 < \alpha < 1/|\lambda_k|$, then $1 + \alpha\lambda_k\gamma_1 > 0$ and"
        r" $1 + \alpha\lambda_k\gamma_2 > 0$, so the absolute values in the Jacobian can be dropped."
    ),
    source=Source(PAPER, "Lemma 13", reconstructed=True),
    kind="step-size bound",
    reading="R1: the bound is 1/|lambda_k|",
)
def factors_positive(least: str = "0") -> Iterator[Evidence]:
    s = symbols()
    x = s.alpha * s.lambda_k
    c1, c2 = st.states.GroupWeights(s.p, s.q, s.E).factors(s.lambda_k, s.alpha)
    given = [x < 1, -x < 1, s.alpha > 0, s.p >= 1, s.q >= 1, s.E > 0]
    goal = [c1 > sp.Rational(least), c2 > sp.Rational(least)]
    scope = "all p, q >= 1 (also as real numbers), all E > 0, both signs of lambda_k and zero"
    yield decide.inequality(goal, given, scope=scope)
    yield decide.smt(goal, given, scope=scope)


@illustration(
    "POW-L13.R2",
    title="A step size for all bipartite factors at once",
    statement=(
        r"If $\alpha < 1/\max_j|\lambda_j|$, then $1 + \alpha\lambda_k\gamma_i > 0$ for i = 1, 2, whatever k is."
    ),
    source=Source(PAPER, "Lemma 13", reconstructed=True),
    kind="step-size bound",
    reading="R2: the bound is 1/max |lambda_j|",
)
def factors_positive_for_all_k(limit: str = "1") -> Iterator[Evidence]:
    s = symbols()
    top = sp.Symbol("lambda_max", positive=True)
    given = [s.alpha * top < 1, s.lambda_k <= top, -s.lambda_k <= top, s.alpha > 0, top > 0]
    x = s.alpha * s.lambda_k
    goal = [x < sp.Rational(limit), -x < sp.Rational(limit)]
    yield decide.inequality(goal, given, scope="every eigenvalue of a non-zero V: the hypothesis of POW-L13 follows")


@illustration(
    "POW-L13.sharp",
    title="The step size of Lemma 13 cannot be enlarged uniformly",
    statement=(
        r"For every $b > 1$ there are p, q, E, $\alpha$ and $\lambda_k$ with $\alpha|\lambda_k| < b$ and $1 +"
        r" \alpha\lambda_k\gamma_1 < 0$: p = q = 1, $\alpha\lambda_k = -(1+b)/2$ and E with $\gamma_1 ="
        " (3+b)/(2+2b)$."
    ),
    source=Source(PAPER, "Lemma 13 (sharpness of its bound)", reconstructed=True),
    kind="step-size bound",
    role="extension",
)
def factors_sharp(ceiling: int = 0) -> Iterator[Evidence]:
    b = sp.Symbol("b", real=True)
    given = [b > 1]
    x, gamma = -(1 + b) / 2, (3 + b) / (2 + 2 * b)
    E = sp.cancel((1 + gamma) / (1 - gamma))
    scope = "every b > 1, p = q = 1"
    yield conjunction(
        {
            "the gap gamma_1 at that E": decide.identity(
                {"gamma_1": (st.states.GroupWeights(1, 1, E).gammas[0], gamma)}, given=given, scope=scope
            ),
            "E is positive, the step is below the bound, the factor negative": decide.inequality(
                [E > 0, -x < b, x < b, 1 + x * gamma < ceiling], given, scope=scope
            ),
        },
        scope=scope,
    )
