"""Remark 3.4: the probability that random tokens lie in a common open hemisphere.

The count C(N, d) of sign patterns eps for which eps_i y_i lie in an open half-space is the same for all N vectors of
R^d in general position (any d of them independent). Proof by Cover's recursion. (1) Patterns are the open cells into
which the hyperplanes y_i^T v = 0 cut the space of v. (2) The hyperplane of y_N cuts a cell of the first N - 1 in two
exactly if it meets it, and the cells it meets are the cells of the traces of the first N - 1 hyperplanes in it, d - 1
dimensional and again in general position: C(N, d) = C(N - 1, d) + C(N - 1, d - 1).  (3) C(1, d) = 2, and C(N, 1) = 2.
(4) Pascal's rule gives C(N, d) = 2 sum_{k < d} binomial(N - 1, k).  (5) For a law that is symmetric under y_i -> -y_i
for each i, all 2^N patterns of signs are equally likely given the lines, so the probability is C(N, d)/2^N, with d = n
+ 1: the sum runs to mu = n.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import COUNTED
from attnverify.proofs_checks.consensus.whole_instance import at_instance
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

REMARK = Source(PAPER, "Remark 3.4")
SIZES = ("integer(n)", "n >= 1", "integer(ell)", "ell >= 1")


def counted(rng: Any, symmetric_law: bool = False) -> Any:
    """A trial: the patterns of N random vectors of R^d, counted by exact linear programming, against the formula."""
    N, d = int(rng.integers(1, 6)), int(rng.integers(2, 5))
    if symmetric_law:  # entries uniform on a grid of ]-1/2, 1/2[: symmetric under signs
        Y = np.array([[Fraction(int(k), 2048) for k in row] for row in rng.integers(-1023, 1024, size=(N, d))])
    else:
        Y = st.as_array(rng.integers(-30, 31, size=(N, d)))
    if not _general(Y):
        return decide.Trial(None, {})
    found, claimed = st.decrease.dichotomies(Y), st.decrease.cover_count(N, d)
    return decide.Trial(found == claimed, {"found": found, "claimed": claimed}, ["found != claimed"])


def _general(Y: Any) -> bool:
    """Whether every choice of at most d rows is independent."""
    size = min(Y.shape)
    return all(sp.Matrix(Y[list(rows)].tolist()).rank() == size for rows in combinations(range(len(Y)), size))


@claim(
    "CON-R3.4.d",
    title="The same for every symmetric law in general position",
    statement=(
        r"The probability of CON-R3.4.a.repaired is the same for every law that is symmetric under $y_i \mapsto -y_i$"
        " for each i and almost surely in general position, such as tokens with entries uniform on an interval ]-b,"
        " b[, projected."
    )
    + missing(COUNTED),
    source=REMARK,
    kind="identity",
    hypotheses=SIZES,
    instance={"n": 2, "ell": 10},
    twin=Twin("for some lines the good patterns are twice as likely", {"weight": 2}),
    expected=Verdict.ARGUED,
    rests_on=("CON-R3.4.a.repaired",),
)
def symmetric_laws(weight: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """Given the lines, every pattern has probability 2^-l, and C(l, n + 1) of them are good: p = C/2^l for each choice
    of lines. Positive factors such as 1/|y| do not change the signs of v^T y.
    """
    N, good, share = sp.symbols("N good share", positive=True)
    height, length = sp.symbols("height length", real=True)
    found = conjunction(
        {
            "the mean over any law of the lines of the same conditional probability": decide.identity(
                {"mean": (share * (weight * good / 2**N) + (1 - share) * (good / 2**N), good / 2**N)}, scope="all l"
            ),
            "projection keeps signs": decide.inequality(
                height / length > 0, [height > 0, length > 0], scope="all laws"
            ),
        },
        scope="all n, l, all symmetric laws in general position",
    )
    yield at_instance(found, n=2, ell=10)
    yield decide.exact_instances(
        lambda rng: counted(rng, symmetric_law=True),
        scope="entries uniform on a grid of ]-1/2, 1/2[, N <= 5, d <= 4: the count given the lines",
        method="exact linear programming over all sign patterns",
        seed=seed,
    )
