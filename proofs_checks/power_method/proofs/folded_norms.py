"""POW-EQ1.norm: the gain and the shift of a norm before attention fold into P, c, V and b, exactly, under any mask.

gain is the diagonal matrix of the gains, x the normalised tokens, u what the sublayer receives; Pt is P transposed.
"""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.models import Part
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, restate, rule, take

TRANSPOSED = "forall h in heads: forall y in vector, z in vector: dot(y, P[h](z)) == dot(Pt[h](y), z)"
ITSELF = "forall i: seen[i, i] > 0"
VALUES: Part = {
    "tokens": 2,
    "heads": 2,
    "dim": 2,
    "letters": {
        "x": [[1, -1], [-1, 1]],
        "gain": [[2, 0], [0, 3]],
        "beta": [1, 2],
        "P": [[[1, 2], [0, 1]], [[0, 1], [-1, 0]]],
        "Pt": [[[1, 0], [2, 1]], [[0, -1], [1, 0]]],
        "V": [[[1, 0], [1, 1]], [[2, 1], [0, 1]]],
        "c": [[0, 1], [1, 1]],
        "b": [3, 0],
        "seen": [[1, 0], [1, 1]],
    },
}


def row(then: Tree) -> Tree:
    """The denominator of the folded weights of token q in head h is positive: the token sees itself."""
    return have(
        [
            (
                "sum(j: inner(g, q, j)) >= inner(g, q, q)",
                rule(
                    "term of a positive sum",
                    have(["seen[q, t] >= 0"], leaf("1: seen[q, t] >= 0; exp(inner_logit(g, q, t)) > 0")),
                    e="fn(j: inner(g, q, j))",
                    y="q",
                    new={"x": "t"},
                ),
            ),
            ("inner(g, q, q) > 0", have(["seen[q, q] > 0"], leaf("1: seen[q, q] > 0; exp(inner_logit(g, q, q)) > 0"))),
            (
                "sum(j: inner(g, q, j)) > 0",
                leaf("1: sum(j: inner(g, q, j)) >= inner(g, q, q)", "1: inner(g, q, q) > 0"),
            ),
        ],
        then,
    )


SAME = "forall h in heads, i, j: A(h, i, j) == folded_A(h, i, j)"
TURNED = "forall j: dot(beta, P[g](gain(x[j]))) == dot(gain(Pt[g](beta)), x[j])"
TURNING = intro(
    "t",
    have(
        [
            (
                "dot(beta, P[g](gain(x[t]))) == dot(Pt[g](beta), gain(x[t]))",
                take(TRANSPOSED, ["g", "beta", "gain(x[t])"], KNOWN),
            )
        ],
        leaf("eq 1: dot(beta, P[g](gain(x[t]))) == dot(Pt[g](beta), gain(x[t]))"),
    ),
)
COMPARED = row(have([(TURNED, TURNING)], leaf(use=[TURNED])))
OWN = "V[h](sum(j: A(h, q, j)*u(j)))"
FOLDED = "V[h](gain(sum(j: folded_A(h, q, j)*x[j]))) + V[h](beta)"
formal(
    "POW-EQ1.norm",
    title="The gain and the shift of a norm fold into the attention sublayer",
    sentence=(
        r"Let an attention sublayer receive $u_i = Gx_i + \beta$, $G = G^T$ the gains, have weights $A^h_{ij}$"
        r" proportional to $s_{ij}\exp(u_i^TP_hu_j + c_h^Tu_j)$, with $s_{ij} \ge 0$ and $s_{ii} > 0$ (any mask under"
        r" which a token sees itself), and the output $b + \sum_hV_h\sum_jA^h_{ij}u_j$. Its weights and its output are"
        r" those of the sublayer that receives $x_i$ and has $GP_hG$, $G(P_h^T\beta + c_h)$, $V_hG$ and $b +"
        r" \sum_hV_h\beta$ in place of $P_h$, $c_h$, $V_h$ and b."
    ),
    source=Source(PAPER, "Equation (1), Appendix B (extension)"),
    role="extension",
    kind="identity",
    statement={
        "letters": [
            "P[head], Pt[head], V[head]: matrix; gain: operator; c[head]: vector",
            "beta, b, x[token]: vector; seen[token, token]: number",
        ],
        "where": [
            "u(i) := gain(x[i]) + beta",
            "logit(h, i, j) := dot(u(i), P[h](u(j))) + dot(c[h], u(j))",
            "A(h, i, j) := seen[i, j]*exp(logit(h, i, j))/sum(k: seen[i, k]*exp(logit(h, i, k)))",
            "output(i) := b + sum(h in heads: V[h](sum(j: A(h, i, j)*u(j))))",
            "folded_P(h, z) := gain(P[h](gain(z)))",
            "folded_c(h) := gain(Pt[h](beta) + c[h])",
            "folded_V(h, z) := V[h](gain(z))",
            "folded_b := b + sum(h in heads: V[h](beta))",
            "inner_logit(h, i, j) := dot(x[i], folded_P(h, x[j])) + dot(folded_c(h), x[j])",
            "inner(h, i, j) := seen[i, j]*exp(inner_logit(h, i, j))",
            "folded_A(h, i, j) := inner(h, i, j)/sum(k: inner(h, i, k))",
        ],
        "given": [TRANSPOSED, "forall i, j: seen[i, j] >= 0", ITSELF],
        "show": [
            SAME,
            "forall i: output(i) == folded_b + sum(h in heads: folded_V(h, sum(j: folded_A(h, i, j)*x[j])))",
        ],
    },
    proof=[
        intro("g,q,s", COMPARED),
        intro(
            "q",
            restate(
                f"sum(h in heads: {OWN}) == sum(h in heads: {FOLDED})",
                rule(
                    "equal vector sums, heads",
                    COMPARED,
                    e=f"fn(h in heads: {OWN})",
                    f=f"fn(h in heads: {FOLDED})",
                    new={"x": "g"},
                ),
            ),
        ),
    ],
    instance=VALUES,
    twin=Variant("P is not transposed in c", {"Pt[h](beta) + c[h]": "P[h](beta) + c[h]"}, VALUES),
)
