"""Theorem 4.5: asymptotic stability of (v, ..., v) and its hemisphere of attraction; the cascade with explicit gain.

The proof is the one of `cascade_steps`, with the decay rate kappa = min(g, lam beta) sigma of token i: its own weight
decays at the rate g = lam - lam_2 and the weights on earlier tokens at lam A_ij >= lam beta alpha_ij; all of them add
up to sigma = 1/sqrt(n + 1). Neither a bound on P nor its continuity enters. Rates are meant almost everywhere where
P(t) is only measurable. Where r_i > 0 the bound on r_i r_i' is one on r_i'; where p_i = 0, D+ r_i = |p_i'| = |sum_{j<i}
A_ij U p_j| <= rho sum_{j<i} A_ij r_j by the same estimate of |U p_j|.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix import trials
from proofs_checks.consensus.value_matrix.cascade_steps import cascade_steps, first_token_step, token_inequality
from proofs_checks.consensus.value_matrix.deviation_equation import deviation_equation, norm_steps
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

THEOREM = Source(PAPER, "Theorem 4.5")
SPECTRUM = ("lam > 0", "lam > lam_2", "rho >= lam_2", "rho >= -lam_2")
SCOPE = "all n, l >= 1, every symmetric U with simple top eigenvalue lam > 0, every measurable P(t), bounded or not"


def inequality_steps(scope: str, gain: int = 1) -> dict[str, Evidence]:
    """From r_i r_i' = sum_j A_ij (p_i^T U p_j - lam r_i^2) and the norm estimates to the ISS inequality and its gain.

    own = alpha_ii, A = sum_{j<i} A_ij. In the first inequality m is the weighted mean sum_{j<i} A_ij r_j/A, then the
    largest earlier tangent. `gain` is the power of lam by which rho is divided in the gain.
    """
    lam, second, rho, own, A, r, m = sp.symbols("lam lam_2 rho own A r m", real=True)
    k, s, e = sp.symbols("k s e", real=True)
    decay = (lam - second) * own + lam * A
    return {
        **token_inequality(scope),
        "a tangent above rho/lam times the earlier ones decreases": decide.inequality(
            -decay * r + rho * A * m < 0,
            [*_signs(lam, second, rho, own, A, r, m), r * lam**gain >= rho * m],
            degree=4,
            scope=scope,
        ),
        "above the gain by e the tangent decreases at the rate k e at least": decide.inequality(
            -decay * r + rho * A * m <= -k * s * e,
            [
                sp.Eq(lam * r, lam * e + rho * m),
                e >= 0,
                own >= 0,
                lam > second,
                lam > 0,
                m >= 0,
                rho >= 0,
                decay >= k * s,
            ],
            degree=4,
            scope=scope,
        ),
        **decay_rate(scope),
    }


def decay_rate(scope: str, factor: int = 1) -> dict[str, Evidence]:
    """g alpha_ii + lam sum_{j<i} A_ij >= kappa = k s > 0, k = min(g, lam beta), times `factor`; own + rest = s."""
    lam, second, beta, k, s, own, rest, A = sp.symbols("lam lam_2 beta k s own rest A", real=True)
    signs = [lam > 0, lam > second, beta > 0, s > 0]
    shared = [own >= 0, rest >= 0, sp.Eq(own + rest, s), beta * rest <= A, k <= lam - second, k <= lam * beta]
    return {
        "the decay rate g alpha_ii + lam sum A_ij is at least kappa, by A_ij >= beta alpha_ij": decide.inequality(
            (lam - second) * own + lam * A >= factor * k * s, [*signs, *shared], scope=scope
        ),
        "kappa = min(g, lam beta) s is positive": decide.inequality(
            [(lam - second) * s > 0, lam * beta * s > 0], signs, scope=scope
        ),
    }


def _signs(lam: Any, second: Any, rho: Any, own: Any, A: Any, r: Any, m: Any) -> list[Any]:
    return [lam > 0, lam > second, rho >= second, rho >= -second, own > 0, A >= 0, r > 0, m >= 0]


@illustration(
    "CON-B4",
    title="The cascade of tangents with gain rho/lam, for every P",
    statement=(
        r"Auto-regressive, W = I, h = 1, $U = U^T$, $Uv = \lambda v$ with $g = \lambda - \lambda_2 > 0$, $\lambda >"
        r" 0$, $\rho = \max_{k\ge2}|\mu_k|$. In $\{v^Ty_i > 0\}$ let $p_i = y_i/b_i - v$, $A_{ij} ="
        r" \alpha_{ij}b_j/b_i$. Then (almost everywhere, if P is only measurable) $\frac d{dt}|p_i| \le"
        r" -(g\alpha_{ii} + \lambda\sum_{j<i}A_{ij})|p_i| + \rho\sum_{j<i}A_{ij}|p_j|$; so $\sup|p_i| \le"
        r" \max(|p_i(0)|, \frac\rho\lambda\sup_{j<i}|p_j|)$, and every $p_i$ tends to 0 exponentially. P is"
        " arbitrary, bounded or not."
    ),
    source=Source(PAPER, "Theorem 4.5, with an explicit gain"),
    kind="inequality",
    role="extension",
)
def cascade(gain: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """A tangent above R = max(r(0), (rho/lam) sup m) decreases, so R bounds it. For r = (rho/lam) m + e with e >= 0 it
    decreases at least at the rate k s e, k = min(g, lam beta): e decays exponentially, which is the limsup.
    """
    steps = {**deviation_equation(scope=SCOPE), **norm_steps(SCOPE), **inequality_steps(SCOPE, gain)}
    yield conjunction(steps, scope=SCOPE)
    yield _by_smt(gain)
    yield trials.exact_deviations(seed, causal=True)
    yield trials.inequality_at_states(1 / gain, seed)


def _by_smt(gain: int) -> Evidence:
    """The inequality and the gain once more, by z3."""
    lam, second, rho, own, A, r, m, form, mixed = sp.symbols("lam lam_2 rho own A r m form mixed", real=True)
    decay = (lam - second) * own + lam * A
    bounds = [form <= second * r**2, mixed <= rho * r * A * m, own >= 0, A >= 0, r >= 0]
    return conjunction(
        {
            "the inequality": decide.smt(
                own * (form - lam * r**2) + mixed - A * lam * r**2 <= r * (-decay * r + rho * A * m),
                bounds,
                scope=SCOPE,
            ),
            "the gain": decide.smt(
                -decay * r + rho * A * m < 0,
                [*_signs(lam, second, rho, own, A, r, m), r * lam**gain >= rho * m],
                scope=SCOPE,
            ),
        },
        scope=SCOPE + "; the scalar inequalities, derived in the first piece of evidence",
        method="z3",
    ).narrowed(SCOPE + "; the scalar inequalities only")


@illustration(
    "CON-T4.5.f",
    title="The induction step is input-to-state stable on the hemisphere",
    statement=(
        r"Let U be symmetric, $Uv = \lambda v$, $\lambda > 0$, |v| = 1, and on the complement of v let U have"
        r" eigenvalues at most $\lambda - g$, g > 0, and norm at most $\rho$. In $D^\ell(v)$, if $y_j \to v$ for $j <"
        r" i$, then $y_i \to v$: the tangent $r_i$ of the angle of $y_i$ and v obeys an ISS inequality with gain"
        r" $\rho/\lambda$ from $\max_{j<i} r_j$; since $V_i = 1 - b_i$ and $|y_j - v|$ are functions of $r_i$ and"
        r" $r_j$, $V_i$ is an ISS-Lyapunov function with input $\max_{j<i}|y_j - v|$: where $r_i >"
        r" (\rho/\lambda)\max_{j<i} r_j$ and $r_i > 0$, $V_i$ decreases strictly."
    ),
    source=Source(PAPER, "Theorem 4.5, proof idea"),
    reading="b_i(0) > 0 is meant for all tokens: all start in the hemisphere, as in the theorem",
    kind="convergence",
)
def induction_step(factor: int = 2) -> Iterator[Evidence]:
    """r^2 = 1/b^2 - 1 decreases in b, so that V_i and |y_i - v|^2 = 2 (1 - b_i) increase with r_i. Where y_j -> v, r_j
    -> 0 and b_j is finally above a beta > 0: limsup r_i <= (rho/lam) limsup max r_j = 0 by CON-B4."""
    b, c, t = sp.symbols("b c t", positive=True)
    y = generic.array("y", 3)
    v = np.array([1, 0, 0], dtype=object)
    height = st.heights(y[np.newaxis], v)[0]
    square = (y - v) @ (y - v)
    steps = {
        "|y - v|^2 = 2 (1 - b) on the sphere, in the space of y and v": decide.identity(
            {"distance": (square, factor * (1 - height))},
            relations=[(y[2] ** 2, 1 - y[0] ** 2 - y[1] ** 2)],
            scope=SCOPE,
        ),
        "a larger height has a smaller tangent, 1/b^2 - 1": decide.inequality(
            1 / c**2 - 1 < 1 / b**2 - 1, [b < c], degree=4, scope=SCOPE
        ),
        "V' has the sign of r': 1 - b = 1 - (1 + r^2)^(-1/2) has the derivative r b^3 in r": decide.identity(
            {"derivative": (sp.diff(1 - 1 / sp.sqrt(1 + t**2), t), t / sp.sqrt(1 + t**2) ** 3)}, scope=SCOPE
        ),
        **cascade_steps(SCOPE),
    }
    yield conjunction(steps, scope=SCOPE)


@illustration(
    "CON-X6",
    title="An explicit gain for the tangents of Theorem 4.5",
    statement=(
        r"On the hemisphere $\limsup\tan\angle(y_i, v) \le \frac\rho\lambda\limsup\max_{j<i}\tan\angle(y_j, v)$ for"
        r" every P. For two tokens and $\rho = \mu > 0$ the gain is attained: with $y_1$ held at the tangent m, the"
        r" tangent of $y_2$ in the same plane rests at $(\mu/\lambda)m$ in the limit of no weight on itself."
    ),
    source=Source(PAPER, "Theorem 4.5, with an explicit gain"),
    kind="inequality",
    role="extension",
)
def gain_is_attained(power: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """The rate of p_2 in the plane, from the model: zero at alpha_22 = 0, p_2 = (mu/lam) p_1; y_1 is an input."""
    lam, mu, a, b_1, b_2, m = sp.symbols("lam mu a b_1 b_2 m", positive=True)
    U = np.array([[lam, 0], [0, mu]], dtype=object)
    tangent = (mu / lam) ** power * m
    Y = np.array([[b_1, b_1 * m], [b_2, b_2 * tangent]], dtype=object)
    rate = st.velocity(Y, np.array([[0, 0], [a, 0]], dtype=object), U)[1]
    rests = decide.identity(
        {"p_2 rests": (rate[1] / b_2 - Y[1, 1] * rate[0] / b_2**2, 0)},
        given=[lam > mu],
        scope="two tokens in the plane, all lam > mu > 0, all heights and tangents; the bound itself is CON-B4",
    )
    yield rests
    yield trials.bounds_along_trajectories(seed)


@illustration(
    "CON-T4.5",
    title="Consensus at the leading eigenvector attracts its hemisphere",
    statement=(
        r"Auto-regressive model (6), W = I, h = 1, U constant and symmetric with simple largest eigenvalue $\lambda >"
        r" 0$ and unit eigenvector v. Then (v, ..., v) is an asymptotically stable equilibrium whose domain of"
        r" attraction contains $D^\ell(v) = \{v^Ty_i > 0\}$; the same holds for $-v$. The stability is uniform in the"
        r" initial time and exponential, and P may be any measurable function for which solutions exist, bounded or"
        r" not."
    ),
    source=THEOREM,
    kind="stability",
)
def hemisphere_of_attraction(factor: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """Steps 1 to 4 of `cascade_steps`, with the decay rate at least kappa = k s, k = min(g, lam beta)."""
    Y, A, U = generic.array("y", 2, 2), generic.array("A", 2, 2), generic.array("U", 2, 2)
    steps = {
        **first_token_step(SCOPE),
        **cascade_steps(SCOPE),
        **decay_rate(SCOPE, factor),
        "the same for -v: Y -> -Y turns the model around, pair by pair, and keeps the logits": decide.identity(
            {
                "velocity": (sp.Matrix(st.velocity(-Y, A, U)), sp.Matrix(-st.velocity(Y, A, U))),
                "logits": (sp.Matrix(st.models.logits(-Y, U)), sp.Matrix(st.models.logits(Y, U))),
            },
            scope=SCOPE,
        ),
    }
    yield conjunction(steps, scope=SCOPE)
    yield trials.convergence(seed)
