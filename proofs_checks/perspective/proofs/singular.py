"""(9.4) to (9.6): at every state the field tends to the mean over the tokens of greatest logit as beta grows."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import at
from verify.formal import Variant, formal
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    define,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    witness,
)

NEAREST = "({l} == {M} and {chi} == 1) or ({l} < {M} and {chi} == 0)"
TOP = "max(k: l({0}, k))".format
CHOSEN = f"forall i, j: {NEAREST.format(l='l(i, j)', M=TOP('i'), chi='chi[i, j]')}"
_HERE = NEAREST.format(l="l(p, {0})", M="M", chi="chi[p, {0}]").format
_V = "V(x[{0}] - x[p])".format
_E = "exp(b*(l(p, {0}) - M))".format
_NAMES = [f"H := max(j: norm({_V('j')}))", f"M := {TOP('p')}", "c := sum(j: chi[p, j])", "few := r/(4*(H + 1))"]
_SUMS = [
    f"W := sum(j: {_E('j')})",
    f"most := sum(j: ({_E('j')} - chi[p, j])/W*{_V('j')})",
    f"mean := sum(j: chi[p, j]/c*{_V('j')})",
]


def chosen(q: str, same: Tree, less: Tree) -> Tree:
    """The two cases of a token: of greatest logit, or not."""
    return have([_HERE(q)], split(_HERE(q), same, less))


def weight(q: str) -> tuple[str, Tree]:
    """No weight of the limit is negative."""
    return f"chi[p, {q}] >= 0", chosen(q, leaf(f"eq -1: chi[p, {q}] == 1", "1:"), leaf(f"eq -1: chi[p, {q}] == 0"))


_EXCESS = (
    f"{_E('q')} - chi[p, q] >= 0",
    chosen(
        "q",
        leaf("eq 1: chi[p, q] == 1", use=["l(p, q) == M"]),
        leaf("eq 1: chi[p, q] == 0", f"1: {_E('q')} > 0"),
    ),
)
_SHORT = (f"norm({_V('q')}) <= H", rule("below the greatest", e=f"fn(j: norm({_V('j')}))", y="q"))
_SOME = (
    "c >= 1",
    rule(
        "attained greatest",
        have(
            [
                "M == l(p, q)",
                ("chi[p, q] == 1", chosen("q", KNOWN, absurd(leaf("eq 1/(M - l(p, q)): M == l(p, q)")))),
                (
                    "sum(j: chi[p, j]) >= chi[p, q]",
                    rule(
                        "term of a positive sum",
                        have([weight("h")], KNOWN),
                        e="fn(j: chi[p, j])",
                        y="q",
                        new={"x": "h"},
                    ),
                ),
            ],
            leaf("1: sum(j: chi[p, j]) >= chi[p, q]", "eq -1: chi[p, q] == 1"),
        ),
        e="fn(k: l(p, k))",
        C="c >= 1",
        new={"x": "q"},
    ),
)
_LONG = (
    "H >= 0",
    have(
        [(f"norm({_V('p')}) <= H", rule("below the greatest", e=f"fn(j: norm({_V('j')}))", y="p"))],
        leaf(f"1: norm({_V('p')}) <= H"),
    ),
)


def mixed(share: str, positive: tuple[str, Tree], over: str, name: str) -> list[tuple[str, Tree]]:
    """The length of a combination with nonnegative weights is at most that of its longest vector times their sum."""
    e = f"({share})/{over}"
    room = f"sum(j: {e}*(H - norm({_V('j')}))) >= 0"
    return [
        (
            f"norm({name}) <= sum(j: {e}*norm({_V('j')}))",
            rule(
                "norm of a weighted sum",
                have([positive], leaf(f"1: {positive[0]}; 1/{over} > 0")),
                e=f"fn(j: {e})",
                u=f"fn(j: {_V('j')})",
                new={"x": "q"},
            ),
        ),
        (
            room,
            rule(
                "positive sum",
                have([positive, _SHORT], leaf(f"1: {positive[0]}; 1/{over} > 0; {_SHORT[0]}")),
                e=f"fn(j: {e}*(H - norm({_V('j')})))",
                new={"x": "q"},
            ),
        ),
    ]


_MOST = mixed(f"{_E('j')} - chi[p, j]", _EXCESS, "W", "most")
_MEAN = mixed("chi[p, j]", weight("q"), "c", "mean")
_LEFT = f"sum(j: {_E('j')} - chi[p, j]) <= few"
_SCALED = "norm((W - c)/W*mean) == (W - c)/W*norm(mean)"
_APART = "norm(most + -((W - c)/W*mean)) <= norm(most) + norm(-((W - c)/W*mean))"
_NEAR = define(
    _SUMS,
    have(
        [
            _LEFT,
            (
                f"sum(j: {_E('j')} - chi[p, j]) >= 0",
                rule("positive sum", have([_EXCESS], KNOWN), e=f"fn(j: {_E('j')} - chi[p, j])", new={"x": "q"}),
            ),
            ("W >= 1", leaf(f"1: sum(j: {_E('j')} - chi[p, j]) >= 0", "1: c >= 1")),
            ("W > 0", leaf("1: W >= 1", "1:")),
            *_MOST,
            *_MEAN,
            ("norm(most) <= (W - c)/W*H", leaf(f"1: {_MOST[0][0]}", f"1: {_MOST[1][0]}")),
            ("norm(mean) <= H", leaf(f"1: {_MEAN[0][0]}", f"1: {_MEAN[1][0]}")),
            ("(W - c)/W >= 0", leaf(f"1: sum(j: {_E('j')} - chi[p, j]) >= 0; 1/W > 0")),
            (_SCALED, rule("norm scaled", u="mean", k="(W - c)/W")),
            (_APART, rule("triangle", u="most", w="-((W - c)/W*mean)")),
        ],
        leaf(
            f"1: {_APART}",
            f"eq 1: {_SCALED}",
            "1: norm(most) <= (W - c)/W*H",
            "1: (W - c)/W >= 0; norm(mean) <= H",
            f"2: {_LEFT}; H >= 0; 1/W > 0",
            "2: W >= 1; few > 0; H >= 0; 1/W > 0",
            "1/2: r > 0; H >= 0; 1/(H + 1) > 0",
            "1: r > 0; 1/(H + 1) > 0",
        ),
    ),
)
_BOUND = f"exists B in number: forall b in number: b > B => {_LEFT}"
CLOSE = "forall b in number: b > {1} => norm(field(b, {0}) - limit({0})) < r".format
_ONE_TOKEN = define(
    _NAMES,
    have(
        [
            _LONG,
            _SOME,
            ("c > 0", leaf("1: c >= 1", "1:")),
            ("few > 0", leaf("1/4: r > 0; 1/(H + 1) > 0")),
            (
                _BOUND,
                lemma(
                    "LEM-greatest-logits", intro("q", KNOWN), KNOWN, l="fn(j: l(p, j))", chi="fn(j: chi[p, j])", r="few"
                ),
            ),
        ],
        obtain(_BOUND, "B", witness("B", intro(["b", ""], _NEAR))),
    ),
)


ALONE = at(1, 1, x=[[1]], Q=[[1]], K=[[1]], V=[[1]], chi=[[1]])

formal(
    "PER-9.4.lim",
    reading="formally: the field converges at every state; chi is the indicator of the tokens of greatest logit",
    statement={
        "letters": ["x[token]: vector; Q, K, V: matrix; chi[token, token]: number"],
        "where": [
            "l(i, j) := dot(Q(x[i]), K(x[j]))",
            "field(b, i) := sum(j: exp(b*l(i, j))*V(x[j] - x[i]))/sum(k: exp(b*l(i, k)))",
            "limit(i) := sum(j: chi[i, j]*V(x[j] - x[i]))/sum(j: chi[i, j])",
        ],
        "given": [CHOSEN],
        "show": [
            "forall i: sum(j: chi[i, j]) >= 1",
            f"forall r in number: r > 0 => (exists B in number: forall i: {CLOSE('i', 'B')})",
        ],
    },
    proof=[
        intro("p", define([f"M := {TOP('p')}", "c := sum(j: chi[p, j])"], have([_SOME], KNOWN))),
        intro(
            ["r", ""],
            rule(
                "common bound",
                _ONE_TOKEN,
                intro(["b", ""], have([("b > s", leaf("1: b > t", "1: s <= t"))], KNOWN)),
                P=f"fn(i, B in number: {CLOSE('i', 'B')})",
                new={"x": "p"},
            ),
        ),
    ],
    instance=ALONE,
    twin=Variant("always two of greatest logit", {"sum(j: chi[i, j]) >= 1": "sum(j: chi[i, j]) >= 2"}, ALONE),
)
