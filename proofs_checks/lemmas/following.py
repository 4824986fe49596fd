"""In a hemisphere every later token of a causal flow without value matrix comes to the first one, exponentially."""

from proofs_checks.lemmas.heights import LEAST
from proofs_checks.lemmas.leader import FLOW, HEMISPHERE, LEADER, SIGNS, SIZE, TANGENT
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, split, unfold, witness

_A = "a[{0}, {1}]*dot(v, y[{1}])/dot(v, y[{0}])".format
FOLLOW = f"forall i: f < i => exponentially_small({SIZE('i')})"
_PULLED = f"{_A('p', 'j')}*({SIZE('p')}*{SIZE('j')} - dot({TANGENT('p')}, {TANGENT('j')}))"
_CLOSING = f"sum(j in before(p): {_PULLED}) >= 0"
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
                                        e=f"fn(j: {_PULLED})",
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
                                        have(
                                            ["a[p, q] >= 0"],
                                            leaf(
                                                "1: a[p, q] >= 0; dot(v, y[q]) > 0; 1/dot(v, y[p]) > 0;"
                                                f" {SIZE('q')} >= 0"
                                            ),
                                        ),
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
                                    f"1: s >= 0; C > 0; dot(v, y[p]) >= start({LEAST}); 1/dot(v, y[p]) > 0;"
                                    f" 1/start({LEAST}) > 0; {SIZE('q')} >= 0",
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
    title="Every token follows the first one exponentially",
    statement=model(
        LEADER,
        SIGNS,
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
