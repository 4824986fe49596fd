"""The modified metric, in which SA is a gradient flow, the weighted distance, and two tokens."""

from __future__ import annotations

from proofs_checks.perspective.proofs.gradient import ON_SPHERE, TANGENT_NOW, tangent_velocity
from proofs_checks.perspective.proofs.models import (
    EAST,
    ENERGY,
    LOG2,
    MOTION,
    NORTH,
    SA,
    SLOPE,
    STATE,
    STEEP,
    UNIT,
    WEIGHTS,
    WEST,
    at,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import enter, have, intro, leaf

SYMMETRIC = "forall a in vector, b in vector: dot(Q(a), K(b)) == dot(a, V(b))"
VALUE = {"Q": [[1, 2], [0, 1]], "K": [[1, 2], [0, -1]], "V": [[1, 2], [2, 3]]}
OPEN_STATE = still(EAST, SLOPE, WEST, beta=LOG2)
BOTH = [UNIT, "forall i: dot(y[i], y[i]) == 1"]

formal(
    "PER-3.13",
    statement=model(
        {
            "letters": ["beta: number; Q, K: matrix; V: operator"],
            "where": [
                "tangent(base, pull) := pull - dot(base, pull)*base",
                "e(X, i, j) := exp(beta*dot(Q(X[i]), K(X[j])))",
                "Z(X, i) := sum(k: e(X, i, k))",
                "B(X, i) := tangent(X[i], sum(j: e(X, i, j)*V(X[j]))/Z(X, i))",
                "E(X) := sum(i, j: e(X, i, j))/(2*beta)",
            ],
            "given": ["beta != 0", SYMMETRIC],
        },
        MOTION,
        {
            "given": [ON_SPHERE],
            "show": [
                "always(forall i: dot(x[i], B(x, i)) == 0)",
                "almost_always(rate(E(x)) == sum(i: Z(x, i)*dot(B(x, i), rate(x[i]))))",
            ],
        },
    ),
    proof=[
        enter("every", intro("p", leaf(use=[UNIT]))),
        have([tangent_velocity()], enter("ae", leaf(use=[UNIT, TANGENT_NOW, SYMMETRIC]))),
    ],
    instance=still(EAST, SLOPE, WEST, beta=LOG2, **VALUE),
    twin=Variant(
        "without the projection", {"pull - dot(base, pull)*base": "pull"}, still(EAST, SLOPE, WEST, beta=LOG2, **VALUE)
    ),
)

formal(
    "PER-3.15.tokens",
    statement=model(
        WEIGHTS,
        SA,
        ENERGY,
        MOTION,
        {
            "where": [
                "mass(a) := sum(j: exp(beta*dot(a, x[j])))/n",
                "gradient(a) := tangent(a, sum(j: exp(beta*dot(a, x[j]))*x[j])/n)",
            ],
            "given": [ON_SPHERE],
            "show": [
                "always(forall i: sa(x, i) == gradient(x[i])/mass(x[i]))",
                "always(forall i: dot(x[i], gradient(x[i])) == 0)",
                "almost_always(rate(E(x)) == sum(i: dot(gradient(x[i])/mass(x[i]), rate(x[i]))*mass(x[i]))/n)",
            ],
        },
    ),
    proof=[
        enter("every", intro("p", leaf())),
        enter("every", intro("p", leaf(use=[UNIT]))),
        have([tangent_velocity()], enter("ae", leaf(use=[UNIT, TANGENT_NOW]))),
    ],
    instance=OPEN_STATE,
    twin=Variant(
        "the gradient itself", {"sa(x, i) == gradient(x[i])/mass(x[i])": "sa(x, i) == gradient(x[i])"}, OPEN_STATE
    ),
)

TWO = {
    "letters": ["beta: number; x, y: vector"],
    "where": [
        "tangent(base, pull) := pull - dot(base, pull)*base",
        "e(a, b) := exp(beta*dot(a, b))",
        "Z(a) := e(a, x) + e(a, y)",
        "sa(a) := tangent(a, (e(a, x)*x + e(a, y)*y)/Z(a))",
        "usa(a) := tangent(a, (e(a, x)*x + e(a, y)*y)/2)",
    ],
    "given": ["dot(x, x) == 1", "dot(y, y) == 1"],
}
PAIR = at(x=EAST, y=SLOPE, beta=LOG2)

formal(
    "PER-R3.8.conf",
    statement=model(
        TWO,
        {
            "show": [
                "Z(x) == Z(y)",
                "2/Z(x) > 0",
                "sa(x) == 2/Z(x)*usa(x)",
                "sa(y) == 2/Z(x)*usa(y)",
            ]
        },
    ),
    proof=[leaf(use=TWO["given"]), leaf(), leaf(), leaf(use=TWO["given"])],
    instance=PAIR,
    twin=Variant("tokens of any length", {"dot(y, y) == 1": "dot(y, y) == 4"}, at(x=EAST, y=[0, 2], beta=LOG2)),
)

formal(
    "PER-R3.8.conf.three",
    title="All partition functions agree, whatever the number of tokens",
    sentence=r"$Z_i = Z_j$ for all tokens at every state of $n$ unit tokens.",
    role="dropped",
    no_repair="the remark says it of two tokens only, which is PER-R3.8.conf",
    statement=model(WEIGHTS, STATE, {"show": ["forall i, j: Z(x, i) == Z(x, j)"]}),
    refuted={"instance": still(EAST, EAST, NORTH, beta=LOG2)},
)

DERIVATIVE = {
    "letters": ["c[token], d[token]: vector"],
    "where": ["field(X, i) := tangent(X[i], sum(j: e(X, i, j)*X[j])/Z(X, i))"],
    "maps": ["sa(X, i) = field(X, i) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["forall i: dot(x[i], c[i]) == 0", "forall i: dot(x[i], d[i]) == 0"],
}

formal(
    "PER-3.7.nongrad.symmetric",
    title="The derivative of SA is symmetric",
    sentence=r"$\sum_i\langle c_i, (D\,SA(X)d)_i\rangle = \sum_i\langle d_i, (D\,SA(X)c)_i\rangle$ for all tangent"
    " $c, d$, as it would be for a gradient.",
    role="dropped",
    no_repair="the text says that SA is no gradient flow, for which this is a reason",
    statement=model(
        WEIGHTS,
        STATE,
        DERIVATIVE,
        {"show": ["sum(i: dot(c[i], D(sa, x, d, i))) == sum(i: dot(d[i], D(sa, x, c, i)))"]},
    ),
    refuted={"instance": still(EAST, NORTH, EAST, beta=LOG2, c=[[0, 1], [0, 0], [0, 0]], d=[[0, 0], [1, 0], [0, 0]])},
)

formal(
    "PER-9.1.gauss",
    statement=model(
        WEIGHTS,
        ENERGY,
        STATE,
        {
            "letters": ["y[token]: vector"],
            "where": ["gauss(X) := sum(i, j: exp(-(beta/2*dot(X[i] - X[j], X[i] - X[j]))))"],
            "given": ["forall i: dot(y[i], y[i]) == 1"],
            "show": [
                "E(x) == exp(beta)/(2*beta*n^2)*gauss(x)",
                "beta > 0 => gauss(x) < gauss(y) => E(x) < E(y)",
                "beta > 0 => E(x) < E(y) => gauss(x) < gauss(y)",
            ],
        },
    ),
    proof=[
        leaf(use=[UNIT]),
        intro(["", ""], leaf("1/2: 1/beta > 0; 1/n > 0; 1/n > 0; exp(beta) > 0; gauss(x) < gauss(y)", use=BOTH)),
        intro(["", ""], leaf("2: E(x) < E(y); n > 0; n > 0; beta > 0; exp(-beta) > 0", use=BOTH)),
    ],
    instance=still(EAST, SLOPE, WEST, beta=LOG2, y=[EAST, NORTH, STEEP]),
    twin=Variant(
        "the whole square", {"beta/2*dot": "beta*dot"}, still(EAST, SLOPE, WEST, beta=LOG2, y=[EAST, NORTH, STEEP])
    ),
)
