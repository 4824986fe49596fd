"""A state of two tokens that are opposite to each other: the first token is the one that no other comes before."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, both, have, intro, leaf, rule, take, witness

_EARLIER = "sum(k in before({}): 1)".format
_STATE = f"fn(i: (1 - 2*{_EARLIER('i')})*u)"
_SUM = f"sum(j: {_EARLIER('j')}) == {_EARLIER('a')} + {_EARLIER('b')}"
_NONE = "forall k: not k < a"
_ONE = "forall k: k < b => k == a"

formal(
    "LEM-two-opposite",
    title="Two tokens may be at any vector and at its opposite",
    statement={
        "letters": ["u: vector"],
        "given": ["sum(j: 1) == 2"],
        "show": ["exists x in state: (sum(j: x[j]) == 0 and (forall i: x[i] == u or x[i] == -u))"],
    },
    proof=rule(
        "two tokens",
        KNOWN,
        have(
            [
                (
                    _NONE,
                    rule(
                        "each of two tokens",
                        KNOWN,
                        KNOWN,
                        intro("", rule("tokens in order", i="a", j="a", C="1 <= 0")),
                        intro("", rule("tokens in order", i="b", j="a", C="1 <= 0")),
                        i="a",
                        j="b",
                        P="fn(k: not k < a)",
                    ),
                ),
                (
                    _ONE,
                    rule(
                        "each of two tokens",
                        KNOWN,
                        KNOWN,
                        intro("", KNOWN),
                        intro("", rule("tokens in order", i="b", j="b", C="b == a")),
                        i="a",
                        j="b",
                        P="fn(k: k < b => k == a)",
                    ),
                ),
                (
                    f"{_EARLIER('a')} == sum(k in before(a): 0)",
                    rule(
                        "equal sums, before",
                        take(_NONE, ["s"], rule("contradiction", P="s < a", C="1 == 0")),
                        i="a",
                        e="fn(k: 1)",
                        f="fn(k: 0)",
                        new={"x": "s"},
                    ),
                ),
                (f"{_EARLIER('a')} == 0", leaf(f"eq 1: {_EARLIER('a')} == sum(k in before(a): 0)")),
                (
                    f"{_EARLIER('b')} == 1",
                    rule(
                        "single term, before",
                        KNOWN,
                        take(_ONE, ["s"], rule("contradiction", P="s == a", C="1 == 0")),
                        i="b",
                        e="fn(k: 1)",
                        y="a",
                        new={"x": "s"},
                    ),
                ),
                (_SUM, rule("sum over two tokens", e=f"fn(j: {_EARLIER('j')})", i="a", j="b")),
            ],
            witness(
                _STATE,
                both(
                    leaf(use=[_SUM, "sum(j: 1) == 2", f"{_EARLIER('a')} == 0", f"{_EARLIER('b')} == 1"]),
                    rule(
                        "each of two tokens",
                        KNOWN,
                        KNOWN,
                        {"left": leaf(use=[f"{_EARLIER('a')} == 0"])},
                        {"right": leaf(use=[f"{_EARLIER('b')} == 1"])},
                        i="a",
                        j="b",
                        P=f"fn(i: (1 - 2*{_EARLIER('i')})*u == u or (1 - 2*{_EARLIER('i')})*u == -u)",
                    ),
                ),
            ),
        ),
        C="exists x in state: (sum(j: x[j]) == 0 and (forall i: x[i] == u or x[i] == -u))",
        new={"x": "a", "y": "b"},
    ),
    instance={"tokens": 2, "dim": 2, "letters": {"u": [1, 2]}},
)
