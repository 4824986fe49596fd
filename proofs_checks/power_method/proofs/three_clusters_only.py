"""POW-N8.three: where three clusters near the stated angles are at rest, no cluster is pulled across its tokens."""

from __future__ import annotations

from proofs_checks.lemmas.contraction_of_three import GROUPS
from proofs_checks.power_method.proofs.three_angles import FAR, NAMES, ball
from proofs_checks.power_method.proofs.three_clusters_numbers import ANGLE, MORE, box, inside, length, total
from proofs_checks.power_method.proofs.three_clusters_system import ACROSS, AT, CIRCLES, POSITIVE, RESTS, STATE, USE
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, boxes, have, leaf, lemma, rule
from verify.verdict import Verdict

LONG = [f"{length(g)} > 0" for g in GROUPS]


formal(
    "LEM-three-clusters.long",
    title="No image is zero where three clusters are near the stated angles",
    statement=model(MORE, {"letters": ["a, b, c: number"], "given": [ball(NAMES, FAR)], "show": [" and ".join(LONG)]}),
    proof=have(inside(FAR), both(*[boxes(**box(FAR))] * 3)),
    expected=Verdict.CERTIFIED,
)

_SAME = "forall i: Z[i] == three[i]"


def _rests(g: int) -> object:
    group, s = GROUPS[g], ANGLE[GROUPS[g]]
    image = "(three[t] + alpha*seen(three, t))"
    moved = "value(attention, Z, t)"
    along = f"dot({AT[group]}, {image})"
    same = f"dot({moved}, {ACROSS[group]}) == dot(Z[t], {ACROSS[group]})"
    return rule(
        "some element, group",
        have(
            [
                (f"{total(group)} > 0", leaf()),
                (
                    f"{along}*{total(group)} == {length(group)}",
                    leaf(f"eq {total(group)}: cos({s})^2 + sin({s})^2 == 1", use=USE),
                ),
                (
                    f"{along} > 0",
                    leaf(
                        f"1: {LONG[g]}; 1/{total(group)} > 0",
                        f"eq -1/{total(group)}: {along}*{total(group)} == {length(group)}",
                    ),
                ),
                (
                    f"norm({image}) > 0",
                    lemma("LEM-direction.length", leaf(), l=f"1/{along}*({AT[group]})", u=image),
                ),
                (f"{moved} == Z[t]", KNOWN),
                (same, lemma("LEM-same-dot", u=moved, w="Z[t]", z=ACROSS[group])),
            ],
            leaf(f"eq 20*{total(group)}*norm({image}): {same}", use=[*USE, _SAME]),
        ),
        C=RESTS[g],
        new={"x": "t"},
        spaces={"G": group},
    )


formal(
    "LEM-three-clusters.rest",
    title="No cluster is pulled across its tokens where three clusters near the stated angles are at rest",
    statement=model(
        {**STATE, "given": [fact for fact in STATE["given"] if fact not in (*RESTS, STATE["given"][-4])]},
        {
            "letters": ["Z[token]: vector"],
            "given": [ball(NAMES, FAR), _SAME, "forall i: value(attention, Z, i) == Z[i]"],
            "show": [" and ".join(RESTS)],
        },
    ),
    proof=have(
        [POSITIVE, *CIRCLES, (" and ".join(LONG), lemma("LEM-three-clusters.long"))],
        both(*[_rests(g) for g in range(3)]),
    ),
    expected=Verdict.CERTIFIED,
)
