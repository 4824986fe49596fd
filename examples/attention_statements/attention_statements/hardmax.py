"""Hardmax attention: every token moves towards those it looks at most (after Alcalde, Fantuzzi and Zuazua, 2024).

Token i looks at the tokens j with the greatest $\\langle Ax_i, x_j\\rangle$; a leader looks at itself only.
"""

import attnverify as av
from attention_statements.models import after, at
from attnverify import build

ALCALDE = "2407.01602"
STEP = {
    "letters": ["A: operator; x[token]: vector; i, j: token; s: number"],
    "where": ["moved := x[i] + s*(x[j] - x[i])"],
    "given": [
        "forall a in vector: dot(a, A(a)) >= 0",
        "forall k: dot(x[i], A(x[k])) <= dot(x[i], A(x[j]))",
        "0 <= s",
        "s <= 1",
    ],
}
SQUARE = [[1, 0], [0, 1]]
POINTS = [[1, 0], [2, 1]]

av.formal(
    "HARD-1",
    title="A token never becomes shorter under hardmax attention",
    sentence=r"Let $A$ be symmetric and positive semidefinite, let token $j$ maximise $\langle x_i, Ax_k\rangle$ over"
    r" $k$, and $x_i' = x_i + s(x_j - x_i)$ with $0 \le s \le 1$. Then $\langle x_i', Ax_i'\rangle \ge \langle x_i,"
    r" Ax_i\rangle$.",
    source=after(ALCALDE, "a quantity that does not fall"),
    role="extension",
    kind="hardmax dynamics",
    statement={**STEP, "show": ["dot(moved, A(moved)) >= dot(x[i], A(x[i]))"]},
    proof=build.have(
        [
            "dot(x[i], A(x[i])) <= dot(x[i], A(x[j]))",
            (
                "dot(x[j] - x[i], A(x[j] - x[i])) >= 0",
                build.take("forall a in vector: dot(a, A(a)) >= 0", ["x[j] - x[i]"], build.KNOWN),
            ),
        ],
        build.leaf(
            "2: 0 <= s; dot(x[i], A(x[i])) <= dot(x[i], A(x[j]))",
            "1: 0 <= s; 0 <= s; dot(x[j] - x[i], A(x[j] - x[i])) >= 0",
        ),
    ),
    instance=at(2, 2, A=SQUARE, x=POINTS, i=0, j=1, s="1/2"),
    twin=av.Variant(
        "a matrix that is not semidefinite",
        {"dot(a, A(a)) >= 0": "dot(a, A(a)) >= -9*dot(a, a)"},
        at(2, 2, A=[[1, 0], [0, -9]], x=[[1, 0], [1, 1]], i=0, j=1, s=1),
    ),
)

av.formal(
    "HARD-2",
    title="The longest token is a leader",
    sentence=r"Let $A$ be symmetric and positive semidefinite. If $\langle x_k, Ax_k\rangle \le \langle x_i,"
    r" Ax_i\rangle$ for all $k$, then $\langle x_i, Ax_k\rangle \le \langle x_i, Ax_i\rangle$ for all $k$.",
    source=after(ALCALDE, "leaders"),
    role="extension",
    kind="hardmax dynamics",
    statement={
        "letters": ["A: operator; x[token]: vector; i: token"],
        "given": ["forall a in vector: dot(a, A(a)) >= 0", "forall k: dot(x[k], A(x[k])) <= dot(x[i], A(x[i]))"],
        "show": ["forall k: dot(x[i], A(x[k])) <= dot(x[i], A(x[i]))"],
    },
    proof=build.intro(
        "k",
        build.take(
            "forall a in vector: dot(a, A(a)) >= 0",
            ["x[i] - x[k]"],
            build.have(
                ["dot(x[k], A(x[k])) <= dot(x[i], A(x[i]))"],
                build.leaf(
                    "1/2: dot(x[i] - x[k], A(x[i] - x[k])) >= 0", "1/2: dot(x[k], A(x[k])) <= dot(x[i], A(x[i]))"
                ),
            ),
        ),
    ),
    instance=at(2, 2, A=SQUARE, x=POINTS, i=1),
    twin=av.Variant(
        "the shortest token",
        {"dot(x[k], A(x[k])) <= dot": "dot(x[k], A(x[k])) >= dot"},
        at(2, 2, A=SQUARE, x=POINTS, i=0),
    ),
)

av.formal(
    "HARD-3",
    title="Every leader is a longest token",
    sentence=r"If $\langle x_i, x_k\rangle < \langle x_i, x_i\rangle$ for all $k \ne i$, then $|x_k| \le |x_i|$ for"
    r" all $k$.",
    source=after(ALCALDE, "leaders"),
    role="extension",
    kind="hardmax dynamics",
    statement={
        "letters": ["x[token]: vector; i: token"],
        "given": ["forall k: k != i => dot(x[i], x[k]) < dot(x[i], x[i])"],
        "show": ["forall k: norm(x[k]) <= norm(x[i])"],
    },
    refuted={"instance": at(2, 2, x=[[0, 1], [2, 0]], i=0)},
    no_repair="leaders are the vertices of the hull that look at themselves; their lengths may differ",
)
