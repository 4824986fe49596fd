"""Section 5.2 computes the misalignment in 16 bits: what that can show, and what it cannot."""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")


@illustration(
    "CON-G5.2.half",
    title="A misalignment computed from a cosine in 16 bits is 0, at least 2^-11 or negative",
    statement=(
        r"The numbers of the format binary16 in $[1/2, 1)$ are $k/2^{11}$ with integers $2^{10} \le k < 2^{11}$, those"
        " in $[1, 2)$ are $k/2^{10}$. So $E = 1 - c$, computed from a cosine (or mean cosine) c of that format, is 0,"
        r" at least $2^{-11} > 4.8 \cdot 10^{-4}$, or at most $-2^{-10}$, and every x with $1 - 2^{-12} < x \le 1$ is"
        " rounded to c = 1, that is to E = 0."
    ),
    source=Source(PAPER, "Section 5.2 (extension: the arithmetic of the published script)"),
    kind="inequality",
)
def half_precision(bits: int = 11) -> Iterator[Evidence]:
    k = sp.Symbol("k", integer=True)
    c = sp.Symbol("c", real=True)
    scope = "all numbers of binary16 from 1/2 to 2"
    yield conjunction(
        {
            "below 1": decide.inequality(1 - k / sp.Integer(2048) >= sp.Rational(1, 2**bits), [k <= 2047], scope=scope),
            "above 1": decide.inequality(1 - k / sp.Integer(1024) <= -sp.Rational(1, 1024), [k >= 1025], scope=scope),
            "nearer to 1 than to its neighbour": decide.inequality(
                1 - c < c - sp.Rational(2047, 2048), [c > 1 - sp.Rational(1, 4096), c <= 1], scope=scope
            ),
        },
        scope=scope,
    )
