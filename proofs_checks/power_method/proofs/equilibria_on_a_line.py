"""Lemma 1: equilibria with all tokens on one line, any V; and how the three classes overlap."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import BASIS, OJA, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, groups, have, intro, leaf, lemma, rule, take, unfold

MATRIX: Part = {"letters": ["V: matrix", "alpha: number"]}
LINE: Part = {
    "groups": ["A", "B"],
    "letters": ["u: vector"],
    "where": ["p := sum(h in A: 1)", "q := sum(h in B: 1)", "N := p + q"],
    "states": ["line: A -> u, B -> -u"],
    "given": ["dot(u, u) == 1"],
}
VALUES = {"V": [[2, 1, 0], [0, 1, 0], [0, 0, 1]], "alpha": "1/4", "u": [1, 0, 0]}
HALF = "(p - q)/N"
PULL = f"({HALF}*V(u))"


TURNED = "((norm(y) - 1)/alpha*u)"
GAP = f"({PULL} - {TURNED})"


def at_token(fixed: str, state: str, pull: str, then: Tree) -> Tree:
    """What a token at u says: the pull is along u, and how long y is."""
    y = f"norm(u + alpha*{pull})"
    unit = f"unit(u + alpha*{pull}) == u"
    at_first = take(f"forall i: value(oja, {state}, i) == {state}[i]", ["t"], have([unit], KNOWN))
    along = f"{pull} == dot(u, {pull})*u and {y} == 1 + alpha*dot(u, {pull}) and {pull} == ({y} - 1)/alpha*u"
    steps = [
        (unit, rule("some element, group", at_first, C=unit, new={"x": "t"}, spaces={"G": "A"})),
        (along, lemma("LEM-pull", x="u", g=pull, k="alpha")),
    ]
    return unfold(fixed, have(steps, then))


def instance(p: int, q: int, letters: Part) -> Part:
    """p tokens at u and q at -u, in R^3."""
    return {"tokens": {"A": p, "B": q}, "dim": 3, "letters": letters}


CONSENSUS = "fn(h: u)"
formal(
    "POW-L1.eig.repaired",
    statement=model(
        MATRIX,
        OJA,
        LINE,
        {
            "where": ["y := u + alpha*((p - q)/N*V(u))"],
            "given": ["alpha > 0"],
            "show": [
                f"norm(u + alpha*V(u)) > 0 and fixed(oja, {CONSENSUS}) => V(u) == (norm(u + alpha*V(u)) - 1)/alpha*u",
                "p != q => norm(y) > 0 and fixed(oja, line) => V(u) == N*(norm(y) - 1)/(alpha*(p - q))*u",
                "p == q => fixed(oja, line)",
            ],
        },
    ),
    proof=[
        intro("", at_token(f"fixed(oja, {CONSENSUS})", CONSENSUS, "V(u)", KNOWN)),
        intro(
            ",",
            at_token(
                "fixed(oja, line)",
                "line",
                PULL,
                have(
                    [
                        (f"dot({GAP}, {PULL}) == dot({GAP}, {TURNED})", lemma("LEM-same-dot", u=PULL, w=TURNED, z=GAP)),
                        (
                            f"N*{TURNED} == (p - q)*V(u)",
                            rule(
                                "equal vectors",
                                leaf(f"eq N^2: dot({GAP}, {PULL}) == dot({GAP}, {TURNED})"),
                                u=f"N*{TURNED}",
                                w="(p - q)*V(u)",
                            ),
                        ),
                        (f"V(u) == 1/(p - q)*(N*{TURNED})", lemma("LEM-scale", u=f"N*{TURNED}", w="V(u)", k="p - q")),
                    ],
                    KNOWN,
                ),
            ),
        ),
        intro("", unfold("goal", groups(*[intro("t", leaf(use=["p == q", "dot(u, u) == 1"], norms=["1"]))] * 2))),
    ],
    instance=instance(3, 1, VALUES),
    twin=Variant(
        "without the imbalance of the groups",
        {"N*(norm(y) - 1)/(alpha*(p - q))": "(norm(y) - 1)/alpha"},
        instance(3, 1, VALUES),
    ),
)

formal(
    "POW-L1.over.repaired",
    statement=model(
        LINE,
        {
            "show": [
                "dot(sum(j: u), sum(j: u)) == N^2",
                "dot(sum(j: line[j]), sum(j: line[j])) == (p - q)^2",
                "u != -u",
                "sum(j: u) != 0",
                "sum(j: line[j]) == 0 => p == q",
                "p == q => sum(j: line[j]) == 0",
            ]
        },
    ),
    proof=[
        leaf(use=["dot(u, u) == 1"]),
        leaf(use=["dot(u, u) == 1"]),
        have([("u + u != 0", rule("nonzero vector", leaf("4:", use=["dot(u, u) == 1"]), u="u + u"))], KNOWN),
        rule("nonzero vector", leaf("1: N > 0; N > 0", use=["dot(u, u) == 1"]), u="sum(j: u)"),
        intro(
            "",
            have(
                [
                    (
                        "dot(u, sum(j: line[j])) == dot(u, 0*u)",
                        lemma("LEM-same-dot", u="sum(j: line[j])", w="0*u", z="u"),
                    )
                ],
                leaf("eq 1: dot(u, sum(j: line[j])) == dot(u, 0*u)", use=["dot(u, u) == 1"]),
            ),
        ),
        intro("", rule("equal vectors", leaf("eq p - q: p == q", use=["dot(u, u) == 1"]), u="sum(j: line[j])", w="0")),
    ],
    instance=instance(2, 2, {"u": BASIS[0]}),
    twin=Variant("one token more on the one side", {"=> p == q": "=> p == q + 1"}, instance(2, 2, {"u": BASIS[0]})),
)
