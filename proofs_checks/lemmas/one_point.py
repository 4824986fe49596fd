"""Tokens whose distances decay exponentially come to one point: their speed is integrable."""

from proofs_checks.lemmas.least_value import least_form
from proofs_checks.lemmas.speed import DRAWN, LENGTHS, NEAR, SPEED, UNIT, R
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule, unfold, witness

CLOSING = {
    "letters": ["kappa, m: number"],
    "given": ["kappa > 0", "decays(width, kappa)", "always(forall i: dot(v, y[i]) >= m)"],
}
_GAP = "norm(y[{0}] - y[p])".format
_TO = "forall i: exponentially_small(norm(y[i] - s))"
ONE_POINT = f"exists s in vector: dot(s, W(s)) == 1 and dot(v, s) >= m and ({_TO})"

_REST = "c*start(width)/kappa*exp(-kappa*time)"
_SLOW = (
    "almost_always(norm(rate(y[p])) <= c*start(width)*exp(-kappa*time))",
    enter(
        "ae",
        have(
            ["norm(rate(y[p])) <= c*width"],
            leaf("1: norm(rate(y[p])) <= c*width", "1: c >= 0; width <= start(width)*exp(-kappa*time)"),
        ),
    ),
)
_LIMIT = (
    f"exists s in vector: always(norm(y[p] - s) <= {_REST})",
    lemma("LEM-small-speed", y="y[p]", c="c*start(width)", k="kappa"),
)
_OWN = (
    "exponentially_small(norm(y[p] - s))",
    unfold(
        "goal",
        witness(
            "c*start(width)/kappa",
            witness(
                "kappa",
                both(
                    have(
                        [("start(width) >= 0", enter("start", leaf("1: 1/B > 0; norm(y[p] - y[p]) <= B*width")))],
                        leaf(
                            "1: c >= 0; start(width) >= 0; 1/kappa > 0",
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
_BEHIND = f"(norm(s) + {R})*L"


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
        leaf("1: L > 0; norm(s) >= 0", f"1: L > 0; {R} > 0"),
        have(
            [
                f"norm(y[p]) <= {R}",
                f"dot({behind}, W(s + y[p])) <= L*norm({behind})*norm(s + y[p])",
                ("norm(s + y[p]) <= norm(s) + norm(y[p])", rule("triangle", u="s", w="y[p]")),
            ],
            leaf(
                f"1: dot({behind}, W(s + y[p])) <= L*norm({behind})*norm(s + y[p])",
                f"1: L > 0; {_NEAR} >= 0; norm(s + y[p]) <= norm(s) + norm(y[p])",
                f"1: L > 0; {_NEAR} >= 0; norm(y[p]) <= {R}",
                use=[UNIT],
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
    title="Tokens whose distances decay converge to one point",
    statement=model(DRAWN, NEAR, CLOSING, {"show": [ONE_POINT]}),
    proof=have(
        [(SPEED, lemma("LEM-speed"))],
        obtain(
            SPEED,
            "c",
            unfold(
                "decays(width, kappa)",
                least_form(
                    "W",
                    rule(
                        "some bound",
                        have(
                            [LENGTHS],
                            rule("some element", have([_SLOW, _LIMIT], _CONCLUDED), C=ONE_POINT, new={"x": "p"}),
                        ),
                        U="W",
                        C=ONE_POINT,
                        new={"K": "L"},
                    ),
                ),
            ),
        ),
    ),
)
