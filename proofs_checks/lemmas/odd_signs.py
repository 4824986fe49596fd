"""Unit vectors at v and at -v: how many are at v is a whole number, so that an odd number of them has no sum zero."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
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

ON_LINE = "(forall i: {0}[i] == v or {0}[i] == -v)".format
COUNT = "sum(j: (1 + dot(v, {0}[j]))/2)".format
UNIT = "dot(v, v) == 1"
WHOLE = f"exists m in size: {COUNT('W')} == m"
ALL = f"forall X in state: {ON_LINE('X')} => (exists m in size: {COUNT('X')} == m)"
UP_TO = ALL.replace("=> (", f"=> {COUNT('X')} <= {{0}} => (").format


def side(x: str, there: Tree, opposite: Tree) -> Tree:
    """A token is at v or at -v."""
    return have([f"{x} == v or {x} == -v"], split(f"{x} == v or {x} == -v", there, opposite))


_TERM = "(1 + dot(v, W[{0}]))/2".format
_POSITIVE = (
    f"{COUNT('W')} >= 0",
    rule(
        "positive sum",
        side("W[t]", leaf("1:", use=["W[t] == v", UNIT]), leaf(use=["W[t] == -v", UNIT])),
        e=f"fn(j: {_TERM('j')})",
        new={"x": "t"},
    ),
)
_NONE = have(
    [_POSITIVE],
    witness("0", rule("antisymmetry", leaf(f"1: {COUNT('W')} <= 0"), leaf(f"1: {_POSITIVE[0]}"), a=COUNT("W"), b="0")),
)
_PLACED = "exists d in state: d[a] == v and (forall i: i != a => d[i] == 0)"
_NEXT = "fn(i: W[i] - 2*d[i])"
_TURNED = "W[p] - 2*d[p] == v or W[p] - 2*d[p] == -v"
_REST = have(
    ["d[p] == 0"],
    side("W[p]", {"left": leaf(use=["W[p] == v", "d[p] == 0"])}, {"right": leaf(use=["W[p] == -v", "d[p] == 0"])}),
)
_AT = have(
    [("W[a] - 2*d[a] == v or W[a] - 2*d[a] == -v", {"right": leaf(use=["W[a] == v", "d[a] == v"])})],
    rule("same token", i="a", j="p", P="fn(k: W[k] - 2*d[k] == v or W[k] - 2*d[k] == -v)"),
)
_LINE = intro("p", split("p < a or a <= p", _REST, split("a < p or p <= a", _REST, _AT)))
_SUM = ("sum(j: d[j]) == d[a]", rule("single vector term", KNOWN, e="d", y="a", new={"x": "t"}))
_FEWER = COUNT("W").replace("W[j]", "(W[j] - 2*d[j])")
_ALONG = "dot(v, sum(j: d[j])) == dot(v, d[a])"
_ONE_LESS = (
    f"{_FEWER} == {COUNT('W')} - 1",
    have(
        [(_ALONG, lemma("LEM-same-dot", u="sum(j: d[j])", w="d[a]", z="v"))],
        leaf(f"eq -1: {_ALONG}", use=["d[a] == v", UNIT]),
    ),
)
_STEP = obtain(
    _PLACED,
    "d",
    have(
        [
            (f"forall p: {_TURNED}", _LINE),
            _SUM,
            _ONE_LESS,
            (
                WHOLE.replace(COUNT("W"), _FEWER),
                take(
                    UP_TO("n0"),
                    [_NEXT],
                    have([(f"{_FEWER} <= n0", leaf(f"eq 1: {_ONE_LESS[0]}", f"1: {COUNT('W')} <= n0 + 1"))], KNOWN),
                ),
            ),
        ],
        obtain(
            WHOLE.replace(COUNT("W"), _FEWER),
            "r",
            witness("r + 1", leaf(f"eq -1: {_ONE_LESS[0]}", f"eq 1: {_FEWER} == r")),
        ),
    ),
)
_SOME = "exists a: W[a] == v"
formal(
    "LEM-whole-side",
    title="How many of some vectors at v and at -v are at v is a whole number",
    statement={
        "letters": ["v: vector"],
        "given": [UNIT],
        "show": [ALL],
    },
    proof=have(
        [
            (
                f"forall n in size: {UP_TO('n')}",
                rule(
                    "induction",
                    intro("W,,", _NONE),
                    intro(
                        "W,,",
                        split(
                            f"({_SOME}) or not ({_SOME})",
                            obtain(_SOME, "a", have([(_PLACED, lemma("LEM-one-place", u="v"))], _STEP)),
                            witness(
                                "0",
                                have(
                                    [
                                        (
                                            f"{COUNT('W')} == sum(j: 0)",
                                            rule(
                                                "equal sums",
                                                side(
                                                    "W[t]",
                                                    have(
                                                        [(_SOME, witness("t", KNOWN))],
                                                        rule("contradiction", P=_SOME, C=f"{_TERM('t')} == 0"),
                                                    ),
                                                    leaf(use=["W[t] == -v", UNIT]),
                                                ),
                                                e=f"fn(j: {_TERM('j')})",
                                                f="fn(j: 0)",
                                                new={"x": "t"},
                                            ),
                                        )
                                    ],
                                    leaf(f"eq 1: {COUNT('W')} == sum(j: 0)"),
                                ),
                            ),
                        ),
                    ),
                    P=f"fn(n in size: {UP_TO('n')})",
                    new={"n": "n0"},
                ),
            )
        ],
        intro(
            "W,",
            have(
                [(f"exists n in size: {COUNT('W')} < n", rule("sizes exceed every number", K=COUNT("W")))],
                obtain(
                    f"exists n in size: {COUNT('W')} < n",
                    "n1",
                    take(
                        f"forall n in size: {UP_TO('n')}",
                        ["n1"],
                        take(UP_TO("n1"), ["W"], have([(f"{COUNT('W')} <= n1", leaf(f"1: {COUNT('W')} < n1"))], KNOWN)),
                    ),
                ),
            ),
        ),
    ),
)
_HERE = WHOLE.replace("W[", "x[")
_ZERO = "dot(v, sum(j: x[j])) == 0"
_HALF = "n + 1/2 == r"
formal(
    "LEM-odd-side",
    title="An odd number of vectors at v and at -v has a sum other than zero",
    statement={
        "letters": ["v, x[token]: vector; n: size"],
        "given": [UNIT, ON_LINE("x"), "sum(j: 1) == 2*n + 1"],
        "show": ["dot(v, sum(j: x[j])) != 0"],
    },
    proof=split(
        f"{_ZERO} or {_ZERO.replace('==', '!=')}",
        have(
            [(ALL, lemma("LEM-whole-side")), (_HERE, take(ALL, ["x"], KNOWN))],
            obtain(
                _HERE,
                "r",
                have(
                    [
                        (_HALF, leaf(f"eq 1: {COUNT('x')} == r", f"eq -1/2: {_ZERO}", "eq -1/2: sum(j: 1) == 2*n + 1")),
                        ("n < r", leaf(f"eq 1: {_HALF}", "1/2:")),
                        ("n + 1 <= r", rule("next size", m="n", n="r")),
                    ],
                    absurd(leaf("2: n + 1 <= r", f"eq -2: {_HALF}")),
                ),
            ),
        ),
        KNOWN,
    ),
    instance={"tokens": 3, "dim": 2, "letters": {"v": [1, 0], "x": [[1, 0], [-1, 0], [-1, 0]], "n": 1}},
)
