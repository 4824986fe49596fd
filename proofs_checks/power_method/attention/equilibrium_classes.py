"""Supplement D.3, Lemma 8: when a state is an equilibrium of the attention map, and into which classes they fall.

One token decides: y = x + alpha s lies in the plane of x and s, so with s = nu x + rho w, w a unit vector orthogonal
to x, two coordinates carry every d, and y/|y| = x has to be read off in them. Tokens on one line +-u have x_bar_i =
m_i u.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

# Tokens e_1, -e_1, e_2, -e_2; P = diag(log 2, log 3), so the odds exp(x_i^T P x_j) are rational.
AXES = [[1, 0], [-1, 0], [0, 1], [0, -1]]
ODDS = [["2", "1/2", "1", "1"], ["1/2", "2", "1", "1"], ["1", "1", "3", "1/3"], ["1", "1", "1/3", "3"]]
EQUILIBRIUM = (
    "alpha > 0",
    "transpose(V) == V",
    "odds > 0",
    "diag(odds @ [1, 1, 1, 1]) @ A == odds",
    *(f"dot(X[{i}], X[{i}]) == 1" for i in range(4)),
    *(f"nu[{i}]*X[{i}] == A[{i}] @ X @ V" for i in range(4)),
    *(f"1 + alpha*nu[{i}] > 0" for i in range(4)),
)


@illustration(
    "POW-L8.classes",
    title="Equilibria of the attention map",
    statement=(
        r"X is an equilibrium of the attention map exactly when $s_i = \nu_ix_i$ with $1 + \alpha\nu_i > 0$ for every"
        r" i. If at an equilibrium all tokens are $\pm u$, then u is an eigenvector of V (consensus or bipartite)"
        r" unless $\sum_jA_{ij}x_j = 0$ for all i (polygonal); an equilibrium of neither kind is a clustering one, with"
        " tokens that are not all on one line."
    ),
    source=Source(PAPER, "Lemma 8", reconstructed=True),
    kind="equilibrium",
    reading="R1: clustering means every equilibrium that is not a consensus, bipartite or polygonal",
)
def classes(sign_needed: bool = True) -> Iterator[Evidence]:
    alpha, nu, rho, r = sp.symbols("alpha nu rho r", real=True)
    along = 1 + alpha * nu
    norm = [alpha > 0, r > 0, sp.Eq(r**2, along**2 + (alpha * rho) ** 2)]
    fixed = [*norm, sp.Eq(along, r), sp.Eq(alpha * rho, 0)]  # y/|y| = x, by coordinates
    scope = "all N, all d, every P, every V, every alpha > 0"
    # r + along > 0 follows from the two signs; it is named because the proof divides by it.
    parallel = [*norm, sp.Eq(rho, 0), *([along > 0, r + along > 0] if sign_needed else [])]
    m, u, image, multiple = sp.symbols("m u Vu multiple", real=True)
    yield conjunction(
        {
            "s parallel to x and 1 + alpha nu > 0 give y/|y| = x": decide.inequality(
                [sp.Eq(along, r), sp.Eq(alpha * rho, 0)], parallel, scope=scope
            ),
            "y/|y| = x gives s parallel to x, and 1 + alpha nu > 0": decide.inequality(
                [sp.Eq(rho, 0), along > 0], fixed, scope=scope
            ),
            "tokens on a line: m V u = multiple u with m != 0 makes u an eigenvector (one component)": decide.identity(
                {"eigenvector": (image - multiple / m * u, (m * image - multiple * u) / m)}, scope=scope
            ),
        },
        scope=scope,
    )
    yield conjunction(
        {
            "sufficient": decide.smt([sp.Eq(along, r), sp.Eq(alpha * rho, 0)], parallel, scope=scope),
            "necessary": decide.smt([sp.Eq(rho, 0), along > 0], fixed, scope=scope),
            "a line whose mean vanishes nowhere: V u - (multiple/m) u = 0": decide.smt(
                sp.Eq(image, multiple / m * u), [sp.Ne(m, 0), sp.Eq(m * image, multiple * u)], scope=scope
            ),
        },
        scope=scope,
    )


@illustration(
    "POW-L8.classes.R2",
    title="Clustering equilibria have a token off the eigenvectors",
    statement=(
        "Every equilibrium of the attention map is a consensus or bipartite state on one eigenvector, a polygonal"
        " state, or a clustering state in which at least one token is not an eigenvector of V."
    ),
    source=Source(PAPER, "Lemma 8", reconstructed=True),
    kind="equilibrium",
    reading="R2: clustering requires a token that is not an eigenvector",
    no_repair="the statement with clustering as the class of all remaining equilibria is POW-L8.classes, proved",
)
def clustering_needs_another_direction(tilted: bool = False) -> Iterator[Evidence]:
    tokens: list[list[Any]] = [row[:] for row in AXES]
    if tilted:
        tokens[2:] = [["3/5", "4/5"], ["-3/5", "-4/5"]]
    yield decide.refutation(
        {
            "alpha": "1/2",
            "V": [[2, 0], [0, 1]],
            "X": tokens,
            "odds": ODDS,
            "A": [
                ["4/9", "1/9", "2/9", "2/9"],
                ["1/9", "4/9", "2/9", "2/9"],
                ["3/16", "3/16", "9/16", "1/16"],
                ["3/16", "3/16", "1/16", "9/16"],
            ],
            "nu": ["2/3", "2/3", "1/2", "1/2"],
        },
        [
            "X[0] @ V == 2*X[0]",
            "X[1] @ V == 2*X[1]",
            "X[2] @ V == X[2]",
            "X[3] @ V == X[3]",
            "rank(X) == 2",
            "A @ X != 0",
        ],
        hypotheses=[*EQUILIBRIUM, *_softmax()],
        scope="N = 4, d = 2: tokens +-e_1 and +-e_2, V = diag(2, 1), P = diag(log 2, log 3), alpha = 1/2",
        method="an exact witness: every token an eigenvector, of two different eigenvalues",
    )


def _softmax() -> list[str]:
    """odds = exp(x_i^T P x_j) for P = diag(log 2, log 3), entry by entry."""
    return [
        f"odds[{i}][{j}] == 2**(X[{i}][0]*X[{j}][0]) * 3**(X[{i}][1]*X[{j}][1])" for i in range(4) for j in range(4)
    ]
