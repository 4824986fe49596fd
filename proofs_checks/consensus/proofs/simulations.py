"""Simulation 5.1.1, Figure 3: V of (7), one less the least height, never grows from an open hemisphere, whatever P is.

The printed data are a case of it: n = 2, ten tokens, two heads, W = I, v = (1, 0, 0).
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.heights import HEIGHTS
from proofs_checks.consensus.proofs.instances import full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, SOLUTION
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, unfold

_V = "max(k: 1 - dot(v, y[k]))"
_FLOW = "forall i: rate(y[i]) == six(y, i)"
_UNIT = "forall i: dot(y[i], W(y[i])) == 1"
_WEIGHT = "sum(h in heads: att(h, y, x, j))"
_PULL = f"{_WEIGHT}*(dot(v, y[j]) - dot(v, y[x])*dot(y[x], W(y[j])))"
_TERM = _PULL.replace("y[j]", "y[q]").replace("x, j)", "x, q)")
_COSINE = "dot(y[x], W(y[q]))^2 <= dot(y[x], W(y[x]))*dot(y[q], W(y[q]))"
_GAP = "dot(y[x] - y[q], W(y[x] - y[q])) >= 0"
_RISES = have(
    [
        (
            f"sum(j: {_PULL}) >= 0",
            rule(
                "positive sum",
                have(
                    [
                        (_GAP, rule("nonnegative form", W="W", u="y[x] - y[q]")),
                        "1 - dot(v, y[q]) <= 1 - dot(v, y[x])",
                        "dot(v, y[x]) > 0",
                        ("sum(h in heads: att(h, y, x, q)) > 0", leaf()),
                    ],
                    leaf(
                        "1: sum(h in heads: att(h, y, x, q)) > 0; 1 - dot(v, y[q]) <= 1 - dot(v, y[x])",
                        f"1/2: sum(h in heads: att(h, y, x, q)) > 0; dot(v, y[x]) > 0; {_GAP}",
                        use=[_UNIT],
                    ),
                ),
                e=f"fn(j: {_PULL})",
                new={"x": "q"},
            ),
        )
    ],
    leaf(f"1: sum(j: {_PULL}) >= 0", use=[_FLOW]),
)

formal(
    "CON-S5.1.1.d",
    statement=model(
        FULL, SOLUTION, HEMISPHERE, {"show": [f"almost_always(rate({_V}) <= 0)", "always(forall i: dot(v, y[i]) > 0)"]}
    ),
    proof=[
        have(
            [
                (HEIGHTS, lemma("CON-T3.2.a")),
                (
                    f"almost_always(0 <= 1 => rate({_V}) <= 0)",
                    unfold(
                        "solves(six, y)",
                        lemma(
                            "LEM-greatest",
                            enter("ae", intro(["", "x", ""], _RISES)),
                            w="fn(k: 1 - dot(v, y[k]))",
                            b="0",
                            C="0 <= 1",
                        ),
                    ),
                ),
            ],
            enter("ae", have(["0 <= 1"], KNOWN)),
        ),
        have([(HEIGHTS, lemma("CON-T3.2.a"))], KNOWN),
    ],
    instance=full(),
    twin=Variant("V itself", {f"rate({_V}) <= 0": f"{_V} <= 0"}, full()),
)
