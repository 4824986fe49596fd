"""Remark 2.2 for any scale gamma: what layer normalisation leaves of a token, by the entries where gamma vanishes.

A token is a vector, b an orthonormal basis: one vector for each entry (the index `token` runs through the entries).
`ones` is (1, ..., 1), G the diagonal matrix of gamma; z marks the entries where gamma vanishes.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.token_basis import BASIS, COMPLETE
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, witness

ONES = "forall j: dot(b[j], ones) == 1"
DIAGONAL = "forall j: G(b[j]) == gamma[j]*b[j]"
SCALES: dict[str, Any] = model(
    BASIS,
    {
        "letters": ["gamma[token]: number; G: operator; ones, beta: vector"],
        "where": ["entries := sum(j: 1)"],
        "given": [ONES, DIAGONAL],
    },
)
MARK = "(gamma[{0}] == 0 and z[{0}] == 1) or (gamma[{0}] != 0 and z[{0}] == 0)".format
MARKED = f"forall j: {MARK('j')}"
ZEROS: dict[str, Any] = model(
    SCALES,
    {
        "letters": ["z[token]: number"],
        "where": [
            "k := sum(j: z[j])",
            "c(Y, j) := dot(b[j], Y - beta)/(gamma[j] + z[j])",
            "total(Y) := sum(j: c(Y, j))",
            "squares(Y) := sum(j: c(Y, j)^2)",
        ],
        "given": [MARKED],
    },
)
NORM: dict[str, Any] = {
    "where": [
        "rest(X) := X - dot(ones, X)/entries*ones",
        "sigma(X) := sqrt(dot(rest(X), rest(X))/entries)",
        "N(X) := 1/sigma(X)*G(rest(X)) + beta",
    ]
}
REACHED = "dot(ones, u) == 0 and dot(u, u) == entries and y == beta + G(u)"


def entry(of_zero: Tree, of_other: Tree, name: str = "p") -> Tree:
    """By whether gamma vanishes at an entry."""
    return split(MARK(name), of_zero, of_other)


_OF_SUM = "sum(j: dot(b[j], ones)*dot(b[j], u)) == dot(ones, u)"
_SUM = "sum(j: dot(b[j], u)) == dot(ones, u)"
formal(
    "LEM-scales.sums",
    title="The sum of the entries of a vector and of their squares",
    statement=model(
        {"letters": ["b[token]: vector; ones, u: vector"], "given": [COMPLETE, ONES]},
        {"show": [_SUM, "sum(j: dot(b[j], u)^2) == dot(u, u)"]},
    ),
    proof=[
        have([(_OF_SUM, lemma("LEM-basis.product", u="ones", w="u"))], leaf(f"eq 1: {_OF_SUM}", use=[ONES])),
        have(
            [("sum(j: dot(b[j], u)*dot(b[j], u)) == dot(u, u)", lemma("LEM-basis.product", w="u"))],
            leaf("eq 1: sum(j: dot(b[j], u)*dot(b[j], u)) == dot(u, u)"),
        ),
    ],
    instance={"tokens": 2, "dim": 2, "letters": {"b": [[1, 0], [0, 1]], "ones": [1, 1], "u": [2, 3]}},
    twin=Variant(
        "ones of another sum",
        {"dot(b[j], ones) == 1": "dot(b[j], ones) == 2"},
        {"tokens": 2, "dim": 2, "letters": {"b": [[1, 0], [0, 1]], "ones": [2, 2], "u": [2, 3]}},
    ),
)
_PLANE = [[1, 0], [0, 1]]
_SHARED = {"b": _PLANE, "gamma": [2, 0], "G": [[2, 0], [0, 0]], "ones": [1, 1], "beta": [1, 2], "z": [0, 1]}


def flat(**letters: Any) -> dict[str, Any]:
    return {"tokens": 2, "dim": 2, "letters": {**_SHARED, **letters}}


formal(
    "LEM-scales.own",
    title="The entries of u that are left in beta + gamma u, divided by gamma",
    statement=model(
        {**ZEROS, "given": [DIAGONAL, MARKED]},
        {
            "letters": ["u, y: vector"],
            "given": ["y == beta + G(u)"],
            "show": ["forall j: c(y, j) == (1 - z[j])*dot(b[j], u)"],
        },
    ),
    proof=intro(
        "p",
        have(
            [
                ("dot(b[p], y - beta) == dot(G(b[p]), u)", leaf(use=["y == beta + G(u)"])),
                (
                    "dot(b[p], y - beta) == gamma[p]*dot(b[p], u)",
                    leaf("eq 1: dot(b[p], y - beta) == dot(G(b[p]), u)", use=[DIAGONAL]),
                ),
            ],
            entry(
                leaf("eq 1: dot(b[p], y - beta) == gamma[p]*dot(b[p], u)", use=["gamma[p] == 0", "z[p] == 1"]),
                leaf("eq 1/gamma[p]: dot(b[p], y - beta) == gamma[p]*dot(b[p], u)", use=["z[p] == 0"]),
            ),
        ),
    ),
    instance=flat(u=[3, 5], y=[7, 2]),
)

_OWN = "forall j: c(y, j) == (1 - z[j])*dot(b[j], u)"
_AT = "c(y, p) == (1 - z[p])*dot(b[p], u)"
_ONE_OR_NONE = "forall j: z[j] == 0 or z[j] == 1"
MARKS = (_ONE_OR_NONE, intro("p", entry(KNOWN, KNOWN)))
MASS = "total(y) == -sum(j: z[j]*dot(b[j], u))"
LEFT = "squares(y) == entries - sum(j: z[j]*dot(b[j], u)^2)"
_SUMS = ("sum(j: dot(b[j], u)) == dot(ones, u)", "sum(j: dot(b[j], u)^2) == dot(u, u)")
_SQUARED = "sum(j: c(y, j)^2) == sum(j: (1 - z[j])*dot(b[j], u)^2)"
NO_ZERO = "forall j: z[j]*c(y, j) == 0"
_LEFT_SUM = (
    "sum(j: c(y, j)) == sum(j: (1 - z[j])*dot(b[j], u))",
    rule("equal sums", KNOWN, e="fn(j: c(y, j))", f="fn(j: (1 - z[j])*dot(b[j], u))", new={"x": "p"}),
)


def _marked(*equations: str, then: str) -> Tree:
    """Something of an entry whose mark is 0 or 1."""
    parts = [leaf(*equations, use=[f"z[p] == {value}"]) for value in (0, 1)]
    return have([then, "z[p] == 0 or z[p] == 1"], split("z[p] == 0 or z[p] == 1", *parts))


formal(
    "LEM-scales.rest",
    title="What the entries that are lost contribute to the sum and to the squares",
    statement=model(
        {**ZEROS, "given": ZEROS["given"][2:]},
        {
            "letters": ["u, y: vector"],
            "given": [*REACHED.split(" and ")],
            "show": [MASS, LEFT, NO_ZERO],
        },
    ),
    proof=[
        have(
            [(_OWN, lemma("LEM-scales.own")), (" and ".join(_SUMS), lemma("LEM-scales.sums"))],
            have([_LEFT_SUM], leaf(f"eq 1: {_LEFT_SUM[0]}", f"eq 1: {_SUMS[0]}", "eq 1: dot(ones, u) == 0")),
        ),
        have(
            [
                (_OWN, lemma("LEM-scales.own")),
                (" and ".join(_SUMS), lemma("LEM-scales.sums")),
                MARKS,
                (
                    _SQUARED,
                    rule(
                        "equal sums",
                        _marked(f"eq (c(y, p) + (1 - z[p])*dot(b[p], u)): {_AT}", then=_AT),
                        e="fn(j: c(y, j)^2)",
                        f="fn(j: (1 - z[j])*dot(b[j], u)^2)",
                        new={"x": "p"},
                    ),
                ),
            ],
            leaf(f"eq 1: {_SQUARED}", f"eq 1: {_SUMS[1]}", "eq 1: dot(u, u) == entries"),
        ),
        have(
            [(_OWN, lemma("LEM-scales.own")), MARKS],
            intro("p", _marked(f"eq z[p]: {_AT}", then=_AT)),
        ),
    ],
    instance=flat(u=[1, -1], y=[3, 2]),
)

IMAGE = "(exists x in vector: rest(x) != 0 and N(x) == y)"
FILLED = f"(exists u in vector: {REACHED})"
_LENGTH = "dot(ones, ones) == entries"
_ROOT = "dot(rest(x), rest(x))/entries"
formal(
    "LEM-scales.image",
    title="The image of layer normalisation is that of a sphere under the scales",
    statement=model(
        {**SCALES, "given": [COMPLETE, ONES]},
        NORM,
        {"letters": ["y: vector"], "show": [f"{IMAGE} => {FILLED}", f"{FILLED} => {IMAGE}"]},
    ),
    proof=[
        intro(
            "",
            obtain(
                IMAGE,
                "x",
                have(
                    [
                        (
                            f"{_SUM.replace('u)', 'ones)')} and sum(j: dot(b[j], ones)^2) == dot(ones, ones)",
                            lemma("LEM-scales.sums", u="ones"),
                        ),
                        (_LENGTH, leaf("eq -1: sum(j: dot(b[j], ones)^2) == dot(ones, ones)", use=[ONES])),
                        ("dot(rest(x), rest(x)) > 0", rule("positive square", u="rest(x)")),
                        (f"{_ROOT} > 0", leaf("1: dot(rest(x), rest(x)) > 0; 1/entries > 0")),
                    ],
                    witness(
                        "1/sigma(x)*rest(x)",
                        both(
                            leaf(use=[_LENGTH]),
                            leaf(use=[_LENGTH]),
                            leaf(use=["y == N(x)"]),
                        ),
                    ),
                ),
            ),
        ),
        intro(
            "",
            obtain(
                FILLED,
                "u",
                witness(
                    "u",
                    both(
                        rule(
                            "nonzero vector",
                            leaf("1: entries > 0", use=["dot(ones, u) == 0", "dot(u, u) == entries"]),
                            u="rest(u)",
                        ),
                        leaf(use=["dot(ones, u) == 0", "dot(u, u) == entries", "y == beta + G(u)"]),
                    ),
                ),
            ),
        ),
    ],
)
