"""Theorem 4.2, necessity of y_j != -y_1: true for two tokens; the antipode itself is not exceptional for three."""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.auto_regressive import pairs
from proofs_checks.consensus.auto_regressive.wedge import ALL, degenerate
from proofs_checks.consensus.refutations import completed
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


def _leaves_the_antipode(sign: int) -> dict[str, Evidence]:
    """y_3(0) = -y_1: the tokens stay in the plane of y_1 and y_2, in which v is orthogonal to y_1 and v.y_2 > 0.

    With c_i = v.y_i: c_1 = 0 is constant and c_2' = -a_21 g_21 c_2, so c_2 > 0 for all t; c_3(0) = 0 and c_3' =
    a_32 c_2 - (a_31 g_31 + a_32 g_32) c_3, so c_3 > 0 for t > 0 (variation of constants). At such a time v + eta y_1
    has the products eta, c_2 + eta (y_1.y_2), c_3 + eta (y_1.y_3) with the tokens, all positive for small eta > 0.
    """
    Y, units = pairs.tokens("v", "y_2", "y_1", "y_3")
    v, y_2, e, y_3 = Y
    a, b, c = sp.symbols("a_31 a_32 a_33", positive=True)
    weights = np.array([[a + b + c, 0, 0], [a, b + c, 0], [a, b, c]], dtype=object) * sp.Integer(1)
    field = st.velocity(np.array([e, y_2, y_3], dtype=object), weights)
    eta, height, cosine = sp.symbols("eta height cosine", real=True)
    return {
        "c_3' = a_31 c_1 + a_32 c_2 - (a_31 g_31 + a_32 g_32) c_3 wherever y_3 is": decide.identity(
            {
                "v . y_3'": (
                    v @ field[2],
                    a * (v @ e) + sign * b * (v @ y_2) - (a * (y_3 @ e) + b * (y_3 @ y_2)) * (v @ y_3),
                )
            },
            relations=units[1:],
            scope=ALL,
        ),
        "c_2' is a multiple of c_2 where c_1 = 0": decide.identity(
            {"v . y_2' - a_21 c_1": (v @ field[1] - a * (v @ e), -a * (v @ y_2) * (e @ y_2))},
            relations=units[1:],
            scope=ALL,
        ),
        "small eta > 0": decide.inequality(
            height + eta * cosine > 0, [height > 0, eta > 0, 2 * eta <= height, cosine >= -1], degree=3, scope=ALL
        ),
    }


_H5 = Source(PAPER, "Theorem 4.2, its exceptional set")
_ANTIPODE = ("dot(Y[0], Y[0]) == 1", "dot(Y[1], Y[1]) == 1", "Y[2] == -1*Y[0]", "rows(Y) == 3")


@illustration(
    "CON-H.5",
    title="The exceptional set of Theorem 4.2",
    statement=(
        r"(a) $y_j(0) = -y_1$ for some j prevents convergence to consensus; (b) $D^1_\ell$ is the domain of attraction"
        r" of $C_\ell$; for all $\ell$."
    ),
    reading="for l = 3; both are true for l = 2 (CON-H.5.repaired). The witness is against (a), CON-T4.2 against (b)",
    source=_H5,
    kind="convergence",
    role="dropped",
)
def exceptional_set(sign: int = 1) -> Iterator[Evidence]:
    steps = conjunction(_leaves_the_antipode(sign), scope=ALL)
    start = decide.refutation(
        {"Y": [[1, 0], [0, 1], [-1, 0]], "v": [0, 1], "a_32": "1/3"},
        ["dot(Y[0], v) == 0", "dot(Y[1], v) > 0", "dot(Y[2], v) == 0", "a_32*dot(Y[1], v) > 0"],
        scope="l = 3, P = 0, y = (e_1, e_2, -e_1): in an open half-plane for every t > 0",
        method="referee: the initial state",
    )
    yield completed(
        start, steps, "y = (e_1, e_2, -e_1) converges to consensus: for t > 0 all tokens share an open hemisphere"
    )


@illustration(
    "CON-H.5.repaired",
    title="The exceptional set: right for two tokens, neither inside nor outside the basin for three",
    statement=(
        r"For every bounded P: if $y_2(0) = -y_1$ there is no consensus, for any $\ell \ge 2$; for $\ell = 2$ the"
        r" domain of attraction is $D^1_2$. For $\ell = 3$ and $y_2 \ne \pm y_1$ the token $y_3(0) = -y_1$ does"
        " converge to $y_1$, so $D^1_3$ does not contain the domain of attraction. (That for some P it is not contained"
        " in it either is how CON-T4.2 is refuted.)"
    ),
    source=_H5,
    kind="convergence",
    repairs="CON-H.5",
)
def exceptional_set_repaired(sign: int = 1) -> Iterator[Evidence]:
    yield conjunction({**_leaves_the_antipode(sign), **degenerate()}, scope=ALL)
