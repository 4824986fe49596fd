"""Binomial coefficients: the first columns."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, rule, take


def _step(n: str, k: str) -> tuple[str, Tree]:
    return (f"binomial({n} + 1, {k} + 1) == binomial({n}, {k}) + binomial({n}, {k} + 1)", rule("Pascal", n=n, k=k))


formal(
    "LEM-binomial.columns",
    title="The first columns of Pascal's triangle",
    statement={
        "show": ["forall s in size: binomial(s, 1) == s", "forall s in size: binomial(s, 2) == s*(s - 1)/2"],
    },
    proof=[
        rule(
            "induction",
            rule("chosen from nothing", k="0"),
            have(
                [_step("n", "0"), ("binomial(n, 0) == 1", rule("nothing chosen"))],
                leaf(
                    "eq 1: binomial(n + 1, 0 + 1) == binomial(n, 0) + binomial(n, 0 + 1)",
                    "eq 1: binomial(n, 0) == 1",
                    "eq 1: binomial(n, 1) == n",
                ),
            ),
            P="fn(n in size: binomial(n, 1) == n)",
        ),
        rule(
            "induction",
            have(
                [("binomial(0, 1 + 1) == 0", rule("chosen from nothing", k="1"))], leaf("eq 1: binomial(0, 1 + 1) == 0")
            ),
            have(
                [_step("n", "1"), "binomial(n, 1) == n"],
                leaf(
                    "eq 1: binomial(n + 1, 1 + 1) == binomial(n, 1) + binomial(n, 1 + 1)",
                    "eq 1: binomial(n, 1) == n",
                    "eq 1: binomial(n, 2) == n*(n - 1)/2",
                ),
            ),
            P="fn(n in size: binomial(n, 2) == n*(n - 1)/2)",
        ),
    ],
)

_ROW = "sum(k in 0..{0}: binomial({1}, k))".format

_PASCAL = f"{_ROW('e + 1', '(n + 1)')} == {_ROW('e + 1', 'n')} + {_ROW('e', 'n')}"
_FULL = f"forall d in size: {_ROW('n + d', 'n')} == 2^n"


def _last(end: str, top: str) -> tuple[str, Tree]:
    fact = f"{_ROW(f'{end} + 1', top)} == {_ROW(end, top)} + binomial({top}, {end} + 1)"
    return fact, rule("last term", e=f"fn(k in size: binomial({top}, k))", n=end)


def _only(top: str) -> tuple[str, Tree]:
    return f"{_ROW('0', top)} == binomial({top}, 0)", rule("first term", e=f"fn(k in size: binomial({top}, k))")


def _weighted(*facts: tuple[int, tuple[str, Tree]]) -> Tree:
    """An equation that is a combination of others."""
    return have([fact for _, fact in facts], leaf(*(f"eq {weight}: {fact[0]}" for weight, fact in facts)))


_EMPTY = f"forall e in size: {_ROW('e', '0')} == 1"
_NEXT = f"{_ROW('n + d + 1', '(n + 1)')} == {_ROW('n + d + 1', 'n')} + {_ROW('n + d', 'n')}"

formal(
    "LEM-binomial.rows",
    title="The partial sums of a row of Pascal's triangle",
    statement={"show": [f"forall n in size, e in size: {_PASCAL}", _EMPTY, f"forall n in size: {_FULL}"]},
    proof=[
        intro(
            "n",
            rule(
                "induction",
                _weighted(
                    (1, _last("0", "(n + 1)")),
                    (-1, _last("0", "n")),
                    (1, _step("n", "0")),
                    (1, _only("(n + 1)")),
                    (-2, _only("n")),
                    (1, ("binomial(n + 1, 0) == 1", rule("nothing chosen", n="n + 1"))),
                    (-1, ("binomial(n, 0) == 1", rule("nothing chosen"))),
                ),
                _weighted(
                    (1, _last("e + 1", "(n + 1)")),
                    (-1, _last("e + 1", "n")),
                    (-1, _last("e", "n")),
                    (1, _step("n", "e + 1")),
                    (1, (_PASCAL, KNOWN)),
                ),
                P=f"fn(e in size: {_PASCAL})",
                new={"n": "e"},
            ),
        ),
        rule(
            "induction",
            _weighted((1, _only("0")), (1, ("binomial(0, 0) == 1", rule("nothing chosen", n="0")))),
            _weighted(
                (1, _last("e", "0")),
                (1, ("binomial(0, e + 1) == 0", rule("chosen from nothing", k="e"))),
                (1, (f"{_ROW('e', '0')} == 1", KNOWN)),
            ),
            P=f"fn(e in size: {_ROW('e', '0')} == 1)",
            new={"n": "e"},
        ),
        rule(
            "induction",
            intro("d", have([f"{_ROW('d', '0')} == 1"], leaf(f"eq 1: {_ROW('d', '0')} == 1"))),
            intro(
                "d",
                _weighted(
                    (1, (_NEXT, KNOWN)),
                    (1, (f"{_ROW('n + (d + 1)', 'n')} == 2^n", KNOWN)),
                    (1, (f"{_ROW('n + d', 'n')} == 2^n", KNOWN)),
                ),
            ),
            P=f"fn(n in size: {_FULL})",
        ),
    ],
)

_ROWS = " and ".join(
    f"({text})" for text in (f"forall n in size, e in size: {_PASCAL}", _EMPTY, f"forall n in size: {_FULL}")
)
_BEYOND = "forall n in size: binomial(n, n + 1) == 0"

formal(
    "LEM-binomial.last",
    title="The last number of a row of Pascal's triangle",
    statement={"show": ["forall n in size: binomial(n, n) == 1"]},
    proof=have(
        [
            (_ROWS, lemma("LEM-binomial.rows")),
            (
                _BEYOND,
                intro(
                    "m",
                    have(
                        [
                            (f"{_ROW('m + 1', 'm')} == 2^m", take(f"forall n in size: {_FULL}", ["m", "1"], KNOWN)),
                            (f"{_ROW('m + 0', 'm')} == 2^m", take(f"forall n in size: {_FULL}", ["m", "0"], KNOWN)),
                            _last("m", "m"),
                        ],
                        leaf(
                            f"eq 1: {_ROW('m + 1', 'm')} == 2^m",
                            f"eq -1: {_ROW('m + 0', 'm')} == 2^m",
                            f"eq -1: {_last('m', 'm')[0]}",
                        ),
                    ),
                ),
            ),
        ],
        rule(
            "induction",
            rule("nothing chosen", n="0"),
            have(
                [
                    "binomial(n, n + 1) == 0",
                    ("binomial(n + 1, n + 1) == binomial(n, n) + binomial(n, n + 1)", rule("Pascal", k="n")),
                ],
                leaf(
                    "eq 1: binomial(n + 1, n + 1) == binomial(n, n) + binomial(n, n + 1)",
                    "eq 1: binomial(n, n + 1) == 0",
                    "eq 1: binomial(n, n) == 1",
                ),
            ),
            P="fn(n in size: binomial(n, n) == 1)",
        ),
    ),
)

_LAST = "forall m in size: binomial(m, m) == 1"
_MIRROR = "forall b in size: binomial(a + b, a) == binomial(a + b, b)"


def _pascal(n: str, k: str) -> tuple[str, Tree]:
    return f"binomial({n} + 1, {k} + 1) == binomial({n}, {k}) + binomial({n}, {k} + 1)", rule("Pascal", n=n, k=k)


formal(
    "LEM-binomial.mirror",
    title="Pascal's triangle is symmetric",
    statement={"show": [f"forall a in size: {_MIRROR}"]},
    proof=have(
        [(_LAST, lemma("LEM-binomial.last"))],
        rule(
            "induction",
            intro(
                "b",
                _weighted(
                    (1, ("binomial(b, 0) == 1", rule("nothing chosen", n="b"))),
                    (-1, ("binomial(b, b) == 1", take(_LAST, ["b"], KNOWN))),
                ),
            ),
            rule(
                "induction",
                _weighted(
                    (1, ("binomial(n + 1, n + 1) == 1", take(_LAST, ["n + 1"], KNOWN))),
                    (-1, ("binomial(n + 1, 0) == 1", rule("nothing chosen", n="n + 1"))),
                ),
                _weighted(
                    (1, _pascal("n + b + 1", "n")),
                    (-1, _pascal("n + b + 1", "b")),
                    (1, ("binomial(n + (b + 1), n) == binomial(n + (b + 1), b + 1)", KNOWN)),
                    (1, ("binomial(n + 1 + b, n + 1) == binomial(n + 1 + b, b)", KNOWN)),
                ),
                P="fn(b in size: binomial(n + 1 + b, n + 1) == binomial(n + 1 + b, b))",
                new={"n": "b"},
            ),
            P=f"fn(a in size: {_MIRROR})",
        ),
    ),
)


def _rows(n: str) -> str:
    return f"{_ROW('e + 1', f'({n} + 1)')} == {_ROW('e + 1', n)} + {_ROW('e', n)}"


_HALF = f"{_ROW('e', '(e + e + 1)')} == 2^(e + e)"

formal(
    "LEM-binomial.half",
    title="Half of a row of odd order of Pascal's triangle",
    statement={"show": [f"forall e in size: {_HALF}"]},
    proof=have(
        [(_ROWS, lemma("LEM-binomial.rows")), (f"forall a in size: {_MIRROR}", lemma("LEM-binomial.mirror"))],
        rule(
            "induction",
            _weighted((1, _only("(0 + 0 + 1)")), (1, ("binomial(1, 0) == 1", rule("nothing chosen", n="1")))),
            _weighted(
                (1, (_rows("(e + e + 2)"), KNOWN)),
                (2, (_rows("(e + e + 1)"), KNOWN)),
                (-1, _last("e", "(e + e + 2)")),
                (-1, _pascal("(e + e + 1)", "e")),
                (2, _last("e", "(e + e + 1)")),
                (-1, ("binomial(e + (e + 1), e) == binomial(e + (e + 1), e + 1)", KNOWN)),
                (4, (_HALF, KNOWN)),
            ),
            P=f"fn(e in size: {_HALF})",
            new={"n": "e"},
        ),
    ),
)
