"""The exponential between two of its Taylor polynomials, of explicit degrees."""

from __future__ import annotations

from math import factorial

from verify.formal import formal
from verify.tactics.build import Tree, cases, enter, have, intro, leaf, lemma, rule

DEGREES = (32,)


def taylor(degree: int, y: str) -> str:
    """The Taylor polynomial of exp at y."""
    return " + ".join(["1", *(f"({y})^{k}/{factorial(k)}" for k in range(1, degree + 1))])


def above(degree: int, y: str) -> str:
    """The Taylor polynomial with twice the next term: above exp for 0 <= y <= (degree + 1)/2."""
    return f"{taylor(degree, y)} + 2*({y})^{degree + 1}/{factorial(degree + 1)}"


def lower(degree: int) -> str:
    """The polynomial is below."""
    return f"forall y in number: 0 <= y => {taylor(degree, 'y')} <= exp(y)"


def upper(degree: int) -> str:
    """The polynomial is above."""
    return f"forall y in number: 0 <= y and y <= {degree + 1}/2 => exp(y) <= {above(degree, 'y')}"


formal(
    "LEM-squeezed",
    title="A number that is at most b and something that vanishes is at most b",
    statement={
        "letters": ["a, b, c: number"],
        "given": ["always(a <= b + c*exp(-time))"],
        "show": ["a <= b"],
    },
    proof=cases(
        "b - a",
        leaf("1: b - a >= 0"),
        rule(
            "time goes on",
            enter(
                "every",
                have(
                    [("1 + time <= exp(time)", rule("exp tangent", a="time"))],
                    leaf(
                        "1: a <= b + c*exp(-time); exp(time) > 0",
                        "1: 1 + time <= exp(time); b - a < 0",
                        "1: b - a < 0",
                        times=["a - b"],
                    ),
                ),
            ),
            T="c/(a - b)",
            C="a <= b",
        ),
    ),
    instance={"letters": {"a": 0, "b": 0, "c": 1}},
)

_S = "x*exp(-time)"
_FALLING = f"exp(-({_S}))"


def powers(most: int) -> list[tuple[str, Tree] | str]:
    """The powers of x are nonnegative."""
    found = [(f"x^{k} >= 0", leaf(f"1: x^{k - 1} >= 0; 0 <= x")) for k in range(2, most + 1)]
    return [("x^1 >= 0", leaf("1: 0 <= x")), *found, ("always(time >= 0)", rule("time passes"))]


def below(degree: int) -> Tree:
    """The product of the polynomial with exp(-s) rises to 1 while s falls from x to zero."""
    whole, rest = factorial(degree), range(1, degree + 1)
    z, end = f"({taylor(degree, _S)})*{_FALLING}", f"({taylor(degree, 'x')})*exp(-x)"
    slack = " + ".join(f"x^{k}/{factorial(k)}" for k in rest)
    rising = leaf(f"1/{whole}: x^{degree + 1} >= 0; exp(-{degree + 1}*time) > 0; {_FALLING} > 0")
    slower = [
        (f"exp(-{k}*time) <= exp(-time)", rule("exp monotone", leaf(f"{k - 1}: time >= 0"), a=f"-{k}*time", b="-time"))
        for k in rest[1:]
    ]
    now = have(
        [
            (f"0 <= {_S}", leaf("1: 0 <= x; exp(-time) > 0")),
            (f"{_FALLING} <= exp(0)", rule("exp monotone", leaf(f"1: 0 <= {_S}"), a=f"-({_S})", b="0")),
            *slower,
        ],
        leaf(
            f"1: {z} >= start({z})",
            f"eq 1: start({z}) == {end}",
            f"1: {_FALLING} <= exp(0)",
            *(f"1/{factorial(k)}: x^{k} >= 0; exp(-{k}*time) > 0; {_FALLING} <= exp(0)" for k in rest),
            *(f"1/{factorial(k)}: x^{k} >= 0; exp(-{k}*time) <= exp(-time)" for k in rest[1:]),
        ),
    )
    return intro(
        "x,",
        have(
            [
                *powers(degree + 1),
                (f"always({z} >= start({z}))", rule("monotone", rising, z=z)),
                (f"start({z}) == {end}", enter("start", leaf())),
                (f"always({end} <= 1 + ({slack})*exp(-time))", enter("every", now)),
                (f"{end} <= 1", lemma("LEM-squeezed", a=end, b="1", c=slack)),
            ],
            leaf(f"1: {end} <= 1; exp(x) > 0"),
        ),
    )


def beyond(degree: int) -> Tree:
    """The product of the polynomial with exp(-s) falls to 1 while s falls from x to zero."""
    more = degree + 1
    z, end = f"({above(degree, _S)})*{_FALLING}", f"({above(degree, 'x')})*exp(-x)"
    room = f"{more}/2 - x >= 0"
    falling = leaf(
        f"2/{factorial(more)}: x^{more} >= 0; {room}; exp(-{more}*time) > 0; {_FALLING} > 0",
        f"2/{factorial(more)}: x^{degree + 2} >= 0; exp(-{more}*time) > 0; {_FALLING} > 0; 1 - exp(-time) >= 0",
    )
    now = have(
        [
            (f"0 <= {_S}", leaf("1: 0 <= x; exp(-time) > 0")),
            (f"1 - {_S} <= {_FALLING}", rule("exp tangent", a=f"-({_S})")),
        ],
        leaf(
            f"1: -({z}) >= start(-({z}))",
            f"eq 1: start(-({z})) == -({end})",
            f"1: 1 - {_S} <= {_FALLING}",
            *(f"1/{factorial(k)}: x^{k} >= 0; exp(-{k}*time) > 0; {_FALLING} > 0" for k in range(1, degree + 1)),
            f"2/{factorial(more)}: x^{more} >= 0; exp(-{more}*time) > 0; {_FALLING} > 0",
        ),
    )
    late = (
        "1 - exp(-time) >= 0",
        have(
            [("exp(-time) <= exp(0)", rule("exp monotone", leaf("1: time >= 0"), a="-time", b="0"))],
            leaf("1: exp(-time) <= exp(0)"),
        ),
    )
    return intro(
        "x,",
        have(
            [
                *powers(degree + 2),
                (f"always(-({z}) >= start(-({z})))", rule("monotone", have([late], falling), z=f"-({z})")),
                (f"start(-({z})) == -({end})", enter("start", leaf())),
                (f"always(1 <= {end} + x*exp(-time))", enter("every", now)),
                (
                    f"1 <= {end}",
                    lemma("LEM-squeezed", enter("every", leaf(f"1: 1 <= {end} + x*exp(-time)")), a="1", b=end, c="x"),
                ),
            ],
            leaf(f"1: 1 <= {end}; exp(x) > 0"),
        ),
    )


for degree in DEGREES:
    formal(
        f"LEM-exp-below.{degree}",
        title=f"The Taylor polynomial of degree {degree} of exp is below it",
        statement={"show": [lower(degree)]},
        proof=below(degree),
    )
    formal(
        f"LEM-exp-above.{degree}",
        title=f"The Taylor polynomial of degree {degree} of exp with twice the next term is above it",
        statement={"show": [upper(degree)]},
        proof=beyond(degree),
    )
