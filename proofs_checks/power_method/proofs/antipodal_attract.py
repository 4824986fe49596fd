"""Lemma 7 and Theorem 2 for two tokens: from an open set of states they come to no consensus, and to no eigenvector."""

from __future__ import annotations

from proofs_checks.power_method.proofs.antipodal_basin import EIGEN, OFF, PAIR, setting
from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, LENGTH_OF_V, OJA_CLASSES
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, obtain, rule, split, take, unfold, witness

AT_V1 = "(forall i: X[i] == v1) or (forall i: X[i] == -v1)"
CLASSES = "consensus(X) or bipartite(X)"
LOWEST: Part = {
    "letters": ["low: number"],
    "given": [
        "eigenvalue(V, v1, low)",
        "forall m in number: eigenvalue(V, v1, m) => low <= m",
        "alpha > 0",
        "abs(low) > lam1 => alpha < 2/(abs(low) - lam1)",
    ],
}
"""The step bound of Lemma 4, with the lowest eigenvalue."""
EVERY = f"forall i: {EIGEN('Y[i]')}"
NO_EIGENVECTOR = "forall i: not ({})".format(EIGEN("Y[i]"))


def at(sign: str) -> Tree:
    """A consensus at v1 or at -v1 consists of eigenvectors."""
    facts = [f"Y[t] == {sign}v1", "V(v1) == lam1*v1"]
    return unfold(ASSUMPTION["given"][0], intro("t", witness("lam1", leaf(use=facts))))


def refuted(states: str, eigenvectors: Tree) -> Part:
    """Near the pair of LEM-tilted-pair no state is one of `states`, since those consist of eigenvectors."""
    near = intro(
        "",
        have(
            [(EVERY, eigenvectors), (NO_EIGENVECTOR, take(OFF, ["Y"], KNOWN))],
            rule(
                "some element",
                have(
                    [
                        (EIGEN("Y[t]"), take(EVERY, ["t"], KNOWN)),
                        (f"not ({EIGEN('Y[t]')})", take(NO_EIGENVECTOR, ["t"], KNOWN)),
                    ],
                    rule("contradiction", P=EIGEN("Y[t]"), C="1 <= 0"),
                ),
                C="1 <= 0",
                new={"x": "t"},
            ),
        ),
    )
    proof = have(
        [(PAIR, lemma("LEM-tilted-pair", v="v1"))],
        obtain(
            PAIR,
            "x",
            rule(
                "near a stable state",
                KNOWN,
                KNOWN,
                KNOWN,
                near,
                F="oja",
                S="x",
                A=f"fn(X: {states})",
                e="1/10",
                new={"X": "Y"},
            ),
        ),
    )
    return {"case": setting("v1"), "proof": proof}


INSTANCE: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {"V": [[1, 0], [0, -1]], "v1": [1, 0], "lam1": 1, "alpha": "1/8"},
}


def instance(**letters: object) -> Part:
    return {**INSTANCE, "letters": {**INSTANCE["letters"], **letters}}


CONSENSUS = split("(forall i: Y[i] == v1) or (forall i: Y[i] == -v1)", at(""), at("-"))
for id, step, more in (("POW-T2.ae", LENGTH_OF_V, {"norm_of_V": 1}), ("POW-T2.ae.RB", LOWEST, {"low": -1})):
    formal(
        id,
        statement=model(V, OJA, ASSUMPTION, step, {"show": f"almost_all_reach(oja, fn(X: {AT_V1}))"}),
        refuted=refuted(AT_V1, CONSENSUS),
        instance=instance(**more),
    )

formal(
    "POW-L7.lim",
    statement=model(V, OJA, ASSUMPTION, LENGTH_OF_V, OJA_CLASSES, {"show": f"almost_all_reach(oja, fn(X: {CLASSES}))"}),
    refuted=refuted(
        CLASSES, split("consensus(Y) or bipartite(Y)", have(["consensus(Y)"], KNOWN), have(["bipartite(Y)"], KNOWN))
    ),
    instance=instance(norm_of_V=1),
)
