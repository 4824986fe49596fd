"""Near an equilibrium of the attention map at which the derivative contracts no other state is at rest."""

from __future__ import annotations

from proofs_checks.power_method.proofs.attracting import ATTRACTED, SMALL
from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.near_contracts import EQUILIBRIUM, SPHERE
from verify.formal import formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, obtain, rule, take

NEAR_STATE = "forall i: norm(Y[i] - {0}[i]) <= {1}".format
_RESTS = "value(attention, Y, {0}) == Y[{0}]".format


RESTING: Part = {"letters": ["Y[token]: vector"], "given": [SPHERE("Y"), f"forall i: {_RESTS('i')}"]}
"""A state Y at rest."""
_NEARER = ATTRACTED("S").replace("x[n, i]", "Y[i]")
_SOON = "exists s in size: {0}".format
_LATE = "forall n in size: n >= {0} => (forall i: norm(Y[i] - S[i]) < d)".format
_CLOSE = intro(
    "d,",
    take(
        _NEARER,
        ["d"],
        obtain(
            _SOON(_LATE("s")),
            "n1",
            take(_LATE("n1"), ["n1"], have(["norm(Y[t] - S[t]) < d"], leaf("1: norm(Y[t] - S[t]) < d"))),
        ),
    ),
)

formal(
    "LEM-attracting.alone",
    title="No other state at rest is near an equilibrium at which the derivative contracts",
    statement=model(
        EQUILIBRIUM,
        RESTING,
        {
            "letters": ["rho: number"],
            "given": ["l > 0", SMALL, "rho >= 0", "rho <= 1", "W*rho <= l", NEAR_STATE("S", "rho")],
            "show": ["forall i: Y[i] == S[i]"],
        },
    ),
    proof=have(
        [
            (
                _NEARER,
                lemma(
                    "LEM-attracting.orbit",
                    *[KNOWN] * len(EQUILIBRIUM["given"]),
                    intro("n1,t", have([_RESTS("t")], leaf(use=[_RESTS("t")]))),
                    x="fn(n in step, i: Y[i])",
                ),
            )
        ],
        intro(
            "t",
            have(
                [("norm(Y[t] - S[t]) <= 0", lemma("LEM-not-positive", _CLOSE, a="norm(Y[t] - S[t])"))],
                rule(
                    "equal vectors",
                    leaf("1: norm(Y[t] - S[t]) <= 0; norm(Y[t] - S[t]) >= 0"),
                    u="Y[t]",
                    w="S[t]",
                ),
            ),
        ),
    ),
)
