"""Remark 7: some tokens flipped, one exact clustering equilibrium is destroyed and another one is kept."""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.exact_clusters import (
    FRAME,
    HERE,
    MATRICES,
    PULL,
    SIZES,
    STATES,
    fixed,
    system,
)
from proofs_checks.power_method.proofs.models import Part
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import Steps, Tree, have, intro, leaf, lemma, rule, unfold

_MATRICES = [*MATRICES[:2], *MATRICES[4:]]
_USE = [*_MATRICES, *FRAME, *SIZES, "exp(L2) == 2", "exp(L3) == 3"]
_HERE: Part = {**HERE, "letters": {name: value for name, value in HERE["letters"].items() if name not in ("V3", "P3")}}
_SECOND = "-4/5*e1 + 3/5*e2"
_FLIPPED = [
    f"first: A -> -e1, B -> -e1, G -> {_SECOND}, H -> {_SECOND}",
    "second: A -> e1, B -> e1, G -> 4/5*e1 - 3/5*e2, H -> 4/5*e1 - 3/5*e2",
    "exchanged: A -> -e1, B -> e1, G -> e2, H -> -e2",
]
# at the flipped tokens e1 and the second value: V s along the token, and across it
_PULLED = {
    "first": ("A", "(-e1)", "(-e2)", "3431/1155", "-34/35"),
    "second": ("G", "(4/5*e1 - 3/5*e2)", "(3/5*e1 + 4/5*e2)", "591/175", "72/175"),
}


def _destroyed(state: str) -> Tree:
    """A flipped token is drawn across itself."""
    group, token, across, nu, off = _PULLED[state]
    drawn = f"{state}[t] + alpha*V2(sum(j: w2({state}, t, j)*{state}[j]))"
    found = f"{drawn} == (1 + alpha*({nu}))*{token} + alpha*({off})*{across}"
    square = f"dot({drawn}, {drawn}) == (1 + alpha*({nu}))^2 + (alpha*({off}))^2"
    along = f"dot({across}, {drawn}) == alpha*({off})"
    none = f"dot({across}, {drawn}) == dot({across}, norm({drawn})*{state}[t])"
    steps: Steps = [
        (found, leaf(use=_USE)),
        (along, leaf(use=_USE)),
        (square, leaf(use=_USE)),
        (
            f"0 < norm({drawn})",
            rule(
                "strictly below the square",
                leaf(f"1: norm({drawn}) >= 0"),
                leaf(
                    f"eq -1: {square}",
                    "1:",
                    f"{2 * Fraction(nu)}: alpha > 0",
                    f"1: sq alpha*({nu})",
                    f"1: sq alpha*({off})",
                ),
                a="0",
                b=f"norm({drawn})",
            ),
        ),
        f"value(map2, {state}, t) == {state}[t]",
        (f"{drawn} == norm({drawn})*{state}[t]", lemma("LEM-direction", y=drawn, x=f"{state}[t]")),
        (none, lemma("LEM-same-dot", u=drawn, w=f"norm({drawn})*{state}[t]", z=across)),
    ]
    there = have(steps, leaf(f"eq 1/(alpha*({off})): {none}", f"eq -1/(alpha*({off})): {along}", use=_USE))
    return intro(
        "",
        unfold(
            f"fixed(map2, {state})",
            rule("some element, group", there, C="1 <= 0", new={"x": "t"}, spaces={"G": group}),
        ),
    )


formal(
    "POW-R7.flip.some",
    title="Flipping some tokens can destroy a clustering equilibrium, and can keep one",
    sentence=(
        "In an exact two-value equilibrium of the attention map the flip of all tokens of either value leaves no"
        " equilibrium. In an exact four-value equilibrium the flip of two opposite values exchanges them, and the state"
        r" stays an equilibrium. (Existence, by examples in the plane of $e_1$ and $e_2$, for four equal groups of any"
        r" number of tokens, $0 < \alpha \le 1$.)"
    ),
    source=Source(PAPER, "Remark 7", reconstructed=True),
    kind="equilibrium",
    role="extension",
    statement=model(
        {"groups": ["A", "B", "G", "H"], "letters": ["alpha: number; e1, e2: vector; L2, L3: number"]},
        system(2),
        system(4),
        {
            "states": [STATES[0], STATES[2], *_FLIPPED],
            "given": [*FRAME, *SIZES, "exp(L2) == 2", "exp(L3) == 3", *_MATRICES, "alpha > 0", "alpha <= 1"],
            "show": [
                "fixed(map2, pair)",
                "not fixed(map2, first)",
                "not fixed(map2, second)",
                "fixed(map4, square)",
                "fixed(map4, exchanged)",
            ],
        },
    ),
    proof=[
        fixed(PULL["pair"][1], _USE),
        _destroyed("first"),
        _destroyed("second"),
        fixed(PULL["square"][1], _USE),
        fixed(PULL["square"][1], _USE),
    ],
    instance=_HERE,
    twin=Variant(
        "the flip of the pair destroys as well", {"fixed(map4, exchanged)": "not fixed(map4, exchanged)"}, _HERE
    ),
)
