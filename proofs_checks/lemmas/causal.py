"""Tokens on the sphere, drawn by themselves and earlier ones through a symmetric U: the hemisphere of an eigenvector.

The weights may change in any measurable way; only their signs and row sums are used.
"""

from proofs_checks.lemmas.leader import empty_before
from verify.formal import formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule

DRAWN = {
    "letters": ["U: operator; s: number; y[token]: moving vector; a[token, token]: measurable number"],
    "given": [
        "almost_always(forall i: rate(y[i]) == sum(j in upto(i): a[i, j]*(U(y[j]) - dot(y[i], U(y[j]))*y[i])))",
        "almost_always(forall i: sum(j in upto(i): a[i, j]) == s)",
    ],
}
TOWARDS = {
    "letters": ["v: vector; lam: number"],
    "given": [
        "U(v) == lam*v",
        "always(forall i: dot(y[i], y[i]) == 1)",
        "almost_always(forall i: forall j in upto(i): a[i, j] > 0)",
    ],
}
CAUSAL_WEIGHTS = model(DRAWN, TOWARDS, {"given": ["dot(v, v) == 1"]})
HEMISPHERE = {"given": ["at_start(forall i: dot(v, y[i]) > 0)"]}
FLOW = "forall i: rate(y[i]) == sum(j in upto(i): a[i, j]*(U(y[j]) - dot(y[i], U(y[j]))*y[i]))"
ROWS = "sum(j in upto({0}): a[{0}, j]) == s".format
UNIT = "forall i: dot(y[i], y[i]) == 1"
HEIGHTS = "forall i: always(dot(v, y[i]) > 0)"
_PUSH = "a[p, j]*(lam*dot(v, y[j]) + dot(v, y[p])*(K - dot(y[p], U(y[j]))))"
_BOUND = "dot(y[p], U(y[{0}])) <= K*norm(y[p])*norm(y[{0}])".format

formal(
    "LEM-causal.heights",
    title="Heights over an eigenvector stay positive under causal attention",
    statement=model(DRAWN, TOWARDS, HEMISPHERE, {"given": ["lam >= 0"], "show": [HEIGHTS]}),
    proof=rule(
        "some bound",
        rule(
            "strong induction",
            lemma(
                "LEM-positive",
                enter("start", KNOWN),
                enter(
                    "ae",
                    intro(
                        "",
                        have(
                            [
                                (
                                    f"sum(j in before(p): {_PUSH}) >= 0",
                                    rule(
                                        "positive sum, before",
                                        have(
                                            [_BOUND("q"), "a[p, q] > 0", "dot(v, y[q]) > 0"],
                                            leaf(
                                                "1: a[p, q] > 0; lam >= 0; dot(v, y[q]) > 0",
                                                f"1: a[p, q] > 0; dot(v, y[p]) > 0; {_BOUND('q')}",
                                                use=[UNIT],
                                            ),
                                        ),
                                        i="p",
                                        new={"x": "q"},
                                        e=f"fn(j: {_PUSH})",
                                    ),
                                ),
                                _BOUND("p"),
                                "a[p, p] > 0",
                            ],
                            leaf(
                                f"1: sum(j in before(p): {_PUSH}) >= 0",
                                "1: a[p, p] > 0; lam >= 0; dot(v, y[p]) > 0",
                                f"1: a[p, p] > 0; dot(v, y[p]) > 0; {_BOUND('p')}",
                                f"eq K*dot(v, y[p]): {ROWS('p')}",
                                use=[FLOW, UNIT, "U(v) == lam*v"],
                            ),
                        ),
                    ),
                ),
                z="dot(v, y[p])",
                k="K*s",
            ),
            P="fn(i: always(dot(v, y[i]) > 0))",
            new={"x": "p"},
        ),
        U="U",
        C=HEIGHTS,
    ),
)

GAP = {
    "letters": ["g, rho: number"],
    "given": [
        "rho >= 0",
        "forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b)",
        "forall b in vector, c in vector: dot(v, b) == 0 and dot(v, c) == 0 => dot(b, U(c)) <= rho*norm(b)*norm(c)",
    ],
}
TANGENT = "(y[{0}]/dot(v, y[{0}]) - v)".format
SIZE = "norm(y[{0}]/dot(v, y[{0}]) - v)".format
OFF = "norm(y[{0}] - v)".format
OFF_BY_SIZE = lemma(
    "LEM-small.below",
    KNOWN,
    KNOWN,
    enter(
        "every",
        rule(
            "below the square",
            leaf(),
            leaf(
                "1: sq 1/dot(v, y[p]) - 1",
                "2: dot(v, y[p]) > 0; sq 1/dot(v, y[p]) - 1",
                use=[UNIT, "dot(v, v) == 1"],
            ),
            a=f"abs({OFF('p')})",
            b=f"1*{SIZE('p')}",
        ),
    ),
    z=OFF("p"),
    r=SIZE("p"),
    c="1",
)
_PULL = "a[{0}, {1}]*dot(v, y[{1}])/dot(v, y[{0}])".format


def slope(i: str, weight: str = "a[{0}, {1}]") -> str:
    """The right side of the differential inequality for the tangent of token i, with the text of a weight."""
    pull = f"{weight.format(i, 'j')}*dot(v, y[j])/dot(v, y[{i}])"
    return (
        f"-((g*{weight.format(i, i)} + lam*sum(j in before({i}): {pull}))*{SIZE(i)})"
        f" + rho*sum(j in before({i}): {pull}*{SIZE('j')})"
    )


CASCADE = f"almost_always(forall i: rate({SIZE('i')}) <= {slope('i')})"
_MIXED = f"{_PULL('p', 'j')}*(rho*{SIZE('p')}*{SIZE('j')} - dot({TANGENT('p')}, U({TANGENT('j')})))"

formal(
    "LEM-causal.tangents",
    title="The tangents of a cascade are driven by those of earlier tokens",
    statement=model(CAUSAL_WEIGHTS, HEMISPHERE, GAP, {"given": ["lam >= 0"], "show": [CASCADE]}),
    proof=have(
        [
            (HEIGHTS, lemma("LEM-causal.heights")),
            (
                f"forall i: almost_always(rate({SIZE('i')}) <= {slope('i')})",
                intro(
                    "p",
                    lemma(
                        "LEM-norm",
                        enter(
                            "ae",
                            intro(
                                "",
                                have(
                                    [
                                        (
                                            f"forall i: dot(v, {TANGENT('i')}) == 0",
                                            intro("q", leaf(use=["dot(v, v) == 1"])),
                                        ),
                                        (
                                            f"sum(j in before(p): {_MIXED}) >= 0",
                                            rule(
                                                "positive sum, before",
                                                have(
                                                    [
                                                        f"dot({TANGENT('p')}, U({TANGENT('q')}))"
                                                        f" <= rho*{SIZE('p')}*{SIZE('q')}",
                                                        "a[p, q] > 0",
                                                    ],
                                                    leaf(
                                                        f"1: a[p, q] > 0; dot(v, y[q]) > 0; 1/dot(v, y[p]) > 0;"
                                                        f" dot({TANGENT('p')}, U({TANGENT('q')}))"
                                                        f" <= rho*{SIZE('p')}*{SIZE('q')}"
                                                    ),
                                                ),
                                                i="p",
                                                new={"x": "q"},
                                                e=f"fn(j: {_MIXED})",
                                            ),
                                        ),
                                        f"dot({TANGENT('p')}, U({TANGENT('p')}))"
                                        f" <= (lam - g)*dot({TANGENT('p')}, {TANGENT('p')})",
                                        "a[p, p] > 0",
                                    ],
                                    leaf(
                                        f"1: sum(j in before(p): {_MIXED}) >= 0",
                                        f"1: a[p, p] > 0; dot({TANGENT('p')}, U({TANGENT('p')}))"
                                        f" <= (lam - g)*dot({TANGENT('p')}, {TANGENT('p')})",
                                        use=[FLOW, "U(v) == lam*v", "dot(v, v) == 1", UNIT],
                                    ),
                                ),
                            ),
                        ),
                        enter(
                            "ae",
                            intro(
                                "",
                                have(
                                    [
                                        (
                                            f"sum(j in before(p): {_PULL('p', 'j')}*{SIZE('j')}) >= 0",
                                            rule(
                                                "positive sum, before",
                                                have(
                                                    ["a[p, q] > 0"],
                                                    leaf(
                                                        "1: a[p, q] > 0; dot(v, y[q]) > 0; 1/dot(v, y[p]) > 0;"
                                                        f" {SIZE('q')} >= 0"
                                                    ),
                                                ),
                                                i="p",
                                                new={"x": "q"},
                                                e=f"fn(j: {_PULL('p', 'j')}*{SIZE('j')})",
                                            ),
                                        )
                                    ],
                                    leaf(
                                        f"1: rho >= 0; sum(j in before(p): {_PULL('p', 'j')}*{SIZE('j')}) >= 0",
                                        use=[f"{SIZE('p')} == 0"],
                                    ),
                                ),
                            ),
                        ),
                        p=TANGENT("p"),
                        b=slope("p"),
                    ),
                ),
            ),
        ],
        enter("ae", KNOWN),
    ),
)

_NONE = {
    "sum(j in before(f): a[f, j])": "a[f, j]",
    "sum(j in before(f): a[f, j]*dot(y[f], U(y[j])))": "a[f, j]*dot(y[f], U(y[j]))",
}
_NO_VECTOR = "sum(j in before(f): a[f, j]*U(y[j]))"
FIRST = "rate(y[f]) == s*(U(y[f]) - dot(y[f], U(y[f]))*y[f])"


_MOVING_VALUES = {**DRAWN, "letters": [DRAWN["letters"][0].replace("U: operator", "U: measurable operator")]}

formal(
    "LEM-causal.first",
    title="The first token follows the value matrix alone",
    statement=model(
        _MOVING_VALUES,
        {"letters": ["f: token"], "given": ["forall i: f <= i"], "show": [f"almost_always({FIRST})"]},
    ),
    proof=enter(
        "ae",
        have(
            [
                (f"{_NO_VECTOR} == 0", empty_before("equal vector sums", "a[f, j]*U(y[j])", "0*y[j]")),
                *((f"{total} == 0", empty_before("equal sums", summand, "0")) for total, summand in _NONE.items()),
                ("a[f, f] == s", leaf(f"eq 1: {ROWS('f')}", f"eq -1: {next(iter(_NONE))} == 0")),
            ],
            leaf(use=[FLOW, f"{_NO_VECTOR} == 0", *(f"{total} == 0" for total in _NONE), "a[f, f] == s"]),
        ),
    ),
)
