"""The orbit of a direction under many identical steered layers tends to the line of the principal eigenvector."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.steered_contraction import LEFT, MATRIX, SIDE, STEP, TILTED
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    absurd,
    both,
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

NEXT = "forall n in step: z[n + 1] == unit(z[n] + alpha*A(z[n]))"
ORBIT: Part = {
    "letters": ["p, l: vector", "alpha, q: number", "z[step]: vector"],
    "where": ["W(n) := dot(l, p)*z[n] - dot(l, z[n])*p", "off(n) := z[n] - dot(p, z[n])*p"],
    "given": [
        LEFT,
        "alpha > 0",
        "dot(p, p) == 1",
        "A(p) == lam*p",
        "dot(l, z[0]) != 0",
        "dot(z[0], z[0]) == 1",
        NEXT,
        "0 <= q",
        "q < 1",
        "q*(1 + alpha*lam)^2 == (1 + alpha*m)^2",
    ],
}
LIMIT = "forall e in number: e > 0 => (exists s in size: forall n in size: n >= s => norm(off(n)) < e)"
LL, LP, C0 = "dot(l, l)", "dot(l, p)", "dot(l, z[0])"
FP = "F(p) == lam*p - rho*dot(u, p)*u"
DD = f"(2*dot(u, l)^2 - {LL})"


POSITIVE_L = (
    f"{LL} > 0",
    split(
        "l == 0 or l != 0",
        absurd(
            split(
                f"{C0} != 0",
                lemma("LEM-two-signs", leaf(use=["l == 0"]), KNOWN, a=C0),
                lemma("LEM-two-signs", leaf(use=["l == 0"]), leaf(f"1: 0 < {C0}"), a=f"-{C0}"),
            )
        ),
        rule("positive square", u="l"),
    ),
)


def square(number: str) -> object:
    """The square of a number that is not zero."""
    return split(f"{number} != 0", leaf(f"1: {number} < 0; {number} < 0"), leaf(f"1: 0 < {number}; 0 < {number}"))


def side(w: str) -> tuple[str, object]:
    """The form is positive beside l."""
    return SIDE.replace("Q(w)", f"Q({w})").replace("dot(w, w)", f"dot({w}, {w})"), lemma("LEM-steered.side", w=w)


REST = "(A(p) - lam*p)"
SIDE_P, _ = side("p")
ONCE_P = "Q(A(p)) <= m^2*Q(p) - (rho^2/2 - 2*m^2)*dot(u, p)^2"
START: Steps = [
    ("lam^2 - m^2 > 0", leaf("1: lam > m; lam > m", "2: m > 0; lam > m")),
    ("rho^2 - 4*m^2 > 0", leaf("1: rho > 2*m; rho > 2*m", "4: m > 0; rho > 2*m")),
    ("1 + alpha*lam > 0", leaf("1:", "1: alpha > 0; m > 0", "1: alpha > 0; lam > m")),
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
    POSITIVE_L,
    (TILTED, lemma("LEM-steered.left")),
    (f"{DD} > 0", leaf(f"1: {TILTED}")),
    (f"{C0}^2 > 0", square(C0)),
    (
        f"{LP}^2 > 0",
        split(
            f"{LP} == 0 or {LP} != 0",
            absurd(
                have(
                    [
                        side("p"),
                        (ONCE_P, lemma("LEM-steered.once", w="p")),
                        (
                            "(lam^2 - m^2)*Q(p) <= 0",
                            leaf(f"1: {ONCE_P}", "1/2: rho^2 - 4*m^2 > 0; sq dot(u, p)", use=[FP, "dot(u, u) == 1"]),
                        ),
                    ],
                    lemma(
                        "LEM-two-signs",
                        leaf(f"1: (lam^2 - m^2)*Q(p) <= 0; {LL} > 0"),
                        leaf(
                            f"1: {SIDE_P}; lam^2 - m^2 > 0",
                            f"1: {DD} > 0; lam^2 - m^2 > 0",
                            use=["dot(p, p) == 1"],
                        ),
                        a=f"-(lam^2 - m^2)*Q(p)*{LL}",
                    ),
                )
            ),
            square(LP),
        ),
    ),
]

INV = f"Q(W({{0}}))*{C0}^2 <= q^{{0}}*Q(W(0))*dot(l, z[{{0}}])^2".format
STATE = "dot(z[{0}], z[{0}]) == 1 and dot(l, z[{0}])^2 > 0 and ".format
Y = "(z[k] + alpha*A(z[k]))"
AT = "z[k + 1] == unit(z[k] + alpha*A(z[k]))"
LF = "dot(l, F(z[k])) == lam*dot(l, z[k]) - rho*dot(u, z[k])*dot(l, u)"
C1 = f"norm({Y})*dot(l, z[k + 1]) == (1 + alpha*lam)*dot(l, z[k])"
C2 = f"norm({Y})^2*Q(W(k + 1)) == Q(W(k) + alpha*A(W(k)))"
MOVED = STEP.replace("w", "W(k)")
QEQ = "q*(1 + alpha*lam)^2 == (1 + alpha*m)^2"
ONWARDS = have(
    [
        "dot(l, z[k])^2 > 0",
        (AT, take(NEXT, ["k"], KNOWN)),
        (LF, take(LEFT, ["z[k]"], leaf("eq 1: dot(l, A(z[k])) == lam*dot(l, z[k])"))),
        (
            f"dot(l, {Y})^2 > 0",
            leaf("1: dot(l, z[k])^2 > 0; 1 + alpha*lam > 0; 1 + alpha*lam > 0", use=[LF]),
        ),
        (
            f"dot({Y}, {Y}) > 0",
            leaf(
                f"1: sq norm({LL}*{Y} - dot(l, {Y})*l)",
                f"1: {LL} > 0; dot(l, {Y})^2 > 0",
                times=[LL, LL],
            ),
        ),
        (
            f"norm({Y}) > 0",
            rule("strictly below the square", KNOWN, leaf(f"1: dot({Y}, {Y}) > 0"), a="0", b=f"norm({Y})"),
        ),
        (C1, leaf(use=[AT, LF])),
        (C2, leaf(use=[AT, LF, FP])),
        (MOVED, lemma("LEM-steered.step", KNOWN, KNOWN, KNOWN, KNOWN, KNOWN, KNOWN, KNOWN, KNOWN, leaf(), w="W(k)")),
    ],
    both(
        leaf(use=[AT]),
        leaf(
            "1: dot(l, z[k])^2 > 0; 1 + alpha*lam > 0; 1 + alpha*lam > 0",
            f"eq -norm({Y})*dot(l, z[k + 1]) - (1 + alpha*lam)*dot(l, z[k]): {C1}",
            times=[f"norm({Y})", f"norm({Y})"],
        ),
        leaf(
            f"1: {INV('k')}; sq 1 + alpha*m",
            f"1: {MOVED}; sq {C0}",
            f"eq -q^k*Q(W(0))*dot(l, z[k])^2: {QEQ}",
            f"eq -q^k*q*Q(W(0))*(norm({Y})*dot(l, z[k + 1]) + (1 + alpha*lam)*dot(l, z[k])): {C1}",
            f"eq {C0}^2: {C2}",
            times=[f"norm({Y})", f"norm({Y})"],
        ),
    ),
)
ALWAYS = f"forall n in size: {STATE('n')}{INV('n')}"
KEPT = rule(
    "induction", both(KNOWN, KNOWN, leaf()), ONWARDS, P=f"fn(n in size: {STATE('n')}{INV('n')})", new={"n": "k"}
)
C = f"({LL}^2*Q(W(0)))"
LEVEL = f"(r^2*{LP}^2*{DD}*{C0}^2/({C} + 1))"
SMALL = "exists s in size: forall n in size: n >= s => q^n < {}".format
VANISH = f"forall e in number: e > 0 => ({SMALL('e')})"
SIDE_K, SIDE_0 = side("W(k)"), side("W(0)")
SMALLER = have(
    [
        (f"q^k < {LEVEL}", take(f"forall n in size: n >= s => q^n < {LEVEL}", ["k"], KNOWN)),
        (f"{STATE('k')}{INV('k')}", take(ALWAYS, ["k"], KNOWN)),
        SIDE_K,
        (
            f"{LP}^2*dot(off(k), off(k)) <= dot(W(k), W(k))",
            leaf(f"1: sq dot(l, z[k]) - {LP}*dot(p, z[k])", use=["dot(p, p) == 1", "dot(z[k], z[k]) == 1"]),
        ),
        (
            f"dot(l, z[k])^2 <= {LL}",
            leaf(f"1: sq norm({LL}*z[k] - dot(l, z[k])*l)", times=[LL], use=["dot(z[k], z[k]) == 1"]),
        ),
        (
            f"Q(W(k))*{C0}^2 <= {LEVEL}*Q(W(0))*dot(l, z[k])^2",
            leaf(f"1: {INV('k')}", f"1: q^k < {LEVEL}; Q(W(0)) >= 0; sq dot(l, z[k])"),
        ),
        (
            f"Q(W(k))*{C0}^2 <= {LEVEL}*Q(W(0))*{LL}",
            leaf(
                f"1: Q(W(k))*{C0}^2 <= {LEVEL}*Q(W(0))*dot(l, z[k])^2",
                f"1: {LEVEL} > 0; Q(W(0)) >= 0; dot(l, z[k])^2 <= {LL}",
            ),
        ),
        (
            f"{LP}^2*{DD}*{C0}^2*dot(off(k), off(k)) <= {LEVEL}*{C}",
            leaf(
                f"1: {DD} > 0; {C0}^2 > 0; {LP}^2*dot(off(k), off(k)) <= dot(W(k), W(k))",
                f"1: {C0}^2 > 0; {SIDE_K[0]}",
                f"1: {LL} > 0; Q(W(k))*{C0}^2 <= {LEVEL}*Q(W(0))*{LL}",
            ),
        ),
        (f"{LP}^2*{DD}*{C0}^2 > 0", leaf(f"1: {LP}^2 > 0; {DD} > 0; {C0}^2 > 0")),
        (
            "dot(off(k), off(k)) < r^2",
            leaf(
                f"1: {LP}^2*{DD}*{C0}^2*dot(off(k), off(k)) <= {LEVEL}*{C}",
                f"1: {LEVEL} > 0",
                times=[f"{LP}^2*{DD}*{C0}^2"],
            ),
        ),
    ],
    rule("strictly below the square", KNOWN, leaf("1: dot(off(k), off(k)) < r^2"), a="norm(off(k))", b="r"),
)

formal(
    "LEM-steered.orbit",
    title="The orbit of a direction under identical steered layers tends to the line of the principal eigenvector",
    statement=model(MATRIX, ORBIT, {"show": [LIMIT]}),
    proof=have(
        [
            *START,
            (ALWAYS, KEPT),
            SIDE_0,
            ("Q(W(0)) >= 0", leaf(f"1: {SIDE_0[0]}", f"1: {DD} > 0; sq norm(W(0))", times=[LL])),
            (f"{C} + 1 > 0", leaf("1:", f"1: {LL} > 0; {LL} > 0; Q(W(0)) >= 0")),
            (VANISH, lemma("LEM-powers-vanish")),
        ],
        intro(
            "r,",
            have(
                [
                    (f"{LEVEL} > 0", leaf(f"1: r > 0; r > 0; {LP}^2 > 0; {DD} > 0; {C0}^2 > 0; 1/({C} + 1) > 0")),
                    (SMALL(LEVEL), take(VANISH, [LEVEL], KNOWN)),
                ],
                obtain(SMALL(LEVEL), "s", witness("s", intro("k,", SMALLER))),
            ),
        ),
    ),
)
