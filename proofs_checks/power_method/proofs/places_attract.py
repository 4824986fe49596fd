"""Groups of tokens at places where the derivative contracts: stability, the orbits nearby, and the eigenvalues."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.near_exponents import BOUND
from proofs_checks.power_method.proofs.attracting import ATTRACTED, ORBIT
from proofs_checks.power_method.proofs.attracting_inside import eigenvalue
from proofs_checks.power_method.proofs.exact_clusters import FRAME
from proofs_checks.power_method.proofs.places import PLANE, Places, images, made
from proofs_checks.power_method.proofs.places_contract import ball, contracts, share, small, small_modes
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, auto, both, groups, have, intro, leaf, lemma, rule

_SPLIT = "dot(e1, y)*e1 + dot(e2, y)*e2"
_PARSEVAL = f"dot(y, y) == dot({_SPLIT}, y)"


def _shorter(places: Places, matrix: str, equation: str) -> None:
    """A matrix makes vectors longer by a bounded factor: the lemma NAME.MATRIX."""
    most, terms = places.lengths[matrix]
    formal(
        f"{places.name}.{matrix}",
        title=f"A bound of the matrix {matrix} of the example {places.state}",
        statement={
            "letters": [f"{matrix}: matrix; e1, e2: vector"],
            "given": [*FRAME, PLANE, equation],
            "show": [BOUND(matrix, most)],
        },
        proof=intro(
            "x,y",
            have(
                [
                    *places.start,
                    f"y == {_SPLIT}",
                    (_PARSEVAL, lemma("LEM-same-dot", u="y", w=_SPLIT, z="y")),
                    (
                        f"norm({matrix}(y)) <= {most}*norm(y)",
                        rule(
                            "below the square",
                            leaf(f"{most}: norm(y) >= 0"),
                            leaf(*terms, f"eq -({most})^2: {_PARSEVAL}", use=[*FRAME, equation]),
                            a=f"norm({matrix}(y))",
                            b=f"{most}*norm(y)",
                        ),
                    ),
                    (
                        f"dot(x, {matrix}(y)) <= norm(x)*norm({matrix}(y))",
                        rule("Cauchy-Schwarz", u="x", w=f"{matrix}(y)"),
                    ),
                ],
                leaf(
                    f"1: dot(x, {matrix}(y)) <= norm(x)*norm({matrix}(y))",
                    f"1: norm(x) >= 0; norm({matrix}(y)) <= {most}*norm(y)",
                ),
            ),
        ),
    )


def _all(places: Places, proof: Tree) -> Tree:
    """The same proof for the tokens of each group."""
    return groups(*[intro("t", proof)] * len(places.groups))


def _wider(places: Places) -> Tree:
    """A ball is in every larger one."""
    _, *modes = ball(places, "k1", "y1[{0}]")
    token = f"norm(y1[t]) <= {places.size}*k1"
    return intro(
        "k1,m1,y1,",
        both(
            intro("t", have([token], leaf(f"1: {token}", f"{places.size}: k1 <= m1"))),
            *[leaf(f"1: {mode}", "1: k1 <= m1") for mode in modes],
        ),
    )


def _moved(places: Places) -> Tree:
    """A ball and what is near it."""
    gap, size = "(z1[{0}] - y1[{0}])", places.size
    triangle = f"norm(y1[t] + {gap.format('t')}) <= norm(y1[t]) + norm{gap.format('t')}"
    token = have(
        [
            f"norm(y1[t]) <= {size}*k1",
            f"norm{gap.format('t')} <= m1",
            (triangle, rule("triangle", u="y1[t]", w=gap.format("t"))),
        ],
        leaf(
            f"1: {triangle}",
            f"1: norm(y1[t]) <= {size}*k1",
            f"1: norm{gap.format('t')} <= m1",
            *share(size * size - 1, "m1 >= 0"),
        ),
    )
    modes = [
        leaf(f"1: {sign}{places.of_state(m, 'y1[j]')} <= k1", f"1: {fact}", *share(size - places.weight(m), "m1 >= 0"))
        for (m, sign), fact in zip(places.sides, small(places, gap, "m1"), strict=True)
    ]
    return intro("k1,m1,y1,z1,", have(small_modes(places, gap, "m1"), both(_all(places, token), *modes)))


def _small(places: Places) -> Tree:
    """Short vectors make a state of a small ball."""
    size = places.size
    token = have(["norm(z1[t]) <= m1"], leaf("1: norm(z1[t]) <= m1", *share(size * size - 1, "m1 >= 0")))
    modes = [
        leaf(f"1: {fact}", *share(size - places.weight(m), "m1 >= 0"))
        for (m, _), fact in zip(places.sides, small(places, "z1[{0}]", "m1"), strict=True)
    ]
    return intro("m1,z1,", have(small_modes(places, "z1[{0}]", "m1"), both(_all(places, token), *modes)))


def _premises(places: Places) -> list[Tree]:
    """Of LEM-attracting, in order."""
    derived = f"fn(i: {places.slope('y1', 'i')})"
    images = " and ".join(f"({fact})" for fact in made(places, places.slope("y1", "i"), "y1"))
    return [
        *[KNOWN] * 13,
        _all(places, auto(use=places.use)),
        _all(places, auto(use=places.use)),
        auto(use=places.use),
        _wider(places),
        intro("k1,y1,", KNOWN),
        _moved(places),
        intro(
            "k1,y1,",
            have(
                [(images, lemma(f"{places.name}.derived", d="y1"))],
                lemma(f"{places.name}.contracts", d="y1", f=derived, r="k1"),
            ),
        ),
    ]


def _steps(places: Places) -> Steps:
    state, seen = places.state, f"V(sum(j: weight({places.state}, i, j)*{places.state}[j]))"
    return [
        *places.start,
        (f"forall i: dot({state}[i], {state}[i]) == 1", _all(places, leaf(use=places.plain))),
        ("alpha > 0", leaf(f"{places.alpha}:", use=[f"alpha == {places.alpha}"])),
        (f"forall i: {seen} == dot(e1, pulls[i])*{state}[i]", _all(places, leaf(use=places.use))),
        ("forall i: 1 + alpha*dot(e1, pulls[i]) > 0", _all(places, auto(use=places.use))),
        *[(BOUND(m, places.lengths[m][0]), lemma(f"{places.name}.{m}")) for m in "VP"],
    ]


def attracts(places: Places) -> None:
    """The lemmas NAME.stable, NAME.orbit, NAME.inside."""
    images(places)
    contracts(places)
    for matrix, equation in zip("VP", places.matrices, strict=True):
        _shorter(places, matrix, equation)
    longer, rest, room = places.bounds
    in_ball = " and ".join(f"({fact})" for fact in ball(places, "k", "y[{0}]"))
    values: dict[str, Any] = {
        "S": places.state,
        "nu": "fn(i: dot(e1, pulls[i]))",
        "q": places.rate,
        "W": str(places.size),
        "p": places.lengths["P"][0],
        "v": places.lengths["V"][0],
        "b": longer,
        "M": rest,
        "l": room,
        "B": f"fn(k in number, y in state: {in_ball})",
    }
    premises, steps = _premises(places), _steps(places)
    shows: list[tuple[str, str, dict[str, Any], list[str], Tree]] = [
        (
            "stable",
            "are Lyapunov stable",
            {},
            [f"fixed(attention, {places.state}) and lyapunov(attention, {places.state})"],
            lemma("LEM-attracting.stable", *premises, KNOWN, _small(places), **values),
        ),
        (
            "orbit",
            "attract the orbits that begin near them",
            model(ORBIT, {"given": [f"forall i: norm(x[0, i] - {places.state}[i]) <= {places.radius}"]}),
            [ATTRACTED(places.state)],
            lemma(
                "LEM-attracting.orbit",
                *premises,
                *[KNOWN] * 3,
                _small(places),
                *[KNOWN] * 4,
                rho=places.radius,
                **values,
            ),
        ),
        (
            "inside",
            "have their tangent eigenvalues inside the unit disc",
            eigenvalue(places.state),
            ["re^2 + im^2 < 1"],
            lemma("LEM-attracting.inside", *premises, *[KNOWN] * 5, _small(places), **values),
        ),
    ]
    for name, says, more, show, proof in shows:
        formal(
            f"{places.name}.{name}",
            title=f"The clusters of the example {places.state} {says}",
            statement=model(places.system, more, {"show": show}),
            proof=have(steps, proof),
        )
