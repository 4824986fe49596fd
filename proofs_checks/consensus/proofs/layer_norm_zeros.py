"""Remark 2.2 for any scale gamma: the proofs that the image is a filled ellipsoid, or a point, if gamma has zeros."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.layer_norm_few_zeros import from_given, into, out
from proofs_checks.consensus.proofs.layer_norm_scales import LEFT, MARK, MARKS, MASS
from verify.tactics.build import KNOWN, Tree, absurd, both, have, intro, leaf, lemma, obtain, rule, split, witness

_DEVIATION = "sum(j: z[j]*(dot(b[j], u) + total(y)/k)^2) >= 0"
TWO = "exists a, c0: c0 != a and z[a] == 1 and z[c0] == 1"
_RADIUS = "(entries - squares(y) - total(y)^2/k)"
_W = f"(sqrt({_RADIUS}/2)*(b[a] - b[c0]))"
_BOUND = "squares(y) + total(y)^2/k <= entries"
_MARK_SUM = "sum(j: z[j]*dot(b[j], b[{0}])) == z[{0}]*dot(b[{0}], b[{0}])".format
_ENTRY_SUM = "sum(j: c(y, j)*dot(b[j], b[{0}])) == c(y, {0})*dot(b[{0}], b[{0}])".format


def _at(fact: str, name: str) -> tuple[str, Tree]:
    """Of a sum over the entries with the basis vector of one only that entry is left."""
    term = fact.split(" == ")[0].removeprefix("sum(j: ").removesuffix(")")
    factor = "z[x]" if term.startswith("z") else "c(y, x)"
    each = have([f"dot(b[x], b[{name}]) == 0"], leaf(f"eq {factor}: dot(b[x], b[{name}]) == 0"))
    return fact, rule("single term", each, e=f"fn(j: {term})", y=name, new={"x": "x"})


def _own(name: str) -> list[Any]:
    """A marked entry: gamma vanishes, and nothing is left in the token."""
    return [
        (
            f"gamma[{name}] == 0",
            split(MARK(name), KNOWN, absurd(leaf(f"eq -1: z[{name}] == 1", f"eq 1: z[{name}] == 0"))),
        ),
        f"z[{name}]*c(y, {name}) == 0",
        (f"c(y, {name}) == 0", leaf(f"eq 1: z[{name}]*c(y, {name}) == 0", use=[f"z[{name}] == 1"])),
        f"dot(b[{name}], b[{name}]) == 1",
        (f"G(b[{name}]) == 0", leaf(use=[f"G(b[{name}]) == gamma[{name}]*b[{name}]", f"gamma[{name}] == 0"])),
        _at(_MARK_SUM(name), name),
        _at(_ENTRY_SUM(name), name),
    ]


_ROOT = f"sqrt({_RADIUS}/2)"
UNIT = [f"dot(b[{name}], b[{name}]) == 1" for name in ("a", "c0")]
MANY_MARKED = have(
    [MARKS, ("k > 0", leaf("1: k >= 2", "2:"))],
    intro(
        "y",
        both(
            into(
                both(
                    KNOWN,
                    have(
                        [
                            (
                                _DEVIATION,
                                rule(
                                    "positive sum",
                                    have(
                                        ["z[p] == 0 or z[p] == 1"],
                                        split(
                                            "z[p] == 0 or z[p] == 1",
                                            leaf(use=["z[p] == 0"]),
                                            leaf("1: sq dot(b[p], u) + total(y)/k", use=["z[p] == 1"]),
                                        ),
                                    ),
                                    e="fn(j: z[j]*(dot(b[j], u) + total(y)/k)^2)",
                                    new={"x": "p"},
                                ),
                            )
                        ],
                        leaf(f"1: {_DEVIATION}", f"eq 1: {LEFT}", f"eq 2*total(y)/k: {MASS}"),
                    ),
                )
            ),
            out(
                have(
                    [(TWO, lemma("LEM-marks.two"))],
                    obtain(
                        TWO,
                        "a,c0",
                        have(
                            [
                                *_own("a"),
                                *_own("c0"),
                                "dot(b[c0], b[a]) == 0",
                                (f"{_RADIUS}/2 >= 0", leaf(f"1/2: {_BOUND}")),
                            ],
                            from_given(
                                KNOWN,
                                leaf(use=["forall j: dot(b[j], ones) == 1"]),
                                leaf(use=["G(b[a]) == 0", "G(b[c0]) == 0"]),
                                leaf(
                                    f"eq {_ROOT}: {_ENTRY_SUM('a')}",
                                    f"eq -{_ROOT}: {_ENTRY_SUM('c0')}",
                                    f"eq {_ROOT}*dot(b[a], b[a]): c(y, a) == 0",
                                    f"eq -{_ROOT}*dot(b[c0], b[c0]): c(y, c0) == 0",
                                ),
                                leaf(
                                    f"eq {_ROOT}: {_MARK_SUM('a')}",
                                    f"eq -{_ROOT}: {_MARK_SUM('c0')}",
                                    use=["z[a] == 1", "z[c0] == 1", *UNIT],
                                ),
                                leaf(),
                                leaf(use=["dot(b[c0], b[a]) == 0", *UNIT]),
                                w=_W,
                                s="total(y)/k",
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_LACK = "sum(j: 1 - z[j])"
_NOWHERE = "forall e in vector: G(e) == 0"
_VANISHES = have(
    [
        (
            f"{_LACK} >= 1 - z[q]",
            rule(
                "term of a positive sum",
                have(
                    ["z[p] == 0 or z[p] == 1"],
                    split("z[p] == 0 or z[p] == 1", leaf("1:", use=["z[p] == 0"]), leaf(use=["z[p] == 1"])),
                ),
                e="fn(j: 1 - z[j])",
                y="q",
                new={"x": "p"},
            ),
        ),
    ],
    split(
        MARK("q"),
        leaf(use=["forall j: G(b[j]) == gamma[j]*b[j]", "gamma[q] == 0"]),
        absurd(leaf(f"1: {_LACK} >= 1 - z[q]", "eq -1: k == entries", use=["z[q] == 0"])),
    ),
)
_ANY = "sqrt(entries/2)*(b[a] - b[c0])"
ALL_MARKED = have(
    [
        MARKS,
        ("forall j: G(b[j]) == 0", intro("q", _VANISHES)),
        (
            _NOWHERE,
            intro(
                "v",
                lemma(
                    "LEM-basis.equal",
                    KNOWN,
                    intro(
                        "q",
                        have(
                            [("dot(b[q], G(v)) == dot(G(b[q]), v)", leaf())],
                            leaf("eq 1: dot(b[q], G(v)) == dot(G(b[q]), v)", use=["forall j: G(b[j]) == 0"]),
                        ),
                    ),
                    u="G(v)",
                    w="0",
                ),
            ),
        ),
    ],
    intro(
        "y",
        both(
            into(leaf(use=["y == beta + G(u)", _NOWHERE])),
            out(
                have(
                    [(TWO, lemma("LEM-marks.two", KNOWN, leaf("eq -1: k == entries", "1: entries >= 2")))],
                    obtain(
                        TWO,
                        "a,c0",
                        have(
                            ["dot(b[c0], b[a]) == 0", *UNIT],
                            witness(
                                _ANY,
                                both(
                                    leaf(use=["forall j: dot(b[j], ones) == 1"]),
                                    leaf(use=["dot(b[c0], b[a]) == 0", *UNIT]),
                                    leaf(use=["y == beta", _NOWHERE]),
                                ),
                            ),
                        ),
                    ),
                )
            ),
        ),
    ),
)
