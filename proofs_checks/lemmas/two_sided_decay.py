"""A number whose rate is -s, up to an exponentially small share of it, stays between two multiples of exp(-s t)."""

from verify.formal import formal
from verify.tactics.build import both, define, enter, have, leaf, rule, witness

BETWEEN = (
    "exists low in number, high in number: low > 0 and high > 0"
    " and always(low*exp(-(s*time)) <= z) and always(z <= high*exp(-(s*time)))"
)
_SHARE = "c/k*(1 - exp(-(k*time)))"


def _monotone(name: str, bound: str) -> tuple[str, object]:
    factor = name.removeprefix("-").split("*", 1)[1]
    return (
        f"always({name} >= start({name}))",
        rule("monotone", leaf(f"1: {bound}; {factor} > 0"), z=name),
    )


_RISES = "rate(z) >= -(s*z) - c*exp(-(k*time))*z"
_FALLS = "rate(z) <= -(s*z) + c*exp(-(k*time))*z"
_UP, _DOWN = "z*exp(s*time + I)", "-z*exp(s*time - I)"
_LOW, _HIGH = "exp(-(c/k))", "exp(c/k)"
_SMALL = ("I <= c/k", leaf("1: c/k >= 0; exp(-(k*time)) > 0"))

formal(
    "LEM-two-sided-decay",
    title="A number whose rate is nearly -s times itself stays between two multiples of exp(-s t)",
    statement={
        "letters": ["z: moving number; s, c, k: number"],
        "given": [
            "always(z >= 0)",
            "at_start(z > 0)",
            "k > 0",
            "c >= 0",
            f"almost_always({_RISES})",
            f"almost_always({_FALLS})",
        ],
        "show": [BETWEEN],
    },
    proof=define(
        [f"I := {_SHARE}"],
        have(
            [
                ("c/k >= 0", leaf("1: c >= 0; 1/k > 0")),
                ("start(z) > 0", enter("start", leaf("1: z > 0"))),
                _monotone(_UP, _RISES),
                _monotone(_DOWN, _FALLS),
            ],
            witness(
                f"start(z)*{_LOW}",
                witness(
                    f"start(z)*{_HIGH}",
                    both(
                        leaf(f"1: start(z) > 0; {_LOW} > 0"),
                        leaf(f"1: start(z) > 0; {_HIGH} > 0"),
                        enter(
                            "every",
                            have(
                                [_SMALL, (f"exp(I) <= {_HIGH}", rule("exp monotone", a="I", b="c/k"))],
                                leaf(
                                    f"1: {_UP} >= start({_UP}); exp(-(s*time)) > 0; {_LOW} > 0",
                                    f"1: z >= 0; exp(I) <= {_HIGH}; {_LOW} > 0",
                                ),
                            ),
                        ),
                        enter(
                            "every",
                            have(
                                [_SMALL, (f"exp(I) <= {_HIGH}", rule("exp monotone", a="I", b="c/k"))],
                                leaf(
                                    f"1: {_DOWN} >= start({_DOWN}); exp(-(s*time)) > 0; exp(I) > 0",
                                    f"1: start(z) > 0; exp(I) <= {_HIGH}; exp(-(s*time)) > 0",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
