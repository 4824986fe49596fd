"""POW-N10: which patterns of signs on one eigenvector are stable under causal attention."""

from __future__ import annotations

import re

from proofs_checks.power_method.proofs.models import CAUSAL, P, Part, V
from proofs_checks.power_method.proofs.sign_patterns import (
    AT_MOST_ONE,
    FACTOR,
    HERE,
    PATTERN,
    SPECTRUM,
    fixed_proof,
    signed,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, have, intro, leaf, lemma, rule, take

VALUE = "((1 + alpha*m*w)/(1 + alpha*lam*g))"
THRESHOLD = "m < lam*(p - n/E)"
FACTOR_POSITIVE: Steps = [
    ("p*E + n > 0", leaf("1: p >= 1; E > 0", "1: E > 0", "1: n >= 0")),
    ("w > 0", leaf("1: E > 0", use=["w == E/(p*E + n)"], times=["p*E + n"])),
    ("1 - w >= 0", leaf("1: p >= 1; E > 0", "1: n >= 0", use=["w == E/(p*E + n)"], times=["p*E + n"])),
    ("1 - alpha*lam > 0", leaf("1: alpha*lam < 1")),
    (
        "1 + alpha*lam*g > 0",
        leaf(
            "1: 1 - alpha*lam > 0; p*E + n > 0",
            "2: alpha > 0; lam > 0; p >= 1; E > 0",
            "2: alpha > 0; lam > 0; E > 0",
            use=["g == (p*E - n)/(p*E + n)"],
            times=["p*E + n"],
        ),
    ),
]
formal(
    "LEM-causal-factor",
    title="A tangent eigenvalue at a pattern of signs is inside the disc exactly below a threshold",
    statement={
        "letters": ["alpha, lam, m, w, g, E, p, n: number"],
        "given": [
            *("alpha > 0", "lam > 0", "alpha*lam < 1", "-1 < alpha*m", "E > 0", "p >= 1", "n >= 0"),
            *("w == E/(p*E + n)", "g == (p*E - n)/(p*E + n)"),
        ],
        "show": [
            "1 + alpha*lam*g > 0",
            f"abs({VALUE}) < 1 => {THRESHOLD}",
            f"{THRESHOLD} => abs({VALUE}) < 1",
        ],
    },
    proof=[
        have(FACTOR_POSITIVE, KNOWN),
        have(
            FACTOR_POSITIVE,
            intro(
                "",
                have(
                    [
                        (f"{VALUE} <= abs({VALUE})", rule("absolute above", e=VALUE)),
                        (f"{VALUE} < 1", leaf(f"1: {VALUE} <= abs({VALUE})", f"1: abs({VALUE}) < 1")),
                        ("m*w < lam*g", leaf(f"1: {VALUE} < 1; 1 + alpha*lam*g > 0", times=["alpha"])),
                    ],
                    leaf("1: m*w < lam*g", use=["w == E/(p*E + n)", "g == (p*E - n)/(p*E + n)"], times=["w"]),
                ),
            ),
        ),
        have(
            FACTOR_POSITIVE,
            intro(
                "",
                have(
                    [
                        (
                            "m*w < lam*g",
                            leaf(f"1: {THRESHOLD}; w > 0", use=["w == E/(p*E + n)", "g == (p*E - n)/(p*E + n)"]),
                        ),
                        ("1 + alpha*m*w > 0", leaf("1: -1 < alpha*m; w > 0", "1: 1 - w >= 0")),
                    ],
                    rule(
                        "absolute",
                        leaf("1: m*w < lam*g; alpha > 0", times=["1 + alpha*lam*g"]),
                        leaf("1: 1 + alpha*m*w > 0", "1: 1 + alpha*lam*g > 0", times=["1 + alpha*lam*g"]),
                        e=VALUE,
                        b="1",
                    ),
                ),
            ),
        ),
    ],
    instance={
        "letters": {
            "alpha": "1/4",
            "lam": 2,
            "m": 1,
            "w": "9/19",
            "g": "17/19",
            "E": 9,
            "p": 2,
            "n": 1,
        }
    },
)

AT = "((1 + alpha*m*exp(eps[{0}]*eps[{0}]*a)*mask[{0}, {0}]/raw({0}))/c({0}))".format
BOUND = "m < lam*(plus({0}) - minus({0})/E)".format
EIGENVALUE = "forall m in number: eigenvalue(V, v, m) => "
INSIDE = f"forall i: {EIGENVALUE}abs({AT('i')}) < 1"
BELOW = f"forall i: {EIGENVALUE}{BOUND('i')}"
FEW = f"{EIGENVALUE}(sum(j: 1) - 1)/E < 1 - m/lam"
STABLE = "asymptotically_stable(causal, pattern)"
COUNTS = [
    "forall i: plus(i) >= 1 and minus(i) >= 0 and raw(i) > 0",
    "forall i: exp(eps[i]*eps[i]*a)*mask[i, i]/raw(i) == E/(plus(i)*E + minus(i))",
    "forall i: turn(i)/raw(i) == (plus(i)*E - minus(i))/(plus(i)*E + minus(i))",
]
RADIUS = f"{EIGENVALUE}-1 < alpha*m"


def at(token: str) -> list[str]:
    """The counts at a token."""
    facts = [
        text.partition(": ")[2].replace("(i)", f"({token})").replace("[i", f"[{token}").replace(" i]", f" {token}]")
        for text in COUNTS
    ]
    return [*facts[0].split(" and "), *facts[1:]]


def factor(token: str, m: str) -> Steps:
    """What the numbers say at a token and an eigenvalue."""
    value, bound = (re.sub(r"\bm\b", m, text) for text in (AT(token), BOUND(token)))
    return [
        (" and ".join(f"({text})" for text in COUNTS), lemma("LEM-causal-pattern.counts")),
        *at(token),
        (f"-1 < alpha*{m}", take(RADIUS, [m], KNOWN)),
        (
            f"c({token}) > 0 and (abs({value}) < 1 => {bound}) and ({bound} => abs({value}) < 1)",
            lemma(
                "LEM-causal-factor",
                m=m,
                w=f"exp(eps[{token}]*eps[{token}]*a)*mask[{token}, {token}]/raw({token})",
                g=f"turn({token})/raw({token})",
                p=f"plus({token})",
                n=f"minus({token})",
            ),
        ),
    ]


POSITIVE_FACTORS = (
    "forall i: c(i) > 0 and raw(i) > 0",
    intro("i3", have(factor("i3", "some"), KNOWN)),
)
UNITS = (
    "forall i: dot(pattern[i], pattern[i]) == 1",
    intro("t", signed("t", lambda e: leaf(use=["dot(v, v) == 1", e]))),
)
STABLE_BELOW = have(
    [POSITIVE_FACTORS, (SPECTRUM, lemma("LEM-causal-pattern.spectrum")), UNITS],
    rule(
        "indirect method, stable",
        fixed_proof(),
        rule(
            "inside, token by token",
            KNOWN,
            have([*factor("i4", "m4"), (BOUND("i4").replace("m <", "m4 <"), take(BELOW, ["i4", "m4"], KNOWN))], KNOWN),
            F="causal",
            S="pattern",
            f=FACTOR,
            new={"i": "i4", "x": "m4"},
        ),
        F="causal",
        S="pattern",
    ),
)
"""Below the threshold the pattern is stable."""

ROW = "sum(j: 1 - mask[i3, j])"
FEW_OPPOSITE = have(
    [
        AT_MOST_ONE,
        (
            f"{ROW} >= 0",
            rule(
                "positive sum",
                take(AT_MOST_ONE[0], ["i3", "q2"], leaf("1: mask[i3, q2] <= 1")),
                e="fn(j: 1 - mask[i3, j])",
                new={"x": "q2"},
            ),
        ),
        (" and ".join(f"({text})" for text in COUNTS), lemma("LEM-causal-pattern.counts")),
        "plus(i3) >= 1",
        "(sum(j: 1) - 1)/E < 1 - m3/lam",
    ],
    leaf(
        "1: (sum(j: 1) - 1)/E < 1 - m3/lam; lam > 0",
        f"1: {ROW} >= 0; lam > 0; 1/E > 0",
        "1: plus(i3) >= 1; lam > 0; 1/E > 0",
        "1: plus(i3) >= 1; lam > 0",
    ),
)
"""At most all other tokens are on the other side."""

ONE_OTHER: Part = {**HERE, "letters": {**HERE["letters"], "some": 1}}
UNSTABLE: Part = {
    **HERE,
    "letters": {
        **HERE["letters"],
        "V": [[2, 0], [0, "19/10"]],
        "P": [["log(2)/2", 1], [2, 0]],
        "a": "log(2)/2",
        "eps": [1, -1, -1],
        "some": "19/10",
    },
}
formal(
    "POW-N10",
    statement=model(
        V,
        P,
        CAUSAL,
        PATTERN,
        {
            "letters": ["some: number"],
            "given": ["lam > 0", "alpha*lam < 1", f"{EIGENVALUE}-1 < alpha*m", "eigenvalue(V, v, some)"],
            "show": [
                SPECTRUM,
                *COUNTS,
                f"({INSIDE}) => ({BELOW})",
                f"({BELOW}) => ({INSIDE})",
                f"({BELOW}) => {STABLE}",
                f"({FEW}) => {STABLE}",
            ],
        },
    ),
    proof=[
        have([POSITIVE_FACTORS], lemma("LEM-causal-pattern.spectrum")),
        *[have([(" and ".join(f"({text})" for text in COUNTS), lemma("LEM-causal-pattern.counts"))], KNOWN)] * 3,
        intro(",i3,m3,", have(factor("i3", "m3"), KNOWN)),
        intro(",i3,m3,", have(factor("i3", "m3"), KNOWN)),
        intro("", STABLE_BELOW),
        intro("", have([(BELOW, intro("i3,m3,", FEW_OPPOSITE))], STABLE_BELOW)),
    ],
    instance=ONE_OTHER,
    twin=Variant("plus + minus/E as the threshold", {"(plus(i) - minus(i)/E)": "(plus(i) + minus(i)/E)"}, UNSTABLE),
)
