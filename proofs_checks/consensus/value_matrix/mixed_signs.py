"""Theorem 4.5 with tokens on both sides: equilibria (eps_1 v, ..., eps_l v) can be asymptotically stable.

In the deviations p_i = y_i/b_i - v, defined for b_i != 0 of either sign, the model is p_i' = sum_{j<=i} A_ij (U p_j -
lam p_i) with A_ij = alpha_ij b_j/b_i, which is alpha_ij eps_i eps_j at the equilibrium. So the linearisation is block
triangular, time-invariant for constant v^T P v, with the diagonal blocks alpha_ii U - lam sum_j alpha_ij eps_i eps_j on
the complement of v. There alpha_ij is proportional to exp(eps_i eps_j v^T P v).
"""

from collections.abc import Iterator
from fractions import Fraction

from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import FLOW_SPECTRA
from attnverify.proofs_checks.consensus.value_matrix.counterexample import counterexample
from attnverify.proofs_checks.consensus.value_matrix.deviation_equation import deviation_equation
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

NECESSITY = Source(PAPER, "Theorem 4.5, hypothesis that all tokens lie in one hemisphere")


@claim(
    "CON-H.10",
    title="Tokens in opposite hemispheres",
    statement=(
        "Under the hypotheses of Theorem 4.5 no equilibrium with both v and -v among the tokens is asymptotically"
        " stable, so that almost every initial condition can lead to (v, ..., v) or (-v, ..., -v). (Two tokens, P ="
        " log(2) M.)"
    )
    + missing(FLOW_SPECTRA),
    source=NECESSITY,
    kind="stability",
    role="dropped",
    hypotheses=(
        "U == transpose(U)",
        "B@transpose(B) == identity(rows(U))",
        "U@transpose(B) == transpose(B)@diag(mu)",
        "mu[0] > 0",
        "mu[0] > mu[1]",
        "mu[0] > mu[2]",
        "A[0]*2**(2*dot(B[0], M@B[0])) == A[1]",
        "A[0] + A[1] == 1",
    ),
    instance={
        "U": [[1, 0, 0], [0, 0, 0], [0, 0, -1]],
        "B": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        "mu": [1, 0, -1],
        "M": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
        "A": ["1/2", "1/2"],
    },
    twin=Twin("M = -I/2, a negative v^T P v", {"half": -1}),
    expected=Verdict.ARGUED_FALSE,
)
def mixed_signs(half: int = 1) -> Iterator[Evidence]:
    """(v, -v) with M = I/2: the second token has the weights 1/3 on v and 2/3 on itself. All tangent eigenvalues, mu -
    lam for the first and A_22 mu - lam (A_22 - A_21) for the second token, are negative: asymptotically stable, by the
    indirect method; its basin is open."""
    scope = f"n = 2, l = 2, U = diag(1, 0, -1), M = {half}/2 I, the state (v, -v)"
    ratio = Fraction(2) ** half
    weights = [1 / (1 + ratio), ratio / (1 + ratio)]
    entry = str(Fraction(half, 2))
    second = "A[1]*mu[{0}] - mu[0]*(A[1] - A[0])"
    yield counterexample(
        deviation_equation(scope=scope),
        {
            "U": [[1, 0, 0], [0, 0, 0], [0, 0, -1]],
            "B": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            "mu": [1, 0, -1],
            "M": [[entry, 0, 0], [0, entry, 0], [0, 0, entry]],
            "A": list(map(str, weights)),
        },
        ["mu[1] - mu[0] < 0", "mu[2] - mu[0] < 0", f"{second.format(1)} < 0", f"{second.format(2)} < 0"],
        scope=scope,
        says="(v, -v) attracts a neighbourhood",
        method="exact tangent spectrum; stability by the indirect method",
    )
