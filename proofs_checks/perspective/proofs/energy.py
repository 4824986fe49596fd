"""Section 3.2 and 3.3: the energy along both flows, and the sense in which each flow is a gradient flow."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    ENERGY,
    MOTION,
    SA,
    USA,
    WEIGHTS,
    WEST,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, rule, unfold

ON_SPHERE = "always(forall i: dot(x[i], x[i]) == 1)"
NOW = "forall i: dot(x[i], x[i]) == 1"
REST = still(EAST, EAST, WEST, beta="-log(2)")
ALONG_SA = "rate(E(x)) == sum(i: Z(x, i)/n*dot(sa(x, i), sa(x, i)))/n"
ALONG_USA = "rate(E(x)) == sum(i: dot(usa(x, i), usa(x, i)))/n"


PULL = "sum(j: e(x, {0}, j)*x[j])".format
SLOPE_OF_E = f"rate(E(x)) == sum(i: dot(rate(x[i]), {PULL('i')}))/n^2"


def along(flow: str, then: Tree) -> Tree:
    """At almost every time, with the equation of the flow."""
    return unfold(f"solves({flow}, x)", enter("ae", then))


def moves(flow: str) -> str:
    """The equation of the flow."""
    return f"forall i: rate(x[i]) == {flow}(x, i)"


def derivative(flow: str, term: str, goal: str, by: str = "1/n^2") -> Tree:
    """The chain rule, and token by token what the field gives."""
    left = f"dot(rate(x[i]), {PULL('i')})"
    equal = f"sum(i: {left}) == sum(i: {term})"
    return have(
        [
            (SLOPE_OF_E, leaf()),
            (
                equal,
                rule(
                    "equal sums",
                    leaf(use=[moves(flow), NOW]),
                    e=f"fn(i: {left})",
                    f=f"fn(i: {term})",
                    new={"x": "p"},
                ),
            ),
        ],
        leaf(f"eq 1: {SLOPE_OF_E}", f"eq {by}: {equal}"),
    )


formal(
    "PER-3.6.tokens",
    statement=model(WEIGHTS, SA, ENERGY, MOTION, {"given": ["solves(sa, x)"], "show": [f"almost_always({ALONG_SA})"]}),
    proof=along("sa", derivative("sa", "Z(x, i)*dot(sa(x, i), sa(x, i))", ALONG_SA)),
    instance=REST,
    twin=Variant(
        "the field without its projection",
        {"dot(sa(x, i), sa(x, i))": f"dot({PULL('i')}/Z(x, i), {PULL('i')}/Z(x, i))"},
        REST,
    ),
)

formal(
    "PER-L3.7.tokens",
    statement=model(
        WEIGHTS, USA, ENERGY, MOTION, {"given": ["solves(usa, x)"], "show": [f"almost_always({ALONG_USA})"]}
    ),
    proof=along("usa", derivative("usa", "n*dot(usa(x, i), usa(x, i))", ALONG_USA)),
    instance=REST,
    twin=Variant(
        "the field without its projection", {"dot(usa(x, i), usa(x, i))": f"dot({PULL('i')}/n, {PULL('i')}/n)"}, REST
    ),
)

BACK = {
    "flows": [
        SA["flows"][0].replace("sa(X, i) = ", "sa_back(X, i) = -"),
        USA["flows"][0].replace("usa(X, i) = ", "usa_back(X, i) = -"),
    ]
}


def speeds(weight: str) -> str:
    """The weighted squares of the speeds, summed."""
    return f"sum(i: {weight.format('i')}*dot(rate(x[i]), rate(x[i])))"


def monotone(flow: str, weight: str, factor: str, sign: str) -> Tree:
    """E or -E does not fall, and rises where a token moves: its rate is a sum of weighted squares of speeds."""
    total, moved = f"{sign}E(x)", weight.format("p") + "*dot(rate(x[p]), rate(x[p]))"
    slope = f"rate({total}) == {factor}*{speeds(weight)}"
    product = f"{sign}1*dot(rate(x[i]), {PULL('i')})"
    equal = f"sum(i: {product}) == {speeds(weight)}"
    square = leaf(f"1: {weight.format('q')} > 0; sq norm(rate(x[q]))")
    steps = along(
        flow,
        have(
            [
                (SLOPE_OF_E, leaf()),
                (
                    equal,
                    rule(
                        "equal sums",
                        leaf(use=[moves(flow), NOW]),
                        e=f"fn(i: {product})",
                        f=f"fn(i: {weight.format('i')}*dot(rate(x[i]), rate(x[i])))",
                        new={"x": "p"},
                    ),
                ),
                (f"{speeds(weight)} >= 0", rule("positive sum", square, e=_term(weight), new={"x": "q"})),
                (slope, leaf(f"eq {sign}1: {SLOPE_OF_E}", f"eq 1/n^2: {equal}")),
            ],
            both(
                leaf(f"eq -1: {slope}", f"1: {factor} > 0; {speeds(weight)} >= 0"),
                intro(
                    ["p", ""],
                    have(
                        [
                            ("dot(rate(x[p]), rate(x[p])) > 0", rule("positive square", u="rate(x[p])")),
                            (
                                f"{speeds(weight)} >= {moved}",
                                rule("term of a positive sum", square, e=_term(weight), y="p", new={"x": "q"}),
                            ),
                        ],
                        leaf(
                            f"eq -1: {slope}",
                            f"1: {factor} > 0; {speeds(weight)} >= {moved}",
                            f"1: {factor} > 0; {weight.format('p')} > 0; dot(rate(x[p]), rate(x[p])) > 0",
                        ),
                    ),
                ),
            ),
        ),
    )
    fact = f"almost_always({rising(total)})"
    return intro("", have([(fact, steps)], both(KNOWN, rule("monotone", KNOWN, z=total))))


def _term(weight: str) -> str:
    return f"fn(i: {weight.format('i')}*dot(rate(x[i]), rate(x[i])))"


def rising(total: str) -> str:
    """What is shown of E or of -E at almost every time."""
    return f"rate({total}) >= 0 and (forall i: rate(x[i]) != 0 => rate({total}) > 0)"


def does_not_fall(flow: str, total: str) -> str:
    """The whole conclusion for one flow."""
    return f"solves({flow}, x) => almost_always({rising(total)}) and always({total} >= start({total}))"


formal(
    "PER-3.6.sign",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        BACK,
        ENERGY,
        MOTION,
        {
            "show": [
                does_not_fall("sa", "E(x)"),
                does_not_fall("usa", "E(x)"),
                does_not_fall("sa_back", "-E(x)"),
                does_not_fall("usa_back", "-E(x)"),
            ]
        },
    ),
    proof=[
        monotone("sa", "Z(x, {0})", "1/n^2", ""),
        monotone("usa", "n", "1/n^2", ""),
        monotone("sa_back", "Z(x, {0})", "1/n^2", "-"),
        monotone("usa_back", "n", "1/n^2", "-"),
    ],
    instance=REST,
    twin=Variant("strictly, always", {"rate(E(x)) >= 0 and": "rate(E(x)) > 0 and"}, REST),
)
