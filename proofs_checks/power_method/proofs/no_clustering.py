"""Proposition 1 with the weights of any state: false, since without logits there is no clustering equilibrium."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import ATTENTION_CLASSES, NONSINGULAR, TOKENS
from proofs_checks.power_method.proofs.models import ATTENTION, OJA, P, V
from verify.formal import formal, model
from verify.tactics.build import have, intro, leaf, lemma, obtain, rule, split, take, unfold

S = "V(sum(j: weight({0}, {1}, j)*{0}[j]))".format
BLOCK = "sum(j: weight(x, i, j)*V(w[j]))"
SINGULAR = f"exists w in state: (exists i: w[i] != 0) and (forall i: {BLOCK} - nu[i]*w[i] == 0)"
UNIFORM = "forall b in vector: P(b) == 0"


def equilibrium(Y: str) -> str:
    """What a clustering equilibrium is: at least two values off one line, none of the other classes."""
    return (
        f"(forall i: dot({Y}[i], {Y}[i]) == 1) and (forall i: norm({Y}[i] + alpha*{S(Y, 'i')}) > 0)"
        f" and fixed(attention, {Y}) and off_one_line({Y}) and not polygonal({Y})"
    )


EXISTS = f"exists Y in state: {equilibrium('Y')}"
OFF = "exists i, j: Y[i] != Y[j] and Y[i] != -Y[j]"
MEAN = "forall i: sum(j: weight(Y, i, j)*Y[j]) == sum(j: Y[j])/sum(j: 1)"
SAME_FIXED = unfold(
    "fixed(attention, Y)",
    unfold(
        "goal",
        intro(
            "t",
            take(
                "forall i: value(attention, Y, i) == Y[i]",
                ["t"],
                have(
                    [("value(oja, Y, t) == value(attention, Y, t)", leaf(use=[UNIFORM]))],
                    lemma(
                        "LEM-chain",
                        a="value(attention, Y, t)",
                        b="Y[t]",
                        c="value(attention, Y, t)",
                        d="value(oja, Y, t)",
                    ),
                ),
            ),
        ),
    ),
)
CONSENSUS = "(forall i, j: Y[i] == Y[j])"
EIGEN = "(forall i: exists l in number: V(Y[i]) == l*Y[i])"
LINE = "(forall i, j: Y[i] == Y[j] or Y[i] == -Y[j])"
BIPARTITE = f"{LINE} and (exists i, j: Y[i] == -Y[j]) and {EIGEN}"
FALSE = "1 <= 0"


def two_tokens(then: object) -> object:
    """The two tokens that are neither equal nor opposite."""
    return obtain(OFF, "s,t", then)


NEITHER = two_tokens(
    split(
        "Y[s] == Y[t] or Y[s] == -Y[t]",
        rule("contradiction", P="Y[s] == Y[t]", C=FALSE),
        rule("contradiction", P="Y[s] == -Y[t]", C=FALSE),
    )
)
EQUAL = two_tokens(have(["Y[s] == Y[t]"], rule("contradiction", P="Y[s] == Y[t]", C=FALSE)))
NO_SUM = have(
    [
        (
            "forall i: sum(j: weight(Y, i, j)*Y[j]) == 0",
            intro("t", take(MEAN, ["t"], leaf(use=["sum(j: Y[j]) == 0", UNIFORM]))),
        )
    ],
    rule("contradiction", P="forall i: sum(j: weight(Y, i, j)*Y[j]) == 0", C=FALSE),
)
CLASSES = f"({CONSENSUS} and {EIGEN}) or ({BIPARTITE}) or sum(j: Y[j]) == 0"

formal(
    "POW-P1.if.R1",
    statement=model(
        V,
        P,
        NONSINGULAR,
        OJA,
        ATTENTION,
        ATTENTION_CLASSES,
        TOKENS,
        {
            "letters": ["nu[token]: number"],
            "given": ["alpha > 0", "forall i: 1 + alpha*nu[i] > 0", SINGULAR],
            "show": EXISTS,
        },
    ),
    refuted={
        "case": [UNIFORM],
        "proof": intro(
            "",
            obtain(
                EXISTS,
                "Y",
                have(
                    [
                        (MEAN, intro("t", leaf(use=[UNIFORM]))),
                        (
                            "forall i: norm(Y[i] + alpha*V(sum(j: Y[j])/sum(j: 1))) > 0",
                            intro("t", have([f"norm(Y[t] + alpha*{S('Y', 't')}) > 0"], leaf(use=[UNIFORM]))),
                        ),
                        ("fixed(oja, Y)", SAME_FIXED),
                        (CLASSES, lemma("POW-L1", x="Y")),
                    ],
                    split(CLASSES, split(f"({CONSENSUS} and {EIGEN}) or ({BIPARTITE})", EQUAL, NEITHER), NO_SUM),
                ),
            ),
        ),
    },
    instance={
        "tokens": 2,
        "dim": 2,
        "letters": {
            "V": [[2, 0], [0, 1]],
            "P": [[0, 0], [0, 0]],
            "alpha": "1/4",
            "x": [[1, 0], ["3/5", "4/5"]],
            "nu": [2, 2],
        },
    },
)
