"""Lemma 9, counts: the logits of different pairs of tokens are different functions of P (POW-L9.numbers.repaired)."""

from __future__ import annotations

from typing import Any

from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, cases, have, intro, leaf, rule, split

_UNIT = "forall i: dot(u[i], u[i]) == 1"
_DISTINCT = "forall i, j: i != j => u[i] != u[j] and u[i] != -u[j]"


def _cosine(i: str, j: str) -> str:
    return f"dot(u[{i}], u[{j}])"


def _weakly(i: str, j: str) -> list[tuple[str, Tree]]:
    """A cosine is between -1 and 1."""
    return [
        (f"1 - {_cosine(i, j)} >= 0", leaf(f"1/2: dot(u[{i}] - u[{j}], u[{i}] - u[{j}]) >= 0", use=[_UNIT])),
        (f"1 + {_cosine(i, j)} >= 0", leaf(f"1/2: dot(u[{i}] + u[{j}], u[{i}] + u[{j}]) >= 0", use=[_UNIT])),
    ]


def _strictly(i: str, j: str) -> list[tuple[str, Tree]]:
    """A cosine of different tokens is not -1 or 1."""
    found: list[tuple[str, Tree]] = []
    for sign, other in (("-", ""), ("+", "-")):
        same, fact = f"u[{i}] == {other}u[{j}]", f"1 {sign} {_cosine(i, j)} > 0"
        weak = f"1 {sign} {_cosine(i, j)} <= 0"
        meet = have(
            [
                (same, rule("equal vectors", leaf(f"2: {weak}", use=[_UNIT]), u=f"u[{i}]", w=f"{other}u[{j}]")),
                f"u[{i}] != {other}u[{j}]",
            ],
            rule("contradiction", P=same, C=fact),
        )
        found.append((fact, split(f"{weak} or {fact}", meet, KNOWN)))
    return found


def _product(strict: tuple[str, str], other: tuple[str, str]) -> Tree:
    """1 - x y = ((1 - x)(1 + y) + (1 + x)(1 - y))/2, where at most one factor vanishes, by the sign of y."""
    x, y = _cosine(*strict), _cosine(*other)
    up = leaf(f"1: 1 - {x} > 0; 1 + {y} > 0", f"1: 1 + {x} > 0; 1 - {y} >= 0")
    down = leaf(f"1: 1 - {x} > 0; 1 + {y} >= 0", f"1: 1 + {x} > 0; 1 - {y} > 0")
    return have(
        [*_strictly(*strict), *_weakly(*other)],
        cases(
            y,
            have([(f"1 + {y} > 0", leaf(f"1: {y} >= 0", "1:"))], up),
            have([(f"1 - {y} > 0", leaf(f"1: {y} < 0", "1:"))], down),
        ),
    )


_HERE: dict[str, Any] = {"tokens": 2, "dim": 2, "letters": {"u": [[1, 0], ["3/5", "4/5"]], "P": [[1, 2], [2, 0]]}}

formal(
    "POW-L9.numbers.repaired.logits",
    title="The logits of different pairs of tokens have different coefficients as functions of P",
    sentence=(
        r"For distinct unit tokens no two of which are antipodal, $2 - 2(u_a^Tu_c)(u_b^Tu_d) > 0$ for all $(a, b) \ne"
        r" (c, d)$: that is $\|u_au_b^T - u_cu_d^T\|^2$, the square of the distance of the coefficients of two logits"
        r" $u_a^TPu_b$ as linear functions of P. For symmetric P the numerators $e^{u_a^TPu_b}$ and $e^{u_b^TPu_a}$ are"
        " equal."
    ),
    source=Source(PAPER, "Lemma 9, proof", reconstructed=True),
    kind="identity",
    role="extension",
    statement={
        "letters": ["u[token]: vector; P: operator"],
        "given": [_UNIT, _DISTINCT],
        "show": [
            "forall a, b, c, d: a != c or b != d => 2 - 2*dot(u[a], u[c])*dot(u[b], u[d]) > 0",
            "forall a, b: exp(dot(u[a], P(u[b]))) == exp(dot(u[b], P(u[a])))",
        ],
    },
    proof=[
        intro(
            ["a", "b", "c", "d", ""],
            split("a != c or b != d", _product(("a", "c"), ("b", "d")), _product(("b", "d"), ("a", "c"))),
        ),
        intro("a,b", leaf()),
    ],
    instance=_HERE,
    twin=Variant(
        "antipodal tokens allowed",
        {" and u[i] != -u[j]": ""},
        {**_HERE, "letters": {**_HERE["letters"], "u": [[1, 0], [-1, 0]]}},
    ),
)
