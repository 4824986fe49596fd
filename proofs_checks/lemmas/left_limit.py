"""Tokens led by matrices with a common left eigenvector w converge to v/|v|_W, from w^T y_i > 0."""

from __future__ import annotations

from proofs_checks.lemmas.least_value import least_form
from proofs_checks.lemmas.led import HEIGHTS, SQUARE, TANGENT
from proofs_checks.lemmas.left import ARGUMENTS, G_BOUND, LEFT, UNIT, bounded
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, define, enter, have, intro, leaf, lemma, obtain, rule, take

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
                leaf("1: sum(j in upto(p): a[h1, p, j]) >= a[h1, p, q]", "eq 1: sum(j in upto(p): a[h1, p, j]) == s"),
            ),
        ),
    ),
)
_SPARED = f"a[h, p, q]*(lam[h] - {_EPS}*R) - (delta*lam[h] - s*{_EPS}*R)"
_SLACK = (
    f"almost_always(forall i: forall j in before(i): sum(h in heads: a[h, i, j]*(lam[h] - {_EPS}*R)) >= 0)",
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
                                leaf(
                                    f"1: {_C} > 0; dot(w, y[p]) > 0",
                                    f"1: {_C} > 0; dot(w, y[p]) > 0; dot(p1, G(p1)) >= 0",
                                ),
                                leaf(
                                    f"1: 1 <= dot(w, y[p])^2*{_Q}*(1 + {_S1})",
                                    f"1: dot(w, y[p]) > 0; dot(w, y[p]) > 0; {_C} > 0; {_C}*(1 + {_S1}) >= 1",
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
NONZERO: Steps = [
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
        ("R >= 0", rule("some element, heads", take(G_BOUND.partition(": ")[2], ["x"], KNOWN), C="R >= 0")),
        (f"s*{_H}*R + 1 > 0", leaf(f"1: s > 0; {_H} > 0; R >= 0", "1:")),
        (f"{_EPS} > 0", leaf(f"1: delta > 0; {_LAMBDA} > 0; 1/(s*{_H}*R + 1) > 0")),
        *NONZERO,
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
        (HEIGHTS, lemma("LEM-led.heights", **{name: ARGUMENTS[name] for name in ("pull", "K")})),
        _NARROW,
        (
            _SQUARES,
            lemma("LEM-led.small", **ARGUMENTS, rho="fn(h in heads: R)", eps=_EPS, C=_C, A="s"),
        ),
    ],
    _LIMIT,
)

formal(
    "LEM-left.limit",
    title="Tokens on an ellipsoid converge to the common eigenvector",
    statement=model(LEFT, {"given": ["g > 0", "s > 0", f"{_LAMBDA} > 0"], "show": [_TO]}),
    proof=bounded(
        have(
            [(G_BOUND, lemma("LEM-form-bound"))],
            obtain(
                G_BOUND,
                "R",
                least_form("W", least_form("G", rule("some bound", _STEADY, U="W", C=_TO, new={"K": "L"}), mu="nu")),
            ),
        ),
    ),
)
