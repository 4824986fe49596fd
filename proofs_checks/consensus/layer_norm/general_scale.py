"""Remark 2.2, the conjecture: the image of layer normalisation for an arbitrary gamma.

The image is beta + D u, D = diag(gamma), u over the sphere |u|^2 = n + 1 of the hyperplane 1^T u = 0
(layer_norm.images).

A surface that contains a flat disc, used where some gamma^m = 0: with h(r) = exp(-1/(r - R)) for r > R, 0 for r <= R,
let M = {(w, z) : w^2 + h(|z|^2) = 1/2}. It contains the disc w = 1/sqrt(2), |z|^2 <= R. It is compact: h >= 1 - 1/(r -
R), so r <= R + 2 and w^2 <= 1/2. Along rays the left side has the derivative 2 w^2 + 2 r h'(r) > 0 on M, and exceeds
1/2 far out; so M is smooth and every ray meets it exactly once: the radial projection is a diffeomorphism onto the
n-sphere.
"""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.missing import SMOOTH
from proofs_checks.consensus.refutations import completed
from proofs_checks.missing import missing
from proofs_checks.positive_forms import square_of_a_sum
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

sp = lazy("sympy")

SOURCE = Source(PAPER, "Remark 2.2")
SIZES = ("integer(n)", "n >= 1")
SCOPE = "all n >= 1, every gamma and beta"


def flat_disc_surface(scope: str) -> dict[str, Evidence]:
    """The steps on M. t = r - R > 0 outside the disc."""
    t = sp.Symbol("t", positive=True)
    w, h, R, slope = sp.symbols("w h R slope", real=True)
    bump = sp.exp(-1 / t)
    return {
        "the disc is on M": decide.identity(
            {"w^2 + 0": (sp.sqrt(sp.Rational(1, 2)) ** 2, sp.Rational(1, 2))}, scope=scope
        ),
        "h' = h/(r - R)^2 outside": decide.identity({"h'": (sp.diff(bump, t), bump / t**2)}, scope=scope),
        "along rays the left side grows, outside": decide.inequality(
            2 * w**2 + 2 * (R + t) * slope > 0,
            [sp.Eq(w**2 + h, sp.Rational(1, 2)), h > 0, R >= 0, sp.Eq(slope * t**2, h), slope > 0],
            scope=scope,
        ),
        "along rays the left side grows, over the disc": decide.inequality(
            2 * w**2 > 0, [sp.Eq(w**2, sp.Rational(1, 2))], scope=scope
        ),
        "M is bounded: h >= 1 - 1/t and h <= 1/2 give t <= 2": decide.inequality(
            t <= 2, [h >= 1 - 1 / t, h <= sp.Rational(1, 2)], scope=scope
        ),
        "far out the left side exceeds 1/2": decide.inequality(
            w**2 + h > sp.Rational(1, 2), [h >= 1 - 1 / t, t > 2], scope=scope
        ),
    }


@claim(
    "CON-R2.2.f",
    title="The conjecture for general scales, contained in",
    statement=(
        r"For arbitrary $\gamma \in R^{n+1}$ the outputs of N lie on a hypersurface of $R^{n+1}$ diffeomorphic to"
        r" $S^n$. If no $\gamma^m$ is zero, it is the ellipsoid $\sum_m((y^m - \beta^m)/\gamma^m)^2 = n+1$; if some"
        r" $\gamma^m$ is zero, the outputs lie in the flat disc $y^m = \beta^m$, $|y - \beta|^2 \le"
        r" (n+1)\max\gamma^2$, which is part of such a hypersurface. (The equations are proved, CON-R2.2.f.equations;"
        " what remains is that a hypersurface diffeomorphic to the sphere contains the disc.)"
    )
    + missing(SMOOTH),
    reading="lie on: are contained in",
    source=SOURCE,
    kind="identity",
    hypotheses=SIZES,
    instance={"n": 2},
    twin=Twin("the ellipsoid sum = n", {"less": 1}),
    expected=Verdict.ARGUED,
    rests_on=("CON-R2.2.f.equations",),
)
def contained(less: int = 0) -> Iterator[Evidence]:
    n, S, gamma = sp.symbols("n S gamma", positive=True)
    z, largest, scale = sp.symbols("z largest scale", real=True)
    yield conjunction(
        {
            "no zero: a term of the sum is z_m^2/sigma^2, with sigma^2 = S/(n + 1)": decide.identity(
                {"term": ((gamma * z / sp.sqrt(S / (n + 1)) / gamma) ** 2, z**2 / (S / (n + 1)))}, scope=SCOPE
            ),
            "no zero: they add up to n + 1": decide.identity({"sum": (S / (S / (n + 1)), n + 1 - less)}, scope=SCOPE),
            "a zero: gamma_m^2 u_m^2 <= max gamma^2 u_m^2, and the u_m^2 add up to n + 1": decide.inequality(
                scale**2 * z**2 <= largest**2 * z**2, [scale**2 <= largest**2], scope=SCOPE
            ),
            **flat_disc_surface(SCOPE),
        },
        scope=SCOPE,
    )


def in_a_hyperplane(share: int) -> Evidence:
    """With all gamma_m != 0 the sum of (y_m - beta_m)/gamma_m = u_m vanishes: its terms, and the sum of x_m - mu."""
    n, total, g, z, sigma = sp.symbols("n total g z sigma", positive=True)
    mean = share * total / (n + 1)
    return conjunction(
        {
            "a term": decide.identity({"term": ((g * z / sigma) / g, z / sigma)}, scope=SCOPE),
            "the sum": decide.identity({"sum": (total - (n + 1) * mean, 0)}, scope=SCOPE),
        },
        scope=SCOPE,
    )


@illustration(
    "CON-R2.2.f.R1",
    title="The conjecture for general scales, equal to",
    statement=(
        r"For arbitrary $\gamma \in R^{n+1}$ the image of N is a hypersurface of $R^{n+1}$ diffeomorphic to $S^n$."
        r" (Refuted: all outputs lie in one hyperplane, and no non-empty compact n-manifold without boundary does,"
        r" since it would be open and closed in it.)"
    ),
    reading="R1: lie on: fill",
    source=SOURCE,
    kind="identity",
)
def equal(share: int = 1) -> Iterator[Evidence]:
    J = sp.ones(3, 3)
    H = sp.eye(3) - share * J / 3
    point = decide.refutation(
        {"n": 2, "share": share, "gamma": [1, 2, 3], "normal": [1, "1/2", "1/3"], "J": J, "H": H},
        ["normal@diag(gamma)@H == 0", "dot(normal, normal) > 0"],
        hypotheses=["H == identity(rows(gamma)) - (share/(n + 1))*J", "normal@diag(gamma) == 1"],
        scope="n = 2, gamma = (1, 2, 3): every N(x) - beta is in the range of diag(gamma) H, a plane",
        method="exact evaluation of the normal",
    )
    yield completed(point, in_a_hyperplane(share), "the outputs lie in the hyperplane sum (y_m - beta_m)/gamma_m = 0")


@illustration(
    "CON-R2.2.f.R1.repaired",
    title="The exact image for general scales",
    statement=(
        r"The image of N is $\beta + \{\gamma \star u : 1^Tu = 0, |u|^2 = n+1\}$. Let k be the number of zero entries"
        r" of $\gamma$. For k = 0 and k = 1 it is an ellipsoid of dimension n - 1, in a hyperplane; for $2 \le k \le"
        r" n$ a filled ellipsoid of dimension n + 1 - k, in the subspace of the other entries; for k = n + 1 the point"
        r" $\beta$. Steps: for $k \le 1$, $u \mapsto \gamma \star u$ is injective on $1^Tu = 0$; for $k \ge 2$ the"
        r" entries c outside the zeros can be completed if and only if $|c|^2 + (\sum c)^2/k \le n+1$, by k numbers"
        r" of sum $-\sum c$ and of sum of squares $n + 1 - |c|^2$."
    ),
    source=SOURCE,
    kind="identity",
    repairs="CON-R2.2.f.R1",
)
def general_image(pairs: int = 2) -> Iterator[Evidence]:
    """s the sum and q the sum of squares to be met by k numbers: s/k + t, s/k - t and k - 2 times s/k."""
    k, t, s, q, first, rest = sp.symbols("k t s q first rest", real=True)
    square = (s / k + t) ** 2 + (s / k - t) ** 2 + (k - 2) * (s / k) ** 2
    yield conjunction(
        {
            "k = 1: if the other entries of u vanish, so does the first": decide.inequality(
                [first <= 0, first >= 0], [sp.Eq(first + rest, 0), sp.Eq(rest, 0)], scope=SCOPE
            ),
            "k >= 2: the sum": decide.identity(
                {"s": ((s / k + t) + (s / k - t) + (k - 2) * s / k, s)}, given=[k > 0], scope=SCOPE
            ),
            "k >= 2: the sum of squares is q for 2 t^2 = q - s^2/k": decide.identity(
                {"q": (square, s**2 / k + pairs * t**2)}, given=[k > 0], scope=SCOPE
            ),
            "k >= 2: t exists": decide.inequality(q - s**2 / k >= 0, [k > 0, s**2 <= k * q], scope=SCOPE),
            **square_of_a_sum(scope=SCOPE),
        },
        scope=SCOPE,
    )
