"""The field of (6) is Lipschitz on the sphere, with an explicit constant: how far drives and fields are apart."""

from __future__ import annotations

from typing import Any

from verify.tactics.build import KNOWN, Steps, Tree, both, define, enter, have, intro, leaf, lemma, rule

UNITS = [f"forall i: dot({z}[i], {z}[i]) == 1" for z in "xy"]
LIPSCHITZ = "(sum(h in heads: u[h]*(2*p[h] + 2))/root)"
BOUND = f"{LIPSCHITZ}*delta"
_NEAR = "norm(x[{0}] - y[{0}]) <= delta".format
DRIVES: dict[str, Any] = {
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "force(X, i) := sum(h in heads, j: e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))*U[h](X[j]))",
        "drive(X, i) := sum(h in heads, j in upto(i):"
        " e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))*U[h](X[j]))",
    ],
    "flows": [
        "six(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)",
        "auto(X, i) = drive(X, i) - dot(X[i], drive(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)",
    ],
}
BOUNDED = [
    "root > 0",
    "root^2 == dim(E)",
    "forall h in heads: p[h] >= 0 and u[h] >= 0",
    "almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= p[h]*norm(a)*norm(b))",
    "almost_always(forall h in heads, a in vector: norm(U[h](a)) <= u[h]*norm(a))",
]
TWO_STATES: dict[str, Any] = {
    "spaces": ["E"],
    "letters": [
        "P[head], U[head]: measurable matrix; p[head], u[head]: number; root: number",
        "x[token], y[token]: measurable vector; delta: measurable number",
    ],
    **DRIVES,
    "given": [
        *BOUNDED,
        *(f"almost_always({unit})" for unit in UNITS),
        f"almost_always(forall j: {_NEAR('j')})",
    ],
}


_ONES: Steps = [
    *((f"norm({s}{z}[{t}]) == 1", leaf(norms=["1"], use=UNITS)) for z, t in (("y", "q"), ("x", "t")) for s in ("", "-"))
]


def _logit(sign: str) -> Tree:
    """How far the logits of the two states are from each other, on one side."""
    here, there = f"dot({sign}(x[q] - y[q]), P[g](x[t]))", f"dot({sign}y[q], P[g](x[t] - y[t]))"
    return have(
        [
            f"{here} <= p[g]*norm({sign}(x[q] - y[q]))*norm(x[t])",
            f"{there} <= p[g]*norm({sign}y[q])*norm(x[t] - y[t])",
        ],
        leaf(
            f"1: {here} <= p[g]*norm({sign}(x[q] - y[q]))*norm(x[t])",
            f"1: {there} <= p[g]*norm({sign}y[q])*norm(x[t] - y[t])",
            f"1: p[g] >= 0; {_NEAR('q')}",
            f"1: p[g] >= 0; {_NEAR('t')}",
            "eq p[g]*norm(x[q] - y[q]): norm(x[t]) == 1",
            f"eq p[g]*norm(x[t] - y[t]): norm({sign}y[q]) == 1",
        ),
    )


_MEANS = "norm(mean({0}, x, {1}) - mean({0}, y, {1})) <= (2*p[{0}] + 1)*delta".format
_INSIDE = "norm(mean({0}, y, {1})) <= 1".format
_APART = "norm({0}(x, {1}) - {0}(y, {1})) <= sum(h in heads: u[h]*(2*p[h] + 1)/root)*delta".format
_STRONG = "norm({0}(y, {1})) <= sum(h in heads: u[h]/root)".format


def _over_heads(vector: str, bound: str, fact: str, goal: str) -> Tree:
    """A drive is a sum over the heads of images of means: its length from the lengths of the means, `vector`."""
    room = f"u[h]*({bound})/root - norm(U[h]({vector}))/root"
    sizes = f"sum(h in heads: {room}) >= 0"
    weighted = f"norm(sum(h in heads: 1/root*U[h]({vector}))) <= sum(h in heads: 1/root*norm(U[h]({vector})))"
    at = vector.replace("(h,", "(g,")
    return have(
        [
            (
                sizes,
                rule(
                    "positive sum, heads",
                    have(
                        [fact, f"norm(U[g]({at})) <= u[g]*norm({at})"],
                        leaf(
                            f"1: 1/root > 0; norm(U[g]({at})) <= u[g]*norm({at})", f"1: 1/root > 0; u[g] >= 0; {fact}"
                        ),
                    ),
                    e=f"fn(h in heads: {room})",
                    new={"x": "g"},
                ),
            ),
            (
                weighted,
                rule(
                    "norm of a weighted sum, heads",
                    leaf("1: 1/root > 0"),
                    e="fn(h in heads: 1/root)",
                    u=f"fn(h in heads: U[h]({vector}))",
                    new={"x": "g"},
                ),
            ),
        ],
        leaf(f"1: {weighted}", f"1: {sizes}"),
    )


def close(field: str, drive: str, suffix: str, over: str) -> Tree:
    """The field of one model at the two states, from its rows, means and drives; `over` the range of a row of i."""
    at_q, name = over.replace("(i)", "(q)"), suffix.replace(", ", ".")
    place: dict[str, Any] = {"i": "q"} if suffix else {}
    rows = f"forall h in heads, i: almost_always(sum(j{over}: abs(w(h, x, i, j) - w(h, y, i, j))) <= 2*p[h]*delta)"
    steps: Steps = [
        (
            rows,
            intro(
                "g,q",
                lemma(
                    f"LEM-softmax.lipschitz{name}",
                    enter(
                        "ae",
                        intro("t", have([*_ONES, _NEAR("q"), _NEAR("t")], both(_logit("-"), _logit("")))),
                    ),
                    k="fn(j: dot(x[q], P[g](x[j])))",
                    l="fn(j: dot(y[q], P[g](y[j])))",
                    s="2*p[g]*delta",
                    **place,
                ),
            ),
        ),
        (
            f"forall h in heads, i: almost_always({_MEANS('h', 'i')})",
            intro(
                "g,q",
                lemma(
                    f"LEM-means-apart{name}",
                    enter("ae", intro("t", leaf())),
                    enter("ae", leaf()),
                    enter("ae", KNOWN),
                    enter("ae", KNOWN),
                    enter("ae", intro("t", KNOWN)),
                    a="fn(j: w(g, x, q, j))",
                    b="fn(j: w(g, y, q, j))",
                    E="2*p[g]*delta",
                    **place,
                ),
            ),
        ),
        (
            f"forall h in heads, i: almost_always({_INSIDE('h', 'i')})",
            intro(
                "g,q",
                enter(
                    "ae",
                    have(
                        [
                            (
                                f"norm(mean(g, y, q)) <= sum(j{at_q}: w(g, y, q, j)*norm(y[j]))",
                                rule(
                                    f"norm of a weighted sum{suffix}",
                                    leaf(),
                                    e="fn(j: w(g, y, q, j))",
                                    u="y",
                                    new={"x": "t"},
                                    **place,
                                ),
                            ),
                            (
                                f"sum(j{at_q}: w(g, y, q, j)*norm(y[j])) == sum(j{at_q}: w(g, y, q, j))",
                                rule(
                                    f"equal sums{suffix}",
                                    have(
                                        [("norm(y[t]) == 1", leaf(norms=["1"], use=UNITS))],
                                        leaf("eq w(g, y, q, t): norm(y[t]) == 1"),
                                    ),
                                    e="fn(j: w(g, y, q, j)*norm(y[j]))",
                                    f="fn(j: w(g, y, q, j))",
                                    new={"x": "t"},
                                    **place,
                                ),
                            ),
                        ],
                        leaf(
                            f"1: norm(mean(g, y, q)) <= sum(j{at_q}: w(g, y, q, j)*norm(y[j]))",
                            f"eq 1: sum(j{at_q}: w(g, y, q, j)*norm(y[j])) == sum(j{at_q}: w(g, y, q, j))",
                        ),
                    ),
                ),
            ),
        ),
        (
            f"forall i: almost_always({_APART(drive, 'i')})",
            intro(
                "q",
                enter(
                    "ae",
                    _over_heads(
                        "mean(h, x, q) - mean(h, y, q)", "(2*p[h] + 1)*delta", _MEANS("g", "q"), _APART(drive, "q")
                    ),
                ),
            ),
        ),
        (
            f"forall i: almost_always({_STRONG(drive, 'i')})",
            intro("q", enter("ae", _over_heads("mean(h, y, q)", "1", _INSIDE("g", "q"), _STRONG(drive, "q")))),
        ),
    ]
    parts = (
        f"norm({drive}(x, q) - dot(x[q], {drive}(x, q))*x[q] - ({drive}(y, q) - dot(y[q], {drive}(y, q))*y[q]))"
        f" <= norm({drive}(x, q) - {drive}(y, q)) + norm(x[q] - y[q])*norm({drive}(y, q))"
    )
    steps.append(
        (
            f"forall i: almost_always(norm({field}(x, i) - {field}(y, i)) <= {BOUND})",
            intro(
                "q",
                have(
                    [
                        (
                            f"almost_always({parts})",
                            lemma(
                                "LEM-tangent-parts",
                                enter("ae", both(KNOWN, KNOWN)),
                                y="x[q]",
                                z="y[q]",
                                F=f"{drive}(x, q)",
                                G=f"{drive}(y, q)",
                            ),
                        )
                    ],
                    enter(
                        "ae",
                        have(
                            [_APART(drive, "q"), _STRONG(drive, "q"), _NEAR("q"), _STRENGTH],
                            leaf(
                                f"1: {parts}",
                                f"1: {_APART(drive, 'q')}",
                                f"1: norm(x[q] - y[q]) >= 0; {_STRONG(drive, 'q')}",
                                f"1: {_NEAR('q')}; {_STRENGTH[0]}",
                            ),
                        ),
                    ),
                ),
            ),
        )
    )
    return define(
        [
            f"w(h, X, i, j) := e(h, X, i, j)/sum(k{over}: e(h, X, i, k))",
            f"mean(h, X, i) := sum(j{over}: w(h, X, i, j)*X[j])",
        ],
        have(steps, enter("ae", intro("q", KNOWN))),
    )


_STRENGTH = (
    "sum(h in heads: u[h]/root) >= 0",
    rule("positive sum, heads", leaf("1: u[g] >= 0; 1/root > 0"), e="fn(h in heads: u[h]/root)", new={"x": "g"}),
)
FULL = close("six", "force", "", "")
CAUSAL = close("auto", "drive", ", upto", " in upto(i)")
