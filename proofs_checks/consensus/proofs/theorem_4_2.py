"""Theorem 4.2: the first token stands, the second finds it, and from a hemisphere all do (the repaired domain)."""

from proofs_checks.consensus.proofs.instances import OPPOSITE as _MINUS
from proofs_checks.consensus.proofs.instances import TOP as _E1
from proofs_checks.consensus.proofs.instances import heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, unfold

WEIGHT = "sum(h in heads: att(h, y, {0}, {1}))".format
WEIGHTS = f"fn(i, j: {WEIGHT('i', 'j')})"
_FLOW = f"almost_always(forall i: rate(y[i]) == sum(j in before(i): {WEIGHT('i', 'j')}*(y[j] - dot(y[i], y[j])*y[i])))"
_SIGNS = f"almost_always(forall i: forall j in before(i): {WEIGHT('i', 'j')} >= 0)"
UNIT = "forall i: dot(y[i], y[i]) == 1"


_STANDS = "almost_always(rate(y[f]) == 0) and always(y[f] == start(y[f]))"


def weighted(then: object) -> object:
    """The model as a flow with weights, in which only earlier tokens draw."""
    return unfold(
        "solves(auto, y)",
        have(
            [
                (_FLOW, enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == auto(y, i)", UNIT])))),
                (_SIGNS, enter("ae", intro("p,q", leaf()))),
            ],
            then,
        ),
    )


formal(
    "CON-T4.2.a",
    statement=model(HEADS, HEADS_SOLUTION, {"show": ["almost_always(rate(y[f]) == 0)", "always(y[f] == start(y[f]))"]}),
    proof=[
        weighted(have([(f"{_STANDS}", lemma("LEM-leader.first", a=WEIGHTS))], KNOWN)),
        weighted(have([(f"{_STANDS}", lemma("LEM-leader.first", a=WEIGHTS))], KNOWN)),
    ],
    instance=heads(),
    twin=Variant(
        "all tokens stand at one point",
        {"always(y[f] == start(y[f]))": "always(forall i: y[i] == start(y[f]))"},
        heads(y=[_E1, _MINUS, _E1]),
    ),
)

HEIGHT = (
    "almost_always(forall i: rate(dot(y[f], y[i]))"
    " == sum(h in heads, j in upto(i): att(h, y, i, j)*(dot(y[f], y[j]) - dot(y[f], y[i])*dot(y[i], y[j]))))"
)
SECOND = {"letters": ["g: token"], "given": ["f < g", "forall j in before(g): j <= f"]}
COSINE = f"almost_always(rate(dot(y[f], y[g])) == {WEIGHT('g', 'f')}*(1 - dot(y[f], y[g])^2))"

formal(
    "CON-T4.2.b",
    statement=model(HEADS, HEADS_SOLUTION, SECOND, {"show": [HEIGHT, COSINE]}),
    proof=[
        have(
            [(_STANDS, lemma("CON-T4.2.a"))],
            unfold(
                "solves(auto, y)",
                enter("ae", intro("p", leaf(use=["rate(y[f]) == 0", "forall i: rate(y[i]) == auto(y, i)"]))),
            ),
        ),
        weighted(lemma("LEM-leader.cosine", a=WEIGHTS)),
    ],
    instance=heads(g=1),
    twin=Variant(
        "no equilibrium at the antipode",
        {"(1 - dot(y[f], y[g])^2)": "(1 - dot(y[f], y[g]))"},
        heads(g=1, y=[_E1, _MINUS, _E1]),
    ),
)

_EXCESS = "att(h, y, p, q) - exp(-2*abs(K))/(root*sum(k in upto(p): 1))"
_ROW = "exp(-2*abs(K))/sum(k in upto(i): 1) <= e(h, y, i, j)/sum(k in upto(i): e(h, y, i, k)) <= 1"
LOWER = "sum(h in heads: exp(-2*abs(K)))/(root*sum(k in upto({0}): 1))".format
_BOUNDS = f"almost_always(forall i: forall j in upto(i): {LOWER('i')} <= {WEIGHT('i', 'j')} <= sum(h in heads: 1)/root)"


def bounded(then: object) -> object:
    """Bounds on the weights of every row, from the bound on P."""
    return have(
        [
            (
                "forall h in heads, i: almost_always(forall j in upto(i): -abs(K) <= dot(y[i], P[h](y[j])) <= abs(K))",
                intro(
                    "h1,p",
                    enter(
                        "ae",
                        intro(
                            "q",
                            have(
                                [
                                    ("K <= abs(K)", rule("absolute above", e="K")),
                                    "dot(y[p], P[h1](y[q])) <= K*norm(y[p])*norm(y[q])",
                                    "dot(-y[p], P[h1](y[q])) <= K*norm(-y[p])*norm(y[q])",
                                ],
                                both(
                                    leaf(
                                        "1: dot(-y[p], P[h1](y[q])) <= K*norm(-y[p])*norm(y[q])",
                                        "1: K <= abs(K)",
                                        use=[UNIT],
                                    ),
                                    leaf(
                                        "1: dot(y[p], P[h1](y[q])) <= K*norm(y[p])*norm(y[q])",
                                        "1: K <= abs(K)",
                                        use=[UNIT],
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
            (
                f"forall h in heads, i: almost_always(forall j in upto(i): {_ROW})",
                intro("h1,p", lemma("LEM-softmax.row", l="fn(j: dot(y[p], P[h1](y[j])))", i="p", M="abs(K)")),
            ),
            (
                _BOUNDS,
                enter(
                    "ae",
                    intro(
                        "p,q",
                        have(
                            [
                                (
                                    f"sum(h in heads: {_EXCESS}) >= 0",
                                    rule(
                                        "positive sum, heads",
                                        have(
                                            [f"exp(-2*abs(K))/sum(k in upto(p): 1) <= {_SHARE}"],
                                            leaf(f"1: exp(-2*abs(K))/sum(k in upto(p): 1) <= {_SHARE}; 1/root > 0"),
                                        ),
                                        new={"x": "h1"},
                                        e=f"fn(h in heads: {_EXCESS})",
                                    ),
                                ),
                                (
                                    "sum(h in heads: 1/root - att(h, y, p, q)) >= 0",
                                    rule(
                                        "positive sum, heads",
                                        have([f"{_SHARE} <= 1"], leaf(f"1: {_SHARE} <= 1; 1/root > 0")),
                                        new={"x": "h1"},
                                        e="fn(h in heads: 1/root - att(h, y, p, q))",
                                    ),
                                ),
                            ],
                            both(
                                leaf(f"1: sum(h in heads: {_EXCESS}) >= 0"),
                                leaf("1: sum(h in heads: 1/root - att(h, y, p, q)) >= 0"),
                            ),
                        ),
                    ),
                ),
            ),
        ],
        then,
    )


_SHARE = "e(h1, y, p, q)/sum(k in upto(p): e(h1, y, p, k))"

_ALL_FOUR = (
    f"{COSINE} and always(dot(y[f], y[g]) > -1)"
    f" and decays((1 - dot(y[f], y[g]))/(1 + dot(y[f], y[g])), 2*{LOWER('g')})"
    " and exponentially_small(norm(y[g] - y[f]))"
)
_FINDS = weighted(
    bounded(
        have(
            [
                (f"{LOWER('g')} > 0", leaf()),
                (f"almost_always({WEIGHT('g', 'f')} >= {LOWER('g')})", enter("ae", KNOWN)),
                (_ALL_FOUR, lemma("LEM-leader.second", a=WEIGHTS, delta=LOWER("g"))),
            ],
            KNOWN,
        )
    )
)

FINDS = [
    "always(dot(y[f], y[g]) >= start(dot(y[f], y[g])))",
    f"decays((1 - dot(y[f], y[g]))/(1 + dot(y[f], y[g])), 2*{LOWER('g')})",
    "exponentially_small(norm(y[g] - y[f]))",
]

formal(
    "CON-T4.2.c.limit",
    title="The second token converges to the first from everywhere but its antipode: the rate",
    sentence=(
        r"Auto-regressive model on the sphere, $U_\eta = I$, h heads with $a^TP_\eta b \le K|a||b|$ for all a, b. If"
        r" $y_2(0) \ne -y_1$, then $c_2 = y_1^Ty_2$ never falls below $c_2(0)$, $(1 - c_2)/(1 + c_2)$ is at most"
        r" $e^{-\kappa t}$ times its value at the start, $\kappa = he^{-2K}/\sqrt{n+1}$, and $y_2(t) \to y_1$"
        " exponentially."
    ),
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        SECOND,
        BOUNDED_P,
        {
            "given": ["at_start(y[g] != -y[f])"],
            "show": FINDS,
        },
    ),
    proof=[
        have(
            [(COSINE, have([(f"{HEIGHT} and {COSINE}", lemma("CON-T4.2.b"))], KNOWN))],
            unfold(
                "solves(auto, y)",
                rule(
                    "monotone",
                    leaf(
                        f"1/4: {WEIGHT('g', 'f')} > 0; dot(y[g] - y[f], y[g] - y[f]) >= 0;"
                        " dot(y[g] + y[f], y[g] + y[f]) >= 0",
                        f"eq -1: {COSINE[len('almost_always(') : -1]}",
                        use=[UNIT],
                    ),
                    z="dot(y[f], y[g])",
                ),
            ),
        ),
        _FINDS,
        _FINDS,
    ],
    instance=heads(g=1, K=6),
    twin=Variant(
        "from the antipode as well",
        {"at_start(y[g] != -y[f])": "at_start(y[g] == -y[f])"},
        heads(g=1, K=6, y=[_E1, _MINUS, _E1]),
    ),
)
