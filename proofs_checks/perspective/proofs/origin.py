"""Table 1, last row: for V = -I and Q^T K = I all tokens, unrescaled, tend to the origin.

With E the sum of all exp(<x_i, x_j>): E falls at twice the rate G, the sum of |F_i|^2/Z_i, and E - n^2 is at most the
sum of <x_i, F_i>, so that G stays positive as long as E stays away from n^2.
"""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, cases, enter, have, intro, leaf, lemma, obtain, rule

_SPEED = "forall i: rate(x[i]) == -(F(i)/Z(i))"
_Q = "dot(x[{0}], x[{0}])".format
_TANGENT = "exp(dot(x[p], x[g]))"


def _each_pair(term: str, each: Tree) -> tuple[str, Tree]:
    """A sum over all pairs of tokens that is not negative, term by term."""
    row = term.replace("[i]", "[p]").replace("(i, j)", "(p, j)")
    inner = rule("positive sum", each, e=f"fn(j: {row})", new={"x": "g"})
    return (f"sum(i: sum(j: {term})) >= 0", rule("positive sum", inner, e=f"fn(i: sum(j: {term}))", new={"x": "p"}))


_BELOW = "e(i, j)*dot(x[i], x[j]) - e(i, j) + 1"
_BELOW_EACH = have(
    [("1 + (-dot(x[p], x[g])) <= exp(-dot(x[p], x[g]))", rule("exp tangent", a="-dot(x[p], x[g])"))],
    leaf(f"1: 1 + (-dot(x[p], x[g])) <= exp(-dot(x[p], x[g])); {_TANGENT} > 0"),
)


def _tangent(p: str, q: str) -> Tree:
    """No exponential is below its tangent at 0."""
    s = f"dot(x[{p}], x[{q}])"
    return have([(f"1 + {s} <= exp({s})", rule("exp tangent", a=s))], leaf(f"1: 1 + {s} <= exp({s})"))


_PULLED = (
    "E - n^2 <= sum(i: dot(x[i], F(i)))",
    have([_each_pair(_BELOW, _BELOW_EACH)], leaf(f"1: {_each_pair(_BELOW, KNOWN)[0]}")),
)


def _row(p: str) -> list[tuple[str, Tree]]:
    """A squared length is at most the row sum of the token, which is at most E."""
    return [
        (f"1 + {_Q(p)} <= e({p}, {p})", rule("exp tangent", a=_Q(p))),
        (
            f"Z({p}) >= e({p}, {p})",
            rule("term of a positive sum", leaf(f"1: e({p}, k1) > 0"), e=f"fn(j: e({p}, j))", y=p, new={"x": "k1"}),
        ),
        (
            f"E >= Z({p})",
            rule(
                "term of a positive sum",
                rule("positive sum", leaf("1: e(k1, k2) > 0"), e="fn(j: e(k1, j))", new={"x": "k2"}),
                e="fn(i: Z(i))",
                y=p,
                new={"x": "k1"},
            ),
        ),
    ]


_FACTS: list[tuple[str, Tree]] = [
    (
        "always(forall i: Z(i) > 0)",
        enter("every", intro("p", rule("strictly positive sum", KNOWN, e="fn(j: e(p, j))", new={"x": "k1"}))),
    ),
    ("almost_always(rate(E) == -2*G)", enter("ae", leaf(use=[_SPEED]))),
    (
        "always(G >= 0)",
        enter(
            "every",
            rule("positive sum", leaf("1: 1/Z(p) > 0; sq norm(F(p))"), e="fn(i: dot(F(i), F(i))/Z(i))", new={"x": "p"}),
        ),
    ),
    (
        "always(E >= 0)",
        enter(
            "every",
            rule(
                "positive sum",
                rule("positive sum", leaf("1: e(k1, k2) > 0"), e="fn(j: e(k1, j))", new={"x": "k2"}),
                e="fn(i: Z(i))",
                new={"x": "k1"},
            ),
        ),
    ),
]

_LIMIT = "exists m in number: m >= 0 and tends(E, m) and always(E >= m)"
_C = "(start(E)^2 + 1)"
_LEFT = "(m - n^2)"
_GAP = f"{_LEFT}/{_C}*Z({{0}})*x[{{0}}] - F({{0}})".format
_SQUARES = f"sum(i: dot({_GAP('i')}, {_GAP('i')})/Z(i)) >= 0"
_BOUND = "sum(i: Z(i)*(E - dot(x[i], x[i]))) >= 0"
_STEADY = have(
    [
        _PULLED,
        (
            _BOUND,
            rule(
                "positive sum",
                have(
                    _row("p"),
                    leaf(
                        "1: Z(p) > 0; E >= Z(p)",
                        "1: Z(p) > 0; Z(p) >= e(p, p)",
                        f"1: Z(p) > 0; 1 + {_Q('p')} <= e(p, p)",
                        "1: Z(p) > 0",
                    ),
                ),
                e="fn(i: Z(i)*(E - dot(x[i], x[i])))",
                new={"x": "p"},
            ),
        ),
        (
            "sum(i: Z(i)*dot(x[i], x[i])) <= start(E)^2 + 1",
            leaf(f"1: {_BOUND}", "1: -E >= start(-E); E >= 0", "1: -E >= start(-E); start(E) >= 0", "1:"),
        ),
        (
            _SQUARES,
            rule(
                "positive sum",
                leaf(f"1: 1/Z(p) > 0; dot({_GAP('p')}, {_GAP('p')}) >= 0"),
                e=f"fn(i: dot({_GAP('i')}, {_GAP('i')})/Z(i))",
                new={"x": "p"},
            ),
        ),
        (
            f"G >= {_LEFT}^2/{_C}",
            leaf(
                f"1: {_SQUARES}",
                f"2: {_LEFT} > 0; 1/{_C} > 0; E - n^2 <= sum(i: dot(x[i], F(i)))",
                f"2: {_LEFT} > 0; 1/{_C} > 0; E >= m",
                f"1: {_LEFT} > 0; {_LEFT} > 0; 1/{_C} > 0; 1/{_C} > 0; sum(i: Z(i)*dot(x[i], x[i])) <= start(E)^2 + 1",
            ),
        ),
    ],
    leaf(f"2: G >= {_LEFT}^2/{_C}", "eq 1: rate(E) == -2*G"),
)
_RATE = f"2*{_LEFT}^2/{_C}"
_ALL_THERE = (
    f"{_LEFT} <= 0",
    cases(
        f"-{_LEFT}",
        leaf(f"1: -{_LEFT} >= 0"),
        have(
            [
                (f"{_LEFT} > 0", leaf(f"1: -{_LEFT} < 0")),
                (f"{_C} > 0", leaf("1: sq start(E)", "1:")),
                (f"{_RATE} > 0", leaf(f"2: {_LEFT} > 0; {_LEFT} > 0; 1/{_C} > 0")),
                (
                    f"{_RATE} <= 0",
                    lemma(
                        "LEM-no-steady-rise",
                        enter("every", leaf("1: E >= 0")),
                        enter("ae", leaf("2: G >= 0", "eq 1: rate(E) == -2*G")),
                        enter("ae", intro("", _STEADY)),
                        z="-E",
                        T="0",
                        K="0",
                        k=_RATE,
                    ),
                ),
            ],
            absurd(leaf(f"1: {_RATE} <= 0", times=[_RATE])),
        ),
    ),
)
_LENGTH = f"{_Q('p')}*{_Q('p')}"
_OWN = "e(p, p) - 1 - dot(x[p], x[p])"
_TERMS = "sum(i: sum(j: e(i, j) - 1 - dot(x[i], x[j])))"
_ROW_TERMS = "sum(j: e(p, j) - 1 - dot(x[p], x[j]))"
_SMALL = have(
    [
        (
            f"{_ROW_TERMS} >= {_OWN}",
            rule(
                "term of a positive sum",
                _tangent("p", "k2"),
                e="fn(j: e(p, j) - 1 - dot(x[p], x[j]))",
                y="p",
                new={"x": "k2"},
            ),
        ),
        (
            f"{_TERMS} >= {_ROW_TERMS}",
            rule(
                "term of a positive sum",
                rule("positive sum", _tangent("k1", "k2"), e="fn(j: e(k1, j) - 1 - dot(x[k1], x[j]))", new={"x": "k2"}),
                e="fn(i: sum(j: e(i, j) - 1 - dot(x[i], x[j])))",
                y="p",
                new={"x": "k1"},
            ),
        ),
        (f"1 + {_Q('p')}/2 <= exp({_Q('p')}/2)", rule("exp tangent", a=f"{_Q('p')}/2")),
        (
            f"{_OWN} >= 1/4*{_LENGTH}",
            leaf(
                f"1: 1 + {_Q('p')}/2 <= exp({_Q('p')}/2); 1 + {_Q('p')}/2 <= exp({_Q('p')}/2)",
                f"2: 1 + {_Q('p')}/2 <= exp({_Q('p')}/2)",
                f"1: 1 + {_Q('p')}/2 <= exp({_Q('p')}/2); sq norm(x[p])",
            ),
        ),
        (
            f"{_LENGTH} <= 4*(E - m)",
            leaf(
                f"4: {_OWN} >= 1/4*{_LENGTH}",
                f"4: {_ROW_TERMS} >= {_OWN}",
                f"4: {_TERMS} >= {_ROW_TERMS}",
                "4: sq norm(sum(j: x[j]))",
                f"4: {_LEFT} <= 0",
            ),
        ),
    ],
    rule(
        "absolute at most",
        leaf(f"1: {_LENGTH} <= 4*(E - m)"),
        leaf("4: E >= m", f"1: sq {_Q('p')}"),
        e=_LENGTH,
        b="4*(E - m)",
    ),
)
_TO_ZERO = intro(
    "p",
    have(
        [
            (
                f"tends({_LENGTH}, 0)",
                lemma("LEM-tends.below", KNOWN, leaf("4:"), enter("every", _SMALL), z=_LENGTH, r="E - m", c="4"),
            ),
            (f"tends({_Q('p')}, 0)", lemma("LEM-tends.root", KNOWN, enter("every", KNOWN), r=_Q("p"))),
        ],
        lemma("LEM-tends.root", KNOWN, enter("every", KNOWN), r="norm(x[p])"),
    ),
)
_PROOF = have(
    [
        *_FACTS,
        ("always(-E >= start(-E))", rule("monotone", leaf("2: G >= 0", "eq 1: rate(E) == -2*G"), z="-E")),
        ("start(E) >= 0", enter("start", leaf("1: E >= 0"))),
        (
            _LIMIT,
            lemma(
                "LEM-monotone-limit.falling",
                enter("ae", leaf("2: G >= 0", "eq 1: rate(E) == -2*G")),
                KNOWN,
                z="E",
                K="0",
            ),
        ),
    ],
    obtain(
        _LIMIT,
        "m",
        have(
            [
                _ALL_THERE,
                (
                    "tends(E - m, 0)",
                    lemma("LEM-tends.same", KNOWN, enter("every", leaf()), a="E", b="E - m", c="m", d="0"),
                ),
            ],
            _TO_ZERO,
        ),
    ),
)

STATEMENT = {
    "letters": ["x[token]: moving vector"],
    "where": [
        "n := sum(j: 1)",
        "e(i, j) := exp(dot(x[i], x[j]))",
        "Z(i) := sum(j: e(i, j))",
        "F(i) := sum(j: e(i, j)*x[j])",
        "E := sum(i: Z(i))",
        "G := sum(i: dot(F(i), F(i))/Z(i))",
    ],
    "given": [f"almost_always({_SPEED})"],
    "show": ["forall i: tends(norm(x[i]), 0)"],
}

formal(
    "PER-TAB1.origin",
    title="All tokens tend to the origin for V = -I",
    sentence=r"For $V = -I$, $Q^\top K = I$: $\dot x_i = -\sum_jA_{ij}x_j$ takes all tokens to the origin, from every"
    r" start, as the row says if it speaks of unrescaled tokens.",
    reading="beta = 1 and no projection, as in the table",
    statement=STATEMENT,
    proof=_PROOF,
    instance={"tokens": 2, "dim": 2, "letters": {"x": [[0, 0], [0, 0]]}},
    twin=Variant(
        "tokens that rest",
        {"== -(F(i)/Z(i))": "== F(i) - F(i)"},
        {"tokens": 2, "dim": 2, "letters": {"x": [[1, 0], [0, 1]]}},
    ),
)
