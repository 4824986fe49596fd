"""A closed hemisphere with one token inside: at all later times all tokens are inside (CON-H.2.a.repaired)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.heights import WEIGHT, WEIGHTED
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, SOLUTION
from proofs_checks.consensus.proofs.rate import BOUNDED, DELTA, FLOOR
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule, unfold

_S = "sum(h in heads: 1)/root"
_FROM = "at_start(forall i: dot(v, y[i]) >= 0)"
_STAYS = f"{_FROM} => always(forall i: dot(v, y[i]) >= 0)"
_RISE = f"{DELTA}*time*exp(-({_S})*time)*start(dot(v, y[l]))"
_RISES = f"{_FROM} => (forall l: always(forall i: dot(v, y[i]) >= {_RISE}))"
_EQUATOR = "at_start(forall i: dot(v, y[i]) == 0) => always(forall i: dot(v, y[i]) == 0)"
_ROWS = f"forall i: almost_always(sum(j: {WEIGHT}) == {_S})"
_ROW = intro(
    "i", lemma("LEM-rows", enter("ae", intro("h1", leaf())), a="fn(h in heads, j: att(h, y, i, j))", r="1/root")
)


def _drawn(then: Tree) -> Tree:
    """The model as a flow with weights that are bounded from below, and rows of one sum."""
    return have(
        [(WEIGHTED, lemma("CON-E6.weights"))],
        unfold(
            "solves(six, y)",
            have(
                [
                    ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
                    *FLOOR,
                    (f"almost_always(forall i, j: {WEIGHT} >= 0)", enter("ae", intro("p,q", leaf()))),
                    (_ROWS, _ROW),
                    (f"almost_always(forall i: sum(j: {WEIGHT}) == {_S})", enter("ae", intro("p", KNOWN))),
                ],
                then,
            ),
        ),
    )


_WEIGHTS = f"fn(i, j: {WEIGHT})"
_FLAT = have(
    [
        ("at_start(forall i: dot(v, y[i]) >= 0)", enter("start", intro("p", leaf(use=["dot(v, y[p]) == 0"])))),
        ("at_start(forall i: dot(-v, y[i]) >= 0)", enter("start", intro("p", leaf(use=["dot(v, y[p]) == 0"])))),
        ("always(forall i: dot(v, y[i]) >= 0)", lemma("LEM-closed-side.stays", a=_WEIGHTS, s=_S)),
        ("always(forall i: dot(-v, y[i]) >= 0)", lemma("LEM-closed-side.stays", a=_WEIGHTS, s=_S, v="-v")),
    ],
    enter(
        "every",
        intro(
            "p",
            rule("antisymmetry", leaf("1: dot(-v, y[p]) >= 0"), leaf("1: dot(v, y[p]) >= 0"), a="dot(v, y[p])", b="0"),
        ),
    ),
)
_REST: dict[str, Any] = {"M": [6, 6], "N": 3}

formal(
    "CON-H.2.a.repaired.heights",
    title="A closed hemisphere with one token inside: all tokens rise into it at once",
    sentence=(
        r"For U = I, any metric W and bounded P, $|a^TP_\eta b| \le M_\eta$ on the ellipsoid: if all $v^Ty_i(0) \ge 0$,"
        r" then $v^Ty_i(t) \ge a\,t\,e^{-st}v^Ty_J(0)$ for all i, J and t, with $a = \sum_\eta"
        r" e^{-2M_\eta}/(\ell\sqrt{n + 1})$ and $s = H/\sqrt{n + 1}$ for H heads; so all tokens are inside for t > 0 if"
        r" one token is at the start. If all heights vanish, the tokens stay in the equator."
    ),
    source=Source(PAPER, "Assumption 3.1 (necessity)"),
    kind="invariance",
    role="extension",
    statement=model(
        FULL,
        SOLUTION,
        {
            "letters": ["M[head]: number; N: number"],
            "given": ["N == sum(j: 1)", BOUNDED],
            "show": [_STAYS, _RISES, _EQUATOR],
        },
    ),
    proof=[
        _drawn(intro("", lemma("LEM-closed-side.stays", a=_WEIGHTS, s=_S))),
        _drawn(
            intro(
                ["", "l"],
                have([(f"{DELTA} >= 0", leaf())], lemma("LEM-closed-side.rises", a=_WEIGHTS, s=_S, delta=DELTA)),
            )
        ),
        _drawn(intro("", _FLAT)),
    ],
    instance=full(**_REST),
    twin=Variant(
        "tokens on both sides",
        {"at_start(forall i: dot(v, y[i]) >= 0)": "at_start(forall i: dot(v, y[i]) != 0)"},
        full(**_REST, y=[ON_ELLIPSE, ON_ELLIPSE, [0, "-1/2", 0, 0]]),
    ),
)
