"""POW-N8.three: bounds of the two matrices and of the remainder of a step."""

from __future__ import annotations

from proofs_checks.lemmas.near_exponents import BOUND
from proofs_checks.power_method.proofs.exact_clusters import FRAME, PLANE
from proofs_checks.power_method.proofs.near_normalised import REMAINDER
from proofs_checks.power_method.proofs.three_clusters_system import MATRICES
from verify.formal import formal
from verify.tactics.build import have, intro, leaf, lemma, rule

_SPLIT = "dot(e1, y)*e1 + dot(e2, y)*e2"
_PARSEVAL = f"dot(y, y) == dot({_SPLIT}, y)"


def _shorter(matrix: str, equation: str, most: int, square: str, rest: str) -> None:
    """A matrix of the example makes vectors longer by a bounded factor."""
    formal(
        f"LEM-three-clusters.bound.{matrix}",
        title=f"A bound of the matrix {matrix} of the example with three clusters",
        statement={
            "letters": [f"{matrix}: matrix; e1, e2: vector"],
            "given": [*FRAME, PLANE, equation],
            "show": [BOUND(matrix, str(most))],
        },
        proof=intro(
            "x,y",
            have(
                [
                    f"y == {_SPLIT}",
                    (_PARSEVAL, lemma("LEM-same-dot", u="y", w=_SPLIT, z="y")),
                    (
                        f"norm({matrix}(y)) <= {most}*norm(y)",
                        rule(
                            "below the square",
                            leaf(f"{most}: norm(y) >= 0"),
                            leaf(square, rest, f"eq -{most**2}: {_PARSEVAL}", use=[*FRAME, equation]),
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


_shorter("V", MATRICES[0], 3, "4: sq dot(e1, y)", "4: sq dot(e2, y)")
_shorter("P", MATRICES[1], 4, "8: sq dot(e1, y) - dot(e2, y)/4", "21/2: sq dot(e2, y)")

_REMAINDER = REMAINDER.replace("(1 + alpha*nu)", "c").replace("*p", "*4").replace("v*", "3*").replace("*v", "*3")
formal(
    "LEM-three-clusters.remainder",
    title="The remainder of a step near the three clusters",
    statement={
        "letters": ["c, alpha: number"],
        "given": ["alpha == 1/20", "9/10 <= c"],
        "show": [f"{_REMAINDER} <= 500"],
    },
    proof=have(
        [("c > 0", leaf("1: 9/10 <= c", "9/10:"))],
        leaf("500: sq c - 9/10", "5778/10: 9/10 <= c", "3982/100:", use=["alpha == 1/20"], times=["c", "c"]),
    ),
)
