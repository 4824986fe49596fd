"""The eigenvalues of the printed matrix U of 5.1.3, and the threshold that the middle one gives: steps of CON-X7."""

from __future__ import annotations

import re
from fractions import Fraction

from proofs_checks.consensus.proofs.printed_values import SHOWN as SPECTRUM
from verify.tactics.build import (
    KNOWN,
    Steps,
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


def renamed(text: str) -> str:
    """The characteristic polynomial and its eigenvector by names that do not clash."""
    return re.sub(r"\bx\b", "z", re.sub(r"\bw\(", "axis(", re.sub(r"\bp\(", "char(", text)))


PLACES = "lam in number, mu in number, low in number, v in vector, w in vector"
ORDERED = (
    "low < mu and mu < lam and U(v) == lam*v and dot(v, v) == 1 and U(w) == low*w and dot(w, w) == 1"
    " and (exists u in vector: u != 0 and U(u) == mu*u)"
)
LOW, HIGH = "3532114955/1000000000", "3532114956/1000000000"
_TIGHT = f"{LOW}*(1 + {{0}}) < 2*root and 2*root < {HIGH}*(1 + {{0}})".format
THRESHOLD = "2*root/(1 + mu)"
_MIDDLE = "char({0}) == 0 and -1/2 < {0} and {0} < 0".format
SHOWN = [
    f"forall m in number: {_MIDDLE('m')} => {_TIGHT('m')}",
    f"exists {PLACES}: {ORDERED}",
    f"forall {PLACES}: {ORDERED} => {_MIDDLE('mu')} and {THRESHOLD} == 2*root/abs(lam + low)"
    f" and {LOW} < {THRESHOLD} and {THRESHOLD} < {HIGH}",
]

# where the characteristic polynomial changes its sign
_BELOW, _ABOVE = Fraction(-1925569835, 10**11), Fraction(-1925569830, 10**11)
_C, D = Fraction(1517, 2500), Fraction(753, 62500)


def _char(x: Fraction) -> Fraction:
    return x**3 + x**2 - _C * x - D


def _not_beyond(at: Fraction, sign: int) -> tuple[str, Tree]:
    """sign*m <= sign*at, because the polynomial falls between -1/2 and 0."""
    beyond = f"{sign}*m > {sign * at}"
    scale = 1 / abs(_char(at))
    falls = absurd(
        leaf(
            f"{scale}: {beyond}; m < 0; -1/2 < m",
            f"{scale * (Fraction(1, 2) + at)}: {beyond}; m < 0",
            f"{scale * (_C - at - at**2)}: {beyond}",
            f"eq {-sign * scale}: char(m) == 0",
        )
    )
    return f"{sign}*m <= {sign * at}", split(f"{beyond} or {sign}*m <= {sign * at}", falls, KNOWN)


_UNDER, _OVER = _not_beyond(_ABOVE, 1), _not_beyond(_BELOW, -1)
_L, _H = Fraction(3532114955, 10**9), Fraction(3532114956, 10**9)
_SQUARES = [
    leaf(
        f"{12 - _L**2 * (1 + _ABOVE) ** 2}:",
        f"{_L**2}: {_UNDER[0]}; -1/2 < m",
        f"{_L**2 * (Fraction(3, 2) + _ABOVE)}: {_UNDER[0]}",
        "eq -4: root^2 == dim(E)",
        "eq -4: dim(E) == 3",
    ),
    leaf(
        f"{_H**2 * (1 + _BELOW) ** 2 - 12}:",
        f"{_H**2}: {_OVER[0]}; -1/2 < m",
        f"{_H**2 * (Fraction(3, 2) + _BELOW)}: {_OVER[0]}",
        "eq 4: root^2 == dim(E)",
        "eq 4: dim(E) == 3",
    ),
]
_TIGHTLY = intro(
    ["m", ""],
    have(
        [_UNDER, _OVER],
        both(
            rule("strictly below the square", leaf("2: root > 0"), _SQUARES[0], a=f"{LOW}*(1 + m)", b="2*root"),
            rule(
                "strictly below the square",
                leaf(f"{_H}: -1/2 < m", f"{_H / 2}:"),
                _SQUARES[1],
                a="2*root",
                b=f"{HIGH}*(1 + m)",
            ),
        ),
    ),
)

_FACTS = [re.sub(r"\b(lam|mu|nu|m|u)\b", r"\1_0", renamed(text)) for text in SPECTRUM]
_ALL = (" and ".join(f"({text})" for text in _FACTS), lemma("CON-S5.1.3.b"))
_LINE = "char({1}) == 0 and {0} == dot(e3, {0})/third({1})*axis({1})".format


def root(u: str, m: str) -> tuple[str, Tree]:
    return _LINE(u, m), take(_FACTS[2], [m, u], KNOWN)


def _nonzero(u: str) -> tuple[str, Tree]:
    return f"{u} != 0", rule("nonzero vector", leaf("1:", f"eq -1: dot({u}, {u}) == 1"), u=u)


TRACE = "lam + mu + low == -1"
PAIRS = f"lam*mu + lam*low + mu*low == -{_C}"
PRODUCT = f"lam*mu*low == {D}"
_SUMS: Steps = [
    ("lam - mu > 0", leaf("1: mu < lam")),
    ("mu - low > 0", leaf("1: low < mu")),
    ("lam - low > 0", leaf("1: mu < lam", "1: low < mu")),
    (
        TRACE,
        leaf(
            "eq 1/((lam - mu)*(lam - low)): char(lam) == 0",
            "eq -1/((lam - mu)*(mu - low)): char(mu) == 0",
            "eq 1/((lam - low)*(mu - low)): char(low) == 0",
        ),
    ),
    (
        PAIRS,
        leaf(
            "eq -1/(lam - mu): char(lam) == 0",
            "eq 1/(lam - mu): char(mu) == 0",
            f"eq lam + mu: {TRACE}",
        ),
    ),
    (PRODUCT, leaf(f"eq lam: {PAIRS}", f"eq -lam^2: {TRACE}", "eq 1: char(lam) == 0")),
]
_NEGATIVE = (
    "mu < 0",
    cases(
        "mu",
        absurd(
            have(
                [
                    ("lam > 0", leaf("1: mu >= 0", "1: mu < lam")),
                    ("-low > 0", leaf("1:", "1: mu >= 0", "1: lam > 0", f"eq 1: {TRACE}")),
                ],
                leaf(f"{1 / D}: lam > 0; mu >= 0; -low > 0", f"eq -{1 / D}: {PRODUCT}"),
            )
        ),
        KNOWN,
    ),
)
_HALF = Fraction(1, 2)
_AT_HALF = _char(-_HALF)
_INNER = (
    "-1/2 < mu",
    split(
        "-1/2 < mu or mu <= -1/2",
        KNOWN,
        absurd(
            have(
                [("lam > 0", leaf("1: mu <= -1/2", "1: mu <= -1/2", "1: low < mu", f"eq -1: {TRACE}"))],
                leaf(
                    f"{1 / _AT_HALF}: lam > 0; mu <= -1/2; mu <= -1/2",
                    f"{1 / _AT_HALF}: lam > 0; mu <= -1/2; low < mu",
                    f"{_HALF / _AT_HALF}: mu <= -1/2; mu <= -1/2",
                    f"{_HALF / _AT_HALF}: mu <= -1/2; low < mu",
                    f"eq {1 / _AT_HALF}: {PRODUCT}",
                    f"eq {_HALF / _AT_HALF}: {PAIRS}",
                    f"eq {_HALF**2 / _AT_HALF}: {TRACE}",
                ),
            )
        ),
    ),
)


def ordered(*assumed: str, then: Tree) -> Tree:
    """With the three eigenvalues as roots, their sums, and where the middle one is."""
    return intro(
        ["lam", "mu", "low", "v", "w", *assumed],
        have(
            [_ALL, _nonzero("v"), _nonzero("w"), root("v", "lam"), root("w", "low")],
            obtain(
                "exists u in vector: u != 0 and U(u) == mu*u",
                "b",
                have([root("b", "mu"), *_SUMS, _NEGATIVE, _INNER, ("1 + mu > 0", leaf("1/2:", "1: -1/2 < mu"))], then),
            ),
        ),
    )


_BOUNDED = ordered(
    "",
    then=have(
        [
            (SHOWN[0], _TIGHTLY),
            (_TIGHT("mu"), take(SHOWN[0], ["mu"], KNOWN)),
            ("lam + low < 0", leaf("1: 1 + mu > 0", f"eq 1: {TRACE}")),
            ("-(lam + low) > 0", leaf("1: lam + low < 0")),
        ],
        both(
            KNOWN,
            KNOWN,
            KNOWN,
            leaf(f"eq 2*root/((1 + mu)*(lam + low)): {TRACE}"),
            leaf(f"1: {LOW}*(1 + mu) < 2*root; 1/(1 + mu) > 0"),
            leaf(f"1: 2*root < {HIGH}*(1 + mu); 1/(1 + mu) > 0"),
        ),
    ),
)


_SOME = "exists c in vector: c != 0 and U(c) == {0}*c".format
_ALONG = "exists c in vector: U(c) == {0}*c and dot(c, c) == 1".format


def _normed(m: str) -> Steps:
    """A unit eigenvector to a root of the characteristic polynomial."""
    return [
        (f"char({m}) == ({m} - r1)*({m} - r2)*({m} - r3)", KNOWN),
        (f"char({m}) == 0", leaf(f"eq 1: char({m}) == ({m} - r1)*({m} - r2)*({m} - r3)")),
        (f"third({m}) != 0 and axis({m}) != 0 and U(axis({m})) == {m}*axis({m})", take(_FACTS[1], [m], KNOWN)),
        (_SOME(m), witness(f"axis({m})", both(KNOWN, KNOWN))),
        (
            _ALONG(m),
            obtain(
                _SOME(m),
                "d",
                have(
                    [("dot(d, d) > 0", rule("positive square", u="d"))],
                    witness("unit_of(d)", both(leaf(use=[f"U(d) == {m}*d"]), leaf())),
                ),
            ),
        ),
    ]


_BOUNDS = ["4402995/10000000 <= r1", "r2 <= -192556/10000000", "-192557/10000000 <= r2", "r3 <= -14210438/10000000"]
_EXIST = have(
    [_ALL, _FACTS[3]],
    obtain(
        _FACTS[3],
        "r1,r2,r3",
        have(
            [*_normed("r1"), *_normed("r2"), *_normed("r3")],
            obtain(
                _ALONG("r1"),
                "v",
                obtain(
                    _ALONG("r3"),
                    "w",
                    witness(
                        "r1",
                        witness(
                            "r2",
                            witness(
                                "r3",
                                witness(
                                    "v",
                                    witness(
                                        "w",
                                        both(
                                            leaf(
                                                f"{Fraction(14210438 - 192557, 10**7)}:",
                                                f"1: {_BOUNDS[2]}",
                                                f"1: {_BOUNDS[3]}",
                                            ),
                                            leaf(
                                                f"{Fraction(4402995 + 192556, 10**7)}:",
                                                f"1: {_BOUNDS[0]}",
                                                f"1: {_BOUNDS[1]}",
                                            ),
                                            KNOWN,
                                            KNOWN,
                                            KNOWN,
                                            KNOWN,
                                            KNOWN,
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

PROOFS = [_TIGHTLY, _EXIST, _BOUNDED]
