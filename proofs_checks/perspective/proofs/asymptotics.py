"""The consequences of Theorem 6.8: small and large times of the common product, and its time in closed form."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.common_product import LAW, law
from proofs_checks.perspective.proofs.course import (
    FIRST,
    FLOWS,
    LAST,
    PLACE,
    RATIO,
    arrives,
    begins,
    ends,
    grown,
    known,
    masses,
    rises,
)
from proofs_checks.perspective.proofs.phase_curve import SPEED, TAU
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, rule

CLOSED = {
    "sa": "(n - 1)/(2*n)*log(r) + 1/(2*n)*(start(a) - a) + 1/(2*n)*exp(beta + beta/(n - 1))*(start(b) - b)",
    "usa": "1/2*exp(-beta)*(start(a) - a) + 1/2*exp(beta/(n - 1))*(start(b) - b)",
}
EXPONENTIAL_INTEGRALS = "almost_always(rate(a) == exp(w)/w*rate(w) and rate(b) == -exp(-y)/y*rate(y))"


def below_curve(s: str, side: str) -> Tree:
    """The common product at beta = 0 at the time s is below, or above, the common product, as s and tau are."""
    small, large = (f"2*({s})", f"log({RATIO})") if side == "below" else (f"log({RATIO})", f"2*({s})")
    tau = f"{s} <= {TAU}" if side == "below" else f"{TAU} <= {s}"
    compared = f"exp({small}) <= exp({large})"
    exact = f"exp(log({RATIO})) == {RATIO}"
    sign = "" if side == "below" else "-"
    return have(
        [
            (compared, rule("exp monotone", leaf(f"2: {tau}"), a=small, b=large)),
            (exact, rule("exp of log", a=RATIO)),
            (f"exp(2*({s})) + n - 1 > 0", leaf(f"1: exp(2*({s})) > 0", "1: n >= 1")),
        ],
        leaf(f"1: 1 - g > 0; {compared}", f"eq {sign}(1 - g): {exact}", times=[f"exp(2*({s})) + n - 1"]),
    )


def between(flow: str) -> Tree:
    """The common product at beta = 0, at a slower and at a faster time."""
    low, high = SPEED[flow]
    return enter(
        "every",
        have(
            [
                f"{low}*time <= {TAU}",
                f"{TAU} <= {high}*time",
                *grown()[2:],
                (f"{RATIO} > 0", leaf(f"1: {PLACE} > 0; 1/(1 - g) > 0")),
            ],
            both(below_curve(f"{low}*time", "below"), below_curve(f"{high}*time", "above")),
        ),
    )


def at_zero(flow: str) -> Tree:
    """At beta = 0 both bounds are the curve itself."""
    low, high = SPEED[flow]
    limits = [f"zero({low}*time) <= g", f"g <= zero({high}*time)"]
    return intro(
        "",
        enter(
            "every",
            have(
                limits,
                rule(
                    "antisymmetry",
                    *(leaf(f"1: {t}", use=["beta == 0"]) for t in reversed(limits)),
                    a="g",
                    b="zero(time)",
                ),
            ),
        ),
    )


def closed(flow: str) -> Tree:
    """Both sides have the rate 1, and start from 0."""
    equation = f"rate(g) == {LAW[flow]}"
    gone = f"({CLOSED[flow]}) - time"
    rates = ["rate(a) == exp(w)/w*rate(w)", "rate(b) == -exp(-y)/y*rate(y)"]
    places: Steps = [
        *grown(),
        *masses(),
        (f"{RATIO} > 0", leaf(f"1: {PLACE} > 0; 1/(1 - g) > 0")),
        ("w > 0", leaf("1: beta > 0; 1 - g > 0")),
        ("y > 0", leaf(f"1: beta > 0; {PLACE} > 0; 1/(n - 1) > 0")),
        *rates,
    ]
    still = (f"rate({gone}) == 0", leaf(use=[*rates, equation]))
    moving: Steps = [(f"almost_always({still[0]})", enter("ae", have(places, still[1])))]
    for sign in ("", "-"):
        z = f"{sign}({gone})"
        flat = have([*places[:-2], still[0]], leaf(f"eq {'' if sign else '-'}1: {still[0]}"))
        moving.append((f"always({z} >= start({z}))", rule("monotone", flat, z=z)))
    begun = enter("start", have([("log(1) == 0", rule("log of exp", a="0"))], leaf(use=["g == 0", "log(1) == 0"])))
    return intro(
        "",
        have(
            [
                ("n - 1 > 0", leaf("1: n >= 2", "1:")),
                ("always(1 - g > 0)", enter("every", leaf("1: g < 1"))),
                (f"always({PLACE} > 0)", enter("every", leaf("1: n >= 1; 0 <= g", "1:"))),
                (f"always({RATIO} > 0)", enter("every", leaf(f"1: {PLACE} > 0; 1/(1 - g) > 0"))),
                (f"start({gone}) == 0", begun),
                *moving,
            ],
            enter(
                "every",
                rule(
                    "antisymmetry",
                    leaf(f"1: {gone} >= start({gone})", f"eq -1: start({gone}) == 0"),
                    leaf(f"1: -({gone}) >= start(-({gone}))", f"eq 1: start({gone}) == 0"),
                    a="time",
                    b=CLOSED[flow],
                ),
            ),
        ),
    )


def shown(flow: str) -> str:
    """Everything that is said of one flow."""
    low, high = SPEED[flow]
    parts = [
        "almost_always(rate(g) > 0)",
        "tends(g, 1)",
        f"(exists C in number: always(abs(g - {FIRST[flow]}*time) <= C*time^2))",
        f"(exists C in number: C > 0 and tends((1 - g)*exp({LAST[flow]}*time), C))",
        f"always(zero({low}*time) <= g and g <= zero({high}*time))",
        "(beta == 0 => always(g == zero(time)))",
        f"(beta > 0 and {EXPONENTIAL_INTEGRALS} => always(time == {CLOSED[flow]}))",
    ]
    return f"{law(flow)} => {' and '.join(parts)}"


def course(flow: str) -> Tree:
    """The proofs of it, in order."""
    limits = f"always(zero({SPEED[flow][0]}*time) <= g and g <= zero({SPEED[flow][1]}*time))"
    parts = [rises(flow), arrives(flow), begins(flow), ends(flow), KNOWN, at_zero(flow), closed(flow)]
    return intro("", have([*known(flow), (limits, between(flow))], both(*parts)))


def values(g: int) -> dict[str, Any]:
    """An instance at which the common product rests."""
    return {"dim": 1, "letters": {"beta": "log(2)", "n": 2, "g": g, "a": 0, "b": 0, "v": [1]}}


formal(
    "PER-T6.8.asym",
    statement={
        "letters": ["beta, n: number; g, a, b: moving number; v: vector"],
        "where": [
            "zero(s) := (exp(2*s) - 1)/(exp(2*s) + n - 1)",
            f"r := {RATIO}",
            "w := beta*(1 - g)",
            "y := beta*(g + 1/(n - 1))",
        ],
        "given": ["beta >= 0", "n >= 2", "at_start(g == 0)", "dot(v, v) == 1"],
        "show": [shown(flow) for flow in FLOWS],
    },
    proof=[course(flow) for flow in FLOWS],
    instance=values(0),
    twin=Variant("from every start", {"at_start(g == 0)": "at_start(g >= 0)"}, values(1)),
)
