"""Groups of tokens at places: the derivative of the attention map contracts a norm of the tangent states.

A ball of radius k holds the states whose vectors are at most `size` k long and whose modes are at most k.
"""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.power_method.proofs.places import Line, Places
from proofs_checks.power_method.proofs.places_derivative import made
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, both, groups, have, intro, leaf, lemma, rule


def ball(places: Places, k: str, y: str) -> list[str]:
    """What the ball of radius k says of the state y, whose token j is written y.format("j")."""
    return [
        f"forall i: norm({y.format('i')}) <= {places.size}*({k})",
        *[f"{sign}{places.of_state(m, y.format('j'))} <= {k}" for m, sign in places.sides],
    ]


def share(c: Fraction | int, fact: str) -> list[str]:
    """A fact with a positive coefficient, or nothing."""
    return [f"{c}: {fact}"] if c else []


def mean_part(places: Places, g: str, y: str, m: str) -> Steps:
    """The mean of the parts of short vectors across a place is small."""
    n = places.across(g)
    steps: Steps = []
    mean = places.mean(g, f"dot({n}, {y.format('j')})")
    for sign in ("", "-"):
        term = f"{m} - {sign}dot({n}, {y.format('j')})"
        cauchy = f"dot({sign}({n}), {y.format('t')}) <= norm({sign}({n}))*norm({y.format('t')})"
        total = f"sum(j in {g}: {term}) >= 0"
        each = have(
            [
                f"norm({y.format('t')}) <= {m}",
                (f"dot({n}, {n}) == 1", leaf(use=places.plain)),
                (f"norm({n}) == 1", lemma("LEM-unit-length", u=n)),
                (cauchy, rule("Cauchy-Schwarz", u=f"{sign}({n})", w=y.format("t"))),
            ],
            leaf(f"1: {cauchy}", f"1: norm({y.format('t')}) <= {m}", use=[f"norm({n}) == 1"]),
        )
        steps += [
            (
                total,
                rule("positive sum, group", each, e=f"fn(j in {g}: {term})", new={"x": "t"}, spaces={"G": g}),
            ),
            (
                f"{sign}({mean}) <= {m}",
                leaf(f"1: {total}", times=[f"sum(j in {g}: 1)"]),
            ),
        ]
    return steps


def small_modes(places: Places, y: str, m: str) -> Steps:
    """Modes of short vectors are small."""
    steps = [step for g in places.groups for step in mean_part(places, g, y, m)]
    for (mode, sign), fact in zip(places.sides, small(places, y, m), strict=True):
        terms = []
        for g, c in places.modes[mode].items():
            mean = places.mean(g, f"dot({places.across(g)}, {y.format('j')})")
            flipped = (sign == "-") != (c < 0)
            terms.append(f"{abs(c)}: {'-' if flipped else ''}({mean}) <= {m}")
        steps.append((fact, leaf(*terms)))
    return steps


def small(places: Places, y: str, m: str) -> list[str]:
    """The modes of a state of vectors of length m are at most m times the sums of their coefficients."""
    return [f"{sign}{places.of_state(k, y.format('j'))} <= {places.weight(k)}*({m})" for k, sign in places.sides]


def _product(places: Places, sign: str, factor: Line, x: str, most: str) -> list[str]:
    """sign factor x <= (bound of the factor) most, where x is at most `most` in absolute value."""
    text, bound = places.text(factor), places.most(factor)
    up, down = (f"{x} <= {most}", f"-{x} <= {most}") if sign == "" else (f"-{x} <= {most}", f"{x} <= {most}")
    return [f"1/2: {text} <= {bound}; {down}", f"1/2: -{text} <= {bound}; {up}"]


def _short(places: Places, g: str) -> tuple[str, Tree]:
    """The parts across a place are as short as the vectors."""
    n, most = places.across(g), f"{places.size}*r"
    cauchy = [f"dot({sign}({n}), d[t]) <= norm({sign}({n}))*norm(d[t])" for sign in ("", "-")]
    return (
        f"forall i in {g}: dot({n}, d[i]) <= {most} and -dot({n}, d[i]) <= {most}",
        intro(
            "t",
            have(
                [
                    f"norm(d[t]) <= {most}",
                    (f"norm({n}) == 1", lemma("LEM-unit-length", leaf(use=places.plain), u=n)),
                    *[
                        (fact, rule("Cauchy-Schwarz", u=f"{sign}({n})", w="d[t]"))
                        for fact, sign in zip(cauchy, ("", "-"), strict=True)
                    ],
                ],
                both(
                    *[
                        leaf(f"1: {fact}", f"1: norm(d[t]) <= {most}", f"eq norm(d[t]): norm({n}) == 1")
                        for fact in cauchy
                    ]
                ),
            ),
        ),
    )


def _tokens(places: Places, g: str) -> Tree:
    n, size = places.across(g), places.size
    here, alone = f"dot({n}, d[t])", f"dot({n}, d[t]) == sum(j in {g}: dot({n}, d[j]))"
    modes = {m: places.of_state(m, "d[j]") for m in places.modes}
    image = places.image(g, here, modes)
    factors = {m: (c, modes[m], "r") for m, c in places.parts[g].items()}
    if places.single:
        factors[g] = (places.own[g] + places.parts[g][g], modes[g], "r")
    else:
        factors["own"] = (places.own[g], here, f"{size}*r")
    most = f"{size}*({places.rate}*r)"
    spent = sum((places.most(c) * (size if x == here else 1) for c, x, _ in factors.values()), Fraction(0))
    rest = size * Fraction(places.rate) - spent

    def side(sign: str) -> tuple[str, Tree]:
        terms = [term for factor, x, most_of in factors.values() for term in _product(places, sign, factor, x, most_of)]
        if places.single:
            terms.append(f"eq {sign}{places.text(places.own[g])}: {alone}")
        return f"{sign}({image}) <= {most}", leaf(*terms, *share(rest, "r >= 0"), use=places.plain)

    return intro(
        "t",
        have(
            [
                f"{here} <= {size}*r",
                f"-{here} <= {size}*r",
                f"f[t] == ({image})*({n})",
                *([alone] if places.single else []),
                side(""),
                side("-"),
                (f"dot({n}, {n}) == 1", leaf(use=places.plain)),
            ],
            lemma("LEM-one-part.multiple", n=n, u="f[t]", c=image, m=most),
        ),
    )


def _means(places: Places) -> Steps:
    """The means of the parts of the image."""
    modes = {m: places.of_state(m, "d[j]") for m in places.modes}
    steps: Steps = []
    for g in places.groups:
        n = places.across(g)
        image = {i: places.image(g, f"dot({n}, d[{i}])", modes) for i in "it"}
        total = f"sum(i in {g}: dot({n}, f[i])) == sum(i in {g}: {image['i']})"
        own = places.mean(g, f"dot({n}, d[j])")
        at = f"f[t] == ({image['t']})*({n})"
        steps += [
            (
                total,
                rule(
                    "equal sums, group",
                    have([at], leaf(use=[at, *places.plain])),
                    e=f"fn(i in {g}: dot({n}, f[i]))",
                    f=f"fn(i in {g}: {image['i']})",
                    new={"x": "t"},
                    spaces={"G": g},
                ),
            ),
            (
                f"{places.mean(g, f'dot({n}, f[j])')} == {places.image(g, own, modes)}",
                leaf(f"eq 1: {total}", times=[f"sum(j in {g}: 1)"]),
            ),
        ]
    return steps


def _modes(places: Places) -> Steps:
    """The modes of the image are smaller."""
    modes = {m: places.of_state(m, "d[j]") for m in places.modes}
    steps: Steps = []
    for m, coefficients in places.modes.items():
        after = places.after(m)
        rest = Fraction(places.rate) - sum((places.most(factor) for factor in after.values()), Fraction(0))
        for sign in ("", "-"):
            terms = [term for k, factor in after.items() for term in _product(places, sign, factor, modes[k], "r")]
            for g, c in coefficients.items():
                n = places.across(g)
                image = places.image(g, places.mean(g, f"dot({n}, d[j])"), modes)
                terms.append(f"eq {sign}({c}): {places.mean(g, f'dot({n}, f[j])')} == {image}")
            goal = f"{sign}{places.of_state(m, 'f[j]')} <= {places.rate}*r"
            steps.append((goal, leaf(*terms, *share(rest, "r >= 0"))))
    return steps


def _single(places: Places, g: str) -> tuple[str, Tree]:
    """The part of the only token of a group is the sum of the group."""
    n = places.across(g)
    part, size = f"dot({n}, d[{{0}}])".format, f"{places.size}*r"
    steps: Steps = [f"{part('t')} <= {size}", f"-{part('t')} <= {size}"]
    for sign in ("", "-"):
        term = f"{size} - {sign}{part('{0}')}".format
        each = have([f"{part('s')} <= {size}", f"-{part('s')} <= {size}"], leaf(f"1: {sign}{part('s')} <= {size}"))
        total = f"sum(j in {g}: {term('j')}) >= {term('t')}"
        steps += [
            (
                total,
                rule(
                    "term of a positive sum, group",
                    each,
                    y="t",
                    e=f"fn(j in {g}: {term('j')})",
                    new={"x": "s"},
                    spaces={"G": g},
                ),
            ),
            (
                f"{sign}sum(j in {g}: {part('j')}) <= {sign}{part('t')}",
                leaf(f"1: {total}", use=places.plain),
            ),
        ]
    return (
        f"forall i in {g}: {part('i')} == sum(j in {g}: {part('j')})",
        intro(
            "t",
            have(
                steps,
                rule(
                    "antisymmetry",
                    leaf(f"1: -sum(j in {g}: {part('j')}) <= -{part('t')}"),
                    KNOWN,
                    a=part("t"),
                    b=f"sum(j in {g}: {part('j')})",
                ),
            ),
        ),
    )


def _factors(places: Places) -> Steps:
    """Bounds of all factors."""
    found = [*places.own.values(), *(c for parts in places.parts.values() for c in parts.values())]
    found += [c for m in places.modes for c in places.after(m).values()]
    return [step for factor in dict.fromkeys(found) for step in places.limited(factor)]


def contracts(places: Places) -> None:
    """The lemma NAME.contracts: the derivative turns the ball of radius r into that of radius `rate` r."""
    formal(
        f"{places.name}.contracts",
        title=f"The derivative of the attention map contracts at {places.state}",
        statement={
            "groups": places.groups,
            "letters": ["e1, e2, d[token], f[token]: vector; r: number"],
            "given": [
                *places.plain,
                "r >= 0",
                *ball(places, "r", "d[{0}]"),
                *made(places, "f[i]"),
            ],
            "show": [" and ".join(f"({fact})" for fact in ball(places, f"{places.rate}*r", "f[{0}]"))],
        },
        proof=have(
            [
                *places.start,
                *[_short(places, g) for g in places.groups],
                *[_single(places, g) for g in places.groups if places.single],
                *_factors(places),
                *_means(places),
                *_modes(places),
            ],
            both(groups(*[_tokens(places, g) for g in places.groups]), *[KNOWN] * (2 * len(places.modes))),
        ),
    )
