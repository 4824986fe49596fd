"""Lemma 7 for the true increment, and the exact energy identity of the Oja map and what it implies.

Tokens enter one by one, each in the plane of x_i and y_i: x = (1, 0), y = r (c, k) with r = |y| and c^2 + k^2 = 1. The
form of V enters through its norm v >= |lambda_j| and through L = max(0, -lambda_d).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja.oja_bipartite_energy import energy_increase
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

NOTE = Source(PAPER, "Lemma 7 (extension)")
LEMMA = Source(PAPER, "Lemma 7", reconstructed=True)
SCOPE = "all N >= 1, all d >= 2, every symmetric V, all states"


@illustration(
    "POW-N4",
    title="The exact energy identity of the Oja map",
    statement=(
        r"Let V be symmetric, $F = m^TVm/(2N)$, $m = \sum_ix_i$, and $\Delta_i = x_i^+ - x_i$. For every $\alpha > 0$,"
        r" wherever the step is defined (all $y_i \ne 0$), $F(X^+) - F(X) = \frac1{2\alpha}\sum_i(1 +"
        r" \|y_i\|)\|\Delta_i\|^2 + \frac1{2N}(\sum\Delta_i)^TV(\sum\Delta_i)$. (A lower bound, and when F rises:"
        " POW-N4.rise.)"
    ),
    source=NOTE,
    kind="identity",
    role="extension",
)
def energy_identity(rate: int = 1) -> Iterator[Evidence]:
    alpha, Q = sp.symbols("alpha Q", positive=True)
    L = sp.Symbol("L", nonnegative=True)
    strict = decide.inequality((1 / alpha - L) * Q / 2 > 0, [generic.at_least(L, 0), alpha * L < 1], scope=SCOPE)
    parts = {"identity and lower bound": energy_increase(rate), "strict increase": strict}
    yield conjunction(parts, scope=SCOPE + ", all alpha > 0 (the increase: alpha L < 1)")
    for N in (1, 2):
        yield _explicit(N)


def _explicit(N: int) -> Evidence:
    """The identity at explicit N and d = 2 from the implemented step: every token a pair of symbols, |y_i| = r_i."""
    alpha = symbols().alpha
    X, r = generic.array("x", N, 2), generic.array("r", N)
    V = np.array(sp.Matrix(2, 2, sp.symbols("V_00 V_01 V_01 V_11", real=True)).tolist(), dtype=object)
    Y = st.oja_step(X, V, alpha)
    images = Y / r[:, np.newaxis]
    moves = images - X
    total = np.sum(moves, axis=0)
    claimed = sum((1 + r[i]) * (moves[i] @ moves[i]) for i in range(N)) / (2 * alpha) + total @ V @ total / (2 * N)
    unit = [(x[1] ** 2, 1 - x[0] ** 2) for x in X]
    norms = [(r[i] ** 2, sp.expand(Y[i] @ Y[i])) for i in range(N)]
    return decide.identity(
        {"F(X+) - F(X)": (st.energy(images, V) - st.energy(X, V), claimed)},
        relations=[*norms, *unit],
        scope=f"N = {N}, d = 2, generic symmetric V, all unit tokens",
        covers=False,
    )


@illustration(
    "POW-N4.sharp",
    title="The bound 1/max(0, -lambda_d) is sharp uniformly in N",
    statement=(
        r"Let $L = -\lambda_d > 0$ and $\alpha > 1/L$. For every $N > 2\alpha L/(\alpha L - 1)$ the energy drops at"
        " the bipartite state with $N - 1$ tokens at $v_d$ and one at $-v_d$: one step of the Oja map leads to the"
        " consensus at $-v_d$, and F falls from $-L(N-2)^2/(2N)$ to $-LN/2$."
    ),
    source=NOTE,
    kind="step-size bound",
    role="extension",
)
def sharpness(tokens: int = 2) -> Iterator[Evidence]:
    s = symbols()
    L = sp.Symbol("L", positive=True)
    V = np.array([[-L, sp.Integer(0)], [sp.Integer(0), sp.Symbol("lambda_j", real=True)]], dtype=object)
    X = np.array([[sp.Integer(1), sp.Integer(0)], [sp.Integer(-1), sp.Integer(0)]], dtype=object)
    counts = np.array([s.N - 1, sp.Integer(1)], dtype=object)
    Y = st.oja_step(X, V, s.alpha, counts=counts)
    mu = (s.N - 2) / s.N
    push = s.alpha * L * mu
    after = np.array([[sp.Integer(-1), sp.Integer(0)]], dtype=object)
    given = [
        generic.positive(s.alpha), generic.positive(L), s.alpha * L > 1, s.N >= 3,
        s.N * (s.alpha * L - 1) > tokens * s.alpha * L,
    ]  # fmt: skip
    scope = "all N > 2 alpha L/(alpha L - 1), all d >= 2, every symmetric V with lambda_d = -L < 0, all alpha > 1/L"
    energies = [st.energy(X, V, counts=counts), st.energy(after, V, counts=np.array([s.N], dtype=object))]
    yield conjunction(
        {
            "one step, before normalisation": decide.identity(
                {"image": (sp.Matrix(Y), sp.Matrix([[1 - push, 0], [-1 - push, 0]]))}, scope=scope
            ),
            "both images point to -v_d": decide.inequality([1 - push < 0, -1 - push < 0], given, scope=scope),
            "the energies": decide.identity(
                {"before": (energies[0], -L * (s.N - 2) ** 2 / (2 * s.N)), "after": (energies[1], -L * s.N / 2)},
                scope=scope,
            ),
            "F falls": decide.inequality(energies[1] < energies[0], given, scope=scope),
        },
        scope=scope,
    )


@illustration(
    "POW-L7.bound",
    title="Explicit step bound for the decrease of W",
    statement=(
        r"For symmetric V and $\alpha < 1/(2\|V\|)$ one step of the Oja map satisfies $W(X^+) - W(X) \le -\alpha(1 -"
        r" 2\alpha\|V\|)\sum_i\|t_i\|^2 \le 0$, exactly and not only to second order."
    ),
    reading="R2: the true increment",
    source=LEMMA,
    kind="step-size bound",
)
def true_bound(constant: str = "2") -> Iterator[Evidence]:
    """n = alpha |V|, l = alpha L; r = |y_i|, c the cosine and k the sine of the turn of token i, tau = |t_i|."""
    n, ell, r, c = sp.symbols("n l r c", real=True)
    alpha, k, tau = sp.symbols("alpha k tau", real=True)
    room = 1 - sp.Rational(constant) * n
    given = [n > 0, 2 * n < 1, ell >= 0, ell <= n, r > 0, r <= 1 + n, c <= 1]
    # F gains (1 - c)((1 + r) - l)/alpha per token at least, as |D_i|^2 = 2 (1 - c).
    gain = (1 - c) * (1 + r - ell) / alpha
    claimed = alpha * room * tau**2
    slack = (1 - c) * (1 + r - ell - room * r**2 * (1 + c)) / alpha
    for decider in (partial(decide.inequality, degree=4), decide.smt):
        yield conjunction(
            {
                "|D_i|^2 = 2 (1 - c), and alpha t_i = r k": decide.identity(
                    {"move": ((c - 1) ** 2 + k**2, 2 * (1 - c)), "gain - claim": (gain - claimed, slack)},
                    relations=[(k**2, 1 - c**2), (tau**2, r**2 * (1 - c**2) / alpha**2)],
                    scope=SCOPE,
                ),
                "r^2 (1 + c) <= 2 r^2": decider(r**2 * (1 + c) <= 2 * r**2, [c <= 1], scope=SCOPE),
                "1 + r - l >= 2 (1 - 2n) r^2 for r <= 1 + n": decider(
                    1 + r - ell - 2 * room * r**2 >= 0, given[:-1], scope=SCOPE
                ),
            },
            scope=SCOPE + ", 0 < alpha < 1/(2|V|); |alpha s| <= alpha |V| = n bounds |y_i| by 1 + n",
        )


@illustration(
    "POW-L7.bound.R3",
    title="The step bound under other scalings of the map",
    statement=(
        r"For symmetric V, if the Oja step is $x_i + \alpha\kappa V\sum_jx_j$ with another factor $\kappa > 0$ in"
        r" place of $1/N$, it is the Oja step with step size $\alpha\kappa N$; so W, or any positive multiple of it,"
        r" does not increase for $\alpha < 1/(2\kappa N\|V\|)$: $1/(2N\|V\|)$ for the unscaled sum, $1/(2\|V\|)$ for"
        " the mean."
    ),
    reading="R3: W or the map scaled differently",
    source=LEMMA,
    kind="step-size bound",
)
def scaled_bound(power: int = 1) -> Iterator[Evidence]:
    s = symbols()
    kappa, v = sp.symbols("kappa v", positive=True)
    X, V = generic.array("x", 2, 2), generic.array("V", 2, 2)
    counts = np.array([sp.Integer(1), s.N - 1], dtype=object)
    total = X[0] + (s.N - 1) * X[1]
    scaled = s.alpha * kappa * s.N
    positive = [generic.positive(s.alpha), generic.positive(kappa), generic.positive(v), generic.at_least(s.N, 1)]
    yield conjunction(
        {
            "the scaled step": decide.identity(
                {
                    "x + alpha kappa V sum x": (
                        sp.Matrix(X + s.alpha * kappa * (V @ total)),
                        sp.Matrix(st.oja_step(X, V, scaled, counts=counts)),
                    )
                },
                scope=SCOPE,
            ),
            "the bound for the scaled step size": decide.inequality(
                2 * scaled * v < 1, [*positive, 2 * s.alpha * kappa * s.N**power * v < 1], scope=SCOPE
            ),
        },
        scope=SCOPE + ", all kappa > 0",
    )


@illustration(
    "POW-N4.diffeo",
    title="The Oja map is a local diffeomorphism for alpha |V| < 1",
    statement=(
        r"For $\alpha\|V\| < 1$, V symmetric or not, and every state, the derivative of the Oja map on the tangent"
        r" spaces is invertible. (For $\alpha\|V\| = 1$ it need not be: POW-N4.diffeo.R1.)"
    ),
    source=NOTE,
    kind="identity",
    role="extension",
)
def local_diffeomorphism(bound: int = 2) -> Iterator[Evidence]:
    """v = alpha |V|; x = (1, 0, 0), y = (1 + a, b, 0), a^2 + b^2 = g <= v^2, t = b/(1 + a) the tangent of the angle."""
    v = sp.Symbol("v", positive=True)
    a, b, t, g, S, w1, w2, w3 = sp.symbols("a b t g S w_1 w_2 w_3", real=True)
    scope = "all N >= 1, all d >= 2, every symmetric V, all states, alpha |V| < 1/sqrt(2)"
    x, y, w = sp.Matrix([1, 0, 0]), sp.Matrix([1 + a, b, 0]), sp.Matrix([w1, w2, w3])
    delta = -(sp.eye(3) - y * x.T / (x.T * y)[0]) * w
    yield conjunction(
        {
            "delta = -Q w is tangent, and delta + w is parallel to y": decide.identity(
                {
                    "x.delta": (delta[0], sp.Integer(0)),
                    "cross product": (sp.Matrix(delta + w).cross(y), sp.zeros(3, 1)),
                },
                scope=scope,
            ),
            "its coordinates, with t = b/(1 + a)": decide.identity(
                {"-delta": (-delta.subs(b, t * (1 + a)), sp.Matrix([0, w2 - w1 * t, w3]))}, scope=scope
            ),
            "|Q w|^2 <= (1 + t^2)|w|^2": decide.identity(
                {
                    "difference": (
                        (1 + t**2) * (w1**2 + w2**2 + w3**2) - (w2 - w1 * t) ** 2 - w3**2,
                        (w1 + t * w2) ** 2 + t**2 * w3**2,
                    )
                },
                scope=scope,
            ),
            "the sine of the angle is at most v: v^2 |y|^2 - b^2 >= 0": positive_by(
                v**2 * (1 + 2 * a + g) - (g - a**2),
                lambda h, k, u: u**2 + h * k,
                nonnegative={"h": v**2 - g, "k": 1 - v**2},
                real={"u": a + v**2},
                strict=False,
                scope=scope,
            ),
            "so (1 - v^2)(1 + t^2) <= 1, and v^2 (1 + t^2) < 1": decide.inequality(
                v**2 * S < 1, [bound * v**2 < 1, (1 - v**2) * S <= 1, S >= 1], scope=scope
            ),
            "|w|^2 <= v^2 (1 + t^2)|w|^2 (triangle inequality, worst token) leaves w = 0": decide.inequality(
                g * (1 - v**2 * S) > 0, [g > 0, v**2 * S < 1], scope=scope
            ),
        },
        scope=scope,
    )
