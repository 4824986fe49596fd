"""The displays of the poster compared with the paper's: the block, the map (1), the model (6), the misalignment (9)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import LOGITS, METRIC, ON_ELLIPSE, diagonal
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, rule

Part = dict[str, Any]
NORMALISE: Part = {
    "spaces": ["E"],
    "letters": ["W: operator E"],
    "where": ["N(x) := x/sqrt(dot(x, W(x)))"],
    "given": ["positive_definite(W)"],
}
_ONCE = "dot(f[p], W(f[p]))"

# f is the output of self-attention, feed the feed-forward part at N(f)
formal(
    "CON-P.d",
    statement=model(
        NORMALISE,
        {
            "letters": ["f[token], feed[token]: vector E"],
            "given": ["forall i: f[i] != 0", "forall i: feed[i] == 0"],
            "show": [
                "forall i: N(N(f[i]) + feed[i]) == N(f[i])",
                "forall i: N(N(f[i])) == N(f[i])",
            ],
        },
    ),
    proof=[
        intro(
            "p",
            have(
                [(f"{_ONCE} > 0", rule("positive form", W="W", u="f[p]")), "feed[p] == 0"],
                leaf(use=["feed[p] == 0"], norms=["1"]),
            ),
        ),
        intro("p", have([(f"{_ONCE} > 0", rule("positive form", W="W", u="f[p]"))], leaf(norms=["1"]))),
    ],
    instance={
        "tokens": 2,
        "dim": 4,
        "letters": {"W": METRIC, "f": [[3, 2, 0, 0], [0, 0, 5, 0]], "feed": [[0] * 4] * 2},
    },
    twin=Variant(
        "a feed-forward part that is not zero",
        {"forall i: feed[i] == 0": "forall i, j: feed[i] == feed[j]"},
        {
            "tokens": 2,
            "dim": 4,
            "letters": {"W": METRIC, "f": [[3, 2, 0, 0], [0, 0, 5, 0]], "feed": [[0, 1, 0, 0]] * 2},
        },
    ),
)

WEIGHTED: Part = {
    "letters": ["P[head], U[head]: matrix E -> E; root, tau: number; y[token]: vector E"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j: att(h, X, i, j)*U[h](X[j]))",
        "fsa(X, i) := X[i] + tau*force(X, i)",
    ],
    "given": ["root > 0", "root^2 == dim(E)"],
}
_QUERIES = "forall h in heads, a in vector E, b in vector E: dot(a, P[h](b)) == dot(Q[h](a), K[h](b))"
_PRODUCT = "forall h in heads, a in vector E: out[h](V[h](a)) == tau*U[h](a)"
# (1): D is the diagonal matrix of the reciprocal normalisers, K^T Q stands between y_j and y_i
_MAP: Part = {
    "spaces": ["F"],
    "letters": ["Q[head], K[head], V[head]: matrix E -> F; out[head]: matrix F -> E"],
    "where": [
        "odds(h, i, j) := exp(dot(K[h](y[j]), Q[h](y[i])))",
        "share(h, i) := 1/(root*sum(k: odds(h, i, k)))",
        "one(i) := N(y[i] + sum(h in heads, j: share(h, i)*odds(h, i, j)*out[h](V[h](y[j]))))",
    ],
    "given": [_QUERIES, _PRODUCT],
    "show": ["forall i: N(fsa(y, i)) == one(i)"],
}
_HALF = [[1, 0, 0, 0], [0, 1, 0, 0]]
_ONE: Part = {
    "W": METRIC,
    "P": [diagonal(1, 1, 0, 0)],
    "U": [diagonal(1, 1, 0, 0)],
    "root": 2,
    "tau": 2,
    "y": [ON_ELLIPSE, [1, 0, 0, 0]],
    "Q": [_HALF],
    "K": [_HALF],
    "V": [_HALF],
    "out": [[[2, 0], [0, 2], [0, 0], [0, 0]]],
}

formal(
    "CON-P.e",
    statement=model(NORMALISE, WEIGHTED, _MAP),
    proof=intro("p", leaf(use=[_QUERIES, _PRODUCT])),
    instance={"tokens": 2, "heads": 1, "dim": {"E": 4, "F": 2}, "letters": _ONE},
    twin=Variant(
        "W V = tau^2 U",
        {"== tau*U[h](a)": "== tau^2*U[h](a)"},
        {"tokens": 2, "heads": 1, "dim": {"E": 4, "F": 2}, "letters": {**_ONE, "U": [diagonal("1/2", "1/2", 0, 0)]}},
    ),
)

# d/dtau at 0 of N(y_i + tau F_i) is that of the projection N at y in the direction F = (f_sa - y)/tau.
_PROJECTED: Part = {
    "maps": ["projected(X, i) = X[i]/sqrt(dot(X[i], W(X[i]))) on fn(X: forall i: X[i] != 0)"],
    "given": ["forall i: dot(y[i], W(y[i])) == 1", "tau != 0"],
}
_SIX = "force(y, i) - dot(y[i], W(force(y, i)))*y[i]"
_UNIT = "forall i: dot(y[i], W(y[i])) == 1"
_STATE: Part = {
    "tokens": 2,
    "heads": 2,
    "dim": 4,
    "letters": {"W": METRIC, "P": LOGITS, "U": LOGITS, "root": 2, "tau": 1, "y": [ON_ELLIPSE, [1, 0, 0, 0]]},
}

formal(
    "CON-P.f",
    statement=model(
        NORMALISE,
        WEIGHTED,
        _PROJECTED,
        {"show": [f"forall i: D(projected, y, fn(k: (fsa(y, k) - y[k])/tau), i) == {_SIX}"]},
    ),
    proof=intro("p", leaf(use=[_UNIT], norms=["1"])),
    instance=_STATE,
    twin=Variant("I - y y^T without W", {"dot(y[i], W(force(y, i)))": "dot(y[i], force(y, i))"}, _STATE),
)

_HAT = "(y[{0}]/norm(y[{0}]))".format
_GAP = f"dot({_HAT('i')} - {_HAT('f')}, {_HAT('i')} - {_HAT('f')})"
_COSINE = "dot(y[i], y[f])/(norm(y[i])*norm(y[f]))"
_SQUARES = f"dot({_HAT('i')}, {_HAT('i')})"
_FIRST = f"dot({_HAT('f')}, {_HAT('f')}) == 1"
_TOKENS: Part = {"tokens": 3, "dim": 2, "letters": {"y": [[3, 4], [0, 2], ["-1", 0]], "f": 0}}

formal(
    "CON-P.g",
    statement={
        "letters": ["y[token]: vector; f: token"],
        "where": ["N := sum(j: 1)"],
        "given": ["forall i: y[i] != 0", "forall i: f <= i"],
        "show": [f"sum(i: {_GAP})/(2*N) == 1 - sum(i: {_COSINE})/N"],
    },
    proof=have(
        [
            (
                "forall i: norm(y[i]) > 0",
                intro("p", have([("dot(y[p], y[p]) > 0", rule("positive square", u="y[p]"))], KNOWN)),
            ),
            (
                f"sum(i: {_SQUARES}) == sum(i: 1)",
                rule(
                    "equal sums",
                    have([("dot(y[x], y[x]) > 0", rule("positive square", u="y[x]"))], leaf()),
                    e=f"fn(i: {_SQUARES})",
                    f="fn(i: 1)",
                ),
            ),
            (_FIRST, have([("dot(y[f], y[f]) > 0", rule("positive square", u="y[f]"))], leaf())),
        ],
        leaf(f"eq 1/(2*N): sum(i: {_SQUARES}) == sum(i: 1)", f"eq 1/2: {_FIRST}"),
    ),
    instance=_TOKENS,
    twin=Variant("1/l instead of 1/(2l)", {"(2*N)": "N"}, _TOKENS),
)
