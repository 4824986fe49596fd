"""How far a sine moves in time, and the absolute value of one."""

from verify.formal import formal
from verify.tactics.build import Tree, enter, have, leaf, lemma, rule

_SLOPE = (
    "cos(w*time + f) <= 1",
    rule(
        "below the square",
        leaf(),
        leaf("1: sq sin(w*time + f)", "eq 1: cos(w*time + f)^2 + sin(w*time + f)^2 == 1"),
        a="cos(w*time + f)",
        b="1",
    ),
)
_BACK = (
    "-cos(w*time + f) <= 1",
    rule(
        "below the square",
        leaf(),
        leaf("1: sq sin(w*time + f)", "eq 1: cos(w*time + f)^2 + sin(w*time + f)^2 == 1"),
        a="-cos(w*time + f)",
        b="1",
    ),
)
_CIRCLE = ("cos(w*time + f)^2 + sin(w*time + f)^2 == 1", rule("circle", a="w*time + f"))


def _side(sign: str, bound: tuple[str, Tree]) -> tuple[str, Tree]:
    z = f"w*time {sign} sin(w*time + f)"
    return f"always({z} >= start({z}))", rule("monotone", have([_CIRCLE, bound], leaf(f"1: w >= 0; {bound[0]}")), z=z)


formal(
    "LEM-sine-moves",
    title="A sine moves no faster than its argument",
    statement={
        "letters": ["w, f: number"],
        "given": ["w >= 0"],
        "show": ["always(sin(w*time + f) - sin(f) <= w*time)", "always(-(sin(w*time + f) - sin(f)) <= w*time)"],
    },
    proof=[
        have(
            [_side("-", _SLOPE)], enter("every", leaf("1: w*time - sin(w*time + f) >= start(w*time - sin(w*time + f))"))
        ),
        have(
            [_side("+", _BACK)], enter("every", leaf("1: w*time + sin(w*time + f) >= start(w*time + sin(w*time + f))"))
        ),
    ],
)

_LATE, _EARLY = "2*sin(w*(s + time) + f)", "2*sin(w*s + f)"
_MOVED = "always(sin(w*time + (w*s + f)) - sin(w*s + f) <= w*time)"
_MOVED_BACK = "always(-(sin(w*time + (w*s + f)) - sin(w*s + f)) <= w*time)"
_NEAR = "sin(w*time + (w*s + f)) - sin(w*s + f) <= w*time"
_FAR = "-(sin(w*time + (w*s + f)) - sin(w*s + f)) <= w*time"


def _absolute(a: str, b: str, up: str, down: str) -> Tree:
    """|a| <= |b| + 2 time, where a and b are no farther apart."""
    slow = "2: w <= 1; time >= 0"
    return have(
        [
            (f"{b} <= abs({b})", rule("absolute above", e=b)),
            (f"-({b}) <= abs({b})", rule("absolute above minus", e=b)),
            (
                f"abs({a}) <= abs({b}) + 2*time",
                rule(
                    "absolute at most",
                    leaf(f"1: {b} <= abs({b})", f"2: {up}", slow),
                    leaf(f"1: -({b}) <= abs({b})", f"2: {down}", slow),
                    e=a,
                    b=f"abs({b}) + 2*time",
                ),
            ),
        ],
        leaf(f"1: abs({a}) <= abs({b}) + 2*time"),
    )


_FACTS: list[tuple[str, Tree]] = [
    (f"({_MOVED}) and ({_MOVED_BACK})", lemma("LEM-sine-moves", f="w*s + f")),
    ("always(time >= 0)", rule("time passes")),
]

formal(
    "LEM-absolute-sine-moves",
    title="The absolute value of twice a sine moves no faster than at the speed 2",
    statement={
        "letters": ["w, f, s: number"],
        "given": ["w >= 0", "w <= 1"],
        "show": [
            f"always(abs({_LATE}) - abs({_EARLY}) <= 2*time)",
            f"always(-(abs({_LATE}) - abs({_EARLY})) <= 2*time)",
        ],
    },
    proof=[
        have(_FACTS, enter("every", _absolute(_LATE, _EARLY, _NEAR, _FAR))),
        have(_FACTS, enter("every", _absolute(_EARLY, _LATE, _FAR, _NEAR))),
    ],
)
