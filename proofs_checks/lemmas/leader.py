"""Tokens on the sphere, each drawn by earlier ones only (U = I): in a hemisphere all follow the first one.

As with full attention the weights may change in any measurable way; what counts is that they stay above a constant.
"""

from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule, split, unfold, witness

LEADER = {
    "letters": ["y[token]: moving vector; a[token, token]: measurable number"],
    "given": [
        "always(forall i: dot(y[i], y[i]) == 1)",
        "almost_always(forall i: rate(y[i]) == sum(j in before(i): a[i, j]*(y[j] - dot(y[i], y[j])*y[i])))",
        "almost_always(forall i: forall j in before(i): a[i, j] >= 0)",
    ],
}
HEMISPHERE = {"letters": ["v: vector"], "given": ["at_start(forall i: dot(v, y[i]) > 0)"]}
LEAST = "min(k: dot(v, y[k]))"
FLOW = "forall i: rate(y[i]) == sum(j in before(i): a[i, j]*(y[j] - dot(y[i], y[j])*y[i]))"
UNIT = "forall i: dot(y[i], y[i]) == 1"
_PULL = "a[x, j]*(dot(v, y[j]) - dot(v, y[x])*dot(y[x], y[j]))"
_ABOVE = have(
    [(f"{LEAST} <= dot(v, y[x])", rule("above the least", e="fn(j: dot(v, y[j]))", y="x"))],
    leaf(f"1: {LEAST} <= dot(v, y[x])", f"1: {LEAST} > 0"),
)

formal(
    "LEM-leader.heights",
    statement=model(
        LEADER,
        HEMISPHERE,
        {
            "show": [
                f"start({LEAST}) > 0 and always(forall i: dot(v, y[i]) >= start({LEAST}))"
                " and always(forall i: dot(v, y[i]) > 0)"
            ]
        },
    ),
    proof=have(
        [
            (f"start({LEAST}) > 0", enter("start", rule("least, strict", e="fn(j: dot(v, y[j]))", b="0"))),
            (
                f"almost_always({LEAST} > 0 and {LEAST} < start({LEAST}) => rate({LEAST}) >= 0)",
                lemma(
                    "LEM-least",
                    enter(
                        "ae",
                        intro(
                            ["", "x", ""],
                            have(
                                [
                                    ("dot(v, y[x]) > 0", _ABOVE),
                                    (
                                        f"sum(j in before(x): {_PULL}) >= 0",
                                        rule(
                                            "positive sum, before",
                                            have(
                                                ["dot(v, y[x]) <= dot(v, y[q])", "a[x, q] >= 0"],
                                                leaf(
                                                    "1: a[x, q] >= 0; dot(v, y[x]) <= dot(v, y[q])",
                                                    "1/2: a[x, q] >= 0; dot(v, y[x]) > 0; dot(y[x] - y[q], y[x] - y[q]) >= 0",
                                                    use=[UNIT],
                                                ),
                                            ),
                                            i="x",
                                            new={"x": "q"},
                                            e=f"fn(j: {_PULL})",
                                        ),
                                    ),
                                ],
                                leaf(f"1: sum(j in before(x): {_PULL}) >= 0", use=[FLOW]),
                            ),
                        ),
                    ),
                    w="fn(j: dot(v, y[j]))",
                    b="0",
                    C=f"{LEAST} > 0 and {LEAST} < start({LEAST})",
                ),
            ),
            (
                f"always({LEAST} >= start({LEAST}))",
                lemma("LEM-barrier", enter("start", leaf()), z=LEAST, m=f"start({LEAST})", l="0"),
            ),
            (
                f"always(forall i: dot(v, y[i]) >= start({LEAST}))",
                enter(
                    "every",
                    intro(
                        "x",
                        have(
                            [(f"{LEAST} <= dot(v, y[x])", rule("above the least", e="fn(j: dot(v, y[j]))", y="x"))],
                            leaf(f"1: {LEAST} <= dot(v, y[x])", f"1: {LEAST} >= start({LEAST})"),
                        ),
                    ),
                ),
            ),
        ],
        both(
            KNOWN,
            KNOWN,
            enter("every", intro("x", leaf(f"1: dot(v, y[x]) >= start({LEAST})", f"1: start({LEAST}) > 0"))),
        ),
    ),
)

Q = "y[{0}]/dot(v, y[{0}])".format
TANGENT = f"({Q('{0}')} - {Q('f')})".format
SIZE = f"norm({Q('{0}')} - {Q('f')})".format
_A = "a[{0}, {1}]*dot(v, y[{1}])/dot(v, y[{0}])".format
_NO_VECTOR = "sum(j in before(f): a[f, j]*y[j]) == 0"
_NO_NUMBER = "sum(j in before(f): a[f, j]*dot(y[f], y[j])) == 0"


def _empty(name: str, summand: str, zero: str) -> object:
    """Nothing comes before the first token, so a sum over what does is zero."""
    return rule(
        f"{name}, before",
        rule("tokens in order", i="q", j="f", C=f"{summand} == {zero}".replace("[j]", "[q]").replace(", j]", ", q]")),
        i="f",
        new={"x": "q"},
        e=f"fn(j: {summand})",
        f=f"fn(j: {zero})",
    )


_FIRST = have(
    [
        (_NO_VECTOR, _empty("equal vector sums", "a[f, j]*y[j]", "0*y[j]")),
        (_NO_NUMBER, _empty("equal sums", "a[f, j]*dot(y[f], y[j])", "0")),
    ],
    leaf(use=[FLOW, _NO_VECTOR, _NO_NUMBER]),
)

formal(
    "LEM-leader.first",
    statement=model(
        LEADER,
        {
            "letters": ["f: token"],
            "given": ["forall i: f <= i"],
            "show": ["almost_always(rate(y[f]) == 0)", "always(y[f] == start(y[f]))"],
        },
    ),
    proof=[
        enter("ae", _FIRST),
        have(
            [
                ("always(dot(start(y[f]), y[f]) >= start(dot(start(y[f]), y[f])))", rule("monotone", leaf(use=["rate(y[f]) == 0"]), z="dot(start(y[f]), y[f])")),
                ("start(dot(y[f], y[f])) == 1", enter("start", leaf(use=[UNIT]))),
            ],
            enter(
                "every",
                rule(
                    "equal vectors",
                    leaf(
                        "2: dot(start(y[f]), y[f]) >= start(dot(start(y[f]), y[f]))",
                        "eq -1: start(dot(y[f], y[f])) == 1",
                        use=[UNIT],
                    ),
                    u="y[f]",
                    w="start(y[f])",
                ),
            ),
        ),
    ],
)

FOLLOW = f"forall i: f < i => exponentially_small({SIZE('i')})"
_CLOSING = f"sum(j in before(p): {_A('p', 'j')}*({SIZE('p')}*{SIZE('j')} - dot({TANGENT('p')}, {TANGENT('j')}))) >= 0"
_SLOPE = f"-(sum(j in before(p): {_A('p', 'j')})*{SIZE('p')}) + sum(j in before(p): {_A('p', 'j')}*{SIZE('j')})"
_ROWS = "forall i: forall j in before(i): delta[i] <= a[i, j] <= s"
_RATE = f"rate({SIZE('p')}) <= {_SLOPE}"
_SHARE = f"delta[p]*start({LEAST})/C"
_MOST = f"s*C/start({LEAST})"

_STEP = have(
    [
        (
            f"almost_always({_RATE})",
            lemma(
                "LEM-norm",
                enter(
                    "ae",
                    intro(
                        "",
                        have(
                            [
                                (
                                    _CLOSING,
                                    rule(
                                        "positive sum, before",
                                        have(
                                            [
                                                "a[p, q] >= 0",
                                                (
                                                    f"dot({TANGENT('p')}, {TANGENT('q')}) <= {SIZE('p')}*{SIZE('q')}",
                                                    rule("Cauchy-Schwarz", u=TANGENT("p"), w=TANGENT("q")),
                                                ),
                                            ],
                                            leaf(
                                                "1: a[p, q] >= 0; dot(v, y[q]) > 0; 1/dot(v, y[p]) > 0;"
                                                f" dot({TANGENT('p')}, {TANGENT('q')}) <= {SIZE('p')}*{SIZE('q')}"
                                            ),
                                        ),
                                        i="p",
                                        new={"x": "q"},
                                        e=f"fn(j: {_A('p', 'j')}*({SIZE('p')}*{SIZE('j')} - dot({TANGENT('p')}, {TANGENT('j')})))",
                                    ),
                                ),
                            ],
                            leaf(f"1: {_CLOSING}", use=["rate(y[f]) == 0", FLOW]),
                        ),
                    ),
                ),
                enter(
                    "ae",
                    intro(
                        "",
                        have(
                            [
                                (
                                    f"sum(j in before(p): {_A('p', 'j')}*{SIZE('j')}) >= 0",
                                    rule(
                                        "positive sum, before",
                                        have(["a[p, q] >= 0"], leaf(f"1: a[p, q] >= 0; dot(v, y[q]) > 0; 1/dot(v, y[p]) > 0; {SIZE('q')} >= 0")),
                                        i="p",
                                        new={"x": "q"},
                                        e=f"fn(j: {_A('p', 'j')}*{SIZE('j')})",
                                    ),
                                )
                            ],
                            leaf(f"1: sum(j in before(p): {_A('p', 'j')}*{SIZE('j')}) >= 0", use=[f"{SIZE('p')} == 0"]),
                        ),
                    ),
                ),
                p=TANGENT("p"),
                b=_SLOPE,
            ),
        )
    ],
    lemma(
        "LEM-forced",
        enter("every", leaf()),
        leaf(),
        leaf(f"1: s >= 0; C > 0; 1/start({LEAST}) > 0"),
        lemma("LEM-small.sum", r=f"fn(i: {SIZE('i')})", i="p"),
        enter("every", rule("positive sum, before", leaf(), i="p", new={"x": "q"}, e=f"fn(j: {SIZE('j')})")),
        enter(
            "ae",
            have(
                [
                    "delta[p] <= a[p, f]",
                    (
                        f"sum(j in before(p): {_A('p', 'j')}) >= {_A('p', 'f')}",
                        rule(
                            "term of a positive sum, before",
                            KNOWN,
                            have(["a[p, q] >= 0"], leaf("1: a[p, q] >= 0; dot(v, y[q]) > 0; 1/dot(v, y[p]) > 0")),
                            e=f"fn(j: {_A('p', 'j')})",
                            i="p",
                            y="f",
                            new={"x": "q"},
                        ),
                    ),
                    (
                        f"{_A('p', 'f')} >= {_SHARE}",
                        leaf(
                            "1: delta[p] <= a[p, f]; dot(v, y[f]) > 0; 1/dot(v, y[p]) > 0",
                            f"1: delta[p] > 0; dot(v, y[f]) >= start({LEAST}); 1/dot(v, y[p]) > 0",
                            f"1: delta[p] > 0; start({LEAST}) > 0; C >= dot(v, y[p]); 1/dot(v, y[p]) > 0; 1/C > 0",
                        ),
                    ),
                    (
                        f"sum(j in before(p): ({_MOST} - {_A('p', 'j')})*{SIZE('j')}) >= 0",
                        rule(
                            "positive sum, before",
                            have(
                                ["a[p, q] <= s"],
                                leaf(
                                    f"1: a[p, q] <= s; dot(v, y[q]) > 0; 1/dot(v, y[p]) > 0; {SIZE('q')} >= 0",
                                    f"1: s >= 0; C >= dot(v, y[q]); 1/dot(v, y[p]) > 0; {SIZE('q')} >= 0",
                                    f"1: s >= 0; C > 0; dot(v, y[p]) >= start({LEAST}); 1/dot(v, y[p]) > 0; 1/start({LEAST}) > 0; {SIZE('q')} >= 0",
                                ),
                            ),
                            i="p",
                            new={"x": "q"},
                            e=f"fn(j: ({_MOST} - {_A('p', 'j')})*{SIZE('j')})",
                        ),
                    ),
                    (
                        f"sum(j in before(p): {SIZE('j')}) >= 0",
                        rule("positive sum, before", leaf(), i="p", new={"x": "q"}, e=f"fn(j: {SIZE('j')})"),
                    ),
                ],
                leaf(
                    f"1: {_RATE}",
                    f"1: sum(j in before(p): {_A('p', 'j')}) >= {_A('p', 'f')}; {SIZE('p')} >= 0",
                    f"1: {_A('p', 'f')} >= {_SHARE}; {SIZE('p')} >= 0",
                    f"1: sum(j in before(p): ({_MOST} - {_A('p', 'j')})*{SIZE('j')}) >= 0",
                    f"1: s >= 0; C > 0; 1/start({LEAST}) > 0; sum(j in before(p): {SIZE('j')}) >= 0; {SIZE('p')} >= 0",
                ),
            ),
        ),
        r=SIZE("p"),
        m=f"sum(j in before(p): {SIZE('j')})",
        k=_SHARE,
        c=_MOST,
    ),
)
_ITSELF = unfold("goal", witness("0", witness("1", both(leaf(), leaf(), enter("every", leaf())))))

formal(
    "LEM-leader.follow",
    statement=model(
        LEADER,
        HEMISPHERE,
        {
            "letters": ["f: token; delta[token], s, C: number"],
            "given": [
                "forall i: f <= i",
                "forall i: delta[i] > 0",
                "s >= 0",
                "C > 0",
                f"almost_always({_ROWS})",
                "always(forall i: dot(v, y[i]) <= C)",
            ],
            "show": [FOLLOW],
        },
    ),
    proof=have(
        [
            (
                f"start({LEAST}) > 0 and always(forall i: dot(v, y[i]) >= start({LEAST}))"
                " and always(forall i: dot(v, y[i]) > 0)",
                lemma("LEM-leader.heights"),
            ),
            ("almost_always(rate(y[f]) == 0) and always(y[f] == start(y[f]))", lemma("LEM-leader.first")),
        ],
        rule(
            "strong induction",
            intro(
                "",
                have(
                    [
                        (
                            f"forall j in before(p): exponentially_small({SIZE('j')})",
                            intro(
                                "q",
                                split(
                                    "f < q or q <= f",
                                    KNOWN,
                                    rule(
                                        "same token",
                                        KNOWN,
                                        KNOWN,
                                        _ITSELF,
                                        i="f",
                                        j="q",
                                        P=f"fn(j: exponentially_small({SIZE('j')}))",
                                    ),
                                ),
                            ),
                        ),
                    ],
                    _STEP,
                ),
            ),
            P=f"fn(i: f < i => exponentially_small({SIZE('i')}))",
            new={"x": "p"},
        ),
    ),
)
