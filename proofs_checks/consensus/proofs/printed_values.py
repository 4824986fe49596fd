"""The spectrum of the printed value matrix U of simulation 5.1.3 (CON-S5.1.3.b).

Two eigenvalues lie beyond a Rayleigh quotient of U and up to where its characteristic polynomial keeps its sign; the
third is what the trace leaves.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from proofs_checks.consensus.proofs.plane_motions import frame
from verify.formal import Variant, formal
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
    unfold,
    witness,
)

_AXES = ["e1", "e2", "e3"]
_FRAME = frame(_AXES)
_ENTRIES = [["-13/50", "1/2", "14/25"], ["1/2", "-18/25", "-1/2"], ["14/25", "-1/2", "-1/50"]]
_ROWS = [" + ".join(f"({c})*{e}" for c, e in zip(row, _AXES, strict=True)) for row in _ENTRIES]
_IMAGES = [f"U({e}) == {row}" for e, row in zip(_AXES, _ROWS, strict=True)]
_SPAN = "forall x in vector: x == dot(e1, x)*e1 + dot(e2, x)*e2 + dot(e3, x)*e3"
PRINTED: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["U: operator; e1, e2, e3: vector"],
    "where": [
        "p(x) := x^3 + x^2 - 1517/2500*x - 753/62500",
        "first(x) := (x + 18/25)*14/25 - 1/4",
        "middle(x) := -1/2*(x + 13/50) + 7/25",
        "third(x) := (x + 13/50)*(x + 18/25) - 1/4",
        "w(x) := first(x)*e1 + middle(x)*e2 + third(x)*e3",
    ],
    "given": [*_FRAME, _SPAN, *_IMAGES],
}
_A = "dot({0}, U({1}))".format
_DET = (
    f"(x - {_A('e1', 'e1')})*((x - {_A('e2', 'e2')})*(x - {_A('e3', 'e3')}) - {_A('e2', 'e3')}^2)"
    f" - {_A('e1', 'e2')}*({_A('e1', 'e2')}*(x - {_A('e3', 'e3')}) + {_A('e1', 'e3')}*{_A('e2', 'e3')})"
    f" - {_A('e1', 'e3')}*({_A('e1', 'e2')}*{_A('e2', 'e3')} + {_A('e1', 'e3')}*(x - {_A('e2', 'e2')}))"
)
_LINE = "u == dot(e3, u)/third(m)*w(m)"
_ROOTS = (
    "exists lam in number, mu in number, nu in number: (forall x in number: p(x) == (x - lam)*(x - mu)*(x - nu))"
    " and 4402995/10000000 <= lam and lam <= 4402996/10000000"
    " and -192557/10000000 <= mu and mu <= -192556/10000000"
    " and -14210439/10000000 <= nu and nu <= -14210438/10000000"
    " and 4595551/10000000 <= lam - mu and lam - mu <= 4595553/10000000"
)
SHOWN = [
    f"forall x in number: {_DET} == p(x)",
    "forall m in number: p(m) == 0 => third(m) != 0 and w(m) != 0 and U(w(m)) == m*w(m)",
    f"forall m in number, u in vector: u != 0 and U(u) == m*u => p(m) == 0 and {_LINE}",
    _ROOTS,
]

# where p vanishes third does not
_THIRD = (
    "third(m) != 0",
    split(
        "third(m) == 0 or third(m) != 0",
        absurd(
            leaf(
                "eq -14090000*m/644809 - 13538400/644809: p(m) == 0",
                "eq 14090000*m^2/644809 + 13820200*m/644809 - 7670356/644809: third(m) == 0",
            )
        ),
        KNOWN,
    ),
)
_SQUARED = split("third(m) != 0", leaf("1: third(m) < 0; third(m) < 0"), leaf("1: third(m) > 0; third(m) > 0"))
_EIGEN = intro(
    ["m", ""],
    have(
        [_THIRD],
        both(
            KNOWN,
            rule(
                "nonzero vector",
                have(
                    [("third(m)^2 > 0", _SQUARED)],
                    leaf("1: third(m)^2 > 0", "1: sq first(m)", "1: sq middle(m)", use=_FRAME),
                ),
                u="w(m)",
            ),
            rule("equal vectors", leaf("eq p(m): p(m) == 0", use=[*_IMAGES, *_FRAME]), u="U(w(m))", w="m*w(m)"),
        ),
    ),
)


def _component(k: int) -> list[tuple[str, Tree]]:
    """Row k of U u = m u, in the components of u."""
    e = _AXES[k]
    image = f"dot(u, U({e})) == dot(u, {_ROWS[k]})"
    own = f"dot({e}, U(u)) == dot({e}, m*u)"
    return [
        (image, lemma("LEM-same-dot", u=f"U({e})", w=_ROWS[k], z="u")),
        (own, lemma("LEM-same-dot", u="U(u)", w="m*u", z=e)),
        (_row(k), leaf(f"eq -1: {image}", f"eq 1: {own}")),
    ]


def _row(k: int) -> str:
    return (
        " + ".join(f"({c})*dot({e}, u)" for c, e in zip(_ENTRIES[k], _AXES, strict=True)) + f" == m*dot({_AXES[k]}, u)"
    )


_SQUARE = "dot(u, u) == dot(e1, u)^2 + dot(e2, u)^2 + dot(e3, u)^2"
# the adjugate of m - U
_ADJUGATE = [
    ["(m + 18/25)*(m + 1/50) - 1/4", "1/2*(m + 1/50) - 14/50", "first(m)"],
    ["1/2*(m + 1/50) - 14/50", "(m + 13/50)*(m + 1/50) - 196/625", "middle(m)"],
    ["first(m)", "middle(m)", "third(m)"],
]
_ZEROS = [
    (f"p(m)*dot({e}, u) == 0", leaf(*(f"eq -({c}): {_row(j)}" for j, c in enumerate(row))))
    for e, row in zip(_AXES, _ADJUGATE, strict=True)
]
_WHOLE = "dot(e1, u)*e1 + dot(e2, u)*e2 + dot(e3, u)*e3"
_RATIOS = [
    (
        f"dot({e}, u) == dot(e3, u)/third(m)*{part}",
        leaf(f"eq ({c[0]})/third(m): {_row(0)}", f"eq ({c[1]})/third(m): {_row(1)}"),
    )
    for e, part, c in (("e1", "first(m)", ("-(m + 18/25)", "-1/2")), ("e2", "middle(m)", ("-1/2", "-(m + 13/50)")))
]
_OF_EIGENVECTOR = intro(
    ["m", "u", ""],
    have(
        [
            *_component(0),
            *_component(1),
            *_component(2),
            (f"u == {_WHOLE}", take(_SPAN, ["u"], KNOWN)),
            (f"dot(u, u) == dot(u, {_WHOLE})", lemma("LEM-same-dot", u="u", w=_WHOLE, z="u")),
            (_SQUARE, leaf(f"eq 1: dot(u, u) == dot(u, {_WHOLE})")),
            ("dot(u, u) > 0", rule("positive square", u="u")),
            *_ZEROS,
            (
                "p(m) == 0",
                leaf(
                    f"eq p(m)/dot(u, u): {_SQUARE}",
                    *(f"eq dot({e}, u)/dot(u, u): {fact}" for e, (fact, _) in zip(_AXES, _ZEROS, strict=True)),
                ),
            ),
            _THIRD,
            *_RATIOS,
            (f"{_WHOLE} == dot(e3, u)/third(m)*w(m)", leaf(use=[fact for fact, _ in _RATIOS])),
        ],
        both(KNOWN, lemma("LEM-same-vector", u="u", w=_WHOLE, z="dot(e3, u)/third(m)*w(m)")),
    ),
)


# (sign, near, far, direction): an eigenvalue r with sign*near < sign*r <= sign*far
_TOP = (1, Fraction(4402995220, 10**10), Fraction(4402995221, 10**10), ["3997677", "-701498", "5625572"])
_LOW = (-1, Fraction(-14210438237, 10**10), Fraction(-14210438238, 10**10), ["-6425846", "8605219", "5639427"])


def _found(sign: int, near: Fraction, far: Fraction, direction: list[str]) -> tuple[str, Tree]:
    """A root of p beyond a Rayleigh quotient of U, not where p keeps its sign."""
    u = " + ".join(f"({c})*{e}" for c, e in zip(direction, _AXES, strict=True))
    some = f"exists r1 in number: eigenvalue(U, 0*e1, r1) and {sign}*r1 > {sign * near}"
    none = intro(
        ["r", ""],
        split(
            f"{sign * near} < {sign}*r or {sign}*r <= {sign * near}",
            have(
                [(some, witness("r", both(KNOWN, KNOWN)))],
                rule("contradiction", P=some, C=f"{sign}*r <= {sign * near}"),
            ),
            KNOWN,
        ),
    )
    quotient = f"{sign}*dot({u}, U({u})) <= {sign * near}*dot({u}, {u})"
    gap = _GAPS[sign]
    rayleigh = rule("Rayleigh", V="U", v="0*e1", lam="0", s=str(sign), l=str(sign * near), u=u)
    absurdity = have(
        [(f"forall m in number: eigenvalue(U, 0*e1, m) => {sign}*m <= {sign * near}", none), (quotient, rayleigh)],
        absurd(leaf(f"{1 / gap}: {quotient}", use=[*_IMAGES, *_FRAME])),
    )
    beyond = f"{sign * far} < {sign}*r"
    value = far**3 + far**2 - Fraction(1517, 2500) * far - Fraction(753, 62500)
    slope, bend = 3 * far**2 + 2 * far - Fraction(1517, 2500), 3 * far + 1
    keeps = absurd(
        leaf(
            f"{slope / abs(value)}: {beyond}",
            f"{sign * bend / abs(value)}: {beyond}; {beyond}",
            f"{1 / abs(value)}: {beyond}; {beyond}; {beyond}",
            f"eq {sign / abs(value)}: p(r) == 0",
        )
    )
    vector = "exists z in vector: z != 0 and dot(0*e1, z) == 0 and U(z) == r*z"
    goal = f"exists r1 in number: p(r1) == 0 and {sign * near} <= {sign}*r1 and {sign}*r1 <= {sign * far}"
    root = obtain(
        vector,
        "z",
        have(
            [
                ("p(r) == 0 and z == dot(e3, z)/third(r)*w(r)", take(SHOWN[2], ["r", "z"], KNOWN)),
                (f"{sign}*r <= {sign * far}", split(f"{beyond} or {sign}*r <= {sign * far}", keeps, KNOWN)),
            ],
            witness("r", both(KNOWN, KNOWN, KNOWN)),
        ),
    )
    return goal, have(
        [(some, split(f"({some}) or not ({some})", KNOWN, absurdity))],
        obtain(some, "r", unfold("eigenvalue(U, 0*e1, r)", root)),
    )


def _gap(sign: int, near: Fraction, direction: list[str]) -> Fraction:
    """How far the Rayleigh quotient of the direction lies beyond `near`, times the square of its length."""
    u = [Fraction(c) for c in direction]
    image = [sum(Fraction(c) * t for c, t in zip(row, u, strict=True)) for row in _ENTRIES]
    return sign * (sum(a * b for a, b in zip(u, image, strict=True)) - near * sum(a * a for a in u))


_GAPS = {sign: _gap(sign, near, direction) for sign, near, _, direction in (_TOP, _LOW)}
_FIRST, _LAST = _found(*_TOP), _found(*_LOW)
_MIDDLE = "(-1 - lam - nu)"
_FACTORS = intro(
    "x",
    leaf("eq (x - nu)/(lam - nu): p(lam) == 0", "eq (lam - x)/(lam - nu): p(nu) == 0"),
)
_INSIDE = [f"{_TOP[1]} <= 1*lam", f"1*lam <= {_TOP[2]}", f"{-_LOW[1]} <= -1*nu", f"-1*nu <= {-_LOW[2]}"]
_L, _U, _V, _W = _TOP[1], _TOP[2], -_LOW[1], -_LOW[2]  # L <= lam <= U, V <= -nu <= W
_ABOVE, _UNDER, _DEEP, _SHALLOW = _INSIDE


def _from(rest: Fraction, *facts: str) -> Tree:
    return leaf(f"{rest}:", *facts)


_TENTH = Fraction(1, 10**7)
_BOUNDS = [
    _from(_L - 4402995 * _TENTH, f"1: {_ABOVE}"),
    _from(4402996 * _TENTH - _U, f"1: {_UNDER}"),
    _from(192557 * _TENTH - 1 - _U + _V, f"1: {_UNDER}", f"1: {_DEEP}"),
    _from(-192556 * _TENTH + 1 + _L - _W, f"1: {_ABOVE}", f"1: {_SHALLOW}"),
    _from(14210439 * _TENTH - _W, f"1: {_SHALLOW}"),
    _from(_V - 14210438 * _TENTH, f"1: {_DEEP}"),
    _from(2 * _L + 1 - _W - 4595551 * _TENTH, f"2: {_ABOVE}", f"1: {_SHALLOW}"),
    _from(4595553 * _TENTH - 2 * _U - 1 + _V, f"2: {_UNDER}", f"1: {_DEEP}"),
]
_THREE = have(
    [
        (SHOWN[2], _OF_EIGENVECTOR),
        _FIRST,
        _LAST,
    ],
    obtain(
        _FIRST[0],
        "lam",
        obtain(
            _LAST[0],
            "nu",
            have(
                [*_INSIDE, ("lam - nu > 0", leaf(f"{_TOP[1] - _LOW[1]}:", f"1: {_INSIDE[0]}", f"1: {_INSIDE[2]}"))],
                witness("lam", witness(_MIDDLE, witness("nu", both(_FACTORS, *_BOUNDS)))),
            ),
        ),
    ),
)

VALUES: dict[str, Any] = {"dim": 3, "letters": {"U": _ENTRIES, "e1": [1, 0, 0], "e2": [0, 1, 0], "e3": [0, 0, 1]}}

formal(
    "CON-S5.1.3.b",
    statement={**PRINTED, "show": SHOWN},
    proof=[intro("x", leaf(use=[*_IMAGES, *_FRAME])), _EIGEN, _OF_EIGENVECTOR, _THREE],
    instance=VALUES,
    twin=Variant("another constant term", {"753/62500": "753/62501"}, VALUES),
)
