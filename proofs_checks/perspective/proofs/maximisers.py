"""Proposition 3.4 for any probability measure, the law of y(s), s uniform on [0, 1]."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.greatest import AT_V, BOUNDED, INNER, LEAST, MAXIMUM, NAMED, TOP, E, below
from proofs_checks.perspective.proofs.point_masses import ATTAINED, POINT_MASS
from verify.formal import Variant, formal
from verify.tactics.build import both, enter, have, intro, leaf

POINT: dict[str, Any] = {
    "dim": 2,
    "letters": {
        "beta": "log(2)",
        "x": ["3/5", "4/5"],
        "y": ["3/5", "4/5"],
        "J": "fn(a in vector: 0)",
        "j": "fn(a in vector, r in number: 0)",
        "H": 0,
        "h": "fn(r in number: 0)",
    },
}

formal(
    "PER-P3.4.max",
    statement={
        "letters": [
            "beta: number; x: vector; y: measurable vector; J(vector): moving number; j(vector, number): number",
            "H: moving number; h(number): number",
        ],
        "where": [
            "Phi(a) := exp(beta*dot(a, x)) + j(a, 1)",
            "energy := (Phi(x) + h(1))/(2*beta)",
        ],
        "given": [
            "beta > 0",
            "almost_always(dot(y, y) == 1)",
            "forall a in vector: at_start(J(a) == 0)",
            INNER,
            "at_start(H == 0)",
            "almost_always(rate(H) == Phi(y) - Phi(x))",
        ],
        "show": [
            f"forall a in vector: dot(a, a) == 1 => almost_always(exp(beta*dot(a, y))/(2*beta) <= {MAXIMUM})",
            f"{NAMED} => energy <= {MAXIMUM}",
            f"{NAMED} => (energy == {MAXIMUM} => (exists v in vector: {AT_V}))"
            f" and ((exists v in vector: {AT_V}) => energy == {MAXIMUM})",
        ],
    },
    proof=[
        intro(
            ["a", ""],
            enter(
                "ae",
                have(
                    [below("a", "y", ["dot(a, a) == 1", "dot(y, y) == 1"])],
                    leaf(f"1/2: {E('a', 'y')} <= {TOP}; 1/beta > 0"),
                ),
            ),
        ),
        intro("", have(BOUNDED, LEAST)),
        intro("", have(BOUNDED, both(intro("", ATTAINED), intro("", POINT_MASS)))),
    ],
    instance=POINT,
    twin=Variant("half of the bound", {f"<= {MAXIMUM}": f"<= {MAXIMUM}/2"}, POINT),
)
