"""Introduction: what the power iteration x+ = F x / |F x| converges to, under each meaning of "dominant".

Valid for all d and every F, diagonalisable or not: let l be the left eigenvector of the simple eigenvalue
lambda_1 and split x = x_1 v_1 + w with l.w = 0, an F-invariant splitting. Then the vector of ratios z = w/x_1
obeys z+ = (G/lambda_1) z, G the restriction of F, whatever the norms; each term of that sum is an identity. The
powers of a matrix tend to zero iff its spectral radius is below 1 (Gelfand), so everything is decided by one
eigenvalue sigma + i omega of G at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import equal
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all d >= 2, every F with a simple real eigenvalue lambda_1 != 0, every x with a component along v_1"
SOURCE = Source(PAPER, "Introduction", reconstructed=True)


def others() -> tuple[Any, Any]:
    """Real and imaginary part of any other eigenvalue."""
    sigma, omega = sp.symbols("sigma omega", real=True)
    return sigma, omega


def given(dominance: str) -> list[Any]:
    """The meaning of "strictly dominant", with the genericity of the starting vector."""
    lambda_1, (sigma, omega) = symbols().lambda_1, others()
    generic = [sp.Ne(lambda_1, 0), sp.Ne(sp.Symbol("x_1", real=True), 0)]
    if dominance == "modulus":
        return [*generic, sigma**2 + omega**2 < lambda_1**2]
    return [*generic, sigma < lambda_1]


def line(dominance: str, bound: Any = 1) -> dict[str, Evidence]:
    """The steps of the convergence of the line of x: the ratios move linearly, and their matrix is a contraction."""
    s, (sigma, omega) = symbols(), others()
    x_1 = sp.Symbol("x_1", real=True)
    G, w, norm = sp.symbols("G_jm w_m norm", real=True)
    image = (G * w / norm) / (s.lambda_1 * x_1 / norm)
    return {
        "each term of the ratios after a step": decide.identity(
            {"(G w/norm)/(lambda_1 x_1/norm)": (image, (G / s.lambda_1) * (w / x_1))}, scope=SCOPE
        ),
        "every eigenvalue of G/lambda_1 has squared modulus below the bound": decide.inequality(
            (sigma**2 + omega**2) / s.lambda_1**2 < bound, given(dominance), scope=SCOPE
        ),
    }


def half_line(positive: bool) -> dict[str, Evidence]:
    """The step that tells vectors from lines: the component along v_1 keeps its sign."""
    s, x_1 = symbols(), sp.Symbol("x_1", real=True)
    extra = [s.lambda_1 > 0] if positive else []
    return {
        "the component along v_1 keeps its sign": decide.inequality(
            (s.lambda_1 * x_1) * x_1 > 0, [*given("modulus"), *extra], scope=SCOPE
        )
    }


@illustration(
    "POW-I1",
    title="Power iteration converges to the principal direction",
    statement=(
        r"If the simple real eigenvalue $\lambda_1 \ne 0$ of F exceeds every other eigenvalue in modulus, the"
        r" line spanned by the iterates of $x^+ = Fx/\|Fx\|$ tends to that of $v_1$ for every start with a"
        r" component along $v_1$ in the splitting $\mathrm{span}(v_1) \oplus W$, W the other invariant subspace."
    ),
    reading="R2 with R1': convergence of the line, dominance by modulus",
    source=SOURCE,
    kind="convergence",
)
def converges_as_a_line(bound: Any = 1, seed: int = 0) -> Iterator[Evidence]:
    yield conjunction(line("modulus", sp.Rational(bound)), scope=SCOPE)
    yield decide.exact_instances(
        _iterated,
        scope="real rational spectra, not symmetric, d <= 5, six steps: coordinate j is multiplied by lambda_j^6",
        method="Fractions: exact iteration",
        seed=seed,
    )


def _iterated(rng: Any) -> Any:
    d = int(rng.integers(2, 6))
    basis, start = st.as_array(rng.integers(-4, 5, (d, d))), st.as_array(rng.integers(-4, 5, d))
    values = np.array([st.sampling.rational(rng, -3, 3) for _ in range(d)], dtype=object)
    if st.linearisation.characteristic_polynomial(basis)[0] == 0:
        return decide.Trial(None, {})
    inverse = np.stack([st.layers.output_row(basis.T, row) for row in st.as_array(np.eye(d, dtype=int))], axis=1)
    F, x = (basis * values) @ inverse, basis @ start
    for _ in range(6):
        x = F @ x
    return equal(inverse @ x, values**6 * start)


@illustration(
    "POW-I1.R1",
    title="Power iteration converges as a sequence of vectors",
    statement=(
        "Under dominance by modulus the iterates themselves tend to $v_1$ or to $-v_1$; in particular their"
        " component along $v_1$ keeps its sign from one step to the next."
    ),
    reading=(
        "R1 with R1': convergence of vectors, dominance by modulus; refuted: the sign, which convergence implies, as"
        r" each step multiplies the component by $\lambda_1/\|Fx\|$, whose sign does not change"
    ),
    source=SOURCE,
    kind="convergence",
)
def converges_as_vectors(positive: bool = False) -> Iterator[Evidence]:
    yield conjunction(line("modulus") | half_line(positive), scope=SCOPE)


@illustration(
    "POW-I1.R1.repaired",
    title="Power iteration converges as a sequence of vectors when lambda_1 is positive",
    statement=(
        r"If $\lambda_1 > 0$ exceeds every other eigenvalue in modulus, the iterates from every start with a"
        r" component along $v_1$ tend to $v_1$ or to $-v_1$, whichever is on the side of the start."
    ),
    source=SOURCE,
    kind="convergence",
    repairs="POW-I1.R1",
)
def converges_on_its_side(bound: Any = 1) -> Iterator[Evidence]:
    s, x_1 = symbols(), sp.Symbol("x_1", real=True)
    sigma, omega = others()
    hypotheses = [*given("modulus"), s.lambda_1 > 0]
    contraction = decide.inequality((sigma**2 + omega**2) / s.lambda_1**2 < sp.Rational(bound), hypotheses, scope=SCOPE)
    keeps = decide.inequality((s.lambda_1 * x_1) * x_1 > 0, hypotheses, scope=SCOPE)
    parts = {"the other components die out": contraction, "the component along v_1 keeps its sign": keeps}
    yield conjunction(parts, scope=SCOPE)


@illustration(
    "POW-I1.R1re",
    title="Power iteration, vectors, dominance by real part",
    statement=(
        r"If $\lambda_1$ exceeds the real part of every other eigenvalue, generic iterates tend to $v_1$ or to"
        " $-v_1$."
    ),
    reading=(
        r"R1 with R2': convergence of vectors, dominance by real part; refuted already for $\lambda_1 > 0$, at the"
        " limit points of every second iterate"
    ),
    source=SOURCE,
    kind="convergence",
    no_repair="POW-I1.R1.repaired and POW-I1.R2re.repaired are its repairs: another dominance, or the skip connection",
)
def vectors_by_real_part(dominance: str = "real part") -> Iterator[Evidence]:
    yield _contraction(dominance)


@illustration(
    "POW-I1.R2re",
    title="Power iteration, line, dominance by real part",
    statement=(
        r"If $\lambda_1$ exceeds the real part of every other eigenvalue, the line of generic iterates tends to"
        " that of $v_1$."
    ),
    reading=(
        r"R2 with R2': convergence of the line, dominance by real part; refuted already for $\lambda_1 > 0$, at the"
        " limit points of every second iterate"
    ),
    source=SOURCE,
    kind="convergence",
)
def line_by_real_part(dominance: str = "real part") -> Iterator[Evidence]:
    yield _contraction(dominance)


def _contraction(dominance: str) -> Evidence:
    s, (sigma, omega) = symbols(), others()
    hypotheses = [*given(dominance), s.lambda_1 > 0]
    # "at most 1", so that a refutation is a component that grows, not one that merely keeps its size
    ratio = (sigma**2 + omega**2) / s.lambda_1**2
    return decide.inequality(ratio <= 1, hypotheses, scope=SCOPE)


@illustration(
    "POW-I1.R2re.repaired",
    title="With a skip connection, dominance by real part suffices for small steps",
    statement=(
        r"Let $\lambda_1 > \mathrm{Re}\,\lambda_j$ for every other eigenvalue and $1 + \alpha\lambda_1 > 0$."
        r" The line of the iterates of $x^+ = (I + \alpha F)x/\|(I + \alpha F)x\|$ tends to that of $v_1$, for"
        r" every start with a component along $v_1$, whenever $\alpha(|\lambda_j|^2 - \lambda_1^2) <"
        r" 2(\lambda_1 - \mathrm{Re}\,\lambda_j)$ for all j, which says that $1 + \alpha\lambda_1$ exceeds every $|1 +"
        r" \alpha\lambda_j|$, and holds for every $\alpha > 0$ when $|\lambda_j| \le \lambda_1$."
    ),
    source=SOURCE,
    kind="convergence",
    repairs="POW-I1.R2re",
)
def small_steps(factor: int = 2) -> Iterator[Evidence]:
    s, (sigma, omega) = symbols(), others()
    c = 1 + s.alpha * s.lambda_1
    excess = s.alpha * (sigma**2 + omega**2 - s.lambda_1**2)
    squared = (1 + s.alpha * sigma) ** 2 + (s.alpha * omega) ** 2
    yield conjunction(
        {
            "the squared moduli differ by alpha times the slack": decide.identity(
                {"c^2 - |1 + alpha lambda_j|^2": (c**2 - squared, s.alpha * (factor * (s.lambda_1 - sigma) - excess))},
                scope=SCOPE,
            ),
            "so every ratio is below 1": decide.inequality(
                squared / c**2 < 1,
                [c > 0, sigma < s.lambda_1, excess < factor * (s.lambda_1 - sigma)],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
