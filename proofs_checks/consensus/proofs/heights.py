"""Theorem 3.2, the hemisphere: no head, metric or time dependence of P matters, only that the weights are positive."""

from proofs_checks.consensus.proofs.instances import full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from verify.formal import Variant, formal, model
from verify.tactics.build import enter, have, intro, leaf, lemma, unfold

WEIGHT = "sum(h in heads: att(h, y, i, j))"
WEIGHTED = f"almost_always(forall i: rate(y[i]) == sum(j: {WEIGHT}*(y[j] - dot(y[i], W(y[j]))*y[i])))"
HEIGHTS = (
    f"start({LEAST}) > 0 and always(forall i: dot(v, y[i]) >= start({LEAST})) and always(forall i: dot(v, y[i]) > 0)"
)

formal(
    "CON-E6.weights",
    title="(6) with U = I, in the weights summed over the heads",
    sentence=(
        r"For full attention with $U_\eta = I$, (6) is $\dot y_i = \sum_j\bar\alpha_{ij}(y_j - \langle y_i,"
        r" y_j\rangle_Wy_i)$, $\bar\alpha_{ij} = \sum_\eta\alpha_{ij}^\eta$, for every W and P."
    ),
    statement=model(FULL, SOLUTION, {"show": [WEIGHTED]}),
    proof=unfold("solves(six, y)", enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == six(y, i)"])))),
    instance=full(),
    twin=Variant("without the projection", {"*(y[j] - dot(y[i], W(y[j]))*y[i])": "*y[j]"}, full()),
)

formal(
    "CON-T3.2.a",
    statement=model(FULL, SOLUTION, HEMISPHERE, {"show": [HEIGHTS]}),
    proof=have(
        [
            (WEIGHTED, lemma("CON-E6.weights")),
            (f"almost_always(forall i, j: {WEIGHT} >= 0)", enter("ae", intro("p,q", leaf()))),
        ],
        unfold("solves(six, y)", lemma("LEM-heights", a=f"fn(i, j: {WEIGHT})")),
    ),
    instance=full(),
    twin=Variant(
        "tokens on the boundary of the hemisphere", {"dot(v, y[i]) > 0)": "dot(v, y[i]) >= 0)"}, full(v=[1, 0, 0, 0])
    ),
)
