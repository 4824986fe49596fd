"""Lemmas 9, 12 and 13: weights, derivative and step size at a bipartite state."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import (
    BIPARTITE,
    POINT,
    instance,
    values,
)
from proofs_checks.power_method.proofs.bipartite_steps import DIRECTIONS, TANGENT
from proofs_checks.power_method.proofs.models import ATTENTION, P, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, both, cases, have, intro, leaf, split

formal(
    "POW-L9.entries",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        {
            "where": ["delta1 := p*exp(a) + q*exp(-a)", "delta2 := p*exp(-a) + q*exp(a)"],
            "show": [
                "forall i in A, j in A: weight(bipartite, i, j) == exp(a)/delta1",
                "forall i in A, j in B: weight(bipartite, i, j) == exp(-a)/delta1",
                "forall i in B, j in A: weight(bipartite, i, j) == exp(-a)/delta2",
                "forall i in B, j in B: weight(bipartite, i, j) == exp(a)/delta2",
            ],
        },
    ),
    proof=[intro("s,t", leaf(use=POINT)) for _ in range(4)],
    instance=instance(3, 1, values()),
    twin=Variant("without the sign of the logit", {"exp(-a)/delta1": "exp(a)/delta1"}, instance(3, 1, values())),
)

RADIAL = "(D(mean, bipartite, d, i) - sum(j: weight(bipartite, i, j)*d[j]))"
"""The sum of dA_ij x_j over j."""

TO_TANGENT = f"(V({RADIAL}) - dot(v, V({RADIAL}))*v)"
NOT_SYMMETRIC = {**values(d=DIRECTIONS), "V": [["2", "1", "-1"], ["0", "0", "4"], ["0", "1", "0"]], "v": [1, 0, 0]}
NOT_SYMMETRIC |= {"P": [["log(3)", "log(2)", "0"], ["0", "log(5)", "-log(2)"], ["1", "0", "0"]]}
formal(
    "POW-L12.datt",
    statement=model(
        {"letters": ["V, P: matrix", "alpha: number"]},
        ATTENTION,
        BIPARTITE,
        {
            "letters": ["d[token]: vector"],
            "maps": ["mean(X, i) = sum(j: weight(X, i, j)*X[j]) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
            "show": [
                f"forall i in A: {RADIAL} == dot(v, {RADIAL})*v",
                f"forall i in B: {RADIAL} == dot(v, {RADIAL})*v",
                f"forall i in A: V({RADIAL}) == lam*({RADIAL}) and {TO_TANGENT} == 0",
                f"forall i in B: V({RADIAL}) == lam*({RADIAL}) and {TO_TANGENT} == 0",
            ],
        },
    ),
    proof=[
        *[intro("t", leaf(use=POINT)) for _ in range(2)],
        *[intro("t", both(leaf(use=POINT), leaf(use=POINT))) for _ in range(2)],
    ],
    instance=instance(3, 1, NOT_SYMMETRIC),
    twin=Variant(
        "the derivative of the weights has no effect at all",
        {f"i in A: {RADIAL} == dot(v, {RADIAL})*v": f"i in A: {RADIAL} == 0"},
        instance(3, 1, NOT_SYMMETRIC),
    ),
)

formal(
    "POW-L12.jac",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        {
            "letters": ["d[token]: vector"],
            "given": ["c1 != 0", "c2 != 0", TANGENT],
            "show": [
                "forall i in A: D(attention, bipartite, d, i)"
                " == 1/abs(c1)*(d[i] + alpha*V(sum(j: weight(bipartite, i, j)*d[j])))",
                "forall i in B: D(attention, bipartite, d, i)"
                " == 1/abs(c2)*(d[i] + alpha*V(sum(j: weight(bipartite, i, j)*d[j])))",
            ],
        },
    ),
    proof=[
        cases(
            f"c{group}",
            *(intro("t", leaf(use=[*POINT, TANGENT], norms=[length])) for length in (f"c{group}", f"-c{group}")),
        )
        for group in (1, 2)
    ],
    instance=instance(3, 1, values(d=DIRECTIONS)),
    twin=Variant(
        "the factors of the groups exchanged",
        {"== 1/abs(c1)*(": "== 1/abs(c2)*(", "== 1/abs(c2)*(": "== 1/abs(c1)*("},
        instance(3, 1, values(d=DIRECTIONS)),
    ),
)


def small_step(less: str, more: str, sign: str) -> Tree:
    """A factor is positive for lam > 0 (sign "") or lam < 0: `more` and `less` are the parts of its denominator."""
    bound = f"{sign}alpha*lam < 1"
    grows, falls = (more, less) if not sign else (less, more)
    total = {"q": "E1", "p": "E2"}[less]
    return have(
        [(bound, leaf(f"1: alpha < 1/abs(lam); {sign}lam > 0"))],
        leaf(
            f"1: {falls} > 0; {bound}",
            f"1: {grows} > 0",
            f"1: {grows} > 0; alpha > 0; {sign}lam > 0",
            times=[total],
        ),
    )


formal(
    "POW-L13",
    statement=model(
        V,
        P,
        BIPARTITE,
        {"given": ["lam != 0", "alpha > 0", "alpha < 1/abs(lam)"], "show": ["c1 > 0", "c2 > 0"]},
    ),
    proof=[
        split("lam != 0", small_step("q", "p*E", "-"), small_step("q", "p*E", "")),
        split("lam != 0", small_step("p", "q*E", "-"), small_step("p", "q*E", "")),
    ],
    instance=instance(3, 1, values(lam=-3, V=symmetric(-3, 1, 1))),
    twin=Variant(
        "twice the step size",
        {"1/abs(lam)": "2/abs(lam)"},
        instance(3, 1, values(lam=-3, V=symmetric(-3, 1, 1), alpha="1/2")),
    ),
)
