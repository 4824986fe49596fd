"""Supplement D.2, proof of Lemma 5: the linearisation of the Oja map at a bipartite state.

At p tokens +v_k and q tokens -v_k the directions v_j, j != k, decouple, and along each the Jacobian is
D (I + (alpha lambda_j / N) 1 1^T) with D diagonal. The matrix does not distinguish tokens of one group, so two entries
of D and the group sizes carry it for every N; u stands for alpha lambda_k (p - q)/N.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.oja import oja_bipartite_trials as trials
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SIZES = "all p, q >= 1, all d >= 2, every symmetric V, all alpha > 0 with both factors 1 +- u positive"
STATE = (
    "alpha > 0",
    "integer(p)",
    "integer(q)",
    "p >= 1",
    "q >= 1",
    "1 + alpha*lambda_k*(p - q)/(p + q) > 0",
    "1 - alpha*lambda_k*(p - q)/(p + q) > 0",
)

UNEVEN = (*STATE, "p > q", "lambda_k > lambda_j", "lambda_j > 0", "2*alpha*lambda_k < 1")


def given() -> list[Any]:
    """The hypotheses STATE as SymPy relations."""
    s = symbols()
    u = s.alpha * s.lambda_k * (s.p - s.q) / (s.p + s.q)
    return [s.alpha > 0, s.p >= 1, s.q >= 1, 1 + u > 0, 1 - u > 0]


def uneven_counterexample(violated: Any, method: str) -> Evidence:
    """The smallest uneven state, p = 2 and q = 1, at k = 1 and a step size well below 1/(2|V|)."""
    return decide.refutation(
        {"alpha": "1/4", "lambda_k": 1, "lambda_j": "1/2", "p": 2, "q": 1},
        [violated],
        hypotheses=UNEVEN,
        scope="p = 2, q = 1, k = 1, alpha = 1/4 < 1/(2|V|)",
        method=method,
    )


def scaling(expansion: str, sign: int = 1) -> tuple[Any, Any]:
    """The two entries of D: 1/(1 +- u) for "exact", 1 -+ u for "first order"; `sign` -1 exchanges the groups."""
    s = symbols()
    u = sign * s.alpha * s.lambda_k * (s.p - s.q) / (s.p + s.q)
    return (1 / (1 + u), 1 / (1 - u)) if expansion == "exact" else (1 - u, 1 + u)


def _linearisation(sign: int) -> Iterator[Evidence]:
    s = symbols()
    D = scaling("exact", sign)
    share = s.alpha * s.lambda_j / (s.p + s.q)
    block = st.linearisation.directional_block(derivations.oja_bipartite(), 1)
    radial = st.linearisation.directional_block(derivations.oja_bipartite(), 0, 1)
    pairs = {f"own entry of group {g + 1}": (block.own[g], D[g]) for g in range(2)}
    pairs |= {
        f"coupling of group {g + 1} to {h + 1}": (block.coupling[g, h], D[g] * share)
        for g in range(2)
        for h in range(2)
    }
    pairs |= {f"radial part, group {g + 1}": (radial.quotient()[g, g], sp.Integer(0)) for g in range(2)}
    yield decide.identity(pairs, given=given(), scope=SIZES)

    # One token of each group apart from the rest: its image depends on its own z and on the sum over all tokens only.
    tokens = np.array([[1, 0], [1, 0], [-1, 0], [-1, 0]], dtype=object) * sp.Integer(1)
    counts = np.array([sp.Integer(1), s.p - 1, sp.Integer(1), s.q - 1], dtype=object)
    z = np.array(sp.symbols("z_1 z_2 z_3 z_4", real=True), dtype=object)
    factors = st.states.GroupWeights(s.p, s.q, sp.Integer(1)).factors(s.lambda_k, s.alpha)
    norms = np.array([factors[0], factors[0], factors[1], factors[1]], dtype=object)
    V = derivations.plane(s.lambda_k, s.lambda_j)
    derivative = st.linearisation.oja_derivative(tokens, V, s.alpha, counts=counts, norms=norms)
    image = derivative(np.stack([z * 0, z], axis=1))
    total = sum(counts * z)
    per_token = np.array([D[0], D[0], D[1], D[1]], dtype=object) * (z + share * total)
    yield decide.identity(
        {"z+ token by token": (sp.Matrix(image[:, 1]), sp.Matrix(per_token))}, given=given(), scope=SIZES
    )


@illustration(
    "POW-L5.lin",
    title="Linearisation of the Oja map at a bipartite point",
    statement=(
        "At p tokens $+v_k$ and q tokens $-v_k$ of the Oja map, both factors positive, the derivative maps a"
        r" perturbation $z_iv_j$, $j \ne k$, to $z_i^+v_j$ with $z^+ = D(I + (\alpha\lambda_j/N)\,11^T)z$, $D ="
        r" \mathrm{diag}(1/(1 + \epsilon_i u))$, $u = \alpha\lambda_k(p-q)/N$, $\epsilon_i = \pm 1$ the side of token"
        " i."
    ),
    reading="R1: D exact",
    source=Source(PAPER, "Lemma 5, proof", reconstructed=True),
    kind="identity",
)
def linearisation(sign: int = 1, seed: int = 0) -> Iterator[Evidence]:
    yield from _linearisation(sign)
    yield trials.explicit_sizes(sign)
    yield trials.exact_spectra(seed, sign)


@illustration(
    "POW-L5.lin.R2",
    title="Linearisation with first-order D",
    statement=(
        r"As POW-L5.lin, with D replaced by its first-order expansion $\mathrm{diag}(1 - \epsilon_i u)$,"
        r" is the Jacobian along $v_j$."
    ),
    reading="R2: D expanded to first order in alpha, taken as equal",
    source=Source(PAPER, "Lemma 5, proof", reconstructed=True),
    kind="identity",
)
def first_order(expansion: str = "first order") -> Iterator[Evidence]:
    block = st.linearisation.directional_block(derivations.oja_bipartite(), 1)
    yield uneven_counterexample(
        sp.Ne(block.own[0], scaling(expansion)[0], evaluate=False), "the derived Jacobian at p = 2, q = 1"
    )


@illustration(
    "POW-L5.lin.R2.repaired",
    title="First-order D is the exact one up to one common factor",
    statement=(
        r"Where both factors $1 \pm u$ are positive, $\mathrm{diag}(1 - \epsilon_i u) = (1 - u^2)\,\mathrm{diag}(1/(1"
        r" + \epsilon_i u))$: the linearisation with D expanded to first order is the exact one times the number $1 -"
        " u^2$, the same for every token; so it has the same eigenvectors, and every eigenvalue is multiplied by that"
        r" number, an error of second order in $\alpha$."
    ),
    source=Source(PAPER, "Lemma 5, proof", reconstructed=True),
    kind="identity",
    repairs="POW-L5.lin.R2",
)
def common_factor(sign: int = -1) -> Iterator[Evidence]:
    s = symbols()
    exact, expanded = scaling("exact"), scaling("first order")
    u = s.alpha * s.lambda_k * (s.p - s.q) / (s.p + s.q)
    yield decide.identity(
        {f"group {g + 1}": (expanded[g], (1 + sign * u**2) * exact[g]) for g in range(2)},
        given=given(),
        scope=SIZES,
    )
