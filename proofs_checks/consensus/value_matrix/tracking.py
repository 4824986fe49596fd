"""Remark 4.7: the first token under a time-varying U(t) with moving eigenvector v(t); tracking bounds.

U(t) symmetric, U v = lam v, |v| = 1, so v'^T v = 0. With b = v^T y_1 the model gives equation (8), b' = s (lam - y^T U
y) b + v'^T y, s = 1/sqrt(n + 1). Let the gap to the other eigenvalues be at least g, x = tan(angle of y_1 and v) for b
> 0. Then lam - y^T U y >= g (1 - b^2), |v'^T y| <= |v'| sqrt(1 - b^2), and with b = 1/sqrt(1 + x^2)

    x' <= -s g x + |v'| (1 + x^2),        with equality for a plane (n = 1) whose v turns away from y_1.

For |v'| <= w < w* = s g/2 the right side is w (x - x_-)(x - x_+), 0 < x_- < 1 < x_+ = 1/x_-. From x(0) <= X < x_+, X >=
x_-, the tangent stays below X and (x - x_-)' <= -w (x_+ - X)(x - x_-) above x_-: limsup x <= x_-, exponentially.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.positive_forms import positive_by
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

REMARK = Source(PAPER, "Remark 4.7")
SCOPE = "all n >= 1, every symmetric U(t) with gap at least g > 0 and differentiable unit eigenvector v(t)"
PLANE = "n = 1, uniform rotation of the eigenvectors, constant eigenvalues"


def equation_8(sign: int = 1, scope: str = SCOPE) -> dict[str, Evidence]:
    """b' for the first token, in coordinates that span y, U y, v, v': v = e_1 at this time, v' orthogonal to it."""
    lam, s = sp.symbols("lam s", real=True)
    U, y = np.zeros((4, 4), dtype=object), generic.array("y", 4)
    half = generic.array("S", 3, 3)
    U[0, 0], U[1:, 1:] = lam, np.triu(half) + np.triu(half, 1).T
    turn = np.concatenate([[sp.Integer(0)], generic.array("w", 3)])
    rate = st.velocity(y[np.newaxis], np.array([[s]], dtype=object), U)[0]
    return {
        "b' = v^T y' + v'^T y, with y' of the model": decide.identity(
            {"rate": (rate[0] + turn @ y, s * (lam - y @ U @ y) * y[0] + sign * (turn @ y))}, scope=scope
        )
    }


def tangent_inequality(scope: str = SCOPE, factor: int = 1) -> dict[str, Evidence]:
    """x' <= w (1 + x^2) - s g x from equation (8): b = 1/sqrt(1 + x^2), so x' = -b'/(x b^3) for x > 0, with 1 - b^2 =
    x^2/(1 + x^2) and 1/(x b^3) = (1 + x^2)/(x b). Where x = 0, y = v turns away at most at the speed |v'| <= w.

    form = lam - y^T U y, drift = v'^T y, sqrt(1 - b^2) = x b; `factor` multiplies g in the claim.
    """
    b, x, s, g, w, form, lam, mu, q, drift, bound = sp.symbols("b x s g omega form lam mu q drift K", real=True)
    rate = -(s * form * b + drift) * (1 + x**2) / (x * b)
    t = sp.Symbol("t", positive=True)
    return {
        "lam - y^T U y >= g (1 - b^2), direction by direction: (lam - mu) q^2 >= g q^2": decide.inequality(
            (lam - mu) * q**2 >= g * q**2, [lam - mu >= g], squares=(q,), scope=scope
        ),
        "v'^T y >= -w x b from (v'^T y)^2 <= (w x b)^2, Cauchy-Schwarz in the complement of v": decide.inequality(
            drift >= -bound, [drift**2 <= bound**2, bound >= 0], scope=scope
        ),
        "b = (1 + x^2)^(-1/2) has the derivative -x b^3": decide.identity(
            {"derivative": (sp.diff(1 / sp.sqrt(1 + t**2), t), -t / sp.sqrt(1 + t**2) ** 3)}, scope=scope
        ),
        "x' <= w (1 + x^2) - s g x": decide.inequality(
            rate <= w * (1 + x**2) - factor * s * g * x,
            [b > 0, x > 0, s > 0, g > 0, w >= 0, form * (1 + x**2) >= g * x**2, drift >= -w * x * b],
            scope=scope,
        ),
    }


def barrier_steps(scope: str = SCOPE, power: int = 1) -> dict[str, Evidence]:
    """The factorisation, the decay above x_-, and sin(2 phi*) = w/w* for x_- = tan(phi*); root = x_-."""
    w, root, x, X = sp.symbols("w root x X", real=True)
    rate = w * (root + 1 / root)  # s g, by Vieta: x_- + x_+ = s g/w
    return {
        "w (1 + x^2) - s g x = w (x - x_-)(x - x_+)": decide.identity(
            {"factors": (w * (1 + x**2) - rate * x, w * (x - root) * (x - 1 / root))}, scope=scope
        ),
        "above x_- the tangent decays towards it": positive_by(
            -w * (1 / root - X) * (x - root) - w * (x - root) * (x - 1 / root),
            lambda w, u, e: w * u * e,
            nonnegative={"w": w, "u": x - root, "e": X - x},
            strict=False,
            scope=scope,
        ),
        "sin(2 phi*) = 2 x_-/(1 + x_-^2) is w/w*, w* = s g/2": decide.identity(
            {"sine": (2 * root / (1 + root**2), (w / (rate / 2)) ** power)},
            given=[w > 0, root > 0, root < 1],
            scope=scope,
        ),
    }


@illustration(
    "CON-R4.7.a",
    title="Equation (8) for the first token",
    statement=(
        r"For $U(t) = U(t)^T$ with unit eigenvector v(t), $U(t)v(t) = \lambda(t)v(t)$, v differentiable, $b = v(t)^Ty$,"
        r" y the first token: $\dot b = \tilde\alpha(\lambda - y^TUy)b + \dot v^Ty$ with $\tilde\alpha = 1/\sqrt{n+1}$."
    ),
    source=Source(PAPER, "Remark 4.7, equation (8)"),
    kind="identity",
)
def equation(sign: int = 1) -> Iterator[Evidence]:
    yield conjunction(equation_8(sign), scope=SCOPE)


@illustration(
    "CON-B6",
    title="Tracking of a slowly moving eigenvector",
    statement=(
        r"Let U(t) be symmetric with unit eigenvector v(t), its eigenvalue at least g > 0 above the others, $|\dot v|"
        r" \le \omega$, $0 < \omega < \omega^* = sg/2$, $s = 1/\sqrt{n+1}$, $\varphi = \angle(y_1, v(t))$ and"
        r" $\varphi(0) < \pi/2 - \varphi^*$ with $\varphi^* = \frac12\arcsin(\omega/\omega^*)$. Then $\varphi < \pi/2$,"
        r" $\dot\varphi \le -\frac{sg}2\sin2\varphi + \omega$ at almost every time, and $\limsup\varphi \le \varphi^*$,"
        " exponentially."
    ),
    reading=r"written for $\tan\varphi$, with $\tan\varphi^*$ as the root K < 1 of $2K/(1 + K^2) = \omega/\omega^*$",
    source=Source(PAPER, "Remark 4.7, with an explicit bound"),
    kind="inequality",
    role="extension",
)
def tracking(share: int = 2) -> Iterator[Evidence]:
    """In x = tan(phi): phi' = x'/(1 + x^2), so the bound on x' is the one on phi' with sin(2 phi) = 2x/(1 + x^2)."""
    x, w, s, g = sp.symbols("x omega s g", real=True)
    sine = 2 * x / (1 + x**2)
    yield conjunction(
        {
            **equation_8(),
            **tangent_inequality(),
            **barrier_steps(),
            "the same bound for the angle": decide.identity(
                {"angle": ((w * (1 + x**2) - s * g * x) / (1 + x**2), w - s * g / share * sine)},
                given=[x > 0, s > 0, w > 0, 2 * w < s * g],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )


def rotating_plane() -> dict[str, Evidence]:
    """Rates in the frame of v = (cos wt, sin wt), where y_1 = (b, -c), c > 0 if v turns away, and y' loses w J y."""
    lam, mu, s, w, b, c = sp.symbols("lam mu s w b c", real=True)
    y = np.array([b, -c], dtype=object)
    field = st.velocity(y[np.newaxis], np.array([[s]], dtype=object), np.diag([lam, mu]))[0]
    moving = np.array([field[0] + w * y[1], field[1] - w * y[0]], dtype=object)
    x = c / b
    return {
        "the angle, everywhere on the circle: phi' = w - (s (lam - mu)/2) sin(2 phi)": decide.identity(
            {"rate": (y[1] * moving[0] - y[0] * moving[1], w - s * (lam - mu) * b * c)},
            relations=[(c**2, 1 - b**2)],
            scope=PLANE,
        ),
        "the tangent: x' = w (1 + x^2) - s (lam - mu) x": decide.identity(
            {"rate": (-(moving[1] + x * moving[0]) / b, w * (1 + x**2) - s * (lam - mu) * x)}, scope=PLANE
        ),
    }
