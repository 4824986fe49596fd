"""Section D.5: how large the basins of stable bipartite points are. The certified caps of POW-N9 settle it.

One basin is small for many tokens already by symmetry, as there are 2^N - 2 sign patterns on an eigenvector; so the
question is what all of them have together. In d = 3 the caps of cosine c around v_1 and -v_1 have the share 1 - c of
the sphere (Archimedes), and N tokens in them are on both sides but for the share 2 ((1 - c)/2)^N.
"""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.positive_forms import positive_by
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.convergence import monte_carlo as runs
from attnverify.proofs_checks.power_method.missing import SHARES
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "D.5")


@claim(
    "POW-D5.basin",
    title="The basins of all stable bipartite points together are very small",
    statement=(
        "The basins of attraction of all stable bipartite equilibria of the single-head attention map together contain"
        " less than a tenth of all states, for every P, every symmetric V of Assumption 1 and every number of tokens."
        + missing(SHARES)
    ),
    reading="very small: less than a tenth of all states (uniform measure), for all these equilibria together",
    source=SOURCE,
    kind="experiment",
    hypotheses=(
        "alpha > 0",
        "lambda_1 > lambda_2",
        "lambda_2 > lambda_3",
        "lambda_3 > 0",
        "gain > 1",
        "integer(N)",
        "N >= 2",
        "d == 3",
    ),
    instance={
        "alpha": "3/10",
        "lambda_1": "1",
        "lambda_2": "1/2",
        "lambda_3": "1/5",
        "gain": "10**6",
        "N": 10,
        "d": 3,
    },
    twin=Twin("weaker attention, e^(2 beta/10000) = 1000", {"gain": "1000"}),
    expected=Verdict.ARGUED_FALSE,
    rests_on=("POW-N9",),
)
def small_basins(gain: str = "1000000") -> Iterator[Evidence]:
    """cos theta = 1/100, gain = e^(2 beta cos^2 theta); 1 against 9 tokens is the worst of all divisions."""
    values = {
        "alpha": "3/10",
        "lambda_1": 1,
        "lambda_2": "1/2",
        "lambda_3": "1/5",
        "gain": gain,
        "N": 10,
        "d": 3,
        "c": "1/100",
        "w": st.decrease.opposite_weight(sp.Integer(1), sp.Integer(9), sp.Rational(gain)),
    }
    yield decide.refutation(
        values,
        [
            "w*(1 + gain/(N - 1)) == 1",
            "lambda_2 < lambda_1*(1 - w - w/c)",
            "(1 - c)**N - 2*((1 - c)/2)**N >= 9/10",
        ],
        scope=(
            "N = 10, d = 3, V = diag(1, 1/2, 1/5), P = beta v_1 v_1^T, e^(2 beta/10000) = 10^6: the caps of cosine"
            " 1/100, nine tenths of all states, whatever the division of the tokens"
        ),
        method="the criterion of POW-N9, exactly; the share of a cap by Archimedes",
    )


@claim(
    "POW-D5.basin.repaired",
    title="The basins of principal bipartite points fill all sign patterns as attention sharpens",
    statement=(
        r"Let $P = \beta v_1v_1^T$, V symmetric with $l = \max_{j\ge2}|\lambda_j| < \lambda_1$. For every angle"
        r" $\theta < 90°$ and every p, q the caps of angle $\theta$ around $\pm v_1$ are in the basin of the bipartite"
        r" point as soon as $\frac{\min(p,q)}{\max(p,q)}e^{2\beta\cos^2\theta} > \frac{\lambda_1(1 +"
        r" 1/\cos\theta)}{\lambda_1 - l} - 1$. So as $\beta \to \infty$ all but a share tending to zero of the states"
        " with tokens on both sides of the hyperplane $v_1^Tx = 0$, a share $1 - 2^{1-N}$ of all states, converge to"
        " principal bipartite points. (The caps are proved, POW-D5.basin.repaired.caps; what remains is the share.)"
        + missing(SHARES)
    ),
    source=SOURCE,
    kind="invariance",
    hypotheses=("lambda_1 > 0", "l >= 0", "l < lambda_1", "c > 0", "c <= 1", "gain > 0", "rho > 0", "rho <= 1"),
    instance={"lambda_1": "1", "l": "1/2", "c": "1/2", "gain": "9", "rho": "1"},
    twin=Twin("1/cos(theta) instead of 1 + 1/cos(theta)", {"one": 0}),
    expected=Verdict.ARGUED,
    rests_on=("POW-D5.basin.repaired.caps",),
    repairs="POW-D5.basin",
)
def basins_fill(one: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """rho = min(p, q)/max(p, q), gain = e^(2 beta c^2), w = 1/(1 + rho gain)."""
    s = symbols()
    ell, l1 = sp.Symbol("l", nonnegative=True), s.lambda_1
    c, gain, rho = sp.symbols("c gain rho", positive=True)
    scope = "all N >= 2, p, q >= 1, d >= 2, alpha > 0, every symmetric V with |lambda_j| < lambda_1"
    w = 1 / (1 + rho * gain)
    excess = (1 + rho * gain) * (l1 - ell) * c - l1 * (one * c + 1)
    given = [l1 > 0, generic.at_least(ell, 0), ell < l1, generic.positive(c), c <= 1, generic.positive(gain)]
    given += [generic.positive(rho), rho <= 1, excess > 0]
    yield positive_by(
        l1 * (1 - w - w / c) - ell,
        lambda h, D, c: h / (D * c),
        positive={"h": excess, "D": 1 + rho * gain, "c": c},
        given=given,
        scope=scope,
    )
    yield decide.inequality(
        l1 * (1 + rho * gain - 1 - 1 / c) > ell * (1 + rho * gain), given, scope=scope + " (multiplied by 1 + rho gain)"
    )
    yield _share(seed)


def _share(seed: int) -> Evidence:
    """Ten uniform tokens in R^3, V = diag(1, 1/2, 1/5), P = 4 I, alpha = 0.3: the share that ends bipartite on v_1."""
    rng = np.random.default_rng(seed)
    V, P = np.diag([1.0, 0.5, 0.2]), 4 * np.eye(3)
    X = runs.settled(st.random_tokens(rng, 300, 10, 3), lambda Z: st.attention_map(Z, P, V, 0.3), 300, rng)
    scope = (
        "N = 10, d = 3, V = diag(1, 1/2, 1/5), P = 4 I, alpha = 0.3, 300 uniform states: share ending bipartite on v_1"
    )
    return decide.counted(runs.bipartite(X, np.eye(3)[0]), scope=scope, seed=seed, at_least=0.8, covers=False)
