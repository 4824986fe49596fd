"""Theorem 6.7: Wendel's probability of a hemisphere with all tokens, and its value for few tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, take

INSIDE = "probability(exists w in vector: forall i: dot(w, {0}[i]) > 0)".format
_INSIDE = INSIDE("x")
ROW = "sum(k in 0..{1}: binomial({0}, k))".format
_FULL = "forall m in size: forall d in size: sum(k in 0..m + d: binomial(m, k)) == 2^m"
_ROWS = (
    "(forall m in size, l in size: sum(k in 0..l + 1: binomial((m + 1), k)) == sum(k in 0..l + 1: binomial(m, k))"
    " + sum(k in 0..l: binomial(m, k))) and (forall l in size: sum(k in 0..l: binomial(0, k)) == 1)"
    f" and ({_FULL})"
)


def wendel(m: str, e: str, tokens: Sequence[str] = (), size: Sequence[str] = (), family: str = "x") -> tuple[str, Tree]:
    """Wendel's sum where the numbers of tokens and of dimensions are m + 1 and e + 1."""
    premises = leaf("eq 1: n1 + 1 == sum(j: 1)", *tokens), leaf("eq 1: d1 + 1 == dim(E)", *size)
    return f"{INSIDE(family)} == {ROW(m, e)}/2^({m})", rule("Wendel", *premises, KNOWN, KNOWN, y=family, m=m, e=e)


def few(family: str) -> Tree:
    """No more tokens than dimensions: the whole row is summed."""
    return have(
        [
            wendel("n1", "n1 + s", size=["eq -1: d1 == n1 + s"], family=family),
            (_ROWS, lemma("LEM-binomial.rows")),
            (
                f"{ROW('n1', 'n1 + s')} == 2^n1",
                take(_FULL, ["n1", "s"], KNOWN),
            ),
        ],
        leaf(
            f"eq 1: {INSIDE(family)} == {ROW('n1', 'n1 + s')}/2^n1",
            f"eq 1/2^n1: {ROW('n1', 'n1 + s')} == 2^n1",
        ),
    )


_LAST = "forall m in size: binomial(m, m) == 1"
_ONE_MORE = have(
    [
        wendel("d1 + 1", "d1", tokens=["eq -1: n1 == d1 + 1"]),
        (_ROWS, lemma("LEM-binomial.rows")),
        (_LAST, lemma("LEM-binomial.last")),
        ("binomial(d1 + 1, d1 + 1) == 1", take(_LAST, ["d1 + 1"], KNOWN)),
        (
            f"{ROW('d1 + 1', 'd1 + 1 + 0')} == 2^(d1 + 1)",
            take(
                _FULL,
                ["d1 + 1", "0"],
                KNOWN,
            ),
        ),
        (
            f"{ROW('d1 + 1', 'd1 + 1')} == {ROW('d1 + 1', 'd1')} + binomial(d1 + 1, d1 + 1)",
            rule("last term", e="fn(k in size: binomial(d1 + 1, k))", n="d1"),
        ),
    ],
    leaf(
        f"eq 1: {_INSIDE} == {ROW('d1 + 1', 'd1')}/2^(d1 + 1)",
        f"eq -1/2^(d1 + 1): {ROW('d1 + 1', 'd1 + 1')} == {ROW('d1 + 1', 'd1')} + binomial(d1 + 1, d1 + 1)",
        f"eq 1/2^(d1 + 1): {ROW('d1 + 1', 'd1 + 1 + 0')} == 2^(d1 + 1)",
        "eq -1/2^(d1 + 1): binomial(d1 + 1, d1 + 1) == 1",
    ),
)

_HALF = "forall e in size: sum(k in 0..e: binomial(e + e + 1, k)) == 2^(e + e)"
_TWICE = have(
    [
        wendel("d1 + d1 + 1", "d1", tokens=["eq -1: n1 == 2*d1 + 1"]),
        (_HALF, lemma("LEM-binomial.half")),
        (f"{ROW('d1 + d1 + 1', 'd1')} == 2^(d1 + d1)", take(_HALF, ["d1"], KNOWN)),
    ],
    leaf(
        f"eq 1: {_INSIDE} == {ROW('d1 + d1 + 1', 'd1')}/2^(d1 + d1 + 1)",
        f"eq 1/2^(d1 + d1 + 1): {ROW('d1 + d1 + 1', 'd1')} == 2^(d1 + d1)",
    ),
)


def _starts(tokens: int, dim: int) -> dict[str, Any]:
    """Uniform tokens, as many in this dimension."""
    letters = {"x": "uniform_on_sphere", "n1": tokens - 1, "d1": dim - 1, "s": 0}
    return {"tokens": tokens, "dim": dim, "letters": letters}


_SUM = f"{ROW('n1', 'd1')}/2^n1"


def _both(value: str, proof: Tree) -> Tree:
    """The probability, and with it Wendel's sum."""
    found = f"{_INSIDE} == {value}"
    whole, by = wendel("n1", "d1")
    return intro("", have([(found, proof), (whole, by)], both(KNOWN, leaf(f"eq 1: {found}", f"eq -1: {whole}"))))


formal(
    "PER-T6.7",
    sentence=r"For $n, d \geq 1$ and independent uniform tokens, $P(\exists w: \langle x_i, w\rangle > 0\ \forall i) ="
    r" 2^{-(n-1)}\sum_{k=0}^{d-1}\binom{n-1}k$; this is 1 for $n \leq d$, $1 -"
    r" 2^{-(n-1)}$ for $n = d + 1$, and 1/2 for $n = 2d$.",
    statement={
        "spaces": ["E"],
        "letters": ["x[token]: random vector", "n1, d1, s: size"],
        "given": ["n1 + 1 == sum(j: 1)", "d1 + 1 == dim(E)", "independent(x)", "uniform_on_sphere(x)"],
        "show": [
            f"{_INSIDE} == {_SUM}",
            f"d1 == n1 + s => {_INSIDE} == 1 and {_SUM} == 1",
            f"n1 == d1 + 1 => {_INSIDE} == 1 - 1/2^(d1 + 1) and {_SUM} == 1 - 1/2^(d1 + 1)",
            f"n1 == 2*d1 + 1 => {_INSIDE} == 1/2 and {_SUM} == 1/2",
        ],
    },
    proof=[
        rule("Wendel", KNOWN, KNOWN, KNOWN, KNOWN, y="x", m="n1", e="d1"),
        _both("1", few("x")),
        _both("1 - 1/2^(d1 + 1)", _ONE_MORE),
        _both("1/2", _TWICE),
    ],
    instance=_starts(6, 3),
    twin=Variant("for n = 2d - 1", {"n1 == 2*d1 + 1": "n1 == 2*d1"}, _starts(5, 3)),
)
