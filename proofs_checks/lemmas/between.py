"""What does not fall between two moments is not less at the second one."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, absurd, enter, have, intro, leaf, lemma, rule, split

M = "((b + c)/2)"
SINCE, UNTIL, LEFT, PAST = "max(0, time - r)", "max(0, r - time)", "max(0, T - time)", "max(0, time - T)"
UNDER, OVER = f"max(0, {M} - z)", f"max(0, z - {M})"
WAIT = f"({SINCE} + {UNTIL} + {OVER})"
DEEP = f"({UNDER}*{SINCE}/{WAIT})"
LATE = f"({LEFT}*{DEEP})"
WHOLE = f"({LEFT} + {PAST} + {DEEP})"
STEP = f"({LEFT}/{WHOLE})"


def own(e: str, sign: Tree) -> tuple[str, Tree]:
    """The positive part of what is not negative."""
    return f"max(0, {e}) == {e}", have(
        [(f"0 <= {e}", sign)],
        rule(
            "antisymmetry",
            rule("maximum below", KNOWN, leaf(), a="0", b=e, c=e),
            rule("maximum above second", a="0", b=e),
            a=f"max(0, {e})",
            b=e,
        ),
    )


def none(e: str, sign: Tree) -> tuple[str, Tree]:
    """The positive part of what is not positive."""
    return f"max(0, {e}) == 0", have(
        [(f"{e} <= 0", sign)],
        rule(
            "antisymmetry",
            rule("maximum below", leaf(), KNOWN, a="0", b=e, c="0"),
            rule("maximum above first", a="0", b=e),
            a=f"max(0, {e})",
            b="0",
        ),
    )


def signs(*parts: str) -> Steps:
    """Positive parts are not negative."""
    made: Steps = []
    for part in parts:
        e = part[len("max(0, ") : -1]
        made += [
            (f"0 <= {part}", rule("maximum above first", a="0", b=e)),
            (f"{e} <= {part}", rule("maximum above second", a="0", b=e)),
        ]
    return made


WAITS: Steps = [
    *signs(SINCE, UNTIL, OVER),
    (
        f"{WAIT} > 0",
        split(
            "time == r or time != r",
            have(
                ["z == b"],
                leaf(f"1: z - {M} <= {OVER}", f"1: 0 <= {SINCE}", f"1: 0 <= {UNTIL}", "1/2: c < b", use=["z == b"]),
            ),
            split(
                "time != r",
                leaf(f"1: r - time <= {UNTIL}", f"1: 0 <= {SINCE}", f"1: 0 <= {OVER}", "1: time < r"),
                leaf(f"1: time - r <= {SINCE}", f"1: 0 <= {UNTIL}", f"1: 0 <= {OVER}", "1: r < time"),
            ),
        ),
    ),
]


def gone(*facts: tuple[str, Tree]) -> Tree:
    """Nothing is late, so that the rate is 0."""
    return have(
        [
            *facts,
            (f"{LATE} == 0", leaf(use=[fact for fact, _ in facts])),
            (f"rate({LATE}) == 0", rule("rate on a level", z=LATE, m="0")),
        ],
        leaf(f"eq 1: rate({LATE}) == 0"),
    )


EQUAL = f"{LATE} == (T - time)*({M} - z)"
FALLS = f"rate({LATE} - (T - time)*({M} - z)) == 0"
DEEPER = have(
    [
        own(f"{M} - z", leaf(f"1: z < {M}")),
        none(f"z - {M}", leaf(f"1: z < {M}")),
        own("time - r", leaf("1: r < time")),
        none("r - time", leaf("1: r < time")),
        own("T - time", leaf("1: time < T")),
        (
            EQUAL,
            leaf(
                use=[
                    f"{UNDER} == {M} - z",
                    f"{OVER} == 0",
                    f"{SINCE} == time - r",
                    f"{UNTIL} == 0",
                    f"{LEFT} == T - time",
                ]
            ),
        ),
        (FALLS, rule("rate on a level", z=f"{LATE} - (T - time)*({M} - z)", m="0")),
        "rate(z) >= 0",
    ],
    leaf(f"eq 1: {FALLS}", f"1: z < {M}", "1: time < T; rate(z) >= 0"),
)
RISING = have(
    WAITS,
    split(
        "r < time or time <= r",
        split(
            "time < T or T <= time",
            split(f"z < {M} or {M} <= z", DEEPER, gone(none(f"{M} - z", leaf(f"1: {M} <= z")))),
            gone(none("T - time", leaf("1: T <= time"))),
        ),
        gone(none("time - r", leaf("1: time <= r"))),
    ),
)

NOW_LATE = f"-{LATE} >= start(-{LATE})"
BEGUN = f"start({LATE}) == 0"
DEPTHS: Steps = [
    *WAITS,
    *signs(UNDER, LEFT, PAST),
    (f"{DEEP} >= 0", leaf(f"1: 0 <= {UNDER}; 0 <= {SINCE}; 1/{WAIT} > 0")),
]
BEFORE = f"time < T => {DEEP} == 0"
NOT_DEEP = intro(
    "",
    have(
        [own("T - time", leaf("1: time < T"))],
        rule(
            "antisymmetry",
            leaf(
                f"1: {NOW_LATE}; 1/(T - time) > 0",
                f"eq 1/(T - time): {BEGUN}",
                f"eq -{DEEP}/(T - time): {LEFT} == T - time",
            ),
            KNOWN,
            a=DEEP,
            b="0",
        ),
    ),
)
POSITIVE = have(
    DEPTHS,
    split(
        "time == T or time != T",
        have(
            [
                "z == c",
                own(f"{M} - z", leaf("1/2: c < b", use=["z == c"])),
                own("time - r", leaf("1: r < T", use=["time == T"])),
                (f"{M} - z > 0", leaf("1/2: c < b", use=["z == c"])),
                ("time - r > 0", leaf("1: r < T", use=["time == T"])),
                (
                    f"{DEEP} > 0",
                    leaf(
                        f"1: {M} - z > 0; time - r > 0; 1/{WAIT} > 0",
                        f"eq -{SINCE}/{WAIT}: {UNDER} == {M} - z",
                        f"eq -({M} - z)/{WAIT}: {SINCE} == time - r",
                    ),
                ),
            ],
            leaf(f"1: {DEEP} > 0", f"1: 0 <= {LEFT}", f"1: 0 <= {PAST}"),
        ),
        split(
            "time != T",
            leaf(f"1: T - time <= {LEFT}", "1: time < T", f"1: {DEEP} >= 0", f"1: 0 <= {PAST}"),
            leaf(f"1: time - T <= {PAST}", "1: T < time", f"1: {DEEP} >= 0", f"1: 0 <= {LEFT}"),
        ),
    ),
)
ONE = have(
    [own("T - time", leaf("1: time < T")), none("time - T", leaf("1: time < T")), (f"{DEEP} == 0", KNOWN)],
    leaf(f"eq -1: {PAST} == 0", f"eq -1: {DEEP} == 0", times=[WHOLE]),
)
ZERO = have([none("T - time", leaf("1: T <= time"))], leaf(use=[f"{LEFT} == 0"]))


def rests(value: str, proof: Tree) -> Tree:
    """The step is at a level, so that its rate is 0."""
    return have(
        [(f"{STEP} == {value}", proof), (f"rate({STEP}) == 0", rule("rate on a level", z=STEP, m=value))],
        leaf(f"eq -1: rate({STEP}) == 0"),
    )


CONTRADICTION = have(
    [
        (f"always({WAIT} > 0)", enter("every", have(WAITS, KNOWN))),
        (f"always({NOW_LATE})", rule("monotone", RISING, z=f"-{LATE}")),
        (BEGUN, enter("start", have([none("time - r", leaf("1: r >= 0"))], leaf(use=[f"{SINCE} == 0"])))),
        (f"always({BEFORE})", enter("every", have(DEPTHS, NOT_DEEP))),
        (f"always({WHOLE} > 0)", enter("every", POSITIVE)),
        (
            f"always({STEP} >= start({STEP}))",
            rule("monotone", split("time < T or T <= time", rests("1", ONE), rests("0", ZERO)), z=STEP),
        ),
        (f"start({STEP}) == 1", enter("start", have([("time < T", leaf("1: r >= 0", "1: r < T"))], ONE))),
    ],
    lemma(
        "LEM-reached",
        leaf("1: r >= 0", "1: r < T"),
        enter(
            "every",
            intro(
                "",
                have(
                    [none("T - time", leaf(use=["time == T"])), (f"{STEP} == 0", leaf(use=[f"{LEFT} == 0"]))],
                    leaf(f"1: {STEP} >= start({STEP})", f"eq 1: {STEP} == 0", f"eq -1: start({STEP}) == 1"),
                ),
            ),
        ),
        T="T",
        C="1 <= 0",
    ),
)

formal(
    "LEM-between",
    title="What does not fall between two moments is not less at the second",
    statement={
        "letters": ["z: moving number; r, T, b, c: number"],
        "given": [
            "r >= 0",
            "r < T",
            "almost_always(r < time and time < T => rate(z) >= 0)",
            "always(time == r => z == b)",
            "always(time == T => z == c)",
        ],
        "show": ["b <= c"],
    },
    proof=split("c < b or b <= c", absurd(CONTRADICTION), KNOWN),
)
