"""Tokens led by themselves and earlier ones through matrices with common left and right eigenvectors.

With c_i = w^T y_i the tangents p_i = y_i/c_i - v stay in the complement of w, whatever the normalisation is, and their
largest square, each in a box of its own size B_i, decays at the rate 2 kappa.
"""

from __future__ import annotations

from verify.formal import formal, model
from verify.tactics.build import KNOWN, define, enter, have, intro, leaf, lemma, rule

LED = {
    "letters": [
        "U[head]: matrix; v, w: vector; lam[head]: number; y[token]: moving vector",
        "a[head, token, token]: measurable number; pull[token]: measurable number; K: number",
    ],
    "given": [
        "forall h in heads, b in vector: dot(w, U[h](b)) == lam[h]*dot(w, b)",
        "forall h in heads: lam[h] >= 0",
        "almost_always(forall i: rate(y[i]) == sum(h in heads, j in upto(i): a[h, i, j]*U[h](y[j])) - pull[i]*y[i])",
        "almost_always(forall h in heads, i: forall j in upto(i): a[h, i, j] >= 0)",
        "almost_always(forall i: pull[i] <= K)",
        "at_start(forall i: dot(w, y[i]) > 0)",
    ],
}
FORMS = {
    "letters": ["rho[head]: number; G: operator; kappa: number"],
    "given": [
        "dot(w, v) == 1",
        "forall h in heads: U[h](v) == lam[h]*v",
        "positive_definite(G)",
        "forall h in heads: rho[h] >= 0",
        "forall h in heads, b in vector, c in vector: dot(w, b) == 0 and dot(w, c) == 0"
        " => 2*dot(b, G(U[h](c))) <= rho[h]*(dot(b, G(b)) + dot(c, G(c)))",
        "almost_always(forall i, b in vector: dot(w, b) == 0 =>"
        " sum(h in heads: a[h, i, i]*(lam[h]*dot(b, G(b)) - dot(b, G(U[h](b))))) >= kappa*dot(b, G(b)))",
    ],
}
BOXES = {
    "letters": ["B[token]: number"],
    "given": [
        "forall i: B[i] > 0",
        "almost_always(forall i: forall j in before(i): sum(h in heads: a[h, i, j]*(lam[h]*B[i] - rho[h]*B[j])) >= 0)",
    ],
}
HEIGHTS = "forall i: always(dot(w, y[i]) > 0)"
TANGENT = "(y[{0}]/dot(w, y[{0}]) - v)".format
SQUARE = "dot(y[{0}]/dot(w, y[{0}]) - v, G(y[{0}]/dot(w, y[{0}]) - v))".format
LARGEST = f"max(i: {SQUARE('i')}/B[i]^2)"
FLOW = "forall i: rate(y[i]) == sum(h in heads, j in upto(i): a[h, i, j]*U[h](y[j])) - pull[i]*y[i]"
LEFT_EQUATION = "forall h in heads, b in vector: dot(w, U[h](b)) == lam[h]*dot(w, b)"
RIGHT_EQUATION = "forall h in heads: U[h](v) == lam[h]*v"
HEIGHT = "dot(w, y[{0}])".format

_RAISED = "sum(h in heads: a[h, p, {0}]*lam[h])*dot(w, y[{0}])".format
_PER_HEAD = rule(
    "positive sum, heads",
    have(["a[x, p, {0}] >= 0", "lam[x] >= 0"], leaf("1: a[x, p, {0}] >= 0; lam[x] >= 0")),
    e="fn(h in heads: a[h, p, {0}]*lam[h])",
)


def _filled(tree: object, name: str) -> object:
    if isinstance(tree, str):
        return tree.replace("{0}", name)
    if isinstance(tree, list):
        return [_filled(part, name) for part in tree]
    if isinstance(tree, dict):
        return {key: _filled(part, name) for key, part in tree.items()}
    return tree


formal(
    "LEM-led.heights",
    title="Heights over a common left eigenvector stay positive",
    statement=model(LED, {"show": [HEIGHTS]}),
    proof=rule(
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
                                f"sum(j in before(p): {_RAISED('j')}) >= 0",
                                rule(
                                    "positive sum, before",
                                    have(
                                        [
                                            "dot(w, y[q]) > 0",
                                            ("sum(h in heads: a[h, p, q]*lam[h]) >= 0", _filled(_PER_HEAD, "q")),
                                        ],
                                        leaf("1: sum(h in heads: a[h, p, q]*lam[h]) >= 0; dot(w, y[q]) > 0"),
                                    ),
                                    i="p",
                                    new={"x": "q"},
                                    e=f"fn(j: {_RAISED('j')})",
                                ),
                            ),
                            ("sum(h in heads: a[h, p, p]*lam[h]) >= 0", _filled(_PER_HEAD, "p")),
                            "pull[p] <= K",
                        ],
                        leaf(
                            f"1: sum(j in before(p): {_RAISED('j')}) >= 0",
                            "1: sum(h in heads: a[h, p, p]*lam[h]) >= 0; dot(w, y[p]) > 0",
                            "1: pull[p] <= K; dot(w, y[p]) > 0",
                            use=[FLOW, LEFT_EQUATION],
                        ),
                    ),
                ),
            ),
            z="dot(w, y[p])",
            k="K",
        ),
        P="fn(i: always(dot(w, y[i]) > 0))",
        new={"x": "p"},
    ),
)

OF_P = "dot(p{0}, G(p{0}))".format
_CROSS = "2*dot(px, G(U[h1](pq)))"
# one head, one earlier token q in the box of the widest one x
_ONE = have(
    [
        "a[h1, x, q] >= 0",
        "rho[h1] >= 0",
        ("dot(w, B[q]*px) == 0", leaf("eq B[q]: dot(w, px) == 0")),
        ("dot(w, B[x]*pq) == 0", leaf("eq B[x]: dot(w, pq) == 0")),
        "2*dot(B[q]*px, G(U[h1](B[x]*pq))) <= rho[h1]*(dot(B[q]*px, G(B[q]*px)) + dot(B[x]*pq, G(B[x]*pq)))",
        (
            f"{_CROSS} <= 2*rho[h1]*B[q]/B[x]*{OF_P('x')}",
            leaf(
                "1: 1/B[q] > 0; 1/B[x] > 0; 2*dot(B[q]*px, G(U[h1](B[x]*pq)))"
                " <= rho[h1]*(dot(B[q]*px, G(B[q]*px)) + dot(B[x]*pq, G(B[x]*pq)))",
                f"1: rho[h1] >= 0; B[q] > 0; B[x] > 0; {OF_P('q')}/B[q]^2 <= {OF_P('x')}/B[x]^2",
            ),
        ),
    ],
    leaf(f"1: a[h1, x, q] >= 0; {_CROSS} <= 2*rho[h1]*B[q]/B[x]*{OF_P('x')}"),
)
_PART = f"a[h, x, q]*(2*rho[h]*B[q]/B[x]*{OF_P('x')} - 2*dot(px, G(U[h](pq))))"
_DRAWN = (
    f"sum(h in heads: a[h, x, j]*(2*lam[h]*{OF_P('x')} - 2*dot(px, G(U[h]({TANGENT('j')})))))"
    f"*{HEIGHT('j')}/{HEIGHT('x')}"
)
_BOXED = "sum(h in heads: a[h, x, q]*(lam[h]*B[x] - rho[h]*B[q])) >= 0"
_EARLIER = define(
    [f"pq := {TANGENT('q')}"],
    have(
        [
            f"{HEIGHT('q')} > 0",
            "B[q] > 0",
            ("dot(w, pq) == 0", leaf("eq -1: dot(w, v) == 1")),
            f"{OF_P('q')}/B[q]^2 <= {OF_P('x')}/B[x]^2",
            _BOXED,
            (
                f"sum(h in heads: {_PART}) >= 0",
                rule("positive sum, heads", _ONE, e=f"fn(h in heads: {_PART})", new={"x": "h1"}),
            ),
            (
                f"sum(h in heads: a[h, x, q]*(2*lam[h]*{OF_P('x')} - 2*dot(px, G(U[h](pq))))) >= 0",
                leaf(f"1: sum(h in heads: {_PART}) >= 0", f"2: {_BOXED}; 1/B[x] > 0; {OF_P('x')} >= 0"),
            ),
        ],
        leaf(
            f"1: sum(h in heads: a[h, x, q]*(2*lam[h]*{OF_P('x')} - 2*dot(px, G(U[h](pq))))) >= 0;"
            f" {HEIGHT('q')} > 0; 1/{HEIGHT('x')} > 0"
        ),
    ),
)
_OWN = f"sum(h in heads: a[h, x, x]*(lam[h]*{OF_P('x')} - dot(px, G(U[h](px))))) >= kappa*{OF_P('x')}"
_WIDEST = define(
    [f"px := {TANGENT('x')}"],
    have(
        [
            f"{HEIGHT('x')} > 0",
            "B[x] > 0",
            ("dot(w, px) == 0", leaf("eq -1: dot(w, v) == 1")),
            (f"{OF_P('x')} >= 0", rule("nonnegative form", W="G", u="px")),
            (
                f"sum(j in before(x): {_DRAWN}) >= 0",
                rule("positive sum, before", _EARLIER, i="x", new={"x": "q"}, e=f"fn(j: {_DRAWN})"),
            ),
            _OWN,
            (
                f"{LARGEST} <= {OF_P('x')}/B[x]^2",
                rule("greatest", e=f"fn(i: {SQUARE('i')}/B[i]^2)", b=f"{OF_P('x')}/B[x]^2", new={"x": "q"}),
            ),
            (f"{LARGEST} >= {OF_P('x')}/B[x]^2", rule("below the greatest", e=f"fn(i: {SQUARE('i')}/B[i]^2)", y="x")),
            (f"{LARGEST} == {OF_P('x')}/B[x]^2", rule("antisymmetry", a=LARGEST, b=f"{OF_P('x')}/B[x]^2")),
        ],
        leaf(
            f"1: sum(j in before(x): {_DRAWN}) >= 0; 1/B[x] > 0; 1/B[x] > 0",
            f"2: {_OWN}; 1/B[x] > 0; 1/B[x] > 0",
            f"eq 2*kappa: {LARGEST} == {OF_P('x')}/B[x]^2",
            use=[FLOW, LEFT_EQUATION, RIGHT_EQUATION, "dot(w, v) == 1"],
        ),
    ),
)

formal(
    "LEM-led.decay",
    title="Projected tokens converge to a common eigenvector, with an explicit rate",
    statement=model(LED, FORMS, BOXES, {"show": [f"decays({LARGEST}, 2*kappa)"]}),
    proof=have(
        [(HEIGHTS, lemma("LEM-led.heights"))],
        lemma(
            "LEM-comparison",
            lemma(
                "LEM-greatest.always",
                enter("ae", intro(["x", ""], _WIDEST)),
                w=f"fn(i: {SQUARE('i')}/B[i]^2)",
                b=f"-(2*kappa*{LARGEST})",
            ),
            z=LARGEST,
            k="2*kappa",
        ),
    ),
)
