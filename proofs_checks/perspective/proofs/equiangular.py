"""Theorem 6.8: what equal products do under both flows, and Theorem 6.7, how likely a hemisphere is."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.models import LOG2, MOTION, SA, USA, WEIGHTS, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, leaf, rule, unfold

NOW = "forall i: dot(x[i], x[i]) == 1"
EQUAL = "forall i, j: i != j => dot(x[i], x[j]) == gamma"
EQUIANGULAR = {
    "letters": ["gamma: moving number; p, q: token"],
    "where": ["c := exp(beta*gamma)"],
    "given": ["p != q", f"always({EQUAL})"],
}
LAW = {
    "sa": "2*c*(1 - gamma)*((n - 1)*gamma + 1)/(exp(beta) + (n - 1)*c)",
    "usa": "2/n*c*(1 - gamma)*((n - 1)*gamma + 1)",
}


def single(term: str, at_: str) -> tuple[str, Tree]:
    """A sum over k of which one term alone is not zero."""
    return f"sum(k: {term}) == {term.replace('k', at_)}", rule(
        "single term",
        have(
            [f"dot(x[r], x[{at_}]) == gamma", f"dot(x[{at_}], x[r]) == gamma"],
            leaf(use=[f"dot(x[r], x[{at_}]) == gamma"]),
        ),
        e=f"fn(k: {term})",
        y=at_,
        new={"x": "r"},
    )


def equation(flow: str) -> Tree:
    """The rate of one product, with the sums over all tokens counted."""
    counted = []
    for p, q in (("p", "q"), ("q", "p")):
        counted += [
            single(f"(e(x, {p}, k) - c)*(dot(x[k], x[{q}]) - dot(x[{p}], x[k])*gamma)", p),
            single(f"(dot(x[{p}], x[k]) - gamma)", p),
            single(f"(e(x, {p}, k) - c)", p),
        ]
    pair = "dot(x[p], x[q])"
    product = (f"{pair} == gamma", KNOWN)
    follows = (
        f"rate({pair}) == rate(gamma)",
        rule("differentiate", enter("every", have([product], KNOWN)), a=pair, b="gamma"),
    )
    return unfold(
        f"solves({flow}, x)",
        enter(
            "ae",
            have(
                [follows, product, ("dot(x[q], x[p]) == gamma", leaf(use=[product[0]])), *counted],
                end(flow, [fact for fact, _ in counted]),
            ),
        ),
    )


def end(flow: str, sums: list[str]) -> Tree:
    """The sums over all tokens are counted, and what is left is arithmetic."""
    counted = []
    for p, (_, near, mass) in (("p", sums[:3]), ("q", sums[3:])):
        counted += [
            (f"sum(k: dot(x[{p}], x[k])) == 1 + (n - 1)*gamma", leaf(f"eq 1: {near}", use=[NOW])),
            (f"Z(x, {p}) == exp(beta) + (n - 1)*c", leaf(f"eq 1: {mass}", use=[NOW])),
        ]
    moved = f"forall i: rate(x[i]) == {flow}(x, i)"
    over = "n" if flow == "usa" else "(exp(beta) + (n - 1)*c)"
    use = [moved, NOW, "dot(x[p], x[q]) == gamma", *(fact for fact, _ in counted)]
    return have(
        [("n >= 1", size_at_least_one()), *counted],
        leaf(
            "eq -1: rate(dot(x[p], x[q])) == rate(gamma)", f"eq 1/{over}: {sums[0]}", f"eq 1/{over}: {sums[3]}", use=use
        ),
    )


def size_at_least_one() -> Tree:
    """There is the token p."""
    one = rule("term of a positive sum", leaf(), e="fn(k: 1)", y="p", new={"x": "r"})
    return have([("sum(k: 1) >= 1", one)], leaf("1: sum(k: 1) >= 1"))


SIMPLEX: dict[str, Any] = still(
    [1, 0], ["-1/2", "sqrt(3)/2"], ["-1/2", "-sqrt(3)/2"], beta=LOG2, gamma="-1/2", p=0, q=1
)
for id, flow in (("PER-T6.8.69", "sa"), ("PER-T6.8.610", "usa")):
    formal(
        id,
        statement=model(
            WEIGHTS,
            SA if flow == "sa" else USA,
            MOTION,
            EQUIANGULAR,
            {"given": [f"solves({flow}, x)"], "show": [f"almost_always(rate(gamma) == {LAW[flow]})"]},
        ),
        proof=equation(flow),
        instance=SIMPLEX,
        twin=Variant("n for n - 1", {"((n - 1)*gamma + 1)": "(n*gamma + 1)"}, SIMPLEX),
    )
