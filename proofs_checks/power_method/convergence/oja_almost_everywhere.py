"""Theorem 2, almost global convergence of the Oja map: refuted for N = 2, and what is left of it, named in full.

For N odd, or lambda_2 > 0, every equilibrium other than the principal consensus has a tangent eigenvalue above 1:
consensus points at k != 1, bipartite points (p != q for odd N, or lambda_2 > 0), non-collinear polygonal points always,
collinear ones (only for even N) because u's complement meets span(v_1, v_2) in a vector with positive energy. A
trajectory converges to one equilibrium (POW-L7.conv.R2), and the set of states that converge to equilibria with an
eigenvalue above 1 has measure zero by the stable-manifold theorem, since the map is a local diffeomorphism
(POW-N4.diffeo). The proof is in `proofs_checks/power_method/proofs/oja_almost_all.py`; this is its illustration.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.missing import missing
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.convergence import monte_carlo as runs
from proofs_checks.power_method.convergence.oja_convergence import antipodal_basin
from proofs_checks.power_method.missing import BALANCED
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

THEOREM = Source(PAPER, "Theorem 2", reconstructed=True)
NOTE = Source(PAPER, "Theorem 2 (extension)")
_STATEMENT = (
    "Under Assumption 1 and {step}, for every N >= 1 and d >= 2 and almost all initial tokens, all tokens of the Oja"
    " map converge to $v_1$, or all to $-v_1$."
)


@illustration(
    "POW-T2.ae",
    title="Theorem 2, almost global convergence",
    statement=_STATEMENT.format(step=r"$\alpha < 1/(2\|V\|)$"),
    reading="step size RA, the smallest of the readings of POW-T2.alpha; refuted already of the limit points",
    source=THEOREM,
    kind="convergence",
)
def almost_all(diagonal: tuple[int, int] = (1, -1)) -> Iterator[Evidence]:
    yield antipodal_basin(diagonal)


@illustration(
    "POW-T2.ae.RB",
    title="Theorem 2, almost global convergence, larger steps",
    statement=_STATEMENT.format(step=r"$\alpha < 2/(|\lambda_d| - \lambda_1)$ where $|\lambda_d| > \lambda_1$"),
    reading="RB: the lost step bound is that of Lemma 4; refuted already of the limit points",
    source=THEOREM,
    kind="convergence",
    no_repair="POW-T2.ae.repaired",
)
def almost_all_larger(diagonal: tuple[int, int] = (1, -1)) -> Iterator[Evidence]:
    yield antipodal_basin(diagonal)


@illustration(
    "POW-T2.ae.repaired",
    title="Almost global convergence for an odd number of tokens or two positive eigenvalues",
    statement=(
        r"Under Assumption 1 and $\alpha < 1/(2\|V\|)$, if N is odd or $\lambda_2 > 0$, almost all initial tokens of"
        r" the Oja map converge to the consensus at $v_1$ or at $-v_1$, for every $d \ge 2$."
    ),
    source=THEOREM,
    kind="convergence",
    repairs="POW-T2.ae",
)
def repaired(least: str = "0", seed: int = 0) -> Iterator[Evidence]:
    """w = a v_1 + b v_2 orthogonal to u: such a w other than 0 exists in span(v_1, v_2) for every u."""
    s = symbols()
    v, a, b, l2, p, q = sp.symbols("v a b lambda_2 p q", real=True)
    scope = (
        "all odd N and all d >= 2; all N >= 1 and lambda_2 > 0; alpha < 1/(2|V|), which includes alpha lambda_d > -1"
    )
    yield conjunction(
        {
            "collinear polygonal points have an eigenvalue above 1 if lambda_2 > 0: w.V w > 0": decide.inequality(
                s.lambda_1 * a**2 + l2 * b**2 > 0,
                [s.lambda_1 > l2, s.lambda_1 > 0, l2 > sp.Rational(least), a**2 + b**2 > 0],
                degree=4,
                scope=scope,
            ),
            "an odd N = p + q leaves p - q = N - 2 q odd, so there are no collinear polygonal points and p != q": (
                decide.identity({"p - q": (p - q, (p + q) - 2 * q)}, scope=scope)
            ),
            "the step is within the range of POW-N4.diffeo: 2 (alpha |V|)^2 < 1": decide.inequality(
                2 * (s.alpha * v) ** 2 < 1, [generic.positive(s.alpha), v > 0, 2 * s.alpha * v < 1], scope=scope
            ),
        },
        scope=scope,
    )
    for N, spectrum in ((1, (1.0, -0.8)), (2, (1.0, 0.3)), (3, (1.0, -0.9)), (4, (1.0, 0.5, -1.0)), (5, (1.0, -1.0))):
        yield _principal_share(N, spectrum, seed, at_least=0.97)


def _principal_share(N: int, spectrum: tuple[float, ...], seed: int, **limits: float) -> Evidence:
    """The share of uniform states that reach the principal consensus; alpha = 0.45/max|lambda|."""
    rng = np.random.default_rng([seed, N])
    V, d = np.diag(spectrum), len(spectrum)
    alpha = 0.45 / float(np.max(np.abs(spectrum)))
    X = runs.settled(st.random_tokens(rng, 400, N, d), lambda Z: st.oja_map(Z, V, alpha), 400, rng)
    scope = f"N = {N}, V = diag{spectrum}, alpha = {alpha:g}, uniform initial tokens: share at the principal consensus"
    return decide.counted(runs.aligned(X, np.eye(d)[0]), scope=scope, seed=seed, covers=False, **limits)


@claim(
    "POW-N5",
    title="Almost global convergence for three or more tokens",
    statement=(
        r"Under Assumption 1, if $N \ge 3$, or $\lambda_2 > 0$, or N = 1, and $\alpha < 1/\max(0, -\lambda_d)$"
        r" (outside finitely many $\alpha$ with some $1 + \alpha\lambda_k\mu = 0$), almost all initial tokens of the"
        " Oja map converge to the principal consensus. (For N odd or $\\lambda_2 > 0$, and $\\alpha\\|V\\| < 1$:"
        " POW-N5.odd.)" + missing(BALANCED)
    ),
    source=NOTE,
    kind="convergence",
    role="extension",
    hypotheses=("alpha > 0", "integer(N)", "N >= 3"),
    instance={"alpha": "1/10", "N": 4},
    twin=Twin("N = 2 with lambda_2 < 0", {"N": 2}),
    expected=Verdict.OPEN,
    rests_on=("POW-N5.odd",),
)
def three_or_more(N: int = 4, seed: int = 0) -> Iterator[Evidence]:
    yield open_(
        "even N >= 4 with exactly one positive eigenvalue",
        "none",
        "where V has one positive eigenvalue and N is even, the collinear polygonal points are no strict saddles; the"
        " dimension count for their stable set has a gap on the subfamily u.V^-1 u = 0. N odd or lambda_2 > 0:"
        " POW-N5.odd",
    )
    yield _principal_share(N, (1.0, -0.7), seed, at_least=0.97)
    yield _principal_share(N + 2, (1.0, -1.0, -0.5), seed, at_least=0.97)
