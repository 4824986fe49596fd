"""Theorem 2: which bipartite points of the Oja map have an eigenvalue outside the disc, and the other spectra."""

from __future__ import annotations

from proofs_checks.power_method.proofs.balanced_pair import POINT
from proofs_checks.power_method.proofs.models import BASIS, Part, symmetric
from proofs_checks.power_method.proofs.outside_forced import FORCED
from proofs_checks.power_method.proofs.outside_formulas import (
    BALANCED,
    IN_DISC,
    OCCUR,
    ONE,
    ONLY,
    OTHERS,
    SOME_OTHER,
    WHOLE,
    across,
    turned,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)


def without(then: Tree) -> Tree:
    """Where the condition does not hold."""
    return intro("", have(BALANCED, then))


def tangent(y: str) -> tuple[str, Tree]:
    """What is tangent at both poles is across v."""
    known = f"dot(bipartite[t], {y}[t]) == 0"
    sides = [leaf(f"eq {sign}1: {known}") for sign in ("", "-")]
    whole = f"forall i: dot(bipartite[i], {y}[i]) == 0"
    return f"forall i: dot(v, {y}[i]) == 0", groups(*(intro("t", take(whole, ["t"], side)) for side in sides))


AT_V = "exists m in number: eigenvalue(V, v, m) and s == 1 + alpha*m"
ONLY_THESE: Steps = [
    tangent("a"),
    tangent("b"),
    (f"w == 0 and (s == 1 or ({AT_V}))", lemma("LEM-balanced-pair", a="a", b="b", s="s", w="w")),
    (
        f"s == 1 or ({OTHERS})",
        split(
            f"s == 1 or ({AT_V})",
            {"left": KNOWN},
            {"right": obtain(AT_V, "m", have([turned("v", "v1")], witness("m", both(KNOWN, KNOWN))))},
        ),
    ),
]
BETWEEN = both(leaf("1/2: 2*alpha*m > -1", "1/2:"), leaf("1: alpha > 0; m < 0"))


def real_pair(a: str, some: Tree) -> Tree:
    """A real tangent eigenvector, from an eigenvector z of V; `some` shows that a token moves."""
    at_token = intro("t", leaf(use=[*POINT, "V(z) == m*z", "dot(v, z) == 0", "p == q"], norms=["1"]))
    return witness(a, both(some, *[groups(at_token, at_token)] * 4))


def from_z(then: Tree) -> Tree:
    """An eigenvector z of V across v1."""
    return unfold("eigenvalue(V, v1, m)", obtain(across("v1"), "z", have(["dot(v, z) == 0"], then)))


def somewhere(a: str) -> Tree:
    """Every token moves."""
    goal = f"exists k: {a}[k] != 0 or 0*v != 0"
    moving = have(
        [("dot(z, z) > 0", rule("positive square", u="z"))],
        rule("nonzero vector", leaf("1: dot(z, z) > 0", use=POINT[1:]), u=f"{a}[t]"),
    )
    first = witness("t", {"left": moving})
    return rule("some element, group", first, C=goal, new={"x": "t"}, spaces={"G": "A"})


SAME, OPPOSITE = "fn(h: z)", "fn(h: dot(v, bipartite[h])*z)"
IN_UNIT: Steps = ["m < 0", ("2*alpha*m > -1", lemma("LEM-small-eigenvalue", v="v1"))]

BEYOND = "s^2 + w^2 > 1"
IMPOSSIBLE = have(
    [
        *BALANCED,
        *ONLY_THESE,
        (
            "s^2 <= 1",
            split(
                f"s == 1 or ({OTHERS})",
                leaf(use=["s == 1"]),
                obtain(
                    OTHERS,
                    "m",
                    have(
                        IN_UNIT,
                        leaf(
                            "1/2: alpha > 0; m < 0; 2*alpha*m > -1",
                            "3/2: alpha > 0; m < 0",
                            use=["s == 1 + alpha*m"],
                        ),
                    ),
                ),
            ),
        ),
    ],
    absurd(lemma("LEM-two-signs", leaf("1: s^2 <= 1"), leaf(f"1: {BEYOND}", use=["w == 0"]), a="1 - s^2")),
)
NEVER = intro("", split("condition or not condition", KNOWN, obtain("outside(oja, bipartite)", "a,b,s,w", IMPOSSIBLE)))


def at(value: list[list[str]]) -> Part:
    """One token of each group at +-v1."""
    letters = {"V": value, "v1": BASIS[0], "lam1": 2, "v": BASIS[0], "lam": 2, "norm_of_V": 3, "alpha": "1/8"}
    return {"tokens": {"A": 1, "B": 1}, "dim": 3, "letters": letters}


formal(
    "POW-T2.bip.R2.repaired",
    statement=model(
        WHOLE,
        {
            "show": [
                *(f"not condition => ({text})" for text in (IN_DISC, OCCUR, ONE, ONLY)),
                "outside(oja, bipartite) => condition",
                "condition => outside(oja, bipartite)",
            ]
        },
    ),
    proof=[
        without(intro("m,", have(IN_UNIT, BETWEEN))),
        without(intro("m,", from_z(real_pair(SAME, somewhere(SAME))))),
        without(obtain(SOME_OTHER, "m", from_z(real_pair(OPPOSITE, somewhere(OPPOSITE))))),
        without(intro("a,b,s,w,", have(ONLY_THESE, both(KNOWN, KNOWN)))),
        NEVER,
        FORCED,
    ],
    instance=at(symmetric(2, -1, -3)),
    twin=Variant("whatever the sign of lambda_2", {"!= lam1 or second": "!= lam1"}, at(symmetric(2, 1, -3))),
)
