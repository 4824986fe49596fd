"""Banach's fixed point theorem for states: a contraction of a ball in a weighted maximum norm has one fixed point."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, take, witness

_BALL = "forall i: norm({0}[i] - c[i]) <= r*w[i]".format
_APART = "forall i: norm({0}[i] - {1}[i]) <= {2}*w[i]".format
_IMAGES = "forall i: norm(T({0}, i) - T({1}, i)) <= q*{2}*w[i]".format
_CLOSER = (
    f"forall X in state E, Y in state E, k in number: k >= 0 and ({_BALL('X')}) and ({_BALL('Y')}) and"
    f" ({_APART('X', 'Y', 'k')}) => ({_IMAGES('X', 'Y', 'k')})"
)
_NEARLY = "forall i: norm(T(c, i) - c[i]) <= (1 - q)*r*w[i]"
_FIXED = "forall i: T({0}, i) == {0}[i]".format
_RESIDUAL = "forall i: norm(T({0}, i) - {0}[i]) <= q^{1}*(r*w[i])".format
_MEMBER = f"({_BALL('{0}')}) and ({_RESIDUAL('{0}', '{1}')})".format
_FOUND = f"exists X in state E: {_MEMBER('X', '{0}')}".format
_NEAR = f"n >= {{0}} and ({_MEMBER('X', 'n')}) and (forall i: norm(X[i] - S[i]) < {{1}})".format
_CLOSE = f"exists n in size, X in state E: {_NEAR('{0}', '{1}')}".format
_CLOSE_BY = f"exists X in state E: {_NEAR('{0}', '{1}').replace('n >=', 'p >=').replace('q^n', 'q^p')}".format
_LIMIT = f"forall e in number, m in size: e > 0 => ({_CLOSE('m', 'e')})"
_POWERS = "forall e in number: e > 0 => (exists s in size: forall n in size: n >= s => q^n < e)"
_SMALL = "exists s in size: forall n in size: n >= s => q^n < {0}".format

STATEMENT = {
    "spaces": ["E"],
    "letters": ["T(state E, token): vector E; c[token]: vector E; w[token], r, q, b: number"],
    "given": ["0 <= q", "q < 1", "r >= 0", "b > 0", "forall i: w[i] >= b", _CLOSER, _NEARLY],
}


def _closer(first: str, second: str, k: str) -> tuple[str, Tree]:
    """The images of two states of the ball that are k apart."""
    return _IMAGES(first, second, k), take(_CLOSER, [first, second, k], KNOWN)


def _triangle(u: str, w: str) -> tuple[str, Tree]:
    return f"norm({u} + ({w})) <= norm({u}) + norm({w})", rule("triangle", u=u, w=w)


_WIDE = ("w[t] > 0", have(["w[t] >= b"], leaf("1: w[t] >= b", "1: b > 0")))
_INTO = _triangle("T(Z, t) - T(c, t)", "T(c, t) - c[t]")
_STAYS = have(
    [
        (_BALL("c"), intro("t", have([_WIDE], leaf("1: r >= 0; w[t] > 0")))),
        _closer("Z", "c", "r"),
    ],
    intro(
        "t",
        have(
            [
                _WIDE,
                _INTO,
                "norm(T(Z, t) - T(c, t)) <= q*r*w[t]",
                "norm(T(c, t) - c[t]) <= (1 - q)*r*w[t]",
            ],
            leaf(
                f"1: {_INTO[0]}",
                "1: norm(T(Z, t) - T(c, t)) <= q*r*w[t]",
                "1: norm(T(c, t) - c[t]) <= (1 - q)*r*w[t]",
            ),
        ),
    ),
)
_POWER = (
    "forall n in size: q^n >= 0",
    rule("induction", leaf("1:"), leaf("1: q^m >= 0; 0 <= q"), P="fn(n: q^n >= 0)", new={"n": "m"}),
)
_FIRST = witness(
    "c",
    both(
        intro("t", have([_WIDE], leaf("1: r >= 0; w[t] > 0"))),
        intro(
            "t",
            have(
                [_WIDE, "norm(T(c, t) - c[t]) <= (1 - q)*r*w[t]"],
                leaf("1: norm(T(c, t) - c[t]) <= (1 - q)*r*w[t]", "1: r >= 0; 0 <= q; w[t] > 0"),
            ),
        ),
    ),
)
_NEXT = obtain(
    _FOUND("m"),
    "Z",
    have(
        [
            ("forall i: norm(T(Z, i) - c[i]) <= r*w[i]", _STAYS),
            ("q^m >= 0", take("forall n in size: q^n >= 0", ["m"], KNOWN)),
            (
                "forall i: norm(T(fn(h: T(Z, h)), i) - T(Z, i)) <= q*(q^m*r)*w[i]",
                take(
                    _CLOSER,
                    ["fn(h: T(Z, h))", "Z", "q^m*r"],
                    KNOWN,
                ),
            ),
        ],
        witness("fn(h: T(Z, h))", both(KNOWN, KNOWN)),
    ),
)
_ALL = ("forall n in size: " + _FOUND("n"), rule("induction", _FIRST, _NEXT, P=f"fn(n: {_FOUND('n')})", new={"n": "m"}))

formal(
    "LEM-contraction.steps",
    title="A contraction of a ball has points that it moves as little as one likes",
    statement={
        **STATEMENT,
        "given": [fact for fact in STATEMENT["given"] if fact != "q < 1"],
        "show": [f"forall n in size: {_FOUND('n')}"],
    },
    proof=have([_POWER, _ALL], KNOWN),
)

_FOUND_ALL = f"forall n in size: {_FOUND('n')}"
_BOUND = "exists z in number: forall j: norm(c[j]) + r*w[j] <= z"
_BOUNDED = (
    _BOUND,
    rule(
        "common bound",
        witness("norm(c[t]) + r*w[t]", KNOWN),
        leaf("1: norm(c[t]) + r*w[t] <= y", "1: y <= z"),
        P="fn(j, z in number: norm(c[j]) + r*w[j] <= z)",
        new={"x": "t", "s": "y", "t": "z"},
    ),
)
_SHORT = intro(
    "t",
    have(
        [_triangle("c[t]", "Z[t] - c[t]"), "norm(Z[t] - c[t]) <= r*w[t]", "norm(c[t]) + r*w[t] <= K"],
        leaf(
            f"1: {_triangle('c[t]', 'Z[t] - c[t]')[0]}",
            "1: norm(Z[t] - c[t]) <= r*w[t]",
            "1: norm(c[t]) + r*w[t] <= K",
        ),
    ),
)
_ACCUMULATES = (
    f"exists S in state E: {_LIMIT}",
    rule(
        "limit point",
        have(
            [(_FOUND("m"), take(_FOUND_ALL, ["m"], KNOWN))],
            obtain(_FOUND("m"), "Z", witness("Z", both(KNOWN, KNOWN, _SHORT))),
        ),
        P=f"fn(n in size, X in state E: {_MEMBER('X', 'n')})",
        K="K",
        new={"n": "m"},
    ),
)


def _near(size: str, e: str, then: Tree) -> Tree:
    """A state Z of the sequence, from the place `size` on, nearer to S than e."""
    found = obtain(_CLOSE(size, e), "p", obtain(_CLOSE_BY(size, e), "Z", then))
    return take(_LIMIT, [e, size], found)


_SIDES = (_triangle("S[t] - Z[t]", "Z[t] - c[t]"), _triangle("T(S, t) - T(Z, t)", "T(Z, t) - Z[t]"))
_SUM = _triangle("T(S, t) - T(Z, t) + (T(Z, t) - Z[t])", "Z[t] - S[t]")
_WITHIN = lemma(
    "LEM-not-positive",
    intro(
        "d,",
        _near(
            "0",
            "d",
            have(
                [_SIDES[0], "norm(Z[t] - S[t]) < d", "norm(Z[t] - c[t]) <= r*w[t]"],
                leaf(f"1: {_SIDES[0][0]}", "1: norm(Z[t] - S[t]) < d", "1: norm(Z[t] - c[t]) <= r*w[t]"),
            ),
        ),
    ),
    a="norm(S[t] - c[t]) - r*w[t]",
)
_INSIDE = (
    _BALL("S"),
    intro("t", have([("norm(S[t] - c[t]) - r*w[t] <= 0", _WITHIN)], leaf("1: norm(S[t] - c[t]) - r*w[t] <= 0"))),
)
_MOVES = "norm(T(S, t) - S[t])/((2 + r)*w[t])"
_STILL = intro(
    "d,",
    have(
        [("d*b > 0", leaf("1: d > 0; b > 0"))],
        take(
            _POWERS,
            ["d"],
            obtain(
                _SMALL("d"),
                "l",
                _near(
                    "l",
                    "d*b",
                    have(
                        [
                            "q^p < d",
                            (
                                _APART("S", "Z", "d"),
                                intro(
                                    "u",
                                    have(
                                        ["norm(Z[u] - S[u]) < d*b", "w[u] >= b"],
                                        leaf("1: norm(Z[u] - S[u]) < d*b", "1: d > 0; w[u] >= b"),
                                    ),
                                ),
                            ),
                            _closer("S", "Z", "d"),
                            "norm(T(S, t) - T(Z, t)) <= q*d*w[t]",
                            "norm(T(Z, t) - Z[t]) <= q^p*(r*w[t])",
                            "norm(S[t] - Z[t]) <= d*w[t]",
                            _SIDES[1],
                            _SUM,
                        ],
                        leaf(
                            f"1: {_SUM[0]}",
                            f"1: {_SIDES[1][0]}",
                            "1: norm(T(S, t) - T(Z, t)) <= q*d*w[t]",
                            "1: norm(T(Z, t) - Z[t]) <= q^p*(r*w[t])",
                            "1: norm(S[t] - Z[t]) <= d*w[t]",
                            "1: q < 1; d > 0; w[t] > 0",
                            "1: q^p < d; r >= 0; w[t] > 0",
                            times=["2 + r", "w[t]"],
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_RESTS = intro(
    "t",
    have(
        [
            _WIDE,
            ("2 + r > 0", leaf("1: r >= 0", "2:")),
            (f"{_MOVES} <= 0", lemma("LEM-not-positive", _STILL, a=_MOVES)),
            ("norm(T(S, t) - S[t]) <= 0", leaf(f"1: {_MOVES} <= 0; 2 + r > 0; w[t] > 0")),
            ("norm(T(S, t) - S[t]) == 0", rule("antisymmetry", a="norm(T(S, t) - S[t])", b="0")),
        ],
        rule("equal vectors", leaf("eq norm(T(S, t) - S[t]): norm(T(S, t) - S[t]) == 0"), u="T(S, t)", w="S[t]"),
    ),
)

_TO_ZERO = {
    "tokens": 2,
    "dim": 1,
    "letters": {
        "T": "fn(X in state E, i in token: 0*X[i])",
        "c": [["1/2"], [0]],
        "w": [1, 2],
        "r": 1,
        "q": "0",
        "b": 1,
    },
}
"""All tokens go to zero."""

formal(
    "LEM-contraction",
    title="Banach's fixed point theorem: a contraction that maps a ball of states into itself has a fixed point there",
    statement={**STATEMENT, "show": [f"exists X in state E: ({_BALL('X')}) and ({_FIXED('X')})"]},
    proof=have(
        [
            (_FOUND_ALL, lemma("LEM-contraction.steps")),
            (_POWERS, lemma("LEM-powers-vanish")),
            _BOUNDED,
        ],
        obtain(
            _BOUND,
            "K",
            have([_ACCUMULATES], obtain(_ACCUMULATES[0], "S", have([_INSIDE], witness("S", both(KNOWN, _RESTS))))),
        ),
    ),
    instance=_TO_ZERO,
)
