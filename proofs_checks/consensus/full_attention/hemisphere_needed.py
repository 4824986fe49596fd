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
from attnverify.proofs_checks.consensus.full_attention.unbounded_logits import HYPOTHESES
from attnverify.proofs_checks.consensus.missing import FLOW_SPECTRA
from attnverify.proofs_checks.examples import exact_texts
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Twin
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")

ANY_SIZE = ("integer(n)", "n >= 1", "integer(ell)", "ell >= 1", "m == n + 1")


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
