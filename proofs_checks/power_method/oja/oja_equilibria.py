"""Supplement D.2, Lemma 1: every equilibrium of the Oja map is a consensus, bipartite or polygonal.

At an equilibrium y_i = r_i x_i with r_i = |y_i| > 0, so alpha s = nu_i x_i with nu_i = r_i - 1, where s is common to
all tokens. The steps below use coordinates whose first axis is s (or the line of the tokens); the second coordinate
of a token is the length of its rest, and V_b1 is any other entry of the first column of V. The number of tokens
enters only through p and q. So the steps hold for all N and d. Each conclusion is an identity that writes it as a
combination of the equations: what vanishes with them vanishes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

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

ALL = "all N >= 1, all d >= 2, every symmetric nonsingular V, all alpha > 0"


@illustration(
    "POW-L1",
    title="Classification of the equilibria of the Oja map",
    statement=(
        "V symmetric and nonsingular. At every equilibrium of the Oja map either all tokens are equal to one unit"
        r" eigenvector of V (consensus), or they lie on both of $v, -v$ for one unit eigenvector v (bipartite), or"
        r" $\sum_j x_j = 0$ (polygonal)."
    ),
    source=Source(PAPER, "Lemma 1", reconstructed=True),
    reading="v is any unit eigenvector (not one of a fixed basis, if eigenvalues repeat); the classes may overlap",
    kind="equilibrium",
)
def classification(other_side: int = 1) -> Iterator[Evidence]:
    s = symbols()
    sigma, nu, x_1, x_2, mu, V_11, V_b1, lambda_b, m_b = sp.symbols(
        "sigma nu x_1 x_2 mu V_11 V_b1 lambda_b m_b", real=True
    )
    given = [generic.positive(s.alpha), generic.at_least(s.N, 1)]
    along, across = s.alpha * sigma - nu * x_1, nu * x_2
    sides = (x_1 + 1) * (x_1 - other_side)
    yield conjunction(
        {
            "s = sigma e_1 != 0: alpha sigma x_2 vanishes with alpha s - nu x, so x_2 = 0": decide.identity(
                {"combination": (s.alpha * sigma * x_2, x_2 * along + x_1 * across)}, given=given, scope=ALL
            ),
            "then the unit token is one of e_1, -e_1": decide.identity(
                {"(x_1 + 1)(x_1 - 1) = 0": (sides, sp.Integer(0))}, given=given, relations=[(x_1**2, 1)], scope=ALL
            ),
            "sum x_j = N mu e_1 with mu != 0, s = mu V e_1: sigma V_b1 vanishes with them, so V e_1 = V_11 e_1": (
                decide.identity(
                    {"combination": (sigma * V_b1, V_b1 * (sigma - mu * V_11) + V_11 * (mu * V_b1))},
                    given=given,
                    scope=ALL,
                )
            ),
            "s = 0: in the eigenbasis lambda_b m_b = 0 with lambda_b != 0, so sum x_j = 0": decide.identity(
                {"m_b": (lambda_b * m_b / lambda_b, m_b)}, given=given, scope=ALL
            ),
        },
        scope=ALL,
    )
    state = [s.alpha > 0, sp.Ne(sigma, 0), sp.Eq(along, 0), sp.Eq(across, 0), sp.Eq(x_1**2 + x_2**2, 1)]
    yield conjunction(
        {
            "s != 0: every token is one of e_1, -e_1": decide.smt(
                [sp.Eq(x_2, 0), sp.Eq(sides, 0)], [*state, *given], scope=ALL
            ),
            "s != 0: e_1 is an eigenvector": decide.smt(
                sp.Eq(V_b1, 0), [sp.Ne(sigma, 0), sp.Eq(mu * V_11, sigma), sp.Eq(mu * V_b1, 0)], scope=ALL
            ),
            "s = 0: the tokens sum to zero": decide.smt(
                sp.Eq(m_b, 0), [sp.Ne(lambda_b, 0), sp.Eq(lambda_b * m_b, 0)], scope=ALL
            ),
        },
        scope=ALL,
    )
    yield _two_tokens()


def _two_tokens() -> Evidence:
    """N = d = 2 from the implemented step, in the eigenbasis: z3 solves for the tokens, the norms and the spectrum."""
    s = symbols()
    r_1, r_2 = sp.symbols("r_1 r_2", positive=True)
    X = generic.array("x", 2, 2)
    (a, b), (c, d) = X
    V = np.array([[s.lambda_1, sp.Integer(0)], [sp.Integer(0), s.lambda_j]], dtype=object)
    residual = st.oja_step(X, V, s.alpha) - np.array([[r_1], [r_2]]) * X
    given = [s.lambda_1 > s.lambda_j, s.lambda_1 > 0, sp.Ne(s.lambda_j, 0), *(sp.Eq(x @ x, 1) for x in X)]
    # Off the polygonal points the tokens are parallel, and on an axis.
    conclusions = [sp.Eq(total * value, 0) for total in X[0] + X[1] for value in (a * b, a * d - b * c)]
    equations = [sp.Eq(entry, 0) for entry in residual.reshape(-1)]
    return decide.smt(conclusions, [*given, *equations], scope="N = 2, d = 2, every V of Assumption 1", covers=False)


@illustration(
    "POW-L1.over",
    title="The three classes of equilibria exclude each other",
    statement=(
        "No equilibrium of the Oja map is consensus, bipartite or polygonal at the same time as another of these."
    ),
    source=Source(PAPER, "Lemma 1", reconstructed=True),
    kind="equilibrium",
)
def exclusive_classes(p: int = 1) -> Iterator[Evidence]:
    V, v, q = st.as_array([[2, 0], [0, 1]]), st.as_array([1, 0]), 1
    state = st.bipartite(V, v, p, q)
    scope, method = f"V = diag(2, 1), {p} tokens at v_1 and {q} at -v_1", "exact evaluation of the map"
    outcome = st.examine(state, lambda X, n: st.oja_step(X, V, Fraction(1, 4), counts=n))
    total = state.N * st.models.token_mean(state.tokens, counts=state.counts)[0]
    if not outcome.is_fixed or any(total):
        yield open_(scope, method, f"this state is not polygonal: its tokens sum to {total.tolist()}")
        return
    yield decide.refutation(
        {"V": V.tolist(), "v": v.tolist(), "lambda_k": 2, "alpha": Fraction(1, 4), "p": p, "q": q},
        ["p*v + q*(-v) == 0*v"],
        scope=scope,
        method=method,
    )


@illustration(
    "POW-L1.over.repaired",
    title="The classes overlap exactly in the bipartite points with equal groups",
    statement=(
        r"Consensus points are neither bipartite nor polygonal. A bipartite point is polygonal exactly when p = q:"
        r" $\|\sum_j x_j\|^2$ is $N^2$ at consensus and $(p - q)^2$ at bipartite points."
    ),
    source=Source(PAPER, "Lemma 1", reconstructed=True),
    kind="equilibrium",
    repairs="POW-L1.over",
)
def overlap(shift: int = 0) -> Iterator[Evidence]:
    s = symbols()
    V = derivations.plane(s.lambda_k, s.lambda_j)
    consensus, bipartite = st.consensus(V, [1, 0], s.N), st.bipartite(V, [1, 0], s.p, s.q)
    total, totals = (
        state.N * st.models.token_mean(state.tokens, counts=state.counts)[0] for state in (consensus, bipartite)
    )
    given = [generic.positive(s.alpha), *(generic.at_least(size, 1) for size in (s.p, s.q, s.N))]
    yield decide.identity(
        {
            "|sum x_j|^2 at consensus": (sum(total**2), s.N**2),
            "|sum x_j|^2 at a bipartite point": (sum(totals**2), (s.p - s.q - shift) ** 2),
            "|v - (-v)|^2 = 4: a bipartite point has two different tokens": (
                sum((bipartite.tokens[0] - bipartite.tokens[1]) ** 2),
                sp.Integer(4),
            ),
        },
        given=given,
        scope="all N, p, q >= 1, all d, every V",
    )
