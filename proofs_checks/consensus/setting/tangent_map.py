"""Equation (3): the tangent map of pi_W, its value on the ellipsoid, and its structure as a projector.

x and X span at most a plane and y, X, Z at most R^3; the maps stay in the span, so that coordinates there, with a
symbolic metric, carry every n.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.symbols import column, metric, product, unit
from proofs_checks.examples import example
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SCOPE = "all n >= 1, every symmetric positive definite W"
SOURCE = Source(PAPER, "equation (3)")


def printed(x: Any, X: Any, W: Any, norm: Any, power: int = 2) -> Any:
    """|x|_W^-1 (I - x x^T W |x|_W^-power) X, with `norm` for |x|_W."""
    return (X - x * product(x, X, W) / norm**power) / norm


@illustration(
    "CON-E3",
    title="The tangent map of the projection",
    statement=(r"For all $x \ne 0$ and X: $\frac{d}{de}\pi_W(x + eX)|_{e=0} = |x|_W^{-1}(I - xx^TW|x|_W^{-2})X$."),
    source=SOURCE,
    kind="identity",
)
def tangent_map(power: int = 2) -> Iterator[Evidence]:
    e = sp.Symbol("e", real=True)
    for d, scope, covers in ((2, SCOPE, True), (3, "n = 2, generic coordinates", False)):
        x, X, W = generic.array("x", d), generic.array("X", d), metric(d)
        moved = st.onto_ellipsoid(x + e * X, W)
        derivative = sp.Matrix([sp.diff(entry, e).subs(e, 0) for entry in moved])
        norm = sp.sqrt(product(x, x, W))
        yield decide.identity(
            {"d pi_W": (derivative, column(printed(x, X, W, norm, power)))}, scope=scope, covers=covers
        )


@illustration(
    "CON-E3.b",
    title="The tangent map on the ellipsoid",
    statement=r"For $y \in E_W^n$, that is $|y|_W = 1$, the tangent map of $\pi_W$ at y is $I - yy^TW$.",
    source=Source(PAPER, "equation (3) and the last sentence of Section 2.1"),
    kind="identity",
)
def on_the_ellipsoid(length: int = 1) -> Iterator[Evidence]:
    y, X, W = generic.array("y", 2), generic.array("X", 2), metric(2)
    yield decide.identity(
        {"I - y y^T W": (column(printed(y, X, W, sp.Integer(length))), column(st.models.tangent(y, X, W)))}, scope=SCOPE
    )


@illustration(
    "CON-E3.c",
    title="The tangent map is the W-orthogonal projector onto the tangent space",
    statement=(
        r"For $y \in E_W^n$ the matrix $\Pi_y = I - yy^TW$ is idempotent, has kernel span(y), range $\{X : y^TWX = 0\}$"
        r" and rank n, and is self-adjoint for $\langle\cdot,\cdot\rangle_W$."
    ),
    source=SOURCE,
    kind="identity",
)
def structure(weighted: bool = True) -> Iterator[Evidence]:
    """Coordinates in a basis with y = e_1, |e_1|_W = 1; the rank is n because the kernel has dimension 1."""
    y, X, Z, W = unit(3), generic.array("X", 3), generic.array("Z", 3), metric(3, units=1)
    inside = W if weighted else None

    def project(vector: Any) -> Any:
        return st.models.tangent(y, vector, inside)

    tangent = X - product(y, X, W) * y
    yield decide.identity(
        {
            "idempotent": (column(project(project(X))), column(project(X))),
            "y is in the kernel": (column(project(y)), sp.zeros(3, 1)),
            "the rest X - Pi X is a multiple of y, so the kernel is span(y)": (
                column(X - project(X)),
                column(product(y, X, W) * y),
            ),
            "the range is tangent": (product(y, project(X), W), 0),
            "tangent vectors are fixed": (column(project(tangent)), column(tangent)),
            "self-adjoint": (product(project(X), Z, W), product(X, project(Z), W)),
        },
        scope=SCOPE,
    )
    yield example(
        {"W": [[1, 0], [0, 4]], "y": ["3/5", "2/5"]},
        [
            "dot(y, W@y) == 1",
            "(identity(2) - transpose([y])@[y]@W) != transpose(identity(2) - transpose([y])@[y]@W)",
        ],
        scope="one exact point",
        method="exact evaluation: Pi_y is not symmetric at this point of an ellipse",
    ).narrowed("n = 1, W = diag(1, 4), y = (3/5, 2/5)")
