"""Section 5.2: what E -> 0 says about the tokens, on a common sphere and without one, and what it does not say.

E sees directions only. On a sphere of radius r a direction is a token, and E bounds the distances to the first token:
the mean of |u_i - u_1|^2 is 2 E, so each is at most 2 l E. Tokens of different lengths can have E = 0 without being
equal, and equal tokens need not be at rest: a consensus y is an equilibrium of (6) exactly where the tangent part of
sum_h U_h y vanishes, since all weights of a row sum to 1/sqrt(n + 1).
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.symbols import metric
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

ALL = "all n >= 1, l >= 1"
E_OF_TWO = "(1 - dot(Y[0], Y[1])/(sqrt(dot(Y[0], Y[0]))*sqrt(dot(Y[1], Y[1]))))/2"


@illustration(
    "CON-E9.c",
    title="E = 0 means consensus, also inside a network",
    statement=(
        r"$E \to 0$ implies that the tokens converge to a consensus equilibrium, also for tokens read off inside a"
        " network, which do not lie on a common sphere."
    ),
    reading="converge to consensus: all differences y_i - y_1 tend to 0",
    source=Source(PAPER, "Section 5.2"),
    kind="convergence",
)
def inside_a_network(length: int = 2) -> Iterator[Evidence]:
    """A constant sequence with E = 0 and two different tokens."""
    yield decide.refutation(
        {"Y": [["3/5", "4/5", 0], [f"{3 * length}/5", f"{4 * length}/5", 0]]},
        [f"{E_OF_TWO} == 0", "dot(Y[1] - Y[0], Y[1] - Y[0]) > 0"],
        hypotheses=["rows(Y) == 2", "dot(Y[0], Y[0]) > 0", "dot(Y[1], Y[1]) > 0"],
        scope="two tokens in R^3 of lengths 1 and 2, at all times",
        method="exact example",
    )


@illustration(
    "CON-E9.c.repaired",
    title="E bounds the distances to the first token on a sphere",
    statement=(
        r"For tokens that are never zero $|\hat y_i - \hat y_1|^2 \le 2\ell E$: $E \to 0$ if and only if the"
        " directions of all tokens approach that of the first. For tokens on one sphere of radius r this is $|y_i -"
        r" y_1|^2 \le 2\ell r^2E$, and $E \to 0$ gives $|y_i - y_1| \to 0$ for every token."
    ),
    source=Source(PAPER, "Section 5.2"),
    kind="convergence",
    repairs="CON-E9.c",
)
def bounded_by_e(factor: int = 2) -> Iterator[Evidence]:
    ell, own, rest, r, g = sp.symbols("l own rest r g", real=True)
    E = (own + rest) / (2 * ell)
    yield conjunction(
        {
            "own, one squared distance, and rest, the others: own <= 2 l E by CON-E9.d": decide.inequality(
                own <= factor * ell * E, [ell >= 1, own >= 0, rest >= 0], scope=ALL
            ),
            "back: if all squared distances are at most e, their sum gives E <= e/2": decide.inequality(
                (own + rest) / (2 * ell) <= r / 2,
                [ell >= 1, own <= r, rest <= (ell - 1) * r],
                scope=ALL,
            ),
            "on the sphere of radius r, y = r u: |y_i - y_1|^2 = r^2 |u_i - u_1|^2": decide.identity(
                {"with the cosine g": (r**2 + r**2 - 2 * r**2 * g, r**2 * (2 - 2 * g))}, scope=ALL
            ),
        },
        scope=ALL,
    )


@illustration(
    "CON-E9.c.R1",
    title="E -> 0 on a sphere gives convergence to an equilibrium",
    statement=r"For tokens on a common sphere, $E \to 0$ along (6) implies convergence to a consensus equilibrium.",
    reading="R1: the limit is an equilibrium of (6), for every U",
    source=Source(PAPER, "Section 5.2"),
    kind="convergence",
)
def to_an_equilibrium(turn: int = 1) -> Iterator[Evidence]:
    """U turns the plane of e_1, e_2: from consensus the tokens stay equal, E = 0, and go round for ever.

    y(t) = (cos wt, sin wt, 0) with w = 1/sqrt(3) solves (6): the weights of a row sum to 1/sqrt(3), and U y is tangent.
    """
    yield decide.refutation(
        {"y": ["3/5", "4/5", 0], "l": 3, "U": [[1 - turn, -turn, 0], [turn, 1 - turn, 0], [0, 0, 1]]},
        ["dot(U@y - dot(y, U@y)*y, U@y - dot(y, U@y)*y) == 1", "dot(y, U@y) == 0", "U@U@y == -y"],
        hypotheses=["dot(y, y) == 1", "integer(l)", "l >= 2", "rows(U) == 3"],
        scope="n = 2, all tokens equal, U a quarter turn in a plane: speed 1/sqrt(3) at every time",
        method="exact example",
    )


@illustration(
    "CON-E9.c.R1.repaired",
    title="Consensus equilibria are the directions fixed by the sum of the heads",
    statement=(
        r"A consensus $y$ is an equilibrium of (6), whatever P, at almost every t, if and only if $(I - yy^\top"
        r" W)\sum_\eta U_\eta y = 0$: every consensus for $U_\eta = I$, the eigendirections of $\sum_\eta U_\eta$ in"
        " general."
    ),
    source=Source(PAPER, "Section 5.2"),
    kind="equilibrium",
    repairs="CON-E9.c.R1",
)
def consensus_equilibria(every: bool = False) -> Iterator[Evidence]:
    """By CON-A1 a row of weights sums to 1/sqrt(n + 1) =: 1/root in each head, so sum_j alpha_ij U_h y = U_h y/root.

    The drive is additive in the heads; two tokens and two heads are written out, with every weight a symbol.
    """
    root, k = sp.Symbol("root", positive=True), sp.Symbol("k", real=True)
    y, U, W = generic.array("y", 3), generic.array("U", 2, 3, 3), metric(3)
    a = generic.array("a", 2, 2)
    A = np.array([[[a[h, i], 1 / root - a[h, i]] for i in range(2)] for h in range(2)], dtype=object)
    total = (U[0] + U[1]) @ y
    field = st.velocity(np.stack([y, y]), A, U, W)
    expected = np.zeros(3, dtype=object) if every else st.models.tangent(y, total, W) / root
    own, height = st.models.inner(y, y, W).item(), st.models.inner(y, total, W).item()
    scope = "all l, h, n, W, every P: the weights enter through their row sums only"
    yield conjunction(
        {
            "the field at consensus": decide.identity(
                {f"token {i}, entry {j}": (field[i, j], expected[j]) for i in range(2) for j in range(3)}, scope=scope
            ),
            "an eigendirection is an equilibrium, as |y|_W = 1": decide.identity(
                {f"entry {j}": (st.models.tangent(y, k * y, W)[j], k * (1 - own) * y[j]) for j in range(3)}, scope=scope
            ),
            "and an equilibrium is one, with k = <y, sum U y>_W: sum U y = tangent part + k y": decide.identity(
                {f"entry {j}": (total[j], st.models.tangent(y, total, W)[j] + height * y[j]) for j in range(3)},
                scope=scope,
            ),
        },
        scope=scope,
    )
