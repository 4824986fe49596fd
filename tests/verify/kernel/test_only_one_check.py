"""False claims that one check of the kernel refuses and no other, and true ones that a slip in it would refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.statements import FIELDS, read
from verify.tactics.build import KNOWN, Tree, intro, leaf, split

Row = tuple[str, str, Tree, tuple[str, ...]]

FALSE: list[Row] = [
    # alternatives
    ("x, y: number", "x > 0", split("x > 0 or not (y > 0)", KNOWN, KNOWN), ()),
    # ranges
    ("n: size", "forall k in 1..n: k <= 1", intro("k", KNOWN), ()),
    ("n: size", "forall k in 1..n: n <= k", intro("k", KNOWN), ()),
    # what stands for a size
    ("P(number): formula; m: size", "P(m/2)", KNOWN, ("forall n in size: P(n)",)),
    ("P(number): formula; m: size; x: number", "P(m*x)", KNOWN, ("forall n in size: P(n)",)),
    ("P(number): formula; m: size; x: number", "P(m + x)", KNOWN, ("forall n in size: P(n)",)),
    # what an equation rewrites
    ("a[token, token]: number; i, k: token", "a[i, k] == 0", leaf(use=["forall j: a[j, j] == 0"]),
     ("forall j: a[j, j] == 0",)),
    ("f: number -> number; b, k: number", "f(b) == k", leaf(use=["forall x in number: f(x^2) == k"]),
     ("forall x in number: f(x^2) == k",)),
    ("f: number -> number; b, k: number", "f(b) == k", leaf(use=["forall x in number: f(2*x + 1) == k"]),
     ("forall x in number: f(2*x + 1) == k",)),
    ("f: number -> number; b, c, k: number", "f(b) == k", leaf(use=["forall x in number: f(c*x) == k"]),
     ("forall x in number: f(c*x) == k",)),
]  # fmt: skip

TRUE: list[Row] = [
    ("n: size", "forall k in 1..n: k <= n and 1 <= k", intro("k", {"both": [KNOWN, KNOWN]}), ()),
    ("P(number): formula; m: size", "P(2*m + 1)", KNOWN, ("forall n in size: P(n)",)),
    ("V: operator; v: vector; s, w: number", "other_eigenvalue(V, v, 1*s, w)", KNOWN, ("other_eigenvalue(V, v, s, w)",)),
    ("a[token, token]: number; i: token", "a[i, i] == 0", leaf(use=["forall j: a[j, j] == 0"]),
     ("forall j: a[j, j] == 0",)),
]  # fmt: skip


def case(row: Row) -> dict[str, Any]:
    letters, show, proof, given = row
    return {"letters": [letters], "show": [show], "proof": proof, "given": list(given), "match": ""}


@pytest.mark.parametrize("row", TRUE, ids=lambda row: f"{row[3]} {row[1]}")
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


@pytest.mark.parametrize("row", FALSE, ids=lambda row: f"{row[3]} {row[1]}")
def test_refused(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    read({name: value for name, value in case(row).items() if name in FIELDS})
    refused(case(row))


INSTANCES: list[tuple[str, str, dict[str, Any], bool | None]] = [
    ("exp(log(3)^2) == 3", "", {}, False),
    ("exp(log(1 + sqrt(2))^2) == 1 + sqrt(2)", "", {}, False),
    ("forall x in number: x + 1 != 0 => x^2 > 0", "", {}, False),
    ("forall u in vector: dot(u, u) == 1 => dot(u, v) + 3*dot(u, w)^2 >= -1", "v, w: vector",
     {"v": ["1", "0"], "w": ["0", "1"]}, None),
    ("exists s in number: other_eigenvalue(U, v, s, 1)", "U: matrix; v: vector",
     {"U": [["1", "0"], ["0", "2"]], "v": ["1", "0"]}, None),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "letters", "values", "truth"), INSTANCES, ids=lambda x: str(x)[:60])
def test_at_an_instance(formula: str, letters: str, values: dict[str, Any], truth: bool | None, truths: Any) -> None:
    sizes = {"dim": 2} if values else {}
    assert truths(formula, letters, values, **sizes) == [truth]
