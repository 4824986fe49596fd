"""A step with a symmetric matrix shortens what is orthogonal to its eigenvector, as far as its form says."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, both, have, leaf, rule, take, witness

_UP = "forall a in vector: dot(v, a) == 0 => t*dot(a, U(a)) <= (c - 1)*dot(a, a)"
_DOWN = "forall a in vector: dot(v, a) == 0 => -(t*dot(a, U(a))) <= (c + 1)*dot(a, a)"
_B = "(u + t*U(u))"
_PLUS, _MINUS = f"(c*u + {_B})", f"(c*u - {_B})"
_FACTS = [
    f"t*dot({_PLUS}, U({_PLUS})) <= (c - 1)*dot({_PLUS}, {_PLUS})",
    f"-(t*dot({_MINUS}, U({_MINUS}))) <= (c + 1)*dot({_MINUS}, {_MINUS})",
]
_LEVEL = ["U(v) == lam*v", "dot(v, u) == 0"]

formal(
    "LEM-narrowed",
    title="A symmetric step with a form between -c and c multiplies lengths by at most c",
    statement={
        "letters": ["U: operator; v, u: vector; lam, t, c: number"],
        "given": [*_LEVEL, "c > 0", _UP, _DOWN],
        "show": [f"dot({_B}, {_B}) <= c^2*dot(u, u)"],
    },
    proof=have(
        [
            (f"dot(v, {_PLUS}) == 0", leaf(use=_LEVEL)),
            (f"dot(v, {_MINUS}) == 0", leaf(use=_LEVEL)),
            (_FACTS[0], take(_UP, [_PLUS], KNOWN)),
            (_FACTS[1], take(_DOWN, [_MINUS], KNOWN)),
        ],
        leaf(f"1/2: {_FACTS[0]}; 1/c > 0", f"1/2: {_FACTS[1]}; 1/c > 0"),
    ),
)

formal(
    "LEM-stepped-multiple",
    title="A step multiplies the multiples of an eigenvector",
    statement={
        "letters": ["U: operator; u, w: vector; k, m, t, c: number"],
        "given": ["u == k*w", "U(w) == m*w"],
        "show": ["c*(u + t*U(u)) == k*(1 + t*m)*c*w"],
    },
    proof=leaf(use=["u == k*w", "U(w) == m*w"]),
)

_LEFT = "min(t*g, min(2 + t*(lam + low), (1 + t*lam)/2))"
_LESS = "min(2 + t*(lam + low), (1 + t*lam)/2)"

formal(
    "LEM-step-factor",
    title="A number below 1 + t lam and above what the other eigenvalues make",
    statement={
        "letters": ["t, lam, low, g: number"],
        "given": ["t > 0", "lam >= 0", "g > 0", "2 + t*(lam + low) > 0"],
        "show": ["exists c in number: c > 0 and c < 1 + t*lam and 1 + t*(lam - g) <= c and -(1 + t*low) <= c"],
    },
    proof=have(
        [
            ("t*g > 0", leaf("1: t > 0; g > 0")),
            ("1 + t*lam > 0", leaf("1:", "1: t > 0; lam >= 0")),
            ("(1 + t*lam)/2 > 0", leaf("1/2: 1 + t*lam > 0")),
            (
                f"0 < {_LESS}",
                rule("minimum strictly above", KNOWN, KNOWN, a="2 + t*(lam + low)", b="(1 + t*lam)/2", c="0"),
            ),
            (f"0 < {_LEFT}", rule("minimum strictly above", KNOWN, KNOWN, a="t*g", b=_LESS, c="0")),
            (f"{_LEFT} <= t*g", rule("minimum below first", a="t*g", b=_LESS)),
            (f"{_LEFT} <= {_LESS}", rule("minimum below second", a="t*g", b=_LESS)),
            (f"{_LESS} <= 2 + t*(lam + low)", rule("minimum below first", a="2 + t*(lam + low)", b="(1 + t*lam)/2")),
            (f"{_LESS} <= (1 + t*lam)/2", rule("minimum below second", a="2 + t*(lam + low)", b="(1 + t*lam)/2")),
        ],
        witness(
            f"1 + t*lam - {_LEFT}",
            both(
                leaf(f"1: {_LEFT} <= {_LESS}", f"1: {_LESS} <= (1 + t*lam)/2", "1/2: 1 + t*lam > 0"),
                leaf(f"1: 0 < {_LEFT}"),
                leaf(f"1: {_LEFT} <= t*g"),
                leaf(f"1: {_LEFT} <= {_LESS}", f"1: {_LESS} <= 2 + t*(lam + low)"),
            ),
        ),
    ),
)
