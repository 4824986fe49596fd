"""How far the waves 2 cos(k pi t) and 2 sin(k pi t) move from the time s on, for k at most 10."""

from verify.formal import formal
from verify.tactics.build import Tree, enter, have, leaf, rule

_PHASE = "k*pi*(s + time)"
_CIRCLE = f"cos({_PHASE})^2 + sin({_PHASE})^2 == 1"


def moves(wave: str, k: str = "k") -> list[str]:
    """The wave moves no faster than at the speed 20 pi, up and down."""
    gap = f"2*{wave}({k}*pi*(s + time)) - 2*{wave}({k}*pi*s)"
    return [f"always({gap} <= 20*pi*time)", f"always(-({gap}) <= 20*pi*time)"]


def _side(wave: str, slope: str, sign: str) -> Tree:
    """20 pi t less what the wave moved does not fall."""
    z = f"20*pi*time {sign} 2*{wave}({_PHASE})"
    speed = f"{slope}({_PHASE})"
    below = rule("below the square", leaf(), leaf(f"1: sq {wave}({_PHASE})", f"eq 1: {_CIRCLE}"), a=speed, b="1")
    above = rule("below the square", leaf(), leaf(f"1: sq {wave}({_PHASE})", f"eq 1: {_CIRCLE}"), a=f"-{speed}", b="1")
    return have(
        [
            (
                f"always({z} >= start({z}))",
                rule(
                    "monotone",
                    have(
                        [
                            (_CIRCLE, rule("circle", a=_PHASE)),
                            (f"{speed} <= 1", below),
                            (f"-{speed} <= 1", above),
                        ],
                        leaf(
                            f"2: {'-' if (slope == 'cos') == (sign == '+') else ''}{speed} <= 1; k >= 0; pi > 0",
                            "2: k <= 10; pi > 0",
                        ),
                    ),
                    z=z,
                ),
            )
        ],
        enter("every", leaf(f"1: {z} >= start({z})")),
    )


formal(
    "LEM-wave-moves",
    title="The waves 2 cos(k pi t) and 2 sin(k pi t), k at most 10, move no faster than at the speed 20 pi",
    statement={
        "letters": ["k, s: number"],
        "given": ["k >= 0", "k <= 10"],
        "show": [*moves("cos"), *moves("sin")],
    },
    proof=[_side(wave, slope, sign) for wave, slope in (("cos", "sin"), ("sin", "cos")) for sign in "-+"],
)
