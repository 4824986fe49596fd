"""The second token of Theorem 4.2 in closed form: the hyperbolic tangent of the time that its weight counts."""

from proofs_checks.consensus.proofs.instances import LOGITS, OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_2 import COSINE, FINDS, HEIGHT, SECOND, UNIT, WEIGHT
from proofs_checks.lemmas.hyperbolic import TANH, tanh
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, unfold

# the integral of the weight is m*time + s: what is over m is taken, so that an instance may rest
_C = "dot(y[f], y[g])"
_A = WEIGHT("g", "f")
_C_RATE = COSINE[len("almost_always(") : -1]
_S_RATE = f"rate(s) == {_A} - m"
_TOTAL = "(m*time + s)"
_H = f"(1 - {_C})/(1 + {_C})"
_KEPT = f"{_H}*exp(2*{_TOTAL})"
_ODDS = f"(1 + start({_C}))/(1 - start({_C}))"
_ANGLE = f"log({_ODDS})/2 + {_TOTAL}"
_APART = "dot(y[g] - y[f], y[g] - y[f])"
_OTHER = "dot(y[g] + y[f], y[g] + y[f])"
_FOUND = " and ".join(f"({text})" for text in FINDS)

_FALLS = f"almost_always(rate(1 - {_C}) <= 0)"
_STRICTLY = f"almost_always(y[g] != y[f] => rate(1 - {_C}) < 0)"
_CLOSED = f"start({_C}) < 1 => always({_C} == tanh({_ANGLE}))"
_BEFORE = (
    f"start({_C}) > -1",
    enter(
        "start",
        have([(f"{_OTHER} > 0", rule("positive square", u="y[g] + y[f]"))], leaf(f"1/2: {_OTHER} > 0", use=[UNIT])),
    ),
)


def above(then: object) -> object:
    """The rate of the cosine, and that it stays above -1."""
    return have(
        [
            (_FOUND, lemma("CON-T4.2.c.limit")),
            (COSINE, have([(f"{HEIGHT} and {COSINE}", lemma("CON-T4.2.b"))], KNOWN)),
        ],
        unfold(
            "solves(auto, y)",
            have(
                [
                    _BEFORE,
                    (f"always({_C} > -1)", enter("every", leaf(f"1: {_C} >= start({_C})", f"1: start({_C}) > -1"))),
                ],
                then,
            ),
        ),
    )


_MOVES = leaf(f"1/4: {_A} > 0; {_APART} >= 0; {_OTHER} >= 0", f"eq -1: {_C_RATE}", use=[UNIT])
_HS = f"(1 - start({_C}))/(1 + start({_C}))"
_E = f"exp(2*{_TOTAL})"
_OVER = f"(1 + start({_C}))*{_E}"
_UNDER = f"(1 - start({_C}))"
_FLAT = "eq {0}2*" + f"{_E}/(1 + {_C})^2: {_C_RATE}"


def _monotone(sign: str) -> object:
    """The odds of the cosine over the exponential of the counted time do not fall, and do not rise."""
    return rule("monotone", leaf(_FLAT.format(sign), use=[_S_RATE]), z=f"{sign}({_KEPT})")


_CLEARED = f"tanh({_ANGLE})*(exp(2*({_ANGLE})) + 1) == exp(2*({_ANGLE})) - 1"
_COUNTED = f"tanh({_ANGLE})*({_OVER} + {_UNDER}) == {_OVER} - {_UNDER}"
_LEVEL = f"{_KEPT} == {_HS}"
_IN_CLOSED_FORM = have(
    [
        (f"always({_KEPT} >= start({_KEPT}))", _monotone("")),
        (f"always(-({_KEPT}) >= start(-({_KEPT})))", _monotone("-")),
        (f"{_ODDS} > 0", leaf()),
    ],
    enter(
        "every",
        have(
            [
                (
                    _LEVEL,
                    rule(
                        "antisymmetry",
                        leaf(f"1: -({_KEPT}) >= start(-({_KEPT}))", use=["start(s) == 0"]),
                        leaf(f"1: {_KEPT} >= start({_KEPT})", use=["start(s) == 0"]),
                        a=_KEPT,
                        b=_HS,
                    ),
                ),
                tanh(_ANGLE),
                (f"exp(log({_ODDS})) == {_ODDS}", rule("exp of log", KNOWN, a=_ODDS)),
                (_CLEARED, leaf(use=[TANH(_ANGLE)])),
                (_COUNTED, leaf(f"eq {_UNDER}: {_CLEARED}", use=[f"exp(log({_ODDS})) == {_ODDS}"])),
                (f"{_OVER} + {_UNDER} > 0", leaf(f"1: start({_C}) > -1; {_E} > 0", f"1: start({_C}) < 1")),
            ],
            leaf(f"eq -(1 + start({_C}))*(1 + {_C}): {_LEVEL}", f"eq -1: {_COUNTED}", times=[f"{_OVER} + {_UNDER}"]),
        ),
    ),
)

formal(
    "CON-T4.2.c",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        SECOND,
        BOUNDED_P,
        {
            "letters": ["s: moving number; m: number"],
            "given": ["at_start(y[g] != -y[f])", "start(s) == 0", f"almost_always({_S_RATE})"],
            "show": [*FINDS, _FALLS, _STRICTLY, _CLOSED],
        },
    ),
    proof=[
        above(KNOWN),
        above(KNOWN),
        above(KNOWN),
        above(enter("ae", _MOVES)),
        above(
            enter(
                "ae",
                intro(
                    "",
                    have(
                        [
                            (f"{_APART} > 0", rule("positive square", u="y[g] - y[f]")),
                            (f"1 - {_C} > 0", leaf(f"1/2: {_APART} > 0", use=[UNIT])),
                        ],
                        leaf(f"1: {_A} > 0; 1 - {_C} > 0; {_C} > -1", f"eq -1: {_C_RATE}", use=[UNIT]),
                    ),
                ),
            )
        ),
        above(intro("", _IN_CLOSED_FORM)),
    ],
    instance=heads(g=1, K=6, s=0, m="1/2"),
    twin=Variant(
        "from the antipode as well",
        {"at_start(y[g] != -y[f])": "at_start(y[g] == -y[f])"},
        heads(g=1, K=6, s=0, m="1/2", P=[LOGITS[0]] * 2, y=[TOP, OPPOSITE, TOP]),
    ),
)
