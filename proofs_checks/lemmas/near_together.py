"""Tokens that are near each other come together at a rate and with a factor that do not depend on where they are.

The least product M of two tokens in the metric W rises: a pair of least product M > 0 is drawn together by every token,
and by its own members at least at the rate 2 d (1 - M^2). So (1 - M)/(1 + M) decays at the rate 4 d.
"""

from verify.formal import formal
from verify.tactics.build import Tree, enter, have, intro, leaf, lemma, rule, unfold

_G = "dot(y[{0}], W(y[{1}]))".format
_ROW = "min(j: dot(y[{0}], W(y[j])))".format
_M = "min(i: min(j: dot(y[i], W(y[j]))))"
apart = "dot(y[{0}] - y[{1}], W(y[{0}] - y[{1}]))".format
_UNIT = "forall i: dot(y[i], W(y[i])) == 1"
_FLOW = "forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))"
_ONE = "a[{0}, {2}]*(dot(y[{2}], W(y[{1}])) - dot(y[{0}], W(y[{2}]))*dot(y[{0}], W(y[{1}])))".format
_PULL = f"sum(k: {_ONE('{0}', '{1}', 'k')})".format
_BELOW = f"always(forall s, t: {_M} <= {_G('s', 't')})"
_LEVEL = f"(1 - {_M})/(1 + {_M})"


def _at_most_one(s: str, t: str) -> tuple[str, Tree]:
    return (
        f"{_G(s, t)} <= 1",
        have(
            [(f"{apart(s, t)} >= 0", rule("nonnegative form", W="W", u=f"y[{s}] - y[{t}]"))],
            leaf(f"1/2: {apart(s, t)} >= 0", use=[_UNIT]),
        ),
    )


def _drawn(s: str, t: str) -> tuple[str, Tree]:
    """What every token does to a least pair is not negative, and its other member does d (1 - M^2) at least."""
    each = have(
        [
            f"{_M} <= {_G('o', t)}",
            _at_most_one(s, "o"),
            f"a[{s}, o] >= d",
            (f"a[{s}, o] >= 0", leaf(f"1: a[{s}, o] >= d", "1: d >= 0")),
        ],
        leaf(
            f"1: a[{s}, o] >= 0; {_M} <= {_G('o', t)}",
            f"1: a[{s}, o] >= 0; {_M} > 0; {_G(s, 'o')} <= 1",
            f"eq a[{s}, o]*{_G(s, 'o')}: {_G(s, t)} == {_M}",
        ),
    )
    return (
        f"{_PULL(s, t)} >= d*(1 - {_M}^2)",
        have(
            [
                (
                    f"{_PULL(s, t)} >= {_ONE(s, t, t)}",
                    rule("term of a positive sum", each, e=f"fn(k: {_ONE(s, t, 'k')})", y=t, new={"x": "o"}),
                ),
                f"a[{s}, {t}] >= d",
                _at_most_one(s, t),
            ],
            leaf(
                f"1: {_PULL(s, t)} >= {_ONE(s, t, t)}",
                f"1: a[{s}, {t}] >= d; {_G(s, t)} <= 1; {_M} > 0",
                f"1: a[{s}, {t}] >= d; {_G(s, t)} <= 1",
                use=[_UNIT, f"{_G(s, t)} == {_M}"],
            ),
        ),
    )


_PAIR_RATE = f"rate({_G('s1', 't1')}) == {_PULL('s1', 't1')} + {_PULL('t1', 's1')}"
_RISES = (
    f"almost_always({_M} > 0 => rate({_M}) >= 2*d*(1 - {_M}^2))",
    lemma(
        "LEM-least-pair",
        enter(
            "ae",
            intro(
                ["", "s1", "t1", ""],
                have(
                    [
                        (_PAIR_RATE, leaf(use=[_FLOW])),
                        (f"{_G('t1', 's1')} == {_M}", leaf(f"eq 1: {_G('s1', 't1')} == {_M}")),
                        _drawn("s1", "t1"),
                        _drawn("t1", "s1"),
                    ],
                    leaf(f"1: {_drawn('s1', 't1')[0]}", f"1: {_drawn('t1', 's1')[0]}", f"eq -1: {_PAIR_RATE}"),
                ),
            ),
        ),
        v="fn(i, j: dot(y[i], W(y[j])))",
        b=f"2*d*(1 - {_M}^2)",
        C=f"{_M} > 0",
    ),
)

_START = f"start({_M}) >= 1 - r/2"
_AT_START = enter(
    "start",
    rule(
        "least",
        rule(
            "least",
            have([f"{apart('p', 'q')} <= r"], leaf(f"1/2: {apart('p', 'q')} <= r", use=[_UNIT])),
            e=f"fn(j: {_G('p', 'j')})",
            b="1 - r/2",
            new={"x": "q"},
        ),
        e=f"fn(i: {_ROW('i')})",
        b="1 - r/2",
        new={"x": "p"},
    ),
)
_RANGE = f"always({_M} <= 1)"
_IN_RANGE = enter(
    "every",
    rule(
        "some element",
        have([f"{_M} <= {_G('u', 'u')}"], leaf(f"1: {_M} <= {_G('u', 'u')}", use=[_UNIT])),
        new={"x": "u"},
        C=f"{_M} <= 1",
    ),
)
_POSITIVE = f"always({_M} > 0)"
_SLOPE = f"rate({_M}) >= 2*d*(1 - {_M}^2)"
_STAYS = lemma(
    "LEM-positive",
    enter("start", leaf(f"1: {_START}", "1/2: r < 2")),
    enter(
        "ae",
        intro("", have([_SLOPE], leaf(f"1: {_SLOPE}", f"2: d >= 0; {_M} <= 1", f"2: d >= 0; {_M} <= 1; {_M} > 0"))),
    ),
    z=_M,
    k="0",
)
_FALLS = lemma(
    "LEM-comparison",
    enter(
        "ae", have([_SLOPE, (f"1/(1 + {_M}) > 0", leaf())], leaf(f"2: 1/(1 + {_M}) > 0; 1/(1 + {_M}) > 0; {_SLOPE}"))
    ),
    z=_LEVEL,
    k="4*d",
)
_NOW = f"{_LEVEL} <= start({_LEVEL})*exp(-(4*d)*time)"
_FIRST = f"start({_M})"
_FACTOR = "exp(-(4*d)*time)"
_ODDS = f"{_FACTOR} > 0; {_FIRST} <= 1; 1/(1 + {_FIRST}) > 0"
_NEAR = have(
    [
        f"{_M} <= {_G('p', 'q')}",
        (f"{_FIRST} > 0", leaf(f"1: {_START}", "1/2: r < 2")),
        (f"1/(1 + {_FIRST}) > 0", leaf()),
        (f"1 + {_M} > 0", leaf(f"1: {_M} > 0", "1:")),
    ],
    leaf(
        f"2: {_M} <= {_G('p', 'q')}",
        f"2: 1 + {_M} > 0; {_NOW}",
        f"4: {_FACTOR} > 0; {_START}",
        f"2: {_ODDS}; {_M} <= 1",
        f"4: {_ODDS}; {_FIRST} > 0",
        use=[_UNIT],
    ),
)

formal(
    "LEM-near-together",
    title="Tokens near each other come together at one rate and with one factor",
    statement={
        "letters": [
            "W: operator; y[token]: moving vector; a[token, token]: measurable number; d, r: number",
        ],
        "given": [
            "positive_definite(W)",
            f"always({_UNIT})",
            f"almost_always({_FLOW})",
            "almost_always(forall i, j: a[i, j] >= d)",
            "d >= 0",
            "r < 2",
            f"at_start(forall i, j: {apart('i', 'j')} <= r)",
        ],
        "show": [f"always(forall i, j: {apart('i', 'j')} <= 2*r*exp(-(4*d)*time))"],
    },
    proof=have(
        [
            (
                _BELOW,
                enter(
                    "every",
                    intro(
                        "p,q",
                        have(
                            [
                                (f"{_M} <= {_ROW('p')}", rule("above the least", e=f"fn(i: {_ROW('i')})", y="p")),
                                (
                                    f"{_ROW('p')} <= {_G('p', 'q')}",
                                    rule("above the least", e=f"fn(j: {_G('p', 'j')})", y="q"),
                                ),
                            ],
                            leaf(f"1: {_M} <= {_ROW('p')}", f"1: {_ROW('p')} <= {_G('p', 'q')}"),
                        ),
                    ),
                ),
            ),
            _RISES,
            (_START, _AT_START),
            (_RANGE, _IN_RANGE),
            (f"{_FIRST} <= 1", enter("start", leaf(f"1: {_M} <= 1"))),
            (_POSITIVE, _STAYS),
            (f"decays({_LEVEL}, 4*d)", _FALLS),
        ],
        unfold(f"decays({_LEVEL}, 4*d)", enter("every", intro("p,q", _NEAR))),
    ),
)
