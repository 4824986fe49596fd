"""Lemma 6.4, cone collapse, and what follows at once: tokens in an open hemisphere tend to one point at exponential rate."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    LOG2,
    MOTION,
    SA,
    USA,
    WEIGHTS,
    WEST,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

NOW = "forall i: dot(x[i], x[i]) == 1"
CLUSTERS = "exists z in vector, c in number, k in number: k > 0 and always(forall i: norm(x[i] - z) <= c*exp(-k*time))"
HEMISPHERE = "at_start(forall i: dot(w, x[i]) > 0)"
PULLS = "almost_always(forall i: rate(x[i]) == sum(j: {0}*(x[j] - dot(x[i], x[j])*x[i])))"
SHARE = {"sa": "e(x, i, j)/Z(x, i)", "usa": "e(x, i, j)/n"}
LEAST = {"sa": "exp(-2*beta)/n", "usa": "exp(-beta)/n"}
MASS = {"sa": "1", "usa": "exp(beta)"}


def pulls(flow: str) -> tuple[str, Tree]:
    """The flow as tokens that draw each other."""
    fact = PULLS.format(SHARE[flow])
    return fact, enter("ae", intro("p", leaf(use=[f"forall i: rate(x[i]) == {flow}(x, i)", NOW])))


def exponential(i: str, j: str, above: bool) -> tuple[str, Tree]:
    """e_ij between exp(-beta) and exp(beta)."""
    product = f"beta*dot(x[{i}], x[{j}])"
    sign = "-" if above else "+"
    step = leaf(f"1/2: beta >= 0; sq norm(x[{i}] {sign} x[{j}])", use=[NOW])
    if above:
        return f"exp({product}) <= exp(beta)", rule("exp monotone", step, a=product, b="beta")
    return f"exp(-beta) <= exp({product})", rule("exp monotone", step, a="-beta", b=product)


def _softmax() -> Tree:
    """Every entry of a row of softmax with logits in [-beta, beta]."""
    row = "almost_always(forall j: exp(-2*beta)/n <= exp(beta*dot(x[p], x[j]))/Z(x, p) <= exp(2*beta)/n)"
    logits = enter(
        "ae",
        intro(
            "q",
            both(
                leaf("1/2: beta >= 0; sq norm(x[p] + x[q])", use=[NOW]),
                leaf("1/2: beta >= 0; sq norm(x[p] - x[q])", use=[NOW]),
            ),
        ),
    )
    found = lemma("LEM-softmax", logits, leaf(), l="fn(j: beta*dot(x[p], x[j]))", M="beta", N="n")
    rows = f"forall i: {row.replace('p]', 'i]').replace(', p)', ', i)')}"
    return have(
        [(rows, intro("p", found))],
        enter("ae", intro("p,q", leaf("1: exp(-2*beta)/n <= exp(beta*dot(x[p], x[q]))/Z(x, p)"))),
    )


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


def least_share(flow: str) -> tuple[str, Tree]:
    """The weights are at least a positive constant."""
    fact = f"almost_always(forall i, j: {SHARE[flow]} >= {LEAST[flow]})"
    if flow == "sa":
        return fact, _softmax()
    low = exponential("p", "q", above=False)
    return fact, enter("ae", intro("p,q", have([low], leaf(f"1: {low[0]}; 1/n > 0"))))


def greatest_mass(flow: str) -> tuple[str, Tree]:
    """The weights of a token have a bounded sum."""
    fact = f"almost_always(forall i: sum(j: {SHARE[flow]}) <= {MASS[flow]})"
    if flow == "sa":
        return fact, enter("ae", intro("p", leaf()))
    high = exponential("p", "q", above=True)
    total = "sum(j: exp(beta) - e(x, p, j)) >= 0"
    each = rule("positive sum", have([high], leaf(f"1: {high[0]}")), e="fn(j: exp(beta) - e(x, p, j))", new={"x": "q"})
    return fact, enter("ae", intro("p", have([(total, each)], leaf(f"1: {total}; 1/n > 0"))))


def collapse(flow: str, w: str = "w", before: list[tuple[str, Tree]] | None = None) -> Tree:
    """From an open hemisphere around w to one point."""
    share = SHARE[flow]
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            have(
                [*(before or []), pulls(flow), least_share(flow), greatest_mass(flow)],
                lemma(
                    "LEM-cluster",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    leaf(),
                    leaf("1:", f"1: sq norm({w})"),
                    leaf("1:", f"1: sq norm({w})", f"1: sq dot({w}, {w})"),
                    leaf(),
                    a=f"fn(i, j: {share})",
                    delta=LEAST[flow],
                    S=MASS[flow],
                    N="n",
                    C=f"1 + dot({w}, {w})",
                    w=w,
                ),
            ),
        ),
    )


CONE = {"letters": ["w: vector"], "given": ["beta >= 0", HEMISPHERE]}

formal(
    "PER-L6.4",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        CONE,
        {"show": [f"solves(sa, x) => ({CLUSTERS})", f"solves(usa, x) => ({CLUSTERS})"]},
    ),
    proof=[collapse("sa"), collapse("usa")],
    instance=still(EAST, EAST, w=["1/2", 1], beta=LOG2),
    twin=Variant(
        "tokens on the boundary as well (for tokens at rest to tend to one point is to be there)",
        {"dot(w, x[i]) > 0)": "dot(w, x[i]) >= 0)", CLUSTERS: "always(forall i, j: x[i] == x[j])"},
        still(EAST, WEST, w=[0, 1], beta=LOG2),
    ),
)

_FIRST = "start(x[t])"


def from_a_token(flow: str) -> Tree:
    """The hemisphere around the place where one of the tokens starts."""
    inside = enter("start", intro("p", have(["dot(x[t], x[p]) > alpha"], leaf("1: dot(x[t], x[p]) > alpha", "1: alpha >= 0"))))
    step = collapse(flow, _FIRST, [(HEMISPHERE.replace("w,", f"{_FIRST},"), inside)])
    return rule("some element", step, new={"x": "t"}, C=f"solves({flow}, x) => ({CLUSTERS})")


formal(
    "PER-T4.2.alpha",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["alpha: number"],
            "given": ["beta >= 0", "alpha >= 0", "at_start(forall i, j: dot(x[i], x[j]) > alpha)"],
            "show": [f"solves(sa, x) => ({CLUSTERS})", f"solves(usa, x) => ({CLUSTERS})"],
        },
    ),
    proof=[from_a_token("sa"), from_a_token("usa")],
    instance=still(EAST, EAST, alpha="1/2", beta=LOG2),
    twin=Variant(
        "a negative alpha (for tokens at rest to tend to one point is to be there)",
        {"alpha >= 0": "alpha >= -2", CLUSTERS: "always(forall i, j: x[i] == x[j])"},
        still(EAST, WEST, alpha="-2", beta=LOG2),
    ),
)

formal(
    "PER-T4.2.alpha.negative",
    title="Tokens whose products exceed a negative alpha cluster",
    sentence=r"For every $\alpha > -1$: tokens at rest with all products above $\alpha$ are at one point.",
    role="dropped",
    no_repair="the proof of Theorem 4.2 uses alpha >= 0 only, which is PER-T4.2.alpha",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["alpha: number"],
            "given": [
                "beta >= 0",
                "alpha > -1",
                "at_start(forall i, j: dot(x[i], x[j]) > alpha)",
                "solves(sa, x)",
                "solves(usa, x)",
                "always(forall i: x[i] == start(x[i]))",
            ],
            "show": ["always(forall i, j: x[i] == x[j])"],
        },
    ),
    refuted={
        "instance": still(
            EAST, ["-1/2", "sqrt(3)/2"], ["-1/2", "-sqrt(3)/2"], alpha="-3/4", beta=LOG2
        )
    },
)

RISES = (
    "almost_always(rate(min(k: dot(w, x[k]))) >= 0)"
    " and always(min(k: dot(w, x[k])) >= start(min(k: dot(w, x[k]))))"
)
LOWEST = (
    "always(forall i: (forall j: dot(w, x[i]) <= dot(w, x[j])) and dot(w, x[i]) > 0"
    " => sum(j: {0}*(dot(w, x[j]) - dot(x[i], x[j])*dot(w, x[i]))) >= 0)"
)


def lowest(flow: str) -> Tree:
    """What pulls the lowest token, term by term."""
    share = SHARE[flow].replace("i", "p").replace("exp", "exp")
    term = f"{share}*(dot(w, x[j]) - dot(x[p], x[j])*dot(w, x[p]))"
    each = term.replace("j", "q")
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
    heights = lemma(
        "LEM-heights", *[KNOWN] * 4, KNOWN, W="I", v="w", y="x", a=f"fn(i, j: {share})"
    )
    low = "start(min(k: dot(w, x[k])))"
    lift = f"sum(j: {share.replace('i', 'p')}*(dot(w, x[j]) - dot(x[p], x[j])*dot(w, x[p]))) >= 0"
    slope = have(
        ["dot(w, x[p]) > 0", lift],
        leaf(f"1: {lift}", use=[f"forall i: rate(x[i]) == {flow}(x, i)", NOW]),
    )
    rate = f"almost_always(1 > 0 => rate(min(k: dot(w, x[k]))) >= 0)"
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
                            f"{low} > 0 and always(forall i: dot(w, x[i]) >= {low}) and always(forall i: dot(w, x[i]) > 0)",
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
