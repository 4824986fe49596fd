"""Unit vectors that are drawn to their mean, which is not zero at the start: their speeds are exponentially small."""

from __future__ import annotations

from proofs_checks.lemmas.limit_sums import sides
from proofs_checks.lemmas.limits import soon
from proofs_checks.lemmas.mean_flow import MEAN, RATES
from proofs_checks.lemmas.mean_length import AWAY, GROWS, LEFT
from proofs_checks.lemmas.mean_signs import CLEAR, NEAR, SIDES
from verify.formal import formal, model
from verify.tactics.build import KNOWN, absurd, cases, enter, have, intro, leaf, lemma, obtain, rule, split

_K = "(n*c0 - s)"
_LAST = "max(T, max(T1, T2))"
_CLOSE = [f"abs(norm(M) - (c0)) < {_K}/(4*n)", f"abs(f - (0)) < {_K}*start(q)/(2*n)"]
_LONG = ("q > 0", leaf("1: q >= start(q)", "1: start(q) > 0"))
_SMALL = f"n*r - s <= {_K}/4"
_CONTRADICTION = have(
    [
        (f"T <= {_LAST}", rule("maximum above first", a="T", b="max(T1, T2)")),
        (f"max(T1, T2) <= {_LAST}", rule("maximum above second", a="T", b="max(T1, T2)")),
        ("T1 <= max(T1, T2)", rule("maximum above first", a="T1", b="T2")),
        ("T2 <= max(T1, T2)", rule("maximum above second", a="T1", b="T2")),
        ("time >= T", leaf(f"1: {_LAST} <= time", f"1: T <= {_LAST}")),
        ("time >= T1", leaf(f"1: {_LAST} <= time", f"1: max(T1, T2) <= {_LAST}", "1: T1 <= max(T1, T2)")),
        ("time >= T2", leaf(f"1: {_LAST} <= time", f"1: max(T1, T2) <= {_LAST}", "1: T2 <= max(T1, T2)")),
        *_CLOSE,
        *sides("(norm(M) - (c0))"),
        *sides("(f - (0))"),
        "q*(n*r - s) <= n/2*f",
        _LONG,
        (
            _SMALL,
            leaf(
                "1: q*(n*r - s) <= n/2*f",
                f"1/2: n > 0; {_CLOSE[1]}",
                "1/2: n > 0; (f - (0)) <= abs((f - (0)))",
                f"1/4: {_K} > 0; q >= start(q)",
                times=["q"],
            ),
        ),
    ],
    absurd(
        leaf(
            f"1: {_SMALL}",
            f"1: n > 0; {_CLOSE[0]}",
            "1: n > 0; -((norm(M) - (c0))) <= abs((norm(M) - (c0)))",
            times=[f"{_K}/2"],
        )
    ),
)
_REACHED = rule(
    "time goes on",
    enter("every", split(f"time < {_LAST} or {_LAST} <= time", KNOWN, _CONTRADICTION)),
    T=_LAST,
    C=f"{_K} <= 0",
)
_LIMIT = (
    f"{_K} <= 0",
    cases(
        f"-{_K}",
        leaf(f"1: -{_K} >= 0"),
        have(
            [(f"{_K} > 0", leaf(f"1: -{_K} < 0"))],
            soon(
                "norm(M)",
                "c0",
                f"{_K}/(4*n)",
                "T1",
                leaf(f"1/4: {_K} > 0; 1/n > 0"),
                soon(
                    "f",
                    "0",
                    f"{_K}*start(q)/(2*n)",
                    "T2",
                    leaf(f"1/2: {_K} > 0; start(q) > 0; 1/n > 0"),
                    _REACHED,
                ),
            ),
        ),
    ),
)
_SPEED = "rate(norm(M))"
_RISES = (
    "always(norm(M) > 0)",
    enter(
        "every",
        rule("strictly below the square", leaf(), leaf("1: q >= start(q)", "1: start(q) > 0"), a="0", b="norm(M)"),
    ),
)
_MOVES = [
    (f"2*norm(M)*{_SPEED} == f", leaf("eq 1: rate(q) == f")),
    (f"{_SPEED} >= 0", leaf("1/2: f >= 0", f"eq -1/2: 2*norm(M)*{_SPEED} == f", times=["norm(M)"])),
]
_LEFT_OVER = "c0 - norm(M)"
_DECAY = have(
    [*_MOVES, ("norm(M) <= 1", leaf("1: norm(M) <= c0", "1: c0 <= 1")), _LONG, "q*(s - n*r) <= n/2*f"],
    leaf(
        f"1: {_SPEED} >= 0; norm(M) <= 1",
        f"eq -1/2: 2*norm(M)*{_SPEED} == f",
        "1: 1/n > 0; q*(s - n*r) <= n/2*f",
        f"1: 1/n > 0; q > 0; {_K} <= 0",
        "1: q >= start(q); norm(M) <= c0",
    ),
)

formal(
    "LEM-mean-flow.small",
    title="Unit vectors that are drawn to their mean: their speeds are exponentially small",
    statement=model(MEAN, AWAY, {"show": ["exponentially_small(f)"]}),
    proof=have(
        [
            (" and ".join(RATES[:2]), lemma("LEM-mean-flow.rates")),
            (" and ".join(GROWS), lemma("LEM-mean-flow.grows")),
            _RISES,
            (LEFT, lemma("LEM-mean-flow.length")),
        ],
        {
            "define": SIDES["where"],
            "then": obtain(
                LEFT,
                "c0",
                have(
                    [(f"exists T in number: {CLEAR}", lemma("LEM-mean-flow.clear"))],
                    obtain(
                        f"exists T in number: {CLEAR}",
                        "T",
                        have(
                            [(f"exists s in number: {NEAR}", lemma("LEM-mean-flow.signs"))],
                            obtain(
                                f"exists s in number: {NEAR}",
                                "s",
                                have(
                                    [
                                        _LIMIT,
                                        (
                                            f"exponentially_small({_LEFT_OVER})",
                                            lemma(
                                                "LEM-late-decay",
                                                KNOWN,
                                                enter("every", leaf("1: norm(M) <= c0")),
                                                enter("ae", have(_MOVES, leaf(f"1: {_SPEED} >= 0"))),
                                                enter("ae", intro("", _DECAY)),
                                                z=_LEFT_OVER,
                                                k="start(q)",
                                                T="T",
                                            ),
                                        ),
                                        (
                                            "exponentially_small(f*f)",
                                            lemma(
                                                "LEM-small.below",
                                                KNOWN,
                                                leaf("48:"),
                                                enter(
                                                    "every",
                                                    rule(
                                                        "absolute at most",
                                                        leaf("1: f*f <= 48*(c0 - norm(M))"),
                                                        leaf("1: f*f <= 48*(c0 - norm(M))", "2: sq f"),
                                                        e="f*f",
                                                        b=f"48*({_LEFT_OVER})",
                                                    ),
                                                ),
                                                z="f*f",
                                                r=_LEFT_OVER,
                                                c="48",
                                            ),
                                        ),
                                    ],
                                    lemma("LEM-small.root", r="f"),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        },
    ),
)
