"""The central projection q_i = y_i/(v^T y_i): linear consensus, and what follows for Theorem 3.2."""

from proofs_checks.consensus.proofs.heights import HEIGHTS, WEIGHTED
from proofs_checks.consensus.proofs.instances import full
from proofs_checks.consensus.proofs.models import FULL, SOLUTION
from verify.formal import Variant, formal, model
from verify.tactics.build import enter, have, intro, leaf, lemma, rule

AHEAD = "forall k: dot(v, y[k]) > 0"
Q = "(y[{0}]/dot(v, y[{0}]))".format
W = "sum(h in heads: att(h, y, {0}, {1}))*dot(v, y[{1}])/dot(v, y[{0}])".format
PROJECTED = f"forall i: rate({Q('i')}) == sum(j: {W('i', 'j')}*({Q('j')} - {Q('i')}))"
HEIGHT = f"dot(u, {Q('{0}')})".format
HULL = f"max(j: {HEIGHT('j')})"
_TERM = f"{W('p', 'j')}*({HEIGHT('p')} - {HEIGHT('j')})"

_NESTED = lemma(
    "LEM-greatest.always",
    enter(
        "ae",
        intro(
            ["p", ""],
            have(
                [
                    (
                        f"sum(j: {_TERM}) >= 0",
                        rule(
                            "positive sum",
                            have(
                                [f"{HEIGHT('q')} <= {HEIGHT('p')}", (f"{W('p', 'q')} > 0", leaf())],
                                leaf(f"1: {W('p', 'q')} > 0; {HEIGHT('q')} <= {HEIGHT('p')}"),
                            ),
                            e=f"fn(j: {_TERM})",
                            new={"x": "q"},
                        ),
                    )
                ],
                leaf(f"1: sum(j: {_TERM}) >= 0", use=[WEIGHTED[len("almost_always(") : -1]]),
            ),
        ),
    ),
    w=f"fn(j: {HEIGHT('j')})",
    b="0",
)

formal(
    "CON-X1",
    statement=model(
        FULL,
        SOLUTION,
        {
            "show": [
                f"almost_always(({AHEAD}) => ({PROJECTED}))",
                f"almost_always(({AHEAD}) => (forall i, j: {W('i', 'j')} > 0))",
                f"at_start({AHEAD}) => (forall u in vector: almost_always(rate({HULL}) <= 0))",
            ]
        },
    ),
    proof=[
        have(
            [(WEIGHTED, lemma("CON-E6.weights"))],
            enter("ae", intro(["", "p"], leaf(use=[WEIGHTED[len("almost_always(") : -1]]))),
        ),
        enter("ae", intro(["", "p", "q"], leaf())),
        intro(
            "",
            have([(WEIGHTED, lemma("CON-E6.weights")), (HEIGHTS, lemma("CON-T3.2.a"))], intro("u", _NESTED)),
        ),
    ],
    instance=full(),
    twin=Variant("the hull shrinks strictly", {f"rate({HULL}) <= 0": f"rate({HULL}) < 0"}, full()),
)
