"""Section 2.1.2, case 2: a complex principal pair, its invariant plane, and the correlation with that plane.

Valid for all N, d, H: F acts on the plane of a complex eigenvector by a 2 x 2 matrix in the coordinates of its
real and imaginary part, entry by entry of the vectors. At equal tokens the attention weights add up to one
whatever they are, so a layer maps them to the direction of (I + alpha F) x. Outside the plane one other
eigenvalue at a time is compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")
hypothesis = lazy("hypothesis")

SOURCE = Source(PAPER, "Section 2.1.2", reconstructed=True)
SCOPE = (
    "all N, H, all d >= 2, every F with a pair sigma +- i omega, omega != 0; power iteration, and map (3) on"
    " equal tokens"
)
ORDERS = {
    "modulus": "rho**2 + tau**2 < sigma**2 + omega**2",
    "real part": "rho < sigma",
    "skip": "(1 + alpha*rho)**2 + alpha**2*tau**2 < (1 + alpha*sigma)**2 + alpha**2*omega**2",
}


def pair() -> tuple[Any, Any, Any, Any]:
    """sigma + i omega the principal pair, rho + i tau any other eigenvalue."""
    sigma, omega, rho, tau = sp.symbols("sigma omega rho tau", real=True)
    return sigma, omega, rho, tau


def moduli(skip: bool) -> tuple[Any, Any]:
    """Squared modulus of the principal and of the other eigenvalue, of F or of I + alpha F."""
    sigma, omega, rho, tau = pair()
    alpha = symbols().alpha
    if skip:
        return (1 + alpha * sigma) ** 2 + alpha**2 * omega**2, (1 + alpha * rho) ** 2 + alpha**2 * tau**2
    return sigma**2 + omega**2, rho**2 + tau**2


def order(name: str) -> Any:
    """The relation ORDERS[name]."""
    sigma, _, rho, _ = pair()
    if name == "real part":
        return rho < sigma
    first, other = moduli(name == "skip")
    return other < first


def attraction(skip: bool, orders: list[str], *, strict: bool = True) -> Evidence:
    """Whether components outside the plane shrink relative to those inside, under the given meanings of dominance."""
    _, omega, _, _ = pair()
    first, other = moduli(skip)
    given = [*(order(name) for name in orders), sp.Ne(omega, 0), symbols().alpha > 0, first > 0]
    goal = other / first < 1 if strict else other / first <= 1
    return decide.inequality(goal, given, scope=SCOPE)


@illustration(
    "POW-C2.inv",
    title="Rotation in the plane of a complex principal pair",
    statement=(
        r"Let $F(a + ib) = (\sigma + i\omega)(a + ib)$, $\omega \ne 0$. The plane $E = \mathrm{span}(a, b)$ is"
        " invariant for F, for the power iteration and, on equal tokens, for map (3). In the coordinates of (a,"
        r" b) each step turns by minus the argument of $\sigma + i\omega$, respectively of $1 + \alpha(\sigma +"
        r" i\omega)$, an angle that is no multiple of $\pi$, so no direction of E is fixed. Components outside"
        r" E die out relative to those inside when $\sigma + i\omega$ dominates strictly for the map concerned:"
        r" $|\lambda_j| < |\lambda_1|$ for the power iteration, $|1 + \alpha\lambda_j| < |1 + \alpha\lambda_1|$"
        " for (3) on equal tokens, at every start with a component in E."
    ),
    reading=(
        "dominance by modulus for the power iteration and R3, by |1 + alpha lambda|, for map (3) on equal tokens; not"
        " decided here: tokens that differ"
    ),
    source=SOURCE,
    kind="convergence",
)
def rotation(imaginary: int = 1, seed: int = 0) -> Iterator[Evidence]:
    sigma, omega, _, _ = pair()
    alpha = symbols().alpha
    a, b, s, t, weights, rest = sp.symbols("a_m b_m s t weights rest", real=True)
    turn = imaginary * omega
    # real and imaginary part of (sigma + i omega)(a + ib), and the token s a + t b
    Fa, Fb = sigma * a - turn * b, omega * a + sigma * b
    product = sp.expand((sigma + sp.I * omega) * (a + sp.I * b))
    real, imag = (sp.re(sp.expand(part)) for part in (product, -sp.I * product))
    image = s * Fa + t * Fb
    moved = (sigma * s + omega * t) * a + (sigma * t - omega * s) * b
    layer = s * a + t * b + alpha * (weights * image + rest * image)
    yield conjunction(
        {
            "the eigenvalue equation, real and imaginary part": decide.identity(
                {"real": (real, Fa), "imaginary": (imag, Fb)}, scope=SCOPE
            ),
            "F on the plane, entry by entry": decide.identity({"F(s a + t b)": (image, moved)}, scope=SCOPE),
            "map (3) on equal tokens is I + alpha F, whatever the weights": decide.identity(
                {"weights summing to one": (layer.subs(rest, 1 - weights), s * a + t * b + alpha * moved)}, scope=SCOPE
            ),
            "the angle is no multiple of pi": decide.inequality((alpha * omega) ** 2 > 0, [omega**2 > 0], scope=SCOPE),
            "attraction to E, power iteration": attraction(False, ["modulus"]),
            "attraction to E, map (3) on equal tokens": attraction(True, ["skip"]),
        },
        scope=SCOPE,
    )
    yield decide.search(
        hypothesis.strategies.integers(0, 10**6),
        _distance_from_plane,
        scope="map (3), two heads, five unequal tokens near E, d = 4, floating point: they come closer to E",
        examples=12,
        seed=seed,
        covers=False,
    )


def _distance_from_plane(seed: int) -> float | None:
    """How much closer N = 5 tokens near equality in E come to E in 60 attention layers; None without dominance."""
    rng = np.random.default_rng(seed)
    F = np.zeros((4, 4))
    F[:2, :2] = rng.uniform(0.3, 1.5) * np.array([[1.0, -1.5], [1.5, 1.0]])
    F[2:, 2:] = rng.uniform(-0.5, 0.5, (2, 2))
    skew = np.linalg.qr(rng.normal(size=(4, 4)))[0] + 0.2 * rng.normal(size=(4, 4))
    F = skew @ F @ np.linalg.inv(skew)
    values = np.sort(np.abs(1 + 0.5 * np.linalg.eigvals(F)))
    if values[1] > 0.95 * values[2] or values[2] < 1.1:
        return None
    first, P = rng.normal(size=(4, 4)), rng.normal(size=(2, 4, 4))
    E = np.linalg.qr(skew[:, :2])[0]
    X = E[:, 0] + 1e-3 * rng.normal(size=(5, 4))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    before = np.max(1 - st.layers.alignment(X, E))
    for _ in range(60):
        X = st.attention_map(X, P, np.stack([first, F - first]), 0.5)
    return float(before - np.max(1 - st.layers.alignment(X, E)))


def _reading(name: str, skip: bool, needed: str | None) -> Iterator[Evidence]:
    # not strict, so that a refutation is a component outside E that grows
    yield attraction(skip, [name] + ([needed] if needed else []), strict=False)


_NO_REPAIR = "POW-C2.inv carries, for each map, the dominance under which it is true, and is proved"


@illustration(
    "POW-C2.inv.R1",
    title="Attraction to the plane, dominance by modulus",
    statement=(
        r"If $|\lambda_j| < |\lambda_1|$ for every eigenvalue outside a complex principal pair, equal tokens of"
        r" map (3) are attracted to its plane E for every $\alpha > 0$, as in the power iteration."
    ),
    reading="R1: ordering by modulus for both maps",
    source=SOURCE,
    kind="convergence",
    no_repair=_NO_REPAIR,
)
def by_modulus(needed: str | None = None) -> Iterator[Evidence]:
    yield from _reading("modulus", True, needed)


@illustration(
    "POW-C2.inv.R2",
    title="Attraction to the plane, dominance by real part",
    statement=(
        r"If $\mathrm{Re}\,\lambda_j < \mathrm{Re}\,\lambda_1$ for every eigenvalue outside a complex principal"
        " pair, the power iteration is attracted to its plane E."
    ),
    reading="R2: ordering by real part for both maps",
    source=SOURCE,
    kind="convergence",
    no_repair=_NO_REPAIR,
)
def by_real_part(needed: str | None = None) -> Iterator[Evidence]:
    yield from _reading("real part", False, needed)


@illustration(
    "POW-C2.inv.R3",
    title="Attraction to the plane, dominance by |1 + alpha lambda|",
    statement=(
        r"If $|1 + \alpha\lambda_j| < |1 + \alpha\lambda_1|$ for every eigenvalue outside a complex principal"
        " pair, the power iteration with F itself is attracted to its plane E, as map (3) is."
    ),
    reading="R3: ordering by |1 + alpha lambda| for both maps",
    source=SOURCE,
    kind="convergence",
    no_repair=_NO_REPAIR,
)
def by_skip(needed: str | None = None) -> Iterator[Evidence]:
    yield from _reading("skip", False, needed)


@illustration(
    "POW-C2.corr",
    title="Correlation of a token with its projection on the plane",
    statement=(
        r"Let $U$ have the two orthonormal columns of a basis of E. For a unit token x with $U^Tx \ne 0$ the"
        r" cosine between x and its projection $UU^Tx$ is $\|U^Tx\|$."
    ),
    source=Source(PAPER, "Section 2.1.2, equation (6)", reconstructed=True),
    kind="identity",
)
def correlation(overlap: Any = 0) -> Iterator[Evidence]:
    # x = g_1 e_1 + g_2 e_2 + r n in coordinates with n orthogonal to the plane: the part of x outside E is one number.
    g_1, g_2, r, length = sp.symbols("g_1 g_2 r length", real=True)
    tilt = sp.Rational(overlap)
    x = sp.Matrix([g_1, g_2, r])
    U = sp.Matrix([[1, tilt], [0, sp.sqrt(1 - tilt**2)], [0, 0]])
    coordinates = U.T * x
    projected = U * coordinates
    square = coordinates.dot(coordinates)
    yield decide.identity(
        {
            "x . UU^T x = |U^T x| |UU^T x|, with |U^T x| = length": (x.dot(projected), length * length),
            "|UU^T x| = |U^T x|": (projected.dot(projected), length**2),
        },
        relations=[(length**2, square)],
        scope="all d >= 3 and, with r = 0, d = 2; every plane E, every unit token outside its complement",
    )
