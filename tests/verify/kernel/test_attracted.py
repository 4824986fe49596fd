"""Orbits that start near an asymptotically stable state tend to it: false claims that one premise alone stops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, both, have, intro, leaf, rule

SPHERES = "fn(X: forall i: dot(X[i], X[i]) == 1)"
UNITS = ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"]
STABLE = "asymptotically_stable(F, fn(i: v))"
TENDS = (
    "exists d in number: d > 0 and (forall e in number: e > 0"
    " => (exists s in size: forall n in size: n >= s => (forall i: norm({} - v) < e)))"
)
BESIDE = "unit(4*v + d*w)"
LENGTH = "norm(4*v + d*w)"
NEAR = have(
    [
        (f"{LENGTH} >= 4", rule("below the square", KNOWN, leaf("1: sq d", use=UNITS), a="4", b=LENGTH)),
        (
            f"norm({BESIDE} - v) < d",
            rule(
                "strictly below the square",
                KNOWN,
                leaf(
                    f"1/4: sq {LENGTH} - 4",
                    f"1: d > 0; d > 0; {LENGTH} >= 4",
                    "15/4: d > 0; d > 0",
                    use=UNITS,
                    times=[LENGTH],
                ),
                a=f"norm({BESIDE} - v)",
                b="d",
            ),
        ),
    ],
    both(intro("j", leaf(use=UNITS)), intro("j", KNOWN)),
)


def attack(says: str, orbit: str, body: str, match: str, proof: Any, given: str = STABLE, on: str = SPHERES) -> Any:
    """A sequence of states with all tokens at `orbit`, said to tend to v."""
    return {
        "says": says,
        "letters": ["v, w: vector"],
        "maps": [f"F(X, i) = {body} on {on}"],
        "given": [*UNITS, given],
        "show": [TENDS.format(orbit)],
        "proof": rule(
            "attracted", *proof, S="fn(i: v)", x=f"fn(d in number, n in size, i in token: {orbit})", new={"i": "t"}
        ),
        "match": match,
    }


FALSE = [
    attack("orbits near a state that is only Lyapunov stable", BESIDE, "X[i]", "attracted 1/known",
        (KNOWN, NEAR, leaf()), "lyapunov(F, fn(i: v))"),
    attack("an orbit that starts far away, at another fixed point", "-v", "unit(X[i] + dot(v, X[i])*v)",
        "attracted 2/.*not known here: norm", (KNOWN, both(intro("j", leaf(use=UNITS)), intro("j", KNOWN)), KNOWN)),
    attack("an orbit that is not on the set of the map, where nothing attracts", "v + d/2*w", "X[i]",
        "attracted 2/.*not known here: dot", (KNOWN, both(intro("j", KNOWN),
        intro("j", leaf("1/2: d > 0", norms=["d/2"], use=UNITS))), KNOWN),
        on="fn(X: forall i: dot(X[i], X[i]) == 1 and X[i] == v)"),
    attack("a sequence that is no orbit", BESIDE, "unit(X[i] + dot(v, X[i])*v)", "attracted 3/known",
        (KNOWN, NEAR, KNOWN)),
]  # fmt: skip


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
