"""How a motion refutes: what stays at a distance does not tend to zero."""

from __future__ import annotations

from fractions import Fraction

from verify.tactics.build import KNOWN, Tree, absurd, enter, have, leaf, obtain, rule, split, unfold


def never_meets(gap: str, bound: str, by: Tree) -> Tree:
    """From `tends(gap, 0)` a contradiction, where gap >= bound, a positive fraction, at every time because of `by`."""
    close = f"exists T in number: always(time >= T => abs({gap} - 0) < {bound}/2)"
    return have(
        [(f"always({gap} >= {bound})", by), f"tends({gap}, 0)"],
        unfold(
            f"tends({gap}, 0)",
            have(
                [close],
                obtain(
                    close,
                    "T",
                    rule(
                        "time goes on",
                        enter(
                            "every",
                            split(
                                "time < T or T <= time",
                                KNOWN,
                                absurd(
                                    have(
                                        [
                                            f"abs({gap} - 0) < {bound}/2",
                                            (f"{gap} <= abs({gap})", rule("absolute above", e=gap)),
                                        ],
                                        leaf(
                                            f"{2 / Fraction(bound)}: abs({gap} - 0) < {bound}/2",
                                            f"{2 / Fraction(bound)}: {gap} <= abs({gap})",
                                            f"{2 / Fraction(bound)}: {gap} >= {bound}",
                                        ),
                                    )
                                ),
                            ),
                        ),
                        C="1 <= 0",
                    ),
                ),
            ),
        ),
    )
