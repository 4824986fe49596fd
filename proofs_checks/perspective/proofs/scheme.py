"""Section 5: where all critical points but clusters are strict saddles, almost every start tends to a cluster."""

from __future__ import annotations

from collections.abc import Callable

from proofs_checks.perspective.proofs.almost_every_start import CLUSTER, clusters, strict
from proofs_checks.perspective.proofs.gradient import vanishing
from proofs_checks.perspective.proofs.models import LOG2, SA, USA, WEIGHTS, at
from proofs_checks.perspective.proofs.saddles import NO_CLUSTER
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    define,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

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


def _direction(flow: str, found: Tree) -> Tree:
    """A direction for the flow from one for USA, which `found` proves to exist."""
    return have([(STEEP("x"), found)], obtain(STEEP("x"), "d", witness("d", both(KNOWN, _IN_METRIC[flow]))))


_IN_METRIC = {"usa": leaf("1: n > 0; sum(i: dot(D(usa, x, d, i), d[i])) > 0"), "sa": _own_metric()}
_AT_REST = ("forall i: usa(x, i) == 0", intro("p", vanishing("usa", "sa", "n", "Z(x, p)")))


def _resting(flow: str, then: Tree) -> Tree:
    """An equilibrium of either flow is one of USA."""
    return have([_AT_REST], then) if flow == "sa" else then


def _both_energies(made: Callable[..., Tree], flow: str, *texts: str, steep: Tree) -> Tree:
    """The energy of beta, and its limit at beta = 0."""
    weight = {"usa": "sum(j: 1)", "sa": "Z(X, i)"}[flow]
    zero = made(flow, "sum(i, j: dot(X[i], X[j]))/2", weight, *texts, steep, "beta == 0")
    other = made(flow, "sum(i, j: e(X, i, j))/(2*beta)", weight, *texts, steep)
    return split("beta == 0 or beta != 0", zero, other)


def scheme(flow: str) -> Tree:
    """The hypothesis gives the direction where tokens differ."""
    found = _direction(flow, take(STRICT, ["x"], KNOWN))
    return _both_energies(clusters, flow, steep=_resting(flow, found))


formal(
    "PER-T5.loj",
    statement=model(WEIGHTS, SA, USA, {"given": [STRICT], "show": CLUSTERS}),
    proof=both(scheme("usa"), scheme("sa")),
    instance=at(1, 2, beta=LOG2),
    twin=Variant("directions in which it does not fall", {"d[i])) > 0": "d[i])) >= 0"}, at(2, 1, beta=LOG2)),
)

LEVEL = "(forall d in state: (forall i: dot({0}[i], d[i]) == 0) => sum(i: dot(D(usa, {0}, d, i), d[i])) <= 0)".format
SUMMIT = f"fn(X: (forall i: usa(X, i) == 0) and {LEVEL('X')})"
_SLOPE = "sum(i: dot(D(usa, x, c, i), c[i]))"
_NOT_STEEP = have(
    [
        (
            LEVEL("x"),
            intro(
                ["c", ""],
                split(
                    f"{_SLOPE} > 0 or {_SLOPE} <= 0",
                    have(
                        [(STEEP("x"), witness("c", both(KNOWN, KNOWN)))],
                        rule("contradiction", P=STEEP("x"), C=f"{_SLOPE} <= 0"),
                    ),
                    KNOWN,
                ),
            ),
        )
    ],
    absurd(rule("contradiction", P=f"(forall i: usa(x, i) == 0) and {LEVEL('x')}", C="1 <= 0")),
)


def summits(flow: str) -> Tree:
    """An equilibrium that is no such state has a direction."""
    found = _direction(flow, split(f"({STEEP('x')}) or not ({STEEP('x')})", KNOWN, _NOT_STEEP))
    return _both_energies(strict, flow, SUMMIT, steep=_resting(flow, found))


formal(
    "PER-A.1.flows",
    title="Almost no start of the flows tends to a strict saddle",
    sentence=r"For every real $\beta$, $n$ and $d$ and almost every $X(0)$ the solutions of SA and USA converge, to"
    r" equilibria at which the Hessian of $E_\beta$ has no positive eigenvalue.",
    reading="the Hessian is the form of the derivative of the field of USA, n times the gradient; at beta = 0 the"
    " energy is E_0",
    role="extension",
    statement=model(WEIGHTS, SA, USA, {"show": [f"almost_all_converge({flow}, {SUMMIT})" for flow in ("usa", "sa")]}),
    proof=[summits("usa"), summits("sa")],
    instance=at(2, 2, beta=LOG2),
    twin=Variant("a Hessian that is negative in every direction", {"d[i])) <= 0": "d[i])) < 0"}, at(2, 1, beta=LOG2)),
)
