"""Remark 6: two antipodal values at an equilibrium of the attention map are bipartite or polygonal."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    groups,
    have,
    intro,
    leaf,
    lemma,
    restate,
    rule,
    split,
    take,
    unfold,
    witness,
)

POLES: Part = {
    "groups": ["A", "B"],
    "letters": ["u: vector"],
    "where": [
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        "a := dot(u, P(u))",
        "E := exp(a)^2",
        "gamma1 := (p*E - q)/(p*E + q)",
        "gamma2 := (q*E - p)/(q*E + p)",
        "y1 := u + alpha*gamma1*V(u)",
        "y2 := u + alpha*gamma2*V(u)",
    ],
    "states": ["poles: A -> u, B -> -u"],
    "given": ["alpha > 0", "norm(y1) > 0", "norm(y2) > 0", "fixed(attention, poles)"],
}
ON_EIGENVECTOR = "exists m in number: V(u) == m*u"
BALANCED = "forall i: sum(j: weight(poles, i, j)*poles[j]) == 0"
FIXED = "forall i: value(attention, poles, i) == poles[i]"


def eigenvector(group: str, y: str, gamma: str, sign: str) -> Tree:
    """An imbalance that is not zero: one step keeps the pole of the group only on an eigenvector."""
    image = "value(attention, poles, t)"
    factor = f"norm({y})/(alpha*{gamma})"
    return {
        "left": rule(
            "some element, group",
            take(
                FIXED,
                ["t"],
                witness(
                    f"(norm({y}) - 1)/(alpha*{gamma})",
                    restate(
                        f"{sign}{factor}*{image} + (-1/(alpha*{gamma}))*u"
                        f" == {sign}{factor}*({sign}u) + (-1/(alpha*{gamma}))*u",
                        lemma(
                            "LEM-same-combination",
                            u=image,
                            w=f"{sign}u",
                            z="u",
                            k=f"{sign}{factor}",
                            l=f"-1/(alpha*{gamma})",
                        ),
                    ),
                ),
            ),
            C=ON_EIGENVECTOR,
            new={"x": "t"},
            spaces={"G": group},
        )
    }


BALANCE = {
    "right": have(
        [
            ("p*E == q", leaf("eq p*E + q: gamma1 == 0")),
            ("q*E == p", leaf("eq q*E + p: gamma2 == 0")),
            ("p == q", leaf("eq: p*E == q", "eq -1: q*E == p", times=["1 + E"])),
            ("exp(2*a) == 1", leaf("eq: p*E == q", times=["p"], use=["p == q"])),
        ],
        both(
            KNOWN,
            have(
                [
                    ("2*a <= 0", rule("exp reflects", leaf("eq: exp(2*a) == 1"), a="2*a", b="0")),
                    ("0 <= 2*a", rule("exp reflects", leaf("eq -1: exp(2*a) == 1"), a="0", b="2*a")),
                ],
                rule("antisymmetry", leaf("1/2: 2*a <= 0"), leaf("1/2: 0 <= 2*a"), a="a", b="0"),
            ),
            groups(intro("t", leaf(use=["p*E == q"])), intro("t", leaf(use=["q*E == p"]))),
        ),
    )
}
SQUARE = {
    "tokens": {"A": 2, "B": 2},
    "dim": 2,
    "letters": {"V": [[2, 1], [1, -1]], "P": [[0, 1], [-1, 0]], "alpha": "1/2", "u": ["3/5", "4/5"]},
}
formal(
    "POW-R6.two.R1",
    statement=model(
        V,
        P,
        ATTENTION,
        POLES,
        {"show": f"({ON_EIGENVECTOR}) or (p == q and a == 0 and ({BALANCED}))"},
    ),
    proof=unfold(
        "fixed(attention, poles)",
        split(
            "gamma1 == 0 or gamma1 != 0",
            split("gamma2 == 0 or gamma2 != 0", BALANCE, eigenvector("B", "y2", "gamma2", "-")),
            eigenvector("A", "y1", "gamma1", ""),
        ),
    ),
    instance=SQUARE,
    twin=Variant("with a logit that is not zero as well", {"a == 0 and": "a > 0 and"}, SQUARE),
)
