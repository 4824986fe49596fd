"""The induction step of Theorem 4.5: input-to-state stability with the gain rho/lambda on the hemisphere."""

from proofs_checks.consensus.proofs.instances import ON_SPHERE, TOP, causal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION, HEMISPHERE
from proofs_checks.consensus.proofs.theorem_4_5 import CASCADE, SPECTRUM, STILL
from proofs_checks.lemmas.causal import HEIGHTS, OFF, OFF_BY_SIZE, SIZE, slope
from proofs_checks.lemmas.causal_limit import GAIN, SMALL
from verify.formal import Variant, formal, model
from verify.tactics.build import enter, have, intro, leaf, lemma, rule, unfold

_B = "dot(v, y[{0}])".format
_P = "(y[{0}]/dot(v, y[{0}]) - v)".format
_ABOVE = f"(forall j in before(i): rho*{SIZE('j')} < lam*{SIZE('i')}) and {SIZE('i')} > 0"
_LESS = f"almost_always(forall i: {_ABOVE} => rate(1 - {_B('i')}) < 0)"
_COMES = f"forall i: (forall j in before(i): tends({OFF('j')}, 0)) => tends({OFF('i')}, 0)"
_PULL = f"att(y, p, j)*{_B('j')}/{_B('p')}"
_ROOM = f"sum(j in before(p): {_PULL}*(lam*{SIZE('p')} - rho*{SIZE('j')}))"
_SQUARE = f"1/{_B('p')}^2 - 1"
_UNIT = "forall i: dot(y[i], y[i]) == 1"
_ALL = f"{CASCADE} and ({GAIN}) and ({SMALL})"
_SLOPE = f"rate({SIZE('p')}) <= {slope('p', 'att(y, {0}, {1})')}"
_TURN = f"rate(dot({_P('p')}, {_P('p')})) == rate({_SQUARE})"
_FALLS = have(
    [
        (
            f"{_ROOM} >= 0",
            rule(
                "positive sum, before",
                have(
                    [f"rho*{SIZE('q')} < lam*{SIZE('p')}", ("att(y, p, q) > 0", leaf())],
                    leaf(f"1: att(y, p, q) > 0; {_B('q')} > 0; 1/{_B('p')} > 0; rho*{SIZE('q')} < lam*{SIZE('p')}"),
                ),
                e=f"fn(j: {_PULL}*(lam*{SIZE('p')} - rho*{SIZE('j')}))",
                i="p",
                new={"x": "q"},
            ),
        ),
        ("att(y, p, p) > 0", leaf()),
        _SLOPE,
        (
            f"rate({SIZE('p')}) < 0",
            leaf(f"1: {_SLOPE}", f"1: {_ROOM} >= 0", f"1: g > 0; att(y, p, p) > 0; {SIZE('p')} > 0"),
        ),
        (_TURN, rule("differentiate", a=f"dot({_P('p')}, {_P('p')})", b=_SQUARE)),
    ],
    leaf(
        f"1: rate({SIZE('p')}) < 0; {SIZE('p')} > 0; {_B('p')} > 0; {_B('p')} > 0; {_B('p')} > 0",
        f"eq -{_B('p')}^3/2: {_TURN}",
    ),
)
formal(
    "CON-T4.5.f",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        SPECTRUM,
        {"given": ["lam > 0", "g > 0"], "show": [_ALL, _LESS, _COMES]},
    ),
    proof=[
        lemma("CON-B4"),
        have(
            [
                (HEIGHTS, lemma("CON-T4.5.e")),
                (
                    f"forall i: always(dot({_P('i')}, {_P('i')}) == 1/{_B('i')}^2 - 1)",
                    unfold(
                        "solves(causal, y)",
                        intro("p", enter("every", leaf(use=[_UNIT, "dot(v, v) == 1"]))),
                    ),
                ),
            ],
            enter("ae", intro(["p", ""], _FALLS)),
        ),
        have(
            [(HEIGHTS, lemma("CON-T4.5.e"))],
            unfold(
                "solves(causal, y)",
                intro(
                    ["p", ""],
                    lemma(
                        "LEM-small.tends",
                        OFF_BY_SIZE,
                        z=OFF("p"),
                    ),
                ),
            ),
        ),
    ],
    instance=causal(g="1/2", rho=4),
    twin=Variant("tokens that do not attract each other", STILL, causal(g="1/2", rho=4, y=[TOP, ON_SPHERE, TOP])),
)
