"""Section 5: where all critical points but clusters are strict saddles, almost every start tends to a cluster."""

from __future__ import annotations

from proofs_checks.perspective.proofs.almost_every_start import CLUSTER, clusters
from proofs_checks.perspective.proofs.gradient import vanishing
from proofs_checks.perspective.proofs.models import LOG2, SA, USA, WEIGHTS, at
from proofs_checks.perspective.proofs.saddles import NO_CLUSTER
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, define, have, intro, leaf, lemma, obtain, rule, split, take, witness

_STATE = "forall X in state: (forall i: dot(X[i], X[i]) == 1) => (forall i: usa(X, i) == 0)"
STEEP = "exists d in state: (forall i: dot({0}[i], d[i]) == 0) and sum(i: dot(D(usa, {0}, d, i), d[i])) > 0".format
STRICT = f"{_STATE} => ({NO_CLUSTER.replace('x[', 'X[')}) => ({STEEP('X')})"
"""The gradient of n E_beta is the field of USA, so that the form that D makes is the Hessian."""
CLUSTERS = " and ".join(f"almost_all_converge({flow}, {CLUSTER})" for flow in ("usa", "sa"))

_TURN = "sum(k: e(x, {0}, k)*beta*(dot(d[{0}], x[k]) + dot(x[{0}], d[k])))".format
_USA, _SA = "n*dot(D(usa, x, d, {0}), d[{0}])".format, "Z(x, {0})*dot(D(sa, x, d, {0}), d[{0}])".format


def _own_metric() -> Tree:
    """Where the field of SA vanishes, its derivative and that of USA differ by the weights alone."""
    rests = "dot(d[q], sa(x, q)) == dot(d[q], 0*d[q])"
    each = have(
        ["sa(x, q) == 0", (rests, lemma("LEM-same-dot", u="sa(x, q)", w="0*d[q]", z="d[q]"))],
        define([f"turn := {_TURN('q')}"], leaf(f"eq -turn: {rests}")),
    )
    same = f"sum(i: {_SA('i')}) == sum(i: {_USA('i')})"
    summed = rule("equal sums", each, e=f"fn(i: {_SA('i')})", f=f"fn(i: {_USA('i')})", new={"x": "q"})
    return have(
        [(same, summed)],
        leaf("1: n > 0; sum(i: dot(D(usa, x, d, i), d[i])) > 0", f"eq -1: {same}"),
    )


def _rises(flow: str) -> Tree:
    """The direction that the hypothesis gives."""
    resting = (
        [] if flow == "usa" else [("forall i: usa(x, i) == 0", intro("p", vanishing("usa", "sa", "n", "Z(x, p)")))]
    )
    steep = leaf("1: n > 0; sum(i: dot(D(usa, x, d, i), d[i])) > 0") if flow == "usa" else _own_metric()
    found = STEEP("x")
    return have(
        [*resting, (found, take(STRICT, ["x"], KNOWN))],
        obtain(found, "d", witness("d", both(KNOWN, steep))),
    )


def scheme(flow: str) -> Tree:
    """Both energies: that of beta, and its limit at beta = 0."""
    weight = {"usa": "sum(j: 1)", "sa": "Z(X, i)"}[flow]
    zero = clusters(flow, "sum(i, j: dot(X[i], X[j]))/2", weight, KNOWN, _rises(flow), "beta == 0")
    other = clusters(flow, "sum(i, j: e(X, i, j))/(2*beta)", weight, KNOWN, _rises(flow))
    return split("beta == 0 or beta != 0", zero, other)


formal(
    "PER-T5.loj",
    statement=model(WEIGHTS, SA, USA, {"given": [STRICT], "show": CLUSTERS}),
    proof=both(scheme("usa"), scheme("sa")),
    instance=at(1, 2, beta=LOG2),
    twin=Variant("directions in which it does not fall", {"d[i])) > 0": "d[i])) >= 0"}, at(2, 1, beta=LOG2)),
)
