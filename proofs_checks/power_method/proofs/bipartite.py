"""Lemmas 9, 12, 13 and 14: weights, derivative and spectrum at a bipartite state."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import (
    BIPARTITE,
    POINT,
    POSITIVE,
    SPECTRUM,
    determinant,
    instance,
    trace,
    values,
)
from proofs_checks.power_method.proofs.models import ATTENTION, BASIS, P, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, groups, have, intro, leaf, rule, split, unfold

TANGENT = "forall h: dot(v, d[h]) == 0"
DIRECTIONS = [BASIS[1], BASIS[2], ["1/3", "-2/3", "2/3"], BASIS[1]]


def fixed_proof() -> Tree:
    """The state is fixed, group by group."""
    return unfold(
        "goal",
        groups(intro("t", leaf(use=POINT, norms=["c1"])), intro("t", leaf(use=POINT, norms=["c2"]))),
    )


def spectrum_proof() -> Tree:
    """Lemma 14, all three classes with their multiplicities."""

    def slope(length: str) -> Tree:
        return leaf(use=[*POINT, "forall h: dot(v, delta[h]) == 0"], norms=[length])

    return rule(
        "two groups",
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        groups(intro("t", KNOWN), intro("t", KNOWN)),
        fixed_proof(),
        slope("c1"),
        slope("c2"),
        F="attention",
        S="bipartite",
        r="1/c1",
        s="1/c2",
        kaa="alpha*a11/(p*c1)",
        kab="alpha*a12/(q*c1)",
        kba="alpha*a21/(p*c2)",
        kbb="alpha*a22/(q*c2)",
        p="p",
        q="q",
        new={"i": "t", "d": "delta"},
    )


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

formal(
    "POW-L12.datt",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        {
            "letters": ["d[token]: vector"],
            "maps": ["mean(X, i) = sum(j: weight(X, i, j)*X[j]) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
            "show": [
                f"forall i in A: {RADIAL} == dot(v, {RADIAL})*v",
                f"forall i in B: {RADIAL} == dot(v, {RADIAL})*v",
                f"forall i in A: V({RADIAL}) == lam*({RADIAL})",
                f"forall i in B: V({RADIAL}) == lam*({RADIAL})",
            ],
        },
    ),
    proof=[intro("t", leaf(use=POINT)) for _ in range(4)],
    instance=instance(3, 1, values(d=DIRECTIONS)),
    twin=Variant(
        "the derivative of the weights has no effect at all",
        {f"i in A: {RADIAL} == dot(v, {RADIAL})*v": f"i in A: {RADIAL} == 0"},
        instance(3, 1, values(d=DIRECTIONS)),
    ),
)

formal(
    "POW-L12.jac",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["d[token]: vector"],
            "given": [TANGENT],
            "show": [
                "forall i in A: D(attention, bipartite, d, i)"
                " == 1/c1*(d[i] + alpha*V(sum(j: weight(bipartite, i, j)*d[j])))",
                "forall i in B: D(attention, bipartite, d, i)"
                " == 1/c2*(d[i] + alpha*V(sum(j: weight(bipartite, i, j)*d[j])))",
            ],
        },
    ),
    proof=[
        intro("t", leaf(use=[*POINT, TANGENT], norms=["c1"])),
        intro("t", leaf(use=[*POINT, TANGENT], norms=["c2"])),
    ],
    instance=instance(3, 1, values(d=DIRECTIONS)),
    twin=Variant(
        "the factors of the groups exchanged",
        {"== 1/c1*(": "== 1/c2*(", "== 1/c2*(": "== 1/c1*("},
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

formal(
    "POW-L14.class2",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["w: vector", "m, s1, s2: number"],
            "given": ["V(w) == m*w", "dot(v, w) == 0"],
            "states": ["along: A -> s1*w, B -> s2*w"],
            "show": [
                "forall i in A: D(attention, bipartite, along, i) == ((1 + alpha*m*a11)/c1*s1 + alpha*m*a12/c1*s2)*w",
                "forall i in B: D(attention, bipartite, along, i) == (alpha*m*a21/c2*s1 + (1 + alpha*m*a22)/c2*s2)*w",
                SPECTRUM,
            ],
        },
    ),
    proof=[
        intro("t", leaf(use=[*POINT, "V(w) == m*w", "dot(v, w) == 0"], norms=["c1"])),
        intro("t", leaf(use=[*POINT, "V(w) == m*w", "dot(v, w) == 0"], norms=["c2"])),
        spectrum_proof(),
    ],
    instance=instance(3, 1, values(w=BASIS[1], m=1, s1=2, s2=-1)),
    twin=Variant(
        "a11 and a22 exchanged",
        {"(1 + alpha*m*a11)/c1": "(1 + alpha*m*a22)/c1", "alpha*x*a11": "alpha*x*a22"},
        instance(3, 1, values(w=BASIS[1], m=1, s1=2, s2=-1)),
    ),
)

WITHIN = [TANGENT, "sum(h in A: d[h]) == 0", "sum(h in B: d[h]) == 0"]
formal(
    "POW-L14.class3",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["d[token]: vector"],
            "given": WITHIN,
            "show": [
                "forall i in A: D(attention, bipartite, d, i) == 1/c1*d[i]",
                "forall i in B: D(attention, bipartite, d, i) == 1/c2*d[i]",
                SPECTRUM,
            ],
        },
    ),
    proof=[
        intro("t", leaf(use=[*POINT, *WITHIN], norms=["c1"])),
        intro("t", leaf(use=[*POINT, *WITHIN], norms=["c2"])),
        spectrum_proof(),
    ],
    instance=instance(2, 2, values(d=[BASIS[1], ["2/3", "-1/3", "-2/3"], BASIS[2], ["-1/3", "2/3", "-2/3"]])),
    twin=Variant(
        "both groups contract alike",
        {"== 1/c2*d[i]": "== 1/c1*d[i]", "1/c1, 1/c2, p, q": "1/c1, 1/c1, p, q"},
        instance(
            3,
            2,
            values(d=[BASIS[1], ["2/3", "-1/3", "-2/3"], [0, 0, 0], BASIS[2], ["-1/3", "2/3", "-2/3"]]),
        ),
    ),
)

formal(
    "POW-L14.class1",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["kappa[token]: number"],
            "show": [
                "forall i in A: D(attention, bipartite, fn(h: kappa[h]*v), i) == 0",
                "forall i in B: D(attention, bipartite, fn(h: kappa[h]*v), i) == 0",
            ],
        },
    ),
    proof=[intro("t", leaf(use=POINT, norms=["c1"])), intro("t", leaf(use=POINT, norms=["c2"]))],
    instance=instance(2, 2, values(kappa=[1, 2, -1, 3])),
    twin=Variant(
        "the value 1/c1^2 of the other reading",
        {"fn(h: kappa[h]*v), i) == 0": "fn(h: kappa[h]*v), i) == kappa[i]/c1^2*v"},
        instance(2, 2, values(kappa=[1, 2, -1, 3])),
    ),
)

formal(
    "POW-T3.det",
    statement=model(
        V,
        P,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["x: number"],
            "where": [
                "b11 := (1 + alpha*x*a11)/c1",
                "b12 := alpha*x*a12/c1",
                "b21 := alpha*x*a21/c2",
                "b22 := (1 + alpha*x*a22)/c2",
            ],
            "show": [
                f"b11 + b22 == {trace('x')}",
                f"b11*b22 - b12*b21 == {determinant('x')}",
                "b11*b22 - b12*b21 == (1 + alpha*x*(a11 + a22) + alpha^2*x^2*p*q*(E^2 - 1)/(E1*E2))/(c1*c2)",
                "(1 - b11)*(1 - b22) - b12*b21 == alpha^2*((lam*(a11 - a12) - x*a11)*(lam*(a22 - a21) - x*a22)"
                " - x^2*a12*a21)/(c1*c2)",
                "(1 + b11)*(1 + b22) - b12*b21 == ((2 + alpha*(lam*(a11 - a12) + x*a11))"
                "*(2 + alpha*(lam*(a22 - a21) + x*a22)) - alpha^2*x^2*a12*a21)/(c1*c2)",
            ],
        },
    ),
    proof=[leaf() for _ in range(5)],
    instance=instance(3, 1, values(x=1)),
    twin=Variant(
        "the product of the diagonal alone",
        {" - alpha^2*x^2*a12*a21)/(c1*c2))": ")/(c1*c2))"},
        instance(3, 1, values(x=1)),
    ),
)
