"""Sections 2 and 2.1: which eigenvalue comes first, and when a token can be split along eigenvectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.examples import example
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

ORDER = Source(PAPER, "Sections 2, 2.1 and 3.1", reconstructed=True)
SPLIT = Source(PAPER, "Section 2.1.1, in parentheses")
COMPLEX = "every pair of eigenvalues rho + i tau, sigma + i omega of any real F, all alpha > 0"


@illustration(
    "POW-ORD",
    title="Ordering the eigenvalues by real part",
    statement=(
        "With the eigenvalues ordered by real part, the first one is the one that the layer with skip connection"
        r" amplifies most for small steps: if $\mathrm{Re}\,\lambda_1 > \mathrm{Re}\,\lambda_j$ then $|1 +"
        r" \alpha\lambda_1| > |1 + \alpha\lambda_j|$ for every $\alpha > 0$ with $\alpha(|\lambda_j|^2 - |\lambda_1|^2)"
        r" < 2\,\mathrm{Re}(\lambda_1 - \lambda_j)$. A real positive principal eigenvalue that is not the spectral"
        " radius is possible (as one experiment describes)."
    ),
    reading="R1: by real part",
    source=ORDER,
    kind="identity",
)
def by_real_part(factor: int = 2) -> Iterator[Evidence]:
    alpha = symbols().alpha
    rho, tau, sigma, omega = sp.symbols("rho tau sigma omega", real=True)
    first = (1 + alpha * rho) ** 2 + (alpha * tau) ** 2
    other = (1 + alpha * sigma) ** 2 + (alpha * omega) ** 2
    excess = sigma**2 + omega**2 - rho**2 - tau**2
    yield conjunction(
        {
            "amplified most": decide.inequality(
                first > other, [alpha > 0, rho > sigma, alpha * excess < factor * (rho - sigma)], scope=COMPLEX
            ),
            "a principal eigenvalue that is not the spectral radius": example(
                {"F": [[1, 0], [0, -2]], "v": [1, 0], "w": [0, 1], "first": 1, "other": -2},
                ["F@v == first*v", "F@w == other*w", "first > 0", "other < first", "Abs(other) > first"],
                scope=COMPLEX,
                method="exact example",
            ),
        },
        scope=COMPLEX,
    )
    yield decide.identity(
        {"difference": (first - other, 2 * alpha * (rho - sigma) - alpha**2 * excess)}, scope=COMPLEX, covers=False
    )


def _modulus(exponent: int, bounded: bool) -> Evidence:
    """Whether the principal eigenvalue of Assumption 1 has the largest modulus, of lambda or of 1 + alpha lambda."""
    s = symbols()
    given = [s.lambda_1 > 0, s.lambda_d < s.lambda_1, sp.Ne(s.lambda_d, 0)]
    scope = "every symmetric F under Assumption 1, lambda_d any other eigenvalue"
    if not bounded:
        return decide.inequality(s.lambda_d**2 <= s.lambda_1**2, given, scope=scope)
    step = s.alpha * (-s.lambda_d - s.lambda_1) < exponent
    first, other = 1 + s.alpha * s.lambda_1, 1 + s.alpha * s.lambda_d
    return decide.inequality(sp.Abs(other) < first, [*given, s.alpha > 0, step], scope=f"{scope}; all such alpha")


@illustration(
    "POW-ORD.R2",
    title="Ordering the eigenvalues by modulus",
    statement=(
        r"Under Assumption 1 ($F$ symmetric and nonsingular, $\lambda_1 > 0$ simple and larger than the other"
        " eigenvalues) the principal eigenvalue is the one of largest modulus."
    ),
    reading="R2: by modulus",
    source=ORDER,
    kind="inequality",
)
def by_modulus(bounded: bool = False) -> Iterator[Evidence]:
    yield _modulus(2, bounded)


@illustration(
    "POW-ORD.R2.repaired",
    title="Ordering by the modulus of 1 + alpha lambda",
    statement=(
        r"Under Assumption 1 the principal eigenvalue is the one for which $|1 + \alpha\lambda|$ is largest, for every"
        r" $\alpha > 0$ with $\alpha(|\lambda_d| - \lambda_1) < 2$: with the skip connection both orderings have the"
        " same first eigenvalue below the step-size bound."
    ),
    source=ORDER,
    kind="inequality",
    repairs="POW-ORD.R2",
)
def by_modulus_with_skip(bound: int = 2) -> Iterator[Evidence]:
    yield _modulus(bound, True)


@illustration(
    "POW-2.1.diag",
    title="Real eigenvectors belong to real eigenvalues",
    statement=(
        r"If every token of R^d splits along real eigenvectors of the real matrix F, $y = \sum_k(c_k^Ty)b_k$ with"
        r" $c_k^TF = m_kc_k^T$, all eigenvalues of F are real. A real vector $v \ne 0$ with $Fv = (\sigma + i\omega)v$"
        r" would need $\omega v = 0$, the imaginary part of the equation, which fails for $\omega \ne 0$."
    ),
    reading="necessity, for a splitting along real eigenvectors",
    source=SPLIT,
    kind="identity",
)
def real_eigenvectors(part: str = "imaginary") -> Iterator[Evidence]:
    v, sigma, omega = sp.symbols("v_a sigma omega", real=True)
    entry = {"imaginary": omega * v, "real": sigma * v}[part]
    yield decide.inequality(
        entry**2 > 0,
        [v**2 > 0, omega**2 > 0],
        scope="all d, every real F; v_a an entry of v that is not zero",
    )


def _split(F: Any, defect: str) -> Evidence:
    """An exact real-spectrum F whose eigenvectors do not span."""
    return decide.refutation(
        {"F": F, "x": [0, 1]},
        # both eigenvalues are 1, and F - I does not vanish: the eigenvectors are the line of e_1, and x is not on it
        ["trace(F) == 2", "det(F) == 1", defect, "(F - identity(2))@x != 0*x"],
        hypotheses=["trace(F)**2 - 4*det(F) >= 0"],
        scope="d = 2",
        method="exact example: a Jordan block",
    )


@illustration(
    "POW-2.1.diag.R2",
    title="Real eigenvalues suffice for the splitting",
    statement="If all eigenvalues of the real matrix F are real, every token splits along eigenvectors of F.",
    reading="sufficiency",
    source=SPLIT,
    kind="identity",
)
def real_eigenvalues(corner: int = 1) -> Iterator[Evidence]:
    yield _split([[1, corner], [0, 1]], "rank(F - identity(2)) == 1")


@illustration(
    "POW-2.1.diag.R2.repaired",
    title="Distinct real eigenvalues suffice for the splitting",
    statement=(
        "If F has d distinct real eigenvalues every token splits along its eigenvectors: eigenvectors of distinct"
        " eigenvalues are independent, and d of them span the space. Step of the induction: from a relation among r"
        " eigenvectors, F minus eigenvalue times the relation removes one term and multiplies the others by"
        " differences that do not vanish."
    ),
    source=SPLIT,
    kind="identity",
    repairs="POW-2.1.diag.R2",
)
def distinct_eigenvalues(least: int = 0) -> Iterator[Evidence]:
    s, c = symbols(), sp.Symbol("c_j", real=True)
    gap = s.lambda_j - s.lambda_1
    yield conjunction(
        {
            "F - lambda_1 applied to the relation": decide.identity(
                {"coefficient of v_j": (c * s.lambda_j - s.lambda_1 * c, c * gap)}, scope="all d"
            ),
            "which stays a relation": decide.inequality((c * gap) ** 2 > 0, [c**2 > 0, gap**2 > least], scope="all d"),
        },
        scope="all d, every F with d distinct real eigenvalues",
    )


@illustration(
    "POW-2.1.diag.R3",
    title="No splitting at all without real eigenvalues",
    statement=(
        "If F has a pair of complex eigenvalues, a real token has no exact splitting into parts that F maps to"
        " multiples of themselves, complex multiples and complex conjugate parts included."
    ),
    reading="necessity, complex eigenvectors included",
    source=SPLIT,
    kind="identity",
    no_repair=(
        "POW-2.1.diag is the true statement; complex eigenvectors, or the real planes of POW-C2.inv, split every token"
    ),
)
def complex_eigenvectors(wrong: int = 0) -> Iterator[Evidence]:
    # a + ib with F(a + ib) = (sigma + i omega)(a + ib); the token x is the sum of (a + ib)/2 and its conjugate
    yield decide.refutation(
        {"F": [[1, -1], [1, 1]], "a": [1, wrong], "b": [0, -1], "x": [1, 0], "sigma": 1, "omega": 1},
        ["F@a == sigma*a - omega*b", "F@b == omega*a + sigma*b", "x == a", "omega != 0"],
        hypotheses=["trace(F)**2 - 4*det(F) < 0"],
        scope="d = 2",
        method="exact example: the real and imaginary part of a complex eigenvector",
    )
