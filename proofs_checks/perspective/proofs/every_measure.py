"""Bounds of the partition function of any measure: a measure on the sphere is the law of y(s), s uniform on [0, 1].

An integral over the measure is the value at the time 1 of a moving number whose rate is the integrand; the mass of a
set that of one whose rate is 1 where y is in it, and 0 elsewhere.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.models import LOG2, SLOPE
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, absurd, both, enter, have, intro, leaf, lemma, rule, split, take

S = "dot(z, y)"
UNITS = ["dot(z, z) == 1", "dot(y, y) == 1"]
E = f"exp(beta*{S})"
TOP, LOW, AT = "exp(beta)", "exp(-beta)", "exp(beta*c)"
INSIDE = "-1 < c and c < 1"
MASS = f"({S} < c => rate(F(c)) == 1) and ({S} >= c => rate(F(c)) == 0)"
LAST = "always(time == 1 => Z == r + J)"
AT_ONE = f"(forall c in number: {INSIDE} => always(time == 1 => F(c) == {{0}}))".format
BETWEEN = f"{LOW} <= Z and Z <= {TOP}"
BEGUN: Steps = [("start(J) == 0", enter("start", KNOWN))]
SIDES: Steps = [
    (f"{S} <= 1", leaf("1/2: dot(z - y, z - y) >= 0", use=UNITS)),
    (f"-1 <= {S}", leaf("1/2: dot(z + y, z + y) >= 0", use=UNITS)),
    (f"{E} <= {TOP}", rule("exp monotone", leaf(f"1: beta >= 0; {S} <= 1"), a=f"beta*{S}", b="beta")),
    (f"{LOW} <= {E}", rule("exp monotone", leaf(f"1: beta >= 0; -1 <= {S}"), a="-beta", b=f"beta*{S}")),
    f"rate(J) + r == {E}",
]
WHOLE = {"high": f"{TOP}*time - (r*time + J)", "low": f"r*time + J - {LOW}*time"}
FULL: Steps = [
    (
        f"always({z} >= start({z}))",
        rule("monotone", have(SIDES, leaf(f"1: {bound}", f"eq {sign}1: rate(J) + r == {E}")), z=z),
    )
    for z, bound, sign in ((WHOLE["high"], f"{E} <= {TOP}", ""), (WHOLE["low"], f"{LOW} <= {E}", "-"))
]

# with the mass up to c: the rate is one thing below c, another from c on
CUT = {
    "high only": f"{TOP}*time - (r*time + J) - ({TOP} - {AT})*F(c)",
    "at least": f"r*time + J - {AT}*(time - F(c))",
    "low only": f"r*time + J - {LOW}*time - ({AT} - {LOW})*(time - F(c))",
    "at most": f"{AT}*time + {TOP}*(time - F(c)) - (r*time + J)",
    "mass": "F(c)",
    "no more": "time - F(c)",
}
_LESS, _MORE = f"{E} <= {AT}", f"{AT} <= {E}"
ENDS = {
    "high only": (f"1: {_LESS}", f"1: {E} <= {TOP}"),
    "at least": (f"1: {E} > 0", f"1: {_MORE}"),
    "low only": (f"1: {LOW} <= {E}", f"1: {_MORE}"),
    "at most": (f"1: {_LESS}", f"1: {AT} > 0; 1 > 0 | 1: {E} <= {TOP}"),
    "mass": ("1: 1 > 0", ""),
    "no more": ("", "1: 1 > 0"),
}


def cut(name: str) -> tuple[str, Tree]:
    """A moving number with the mass up to c does not fall."""
    z = CUT[name]
    sign = {"high only": "", "at most": "", "at least": "-", "low only": "-"}.get(name)
    below, above = (
        [part.strip().replace("; 1 > 0", "").replace("1: 1 > 0", "1:") for part in text.split("|") if part.strip()]
        for text in ENDS[name]
    )
    rates = [] if sign is None else [f"eq {sign}1: rate(J) + r == {E}"]
    less = (_LESS, rule("exp monotone", leaf(f"1: beta >= 0; {S} < c"), a=f"beta*{S}", b="beta*c"))
    more = (_MORE, rule("exp monotone", leaf(f"1: beta >= 0; {S} >= c"), a="beta*c", b=f"beta*{S}"))
    step = split(
        f"{S} < c or c <= {S}",
        have(["rate(F(c)) == 1", less], leaf(*below, *rates, use=["rate(F(c)) == 1"])),
        have(["rate(F(c)) == 0", more], leaf(*above, *rates, use=["rate(F(c)) == 0"])),
    )
    return f"always({z} >= start({z}))", rule("monotone", have(SIDES, step), z=z)


def of_cut(*names: str) -> Steps:
    """These numbers, for one c."""
    begun: Steps = [(f"almost_always({MASS})", KNOWN), ("start(F(c)) == 0", enter("start", KNOWN))]
    return [("at_start(F(c) == 0)", KNOWN), *begun, *(cut(name) for name in names)]


def grown(name: str) -> str:
    """The fact of a cut."""
    return f"1: {CUT[name]} >= start({CUT[name]})"


STARTS = ["start(J) == 0", "start(F(c)) == 0", "time == 1"]


def only(end: str, value: str) -> Tree:
    """Where the bound is attained there is no mass away from its place."""
    if value == "0":
        strict = (f"{AT} < {TOP}", rule("exp strictly monotone", leaf("1: beta > 0; c < 1"), a="beta*c", b="beta"))
        names, over = ("high only", "mass"), f"1/({TOP} - {AT})"
        sides = (
            leaf(f"{grown('high only')}; {over} > 0", f"eq {over}: Z == r + J", f"eq -{over}: Z == {TOP}", use=STARTS),
            leaf(grown("mass"), use=STARTS),
        )
        positive = (f"{TOP} - {AT} > 0", leaf(f"1: {strict[0]}"))
    else:
        strict = (f"{LOW} < {AT}", rule("exp strictly monotone", leaf("1: beta > 0; -1 < c"), a="-beta", b="beta*c"))
        names, over = ("low only", "no more"), f"1/({AT} - {LOW})"
        sides = (
            leaf(grown("no more"), use=STARTS),
            leaf(f"{grown('low only')}; {over} > 0", f"eq -{over}: Z == r + J", f"eq {over}: Z == {LOW}", use=STARTS),
        )
        positive = (f"{AT} - {LOW} > 0", leaf(f"1: {strict[0]}"))
    last = have(["Z == r + J", strict, positive], rule("antisymmetry", *sides, a="F(c)", b=value))
    return intro("", intro(["c", ""], have(of_cut(*names), enter("every", intro("", last)))))


def reached(goal: str, proof: Tree) -> tuple[str, Tree]:
    """What holds of constants at the time 1 holds."""
    return goal, lemma("LEM-reached", leaf("1:"), enter("every", intro("", proof)), T="1", C=goal)


LOG = ("exp(log(Z)) == Z", rule("exp of log", leaf(f"1: {LOW} <= Z", f"1: {LOW} > 0"), a="Z"))
RANGE: Steps = [
    LOG,
    ("log(Z) <= beta", rule("exp reflects", leaf(f"1: Z <= {TOP}", f"eq 1: {LOG[0]}"), a="log(Z)", b="beta")),
    ("-beta <= log(Z)", rule("exp reflects", leaf(f"1: {LOW} <= Z", f"eq -1: {LOG[0]}"), a="-beta", b="log(Z)")),
]


def all_of_it(value: str) -> Tree:
    """Where there is no mass away from the place, the bound is attained: else some c would be between."""
    first = value == "0"
    name, bound, end, sign = ("at least", f"{AT} <= Z", TOP, "-") if first else ("at most", f"Z <= {AT}", LOW, "")
    there = f"always(time == 1 => F(c) == {value})"
    now = have(
        [f"F(c) == {value}", "Z == r + J"],
        leaf(grown(name), f"eq {sign}1: Z == r + J", use=[*STARTS, f"F(c) == {value}"]),
    )
    each = intro(["c", ""], have([*of_cut(name), there], reached(bound, now)[1]))
    c = "(1 + log(Z)/beta)/2" if first else "(log(Z)/beta - 1)/2"
    far, near = ("log(Z)", f"beta*({c})") if first else (f"beta*({c})", "log(Z)")
    inside = (
        ("log(Z) < beta", [leaf("1/2: -beta <= log(Z); 1/beta > 0", "1:"), leaf("1/2: log(Z) < beta; 1/beta > 0")])
        if first
        else (
            "-beta < log(Z)",
            [leaf("1/2: -beta < log(Z); 1/beta > 0"), leaf("1/2: log(Z) <= beta; 1/beta > 0", "1:")],
        )
    )
    at_c = bound.replace("beta*c", f"beta*({c})")
    strict = (f"exp({far}) < exp({near})", rule("exp strictly monotone", leaf(f"1/2: {inside[0]}"), a=far, b=near))
    gap = f"Z - exp(beta*({c}))" if first else f"exp(beta*({c})) - Z"
    contrary = have(
        [
            (f"-1 < {c}", inside[1][0]),
            (f"{c} < 1", inside[1][1]),
            (at_c, take(f"forall c in number: {INSIDE} => {bound}", [c], KNOWN)),
            strict,
        ],
        lemma(
            "LEM-two-signs",
            leaf(f"1: {at_c}"),
            leaf(f"1: {strict[0]}", f"eq {'-' if first else ''}1: {LOG[0]}"),
            a=gap,
        ),
    )
    least = "beta <= log(Z)" if first else "log(Z) <= -beta"
    settled = (least, split(f"{inside[0]} or {least}", absurd(contrary), KNOWN))
    low, high = ("beta", "log(Z)") if first else ("log(Z)", "-beta")
    grown_ = (f"exp({low}) <= exp({high})", rule("exp monotone", leaf(f"1: {least}"), a=low, b=high))
    half = leaf(f"1: {grown_[0]}", f"eq {'' if first else '-'}1: {LOG[0]}")
    other = leaf(f"1: Z <= {TOP}") if first else leaf(f"1: {LOW} <= Z")
    ends = (other, half) if first else (half, other)
    equal = have([grown_], rule("antisymmetry", *ends, a="Z", b=end))
    return intro("", have([(f"forall c in number: {INSIDE} => {bound}", each), *RANGE, settled], equal))


def attained(value: str) -> Tree:
    """The bound is attained if and only if all mass is at the place."""
    end = TOP if value == "0" else LOW
    now = ["Z == r + J"]
    bounds = have(
        now,
        both(
            leaf(f"1: {WHOLE['low']} >= start({WHOLE['low']})", "eq -1: Z == r + J", use=STARTS[::2]),
            leaf(f"1: {WHOLE['high']} >= start({WHOLE['high']})", "eq 1: Z == r + J", use=STARTS[::2]),
        ),
    )
    return intro(
        "",
        have(
            [("beta >= 0", leaf("1: beta > 0")), *BEGUN, *FULL, reached(BETWEEN, bounds)],
            both(only(end, value), all_of_it(value)),
        ),
    )


MASSES = [
    f"forall c in number: {INSIDE} => at_start(F(c) == 0)",
    f"forall c in number: {INSIDE} => almost_always({MASS})",
]
BOUNDS = f"always(time == 1 => {LOW} <= r + J and r + J <= {TOP})"
WITHIN = both(
    leaf(f"1: {WHOLE['low']} >= start({WHOLE['low']})", use=STARTS[::2]),
    leaf(f"1: {WHOLE['high']} >= start({WHOLE['high']})", use=STARTS[::2]),
)
POINT: dict[str, Any] = {
    "dim": 2,
    "letters": {"beta": LOG2, "Z": 2, "r": 2, "z": SLOPE, "y": SLOPE, "J": 0, "F": "fn(c in number: 0)"},
}

formal(
    "PER-3.3.bounds",
    statement={
        "letters": ["beta, Z, r: number; z: vector; y: measurable vector; J: moving number; F(number): moving number"],
        "given": [
            "dot(z, z) == 1",
            "almost_always(dot(y, y) == 1)",
            "at_start(J == 0)",
            f"almost_always(rate(J) + r == {E})",
            *MASSES,
        ],
        "show": [
            f"beta >= 0 => {BOUNDS}",
            *(
                f"beta > 0 and {LAST} => (Z == {end} => {AT_ONE(value)}) and ({AT_ONE(value)} => Z == {end})"
                for end, value in ((TOP, "0"), (LOW, "1"))
            ),
        ],
    },
    proof=[
        intro("", have([*BEGUN, *FULL], enter("every", intro("", WITHIN)))),
        attained("0"),
        attained("1"),
    ],
    instance=POINT,
    twin=Variant("half of the bound", {f"r + J <= {TOP}": f"r + J <= {TOP}/2"}, POINT),
)
