"""Lemmas 3 and 14, class 1: radial eigenvalues under both readings of the norm, for both signs of the factor."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POINT, POSITIVE, values
from proofs_checks.power_method.proofs.bipartite_models import instance as bipartite_instance
from proofs_checks.power_method.proofs.consensus_steps import NEGATIVE, ONE_HEAD, instance
from proofs_checks.power_method.proofs.inverse_norms import OJA_UNIT, WEIGHTED, first_unit
from proofs_checks.power_method.proofs.models import ATTENTION, OJA, P, Part, V, eigen, eigenvector
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, have, intro, leaf

KAPPA: Part = {"letters": ["kappa[token]: number"]}
ONE_SLOT = [1, 2, -1, 3]
SQUARE = "1 + 2*alpha*lam + alpha^2*lam^2 > 0"


def radial(map_: str, value: str, sign: str) -> Part:
    """Multiples of v at the tokens: any combination of the vectors with v in one slot."""
    return {
        "given": [f"c {sign} 0"],
        "show": [f"forall i: D({map_}, consensus, fn(h: kappa[h]*v), i) == {value}"],
    }


def with_square(fact: str, length: str) -> Tree:
    """The derivative where |y|^2 was written out before differentiating."""
    return intro("t", have([(SQUARE, leaf(f"1: {fact}; {fact}"))], leaf(use=eigen(), norms=[length])))


formal(
    "POW-L3.class1.R2",
    statement=model(V, OJA_UNIT, eigenvector(), KAPPA, radial("unit_first", "kappa[i]/c^2*v", ">")),
    proof=with_square("c > 0", "c"),
    instance=instance({**ONE_HEAD, "kappa": ONE_SLOT}),
    twin=Variant("the first power", {"/c^2*v": "/c*v"}, instance({**ONE_HEAD, "kappa": ONE_SLOT})),
)

formal(
    "POW-L3.class1neg.repaired",
    statement=model(V, OJA_UNIT, eigenvector(), KAPPA, radial("unit_first", "-kappa[i]/c^2*v", "<")),
    proof=with_square("c < 0", "-c"),
    instance=instance({**NEGATIVE, "kappa": ONE_SLOT}),
    twin=Variant(
        "the sign of the positive case",
        {"-kappa[i]/c^2*v": "kappa[i]/c^2*v"},
        instance({**NEGATIVE, "kappa": ONE_SLOT}),
    ),
)

formal(
    "POW-L3.class1neg.R1.repaired",
    statement=model(V, OJA, eigenvector(), KAPPA, radial("oja", "0", "<")),
    proof=intro("t", leaf(use=eigen(), norms=["-c"])),
    instance=instance({**NEGATIVE, "kappa": ONE_SLOT}),
    twin=Variant(
        "the value of the other reading",
        {"i) == 0": "i) == -kappa[i]/c^2*v"},
        instance({**NEGATIVE, "kappa": ONE_SLOT}),
    ),
)


def at_group(factor: str) -> Tree:
    """The same at a token of one of the two groups."""
    return intro(
        "t",
        have([(f"({factor})^2 > 0", leaf(f"1: {factor} > 0; {factor} > 0"))], leaf(use=POINT, norms=[factor])),
    )


formal(
    "POW-L14.class1.R2",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        KAPPA,
        {
            "maps": [first_unit("unit_first", WEIGHTED)],
            "show": [
                "forall i in A: D(unit_first, bipartite, fn(h: kappa[h]*v), i) == kappa[i]/c1^2*v",
                "forall i in B: D(unit_first, bipartite, fn(h: kappa[h]*v), i) == kappa[i]/c2^2*v",
            ],
        },
    ),
    proof=[at_group("c1"), at_group("c2")],
    instance=bipartite_instance(3, 1, values(kappa=ONE_SLOT)),
    twin=Variant(
        "the first power", {"kappa[i]/c1^2*v": "kappa[i]/c1*v"}, bipartite_instance(3, 1, values(kappa=ONE_SLOT))
    ),
)
