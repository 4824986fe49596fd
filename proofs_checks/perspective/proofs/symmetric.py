"""States and fields with symmetry: relabelled tokens, the invariant sphere, simplices, antipodal atoms, beta = 0."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    LOG2,
    NORTH,
    SA,
    STATE,
    UNIT,
    USA,
    WEIGHTS,
    at,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, cases, enter, have, intro, leaf, lemma, rule, split

FIELD = {
    "letters": ["beta: number; Q, K, V: measurable matrix; x[token]: moving vector"],
    "where": [
        "e(i, j) := exp(beta*dot(Q(x[i]), K(x[j])))",
        "force(i) := sum(j: e(i, j)*V(x[j]))/sum(k: e(i, k))",
        "field(i) := force(i) - dot(x[i], force(i))*x[i]",
    ],
}
LENGTH = "rate(dot(x[i], x[i])) == 2*dot(x[i], force(i))*(1 - dot(x[i], x[i]))"
MATRICES = {"Q": [[1, 2], [0, 1]], "K": [[1, 0], [1, -1]]}

formal(
    "PER-2.3.sphere",
    title="The field of (2.3) is tangent to the sphere",
    sentence=r"For measurable $Q(t), K(t), V(t)$ the field of (2.3) has $\frac{d}{dt}|x_i|^2 = 2\langle x_i,"
    r" v_i\rangle(1 - |x_i|^2)$ along its solutions, which is 0 on the sphere, where the field is orthogonal to $x_i$.",
    statement=model(
        FIELD,
        {
            "given": ["almost_always(forall i: rate(x[i]) == field(i))"],
            "show": [
                f"almost_always(forall i: {LENGTH})",
                "almost_always(forall i: dot(x[i], x[i]) == 1 => dot(x[i], field(i)) == 0)",
            ],
        },
    ),
    proof=[
        enter("ae", intro("p", leaf(use=["forall i: rate(x[i]) == field(i)"]))),
        enter("ae", intro(["p", ""], leaf(use=["dot(x[p], x[p]) == 1"]))),
    ],
    instance=still(EAST, EAST, beta=LOG2, V=[[2, 1], [0, 3]], **MATRICES),
    twin=Variant(
        "without the factor that vanishes on the sphere",
        {"*(1 - dot(x[i], x[i])))": ")"},
        still(EAST, EAST, beta=LOG2, V=[[2, 1], [0, 3]], **MATRICES),
    ),
)

CORNERS = "forall i, j: i != j => dot(x[i], x[j]) == c"
GROWN = "sum(j: (e(x, p, j) - exp(beta*c))*x[j]) == (e(x, p, p) - exp(beta*c))*x[p]"
TRIANGLE = still(EAST, ["-1/2", "sqrt(3)/2"], ["-1/2", "-sqrt(3)/2"], c="-1/2", beta=LOG2)


def balanced() -> Tree:
    """The sum of the tokens is zero, so that the common weight drops out."""
    zero = "dot({0}, sum(j: x[j])) == 0"
    u = "(sum(j: e(x, p, j)*x[j]) - (exp(beta) - exp(beta*c))*x[p])"
    full = f"dot({u}, sum(j: (e(x, p, j) - exp(beta*c))*x[j])) == dot({u}, (e(x, p, p) - exp(beta*c))*x[p])"
    return have(
        [
            (zero.format(u), lemma("LEM-same-dot", u="sum(j: x[j])", w="0", z=u)),
            (
                full,
                lemma(
                    "LEM-same-dot",
                    u="sum(j: (e(x, p, j) - exp(beta*c))*x[j])",
                    w="(e(x, p, p) - exp(beta*c))*x[p]",
                    z=u,
                ),
            ),
        ],
        rule(
            "equal vectors",
            leaf(f"eq 1: {full}", f"eq exp(beta*c): {zero.format(u)}", use=[UNIT]),
            u="sum(j: e(x, p, j)*x[j])",
            w="(exp(beta) - exp(beta*c))*x[p]",
        ),
    )


def simplex(flow: str) -> Tree:
    """Equal weights but the own one, so that what pulls a corner is along it."""
    return intro(
        "p",
        have(
            [
                (
                    GROWN,
                    rule(
                        "single vector term",
                        have(["dot(x[r], x[p]) == c"], leaf(use=["dot(x[r], x[p]) == c"])),
                        e="fn(j: (e(x, p, j) - exp(beta*c))*x[j])",
                        y="p",
                        new={"x": "r"},
                    ),
                ),
                ("sum(j: e(x, p, j)*x[j]) == (exp(beta) - exp(beta*c))*x[p]", balanced()),
            ],
            leaf(use=[UNIT, "sum(j: e(x, p, j)*x[j]) == (exp(beta) - exp(beta*c))*x[p]"]),
        ),
    )


formal(
    "PER-9.1.crit.simplex",
    title="Regular simplices are equilibria for every beta",
    sentence=r"Unit tokens with one product $c$ and $\sum_jx_j = 0$ are an equilibrium of SA and USA, for every real"
    r" $\beta$.",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        STATE,
        {
            "letters": ["c: number"],
            "given": [CORNERS, "sum(j: x[j]) == 0"],
            "show": ["forall i: sa(x, i) == 0", "forall i: usa(x, i) == 0"],
        },
    ),
    proof=[simplex("sa"), simplex("usa")],
    instance=TRIANGLE,
    twin=Variant("tokens that are not balanced", {"sum(j: x[j]) == 0": "c == 0"}, still(EAST, NORTH, c=0, beta=LOG2)),
)

MASS = split(
    "p > 0 or p <= 0",
    leaf("1: p > 0; exp(beta) > 0", "1: p <= 1; exp(-beta) > 0", use=["dot(x, x) == 1"]),
    leaf("1: 0 <= p; exp(beta) > 0", "1: p <= 0; exp(-beta) > 0", "1: exp(-beta) > 0", use=["dot(x, x) == 1"]),
)
MASS_BACK = split(
    "p > 0 or p <= 0",
    leaf("1: p > 0; exp(-beta) > 0", "1: p <= 1; exp(beta) > 0", use=["dot(x, x) == 1"]),
    leaf("1: 0 <= p; exp(-beta) > 0", "1: p <= 0; exp(beta) > 0", "1: exp(beta) > 0", use=["dot(x, x) == 1"]),
)

formal(
    "PER-R6.2.atoms",
    title="Point masses and antipodal pairs of atoms are stationary",
    sentence=r"For $p\delta_x + (1-p)\delta_{-x}$, $0 \leq p \leq 1$, the fields of SA and USA vanish at $x$ and at"
    r" $-x$, for every real $\beta$.",
    statement={
        "letters": ["beta, p: number; x: vector"],
        "where": [
            "tangent(base, pull) := pull - dot(base, pull)*base",
            "e(a, b) := exp(beta*dot(a, b))",
            "Z(a) := p*e(a, x) + (1 - p)*e(a, -x)",
            "usa(a) := tangent(a, p*e(a, x)*x + (1 - p)*e(a, -x)*(-x))",
            "sa(a) := tangent(a, (p*e(a, x)*x + (1 - p)*e(a, -x)*(-x))/Z(a))",
        ],
        "given": ["0 <= p", "p <= 1", "dot(x, x) == 1"],
        "show": ["usa(x) == 0", "usa(-x) == 0", "sa(x) == 0", "sa(-x) == 0"],
    },
    proof=[
        leaf(use=["dot(x, x) == 1"]),
        leaf(use=["dot(x, x) == 1"]),
        have([("Z(x) > 0", MASS)], leaf(use=["dot(x, x) == 1"])),
        have([("Z(-x) > 0", MASS_BACK)], leaf(use=["dot(x, x) == 1"])),
    ],
    instance=at(1, x=EAST, beta=LOG2, p="1/3"),
    twin=Variant("atoms of any length", {"dot(x, x) == 1": "dot(x, x) == 4"}, at(1, x=[2, 0], beta=LOG2, p=1)),
)

formal(
    "PER-C.3.zero",
    title="The gradient of the modified metric at beta = 0",
    sentence=r"At $\beta = 0$, where the sum $Z_i$ is $n$, the gradient $Z_i^{-1}P_{x_i}\sum_je^{\beta\langle x_i,"
    r" x_j\rangle}x_j$ of the metric (3.12) is $\frac1n$ times the gradient $P_{x_i}\sum_jx_j$ of $E_0 ="
    r" \frac12\sum_{ij}\langle x_i, x_j\rangle$.",
    statement=model(
        WEIGHTS,
        STATE,
        {
            "given": ["beta == 0"],
            "show": [
                "forall i: Z(x, i) == n",
                "forall i: tangent(x[i], sum(j: e(x, i, j)*x[j])/Z(x, i)) == 1/n*tangent(x[i], sum(j: x[j]))",
            ],
        },
    ),
    proof=[intro("p", leaf(use=["beta == 0"])), intro("p", leaf(use=["beta == 0"]))],
    instance=still(EAST, NORTH, beta=0),
    twin=Variant("the constant 1", {"1/n*tangent": "1*tangent"}, still(EAST, NORTH, beta=0)),
)

BRACKET = cases(
    "beta",
    leaf("1: beta >= 0; -1 <= s; s <= 1", "1: m >= 1", "1: s <= 1"),
    cases(
        "beta + 1/2",
        leaf("1/2: s <= 1; s <= 1", "1: s <= 1; -1 <= s; beta + 1/2 >= 0", "1: m >= 1"),
        have(
            [
                ("m - r <= 1", leaf("1: m >= 1", "1: r >= 0", "eq -1: r^2 == m^2 - 1", times=["m + r"])),
                ("-beta - (m - r)/2 >= 0", leaf("1: beta + 1/2 < 0", "1/2: m - r <= 1")),
                ("-4*beta > 0", leaf("4: beta < 0")),
            ],
            leaf(
                "1: sq 2*beta*s + 1",
                "4: -beta - (m - r)/2 >= 0; beta >= -(m + r)/2",
                "eq 1: r^2 == m^2 - 1",
                times=["-4*beta"],
            ),
        ),
    ),
)

formal(
    "PER-N5.sign",
    title="The bracket of the averaged Hessian is nonnegative for d >= 3 and beta not too negative",
    sentence=r"For $m = d - 2 \geq 1$, $\beta \geq -\frac12(m + \sqrt{m^2 - 1})$ and $-1 \leq s \leq 1$: $(1 -"
    r" s)e^{\beta s}[\beta(1 - s^2) + m - s] \geq 0$.",
    statement={
        "letters": ["m, beta, s, r: number"],
        "given": ["m >= 1", "r >= 0", "r^2 == m^2 - 1", "beta >= -(m + r)/2", "-1 <= s", "s <= 1"],
        "show": ["(1 - s)*exp(beta*s)*(beta*(1 - s^2) + m - s) >= 0"],
    },
    proof=have(
        [("beta*(1 - s^2) + m - s >= 0", BRACKET)], leaf("1: s <= 1; exp(beta*s) > 0; beta*(1 - s^2) + m - s >= 0")
    ),
    instance={"letters": {"m": "5/4", "r": "3/4", "beta": -1, "s": "1/2"}},
    twin=Variant(
        "in the plane",
        {"m >= 1": "m >= 0", "r^2 == m^2 - 1": "r == 0"},
        {"letters": {"m": 0, "r": 0, "beta": 0, "s": "1/2"}},
    ),
)
