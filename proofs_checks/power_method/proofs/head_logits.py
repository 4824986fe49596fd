"""POW-N7: when tokens at two opposite poles are an equilibrium, for heads with independent ranges."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.head_poles import (
    ALONG,
    BOTH,
    EQUILIBRIUM,
    HEADS,
    STATE,
    USE,
)
from proofs_checks.power_method.proofs.independent_logits import (
    COMBINED,
    DIAGONAL,
    FACTORS,
    INDEPENDENT,
    MULTIPLE,
    SAME,
    SEEN,
)
from proofs_checks.power_method.proofs.models import LAYER, SPHERES
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    witness,
)

LOGITS = f"({MULTIPLE(1)} and {MULTIPLE(2)} => ({SAME}))"
SAME_FACTORS = f"(({SAME}) => (forall k in heads: V[k](v) != 0 => {FACTORS}))"
SIGNS = "1 + alpha*lam*gamma1(k) > 0 and 1 + alpha*lam*gamma2(k) > 0"
ONE_P = "forall h in heads, u in vector: P[h](u) == Q(u)"


def condition(then: Tree) -> Tree:
    """POW-N7.condition at hand."""
    return have([(f"({EQUILIBRIUM} => {BOTH}) and ({BOTH} => {EQUILIBRIUM})", lemma("POW-N7.condition"))], then)


def solved(i: int) -> tuple[str, Tree]:
    """The combination, from y_i along v."""
    return (
        MULTIPLE(i),
        obtain(
            ALONG(i),
            f"r{i}",
            witness(f"(r{i} - 1)/alpha", lemma("LEM-solved", x="v", g=COMBINED(i), k="alpha", c=f"r{i}")),
        ),
    )


SAID = " and ".join(
    (
        f"(forall i in A: {SEEN} == {COMBINED(1)}) and (forall i in B: {SEEN} == -{COMBINED(2)})",
        LOGITS,
        f"(({SAME}) => {MULTIPLE(1)} and {MULTIPLE(2)})",
        SAME_FACTORS,
    )
)
"""POW-2.1.nobip.repaired."""


def positive(i: int) -> Tree:
    """The factor of y_i is the positive one."""
    factor = f"(1 + alpha*lam*gamma{i}(k1))"
    return obtain(
        ALONG(i),
        f"r{i}",
        have(
            [
                (f"{factor}*v == r{i}*v", lemma("LEM-both-equal", a=f"y{i}", b=f"{factor}*v", c=f"r{i}*v")),
                (
                    f"dot(v, {factor}*v) == dot(v, r{i}*v)",
                    lemma("LEM-same-dot", u=f"{factor}*v", w=f"r{i}*v", z="v"),
                ),
            ],
            leaf(f"1: r{i} > 0", f"eq -1: dot(v, {factor}*v) == dot(v, r{i}*v)", use=USE),
        ),
    )


formal(
    "POW-N7",
    title="When a multi-head bipartite state is an equilibrium",
    sentence=(
        "p tokens at v and q at -v are an equilibrium of the multi-head map iff $v +"
        r" \alpha\sum_h\gamma_i^hV_hv$ is a positive multiple of v, i = 1, 2. If $Fv = \lambda v$ and the"
        " ranges of the $V_h$ are independent (matrices $R_h$ keep the range of $V_h$ and send those of the"
        r" others to 0) this means that all heads with $V_hv \neq 0$ have the same $v^TP_hv$ and, where there"
        r" is such a head, $1 + \alpha\lambda\gamma_i > 0$. If all $P_h = P$ the multi-head map is the"
        " single-head map with $V = F$, at every state."
    ),
    source=Source(PAPER, "D.4.1 (extension)"),
    kind="equilibrium",
    role="extension",
    statement=model(
        HEADS,
        STATE,
        INDEPENDENT,
        {
            "letters": ["Q: matrix"],
            "where": ["one(X, i, j) := exp(dot(X[i], Q(X[j])))/sum(k: exp(dot(X[i], Q(X[k]))))"],
            "maps": [f"single(X, i) = unit(X[i] + alpha*F(sum(j: one(X, i, j)*X[j]))) on {SPHERES}"],
            "show": [
                f"({EQUILIBRIUM} => {BOTH}) and ({BOTH} => {EQUILIBRIUM})",
                f"{EQUILIBRIUM} => ({SAME})",
                f"({SAME}) => (forall k in heads: V[k](v) != 0"
                f" => ({EQUILIBRIUM} => {SIGNS}) and ({SIGNS} => {EQUILIBRIUM}))",
                f"({ONE_P}) => (forall X in state, i: value(layer, X, i) == value(single, X, i))",
            ],
        },
    ),
    proof=[
        lemma("POW-N7.condition"),
        intro(
            "",
            condition(
                have([BOTH, (SAID, lemma("POW-2.1.nobip.repaired")), solved(1), solved(2)], intro("h1,k1,", KNOWN))
            ),
        ),
        intro(
            ",k1,",
            condition(
                have(
                    [
                        (SAID, lemma("POW-2.1.nobip.repaired")),
                        *FACTORS.replace("(k)", "(k1)").split(" and "),
                    ],
                    both(
                        intro("", have([BOTH], both(positive(1), positive(2)))),
                        intro(
                            "",
                            have(
                                [
                                    (ALONG(i), witness(f"1 + alpha*lam*gamma{i}(k1)", both(KNOWN, KNOWN)))
                                    for i in (1, 2)
                                ],
                                KNOWN,
                            ),
                        ),
                    ),
                ),
            ),
        ),
        intro(",X,t", leaf(use=[ONE_P, *LAYER["given"]])),
    ],
    instance={**DIAGONAL, "letters": {**DIAGONAL["letters"], "Q": [[0, 0], [0, 0]]}},
    twin=Variant(
        "gamma_1 for both groups",
        {"1 + alpha*lam*gamma2(k) > 0": "1 + alpha*lam*gamma1(k) > 0"},
        {
            **DIAGONAL,
            "letters": {
                **DIAGONAL["letters"],
                "V": [[[6, 0], [0, 0]], [[0, 0], [0, 3]]],
                "F": [[6, 0], [0, 3]],
                "P": [[[0, 1], [2, 0]], [["log(3)", 0], [1, 0]]],
                "lam": 6,
                "alpha": 1,
                "Q": [[0, 0], [0, 0]],
            },
        },
    ),
)
