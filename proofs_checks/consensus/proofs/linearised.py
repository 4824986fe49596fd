"""The linearisation of (6) at a consensus, full and auto-regressive: one formula for every P(t) (CON-B5.blocks).

P is the value of P(t) at any one time. A consensus at v is at rest where v is an eigenvector of the sum S of the value
matrices, which is symmetric.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import LOGITS, TOP
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, take

LINEARISED: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["P[head], U[head]: matrix; S: operator; v: vector; lam, root: number"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))",
        "early(h, X, i, j) := e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j: att(h, X, i, j)*U[h](X[j]))",
        "pull(X, i) := sum(h in heads, j in upto(i): early(h, X, i, j)*U[h](X[j]))",
    ],
    "maps": [
        "full(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)",
        "causal(X, i) = pull(X, i) - dot(X[i], pull(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)",
    ],
    "given": [
        "root > 0",
        "root^2 == dim(E)",
        "forall a in vector: S(a) == sum(h in heads: U[h](a))",
        "S(v) == lam*v",
        "dot(v, v) == 1",
    ],
}
SOURCE = Source(PAPER, "beyond the text: linearisation for Theorems 3.2, 4.2 and 4.5")
_VALUE = [[2, 0, 0, 0], [0, -3, 1, 0], [0, 1, 1, 0], [0, 0, 0, -1]]
AT = "D({0}, fn(k: v), {1}, i)".format
_TANGENT = "forall i: dot(v, d[i]) == 0"
_SUM, _TOP, _UNIT = LINEARISED["given"][2:]


def linearised(letters: dict[str, Any], total: Any = _VALUE) -> dict[str, Any]:
    """Two heads in R^4, neither of them symmetric, whose sum is `total`."""
    first = [[1, 1, 0, 0], [0, 0, 2, 0], [0, 0, 1, 0], [0, 3, 0, 0]]
    second = [[a - b for a, b in zip(*rows, strict=True)] for rows in zip(total, first, strict=True)]
    values = {"P": LOGITS, "U": [first, second], "S": total, "v": TOP, "lam": 2, "root": 2, **letters}
    return {"tokens": 3, "heads": 2, "dim": 4, "letters": values}


_MOVED = {"d": [[0, 1, 2, 0], [0, 0, 1, 0], [0, 1, 0, -1]]}
BLOCKS = [
    f"forall i: {AT('full', 'd')} == 1/root*(1/sum(j: 1)*S(sum(j: d[j])) - lam*d[i])",
    f"forall i: {AT('causal', 'd')} == 1/root*(1/sum(j in upto(i): 1)*S(sum(j in upto(i): d[j])) - lam*d[i])",
]


def _image(a: str, z: str) -> tuple[str, Tree]:
    """What the heads together make of a, along z."""
    heads = f"sum(h in heads: U[h]({a}))"
    same = have([(f"{heads} == S({a})", take(_SUM, [a], KNOWN))], lemma("LEM-same-dot", u=heads, w=f"S({a})", z=z))
    return f"dot({z}, {heads}) == dot({z}, S({a}))", same


_DOWN = "sum(h in heads: dot(d[p], U[h](v))) == 0"
_OWN = "sum(h in heads: dot(v, U[h](v))) == lam"


def _block(*moved: str) -> Tree:
    """The derivative, from what the heads together make of v and of what is moved."""
    images = [(f"sum(h in heads: U[h]({a})) == S({a})", take(_SUM, [a], KNOWN)) for a in ("v", *moved)]
    level = [
        (
            f"sum(h in heads: dot(v, U[h]({a}))) == 0",
            have([_image(a, "v")], leaf(f"eq 1: {_image(a, 'v')[0]}", use=[_TOP, _TANGENT])),
        )
        for a in moved
    ]
    down = (_DOWN, have([_image("v", "d[p]")], leaf(f"eq 1: {_image('v', 'd[p]')[0]}", use=[_TOP, _TANGENT])))
    own = (_OWN, have([_image("v", "v")], leaf(f"eq 1: {_image('v', 'v')[0]}", use=[_TOP, _UNIT])))
    facts = [*images, *level, down, own]
    return intro("p", have(facts, leaf(use=[_UNIT, _TANGENT, _TOP, *(fact for fact, _ in facts)])))


formal(
    "CON-B5.blocks",
    title="The linearisation at a consensus, for every P(t)",
    sentence=(
        r"At a consensus v with $Uv = \lambda v$, $U = \sum_\eta U_\eta$ symmetric, the linearisation of (6) along a"
        r" tangent $\delta$ is $\frac{1}{\sqrt{n+1}}(U\bar\delta_i - \lambda\delta_i)$ for every P(t), with the mean"
        r" $\bar\delta_i$ of all $\delta_j$ in the full model and of those with $j \le i$ in the auto-regressive one."
    ),
    source=SOURCE,
    kind="identity",
    role="extension",
    statement=model(LINEARISED, {"letters": ["d[token]: vector"], "given": [_TANGENT], "show": BLOCKS}),
    proof=[_block("sum(j: d[j])"), _block("sum(j in before(p): d[j])", "d[p]")],
    instance=linearised(_MOVED),
    twin=Variant("twice the eigenvalue", {"- lam*d[i]": "- 2*lam*d[i]"}, linearised(_MOVED)),
)
