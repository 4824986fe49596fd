"""Motions of one token on a circle in R^4: the second token repelled (CON-H.6.b), and the first one of Remark 4.7.

y = (c, s) with the tangent of an angle, or of half an angle, as an explicit function of time.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.apart import never_meets, never_reaches
from proofs_checks.consensus.proofs.models import CAUSAL_SOLUTION, HEADS, HEADS_SOLUTION, TURNING
from proofs_checks.consensus.proofs.plane_motions import frame
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, rule

NAMES = ["e1", "e2", "e3", "e4"]
FRAME = frame(NAMES)
_TWICE = enter("every", both(leaf(use=FRAME), leaf(use=FRAME)))
_MOVES = enter("ae", both(leaf(use=FRAME), leaf(use=FRAME)))

# U = -I, P = 0, two heads: the tangent of half the angle is e^(t/2).
_SECOND = "((1 - r^2)*e1 + 2*r*e2)/(1 + r^2)"
_GAP = f"norm({_SECOND} - e1)"
_REPELLED = {
    **HEADS,
    "letters": [*HEADS["letters"], "kappa: number"],
    "where": [*HEADS["where"][:2], "force(X, i) := sum(h in heads, j in upto(i): att(h, X, i, j)*(kappa*X[j]))"],
}
_FAR = have(
    [("1 + time/2 <= exp(time/2)", rule("exp tangent", a="time/2")), "time >= 0"],
    rule(
        "below the square",
        KNOWN,
        leaf(
            "3: 1 + time/2 <= exp(time/2); r > 0; 1/(1 + r^2) > 0",
            "3: 1 + time/2 <= exp(time/2); 1/(1 + r^2) > 0",
            "3/2: time >= 0; 1/(1 + r^2) > 0",
            "3/2: time >= 0; r > 0; 1/(1 + r^2) > 0",
            "2: 1/(1 + r^2) > 0",
            use=FRAME,
        ),
        a="1",
        b=_GAP,
    ),
)

formal(
    "CON-H.6.b",
    statement=model(
        _REPELLED,
        HEADS_SOLUTION,
        {
            "given": ["kappa <= 0", "sum(j: 1) == 2", "at_start(forall i: y[i] + y[f] != 0)"],
            "show": ["forall i: tends(norm(y[i] - y[f]), 0)"],
        },
    ),
    refuted={
        "motion": {
            "frame": NAMES,
            "tokens": 2,
            "heads": 2,
            "where": ["r := exp(time/2)"],
            "letters": {"P": [[]] * 2, "root": "2", "f": 0, "kappa": "-1", "y": ["e1", _SECOND]},
            "first": [["always(time >= 0)", rule("time passes")]],
            "given": [
                leaf(),
                leaf(),
                KNOWN,
                both(_TWICE, _MOVES),
                leaf(),
                leaf(),
                enter(
                    "start",
                    both(
                        rule("nonzero vector", leaf(use=FRAME), u="e1 + e1"),
                        rule("nonzero vector", leaf(use=FRAME), u=f"{_SECOND} + e1"),
                    ),
                ),
            ],
            "show": intro("", never_meets(_GAP, "1", enter("every", _FAR))),
        }
    },
)

# Remark 4.7: the largest eigenvalue is simple at every time, with the gap g(t).
_FIRST: dict[str, Any] = {"letters": ["f: token"], "given": ["forall i: f <= i"]}
_B = "dot(v, y[f])"
_SIMPLE: dict[str, Any] = {
    "letters": ["g: measurable number"],
    "given": [
        "almost_always(g > 0)",
        "almost_always(forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b))",
        f"at_start({_B} > 0)",
    ],
}
_BELOW = enter("ae", intro(["b", ""], leaf("eq gap*dot(e1, b): dot(e1, b) == 0")))
_LEAN = "(e1 + r*e2)/sqrt(1 + r^2)"
_NORM = "1/sqrt(1 + r^2) > 0"

formal(
    "CON-R4.7.b",
    sentence=(
        r"If $\dot v^Ty = 0$, then b* = 1 is an asymptotically stable equilibrium of (8) with domain of attraction"
        r" $]0, 1]$, for time-varying $\lambda(t)$, U(t) whose largest eigenvalue is simple at every time."
    ),
    statement=model(
        TURNING,
        CAUSAL_SOLUTION,
        _FIRST,
        _SIMPLE,
        {"given": ["almost_always(dot(rate(v), y[f]) == 0)"], "show": [f"tends({_B}, 1)"]},
    ),
    refuted={
        "motion": {
            "frame": NAMES,
            "tokens": 1,
            "where": ["u := exp(-time)", "r := (1 + u)/2", "gap := 2*u/(1 + u)"],
            "letters": {
                "U": [["gap", "e1", "e1"]],
                "P": [],
                "v": "e1",
                "lam": "gap",
                "root": "2",
                "y": [_LEAN],
                "f": 0,
                "g": "gap",
            },
            "given": [
                enter("ae", leaf(use=FRAME)),
                enter("every", leaf(use=FRAME)),
                leaf(),
                leaf(),
                both(enter("every", leaf(use=FRAME)), enter("ae", leaf(use=FRAME))),
                KNOWN,
                enter("ae", leaf("2: u > 0; 1/(1 + u) > 0")),
                _BELOW,
                enter("start", leaf(use=FRAME)),
                enter("ae", leaf(use=FRAME)),
            ],
            "show": intro(
                "",
                never_reaches(
                    f"dot(e1, {_LEAN})",
                    "1",
                    "1/20",
                    enter(
                        "every",
                        rule(
                            "below the square",
                            KNOWN,
                            leaf(
                                f"205/1600: {_NORM}; {_NORM}",
                                f"361/800: u > 0; {_NORM}; {_NORM}",
                                f"361/1600: u > 0; u > 0; {_NORM}; {_NORM}",
                                use=FRAME,
                            ),
                            a=f"dot(e1, {_LEAN})",
                            b="1 - 1/20",
                        ),
                    ),
                ),
            ),
        }
    },
)
