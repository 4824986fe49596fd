"""A number that tells two tokens apart, and a state that is a vector at one token and zero at all others."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, split, witness

_PLACE = "sum(j in upto({0}): 1)".format
_GAP = f"({_PLACE('{0}')} - {_PLACE('{1}')})".format
OFF = f"min(1, abs{_GAP('{0}', '{1}')})".format
"""0 for a token and itself, 1 for two tokens."""
_ORDER = f"forall k: forall i1: i1 < k => {_PLACE('i1')} + 1 <= {_PLACE('k')}"
_OWN, _OTHER = _GAP("a", "a"), _GAP("q", "a")


def _zero() -> Tree:
    """A token and itself."""
    off = OFF("a", "a")
    return have(
        [
            (f"{off} <= abs{_OWN}", rule("minimum below second", a="1", b=f"abs{_OWN}")),
            (f"0 <= {off}", rule("minimum above", a="1", b=f"abs{_OWN}", c="0")),
        ],
        rule("antisymmetry", leaf(f"1: {off} <= abs{_OWN}"), KNOWN, a=off, b="0"),
    )


_ONE = have(
    [
        (_ORDER, lemma("LEM-positions")),
        (f"{OFF('q', 'a')} <= 1", rule("minimum below first", a="1", b=f"abs{_OTHER}")),
        (f"1 <= {OFF('q', 'a')}", rule("minimum above", a="1", b=f"abs{_OTHER}", c="1")),
    ],
    both(rule("antisymmetry", a=OFF("q", "a"), b="1"), rule("antisymmetry", a=OFF("a", "q"), b="1")),
)
_SAME = have(
    [("q == a", rule("same token", KNOWN, KNOWN, KNOWN, i="a", j="q", P="fn(k: k == a)"))],
    rule("contradiction", P="q == a", C=f"{OFF('q', 'a')} == 1 and {OFF('a', 'q')} == 1"),
)
ON_OFF = [
    f"forall i1: {OFF('i1', 'i1')} == 0",
    f"forall i1, j1: i1 != j1 => {OFF('i1', 'j1')} == 1 and {OFF('j1', 'i1')} == 1",
]

formal(
    "LEM-off",
    title="A number that is 0 for a token and itself, and 1 for two tokens",
    statement={"show": ON_OFF},
    proof=[
        intro("a", _zero()),
        intro(
            ["q", "a", ""],
            split(
                "q < a or a <= q",
                _ONE,
                split("a < q or q <= a", _ONE, _SAME),
            ),
        ),
    ],
)

_AT_A, _ELSEWHERE = leaf(use=[f"{OFF('a', 'a')} == 0"]), leaf(use=[f"{OFF('q', 'a')} == 1"])

formal(
    "LEM-one-place",
    title="There is a state with a given vector at one token and zero at all others",
    statement={
        "letters": ["a: token; u: vector"],
        "show": ["exists d in state: d[a] == u and (forall i: i != a => d[i] == 0)"],
    },
    proof=have(
        [(" and ".join(f"({fact})" for fact in ON_OFF), lemma("LEM-off"))],
        witness(f"fn(i: (1 - {OFF('i', 'a')})*u)", both(_AT_A, intro(["q", ""], _ELSEWHERE))),
    ),
)
