"""A number cut off at -l and l: it moves no faster, and rests where the number is as large as l."""

from __future__ import annotations

from proofs_checks.lemmas.limit_sums import sides
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, absurd, both, cases, enter, have, intro, leaf, rule

CUT = "max(min({z}, {l}), -{l})".format
_CUT = CUT(z="z", l="l")
_MIN = "min(z, l)"

_UP: Steps = [
    (f"l <= {_MIN}", rule("minimum above", leaf("1: z - l >= 0"), KNOWN, a="z", b="l", c="l")),
    (f"{_MIN} <= l", rule("minimum below second", a="z", b="l")),
    (f"{_MIN} <= {_CUT}", rule("maximum above first", a=_MIN, b="-l")),
    (f"{_CUT} <= l", rule("maximum below", KNOWN, leaf("2: l > 0"), a=_MIN, b="-l", c="l")),
    (f"{_CUT} == l", rule("antisymmetry", KNOWN, leaf(f"1: l <= {_MIN}", f"1: {_MIN} <= {_CUT}"), a=_CUT, b="l")),
]
_DOWN: Steps = [
    (f"{_MIN} <= z", rule("minimum below first", a="z", b="l")),
    (f"-l <= {_CUT}", rule("maximum above second", a=_MIN, b="-l")),
    (f"{_CUT} <= -l", rule("maximum below", leaf(f"1: {_MIN} <= z", "1: -l - z >= 0"), KNOWN, a=_MIN, b="-l", c="-l")),
    (f"{_CUT} == -l", rule("antisymmetry", a=_CUT, b="-l")),
]
_BETWEEN: Steps = [
    (f"z <= {_MIN}", rule("minimum above", KNOWN, leaf("1: z - l < 0"), a="z", b="l", c="z")),
    (f"{_MIN} <= z", rule("minimum below first", a="z", b="l")),
    (f"{_MIN} <= {_CUT}", rule("maximum above first", a=_MIN, b="-l")),
    (f"{_CUT} <= z", rule("maximum below", KNOWN, leaf("1: -l - z < 0"), a=_MIN, b="-l", c="z")),
    (
        f"{_CUT} - z == 0",
        rule("antisymmetry", KNOWN, leaf(f"1: z <= {_MIN}", f"1: {_MIN} <= {_CUT}"), a=f"{_CUT} - z", b="0"),
    ),
]


def three(up: Tree, down: Tree, between: Tree) -> Tree:
    """Above l, below -l, between."""
    return cases("z - l", have(_UP, up), cases("-l - z", have(_DOWN, down), have(_BETWEEN, between)))


_RATE = f"rate({_CUT})"
_SLOW = [
    *sides("rate(z)"),
    ("rate(z) <= L", leaf("1: abs(rate(z)) <= L", "1: rate(z) <= abs(rate(z))")),
    ("-rate(z) <= L", leaf("1: abs(rate(z)) <= L", "1: -(rate(z)) <= abs(rate(z))")),
]


def _level(z: str, m: str) -> tuple[str, Tree]:
    return (f"rate({z}) == 0", rule("rate on a level", z=z, m=m))


def _size(level: str, up: str, down: str) -> Tree:
    """The rate of the cut is at most L."""
    return rule(
        "absolute at most",
        leaf(up, f"eq 1: {level}"),
        leaf(down, f"eq -1: {level}"),
        e=_RATE,
        b="L",
    )


def _rests(m: str) -> Tree:
    """The cut is at one of its ends."""
    level = _level(_CUT, m)
    return have(
        [level, ("0 <= L", leaf("1/2: rate(z) <= L", "1/2: -rate(z) <= L"))],
        both(_size(level[0], "1: 0 <= L", "1: 0 <= L"), intro("", KNOWN)),
    )


_INSIDE = "(l - z)*(l + z) > 0"
_NOT_INSIDE: Tree = absurd(
    have(
        [(_INSIDE, leaf("1: z - l < 0; -l - z < 0"))],
        leaf("1: z*z >= l*l", times=["(l - z)*(l + z)"]),
    )
)
_MOVES = _level(f"{_CUT} - z", "0")

formal(
    "LEM-cut",
    title="A number cut off at -l and l moves no faster, and rests where the number is as large as l",
    statement={
        "letters": ["z: moving number; l, L: number"],
        "given": ["l > 0", "almost_always(abs(rate(z)) <= L)"],
        "show": [f"almost_always(abs({_RATE}) <= L and (z*z >= l*l => {_RATE} == 0))"],
    },
    proof=enter(
        "ae",
        have(
            _SLOW,
            three(
                _rests("l"),
                _rests("-l"),
                have(
                    [_MOVES],
                    both(_size(_MOVES[0], "1: rate(z) <= L", "1: -rate(z) <= L"), intro("", _NOT_INSIDE)),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-cut.ends",
    title="A number as large as l is cut off at -l or at l",
    statement={
        "letters": ["z: moving number; l: number"],
        "given": ["l > 0"],
        "show": [f"always(z*z >= l*l => ({_CUT} == l and z >= l) or ({_CUT} == -l and z <= -l))"],
    },
    proof=enter(
        "every",
        intro(
            "",
            three(
                have([("z >= l", leaf("1: z - l >= 0"))], KNOWN),
                have([("z <= -l", leaf("1: -l - z >= 0"))], KNOWN),
                _NOT_INSIDE,
            ),
        ),
    ),
)
