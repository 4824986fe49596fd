"""Limits: sums, multiples, squares of quantities that tend to 0."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, obtain, rule, take, unfold, witness

_SOON = "exists T0 in number: always(time >= T0 => abs({z} - ({c})) < {e})".format
_LIMIT = "forall e0 in number: e0 > 0 => (exists T0 in number: always(time >= T0 => abs({z} - ({c})) < e0))".format


def soon(z: str, c: str, e: str, T: str, sure: Tree, then: Tree) -> Tree:
    """A moment T from which |z - c| < e, from `tends(z, c)`; `sure` proves e > 0."""
    found = obtain(_SOON(z=z, c=c, e=e), T, then)
    return unfold(f"tends({z}, {c})", have([(f"{e} > 0", sure)], take(_LIMIT(z=z, c=c), [e], found)))


def from_limit(z: str, c: str, e: str, sure: Tree, then: Tree) -> Tree:
    """The proof of a limit from `tends(z, c)`: at every time from T on, where |z - c| < e; `sure` proves e > 0."""
    late = witness("T", enter("every", intro("", then)))
    return unfold("goal", intro(["e", ""], soon(z, c, e, "T", sure, late)))


formal(
    "LEM-tends.below",
    title="What is below something that tends to zero tends to zero",
    statement={
        "letters": ["z, r: moving number; c: number"],
        "given": ["tends(r, 0)", "c >= 0", "always(abs(z) <= c*r)"],
        "show": ["tends(z, 0)"],
    },
    proof=from_limit(
        "r",
        "0",
        "e/(c + 1)",
        leaf("1: e > 0; 1/(c + 1) > 0"),
        have(
            ["abs(r - 0) < e/(c + 1)", ("r - 0 <= abs(r - 0)", rule("absolute above", e="r - 0"))],
            leaf(
                "1: abs(z) <= c*r",
                "1: c >= 0; r - 0 <= abs(r - 0)",
                "1: c >= 0; abs(r - 0) < e/(c + 1)",
                "1: e > 0; 1/(c + 1) > 0",
            ),
        ),
    ),
)

formal(
    "LEM-tends.root",
    title="A number tends to zero if its square does",
    statement={
        "letters": ["r: moving number"],
        "given": ["tends(r*r, 0)", "always(r >= 0)"],
        "show": ["tends(r, 0)"],
    },
    proof=from_limit(
        "r*r",
        "0",
        "e*e",
        leaf("1: e > 0; e > 0"),
        have(
            [
                "abs(r*r - 0) < e*e",
                ("r*r - 0 <= abs(r*r - 0)", rule("absolute above", e="r*r - 0")),
                (
                    "r < e",
                    rule(
                        "strictly below the square",
                        leaf("1: e > 0"),
                        leaf("1: abs(r*r - 0) < e*e", "1: r*r - 0 <= abs(r*r - 0)"),
                        a="r",
                        b="e",
                    ),
                ),
            ],
            rule("absolute", leaf("1: r < e"), leaf("1: r >= 0", "1: e > 0"), e="r - 0", b="e"),
        ),
    ),
)

_N = "sum(j: 1)"
_PART = f"abs(z[x] - 0) < e/{_N}"
_EVENTUALLY = f"exists T in number: forall k: always(time >= T => abs(z[k] - 0) < e/{_N})"

formal(
    "LEM-tends.sum",
    title="A finite sum of numbers that tend to zero tends to zero",
    statement={
        "letters": ["z[token]: moving number"],
        "given": ["forall k: tends(z[k], 0)"],
        "show": ["tends(sum(k: z[k]), 0)"],
    },
    proof=unfold(
        "goal",
        intro(
            ["e", ""],
            have(
                [
                    (
                        _EVENTUALLY,
                        rule(
                            "common bound",
                            soon("z[x]", "0", f"e/{_N}", "T", leaf(f"1: e > 0; 1/{_N} > 0"), witness("T", KNOWN)),
                            enter("every", intro("", have([("time >= s", leaf("1: time >= t", "1: s <= t"))], KNOWN))),
                            P=f"fn(k, T in number: always(time >= T => abs(z[k] - 0) < e/{_N}))",
                        ),
                    )
                ],
                obtain(
                    _EVENTUALLY,
                    "T",
                    witness(
                        "T",
                        enter(
                            "every",
                            intro(
                                "",
                                have(
                                    [
                                        (
                                            f"sum(k: e/{_N} {sign} z[k]) > 0",
                                            rule(
                                                "strictly positive sum",
                                                have(
                                                    [
                                                        (_PART, KNOWN),
                                                        (
                                                            f"{side}(z[x] - 0) <= abs(z[x] - 0)",
                                                            rule(name, e="z[x] - 0"),
                                                        ),
                                                    ],
                                                    leaf(f"1: {_PART}", f"1: {side}(z[x] - 0) <= abs(z[x] - 0)"),
                                                ),
                                                e=f"fn(k: e/{_N} {sign} z[k])",
                                            ),
                                        )
                                        for sign, side, name in (
                                            ("-", "", "absolute above"),
                                            ("+", "-", "absolute above minus"),
                                        )
                                    ],
                                    rule(
                                        "absolute",
                                        leaf(f"1: sum(k: e/{_N} - z[k]) > 0"),
                                        leaf(f"1: sum(k: e/{_N} + z[k]) > 0"),
                                        e="sum(k: z[k]) - 0",
                                        b="e",
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
