"""Sets of tokens that grow until they hold all tokens; a set is a family of zeros and ones."""

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

_GAP = "max(z - h, 0)"
_MARK = f"1 - {_GAP}/{_GAP}"
_IN, _OUT = f"h >= z => {_MARK} == 1", f"h < z => {_MARK} == 0"
_BELOW = have(
    [
        (f"z - h <= {_GAP}", rule("maximum above first", a="z - h", b="0")),
        (f"{_GAP} > 0", leaf(f"1: z - h <= {_GAP}", "1: h < z")),
    ],
    leaf(),
)
_ABOVE = have(
    [
        (
            f"{_GAP} == 0",
            rule(
                "antisymmetry",
                rule("maximum below", leaf("1: h >= z"), leaf(), a="z - h", b="0", c="0"),
                rule("maximum above second", a="z - h", b="0"),
                a=_GAP,
                b="0",
            ),
        )
    ],
    leaf(use=[f"{_GAP} == 0"]),
)
_CLASH = absurd(
    lemma("LEM-two-signs", leaf(f"eq 1: {_MARK} == 0"), leaf("1:", f"eq -1: {_MARK} == 1"), a=f"-({_MARK})")
)

formal(
    "LEM-side",
    title="A number that is 1 at a level and above it, and 0 below",
    statement={
        "letters": ["h, z: number"],
        "show": [_IN, _OUT, f"{_MARK} == 1 => h >= z", f"{_MARK} == 0 => h < z", f"{_MARK} == 0 or {_MARK} == 1"],
    },
    proof=[
        intro("", _ABOVE),
        intro("", _BELOW),
        intro("", cases("h - z", leaf("1: h - z >= 0"), have(["h < z", f"{_MARK} == 0"], _CLASH))),
        intro("", cases("h - z", have(["h >= z", f"{_MARK} == 1"], _CLASH), leaf("1: h - z < 0"))),
        cases(
            "h - z",
            have(["h >= z", f"{_MARK} == 1"], {"right": KNOWN}),
            have(["h < z", f"{_MARK} == 0"], {"left": KNOWN}),
        ),
    ],
)

_ALL = "(forall i1: c({0}, {1}, i1) == 1)".format
_KEPT = "(forall i1: c({0}, {1}, i1) == 1 => c({2}, {1} + 1, i1) == 1)".format
_BINARY = "forall p1 in number, k1 in size, i1: c(p1, k1, i1) == 0 or c(p1, k1, i1) == 1"
_TAKES = (
    f"exists b1 in number, j1: {_KEPT('{0}', '{1}', 'b1')} and c({{0}}, {{1}}, j1) == 0 and c(b1, {{1}} + 1, j1) == 1"
)
_STEP = (
    "forall p1 in number, k1 in size, l1: k1 + 1 <= m and c(p1, k1, r) == 1 and c(p1, k1, l1) == 0"
    f" => ({_TAKES.format('p1', 'k1')})"
)
_FULL = f"exists b1 in number: {_ALL('b1', '{0} + 1')}".format
_STAYS = f"forall p1 in number, k1 in size: k1 + 1 <= m and {_ALL('p1', 'k1')} => ({_FULL('k1')})"
_MANY = "c({0}, {1}, r) == 1 and sum(i: c({0}, {1}, i)) >= {1} + 1".format
_EITHER = f"{_ALL('{0}', '{1}')} or ({_MANY('{0}', '{1}')})".format
_GROWN = f"exists p1 in number: {_EITHER('p1', '{0}')}".format
_FREE = "exists l1: c(p, n, l1) == 0"


def _positive(p: str, k: str) -> Tree:
    """A mark is not negative."""
    either = f"c({p}, {k}, q) == 0 or c({p}, {k}, q) == 1"
    return have(
        [(either, take(_BINARY, [p, k, "q"], KNOWN))],
        split(either, leaf(f"eq -1: c({p}, {k}, q) == 0"), leaf("1:", f"eq -1: c({p}, {k}, q) == 1")),
    )


_BASE = intro(
    "",
    witness(
        "a",
        {
            "right": have(
                [
                    (
                        "sum(i: c(a, 0, i)) >= c(a, 0, r)",
                        rule(
                            "term of a positive sum", _positive("a", "0"), e="fn(i: c(a, 0, i))", y="r", new={"x": "q"}
                        ),
                    )
                ],
                both(KNOWN, leaf("1: sum(i: c(a, 0, i)) >= c(a, 0, r)", "eq -1: c(a, 0, r) == 1")),
            )
        },
    ),
)
_ALL_AGAIN = have(
    [(_FULL("n"), take(_STAYS, ["p", "n"], KNOWN))], obtain(_FULL("n"), "b", witness("b", {"left": KNOWN}))
)
_MORE = "c(b, n + 1, {0}) - c(p, n, {0})".format
_NOT_LESS = have(
    [("c(p, n, q) == 0 or c(p, n, q) == 1", take(_BINARY, ["p", "n", "q"], KNOWN))],
    split(
        "c(p, n, q) == 0 or c(p, n, q) == 1",
        have(
            [("c(b, n + 1, q) >= 0", _positive("b", "n + 1"))], leaf("1: c(b, n + 1, q) >= 0", "eq 1: c(p, n, q) == 0")
        ),
        have(
            [("c(b, n + 1, q) == 1", take(_KEPT("p", "n", "b")[1:-1], ["q"], KNOWN))],
            leaf("eq -1: c(b, n + 1, q) == 1", "eq 1: c(p, n, q) == 1"),
        ),
    ),
)
_ANOTHER = _TAKES.format("p", "n")
_ONE_MORE = obtain(
    _FREE,
    "l",
    have(
        [(_ANOTHER, take(_STEP, ["p", "n", "l"], KNOWN))],
        obtain(
            _ANOTHER,
            "b,j",
            witness(
                "b",
                {
                    "right": have(
                        [
                            (
                                f"sum(i: {_MORE('i')}) >= {_MORE('j')}",
                                rule(
                                    "term of a positive sum",
                                    _NOT_LESS,
                                    e=f"fn(i: {_MORE('i')})",
                                    y="j",
                                    new={"x": "q"},
                                ),
                            )
                        ],
                        both(
                            take(_KEPT("p", "n", "b")[1:-1], ["r"], KNOWN),
                            leaf(
                                f"1: sum(i: {_MORE('i')}) >= {_MORE('j')}",
                                "1: sum(i: c(p, n, i)) >= n + 1",
                                "eq 1: c(p, n, j) == 0",
                                "eq -1: c(b, n + 1, j) == 1",
                            ),
                        ),
                    )
                },
            ),
        ),
    ),
)
_NONE_FREE = have(
    [
        (
            _ALL("p", "n")[1:-1],
            intro(
                "q",
                have(
                    [("c(p, n, q) == 0 or c(p, n, q) == 1", take(_BINARY, ["p", "n", "q"], KNOWN))],
                    split(
                        "c(p, n, q) == 0 or c(p, n, q) == 1",
                        have([(_FREE, witness("q", KNOWN))], rule("contradiction", P=_FREE, C="c(p, n, q) == 1")),
                        KNOWN,
                    ),
                ),
            ),
        )
    ],
    _ALL_AGAIN,
)
_NEXT = intro(
    "",
    have(
        [("n <= m", leaf("1: n + 1 <= m", "1:")), (_GROWN("n"), KNOWN)],
        obtain(
            _GROWN("n"),
            "p",
            split(
                _EITHER("p", "n"),
                _ALL_AGAIN,
                split(f"({_FREE}) or not ({_FREE})", _ONE_MORE, _NONE_FREE),
            ),
        ),
    ),
)
_LEFT = "sum(i: 1 - c(p, m, i))"
_COUNTED = intro(
    "l",
    have(
        [
            ("c(p, m, l) == 0 or c(p, m, l) == 1", take(_BINARY, ["p", "m", "l"], KNOWN)),
            (
                f"{_LEFT} >= 1 - c(p, m, l)",
                rule(
                    "term of a positive sum",
                    have(
                        [("c(p, m, q) == 0 or c(p, m, q) == 1", take(_BINARY, ["p", "m", "q"], KNOWN))],
                        split(
                            "c(p, m, q) == 0 or c(p, m, q) == 1",
                            leaf("1:", "eq 1: c(p, m, q) == 0"),
                            leaf("eq 1: c(p, m, q) == 1"),
                        ),
                    ),
                    e="fn(i: 1 - c(p, m, i))",
                    y="l",
                    new={"x": "q"},
                ),
            ),
        ],
        split(
            "c(p, m, l) == 0 or c(p, m, l) == 1",
            absurd(
                leaf(
                    f"1: {_LEFT} >= 1 - c(p, m, l)",
                    "1: sum(i: c(p, m, i)) >= m + 1",
                    "eq 1: c(p, m, l) == 0",
                    "eq -1: m + 1 == sum(j: 1)",
                )
            ),
            KNOWN,
        ),
    ),
)

formal(
    "LEM-grows-to-all",
    title="A set that takes one more token at every step has taken all of them after as many steps",
    statement={
        "letters": ["c(number, size, token): number; m: size; r: token; a: number"],
        "given": [_BINARY, _STEP, _STAYS, "c(a, 0, r) == 1", "m + 1 == sum(j: 1)"],
        "show": [f"exists p1 in number: {_ALL('p1', 'm')}"],
    },
    proof=have(
        [
            (
                f"forall k in size: k <= m => ({_GROWN('k')})",
                rule("induction", _BASE, _NEXT, P=f"fn(k: k <= m => ({_GROWN('k')}))"),
            ),
            (_GROWN("m"), take(f"forall k in size: k <= m => ({_GROWN('k')})", ["m"], KNOWN)),
        ],
        obtain(
            _GROWN("m"),
            "p",
            witness("p", split(_EITHER("p", "m"), KNOWN, _COUNTED)),
        ),
    ),
)
