"""The linear equation y' = s m, s' = <m, y> keeps <y, z> - s r, and lifts x' = P_x m from the sphere to the cone."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

LIFTED = "rate({0}) == {1}*m and rate({1}) == dot(m, {0})".format
_FORM = "dot(y, z) - s*r"
_RATES = ["rate(y) == s*m", "rate(s) == dot(m, y)"]
_OTHER = ["rate(z) == r*m", "rate(r) == dot(m, z)"]


def _rises(sign: str) -> tuple[str, Tree]:
    """One half of that the form does not move."""
    z = f"{sign}({_FORM})"
    return f"always({z} >= start({z}))", rule("monotone", leaf(use=[*_RATES, *_OTHER]), z=z)


formal(
    "LEM-lorentz.form",
    title="The lifted equation keeps the Lorentz form of two solutions",
    statement={
        "letters": ["m: measurable vector; y, z: moving vector; s, r: moving number"],
        "given": [f"almost_always({LIFTED('y', 's')})", f"almost_always({LIFTED('z', 'r')})"],
        "show": [f"always({_FORM} == start({_FORM}))"],
    },
    proof=have(
        [_rises(""), _rises("-")],
        enter(
            "every",
            rule(
                "antisymmetry",
                leaf(f"1: -({_FORM}) >= start(-({_FORM}))"),
                leaf(f"1: {_FORM} >= start({_FORM})"),
                a=_FORM,
                b=f"start({_FORM})",
            ),
        ),
    ),
)

_LONG = "dot(y, y) - s*s"
_LIGHT = "dot(y, y) == s^2"
_KEPT: Steps = [
    (f"always({_LONG} == start({_LONG}))", lemma("LEM-lorentz.form", z="y", r="s")),
    (f"start({_LONG}) == 0", enter("start", leaf(f"eq 1: {_LIGHT}"))),
    (
        f"always({_LIGHT})",
        enter("every", leaf(f"eq 1: {_LONG} == start({_LONG})", f"eq 1: start({_LONG}) == 0")),
    ),
]

formal(
    "LEM-lorentz.positive",
    title="The lifted equation keeps the forward light cone, if m is at most of length 1",
    statement={
        "letters": ["m: measurable vector; y: moving vector; s: moving number"],
        "given": [
            f"almost_always({LIFTED('y', 's')})",
            "almost_always(dot(m, m) <= 1)",
            f"at_start({_LIGHT} and s > 0)",
        ],
        "show": [f"always({_LIGHT}) and always(s > 0)"],
    },
    proof=have(
        _KEPT,
        both(
            KNOWN,
            lemma(
                "LEM-positive",
                enter("start", KNOWN),
                enter(
                    "ae",
                    intro(
                        "",
                        leaf(
                            "1/2: s > 0; sq norm(m + 1/s*y)",
                            "1/2: s > 0; dot(m, m) <= 1",
                            use=[_RATES[1], _LIGHT],
                        ),
                    ),
                ),
                z="s",
                k="1",
            ),
        ),
    ),
)

_OFF = "(s - dot(y, x))"
_MOVES = "rate(x) == m - dot(x, m)*x"
_UNIT = "dot(x, x) == 1"
_DECAY = f"decays({_OFF}^2, -2)"

formal(
    "LEM-lorentz.point",
    title="The lift of a point of the sphere that is drawn to m stays over it",
    statement={
        "letters": ["m: measurable vector; x, y: moving vector; s: moving number"],
        "given": [
            f"always({_UNIT})",
            f"almost_always({_MOVES})",
            f"almost_always({LIFTED('y', 's')})",
            "almost_always(dot(m, m) <= 1)",
            "at_start(y == x and s == 1)",
        ],
        "show": ["always(x == y/s)"],
    },
    proof=have(
        [
            (
                f"at_start({_LIGHT} and s > 0)",
                enter("start", both(leaf(use=["y == x", "s == 1", _UNIT]), leaf("1:", use=["s == 1"]))),
            ),
            (f"always({_LIGHT}) and always(s > 0)", lemma("LEM-lorentz.positive")),
            (
                _DECAY,
                lemma(
                    "LEM-comparison",
                    enter(
                        "ae",
                        leaf(
                            f"1: sq {_OFF}*norm(m + x)",
                            f"1: dot(m, m) <= 1; sq {_OFF}",
                            use=[*_RATES, _MOVES, _UNIT],
                        ),
                    ),
                    z=f"{_OFF}^2",
                    k="-2",
                ),
            ),
            (f"start({_OFF}^2) == 0", enter("start", leaf(use=["y == x", "s == 1", _UNIT]))),
        ],
        unfold(
            _DECAY,
            enter(
                "every",
                have(
                    [
                        (
                            f"{_OFF} == 0",
                            rule(
                                "square zero",
                                leaf(
                                    f"1: {_OFF}^2 <= start({_OFF}^2)*exp(-(-2)*time)",
                                    f"eq exp(2*time): start({_OFF}^2) == 0",
                                ),
                                a=_OFF,
                            ),
                        )
                    ],
                    have(
                        [
                            (
                                "y == s*x",
                                rule(
                                    "equal vectors",
                                    leaf(f"eq 2*s: {_OFF} == 0", use=[_LIGHT, _UNIT]),
                                    u="y",
                                    w="s*x",
                                ),
                            )
                        ],
                        leaf(use=["y == s*x"]),
                    ),
                ),
            ),
        ),
    ),
)
