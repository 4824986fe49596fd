"""The role of v, W and V in Theorem 3.2: what V measures, which hemispheres there are, and Remark 3.3."""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.full_attention.heights import THEOREM
from proofs_checks.consensus.symbols import metric
from proofs_checks.examples import example
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

ELLIPSE = ("W == transpose(W)", "W[0][0] > 0", "det(W) > 0", "dot(v, W@v) == 1", "dot(y, W@y) == 1")


@illustration(
    "CON-T3.2.g",
    title="What V measures on an ellipsoid",
    statement=r"On every ellipsoid $E_W^n$, $V_i = 1 - v^Ty_i \ge 0$, with equality exactly at $y_i = v$.",
    source=THEOREM,
    kind="inequality",
    reading="W any metric, as in the theorem, with the Euclidean product in V",
)
def on_an_ellipse(stretch: int = 2) -> Iterator[Evidence]:
    """The ellipse x^2/4 + y^2 = 1 at its far vertex y = v = (2, 0): V = 1 - 4 < 0, though y = v."""
    entry = sp.Rational(1, stretch**2)
    W = np.array([[entry, sp.Integer(0)], [sp.Integer(0), sp.Integer(1)]], dtype=object)
    v = st.onto_ellipsoid(np.array([[sp.Integer(1), sp.Integer(0)]], dtype=object), W)
    V = st.max_lyapunov(v, v[0]).item()
    yield decide.refutation(
        {"W": [[str(entry), 0], [0, 1]], "v": [stretch, 0], "y": [stretch, 0], "V": str(V)},
        ["V == 1 - dot(v, y)", "V < 0"],
        hypotheses=ELLIPSE,
        scope="n = 1, W = diag(1/4, 1), y = v = (2, 0)",
        method="exact arithmetic",
    )


@illustration(
    "CON-T3.2.g.R1",
    title="What V measures on the sphere",
    statement=(
        r"On $S^n$, $V_i = 1 - v^Ty_i \ge 0$ with $V_i = 0$ exactly at $y_i = v$, and $V_i = \frac12|y_i - v|^2$: V is"
        " the largest misalignment with v."
    ),
    source=THEOREM,
    kind="inequality",
    reading="W = I; the theorem has a general metric, for which CON-T3.2.g is false",
)
def on_the_sphere(share: int = 2) -> Iterator[Evidence]:
    Y = generic.array("y", 2, 3)
    y, v = Y
    gap, V = sp.symbols("gap V", real=True)
    found = conjunction(
        {
            "V_i from its definition": decide.identity(
                {"half a square": (2 * st.max_lyapunov(Y[:1], v).item(), sum((y - v) ** 2))},
                relations=pairs.unit_relations(Y),
                scope="every pair of unit vectors",
            ),
            "so it is nonnegative, and 0 for gap = 0 only": decide.inequality(
                [V >= 0, gap / share <= V, gap / share >= V], [sp.Eq(2 * V, gap), gap >= 0], scope="all n"
            ),
        },
        scope="all n >= 1, W = I",
    )
    yield found


@illustration(
    "CON-T3.2.g.repaired",
    title="What V measures on an ellipsoid: the distance of heights from the top",
    statement=(
        r"On $E_W^n$, for $v \in E_W^n$, the heights satisfy $v^Ty \le C = \sqrt{v^TW^{-1}v}$, with equality exactly at"
        r" $y^* = W^{-1}v/C$, and $C - v^Ty = \frac C2|y - y^*|_W^2$: $V_i - (1 - C)$ measures the misalignment with"
        r" $y^*$, and $y^* = v$ if and only if $Wv = v/C$. With $\langle v, y\rangle_W$ in the place of $v^Ty$ the top"
        " is v itself, of height 1."
    ),
    source=THEOREM,
    kind="inequality",
    repairs="CON-T3.2.g",
)
def top_of_the_ellipsoid(scale: int = 1) -> Iterator[Evidence]:
    """With a symmetric metric W and p = W^-1 v as the symbol, v = Wp and C^2 = v^T p = |p|_W^2."""
    y, p, W, C = generic.array("y", 3), generic.array("p", 3), metric(3), sp.Symbol("height", positive=True)
    top, v, distance = scale * p / C, W @ p, sp.Symbol("distance", real=True)
    gap = y - top
    square, unit = (p @ W @ p) - C**2, (y @ W @ y) - 1
    # |y - y*|^2 C/2 = C - v^T y + (C/2)(|y|^2 - 1) + (|p|^2 - C^2)/(2C), the last two of which vanish.
    found = conjunction(
        {
            "the height of the top, and the gap": decide.identity(
                {
                    "the top is on the ellipsoid": (C**2 * st.models.inner(top, top, W).item() - C**2, square),
                    "its height": (st.heights(np.stack([top]), v)[0], C + square / C),
                    "a height below the top": (
                        C / 2 * st.models.inner(gap, gap, W).item(),
                        C - (y @ v) + C / 2 * unit + square / (2 * C),
                    ),
                    "with the inner product of W: 1 - <v, y>_W": (
                        st.models.inner(y - p, y - p, W).item() / 2,
                        1 - st.models.inner(p, y, W).item() + unit / 2 + ((p @ W @ p) - 1) / 2,
                    ),
                },
                scope="every metric, three coordinates (pairs, step 3)",
            ),
            "a square with a positive factor": decide.inequality(
                C * distance / 2 >= 0, [generic.positive(C), distance >= 0], scope="all n, W"
            ),
        },
        scope="all n >= 1, every W",
    )
    yield found


@illustration(
    "CON-T3.2.k",
    title="Hemispheres of the Euclidean and of the W-product",
    statement=(
        "The convergence of Theorem 3.2 (U = I, bounded P) holds for every W although $H^+(v)$ is defined by"
        r" $v^Ty$, and for $\{v^TWy > 0\}$ as well. The families $\{v^Ty > 0\}$ and $\{v^TWy > 0\}$, v in $E_W^n$,"
        " coincide as families: $v^TWy$ is a positive multiple of $u^Ty$ with $u = Wv/|Wv|_W$. For one v the two sets"
        " differ unless Wv is a multiple of v."
    ),
    source=THEOREM,
    kind="identity",
)
def families(sign: int = 1) -> Iterator[Evidence]:
    """v -> u = Wv/|Wv|_W is onto the ellipsoid, since W is invertible: v = W^-1 u/|W^-1 u|_W is sent to u."""
    y, v, W, norm = generic.array("y", 3), generic.array("v", 3), metric(3), sp.Symbol("norm", positive=True)
    length, height = sp.symbols("length height", real=True)
    u = sign * (W @ v) / norm
    found = conjunction(
        {
            "u^T y |Wv|_W = v^T W y": decide.identity(
                {"height": (norm * (u @ y), st.models.inner(v, y, W).item())}, scope="all n, every W"
            ),
            "the same sign": decide.inequality(height / length > 0, [height > 0, length > 0], scope="all heights"),
            "for the same v they differ: v^T y > 0 > v^T W y": example(
                {"W": [[1, 0], [0, 4]], "v": ["4/5", "3/10"], "y": ["5/13", "-6/13"]},
                ["dot(v, W@v) == 1", "dot(y, W@y) == 1", "dot(v, y) > 0", "dot(v, W@y) < 0"],
                scope="n = 1",
                method="exact arithmetic",
            ),
        },
        scope="all n >= 1, every W",
    )
    yield found


@illustration(
    "CON-R3.3",
    title="The quoted earlier lemma is a special case",
    statement=(
        r"U = I, P = I and one head, constant in time, satisfy Assumption 3.1: $\|P\| = 1$ for every t, a constant is"
        r" uniformly continuous, and the flow is the one with weights proportional to $\exp(y_i^Ty_j)$."
    ),
    source=Source(PAPER, "Remark 3.3"),
    kind="identity",
)
def special_case(scale: int = 1) -> Iterator[Evidence]:
    Y, eye = generic.array("y", 2, 3), np.eye(3, dtype=int) * sp.Integer(1)
    P, x = scale * eye, generic.array("x", 3)
    flow = st.Flow(P=P, U=eye)
    kernel = np.frompyfunc(sp.exp, 1, 1)(Y @ Y.T)
    weights = kernel / np.sum(kernel, axis=1, keepdims=True) / sp.sqrt(3)
    found = decide.identity(
        {
            "|Px|^2 = |x|^2": (sum((P @ x) ** 2), sum(x**2)),
            "constant in t": (sp.Matrix(st.models.as_schedule(P, 3, "P")(7)[0]), sp.Matrix(P)),
            "weights proportional to exp(y_i^T y_j)": (sp.Matrix(flow.weights(0, Y)[0]), sp.Matrix(weights)),
            "the drive with U = I": (
                sp.Matrix(st.models.drive(Y, weights, eye)),
                sp.Matrix(st.models.drive(Y, weights)),
            ),
        },
        scope="entry by entry; two tokens, three coordinates stand for all",
    )
    yield found
