"""Remark 3.4: for which n and l random tokens share an open hemisphere almost surely: n >= l - 1, not only n >= l."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus.full_attention.wendel import INDEPENDENT, PATTERNS, REMARK, normals, pascal
from proofs_checks.examples import exact_texts
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "CON-R3.4.b",
    title="The printed expression is 1 for n >= l",
    statement=(
        r"$2^{-(\ell-1)}\sum_{\mu=0}^{n-1}\binom{\ell-1}\mu = 1$ whenever $n \ge \ell$. (The probability itself, with"
        r" the sum to n, is 1 exactly for $n \ge \ell - 1$.)"
    ),
    source=REMARK,
    kind="identity",
)
def printed_is_one(shift: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """For n - 1 >= l - 1 the sum is over the whole row l - 1, which doubles from row to row: 2^(l-1)."""
    row, last = sp.symbols("row last", real=True)
    n, ell, missing, p = sp.symbols("n ell missing p", real=True)
    found = conjunction(
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
    yield found
    yield decide.exact_instances(_whole_row, scope="l <= 12, n - l <= 4", method="exact binomial sums", seed=seed)


def _whole_row(rng: Any) -> Any:
    ell = int(rng.integers(1, 13))
    n = ell + int(rng.integers(0, 5))
    patterns = st.decrease.cover_count(ell, n)
    return decide.Trial(patterns == 2**ell, {"patterns": patterns, "ell": ell}, ["patterns != 2**ell"])


@illustration(
    "CON-R3.4.c",
    title="For n >= l the tokens share a hemisphere almost surely",
    statement=(
        r"For $n \ge \ell$ (indeed for $n \ge \ell - 1$) $\ell$ independent uniform tokens of $S^n$ lie in a common"
        " open hemisphere almost surely."
    ),
    source=REMARK,
    kind="identity",
)
def independent(sign: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """Induction over the vectors: v serves y_1, ..., y_(l-1); u is orthogonal to them with u^T y_l = 1 (independence);
    v + (1 - v^T y_l) u serves all l. Uniform tokens are directions of independent normal vectors; these are dependent
    where all minors of order l vanish, polynomials that are not identically zero, hence on a null set.
    """
    old, new, crossing = sp.symbols("old new crossing", real=True)
    correction = 1 - sign * new
    found = conjunction(
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
    yield found

    def trial(rng: Any) -> Any:
        d = int(rng.integers(2, 6))
        Y = st.as_array(rng.integers(-9, 10, size=(int(rng.integers(1, d + 1)), d)))
        if sp.Matrix(Y.tolist()).rank() < len(Y):
            return decide.Trial(None, {})
        found = st.common_hemisphere(Y)
        return decide.Trial(
            found.exists and bool(np.all(Y @ found.normal > 0)), {"Y": exact_texts(Y)}, ["rank(Y) == rows(Y)"]
        )

    yield decide.exact_instances(
        trial, scope="independent vectors, d <= 5", method="exact linear programming, with the normal", seed=seed
    )


@illustration(
    "CON-R3.4.c.R1",
    title="n >= l is the sharp threshold",
    statement=(
        r"For $n < \ell$ the probability that $\ell$ uniform tokens of $S^n$ share an open hemisphere is below 1."
    ),
    source=REMARK,
    kind="identity",
    reading="the threshold read as sharp",
    no_repair="the sharp threshold is n >= l - 1, CON-R3.4.b and CON-R3.4.c",
)
def sharp_threshold(patterns: int = 4) -> Iterator[Evidence]:
    """n = 1, l = 2: all four patterns of a generic pair occur, so the probability, their share of 2^l, is 1."""
    V, signs = normals(patterns)
    yield decide.refutation(
        {**PATTERNS, "V": V},
        [*signs, "rows(V)/2**ell >= 1"],
        hypotheses=(*INDEPENDENT, "n < ell"),
        scope="n = 1, l = 2: a generic pair has all four sign patterns",
        method="one normal per sign pattern, by exact linear programming",
    )
