"""Theorem 4.5 for a negative largest eigenvalue: the second token leaves for -v (CON-H.7.negative.leaves)."""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import causal, diagonal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION
from proofs_checks.consensus.proofs.negative_top import (
    BELOW_TOP,
    EIGEN,
    FACTS,
    FIRST,
    HEIGHTS,
    IN,
    LOWER,
    MOVES,
    OWN,
    PACE,
    RESTS,
    SHARE,
    START,
    A,
    B,
    T,
)
from proofs_checks.lemmas.second import SECOND
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    unfold,
    witness,
)

_LEAVES = (
    f"forall R in number: R >= 0 and ({LOWER('R')}) and at_start(y[f] == v)"
    f" and at_start({B} < 1 and {B} <= {START}) => always(y[f] == v) and exponentially_small(norm(y[g] + v))"
)
SHOWN = [f"exists R in number: R >= 0 and ({LOWER('R')})", f"forall R in number: R >= 0 => {START} > 0", _LEAVES]

_SOME = rule(
    "some bound",
    witness(
        "K1",
        both(
            KNOWN,
            intro(
                ["b", ""],
                have(
                    ["dot(-b, U(b)) <= K1*norm(-b)*norm(b)"],
                    leaf("1: dot(-b, U(b)) <= K1*norm(-b)*norm(b)"),
                ),
            ),
        ),
    ),
    U="U",
    C=SHOWN[0],
    new={"K": "K1"},
)


def _falls(by: str, spare: int) -> Tree:
    """rate(b) <= (1 - b^2)(lam share + R max(b, 0))/root, where b <= start or b <= 2 start; spare: 1 or 2."""
    pushed = f"1: {A} >= {SHARE}/root; lam < 0; {IN}"
    return cases(
        B,
        leaf(
            pushed,
            f"1: {OWN} > 0; {B} >= 0; {T} <= R*(1 - {B}^2)",
            f"1: {OWN} <= 1/root; {B} >= 0; R >= 0; {IN}",
            f"1: {by}; R >= 0; 1/root > 0; {IN}",
            f"{spare}: {START} > 0; 1/root > 0; {IN}",
            f"eq 1: {MOVES}",
        ),
        leaf(
            pushed,
            f"1: {OWN} > 0; {B} < 0; {T} >= 0",
            f"{spare}: {PACE} > 0; {IN}",
            f"eq 1: {MOVES}",
        ),
    )


_STAYS = (
    f"always(-{B} >= -{START})",
    lemma(
        "LEM-barrier",
        enter("start", leaf(f"1: {B} <= {START}")),
        leaf(f"1: {START} > 0"),
        enter("ae", intro("", _falls(f"-{B} > -2*{START}", 2))),
        z=f"-{B}",
        m=f"-{START}",
        l=f"-2*{START}",
    ),
)
_CLOSE = f"exists C in number, d in number: C >= 0 and d > 0 and always({B} <= -1 + C*exp(-d*time))"
_COMES = (
    _CLOSE,
    lemma(
        "LEM-stable-root",
        KNOWN,
        leaf("2:"),
        enter("start", KNOWN),
        enter("ae", intro("", _falls(f"-{B} >= -{START}", 1))),
        z=B,
        K="-1",
        L="1",
        w=PACE,
    ),
)
_ENDS = obtain(
    _CLOSE,
    "C,d",
    lemma(
        "LEM-small.root",
        unfold(
            "goal",
            witness(
                "2*C",
                witness(
                    "d",
                    both(
                        leaf("2: C >= 0"),
                        KNOWN,
                        enter(
                            "every",
                            leaf(f"2: {B} <= -1 + C*exp(-d*time)", use=EIGEN),
                        ),
                    ),
                ),
            ),
        ),
        r="norm(y[g] + v)",
    ),
)

BOUNDED = {
    "letters": ["K: number"],
    "given": ["almost_always(forall a in vector, b in vector: dot(a, P(b)) <= K*norm(a)*norm(b))"],
}
NEGATIVE = {"given": ["simple_top(U, v, lam)", "lam < 0"]}

formal(
    "CON-H.7.negative.leaves",
    title="A negative largest eigenvalue: starts in the hemisphere from which the second token leaves for -v",
    sentence=(
        r"The last part of CON-H.7.negative: for $\lambda < 0$, $\ell \ge 2$ and every bounded P: from $y_1 = v$ and"
        r" $v^Ty_2 \le -\lambda e^{-2K}/(4(R + 1))$, a positive bound, $y_1 = v$ for ever and $y_2 \to -v$,"
        r" exponentially; R bounds -U from above on $v^\perp$."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis lambda > 0"),
    kind="stability",
    role="dropped",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        SECOND,
        BOUNDED,
        NEGATIVE,
        {"show": SHOWN},
    ),
    proof=[
        _SOME,
        intro(
            ["R", ""],
            have(
                [("R + 1 > 0", leaf("1: R >= 0", "1:"))],
                leaf(f"1/2: lam < 0; {SHARE} > 0; 1/(R + 1) > 0"),
            ),
        ),
        intro(
            ["R", ""],
            rule(
                "spectral gap",
                KNOWN,
                have(
                    [(FIRST, lemma("CON-T4.5.b.rates")), (HEIGHTS, lemma("CON-T4.5.d"))],
                    unfold(
                        "solves(causal, y)",
                        have(
                            [BELOW_TOP, *RESTS, *FACTS, _STAYS, _COMES],
                            both(KNOWN, _ENDS),
                        ),
                    ),
                ),
                U="U",
                v="v",
                lam="lam",
                C=_LEAVES.split(" => ", 2)[-1],
                new={"g": "g1", "rho": "rho1"},
            ),
        ),
    ],
    instance=causal(tokens=2, U=diagonal(-1, -3, -2, -4), lam=-1, P=diagonal(1, 1, 1, 1), K=1, f=0, g=1),
    twin=Variant(
        "a start bound of the other sign",
        {f"=> {START} > 0": f"=> {START} < 0"},
        causal(tokens=2, U=diagonal(-1, -3, -2, -4), lam=-1, P=diagonal(1, 1, 1, 1), K=1, f=0, g=1),
    ),
)
