"""Theorem 6.1 and negative beta: the Hessian averaged over the directions of space, in three dimensions and more."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import LOG2, SA, STATE, UNIT, USA, WEIGHTS
from proofs_checks.perspective.proofs.saddles import NO_CLUSTER
from proofs_checks.perspective.proofs.scheme import CLUSTERS, STEEP
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

SPLITS = "forall c in vector: c == sum(k in direction: dot(b[k], c)*b[k])"
BASIS = {
    "letters": ["b[direction]: vector"],
    "where": ["dims := sum(k in direction: 1)"],
    "given": ["forall k in direction: dot(b[k], b[k]) == 1", SPLITS],
}
"""An orthonormal basis: unit vectors along which every vector splits. Their number d is the dimension."""
BRACKET = "forall s in number: -1 <= s and s < 1 => beta*(1 - s^2) + dims - 2 - s > 0"
_S = "dot(x[{0}], x[{1}])".format
_TERM = (
    "e(x, {0}, {1})*(beta*(dot(b[{2}], x[{1}]) + dot(b[{2}], x[{0}]))*(1 - dot(x[{0}], x[{1}]))"
    "*(dot(b[{2}], x[{1}]) - dot(x[{0}], x[{1}])*dot(b[{2}], x[{0}])) + (1 - dot(b[{2}], x[{0}])^2"
    " - dot(b[{2}], x[{1}])^2 + dot(x[{0}], x[{1}])*dot(b[{2}], x[{0}])*dot(b[{2}], x[{1}]))"
    " - dot(x[{0}], x[{1}])*(1 - dot(b[{2}], x[{0}])^2))"
).format
_MEAN = (
    "e(x, {0}, {1})*(1 - dot(x[{0}], x[{1}]))*(beta*(1 - dot(x[{0}], x[{1}])^2) + dims - 2 - dot(x[{0}], x[{1}]))"
).format
_AWAY = "fn(h: b[{0}] - dot(x[h], b[{0}])*x[h])".format
_FORM = f"sum(i: dot(D(usa, x, {_AWAY('{0}')}, i), b[{{0}}] - dot(x[i], b[{{0}}])*x[i]))".format


def _parseval(p: str, q: str) -> tuple[str, Tree]:
    """A product of two tokens, in coordinates."""
    return f"sum(k in direction: dot(b[k], x[{p}])*dot(b[k], x[{q}])) == {_S(p, q)}", take(
        SPLITS,
        [f"x[{q}]"],
        have(
            [
                (
                    f"dot(x[{p}], x[{q}]) == dot(x[{p}], sum(k in direction: dot(b[k], x[{q}])*b[k]))",
                    lemma("LEM-same-dot", u=f"x[{q}]", w=f"sum(k in direction: dot(b[k], x[{q}])*b[k])", z=f"x[{p}]"),
                )
            ],
            leaf(f"eq -1: dot(x[{p}], x[{q}]) == dot(x[{p}], sum(k in direction: dot(b[k], x[{q}])*b[k]))"),
        ),
    )


_PRODUCTS = [_parseval("i1", "i1"), _parseval("i1", "j1"), _parseval("j1", "j1")]
_UNITS = ["forall k in direction: dot(b[k], b[k]) == 1", UNIT]
_EACH = have(_PRODUCTS, leaf(use=[UNIT, *(fact for fact, _ in _PRODUCTS)]))
_SAME = f"sum(i, j: sum(k in direction: {_TERM('i', 'j', 'k')})) == sum(i, j: {_MEAN('i', 'j')})"
_AVERAGE = (
    _SAME,
    rule(
        "equal sums",
        rule(
            "equal sums",
            _EACH,
            e=f"fn(j: sum(k in direction: {_TERM('i1', 'j', 'k')}))",
            f=f"fn(j: {_MEAN('i1', 'j')})",
            new={"x": "j1"},
        ),
        e=f"fn(i: sum(j: sum(k in direction: {_TERM('i', 'j', 'k')})))",
        f=f"fn(i: sum(j: {_MEAN('i', 'j')}))",
        new={"x": "i1"},
    ),
)
_FIRST = f"sum(k in direction: n*{_FORM('k')}) == sum(k in direction: sum(i, j: {_TERM('i', 'j', 'k')}))"
_SWAPPED = (
    f"sum(k in direction: sum(i, j: {_TERM('i', 'j', 'k')}))"
    f" == sum(i: sum(j: sum(k in direction: {_TERM('i', 'j', 'k')})))"
)
_HESSIAN = f"sum(k in direction: n*{_FORM('k')}) == sum(i, j: {_MEAN('i', 'j')})"
SPACE = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
APART = {"tokens": 2, "dim": 3, "directions": 3, "letters": {"beta": 1, "b": SPACE, "x": SPACE[:2]}}

formal(
    "PER-T6.1.averaged",
    title="The Hessian of the energy, averaged over the directions of space",
    sentence=r"For unit tokens $x_i$ in $d$ dimensions, $s_{ij} = \langle x_i, x_j\rangle$, an orthonormal basis $b$,"
    r" tangent $v^k_i = P_{x_i}b_k$ and the derivative $D$ of the field of USA: $n\sum_k\langle v^k, D(v^k)\rangle ="
    r" \sum_{ij}(1 - s_{ij})e^{\beta s_{ij}}[\beta(1 - s_{ij}^2) + d - 2 - s_{ij}]$.",
    statement=model(WEIGHTS, USA, BASIS, STATE, {"show": [_HESSIAN]}),
    proof=have(
        [
            (
                _FIRST,
                rule(
                    "equal sums, directions",
                    leaf(use=_UNITS),
                    e=f"fn(k in direction: n*{_FORM('k')})",
                    f=f"fn(k in direction: sum(i, j: {_TERM('i', 'j', 'k')}))",
                    new={"x": "k1"},
                ),
            ),
            (_SWAPPED, lemma("LEM-directions-last", a=f"fn(k in direction, i, j: {_TERM('i', 'j', 'k')})")),
            _AVERAGE,
        ],
        leaf(f"eq 1: {_FIRST}", f"eq 1: {_SWAPPED}", f"eq 1: {_SAME}"),
    ),
    instance=APART,
    twin=Variant("one dimension more", {"+ dims - 2 - dot": "+ dims - 1 - dot"}, APART),
)


def _apart(p: str, q: str) -> Tree:
    """What two different tokens add is positive."""
    product = _S(p, q)
    at = f"beta*(1 - {product}^2) + dims - 2 - {product} > 0"
    return have(
        [(f"-1 <= {product}", leaf(f"1/2: sq norm(x[{p}] + x[{q}])", use=[UNIT]))],
        take(
            BRACKET,
            [product],
            have(
                [at, (f"1 - {product} > 0", leaf(f"1: {product} < 1"))],
                leaf(f"1: 1 - {product} > 0; e(x, {p}, {q}) > 0; {at}"),
            ),
        ),
    )


_NONNEGATIVE = have(
    [("dot(x[i1], x[j1]) <= 1", leaf("1/2: sq norm(x[i1] - x[j1])", use=[UNIT]))],
    split(
        f"{_S('i1', 'j1')} < 1 or {_S('i1', 'j1')} >= 1",
        _apart("i1", "j1"),
        have(
            [(f"{_S('i1', 'j1')} == 1", rule("antisymmetry", a=_S("i1", "j1"), b="1"))],
            leaf(use=[f"{_S('i1', 'j1')} == 1"]),
        ),
    ),
)
_ALL = "forall i, j: " + _MEAN("i", "j") + " >= 0"
_ROW_OF = f"sum(j: {_MEAN('s1', 'j')}) >= {_MEAN('s1', 't1')}"
_WHOLE = f"sum(i: sum(j: {_MEAN('i', 'j')})) >= sum(j: {_MEAN('s1', 'j')})"
_APART = have(
    [
        ("dot(x[s1] - x[t1], x[s1] - x[t1]) > 0", rule("positive square", u="x[s1] - x[t1]")),
        (
            f"{_S('s1', 't1')} < 1",
            leaf("1/2: dot(x[s1] - x[t1], x[s1] - x[t1]) > 0", use=[UNIT]),
        ),
    ],
    _apart("s1", "t1"),
)
_POSITIVE = have(
    [
        (_ALL, intro("i1,j1", _NONNEGATIVE)),
        (
            _ROW_OF,
            rule("term of a positive sum", KNOWN, e=f"fn(j: {_MEAN('s1', 'j')})", y="t1", new={"x": "q"}),
        ),
        (
            _WHOLE,
            rule(
                "term of a positive sum",
                rule("positive sum", KNOWN, e=f"fn(j: {_MEAN('q', 'j')})", new={"x": "r"}),
                e=f"fn(i: sum(j: {_MEAN('i', 'j')}))",
                y="s1",
                new={"x": "q"},
            ),
        ),
        (f"{_MEAN('s1', 't1')} > 0", _APART),
    ],
    leaf(f"1: {_WHOLE}", f"1: {_ROW_OF}", f"1: {_MEAN('s1', 't1')} > 0", f"eq -1: {_HESSIAN}"),
)
_SOME = f"exists k in direction: n*{_FORM('k')} > 0"
RISES_ON_AVERAGE = obtain(
    NO_CLUSTER,
    "s1,t1",
    have(
        [
            (_HESSIAN, lemma("PER-T6.1.averaged")),
            (f"sum(k in direction: n*{_FORM('k')}) > 0", _POSITIVE),
            (_SOME, lemma("LEM-positive-term", KNOWN, a=f"fn(k in direction: n*{_FORM('k')})")),
        ],
        obtain(
            _SOME,
            "k1",
            witness(
                _AWAY("k1"),
                both(intro("i1", leaf(use=[UNIT])), leaf(f"1: 1/n > 0; n*{_FORM('k1')} > 0")),
            ),
        ),
    ),
)

formal(
    "LEM-rising-average",
    title="Tokens that are not all equal have a direction in which the energy rises, if it does so on average",
    statement=model(WEIGHTS, USA, BASIS, STATE, {"given": [BRACKET, NO_CLUSTER], "show": [STEEP("x")]}),
    proof=RISES_ON_AVERAGE,
)


def almost_every_start(bracket: Tree) -> Tree:
    """Both flows, from the sign of the bracket."""
    return lemma(
        "PER-T5.loj",
        intro(["x", "", "", ""], have([(BRACKET, bracket)], lemma("LEM-rising-average"))),
    )


formal(
    "PER-T6.1",
    statement=model(WEIGHTS, SA, USA, BASIS, {"given": ["beta >= 0", "dims >= 3"], "show": CLUSTERS}),
    proof=almost_every_start(
        intro(["s", ""], leaf("1: beta >= 0; 1 - s > 0; s + 1 >= 0", "1: dims >= 3", "1: s < 1")),
    ),
    instance={"tokens": 2, "dim": 3, "directions": 3, "letters": {"beta": LOG2, "b": SPACE}},
    twin=Variant(
        "on the line",
        {"dims >= 3": "dims >= 1"},
        {"tokens": 2, "dim": 1, "directions": 1, "letters": {"beta": LOG2, "b": [[1]]}},
    ),
)


_POSITIVE_BRACKET = cases(
    "beta",
    leaf("1: beta >= 0; 1 - s > 0; s + 1 >= 0", "1: dims >= 3", "1: s < 1"),
    cases(
        "beta + 1/2",
        leaf("1/2: 1 - s > 0; 1 - s > 0", "1: 1 - s > 0; s + 1 >= 0; beta + 1/2 >= 0", "1: dims >= 3"),
        have(
            [
                ("m + r > 0", leaf("1: dims >= 3", "1: r >= 0", "1:")),
                ("m - r <= 1", leaf("1: dims >= 3", "1: r >= 0", "eq -1: r^2 == m^2 - 1", times=["m + r"])),
                ("-beta - (m - r)/2 > 0", leaf("1: beta + 1/2 < 0", "1/2: m - r <= 1")),
                ("-4*beta > 0", leaf("4: beta < 0")),
            ],
            leaf(
                "1: sq 2*beta*s + 1",
                "4: -beta - (m - r)/2 > 0; beta > -(m + r)/2",
                "eq 1: r^2 == m^2 - 1",
                times=["-4*beta"],
            ),
        ),
    ),
)

formal(
    "PER-N5",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        BASIS,
        {
            "letters": ["r: number"],
            "where": ["m := dims - 2"],
            "given": ["dims >= 3", "r >= 0", "r^2 == m^2 - 1", "beta > -(m + r)/2"],
            "show": CLUSTERS,
        },
    ),
    proof=almost_every_start(intro(["s", ""], _POSITIVE_BRACKET)),
    instance={"tokens": 2, "dim": 3, "directions": 3, "letters": {"beta": "-1/3", "r": 0, "b": SPACE}},
    twin=Variant(
        "on the line",
        {"dims >= 3": "dims >= 1"},
        {"tokens": 2, "dim": 1, "directions": 1, "letters": {"beta": 1, "r": 0, "b": [[1]]}},
    ),
)
