"""States on given eigenvectors and their numbers: tokens at v_k are digits 1, tokens at -v_k digits 0."""

from __future__ import annotations

from proofs_checks.power_method.proofs.binary_codes import DIGITS, GROW
from proofs_checks.power_method.proofs.models import Part
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

BASIS: Part = {
    "spaces": ["E"],
    "letters": ["V: operator", "v[direction]: vector", "m[direction]: number"],
    "where": [
        "on_line(X, k) := forall i: X[i] == v[k] or X[i] == -v[k]",
        "opposite(X) := fn(i: -X[i])",
    ],
    "given": [
        "sum(k in direction: 1) == dim(E)",
        "forall k in direction: V(v[k]) == m[k]*v[k] and dot(v[k], v[k]) == 1",
        "forall k in direction, l in direction: k != l => dot(v[k], v[l]) == 0",
    ],
}
"""An orthonormal basis of eigenvectors."""
NUMBERED: Part = {**DIGITS, "where": ["number_of(X, k) := sum(j: b[j]*(1 + dot(X[j], v[k]))/2)"]}
UNIT = ("dot(v[g], v[g]) == 1", take(BASIS["given"][1], ["g"], KNOWN))
CODE = "number_of({0}, k)".format
LINES = "forall k in direction, l in direction, X in state: on_line(X, k) and on_line(X, l) => k == l"
ONCE = (
    "forall k in direction, X in state, Y in state: on_line(X, k) and on_line(Y, k)"
    f" and {CODE('X')} == {CODE('Y')} => (forall i: X[i] == Y[i])"
)
EACH = (
    f"forall k in direction, n in size: n < 2^{{0}} => (exists X in state: on_line(X, k) and {CODE('X')} == n)".format
)

AT = "number_of({0}, g)".format


def same_line(a: str, b: str) -> Tree:
    """A token that is at a v_k and at b v_l."""
    shown = "dot(v[g], X[t]) == dot(v[g], {0})".format
    first, second = f"{a}v[g]", f"{b}v[h]"
    return have(
        [(shown(x), lemma("LEM-same-dot", u="X[t]", w=x, z="v[g]")) for x in (first, second)],
        absurd(
            leaf(
                *(
                    f"eq {sign}: {shown(x)}"
                    for sign, x in ((("1", first), ("-1", second)) if a else (("-1", first), ("1", second)))
                ),
                use=["dot(v[g], v[h]) == 0", "dot(v[g], v[g]) == 1"],
            )
        ),
    )


ON_BOTH = split(
    "X[t] == v[g] or X[t] == -v[g]",
    *(split("X[t] == v[h] or X[t] == -v[h]", same_line(a, ""), same_line(a, "-")) for a in ("", "-")),
)
ONE_LINE = intro(
    "g,h,X,",
    split(
        "g == h or g != h",
        KNOWN,
        have(
            [UNIT, "dot(v[g], v[h]) == 0"],
            rule(
                "some element",
                have(["X[t] == v[g] or X[t] == -v[g]", "X[t] == v[h] or X[t] == -v[h]"], ON_BOTH),
                C="g == h",
                new={"x": "t"},
            ),
        ),
    ),
)
DIFFERENCE = "fn(j: (dot(X[j], v[g]) - dot(Y[j], v[g]))/2)"


def values(goal: list[list[Tree]]) -> Tree:
    """The four cases of two tokens on the line."""
    first, second = (f"{x}[t] == v[g] or {x}[t] == -v[g]" for x in "XY")
    return have([first, second], split(first, *(split(second, *row) for row in goal)))


def at(x: str, y: str) -> list[str]:
    """The two tokens, for a leaf."""
    return [f"X[t] == {x}v[g]", f"Y[t] == {y}v[g]", UNIT[0]]


PLACES = {("", ""): "left", ("-", "-"): "left", ("", "-"): "right left", ("-", ""): "right right"}


def nested(path: str, tree: Tree) -> Tree:
    """The tree in a place of an alternative."""
    for side in reversed(path.split()):
        tree = {side: tree}
    return tree


DIGIT = values([[nested(PLACES[x, y], leaf(use=at(x, y))) for y in ("", "-")] for x in ("", "-")])
GAP = "(dot(X[t], v[g]) - dot(Y[t], v[g]))/2 == 0"
EQUAL = values(
    [
        [
            leaf(use=at(x, y)[:2]) if x == y else absurd(leaf(f"eq {'1' if y else '-1'}: {GAP}", use=at(x, y)))
            for y in ("", "-")
        ]
        for x in ("", "-")
    ]
)
INJECTIVE = intro(
    "g,X,Y,",
    have(
        [
            UNIT,
            (
                "forall i: (dot(X[i], v[g]) - dot(Y[i], v[g]))/2 == 0",
                lemma(
                    "LEM-no-digits",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    intro("t", DIGIT),
                    leaf(f"eq 1: {AT('X')} == {AT('Y')}"),
                    r=DIFFERENCE,
                ),
            ),
        ],
        intro("t", have([GAP], EQUAL)),
    ),
)
ALL = "sum(j: b[j])"
POWER = f"{ALL} + 1 == 2^{{0}}".format
SIZE: Part = {"letters": ["N: size"], "given": ["N == sum(j: 1)"]}


def onto(size: str, exponent: str, below: Tree) -> Tree:
    """Every whole number below 2^exponent is the number of a state on the line; `below`: it is at most the largest."""
    return intro(
        "g,n,",
        have(
            [
                UNIT,
                (POWER(size), lemma("LEM-digits-sum", N=size)),
                (f"n + 1 <= 2^{exponent}", rule("next size", m="n", n=f"2^{exponent}")),
                (f"n <= {ALL}", below),
                (
                    "forall r in size: r <= sum(j: b[j]) => (exists W in state:"
                    " (forall i: W[i] == v[g] or W[i] == -v[g]) and sum(j: b[j]*(1 + dot(W[j], v[g]))/2) == r)",
                    lemma("LEM-number-pattern", v="v[g]"),
                ),
            ],
            KNOWN,
        ),
    )


PATTERN = (
    "(forall W in state: (forall i: W[i] == v[g] or W[i] == -v[g]) => sum(j: b[j]*(1 + dot(W[j], v[g]))/2) <= {0}"
    " => (exists r in size: sum(j: b[j]*(1 + dot(W[j], v[g]))/2) == r))"
).format
ROOM = "sum(j: b[j]*(1 - dot(Y[j], v[g]))/2) >= 0"
BOUNDED = (
    ROOM,
    rule(
        "positive sum",
        have(
            ["b[t] >= 1", "Y[t] == v[g] or Y[t] == -v[g]"],
            split(
                "Y[t] == v[g] or Y[t] == -v[g]",
                leaf(use=["Y[t] == v[g]", UNIT[0]]),
                leaf("1: b[t] >= 1", "1:", use=["Y[t] == -v[g]", UNIT[0]]),
            ),
        ),
        e="fn(j: b[j]*(1 - dot(Y[j], v[g]))/2)",
        new={"x": "t"},
    ),
)
FOUND = f"exists r in size: {AT('Y')} == r"


def into(size: str) -> Tree:
    """Every state on the line has a number below 2 to the power of `size`, the number of tokens."""
    return intro(
        "g,Y,",
        have(
            [
                UNIT,
                *GROW,
                (POWER(size), lemma("LEM-digits-sum", N=size)),
                BOUNDED,
                (f"forall n in size: {PATTERN('n')}", lemma("LEM-pattern-number", v="v[g]")),
                (PATTERN(f"2^{size}"), take(f"forall n in size: {PATTERN('n')}", [f"2^{size}"], KNOWN)),
                (f"{AT('Y')} <= 2^{size}", leaf(f"1: {ROOM}", f"eq 1: {POWER(size)}", "1:")),
                (FOUND, take(PATTERN(f"2^{size}"), ["Y"], KNOWN)),
            ],
            obtain(
                FOUND,
                "r",
                witness("r", both(leaf(f"1: {ROOM}", f"eq 1: {POWER(size)}", f"eq -1: {AT('Y')} == r", "1:"), KNOWN)),
            ),
        ),
    )
