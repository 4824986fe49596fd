"""Two unit vectors off one line have tangents that add up to any vector."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    witness,
)

UNIT = "forall i: dot(x[i], x[i]) == 1"
_C = "dot(x[s], x[t])"
_AREA = f"1 - {_C}^2"
_ACROSS = f"(x[s] - {_C}*x[t])"
_SECOND = f"(dot(x[s], w)/({_AREA})*{_ACROSS})"
_FIRST = f"(w - {_SECOND})"
_PLACED = "exists d in state: d[{0}] == {1} and (forall i: i != {0} => d[i] == 0)".format


def _equal(sign: str, bound: str) -> Tree:
    """The two vectors are on one line, which they are not."""
    line = f"x[s] == {sign}x[t]"
    same = rule("equal vectors", leaf(f"2: {bound}", use=[UNIT]), u="x[s]", w=f"{sign}x[t]")
    return have([(line, same)], rule("contradiction", P=line, C=f"{_AREA} > 0"))


_APART = (
    f"{_AREA} > 0",
    split(
        f"{_C} >= 1 or {_C} < 1",
        _equal("", f"{_C} >= 1"),
        split(f"{_C} <= -1 or {_C} > -1", _equal("-", f"{_C} <= -1"), leaf(f"1: {_C} < 1; {_C} > -1")),
    ),
)


def _tangent(d: str, a: str, vector: str) -> tuple[str, Tree]:
    """What moves one token only is tangent if it is so there."""
    rest = have([f"{d}[p] == 0"], leaf(use=[f"{d}[p] == 0"]))
    there = have(
        [(f"dot(x[{a}], {d}[{a}]) == 0", leaf(use=[f"{d}[{a}] == {vector}", UNIT]))],
        rule("same token", i=a, j="p", P=f"fn(k: dot(x[k], {d}[k]) == 0)"),
    )
    goal = f"forall p: dot(x[p], {d}[p]) == 0"
    return goal, intro("p", split(f"p < {a} or {a} <= p", rest, split(f"{a} < p or p <= {a}", rest, there)))


def _moved(d: str, a: str, vector: str) -> Steps:
    total = f"sum(j: {d}[j]) == {d}[{a}]"
    return [_tangent(d, a, vector), (total, rule("single vector term", KNOWN, e=d, y=a, new={"x": "q"}))]


_ACROSS_P = [f"dot(x[p], {d}[p]) == 0" for d in "ef"]
_WHOLE = ["sum(j: e[j]) == e[s]", "sum(j: f[j]) == f[t]", f"e[s] == {_FIRST}", f"f[t] == {_SECOND}"]
formal(
    "LEM-split-tangent",
    title="Two unit vectors off one line have tangents that add up to any vector",
    statement={
        "letters": ["x[token], w: vector; s, t: token"],
        "given": [UNIT, "x[s] != x[t]", "x[s] != -x[t]"],
        "show": ["exists d in state: (forall i: dot(x[i], d[i]) == 0) and sum(i: d[i]) == w"],
    },
    proof=have(
        [
            _APART,
            (_PLACED("s", _FIRST), lemma("LEM-one-place", a="s", u=_FIRST)),
            (_PLACED("t", _SECOND), lemma("LEM-one-place", a="t", u=_SECOND)),
        ],
        obtain(
            _PLACED("s", _FIRST),
            "e",
            obtain(
                _PLACED("t", _SECOND),
                "f",
                have(
                    [*_moved("e", "s", _FIRST), *_moved("f", "t", _SECOND)],
                    witness(
                        "fn(i: e[i] + f[i])",
                        both(
                            intro("p", have(_ACROSS_P, leaf(use=_ACROSS_P))),
                            leaf(use=_WHOLE),
                        ),
                    ),
                ),
            ),
        ),
    ),
    instance={"tokens": 2, "dim": 2, "letters": {"x": [[1, 0], ["3/5", "4/5"]], "w": [0, 1], "s": 0, "t": 1}},
    twin=Variant(
        "on one line as well",
        {"x[s] != -x[t]": "x[s] == -x[t]"},
        {"tokens": 2, "dim": 2, "letters": {"x": [[1, 0], [-1, 0]], "w": [1, 0], "s": 0, "t": 1}},
    ),
)
