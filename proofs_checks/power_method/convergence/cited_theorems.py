"""Theorems cited from the literature that the global statements rest on: visible axioms, never decided here.

Each is an entry of its own with the verdict OPEN, so that everything that rests on it is visibly capped. The check of
an entry looks at one elementary instance only.
"""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.power_method import PAPER
from verify.claim import Source, Twin
from verify.evidence import Evidence, open_
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

sp = lazy("sympy")


@claim(
    "POW-AX.lojasiewicz",
    title="Cited theorem: analytic ascent with the angle condition converges to a point",
    statement=(
        "Let F be real analytic on a compact analytic manifold and $x^{(t)}$ a sequence with $F(x^{(t+1)}) -"
        r" F(x^{(t)}) \ge \sigma\|\mathrm{grad}F(x^{(t)})\|\,\|x^{(t+1)} - x^{(t)}\|$, $\sigma > 0$, and $x^{(t+1)} ="
        " x^{(t)}$ where grad F = 0. Then the sequence converges to a single point. (Lojasiewicz's gradient"
        " inequality; Absil, Mahony and Andrews, SIAM J. Optim. 16, 2005.) Not decided here: what rests on it is"
        " capped. Checked only for $F = x^4$: $|F'| = 4|F|^{3/4}$."
    ),
    source=Source(PAPER, "Theorem 2 (theorem cited from the literature, an axiom here)"),
    kind="convergence",
    role="extension",
    hypotheses=("x > 0",),
    instance={"x": "1/2"},
    twin=Twin("exponent 1/2 for x^4", {"power": 2}),
    expected=Verdict.OPEN,
)
def lojasiewicz(power: int = 3) -> Iterator[Evidence]:
    x = sp.Symbol("x", positive=True)
    yield open_("the whole theorem", "none", "a cited theorem, not decided here")
    yield decide.identity(
        {"|F'|^4 = 4^4 F^power": (sp.diff(x**4, x) ** 4, 4**4 * (x**4) ** power)},
        given=[generic.positive(x)],
        scope="F = x^4, exponent 3/4",
        covers=False,
    )


@claim(
    "POW-AX.stablemanifold",
    title="Cited theorem: almost no state converges to a strict saddle",
    statement=(
        "Let f be a $C^1$ map of a compact manifold whose derivative is invertible at every state. The set of states"
        " that converge to fixed points with an eigenvalue of modulus above 1 has measure zero. (Centre-stable"
        " manifold theorem, Shub 1987; Lee, Panageas, Piliouras, Simchowitz, Jordan and Recht, Math. Program. 176,"
        " 2019.) Not decided here: what rests on it is capped. Checked only for linear maps with one real eigenvalue"
        " l > 1: the component along it grows."
    ),
    source=Source(PAPER, "Theorem 2 (theorem cited from the literature, an axiom here)"),
    kind="convergence",
    role="extension",
    hypotheses=("l > 1", "z != 0"),
    instance={"l": "3/2", "z": "1/2"},
    twin=Twin("l > 1/2", {"least": "1/2"}),
    expected=Verdict.OPEN,
)
def stable_manifold(least: str = "1") -> Iterator[Evidence]:
    ell, z = sp.symbols("l z", real=True)
    yield open_("the whole theorem", "none", "a cited theorem, not decided here")
    yield decide.inequality(
        (ell * z) ** 2 > z**2, [ell > sp.Rational(least), z**2 > 0], scope="linear maps, one eigenvalue", covers=False
    )
