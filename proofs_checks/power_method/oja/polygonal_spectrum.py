"""The tangent spectrum at polygonal states, and how many eigenvalues exceed 1.

J - I = (alpha/N) S^T V S on tangent perturbations, with S S^T = M (`oja_polygonal`). By Sylvester's determinant
theorem the non-zero eigenvalues of S^T (V S) are those of (V S) S^T = V M; by Sylvester's law of inertia the form V,
pulled back by S, has as many positive squares as V on the range of M.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.missing import WHOLE
from attnverify.proofs_checks.power_method.oja import oja_polygonal
from attnverify.proofs_checks.power_method.oja import polygonal_setting as setting
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")
flint = lazy("flint")


def collinear(power: int = 1) -> dict[str, tuple[Any, Any]]:
    """p tokens at u and at -u, all moved by one tangent vector or with zero sum: from the derivative formula."""
    s = symbols()
    V, zero, one = setting.generic("V", symmetric=True), sp.Integer(0), sp.Integer(1)
    delta = np.array([zero, *sp.symbols("delta_1 delta_2", real=True)], dtype=object)
    X = np.array([[one, zero, zero], [one, zero, zero], [-one, zero, zero]], dtype=object)
    counts = np.array([one, s.p - 1, s.p], dtype=object)
    derivative = st.linearisation.oja_derivative(X, V, s.alpha, counts=counts, norms=np.array([one] * 3, dtype=object))
    together = delta + s.alpha * (2 * s.p) ** (1 - power) * (setting.projector() @ V @ delta)
    apart = np.stack([delta, zero * delta, -delta / s.p])
    return {
        "all tokens along delta": (sp.Matrix(derivative(np.stack([delta] * 3))), sp.Matrix(np.stack([together] * 3))),
        "zero sum": (sp.Matrix(derivative(apart)), sp.Matrix(apart)),
    }


@claim(
    "POW-N6",
    title="Tangent spectrum of the Oja map at polygonal points",
    statement=(
        r"At a state with $\sum_jx_j = 0$ of the Oja map, for every $\alpha > 0$: the tangent Jacobian is symmetric,"
        r" $J = I + (\alpha/N)S^TVS$ with $S\delta = \sum_j\delta_j$; its eigenvalues other than 1 are $1 +"
        r" (\alpha/N)\mu$ with the non-zero eigenvalues $\mu$ of $VM$, $M = \sum_i\Pi_i$. Unless all tokens are $\pm"
        " u$, M is positive definite and exactly $n_+(V)$ eigenvalues exceed 1, as many as V has positive ones (at"
        r" least one under Assumption 1). If all tokens are $\pm u$, those eigenvalues are $1 +"
        r" \alpha\,\mathrm{eig}(C)$ with the compression C of V to $u^\perp$, and $n_+(C)$ exceed 1. (Sylvester's"
        " determinant theorem and law of inertia are used.) (Proved: the spectrum, POW-N6.modes, POW-N6.spectrum,"
        " POW-N6.line; that off a line some eigenvalue exceeds 1, POW-L6.repaired, and anywhere none if V has no"
        " positive eigenvalue, POW-N6.none.)" + missing(WHOLE)
    ),
    source=Source(PAPER, "Lemma 6 (extension)"),
    kind="spectrum",
    role="extension",
    hypotheses=("alpha > 0", "integer(N)", "N >= 2", "integer(p)", "p >= 1"),
    instance={"alpha": "1/4", "N": 4, "p": 2},
    twin=Twin("alpha in place of alpha/N", {"power": 0}),
    expected=Verdict.ARGUED,
    rests_on=("POW-L6.lin", "POW-N6.none"),
)
def spectrum(power: int = 1, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    given = [sp.Gt(s.alpha, 0, evaluate=False), s.N >= 2, sp.Ge(s.p, 1, evaluate=False)]
    scope = setting.ALL_OJA
    yield conjunction(
        {
            "J = I + (alpha/N) S^T V S, block by block": decide.identity(
                oja_polygonal.blocks(power), given=given, scope=scope
            ),
            "on tangent vectors the projections drop out, and the form is symmetric": decide.identity(
                oja_polygonal.symmetric_form(), scope=scope
            ),
            "S S^T = M": decide.identity(
                oja_polygonal.second_moment(), relations=oja_polygonal.on_circle(), scope=scope
            ),
            "e.Me = sum of 1 - (e.x_i)^2, zero iff every x_i = +-e": decide.identity(
                oja_polygonal.definite(), relations=oja_polygonal.on_circle(), scope=scope
            ),
            "tokens +-u: the compression to the complement of u": decide.identity(
                collinear(power), given=given, scope=scope
            ),
        },
        scope=scope,
        method="SymPy differentiates the definition; Sylvester's two theorems",
    )
    yield decide.exact_instances(
        lambda rng: _trial(rng, power),
        scope="random rational polygons (N <= 12, d <= 5), random symmetric V: the characteristic polynomial, and the"
        " number of its roots above 1 against the inertia",
        method="FLINT: exact characteristic polynomials",
        examples=12,
        seed=seed,
        hypotheses=["alpha > 0", "N >= 2"],
    )


def _trial(rng: Any, power: int) -> decide.Trial:
    """det(z I - J) = (z-1)^(N(d-1)-d) det((z-1) I - (alpha/N) V M), and the count of roots above 1."""
    d = int(rng.integers(2, 6))
    state = _polygon(rng, d)
    V, alpha = st.draws.symmetric_instance(rng, d).V, st.draws.rational(rng, 0, 3)
    X = state.expand()
    N = len(X)
    if alpha == 0:
        return decide.Trial(None, {})
    J = st.linearisation.tangent_jacobian(st.linearisation.oja_derivative(X, V, alpha), X)
    shifted = J - np.eye(len(J), dtype=int)
    # power = 1 is the claim: alpha/N; the matrix is that of the step size alpha N^(1 - power).
    B = st.linearisation.collective_matrix(state, V, alpha * N ** (1 - power)) - np.eye(d, dtype=int)
    z = flint.fmpq_poly([0, 1])
    mixed = st.linearisation.characteristic_polynomial(B)
    kernel = len(J) - d
    found = st.linearisation.characteristic_polynomial(shifted)
    equal = found == mixed * z**kernel if kernel >= 0 else found * z**-kernel == mixed
    counted = _positive_roots(found) == st.linearisation.unstable_directions(state, V)
    values = {"alpha": str(alpha), "N": N, "J": setting.exact(J), "B": setting.exact(B)}
    return decide.Trial(equal and counted, values, [f"trace(J) - {len(J)} != trace(B)"])


def _polygon(rng: Any, d: int) -> Any:
    """Squares, isosceles triangles with weights, or antipodal pairs (collinear now and then), in random planes."""
    basis = st.draws.orthogonal(rng, d)
    kind = int(rng.integers(0, 3))
    if kind == 0:
        return st.states.antipodal(basis[0], int(rng.integers(1, 4)))
    if kind == 1:
        return st.states.square(basis[0], basis[1], int(rng.integers(1, 3)))
    apex, corner = basis[0], st.draws.rational(rng, 1, 4)
    # A unit vector with rational slope; 2 n cosine = m balances the apex of weight m by two corners of weight n.
    cosine, sine = (corner**2 - 1) / (corner**2 + 1), 2 * corner / (corner**2 + 1)
    if cosine <= 0 or 2 * cosine.numerator + 2 * cosine.denominator > 12:
        return st.states.square(basis[0], basis[1])
    corners = [apex, -cosine * apex + sine * basis[1], -cosine * apex - sine * basis[1]]
    return st.states.balanced(corners, [2 * cosine.numerator, cosine.denominator, cosine.denominator])


def _positive_roots(polynomial: Any) -> int:
    """The number of positive roots of a polynomial all of whose roots are real: its sign changes (Descartes)."""
    signs = [coefficient > 0 for coefficient in polynomial.coeffs() if coefficient != 0]
    return sum(a != b for a, b in pairwise(signs))
