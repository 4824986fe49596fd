"""Appendix B, chain argument, first step: the cut condition brings a token of a set near one outside it."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, leaf, lemma, rule, split, witness

_TERM = "chi[{0}]*(1 - chi[{1}])*g(th[{0}] - th[{1}])".format
_CUT = f"sum(i, j: {_TERM('i', 'j')}) >= 0"
_LOSS = "chi[{0}]*(1 - chi[{1}])*(-g(th[{0}] - th[{1}]))".format
_LOSSES = f"sum(i, j: {_LOSS('i', 'j')})"
_ROW = f"sum(j: {_LOSS('{0}', 'j')})".format
_NEAR = "chi[{0}] == 1 and chi[{1}] == 0 and cos(th[{0}] - th[{1}]) >= s".format
_FOUND = f"exists i, j: {_NEAR('i', 'j')}"
_CIRCLE = "cos({0})^2 + sin({0})^2 == 1".format
_EITHER = "chi[{0}] == 0 or chi[{0}] == 1".format


def _far(i: str, j: str) -> Tree:
    """Where no pair is near, -g is positive between a token of the set and one outside."""
    x = f"th[{i}] - th[{j}]"
    c = f"cos({x})"
    near = have(
        [(_FOUND, witness(i, witness(j, both(KNOWN, KNOWN, leaf(f"1: s <= {c}")))))],
        rule("contradiction", P=_FOUND, C=f"{c} < s"),
    )
    return have(
        [
            (f"{c} < s", split(f"{c} < s or s <= {c}", KNOWN, near)),
            (_CIRCLE(x), rule("circle", a=x)),
            (
                f"-{c} <= 1",
                rule("below the square", leaf("1:"), leaf(f"1: sq sin({x})", f"eq -1: {_CIRCLE(x)}"), a=f"-{c}", b="1"),
            ),
            (f"1 + beta*(s + {c}) > 0", leaf("1: 1 + beta*(s - 1) > 0", f"1: beta > 0; -{c} <= 1")),
            (
                f"beta*(1 - {c}^2) - {c} > 0",
                leaf(f"1: {c} < s; 1 + beta*(s + {c}) > 0", "eq -1: beta*(1 - s^2) == s"),
            ),
            (f"sin({x})^2 == 1 - {c}^2", leaf(f"eq 1: {_CIRCLE(x)}")),
        ],
        leaf(f"1: beta*(1 - {c}^2) - {c} > 0; exp(beta*{c}) > 0", f"eq beta*exp(beta*{c}): sin({x})^2 == 1 - {c}^2"),
    )


def _nonnegative(i: str, j: str) -> Tree:
    """No pair gains."""
    between = have(
        [(f"-g(th[{i}] - th[{j}]) > 0", _far(i, j))],
        leaf(f"1: -g(th[{i}] - th[{j}]) > 0", use=[f"chi[{i}] == 1", f"chi[{j}] == 0"]),
    )
    inside = split(_EITHER(j), between, leaf(use=[f"chi[{j}] == 1"]))
    return have([_EITHER(i), _EITHER(j)], split(_EITHER(i), leaf(use=[f"chi[{i}] == 0"]), inside))


def _row(i: str) -> Tree:
    return rule("positive sum", _nonnegative(i, "q"), e=f"fn(j: {_LOSS(i, 'j')})", new={"x": "q"})


_NONE = have(
    [
        ("-g(th[k] - th[l]) > 0", _far("k", "l")),
        (
            f"{_LOSSES} >= {_ROW('k')}",
            rule("term of a positive sum", _row("p"), e=f"fn(i: {_ROW('i')})", y="k", new={"x": "p"}),
        ),
        (
            f"{_ROW('k')} >= {_LOSS('k', 'l')}",
            rule(
                "term of a positive sum",
                _nonnegative("k", "q"),
                e=f"fn(j: {_LOSS('k', 'j')})",
                y="l",
                new={"x": "q"},
            ),
        ),
        (
            f"{_LOSS('k', 'l')} > 0",
            leaf("1: -g(th[k] - th[l]) > 0", use=["chi[k] == 1", "chi[l] == 0"]),
        ),
    ],
    {
        "absurd": lemma(
            "LEM-two-signs",
            leaf(f"1: {_CUT}"),
            leaf(f"1: {_LOSSES} >= {_ROW('k')}", f"1: {_ROW('k')} >= {_LOSS('k', 'l')}", f"1: {_LOSS('k', 'l')} > 0"),
            a=f"-{_LOSSES}",
        )
    },
)
_NUMBERS: dict[str, Any] = {"beta": "2/3", "s": "1/2", "chi": [1, 0], "k": 0, "l": 1}


def _two(*angles: Any) -> dict[str, Any]:
    return {"tokens": 2, "letters": {**_NUMBERS, "th": list(angles)}}


formal(
    "PER-B.chain.pair",
    title="A token of the set near one outside it",
    sentence=r"Let $\beta > 0$, $c^* \geq 0$ and $\beta(1 - c^{*2}) = c^*$, as for $c^* = \cos\tau^*$"
    r" (PER-B.tau.cosine). If $\sum_{i \in S, j \notin S}g(\theta_i - \theta_j) \geq 0$ for a proper set $S$, as it is"
    r" where the Hessian is at most 0 (PER-B.1), some $i \in S$, $j \notin S$ have $\cos(\theta_i - \theta_j) \geq"
    r" c^*$: the angle between them is at most $\tau^*$.",
    role="extension",
    statement={
        "letters": ["beta, s, th[token], chi[token]: number; k, l: token"],
        "where": ["g(a) := (cos(a) - beta*sin(a)^2)*exp(beta*cos(a))"],
        "given": [
            "beta > 0",
            "s >= 0",
            "beta*(1 - s^2) == s",
            f"forall i: {_EITHER('i')}",
            "chi[k] == 1",
            "chi[l] == 0",
            _CUT,
        ],
        "show": [_FOUND],
    },
    proof=have(
        [
            (
                "1 + beta*(s - 1) > 0",
                leaf("1:", "eq 1: beta*(1 - s^2) == s", times=["1 + s"]),
            ),
        ],
        split(f"({_FOUND}) or not ({_FOUND})", KNOWN, _NONE),
    ),
    instance=_two(0, 0),
    twin=Variant("without the cut condition", {_CUT: "beta == beta"}, _two(0, "pi")),
)
