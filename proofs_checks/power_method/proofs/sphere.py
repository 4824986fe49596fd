"""A line and the sphere, tangent parts, and how the contraction at the consensus depends on the step."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import DIFFERENCES, SEVERAL_HEADS, TANGENT, instance
from proofs_checks.power_method.proofs.false_readings import AXES, plane
from proofs_checks.power_method.proofs.models import LAYER, SUM_OF_HEADS, F, eigen, eigenvector
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, cases, have, intro, leaf

ON_SPHERE = "dot(t*v, t*v) == 1"
formal(
    "POW-DISC1",
    statement={
        "letters": ["v, x: vector", "t: number"],
        "given": ["dot(v, v) == 1"],
        "show": [
            f"{ON_SPHERE} => t*v == v or t*v == -v",
            "dot(v, v) == 1 and dot(-v, -v) == 1 and norm(v - (-v)) == 2",
            "abs(dot(-v, x)) == abs(dot(v, x))",
        ],
    },
    proof=[
        intro(
            "",
            have(
                [("t^2 == 1", leaf(f"eq: {ON_SPHERE}", use=["dot(v, v) == 1"]))],
                cases(
                    "t",
                    {"left": have([("t == 1", leaf("eq: t^2 == 1", times=["1 + t"]))], leaf(use=["t == 1"]))},
                    {"right": have([("t == -1", leaf("eq -1: t^2 == 1", times=["1 - t"]))], leaf(use=["t == -1"]))},
                ),
            ),
        ),
        both(KNOWN, leaf(use=["dot(v, v) == 1"]), leaf(use=["dot(v, v) == 1"])),
        leaf(),
    ],
    instance=plane({"v": ["3/5", "4/5"], "x": [1, 2], "t": -1}),
    twin=Variant(
        "the points at distance 2",
        {ON_SPHERE: "dot(t*v, t*v) == 4"},
        plane({"v": ["3/5", "4/5"], "x": [1, 2], "t": 2}),
    ),
)

formal(
    "POW-R9.repaired",
    statement={
        "letters": ["x, v: vector"],
        "where": ["Pi(u) := u - dot(x, u)*x"],
        "given": ["dot(x, x) == 1", "dot(v, v) == 1"],
        "show": [
            "v == Pi(v) + dot(x, v)*x",
            "dot(x, Pi(v)) == 0",
            "norm(Pi(v))^2 == 1 - dot(x, v)^2",
        ],
    },
    proof=[leaf(), leaf(use=["dot(x, x) == 1"]), leaf(use=["dot(x, x) == 1", "dot(v, v) == 1"])],
    instance=plane({"x": ["3/5", "4/5"], "v": AXES[0]}),
    twin=Variant(
        "without the square", {"== 1 - dot(x, v)^2": "== 1 - dot(x, v)"}, plane({"x": ["3/5", "4/5"], "v": AXES[0]})
    ),
)

formal(
    "POW-DISC2",
    statement=model(
        F,
        LAYER,
        eigenvector("F"),
        {
            "letters": ["d[token]: vector", "longer: number"],
            "given": ["lam > 0", "alpha > 0", "longer > alpha", TANGENT, "sum(h: d[h]) == 0"],
            "show": [
                "forall i: D(layer, consensus, d, i) == d[i]/(1 + alpha*lam)",
                "1/(1 + alpha*lam) < 1",
                "1/(1 + longer*lam) < 1/(1 + alpha*lam)",
                "1/(1 + alpha*lam) > 1 - alpha*lam",
            ],
        },
    ),
    proof=[
        have(["c > 0"], intro("t", leaf(use=[*eigen("F"), *SUM_OF_HEADS, TANGENT, "sum(h: d[h]) == 0"], norms=["c"]))),
        leaf("1: alpha > 0; lam > 0; 1/(1 + alpha*lam) > 0"),
        have(
            [
                ("1 + alpha*lam > 0", leaf("1:", "1: alpha > 0; lam > 0")),
                ("1 + longer*lam > 0", leaf("1:", "1: alpha > 0; lam > 0", "1: longer > alpha; lam > 0")),
            ],
            leaf("1: longer > alpha; lam > 0", times=["1 + alpha*lam", "1 + longer*lam"]),
        ),
        leaf("1: alpha > 0; alpha > 0; lam > 0; lam > 0", times=["1 + alpha*lam"]),
    ],
    instance=instance({**SEVERAL_HEADS, "d": DIFFERENCES, "longer": 1}, tokens=4, heads=2),
    twin=Variant(
        "the contraction factor 1 - alpha lambda_1/2",
        {"> 1 - alpha*lam": "> 1 - alpha*lam/2"},
        instance({**SEVERAL_HEADS, "d": DIFFERENCES, "longer": 1}, tokens=4, heads=2),
    ),
)
