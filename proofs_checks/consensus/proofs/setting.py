"""The models themselves: row sums, the invariant ellipsoid, what the flow does to heights, consensus states."""

from proofs_checks.consensus.proofs.instances import LOGITS, ON_ELLIPSE, TOP, diagonal, state
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, rule

ANY_VALUES = {
    "spaces": ["E"],
    "letters": ["W: operator; P[head], U[head]: measurable matrix; root: number"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))",
        "causal(h, X, i, j) := e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j: att(h, X, i, j)*U[h](X[j]))",
        "early(X, i) := sum(h in heads, j in upto(i): causal(h, X, i, j)*U[h](X[j]))",
    ],
    "given": ["root > 0", "root^2 == dim(E)"],
}
STATE = {"letters": ["x[token]: vector"]}

formal(
    "CON-A1",
    statement=model(
        ANY_VALUES,
        STATE,
        {
            "letters": ["H: number"],
            "given": ["H == sum(h in heads: 1)"],
            "show": [
                "almost_always(forall h in heads, i: sum(j: att(h, x, i, j)) == 1/root)",
                "almost_always(forall h in heads, i: sum(j in upto(i): causal(h, x, i, j)) == 1/root)",
                "almost_always(forall i: sum(h in heads, j: att(h, x, i, j)) == H/root)",
                "almost_always(forall i: sum(h in heads, j in upto(i): causal(h, x, i, j)) == H/root)",
            ],
        },
    ),
    proof=[
        enter("ae", intro("h1,p", leaf())),
        enter("ae", intro("h1,p", leaf())),
        enter("ae", intro("p", leaf(use=["H == sum(h in heads: 1)"]))),
        enter("ae", intro("p", leaf(use=["H == sum(h in heads: 1)"]))),
    ],
    instance=state({"U": LOGITS, "x": [ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]], "H": 2}, without="v"),
    twin=Variant(
        "heads are not counted",
        {"== H/root": "== 1/root"},
        state({"U": LOGITS, "x": [ON_ELLIPSE] * 3, "H": 2}, without="v"),
    ),
)

_NOTHING_EARLIER = (
    "sum(k in before(f): e(h1, x, f, k)) == 0",
    have(
        [
            (
                "sum(k in before(f): e(h1, x, f, k)) == sum(k in before(f): 0)",
                rule(
                    "equal sums, before",
                    rule("tokens in order", i="q", j="f", C="e(h1, x, f, q) == 0"),
                    e="fn(k: e(h1, x, f, k))",
                    f="fn(k: 0)",
                    i="f",
                    new={"x": "q"},
                ),
            )
        ],
        KNOWN,
    ),
)

formal(
    "CON-AR.a",
    statement=model(
        ANY_VALUES,
        {
            "letters": ["x[token], z[token]: vector; f: token"],
            "given": ["forall i: f <= i"],
            "show": [
                "almost_always(forall h in heads, i: sum(j in upto(i): causal(h, x, i, j)) == 1/root)",
                "almost_always(forall h in heads: causal(h, x, f, f) == 1/root)",
                "almost_always(forall i: (forall j in upto(i): x[j] == z[j]) => early(x, i) == early(z, i))",
            ],
        },
    ),
    proof=[
        enter("ae", intro("h1,p", leaf())),
        enter("ae", intro("h1", have([_NOTHING_EARLIER], leaf(use=[_NOTHING_EARLIER[0]])))),
        enter("ae", intro(["p", ""], leaf(use=["forall j in upto(p): x[j] == z[j]"]))),
    ],
    instance=state({"U": LOGITS, "x": [ON_ELLIPSE, TOP, TOP], "z": [ON_ELLIPSE, TOP, ON_ELLIPSE], "f": 0}, without="v"),
    twin=Variant(
        "later tokens seen as well",
        {"sum(k in upto(i): e(h, X, i, k))": "sum(k: e(h, X, i, k))"},
        state({"U": LOGITS, "x": [ON_ELLIPSE, TOP, TOP], "z": [ON_ELLIPSE, TOP, ON_ELLIPSE], "f": 0}, without="v"),
    ),
)

formal(
    "CON-A3",
    statement=model(
        ANY_VALUES,
        {
            "letters": ["y[token]: moving vector"],
            "given": ["almost_always(forall i: rate(y[i]) == force(y, i) - dot(y[i], W(force(y, i)))*y[i])"],
            "show": [
                "almost_always(forall i: rate(dot(y[i], W(y[i])))"
                " == 2*dot(y[i], W(force(y, i)))*(1 - dot(y[i], W(y[i]))))",
                "almost_always(forall i: dot(y[i], W(y[i])) == 1 => rate(dot(y[i], W(y[i]))) == 0)",
            ],
        },
    ),
    proof=[
        enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == force(y, i) - dot(y[i], W(force(y, i)))*y[i]"]))),
        enter(
            "ae",
            intro(
                ["p", ""],
                have(
                    ["rate(dot(y[p], W(y[p]))) == 2*dot(y[p], W(force(y, p)))*(1 - dot(y[p], W(y[p])))"],
                    leaf(
                        use=[
                            "forall i: rate(y[i]) == force(y, i) - dot(y[i], W(force(y, i)))*y[i]",
                            "dot(y[p], W(y[p])) == 1",
                        ]
                    ),
                ),
            ),
        ),
    ],
    instance=state({"U": [diagonal(1, 1, 1, 1)] * 2, "y": [ON_ELLIPSE] * 3}, without="v"),
    twin=Variant(
        "without the factor that vanishes on the ellipsoid",
        {"2*dot(y[i], W(force(y, i)))*(1 - dot(y[i], W(y[i])))": "2*dot(y[i], W(force(y, i)))"},
        state({"U": [diagonal(1, 1, 1, 1)] * 2, "y": [ON_ELLIPSE] * 3}, without="v"),
    ),
)
