"""One claim that draws and encloses, for the trial of the wheel."""

import flint
import numpy as np

import attnverify as av


@av.claim(
    "TRIAL-1",
    title="Squares are small, and the square root of two is above 7/5",
    statement="Of uniform $x$ in $[0, 1]$ more than half have $x^2 < 1/2$, and $\\sqrt2 > 7/5$.",
    source=av.Source(av.Paper("trial", "The trial of the wheel"), "every library"),
    kind="trial",
    twin=av.Twin("squares below 1/8", {"bound": 1 / 8}),
    expected=av.Verdict.TESTED,
)
def every_library(bound=1 / 2, seed=0):
    x = np.random.default_rng(seed).uniform(size=1000)
    found = av.draws.counted(x * x < bound, scope="1000 draws", seed=seed, at_least=0.5)
    return found if flint.arb(2).sqrt() > flint.arb("1.4") else av.Evidence(av.Verdict.OPEN, "all", "python-flint")
