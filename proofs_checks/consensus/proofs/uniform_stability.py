"""More than Theorem 3.2 says: consensus is uniformly exponentially stable as a set (CON-T3.2.j)."""

from proofs_checks.consensus.proofs.heights import WEIGHT, WEIGHTED
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, SOLUTION
from proofs_checks.consensus.proofs.rate import BOUNDED, DELTA, FLOOR, STILL
from proofs_checks.consensus.proofs.theorem_3_2 import ABOVE, BOTH, LIMIT, SMALL
from proofs_checks.lemmas.near_together import apart
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, unfold

_WITHIN = {"letters": ["M[head]: number; N: number"], "given": ["N == sum(j: 1)", BOUNDED]}
_PAIRS = f"forall i, j: {apart('i', 'j')} <= {{0}}".format
_UNIFORMLY = f"forall r in number: r < 2 and at_start({_PAIRS('r')}) => always({_PAIRS(f'2*r*exp(-(4*{DELTA})*time)')})"

formal(
    "CON-T3.2.j",
    statement=model(FULL, SOLUTION, HEMISPHERE, LIMIT, _WITHIN, {"show": [ABOVE, SMALL, _UNIFORMLY]}),
    proof=[
        have([(BOTH, lemma("CON-T3.2.j.each"))], KNOWN),
        have([(BOTH, lemma("CON-T3.2.j.each"))], KNOWN),
        have(
            [
                (WEIGHTED, lemma("CON-E6.weights")),
                ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
            ],
            unfold(
                "solves(six, y)",
                have(
                    [*FLOOR, (f"{DELTA} >= 0", leaf())],
                    intro(["r", ""], lemma("LEM-near-together", a=f"fn(i, j: {WEIGHT})", d=DELTA)),
                ),
            ),
        ),
    ],
    instance=full(K=6, M=[6, 6], N=3),
    twin=Variant(
        "tokens that do not attract each other",
        STILL,
        full(K=6, M=[6, 6], N=3, y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]]),
    ),
)
