"""Lemma 6.4, Step 1: the lowest token does not sink."""

from __future__ import annotations

from proofs_checks.perspective.proofs.cone import HEMISPHERE, NOW, PULLS, SHARE
from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, USA, WEIGHTS, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold


def in_the_identity(share: str, then: Tree, goal: str) -> Tree:
    """The lemmas on tokens in a metric, for the metric of the sphere."""
    identity = "forall b in vector: I(b) == b"
    positive = have([("dot(u, u) > 0", rule("positive square", u="u"))], leaf("1: dot(u, u) > 0", use=[identity]))
    moved = PULLS.format(share).replace("dot(x[i], x[j])*x[i])", "dot(x[i], I(x[j]))*x[i])")
    steps = [
        ("positive_definite(I)", rule("positive definite", positive, W="I")),
        ("always(forall i: dot(x[i], I(x[i])) == 1)", enter("every", intro("p", leaf(use=[identity, NOW])))),
        (moved, enter("ae", intro("p", leaf(use=[identity, PULLS.format(share)[14:-1]])))),
    ]
    return rule("identity", have(steps, then), C=goal)


RISES = "almost_always(rate(min(k: dot(w, x[k]))) >= 0) and always(min(k: dot(w, x[k])) >= start(min(k: dot(w, x[k]))))"
LOWEST = (
    "always(forall i: (forall j: dot(w, x[i]) <= dot(w, x[j])) and dot(w, x[i]) > 0"
    " => sum(j: {0}*(dot(w, x[j]) - dot(x[i], x[j])*dot(w, x[i]))) >= 0)"
)


def lowest(flow: str) -> Tree:
    """What pulls the lowest token, term by term."""
    share = SHARE[flow].replace("i", "p")
    term = f"{share}*(dot(w, x[j]) - dot(x[p], x[j])*dot(w, x[p]))"
    parts = leaf(
        f"1: {share.replace('j', 'q')} > 0; dot(w, x[p]) <= dot(w, x[q])",
        f"1/2: {share.replace('j', 'q')} > 0; dot(w, x[p]) > 0; sq norm(x[p] - x[q])",
        use=[NOW],
    )
    return enter(
        "every",
        intro(
            ["p", ""],
            rule("positive sum", have(["dot(w, x[p]) <= dot(w, x[q])"], parts), e=f"fn(j: {term})", new={"x": "q"}),
        ),
    )


def rises(flow: str) -> Tree:
    """The least height does not fall: the rate of a lowest token is not negative."""
    share = SHARE[flow]
    heights = lemma("LEM-heights", *[KNOWN] * 4, KNOWN, W="I", v="w", y="x", a=f"fn(i, j: {share})")
    low = "start(min(k: dot(w, x[k])))"
    lift = f"sum(j: {share.replace('i', 'p')}*(dot(w, x[j]) - dot(x[p], x[j])*dot(w, x[p]))) >= 0"
    slope = have(
        ["dot(w, x[p]) > 0", lift],
        leaf(f"1: {lift}", use=[f"forall i: rate(x[i]) == {flow}(x, i)", NOW]),
    )
    rate = "almost_always(1 > 0 => rate(min(k: dot(w, x[k]))) >= 0)"
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            in_the_identity(
                share,
                have(
                    [
                        (f"almost_always(forall i, j: {share} >= 0)", enter("ae", intro("p,q", leaf()))),
                        (
                            f"{low} > 0 and always(forall i: dot(w, x[i]) >= {low})"
                            " and always(forall i: dot(w, x[i]) > 0)",
                            heights,
                        ),
                        (LOWEST.format(share), lowest(flow)),
                        (
                            rate,
                            lemma(
                                "LEM-least",
                                enter("ae", intro(["", "p", ""], slope)),
                                w="fn(k: dot(w, x[k]))",
                                b="0",
                                C="1 > 0",
                            ),
                        ),
                        (
                            "almost_always(rate(min(k: dot(w, x[k]))) >= 0)",
                            enter("ae", have([("1 > 0", leaf())], KNOWN)),
                        ),
                    ],
                    both(KNOWN, rule("monotone", KNOWN, z="min(k: dot(w, x[k]))"), KNOWN),
                ),
                f"{RISES} and {LOWEST.format(share)}",
            ),
        ),
    )


formal(
    "PER-L6.4.s1",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {"letters": ["w: vector"], "given": [HEMISPHERE]},
        {
            "show": [
                f"solves(sa, x) => {RISES} and {LOWEST.format(SHARE['sa'])}",
                f"solves(usa, x) => {RISES} and {LOWEST.format(SHARE['usa'])}",
            ]
        },
    ),
    proof=[rises("sa"), rises("usa")],
    instance=still(EAST, EAST, w=["1/2", 1], beta=LOG2),
    twin=Variant(
        "the lowest token rises by its height",
        {"*dot(w, x[i]))) >= 0)": "*dot(w, x[i]))) >= dot(w, x[i]))"},
        still(EAST, EAST, w=["1/2", 1], beta=LOG2),
    ),
)


def _slope(flow: str) -> str:
    terms = f"{SHARE[flow]}*(dot(w, x[j]) - dot(x[i], x[j])*dot(w, x[i]))"
    return f"almost_always(forall i: rate(dot(w, x[i])) == sum(j: {terms}))"


_SLOPES = [
    intro(
        "",
        unfold(f"solves({flow}, x)", enter("ae", intro("p", leaf(use=[f"forall i: rate(x[i]) == {flow}(x, i)"])))),
    )
    for flow in ("sa", "usa")
]
formal(
    "PER-L6.4.s1.slope",
    title="How fast a height moves",
    sentence=r"$\frac d{dt}\langle x_i, w\rangle = \sum_ja_{ij}(\langle x_j, w\rangle - \langle x_i, x_j\rangle"
    r"\langle x_i, w\rangle)$ with $a_{ij} = e^{\beta\langle x_i, x_j\rangle}/Z_i$ (SA) or $/n$ (USA).",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {"letters": ["w: vector"]},
        {"show": [f"solves({flow}, x) => {_slope(flow)}" for flow in ("sa", "usa")]},
    ),
    proof=_SLOPES,
    instance=still(EAST, EAST, w=["1/2", 1], beta=LOG2),
    twin=Variant(
        "without the projection",
        {"dot(w, x[j]) - dot(x[i], x[j])*dot(w, x[i])": "dot(w, x[j])"},
        still(EAST, EAST, w=["1/2", 1], beta=LOG2),
    ),
)
