"""Unit vectors at the corners of a regular simplex, k at each of them: their sum, sums over a corner, the frame.

`same` is 1 for two vectors at one corner and 0 for two at different ones.
"""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, split, take

UNIT = "forall i: dot(x[i], x[i]) == 1"
PRODUCTS = "forall i, j: x[i] == x[j] or dot(x[i], x[j]) == -1/m"
CORNERS = "forall i: sum(j: same(i, j)) == k"
COUNT = "sum(j: 1) == k*(m + 1)"
SPAN = "forall u in vector: (forall i: dot(x[i], u) == 0) => u == 0"
SAME = "same(i, j) := (1 + m*dot(x[i], x[j]))/(m + 1)"
CORNER_WORDS: dict[str, Any] = {"letters": ["x[token]: vector; k, m: number"], "where": [SAME]}
AT_CORNERS: dict[str, Any] = {"given": ["m >= 2", PRODUCTS, CORNERS, COUNT]}
SIMPLEX: dict[str, Any] = {"given": [*AT_CORNERS["given"], SPAN]}
ALIKE = "forall i, j: x[i] == x[j] => c[i] == c[j]"
BALANCED = "sum(j: x[j]) == 0"
FRAME = "forall u in vector: sum(j: dot(x[j], u)*x[j]) == k*(m + 1)/m*u"
OVER_CORNER = "sum(j: same({0}, j)*c[j]) == k*c[{0}]".format
GRAM = "sum(j: dot(x[{0}], x[j])*c[j]) == k*(m + 1)/m*c[{0}] - 1/m*sum(j: c[j])".format

_DOWN = "-sqrt(3)/2"
TRIANGLE = [[1, 0], ["-1/2", "sqrt(3)/2"], ["-1/2", _DOWN]]
PAIRS = [*TRIANGLE, *TRIANGLE]
TURN = [[0, 1], [_DOWN, "-1/2"], ["sqrt(3)/2", "-1/2"]] * 2


def at_pairs(**letters: Any) -> dict[str, Any]:
    """Two tokens at each corner of a triangle."""
    return {"tokens": 6, "dim": 2, "letters": {"x": PAIRS, "k": 2, "m": 2, **letters}}


def corner_by_corner(q: str, same: Tree, other: Tree) -> Tree:
    """Another token is at the corner of the token p, or at another one."""
    here = f"x[p] == x[{q}]"
    return have([f"{here} or dot(x[p], x[{q}]) == -1/m"], split(f"{here} or dot(x[p], x[{q}]) == -1/m", same, other))


def row(p: str) -> Tree:
    """The scalar products of one token with all sum to zero."""
    whole = f"sum(j: same({p}, j)) == k"
    return have([whole], leaf(f"eq (m + 1)/m: {whole}", f"eq -1/m: {COUNT}"))


formal(
    "LEM-simplex.corner",
    title="The sum over a corner of a simplex of what is the same at one corner",
    statement=model(
        CORNER_WORDS,
        AT_CORNERS,
        {"letters": ["c[token]: vector"], "given": [ALIKE], "show": [f"forall i: {OVER_CORNER('i')}"]},
    ),
    proof=intro(
        "p",
        have(
            [
                (
                    "sum(j: same(p, j)*c[j]) == sum(j: same(p, j)*c[p])",
                    rule(
                        "equal vector sums",
                        corner_by_corner(
                            "q",
                            have(["c[p] == c[q]"], leaf(use=["c[p] == c[q]"])),
                            leaf(use=["dot(x[p], x[q]) == -1/m"]),
                        ),
                        e="fn(j: same(p, j)*c[j])",
                        f="fn(j: same(p, j)*c[p])",
                        new={"x": "q"},
                    ),
                ),
                ("sum(j: dot(x[p], x[j])) == 0", row("p")),
            ],
            lemma(
                "LEM-same-chain",
                KNOWN,
                leaf(use=["sum(j: dot(x[p], x[j])) == 0", COUNT]),
                u="sum(j: same(p, j)*c[j])",
                w="sum(j: same(p, j)*c[p])",
                z="k*c[p]",
            ),
        ),
    ),
    instance=at_pairs(c=[[1, 0], [0, 2], [0, 0]] * 2),
    twin=Variant(
        "vectors that differ at a corner",
        {ALIKE: "forall i, j: c[i] == c[j] => c[i] == c[j]"},
        at_pairs(c=[[1, 0], [0, 2], [0, 0], [1, 0], [0, 2], [0, 1]]),
    ),
)

formal(
    "LEM-simplex.gram",
    title="The products of a simplex with what is the same at one corner",
    statement=model(
        CORNER_WORDS,
        AT_CORNERS,
        {"letters": ["c[token]: vector"], "given": [ALIKE], "show": [f"forall i: {GRAM('i')}"]},
    ),
    proof=have(
        [(f"forall i: {OVER_CORNER('i')}", lemma("LEM-simplex.corner"))],
        intro(
            "p",
            have(
                [OVER_CORNER("p")],
                lemma(
                    "LEM-solved-for",
                    KNOWN,
                    KNOWN,
                    g="sum(j: dot(x[p], x[j])*c[j])",
                    k="m/(m + 1)",
                    c="-1/(m + 1)",
                    x="sum(j: c[j])",
                    t="k*c[p]",
                ),
            ),
        ),
    ),
    instance=at_pairs(c=[[1, 0], [0, 2], [0, 0]] * 2),
    twin=Variant("without the sum", {"- 1/m*sum(j: c[j])": ""}, at_pairs(c=[[1, 0], [0, 2], [0, 0]] * 2)),
)

_ROW = "forall i: sum(j: dot(x[i], x[j])) == 0"
_AT_X = OVER_CORNER("p").replace("c[", "x[")
_PAIRED = "dot(z, sum(j: same(p, j)*x[j])) == dot(z, k*x[p])"
_REST = "sum(j: dot(x[j], z)*x[j]) - k*(m + 1)/m*z"
_BALANCED: Steps = [
    (
        "forall i: dot(x[i], sum(j: x[j])) == 0",
        intro(
            "p",
            have(
                [("sum(j: dot(x[p], x[j])) == 0", row("p"))],
                leaf("eq 1: sum(j: dot(x[p], x[j])) == 0"),
            ),
        ),
    ),
    (BALANCED, take(SPAN, ["sum(j: x[j])"], KNOWN)),
]
_ACROSS = intro(
    "p",
    have(
        [_AT_X, (_PAIRED, lemma("LEM-same-dot", u="sum(j: same(p, j)*x[j])", w="k*x[p]"))],
        leaf(f"eq (m + 1)/m: {_PAIRED}", use=[BALANCED]),
    ),
)
_SPLIT = have(
    [
        ("forall i, j: x[i] == x[j] => x[i] == x[j]", intro(["p", "q", ""], KNOWN)),
        ("forall i: sum(j: same(i, j)*x[j]) == k*x[i]", lemma("LEM-simplex.corner", c="x")),
    ],
    intro(
        "z",
        have(
            [(f"forall i: dot(x[i], {_REST}) == 0", _ACROSS), (f"{_REST} == 0", take(SPAN, [_REST], KNOWN))],
            lemma(
                "LEM-solved-for", KNOWN, KNOWN, g="sum(j: dot(x[j], z)*x[j])", x="z", t="0*z", k="1", c="k*(m + 1)/m"
            ),
        ),
    ),
)
formal(
    "LEM-simplex.frame",
    title="The corners of a regular simplex have the sum zero, and every vector splits along them",
    statement=model(CORNER_WORDS, SIMPLEX, {"show": [_ROW, BALANCED, FRAME]}),
    proof=[intro("p", row("p")), have(_BALANCED, KNOWN), have(_BALANCED, _SPLIT)],
    instance=at_pairs(),
    twin=Variant("the factor k", {FRAME: FRAME.replace("k*(m + 1)/m", "k")}, at_pairs()),
)


def framed(then: Tree) -> Tree:
    """With what LEM-simplex.frame says of the corners."""
    return have([(f"({_ROW}) and {BALANCED} and ({FRAME})", lemma("LEM-simplex.frame")), BALANCED, FRAME], then)
