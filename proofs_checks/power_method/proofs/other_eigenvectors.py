"""Section 2.1.1: one head; a stable bipartite state on the last eigenvector, and an equilibrium of two clusters."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.exact_clusters import FRAME, P2, V2, matrix, rows, system
from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.stable_examples import REPELLED, SECOND_MAP, at_log_three
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import both, groups, intro, leaf, unfold

MATRICES = [text.replace("e1", "v") for text in (matrix("V2", V2), matrix("P2", P2, "L*"))]
BASIS = [text.replace("e1", "v") for text in FRAME]
EQUAL = "sum(h in A: 1) == sum(h in B: 1)"
USE = [*MATRICES, *BASIS, EQUAL, "exp(L) == 2", "alpha == 1/4"]
LOGITS = "forall u in vector: Q(u) == -log(3)*u"
HERE: Part = {
    "tokens": {"A": 2, "B": 2},
    "dim": 2,
    "letters": {
        "alpha": "1/4",
        "W": [[-2, 0], [0, 1]],
        "Q": [["-log(3)", 0], [0, "-log(3)"]],
        "V2": rows(V2),
        "P2": rows(P2, "log(2)"),
        "L": "log(2)",
        "v": [1, 0],
        "e2": [0, 1],
    },
}
formal(
    "POW-2.1.bip",
    title="Stable bipartite equilibria on other eigenvectors, and clusters, with one head",
    sentence=(
        r"For one head there are locally asymptotically stable bipartite equilibria on $\pm v_k$ with $k \geq"
        r" 2$ (V with the eigenvalue $-2$ at v and 1 across it, $P = -\log3\,I$, $\alpha = 1/4$, n tokens per"
        " pole), and equilibria of two clusters that are neither bipartite nor polygonal."
    ),
    reading=(
        "R1: k >= 2; can be: for suitable V and P. (By POW-N2 only k = d is possible among k >= 2; clusters"
        " that are stable as well: POW-N8.)"
    ),
    source=Source(PAPER, "Section 2.1.1"),
    kind="stability",
    statement=model(
        {"groups": ["A", "B"], "letters": ["alpha: number; W: operator; Q: matrix; v, e2: vector; L: number"]},
        SECOND_MAP,
        system(2),
        {
            "states": ["bipartite: A -> v, B -> -v", "pair: A -> v, B -> -4/5*v + 3/5*e2"],
            "given": [*BASIS, EQUAL, "alpha == 1/4", "exp(L) == 2", REPELLED, LOGITS, *MATRICES],
            "show": [
                "W(v) == -2*v and W(e2) == e2 and asymptotically_stable(repelled, bipartite)",
                "fixed(map2, pair) and (forall i in A, j in B: dot(pair[i], pair[j]) == -4/5)"
                " and (forall i in A: V2(sum(j: w2(pair, i, j)*pair[j])) == pair[i])"
                " and (forall i in B: V2(sum(j: w2(pair, i, j)*pair[j])) == 11/5*pair[i])",
            ],
        },
    ),
    proof=[
        both(
            leaf(use=[REPELLED, *BASIS]),
            leaf(use=[REPELLED, *BASIS]),
            at_log_three("repelled", "W", "Q", "-2", REPELLED),
        ),
        both(
            unfold("goal", groups(*[intro("t", leaf(use=USE, norms=[f"1 + alpha*{nu}"])) for nu in ("1", "11/5")])),
            intro("s,t", leaf(use=USE)),
            intro("t", leaf(use=USE)),
            intro("t", leaf(use=USE)),
        ),
    ],
    instance=HERE,
    twin=Variant(
        "attraction, P = log 3 I, in the place of repulsion",
        {"Q(u) == -log(3)*u": "Q(u) == log(3)*u"},
        {**HERE, "letters": {**HERE["letters"], "Q": [["log(3)", 0], [0, "log(3)"]]}},
    ),
)
