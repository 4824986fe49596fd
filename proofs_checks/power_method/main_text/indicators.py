"""Section 2.2 and the Discussion: what the indicators (4) to (7) measure.

Valid for all N and d: sums over coordinates are compared term by term; an orthonormal family enters through its
Gram entries, 1 on the diagonal and 0 beside it, and both patterns are checked.
"""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SCOPE = "all N >= 1, all d >= 2, all non-zero tokens and directions"
EQ4 = Source(PAPER, "Section 2.2, equation (4)", reconstructed=True)


@illustration(
    "POW-EQ4",
    title="Average correlation increment, with cosines",
    statement=(
        r"With $\mathrm{corr}(x, v) = x^Tv/(\|x\|\|v\|)$ the indicator (4), the mean over tokens of"
        r" $|\mathrm{corr}(x_i(\ell+1), v_1)| - |\mathrm{corr}(x_i(\ell), v_1)|$, does not change when $v_1$ or"
        " a token is multiplied by a number that is not zero, nor under orthogonal changes of basis, and lies"
        " between -1 and 1."
    ),
    reading="R1: cosine",
    source=EQ4,
    kind="identity",
)
def cosine(power: int = 1) -> Iterator[Evidence]:
    scale, product, x_square, v_square = sp.symbols("scale x_v x_square v_square", real=True)
    x_a, v_a, x_b, v_b = sp.symbols("x_a v_a x_b v_b", real=True)
    squared = product**2 / (x_square * v_square) ** power
    scaled = (scale * product) ** 2 / (scale**2 * x_square * v_square) ** power
    before, after = sp.symbols("before after", real=True)
    orthogonal = {
        f"a term of x.v, Gram entry {gram}": (gram * x_a * v_b, x_a * v_b if gram else sp.S(0)) for gram in (1, 0)
    }
    cauchy = x_a**2 * v_b**2 + x_b**2 * v_a**2 - 2 * (x_a * v_a) * (x_b * v_b)
    yield conjunction(
        {
            "the squared correlation ignores factors, signs included": decide.identity(
                {"scaled": (scaled, squared)},
                given=[sp.Ne(scale, 0), x_square > 0, v_square > 0, sp.Ne(product, 0)],
                scope=SCOPE,
            ),
            "orthogonal changes of basis": decide.identity(orthogonal, scope=SCOPE),
            "Cauchy-Schwarz, the terms of a pair of coordinates": decide.identity(
                {"|x|^2 |v|^2 - (x.v)^2": (cauchy, (x_a * v_b - x_b * v_a) ** 2)}, scope=SCOPE
            ),
            "an increment lies between -1 and 1": decide.inequality(
                [after - before <= 1, after - before >= -1],
                [before >= 0, before <= 1, after >= 0, after <= 1],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )


@illustration(
    "POW-EQ4.R2",
    title="Average correlation increment, with Pearson correlation",
    statement=(
        "With the Pearson correlation of the coordinates of token and eigenvector in the place of the cosine,"
        r" the indicator measures alignment: $|\mathrm{corr}(x, v)| = 1$ only for tokens x on the line of v."
    ),
    reading="R2: Pearson correlation of coordinates",
    source=EQ4,
    kind="identity",
)
def pearson(centred: bool = True) -> Iterator[Evidence]:
    d = 3
    C = [[sp.Integer(a == b) - (sp.Rational(1, d) if centred else 0) for b in range(d)] for a in range(d)]
    yield decide.refutation(
        {"x": [1, 0, 0], "v": ["1/3", "2/3", "2/3"], "C": C},
        ["dot(x, C@v)**2 == dot(x, C@x)*dot(v, C@v)", "dot(x, C@x) > 0", "dot(v, C@v) > 0", "dot(x, v)**2 < 1"],
        hypotheses=["dot(x, x) == 1", "dot(v, v) == 1"],
        scope="d = 3: C subtracts the mean of the coordinates",
        method="exact example",
    )


@illustration(
    "POW-EQ4.R2.repaired",
    title="Pearson correlation is the cosine of the centred vectors",
    statement=(
        r"The covariance of the coordinates of x and v, times d, is $x^Tv - d\,\bar x\bar v$, with the means $\bar x,"
        r" \bar v$ of their coordinates: Pearson correlation is the cosine of the projections on $1^\perp$, and equals"
        " the cosine of x and v when both have mean zero."
    ),
    source=EQ4,
    kind="identity",
    repairs="POW-EQ4.R2",
)
def centred_cosine(times: int = 1) -> Iterator[Evidence]:
    x, v, mean_x, mean_v, total = sp.symbols("x_a v_a mean_x mean_v x_v", real=True)
    d = sp.Symbol("d", integer=True, positive=True)
    # the sum over a of x_a v_a - x_a mean_v - mean_x v_a + mean_x mean_v; the sums of x and v are d times their means
    summed = total - (d * mean_x) * mean_v - mean_x * (d * mean_v) + d * mean_x * mean_v
    claimed = total - times * d * mean_x * mean_v
    yield decide.identity(
        {
            "a term": ((x - mean_x) * (v - mean_v), x * v - x * mean_v - mean_x * v + mean_x * mean_v),
            "the sum": (summed, claimed),
            "mean zero": (claimed.subs({mean_x: 0, mean_v: 0}), total),
        },
        given=[d >= 2],
        scope="all d >= 2, all x and v; with v = x the variance",
    )


@illustration(
    "POW-EQ5",
    title="Probability of an increment",
    statement=(
        "The indicator (5), the fraction of tokens whose absolute correlation with the eigenvector, or with its"
        " real plane in the complex case, grows strictly through a layer, lies between 0 and 1; a token counts"
        " exactly if the square of its absolute correlation grows, so no root is needed; and the fractions that"
        " grow, fall and stay (ties) add up to one."
    ),
    source=Source(PAPER, "Section 2.2, equation (5)", reconstructed=True),
    kind="identity",
)
def probability(ties: int = 1) -> Iterator[Evidence]:
    grow, fall, stay = sp.symbols("grow fall stay", integer=True, nonnegative=True)
    N = grow + fall + stay
    before, after = sp.symbols("before after", real=True)
    positive = [before >= 0, after >= 0, after + before > 0]
    given = [grow >= 0, fall >= 0, stay >= 0, N >= 1]
    yield conjunction(
        {
            "fractions": decide.identity(
                {"sum": (grow / N + fall / N + ties * stay / N, sp.Integer(1))}, given=given, scope=SCOPE
            ),
            "between 0 and 1": decide.inequality([grow / N >= 0, grow / N <= 1], [*given, N > 0], scope=SCOPE),
            "growing squares mean growth": decide.inequality(
                after - before > 0, [after**2 - before**2 > 0, *positive], scope=SCOPE
            ),
            "growth means growing squares": decide.inequality(
                after**2 - before**2 > 0, [after - before > 0, *positive], scope=SCOPE
            ),
        },
        scope=SCOPE,
    )


@illustration(
    "POW-EQ67",
    title="Indicators for a plane and averaged over all eigendirections",
    statement=(
        r"For a complex pair with an orthonormal basis U of its real plane the correlation $\|U^Tx\|/\|x\|$"
        r" does not depend on the choice of U. For symmetric F with orthonormal eigenvectors $v_1, \dots, v_d$"
        " the squared correlations of a unit token with all of them add up to 1, before and after a layer;"
        " hence the increments of the squared correlations average to 0 over all eigendirections, and the one"
        " for $v_1$ is above that average exactly if it is positive."
    ),
    source=Source(PAPER, "Section 2.2, equations (6)-(7), and Section 3.2", reconstructed=True),
    kind="identity",
)
def plane_and_average(length: int = 1) -> Iterator[Evidence]:
    g_1, g_2, c, s, x_a, x_b = sp.symbols("g_1 g_2 c s x_a x_b", real=True)
    before, after, d = sp.symbols("before after d", real=True)
    turned = (c * g_1 + s * g_2) ** 2 + (c * g_2 - s * g_1) ** 2
    # sum_j (v_j . x)^2 has the terms x_a x_b G_ab, with G = sum_j v_j v_j^T, which is the identity as V V^T = I
    parseval = {
        "a term on the diagonal": (length * x_a * x_a, x_a**2),
        "a term beside it": (0 * x_a * x_b, sp.Integer(0)),
    }
    yield conjunction(
        {
            "another orthonormal basis of the plane": decide.identity(
                {"|U'x|^2": (turned, g_1**2 + g_2**2)}, relations=[(c**2, 1 - s**2)], scope=SCOPE
            ),
            "Parseval": decide.identity(parseval, scope=SCOPE),
            "the mean increment of the squares": decide.identity(
                {"v_1 and all others": (((after - before) + ((1 - after) - (1 - before))) / d, sp.Integer(0))},
                scope=SCOPE,
            ),
        },
        scope=f"{SCOPE}; symmetric F for the averages, every real F for the planes",
    )
    t = sp.symbols("t_1:4", real=True)
    x = sp.Matrix(sp.symbols("x_1:4", real=True))
    skew = sp.Matrix([[0, t[0], t[1]], [-t[0], 0, t[2]], [-t[1], -t[2], 0]])
    cayley = (sp.eye(3) - skew) * (sp.eye(3) + skew).inv()
    rows = [cayley.row(j).dot(x) for j in range(3)]
    yield decide.identity(
        {"d = 3": (length * sum(row**2 for row in rows), x.dot(x))},
        scope="d = 3, every orthonormal basis without the eigenvalue -1 (Cayley transform)",
        covers=False,
    )


@illustration(
    "POW-DISC1",
    title="A line meets the sphere in two antipodal points",
    statement=(
        r"A one-dimensional eigenspace $\{tv_1\}$, $\|v_1\| = 1$, meets the unit sphere exactly in $v_1$ and"
        " $-v_1$; the absolute values in (4)-(7) do not distinguish the two."
    ),
    source=Source(PAPER, "Discussion"),
    kind="identity",
)
def two_points(radius: int = 1) -> Iterator[Evidence]:
    t, corr = sp.symbols("t corr", real=True)
    yield decide.identity(
        {
            "|t v|^2 = 1 exactly for t = 1 and t = -1": (t**2 - 1, (t - radius) * (t + radius)),
            "the squared correlation with -v_1": ((-corr) ** 2, corr**2),
        },
        scope="all d, every one-dimensional eigenspace",
    )
