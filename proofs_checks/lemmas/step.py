"""One step of weighted means, projected to the ellipsoid: in a hemisphere it is defined and lifts the least height."""

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, cases, have, intro, leaf, rule, split

LEAST = "min(k: dot(v, Y[k]))"
_MEAN = "sum(j: a[p, j]*Y[j])"
_Z = f"(Y[p] + tau*{_MEAN})"
_LENGTH = f"sqrt(dot({_Z}, W({_Z})))"
_ROW = "sum(j: a[p, j]) == s"
_ON = "forall i: dot(Y[i], W(Y[i])) == 1"
_HEIGHT = f"sum(j: a[p, j]*(dot(v, Y[j]) - {LEAST})) >= 0"
_GAPS = "sum(j: a[p, j]*(1 - dot(Y[p], W(Y[j]))))"
_PAIRS = "sum(j: sum(k: a[p, j]*a[p, k]*(1 - dot(Y[j], W(Y[k])))))"
_RISEN = f"dot(v, {_Z}) >= {LEAST}*(1 + tau*s)"
_SHORT = f"{_LENGTH} <= 1 + tau*s"


def _gap(one: str, other: str) -> tuple[str, object]:
    return (
        f"dot({one} - {other}, W({one} - {other})) >= 0",
        rule("nonnegative form", W="W", u=f"{one} - {other}"),
    )


def _above(token: str) -> tuple[str, object]:
    return f"{LEAST} <= dot(v, Y[{token}])", rule("above the least", e="fn(k: dot(v, Y[k]))", y=token)


_PREPARED = [
    (
        _HEIGHT,
        rule(
            "positive sum",
            have(
                ["a[p, x] > 0", _above("x")],
                leaf(f"1: a[p, x] > 0; {LEAST} <= dot(v, Y[x])"),
            ),
            e=f"fn(j: a[p, j]*(dot(v, Y[j]) - {LEAST}))",
        ),
    ),
    (f"{LEAST} > 0", rule("least, strict", e="fn(k: dot(v, Y[k]))", b="0")),
    _above("p"),
    (_RISEN, leaf(f"1: tau > 0; {_HEIGHT}", f"1: {LEAST} <= dot(v, Y[p])", use=[_ROW])),
    (f"dot(v, {_Z}) > 0", leaf(f"1: {_RISEN}", f"1: {LEAST} > 0", f"1: {LEAST} > 0; tau > 0; s > 0")),
    (
        f"dot({_Z}, {_Z}) > 0",
        have(
            [
                (f"dot(v, {_Z}) <= norm(v)*norm({_Z})", rule("Cauchy-Schwarz", u="v", w=_Z)),
                (
                    f"norm({_Z}) > 0",
                    cases(
                        f"-norm({_Z})",
                        absurd(
                            leaf(
                                f"1: dot(v, {_Z}) <= norm(v)*norm({_Z})",
                                f"1: norm(v) >= 0; -norm({_Z}) >= 0",
                                times=[f"dot(v, {_Z})"],
                            )
                        ),
                        leaf(f"1: -norm({_Z}) < 0"),
                    ),
                ),
            ],
            leaf(f"1: norm({_Z}) > 0; norm({_Z}) > 0"),
        ),
    ),
    (f"{_Z} != 0", rule("nonzero vector", u=_Z)),
    (f"dot({_Z}, W({_Z})) > 0", rule("positive form", W="W", u=_Z)),
    (
        f"{_GAPS} >= 0",
        rule(
            "positive sum",
            have(
                ["a[p, x] > 0", _gap("Y[p]", "Y[x]")],
                leaf("1/2: a[p, x] > 0; dot(Y[p] - Y[x], W(Y[p] - Y[x])) >= 0", use=[_ON]),
            ),
            e="fn(j: a[p, j]*(1 - dot(Y[p], W(Y[j]))))",
        ),
    ),
    (
        f"{_PAIRS} >= 0",
        rule(
            "positive sum",
            rule(
                "positive sum",
                have(
                    ["a[p, x] > 0", "a[p, x2] > 0", _gap("Y[x]", "Y[x2]")],
                    leaf("1/2: a[p, x] > 0; a[p, x2] > 0; dot(Y[x] - Y[x2], W(Y[x] - Y[x2])) >= 0", use=[_ON]),
                ),
                new={"x": "x2"},
                e="fn(k: a[p, x]*a[p, k]*(1 - dot(Y[x], W(Y[k]))))",
            ),
            e="fn(j: sum(k: a[p, j]*a[p, k]*(1 - dot(Y[j], W(Y[k])))))",
        ),
    ),
    (
        f"dot({_Z}, W({_Z})) == (1 + tau*s)^2 - 2*tau*{_GAPS} - tau^2*{_PAIRS}",
        leaf(use=[_ON, _ROW]),
    ),
]

_POSITIVE = (f"{_LENGTH} > 0", leaf())
_BOUNDED = (
    _SHORT,
    rule(
        "below the square",
        leaf("1:", "1: tau > 0; s > 0"),
        leaf(f"2: tau > 0; {_GAPS} >= 0", f"1: {_PAIRS} >= 0; sq tau", use=[_ON, _ROW]),
        a=_LENGTH,
        b="1 + tau*s",
    ),
)
_LOW = f"dot(v, {_Z}/{_LENGTH}) <= {LEAST}"
_LONG = f"{_LENGTH} >= 1 + tau*s"
_GAP = "1 - dot(Y[p], W(Y[q]))"
_DIFFERENCE = "(Y[q] - Y[p])"
_FORM = f"dot({_DIFFERENCE}, W({_DIFFERENCE}))"
_EQUAL = have(
    [
        (_LONG, leaf(f"1: {_LOW}; {_LENGTH} > 0", f"1: {_RISEN}", times=[LEAST])),
        (
            f"{_GAPS} <= 0",
            leaf(
                f"1: {_LONG}; {_LENGTH} > 0",
                f"1: {_LONG}",
                f"1: {_LONG}; tau > 0; s > 0",
                f"1: {_PAIRS} >= 0; sq tau",
                times=["2*tau"],
                use=[_ON, _ROW],
            ),
        ),
    ],
    intro(
        "q",
        have(
            [
                (
                    f"{_GAPS} >= a[p, q]*({_GAP})",
                    rule(
                        "term of a positive sum",
                        have(
                            ["a[p, x] > 0", _gap("Y[p]", "Y[x]")],
                            leaf("1/2: a[p, x] > 0; dot(Y[p] - Y[x], W(Y[p] - Y[x])) >= 0", use=[_ON]),
                        ),
                        e="fn(j: a[p, j]*(1 - dot(Y[p], W(Y[j]))))",
                        y="q",
                    ),
                ),
                "a[p, q] > 0",
                (f"{_GAP} <= 0", leaf(f"1: {_GAPS} >= a[p, q]*({_GAP})", f"1: {_GAPS} <= 0", times=["a[p, q]"])),
            ],
            split(
                f"{_DIFFERENCE} == 0 or {_DIFFERENCE} != 0",
                KNOWN,
                absurd(
                    have(
                        [(f"{_FORM} > 0", rule("positive form", W="W", u=_DIFFERENCE))],
                        leaf(f"2: {_GAP} <= 0", times=[_FORM], use=[_ON]),
                    )
                ),
            ),
        ),
    ),
)

formal(
    "LEM-step",
    title="One step of the map keeps a hemisphere, and lifts its lowest token",
    statement={
        "letters": ["W: operator; Y[token]: vector; v: vector; a[token, token]: number; s, tau: number"],
        "where": ["z(i) := Y[i] + tau*sum(j: a[i, j]*Y[j])"],
        "given": [
            "positive_definite(W)",
            _ON,
            "forall i, j: a[i, j] > 0",
            "forall i: sum(j: a[i, j]) == s",
            "s > 0",
            "tau > 0",
            "forall i: dot(v, Y[i]) > 0",
        ],
        "show": [
            "forall i: dot(z(i), W(z(i))) > 0",
            f"forall i: dot(v, z(i)/sqrt(dot(z(i), W(z(i))))) >= {LEAST}",
            f"forall i: dot(v, z(i)/sqrt(dot(z(i), W(z(i))))) <= {LEAST} => (forall j: Y[j] == Y[i])",
        ],
    },
    proof=[
        intro("p", have(_PREPARED, KNOWN)),
        intro(
            "p",
            have(
                [*_PREPARED, _POSITIVE, _BOUNDED],
                leaf(f"1: {_RISEN}; 1/{_LENGTH} > 0", f"1: {LEAST} > 0; {_SHORT}; 1/{_LENGTH} > 0"),
            ),
        ),
        intro(["p", ""], have([*_PREPARED, _POSITIVE], _EQUAL)),
    ],
)

_BY_HEADS = "sum(h in heads: sum(j: a[h, j])) == sum(h in heads: r)"

formal(
    "LEM-step.rows",
    title="Row sums of several heads together, at one step",
    statement={
        "letters": ["a[head, token]: number; r: number"],
        "given": ["forall h in heads: sum(j: a[h, j]) == r"],
        "show": ["sum(j: sum(h in heads: a[h, j])) == sum(h in heads: r)"],
    },
    proof=have(
        [
            (
                _BY_HEADS,
                rule("equal sums, heads", e="fn(h in heads: sum(j: a[h, j]))", f="fn(h in heads: r)"),
            )
        ],
        leaf(f"eq 1: {_BY_HEADS}"),
    ),
)
