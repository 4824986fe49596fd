"""Table 1 and the abstract: what the theorems say together, and what they do not say."""

from proofs_checks.consensus.proofs.instances import LOGITS, ON_ELLIPSE, OPPOSITE, TOP, diagonal, full, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, FULL, HEADS, HEADS_SOLUTION, HEMISPHERE, SOLUTION
from proofs_checks.consensus.proofs.stable_set import BOUNDED, NEARER, STABLE
from proofs_checks.consensus.proofs.theorem_3_2 import LIMIT
from proofs_checks.consensus.proofs.theorem_4_2 import LOWER, SECOND
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, rule, witness

TENDS = "forall i, j: tends(norm({0}[i] - {0}[j]), 0)".format
THEOREM = (
    "(always(forall i: dot(v, y[i]) > 0)) and (exists m in number: m > 0 and always(forall i: dot(v, y[i]) >= m))"
    f" and ({TENDS('y')}) and (at_start(forall i, j: y[i] == y[j]) => always(forall i, j: y[i] == y[j]))"
)
_LENGTH = "sqrt(dot(v, W(v)))"
_SCALED = "exists s in vector, k in number: k > 0 and dot(s, W(s)) == 1 and v == k*s"

formal(
    "CON-TAB1.a",
    statement=model(FULL, SOLUTION, HEMISPHERE, LIMIT, {"given": ["v != 0"], "show": [TENDS("y"), _SCALED]}),
    proof=[
        have([(THEOREM, lemma("CON-T3.2"))], intro("p,q", KNOWN)),
        have(
            [("dot(v, W(v)) > 0", rule("positive form", W="W", u="v"))],
            witness(f"v/{_LENGTH}", witness(_LENGTH, both(leaf(), leaf(), leaf()))),
        ),
    ],
    instance=full(K=6),
    twin=Variant(
        "tokens outside a hemisphere",
        {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) != 0)"},
        full(K=6, y=[ON_ELLIPSE, ON_ELLIPSE, [0, "-1/2", 0, 0]]),
    ),
)

# the models of Theorems 3.2, 4.2 and 4.5 with solutions x, y and z
THREE = {
    "spaces": ["E"],
    "letters": [
        "W, U: operator; P[head], Q: measurable matrix; v: vector; lam, root, K: number; f: token",
        "x[token], y[token], z[token]: moving vector",
    ],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "all(X, i) := sum(h in heads, j: e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))*X[j])",
        "early(X, i) := sum(h in heads, j in upto(i): e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))*X[j])",
        "g(X, i, j) := exp(dot(X[i], Q(X[j])))",
        "valued(X, i) := sum(j in upto(i): g(X, i, j)/(root*sum(k in upto(i): g(X, i, k)))*U(X[j]))",
    ],
    "flows": [
        "six(X, i) = all(X, i) - dot(X[i], W(all(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)",
        "auto(X, i) = early(X, i) - dot(X[i], early(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)",
        "causal(X, i) = valued(X, i) - dot(X[i], valued(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)",
    ],
    "given": [
        "positive_definite(W)",
        "root > 0",
        "root^2 == dim(E)",
        "forall i: f <= i",
        "almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b))",
        "almost_always(forall a in vector, b in vector: dot(a, Q(b)) <= K*norm(a)*norm(b))",
        "simple_top(U, v, lam)",
        "lam > 0",
        "solves(six, x)",
        "solves(auto, y)",
        "solves(causal, z)",
    ],
}
_PAIR = [TOP, OPPOSITE]

formal(
    "CON-I.b.R1",
    statement=model(THREE, {"show": [TENDS("x"), TENDS("y"), TENDS("z")]}),
    refuted={
        "instance": {
            "tokens": 2,
            "heads": 1,
            "dim": 4,
            "letters": {
                "W": diagonal(1, 1, 1, 1),
                "U": diagonal(2, -1, 0, 0),
                "P": [diagonal(1, 1, 1, 1)],
                "Q": LOGITS[0],
                "v": TOP,
                "lam": 2,
                "root": 2,
                "K": 6,
                "f": 0,
                "x": _PAIR,
                "y": _PAIR,
                "z": _PAIR,
            },
        }
    },
)

_TO_FIRST = "(forall i: exponentially_small(norm(y[i] - y[f])))"
_SECOND = (
    "always(dot(y[f], y[g]) >= start(dot(y[f], y[g])))"
    f" and decays((1 - dot(y[f], y[g]))/(1 + dot(y[f], y[g])), 2*{LOWER('g')})"
    " and exponentially_small(norm(y[g] - y[f]))"
)
_ALL = f"(always(forall i: dot(u, y[i]) > 0)) and {_TO_FIRST} and ({TENDS('y')})"

# P is measurable in time and bounded, no more
formal(
    "CON-T4.2.g",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED_P,
        SECOND,
        BOUNDED,
        {
            "show": [
                f"at_start(y[g] != -y[f]) => {_SECOND}",
                STABLE,
                f"forall u in vector: at_start(forall i: dot(u, y[i]) > 0) => {_TO_FIRST}",
            ]
        },
    ),
    proof=[
        intro("", lemma("CON-T4.2.c.limit")),
        intro("", have([(f"({STABLE}) and ({NEARER})", lemma("CON-T4.2.f"))], KNOWN)),
        intro(["u", "", "p"], have([(_ALL, lemma("CON-T4.2.repaired", v="u"))], KNOWN)),
    ],
    instance=heads(K=6, M=[6, 6], N=3, g=1),
    twin=Variant(
        "tokens outside a hemisphere",
        {"at_start(forall i: dot(u, y[i]) > 0)": "at_start(forall i: dot(u, y[i]) != 0)"},
        heads(K=6, M=[6, 6], N=3, g=1, y=[TOP, OPPOSITE, TOP]),
    ),
)
