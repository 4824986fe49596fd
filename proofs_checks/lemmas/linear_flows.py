"""Linear differential equations: what starts at zero stays there."""

from verify.formal import formal
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, take, unfold

_SIZE = "dot(y, y)"
_BOUND = "dot(s*y, V(y)) <= K*norm(s*y)*norm(y)"
_RATE = "K*(s^2 + 1)"
_FROM_ZERO = unfold(
    f"decays({_SIZE}, -({_RATE}))",
    enter(
        "every",
        rule(
            "equal vectors",
            leaf(
                f"1: {_SIZE} <= start({_SIZE})*exp(-(-({_RATE}))*time)",
                f"eq exp({_RATE}*time): start({_SIZE}) == 0",
            ),
            u="y",
            w="0",
        ),
    ),
)

formal(
    "LEM-linear-zero",
    title="A linear flow from zero stays at zero",
    statement={
        "letters": ["y: moving vector; V: matrix; s: number"],
        "given": ["almost_always(rate(y) == s*V(y))", "at_start(y == 0)"],
        "show": ["always(y == 0)"],
    },
    proof=rule(
        "some bound",
        have(
            [
                (f"start({_SIZE}) == 0", enter("start", leaf(use=["y == 0"]))),
                (
                    f"decays({_SIZE}, -({_RATE}))",
                    lemma(
                        "LEM-comparison",
                        enter(
                            "ae",
                            have(
                                [_BOUND],
                                leaf(
                                    f"2: {_BOUND}",
                                    "1: K > 0; sq norm(s*y) - norm(y)",
                                    use=["rate(y) == s*V(y)"],
                                ),
                            ),
                        ),
                        z=_SIZE,
                        k=f"-({_RATE})",
                    ),
                ),
            ],
            _FROM_ZERO,
        ),
        U="V",
        C="always(y == 0)",
    ),
)

SPLITS = "forall w in vector: w == sum(k in direction: dot(b[k], w)*b[k])"
EXPONENTIAL = {
    "letters": ["b[direction]: vector; B[direction]: moving vector; V: matrix; s: number"],
    "given": [
        SPLITS,
        "almost_always(forall k in direction: rate(B[k]) == s*V(B[k]))",
        "at_start(forall k in direction: B[k] == b[k])",
    ],
}
_SUM = "sum(k in direction: dot(b[k], V(b[l]))*B[k])"
_GAP = f"({_SUM} - V(B[l]))"
_REST = "sum(k in direction: dot(b[k], V(b[l]))*b[k])"
_NONE = f"({_REST} - V(b[l]))"
_START = f"dot({_NONE}, V(b[l])) == dot({_NONE}, {_REST})"

formal(
    "LEM-exponential.commutes",
    title="A matrix commutes with its exponential, column by column",
    statement={
        **EXPONENTIAL,
        "show": ["forall l in direction: always(V(B[l]) == sum(k in direction: dot(b[k], V(b[l]))*B[k]))"],
    },
    proof=intro(
        "l",
        have(
            [
                (
                    _START,
                    take(
                        SPLITS,
                        ["V(b[l])"],
                        lemma("LEM-same-dot", u="V(b[l])", w=_REST, z=_NONE),
                    ),
                ),
                (
                    f"always({_GAP} == 0)",
                    lemma(
                        "LEM-linear-zero",
                        enter("ae", leaf(use=["forall k in direction: rate(B[k]) == s*V(B[k])"])),
                        enter(
                            "start",
                            rule(
                                "equal vectors",
                                leaf(f"eq -1: {_START}", use=["forall k in direction: B[k] == b[k]"]),
                                u=_GAP,
                                w="0",
                            ),
                        ),
                        y=_GAP,
                    ),
                ),
            ],
            enter("every", KNOWN),
        ),
    ),
)

_SPLITS = "forall a in vector: a == sum(k in direction: dot(b[k], a)*b[k])"
_INNER = "sum(l in direction: dot(b[l], v)*dot(w, V(b[l]))) == dot(w, V(v))"
INNER = f"forall w in vector, v in vector: {_INNER}"
_PARTS = "sum(l in direction: dot(b[l], v)*b[l])"
_OUT, _IN = "sum(k in direction: dot(b[k], v)*B[k])", "sum(k in direction: dot(b[k], V(v))*B[k])"
_ROWS = "sum(l in direction: dot(b[l], v)*dot(g, V(B[l])))"
_ROWS += " == sum(l in direction: dot(b[l], v)*sum(k in direction: dot(b[k], V(b[l]))*dot(g, B[k])))"
_COLUMNS = "sum(k in direction: sum(l in direction: dot(b[l], v)*dot(b[k], V(b[l])))*dot(g, B[k]))"
_COLUMNS += " == sum(k in direction: dot(b[k], V(v))*dot(g, B[k]))"
_COMMUTES = "forall l in direction: always(V(B[l]) == sum(k in direction: dot(b[k], V(b[l]))*B[k]))"
_MIXED = "sum(l in direction: dot(b[l], v)*dot(b[r], V(b[l]))) == dot(b[r], V(v))"
_COLUMN = "V(B[r]) == sum(k in direction: dot(b[k], V(b[r]))*B[k])"

_TESTED = f"forall g in vector: dot(g, V({_OUT})) == dot(g, {_IN})"
_AT_GAP = f"dot(V({_OUT}) - {_IN}, V({_OUT})) == dot(V({_OUT}) - {_IN}, {_IN})"
_TEST = have(
    [
        (
            _ROWS,
            rule(
                "equal sums, directions",
                have([_COLUMN], leaf(use=[_COLUMN])),
                e="fn(l in direction: dot(b[l], v)*dot(g, V(B[l])))",
                f="fn(l in direction: dot(b[l], v)*sum(k in direction: dot(b[k], V(b[l]))*dot(g, B[k])))",
                new={"x": "r"},
            ),
        ),
        (
            _COLUMNS,
            rule(
                "equal sums, directions",
                have([_MIXED], leaf(f"eq dot(g, B[r]): {_MIXED}")),
                e="fn(k in direction: sum(l in direction: dot(b[l], v)*dot(b[k], V(b[l])))*dot(g, B[k]))",
                f="fn(k in direction: dot(b[k], V(v))*dot(g, B[k]))",
                new={"x": "r"},
            ),
        ),
    ],
    leaf(f"eq 1: {_ROWS}", f"eq 1: {_COLUMNS}"),
)

formal(
    "LEM-exponential.applied",
    title="A matrix commutes with its exponential",
    statement={
        **EXPONENTIAL,
        "show": [f"always(forall v in vector: V({_OUT}) == {_IN})"],
    },
    proof=have(
        [
            (_COMMUTES, lemma("LEM-exponential.commutes")),
            (
                INNER,
                intro(
                    "w,v",
                    take(
                        _SPLITS,
                        ["v"],
                        have(
                            [
                                (f"V(v) == V({_PARTS})", lemma("LEM-same-image", u="v", w=_PARTS, M="V")),
                                (
                                    f"dot(w, V(v)) == dot(w, V({_PARTS}))",
                                    lemma("LEM-same-dot", u="V(v)", w=f"V({_PARTS})", z="w"),
                                ),
                            ],
                            leaf(f"eq -1: dot(w, V(v)) == dot(w, V({_PARTS}))"),
                        ),
                    ),
                ),
            ),
        ],
        enter(
            "every",
            intro(
                "v",
                have(
                    [(_TESTED, intro("g", _TEST)), (_AT_GAP, take(_TESTED, [f"V({_OUT}) - {_IN}"], KNOWN))],
                    rule("equal vectors", leaf(f"eq 1: {_AT_GAP}"), u=f"V({_OUT})", w=_IN),
                ),
            ),
        ),
    ),
)
