"""A row of a permutation picks one member of a family."""

from __future__ import annotations

from proofs_checks.lemmas.permutations import PERMUTES
from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, rule, split

_MARK = "max(0, 1 - (sum(l in upto({0}): 1) - sum(l in upto(t): 1))^2)".format
_MARKS = [
    f"{_MARK('t')} == 1",
    f"forall k: k != t => {_MARK('k')} == 0",
    f"forall k: k < t or t < k => {_MARK('k')} == 0",
]
_REST = f"c[p, {{0}}] - {_MARK('{0}')}".format
_ALL = f"sum(j: {_MARK('j')}) == {_MARK('t')}"
_SUM = f"sum(j: {_REST('j')}) >= {_REST('r')}"


def _size(token: str) -> Tree:
    """No entry is negative."""
    entry = f"c[p, {token}] == 0 or c[p, {token}] == 1"
    return have([entry], split(entry, leaf(f"eq -1: c[p, {token}] == 0"), leaf("1:", f"eq -1: c[p, {token}] == 1")))


_OFF = have(
    [f"{_MARK('q')} == 0", ("c[p, q] >= 0", _size("q"))],
    leaf("1: c[p, q] >= 0", f"eq 1: {_MARK('q')} == 0"),
)


_SAME = rule(
    "same token",
    KNOWN,
    KNOWN,
    leaf("eq -1: c[p, t] == 1", f"eq 1: {_MARKS[0]}"),
    i="t",
    j="q",
    P=f"fn(o: {_REST('o')} >= 0)",
)
_LEFT = split("q < t or t <= q", _OFF, split("t < q or q <= t", _OFF, _SAME))

formal(
    "LEM-permuted-row",
    title="Where a row of a permutation has its 1, all its other entries are 0",
    statement={
        "letters": PERMUTES["letters"],
        "given": PERMUTES["given"][:2],
        "show": ["forall i, j, k: c[i, j] == 1 and k != j => c[i, k] == 0"],
    },
    proof=intro(
        ["p", "t", "r", ""],
        have(
            [
                (" and ".join(f"({mark})" for mark in _MARKS), lemma("LEM-marked", i="t")),
                *_MARKS,
                (_ALL, rule("single term", KNOWN, e=f"fn(j: {_MARK('j')})", y="t", new={"x": "q"})),
                (
                    _SUM,
                    rule(
                        "term of a positive sum",
                        _LEFT,
                        e=f"fn(j: {_REST('j')})",
                        y="r",
                        new={"x": "q"},
                    ),
                ),
                f"{_MARK('r')} == 0",
                "sum(j: c[p, j]) == 1",
                ("c[p, r] >= 0", _size("r")),
            ],
            rule(
                "antisymmetry",
                leaf(
                    f"1: {_SUM}",
                    "eq 1: sum(j: c[p, j]) == 1",
                    f"eq -1: {_ALL}",
                    f"eq -1: {_MARKS[0]}",
                    f"eq 1: {_MARK('r')} == 0",
                ),
                a="c[p, r]",
                b="0",
            ),
        ),
    ),
)
