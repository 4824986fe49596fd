"""Gradient structure: along every motion the energy changes by the product of the field with the velocity."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    ENERGY,
    LOG2,
    MOTION,
    NORTH,
    SA,
    SLOPE,
    STATE,
    UNIT,
    USA,
    WEIGHTS,
    WEST,
    Values,
    at,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, define, enter, have, intro, leaf, lemma, rule

ON_SPHERE = "always(forall i: dot(x[i], x[i]) == 1)"
TANGENT = "almost_always(forall i: dot(x[i], rate(x[i])) == 0)"
TANGENT_NOW = TANGENT[len("almost_always(") : -1]
OPEN_STATE = still(EAST, SLOPE, WEST, beta=LOG2)


def tangent_velocity() -> tuple[str, Tree]:
    """A motion of unit tokens has tangent velocities."""
    length = "rate(dot(x[p], x[p])) == rate(1)"
    unit = rule("differentiate", enter("every", leaf(use=[UNIT])), a="dot(x[p], x[p])", b="1")
    return TANGENT, enter("ae", intro("p", have([(length, unit)], leaf(f"eq 1/2: {length}"))))


formal(
    "PER-R3.8",
    statement=model(
        WEIGHTS,
        USA,
        ENERGY,
        MOTION,
        {
            "given": [ON_SPHERE],
            "show": [
                "always(forall i: dot(x[i], usa(x, i)/n) == 0)",
                "almost_always(rate(E(x)) == sum(i: dot(usa(x, i)/n, rate(x[i]))))",
            ],
        },
    ),
    proof=[
        enter("every", intro("p", leaf(use=[UNIT]))),
        have([tangent_velocity()], enter("ae", leaf(use=[UNIT, TANGENT_NOW]))),
    ],
    instance=OPEN_STATE,
    twin=Variant("without the projection", {"pull - dot(base, pull)*base": "pull"}, OPEN_STATE),
)


def vanishing(field: str, other: str, own: str, factor: str) -> Tree:
    """Where the other field vanishes this one does: `own` times it is `factor` times the other one."""
    product = f"dot({field}(x, p), {other}(x, p)) == 0"
    zero = f"{other}(x, p) == 0"
    square = leaf(f"eq {factor}/{own}: {product}", use=[UNIT])
    return have(
        [
            (zero, KNOWN),
            (product, lemma("LEM-same-dot", u=f"{other}(x, p)", w="0", z=f"{field}(x, p)")),
        ],
        rule("equal vectors", square, u=f"{field}(x, p)", w="0"),
    )


formal(
    "PER-USA",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        STATE,
        {
            "where": ["mean_field(a) := tangent(a, sum(j: exp(beta*dot(a, x[j]))*x[j])/n)"],
            "show": [
                "forall i: n*usa(x, i) == Z(x, i)*sa(x, i)",
                "forall i: usa(x, i) == mean_field(x[i])",
                "(forall i: sa(x, i) == 0) => (forall i: usa(x, i) == 0)",
                "(forall i: usa(x, i) == 0) => (forall i: sa(x, i) == 0)",
            ],
        },
    ),
    proof=[
        intro("p", leaf()),
        intro("p", leaf()),
        intro(["", "p"], vanishing("usa", "sa", "n", "Z(x, p)")),
        intro(["", "p"], vanishing("sa", "usa", "Z(x, p)", "n")),
    ],
    instance=OPEN_STATE,
    twin=Variant("with the sum of the weights twice", {"n*usa(x, i) ==": "Z(x, i)*usa(x, i) =="}, OPEN_STATE),
)

CLOUD = {
    "letters": ["beta: number; y[token]: vector; p[token]: number"],
    "where": [
        "tangent(base, pull) := pull - dot(base, pull)*base",
        "e(a, j) := exp(beta*dot(a, y[j]))",
        "Z(a) := sum(j: p[j]*e(a, j))",
        "force(a) := sum(j: p[j]*e(a, j)*y[j])",
    ],
    "given": ["forall i: p[i] >= 0", "sum(j: p[j]) == 1"],
}
"""A measure of finitely many atoms y_j of weights p_j."""
TEST = {"letters": ["z: moving vector"], "given": ["always(dot(z, z) == 1)"]}
"""A motion on the sphere, along which functions of a point are differentiated."""
ATOMS: Values = {"beta": LOG2, "y": [EAST, SLOPE, WEST], "p": ["1/2", "1/3", "1/6"]}
WEIGHTED = at(z=NORTH, **ATOMS)


def tangent_test() -> tuple[str, Tree]:
    """The velocity of a point of the sphere is tangent."""
    length = "rate(dot(z, z)) == rate(1)"
    unit = rule("differentiate", enter("every", leaf(use=["dot(z, z) == 1"])), a="dot(z, z)", b="1")
    return "almost_always(dot(z, rate(z)) == 0)", enter("ae", have([(length, unit)], leaf(f"eq 1/2: {length}")))


formal(
    "PER-L3.6.atoms",
    statement=model(
        CLOUD,
        TEST,
        {
            "where": ["variation(a) := Z(a)/beta", "gradient(a) := tangent(a, force(a))"],
            "given": ["beta != 0"],
            "show": [
                "always(dot(z, gradient(z)) == 0)",
                "almost_always(rate(variation(z)) == dot(gradient(z), rate(z)))",
            ],
        },
    ),
    proof=[
        enter("every", leaf(use=["dot(z, z) == 1"])),
        have([tangent_test()], enter("ae", leaf(use=["dot(z, z) == 1", "dot(z, rate(z)) == 0"]))),
    ],
    instance=WEIGHTED,
    twin=Variant("without the projection", {":= tangent(a, force(a))": ":= force(a)"}, WEIGHTED),
)


def positive_mass(point: str, partition: str, exponent: str = "exp(beta*dot({0}, y[j]))") -> tuple[str, Tree]:
    """A partition function of a measure is positive: weights of sum 1 times something positive."""
    weight = exponent.format(point)
    other = weight.replace("[j]", "[k]")
    least = f"min(k: {other})"
    above = f"sum(j: p[j]*({weight} - {least})) >= 0"
    term = weight.replace("[j]", "[q]")
    return f"{partition} > 0", have(
        [
            (f"{least} > 0", rule("least, strict", e=f"fn(k: {other})", b="0", new={"x": "q"})),
            (
                above,
                rule(
                    "positive sum",
                    have(
                        [(f"{least} <= {term}", rule("above the least", e=f"fn(k: {other})", y="q"))],
                        leaf(f"1: p[q] >= 0; {least} <= {term}"),
                    ),
                    e=f"fn(j: p[j]*({weight} - {least}))",
                    new={"x": "q"},
                ),
            ),
        ],
        define([f"low := {least}"], leaf(f"1: {above}", "1: low > 0", "eq -low: sum(j: p[j]) == 1")),
    )


LOGIT = "exp(beta*dot(Q({0}), K(y[j])))"
ANY_LOGITS = {
    "letters": ["Q, K, V: matrix"],
    "where": [
        "w(a, j) := exp(beta*dot(Q(a), K(y[j])))",
        "W(a) := sum(j: p[j]*w(a, j))",
        "general(a) := tangent(a, sum(j: p[j]*w(a, j)*V(y[j]))/W(a))",
    ],
    "given": ["forall a in vector, b in vector: dot(Q(a), K(b)) == dot(a, V(b))"],
}
MATRICES: Values = {"Q": [[1, 2], [0, 1]], "K": [[1, 0], [1, -1]], "V": [[1, 0], [3, -1]]}

formal(
    "PER-3.7.atoms",
    statement=model(
        CLOUD,
        TEST,
        ANY_LOGITS,
        {
            "where": ["velocity(a) := tangent(a, force(a)/Z(a))"],
            "given": ["beta != 0"],
            "show": [
                "always(dot(z, velocity(z)) == 0)",
                "almost_always(rate(log(Z(z))/beta) == dot(velocity(z), rate(z)))",
                "always(dot(z, general(z)) == 0)",
                "almost_always(rate(log(W(z))/beta) == dot(general(z), rate(z)))",
            ],
        },
    ),
    proof=[
        enter("every", have([positive_mass("z", "Z(z)")], leaf(use=["dot(z, z) == 1"]))),
        have(
            [tangent_test()],
            enter("ae", have([positive_mass("z", "Z(z)")], leaf(use=["dot(z, z) == 1", "dot(z, rate(z)) == 0"]))),
        ),
        enter("every", have([positive_mass("z", "W(z)", LOGIT)], leaf(use=["dot(z, z) == 1"]))),
        have(
            [tangent_test()],
            enter(
                "ae",
                have(
                    [positive_mass("z", "W(z)", LOGIT)],
                    leaf(use=["dot(z, z) == 1", "dot(z, rate(z)) == 0", ANY_LOGITS["given"][0]]),
                ),
            ),
        ),
    ],
    instance=at(z=NORTH, **ATOMS, **MATRICES),
    twin=Variant(
        "without the projection",
        {"pull - dot(base, pull)*base": "pull"},
        at(z=EAST, **ATOMS, **MATRICES),
    ),
)
