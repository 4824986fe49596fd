"""Tokens on an ellipsoid, led by matrices with common eigenvectors: those with w^T y_i > 0 converge to v/|v|_W.

w is a left eigenvector of every matrix and v a right one; the weights are bounded from below and have equal row sums.
On the complement of w no matrix exceeds its eigenvalue in the form G, and their sum lies below by g.
"""

from __future__ import annotations

from proofs_checks.lemmas.led import HEIGHTS, LARGEST, SQUARE, TANGENT
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, define, enter, have, intro, leaf, lemma, obtain, rule, take

FORCE = "sum(h in heads, j in upto(i): a[h, i, j]*U[h](y[j]))"
_FORCE_OF = "sum(h in heads, j in upto({0}): a[h, {0}, j]*U[h](y[j]))".format
PULL = f"dot(y[i], W({FORCE}))"
FLOW = f"forall i: rate(y[i]) == {FORCE} - {PULL}*y[i]"
UNIT = "forall i: dot(y[i], W(y[i])) == 1"
ROWS = "forall h in heads, i: sum(j in upto(i): a[h, i, j]) == s"
BELOW = "forall h in heads, i: forall j in upto(i): a[h, i, j] >= delta"
EIGEN = [
    "dot(w, v) == 1",
    "forall h in heads: U[h](v) == lam[h]*v",
    "forall h in heads, b in vector: dot(w, U[h](b)) == lam[h]*dot(w, b)",
    "forall h in heads: lam[h] >= 0",
]
_GAPS = "sum(h in heads: lam[h]*dot(b, G(b)) - dot(b, G(U[h](b))))"
GAP = [
    "positive_definite(G)",
    "g > 0",
    "forall h in heads, b in vector: dot(w, b) == 0 => dot(b, G(U[h](b))) <= lam[h]*dot(b, G(b))",
    f"forall b in vector: dot(w, b) == 0 => {_GAPS} >= g*dot(b, G(b))",
]
LEFT = {
    "letters": [
        "W, G: operator; U[head]: matrix; v, w: vector; lam[head], g: number; y[token]: moving vector",
        "a[head, token, token]: measurable number; s, delta: number",
    ],
    "given": [
        "positive_definite(W)",
        f"always({UNIT})",
        f"almost_always({FLOW})",
        f"almost_always({ROWS})",
        "delta > 0",
        f"almost_always({BELOW})",
        "at_start(forall i: dot(w, y[i]) > 0)",
        *EIGEN,
        *GAP,
    ],
}
_FORM = "forall b in vector, c in vector: 2*dot(b, {2}({0}(c))) <= {1}*(dot(b, {2}(b)) + dot(c, {2}(c)))".format
_W_BOUND = f"exists K in number: forall h in heads: K >= 0 and ({_FORM('U[h]', 'K', 'W')})"
_G_BOUND = f"exists R in number: forall h in heads: R >= 0 and ({_FORM('U[h]', 'R', 'G')})"
_NONNEGATIVE = (
    "almost_always(forall h in heads, i: forall j in upto(i): a[h, i, j] >= 0)",
    enter("ae", intro("h1,p,q", have(["a[h1, p, q] >= delta"], leaf("1: a[h1, p, q] >= delta", "1: delta > 0")))),
)
_SPARE = "sum(j in upto(p): a[{0}, p, j]*(K - dot(y[p], W(U[{0}](y[j])))))".format
_LEFT_OVER = "K*s - sum(j in upto(p): a[h, p, j]*dot(y[p], W(U[h](y[j]))))"
_PAIRED = "2*dot(y[p], W(U[h1](y[q]))) <= K*(dot(y[p], W(y[p])) + dot(y[q], W(y[q])))"
_PULL_BOUND = (
    f"almost_always(forall i: {PULL} <= K*s*sum(h in heads: 1))",
    enter(
        "ae",
        intro(
            "p",
            have(
                [
                    (
                        f"sum(h in heads: {_LEFT_OVER}) >= 0",
                        rule(
                            "positive sum, heads",
                            have(
                                [
                                    (
                                        f"{_SPARE('h1')} >= 0",
                                        rule(
                                            "positive sum, upto",
                                            have(
                                                ["a[h1, p, q] >= 0", _PAIRED],
                                                leaf(f"1/2: a[h1, p, q] >= 0; {_PAIRED}", use=[UNIT]),
                                            ),
                                            i="p",
                                            new={"x": "q"},
                                            e="fn(j: a[h1, p, j]*(K - dot(y[p], W(U[h1](y[j])))))",
                                        ),
                                    ),
                                    "sum(j in upto(p): a[h1, p, j]) == s",
                                ],
                                leaf(f"1: {_SPARE('h1')} >= 0", "eq K: sum(j in upto(p): a[h1, p, j]) == s"),
                            ),
                            new={"x": "h1"},
                            e=f"fn(h in heads: {_LEFT_OVER})",
                        ),
                    )
                ],
                leaf(f"1: sum(h in heads: {_LEFT_OVER}) >= 0"),
            ),
        ),
    ),
)
_GAPPED = "sum(h in heads: (a[h, p, p] - delta)*(lam[h]*dot(b, G(b)) - dot(b, G(U[h](b)))))"
_KAPPA = (
    "almost_always(forall i, b in vector: dot(w, b) == 0 =>"
    " sum(h in heads: a[h, i, i]*(lam[h]*dot(b, G(b)) - dot(b, G(U[h](b))))) >= g*delta*dot(b, G(b)))",
    enter(
        "ae",
        intro(
            ["p", "b", ""],
            have(
                [
                    (
                        f"{_GAPPED} >= 0",
                        rule(
                            "positive sum, heads",
                            have(
                                ["a[x, p, p] >= delta", "dot(b, G(U[x](b))) <= lam[x]*dot(b, G(b))"],
                                leaf("1: a[x, p, p] >= delta; dot(b, G(U[x](b))) <= lam[x]*dot(b, G(b))"),
                            ),
                            e="fn(h in heads: (a[h, p, p] - delta)*(lam[h]*dot(b, G(b)) - dot(b, G(U[h](b)))))",
                        ),
                    ),
                    f"{_GAPS} >= g*dot(b, G(b))",
                ],
                leaf(f"1: {_GAPPED} >= 0", f"1: delta > 0; {_GAPS} >= g*dot(b, G(b))"),
            ),
        ),
    ),
)
_ARGUMENTS = {"pull": f"fn(i: {PULL})", "K": "K*s*sum(h in heads: 1)", "kappa": "g*delta"}


def _bounded(then: object) -> object:
    """With the pull of the ellipsoid bounded."""
    return have(
        [_NONNEGATIVE, (_W_BOUND, lemma("LEM-form-bound", G="W"))],
        obtain(_W_BOUND, "K", have([_PULL_BOUND, _KAPPA], then)),
    )


BOXES = {
    "letters": ["rho[head], B[token]: number"],
    "given": [
        "forall h in heads: rho[h] >= 0",
        "forall h in heads, b in vector, c in vector: dot(w, b) == 0 and dot(w, c) == 0"
        " => 2*dot(b, G(U[h](c))) <= rho[h]*(dot(b, G(b)) + dot(c, G(c)))",
        "forall i: B[i] > 0",
        "almost_always(forall i: forall j in before(i):"
        " sum(h in heads: a[h, i, j]*(lam[h]*B[i] - rho[h]*B[j])) >= 0)",
    ],
}

formal(
    "LEM-left.heights",
    statement=model(LEFT, {"show": [HEIGHTS]}),
    proof=_bounded(lemma("LEM-led.heights", **{name: _ARGUMENTS[name] for name in ("pull", "K")})),
)

formal(
    "LEM-left.decay",
    statement=model(LEFT, BOXES, {"show": [f"decays({LARGEST}, 2*g*delta)"]}),
    proof=_bounded(lemma("LEM-led.decay", **_ARGUMENTS)),
)

_LAMBDA, _H = "sum(m in heads: lam[m])", "sum(m in heads: 1)"
_EPS = f"(delta*{_LAMBDA}/(s*{_H}*R + 1))"
_Q, _S1 = "(2*dot(v, W(v)) + 2*L/nu + 1)", "dot(p1, G(p1))"
_C = "(2*dot(v, W(v)) + 2*L/nu + 1 + dot(w, w) + 1/mu)"
_ABOVE = (
    "almost_always(forall h in heads, i: forall j in upto(i): a[h, i, j] <= s)",
    enter(
        "ae",
        intro(
            "h1,p,q",
            have(
                [
                    (
                        "sum(j in upto(p): a[h1, p, j]) >= a[h1, p, q]",
                        rule(
                            "term of a positive sum, upto",
                            KNOWN,
                            have(["a[h1, p, x] >= 0"], KNOWN),
                            i="p",
                            e="fn(j: a[h1, p, j])",
                            y="q",
                        ),
                    ),
                    "sum(j in upto(p): a[h1, p, j]) == s",
                ],
                leaf(
                    "1: sum(j in upto(p): a[h1, p, j]) >= a[h1, p, q]", "eq 1: sum(j in upto(p): a[h1, p, j]) == s"
                ),
            ),
        ),
    ),
)
_SPARED = f"a[h, p, q]*(lam[h] - {_EPS}*R) - (delta*lam[h] - s*{_EPS}*R)"
_SLACK = (
    "almost_always(forall i: forall j in before(i):"
    f" sum(h in heads: a[h, i, j]*(lam[h] - {_EPS}*R)) >= 0)",
    enter(
        "ae",
        intro(
            "p,q",
            have(
                [
                    (
                        f"sum(h in heads: {_SPARED}) >= 0",
                        rule(
                            "positive sum, heads",
                            have(
                                ["a[x, p, q] >= delta", "a[x, p, q] <= s", "lam[x] >= 0"],
                                leaf(
                                    "1: a[x, p, q] >= delta; lam[x] >= 0",
                                    f"1: a[x, p, q] <= s; R >= 0; {_EPS} > 0",
                                ),
                            ),
                            e=f"fn(h in heads: {_SPARED})",
                        ),
                    )
                ],
                leaf(f"1: sum(h in heads: {_SPARED}) >= 0", f"1: {_EPS} > 0"),
            ),
        ),
    ),
)
_ROOT = "sqrt(dot(v, W(v)))"
_DISTANCE = f"dot(y[p] - v/{_ROOT}, W(y[p] - v/{_ROOT}))"
_WIDE = "dot(p1, W(p1)) <= L/nu*dot(p1, G(p1))"
_WIDE_PROOF = have(
    [
        "dot(p1, W(p1)) <= L*norm(p1)*norm(p1)",
        "dot(p1, G(p1)) >= nu*dot(p1, p1)",
    ],
    leaf("1: dot(p1, W(p1)) <= L*norm(p1)*norm(p1)", "1: L > 0; 1/nu > 0; dot(p1, G(p1)) >= nu*dot(p1, p1)"),
)
_NARROW = (
    f"always(forall i: dot(w, y[i]) <= {_C} and 1 <= {_C}*dot(w, y[i])*(1 + {SQUARE('i')}))",
    enter(
        "every",
        intro(
            "p",
            define(
                [f"p1 := {TANGENT('p')}"],
                have(
                    [
                        "dot(w, y[p]) > 0",
                        "dot(y[p], W(y[p])) >= mu*dot(y[p], y[p])",
                        (_WIDE, _WIDE_PROOF),
                        ("dot(p1, G(p1)) >= 0", rule("nonnegative form", W="G", u="p1")),
                        ("dot(v - p1, W(v - p1)) >= 0", rule("nonnegative form", W="W", u="v - p1")),
                        (
                            f"{_C} >= {_Q}",
                            leaf("1: 1/mu > 0", "1: dot(w, w) >= 0"),
                        ),
                        (
                            f"1 <= dot(w, y[p])^2*{_Q}*(1 + {_S1})",
                            leaf(
                                "1: dot(w, y[p]) > 0; dot(w, y[p]) > 0; dot(v - p1, W(v - p1)) >= 0",
                                f"2: dot(w, y[p]) > 0; dot(w, y[p]) > 0; {_WIDE}",
                                f"2: dot(w, y[p]) > 0; dot(w, y[p]) > 0; dot(v, W(v)) >= 0; {_S1} >= 0",
                                "2: dot(w, y[p]) > 0; dot(w, y[p]) > 0; L > 0; 1/nu > 0",
                                f"1: dot(w, y[p]) > 0; dot(w, y[p]) > 0; {_S1} >= 0",
                                "1: dot(w, y[p]) > 0; dot(w, y[p]) > 0",
                                use=[UNIT],
                            ),
                        ),
                        (
                            f"{_C}*(1 + {_S1}) >= 1",
                            leaf(
                                f"1: {_C} > 0; {_S1} >= 0",
                                "2: dot(v, W(v)) >= 0",
                                "2: L > 0; 1/nu > 0",
                                "1: 1/mu > 0",
                                "1: dot(w, w) >= 0",
                            ),
                        ),
                        (
                            f"{_C}*(1 + {_S1}) >= {_Q}*(1 + {_S1})",
                            leaf(f"1: {_C} >= {_Q}", f"1: {_C} >= {_Q}; {_S1} >= 0"),
                        ),
                    ],
                    {
                        "both": [
                            leaf(
                                "1/2: dot(w - y[p], w - y[p]) >= 0",
                                "1/2: 1/mu > 0; dot(y[p], W(y[p])) >= mu*dot(y[p], y[p])",
                                "2: dot(v, W(v)) >= 0",
                                "2: L > 0; 1/nu > 0",
                                "1/2: 1/mu > 0",
                                "1/2: dot(w, w) >= 0",
                                "1:",
                                use=[UNIT],
                            ),
                            rule(
                                "below the square",
                                leaf(f"1: {_C} > 0; dot(w, y[p]) > 0", f"1: {_C} > 0; dot(w, y[p]) > 0; dot(p1, G(p1)) >= 0"),
                                leaf(
                                    f"1: 1 <= dot(w, y[p])^2*{_Q}*(1 + {_S1})",
                                    f"1: dot(w, y[p]) > 0; dot(w, y[p]) > 0; {_C} > 0;"
                                    f" {_C}*(1 + {_S1}) >= 1",
                                    f"1: dot(w, y[p]) > 0; dot(w, y[p]) > 0; {_C} > 0; {_S1} >= 0;"
                                    f" {_C}*(1 + {_S1}) >= 1",
                                    f"1: dot(w, y[p]) > 0; dot(w, y[p]) > 0; {_C}*(1 + {_S1}) >= {_Q}*(1 + {_S1})",
                                ),
                                a="1",
                                b=f"{_C}*dot(w, y[p])*(1 + {_S1})",
                            ),
                        ]
                    },
                ),
            ),
        ),
    ),
)

_SQUARES = f"forall i: exponentially_small({SQUARE('i')})"
_GAP_P = f"norm(y[p] - v/{_ROOT})"
_LIMIT = intro(
    "p",
    have(
        [
            f"exponentially_small({SQUARE('p')})",
            (
                f"exponentially_small({_GAP_P}*{_GAP_P})",
                lemma(
                    "LEM-small.below",
                    KNOWN,
                    leaf(f"1: {_C} > 0; 1/{_ROOT} > 0; L > 0; 1/nu > 0; 1/mu > 0"),
                    enter(
                        "every",
                        define(
                            [f"p1 := {TANGENT('p')}"],
                            have(
                                [
                                    "dot(w, y[p]) > 0",
                                    f"dot(w, y[p]) <= {_C}",
                                    (_WIDE, _WIDE_PROOF),
                                    ("dot(p1, G(p1)) >= 0", rule("nonnegative form", W="G", u="p1")),
                                    (
                                        f"{_DISTANCE} <= dot(w, y[p])/{_ROOT}*dot(p1, W(p1))",
                                        leaf(
                                            f"1: dot(w, y[p]) > 0; 1/{_ROOT} > 0; sq 1/dot(w, y[p]) - {_ROOT}",
                                            use=[UNIT],
                                        ),
                                    ),
                                    f"{_DISTANCE} >= mu*dot(y[p] - v/{_ROOT}, y[p] - v/{_ROOT})",
                                ],
                                rule(
                                    "absolute at most",
                                    leaf(
                                        f"1: 1/mu > 0; {_DISTANCE} >= mu*dot(y[p] - v/{_ROOT}, y[p] - v/{_ROOT})",
                                        f"1: 1/mu > 0; {_DISTANCE} <= dot(w, y[p])/{_ROOT}*dot(p1, W(p1))",
                                        f"1: 1/mu > 0; dot(w, y[p]) > 0; 1/{_ROOT} > 0; {_WIDE}",
                                        f"1: 1/mu > 0; 1/{_ROOT} > 0; L > 0; 1/nu > 0; {_S1} >= 0;"
                                        f" dot(w, y[p]) <= {_C}",
                                    ),
                                    leaf(
                                        f"1: {_C} > 0; 1/{_ROOT} > 0; L > 0; 1/nu > 0; 1/mu > 0; {_S1} >= 0",
                                        f"1: {_GAP_P} >= 0; {_GAP_P} >= 0",
                                    ),
                                    e=f"{_GAP_P}*{_GAP_P}",
                                    b=f"{_C}/{_ROOT}*L/nu/mu*{_S1}",
                                ),
                            ),
                        ),
                    ),
                    z=f"{_GAP_P}*{_GAP_P}",
                    r=SQUARE("p"),
                    c=f"{_C}/{_ROOT}*L/nu/mu",
                ),
            ),
        ],
        lemma("LEM-small.root", r=_GAP_P),
    ),
)
_TO = f"forall i: exponentially_small(norm(y[i] - v/{_ROOT}))"
# v is not zero, because w^T v = 1
_NONZERO: Steps = [
    ("1 + norm(w) > 0", leaf("1:", "1: norm(w) >= 0")),
    ("dot(w, v) <= norm(w)*norm(v)", rule("Cauchy-Schwarz", u="w", w="v")),
    (
        "norm(v) > 0",
        leaf(
            "1: 1/(1 + norm(w)) > 0; dot(w, v) <= norm(w)*norm(v)",
            "1: 1/(1 + norm(w)) > 0; norm(v) >= 0",
            "1: 1/(1 + norm(w)) > 0",
            "eq -1/(1 + norm(w)): dot(w, v) == 1",
        ),
    ),
    ("v != 0", rule("nonzero vector", leaf("1: norm(v) > 0; norm(v) > 0"), u="v")),
    ("dot(v, W(v)) > 0", rule("positive form", W="W", u="v")),
    ("dot(v, W(v)) >= 0", leaf("1: dot(v, W(v)) > 0")),
]
_STEADY = have(
    [
        ("R >= 0", rule("some element, heads", take(_G_BOUND.partition(": ")[2], ["x"], KNOWN), C="R >= 0")),
        ("s*{0}*R + 1 > 0".format(_H), leaf(f"1: s > 0; {_H} > 0; R >= 0", "1:")),
        (f"{_EPS} > 0", leaf(f"1: delta > 0; {_LAMBDA} > 0; 1/(s*{_H}*R + 1) > 0")),
        *_NONZERO,
        (
            f"{_C} > 0",
            leaf("2: dot(v, W(v)) >= 0", "2: L > 0; 1/nu > 0", "1:", "1: 1/mu > 0", "1: dot(w, w) >= 0"),
        ),
        ("g*delta > 0", leaf("1: g > 0; delta > 0")),
        _ABOVE,
        _SLACK,
        ("forall h in heads: R >= 0", intro("h1", KNOWN)),
        (
            "forall h in heads, b in vector, c in vector: dot(w, b) == 0 and dot(w, c) == 0"
            " => 2*dot(b, G(U[h](c))) <= R*(dot(b, G(b)) + dot(c, G(c)))",
            intro(
                ["h1", "b", "c", ""],
                have(["2*dot(b, G(U[h1](c))) <= R*(dot(b, G(b)) + dot(c, G(c)))"], KNOWN),
            ),
        ),
        (HEIGHTS, lemma("LEM-led.heights", **{name: _ARGUMENTS[name] for name in ("pull", "K")})),
        _NARROW,
        (
            _SQUARES,
            lemma("LEM-led.small", **_ARGUMENTS, rho="fn(h in heads: R)", eps=_EPS, C=_C, A="s"),
        ),
    ],
    _LIMIT,
)

formal(
    "LEM-left.limit",
    statement=model(LEFT, {"given": ["s > 0", f"{_LAMBDA} > 0"], "show": [_TO]}),
    proof=_bounded(
        have(
            [(_G_BOUND, lemma("LEM-form-bound"))],
            obtain(
                _G_BOUND,
                "R",
                rule(
                    "least form",
                    KNOWN,
                    rule(
                        "least form", KNOWN, rule("some bound", _STEADY, U="W", C=_TO, new={"K": "L"}), W="G", C=_TO, new={"mu": "nu"}
                    ),
                    W="W",
                    C=_TO,
                ),
            ),
        ),
    ),
)
