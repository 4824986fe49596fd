"""What a token draws where all products are equal, with 1 - off(i, j) in the place of Kronecker's symbol."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.pairs import size_at_least_one
from verify.formal import formal
from verify.tactics.build import Tree, enter, have, intro, leaf, rule

OFF: dict[str, Any] = {
    "letters": ["off[token, token]: number"],
    "given": ["forall i: off[i, i] == 0", "forall i, j: i != j => off[i, j] == 1 and off[j, i] == 1"],
}
EQUAL = "(1 - off[{0}, {1}]*(1 - g))".format
WEIGHT = f"exp(beta*{EQUAL('{0}', '{1}')})".format
_MASS = f"sum(k: {WEIGHT('{0}', 'k')})".format
_PULL = f"({EQUAL('k', '{1}')} - {EQUAL('{0}', 'k')}*{EQUAL('{0}', '{1}')})"
DRAWN = f"sum(k: {WEIGHT('{0}', 'k')}/sum(h: {WEIGHT('{0}', 'h')})*{_PULL})".format
ROW = "exp(beta*g)*(1 - g)*((n - 1)*g + 1)/(exp(beta) + (n - 1)*exp(beta*g))"


def _single(term: str, at: str) -> tuple[str, Tree]:
    """A sum over k of which one term alone is not zero."""
    there = term.replace("k", at)
    off = "off[p, r] == 1" if at == "p" else "off[r, q] == 1"
    return f"sum(k: {term}) == {there}", rule("single term", leaf(use=[off]), e=f"fn(k: {term})", y=at, new={"x": "r"})


_NEAR = [
    _single(f"({WEIGHT('p', 'k')} - exp(beta*g))*({EQUAL('k', 'q')} - {EQUAL('p', 'k')}*g)", "p"),
    _single(f"({WEIGHT('p', 'k')} - exp(beta*g))", "p"),
    _single(f"({EQUAL('p', 'k')} - g)", "p"),
    _single(f"({EQUAL('k', 'q')} - g)", "q"),
]
_ONES = ["off[p, p] == 0", "off[q, q] == 0", "off[p, q] == 1"]
_ALL = "(exp(beta) + (n - 1)*exp(beta*g))"
_TOTAL = f"{_MASS('p')} == {_ALL}"

formal(
    "LEM-equal-row",
    title="What a token draws where all products are equal",
    statement={
        "letters": ["beta: number; g: measurable number", *OFF["letters"]],
        "where": ["n := sum(j: 1)"],
        "given": OFF["given"],
        "show": [f"almost_always(forall p, q: p != q => {DRAWN('p', 'q')} == {ROW})"],
    },
    proof=enter(
        "ae",
        intro(
            ["p", "q", ""],
            have(
                [
                    *_NEAR,
                    ("n >= 1", size_at_least_one()),
                    (f"{_ALL} > 0", leaf("1: exp(beta) > 0", "1: n >= 1; exp(beta*g) > 0")),
                    (_TOTAL, leaf(f"eq 1: {_NEAR[1][0]}", use=_ONES[:1])),
                ],
                leaf(
                    f"eq {_ALL}: {_NEAR[0][0]}",
                    f"eq {_ALL}*exp(beta*g): {_NEAR[3][0]}",
                    f"eq -g*{_ALL}*exp(beta*g): {_NEAR[2][0]}",
                    f"eq -exp(beta*g)*(1 - g)*((n - 1)*g + 1): {_TOTAL}",
                    use=_ONES,
                    times=[_MASS("p"), _ALL],
                ),
            ),
        ),
    ),
)
