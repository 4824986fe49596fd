"""Orthonormal vectors that a linear map loses are continued by one more, across all of them and lost as well."""

from __future__ import annotations

from proofs_checks.lemmas.adjoints import LINEAR
from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, witness


def found(x: str) -> str:
    """There are orthonormal vectors up to x that U loses, and zeros after it."""
    return (
        f"exists Z in state: (forall k: k <= {x} => dot(Z[k], Z[k]) == 1) and (forall k: {x} < k => Z[k] == 0)"
        " and (forall k: U(Z[k]) == 0) and (forall k, j: k < j => dot(Z[k], Z[j]) == 0)"
    )


BEFORE = (
    "(forall k: k < x => dot(Y[k], Y[k]) == 1) and (forall k: x <= k => Y[k] == 0)"
    " and (forall k: U(Y[k]) == 0) and (forall k, j: k < j => dot(Y[k], Y[j]) == 0)"
)
ACROSS = "forall k: dot(Y[k], w) == 0"
_ZERO = "U(0*w) == 0"
_PLACE = "exists d in state: d[x] == 1/norm(w)*w and (forall i1: i1 != x => d[i1] == 0)"


def _placed(formula: str, before: Tree, at: Tree, after: Tree) -> Tree:
    """A formula of the token q, by where it is; `at` proves it of x."""
    same = rule("same token", KNOWN, KNOWN, at, i="x", j="q", P=f"fn(k: {formula.replace('[q]', '[k]')})")
    return split("q < x or x <= q", before, split("x < q or q <= x", after, same))


_UNIT = "1/norm(w)*w"
_ELSEWHERE = have(["d[q] == 0"], leaf(use=["d[q] == 0"]))
_UNIT_LENGTH = have(["Y[x] == 0", "d[x] == 1/norm(w)*w"], leaf(use=["Y[x] == 0", "d[x] == 1/norm(w)*w"]))
_OWN = intro(
    ["q", ""],
    split(
        "q < x or x <= q",
        have(["d[q] == 0", "dot(Y[q], Y[q]) == 1"], leaf("eq 1: dot(Y[q], Y[q]) == 1", use=["d[q] == 0"])),
        rule("same token", KNOWN, KNOWN, _UNIT_LENGTH, i="x", j="q", P="fn(k: dot(Y[k] + d[k], Y[k] + d[k]) == 1)"),
    ),
)
_AFTER = intro(["q", ""], have(["Y[q] == 0", "d[q] == 0"], leaf(use=["Y[q] == 0", "d[q] == 0"])))
_GONE = have(["d[q] == 0"], leaf(use=["d[q] == 0", _ZERO]))
_LOSES = intro(
    "q",
    have(
        [
            (
                "U(d[q]) == 0",
                _placed(
                    "U(d[q]) == 0",
                    _GONE,
                    have(
                        [
                            ("U(1/norm(w)*w) == 1/norm(w)*U(w)", take(LINEAR, ["w", "w", "0", "1/norm(w)"], KNOWN)),
                            "d[x] == 1/norm(w)*w",
                        ],
                        leaf(use=["d[x] == 1/norm(w)*w", "U(1/norm(w)*w) == 1/norm(w)*U(w)", "U(w) == 0"]),
                    ),
                    _GONE,
                ),
            ),
            ("U(Y[q] + d[q]) == U(Y[q]) + U(d[q])", take(LINEAR, ["Y[q]", "d[q]", "1", "1"], KNOWN)),
            "U(Y[q]) == 0",
        ],
        leaf(use=["U(Y[q] + d[q]) == U(Y[q]) + U(d[q])", "U(Y[q]) == 0", "U(d[q]) == 0"]),
    ),
)
_MIXED = "forall q, k: dot(Y[k], d[q]) == 0"
_MIXED_STEP = intro(
    "q,s",
    _placed(
        "dot(Y[s], d[q]) == 0",
        _ELSEWHERE,
        have(
            ["dot(Y[s], w) == 0", "d[x] == 1/norm(w)*w"],
            leaf("eq 1/norm(w): dot(Y[s], w) == 0", use=["d[x] == 1/norm(w)*w"]),
        ),
        _ELSEWHERE,
    ),
)
_PAIRS = intro(
    ["q", "s", ""],
    have(
        [
            "dot(Y[q], Y[s]) == 0",
            "dot(Y[q], d[s]) == 0",
            "dot(Y[s], d[q]) == 0",
            (
                "dot(d[q], d[s]) == 0",
                split(
                    "q < x or x <= q",
                    _ELSEWHERE,
                    have(
                        [("x < s", lemma("LEM-at-most-before", i="x", j="q", k="s")), "d[s] == 0"],
                        leaf(use=["d[s] == 0"]),
                    ),
                ),
            ),
        ],
        leaf(
            "eq 1: dot(Y[q], Y[s]) == 0",
            "eq 1: dot(Y[q], d[s]) == 0",
            "eq 1: dot(Y[s], d[q]) == 0",
            "eq 1: dot(d[q], d[s]) == 0",
        ),
    ),
)
formal(
    "LEM-one-more-vector",
    title="Orthonormal vectors that a linear map loses are continued by one more",
    statement={
        "letters": ["U(vector): vector", "Y[token], w: vector", "x: token"],
        "given": [LINEAR, BEFORE, ACROSS, "w != 0", "U(w) == 0"],
        "show": [found("x")],
    },
    proof=have(
        [
            (_ZERO, take(LINEAR, ["w", "w", "0", "0"], KNOWN)),
            ("dot(w, w) > 0", rule("positive square", u="w")),
            (_PLACE, lemma("LEM-one-place", a="x", u=_UNIT)),
        ],
        obtain(
            _PLACE,
            "d",
            have([(_MIXED, _MIXED_STEP)], witness("fn(k: Y[k] + d[k])", both(_OWN, _AFTER, _LOSES, _PAIRS))),
        ),
    ),
)
