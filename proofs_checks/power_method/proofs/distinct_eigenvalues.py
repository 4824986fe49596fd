"""Section 2.1.1, in parentheses: with d distinct real eigenvalues every token splits along the eigenvectors of F.

b is an orthonormal basis, in which F is written, with one vector for each of the d eigenvectors; both are counted by
tokens.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.token_basis import BASIS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, rule, take

_RELATION = "sum(k: c[k]*v[k]) == 0"
_ZERO = "forall S in state: sum(k: dot(S[k], {0})*v[k]) == 0 => (forall k: dot(S[k], {0}) == 0)".format


def independent(e: str, then: Tree) -> Tree:
    """Eigenvectors of distinct eigenvalues are independent."""
    return have([(_ZERO(e), lemma("LEM-eigenvectors-independent", e=e))], then)


# c_k = <c_k b_l, b_l> for any l
_NO_RELATION = intro(
    "",
    rule(
        "some element",
        have(
            [
                "dot(b[l], b[l]) == 1",
                ("sum(k: dot(c[k]*b[l], b[l])*v[k]) == 0", leaf(use=["dot(b[l], b[l]) == 1", _RELATION])),
            ],
            independent(
                "b[l]",
                take(
                    _ZERO("b[l]"),
                    ["fn(k: c[k]*b[l])"],
                    intro(
                        "q",
                        have(
                            ["dot(c[q]*b[l], b[l]) == 0"],
                            leaf("eq 1: dot(c[q]*b[l], b[l]) == 0", use=["dot(b[l], b[l]) == 1"]),
                        ),
                    ),
                ),
            ),
        ),
        C="forall k: c[k] == 0",
        new={"x": "l"},
    ),
)
_SPLITS = intro(
    "x",
    lemma(
        "LEM-independent-spans",
        KNOWN,
        KNOWN,
        KNOWN,
        intro(
            ["y", ""],
            independent(
                "y",
                take(
                    _ZERO("y"),
                    ["fn(k: b[k])"],
                    have(
                        [
                            (
                                "forall i: dot(b[i], y) == dot(b[i], 0*y)",
                                intro("q", have(["dot(b[q], y) == 0"], leaf("eq 1: dot(b[q], y) == 0"))),
                            )
                        ],
                        lemma("LEM-basis.equal", u="y", w="0*y"),
                    ),
                ),
            ),
        ),
    ),
)
HERE: dict[str, Any] = {
    "tokens": 2,
    "dim": 2,
    "letters": {
        "F": [[2, 1], [0, -1]],
        "b": [[1, 0], [0, 1]],
        "v": [[1, 0], [1, -3]],
        "m": [2, -1],
        "c": [0, 0],
    },
}
TWICE: dict[str, Any] = {
    **HERE,
    "letters": {**HERE["letters"], "v": [[1, 0], [1, 0]], "m": [2, 2], "c": [1, -1]},
}
DISTINCT = "forall i, j: i != j => m[i] != m[j]"
formal(
    "POW-2.1.diag.R2.repaired",
    statement=model(
        BASIS,
        {
            "letters": ["F: matrix", "v[token]: vector", "m[token], c[token]: number"],
            "given": ["forall k: v[k] != 0", "forall k: F(v[k]) == m[k]*v[k]", DISTINCT],
            "show": [
                f"{_RELATION} => (forall k: c[k] == 0)",
                "forall x in vector: exists z in vector: x == sum(k: dot(v[k], z)*v[k])",
            ],
        },
    ),
    proof=[_NO_RELATION, _SPLITS],
    instance=HERE,
    twin=Variant("equal eigenvalues allowed", {DISTINCT: "forall i, j: i != j => m[i] <= m[j]"}, TWICE),
)
