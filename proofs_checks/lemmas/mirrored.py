"""Two tokens that mirror each other, c v + s u and c v - s u, under full attention with logits beta y_i^T y_j.

v and u are orthonormal eigenvectors of every value matrix. With the odds E = exp(-2 beta s^2) of the other token,
s' = (s c^2/root) sum_h ((1 - E)/(1 + E) mu - lam), and c' = -(s/c) s'.
"""

from __future__ import annotations

from typing import Any

from verify.formal import formal, model
from verify.tactics.build import Tree, both, enter, have, leaf, rule, unfold

MIRRORED: dict[str, Any] = {
    "spaces": ["E"],
    "letters": [
        "U[head]: operator; beta[head]: measurable number; v, u: vector; lam[head], mu[head]: number; root: number",
        "f, g: token",
    ],
    "where": [
        "e(h, X, i, j) := exp(beta[h]*dot(X[i], X[j]))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j: att(h, X, i, j)*U[h](X[j]))",
        "odds(h, z) := exp(-2*beta[h]*z^2)",
        "pull(z) := sum(h in heads: (1 - odds(h, z))/(1 + odds(h, z))*mu[h] - lam[h])/root",
    ],
    "flows": ["full(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": [
        "root > 0",
        "sum(j: 1) == 2",
        "f < g",
        "dot(v, v) == 1",
        "dot(u, u) == 1",
        "dot(v, u) == 0",
        "forall h in heads: U[h](v) == lam[h]*v",
        "forall h in heads: U[h](u) == mu[h]*u",
    ],
}
PAIR: dict[str, Any] = {
    "letters": ["y[token]: moving vector; c, s: moving number"],
    "given": ["solves(full, y)", "always(y[f] == c*v + s*u)", "always(y[g] == c*v - s*u)"],
}
ROUND = "always(c^2 + s^2 == 1)"
TURNS = "almost_always(rate(s) == s*c^2*pull(s) and rate(c) == -(c*s^2*pull(s)))"
_FRAME = ["dot(v, v) == 1", "dot(u, u) == 1", "dot(v, u) == 0"]
_PLACES = ["y[f] == c*v + s*u", "y[g] == c*v - s*u"]
_E = "e({0}, y, f, k)".format


def _two(term: str) -> tuple[str, Tree]:
    """A sum over the two tokens."""
    ends = [term.replace("k)", f"{end})").replace("[k]", f"[{end}]") for end in ("f", "g")]
    return (f"sum(k: {term}) == {ends[0]} + {ends[1]}", rule("sum over two tokens", i="f", j="g", e=f"fn(k: {term})"))


def _drawn(direction: str, value: str, number: str) -> tuple[str, Tree]:
    """What the heads do in one direction: `value` of the weights, times the eigenvalue `number`."""
    total = f"sum(k: {_E('h')}*dot({direction}, y[k]))/(root*sum(k: {_E('h')}))"
    terms = (f"{number}[h]*({total})", f"{number}[h]*({value})/root")
    facts = [_two(_E("q")), _two(f"{_E('q')}*dot({direction}, y[k])")]
    own, other = (f"exp(beta[q]*dot(y[f], y[{end}]))" for end in ("f", "g"))
    here = terms[0].replace("[h]", "[q]").replace("(h,", "(q,").replace("e(h", "e(q")
    written = f"{number}[q]*(({own}*dot({direction}, y[f]) + {other}*dot({direction}, y[g]))/(root*({own} + {other})))"
    return (
        f"sum(h in heads: {terms[0]}) == sum(h in heads: {terms[1]})",
        rule(
            "equal sums, heads",
            have(
                [*facts, (f"{here} == {written}", leaf(use=[fact for fact, _ in facts]))],
                leaf(f"eq 1: {here} == {written}", use=[*_PLACES, *_FRAME]),
            ),
            e=f"fn(h in heads: {terms[0]})",
            f=f"fn(h in heads: {terms[1]})",
            new={"x": "q"},
        ),
    )


_ROUND = enter("every", have(["dot(y[f], y[f]) == 1"], leaf("eq 1: dot(y[f], y[f]) == 1", use=[*_PLACES, *_FRAME])))
_FLOW = "forall i: rate(y[i]) == full(y, i)"
_EIGEN = ["forall h in heads: U[h](v) == lam[h]*v", "forall h in heads: U[h](u) == mu[h]*u"]


def _coordinate(z: str, direction: str) -> list[tuple[str, Tree]]:
    along = f"dot({direction}, y[f])"
    return [
        (f"always({z} == {along})", enter("every", leaf(use=[*_PLACES, *_FRAME]))),
    ]


_OWN = {"u": "s*(1 - odds(h, s))/(1 + odds(h, s))", "v": "c"}
_NUMBER = {"u": "mu", "v": "lam"}
_FORCE = "dot({0}, force(y, f))".format


def _along(direction: str) -> tuple[str, Tree]:
    """What draws the first token in one direction."""
    fact, proof = _drawn(direction, _OWN[direction], _NUMBER[direction])
    value = f"sum(h in heads: {_NUMBER[direction]}[h]*({_OWN[direction]})/root)"
    return (f"{_FORCE(direction)} == {value}", have([(fact, proof)], leaf(f"eq 1: {fact}", use=_EIGEN)))


def _turn(z: str, direction: str) -> tuple[list[tuple[str, Tree]], list[str]]:
    """The rate of a coordinate, and the equations that give it."""
    along, rate = f"dot({direction}, y[f])", f"dot({direction}, rate(y[f]))"
    steps = [
        (f"rate({z}) == rate({along})", rule("differentiate", a=z, b=along)),
        (f"{rate} == {_FORCE(direction)} - {_FORCE('y[f]')}*{along}", leaf(use=[_FLOW])),
    ]
    return steps, [*(f"eq 1: {fact}" for fact, _ in steps), f"eq {_FORCE('y[f]')}: {z} == {along}"]


_S, _T = _turn("s", "u"), _turn("c", "v")
_ALONG = [_along("u"), _along("v")]
_ON_FIRST = (
    f"{_FORCE('y[f]')} == c*{_FORCE('v')} + s*{_FORCE('u')}",
    leaf(use=["y[f] == c*v + s*u"]),
)
_SQUARE = "c^2 + s^2 == 1"

formal(
    "LEM-mirrored",
    title="Two tokens that mirror each other",
    statement=model(MIRRORED, PAIR, {"show": [ROUND, TURNS]}),
    proof=[
        unfold("solves(full, y)", _ROUND),
        unfold(
            "solves(full, y)",
            have(
                [(ROUND, _ROUND), *_coordinate("s", "u"), *_coordinate("c", "v")],
                enter(
                    "ae",
                    have(
                        [*_ALONG, _ON_FIRST, *_S[0], *_T[0]],
                        both(
                            leaf(
                                *_S[1],
                                f"eq -s: {_ON_FIRST[0]}",
                                f"eq -{_FORCE('u')}: {_SQUARE}",
                                f"eq c^2: {_ALONG[0][0]}",
                                f"eq -s*c: {_ALONG[1][0]}",
                            ),
                            leaf(
                                *_T[1],
                                f"eq -c: {_ON_FIRST[0]}",
                                f"eq -{_FORCE('v')}: {_SQUARE}",
                                f"eq -s*c: {_ALONG[0][0]}",
                                f"eq s^2: {_ALONG[1][0]}",
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ],
)
