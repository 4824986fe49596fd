"""Causal tokens behind a first one that comes to v: without a gap of U, all follow, as each is drawn by the first.

The weights on the first token are bounded from below; its height stays above beta > 0.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.causal import CAUSAL_WEIGHTS, GAP, HEIGHTS, HEMISPHERE, ROWS, SIZE, UNIT, slope
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, leaf, lemma, rule, split

LED: dict[str, Any] = {
    "letters": ["f: token; delta[token], beta: number"],
    "given": [
        "lam > 0",
        "s > 0",
        "forall i: f <= i",
        "forall i: delta[i] > 0",
        "almost_always(forall i: f < i => a[i, f] >= delta[i])",
        "beta > 0",
        "always(dot(v, y[f]) >= beta)",
        f"exponentially_small({SIZE('f')})",
    ],
}
_FLAT = {
    "letters": GAP["letters"],
    "given": [text.replace("(lam - g)", "lam") for text in GAP["given"]],
}
_H = "dot(v, y[{0}])".format
_PULL = "a[p, {0}]*dot(v, y[{0}])/dot(v, y[p])".format
_MASS = f"sum(j in before(p): {SIZE('j')})"
_SPHERE = ["dot(v, v) == 1", UNIT]
_FLOOR = f"sum(j in before(p): {_PULL('j')}) >= {_PULL('f')}"
_FORCE = f"(1 + {SIZE('p')})*s*{SIZE('{0}')} - {_PULL('{0}')}*{SIZE('{0}')}"


def _below_one(t: str) -> tuple[str, Tree]:
    return (f"{_H(t)} <= 1", leaf(f"1/2: dot(y[{t}] - v, y[{t}] - v) >= 0", use=_SPHERE))


_OVER = (
    f"1/{_H('p')} <= 1 + {SIZE('p')}",
    rule(
        "below the square",
        leaf(),
        leaf(f"2: {SIZE('p')} >= 0", use=_SPHERE),
        a=f"1/{_H('p')}",
        b=f"1 + {SIZE('p')}",
    ),
)
_SHARE = [
    (
        "sum(j in upto(p): a[p, j]) >= a[p, q]",
        rule("term of a positive sum, upto", KNOWN, KNOWN, e="fn(j: a[p, j])", i="p", y="q"),
    ),
    ("a[p, q] <= s", leaf("1: sum(j in upto(p): a[p, j]) >= a[p, q]", f"eq 1: {ROWS('p')}")),
]
_FORCED = have(
    [
        _OVER,
        _below_one("p"),
        f"rate({SIZE('p')}) <= {slope('p').replace('g*', '0*')}",
        "a[p, f] >= delta[p]",
        (
            _FLOOR,
            rule(
                "term of a positive sum, before",
                KNOWN,
                have(["a[p, q] > 0"], leaf(f"1: a[p, q] > 0; {_H('q')} > 0; 1/{_H('p')} > 0")),
                e=f"fn(j: {_PULL('j')})",
                i="p",
                y="f",
                new={"x": "q"},
            ),
        ),
        (
            f"{_PULL('f')} >= delta[p]*beta",
            leaf(
                f"1: a[p, f] >= delta[p]; {_H('f')} > 0; 1/{_H('p')} > 0",
                f"1: delta[p] > 0; {_H('f')} >= beta; 1/{_H('p')} > 0",
                f"1: delta[p] > 0; beta > 0; 1/{_H('p')} > 0; {_H('p')} <= 1",
            ),
        ),
        (
            f"sum(j in before(p): {_FORCE.format('j')}) >= 0",
            rule(
                "positive sum, before",
                have(
                    [_below_one("q"), "a[p, q] > 0", *_SHARE],
                    leaf(
                        f"1: {SIZE('q')} >= 0; s > 0; 1/{_H('p')} <= 1 + {SIZE('p')}",
                        f"1: {SIZE('q')} >= 0; a[p, q] <= s; 1/{_H('p')} > 0",
                        f"1: {SIZE('q')} >= 0; a[p, q] > 0; {_H('q')} <= 1; 1/{_H('p')} > 0",
                    ),
                ),
                e=f"fn(j: {_FORCE.format('j')})",
                i="p",
                new={"x": "q"},
            ),
        ),
    ],
    leaf(
        f"1: rate({SIZE('p')}) <= {slope('p').replace('g*', '0*')}",
        f"1: lam > 0; {SIZE('p')} >= 0; {_FLOOR}",
        f"1: lam > 0; {SIZE('p')} >= 0; {_PULL('f')} >= delta[p]*beta",
        f"1: rho >= 0; sum(j in before(p): {_FORCE.format('j')}) >= 0",
    ),
)
_CASCADE = f"almost_always(forall i: rate({SIZE('i')}) <= {slope('i').replace('g*', '0*')})"

formal(
    "LEM-causal.led",
    title="Causal tokens behind a first one that comes to the eigenvector",
    statement=model(CAUSAL_WEIGHTS, HEMISPHERE, _FLAT, LED, {"show": [f"forall i: exponentially_small({SIZE('i')})"]}),
    proof=have(
        [
            (HEIGHTS, lemma("LEM-causal.heights")),
            (_CASCADE, lemma("LEM-causal.tangents", g="0")),
        ],
        rule(
            "strong induction",
            split(
                "f < p or p <= f",
                lemma(
                    "LEM-forced",
                    enter("every", leaf()),
                    leaf("1: lam > 0; delta[p] > 0; beta > 0"),
                    leaf("1: rho >= 0; s > 0"),
                    lemma("LEM-small.sum", r=f"fn(i: {SIZE('i')})", i="p"),
                    enter(
                        "every", rule("positive sum, before", leaf(), i="p", new={"x": "q"}, e=f"fn(j: {SIZE('j')})")
                    ),
                    enter("ae", _FORCED),
                    r=SIZE("p"),
                    m=_MASS,
                    k="lam*delta[p]*beta",
                    c="rho*s",
                ),
                rule("same token", KNOWN, KNOWN, KNOWN, i="f", j="p", P=f"fn(i: exponentially_small({SIZE('i')}))"),
            ),
            P=f"fn(i: exponentially_small({SIZE('i')}))",
            new={"x": "p"},
        ),
    ),
)
