"""(D.8) and Remark D.1: bounds of the common product, from its equation alone."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

G = "g"
LAW = {
    "sa": "2*exp(beta*g)*(1 - g)*((n - 1)*g + 1)/(exp(beta) + (n - 1)*exp(beta*g))",
    "usa": "2/n*exp(beta*g)*(1 - g)*((n - 1)*g + 1)",
}
PACE = {"sa": "n*exp(beta)", "usa": "n"}
RANGE = "always(0 <= g <= 1)"
STARTED = {"letters": ["beta, n: number; g: moving number"], "given": ["beta >= 0", "n >= 1", "at_start(g == 0)"]}


def law(flow: str) -> str:
    """The equation at almost every time."""
    return f"almost_always(rate(g) == {LAW[flow]})"


def in_range(flow: str) -> Tree:
    """It stays in [0, 1]: just below 0 it rises, above 1 it falls."""
    equation = f"rate(g) == {LAW[flow]}"
    mass = "exp(beta) + (n - 1)*exp(beta*g)"
    share = [(f"{mass} > 0", leaf("1: exp(beta) > 0", "1: n >= 1; exp(beta*g) > 0"))] if flow == "sa" else []
    over = f"1/({mass}) > 0" if flow == "sa" else "1/n > 0"
    low = have(
        [
            *share,
            ("(n - 1)*g + 1 > 0", leaf("1: n >= 1; g > -(1/n)", "1: 1/n > 0")),
            ("1 - g > 0", leaf("1: g < 0", "1:")),
        ],
        leaf(f"eq -1: {equation}", f"2: exp(beta*g) > 0; 1 - g > 0; (n - 1)*g + 1 > 0; {over}"),
    )
    high = have(
        [*share, ("(n - 1)*g + 1 > 0", leaf("1: n >= 1; 1 - g < 0", "1: n >= 1", "1:"))],
        leaf(f"eq 1: {equation}", f"2: exp(beta*g) > 0; 1 - g < 0; (n - 1)*g + 1 > 0; {over}"),
    )
    return have(
        [
            ("1/n > 0", leaf()),
            (
                "always(g >= 0)",
                lemma(
                    "LEM-barrier",
                    enter("start", leaf("eq -1: g == 0")),
                    leaf("1: 1/n > 0"),
                    enter("ae", intro("", low)),
                    z="g",
                    m="0",
                    l="-(1/n)",
                ),
            ),
            (
                "always(1 - g >= 0)",
                lemma(
                    "LEM-barrier",
                    enter("start", leaf("eq 1: g == 0", "1:")),
                    leaf("1:"),
                    enter("ae", intro("", high)),
                    z="1 - g",
                    m="0",
                    l="-1",
                ),
            ),
        ],
        enter("every", both(KNOWN, leaf("1: 1 - g >= 0"))),
    )


def pace(flow: str) -> Tree:
    """The rate is at least 2 (1 - g) over the pace."""
    equation = f"rate(g) == {LAW[flow]}"
    grown = (
        "1 <= exp(beta*g)",
        have(
            [("1 + beta*g <= exp(beta*g)", rule("exp tangent", a="beta*g"))],
            leaf("1: 1 + beta*g <= exp(beta*g)", "1: beta >= 0; 0 <= g"),
        ),
    )
    most = (
        "1 <= exp(beta)",
        have(
            [("1 + beta <= exp(beta)", rule("exp tangent", a="beta"))], leaf("1: 1 + beta <= exp(beta)", "1: beta >= 0")
        ),
    )
    if flow == "usa":
        end = leaf(
            f"eq -1: {equation}",
            "2: 1/n > 0; g <= 1; 1 <= exp(beta*g)",
            "2: 1/n > 0; g <= 1; exp(beta*g) > 0; n >= 1; 0 <= g",
        )
        return enter("ae", have([grown], end))
    mass = "(exp(beta) + (n - 1)*exp(beta*g))"
    share = f"exp(beta*g)/{mass} >= 1/(n*exp(beta))"
    return enter(
        "ae",
        have(
            [
                grown,
                most,
                (f"{mass} > 0", leaf("1: exp(beta) > 0", "1: n >= 1; exp(beta*g) > 0")),
                (
                    share,
                    leaf(
                        "1: exp(beta) > 0; 1 <= exp(beta*g)",
                        "1: n >= 1; exp(beta*g) > 0; 1 <= exp(beta)",
                        times=[mass, "n*exp(beta)"],
                    ),
                ),
            ],
            leaf(
                f"eq -1: {equation}",
                f"2: g <= 1; {share}",
                f"2: g <= 1; n >= 1; 0 <= g; exp(beta*g) > 0; 1/{mass} > 0",
            ),
        ),
    )


SLOW = {flow: f"almost_always(rate(g) >= 2*(1 - g)/({PACE[flow]}))" for flow in PACE}
BOUNDS = {
    flow: [
        f"almost_always(g <= 1/2 => rate(g) >= 1/({PACE[flow]}))",
        f"always(time >= {PACE[flow]}/2 => g >= 1/2)",
        f"always(time >= {PACE[flow]}/2 => 1 - g <= 1/2*exp(1/2 - time/({PACE[flow]})))",
    ]
    for flow in PACE
}


def bounds(flow: str) -> Tree:
    """From the pace: 1 - g decays like exp(-2 t/pace), and e >= 2."""
    k, p = f"2/({PACE[flow]})", PACE[flow]
    decay = f"1 - g <= exp(-{k}*time)"
    at_start = "start(1 - g) == 1"
    half = have(
        [
            ("2 <= exp(1)", have([("1 + 1 <= exp(1)", rule("exp tangent", a="1"))], leaf("1: 1 + 1 <= exp(1)"))),
            (
                f"exp(-{k}*time) <= exp(-1)",
                rule("exp monotone", leaf(f"2: time >= {p}/2; 1/({p}) > 0"), a=f"-{k}*time", b="-1"),
            ),
            decay,
        ],
        leaf(f"1: {decay}", f"1: exp(-{k}*time) <= exp(-1)", "1/2: 2 <= exp(1); exp(-1) > 0"),
    )
    shifted = f"exp(-{k}*time) <= exp(-1/2 - time/({p}))"
    sharper = have(
        [
            ("2 <= exp(1)", have([("1 + 1 <= exp(1)", rule("exp tangent", a="1"))], leaf("1: 1 + 1 <= exp(1)"))),
            (
                shifted,
                rule("exp monotone", leaf(f"1: time >= {p}/2; 1/({p}) > 0"), a=f"-{k}*time", b=f"-1/2 - time/({p})"),
            ),
            decay,
        ],
        leaf(f"1: {decay}", f"1: {shifted}", f"1/2: 2 <= exp(1); exp(-1/2 - time/({p})) > 0"),
    )
    first = leaf(f"1: rate(g) >= 2*(1 - g)/({p})", f"2: g <= 1/2; 1/({p}) > 0")
    return intro(
        "",
        have(
            [
                (RANGE, in_range(flow)),
                (SLOW[flow], pace(flow)),
                (
                    f"decays(1 - g, {k})",
                    lemma("LEM-comparison", enter("ae", leaf(f"1: rate(g) >= 2*(1 - g)/({p})")), z="1 - g", k=k),
                ),
                (at_start, enter("start", leaf("eq -1: g == 0"))),
                (
                    f"always({decay})",
                    unfold(
                        f"decays(1 - g, {k})",
                        enter(
                            "every", leaf(f"1: 1 - g <= start(1 - g)*exp(-{k}*time)", f"eq exp(-{k}*time): {at_start}")
                        ),
                    ),
                ),
            ],
            both(enter("ae", intro("", first)), enter("every", intro("", half)), enter("every", intro("", sharper))),
        ),
    )


START: dict[str, Any] = {"letters": {"beta": "log(2)", "n": 2, "g": 0}}
DONE: dict[str, Any] = {"letters": {"beta": "log(2)", "n": 2, "g": 1}}

formal(
    "PER-D.8",
    statement={
        **STARTED,
        "show": [f"{law(flow)} => {' and '.join(BOUNDS[flow])}" for flow in ("sa", "usa")],
    },
    proof=[bounds("sa"), bounds("usa")],
    instance=START,
    twin=Variant(
        "at every product, from every start",
        {"g <= 1/2 =>": "g <= 2 =>", "at_start(g == 0)": "at_start(g >= 0)"},
        DONE,
    ),
)
