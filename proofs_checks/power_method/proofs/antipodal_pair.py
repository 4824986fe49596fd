"""An antipodal pair of tokens across which V is negative is Lyapunov stable for the Oja map.

States with |X_i - x_i| + (4/k) |X_1 + X_2| < min(e, k/20) at both tokens are mapped to such states: the sum of the
tokens contracts by 1 - alpha k/4, and no token moves by more than alpha times its length.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.antipodal_step import NEAR_PAIR, PAIR, UNITS
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, have, leaf, lemma, rule

MEAN = " and ".join(
    (
        "dot(m + alpha*V(m), m + alpha*V(m)) <= (1 - 3/5*alpha*k)*n^2",
        "dot(g, g) <= n^2/4",
        "r1 >= 1 - alpha*k/20",
        "r2 >= 1 - alpha*k/20",
    )
)
SUM = "y1/r1 + y2/r2"
SHARE = "(1 - alpha*k/4)"
LOW = "(1 - alpha*k/20)"
TURN = f"dot({SUM}, {SUM})*r1*r2 == dot(m + alpha*V(m), m + alpha*V(m)) - (r1 - r2)^2"
POSITIVE = [
    ("alpha <= 1", leaf("1: alpha <= k", "1: k <= 1")),
    ("alpha*k <= 1", leaf("1: k > 0; alpha <= 1", "1: k <= 1")),
    ("r1 > 0", leaf("1: r1 >= 1 - alpha*k/20", "1/20: alpha*k <= 1", "19/20:")),
    ("r2 > 0", leaf("1: r2 >= 1 - alpha*k/20", "1/20: alpha*k <= 1", "19/20:")),
]
CONTRACTS = have(
    [
        (MEAN, lemma("LEM-pair-mean")),
        *POSITIVE,
        (TURN, leaf(use=UNITS)),
        (f"{LOW} >= 0", leaf("1/20: alpha*k <= 1", "19/20:")),
        (f"r1*r2 >= {LOW}^2", leaf("1: r1 >= 1 - alpha*k/20; r2 > 0", f"1: r2 >= 1 - alpha*k/20; {LOW} >= 0")),
        (
            f"{SHARE}^2*{LOW}^2 >= 1 - 3/5*alpha*k",
            leaf(
                "43/400: sq alpha*k",
                "3/400: alpha*k <= 1; sq alpha*k",
                "1/6400: sq (alpha*k)^2",
            ),
        ),
        "n >= 0",
        (f"{SHARE} >= 0", leaf("1/4: alpha*k <= 1", "3/4:")),
    ],
    rule(
        "below the square",
        leaf(f"1: {SHARE} >= 0; n >= 0"),
        leaf(
            f"1: r1*r2 >= {LOW}^2; sq {SHARE}*n",
            f"1: {SHARE}^2*{LOW}^2 >= 1 - 3/5*alpha*k; sq n",
            "1: dot(m + alpha*V(m), m + alpha*V(m)) <= (1 - 3/5*alpha*k)*n^2",
            "1: sq r1 - r2",
            f"eq 1: {TURN}",
            times=["r1", "r2"],
        ),
        a=f"norm({SUM})",
        b=f"{SHARE}*n",
    ),
)


def moves(i: str) -> Tree:
    """A token moves by at most alpha times the length of the sum."""
    r, y = f"r{i}", f"y{i}"
    return have(
        [
            (MEAN, lemma("LEM-pair-mean")),
            *POSITIVE,
            (f"{r} >= 1/4", leaf(f"1: {r} >= 1 - alpha*k/20", "1/20: alpha*k <= 1", "7/10:")),
            "n >= 0",
        ],
        rule(
            "below the square",
            leaf("1: alpha > 0; n >= 0"),
            leaf(
                f"1: {r} >= 1/4; sq alpha*n",
                "1: dot(g, g) <= n^2/4; alpha > 0; alpha > 0",
                f"1: sq {r} - 1",
                use=UNITS,
                times=[r],
            ),
            a=f"norm({y}/{r} - X{i})",
            b="alpha*n",
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
            "norm(y1/r1 - X1) <= alpha*n",
            "norm(y2/r2 - X2) <= alpha*n",
        ],
    },
    proof=[
        have([(MEAN, lemma("LEM-pair-mean")), *POSITIVE], KNOWN),
        CONTRACTS,
        moves("1"),
        moves("2"),
    ],
    instance=NEAR_PAIR,
    twin=Variant("sixteen times the contraction", {"(1 - alpha*k/4)*n": "(1 - 4*alpha*k)*n"}, NEAR_PAIR),
)
