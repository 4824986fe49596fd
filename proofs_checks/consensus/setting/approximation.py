"""Section 2.3: the continuous model is the first-order approximation of the discrete one, with explicit constants.

In the coordinates W^(1/2) y let y = e_1, f = a e_1 + b e_2 be one token and its drive, |f| <= F, and x = y + tau f,
s = x/|x|, R = |x|^2. Distances are the largest |.|_W of a token.

1. |s''|^2 = b^2 (4 (x.f)^2 + b^2)/R^4, and (x.f)^2 + b^2 = |f|^2 R.
2. B (4 A + B) <= (4/3)(A + B)^2 with A = (x.f)^2, B = b^2; so |s''| <= (2/sqrt(3)) |f|^2/R, and R >= (1 - tau F)^2.
3. Taylor's formula: |s(tau) - y - tau s'(0)| <= tau^2 F^2/(sqrt(3) (1 - tau F)^2) <= (4/sqrt(3)) F^2 tau^2 for tau <=
   T = 1/(2F); and s'(0) is the field Y (CON-E5).
4. Along the flow |y(t) - y| <= F t, so |Y(y(t)) - Y(y)| <= L F t and |y(tau) - y - tau Y(y)| <= L F tau^2/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import EXISTENCE
from attnverify.proofs_checks.consensus.symbols import product, unit
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")
hypothesis = lazy("hypothesis")

SOURCE = Source(PAPER, "Section 2.3, second paragraph")
SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1")
SCOPE = "all n, l, h >= 1, every W, P, U and state, full and auto-regressive"


def remainder_steps(scope: str, square: str = "4/3") -> dict[str, Evidence]:
    """Steps 1 and 2, for tau of either sign. square : the claimed bound of |s''|^2 R^2/|f|^4."""
    tau = sp.Symbol("tau", real=True)
    A, B = sp.symbols("A B", nonnegative=True)
    size, g, phi, F = sp.symbols("size g phi F", real=True)
    y, f = unit(2), generic.array("f", 2)
    x = y + tau * f
    R = product(x, x)
    second = np.array([sp.diff(entry, tau, 2) for entry in st.models.onto_ellipsoid(x)])
    along, b = product(x, f), f[1]
    return {
        "1. the square of s''": decide.identity(
            {"|s''|^2": (product(second, second), b**2 * (4 * along**2 + b**2) / R**4)}, scope=scope
        ),
        "1. (x.f)^2 + b^2 = |f|^2 R": decide.identity({"Lagrange": (along**2 + b**2, product(f, f) * R)}, scope=scope),
        "2. the largest |s''|": decide.inequality(
            sp.Rational(square) * (A + B) ** 2 >= B * (4 * A + B), [], squares=(2 * A - B,), scope=scope
        ),
        "2. R = 1 + 2 tau g + tau^2 phi^2 >= (1 - size)^2 with |tau| F <= size < 1, |g| <= phi <= F": decide.inequality(
            1 + 2 * tau * g + tau**2 * phi**2 >= (1 - size) ** 2,
            [tau * g >= -size, size >= 0, size <= 1, tau**2 * phi**2 >= tau**2 * g**2],
            squares=(tau * g + size, 1 + tau * g),
            scope=scope,
        ),
        "2. tau g >= -|tau| F, for tau > 0": decide.inequality(
            tau * g >= -tau * F, [tau >= 0, g >= -phi, phi <= F], scope=scope
        ),
    }


@claim(
    "CON-2.3.b",
    title="First-order approximation with explicit constants",
    statement=(
        r"Let $F = \sum_\eta\|U_\eta\|/\sqrt{n+1}$ and $L = \sum_\eta\|U_\eta\|(2\|P_\eta\| + 2)/\sqrt{n+1}$ (norms in"
        r" the coordinates $W^{1/2}y$). For the matrices of one layer k, $\varphi(y, \tau) = (\pi_W(y_i + \tau"
        r" f_{k,i}(y)))_i$ and the flow $Y^\tau$ of $Y(y) = (T_{y_i}\pi_Wf_{k,i}(y))_i$ satisfy $d(Y^\tau(y),"
        r" \varphi(y, \tau)) \le \sigma\tau^2$ for all y and all $\tau \in [0, T]$, with T = 1/(2F) and $\sigma ="
        r" 4F^2/\sqrt{3} + LF/2$; d is the largest distance $|\cdot|_W$ of two corresponding tokens. The remainder of"
        r" one step alone is at most $\tau^2F^2/(\sqrt{3}(1 - \tau F)^2)$."
    )
    + missing(EXISTENCE),
    source=SOURCE,
    kind="inequality",
    hypotheses=(*SIZES, "F > 0", "L >= 0", "tau >= 0", "2*tau*F <= 1"),
    instance={"n": 2, "l": 4, "h": 2, "F": "3/2", "L": 6, "tau": "1/4"},
    twin=Twin("|s''| <= |f|^2/R, without the factor 2/sqrt(3)", {"square": "1"}),
    expected=Verdict.ARGUED,
    rests_on=("CON-A1", "CON-A6", "CON-E5"),
)
def first_order(square: str = "4/3", seed: int = 0) -> Iterator[Evidence]:
    F, L, tau, t, root, whole, rest = sp.symbols("F L tau t root whole rest", positive=True)
    yield conjunction(
        {
            **remainder_steps(SCOPE, square),
            "3. half of 2/sqrt(3) is 1/sqrt(3)": decide.identity(
                {"square": ((sp.Rational(1, 2)) ** 2 * sp.Rational(4, 3), (1 / root) ** 2)},
                relations=[(root**2, sp.Integer(3))],
                scope=SCOPE,
            ),
            "3. up to T = 1/(2F): 1 - tau F >= 1/2": decide.inequality(
                2 * (1 - tau * F) >= 1, [2 * tau * F <= 1], scope=SCOPE
            ),
            "3. so whole/(1 - tau F)^2 <= 4 whole, with whole = tau^2 F^2/sqrt(3), rest = 1 - tau F": decide.inequality(
                whole / rest**2 <= 4 * whole, [2 * rest >= 1], scope=SCOPE
            ),
            "4. the integral of L F t": decide.identity(
                {"L F tau^2/2": (sp.integrate(L * F * t, (t, 0, tau)), L * F * tau**2 / 2)}, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )
    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        _local_margin,
        scope="random P, U, W with n <= 3, l <= 4, h <= 2, tau = T/2^k: 1 - (local error)/(sigma tau^2); DOP853, rtol"
        " 1e-10",
        examples=4,
        seed=seed,
        covers=False,
    )
    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        _order_margin,
        scope=(
            "random systems as above: 0.1 minus the deviation of the observed local order from 2, steps T/16, T/32, and"
            " of the global order at time 8T from 1, 64 and 128 steps"
        ),
        examples=3,
        seed=seed,
        covers=False,
    )


def random_system(number: int) -> tuple[Any, Any, float, float]:
    """A random flow with W, an initial state, and its constants F and L."""
    rng = np.random.default_rng(number)
    d, N, H = int(rng.integers(2, 5)), int(rng.integers(2, 5)), int(rng.integers(1, 3))
    P, U = rng.uniform(-1, 1, (H, d, d)), rng.uniform(-1, 1, (H, d, d))
    B = rng.normal(size=(d, d))
    W = B @ B.T + 0.5 * np.eye(d)
    Y = st.models.onto_ellipsoid(rng.normal(size=(N, d)), W)
    values, vectors = np.linalg.eigh(W)
    root, inverse = (vectors * values**power @ vectors.T for power in (0.5, -0.5))
    u = np.linalg.norm(root @ U @ inverse, ord=2, axis=(1, 2))
    p = np.linalg.norm(inverse @ P @ inverse, ord=2, axis=(1, 2))
    return st.Flow(P, U, W), Y, float(np.sum(u) / np.sqrt(d)), float(np.sum(u * (4 * p + 3)) / np.sqrt(d))


def local_error(flow: Any, Y: Any, tau: float) -> float:
    """The largest W-distance of a token of one step of the map (1) from the flow at time tau."""
    exact = st.trajectory(flow, Y, np.array([0.0, tau])).states[-1]
    gap = flow.step(0.0, Y, tau) - exact
    return float(np.sqrt(np.max(st.models.inner(gap, gap, flow.W))))


def global_error(flow: Any, Y: Any, time: float, steps: int) -> float:
    """The same after `steps` steps of the map up to `time`."""
    exact = st.trajectory(flow, Y, np.array([0.0, time])).states[-1]
    for _ in range(steps):
        Y = flow.step(0.0, Y, time / steps)
    gap = Y - exact
    return float(np.sqrt(np.max(st.models.inner(gap, gap, flow.W))))


def _local_margin(number: int) -> float:
    flow, Y, F, L = random_system(number)
    sigma = 4 * F**2 / np.sqrt(3) + L * F / 2
    return min(float(1 - local_error(flow, Y, tau) / (sigma * tau**2)) for tau in (0.5 / F, 0.25 / F, 0.0625 / F))


def _order_margin(number: int) -> float:
    flow, Y, F, _ = random_system(number)
    local = np.log2(local_error(flow, Y, 1 / (32 * F)) / local_error(flow, Y, 1 / (64 * F)))
    overall = np.log2(global_error(flow, Y, 4 / F, 64) / global_error(flow, Y, 4 / F, 128))
    return float(0.1 - max(abs(local - 2), abs(overall - 1)))


@claim(
    "CON-2.3.c",
    title="The field of the first-order approximation is unique",
    statement=(
        r"Y is the only continuous vector field Y' on $(E_W^n)^l$ for which $\varphi$ is a first-order approximation:"
        r" if $d(y'(\tau), \varphi(y, \tau)) \le \sigma'(y)\tau^2$ on some [0, T'] for solutions y' of Y' from y, then"
        r" Y'(y) = Y(y). With D = |Y(y) - Y'(y)|_W: both solutions are within $(\sigma + \sigma')\tau^2$ of each other"
        r" and differentiable at 0, so $\tau D \le (\sigma + \sigma')\tau^2 + \tau\epsilon(\tau)$ with $\epsilon(\tau)"
        r" \to 0$; D > 0 contradicts this as soon as $(\sigma + \sigma')\tau < D/2$ and $\epsilon(\tau) < D/2$."
    )
    + missing(EXISTENCE),
    source=SOURCE,
    kind="identity",
    hypotheses=(*SIZES, "D > 0", "C >= 0", "2*C*tau < D", "tau > 0"),
    instance={"n": 2, "l": 4, "h": 2, "D": 1, "C": 3, "tau": "1/10"},
    twin=Twin("(sigma + sigma') tau < D and epsilon < D", {"share": 1}),
    expected=Verdict.ARGUED,
    rests_on=("CON-2.3.b",),
)
def unique(share: int = 2) -> Iterator[Evidence]:
    """z = tau Y + gap is one solution, z' = tau Y' + gap' the other; distances of y are those of z."""
    D, C, tau, small = sp.symbols("D C tau epsilon", real=True)
    Y, other, gap, other_gap = sp.symbols("Y other gap other_gap", real=True)
    yield conjunction(
        {
            "tau (Y - Y') is the distance of the solutions up to the gaps, entry by entry": decide.identity(
                {"entry": (tau * (Y - other), (tau * Y + gap) - (tau * other + other_gap) - gap + other_gap)},
                scope=SCOPE,
            ),
            "then C tau^2 + tau epsilon < tau D, so that D > 0 is impossible": decide.inequality(
                C * tau**2 + tau * small < tau * D,
                [D > 0, C >= 0, tau > 0, share * C * tau < D, share * small < D, small >= 0],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
