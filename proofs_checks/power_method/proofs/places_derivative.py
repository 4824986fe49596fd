"""Groups of tokens at places: the derivative of the attention map in tangent directions, in parts across the places."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.places import Places
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, take


def tangent(places: Places) -> Part:
    """The state of the tangents."""
    return {"states": ["tangent: " + ", ".join(f"{g} -> {places.across(g)}" for g in places.groups)]}


def plane(places: Places, g: str) -> tuple[str, Tree]:
    """Every vector in the frame of a place."""
    c, s = places.at[g]
    x, n = places.place(g), places.across(g)
    return (
        f"forall u in vector: u == dot({x}, u)*({x}) + dot({n}, u)*({n})",
        intro(
            "y",
            have(
                ["y == dot(e1, y)*e1 + dot(e2, y)*e2"],
                lemma("LEM-turned-frame", *[KNOWN] * 4, leaf(use=places.plain), u="y", c=c, s=s),
            ),
        ),
    )


def moved(places: Places, g: str) -> Steps:
    """The tangent state d at a group is in multiples of the direction across it."""
    x, n = places.place(g), places.across(g)
    split = plane(places, g)
    return [
        split,
        (
            f"forall i in {g}: d[i] == dot({n}, d[i])*({n})",
            intro(
                "o",
                have(
                    [
                        f"dot({places.state}[o], d[o]) == 0",
                        (f"dot({x}, d[o]) == 0", leaf(f"eq 1: dot({places.state}[o], d[o]) == 0")),
                        (f"d[o] == dot({x}, d[o])*({x}) + dot({n}, d[o])*({n})", take(split[0], ["d[o]"], KNOWN)),
                        (f"dot({n}, {n}) == 1", leaf(use=places.plain)),
                    ],
                    lemma("LEM-one-part.vector", x=x, n=n, u="d[o]"),
                ),
            ),
        ),
    ]


def images(places: Places) -> None:
    """What the derivative makes of a tangent state, group by group: the lemma NAME.image."""
    parts = dict.fromkeys(places.groups, "delta[j]")
    modes = {m: places.mode(m, parts) for m in places.modes}
    moves = [f"forall i in {g}: d[i] == delta[i]*({places.across(g)})" for g in places.groups]
    formal(
        f"{places.name}.image",
        title=f"The derivative of the attention map at {places.state}, in parts across the tokens",
        statement=model(
            places.system,
            {
                "letters": ["d[token]: vector; delta[token]: number"],
                "given": moves,
                "show": [
                    f"forall i in {g}: {places.slope('d', 'i')}"
                    f" == ({places.image(g, 'delta[i]', modes)})*({places.across(g)})"
                    for g in places.groups
                ],
            },
        ),
        proof=[have(places.start, intro("t", leaf(use=[*places.use, *moves])))] * len(places.groups),
    )
    found = " and ".join(f"({fact})" for fact in made(places, places.slope("d", "i")))
    formal(
        f"{places.name}.derived",
        title=f"The derivative of the attention map at {places.state} in a tangent direction",
        statement=model(
            places.system,
            tangent(places),
            {
                "letters": ["d[token]: vector"],
                "given": [f"forall i: dot({places.state}[i], d[i]) == 0"],
                "show": [found],
            },
        ),
        proof=have(
            [step for g in places.groups for step in moved(places, g)],
            lemma(f"{places.name}.image", delta="fn(i: dot(tangent[i], d[i]))"),
        ),
    )


def made(places: Places, z: str, d: str = "d") -> list[str]:
    """The state z, written as its token i, is what the derivative makes of the tangent state d."""
    modes = {m: places.of_state(m, f"{d}[j]") for m in places.modes}
    return [
        f"forall i in {g}: {z} == ({places.image(g, f'dot({places.across(g)}, {d}[i])', modes)})*({places.across(g)})"
        for g in places.groups
    ]
