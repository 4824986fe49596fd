"""Equations (2), (3) and (5): the projection onto the ellipsoid, its tangent map, and what N does to the tokens."""

from proofs_checks.consensus.proofs.instances import LOGITS, METRIC, ON_ELLIPSE
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, absurd, both, have, intro, leaf, lemma, rule, split

PROJECTION = {
    "letters": ["W: operator"],
    "where": ["length(u) := sqrt(dot(u, W(u)))"],
    "maps": ["project(X, i) = X[i]/length(X[i]) on fn(X: forall i: X[i] != 0)"],
    "given": ["positive_definite(W)"],
}
TANGENT = {
    "letters": ["x[token], d[token]: vector"],
}
_APART = {"given": ["on(project, x)"]}
_FAR = [[2, 0, 0, 0], [0, "-1/3", 0, 0], ["3/5", "2/5", 0, 0]]
_STEPS = [[1, 2, 3, 4], [0, 1, 0, -1], [5, 0, 1, 0]]


def _plain(**letters: object) -> dict[str, object]:
    return {"tokens": 3, "dim": 4, "letters": {"W": METRIC, **letters}}


def _positive(token: str, letter: str = "x") -> tuple[str, object]:
    return (f"dot({letter}[{token}], W({letter}[{token}])) > 0", rule("positive form", W="W", u=f"{letter}[{token}]"))


_ONE = (
    "length(project(x, p)) == 1",
    rule(
        "antisymmetry",
        rule("below the square", a="length(project(x, p))", b="1"),
        rule("below the square", a="1", b="length(project(x, p))"),
        a="length(project(x, p))",
        b="1",
    ),
)

formal(
    "CON-E3",
    statement=model(
        PROJECTION,
        TANGENT,
        _APART,
        {"show": ["forall i: D(project, x, d, i) == 1/length(x[i])*(d[i] - dot(x[i], W(d[i]))/length(x[i])^2*x[i])"]},
    ),
    proof=intro("p", have([_positive("p")], leaf())),
    instance=_plain(x=_FAR, d=_STEPS),
    twin=Variant(
        "the length instead of its square in the bracket",
        {"/length(x[i])^2*x[i])": "/length(x[i])*x[i])"},
        _plain(x=_FAR, d=_STEPS),
    ),
)

formal(
    "CON-E3.b",
    statement=model(
        PROJECTION,
        TANGENT,
        {
            "given": ["forall i: dot(x[i], W(x[i])) == 1"],
            "show": ["forall i: D(project, x, d, i) == d[i] - dot(x[i], W(d[i]))*x[i]"],
        },
    ),
    proof=intro("p", leaf(use=["forall i: dot(x[i], W(x[i])) == 1"])),
    instance=_plain(x=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]], d=_STEPS),
    twin=Variant(
        "a point of length 2",
        {"dot(x[i], W(x[i])) == 1": "dot(x[i], W(x[i])) == 4"},
        _plain(x=[[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 2, 0]], d=_STEPS),
    ),
)

formal(
    "CON-E3.c",
    statement={
        "letters": ["W: operator; y: vector"],
        "where": ["Pi(u) := u - dot(y, W(u))*y"],
        "given": ["positive_definite(W)", "dot(y, W(y)) == 1"],
        "show": [
            "forall u in vector: Pi(Pi(u)) == Pi(u)",
            "forall u in vector: (Pi(u) == 0 => u == dot(y, W(u))*y) and (forall k in number: Pi(k*y) == 0)",
            "forall u in vector: dot(y, W(Pi(u))) == 0 and (dot(y, W(u)) == 0 => Pi(u) == u)",
            "W(y) != 0",
            "forall u in vector, w in vector: dot(Pi(u), W(w)) == dot(u, W(Pi(w)))",
        ],
    },
    proof=[
        intro("a", leaf(use=["dot(y, W(y)) == 1"])),
        intro(
            "a",
            both(
                intro(
                    "",
                    have(
                        [
                            (
                                "dot(Pi(a), Pi(a)) == dot(Pi(a), 0*y)",
                                lemma("LEM-same-dot", u="Pi(a)", w="0*y", z="Pi(a)"),
                            )
                        ],
                        rule(
                            "equal vectors",
                            leaf("eq 1: dot(Pi(a), Pi(a)) == dot(Pi(a), 0*y)"),
                            u="a",
                            w="dot(y, W(a))*y",
                        ),
                    ),
                ),
                intro("k", leaf(use=["dot(y, W(y)) == 1"])),
            ),
        ),
        intro("a", both(leaf(use=["dot(y, W(y)) == 1"]), intro("", leaf(use=["dot(y, W(a)) == 0"])))),
        split(
            "W(y) == 0 or W(y) != 0",
            absurd(leaf("eq -1: dot(y, W(y)) == 1", use=["W(y) == 0"])),
            KNOWN,
        ),
        intro("a,b", leaf()),
    ],
    instance={"dim": 4, "letters": {"W": METRIC, "y": ON_ELLIPSE}},
    twin=Variant(
        "the variant without the metric",
        {"Pi(u) := u - dot(y, W(u))*y": "Pi(u) := u - dot(y, u)*y"},
        {"dim": 4, "letters": {"W": METRIC, "y": ON_ELLIPSE}},
    ),
)

_VALUES = {
    "letters": ["U[head]: matrix; P[head]: matrix; root: number; y[token]: vector"],
    "where": [
        "e(h, i, j) := exp(dot(y[i], P[h](y[j])))",
        "f(i) := sum(h in heads, j: e(h, i, j)/(root*sum(k: e(h, i, k)))*U[h](y[j]))",
    ],
}
_AT = {"U": LOGITS, "P": LOGITS, "root": 2, "y": [ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]]}

formal(
    "CON-E5",
    statement=model(
        PROJECTION,
        _VALUES,
        {
            "given": ["forall i: dot(y[i], W(y[i])) == 1"],
            "show": ["forall i: D(project, y, fn(k: f(k)), i) == f(i) - dot(y[i], W(f(i)))*y[i]"],
        },
    ),
    proof=intro("p", leaf(use=["forall i: dot(y[i], W(y[i])) == 1"])),
    instance=_plain(**_AT) | {"heads": 2},
    twin=Variant(
        "twice the projector's second term",
        {"- dot(y[i], W(f(i)))*y[i]": "- 2*dot(y[i], W(f(i)))*y[i]"},
        _plain(**_AT) | {"heads": 2},
    ),
)

formal(
    "CON-N1",
    statement=model(
        PROJECTION,
        {
            "letters": ["x[token], z[token]: vector"],
            "given": ["on(project, x)"],
            "show": [
                "forall i: dot(project(x, i), W(project(x, i))) == 1",
                "forall i: x[i] == z[i] => project(x, i) == project(z, i)",
                "forall i: project(fn(k: project(x, k)), i) == project(x, i)",
            ],
        },
    ),
    proof=[
        intro("p", have([_positive("p")], leaf())),
        intro(["p", ""], leaf(use=["x[p] == z[p]"])),
        intro("p", have([_positive("p"), _ONE], leaf(use=[_ONE[0]]))),
    ],
    instance=_plain(x=_FAR, z=[_FAR[0], _FAR[2], _FAR[1]]),
    twin=Variant(
        "all tokens divided by one common length",
        {"X[i]/length(X[i])": "X[i]/sum(k: length(X[k]))"},
        _plain(x=_FAR, z=[_FAR[0], _FAR[2], _FAR[1]]),
    ),
)
