"""Supplement D.2, Lemma 3: the Jacobian of the Oja map at a consensus on v_k, and its tangent classes 2 and 3.

Two independent routes to each class. Derived: the Jacobian that SymPy differentiates from the definition with N
symbolic (`derivations`), reduced by token symmetry. Eigenvectors: the closed derivative formula of the normalised map
applied to the claimed eigenvector, token by token. Both are done for either sign of 1 + alpha lambda_k; where it is
negative the state is no fixed point (POW-L4.neg), but the derivative there still is what Lemma 3 says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

HYPOTHESES = ("alpha > 0", "1 + alpha*lambda_k != 0", "integer(N)", "N >= 1", "integer(d)", "d >= 2")
ALL_SIZES = (
    "all N >= 1, all d >= 2, every symmetric V, every unit v_j orthogonal to v_k (repeated and zero eigenvalues"
    " included), all alpha > 0 with 1 + alpha lambda_k positive or negative"
)
EXPLICIT = "(N, d) in (2,2), (3,2), (4,2), (2,3), (3,3), symbolic eigenvalues, 1 + alpha lambda_k > 0"
RANDOM = "random symmetric V, N <= 12, d <= 8, N d <= 40, either sign of 1 + alpha lambda_k"
DERIVED = "SymPy differentiates the definition; reduction by token symmetry"
FORMULA = "SymPy: closed derivative formula, token by token"
AUTOMATIC = "SymPy differentiates every entry at explicit sizes"
FLINT = "FLINT: exact characteristic polynomial of the tangent Jacobian"


@illustration(
    "POW-L3.jac",
    title="Jacobian blocks at a consensus",
    statement=(
        r"At $x_i = v_k$ for all $i$, where $y_i = (1 + \alpha\lambda_k) v_k \neq 0$ and"
        r" $\|y_i\| = |1 + \alpha\lambda_k|$, the blocks of the Jacobian of the Oja map are"
        r" $\partial f_i/\partial x_h = \Pi\,(\frac{\alpha}{N} V + \delta_{ih} I)/|1 + \alpha\lambda_k|$ with"
        r" $\Pi = I - v_k v_k^T$: one part common to all pairs of tokens and one on the diagonal."
    ),
    reading="R1: the full derivative of the normalised map",
    source=Source(PAPER, "Lemma 3, eq. (12)", reconstructed=True),
    kind="identity",
)
def jacobian(shares: int = 1) -> Iterator[Evidence]:
    s = symbols()

    def claimed(sign: int, own: Any, same: Any) -> cs.Pairs:
        tangent, common = sp.diag(0, 1), s.alpha / s.N**shares * sp.diag(s.lambda_k, s.lambda_j)
        return {
            "the token itself": (cs.in_eigenvalue(own, sign), tangent * (common + sp.eye(2)) / cs.factor(sign)),
            "two tokens": (cs.in_eigenvalue(same, sign), tangent * common / cs.factor(sign)),
        }

    def derived(sign: int) -> cs.Pairs:
        found = derivations.oja_consensus(sign)
        return claimed(sign, found.own[0], found.same[0])

    def formula(sign: int) -> cs.Pairs:
        derivative = cs.closed_derivative("oja", sign, [1, s.N - 1])
        images = [derivative(np.array([row, [0, 0]], dtype=object)) for row in ([1, 0], [0, 1])]
        own, same = (np.array([image[i] for image in images]).T for i in (0, 1))
        return claimed(sign, own, same)

    yield cs.both_signs(derived, scope=ALL_SIZES, method=DERIVED)
    yield cs.both_signs(formula, scope=ALL_SIZES, method=FORMULA)

    explicit: cs.Pairs = {}
    for N, d in cs.SIZES:
        V = sp.diag(s.lambda_k, *cs.other_eigenvalues(d))
        common = sp.kronecker_product(sp.ones(N, N), s.alpha / sp.Integer(N) ** shares * V)
        blocks = sp.kronecker_product(sp.eye(N), sp.diag(0, *[1] * (d - 1))) * (common + sp.eye(N * d)) / cs.factor(1)
        explicit[f"all blocks at N = {N}, d = {d}"] = (cs.explicit_jacobian("oja", N, d), blocks)
    yield _explicit(explicit)


@illustration(
    "POW-L3.class2",
    title="Consensus eigenvalues in the v_j directions",
    statement=(
        r"At the consensus $x_i = v_k$ of the Oja map, with $1 + \alpha\lambda_k \neq 0$, the vector with $w_i = v_j$"
        r" at every token is, for each $j \neq k$, an eigenvector of the Jacobian with eigenvalue"
        r" $(1 + \alpha\lambda_j)/|1 + \alpha\lambda_k|$; there are $d - 1$ of them."
    ),
    source=Source(PAPER, "Lemma 3, class 2", reconstructed=True),
    kind="spectrum",
)
def class2(residual: int = 1) -> Iterator[Evidence]:
    s = symbols()

    def value(sign: int) -> Any:
        return (residual + s.alpha * s.lambda_j) / cs.factor(sign)

    def derived(sign: int) -> cs.Pairs:
        quotient = cs.in_eigenvalue(cs.derived_block("oja", sign).quotient(), sign)
        return {"the all-equal vector along v_j": (quotient[0, 0], value(sign)), **cs.splitting("oja", sign)}

    yield cs.both_signs(derived, scope=ALL_SIZES, method=DERIVED)
    yield cs.both_signs(lambda sign: cs.moved_together("oja", sign, value(sign)), scope=ALL_SIZES, method=FORMULA)
    yield _explicit(cs.explicit_pairs("oja", cs.SIZES, [1], lambda other: value(1).subs(s.lambda_j, other)))
    trial = cs.spectrum_trial("oja", lambda alpha, lambda_j, c: (residual + alpha * lambda_j) / c, lambda c: 1 / c)
    yield decide.exact_instances(trial, scope=RANDOM, method=FLINT, examples=12, hypotheses=HYPOTHESES)


@illustration(
    "POW-L3.class3",
    title="Consensus eigenvalues of token differences",
    statement=(
        r"At the consensus $x_i = v_k$ of the Oja map, with $1 + \alpha\lambda_k \neq 0$, every vector with"
        r" $w_i \perp v_k$ and $\sum_i w_i = 0$ is an eigenvector of the Jacobian with eigenvalue"
        r" $1/|1 + \alpha\lambda_k|$; these vectors form a space of dimension $(N-1)(d-1)$."
    ),
    source=Source(PAPER, "Lemma 3, class 3", reconstructed=True),
    kind="spectrum",
)
def class3(power: int = 1) -> Iterator[Evidence]:
    s = symbols()

    def value(sign: int) -> Any:
        return 1 / cs.factor(sign) ** power

    def derived(sign: int) -> cs.Pairs:
        own = cs.in_eigenvalue(cs.derived_block("oja", sign).own, sign)
        # N + d constraints w_i.v_k = 0 and sum_i w_i = 0; along v_k the latter repeats the sum of the former.
        dimension = (s.N * s.d - (s.N + s.d - 1), (s.N - 1) * (s.d - 1))
        return {"zero sums along v_j": (own[0, 0], value(sign)), "dimension": dimension, **cs.splitting("oja", sign)}

    yield cs.both_signs(derived, scope=ALL_SIZES, method=DERIVED)
    yield cs.both_signs(lambda sign: cs.moved_apart("oja", sign, value(sign)), scope=ALL_SIZES, method=FORMULA)
    yield _explicit(cs.explicit_pairs("oja", cs.SIZES, [1, -1], lambda _: value(1)))
    trial = cs.spectrum_trial("oja", lambda alpha, lambda_j, c: (1 + alpha * lambda_j) / c, lambda c: 1 / c**power)
    yield decide.exact_instances(trial, scope=RANDOM, method=FLINT, examples=12, hypotheses=HYPOTHESES)


def _explicit(pairs: cs.Pairs) -> Evidence:
    given = [cs.factor(1) > 0]
    return cs.identity(pairs, scope=EXPLICIT, method=AUTOMATIC, given=given, covers=False)
