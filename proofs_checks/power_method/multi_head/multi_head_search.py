"""Section 2.1.1: what a random search over multi-head systems finds, and a certified stable two-cluster state it met.

The paper reports that none was found and names no ensemble; ours is the standard layout with Gaussian factors. With
weak logits every run ends near a consensus; with stronger ones a few per cent end in stable clusters, one of which is
certified.
"""

from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.power_method import PAPER
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import drawn
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

flint = lazy("flint")
np = lazy("numpy")

# Drawn by the ensemble with logits twice as large, rounded to tenths: O, V_cat (4, 4), queries and keys of two heads.
OUTPUT = ((-2, 5, 0, -2), (2, 9, 1, -2), (8, -7, 0, 8), (0, 4, -3, -1))
STACKED = ((1, -1, -5, 6), (6, 10, 2, 2), (-2, -2, 2, -3), (4, 4, 4, -1))
QUERIES = (((4, 2), (11, -11), (9, 6), (1, 3)), ((1, 3), (4, 11), (22, 10), (-7, -7)))
KEYS = (((-2, -13), (-1, -2), (3, 6), (5, -1)), ((-4, -3), (-12, 6), (7, -12), (3, 9)))
TOKENS = ((-0.347663, -0.798462, 0.160640, -0.464525), (0.344063, 0.791345, -0.094340, 0.496481))
COUNTS = (5, 3)


@claim(
    "POW-2.1.nobip.R3",
    title="A random search with weak logits finds no bipartite state",
    statement=(
        "H = 2 heads in the standard layout with d = 4 and independent Gaussian factors, F with a real positive"
        r" dominant eigenvalue, logits of order 1/2, N = 8 random tokens, $\alpha = 1$: after 300 layers all pairs"
        " of tokens have a positive inner product, so that no run is near a bipartite state. (POW-N7.random shows"
        " that stronger logits do give stable clusters.)"
    ),
    reading="R3: none seen in random search; the ensemble is ours, the paper names none",
    source=Source(PAPER, "Sections 2.1.1 and 3.1, D.4.1, Discussion"),
    kind="experiment",
    twin=Twin("logits sixteen times as large", {"logit_scale": 8.0}),
    expected=Verdict.TESTED,
)
def random_search(logit_scale: float = 0.5, seed: int = 0) -> Evidence:
    return drawn(
        lambda draw: _closest_to_antipodal(draw, logit_scale),
        scope="random heads of the standard layout, d = 4, H = 2, N = 8, logits of order 1/2",
        draws=40,
        seed=seed,
    )


def _closest_to_antipodal(draw: int, logit_scale: float) -> float | None:
    """The smallest inner product of two tokens after 300 layers; None without a real positive dominant eigenvalue."""
    rng = np.random.default_rng(draw)
    d, width, N = 4, 2, 8
    output, stacked = rng.standard_normal((2, d, d)) / np.sqrt(d)
    V = np.stack([output[:, h * width : (h + 1) * width] @ stacked[h * width : (h + 1) * width] for h in range(2)])
    eigenvalues = np.linalg.eigvals(np.sum(V, axis=0))
    dominant = eigenvalues[np.argmax(np.abs(eigenvalues))]
    if dominant.imag != 0 or dominant.real <= 0:
        return None
    queries, keys = rng.standard_normal((2, 2, d, width))
    P = logit_scale * queries @ np.swapaxes(keys, -1, -2) / d
    X = st.models.normalise(rng.standard_normal((N, d)))
    for _ in range(300):
        X = st.attention_map(X, P, V, 1.0)
    return float(np.min(X @ X.T))


@claim(
    "POW-N7.random",
    title="A stable two-cluster state of random heads, certified",
    statement=(
        r"For the listed heads (H = 2, d = 4, $\mathrm{rank}\,V_h = 2$, F nonsingular with a real positive strictly"
        r" dominant eigenvalue, not symmetric), N = 8 and $\alpha = 1$ the multi-head map has an equilibrium of 5"
        " and 3 equal tokens, nearly but not exactly antipodal, whose tangent eigenvalues all lie inside the unit"
        " disc: asymptotically stable (indirect method). A random search met it; by hyperbolicity it persists for"
        " all heads near these. (Missing for a proof: the tangent spectrum at a fixed point of one or two steps,"
        " several clusters off one line; a zero in a box by the theorem of Krawczyk.)"
    ),
    source=Source(PAPER, "Section 2.1.1, D.4.1 (extension)"),
    kind="stability",
    role="extension",
    twin=Twin("logits a tenth of those", {"divisor": 1000}),
    expected=Verdict.ARGUED,
)
def stable_random_heads(divisor: int = 100) -> Evidence:
    scope = "these heads, N = 8 with clusters of 5 and 3, alpha = 1"
    method = "FLINT: Krawczyk's test, and enclosures of the Jacobian decided by Schur's recursion"
    V, P = _heads()
    counts = np.array(COUNTS, dtype=float)
    tokens = st.models.normalise(np.array(TOKENS))
    A = st.models.attention_weights(tokens, P / divisor, counts=counts)
    nu = np.sum(tokens * st.models.mixed_values(tokens, A, V / 100), axis=1)
    with flint.ctx.workprec(128):
        values, logits = _balls(V, 100), _balls(P, divisor)
        found = st.states.certify_clusters(st.states.Candidate(tokens, nu, counts), logits, values)
        if found is None or not _near(found.state.tokens):
            return open_(scope, method, "Krawczyk's test does not find an equilibrium near the stated tokens")
        if st.states.certified_stable(found, logits, values, flint.arb(1)) is not True:
            return open_(scope, method, "the tangent spectrum is not certified to lie inside the unit disc")
        product = np.sum(found.state.tokens[0] * found.state.tokens[1])
        if not (product > -1 and _standard(V)):
            return open_(scope, method, "the heads or the tokens are not certified to be as stated")
    return Evidence(Verdict.ARGUED, scope, method)


def _heads() -> tuple[Any, Any]:
    """100 V_h and 100 P_h : (2, 4, 4), integers."""
    output, stacked = np.array(OUTPUT), np.array(STACKED)
    V = np.stack([output[:, 2 * h : 2 * h + 2] @ stacked[2 * h : 2 * h + 2] for h in range(2)])
    return V, np.array(QUERIES) @ np.swapaxes(np.array(KEYS), -1, -2)


def _balls(matrices: Any, divisor: int) -> Any:
    return np.vectorize(lambda entry: flint.arb(int(entry)) / divisor, otypes=[object])(matrices)


def _near(tokens: Any) -> bool:
    """Whether every coordinate is certainly within 1e-5 of TOKENS."""
    gaps = [abs(ball - value) for ball, value in zip(tokens.reshape(-1), np.array(TOKENS).reshape(-1), strict=True)]
    return all(gap < flint.arb("1e-5") for gap in gaps)


def _standard(V: Any) -> bool:
    """Ranks 2, F nonsingular, not symmetric, all eigenvalues simple, the dominant one positive and strictly so."""
    ranks = [flint.fmpz_mat(head.tolist()).rank() for head in V]
    F = np.sum(V, axis=0)
    matrix = flint.fmpz_mat(F.tolist())
    roots = [root for root, _ in matrix.charpoly().complex_roots()]
    dominant = max(roots, key=lambda root: float(abs(root).mid()))
    return bool(
        ranks == [2, 2]
        and matrix.det() != 0
        and len(roots) == len(F)
        and not np.array_equal(F, F.T)
        and dominant.imag == 0
        and dominant.real > 0
        and all(abs(root) < dominant.real for root in roots if root is not dominant)
    )
