"""Simulation 5.1.1, Figure 3: V of (7), one less the least height, never grows from an open hemisphere and falls
strictly while the tokens are not at one point, whatever P is.

The printed data are a case of it: n = 2, ten tokens, two heads, W = I, v = (1, 0, 0).
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.heights import HEIGHTS, WEIGHT, WEIGHTED
from proofs_checks.consensus.proofs.instances import full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, SOLUTION
from proofs_checks.lemmas.falling import LARGEST
from proofs_checks.lemmas.strictly_falling import APART
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, unfold

_POSITIVE = rule("strictly positive sum, heads", leaf(), e="fn(h in heads: att(h, y, p, q))")

formal(
    "CON-S5.1.1.d",
    sentence=(
        "In the setting of simulation 5.1.1, with all tokens starting in an open hemisphere, they stay in it, and V of"
        " (7) does not increase; its rate is negative at almost every time at which not all tokens are at one point."
    ),
    statement=model(
        FULL,
        SOLUTION,
        HEMISPHERE,
        {
            "show": [
                f"almost_always(rate({LARGEST}) <= 0)",
                f"almost_always(({APART}) => rate({LARGEST}) < 0)",
                "always(forall i: dot(v, y[i]) > 0)",
            ]
        },
    ),
    proof=[
        have(
            [
                (WEIGHTED, lemma("CON-E6.weights")),
                (f"almost_always(forall i, j: {WEIGHT} >= 0)", enter("ae", intro("p,q", leaf()))),
            ],
            unfold("solves(six, y)", lemma("LEM-largest", a=f"fn(i, j: {WEIGHT})")),
        ),
        have(
            [
                (WEIGHTED, lemma("CON-E6.weights")),
                (f"almost_always(forall i, j: {WEIGHT} > 0)", enter("ae", intro("p,q", _POSITIVE))),
            ],
            unfold("solves(six, y)", lemma("LEM-largest.strict", a=f"fn(i, j: {WEIGHT})")),
        ),
        have([(HEIGHTS, lemma("CON-T3.2.a"))], KNOWN),
    ],
    instance=full(),
    twin=Variant("V itself", {f"rate({LARGEST}) <= 0": f"{LARGEST} <= 0"}, full()),
)
