"""A linear map of tangent states that contracts a norm has no eigenvalue on or outside the unit circle.

B(k, d) says that the state d is in the ball of radius k of the norm. An eigenvalue re + i im is a pair of states that
the map turns and stretches; its images of the images do not grow shorter where re^2 + im^2 >= 1.
"""

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

TANGENT = "forall i: dot(S[i], {0}[i]) == 0".format
LINEAR = (
    "forall X in state, Y in state, Z in state, c in number, d in number: (forall i: Z[i] == c*X[i] + d*Y[i])"
    " => (forall i: L(Z, i) == c*L(X, i) + d*L(Y, i))"
)
INTO = f"forall X in state: ({TANGENT('X')}) => (forall i: dot(S[i], L(X, i)) == 0)"
SHORT = "forall r in number, d in state: B(r, d) => (forall i: norm(d[i]) <= W*r)"
CLOSER = f"forall r in number, d in state: r >= 0 and B(r, d) and ({TANGENT('d')}) => B(q*r, fn(i: L(d, i)))"
TURNED = "forall i: L({0}, i) == re*{0}[i] - im*{1}[i] and L({1}, i) == im*{0}[i] + re*{1}[i]".format
NONZERO = "exists i: a[i] != 0 or b[i] != 0"
_SQUARES = "dot({0}, {0}) + dot({1}, {1})".format
_LONG = "forall i: " + _SQUARES("a[i]", "b[i]") + " <= " + _SQUARES("{0}[i]", "{1}[i]")
_PAIR = (
    "B(q^{n}*k, X) and B(q^{n}*k, Y) and (" + TANGENT("X") + ") and (" + TANGENT("Y") + ") and ("
    + TURNED("X", "Y") + ") and (" + _LONG.format("X", "Y") + ")"
).format  # fmt: skip
_FOUND = "exists X in state, Y in state: {0}".format
_AT = {n: _FOUND(_PAIR(n=n)) for n in ("n", "m", "0", "(m + 1)")}

_IMAGES = ("fn(h: L(X1, h))", "fn(h: L(Y1, h))")
_TURNS = ["L(X1, t) == re*X1[t] - im*Y1[t]", "L(Y1, t) == im*X1[t] + re*Y1[t]"]
_ONCE = ["L(X1, i) == re*X1[i] + (-im)*Y1[i]", "L(Y1, i) == im*X1[i] + re*Y1[i]"]
_TWICE = [
    f"L({_IMAGES[0]}, i) == re*L(X1, i) + (-im)*L(Y1, i)",
    f"L({_IMAGES[1]}, i) == im*L(X1, i) + re*L(Y1, i)",
]
_NEXT = obtain(
    _AT["m"],
    "X1,Y1",
    have(
        [
            ("q^m >= 0", take("forall n in size: q^n >= 0", ["m"], KNOWN)),
            ("q^m*k >= 0", leaf("1: q^m >= 0; k >= 0")),
            *[(f"B(q*(q^m*k), fn(i: L({d}, i)))", take(CLOSER, ["q^m*k", d], KNOWN)) for d in ("X1", "Y1")],
            ("forall i: dot(S[i], L(X1, i)) == 0", take(INTO, ["X1"], KNOWN)),
            ("forall i: dot(S[i], L(Y1, i)) == 0", take(INTO, ["Y1"], KNOWN)),
            *[(f"forall i: {fact}", intro("t", have(_TURNS, leaf(use=_TURNS)))) for fact in _ONCE],
            *[
                (f"forall i: {twice}", take(LINEAR, ["X1", "Y1", image, *factors], KNOWN))
                for twice, image, factors in zip(_TWICE, _IMAGES, (("re", "-im"), ("im", "re")), strict=True)
            ],
        ],
        witness(
            _IMAGES[0],
            witness(
                _IMAGES[1],
                both(
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    intro("t", both(*[leaf(use=[f"forall i: {twice}"]) for twice in _TWICE])),
                    intro(
                        "t",
                        have(
                            [*_TURNS, _SQUARES("a[t]", "b[t]") + " <= " + _SQUARES("X1[t]", "Y1[t]")],
                            leaf(
                                "1: " + _SQUARES("a[t]", "b[t]") + " <= " + _SQUARES("X1[t]", "Y1[t]"),
                                "1: re^2 + im^2 - 1 >= 0; sq norm(X1[t])",
                                "1: re^2 + im^2 - 1 >= 0; sq norm(Y1[t])",
                                use=_TURNS,
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_XY = ("X1", "Y1")
_POWERS = ("forall n in size: q^n >= 0", "forall n in size: q^n <= 1")
_VANISH = "forall e in number: e > 0 => (exists s in size: forall n in size: n >= s => q^n < e)"
_BOUND = "(2*(W*k)^2 + 1)"
_SIZE = _SQUARES("a[t]", "b[t]")
_ROOM = f"({_SIZE})/{_BOUND}"
_SOON = f"exists s in size: forall n in size: n >= s => q^n < {_ROOM}"


def _below(x: str) -> str:
    return f"dot({x}[t], {x}[t]) <= (W*(q^g*k))^2"


def _short(x: str) -> Tree:
    return have(
        [f"norm({x}[t]) <= W*(q^g*k)"],
        leaf(f"1: norm({x}[t]) <= W*(q^g*k); norm({x}[t]) >= 0", f"1: norm({x}[t]) <= W*(q^g*k); W*(q^g*k) >= 0"),
    )


_FAR = have(
    [
        (f"{_BOUND} > 0", leaf("1:", "2: sq W*k")),
        (f"{_ROOM} > 0", leaf(f"1: {_SIZE} > 0; 1/{_BOUND} > 0")),
    ],
    take(
        _VANISH,
        [_ROOM],
        obtain(
            _SOON,
            "g",
            have(
                [
                    (f"q^g < {_ROOM}", take("forall n in size: n >= g => q^n < " + _ROOM, ["g"], KNOWN)),
                    (_FOUND(_PAIR(n="g")), take("forall n in size: " + _AT["n"], ["g"], KNOWN)),
                    *[(p.replace("forall n in size: q^n", "q^g"), take(p, ["g"], KNOWN)) for p in _POWERS],
                ],
                obtain(
                    _FOUND(_PAIR(n="g")),
                    "X1,Y1",
                    have(
                        [
                            *[(f"forall i: norm({d}[i]) <= W*(q^g*k)", take(SHORT, ["q^g*k", d], KNOWN)) for d in _XY],
                            ("W*(q^g*k) >= 0", leaf("1: norm(X1[t]) <= W*(q^g*k)", "1: norm(X1[t]) >= 0")),
                            *[(_below(d), _short(d)) for d in _XY],
                            f"{_SIZE} <= {_SQUARES('X1[t]', 'Y1[t]')}",
                            (f"{_SIZE} - q^g*{_BOUND} > 0", leaf(f"1: q^g < {_ROOM}; {_BOUND} > 0")),
                        ],
                        leaf(
                            f"1: {_SIZE} <= {_SQUARES('X1[t]', 'Y1[t]')}",
                            *[f"1: {_below(d)}" for d in _XY],
                            "2: q^g <= 1; q^g >= 0; sq W*k",
                            "1: q^g >= 0",
                            times=[f"{_SIZE} - q^g*{_BOUND}"],
                        ),
                    ),
                ),
            ),
        ),
    ),
)


def _at(member: str) -> Tree:
    """The tokens at which one of the two states is not zero."""
    return have(
        [
            (f"dot({member}[t], {member}[t]) > 0", rule("positive square", u=f"{member}[t]")),
            (
                f"{_SIZE} > 0",
                leaf(f"1: dot({member}[t], {member}[t]) > 0", f"1: sq norm({'b' if member == 'a' else 'a'}[t])"),
            ),
        ],
        _FAR,
    )


_OUTSIDE = have(
    [
        (_POWERS[0], rule("induction", leaf("1:"), leaf("1: q^m >= 0; 0 <= q"), P="fn(n: q^n >= 0)", new={"n": "m"})),
        (
            _POWERS[1],
            rule(
                "induction",
                leaf(),
                have(
                    [("q^m >= 0", take(_POWERS[0], ["m"], KNOWN))],
                    leaf("1: q^m <= 1", "1: q^m >= 0; q < 1"),
                ),
                P="fn(n: q^n <= 1)",
                new={"n": "m"},
            ),
        ),
        (_VANISH, lemma("LEM-powers-vanish")),
        (
            "forall n in size: " + _AT["n"],
            rule(
                "induction",
                witness("a", witness("b", both(KNOWN, KNOWN, KNOWN, KNOWN, KNOWN, intro("t", leaf())))),
                _NEXT,
                P=f"fn(n: {_AT['n']})",
                new={"n": "m"},
            ),
        ),
    ],
    absurd(obtain(NONZERO, "t", split("a[t] != 0 or b[t] != 0", _at("a"), _at("b")))),
)

formal(
    "LEM-contracted-pairs",
    title="A linear map of tangent states that contracts a norm has its eigenvalues inside the unit circle",
    statement={
        "letters": [
            "S[token], a[token], b[token]: vector; L(state, token): vector; re, im, k, q, W: number;"
            " B(number, state): formula"
        ],
        "given": [
            LINEAR,
            INTO,
            "0 <= q",
            "q < 1",
            SHORT,
            CLOSER,
            "k >= 0",
            "B(k, a)",
            "B(k, b)",
            TANGENT("a"),
            TANGENT("b"),
            TURNED("a", "b"),
            NONZERO,
        ],
        "show": ["re^2 + im^2 < 1"],
    },
    proof=cases("re^2 + im^2 - 1", _OUTSIDE, leaf("1: re^2 + im^2 - 1 < 0")),
)
