"""Theorem 3, bipartite part: sufficient conditions, their necessity, and what makes the state unstable."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import (
    BIPARTITE,
    POSITIVE,
    Q11,
    Q12,
    Q21,
    Q22,
    determinant,
    instance,
    trace,
    values,
)
from proofs_checks.power_method.proofs.bipartite_steps import fixed_proof, spectrum_proof
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, take

LETTERS: Part = {"F": "attention", "S": "bipartite", "a": Q11, "b": Q12, "c": Q21, "e": Q22, "r": "1/c1", "s": "1/c2"}
SMALL: Part = {"given": ["lam != 0", "alpha > 0", "alpha < 1/abs(lam)"]}
SMALLER: Part = {"given": ["forall m in number: eigenvalue(V, v, m) => -1 < alpha*m and alpha*m < 1"]}
FACTORS = ("c1 > 0 and c2 > 0", lemma("POW-L13"))


def inside(
    trace_bound: Tree,
    determinant_bound: Tree,
    first: Tree = KNOWN,
    second: Tree = KNOWN,
    spectrum: Tree | None = None,
    **letters: str,
) -> Tree:
    """All tangent eigenvalues inside the disc, by Schur and Cohn for every eigenvalue x."""
    found = spectrum_proof() if spectrum is None else spectrum
    return rule("inside, two groups", found, trace_bound, determinant_bound, first, second, **{**LETTERS, **letters})


def stable(proof: Tree, fixed: Tree | None = None, F: str = "attention") -> Tree:
    """Asymptotic stability, by the indirect method."""
    return rule("indirect method, stable", fixed_proof() if fixed is None else fixed, proof, F=F, S="bipartite")


STRONG: Part = {"odds": "6", "V": symmetric(2, "1/4", "-1")}
STABLE = instance(3, 1, values(**STRONG))
TRACE_BELOW = f"{trace('m')} < 1 + {determinant('m')}"
CONDITIONS = (
    f"-1 < {determinant('m')} and {determinant('m')} < 1 and -1 - {determinant('m')} < {trace('m')} and {TRACE_BELOW}"
)
ALL_CONDITIONS = f"forall m in number: eigenvalue(V, v, m) => {CONDITIONS}"
for id, more in (("POW-T3.bip", {}), ("POW-T3.bip.R2", SMALLER)):
    formal(
        id,
        statement=model(
            V,
            P,
            ATTENTION,
            BIPARTITE,
            SMALL,
            more,
            {
                "given": [ALL_CONDITIONS, "1/c1 < 1", "1/c2 < 1"],
                "show": "asymptotically_stable(attention, bipartite)",
            },
        ),
        proof=have(
            [FACTORS],
            stable(
                inside(
                    take(
                        ALL_CONDITIONS,
                        ["x"],
                        rule(
                            "absolute",
                            KNOWN,
                            leaf(f"1: -1 - {determinant('x')} < {trace('x')}"),
                            e=trace("x"),
                            b=f"1 + {determinant('x')}",
                        ),
                    ),
                    take(ALL_CONDITIONS, ["x"], KNOWN),
                )
            ),
        ),
        instance=STABLE,
        twin=Variant(
            "without the condition on the trace",
            {f" and {TRACE_BELOW}": ""},
            instance(3, 1, values(odds="2", V=symmetric(2, "4/5", "-1"))),
        ),
    )

TWO = f"{determinant('m')} < 1 and {trace('m')} < 1 + {determinant('m')}"
ALL_TWO = f"forall m in number: eigenvalue(V, v, m) => {TWO}"
THREE = "(p >= 2 => 1/c1 < 1) and (q >= 2 => 1/c2 < 1)"
SIGNS = f"forall m in number: eigenvalue(V, v, m) => {determinant('m')} > 0 and {trace('m')} > 0"
ABOVE, BELOW = "-1 < alpha*y", "alpha*y < 1"
SCHUR_COHN = (
    f"abs({trace('m')}) < 1 + {determinant('m')} and {determinant('m')} < 1"
    " and (p >= 2 => abs(1/c1) < 1) and (q >= 2 => abs(1/c2) < 1)"
)


def only_if(m: str, then: Tree) -> Tree:
    """What an inside spectrum says at one eigenvalue."""
    return have(
        [
            (
                SCHUR_COHN.replace("*m*", f"*{m}*").replace("*m^", f"*{m}^"),
                rule("Schur-Cohn, only if", spectrum_proof(), m=m, **LETTERS),
            )
        ],
        then,
    )


formal(
    "POW-T3.bip.necc",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        SMALL,
        SMALLER,
        {
            "letters": ["some: number"],
            "given": ["eigenvalue(V, v, some)"],
            "show": [
                SIGNS,
                f"inside_disc(attention, bipartite) => {THREE}",
                f"inside_disc(attention, bipartite) => ({ALL_TWO})",
                f"({ALL_TWO}) => (p >= 2 => 1/c1 < 1) => (q >= 2 => 1/c2 < 1)"
                " => inside_disc(attention, bipartite) and asymptotically_stable(attention, bipartite)",
            ],
        },
    ),
    proof=[
        have(
            [FACTORS],
            intro(
                "y,",
                take(
                    SMALLER["given"][0],
                    ["y"],
                    both(
                        leaf(
                            f"1: p*q*E^2 > 0; {ABOVE}; {ABOVE}",
                            f"1: p^2*E > 0; {ABOVE}",
                            f"1: q^2*E > 0; {ABOVE}",
                            f"1: p*q > 0; {ABOVE}; {BELOW}",
                            times=["c1", "c2", "E1", "E2"],
                        ),
                        have(
                            [
                                (
                                    "(1 + alpha*y*a11)/c1 > 0",
                                    leaf(f"1: p*E > 0; {ABOVE}", "1: q > 0", times=["c1", "E1"]),
                                ),
                                (
                                    "(1 + alpha*y*a22)/c2 > 0",
                                    leaf(f"1: q*E > 0; {ABOVE}", "1: p > 0", times=["c2", "E2"]),
                                ),
                            ],
                            leaf("1: (1 + alpha*y*a11)/c1 > 0", "1: (1 + alpha*y*a22)/c2 > 0"),
                        ),
                    ),
                ),
            ),
        ),
        have([FACTORS], intro("", only_if("some", both(intro("", KNOWN), intro("", KNOWN))))),
        have(
            [FACTORS],
            intro(
                ",y,",
                only_if(
                    "y",
                    take(
                        SIGNS,
                        ["y"],
                        both(KNOWN, leaf(f"1: abs({trace('y')}) < 1 + {determinant('y')}")),
                    ),
                ),
            ),
        ),
        have(
            [FACTORS],
            intro(
                ",,",
                have(
                    [
                        (
                            "inside_disc(attention, bipartite)",
                            inside(
                                take(
                                    SIGNS,
                                    ["x"],
                                    take(ALL_TWO, ["x"], leaf(f"1: {trace('x')} < 1 + {determinant('x')}")),
                                ),
                                take(ALL_TWO, ["x"], KNOWN),
                                have(["1/c1 < 1"], KNOWN),
                                have(["1/c2 < 1"], KNOWN),
                            ),
                        )
                    ],
                    both(KNOWN, stable(KNOWN)),
                ),
            ),
        ),
    ],
    instance=instance(3, 1, values(**STRONG, some="1/4")),
    twin=Variant(
        "the third condition for single tokens as well",
        {"(q >= 2 => 1/c2 < 1)": "1/c2 < 1"},
        instance(3, 1, values(odds="3/2", V=symmetric(2, "-1", "-1"), some="-1", alpha="1/8")),
    ),
)

formal(
    "POW-T3.bip.unstable",
    title="What makes a bipartite state of the attention map unstable",
    sentence=(
        "A bipartite state of the attention map, p tokens at $v_k$ and q at $-v_k$ with $c_1, c_2 > 0$, is not"
        r" Lyapunov stable if for some $j \ne k$ the trace $\tau_j$ and the determinant $\Delta_j$ of $B_j$ satisfy"
        r" $|\tau_j| > 1 + \Delta_j$ or $\Delta_j > 1$, or if $1/c_i > 1$ for a group i of at least two tokens."
    ),
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        {
            "letters": ["m: number"],
            "given": ["eigenvalue(V, v, m)"],
            "show": [
                f"{trace('m')} > 1 + {determinant('m')} => not lyapunov(attention, bipartite)",
                f"-{trace('m')} > 1 + {determinant('m')} => not lyapunov(attention, bipartite)",
                f"{determinant('m')} > 1 => not lyapunov(attention, bipartite)",
                "p >= 2 and 1/c1 > 1 => not lyapunov(attention, bipartite)",
                "q >= 2 and 1/c2 > 1 => not lyapunov(attention, bipartite)",
            ],
        },
    ),
    proof=[
        intro(
            "",
            rule(
                "indirect method, unstable",
                fixed_proof(),
                rule("outside, two groups", spectrum_proof(), KNOWN, reason, m="m", **LETTERS),
                F="attention",
                S="bipartite",
            ),
        )
        for reason in (
            {
                "left": {
                    "left": {
                        "left": have(
                            [(f"{trace('m')} <= abs({trace('m')})", rule("absolute above", e=trace("m")))],
                            leaf(f"1: {trace('m')} <= abs({trace('m')})", f"1: {trace('m')} > 1 + {determinant('m')}"),
                        )
                    }
                }
            },
            {
                "left": {
                    "left": {
                        "left": have(
                            [(f"-{trace('m')} <= abs({trace('m')})", rule("absolute above minus", e=trace("m")))],
                            leaf(
                                f"1: -{trace('m')} <= abs({trace('m')})", f"1: -{trace('m')} > 1 + {determinant('m')}"
                            ),
                        )
                    }
                }
            },
            {"left": {"left": {"right": KNOWN}}},
            {"left": {"right": both(KNOWN, leaf("1: 1/c1 > 1"))}},
            {"right": both(KNOWN, leaf("1: 1/c2 > 1"))},
        )
    ],
    instance=instance(2, 2, values(lam=1, V=symmetric(1, 2, -1), m=2)),
    twin=Variant(
        "a single token is enough",
        {"q >= 2 and 1/c2 > 1": "q >= 1 and 1/c2 > 1"},
        instance(3, 1, values(odds="3/2", V=symmetric(2, "-1", "-1"), m="-1", alpha="1/8")),
    ),
)
