"""A state that is a vector at one token and zero at all others."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, split, witness

_PLACE = "sum(j in upto({0}): 1)".format
_GAP = f"({_PLACE('{0}')} - {_PLACE('a')})".format
_OFF = f"min(1, abs{_GAP('{0}')})".format
_ORDER = f"forall k: forall i1: i1 < k => {_PLACE('i1')} + 1 <= {_PLACE('k')}"


def _zero() -> Tree:
    """At the token itself nothing is taken off."""
    return have(
        [
            (f"abs{_GAP('a')}^2 == {_GAP('a')}^2", rule("absolute square", e=_GAP("a"))),
            (
                f"abs{_GAP('a')} == 0",
                rule("square zero", leaf(f"eq -1: abs{_GAP('a')}^2 == {_GAP('a')}^2"), a=f"abs{_GAP('a')}"),
            ),
            (f"{_OFF('a')} <= abs{_GAP('a')}", rule("minimum below second", a="1", b=f"abs{_GAP('a')}")),
            (f"0 <= {_OFF('a')}", rule("minimum above", a="1", b=f"abs{_GAP('a')}", c="0")),
            (
                f"{_OFF('a')} == 0",
                rule(
                    "antisymmetry",
                    leaf(f"1: {_OFF('a')} <= abs{_GAP('a')}", f"eq -1: abs{_GAP('a')} == 0"),
                    KNOWN,
                    a=_OFF("a"),
                    b="0",
                ),
            ),
        ],
        leaf(use=[f"{_OFF('a')} == 0"]),
    )


def _one(low: str, high: str, above: Tree) -> Tree:
    """At another token everything is taken off."""
    after = f"{_PLACE(low)} + 1 <= {_PLACE(high)}"
    return have(
        [
            (_ORDER, lemma("LEM-positions")),
            after,
            (f"1 <= abs{_GAP('q')}", have([above], leaf(f"1: {after}", f"1: {above[0]}"))),
            (f"{_OFF('q')} <= 1", rule("minimum below first", a="1", b=f"abs{_GAP('q')}")),
            (f"1 <= {_OFF('q')}", rule("minimum above", a="1", b=f"abs{_GAP('q')}", c="1")),
            (f"{_OFF('q')} == 1", rule("antisymmetry", a=_OFF("q"), b="1")),
        ],
        leaf(use=[f"{_OFF('q')} == 1"]),
    )


_BELOW = (f"-{_GAP('q')} <= abs{_GAP('q')}", rule("absolute above minus", e=_GAP("q")))
_ABOVE = (f"{_GAP('q')} <= abs{_GAP('q')}", rule("absolute above", e=_GAP("q")))

_SAME = have(
    [("q == a", rule("same token", KNOWN, KNOWN, KNOWN, i="a", j="q", P="fn(k: k == a)"))],
    rule("contradiction", P="q == a", C=f"(1 - {_OFF('q')})*u == 0"),
)

formal(
    "LEM-one-place",
    title="There is a state with a given vector at one token and zero at all others",
    statement={
        "letters": ["a: token; u: vector"],
        "show": ["exists d in state: d[a] == u and (forall i: i != a => d[i] == 0)"],
    },
    proof=witness(
        f"fn(i: (1 - {_OFF('i')})*u)",
        both(
            _zero(),
            intro(
                ["q", ""],
                split(
                    "q < a or a <= q",
                    _one("q", "a", _BELOW),
                    split("a < q or q <= a", _one("a", "q", _ABOVE), _SAME),
                ),
            ),
        ),
    ),
)
