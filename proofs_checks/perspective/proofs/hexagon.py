"""Section 9.1: the regular hexagon on the circle is a critical point whose second derivatives are all positive."""

from __future__ import annotations

from fractions import Fraction

from verify.formal import Variant, formal
from verify.tactics.build import boxes, have, leaf
from verify.verdict import Verdict

SIX = range(1, 7)
LEAST = "1/4"
# twice the cosines of the multiples of pi/3
TWICE = {0: 2, 1: 1, 2: -1, 3: -2, 4: -1, 5: 1}
FORM = " - ".join(f"g({abs(i - j)}*pi/3)*(v{i} - v{j})^2" for i in SIX for j in SIX if i < j)
SPREAD = " + ".join(f"(v{i} - mean)^2" for i in SIX)


def place(row: int, column: int, mode: int) -> Fraction:
    """An entry of the projector on the waves with `mode` periods."""
    return Fraction(TWICE[mode * (row - column) % 6] * (1 if mode == 3 else 2), 12)


def weight(mode: int) -> str:
    """The second derivative along a wave."""
    return " - ".join(["0", *(f"{1 - Fraction(TWICE[mode * k % 6], 2)}*g({min(k, 6 - k)}*pi/3)" for k in range(1, 6))])


def wave(row: int, mode: int) -> str:
    """A coordinate of the projection of v."""
    return " + ".join(f"({place(row, column, mode)})*v{column}" for column in SIX)


FOLDED = FORM.replace("g(4*", "g(2*").replace("g(5*", "g(1*")

formal(
    "PER-9.1.crit.hexagon",
    title="At the hexagon the energy bends upwards in every direction but the rotation",
    sentence=r"Six tokens on the circle at $\theta_i = \pi i/3$, $\frac12 \leq \beta \leq 6$: with $g(s) ="
    r" e^{\beta\cos s}(\cos s - \beta\sin^2 s)$ the second derivative of $n^2E_\beta$ along $\theta + sv$,"
    r" $-\sum_{i<j}g(\theta_i - \theta_j)(v_i - v_j)^2$, is at least $\frac14\sum_i(v_i - \bar v)^2$: signature $(5,"
    r" 0)$ beside the rotation.",
    reading="the second derivative is the sum over pairs of -g(theta_i - theta_j) times the square of the difference of"
    " the speeds, as in PER-C3.two.list for one pair",
    statement={
        "letters": ["beta, v1, v2, v3, v4, v5, v6: number"],
        "where": [
            "g(s) := exp(beta*cos(s))*(cos(s) - beta*sin(s)^2)",
            f"mean := ({' + '.join(f'v{i}' for i in SIX)})/6",
        ],
        "given": ["1/2 <= beta", "beta <= 6"],
        "show": [f"-{FOLDED} >= {LEAST}*({SPREAD})"],
    },
    proof=have(
        [(f"{LEAST} < {weight(mode)}", boxes(beta=("1/2", "6"))) for mode in (1, 2, 3)],
        leaf(*(f"1: {LEAST} < {weight(mode)}; sq {wave(row, mode)}" for mode in (1, 2, 3) for row in SIX)),
    ),
    instance={"letters": {"beta": 1, **{f"v{i}": 1 for i in SIX}}},
    twin=Variant(
        "a hundred times the spread",
        {f"{LEAST}*(": "100*("},
        {"letters": {"beta": 1, "v1": 1, **{f"v{i}": 0 for i in SIX[1:]}}},
    ),
    expected=Verdict.CERTIFIED,
)
