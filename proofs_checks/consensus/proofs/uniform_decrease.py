"""From decrease to attractivity in Theorem 3.2: a bound on the weights makes the decrease of V uniform in time."""

from proofs_checks.consensus.proofs.heights import HEIGHTS, WEIGHT, WEIGHTED
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from proofs_checks.consensus.proofs.rate import BOUNDED, DELTA, FLOOR, RATE, STILL
from proofs_checks.consensus.proofs.summaries import THEOREM
from proofs_checks.consensus.proofs.theorem_3_2 import LIMIT
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, unfold

_M0 = f"start({LEAST})"
_APART = "dot(y[{0}] - y[{1}], W(y[{0}] - y[{1}]))".format
_FASTER = f"rate(dot(v, y[i])) >= {DELTA}*{_M0}/2*{_APART('i', 'j')}"
_LOWEST = f"almost_always(forall i, j: (forall k: dot(v, y[i]) <= dot(v, y[k])) => {_FASTER})"
_DECAY = f"decays(diam(i: y[i]/dot(v, y[i])), {RATE})"
_TOGETHER = "forall i, j: tends(norm(y[i] - y[j]), 0)"
PROJECTED = {
    "letters": ["M[head]: number; N, C: number; z: vector"],
    "given": ["N == sum(j: 1)", BOUNDED, "W(z) == v", "C > 0", "C^2 >= dot(v, z)"],
}
_A = WEIGHT.replace("y, i, j", "y, p, {0}").format
_PULL = f"{_A('j')}*(dot(v, y[j]) - dot(v, y[p])*dot(y[p], W(y[j])))"
_LEADS = f"sum(j: {_PULL}) >= {_A('q')}*(dot(v, y[q]) - dot(v, y[p])*dot(y[p], W(y[q])))"
_UNIT = "forall i: dot(y[i], W(y[i])) == 1"

_SLOPE = intro(
    ["p", "q", ""],
    have(
        [
            (
                _LEADS,
                rule(
                    "term of a positive sum",
                    have(
                        [
                            "dot(v, y[p]) <= dot(v, y[x])",
                            (f"{_A('x')} > 0", leaf()),
                            (f"{_APART('p', 'x')} >= 0", rule("nonnegative form", W="W", u="y[p] - y[x]")),
                        ],
                        leaf(
                            f"1: {_A('x')} > 0; dot(v, y[p]) <= dot(v, y[x])",
                            f"1/2: {_A('x')} > 0; dot(v, y[p]) > 0; {_APART('p', 'x')} >= 0",
                            use=[_UNIT],
                        ),
                    ),
                    e=f"fn(j: {_PULL})",
                    y="q",
                ),
            ),
            "dot(v, y[p]) <= dot(v, y[q])",
            f"dot(v, y[p]) >= {_M0}",
            f"{_A('q')} >= {DELTA}",
            (f"{_A('q')} > 0", leaf()),
            (f"{DELTA} >= 0", leaf()),
            (f"{_APART('p', 'q')} >= 0", rule("nonnegative form", W="W", u="y[p] - y[q]")),
            (
                f"rate(dot(v, y[p])) == sum(j: {_PULL})",
                leaf(use=[WEIGHTED[len("almost_always(") : -1]]),
            ),
        ],
        leaf(
            f"eq -1: rate(dot(v, y[p])) == sum(j: {_PULL})",
            f"1: {_LEADS}",
            f"1: {_A('q')} > 0; dot(v, y[p]) <= dot(v, y[q])",
            f"1/2: {_A('q')} >= {DELTA}; dot(v, y[p]) > 0; {_APART('p', 'q')} >= 0",
            f"1/2: {DELTA} >= 0; dot(v, y[p]) >= {_M0}; {_APART('p', 'q')} >= 0",
            use=[_UNIT],
        ),
    ),
)

formal(
    "CON-T3.2.f",
    statement=model(FULL, SOLUTION, HEMISPHERE, LIMIT, PROJECTED, {"show": [_LOWEST, _DECAY, _TOGETHER]}),
    proof=[
        have(
            [
                (HEIGHTS, lemma("CON-T3.2.a")),
                (WEIGHTED, lemma("CON-E6.weights")),
                ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
            ],
            unfold("solves(six, y)", have(FLOOR, enter("ae", _SLOPE))),
        ),
        lemma("CON-B1"),
        have([(THEOREM, lemma("CON-T3.2"))], intro("p,q", KNOWN)),
    ],
    instance=full(K=6, M=[6, 6], N=3, z=[1, "1/4", 0, 0], C=2),
    twin=Variant(
        "tokens that do not attract each other",
        STILL,
        full(K=6, M=[6, 6], N=3, z=[1, "1/4", 0, 0], C=2, y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]]),
    ),
)
