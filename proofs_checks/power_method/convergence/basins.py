"""Section D.5 and beyond: certified basins of the principal consensus and of principal bipartite points.

V = lambda_1 v_1 v_1^T + V', |V'| = l. A token has the height h_i = eps_i v_1^T x_i > 0 over its pole and a rest z_i, so
the tangent of its angle is |z_i|/h_i. Let C be the cosine and S the sine of the largest angle. Heights are at least C
and rests at most S, so with weights A_ij (sums over the tokens of the own pole, and of the other one)

    |z_i+| ~ |z_i| + alpha l S,    h_i+ ~ h_i + alpha lambda_1 (sum_same A_ij h_j - sum_other A_ij h_j)

up to the common norm |y_i|. The number of tokens and d enter nowhere else, so the inequalities hold for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import illustration
from verify.verdict import Rung

np = lazy("numpy")
sp = lazy("sympy")
hypothesis = lazy("hypothesis")
flint = lazy("flint")

CONE = "all N >= 1, d >= 2, all alpha > 0, every symmetric V with |lambda_j| < lambda_1, any row-stochastic weights"
CAPS = "all p, q >= 1, d >= 2, all alpha > 0, every symmetric V, lambda_1 > 0, P = beta v_1 v_1^T, every beta >= 0"


def _rest_contracts(scope: str) -> dict[str, Evidence]:
    """|z_i + alpha V' sum A_ij z_j| <= S (1 + alpha l) for |z_j| <= S; from which the ratio of tangents."""
    alpha, ell, S, z, w = sp.symbols("alpha l S z w", real=True)
    rest, height, SR, CK = sp.symbols("rest height SR CK", real=True)
    given = [alpha > 0, ell >= 0, z <= S, w <= S]
    return {
        "the rest, |z_i| = z and |sum A_ij z_j| = w <= S (triangle inequality)": decide.inequality(
            z + alpha * ell * w <= S * (1 + alpha * ell), given, scope=scope
        ),
        "rest <= S R and height >= C K > 0 give tan+ = rest/height <= (R/K)(S/C)": decide.inequality(
            rest * CK <= SR * height, [CK > 0, rest >= 0, rest <= SR, height >= CK], scope=scope
        ),
    }


@illustration(
    "POW-N9.cone",
    title="Consensus cone: tokens on one side of the principal hyperplane converge",
    statement=(
        r"Let V be symmetric with $l = \max_{j\ge2}|\lambda_j| < \lambda_1$, and $v_1^Tx_i > 0$ for all i. Under any"
        " row-stochastic weights, in particular attention with any P, full or causal, changing from layer to layer or"
        r" not, and for every $\alpha > 0$, all $v_1^Tx_i$ stay positive and $\max_i\tan\angle(x_i, v_1)$ is"
        r" multiplied by at most $(1 + \alpha l)/(1 + \alpha\lambda_1) < 1$ per layer: all tokens converge to $v_1$."
    ),
    source=Source(PAPER, "Section 2.1.1, D.5 (extension)"),
    kind="invariance",
    role="extension",
)
def consensus_cone(factor: int = 1, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    ell, h, C, mean = sp.symbols("l h C mean", real=True)
    given = [generic.positive(s.alpha), s.lambda_1 > 0, ell >= 0, ell < factor * s.lambda_1]
    yield conjunction(
        {
            "the contraction factor is below 1": decide.inequality(
                (1 + s.alpha * ell) / (1 + s.alpha * s.lambda_1) < 1, given, scope=CONE
            ),
            "the height, with h_i >= C and sum A_ij h_j = mean >= C": decide.inequality(
                h + s.alpha * s.lambda_1 * mean >= C * (1 + s.alpha * s.lambda_1),
                [s.lambda_1 > 0, C > 0, h >= C, mean >= C],
                scope=CONE,
            ),
            "it stays positive": decide.inequality(
                C * (1 + s.alpha * s.lambda_1) > 0, [C > 0, s.lambda_1 > 0], scope=CONE
            ),
            **_rest_contracts(CONE),
        },
        scope=CONE,
    )

    def slack(seed_: int) -> float:
        rng = np.random.default_rng(seed_)
        N, d, alpha = int(rng.integers(1, 8)), int(rng.integers(2, 6)), float(rng.uniform(0.05, 20))
        V = np.diag([1.0, *rng.uniform(-0.95, 0.95, d - 1)])
        X = st.random_tokens(rng, 1, N, d)[0]
        X[:, 0] = np.abs(X[:, 0]) + 0.01
        X /= np.linalg.norm(X, axis=-1, keepdims=True)
        after = st.attention_map(X, 5 * rng.normal(size=(d, d)), V, alpha, causal=bool(rng.integers(2)))
        return _slack(X, after, st.decrease.consensus_rate(1.0, float(np.max(np.abs(V[1:, 1:]))), alpha))

    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        slack,
        scope="random tokens, P and V, N < 8, d < 6, full and causal",
        examples=60,
        seed=seed,
        covers=False,
    )
    yield _trajectory()


def _trajectory() -> Evidence:
    """A trajectory in balls from tokens outside the cone, and the first layer at which it is certainly inside."""
    one, zero = flint.arb(1), flint.arb(0)
    V, P = np.array([[one, zero], [zero, one / 2]], dtype=object), np.array([[one, zero], [zero, one]], dtype=object)
    tokens = ((3, 4, 5), (-5, 12, 13), (4, 3, 5), (12, -5, 13))
    X = np.array([[flint.arb(a) / c, flint.arb(b) / c] for a, b, c in tokens], dtype=object)
    cone = st.decrease.consensus_cone(np.array([one, zero], dtype=object))
    step = st.decrease.first_entry(X, lambda Z: st.attention_map(Z, P, V, one), cone, 40)
    scope, method = (
        "N = 4, V = diag(1, 1/2), P = I, alpha = 1, one initial state",
        "python-flint: a trajectory in balls",
    )
    if not step:
        return open_(scope, method, "the trajectory does not enter the cone from outside", covers=False)
    reason = f"inside the cone from layer {step} on, so it converges to v_1"
    return Evidence(Rung.CERTIFIED, scope, method, covers=False, reason=reason)


def _slack(X: Any, after: Any, rate: float) -> float:
    """1 + rounding - (largest tangent after)/(rate * largest tangent before); signs must be kept."""
    if np.any(np.sign(after[:, 0]) != np.sign(X[:, 0])):
        return -1.0
    before, now = (np.max(np.linalg.norm(Z[:, 1:], axis=-1) / np.abs(Z[:, 0])) for Z in (X, after))
    return float(1 + 1e-9 - now / (rate * before))


def _opposite_weight() -> dict[str, Evidence]:
    """n_same tokens of the own pole carry exp(logit) >= e, n_other of the other one at most 1/e, e = exp(beta c^2)."""
    e, ratio = sp.symbols("e ratio", positive=True)
    same, other, n, m = sp.symbols("same other n_same n_other", real=True)
    return {
        "other/(same + other) <= w = 1/(1 + ratio e^2): ratio e^2 other <= same": positive_by(
            same - ratio * e**2 * other,
            lambda e, r, a, b, k: a + e * k + r * e**2 * b,
            positive={"e": e, "r": ratio},
            nonnegative={"a": same - n * e, "b": m / e - other, "k": n - ratio * m},
            strict=False,
            scope=CAPS + "; exp increases, and h_i h_j >= c^2",
        ),
        "w as a share": decide.identity(
            {"1/(1 + ratio e^2)": (1 / (1 + ratio * e**2), (same / (ratio * e**2)) / (same / (ratio * e**2) + same))},
            scope=CAPS,
        ),
    }


@illustration(
    "POW-N9",
    title="Certified basin of principal bipartite points",
    statement=(
        r"Let $P = \beta v_1v_1^T$, $\beta \ge 0$, V symmetric, $\lambda_1 > 0$, $l = \max_{j\ge2}|\lambda_j|$, and let"
        r" p tokens lie within the angle $\theta < 90°$ of $v_1$ and q of $-v_1$; $c = \cos\theta$, $w = 1/(1 +"
        r" \frac{\min(p,q)}{\max(p,q)}e^{2\beta c^2})$. If $l < \lambda_1(1 - w - w/c)$, these caps are forward"
        r" invariant and the largest $\tan\theta_i$ contracts by $(1 + \alpha l)/(1 + \alpha\lambda_1(1 - w - w/c))$"
        r" in each step, for every $\alpha > 0$: the state converges to the bipartite point."
    ),
    source=Source(PAPER, "D.5 (extension)"),
    kind="invariance",
    role="extension",
)
def bipartite_caps(loss: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """d = w - (actual weight on the other pole) >= 0; C >= c the smallest cosine, h_i >= C."""
    s = symbols()
    ell, w, c, C, h, same, other, d = sp.symbols("l w c C h same other d", real=True)
    held = s.lambda_1 * (1 - w - loss * w / c)
    given = [generic.positive(s.alpha), s.lambda_1 > 0, ell >= 0, c > 0, w > 0, ell < held]
    # same = sum_same A_ij h_j >= (1 - (w - d)) C and other <= w - d, as 0 < h_j <= 1.
    weights = {"a": same - (1 - w + d) * C, "b": w - d - other}
    yield conjunction(
        {
            **_opposite_weight(),
            "the contraction factor is below 1: K > l for K = lambda_1 (1 - w - w/c)": positive_by(
                (1 + s.alpha * held) - (1 + s.alpha * ell),
                lambda alpha, g: alpha * g,
                positive={"alpha": s.alpha, "g": held - ell},
                scope=CAPS,
            ),
            "its denominator is positive": positive_by(
                1 + s.alpha * held,
                lambda alpha, g, ell: 1 + alpha * (g + ell),
                positive={"alpha": s.alpha, "g": held - ell},
                nonnegative={"ell": ell},
                scope=CAPS,
            ),
            "the height: h_i + alpha lambda_1 (same - other) >= C (1 + alpha lambda_1 (1 - w - w/c))": positive_by(
                h + s.alpha * s.lambda_1 * (same - other) - C * (1 + s.alpha * held),
                lambda alpha, l_1, c, C, w, e, a, b, f, d: e + alpha * l_1 * (a + b + w * f / c + d * (1 + C)),
                positive={"alpha": s.alpha, "l_1": s.lambda_1, "c": c, "C": C, "w": w},
                nonnegative={"e": h - C, **weights, "f": C - c, "d": d},
                given=given,
                strict=False,
                scope=CAPS,
            ),
            **_rest_contracts(CAPS),
        },
        scope=CAPS,
    )

    def slack(seed_: int) -> float | None:
        rng = np.random.default_rng(seed_)
        N, d, alpha = int(rng.integers(2, 9)), int(rng.integers(2, 5)), float(rng.uniform(0.05, 50))
        p, beta, cosine = int(rng.integers(1, N)), float(rng.uniform(0.5, 4)), float(rng.uniform(0.3, 0.95))
        weight = st.decrease.opposite_weight(p, N - p, float(np.exp(2 * beta * cosine**2)))
        V = np.diag([1.0, *rng.uniform(-0.5, 0.5, d - 1)])
        rate = st.decrease.cap_rate(1.0, float(np.max(np.abs(V[1:, 1:]))), weight, cosine, alpha)
        if rate is None:
            return None
        X = st.random_tokens(rng, 1, N, d)[0]
        heights = rng.uniform(cosine, 1, N)
        X[:, 1:] *= (np.sqrt(1 - heights**2) / np.linalg.norm(X[:, 1:], axis=-1))[:, np.newaxis]
        X[:, 0] = np.where(np.arange(N) < p, heights, -heights)
        return _slack(X, st.attention_map(X, beta * np.diag([1.0] + [0.0] * (d - 1)), V, alpha), rate)

    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        slack,
        scope="random states in the caps, N <= 8, d <= 4, alpha up to 50",
        examples=60,
        seed=seed,
        covers=False,
    )
