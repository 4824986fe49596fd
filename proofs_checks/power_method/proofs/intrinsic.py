"""Remark 8: which classes of eigenvectors at a bipartite state are intrinsic."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POINT, POSITIVE, SPECTRUM, instance, values
from proofs_checks.power_method.proofs.bipartite_steps import spectrum_proof
from proofs_checks.power_method.proofs.models import ATTENTION, BASIS, P, V
from verify.formal import Variant, formal, model
from verify.tactics.build import both, groups, intro, leaf

TANGENT = "forall h: dot(v, tangent[h]) == 0"
ACROSS = ["dot(v, w) == 0", "forall h: dot(v, z[h]) == 0"]
VALUES = values(
    kappa=[1, -1, 2],
    tangent=[BASIS[1], BASIS[2], BASIS[1]],
    d=[[1, 2, 3], [0, 1, 0], [1, 1, 1]],
    w=BASIS[1],
    s1=2,
    s2=-1,
    z=[BASIS[1], BASIS[2], BASIS[2]],
    directions=3,
)
formal(
    "POW-R8",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": [
                "kappa[token]: number",
                "tangent[token], d[token], z[token]: vector",
                "w: vector",
                "s1, s2, directions: number",
            ],
            "states": ["along: A -> s1*w, B -> s2*w"],
            "given": ACROSS,
            "show": [
                f"({TANGENT}) => sum(i: dot(kappa[i]*v, tangent[i])) == 0",
                "forall i: dot(bipartite[i], along[i]) == 0 and dot(bipartite[i], z[i]) == 0",
                "forall i: dot(bipartite[i], D(attention, bipartite, d, i)) == 0",
                SPECTRUM,
                "2*(directions - 1) + (p - 1)*(directions - 1) + (q - 1)*(directions - 1) == (p + q)*(directions - 1)",
            ],
        },
    ),
    proof=[
        intro("", leaf(use=[TANGENT])),
        groups(
            intro("t", both(leaf(use=ACROSS), leaf(use=ACROSS))), intro("t", both(leaf(use=ACROSS), leaf(use=ACROSS)))
        ),
        groups(intro("t", leaf(use=POINT, norms=["c1"])), intro("t", leaf(use=POINT, norms=["c2"]))),
        spectrum_proof(),
        leaf(),
    ],
    instance=instance(2, 1, VALUES),
    twin=Variant(
        "the two groups contribute 2d instead of 2(d-1) vectors to class 2",
        {"2*(directions - 1) + (p": "2*directions + (p"},
        instance(2, 1, VALUES),
    ),
)
