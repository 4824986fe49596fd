"""Of finitely many numbers, one for each basis vector that a vector charges, one is the largest.

By induction on how many charged directions lie above one: the next of them has fewer above it. C[k] is 1 where a[k] is
not 0, and M(j, k) is 1 where mu[k] is above mu[j]; else they are 0.
"""

from __future__ import annotations

from verify.formal import formal
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

ORTHONORMAL = [
    "forall k in direction: dot(b[k], b[k]) == 1",
    "forall j in direction, k in direction: j != k => dot(b[j], b[k]) == 0",
]
COUNTED = {
    "letters": ["b[direction]: vector; a[direction], mu[direction], C[direction], M(direction, direction): number"],
    "given": [
        *ORTHONORMAL,
        "forall k in direction: a[k] != 0 => C[k] == 1",
        "forall k in direction: a[k] == 0 => C[k] == 0",
        "forall j in direction, k in direction: mu[j] < mu[k] => M(j, k) == 1",
        "forall j in direction, k in direction: mu[k] <= mu[j] => M(j, k) == 0",
    ],
}
_COUNT = "sum(j in direction: C[j]*M({0}, j))".format
LEADS = "exists l in direction: a[l] != 0 and (forall k in direction: a[k] == 0 or mu[k] <= mu[l])"
_DROP = "C[{0}]*(M(low, {0}) - M(top, {0}))".format


def _charged(k: str, yes: Tree, no: Tree) -> Tree:
    """Whether direction k is charged."""
    return split(f"a[{k}] == 0 or a[{k}] != 0", have([f"C[{k}] == 0"], no), have([f"C[{k}] == 1"], yes))


def _above(low: str, high: str, yes: Tree, no: Tree) -> Tree:
    """Whether the number of one direction is above that of another one."""
    return split(
        f"mu[{low}] < mu[{high}] or mu[{high}] <= mu[{low}]",
        have([f"M({low}, {high}) == 1"], yes),
        have([f"M({low}, {high}) == 0"], no),
    )


_RISES = _charged(
    "q",
    _above(
        "top",
        "q",
        have(
            [("mu[low] < mu[q]", leaf("1: mu[low] < mu[top]", "1: mu[top] < mu[q]")), "M(low, q) == 1"],
            leaf(use=["C[q] == 1", "M(low, q) == 1", "M(top, q) == 1"]),
        ),
        _above(
            "low",
            "q",
            leaf("1:", use=["C[q] == 1", "M(low, q) == 1", "M(top, q) == 0"]),
            leaf(use=["C[q] == 1", "M(low, q) == 0", "M(top, q) == 0"]),
        ),
    ),
    leaf(use=["C[q] == 0"]),
)
_UNIT = ["dot(b[q], b[q]) == 1", "dot(b[top], b[top]) == 1"]
_COSINES: Steps = [
    *_UNIT,
    ("dot(b[q], b[top]) <= norm(b[q])*norm(b[top])", rule("Cauchy-Schwarz", u="b[q]", w="b[top]")),
    ("dot(-b[q], b[top]) <= norm(-b[q])*norm(b[top])", rule("Cauchy-Schwarz", u="-b[q]", w="b[top]")),
    ("dot(b[q], b[top]) <= 1", leaf("1: dot(b[q], b[top]) <= norm(b[q])*norm(b[top])", use=_UNIT)),
    ("-dot(b[q], b[top]) <= 1", leaf("1: dot(-b[q], b[top]) <= norm(-b[q])*norm(b[top])", use=_UNIT)),
]
_PICKED = f"sum(j in direction: {_DROP('j')}*dot(b[j], b[top])^2) == {_DROP('top')}*dot(b[top], b[top])^2"
_OTHERS = f"sum(j in direction: {_DROP('j')}*(1 - dot(b[j], b[top])^2)) >= 0"
_ONE = have(
    [("mu[top] <= mu[top]", leaf()), "M(top, top) == 0", "M(low, top) == 1", "C[top] == 1"],
    leaf(use=["C[top] == 1", "M(low, top) == 1", "M(top, top) == 0"]),
)

formal(
    "LEM-fewer-above",
    title="Fewer charged directions lie above one that is above another one",
    statement={
        "letters": [*COUNTED["letters"], "low, top: direction"],
        "given": [*COUNTED["given"], "a[top] != 0", "mu[low] < mu[top]"],
        "show": [f"{_COUNT('top')} + 1 <= {_COUNT('low')}"],
    },
    proof=have(
        [
            (f"{_DROP('top')} == 1", _ONE),
            (
                _PICKED,
                rule(
                    "single term, directions",
                    have(["dot(b[q], b[top]) == 0"], leaf(use=["dot(b[q], b[top]) == 0"])),
                    e=f"fn(j in direction: {_DROP('j')}*dot(b[j], b[top])^2)",
                    y="top",
                    new={"x": "q"},
                ),
            ),
            (
                _OTHERS,
                rule(
                    "positive sum, directions",
                    have(
                        [(f"{_DROP('q')} >= 0", _RISES), *_COSINES],
                        leaf(f"1: {_DROP('q')} >= 0; dot(b[q], b[top]) <= 1; -dot(b[q], b[top]) <= 1"),
                    ),
                    e=f"fn(j in direction: {_DROP('j')}*(1 - dot(b[j], b[top])^2))",
                    new={"x": "q"},
                ),
            ),
        ],
        leaf(f"1: {_OTHERS}", f"eq -1: {_PICKED}", f"eq -1: {_DROP('top')} == 1", use=_UNIT[1:]),
    ),
)

_NONE_ABOVE = "exists k in direction: a[k] != 0 and mu[p] < mu[k]"
_NEXT = f"forall l1 in direction: a[l1] != 0 and {_COUNT('l1')} <= {{0}} => ({LEADS})".format
_IS_LAST = witness(
    "p",
    both(
        KNOWN,
        intro(
            "q",
            split(
                "a[q] == 0 or a[q] != 0",
                {"left": KNOWN},
                {
                    "right": cases(
                        "mu[p] - mu[q]",
                        leaf("1: mu[p] - mu[q] >= 0"),
                        have(
                            [("mu[p] < mu[q]", leaf("1: mu[p] - mu[q] < 0")), (_NONE_ABOVE, witness("q", KNOWN))],
                            rule("contradiction", P=_NONE_ABOVE, C="mu[q] <= mu[p]"),
                        ),
                    )
                },
            ),
        ),
    ),
)


def _step(bound: str, then: Tree) -> Tree:
    """A charged direction is the last one, or `then` with a next one, t."""
    return intro(
        ["p", ""],
        split(
            f"({_NONE_ABOVE}) or not ({_NONE_ABOVE})",
            obtain(
                _NONE_ABOVE,
                "t",
                have(
                    [
                        (
                            f"{_COUNT('t')} + 1 <= {_COUNT('p')}",
                            lemma("LEM-fewer-above", low="p", top="t"),
                        ),
                        f"{_COUNT('p')} <= {bound}",
                    ],
                    then,
                ),
            ),
            _IS_LAST,
        ),
    )


_POSITIVE = (
    f"{_COUNT('t')} >= 0",
    rule(
        "positive sum, directions",
        _charged(
            "q",
            _above("t", "q", leaf("1:", use=["C[q] == 1", "M(t, q) == 1"]), leaf(use=["M(t, q) == 0"])),
            leaf(use=["C[q] == 0"]),
        ),
        e="fn(j in direction: C[j]*M(t, j))",
        new={"x": "q"},
    ),
)
_LESS = f"{_COUNT('t')} <= n"

formal(
    "LEM-leading.counted",
    title="Of the numbers of charged directions one is the largest, in terms of marks",
    statement={
        "letters": COUNTED["letters"],
        "given": [*COUNTED["given"], "exists k in direction: a[k] != 0"],
        "show": [LEADS],
    },
    proof=obtain(
        "exists k in direction: a[k] != 0",
        "s",
        have(
            [
                (
                    f"forall n in size: {_NEXT('n')}",
                    rule(
                        "induction",
                        _step(
                            "0",
                            have(
                                [_POSITIVE],
                                absurd(
                                    leaf(
                                        f"1: {_COUNT('t')} >= 0",
                                        f"1: {_COUNT('t')} + 1 <= {_COUNT('p')}",
                                        f"1: {_COUNT('p')} <= 0",
                                    )
                                ),
                            ),
                        ),
                        _step(
                            "n + 1",
                            have(
                                [
                                    (
                                        _LESS,
                                        leaf(f"1: {_COUNT('t')} + 1 <= {_COUNT('p')}", f"1: {_COUNT('p')} <= n + 1"),
                                    ),
                                ],
                                take(_NEXT("n"), ["t"], KNOWN),
                            ),
                        ),
                        P=f"fn(n in size: {_NEXT('n')})",
                    ),
                ),
                (f"exists n in size: {_COUNT('s')} < n", rule("sizes exceed every number", K=_COUNT("s"))),
            ],
            obtain(
                f"exists n in size: {_COUNT('s')} < n",
                "N",
                have(
                    [(f"{_COUNT('s')} <= N", leaf(f"1: {_COUNT('s')} < N"))],
                    take(f"forall n in size: {_NEXT('n')}", ["N"], take(_NEXT("N"), ["s"], KNOWN)),
                ),
            ),
        ),
    ),
)
