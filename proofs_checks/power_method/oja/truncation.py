"""Supplement D.2, Lemma 2 and its uses: what the second-order expansion of the inverse norm changes.

Everything is about one token that one step leaves on its line, y_i = (1 + u_i) x_i (`one_token.on_its_line`): that
holds at every equilibrium of every map of the paper, for all N and d. Group sizes enter through `BlockConstant`,
whose splitting into zero-sum and group-constant vectors is itself checked, with symbolic sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.oja import one_token
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "POW-L2.series",
    title="Second-order expansion of the inverse norm",
    statement=(
        r"On unit tokens, with $\sigma = x_i^T s_i$ and $\tau = \|s_i\|^2$: $\|y_i\|^{-1} = 1 - \alpha\sigma +"
        r" \alpha^2(3\sigma^2/2 - \tau/2) + O(\alpha^3)$. The remainder is explicit: if n is the expansion and"
        r" $m = \alpha\|s_i\| \le 1$, then n > 0 and $|n^2\|y_i\|^2 - 1| \le 6 m^3$, whence"
        r" $|n\|y_i\| - 1| \le 6 m^3$."
    ),
    source=Source(PAPER, "Lemma 2, proof; Lemmas 7 and 10", reconstructed=True),
    kind="identity",
)
def series(quadratic: str = "3/2") -> Iterator[Evidence]:
    s = symbols()
    sigma, tau = sp.symbols("sigma tau", real=True)
    q = sp.Rational(quadratic)
    n = one_token.second_order(s.alpha * sigma, s.alpha**2 * tau, q)
    square = 1 + 2 * s.alpha * sigma + s.alpha**2 * tau
    defect = sp.Poly(n**2 * square - 1, s.alpha)
    given = [generic.positive(s.alpha), generic.at_least(s.N, 1), tau >= sigma**2]
    yield conjunction(
        {
            "(n |y|)^2 - 1 starts with alpha^3": decide.identity(
                {f"coefficient of alpha^{k}": (defect.coeff_monomial(s.alpha**k), sp.Integer(0)) for k in range(3)},
                given=given,
                scope="all N, all d, every V, all unit tokens",
            ),
            **_remainder(q),
        },
        scope="all N, all d, every V, all unit tokens; the remainder for alpha |s| <= 1",
    )


def _remainder(quadratic: Any) -> dict[str, Evidence]:
    """The bounds, with alpha sigma = m t and alpha^2 tau = m^2 z, so t^2 <= z <= 1 by Cauchy-Schwarz.

    (n^2 |y|^2 - 1)/m^3 = k_0 + k_1 m + k_2 m^2 + k_3 m^3, and each coefficient is bounded by itself.
    """
    m, t, z = sp.symbols("m t z", real=True)
    k = sp.symbols("k_0:4", real=True)
    n = one_token.second_order(m * t, m**2 * z, quadratic)
    excess = sp.Poly(n**2 * (1 + 2 * m * t + m**2 * z) - 1, m)
    # k_2 is t times an even polynomial, which is bounded instead of it.
    found = [excess.coeff_monomial(m**power) for power in (3, 4, 5, 6)]
    bounded, bounds = [*found[:2], sp.cancel(found[2] / t), found[3]], (2, 1, sp.Rational(3, 2), 1)
    box = [m >= 0, m <= 1, t >= -1, t <= 1]
    scope = "0 <= m <= 1, t^2 <= z <= 1"
    return {
        "n > 0 (it is smallest for z = 1)": decide.inequality(sp.expand(n.subs(z, 1)) > 0, box, scope=scope),
        "the excess is m^3 (k_0 + k_1 m + k_2 m^2 + k_3 m^3)": decide.identity(
            {"sum": (excess.as_expr(), m**3 * sum(value * m**i for i, value in enumerate(found)))}, scope=scope
        ),
        "n - n(z = 1) = m^2 (1 - z)/2": decide.identity({"n": (n - n.subs(z, 1), m**2 * (1 - z) / 2)}, scope=scope),
        "|k_0| <= 2, |k_1| <= 1, |k_2/t| <= 3/2, |k_3| <= 1": decide.inequality(
            [sp.Abs(value) <= bound for value, bound in zip(bounded, bounds, strict=True)],
            [*box[2:], z >= t**2, z <= 1],
            scope=scope,
        ),
        "|k_0 + k_1 m + k_2 m^2 + k_3 m^3| <= 6": decide.inequality(
            sp.Abs(sum(value * m**i for i, value in enumerate(k))) <= 6,
            [
                *box[:2],
                *(
                    relation
                    for value, bound in zip(k, bounds, strict=True)
                    for relation in (value <= bound, value >= -bound)
                ),
            ],
            scope=scope,
            degree=4,
        ),
    }


EXACT_PLACES = (
    "every token with y_i = c_i x_i, c_i > 0: consensus, bipartite and polygonal points, all N, p, q, d, V, alpha"
)


@illustration(
    "POW-L2.exact",
    title="The eigenvalue formulas are exact",
    statement=(
        "At consensus, bipartite and polygonal points of the Oja map, where y_i = c_i x_i with c_i > 0, the Jacobian"
        r" with the exact norm is $(1/c_i)\Pi_i(\delta_{ih} I + (\alpha/N) V)$ on tangent vectors, and so it is with"
        r" unit tokens put in: the eigenvalues $(1+\alpha\lambda_j)/c$ and $1/c$ (consensus), those of $B_j$ and"
        " $1/c_i$ (bipartite), although printed after a truncated expansion, hold without an error term."
    ),
    source=Source(PAPER, "Lemmas 2, 3, 5, 6, 10, 12 (implicit)", reconstructed=True),
    reading=(
        "the formulas are judged against the exact Jacobian, not against the truncated one; here for the Oja map, for"
        " the attention map in POW-L12.jac"
    ),
    kind="identity",
)
def exactness(second: str = "unit") -> Iterator[Evidence]:
    s = symbols()
    dx, dpull = sp.symbols("delta_a tau_a", real=True)
    given = [generic.positive(s.c), generic.positive(s.alpha), generic.at_least(s.N, 1)]
    weights = st.states.GroupWeights(s.p, s.q, sp.Integer(1))
    factors = weights.factors(s.lambda_k, s.alpha)
    consensus = _rows(st.linearisation.directional_block(derivations.oja_consensus(), 1).counts, [s.c])
    bipartite = _rows(st.linearisation.directional_block(derivations.oja_bipartite(), 1).counts, factors)
    yield conjunction(
        {
            "each row is that of (1/c)(delta_ih I + (alpha/N) V)": decide.identity(
                {
                    reading: (one_token.on_its_line(reading, s.c - 1, dx, dpull), (dx + dpull) / s.c)
                    for reading in ("exact", second)
                },
                given=given,
                scope=EXACT_PLACES,
            ),
            "the rows differentiated from the definition are these": decide.identity(
                {
                    **_same("consensus", st.linearisation.directional_block(derivations.oja_consensus(), 1), consensus),
                    **_same("bipartite", st.linearisation.directional_block(derivations.oja_bipartite(), 1), bipartite),
                },
                scope=EXACT_PLACES,
            ),
            "the blocks split for all group sizes, with the eigenvalues of the lemmas": decide.identity(
                {
                    **{f"consensus, {says}": pair for says, *pair in consensus.reduction_identities()},
                    **{f"bipartite, {says}": pair for says, *pair in bipartite.reduction_identities()},
                    "consensus": (consensus.quotient()[0, 0], (1 + s.alpha * s.lambda_j) / s.c),
                    "bipartite": (
                        sp.Matrix(bipartite.quotient()),
                        sp.Matrix(weights.block(s.lambda_j, s.lambda_k, s.alpha)),
                    ),
                },
                scope=EXACT_PLACES,
            ),
        },
        scope=EXACT_PLACES,
    )


def _rows(counts: Any, factors: Any) -> Any:
    """(1/c_i)(delta_ih + alpha lambda_j/N) as a block-constant matrix."""
    s = symbols()
    own = np.array([1 / c for c in factors], dtype=object)
    coupling = np.outer(own, s.alpha * s.lambda_j / np.sum(counts) * np.ones(len(own), dtype=object))
    return st.linearisation.BlockConstant(own, coupling, counts)


def _same(name: str, found: Any, claimed: Any) -> dict[str, tuple[Any, Any]]:
    return {
        f"{name}, own": (sp.Matrix(found.own), sp.Matrix(claimed.own)),
        f"{name}, coupling": (sp.Matrix(found.coupling), sp.Matrix(claimed.coupling)),
    }


@illustration(
    "POW-L2.exact.R3",
    title="The eigenvalue formulas as eigenvalues of the truncated Jacobian",
    statement=(
        r"The Jacobian made with the inverse norm expanded to second order has, at the consensus on $v_1$ and within"
        r" the step sizes of Theorem 2, the eigenvalue $1/(1 + \alpha\lambda_1)$ on differences of tokens."
    ),
    source=Source(PAPER, "Lemmas 2, 3, 5, 6, 10, 12 (implicit)", reconstructed=True),
    reading="R3: the truncated blocks, taken literally",
    kind="spectrum",
)
def truncated_eigenvalue(reading: str = "truncated") -> Iterator[Evidence]:
    alpha, u = sp.Rational(1, 5), sp.Rational(2, 5)
    diagonal, off = (one_token.on_its_line(reading, u, dx, alpha / 2) for dx in (1, 0))
    scope = "V = diag(2, 1), the consensus of two tokens at v_1, perturbations along v_2"
    if diagonal - off == 1 / (1 + u):
        yield open_(scope, "SymPy", f"{reading}: 1/(1 + alpha lambda_1) is the eigenvalue here")
        return
    yield decide.refutation(
        {"N": 2, "lambda_1": 2, "lambda_2": 1, "alpha": alpha, "J": [[diagonal, off], [off, diagonal]]},
        [
            "J == (1 - alpha*lambda_1 + alpha**2*lambda_1**2)*(identity(2) + (alpha*lambda_2/N)*[[1, 1], [1, 1]])",
            "J@[1, -1] != (1/(1 + alpha*lambda_1))*[1, -1]",
            "det(J - (1/(1 + alpha*lambda_1))*identity(2)) != 0",
        ],
        scope=scope,
        method="SymPy: the row of the truncated Jacobian",
    )
