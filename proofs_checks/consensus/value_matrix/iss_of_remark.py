"""Remark 4.7: convergence and input-to-state stability of equation (8), as stated and as they hold.

Equation (8) with e = v'^T y is b' = s (lam - y^T U y) b + e, and lam - y^T U y >= g (1 - b^2): b' >= s g b (1 - b^2) -
|e| for b >= 0. The cubic b (1 - b^2) rises on [0, 1/sqrt(3)] and falls on [1/sqrt(3), 1].
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.counterexample import counterexample
from proofs_checks.consensus.value_matrix.tracking import (
    REMARK,
    SCOPE,
    equation_8,
    rotating_plane,
    tangent_inequality,
)
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

_METHOD = "exact bound on a closed form"


def vanishing_gap(largest: int) -> Iterator[Evidence]:
    """cot(phi) = b/c has the rate s gap cot(phi), so it ends at (b_0/c_0) exp(G/sqrt(2)), which is below `largest`."""
    s, b, c, k, t, gap = sp.symbols("s b c k t gap", positive=True)
    U = np.diag([1 + gap, sp.Integer(1)])
    rate = st.velocity(np.array([[b, c]], dtype=object), np.array([[s]], dtype=object), U)[0]
    scope = "n = 1, U(t) = diag(1 + exp(-t), 1), y_1(0) = (3/5, 4/5)"
    total = sp.exp(s * k * (1 - sp.exp(-t)))
    yield counterexample(
        {
            "cot(phi) has the rate s gap cot(phi)": decide.identity(
                {"rate": (rate[0] / c - b * rate[1] / c**2, s * gap * b / c)}, scope=scope
            ),
            "the closed form: exp(s k (1 - exp(-t))) has the rate s k exp(-t) times itself": decide.identity(
                {"rate": (sp.diff(total, t), s * k * sp.exp(-t) * total), "start": (total.subs(t, 0), 1)}, scope=scope
            ),
            "it stays below exp(s k)": decide.inequality(s * k * (1 - gap) <= s * k, [], scope=scope),
        },
        {"n": 1, "b_0": "3/5", "c_0": "4/5", "G": 1},
        [f"(b_0/c_0)*exp(G/sqrt(n + 1)) < {largest}"],
        says=f"cot(phi) stays below {largest}",
        scope=scope,
        method=_METHOD,
    )


def lost_track(omega: str, start: str, critical: str) -> Iterator[Evidence]:
    """Gap 1; the speed is on the side `critical` ("<" or ">") of w* = 1/(2 sqrt(2)). The tangent grows at an increasing
    rate: y_1 reaches b = 0, and from there b = -1, since phi' >= w for sin(2 phi) <= 0. If the speed is below w* it
    then tracks -v (CON-B6 for -y_1), so that b tends to -cos(phi*); otherwise it goes around for ever."""
    s, g, w, x, X = sp.symbols("s g w x X", real=True)
    scope = f"n = 1, gap 1, eigenvectors turning with the speed {omega}, tan(phi(0)) = {start}"
    yield counterexample(
        {
            **rotating_plane(),
            "where w (1 + X^2) > s g X with X >= 1, the rate is positive for all x >= X as well": decide.inequality(
                w * (1 + x**2) - s * g * x > 0,
                [w > 0, x >= X, X >= 1, s > 0, g > 0, w * (1 + X**2) > s * g * X],
                degree=4,
                scope=scope,
            ),
        },
        {"n": 1, "g": 1, "omega": omega, "x": start},
        ["omega*(1 + x**2) > g*x/sqrt(n + 1)", "x >= 1", f"omega {critical} g/(2*sqrt(n + 1))"],
        says="y_1 turns away from v(t), to b = 0 and beyond",
        scope=scope,
        method="exact sign of a quadratic rate",
    )


@illustration(
    "CON-R4.7.b",
    title="No extra term: convergence of b to 1",
    statement=(
        r"If $\dot v^Ty = 0$, then b* = 1 is an asymptotically stable equilibrium of (8) with domain of attraction $]0,"
        r" 1]$, for time-varying $\lambda(t)$, U(t) whose largest eigenvalue is simple at every time. (Here n = 1, v"
        r" constant, $b_0 = v^Ty(0)$, $c_0 = \sqrt{1 - b_0^2}$, G the integral of the gap over all times.)"
    ),
    source=REMARK,
    reading="as printed: the largest eigenvalue is simple at every time, without a uniform gap",
    kind="stability",
)
def without_extra_term(largest: int = 2) -> Iterator[Evidence]:
    """cot(phi) = infinity is b = 1; a cotangent that stays below 2 means that b stays below 2/sqrt(5)."""
    yield from vanishing_gap(largest)


@illustration(
    "CON-R4.7.b.repaired",
    title="No extra term: convergence when the gap has an infinite integral",
    statement=(
        r"If $\dot v^Ty_1 = 0$, the gap of U(t) above its other eigenvalues is at least $g(t) \ge 0$ and $b(0) > 0$,"
        r" then $\tan\angle(y_1, v) \le e^{-s\int_0^tg}\tan\angle(y_1(0), v)$, $s = 1/\sqrt{n+1}$: where $\int_0^\infty"
        r" g\,dt = \infty$, for instance $g(t) \ge g > 0$, b* = 1 attracts $]0, 1]$ (and, with -v for v, -1 attracts"
        " $[-1, 0[$)."
    ),
    source=REMARK,
    kind="stability",
    repairs="CON-R4.7.b",
)
def infinite_integral(factor: int = 1) -> Iterator[Evidence]:
    """The tangent inequality of `tracking` with v'^T y = 0, so w = 0, at every time: x' <= -s g(t) x, a scalar linear
    inequality. For -v and -1 take -y."""
    yield conjunction({**equation_8(), **tangent_inequality(factor=factor)}, scope=SCOPE)


@illustration(
    "CON-R4.7.c.repaired",
    title="Input-to-state stability of equation (8) for small inputs",
    statement=(
        r"Gap at least g, $\epsilon = \sup|e| = \sup|\dot v^Ty|$, $s = 1/\sqrt{n+1}$, $c \in [1/\sqrt3, 1[$ with"
        r" $\epsilon \le s g c(1 - c^2)$, and $c_- \le c$ the other positive root of $x(1 - x^2) = c(1 - c^2)$. From"
        r" every $b(0) > c_-$ follows $\liminf b \ge c$: b converges to a ball around 1 whose radius 1 - c increases"
        r" with $\epsilon$. Such c exist for $\epsilon < 2sg/(3\sqrt3)$."
    ),
    source=REMARK,
    kind="stability",
    repairs="CON-R4.7.c",
)
def small_inputs(power: int = 2) -> Iterator[Evidence]:
    """For c_- < b_0 <= b <= c: b' >= s g (b (1 - b^2) - c (1 - c^2)) >= s g q (c - b), where q = b_0^2 + b_0 c + c^2 -
    1 increases in b_0 and vanishes at c_-: q > 0, so c - b decays at the rate s g q and b never falls below b_0. From
    b(0) >= c, b stays there: b' >= G(b) with the Lipschitz function G = s g (b (1 - b^2) - c (1 - c^2)), G(c) = 0.
    """
    s, g, c, b, start, eps, form, e, t = sp.symbols("s g c b start eps form e t", real=True)
    cubic, level = b * (1 - b**power), c * (1 - c**power)
    quotient = b**2 + b * c + c**2 - 1
    between = [b >= start, b <= c, start > 0, c < 1, 3 * c**2 >= 1]
    steps = {
        **equation_8(),
        "b' >= s g b (1 - b^2) - eps": decide.inequality(
            s * form * b + e >= s * g * b * (1 - b**2) - eps,
            [s > 0, b >= 0, form >= g * (1 - b**2), e >= -eps],
            degree=4,
            scope=SCOPE,
        ),
        "b (1 - b^2) - c (1 - c^2) >= q (c - b) for b_0 <= b <= c, q = b_0^2 + b_0 c + c^2 - 1": decide.inequality(
            cubic - level >= quotient.subs(b, start) * (c - b), between, degree=4, scope=SCOPE
        ),
        "q (c - b_0) is the difference of the levels, so that q = 0 at b_0 = c_-": decide.identity(
            {"factors": (b * (1 - b**2) - c * (1 - c**2), (c - b) * quotient)}, scope=SCOPE
        ),
        "q increases with b_0": decide.inequality(
            quotient >= quotient.subs(b, start), [b >= start, start > 0, c > 0], scope=SCOPE
        ),
        "it is nonnegative at b_0 = c, so c_- <= c": decide.inequality(
            quotient.subs(b, c) >= 0, [3 * c**2 >= 1], scope=SCOPE
        ),
        "the level falls as c rises on [1/sqrt(3), 1]: its derivative 1 - 3 c^2": decide.identity(
            {"derivative": (sp.diff(t * (1 - t**2), t), 1 - 3 * t**2)}, scope=SCOPE
        ),
        "its greatest value is 2/(3 sqrt(3))": decide.identity(
            {"value": ((t * (1 - t**2)).subs(t, 1 / sp.sqrt(3)), 2 / (3 * sp.sqrt(3)))}, scope=SCOPE
        ),
    }
    yield conjunction(steps, scope=SCOPE)


@illustration(
    "CON-R4.7.c.R1",
    title="Input-to-state stability from every b(0) in ]0, 1]",
    statement=(
        r"For v varying slowly, $|\dot v| = \omega < g/(2\sqrt{n+1})$, b converges to a ball around 1 from every $b(0)"
        r" \in \,]0, 1]$. (n = 1, $x = \tan\angle(y_1(0), v(0))$, uniform rotation away from $y_1$.)"
    ),
    source=REMARK,
    reading="global: slow eigenvectors, but every initial value with b(0) > 0",
    kind="stability",
    no_repair="CON-R4.7.c.repaired and CON-B6 give the initial values from which it is true",
)
def every_start(start: str = "10") -> Iterator[Evidence]:
    yield from lost_track("1/5", start, "<")


@illustration(
    "CON-H.14",
    title="Remark 4.7 without slowness",
    statement=(
        "b tends to 1, or to a ball around 1, also when v(t) moves fast or the gap of U(t) tends to 0. (n = 1, gap g >"
        r" 0, uniform rotation with the speed $\omega$ away from $y_1$, $x = \tan\angle(y_1(0), v(0))$.)"
    ),
    source=Source(PAPER, "Remark 4.7, slow variation and the spectral gap"),
    kind="stability",
    role="dropped",
    no_repair="CON-R4.7.b.repaired and CON-B6 say which gap and which speed suffice; the gap alone is CON-R4.7.b",
)
def fast_eigenvector(omega: str = "1") -> Iterator[Evidence]:
    """w = 1 > w* = 1/(2 sqrt(2)): by CON-X8 the angle grows without end, so b takes all values in [-1, 1] again and
    again."""
    yield from lost_track(omega, "1", ">")
