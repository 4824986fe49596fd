"""Where U shortens nothing by more than a factor, T(U(x)) = y has a solution for every y, T the adjoint of U.

x -> x - h (T U x - y) is a contraction for small h > 0.
"""

from __future__ import annotations

from proofs_checks.lemmas.adjoints import ADJOINT, BELOW, BOUND, FACTOR, FRAME, INJECTIVE, LINEAR, PAIR, SWAPPED
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, obtain, rule, take, witness

_SCALE = "h*(K + mu)^2 == 1"
_SQUARES = ["dot(g, g) <= K^2*dot(p, p)", "mu^2*dot(a, a) <= dot(p, p)"]
formal(
    "LEM-shortened-step",
    title="A short step against what has a positive product with a vector shortens the vector by a factor",
    statement={
        "letters": ["a, g, p: vector; h, K, mu: number"],
        "given": [
            "h > 0",
            "K > 0",
            "mu > 0",
            _SCALE,
            "dot(g, a) == dot(p, p)",
            "norm(g) <= K*norm(p)",
            "mu*norm(a) <= norm(p)",
        ],
        "show": ["norm(a - h*g) <= (1 - h*mu^2/2)*norm(a)"],
    },
    proof=have(
        [
            ("h*K^2 <= 1", leaf("2: h > 0; K > 0; mu > 0", "1: h > 0; sq mu", f"eq 1: {_SCALE}")),
            ("h*mu^2 <= 1", leaf("2: h > 0; K > 0; mu > 0", "1: h > 0; sq K", f"eq 1: {_SCALE}")),
            (
                _SQUARES[0],
                leaf("1: norm(g) <= K*norm(p); norm(g) >= 0", "1: norm(g) <= K*norm(p); K > 0; norm(p) >= 0"),
            ),
            (
                _SQUARES[1],
                leaf("1: mu*norm(a) <= norm(p); norm(p) >= 0", "1: mu*norm(a) <= norm(p); mu > 0; norm(a) >= 0"),
            ),
        ],
        rule(
            "below the square",
            leaf("1/2: h*mu^2 <= 1; norm(a) >= 0", "1/2: norm(a) >= 0"),
            leaf(
                f"1: h > 0; {_SQUARES[1]}",
                f"1: h > 0; h > 0; {_SQUARES[0]}",
                "1: h > 0; h*K^2 <= 1; sq norm(p)",
                "1/4: sq h*mu^2*norm(a)",
                "eq -2*h: dot(g, a) == dot(p, p)",
            ),
            a="norm(a - h*g)",
            b="(1 - h*mu^2/2)*norm(a)",
        ),
    ),
)
_LINEAR_BACK, _BOUND_BACK = LINEAR.replace("U(", "T("), BOUND.replace("U(", "T(")
_STEP = "fn(X in state, i in token: X[i] - h*(T(U(X[i])) - c[i]))"
_GAP, _PUSH, _TURN = "Y1[t] - Z1[t]", "U(Y1[t]) - U(Z1[t])", "T(U(Y1[t])) - T(U(Z1[t]))"
_LESS = "(1 - h*mu^2/2)"
_CLOSER = intro(
    ["Y1", "Z1", "k", "", "t"],
    have(
        [
            (f"U({_GAP}) == {_PUSH}", take(LINEAR, ["Y1[t]", "Z1[t]", "1", "-1"], KNOWN)),
            (f"T({_PUSH}) == {_TURN}", take(_LINEAR_BACK, ["U(Y1[t])", "U(Z1[t])", "1", "-1"], KNOWN)),
            (f"dot(T({_PUSH}), {_GAP}) == dot({_PUSH}, U({_GAP}))", take(ADJOINT, [_PUSH, _GAP], KNOWN)),
            (
                f"dot({_TURN}, {_GAP}) == dot({_PUSH}, {_PUSH})",
                leaf(
                    f"eq 1: dot(T({_PUSH}), {_GAP}) == dot({_PUSH}, U({_GAP}))",
                    use=[f"U({_GAP}) == {_PUSH}", f"T({_PUSH}) == {_TURN}"],
                ),
            ),
            (f"norm(T({_PUSH})) <= K*norm({_PUSH})", take(_BOUND_BACK, [_PUSH], KNOWN)),
            (
                f"norm({_TURN}) <= K*norm({_PUSH})",
                leaf(f"1: norm(T({_PUSH})) <= K*norm({_PUSH})", use=[f"T({_PUSH}) == {_TURN}"]),
            ),
            (f"mu*norm({_GAP}) <= norm(U({_GAP}))", take(FACTOR, [_GAP], KNOWN)),
            (
                f"mu*norm({_GAP}) <= norm({_PUSH})",
                leaf(f"1: mu*norm({_GAP}) <= norm(U({_GAP}))", use=[f"U({_GAP}) == {_PUSH}"]),
            ),
            (
                f"norm({_GAP} - h*({_TURN})) <= {_LESS}*norm({_GAP})",
                lemma("LEM-shortened-step", a=_GAP, g=_TURN, p=_PUSH),
            ),
            f"norm({_GAP}) <= k*1",
        ],
        leaf(
            f"1: norm({_GAP} - h*({_TURN})) <= {_LESS}*norm({_GAP})",
            f"1/2: h*mu^2 <= 1; norm({_GAP}) <= k*1",
            f"1/2: norm({_GAP}) <= k*1",
        ),
    ),
)
_MOVED = "exists z in number: forall j: norm(T(U(c[j])) - c[j]) <= z"
_NEARLY = intro(
    "t",
    have(
        [
            ("norm(T(U(c[t])) - c[t]) <= B", KNOWN),
            (
                "norm(h*(T(U(c[t])) - c[t])) == h*norm(T(U(c[t])) - c[t])",
                rule("norm scaled", leaf("1: h > 0"), u="T(U(c[t])) - c[t]", k="h"),
            ),
        ],
        leaf(
            "1: h > 0; norm(T(U(c[t])) - c[t]) <= B",
            "eq 1: norm(h*(T(U(c[t])) - c[t])) == h*norm(T(U(c[t])) - c[t])",
        ),
    ),
)
_ROOM = "exists B in number: B >= 0 and (forall j: norm(T(U(c[j])) - c[j]) <= B)"
_SOLVED = "exists X in state: forall i: T(U(X[i])) == c[i]"
_FIXED = (
    "exists X in state: (forall i: norm(X[i] - c[i]) <= 2*B/mu^2*1)"
    " and (forall i: X[i] - h*(T(U(X[i])) - c[i]) == X[i])"
)
_CONTRACTED = have(
    [
        (
            _FIXED,
            lemma(
                "LEM-contraction",
                leaf("1/2: h*mu^2 <= 1", "1/2:"),
                leaf("1/2: h > 0; mu > 0; mu > 0"),
                leaf("2: 1/mu^2 > 0; B >= 0"),
                leaf("1:"),
                intro("t", leaf()),
                _CLOSER,
                _NEARLY,
                T=_STEP,
                c="fn(i: c[i])",
                w="fn(i: 1)",
                r="2*B/mu^2",
                q=_LESS,
                b="1",
                spaces={"E": ""},
            ),
        ),
    ],
    obtain(
        _FIXED,
        "X",
        witness(
            "X",
            intro(
                "t",
                have(
                    [
                        "X[t] - h*(T(U(X[t])) - c[t]) == X[t]",
                        (
                            "dot(T(U(X[t])) - c[t], X[t] - h*(T(U(X[t])) - c[t])) == dot(T(U(X[t])) - c[t], X[t])",
                            lemma(
                                "LEM-same-dot",
                                u="X[t] - h*(T(U(X[t])) - c[t])",
                                w="X[t]",
                                z="T(U(X[t])) - c[t]",
                            ),
                        ),
                    ],
                    rule(
                        "equal vectors",
                        leaf(
                            "eq -1/h: dot(T(U(X[t])) - c[t], X[t] - h*(T(U(X[t])) - c[t]))"
                            " == dot(T(U(X[t])) - c[t], X[t])"
                        ),
                        u="T(U(X[t]))",
                        w="c[t]",
                    ),
                ),
            ),
        ),
    ),
)
_STEP_SIZE = (
    f"exists h in number: h > 0 and {_SCALE}",
    have(
        [("K + mu > 0", leaf("1: K > 0", "1: mu > 0"))],
        witness("1/(K + mu)^2", both(leaf(), leaf())),
    ),
)
_BACK = f"exists K in number: K > 0 and ({_BOUND_BACK})"
_SHORT = have(
    [
        ("h*mu^2 <= 1", leaf("2: h > 0; K > 0; mu > 0", "1: h > 0; sq K", f"eq 1: {_SCALE}")),
        (
            _MOVED,
            rule(
                "common bound",
                witness("norm(T(U(c[t])) - c[t])", KNOWN),
                leaf("1: norm(T(U(c[t])) - c[t]) <= s", "1: s <= z"),
                P="fn(j, z in number: norm(T(U(c[j])) - c[j]) <= z)",
                new={"x": "t", "s": "s", "t": "z"},
            ),
        ),
        (
            _ROOM,
            obtain(
                _MOVED,
                "z",
                witness(
                    "max(0, z)",
                    both(
                        rule("maximum above first", a="0", b="z"),
                        intro(
                            "t",
                            have(
                                [
                                    ("z <= max(0, z)", rule("maximum above second", a="0", b="z")),
                                    "norm(T(U(c[t])) - c[t]) <= z",
                                ],
                                leaf("1: norm(T(U(c[t])) - c[t]) <= z", "1: z <= max(0, z)"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ],
    obtain(_ROOM, "B", _CONTRACTED),
)
formal(
    "LEM-adjoint.onto",
    title="If U loses nothing then T U is onto, T the adjoint of U",
    statement=model(FRAME, PAIR, {"letters": ["c[token]: vector"], "given": [INJECTIVE], "show": [_SOLVED]}),
    proof=have(
        [
            (BELOW, lemma("LEM-adjoint.least")),
            (LINEAR, lemma("LEM-adjoint.linear")),
            (SWAPPED, lemma("LEM-adjoint.swapped")),
            (_LINEAR_BACK, lemma("LEM-adjoint.linear", T="fn(a in vector: U(a))", U="fn(a in vector: T(a))")),
            (_BACK, lemma("LEM-adjoint.bounded", T="fn(a in vector: U(a))", U="fn(a in vector: T(a))")),
        ],
        obtain(
            BELOW,
            "mu",
            obtain(
                _BACK,
                "K",
                have(
                    [_STEP_SIZE],
                    obtain(_STEP_SIZE[0], "h", _SHORT),
                ),
            ),
        ),
    ),
)
