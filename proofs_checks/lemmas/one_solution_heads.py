"""From one start the flow of several heads (2.7) has at most one solution, for locally bounded matrices.

Up to a time T the largest distance D of a token has a rate of at most C D, so that D max(0, T - t) exp(-C t), which is
0 at the start, does not rise.
"""

from __future__ import annotations

from proofs_checks.lemmas.compared import APART
from proofs_checks.lemmas.heads_apart import FIELDS_APART, UNITS
from proofs_checks.perspective.proofs.heads_model import BOUNDED, HEADS, LOCALLY_BOUNDED
from proofs_checks.perspective.proofs.models import WEIGHTS
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    cases,
    define,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
    unfold,
)

_LONG = "norm(x[{0}] - y[{0}])".format
_C = "(2*sum(h in heads: 1)*(1 + beta)*(r + r^3))"
_FIELDS = FIELDS_APART("{0}").replace("delta", APART).format
_GAP = "(all(x, q) - all(y, q))"
_ALONG = f"dot(x[q] - y[q], {_GAP}) <= {_LONG('q')}*norm({_GAP})"
_BELOW = (f"{_LONG('q')} <= {APART}", rule("below the greatest", e="fn(j: norm(x[j] - y[j]))", y="q"))
_SLOW = f"rate({APART}) <= {_C}*{APART}"
_LEFT = "max(0, T - time)"
_CUT = f"{APART}*{_LEFT}*exp(-({_C}*time))"

_MOVES: Steps = [
    (
        f"forall i: almost_always(rate({_LONG('i')}) <= norm(all(x, i) - all(y, i)))",
        intro(
            "q",
            lemma(
                "LEM-norm",
                enter(
                    "ae",
                    intro(
                        "",
                        have(
                            [(_ALONG, rule("Cauchy-Schwarz", u="x[q] - y[q]", w=_GAP))],
                            leaf(f"1: {_ALONG}", use=[f"forall i: rate({z}[i]) == all({z}, i)" for z in "xy"]),
                        ),
                    ),
                ),
                enter("ae", intro("", KNOWN)),
                p="x[q] - y[q]",
                b=f"norm({_GAP})",
            ),
        ),
    ),
    (
        f"almost_always(time <= T => (forall i: {_FIELDS('i')}))",
        lemma(
            "LEM-heads-apart",
            *[KNOWN] * 3,
            *(enter("ae", KNOWN) for _ in UNITS),
            enter("ae", intro("q", have([_BELOW], KNOWN))),
            delta=APART,
        ),
    ),
    (
        f"almost_always(time <= T => {_SLOW})",
        lemma(
            "LEM-greatest",
            enter(
                "ae",
                intro(
                    ["", "q", ""],
                    have(
                        [_FIELDS("q"), f"rate({_LONG('q')}) <= norm({_GAP})"],
                        leaf(f"1: {_FIELDS('q')}", f"1: rate({_LONG('q')}) <= norm({_GAP})"),
                    ),
                ),
            ),
            w="fn(j: norm(x[j] - y[j]))",
            b=f"{_C}*{APART}",
            C="time <= T",
        ),
    ),
]
_NONNEGATIVE = (
    f"{APART} >= 0",
    rule(
        "some element",
        have([_BELOW], leaf(f"1: {_BELOW[0]}", f"1: {_LONG('q')} >= 0")),
        C=f"{APART} >= 0",
        new={"x": "q"},
    ),
)


def _left(value: str, below: tuple[Tree, Tree], above: Tree) -> tuple[str, Tree]:
    """What is left of the time up to T."""
    most = rule("maximum below", *below, a="0", b="T - time", c=value)
    return f"{_LEFT} == {value}", rule("antisymmetry", most, above, a=_LEFT, b=value)


_BEFORE = have(
    [
        _left("T - time", (leaf("1: T - time >= 0"), leaf()), rule("maximum above second", a="0", b="T - time")),
        (
            f"rate({_LEFT} - (T - time)) == 0",
            rule("rate on a level", leaf(use=[f"{_LEFT} == T - time"]), z=f"{_LEFT} - (T - time)", m="0"),
        ),
        ("time <= T", leaf("1: T - time >= 0")),
        _SLOW,
        _NONNEGATIVE,
    ],
    leaf(
        f"1: {_SLOW}; T - time >= 0; exp(-({_C}*time)) > 0",
        f"1: {_NONNEGATIVE[0]}; exp(-({_C}*time)) > 0",
        f"eq far*exp(-(factor*time)): rate({_LEFT} - (T - time)) == 0",
        use=[f"{_LEFT} == T - time"],
    ),
)
_AFTER = have(
    [
        _left("0", (leaf(), leaf("1: T - time < 0")), rule("maximum above first", a="0", b="T - time")),
        (f"rate({_CUT}) == 0", rule("rate on a level", leaf(use=[f"{_LEFT} == 0"]), z=_CUT, m="0")),
    ],
    leaf(f"eq 1: rate({_CUT}) == 0"),
)
_START = (
    f"start({_CUT}) <= 0",
    enter(
        "start",
        have(
            [
                (
                    f"{APART} <= 0",
                    rule("greatest", leaf(use=["x[q] == y[q]"]), e="fn(j: norm(x[j] - y[j]))", b="0", new={"x": "q"}),
                ),
                (f"{_LEFT} >= 0", rule("maximum above first", a="0", b="T - time")),
            ],
            leaf(f"1: {APART} <= 0; {_LEFT} >= 0; exp(-({_C}*time)) > 0"),
        ),
    ),
)
_FALLS = (
    f"always(-({_CUT}) >= start(-({_CUT})))",
    rule("monotone", cases("T - time", _BEFORE, _AFTER), z=f"-({_CUT})"),
)
# before T the factors of D are positive
_EQUAL = have(
    [
        _BELOW,
        (f"{_CUT} <= 0", leaf(f"1: -({_CUT}) >= start(-({_CUT}))", f"1: {_START[0]}")),
        (f"{_LEFT} >= T - time", rule("maximum above second", a="0", b="T - time")),
        (f"{_LEFT} > 0", leaf(f"1: {_LEFT} >= T - time", "1: time < T")),
        (f"{APART} <= 0", leaf(f"1: {_CUT} <= 0; exp({_C}*time) > 0", times=[_LEFT])),
        (f"{_LONG('q')} <= 0", leaf(f"1: {_BELOW[0]}", f"1: {APART} <= 0")),
    ],
    rule("equal vectors", leaf(f"1: {_LONG('q')} <= 0; {_LONG('q')} >= 0"), u="x[q]", w="y[q]"),
)
_SOME = f"exists r in number: r >= 0 and {BOUNDED}"
_NOW = "forall T in number: time < T => (forall i: x[i] == y[i])"
_UP_TO_T = "forall T in number: always(time < T => (forall i: x[i] == y[i]))"

formal(
    "LEM-one-solution.heads",
    title="The flow of several heads has at most one solution from one start, for locally bounded matrices",
    statement=model(
        WEIGHTS,
        HEADS,
        {
            "letters": ["x[token], y[token]: moving vector"],
            "given": [
                "beta >= 0",
                LOCALLY_BOUNDED,
                "solves(all, x)",
                "solves(all, y)",
                "at_start(forall i: x[i] == y[i])",
            ],
            "show": ["always(forall i: x[i] == y[i])"],
        },
    ),
    proof=unfold(
        "solves(all, x)",
        unfold(
            "solves(all, y)",
            have(
                [
                    (
                        _UP_TO_T,
                        intro(
                            "T",
                            have(
                                [_SOME],
                                obtain(
                                    _SOME,
                                    "r",
                                    define(
                                        [f"far := {APART}", f"factor := {_C}"],
                                        have([*_MOVES, _START, _FALLS], enter("every", intro(["", "q"], _EQUAL))),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ],
                enter("every", have([_NOW], take(_NOW, ["time + 1"], KNOWN))),
            ),
        ),
    ),
)
