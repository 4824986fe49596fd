"""Figure 4 and Problem 1: how long two clusters of equal size last at beta = 9."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.common_product import LAW
from proofs_checks.perspective.proofs.configurations import PLACES, RATE_OF, G
from proofs_checks.perspective.proofs.models import EAST, MOTION, NORTH, SA, USA, WEIGHTS, Values
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma
from verify.verdict import Verdict

SCALAR = LAW["sa"].replace("beta", "9").replace("(n - 1)*", "").replace("g", G)
EQUATION = f"almost_always(rate({G}) == {SCALAR})"
LASTS = f"always({G} == 999/1000 => 466710/1000 <= time and time <= 466711/1000)"


def placed(u: Any, v: Any) -> Values:
    """One token at each place."""
    letters = {"beta": 9, "x": [u, v], "u": u, "v": v, "s": 0, "t": 1}
    return {"tokens": {"A": 1, "B": 1}, "dim": 2, "letters": letters}


formal(
    "PER-FIG4.life",
    title="Two clusters of equal size at right angles last for 466 units of time at beta = 9",
    sentence=r"SA at $\beta = 9$: half of the tokens at $u(t)$, half at $v(t)$, $\langle u(0), v(0)\rangle = 0$;"
    r" where $\langle u, v\rangle = 1 - 10^{-3}$, $466.710 \leq t \leq 466.711$. Nothing is said of how random tokens"
    r" come to such clusters.",
    statement=model(
        {"groups": ["A", "B"]},
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["u, v: moving vector; s: A; t: B"],
            "where": ["p := sum(h in A: 1)", "q := sum(h in B: 1)"],
            "given": [*(f"always({place})" for place in PLACES), "beta == 9", "p == q", f"at_start({G} == 0)"],
            "show": [f"solves(sa, x) => {LASTS}"],
        },
    ),
    proof=intro(
        "",
        have(
            [
                (
                    f"almost_always({RATE_OF['sa']})",
                    have(
                        [
                            (
                                " and ".join(f"(solves({f}, x) => almost_always({RATE_OF[f]}))" for f in ("usa", "sa")),
                                lemma("PER-N9"),
                            )
                        ],
                        KNOWN,
                    ),
                ),
                (
                    EQUATION,
                    enter(
                        "ae",
                        have(
                            [
                                (f"exp(9) + exp(9*{G}) > 0", leaf("1: exp(9) > 0", f"1: exp(9*{G}) > 0")),
                                (f"exp(9*(1 - {G})) + 1 > 0", leaf(f"1: exp(9*(1 - {G})) > 0", "1:")),
                            ],
                            leaf(f"eq 1: {RATE_OF['sa']}", use=["beta == 9", "p == q"]),
                        ),
                    ),
                ),
                (f"{EQUATION} => {LASTS}", lemma("PER-6.12.digits.two", g=G)),
            ],
            KNOWN,
        ),
    ),
    instance=placed(EAST, NORTH),
    twin=Variant("both at one place", {f"{G} == 0": f"{G} == 1", f"{G} == 999/1000": f"{G} == 1"}, placed(EAST, EAST)),
    expected=Verdict.CERTIFIED,
)
