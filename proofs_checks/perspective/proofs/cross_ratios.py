"""The flow at beta = 0: what four tokens keep."""

from __future__ import annotations

from proofs_checks.perspective import PAPER
from proofs_checks.perspective.proofs.models import EAST, MOTION, SA, USA, WEIGHTS, WEST, still
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

ZERO = {"given": ["beta == 0"]}
RATIO = "(1 - dot(x[p], x[q]))*(1 - dot(x[r], x[s]))/((1 - dot(x[p], x[r]))*(1 - dot(x[q], x[s])))"
_PAIRS = [("p", "q"), ("r", "s"), ("p", "r"), ("q", "s")]
_BELOW = [("p", "r"), ("q", "s")]
_GAP = "(1 - dot(x[{0}], x[{1}]))".format
_PULLED = "dot(x[{0}], sum(h: x[h])/n)".format
_MOVES = "rate(dot(x[{0}], x[{1}])) == (1 - dot(x[{0}], x[{1}]))*({2} + {3})".format
APART = " and ".join(f"at_start({_GAP(*pair)} > 0)" for pair in _BELOW)

CONSERVED = " and ".join(
    [
        *(f"always({_GAP(*pair)} > 0)" for pair in _BELOW),
        f"almost_always(rate({RATIO}) == 0)",
        f"always({RATIO} == start({RATIO}))",
    ]
)


def moves(p: str, q: str) -> str:
    """The rate of a product of two tokens."""
    return _MOVES(p, q, _PULLED(p), _PULLED(q))


def pulled(p: str) -> tuple[str, Tree]:
    """No token is drawn by more than one."""
    unit = ["forall h: dot(x[h], x[h]) == 1"]
    term = leaf(f"1/2: dot(x[{p}] - x[z1], x[{p}] - x[z1]) >= 0", use=unit)
    room = f"sum(h: 1 - dot(x[{p}], x[h])) >= 0"
    return (
        f"{_PULLED(p)} <= 1",
        have(
            [(room, rule("positive sum", term, e=f"fn(h: 1 - dot(x[{p}], x[h]))", new={"x": "z1"}))],
            leaf(f"1: 1/n > 0; {room}"),
        ),
    )


def stays(p: str, q: str) -> tuple[str, Tree]:
    """Two tokens that start apart stay apart."""
    slow = have(
        [pulled(p), pulled(q), moves(p, q)],
        leaf(
            f"1: {_GAP(p, q)} > 0; {_PULLED(p)} <= 1",
            f"1: {_GAP(p, q)} > 0; {_PULLED(q)} <= 1",
            f"eq 1: {moves(p, q)}",
        ),
    )
    return (
        f"always({_GAP(p, q)} > 0)",
        lemma("LEM-positive", KNOWN, enter("ae", intro("", slow)), z=_GAP(p, q), k="2"),
    )


def conserved(flow: str) -> Tree:
    """The rate of one minus a product is that number times a sum of what belongs to the two tokens."""
    below = "(1 - dot(x[p], x[r]))*(1 - dot(x[q], x[s]))"
    factors = [
        f"-(1 - dot(x[r], x[s]))/({below})",
        f"-(1 - dot(x[p], x[q]))/({below})",
        f"{RATIO}/(1 - dot(x[p], x[r]))",
        f"{RATIO}/(1 - dot(x[q], x[s]))",
    ]
    moved = f"forall h: rate(x[h]) == {flow}(x, h)"
    rate = leaf(use=[moved, "forall h: dot(x[h], x[h]) == 1", "beta == 0"])
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            have(
                [
                    *((f"almost_always({moves(*pair)})", enter("ae", rate)) for pair in _PAIRS),
                    *(stays(*pair) for pair in _BELOW),
                    (f"always({below} > 0)", enter("every", leaf(f"1: {_GAP('p', 'r')} > 0; {_GAP('q', 's')} > 0"))),
                    (f"always({below} != 0)", enter("every", KNOWN)),
                    (
                        f"almost_always(rate({RATIO}) == 0)",
                        enter(
                            "ae",
                            leaf(
                                *(f"eq {factor}: {moves(*pair)}" for factor, pair in zip(factors, _PAIRS, strict=True))
                            ),
                        ),
                    ),
                    (
                        f"always({RATIO} >= start({RATIO}))",
                        rule("monotone", leaf(f"eq -1: rate({RATIO}) == 0"), z=RATIO),
                    ),
                    (
                        f"always(-{RATIO} >= start(-{RATIO}))",
                        rule("monotone", leaf(f"eq 1: rate({RATIO}) == 0"), z=f"-{RATIO}"),
                    ),
                ],
                both(
                    *[KNOWN] * 2,
                    KNOWN,
                    enter(
                        "every",
                        rule(
                            "antisymmetry",
                            leaf(f"1: -{RATIO} >= start(-{RATIO})"),
                            leaf(f"1: {RATIO} >= start({RATIO})"),
                            a=RATIO,
                            b=f"start({RATIO})",
                        ),
                    ),
                ),
            ),
        ),
    )


formal(
    "PER-4.1.ratios",
    title="The cross-ratios of tokens at beta = 0",
    source=Source(PAPER, "(4.1)", reconstructed=True),
    kind="identity",
    sentence=(
        r"At $\beta = 0$, under SA or USA, every cross-ratio $|x_i - x_j|^2|x_k - x_l|^2/(|x_i - x_k|^2|x_j - x_l|^2)$"
        " of four tokens, defined at the start, stays so and is conserved."
    ),
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        ZERO,
        {
            "letters": ["p, q, r, s: token"],
            "show": [f"solves({flow}, x) and {APART} => {CONSERVED}" for flow in ("sa", "usa")],
        },
    ),
    proof=[conserved("sa"), conserved("usa")],
    instance=still(EAST, WEST, EAST, WEST, beta=0, p=0, q=2, r=1, s=3),
    twin=Variant(
        "pairs that may be together at the start",
        {f"at_start({_GAP('p', 'r')} > 0)": "beta == 0"},
        still(EAST, EAST, WEST, WEST, beta=0, p=0, q=0, r=1, s=2),
    ),
)
