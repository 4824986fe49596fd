"""Theorems 1 and 2 at consensus under the other readings of their step bounds."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import ONE_HEAD, SEVERAL_HEADS, instance
from proofs_checks.power_method.proofs.cycle_steps import eigenvalue_at, eigenvalue_proof
from proofs_checks.power_method.proofs.equilibrium_classes import LENGTH_OF_V
from proofs_checks.power_method.proofs.models import LAYER, OJA, F, Part, V, eigenvector, symmetric
from proofs_checks.power_method.proofs.oja_classes import SMALL
from proofs_checks.power_method.proofs.step_size_steps import BOUND_3, fixed_proof, other_proof, principal
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, have, intro, leaf, lemma, rule, split

NORM: Part = {
    "letters": ["norm_of_V, low: number"],
    "given": [
        "lam > 0",
        "lam <= norm_of_V",
        "forall m in number: eigenvalue(V, v, m) => -norm_of_V <= m and m < lam",
        "alpha > 0",
    ],
}
SMALLER_OF_BOTH: Part = {
    "given": [
        "abs(low) <= lam => alpha < 1/(2*norm_of_V)",
        "abs(low) > lam => alpha < min(1/(2*norm_of_V), 2/(abs(low) - lam))",
    ]
}
"""The smaller of the bound of Lemma 7 and that of Lemma 4, where there is one."""
MINIMUM = "min(1/(2*norm_of_V), 2/(abs(low) - lam))"


def first_bound() -> tuple[str, Tree]:
    """Whichever case it is, alpha < 1/(2 |V|)."""
    least = (f"{MINIMUM} <= 1/(2*norm_of_V)", rule("minimum below first", a="1/(2*norm_of_V)", b="2/(abs(low) - lam)"))
    return (
        "alpha < 1/(2*norm_of_V)",
        split(
            "lam < abs(low) or abs(low) <= lam",
            have([f"alpha < {MINIMUM}", least], leaf(f"1: alpha < {MINIMUM}", f"1: {least[0]}")),
            KNOWN,
        ),
    )


PRINCIPAL = {**ONE_HEAD, "norm_of_V": 3, "low": -3, "alpha": "1/7"}
formal(
    "POW-T2.stable.RC",
    statement=model(V, OJA, eigenvector(), NORM, SMALLER_OF_BOTH, {"show": "asymptotically_stable(oja, consensus)"}),
    proof=have([first_bound()], lemma("POW-T2.stable")),
    instance=instance(PRINCIPAL),
    twin=Variant(
        "the eigenvalue is not the largest",
        {"and m < lam": "and m < 2*lam"},
        instance({**PRINCIPAL, "V": symmetric(2, 3, 1), "low": 1}),
    ),
)

OTHER: Part = {
    "letters": ["top: number"],
    "given": ["eigenvalue(V, v, top)", "top > lam"],
    "show": [
        "fixed(oja, consensus)",
        "(1 + alpha*top)/c > 1",
        eigenvalue_at("oja", "c"),
        "not lyapunov(oja, consensus)",
    ],
}
"""v is not principal: another eigenvalue is larger."""

GROWTH = leaf("1: alpha > 0; top > lam", times=["c"])
FACTOR = ("c > 0", have(SMALL, KNOWN))
UNSTABLE = [
    have([FACTOR], fixed_proof("V")),
    have([FACTOR], GROWTH),
    have([FACTOR], eigenvalue_proof("V", signs=["c"])),
    have([FACTOR], other_proof("oja")),
]
SECOND = {**ONE_HEAD, "lam": 1, "V": symmetric(1, 2, -3), "top": 2, "norm_of_V": 3, "alpha": "1/7"}
SWAPPED = Variant(
    "the other eigenvalue is smaller",
    {"top > lam": "top < lam"},
    instance({**SECOND, "lam": 2, "V": symmetric(2, 1, -3), "top": 1}),
)
formal(
    "POW-T2.cons",
    statement=model(V, OJA, eigenvector(), LENGTH_OF_V, OTHER),
    proof=UNSTABLE,
    instance=instance(SECOND),
    twin=SWAPPED,
)

LENGTH_ONLY: Part = {"letters": ["norm_of_V, low: number"], "given": LENGTH_OF_V["given"][:3]}
BOUNDS: Part = {"given": [text.replace("lam", "top") for text in SMALLER_OF_BOTH["given"]]}
ALL_OTHER = " and ".join(f"({part})" for part in OTHER["show"])


def with_bound() -> list[Tree]:
    """As under the first bound, which follows from the smaller of both."""
    fact, proof = first_bound()
    return [have([(fact, _renamed(proof)), (ALL_OTHER, lemma("POW-T2.cons"))], KNOWN)] * 4


def _renamed(tree: Tree) -> Tree:
    if isinstance(tree, dict):
        return {name: _renamed(part) for name, part in tree.items()}
    if isinstance(tree, list):
        return [_renamed(part) for part in tree]
    return tree.replace("lam", "top") if isinstance(tree, str) else tree


formal(
    "POW-T2.cons.RC",
    statement=model(V, OJA, eigenvector(), LENGTH_ONLY, BOUNDS, OTHER),
    proof=with_bound(),
    instance=instance({**SECOND, "low": -3}),
    twin=Variant(
        SWAPPED.says,
        SWAPPED.replace,
        instance({**SECOND, "low": -3, "lam": 2, "V": symmetric(2, 1, -3), "top": 1}),
    ),
)

BOTH_POINTS = {
    "where": ["antipode := fn(i: -v)"],
    "show": ["asymptotically_stable(layer, consensus)", "asymptotically_stable(layer, antipode)"],
}
HEADS = {**SEVERAL_HEADS, "low": -3}
formal(
    "POW-T1.all",
    statement=model(F, LAYER, eigenvector("F"), principal("F"), {"show": "asymptotically_stable(layer, consensus)"}),
    proof=have([(" and ".join(BOTH_POINTS["show"]).replace("antipode", "fn(i: -v)"), lemma("POW-T1.stable"))], KNOWN),
    instance=instance({**HEADS, "alpha": "3/2"}, tokens=2, heads=2),
    twin=Variant(
        "the bound 3/(|lambda_d| - lambda_1)", BOUND_3, instance({**HEADS, "alpha": "5/2"}, tokens=2, heads=2)
    ),
)

NOT_ZERO = split("low == 0 or low != 0", absurd(leaf("1: abs(low) > lam", use=["low == 0"], times=["lam"])), KNOWN)
SHORT: Part = {**principal("F"), "given": [*principal("F")["given"][:-1], "low != 0 => alpha < 2/abs(low)"]}
formal(
    "POW-T1.stable.R2",
    statement=model(F, LAYER, eigenvector("F"), SHORT, BOTH_POINTS),
    proof=[
        have(
            [
                (
                    "abs(low) > lam => alpha < 2/(abs(low) - lam)",
                    intro(
                        "",
                        have(
                            [
                                ("low != 0", NOT_ZERO),
                                "alpha < 2/abs(low)",
                                ("abs(low) > 0", leaf("1: abs(low) > lam", "1: lam > 0")),
                            ],
                            leaf(
                                "1: alpha < 2/abs(low); abs(low) > 0", "1: alpha > 0; lam > 0", times=["abs(low) - lam"]
                            ),
                        ),
                    ),
                ),
                (" and ".join(BOTH_POINTS["show"]), lemma("POW-T1.stable")),
            ],
            KNOWN,
        )
    ]
    * 2,
    instance=instance({**HEADS, "alpha": "1/2"}, tokens=2, heads=2),
    twin=Variant(
        "step sizes below 4/|lambda_d|",
        {"2/abs(low)": "4/abs(low)"},
        instance(
            {
                **HEADS,
                "F": symmetric(1, "1/2", "-3"),
                "V": [symmetric(1, 0, 0), symmetric(0, "1/2", -3)],
                "lam": 1,
                "alpha": "5/4",
            },
            tokens=2,
            heads=2,
        ),
    ),
)
