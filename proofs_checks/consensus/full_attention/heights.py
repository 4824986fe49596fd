"""Theorem 3.2, first half: the heights v^T y_i, the hemisphere they keep, and the strict decrease of V.

Proof of invariance (T3.2.a). (1) Heights obey c_i' = sum_j a_ij (c_j - c_i g_ij), a_ij = sum_h alpha^h_ij > 0 (T3.2.b).
(2) Let i be a token of least height, c_i = m > 0. Every term is at least m(1 - g_ij) >= 0, so c_i' >= 0. (3) By Danskin
(T3.2.c) the lower right derivative of m(t) = min_i c_i is the least c_i' over these tokens, hence >= 0, and a
continuous function with a nonnegative lower right derivative does not decrease: for every eps > 0 the set where m(t) <
m(0) - eps(1 + t) cannot have an infimum, at which the derivative would be at most -eps. (4) So m(t) >= m(0) > 0 up to a
first zero of m, which continuity then excludes. For P only measurable, m is absolutely continuous, with a derivative >=
0 almost everywhere. A second route needs no minimum: z_i = exp(st) c_i, s = h/sqrt(n+1), solves z' = B(t)z with B_ij =
a_ij for j != i and B_ii = s + a_ii - sum_j a_ij g_ij, all nonnegative, so z(t) - z(0) is an iterated integral of
nonnegative terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.symbols import metric
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

THEOREM = Source(PAPER, "Theorem 3.2")
PAIR = ("c_i > 0", "c_j >= c_i", "g <= 1", "g >= -1")


def random_state(rng: Any) -> tuple[Any, Any, Any]:
    """Exact unit tokens (ell, 4) of the hemisphere v^T y > 0, positive weights (h, ell, ell), and v = e_1."""
    ell, h = int(rng.integers(2, 5)), int(rng.integers(1, 3))
    Y = np.stack([st.sampling.orthogonal(rng, 4)[0] for _ in range(ell)])
    Y = Y * np.where(Y[:, :1] < 0, -1, 1)
    alpha = np.frompyfunc(lambda k: Fraction(int(k), 7), 1, 1)(rng.integers(1, 9, size=(h, ell, ell)))
    return Y, alpha, np.array([1, 0, 0, 0], dtype=object)


@illustration(
    "CON-T3.2.b",
    title="The derivative of the heights",
    statement=(
        r"Along (6), full attention, with U = I: $\frac{d}{dt}v^Ty_i = \sum_j\bar\alpha_{ij}(v^Ty_j -"
        r" (v^Ty_i)\langle y_i, y_j\rangle_W)$, $\bar\alpha_{ij} = \sum_\eta\alpha_{ij}^\eta$, for every W and every"
        " v."
    ),
    source=THEOREM,
    kind="identity",
)
def height_formula(factor: int = 1) -> Iterator[Evidence]:
    Y, v, W, a = generic.array("y", 2, 3), generic.array("v", 3), metric(3), sp.Symbol("a", real=True)
    (c_i, c_j), g = st.heights(Y, v), st.models.gram(Y, W)[0, 1]
    found = conjunction(
        {
            "every pair, generic W": decide.identity(
                {"term": (pairs.height_term(Y, v, a, W), a * (c_j - factor * c_i * g))}, scope=pairs.ALL
            ),
            "the velocity is the sum over heads and tokens": pairs.sum_of_pairs(),
        },
        scope=pairs.ALL,
    )
    yield found
    Y3, A, W2, v2 = (
        generic.array("y", 3, 2),
        generic.array("alpha", 2, 3, 3),
        metric(2),
        generic.array("v", 2),
    )
    yield decide.identity(
        {
            "as computed by height_rates": (
                sp.Matrix(st.heights(st.velocity(Y3, A, None, W2), v2)),
                sp.Matrix(st.decrease.height_rates(Y3, A, v2, W2)),
            )
        },
        scope="3 tokens, 2 heads, R^2, generic W",
        covers=False,
    )


@illustration(
    "CON-T3.2.a",
    title="The open hemisphere is forward invariant, and no height falls below the least one at the start",
    statement=(
        "Full attention, U = I, every W, P, v and number of heads: if $v^Ty_i(0) > 0$ for all i, then $v^Ty_i(t) >"
        r" 0$ for all i and $t \ge 0$; indeed $v^Ty_i(t) \ge \min_kv^Ty_k(0)$ for all i."
    ),
    source=THEOREM,
    kind="invariance",
)
def hemisphere(factor: int = 1) -> Iterator[Evidence]:
    c_i, c_j, g, a, total = sp.symbols("c_i c_j g a total", real=True)
    given = [c_i > 0, c_j >= c_i, g <= 1, g >= -1]
    goal = [c_j - c_i * g >= factor * c_i * (1 - g), c_i * (1 - g) >= 0]
    found = conjunction(
        {
            "every pair with a least height c_i": decide.inequality(goal, given, scope=pairs.ALL),
            "|g| <= 1": pairs.gram_bounds(),
            "every metric, as the sphere with other logit matrices": pairs.to_the_sphere(),
            "the second route: B_ii = sum_j a_ij (1 - g_ij) + a_ii > 0, and B_ij = a_ij": decide.inequality(
                a * (1 - g) >= 0, [a > 0, g <= 1], scope=pairs.ALL
            ),
            "a derivative >= 0 and one <= -eps exclude each other": decide.inequality(
                total < 0, [total <= -a, a > 0], scope="eps = a > 0"
            ),
        },
        scope=pairs.ALL,
    )
    yield found
    yield decide.smt(goal, given, scope=pairs.ALL)


@illustration(
    "CON-T3.2.d",
    title="The least heights rise strictly off consensus",
    statement=(
        r"Full attention, U = I. Let all $v^Ty_i > 0$, not all tokens equal, $m = \min_iv^Ty_i$. For i of least"
        r" height, for every t and every P: $\frac{d}{dt}v^Ty_i \ge \frac m2\sum_j\bar\alpha_{ij}|y_i - y_j|_W^2 >"
        " 0$."
    ),
    source=THEOREM,
    reading="decided here: the slope of every least height; $D^+V < 0$ is this together with CON-T3.2.c",
    kind="inequality",
)
def strict_decrease(factor: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """Tokens equal to y_i contribute 0; one that differs has g < 1 and contributes a positive term."""
    c_i, c_j, g, a, gap = sp.symbols("c_i c_j g a gap", real=True)
    given = [a > 0, c_i > 0, c_j >= c_i, g < 1, g >= -1]
    goal = [a * (c_j - c_i * g) > 0, a * (c_j - c_i * g) >= factor * c_i * a * (1 - g)]
    found = conjunction(
        {
            "every token that differs from a lowest one lifts it": decide.inequality(goal, given, scope=pairs.ALL),
            "an equal token, g = 1 and c_j = c_i, does nothing": decide.identity(
                {"term": ((c_j - c_i * g).subs({c_j: c_i, g: 1}), sp.Integer(0))}, scope=pairs.ALL
            ),
            "c_i (1 - g) = (c_i/2)|y_i - y_j|^2": decide.identity(
                {"gap": (c_i * (1 - g).subs(g, 1 - gap / 2), c_i * gap / 2)}, scope=pairs.ALL
            ),
            "|g| <= 1, with g = 1 for equal tokens only": pairs.gram_bounds(),
        },
        scope=pairs.ALL,
    )
    yield found
    yield decide.smt(goal, given, scope=pairs.ALL)

    def trial(rng: Any) -> Any:
        Y, A, v = random_state(rng)
        if not np.all(st.heights(Y, v) > 0) or np.all(Y[:1] == Y):
            return decide.Trial(None, {})
        slope, lifts = (
            st.dini_derivative(Y, A, v, tolerance=0),
            np.sum(A.sum(axis=0) * (1 - st.models.gram(Y)), axis=-1),
        )
        bound = factor * np.min(st.heights(Y, v)) * np.min(lifts[st.decrease.active_set(Y, v, tolerance=0)])
        holds = bool(slope < 0 < bound <= -slope)
        return decide.Trial(holds, {"slope": str(slope), "bound": str(bound)}, ["slope > -bound"])

    yield decide.exact_instances(
        trial, scope="2 to 4 tokens of S^3, h <= 2", method="exact arithmetic: D+V from the definition", seed=seed
    )
