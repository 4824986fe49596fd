"""Three tokens on the circle, beta < 0: the isosceles equilibria other than the triangle have Hessians of index one."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, rule, split

STEEP = "-2*({0}) == exp(beta*(1 - ({0}))*(1 + 2*({0})))".format
ABOVE = "c > -1/2 => beta*(1 - c) <= -1 and 2*c*beta*(1 - c) <= 1"
BELOW = "c < -1/2 => beta*(1 - c) >= -1 and 2*c*beta*(1 - c) >= 1"
_GROWN = "beta*(1 - c)*(1 + 2*c)"
_MORE, _LESS = f"1 + {_GROWN} <= exp({_GROWN})", f"1 - {_GROWN} <= exp(-({_GROWN}))"
_INVERSE = f"-2*c*exp(-({_GROWN})) == 1"
_NEGATIVE = ("c < 0", leaf(f"1/2: exp({_GROWN}) > 0", f"eq -1/2: {STEEP('c')}"))
_TANGENTS: Steps = [
    _NEGATIVE,
    (_MORE, rule("exp tangent", a=_GROWN)),
    (_LESS, rule("exp tangent", a=f"-({_GROWN})")),
    (_INVERSE, leaf(f"eq exp(-({_GROWN})): {STEEP('c')}")),
]
_FIRST = [f"1: {_MORE}", f"eq -1: {STEEP('c')}"]
_SECOND = [f"2: -c > 0; {_LESS}", f"eq 1: {_INVERSE}"]
_SIDE = {True: ("1 + 2*c > 0", "2: c > -1/2"), False: ("-(1 + 2*c) > 0", "2: c < -1/2")}


def _side(above: bool) -> Tree:
    """What the tangents of the exponential say on one side of the triangle."""
    fact, why = _SIDE[above]
    by = [fact.removesuffix(" > 0")]
    steps: Steps = [*_TANGENTS, ("-c > 0", leaf("1: c < 0")), (fact, leaf(why))]
    return intro("", have(steps, both(leaf(*_FIRST, times=by), leaf(*_SECOND, times=by))))


formal(
    "LEM-isosceles",
    title="Isosceles equilibria of three tokens: between which bounds beta is",
    statement={
        "letters": ["beta, c: number"],
        "given": [STEEP("c")],
        "show": ["c < 0", ABOVE, BELOW],
    },
    proof=[_NEGATIVE[1], _side(True), _side(False)],
)

SADDLE = "g(p)*(g(p) + 2*g(2*p)) < 0"
DOUBLE = "2*c^2 - 1"
FLAT = "exp(beta*({0}))*(({0}) - beta*(1 - ({0})^2))".format
_TWICE = "cos(2*p) == 2*cos(p)^2 - 1"
_SINE = "sin(2*p) == 2*sin(p)*cos(p)"
_COSINE = "cos({0} - ({1})) == cos({0})*cos({1}) + sin({0})*sin({1})".format
_DIFFERENCE = "sin({0} - ({1})) == sin({0})*cos({1}) - cos({0})*sin({1})".format


def differences(a: str, b: str) -> list[tuple[str, Tree]]:
    """The cosine and the sine of a - b."""
    return [
        (_COSINE(a, b), rule("cosine of a difference", a=a, b=b)),
        (_DIFFERENCE(a, b), rule("sine of a difference", a=a, b=b)),
    ]


_ANGLES = [
    ("cos(p)^2 + sin(p)^2 == 1", rule("circle", a="p")),
    *differences("0", "p"),
    ("cos(-p) == cos(p)", leaf(f"eq 1: {_COSINE('0', 'p')}")),
    ("sin(-p) == -sin(p)", leaf(f"eq 1: {_DIFFERENCE('0', 'p')}")),
    *differences("p", "-p"),
    (
        _TWICE,
        leaf(
            f"eq 1: {_COSINE('p', '-p')}",
            "eq 1: cos(p)^2 + sin(p)^2 == 1",
            use=["cos(-p) == cos(p)", "sin(-p) == -sin(p)"],
        ),
    ),
    (_SINE, leaf(f"eq 1: {_DIFFERENCE('p', '-p')}", use=["cos(-p) == cos(p)", "sin(-p) == -sin(p)"])),
]
_LESSER = f"-2*c*exp(beta*({DOUBLE})) == exp(beta*c)"
_BOUNDED: Steps = [
    (f"c < 0 and ({ABOVE}) and ({BELOW})", lemma("LEM-isosceles")),
    ("-c > 0", leaf("1: c < 0")),
    ("1 + c > 0", leaf("1: -1 < c")),
    ("1 - c > 0", leaf("1: c < 0", "1:")),
]

OFF = "c < -1/2 or c > -1/2"
FIRST, BOTH = f"({FLAT('c')})", f"({FLAT('c')} + 2*{FLAT(DOUBLE)})"
_SCALED = f"-c*{BOTH} == exp(beta*c)*(1 - c)*(1 + c)*(beta*c*(1 - 4*c) - 1)"
_SLOPE, _BRACKET = "c - beta*(1 - c)*(1 + c)", "beta*c*(1 - 4*c) - 1"


def _signs(above: bool) -> Tree:
    """On one side of the triangle: the two second variations have different signs."""
    fact, why = _SIDE[above]
    sign, other = ("", "-") if above else ("-", "")
    bounds = (
        ["beta*(1 - c) <= -1", "2*c*beta*(1 - c) <= 1"] if above else ["beta*(1 - c) >= -1", "2*c*beta*(1 - c) >= 1"]
    )
    steps: Steps = [
        ("c > -1/2" if above else "c < -1/2", KNOWN),
        (" and ".join(bounds), KNOWN),
        (fact, leaf(why)),
        (f"{sign}({_SLOPE}) > 0", leaf(f"1: {fact}", f"1: 1 + c > 0; {bounds[0]}")),
        (
            f"{other}({_BRACKET}) > 0",
            leaf(f"1/2: {fact}", f"1/2: {bounds[1]}; 1 - 4*c > 0", times=["1 - c"]),
        ),
        (f"{sign}{FIRST} > 0", leaf(f"1: exp(beta*c) > 0; {sign}({_SLOPE}) > 0")),
        (
            f"{other}{BOTH} > 0",
            leaf(
                f"1: exp(beta*c) > 0; 1 - c > 0; 1 + c > 0; {other}({_BRACKET}) > 0",
                f"eq {1 if above else -1}: {_SCALED}",
                times=["-c"],
            ),
        ),
    ]
    return have(steps, leaf(f"1: {sign}{FIRST} > 0; {other}{BOTH} > 0"))


_PRODUCT = f"{FIRST}*{BOTH} < 0"
formal(
    "LEM-isosceles.saddle",
    title="Isosceles equilibria of three tokens: the two second variations have different signs",
    statement={
        "letters": ["beta, c: number"],
        "given": ["-1 < c", OFF, STEEP("c")],
        "show": [_PRODUCT],
    },
    proof=have(
        [
            *_BOUNDED,
            ("1 - 4*c > 0", leaf("4: c < 0", "1:")),
            (_LESSER, leaf(f"eq exp(beta*({DOUBLE})): {STEEP('c')}")),
            (_SCALED, leaf(f"eq {DOUBLE} - 4*beta*c^2*(1 - c^2): {_LESSER}")),
        ],
        split(OFF, _signs(False), _signs(True)),
    ),
)

LOG_TWO = "exp(log(2)) == 2 and log(2) > 0"

formal(
    "LEM-log-two",
    title="The logarithm of 2 is positive",
    statement={"show": ["exp(log(2)) == 2", "log(2) > 0"]},
    proof=[
        rule("exp of log", leaf("2:"), a="2"),
        have(
            [
                ("exp(log(2)) == 2", rule("exp of log", leaf("2:"), a="2")),
                ("exp(-log(2)) == 1/2", leaf("eq -exp(-log(2))/2: exp(log(2)) == 2")),
                ("1 - log(2) <= exp(-log(2))", rule("exp tangent", a="-log(2)")),
            ],
            leaf("1: 1 - log(2) <= exp(-log(2))", "eq 1: exp(-log(2)) == 1/2", "1/2:"),
        ),
    ],
)

_FEW = "c < -1/2 => -2/3 < beta and beta < -log(2)/2"
_STEEPER = intro(
    "",
    have(
        [*_BOUNDED, ("c > -1/2", KNOWN), "beta*(1 - c) <= -1"],
        leaf("1: beta*(1 - c) <= -1", "2/3: c > -1/2", times=["1 - c"]),
    ),
)
_TO_TWO = f"log(2) - {_GROWN}"
_CHORD = f"-(1 + 2*c)*log(2) <= {_GROWN}"
_FLATTER = intro(
    "",
    have(
        [
            *_BOUNDED,
            *_TANGENTS[2:],
            ("c < -1/2", KNOWN),
            ("-(1 + 2*c) > 0", leaf("2: c < -1/2")),
            "beta*(1 - c) >= -1",
            (LOG_TWO, lemma("LEM-log-two")),
            (f"1 + {_TO_TWO} <= exp({_TO_TWO})", rule("exp tangent", a=_TO_TWO)),
            (
                _CHORD,
                leaf(
                    f"2: 1 + c > 0; {_LESS}",
                    f"1: -(1 + 2*c) > 0; 1 + {_TO_TWO} <= exp({_TO_TWO})",
                    f"eq 1: {_INVERSE}",
                    use=["exp(log(2)) == 2"],
                ),
            ),
            ("beta*(1 - c) <= -log(2)", leaf(f"1: {_CHORD}", times=["-(1 + 2*c)"])),
        ],
        both(
            leaf("1: beta*(1 - c) >= -1", "2/3: c < -1/2", times=["1 - c"]),
            leaf("1: beta*(1 - c) <= -log(2)", "1/2: log(2) > 0; 1 + c > 0", times=["1 - c"]),
        ),
    ),
)
_RESTS = have(
    [*_ANGLES, (_LESSER, leaf(f"eq exp(beta*({DOUBLE})): {STEEP('c')}"))],
    leaf(f"eq -sin(p): {_LESSER}", use=[_TWICE, _SINE, "cos(p) == c"]),
)
_STEEP_RANGE = "c > -1/2 => beta < -2/3"
RANGES = ["beta < 0", _STEEP_RANGE, _FEW]
_FALLING = split(
    OFF,
    have(
        [*_BOUNDED, "c < -1/2", "2*c*beta*(1 - c) >= 1"],
        leaf("1/2: 2*c*beta*(1 - c) >= 1", "1/2:", times=["-c", "1 - c"]),
    ),
    have([*_BOUNDED, "c > -1/2", "beta*(1 - c) <= -1"], leaf("1: beta*(1 - c) <= -1", "1:", times=["1 - c"])),
)

formal(
    "LEM-isosceles.range",
    title="Isosceles equilibria of three tokens: where beta is",
    statement={"letters": ["beta, c: number"], "given": ["-1 < c", OFF, STEEP("c")], "show": RANGES},
    proof=[_FALLING, _STEEPER, _FLATTER],
)

SHOWN = ["h(p) + h(2*p) == 0", _STEEP_RANGE, _FEW, SADDLE]
_RANGED = have([(" and ".join(f"({said})" for said in RANGES), lemma("LEM-isosceles.range"))], KNOWN)
FUNCTIONS = ["h(s) := sin(s)*exp(beta*cos(s))", "g(s) := exp(beta*cos(s))*(cos(s) - beta*(1 - cos(s)^2))"]

formal(
    "LEM-isosceles.index",
    title="Isosceles equilibria of three tokens, by the equation of beta and the cosine",
    statement={
        "letters": ["beta, p, c: number"],
        "where": FUNCTIONS,
        "given": ["cos(p) == c", "-1 < c", OFF, STEEP("c")],
        "show": SHOWN,
    },
    proof=[
        _RESTS,
        _RANGED,
        _RANGED,
        have(
            [*_ANGLES, (_PRODUCT, lemma("LEM-isosceles.saddle"))],
            leaf(f"1: {_PRODUCT}", use=[_TWICE, "cos(p) == c"]),
        ),
    ],
)

_BETA = "log(-2*c)/((1 - c)*(1 + 2*c))"
_ROOT = "exp(log(-2*c)) == -2*c"
_AT: dict[str, Any] = {"letters": {"p": "5*pi/6", "c": "cos(5*pi/6)"}}


_INDEX = have(
    [
        ("1 - c > 0", leaf("1: c < 0", "1:")),
        ("-2*c > 0", leaf("2: c < 0")),
        (_ROOT, rule("exp of log", KNOWN, a="-2*c")),
        (
            "1 + 2*c != 0",
            split(
                OFF,
                have([("-(1 + 2*c) > 0", leaf("2: c < -1/2"))], KNOWN),
                have([("1 + 2*c > 0", leaf("2: c > -1/2"))], KNOWN),
            ),
        ),
        (STEEP("c"), leaf(f"eq -1: {_ROOT}")),
        (" and ".join(f"({said})" for said in SHOWN), lemma("LEM-isosceles.index", beta=_BETA)),
    ],
    KNOWN,
)

formal(
    "PER-C3.isosceles",
    title="Three tokens: isosceles equilibria for negative beta are of index one",
    sentence=r"Tokens on the circle at $0, p, -p$ with $c = \cos p \in (-1, 0)$, $c \neq -\frac12$ and $\beta ="
    r" \log(-2c)/((1-c)(1+2c))$: they are an equilibrium, $h(p) + h(2p) = 0$ with $h(s) = \sin s\,e^{\beta\cos s}$;"
    r" $\beta < -\frac23$ where $c > -\frac12$, and $-\frac23 < \beta < -\frac12\log 2$ where $c < -\frac12$; with"
    r" $g = h'$ the second derivatives of $n^2E_\beta$ along $v = (0, 1, 1)$ and $(0, 1, -1)$, $-2g(p)$ and $-2g(p) -"
    r" 4g(2p)$, have different signs.",
    statement={
        "letters": ["p, c: number"],
        "where": [f"beta := {_BETA}", *FUNCTIONS],
        "given": ["cos(p) == c", "-1 < c", "c < 0", OFF],
        "show": SHOWN,
    },
    proof=[_INDEX] * len(SHOWN),
    instance=_AT,
    twin=Variant("with the other sign", {") < 0": ") > 0"}, _AT),
)
