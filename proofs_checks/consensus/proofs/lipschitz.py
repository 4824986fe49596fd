"""The field of (6) is Lipschitz on the sphere, full and auto-regressive, for all sizes (CON-A6.lipschitz)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.field_lipschitz import BOUND, CAUSAL, FULL, TWO_STATES
from proofs_checks.consensus.proofs.instances import LOGITS, ON_SPHERE, TOP
from verify.claim import Source
from verify.formal import Variant, formal

_INSTANCE: dict[str, Any] = {
    "tokens": 2,
    "heads": 2,
    "dim": 4,
    "letters": {
        "P": LOGITS,
        "U": [[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]] * 2,
        "p": [6, 6],
        "u": [1, 1],
        "root": 2,
        "x": [ON_SPHERE] * 2,
        "y": [TOP] * 2,
        "delta": 1,
    },
}

formal(
    "CON-A6.lipschitz",
    title="The field of (6) is Lipschitz on the sphere, with the constant sum of |U| (2 |P| + 2)/sqrt(n + 1)",
    source=Source(PAPER, "equation (6); Assumptions 3.1, 4.1, 4.4"),
    kind="inequality",
    role="extension",
    sentence=(
        r"On the sphere, with $|x^TP_\eta y| \le p_\eta|x||y|$ and $|U_\eta x| \le u_\eta|x|$ for almost every t: at two"
        r" states whose tokens are at most $\delta$ apart, the fields of (6), full and auto-regressive, differ at every"
        r" token by at most $L\delta$, $L = \sum_\eta u_\eta(2p_\eta + 2)/\sqrt{n+1}$."
    ),
    reading="the constant in CON-A6, for any sizes; other ellipsoids by the coordinates of CON-A6",
    statement={
        **TWO_STATES,
        "show": [
            f"almost_always(forall i: norm({field}(x, i) - {field}(y, i)) <= {BOUND})" for field in ("six", "auto")
        ],
    },
    proof=[FULL, CAUSAL],
    instance=_INSTANCE,
    twin=Variant("half of it for the projections", {"2*p[h] + 2": "p[h]/100"}, _INSTANCE),
)
