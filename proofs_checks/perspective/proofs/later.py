"""Lemma 6.4, Step 2, at every moment: (6.7), where time is counted from each moment on.

The motion has the coordinates c(i, k, r) at the time r along vectors b_k; a(i, k, s) are those of the motion whose time
is counted from the moment s on.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.cone import least_share
from proofs_checks.perspective.proofs.logistic import ALPHA, LOGISTIC, NEAREST, POINT
from proofs_checks.perspective.proofs.models import EAST, LOG2, NORTH, SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.restarts import NEARER
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, obtain, rule, take, witness

FLOWS = ("sa", "usa")


def counted(base: str) -> dict[str, list[str]]:
    """The motion x, counted from the moment `base`, as one of those that are counted from any moment."""
    return {
        "letters": [
            "b[direction]: vector; c(token, direction, number): number; a(token, direction, number): moving number"
        ],
        "where": [
            "later(s) := fn(i: sum(h1 in direction: a(i, h1, s)*b[h1]))",
            f"x := later({base})",
            "place(i, r) := sum(h1 in direction: c(i, h1, r)*b[h1])",
        ],
    }


NOW = "forall i, k in direction: a(i, k, {0}) == c(i, k, {1})".format
LINK = f"forall s1 in number, r1 in number: s1 >= 0 => always(s1 + time == r1 => ({NOW('s1', 'r1')}))"
LINKED = LINK.replace("always(", "(")
LIMIT = "forall i: tends(norm(later(0)[i] - z), 0)"
_AFTER = "forall i: tends(norm(later(s)[i] - z), 0)"
_FACE = "(forall i: exists j: dot(place(i, {0}), place(j, {0})) <= max(0, dot(place(i, {0}), z)))".format

FACES = f"forall s1 in number: s1 >= 0 => {_FACE('s1')}"


def solutions(flow: str) -> str:
    """From every moment on the motion solves the flow."""
    return f"forall s1 in number: s1 >= 0 => solves({flow}, later(s1))"


def motion(flow: str) -> str:
    """A motion of the flow, counted from every moment, whose tokens tend to z."""
    return f"({LINK}) and ({solutions(flow)}) and ({LIMIT})"


def now(s: str, r: str) -> tuple[str, Tree]:
    """The coordinates at the moment."""
    return NOW(s, r), have(
        [(f"{s} + time == {r}", leaf(use=["time == r"]) if r == "r" else leaf())], take(LINKED, [s, r], KNOWN)
    )


def limits() -> tuple[str, Tree]:
    """The limit is the same from every moment on."""

    def same(s: str, left: str) -> Tree:
        rewritten = have([(f"{NOW(s, 'r')}", take(LINKED, [s, "r"], KNOWN))], leaf(use=[NOW(s, "r")]))
        first = have([("0 + time == r", leaf("eq 1: time == r"))], rewritten) if s == "0" else rewritten
        return intro("r", enter("every", intro("", first)))

    later = lemma(
        "LEM-later",
        KNOWN,
        same("0", "x"),
        same("s", "later(s)"),
        KNOWN,
        F="fn(r in number: norm(place(p, r) - z))",
        u="norm(later(0)[p] - z)",
        v="norm(later(s)[p] - z)",
        c="0",
    )
    return f"forall s1 in number: s1 >= 0 => ({_AFTER.replace('(s)', '(s1)')})", intro(["s", "", "p"], later)


def _faces(flow: str) -> tuple[str, Tree]:
    """(6.6) at every moment."""
    start = f"at_start({NEARER.replace('x[', 'later(s)[')})"
    both = " and ".join(f"(solves({f}, later(s)) => {start})" for f in FLOWS)
    found = "exists j: dot(later(s)[p], later(s)[j]) <= max(0, dot(later(s)[p], z))"
    seen = have(
        [now("s", "s"), found],
        obtain(
            found,
            "q",
            witness("q", leaf("1: dot(later(s)[p], later(s)[q]) <= max(0, dot(later(s)[p], z))", use=[NOW("s", "s")])),
        ),
    )
    steps = have(
        [
            (_AFTER, take(limits()[0], ["s"], KNOWN)),
            (f"solves({flow}, later(s))", take(solutions(flow), ["s"], KNOWN)),
            (both, lemma("PER-L6.4.65.start", x="later(s)")),
            start,
        ],
        intro("p", enter("start", seen)),
    )
    return FACES, intro(["s", ""], steps)


_FAR = "min(j: dot(x[p], x[j])) <= dot(x[p], x[q])"


def at_level(text: str, level: str) -> str:
    """A fact where alpha is at least `level`."""
    return text.replace(">= h", f">= {level}")


def _nearest(base: str, level: str) -> tuple[str, Tree]:
    """(6.6) for the lowest tokens, where alpha is positive."""
    at = "time" if base == "0" else f"{base} + time"
    found = f"exists j: dot(place(p, {at}), place(j, {at})) <= max(0, dot(place(p, {at}), z))"
    face = f"dot(place(p, {at}), place(q, {at})) <= max(0, dot(place(p, {at}), z))"
    height = f"dot(place(p, {at}), z) == {ALPHA}"
    same = f"dot(x[p], x[q]) == dot(place(p, {at}), place(q, {at}))"
    above = f"max(0, dot(place(p, {at}), z)) <= {ALPHA}"
    positive = leaf(f"1: {ALPHA} >= {level}", f"1: {level} > 0")
    steps = have(
        [
            "time >= 0",
            (f"{at} >= 0", KNOWN),
            now(base, at),
            (_FACE(at), take(FACES, [at], KNOWN)),
            found,
            (height, leaf(f"eq 1: dot(z, x[p]) == {ALPHA}", use=[NOW(base, at)])),
        ],
        obtain(
            found,
            "q",
            have(
                [
                    (
                        above,
                        rule(
                            "maximum below",
                            positive,
                            leaf(f"eq 1: {height}"),
                            a="0",
                            b=f"dot(place(p, {at}), z)",
                            c=ALPHA,
                        ),
                    ),
                    (_FAR, rule("above the least", e="fn(j: dot(x[p], x[j]))", y="q")),
                    (same, leaf(use=[NOW(base, at)])),
                ],
                leaf(f"1: {_FAR}", f"eq 1: {same}", f"1: {face}", f"1: {above}"),
            ),
        ),
    )
    return at_level(NEAREST, level), enter("ae", intro(["p", ""], steps))


def logistic(flow: str, base: str, level: str, then: Tree) -> Tree:
    """(6.7) from (6.5) and (6.6)."""
    both = " and ".join(f"(solves({f}, x) => {at_level(LOGISTIC, level)})" for f in FLOWS)
    return intro(
        "",
        have(
            [
                ("always(time >= 0)", rule("time passes")),
                limits(),
                _faces(flow),
                _nearest(base, level),
                (both, lemma("PER-L6.4.67.step", h=level)),
                (f"solves({flow}, x)", take(solutions(flow), [base], KNOWN)),
                at_level(LOGISTIC, level),
            ],
            then,
        ),
    )


_ONE, _ZERO = "fn(r in number: 1)", "fn(r in number: 0)"
RESTING: dict[str, Any] = {
    "tokens": 2,
    "directions": 2,
    "dim": 2,
    "letters": {"beta": LOG2, "b": [EAST, NORTH], "c": [[_ONE, _ZERO]] * 2, "a": [[_ONE, _ZERO]] * 2, "z": EAST},
}
_PAIR = [["fn(r in number: 3/5)", "fn(r in number: 4/5)"], ["fn(r in number: 4/5)", "fn(r in number: -3/5)"]]
APART = {**RESTING, "letters": {**RESTING["letters"], "c": _PAIR, "a": _PAIR}}
"""Two orthogonal tokens, as many coordinates; they do not rest."""

SEVENTH = at_level(LOGISTIC, "1/2")
_SHARES = [f"{share} >= exp(-2*beta)/n" for share in ("e(x, i, j)/Z(x, i)", "e(x, i, j)/n")]
SHARES = f"always(forall i: dot(x[i], x[i]) == 1) => almost_always(forall i, j: {' and '.join(_SHARES)})"
_LESS = ("exp(-2*beta) <= exp(-beta)", rule("exp monotone", leaf("1: beta >= 0"), a="-2*beta", b="-beta"))
_PARTS = both(
    KNOWN,
    have([_LESS, "e(x, p, q)/n >= exp(-beta)/n"], leaf("1: e(x, p, q)/n >= exp(-beta)/n", f"1: {_LESS[0]}; 1/n > 0")),
)

formal(
    "PER-L6.4.67",
    sentence=r"Let $x_i(t) \to x^*$ for all $i$, $\beta \geq 0$. Where $\alpha \geq 1/2$: $\dot\alpha \geq"
    r" \frac1{2n}e^{-2\beta}(1 - \alpha)$, as $a_{ij} \geq n^{-1}e^{-2\beta}$, for SA and USA.",
    statement=model(
        WEIGHTS,
        counted("0"),
        SA,
        USA,
        POINT,
        {"given": ["beta >= 0"], "show": [SHARES, *(f"{motion(flow)} => {SEVENTH}" for flow in FLOWS)]},
    ),
    proof=[
        intro("", have([least_share(flow) for flow in FLOWS], enter("ae", intro("p,q", _PARTS)))),
        *(logistic(flow, "0", "1/2", KNOWN) for flow in FLOWS),
    ],
    instance=RESTING,
    twin=Variant("exp(2 beta)/n", {"exp(-2*beta)/n": "exp(2*beta)/n"}, RESTING),
)
