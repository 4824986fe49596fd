"""Lemma 8 and Remark 5: which classes of equilibria of the attention map occur, for suitable and for all V and P."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, ATTENTION_CLASSES
from proofs_checks.power_method.proofs.exact_clusters import FRAME, P3, SIZES, V3, V4, fixed, matrix, rows, system
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, both, groups, have, intro, leaf, lemma, obtain, rule, unfold

P5 = (("0", "1"), ("0", "0"))
MATRICES = [matrix("V3", V3), matrix("P3", P3, "L*"), matrix("V5", V4), matrix("P5", P5)]
USE = [*MATRICES, *FRAME, *SIZES, "exp(L) == 2"]
STATES = [
    "together: A -> e1, B -> e1, G -> e1, H -> e1",
    "poles: A -> e1, B -> e1, G -> e1, H -> -e1",
    "balanced: A -> e1, B -> e1, G -> -e1, H -> -e1",
    "triple: A -> e1, B -> e1, G -> -3/5*e1 + 4/5*e2, H -> -3/5*e1 - 4/5*e2",
]


def seen(k: int, state: str) -> str:
    """The weighted mean of the tokens."""
    return f"sum(j: w{k}({state}, i, j)*{state}[j])"


HERE: Part = {
    "tokens": dict.fromkeys("ABGH", 1),
    "dim": 2,
    "letters": {
        "alpha": "1/10",
        "e1": [1, 0],
        "e2": [0, 1],
        "L": "log(2)",
        "V3": rows(V3),
        "P3": rows(P3, "log(2)"),
        "V5": rows(V4),
        "P5": rows(P5),
    },
}
formal(
    "POW-L8.exist",
    title="Every class of equilibria occurs",
    sentence=(
        "For suitable V, P and step size the attention map has consensus, bipartite, polygonal and clustering"
        " equilibria. In the plane of $e_1$ and $e_2$, for four equal groups of tokens: with $V ="
        r" \mathrm{diag}(9/5, -1)$ and $P = \log2\,\mathrm{diag}(0, 25/16)$ all tokens at $e_1$; three groups"
        " at $e_1$ and one at $-e_1$; two groups at $e_1$, one at $(-3/5, 4/5)$, one at $(-3/5, -4/5)$. With"
        " $V = [[1, 1], [1, -1]]$ and $P = e_1e_2^T$ two groups at $e_1$ and two at $-e_1$, no eigenvectors of"
        r" V, with $\sum_jA_{ij}x_j = 0$."
    ),
    reading="R1: for suitable V and P",
    source=Source(PAPER, "Lemma 8, Remark 5", reconstructed=True),
    kind="equilibrium",
    statement=model(
        {"groups": ["A", "B", "G", "H"], "letters": ["alpha: number; e1, e2: vector; L: number"]},
        system(3),
        system(5),
        {
            "states": STATES,
            "given": [*FRAME, *SIZES, "exp(L) == 2", *MATRICES, "alpha > 0", "alpha <= 1"],
            "show": [
                "V3(e1) == 9/5*e1 and fixed(map3, together)",
                "fixed(map3, poles)",
                f"fixed(map5, balanced) and (forall i: {seen(5, 'balanced')} == 0)"
                " and not (exists m in number: V5(e1) == m*e1)",
                f"fixed(map3, triple) and (forall i in G: V3({seen(3, 'triple')}) == -1/3*triple[i])"
                " and (forall i in G, j in H: dot(triple[i], triple[j]) == -7/25)",
            ],
        },
    ),
    proof=[
        both(leaf(use=USE), fixed(["9/5"] * 4, USE)),
        fixed(["9/10", "9/10", "9/10", "-9/10"], USE),
        both(
            fixed(["0"] * 4, USE),
            groups(*[intro("t", leaf(use=USE))] * 4),
            intro(
                "",
                obtain(
                    "exists m in number: V5(e1) == m*e1",
                    "k",
                    have(
                        [("dot(e2, V5(e1)) == dot(e2, k*e1)", lemma("LEM-same-dot", u="V5(e1)", w="k*e1", z="e2"))],
                        leaf("eq 1: dot(e2, V5(e1)) == dot(e2, k*e1)", use=USE),
                    ),
                ),
            ),
        ),
        both(fixed(["9/25", "9/25", "-1/3", "-1/3"], USE), intro("t", leaf(use=USE)), intro("s,t", leaf(use=USE))),
    ],
    instance=HERE,
    twin=Variant(
        "twice the logits",
        {"P3(u) == L*": "P3(u) == 2*L*"},
        {**HERE, "letters": {**HERE["letters"], "P3": rows(P3, "2*log(2)")}},
    ),
)

UNIT = "(forall i: dot(X[i], X[i]) == 1)"
DEFINITE = "forall u in vector: u != 0 => dot(u, P(u)) > 0"
PARTS = {
    "consensus": "consensus(X)",
    "bipartite": "bipartite(X)",
    "polygonal": "polygonal(X)",
    "clustering": "off_one_line(X) and not polygonal(X)",
}
ALL = [f"(exists X in state: {UNIT} and fixed(attention, X) and {text})" for text in PARTS.values()]
NO_LOGITS = "(forall i, j: dot(X[i], P(X[j])) == 0)"
NO_POLYGON = (
    f"(forall i, k, j: dot(X[i], P(X[j])) == dot(X[k], P(X[j]))) and {NO_LOGITS}"
    f" and (forall i, j: weight(X, i, j) == 1/sum(k: 1)) and sum(j: X[j]) == 0 and not ({DEFINITE})"
)
"""What POW-N6.attention says of a polygonal state."""

POLYGON = "forall i: sum(j: weight(X, i, j)*X[j]) == 0"
EQUAL = ["sum(h in A: 1) == sum(h in B: 1)", "dot(y, P(y)) == 0", "dot(y, y) == 1"]

formal(
    "POW-L8.exist.R2",
    title="Every class of equilibria occurs for every V and P",
    sentence=(
        "For every V of Assumption 1, every P and every N >= 2, each of the four classes of equilibria of the"
        " attention map is non-empty, in particular the polygonal one."
    ),
    reading="R2: for every V and P",
    source=Source(PAPER, "Lemma 8, Remark 5", reconstructed=True),
    kind="equilibrium",
    statement=model(
        V,
        P,
        ATTENTION,
        ATTENTION_CLASSES,
        ASSUMPTION,
        {"given": ["alpha > 0", "sum(j: 1) >= 2"], "show": " and ".join(ALL)},
    ),
    refuted={
        "case": [DEFINITE],
        "proof": intro(
            "",
            obtain(
                ALL[2],
                "X",
                have([(NO_POLYGON, lemma("POW-N6.attention", x="X"))], rule("contradiction", P=DEFINITE, C="1 <= 0")),
            ),
        ),
    },
    instance={
        "tokens": 2,
        "dim": 2,
        "letters": {"V": [[2, 0], [0, 1]], "P": [[1, 0], [0, 1]], "alpha": "1/4", "v1": [1, 0], "lam1": 2},
    },
)

AT_V = ["V(v) == lam*v", "dot(v, v) == 1"]
OPPOSITE = "sum(h in A: 1) == sum(h in B: 1)"
ISOTROPIC = "exists u in vector: dot(u, u) == 1 and dot(u, P(u)) == 0"
NOT_DEFINITE = (
    f"forall b in vector, z in vector: b != 0 and z != 0 and dot(b, P(b)) >= 0 and dot(z, P(z)) <= 0 => ({ISOTROPIC})"
)
ANY: Part = {
    "tokens": {"A": 2, "B": 2},
    "dim": 2,
    "letters": {
        "V": [[2, 0], [0, 1]],
        "P": [[0, 1], [3, "log(2)"]],
        "alpha": "1/4",
        "v": [1, 0],
        "lam": 2,
        "y": [1, 0],
    },
}
GAMMA = {"A": "(p*E - q)/E1", "B": "(q*E - p)/E2"}
LETTERS: Part = {
    "groups": ["A", "B"],
    "letters": ["v, y: vector", "lam: number"],
    "where": [
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        "E := exp(dot(v, P(v)))^2",
        "E1 := p*E + q",
        "E2 := q*E + p",
    ],
    "states": ["bipartite: A -> v, B -> -v", "opposite: A -> y, B -> -y"],
    "given": [*AT_V, "dot(y, y) == 1", "alpha > 0"],
}


def positive(gamma: str, divisor: str, own: str, other: str) -> tuple[str, Tree]:
    """1 + alpha lam gamma > 0, for |alpha lam| < 1 and |gamma| < 1."""
    return (
        f"1 + alpha*lam*({gamma}) > 0",
        leaf(f"1: {own}*E > 0; 1 + alpha*lam > 0", f"1: {other} > 0; 1 - alpha*lam > 0", times=[divisor]),
    )


SIGNS = [
    (
        "1 + alpha*lam > 0",
        have(
            [("-lam <= abs(lam)", rule("absolute above minus", e="lam"))],
            leaf("1: alpha*abs(lam) < 1", "1: alpha > 0; -lam <= abs(lam)"),
        ),
    ),
    (
        "1 - alpha*lam > 0",
        have(
            [("lam <= abs(lam)", rule("absolute above", e="lam"))],
            leaf("1: alpha*abs(lam) < 1", "1: alpha > 0; lam <= abs(lam)"),
        ),
    ),
    positive(GAMMA["A"], "E1", "p", "q"),
    positive(GAMMA["B"], "E2", "q", "p"),
]
formal(
    "POW-L8.exist.R2.repaired",
    title="Which classes occur for every V and P",
    sentence=(
        r"For every V with $Vv = \lambda v$ and every P, consensus at v is an equilibrium if $1 +"
        r" \alpha\lambda > 0$, and every bipartite state at v if $\alpha|\lambda| < 1$. As many tokens at y as"
        " at $-y$ form a polygonal equilibrium whenever $y^TPy = 0$; such a unit vector exists unless $u^TPu$"
        r" has one sign for all $u \ne 0$. If $P + P^T \succ 0$ there is no polygonal equilibrium for any N."
    ),
    source=Source(PAPER, "Lemma 8, Remark 5", reconstructed=True),
    kind="equilibrium",
    repairs="POW-L8.exist.R2",
    statement=model(
        {"letters": ["V: matrix", "alpha: number"]},
        P,
        ATTENTION,
        LETTERS,
        {
            "show": [
                "1 + alpha*lam > 0 => fixed(attention, fn(h: v))",
                "alpha*abs(lam) < 1 => fixed(attention, bipartite)",
                f"{OPPOSITE} and dot(y, P(y)) == 0"
                " => fixed(attention, opposite) and (forall i: sum(j: weight(opposite, i, j)*opposite[j]) == 0)",
                NOT_DEFINITE,
                f"({DEFINITE}) => (forall X in state: {UNIT} => not ({POLYGON}))",
            ],
        },
    ),
    proof=[
        intro("", unfold("goal", intro("t", leaf(use=AT_V, norms=["1 + alpha*lam"])))),
        intro(
            "",
            have(
                SIGNS,
                unfold(
                    "goal",
                    groups(*[intro("t", leaf(use=AT_V, norms=[f"1 + alpha*lam*({g})"])) for g in GAMMA.values()]),
                ),
            ),
        ),
        intro(
            "",
            both(
                unfold("goal", groups(*[intro("t", leaf(use=EQUAL, norms=["1"]))] * 2)),
                groups(*[intro("t", leaf(use=EQUAL))] * 2),
            ),
        ),
        intro("b,z,", lemma("LEM-isotropic")),
        intro(
            ",X,,",
            have([(NO_POLYGON, lemma("POW-N6.attention", x="X"))], rule("contradiction", P=DEFINITE, C="1 <= 0")),
        ),
    ],
    instance=ANY,
    twin=Variant(
        "tokens with any logit",
        {f"{OPPOSITE} and dot(y, P(y)) == 0 =>": "2 > 1 =>"},
        {**ANY, "letters": {**ANY["letters"], "y": [0, 1]}},
    ),
)
