"""Consequences of cone collapse: products above a nonnegative alpha, and what fails for a negative one."""

from __future__ import annotations

from proofs_checks.perspective.proofs.cone import CLUSTERS, HEMISPHERE, collapse
from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, USA, WEIGHTS, WEST, still
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, enter, have, intro, leaf, rule

_FIRST = "start(x[t])"


def from_a_token(flow: str) -> Tree:
    """The hemisphere around the place where one of the tokens starts."""
    inside = enter(
        "start", intro("p", have(["dot(x[t], x[p]) > alpha"], leaf("1: dot(x[t], x[p]) > alpha", "1: alpha >= 0")))
    )
    step = collapse(flow, _FIRST, [(HEMISPHERE.replace("w,", f"{_FIRST},"), inside)])
    return rule("some element", step, new={"x": "t"}, C=f"solves({flow}, x) => ({CLUSTERS})")


formal(
    "PER-T4.2.alpha",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["alpha: number"],
            "given": ["beta >= 0", "alpha >= 0", "at_start(forall i, j: dot(x[i], x[j]) > alpha)"],
            "show": [f"solves(sa, x) => ({CLUSTERS})", f"solves(usa, x) => ({CLUSTERS})"],
        },
    ),
    proof=[from_a_token("sa"), from_a_token("usa")],
    instance=still(EAST, EAST, alpha="1/2", beta=LOG2),
    twin=Variant(
        "a negative alpha (for tokens at rest to tend to one point is to be there)",
        {"alpha >= 0": "alpha >= -2", CLUSTERS: "always(forall i, j: x[i] == x[j])"},
        still(EAST, WEST, alpha="-2", beta=LOG2),
    ),
)

_TOGETHER = "forall i, j: tends(norm(x[i] - x[j]), 0)"

formal(
    "PER-T4.2.alpha.negative",
    title="Tokens whose products exceed a negative alpha cluster",
    sentence=r"For every $\alpha > -1$: if $\langle x_i(0), x_j(0)\rangle > \alpha$ for all $i, j$, the tokens of the"
    r" solution of SA (USA) converge to each other, for every $\beta \geq 0$.",
    role="dropped",
    no_repair="the proof of Theorem 4.2 uses alpha >= 0 only, which is PER-T4.2.alpha",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["alpha: number"],
            "given": [
                "beta >= 0",
                "alpha > -1",
                "at_start(forall i, j: dot(x[i], x[j]) > alpha)",
            ],
            "show": [f"solves(sa, x) => ({_TOGETHER})", f"solves(usa, x) => ({_TOGETHER})"],
        },
    ),
    refuted={"instance": still(EAST, ["-1/2", "sqrt(3)/2"], ["-1/2", "-sqrt(3)/2"], alpha="-3/4", beta=LOG2)},
)
