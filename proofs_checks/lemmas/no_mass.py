"""An integral that is 0 of what is not negative: the integrand is 0 almost everywhere."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, split, take

NAMED = "forall r in number: always(time == r => A == h(r))"
NOW = "forall r in number: time == r => A == h(r)"
RISES = "almost_always(time < 1 => rate(A) >= 0)"


def between(r: str, T: str) -> object:
    """The value at r is not above that at T."""
    return lemma(
        "LEM-between",
        leaf("1: r >= 0") if r == "r" else leaf(),
        KNOWN,
        enter(
            "ae",
            intro(
                "", have([("time < 1", leaf("1: time < 1") if T == "1" else leaf("1: time < r", "1: r < 1"))], KNOWN)
            ),
        ),
        enter("every", intro("", KNOWN)),
        enter("every", intro("", KNOWN)),
        z="A",
        r=r,
        T=T,
        b=f"h({r})",
        c=f"h({T})",
    )


formal(
    "LEM-no-mass",
    title="Where an integral of what is not negative is 0, the integrand is 0 almost everywhere",
    statement={
        "letters": ["A: moving number; h(number): number"],
        "given": ["at_start(A == 0)", RISES, NAMED, "h(1) <= 0"],
        "show": ["almost_always(time < 1 => rate(A) == 0)"],
    },
    proof=have(
        [
            ("h(0) == 0", enter("start", have(["A == h(0)", "A == 0"], leaf("eq -1: A == h(0)", "eq 1: A == 0")))),
            (
                "forall r in number: r >= 0 and r < 1 => h(r) == 0",
                intro(
                    ["r", ""],
                    have(
                        [
                            ("h(r) <= h(1)", between("r", "1")),
                            (
                                "h(0) <= h(r)",
                                split(
                                    "0 < r or r <= 0",
                                    between("0", "r"),
                                    have([("r == 0", rule("antisymmetry", a="r", b="0"))], leaf(use=["r == 0"])),
                                ),
                            ),
                        ],
                        rule(
                            "antisymmetry",
                            leaf("1: h(r) <= h(1)", "1: h(1) <= 0"),
                            leaf("1: h(0) <= h(r)", "eq -1: h(0) == 0"),
                            a="h(r)",
                            b="0",
                        ),
                    ),
                ),
            ),
            ("always(time >= 0)", rule("time passes")),
            (
                "always(time < 1 => A == 0)",
                enter(
                    "every",
                    intro(
                        "",
                        have(
                            [
                                ("A == h(time)", take(NOW, ["time"], KNOWN)),
                                (
                                    "h(time) == 0",
                                    take("forall r in number: r >= 0 and r < 1 => h(r) == 0", ["time"], KNOWN),
                                ),
                            ],
                            leaf(use=["A == h(time)", "h(time) == 0"]),
                        ),
                    ),
                ),
            ),
        ],
        enter("ae", intro("", have(["A == 0"], rule("rate on a level", z="A", m="0")))),
    ),
)
