"""Every moment comes: what is said of one moment only is said."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, cases, enter, have, leaf, rule, split

_SIDE = "1/(T - time)"
_RISES = f"{_SIDE} >= start({_SIDE})"
_BEFORE = "T - time >= (T - time)^2/T"

formal(
    "LEM-reached",
    title="Every moment comes",
    statement={
        "letters": ["T: number; C: formula"],
        "given": ["T > 0", "always(time == T => C)"],
        "show": ["C"],
    },
    proof=split(
        "C or not C",
        KNOWN,
        rule(
            "time goes on",
            have(
                [
                    (
                        "always(time != T)",
                        enter(
                            "every",
                            split(
                                "time == T or time != T",
                                have(["C"], rule("contradiction", P="C", C="time != T")),
                                KNOWN,
                            ),
                        ),
                    ),
                    ("always(T - time != 0)", enter("every", have(["time != T"], KNOWN))),
                    (f"always({_RISES})", rule("monotone", leaf(f"1: sq {_SIDE}"), z=_SIDE)),
                ],
                enter(
                    "every",
                    have(
                        [(_BEFORE, leaf(f"1: {_RISES}; sq T - time"))],
                        cases(
                            "time - T",
                            absurd(leaf(f"1: {_BEFORE}", "1: time - T >= 0")),
                            leaf("1: time - T < 0"),
                        ),
                    ),
                ),
            ),
            T="T",
        ),
    ),
)
