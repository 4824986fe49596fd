"""Lemma 14 and eq. (14): the three classes of eigenvalues at a bipartite state, trace and determinant."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import (
    BIPARTITE,
    POINT,
    POSITIVE,
    SPECTRUM,
    determinant,
    instance,
    trace,
    values,
)
from proofs_checks.power_method.proofs.bipartite_steps import TANGENT, spectrum_proof
from proofs_checks.power_method.proofs.models import ATTENTION, BASIS, P, V
from verify.formal import Variant, formal, model
from verify.tactics.build import intro, leaf

formal(
    "POW-L14.class2",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["w: vector", "m, s1, s2: number"],
            "given": ["V(w) == m*w", "dot(v, w) == 0"],
            "states": ["along: A -> s1*w, B -> s2*w"],
            "show": [
                "forall i in A: D(attention, bipartite, along, i) == ((1 + alpha*m*a11)/c1*s1 + alpha*m*a12/c1*s2)*w",
                "forall i in B: D(attention, bipartite, along, i) == (alpha*m*a21/c2*s1 + (1 + alpha*m*a22)/c2*s2)*w",
                SPECTRUM,
            ],
        },
    ),
    proof=[
        intro("t", leaf(use=[*POINT, "V(w) == m*w", "dot(v, w) == 0"], norms=["c1"])),
        intro("t", leaf(use=[*POINT, "V(w) == m*w", "dot(v, w) == 0"], norms=["c2"])),
        spectrum_proof(),
    ],
    instance=instance(3, 1, values(w=BASIS[1], m=1, s1=2, s2=-1)),
    twin=Variant(
        "a11 and a22 exchanged",
        {"(1 + alpha*m*a11)/c1": "(1 + alpha*m*a22)/c1", "alpha*x*a11": "alpha*x*a22"},
        instance(3, 1, values(w=BASIS[1], m=1, s1=2, s2=-1)),
    ),
)

WITHIN = [TANGENT, "sum(h in A: d[h]) == 0", "sum(h in B: d[h]) == 0"]
formal(
    "POW-L14.class3",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["d[token]: vector"],
            "given": WITHIN,
            "show": [
                "forall i in A: D(attention, bipartite, d, i) == 1/c1*d[i]",
                "forall i in B: D(attention, bipartite, d, i) == 1/c2*d[i]",
                SPECTRUM,
            ],
        },
    ),
    proof=[
        intro("t", leaf(use=[*POINT, *WITHIN], norms=["c1"])),
        intro("t", leaf(use=[*POINT, *WITHIN], norms=["c2"])),
        spectrum_proof(),
    ],
    instance=instance(2, 2, values(d=[BASIS[1], ["2/3", "-1/3", "-2/3"], BASIS[2], ["-1/3", "2/3", "-2/3"]])),
    twin=Variant(
        "both groups contract alike",
        {"== 1/c2*d[i]": "== 1/c1*d[i]", "1/c1, 1/c2, p, q": "1/c1, 1/c1, p, q"},
        instance(
            3,
            2,
            values(d=[BASIS[1], ["2/3", "-1/3", "-2/3"], [0, 0, 0], BASIS[2], ["-1/3", "2/3", "-2/3"]]),
        ),
    ),
)

formal(
    "POW-L14.class1",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["kappa[token]: number"],
            "show": [
                "forall i in A: D(attention, bipartite, fn(h: kappa[h]*v), i) == 0",
                "forall i in B: D(attention, bipartite, fn(h: kappa[h]*v), i) == 0",
            ],
        },
    ),
    proof=[intro("t", leaf(use=POINT, norms=["c1"])), intro("t", leaf(use=POINT, norms=["c2"]))],
    instance=instance(2, 2, values(kappa=[1, 2, -1, 3])),
    twin=Variant(
        "the value 1/c1^2 of the other reading",
        {"fn(h: kappa[h]*v), i) == 0": "fn(h: kappa[h]*v), i) == kappa[i]/c1^2*v"},
        instance(2, 2, values(kappa=[1, 2, -1, 3])),
    ),
)

formal(
    "POW-T3.det",
    statement=model(
        V,
        P,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["x: number"],
            "where": [
                "b11 := (1 + alpha*x*a11)/c1",
                "b12 := alpha*x*a12/c1",
                "b21 := alpha*x*a21/c2",
                "b22 := (1 + alpha*x*a22)/c2",
            ],
            "show": [
                f"b11 + b22 == {trace('x')}",
                f"b11*b22 - b12*b21 == {determinant('x')}",
                "b11*b22 - b12*b21 == (1 + alpha*x*(a11 + a22) + alpha^2*x^2*p*q*(E^2 - 1)/(E1*E2))/(c1*c2)",
                "(1 - b11)*(1 - b22) - b12*b21 == alpha^2*((lam*(a11 - a12) - x*a11)*(lam*(a22 - a21) - x*a22)"
                " - x^2*a12*a21)/(c1*c2)",
                "(1 + b11)*(1 + b22) - b12*b21 == ((2 + alpha*(lam*(a11 - a12) + x*a11))"
                "*(2 + alpha*(lam*(a22 - a21) + x*a22)) - alpha^2*x^2*a12*a21)/(c1*c2)",
            ],
        },
    ),
    proof=[leaf() for _ in range(5)],
    instance=instance(3, 1, values(x=1)),
    twin=Variant(
        "the product of the diagonal alone",
        {" - alpha^2*x^2*a12*a21)/(c1*c2))": ")/(c1*c2))"},
        instance(3, 1, values(x=1)),
    ),
)
