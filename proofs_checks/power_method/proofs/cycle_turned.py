"""POW-N11: mirror images turned by one angle, and the derivative of two steps along the 2-cycle.

The vectors a = c v and b = s w carry the cosine and the sine of the angle, so that only their squares C, 1 - C occur.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.cycle_steps import twice
from proofs_checks.power_method.proofs.flip_range import EQUAL, LOGITS
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import formal, model
from verify.tactics.build import groups, intro, leaf

TWICE = twice("attention")
SOLVED = "L == (2 + alpha*lam1*T)/alpha"
MIRRORED: Part = {
    "groups": ["A", "B"],
    "letters": ["a, b: vector; lam1, L, beta, C: number"],
    "where": [
        "K := exp(beta*C)^2",
        "T := (K - 1)/(K + 1)",
        "r := 1 + alpha*lam1*T",
        "k := 1 + 2*alpha*lam1*beta*C*(1 - C)*(1 - T^2)/r",
    ],
    "states": [
        "up: A -> a + b, B -> -a + b",
        "down: A -> a - b, B -> -a - b",
        "turn: A -> C*b - (1 - C)*a, B -> C*b + (1 - C)*a",
        "back: A -> C*b + (1 - C)*a, B -> C*b - (1 - C)*a",
    ],
    "given": [
        "dot(a, a) == C",
        "dot(b, b) == 1 - C",
        "dot(a, b) == 0",
        "V(a) == lam1*a",
        "V(b) == -L*b",
        LOGITS,
        EQUAL,
        "alpha > 0",
        "r > 0",
        SOLVED,
    ],
}
USED = [*MIRRORED["given"][:7], SOLVED]
formal(
    "LEM-cycle-turned",
    title="Mirror images turned by one angle: the derivative of two steps along the 2-cycle of POW-N11",
    statement=model(
        V,
        P,
        ATTENTION,
        TWICE,
        MIRRORED,
        {
            "show": [
                "forall i: value(attention, up, i) == down[i]",
                "forall i: value(attention, down, i) == up[i]",
                "forall i: value(twice, up, i) == up[i]",
                "forall i: D(twice, up, turn, i) == k^2*turn[i]",
            ]
        },
    ),
    proof=[groups(*[intro("t", leaf(use=USED, norms=["r"]))] * 2)] * 4,
    instance={
        "tokens": {"A": 1, "B": 1},
        "dim": 2,
        "letters": {
            "V": [[1, 0], [0, "-13/5"]],
            "P": [["25/9*log(2)", 0], [0, "25/9*log(2)"]],
            "alpha": 1,
            "a": ["3/5", 0],
            "b": [0, "4/5"],
            "lam1": 1,
            "L": "13/5",
            "beta": "25/9*log(2)",
            "C": "9/25",
        },
    },
)
