"""Section 2.1.1: causal attention at the consensus, and why almost global convergence fails.

Token i depends on the tokens 1, ..., i only, so the Jacobian is block lower triangular for every N, and its spectrum is
that of the blocks on the diagonal. Row i of causal attention is the row of full attention among these i tokens: the own
block of a moved token in a state with p tokens of its sign and q of the other, p + q = i, which `derivations` takes
from the definition with symbolic p and q and a generic P. Only the last token's own block is used, so nothing is
assumed about what the others do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.consensus import consensus_step_size as steps
from proofs_checks.power_method.oja import polygonal_setting as setting
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Section 2.1.1, causal attention")
EVERY = "causal attention, all N >= 1, all d >= 2, every P, every symmetric V with lambda_1 > 0 simple"


def _own_block() -> Evidence:
    """Token i at the consensus: (1 + alpha lambda_j/i)/c along v_j, and nothing along v_k."""
    s = symbols()
    own = sp.Matrix(derivations.attention_consensus().own[0])
    value = (1 + s.alpha * s.lambda_j / s.N) / s.c
    return decide.identity(
        {"along v_j": (own[1, 1], value), "no radial part": (own[0, 1], sp.Integer(0))},
        scope=EVERY + "; N stands for the position i",
    )


@illustration(
    "POW-2.1.gen.causal",
    title="The principal consensus is stable under causal attention",
    statement=(
        r"For causal attention with any P, V symmetric, $\lambda_1 > 0$ simple and $\alpha < 2/(|\lambda_d| -"
        r" \lambda_1)$ where $|\lambda_d| > \lambda_1$ (the bound of full attention), the consensus at $v_1$ is"
        r" locally asymptotically stable (indirect method). The tangent eigenvalues there are $(1 +"
        r" \alpha\lambda_j/i)/(1 + \alpha\lambda_1)$ for $i = 1, \dots, N$ and $j \ne 1$ (at the other $v_k$:"
        " POW-2.1.gen.causal.spectrum)."
    ),
    reading="R1: local stability of the principal consensus",
    source=SOURCE,
    kind="stability",
)
def consensus(bound: int = 2, seed: int = 0) -> Iterator[Evidence]:
    s = symbols()
    t = sp.Symbol("t", positive=True)
    given = [*steps.ordered(s.lambda_j), steps.within_bound(bound)]
    principal = 1 + s.alpha * s.lambda_1
    for decider in steps.deciders():
        first = decider(sp.Abs(1 + s.alpha * s.lambda_j) < principal, given, scope=EVERY)
        later = decider(
            sp.Abs(1 + s.alpha * s.lambda_j * t) < principal,
            [s.lambda_1 > 0, t <= 1, 1 + s.alpha * s.lambda_j < principal, -(1 + s.alpha * s.lambda_j) < principal],
            scope=EVERY,
        )
        parts = {"position 1": first, "position i = 1/t, between position 1 and 1": later, "the block": _own_block()}
        yield conjunction(parts, scope=EVERY)
    yield decide.exact_instances(
        lambda rng: trial(rng, mixed=False),
        scope="random symmetric V and P at a consensus, N = 2..6, d = 2..4: the whole characteristic polynomial",
        method="FLINT: exact characteristic polynomials",
        examples=6,
        seed=seed,
    )


def trial(rng: Any, *, mixed: bool) -> Any:
    """Random signs and weights at an eigenvector of a random V: the spectrum against `sign_pattern`."""
    N, d = int(rng.integers(2, 7)), int(rng.integers(2, 5))
    instance = st.sampling.symmetric_instance(rng, d)
    alpha, E = st.sampling.rational(rng, 1, 2) / 8, st.sampling.rational(rng, 1, 9)
    signs = [int(rng.choice([1, -1])) if mixed else 1 for _ in range(N)]
    tokens = st.linearisation.sign_pattern(signs, E)
    k = int(rng.integers(0, d))
    norms = np.array([token.factor(instance.eigenvalues[k], alpha) for token in tokens], dtype=object)
    if not all(norm > 0 for norm in norms):
        return decide.Trial(None, {})
    X = np.array([sign * instance.basis[k] for sign in signs], dtype=object)
    P = np.array([[st.sampling.rational(rng, -2, 2, 3) for _ in range(d)] for _ in range(d)], dtype=object)
    odds = np.array([[E if a == b else 1 + 0 * E for b in signs] for a in signs], dtype=object)
    A = st.normalise_rows(odds, causal=True)
    J = st.linearisation.tangent_jacobian(
        st.linearisation.attention_derivative(X, A, P, instance.V, alpha, norms=norms), X
    )
    others = [value for j, value in enumerate(instance.eigenvalues) if j != k]
    modes = [(token.eigenvalue(other, instance.eigenvalues[k], alpha), None, 1) for token in tokens for other in others]
    same = st.linearisation.characteristic_polynomial(J) == st.linearisation.polynomial_from_modes(modes)
    return decide.Trial(bool(same), {"alpha": str(alpha)})


_GLOBAL = ("alpha > 0", *setting.ASSUMPTION_1, *setting.TOKENS, "4*alpha**2*trace(V@V) < 1")


@illustration(
    "POW-2.1.gen.causal.R2",
    title="Almost global consensus under causal attention",
    statement=(
        r"Under Assumption 1 and $\alpha < 1/(2\|V\|)$, for causal attention with any P almost all initial tokens"
        r" converge to the consensus at $v_1$ or at $-v_1$."
    ),
    reading="R2: nearly all initial tokens",
    source=SOURCE,
    kind="convergence",
    no_repair="POW-2.1.gen.causal is the local statement, POW-N9.cone the certified part of the basin",
)
def global_consensus(strength: int = 1) -> Iterator[Evidence]:
    """P = log(3) I, V = diag(1, 1/2) positive definite, alpha = 1/4: the state (v_1, -v_1) attracts an open set."""
    alpha, E = sp.Rational(1, 4), sp.Integer(9) ** strength
    V = np.array([[sp.Integer(1), sp.Integer(0)], [sp.Integer(0), sp.Rational(1, 2)]], dtype=object)
    X = np.array([[sp.Integer(1), sp.Integer(0)], [sp.Integer(-1), sp.Integer(0)]], dtype=object)
    M = np.array([[sp.Integer(strength), sp.Integer(0)], [sp.Integer(0), sp.Integer(strength)]], dtype=object)
    A = np.array([[sp.Integer(1), sp.Integer(0)], [1 / (1 + E), E / (1 + E)]], dtype=object)
    norms = np.array([1 + alpha, 1 + alpha * (E - 1) / (E + 1)], dtype=object)
    J = st.linearisation.tangent_jacobian(
        st.linearisation.attention_derivative(X, A, sp.log(3) * M, V, alpha, norms=norms), X
    )
    values = {
        "alpha": "1/4",
        "V": V.tolist(),
        "lam": [1, "1/2"],
        "Q": [[1, 0], [0, 1]],
        "X": X.tolist(),
        "M": M.tolist(),
        "L": (X @ M @ X.T).tolist(),
        "A": A.tolist(),
        "c": norms.tolist(),
        "J": J.tolist(),
    }
    yield decide.refutation(
        values,
        [
            "X@M@transpose(X) == L",
            "A[0][0] == 1",
            "A[0][1] == 0",
            "A@ones(2) == 1",
            "A[1][1] == A[1][0]*3**(L[1][1] - L[1][0])",
            "X + alpha*(A@X@V) == diag(c)@X",
            "c > 0",
            "J[0][1] == 0",
            "c[0]*J[0][0] == 1 + alpha*lam[1]",
            "c[1]*J[1][1] == 1 + alpha*lam[1]*A[1][1]",
            "Abs(J[0][0]) < 1",
            "Abs(J[1][1]) < 1",
        ],
        hypotheses=[*_GLOBAL, *setting.unit_rows(2)],
        scope="N = 2, d = 2, P = log(3) I, V = diag(1, 1/2), alpha = 1/4: eigenvalues 9/10 and 89/96 at (v_1, -v_1)",
        method="referee: exact triangular tangent Jacobian; indirect method",
    )
