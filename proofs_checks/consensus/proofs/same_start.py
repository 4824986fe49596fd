"""Two solutions of the auto-regressive model with the same first tokens (CON-X9.opposite, CON-X9.earlier)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.cascade_step import AWAY, EITHER, FIRST, MEETS, PARTS, drawn
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_2 import WEIGHT
from proofs_checks.lemmas.cascade_limit import COMES
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule, split, unfold

SOURCE = Source(PAPER, "beyond the text, extends Theorem 4.2")
LATER = {"letters": ["g: token"], "given": ["f < g"]}
MISSED = {"given": [COMES, f"not {FIRST}"]}

formal(
    "CON-X9.opposite",
    title="A token that misses consensus over a convergent state of the earlier ones comes to the antipode",
    sentence=(
        r"Auto-regressive model, $U_\eta = I$, W = I, bounded P(t), all n, h and $\ell$: if the tokens before token i"
        " converge to $y_1$ and token i does not, it converges to $-y_1$."
    ),
    source=SOURCE,
    kind="convergence",
    role="extension",
    statement=model(HEADS, HEADS_SOLUTION, BOUNDED_P, LATER, MISSED, {"show": [AWAY]}),
    proof=drawn(
        have([EITHER], split(EITHER[0], have([(FIRST, MEETS)], rule("contradiction", P=FIRST, C=AWAY)), PARTS))
    ),
    instance=heads(g=2, K=6, y=[TOP, TOP, OPPOSITE]),
    twin=Variant("one that does not miss it as well", {f"not {FIRST}": "f < g"}, heads(g=2, K=6)),
)

OTHER = {"letters": ["z[token]: moving vector"], "given": ["solves(auto, z)"]}
SAME = "forall j in before({0}): y[j] == z[j]".format
COMMON = {"given": [f"at_start({SAME('g')})"]}
SUM = f"sum(j in before({{0}}): {WEIGHT('{0}', 'j')})".format
STRENGTH = "sum(h in heads: 1)/root"
LIPSCHITZ = f"(2*abs(K)*{STRENGTH})"
_UNITS = [f"forall i: dot({x}[i], {x}[i]) == 1" for x in "yz"]


def _row(x: str, i: str) -> str:
    """What token i of the solution x gives to an earlier token j."""
    return WEIGHT(i, "j").replace("(h, y,", f"(h, {x},")


def _drawn(x: str, i: str) -> tuple[str, Tree]:
    """The rate of token i of the solution x, by the earlier tokens of the solution y."""
    here = f"{x}[{i}]"
    uses = [f"forall i: rate({x}[i]) == auto({x}, i)", *_UNITS, SAME(i)]
    drawn_there = f"sum(j in before({i}): {_row(x, i)}*(y[j] - dot({here}, y[j])*{here}))"
    return f"almost_always(rate({here}) == {drawn_there})", enter("ae", leaf(use=uses))


def row(i: str) -> Steps:
    """What token i gives to earlier ones is not negative, and at most all that it gives."""
    return [
        (f"almost_always(forall j in before({i}): {WEIGHT(i, 'j')} >= 0)", enter("ae", intro("q", leaf()))),
        (
            f"almost_always({SUM(i)} <= {STRENGTH})",
            lemma(
                "LEM-row-before",
                *[enter("ae", intro("h1", leaf()))] * 2,
                a=f"fn(h in heads, j: att(h, y, {i}, j))",
                r="1/root",
                g=i,
            ),
        ),
    ]


def weights(i: str) -> Steps:
    """Token i of two solutions with always the same tokens before it: its weights in both of them."""
    return [
        (
            f"almost_always(sum(j in before({i}): abs({_row('y', i)} - {_row('z', i)}))"
            f" <= {LIPSCHITZ}*norm(y[{i}] - z[{i}]))",
            lemma("LEM-same-row", KNOWN, KNOWN, *[enter("ae", KNOWN)] * 3, q=i),
        ),
        _drawn("y", i),
        _drawn("z", i),
        *row(i),
    ]


def placed(i: str) -> dict[str, Any]:
    """What the letters of LEM-same-leaders stand for at token i."""
    rows = {letter: f"fn(j: {_row(x, i)})" for letter, x in (("a", "y"), ("b", "z"))}
    return {"u": f"y[{i}]", "w": f"z[{i}]", "g": i, "L": LIPSCHITZ, "S": STRENGTH, **rows}


TWO_LED: list[Tree] = [KNOWN, *[enter("every", KNOWN)] * 2, *[KNOWN] * 4]
_ALWAYS = "forall j in before({0}): always(y[j] == z[j])".format
_NEXT = intro(
    "",
    have(
        [
            (_ALWAYS("x"), intro("p", have([("p < g", lemma("LEM-token-order", a="p", b="x", c="g"))], KNOWN))),
            (f"always({SAME('x')})", enter("every", intro("p", KNOWN))),
            *weights("x"),
        ],
        lemma("LEM-same-start", *TWO_LED, KNOWN, enter("start", KNOWN), **placed("x")),
    ),
)
_EACH = "i < g => always(y[i] == z[i])"
_REST = heads(g=2, K=6, y=[TOP, TOP, OPPOSITE], z=[TOP] * 3)

formal(
    "CON-X9.earlier",
    title="What the tokens before a token do depends on where they start alone",
    sentence=(
        r"Auto-regressive model, $U_\eta = I$, W = I, bounded P(t): two solutions in which the tokens before token i"
        " start equal have these tokens equal at all times, wherever the others are."
    ),
    source=SOURCE,
    kind="invariance",
    role="extension",
    statement=model(
        HEADS, HEADS_SOLUTION, OTHER, BOUNDED_P, {"letters": ["g: token"]}, COMMON, {"show": [f"always({SAME('g')})"]}
    ),
    proof=unfold(
        "solves(auto, y)",
        unfold(
            "solves(auto, z)",
            have(
                [
                    (f"forall i: {_EACH}", rule("strong induction", _NEXT, P=f"fn(i: {_EACH})")),
                    (_ALWAYS("g"), intro("p", KNOWN)),
                ],
                enter("every", intro("p", KNOWN)),
            ),
        ),
    ),
    instance=_REST,
    twin=Variant("the token itself as well", {"always(forall j in before(g)": "always(forall j in upto(g)"}, _REST),
)
