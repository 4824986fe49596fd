"""A matrix of an exact example in the plane makes vectors longer by a bounded factor."""

from __future__ import annotations

from collections.abc import Sequence

from proofs_checks.lemmas.near_exponents import BOUND
from proofs_checks.power_method.proofs.exact_clusters import FRAME, PLANE
from verify.formal import formal
from verify.tactics.build import Steps, have, intro, leaf, lemma, rule

_SPLIT = "dot(e1, y)*e1 + dot(e2, y)*e2"
_PARSEVAL = f"dot(y, y) == dot({_SPLIT}, y)"


def bounded(
    id: str, example: str, matrix: str, equation: str, most: str, terms: Sequence[str], square: str, start: Steps
) -> None:
    """The lemma `id`: the bound `most` of a matrix, from the terms of a combination of squares.

    equation : says what the matrix is in the plane. square : most squared, as it is written in the combination.
    start : facts to begin with.
    """
    formal(
        id,
        title=f"A bound of the matrix {matrix} of the example {example}",
        statement={
            "letters": [f"{matrix}: matrix; e1, e2: vector"],
            "given": [*FRAME, PLANE, equation],
            "show": [BOUND(matrix, most)],
        },
        proof=intro(
            "x,y",
            have(
                [
                    *start,
                    f"y == {_SPLIT}",
                    (_PARSEVAL, lemma("LEM-same-dot", u="y", w=_SPLIT, z="y")),
                    (
                        f"norm({matrix}(y)) <= {most}*norm(y)",
                        rule(
                            "below the square",
                            leaf(f"{most}: norm(y) >= 0"),
                            leaf(*terms, f"eq -{square}: {_PARSEVAL}", use=[*FRAME, equation]),
                            a=f"norm({matrix}(y))",
                            b=f"{most}*norm(y)",
                        ),
                    ),
                    (
                        f"dot(x, {matrix}(y)) <= norm(x)*norm({matrix}(y))",
                        rule("Cauchy-Schwarz", u="x", w=f"{matrix}(y)"),
                    ),
                ],
                leaf(
                    f"1: dot(x, {matrix}(y)) <= norm(x)*norm({matrix}(y))",
                    f"1: norm(x) >= 0; norm({matrix}(y)) <= {most}*norm(y)",
                ),
            ),
        ),
    )
