"""Tokens marked by ones among zeros: where the marks have a sum of at least 1, of at least 2, of exactly 1."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.token_basis import BASIS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, both, have, intro, leaf, lemma, obtain, rule, split, witness

MARKS: dict[str, Any] = {"letters": ["z[token]: number"], "given": ["forall j: z[j] == 0 or z[j] == 1"]}
_SOME, _OTHER = "exists a: z[a] == 1", "exists c: c != a and z[c] == 1"
_NONE_LEFT = "sum(j: z[j]) == z[a]"


def _unmarked(some: str, given: str, value: str = "x") -> Tree:
    """A token without which `some` would hold has no mark."""
    marked = have([(some, witness(value, given))], rule("contradiction", P=some, C=f"z[{value}] == 0"))
    return split(f"z[{value}] == 0 or z[{value}] == 1", KNOWN, marked)


formal(
    "LEM-marks.some",
    title="Marks with a sum of at least 1 mark a token",
    statement=model(MARKS, {"given": ["sum(j: z[j]) >= 1"], "show": [_SOME]}),
    proof=split(
        f"({_SOME}) or not ({_SOME})",
        KNOWN,
        absurd(
            have(
                [
                    (
                        "sum(j: z[j]) == sum(j: 0)",
                        rule("equal sums", _unmarked(_SOME, KNOWN), e="fn(j: z[j])", f="fn(j: 0)", new={"x": "x"}),
                    )
                ],
                leaf("1: sum(j: z[j]) >= 1", "eq 1: sum(j: z[j]) == sum(j: 0)"),
            )
        ),
    ),
    instance={"tokens": 2, "letters": {"z": [0, 1]}},
    twin=Variant("a positive sum", {"z[j] == 0 or z[j] == 1": "0 <= z[j]"}, {"tokens": 2, "letters": {"z": [0, 2]}}),
)
formal(
    "LEM-marks.two",
    title="Marks with a sum of at least 2 mark two tokens",
    statement=model(
        MARKS, {"given": ["sum(j: z[j]) >= 2"], "show": ["exists a, c: c != a and z[a] == 1 and z[c] == 1"]}
    ),
    proof=have(
        [(_SOME, lemma("LEM-marks.some", KNOWN, leaf("1: sum(j: z[j]) >= 2", "1:")))],
        obtain(
            _SOME,
            "a",
            split(
                f"({_OTHER}) or not ({_OTHER})",
                obtain(_OTHER, "c", witness("a", witness("c", KNOWN))),
                absurd(
                    have(
                        [
                            (
                                _NONE_LEFT,
                                rule(
                                    "single term",
                                    _unmarked(_OTHER, both(KNOWN, KNOWN)),
                                    e="fn(j: z[j])",
                                    y="a",
                                    new={"x": "x"},
                                ),
                            )
                        ],
                        leaf("1: sum(j: z[j]) >= 2", f"eq 1: {_NONE_LEFT}", "eq 1: z[a] == 1"),
                    )
                ),
            ),
        ),
    ),
    instance={"tokens": 3, "letters": {"z": [1, 0, 1]}},
    twin=Variant("a sum of at least 1", {">= 2": ">= 1"}, {"tokens": 2, "letters": {"z": [0, 1]}}),
)

_WITH = "sum(j: z[j]*dot(b[j], b[a])) == z[a]*dot(b[a], b[a])"
_REST = "sum(j: z[j]*(1 - dot(b[j], b[a])))"
_TERM = f"{_REST} >= z[p]*(1 - dot(b[p], b[a]))"


def _weight() -> Tree:
    """A term is not negative: the basis vectors are orthogonal, or the same."""
    apart = have(
        ["dot(b[x], b[a]) == 0"],
        split("z[x] == 0 or z[x] == 1", leaf(use=["z[x] == 0"]), leaf(use=["z[x] == 1", "dot(b[x], b[a]) == 0"])),
    )
    weight = "z[{0}]*(1 - dot(b[{0}], b[a])) >= 0".format
    same = rule(
        "same token",
        KNOWN,
        KNOWN,
        have(["dot(b[a], b[a]) == 1"], leaf(use=["dot(b[a], b[a]) == 1"])),
        i="a",
        j="x",
        P=f"fn(k: {weight('k')})",
    )
    return split("x < a or a <= x", apart, split("a < x or x <= a", apart, same))


formal(
    "LEM-marks.one",
    title="Marks with the sum 1 mark one token only",
    statement=model(
        {"letters": BASIS["letters"], "given": BASIS["given"][:2]},
        MARKS,
        {"given": ["sum(j: z[j]) == 1"], "show": ["exists a: z[a] == 1 and (forall j: j != a => z[j] == 0)"]},
    ),
    proof=have(
        [(_SOME, lemma("LEM-marks.some", KNOWN, leaf("eq -1: sum(j: z[j]) == 1")))],
        obtain(
            _SOME,
            "a",
            witness(
                "a",
                both(
                    KNOWN,
                    intro(
                        ["p", ""],
                        have(
                            [
                                (
                                    _WITH,
                                    rule(
                                        "single term",
                                        have(["dot(b[x], b[a]) == 0"], leaf("eq z[x]: dot(b[x], b[a]) == 0")),
                                        e="fn(j: z[j]*dot(b[j], b[a]))",
                                        y="a",
                                        new={"x": "x"},
                                    ),
                                ),
                                (
                                    _TERM,
                                    rule(
                                        "term of a positive sum",
                                        _weight(),
                                        e="fn(j: z[j]*(1 - dot(b[j], b[a])))",
                                        y="p",
                                        new={"x": "x"},
                                    ),
                                ),
                                "dot(b[p], b[a]) == 0",
                                "dot(b[a], b[a]) == 1",
                            ],
                            split(
                                "z[p] == 0 or z[p] == 1",
                                KNOWN,
                                absurd(
                                    leaf(
                                        f"1: {_TERM}",
                                        f"eq -1: {_WITH}",
                                        "eq 1: sum(j: z[j]) == 1",
                                        use=["dot(b[p], b[a]) == 0", "dot(b[a], b[a]) == 1", "z[a] == 1", "z[p] == 1"],
                                    )
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    instance={"tokens": 2, "dim": 2, "letters": {"b": [[1, 0], [0, 1]], "z": [0, 1]}},
    twin=Variant(
        "the sum 2",
        {"sum(j: z[j]) == 1": "sum(j: z[j]) == 2"},
        {"tokens": 2, "dim": 2, "letters": {"b": [[1, 0], [0, 1]], "z": [1, 1]}},
    ),
)
