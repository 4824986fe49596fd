"""What is evaluated, not proved: the other half of a criterion at drawn states, an interval of step sizes by boxes."""

from __future__ import annotations

from random import Random

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POSITIVE, instance, values
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import boxes
from verify.verdict import Verdict

CRITERION: Part = {
    "where": [
        "s1 := lam*(p*E - q)/p",
        "s2 := lam*(q*E - p)/q",
        "r1 := 2*E1/p + alpha*s1",
        "r2 := 2*E2/q + alpha*s2",
        "first(m) := s1 - m*E > 0 and (s1 - m*E)*(s2 - m*E) > m^2",
        "second(m) := r1 + alpha*m*E > 0 and (r1 + alpha*m*E)*(r2 + alpha*m*E) > (alpha*m)^2",
    ]
}
"""The two matrices of POW-N1, positive definite where their first entry and their determinant are positive."""


def drawn() -> list[Part]:
    """Twenty-four bipartite states, with groups of one to three tokens, of which some are stable."""
    random = Random(20250619)
    found: list[Part] = []
    while len(found) < 24:
        lam = random.choice((1, 2, 3))
        rest = [f"{random.randint(-3, 3)}/{random.randint(2, 5)}" for _ in range(2)]
        odds = str(random.choice((2, 3, 5, 6, 7)))
        alpha = f"1/{random.randint(2, 9)}"
        letters = values(odds, lam=lam, alpha=alpha, V=symmetric(lam, *rest))
        state = instance(random.randint(1, 3), random.randint(1, 3), letters)
        if state not in found and _small_enough(state):
            found.append(state)
    return found


def _small_enough(state: Part) -> bool:
    """Whether both factors are positive, so that the state is an equilibrium."""
    p, q = state["tokens"]["A"], state["tokens"]["B"]
    letters = state["letters"]
    odds, lam, step = int(letters["a"][4:-1]) ** 2, int(letters["lam"]), 1 / int(letters["alpha"][2:])
    return bool(min(p * odds - q, q * odds - p) >= 0 or step * lam < 1)


formal(
    "POW-N1.stable.only",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        POSITIVE,
        CRITERION,
        {
            "given": ["alpha > 0"],
            "show": [
                "inside_disc(attention, bipartite)"
                " => (forall m in number: eigenvalue(V, v, m) => first(m) and second(m))"
            ],
        },
    ),
    tested=drawn,
    title="The criterion for bipartite states is necessary",
    sentence=(
        r"Let $\alpha, c_1, c_2 > 0$. If all tangent eigenvalues at the bipartite state lie in the open unit disc, then"
        r" for every $j \ne k$ the matrices $S_j$ and $R_j$ of POW-N1.stable, here multiplied by $e^a$, are positive"
        " definite."
    ),
)

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
