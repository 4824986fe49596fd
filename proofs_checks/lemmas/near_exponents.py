"""Exponentials of small numbers, and bilinear forms of unit vectors near two given ones, to first order."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, both, have, leaf, rule, take

formal(
    "LEM-near-exponent",
    title="The exponential of a small number to first order",
    statement={
        "letters": ["k, s: number"],
        "given": ["-s <= k", "k <= s", "2*s <= 1"],
        "show": ["exp(k) - 1 <= 2*s and -2*s <= exp(k) - 1 and 0 <= exp(k) - 1 - k and exp(k) - 1 - k <= 2*s^2"],
    },
    proof=have(
        [
            ("1 + k <= exp(k)", rule("exp tangent", a="k")),
            ("1 - k <= exp(-k)", rule("exp tangent", a="-k")),
            ("s >= 0", leaf("1/2: -s <= k", "1/2: k <= s")),
            ("1 - k > 0", leaf("1: k <= s", "1/2: 2*s <= 1", "1/2:")),
            ("(1 - k)*exp(k) <= 1", leaf("1: 1 - k <= exp(-k); exp(k) > 0")),
            ("k^2 <= s^2", leaf("1: -s <= k; k <= s")),
            ("(exp(k) - 1 - k)*(1 - k) <= k^2", leaf("1: (1 - k)*exp(k) <= 1")),
            ("0 <= exp(k) - 1 - k", leaf("1: 1 + k <= exp(k)")),
            (
                "exp(k) - 1 - k <= 2*s^2",
                leaf(
                    "2: (exp(k) - 1 - k)*(1 - k) <= k^2",
                    "2: k^2 <= s^2",
                    "2: 0 <= exp(k) - 1 - k; k <= s",
                    "1: 0 <= exp(k) - 1 - k; 2*s <= 1",
                ),
            ),
        ],
        both(
            leaf("1: exp(k) - 1 - k <= 2*s^2", "1: k <= s", "1: s >= 0; 2*s <= 1"),
            leaf("1: 0 <= exp(k) - 1 - k", "1: -s <= k", "1: s >= 0"),
            KNOWN,
            KNOWN,
        ),
    ),
    instance={"letters": {"k": "1/4", "s": "1/4"}},
)

BOUND = "forall g in vector, h in vector: dot(g, {0}(h)) <= {1}*norm(g)*norm(h)".format
F, H = "(a - x)", "(b - y)"
_FORM = "dot({0}, P({1}))".format
_LONG = f"{_FORM('{0}', '{1}')} <= p*norm({{0}})*norm({{1}})".format
_UNITS = [f"dot({u}, {u}) == 1" for u in ("x", "y", "a", "b")]
_LENGTHS = ["norm(x) == 1", "norm(y) == 1"]
CHANGE = "(dot(a, P(b)) - dot(x, P(y)))"
LINEAR = "(dot(a - dot(x, a)*x, P(y)) + dot(x, P(b - dot(y, b)*y)))"


def _bounded(u: str, w: str) -> Steps:
    return [(_LONG(s + u, w), take(BOUND("P", "p"), [s + u, w], KNOWN)) for s in ("", "-")]


_STEPS: Steps = [
    *[(f"norm({u}) == 1", leaf(norms=["1"], use=[f"dot({u}, {u}) == 1"])) for u in ("x", "y")],
    ("norm(a - x) >= 0", KNOWN),
    ("norm(b - y) >= 0", KNOWN),
    ("r >= 0", leaf("1: norm(a - x) >= 0", "1: norm(a - x) <= r")),
    *_bounded(F, "y"),
    *_bounded("x", H),
    *_bounded(F, H),
    *_bounded("x", "y"),
    ("1 - dot(x, a) >= 0", leaf("1/2: sq norm(a - x)", use=_UNITS)),
    ("1 - dot(y, b) >= 0", leaf("1/2: sq norm(b - y)", use=_UNITS)),
    (
        "1 - dot(x, a) <= r^2/2",
        leaf("1/2: norm(a - x) <= r; norm(a - x) >= 0", "1/2: norm(a - x) <= r; r >= 0", use=_UNITS),
    ),
    (
        "1 - dot(y, b) <= r^2/2",
        leaf("1/2: norm(b - y) <= r; norm(b - y) >= 0", "1/2: norm(b - y) <= r; r >= 0", use=_UNITS),
    ),
    ("norm(a - x)*norm(b - y) <= r^2", leaf("1: norm(a - x) <= r; norm(b - y) >= 0", "1: norm(b - y) <= r; r >= 0")),
]


def _first(sign: str) -> object:
    return leaf(
        f"1: {_LONG(sign + F, 'y')}",
        f"1: {_LONG(sign + 'x', H)}",
        f"1: {_LONG(sign + F, H)}",
        "1: p >= 0; norm(a - x) <= r",
        "1: p >= 0; norm(b - y) <= r",
        "1: p >= 0; norm(a - x)*norm(b - y) <= r^2",
        "1: p >= 0; r >= 0; r <= 1",
        use=_LENGTHS,
    )


def _second(sign: str, other: str) -> object:
    return leaf(
        f"1: {_LONG(sign + F, H)}",
        "1: p >= 0; norm(a - x)*norm(b - y) <= r^2",
        f"1: 1 - dot(x, a) >= 0; {_LONG(other + 'x', 'y')}",
        f"1: 1 - dot(y, b) >= 0; {_LONG(other + 'x', 'y')}",
        "1: p >= 0; 1 - dot(x, a) <= r^2/2",
        "1: p >= 0; 1 - dot(y, b) <= r^2/2",
        use=_LENGTHS,
    )


formal(
    "LEM-near-form",
    title="A bilinear form of unit vectors near two given ones, to first order in their tangent parts",
    statement={
        "letters": ["P: matrix; x, y, a, b: vector; p, r: number"],
        "given": [*_UNITS, "p >= 0", "r <= 1", BOUND("P", "p"), "norm(a - x) <= r", "norm(b - y) <= r"],
        "show": [
            f"{CHANGE} <= 3*p*r and -(3*p*r) <= {CHANGE}",
            f"{CHANGE} - {LINEAR} <= 2*p*r^2 and -2*p*r^2 <= {CHANGE} - {LINEAR}",
        ],
    },
    proof=[have(_STEPS, both(_first(""), _first("-"))), have(_STEPS, both(_second("", "-"), _second("-", "")))],
)
