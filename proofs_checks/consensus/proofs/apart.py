"""How a motion refutes: what stays at a distance from a number does not tend to it."""

from __future__ import annotations

from fractions import Fraction

from verify.tactics.build import KNOWN, Tree, absurd, enter, have, leaf, obtain, rule, split, unfold


def never_meets(gap: str, bound: str, by: Tree) -> Tree:
    """From `tends(gap, 0)` a contradiction, where gap >= bound, a positive fraction, at every time because of `by`."""
    return _never(gap, "0", bound, (f"{gap} >= {bound}", by), (f"{gap} <= abs({gap} - 0)", "absolute above"))


def never_reaches(z: str, limit: str, bound: str, by: Tree) -> Tree:
    """From `tends(z, limit)` a contradiction, where z <= limit - bound at every time because of `by`."""
    away = (f"-({z} - {limit}) <= abs({z} - {limit})", "absolute above minus")
    return _never(z, limit, bound, (f"{z} <= {limit} - {bound}", by), away)


def _never(z: str, limit: str, bound: str, fact: tuple[str, Tree], side: tuple[str, str]) -> Tree:
    close = f"exists T in number: always(time >= T => abs({z} - {limit}) < {bound}/2)"
    near = f"abs({z} - {limit}) < {bound}/2"
    factor = 2 / Fraction(bound)
    return have(
        [(f"always({fact[0]})", fact[1]), f"tends({z}, {limit})"],
        unfold(
            f"tends({z}, {limit})",
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
                                        [near, (side[0], rule(side[1], e=f"{z} - {limit}"))],
                                        leaf(*(f"{factor}: {used}" for used in (near, side[0], fact[0]))),
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
