"""Cones and hulls: Lemma 6.4, Step 2, by dual vectors, and the rescaled dynamics of Section 9.2."""

from __future__ import annotations

from proofs_checks.perspective.proofs.cone import NOW, SHARE, greatest_mass
from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, NORTH, SA, SLOPE, USA, WEIGHTS, WEST, at, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule, unfold

U = "min(k: dot(u, x[k]))"
INSIDE = "(forall i: dot(u, x[i]) >= 0)"
MASS = {"sa": "1", "usa": "exp(beta)"}


def kept(flow: str) -> Tree:
    """While the least product with u is negative its rate is at least twice it, times the mass of the weights."""
    share = SHARE[flow].replace("i", "p")
    term = f"{share}*(dot(u, x[j]) - dot(u, x[p])*dot(x[p], x[j]) - 2*dot(u, x[p]))"
    each = leaf(
        f"1: {share.replace('j', 'q')} > 0; dot(u, x[p]) <= dot(u, x[q])",
        f"1/2: {share.replace('j', 'q')} > 0; {U} < 0; sq norm(x[p] + x[q])",
        use=[NOW, f"dot(u, x[p]) == {U}"],
    )
    total = f"sum(j: {share}) <= {MASS[flow]}"
    least = have(
        [
            (
                f"dot(u, x[p]) == {U}",
                have(
                    [
                        (
                            f"{U} >= dot(u, x[p])",
                            rule("least", e="fn(k: dot(u, x[k]))", b="dot(u, x[p])", new={"x": "q"}),
                        ),
                        (f"{U} <= dot(u, x[p])", rule("above the least", e="fn(k: dot(u, x[k]))", y="p")),
                    ],
                    rule("antisymmetry", a="dot(u, x[p])", b=U),
                ),
            ),
            (
                f"sum(j: {term}) >= 0",
                rule("positive sum", have(["dot(u, x[p]) <= dot(u, x[q])"], each), e=f"fn(j: {term})", new={"x": "q"}),
            ),
            total,
        ],
        leaf(
            f"1: sum(j: {term}) >= 0",
            f"2: {U} < 0; {total}",
            use=[f"forall i: rate(x[i]) == {flow}(x, i)", NOW, f"dot(u, x[p]) == {U}"],
        ),
    )
    below = f"almost_always({U} < 0 => rate({U}) >= 2*{MASS[flow]}*{U})"
    every = have(
        [(f"{U} <= dot(u, x[p])", rule("above the least", e="fn(k: dot(u, x[k]))", y="p"))],
        leaf(f"1: {U} <= dot(u, x[p])", f"1: {U} >= 0"),
    )
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            have(
                [
                    greatest_mass(flow),
                    (
                        below,
                        lemma(
                            "LEM-least",
                            enter("ae", intro(["", "p", ""], least)),
                            w="fn(k: dot(u, x[k]))",
                            b=f"2*{MASS[flow]}*{U}",
                            C=f"{U} < 0",
                        ),
                    ),
                    (
                        f"always({U} >= 0)",
                        lemma(
                            "LEM-linear-bound",
                            enter("start", rule("least", KNOWN, e="fn(k: dot(u, x[k]))", b="0", new={"x": "q"})),
                            z=U,
                            k=f"2*{MASS[flow]}",
                        ),
                    ),
                ],
                enter("every", intro("p", every)),
            ),
        ),
    )


formal(
    "PER-L6.4.hull.dual",
    title="The cone of the tokens does not grow",
    sentence=r"For $\beta \geq 0$: a vector with $\langle u, x_i(0)\rangle \geq 0$ for all $i$ has $\langle u,"
    r" x_i(t)\rangle \geq 0$ at all times under SA and USA.",
    reading="said of the vectors of the dual cone: by Farkas' lemma the cone of the tokens then stays in the one at the"
    " start",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["u: vector"],
            "given": ["beta >= 0", f"at_start{INSIDE}"],
            "show": [f"solves(sa, x) => always{INSIDE}", f"solves(usa, x) => always{INSIDE}"],
        },
    ),
    proof=[kept("sa"), kept("usa")],
    instance=still(EAST, WEST, u=NORTH, beta=LOG2),
    twin=Variant(
        "strictly", {f"always{INSIDE}": "always(forall i: dot(u, x[i]) > 0)"}, still(EAST, WEST, u=NORTH, beta=LOG2)
    ),
)

formal(
    "PER-L6.4.hull.sum",
    title="The coefficients of a unit vector in the cone of unit vectors",
    sentence=r"If $x^* = \sum_k\theta_kx_k$ with unit vectors and $\theta_k \geq 0$, then $\sum_k\theta_k \geq 1$.",
    statement={
        "letters": ["x[token], z: vector; theta[token]: number"],
        "given": [
            "forall k: dot(x[k], x[k]) == 1",
            "dot(z, z) == 1",
            "forall k: theta[k] >= 0",
            "z == sum(k: theta[k]*x[k])",
        ],
        "show": ["sum(k: theta[k]) >= 1"],
    },
    proof=have(
        [
            (
                "norm(sum(k: theta[k]*x[k])) <= sum(k: theta[k]*norm(x[k]))",
                rule("norm of a weighted sum", KNOWN, e="theta", u="x", new={"x": "q"}),
            ),
            (
                "dot(z, z) == dot(sum(k: theta[k]*x[k]), sum(k: theta[k]*x[k]))",
                leaf(use=["z == sum(k: theta[k]*x[k])"]),
            ),
            (
                "1 <= norm(sum(k: theta[k]*x[k]))",
                rule(
                    "below the square",
                    leaf(),
                    leaf(
                        "eq 1: dot(z, z) == dot(sum(k: theta[k]*x[k]), sum(k: theta[k]*x[k]))",
                        use=["dot(z, z) == 1"],
                    ),
                    a="1",
                    b="norm(sum(k: theta[k]*x[k]))",
                ),
            ),
        ],
        leaf(
            "1: norm(sum(k: theta[k]*x[k])) <= sum(k: theta[k]*norm(x[k]))",
            "1: 1 <= norm(sum(k: theta[k]*x[k]))",
            use=["forall k: dot(x[k], x[k]) == 1"],
        ),
    ),
    instance=still(EAST, NORTH, theta=["3/5", "4/5"], z=SLOPE),
    twin=Variant(
        "at most 1",
        {"sum(k: theta[k]) >= 1": "sum(k: theta[k]) <= 1"},
        still(EAST, NORTH, theta=["3/5", "4/5"], z=SLOPE),
    ),
)

RESCALED = {
    "letters": ["a[token, token]: measurable number; z[token]: moving vector"],
    "given": ["almost_always(forall i, j: a[i, j] >= 0)"],
}
TOP = "max(k: dot(u, z[k]))"
MIXED = "forall i: rate(z[i]) == sum(j: a[i, j]*(z[j] - z[i]))"
_UP = "sum(j: a[p, j]*(dot(u, z[p]) - dot(u, z[j]))) >= 0"

formal(
    "PER-9.2.hull.shrinks",
    title="The convex hull of the rescaled tokens does not grow",
    sentence=r"For $\dot z_i = \sum_ja_{ij}(z_j - z_i)$, which is (9.3) with $V = I$, with any nonnegative weights:"
    r" $\max_i\langle u, z_i(t)\rangle$ is never above its start and does not rise, for every vector $u$.",
    reading="a convex hull does not grow if and only if none of its support functions does",
    statement=model(
        RESCALED,
        {
            "letters": ["u: vector"],
            "given": [f"almost_always({MIXED})"],
            "show": [f"almost_always(rate({TOP}) <= 0)", f"always({TOP} <= start({TOP}))"],
        },
    ),
    proof=[
        have(
            [
                (
                    f"almost_always(1 > 0 => rate({TOP}) <= 0)",
                    lemma(
                        "LEM-greatest",
                        enter(
                            "ae",
                            intro(
                                ["", "p", ""],
                                have(
                                    [
                                        (
                                            _UP,
                                            rule(
                                                "positive sum",
                                                have(
                                                    ["dot(u, z[q]) <= dot(u, z[p])"],
                                                    leaf("1: a[p, q] >= 0; dot(u, z[q]) <= dot(u, z[p])"),
                                                ),
                                                e="fn(j: a[p, j]*(dot(u, z[p]) - dot(u, z[j])))",
                                                new={"x": "q"},
                                            ),
                                        )
                                    ],
                                    leaf(f"1: {_UP}", use=[MIXED]),
                                ),
                            ),
                        ),
                        w="fn(k: dot(u, z[k]))",
                        b="0",
                        C="1 > 0",
                    ),
                )
            ],
            enter("ae", have([("1 > 0", leaf())], KNOWN)),
        ),
        have(
            [(f"always(-{TOP} >= start(-{TOP}))", rule("monotone", leaf(f"1: rate({TOP}) <= 0"), z=f"-{TOP}"))],
            enter("every", leaf(f"1: -{TOP} >= start(-{TOP})")),
        ),
    ],
    instance=at(2, 2, a=[[1, 2], [3, 0]], z=[[1, 2], [1, 2]], u=[1, 0]),
    twin=Variant(
        "strictly",
        {f"rate({TOP}) <= 0": f"rate({TOP}) < 0"},
        at(2, 2, a=[[1, 2], [3, 0]], z=[[1, 2], [1, 2]], u=[1, 0]),
    ),
)

formal(
    "PER-9.2.93.scalar",
    title="The rescaled dynamics for a multiple of the identity",
    sentence=r"If $\dot x_i = \sum_jA_{ij}vx_j$ with a number $v$ and $z_i = e^{-vt}x_i$, then $\dot z_i ="
    r" \sum_jA_{ij}v(z_j - z_i)$, $A$ is the same in terms of $e^{vt}z$, and $z_i(0) = x_i(0)$.",
    statement={
        "letters": ["Q, K: matrix; v, beta: number; x[token]: moving vector"],
        "where": [
            "A(X, i, j) := exp(beta*dot(Q(X[i]), K(X[j])))/sum(k: exp(beta*dot(Q(X[i]), K(X[k]))))",
            "z(i) := exp(-v*time)*x[i]",
            "back(i) := exp(v*time)*z(i)",
            "B(i, j) := exp(beta*dot(Q(back(i)), K(back(j))))/sum(k: exp(beta*dot(Q(back(i)), K(back(k)))))",
        ],
        "given": ["almost_always(forall i: rate(x[i]) == sum(j: A(x, i, j)*(v*x[j])))"],
        "show": [
            "almost_always(forall i: rate(z(i)) == sum(j: B(i, j)*(v*(z(j) - z(i)))))",
            "always(forall i, j: B(i, j) == A(x, i, j))",
            "at_start(forall i: z(i) == x[i])",
        ],
    },
    proof=[
        enter("ae", intro("p", leaf(use=["forall i: rate(x[i]) == sum(j: A(x, i, j)*(v*x[j]))"]))),
        enter("every", intro("p,q", leaf())),
        enter("start", intro("p", leaf())),
    ],
    instance=at(2, 2, Q=[[1, 0], [0, 1]], K=[[1, 0], [0, 1]], v=0, beta=1, x=[[1, 2], [3, 4]]),
    twin=Variant(
        "from another start",
        {"z(i) == x[i]": "z(i) == 2*x[i]"},
        at(2, 2, Q=[[1, 0], [0, 1]], K=[[1, 0], [0, 1]], v=0, beta=1, x=[[1, 2], [3, 4]]),
    ),
)

formal(
    "PER-TAB1.one",
    title="One token with V = -I",
    sentence=r"For $n = 1$, $V = -I$: $\dot x = -x$, so that $|x|^2$ decays like $e^{-2t}$, and the rescaled token"
    r" $e^tx$ does not move: the row speaks of unrescaled tokens.",
    statement={
        "letters": ["x: moving vector"],
        "given": ["almost_always(rate(x) == -x)"],
        "show": ["decays(dot(x, x), 2)", "almost_always(rate(exp(time)*x) == 0)"],
    },
    proof=[
        lemma("LEM-comparison", enter("ae", leaf(use=["rate(x) == -x"])), z="dot(x, x)", k="2"),
        enter("ae", leaf(use=["rate(x) == -x"])),
    ],
    instance={"dim": 2, "letters": {"x": [0, 0]}},
    twin=Variant("V = I", {"rate(x) == -x": "rate(x) == x - x"}, {"dim": 2, "letters": {"x": [1, 0]}}),
)
