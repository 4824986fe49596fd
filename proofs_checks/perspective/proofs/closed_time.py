"""PER-N4: the time of the common product in closed form, and its two bounds."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.asymptotics import CLOSED, EXPONENTIAL_INTEGRALS, closed
from proofs_checks.perspective.proofs.common_product import law
from proofs_checks.perspective.proofs.course import RATIO, known
from proofs_checks.perspective.proofs.phase_curve import INSIDE, SPEED, TAU
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf

LAST = "log((1 + (n - 1)*(1 - delta))/delta)/2"
SLOWEST = f"{SPEED['sa'][0]}*time <= {TAU}"
REACHED = f"forall delta in number: always(g == 1 - delta => {LAST} <= time and time <= (exp(beta) + n - 1)/n*{LAST})"
THERE = ["g == 1 - delta"]


def bounds() -> Tree:
    """The two bounds of the time, at the product 1 - delta."""
    facts: Steps = [
        SLOWEST,
        f"{TAU} <= 1*time",
        (f"{TAU} == {LAST}", leaf(use=THERE)),
        ("exp(beta) + n - 1 > 0", leaf("1: exp(beta) > 0", "1: n >= 1")),
    ]
    low = leaf(f"1: {TAU} <= 1*time", f"eq -1: {TAU} == {LAST}")
    high = leaf(f"1: {SLOWEST}; (exp(beta) + n - 1)/n > 0", f"eq (exp(beta) + n - 1)/n: {TAU} == {LAST}")
    return intro("delta", enter("every", intro("", have(facts, both(low, high)))))


def values(g: int) -> dict[str, Any]:
    """An instance at which the common product rests."""
    return {"letters": {"beta": "log(2)", "n": 2, "g": g, "a": 0, "b": 0}}


CLOSED_FORM = {flow: f"(beta > 0 and {EXPONENTIAL_INTEGRALS} => always(time == {CLOSED[flow]}))" for flow in CLOSED}

formal(
    "PER-N4",
    statement={
        "letters": ["beta, n: number; g, a, b: moving number"],
        "where": [f"r := {RATIO}", "w := beta*(1 - g)", "y := beta*(g + 1/(n - 1))"],
        "given": ["beta >= 0", "n >= 2", "at_start(g == 0)"],
        "show": [
            f"{law('sa')} => {INSIDE} and {CLOSED_FORM['sa']} and ({REACHED})",
            f"{law('usa')} => {INSIDE} and {CLOSED_FORM['usa']}",
        ],
    },
    proof=[
        intro("", have(known("sa"), both(KNOWN, closed("sa"), bounds()))),
        intro("", have(known("usa"), both(KNOWN, closed("usa")))),
    ],
    instance=values(0),
    twin=Variant("from every start", {"at_start(g == 0)": "at_start(g >= 0)"}, values(1)),
)
