"""One step of the Oja map near an antipodal pair of tokens across which V is negative, with the normalisation.

The sum of the tokens contracts by 1 - alpha k/4, no token moves by more than its length, and the difference of the
tokens, which is along the line of the pair, moves by at most three times its square.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.antipodal_step import MEAN, NEAR_PAIR, PAIR, SHOWN, SMALL, UNITS
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, lemma, rule

ALL = " and ".join(SHOWN)
SUM = "y1/r1 + y2/r2"
SHARE = "(1 - alpha*k/4)"
LOW = "(1 - eta)"
TURN = f"dot({SUM}, {SUM})*r1*r2 == dot(m + alpha*V(m), m + alpha*V(m)) - (r1 - r2)^2"
POSITIVE: Steps = [
    *SMALL,
    "alpha*k > 0",
    *[(f"r{i} >= {LOW}", leaf(f"1: r{i} >= 1 - n/2", "1/2: n <= 2*eta")) for i in "12"],
    *[(f"r{i} > 0", leaf(f"1: r{i} >= {LOW}", "1/40: alpha*k <= 1", "39/40:")) for i in "12"],
]
LONG: Steps = [
    (f"{LOW} >= 0", leaf("1/40: alpha*k <= 1", "39/40:")),
    (f"r1*r2 >= {LOW}^2", leaf(f"1: r1 >= {LOW}; r2 > 0", f"1: r2 >= {LOW}; {LOW} >= 0")),
]
CONTRACTS = have(
    [
        (ALL, lemma("LEM-pair-mean")),
        *POSITIVE,
        (TURN, leaf(use=UNITS)),
        *LONG,
        (
            f"{SHARE}^2*{LOW}^2 >= 1 - 3/5*alpha*k",
            leaf(
                "1/20: alpha*k > 0",
                "271/3200: sq alpha*k",
                "11/3200: alpha*k <= 1; sq alpha*k",
                "1/25600: sq (alpha*k)^2",
            ),
        ),
        (f"{SHARE} >= 0", leaf("1/4: alpha*k <= 1", "3/4:")),
    ],
    rule(
        "below the square",
        leaf(f"1: {SHARE} >= 0; n >= 0"),
        leaf(
            f"1: r1*r2 >= {LOW}^2; sq {SHARE}*n",
            f"1: {SHARE}^2*{LOW}^2 >= 1 - 3/5*alpha*k; sq n",
            f"1: {MEAN}",
            f"eq 1: {TURN}",
            times=["r1", "r2"],
        ),
        a=f"norm({SUM})",
        b=f"{SHARE}*n",
    ),
)


def moves(i: str) -> Tree:
    """A token moves by at most the length of the sum."""
    r, y = f"r{i}", f"y{i}"
    return have(
        [
            (ALL, lemma("LEM-pair-mean")),
            *POSITIVE,
            (f"{r} >= 1/4", leaf(f"1: {r} >= {LOW}", "1/40: alpha*k <= 1", "29/40:")),
        ],
        rule(
            "below the square",
            KNOWN,
            leaf(
                f"1: {r} >= 1/4; sq n",
                "1/4: alpha^2*dot(V(m), V(m)) <= n^2",
                f"1: sq {r} - 1",
                use=UNITS,
                times=[r],
            ),
            a=f"norm({y}/{r} - X{i})",
            b="n",
        ),
    )


formal(
    "LEM-pair-step",
    title="One step near an antipodal pair: the sum contracts, and both tokens move by little",
    statement={
        **PAIR,
        "show": [
            "r1 > 0 and r2 > 0",
            f"norm({SUM}) <= {SHARE}*n",
            "norm(y1/r1 - X1) <= n",
            "norm(y2/r2 - X2) <= n",
        ],
    },
    proof=[
        have([(ALL, lemma("LEM-pair-mean")), *POSITIVE], KNOWN),
        CONTRACTS,
        moves("1"),
        moves("2"),
    ],
    instance=NEAR_PAIR,
    twin=Variant("eight times the contraction", {"(1 - alpha*k/4)*n": "(1 - 2*alpha*k)*n"}, NEAR_PAIR),
)

LINE = "y1/r1 - y2/r2 - (X1 - X2)"
TILT = "(r2 - r1)*(m/2 + alpha*g)"
EXCESS = "((r1 + r2)/2 - r1*r2)"
IMAGE = SHOWN[1]
NEAR_ONE: Steps = [(f"(r{i} - 1)^2 <= (n/2)^2", leaf(f"1: r{i} >= 1 - n/2; r{i} <= 1 + n/2")) for i in "12"]
TERMS: Steps = [
    *NEAR_ONE,
    "dot(m + alpha*V(m), m + alpha*V(m)) >= 0",
    "dot(m - alpha*V(m), m - alpha*V(m)) >= 0",
    (
        f"{EXCESS} <= n^2/2",
        leaf(
            "1/8: dot(m + alpha*V(m), m + alpha*V(m)) >= 0",
            "3/4: (r1 - 1)^2 <= (n/2)^2",
            "3/4: (r2 - 1)^2 <= (n/2)^2",
            "1/2: sq r1 + r2 - 2",
            use=UNITS,
        ),
    ),
    (
        f"-{EXCESS} <= n^2/2",
        leaf(
            "1/8: dot(m - alpha*V(m), m - alpha*V(m)) >= 0",
            f"1/4: {IMAGE}",
            "1/4: (r1 - 1)^2 <= (n/2)^2",
            "1/4: (r2 - 1)^2 <= (n/2)^2",
            "1/2: sq r1 - r2",
            use=UNITS,
        ),
    ),
    ("(r2 - r1)^2 <= n^2", leaf("2: (r1 - 1)^2 <= (n/2)^2", "2: (r2 - 1)^2 <= (n/2)^2", "1: sq r1 + r2 - 2")),
    (
        f"norm({TILT}) <= n^2",
        rule(
            "below the square",
            KNOWN,
            leaf(
                "1: (r2 - r1)^2 <= n^2; dot(m/2 + alpha*g, m/2 + alpha*g) >= 0",
                "1/4: dot(m - alpha*V(m), m - alpha*V(m)) >= 0; sq n",
                f"1/2: {IMAGE}; sq n",
            ),
            a=f"norm({TILT})",
            b="n^2",
        ),
    ),
    (
        f"norm({EXCESS}*(X1 - X2)) <= n^2",
        rule(
            "below the square",
            KNOWN,
            leaf(
                f"4: {EXCESS} <= n^2/2; -{EXCESS} <= n^2/2",
                f"1: sq {EXCESS}*n",
                use=UNITS,
            ),
            a=f"norm({EXCESS}*(X1 - X2))",
            b="n^2",
        ),
    ),
    (
        f"norm({TILT} + {EXCESS}*(X1 - X2)) <= norm({TILT}) + norm({EXCESS}*(X1 - X2))",
        rule("triangle", u=TILT, w=f"{EXCESS}*(X1 - X2)"),
    ),
]
formal(
    "LEM-pair-drift",
    title="One step near an antipodal pair: the difference of the tokens moves by the square of their sum",
    statement={**PAIR, "show": f"norm({LINE}) <= 3*n^2"},
    proof=have(
        [
            (ALL, lemma("LEM-pair-mean")),
            *POSITIVE,
            *LONG,
            *TERMS,
            (f"r1*r2*({LINE}) == {TILT} + {EXCESS}*(X1 - X2)", leaf(use=UNITS)),
            (
                f"norm(r1*r2*({LINE})) == r1*r2*norm({LINE})",
                rule("norm scaled", leaf("1: r1 > 0; r2 > 0"), u=LINE, k="r1*r2"),
            ),
            (
                f"norm(r1*r2*({LINE})) == norm({TILT} + {EXCESS}*(X1 - X2))",
                lemma("LEM-same-norm", u=f"r1*r2*({LINE})", w=f"{TILT} + {EXCESS}*(X1 - X2)"),
            ),
        ],
        leaf(
            f"1: norm({TILT}) <= n^2",
            f"1: norm({EXCESS}*(X1 - X2)) <= n^2",
            f"1: norm({TILT} + {EXCESS}*(X1 - X2)) <= norm({TILT}) + norm({EXCESS}*(X1 - X2))",
            f"3: r1*r2 >= {LOW}^2; sq n",
            "3/20: alpha*k <= 1; sq n",
            "17/20: sq n",
            "3/1600: sq alpha*k*n",
            f"eq -1: norm(r1*r2*({LINE})) == r1*r2*norm({LINE})",
            f"eq 1: norm(r1*r2*({LINE})) == norm({TILT} + {EXCESS}*(X1 - X2))",
            times=["r1", "r2"],
        ),
    ),
    instance=NEAR_PAIR,
    twin=Variant("a hundredth of the square", {"3*n^2": "n^2/100"}, NEAR_PAIR),
)
