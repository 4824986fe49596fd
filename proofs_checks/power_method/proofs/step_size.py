"""Lemma 4: the step bound of the principal consensus, and that the others are unstable, as cycles where c < 0."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import (
    NEGATIVE,
    ONE_HEAD,
    instance,
    not_fixed_proof,
)
from proofs_checks.power_method.proofs.cycle_steps import TWICE, all_unstable, all_unstable_proof
from proofs_checks.power_method.proofs.models import OJA, V, eigen, eigenvector, symmetric
from proofs_checks.power_method.proofs.step_size_steps import (
    BOUND_3,
    OTHER,
    STABLE,
    TOO_LONG,
    other,
    principal,
    stable_proof,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import intro, leaf, lemma, rule

formal(
    "POW-L4.stable",
    statement=model(V, OJA, eigenvector(), principal(), {"show": "asymptotically_stable(oja, consensus)"}),
    proof=stable_proof("oja"),
    instance=instance(STABLE),
    twin=Variant("the bound 3/(|lambda_d| - lambda_1)", BOUND_3, instance(TOO_LONG)),
)

formal(
    "POW-T2.stable.RB",
    statement=model(V, OJA, eigenvector(), principal(), {"show": "asymptotically_stable(oja, consensus)"}),
    proof=lemma("POW-L4.stable"),
    instance=instance(STABLE),
    twin=Variant("the bound 3/(|lambda_d| - lambda_1)", BOUND_3, instance(TOO_LONG)),
)

MEAN = "sum(j: consensus[j])/sum(j: 1)"
UNDEFINED = f"c == 0 => v + alpha*V({MEAN}) == 0"
formal(
    "POW-L4.unst",
    statement=model(V, OJA, TWICE, eigenvector(), other(), {"show": [*all_unstable("oja"), UNDEFINED]}),
    proof=[
        *all_unstable_proof("oja"),
        intro("", rule("equal vectors", leaf("eq c: c == 0", use=eigen()), u=f"v + alpha*V({MEAN})", w="0")),
    ],
    instance=instance({**OTHER, "lam": -1, "V": symmetric(-1, 2, -1), "top": 2, "low": -1}),
    twin=Variant(
        "step sizes up to 4/(|lambda_d| - lambda_1)",
        {"alpha < 2/(abs(low) - top)": "alpha < 4/(abs(low) - top)"},
        instance({**ONE_HEAD, "lam": -3, "V": symmetric(-3, 1, -3), "top": 1, "low": -3, "alpha": "3/2"}),
    ),
)

formal(
    "POW-L4.neg",
    statement=model(V, OJA, eigenvector(), {"given": ["alpha > 0", "c < 0"], "show": "fixed(oja, consensus)"}),
    refuted={"proof": not_fixed_proof("oja", "V")},
    instance=instance(NEGATIVE),
)
