"""D.4.1: a multi-head bipartite state, when it is an equilibrium, and heads for which it is asymptotically stable."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, instance
from proofs_checks.power_method.proofs.bipartite_steps import ATTENTION_COEFFICIENTS, fixed, two_groups
from proofs_checks.power_method.proofs.common_eigenvector import LEFT, RIGHT, SEVERAL
from proofs_checks.power_method.proofs.head_poles import BOTH, EQUILIBRIUM, STATE
from proofs_checks.power_method.proofs.models import LAYER, SUM_OF_HEADS, F, Part, symmetric
from proofs_checks.power_method.proofs.stable_poles import EQUAL_GROUPS, SMALLER, equal_groups_stable
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, lemma

POINT = ["F(v) == lam*v", "dot(v, v) == 1", RIGHT, LEFT, *SUM_OF_HEADS]
LENGTHS = ("c1", "c2")
CONDITIONS = " and ".join(
    (
        "F(v) == lam*v",
        f"({RIGHT})",
        f"({LEFT})",
        "p == q",
        "c > 1",
        f"({SMALLER.replace('eigenvalue(V', 'eigenvalue(F')})",
    )
)
POLES = "bipartite"
ONLY, IF = (text.replace("poles", POLES) for text in (f"{EQUILIBRIUM} => {BOTH}", f"{BOTH} => {EQUILIBRIUM}"))
STABLE = "asymptotically_stable(layer, bipartite)"
LETTERS: Part = {
    **BIPARTITE,
    "where": [*BIPARTITE["where"], *STATE["where"][2:], *EQUAL_GROUPS["where"]],
    "given": STATE["given"],
}
HERE: Part = {
    **instance(
        1,
        1,
        {
            **{name: value for name, value in SEVERAL.items() if name not in ("Q", "d")},
            "F": symmetric(2, "1/4", "-1"),
            "V": [symmetric(1, "1/4", "-1"), symmetric(1, 0, 0)],
        },
    ),
    "heads": 2,
}
formal(
    "POW-D4.1.bip.repaired",
    title="Condition for a multi-head bipartite equilibrium",
    sentence=(
        "For any unit vector v, p tokens at v and q at -v are an equilibrium of the multi-head map iff $v +"
        r" \alpha\sum_h\gamma_i^hV_hv$ is a positive multiple of v for i = 1, 2, with $\gamma_i^h$ the"
        " imbalance for $a_h = v^TP_hv$. It is asymptotically stable if $P_hv = P_h^Tv = av$ for all h,"
        r" $Fv = \lambda v$, p = q, $T = \tanh a$, $c = 1 + \alpha\lambda T > 1$ and $|1 + \alpha\mu| < c$, $|1"
        r" + \alpha\mu T| < c$ for every eigenvalue $\mu$ of the symmetric F on $v^\perp$."
    ),
    source=Source(PAPER, "D.4.1"),
    kind="equilibrium",
    repairs="POW-D4.1.bip",
    statement=model(F, LAYER, LETTERS, {"show": [f"({ONLY}) and ({IF})", f"{CONDITIONS} => {STABLE}"]}),
    proof=[
        lemma("POW-N7.condition"),
        intro(
            "",
            have(
                [
                    (
                        f"inside_disc(layer, bipartite) and {STABLE}",
                        equal_groups_stable(
                            "layer",
                            "F",
                            two_groups(
                                fixed(POINT, LENGTHS), POINT, LENGTHS, F="layer", V="F", **ATTENTION_COEFFICIENTS
                            ),
                            fixed(POINT, LENGTHS),
                        ),
                    )
                ],
                KNOWN,
            ),
        ),
    ],
    instance=HERE,
    twin=Variant(
        "without the condition on tokens of both poles together",
        {"1 + alpha*m < c and -(1 + alpha*m) < c and ": ""},
        {
            **HERE,
            "letters": {
                **HERE["letters"],
                "F": symmetric(2, "9/5", "-1"),
                "V": [symmetric(1, "9/5", "-1"), symmetric(1, 0, 0)],
            },
        },
    ),
)
