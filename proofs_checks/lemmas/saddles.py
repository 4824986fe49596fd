"""Critical points of the sum of all products of unit vectors that are no cluster: a direction in which it rises."""

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    absurd,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    unfold,
    witness,
)

FRAME = ["dot(e, e) == 1", "dot(f, f) == 1", "dot(e, f) == 0"]
_ACROSS = "(dot(g, f)*e - dot(g, e)*f)"
_AREA = "dot(g, e)^2 + dot(g, f)^2"

formal(
    "LEM-perpendicular",
    title="In two dimensions and more there is a vector across every vector",
    statement={
        "letters": ["e, f, g: vector"],
        "given": FRAME,
        "show": ["exists u in vector: dot(u, u) > 0 and dot(g, u) == 0"],
    },
    proof=cases(
        f"-({_AREA})",
        witness(
            "e",
            both(
                leaf("1:", use=FRAME),
                rule("square zero", leaf(f"1: -({_AREA}) >= 0", "1: sq dot(g, f)"), a="dot(g, e)"),
            ),
        ),
        witness(_ACROSS, both(leaf(f"1: -({_AREA}) < 0", use=FRAME), leaf())),
    ),
)

UNIT = "forall i: dot(x[i], x[i]) == 1"
BENT = "sum(j: d[j]) - dot(x[i], sum(j: d[j]))*x[i] - dot(x[i], sum(j: x[j]))*d[i]"
TOP = (
    "exists d in state, mu in number: mu >= 1 and (exists i: d[i] != 0) and (forall i: dot(x[i], d[i]) == 0)"
    f" and (forall i: {BENT} == mu*d[i])"
)
_ZERO = "sum(j: x[j]) == 0"
_TANGENT = "forall i: dot(x[i], {0}[i]) == 0".format
_D = "(u - dot(x[{0}], u)*x[{0}])".format
_M = "(sum(j: 1)*u - sum(j: dot(x[j], u)*x[j]))"
_FORM = "sum(j: dot(u, u) - dot(x[j], u)^2)"
_MOVED = f"D(grow, x, fn(h: {_D('h')}), i)"
_RAYLEIGH = have(
    [
        (
            f"{_FORM} >= dot(u, u) - dot(x[t], u)^2",
            rule(
                "term of a positive sum",
                leaf("1: sq norm(u - dot(x[q], u)*x[q])", use=[UNIT]),
                e="fn(j: dot(u, u) - dot(x[j], u)^2)",
                y="t",
                new={"x": "q"},
            ),
        ),
        (f"{_FORM} >= dot(u, u)", leaf(f"1: {_FORM} >= dot(u, u) - dot(x[t], u)^2", use=["dot(x[t], u) == 0"])),
    ],
    leaf(
        f"1: 1/dot(u, u) > 0; 1/dot(u, u) > 0; sq norm(dot(u, u)*{_M} - {_FORM}*u)",
        f"1: 1/dot(u, u) > 0; {_FORM} >= dot(u, u); {_FORM} >= dot(u, u)",
        f"1: {_FORM} >= dot(u, u)",
        use=[UNIT, _ZERO],
        norms=["1"],
    ),
)
_FOUND = (
    "exists d in state, mu in number: mu >= 2 and (exists i: d[i] != 0) and (forall i: dot(x[i], d[i]) == 0)"
    " and (forall i: D(grow, x, d, i) == mu*d[i])"
)
_REST = f"({BENT.replace('[i]', '[p]')} - (mu - 1)*d[p])"
_SAME = f"dot({_REST}, D(grow, x, d, p)) == dot({_REST}, mu*d[p])"
_EACH = have(
    [
        "D(grow, x, d, p) == mu*d[p]",
        "dot(x[p], d[p]) == 0",
        (_SAME, lemma("LEM-same-dot", u="D(grow, x, d, p)", w="mu*d[p]", z=_REST)),
    ],
    rule(
        "equal vectors",
        leaf(f"eq 1: {_SAME}", use=[UNIT, _ZERO, "dot(x[p], d[p]) == 0"], norms=["1"]),
        u=BENT.replace("[i]", "[p]"),
        w="(mu - 1)*d[p]",
    ),
)

formal(
    "LEM-balanced-top",
    title="Unit vectors of sum 0: the second derivative of the sum of products has an eigenvalue of at least 1",
    statement={
        "letters": ["x[token], u: vector; t: token"],
        "maps": [f"grow(X, i) = unit(X[i] + sum(j: X[j])) on fn(X: {UNIT.replace('x[', 'X[')})"],
        "given": [UNIT, _ZERO, "dot(u, u) > 0", "dot(x[t], u) == 0"],
        "show": [TOP],
    },
    proof=have(
        [
            ("fixed(grow, x)", unfold("goal", intro("p", leaf(use=[UNIT, _ZERO], norms=["1"])))),
            ("forall i: norm(x[i] + sum(j: x[j])) > 0", intro("p", leaf(use=[UNIT, _ZERO], norms=["1"]))),
            (
                _FOUND,
                rule(
                    "symmetric derivative",
                    KNOWN,
                    KNOWN,
                    leaf(use=[UNIT, _ZERO, _TANGENT("b"), _TANGENT("c")], norms=["1"]),
                    intro("p", leaf(use=[UNIT])),
                    witness(
                        "t",
                        rule("nonzero vector", leaf("1: dot(u, u) > 0", use=[UNIT, "dot(x[t], u) == 0"]), u=_D("t")),
                    ),
                    _RAYLEIGH,
                    F="grow",
                    S="x",
                    d=f"fn(h: {_D('h')})",
                    q="2",
                    new={"a": "b", "b": "c"},
                ),
            ),
        ],
        obtain(
            _FOUND,
            "d,mu",
            witness(
                "d",
                witness(
                    "mu - 1",
                    both(leaf("1: mu >= 2"), KNOWN, KNOWN, intro("p", _EACH)),
                ),
            ),
        ),
    ),
)

_MEAN = "m"
_CRITICAL = f"forall i: {_MEAN} == dot(x[i], {_MEAN})*x[i]"
_PULL = f"dot(x[{{0}}], {_MEAN})".format
_BEND = f"((sum(j: 1) - {_PULL('{0}')})*u)".format
_SQUARE = f"{_PULL('p')}^2 == dot({_MEAN}, {_MEAN})"
_ALONG = f"dot({_MEAN}, {_MEAN}) == dot({_MEAN}, {_PULL('p')}*x[p])"
_FOR_U = f"dot(u, {_MEAN}) == dot(u, {_PULL('{0}')}*x[{{0}}])".format
_NOWHERE = leaf(f"eq -1/dot({_MEAN}, {_MEAN}): {_SQUARE}", use=[f"{_PULL('p')} == 0"])
_POINT: Steps = [
    f"{_MEAN} == {_PULL('p')}*x[p]",
    (_ALONG, lemma("LEM-same-dot", u=_MEAN, w=f"{_PULL('p')}*x[p]", z=_MEAN)),
    (_SQUARE, leaf(f"eq -1: {_ALONG}")),
    (f"{_PULL('p')} != 0", split(f"{_PULL('p')} == 0 or {_PULL('p')} != 0", absurd(_NOWHERE), KNOWN)),
    (_FOR_U("p"), lemma("LEM-same-dot", u=_MEAN, w=f"{_PULL('p')}*x[p]", z="u")),
    ("dot(x[p], u) == 0", leaf(f"eq -1/{_PULL('p')}: {_FOR_U('p')}", f"eq 1/{_PULL('p')}: dot(u, {_MEAN}) == 0")),
]

_ONE = rule("term of a positive sum", leaf(), e="fn(j: 1)", y="s", new={"x": "r"})
_ROOM = "sum(j: 1 - dot(x[s], x[j])) >= 1 - dot(x[s], x[t])"
_BENT_AT_S = have(
    [
        (
            _ROOM,
            rule(
                "term of a positive sum",
                leaf("1/2: sq norm(x[s] - x[q])", use=[UNIT]),
                e="fn(j: 1 - dot(x[s], x[j]))",
                y="t",
                new={"x": "q"},
            ),
        ),
        ("dot(x[s] - x[t], x[s] - x[t]) > 0", rule("positive square", u="x[s] - x[t]")),
        (
            f"sum(j: 1) - {_PULL('s')} > 0",
            leaf(f"1: {_ROOM}", "1/2: dot(x[s] - x[t], x[s] - x[t]) > 0", use=[UNIT]),
        ),
    ],
    leaf(f"1: sum(j: 1) - {_PULL('s')} > 0; sum(j: 1) - {_PULL('s')} > 0; dot(u, u) > 0"),
)

formal(
    "LEM-collinear-top",
    title="Unit vectors along their sum: the second derivative of the sum of products has the eigenvalue n",
    statement={
        "letters": ["x[token], u: vector; s, t: token"],
        "where": ["m := sum(j: x[j])"],
        "given": [
            UNIT,
            _CRITICAL,
            f"dot({_MEAN}, {_MEAN}) > 0",
            "dot(u, u) > 0",
            f"dot(u, {_MEAN}) == 0",
            "x[s] != x[t]",
        ],
        "show": [TOP],
    },
    proof=witness(
        f"fn(i: {_BEND('i')})",
        witness(
            "sum(j: 1)",
            both(
                have([("sum(j: 1) >= 1", _ONE)], KNOWN),
                witness("s", rule("nonzero vector", _BENT_AT_S, u=_BEND("s"))),
                intro("p", have(_POINT, leaf(use=["dot(x[p], u) == 0"]))),
                intro("p", have(_POINT, leaf(use=["dot(x[p], u) == 0", _SQUARE]))),
            ),
        ),
    ),
)
