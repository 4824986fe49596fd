"""What has a limit when time is counted from a later moment has it from the start."""

from verify.formal import formal
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, obtain, rule, take, unfold, witness

_LATE = "forall r in number: r > s and r >= s + T => abs(F(r) - c) < e"
_FROM_START = "forall r in number: always(time == r => u == F(r))"
_FROM_LATER = "forall r in number: always(s + time == r => v == F(r))"
_FOUND = "exists T in number: always(time >= T => abs(v - c) < e)"

_AT = have(
    [
        ("time >= T", leaf("1: r >= s + T", "eq -1: time == r - s")),
        "abs(v - c) < e",
        ("s + time == r", leaf("eq 1: time == r - s")),
        ("v == F(r)", take("forall q in number: s + time == q => v == F(q)", ["r"], KNOWN)),
    ],
    leaf("1: abs(v - c) < e", use=["v == F(r)"]),
)
_REACHED = lemma("LEM-reached", leaf("1: r > s"), enter("every", intro("", _AT)), T="r - s", C="abs(F(r) - c) < e")
_END = have(
    [
        ("s + T <= max(s + T, s + 1)", rule("maximum above first", a="s + T", b="s + 1")),
        ("s + 1 <= max(s + T, s + 1)", rule("maximum above second", a="s + T", b="s + 1")),
        ("time > s", leaf("1: time >= max(s + T, s + 1)", "1: s + 1 <= max(s + T, s + 1)", "1:")),
        ("time >= s + T", leaf("1: time >= max(s + T, s + 1)", "1: s + T <= max(s + T, s + 1)")),
        ("abs(F(time) - c) < e", take(_LATE, ["time"], KNOWN)),
        ("u == F(time)", take("forall q in number: time == q => u == F(q)", ["time"], KNOWN)),
    ],
    leaf("1: abs(F(time) - c) < e", use=["u == F(time)"]),
)

formal(
    "LEM-sooner",
    title="What has a limit from a later moment on has it from the start",
    statement={
        "letters": ["F(number), s, c: number; u, v: moving number"],
        "given": [_FROM_START, _FROM_LATER, "tends(v, c)"],
        "show": ["tends(u, c)"],
    },
    proof=unfold(
        "tends(v, c)",
        unfold(
            "goal",
            intro(
                ["e", ""],
                have(
                    [(_FOUND, KNOWN)],
                    obtain(
                        _FOUND,
                        "T",
                        have(
                            [(_LATE, intro(["r", ""], _REACHED))],
                            witness("max(s + T, s + 1)", enter("every", intro("", _END))),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
