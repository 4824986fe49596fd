"""Supplement D.2, Lemma 5 and Theorem 2: which bipartite points of the Oja map have an eigenvalue greater than 1.

The eigenvalues along v_j are those of the 2 x 2 quotient B_j, which are real, and 1/c_1, 1/c_2 (differences within a
group). Two scalar facts decide every case, for all p, q and d. (A) lambda_j > 0 makes tr B_j > 2: take j = 1 if k !=
1, and j = 2 if k = 1 and lambda_2 > 0. (B) At k = 1 and p != q, det(I - B_j) < 0 for every j. What is left is k = 1,
p = q, lambda_2 < 0: there the eigenvalues are 1 and 1 + alpha lambda_j.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.oja.oja_bipartite import STATE
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all p, q >= 1, all d >= 2, every V of Assumption 1, all alpha > 0 with both factors 1 +- u positive"
ASSUMPTION = (
    *STATE,
    "lambda_1 > 0",
    "lambda_1 > lambda_2",
    "lambda_2 >= lambda_d",
    "lambda_2 != 0",
    "lambda_d != 0",
    "lambda_k != 0",
)
STEP = "2*alpha*Max(lambda_1, Abs(lambda_d)) < 1"


def linear_cases(excess: str = "2") -> Evidence:
    """(A) and (B): an eigenvalue greater than 1 whenever p != q, or k != 1, or lambda_2 > 0."""
    s = symbols()
    B = sp.Matrix(st.linearisation.directional_block(derivations.oja_bipartite(), 1).quotient())
    c1, c2 = st.states.GroupWeights(s.p, s.q, sp.Integer(1)).factors(s.lambda_k, s.alpha)
    mu = (s.p - s.q) / (s.p + s.q)
    share = s.alpha * s.lambda_j / (s.p + s.q)
    pole = {"c_1": c1, "c_2": c2}
    return conjunction(
        {
            "B_j is the attention block at E = 1, so its eigenvalues are real": decide.identity(
                {
                    "B_j": (
                        B,
                        sp.Matrix(
                            st.states.GroupWeights(s.p, s.q, sp.Integer(1)).block(s.lambda_j, s.lambda_k, s.alpha)
                        ),
                    )
                },
                scope=SCOPE,
            ),
            "(A) lambda_j > 0: tr B_j > 2": positive_by(
                B.trace() - sp.Rational(excess),
                lambda c_1, c_2, n_1, n_2, u: (n_1 * c_2 + n_2 * c_1 + 2 * u**2) / (c_1 * c_2),
                positive={**pole, "n_1": share * s.p, "n_2": share * s.q},
                real={"u": s.alpha * s.lambda_k * mu},
                scope=SCOPE,
            ),
            "(B) k = 1, p != q: det(I - B_j) < 0": positive_by(
                -(sp.eye(2) - B).det(),
                lambda c_1, c_2, alpha, l_k, gap, w: alpha**2 * l_k * gap * w / (c_1 * c_2),
                positive={**pole, "alpha": s.alpha, "l_k": s.lambda_k, "gap": s.lambda_k - s.lambda_j, "w": mu**2},
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
        method="SymPy differentiates the definition; reduction by token symmetry; polynomial certificates",
    )


def linear_cases_by_z3(excess: str = "2", *, bounded: bool = False) -> Evidence:
    """The same two facts on the matrix B_j of POW-L5.lin, for the j that each case uses, decided by z3.

    bounded : assume alpha < 1/(2|V|) as well.
    """
    s = symbols()
    lambda_2 = sp.Symbol("lambda_2", real=True)
    weights = st.states.GroupWeights(s.p, s.q, sp.Integer(1))
    first, second = (sp.Matrix(weights.block(value, s.lambda_k, s.alpha)) for value in (s.lambda_1, lambda_2))
    c1, c2 = weights.factors(s.lambda_k, s.alpha)
    signs = [s.lambda_1 > 0, s.lambda_1 > lambda_2, lambda_2 >= s.lambda_d, s.lambda_k <= s.lambda_1]
    given = [s.p >= 1, s.q >= 1, s.alpha > 0, c1 > 0, c2 > 0, *signs]
    given += [sp.Ne(value, 0) for value in (lambda_2, s.lambda_d, s.lambda_k)]
    if bounded:
        given += [2 * s.alpha * s.lambda_1 < 1, -2 * s.alpha * s.lambda_d < 1]
    bound = sp.Rational(excess)
    return conjunction(
        {
            "(A) k != 1, with j = 1": decide.smt(first.trace() > bound, [*given, s.lambda_k < s.lambda_1], scope=SCOPE),
            "(A) k = 1 and lambda_2 > 0, with j = 2": decide.smt(
                second.trace() > bound, [*given, sp.Eq(s.lambda_k, s.lambda_1), lambda_2 > 0], scope=SCOPE
            ),
            "(B) k = 1 and p != q, with j = 2": decide.smt(
                (sp.eye(2) - second).det() < 0,
                [*given, sp.Eq(s.lambda_k, s.lambda_1), sp.Ne(s.p, s.q)],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
        method="z3, on the matrix of POW-L5.lin",
    )


@illustration(
    "POW-L5.R3.repaired",
    title="Linear instability of bipartite points, every step size",
    statement=(
        r"Let $\lambda_1 > 0$ be simple, $d \ge 2$. A bipartite equilibrium of the Oja map at $v_k$ with p tokens on"
        r" one side and q on the other, for every step size at which it is an equilibrium: if $p \ne q$, or $k \ne"
        r" 1$, or $\lambda_2 > 0$, then the Jacobian has a real eigenvalue greater than 1, so the point is unstable."
    ),
    source=Source(PAPER, "Lemma 5", reconstructed=True),
    kind="stability",
    repairs="POW-L5.R3",
)
def linearly_unstable(excess: str = "2") -> Iterator[Evidence]:
    yield linear_cases(excess)
    yield linear_cases_by_z3(excess)


@illustration(
    "POW-T2.bip.R2",
    title="Bipartite points have an eigenvalue outside the disc",
    statement=(
        "Under Assumption 1 and $\\alpha < 1/(2\\|V\\|)$, the Jacobian of the Oja map at every bipartite equilibrium,"
        r" including those on $v_1$, has an eigenvalue outside the closed unit disc."
    ),
    reading="R2: unstable means an eigenvalue outside the closed unit disc",
    source=Source(PAPER, "Theorem 2", reconstructed=True),
    kind="stability",
)
def eigenvalue_outside(lambda_2: str = "-1") -> Iterator[Evidence]:
    """V = diag(1, lambda_2), alpha = 1/4, as many tokens at e_1 as at -e_1: N = 2 and N = 4."""
    for size in (1, 2):
        yield antipodal_spectrum(size, lambda_2, (*ASSUMPTION, STEP))


def antipodal_spectrum(size: int, lambda_2: str, hypotheses: tuple[str, ...]) -> Evidence:
    """The exact tangent Jacobian J at V = diag(1, lambda_2), alpha = 1/4, `size` tokens at each of +-e_1.

    (J - I)(J - (1 + alpha lambda_2) I) = 0, so 1 and 1 + alpha lambda_2 are all its eigenvalues.
    """
    N = 2 * size
    one = sp.Integer(1)
    V = np.array([[one, 0 * one], [0 * one, sp.Rational(lambda_2)]], dtype=object)
    X = np.array([[one, 0 * one]] * size + [[-one, 0 * one]] * size, dtype=object)
    tangent = st.linearisation.tangent_jacobian(st.linearisation.oja_derivative(X, V, sp.Rational(1, 4)), X)
    zero = [[0] * N for _ in range(N)]
    return decide.refutation(
        {
            "alpha": "1/4",
            "lambda_1": 1,
            "lambda_2": lambda_2,
            "lambda_d": lambda_2,
            "lambda_k": 1,
            "p": size,
            "q": size,
            "V": V.tolist(),
            "X": X.tolist(),
            "J": tangent.tolist(),
        },
        [
            f"(J - identity({N})) @ (J - (1 + alpha*lambda_2)*identity({N})) == {zero}",
            "Abs(1 + alpha*lambda_2) <= 1",
        ],
        hypotheses=hypotheses,
        scope=f"N = {N}, d = 2, V = diag(1, {lambda_2}), alpha = 1/4: tangent eigenvalues 1 and 1 + alpha lambda_2",
        method="exact tangent Jacobian of a state with as many tokens at e_1 as at -e_1",
    )


@illustration(
    "POW-T2.bip.R2.repaired",
    title="Which bipartite points have an eigenvalue outside the disc",
    statement=(
        "Under Assumption 1, $d \\ge 2$ and $\\alpha < 1/(2\\|V\\|)$, the Jacobian of the Oja map at a bipartite"
        r" equilibrium has an eigenvalue outside the closed unit disc if and only if $p \ne q$, or $k \ne 1$,"
        r" or $\lambda_2 > 0$; otherwise its eigenvalues are 1 and $1 + \alpha\lambda_j$ in (0, 1), j = 2, ..., d."
    ),
    source=Source(PAPER, "Theorem 2", reconstructed=True),
    kind="stability",
    repairs="POW-T2.bip.R2",
)
def which_outside(excess: str = "2") -> Iterator[Evidence]:
    s = symbols()
    block = st.linearisation.directional_block(derivations.oja_bipartite(), 1)
    balanced = sp.Matrix(block.quotient()).subs(s.p, s.q)
    z = sp.Symbol("z")
    exception = conjunction(
        {
            "k = 1, p = q: B_j has the eigenvalues 1 and 1 + alpha lambda_j": decide.identity(
                {
                    "characteristic polynomial": (
                        (z * sp.eye(2) - balanced).det(),
                        (z - 1) * (z - 1 - s.alpha * s.lambda_j),
                    )
                },
                scope=SCOPE,
            ),
            "and differences within a group have the eigenvalue 1": decide.identity(
                {f"group {g + 1}": (sp.sympify(block.own[g]).subs(s.p, s.q), sp.Integer(1)) for g in range(2)},
                scope=SCOPE,
            ),
            "0 < 1 + alpha lambda_j < 1": decide.inequality(
                [1 + s.alpha * s.lambda_j > 0, s.alpha * s.lambda_j < 0],
                [s.lambda_j < 0, -2 * s.alpha * s.lambda_j < 1, s.alpha > 0],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
    for cases in (linear_cases(excess), linear_cases_by_z3(excess, bounded=True)):
        yield conjunction({"if": cases, "only if": exception}, scope=SCOPE)
