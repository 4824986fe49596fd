"""(4.3): the starts whose products are above 3/4 at the time m are open, more as m grows, and all that cluster."""

from __future__ import annotations

from proofs_checks.perspective.proofs.close_products import CLOSE, ONE_POINT, flows, from_then, restarted
from proofs_checks.perspective.proofs.later import LINKED, NOW, counted, now
from proofs_checks.perspective.proofs.models import SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.nearby import GAP, IN_A_BALL, MOTION, MOTIONS, OPEN, OTHER, ROOM, TWO
from proofs_checks.perspective.proofs.pairs import M
from proofs_checks.perspective.proofs.stable import RISES
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

_T = "max(T, 1)"
_NEAR = "always(time >= {1} => abs(norm(later(0)[{0}] - v) - 0) < 1/5)".format
_COMMON = f"exists T in number: forall j: {_NEAR('j', 'T')}"
_UNFOLDED = "forall e1 in number: e1 > 0 => (exists T in number: always(time >= T => abs({0} - 0) < e1))"
_EACH = unfold(
    "tends(norm(later(0)[x1] - v), 0)",
    take(_UNFOLDED.format("norm(later(0)[x1] - v)"), ["1/5"], KNOWN),
)


def _within(token: str) -> list[tuple[str, Tree] | str]:
    """At the time T, or 1, a token is near the limit."""
    norm = f"norm(later(0)[{token}] - v)"
    return [
        f"abs({norm} - 0) < 1/5",
        (f"{norm} - 0 <= abs({norm} - 0)", rule("absolute above", e=f"{norm} - 0")),
        (f"{norm} < 1/5", leaf(f"1: {norm} - 0 <= abs({norm} - 0)", f"1: abs({norm} - 0) < 1/5")),
        (f"{norm}^2 <= 1/25", leaf(f"1: {norm} >= 0; {norm} < 1/5", f"1/5: {norm} < 1/5")),
    ]


_PAIR = f"dot(place(p, {_T}), place(q, {_T})) > 3/4"
_BOTH_NEAR = have(
    [
        ("T <= max(T, 1)", rule("maximum above first", a="T", b="1")),
        ("time >= T", leaf("1: T <= max(T, 1)", "eq -1: time == max(T, 1)")),
        *_within("p"),
        *_within("q"),
        (f"0 + time == {_T}", leaf("eq 1: time == max(T, 1)")),
        (NOW("0", _T), take(LINKED, ["0", _T], KNOWN)),
        (
            "dot(later(0)[p], later(0)[q]) > 3/4",
            leaf(
                "1: norm(later(0)[p] - v)^2 <= 1/25",
                "1: norm(later(0)[q] - v)^2 <= 1/25",
                "1/2: sq norm(later(0)[p] + later(0)[q] - 2*v)",
                "17/100:",
                use=["forall i: dot(later(0)[i], later(0)[i]) == 1"],
            ),
        ),
    ],
    leaf("1: dot(later(0)[p], later(0)[q]) > 3/4", use=[NOW("0", _T)]),
)
ALL_CLUSTER = obtain(
    ONE_POINT[1:-1],
    "v",
    have(
        [
            *restarted("0"),
            (
                _COMMON,
                rule(
                    "common bound",
                    _EACH,
                    enter("every", intro("", have([("time >= s", leaf("1: time >= t", "1: s <= t"))], KNOWN))),
                    P=f"fn(j, T in number: {_NEAR('j', 'T')})",
                    new={"x": "x1"},
                ),
            ),
        ],
        unfold(
            "solves(sa, later(0))",
            obtain(
                _COMMON,
                "T",
                have(
                    [("1 <= max(T, 1)", rule("maximum above second", a="T", b="1"))],
                    witness(
                        _T,
                        both(
                            leaf("1: 1 <= max(T, 1)", "1:"),
                            intro(
                                "p,q",
                                lemma(
                                    "LEM-reached",
                                    leaf("1: 1 <= max(T, 1)", "1:"),
                                    enter("every", intro("", _BOTH_NEAR)),
                                    T=_T,
                                    C=_PAIR,
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

_M = from_then(M, "m")
_HIGH = f"start({_M}) > 3/4"
_HIGH_AT_START = enter(
    "start",
    rule(
        "least, strict",
        rule(
            "least, strict",
            have(
                [now("m", "m"), "dot(place(p, m), place(q, m)) > 3/4"],
                leaf("1: dot(place(p, m), place(q, m)) > 3/4", use=[NOW("m", "m")]),
            ),
            e="fn(j: dot(later(m)[p], later(m)[j]))",
            b="3/4",
            new={"x": "q"},
        ),
        e=f"fn(i: {_M[len('min(i: ') : -1]})",
        b="3/4",
        new={"x": "p"},
    ),
)
_ROW = "min(j: dot(later(m)[p], later(m)[j]))"
_AFTER = have(
    [
        ("m + time == l", leaf("eq 1: time == l - m")),
        (NOW("m", "l"), take(LINKED, ["m", "l"], KNOWN)),
        (f"{_M} <= {_ROW}", rule("above the least", e="fn(i: min(j: dot(later(m)[i], later(m)[j])))", y="p")),
        (
            f"{_ROW} <= dot(later(m)[p], later(m)[q])",
            rule("above the least", e="fn(j: dot(later(m)[p], later(m)[j]))", y="q"),
        ),
        (
            "dot(later(m)[p], later(m)[q]) > 3/4",
            leaf(
                f"1: {_HIGH}",
                f"1: {_M} >= start({_M})",
                f"1: {_M} <= {_ROW}",
                f"1: {_ROW} <= dot(later(m)[p], later(m)[q])",
            ),
        ),
    ],
    leaf("1: dot(later(m)[p], later(m)[q]) > 3/4", use=[NOW("m", "l")]),
)
GROWS = have(
    [
        *restarted("m"),
        (_HIGH, _HIGH_AT_START),
        (f"at_start({_M} >= 0)", enter("start", leaf(f"1: {_HIGH}", "3/4:"))),
        (flows(f"({RISES})", "m"), lemma("PER-T4.2.nested.monotone", x="later(m)")),
        from_then(f"always({M} >= start({M}))", "m"),
    ],
    intro(
        "p,q",
        split(
            "m < l or l <= m",
            lemma(
                "LEM-reached",
                leaf("1: m < l"),
                enter("every", intro("", _AFTER)),
                T="l - m",
                C="dot(place(p, l), place(q, l)) > 3/4",
            ),
            have(
                [("l == m", rule("antisymmetry", a="l", b="m")), "dot(place(p, m), place(q, m)) > 3/4"],
                leaf("1: dot(place(p, m), place(q, m)) > 3/4", use=["l == m"]),
            ),
        ),
    ),
)

formal(
    "PER-T4.2.nested",
    sentence=r"For SA with $\beta \geq 0$, so also for (4.1), $\beta = 0$: the sets of $X(0)$ whose solution has all"
    r" products above 3/4 at time $m \geq 0$ are open, increase with $m$, and their union is the set of $X(0)$ that"
    r" cluster.",
    reading="said of solutions, which are given: open means that with X(0) a ball belongs to the set, of the explicit"
    " positive radius of PER-T4.2.nested.open; to cluster is to tend to one point; a later time may be counted from",
    statement=model(
        WEIGHTS,
        counted("0"),
        OTHER,
        SA,
        USA,
        {
            "letters": ["m, l: number"],
            "given": ["beta >= 0", "m >= 0"],
            "show": [
                ROOM,
                f"{MOTIONS} and {OPEN}",
                f"{MOTION} and m <= l and {CLOSE('m')} => {CLOSE('l')}",
                f"{MOTION} and {CLOSE('m')} => {ONE_POINT}",
                f"{MOTION} and {ONE_POINT} => (exists m1 in number: m1 >= 0 and {CLOSE('m1')})",
            ],
        },
    ),
    proof=[
        *IN_A_BALL,
        intro("", GROWS),
        intro("", lemma("LEM-close-products")),
        intro("", ALL_CLUSTER),
    ],
    instance={**TWO, "letters": {**TWO["letters"], "l": 1}},
    twin=Variant(
        "a gap above 1/4",
        {f"{GAP} > 0": f"{GAP} > 1/4"},
        {**TWO, "letters": {**TWO["letters"], "l": 1}},
    ),
)
