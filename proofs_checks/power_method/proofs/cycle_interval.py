"""The interval of step sizes below the flip of the bipartite point of POW-N11.subcritical, by boxes."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import boxes
from verify.verdict import Verdict

formal(
    "POW-N11.subcritical.point",
    statement={
        "letters": ["alpha: number"],
        "given": ["7/10 <= alpha", "alpha <= 22/25"],
        "show": ["alpha*(3 - tanh(1)) < 2"],
    },
    proof=boxes(alpha=("7/10", "22/25")),
    instance={"letters": {"alpha": "4/5"}},
    twin=Variant("step sizes up to 9/10", {"22/25": "9/10"}, {"letters": {"alpha": "9/10"}}),
    expected=Verdict.CERTIFIED,
    title="A step condition of the bipartite point of POW-N11.subcritical holds on an interval",
    sentence=(
        r"For $7/10 \le \alpha \le 22/25$, $\alpha(3 - \tanh 1) < 2$: the step size is below the flip of the bipartite"
        " point of POW-N11.subcritical."
    ),
    reading="decided here: the inequality alone; not decided: the stability of the bipartite point on that interval",
)
