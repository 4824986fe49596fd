"""Two states and two flows beside each other: near logits give near rows of softmax, and how fast tokens part."""

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule

_Z, _W = "sum(j: exp(k[j]))", "sum(j: exp(l[j]))"
_A, _B = f"exp(k[q])/{_Z}", f"exp(l[q])/{_W}"


_NEAR = "forall j: -s <= k[j] - l[j] <= s"
_UP = ("exp(k[q]) <= exp(s)*exp(l[q])", rule("exp monotone", leaf("1: k[q] - l[q] <= s"), a="k[q]", b="s + l[q]"))
_DOWN = ("exp(l[q]) <= exp(s)*exp(k[q])", rule("exp monotone", leaf("1: -s <= k[q] - l[q]"), a="l[q]", b="s + k[q]"))
_SUMS = [
    (
        "sum(j: exp(s)*exp(l[j]) - exp(k[j])) >= 0",
        rule(
            "positive sum", have([_UP], leaf(f"1: {_UP[0]}")), e="fn(j: exp(s)*exp(l[j]) - exp(k[j]))", new={"x": "q"}
        ),
    ),
    (
        "sum(j: exp(s)*exp(k[j]) - exp(l[j])) >= 0",
        rule(
            "positive sum",
            have([_DOWN], leaf(f"1: {_DOWN[0]}")),
            e="fn(j: exp(s)*exp(k[j]) - exp(l[j]))",
            new={"x": "q"},
        ),
    ),
    ("1 + -2*s <= exp(-2*s)", rule("exp tangent", a="-2*s")),
]
_ENTRY = f"abs({_A} - {_B}) <= 2*s*({_A} + {_B})"
_EACH = have(
    [
        _UP,
        _DOWN,
        ("s >= 0", leaf("1/2: -s <= k[q] - l[q]", "1/2: k[q] - l[q] <= s")),
        (
            f"{_A} - {_B} <= 2*s*{_A}",
            leaf(
                f"1: {_UP[0]}; exp(-s) > 0; 1/{_W} > 0",
                f"1: {_SUMS[1][0]}; exp(-s) > 0; exp(-s) > 0; exp(k[q]) > 0; 1/{_W} > 0; 1/{_Z} > 0",
                f"1: {_SUMS[2][0]}; exp(k[q]) > 0; 1/{_Z} > 0",
            ),
        ),
        (
            f"{_B} - {_A} <= 2*s*{_B}",
            leaf(
                f"1: {_DOWN[0]}; exp(-s) > 0; 1/{_Z} > 0",
                f"1: {_SUMS[0][0]}; exp(-s) > 0; exp(-s) > 0; exp(l[q]) > 0; 1/{_W} > 0; 1/{_Z} > 0",
                f"1: {_SUMS[2][0]}; exp(l[q]) > 0; 1/{_W} > 0",
            ),
        ),
    ],
    rule(
        "absolute at most",
        leaf(f"1: {_A} - {_B} <= 2*s*{_A}", f"2: s >= 0; exp(l[q]) > 0; 1/{_W} > 0"),
        leaf(f"1: {_B} - {_A} <= 2*s*{_B}", f"2: s >= 0; exp(k[q]) > 0; 1/{_Z} > 0"),
        e=f"{_A} - {_B}",
        b=f"2*s*({_A} + {_B})",
    ),
)
_ROW = "sum(j: abs(exp(k[j])/sum(h: exp(k[h])) - exp(l[j])/sum(h: exp(l[h]))))"
_TERM = "2*s*(exp(k[j])/sum(h: exp(k[h])) + exp(l[j])/sum(h: exp(l[h])))"
_TERM += " - abs(exp(k[j])/sum(h: exp(k[h])) - exp(l[j])/sum(h: exp(l[h])))"

_NEAR_ROWS = have(
    [
        *_SUMS,
        (
            f"sum(j: {_TERM}) >= 0",
            rule("positive sum", have([(_ENTRY, _EACH)], leaf(f"1: {_ENTRY}")), e=f"fn(j: {_TERM})", new={"x": "q"}),
        ),
    ],
    leaf(f"1: sum(j: {_TERM}) >= 0"),
)

formal(
    "LEM-softmax.near",
    title="Rows of softmax whose logits differ by at most s differ by at most 4 s in sum",
    statement={"letters": ["k[token], l[token], s: number"], "given": [_NEAR], "show": [f"{_ROW} <= 4*s"]},
    proof=_NEAR_ROWS,
)

formal(
    "LEM-softmax.near.now",
    title="Rows of softmax whose logits differ by at most s now differ by at most 4 s in sum",
    statement={
        "letters": ["k[token], l[token], s: measurable number"],
        "given": [f"almost_always({_NEAR})"],
        "show": [f"almost_always({_ROW} <= 4*s)"],
    },
    proof=enter("ae", _NEAR_ROWS),
)

APART = "max(j: norm(x[j] - y[j]))"
_UNIT = ["forall i: dot(x[i], x[i]) == 1", "forall i: dot(y[i], y[i]) == 1"]
_DRAWN = "forall i: rate({0}[i]) == sum(j: {1}[i, j]*({0}[j] - dot({0}[i], {0}[j])*{0}[i]))".format
_P = "(x[p] - y[p])"
_LONG = f"norm{_P}"
_PULLS = f"sum(j: a[p, j]*({_LONG}*{APART.replace('j', 'h')} - dot({_P}, x[j] - y[j])))"
_WEIGHTS = f"sum(j: abs(a[p, j] - b[p, j])*{_LONG} - (a[p, j] - b[p, j])*dot({_P}, y[j]))"


def _above(family: str, weight: str) -> tuple[str, Tree]:
    """No token is drawn away from itself by more than 1."""
    term = leaf(f"1/2: {weight}[p, q] >= 0; sq norm({family}[p] + {family}[q])", use=_UNIT)
    e = f"{weight}[p, j]*(1 + dot({family}[p], {family}[j]))"
    return f"sum(j: {e}) >= 0", rule("positive sum", term, e=f"fn(j: {e})", new={"x": "q"})


_CAUCHY = [
    (f"dot({_P}, x[q] - y[q]) <= {_LONG}*norm(x[q] - y[q])", rule("Cauchy-Schwarz", u=_P, w="x[q] - y[q]")),
    (
        f"norm(x[q] - y[q]) <= {APART.replace('j', 'h')}",
        rule("below the greatest", e="fn(h: norm(x[h] - y[h]))", y="q"),
    ),
]
_SIDES = [
    (f"dot({_P}, y[q]) <= {_LONG}*norm(y[q])", rule("Cauchy-Schwarz", u=_P, w="y[q]")),
    (f"dot({_P}, -y[q]) <= {_LONG}*norm(-y[q])", rule("Cauchy-Schwarz", u=_P, w="-y[q]")),
    ("norm(y[q]) == 1", leaf(norms=["1"], use=_UNIT)),
    ("norm(-y[q]) == 1", leaf(norms=["1"], use=_UNIT)),
    (f"dot({_P}, y[q]) <= {_LONG}", leaf(f"1: dot({_P}, y[q]) <= {_LONG}*norm(y[q])", f"eq {_LONG}: norm(y[q]) == 1")),
    (
        f"-dot({_P}, y[q]) <= {_LONG}",
        leaf(f"1: dot({_P}, -y[q]) <= {_LONG}*norm(-y[q])", f"eq {_LONG}: norm(-y[q]) == 1"),
    ),
    ("a[p, q] - b[p, q] <= abs(a[p, q] - b[p, q])", rule("absolute above", e="a[p, q] - b[p, q]")),
    ("-(a[p, q] - b[p, q]) <= abs(a[p, q] - b[p, q])", rule("absolute above minus", e="a[p, q] - b[p, q]")),
]
_SPEED = have(
    [
        _above("x", "a"),
        _above("y", "b"),
        (
            f"{_PULLS} >= 0",
            rule(
                "positive sum",
                have(
                    _CAUCHY,
                    leaf(f"1: a[p, q] >= 0; {_CAUCHY[0][0]}", f"1: a[p, q] >= 0; {_LONG} >= 0; {_CAUCHY[1][0]}"),
                ),
                e=f"fn(j: {_PULLS[7:-1]})",
                new={"x": "q"},
            ),
        ),
        (
            f"{_WEIGHTS} >= 0",
            rule(
                "positive sum",
                have(
                    _SIDES,
                    leaf(f"1/2: {_SIDES[6][0]}; {_SIDES[5][0]}", f"1/2: {_SIDES[7][0]}; {_SIDES[4][0]}"),
                ),
                e=f"fn(j: {_WEIGHTS[7:-1]})",
                new={"x": "q"},
            ),
        ),
        (f"{_LONG} <= {APART}", rule("below the greatest", e="fn(j: norm(x[j] - y[j]))", y="p")),
        "sum(j: a[p, j]) == 1",
        "sum(j: b[p, j]) == 1",
        "sum(j: abs(a[p, j] - b[p, j])) <= B",
    ],
    leaf(
        f"1: {_PULLS} >= 0",
        f"1: {_WEIGHTS} >= 0",
        f"1/2: sq {_LONG}; {_above('x', 'a')[0]}",
        f"1/2: sq {_LONG}; {_above('y', 'b')[0]}",
        f"1: {_LONG} >= 0; {_LONG} <= {APART}",
        f"1: {_LONG} >= 0; sum(j: abs(a[p, j] - b[p, j])) <= B",
        use=[_DRAWN("x", "a"), _DRAWN("y", "b"), *_UNIT, "sum(j: a[p, j]) == 1", "sum(j: b[p, j]) == 1"],
    ),
)

formal(
    "LEM-two-flows",
    title="How fast the tokens of two flows with unit rows part",
    statement={
        "letters": ["x[token], y[token]: moving vector; a[token, token], b[token, token], B: measurable number"],
        "given": [
            *(f"always({unit})" for unit in _UNIT),
            f"almost_always({_DRAWN('x', 'a')})",
            f"almost_always({_DRAWN('y', 'b')})",
            "almost_always(forall i, j: a[i, j] >= 0 and b[i, j] >= 0)",
            "almost_always(forall i: sum(j: a[i, j]) == 1 and sum(j: b[i, j]) == 1)",
            "almost_always(B >= 0 and (forall i: sum(j: abs(a[i, j] - b[i, j])) <= B))",
        ],
        "show": [f"almost_always(rate({APART}) <= 2*{APART} + B)"],
    },
    proof=have(
        [
            (
                f"forall i: almost_always(rate(norm(x[i] - y[i])) <= 2*{APART} + B)",
                intro(
                    "p",
                    lemma(
                        "LEM-norm",
                        enter("ae", intro("", _SPEED)),
                        enter(
                            "ae",
                            intro(
                                "",
                                have(
                                    [
                                        (
                                            f"{_LONG} <= {APART}",
                                            rule("below the greatest", e="fn(j: norm(x[j] - y[j]))", y="p"),
                                        )
                                    ],
                                    leaf(f"2: {_LONG} <= {APART}", f"2: {_LONG} >= 0", "1: B >= 0"),
                                ),
                            ),
                        ),
                        p=_P,
                        b=f"2*{APART} + B",
                    ),
                ),
            )
        ],
        lemma(
            "LEM-greatest.always",
            enter("ae", intro(["p", ""], KNOWN)),
            w="fn(j: norm(x[j] - y[j]))",
            b=f"2*{APART} + B",
        ),
    ),
)
