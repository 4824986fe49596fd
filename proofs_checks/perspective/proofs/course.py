"""How the common product begins, rises and ends: the parts of the proof of what follows from Theorem 6.8."""

from __future__ import annotations

from proofs_checks.perspective.proofs.common_product import LAW, PACE, RANGE, SLOW, in_range, law, pace
from proofs_checks.perspective.proofs.phase_curve import BETWEEN, INSIDE
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, leaf, lemma, obtain, rule, unfold, witness

FLOWS = ("sa", "usa")
SANDWICH = " and ".join(f"({law(flow)} => {INSIDE} and {BETWEEN[flow]})" for flow in FLOWS)
MASS = "(exp(beta) + (n - 1)*exp(beta*g))"
PLACE = "((n - 1)*g + 1)"
RATIO = "(1 + (n - 1)*g)/(1 - g)"
FIRST = {"sa": "(2/(exp(beta) + n - 1))", "usa": "(2/n)"}
LAST = {"sa": "2", "usa": "(2*exp(beta))"}
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
        (f"{INSIDE} and {BETWEEN[flow]}", have([(SANDWICH, lemma("PER-6.12.sandwich"))], both(KNOWN, KNOWN))),
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
