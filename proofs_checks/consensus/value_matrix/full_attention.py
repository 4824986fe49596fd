"""Full attention with a symmetric value matrix: contraction of the largest tangent for every P, and where it ends.

Let U_h v = lam_h v in every head, U_h symmetric, rho_h the largest modulus of its other eigenvalues, lam_h > rho_h. By
`deviation_equation` p_i' = sum_h sum_j A^h_ij (U_h p_j - lam_h p_i), A^h_ij = alpha^h_ij b_j/b_i. At an index i of the
largest r_i = |p_i| the height b_i is the smallest, so b_j/b_i >= 1, and p_i^T U_h p_j <= rho_h r_i r_j <= rho_h r_i^2:

    r_i r_i' <= -sum_h (lam_h - rho_h) sum_j alpha^h_ij r_i^2 = -kappa r_i^2, kappa = sum_h (lam_h - rho_h)/sqrt(n + 1).

R = max_i r_i is locally Lipschitz, its upper Dini derivative is the largest rate over the active indices: D+R <= -kappa
R and R(t) <= exp(-kappa t) R(0). Heights stay positive by step 1 of `cascade_steps`: b_i' is the sum over the heads of
terms bounded as in CON-T4.5.e, where lam_h > rho_h >= 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix import trials
from proofs_checks.consensus.value_matrix.cascade_steps import invariance_steps
from proofs_checks.consensus.value_matrix.deviation_equation import deviation_equation, height_equation, norm_steps
from proofs_checks.consensus.whole_instance import at_instance
from proofs_checks.examples import example
from proofs_checks.missing import missing
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

EXTENSION = Source(PAPER, "Theorem 3.2 and Theorem 4.5, full attention with U != I")
SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1")
SCOPE = "all n, l, h >= 1, symmetric U_h with common eigenvector v and lam_h > rho_h, every measurable P(t)"
PAIR = "n = 1, l = 2, all K > 1, P = -beta I, symmetric pairs; the plane of v and v_min is invariant in every dimension"


@claim(
    "CON-B3",
    title="Full attention contracts the largest tangent, for every P",
    statement=(
        r"Full attention, $U_\eta$ symmetric with common unit eigenvector v, $U_\eta v = \lambda_\eta v$,"
        r" $\lambda_\eta > \rho_\eta = \max_{k\ge2}|\mu_k(U_\eta)|$. For every measurable P(t), bounded or not,"
        r" $\{v^Ty_i > 0\}$ is invariant and $\max_i\tan\angle(y_i(t), v) \le e^{-\kappa t}\max_i\tan\angle(y_i(0),"
        r" v)$, $\kappa = \sum_\eta(\lambda_\eta - \rho_\eta)/\sqrt{n+1}$."
    ),
    source=EXTENSION,
    kind="convergence",
    role="extension",
    hypotheses=(*SIZES, "rho >= 0", "lam > rho"),
    instance={"n": 2, "l": 3, "h": 2, "lam": 1, "rho": "1/2"},
    twin=Twin("the rate lam - rho/2", {"share": 2}),
    expected=Verdict.ARGUED,
    rests_on=("CON-T4.5.e",),
)
def contraction(share: int = 1, seed: int = 0) -> Iterator[Evidence]:
    lam, rho, a, q, m, r, z, b, c, kappa, t = sp.symbols("lam rho a q m r z b c kappa t", real=True)
    steps = {
        **deviation_equation(scope=SCOPE),
        **norm_steps(SCOPE),
        "the heights": height_equation(SCOPE),
        **invariance_steps(SCOPE),
        "a smaller tangent has a larger height, b^2 (1 + r^2) = 1": decide.inequality(
            b <= c,
            [b > 0, c > 0, z >= 0, z <= r, sp.Eq(b**2 * (1 + r**2), c**2 * (1 + z**2))],
            degree=4,
            scope=SCOPE,
        ),
        "each pair: a q (p_i^T U p_j - lam r^2) <= -a (lam - rho) r^2, q = b_j/b_i >= 1": decide.inequality(
            a * q * (m - lam * r**2) <= -a * (lam - rho / share) * r**2,
            [a >= 0, q >= 1, m <= rho * r * z, z <= r, r >= 0, rho >= 0, lam > rho],
            degree=5,
            scope=SCOPE,
        ),
        "exp(kappa t) R does not increase: it has the rate exp(kappa t)(R' + kappa R)": decide.identity(
            {
                "product": (
                    sp.diff(sp.exp(kappa * t) * sp.Function("R")(t), t).doit(),
                    sp.exp(kappa * t) * (sp.diff(sp.Function("R")(t), t) + kappa * sp.Function("R")(t)),
                )
            },
            scope=SCOPE,
        ),
    }
    yield at_instance(conjunction(steps, scope=SCOPE), n=2, l=3, h=2)
    yield trials.exact_deviations(seed, causal=False)
    yield trials.full_attention_rate(seed)


@claim(
    "CON-B3.sharp",
    title="Full attention without consensus, when the smallest eigenvalue is below -lambda",
    statement=(
        r"If $\lambda_{\min} = -K\lambda$, K > 1, there are a constant P and tokens in $\{v^Ty_i > 0\}$ that do not"
        r" reach consensus: the pair $y_{1,2} = (c, \pm\sigma)$ in the plane of v and $v_{\min}$ with $P = -\beta I$"
        r" has $\dot c = -\frac{\lambda}{\sqrt{n+1}}c\sigma^2(K - 1 - 2Ka)$, $a = 1/(1 + e^{2\beta\sigma^2})$; if $a <"
        r" (K - 1)/(2K)$ initially the tokens separate to $\pm v_{\min}$. For K = 3, c = 3/5, $P ="
        r" -\frac{25}{16}\ln2\,I$: a = 1/5."
    )
    + missing(),
    source=EXTENSION,
    kind="convergence",
    role="extension",
    hypotheses=("integer(n)", "n >= 1", "lam > 0", "K > 1"),
    instance={"n": 1, "lam": 1, "K": 3},
    twin=Twin("the rate with K a instead of 2 K a", {"share": 1}),
    expected=Verdict.ARGUED,
    rests_on=("CON-A6",),
)
def separating_pair(share: int = 2) -> Iterator[Evidence]:
    """c decreases, so sigma^2 and X = exp(2 beta sigma^2) grow and a falls: the factor stays at least at its positive
    initial value, c' <= -const c, and c -> 0. X at the start is any number above 1 by the choice of beta."""
    lam, k, t, s, a, X, start, beta = sp.symbols("lam K t s a X start beta", real=True)
    c, e = (1 - t**2) / (1 + t**2), 2 * t / (1 + t**2)  # a rational parameter of all pairs but c = -1
    U = np.diag([lam, -k * lam])
    Y = np.array([[c, e], [c, -e]], dtype=object)
    A = np.array([[s * a, s * (1 - a)], [s * (1 - a), s * a]], dtype=object)
    rate = st.velocity(Y, A, U)
    logits = st.models.logits(Y, np.diag([-beta, -beta]))
    weight = 1 / (1 + X)
    steps = {
        "the pair stays symmetric, and its height has the stated rate": decide.identity(
            {
                "height": (rate[0, 0], -s * lam * c * e**2 * (k - 1 - share * k * a)),
                "the other token": (rate[1, 0], rate[0, 0]),
                "mirrored": (rate[1, 1], -rate[0, 1]),
                "log X": (logits[0, 1] - logits[0, 0], 2 * beta * e**2),
            },
            given=[lam > 0, k > 1, s > 0, a > 0, a < 1],
            scope=PAIR,
        ),
        "a = 1/(1 + X) is below (K - 1)/(2K) if and where X > (K + 1)/(K - 1)": decide.inequality(
            k - 1 - 2 * k * weight > 0, [k > 1, X > 0, X * (k - 1) > k + 1], degree=4, scope=PAIR
        ),
        "a larger X leaves the factor at least as large": decide.inequality(
            k - 1 - 2 * k * weight >= k - 1 - 2 * k / (1 + start),
            [k > 1, start > 1, start <= X],
            degree=5,
            scope=PAIR,
        ),
        "an exact example": example(
            {"K": 3, "c": "3/5", "sigma": "4/5", "beta": "25/16", "a": "1/5"},
            [
                "K > 1",
                "c**2 + sigma**2 == 1",
                "(1 - a) == a*2**(2*beta*sigma**2)",
                "a < (K - 1)/(2*K)",
                "-c*sigma**2*(K - 1 - 2*K*a) == -192/625",
            ],
            scope=PAIR,
            method="exact example",
        ),
    }
    yield at_instance(conjunction(steps, scope=PAIR), n=1)


@claim(
    "CON-X4",
    title="Full attention with a symmetric U: when consensus is exponential for every P",
    statement=(
        r"For symmetric U with simple leading eigenpair $(\lambda, v)$ and full attention: $\lambda > \rho$ suffices"
        r" for exponential convergence to (v, ..., v) from $\{v^Ty_i > 0\}$ for every P, at the rate $(\lambda -"
        r" \rho)/\sqrt{n+1}$ per head; for $\lambda_{\min} < -\lambda$ it fails for some constant P, for"
        r" $\lambda_{\min} = -\lambda$ for some unbounded P(t). The rate is attained for positive semidefinite U:"
        r" tokens that agree, in the plane of v and $v_2$, have the rate $(\lambda - \lambda_2)/\sqrt{n+1}$ exactly."
        r" ($\lambda_{\min} = -\lambda$ with bounded P is not decided.)"
    )
    + missing(),
    source=EXTENSION,
    kind="convergence",
    role="extension",
    hypotheses=(*SIZES, "lam > mu", "mu >= 0"),
    instance={"n": 2, "l": 3, "h": 1, "lam": 1, "mu": "1/2"},
    twin=Twin("the rate lam + mu", {"sign": 1}),
    expected=Verdict.ARGUED,
    rests_on=("CON-B3", "CON-B3.sharp", "CON-X4.borderline"),
)
def attained(sign: int = -1) -> Iterator[Evidence]:
    """Tokens that agree: every weight a multiplies the same U y, so that only the sum s of the weights enters."""
    lam, mu, a, b, r = sp.symbols("lam mu a b r", real=True)
    Y = np.array([[b, b * r], [b, b * r]], dtype=object)
    rate = st.velocity(Y, np.array([[0, a], [0, 0]], dtype=object), np.diag([lam, mu]))[0]
    scope = "all n, l, h >= 1, every P(t): tokens that agree, in the plane of v and an eigenvector, per weight a"
    attained_rate = decide.identity(
        {"rate of the tangent": (rate[1] / b - b * r * rate[0] / b**2, -a * (lam + sign * mu) * r)},
        given=[lam > mu, mu >= 0],
        scope=scope,
    )
    yield at_instance(attained_rate, n=2, l=3, h=1)
