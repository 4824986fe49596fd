"""A cosine that rises like 1 - z^2, but for a disturbance that dies out, tends to 1 or to -1."""

from __future__ import annotations

from proofs_checks.lemmas.limits import soon
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    enter,
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

_LOW = "exists T in number: always(time >= T => z <= -(1 - {0}))".format
_HIGH = "exists R in number: always(time >= R => z >= 1 - {0} - {0})".format
_EACH = f"forall e in number: e > 0 and e < 1/4 => ({_LOW('e')}) or ({_HIGH('e')})"
_SOME = f"exists e9 in number: e9 > 0 and e9 < 1/4 and not ({_LOW('e9')})"
_DISTURBED = "s < 1 - z^2 => rate(z) >= a*(1 - z^2 - s)"
_SMALL = "e/(8 + 4*e)"
_RANGE = [(f"{_SMALL} > 0", leaf("1: e > 0; 1/(8 + 4*e) > 0")), (f"{_SMALL} < 1/4", leaf("2:", times=["8 + 4*e"]))]
_TWICE = (f"2*{_SMALL} < e", leaf("6: e > 0", "4: e > 0; e > 0", times=["8 + 4*e"]))

_FROM_T = f"always(time >= T => z <= -(1 - e)) or ({_HIGH('e')})"
_INSIDE = have(
    [
        "abs(s - (0)) < e/2",
        ("s - (0) <= abs(s - (0))", rule("absolute above", e="s - (0)")),
        (
            "1 - z^2 - s > e/2",
            leaf(
                "1: abs(s - (0)) < e/2",
                "1: s - (0) <= abs(s - (0))",
                "1: z < 1 - e; -(1 - e) < z",
                "1: e > 0; e < 1/4",
                "3/4: e > 0",
            ),
        ),
        ("s < 1 - z^2", leaf("1: 1 - z^2 - s > e/2", "1/2: e > 0")),
        "rate(z) >= a*(1 - z^2 - s)",
    ],
    leaf("1: rate(z) >= a*(1 - z^2 - s)", "1: a > 0; 1 - z^2 - s > e/2"),
)
_EITHER = (
    _EACH,
    intro(
        ["e", ""],
        soon(
            "s",
            "0",
            "e/2",
            "T",
            leaf("1/2: e > 0"),
            have(
                [
                    (
                        _FROM_T,
                        lemma(
                            "LEM-either-end",
                            leaf("1: e < 1/4", "3/4:"),
                            leaf("1/2: a > 0; e > 0"),
                            KNOWN,
                            KNOWN,
                            enter("ae", intro(["", ""], _INSIDE)),
                            l="1 - e",
                            k="a*e/2",
                            T="T",
                            e="e",
                        ),
                    )
                ],
                split(
                    _FROM_T,
                    {"left": witness("T", KNOWN)},
                    KNOWN,
                ),
            ),
        ),
    ),
)


def _near(sign: str, names: str, fact: str) -> Tree:
    """Within e of the end from a moment on."""
    there = "z - 1" if sign == "-" else "z - (-1)"
    up = leaf("1: z <= 1", "1: e > 0") if sign == "-" else leaf("1: z <= -(1 - e1)", "1: 2*e1 < e", "1: e1 > 0")
    down = leaf("1: z >= 1 - e1 - e1", "1: 2*e1 < e") if sign == "-" else leaf("1: z >= -1", "1: e > 0")
    return obtain(fact, names, witness(names, enter("every", intro("", rule("absolute", up, down, e=there, b="e")))))


def _to(sign: str, then: Tree) -> Tree:
    """The limit 1 (or -1), by a small e1 for each e."""
    small = "exists e1 in number: e1 > 0 and e1 < 1/4 and 2*e1 < e"
    found = witness(_SMALL, have([*_RANGE, _TWICE], both(KNOWN, KNOWN, KNOWN)))
    return unfold("goal", intro(["e", ""], have([(small, found)], obtain(small, "e1", then))))


_LAST = "max(T1, R0)"
_CLASH = obtain(
    _LOW("e1"),
    "T1",
    rule(
        "time goes on",
        enter(
            "every",
            split(
                f"time < {_LAST} or {_LAST} <= time",
                KNOWN,
                have(
                    [
                        (f"T1 <= {_LAST}", rule("maximum above first", a="T1", b="R0")),
                        (f"R0 <= {_LAST}", rule("maximum above second", a="T1", b="R0")),
                        ("time >= T1", leaf(f"1: {_LAST} <= time", f"1: T1 <= {_LAST}")),
                        ("time >= R0", leaf(f"1: {_LAST} <= time", f"1: R0 <= {_LAST}")),
                        "z <= -(1 - e1)",
                        "z >= 1 - e0 - e0",
                    ],
                    absurd(leaf("1: z <= -(1 - e1)", "1: z >= 1 - e0 - e0", "1: e1 < 1/4", "2: e0 < 1/4", "1/4:")),
                ),
            ),
        ),
        T=_LAST,
        C="1 <= 0",
    ),
)
_UPPER = obtain(
    _SOME,
    "e0",
    have(
        [
            (f"({_LOW('e0')}) or ({_HIGH('e0')})", KNOWN),
            (
                _HIGH("e0"),
                split(
                    f"({_LOW('e0')}) or ({_HIGH('e0')})",
                    rule("contradiction", P=_LOW("e0"), C=_HIGH("e0")),
                    KNOWN,
                ),
            ),
        ],
        obtain(
            _HIGH("e0"),
            "R0",
            {
                "left": _to(
                    "-",
                    have(
                        [(f"({_LOW('e1')}) or ({_HIGH('e1')})", KNOWN)],
                        split(f"({_LOW('e1')}) or ({_HIGH('e1')})", absurd(_CLASH), _near("-", "R", _HIGH("e1"))),
                    ),
                )
            },
        ),
    ),
)
_LOWER: Tree = {
    "right": _to(
        "+",
        split(
            f"({_LOW('e1')}) or not ({_LOW('e1')})",
            _near("+", "T", _LOW("e1")),
            absurd(
                have(
                    [(_SOME, witness("e1", both(KNOWN, KNOWN, KNOWN)))],
                    rule("contradiction", P=_SOME, C="1 <= 0"),
                )
            ),
        ),
    )
}

formal(
    "LEM-dichotomy",
    title="A cosine that rises like 1 - z^2, but for a disturbance that dies out, tends to 1 or to -1",
    statement={
        "letters": ["z, s: moving number; a, L: number"],
        "given": [
            "a > 0",
            "always(-1 <= z and z <= 1)",
            "tends(s, 0)",
            "almost_always(abs(rate(z)) <= L)",
            f"almost_always({_DISTURBED})",
        ],
        "show": ["tends(z, 1) or tends(z, -1)"],
    },
    proof=have([_EITHER], split(f"({_SOME}) or not ({_SOME})", _UPPER, _LOWER)),
)
