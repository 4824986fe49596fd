"""How often random initial states end at a regular triangle."""

from __future__ import annotations

from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.consensus import PAPER
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import counted
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")


@claim(
    "CON-B7.share",
    title="How often random states end at a triangle",
    statement=(
        r"n = 1, $\ell = 3$, P = -2I: between 12 and 24 per cent of uniformly drawn initial states end with mutual"
        " angles of 120 degrees, the others at consensus, all but at most 2 per cent of the states by t = 40, in a"
        " simulation of (6)."
    ),
    source=Source(PAPER, "Theorem 3.2 (extension: equilibria outside hemispheres)"),
    kind="experiment",
    role="extension",
    twin=Twin("P = -I/2, above the threshold", {"beta": "-1/2"}),
    expected=Verdict.TESTED,
)
def share(beta: str = "-2", seed: int = 0) -> Evidence:
    """Fourth-order Runge-Kutta steps of 1/5, projected, to t = 40; the time scales at both ends are below 4."""
    count, step, P = 1000, 0.2, float(sp.Rational(beta)) * np.eye(2)
    rng = np.random.default_rng(seed)
    Y = st.models.onto_ellipsoid(rng.normal(size=(count, 3, 2)))

    def field(Z: Any) -> Any:
        return st.models.velocity(Z, st.models.head_weights(Z, P))

    for _ in range(200):
        k_1 = field(Y)
        k_2 = field(Y + step / 2 * k_1)
        k_3 = field(Y + step / 2 * k_2)
        Y = st.models.onto_ellipsoid(Y + step / 6 * (k_1 + 2 * k_2 + 2 * k_3 + field(Y + step * k_3)))
    lengths = np.linalg.norm(np.sum(Y, axis=1), axis=-1)
    scope = f"{count} uniform states, projected Runge-Kutta to t = 40"
    triangle, consensus = lengths < 1e-3, lengths > 3 - 1e-3
    return conjunction(
        {
            "end at a triangle": counted(triangle, scope=scope, seed=seed, at_least=0.12, at_most=0.24),
            "end at a triangle or at consensus": counted(triangle | consensus, scope=scope, seed=seed, at_least=0.98),
        },
        scope=scope,
    )
