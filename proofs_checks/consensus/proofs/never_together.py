"""Consensus states are equilibria for U = I, and no solution reaches one in finite time."""

from proofs_checks.consensus.proofs.heights import WEIGHT, WEIGHTED
from proofs_checks.consensus.proofs.instances import diagonal, full
from proofs_checks.consensus.proofs.models import FULL, SOLUTION
from proofs_checks.consensus.proofs.one_point import ROWS, SIGNS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, unfold

_APART = "exists i, j: y[i] != y[j]"
_PAIR = full(W=diagonal(1, 1, 1, 1), y=[[1, 0, 0, 0], [-1, 0, 0, 0]], tokens=2)

formal(
    "CON-T3.2.e",
    statement=model(
        FULL,
        SOLUTION,
        {
            "show": [
                "almost_always(forall z in vector: dot(z, W(z)) == 1 => (forall i: six(fn(k: z), i) == 0))",
                f"at_start({_APART}) => always({_APART})",
            ]
        },
    ),
    proof=[
        enter("ae", intro(["z", "", "p"], leaf(use=["dot(z, W(z)) == 1"]))),
        have(
            [(WEIGHTED, lemma("CON-E6.weights")), ROWS, SIGNS],
            unfold(
                "solves(six, y)",
                intro(
                    "",
                    lemma("LEM-apart", *5 * [KNOWN], leaf(), a=f"fn(i, j: {WEIGHT})", r="sum(h in heads: 1/root)"),
                ),
            ),
        ),
    ],
    instance=_PAIR,
    twin=Variant(
        "tokens that differ are at a positive distance of all others",
        {f"always({_APART})": "always(forall i, j: i != j => y[i] != y[j])"},
        full(W=diagonal(1, 1, 1, 1), y=[[1, 0, 0, 0], [-1, 0, 0, 0], [1, 0, 0, 0]]),
    ),
)
