"""Groups of tokens at places where the derivative contracts: stability, the orbits nearby, and the eigenvalues."""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.lemmas.near_exponents import BOUND
from proofs_checks.power_method.proofs.attracting import ATTRACTED, ORBIT, SMALL
from proofs_checks.power_method.proofs.attracting_inside import eigenvalue
from proofs_checks.power_method.proofs.matrix_bounds import bounded
from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.near_contracts import EQUILIBRIUM
from proofs_checks.power_method.proofs.places import Places
from proofs_checks.power_method.proofs.places_contract import ball, contracts, share, small, small_modes
from proofs_checks.power_method.proofs.places_derivative import images, made
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, auto, both, groups, have, intro, leaf, lemma, rule


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


def _balls(places: Places) -> list[tuple[str, Tree]]:
    """What LEM-attracting asks of the map, its bounds and the balls."""
    c, (longer, rest, room) = "(1 + alpha*dot(e1, pulls[i]))", places.bounds
    p, v = (places.lengths[m][0] for m in "PV")
    names = {"W": str(places.size), "q": places.rate, "p": p, "v": v, "b": longer, "M": rest, "l": room}
    images = " and ".join(f"({fact})" for fact in made(places, places.slope("y1", "i"), "y1"))
    contracts = intro(
        "k1,y1,",
        have(
            [(images, lemma(f"{places.name}.derived", d="y1"))],
            lemma(f"{places.name}.contracts", d="y1", f=f"fn(i: {places.slope('y1', 'i')})", r="k1"),
        ),
    )
    facts = [*EQUILIBRIUM["given"][-7:], SMALL]
    proofs = [
        *[_all(places, auto(use=places.use))] * 2,
        auto(use=places.use),
        _wider(places),
        intro("k1,y1,", KNOWN),
        _moved(places),
        contracts,
        _small(places),
    ]
    found = []
    for fact in facts:
        for name, value in names.items():
            fact = re.sub(rf"\b{name}\b", f"({value})", fact)
        fact = fact.replace("B(", "near(").replace("(1 + alpha*nu[i])", c).replace("S[i]", f"{places.state}[i]")
        found.append(fact.replace("derived(d, i)", places.slope("d", "i")))
    return list(zip(found, proofs, strict=True))


def _steps(places: Places) -> Steps:
    state, seen = places.state, f"V(sum(j: weight({places.state}, i, j)*{places.state}[j]))"
    return [
        *places.start,
        (f"forall i: dot({state}[i], {state}[i]) == 1", _all(places, leaf(use=places.plain))),
        ("alpha > 0", leaf(f"{places.alpha}:", use=[f"alpha == {places.alpha}"])),
        (f"forall i: {seen} == dot(e1, pulls[i])*{state}[i]", _all(places, leaf(use=places.use))),
        ("forall i: 1 + alpha*dot(e1, pulls[i]) > 0", _all(places, auto(use=places.use))),
        *[(BOUND(m, places.lengths[m][0]), lemma(f"{places.name}.{m}")) for m in "VP"],
        (" and ".join(f"({fact})" for fact, _ in _balls(places)), lemma(f"{places.name}.balls")),
    ]


def _in_ball(places: Places) -> str:
    return " and ".join(f"({fact})" for fact in ball(places, "k", "y[{0}]"))


def _near(places: Places) -> Part:
    """near(k, y): the state y is in the ball of radius k."""
    return {"where": [f"near(k, y) := {_in_ball(places)}"]}


def _values(places: Places) -> dict[str, Any]:
    """What the letters of LEM-attracting stand for."""
    longer, rest, room = places.bounds
    return {
        "S": places.state,
        "nu": "fn(i: dot(e1, pulls[i]))",
        "q": places.rate,
        "W": str(places.size),
        "p": places.lengths["P"][0],
        "v": places.lengths["V"][0],
        "b": longer,
        "M": rest,
        "l": room,
        "B": f"fn(k in number, y in state: {_in_ball(places)})",
    }


def _follows(places: Places, name: str, says: str, more: Part, show: str, **letters: Any) -> None:
    """The lemma NAME.name, from LEM-attracting.name."""
    formal(
        f"{places.name}.{name}",
        title=f"The clusters of the example {places.state} {says}",
        statement=model(places.system, _near(places), more, {"show": [show]}),
        proof=have(_steps(places), lemma(f"LEM-attracting.{name}", **_values(places), **letters)),
    )


def attracts(places: Places) -> None:
    """The lemmas NAME.stable and NAME.orbit, and those that they rest on."""
    images(places)
    contracts(places)
    for matrix, equation in zip("VP", places.matrices, strict=True):
        most, terms = places.lengths[matrix]
        id, example = f"{places.name}.{matrix}", str(places.state)
        bounded(id, example, matrix, equation, most, terms, f"({most})^2", places.start)
    formal(
        f"{places.name}.balls",
        title=f"Balls of tangent states at the clusters of the example {places.state}, and their images",
        statement=model(
            places.system,
            _near(places),
            {"show": [" and ".join(f"({fact})" for fact, _ in _balls(places))]},
        ),
        proof=have(places.start, both(*[proof for _, proof in _balls(places)])),
    )
    stable = f"fixed(attention, {places.state}) and lyapunov(attention, {places.state})"
    _follows(places, "stable", "are at rest and Lyapunov stable", {}, stable)
    starts = {"given": [f"forall i: norm(x[0, i] - {places.state}[i]) <= {places.radius}"]}
    orbits = model(ORBIT, starts)
    attracted = ATTRACTED(places.state)
    _follows(places, "orbit", "attract the orbits that begin near them", orbits, attracted, rho=places.radius)


def inside(places: Places) -> None:
    """The lemma NAME.inside, after `attracts`."""
    says = "have their tangent eigenvalues inside the unit disc"
    _follows(places, "inside", says, eigenvalue(places.state), "re^2 + im^2 < 1")
