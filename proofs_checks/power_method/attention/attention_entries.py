"""Supplement D.3, Lemma 9: the attention matrix at consensus and bipartite states, its entries and its rank.

Size-free: at a consensus all logits are one number, at a bipartite state they are +-a, whatever N, d and P are. At
the bipartite state A = S Q S^T, where S (N, 2) holds the indicators of the groups and Q the four entries; S^T S =
diag(p, q) is invertible, so rank A = rank Q.
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

SCOPE = "all p, q >= 1, all d, every P"
BIPARTITE = (*setting.SIZES, "E > 0")
ENTRIES = "[[E/(p*E + q), 1/(p*E + q)], [1/(p + q*E), E/(p + q*E)]]"


def printed(a_22: int = 1) -> Any:
    """The entries of eq. (13) by group : SymPy (2, 2), e^a/delta_1, e^-a/delta_1, e^-a/delta_2, e^(a_22 a)/delta_2."""
    s = symbols()
    delta_1, delta_2 = s.p * s.g + s.q / s.g, s.p / s.g + s.q * s.g
    return sp.Matrix([[s.g / delta_1, 1 / s.g / delta_1], [1 / s.g / delta_2, s.g**a_22 / delta_2]])


def entries() -> Any:
    """The same entries in E = e^(2a) : SymPy (2, 2)."""
    s = symbols()
    first, second = s.p * s.E + s.q, s.p + s.q * s.E
    return sp.Matrix([[s.E / first, 1 / first], [1 / second, s.E / second]])


@illustration(
    "POW-L9.cons",
    title="Attention at a consensus",
    statement="If all tokens are equal, then every attention weight is 1/N, for every P: A = 11^T/N, which has rank 1.",
    source=Source(PAPER, "Lemma 9"),
    kind="rank",
)
def consensus_attention(others: int = 0) -> Iterator[Evidence]:
    s = symbols()
    logit = sp.Symbol("l", real=True)  # x^T P x, the logit of every pair
    groups = st.models.softmax(
        np.full((2, 2), logit, dtype=object), counts=np.array([sp.Integer(1), s.N - 1], dtype=object)
    )
    claimed = sp.Integer(1) / (s.N + others)
    scope = "all N >= 1, all d, every P"
    single = sp.cancel(groups[0, 0])
    yield conjunction(
        {
            "the weight on one token": decide.identity({"A_ij": (single, claimed)}, given=[s.N >= 1], scope=scope),
            "the other N - 1 tokens share the rest": decide.identity(
                {"sum": (sp.cancel(groups[0, 1]), (s.N - 1) * claimed)}, given=[s.N >= 1], scope=scope
            ),
            "a row sums to 1, so A is not zero": decide.identity(
                {"sum": (groups[0, 0] + groups[0, 1], 1)}, scope=scope
            ),
            "rows are equal, so every 2 x 2 minor vanishes": decide.identity(
                {f"column {j}": (groups[0, j], groups[1, j]) for j in (0, 1)}, scope=scope
            ),
        },
        scope=scope,
    )


@illustration(
    "POW-L9.entries",
    title="Attention entries at a bipartite state",
    statement=(
        "At the bipartite state the attention is constant on the blocks of the two groups, with the entries"
        r" $e^a/\delta_1$, $e^{-a}/\delta_1$, $e^{-a}/\delta_2$, $e^a/\delta_2$, where $a = v_k^TPv_k$, $\delta_1 ="
        r" pe^a + qe^{-a}$, $\delta_2 = pe^{-a} + qe^a$."
    ),
    source=Source(PAPER, "Lemma 9, eq. (13)", reconstructed=True),
    kind="identity",
    reading="R1: the four entries are given by these four expressions",
)
def bipartite_entries(last: int = 1) -> Iterator[Evidence]:
    s = symbols()
    given = [s.p >= 1, s.q >= 1, s.g > 0]
    claimed = printed(last)
    state = st.bipartite(np.array([[s.lambda_k]], dtype=object), [sp.Integer(1)], s.p, s.q)
    A = st.attention_weights(state.tokens, np.array([[sp.log(s.g)]], dtype=object), counts=state.counts)
    found = sp.Matrix(A / state.counts).applyfunc(lambda entry: sp.cancel(sp.together(entry)))
    yield decide.identity({"entry": (found, claimed)}, given=given, scope=SCOPE)
    # Without the softmax: odds g^(+-1), rows divided by their sum over p and q tokens.
    odds = sp.Matrix([[s.g, 1 / s.g], [1 / s.g, s.g]])
    sums = odds * sp.Matrix([s.p, s.q])
    pairs: dict[str, Any] = {"odds = entry times row sum": (odds, sp.diag(*sums) * claimed)}
    yield decide.identity(pairs, given=given, scope=SCOPE)


@illustration(
    "POW-L9.entries.R2",
    title="Four pairwise different attention entries",
    statement=(
        "At every bipartite state the four entries of the attention matrix are pairwise different numbers, for every"
        " P and all group sizes."
    ),
    source=Source(PAPER, "Lemma 9, eq. (13)", reconstructed=True),
    kind="identity",
    reading="R2: four pairwise distinct values at every bipartite state",
)
def distinct_entries(q: int = 2) -> Iterator[Evidence]:
    yield decide.refutation(
        {"p": 2, "q": q, "E": 4},
        ["E/(p*E + q) == E/(p + q*E)", "1/(p*E + q) == 1/(p + q*E)"],
        hypotheses=BIPARTITE,
        scope="two groups of two tokens, e^(2a) = 4: two different entries only",
        method="an exact witness",
    )


@illustration(
    "POW-L9.entries.R2.repaired",
    title="When the four attention entries differ",
    statement=(
        r"The four entries of the attention matrix at a bipartite state are pairwise different if and only if $p \ne"
        r" q$ and $a \ne 0$. For p = q there are at most two values, for a = 0 only one, 1/N."
    ),
    source=Source(PAPER, "Lemma 9, eq. (13)", reconstructed=True),
    kind="identity",
    reading="R2, with the condition under which it is true",
    repairs="POW-L9.entries.R2",
)
def entries_differ_exactly(sign: int = -1) -> Iterator[Evidence]:
    s = symbols()
    (e11, e12), (e21, e22) = entries().tolist()
    first, second = s.p * s.E + s.q, s.p + s.q * s.E
    both, gap = first * second, s.E - 1
    groups = s.p + sign * s.q
    given = [s.p >= 1, s.q >= 1, s.E > 0]
    plain = {symbol: sp.Symbol(symbol.name, real=True) for symbol in (s.p, s.q, s.E)}  # positivity is what is proved
    factored = {
        "diagonal": (e11 - e22, -s.E * groups * gap / both),
        "off-diagonal": (e12 - e21, -groups * gap / both),
        "first row": (e11 - e12, gap / first),
        "second row": (e22 - e21, gap / second),
        "first column": (e11 - e21, s.q * gap * (s.E + 1) / both),
        "second column": (e22 - e12, s.p * gap * (s.E + 1) / both),
    }
    yield conjunction(
        {
            "each difference is a product of p - q, E - 1 and positive factors": decide.identity(
                factored, given=given, scope=SCOPE
            ),
            "the other factors are positive": decide.inequality(
                [expr.subs(plain) > 0 for expr in (first, second, s.E + 1)],
                [value > 0 for value in plain.values()],
                scope=SCOPE,
            ),
        },
        scope=f"{SCOPE}; a = 0 exactly when E = 1",
    )


@illustration(
    "POW-L9.bip",
    title="Rank of the attention at a bipartite state",
    statement="At every bipartite state the attention matrix has rank 2, for every P.",
    source=Source(PAPER, "Lemma 9"),
    kind="rank",
)
def bipartite_rank(positive: bool = False) -> Iterator[Evidence]:
    values = {"p": 2, "q": 1, "E": 4 if positive else 1}
    yield decide.refutation(
        values,
        [f"rank({ENTRIES}) != 2", f"det({ENTRIES}) == 0"],
        hypotheses=BIPARTITE,
        scope="N = 3, any P with v_k^T P v_k = 0, such as a skew-symmetric P: then A = 11^T/3 has rank 1",
        method="an exact witness: the four entries by group, of the same rank as A",
    )


@illustration(
    "POW-L9.bip.repaired",
    title="Rank of the attention at a bipartite state with a not zero",
    statement=(
        r"At a bipartite state the attention matrix has rank 2 exactly when $a = v_k^TPv_k \ne 0$, and rank 1 for a ="
        r" 0: the determinant of its four entries is $(e^{4a} - 1)/(\delta_1\delta_2e^{2a})$."
    ),
    source=Source(PAPER, "Lemma 9"),
    kind="rank",
    repairs="POW-L9.bip",
)
def bipartite_rank_repaired(power: int = 2) -> Iterator[Evidence]:
    s = symbols()
    Q = entries()
    first, second = s.p * s.E + s.q, s.p + s.q * s.E
    given = [s.p >= 1, s.q >= 1, s.E > 0, sp.Ne(s.E, 1)]
    sizes = sp.diag(s.p, s.q)
    yield conjunction(
        {
            "the determinant of the four entries": decide.identity(
                {"det Q": (Q.det(), (s.E**power - 1) / (first * second))}, given=given, scope=SCOPE
            ),
            "S^T A S = diag(p, q) Q diag(p, q), so A has the rank of Q": decide.identity(
                {"det": ((sizes * Q * sizes).det(), s.p**2 * s.q**2 * Q.det())}, scope=SCOPE
            ),
            "the determinant is positive for E > 1": decide.inequality(
                (s.E**2 - 1) / (first * second) > 0, [s.E > 1, s.p > 0, s.q > 0], scope=SCOPE
            ),
            "the determinant is negative for E < 1": decide.inequality(
                (s.E**2 - 1) / (first * second) < 0, [s.E < 1, s.E > 0, s.p > 0, s.q > 0], scope=SCOPE
            ),
            "for E = 1 all entries are 1/(p + q)": decide.identity(
                {"entry": (Q.subs(s.E, 1), sp.ones(2) / (s.p + s.q))}, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )
