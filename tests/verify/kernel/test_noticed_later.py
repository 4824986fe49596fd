"""What later samples of mutants asked for: claims that only one place of the kernel accepts, or refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, enter, have, intro, leaf, obtain, rule

from .cases import Row, case, named, readable

Z, Y, AE = "z: moving number", "y: moving vector", enter("ae", leaf())
F = "f: number -> number; P(number): formula; g(number, number): number; a, b, c: number; e[token]: number"
PAIR = "a[token], b[token], c: number; i, k: token"
TRUE: list[Row] = [
    # what a binder binds need not depend on its letter
    (Z, "almost_always(rate(sum(i: z)) == sum(i: rate(z)))", AE, ()),
    (Z, "almost_always(rate(2*max(i: z)) == 2*rate(max(i: z)))", AE, ()),
    (Y, "almost_always(rate(sum(i: y)) == sum(i: rate(y)))", AE, ()),
    (Y, "almost_always(rate(2*diam(i: y)) == 2*rate(diam(i: y)))", AE, ()),
    (Z, "always(max(i: z) >= start(max(i: z)))", rule("monotone", z="max(i: z)"),
     ("almost_always(rate(max(i: z)) >= 0)",)),
    ("x: number", "sum(i: x) >= 0", KNOWN, ("x >= 0",)),
    # a divisor is found behind general facts that are of no use
    (PAIR, "1/((a[i] + b[i])*(a[k] + b[k])) == 1/(a[i] + b[i])/(a[k] + b[k])", leaf(),
     ("forall j: a[j] >= c", "forall j: b[j] != 0", "forall j: a[j] + b[j] != 0")),
    (PAIR, "a[i] == b[i]", leaf(use=["forall j in upto(i): a[j] == b[j]"]), ("forall j in upto(i): a[j] == b[j]",)),
    (PAIR, "a[i] > 0", leaf(), ("forall j in upto(i): a[j] > 0",)),
    ("x: number; n: size", "x^(0*n) == 1", leaf(), ()),
    ("x: number; n: size", "x^(0*n + 1) == x", leaf(), ()),
    (F, "f(c + 1) > 0", KNOWN, ("forall x in number: f(x + 1) > 0",)),
    (F, "g(a, c) > 0", KNOWN, ("forall x in number: g(x, c) > 0",)),
    # what is not zero and not negative is positive, however that is known
    (F, "b*c + b > 0", leaf(), ("b*c + b != 0", "b > 0", "c + 1 >= 0")),
    ("G(number): map; c: number; S, d: state; i: token; P(vector): formula", "P(D(G(c), S, d, i))", KNOWN,
     ("forall u in vector: P(u)",)),
    (Z, "always(z > 0 => at_start(abs(z) < 5))", enter("every", intro([""], KNOWN)), ("at_start(abs(z) < 5)",)),
    ("f, g: number -> number", "f(0) == g(0)", leaf(use=["forall x in number: f(x) == g(x)"]),
     ("forall x in number: f(x) == g(x)",)),
    # where time is left aside no condition is known
    (f"{Z}; a[token]: number; i, k: token", "almost_always(rate(2*abs(a[k]*z)) == 2*rate(abs(a[k]*z)))", AE,
     ("forall j in before(i): a[j] > 0", "k < i", "always(z != 5)")),
]  # fmt: skip

FALSE: list[Row] = [
    # what is nested too deeply to be looked at is not known
    (F, " or (".join(["a > 0"] * 9) + ")" * 8, KNOWN, ()),
    # one part that moves, or may be zero, or is no size, is enough
    (f"{Z}; G(state): number; u[token]: vector", "almost_always(rate(2*G(fn(i: z*u[i]))) == 0)", AE, ()),
    ("a[token], b[token]: number; k: token A; h: token", "(a[k] + b[h])/(a[k] + b[h]) == 1", leaf(),
     ("forall j in A: forall g in A: a[j] + b[g] != 0",), {"groups": ["A", "B"]}),
    ("n, m: size; y: number", "0^m == 0", leaf(use=["m == n*y + 1"]), ("m == n*y + 1",)),
    # what is known at a moment only says nothing of another one
    (Z, "always(z > 0 => at_start(abs(z) < 5))", enter("every", intro([""], KNOWN)), ("at_start(z < 5)",)),
    # the signs of terms that are not the sign of their sum
    (F, "a + b != 0", leaf(), ("a != 0", "b != 0")),
    (F, "a - b != 0", leaf(), ("a != 0", "b != 0")),
    (F, "a + b != 0", KNOWN, ("a > 0", "b != 0")),
    (F, "a + b > 0", leaf(), ("a > 0", "b != 0")),
    # another operation, or another letter, is no instance of a general fact
    (F, "f(c - 1) > 0", KNOWN, ("forall x in number: f(x + 1) > 0",)),
    (F, "P(2*c)", KNOWN, ("forall x in number: P(2 + x)",)),
    (F, "g(a, b) > 0", KNOWN, ("forall x in number: g(x, c) > 0",)),
    (F, "f(sin(c)) > 0", KNOWN, ("forall x in number: f(cos(x)) > 0",)),
    (F, "f(min(i: e[i])) > 0", KNOWN, ("f(max(i: e[i])) > 0",)),
    (PAIR, "a[k] == b[k]", leaf(use=["forall j in upto(i): a[j] == b[j]"]), ("forall j in upto(i): a[j] == b[j]",)),
    (PAIR, "a[k] > 0", leaf(), ("forall j in upto(i): a[j] > 0",)),
    (PAIR, "a[i] == b[i]", leaf(use=["forall j in before(i): a[j] == b[j]"]), ("forall j in before(i): a[j] == b[j]",)),
    ("u, w: vector", "u - u != 0", KNOWN, ("w - w != 0",)),
]  # fmt: skip


@pytest.mark.parametrize("row", TRUE, ids=named)
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


@pytest.mark.parametrize("row", FALSE, ids=named)
def test_refused(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused(readable(case(row)))


def test_a_function_over_time_is_not_read_at_what_was_chosen_at_a_moment(refused: Callable[[Any], None]) -> None:
    above = "exists c in number: c > z"
    chosen = obtain(above, "c", have([("g(c + x) == c + x", leaf())], KNOWN))
    refused({
        "letters": ["z: moving number; x: number"],
        "where": ["g := fn(m in number: start(m))"],
        "given": [f"always({above})"],
        "show": ["always(exists c in number: c >= z)"],
        "proof": enter("every", chosen),
        "match": "reads its argument over time, at what moves",
    })  # fmt: skip
