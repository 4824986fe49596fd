"""POW-N8.three: bounds of the two matrices and of the remainder of a step."""

from __future__ import annotations

from proofs_checks.power_method.proofs.matrix_bounds import bounded
from proofs_checks.power_method.proofs.near_normalised import REMAINDER
from proofs_checks.power_method.proofs.three_clusters_system import MATRICES
from verify.formal import formal
from verify.tactics.build import have, leaf

for _matrix, _equation, _most, _terms in (
    ("V", MATRICES[0], 3, ["4: sq dot(e1, y)", "4: sq dot(e2, y)"]),
    ("P", MATRICES[1], 4, ["8: sq dot(e1, y) - dot(e2, y)/4", "21/2: sq dot(e2, y)"]),
):
    bounded(
        f"LEM-three-clusters.bound.{_matrix}",
        "with three clusters",
        _matrix,
        _equation,
        str(_most),
        _terms,
        str(_most**2),
        [],
    )

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
