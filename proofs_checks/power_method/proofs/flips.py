"""Remark 7: all tokens flipped, a clustering equilibrium stays one, with the same weights and scalars."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from proofs_checks.power_method.proofs.models import ATTENTION, P, V
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, intro, leaf, lemma, restate, take, unfold

FLIPPED = "fn(h: -x[h])"
KEPT = "forall i: value(attention, x, i) == x[i]"
LENGTH = "forall i: norm(x[i] + alpha*V(sum(j: weight(x, i, j)*x[j]))) > 0"


def opposite(u: str, w: str) -> Tree:
    """Equal vectors have equal opposites."""
    return restate(
        f"(-1)*({u}) + 0*x[t] == (-1)*({w}) + 0*x[t]",
        lemma("LEM-same-combination", u=u, w=w, z="x[t]", k="-1", l="0"),
    )


VALUES = {"V": [[2, 0], [0, 1]], "P": [[0, 1], [-1, 0]], "alpha": "1/2", "x": [[1, 0], [1, 0]], "nu": [2, 2]}
formal(
    "POW-R7.flip.all",
    title="Flipping all tokens keeps an equilibrium, its weights and its scalars",
    sentence=(
        r"Flipping all tokens of a state with all $y_i \ne 0$ of the attention map, full attention, V symmetric and"
        " any P, leaves all attention weights as they are, makes an equilibrium of an equilibrium, and leaves true"
        r" what holds of the relations $s_i = \nu_ix_i$, with the same $\nu_i$."
    ),
    statement=model(
        V,
        P,
        ATTENTION,
        {
            "letters": ["x[token]: vector", "nu[token]: number"],
            "given": [LENGTH],
            "show": [
                f"forall i, j: weight({FLIPPED}, i, j) == weight(x, i, j)",
                f"fixed(attention, x) => fixed(attention, {FLIPPED})",
                "forall i: V(sum(j: weight(x, i, j)*x[j])) == nu[i]*x[i]"
                f" => V(sum(j: weight({FLIPPED}, i, j)*(-x[j]))) == nu[i]*(-x[i])",
            ],
        },
    ),
    proof=[
        intro("s,t", leaf()),
        intro(
            "",
            unfold(
                "fixed(attention, x)",
                unfold("goal", intro("t", take(KEPT, ["t"], opposite("value(attention, x, t)", "x[t]")))),
            ),
        ),
        intro("t,", opposite("V(sum(j: weight(x, t, j)*x[j]))", "nu[t]*x[t]")),
    ],
    instance=plane(VALUES, tokens=2),
    twin=Variant(
        "the scalars change their sign",
        {"== nu[i]*(-x[i])": "== -nu[i]*(-x[i])"},
        plane(VALUES, tokens=2),
    ),
)
