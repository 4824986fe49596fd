"""What the Lyapunov function of Theorem 3.2 measures on the sphere (CON-T3.2.g.R1)."""

from proofs_checks.consensus.proofs.instances import ON_SPHERE, OPPOSITE, TOP
from verify.formal import Variant, formal
from verify.tactics.build import both, intro, leaf, rule

_UNIT = ["forall i: dot(y[i], y[i]) == 1", "dot(v, v) == 1"]
_SQUARE = "dot(y[p] - v, y[p] - v) >= 0"
_STATE = {"tokens": 3, "dim": 4, "letters": {"v": TOP, "y": [TOP, ON_SPHERE, OPPOSITE]}}

formal(
    "CON-T3.2.g.R1",
    statement={
        "letters": ["v: vector; y[token]: vector"],
        "given": ["dot(v, v) == 1", "forall i: dot(y[i], y[i]) == 1"],
        "show": [
            "forall i: 1 - dot(v, y[i]) == dot(y[i] - v, y[i] - v)/2",
            "forall i: 1 - dot(v, y[i]) >= 0",
            "forall i: (1 - dot(v, y[i]) == 0 => y[i] == v) and (y[i] == v => 1 - dot(v, y[i]) == 0)",
        ],
    },
    proof=[
        intro("p", leaf(use=_UNIT)),
        intro("p", leaf(f"1/2: {_SQUARE}", use=_UNIT)),
        intro(
            "p",
            both(
                intro(
                    "",
                    rule("equal vectors", leaf("eq 2: 1 - dot(v, y[p]) == 0", use=_UNIT), u="y[p]", w="v"),
                ),
                intro("", leaf(use=["y[p] == v", "dot(v, v) == 1"])),
            ),
        ),
    ],
    instance=_STATE,
    twin=Variant("the whole square", {"dot(y[i] - v, y[i] - v)/2": "dot(y[i] - v, y[i] - v)"}, _STATE),
)
