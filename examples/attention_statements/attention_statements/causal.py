"""Causal attention in continuous time: tokens see earlier ones only (after Karagodin, Polyanskiy and Rigollet, 2024).

The lemmas LEM-... come with attnverify; they hold for any weights, of which only the signs count.
"""

import attnverify as av
from attention_statements.models import after, at
from attnverify import build

KARAGODIN = "2411.04990"
CAUSAL = {
    "letters": ["beta: number; f: token"],
    "where": [
        "e(X, i, j) := exp(beta*dot(X[i], X[j]))",
        "a(X, i, j) := e(X, i, j)/sum(k in upto(i): e(X, i, k))",
        "drawn(X, i) := sum(j in upto(i): a(X, i, j)*X[j])",
        "field(X, i) := drawn(X, i) - dot(X[i], drawn(X, i))*X[i]",
    ],
    "given": ["forall i: f <= i"],
}
MOTION = {
    **CAUSAL,
    "letters": [*CAUSAL["letters"], "y[token]: moving vector"],
    "flows": ["causal(X, i) = field(X, i) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": [*CAUSAL["given"], "solves(causal, y)"],
}
UNIT = "forall i: dot(y[i], y[i]) == 1"
FLOW = "almost_always(forall i: rate(y[i]) == sum(j in before(i): a(y, i, j)*(y[j] - dot(y[i], y[j])*y[i])))"
SIGNS = "almost_always(forall i: forall j in before(i): a(y, i, j) >= 0)"
# An equilibrium: what is said of solutions is said of something.
POLES = at(2, 2, y=[[1, 0], [-1, 0]], f=0, beta="log(2)")
TOP = at(2, 2, y=[[1, 0], [1, 0]], f=0, beta="log(2)")


def by_weights(name: str, then: object = build.KNOWN, fact: str = "") -> object:
    """A lemma on flows with any weights, for the weights of the causal softmax; the token itself does not draw."""
    used = build.lemma(name, a="fn(i, j: a(y, i, j))")
    return build.unfold(
        "solves(causal, y)",
        build.have(
            [
                (
                    FLOW,
                    build.enter("ae", build.intro("p", build.leaf(use=["forall i: rate(y[i]) == causal(y, i)", UNIT]))),
                ),
                (SIGNS, build.enter("ae", build.intro("p,q", build.leaf()))),
                *([(fact, used)] if fact else []),
            ],
            then if fact else used,
        ),
    )


STANDS = "almost_always(rate(y[f]) == 0) and always(y[f] == start(y[f]))"

av.formal(
    "CAUSAL-1",
    title="The first token does not move",
    sentence=r"Under causal attention with $V = I$ on the sphere, $y_1(t) = y_1(0)$ for all $t$.",
    source=after(KARAGODIN, "the first token"),
    role="extension",
    kind="causal attention",
    statement={**MOTION, "show": ["always(y[f] == start(y[f]))"]},
    proof=by_weights("LEM-leader.first", build.KNOWN, STANDS),
    instance=POLES,
    twin=av.Variant("no token moves away from it", {"always(y[f]": "always(forall i: y[i]"}, POLES),
)

COSINE = "almost_always(rate(dot(y[f], y[g])) == a(y, g, f)*(1 - dot(y[f], y[g])^2))"
SECOND = {
    **MOTION,
    "letters": [*MOTION["letters"], "g: token"],
    "given": [*MOTION["given"], "f < g", "forall j in before(g): j <= f"],
}

av.formal(
    "CAUSAL-2",
    title="The second token moves towards the first",
    sentence=r"For the second token, $\frac{d}{dt}\langle y_1, y_2\rangle \ge 0$ at almost every time.",
    source=after(KARAGODIN, "the second token"),
    role="extension",
    kind="causal attention",
    statement={**SECOND, "show": ["almost_always(rate(dot(y[f], y[g])) >= 0)"]},
    proof=by_weights(
        "LEM-leader.cosine",
        build.enter(
            "ae",
            build.have(
                [
                    (
                        "dot(y[f], y[g])^2 <= 1",
                        build.have(
                            [
                                (
                                    "dot(y[f] - dot(y[f], y[g])*y[g], y[f] - dot(y[f], y[g])*y[g]) >= 0",
                                    build.leaf("1: sq norm(y[f] - dot(y[f], y[g])*y[g])"),
                                )
                            ],
                            build.leaf(
                                "1: dot(y[f] - dot(y[f], y[g])*y[g], y[f] - dot(y[f], y[g])*y[g]) >= 0", use=[UNIT]
                            ),
                        ),
                    )
                ],
                build.leaf(
                    "1: a(y, g, f) > 0; dot(y[f], y[g])^2 <= 1",
                    "eq -1: rate(dot(y[f], y[g])) == a(y, g, f)*(1 - dot(y[f], y[g])^2)",
                ),
            ),
        ),
        COSINE,
    ),
    instance={**POLES, "letters": {**POLES["letters"], "g": 1}},
    twin=av.Variant("strictly", {">= 0": "> 0"}, {**POLES, "letters": {**POLES["letters"], "g": 1}}),
)

av.formal(
    "CAUSAL-3",
    title="Every token moves towards the first",
    sentence=r"For all tokens on the sphere, $\langle y_1, \dot y_i\rangle \ge 0$ for every $i$.",
    source=after(KARAGODIN, "later tokens"),
    role="extension",
    kind="causal attention",
    statement={
        **CAUSAL,
        "letters": [*CAUSAL["letters"], "x[token]: vector"],
        "given": [*CAUSAL["given"], "forall i: dot(x[i], x[i]) == 1"],
        "show": ["forall i: dot(x[f], field(x, i)) >= 0"],
    },
    # The second token is opposite to the first, and the third nearer to it.
    refuted={"instance": at(3, 2, x=[[1, 0], [-1, 0], ["-3/5", "4/5"]], f=0, beta="log(4)")},
    no_repair="a later token may be drawn away by those between; CAUSAL-4 is what is true in a hemisphere",
)

av.formal(
    "CAUSAL-4",
    title="A hemisphere is not left",
    sentence=r"If $\langle v, y_i(0)\rangle > 0$ for all $i$, then $\langle v, y_i(t)\rangle > 0$ for all $i$ and $t$.",
    source=after(KARAGODIN, "tokens in a hemisphere"),
    role="extension",
    kind="causal attention",
    statement={
        **MOTION,
        "letters": [*MOTION["letters"], "v: vector"],
        "given": [*MOTION["given"], "at_start(forall i: dot(v, y[i]) > 0)"],
        "show": ["always(forall i: dot(v, y[i]) > 0)"],
    },
    proof=by_weights(
        "LEM-leader.heights",
        build.KNOWN,
        "start(min(k: dot(v, y[k]))) > 0 and always(forall i: dot(v, y[i]) >= start(min(k: dot(v, y[k]))))"
        " and always(forall i: dot(v, y[i]) > 0)",
    ),
    instance={**TOP, "letters": {**TOP["letters"], "v": [1, 0]}},
    twin=av.Variant(
        "at least 2",
        {"always(forall i: dot(v, y[i]) > 0)": "always(forall i: dot(v, y[i]) > 2)"},
        {**TOP, "letters": {**TOP["letters"], "v": [1, 0]}},
    ),
)
