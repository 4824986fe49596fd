"""Remark 2.2, the conjecture: the image of layer normalisation for an arbitrary gamma.

The image is beta + D u, D = diag(gamma), u over the sphere |u|^2 = n + 1 of the hyperplane 1^T u = 0
(layer_norm.images).

A surface that contains a flat disc, used where some gamma^m = 0: with h(r) = exp(-1/(r - R)) for r > R, 0 for r <= R,
let M = {(w, z) : w^2 + h(|z|^2) = 1/2}. It contains the disc w = 1/sqrt(2), |z|^2 <= R. It is compact: h >= 1 - 1/(r -
R), so r <= R + 2 and w^2 <= 1/2. Along rays the left side has the derivative 2 w^2 + 2 r h'(r) > 0 on M, and exceeds
1/2 far out; so M is smooth and every ray meets it exactly once: the radial projection is a diffeomorphism onto the
n-sphere.
"""

from collections.abc import Iterator

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import SMOOTH
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

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
