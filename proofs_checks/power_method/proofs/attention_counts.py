"""Lemma 9: when the four attention entries at a bipartite state differ."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POINT, instance, values
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, cases, have, intro, leaf, rule, split

ENTRIES: Part = {"where": ["e11 := E/E1", "e12 := 1/E1", "e21 := 1/E2", "e22 := E/E2"]}
PAIRS = [("e11", "e12"), ("e11", "e21"), ("e11", "e22"), ("e12", "e21"), ("e12", "e22"), ("e21", "e22")]
DIFFERENT = " and ".join(f"{x} != {y}" for x, y in PAIRS)
FACTS = {
    ("e11", "e12"): (1, 0, [], ["E1"]),
    ("e11", "e21"): (1, 0, ["q > 0", "E + 1 > 0"], ["E1", "E2"]),
    ("e11", "e22"): (1, 1, ["E > 0"], ["E1", "E2"]),
    ("e12", "e21"): (1, 1, [], ["E1", "E2"]),
    ("e12", "e22"): (-1, 0, ["p > 0", "E + 1 > 0"], ["E1", "E2"]),
    ("e21", "e22"): (-1, 0, [], ["E2"]),
}
"""x - y in terms of E - 1: its sign, whether q - p is a factor, other positive factors, what it is multiplied by."""


def different(pair: tuple[str, str], grows: int, more: int) -> tuple[str, Tree]:
    """x and y differ, in the order that the signs of a (`grows`) and of q - p (`more`) say."""
    sign, balance, positive, times = FACTS[pair]
    facts = ["E > 1" if grows > 0 else "E < 1", *positive]
    if balance:
        facts.append("p < q" if more > 0 else "q < p")
        sign *= more
    x, y = pair if sign * grows > 0 else pair[::-1]
    return f"{x} > {y}", leaf(f"1: {'; '.join(facts)}", times=times)


def ordered(grows: int, more: int) -> Tree:
    """All six differences, for one sign of a and one of q - p."""
    return have([different(pair, grows, more) for pair in PAIRS], both(*[KNOWN] * 6))


def by_sizes(grows: int) -> Tree:
    """One of the groups is the larger one."""
    return split("p != q", ordered(grows, 1), ordered(grows, -1))


def odds(fact: str, below: str, above: str, bound: str, grows: int) -> Tree:
    """E is on the side of 1 that the sign of a says."""
    strict = f"exp({below}) < exp({above})"
    return have(
        [
            fact,
            (strict, rule("exp strictly monotone", leaf(f"2: {fact}"), a=below, b=above)),
            (bound, leaf(f"1: {strict}")),
            "E + 1 > 0",
        ],
        by_sizes(grows),
    )


FIVE = instance(3, 2, values())
formal(
    "POW-L9.entries.R2.repaired",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        ENTRIES,
        {
            "show": [
                "forall i in A, j in B: weight(bipartite, i, i) == e11 and weight(bipartite, i, j) == e12"
                " and weight(bipartite, j, i) == e21 and weight(bipartite, j, j) == e22",
                f"p != q and a != 0 => {DIFFERENT}",
                "p == q => e11 == e22 and e12 == e21",
                "a == 0 => e11 == 1/(p + q) and e12 == 1/(p + q) and e21 == 1/(p + q) and e22 == 1/(p + q)",
            ]
        },
    ),
    proof=[
        intro("s,t", both(*[leaf(use=POINT)] * 4)),
        intro("", cases("a", odds("a > 0", "0", "2*a", "E > 1", 1), odds("a < 0", "2*a", "0", "E < 1", -1))),
        intro("", both(*[leaf(use=["p == q"])] * 2)),
        intro("", both(*[leaf(use=["a == 0"])] * 4)),
    ],
    instance=FIVE,
    twin=Variant("also for groups of one size", {"p != q and a != 0": "a != 0"}, instance(2, 2, values())),
)
