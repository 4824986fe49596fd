"""A normal form with its letters renamed is the normal form at the new letters, in whatever order atoms were made."""

from __future__ import annotations

import itertools

import pytest

from attnverify.verify.kernel.atoms import forget
from attnverify.verify.kernel.contexts import TIMELESS, Context
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.polynomials import Work, rename
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Term

STATEMENT = read(
    {
        "letters": ["a, b: number", "f[token], g[token]: number", "u: vector", "v[token]: vector", "p, q: token"],
        "show": ["a == a"],
    }
)
PIECES = ("f[q]", "a*f[p]", "dot(v[q], u)", "dot(v[p], v[q])", "g[q] + b")
FORMS = (
    "dot(unit(v[p] + a*u), u)",
    "dot(unit(u - f[p]*v[p]), unit(v[p] + b*u))",
    "max(f[p], a)",
    "min(a*dot(v[p], u), max(b, f[p] - g[p]))",
    "abs(f[p] - a)",
    "sum(i: sum(j: dot(v[i], v[j])*f[i]*g[j]*f[p]))",
    "sum(i: sum(j: f[i]*g[j]*dot(v[i], v[p])*dot(v[j], u)))",
    "dot(sum(i: f[i]*v[i]), sum(j: dot(v[j], v[p])*v[j]))",
    "norm(sum(i: exp(dot(v[p], v[i]))*f[i]*v[i]) + v[p])^2",
)


def _number(text: str) -> Term:
    part: Term = Elaborator(STATEMENT.scope).formula(parse(f"{text} == 0")).args[0]
    return part


@pytest.mark.parametrize("text", FORMS)
def test_a_renamed_form_is_the_form_at_the_new_letter(text: str) -> None:
    letters = {letter.name: letter for letter in STATEMENT.letters}
    for pieces in itertools.permutations(PIECES):
        forget()
        normaliser = Context(STATEMENT.scope, [], TIMELESS, Work(10**6)).normaliser()
        for piece in pieces:
            normaliser.scalar(_number(piece))
        here, there = normaliser.scalar(_number(text)), normaliser.scalar(_number(text.replace("[p]", "[q]")))
        assert rename(here, {letters["p"]: letters["q"]}) == there, pieces
