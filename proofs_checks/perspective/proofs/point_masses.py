"""Proposition 3.4, the case of equality: the energy is greatest at point masses and nowhere else."""

from __future__ import annotations

from proofs_checks.perspective.proofs.greatest import (
    AT_V,
    ENERGY,
    LACK,
    MAXIMUM,
    OUTER,
    PHI,
    REST,
    TOP,
    E,
    moving,
    rising,
)
from verify.tactics.build import (
    KNOWN,
    Steps,
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
    take,
    witness,
)


def no_mass(moved: str, named: str, now: list[str], least: Tree) -> tuple[str, Tree]:
    """What lacks nothing in the end lacks nothing at almost any time."""
    return f"almost_always(time < 1 => rate({moved}) == 0)", lemma(
        "LEM-no-mass",
        enter("start", leaf(use=["J(v) == 0"] if "J(v)" in moved else ["H == 0"])),
        enter("ae", intro("", KNOWN)),
        intro("r", enter("every", intro("", have(now, leaf(use=[*now, "time == r"]))))),
        least,
        A=moved,
        h=f"fn(r in number: {named})",
    )


REACHES = f"exists v in vector: dot(v, v) == 1 and {PHI('v')} == {TOP}"
OUTER_NOW = OUTER[len("almost_always(") : -1]
FULL = f"{ENERGY} == {MAXIMUM}"
SOMEWHERE = split(
    f"({REACHES}) or not ({REACHES})",
    KNOWN,
    have(
        [
            (
                "always(1 <= time)",
                rule(
                    "by continuity",
                    split(
                        "time < 1 or 1 <= time",
                        have(
                            [
                                f"rate({REST}) == 0",
                                OUTER_NOW,
                                (f"{PHI('y')} == {TOP}", leaf(f"eq -1: rate({REST}) == 0", f"eq -1: {OUTER_NOW}")),
                                (REACHES, witness("y", both(KNOWN, KNOWN))),
                            ],
                            rule("contradiction", P=REACHES, C="1 <= time"),
                        ),
                        KNOWN,
                    ),
                    a="1",
                    b="time",
                ),
            )
        ],
        enter("start", absurd(leaf("1: 1 <= time"))),
    ),
)
RATE_AT_V = f"rate(J(v)) == {E('v', 'y')} - {E('v', 'x')}"
ONE_PLACE = enter(
    "ae",
    intro(
        "",
        have(
            [
                f"rate({LACK('v')}) == 0",
                RATE_AT_V,
                (f"{TOP} <= {E('v', 'y')}", leaf(f"eq 1: rate({LACK('v')}) == 0", f"eq 1: {RATE_AT_V}")),
                ("beta <= beta*dot(v, y)", rule("exp reflects", a="beta", b="beta*dot(v, y)")),
            ],
            rule(
                "equal vectors",
                leaf("2: beta <= beta*dot(v, y); 1/beta > 0", use=["dot(v, v) == 1", "dot(y, y) == 1"]),
                u="y",
                w="v",
            ),
        ),
    ),
)
ATTAINED = have(
    [
        no_mass(
            REST,
            f"r*({TOP} - {PHI('x')}) - h(r)",
            ["h(r) == H"],
            leaf(f"eq -2*beta: {FULL}"),
        ),
        (REACHES, SOMEWHERE),
    ],
    obtain(
        REACHES,
        "v",
        have(
            [
                *moving("v"),
                rising("v"),
                no_mass(
                    LACK("v"),
                    f"r*({TOP} - {E('v', 'x')}) - j(v, r)",
                    ["j(v, r) == J(v)"],
                    leaf(f"eq -1: {PHI('v')} == {TOP}"),
                ),
            ],
            witness("v", both(KNOWN, ONE_PLACE)),
        ),
    ),
)


def grown(moved: str, named: str, speed: str, facts: Steps, use: list[str]) -> Tree:
    """What moves at one speed between the times 0 and 1 has the value of the speed in the end."""

    def side(sign: str, first: str, last: str) -> tuple[str, Tree]:
        return f"{first} <= {last}", lemma(
            "LEM-between",
            leaf(),
            leaf("1:"),
            enter("ae", intro("", have(["y == v", *facts], leaf(use=["y == v", *use])))),
            *(
                enter(
                    "every",
                    intro(
                        "",
                        have(
                            [f"{named.format(t)} == {moved}"],
                            leaf(use=[f"{named.format(t)} == {moved}", f"time == {t}"]),
                        ),
                    ),
                )
                for t in "01"
            ),
            z=f"{sign}({moved} - time*({speed}))",
            r="0",
            T="1",
            b=first,
            c=last,
        )

    zero, one = named.format("0"), named.format("1")
    end = f"({one} - ({speed}))"
    return have(
        [
            (
                f"{zero} == 0",
                enter(
                    "start",
                    have(
                        [f"{zero} == {moved}", f"{moved} == 0"],
                        leaf(f"eq 1: {zero} == {moved}", f"eq 1: {moved} == 0"),
                    ),
                ),
            ),
            side("", zero, end),
            side("-", f"-{zero}", f"-{end}"),
        ],
        rule(
            "antisymmetry",
            leaf(f"1: -{zero} <= -{end}", f"eq 1: {zero} == 0"),
            leaf(f"1: {zero} <= {end}", f"eq -1: {zero} == 0"),
            a=one,
            b=speed,
        ),
    )


ALL_AT_V = f"forall a in vector: {PHI('a')} == {E('a', 'v')}"
AT_A = f"rate(J(a)) == {E('a', 'y')} - {E('a', 'x')}"
INNER_END = f"j(a, 1) == {E('a', 'v')} - {E('a', 'x')}"
OUTER_END = f"h(1) == {TOP} - {PHI('x')}"
POINT_MASS = obtain(
    f"exists v in vector: {AT_V}",
    "v",
    have(
        [
            (
                ALL_AT_V,
                intro(
                    "a",
                    have(
                        [
                            *moving("a"),
                            (
                                INNER_END,
                                grown("J(a)", "j(a, {0})", f"{E('a', 'v')} - {E('a', 'x')}", [(AT_A, KNOWN)], [AT_A]),
                            ),
                        ],
                        leaf(f"eq 1: {INNER_END}"),
                    ),
                ),
            ),
            (
                OUTER_END,
                grown(
                    "H",
                    "h({0})",
                    f"{TOP} - {PHI('x')}",
                    [
                        (OUTER_NOW, KNOWN),
                        (f"{PHI('y')} == {E('y', 'v')}", take(ALL_AT_V, ["y"], KNOWN)),
                        (
                            f"rate(H) == {TOP} - {PHI('x')}",
                            leaf(
                                f"eq 1: {OUTER_NOW}",
                                f"eq 1: {PHI('y')} == {E('y', 'v')}",
                                use=["y == v", "dot(v, v) == 1"],
                            ),
                        ),
                    ],
                    [f"rate(H) == {TOP} - {PHI('x')}"],
                ),
            ),
        ],
        leaf(f"eq 1/(2*beta): {OUTER_END}"),
    ),
)
