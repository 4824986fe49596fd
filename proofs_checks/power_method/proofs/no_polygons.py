"""POW-N6.attention: at a polygonal state of the attention map all logits are 0; for P + P^T > 0 there is none.

The logits of two tokens s and r have sum over j of (e^{l_sj} - e^{l_rj}) (l_sj - l_rj) = 0, so that they are equal;
their mean with the weights of a token is its image under P, which is 0.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import ATTENTION, P, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, define, have, intro, leaf, lemma, rule, take

POLYGON = "forall i: sum(j: weight(x, i, j)*x[j]) == 0"
UNIT = "forall i: dot(x[i], x[i]) == 1"
NO_LOGITS = "forall i, j: dot(x[i], P(x[j])) == 0"
EQUAL = "forall i, k, j: dot(x[i], P(x[j])) == dot(x[k], P(x[j]))"


def mean(i: str) -> str:
    """What token i sees."""
    return f"sum(j: weight(x, {i}, j)*x[j])"


def total(i: str) -> str:
    """The divisor of its weights."""
    return f"sum(j: exp(dot(x[{i}], P(x[j]))))"


def image(k: str, i: str) -> str:
    """The mean logit of token k with the weights of token i."""
    return f"dot(x[{k}], P({mean(i)})) == 0"


def apart(j: str) -> str:
    """How much the logits of s and r at token j differ."""
    return f"(dot(x[s], P(x[{j}])) - dot(x[r], P(x[{j}])))"


def term(j: str) -> str:
    """(e^a - e^b) (a - b) for these two logits."""
    return f"exp(dot(x[r], P(x[{j}])))*((exp({apart(j)}) - 1)*{apart(j)})"


def lifted(j: str) -> str:
    """What LEM-lifted says of them."""
    lift = f"(exp({apart(j)}) - 1)*{apart(j)}"
    return f"{lift} >= 0 and ({lift} <= 0 => {apart(j)} == 0)"


ZERO_MEAN = [
    (image(k, i), lemma("LEM-image-of-zero", take(POLYGON, [i], KNOWN), u=mean(i), z=f"x[{k}]"))
    for i in "sr"
    for k in "sr"
]
SUM = f"sum(j: {term('j')})"
SAME = define(
    [f"Zs := {total('s')}", f"Zr := {total('r')}"],
    have(
        [
            *ZERO_MEAN,
            (
                f"{SUM} <= 0",
                leaf(
                    f"eq Zs: {image('s', 's')}",
                    f"eq -Zs: {image('r', 's')}",
                    f"eq -Zr: {image('s', 'r')}",
                    f"eq Zr: {image('r', 'r')}",
                ),
            ),
            (
                f"{SUM} >= {term('t')}",
                rule(
                    "term of a positive sum",
                    have(
                        [(lifted("q"), lemma("LEM-lifted", l=apart("q")))],
                        leaf(f"1: {lifted('q').partition(' and ')[0]}; exp(dot(x[r], P(x[q]))) > 0"),
                    ),
                    e=f"fn(j: {term('j')})",
                    y="t",
                    new={"x": "q"},
                ),
            ),
            (lifted("t"), lemma("LEM-lifted", l=apart("t"))),
            (
                f"(exp({apart('t')}) - 1)*{apart('t')} <= 0",
                leaf(f"1: {SUM} <= 0", f"1: {SUM} >= {term('t')}", times=["exp(dot(x[r], P(x[t])))"]),
            ),
            (f"{apart('t')} == 0", KNOWN),
        ],
        leaf(f"eq 1: {apart('t')} == 0"),
    ),
)
LOGIT, OWN = "exp(dot(x[s], P(x[{0}])))*dot(x[{0}], P(x[t]))", "exp(dot(x[s], P(x[{0}])))*dot(x[s], P(x[t]))"
EVEN = f"sum(i: {LOGIT.format('i')}) == sum(i: {OWN.format('i')})"
SEEN = f"dot(P(x[t]), {mean('s')}) == dot(P(x[t]), 0*x[s])"
ZERO = define(
    [f"Zs := {total('s')}"],
    have(
        [
            (
                EVEN,
                rule(
                    "equal sums",
                    take(
                        EQUAL,
                        ["r", "s", "t"],
                        leaf("eq exp(dot(x[s], P(x[r]))): dot(x[r], P(x[t])) == dot(x[s], P(x[t]))"),
                    ),
                    e=f"fn(i: {LOGIT.format('i')})",
                    f=f"fn(i: {OWN.format('i')})",
                    new={"x": "r"},
                ),
            ),
            (SEEN, take(POLYGON, ["s"], lemma("LEM-same-dot", u=mean("s"), w="0*x[s]", z="P(x[t])"))),
        ],
        leaf(f"eq -1: {EVEN}", f"eq Zs: {SEEN}", times=["Zs"]),
    ),
)
MEAN = f"dot(sum(j: x[j]), {mean('s')}) == dot(sum(j: x[j]), 0*x[s])"
HERE: Part = {
    "tokens": 3,
    "dim": 3,
    "letters": {
        "P": [[0, 0, 0], [0, 0, 0], [0, 0, 1]],
        "x": [[1, 0, 0], ["-1/2", "sqrt(3)/2", 0], ["-1/2", "-sqrt(3)/2", 0]],
    },
}

formal(
    "POW-N6.attention",
    statement=model(
        P,
        {"where": ATTENTION["where"]},
        {
            "letters": ["x[token]: vector"],
            "given": [UNIT, POLYGON],
            "show": [
                EQUAL,
                NO_LOGITS,
                "forall i, j: weight(x, i, j) == 1/sum(k: 1)",
                "sum(j: x[j]) == 0",
                "not (forall u in vector: u != 0 => dot(u, P(u)) > 0)",
            ],
        },
    ),
    proof=[
        intro("s,r,t", SAME),
        intro("s,t", ZERO),
        intro("s,t", leaf(use=[NO_LOGITS])),
        define(
            ["N := sum(j: 1)"],
            rule(
                "some element",
                rule(
                    "equal vectors",
                    have(
                        [
                            (
                                MEAN,
                                take(POLYGON, ["s"], lemma("LEM-same-dot", u=mean("s"), w="0*x[s]", z="sum(j: x[j])")),
                            )
                        ],
                        leaf(f"eq N: {MEAN}", use=[NO_LOGITS]),
                    ),
                    u="sum(j: x[j])",
                    w="0*sum(j: x[j])",
                ),
                C="sum(j: x[j]) == 0",
                new={"x": "s"},
            ),
        ),
        intro(
            "",
            rule(
                "some element",
                have(
                    [
                        ("x[s] != 0", rule("nonzero vector", leaf(use=[UNIT]), u="x[s]")),
                        ("dot(x[s], P(x[s])) > 0", KNOWN),
                    ],
                    leaf("eq 1: dot(x[s], P(x[s])) == 0", times=["dot(x[s], P(x[s]))"]),
                ),
                C="1 <= 0",
                new={"x": "s"},
            ),
        ),
    ],
    instance=HERE,
    twin=Variant("nor where the form is semidefinite", {"dot(u, P(u)) > 0": "dot(u, P(u)) >= 0"}, HERE),
)
