"""(D.3): softmax is Lipschitz, by the speed of the path from one row of logits to the other."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, both, define, enter, have, intro, leaf, lemma, rule, unfold, witness

NAMES = [
    "d(i) := u[i] - v[i]",
    "c(i) := p(u, i) - p(v, i)",
    "w(i) := v[i] + (1 - exp(-time))*d(i)",
    "P(i) := exp(beta*w(i))/sum(k: exp(beta*w(k)))",
    "m := sum(k: P(k)*d(k))",
    "C2 := sum(i: c(i)^2)",
    "D2 := sum(i: d(i)^2)",
    "far := max(i: abs(d(i)))",
    "z := (C2 + beta^2*D2)/2*(1 - exp(-time)) - sum(i: c(i)*P(i))",
]
_MASS = "sum(k: exp(beta*w(k))) >= exp(beta*w(q))"
_BELOW = [
    (_MASS, rule("term of a positive sum", leaf(), e="fn(k: exp(beta*w(k)))", y="q", new={"x": "r"})),
    ("P(q) <= 1", leaf(f"1: {_MASS}; 1/sum(k: exp(beta*w(k))) > 0")),
    ("P(q) > 0", leaf()),
]


def summed(term: str, *certificate: str) -> tuple[str, object]:
    """A sum of nonnegative terms."""
    positive = have(_BELOW, leaf(*certificate))
    return f"sum(i: {term}) >= 0", rule("positive sum", positive, e=f"fn(i: {term})", new={"x": "q"})


_FIRST = summed("(c(i) - beta*P(i)*(d(i) - m))^2", "1: sq c(q) - beta*P(q)*(d(q) - m)")
_SECOND = summed("P(i)*(1 - P(i))*(d(i) - m)^2", "1: P(q) > 0; P(q) <= 1; sq d(q) - m")
_THIRD = summed("(1 - P(i))*d(i)^2", "1: P(q) <= 1; sq d(q)")
_RISES = have(
    [_FIRST, _SECOND, _THIRD],
    leaf(
        f"1/2: exp(-time) > 0; {_FIRST[0]}",
        f"1/2: exp(-time) > 0; sq beta; {_SECOND[0]}",
        f"1/2: exp(-time) > 0; sq beta; {_THIRD[0]}",
        "1/2: exp(-time) > 0; sq beta*m",
    ),
)

_REST = "(beta*exp(-time)*far)"
_GAP = "sum(i: abs(P(i) - p(u, i)))"
_NEAR = f"{_GAP} <= 4*{_REST}"
_FAR = [
    ("d(q) <= abs(d(q))", rule("absolute above", e="d(q)")),
    ("-d(q) <= abs(d(q))", rule("absolute above minus", e="d(q)")),
    ("abs(d(q)) <= far", rule("below the greatest", e="fn(i: abs(d(i)))", y="q")),
]
_LOGITS = have(
    _FAR,
    both(
        leaf(*(f"1: beta >= 0; exp(-time) > 0; {fact}" for fact in ("d(q) <= abs(d(q))", "abs(d(q)) <= far"))),
        leaf(*(f"1: beta >= 0; exp(-time) > 0; {fact}" for fact in ("-d(q) <= abs(d(q))", "abs(d(q)) <= far"))),
    ),
)


def share(row: str) -> list[tuple[str, object]]:
    """An entry of softmax is at most 1."""
    most = f"sum(k: exp(beta*{row}[k])) >= exp(beta*{row}[q])"
    return [
        (most, rule("term of a positive sum", leaf(), e=f"fn(k: exp(beta*{row}[k]))", y="q", new={"x": "r"})),
        (f"p({row}, q) <= 1", leaf(f"1: {most}; 1/sum(k: exp(beta*{row}[k])) > 0")),
        (f"p({row}, q) >= 0", leaf()),
    ]


_CHANGE = "P(q) - p(u, q)"
_TURNED = "sum(i: abs(P(i) - p(u, i)) + c(i)*(P(i) - p(u, i))) >= 0"
_EACH = have(
    [
        *share("u"),
        *share("v"),
        ("1 + c(q) >= 0", leaf("1: p(v, q) <= 1", "1: p(u, q) >= 0")),
        ("1 - c(q) >= 0", leaf("1: p(u, q) <= 1", "1: p(v, q) >= 0")),
        (f"{_CHANGE} <= abs({_CHANGE})", rule("absolute above", e=_CHANGE)),
        (f"-({_CHANGE}) <= abs({_CHANGE})", rule("absolute above minus", e=_CHANGE)),
    ],
    leaf(
        f"1/2: -({_CHANGE}) <= abs({_CHANGE}); 1 + c(q) >= 0",
        f"1/2: {_CHANGE} <= abs({_CHANGE}); 1 - c(q) >= 0",
    ),
)
_LATER = have(
    [
        (_TURNED, rule("positive sum", _EACH, e=f"fn(i: {_TURNED[7:-6]})", new={"x": "q"})),
        ("C2 >= 0", rule("positive sum", leaf("1: sq c(q)"), e="fn(i: c(i)^2)", new={"x": "q"})),
        ("D2 >= 0", rule("positive sum", leaf("1: sq d(q)"), e="fn(i: d(i)^2)", new={"x": "q"})),
    ],
    leaf(
        "2: z >= start(z)",
        "eq 2: start(z) == -sum(i: c(i)*p(v, i))",
        f"2: {_TURNED}",
        f"2: {_NEAR}",
        "1: C2 >= 0; exp(-time) > 0",
        "1: sq beta; D2 >= 0; exp(-time) > 0",
    ),
)
_LONG = (
    "far >= 0",
    rule(
        "some element",
        have([_FAR[2]], leaf("1: abs(d(q)) <= far", "1: abs(d(q)) >= 0")),
        new={"x": "q"},
        C="far >= 0",
    ),
)
_VANISHES = have(
    [_LONG],
    unfold(
        "goal",
        witness(
            "8*beta*far",
            witness(
                "1",
                both(
                    leaf("8: beta >= 0; far >= 0"),
                    leaf("1:"),
                    enter(
                        "every",
                        rule(
                            "absolute at most",
                            leaf(),
                            leaf("16: beta >= 0; far >= 0; exp(-time) > 0"),
                            e=f"8*{_REST}",
                            b="8*beta*far*exp(-time)",
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "PER-D.3",
    statement={
        "letters": ["u[token], v[token], beta: number"],
        "where": ["p(a, i) := exp(beta*a[i])/sum(k: exp(beta*a[k]))"],
        "given": ["beta >= 0"],
        "show": ["sum(i: (p(u, i) - p(v, i))^2) <= beta^2*sum(i: (u[i] - v[i])^2)"],
    },
    proof=define(
        NAMES,
        have(
            [
                ("always(z >= start(z))", rule("monotone", _RISES, z="z")),
                ("start(z) == -sum(i: c(i)*p(v, i))", enter("start", leaf())),
                (
                    f"almost_always({_NEAR})",
                    lemma(
                        "LEM-softmax.near.now",
                        enter("ae", intro("q", _LOGITS)),
                        k="fn(j: beta*w(j))",
                        l="fn(j: beta*u[j])",
                        s=_REST,
                    ),
                ),
                (f"always({_NEAR})", rule("by continuity", KNOWN, a=_GAP, b=f"4*{_REST}")),
                (f"always(C2 - beta^2*D2 <= 8*{_REST})", enter("every", _LATER)),
                (f"exponentially_small(8*{_REST})", _VANISHES),
                ("C2 - beta^2*D2 <= 0", lemma("LEM-small.constant", r=f"8*{_REST}", c="C2 - beta^2*D2")),
            ],
            leaf("1: C2 - beta^2*D2 <= 0"),
        ),
    ),
    instance={"tokens": 3, "letters": {"u": [0, 0, "log(2)"], "v": [0, "log(3)", 0], "beta": 2}},
    twin=Variant(
        "less than beta/2",
        {"<= beta^2*sum": "<= (9/20*beta)^2*sum"},
        {"tokens": 2, "letters": {"u": [0, 0], "v": ["-log(2)/2", "log(2)/2"], "beta": 1}},
    ),
)
