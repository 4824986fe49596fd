"""Section 2.1.1: a step that is too long loses the principal consensus, whatever Assumption 1 says."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import SEVERAL_HEADS, instance
from proofs_checks.power_method.proofs.models import LAYER, F, eigenvector
from verify.formal import formal, model

formal(
    "POW-2.1.gen.alpha.R2",
    statement=model(
        F,
        LAYER,
        eigenvector("F"),
        {
            "given": ["simple_top(F, v, lam)", "lam > 0", "alpha > 0"],
            "show": "asymptotically_stable(layer, consensus)",
        },
    ),
    refuted={"instance": instance({**SEVERAL_HEADS, "alpha": "5/2"}, tokens=2, heads=2)},
)
