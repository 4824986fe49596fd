"""Section 2.1.1: stable bipartite and multi-cluster equilibria of the single-head map, by exact examples.

Two antipodal tokens per example; with n tokens per pole the weights are the same and the only further eigenvalue is
1/c, n - 1 times per pole and direction (POW-L14.class3), so each example stands for every n.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import stability as st
from proofs_checks.examples import example
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.clustering import cluster_examples
from proofs_checks.power_method.clustering.clustering import EXACT
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

np = lazy("numpy")

SOURCE = Source(PAPER, "Section 2.1.1")
SIZES = ("integer(d)", "d >= 2", "integer(n)", "n >= 1", "alpha > 0")
INSTANCE = {"d": 2, "n": 3, "alpha": "1/4"}


def stable_poles(k: int, diagonal: tuple[int, int], odds: str) -> Evidence:
    """Tokens at e_k and -e_k, V diagonal with d = 2, P = log(odds) I, alpha = 1/4: an equilibrium, spectrum inside."""
    pole = [str(int(a == k - 1)) for a in range(2)]
    given = cluster_examples.Example(
        tokens=[pole, [f"-{entry}" for entry in pole]],
        counts=[1, 1],
        V=[[diagonal[0], 0], [0, diagonal[1]]],
        M=[["1", "0"], ["0", "1"]],
        base=odds,
        alpha="1/4",
    )
    state, V, A = given.state(), cluster_examples.fractions(given.V), given.weights()
    values = given.values()
    nu = np.array([Fraction(entry) for entry in values["nu"]], dtype=object)
    # P enters the tangent Jacobian only through A: the derivative of the attention is along the pole, and V keeps it
    # there (POW-L12.datt).
    J = st.states.cluster_jacobian(state, A, cluster_examples.fractions(given.M), V, Fraction(1, 4), nu)
    other = diagonal[2 - k]
    values |= {"J": cluster_examples.texts(J.reduced), "c": str(1 + Fraction(1, 4) * nu[0])}
    relations = [
        *cluster_examples.equilibrium(2),
        f"V@X[0] == {diagonal[k - 1]}*X[0]",
        f"V[{2 - k}][{2 - k}] == {other}",
        "c == 1 + alpha*nu[0]",
        "c > 1",
        # The all-equal and the alternating vector are eigenvectors of J; 1/c is the within-group eigenvalue.
        "J@ones(2) == (J[0][0] + J[0][1])*ones(2)",
        "J@[1, -1] == (J[0][0] - J[0][1])*[1, -1]",
        "Abs(J[0][0] + J[0][1]) < 1",
        "Abs(J[0][0] - J[0][1]) < 1",
    ]
    return example(values, relations, scope="existence, every n >= 1", method=EXACT)


@claim(
    "POW-2.1.bip",
    title="Stable bipartite equilibria on other eigenvectors, and stable clusters, with one head",
    statement=(
        r"For one head there are locally asymptotically stable bipartite equilibria on $\pm v_k$ with $k \geq 2$ ($d"
        r" = 2$, $V = \mathrm{diag}(1, -2)$, $P = -\log3\,I$, $\alpha = 1/4$, n tokens per pole), and stable"
        " equilibria with several clusters that are not bipartite."
    ),
    reading="R1: k >= 2; can be: for suitable V and P. (By POW-N2 only k = d is possible among k >= 2.)",
    source=SOURCE,
    kind="stability",
    hypotheses=SIZES,
    instance=INSTANCE,
    twin=Twin("attraction, P = log 3 I, in place of repulsion", {"odds": "3"}),
    expected=Verdict.ARGUED,
    rests_on=("POW-L12.datt", "POW-L14.class3", "POW-N8"),
)
def other_eigenvectors(odds: str = "1/3") -> Iterator[Evidence]:
    clusters = example(
        cluster_examples.TWO.values(),
        [*cluster_examples.equilibrium(2), "dot(X[0], X[1]) > -1"],
        scope="existence; stable by POW-N8",
        method=EXACT,
    )
    parts = {"k = 2, bipartite": stable_poles(2, (1, -2), odds), "two clusters, not bipartite": clusters}
    yield conjunction(parts, scope="existence")


@claim(
    "POW-2.1.bip.R2",
    title="Stable bipartite equilibria with one head, on the first or the last eigenvector",
    statement=(
        r"For one head there are locally asymptotically stable bipartite equilibria on $\pm v_k$ for $k = 1$ ($d ="
        r" 2$, $V = \mathrm{diag}(2, 1)$, $P = \log3\,I$) and for $k = d$ ($V = \mathrm{diag}(1, -2)$, $P ="
        r" -\log3\,I$), n tokens per pole, $\alpha = 1/4$."
    ),
    reading="R2: any k",
    source=SOURCE,
    kind="stability",
    hypotheses=SIZES,
    instance=INSTANCE,
    twin=Twin("attraction, P = log 3 I, on the last eigenvector", {"odds": "3"}),
    expected=Verdict.ARGUED,
    rests_on=("POW-L12.datt", "POW-L14.class3"),
)
def any_eigenvector(odds: str = "1/3") -> Iterator[Evidence]:
    parts = {"k = 1": stable_poles(1, (2, 1), "3"), "k = d": stable_poles(2, (1, -2), odds)}
    yield conjunction(parts, scope="existence")
