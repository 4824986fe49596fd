"""Lemma 4, Theorems 1 to 3 at consensus: which step sizes keep the principal consensus stable, and that no other is.

The same argument serves the Oja map, attention and several heads, because their spectra at a consensus are equal. lam
is lambda_k, top and low are lambda_1 and lambda_d; `eigenvalue(V, v, m)` speaks of eigenvalues on the complement of v,
with multiplicity, so that "m < lam for all of them" says that lam is simple and the largest.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus import (
    NEGATIVE,
    ONE_HEAD,
    SEVERAL_HEADS,
    instance,
    not_fixed_proof,
    spectrum_proof,
)
from proofs_checks.power_method.proofs.models import (
    ATTENTION,
    LAYER,
    OJA,
    P_VALUE,
    SUM_OF_HEADS,
    F,
    P,
    Part,
    V,
    eigen,
    eigenvector,
    symmetric,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    auto,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
)

TWICE: Part = {
    "maps": ["twice(X, i) = value(oja, fn(h: value(oja, X, h)), i) on fn(X: forall i: dot(X[i], X[i]) == 1)"]
}
"""Two steps of the Oja map: a 2-cycle of the map is a fixed point of it."""


def principal(matrix: str = "V") -> Part:
    """Assumption 1 as far as it is used, and the step bound of Lemma 4."""
    return {
        "letters": ["low: number"],
        "given": [
            "lam > 0",
            f"forall m in number: eigenvalue({matrix}, v, m) => low <= m and m < lam",
            f"eigenvalue({matrix}, v, low)",
            "alpha > 0",
            "abs(low) > lam => alpha < 2/(abs(low) - lam)",
        ],
    }


def other(matrix: str = "V") -> Part:
    """The eigenvalue lam is not the largest, and alpha is admissible for the largest one."""
    return {
        "letters": ["top, low: number"],
        "given": [
            "top > 0",
            "top > lam",
            f"eigenvalue({matrix}, v, top)",
            "low <= lam",
            "alpha > 0",
            "abs(low) > top => alpha < 2/(abs(low) - top)",
            "c != 0",
        ],
    }


def product_bound(largest: str, then: Tree) -> Tree:
    """The step bound without a case: alpha (-low - largest) < 2."""
    return have(
        [
            (
                f"alpha*(-low - {largest}) < 2",
                cases(
                    "low",
                    auto(degree=2),
                    split(
                        f"{largest} < abs(low) or abs(low) <= {largest}",
                        have(
                            [f"abs(low) - {largest} > 0", f"alpha < 2/(abs(low) - {largest})"],
                            auto(f"alpha < 2/(abs(low) - {largest}); abs(low) - {largest} > 0"),
                        ),
                        auto(f"alpha > 0; abs(low) <= {largest}"),
                    ),
                ),
            )
        ],
        then,
    )


def fixed_proof(matrix: str, *sums: str) -> Tree:
    """The consensus is fixed for c > 0."""
    return unfold("goal", intro("t", leaf(use=[*eigen(matrix), *sums], norms=["c"])))


def stable_proof(map_: str, matrix: str = "V", *sums: str, state: str = "consensus") -> Tree:
    """The principal consensus is asymptotically stable, by the indirect method."""
    factor = "(1 + alpha*x)/c"
    inside = rule(
        "absolute",
        auto("alpha > 0; x < lam", times=["c"]),
        auto("alpha*(-low - lam) < 2", "alpha > 0; low <= x", times=["c"]),
        e=factor,
        b="1",
    )
    return have(
        [("c > 0", auto())],
        product_bound(
            "lam",
            rule(
                "indirect method, stable",
                fixed_proof(matrix, *sums),
                rule(
                    "inside, one class",
                    spectrum_proof(map_, matrix, *sums, state=state),
                    take(f"forall m in number: eigenvalue({matrix}, v, m) => low <= m and m < lam", ["x"], inside),
                    leaf("1: alpha > 0; lam > 0", times=["c"]),
                    S=state,
                    F=map_,
                    V=matrix,
                    f="fn(mu: (1 + alpha*mu)/c)",
                    g="1/c",
                ),
                F=map_,
                S=state,
            ),
        ),
    )


def stable_by_norm() -> Tree:
    """The Oja case from a bound of |V|: all factors 1 + alpha m are positive."""
    bound = "forall m in number: eigenvalue(V, v, m) => -norm_of_V <= m and m < lam"
    above = leaf(
        "3/2:",
        "1: alpha*norm_of_V < 1/2",
        "1: alpha > 0; -norm_of_V <= x",
        "1: alpha > 0; lam > 0",
        times=["c"],
    )
    inside = rule("absolute", leaf("1: alpha > 0; x < lam", times=["c"]), above, e="(1 + alpha*x)/c", b="1")
    return have(
        [("c > 0", leaf("1:", "1: alpha > 0; lam > 0"))],
        rule(
            "indirect method, stable",
            fixed_proof("V"),
            rule(
                "inside, one class",
                spectrum_proof("oja", "V"),
                take(bound, ["x"], inside),
                leaf("1: alpha > 0; lam > 0", times=["c"]),
                S="consensus",
                F="oja",
                f="fn(mu: (1 + alpha*mu)/c)",
                g="1/c",
            ),
            F="oja",
            S="consensus",
        ),
    )


def unstable_proof(map_: str, matrix: str, m: str, larger: Tree, *sums: str) -> Tree:
    """The consensus is not Lyapunov stable, because of the eigenvalue m."""
    return rule(
        "indirect method, unstable",
        fixed_proof(matrix, *sums),
        rule(
            "outside, one class",
            spectrum_proof(map_, matrix, *sums),
            KNOWN,
            larger,
            F=map_,
            S="consensus",
            V=matrix,
            f="fn(mu: (1 + alpha*mu)/c)",
            g="1/c",
            m=m,
        ),
        F=map_,
        S="consensus",
    )


def other_proof(map_: str, matrix: str = "V", *sums: str) -> Tree:
    """A consensus that is not principal is unstable."""
    growth = leaf("1: alpha > 0; top > lam", times=["c"])
    return unstable_proof(
        map_, matrix, "top", have([("(1 + alpha*top)/c > 1", growth)], leaf("1: (1 + alpha*top)/c > 1")), *sums
    )


BOUND_3 = {"alpha < 2/(abs(low) - lam)": "alpha < 3/(abs(low) - lam)"}
STABLE = {**ONE_HEAD, "lam": 2, "V": symmetric(2, 1, -3), "low": -3, "alpha": "3/2"}
TOO_LONG = {**STABLE, "alpha": "5/2"}
OTHER = {**ONE_HEAD, "lam": 1, "V": symmetric(1, 2, -3), "top": 2, "low": -3, "alpha": "3/2"}
SMALLER = {"top > lam": "top < lam", "low <= lam": "low <= top"}
OTHER_SMALLER = {**ONE_HEAD, "lam": 2, "V": symmetric(2, 1, -1), "top": 1, "low": -1, "alpha": "1/2"}

formal(
    "POW-L4.stable",
    statement=model(V, OJA, eigenvector(), principal(), {"show": "asymptotically_stable(oja, consensus)"}),
    proof=stable_proof("oja"),
    instance=instance(STABLE),
    twin=Variant("the bound 3/(|lambda_d| - lambda_1)", BOUND_3, instance(TOO_LONG)),
)

formal(
    "POW-T2.stable.RB",
    statement=model(V, OJA, eigenvector(), principal(), {"show": "asymptotically_stable(oja, consensus)"}),
    proof=lemma("POW-L4.stable"),
    instance=instance(STABLE),
    twin=Variant("the bound 3/(|lambda_d| - lambda_1)", BOUND_3, instance(TOO_LONG)),
)

formal(
    "POW-T2.stable",
    statement=model(
        V,
        OJA,
        eigenvector(),
        {
            "letters": ["norm_of_V: number"],
            "given": [
                "lam > 0",
                "lam <= norm_of_V",
                "forall m in number: eigenvalue(V, v, m) => -norm_of_V <= m and m < lam",
                "alpha > 0",
                "alpha < 1/(2*norm_of_V)",
            ],
            "show": "asymptotically_stable(oja, consensus)",
        },
    ),
    proof=have(
        [("norm_of_V > 0", leaf("1: lam > 0", "1: lam <= norm_of_V"))],
        have(
            [("alpha*norm_of_V < 1/2", leaf("1: alpha < 1/(2*norm_of_V); norm_of_V > 0"))],
            stable_by_norm(),
        ),
    ),
    instance=instance({**ONE_HEAD, "norm_of_V": 3, "alpha": "1/7"}),
    twin=Variant(
        "the eigenvalue is not the largest",
        {"and m < lam": "and m < 2*lam"},
        instance({**ONE_HEAD, "lam": 2, "V": symmetric(2, 3, 1), "norm_of_V": 3, "alpha": "1/7"}),
    ),
)

formal(
    "POW-T2.cons.RB",
    statement=model(V, OJA, eigenvector(), other(), {"show": "c > 0 => not lyapunov(oja, consensus)"}),
    proof=intro("", other_proof("oja")),
    instance=instance(OTHER),
    twin=Variant("the other eigenvalue is smaller", SMALLER, instance(OTHER_SMALLER)),
)

formal(
    "POW-T1.stable",
    statement=model(
        F,
        LAYER,
        eigenvector("F"),
        principal("F"),
        {
            "where": ["antipode := fn(i: -v)"],
            "show": ["asymptotically_stable(layer, consensus)", "asymptotically_stable(layer, antipode)"],
        },
    ),
    proof=[
        stable_proof("layer", "F", *SUM_OF_HEADS),
        stable_proof("layer", "F", *SUM_OF_HEADS, state="antipode"),
    ],
    instance=instance({**SEVERAL_HEADS, "low": -3, "alpha": "3/2"}, tokens=3, heads=2),
    twin=Variant(
        "the bound 3/(|lambda_d| - lambda_1)",
        BOUND_3,
        instance({**SEVERAL_HEADS, "low": -3, "alpha": "5/2"}, tokens=3, heads=2),
    ),
)

formal(
    "POW-T1.unstable",
    statement=model(F, LAYER, eigenvector("F"), other("F"), {"show": "c > 0 => not lyapunov(layer, consensus)"}),
    proof=intro("", other_proof("layer", "F", *SUM_OF_HEADS)),
    instance=instance(
        {
            **SEVERAL_HEADS,
            "F": symmetric(1, 2, -3),
            "V": [symmetric(1, 2, 0), symmetric(0, 0, -3)],
            "lam": 1,
            "top": 2,
            "low": -3,
        },
        tokens=3,
        heads=2,
    ),
    twin=Variant(
        "the other eigenvalue is smaller",
        SMALLER,
        instance({**SEVERAL_HEADS, "top": 1, "low": -3}, tokens=3, heads=2),
    ),
)

formal(
    "POW-T3.cons",
    statement=model(
        V, P, ATTENTION, eigenvector(), principal(), {"show": "asymptotically_stable(attention, consensus)"}
    ),
    proof=stable_proof("attention"),
    instance=instance({**STABLE, "P": P_VALUE}),
    twin=Variant("the bound 3/(|lambda_d| - lambda_1)", BOUND_3, instance({**TOO_LONG, "P": P_VALUE})),
)

formal(
    "POW-T3.cons.unstable",
    title="Theorem 3, the other consensus points of the attention map are unstable",
    statement=model(V, P, ATTENTION, eigenvector(), other(), {"show": "c > 0 => not lyapunov(attention, consensus)"}),
    proof=intro("", other_proof("attention")),
    instance=instance({**OTHER, "P": P_VALUE}),
    twin=Variant("the other eigenvalue is smaller", SMALLER, instance({**OTHER_SMALLER, "P": P_VALUE})),
)

FORTH = leaf(use=eigen(), norms=["-c"])
GROWTH = "(1 + alpha*top)/abs(c) > 1"
SQUARED = "((1 + alpha*top)/c)^2"
formal(
    "POW-L4.unst",
    statement=model(
        V,
        OJA,
        TWICE,
        eigenvector(),
        other(),
        {
            "show": [
                GROWTH,
                "c > 0 => not lyapunov(oja, consensus)",
                "c < 0 => fixed(twice, consensus) and not lyapunov(twice, consensus)",
            ]
        },
    ),
    proof=[
        product_bound(
            "top",
            cases(
                "c",
                have(["c > 0"], auto("alpha > 0; top > lam", times=["c"])),
                auto("alpha*(-low - top) < 2", "alpha > 0; low <= lam", times=["-c"]),
            ),
        ),
        intro("", other_proof("oja")),
        intro(
            "",
            have(
                [("fixed(twice, consensus)", unfold("goal", intro("t", leaf(use=eigen(), norms=["-c"]))))],
                both(
                    KNOWN,
                    rule(
                        "indirect method, unstable",
                        KNOWN,
                        unfold(
                            "eigenvalue(V, v, top)",
                            obtain(
                                "exists w in vector: w != 0 and dot(v, w) == 0 and V(w) == top*w",
                                "w",
                                rule(
                                    "outside, eigenvector",
                                    KNOWN,
                                    intro("t", KNOWN),
                                    rule(
                                        "some element",
                                        {"witness": "t", "then": KNOWN},
                                        C="exists i in token: w != 0",
                                        new={"x": "t"},
                                    ),
                                    leaf(use=[*eigen(), "dot(v, w) == 0", "V(w) == top*w"], norms=["-c"]),
                                    have(
                                        [("(1 + alpha*top)/(-c) > 1", leaf(f"1: {GROWTH}"))],
                                        leaf(
                                            "1: (1 + alpha*top)/(-c) > 1; (1 + alpha*top)/(-c) > 1",
                                            "2: (1 + alpha*top)/(-c) > 1",
                                        ),
                                    ),
                                    F="twice",
                                    S="consensus",
                                    d="fn(h: w)",
                                    m=SQUARED,
                                    new={"i": "t"},
                                ),
                            ),
                        ),
                        F="twice",
                        S="consensus",
                    ),
                ),
            ),
        ),
    ],
    instance=instance({**OTHER, "lam": -1, "V": symmetric(-1, 2, -1), "top": 2, "low": -1}),
    twin=Variant(
        "step sizes up to 4/(|lambda_d| - lambda_1)",
        {"alpha < 2/(abs(low) - top)": "alpha < 4/(abs(low) - top)"},
        instance({**ONE_HEAD, "lam": -3, "V": symmetric(-3, 1, -3), "top": 1, "low": -3, "alpha": "3/2"}),
    ),
)

formal(
    "POW-L4.neg",
    statement=model(V, OJA, eigenvector(), {"given": ["alpha > 0", "c < 0"], "show": "fixed(oja, consensus)"}),
    refuted={"proof": not_fixed_proof("oja", "V")},
    instance=instance(NEGATIVE),
)
