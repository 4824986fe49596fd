"""Theorem 4.5 at -v: the opposite hemisphere, from the theorem for the eigenvector -v."""

import re

from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, causal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_5 import CONCLUSIONS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, take, unfold, witness

_MINUS = "(-v)"
_OTHER = f"exists c in vector: c != 0 and dot({_MINUS}, c) == 0 and U(c) == m1*c"
_TOP = "forall m in number: eigenvalue(U, v, m) => m < lam"
_STARTS = "at_start(forall i: dot(v, y[i]) < 0)"

OPPOSITE_TOP = (
    f"simple_top(U, {_MINUS}, lam)",
    unfold(
        "simple_top(U, v, lam)",
        unfold(
            "goal",
            both(
                leaf(use=["U(v) == lam*v"]),
                leaf(use=["dot(v, v) == 1"]),
                intro(
                    ["m1", ""],
                    unfold(
                        f"eigenvalue(U, {_MINUS}, m1)",
                        obtain(
                            _OTHER,
                            "c",
                            have(
                                [
                                    (
                                        "eigenvalue(U, v, m1)",
                                        unfold(
                                            "goal",
                                            witness(
                                                "c",
                                                both(KNOWN, leaf(f"eq -1: dot({_MINUS}, c) == 0"), KNOWN),
                                            ),
                                        ),
                                    )
                                ],
                                take(_TOP, ["m1"], KNOWN),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
# the conclusions of the theorem for the eigenvector -v
AT_MINUS = re.sub(r"\bv\b", _MINUS, " and ".join(f"({text})" for text in CONCLUSIONS))
_THEOREM = (
    AT_MINUS,
    lemma(
        "CON-T4.5.plus",
        leaf(use=["U(v) == lam*v"]),
        leaf(use=["dot(v, v) == 1"]),
        KNOWN,
        KNOWN,
        KNOWN,
        enter("start", intro("p", have(["dot(v, y[p]) < 0"], leaf("1: dot(v, y[p]) < 0")))),
        KNOWN,
        KNOWN,
        v=_MINUS,
    ),
)

formal(
    "CON-T4.5.minus",
    title="Theorem 4.5 at -v",
    sentence=r"All that CON-T4.5.plus says of v and of $\{v^Ty_i > 0\}$ holds of -v and of $\{v^Ty_i < 0\}$.",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        {
            "letters": ["B[token]: number"],
            "given": [_STARTS, "simple_top(U, v, lam)", "lam > 0"],
            "show": [_THEOREM[0]],
        },
    ),
    proof=have([OPPOSITE_TOP], _THEOREM[1]),
    instance=causal(B=[1, 4, 16], y=[OPPOSITE] * 3),
    twin=Variant(
        "tokens outside the hemisphere",
        {_STARTS: "at_start(forall i: dot(v, y[i]) != 0)"},
        causal(B=[1, 4, 16], y=[OPPOSITE, TOP, OPPOSITE]),
    ),
)
