"""POW-N8.three: bounds of what the clusters change across each other, where the angles are near those found."""

from __future__ import annotations

from proofs_checks.lemmas.contraction_of_three import GROUPS
from proofs_checks.power_method.proofs.three_angles import ANGLES, NAMES, NEAR, PAIRS, UNITS, ball
from verify.formal import formal, model
from verify.tactics.build import Steps, Tree, both, boxes, have, leaf, rule
from verify.verdict import Verdict

ANGLE = dict(zip(GROUPS, NAMES, strict=True))
WEIGHT = dict(zip(GROUPS, ("1", "3", "1"), strict=True))
OWN = dict(zip(GROUPS, ("4711/1000", "14854/1000", "2114/1000"), strict=True))
OTHER = {
    g: dict(zip(GROUPS, row, strict=True))
    for g, row in zip(
        GROUPS,
        (
            ("846/1000", "144/100", "9479/1000"),
            ("3878/1000", "12796/1000", "158/1000"),
            ("6268/1000", "368/1000", "5233/1000"),
        ),
        strict=True,
    )
}
LENGTH = dict(zip(GROUPS, ("5596/1000", "15488/1000", "3154/1000"), strict=True))
RATE = "197/200"
"""The contraction of the derivative in the norm max |d_i|/WEIGHT."""

MORE = {
    "where": [
        *PAIRS["where"],
        "turned(s, t) := cos(s)*(-2*cos(t) - 2*sin(t)) - sin(s)*(2*cos(t) - sin(t))",
        "along(s, t) := cos(s)*(sin(t) - 2*cos(t)) + sin(s)*(cos(t) + 2*sin(t))",
    ]
}


def _sum(g: str, term: str) -> str:
    return "(" + " + ".join(term.format(ANGLE[g], ANGLE[h]) for h in GROUPS) + ")"


def total(g: str) -> str:
    """The row sum of a cluster."""
    return _sum(g, "ex({0}, {1})")


def length(g: str) -> str:
    """The row sum times the length of the image."""
    return _sum(g, "ex({0}, {1})*(1 + along({0}, {1})/20)")


def own(g: str) -> str:
    """The row sum, and what moving a token itself changes across it."""
    return f"({_sum(g, 'ex({0}, {1})*(1 + turned({0}, {1})*turn({0}, {1})/20)')} + {other(g, g)}/40)"


def other(g: str, h: str) -> str:
    """What moving the tokens of another cluster changes."""
    return f"second({ANGLE[g]}, {ANGLE[h]})"


def facts(g: str) -> list[str]:
    """What is known in numbers of the row of a cluster."""
    found = []
    for term, most in ((own(g), OWN[g]), *((other(g, h), OTHER[g][h]) for h in GROUPS)):
        found += [f"{term} <= {most}", f"-({term}) <= {most}"]
    return [*found, f"{LENGTH[g]} <= {length(g)}", f"9/10*{total(g)} <= {length(g)}", f"{length(g)} <= {total(g)}"]


ALL = [fact for g in GROUPS for fact in facts(g)]


def box(r: str) -> dict[str, tuple[str, str]]:
    """The bounds of the three angles of a ball of radius r about the stated ones."""
    return {s: (f"{c} - {r}*{u}", f"{c} + {r}*{u}") for s, c, u in zip(NAMES, ANGLES, UNITS, strict=True)}


def inside(r: str, point: tuple[str, ...] = NAMES) -> Steps:
    """These bounds of a point, from those of the distances."""
    steps: Steps = []
    for s, c, u, (low, high) in zip(point, ANGLES, UNITS, box(r).values(), strict=True):
        gap = f"{s} - ({c})"
        steps += [
            (f"{gap} <= abs({gap})", rule("absolute above", e=gap)),
            (f"-({gap}) <= abs({gap})", rule("absolute above minus", e=gap)),
            (f"{s} <= {high}", leaf(f"1: {gap} <= abs({gap})", f"1: abs({gap}) <= {r}*{u}")),
            (f"{low} <= {s}", leaf(f"1: -({gap}) <= abs({gap})", f"1: abs({gap}) <= {r}*{u}")),
        ]
    return steps


def near(fact: str) -> Tree:
    """A fact about the angles within NEAR of the stated ones, by bisection of those that it speaks of."""
    return boxes(**{s: bounds for s, bounds in box(NEAR).items() if f"({s}" in fact or f", {s})" in fact})


formal(
    "LEM-three-clusters.numbers",
    title="Bounds of what three clusters change across each other where their angles are near stated ones",
    statement=model(MORE, {"letters": ["a, b, c: number"], "given": [ball(NAMES, NEAR)], "show": [" and ".join(ALL)]}),
    proof=have(inside(NEAR), both(*[near(fact) for fact in ALL])),
    expected=Verdict.CERTIFIED,
)
