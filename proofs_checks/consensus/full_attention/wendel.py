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

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

REMARK = Source(PAPER, "Remark 3.4")
SIZES = ("integer(n)", "n >= 1", "integer(ell)", "ell >= 1")
# Two independent vectors: every sign pattern has a normal, so the probability is 1.
INDEPENDENT = ("integer(n)", "n >= 1", "rows(Y) == ell", "cols(Y) == n + 1", "rank(Y) == Min(ell, n + 1)")
PATTERNS = {"Y": [[1, 0], [0, 1]], "n": 1, "ell": 2}


def pascal(shift: int = 1) -> dict[str, Evidence]:
    """binomial(N-1, k) = binomial(N-2, k) + binomial(N-2, k-1), by the ratios to the last one; all integers N - 1 > k >
    0.
    """
    N, k, last = sp.symbols("N k last", positive=True)
    upper, same = last * (N - 1) / k, last * (N - 1 - k) / k
    C, D, low, cut = sp.symbols("C D low cut", real=True)
    return {
        "Pascal's rule": decide.identity({"ratios": (upper, same + shift * last)}, scope="all 0 < k < N - 1"),
        "its ends k = 0 and k = N - 1 agree as well: 1 = 1 + 0 = 0 + 1": decide.inequality(
            [C <= 1, C >= 1], [sp.Eq(C, D + low), sp.Eq(D, 1), sp.Eq(low, 0)], scope="k = 0 or k = N - 1"
        ),
        "so the sum over k < d obeys S(N, d) = S(N - 1, d) + S(N - 1, d - 1), term by term": decide.identity(
            {"one more term": (C + upper, (C - low + same) + (low + shift * last))}, scope="induction over d"
        ),
        "and the cells: those cut by the new hyperplane count twice": decide.identity(
            {"cells": ((C - cut) + 2 * cut, C + cut)}, scope="Cover's recursion, step 2"
        ),
    }


def counted(rng: Any, symmetric_law: bool = False) -> Any:
    """A trial: the patterns of N random vectors of R^d, counted by exact linear programming, against the formula."""
    N, d = int(rng.integers(1, 6)), int(rng.integers(2, 5))
    if symmetric_law:  # entries uniform on a grid of ]-1/2, 1/2[: symmetric under signs
        Y = np.array([[Fraction(int(k), 2048) for k in row] for row in rng.integers(-1023, 1024, size=(N, d))])
    else:
        Y = st.as_array(rng.integers(-30, 31, size=(N, d)))
    if not _general(Y):
        return decide.Trial(None, {})
    found, claimed = st.dichotomies(Y), st.cover_count(N, d)
    return decide.Trial(found == claimed, {"found": found, "claimed": claimed}, ["found != claimed"])


def _general(Y: Any) -> bool:
    """Whether every choice of at most d rows is independent."""
    size = min(Y.shape)
    return all(sp.Matrix(Y[list(rows)].tolist()).rank() == size for rows in combinations(range(len(Y)), size))


@claim(
    "CON-R3.4.a",
    title="Wendel's probability as printed",
    statement=(
        r"For $\ell$ independent uniform points on $S^n$ the probability that some open hemisphere contains all of"
        r" them is $2^{-(\ell-1)}\sum_{\mu=0}^{n-1}\binom{\ell-1}\mu$."
    ),
    source=REMARK,
    kind="identity",
    hypotheses=INDEPENDENT,
    instance=PATTERNS,
    twin=Twin("the sum up to n", {"tail": 1}),
    expected=Verdict.REFUTED,
    rests_on=("CON-R3.4.a.repaired",),
)
def as_printed(tail: int = 0) -> Iterator[Evidence]:
    """n = 1, l = 2: all four patterns occur for the generic pair e_1, e_2, so the probability is 1, not 1/2."""
    found: list[Any] = [st.common_hemisphere(st.as_array([[a, 0], [0, b]])).normal for a in (1, -1) for b in (1, -1)]
    V = [[str(x) for x in normal] for normal in found]
    signs = [f"{a}*dot(V[{k}], Y[0]) > 0" for k, a in enumerate((1, 1, -1, -1))]
    signs += [f"{b}*dot(V[{k}], Y[1]) > 0" for k, b in enumerate((1, -1, 1, -1))]
    printed = sum(sp.binomial(1, mu) for mu in range(1 + tail))
    yield decide.refutation(
        {**PATTERNS, "V": V, "printed": f"{printed}/2"},
        [*signs, "rows(V)/2**ell != printed", f"printed == {printed}/2**(ell - 1)"],
        hypotheses=INDEPENDENT,
        scope="n = 1, l = 2: a generic pair has all four sign patterns",
        method="one normal per sign pattern, by exact linear programming",
    )


@claim(
    "CON-R3.4.a.repaired",
    title="Wendel's probability",
    statement=(
        r"For $\ell$ independent uniform points on $S^n$ the probability that some open hemisphere contains all of"
        r" them is $2^{-(\ell-1)}\sum_{\mu=0}^{n}\binom{\ell-1}\mu$: the ambient dimension n + 1 counts, not n."
    ),
    source=REMARK,
    kind="identity",
    hypotheses=SIZES,
    instance={"n": 2, "ell": 5},
    twin=Twin("the recursion with twice the last term", {"shift": 2}),
    expected=Verdict.PROVED,
    repairs="CON-R3.4.a",
)
def corrected(shift: int = 1, seed: int = 0) -> Iterator[Evidence]:
    yield conjunction(pascal(shift), scope="all n >= 1, l >= 1", method="Cover's recursion, decided term by term")
    yield decide.exact_instances(
        counted,
        scope="N <= 5 generic vectors of R^2 to R^4",
        method="exact linear programming over all sign patterns",
        seed=seed,
    )


@claim(
    "CON-R3.4.b",
    title="The printed expression is 1 for n >= l",
    statement=(
        r"$2^{-(\ell-1)}\sum_{\mu=0}^{n-1}\binom{\ell-1}\mu = 1$ whenever $n \ge \ell$. (The probability itself, with"
        r" the sum to n, is 1 exactly for $n \ge \ell - 1$.)"
    ),
    source=REMARK,
    kind="identity",
    hypotheses=(*SIZES, "n >= ell"),
    instance={"n": 5, "ell": 4},
    twin=Twin("Pascal's rule with twice the last term", {"shift": 2}),
    expected=Verdict.PROVED,
)
def printed_is_one(shift: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """For n - 1 >= l - 1 the sum is over the whole row l - 1, which doubles from row to row: 2^(l-1)."""
    row, last = sp.symbols("row last", real=True)
    n, ell, missing, p = sp.symbols("n ell missing p", real=True)
    yield conjunction(
        {
            **pascal(shift),
            "a row doubles: both terms of Pascal's rule run over the whole last row": decide.identity(
                {"doubling": (row + shift * row, 2 * row)}, scope="all l"
            ),
            "the sum up to n - 1 contains the whole row": decide.inequality(
                n - 1 >= ell - 1, [n >= ell], scope="all n, l"
            ),
            "a missing positive term leaves less than 1, so the corrected sum to n is 1 only for n >= l - 1": (
                decide.inequality(p < 1, [sp.Eq(p + missing + last, 1), missing > 0, last >= 0], scope="all n < l - 1")
            ),
        },
        scope="all n, l >= 1",
    )
    yield decide.exact_instances(_whole_row, scope="l <= 12, n - l <= 4", method="exact binomial sums", seed=seed)


def _whole_row(rng: Any) -> Any:
    ell = int(rng.integers(1, 13))
    n = ell + int(rng.integers(0, 5))
    patterns = st.cover_count(ell, n)
    return decide.Trial(patterns == 2**ell, {"patterns": patterns, "ell": ell}, ["patterns != 2**ell"])


@claim(
    "CON-R3.4.c",
    title="For n >= l the tokens share a hemisphere almost surely",
    statement=(
        r"For $n \ge \ell$ (indeed for $n \ge \ell - 1$) $\ell$ independent uniform tokens of $S^n$ lie in a common"
        " open hemisphere almost surely: they are almost surely linearly independent, and independent vectors always"
        " do."
    ),
    source=REMARK,
    kind="identity",
    hypotheses=(*SIZES, "ell <= n + 1"),
    instance={"n": 3, "ell": 4},
    twin=Twin("the correction k with the opposite sign", {"sign": -1}),
    expected=Verdict.PROVED,
)
def independent(sign: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """Induction over the vectors: v serves y_1, ..., y_(l-1); u is orthogonal to them with u^T y_l = 1 (independence);
    v + (1 - v^T y_l) u serves all l. Dependence is the vanishing of a determinant, a polynomial that is not identically
    zero.
    """
    old, new, crossing = sp.symbols("old new crossing", real=True)
    correction = 1 - sign * new
    yield conjunction(
        {
            "the new vector has height 1": decide.identity(
                {"height": (new + correction, sp.Integer(1))}, scope="all l"
            ),
            "the others keep theirs": decide.inequality(
                old + correction * crossing > 0, [old > 0, sp.Eq(crossing, 0)], scope="all l"
            ),
        },
        scope="all n >= 1, l <= n + 1",
    )

    def trial(rng: Any) -> Any:
        d = int(rng.integers(2, 6))
        Y = st.as_array(rng.integers(-9, 10, size=(int(rng.integers(1, d + 1)), d)))
        if sp.Matrix(Y.tolist()).rank() < len(Y):
            return decide.Trial(None, {})
        found = st.common_hemisphere(Y)
        rows = [[str(x) for x in row] for row in Y]
        return decide.Trial(found.exists and bool(np.all(Y @ found.normal > 0)), {"Y": rows}, ["rank(Y) == rows(Y)"])

    yield decide.exact_instances(
        trial, scope="independent vectors, d <= 5", method="exact linear programming, with the normal", seed=seed
    )


@claim(
    "CON-R3.4.c.R1",
    title="n >= l is the sharp threshold",
    statement=(
        r"For $n < \ell$ the probability that $\ell$ uniform tokens of $S^n$ share an open hemisphere is below 1."
    ),
    source=REMARK,
    kind="identity",
    hypotheses=("rank(Y) == rows(Y)", "cols(Y) == n + 1", "rows(Y) == ell", "n < ell"),
    instance={"Y": [[1, 0], [0, 1]], "n": 1, "ell": 2},
    reading="the threshold read as sharp",
    twin=Twin("three vectors of the plane", {"ell": 3}),
    expected=Verdict.REFUTED,
    rests_on=("CON-R3.4.c",),
    no_repair="the sharp threshold is n >= l - 1, CON-R3.4.b and CON-R3.4.c",
)
def sharp_threshold(ell: int = 2) -> Iterator[Evidence]:
    """n = 1, l = 2: independent vectors, and a.s. all pairs are; for l = 3 the corrected probability is 3/4."""
    Y = [[1, 0], [0, 1], [-1, -1]][:ell]
    probability = st.hemisphere_probability(ell, 2)
    yield decide.refutation(
        {"Y": Y, "n": 1, "ell": ell, "p": str(probability)},
        ["p >= 1"],
        hypotheses=("rank(Y) == rows(Y)", "cols(Y) == n + 1", "rows(Y) == ell", "n < ell"),
        scope="n = 1, l = 2",
        method="exact count",
    )


@claim(
    "CON-R3.4.d",
    title="The same for every symmetric law in general position",
    statement=(
        r"The probability of CON-R3.4.a.repaired is the same for every law that is symmetric under $y_i \mapsto -y_i$"
        " for each i and almost surely in general position, such as tokens with entries uniform on an interval ]-b,"
        " b[, projected."
    ),
    source=REMARK,
    kind="identity",
    hypotheses=SIZES,
    instance={"n": 2, "ell": 10},
    twin=Twin("for some lines the good patterns are twice as likely", {"weight": 2}),
    expected=Verdict.PROVED,
    rests_on=("CON-R3.4.a.repaired",),
)
def symmetric_laws(weight: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """Given the lines, every pattern has probability 2^-l, and C(l, n + 1) of them are good: p = C/2^l for each choice
    of lines. Positive factors such as 1/|y| do not change the signs of v^T y.
    """
    N, good, share = sp.symbols("N good share", positive=True)
    height, length = sp.symbols("height length", real=True)
    yield conjunction(
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
    yield decide.exact_instances(
        lambda rng: counted(rng, symmetric_law=True),
        scope="entries uniform on a grid of ]-1/2, 1/2[, N <= 5, d <= 4: the count given the lines",
        method="exact linear programming over all sign patterns",
        seed=seed,
    )
