"""Supplement D.2, converse of Lemma 1: when the states on one eigenvector are equilibria of the Oja map.

One step multiplies the tokens of a group by a factor, y_i = c_i x_i, and the map leaves them where they are exactly
when c_i > 0. The factors come from the implemented step with symbolic p and q; V enters through V v_k = lambda_k v_k
only, so the plane of v_k and one further eigenvector carries all d.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Lemma 1, converse", reconstructed=True)
ALL = "all N, all p, q, d, every symmetric V"


def factors() -> tuple[Any, Any, Any]:
    """c at a consensus, and c_1, c_2 at a bipartite point, as the implemented step gives them; p, q, N symbolic."""
    s = symbols()
    V = derivations.plane(s.lambda_k, s.lambda_j)
    states = (st.consensus(V, [1, 0], s.N), st.bipartite(V, [1, 0], s.p, s.q))
    outcomes = [st.examine(state, lambda X, n: st.oja_step(X, V, s.alpha, counts=n)) for state in states]
    return outcomes[0].factors[0], *outcomes[1].factors


def polygonal() -> dict[str, tuple[Any, Any]]:
    """y_i = x_i at any state whose other tokens sum to -x_i, one coordinate of x_i and any V."""
    s = symbols()
    x, V = generic.array("x", 1, 2), generic.array("V", 2, 2)
    tokens = np.concatenate([x, -x / (s.N - 1)])
    y = st.oja_step(tokens, V, s.alpha, counts=np.array([sp.Integer(1), s.N - 1], dtype=object))
    return {"y_i = x_i": (sp.Matrix(y[0]), sp.Matrix(x[0]))}


@illustration(
    "POW-L1.conv",
    title="Consensus, bipartite and polygonal states are equilibria for small step sizes",
    statement=(
        r"For $\alpha < 1/(2\|V\|)$ every state with all tokens at $v_k$, or p at $v_k$ and q at $-v_k$, or with"
        r" $\sum_j x_j = 0$, is an equilibrium of the Oja map: the factors $1 + \alpha\lambda_k$ and"
        r" $1 \pm \alpha\lambda_k (p-q)/N$ of its tokens are positive."
    ),
    source=SOURCE,
    reading="R2: alpha in the range of Theorem 2, alpha < 1/(2 |V|) (RA, the bound of Lemma 7; RC is inside it)",
    kind="equilibrium",
)
def converse(share: str = "1") -> Iterator[Evidence]:
    s = symbols()
    mu = (s.p - s.q) / (sp.Rational(share) * (s.p + s.q))
    claimed = (1 + s.alpha * s.lambda_k, 1 + s.alpha * s.lambda_k * mu, 1 - s.alpha * s.lambda_k * mu)
    sizes = [generic.at_least(s.p, 1), generic.at_least(s.q, 1)]
    bound = [2 * s.alpha * s.lambda_k < 1, -2 * s.alpha * s.lambda_k < 1, generic.positive(s.alpha)]
    given = [*bound, *sizes]
    yield conjunction(
        {
            "the factors": decide.identity(
                dict(zip(("c", "c_1", "c_2"), zip(factors(), claimed, strict=True), strict=True)),
                given=given,
                scope=ALL,
            ),
            "they are positive": decide.inequality([c > 0 for c in claimed], given, scope=ALL),
            "polygonal states do not move": decide.identity(polygonal(), scope=ALL),
        },
        scope=ALL,
    )


def _step(V: Any, alpha: Any, tokens: Any, counts: Any) -> Any:
    return st.oja_step(tokens, V, alpha, counts=counts)


def _moved(alpha: str, states: dict[str, tuple[list[list[int]], list[int], int, int, int]]) -> Iterator[Evidence]:
    """For each state (V, v, lambda_k, p, q): a refutation when one step at `alpha` does not leave it in place."""
    step_size, method = Fraction(alpha), "exact evaluation of the map"
    for says, (V, v, eigenvalue, p, q) in states.items():
        matrix, vector = st.as_array(V), st.as_array(v)
        state = st.consensus(matrix, vector, p) if q == 0 else st.bipartite(matrix, vector, p, q)
        outcome = st.examine(state, partial(_step, matrix, step_size))
        scope = f"{says}, alpha = {alpha}"
        if outcome.is_fixed:
            yield open_(scope, method, outcome.nature.value)
            continue
        diagonal = [V[0][0], V[1][1]]
        values = {"V": V, "v": v, "lambda_k": eigenvalue, "lambda_1": max(diagonal), "lambda_d": min(diagonal)}
        # The token in the smaller group, or any token of a consensus.
        side = "-v" if q else "v"
        yield decide.refutation(
            values | {"alpha": step_size, "p": p, "q": q},
            [f"dot({side}, {side} + (alpha*(p - q)/(p + q))*(V@v)) < 0"],
            scope=f"{scope}: {outcome.nature.value}",
            method=method,
        )


STATES = {
    "V = diag(1, -2), two tokens at v_2": ([[1, 0], [0, -2]], [0, 1], -2, 2, 0),
    "V = diag(4, 1), two tokens at v_1 and one at -v_1": ([[4, 0], [0, 1]], [1, 0], 4, 2, 1),
}


@illustration(
    "POW-L1.conv.R1",
    title="Consensus and bipartite states are equilibria for every step size",
    statement=(
        r"For every $\alpha > 0$ every state with all tokens at $v_k$, or p at $v_k$ and q at $-v_k$, is an equilibrium"
        " of the Oja map."
    ),
    source=SOURCE,
    reading="R1: every alpha > 0",
    kind="equilibrium",
)
def every_step_size(alpha: str = "1") -> Iterator[Evidence]:
    yield from _moved(alpha, STATES)


@illustration(
    "POW-L1.conv.RB",
    title="Consensus and bipartite states are equilibria for the step sizes of the consensus bound",
    statement=(
        r"If $\alpha < 2/(|\lambda_d| - \lambda_1)$ when $|\lambda_d| > \lambda_1$, and for every $\alpha > 0$"
        r" otherwise, every state with all tokens at $v_k$, or p at $v_k$ and q at $-v_k$, is an equilibrium of the"
        r" Oja map."
    ),
    source=SOURCE,
    reading="R2 with the range of Theorem 2 taken as that of the consensus bound",
    kind="equilibrium",
    no_repair="the exact condition is POW-L1.conv.R1.repaired, a sufficient range of step sizes is in POW-L1.conv",
)
def consensus_range(alpha: str = "1") -> Iterator[Evidence]:
    yield from _moved(alpha, STATES)


@illustration(
    "POW-L1.conv.R1.repaired",
    title="Exactly when consensus and bipartite states are equilibria, and what they are otherwise",
    statement=(
        r"A consensus at $v_k$ is an equilibrium of the Oja map exactly when $1 + \alpha\lambda_k > 0$, forms a"
        r" 2-cycle with its antipode when this is negative, and the map is undefined there when it is 0. A bipartite"
        r" state is an equilibrium exactly when both $1 \pm \alpha\lambda_k (p-q)/N > 0$; they add up to 2, so if"
        " one is negative the other is positive, one group changes sides and the state moves to the consensus."
        r" Polygonal states are equilibria for every $\alpha$."
    ),
    source=SOURCE,
    kind="equilibrium",
    repairs="POW-L1.conv.R1",
)
def exact_condition(second: int = -1) -> Iterator[Evidence]:
    s = symbols()
    mu = (s.p - s.q) / (s.p + s.q)
    claimed = (1 + s.alpha * s.lambda_k, 1 + s.alpha * s.lambda_k * mu, 1 + second * s.alpha * s.lambda_k * mu)
    given = [generic.positive(s.alpha), generic.at_least(s.p, 1), generic.at_least(s.q, 1), generic.at_least(s.N, 1)]
    c, size = sp.Symbol("c", real=True), sp.Symbol("r", real=True)
    yield conjunction(
        {
            "the factors": decide.identity(
                dict(zip(("c", "c_1", "c_2"), zip(factors(), claimed, strict=True), strict=True)),
                given=given,
                scope=ALL,
            ),
            "c_1 + c_2 = 2": decide.identity({"sum": (claimed[1] + claimed[2], sp.Integer(2))}, given=given, scope=ALL),
            "r = |y_i| has r^2 = c^2, so (r - c)(r + c) = 0": decide.identity(
                {"product": ((size - c) * (size + c), sp.Integer(0))}, relations=[(size**2, c**2)], scope=ALL
            ),
            "c > 0: r + c > 0, so r = c and the token stays": decide.inequality(
                size + c > 0, [size > 0, c > 0], scope=ALL
            ),
            "c < 0: r - c > 0, so r = -c and the token goes to its antipode": decide.inequality(
                size - c > 0, [size > 0, c < 0], scope=ALL
            ),
            "the token stays, r = c, only if c > 0": decide.inequality(c > 0, [size > 0, sp.Eq(size, c)], scope=ALL),
            "polygonal states do not move": decide.identity(polygonal(), scope=ALL),
        },
        scope=ALL,
    )
