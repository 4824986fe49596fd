"""How fast two solutions of (6) on the sphere part: at most like exp(L t), for bounded P(t) and U(t)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.field_lipschitz import BOUNDED, DRIVES, LIPSCHITZ, UNITS
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule

APART = "max(o: norm(x[o] - y[o]))"
FIELDS = ("six", "auto")
GAP = "(x[q] - y[q])"
LONG = f"norm{GAP}"
_BOUND = f"{LIPSCHITZ}*{APART}"
_LIPSCHITZ = " and ".join(
    f"almost_always(forall i: norm({field}(x, i) - {field}(y, i)) <= {_BOUND})" for field in FIELDS
)


def far(token: str) -> tuple[str, Tree]:
    return f"norm(x[{token}] - y[{token}]) <= {APART}", rule(
        "below the greatest", e="fn(o: norm(x[o] - y[o]))", y=token
    )


TWO_SOLUTIONS: dict[str, Any] = {
    "spaces": ["E"],
    "letters": [
        "P[head], U[head]: measurable matrix; p[head], u[head]: number; root: number",
        "x[token], y[token]: moving vector",
    ],
    **DRIVES,
    "given": BOUNDED,
}


def parting(field: str) -> Steps:
    """The rate of the largest distance of two solutions of one model, from the Lipschitz constant of its field."""
    change = f"({field}(x, q) - {field}(y, q))"
    near = f"norm{change} <= {_BOUND}"
    along = f"dot({GAP}, {change}) <= {LONG}*norm{change}"
    solved = [f"forall i: rate({z}[i]) == {field}({z}, i)" for z in "xy"]
    return [
        (
            _LIPSCHITZ,
            lemma(
                "CON-A6.lipschitz",
                *[KNOWN] * len(BOUNDED),
                *(enter("ae", KNOWN) for _ in UNITS),
                enter("ae", intro("q", have([far("q")], KNOWN))),
                delta=APART,
            ),
        ),
        (
            f"forall i: almost_always(rate(norm(x[i] - y[i])) <= {_BOUND})",
            intro(
                "q",
                lemma(
                    "LEM-norm",
                    enter(
                        "ae",
                        intro(
                            "",
                            have(
                                [near, (along, rule("Cauchy-Schwarz", u=GAP, w=change))],
                                leaf(f"1: {along}", f"1: {LONG} >= 0; {near}", use=solved),
                            ),
                        ),
                    ),
                    enter("ae", intro("", have([near], leaf(f"1: {near}", f"1: norm{change} >= 0")))),
                    p=GAP,
                    b=_BOUND,
                ),
            ),
        ),
        (
            f"almost_always(rate({APART}) <= {_BOUND})",
            lemma(
                "LEM-greatest.always",
                enter("ae", intro(["q", ""], KNOWN)),
                w="fn(o: norm(x[o] - y[o]))",
                b=_BOUND,
            ),
        ),
    ]
