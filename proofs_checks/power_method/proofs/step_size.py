"""Lemma 4: the step bound of the principal consensus, and that the others are unstable, as cycles where c < 0."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import (
    NEGATIVE,
    ONE_HEAD,
    instance,
    not_fixed_proof,
)
from proofs_checks.power_method.proofs.models import (
    OJA,
    V,
    eigen,
    eigenvector,
    symmetric,
)
from proofs_checks.power_method.proofs.step_size_steps import (
    BOUND_3,
    OTHER,
    STABLE,
    TOO_LONG,
    TWICE,
    other,
    other_proof,
    principal,
    product_bound,
    stable_proof,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    auto,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    unfold,
)

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
