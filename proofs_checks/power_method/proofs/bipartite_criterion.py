"""POW-N1.stable: inside the disc exactly if two symmetric matrices are positive definite for every eigenvalue of V."""

from __future__ import annotations

import re

from proofs_checks.lemmas.schur_cohn import ARRIVED
from proofs_checks.power_method.proofs.bipartite_models import (
    BIPARTITE,
    POSITIVE,
    Q11,
    Q12,
    Q21,
    Q22,
    SPECTRUM,
)
from proofs_checks.power_method.proofs.bipartite_steps import spectrum_proof
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, take

LETTERS: Part = {"F": "attention", "S": "bipartite", "a": Q11, "b": Q12, "c": Q21, "e": Q22, "r": "1/c1", "s": "1/c2"}
MATRICES: Part = {
    "where": [
        "g1 := a11 - a12",
        "g2 := a22 - a21",
        "t1 := (p*exp(a) + q*exp(-a))/p",
        "t2 := (p*exp(-a) + q*exp(a))/q",
        "K := exp(a)",
        "k := exp(-a)",
        "s11(x) := lam*g1*t1 - x*K",
        "s22(x) := lam*g2*t2 - x*K",
        "s12(x) := -x*k",
        "r11(x) := 2*t1 + alpha*(lam*g1*t1 + x*K)",
        "r22(x) := 2*t2 + alpha*(lam*g2*t2 + x*K)",
        "r12(x) := alpha*(x*k)",
        "S(x) := s11(x) > 0 and s11(x)*s22(x) > s12(x)^2",
        "R(x) := r11(x) > 0 and r11(x)*r22(x) > r12(x)^2",
    ]
}
"""t_i = delta_i/p, delta_i/q; a symmetric 2 x 2 matrix is positive definite if its leading minors are positive."""

GROUPS = "(p >= 2 => lam*g1 > 0) and (q >= 2 => lam*g2 > 0)"
ALL = "forall m in number: eigenvalue(V, v, m) => S(m) and R(m)"


CLOSED = [
    (SPECTRUM, spectrum_proof()),
    *[(fact, leaf()) for fact in ("c1 == 1 + alpha*lam*(a11 - a12)", "c2 == 1 + alpha*lam*(a22 - a21)")],
    *[(fact, leaf()) for fact in ("c1 == 1 + alpha*(lam*g1)", "c2 == 1 + alpha*(lam*g2)")],
    *[(fact, KNOWN) for fact in ("a12 > 0", "a21 > 0", "t1 > 0", "t2 > 0")],
    *[(fact, leaf()) for fact in ("t1*a11 == K", "t2*a22 == K", "t1*t2*a12*a21 == k^2")],
]
"""What the lemmas need of the state, proved once, so that the later steps compare texts only."""


def only_if(y: str, then: Tree) -> Tree:
    """What an inside spectrum says at one eigenvalue."""
    said = [re.sub(r"\bm\b", y, text) for text in ARRIVED]
    groups = ["(p >= 2 => abs(1/c1) < 1)", "(q >= 2 => abs(1/c2) < 1)"]
    return have([(" and ".join([*said, *groups]), rule("Schur-Cohn, only if", m=y, **LETTERS))], then)


def group(c: str, g: str) -> Tree:
    """lam g > 0 for a group of at least two tokens."""
    return only_if("some", intro("", lemma("LEM-above-one", c=c, x=f"lam*{g}")))


STEP_MINOR = "(2*t1 + z*(lam*g1*t1 + some*K))*(2*t2 + z*(lam*g2*t2 + some*K))"
UP_TO = f"forall z in number: 0 <= z and z <= alpha => {STEP_MINOR} > (z*(some*k))^2"
"""det R at every step up to alpha; c1 c2 det (I + B) at the step z is this over t1 t2."""
HERE: Part = {
    "tokens": {"A": 2, "B": 1},
    "dim": 2,
    "letters": {
        "v": [1, 0],
        "lam": 2,
        "a": "log(6)",
        "alpha": "1/4",
        "some": "-99/50",
        "V": [[2, 0], [0, "-99/50"]],
        "P": [["log(6)", "log(2)"], [3, 1]],
    },
}
formal(
    "POW-N1.stable",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        MATRICES,
        {
            "letters": ["some: number"],
            "given": ["alpha > 0", "eigenvalue(V, v, some)"],
            "show": [
                f"(inside_disc(attention, bipartite) => ({ALL}) and ({GROUPS}))"
                f" and (({GROUPS}) => ({ALL}) => inside_disc(attention, bipartite))",
                "forall z in number: (2 + z*(lam*g1 + some*a11))*(2 + z*(lam*g2 + some*a22)) - z^2*some^2*a12*a21"
                f" == ({STEP_MINOR} - (z*(some*k))^2)/(t1*t2)",
                f"(R(some) => ({UP_TO})) and (({UP_TO}) => R(some))",
            ],
        },
    ),
    proof=[
        have(
            CLOSED,
            both(
                intro(
                    "",
                    both(
                        intro("y,", only_if("y", lemma("LEM-bipartite-block", m="y"))),
                        group("c1", "g1"),
                        group("c2", "g2"),
                    ),
                ),
                intro(
                    ",",
                    rule(
                        "inside, two groups",
                        KNOWN,
                        take(ALL, ["y"], lemma("LEM-bipartite-block.trace", m="y")),
                        take(ALL, ["y"], lemma("LEM-bipartite-block.determinant", m="y")),
                        lemma("LEM-below-one", c="c1", x="lam*g1"),
                        lemma("LEM-below-one", c="c2", x="lam*g2"),
                        **LETTERS,
                        new={"x": "y"},
                    ),
                ),
            ),
        ),
        intro("z", leaf()),
        lemma("LEM-first-zero", KNOWN, KNOWN, KNOWN, x1="lam*g1*t1 + some*K", x2="lam*g2*t2 + some*K", y="some*k"),
    ],
    instance=HERE,
    twin=Variant(
        "S_j with + lambda_j K",
        {"lam*g1*t1 - x*K": "lam*g1*t1 + x*K", "lam*g2*t2 - x*K": "lam*g2*t2 + x*K"},
        HERE,
    ),
)
