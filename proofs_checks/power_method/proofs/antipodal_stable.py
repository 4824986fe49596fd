"""An antipodal pair across which V is negative is Lyapunov stable for the Oja map: the states that are not left.

States with |X_i - x_i| + 4/(alpha k) |X_1 + X_2| < min(e, alpha k/40) at both tokens are mapped to such states.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.antipodal_near import OPPOSITE, PAIR, SHOWN, two
from proofs_checks.power_method.proofs.antipodal_pair import SHARE
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, rule, unfold, witness

ALL = "norm(sum(j: X[j]))"
ZERO, UNIT = PAIR["given"][1:3]
ROOM = "min(e, alpha*k/40)"
TRAP = f"fn(e, X: forall i: norm(X[i] - x[i]) + 4/(alpha*k)*{ALL} < {ROOM})"
SUM = "sum(j: X[j]) == X[a] + X[b]"
RADIUS = f"{ROOM}/(2 + 8/(alpha*k))"
SHORT = f"{ALL} <= norm(X[a] - x[a]) + norm(X[b] - x[b])"
POSITIVE = (
    f"{ROOM} > 0",
    rule("minimum strictly above", KNOWN, leaf("1/40: alpha > 0; k > 0"), a="e", b="alpha*k/40", c="0"),
)

ENTERS = have(
    [POSITIVE, (f"{RADIUS} > 0", leaf(f"1: {ROOM} > 0", times=["2 + 8/(alpha*k)"]))],
    witness(
        RADIUS,
        both(
            KNOWN,
            intro(
                "X,",
                have(
                    [
                        (SUM, rule("vector sum over two tokens", e="X", i="a", j="b")),
                        (
                            "norm(X[a] - x[a] + (X[b] - x[b])) <= norm(X[a] - x[a]) + norm(X[b] - x[b])",
                            rule("triangle", u="X[a] - x[a]", w="X[b] - x[b]"),
                        ),
                        (
                            SHORT,
                            leaf(
                                "1: norm(X[a] - x[a] + (X[b] - x[b])) <= norm(X[a] - x[a]) + norm(X[b] - x[b])",
                                use=[SUM, "x[b] == -x[a]"],
                            ),
                        ),
                        f"norm(X[a] - x[a]) < {RADIUS}",
                        f"norm(X[b] - x[b]) < {RADIUS}",
                    ],
                    intro(
                        "t",
                        have(
                            [f"norm(X[t] - x[t]) < {RADIUS}", "1/(alpha*k) > 0"],
                            leaf(
                                f"1: norm(X[t] - x[t]) < {RADIUS}",
                                f"4: 1/(alpha*k) > 0; {SHORT}",
                                f"4: 1/(alpha*k) > 0; norm(X[a] - x[a]) < {RADIUS}",
                                f"4: 1/(alpha*k) > 0; norm(X[b] - x[b]) < {RADIUS}",
                                f"1: {RADIUS} > 0",
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

STAYS_CLOSE = intro(
    "t",
    have(
        [
            f"norm(X[t] - x[t]) + 4/(alpha*k)*{ALL} < {ROOM}",
            (f"{ROOM} <= e", rule("minimum below first", a="e", b="alpha*k/40")),
            "1/(alpha*k) > 0",
            f"{ALL} >= 0",
        ],
        leaf(
            f"1: norm(X[t] - x[t]) + 4/(alpha*k)*{ALL} < {ROOM}",
            f"1: {ROOM} <= e",
            f"4: 1/(alpha*k) > 0; {ALL} >= 0",
        ),
    ),
)


AFTER = f"norm(sum(j: value(oja, X, j))) <= {SHARE}*{ALL}"
ONE_STEP = " and ".join(f"({text.replace('Z', 'X')})" for text in SHOWN)
BEFORE = f"norm(X[t] - x[t]) + 4/(alpha*k)*{ALL} < {ROOM}"
NEXT = "value(oja, X, t)"
TRIANGLE = f"norm({NEXT} - X[t] + (X[t] - x[t])) <= norm({NEXT} - X[t]) + norm(X[t] - x[t])"
KEPT = have(
    [
        "1/(alpha*k) > 0",
        f"{ALL} >= 0",
        (f"{ROOM} <= alpha*k/40", rule("minimum below second", a="e", b="alpha*k/40")),
        (
            "forall i: norm(X[i] - x[i]) < alpha*k/40",
            intro(
                "t",
                have(
                    [BEFORE],
                    leaf(f"1: {BEFORE}", f"1: {ROOM} <= alpha*k/40", f"4: 1/(alpha*k) > 0; {ALL} >= 0"),
                ),
            ),
        ),
        (ONE_STEP, lemma("LEM-pair-near", Z="X")),
    ],
    both(
        KNOWN,
        intro(
            "t",
            have(
                [
                    BEFORE,
                    f"norm({NEXT} - X[t]) <= {ALL}",
                    (TRIANGLE, rule("triangle", u=f"{NEXT} - X[t]", w="X[t] - x[t]")),
                ],
                leaf(
                    f"1: {BEFORE}",
                    f"1: {TRIANGLE}",
                    f"1: norm({NEXT} - X[t]) <= {ALL}",
                    f"4: 1/(alpha*k) > 0; {AFTER}",
                ),
            ),
        ),
    ),
)

ANTIPODES: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {"V": [[1, 0], [0, -1]], "alpha": "1/4", "x": [[1, 0], [-1, 0]], "k": 1},
}
formal(
    "LEM-pair-stable",
    title="An antipodal pair of tokens across which V is negative is Lyapunov stable for the Oja map",
    statement=model(V, OJA, PAIR, {"show": "lyapunov(oja, x)"}),
    proof=two(
        "lyapunov(oja, x)",
        have(
            OPPOSITE,
            rule(
                "trapped",
                unfold("goal", intro("t", leaf(use=[ZERO, UNIT], norms=["1"]))),
                ENTERS,
                KEPT,
                STAYS_CLOSE,
                F="oja",
                S="x",
                P=TRAP,
            ),
        ),
    ),
    instance=ANTIPODES,
    twin=Variant(
        "V not negative across the pair",
        {"<= -k*dot(z, z)": "<= k*dot(z, z)"},
        {**ANTIPODES, "letters": {**ANTIPODES["letters"], "V": [[1, 0], [0, "1/2"]]}},
    ),
)
