"""Sections 2 and 2.1.1, Discussion: what long sequences of identical layers do, near the consensus and from anywhere.

Near the principal consensus local asymptotic stability is convergence. From anywhere it is not: two heads of the
standard low-rank layout (V_1 and V_2 of rank d/H = 2, F = V_1 + V_2 nonsingular and symmetric) have an asymptotically
stable bipartite point, hence an open set of initial tokens that never reaches a consensus.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.consensus import consensus_step_size as steps
from proofs_checks.power_method.convergence.nonsymmetric import consensus_jacobian
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

HEADS = (
    "alpha > 0", "integer(N)", "N >= 2", "integer(H)", "H >= 2", "F == V_1 + V_2", "transpose(F) == F",
    "F@transpose(Q) == transpose(Q)@diag(lam)", "det(Q) != 0", "lam <= lam[0]", "lam[0] > 0",
    "rank(F - lam[0]*identity(rows(F))) == rows(F) - 1", "det(F) != 0", "rank(V_1) <= rows(F)/H",
    "rank(V_2) <= rows(F)/H", "Abs(det(Q)) == 1", "-1 < alpha*lam", "alpha*lam < 1",
)  # fmt: skip
_DIAGONALS = (("2", "1/2", "0", "0"), ("0", "0", "1/4", "-1/4"))
_ORDER = ["2", "1/2", "1/4", "-1/4"]
_EXAMPLE = {
    "alpha": "1/4",
    "N": 3,
    "H": 2,
    "V_1": [[_DIAGONALS[0][a] if a == b else "0" for b in range(4)] for a in range(4)],
    "V_2": [[_DIAGONALS[1][a] if a == b else "0" for b in range(4)] for a in range(4)],
    "F": [[_ORDER[a] if a == b else "0" for b in range(4)] for a in range(4)],
    "Q": [[str(int(a == b)) for b in range(4)] for a in range(4)],
    "lam": _ORDER,
}


def stable_pair(own: str) -> Iterator[Evidence]:
    """P_1 = log(E)/2 e_1 e_1^T + 2 e_2 e_2^T, P_2 = 3 e_3 e_4^T - e_2 e_3^T, tokens e_1 and -e_1, alpha = 1/4.

    own : the weight E/(E + 1) of a token on itself in the first head; it is 1/2 in the second head.
    """
    alpha, half = sp.Rational(1, 4), sp.Rational(1, 2)
    weight = sp.Rational(own)
    E = weight / (1 - weight)
    A = np.array([[[weight, 1 - weight], [1 - weight, weight]], [[half, half], [half, half]]], dtype=object)
    V = np.array([sp.diag(*map(sp.Rational, diagonal)).tolist() for diagonal in _DIAGONALS], dtype=object)
    P = np.zeros((2, 4, 4), dtype=object) + sp.Integer(0)
    P[0, 0, 0], P[0, 1, 1], P[1, 2, 3], P[1, 1, 2] = sp.log(E) / 2, sp.Integer(2), sp.Integer(3), sp.Integer(-1)
    X = np.array([[sp.Integer(sign)] + [sp.Integer(0)] * 3 for sign in (1, -1)], dtype=object)
    c = 1 + alpha * 2 * (2 * weight - 1)
    norms = np.array([c, c], dtype=object)
    J = st.linearisation.tangent_jacobian(st.linearisation.attention_derivative(X, A, P, V, alpha, norms=norms), X)
    blocks = {f"B_{j}": J[np.ix_([j - 2, j + 1], [j - 2, j + 1])].tolist() for j in (2, 3, 4)}
    between = [f"J[{a}][{b}] == 0" for a in range(6) for b in range(6) if (a - b) % 3 != 0]
    values = {
        **_EXAMPLE,
        "N": 2,
        "E": E,
        "X": X.tolist(),
        "A_1": A[0].tolist(),
        "A_2": A[1].tolist(),
        "c": c,
        "J": J.tolist(),
        **blocks,
    }
    yield decide.refutation(
        values,
        [
            "A_1@ones(2) == 1", "A_2@ones(2) == 1", "A_1[0][0] == E*A_1[0][1]", "A_1[1][1] == E*A_1[1][0]",
            "A_2[0][0] == A_2[0][1]", "A_2[1][0] == A_2[1][1]", "X + alpha*(A_1@X@V_1 + A_2@X@V_2) == c*X", "c > 0",
            "c*B_2 == identity(2) + alpha*lam[1]*A_1", "c*B_3 == identity(2) + alpha*lam[2]*A_2",
            "c*B_4 == identity(2) + alpha*lam[3]*A_2", *between,
            *(f"Abs(det(B_{j})) < 1" for j in (2, 3, 4)), *(f"Abs(trace(B_{j})) < 1 + det(B_{j})" for j in (2, 3, 4)),
        ],
        hypotheses=HEADS,
        scope="H = 2 heads of rank 2, d = 4, N = 2, alpha = 1/4: (e_1, -e_1) is asymptotically stable",
        method="referee: exact tangent Jacobian in 2 x 2 blocks, Schur-Cohn; indirect method",
    )  # fmt: skip


@illustration(
    "POW-T1.all",
    title="Long sequences of identical layers align tokens that start near the consensus",
    statement=(
        r"Multi-head map, full attention, any $P_h$ and $V_h$ with symmetric $F = \sum_hV_h$, $\lambda_1 > 0$ simple,"
        r" $\alpha < 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$: from all initial tokens near the"
        " consensus at $v_1$ the tokens converge to it as the number of layers grows (local asymptotic stability,"
        " indirect method)."
    ),
    reading="R1: from initial states near the consensus",
    source=Source(PAPER, "Section 2.1.1, after Theorem 1"),
    kind="convergence",
)
def near_consensus(bound: int = 2) -> Iterator[Evidence]:
    s = symbols()
    spectrum = {"tangent Jacobian": consensus_jacobian(2, 3, 1 / s.N)}
    given = [*steps.ordered(s.lambda_j), steps.within_bound(bound)]
    for decider in steps.deciders():
        inside = steps.inside_disc(decider, given, steps.EVERY)
        yield conjunction(inside | spectrum, scope=steps.EVERY + ", any heads")


@illustration(
    "POW-2.0.R2",
    title="Asymptotic consensus for all weights",
    statement=(
        "Without the feed-forward part the multi-head model, its weights constant or varying over the layers, tends"
        " from almost all initial tokens to a state with all tokens equal as the number of layers grows, whatever its"
        " weights."
    ),
    reading="R2: all weights, in particular constant ones",
    source=Source(PAPER, "Section 2"),
    kind="convergence",
    no_repair="POW-2.0.R1 is about random weights, POW-N9.cone a condition under which consensus is certain",
)
def consensus_for_all_weights(own: str = "9/10") -> Iterator[Evidence]:
    yield from stable_pair(own)


@illustration(
    "POW-2.1.gen.ae.R2",
    title="Convergence from nearly any tokens for every logit matrix",
    statement=(
        "Under the assumptions of Theorem 1, for every logit matrix, nearly any initial token set (all but a set of"
        r" measure zero) converges to $\pm v_1$, in the single- and in the multi-head model with full attention."
    ),
    reading="R2: every logit scale",
    source=Source(PAPER, "Section 2.1.1"),
    kind="convergence",
    no_repair="POW-2.1.gen.ae.R1 is the statement for weak logits",
)
def nearly_any_tokens(own: str = "9/10") -> Iterator[Evidence]:
    yield from stable_pair(own)


@illustration(
    "POW-DISC2",
    title="A smaller step slows consensus down but does not remove it",
    statement=(
        r"At the principal consensus of the multi-head map with full attention, F symmetric and $\lambda_1 > 0$,"
        r" differences of tokens are to first order multiplied by $1/(1 + \alpha\lambda_1)$ per layer: below 1 for"
        r" every $\alpha > 0$, decreasing in $\alpha$, and larger than $1 - \alpha\lambda_1$, so tending to 1 as"
        r" $\alpha \to 0$."
    ),
    reading="R1: the contraction factor of token differences",
    source=Source(PAPER, "Discussion"),
    kind="convergence",
)
def slower(exact: bool = True) -> Iterator[Evidence]:
    s = symbols()
    later = sp.Symbol("alpha_2", positive=True)
    given = [generic.positive(s.alpha), later > s.alpha, s.lambda_1 > 0]
    rate = 1 / (1 + s.alpha * s.lambda_1) if exact else 1 - s.alpha * s.lambda_1 / 2
    scope = "all N >= 2, all d >= 2, every symmetric F with lambda_1 > 0, all alpha > 0"
    for decider in steps.deciders():
        parts = {
            "it is 1/(1 + alpha lambda_1)": decide.identity(
                {"rate": (rate * (1 + s.alpha * s.lambda_1), sp.Integer(1))}, given=given, scope=scope
            ),
            "below 1": decider(rate < 1, given, scope=scope),
            "decreasing": decider(rate.subs(s.alpha, later) < rate, given, scope=scope),
            "above 1 - alpha lambda_1": positive_by(
                rate - (1 - s.alpha * s.lambda_1),
                lambda z, D: z**2 / D,
                positive={"z": s.alpha * s.lambda_1, "D": 1 + s.alpha * s.lambda_1},
                given=given,
                scope=scope,
            ),
        }
        yield conjunction(parts, scope=scope)


@illustration(
    "POW-DISC2.R2",
    title="Almost all trajectories reach consensus whatever the step",
    statement=(
        r"For every $\alpha > 0$ almost all trajectories of the multi-head map reach a consensus as the number of"
        " layers grows: modulating the step cannot eliminate it."
    ),
    reading="R2: for every alpha almost all trajectories reach consensus",
    source=Source(PAPER, "Discussion"),
    kind="convergence",
    no_repair="POW-DISC2 is the statement near the consensus",
)
def all_reach_consensus(own: str = "9/10") -> Iterator[Evidence]:
    yield from stable_pair(own)


@illustration(
    "POW-DISC3.R2",
    title="The principal consensus points are the only attractors",
    statement=(
        "For constant weights the consensus points at $v_1$ and $-v_1$ are the only asymptotically stable states of"
        " the multi-head map."
    ),
    reading="R2: there are no other attractors",
    source=Source(PAPER, "Discussion"),
    kind="stability",
    no_repair="POW-DISC3.R1 is what was observed",
)
def only_two(own: str = "9/10") -> Iterator[Evidence]:
    yield from stable_pair(own)
