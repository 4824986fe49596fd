"""Theorem 4.2 as printed is false: an explicit motion in D^1 on which the third token keeps its distance for ever.

On the circle (n = 1), three tokens, one head. The first token stands, the second approaches it, and the third, which
starts away from the antipode of the first, tends to that antipode: the explicit, bounded P(t) lets the two others pull
with equal weights. The refuted part is that the domain of attraction contains D^1.
"""

from proofs_checks.consensus.proofs.apart import never_meets
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.lemmas.plane import EQUAL, HALF, QUOTIENT, REST, SECOND, THIRD
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule

FRAME = ["dot(e1, e1) == 1", "dot(e2, e2) == 1", "dot(e1, e2) == 0"]
_APART = "norm(y3 - e1)"


_ROOT = "sqrt(2)"
_ELAPSED = "-time/(2*sqrt(2))"
_BELOW_ONE = "always(u <= 1)"
_DOMAIN = "always(quotient > 0)"
_ROW2 = f"({_ROOT}*(exp(logit(y2, e1)) + exp(logit(y2, y2))))"
_ROW3 = f"({_ROOT}*(exp(logit(y3, e1)) + exp(logit(y3, y2)) + exp(logit(y3, y3))))"
_SECOND_ROW = [f"exp(logit(y2, {x}))/{_ROW2}" for x in ("e1", "y2")]
_THIRD_ROW = [f"exp(logit(y3, {x}))/{_ROW3}" for x in ("e1", "y2", "y3")]
_OF_SECOND = [f"{weight} == 1/(2*{_ROOT})" for weight in _SECOND_ROW]
_OF_THIRD = [
    f"{w} == {top}/({_ROOT}*(2 + quotient))" for w, top in zip(_THIRD_ROW, ("1", "1", "quotient"), strict=True)
]
_HALVES = [f"{weight} == {HALF.replace('root', _ROOT)}" for weight in _SECOND_ROW]
_SHARES = [
    f"{weight} == {share.replace('root', _ROOT)}"
    for weight, share in zip(_THIRD_ROW, (EQUAL, EQUAL, REST), strict=True)
]


def _joined(formulas: list[str]) -> str:
    return " and ".join(formulas)


_WEIGHTS = f"almost_always({_joined(_OF_SECOND)}) and almost_always({_joined(_OF_THIRD)})"
_FIRST = [
    (
        _BELOW_ONE,
        have(
            [("always(time >= 0)", rule("time passes"))],
            enter(
                "every",
                have(
                    [
                        (
                            f"exp({_ELAPSED}) <= exp(0)",
                            rule("exp monotone", leaf("1/2: time >= 0; 1/sqrt(2) > 0"), a=_ELAPSED, b="0"),
                        )
                    ],
                    leaf(f"1: exp({_ELAPSED}) <= exp(0)"),
                ),
            ),
        ),
    ),
    (
        _DOMAIN,
        enter("every", leaf("12/5: 1 - u >= 0; 1 + u > 0; 1/(1 + u^2) > 0", "8/5: 1/(1 + u^2) > 0")),
    ),
    ("always(exp(log(quotient)) == quotient)", enter("every", rule("exp of log", a="quotient"))),
    ("always(5 - 3*u^2 > 0)", enter("every", leaf("3: 1 - u >= 0; 1 + u > 0", "2:"))),
    ("always(15 - u^2 > 0)", enter("every", leaf("1: 1 - u >= 0; 1 + u > 0", "14:"))),
]

_LOGITS = [
    ("almost_always(logit(y2, y2) == logit(y2, e1))", enter("ae", leaf(use=FRAME))),
    ("almost_always(logit(y3, y2) == logit(y3, e1))", enter("ae", leaf(use=FRAME))),
    ("almost_always(logit(y3, y3) == logit(y3, e1) + log(quotient))", enter("ae", leaf(use=FRAME))),
]
_NOW = enter("ae", KNOWN)
_SOLVES = both(
    enter("every", both(*[leaf(use=FRAME)] * 3)),
    have(
        [
            *_LOGITS,
            (
                _WEIGHTS,
                lemma(
                    "LEM-plane.weights",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    _NOW,
                    KNOWN,
                    _NOW,
                    g="log(quotient)",
                    q="quotient",
                    root=_ROOT,
                    k1="logit(y2, e1)",
                    k2="logit(y2, y2)",
                    l1="logit(y3, e1)",
                    l2="logit(y3, y2)",
                    l3="logit(y3, y3)",
                ),
            ),
            *(
                (f"almost_always({_joined(row)})", enter("ae", both(*[leaf(f"eq: {fact}") for fact in facts])))
                for row, facts in ((_HALVES, _OF_SECOND), (_SHARES, _OF_THIRD))
            ),
        ],
        lemma(
            "LEM-plane.motion",
            root=_ROOT,
            a=f"exp(logit(e1, e1))/({_ROOT}*exp(logit(e1, e1)))",
            b1=_SECOND_ROW[0],
            b2=_SECOND_ROW[1],
            c1=_THIRD_ROW[0],
            c2=_THIRD_ROW[1],
            c3=_THIRD_ROW[2],
        ),
    ),
)

_ACROSS = "(1 + u^2)*b - dot(line, b)*line"
_PULL = "dot(a, k*dot(line, b)*y3)"
_BOUNDED = enter(
    "ae",
    intro(
        "a,b",
        have(
            [
                ("log(quotient) <= quotient - 1", rule("log tangent", a="quotient")),
                ("1/quotient <= 5/4", leaf("5: 1 - u >= 0; 1 + u > 0; 1/(5 - 3*u^2) > 0")),
                ("1 + -log(quotient) <= exp(-log(quotient))", rule("exp tangent", a="-log(quotient)")),
                (
                    "log(quotient) >= -3",
                    leaf(
                        "1: 1 + -log(quotient) <= exp(-log(quotient))",
                        "1: 1/quotient <= 5/4",
                        "11/4:",
                        use=["exp(log(quotient)) == quotient"],
                    ),
                ),
                ("log(quotient) <= 3", leaf("1: log(quotient) <= quotient - 1", "32/5: u > 0; u > 0; 1/(1 + u^2) > 0")),
                ("share <= 1/2", leaf("2/5: u > 0; u > 0; 1/(5 + u^2) > 0")),
                ("share > 0", leaf("1/10: 1/(5 + u^2) > 0; 25 + u^2 > 0")),
                (
                    "k*k <= 9/4",
                    leaf(
                        "1: log(quotient) >= -3; log(quotient) <= 3; sq share",
                        "9: share <= 1/2; share > 0",
                        "9/2: share <= 1/2",
                    ),
                ),
                (
                    "dot(a, y3)^2 <= dot(a, a)",
                    leaf("1: dot(a - dot(a, y3)*y3, a - dot(a, y3)*y3) >= 0", use=FRAME),
                ),
                (
                    "dot(line, b)^2 <= 2*dot(b, b)",
                    leaf(
                        f"1: 1/(1 + u^2) > 0; dot({_ACROSS}, {_ACROSS}) >= 0",
                        "1: 1 - u >= 0; 1 + u > 0; dot(b, b) >= 0",
                        use=FRAME,
                    ),
                ),
            ],
            rule(
                "below the square",
                KNOWN,
                leaf(
                    "1: dot(line, b)^2 <= 2*dot(b, b); sq k*dot(a, y3)",
                    "2: dot(a, y3)^2 <= dot(a, a); dot(b, b) >= 0; sq k",
                    "2: k*k <= 9/4; dot(a, a) >= 0; dot(b, b) >= 0",
                    "9/2: dot(a, a) >= 0; dot(b, b) >= 0",
                ),
                a=_PULL,
                b="3*norm(a)*norm(b)",
            ),
        ),
    ),
)
STARTS = enter(
    "start",
    both(
        *[
            rule("nonzero vector", leaf(f"{c}:", use=FRAME), u=f"{y} + e1")
            for c, y in (("4", "e1"), ("2", "y2"), ("2/13", "y3"))
        ]
    ),
)
NEVER = never_meets(
    _APART,
    "1",
    enter(
        "every",
        rule(
            "below the square",
            KNOWN,
            leaf("74: 1/(25 + u^2) > 0", "1: 1 - u >= 0; 1 + u > 0; 1/(25 + u^2) > 0", use=FRAME),
            a="1",
            b=_APART,
        ),
    ),
)

REFUTED = {
    "frame": ["e1", "e2"],
    "tokens": 3,
    "heads": 1,
    "where": [
        "u := exp(-time/(2*sqrt(2)))",
        f"y2 := {SECOND}",
        f"y3 := {THIRD}",
        "line := e1 + u*e2",
        f"quotient := {QUOTIENT}",
        "share := (25 + u^2)/(10*(5 + u^2))",
        "k := -log(quotient)*share",
        "logit(a, b) := k*dot(line, b)*dot(a, y3)",
    ],
    "letters": {"root": "sqrt(2)", "f": 0, "K": "3", "P": [[["k", "y3", "line"]]], "y": ["e1", "y2", "y3"]},
    "first": _FIRST,
    "given": [KNOWN, KNOWN, KNOWN, _SOLVES, _BOUNDED, STARTS],
    "show": intro([""], NEVER),
}

_ALIGNS = "forall i, j: tends(norm(y[i] - y[j]), 0)"
_INSIDE = "at_start(forall i: y[i] != -y[f])"

formal(
    "CON-T4.2",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED_P,
        {"given": [_INSIDE], "show": [_ALIGNS]},
    ),
    refuted={"motion": REFUTED},
)

# (a) An antipode prevents consensus, (b) the domain of attraction is D^1: the motion is against (b).

formal(
    "CON-H.5",
    reading="for l = 3; both are true for l = 2 (CON-H.5.repaired). The motion starts in $D^1_3$ and never comes to"
    " consensus, which is against (b); (a) is answered in CON-H.5.repaired",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED_P,
        {
            "show": [
                f"at_start(exists i: y[i] == -y[f]) => not ({_ALIGNS})",
                f"({_INSIDE} => ({_ALIGNS})) and (({_ALIGNS}) => {_INSIDE})",
            ]
        },
    ),
    refuted={
        "motion": {
            **REFUTED,
            "given": REFUTED["given"][:-1],
            "show": intro([""], have([("at_start(e1 != -e1 and y2 != -e1 and y3 != -e1)", STARTS)], NEVER)),
        }
    },
)
