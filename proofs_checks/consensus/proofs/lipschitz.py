"""The field of (6) is Lipschitz on the sphere, full and auto-regressive, for all sizes (CON-A6.lipschitz)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.field_lipschitz import BOUND, CAUSAL, FULL, TWO_STATES
from proofs_checks.consensus.proofs.instances import LOGITS, ON_SPHERE, OPPOSITE, TOP
from verify.claim import Source
from verify.formal import Variant, formal


def _values(rows: object, p: list[int], x: object, y: object, delta: object) -> dict[str, Any]:
    identity = [[1 if row == column else 0 for column in range(4)] for row in range(4)]
    return {
        "tokens": 4,
        "heads": 2,
        "dim": 4,
        "letters": {
            "P": rows,
            "U": [identity] * 2,
            "p": p,
            "u": [1, 1],
            "root": 2,
            "x": x,
            "y": y,
            "delta": delta,
        },
    }


_TURNED, _MIRRORED = ["527/625", "336/625", 0, 0], ["-527/625", "336/625", 0, 0]
_APART = _values([[[0] * 4] * 4] * 2, [0, 0], [TOP] + [OPPOSITE] * 3, [_TURNED] + [_MIRRORED] * 3, "14/25")

formal(
    "CON-A6.lipschitz",
    title="The field of (6) is Lipschitz on the sphere, with the constant sum of |U| (2 |P| + 2)/sqrt(n + 1)",
    source=Source(PAPER, "equation (6); Assumptions 3.1, 4.1, 4.4"),
    kind="inequality",
    role="extension",
    sentence=(
        r"On the sphere, with $|x^TP_\eta y| \le p_\eta|x||y|$ and $|U_\eta x| \le u_\eta|x|$ for almost every t: at"
        r" two states whose tokens are at most $\delta$ apart, the fields of (6), full and auto-regressive, differ at"
        r" every token by at most $L\delta$, $L = \sum_\eta u_\eta(2p_\eta + 2)/\sqrt{n+1}$."
    ),
    reading="the constant in CON-A6, for any sizes, on the sphere; not decided here: other ellipsoids",
    statement={
        **TWO_STATES,
        "show": [
            f"almost_always(forall i: norm({field}(x, i) - {field}(y, i)) <= {BOUND})" for field in ("six", "auto")
        ],
    },
    proof=[FULL, CAUSAL],
    instance=_values(LOGITS, [6, 6], [ON_SPHERE] * 4, [TOP] * 4, 1),
    twin=Variant("2 p + 1 instead of 2 p + 2", {"2*p[h] + 2": "2*p[h] + 1"}, _APART),
)
