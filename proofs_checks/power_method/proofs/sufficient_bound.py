"""Remark 4: the bound of Lemma 7 is sufficient and not necessary; when the condition of Lemma 4 is needed."""

from __future__ import annotations

from proofs_checks.power_method.proofs.energy import BELOW, RISE, STEP, STEP_VALUES, instance
from proofs_checks.power_method.proofs.models import OJA, V
from proofs_checks.power_method.proofs.step_size_sharp import NEEDED
from verify.formal import Variant, all_formal, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, both, have, intro, leaf, lemma, obtain, rule, split, take

MOVES = "exists i: moved(i) != 0"
MOTION = "sum(i: dot(moved(i), moved(i)))"
CONSENSUS = "fn(i: v)"
OTHERS = "forall m in number: eigenvalue(V, v, m) => low <= m and m < lam"
ENOUGH = "abs(low) <= lam"
STABLE = f"asymptotically_stable(oja, {CONSENSUS})"


def rises(bound: str, least: Tree, below: Tree) -> Tree:
    """The energy rises by at least (1/alpha - bound)/2 times the motion, which is positive."""
    return obtain(
        MOVES,
        "t",
        have(
            [
                ("dot(moved(t), moved(t)) > 0", rule("positive square", u="moved(t)")),
                (
                    f"{MOTION} >= dot(moved(t), moved(t))",
                    rule(
                        "term of a positive sum",
                        leaf("1: sq norm(moved(s))"),
                        e="fn(i: dot(moved(i), moved(i)))",
                        y="t",
                        new={"x": "s"},
                    ),
                ),
                (
                    f"1/alpha - {bound} > 0",
                    leaf("1:", times=["alpha"]) if bound == "0" else leaf("1: alpha*L < 1", times=["alpha"]),
                ),
                (
                    f"{RISE} >= (1/alpha - {bound})/2*{MOTION}",
                    lemma("POW-N4.rise", KNOWN, KNOWN, KNOWN, KNOWN, least, below, L=bound),
                ),
            ],
            leaf(
                f"1: {RISE} >= (1/alpha - {bound})/2*{MOTION}",
                f"1/2: {MOTION} >= dot(moved(t), moved(t)); 1/alpha - {bound} > 0",
                f"1/2: dot(moved(t), moved(t)) > 0; 1/alpha - {bound} > 0",
            ),
        ),
    )


BOUND = "2/(abs(low) - lam)"
SHARP = " and ".join(
    f"({part.replace('consensus', CONSENSUS).replace('/c ', '/(1 + alpha*lam) ')})"
    for part in all_formal()["POW-L4.sharp"].statement["show"]
)
BEYOND = have(
    [
        ("low < lam", take(OTHERS, ["low"], KNOWN)),
        (SHARP, lemma("POW-L4.sharp")),
        NEEDED,
    ],
    split(
        f"{BOUND} < alpha or alpha <= {BOUND}",
        intro(
            "",
            rule(
                "contradiction",
                rule("asymptotically stable is Lyapunov stable", F="oja", S=CONSENSUS),
                KNOWN,
                P=f"lyapunov(oja, {CONSENSUS})",
                C="1 <= 0",
            ),
        ),
        have([(f"alpha == {BOUND}", rule("antisymmetry", a="alpha", b=BOUND))], KNOWN),
    ),
)
formal(
    "POW-R4",
    statement=model(
        V,
        OJA,
        STEP,
        {
            "letters": ["L: number", "v: vector", "lam, low: number"],
            "given": [
                "L >= 0",
                BELOW,
                MOVES,
                "V(v) == lam*v",
                "dot(v, v) == 1",
                "lam > 0",
                "eigenvalue(V, v, low)",
                OTHERS,
            ],
            "show": [
                f"alpha*L < 1 => {RISE} > 0",
                f"positive_definite(V) => {RISE} > 0",
                "3/4*1 < 1 and 3/4 > 1/(2*1)",
                f"{ENOUGH} => {STABLE}",
                f"abs(low) > lam => alpha >= 2/(abs(low) - lam) => not {STABLE}",
            ],
        },
    ),
    proof=[
        intro("", rises("L", KNOWN, KNOWN)),
        intro(
            "",
            rises(
                "0",
                leaf(),
                intro(
                    "y",
                    have([("dot(y, V(y)) >= 0", rule("nonnegative form", W="V", u="y"))], leaf("1: dot(y, V(y)) >= 0")),
                ),
            ),
        ),
        both(KNOWN, KNOWN),
        intro(
            "",
            lemma(
                "POW-L4.stable",
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                intro(
                    "",
                    absurd(lemma("LEM-two-signs", leaf(f"1: {ENOUGH}"), leaf("1: abs(low) > lam"), a="lam - abs(low)")),
                ),
            ),
        ),
        intro(",", BEYOND),
    ],
    instance=instance({**STEP_VALUES, "L": 0, "v": [0, 1], "lam": 2, "low": "2/3"}),
    twin=Variant(
        "steps four times as long",
        {"alpha*L < 1 =>": "alpha*L < 4 =>"},
        {
            "tokens": 1,
            "dim": 2,
            "letters": {
                "V": [[1, 0], [0, -3]],
                "alpha": "6/5",
                "x": [["3/5", "4/5"]],
                "f": [["33/sqrt(3793)", "-52/sqrt(3793)"]],
                "L": 3,
                "v": [1, 0],
                "lam": 1,
                "low": -3,
            },
        },
    ),
)
