"""Lemma 1: which states of its classes are equilibria, when they lie on eigenvectors, and how the classes overlap."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import LENGTH_OF_V
from proofs_checks.power_method.proofs.models import BASIS, OJA, Part, V, eigen, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, groups, have, intro, leaf, rule, take, unfold

SIDES: Part = {
    "groups": ["A", "B"],
    "where": ["p := sum(h in A: 1)", "q := sum(h in B: 1)", "N := p + q"],
}
ON_EIGENVECTOR: Part = {
    **SIDES,
    "letters": ["v: vector", "lam: number", "x[token]: vector"],
    "where": [*SIDES["where"], "u := alpha*lam*(p - q)/N"],
    "states": ["bipartite: A -> v, B -> -v"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "forall i: dot(x[i], x[i]) == 1"],
}
CONSENSUS = "fn(h: v)"
SQUARE = [["1", "0", "0"], ["-1", "0", "0"], ["3/5", "4/5", "0"], ["-3/5", "-4/5", "0"]]
VALUES = {"v": BASIS[0], "lam": 2, "V": symmetric(2, 1, -3), "alpha": "1/8", "x": SQUARE}


def instance(p: int, q: int, letters: Part) -> Part:
    """p tokens in A and q in B, in R^3."""
    return {"tokens": {"A": p, "B": q}, "dim": 3, "letters": letters}


def at_both(state: str, first: str, second: str) -> Tree:
    """The state is fixed, with |y| = first on the one side and second on the other."""
    return unfold(
        "goal",
        groups(
            intro("t", leaf(use=eigen(), norms=[first])),
            intro("t", leaf(use=eigen(), norms=[second])),
        ),
    )


HALVES = "sum(j in A: x[j]) == -sum(j in B: x[j])"
POLYGONAL = intro(
    "",
    have([HALVES], unfold("goal", intro("t", leaf(use=[HALVES, "forall i: dot(x[i], x[i]) == 1"], norms=["1"])))),
)
SMALL = [
    (
        "lam^2 <= norm_of_V^2",
        take(LENGTH_OF_V["given"][1], ["v"], leaf("1: dot(V(v), V(v)) <= norm_of_V^2*dot(v, v)", use=eigen())),
    ),
    ("lam <= norm_of_V", rule("below the square", a="lam", b="norm_of_V")),
    ("-lam <= norm_of_V", rule("below the square", a="-lam", b="norm_of_V")),
    ("alpha*norm_of_V < 1/2", leaf("1: alpha < 1/(2*norm_of_V); norm_of_V > 0")),
    ("1 + alpha*lam > 0", leaf("1/2:", "1: alpha*norm_of_V < 1/2", "1: alpha > 0; -lam <= norm_of_V")),
    ("1 - alpha*lam > 0", leaf("1/2:", "1: alpha*norm_of_V < 1/2", "1: alpha > 0; lam <= norm_of_V")),
]

formal(
    "POW-L1.conv",
    statement=model(
        V,
        OJA,
        ON_EIGENVECTOR,
        LENGTH_OF_V,
        {
            "show": [
                "1 + alpha*lam > 0",
                "1 + u > 0",
                "1 - u > 0",
                f"fixed(oja, {CONSENSUS})",
                "fixed(oja, bipartite)",
                "sum(j: x[j]) == 0 => fixed(oja, x)",
            ]
        },
    ),
    proof=[
        have(SMALL, KNOWN),
        have(SMALL, leaf("1: p > 0; 1 + alpha*lam > 0", "1: q > 0; 1 - alpha*lam > 0", times=["N"])),
        have(SMALL, leaf("1: q > 0; 1 + alpha*lam > 0", "1: p > 0; 1 - alpha*lam > 0", times=["N"])),
        at_both(CONSENSUS, "1 + alpha*lam", "1 + alpha*lam"),
        at_both("bipartite", "1 + u", "1 - u"),
        POLYGONAL,
    ],
    instance=instance(3, 1, {**VALUES, "norm_of_V": 3}),
    twin=Variant(
        "step sizes up to 4/|V|",
        {"1/(2*norm_of_V)": "4/norm_of_V"},
        instance(3, 1, {**VALUES, "v": BASIS[2], "lam": -3, "alpha": 1, "norm_of_V": 3}),
    ),
)


def undefined(factor: str) -> Tree:
    """Where a factor is zero so is y_i on that side."""
    return intro(
        ",t",
        rule(
            "equal vectors",
            leaf(f"eq {factor}: {factor} == 0", use=eigen()),
            u="bipartite[t] + alpha*V(sum(j: bipartite[j])/sum(j: 1))",
            w="0",
        ),
    )


formal(
    "POW-L1.conv.R1.repaired",
    statement=model(
        V,
        OJA,
        ON_EIGENVECTOR,
        {
            "given": ["alpha > 0"],
            "where": ["c := 1 + alpha*lam"],
            "show": [
                f"c > 0 => fixed(oja, {CONSENSUS})",
                f"c < 0 => (forall i: value(oja, {CONSENSUS}, i) == -v and value(oja, fn(h: -v), i) == v)",
                "c == 0 => v + alpha*V(v) == 0",
                "v != -v",
                "1 + u > 0 and 1 - u > 0 => fixed(oja, bipartite)",
                "(1 + u) + (1 - u) == 2",
                "1 + u < 0 => (forall i: value(oja, bipartite, i) == -v)",
                "1 - u < 0 => (forall i: value(oja, bipartite, i) == v)",
                "1 + u == 0 => (forall i in A: bipartite[i] + alpha*V(sum(j: bipartite[j])/sum(j: 1)) == 0)",
                "1 - u == 0 => (forall i in B: bipartite[i] + alpha*V(sum(j: bipartite[j])/sum(j: 1)) == 0)",
                "sum(j: x[j]) == 0 => fixed(oja, x)",
            ],
        },
    ),
    proof=[
        intro("", at_both(CONSENSUS, "c", "c")),
        intro("", groups(*[intro("t", both(*[leaf(use=eigen(), norms=["-c"])] * 2))] * 2)),
        intro("", rule("equal vectors", leaf("eq c: c == 0", use=eigen()), u="v + alpha*V(v)", w="0")),
        have([("v + v != 0", rule("nonzero vector", leaf("4:", use=eigen()), u="v + v"))], KNOWN),
        intro("", at_both("bipartite", "1 + u", "1 - u")),
        leaf(),
        intro(
            "",
            have(
                [("1 - u > 0", leaf("1: 1 + u < 0", "2:"))],
                groups(*[intro("t", leaf(use=eigen(), norms=["-(1 + u)", "1 - u"]))] * 2),
            ),
        ),
        intro(
            "",
            have(
                [("1 + u > 0", leaf("1: 1 - u < 0", "2:"))],
                groups(*[intro("t", leaf(use=eigen(), norms=["1 + u", "-(1 - u)"]))] * 2),
            ),
        ),
        undefined("1 + u"),
        undefined("1 - u"),
        POLYGONAL,
    ],
    instance=instance(3, 1, VALUES),
    twin=Variant(
        "the same factor for both groups",
        {"1 + u > 0 and 1 - u > 0 =>": "1 + u > 0 =>"},
        instance(3, 1, {**VALUES, "alpha": 2}),
    ),
)
