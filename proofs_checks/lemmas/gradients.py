"""Tangents with a quadratic remainder: of a logarithm, and what they say of gradients on the sphere."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, obtain, rule, witness

H, SQUARE = "norm(w - z)", "dot(w - z, w - z)"
OLD, NEW = "exp(log(P(z))) == P(z)", "exp(log(P(w))) == P(w)"
RISE = "(P(w) - P(z))"
ALONG = "dot(F, w - z)"
LOGS = "(log(P(w)) - log(P(z)))"
REST = f"{LOGS} - {ALONG}/P(z)"
SIZE = "(norm(F) + C)"
K = f"C/P(z) + 2*{SIZE}^2/P(z)^2"
RADIUS = "P(z)/(2*(norm(F) + 1) + P(z))"
NEARBY = f"0 <= {RISE} - {ALONG} and {RISE} - {ALONG} <= C*{SQUARE}"

_RISES: Steps = [
    (f"{RADIUS} <= 1", leaf("2: norm(F) >= 0; 1 > 0", "2:", times=["2*(norm(F) + 1) + P(z)"])),
    (f"{H} <= 1", leaf(f"1: {H} <= {RADIUS}", f"1: {RADIUS} <= 1")),
    (f"0 <= {RISE} - {ALONG}", KNOWN),
    (f"{RISE} - {ALONG} <= C*{SQUARE}", KNOWN),
    (f"{ALONG} <= norm(F)*{H}", rule("Cauchy-Schwarz", u="F", w="w - z")),
    (f"-{ALONG} <= norm(F)*{H}", rule("Cauchy-Schwarz", u="F", w="z - w")),
    (
        f"norm(F)*{RADIUS} <= P(z)/2",
        leaf("1: P(z) > 0", "1/2: P(z) > 0; P(z) > 0", times=["2*(norm(F) + 1) + P(z)"]),
    ),
    (
        "P(w) >= P(z)/2",
        leaf(
            f"1: 0 <= {RISE} - {ALONG}",
            f"1: -{ALONG} <= norm(F)*{H}",
            f"1: norm(F) >= 0; {H} <= {RADIUS}",
            f"1: norm(F)*{RADIUS} <= P(z)/2",
        ),
    ),
    ("P(w) > 0", leaf("1: P(w) >= P(z)/2", "1/2: P(z) > 0")),
    (
        f"{RISE} <= {SIZE}*{H}",
        leaf(
            f"1: {RISE} - {ALONG} <= C*{SQUARE}",
            f"1: {ALONG} <= norm(F)*{H}",
            f"1: C > 0; {H} >= 0; {H} <= 1",
        ),
    ),
    (
        f"-{RISE} <= {SIZE}*{H}",
        leaf(f"1: 0 <= {RISE} - {ALONG}", f"1: -{ALONG} <= norm(F)*{H}", f"1: C > 0; {H} >= 0"),
    ),
    (
        f"{RISE}^2 <= {SIZE}^2*{SQUARE}",
        leaf(f"1: {RISE} <= {SIZE}*{H}; -{RISE} <= {SIZE}*{H}"),
    ),
    (OLD, rule("exp of log", a="P(z)")),
    (NEW, rule("exp of log", a="P(w)")),
    (f"1 + {LOGS} <= exp({LOGS})", rule("exp tangent", a=LOGS)),
    (f"1 - {LOGS} <= exp(-{LOGS})", rule("exp tangent", a=f"-{LOGS}")),
    (
        f"P(z)*(1 + {LOGS}) <= P(w)",
        leaf(f"1: exp(log(P(z))) > 0; 1 + {LOGS} <= exp({LOGS})", use=[OLD, NEW]),
    ),
    (
        f"P(w)*(1 - {LOGS}) <= P(z)",
        leaf(f"1: exp(log(P(w))) > 0; 1 - {LOGS} <= exp(-{LOGS})", use=[OLD, NEW]),
    ),
]

formal(
    "LEM-log.tangent",
    title="The logarithm of what has a tangent has a tangent",
    statement={
        "letters": ["P(vector): number; F, z: vector; C: number"],
        "given": ["P(z) > 0", "C > 0", f"forall w in vector: {H} <= 1 => {NEARBY}"],
        "show": [
            f"exists K in number, r in number: K > 0 and r > 0 and (forall w in vector: {H} <= r =>"
            f" abs({REST}) <= K*{SQUARE})"
        ],
    },
    proof=witness(
        K,
        witness(
            RADIUS,
            both(
                leaf("1: C > 0; 1/P(z) > 0", f"2: sq {SIZE}/P(z)"),
                leaf("1: P(z) > 0", times=["2*(norm(F) + 1) + P(z)"]),
                intro(
                    ["w", ""],
                    have(
                        _RISES,
                        rule(
                            "absolute at most",
                            leaf(
                                f"1: P(z)*(1 + {LOGS}) <= P(w); 1/P(z) > 0",
                                f"1: {RISE} - {ALONG} <= C*{SQUARE}; 1/P(z) > 0",
                                f"2: sq {SIZE}*{H}/P(z)",
                            ),
                            leaf(
                                f"1: P(w)*(1 - {LOGS}) <= P(z); 1/P(w) > 0",
                                f"1: 0 <= {RISE} - {ALONG}; 1/P(z) > 0",
                                f"1: {RISE}^2 <= {SIZE}^2*{SQUARE}; 1/P(z) > 0; 1/P(w) > 0",
                                f"2: P(w) >= P(z)/2; 1/P(w) > 0; sq {SIZE}*{H}/P(z)",
                                f"1: C > 0; 1/P(z) > 0; sq {H}",
                            ),
                            e=REST,
                            b=f"({K})*{SQUARE}",
                        ),
                    ),
                ),
            ),
        ),
    ),
)

UNITS = ["dot(z, z) == 1", "dot(w, w) == 1"]
GAP = "(f(w) - f(z) - dot(g, w - z))"
HELD = "(g - dot(z, g)*z)"
MOVED = f"(f(w) - f(z) - dot({HELD}, w - z))"
PULL = "abs(dot(z, g))"
SLOPE = f"abs(s)*(K + {PULL})"
FOUND = f"exists q in number: q >= 0 and q == {SLOPE}"
TOTAL = f"((K + {PULL})*{SQUARE})"
TURNED = f"dot(z, w - z) == -{SQUARE}/2"
REACH = "r*e/(e + r*(q + 1))"
WHOLE = "e + r*(q + 1)"

_CLOSE: Steps = [
    ("e*r > 0", leaf("1: e > 0; r > 0")),
    (f"{WHOLE} > 0", leaf("1: e > 0", "1: r > 0; q >= 0", "1: r > 0")),
]
_SMALL: Steps = [
    (f"{REACH} <= r", leaf("1: r > 0; r > 0; q >= 0", "1: r > 0; r > 0", times=[WHOLE])),
    (f"{H} <= r", leaf(f"1: {H} < {REACH}", f"1: {REACH} <= r")),
    (f"abs({GAP}) <= K*{SQUARE}", KNOWN),
    (f"q*{REACH} <= e", leaf("1: e > 0; e > 0", "1: e*r > 0", times=[WHOLE])),
    (f"{GAP} <= abs({GAP})", rule("absolute above", e=GAP)),
    (f"-{GAP} <= abs({GAP})", rule("absolute above minus", e=GAP)),
    (f"dot(z, g) <= {PULL}", rule("absolute above", e="dot(z, g)")),
    (f"-dot(z, g) <= {PULL}", rule("absolute above minus", e="dot(z, g)")),
    ("s <= abs(s)", rule("absolute above", e="s")),
    ("-s <= abs(s)", rule("absolute above minus", e="s")),
    (TURNED, leaf(use=UNITS)),
    (
        f"{MOVED} <= {TOTAL}",
        leaf(
            f"1: {GAP} <= abs({GAP})",
            f"1: abs({GAP}) <= K*{SQUARE}",
            f"1/2: -dot(z, g) <= {PULL}; sq {H}",
            f"1/2: {PULL} >= 0; sq {H}",
            f"eq -dot(z, g): {TURNED}",
            use=UNITS,
        ),
    ),
    (
        f"-{MOVED} <= {TOTAL}",
        leaf(
            f"1: -{GAP} <= abs({GAP})",
            f"1: abs({GAP}) <= K*{SQUARE}",
            f"1/2: dot(z, g) <= {PULL}; sq {H}",
            f"1/2: {PULL} >= 0; sq {H}",
            f"eq dot(z, g): {TURNED}",
            use=UNITS,
        ),
    ),
    (
        f"abs(s)*{TOTAL} <= e*{H}",
        leaf(
            f"1: q >= 0; {H} >= 0; {H} < {REACH}",
            f"1: {H} >= 0; q*{REACH} <= e",
            f"eq -{SQUARE}: q == {SLOPE}",
        ),
    ),
]


def side(sign: str) -> Tree:
    """One side of the bound."""
    plus, minus = ("-", "") if sign else ("", "-")
    return leaf(
        f"1/2: {plus}s <= abs(s); -{MOVED} <= {TOTAL}",
        f"1/2: {minus}s <= abs(s); {MOVED} <= {TOTAL}",
        f"1: abs(s)*{TOTAL} <= e*{H}",
    )


formal(
    "LEM-sphere.gradient",
    title="A tangent with a quadratic remainder gives the gradient on the sphere",
    statement={
        "letters": ["f(vector): number; g, z: vector; s, K, r: number"],
        "given": [
            "dot(z, z) == 1",
            "K > 0",
            "r > 0",
            f"forall w in vector: {H} <= r => abs({GAP}) <= K*{SQUARE}",
        ],
        "show": [
            "forall e in number: e > 0 => (exists d in number: d > 0 and (forall w in vector: dot(w, w) == 1 and"
            f" {H} < d => abs(s*f(w) - s*f(z) - s*dot({HELD}, w - z)) <= e*{H}))"
        ],
    },
    proof=intro(
        ["e", ""],
        have(
            [(FOUND, witness(SLOPE, both(leaf(f"1: abs(s) >= 0; {PULL} >= 0", "1: abs(s) >= 0; K > 0"), leaf())))],
            obtain(
                FOUND,
                "q",
                have(
                    _CLOSE,
                    witness(
                        REACH,
                        both(
                            leaf(f"1: e*r > 0; 1/({WHOLE}) > 0"),
                            intro(
                                ["w", ""],
                                have(
                                    _SMALL,
                                    rule("absolute at most", side(""), side("-"), e=f"s*{MOVED}", b=f"e*{H}"),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
