"""POW-N8.pairs.condition: when tokens at two places that mirror each other are an equilibrium of the attention map."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.exact_clusters import FRAME, matrix
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, groups, have, intro, leaf, lemma, rule, unfold

DIAGONAL = [matrix("V", (("muc", "0"), ("0", "mus"))), matrix("P", (("pc", "0"), ("0", "ps")))]
EQUAL = "sum(j in A: 1) == sum(j in B: 1)"
CIRCLE = "c0^2 + s0^2 == 1"
AT = {"A": "c0*e1 + s0*e2", "B": "-c0*e1 + s0*e2"}
ACROSS = "-s0*e1 + c0*e2"
SEEN = "V(sum(j: weight(pairs, {0}, j)*pairs[j]))".format
IMAGE = f"(pairs[{{0}}] + alpha*{SEEN('{0}')})".format
MET = f"forall i: norm{IMAGE('i')} > 0"
TANH = "tanh(pc*c0^2) == (exp(2*(pc*c0^2)) - 1)/(exp(2*(pc*c0^2)) + 1)"
USE = [*FRAME, *DIAGONAL, EQUAL, TANH]
EQUATION = "muc*tanh(pc*c0^2) == mus"


_KNOWN: Steps = [(TANH, rule("tanh", a="pc*c0^2")), ("exp(2*(pc*c0^2)) + 1 > 0", leaf())]
_UNIT: Steps = [(f"dot({x}, {x}) == 1", leaf(f"eq 1: {CIRCLE}", use=FRAME)) for x in AT.values()]


_SEEN, _IMAGE = SEEN("t"), IMAGE("t")
_ALONG = f"dot({AT['A']}, {_SEEN})"
_SAME = f"dot({_SEEN}, {ACROSS}) == dot({_ALONG}*({AT['A']}), {ACROSS})"
_PULL = (
    f"{_SEEN} == {_ALONG}*({AT['A']}) and norm{_IMAGE} == 1 + alpha*{_ALONG}"
    f" and {_SEEN} == (norm{_IMAGE} - 1)/alpha*({AT['A']})"
)
_ONLY = intro(
    "",
    unfold(
        "fixed(attention, pairs)",
        have(
            [*_KNOWN, *_UNIT],
            rule(
                "some element, group",
                have(
                    [
                        f"norm{_IMAGE} > 0",
                        "value(attention, pairs, t) == pairs[t]",
                        (_PULL, lemma("LEM-pull", x=AT["A"], g=_SEEN, k="alpha")),
                        (_SAME, lemma("LEM-same-dot", u=_SEEN, w=f"{_ALONG}*({AT['A']})", z=ACROSS)),
                        (EQUATION, leaf(f"eq -1/(c0*s0): {_SAME}", use=USE)),
                        (f"{_ALONG} == mus", leaf(f"eq c0^2: {EQUATION}", f"eq mus: {CIRCLE}", use=USE)),
                    ],
                    both(
                        KNOWN,
                        leaf(
                            f"1: norm{_IMAGE} > 0",
                            f"eq 1: norm{_IMAGE} == 1 + alpha*{_ALONG}",
                            f"eq alpha: {_ALONG} == mus",
                        ),
                    ),
                ),
                C=f"{EQUATION} and 1 + alpha*mus > 0",
                new={"x": "t"},
                spaces={"G": "A"},
            ),
        ),
    ),
)


def _along(g: str) -> Tree:
    """The image of a token of a group is a positive multiple of it."""
    kept = lemma("LEM-along", leaf(use=[*USE, EQUATION]), y=_IMAGE, x=AT[g], r="1 + alpha*mus")
    return intro("t", have([(f"norm{_IMAGE} > 0 and unit{_IMAGE} == {AT[g]}", kept)], KNOWN))


_ALSO = intro(
    "",
    have(
        [*_KNOWN, *_UNIT],
        both(
            groups(*[_along(g) for g in AT]),
            unfold("goal", groups(*[_along(g) for g in AT])),
        ),
    ),
)
HERE: Part = {
    "tokens": {"A": 2, "B": 2},
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, "3/5"]],
        "P": [["25/9*log(2)", 0], [0, 10]],
        "alpha": "1/10",
        "e1": [1, 0],
        "e2": [0, 1],
        "c0": "3/5",
        "s0": "4/5",
        "muc": 1,
        "mus": "3/5",
        "pc": "25/9*log(2)",
        "ps": 10,
    },
}

MIRRORED: Part = model(
    V,
    P,
    ATTENTION,
    {
        "groups": ["A", "B"],
        "letters": ["e1, e2: vector; c0, s0, muc, mus, pc, ps: number"],
        "states": [f"pairs: A -> {AT['A']}, B -> {AT['B']}"],
        "given": [*FRAME, *DIAGONAL, EQUAL, "alpha > 0", CIRCLE, "c0 != 0", "s0 != 0"],
    },
)
CONDITION = [
    f"({MET}) and fixed(attention, pairs) => {EQUATION} and 1 + alpha*mus > 0",
    f"{EQUATION} and 1 + alpha*mus > 0 => ({MET}) and fixed(attention, pairs)",
]

formal(
    "POW-N8.pairs.condition",
    title="When mirror pairs are an equilibrium",
    sentence=(
        r"Let $V = \mathrm{diag}(\mu_c, \mu_s)$, $P = \mathrm{diag}(p_c, p_s)$ and n tokens at each of $(c_0, s_0)$"
        r" and $(-c_0, s_0)$, $c_0^2 + s_0^2 = 1$, $c_0s_0 \neq 0$. The attention map is defined there, and they are an"
        r" equilibrium of it, iff $\mu_c\tanh(p_cc_0^2) = \mu_s$ and $1 + \alpha\mu_s > 0$."
    ),
    source=Source(PAPER, "Remark 5 (extension)"),
    kind="equilibrium",
    role="extension",
    statement=model(MIRRORED, {"show": CONDITION}),
    proof=[_ONLY, _ALSO],
    instance=HERE,
    twin=Variant(
        "mu_s = -mu_c tanh(p_c c_0^2)",
        {"muc*tanh(pc*c0^2) == mus": "-muc*tanh(pc*c0^2) == mus"},
        HERE,
    ),
)
