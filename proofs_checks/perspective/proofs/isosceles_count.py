"""Three tokens on the circle: for each beta at most one isosceles equilibrium off the triangle, and for which one."""

from __future__ import annotations

from proofs_checks.perspective.proofs.isosceles import OFF, RANGES, STEEP
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    rule,
    split,
    witness,
)


def _of(text: str, c: str) -> str:
    """What is said of c, of another cosine."""
    return text.replace("c > ", f"{c} > ").replace("c < ", f"{c} < ")


_GROWN = "beta*(1 - {0})*(1 + 2*{0})".format
_LESS = f"1 - {_GROWN('c')} <= exp(-({_GROWN('c')}))"
_INVERSE = f"-2*c*exp(-({_GROWN('c')})) == 1"
_STEP = f"{_GROWN('d')} - {_GROWN('c')}"
_FURTHER = f"1 + {_STEP} <= exp({_STEP})"
_MIXED = "beta*(1 + 2*c)*(1 + 2*d)*(d - c)"
_ORDER = "(1 + 2*{0})*({1} - {0}) <= 0".format


def _beyond(sign: str) -> Tree:
    """A root d beyond c, as seen from the triangle: the exponential lies above its tangents at c."""
    near, gap, far = f"{sign}(1 + 2*c) > 0", f"{sign}(d - c) > 0", f"{sign}(1 + 2*d) > 0"
    return have(
        [
            (near, leaf("2: c > -1/2" if not sign else "2: c < -1/2")),
            (gap, leaf("1: -(1 + 2*c)*(d - c) < 0", times=[near.removesuffix(" > 0")])),
            (far, leaf(f"1: {near}", f"2: {gap}")),
            (_LESS, rule("exp tangent", a=f"-({_GROWN('c')})")),
            (_INVERSE, leaf(f"eq exp(-({_GROWN('c')})): {STEEP('c')}")),
            (_FURTHER, rule("exp tangent", a=_STEP)),
        ],
        lemma(
            "LEM-two-signs",
            leaf(
                f"2: {gap}; {_LESS}",
                f"1: {near}; {_FURTHER}",
                f"eq {sign}(-(1 + 2*c)*exp(-({_GROWN('c')}))): {STEEP('d')}",
                f"eq {sign}(1 + 2*d): {_INVERSE}",
            ),
            leaf(f"1: -beta > 0; {near}; {gap}; {far}"),
            a=f"{sign}{_MIXED}",
        ),
    )


formal(
    "LEM-isosceles.order",
    title="Isosceles equilibria of three tokens: of two at one beta none is beyond the other",
    statement={
        "letters": ["beta, c, d: number"],
        "given": ["beta < 0", OFF, STEEP("c"), STEEP("d")],
        "show": [_ORDER("c", "d")],
    },
    proof=have(
        [("-beta > 0", leaf("1: beta < 0"))],
        cases(
            "-(1 + 2*c)*(d - c)",
            leaf("1: -(1 + 2*c)*(d - c) >= 0"),
            absurd(split(OFF, _beyond("-"), _beyond(""))),
        ),
    ),
)


def _ranged(c: str) -> tuple[str, Tree]:
    """Where beta is, by one of the cosines."""
    return " and ".join(f"({_of(said, c)})" for said in RANGES), lemma("LEM-isosceles.range", c=c)


def _same_side(sign: str) -> Tree:
    """Two on one side of the triangle."""
    at = "2: {0} > -1/2" if not sign else "2: {0} < -1/2"
    steps: Steps = [(f"{sign}(1 + 2*{x}) > 0", leaf(at.format(x))) for x in "cd"]
    return have(
        [
            *steps,
            (_ORDER("c", "d"), lemma("LEM-isosceles.order")),
            (_ORDER("d", "c"), lemma("LEM-isosceles.order", c="d", d="c")),
        ],
        rule(
            "antisymmetry",
            leaf(f"1: {_ORDER(*('dc' if not sign else 'cd'))}", times=[f"{sign}(1 + 2*{'d' if not sign else 'c'})"]),
            leaf(f"1: {_ORDER(*('cd' if not sign else 'dc'))}", times=[f"{sign}(1 + 2*{'c' if not sign else 'd'})"]),
            a="c",
            b="d",
        ),
    )


def _two_sides(left: str, right: str) -> Tree:
    """One on each side of the triangle."""
    steps: Steps = [f"{left} < -1/2", "-2/3 < beta", f"{right} > -1/2", "beta < -2/3"]
    return absurd(have(steps, lemma("LEM-two-signs", leaf("1: -2/3 < beta"), leaf("1: beta < -2/3"), a="beta + 2/3")))


formal(
    "LEM-isosceles.one",
    title="Isosceles equilibria of three tokens: one cosine for each beta",
    statement={
        "letters": ["beta, c, d: number"],
        "given": ["-1 < c", OFF, STEEP("c"), "-1 < d", _of(OFF, "d"), STEEP("d")],
        "show": ["c == d"],
    },
    proof=have(
        [_ranged("c"), _ranged("d")],
        split(
            OFF,
            split(_of(OFF, "d"), _same_side("-"), _two_sides("c", "d")),
            split(_of(OFF, "d"), _two_sides("d", "c"), _same_side("")),
        ),
    ),
)

_STOPPED = "min(time, 1)"
_PATH = f"(p + {_STOPPED}*(q - p))"
ROOM = "-2*({0}) - exp(beta*(1 - ({0}))*(1 + 2*({0})))".format
_MET = "(p + r*(q - p))"
FOUND = f"exists r in number: 0 <= r and r <= 1 and {STEEP(_MET)}"
_MOVED = [
    (f"0 <= {_STOPPED}", rule("minimum above", KNOWN, leaf("1:"), a="time", b="1", c="0")),
    (f"{_STOPPED} <= 1", rule("minimum below second", a="time", b="1")),
]
_AT_START = enter(
    "start",
    have(
        [
            (f"0 <= {_STOPPED}", rule("minimum above", leaf(), leaf("1:"), a="time", b="1", c="0")),
            (f"{_STOPPED} <= time", rule("minimum below first", a="time", b="1")),
            (f"{_STOPPED} == 0", rule("antisymmetry", leaf(f"1: {_STOPPED} <= time"), KNOWN, a=_STOPPED, b="0")),
        ],
        leaf(f"1: {ROOM('p')} > 0", use=[f"{_STOPPED} == 0"]),
    ),
)
_NEVER = enter(
    "every",
    split(
        f"{ROOM(_PATH)} == 0 or {ROOM(_PATH)} != 0",
        have(
            [*_MOVED, (FOUND, witness(_STOPPED, both(KNOWN, KNOWN, leaf(f"eq 1: {ROOM(_PATH)} == 0"))))],
            rule("contradiction", P=FOUND, C=f"{ROOM(_PATH)} != 0"),
        ),
        KNOWN,
    ),
)
_AT_END = have(
    [
        ("1 <= min(time, 1)", rule("minimum above", leaf("eq -1: time == 1"), leaf(), a="time", b="1", c="1")),
        (f"{_STOPPED} <= 1", rule("minimum below second", a="time", b="1")),
        (f"{_STOPPED} == 1", rule("antisymmetry", KNOWN, KNOWN, a=_STOPPED, b="1")),
        (f"{ROOM('q')} > 0", leaf(f"1: {ROOM(_PATH)} > 0", use=[f"{_STOPPED} == 1"])),
    ],
    lemma("LEM-two-signs", leaf(f"1: {ROOM('q')} > 0"), leaf(f"1: {ROOM('q')} < 0"), a=ROOM("q")),
)
_NONE = have(
    [
        ("always(time >= 0)", rule("time passes")),
        (f"always({ROOM(_PATH)} > 0)", lemma("LEM-no-crossing", _AT_START, _NEVER, z=ROOM(_PATH), l="0")),
    ],
    absurd(lemma("LEM-reached", leaf("1:"), enter("every", intro("", _AT_END)), T="1", C="1 <= 0")),
)

formal(
    "LEM-isosceles.between",
    title="Isosceles equilibria of three tokens: there is one between two cosines of different signs",
    statement={
        "letters": ["beta, p, q: number"],
        "given": [f"{ROOM('p')} > 0", f"{ROOM('q')} < 0"],
        "show": [FOUND],
    },
    proof=split(f"({FOUND}) or not ({FOUND})", KNOWN, _NONE),
)
