"""The least value of a positive definite form on unit vectors, from limit points."""

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

_LEAST = "exists mu in number: mu > 0 and (forall a in vector E: dot(a, W(a)) >= mu*dot(a, a))"
_LOW = "exists a in vector E: dot(a, W(a)) < 1/({0} + 1)*dot(a, a)".format
_MEMBER = "forall i: dot(X[i], X[i]) == 1 and dot(X[i], W(X[i])) <= 1/(n + 1)"
_NEAR = "exists n in size, X in state E: n >= {0} and (" + _MEMBER + ") and (forall i: norm(X[i] - S[i]) < {1})"
_ACCUMULATES = f"forall e in number, m in size: e > 0 => ({_NEAR.format('m', 'e')})"
_ABSENT = split(
    f"({_LOW('p')}) or not ({_LOW('p')})",
    KNOWN,
    absurd(
        have(
            [
                (
                    _LEAST,
                    witness(
                        "1/(p + 1)",
                        both(
                            leaf("1:", times=["p + 1"]),
                            intro(
                                "b",
                                cases(
                                    "dot(b, W(b)) - 1/(p + 1)*dot(b, b)",
                                    leaf("1: dot(b, W(b)) - 1/(p + 1)*dot(b, b) >= 0"),
                                    absurd(
                                        have(
                                            [
                                                (
                                                    "dot(b, W(b)) < 1/(p + 1)*dot(b, b)",
                                                    leaf("1: dot(b, W(b)) - 1/(p + 1)*dot(b, b) < 0"),
                                                )
                                            ],
                                            rule("contradiction", witness("b", KNOWN), KNOWN, P=_LOW("p"), C="1 <= 0"),
                                        )
                                    ),
                                ),
                            ),
                        ),
                    ),
                )
            ],
            rule("contradiction", P=_LEAST, C="1 <= 0"),
        )
    ),
)
_UNIT = have(
    [
        ("dot(a0, W(a0)) >= 0", rule("nonnegative form", W="W", u="a0")),
        (
            "dot(a0, a0) > 0",
            leaf("1: p + 1 > 0; dot(a0, W(a0)) < 1/(p + 1)*dot(a0, a0)", "1: p + 1 > 0; dot(a0, W(a0)) >= 0"),
        ),
    ],
    witness(
        "fn(i: unit(a0))",
        both(
            intro(
                "t",
                both(leaf(), leaf("1: dot(a0, W(a0)) < 1/(p + 1)*dot(a0, a0)", times=["norm(a0)", "norm(a0)"])),
            ),
            intro("t", leaf(norms=["1"])),
        ),
    ),
)
_AT = _NEAR.format("q", "r")
_STATE = _AT.replace("exists n in size, X", "exists X").replace("n >=", "n1 >=").replace("(n +", "(n1 +")


def _near(then: Tree) -> Tree:
    """A state X nearer to S than r, of unit vectors at which the form is below r."""
    found = obtain(_AT, "n1", obtain(_STATE, "X", then))
    late = ("exists n in size: 1/r < n", rule("sizes exceed every number", K="1/r"))
    return intro("r,", have([late], obtain(late[0], "q", take(_ACCUMULATES, ["r", "q"], found))))


def _at_most(a: str, then: Tree) -> tuple[str, Tree]:
    return (f"{a} <= 0", lemma("LEM-not-positive", _near(then), a=a))


def _length(sign: str, first: str, second: str) -> tuple[str, Tree]:
    triangle = f"norm({second} + ({first} - {second})) <= norm({second}) + norm({first} - {second})"
    return _at_most(
        f"{sign}(norm(S[t]) - 1)",
        have(
            [
                ("dot(X[t], X[t]) == 1", KNOWN),
                ("norm(X[t]) == 1", leaf(norms=["1"], use=["dot(X[t], X[t]) == 1"])),
                "norm(X[t] - S[t]) < r",
                (triangle, rule("triangle", u=second, w=f"{first} - {second}")),
            ],
            leaf(f"1: {triangle}", "1: norm(X[t] - S[t]) < r", use=["norm(X[t]) == 1"]),
        ),
    )


_BOUND = "forall a in vector E, b in vector E: dot(a, W(b)) <= K*norm(a)*norm(b)"
_FIRST, _SECOND = "dot({0}, W(X[t])) <= K*norm({0})*norm(X[t])", "dot(S[t], W({0})) <= K*norm(S[t])*norm({0})"
_GAP = "S[t] - X[t]"
_FORM = _at_most(
    "dot(S[t], W(S[t]))/(1 + 2*K)",
    have(
        [
            ("dot(X[t], X[t]) == 1", KNOWN),
            ("norm(X[t]) == 1", leaf(norms=["1"], use=["dot(X[t], X[t]) == 1"])),
            "norm(X[t] - S[t]) < r",
            "dot(X[t], W(X[t])) <= 1/(n1 + 1)",
            ("1/(n1 + 1) < r", leaf("1: r > 0; n1 >= q", "1: r > 0; 1/r < q", "1: r > 0", times=["n1 + 1"])),
            (_FIRST.format(_GAP), take(_BOUND, [_GAP, "X[t]"], KNOWN)),
            (_SECOND.format(_GAP), take(_BOUND, ["S[t]", _GAP], KNOWN)),
        ],
        leaf(
            "1: dot(X[t], W(X[t])) <= 1/(n1 + 1)",
            "1: 1/(n1 + 1) < r",
            f"1: {_FIRST.format(_GAP)}",
            f"1: {_SECOND.format(_GAP)}",
            "2: K > 0; norm(X[t] - S[t]) < r",
            use=["norm(X[t]) == 1", "norm(S[t]) == 1"],
            times=["1 + 2*K"],
        ),
    ),
)
_IMPOSSIBLE = have(
    [
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
        ("dot(S[t], S[t]) > 0", leaf("1:", "eq -norm(S[t]) - 1: norm(S[t]) == 1")),
        ("S[t] != 0", rule("nonzero vector", u="S[t]")),
        _FORM,
        ("dot(S[t], W(S[t])) > 0", rule("positive form", W="W", u="S[t]")),
    ],
    lemma(
        "LEM-two-signs",
        leaf("1: dot(S[t], W(S[t]))/(1 + 2*K) <= 0; 1 + 2*K > 0"),
        leaf("1: dot(S[t], W(S[t])) > 0"),
        a="-dot(S[t], W(S[t]))",
    ),
)
_LIMIT = (
    f"exists S in state E: {_ACCUMULATES}",
    rule(
        "limit point",
        have([(_LOW("p"), _ABSENT)], obtain(_LOW("p"), "a0", _UNIT)),
        P=f"fn(n in size, X in state E: {_MEMBER})",
        K="1",
        new={"n": "p"},
    ),
)
_APART = rule("some bound", rule("some element", _IMPOSSIBLE, C="1 <= 0", new={"x": "t"}), U="W", C="1 <= 0")
formal(
    "LEM-least-form",
    title="A positive definite form has a positive least value on unit vectors",
    statement={
        "spaces": ["E"],
        "letters": ["W: operator E"],
        "given": ["positive_definite(W)"],
        "show": [_LEAST],
    },
    proof=split(
        f"({_LEAST}) or not ({_LEAST})",
        KNOWN,
        absurd(have([_LIMIT], obtain(_LIMIT[0], "S", _APART))),
    ),
)


def least_form(operator: str, then: Tree, mu: str = "mu") -> Tree:
    """A letter mu for a positive least value of the form of a positive definite operator on unit vectors."""
    below = f"forall z0 in vector: dot(z0, {operator}(z0)) >= {mu}*dot(z0, z0)"
    fact = f"exists {mu} in number: {mu} > 0 and ({below})"
    return have([(fact, lemma("LEM-least-form", W=operator))], obtain(fact, mu, then))
