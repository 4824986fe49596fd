"""Remark 6: equal tokens, and antipodal ones, as equilibria of the attention map."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    both,
    define,
    intro,
    leaf,
    lemma,
    obtain,
    restate,
    rule,
    take,
    unfold,
    witness,
)

ONE_VALUE: Part = {
    "letters": ["x: vector"],
    "where": ["consensus := fn(i: x)", "y := x + alpha*V(x)"],
    "given": ["alpha > 0", "dot(x, x) == 1"],
}
ON_EIGENVECTOR = "exists lam in number: V(x) == lam*x and 1 + alpha*lam > 0"
IMAGE = "value(attention, consensus, t)"
FIXED = "forall i: value(attention, consensus, i) == x"
PARALLEL = restate(
    f"norm(y)/alpha*{IMAGE} + (-1/alpha)*x == norm(y)/alpha*x + (-1/alpha)*x",
    lemma("LEM-same-combination", u=IMAGE, w="x", z="x", k="norm(y)/alpha", l="-1/alpha"),
)
EQUILIBRIUM = {"V": [[2, 0], [0, 1]], "P": [[1, 2], [0, 1]], "alpha": "1/4", "x": [1, 0]}

formal(
    "POW-R6.one.repaired",
    statement=model(
        V,
        P,
        ATTENTION,
        ONE_VALUE,
        {
            "given": ["norm(y) > 0"],
            "show": [
                "forall i: value(attention, consensus, i) == unit(y)",
                f"({ON_EIGENVECTOR}) => fixed(attention, consensus)",
                f"fixed(attention, consensus) => ({ON_EIGENVECTOR})",
            ],
        },
    ),
    proof=[
        intro("t", leaf()),
        intro(
            "",
            obtain(
                ON_EIGENVECTOR,
                "m",
                unfold(
                    "goal",
                    intro("t", leaf(use=["V(x) == m*x", "dot(x, x) == 1"], norms=["1 + alpha*m"])),
                ),
            ),
        ),
        intro(
            "",
            unfold(
                "fixed(attention, consensus)",
                rule(
                    "some element",
                    take(
                        FIXED,
                        ["t"],
                        witness(
                            "(norm(y) - 1)/alpha",
                            both(
                                PARALLEL,
                                leaf(),
                            ),
                        ),
                    ),
                    C=ON_EIGENVECTOR,
                    new={"x": "t"},
                ),
            ),
        ),
    ],
    instance=plane(EQUILIBRIUM, tokens=3),
    twin=Variant(
        "y_i = x + 2 alpha V x",
        {"y := x + alpha*V(x)": "y := x + 2*alpha*V(x)"},
        plane({**EQUILIBRIUM, "x": ["3/5", "4/5"]}, tokens=3),
    ),
)

EIGENVECTOR = "exists m in number: V(x) == m*x"
SOMEWHERE = (
    f"exists x in vector: dot(x, x) == 1 and norm(x + alpha*V(x)) > 0 and not ({EIGENVECTOR})"
    " and fixed(attention, fn(i: x))"
)
formal(
    "POW-R6.one",
    statement=model(
        V,
        P,
        ATTENTION,
        {"given": ["alpha > 0"], "show": SOMEWHERE},
    ),
    refuted={
        "proof": intro(
            "",
            obtain(
                SOMEWHERE,
                "x",
                define(
                    ONE_VALUE["where"],
                    unfold(
                        "fixed(attention, fn(i: x))",
                        rule(
                            "some element",
                            take(
                                FIXED,
                                ["t"],
                                rule(
                                    "contradiction",
                                    witness("(norm(y) - 1)/alpha", PARALLEL),
                                    KNOWN,
                                    P=EIGENVECTOR,
                                    C="1 <= 0",
                                ),
                            ),
                            C="1 <= 0",
                            new={"x": "t"},
                        ),
                    ),
                ),
            ),
        )
    },
    instance=plane({name: EQUILIBRIUM[name] for name in ("V", "P", "alpha")}, tokens=3),
)
