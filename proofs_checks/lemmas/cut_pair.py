"""Where a weighted sum over the pairs across a cut is not negative, some pair across it is near."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, have, leaf, lemma, rule, split, witness

GAIN = "(({1}) - {0}*(1 - ({1})^2))*exp({0}*({1}))".format
"""The second variation of a pair with the product {1} at the inverse temperature {0}."""
_CUT = "sum(i, j: chi[i]*(1 - chi[j])*g(c[i, j])) >= 0"
_LOSS = "chi[{0}]*(1 - chi[{1}])*(-g(c[{0}, {1}]))".format
_LOSSES = f"sum(i, j: {_LOSS('i', 'j')})"
_ROW = f"sum(j: {_LOSS('{0}', 'j')})".format
_NEAR = "chi[{0}] == 1 and chi[{1}] == 0 and c[{0}, {1}] >= s".format
_FOUND = f"exists i, j: {_NEAR('i', 'j')}"
_EITHER = "chi[{0}] == 0 or chi[{0}] == 1".format


def _far(i: str, j: str) -> Tree:
    """Where no pair is near, -g is positive between a token of the set and one outside."""
    c = f"c[{i}, {j}]"
    near = have(
        [(_FOUND, witness(i, witness(j, both(KNOWN, KNOWN, leaf(f"1: s <= {c}")))))],
        rule("contradiction", P=_FOUND, C=f"{c} < s"),
    )
    return have(
        [
            (f"{c} < s", split(f"{c} < s or s <= {c}", KNOWN, near)),
            f"-1 <= {c}",
            (f"1 + beta*(s + {c}) > 0", leaf("1: 1 + beta*(s - 1) > 0", f"1: beta > 0; -1 <= {c}")),
            (
                f"beta*(1 - {c}^2) - {c} > 0",
                leaf(f"1: {c} < s; 1 + beta*(s + {c}) > 0", "eq -1: beta*(1 - s^2) == s"),
            ),
        ],
        leaf(f"1: beta*(1 - {c}^2) - {c} > 0; exp(beta*{c}) > 0"),
    )


def _nonnegative(i: str, j: str) -> Tree:
    """No pair gains."""
    between = have(
        [(f"-g(c[{i}, {j}]) > 0", _far(i, j))],
        leaf(f"1: -g(c[{i}, {j}]) > 0", use=[f"chi[{i}] == 1", f"chi[{j}] == 0"]),
    )
    inside = split(_EITHER(j), between, leaf(use=[f"chi[{j}] == 1"]))
    return have([_EITHER(i), _EITHER(j)], split(_EITHER(i), leaf(use=[f"chi[{i}] == 0"]), inside))


def _row(i: str) -> Tree:
    return rule("positive sum", _nonnegative(i, "q"), e=f"fn(j: {_LOSS(i, 'j')})", new={"x": "q"})


_NONE = have(
    [
        ("-g(c[k, l]) > 0", _far("k", "l")),
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
            leaf("1: -g(c[k, l]) > 0", use=["chi[k] == 1", "chi[l] == 0"]),
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

formal(
    "LEM-cut-pair",
    title="Across a cut that does not lose some pair is near",
    statement={
        "letters": ["beta, s, c[token, token], chi[token]: number; k, l: token"],
        "where": [f"g(z) := {GAIN('beta', 'z')}"],
        "given": [
            "beta > 0",
            "s >= 0",
            "beta*(1 - s^2) == s",
            "forall i, j: -1 <= c[i, j]",
            f"forall i: {_EITHER('i')}",
            "chi[k] == 1",
            "chi[l] == 0",
            _CUT,
        ],
        "show": [_FOUND],
    },
    proof=have(
        [("1 + beta*(s - 1) > 0", leaf("1:", "eq 1: beta*(1 - s^2) == s", times=["1 + s"]))],
        split(f"({_FOUND}) or not ({_FOUND})", KNOWN, _NONE),
    ),
)
