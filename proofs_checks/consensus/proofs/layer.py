"""Theorem 3.2 for the map (1) itself (CON-B2): every positive step keeps the hemisphere and lifts the least height."""

from proofs_checks.consensus.proofs.instances import state
from proofs_checks.consensus.proofs.models import FULL
from verify.formal import Variant, formal, model
from verify.tactics.build import have, intro, leaf, lemma, rule

LAYER = {
    **FULL,
    "letters": ["W: operator; P[head]: matrix; v: vector; root, tau: number"],
    "where": [*FULL["where"], "moved(X, i) := X[i] + tau*force(X, i)"],
    "flows": [],
    "maps": [
        "layer(X, i) = moved(X, i)/sqrt(dot(moved(X, i), W(moved(X, i)))) on fn(X: forall i: dot(X[i], W(X[i])) == 1)"
    ],
    "given": [*FULL["given"], "tau > 0"],
}
_STATE = {"letters": ["Y[token]: vector"], "given": ["on(layer, Y)", "forall i: dot(v, Y[i]) > 0"]}
_LEAST = "min(k: dot(v, Y[k]))"
_LIFTED = "min(i: dot(v, layer(Y, i)))"
_WEIGHT = "sum(h in heads: att(h, Y, {0}, {1}))".format
_STEP = (
    "(forall i: dot(moved(Y, i), W(moved(Y, i))) > 0)"
    f" and (forall i: dot(v, layer(Y, i)) >= {_LEAST})"
    f" and (forall i: dot(v, layer(Y, i)) <= {_LEAST} => (forall j: Y[j] == Y[i]))"
)


_ROW = lemma("LEM-step.rows", intro("h1", leaf()), a="fn(h in heads, j: att(h, Y, p, j))", r="1/root")


def _weighted(then: object) -> object:
    """The weights of attention, summed over the heads: positive, with equal row sums."""
    return have(
        [
            (
                f"forall i, j: {_WEIGHT('i', 'j')} > 0",
                intro("p,q", rule("strictly positive sum, heads", leaf(), e="fn(h in heads: att(h, Y, p, q))")),
            ),
            (f"forall i: sum(j: {_WEIGHT('i', 'j')}) == sum(h in heads: 1/root)", intro("p", _ROW)),
            ("sum(h in heads: 1/root) > 0", leaf()),
        ],
        then,
    )


_Q = "(Y[{0}]/dot(v, Y[{0}]))".format
_MASS = "(dot(v, Y[i]) + tau*sum(h in heads, j: att(h, Y, i, j)*dot(v, Y[j])))"
_CONVEX = (
    f"forall i: layer(Y, i)/dot(v, layer(Y, i)) == (dot(v, Y[i])*{_Q('i')}"
    f" + tau*sum(h in heads, j: att(h, Y, i, j)*dot(v, Y[j])*{_Q('j')}))/{_MASS}"
)
_HIGH = f"dot(v, layer(Y, p)) >= {_LEAST}"

_SHOWN = [
    _STEP,
    "forall i: dot(v, layer(Y, i)) > 0",
    f"{_LIFTED} >= {_LEAST}",
    f"{_LIFTED} == {_LEAST} => (forall i, j: Y[j] == Y[i])",
    _CONVEX,
]
CONCLUSIONS = " and ".join(f"({text})" for text in _SHOWN)

formal(
    "CON-B2",
    statement=model(
        LAYER,
        _STATE,
        {"show": _SHOWN},
    ),
    proof=[
        _weighted(lemma("LEM-step", a=f"fn(i, j: {_WEIGHT('i', 'j')})", s="sum(h in heads: 1/root)")),
        have(
            [(f"{_LEAST} > 0", rule("least, strict", e="fn(k: dot(v, Y[k]))", b="0"))],
            intro("p", have([_HIGH], leaf(f"1: {_HIGH}", f"1: {_LEAST} > 0"))),
        ),
        rule("least", e="fn(i: dot(v, layer(Y, i)))", b=_LEAST),
        intro(
            "",
            rule(
                "attained least",
                have(
                    [
                        (
                            f"dot(v, layer(Y, x)) <= {_LEAST}",
                            leaf(f"eq -1: {_LIFTED} == dot(v, layer(Y, x))", f"eq 1: {_LIFTED} == {_LEAST}"),
                        )
                    ],
                    intro("p,q", have(["Y[p] == Y[x]", "Y[q] == Y[x]"], leaf(use=["Y[p] == Y[x]", "Y[q] == Y[x]"]))),
                ),
                e="fn(i: dot(v, layer(Y, i)))",
                C="forall i, j: Y[j] == Y[i]",
            ),
        ),
        intro("p", have(["dot(v, layer(Y, p)) > 0", "dot(moved(Y, p), W(moved(Y, p))) > 0"], leaf())),
    ],
    instance=state({"tau": "1/2", "Y": [[0, "1/2", 0, 0]] * 3}),
    twin=Variant(
        "the least height grows by the factor of the step",
        {f">= {_LEAST}": f">= {_LEAST}*(1 + tau)"},
        state({"tau": "1/2", "Y": [[0, "1/2", 0, 0]] * 3}),
    ),
)
