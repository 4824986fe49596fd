"""Supplement D.2, Lemma 5 and Theorem 2, the exception N = 2: an antipodal pair that is Lyapunov stable.

V = diag(1, -1), d = 2, tokens x_1 = (cos(s+t), sin(s+t)) and x_2 = -(cos(s-t), sin(s-t)): t = 0 are the antipodal
pairs, all of them equilibria, and s = t = 0 is the bipartite point p = q = 1 on v_1. Write w = V(x_1 + x_2)/2, so y_i
= x_i + alpha w, |w| = |sin t|, and let 0 < alpha < 1/2, which is alpha < 1/(2|V|). While sin^2 s <= 1/16 and sin^2 t
<= 1/64:

1. |y_i|^2 >= 1 - alpha/4, so the map is defined, and y_i has a positive inner product with x_i, as -y_2 with y_1;
2. |sin 2t+| <= rho |sin 2t| with rho = (1 - 7 alpha/8)/(1 - alpha/4) < 1, so t stays small: |sin t+| <= |sin 2t+|;
3. the angle by which token i turns is at most (pi/2) alpha |sin t| (1 - alpha/4)^(-1/2) < |sin t|.

Hence from |sin s| <= 1/8 and e = |sin 2t| <= min(1/8, (1 - rho)/8) all later states satisfy the two bounds, by
induction, and no token ever turns by more than e/(1 - rho) in total: the point is Lyapunov stable, for every alpha in
(0, 1/2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja.oja_bipartite_instability import ASSUMPTION, STEP, antipodal_spectrum
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration
from verify.verdict import Rung

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "N = 2, d = 2, V = diag(1, -1), state (e_1, -e_1), every 0 < alpha < 1/2"


def _lyapunov_stable(lambda_2: str) -> Evidence:
    """The steps of the module's head, with V = diag(1, lambda_2)."""
    alpha, S, D, a, b, e, f = sp.symbols("alpha S D a b e f", real=True)
    coordinates = sp.symbols("cos_s sin_s cos_t sin_t", real=True)
    cs, ss, ct, st_ = coordinates
    relations = [(cs**2, 1 - ss**2), (ct**2, 1 - st_**2)]
    l2 = sp.Rational(lambda_2)
    V = np.array([[sp.Integer(1), sp.Integer(0)], [sp.Integer(0), l2]], dtype=object)
    first = [cs * ct - ss * st_, ss * ct + cs * st_]
    second = [-(cs * ct + ss * st_), -(ss * ct - cs * st_)]
    Y = st.oja_step(np.array([first, second], dtype=object), V, alpha)
    w = (Y[0] - np.array(first, dtype=object)) / alpha
    growth = ss**2 + l2 * cs**2
    small = [alpha > 0, alpha < sp.Rational(1, 2)]
    near = [S >= 0, sp.Rational(1, 16) >= S, D >= 0, sp.Rational(1, 64) >= D]
    rate = (1 - 7 * alpha / 8) / (1 - alpha / 4)
    unit, force = a**2 + b**2, e**2 + f**2
    return conjunction(
        {
            "sin 2t+ = sin 2t (1 + alpha (sin^2 s + lambda_2 cos^2 s)) / (|y_1||y_2|)": decide.identity(
                {"cross(-y_2, y_1)": (Y[0, 0] * Y[1, 1] - Y[0, 1] * Y[1, 0], 2 * st_ * ct * (1 + alpha * growth))},
                relations=relations,
                scope=SCOPE,
            ),
            "0 < 1 + alpha (sin^2 s + lambda_2 cos^2 s) <= 1 - 7 alpha/8": decide.inequality(
                [1 + alpha * (S + l2 * (1 - S)) > 0, 1 + alpha * (S + l2 * (1 - S)) <= 1 - 7 * alpha / 8],
                [*small, *near],
                scope=SCOPE,
            ),
            "|w|^2 = sin^2 t, and the inner product of y_1 and -y_2": decide.identity(
                {
                    "w.w": (w[0] ** 2 + w[1] ** 2, st_**2),
                    "-y_1.y_2": (
                        -(Y[0, 0] * Y[1, 0] + Y[0, 1] * Y[1, 1]),
                        1 - 2 * st_**2 - 2 * alpha * st_**2 * growth - alpha**2 * st_**2,
                    ),
                },
                relations=relations,
                scope=SCOPE,
            ),
            "|y|^2 >= (1 - alpha/4)|x|^2 for y = x + alpha w and 64 |w|^2 <= |x|^2": decide.inequality(
                (a + alpha * e) ** 2 + (b + alpha * f) ** 2 >= (1 - alpha / 4) * unit,
                [alpha > 0, unit - 64 * force >= 0],
                squares=(8 * e + a, 8 * f + b),
                scope=SCOPE,
            ),
            "x.y > 0": decide.inequality(
                a * (a + alpha * e) + b * (b + alpha * f) > 0,
                [*small, unit - 64 * force >= 0, unit > 0],
                squares=(8 * e + a, 8 * f + b),
                scope=SCOPE,
            ),
            "rho < 1": positive_by(
                1 - rate,
                lambda alpha, c: 5 * alpha / (8 * c),
                positive={"alpha": alpha, "c": 1 - alpha / 4},
                scope=SCOPE,
            ),
            "-y_1.y_2 > 0": decide.inequality(
                1 - 2 * D - 2 * alpha * D * (S + l2 * (1 - S)) - alpha**2 * D > 0, [*small, *near], scope=SCOPE
            ),
            "the sine of the angle between x and y: cross(x, y)^2 <= alpha^2 |x|^2 |w|^2": decide.inequality(
                (a * (b + alpha * f) - b * (a + alpha * e)) ** 2 <= alpha**2 * unit * force,
                [alpha > 0],
                squares=(alpha * (a * e + b * f),),
                scope=SCOPE,
            ),
            "alpha^2/(1 - alpha/4) < 1/3 < (2/pi)^2, as pi < 22/7": decide.inequality(
                [1 - alpha / 4 - 3 * alpha**2 > 0, alpha * (3 * 4 * 49 - 22**2) > 0], small, scope=SCOPE
            ),
            "|s| grows by at most 1/8 from arcsin(1/8): sin(arcsin(1/8) + 1/8) < 1/4": decide.inequality(
                _angle_bounds(alpha), small, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )


def _angle_bounds(alpha: Any) -> list[Any]:
    """sin h >= h - h^3/6 at h = 627/5000 gives arcsin(1/8) < h; sin h <= h - h^3/6 + h^5/120 at h + 1/8 gives < 1/4.

    The factor alpha > 0 keeps numerical inequalities from being evaluated before they are certified.
    """
    h = sp.Rational(627, 5000)
    k = h + sp.Rational(1, 8)
    return [
        alpha * (h - h**3 / 6 - sp.Rational(1, 8)) > 0,
        alpha * (sp.Rational(1, 4) - k + k**3 / 6 - k**5 / 120) > 0,
    ]


def _refuted_by_pair(lambda_2: str, hypotheses: tuple[str, ...]) -> Iterator[Evidence]:
    proof = _lyapunov_stable(lambda_2)
    if proof.rung is not Rung.PROVED:
        yield proof
        return
    spectrum = antipodal_spectrum(1, lambda_2, hypotheses)
    if spectrum.rung is not Rung.REFUTED:
        yield spectrum
        return
    steps = [
        {"says": "the state, its exact Jacobian, and the hypotheses", "certificate": spectrum.certificate},
        {"says": "it is Lyapunov stable", "certificate": proof.certificate},
    ]
    yield Evidence(
        Rung.REFUTED,
        SCOPE,
        "a Lyapunov stable antipodal pair: contraction of the angle between the two lines",
        certificate={"kind": "all", "steps": steps},
        reason="N = 2, V = diag(1, -1), x = (e_1, -e_1) is Lyapunov stable for every alpha in (0, 1/2)",
    )


_LEMMA = (
    "Under Assumption 1, every bipartite equilibrium of the Oja map (p tokens at $v_k$, q at $-v_k$, p >= q >="
    " 1) is unstable, that is not Lyapunov stable, for {step}."
)


@illustration(
    "POW-L5",
    title="Bipartite points of the Oja map are unstable",
    statement=_LEMMA.format(step=r"all sufficiently small $\alpha > 0$"),
    reading="R1: alpha small; unstable means not Lyapunov stable. The witness is stable for every alpha in (0, 1/2)",
    source=Source(PAPER, "Lemma 5", reconstructed=True),
    kind="stability",
)
def lemma_small(lambda_2: str = "-1") -> Iterator[Evidence]:
    yield from _refuted_by_pair(lambda_2, (*ASSUMPTION, "p >= q", STEP))


@illustration(
    "POW-L5.R2",
    title="Bipartite points are unstable, step size below 1/(2|V|)",
    statement=_LEMMA.format(step=r"every $0 < \alpha < 1/(2\|V\|)$"),
    reading="R2: alpha < 1/(2|V|); unstable means not Lyapunov stable",
    source=Source(PAPER, "Lemma 5", reconstructed=True),
    kind="stability",
    no_repair="POW-L5.repaired covers this step size",
)
def lemma_bounded(lambda_2: str = "-1") -> Iterator[Evidence]:
    yield from _refuted_by_pair(lambda_2, (*ASSUMPTION, "p >= q", STEP))


@illustration(
    "POW-L5.R3",
    title="Bipartite points are unstable, every step size",
    statement=_LEMMA.format(step="every step size at which it is an equilibrium"),
    reading="R3: every alpha > 0; unstable means not Lyapunov stable",
    source=Source(PAPER, "Lemma 5", reconstructed=True),
    kind="stability",
)
def lemma_every(lambda_2: str = "-1") -> Iterator[Evidence]:
    yield from _refuted_by_pair(lambda_2, (*ASSUMPTION, "p >= q"))


@illustration(
    "POW-T2.bip",
    title="Theorem 2: bipartite points are unstable",
    statement=(
        "Under Assumption 1 and $\\alpha < 1/(2\\|V\\|)$, all bipartite equilibria of the Oja map, including"
        " those on $v_1$, are unstable, that is not Lyapunov stable."
    ),
    reading="R1: unstable means not Lyapunov stable; step size RA of POW-T2.alpha (the witness meets RB, RC too)",
    source=Source(PAPER, "Theorem 2", reconstructed=True),
    kind="stability",
)
def theorem(lambda_2: str = "-1") -> Iterator[Evidence]:
    yield from _refuted_by_pair(lambda_2, (*ASSUMPTION, STEP))
