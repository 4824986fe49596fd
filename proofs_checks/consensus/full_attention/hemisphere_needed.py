"""CON-H.2: Theorem 3.2 without the open hemisphere: closed hemispheres, all, and almost all initial conditions.

Closed hemisphere, some token inside (H.2.a.repaired). Heights obey the linear system c' = B(t)c - s c with B_ij = a_ij
for j != i and B_ii = a_ii + sum_j a_ij (1 - g_ij), all nonnegative (s = sum_j a_ij). Along the solution B is a bounded
function of t, so z = e^(st)c, z' = Bz, is the sum of z(0) and of iterated integrals of nonnegative terms
(Peano-Baker): z(t) >= z(0) >= 0 entry by entry. With c_J(0) > 0: z_i' >= B_iJ z_J >= a c_J(0), also for i = J, so
c_i(t) >= a t e^(-st) c_J(0) > 0 for t > 0: all tokens are in the open hemisphere, and Theorem 3.2 applies from then on.
"""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus.full_attention import pairs
from attnverify.proofs_checks.consensus.full_attention.unbounded_logits import HYPOTHESES
from attnverify.proofs_checks.consensus.missing import FLOW_SPECTRA, SHIFTED
from attnverify.proofs_checks.consensus.whole_instance import at_instance
from attnverify.proofs_checks.examples import exact_texts
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

ANY_SIZE = ("integer(n)", "n >= 1", "integer(ell)", "ell >= 1", "m == n + 1")


@claim(
    "CON-H.2.a.repaired",
    title="A closed hemisphere with one token inside",
    statement=(
        r"For U = I and bounded P: if all $v^Ty_i(0) \ge 0$ and some $v^Ty_J(0) > 0$, then $v^Ty_i(t) \ge"
        r" a\,t\,e^{-st}v^Ty_J(0) > 0$ for all i and $t > 0$, and consensus follows. (If all heights vanish, the"
        " tokens stay in the equator.) (The heights are proved, CON-H.2.a.repaired.heights; what remains is Theorem 3.2"
        " from a time on at which all tokens are inside.)"
    )
    + missing(SHIFTED),
    source=HYPOTHESES,
    kind="convergence",
    hypotheses=(*pairs.SIZES, "a > 0", "a_ij >= a", "g <= 1", "g >= -1"),
    instance={**pairs.INSTANCE, "a": "1/9", "a_ij": "1/4", "g": "-1/2"},
    twin=Twin("B_ii with twice the inner products", {"factor": 2}),
    expected=Verdict.ARGUED,
    repairs="CON-H.2.a",
    rests_on=("CON-B1", "CON-H.2.a.repaired.heights"),
)
def one_token_inside(factor: int = 1) -> Iterator[Evidence]:
    Y, v, A = generic.array("y", 2, 2), generic.array("v", 2), generic.array("a", 2, 2)
    G, c, s = st.models.gram(Y), st.decrease.heights(Y, v), A.sum(axis=1)
    own = [A[i, i] + sum(A[i, j] * (1 - factor * G[i, j]) for j in range(2)) for i in range(2)]
    B = np.array([[own[0], A[0, 1]], [A[1, 0], own[1]]], dtype=object)
    a, a_ij, g, c_J, c_i, grown = sp.symbols("a a_ij g c_J c_i grown", real=True)
    found = conjunction(
        {
            "c' = B c - s c": decide.identity(
                {"heights": (sp.Matrix(st.decrease.heights(st.velocity(Y, A), v)), sp.Matrix(B @ c - s * c))},
                relations=pairs.unit_relations(Y),
                scope="two tokens of the circle; row by row, term by term",
            ),
            "B is nonnegative, and no entry is below a": decide.inequality(
                [a_ij * (1 - g) >= 0, a_ij >= a, a_ij + a_ij * (1 - g) >= a],
                [a > 0, a_ij >= a, g <= 1],
                scope=pairs.ALL,
            ),
            "the token inside lifts every other": decide.inequality(
                a_ij * grown + c_i >= a * c_J,
                [a > 0, a_ij >= a, c_J > 0, grown >= c_J, c_i >= 0],
                scope="grown = e^(st) c_J(t), c_i the other terms",
            ),
            "|g| <= 1": pairs.gram_bounds(),
        },
        scope=pairs.ALL,
    )
    yield at_instance(found, **pairs.INSTANCE, a="1/9", a_ij="1/4", g="-1/2")


@claim(
    "CON-H.2.c",
    title="Theorem 3.2 for almost all initial conditions",
    statement=(r"For U = I and every bounded P, all n and $\ell$: almost all initial conditions lead to consensus.")
    + missing(FLOW_SPECTRA),
    source=HYPOTHESES,
    kind="convergence",
    role="dropped",
    hypotheses=ANY_SIZE,
    instance={"n": 2, "m": 3, "ell": 5},
    twin=Twin("P = log(2) I/2", {"b": "1/2"}),
    expected=Verdict.ARGUED_FALSE,
    rests_on=("CON-B7",),
)
def almost_all(b: str = "-2") -> Iterator[Evidence]:
    """n = 1, l = 3, P = -2 log(2) I: the triangles are exponentially stable up to rotations, so they have an open
    basin.
    """
    G, odds = st.states.simplex_gram(3), st.as_array([[1, 8, 8], [8, 1, 8], [8, 8, 1]])
    A = st.models.normalise_rows(odds)
    rates = st.states.gram_velocity(G, A)
    values = {"n": 1, "m": 2, "ell": 3, "b": b, "G": exact_texts(G), "A": exact_texts(A), "rates": exact_texts(rates)}
    pull = A @ G
    values |= {"pull": exact_texts(pull), "d": exact_texts(np.diag(pull))}
    softmax = [
        f"A[{i}][{j}] == A[{i}][{i}]*2**(b*(G[{i}][{j}] - G[{i}][{i}]))" for i in range(3) for j in range(3) if i != j
    ]
    yield decide.refutation(
        values,
        [
            *(
                "rates == 0",
                "ell == n + 2",
                "rows(G) == ell",
                "rank(G) == m",
                "G[0][1] < 1",
                "(n + 2)*b*log(2) < -1*n*(n + 1)",
            ),
            *(
                "pull == A@G",
                "rates == pull + transpose(pull) - diag(d)@G - G@diag(d)",
                "d == [pull[0][0], pull[1][1], pull[2][2]]",
            ),
            *softmax,
        ],
        hypotheses=ANY_SIZE,
        scope="n = 1, l = 3, P = -2 log(2) I",
        method="an attracting equilibrium that is no consensus, exactly",
    )
