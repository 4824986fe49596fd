"""A least height that rises like k b (1 - b^2), and the largest tangent of the angles, which then decays."""

from verify.formal import formal
from verify.tactics.build import KNOWN, define, enter, have, intro, leaf, lemma, rule, unfold

_HEIGHT = "dot(v, y[{0}])".format
LEAST = f"min(k: {_HEIGHT('k')})"
_TANGENT = "norm(y[{0}]/dot(v, y[{0}]) - v)".format
LARGEST = f"max(i: {_TANGENT('i')})"
_USE = ["forall i: dot(y[i], y[i]) == 1", "dot(v, v) == 1"]

formal(
    "LEM-rising",
    title="A number that satisfies a cubic inequality rises to one",
    statement={
        "letters": ["z: moving number; kappa: number"],
        "given": [
            "at_start(z > 0)",
            "kappa >= 0",
            "always(z <= 1)",
            "almost_always(z > 0 => rate(z) >= kappa*(z*(1 - z^2)))",
        ],
        "show": ["always(z > 0)", "decays(1/z^2 - 1, 2*kappa)"],
    },
    proof=[
        lemma(
            "LEM-positive",
            KNOWN,
            enter(
                "ae",
                intro(
                    "",
                    have(
                        ["rate(z) >= kappa*(z*(1 - z^2))"],
                        leaf(
                            "1: rate(z) >= kappa*(z*(1 - z^2))",
                            "1: kappa >= 0; z > 0; z <= 1",
                            "1: kappa >= 0; z > 0; z > 0; z <= 1",
                        ),
                    ),
                ),
            ),
            z="z",
            k="0",
        ),
        lemma(
            "LEM-comparison",
            enter(
                "ae",
                have(
                    ["rate(z) >= kappa*(z*(1 - z^2))"],
                    leaf("2: 1/z > 0; 1/z > 0; 1/z > 0; rate(z) >= kappa*(z*(1 - z^2))"),
                ),
            ),
            z="1/z^2 - 1",
            k="2*kappa",
        ),
    ],
)

_FIRST = (
    f"start(1/{LEAST}^2 - 1) <= start({LARGEST})^2",
    enter(
        "start",
        rule(
            "attained least",
            define(
                [f"low := {LEAST}", f"most := {LARGEST}"],
                have(
                    [
                        (f"{_TANGENT('x')} <= most", rule("below the greatest", e=f"fn(i: {_TANGENT('i')})", y="x")),
                        ("most >= 0", leaf(f"1: {_TANGENT('x')} >= 0", f"1: {_TANGENT('x')} <= most")),
                        f"{_HEIGHT('x')} > 0",
                        (
                            f"1/low^2 == 1/{_HEIGHT('x')}^2",
                            leaf(
                                f"eq -(low + {_HEIGHT('x')})/(low^2*{_HEIGHT('x')}^2): low == {_HEIGHT('x')}",
                            ),
                        ),
                        (f"1/{_HEIGHT('x')}^2 - 1 == {_TANGENT('x')}^2", leaf(use=_USE)),
                    ],
                    leaf(
                        f"1: {_TANGENT('x')} >= 0; {_TANGENT('x')} <= most",
                        f"1: most >= 0; {_TANGENT('x')} <= most",
                        f"eq 1: 1/low^2 == 1/{_HEIGHT('x')}^2",
                        f"eq 1: 1/{_HEIGHT('x')}^2 - 1 == {_TANGENT('x')}^2",
                    ),
                ),
            ),
            e=f"fn(k: {_HEIGHT('k')})",
            C=f"1/{LEAST}^2 - 1 <= {LARGEST}^2",
        ),
    ),
)

_SIGN = (
    f"start({LARGEST}) >= 0",
    enter(
        "start",
        rule(
            "some element",
            have(
                [(f"{_TANGENT('x')} <= {LARGEST}", rule("below the greatest", e=f"fn(i: {_TANGENT('i')})", y="x"))],
                leaf(f"1: {_TANGENT('x')} <= {LARGEST}", f"1: {_TANGENT('x')} >= 0"),
            ),
            C=f"{LARGEST} >= 0",
        ),
    ),
)
_LATER = rule(
    "greatest",
    define(
        [f"low := {LEAST}", f"most := {LARGEST}", "old := 1/low^2 - 1"],
        have(
            [
                (f"low <= {_HEIGHT('x')}", rule("above the least", e=f"fn(k: {_HEIGHT('k')})", y="x")),
                (f"{_HEIGHT('x')} > 0", leaf("1: low > 0", f"1: low <= {_HEIGHT('x')}")),
                (
                    f"1/{_HEIGHT('x')}^2 <= 1/low^2",
                    leaf(
                        f"1: 1/low > 0; 1/low > 0; 1/{_HEIGHT('x')} > 0; low <= {_HEIGHT('x')}",
                        f"1: 1/low > 0; 1/{_HEIGHT('x')} > 0; 1/{_HEIGHT('x')} > 0; low <= {_HEIGHT('x')}",
                    ),
                ),
                (f"1/{_HEIGHT('x')}^2 - 1 == {_TANGENT('x')}^2", leaf(use=_USE)),
            ],
            rule(
                "below the square",
                leaf("1: start(most) >= 0; exp(-kappa*time) > 0"),
                leaf(
                    f"1: 1/{_HEIGHT('x')}^2 <= 1/low^2",
                    "1: old <= start(old)*exp(-(2*kappa)*time)",
                    "1: start(old) <= start(most)^2; exp(-(2*kappa)*time) > 0",
                    f"eq -1: 1/{_HEIGHT('x')}^2 - 1 == {_TANGENT('x')}^2",
                ),
                a=_TANGENT("x"),
                b="start(most)*exp(-kappa*time)",
            ),
        ),
    ),
    e=f"fn(i: {_TANGENT('i')})",
    b=f"start({LARGEST})*exp(-kappa*time)",
)

formal(
    "LEM-tangents",
    title="From the least height to the largest tangent",
    statement={
        "letters": ["v: vector; y[token]: moving vector; kappa: number"],
        "given": [
            "dot(v, v) == 1",
            "always(forall i: dot(y[i], y[i]) == 1)",
            f"always({LEAST} > 0)",
            f"decays(1/{LEAST}^2 - 1, 2*kappa)",
        ],
        "show": ["always(forall i: dot(v, y[i]) > 0)", f"decays({LARGEST}, kappa)"],
    },
    proof=[
        enter(
            "every",
            intro(
                "p",
                have(
                    [(f"{LEAST} <= {_HEIGHT('p')}", rule("above the least", e=f"fn(k: {_HEIGHT('k')})", y="p"))],
                    leaf(f"1: {LEAST} > 0", f"1: {LEAST} <= {_HEIGHT('p')}"),
                ),
            ),
        ),
        unfold(f"decays(1/{LEAST}^2 - 1, 2*kappa)", have([_FIRST, _SIGN], unfold("goal", enter("every", _LATER)))),
    ],
)
