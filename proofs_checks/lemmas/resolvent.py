"""Beyond the length of a matrix F: l x - F x = u has a solution; how it depends on l, and its part along a unit u."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, have, intro, leaf, lemma, obtain, rule, take, witness

SHORT = "forall q in vector: dot(F(q), F(q)) <= m^2*dot(q, q)"


def short(x: str) -> Steps:
    """F x is no longer than m times x."""
    square = f"dot(F({x}), F({x})) <= m^2*dot({x}, {x})"
    return [
        (square, take(SHORT, [x], KNOWN)),
        (
            f"norm(F({x})) <= m*norm({x})",
            rule(
                "below the square",
                leaf(f"1: m >= 0; norm({x}) >= 0"),
                leaf(f"1: {square}"),
                a=f"norm(F({x}))",
                b=f"m*norm({x})",
            ),
        ),
    ]


_STEP = "fn(X in state, i in token: 1/l*(u + F(X[i])))"
_GAP = "Y1[t] - Z1[t]"
_CLOSER = intro(
    ["Y1", "Z1", "k", "", "t"],
    have(
        [
            *short(_GAP),
            f"norm({_GAP}) <= k*1",
            (
                f"norm(1/l*F({_GAP})) == 1/l*norm(F({_GAP}))",
                rule("norm scaled", leaf("1: 1/l > 0"), u=f"F({_GAP})", k="1/l"),
            ),
        ],
        leaf(
            f"eq 1: norm(1/l*F({_GAP})) == 1/l*norm(F({_GAP}))",
            f"1: 1/l > 0; norm(F({_GAP})) <= m*norm({_GAP})",
            f"1: 1/l > 0; m >= 0; norm({_GAP}) <= k*1",
        ),
    ),
)
_RADIUS = "norm(u)/(l - m)"
_FIXED = f"exists X in state: (forall i: norm(X[i] - 0*u) <= {_RADIUS}*1) and (forall i: 1/l*(u + F(X[i])) == X[i])"
_SOLVED = "exists x in vector: l*x - F(x) == u"
_NEARLY = intro(
    "t",
    have(
        [("norm(1/l*u) == 1/l*norm(u)", rule("norm scaled", leaf("1: 1/l > 0"), u="u", k="1/l"))],
        leaf("eq l*(l - m): norm(1/l*u) == 1/l*norm(u)", times=["l", "l - m"]),
    ),
)
_FOUND = obtain(
    _FIXED,
    "X",
    rule(
        "some element",
        witness(
            "X[t]",
            have(
                [
                    "1/l*(u + F(X[t])) == X[t]",
                    (
                        "l*(1/l*(u + F(X[t]))) == l*X[t]",
                        lemma("LEM-same-multiple", u="1/l*(u + F(X[t]))", w="X[t]", k="l"),
                    ),
                    ("l*X[t] == u + F(X[t])", KNOWN),
                ],
                KNOWN,
            ),
        ),
        C=_SOLVED,
        new={"x": "t"},
    ),
)
formal(
    "LEM-resolvent",
    title="Beyond the length of a matrix F the equation l x - F x = u has a solution",
    statement={
        "letters": ["F: matrix; u: vector; l, m: number"],
        "given": ["m >= 0", "l > m", SHORT],
        "show": [_SOLVED],
    },
    proof=have(
        [
            ("l > 0", leaf("1: l > m", "1: m >= 0")),
            ("l - m > 0", leaf("1: l > m")),
            (
                _FIXED,
                lemma(
                    "LEM-contraction",
                    leaf("1: m >= 0; 1/l > 0"),
                    leaf("1: 1/l > 0; l > m"),
                    leaf("1: 1/(l - m) > 0; norm(u) >= 0"),
                    leaf("1:"),
                    intro("t", leaf()),
                    _CLOSER,
                    _NEARLY,
                    T=_STEP,
                    c="fn(i: 0*u)",
                    w="fn(i: 1)",
                    r=_RADIUS,
                    q="m/l",
                    b="1",
                    spaces={"E": ""},
                ),
            ),
        ],
        _FOUND,
    ),
)
UNIT = "dot(u, u) == 1"
_LEFT_OVER = "dot(l*x - u, l*x - u) == dot(F(x), F(x))"
_PART = "dot(u, x)"
_ACROSS = f"dot(x - {_PART}*u, x - {_PART}*u) >= 0"
_SQUARE = f"(l*{_PART} - 1)^2 <= m^2*{_PART}^2"
formal(
    "LEM-resolvent.part",
    title="How much of the solution of l x - F x = u is along the unit vector u",
    statement={
        "letters": ["F: matrix; u, x: vector; l, m: number"],
        "given": ["m >= 0", "l > m", SHORT, UNIT, "l*x - F(x) == u"],
        "show": [f"{_PART} > 0", f"(l - m)*{_PART} <= 1", f"1 <= (l + m)*{_PART}"],
    },
    proof=[
        have(
            [
                ("F(x) == l*x - u", KNOWN),
                (_LEFT_OVER, leaf(use=["F(x) == l*x - u"])),
                ("dot(F(x), F(x)) <= m^2*dot(x, x)", take(SHORT, ["x"], KNOWN)),
                (
                    _SQUARE,
                    leaf(
                        "1: dot(F(x), F(x)) <= m^2*dot(x, x)",
                        f"eq 1: {_LEFT_OVER}",
                        f"1: {_ACROSS}; l > m; l > m",
                        f"2: {_ACROSS}; l > m; m >= 0",
                        use=[UNIT],
                    ),
                ),
                ("l > 0", leaf("1: l > m", "1: m >= 0")),
                (
                    f"{_PART} > 0",
                    leaf(
                        f"1/2: 1/l > 0; {_SQUARE}",
                        f"1/2: 1/l > 0; l > m; l > m; sq {_PART}",
                        f"1: 1/l > 0; l > m; m >= 0; sq {_PART}",
                        "1/2: 1/l > 0",
                    ),
                ),
            ],
            proof,
        )
        for proof in (
            KNOWN,
            rule(
                "below the square",
                leaf(f"1: m >= 0; {_PART} > 0"),
                leaf(f"1: {_SQUARE}"),
                a=f"l*{_PART} - 1",
                b=f"m*{_PART}",
            ),
            rule(
                "below the square",
                leaf(f"1: m >= 0; {_PART} > 0"),
                leaf(f"1: {_SQUARE}"),
                a=f"1 - l*{_PART}",
                b=f"m*{_PART}",
            ),
        )
    ],
)
_MOVED = "norm(k*(y - x) - F(y - x) + F(y - x)) <= norm(k*(y - x) - F(y - x)) + norm(F(y - x))"
_DRIVEN = "k*(y - x) - F(y - x) == -(k - l)*x"
formal(
    "LEM-resolvent.moves",
    title="How far the solution of l x - F x = u moves where l grows",
    statement={
        "letters": ["F: matrix; u, x, y: vector; l, k, m: number"],
        "given": ["m >= 0", "l > m", "k >= l", SHORT, "l*x - F(x) == u", "k*y - F(y) == u"],
        "show": ["(k - m)*norm(y - x) <= (k - l)*norm(x)"],
    },
    proof=have(
        [
            ("k > 0", leaf("1: k >= l", "1: l > m", "1: m >= 0")),
            ("F(x) == l*x - u", KNOWN),
            ("F(y) == k*y - u", KNOWN),
            (_DRIVEN, leaf(use=["F(x) == l*x - u", "F(y) == k*y - u"])),
            *short("y - x"),
            (_MOVED, rule("triangle", u="k*(y - x) - F(y - x)", w="F(y - x)")),
            ("norm(k*(y - x)) == k*norm(y - x)", rule("norm scaled", leaf("1: k > 0"), u="y - x", k="k")),
            (
                "norm(k*(y - x) - F(y - x)) == norm(-(k - l)*x)",
                lemma("LEM-same-norm", u="k*(y - x) - F(y - x)", w="-(k - l)*x"),
            ),
            (
                "norm(-(k - l)*x) <= (k - l)*norm(x)",
                lemma("LEM-norm-multiple", leaf("2: k >= l"), leaf(), u="x", c="-(k - l)", b="k - l"),
            ),
        ],
        leaf(
            f"1: {_MOVED}",
            "1: norm(F(y - x)) <= m*norm(y - x)",
            "eq 1: norm(k*(y - x) - F(y - x)) == norm(-(k - l)*x)",
            "1: norm(-(k - l)*x) <= (k - l)*norm(x)",
            "eq -1: norm(k*(y - x)) == k*norm(y - x)",
        ),
    ),
)
