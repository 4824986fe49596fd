"""Statements of the paper that an exact instance refutes."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, values
from proofs_checks.power_method.proofs.bipartite_models import instance as bipartite_instance
from proofs_checks.power_method.proofs.consensus_steps import NEGATIVE, instance
from proofs_checks.power_method.proofs.criterion import SMALL, SMALLER
from proofs_checks.power_method.proofs.models import ATTENTION, OJA, P, V, eigenvector, symmetric
from verify.formal import formal, model

formal(
    "POW-L1.conv.R1",
    statement=model(V, OJA, eigenvector(), {"given": ["alpha > 0", "lam != 0"], "show": "fixed(oja, consensus)"}),
    refuted={"instance": instance(NEGATIVE)},
)

formal(
    "POW-T3.bip.necc.R1",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        SMALL,
        SMALLER,
        {"show": "asymptotically_stable(attention, bipartite) => 1/c1 < 1 and 1/c2 < 1"},
    ),
    refuted={
        "instance": bipartite_instance(3, 1, values(odds="3/2", V=symmetric(2, "-1", "-1"), alpha="1/8")),
    },
)

formal(
    "POW-R10.neg",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        SMALL,
        SMALLER,
        {"given": ["lam < 0"], "show": "not lyapunov(attention, bipartite)"},
    ),
    refuted={
        "instance": bipartite_instance(2, 2, values(odds="1/3", lam=-2, V=symmetric(-2, 1, 1))),
    },
)
