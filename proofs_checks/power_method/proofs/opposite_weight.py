"""POW-N9: the weight that tokens in one cap give to the opposite cap, for logits beta d_i d_j."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, take

NUMBERS: Part = {
    "letters": ["p, q: number"],
    "where": ["rho := min(p, q)/max(p, q)"],
    "given": ["p > 0", "q > 0"],
}
formal(
    "LEM-smaller-over-larger",
    title="The smaller of two numbers over the larger one",
    statement=model(NUMBERS, {"show": ["rho > 0", "rho*p <= q", "rho*q <= p"]}),
    proof=[
        have(
            [
                ("min(p, q) > 0", rule("minimum strictly above", a="p", b="q", c="0")),
                ("p <= max(p, q)", rule("maximum above first", a="p", b="q")),
                ("max(p, q) > 0", leaf("1: p <= max(p, q)", "1: p > 0")),
            ],
            KNOWN,
        ),
        *[
            have(
                [
                    (f"min(p, q) <= {other}", rule(f"minimum below {low}", a="p", b="q")),
                    (f"{own} <= max(p, q)", rule(f"maximum above {high}", a="p", b="q")),
                    ("max(p, q) > 0", leaf(f"1: {own} <= max(p, q)", f"1: {own} > 0")),
                ],
                leaf(
                    f"1: min(p, q) <= {other}; {own} > 0",
                    f"1: {own} <= max(p, q); {other} > 0",
                    times=["max(p, q)"],
                ),
            )
            for own, other, low, high in (("p", "q", "second", "first"), ("q", "p", "first", "second"))
        ],
    ],
    instance={"letters": {"p": 2, "q": 3}},
)

CAPS: Part = {
    "groups": ["A", "B"],
    "letters": ["d[token]: number; beta, least, t: number"],
    "where": [
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        "rho := min(p, q)/max(p, q)",
        "w := 1/(1 + rho*exp(2*beta*least^2))",
        "score(j) := exp(beta*t*d[j])",
    ],
    "given": [
        "beta >= 0",
        "least > 0",
        "forall j in A: d[j] >= least",
        "forall j in B: d[j] <= -least",
    ],
}
E = "exp(beta*least^2)"
SIZES: Steps = [
    ("rho > 0 and rho*p <= q and rho*q <= p", lemma("LEM-smaller-over-larger", p="p", q="q")),
]


def summed(group: str, sign: str, bound: str, exponent: str, steps: Steps) -> tuple[str, Tree]:
    """All scores of a group are on one side of a bound, and so is their sum."""
    term = f"score(j) - {bound}" if sign == ">=" else f"{bound} - score(j)"
    compare = ("score(s)", bound) if sign == "<=" else (bound, "score(s)")
    fact = f"{compare[0]} <= {compare[1]}"
    a, b = ("beta*t*d[s]", exponent) if sign == "<=" else (exponent, "beta*t*d[s]")
    one = have([*steps, (fact, rule("exp monotone", KNOWN, a=a, b=b))], leaf(f"1: {fact}"))
    return f"sum(j in {group}: {term}) >= 0", rule(
        "positive sum, group", one, e=f"fn(j in {group}: {term})", new={"x": "s"}, spaces={"G": group}
    )


def side(own: str, other: str, sizes: tuple[str, str], turn: str) -> Tree:
    """t is on the side of the group `own`; `turn` is the sign of that side."""
    here = "t >= least" if turn == "" else "t <= -least"
    member = {"A": "d[s] >= least", "B": "d[s] <= -least"}

    def product(group: str, opposite: bool) -> Steps:
        fact = "beta*t*d[s] <= -beta*least^2" if opposite else "beta*least^2 <= beta*t*d[s]"
        return [
            (member[group], take(f"forall j in {group}: {member[group].replace('[s]', '[j]')}", ["s"], KNOWN)),
            (
                fact,
                leaf(
                    f"1: beta >= 0; {here}; {member[group]}",
                    f"1: beta >= 0; least > 0; {here}",
                    f"1: beta >= 0; least > 0; {member[group]}",
                ),
            ),
        ]

    low = summed(other, "<=", "exp(-beta*least^2)", "-beta*least^2", product(other, True))
    high = summed(own, ">=", E, "beta*least^2", product(own, False))
    own_size, other_size = sizes
    mass, opposite = f"sum(j in {own}: score(j))", f"sum(j in {other}: score(j))"
    return have(
        [
            *SIZES,
            "rho > 0",
            low,
            high,
            (f"{opposite} <= {other_size}*exp(-beta*least^2)", leaf(f"1: {low[0]}")),
            (f"{mass} >= {own_size}*{E}", leaf(f"1: {high[0]}")),
            (
                f"rho*exp(2*beta*least^2)*{opposite} <= {mass}",
                leaf(
                    f"1: rho > 0; exp(2*beta*least^2) > 0; {opposite} <= {other_size}*exp(-beta*least^2)",
                    f"1: rho*{other_size} <= {own_size}; {E} > 0",
                    f"1: {mass} >= {own_size}*{E}",
                ),
            ),
            ("1 + rho*exp(2*beta*least^2) > 0", leaf("1:", "1: rho > 0; exp(2*beta*least^2) > 0")),
        ],
        leaf(
            f"1: rho*exp(2*beta*least^2)*{opposite} <= {mass}",
            times=["1 + rho*exp(2*beta*least^2)"],
        ),
    )


SHOWN = [
    "t >= least => sum(j in B: score(j)) <= w*sum(j: score(j))",
    "t <= -least => sum(j in A: score(j)) <= w*sum(j: score(j))",
]
formal(
    "LEM-opposite-weight",
    title="The share of the scores of the opposite cap",
    statement=model(CAPS, {"show": SHOWN}),
    proof=[
        intro("", side("A", "B", ("p", "q"), "")),
        intro("", side("B", "A", ("q", "p"), "-")),
    ],
    instance={
        "tokens": {"A": 1, "B": 2},
        "letters": {"d": [1, -1, "-1/2"], "beta": 1, "least": "1/2", "t": 1},
    },
    twin=Variant(
        "the larger over the smaller",
        {"min(p, q)/max(p, q)": "max(p, q)/min(p, q)"},
        {"tokens": {"A": 1, "B": 2}, "letters": {"d": [1, -1, -1], "beta": 1, "least": 1, "t": 1}},
    ),
)
