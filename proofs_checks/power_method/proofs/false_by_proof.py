"""Readings whose failure needs a short proof at the example: splitting along eigenvectors, targets out of reach."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from proofs_checks.power_method.proofs.false_steering import STEERED
from verify.formal import formal, model
from verify.tactics.build import have, intro, leaf, lemma, obtain, rule, take

SPLITS = "(forall j: exists m in number: F(y[j]) == m*y[j]) and sum(j: y[j]) == x"
PIN = "forall a in vector: F(a) == dot(x, a)*v"
FRAME = ["dot(x, x) == 1", "dot(v, x) == 0"]
formal(
    "POW-2.1.diag.R2",
    statement={
        "letters": ["F: matrix", "v, x: vector", "lam: number"],
        "given": [
            "F(v) == lam*v",
            "dot(v, v) == 1",
            "forall s in number, k in number: other_eigenvalue(F, v, s, k) => k == 0",
        ],
        "show": f"exists y in state: {SPLITS}",
    },
    refuted={
        "case": [PIN, *FRAME],
        "proof": intro(
            "",
            obtain(
                f"exists y in state: {SPLITS}",
                "z",
                have(
                    [
                        (
                            "forall j: dot(x, z[j]) == 0",
                            intro(
                                "t",
                                take(
                                    "forall j: exists m in number: F(z[j]) == m*z[j]",
                                    ["t"],
                                    obtain(
                                        "exists m in number: F(z[t]) == m*z[t]",
                                        "k",
                                        have(
                                            [
                                                (
                                                    "dot(x, F(z[t])) == dot(x, k*z[t])",
                                                    lemma("LEM-same-dot", u="F(z[t])", w="k*z[t]", z="x"),
                                                ),
                                                (
                                                    "dot(v, F(z[t])) == dot(v, k*z[t])",
                                                    lemma("LEM-same-dot", u="F(z[t])", w="k*z[t]", z="v"),
                                                ),
                                            ],
                                            rule(
                                                "square zero",
                                                leaf(
                                                    "eq dot(x, z[t]): dot(v, F(z[t])) == dot(v, k*z[t])",
                                                    "eq -dot(v, z[t]): dot(x, F(z[t])) == dot(x, k*z[t])",
                                                    use=[PIN, "dot(v, x) == 0", "dot(v, v) == 1"],
                                                ),
                                                a="dot(x, z[t])",
                                            ),
                                        ),
                                    ),
                                ),
                            ),
                        ),
                        ("dot(x, sum(j: z[j])) == dot(x, x)", lemma("LEM-same-dot", u="sum(j: z[j])", w="x", z="x")),
                    ],
                    leaf(
                        "eq -1: dot(x, sum(j: z[j])) == dot(x, x)",
                        use=["forall j: dot(x, z[j]) == 0", "dot(x, x) == 1"],
                    ),
                ),
            ),
        ),
    },
    instance=plane({"F": [[0, 1], [0, 0]], "v": [1, 0], "x": [0, 1], "lam": 0}, tokens=2),
)

# Every activation that is not negative, ReLU as well as the square of the instance, misses the target.
IMAGE = "sum(i: sigma(dot(w[i], y) + b[i])*out[i]) + bias"
formal(
    "POW-FFN.R1",
    statement={
        "spaces": ["E"],
        "letters": [
            "w[token], out[token]: vector",
            "b[token]: number",
            "bias, target: vector",
            "sigma: number -> number",
        ],
        "given": ["sum(i: 1) > dim(E)", "forall t in number: sigma(t) >= -1/5"],
        "show": f"exists y in vector E: {IMAGE} == target",
    },
    refuted={
        "case": [
            "forall t in number: sigma(t) >= 0",
            "forall i: dot(target, out[i]) <= 0",
            "bias == 0",
            "dot(target, target) > 0",
        ],
        "proof": intro(
            "",
            obtain(
                f"exists y in vector E: {IMAGE} == target",
                "z",
                have(
                    [
                        (
                            f"dot(target, {IMAGE.replace('y', 'z')}) == dot(target, target)",
                            lemma("LEM-same-dot", u=IMAGE.replace("y", "z"), w="target", z="target"),
                        ),
                        (
                            "sum(i: -sigma(dot(w[i], z) + b[i])*dot(target, out[i])) >= 0",
                            rule(
                                "positive sum",
                                have(
                                    ["sigma(dot(w[k], z) + b[k]) >= 0", "dot(target, out[k]) <= 0"],
                                    leaf("1: sigma(dot(w[k], z) + b[k]) >= 0; dot(target, out[k]) <= 0"),
                                ),
                                e="fn(i: -sigma(dot(w[i], z) + b[i])*dot(target, out[i]))",
                                new={"x": "k"},
                            ),
                        ),
                    ],
                    lemma(
                        "LEM-two-signs",
                        leaf(
                            "1: sum(i: -sigma(dot(w[i], z) + b[i])*dot(target, out[i])) >= 0",
                            f"eq -1: dot(target, {IMAGE.replace('y', 'z')}) == dot(target, target)",
                            use=["bias == 0"],
                        ),
                        leaf("1: dot(target, target) > 0"),
                        a="-dot(target, target)",
                    ),
                ),
            ),
        ),
    },
    instance={
        "tokens": 3,
        "dim": 2,
        "letters": {
            "w": [[1, 0], [0, 1], [1, 1]],
            "out": [[1, 1], [1, -1], [2, 0]],
            "b": [0, 1, -1],
            "bias": [0, 0],
            "target": [-1, 0],
            "sigma": "fn(t: t^2)",
        },
    },
)

formal(
    "POW-S2.R3",
    reading="R3: no condition on w^T u; approximately: to rho/20, and with a correlation of at least 1/2",
    statement=model(
        STEERED,
        {
            "letters": ["F_steered: matrix", "z: vector", "m: number"],
            "given": [
                "forall a in vector: F_steered(a) == steered(a)",
                "dot(z, z) == 1",
                "F_steered(z) == m*z",
                "forall s in number, k in number: other_eigenvalue(F_steered, z, s, k) => s^2 + k^2 < m^2",
            ],
            "show": ["abs(m - rho*dot(w, u)) <= rho/20", "abs(dot(u, z)) >= 1/2"],
        },
    ),
    refuted={
        "instance": {
            "dim": 3,
            "letters": {
                "F": [["1/2", 0, 0], [0, "1/3", 0], [0, 0, 1]],
                "F_steered": [["1/2", 12, 0], [0, "1/3", 0], [0, 0, 1]],
                "u": [1, 0, 0],
                "w": [0, 1, 0],
                "rho": 12,
                "z": [0, 0, 1],
                "m": 1,
            },
        }
    },
)
