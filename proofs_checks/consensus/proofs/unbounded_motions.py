"""Unbounded P (CON-H.3, CON-H.6, CON-H.12.zero): logits that grow with time leave the tokens apart.

In R^4, so that the root of n + 1 is 2; with odds e^t the attraction is 1/(1 + e^t), and r = (1 + e^-t)/2, which obeys
r' = -r/(1 + e^t), comes down to 1/2 only.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.apart import never_meets
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION, HEADS, HEADS_SOLUTION, HEMISPHERE
from proofs_checks.consensus.proofs.plane_motions import frame
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, rule

# The largest eigenvalue lam is simple: U lies below it on the complement of v.
GAP: dict[str, Any] = {
    "letters": ["g: number"],
    "given": ["g > 0", "forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b)"],
}
NAMES = ["e1", "e2", "e3", "e4"]
FRAME = frame(NAMES)


def stays_apart(gap: str) -> Tree:
    """A distance with the square 4 r^2/(1 + r^2) does not tend to zero, as r >= 1/2."""
    far = leaf(
        "1/5: 1/(1 + r^2) > 0", "42/25: u > 0; 1/(1 + r^2) > 0", "21/25: u > 0; u > 0; 1/(1 + r^2) > 0", use=FRAME
    )
    return never_meets(gap, "4/5", enter("every", rule("below the square", KNOWN, far, a="4/5", b=gap)))


# Two heads with U = I: y_2 at the angle with tan(angle/2) = r over y_1 = e_1, P_h(t) = p(t) I on the plane.
_SECOND = "((1 - r^2)*e1 + 2*r*e2)/(1 + r^2)"
_GAP = f"norm({_SECOND} - e1)"
_ACROSS = "(1 + r^2)/(2*r)*e2"

formal(
    "CON-H.6",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        {
            "given": ["at_start(forall i: y[i] + y[f] != 0)", "sum(j: 1) == 2"],
            "show": ["forall i: tends(norm(y[i] - y[f]), 0)"],
        },
    ),
    refuted={
        "motion": {
            "frame": NAMES,
            "tokens": 2,
            "heads": 2,
            "where": ["u := exp(-time)", "r := (1 + u)/2"],
            "letters": {
                "P": [[["time", _ACROSS, _ACROSS]]] * 2,
                "root": "2",
                "f": 0,
                "y": ["e1", _SECOND],
            },
            "first": [],
            "given": [
                leaf(),
                leaf(),
                KNOWN,
                both(
                    enter("every", both(leaf(use=FRAME), leaf(use=FRAME))),
                    enter("ae", both(leaf(use=FRAME), leaf(use=FRAME))),
                ),
                enter(
                    "start",
                    both(
                        rule("nonzero vector", leaf(use=FRAME), u="e1 + e1"),
                        rule("nonzero vector", leaf(use=FRAME), u=f"{_SECOND} + e1"),
                    ),
                ),
                leaf(),
            ],
            "show": intro("", stays_apart(_GAP)),
        }
    },
)


# One head with U = diag(0, -2, -2, -2), y_1 = v = e_1 and y_2 at the angle with tangent r.
_LEAN = "(e1 + r*e2)/sqrt(1 + r^2)"
_OFF = f"norm({_LEAN} - e1)"
_NORM = "1/sqrt(1 + r^2) > 0"
_LEANS = enter(
    "every",
    rule(
        "below the square",
        KNOWN,
        leaf(
            "1: sq 1/sqrt(1 + r^2) - 1",
            f"1/20: {_NORM}; {_NORM}",
            f"21/50: u > 0; {_NORM}; {_NORM}",
            f"21/100: u > 0; u > 0; {_NORM}; {_NORM}",
            use=FRAME,
        ),
        a="2/5",
        b=_OFF,
    ),
)
_STEEP = "sqrt(1 + r^2)/r*e2"
_SQUARE = "dot(b, b) == dot(e1, b)^2 + dot(e2, b)^2 + dot(e3, b)^2 + dot(e4, b)^2"
_BELOW = intro(["b", ""], have([_SQUARE], leaf(f"eq 2: {_SQUARE}", "eq 2*dot(e1, b): dot(e1, b) == 0")))

formal(
    "CON-H.12.zero",
    sentence=(
        r"For $\lambda = 0$, too, the conclusion of Theorem 4.5 persists for arbitrary locally bounded P: from"
        r" $D^\ell(v)$ all tokens converge to v."
    ),
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        GAP,
        {"given": ["lam == 0"], "show": ["forall i: tends(norm(y[i] - v), 0)"]},
    ),
    refuted={
        "motion": {
            "frame": NAMES,
            "tokens": 2,
            "where": ["u := exp(-time)", "r := (1 + u)/2"],
            "letters": {
                "U": [["-2", name, name] for name in NAMES[1:]],
                "P": [["-time", _STEEP, _STEEP]],
                "v": "e1",
                "lam": "0",
                "g": "2",
                "root": "2",
                "y": ["e1", _LEAN],
            },
            "given": [
                leaf(use=FRAME),
                leaf(use=FRAME),
                leaf(),
                leaf(),
                both(
                    enter("every", both(leaf(use=FRAME), leaf(use=FRAME))),
                    enter("ae", both(leaf(use=FRAME), leaf(use=FRAME))),
                ),
                enter("start", both(leaf(use=FRAME), leaf(use=FRAME))),
                leaf(),
                _BELOW,
                leaf(),
            ],
            "show": intro("", never_meets(_OFF, "2/5", _LEANS)),
        }
    },
)
