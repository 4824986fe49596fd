"""The predicates that abbreviate formulas, written in the language itself; no rule speaks of them but theorems.

The one space of a definition is E, and stands for any space.
"""

from __future__ import annotations

from functools import cache

from .declarations import declare_letters
from .elaboration import Elaborator
from .parsing import parse
from .scopes import Definition, Scope
from .terms import CONSTANT, Letter, Rejected

_TEXTS = (
    (
        "eigenvalue(V: operator E, v: vector E, m: number)",
        "exists w in vector E: w != 0 and dot(v, w) == 0 and V(w) == m*w",
    ),
    (
        "other_eigenvalue(U: matrix E, v: vector E, s: number, w: number)",
        "exists a in vector E, b in vector E, p in number, q in number: (a != 0 or b != 0)"
        " and dot(v, a) == 0 and dot(v, b) == 0 and U(a) == s*a - w*b + p*v and U(b) == w*a + s*b + q*v",
    ),
    ("eigenvector(V: operator E, w: vector E, m: number)", "w != 0 and V(w) == m*w"),
    ("fixed(F: map E, S: state E)", "forall i: F(S, i) == S[i]"),
    ("decays(z: moving number, k: number)", "always(z <= start(z)*exp(-k*time))"),
    (
        "exponentially_small(z: moving number)",
        "exists C in number, d in number: C >= 0 and d > 0 and always(abs(z) <= C*exp(-d*time))",
    ),
    (
        "tends(z: moving number, c: number)",
        "forall e in number: e > 0 => (exists T in number: always(time >= T => abs(z - c) < e))",
    ),
    (
        "limsup_at_most(z: moving number, c: number)",
        "forall e in number: e > 0 => (exists T in number: always(time >= T => z < c + e))",
    ),
    (
        "solves(f: flow E, y[token]: moving vector E)",
        "always(on(f, y)) and almost_always(forall i: rate(y[i]) == f(y, i))",
    ),
    (
        "simple_top(U: operator E, v: vector E, lam: number)",
        "U(v) == lam*v and dot(v, v) == 1 and (forall m in number: eigenvalue(U, v, m) => m < lam)",
    ),
)

TIMED = frozenset(("decays", "exponentially_small", "tends", "limsup_at_most", "solves"))


@cache
def definitions() -> dict[str, Definition]:
    """All definitions by name."""
    made: dict[str, Definition] = {}
    for head, formula in _TEXTS:
        name, _, rest = head.partition("(")
        scope = Scope(spaces=("E",), definitions=dict(made))
        letters: list[Letter] = []
        for part in _parts(rest[:-1]):
            letters.extend(declare_letters(part, scope))
        term = Elaborator(scope).formula(parse(formula))
        if name not in TIMED and any(letter.level != CONSTANT for letter in letters):
            raise Rejected(f"the definition {name} is not marked as one over time")
        made[name] = Definition(name, tuple(letters), term, name in TIMED)
    return made


def _parts(text: str) -> list[str]:
    """The declarations of a head, split at commas outside brackets."""
    parts, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "[(") - (character in "])")
        if character == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return [*parts, text[start:]]
