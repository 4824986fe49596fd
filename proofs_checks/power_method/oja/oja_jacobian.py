"""Supplement D.2, Lemma 2: the blocks of the Jacobian of the Oja map, in the three readings of its formula.

A block is the answer of one normalised token (`one_token`, all d) to the movement of its step before normalisation,
which is linear: (delta_ih I + (alpha/N) V) delta. In that linear part each entry of V stands alone, and the tokens that
do not move enter only as a constant, so two coordinates and one moved token carry it for all N and d.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja import one_token
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Lemma 2, eq. (11)", reconstructed=True)
ALL = "all N >= 1, all d >= 2, every V, all unit tokens and alpha > 0 with y_i != 0"


def linear_part(weight: int = 1) -> Evidence:
    """The derivative of y_i along a movement of token h is (delta_ih I + weight (alpha/N) V) times it."""
    s = symbols()
    X, V = generic.array("x", 3, 2), generic.array("V", 2, 2)
    moved, other = X[0], X[1]
    own = st.oja_step(X[[0, 2]], V, s.alpha, counts=np.array([1, s.N - 1], dtype=object))[0]
    cross = st.oja_step(X, V, s.alpha, counts=np.array([1, 1, s.N - 2], dtype=object))[1]
    mixing = weight * s.alpha / s.N * sp.Matrix(V)
    return decide.identity(
        {
            "h = i": (sp.Matrix(own).jacobian(list(moved)), sp.eye(2) + mixing),
            "h != i (N >= 2)": (sp.Matrix(cross).jacobian(list(moved)), mixing),
            "the other token stays": (sp.Matrix(moved).jacobian(list(other)), sp.zeros(2, 2)),
        },
        given=given(),
        scope=ALL,
    )


def given() -> list[Any]:
    """The sizes and the step size, kept as relations."""
    s = symbols()
    return [generic.positive(s.alpha), generic.at_least(s.N, 1)]


def row(tangent: bool) -> tuple[Any, ...]:
    """(x, pull, dx, dpull, r) in coordinates where y = r e_1: an arbitrary state, x = (x_1, x_2, 0).

    tangent : take dx orthogonal to x, given that x is a unit vector.
    """
    r = sp.Symbol("r", positive=True)
    x = sp.Matrix([*sp.symbols("x_1 x_2", real=True), 0])
    dx = sp.Matrix(sp.symbols("delta_1:4", real=True))
    if tangent:
        dx = sp.Matrix([-x[1] * dx[0], x[0] * dx[0], dx[2]])
    return x, sp.Matrix([r, 0, 0]) - x, dx, sp.Matrix(sp.symbols("tau_1:4", real=True)), r


@illustration(
    "POW-L2",
    title="Jacobian blocks of the Oja map, exact form",
    statement=(
        r"Where $y_i \ne 0$, the Oja map has $\partial f_i/\partial x_h = \|y_i\|^{-1} (I - f_i f_i^T)"
        r" (\delta_{ih} I + (\alpha/N) V)$: a part common to all pairs of tokens and one on the diagonal blocks."
    ),
    source=SOURCE,
    reading="R1: the exact inverse norm",
    kind="identity",
)
def exact_blocks(projector: int = 1) -> Iterator[Evidence]:
    x, pull, dx, dpull, r = row(tangent=False)
    projection = sp.diag(1 - projector, 1, 1)
    yield conjunction(
        {
            "y_i moves by (delta_ih I + (alpha/N) V) times the movement of token h": linear_part(),
            "f_i moves by (I - f_i f_i^T)/|y_i| times the movement of y_i (f_i = e_1)": decide.identity(
                {"df": (one_token.response("exact", x, pull, dx, dpull, r), projection * (dx + dpull) / r)},
                given=given(),
                scope=ALL,
            ),
        },
        scope=ALL,
    )
    for N, d in ((2, 2), (3, 2), (2, 3)):
        yield _differentiated(N, d, projector)


def _differentiated(N: int, d: int, projector: int) -> Evidence:
    """The row of token 0 at a generic state and V, by differentiating y/r with r^2 = y.y; the others permute it."""
    s = symbols()
    X, V = generic.array("x", N, d), generic.array("V", d, d)
    y = sp.Matrix(st.oja_step(X, V, s.alpha)[0])
    r = sp.Symbol("r", positive=True)
    pairs = {}
    for h in range(N):
        tokens = list(X[h])
        norm = (y.T * y).jacobian(tokens) / (2 * r)
        found = y.jacobian(tokens) / r - y * norm / r**2
        linear = (sp.eye(d) if h == 0 else sp.zeros(d, d)) + s.alpha / N * sp.Matrix(V)
        pairs[f"block 0, {h}"] = (found, (sp.eye(d) - projector * y * y.T / r**2) * linear / r)
    scope = f"N = {N}, d = {d}, generic tokens and V"
    return decide.identity(pairs, given=given(), scope=scope, covers=False)


@illustration(
    "POW-L2.R2",
    title="Jacobian blocks of the Oja map, with unit tokens put in before differentiating",
    statement=(
        r"Where no $y_i$ is zero: if $\|y_i\|^2 = 1 + 2\alpha x_i^T s + \alpha^2\|s\|^2$ is put in before"
        r" differentiating, the blocks exceed the exact ones by $\delta_{ih}\, y_i x_i^T/\|y_i\|^3$: on tangent vectors"
        " both are equal, on no others."
    ),
    source=SOURCE,
    reading="R2: unit tokens substituted; judged on the tangent vectors, which decide stability",
    kind="identity",
)
def unit_blocks(power: int = 3) -> Iterator[Evidence]:
    pairs = {}
    for says, tangent in (("excess on all of R^d", False), ("no excess on tangent vectors", True)):
        x, pull, dx, dpull, r = row(tangent)
        excess = r * sp.Matrix([1, 0, 0]) * x.dot(dx) / r**power
        exact = one_token.response("exact", x, pull, dx, dpull, r)
        pairs[says] = (one_token.response("unit", x, pull, dx, dpull, r), exact + (0 * excess if tangent else excess))
    yield conjunction(
        {
            "y_i moves by (delta_ih I + (alpha/N) V) times the movement of token h": linear_part(),
            "the answer of the normalised token (y_i = r e_1)": decide.identity(
                pairs, given=given(), relations=[(x[1] ** 2, 1 - x[0] ** 2)], scope=ALL
            ),
        },
        scope=ALL,
    )


@illustration(
    "POW-L2.R3",
    title="Jacobian blocks of the Oja map, with the inverse norm truncated",
    statement=(
        r"If $\|y_i\|^{-1}$ is replaced by its expansion up to $\alpha^2$, the resulting blocks are the Jacobian of the"
        " Oja map, exactly, at least on tangent vectors and within the step sizes of Theorem 2."
    ),
    source=SOURCE,
    reading="R3: the expansion stopped after alpha^2, read as an equality",
    kind="identity",
)
def truncated_blocks(reading: str = "truncated") -> Iterator[Evidence]:
    values: dict[str, Any] = {"N": 2, "V": [[2, 0], [0, 1]], "v": [1, 0], "w": [0, 1], "lambda_1": 2, "lambda_2": 1}
    alpha = sp.Rational(1, 5)
    u, along = alpha * 2, alpha / 2
    answers = {name: one_token.on_its_line(name, u, 1, along) for name in ("exact", reading)}
    scope = "the consensus of two tokens at v_1, one of them moved along v_2"
    if answers["exact"] == answers[reading]:
        yield open_(scope, "SymPy", f"{reading}: the answers agree here")
        return
    yield decide.refutation(
        values | {"alpha": alpha, "sigma": 2, "tau": 4, "answer": answers[reading]},
        [
            "sigma == dot(v, V@v)",
            "tau == dot(V@v, V@v)",
            "answer == (1 - alpha*sigma + alpha**2*(3*sigma**2 - tau)/2)*(1 + alpha*lambda_2/N)",
            "answer != (1 + alpha*lambda_2/N)/(1 + alpha*lambda_1)",
        ],
        scope=scope,
        method="SymPy: the row of the Jacobian in both readings",
    )


@illustration(
    "POW-L2.R3.repaired",
    title="Jacobian blocks of the Oja map, with the inverse norm truncated: third-order error",
    statement=(
        r"With $\sigma = x_i^T s$, $\tau = \|s\|^2$ and n the expansion of $\|y_i\|^{-1}$ up to $\alpha^2$,"
        r" $(n\|y_i\|)^2 = 1 + \alpha^3 Q$ on unit tokens, Q a polynomial in $\sigma, \tau, \alpha$ with $Q = 5\sigma^3"
        r" - 3\sigma\tau + O(\alpha)$. So $n y_i - f_i = \alpha^3 Q f_i/(1 + n\|y_i\|)$ where n > 0, and the truncated"
        r" blocks agree with the Jacobian on tangent vectors of length at most 1 up to $O(\alpha^3)$, by at most"
        r" $56(\alpha K)^3$ where K bounds s and its derivative and $\alpha K \le 1/2$; not better: equal tokens at"
        r" $v_k$ that move along $v_j$ give $\alpha^3\lambda_k^3(1 + \alpha\lambda_j)/(1 + \alpha\lambda_k)$ where $1 +"
        r" \alpha\lambda_k > 0$."
    ),
    source=SOURCE,
    kind="identity",
    repairs="POW-L2.R3",
)
def truncated_order(leading: int = 5) -> Iterator[Evidence]:
    s = symbols()
    sigma, tau = sp.symbols("sigma tau", real=True)
    square = 1 + 2 * s.alpha * sigma + s.alpha**2 * tau
    n = one_token.second_order(s.alpha * sigma, s.alpha**2 * tau)
    excess = sp.Poly(n**2 * square - 1, s.alpha)
    rest = sum(excess.coeff_monomial(s.alpha**k) * s.alpha ** (k - 4) for k in range(4, excess.degree() + 1))
    K = leading * sigma**3 - 3 * sigma * tau + s.alpha * rest
    size = sp.Symbol("r", positive=True)
    scope = "all N, all d, every V, all unit tokens with y_i != 0; derivatives along tangent vectors keep |x_i| = 1"
    yield decide.identity(
        {
            "(n |y|)^2 = 1 + alpha^3 K": (n**2 * square, 1 + s.alpha**3 * K),
            "n - 1/r = (n^2 r^2 - 1)/(r (1 + n r))": (n - 1 / size, (n**2 * size**2 - 1) / (size * (1 + n * size))),
        },
        given=[*given(), tau >= sigma**2],
        scope=scope,
    )
