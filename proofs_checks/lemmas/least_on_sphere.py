"""The least value of a positive function on unit vectors that moves no faster than its argument, from limit points."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    cases,
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

_LEAST = "exists mu in number: mu > 0 and (forall a in vector E: dot(a, a) == 1 => mu <= g(a))"
_SLOW = "forall a in vector E, b in vector E: dot(a, a) == 1 and dot(b, b) == 1 => g(a) <= g(b) + L*norm(a - b)"
_LOW = "exists a in vector E: dot(a, a) == 1 and g(a) < 1/({0} + 1)".format
_MEMBER = "forall i: dot(X[i], X[i]) == 1 and g(X[i]) <= 1/(n + 1)"
_NEAR = "exists n in size, X in state E: n >= {0} and (" + _MEMBER + ") and (forall i: norm(X[i] - S[i]) < {1})"
_ACCUMULATES = f"forall e in number, m in size: e > 0 => ({_NEAR.format('m', 'e')})"
_NOT_BELOW = intro(
    ["b", ""],
    cases(
        "g(b) - 1/(p + 1)",
        leaf("1: g(b) - 1/(p + 1) >= 0"),
        absurd(
            have(
                [("g(b) < 1/(p + 1)", leaf("1: g(b) - 1/(p + 1) < 0"))],
                rule("contradiction", witness("b", both(KNOWN, KNOWN)), KNOWN, P=_LOW("p"), C="1 <= 0"),
            )
        ),
    ),
)
_ABSENT = split(
    f"({_LOW('p')}) or not ({_LOW('p')})",
    KNOWN,
    absurd(
        have(
            [(_LEAST, witness("1/(p + 1)", both(leaf("1:", times=["p + 1"]), _NOT_BELOW)))],
            rule("contradiction", P=_LEAST, C="1 <= 0"),
        )
    ),
)
_AT = _NEAR.format("q", "r")
_STATE = _AT.replace("exists n in size, X", "exists X").replace("n >=", "n1 >=").replace("(n +", "(n1 +")


def _near(then: Tree) -> Tree:
    """A state X nearer to S than r, of unit vectors at which the function is below r."""
    found = obtain(_AT, "n1", obtain(_STATE, "X", then))
    late = ("exists n in size: 1/r < n", rule("sizes exceed every number", K="1/r"))
    return intro("r,", have([late], obtain(late[0], "q", take(_ACCUMULATES, ["r", "q"], found))))


def _length(sign: str, first: str, second: str) -> tuple[str, Tree]:
    triangle = f"norm({second} + ({first} - {second})) <= norm({second}) + norm({first} - {second})"
    fact = f"{sign}(norm(S[t]) - 1) <= 0"
    closer = have(
        [
            ("dot(X[t], X[t]) == 1", KNOWN),
            ("norm(X[t]) == 1", leaf(norms=["1"], use=["dot(X[t], X[t]) == 1"])),
            "norm(X[t] - S[t]) < r",
            (triangle, rule("triangle", u=second, w=f"{first} - {second}")),
        ],
        leaf(f"1: {triangle}", "1: norm(X[t] - S[t]) < r", use=["norm(X[t]) == 1"]),
    )
    return fact, lemma("LEM-not-positive", _near(closer), a=f"{sign}(norm(S[t]) - 1)")


_BELOW = have(
    [
        ("dot(X[t], X[t]) == 1", KNOWN),
        "norm(X[t] - S[t]) < r",
        "g(X[t]) <= 1/(n1 + 1)",
        ("1/(n1 + 1) < r", leaf("1: r > 0; n1 >= q", "1: r > 0; 1/r < q", "1: r > 0", times=["n1 + 1"])),
        ("g(S[t]) <= g(X[t]) + L*norm(S[t] - X[t])", take(_SLOW, ["S[t]", "X[t]"], KNOWN)),
    ],
    leaf(
        "1: g(S[t]) <= g(X[t]) + L*norm(S[t] - X[t])",
        "1: g(X[t]) <= 1/(n1 + 1)",
        "1: 1/(n1 + 1) < r",
        "1: L >= 0; norm(X[t] - S[t]) < r",
        times=["1 + L"],
    ),
)
_IMPOSSIBLE = have(
    [
        ("1 + L > 0", leaf("1: L >= 0", "1:")),
        _length("", "S[t]", "X[t]"),
        _length("-", "X[t]", "S[t]"),
        (
            "norm(S[t]) == 1",
            rule(
                "antisymmetry",
                leaf("1: (norm(S[t]) - 1) <= 0"),
                leaf("1: -(norm(S[t]) - 1) <= 0"),
                a="norm(S[t])",
                b="1",
            ),
        ),
        ("dot(S[t], S[t]) == 1", leaf("eq norm(S[t]) + 1: norm(S[t]) == 1")),
        ("g(S[t])/(1 + L) <= 0", lemma("LEM-not-positive", _near(_BELOW), a="g(S[t])/(1 + L)")),
        "g(S[t]) > 0",
    ],
    lemma(
        "LEM-two-signs",
        leaf("1: g(S[t])/(1 + L) <= 0; 1 + L > 0"),
        leaf("1: g(S[t]) > 0"),
        a="-g(S[t])",
    ),
)
_MEMBERS = witness(
    "fn(i: a0)",
    both(
        intro("t", both(KNOWN, leaf("1: g(a0) < 1/(p + 1)"))),
        intro("t", leaf(norms=["1"], use=["dot(a0, a0) == 1"])),
    ),
)
_LIMIT = (
    f"exists S in state E: {_ACCUMULATES}",
    rule(
        "limit point",
        have([(_LOW("p"), _ABSENT)], obtain(_LOW("p"), "a0", _MEMBERS)),
        P=f"fn(n in size, X in state E: {_MEMBER})",
        K="1",
        new={"n": "p"},
    ),
)
formal(
    "LEM-least-on-sphere",
    title="A positive function on unit vectors that moves no faster than its argument has a positive least value",
    statement={
        "spaces": ["E"],
        "letters": ["g(vector E): number; L: number"],
        "given": ["L >= 0", _SLOW, "forall a in vector E: dot(a, a) == 1 => g(a) > 0"],
        "show": [_LEAST],
    },
    proof=split(
        f"({_LEAST}) or not ({_LEAST})",
        KNOWN,
        absurd(have([_LIMIT], obtain(_LIMIT[0], "S", rule("some element", _IMPOSSIBLE, C="1 <= 0", new={"x": "t"})))),
    ),
)
