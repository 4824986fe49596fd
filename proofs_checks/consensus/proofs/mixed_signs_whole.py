"""CON-H.10.repaired: the linearisation of the auto-regressive model at equilibria with tokens at v and at -v."""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import causal, diagonal
from proofs_checks.consensus.proofs.mixed_signs import AT_REST, BLOCK, MODES, SHOW, SIGNED
from proofs_checks.consensus.proofs.mixed_signs_modes import ONLY
from proofs_checks.consensus.proofs.mixed_signs_values import FIRST_OF_SIGN, INSTANCE, OF_TWO, POSITIVE
from verify.claim import Source
from verify.formal import Variant, formal

_SIGNS = causal(eps=[1, -1, -1], P=diagonal("log(2)", 3, 0, -1), low=0, without="y")
formal(
    "CON-H.10.repaired",
    title="The linearisation at equilibria with mixed signs",
    sentence=(
        r"For constant P and symmetric U with the simple top eigenvalue $\lambda > 0$: $(\epsilon_1v, ...,"
        r" \epsilon_\ell v)$ is an equilibrium, and the linearisation there has the eigenvalues"
        r" $\alpha_{ii}\mu_k - \lambda\sum_{j\le i}\alpha_{ij}\epsilon_i\epsilon_j$ with the eigenvalues $\mu_k$ of U"
        r" across v, and no others, real or complex. If token i is the first of its sign, they are"
        r" $\frac{(i-1)\lambda - e^{2\pi}(\lambda - \mu_k)}{\sqrt{n+1}\,(e^{2\pi} + i - 1)}$, $\pi = v^TPv$: there is a"
        r" positive one if $e^{2\pi}(\lambda - \lambda_2) < (i - 1)\lambda$, for instance for $i \ge 2$, $\pi \le 0 <"
        r" \lambda_2$. For $\ell = 2$ and both signs all are negative if and only if"
        r" $e^{2\pi}(\lambda - \lambda_2) > \lambda$."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis that all tokens lie in one hemisphere"),
    kind="spectrum",
    repairs="CON-H.10",
    statement={**SIGNED, "show": SHOW},
    proof=[AT_REST, BLOCK, MODES, FIRST_OF_SIGN, POSITIVE, INSTANCE, ONLY, OF_TWO],
    instance=_SIGNS,
    twin=Variant("e^pi instead of e^(2 pi)", {"exp(2*dot(v, P(v)))": "exp(dot(v, P(v)))"}, _SIGNS),
)
