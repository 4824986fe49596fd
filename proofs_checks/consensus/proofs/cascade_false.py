"""The cascade step of Theorem 4.2 as printed: the motion that refutes the theorem refutes it too."""

from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_2_false import FRAME, REFUTED
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, leaf, lemma, rule, unfold, witness

_NEAR = "norm(y2 - e1)"
_CLOCK = enter("every", rule("absolute at most", leaf(), leaf("2: u > 0"), e="u", b="1*exp(-(1/(2*sqrt(2)))*time)"))
_SHRINKS = unfold("goal", witness("1", witness("1/(2*sqrt(2))", both(leaf(), leaf(), _CLOCK))))
_CLOSE = enter(
    "every",
    rule(
        "below the square",
        leaf("2: u > 0"),
        leaf("4: u > 0; u > 0; u > 0; u > 0; 1/(1 + u^2) > 0", use=FRAME),
        a=f"abs({_NEAR})",
        b="2*u",
    ),
)
_SECOND_COMES = have(
    [
        ("exponentially_small(u)", _SHRINKS),
        (f"exponentially_small({_NEAR})", lemma("LEM-small.below", KNOWN, leaf(), _CLOSE, z=_NEAR, r="u", c="2")),
    ],
    lemma("LEM-small.tends", z=_NEAR),
)
_AT_REST = unfold("goal", witness("0", witness("1", both(leaf(), leaf(), enter("every", leaf())))))
_ITSELF = have(
    [("exponentially_small(norm(e1 - e1))", _AT_REST)],
    lemma("LEM-small.tends", z="norm(e1 - e1)"),
)
_THIRD = enter("start", rule("nonzero vector", leaf("2/13:", use=FRAME), u="y3 + e1"))

CASCADE = {
    "letters": ["m, g: token"],
    "given": [
        "f < m",
        "m < g",
        "forall j in before(g): tends(norm(y[j] - y[f]), 0)",
        "at_start(y[g] != -y[f])",
    ],
}

formal(
    "CON-T4.2.d",
    statement=model(HEADS, HEADS_SOLUTION, BOUNDED_P, CASCADE, {"show": ["tends(norm(y[g] - y[f]), 0)"]}),
    refuted={
        "motion": {
            **REFUTED,
            "letters": {**REFUTED["letters"], "m": 1, "g": 2},
            "given": [*REFUTED["given"][:5], KNOWN, KNOWN, both(_ITSELF, _SECOND_COMES), _THIRD],
        }
    },
)
