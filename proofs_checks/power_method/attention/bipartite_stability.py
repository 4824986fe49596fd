"""Supplement D.3, Theorem 3, bipartite part: sufficient conditions for stability, and how far they are necessary.

The tangent spectrum at p tokens +v_k and q tokens -v_k is known for all sizes (POW-L14.class2, POW-L14.class3): the
eigenvalues of B_j for each j != k, and 1/c_i with multiplicity (n_i - 1)(d - 1), n_1 = p, n_2 = q. By the indirect
method of Lyapunov a fixed point whose tangent eigenvalues all lie in the open unit disc is asymptotically stable; and
it is exponentially stable only if they do. So the statements come down to scalars, whatever N and d are.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.attention import bipartite_stability_trials as trials
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SCOPE = "all p, q >= 1 (hence all N >= 2), all d >= 2, every P, every symmetric V, conditions (1)-(3) strict"
_GAMMA = ("(p*E - q)/(p*E + q)", "(q*E - p)/(q*E + p)")
_C = tuple(f"(1 + alpha*lambda_k*{gamma})" for gamma in _GAMMA)
_TAU = f"((1 + alpha*lambda_j*p*E/(p*E + q))/{_C[0]} + (1 + alpha*lambda_j*q*E/(q*E + p))/{_C[1]})"
_DELTA = f"((1 + alpha*lambda_j)*(1 + alpha*lambda_j*p*q*(E**2 - 1)/((p*E + q)*(q*E + p)))/({_C[0]}*{_C[1]}))"
SIZES = ("integer(p)", "integer(q)", "p >= 1", "q >= 1", "E > 0", "alpha > 0")
MODES = (f"Abs({_DELTA}) < 1", f"Abs({_TAU}) < 1 + {_DELTA}")


def _conditions() -> tuple[list[Any], list[Any], list[Any]]:
    """Sizes and signs, conditions (1) and (2) for one j, condition (3) for both groups, as SymPy relations."""
    s = symbols()
    weights = st.states.GroupWeights(s.p, s.q, s.E)
    trace, determinant = weights.trace_determinant(s.lambda_j, s.lambda_k, s.alpha)
    sizes = [s.p >= 1, s.q >= 1, s.E > 0, s.alpha > 0]
    modes = [sp.Abs(determinant) < 1, sp.Abs(trace) < 1 + determinant]
    return sizes, modes, [1 / c < 1 for c in weights.factors(s.lambda_k, s.alpha)]


def _sufficient(step: list[Any], rate: str) -> Iterator[Evidence]:
    """Both factors are positive (so the state is a fixed point) and every eigenvalue lies in the disc."""
    s = symbols()
    sizes, modes, third = _conditions()
    factors = st.states.GroupWeights(s.p, s.q, s.E).factors(s.lambda_k, s.alpha)
    z = sp.Symbol("z", real=True)
    within = ([z < sp.Rational(rate), z > -1], [z > 0, z < 1])
    conjuncts = {
        f"c_{i + 1} > 0, so the state is a fixed point": decide.inequality(factors[i] > 0, [*sizes, *step], scope=SCOPE)
        for i in range(2)
    }
    conjuncts["z = 1/c_i > 0 lies in the disc by condition (3)"] = decide.inequality(*within, scope=SCOPE)
    yield conjunction(
        conjuncts,
        scope=SCOPE,
        method=(
            "spectrum by POW-L14, conditions (1) and (2) by POW-SC, the rest by polynomial certificates; stability by"
            " the indirect method"
        ),
    )
    yield conjunction(
        {
            "both factors": decide.smt([factors[0] > 0, factors[1] > 0], [*sizes, *step], scope=SCOPE),
            "within groups": decide.smt(
                [bound for c in factors for bound in (1 / c < sp.Rational(rate), 1 / c > -1)],
                [*sizes, *step, *modes, *third],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
        method="z3; spectrum by POW-L14 and POW-SC",
    )


_STATEMENT = (
    "A bipartite state of the attention map, p tokens at $v_k$ and q at $-v_k$, is an equilibrium and"
    " asymptotically stable"
    " if the step size satisfies {step} and: (1), (2) for every $j \\ne k$ the matrix $B_j$ has trace $\\tau_j$ and"
    r" determinant $\Delta_j$ with $|\Delta_j| < 1$, $|\tau_j| < 1 + \Delta_j$; (3) $1/(1 +"
    r" \alpha\lambda_k\gamma_i) < 1$ for i = 1, 2. (From the spectrum, by Lyapunov's indirect method.)"
)


@illustration(
    "POW-T3.bip",
    title="Sufficient conditions for a stable bipartite point",
    statement=_STATEMENT.format(step=r"$\alpha < 1/|\lambda_k|$"),
    reading="R1: alpha < 1/|lambda_k|",
    source=Source(PAPER, "Theorem 3 and eq. (14)", reconstructed=True),
    kind="stability",
)
def sufficient(rate: str = "1") -> Iterator[Evidence]:
    s = symbols()
    yield from _sufficient([s.alpha * s.lambda_k < 1, -s.alpha * s.lambda_k < 1], rate)


@illustration(
    "POW-T3.bip.R2",
    title="Sufficient conditions, step size bounded by the spectral radius",
    statement=_STATEMENT.format(step=r"$\alpha < 1/\max_j|\lambda_j|$"),
    reading="R2: alpha < 1/max |lambda_j|",
    source=Source(PAPER, "Theorem 3 and eq. (14)", reconstructed=True),
    kind="stability",
)
def sufficient_spectral(rate: str = "1") -> Iterator[Evidence]:
    s = symbols()
    radius = [s.alpha * s.lambda_k < 1, -s.alpha * s.lambda_k < 1, s.alpha * s.lambda_j < 1, -s.alpha * s.lambda_j < 1]
    yield from _sufficient(radius, rate)


@illustration(
    "POW-T3.bip.necc",
    title="The conditions characterise linear stability",
    statement=(
        r"For $\alpha < 1/\max_j|\lambda_j|$, $\lambda_k \ne 0$ and d >= 2: if all tangent eigenvalues of a bipartite"
        " state lie in the open unit disc, (1), (2) hold for every j != k and (3) holds for each group of at least"
        r" two tokens; conversely, if these hold, all tangent eigenvalues lie in the disc, and the state is"
        r" asymptotically stable. Of (1), (2) only $\Delta_j < 1$ and $\tau_j < 1 + \Delta_j$ can fail: $\Delta_j > 0$"
        r" and $\tau_j > 0$."
    ),
    reading="R2: condition (3) only for groups of at least two tokens, the others contribute no such eigenvalue",
    source=Source(PAPER, "Theorem 3", reconstructed=True),
    kind="stability",
)
def necessary(rate: str = "1", seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    sizes, _, _ = _conditions()
    weights = st.states.GroupWeights(s.p, s.q, s.E)
    factors = weights.factors(s.lambda_k, s.alpha)
    z = sp.Symbol("z", real=True)
    step = [s.alpha * s.lambda_k < 1, -s.alpha * s.lambda_k < 1]
    small = [s.alpha * s.lambda_j < 1, -s.alpha * s.lambda_j < 1]
    B = weights.block(s.lambda_j, s.lambda_k, s.alpha)
    C1, C2, N1, N2 = sp.symbols("c_1 c_2 n_1 n_2", real=True)
    trace, determinant = weights.trace_determinant(s.lambda_j, s.lambda_k, s.alpha)
    kappa = weights.kappa
    yield conjunction(
        {
            "c_1 > 0": decide.inequality(factors[0] > 0, [*sizes, *step], scope=SCOPE),
            "c_2 > 0": decide.inequality(factors[1] > 0, [*sizes, *step], scope=SCOPE),
            "z = 1/c_i > 0 in the disc is condition (3): necessary": decide.inequality(
                z < sp.Rational(rate), [z > 0, z < 1], scope=SCOPE
            ),
            "and sufficient": decide.inequality([z < 1, z > -1], [z > 0, z < sp.Rational(rate)], scope=SCOPE),
            "trace and determinant are those of B_j": decide.identity(
                {
                    "trace": (B[0, 0] + B[1, 1], trace),
                    "determinant": (B[0, 0] * B[1, 1] - B[0, 1] * B[1, 0], determinant),
                },
                scope=SCOPE,
            ),
            "numerators of tau_j are positive": decide.inequality(
                [1 + s.alpha * s.lambda_j * weights.matrix[g, g] > 0 for g in range(2)], [*sizes, *small], scope=SCOPE
            ),
            "the numerator of Delta_j is positive": decide.inequality(
                [1 + s.alpha * s.lambda_j > 0, 1 + s.alpha * s.lambda_j * kappa > 0],
                [*sizes, *small],
                degree=4,
                scope=SCOPE,
            ),
            "so tau_j > 0 and Delta_j > 0": decide.inequality(
                [N1 / C1 + N2 / C2 > 0, N1 * N2 / (C1 * C2) > 0], [C1 > 0, C2 > 0, N1 > 0, N2 > 0], scope=SCOPE
            ),
        },
        scope=SCOPE,
        method="spectrum by POW-L14, conditions (1) and (2) by POW-SC; polynomial certificates",
    )
    yield conjunction(
        {
            "both factors": decide.smt([factors[0] > 0, factors[1] > 0], [*sizes, *step], scope=SCOPE),
            **{
                f"necessary, group {i + 1}": decide.smt(
                    c * sp.Rational(rate) > 1, [*sizes, *step, *small, c > 1], scope=SCOPE
                )
                for i, c in enumerate(factors)
            },
            "sufficient": decide.smt([z < 1, z > -1], [z > 0, z < sp.Rational(rate)], scope=SCOPE),
            "Delta_j": decide.smt(1 + s.alpha * s.lambda_j * kappa > 0, [*sizes, *small], scope=SCOPE),
        },
        scope=SCOPE,
        method="z3; spectrum by POW-L14 and POW-SC",
    )
    yield trials.conditions_against_roots(seed, Fraction(rate))


@illustration(
    "POW-T3.bip.necc.R1",
    title="All three conditions as a characterisation",
    statement=(
        r"For $\alpha < 1/\max_j|\lambda_j|$, a bipartite state of the attention map is asymptotically stable"
        " only if (1), (2) hold for every j != k and (3) holds for both groups."
    ),
    reading="R1: condition (3) for both groups, whatever their sizes",
    source=Source(PAPER, "Theorem 3", reconstructed=True),
    kind="stability",
    no_repair="POW-T3.bip.necc is the repaired statement: condition (3) only for groups of at least two tokens",
)
def both_groups(smaller: int = 1) -> Iterator[Evidence]:
    """V = diag(1, -1), three tokens: c_2 < 1, but the single token at -v_1 has no within-group difference."""
    within = ("1/c_1 < 1", "1/c_2 < 1")
    outside = [name for name, size in zip(within, (2, smaller), strict=True) if size >= 2]
    yield decide.refutation(
        {
            "alpha": "1/4",
            "lambda_k": 1,
            "lambda_j": -1,
            "E": "3/2",
            "p": 2,
            "q": smaller,
            "c_1": "9/8" if smaller == 1 else "21/20",
            "c_2": "27/28" if smaller == 1 else "21/20",
        },
        [f"c_1 == {_C[0]}", f"c_2 == {_C[1]}", *MODES, *outside, "c_2 < 1"],
        hypotheses=(*SIZES, "alpha*Max(Abs(lambda_k), Abs(lambda_j)) < 1"),
        scope="d = 2, N = 3, p = 2, q = 1, V = diag(1, -1), alpha = 1/4, E = e^(2a) = 3/2",
        method="an exact stable state that violates (3) for its single token",
    )
