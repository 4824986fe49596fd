"""Farkas' lemma: a vector is a combination of finitely many with nonnegative coefficients, or a plane separates it.

Coefficients are written as squares of lengths, because families of vectors may be said to exist.
"""

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Tree,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    witness,
)

PLACE = "sum(j in upto({0}): 1)".format
MARK = f"max(0, 1 - ({PLACE('{0}')} - {PLACE('i')})^2)".format
_GAP = f"({PLACE('q')} - {PLACE('i')})^2"
_FAR = "forall k1: forall i1: i1 < k1 => sum(j in upto(i1): 1) + 1 <= sum(j in upto(k1): 1)"


def _apart(first: str, second: str) -> Tree:
    """The mark of a token other than i is 0."""
    more = f"{PLACE(first)} + 1 <= {PLACE(second)}"
    return have(
        [more],
        rule(
            "antisymmetry",
            rule("maximum below", leaf(), leaf(f"1: {more}; {more}", f"2: {more}"), a="0", b=f"1 - {_GAP}", c="0"),
            rule("maximum above first", a="0", b=f"1 - {_GAP}"),
            a=MARK("q"),
            b="0",
        ),
    )


_SAME = have(
    [("q == i", rule("same token", KNOWN, KNOWN, KNOWN, i="i", j="q", P="fn(l: l == i)"))],
    rule("contradiction", P="q == i", C=f"{MARK('q')} == 0"),
)

formal(
    "LEM-marked",
    title="A number that is 1 at one token and 0 at all others",
    statement={
        "letters": ["i: token"],
        "show": [
            f"{MARK('i')} == 1",
            f"forall k: k != i => {MARK('k')} == 0",
            f"forall k: k < i or i < k => {MARK('k')} == 0",
        ],
    },
    proof=[
        rule(
            "antisymmetry",
            rule("maximum below", leaf("1:"), leaf(), a="0", b=f"1 - {_GAP.replace('q', 'i')}", c="1"),
            have(
                [
                    (
                        f"1 - {_GAP.replace('q', 'i')} <= {MARK('i')}",
                        rule("maximum above second", a="0", b=f"1 - {_GAP.replace('q', 'i')}"),
                    )
                ],
                leaf(f"1: 1 - {_GAP.replace('q', 'i')} <= {MARK('i')}"),
            ),
            a=MARK("i"),
            b="1",
        ),
        have(
            [(_FAR, lemma("LEM-positions"))],
            intro(
                ["q", ""],
                split("q < i or i <= q", _apart("q", "i"), split("i < q or q <= i", _apart("i", "q"), _SAME)),
            ),
        ),
        have(
            [(_FAR, lemma("LEM-positions"))],
            intro(["q", ""], split("q < i or i < q", _apart("q", "i"), _apart("i", "q"))),
        ),
    ],
)

_LONG = "norm(X[i])"
_SOME = "exists i: X[i] != 0"
_ROOT = f"fn(k: sqrt(c[k])/{_LONG}*X[i])"
_SQUARES = "sum(k: c[k]*X[k]) == sum(k: dot({0}, {0})*X[k])".format

formal(
    "LEM-coefficients",
    title="Nonnegative coefficients as squares of lengths",
    statement={
        "letters": ["X[token]: vector; c[token]: number"],
        "given": ["forall k: c[k] >= 0"],
        "show": ["exists S in state: sum(k: c[k]*X[k]) == sum(k: dot(S[k], S[k])*X[k])"],
    },
    proof=split(
        f"({_SOME}) or not ({_SOME})",
        obtain(
            _SOME,
            "i",
            have(
                [
                    ("dot(X[i], X[i]) > 0", rule("positive square", u="X[i]")),
                    (
                        f"0 < {_LONG}",
                        rule("strictly below the square", leaf(), leaf("1: dot(X[i], X[i]) > 0"), a="0", b=_LONG),
                    ),
                ],
                witness(
                    _ROOT,
                    rule(
                        "equal vector sums",
                        have(["c[q] >= 0"], leaf()),
                        e="fn(k: c[k]*X[k])",
                        f=f"fn(k: dot(sqrt(c[k])/{_LONG}*X[i], sqrt(c[k])/{_LONG}*X[i])*X[k])",
                        new={"x": "q"},
                    ),
                ),
            ),
        ),
        witness(
            "fn(k: X[k])",
            rule(
                "equal vector sums",
                split(
                    "X[q] == 0 or X[q] != 0",
                    leaf(use=["X[q] == 0"]),
                    have(
                        [(_SOME, witness("q", KNOWN))],
                        rule("contradiction", P=_SOME, C="c[q]*X[q] == dot(X[q], X[q])*X[q]"),
                    ),
                ),
                e="fn(k: c[k]*X[k])",
                f="fn(k: dot(X[k], X[k])*X[k])",
                new={"x": "q"},
            ),
        ),
    ),
)
