"""The consequences of Theorem 6.8: small and large times of the common product, and its time in closed form."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.common_product import LAW, PACE, RANGE, SLOW, in_range, law, pace
from proofs_checks.perspective.proofs.phase_curve import BETWEEN, INSIDE, SPEED, TAU
from verify.formal import Variant, formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    unfold,
    witness,
)

FLOWS = ("sa", "usa")
SANDWICH = " and ".join(f"({law(flow)} => {INSIDE} and {BETWEEN[flow]})" for flow in FLOWS)
MASS = "(exp(beta) + (n - 1)*exp(beta*g))"
PLACE = "((n - 1)*g + 1)"
RATIO = "(1 + (n - 1)*g)/(1 - g)"
FIRST = {"sa": "(2/(exp(beta) + n - 1))", "usa": "(2/n)"}
LAST = {"sa": "2", "usa": "(2*exp(beta))"}
CLOSED = {
    "sa": "(n - 1)/(2*n)*log(r) + 1/(2*n)*(start(a) - a) + 1/(2*n)*exp(beta + beta/(n - 1))*(start(b) - b)",
    "usa": "1/2*exp(-beta)*(start(a) - a) + 1/2*exp(beta/(n - 1))*(start(b) - b)",
}
EXPONENTIAL_INTEGRALS = "almost_always(rate(a) == exp(w)/w*rate(w) and rate(b) == -exp(-y)/y*rate(y))"
ABOVE = "1 <= exp(beta*g)"
MOST = "exp(beta*g) <= exp(beta)"


def grown() -> Steps:
    """exp(beta g) is between 1 and exp(beta)."""
    tangent = ("1 + beta*g <= exp(beta*g)", rule("exp tangent", a="beta*g"))
    return [
        (ABOVE, have([tangent], leaf(f"1: {tangent[0]}", "1: beta >= 0; 0 <= g"))),
        (MOST, rule("exp monotone", leaf("1: beta >= 0; g < 1"), a="beta*g", b="beta")),
        (f"{PLACE} > 0", leaf("1: n >= 1; 0 <= g", "1:")),
        ("1 - g > 0", leaf("1: g < 1")),
    ]


def masses() -> Steps:
    """The partition functions are positive."""
    return [
        (f"{MASS} > 0", leaf("1: exp(beta) > 0", "1: n >= 1; exp(beta*g) > 0")),
        ("exp(beta) + n - 1 > 0", leaf("1: exp(beta) > 0", "1: n >= 1")),
    ]


def known(flow: str) -> Steps:
    """What is known of the common product before."""
    k = f"2/({PACE[flow]})"
    slow = enter("ae", leaf(f"1: rate(g) >= 2*(1 - g)/({PACE[flow]})"))
    decay = f"1 - g <= exp(-{k}*time)"
    begun = leaf(f"1: 1 - g <= start(1 - g)*exp(-{k}*time)", f"eq exp(-{k}*time): start(1 - g) == 1")
    return [
        ("n >= 1", leaf("1: n >= 2", "1:")),
        (SANDWICH, lemma("PER-6.12.sandwich")),
        INSIDE,
        BETWEEN[flow],
        (RANGE, in_range(flow)),
        (SLOW[flow], pace(flow)),
        (f"decays(1 - g, {k})", lemma("LEM-comparison", slow, z="1 - g", k=k)),
        ("start(1 - g) == 1", enter("start", leaf("eq -1: g == 0"))),
        (f"always({decay})", unfold(f"decays(1 - g, {k})", enter("every", begun))),
    ]


def rises(flow: str) -> Tree:
    """The rate is positive."""
    over = MASS if flow == "sa" else "n"
    up = leaf(f"eq -1: rate(g) == {LAW[flow]}", f"2: exp(beta*g) > 0; 1 - g > 0; {PLACE} > 0; 1/{over} > 0")
    return enter("ae", have([*grown(), *masses()], up))


def arrives(flow: str) -> Tree:
    """1 - g is exponentially small."""
    below = rule("absolute at most", leaf("2: 1 - g > 0"), leaf(), e="g - 1", b="1*(1 - g)")
    near = enter("every", have([("1 - g > 0", leaf("1: g < 1"))], below))
    positive = enter("every", leaf("1: g < 1"))
    small = lemma("LEM-small.decays", KNOWN, leaf(), positive, z="1 - g", k=f"2/({PACE[flow]})")
    facts: Steps = [
        ("exponentially_small(1 - g)", small),
        ("exponentially_small(g - 1)", lemma("LEM-small.below", KNOWN, leaf("1:"), near, z="g - 1", r="1 - g", c="1")),
        ("tends(g - 1, 0)", lemma("LEM-small.tends", z="g - 1")),
    ]
    return have(facts, unfold("tends(g - 1, 0)", unfold("goal", KNOWN)))


def begins(flow: str) -> Tree:
    """Near the start it is the first speed times the time."""
    speed, equation = FIRST[flow], f"rate(g) == {LAW[flow]}"
    if flow == "usa":
        low = leaf(
            f"eq -1: {equation}",
            f"2: 1/n > 0; 1 - g > 0; {ABOVE}",
            "2: 1/n > 0; 1 - g > 0; exp(beta*g) > 0; n >= 1; 0 <= g",
        )
        high = leaf(f"eq 1: {equation}", f"2: 1/n > 0; exp(beta*g) > 0; 0 <= g; {PLACE} > 0")
    else:
        low = leaf(
            f"eq -1: {equation}",
            f"2: 1 - g > 0; exp(beta) > 0; {ABOVE}; 1/{MASS} > 0; 1/(exp(beta) + n - 1) > 0",
            f"2: 1 - g > 0; exp(beta*g) > 0; n >= 1; 0 <= g; 1/{MASS} > 0",
        )
        high = leaf(
            f"eq 1: {equation}",
            f"2: exp(beta*g) > 0; 0 <= g; {PLACE} > 0; 1/{MASS} > 0",
            f"2: exp(beta*g) > 0; {PLACE} > 0; n >= 1; {ABOVE}; 1/{MASS} > 0; 1/(exp(beta) + n - 1) > 0",
        )
    rates = enter("ae", have([*grown(), *masses()], both(low, high)))
    positive = leaf("2: 1/(exp(beta) + n - 1) > 0") if flow == "sa" else leaf("2: 1/n > 0")
    return have(
        [masses()[1], ("1/n > 0", leaf())],
        lemma(
            "LEM-near-start",
            KNOWN,
            KNOWN,
            positive,
            KNOWN,
            enter("every", both(KNOWN, leaf("1: g < 1"))),
            rates,
            F=speed,
        ),
    )


def ends(flow: str) -> Tree:
    """1 - g, scaled by its last speed, settles."""
    k, last, equation = f"2/({PACE[flow]})", LAST[flow], f"rate(g) == {LAW[flow]}"
    grows = f"exp({last}*time)"
    near = ("1 - beta*(1 - g) <= exp(beta*g - beta)", rule("exp tangent", a="beta*g - beta"))
    steep = (
        "exp(beta)*(1 - beta*(1 - g)) <= exp(beta*g)",
        leaf(f"1: {near[0]}; exp(beta) > 0"),
    )
    if flow == "sa":
        gap, share = f"(1 - exp(beta*g)*{PLACE}/{MASS})", "(beta + n - 1)"
        low = leaf(
            f"1: 1/{MASS} > 0; {MOST}",
            f"1: 1/{MASS} > 0; n >= 1; 1 - g > 0; exp(beta*g) > 0",
        )
        high = leaf(
            "1: beta >= 0; 1 - g > 0; n >= 1; exp(beta*g) > 0",
            f"1: {steep[0]}",
            f"1: n >= 1; 1 - g > 0; {MOST}",
            "1: n >= 1; n >= 1; 1 - g > 0; exp(beta*g) > 0",
            times=[MASS],
        )
    else:
        gap, share = f"(exp(beta) - exp(beta*g)*{PLACE}/n)", "(exp(beta)*(beta + n - 1))"
        low = leaf(f"1: {MOST}", "1: 1/n > 0; n >= 1; 1 - g > 0; exp(beta*g) > 0")
        high = leaf(
            f"1: {steep[0]}",
            f"1: 1/n > 0; n >= 1; 1 - g > 0; {MOST}",
            "1: n >= 1; 1 - g > 0; exp(beta) > 0; n >= 1; 1/n > 0",
        )
    z = f"(1 - g)*{grows}"
    rate = (f"rate({z}) == 2*{z}*{gap}", leaf(f"eq -{grows}: {equation}"))
    facts: Steps = [*grown(), *masses(), near, steep, (f"{gap} >= 0", low), (f"{gap} <= {share}*(1 - g)", high), rate]
    rates = enter(
        "ae",
        have(
            [*facts, (f"{share} >= 0", leaf(*_share(flow))), f"1 - g <= exp(-{k}*time)"],
            both(
                leaf(f"eq -1: {rate[0]}", f"2: 1 - g > 0; {grows} > 0; {gap} >= 0"),
                leaf(
                    f"eq 1: {rate[0]}",
                    f"2: 1 - g > 0; {grows} > 0; {gap} <= {share}*(1 - g)",
                    f"2: 1 - g > 0; {grows} > 0; {share} >= 0; 1 - g <= exp(-{k}*time)",
                ),
            ),
        ),
    )
    total = f"2*{share}"
    settled = lemma(
        "LEM-settles",
        leaf(),
        leaf(*(f"2{term[1:]}" for term in _share(flow))),
        KNOWN,
        enter("start", leaf(use=["g == 0"])),
        enter("every", have([("1 - g > 0", leaf("1: g < 1"))], leaf(f"1: 1 - g > 0; {grows} > 0"))),
        rates,
        z=z,
        k=k,
        K=total,
    )
    found = f"exists C in number: C >= 1 and tends({z}, C)"
    return have([(found, settled)], obtain(found, "C", witness("C", both(leaf("1: C >= 1", "1:"), KNOWN))))


def _share(flow: str) -> tuple[str, ...]:
    """Why the share is not negative."""
    factor = "" if flow == "sa" else "exp(beta) > 0; "
    return (f"1: {factor}beta >= 0", f"1: {factor}n >= 1")


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
