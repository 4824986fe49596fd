"""The poster's displays: the block, the self-attention map, the continuous model, and the misalignment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.setting.field import derivative_at_zero
from proofs_checks.consensus.symbols import column, metric, product, unit
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1")
INSTANCE = {"n": 2, "l": 4, "h": 2}
SCOPE = "all n, l, h >= 1, every symmetric positive definite W, all weights and values"


@illustration(
    "CON-P.d",
    title="The block without its feed-forward part",
    statement=(
        r"$y^+ = N(N(f_{sa}) + f_{ff}(N(f_{sa})))$ with $f_{ff} = 0$ and $f_{sa} \ne 0$ is $y^+ = N(f_{sa})$, for $N"
        r" = \pi_W$: $N \circ N = N$ away from 0. (Standard layer normalisation: CON-R2.2.e.repaired.)"
    ),
    source=Source(PAPER, "poster, transformer block"),
    kind="identity",
)
def block(feed: int = 0) -> Iterator[Evidence]:
    """A basis with N(f_sa) = e_1, |e_1|_W = 1; the feed-forward part, if any, is `feed` e_2."""
    W = metric(2, units=1)
    yield decide.identity(
        {"N(N + f_ff)": (column(st.onto_ellipsoid(unit(2) + feed * unit(2, 1), W)), column(unit(2)))}, scope=SCOPE
    )

    def trial(rng: Any) -> Any:
        """W = diag(1, 4) and a token whose W-length is rational."""
        scale = sp.Rational(int(rng.integers(1, 30)), int(rng.integers(1, 9)))
        diagonal = np.array([[sp.Integer(1), 0], [0, sp.Integer(4)]], dtype=object)
        drive = scale * np.array([sp.Rational(3), sp.Rational(2)], dtype=object)
        once = st.onto_ellipsoid(drive, diagonal)
        twice = st.onto_ellipsoid(once + feed * once[::-1], diagonal)
        texts = {"once": [str(entry) for entry in once], "twice": [str(entry) for entry in twice]}
        return decide.Trial(bool(np.all(twice == once)), texts, ["twice != once"])

    yield decide.exact_instances(
        trial, scope="W = diag(1, 4), f_sa = c (3, 2), c > 0", method="exact arithmetic: N itself"
    )


@illustration(
    "CON-P.e",
    title="The self-attention map of the poster is the map (1)",
    statement=(
        r"$f_{sa,i}(y) = y_i + \tau\sum_\eta\sum_j\alpha_{ij}^\eta U_\eta y_j$ followed by $N(y) = y/|y|_W$ is the"
        r" map (1) with $W_\eta V_\eta = \tau U_\eta$ (and $P_\eta = Q_\eta^TK_\eta$ in the weights, CON-E6)."
    ),
    source=Source(PAPER, "poster, self-attention map"),
    kind="identity",
)
def self_attention(power: int = 1) -> Iterator[Evidence]:
    """Entry (a, b) of one head and one pair; then whole drives for n = 1, l = 2, h = 2."""
    tau, weight, U_ab, y_b = sp.symbols("tau weight U_ab y_b", real=True)
    product_ = tau**power * U_ab
    yield decide.identity({"term": (tau * (weight * (U_ab * y_b)), product_ * weight * y_b)}, scope=SCOPE)
    Y, A, U = generic.array("y", 2, 2), generic.array("a", 2, 2, 2), generic.array("U", 2, 2, 2)
    yield decide.identity(
        {
            "the arguments of the projection": (
                column(Y + tau * st.models.drive(Y, A, U)),
                column(Y + st.models.drive(Y, A, tau**power * U)),
            )
        },
        scope="n = 1, l = 2, h = 2",
        covers=False,
    )


@illustration(
    "CON-P.f",
    title="The continuous model of the poster is (6)",
    statement=(
        "The ordinary differential equation that belongs to the poster's discrete model, the derivative at"
        r" $\tau = 0$ of $N(f_{sa,i}(y))$, is (6): $\dot y_i = (I - y_iy_i^TW)\sum_\eta\sum_j\alpha_{ij}^\eta U_\eta"
        r" y_j$."
    ),
    reading="the displayed equation is the one of the poster's own discrete model",
    source=Source(PAPER, "poster, continuous dynamics", reconstructed=True),
    kind="identity",
)
def continuous(weighted: bool = True) -> Iterator[Evidence]:
    """One token y = e_1 and its drive, which is linear in all pairs and heads; then two tokens and two heads."""
    tau = sp.Symbol("tau", real=True)
    y, f, W = unit(2), generic.array("f", 2), metric(2, units=1)
    yield decide.identity(
        {
            "(6)": (
                derivative_at_zero(st.onto_ellipsoid(y + tau * f, W), tau),
                column(st.models.tangent(y, f, W if weighted else None)),
            )
        },
        scope=SCOPE,
    )
    Y, W_2 = np.stack([unit(2, 0), unit(2, 1)]), metric(2, units=2)
    A, U = generic.array("a", 2, 2, 2), generic.array("U", 2, 2, 2)
    yield decide.identity(
        {
            "(6)": (
                derivative_at_zero(st.models.flow_step(Y, A, tau, U, W_2), tau),
                column(st.velocity(Y, A, U, W_2 if weighted else None)),
            )
        },
        scope="n = 1, l = 2, h = 2, tokens e_1, e_2 of unit W-length",
        covers=False,
    )


@illustration(
    "CON-P.g",
    title="The misalignment of the poster is (9)",
    statement=(
        r"For tokens that are not zero $\frac1{2l}\sum_i|\hat y_i - \hat y_1|^2$ with $\hat y = y/|y|$ equals (9),"
        r" $E = 1 - \frac1l\sum_i\frac{y_i^Ty_1}{|y_i||y_1|}$."
    ),
    source=Source(PAPER, "poster, misalignment", reconstructed=True),
    kind="identity",
)
def misalignment(share: int = 2) -> Iterator[Evidence]:
    """A term i in the plane of y_i and y_1; the sum of the 1/l over i is 1. Then `st.misalignment` itself for l = 3."""
    y, z = generic.array("y", 2), generic.array("z", 2)
    gap = st.normalise(y) - st.normalise(z)
    cosine = product(y, z) / (sp.sqrt(product(y, y)) * sp.sqrt(product(z, z)))
    yield decide.identity({"term": (product(gap, gap) / share, 1 - cosine)}, scope="all n, l >= 1, all nonzero tokens")
    Y = generic.array("y", 3, 2)
    lengths = [sp.sqrt(product(token, token)) for token in Y]
    mean = sum(product(Y[i], Y[0]) / (lengths[i] * lengths[0]) for i in range(3)) / 3
    found = st.misalignment(Y).item() * 2 / share
    yield decide.identity({"E": (found, 1 - mean)}, scope="n = 1, l = 3", covers=False)
