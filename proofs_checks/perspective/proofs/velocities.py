"""Lemma 6.4, around (6.2): in a hemisphere every velocity tends to zero, so that no index has to be fixed."""

from __future__ import annotations

from proofs_checks.perspective.proofs.cone import CLUSTERS, CONE, MASS, NOW, SHARE, collapse, exponential
from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, USA, WEIGHTS, still
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    unfold,
    witness,
)

NEAR = "always(forall i: norm(x[i] - z) <= c*exp(-k*time))"
CLOSE = "2*norm(w)*abs(c)*exp(-k*time)"
PULL = "(x[q] - dot(x[p], x[q])*x[p])"


def drawn(sign: str) -> list[tuple[str, Tree]]:
    """How far a height is drawn by one other token."""
    pull = f"({sign}{PULL})"
    return [
        (f"dot(w, {pull}) <= norm(w)*norm({pull})", rule("Cauchy-Schwarz", u="w", w=pull)),
        (
            f"norm({pull}) <= norm(x[p] - x[q])",
            rule(
                "below the square",
                leaf("1: norm(x[p] - x[q]) >= 0"),
                leaf("1: sq 1 - dot(x[p], x[q])", use=[NOW]),
                a=f"norm({pull})",
                b="norm(x[p] - x[q])",
            ),
        ),
        (
            f"dot(w, {pull}) <= {CLOSE}",
            leaf(
                f"1: dot(w, {pull}) <= norm(w)*norm({pull})",
                f"1: norm(w) >= 0; norm({pull}) <= norm(x[p] - x[q])",
                "1: norm(w) >= 0; norm(x[p] - x[q]) <= 2*abs(c)*exp(-k*time)",
            ),
        ),
    ]


APART: Steps = [
    "norm(x[p] - z) <= c*exp(-k*time)",
    "norm(x[q] - z) <= c*exp(-k*time)",
    ("c <= abs(c)", rule("absolute above", e="c")),
    (
        "norm(x[p] - z + (z - x[q])) <= norm(x[p] - z) + norm(z - x[q])",
        rule("triangle", u="x[p] - z", w="z - x[q]"),
    ),
    (
        "norm(x[p] - x[q]) <= 2*abs(c)*exp(-k*time)",
        leaf(
            "1: norm(x[p] - z + (z - x[q])) <= norm(x[p] - z) + norm(z - x[q])",
            "1: norm(x[p] - z) <= c*exp(-k*time)",
            "1: norm(x[q] - z) <= c*exp(-k*time)",
            "2: c <= abs(c); exp(-k*time) > 0",
        ),
    ),
]


def side(flow: str, sign: str) -> Tree:
    """The height of token p is drawn by at most the mass of its weights times that."""
    share = SHARE[flow].replace("i", "p")
    term = f"{share}*({CLOSE} - dot(w, {sign}(x[j] - dot(x[p], x[j])*x[p])))"
    total = f"sum(j: {term}) >= 0"
    each = have([*APART, *drawn(sign)], leaf(f"1: {share.replace('j', 'q')} > 0; {drawn(sign)[2][0]}"))
    facts = [(total, rule("positive sum", each, e=f"fn(j: {term})", new={"x": "q"}))]
    if flow == "sa":
        return have(facts, leaf(f"1: {total}", use=[NOW]))
    high = exponential("p", "q", above=True)
    room = "sum(j: exp(beta) - e(x, p, j)) >= 0"
    most = rule("positive sum", have([high], leaf(f"1: {high[0]}")), e="fn(j: exp(beta) - e(x, p, j))", new={"x": "q"})
    return have([*facts, (room, most)], leaf(f"1: {total}", f"1: {room}; 1/n > 0; {CLOSE} >= 0", use=[NOW]))


def rests(flow: str) -> Tree:
    """From cone collapse: the height of every token comes to rest."""
    speed = f"dot(w, {flow}(x, p))"
    bound = f"2*{MASS[flow]}*norm(w)*abs(c)"
    small = f"exponentially_small({speed})"
    bounded = rule("absolute at most", side(flow, ""), side(flow, "-"), e=speed, b=f"{bound}*exp(-k*time)")
    found = unfold("goal", witness(bound, witness("k", both(leaf(f"1: {bound} >= 0"), KNOWN, enter("every", bounded)))))
    falls = intro("p", have([(small, found)], lemma("LEM-small.tends", KNOWN, z=speed)))
    return intro(
        "",
        have(
            [(f"solves({flow}, x) => ({CLUSTERS})", collapse(flow)), CLUSTERS],
            obtain(CLUSTERS, "z,c,k", unfold(f"solves({flow}, x)", falls)),
        ),
    )


formal(
    "PER-L6.4.s1limit",
    sentence=r"In the setting of PER-L6.4, for every index, and so for one that attains the limit of the least height"
    r" along a sequence of times, $\langle w, \dot x_i(t)\rangle \to 0$.",
    reading="the conclusion alone, which cone collapse gives; that Lemma 6.6 gives it, though its integral is not known"
    " to be finite at a fixed index, is not judged",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        CONE,
        {"show": [f"solves({flow}, x) => (forall i: tends(dot(w, {flow}(x, i)), 0))" for flow in ("sa", "usa")]},
    ),
    proof=[rests("sa"), rests("usa")],
    instance=still(EAST, EAST, w=["1/2", 1], beta=LOG2),
    twin=Variant(
        "the height itself",
        {"tends(dot(w, sa(x, i)), 0)": "tends(dot(w, x[i]), 0)"},
        still(EAST, EAST, w=["1/2", 1], beta=LOG2),
    ),
)
