"""The exceptional set of Theorem 4.2, repaired: right for two tokens, not for three (CON-H.5.repaired)."""

from __future__ import annotations

from proofs_checks.consensus.proofs.cascade_step import AWAY, FIRST
from proofs_checks.consensus.proofs.exceptional_between import BETWEEN, MISSED, SIDES
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, absurd, both, enter, have, intro, leaf, lemma, rule, split, unfold

_MET = "tends(norm(y[m] - y[f]), 0)"
_OPPOSITE = "always(y[m] == -y[f])"
_EQUAL = f"(at_start(y[m] == -y[f]) => {_OPPOSITE}) and (at_start(y[m] != -y[f]) => {_MET})"
_LEADER = (
    "at_start(forall j in before(m): y[j] == y[f])",
    enter("start", intro("p", rule("same token", KNOWN, KNOWN, leaf(), i="f", j="p", P="fn(l: y[l] == y[f])"))),
)
_TWO = "norm(y[m] - y[f])"
_NEVER = have(
    [
        (
            f"always({_TWO} >= 2)",
            enter(
                "every",
                have(
                    [(f"{_TWO} == 2", leaf(norms=["2"], use=["y[m] == -y[f]", "forall i: dot(y[i], y[i]) == 1"]))],
                    leaf(f"eq -1: {_TWO} == 2"),
                ),
            ),
        )
    ],
    lemma("LEM-kept-away", leaf("2:"), KNOWN, z=_TWO, b="2", c="0"),
)
_THIRD = "m < g and (forall j: j < g => j <= m)"
_FROM_ANTIPODE = f"{_THIRD} and at_start(y[m] != y[f] and y[m] != -y[f] and y[g] == -y[f]) => {FIRST}"
_ACROSS = "dot(start(y[m]) - dot(start(y[f]), start(y[m]))*start(y[f]), start(y[g]))"
_COMES = split(
    f"({FIRST}) or not ({FIRST})",
    KNOWN,
    have(
        [
            ("at_start(y[m] != y[f] and y[m] != -y[f])", enter("start", KNOWN)),
            (f"{MISSED} => {AWAY} and {SIDES} and ({BETWEEN})", lemma("CON-X9.between")),
            f"{AWAY} and {SIDES} and ({BETWEEN})",
            (
                f"{_ACROSS} >= 0",
                unfold(
                    "solves(auto, y)", enter("start", leaf(use=["y[g] == -y[f]", "forall i: dot(y[i], y[i]) == 1"]))
                ),
            ),
        ],
        absurd(lemma("LEM-two-signs", KNOWN, KNOWN, a=_ACROSS)),
    ),
)

formal(
    "CON-H.5.repaired",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED_P,
        {
            "letters": ["m: token"],
            "given": ["f < m", "forall j: j < m => j <= f"],
            "show": [
                f"at_start(y[m] == -y[f]) => {_OPPOSITE} and not ({_MET})",
                f"at_start(y[m] != -y[f]) => {_MET}",
                f"forall g: {_FROM_ANTIPODE}",
            ],
        },
    ),
    proof=[
        have(
            [_LEADER, (_EQUAL, lemma("CON-X9.equal", g="m"))],
            intro("", both(KNOWN, unfold("solves(auto, y)", have([_OPPOSITE], _NEVER)))),
        ),
        have([_LEADER, (_EQUAL, lemma("CON-X9.equal", g="m"))], KNOWN),
        intro(["g", ""], _COMES),
    ],
    instance=heads(m=1, K=6, y=[TOP, OPPOSITE, OPPOSITE]),
    twin=Variant(
        "over a second token at the antipode as well",
        {"y[m] != y[f] and y[m] != -y[f] and ": "y[m] != y[f] and "},
        heads(m=1, K=6, y=[TOP, OPPOSITE, OPPOSITE]),
    ),
)
