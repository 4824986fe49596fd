"""POW-N8.four: the tangent eigenvalues at four clusters on the axes, and when all of them are below 1."""

from __future__ import annotations

from proofs_checks.power_method.proofs.attracting_inside import PAIR, eigenvalue
from proofs_checks.power_method.proofs.axes import (
    ACROSS,
    AXES,
    GROUPS,
    PART,
    PARTS,
    SLOPE,
    START,
    TANGENT,
    modes,
    row,
    slopes,
)
from proofs_checks.power_method.proofs.axes_values import SHOWN
from proofs_checks.power_method.proofs.exact_clusters import FRAME
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    split,
    take,
    witness,
)

_P, _R = "alpha/c*(T - t)/4", "alpha/c*(1 - T*t)/4"
NAMES = ("own", "together", "less", "more")
_FOUND = SHOWN.replace("4*p", f"4*({_P})").replace("*r", f"*({_R})").partition(" and (")[2][:-1].split(" or ")
LISTED = "im == 0 and (" + " or ".join(f"re == {name}" for name in NAMES) + ")"


def listed(options: list[str], proofs: list[Tree]) -> Tree:
    """One proof for each of the options of a known alternative."""
    if len(options) == 1:
        return proofs[0]
    return split(" or ".join(options), listed(options[:-1], proofs[:-1]), proofs[-1])


_PARTS = {d: f"fn(i: {PART(d, 'i')})" for d in PAIR}
_TURNED, _PLUS = "re*one[o] - im*two[o]", "re*one[o] + (-im)*two[o]"
_FACTORS = {"one": ("re", "-im"), "two": ("im", "re")}


def _row(g: str, d: str) -> Tree:
    """The equation of an eigenvalue, across a token."""
    n, factors = ACROSS[g], _FACTORS[d]
    image = row(g, PART(d, "o"), modes(PART(d, "j")))
    return intro(
        "o",
        lemma(
            "LEM-one-part.factor",
            leaf(use=FRAME),
            have([f"{SLOPE(d, 'o')} == {image}*({n})"], KNOWN),
            KNOWN if d == "two" else lemma("LEM-same-chain", KNOWN, leaf(), u=SLOPE(d, "o"), w=_TURNED, z=_PLUS),
            u=SLOPE(d, "o"),
            n=n,
            k=image,
            y="one[o]",
            z="two[o]",
            a=factors[0],
            b=factors[1],
        ),
    )


_SOMEWHERE = "exists i: one[i] != 0 or two[i] != 0"


def seen(d: str) -> tuple[str, Tree]:
    """A tangent vector that is not zero has a part along the tangent."""
    return (
        f"forall i: {d}[i] != 0 => {PART(d, 'i')} != 0",
        groups(
            *[
                intro(
                    "o,",
                    have(
                        [f"{d}[o] == {PART(d, 'o')}*tangent[o]"], lemma("LEM-one-part.nonzero", KNOWN, u=f"{d}[o]", n=n)
                    ),
                )
                for n in ACROSS.values()
            ]
        ),
    )


def _there(d: str) -> Tree:
    return have([(f"{PART(d, 'o')} != 0", take(seen(d)[0], ["o"], KNOWN))], witness("o", KNOWN))


_NONZERO = obtain(_SOMEWHERE, "o", split("one[o] != 0 or two[o] != 0", *[_there(d) for d in PAIR]))

formal(
    "LEM-axes.eigenvalues",
    title="The tangent eigenvalues at four clusters on the axes",
    statement=model(
        AXES,
        {"states": TANGENT["states"]},
        eigenvalue("square"),
        {"show": [LISTED]},
    ),
    proof=have(
        [
            *START,
            *[(slopes(d), lemma("LEM-axes.tangent", d=d)) for d in PAIR],
            *[(PARTS.replace("d[", f"{d}["), lemma("LEM-axes.parts", d=d)) for d in PAIR],
            *[seen(d) for d in PAIR],
            (
                "im == 0 and (" + " or ".join(_FOUND) + ")",
                lemma(
                    "LEM-axes.values",
                    *[KNOWN] * 3,
                    *[_row(g, d) for g in GROUPS for d in PAIR],
                    _NONZERO,
                    x=_PARTS["one"],
                    y=_PARTS["two"],
                    p=_P,
                    r=_R,
                ),
            ),
        ],
        both(
            KNOWN,
            listed(
                _FOUND,
                [
                    have([(f"re == {name}", leaf(f"eq 1: {found}"))], KNOWN)
                    for name, found in zip(NAMES, _FOUND, strict=True)
                ],
            ),
        ),
    ),
)
