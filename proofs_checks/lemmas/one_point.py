"""Tokens whose distances decay exponentially come to one point: their speed is integrable."""

from proofs_checks.lemmas.weighted import WEIGHTED
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule, unfold, witness

CLOSING = {
    "letters": ["width: moving number; r, kappa, B, m: number"],
    "given": [
        "almost_always(forall i, j: a[i, j] >= 0)",
        "almost_always(forall i: sum(j: a[i, j]) == r)",
        "r >= 0",
        "kappa > 0",
        "B > 0",
        "decays(width, kappa)",
        "always(forall i, j: norm(y[i] - y[j]) <= B*width)",
        "always(forall i: dot(v, y[i]) >= m)",
    ],
}
DRAWN = {"letters": WEIGHTED["letters"], "given": WEIGHTED["given"][:3]}
_TO = "forall i: exponentially_small(norm(y[i] - s))"
ONE_POINT = f"exists s in vector: dot(s, W(s)) == 1 and dot(v, s) >= m and ({_TO})"
_FLOW = "forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))"

_R = "(1/mu + 1)"
_SLOWNESS = f"r*((1 + L*{_R}^2)*B*start(width))"
_DRAW = "(y[{0}] - dot(y[p], W(y[{0}]))*y[p])".format
_GAP = "norm(y[{0}] - y[p])".format
_UNIT = "forall i: dot(y[i], W(y[i])) == 1"
_AVERAGE = "a[p, {0}]".format
_NORMED = f"norm(sum(j: {_AVERAGE('j')}*{_DRAW('j')})) <= sum(j: {_AVERAGE('j')}*norm({_DRAW('j')}))"
_SIZE = f"(1 + L*{_R}^2)*B*width"

_LENGTHS = (
    f"always(forall i: norm(y[i]) <= {_R})",
    enter(
        "every",
        intro(
            "p",
            rule(
                "below the square",
                leaf("1: 1/mu > 0", "1:"),
                have(
                    ["dot(y[p], W(y[p])) >= mu*dot(y[p], y[p])"],
                    leaf(
                        "1: 1/mu > 0; dot(y[p], W(y[p])) >= mu*dot(y[p], y[p])",
                        "1: 1/mu > 0",
                        "1: 1/mu > 0; 1/mu > 0",
                        "1:",
                        use=[_UNIT],
                    ),
                ),
                a="norm(y[p])",
                b=_R,
            ),
        ),
    ),
)

_BEND = "(1 - dot(y[p], W(y[q])))*y[p]"
# how fast one other token q draws p
_DRAWN = (
    f"norm({_DRAW('q')}) <= {_SIZE}",
    have(
        [
            f"{_GAP('q')} <= B*width",
            f"norm(y[p]) <= {_R}",
            f"norm(y[q]) <= {_R}",
            (
                f"norm(y[q] - y[p] + {_BEND}) <= {_GAP('q')} + norm({_BEND})",
                rule("triangle", u="y[q] - y[p]", w="(1 - dot(y[p], W(y[q])))*y[p]"),
            ),
            ("dot(y[q] - y[p], W(y[q] - y[p])) >= 0", rule("nonnegative form", W="W", u="y[q] - y[p]")),
            ("1 - dot(y[p], W(y[q])) >= 0", leaf("1/2: dot(y[q] - y[p], W(y[q] - y[p])) >= 0", use=[_UNIT])),
            (
                "norm((1 - dot(y[p], W(y[q])))*y[p]) == (1 - dot(y[p], W(y[q])))*norm(y[p])",
                rule("norm scaled", u="y[p]", k="1 - dot(y[p], W(y[q]))"),
            ),
            f"dot(y[q] - y[p], W(y[q] - y[p])) <= L*{_GAP('q')}*{_GAP('q')}",
            (
                f"{_GAP('q')} <= 2*{_R}",
                have(
                    [("norm(y[q] + -y[p]) <= norm(y[q]) + norm(-y[p])", rule("triangle", u="y[q]", w="-y[p]"))],
                    leaf(
                        "1: norm(y[q] + -y[p]) <= norm(y[q]) + norm(-y[p])",
                        f"1: norm(y[p]) <= {_R}",
                        f"1: norm(y[q]) <= {_R}",
                    ),
                ),
            ),
            (
                f"1 - dot(y[p], W(y[q])) <= L*{_R}*{_GAP('q')}",
                leaf(
                    f"1/2: dot(y[q] - y[p], W(y[q] - y[p])) <= L*{_GAP('q')}*{_GAP('q')}",
                    f"1/2: L > 0; {_GAP('q')} >= 0; {_GAP('q')} <= 2*{_R}",
                    use=[_UNIT],
                ),
            ),
            (
                f"(1 - dot(y[p], W(y[q])))*norm(y[p]) <= L*{_R}^2*{_GAP('q')}",
                leaf(
                    f"1: 1 - dot(y[p], W(y[q])) <= L*{_R}*{_GAP('q')}; {_R} > 0",
                    f"1: 1 - dot(y[p], W(y[q])) >= 0; norm(y[p]) <= {_R}",
                ),
            ),
        ],
        leaf(
            f"1: norm(y[q] - y[p] + {_BEND}) <= {_GAP('q')} + norm({_BEND})",
            "eq 1: norm((1 - dot(y[p], W(y[q])))*y[p]) == (1 - dot(y[p], W(y[q])))*norm(y[p])",
            f"1: (1 - dot(y[p], W(y[q])))*norm(y[p]) <= L*{_R}^2*{_GAP('q')}",
            f"1: {_GAP('q')} <= B*width",
            f"1: L > 0; sq {_R}; {_GAP('q')} <= B*width",
        ),
    ),
)
_SPEED = (
    f"almost_always(norm(rate(y[p])) <= {_SLOWNESS}*exp(-kappa*time))",
    enter(
        "ae",
        have(
            [
                (
                    _NORMED,
                    rule(
                        "norm of a weighted sum",
                        leaf(),
                        e=f"fn(j: {_AVERAGE('j')})",
                        u=f"fn(j: {_DRAW('j')})",
                        new={"x": "q"},
                    ),
                ),
                (
                    f"sum(j: {_AVERAGE('j')}*({_SIZE} - norm({_DRAW('j')}))) >= 0",
                    rule(
                        "positive sum",
                        have([_DRAWN, f"{_AVERAGE('q')} >= 0"], leaf(f"1: {_AVERAGE('q')} >= 0; {_DRAWN[0]}")),
                        e=f"fn(j: {_AVERAGE('j')}*({_SIZE} - norm({_DRAW('j')})))",
                        new={"x": "q"},
                    ),
                ),
                "width <= start(width)*exp(-kappa*time)",
                (
                    f"norm(rate(y[p])) <= sum(j: {_AVERAGE('j')}*norm({_DRAW('j')}))",
                    leaf(f"1: {_NORMED}", use=[_FLOW]),
                ),
            ],
            leaf(
                f"1: norm(rate(y[p])) <= sum(j: {_AVERAGE('j')}*norm({_DRAW('j')}))",
                f"1: sum(j: {_AVERAGE('j')}*({_SIZE} - norm({_DRAW('j')}))) >= 0",
                "1: r >= 0; B > 0; width <= start(width)*exp(-kappa*time)",
                f"1: r >= 0; B > 0; L > 0; width <= start(width)*exp(-kappa*time); sq {_R}",
                f"eq (1 + L*{_R}^2)*B*width: sum(j: a[p, j]) == r",
            ),
        ),
    ),
)

_REST = f"{_SLOWNESS}/kappa*exp(-kappa*time)"
_LIMIT = (
    f"exists s in vector: always(norm(y[p] - s) <= {_REST})",
    rule("limit of a small speed", y="y[p]", c=_SLOWNESS, k="kappa"),
)
_OWN = (
    "exponentially_small(norm(y[p] - s))",
    unfold(
        "goal",
        witness(
            f"{_SLOWNESS}/kappa",
            witness(
                "kappa",
                both(
                    have(
                        [("start(width) >= 0", enter("start", leaf("1: 1/B > 0; norm(y[p] - y[p]) <= B*width")))],
                        leaf(
                            "1: r >= 0; B > 0; start(width) >= 0; 1/kappa > 0",
                            f"1: r >= 0; B > 0; start(width) >= 0; 1/kappa > 0; L > 0; sq {_R}",
                        ),
                    ),
                    KNOWN,
                    enter("every", leaf(f"1: norm(y[p] - s) <= {_REST}")),
                ),
            ),
        ),
    ),
)
_NEAR = "norm(y[p] - s)"
_BEHIND = f"(norm(s) + {_R})*L"


def _kept(c: str, factor: str, sure: object, now: object) -> tuple[str, object]:
    """`c <= 0` for a number c that is at most `factor` times the distance of y_p and its limit, at all times."""
    r = f"{factor}*{_NEAR}"
    small = lemma("LEM-small.below", KNOWN, sure, enter("every", _exact(r)), z=r, r=_NEAR, c=factor)
    kept = lemma("LEM-small.constant", KNOWN, enter("every", now), c=c, r=r)
    return (f"{c} <= 0", have([(f"exponentially_small({r})", small)], kept))


def _exact(r: str) -> object:
    return rule("absolute at most", leaf(), leaf(f"2: {r} >= 0"), e=r, b=r)


def _on_ellipsoid(sign: str, behind: str) -> tuple[str, object]:
    """s^T W s - 1, or its opposite, is a product of y_p - s and y_p + s."""
    return _kept(
        f"{sign}(dot(s, W(s)) - 1)",
        _BEHIND,
        leaf("1: L > 0; norm(s) >= 0", f"1: L > 0; {_R} > 0"),
        have(
            [
                f"norm(y[p]) <= {_R}",
                f"dot({behind}, W(s + y[p])) <= L*norm({behind})*norm(s + y[p])",
                ("norm(s + y[p]) <= norm(s) + norm(y[p])", rule("triangle", u="s", w="y[p]")),
            ],
            leaf(
                f"1: dot({behind}, W(s + y[p])) <= L*norm({behind})*norm(s + y[p])",
                f"1: L > 0; {_NEAR} >= 0; norm(s + y[p]) <= norm(s) + norm(y[p])",
                f"1: L > 0; {_NEAR} >= 0; norm(y[p]) <= {_R}",
                use=[_UNIT],
            ),
        ),
    )


_HIGH = _kept(
    "m - dot(v, s)",
    "norm(v)",
    leaf(),
    have(
        [("dot(v, y[p] - s) <= norm(v)*norm(y[p] - s)", rule("Cauchy-Schwarz", u="v", w="y[p] - s"))],
        leaf("1: dot(v, y[p]) >= m", "1: dot(v, y[p] - s) <= norm(v)*norm(y[p] - s)"),
    ),
)
_ALL = intro(
    "q",
    have(
        [
            ("always(width >= 0)", enter("every", leaf("1: 1/B > 0; norm(y[p] - y[p]) <= B*width"))),
            ("exponentially_small(width)", lemma("LEM-small.decays", z="width", k="kappa")),
            (
                f"exponentially_small({_GAP('q')})",
                lemma(
                    "LEM-small.below",
                    KNOWN,
                    KNOWN,
                    enter("every", leaf(f"1: {_GAP('q')} <= B*width")),
                    z=_GAP("q"),
                    r="width",
                    c="B",
                ),
            ),
            (f"exponentially_small({_GAP('q')} + {_NEAR})", lemma("LEM-small.two", z=_GAP("q"), w=_NEAR)),
        ],
        lemma(
            "LEM-small.below",
            KNOWN,
            KNOWN,
            enter(
                "every",
                have(
                    [
                        (
                            f"norm(y[q] - y[p] + (y[p] - s)) <= {_GAP('q')} + {_NEAR}",
                            rule("triangle", u="y[q] - y[p]", w="y[p] - s"),
                        )
                    ],
                    leaf(f"1: norm(y[q] - y[p] + (y[p] - s)) <= {_GAP('q')} + {_NEAR}"),
                ),
            ),
            z="norm(y[q] - s)",
            r=f"{_GAP('q')} + {_NEAR}",
            c="1",
        ),
    ),
)
_CONCLUDED = obtain(
    _LIMIT[0],
    "s",
    have(
        [_OWN, _HIGH, _on_ellipsoid("", "s - y[p]"), _on_ellipsoid("-", "y[p] - s")],
        witness(
            "s",
            both(
                rule(
                    "antisymmetry",
                    leaf("1: (dot(s, W(s)) - 1) <= 0"),
                    leaf("1: -(dot(s, W(s)) - 1) <= 0"),
                    a="dot(s, W(s))",
                    b="1",
                ),
                leaf("1: m - dot(v, s) <= 0"),
                _ALL,
            ),
        ),
    ),
)

formal(
    "LEM-one-point",
    statement=model(DRAWN, CLOSING, {"show": [ONE_POINT]}),
    proof=unfold(
        "decays(width, kappa)",
        rule(
            "least form",
            KNOWN,
            rule(
                "some bound",
                have(
                    [_LENGTHS],
                    rule("some element", have([_SPEED, _LIMIT], _CONCLUDED), C=ONE_POINT, new={"x": "p"}),
                ),
                U="W",
                C=ONE_POINT,
                new={"K": "L"},
            ),
            W="W",
            C=ONE_POINT,
        ),
    ),
)
