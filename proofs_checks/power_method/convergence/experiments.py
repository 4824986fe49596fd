"""Sections 2, 2.1.1, D.4.2 and Discussion: what seeded experiments show, with confidence intervals.

Every run draws its own weights and tokens, so that runs are independent; a limit is called by its distance to the state
named, after enough layers for the spectrum of that limit. The ensemble: F has a random orthonormal eigenbasis and a
fixed spectrum with lambda_1 = 1 strictly dominant, the heads V_h are Gaussian with sum F, the logit matrices Gaussian
with entries of variance strength^2/d.
"""

from collections.abc import Sequence
from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.convergence import monte_carlo as runs
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import counted
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")

FOUR = (1.0, 0.5, 0.2, -0.6)
EIGHT = (1.0, 0.5, 0.4, 0.2, -0.1, -0.2, -0.4, -0.6)


def heads(rng: Any, H: int, spectrum: Sequence[float], strength: float) -> tuple[Any, Any, Any]:
    """V : (H, d, d) with a symmetric sum of this spectrum, P : (H, d, d), and v_1 : (d,)."""
    d = len(spectrum)
    basis = np.linalg.qr(rng.normal(size=(d, d)))[0]
    V = rng.normal(size=(H, d, d)) / np.sqrt(d * H)
    V[-1] += (basis * np.array(spectrum)) @ basis.T - np.sum(V, axis=0)
    return V, strength * rng.normal(size=(H, d, d)) / np.sqrt(d), basis[:, 0]


def principal_share(
    H: int, N: int, spectrum: Sequence[float], strength: float, seed: int, *, count: int = 120, at_least: float = 0.95
) -> Evidence:
    """The share of runs, alpha = 1, that reach the consensus at v_1 or -v_1 within 250 layers."""
    outcomes = []
    for run in range(count):
        rng = np.random.default_rng([seed, H, N, run])
        V, P, v = heads(rng, H, spectrum, strength)

        def layer(X: Any, P: Any = P, V: Any = V) -> Any:
            return st.attention_map(X, P, V, 1.0)

        X = runs.settled(st.draws.random_tokens(rng, 1, N, len(spectrum)), layer, 250, rng)
        outcomes.append(runs.aligned(X, v, 1e-3)[0])
    scope = f"H = {H}, N = {N}, d = {len(spectrum)}, F {tuple(spectrum)}, logit strength {strength:g}, alpha = 1"
    return counted(np.array(outcomes), scope=scope, seed=seed, at_least=at_least)


@claim(
    "POW-2.0.R1",
    title="Asymptotic consensus with random layer-varying weights",
    statement=(
        "Without the feed-forward part, with two Gaussian heads redrawn in every layer (logit strength 1, alpha = 1)"
        " and uniformly random tokens, all tokens become equal as the number of layers grows: in more than 90 per"
        " cent of the runs all distances are below 1e-6 after 150 layers."
    ),
    reading="R1: typical, here random, weights that vary from layer to layer",
    source=Source(PAPER, "Section 2"),
    kind="convergence",
    twin=Twin("the same weights in every layer, logit strength 16", {"constant": True, "strength": 16.0}),
    expected=Verdict.TESTED,
)
def varying_layers(constant: bool = False, strength: float = 1.0, seed: int = 0) -> Evidence:
    H, N, d = 2, 6, 4
    outcomes = []
    for run in range(80):
        rng = np.random.default_rng([seed, run])
        X = st.draws.random_tokens(rng, 1, N, d)
        for t in range(150):
            if t == 0 or not constant:
                V = rng.normal(size=(H, d, d)) / np.sqrt(d * H)
                P = strength * rng.normal(size=(H, d, d)) / np.sqrt(d)
            X = st.attention_map(X, P, V, 1.0)
        outcomes.append(runs.spread(X)[0] < 1e-6)
    scope = f"H = {H}, N = {N}, d = {d}, Gaussian heads, alpha = 1, logit strength {strength:g}"
    return counted(np.array(outcomes), scope=scope, seed=seed, at_least=0.9)


@claim(
    "POW-2.1.gen.ae.R1",
    title="Convergence from nearly any tokens for weak logits",
    statement=(
        r"Constant random heads, single- and two-head, full attention, alpha = 1, $F$ symmetric with $\lambda_1 = 1$"
        " strictly dominant, logit strength 1/4: more than 95 per cent of uniformly drawn initial tokens converge to"
        r" the consensus at $\pm v_1$."
    ),
    reading="R1: weak logits; nearly any: a share of at least 95 per cent",
    source=Source(PAPER, "Section 2.1.1"),
    kind="convergence",
    twin=Twin("logit strength 16", {"strength": 16.0}),
    expected=Verdict.TESTED,
)
def weak_logits(strength: float = 0.25, seed: int = 0) -> Evidence:
    parts = {f"{H} heads": principal_share(H, 6, FOUR, strength, seed) for H in (1, 2)}
    return conjunction(parts, scope="N = 6, d = 4, spectrum of F (1, 0.5, 0.2, -0.6), weak logits, alpha = 1")


@claim(
    "POW-DISC3.R1",
    title="Only the two principal consensus points are observed as attractors",
    statement=(
        r"Constant random heads, H = 4, d = 8, N = 8, $F$ symmetric with $\lambda_1 = 1$ strictly dominant, logit"
        " strength 1, alpha = 1: more than 95 per cent of the runs from uniformly drawn tokens end at the consensus"
        r" at $\pm v_1$."
    ),
    reading="R1: an observation in a random ensemble; R2, that there are no others, is POW-DISC3.R2",
    source=Source(PAPER, "Discussion"),
    kind="experiment",
    twin=Twin("a single head of logit strength 16", {"H": 1, "strength": 16.0}),
    expected=Verdict.TESTED,
)
def two_attractors(H: int = 4, strength: float = 1.0, seed: int = 0) -> Evidence:
    return principal_share(H, 8, EIGHT, strength, seed)


@claim(
    "POW-D4.2.rare",
    title="Stable bipartite points are rare in higher dimension",
    statement=(
        "For a random symmetric Gaussian V and Gaussian P (logit strength 1) in dimension 16, fewer than one per cent"
        r" of the pairs (V, P) have a stable bipartite point with $p = q \ge 2$ for small alpha. In dimension 2 more"
        " than two fifths of them have one: rarity is a matter of dimension and of the logit scale."
    ),
    source=Source(PAPER, "D.4.2"),
    kind="experiment",
    twin=Twin("dimension 4", {"d": 4}),
    expected=Verdict.TESTED,
    rests_on=("POW-N2",),
)
def rare(d: int = 16, strength: float = 1.0, seed: int = 0) -> Evidence:
    scope = (
        "p = q >= 2, small alpha, by the criterion of POW-N2: a > 0 and lambda_2 < lambda_1 tanh a at v_1, or lambda_d,"
        " a < 0 and lambda_1 < lambda_d tanh a at v_d"
    )
    shares: dict[str, tuple[int, dict[str, Any]]] = {
        f"d = {d}": (d, {"at_most": 0.01}),
        "d = 2": (2, {"at_least": 0.4}),
    }
    parts = {
        says: counted(_stable_somewhere(size, strength, seed), scope=f"{says}, {scope}", seed=seed, **limits)
        for says, (size, limits) in shares.items()
    }
    return conjunction(parts, scope=f"d = 16 and d = 2, 2000 random pairs (V, P) each, {scope}")


def _stable_somewhere(d: int, strength: float, seed: int) -> Any:
    rng = np.random.default_rng([seed, d])
    W = rng.normal(size=(2000, d, d))
    eigenvalues, basis = np.linalg.eigh((W + np.swapaxes(W, 1, 2)) / 2)
    P = strength * rng.normal(size=(2000, d, d)) / np.sqrt(d)
    found = np.zeros(2000, dtype=bool)
    # The largest of the other eigenvalues is lambda_2 beside v_1, and lambda_1 beside v_d.
    for own, other, sign in ((-1, -2, 1), (0, -1, -1)):
        v = basis[:, :, own]
        a = sign * np.sum(v * (P @ v[:, :, np.newaxis])[:, :, 0], axis=-1)
        size = sign * eigenvalues[:, own]
        found |= (size > 0) & (a > 0) & (eigenvalues[:, other] < size * np.tanh(a))
    return found
