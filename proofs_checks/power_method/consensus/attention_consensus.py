"""Theorem 3, consensus part: with any P the attention map has the consensus stability of the Oja map.

At a consensus all logits of a token are equal, so the weights are 1/N, and their derivative is multiplied by equal
tokens and cancels. Nothing of this is assumed: the Jacobian is derived from the definition with a generic P, where only
the compression of P to the plane of v_k and v_j enters (`derivations`). The map is odd, so its Jacobian at -v_k is that
at v_k, and the multipliers of the 2-cycle for 1 + alpha lambda_k < 0 are squares of the eigenvalues.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.consensus import consensus_step_size as steps
from proofs_checks.power_method.consensus.oja_consensus import AUTOMATIC, DERIVED, FLINT, FORMULA
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.registry import illustration

EVERY_P = steps.EVERY + ", every P (symmetric or not); 1 + alpha lambda_k positive (equilibrium) or negative (2-cycle)"


@illustration(
    "POW-T3.cons",
    title="Theorem 3, consensus points of the attention map",
    statement=(
        r"For the attention map with full attention and any P, V symmetric with $\lambda_1 > 0$ simple, and"
        r" $\alpha < 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$: the consensus at $v_1$ is locally"
        r" asymptotically stable, and the consensus equilibria at $v_k$, $k \neq 1$, are unstable (by the indirect"
        r" method)."
    ),
    source=Source(PAPER, "Theorem 3", reconstructed=True),
    kind="stability",
)
def consensus(bound: int = 2) -> Iterator[Evidence]:
    s = symbols()

    def together(sign: int) -> Any:
        return (1 + s.alpha * s.lambda_j) / cs.factor(sign)

    def derived(sign: int) -> cs.Pairs:
        block = cs.derived_block("attention", sign)
        return {
            "tokens together": (cs.in_eigenvalue(block.quotient(), sign)[0, 0], together(sign)),
            "differences": (cs.in_eigenvalue(block.own, sign)[0, 0], 1 / cs.factor(sign)),
            **cs.splitting("attention", sign),
        }

    def formula(sign: int) -> cs.Pairs:
        return {
            **cs.moved_together("attention", sign, together(sign)),
            **cs.moved_apart("attention", sign, 1 / cs.factor(sign)),
        }

    for route, method, decider in zip((derived, formula), (DERIVED, FORMULA), steps.deciders(), strict=True):
        inside = steps.inside_disc(decider, [*steps.ordered(s.lambda_j), steps.within_bound(bound)], EVERY_P)
        outside = steps.unstable_points(decider, bound, EVERY_P)
        spectrum = {"tangent spectrum": cs.both_signs(route, scope=EVERY_P, method=method)}
        yield conjunction(spectrum | inside | outside, scope=EVERY_P)

    explicit = {
        **cs.explicit_pairs("attention", cs.SIZES, [1], lambda other: together(1).subs(s.lambda_j, other)),
        **cs.explicit_pairs("attention", cs.SIZES, [1, -1], lambda _: 1 / cs.factor(1)),
    }
    sizes = ", ".join(f"({N},{d})" for N, d in cs.SIZES)
    scope = f"the tangent spectrum at (N, d) in {sizes}, symbolic eigenvalues, every entry of P a symbol"
    yield cs.identity(explicit, scope=scope, method=AUTOMATIC, covers=False)
    trial = cs.spectrum_trial("attention", lambda alpha, lambda_j, c: (1 + alpha * lambda_j) / c, lambda c: 1 / c)
    scope = "the tangent spectrum for random symmetric V and random P, N <= 12, d <= 8, N d <= 40"
    yield decide.exact_instances(trial, scope=scope, method=FLINT, examples=6)
