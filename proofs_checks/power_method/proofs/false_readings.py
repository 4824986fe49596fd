"""Readings and remarks of the main text that an exact instance refutes: ordering, amplification, indicators, counts."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.models import ATTENTION, LAYER, OJA, F, P, Part, V, eigenvector
from verify.claim import Source
from verify.formal import formal, model

SYMMETRIC: Part = {"letters": ["F: operator", "v, x: vector", "lam: number"]}
TOP: Part = {"given": ["simple_top(F, v, lam)", "lam > 0"]}


def plane(letters: Part, tokens: int = 1, **more: object) -> Part:
    """An instance in the plane."""
    return {"tokens": tokens, "dim": 2, "letters": letters, **more}


AXES = [[1, 0], [0, 1]]
GAIN = "(abs(dot(v, value(layer, x, i))) - abs(dot(v, x[i])))"

formal(
    "POW-2.1.amp.R1",
    statement=model(
        SYMMETRIC,
        TOP,
        {
            "given": ["dot(x, x) == 1", "F(x) != 0"],
            "show": "abs(dot(v, unit(F(x)))) >= abs(dot(v, x))",
        },
    ),
    refuted={"instance": plane({"F": [[1, 0], [0, -2]], "v": AXES[0], "lam": 1, "x": ["4/5", "3/5"]})},
)

formal(
    "POW-ORD.R2",
    statement=model(
        SYMMETRIC,
        TOP,
        {
            "letters": ["m: number"],
            "given": ["forall u in vector: F(u) == 0 => u == 0", "eigenvalue(F, v, m)"],
            "show": "abs(m) <= lam",
        },
    ),
    refuted={"instance": plane({"F": [[1, 0], [0, -2]], "v": AXES[0], "lam": 1, "x": AXES[0], "m": -2})},
)

formal(
    "POW-EQ45.mean.R1",
    title="One indicator implies the other",
    sentence=(
        "If more than half of the tokens come closer to $v_1$ through a layer with symmetric F, the mean"
        " increment of the absolute correlations is positive."
    ),
    reading="R1: one implies the other",
    source=Source(PAPER, "Section 2.2"),
    kind="identity",
    no_repair="POW-EQ45.mean says what is true: neither implies the other, except for one token or equal tokens",
    statement=model(
        F,
        LAYER,
        {
            "groups": ["A", "B"],
            "letters": ["x[token]: vector", "v: vector", "lam: number"],
            "given": [
                "alpha > 0",
                "simple_top(F, v, lam)",
                "forall i: dot(x[i], x[i]) == 1",
                f"forall i in A: {GAIN} > 0",
                "sum(i in A: 1) > sum(i in B: 1)",
            ],
            "show": f"sum(i: {GAIN})/sum(i: 1) > 0",
        },
    ),
    refuted={
        "instance": {
            "tokens": {"A": 2, "B": 1},
            "heads": 1,
            "dim": 2,
            "letters": {
                "V": [[[1, 0], [0, "1/2"]]],
                "P": [[[0, 0], [0, 0]]],
                "F": [[1, 0], [0, "1/2"]],
                "alpha": 1,
                "v": AXES[0],
                "lam": 1,
                "x": [["8/17", "-15/17"], ["12/13", "5/13"], ["-5/13", "-12/13"]],
            },
        }
    },
)

formal(
    "POW-EQ4.R2",
    statement={
        "spaces": ["E"],
        "letters": ["one, x, v: vector"],
        "where": [
            "centred(u) := u - dot(one, u)/dim(E)*one",
            "pearson(u, w) := dot(centred(u), centred(w))/(norm(centred(u))*norm(centred(w)))",
        ],
        "given": [
            "dot(one, one) == dim(E)",
            "dot(x, x) == 1",
            "dot(v, v) == 1",
            "centred(x) != 0",
            "centred(v) != 0",
        ],
        "show": "abs(pearson(x, v)) == 1 => x == dot(v, x)*v",
    },
    refuted={
        "instance": {
            "dim": 3,
            "letters": {"one": [1, 1, 1], "v": [1, 0, 0], "x": ["1/3", "-2/3", "-2/3"]},
        }
    },
)

formal(
    "POW-R1.count.R4",
    statement=model(
        V,
        OJA,
        {
            "spaces": ["E"],
            "letters": ["b[direction]: vector", "m[direction]: number", "first: direction", "u: vector"],
            "given": [
                "alpha > 0",
                "sum(k in direction: 1) == dim(E)",
                "forall k in direction: V(b[k]) == m[k]*b[k] and dot(b[k], b[k]) == 1",
                "forall k in direction, j in direction: k != j => dot(b[k], b[j]) == 0",
                "simple_top(V, b[first], m[first])",
                "m[first] > 0",
                "forall w in vector: V(w) == 0 => w == 0",
                "dot(u, u) == 1",
                "fixed(oja, fn(i: u))",
            ],
            "show": "exists k in direction: u == b[k] or u == -b[k]",
        },
    ),
    refuted={
        "instance": {
            "tokens": 3,
            "dim": 3,
            "directions": 3,
            "letters": {
                "V": [[2, 0, 0], [0, 1, 0], [0, 0, 1]],
                "alpha": "1/8",
                "b": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
                "m": [2, 1, 1],
                "first": 0,
                "u": [0, "3/5", "4/5"],
            },
        }
    },
)

formal(
    "POW-R9",
    statement=model(
        V,
        P,
        ATTENTION,
        eigenvector(),
        {
            "letters": ["x[token]: vector"],
            "where": ["delta(i) := v"],
            "given": [
                "simple_top(V, v, lam)",
                "lam > 0",
                "forall i: dot(x[i], x[i]) == 1",
                "forall i: sum(j: weight(x, i, j)*x[j]) == 0",
                "forall i: V(x[i]) != dot(x[i], V(x[i]))*x[i]",
            ],
            "show": "forall i: dot(delta(i), x[i]) == 0",
        },
    ),
    refuted={
        "instance": plane(
            {
                "V": [[3, 0], [0, 1]],
                "P": [[0, 0], [0, 0]],
                "alpha": "1/10",
                "v": AXES[0],
                "lam": 3,
                "x": [["3/5", "4/5"], ["-3/5", "-4/5"]],
            },
            tokens=2,
        )
    },
)

formal(
    "POW-B1.R2",
    statement={
        "letters": ["z: vector", "s: matrix"],
        "where": ["x := unit(z)"],
        "given": ["z != 0", "z + s(x) != 0", "x + s(x) != 0"],
        "show": "unit(z + s(x)) == unit(x + s(x))",
    },
    refuted={"instance": plane({"z": [2, 0], "s": [[0, 1], [1, 0]]})},
)

formal(
    "POW-2.1.diag.R3",
    statement={
        "letters": [
            "F: matrix",
            "a, b, x: vector",
            "sigma, omega: number",
            "re[token], im[token]: vector",
            "s[token], w[token]: number",
        ],
        "given": [
            "F(a) == sigma*a - omega*b",
            "F(b) == omega*a + sigma*b",
            "omega != 0",
            "a != 0 or b != 0",
            "x != 0",
        ],
        "show": (
            "not (sum(j: re[j]) == x and sum(j: im[j]) == 0 and (forall j: F(re[j]) == s[j]*re[j] - w[j]*im[j]"
            " and F(im[j]) == w[j]*re[j] + s[j]*im[j]))"
        ),
    },
    refuted={
        "instance": plane(
            {
                "F": [[1, -1], [1, 1]],
                "a": AXES[0],
                "b": [0, -1],
                "sigma": 1,
                "omega": 1,
                "x": AXES[0],
                "re": [["1/2", 0], ["1/2", 0]],
                "im": [[0, "-1/2"], [0, "1/2"]],
                "s": [1, 1],
                "w": [1, -1],
            },
            tokens=2,
        )
    },
)
