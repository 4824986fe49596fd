"""POW-S4.R3: many identical steered layers bring equal tokens to the principal eigenvector, which is near u."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import LAYER
from proofs_checks.power_method.proofs.steered_contraction import BOUND, LEFT
from proofs_checks.power_method.proofs.steered_orbit import LIMIT
from verify.formal import Variant, formal
from verify.tactics.build import (
    KNOWN,
    absurd,
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
    witness,
)

SUM = "forall b in vector: sum(h in heads: V[h](b)) == A(b)"
EQUAL = "forall b in vector, i: value(layer, fn(h: b), i) == unit(b + alpha*A(b))"
NEXT = "forall n in step, i: z[n + 1] == value(layer, fn(h: z[n]), i)"
SINE = "norm(p - dot(u, p)*u) <= m/(rho - m)"
UNITS = ["dot(u, u) == 1", "dot(p, p) == 1"]
NEAR_RHO, ABOVE_M = "((lam - rho)^2 - m^2)", "(lam^2 - m^2)"
MIXED = f"dot(u, p)^2*{NEAR_RHO} + (1 - dot(u, p)^2)*{ABOVE_M}"
AT_P = "dot(F(p), F(p)) <= m^2*dot(p, p)"
LONG = "dot(lam*p - rho*dot(u, p)*u, lam*p - rho*dot(u, p)*u) <= m^2"
REST = "(A(p) - lam*p)"
FP = "F(p) == lam*p - rho*dot(u, p)*u"

LARGE = have(
    [
        (f"dot({REST}, A(p)) == dot({REST}, lam*p)", lemma("LEM-same-dot", u="A(p)", w="lam*p", z=REST)),
        (
            FP,
            rule(
                "equal vectors",
                leaf(f"eq 1: dot({REST}, A(p)) == dot({REST}, lam*p)"),
                u="F(p)",
                w="lam*p - rho*dot(u, p)*u",
            ),
        ),
        (LONG, take(BOUND, ["p"], leaf(f"1: {AT_P}", use=[FP, *UNITS]))),
        ("rho - m > 0", leaf("1: rho > 2*m", "1: m >= 0")),
        (f"{ABOVE_M} > 0", leaf("1: lam > m; lam > m", "2: m >= 0; lam > m")),
        ("1 - dot(u, p)^2 >= 0", leaf("1: sq norm(p - dot(u, p)*u)", use=UNITS)),
        (
            "lam - rho + m >= 0",
            cases(
                "lam - rho + m",
                KNOWN,
                absurd(
                    have(
                        [
                            (
                                f"{NEAR_RHO} > 0",
                                leaf("1: lam - rho + m < 0; lam - rho + m < 0", "2: m >= 0; lam - rho + m < 0"),
                            ),
                            (f"{NEAR_RHO} + {ABOVE_M} > 0", leaf(f"1: {NEAR_RHO} > 0", f"1: {ABOVE_M} > 0")),
                            (
                                f"{MIXED} > 0",
                                leaf(
                                    f"1: {NEAR_RHO} > 0; {ABOVE_M} > 0",
                                    f"1: sq dot(u, p)*{NEAR_RHO}",
                                    f"1: 1 - dot(u, p)^2 >= 0; sq {ABOVE_M}",
                                    times=[f"{NEAR_RHO} + {ABOVE_M}"],
                                ),
                            ),
                        ],
                        lemma(
                            "LEM-two-signs",
                            leaf(f"1: {LONG}", use=UNITS),
                            leaf(f"1: {MIXED} > 0"),
                            a=f"-({MIXED})",
                        ),
                    )
                ),
            ),
        ),
    ],
    rule(
        "below the square",
        leaf("1: m >= 0; 1/(rho - m) > 0"),
        leaf(
            f"1: {LONG}",
            "1: sq dot(u, p)*(lam - rho)",
            "1: 1 - dot(u, p)^2 >= 0; lam - rho + m >= 0; lam - rho + m >= 0",
            "2: 1 - dot(u, p)^2 >= 0; lam - rho + m >= 0; rho - m > 0",
            times=["rho - m", "rho - m"],
            use=UNITS,
        ),
        a="norm(p - dot(u, p)*u)",
        b="m/(rho - m)",
    ),
)

BETWEEN = "exists g in number: g > 0 and m <= g and rho > 2*g and lam > g"
Q = "((1 + alpha*g)/(1 + alpha*lam))^2"
STEPS = "forall n in step: z[n + 1] == unit(z[n] + alpha*A(z[n]))"
AT = "z[k + 1] == value(layer, fn(h: z[k]), t)"


def halfway(top: str) -> object:
    """A number halfway from m to what is below lam and rho/2."""
    return witness(f"(m + {top})/2", both(*[leaf(*terms) for terms in HALVES[top]]))


LESS = "lam <= rho/2 or rho/2 < lam"
HALVES = {
    "lam": (
        ("1/2: lam > m", "1: m >= 0"),
        ("1/2: lam > m",),
        ("1: lam > m", "2: lam <= rho/2"),
        ("1/2: lam > m",),
    ),
    "rho/2": (
        ("1/4: rho > 2*m", "1: m >= 0"),
        ("1/4: rho > 2*m",),
        ("1/2: rho > 2*m",),
        ("1/4: rho > 2*m", "1: rho/2 < lam"),
    ),
}
WIDER = intro(
    "a",
    take(
        BOUND,
        ["a"],
        leaf("1: dot(F(a), F(a)) <= m^2*dot(a, a)", "1: m <= g; m >= 0; sq norm(a)", "1: m <= g; g > 0; sq norm(a)"),
    ),
)
TENDS = have(
    [
        (
            STEPS,
            intro(
                "k",
                rule(
                    "some element",
                    take(NEXT, ["k", "t"], leaf(use=[AT, SUM])),
                    C="z[k + 1] == unit(z[k] + alpha*A(z[k]))",
                    new={"x": "t"},
                ),
            ),
        ),
        (BETWEEN, split(LESS, halfway("lam"), halfway("rho/2"))),
    ],
    obtain(
        BETWEEN,
        "g",
        have(
            [
                ("1 + alpha*lam > 0", leaf("1:", "1: alpha > 0; g > 0", "1: alpha > 0; lam > g")),
                ("1 + alpha*g > 0", leaf("1:", "1: alpha > 0; g > 0")),
            ],
            lemma(
                "LEM-steered.orbit",
                WIDER,
                *[KNOWN] * 11,
                leaf("1: sq (1 + alpha*g)/(1 + alpha*lam)"),
                leaf(
                    "1: alpha > 0; lam > g; 1 + alpha*lam > 0",
                    "1: alpha > 0; lam > g; 1 + alpha*g > 0",
                    times=["1 + alpha*lam", "1 + alpha*lam"],
                ),
                leaf(),
                m="g",
                q=Q,
            ),
        ),
    ),
)

TILTED = {
    "tokens": 2,
    "heads": 1,
    "dim": 2,
    "letters": {
        "V": [[["481/25", "-108/25"], ["192/25", "144/25"]]],
        "P": [[[0, 0], [0, 0]]],
        "F": [["-144/25", "-108/25"], ["192/25", "144/25"]],
        "u": [1, 0],
        "p": ["4/5", "3/5"],
        "l": [64, -27],
        "alpha": 1,
        "rho": 25,
        "m": 12,
        "lam": 16,
        "z": {"always": ["4/5", "3/5"]},
    },
}
"""A matrix F of norm 12 that turns the principal eigenvector away from u as far as it can."""

formal(
    "POW-S4.R3",
    statement={
        "letters": ["V[head], P[head], F: matrix", "u, p, l: vector", "alpha, rho, m, lam: number", "z[step]: vector"],
        "where": [*LAYER["where"], "A(b) := F(b) + rho*dot(u, b)*u", "off(n) := z[n] - dot(p, z[n])*p"],
        "maps": LAYER["maps"],
        "given": [
            SUM,
            BOUND,
            "m >= 0",
            "dot(u, u) == 1",
            "rho > 2*m",
            "alpha > 0",
            "dot(p, p) == 1",
            "A(p) == lam*p",
            "lam > m",
            LEFT,
            "dot(l, z[0]) != 0",
            "dot(z[0], z[0]) == 1",
            NEXT,
        ],
        "show": [EQUAL, LIMIT, SINE],
    },
    proof=[intro("a,t", leaf(use=[SUM])), TENDS, LARGE],
    instance=TILTED,
    twin=Variant("half of the bound for the angle", {"m/(rho - m)": "m/(2*(rho - m))"}, TILTED),
)
