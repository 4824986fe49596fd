"""Appendix D, the end: the bounds of the common product and of the least height give one rate."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import EAST, LOG2, NORTH, SLOPE, SOUTH, at
from verify.formal import Variant, formal
from verify.tactics.build import Tree, have, intro, leaf, rule, split

NOW = "forall i: dot(x[i], x[i]) == 1"
SLOWER, LOWER = "1/(n*exp(beta))", "c/(2*n*exp(2*beta))"
LAM = f"min({SLOWER}, {LOWER})"
END = f"exp(1 - {LAM}*t)"
LOW = "min(i: dot(x[i], z))"
AFTER = "1/2 - t/(n*exp(beta))"
FALL = "c*(1 - n*t)/(2*n^2*exp(2*beta))"
COMMON = f"t >= n*exp(beta)/2 => 1 - g <= 1/2*exp({AFTER})"
HEIGHT = f"t >= 1/n => 1 - {LOW} <= exp({FALL})"
SIZES = [
    ("1 + beta <= exp(beta)", rule("exp tangent", a="beta")),
    ("1 + 2*beta <= exp(2*beta)", rule("exp tangent", a="2*beta")),
    ("1 <= exp(beta)", leaf("1: 1 + beta <= exp(beta)", "1: beta >= 0")),
    ("1 <= exp(2*beta)", leaf("1: 1 + 2*beta <= exp(2*beta)", "2: beta >= 0")),
    (f"{LAM} <= {SLOWER}", rule("minimum below first", a=SLOWER, b=LOWER)),
    (f"{LAM} <= {LOWER}", rule("minimum below second", a=SLOWER, b=LOWER)),
    (f"1 + (1 - {LAM}*t) <= {END}", rule("exp tangent", a=f"1 - {LAM}*t")),
    ("1/n <= 1", leaf("1: n >= 1; 1/n > 0")),
    ("1/exp(beta) <= 1", leaf("1: 1 <= exp(beta); exp(-beta) > 0")),
]


def early(bound: str, room: Tree, then: Tree) -> Tree:
    """Before `bound` the right side is still at least 1."""
    still = f"{LAM}*t <= 1"
    slow = leaf(f"1: {LAM} <= {SLOWER}; t >= 0", f"1: {SLOWER} > 0; t < {bound}", *room)
    return have([(still, slow)], then)


def later(exponent: str, room: list[str], then: Tree) -> Tree:
    """From then on the bound that is given is below the right side."""
    return have([(f"exp({exponent}) <= {END}", rule("exp monotone", leaf(*room), a=exponent, b=f"1 - {LAM}*t"))], then)


ABOVE = split(
    "t >= n*exp(beta)/2 or t < n*exp(beta)/2",
    have(
        [f"1 - g <= 1/2*exp({AFTER})"],
        later(
            AFTER,
            ["1/2:", f"1: {LAM} <= {SLOWER}; t >= 0"],
            leaf(
                f"1: 1 - g <= 1/2*exp({AFTER})",
                f"1/2: exp({AFTER}) <= {END}",
                f"7/2: {END} > 0",
                "1: dot(x[p], x[q]) <= 1",
            ),
        ),
    ),
    early(
        "n*exp(beta)/2",
        ["1/2:"],
        leaf(f"4: 1 + (1 - {LAM}*t) <= {END}", f"4: {LAM}*t <= 1", "3:", "1: g >= 0", "1: dot(x[p], x[q]) <= 1"),
    ),
)
BELOW = split(
    "t >= 1/n or t < 1/n",
    have(
        [f"1 - {LOW} <= exp({FALL})"],
        later(
            FALL,
            [
                f"1: {LAM} <= {LOWER}; t >= 0",
                "1/2: 1/n <= 1; 1/n > 0; c >= 0; 1/exp(2*beta) > 0",
                "1/2: 1/n <= 1; c >= 0; 1/exp(2*beta) > 0",
                "1/2: 1 <= exp(2*beta); c >= 0; 1/exp(2*beta) > 0",
                "1/2: c <= 1",
                "1/2:",
            ],
            leaf(
                f"4: 1 - {LOW} <= exp({FALL})",
                f"4: exp({FALL}) <= {END}",
                f"2: {LOW} <= dot(x[p], z)",
                f"2: {LOW} <= dot(x[q], z)",
                "1/2: sq norm(x[p] + x[q] - 2*z)",
                "1: g <= 1",
                use=[NOW, "dot(z, z) == 1"],
            ),
        ),
    ),
    early(
        "1/n",
        ["1: 1/n <= 1; 1/n > 0; 1/exp(beta) > 0", "1: 1/n <= 1; 1/exp(beta) > 0", "1: 1/exp(beta) <= 1"],
        leaf(f"4: 1 + (1 - {LAM}*t) <= {END}", f"4: {LAM}*t <= 1", "2:", "1: g <= 1", "1: dot(x[p], x[q]) >= -1"),
    ),
)

formal(
    "PER-D.15",
    sentence=r"With $\alpha = \min_i\langle x_i, x^*\rangle$, $\beta \geq 0$, $0 \leq \gamma_\beta \leq 1$ (at $t$ and"
    r" $1/n$), (D.8) of SA and (D.10): $|\langle x_i, x_j\rangle - \gamma_\beta| \leq 4e\,e^{-\lambda t}$ at every time"
    r" $t$, $\lambda = \min\{\frac1{ne^\beta}, \frac{\gamma_\beta(1/n)}{2ne^{2\beta}}\}$, by $1 - \langle x_i,"
    r" x_j\rangle \leq 4(1 - \alpha)$ (PER-D.15.four).",
    statement={
        "letters": ["x[token], z: vector; beta, n, c, g, t: number"],
        "given": [
            "t >= 0",
            "beta >= 0",
            "n >= 1",
            "0 <= c",
            "c <= 1",
            NOW,
            "dot(z, z) == 1",
            "0 <= g",
            "g <= 1",
            COMMON,
            HEIGHT,
        ],
        "show": [f"forall i, j: abs(dot(x[i], x[j]) - g) <= 4*exp(1)*exp(-{LAM}*t)"],
    },
    proof=intro(
        "p,q",
        have(
            [
                *SIZES,
                (f"{SLOWER} > 0", leaf("1: 1/n > 0; exp(-beta) > 0")),
                (f"{LOW} <= dot(x[p], z)", rule("above the least", e="fn(i: dot(x[i], z))", y="p")),
                (f"{LOW} <= dot(x[q], z)", rule("above the least", e="fn(i: dot(x[i], z))", y="q")),
                ("dot(x[p], x[q]) <= 1", leaf("1/2: sq norm(x[p] - x[q])", use=[NOW])),
                ("dot(x[p], x[q]) >= -1", leaf("1/2: sq norm(x[p] + x[q])", use=[NOW])),
            ],
            rule("absolute at most", ABOVE, BELOW, e="dot(x[p], x[q]) - g", b=f"4*{END}"),
        ),
    ),
    instance=at(2, x=[SLOPE, ["3/5", "-4/5"]], z=EAST, beta=LOG2, n=2, c="1/2", g="1/2", t=2),
    twin=Variant(
        "the faster of the two rates",
        {f"min({SLOWER}": f"max({SLOWER}"},
        at(2, x=[NORTH, SOUTH], z=EAST, beta=0, n=2, c=0, g=1, t=10),
    ),
)
