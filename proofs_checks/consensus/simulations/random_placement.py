"""Section 5.1.1: the probability that ten uniformly random tokens on S^2 lie in a common open hemisphere.

Changing signs, y_i -> eps_i y_i, keeps the law of uniform tokens, and the tokens lie in an open hemisphere for some v
exactly when no sign is changed relative to v: so the probability is C/2^l, where C is the number of sign patterns
(sign v.y_1, ..., sign v.y_l) that occur as v ranges over R^(n+1), if C is the same for almost all tokens. It is: a new
plane y_l^T v = 0 through 0 adds one region for each region that the other planes cut out of it, so

    C(l, d) = C(l - 1, d) + C(l - 1, d - 1),   C(1, d) = 2,   C(l, 1) = 2

for tokens in general position in R^d, d = n + 1, and C(l, d) = 2 sum_(k < d) binomial(l - 1, k).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.examples import example
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

TOKENS, D = 10, 3
RECURSION = tuple(
    [f"C[0][{d}] == 2" for d in range(D)]
    + [f"C[{i}][0] == 2" for i in range(TOKENS)]
    + [f"C[{i}][{d}] == C[{i - 1}][{d}] + C[{i - 1}][{d - 1}]" for i in range(1, TOKENS) for d in range(1, D)]
)


def table() -> list[list[int]]:
    """C[i][d], the number of regions for i + 1 tokens in R^(d + 1), by the sum of binomials."""
    return [[2 * sum(int(sp.binomial(i, k)) for k in range(d + 1)) for d in range(D)] for i in range(TOKENS)]


def occurring_patterns(Y: Any) -> set[tuple[int, ...]]:
    """All sign patterns of v -> (sign v.y_i) for integer tokens Y : (l, 3) in general position, exactly.

    Every region of the arrangement has a ray on its boundary, where two of the planes meet; the regions at that ray are
    those with any signs for the two planes.
    """
    found: set[tuple[int, ...]] = set()
    for i, j in combinations(range(len(Y)), 2):
        ray = [int(entry) for entry in np.cross(Y[i], Y[j])]
        for turn in (1, -1):
            signs = [turn * int(np.sign(sum(int(a) * b for a, b in zip(y, ray, strict=True)))) for y in Y]
            if signs.count(0) != 2:
                raise ValueError(f"tokens {i} and {j} are not in general position with the others")
            for first in (1, -1):
                for second in (1, -1):
                    pattern = list(signs)
                    pattern[i], pattern[j] = first, second
                    found.add(tuple(pattern))
    return found


@illustration(
    "CON-S5.1.1.e",
    title="Ten random tokens in a hemisphere, by the printed formula",
    statement=(
        r"Ten tokens placed uniformly at random on $S^2$ lie in a common hemisphere with the printed probability"
        r" $2^{-(\ell-1)}\sum_{\mu=0}^{n-1}\binom{\ell-1}{\mu} = 10/512 = 5/256$."
    ),
    reading="the sum of Remark 3.4 as printed, up to n - 1, with n = 2 and l = 10",
    source=Source(PAPER, "Section 5.1.1 with Remark 3.4"),
    kind="identity",
)
def as_printed(last: int = 1) -> Iterator[Evidence]:
    printed = sp.Rational(sum(int(sp.binomial(TOKENS - 1, k)) for k in range(last + 1)), 2 ** (TOKENS - 1))
    yield decide.refutation(
        {"C": table()},
        [f"C[{TOKENS - 1}][{D - 1}]/2**{TOKENS} != {printed}"],
        hypotheses=RECURSION,
        scope="l = 10, n = 2",
        method="exact count of regions, by recursion",
    )


@illustration(
    "CON-S5.1.1.e.repaired",
    title="Ten random tokens in a hemisphere",
    statement=(
        "Ten independent tokens, uniformly distributed on $S^2$, lie in a common open hemisphere with probability"
        r" $2^{-9}\sum_{\mu=0}^{2}\binom{9}{\mu} = 46/512 = 23/256$, about 9 per cent."
    ),
    source=Source(PAPER, "Section 5.1.1 with Remark 3.4"),
    kind="identity",
    repairs="CON-S5.1.1.e",
)
def probability(probability: str = "23/256", seed: int = 0) -> Iterator[Evidence]:
    scope = "l = 10 uniform tokens on S^2"
    k, m = sp.symbols("k m", positive=True)
    pascal = (sp.binomial(m, k), sp.binomial(m - 1, k) + sp.binomial(m - 1, k - 1))
    yield conjunction(
        {
            "the recursion of the regions, from one token to ten, and the probability C/2^10": example(
                {"C": table(), "p": probability},
                [*RECURSION, f"C[{TOKENS - 1}][{D - 1}] == 2**{TOKENS}*p"],
                scope=scope,
                method="exact count of regions, by recursion",
            ),
            "Pascal's rule, by which the sum of binomials satisfies the recursion": decide.identity(
                {"as a ratio": tuple(sp.simplify(sp.gammasimp(side / pascal[0])) for side in pascal)},
                scope="all l, d",
            ),
        },
        scope=scope,
    )

    def trial(rng: Any) -> Any:
        Y = rng.integers(-99, 100, (TOKENS, D))
        try:
            count = len(occurring_patterns(Y))
        except ValueError:
            return decide.Trial(None, {})
        goal = sp.Rational(probability) * 2**TOKENS
        return decide.Trial(count == goal, {"count": count}, [f"count != {goal}"])

    yield decide.exact_instances(
        trial,
        scope="the sign patterns of ten integer vectors in R^3, counted",
        method="integer arithmetic: rays of the arrangement",
        examples=5,
        seed=seed,
    )
