"""As many tokens at u as at -u, two or more of each, are not Lyapunov stable for the Oja map if V has a positive form.

Two tokens at one pole are moved so that the sum of the tokens is a small multiple of a vector v with <v, V v> > 0. Such
an orbit would have to stay near the state, and to come to rest there, with a positive energy.
"""

from __future__ import annotations

from proofs_checks.lemmas.nudged import FRAME
from proofs_checks.power_method.proofs.balanced_orbit import STEP
from proofs_checks.power_method.proofs.balanced_still import BALANCED
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, obtain, rule, witness

PUSH: Part = {
    "letters": ["v: vector", "a, b: token", *FRAME["letters"]],
    "given": [*FRAME["given"], "a < b", "x[b] == x[a]", "dot(x[a], v) < 0", "dot(v, V(v)) > 0"],
}
RADIUS = "(1/(2 + 2*alpha*K))"
MOVED = (
    "exists X in state, s in number: s > 0 and (forall i: dot(X[i], X[i]) == 1)"
    " and (forall i: norm(X[i] - x[i]) < d) and sum(i: X[i]) == sum(i: x[i]) + s*v"
)
SUM = "sum(i: X[i])"
STARTS = have(
    [(MOVED, lemma("LEM-nudged", delta="d"))],
    obtain(
        MOVED,
        "X,s",
        have(
            [
                (
                    f"dot({SUM}, V({SUM})) > 0",
                    leaf(
                        "1: s > 0; s > 0; dot(v, V(v)) > 0", use=[f"{SUM} == sum(i: x[i]) + s*v", "sum(j: x[j]) == 0"]
                    ),
                ),
            ],
            witness("X", KNOWN),
        ),
    ),
)
NO_ENERGY = "dot(sum(j: y[0, j]), V(sum(j: y[0, j]))) <= 0"
RUNS = have(
    [(NO_ENERGY, lemma("LEM-balanced-orbit", r=RADIUS))],
    lemma("LEM-two-signs", leaf(f"1: {NO_ENERGY}"), leaf(f"1: {NO_ENERGY[:-4]}> 0"), a=f"-{NO_ENERGY[:-5]}"),
)
formal(
    "LEM-balanced-unstable",
    title="As many tokens at u as at -u, two of them at one place, are not Lyapunov stable where V has a positive form",
    statement=model(V, OJA, BALANCED, STEP, PUSH, {"show": "not lyapunov(oja, x)"}),
    proof=intro(
        "",
        rule(
            "some bound",
            have(
                [
                    ("alpha*K > 0", leaf("1: alpha > 0; K > 0")),
                    (f"{RADIUS} > 0", leaf("1:", times=["2 + 2*alpha*K"])),
                    (f"{RADIUS} <= 1/2", leaf("1: alpha*K > 0", times=["2 + 2*alpha*K"])),
                    (f"alpha*K*{RADIUS} <= 1/2", leaf("1:", times=["2 + 2*alpha*K"])),
                ],
                rule(
                    "stable orbits",
                    KNOWN,
                    KNOWN,
                    STARTS,
                    RUNS,
                    F="oja",
                    S="x",
                    e=RADIUS,
                    P="fn(X: dot(sum(i: X[i]), V(sum(i: X[i]))) > 0)",
                    C="1 <= 0",
                ),
            ),
            U="V",
            C="1 <= 0",
        ),
    ),
)
