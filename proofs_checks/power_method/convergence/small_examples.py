"""Section D.5: the small examples of Fig. 13, N = 10 and d = 3, exact where the spectrum decides, else by runs."""

from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.convergence import monte_carlo as runs
from attnverify.proofs_checks.power_method.convergence.experiments import heads
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import counted
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")


@claim(
    "POW-D5.cons",
    title="Small example with consensus, single head and five heads",
    statement=(
        "N = 10, d = 3, $F$ symmetric with spectrum (1, 1/2, 1/5), weak logits (strength 1/5), alpha = 3/10, one head"
        " and five heads: in more than 95 per cent of the runs all tokens converge to the consensus on $v_1$, and in"
        r" more than 90 per cent the distance to it decreases by $\max(1 + \alpha\lambda_2, 1)/(1 + \alpha\lambda_1)$"
        " per layer, within 2 per cent, for one head as for five."
    ),
    source=Source(PAPER, "D.5, Fig. 13(a)", reconstructed=True),
    kind="experiment",
    twin=Twin("the rate 1/(1 + alpha lambda_1) of token differences", {"lambda_2": 0.0}),
    expected=Verdict.TESTED,
)
def small_consensus(lambda_2: float = 0.5, seed: int = 0) -> Evidence:
    alpha, rate = 0.3, max(1 + 0.3 * lambda_2, 1.0) / 1.3
    parts = {}
    for H in (1, 5):
        arrived, regular = [], []
        for run in range(120):
            rng = np.random.default_rng([seed, H, run])
            V, P, v = heads(rng, H, (1.0, 0.5, 0.2), 0.2)

            def layer(X: Any, P: Any = P, V: Any = V) -> Any:
                return st.attention_map(X, P, V, alpha)

            early = runs.settled(st.draws.random_tokens(rng, 1, 10, 3), layer, 80, rng)
            late = runs.settled(early, layer, 10, rng)
            arrived.append(runs.aligned(runs.settled(late, layer, 60, rng), v, 1e-3)[0])
            distances = [
                np.max(np.linalg.norm(X - np.sign(X @ v)[..., np.newaxis] * v, axis=-1)) for X in (early, late)
            ]
            regular.append(abs((distances[1] / distances[0]) ** 0.1 / rate - 1) < 0.02)
        scope = f"H = {H}, N = 10, d = 3, alpha = 0.3, 120 runs"
        parts[f"{H} heads: consensus on v_1"] = counted(np.array(arrived), scope=scope, seed=seed, at_least=0.95)
        parts[f"{H} heads: the rate"] = counted(np.array(regular), scope=scope, seed=seed, at_least=0.9)
    return conjunction(parts, scope="N = 10, d = 3, H = 1 and 5, random heads and tokens")


@claim(
    "POW-D5.bip",
    title="Small example with a stable bipartite point on the principal eigenvector",
    statement=(
        r"Single head, N = 10, d = 3, V = diag(1, 1/2, 1/5), $P = \log(3)I$, alpha = 3/10, the bipartite point on"
        " $v_1$ with p = q = 5, which satisfies the conditions of Theorem 3 (POW-D5.bip.conditions): more than 95 per"
        " cent of perturbations of size 1/20 per coordinate are reabsorbed, while more than half of all uniformly"
        " drawn states end in consensus on $v_1$."
    ),
    reading="R1: the eigenvector v_1",
    source=Source(PAPER, "D.5, Fig. 13(b)", reconstructed=True),
    kind="experiment",
    twin=Twin("E = 2, that is lambda_2/lambda_1 > tanh a", {"E": "2"}),
    expected=Verdict.TESTED,
    rests_on=("POW-D5.bip.conditions",),
)
def small_bipartite(E: str = "9", seed: int = 0) -> Evidence:
    rng = np.random.default_rng(seed)
    V, P = np.diag([1.0, 0.5, 0.2]), np.log(float(sp.Rational(E))) / 2 * np.eye(3)
    state = np.array([[1.0, 0.0, 0.0]] * 5 + [[-1.0, 0.0, 0.0]] * 5)
    near = st.models.normalise(state + 0.05 * rng.normal(size=(200, 10, 3)))
    starts = {"near": near, "far": st.draws.random_tokens(rng, 200, 10, 3)}
    ends = {name: runs.settled(X, lambda Z: st.attention_map(Z, P, V, 0.3), 400, rng) for name, X in starts.items()}
    v = np.eye(3)[0]
    scope = "N = 10, d = 3, V = diag(1, 1/2, 1/5), alpha = 0.3, 200 runs each"
    return conjunction(
        {
            "small perturbations are reabsorbed": counted(
                runs.bipartite(ends["near"], v, 1e-3), scope=scope, seed=seed, at_least=0.95
            ),
            "from anywhere consensus prevails": counted(
                runs.aligned(ends["far"], v, 1e-3), scope=scope, seed=seed, at_least=0.5
            ),
        },
        scope=scope,
    )
