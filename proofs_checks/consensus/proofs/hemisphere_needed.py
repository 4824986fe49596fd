"""Theorem 3.2 outside an open hemisphere is false (CON-H.2, CON-Y.a): an antipodal pair rests, whatever the weights.

P is constant here, so bounded and uniformly continuous. Of CON-H.2 the part (c), almost all initial conditions, follows
from (b), so that (a) and (b) together say what all three parts say.
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.instances import LOGITS, METRIC, ON_ELLIPSE, diagonal
from proofs_checks.consensus.proofs.models import FULL, SOLUTION
from verify.formal import formal, model

STEADY = {**FULL, "letters": ["W: operator; P[head]: matrix; v: vector; root: number"]}
_ALIGNS = "forall i, j: tends(norm(y[i] - y[j]), 0)"
_CLOSED = "at_start(forall i: dot(v, y[i]) >= 0)"
_ANTIPODAL = {
    "tokens": 2,
    "heads": 2,
    "dim": 4,
    "letters": {
        "W": METRIC,
        "P": LOGITS,
        "v": [1, 0, 0, 0],
        "root": 2,
        "y": [ON_ELLIPSE, [0, "-1/2", 0, 0]],
    },
}

formal(
    "CON-H.2",
    reading="all three together say what (a) and (b) say, since (c) follows from (b); of (c) alone see CON-H.2.c",
    statement=model(STEADY, SOLUTION, {"given": ["v != 0"], "show": [f"{_CLOSED} => ({_ALIGNS})", _ALIGNS]}),
    refuted={"instance": _ANTIPODAL},
)
formal(
    "CON-H.2.a",
    statement=model(STEADY, SOLUTION, {"given": ["v != 0", _CLOSED], "show": [_ALIGNS]}),
    refuted={"instance": _ANTIPODAL},
)
for _id in ("CON-H.2.b", "CON-Y.a"):
    formal(_id, statement=model(STEADY, SOLUTION, {"show": [_ALIGNS]}), refuted={"instance": _ANTIPODAL})

# Three tokens of S^2 over v = e_3: tokens 1 and 2, the widest pair, attend to token 3 with odds 16 to 1.
_WIDEST = {
    "W": diagonal(1, 1, 1),
    "P": [[[0, 0, 0], [0, 0, 0], [0, "-140/17*log(2)", "210/17*log(2)"]]],
    "v": [0, 0, 1],
    "root": "sqrt(3)",
    "x": [["6/7", "3/7", "2/7"], ["-6/7", "3/7", "2/7"], [0, "-4/5", "3/5"]],
    "p": 0,
    "q": 1,
}
_COSINE = "dot(x[{0}], W(x[{1}]))".format

formal(
    "CON-Y.c",
    statement=model(
        STEADY,
        {
            "letters": ["x[token]: vector; p, q: token"],
            "given": [
                f"forall i: {_COSINE('i', 'i')} == 1",
                "forall i: dot(v, x[i]) > 0",
                f"forall i, j: {_COSINE('p', 'q')} <= {_COSINE('i', 'j')}",
            ],
            "show": ["dot(six(x, p), W(x[q])) + dot(x[p], W(six(x, q))) >= 0"],
        },
    ),
    refuted={"instance": {"tokens": 3, "heads": 1, "dim": 3, "letters": _WIDEST}},
)
