"""Lemma 6.4, Step 2: the least height above x* and its differential inequalities (6.5) and (6.7)."""

from __future__ import annotations

from proofs_checks.perspective.proofs.cone import LEAST, NOW, SHARE, least_share
from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, USA, WEIGHTS, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, rule, unfold

ALPHA = "min(k: dot(z, x[k]))"
LOWEST = f"dot(z, x[i]) == {ALPHA}"
POINT = {"letters": ["z: vector"], "given": ["dot(z, z) == 1"]}


def pulled(flow: str, i: str = "i") -> str:
    """The right side of (6.5)."""
    return f"sum(j: {SHARE[flow].replace('i', i)}*(1 - dot(x[{i}], x[j])))*{ALPHA}"


def slope(flow: str) -> tuple[str, Tree]:
    """(6.5): at every token that is lowest at the moment, ties or not."""
    share = SHARE[flow].replace("i", "p")
    touches = f"rate({ALPHA} - dot(z, x[p])) == 0"
    term = f"{share}*(dot(z, x[j]) - {ALPHA})"
    least = f"{ALPHA} <= dot(z, x[q])"
    each = have(
        [(least, rule("above the least", e="fn(k: dot(z, x[k]))", y="q")), (f"{share.replace('j', 'q')} > 0", leaf())],
        leaf(f"1: {share.replace('j', 'q')} > 0; {least}"),
    )
    steps = have(
        [
            (f"{ALPHA} - dot(z, x[p]) == 0", leaf(f"eq -1: dot(z, x[p]) == {ALPHA}")),
            (touches, rule("rate on a level", z=f"{ALPHA} - dot(z, x[p])", m="0")),
            (f"sum(j: {term}) >= 0", rule("positive sum", each, e=f"fn(j: {term})", new={"x": "q"})),
        ],
        leaf(
            f"1: sum(j: {term}) >= 0",
            f"eq -1: {touches}",
            use=[f"forall i: rate(x[i]) == {flow}(x, i)", NOW, f"dot(z, x[p]) == {ALPHA}"],
        ),
    )
    fact = f"almost_always(forall i: {LOWEST} => rate({ALPHA}) >= {pulled(flow)})"
    return fact, enter("ae", intro(["p", ""], steps))


REST = still(EAST, EAST, z=EAST, beta=LOG2)

formal(
    "PER-L6.4.65.slope",
    title="(6.5) at every lowest token",
    sentence=r"For a unit vector $x^*$ and $\alpha = \min_i\langle x_i, x^*\rangle$: at almost every time every token"
    r" $i$ with $\langle x_i, x^*\rangle = \alpha$ has $\dot\alpha \geq \sum_ja_{ij}(1 - \langle x_i,"
    r" x_j\rangle)\alpha$, ties or not.",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        POINT,
        {"show": [f"solves(sa, x) => {slope('sa')[0]}", f"solves(usa, x) => {slope('usa')[0]}"]},
    ),
    proof=[intro("", unfold(f"solves({flow}, x)", slope(flow)[1])) for flow in ("sa", "usa")],
    instance=REST,
    twin=Variant("without the product", {"*(1 - dot(x[i], x[j]))": ""}, REST),
)

NEAREST = f"almost_always(forall i: {LOWEST} and {ALPHA} >= h => min(j: dot(x[i], x[j])) <= {ALPHA})"
_SPEED = f"rate({ALPHA}) >= h/n*exp(-2*beta)*(1 - {ALPHA})"
LOGISTIC = f"almost_always({ALPHA} >= h => {_SPEED})"


def logistic(flow: str) -> Tree:
    """One far token k pulls with at least the least weight."""
    share = SHARE[flow].replace("i", "p").replace("j", "k1")
    fact, proof = slope(flow)
    term = f"{SHARE[flow].replace('i', 'p')}*(1 - dot(x[p], x[j]))"
    far = f"sum(j: {term}) >= {share}*(1 - dot(x[p], x[k1]))"
    near = "min(j: dot(x[p], x[j])) == dot(x[p], x[k1])"
    low = "exp(-2*beta) <= exp(-beta)"
    weight = f"{share} >= exp(-2*beta)/n"
    smaller = [(low, rule("exp monotone", leaf("1: beta >= 0"), a="-2*beta", b="-beta"))] if flow == "usa" else []
    bound = KNOWN if flow == "sa" else leaf(f"1: {share} >= {LEAST[flow]}", f"1: {low}; 1/n > 0")
    one = rule(
        "attained least",
        have(
            [
                f"min(j: dot(x[p], x[j])) <= {ALPHA}",
                (
                    far,
                    rule(
                        "term of a positive sum",
                        leaf(
                            f"1/2: {SHARE[flow].replace('i', 'p').replace('j', 'q')} > 0; sq norm(x[p] - x[q])",
                            use=[NOW],
                        ),
                        e=f"fn(j: {term})",
                        y="k1",
                        new={"x": "q"},
                    ),
                ),
                *smaller,
                (weight, bound),
                (
                    f"1 - dot(x[p], x[k1]) >= 1 - {ALPHA}",
                    leaf(f"1: min(j: dot(x[p], x[j])) <= {ALPHA}", f"eq -1: {near}"),
                ),
                (
                    f"{ALPHA} <= 1",
                    leaf("1/2: sq norm(z - x[p])", f"eq -1: dot(z, x[p]) == {ALPHA}", use=[NOW, "dot(z, z) == 1"]),
                ),
                f"rate({ALPHA}) >= {pulled(flow, 'p')}",
            ],
            leaf(
                f"1: rate({ALPHA}) >= {pulled(flow, 'p')}",
                f"1: {ALPHA} >= h; {far}",
                f"1: {ALPHA} >= h; {share} > 0; 1 - dot(x[p], x[k1]) >= 1 - {ALPHA}",
                f"1: {ALPHA} >= h; {weight}; {ALPHA} <= 1",
                f"1: exp(-2*beta) > 0; 1/n > 0; {ALPHA} <= 1; {ALPHA} >= h",
                f"1: h > 0; {far}",
                f"1: h > 0; {share} > 0; 1 - dot(x[p], x[k1]) >= 1 - {ALPHA}",
                f"1: h > 0; {weight}; {ALPHA} <= 1",
            ),
        ),
        e="fn(j: dot(x[p], x[j]))",
        C=_SPEED,
        new={"x": "k1"},
    )
    lowest = rule(
        "attained least",
        have([(f"dot(z, x[p]) == {ALPHA}", leaf(f"eq -1: {ALPHA} == dot(z, x[p])"))], one),
        e="fn(k: dot(z, x[k]))",
        C=_SPEED,
        new={"x": "p"},
    )
    return intro(
        "",
        unfold(f"solves({flow}, x)", have([(fact, proof), least_share(flow)], enter("ae", intro("", lowest)))),
    )


formal(
    "PER-L6.4.67.step",
    title="(6.7) from (6.5) and (6.6)",
    sentence=r"For $\beta \geq 0$, $h > 0$: if every lowest token has $\min_j\langle x_i, x_j\rangle \leq \alpha$ where"
    r" $\alpha \geq h$, which is (6.6), then there $\dot\alpha \geq \frac hne^{-2\beta}(1 - \alpha)$ (SA, USA); $h ="
    r" \frac12$ is (6.7), and another $h$ is (D.14).",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        POINT,
        {
            "letters": ["h: number"],
            "given": ["beta >= 0", "h > 0", NEAREST],
            "show": [f"solves(sa, x) => {LOGISTIC}", f"solves(usa, x) => {LOGISTIC}"],
        },
    ),
    proof=[logistic("sa"), logistic("usa")],
    instance={**REST, "letters": {**REST["letters"], "h": "1/2"}},
    twin=Variant(
        "at every alpha",
        {f"{ALPHA} >= h => rate": f"{ALPHA} >= -2 => rate"},
        still(EAST, [-1, 0], z=EAST, beta=LOG2, h="1/2"),
    ),
)
