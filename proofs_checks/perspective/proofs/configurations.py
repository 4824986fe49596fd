"""Special states: two clusters (PER-N9), simplices, antipodal atoms, Example 9.3, turned sets of tokens."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    LOG2,
    MOTION,
    SA,
    USA,
    WEIGHTS,
    WEST,
    at,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, both, enter, have, intro, leaf, rule, unfold

PLACES = ["forall i in A: x[i] == u", "forall i in B: x[i] == v"]
G = "dot(u, v)"
SHARED = "(q/(p*exp(beta*(1 - g)) + q) + p/(q*exp(beta*(1 - g)) + p))".replace("g)", f"{G})")


def two(flow: str) -> Tree:
    """The velocities of the two places are those of a token of each group."""
    places = [
        (
            f"rate({place}) == rate(x[{token}])",
            rule("differentiate vectors", enter("every", leaf(use=[fact])), a=place, b=f"x[{token}]"),
        )
        for place, token, fact in (("u", "s", PLACES[0]), ("v", "t", PLACES[1]))
    ]
    lengths = [
        (f"dot({place}, {place}) == 1", leaf(f"eq 1: dot(x[{token}], x[{token}]) == 1", use=[fact]))
        for place, token, fact in (("u", "s", PLACES[0]), ("v", "t", PLACES[1]))
    ]
    facts = [fact for fact, _ in (*places, *lengths)]
    step = enter("ae", have([*places, *lengths], leaf(use=[*facts, *PLACES, f"forall i: rate(x[i]) == {flow}(x, i)"])))
    return intro("", unfold(f"solves({flow}, x)", step))


RATE_OF = {
    "usa": f"rate({G}) == (1 - {G}^2)*exp(beta*{G})",
    "sa": f"rate({G}) == (1 - {G}^2)*{SHARED}",
}
APART = {
    "tokens": {"A": 1, "B": 2},
    "dim": 2,
    "letters": {"beta": LOG2, "x": [EAST, WEST, WEST], "u": EAST, "v": WEST, "s": 0, "t": 1},
}

formal(
    "PER-N9",
    statement=model(
        {"groups": ["A", "B"]},
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["u, v: moving vector; s: A; t: B"],
            "where": ["p := sum(h in A: 1)", "q := sum(h in B: 1)"],
            "given": [f"always({place})" for place in PLACES],
            "show": [f"solves({flow}, x) => almost_always({RATE_OF[flow]})" for flow in ("usa", "sa")],
        },
    ),
    proof=[two("usa"), two("sa")],
    instance=APART,
    twin=Variant("without the square", {f"(1 - {G}^2)": f"(1 - {G})"}, APART),
)

POINTS = ["dot(a, a) == 2", "dot(b, b) == 2", "dot(a, b) == 0"]
BELOW = leaf("2: r < 1", use=POINTS)
HALF = leaf("1: r < 1", "1:", use=POINTS)
INNER = leaf("2: 0 < r; r < 1", use=POINTS)

formal(
    "PER-EX9.3",
    sentence=r"For $x_1 = (1, 1)$, $x_2 = (-1, 1)$, $Q = K = V = I$: $\langle x_1, x_j\rangle$ is greatest for $j ="
    r" 1$ alone and $\langle x_2, x_j\rangle$ for $j = 2$ alone while $x_3$ is on one of the three rays $x_3 = sx_1$,"
    r" $sx_2$ or $\frac s2(x_1 + x_2)$, $0 < s < 1$, so that $x_1$, $x_2$ rest; and $s = 1 - e^{-t}$ solves $\dot x_3"
    r" = x_1 - x_3$, $x_2 - x_3$ or $\frac12(x_1 + x_2) - x_3$ there, with $C_3 = \{1\}$, $\{2\}$ or $\{1, 2\}$.",
    statement={
        "letters": ["a, b: vector"],
        "where": ["s := 1 - exp(-time)", "one := s*a", "two := s*b", "mid := s/2*(a + b)"],
        "given": POINTS,
        "show": [
            "forall r in number: 0 < r and r < 1 => dot(a, b) < dot(a, a) and dot(a, r*a) < dot(a, a)"
            " and dot(a, r*b) < dot(a, a) and dot(a, r/2*(a + b)) < dot(a, a)",
            "forall r in number: 0 < r and r < 1 => dot(b, a) < dot(b, b) and dot(b, r*a) < dot(b, b)"
            " and dot(b, r*b) < dot(b, b) and dot(b, r/2*(a + b)) < dot(b, b)",
            "forall r in number: 0 < r and r < 1 => dot(r*a, b) < dot(r*a, a) and dot(r*a, r*a) < dot(r*a, a)",
            "forall r in number: 0 < r and r < 1 => dot(r*b, a) < dot(r*b, b) and dot(r*b, r*b) < dot(r*b, b)",
            "forall r in number: 0 < r and r < 1 => dot(r/2*(a + b), a) == dot(r/2*(a + b), b)"
            " and dot(r/2*(a + b), r/2*(a + b)) < dot(r/2*(a + b), a)",
            "almost_always(rate(one) == a - one and rate(two) == b - two and rate(mid) == (a + b)/2 - mid)",
            "at_start(one == 0 and two == 0 and mid == 0)",
        ],
    },
    proof=[
        intro(["r", ""], both(leaf(use=POINTS), BELOW, leaf(use=POINTS), HALF)),
        intro(["r", ""], both(leaf(use=POINTS), leaf(use=POINTS), BELOW, HALF)),
        intro(["r", ""], both(leaf("2: 0 < r", use=POINTS), INNER)),
        intro(["r", ""], both(leaf("2: 0 < r", use=POINTS), INNER)),
        intro(["r", ""], both(leaf(use=POINTS), leaf("1: 0 < r; r < 1", use=POINTS))),
        enter("ae", both(leaf(), leaf(), leaf())),
        enter("start", both(leaf(), leaf(), leaf())),
    ],
    instance=at(1, a=[1, 1], b=[-1, 1]),
    twin=Variant("points of length 1", {"dot(b, b) == 2": "dot(b, b) == 1/2"}, at(1, a=[1, 1], b=["1/2", "-1/2"])),
)
