"""Two tokens: the flow in the plane has a first integral, and antipodal pairs a basin of positive measure."""

import attnverify.stability as st
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.convergence import monte_carlo as runs
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import counted
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
flint = lazy("flint")

NOTE = Source(PAPER, "Theorem 2 (extension)")


@claim(
    "POW-N5.basin",
    title="A basin of positive measure for two tokens",
    statement=(
        r"For N = 2, V = diag(1, -1) and $\alpha = 1/4 < 1/(2\|V\|)$ between 15 and 26 per cent of uniformly drawn"
        " initial states do not converge to the principal consensus but to antipodal pairs."
    ),
    source=NOTE,
    kind="experiment",
    role="extension",
    twin=Twin("three tokens", {"N": 3}),
    expected=Verdict.TESTED,
)
def pair_basin(N: int = 2, seed: int = 0) -> Evidence:
    rng = np.random.default_rng(seed)
    V = np.diag([1.0, -1.0])
    X = runs.settled(st.draws.random_tokens(rng, 2000, N, 2), lambda Z: st.oja_map(Z, V, 0.25), 300, rng)
    elsewhere = np.linalg.norm(np.sum(X, axis=1), axis=-1) < 1e-5
    scope = f"N = {N}, d = 2, V = diag(1, -1), alpha = 1/4, 2000 uniform states"
    return counted(elsewhere, scope=scope, seed=seed, at_least=0.15, at_most=0.26)


@claim(
    "POW-N5.fraction",
    title="The share of states inside a level of the first integral",
    statement=(
        r"For V = diag(1, -1) and uniformly distributed a, b the set $\{\cos2\sigma > 0, |\sin2\sigma| <"
        r" \cos^2\delta\}$, whose boundary is a level of the first integral of POW-N5.pair through $\delta = 0$,"
        r" $|\sin2\sigma| = 1$, has the measure $\frac1{\pi^2}\int_0^\pi\arcsin(\cos^2\delta)\,d\delta$, between"
        " 0.1934 and 0.1937. (Missing for a proof: the measure of a set of states.)"
    ),
    source=NOTE,
    kind="experiment",
    role="extension",
    twin=Twin("at most 0.1935", {"highest": "0.1935"}),
    expected=Verdict.ARGUED,
    rests_on=("POW-N5.pair",),
)
def share_of_the_basin(highest: str = "0.1937") -> Evidence:
    """arcsin(cos^2 delta)/pi decreases on [0, pi/2] from 1/2 to 0: sums over bins enclose its mean."""
    bins = 4096
    half = flint.arb.pi() / 2
    values = [(half * k / bins).cos() ** 2 for k in range(1, bins)]
    total = sum((value.asin() for value in values), flint.arb(0)) / flint.arb.pi() / bins
    low, high = total, total + flint.arb(1) / (2 * bins)
    scope, method = f"{bins} bins, by monotonicity", "python-flint: lower and upper sums in balls"
    if low > flint.arb("0.1934") and high < flint.arb(highest):
        return Evidence(Verdict.ARGUED, scope, method, f"between {low.str(6)} and {high.str(6)}")
    return open_(scope, method, f"only between {low} and {high}")
