"""Lemma 15 as printed: a pair of opposite tokens that attracts under the attention map for all small step sizes."""

from __future__ import annotations

from proofs_checks.power_method.proofs.attention_pair import (
    FRAME,
    FRAMED,
    NO_LOGITS,
    OPPOSITE,
    PAIR,
    RATES,
    TWO,
    UNITS,
    ZERO,
    K,
    R,
    each,
    with_letters,
)
from proofs_checks.power_method.proofs.models import ATTENTION, P, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, obtain, rule, take, unfold

STABLE = "asymptotically_stable(attention, x)"
UNIT = "forall i: dot(x[i], x[i]) == 1"
IDENTITY = "forall z in vector: I(z) == z"
OTHER = "exists z in vector: z != 0 and dot(x[a], z) == 0 and I(z) == m*z"
SAME = "dot(c, I(c)) == dot(c, m*c)"
ONE = have(
    [
        ("dot(c, c) > 0", rule("positive square", u="c")),
        (SAME, lemma("LEM-same-dot", u="I(c)", w="m*c", z="c")),
        ("I(c) == c", take(IDENTITY, ["c"], KNOWN)),
        ("m == 1", leaf(f"eq -1/dot(c, c): {SAME}", use=["I(c) == c"])),
    ],
    rule(
        "absolute",
        leaf("26/25: alpha > 0", use=["m == 1"]),
        leaf("26/25: alpha <= 1/10", "237/125:", use=["m == 1"]),
        e=f"{R} + 2*{K}*m",
        b="1",
    ),
)
"""The identity has no eigenvalue but 1."""
AT = RATES.replace("[i]", "[t]").replace(", i)", ", t)")
DERIVATIVE, MOVED = AT.split(" == ")
FORM = f"{R}*d[t] + I(sum(j: {K}*d[j]))"
RATE = have(
    [
        (f"forall i: {RATES}", lemma("LEM-pair-rates")),
        (AT, take(f"forall i: {RATES}", ["t"], KNOWN)),
        (f"{MOVED} == {FORM}", leaf(use=[IDENTITY])),
    ],
    lemma("LEM-same-chain", u=DERIVATIVE, w=MOVED, z=FORM),
)
SPECTRUM = rule(
    "equal tokens",
    take(IDENTITY, ["x[a]"], leaf(use=["I(x[a]) == x[a]"])),
    KNOWN,
    leaf(use=[TWO]),
    each({"left": KNOWN}, {"right": KNOWN}, "fn(i: x[i] == x[a] or x[i] == -x[a])"),
    KNOWN,
    RATE,
    F="attention",
    S="x",
    V="I",
    v="x[a]",
    lam="1",
    r=R,
    k=K,
    n="2",
    new={"i": "t", "d": "d"},
)
ATTRACTS = rule(
    "indirect method, stable",
    KNOWN,
    rule(
        "inside, one class",
        SPECTRUM,
        unfold("eigenvalue(I, x[a], m)", obtain(OTHER, "c", ONE)),
        rule("absolute", leaf("24/5: alpha > 0"), leaf("24/5: alpha <= 1/10", "38/25:"), e=R, b="1"),
        F="attention",
        S="x",
        V="I",
        v="x[a]",
        f=f"fn(y: {R} + 2*{K}*y)",
        g=R,
        new={"x": "m"},
    ),
    F="attention",
    S="x",
)
formal(
    "LEM-pair-attracts",
    title="A pair of opposite tokens off the eigenvectors that attracts under the attention map",
    statement=model(V, P, ATTENTION, FRAME, {"given": ["alpha > 0", "alpha <= 1/10"], "show": STABLE}),
    proof=have(
        [
            *PAIR,
            (UNIT, each(leaf(use=UNITS), leaf(use=[OPPOSITE, *UNITS]), "fn(i: dot(x[i], x[i]) == 1)")),
            ("fixed(attention, x)", unfold("goal", intro("t", leaf(use=[TWO, ZERO, UNIT, NO_LOGITS], norms=["1"])))),
        ],
        rule("identity", ATTRACTS, C=STABLE),
    ),
    instance=with_letters(**FRAMED),
    twin=Variant("five times the step size", {"<= 1/10": "<= 1/2"}, with_letters(**FRAMED, alpha="1/2")),
)
