"""Why the exceptional states of Theorem 4.2 have measure zero: expansion near the antipode of the first token.

Let x and y be two solutions of token i with the same predecessors, which converge to y_1 within e(t) -> 0, and the same
P, both with c = y_1.y_i -> -1. Write the drive of the predecessors as A y_1 + E, |E| <= s e, T_y for the tangent part
at y, and let L be a Lipschitz constant of the weights (`_lipschitz`). For D = x - y

    (|D|^2/2)' = A(x) (-(c_x + c_y)/2) |D|^2 + (A(x) - A(y)) D.T_y y_1 + D.(E_x - E_y) - ((x.E_x + y.E_y)/2) |D|^2
               >= (a/2) |D|^2   as soon as c <= -3/4, L |T_y y_1| <= a/8 and (L + s) e <= a/8,

where a > 0 bounds A from below. So |D| would grow exponentially although |D| <= 2: D = 0 from some time on, hence
always, since solutions are unique (CON-A6).

Measure zero: let B_i be the set of initial (y_1, ..., y_i) whose tokens do not all converge to y_1. B_1 is empty. Over
a state outside B_(i-1), token i converges to y_1 or to -y_1 (CON-T4.2.d.repaired), and by the expansion at most one y_i
does the latter: one point of S^n, of measure zero as n >= 1. B_i is a Borel set (limits of functions that are
continuous in the initial state, CON-A6), and the product measure of a Borel set is the integral of the measures of its
sections (Tonelli): B_i has measure zero if B_(i-1) has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.auto_regressive import pairs
from attnverify.proofs_checks.consensus.missing import NULL_SETS
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")
hypothesis = lazy("hypothesis")

ALL = "all n >= 1, every token i >= 2, all h >= 1, every bounded measurable P(t)"


def expansion(share: str) -> dict[str, Evidence]:
    """Step by step the estimate (|D|^2/2)' >= share * a |D|^2 of the module's head."""
    Y, units = pairs.tokens("y_1", "x", "y")
    e, x, y = Y
    E = sp.symbols("E_0:3", real=True), sp.symbols("G_0:3", real=True)
    E_x, E_y = (np.array(part, dtype=object) for part in E)
    D = x - y
    square = D @ D
    return {
        "the parts of (|D|^2/2)'": decide.identity(
            {
                "y_1": (D @ (st.models.tangent(x, e) - st.models.tangent(y, e)), -(e @ x + e @ y) / 2 * square),
                "E": (
                    D @ (st.models.tangent(x, E_x) - st.models.tangent(y, E_y)),
                    D @ (E_x - E_y) - (x @ E_x + y @ E_y) / 2 * square,
                ),
                "|T_y y_1|^2 = 1 - c_y^2": (st.models.tangent(y, e) @ st.models.tangent(y, e), 1 - (e @ y) ** 2),
                "|D|^2 <= 4: 4 - |D|^2 = |x + y|^2": (4 - square, (x + y) @ (x + y)),
            },
            relations=units,
            scope=ALL,
        ),
        "the estimate": decide.inequality(*_estimate(share), scope=ALL),
        **pairs.comparison(ALL),
        **_lipschitz(),
        **pairs.least_weight(ALL),
    }


def _estimate(share: str) -> tuple[Any, list[Any]]:
    """(|D|^2/2)' >= share * a |D|^2 as a relation between scalars, and what is known of its parts."""
    A, a, c, b, L, s, eta, eps, size = sp.symbols("A a c_x c_y L s eta epsilon D_squared", real=True)
    first, second, spread = sp.symbols("second third E_mean", real=True)
    goal = -A * (c + b) / 2 * size + first + second - spread * size >= sp.Rational(share) * a * size
    near = -sp.Rational(3, 4)
    return goal, [
        a <= A,
        a > 0,
        size >= 0,
        c <= near,
        b <= near,
        first >= -L * eta * size,  # |A(x) - A(y)| <= L |D|, |T_y y_1| = eta
        second >= -L * eps * size,  # |E_x - E_y| <= L e |D|
        spread <= s * eps,  # |x.E_x| <= s e
        L * eta <= a / 8,
        (L + s) * eps <= a / 8,
    ]


def _lipschitz() -> dict[str, Evidence]:
    """A softmax weight w = x/S moves by w (dl - mu), mu the mean of dl, so all together by at most 2 max |dl|.

    dl = dy^T P y_j, and 2 |P||dy| bounds it for the own logit y^T P y too, |y| <= 1 on the segment between x and y.
    """
    z, rest, dl, dm, D, w = sp.symbols("z rest dl dm D w", real=True)
    S = z + rest
    mean = (z * dl + rest * dm) / S
    return {
        "the derivative of a softmax weight": decide.identity(
            {
                "x' = x dl, the others' sum has rest' = rest dm": (
                    sp.diff(z / S, z) * z * dl + sp.diff(z / S, rest) * rest * dm,
                    z / S * (dl - mean),
                )
            },
            scope=ALL,
        ),
        "|w (dl - mu)| <= 2 D w": decide.inequality(
            [w * (dl - dm) <= 2 * D * w, w * (dm - dl) <= 2 * D * w],
            [w >= 0, dl <= D, dl >= -D, dm <= D, dm >= -D],
            scope=ALL + "; here dm stands for the mean mu",
        ),
    }


@claim(
    "CON-T4.2.e",
    title="Almost every initial state converges to consensus",
    statement=(
        "For the auto-regressive model with U = I, W = I and bounded measurable P(t): over every initial state of"
        r" tokens 1, ..., i-1 that converges to $y_1$, at most one $y_i(0) \in S^n$ does not; so the initial states"
        " that do not converge to consensus have measure zero."
    )
    + missing(NULL_SETS),
    reading="that a Borel set has measure zero if almost all its sections have is Tonelli's theorem, used as such",
    source=Source(PAPER, "Section 1, Table 1, Section 4.1"),
    kind="convergence",
    hypotheses=("integer(n)", "n >= 1", "integer(i)", "i >= 2", "a > 0"),
    instance={"n": 2, "i": 3, "a": "1/10"},
    twin=Twin("the growth rate a instead of a/2", {"share": "1"}),
    expected=Verdict.ARGUED,
    rests_on=("CON-A6", "CON-AR.a", "CON-T4.2.a", "CON-T4.2.b", "CON-T4.2.d.repaired"),
)
def almost_every(share: str = "1/2", seed: int = 0) -> Iterator[Evidence]:
    yield conjunction(expansion(share), scope=ALL)
    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        lambda number: expansion_slack(number, float(sp.Rational(share))),
        scope="random P, l = 2..6, n + 1 = 2..5, h = 1..3, two tokens near -y_1: growth of their distance over a/2",
        examples=100,
        seed=seed,
        covers=False,
    )


def expansion_slack(number: int, share: float) -> float:
    """(|D|^2/2)'/|D|^2 - share * a from the softmax weights of a random P, at the edge of the assumed region."""
    rng = np.random.default_rng(number)
    i, d, heads = int(rng.integers(2, 7)), int(rng.integers(2, 6)), int(rng.integers(1, 4))
    P = rng.normal(size=(heads, d, d))
    P *= rng.choice([0.01, 0.3, 2.0]) / np.linalg.norm(P, ord=2, axis=(-2, -1), keepdims=True)
    M = np.linalg.norm(P, ord=2, axis=(-2, -1))
    a, s = (i - 1) * np.sum(np.exp(-2 * M)) / (i * np.sqrt(d)), heads / np.sqrt(d)
    L = 4 * np.sum(M) / np.sqrt(d)
    e = np.eye(d)[0]
    near, turned = min(a / 8 / (L + s), 1.0), min(a / 8 / L, 0.6)
    earlier = (
        st.models.onto_ellipsoid(e + near / 2 * st.models.onto_ellipsoid(rng.normal(size=(i - 2, d))))
        if i > 2
        else e[:0, None]
    )
    pair = np.array([[1.0], [rng.uniform()]]) * st.models.onto_ellipsoid(rng.normal(size=(2, d - 1)))
    ends = np.concatenate([-np.sqrt(1 - turned**2 * np.sum(pair**2, axis=-1, keepdims=True)), turned * pair], axis=-1)
    rates = []
    for x in ends:
        Y = np.concatenate([e[None], earlier.reshape(i - 2, d), x[None]])
        rates.append(st.models.velocity(Y, st.models.head_weights(Y, P, causal=True))[-1])
    D = ends[0] - ends[1]
    return float(D @ (rates[0] - rates[1]) / (D @ D) - share * a)
