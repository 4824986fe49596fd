"""Lemma 6.4, cone collapse: tokens in an open hemisphere tend to one point at an exponential rate."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    LOG2,
    MOTION,
    SA,
    USA,
    WEIGHTS,
    WEST,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

NOW = "forall i: dot(x[i], x[i]) == 1"
CLUSTERS = "exists z in vector, c in number, k in number: k > 0 and always(forall i: norm(x[i] - z) <= c*exp(-k*time))"
HEMISPHERE = "at_start(forall i: dot(w, x[i]) > 0)"
PULLS = "almost_always(forall i: rate(x[i]) == sum(j: {0}*(x[j] - dot(x[i], x[j])*x[i])))"
SHARE = {"sa": "e(x, i, j)/Z(x, i)", "usa": "e(x, i, j)/n"}
LEAST = {"sa": "exp(-2*beta)/n", "usa": "exp(-beta)/n"}
MASS = {"sa": "1", "usa": "exp(beta)"}


def pulls(flow: str) -> tuple[str, Tree]:
    """The flow as tokens that draw each other."""
    fact = PULLS.format(SHARE[flow])
    return fact, enter("ae", intro("p", leaf(use=[f"forall i: rate(x[i]) == {flow}(x, i)", NOW])))


def exponential(i: str, j: str, above: bool) -> tuple[str, Tree]:
    """e_ij between exp(-beta) and exp(beta)."""
    product = f"beta*dot(x[{i}], x[{j}])"
    sign = "-" if above else "+"
    step = leaf(f"1/2: beta >= 0; sq norm(x[{i}] {sign} x[{j}])", use=[NOW])
    if above:
        return f"exp({product}) <= exp(beta)", rule("exp monotone", step, a=product, b="beta")
    return f"exp(-beta) <= exp({product})", rule("exp monotone", step, a="-beta", b=product)


def _softmax() -> Tree:
    """Every entry of a row of softmax with logits in [-beta, beta]."""
    row = "almost_always(forall j: exp(-2*beta)/n <= exp(beta*dot(x[p], x[j]))/Z(x, p) <= exp(2*beta)/n)"
    logits = enter(
        "ae",
        intro(
            "q",
            both(
                leaf("1/2: beta >= 0; sq norm(x[p] + x[q])", use=[NOW]),
                leaf("1/2: beta >= 0; sq norm(x[p] - x[q])", use=[NOW]),
            ),
        ),
    )
    found = lemma("LEM-softmax", logits, leaf(), l="fn(j: beta*dot(x[p], x[j]))", M="beta", N="n")
    rows = f"forall i: {row.replace('p]', 'i]').replace(', p)', ', i)')}"
    return have(
        [(rows, intro("p", found))],
        enter("ae", intro("p,q", leaf("1: exp(-2*beta)/n <= exp(beta*dot(x[p], x[q]))/Z(x, p)"))),
    )


def least_share(flow: str) -> tuple[str, Tree]:
    """The weights are at least a positive constant."""
    fact = f"almost_always(forall i, j: {SHARE[flow]} >= {LEAST[flow]})"
    if flow == "sa":
        return fact, _softmax()
    low = exponential("p", "q", above=False)
    return fact, enter("ae", intro("p,q", have([low], leaf(f"1: {low[0]}; 1/n > 0"))))


def greatest_mass(flow: str) -> tuple[str, Tree]:
    """The weights of a token have a bounded sum."""
    fact = f"almost_always(forall i: sum(j: {SHARE[flow]}) <= {MASS[flow]})"
    if flow == "sa":
        return fact, enter("ae", intro("p", leaf()))
    high = exponential("p", "q", above=True)
    total = "sum(j: exp(beta) - e(x, p, j)) >= 0"
    each = rule("positive sum", have([high], leaf(f"1: {high[0]}")), e="fn(j: exp(beta) - e(x, p, j))", new={"x": "q"})
    return fact, enter("ae", intro("p", have([(total, each)], leaf(f"1: {total}; 1/n > 0"))))


def collapse(flow: str, w: str = "w", before: list[tuple[str, Tree]] | None = None) -> Tree:
    """From an open hemisphere around w to one point."""
    share = SHARE[flow]
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            have(
                [*(before or []), pulls(flow), least_share(flow), greatest_mass(flow)],
                lemma(
                    "LEM-cluster",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    leaf(),
                    leaf("1:", f"1: sq norm({w})"),
                    leaf("1:", f"1: sq norm({w})", f"1: sq dot({w}, {w})"),
                    leaf(),
                    a=f"fn(i, j: {share})",
                    delta=LEAST[flow],
                    S=MASS[flow],
                    N="n",
                    C=f"1 + dot({w}, {w})",
                    w=w,
                ),
            ),
        ),
    )


CONE = {"letters": ["w: vector"], "given": ["beta >= 0", HEMISPHERE]}

formal(
    "PER-L6.4",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        CONE,
        {"show": [f"solves(sa, x) => ({CLUSTERS})", f"solves(usa, x) => ({CLUSTERS})"]},
    ),
    proof=[collapse("sa"), collapse("usa")],
    instance=still(EAST, EAST, w=["1/2", 1], beta=LOG2),
    twin=Variant(
        "tokens on the boundary as well (for tokens at rest to tend to one point is to be there)",
        {"dot(w, x[i]) > 0)": "dot(w, x[i]) >= 0)", CLUSTERS: "always(forall i, j: x[i] == x[j])"},
        still(EAST, WEST, w=[0, 1], beta=LOG2),
    ),
)
