"""F + rho u u^T has a real eigenvalue from rho - m on, m >= |F|, rho > 2 m.

Where l x - F x = u, F x + rho <u, x> u = l x + (rho <u, x> - 1) u: an eigenvector for rho <u, x> = 1. At l = rho - m
rho <u, x> is at least 1, beyond rho + m it is below 1; without an eigenvalue it would not come from one side to the
other in steps of l that are short enough.
"""

from __future__ import annotations

from proofs_checks.lemmas.resolvent import SHORT, UNIT
from proofs_checks.lemmas.steered_length import IMAGE
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

_FOUND = f"exists v in vector, l in number: v != 0 and {IMAGE('v')} == l*v and l >= rho - m"
_NONE = f"forall a in vector, l in number: a != 0 and {IMAGE('a')} == l*a => l < rho - m"
_MARGIN = (
    f"exists mu in number: mu > 0 and (forall a in vector: dot(a, a) == 1 and rho - m <= dot(a, {IMAGE('a')})"
    f" => mu <= norm({IMAGE('a')} - dot(a, {IMAGE('a')})*a))"
)


_BOUND = f"forall a in vector: norm({IMAGE('a')}) <= (m + rho)*norm(a)"
_AT_DIFFERENCE = f"norm({IMAGE('(p - s)')}) <= (m + rho)*norm((p - s))"
_LIPSCHITZ = intro("p,s", take(_BOUND, ["(p - s)"], leaf(f"1: {_AT_DIFFERENCE}")))
_A, _C = "(1/norm(x)*x)", "dot(u, x)"
_REST = f"{IMAGE(_A)} - dot({_A}, {IMAGE(_A)})*{_A}"
_EXTRA = "(rho*dot(u, x) - 1)"
_KEY = (
    "forall e1 in number, e2 in vector: e1 >= rho - m and e1*e2 - F(e2) == u and rho*dot(u, e2) >= 1"
    " => mu*norm(e2) <= (rho*dot(u, e2) - 1)"
)
_ALL_MARGIN = _MARGIN.partition(" and ")[2][1:-1]
_KEY_STEP = intro(
    ["l", "x", ""],
    have(
        [
            ("l > m", leaf("1: l >= rho - m", "1: rho > 2*m")),
            (
                f"{_C} > 0 and (l - m)*{_C} <= 1 and 1 <= (l + m)*{_C}",
                lemma("LEM-resolvent.part"),
            ),
            (
                "x != 0",
                split(
                    "x == 0 or x != 0",
                    absurd(
                        have(
                            [f"{_C} > 0"],
                            lemma("LEM-two-signs", leaf(use=["x == 0"]), leaf(f"1: {_C} > 0"), a=f"-{_C}"),
                        )
                    ),
                    KNOWN,
                ),
            ),
            ("dot(x, x) > 0", rule("positive square", u="x")),
            ("0 < norm(x)", rule("strictly below the square", leaf(), leaf("1: dot(x, x) > 0"), a="0", b="norm(x)")),
            ("F(x) == l*x - u", KNOWN),
            (f"{_EXTRA} >= 0", leaf(f"1: rho*{_C} >= 1")),
            (f"dot({_A}, {_A}) == 1", leaf()),
            (
                f"rho - m <= dot({_A}, {IMAGE(_A)})",
                leaf(
                    "1: l >= rho - m",
                    f"1: 1/dot(x, x) > 0; {_EXTRA} >= 0; {_C} > 0",
                    use=["F(x) == l*x - u"],
                ),
            ),
            (f"mu <= norm({_REST})", take(_ALL_MARGIN, [_A], KNOWN)),
            (
                f"norm({_REST}) <= {_EXTRA}/norm(x)",
                rule(
                    "below the square",
                    leaf(f"1: 1/norm(x) > 0; {_EXTRA} >= 0"),
                    leaf(
                        f"1: 1/dot(x, x) > 0; 1/dot(x, x) > 0; sq {_EXTRA}*{_C}",
                        use=["F(x) == l*x - u", UNIT],
                    ),
                    a=f"norm({_REST})",
                    b=f"{_EXTRA}/norm(x)",
                ),
            ),
        ],
        leaf(f"1: mu <= norm({_REST}); 0 < norm(x)", f"1: norm({_REST}) <= {_EXTRA}/norm(x); 0 < norm(x)"),
    ),
)
_AT = "exists z in vector: (rho - m + {0}*d)*z - F(z) == u and mu*norm(z) <= (rho*dot(u, z) - 1)".format
_SOLVED = "exists z in vector: (rho - m + {0}*d)*z - F(z) == u".format
_PARTS = "dot(u, {1}) > 0 and (rho - m + {0}*d - m)*dot(u, {1}) <= 1 and 1 <= (rho - m + {0}*d + m)*dot(u, {1})".format


def _place(n: str) -> tuple[str, Tree]:
    return (f"rho - m + {n}*d >= rho - m", leaf(f"1: d > 0; {n} >= 0"))


_FIRST = have(
    [(_SOLVED("0"), lemma("LEM-resolvent", l="rho - m + 0*d"))],
    obtain(
        _SOLVED("0"),
        "x",
        have(
            [
                (_PARTS("0", "x"), lemma("LEM-resolvent.part", l="rho - m + 0*d")),
                (f"rho*{_C} >= 1", leaf("1: 1 <= (rho - m + 0*d + m)*dot(u, x)")),
            ],
            witness("x", both(KNOWN, take(_KEY, ["rho - m + 0*d", "x"], KNOWN))),
        ),
    ),
)
_MOVES = "((rho - m + (n + 1)*d) - m)*norm(y - x) <= ((rho - m + (n + 1)*d) - (rho - m + n*d))*norm(x)"
_NEXT = obtain(
    _AT("n"),
    "x",
    have(
        [
            ("n + 1 >= 0", KNOWN),
            _place("n"),
            ("rho - m + (n + 1)*d >= rho - m + n*d", leaf("1: d > 0")),
            ("rho - m + n*d > m", leaf("1: rho - m + n*d >= rho - m", "1: rho > 2*m")),
            ("rho - m + (n + 1)*d > m", leaf("1: rho - m + n*d > m", "1: d > 0")),
            (
                _SOLVED("(n + 1)"),
                lemma("LEM-resolvent", l="rho - m + (n + 1)*d"),
            ),
        ],
        obtain(
            _SOLVED("(n + 1)"),
            "y",
            have(
                [
                    (_MOVES, lemma("LEM-resolvent.moves", l="rho - m + n*d", k="rho - m + (n + 1)*d")),
                    (
                        "(rho - 2*m)*norm(y - x) <= d*norm(x)",
                        leaf(f"1: {_MOVES}", "1: d > 0; n + 1 >= 0; norm(y - x) >= 0"),
                    ),
                    ("dot(u, x - y) <= norm(u)*norm(x - y)", rule("Cauchy-Schwarz", u="u", w="x - y")),
                    (
                        "rho*dot(u, y) >= 1",
                        leaf(
                            "1: rho > 0; dot(u, x - y) <= norm(u)*norm(x - y)",
                            "1: rho/(rho - 2*m) > 0; (rho - 2*m)*norm(y - x) <= d*norm(x)",
                            f"1: mu*norm(x) <= {_EXTRA}",
                            "eq norm(x)/(rho - 2*m): rho*d == mu*(rho - 2*m)",
                            use=["norm(u) == 1"],
                        ),
                    ),
                    (
                        "rho - m + (n + 1)*d >= rho - m",
                        leaf("1: rho - m + (n + 1)*d >= rho - m + n*d", "1: rho - m + n*d >= rho - m"),
                    ),
                ],
                witness("y", both(KNOWN, take(_KEY, ["rho - m + (n + 1)*d", "y"], KNOWN))),
            ),
        ),
    ),
)
_FAR = have(
    [("exists n in size: 2*m/d < n", rule("sizes exceed every number", K="2*m/d"))],
    obtain(
        "exists n in size: 2*m/d < n",
        "n",
        have(
            [
                ("n*d > 2*m", leaf("1: d > 0; 2*m/d < n")),
                (_AT("n"), take(f"forall n1 in size: {_AT('n1')}", ["n"], KNOWN)),
            ],
            obtain(
                _AT("n"),
                "x",
                have(
                    [
                        ("rho - m + n*d > m", leaf("1: n*d > 2*m", "1: rho > 2*m", "2: m >= 0")),
                        (_PARTS("n", "x"), lemma("LEM-resolvent.part", l="rho - m + n*d")),
                    ],
                    lemma(
                        "LEM-two-signs",
                        leaf(f"1: mu*norm(x) <= {_EXTRA}", "1: mu > 0; norm(x) >= 0"),
                        leaf("1: n*d > 2*m; dot(u, x) > 0", "1: (rho - m + n*d - m)*dot(u, x) <= 1"),
                        a=_EXTRA,
                    ),
                ),
            ),
        ),
    ),
)
_STEP_SIZE = (
    "exists d in number: d > 0 and rho*d == mu*(rho - 2*m)",
    witness("mu*(rho - 2*m)/rho", both(leaf("1: 1/rho > 0; mu > 0; rho > 2*m"), leaf())),
)
_IMPOSSIBLE = obtain(
    _MARGIN,
    "mu",
    have(
        [(_KEY, _KEY_STEP), _STEP_SIZE],
        obtain(
            _STEP_SIZE[0],
            "d",
            have(
                [
                    (
                        f"forall n1 in size: {_AT('n1')}",
                        rule("induction", _FIRST, _NEXT, P=f"fn(n: {_AT('n')})", new={"n": "n"}),
                    )
                ],
                _FAR,
            ),
        ),
    ),
)
_NOT_LESS = intro(
    ["g", "k", ""],
    cases(
        "k - (rho - m)",
        have(
            [
                ("k >= rho - m", leaf("1: k - (rho - m) >= 0")),
                (_FOUND, witness("g", witness("k", both(KNOWN, KNOWN, KNOWN)))),
            ],
            rule("contradiction", P=_FOUND, C="k < rho - m"),
        ),
        leaf("1: k - (rho - m) < 0"),
    ),
)
formal(
    "LEM-steered-eigenvalue",
    title="F + rho u u^T has a real eigenvalue from rho - m on",
    statement={
        "letters": ["F: matrix; u: vector; m, rho: number"],
        "given": [UNIT, "m >= 0", "rho > 2*m", SHORT],
        "show": [_FOUND],
    },
    proof=split(
        f"({_FOUND}) or not ({_FOUND})",
        KNOWN,
        absurd(
            have(
                [
                    ("rho > 0", leaf("1: rho > 2*m", "2: m >= 0")),
                    ("rho - 2*m > 0", leaf("1: rho > 2*m")),
                    ("norm(u) == 1", leaf(norms=["1"], use=[UNIT])),
                    (_NONE, _NOT_LESS),
                    (_BOUND, lemma("LEM-steered-length")),
                    (
                        _MARGIN,
                        lemma(
                            "LEM-no-near-eigenvector",
                            leaf("1: m >= 0", "1: rho > 0"),
                            _LIPSCHITZ,
                            KNOWN,
                            KNOWN,
                            B=f"fn(a in vector: {IMAGE('a')})",
                            M="m + rho",
                            h="rho - m",
                        ),
                    ),
                ],
                _IMPOSSIBLE,
            )
        ),
    ),
)
