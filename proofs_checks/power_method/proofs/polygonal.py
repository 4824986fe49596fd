"""Polygonal states of the Oja map, sum of the tokens zero: fixed for every step size, and the spectrum there.

J is the tangent derivative. With s = sum_i d_i it is d_i + (alpha/N) Pi_i V s, so that everything but the eigenvalue 1
comes from M V with M = sum_i Pi_i: kappa s = (alpha/N) M V s for an eigenvalue 1 + kappa.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, rule, unfold

POLYGON: Part = {
    "letters": ["x[token]: vector"],
    "where": ["N := sum(j: 1)", "Pi(i, u) := u - dot(x[i], u)*x[i]", "M(u) := sum(i: Pi(i, u))"],
    "given": ["forall i: dot(x[i], x[i]) == 1", "sum(j: x[j]) == 0"],
}
STATE = POLYGON["given"]
TANGENT: Part = {"letters": ["d[token]: vector"], "given": ["forall i: dot(x[i], d[i]) == 0"]}
J = "d[i] + alpha/N*Pi(i, V(sum(h: d[h])))"
SQUARE = [["3/5", "4/5"], ["-3/5", "-4/5"], ["1", "0"], ["-1", "0"]]
VALUES = {"V": [["2", "1"], ["1", "-1"]], "alpha": "3", "x": SQUARE}
MOVED = {**VALUES, "d": [["-4/5", "3/5"], ["0", "0"], ["0", "2"], ["0", "1"]]}


MODE = {
    "V": [["2", "0"], ["0", "-1"]],
    "alpha": "3",
    "x": [[1, 0], [-1, 0], [0, 1], [0, -1]],
    "d": [[0, 0], [0, 0], ["1/2", 0], ["1/2", 0]],
    "e": [[0, 1], [0, 2], [1, 0], [0, 0]],
    "kappa": 3,
}


def instance(letters: Part, tokens: int = 4) -> Part:
    """Tokens in the plane."""
    return {"tokens": tokens, "dim": 2, "letters": letters}


formal(
    "POW-L6.lin",
    statement=model(V, OJA, POLYGON, TANGENT, {"show": ["fixed(oja, x)", f"forall i: D(oja, x, d, i) == {J}"]}),
    proof=[
        unfold("goal", intro("t", leaf(use=STATE, norms=["1"]))),
        intro("t", leaf(use=[*STATE, *TANGENT["given"]], norms=["1"])),
    ],
    instance=instance(MOVED),
    twin=Variant(
        "without the projector", {"alpha/N*Pi(i, V(sum(h: d[h])))": "alpha/N*V(sum(h: d[h]))"}, instance(MOVED)
    ),
)

formal(
    "POW-N6.modes",
    title="The derivative of the Oja map at a polygonal point, and the sum of an eigenvector under M V",
    sentence=(
        r"At a polygonal state of the Oja map, $\sum_ix_i = 0$, V symmetric, the derivative on tangent vectors is"
        r" $\delta_i + \frac\alpha N\Pi_iV\sum_h\delta_h$ and symmetric; and for an eigenvector $\delta$ with the"
        r" eigenvalue $1 + \kappa$ the sum $z = \sum_i\delta_i$ satisfies $\kappa z = \frac\alpha NMVz$, $M ="
        r" \sum_i\Pi_i$."
    ),
    statement=model(
        V,
        OJA,
        POLYGON,
        TANGENT,
        {
            "letters": ["e[token]: vector", "kappa: number"],
            "given": ["forall i: dot(x[i], e[i]) == 0"],
            "show": [
                "sum(i: dot(D(oja, x, d, i), e[i])) == sum(i: dot(d[i], D(oja, x, e, i)))",
                f"forall i: D(oja, x, d, i) == {J}",
                f"(forall i: {J} == (1 + kappa)*d[i]) => kappa*sum(i: d[i]) == alpha/N*M(V(sum(i: d[i])))",
            ],
        },
    ),
    proof=[
        leaf(use=[*STATE, *TANGENT["given"], "forall i: dot(x[i], e[i]) == 0"], norms=["1"]),
        intro("t", leaf(use=[*STATE, *TANGENT["given"]], norms=["1"])),
        intro(
            "",
            have(
                [
                    (
                        f"sum(i: {J}) == sum(i: (1 + kappa)*d[i])",
                        rule("equal vector sums", e=f"fn(i: {J})", f="fn(i: (1 + kappa)*d[i])", new={"x": "t"}),
                    )
                ],
                KNOWN,
            ),
        ),
    ],
    instance=instance(MODE),
    twin=Variant(
        "without the projectors",
        {"alpha/N*M(V(sum(i: d[i])))": "alpha*V(sum(i: d[i]))"},
        instance(MODE),
    ),
)
