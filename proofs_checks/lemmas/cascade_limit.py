"""A token whose predecessors all come to the first one comes to it or to its antipode."""

from __future__ import annotations

from proofs_checks.lemmas.cascade import DELTA, OFF, C
from proofs_checks.lemmas.cascade_region import WEIGHTED
from proofs_checks.lemmas.leader import LEADER, SIGNS, UNIT
from proofs_checks.lemmas.limits import from_limit
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, split, unfold, witness

_PLACE = "sum(j2 in upto({0}): 1)".format
_GAP = f"({_PLACE('g')} - {_PLACE('{0}')})".format
_CUT = f"min(1, {_GAP('{0}')})".format
MARK = f"max(0, {_CUT('{0}')})".format
_ORDER = "forall k: forall i1: i1 < k => sum(j in upto(i1): 1) + 1 <= sum(j in upto(k): 1)"
_EARLIER = f"forall k in before(g): {MARK('k')} == 1"
_LATER = f"forall k: g <= k => {MARK('k')} == 0"
_ONE = have(
    [
        (_ORDER, lemma("LEM-positions")),
        f"{_PLACE('p')} + 1 <= {_PLACE('g')}",
        (
            f"1 <= {_CUT('p')}",
            rule("minimum above", leaf(), leaf(f"1: {_PLACE('p')} + 1 <= {_PLACE('g')}"), a="1", b=_GAP("p"), c="1"),
        ),
        (f"{_CUT('p')} <= 1", rule("minimum below first", a="1", b=_GAP("p"))),
        (f"{_CUT('p')} <= {MARK('p')}", rule("maximum above second", a="0", b=_CUT("p"))),
        (f"{MARK('p')} <= 1", rule("maximum below", leaf("1:"), KNOWN, a="0", b=_CUT("p"), c="1")),
    ],
    rule("antisymmetry", KNOWN, leaf(f"1: 1 <= {_CUT('p')}", f"1: {_CUT('p')} <= {MARK('p')}"), a=MARK("p"), b="1"),
)
_NOT_BEFORE = split(
    "g < p or p <= g",
    have(
        [(_ORDER, lemma("LEM-positions")), f"{_PLACE('g')} + 1 <= {_PLACE('p')}"],
        leaf(f"1: {_PLACE('g')} + 1 <= {_PLACE('p')}", "1:"),
    ),
    rule("same token", KNOWN, KNOWN, leaf(), i="g", j="p", P=f"fn(j1: {_PLACE('g')} <= {_PLACE('j1')})"),
)
_ZERO = have(
    [
        (f"{_PLACE('g')} <= {_PLACE('p')}", _NOT_BEFORE),
        (f"{_CUT('p')} <= {_GAP('p')}", rule("minimum below second", a="1", b=_GAP("p"))),
        (f"{_CUT('p')} <= 0", leaf(f"1: {_CUT('p')} <= {_GAP('p')}", f"1: {_PLACE('g')} <= {_PLACE('p')}")),
        (f"0 <= {MARK('p')}", rule("maximum above first", a="0", b=_CUT("p"))),
        (f"{MARK('p')} <= 0", rule("maximum below", leaf(), KNOWN, a="0", b=_CUT("p"), c="0")),
    ],
    rule("antisymmetry", a=MARK("p"), b="0"),
)

_AT_LEAST = f"0 <= {MARK('p')}"
_NOT_NEGATIVE = have(
    [(_AT_LEAST, rule("maximum above first", a="0", b=_CUT("p")))],
    leaf(f"1: {_AT_LEAST}"),
)

formal(
    "LEM-earlier",
    title="A number that is 1 at every token before g and 0 from g on",
    statement={"letters": ["g: token"], "show": [_EARLIER, _LATER, f"forall k: {MARK('k')} >= 0"]},
    proof=[intro("p", _ONE), intro(["p", ""], _ZERO), intro("p", _NOT_NEGATIVE)],
)

_MARKED = f"({_EARLIER}) and ({_LATER}) and (forall k: {MARK('k')} >= 0)"
_TERM = f"{MARK('{0}')}*{DELTA(OFF('{0}'))}".format
OFF_SUM = f"sum(k: {_TERM('k')})"
_SHORT = (
    f"{OFF('p')} <= 2",
    rule("below the square", leaf("2:"), leaf("1: dot(y[p] + y[f], y[p] + y[f]) >= 0", use=[UNIT]), a=OFF("p"), b="2"),
)
_DELTA_SMALL = lemma(
    "LEM-tends.below",
    KNOWN,
    leaf("2:"),
    enter(
        "every",
        have(
            [
                f"{MARK('p')} == 1",
                _SHORT,
                (f"{_TERM('p')} == {DELTA(OFF('p'))}", leaf(f"eq {DELTA(OFF('p'))}: {MARK('p')} == 1")),
            ],
            rule(
                "absolute at most",
                leaf(f"1/2: {OFF('p')} <= 2; {OFF('p')} >= 0", f"eq 1: {_TERM('p')} == {DELTA(OFF('p'))}"),
                leaf(
                    f"3: {OFF('p')} >= 0",
                    f"1/2: {OFF('p')} >= 0; {OFF('p')} >= 0",
                    f"eq -1: {_TERM('p')} == {DELTA(OFF('p'))}",
                ),
                e=_TERM("p"),
                b=f"2*{OFF('p')}",
            ),
        ),
    ),
    z=_TERM("p"),
    r=OFF("p"),
    c="2",
)
_NOTHING = unfold(
    "goal",
    intro(
        ["e", ""],
        witness(
            "0",
            enter(
                "every",
                intro(
                    "",
                    have(
                        [
                            f"{MARK('p')} == 0",
                            (f"{_TERM('p')} - 0 == 0", leaf(f"eq {DELTA(OFF('p'))}: {MARK('p')} == 0")),
                        ],
                        rule(
                            "absolute",
                            leaf("1: e > 0", f"eq 1: {_TERM('p')} - 0 == 0"),
                            leaf("1: e > 0", f"eq -1: {_TERM('p')} - 0 == 0"),
                            e=f"{_TERM('p')} - 0",
                            b="e",
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_NEAR = f"forall j in before(g): {DELTA(OFF('j'))} <= {OFF_SUM}"
_ALL_NEAR = intro(
    "p",
    have(
        [
            f"{MARK('p')} == 1",
            (
                f"{OFF_SUM} >= {_TERM('p')}",
                rule(
                    "term of a positive sum",
                    have(
                        [f"{MARK('q')} >= 0"],
                        leaf(
                            f"1: {MARK('q')} >= 0; {OFF('q')} >= 0",
                            f"1/2: {MARK('q')} >= 0; {OFF('q')} >= 0; {OFF('q')} >= 0",
                        ),
                    ),
                    e=f"fn(k: {_TERM('k')})",
                    y="p",
                    new={"x": "q"},
                ),
            ),
        ],
        leaf(f"1: {OFF_SUM} >= {_TERM('p')}", f"eq -{DELTA(OFF('p'))}: {MARK('p')} == 1"),
    ),
)
_A = "sum(j in before(g): a[g, j])"
_REST = f"(1 - {C}^2 - {OFF_SUM})"
COMES = "forall j in before(g): tends(norm(y[j] - y[f]), 0)"
_BOTH_SIDES = both(
    have(
        [("dot(-y[f], y[g]) <= norm(-y[f])*norm(y[g])", rule("Cauchy-Schwarz", u="-y[f]", w="y[g]"))],
        leaf("1: dot(-y[f], y[g]) <= norm(-y[f])*norm(y[g])", use=[UNIT]),
    ),
    have(
        [("dot(y[f], y[g]) <= norm(y[f])*norm(y[g])", rule("Cauchy-Schwarz", u="y[f]", w="y[g]"))],
        leaf("1: dot(y[f], y[g]) <= norm(y[f])*norm(y[g])", use=[UNIT]),
    ),
)

OFFS = f"tends({OFF_SUM}, 0) and always({_NEAR})"

formal(
    "LEM-cascade.offs",
    title="Earlier tokens that come to the first one are within a number that tends to 0",
    statement={
        "letters": ["y[token]: moving vector; f, g: token"],
        "given": ["always(forall i: dot(y[i], y[i]) == 1)", COMES],
        "show": [OFFS],
    },
    proof=have(
        [(_MARKED, lemma("LEM-earlier"))],
        both(
            lemma(
                "LEM-tends.sum",
                intro("p", split("p < g or g <= p", _DELTA_SMALL, _NOTHING)),
                z=f"fn(k: {_TERM('k')})",
            ),
            enter("every", _ALL_NEAR),
        ),
    ),
)

formal(
    "LEM-cascade.either",
    title="A token whose predecessors come to the first one comes to it or to its antipode",
    statement=model(LEADER, SIGNS, WEIGHTED, {"given": [COMES], "show": [f"tends({C}, 1) or tends({C}, -1)"]}),
    proof=have(
        [
            (OFFS, lemma("LEM-cascade.offs")),
            (f"almost_always(abs(rate({C})) <= S*sum(j in before(g): 1))", lemma("LEM-cascade.speed")),
            (f"almost_always(({_NEAR}) => rate({C}) >= {_A}*{_REST})", lemma("LEM-cascade.rate", q=OFF_SUM)),
        ],
        lemma(
            "LEM-dichotomy",
            KNOWN,
            enter("every", _BOTH_SIDES),
            KNOWN,
            KNOWN,
            enter(
                "ae",
                intro(
                    "",
                    have(
                        [
                            f"rate({C}) >= {_A}*{_REST}",
                            (f"{_REST} > 0", leaf(f"1: {OFF_SUM} < 1 - {C}^2")),
                        ],
                        leaf(f"1: rate({C}) >= {_A}*{_REST}", f"1: {_A} >= delta; {_REST} > 0"),
                    ),
                ),
            ),
            z=C,
            s=OFF_SUM,
            a="delta",
            L="S*sum(j in before(g): 1)",
        ),
    ),
)

_CLOSE = "abs(dot(u, w) - (1)) < e^2/2"
formal(
    "LEM-cosine-limit",
    title="Unit vectors whose cosine tends to 1 come together",
    statement={
        "letters": ["u, w: moving vector"],
        "given": ["always(dot(u, u) == 1)", "always(dot(w, w) == 1)", "tends(dot(u, w), 1)"],
        "show": ["tends(norm(w - u), 0)"],
    },
    proof=from_limit(
        "dot(u, w)",
        "1",
        "e^2/2",
        leaf("1/2: e > 0; e > 0"),
        have(
            [
                _CLOSE,
                ("-(dot(u, w) - (1)) <= abs(dot(u, w) - (1))", rule("absolute above minus", e="dot(u, w) - (1)")),
                (
                    "norm(w - u) < e",
                    rule(
                        "strictly below the square",
                        leaf("1: e > 0"),
                        leaf(
                            f"2: {_CLOSE}",
                            "2: -(dot(u, w) - (1)) <= abs(dot(u, w) - (1))",
                            use=["dot(u, u) == 1", "dot(w, w) == 1"],
                        ),
                        a="norm(w - u)",
                        b="e",
                    ),
                ),
            ],
            rule(
                "absolute",
                leaf("1: norm(w - u) < e"),
                leaf("1: e > 0", "1: norm(w - u) >= 0"),
                e="norm(w - u) - (0)",
                b="e",
            ),
        ),
    ),
)
