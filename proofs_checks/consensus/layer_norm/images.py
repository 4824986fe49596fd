"""Remark 2.2: the image of layer normalisation for gamma = gamma_0 1, exactly.

Notation of `layer_norm.displays`; every output N(x) = beta + (gamma_0/sigma) z has the entries z_m of sum 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.refutations import completed
from proofs_checks.consensus.symbols import column, exact
from proofs_checks.examples import example
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Remark 2.2")
SIZES = ("integer(n)", "n >= 1", "g0 != 0")
SCOPE = "all n >= 1, every gamma_0 != 0, every beta, every x with sigma(x) != 0"


def balanced_outputs(centre: bool = True) -> Evidence:
    """The entries of N(x) - beta add up to 0: gamma_0/sigma times the sum of x_m - mu, and mu = (sum of x_m)/(n+1).

    centre : whether N subtracts the mean.
    """
    n, total = sp.symbols("n total", real=True)
    g0, sigma = sp.symbols("g0 sigma", positive=True)
    mean = total / (n + 1) if centre else 0
    found: Evidence = decide.identity({"sum": (g0 / sigma * (total - (n + 1) * mean), 0)}, scope=SCOPE)
    return found


@illustration(
    "CON-R2.2.d",
    title="The tokens lie on an n-sphere",
    statement=(
        r"If $\gamma = \gamma_01$ with $\gamma_0 \ne 0$, the outputs of N lie on an n-sphere in $R^{n+1}$, that of"
        r" centre $\beta$ and radius $\sqrt{n+1}|\gamma_0| > 0$."
    ),
    reading="lie on: are contained in",
    source=SOURCE,
    kind="identity",
)
def lie_on(less: int = 0) -> Iterator[Evidence]:
    n, g0, S = sp.symbols("n g0 S", real=True)
    squared = (n + 1 - less) * g0**2
    yield conjunction(
        {
            "the radius is positive": decide.inequality(squared > 0, [n >= 1, g0**2 > 0], scope=SCOPE),
            "the square of the distance from beta": decide.identity(
                {"gamma_0^2 S/sigma^2": (g0**2 * S / (S / (n + 1)), squared)}, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )


@illustration(
    "CON-R2.2.d.R1",
    title="The tokens fill an n-sphere",
    statement=(
        r"If $\gamma = \gamma_01$ with $\gamma_0 \ne 0$, the image of N is the n-sphere of centre $\beta$ and radius"
        r" $\sqrt{n+1}|\gamma_0|$."
    ),
    reading="R1: lie on: fill; the standard deviation divides by n + 1",
    source=SOURCE,
    kind="identity",
)
def fill(centre: bool = True) -> Iterator[Evidence]:
    point = decide.refutation(
        {"n": 3, "g0": 2, "beta": [1, 0, 2, 5], "y": [5, 0, 2, 5]},
        ["dot(y - beta, ones(rows(y))) != 0"],
        hypotheses=["dot(y - beta, y - beta) == (n + 1)*g0**2"],
        scope="n = 3, gamma_0 = 2, beta = (1, 0, 2, 5): y = beta + 4 e_1 is on the sphere and no output",
        method="exact evaluation",
    )
    yield completed(point, balanced_outputs(centre), "the entries of every N(x) - beta add up to 0")


@illustration(
    "CON-R2.2.d.R1.repaired",
    title="The exact image is an (n-1)-sphere",
    statement=(
        r"If $\gamma = \gamma_01$ with $\gamma_0 \ne 0$, the image of N is $\{y : |y - \beta|^2 = (n+1)\gamma_0^2,"
        r" 1^T(y - \beta) = 0\}$, a sphere of dimension n - 1 (two points for n = 1). It is attained at $x ="
        r" \mathrm{sgn}(\gamma_0)(y - \beta)$, which has mean 0 and standard deviation $|\gamma_0|$."
    ),
    source=SOURCE,
    kind="identity",
    repairs="CON-R2.2.d.R1",
)
def exact_image(signed: bool = True) -> Iterator[Evidence]:
    n, y, beta, sign, total, g0 = sp.symbols("n y beta sign total g0", real=True)
    taken = sign * (y - beta) if signed else y - beta
    deviation = sign * g0
    plus_or_minus = [(sign**2, sp.Integer(1))]
    yield conjunction(
        {
            "the entries of N(x) - beta add up to 0": balanced_outputs(),
            "the mean of the preimage is 0, as the entries of y - beta add up to 0": decide.identity(
                {"sum": (sign * (total - total) / (n + 1), 0)}, scope=SCOPE
            ),
            "its variance is gamma_0^2, from |y - beta|^2 = (n + 1) gamma_0^2": decide.identity(
                {"variance": (sign**2 * (n + 1) * g0**2 / (n + 1), deviation**2)}, relations=plus_or_minus, scope=SCOPE
            ),
            "N maps it to y, entry by entry, with |gamma_0| = sign gamma_0": decide.identity(
                {"entry": (taken / deviation * g0 + beta, y)}, relations=plus_or_minus, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )
    yield _rank()
    x, shift = generic.array("x", 3), generic.array("beta", 3)
    moved = st.layers.layer_norm(x, np.array([g0] * 3), shift) - shift
    yield decide.identity({"1^T (N(x) - beta)": (moved.sum(), 0)}, scope="N itself, n = 2", covers=False)


def _rank() -> Evidence:
    """The rank of the derivative of N at one exact point, which is the dimension of the image there."""
    x = generic.array("x", 4)
    moved = column(st.layers.layer_norm(x, exact([2, 2, 2, 2]), exact([1, 0, 2, 5])))
    at = dict(zip(x, (4, 2, 2, 4), strict=True))
    jacobian = moved.jacobian(sp.Matrix(x.tolist())).subs(at)
    return example(
        {"n": 3, "J": jacobian.tolist()},
        ["rank(J) == n - 1"],
        scope="existence of one point where the rank is n - 1, n = 3",
        method="SymPy differentiates N, exact rank",
    ).narrowed("n = 3, x = (4, 2, 2, 4)")
