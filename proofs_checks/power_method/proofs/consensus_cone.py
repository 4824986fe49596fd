"""POW-N9.cone: tokens on one side of the principal hyperplane converge, for any weights, in every layer."""

from __future__ import annotations

from proofs_checks.lemmas.cone import EIGEN, REST
from proofs_checks.power_method.proofs.models import BASIS, Part, symmetric
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, rule, take

WEIGHTS = ["forall n in step, i, j: a[n, i, j] >= 0", "forall n in step, i: sum(j: a[n, i, j]) == 1"]
LAYER = "forall n in step, i: x[n + 1, i] == unit(x[n, i] + alpha*V(sum(j: a[n, i, j]*x[n, j])))"
START = ["forall i: dot(x[0, i], x[0, i]) == 1", "forall i: dot(v, x[0, i]) > 0"]
TAN = "forall i: 1 - dot(v, x[{0}, i])^2 <= ({1})^2*dot(v, x[{0}, i])^2"
INSIDE = "(forall i: dot(x[{0}, i], x[{0}, i]) == 1) and (forall i: dot(v, x[{0}, i]) > 0)"
ONE_LAYER = (
    f"forall n in step, k in number: k >= 0 => ({INSIDE.format('n')}) => ({TAN.format('n', 'k')})"
    f" => ({INSIDE.format('n + 1')}) and ({TAN.format('n + 1', 'q*k')})"
)
ALL = f"forall n in step: ({INSIDE.format('n')}) and ({TAN.format('n', 'q^n*K')})"

Y = "(x[n0, p] + alpha*V(sum(j: a[n0, p, j]*x[n0, j])))"
IMAGE = f"dot(v, {Y}) > 0 and (dot({Y}, {Y}) - dot(v, {Y})^2)*(1 + alpha*lam)^2 <= (k*(1 + alpha*l))^2*dot(v, {Y})^2"
NEXT = (
    "dot(x[n0 + 1, p], x[n0 + 1, p]) == 1 and dot(v, x[n0 + 1, p]) > 0"
    " and 1 - dot(v, x[n0 + 1, p])^2 <= ((k*(1 + alpha*l))/(1 + alpha*lam))^2*dot(v, x[n0 + 1, p])^2"
)
POSITIVE = [
    ("lam > 0", leaf("1: l < lam", "1: l >= 0")),
    ("1 + alpha*lam > 0", leaf("1:", "1: alpha > 0; lam > 0")),
]
STEP = have(
    [
        *POSITIVE,
        (
            f"forall p: {NEXT}",
            intro(
                "p",
                take(
                    LAYER,
                    ["n0", "p"],
                    have(
                        [
                            (
                                IMAGE,
                                lemma(
                                    "LEM-cap.image",
                                    *[KNOWN] * 9,
                                    leaf(),
                                    intro("j0", take(WEIGHTS[0], ["n0", "p", "j0"], KNOWN)),
                                    take(WEIGHTS[1], ["n0", "p"], KNOWN),
                                    *[KNOWN] * 3,
                                    intro("j0", {"left": leaf()}),
                                    leaf(),
                                    w="0",
                                    e="fn(j: 1)",
                                    least="1/sqrt(1 + k^2)",
                                    x="fn(j: x[n0, j])",
                                    a="fn(j: a[n0, p, j])",
                                    c="1/sqrt(1 + k^2)",
                                ),
                            )
                        ],
                        lemma("LEM-cone.unit", y=Y, z="x[n0 + 1, p]", A="1 + alpha*lam", B="k*(1 + alpha*l)"),
                    ),
                ),
            ),
        ),
    ],
    both(intro("p", KNOWN), intro("p", KNOWN), intro("p", KNOWN)),
)


def at_rest(other: int) -> Part:
    """Two tokens at v, for V with the eigenvalues 2, `other` and -1, and weights that differ."""
    letters = {"V": symmetric(2, other, -1), "v": BASIS[0], "lam": 2, "l": other, "alpha": "1/4", "K": 1}
    weights = [["1/3", "2/3"], ["1/4", "3/4"]]
    return {
        "tokens": 2,
        "dim": 3,
        "letters": {**letters, "x": {"always": [BASIS[0], BASIS[0]]}, "a": {"always": weights}},
    }


formal(
    "POW-N9.cone",
    statement={
        "letters": [
            "V: operator; v: vector; lam, l, alpha, K: number",
            "x[step, token]: vector; a[step, token, token]: number",
        ],
        "where": ["q := (1 + alpha*l)/(1 + alpha*lam)"],
        "given": [
            *EIGEN,
            REST,
            *("l >= 0", "l < lam", "alpha > 0", "K >= 0"),
            *WEIGHTS,
            LAYER,
            *START,
            TAN.format("0", "K"),
        ],
        "show": ["q < 1", ONE_LAYER, ALL],
    },
    proof=[
        have(POSITIVE, leaf("1: l < lam; alpha > 0", times=["1 + alpha*lam"])),
        intro("n0,k,,,", STEP),
        rule(
            "induction",
            both(
                KNOWN,
                KNOWN,
                KNOWN,
            ),
            have(
                [
                    ("q > 0", have(POSITIVE, leaf("1:", "1: alpha > 0; l >= 0", times=["1 + alpha*lam"]))),
                    "q^n0*K >= 0",
                ],
                take(
                    ONE_LAYER,
                    ["n0", "q^n0*K"],
                    both(
                        KNOWN,
                        KNOWN,
                        intro(
                            "p",
                            take(
                                TAN.format("n0 + 1", "q*(q^n0*K)"),
                                ["p"],
                                leaf(f"1: {TAN.format('n0 + 1', 'q*(q^n0*K)').partition(': ')[2].replace('i]', 'p]')}"),
                            ),
                        ),
                    ),
                ),
            ),
            P=f"fn(n in size: ({INSIDE.format('n')}) and ({TAN.format('n', 'q^n*K')}))",
            new={"n": "n0"},
        ),
    ],
    instance=at_rest(1),
    twin=Variant("l < 2 lambda_1", {"l < lam": "l < 2*lam"}, at_rest(3)),
)
