"""Equilibria in an open half space are clusters."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import STATE, UNIT, USA, WEIGHTS
from verify.formal import formal, model
from verify.tactics.build import Tree, have, intro, leaf, lemma, rule

RESTS = "forall i: usa(x, i) == 0"
_S = "dot(x[a], x[{0}])".format
_H = "dot(g, x[{0}])".format
_STILL = "dot(g, usa(x, a)) == dot(g, 0*g)"
_PULL = f"e(x, a, {{0}})*({_H('{0}')} - {_S('{0}')}*{_H('a')})".format
_TERM = f"sum(j: {_PULL('j')}) >= {_PULL('q')}"
_NONNEGATIVE = have(
    [(f"1 - {_S('r')} >= 0", leaf("1/2: sq norm(x[a] - x[r])", use=[UNIT])), f"{_H('a')} <= {_H('r')}"],
    leaf(f"1: e(x, a, r) > 0; {_H('a')} <= {_H('r')}", f"1: e(x, a, r) > 0; 1 - {_S('r')} >= 0; {_H('a')} > 0"),
)


def _at_the_lowest(q: str) -> tuple[str, Tree]:
    """Nothing holds the lowest token down, so that nothing pulls it up."""
    term = _TERM.replace("x[q]", f"x[{q}]").replace("a, q)", f"a, {q})")
    return f"x[{q}] == x[a]", have(
        [
            (
                term,
                rule("term of a positive sum", _NONNEGATIVE, e=f"fn(j: {_PULL('j')})", y=q, new={"x": "r"}),
            ),
            f"{_H('a')} <= {_H(q)}",
            (f"e(x, a, {q})*{_H('a')} > 0", leaf(f"1: e(x, a, {q}) > 0; {_H('a')} > 0")),
        ],
        rule(
            "equal vectors",
            leaf(
                f"2: {term}",
                f"2: e(x, a, {q}) > 0; {_H('a')} <= {_H(q)}",
                f"eq 2*n: {_STILL}",
                times=[f"e(x, a, {q})*{_H('a')}"],
                use=[UNIT],
            ),
            u=f"x[{q}]",
            w="x[a]",
        ),
    )


_FIRST, _SECOND = _at_the_lowest("s"), _at_the_lowest("t")

formal(
    "LEM-resting-half-space",
    title="Equilibria of USA in an open half space are clusters",
    statement=model(
        WEIGHTS,
        USA,
        STATE,
        {
            "letters": ["g: vector"],
            "given": [RESTS, "forall i: dot(g, x[i]) > 0"],
            "show": ["forall i, j: x[i] == x[j]"],
        },
    ),
    proof=rule(
        "attained least",
        intro(
            "s,t",
            have(
                [
                    "usa(x, a) == 0",
                    (_STILL, lemma("LEM-same-dot", u="usa(x, a)", w="0*g", z="g")),
                    _FIRST,
                    _SECOND,
                ],
                leaf(use=[_FIRST[0], _SECOND[0]]),
            ),
        ),
        e=f"fn(j: {_H('j')})",
        C="forall i, j: x[i] == x[j]",
        new={"x": "a"},
    ),
)
