"""The weights that two tokens behind the same earlier ones give to those, summed over several heads."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, rule, split

_N = "norm(y[q] - z[q])"
_ROW = "e(h, {0}, q, {1})/sum(k in upto(q): e(h, {0}, q, k))".format
_PART = f"({_ROW('y', '{0}')} - {_ROW('z', '{0}')})".format
_WEIGHT = "sum(h in heads: att(h, {0}, q, {1}))".format
_DIFFERENCE = f"({_WEIGHT('y', '{0}')} - {_WEIGHT('z', '{0}')})".format
_BOUND = "almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b))"
_UNITS = [f"forall i: dot({x}[i], {x}[i]) == 1" for x in "yz"]
_AT = f"sum(j in upto(q): abs{_PART('j')}) <= 2*abs(K)*{_N}"
_CLOSE = f"norm(y[t] - z[t]) <= {_N}"
_NEAR: Tree = split(
    "t < q or q <= t",
    have(
        ["y[t] == z[t]", ("norm(y[t] - z[t]) == 0", leaf(norms=["0"], use=["y[t] == z[t]"]))],
        leaf(f"1: {_N} >= 0", "eq 1: norm(y[t] - z[t]) == 0"),
    ),
    rule("same token", KNOWN, KNOWN, leaf(), i="q", j="t", P=f"fn(j: norm(y[j] - z[j]) <= {_N})"),
)


def _logit(sign: str) -> Tree:
    """How far the logits of the two tokens are apart, on one side."""
    here, there = f"dot({sign}(y[q] - z[q]), P[h](y[t]))", f"dot({sign}z[q], P[h](y[t] - z[t]))"
    sizes = [f"norm({sign}(y[q] - z[q]))*norm(y[t])", f"norm({sign}z[q])*norm(y[t] - z[t])"]
    ones: Steps = [(f"norm({v}) == 1", leaf(norms=["1"], use=_UNITS)) for v in ("y[t]", f"{sign}z[q]")]
    return have(
        [*ones, *(f"{part} <= K*{size}" for part, size in zip((here, there), sizes, strict=True))],
        leaf(
            f"1: {here} <= K*{sizes[0]}",
            f"1: {there} <= K*{sizes[1]}",
            f"1: K <= abs(K); {_N} >= 0",
            "1: K <= abs(K); norm(y[t] - z[t]) >= 0",
            f"1: abs(K) >= 0; {_CLOSE}",
            f"eq K*{_N}: norm(y[t]) == 1",
            f"eq K*norm(y[t] - z[t]): norm({sign}z[q]) == 1",
        ),
    )


_LOGITS = enter(
    "ae",
    intro(
        "t",
        have(
            [
                ("K <= abs(K)", rule("absolute above", e="K")),
                ("-K <= abs(K)", rule("absolute above minus", e="K")),
                ("abs(K) >= 0", leaf("1/2: K <= abs(K)", "1/2: -K <= abs(K)")),
                (_CLOSE, _NEAR),
            ],
            both(_logit("-"), _logit("")),
        ),
    ),
)
_ROWS = (
    f"forall h in heads: almost_always({_AT})",
    intro(
        "h",
        lemma(
            "LEM-softmax.lipschitz.upto",
            _LOGITS,
            k="fn(j: dot(y[q], P[h](y[j])))",
            l="fn(j: dot(z[q], P[h](z[j])))",
            s=f"2*abs(K)*{_N}",
            i="q",
        ),
    ),
)


def _side(sign: str) -> tuple[str, Tree]:
    """The difference of the summed weights is at most the sum of the differences, from one side."""
    rest, name = f"abs{_PART('t')}/root - {sign}{_PART('t')}/root", "absolute above minus" if sign else "absolute above"
    above = f"{sign}{_PART('t')} <= abs{_PART('t')}"
    return (
        f"sum(h in heads: {rest}) >= 0",
        rule(
            "positive sum, heads",
            have([(above, rule(name, e=_PART("t")))], leaf(f"1: 1/root > 0; {above}")),
            e=f"fn(h in heads: {rest})",
            new={"x": "h"},
        ),
    )


_TOTAL = "sum(h in heads: abs{0}/root)".format
_SIDES = [_side(""), _side("-")]
_EACH = have(
    [
        *_SIDES,
        (
            f"abs{_DIFFERENCE('t')} <= {_TOTAL(_PART('t'))}",
            rule(
                "absolute at most",
                leaf(f"1: {_SIDES[0][0]}"),
                leaf(f"1: {_SIDES[1][0]}"),
                e=_DIFFERENCE("t"),
                b=_TOTAL(_PART("t")),
            ),
        ),
    ],
    leaf(f"1: abs{_DIFFERENCE('t')} <= {_TOTAL(_PART('t'))}"),
)
_LESS = f"{_TOTAL(_PART('j'))} - abs{_DIFFERENCE('j')}"
_WITHIN = f"2*abs(K)*{_N}/root - sum(j in before(q): abs{_PART('j')})/root"

formal(
    "LEM-same-row",
    title="The weights of two tokens behind the same earlier ones, in sum over the heads, by how far they are apart",
    statement={
        "letters": ["P[head]: measurable matrix; y[token], z[token]: measurable vector; q: token; K, root: number"],
        "where": [
            "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
            "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))",
        ],
        "given": [
            "root > 0",
            _BOUND,
            *(f"almost_always({unit})" for unit in _UNITS),
            "almost_always(forall j in before(q): y[j] == z[j])",
        ],
        "show": [
            f"almost_always(sum(j in before(q): abs{_DIFFERENCE('j')}) <= 2*abs(K)*sum(h in heads: 1)/root*{_N})",
        ],
    },
    proof=have(
        [_ROWS],
        enter(
            "ae",
            have(
                [
                    (
                        f"sum(j in before(q): {_LESS}) >= 0",
                        rule("positive sum, before", _EACH, i="q", new={"x": "t"}, e=f"fn(j: {_LESS})"),
                    ),
                    (
                        f"sum(h in heads: {_WITHIN}) >= 0",
                        rule(
                            "positive sum, heads",
                            have(
                                [
                                    _AT,
                                    (f"-{_PART('q')} <= abs{_PART('q')}", rule("absolute above minus", e=_PART("q"))),
                                    (f"{_PART('q')} <= abs{_PART('q')}", rule("absolute above", e=_PART("q"))),
                                ],
                                leaf(
                                    f"1: 1/root > 0; {_AT}",
                                    f"1/2: 1/root > 0; -{_PART('q')} <= abs{_PART('q')}",
                                    f"1/2: 1/root > 0; {_PART('q')} <= abs{_PART('q')}",
                                ),
                            ),
                            e=f"fn(h in heads: {_WITHIN})",
                            new={"x": "h"},
                        ),
                    ),
                ],
                leaf(f"1: sum(j in before(q): {_LESS}) >= 0", f"1: sum(h in heads: {_WITHIN}) >= 0"),
            ),
        ),
    ),
)

_LEFT = "r - sum(j in before(g): a[h, j])"

formal(
    "LEM-row-before",
    title="What the rows of several heads give to earlier tokens is at most their sum",
    statement={
        "letters": ["a[head, token], r: measurable number; g: token"],
        "given": [
            "almost_always(forall h in heads: a[h, g] >= 0)",
            "almost_always(forall h in heads: sum(j in upto(g): a[h, j]) == r)",
        ],
        "show": ["almost_always(sum(j in before(g): sum(h in heads: a[h, j])) <= sum(h in heads: r))"],
    },
    proof=enter(
        "ae",
        have(
            [
                (
                    f"sum(h in heads: {_LEFT}) >= 0",
                    rule(
                        "positive sum, heads",
                        have(
                            ["a[h, g] >= 0", "sum(j in upto(g): a[h, j]) == r"],
                            leaf("1: a[h, g] >= 0", "eq 1: sum(j in upto(g): a[h, j]) == r"),
                        ),
                        e=f"fn(h in heads: {_LEFT})",
                        new={"x": "h"},
                    ),
                )
            ],
            leaf(f"1: sum(h in heads: {_LEFT}) >= 0"),
        ),
    ),
)
