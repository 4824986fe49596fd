"""Sections 5.1.1 and 5.1.3: rigorous trajectories of the printed systems from stated initial tokens.

Taylor steps with proved remainders enclose the solution at every time of [0, T] (`stability.enclose_flow`), in balls
that contain the printed decimals and pi. A statement about the tube of a step holds at all its times, one about the
last state at T. Two reductions keep the systems small; both are exact:

1. in the auto-regressive model alpha_ij = 0 for j > i, so that the first three tokens obey a system of their own;
2. in the full model equal tokens feel the same field, so that tokens which start equal stay equal, by uniqueness; the
   weight on n_j copies of a token is n_j times that on one.
"""

from fractions import Fraction
from functools import cache, reduce
from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.simulations import printed
from attnverify.proofs_checks.consensus.simulations.value_spectrum import ROOTS
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

flint = lazy("flint")
np = lazy("numpy")

MISSING = " (Missing for a proof: rigorous enclosures of trajectories.)"
METHOD = "python-flint: Taylor steps of order 8 in balls of 64 bits"
# 5.1.1: three places and how many of the ten tokens are there; the horizon.
PLACES = (("1/3", "2/3", "2/3"), ("2/3", "-1/3", "-2/3"), ("2/3", "-2/3", "1/3"))
COPIES = (4, 3, 3)
MEETING = 2
# 5.1.3: the first three tokens, on the other side of v; the horizon.
FIRST = (("3/5", "-4/5", "0"), ("2/3", "-2/3", "-1/3"), ("4/5", "-3/5", "0"))
APPROACH = 3


def exact(tokens: tuple[printed.Row, ...]) -> Any:
    return np.array([[Fraction(entry) for entry in token] for token in tokens], dtype=object)


def principal_balls() -> Any:
    """An eigenvector of U to its largest eigenvalue, by Cramer's rule (CON-S5.1.3.b); its last entry is positive."""
    low, high = (flint.arb(end) for end in ROOTS[2])
    shifted = low.union(high) * np.eye(3, dtype=int).astype(object) - printed.balls(printed.U_3)
    w = np.cross(shifted[0], shifted[1])
    return w if w[2] > 0 else -w


@cache
def meeting() -> tuple[bool, Any]:
    """Whether v.y_i > 0 is proved on [0, 2] for v = e_1, and the tokens at the end: balls (3, 3)."""
    schedule, copies = printed.rigorous_schedule_1(), np.array(COPIES)

    def field(t: Any, Y: Any) -> Any:
        return st.models.velocity(Y, st.models.attention_weights(Y, schedule(t), counts=copies) / flint.arb(3).sqrt())

    return _run(field, exact(PLACES), MEETING, np.array([1.0, 0.0, 0.0]))


@cache
def approach() -> tuple[bool, Any]:
    """Whether v.y_i > 0 is proved on [0, 3] for the principal v, and the first three tokens at the end."""
    return _run(printed.rigorous_simulation_3().velocity, exact(FIRST), APPROACH, principal_balls())


def _run(field: Any, Y: Any, end: int, v: Any) -> tuple[bool, Any]:
    segments = list(st.enclose_flow(field, Y, end, step=Fraction(1, 64), order=8, tolerance=1e-6, prec=64))
    return all(segment.in_hemisphere(v) for segment in segments), segments[-1].state.box()


def within(kept: bool, distances: list[Any], bound: str, scope: str) -> Evidence:
    """ARGUED when the hemisphere was kept and every distance is proved to be at most the bound."""
    said = f"the largest distance at the end is {reduce(flint.arb.max, distances).str(3)}"
    limit = flint.arb(flint.fmpq(*Fraction(bound).as_integer_ratio()))
    if not (kept and all(distance <= limit for distance in distances)):
        return open_(scope, METHOD, f"hemisphere proved: {kept}; {said}, the claimed bound {bound}")
    return Evidence(Verdict.ARGUED, scope, METHOD, said)


def length(x: Any) -> Any:
    return st.models.inner(x, x).item().sqrt()


@claim(
    "CON-S5.1.1.c.certified",
    title="Figure 2, rigorously from one start",
    statement=(
        "In simulation 5.1.1 with U = I, from four tokens at (1, 2, 2)/3, three at (2, -1, -2)/3 and three at"
        " (2, -2, 1)/3, which are up to 1.7 apart: all ten keep a positive first coordinate for $0 \\le t \\le 2$, and"
        " at t = 2 they are within 1/3 of each other." + MISSING
    ),
    source=Source(PAPER, "Section 5.1.1, Figure 2"),
    kind="convergence",
    role="extension",
    twin=Twin("within 3/10 of each other", {"distance": "3/10"}),
    expected=Verdict.ARGUED,
)
def tokens_meet(distance: str = "1/3") -> Evidence:
    kept, Y = meeting()
    apart = [length(Y[i] - Y[j]) for i in range(3) for j in range(i)]
    return within(kept, apart, distance, "the stated ten tokens, all t in [0, 2], the printed P_1(t), P_2(t)")


@claim(
    "CON-S5.1.3.c.certified",
    title="Figure 5, rigorously from one start",
    statement=(
        "In simulation 5.1.3, when the first three tokens start at (3, -4, 0)/5, (2, -2, -1)/3 and (4, -3, 0)/5, at"
        " least 0.97 away from the unit principal eigenvector v of U, they keep $v^\\top y_i > 0$ for"
        " $0 \\le t \\le 3$, and at t = 3 they are within 7/20 of v, whatever the later tokens are." + MISSING
    ),
    source=Source(PAPER, "Section 5.1.3, Figure 5"),
    kind="convergence",
    role="extension",
    twin=Twin("within 3/10 of v", {"distance": "3/10"}),
    expected=Verdict.ARGUED,
    rests_on=("CON-S5.1.3.b",),
)
def first_tokens_approach(distance: str = "7/20") -> Evidence:
    v = principal_balls()
    kept, Y = approach()
    away = [length(y - v / length(v)) for y in Y]
    return within(kept, away, distance, "the stated three tokens, all t in [0, 3], the printed P(t) and U")
