"""Full attention when the smallest eigenvalue is -lambda (CON-X4.borderline): growing logits keep a pair apart.

In R^4, one head: U = diag(1, -1, 0, 0) and the pair (1, +-r)/sqrt(1 + r^2) with r = (1 + e^-t)/2. Along e_2 P(t) grows
so that the other token has the odds e^t, which gives r' = -r/(1 + e^t).
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.apart import never_meets
from proofs_checks.consensus.proofs.full_values import valued
from proofs_checks.consensus.proofs.unbounded_motions import FRAME, NAMES
from verify.claim import Source
from verify.formal import formal
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, rule

_MODEL = valued("full")
_STATEMENT: dict[str, Any] = {
    **_MODEL,
    "letters": [*_MODEL["letters"], "g: number"],
    "given": [
        *(text.replace("lam[h] > rho[h]", "lam[h] == rho[h]") for text in _MODEL["given"]),
        "sum(h in heads: 1) == 1",
        "g > 0",
        "forall h in heads, b in vector: dot(v, b) == 0 => dot(b, U[h](b)) <= (lam[h] - g)*dot(b, b)",
    ],
    "show": ["forall i, j: tends(norm(y[i] - y[j]), 0)"],
}
_PAIR = ["(e1 + r*e2)/sqrt(1 + r^2)", "(e1 - r*e2)/sqrt(1 + r^2)"]
_GAP = f"norm({_PAIR[0]} - {_PAIR[1]})"
_STEEP = "sqrt(1 + r^2)/r*e2"
_FAR = leaf("1/5: 1/(1 + r^2) > 0", "42/25: u > 0; 1/(1 + r^2) > 0", "21/25: u > 0; u > 0; 1/(1 + r^2) > 0", use=FRAME)
_SQUARE = "dot(b, b) == dot(e1, b)^2 + dot(e2, b)^2 + dot(e3, b)^2 + dot(e4, b)^2"

formal(
    "CON-X4.borderline",
    title="Full attention with smallest eigenvalue -lambda: consensus under every P(t)",
    source=Source(PAPER, "Theorem 3.2 and Theorem 4.5, full attention with U != I"),
    kind="convergence",
    role="dropped",
    sentence=(
        r"CON-B3 persists for $\lambda = \rho$: for full attention, h = 1 and symmetric U with a simple largest"
        r" eigenvalue $\lambda$ and $\lambda_{\min} = -\lambda$ the tokens of $\{v^Ty_i > 0\}$ come together under"
        r" every locally bounded P(t)."
    ),
    no_repair="CON-B3, with lambda > rho",
    statement=_STATEMENT,
    refuted={
        "motion": {
            "frame": NAMES,
            "tokens": 2,
            "heads": 1,
            "where": ["u := exp(-time)", "r := (1 + u)/2"],
            "letters": {
                "U": [[["1", "e1"], ["-1", "e2"]]],
                "P": [[["-time/2", _STEEP, _STEEP]]],
                "v": "e1",
                "lam": ["1"],
                "rho": ["1"],
                "root": "2",
                "y": _PAIR,
                "g": "1",
            },
            "given": [
                leaf(),
                leaf(),
                both(
                    enter("every", both(leaf(use=FRAME), leaf(use=FRAME))),
                    enter("ae", both(leaf(use=FRAME), leaf(use=FRAME))),
                ),
                enter("start", both(leaf(use=FRAME), leaf(use=FRAME))),
                leaf(use=FRAME),
                leaf(use=FRAME),
                both(leaf(), leaf()),
                intro(
                    ["b", ""],
                    have([_SQUARE], leaf(f"eq -1: {_SQUARE}", "1: sq dot(e3, b)", "1: sq dot(e4, b)", use=FRAME)),
                ),
                leaf(),
                leaf(),
                intro(["b", ""], leaf("1: sq dot(e2, b)", "eq dot(e1, b): dot(e1, b) == 0")),
            ],
            "show": intro(
                "", never_meets(_GAP, "4/5", enter("every", rule("below the square", KNOWN, _FAR, a="4/5", b=_GAP)))
            ),
        }
    },
)
