"""Lemma 6.4, Step 2, at every moment: (6.7) and (6.8), where time is counted from each moment on.

The motion has the coordinates c(i, k, r) at the time r along vectors b_k; a(i, k, s) are those of the motion whose time
is counted from the moment s on.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.cone import SHARE, least_share
from proofs_checks.perspective.proofs.logistic import ALPHA, LOGISTIC, NEAREST, POINT
from proofs_checks.perspective.proofs.lowest import LOWEST, RISES
from proofs_checks.perspective.proofs.models import EAST, LOG2, NORTH, SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.restarts import NEARER
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, obtain, rule, take, unfold, witness

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
_OPEN = LINK.replace("always(", "(")
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


def _now(s: str, r: str) -> tuple[str, Tree]:
    """The coordinates at the moment."""
    return NOW(s, r), have(
        [(f"{s} + time == {r}", leaf(use=["time == r"]) if r == "r" else leaf())], take(_OPEN, [s, r], KNOWN)
    )


def _limits() -> tuple[str, Tree]:
    """The limit is the same from every moment on."""

    def same(s: str, left: str) -> Tree:
        rewritten = have([(f"{NOW(s, 'r')}", take(_OPEN, [s, "r"], KNOWN))], leaf(use=[NOW(s, "r")]))
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
        [_now("s", "s"), found],
        obtain(
            found,
            "q",
            witness("q", leaf("1: dot(later(s)[p], later(s)[q]) <= max(0, dot(later(s)[p], z))", use=[NOW("s", "s")])),
        ),
    )
    steps = have(
        [
            (_AFTER, take(_limits()[0], ["s"], KNOWN)),
            (f"solves({flow}, later(s))", take(solutions(flow), ["s"], KNOWN)),
            (both, lemma("PER-L6.4.65.start", x="later(s)")),
            start,
        ],
        intro("p", enter("start", seen)),
    )
    return FACES, intro(["s", ""], steps)


_FAR = "min(j: dot(x[p], x[j])) <= dot(x[p], x[q])"


def _nearest(base: str) -> tuple[str, Tree]:
    """(6.6) for the lowest tokens, where alpha is positive."""
    at = "time" if base == "0" else f"{base} + time"
    found = f"exists j: dot(place(p, {at}), place(j, {at})) <= max(0, dot(place(p, {at}), z))"
    face = f"dot(place(p, {at}), place(q, {at})) <= max(0, dot(place(p, {at}), z))"
    height = f"dot(place(p, {at}), z) == {ALPHA}"
    same = f"dot(x[p], x[q]) == dot(place(p, {at}), place(q, {at}))"
    above = f"max(0, dot(place(p, {at}), z)) <= {ALPHA}"
    positive = leaf(f"1: {ALPHA} >= 1/2", "1/2:")
    steps = have(
        [
            "time >= 0",
            (f"{at} >= 0", KNOWN),
            _now(base, at),
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
    return NEAREST, enter("ae", intro(["p", ""], steps))


def logistic(flow: str, base: str, then: Tree) -> Tree:
    """(6.7) from (6.5) and (6.6)."""
    both = " and ".join(f"(solves({f}, x) => {LOGISTIC})" for f in FLOWS)
    return intro(
        "",
        have(
            [
                ("always(time >= 0)", rule("time passes")),
                _limits(),
                _faces(flow),
                _nearest(base),
                (both, lemma("PER-L6.4.67.step")),
                (f"solves({flow}, x)", take(solutions(flow), [base], KNOWN)),
                LOGISTIC,
            ],
            then,
        ),
    )


_ONE, _ZERO = "fn(r in number: 1)", "fn(r in number: 0)"
RESTING: dict[str, Any] = {
    "tokens": 1,
    "directions": 2,
    "dim": 2,
    "letters": {"beta": LOG2, "b": [EAST, NORTH], "c": [[_ONE, _ZERO]], "a": [[_ONE, _ZERO]], "z": EAST},
}

_SHARES = [f"{share} >= exp(-2*beta)/n" for share in ("e(x, i, j)/Z(x, i)", "e(x, i, j)/n")]
SHARES = f"always(forall i: dot(x[i], x[i]) == 1) => almost_always(forall i, j: {' and '.join(_SHARES)})"
_LESS = ("exp(-2*beta) <= exp(-beta)", rule("exp monotone", leaf("1: beta >= 0"), a="-2*beta", b="-beta"))
_PARTS = both(
    KNOWN,
    have([_LESS, "e(x, p, q)/n >= exp(-beta)/n"], leaf("1: e(x, p, q)/n >= exp(-beta)/n", f"1: {_LESS[0]}; 1/n > 0")),
)

formal(
    "PER-L6.4.67",
    sentence=r"Let $x_i(t) \to x^*$ for all $i$. Where $\alpha \geq 1/2$: $\dot\alpha \geq \frac1{2n}e^{-2\beta}(1 -"
    r" \alpha)$, as $a_{ij} \geq n^{-1}e^{-2\beta}$, for SA and USA.",
    statement=model(
        WEIGHTS,
        counted("0"),
        SA,
        USA,
        POINT,
        {"given": ["beta >= 0"], "show": [SHARES, *(f"{motion(flow)} => {LOGISTIC}" for flow in FLOWS)]},
    ),
    proof=[
        intro("", have([least_share(flow) for flow in FLOWS], enter("ae", intro("p,q", _PARTS)))),
        *(logistic(flow, "0", KNOWN) for flow in FLOWS),
    ],
    instance=RESTING,
    twin=Variant("exp(2 beta)/n", {"exp(-2*beta)/n": "exp(2*beta)/n"}, RESTING),
)

SLOW = "exp(-2*beta)/(2*n)"
_HIGH = f"at_start({ALPHA} >= 1/2)"
DECAY = f"always(1 - {ALPHA} <= 1/2*exp(-{SLOW}*time)) and always(forall i: norm(x[i] - z) <= exp(-{SLOW}/2*time))"
_STAYS = f"always({ALPHA} >= start({ALPHA}))"
_FALLS = f"decays(1 - {ALPHA}, {SLOW})"
SQUARES = f"always(forall i: dot(x[i], x[i]) == 1) => always(forall i: norm(x[i] - z)^2 <= 2*(1 - {ALPHA}))"
_UNITS = ["forall i: dot(x[i], x[i]) == 1", "dot(z, z) == 1"]
_BELOW = (f"{ALPHA} <= dot(z, x[p])", rule("above the least", e="fn(k: dot(z, x[k]))", y="p"))
_SQUARE = have([_BELOW], leaf(f"2: {_BELOW[0]}", use=_UNITS))
_SLOPE = [["fn(r in number: 3/5)", "fn(r in number: 4/5)"]]
APART = {**RESTING, "letters": {**RESTING["letters"], "t0": 1, "c": _SLOPE, "a": _SLOPE}}


def decay(flow: str) -> Tree:
    """alpha does not fall, so that (6.7) holds from then on."""
    lift = have(
        [(f"{ALPHA} <= dot(z, x[h])", rule("above the least", e="fn(k: dot(z, x[k]))", y="h"))],
        leaf(f"1: {ALPHA} <= dot(z, x[h])", f"1: {ALPHA} >= 1/2", "1/2:"),
    )
    steps = " and ".join(f"(solves({f}, x) => {RISES} and {LOWEST.format(SHARE[f])})" for f in FLOWS)
    near = have(
        [_BELOW],
        rule(
            "below the square",
            leaf(),
            leaf(f"2: {ALPHA} <= dot(z, x[p])", f"2: 1 - {ALPHA} <= 1/2*exp(-{SLOW}*time)", use=_UNITS),
            a="norm(x[p] - z)",
            b=f"exp(-{SLOW}/2*time)",
        ),
    )
    half = leaf(
        f"1: 1 - {ALPHA} <= start(1 - {ALPHA})*exp(-{SLOW}*time)", f"1: start({ALPHA}) >= 1/2; exp(-{SLOW}*time) > 0"
    )
    first = f"always(1 - {ALPHA} <= 1/2*exp(-{SLOW}*time))"
    return logistic(
        flow,
        "t0",
        have(
            [
                ("at_start(forall i: dot(z, x[i]) > 0)", enter("start", intro("h", lift))),
                (steps.replace("dot(w,", "dot(z,"), lemma("PER-L6.4.s1", w="z")),
                _STAYS,
                (f"start({ALPHA}) >= 1/2", enter("start", KNOWN)),
                (
                    f"always({ALPHA} >= 1/2)",
                    enter("every", leaf(f"1: {ALPHA} >= start({ALPHA})", f"1: start({ALPHA}) >= 1/2")),
                ),
                (
                    _FALLS,
                    lemma(
                        "LEM-comparison",
                        enter(
                            "ae",
                            have(
                                [f"{ALPHA} >= 1/2", f"rate({ALPHA}) >= 1/(2*n)*exp(-2*beta)*(1 - {ALPHA})"],
                                leaf(f"1: rate({ALPHA}) >= 1/(2*n)*exp(-2*beta)*(1 - {ALPHA})"),
                            ),
                        ),
                        z=f"1 - {ALPHA}",
                        k=SLOW,
                    ),
                ),
            ],
            unfold(
                _FALLS,
                unfold(
                    f"solves({flow}, x)",
                    have([(first, enter("every", half))], both(KNOWN, enter("every", intro("p", near)))),
                ),
            ),
        ),
    )


formal(
    "PER-L6.4.rate",
    sentence=r"Let $x_i(t) \to x^*$ for all $i$, $\beta \geq 0$. From any time $t_0$ with $\alpha(t_0) \geq 1/2$ on:"
    r" $1 - \alpha(t_0 + t) \leq \frac12\exp(-t/(2ne^{2\beta}))$, hence $|x_i(t_0 + t) - x^*| \leq"
    r" \exp(-t/(4ne^{2\beta}))$, for SA and USA.",
    reading="x is the motion counted from the time t_0 on",
    statement=model(
        WEIGHTS,
        {"letters": ["t0: number"]},
        counted("t0"),
        SA,
        USA,
        POINT,
        {
            "given": ["beta >= 0", "t0 >= 0", _HIGH],
            "show": [SQUARES, *(f"{motion(flow)} => {DECAY}" for flow in FLOWS)],
        },
    ),
    proof=[intro("", enter("every", intro("p", _SQUARE))), *(decay(flow) for flow in FLOWS)],
    instance=APART,
    twin=Variant("once", {"<= 2*(1 - min": "<= 1*(1 - min"}, APART),
)
