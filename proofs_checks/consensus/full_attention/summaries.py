"""Table 1, column section 3, the conull set of the introduction, and what the summary page says of full attention."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.full_attention.hemisphere_needed import (
    CLOSED,
    antipodal_equilibrium,
    scaled_normal,
)
from proofs_checks.consensus.full_attention.projected_flow import contraction
from proofs_checks.consensus.full_attention.value_matrix_witnesses import APART, hypotheses
from proofs_checks.consensus.missing import NULL_SETS
from proofs_checks.examples import exact_texts
from proofs_checks.missing import missing
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

TABLE = Source(PAPER, "Table 1")
SUMMARY = Source(PAPER, "summary page of arXiv 2412.02682, mechanism and rates")
# Three tokens of S^2 over v = e_3; token 3 draws the widest pair, 1 and 2, apart.
TRIPLE: list[list[Any]] = [["6/7", "3/7", "2/7"], ["-6/7", "3/7", "2/7"], [0, "-4/5", "3/5"]]
WEIGHED = (
    *(f"dot(Y[{i}], Y[{i}]) == 1" for i in range(3)),
    "rows(Y) == 3",
    "A@ones(3) == 1",
    "A > 0",
    *(f"A[{i}][{j}] == A[{i}][2]*2**(b*(L[{i}][{j}] - L[{i}][2]))" for i in range(2) for j in range(2)),
    "L == Y@P@transpose(Y)",
    "v == [0, 0, 1]",
    "Y@v > 0",
)


@illustration(
    "CON-TAB1.a",
    title="Table 1, column section 3",
    statement=(
        r"$h \ge 1$; P time-varying, uniformly continuous, bounded; U = I; convergence to consensus; domain: some"
        r" (open) hemisphere. This is Theorem 3.2: the hemispheres $\{u^Ty > 0\}$, $u \ne 0$, are the sets $H^+(v)$,"
        r" $v \in E_W^n$."
    ),
    source=TABLE,
    kind="typo-check",
    reading="open hemispheres; Table 1 does not mention W, which may be any metric",
)
def table_column(scaled: int = 1) -> Iterator[Evidence]:
    yield scaled_normal(scaled)


@illustration(
    "CON-TAB1.a.R1",
    title="Table 1, column section 3, with closed hemispheres",
    statement=(
        r"$h \ge 1$; P time-varying, uniformly continuous, bounded; U = I; convergence to consensus; domain: some"
        r" closed hemisphere $\{u^Ty \ge 0\}$, $u \ne 0$."
    ),
    source=TABLE,
    kind="typo-check",
    reading="hemispheres with their boundary",
    no_repair="CON-TAB1.a and CON-H.2.a.repaired",
)
def closed_domain(sign: int = -1) -> Iterator[Evidence]:
    yield antipodal_equilibrium(CLOSED, sign)


@claim(
    "CON-I.a",
    title="The domain of Theorem 4.2 is conull",
    statement=(
        r"$D^1_\ell = \{y_j \ne -y_1, 2 \le j \le \ell\}$ has a complement of measure zero in $(S^n)^\ell$, $n \ge 1$:"
        r" it is the union of $\ell - 1$ smooth images of $(S^n)^{\ell-1}$, of dimension $n(\ell - 1) < n\ell$."
    )
    + missing(NULL_SETS),
    source=Source(PAPER, "Table 1, Theorem 4.2"),
    kind="identity",
    hypotheses=("integer(n)", "n >= 1", "integer(ell)", "ell >= 2"),
    instance={"n": 1, "ell": 3},
    twin=Twin("images of dimension n(l - 1) + 1", {"more": 1}),
    expected=Verdict.ARGUED,
)
def conull(more: int = 0) -> Iterator[Evidence]:
    """A smooth image of a manifold of smaller dimension is a null set, and so is a finite union of null sets."""
    n, ell = sp.symbols("n ell", integer=True)
    goal, given = n * (ell - 1) + more < n * ell, [n >= 1, ell >= 2]
    yield decide.inequality(goal, given, scope="all n >= 1, l >= 2")
    yield decide.smt(goal, given, scope="all n >= 1, l >= 2")


@illustration(
    "CON-Y.c.repaired",
    title="The projected hull shrinks with depth",
    statement=(
        "Each layer averages value vectors with similarity weights: for U = I the"
        " convex hull of the tokens, projected centrally along v, shrinks in every open hemisphere $H^+(v)$ that"
        " contains them, strictly off consensus."
    ),
    source=SUMMARY,
    kind="inequality",
    reading="U = I, tokens in an open hemisphere, alignment as the size of the projected hull",
    repairs="CON-Y.c",
)
def hull_shrinks(pace: int = 1) -> Iterator[Evidence]:
    yield conjunction(contraction(pace), scope=pairs.ALL)


@illustration(
    "CON-Y.c.R1",
    title="Alignment increases with depth, for general U",
    statement="For every U the tokens align: no pair of tokens moves apart for ever.",
    source=SUMMARY,
    kind="inequality",
    reading="general value matrices, here U = -I",
    no_repair="CON-Y.c.repaired is the case U = I; CON-H.1 lists others",
)
def general_values(factor: int = 1) -> Iterator[Evidence]:
    values = APART["a"][0]
    exact = {name: [[sp.Rational(x) for x in row] for row in values[name]] for name in ("Y", "A1", "U1")}
    Y, A, U = (np.array(exact[name], dtype=object) for name in ("Y", "A1", "U1"))
    moved = st.velocity(Y, factor * A, U)
    yield decide.refutation(
        {**values, "rate": str(moved[0] @ Y[1] + Y[0] @ moved[1])},
        ["rate < 0", "rate == -1*(A1[0][1] + A1[1][0])*(1 - dot(Y[0], Y[1])**2)"],
        hypotheses=hypotheses("a", values),
        scope="n = 1, l = 2, U = -I: the cosine decreases, and by CON-H.1.scalar it always does",
        method="exact arithmetic: the rate by the flow",
    )


@illustration(
    "CON-Y.c",
    title="Alignment increases with depth",
    statement=(
        "Each layer averages value vectors with similarity weights, so alignment increases with depth: for U = I and"
        " tokens in an open hemisphere the largest angle between two tokens is non-increasing, for every P."
    ),
    source=SUMMARY,
    kind="inequality",
    reading="U = I, tokens in an open hemisphere, alignment as the largest angle between two tokens",
)
def largest_angle(power: int = 4) -> Iterator[Evidence]:
    """P = log(2) (35/34) power e_3 w^T with w orthogonal to y_1 and y_2: both attend to token 3 with odds 2^power."""
    Y = np.array([[sp.Rational(x) for x in row] for row in TRIPLE], dtype=object)
    w = np.array([0, -2, 3], dtype=object)
    P = sp.Rational(35, 34) * power * np.outer(np.array([0, 0, 1], dtype=object), w)
    row = np.array([sp.Integer(1), sp.Integer(1), sp.Integer(2) ** power], dtype=object)
    A = st.normalise_rows(np.stack([row, row, np.full(3, sp.Integer(1), dtype=object)]))
    moved, L = st.velocity(Y, A), st.models.logits(Y, P)
    rate = moved[0] @ Y[1] + Y[0] @ moved[1]
    yield decide.refutation(
        {
            "Y": TRIPLE,
            "v": [0, 0, 1],
            "b": 1,
            **{k: exact_texts(x) for k, x in (("A", A), ("P", P), ("L", L))},
            "rate": str(rate),
        },
        [
            *("dot(Y[0], Y[1]) < dot(Y[0], Y[2])", "dot(Y[0], Y[1]) < dot(Y[1], Y[2])", "rate < 0"),
            "rate == dot((A@Y)[0] - dot((A@Y)[0], Y[0])*Y[0], Y[1]) + dot((A@Y)[1] - dot((A@Y)[1], Y[1])*Y[1], Y[0])",
        ],
        hypotheses=WEIGHED,
        scope="n = 2, l = 3, h = 1: the widest pair moves apart",
        method="exact arithmetic: the rate by the flow",
    )


@illustration(
    "CON-Y.e",
    title="Rates of convergence can be predicted",
    statement=(
        r"The paper states no rate; one follows. With the bounds, $\rho_0$ and s of CON-X2: $\mathrm{diam}\,q(t) \le"
        r" \mathrm{diam}\,q(0)\,e^{-\rho_0t}$, so that $\mathrm{diam}\,q(t) \le \varepsilon$ from the time $t ="
        r" \rho_0^{-1}\log(D/\varepsilon)$ on, for every $D > 0$ with $D \ge \mathrm{diam}\,q(0)$; and off consensus"
        r" $e^{st}\mathrm{diam}\,q(t)$ stays between positive constants."
    ),
    source=SUMMARY,
    kind="inequality",
)
def predicted_time(share: str = "1") -> Iterator[Evidence]:
    D, ratio = sp.symbols("reached ratio", positive=True)
    rho, t, start = sp.symbols("rho t start", real=True)
    reached = sp.Rational(share) * sp.log(ratio)
    found = conjunction(
        {
            "at that time the bound is eps = D/ratio": decide.identity(
                {"time": (ratio * D * sp.exp(-reached), D)}, scope="every rate rho, with rho t = log(D/eps)"
            ),
            "and smaller later: rho t increases": decide.inequality(
                rho * t >= rho * start, [rho > 0, t >= start], scope="every rate"
            ),
        },
        scope="all n, l, h >= 1, every W, bounded measurable P",
    )
    yield found
