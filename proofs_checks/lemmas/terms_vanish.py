"""Sequences over all sizes: powers of a number below 1 and the terms of a bounded sum vanish."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
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

_LATE = "exists s in size: forall n in size: n >= s => {0} < e".format
_BERNOULLI = "q^{0}*(1 + {0}*(1 - q)) <= 1".format
_POSITIVE = "forall n in size: q^n >= 0"
_SMALL = f"forall n in size: {_BERNOULLI('n')}"
_K = "1/((1 - q)*e)"

formal(
    "LEM-powers-vanish",
    title="Powers of a number from 0 to below 1 become as small as one likes",
    statement={
        "letters": ["q: number"],
        "given": ["0 <= q", "q < 1"],
        "show": [f"forall e in number: e > 0 => ({_LATE('q^n')})"],
    },
    proof=intro(
        "e,",
        have(
            [
                ("1 - q > 0", leaf("1: q < 1")),
                (
                    _POSITIVE,
                    rule("induction", leaf("1:"), leaf("1: q^k >= 0; 0 <= q"), P="fn(n: q^n >= 0)", new={"n": "k"}),
                ),
                (
                    _SMALL,
                    rule(
                        "induction",
                        leaf(),
                        have(
                            ["k >= 0", "q^k >= 0"],
                            leaf(
                                f"1: {_BERNOULLI('k')}",
                                "1: q^k >= 0; k >= 0; sq 1 - q",
                                "1: q^k >= 0; sq 1 - q",
                            ),
                        ),
                        P=f"fn(n: {_BERNOULLI('n')})",
                        new={"n": "k"},
                    ),
                ),
                (f"exists n in size: {_K} < n", rule("sizes exceed every number", K=_K)),
            ],
            obtain(
                f"exists n in size: {_K} < n",
                "m",
                witness(
                    "m",
                    intro(
                        "k,",
                        have(
                            [
                                (_BERNOULLI("k"), take(_SMALL, ["k"], KNOWN)),
                                (f"k > {_K}", leaf("1: k >= m", f"1: {_K} < m")),
                                ("k*(1 - q)*e > 1", leaf(f"1: k > {_K}; 1 - q > 0; e > 0")),
                                ("1 + k*(1 - q) > 0", leaf("1:", "1: k >= 0; 1 - q > 0")),
                            ],
                            leaf(
                                f"1: {_BERNOULLI('k')}",
                                "1: k*(1 - q)*e > 1",
                                "1: e > 0",
                                times=["1 + k*(1 - q)"],
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    instance={"letters": {"q": "1/2"}},
)

_SUM = "sum(k in 0..{0}: a[k])".format
_TERMS = "forall n in size: a[n] >= 0"
_LAST = f"{_SUM('p + 1')} == {_SUM('p')} + a[p + 1]"
_SO_FAR = f"p <= m or {_SUM('m')} + a[p] <= {_SUM('p')}"

formal(
    "LEM-later-term",
    title="A later term of a sum of nonnegative terms adds to the sum",
    statement={
        "letters": ["a[step]: number", "m: size"],
        "given": [_TERMS],
        "show": [f"forall n in size: {_SO_FAR.replace('p', 'n')}"],
    },
    proof=rule(
        "induction",
        {"left": leaf("1: m >= 0")},
        have(
            [(_LAST, rule("last term", e="a", n="p"))],
            split(
                _SO_FAR,
                split(
                    "p < m or m <= p",
                    {"left": rule("next size", m="p", n="m")},
                    have(
                        [("m == p", rule("antisymmetry", a="m", b="p"))],
                        {"right": leaf(f"eq -1: {_LAST}", use=["m == p"])},
                    ),
                ),
                have(
                    [("a[p] >= 0", take(_TERMS, ["p"], KNOWN))],
                    {"right": leaf(f"1: {_SUM('m')} + a[p] <= {_SUM('p')}", "1: a[p] >= 0", f"eq -1: {_LAST}")},
                ),
            ),
        ),
        P=f"fn(n: {_SO_FAR.replace('p', 'n')})",
        new={"n": "p"},
    ),
)

_ALL_LATE = _LATE("a[n]")
_AGAIN = "exists n in size: m < n and a[n] >= e"
_REACHED = f"exists s in size: {_SUM('s')} >= {{0}}*e".format
_FIRST = f"{_SUM('0')} == a[0]"
_BOUNDED = f"forall n in size: {_SUM('n')} <= B"
_ALL_AFTER = f"forall n in size: {_SO_FAR.replace('p', 'n')}"
_ONE_MORE = obtain(
    _AGAIN,
    "p",
    have(
        [(_ALL_AFTER, lemma("LEM-later-term")), (_SO_FAR, take(_ALL_AFTER, ["p"], KNOWN))],
        witness(
            "p",
            split(
                _SO_FAR,
                absurd(lemma("LEM-two-signs", leaf("1: p <= m"), leaf("1: m < p"), a="m - p")),
                leaf(f"1: {_SUM('m')} + a[p] <= {_SUM('p')}", f"1: {_SUM('m')} >= r*e", "1: a[p] >= e"),
            ),
        ),
    ),
)
_ENDS = witness(
    "m + 1",
    intro(
        "h,",
        cases(
            "a[h] - e",
            have(
                [("m < h", leaf("1: h >= m + 1", "1:")), ("a[h] >= e", leaf("1: a[h] - e >= 0"))],
                rule("contradiction", witness("h", both(KNOWN, KNOWN)), KNOWN, P=_AGAIN, C="a[h] < e"),
            ),
            leaf("1: a[h] - e < 0"),
        ),
    ),
)
_GROWS = rule(
    "induction",
    witness(
        "0",
        have(
            [(_FIRST, rule("first term", e="a")), ("a[0] >= 0", take(_TERMS, ["0"], KNOWN))],
            leaf("1: a[0] >= 0", f"eq -1: {_FIRST}"),
        ),
    ),
    obtain(
        _REACHED("r"),
        "m",
        split(
            f"({_AGAIN}) or not ({_AGAIN})",
            _ONE_MORE,
            absurd(have([(_ALL_LATE, _ENDS)], rule("contradiction", P=_ALL_LATE, C="1 <= 0"))),
        ),
    ),
    P=f"fn(n: {_REACHED('n')})",
    new={"n": "r"},
)
_TOO_MUCH = "exists n in size: B/e < n"

formal(
    "LEM-terms-vanish",
    title="The terms of a bounded sum of nonnegative terms become as small as one likes",
    statement={
        "letters": ["a[step]: number", "B: number"],
        "given": [_TERMS, _BOUNDED],
        "show": [f"forall e in number: e > 0 => ({_ALL_LATE})"],
    },
    proof=intro(
        "e,",
        split(
            f"({_ALL_LATE}) or not ({_ALL_LATE})",
            KNOWN,
            absurd(
                have(
                    [
                        (f"forall n in size: {_REACHED('n')}", _GROWS),
                        (_TOO_MUCH, rule("sizes exceed every number", K="B/e")),
                    ],
                    obtain(
                        _TOO_MUCH,
                        "r",
                        have(
                            [
                                (_REACHED("r"), take(f"forall n in size: {_REACHED('n')}", ["r"], KNOWN)),
                                ("B < r*e", leaf("1: B/e < r; e > 0")),
                            ],
                            obtain(
                                _REACHED("r"),
                                "m",
                                have(
                                    [(f"{_SUM('m')} <= B", take(_BOUNDED, ["m"], KNOWN))],
                                    lemma(
                                        "LEM-two-signs",
                                        leaf(f"1: {_SUM('m')} <= B", f"1: {_SUM('m')} >= r*e"),
                                        leaf("1: B < r*e"),
                                        a="B - r*e",
                                    ),
                                ),
                            ),
                        ),
                    ),
                )
            ),
        ),
    ),
    instance={"letters": {"a": {"always": 0}, "B": 1}},
)
