"""What Theorems 3.2 and 4.5 say where a hypothesis on P is dropped (CON-H.4, CON-H.12)."""

from __future__ import annotations

from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, causal, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, SOLUTION
from proofs_checks.consensus.proofs.theorem_3_2 import CONCLUSIONS, LIMIT
from proofs_checks.consensus.proofs.theorem_4_5_whole import BOTH, WHOLE
from proofs_checks.consensus.proofs.theorem_4_5_whole import OUTSIDE as OUTSIDE_4_5
from verify.formal import Variant, formal, model
from verify.tactics.build import lemma

OUTSIDE = {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) != 0)"}
ALL_OF_3_2 = " and ".join(f"({text})" for text in CONCLUSIONS)

# P is measurable in time and bounded; it need not be continuous.
formal(
    "CON-H.4",
    sentence=(
        "The conclusion of Theorem 3.2 persists for bounded P that is only continuous, or only measurable: uniform"
        " continuity is not needed."
    ),
    statement=model(FULL, SOLUTION, HEMISPHERE, LIMIT, {"show": [ALL_OF_3_2]}),
    proof=lemma("CON-T3.2"),
    instance=full(K=6),
    twin=Variant("tokens outside a hemisphere", OUTSIDE, full(K=6, y=[ON_ELLIPSE, ON_ELLIPSE, [0, "-1/2", 0, 0]])),
)
# P is measurable in time, and nothing bounds it.
formal(
    "CON-H.12",
    sentence=(
        r"For $\lambda > 0$ all that CON-T4.5 says of v and -v holds for every measurable P for which solutions exist,"
        r" without any bound on P."
    ),
    statement=WHOLE,
    proof=BOTH,
    instance=causal(B=[1, 4, 16]),
    twin=OUTSIDE_4_5,
)
