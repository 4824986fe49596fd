"""D.4.2 and D.5: a stable bipartite state beyond the step bound of Theorem 3, and one on the last eigenvector."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, determinant, instance, trace, values
from proofs_checks.power_method.proofs.bipartite_steps import fixed_proof
from proofs_checks.power_method.proofs.models import ATTENTION, BASIS, P, V, symmetric
from proofs_checks.power_method.proofs.stable_examples import on_complement, two_eigenvalues
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    have,
    intro,
    leaf,
    lemma,
    rule,
)

FIRST = two_eigenvalues("1", "1/4")
NUMBERS = ["lam == 1", "exp(a) == 3", "p == 3", "q == 3", "alpha == 2"]
SCHUR = f"abs({determinant('m')}) < 1 and abs({trace('m')}) < 1 + {determinant('m')}"
GENERAL = {
    "letters": ["U: operator", "z: vector", "top, low, beta: number"],
    "maps": [ATTENTION["maps"][0].replace("attention(", "general(").replace("alpha*V(", "beta*U(")],
    "given": [
        "U(z) == top*z",
        "dot(z, z) == 1",
        "top > 0",
        "forall m in number: eigenvalue(U, z, m) => low <= m and m < top",
        "eigenvalue(U, z, low)",
        "beta > 0",
    ],
}


def numeric(use: list[str], m: str) -> Tree:
    """Both Schur-Cohn conditions at numbers."""
    return both(
        rule("absolute", leaf(use=use), leaf(use=use), e=determinant(m), b="1"),
        rule("absolute", leaf(use=use), leaf(use=use), e=trace(m), b=f"1 + {determinant(m)}"),
    )


VALUES = values(lam=1, V=symmetric(1, "1/4", "1/4"), alpha=2)
CONSENSUS = {"U": symmetric(2, 1, -2), "z": BASIS[0], "top": 2, "low": -2, "beta": 5}
formal(
    "POW-D4.2",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        GENERAL,
        {
            "given": [*NUMBERS, FIRST],
            "show": [
                "abs(low) <= top => asymptotically_stable(general, fn(i: z))",
                "alpha > 1/lam",
                "fixed(attention, bipartite)",
                f"forall m in number: eigenvalue(V, v, m) => {SCHUR}",
                "1/c1 < 1 and 1/c2 < 1",
            ],
        },
    ),
    proof=[
        intro(
            "",
            lemma(
                "POW-T3.cons.first",
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                intro(
                    "",
                    absurd(
                        lemma(
                            "LEM-two-signs", leaf("1: abs(low) <= top"), leaf("1: abs(low) > top"), a="top - abs(low)"
                        )
                    ),
                ),
                V="U",
                alpha="beta",
                v="z",
                lam="top",
            ),
        ),
        leaf(use=NUMBERS),
        have([("c1 > 0", leaf(use=NUMBERS)), ("c2 > 0", leaf(use=NUMBERS))], fixed_proof()),
        intro("y,", on_complement(FIRST, "1/4", numeric([*NUMBERS, "y == 1/4"], "y"))),
        both(leaf(use=NUMBERS), leaf(use=NUMBERS)),
    ],
    instance=instance(3, 3, {**VALUES, **CONSENSUS}),
    twin=Variant(
        "alpha = 1/2, inside the condition",
        {"alpha == 2": "alpha == 1/2"},
        instance(3, 3, {**VALUES, **CONSENSUS, "alpha": "1/2"}),
    ),
)
