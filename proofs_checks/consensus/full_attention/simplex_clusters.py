"""CON-B7 with several tokens at each corner of the simplex, and how often random initial states end there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus.full_attention.simplex import SIMPLEX
from attnverify.proofs_checks.consensus.missing import ORBITS
from attnverify.proofs_checks.consensus.whole_instance import at_instance
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")


@claim(
    "CON-B7.clusters",
    title="Several tokens per corner",
    statement=(
        r"With k tokens at each corner, $\ell = k(n + 2)$, the spectrum of CON-B7.spectrum recurs, with $\alpha_o$ the"
        " weight of a whole corner, and the $(k-1)(m+1)(m-1)$ differences within corners have the eigenvalue"
        r" $\alpha_o(1 + \kappa - e^\kappa) < 0$ for $\beta \ne 0$: exponentially stable up to rotations for the same"
        r" $\beta$. (Proved: the spectrum, CON-B7.clusters.spectrum.)"
    )
    + missing(ORBITS),
    source=SIMPLEX,
    kind="spectrum",
    role="extension",
    hypotheses=("integer(m)", "m >= 2", "integer(k)", "k >= 2", "kappa != 0"),
    instance={"m": 2, "k": 3, "kappa": -2},
    twin=Twin("the eigenvalue alpha_o(2 + kappa - e^kappa)", {"constant": 2}),
    expected=Verdict.ARGUED,
    rests_on=("CON-B7.spectrum", "CON-B7.clusters.spectrum"),
)
def clusters(constant: int = 1) -> Iterator[Evidence]:
    """Equal motions of a corner: k tokens of weight alpha_o/k act as one. Differences: perturb two tokens of a corner
    by +-delta, tangent there. No other token feels it to first order (equal weights, opposite perturbations). The moved
    token: F' = sum over the other corners q of alpha_o beta (delta^T y_q) y_q = alpha_o beta (m+1)/m delta, by sum_q
    y_q y_q^T = ((m+1)/m) I and delta^T y_own = 0; the normaliser does not change, since sum_q delta^T y_q = 0; and
    -(y^T F) delta with y^T F = alpha_s - alpha_o, alpha_s = e^kappa alpha_o. e^kappa > 1 + kappa by strict convexity,
    the tangent at 0.
    """
    m, k = sp.symbols("m k", integer=True)
    beta, far, t, E = sp.symbols("beta far t E", real=True)
    near_over_far = sp.exp(beta * (1 + 1 / m))
    modes = st.states.simplex_modes(m, beta, k)
    x = generic.array("x", 3)
    # The corners (1,1,1), (1,-1,-1), (-1,1,-1), (-1,-1,1) over sqrt(3), m = 3.
    corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])
    found = conjunction(
        {
            "the rate of a difference": decide.identity(
                {
                    "alpha_s/alpha_o = e^kappa": (near_over_far, sp.exp(beta * (m + 1) / m)),
                    "drive minus radial part": (
                        far * beta * (m + 1) / m - (far * near_over_far - far),
                        far * (constant + beta * (m + 1) / m - near_over_far),
                    ),
                    "as in the list of modes": (
                        modes[-1].trace,
                        st.states.simplex_weight(m, beta) * (constant + beta * (m + 1) / m - near_over_far),
                    ),
                },
                given=[m >= 2, k >= 2],
                scope="all m >= 2, k >= 2, every beta",
            ),
            "e^t - 1 - t has the derivative e^t - 1": decide.identity(
                {"derivative": (sp.diff(sp.exp(t) - 1 - t, t), sp.exp(t) - 1)}, scope="every real t"
            ),
            "which has the sign of t, since e^t increases through 1: the distance from the tangent grows both ways": (
                conjunction(
                    {
                        "t > 0": decide.inequality((E - 1) * t > 0, [t > 0, E > 1], scope="E = e^t"),
                        "t < 0": decide.inequality((E - 1) * t > 0, [t < 0, E < 1], scope="E = e^t"),
                    },
                    scope="every real t other than 0",
                )
            ),
            "the number of modes": decide.identity(
                {"count": (sum(mode.multiplicity for mode in modes), k * (m + 1) * (m - 1))}, scope="all m, k"
            ),
        },
        scope="all n >= 1, k >= 2, every beta",
    )
    yield at_instance(found, m=2, k=3, kappa=-2)
    yield decide.identity(
        {"the frame of the corners": (sp.Matrix(corners.T @ (corners @ x)) / 3, sp.Rational(4, 3) * sp.Matrix(x))},
        scope="m = 3",
        covers=False,
    )
    yield at_instance(pair_of_a_corner(constant), m=2, k=2, kappa="3*({beta})/2")


def pair_of_a_corner(constant: int) -> Evidence:
    """The rate of a difference from the velocity itself: n = 1, two tokens at each of three corners, every beta."""
    beta, eps = sp.symbols("beta eps", real=True)
    half, up = sp.Rational(1, 2), sp.Matrix([0, 1])
    corners = [(sp.Integer(1), eps), (sp.Integer(1), -eps)]
    corners += [(-half, sign * sp.sqrt(3) / 2) for sign in (1, 1, -1, -1)]
    Y = np.array(corners, dtype=object)
    odds = np.frompyfunc(lambda g: sp.exp(beta * (sp.expand(g) + half)), 1, 1)(st.models.gram(Y))
    field = sp.Matrix(st.velocity(Y, st.models.normalise_rows(odds)))
    slope = field.applyfunc(lambda entry: sp.diff(entry, eps).subs(eps, 0))
    rate = (constant + 3 * beta / 2 - sp.exp(3 * beta / 2)) / (sp.exp(3 * beta / 2) + 2)
    claimed = sp.zeros(6, 2)
    claimed[0, :], claimed[1, :] = rate * up.T, -rate * up.T
    return decide.identity(
        {"derivative along +-delta": (slope, claimed)}, scope="m = 2, k = 2, up to the factor 1/sqrt(m)", covers=False
    )


@claim(
    "CON-B7.share",
    title="How often random states end at a triangle",
    statement=(
        r"n = 1, $\ell = 3$, P = -2I: between 12 and 24 per cent of uniformly drawn initial states end with mutual"
        " angles of 120 degrees, the others at consensus, all but at most 2 per cent of the states by t = 40, in a"
        " simulation of (6)."
    ),
    source=SIMPLEX,
    kind="experiment",
    role="extension",
    hypotheses=("integer(n)", "n == 1", "beta < -2/3"),
    instance={"n": 1, "beta": -2},
    twin=Twin("P = -I/2, above the threshold", {"beta": "-1/2"}),
    expected=Verdict.TESTED,
)
def share(beta: str = "-2", seed: int = 0) -> Iterator[Evidence]:
    """Fourth-order Runge-Kutta steps of 1/5, projected, to t = 40; the time scales at both ends are below 4."""
    count, step, P = 1000, 0.2, float(sp.Rational(beta)) * np.eye(2)
    rng = np.random.default_rng(seed)
    Y = st.onto_ellipsoid(rng.normal(size=(count, 3, 2)))

    def field(Z: Any) -> Any:
        return st.velocity(Z, st.head_weights(Z, P))

    for _ in range(200):
        k_1 = field(Y)
        k_2 = field(Y + step / 2 * k_1)
        k_3 = field(Y + step / 2 * k_2)
        Y = st.onto_ellipsoid(Y + step / 6 * (k_1 + 2 * k_2 + 2 * k_3 + field(Y + step * k_3)))
    lengths = np.linalg.norm(np.sum(Y, axis=1), axis=-1)
    scope = f"{count} uniform states, projected Runge-Kutta to t = 40"
    triangle, consensus = lengths < 1e-3, lengths > 3 - 1e-3
    yield conjunction(
        {
            "end at a triangle": decide.counted(triangle, scope=scope, seed=seed, at_least=0.12, at_most=0.24),
            "end at a triangle or at consensus": decide.counted(
                triangle | consensus, scope=scope, seed=seed, at_least=0.98
            ),
        },
        scope=scope,
    )
