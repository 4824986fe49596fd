"""(6.12) and the consequences of Theorem 6.8: the common product between two explicit curves, and at beta = 0."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.common_product import LAW, RANGE, STARTED, in_range, law
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule

TAU = "log((1 + (n - 1)*g)/(1 - g))/2"
SPEED = {
    "sa": ("n/(exp(beta) + n - 1)", "1"),
    "usa": ("1", "exp(beta)"),
}
SHARE = {"sa": "n*exp(beta*g)/(exp(beta) + (n - 1)*exp(beta*g))", "usa": "exp(beta*g)"}
INSIDE = "always(0 <= g and g < 1)"
BETWEEN = {flow: f"always({low}*time <= {TAU} and {TAU} <= {high}*time)" for flow, (low, high) in SPEED.items()}


def below_one(flow: str) -> Tree:
    """1 - g falls at most exponentially, so that it stays positive."""
    equation = f"rate(g) == {LAW[flow]}"
    top = ("exp(beta*g) <= exp(beta)", rule("exp monotone", leaf("1: beta >= 0; g <= 1"), a="beta*g", b="beta"))
    if flow == "usa":
        step = have(
            [top],
            leaf(
                f"eq 1: {equation}",
                "2: 1 - g > 0; exp(beta*g) <= exp(beta)",
                "2: 1 - g > 0; exp(beta*g) > 0; n >= 1; 1 - g > 0; 1/n > 0",
            ),
        )
        k = "2*exp(beta)"
    else:
        mass = "(exp(beta) + (n - 1)*exp(beta*g))"
        step = have(
            [top, (f"{mass} > 0", leaf("1: exp(beta) > 0", "1: n >= 1; exp(beta*g) > 0"))],
            leaf(
                f"eq 1: {equation}",
                f"2: 1 - g > 0; exp(beta*g) <= exp(beta); 1/{mass} > 0",
                f"2: 1 - g > 0; n >= 1; exp(beta*g) > 0; 1 - g > 0; 1/{mass} > 0",
            ),
        )
        k = "2"
    return lemma(
        "LEM-positive", enter("start", leaf("eq 1: g == 0", "1:")), enter("ae", intro("", step)), z="1 - g", k=k
    )


def between(flow: str) -> Tree:
    """The rate of tau is the share, which is between the two speeds."""
    low, high = SPEED[flow]
    equation = f"rate(g) == {LAW[flow]}"
    above = (
        "1 <= exp(beta*g)",
        have(
            [("1 + beta*g <= exp(beta*g)", rule("exp tangent", a="beta*g"))],
            leaf("1: 1 + beta*g <= exp(beta*g)", "1: beta >= 0; 0 <= g"),
        ),
    )
    most = ("exp(beta*g) <= exp(beta)", rule("exp monotone", leaf("1: beta >= 0; g < 1"), a="beta*g", b="beta"))
    places = [("(n - 1)*g + 1 > 0", leaf("1: n >= 1; 0 <= g", "1:")), ("1 - g > 0", leaf("1: g < 1"))]
    masses = [
        ("exp(beta) + (n - 1)*exp(beta*g) > 0", leaf("1: exp(beta) > 0", "1: n >= 1; exp(beta*g) > 0")),
        ("1 <= exp(beta)", leaf("1: 1 <= exp(beta*g)", "1: exp(beta*g) <= exp(beta)")),
        ("exp(beta) + n - 1 > 0", leaf("1: exp(beta) > 0", "1: n >= 1")),
    ]
    if flow == "usa":
        bounds = [
            (f"{SHARE[flow]} >= {low}", leaf("1: 1 <= exp(beta*g)")),
            (f"{SHARE[flow]} <= {high}", leaf("1: exp(beta*g) <= exp(beta)")),
        ]
    else:
        over = ["exp(beta) + (n - 1)*exp(beta*g)", "exp(beta) + n - 1"]
        bounds = [
            (
                f"{SHARE[flow]} >= {low}",
                leaf("1: n >= 1; exp(beta) > 0; 1 <= exp(beta*g)", "1: exp(beta) > 0; 1 <= exp(beta*g)", times=over),
            ),
            (f"{SHARE[flow]} <= {high}", leaf("1: exp(beta*g) <= exp(beta)", times=over[:1])),
        ]
    rate = f"rate({TAU}) == {SHARE[flow]}"
    facts = [above, most, *places, *(masses if flow == "sa" else []), *bounds]
    facts.append((rate, leaf(f"eq (n/2)/(((n - 1)*g + 1)*(1 - g)): {equation}")))
    lower = have(facts, leaf(f"eq -1: {rate}", f"1: {SHARE[flow]} >= {low}"))
    upper = have(facts, leaf(f"eq 1: {rate}", f"1: {SHARE[flow]} <= {high}"))
    return intro(
        "",
        have(
            [
                (RANGE, in_range(flow)),
                ("always(1 - g > 0)", below_one(flow)),
                (INSIDE, enter("every", both(KNOWN, leaf("1: 1 - g > 0")))),
                ("always((n - 1)*g + 1 > 0)", enter("every", leaf("1: n >= 1; 0 <= g", "1:"))),
                ("always((1 + (n - 1)*g)/(1 - g) > 0)", enter("every", leaf("1: (n - 1)*g + 1 > 0; 1/(1 - g) > 0"))),
                ("log(1) == 0", rule("log of exp", a="0")),
                (f"start({TAU}) == 0", enter("start", leaf("eq 1/2: log(1) == 0", use=["g == 0"]))),
                (
                    f"always({TAU} - {low}*time >= start({TAU} - {low}*time))",
                    rule("monotone", lower, z=f"{TAU} - {low}*time"),
                ),
                (
                    f"always({high}*time - {TAU} >= start({high}*time - {TAU}))",
                    rule("monotone", upper, z=f"{high}*time - {TAU}"),
                ),
            ],
            both(
                KNOWN,
                enter(
                    "every",
                    both(
                        leaf(f"1: {TAU} - {low}*time >= start({TAU} - {low}*time)", f"eq -1: start({TAU}) == 0"),
                        leaf(f"1: {high}*time - {TAU} >= start({high}*time - {TAU})", f"eq 1: start({TAU}) == 0"),
                    ),
                ),
            ),
        ),
    )


END: dict[str, Any] = {"letters": {"beta": "log(2)", "n": 2, "g": 1}}

formal(
    "PER-6.12.sandwich",
    title="The common product between two explicit curves",
    sentence=r"With $\tau = \frac12\log\frac{1 + (n-1)\gamma}{1 - \gamma}$, which is $t$ for $\beta = 0$, $\gamma(0)"
    r" = 0$ and $\beta \geq 0$: $0 \leq \gamma < 1$ and, SA, $\frac n{e^\beta + n - 1}t \leq \tau(\gamma(t)) \leq t$,"
    r" USA, $t \leq \tau(\gamma(t)) \leq e^\beta t$; so where $\gamma = 1 - \delta$, SA, $\tau(1 - \delta) \leq t \leq"
    r" \frac{e^\beta + n - 1}n\tau(1 - \delta)$.",
    statement={
        **STARTED,
        "show": [f"{law(flow)} => {INSIDE} and {BETWEEN[flow]}" for flow in ("sa", "usa")],
    },
    proof=[between("sa"), between("usa")],
    instance={"letters": {"beta": "log(2)", "n": 2, "g": 0}},
    twin=Variant("from every start", {"at_start(g == 0)": "at_start(g >= 0)"}, END),
)

ZERO = "(exp(2*time) - 1)/(exp(2*time) + n - 1)"

formal(
    "PER-T6.8.asym.zero",
    title="The common product at beta = 0",
    sentence=r"$\gamma_0(t) = (e^{2t} - 1)/(e^{2t} + n - 1)$ solves (6.9) and (6.10) at $\beta = 0$, $\dot\gamma ="
    r" \frac2n(1 - \gamma)((n-1)\gamma + 1)$, with $\gamma_0(0) = 0$.",
    statement={
        "letters": ["n: number"],
        "where": [f"g := {ZERO}"],
        "given": ["n >= 1"],
        "show": ["almost_always(rate(g) == 2/n*(1 - g)*((n - 1)*g + 1))", "at_start(g == 0)"],
    },
    proof=[
        enter("ae", have([("exp(2*time) + n - 1 > 0", leaf("1: exp(2*time) > 0", "1: n >= 1"))], leaf())),
        enter("start", leaf()),
    ],
    instance={"letters": {"n": 3}},
    twin=Variant("from the start 1", {"at_start(g == 0)": "at_start(g == 1)"}, {"letters": {"n": 3}}),
)
