"""Lemma 7, proof: one Oja step up to alpha^2, with an explicit remainder of third order."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import BASIS, OJA, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, rule

UNIT = "dot(x, x) == 1"
WHERE = [
    "sigma := dot(x, s)",
    "tau := dot(s, s)",
    "m := alpha*norm(s)",
    "n := 1 - alpha*sigma + alpha^2*(3/2*sigma^2 - tau/2)",
    "y := x + alpha*s",
    "t := s - sigma*x",
    "second := x + alpha*t - alpha^2*(sigma*t + 1/2*dot(t, t)*x)",
]
REMAINDER, FACTOR = "(n^2*norm(y)^2 - 1)", "(n*norm(y) - 1)"
SERIES = f"n > 0 and abs({REMAINDER}) <= 6*m^3 and abs({FACTOR}) <= 6*m^3"
LENGTH = "norm(unit(y) - n*y)"
REST = "norm(n*y - second)"
STEPS = [
    ("norm(x) == 1", leaf(use=[UNIT])),
    ("m >= 0", leaf("1: alpha > 0; norm(s) >= 0")),
    ("sigma <= norm(x)*norm(s)", rule("Cauchy-Schwarz", u="x", w="s")),
    ("dot(x, -s) <= norm(x)*norm(-s)", rule("Cauchy-Schwarz", u="x", w="-s")),
    ("norm(s) - sigma >= 0", leaf("1: sigma <= norm(x)*norm(s)", use=[UNIT])),
    ("norm(s) + sigma >= 0", leaf("1: dot(x, -s) <= norm(x)*norm(-s)", use=[UNIT])),
    ("tau - sigma^2 >= 0", leaf("1: norm(s) - sigma >= 0; norm(s) + sigma >= 0")),
    ("1 - m > 0", leaf("1: m < 1")),
    (
        "dot(y, y) > 0",
        leaf("1: 1 - m > 0; 1 - m > 0", "2: alpha > 0; norm(s) + sigma >= 0", use=[UNIT]),
    ),
    ("norm(y) > 0", KNOWN),
    (SERIES, lemma("POW-L2.series", KNOWN, KNOWN, leaf("1: m < 1"))),
    ("m^3 >= 0", KNOWN),
    (f"{LENGTH} <= 6*m^3", lemma("LEM-near-direction", b="6*m^3")),
    (
        f"{REST} <= m^3",
        rule(
            "below the square",
            leaf("1: m^3 >= 0"),
            leaf(
                "3/4: tau - sigma^2 >= 0; sq alpha^3*tau",
                "9/4: tau - sigma^2 >= 0; sq alpha^3*sigma*norm(s)",
                use=[UNIT],
            ),
            a=REST,
            b="m^3",
        ),
    ),
    (
        f"norm(unit(y) - n*y + (n*y - second)) <= {LENGTH} + {REST}",
        rule("triangle", u="unit(y) - n*y", w="n*y - second"),
    ),
]
SHORT = "(n*norm(y) - 1)"
formal(
    "LEM-near-direction",
    title="A multiple of a vector of length nearly 1 is near its direction",
    statement={
        "letters": ["y: vector; n, b: number"],
        "given": ["norm(y) > 0", f"abs({SHORT}) <= b"],
        "show": "norm(unit(y) - n*y) <= b",
    },
    proof=have(
        [
            (f"abs({SHORT}) >= 0", KNOWN),
            ("b >= 0", leaf(f"1: abs({SHORT}) <= b", f"1: abs({SHORT}) >= 0")),
            (f"abs({SHORT})^2 == {SHORT}^2", rule("absolute square", e=SHORT)),
        ],
        rule(
            "below the square",
            KNOWN,
            leaf(
                f"1: abs({SHORT}) <= b; b >= 0",
                f"1: abs({SHORT}) <= b; abs({SHORT}) >= 0",
                f"eq 1: abs({SHORT})^2 == {SHORT}^2",
            ),
            a="norm(unit(y) - n*y)",
            b="b",
        ),
    ),
    instance={"dim": 2, "letters": {"y": [3, 4], "n": "1/4", "b": "1/4"}},
)
formal(
    "LEM-step-expansion",
    title="A unit vector pushed and normalised, up to the second order of the push",
    statement={
        "letters": ["x, s: vector; alpha: number"],
        "where": WHERE,
        "given": [UNIT, "alpha > 0", "m < 1"],
        "show": "norm(unit(y) - second) <= 7*m^3",
    },
    proof=have(
        STEPS,
        leaf(
            f"1: norm(unit(y) - n*y + (n*y - second)) <= {LENGTH} + {REST}",
            f"1: {LENGTH} <= 6*m^3",
            f"1: {REST} <= m^3",
        ),
    ),
    instance={"dim": 2, "letters": {"x": [1, 0], "s": ["3/5", "4/5"], "alpha": "1/2"}},
)

PULL = "V(sum(j: x[j])/sum(j: 1))"
SIGMA, SIZE = f"dot(x[i], {PULL})", f"(alpha*norm({PULL}))"
T = f"({PULL} - {SIGMA}*x[i])"
SECOND = f"(x[i] + alpha*{T} - alpha^2*({SIGMA}*{T} + 1/2*dot({T}, {T})*x[i]))"
EXPANDED = f"norm(unit(x[t] + alpha*{PULL}) - {SECOND.replace('[i]', '[t]')}) <= 7*{SIZE}^3"
HERE = {
    "tokens": 2,
    "dim": 3,
    "letters": {"V": symmetric(2, 1, -1), "alpha": "1/4", "x": [BASIS[0], [1, 0, 0]]},
}
formal(
    "POW-L7.exp",
    statement=model(
        V,
        OJA,
        {
            "letters": ["x[token]: vector"],
            "given": ["forall i: dot(x[i], x[i]) == 1", "alpha > 0", f"{SIZE} < 1"],
            "show": f"forall i: norm(value(oja, x, i) - {SECOND}) <= 7*{SIZE}^3",
        },
    ),
    proof=intro(
        "t",
        have(
            [("dot(x[t], x[t]) == 1", KNOWN), (EXPANDED, lemma("LEM-step-expansion", x="x[t]", s=PULL))],
            leaf(f"1: {EXPANDED}"),
        ),
    ),
    instance=HERE,
    twin=Variant(
        "the coefficient 1 instead of 1/2 of |t|^2 x",
        {"1/2*dot(": "dot("},
        {
            "tokens": 2,
            "dim": 2,
            "letters": {"V": [[1, 0], [0, 0]], "alpha": "1/1000", "x": [["3/5", "4/5"], ["3/5", "4/5"]]},
        },
    ),
)
