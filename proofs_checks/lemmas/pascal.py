"""Two rules of Pascal's triangle: the next in a diagonal, and where a row ends."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, absurd, have, intro, leaf, rule, split

_ABSORB = "(k + 1)*binomial({0} + 1, k + 1) == ({0} + 1)*binomial({0}, k)".format


def _pascal(n: str, k: str) -> tuple[str, Tree]:
    return f"binomial({n} + 1, {k} + 1) == binomial({n}, {k}) + binomial({n}, {k} + 1)", rule("Pascal", n=n, k=k)


def _used(*facts: tuple[str, tuple[str, Tree]]) -> Tree:
    return have([fact for _, fact in facts], leaf(*(f"eq {by}: {fact[0]}" for by, fact in facts)))


_FROM_NOTHING = rule(
    "induction",
    _used(("1", _pascal("0", "0")), ("1", ("binomial(0, 0 + 1) == 0", rule("chosen from nothing", k="0")))),
    _used(
        ("n + 2", _pascal("0", "n + 1")),
        ("n + 1", ("binomial(0, n + 1) == 0", rule("chosen from nothing", k="n"))),
        ("n + 2", ("binomial(0, n + 1 + 1) == 0", rule("chosen from nothing", k="n + 1"))),
    ),
    P=f"fn(k in size: {_ABSORB('0')})",
)
_ONE_MORE = rule(
    "induction",
    _used(
        ("1", _pascal("n + 1", "0")),
        ("1", (_ABSORB("n").replace("k", "0"), KNOWN)),
        ("n + 1", ("binomial(n, 0) == 1", rule("nothing chosen", n="n"))),
        ("-(n + 1)", ("binomial(n + 1, 0) == 1", rule("nothing chosen", n="n + 1"))),
    ),
    _used(
        ("q + 2", _pascal("n + 1", "q + 1")),
        ("1", (_ABSORB("n").replace("k", "(q + 1)"), KNOWN)),
        ("1", (_ABSORB("n").replace("k", "q"), KNOWN)),
        ("-(n + 1)", _pascal("n", "q")),
    ),
    P=f"fn(k in size: {_ABSORB('(n + 1)')})",
    new={"n": "q"},
)

formal(
    "LEM-absorbed",
    title="A binomial coefficient as a multiple of the one before it in its diagonal",
    statement={"show": [f"forall n in size, k in size: {_ABSORB('n')}"]},
    proof=rule("induction", _FROM_NOTHING, _ONE_MORE, P=f"fn(n in size: forall k in size: {_ABSORB('n')})"),
)

_ABOVE = "forall k in size: {0} < k => binomial({0}, k) == 0".format


formal(
    "LEM-beyond-row",
    title="A row of Pascal's triangle ends",
    statement={"show": [f"forall n in size: {_ABOVE('n')}"]},
    proof=rule(
        "induction",
        rule(
            "induction",
            intro("", have([("0 + 1 <= 0", rule("next size", m="0", n="0"))], absurd(leaf("1: 0 + 1 <= 0")))),
            intro("", rule("chosen from nothing", k="n")),
            P="fn(k in size: 0 < k => binomial(0, k) == 0)",
        ),
        rule(
            "induction",
            intro(
                "",
                have(
                    [
                        ("n + 1 + 1 <= 0", rule("next size", m="n + 1", n="0")),
                        ("n == 0 or n >= 1", rule("sizes are whole")),
                    ],
                    split(
                        "n == 0 or n >= 1",
                        absurd(leaf("1: n + 1 + 1 <= 0", "eq -1: n == 0", "1:")),
                        absurd(leaf("1: n + 1 + 1 <= 0", "1: n >= 1", "2:")),
                    ),
                ),
            ),
            intro(
                "",
                have(
                    [("n < q", leaf("1: n + 1 < q + 1")), ("n < q + 1", leaf("1: n + 1 < q + 1", "1:"))],
                    _used(
                        ("1", _pascal("n", "q")),
                        ("1", ("binomial(n, q) == 0", KNOWN)),
                        ("1", ("binomial(n, q + 1) == 0", KNOWN)),
                    ),
                ),
            ),
            P="fn(k in size: n + 1 < k => binomial(n + 1, k) == 0)",
            new={"n": "q"},
        ),
        P=f"fn(n in size: {_ABOVE('n')})",
    ),
)
