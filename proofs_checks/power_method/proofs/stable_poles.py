"""Stable bipartite equilibria of the attention map with as many tokens at v as at -v.

T = tanh a. With equal groups the two eigenvalues per direction are (1 + alpha m)/c and (1 + alpha m T)/c.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, determinant, instance, trace, values
from proofs_checks.power_method.proofs.criterion import inside, stable
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, leaf, lemma, rule, take

EQUAL_GROUPS: Part = {
    "where": ["T := (E - 1)/(E + 1)", "c := 1 + alpha*lam*T"],
    "given": ["p == q"],
}
SMALLER = (
    "forall m in number: eigenvalue(V, v, m)"
    " => 1 + alpha*m < c and -(1 + alpha*m) < c and 1 + alpha*m*T < c and -(1 + alpha*m*T) < c"
)
S, R = "(1 + alpha*x)", "(1 + alpha*x*T)"
TRACE = f"{trace('x')} == ({S} + {R})/c"
DETERMINANT = f"{determinant('x')} == {S}*{R}/c^2"
INSIDE = [
    (
        f"({S} + {R})/c < 1 + {S}*{R}/c^2 and -({S} + {R})/c < 1 + {S}*{R}/c^2 and {S}*{R}/c^2 < 1",
        lemma("LEM-two-inside", s=S, t=R, c="c"),
    ),
    (TRACE, leaf(use=["q == p"])),
    (DETERMINANT, leaf(use=["q == p"])),
]

BOTH = "inside_disc({0}, bipartite) and asymptotically_stable({0}, bipartite)".format


def equal_groups_stable(
    F: str = "attention", V: str = "V", spectrum: Tree | None = None, fixed: Tree | None = None
) -> Tree:
    """Equal groups are stable where every other direction grows less than v; `spectrum` and `fixed` are of map F."""
    conditions = SMALLER.replace("eigenvalue(V", f"eigenvalue({V}")
    return have(
        [
            ("c > 0", leaf("1:", "1: c > 1")),
            ("c1 == c", leaf(use=["q == p"])),
            ("c2 == c", leaf(use=["q == p"])),
            ("c1 > 0", leaf("1:", "1: c > 1", "eq -1: c1 == c")),
            ("c2 > 0", leaf("1:", "1: c > 1", "eq -1: c2 == c")),
            ("1/c1 < 1", leaf("1: c > 1", "eq -1: c1 == c", times=["c1"])),
            ("1/c2 < 1", leaf("1: c > 1", "eq -1: c2 == c", times=["c2"])),
            (
                f"inside_disc({F}, bipartite)",
                inside(
                    take(
                        conditions,
                        ["x"],
                        have(
                            INSIDE,
                            rule(
                                "absolute",
                                leaf(f"1: ({S} + {R})/c < 1 + {S}*{R}/c^2", f"eq: {TRACE}", f"eq -1: {DETERMINANT}"),
                                leaf(
                                    f"1: -({S} + {R})/c < 1 + {S}*{R}/c^2",
                                    f"eq -1: {TRACE}",
                                    f"eq -1: {DETERMINANT}",
                                ),
                                e=trace("x"),
                                b=f"1 + {determinant('x')}",
                            ),
                        ),
                    ),
                    take(conditions, ["x"], have(INSIDE, leaf(f"1: {S}*{R}/c^2 < 1", f"eq: {DETERMINANT}"))),
                    spectrum=spectrum,
                    F=F,
                    V=V,
                ),
            ),
        ],
        both(KNOWN, stable(KNOWN, fixed, F)),
    )


formal(
    "POW-R10.stable.equal",
    title="Equal groups at the poles are stable where every other direction grows less than v",
    sentence=(
        r"For every P and symmetric V let $Vv = \lambda v$, $a = v^TPv$, $T = \tanh a$ and $c = 1 + \alpha\lambda T >"
        r" 1$. The state with as many tokens at v as at $-v$ has all tangent eigenvalues in the open unit disc and is"
        r" asymptotically stable for the attention map, if $|1 + \alpha\mu| < c$ and $|1 + \alpha\mu T| < c$ for every"
        r" eigenvalue $\mu$ of V on $v^\perp$."
    ),
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        EQUAL_GROUPS,
        {"given": ["c > 1", SMALLER], "show": BOTH("attention")},
    ),
    proof=equal_groups_stable(),
    instance=instance(1, 1, values(V=symmetric(2, "1/4", "-1"))),
    twin=Variant(
        "no condition on the tokens of opposite poles together",
        {"=> 1 + alpha*m < c and -(1 + alpha*m) < c and 1": "=> 1"},
        instance(1, 1, values(V=symmetric(2, "9/5", "-1"))),
    ),
)
