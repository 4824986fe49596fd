"""Lemma 6.4, Step 2: (6.6) at the start of a motion with a limit."""

from __future__ import annotations

from proofs_checks.perspective.proofs.cone import SHARE
from proofs_checks.perspective.proofs.lowest import LOWEST, RISES
from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, USA, WEIGHTS, WEST, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, cases, enter, have, intro, leaf, lemma, rule, unfold, witness

FLOWS = ("sa", "usa")
NEARER = "forall i: exists j: dot(x[i], x[j]) <= max(0, dot(x[i], z))"
LIMIT = "forall i: tends(norm(x[i] - z), 0)"
_W = "start(x[p])"
_LOW = f"dot({_W}, start(x[q]))"
_LIFT = f"{_LOW} <= dot({_W}, start(x[h]))"
_MIN = f"min(k: dot({_W}, x[k]))"
_STAYS = f"always({_MIN} >= start({_MIN}))"
_GAP = f"{_LOW} - dot({_W}, z)"
_AWAY = f"always(norm(x[p] - z) >= {_GAP})"


def _kept_away(flow: str) -> Tree:
    """Were all products with a token p positive and above <x_p, z>, token p would stay away from z."""
    inside = f"at_start(forall i: dot({_W}, x[i]) > 0)"
    steps = " and ".join(f"(solves({f}, x) => {RISES} and {LOWEST.format(SHARE[f])})" for f in FLOWS)
    near = f"dot({_W}, x[p] - z) <= norm({_W})*norm(x[p] - z)"
    away = have(
        [
            (near, rule("Cauchy-Schwarz", u=_W, w="x[p] - z")),
            (f"{_MIN} <= dot({_W}, x[p])", rule("above the least", e=f"fn(k: dot({_W}, x[k]))", y="p")),
        ],
        leaf(
            f"1: {near}",
            f"1: {_MIN} <= dot({_W}, x[p])",
            f"1: {_MIN} >= start({_MIN})",
            f"1: start({_MIN}) >= {_LOW}",
            f"eq norm(x[p] - z): norm({_W}) == 1",
        ),
    )
    low = rule("least", have([_LIFT], leaf(f"1: {_LIFT}")), e=f"fn(k: dot({_W}, x[k]))", b=_LOW, new={"x": "h"})
    return have(
        [
            (f"{_GAP} > 0", leaf(f"1: dot({_W}, z) - {_LOW} < 0")),
            (f"{_LOW} > 0", leaf(f"1: -{_LOW} < 0")),
            (inside, enter("start", intro("h", have([_LIFT], leaf(f"1: {_LOW} > 0", f"1: {_LIFT}"))))),
            (steps.replace("dot(w,", f"dot({_W},").replace("dot(w, ", f"dot({_W}, "), lemma("PER-L6.4.s1", w=_W)),
            _STAYS,
            (f"start({_MIN}) >= {_LOW}", enter("start", low)),
            (_AWAY, enter("every", away)),
            ("not tends(norm(x[p] - z), 0)", lemma("LEM-kept-away", z="norm(x[p] - z)", b=_GAP, c="0")),
            "tends(norm(x[p] - z), 0)",
        ],
        rule("contradiction", P="tends(norm(x[p] - z), 0)", C=f"{_LOW} <= max(0, dot({_W}, z))"),
    )


def nearer(flow: str) -> Tree:
    """The token with the least product with token p is at least as far from it as the limit is."""
    goal = f"{_LOW} <= max(0, dot({_W}, z))"
    found = f"exists j: {goal.replace('q', 'j')}"
    above = [
        ("0 <= " + goal.split(" <= ")[1], rule("maximum above first", a="0", b=f"dot({_W}, z)")),
        (f"dot({_W}, z) <= " + goal.split(" <= ")[1], rule("maximum above second", a="0", b=f"dot({_W}, z)")),
    ]
    each = have(
        above,
        cases(
            f"dot({_W}, z) - {_LOW}",
            leaf(f"1: dot({_W}, z) - {_LOW} >= 0", f"1: {above[1][0]}"),
            cases(f"-{_LOW}", leaf(f"1: -{_LOW} >= 0", f"1: {above[0][0]}"), _kept_away(flow)),
        ),
    )
    attained = rule("attained least", witness("q", each), e=f"fn(j: dot({_W}, start(x[j])))", C=found, new={"x": "q"})
    length = have([("dot(x[p], x[p]) == 1", KNOWN)], leaf(norms=["1"], use=["dot(x[p], x[p]) == 1"]))
    every = "forall p: " + found
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            have(
                [(every, intro("p", have([(f"norm({_W}) == 1", enter("start", length))], attained)))],
                enter("start", intro("p", have([found], KNOWN))),
            ),
        ),
    )


formal(
    "PER-L6.4.65.start",
    title="(6.6) at the start",
    sentence=r"If $x_i(t) \to x^*$ for all $i$, under SA or USA, then at the start (and so at every moment, from which"
    r" time may be counted) every $i$ has some $j$ with $\langle x_i, x_j\rangle \leq \max(0, \langle x_i,"
    r" x^*\rangle)$; for a lowest token with $\alpha \geq 0$ this is (6.6).",
    role="extension",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["z: vector"],
            "given": [LIMIT],
            "show": [f"solves({flow}, x) => at_start({NEARER})" for flow in FLOWS],
        },
    ),
    proof=[nearer(flow) for flow in FLOWS],
    instance=still(EAST, EAST, z=EAST, beta=LOG2),
    twin=Variant(
        "any point in the place of the limit", {LIMIT: "dot(z, z) == 1"}, still(EAST, EAST, z=WEST, beta=LOG2)
    ),
)
