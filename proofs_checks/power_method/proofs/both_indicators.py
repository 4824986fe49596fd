"""Section 2.2: the mean increment and the probability say different things; two Oja layers that separate them.

The tokens are in three equal groups in a plane with the orthonormal frame e1, e2, and e1 is the principal direction.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.exact_clusters import FRAME
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, have, intro, leaf, rule

GROUPS = "ABG"
SIZES = ["sum(h in A: 1) == sum(h in G: 1)", "sum(h in B: 1) == sum(h in G: 1)"]
FORM = "forall u in vector: V(u) == dot(e1, u)*e1 + 1/2*dot(e2, u)*e2"
USE = [FORM, *FRAME, *SIZES, "alpha == 1"]
MOST = (("-5/13", "-12/13"), ("8/17", "-15/17"), ("12/13", "5/13"))
FEW = (("7/25", "-24/25"), ("-4/5", "3/5"), ("24/25", "-7/25"))
GAIN = "(abs(dot(e1, value(oja, {0}, {1}))) - abs(dot(e1, {0}[{1}])))".format
Tokens = tuple[tuple[str, str], ...]


def state(name: str, tokens: Tokens) -> str:
    """The state with one value in each group."""
    return f"{name}: " + ", ".join(f"{g} -> {a}*e1 + ({b})*e2" for g, (a, b) in zip(GROUPS, tokens, strict=True))


def images(tokens: Tokens) -> list[tuple[Fraction, Fraction]]:
    """The components of x_i + V(mean) before normalisation."""
    xs = [(Fraction(a), Fraction(b)) for a, b in tokens]
    m, n = (sum((x[k] for x in xs), Fraction(0)) / 3 for k in (0, 1))
    return [(a + m, b + n / 2) for a, b in xs]


def bounds(q: Fraction) -> tuple[Fraction, Fraction]:
    """Decimals of four places between which 1/sqrt(q) lies."""
    low = isqrt(10**8 * q.denominator // q.numerator)
    return Fraction(low, 10**4), Fraction(low + 1, 10**4)


def inverse_root(q: Fraction, above: bool) -> tuple[str, Tree]:
    """One of these bounds, as a fact with its proof."""
    low, high = bounds(q)
    root = f"sqrt({q})"
    if above:
        square = rule("strictly below the square", leaf(), leaf(), a=root, b=str(1 / low))
        return f"1/{root} > {low}", have(
            [(f"{root} < {1 / low}", square)], leaf(f"{low}: {root} < {1 / low}", times=[root])
        )
    square = rule("strictly below the square", leaf(), leaf(), a=str(1 / high), b=root)
    return f"1/{root} < {high}", have(
        [(f"{1 / high} < {root}", square)], leaf(f"{high}: {1 / high} < {root}", times=[root])
    )


def slack(tokens: Tokens, group: int, positive: bool) -> Fraction:
    """What the bound leaves of the gain of a token, or of its loss."""
    r, s = images(tokens)[group]
    low, high = bounds(r * r + s * s)
    before = abs(Fraction(tokens[group][0]))
    return abs(r) * low - before if positive else before - abs(r) * high


def gain(tokens: Tokens, group: int, positive: bool) -> Tree:
    """Whether the tokens of a group come closer to the line of e1."""
    r, s = images(tokens)[group]
    fact, proof = inverse_root(r * r + s * s, positive)
    rest = slack(tokens, group, positive)
    return intro("t", have([(fact, proof)], leaf(f"{abs(r)}: {fact}", f"{rest}:", use=USE)))


def mean(tokens: Tokens, positive: bool) -> Tree:
    """The sign of the mean increment."""
    facts = [(r, *inverse_root(r * r + s * s, positive)) for r, s in images(tokens)]
    rest = sum((slack(tokens, group, positive) for group in range(3)), Fraction(0))
    terms = [f"{abs(r) / 3}: {fact}" for r, fact, _ in facts]
    return have([(fact, proof) for _, fact, proof in facts], leaf(*terms, f"{rest / 3}:", use=USE))


HERE: Part = {
    "tokens": dict.fromkeys(GROUPS, 1),
    "dim": 2,
    "letters": {"V": [[1, 0], [0, "1/2"]], "alpha": 1, "e1": [1, 0], "e2": [0, 1]},
}
formal(
    "POW-EQ45.mean",
    title="Both indicators are needed",
    sentence=(
        "Neither indicator follows from the other. There are Oja layers with symmetric positive definite V"
        " and three equal groups of tokens in the plane for which two groups of three come closer to the line"
        " of $v_1$ while the mean correlation falls, and others for which one group of three comes closer"
        r" while the mean grows: $V = \mathrm{diag}(1, 1/2)$, $\alpha = 1$, tokens at $(-5/13, -12/13)$,"
        " $(8/17, -15/17)$, $(12/13, 5/13)$, and at $(7/25, -24/25)$, $(-4/5, 3/5)$, $(24/25, -7/25)$."
    ),
    reading="R2: both are needed",
    source=Source(PAPER, "Section 2.2"),
    kind="identity",
    statement=model(
        V,
        OJA,
        {
            "groups": list(GROUPS),
            "letters": ["e1, e2: vector"],
            "states": [state("most", MOST), state("few", FEW)],
            "given": [*FRAME, *SIZES, FORM, "alpha == 1"],
            "show": [
                *[f"forall i in {g}: {GAIN('most', 'i')} > 0" for g in "BG"],
                f"sum(j: {GAIN('most', 'j')})/sum(j: 1) < 0",
                *[f"forall i in {g}: {GAIN('few', 'i')} < 0" for g in "BG"],
                f"sum(j: {GAIN('few', 'j')})/sum(j: 1) > 0",
            ],
        },
    ),
    proof=[
        gain(MOST, 1, True),
        gain(MOST, 2, True),
        mean(MOST, False),
        gain(FEW, 1, False),
        gain(FEW, 2, False),
        mean(FEW, True),
    ],
    instance=HERE,
    twin=Variant(
        "the third token on the other side of e1",
        {"G -> 12/13*e1": "G -> -12/13*e1"},
        HERE,
    ),
)
