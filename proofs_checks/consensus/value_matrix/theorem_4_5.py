"""Theorem 4.5: asymptotic stability of (v, ..., v) and its hemisphere of attraction; the cascade with explicit gain.

The proof is the one of `cascade_steps`, with the decay rate kappa = min(g, lam beta) sigma of token i: its own weight
decays at the rate g = lam - lam_2 and the weights on earlier tokens at lam A_ij >= lam beta alpha_ij; all of them add
up to sigma = 1/sqrt(n + 1). Neither a bound on P nor its continuity enters.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix import trials
from proofs_checks.consensus.value_matrix.cascade_steps import cascade_steps, first_token_step
from proofs_checks.consensus.value_matrix.deviation_equation import deviation_equation, norm_steps
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

THEOREM = Source(PAPER, "Theorem 4.5")
SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1")
SPECTRUM = ("lam > 0", "lam > lam_2", "rho >= lam_2", "rho >= -lam_2")
INSTANCE = {"n": 2, "l": 3, "lam": 1, "lam_2": "1/2", "rho": 3}
SCOPE = "all n, l >= 1, every symmetric U with simple top eigenvalue lam > 0, every measurable P(t), bounded or not"


def inequality_steps(scope: str, gain: int = 1) -> dict[str, Evidence]:
    """From r_i r_i' = sum_j A_ij (p_i^T U p_j - lam r_i^2) and the norm estimates to the ISS inequality.

    own = alpha_ii, A = sum_{j<i} A_ij, form = p_i^T U p_i, mixed = sum_{j<i} A_ij p_i^T U p_j <= rho r_i A m, where m
    is the largest earlier tangent; `gain` is the power of lam by which rho is divided in the gain.
    """
    lam, second, rho, own, A, r, m, form, mixed = sp.symbols("lam lam_2 rho own A r m form mixed", real=True)
    k, g, beta, a, s, e = sp.symbols("k g beta a s e", real=True)
    square = own * (form - lam * r**2) + mixed - A * lam * r**2
    given = [form <= second * r**2, mixed <= rho * r * A * m, own >= 0, A >= 0, r >= 0]
    decay = (lam - second) * own + lam * A
    return {
        "r_i r_i' <= r_i (-(g alpha_ii + lam A) r_i + rho A m)": decide.inequality(
            square <= r * (-decay * r + rho * A * m), given, scope=scope
        ),
        "a tangent above rho/lam times the earlier ones decreases": decide.inequality(
            -decay * r + rho * A * m < 0,
            [lam > 0, lam > second, own > 0, A >= 0, r > 0, m >= 0, rho >= 0, r * lam**gain >= rho * m],
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
        "the decay rate g alpha_ii + lam A is at least min(g, lam beta) s": decide.inequality(
            g * own + lam * A >= k * s,
            [k > 0, k <= g, k <= lam * beta, beta * a <= A, own >= 0, a >= 0, lam > 0, sp.Eq(own + a, s)],
            scope=scope,
        ),
    }


@claim(
    "CON-B4",
    title="The cascade of tangents with gain rho/lam, for every P",
    statement=(
        r"Auto-regressive, W = I, h = 1, $U = U^T$, $Uv = \lambda v$ with $g = \lambda - \lambda_2 > 0$, $\lambda > 0$,"
        r" $\rho = \max_{k\ge2}|\mu_k|$. In $\{v^Ty_i > 0\}$ let $p_i = y_i/b_i - v$, $A_{ij} = \alpha_{ij}b_j/b_i$."
        r" Then $D^+|p_i| \le -(g\alpha_{ii} + \lambda\sum_{j<i}A_{ij})|p_i| + \rho\sum_{j<i}A_{ij}|p_j|$; so"
        r" $\sup|p_i| \le \max(|p_i(0)|, \frac\rho\lambda\sup_{j<i}|p_j|)$ and $\limsup|p_i| \le"
        r" \frac\rho\lambda\limsup\max_{j<i}|p_j|$. With $0 < \beta \le \min_{j<i} b_j$ the decay rate is at least"
        r" $\min(g, \lambda\beta)/\sqrt{n+1}$. P is arbitrary, bounded or not."
    ),
    source=Source(PAPER, "Theorem 4.5, with an explicit gain"),
    kind="inequality",
    hypotheses=(*SIZES, *SPECTRUM),
    instance=INSTANCE,
    twin=Twin("the gain rho/lam^2", {"gain": 2}),
    expected=Verdict.PROVED,
)
def cascade(gain: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """A tangent above R = max(r(0), (rho/lam) sup m) decreases, so R bounds it. For r = (rho/lam) m + e with e >= 0 it
    decreases at least at the rate k s e, k = min(g, lam beta): e decays exponentially, which is the limsup.
    """
    yield conjunction(
        {**deviation_equation(scope=SCOPE), **norm_steps(SCOPE), **inequality_steps(SCOPE, gain)}, scope=SCOPE
    )
    yield _by_smt(gain)
    yield trials.exact_deviations(seed, causal=True)
    yield trials.inequality_at_states(1 / gain, seed)


def _by_smt(gain: int) -> Evidence:
    """The inequality and the gain once more, by z3."""
    lam, second, rho, own, A, r, m, form, mixed = sp.symbols("lam lam_2 rho own A r m form mixed", real=True)
    decay = (lam - second) * own + lam * A
    bounds = [form <= second * r**2, mixed <= rho * r * A * m, own >= 0, A >= 0, r >= 0]
    signs = [lam > 0, lam > second, own > 0, A >= 0, r > 0, m >= 0, rho >= 0]
    return conjunction(
        {
            "the inequality": decide.smt(
                own * (form - lam * r**2) + mixed - A * lam * r**2 <= r * (-decay * r + rho * A * m),
                bounds,
                scope=SCOPE,
            ),
            "the gain": decide.smt(-decay * r + rho * A * m < 0, [*signs, r * lam**gain >= rho * m], scope=SCOPE),
        },
        scope=SCOPE + "; the scalar inequalities, derived in the first piece of evidence",
        method="z3",
    ).narrowed(SCOPE + "; the scalar inequalities only")


@claim(
    "CON-T4.5.f",
    title="The induction step is input-to-state stable on the hemisphere",
    statement=(
        r"If $y_j \to v$ for $j < i$ and $b_i(0) > 0$, then $y_i \to v$: the tangent $r_i$ of the angle of $y_i$ and v"
        r" obeys an ISS inequality with gain $\rho/\lambda$ from $\max_{j<i} r_j$, on the hemisphere $b_i > 0$; since"
        r" $V_i = 1 - b_i$ and $|y_j - v|$ are functions of $r_i$ and $r_j$, $V_i$ is an ISS-Lyapunov function with"
        r" input $\max_{j<i}|y_j - v|$: where $r_i > (\rho/\lambda)\max_{j<i} r_j$, $V_i$ decreases strictly."
    ),
    source=Source(PAPER, "Theorem 4.5, proof idea"),
    kind="convergence",
    hypotheses=(*SIZES, *SPECTRUM),
    instance=INSTANCE,
    twin=Twin("the input |y_j - v|^2 = 1 - b_j without the factor 2", {"factor": 1}),
    expected=Verdict.PROVED,
    rests_on=("CON-B4", "CON-T4.5.e"),
)
def induction_step(factor: int = 2) -> Iterator[Evidence]:
    """r^2 = 1/b^2 - 1 decreases in b, so that V_i and |y_i - v|^2 = 2 (1 - b_i) increase with r_i."""
    b, c, t = sp.symbols("b c t", positive=True)
    y = generic.array("y", 3)
    v = np.array([1, 0, 0], dtype=object)
    height = st.heights(y[np.newaxis], v)[0]
    square = (y - v) @ (y - v)
    yield conjunction(
        {
            "|y - v|^2 = 2 (1 - b) on the sphere, in the plane of y and v": decide.identity(
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
        },
        scope=SCOPE,
    )


@claim(
    "CON-X6",
    title="An explicit gain for the tangents of Theorem 4.5",
    statement=(
        r"On the hemisphere $\limsup\tan\angle(y_i, v) \le \frac\rho\lambda\limsup\max_{j<i}\tan\angle(y_j, v)$ for"
        r" every P. For two tokens and $\rho = \mu > 0$ the gain is attained: with $y_1$ held at the tangent m, the"
        r" tangent of $y_2$ in the same plane rests at $(\mu/\lambda)m$ in the limit of no weight on itself."
    ),
    source=Source(PAPER, "Theorem 4.5, with an explicit gain"),
    kind="inequality",
    hypotheses=(*SIZES, *SPECTRUM),
    instance=INSTANCE,
    twin=Twin("the rest point lam/mu m", {"power": -1}),
    expected=Verdict.PROVED,
    rests_on=("CON-B4",),
)
def gain_is_attained(power: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """The rate of p_2 in the plane, from the model: zero at alpha_22 = 0, p_2 = (mu/lam) p_1; y_1 is an input."""
    lam, mu, a, b_1, b_2, m = sp.symbols("lam mu a b_1 b_2 m", positive=True)
    U = np.array([[lam, 0], [0, mu]], dtype=object)
    tangent = (mu / lam) ** power * m
    Y = np.array([[b_1, b_1 * m], [b_2, b_2 * tangent]], dtype=object)
    rate = st.velocity(Y, np.array([[0, 0], [a, 0]], dtype=object), U)[1]
    yield decide.identity(
        {"p_2 rests": (rate[1] / b_2 - Y[1, 1] * rate[0] / b_2**2, 0)},
        given=[lam > mu],
        scope="two tokens in the plane, all lam > mu > 0, all heights and tangents; the bound itself is CON-B4",
    )
    yield trials.bounds_along_trajectories(seed)


@claim(
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
    hypotheses=(*SIZES, *SPECTRUM),
    instance=INSTANCE,
    twin=Twin("lam = 0 allowed with unbounded P", {"lowest": 0}),
    expected=Verdict.PROVED,
    rests_on=("CON-B4", "CON-T4.5.a", "CON-T4.5.b", "CON-T4.5.e"),
)
def hemisphere_of_attraction(lowest: int | None = None, seed: int = 0) -> Iterator[Evidence]:
    """Steps 1 to 4 of `cascade_steps`; kappa = min(g, lam beta) s is positive for g, lam, beta, s > 0."""
    g, lam, beta, s = sp.symbols("g lam beta s", real=True)
    eigenvalue = lam > 0 if lowest is None else lam >= lowest
    Y, A, U = generic.array("y", 2, 2), generic.array("A", 2, 2), generic.array("U", 2, 2)
    yield conjunction(
        {
            **first_token_step(SCOPE),
            **cascade_steps(SCOPE),
            "kappa = min(g, lam beta) s is positive": decide.inequality(
                [g * s > 0, lam * beta * s > 0], [g > 0, eigenvalue, beta > 0, s > 0], scope=SCOPE
            ),
            "the same for -v: Y -> -Y turns the model around, pair by pair, and keeps the logits": decide.identity(
                {
                    "velocity": (sp.Matrix(st.velocity(-Y, A, U)), sp.Matrix(-st.velocity(Y, A, U))),
                    "logits": (sp.Matrix(st.logits(-Y, U)), sp.Matrix(st.logits(Y, U))),
                },
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
    yield trials.convergence(seed)
