"""What a token has on the side of the earlier ones: nothing, where those come to be opposite to the token."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.off_span import DRAWN, FAST, LOW, OPPOSED, PULL, UP
from proofs_checks.lemmas.off_span import LED as _LED
from proofs_checks.lemmas.same_leaders import ALL
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, absurd, cases, enter, have, intro, leaf, lemma, rule

_H = "dot(w, u)"
_SIDE = "forall j in before(g): dot(w, y[j]) >= 0"
LED: dict[str, Any] = {**_LED, "given": [*_LED["given"][:-1], f"always({_SIDE})"]}
_GAIN = "sum(j in before(g): a[j]*dot(w, y[j]))"
_RATE = f"rate({_H}) == {_GAIN} - {PULL}*{_H}"
_MOVES: Steps = [
    (
        f"{_GAIN} >= 0",
        rule(
            "positive sum, before",
            have(["dot(w, y[p]) >= 0"], leaf("1: a[p] >= 0; dot(w, y[p]) >= 0")),
            i="g",
            new={"x": "p"},
            e="fn(j: a[j]*dot(w, y[j]))",
        ),
    ),
    (_RATE, leaf(use=[DRAWN])),
]


def _kept(which: str, strictly: str, relation: str, bound: str, pull: tuple[str, Tree], height: str) -> None:
    """A token that starts on the side, or strictly on it, stays there: the lemma `bound` about a number that grows."""
    formal(
        f"LEM-off-side.{which}",
        title=f"A token that starts {strictly}on the side on which all earlier ones are stays {strictly}there",
        statement={
            **LED,
            "given": [*LED["given"], f"at_start(dot(w, u) {relation} 0)"],
            "show": [f"always(dot(w, u) {relation} 0)"],
        },
        proof=lemma(
            bound,
            KNOWN,
            enter(
                "ae",
                intro(
                    "",
                    have(
                        [*_MOVES, pull],
                        leaf(
                            f"eq -1: {_RATE}",
                            f"1: {_GAIN} >= 0",
                            f"1: {height} > 0; {pull[0]}",
                            f"1: {height} > 0; {ALL} <= S",
                        ),
                    ),
                ),
            ),
            z=_H,
            k="S",
        ),
    )


_kept("stays", "", ">=", "LEM-linear-bound", LOW, f"-{_H}")
_kept("inside", "strictly ", ">", "LEM-positive", UP, _H)

_TERM = "a[l]*dot(w, y[l])"
_OVER = f"1/({_TERM})"
formal(
    "LEM-off-side",
    title="A token to which all earlier ones come to be opposite starts on the other side of them",
    statement={
        **LED,
        "letters": [*LED["letters"], "s: moving number; delta: number; l: token"],
        "given": [
            *LED["given"],
            *OPPOSED,
            "l < g",
            "almost_always(a[l] > 0)",
            "always(dot(w, y[l]) > 0)",
        ],
        "show": ["at_start(dot(w, u) < 0)"],
    },
    proof=cases(
        f"start({_H})",
        have(
            [
                ("at_start(dot(w, u) >= 0)", enter("start", leaf(f"1: start({_H}) >= 0"))),
                ("always(dot(w, u) >= 0)", lemma("LEM-off-side.stays")),
                ("S <= abs(S)", rule("absolute above", e="S")),
                ("-S <= abs(S)", rule("absolute above minus", e="S")),
                (
                    "always(dot(w, u) <= 0)",
                    lemma(
                        "LEM-outgrown.always",
                        leaf("1/2:"),
                        leaf("1/2: delta > 0"),
                        leaf("1/2: S <= abs(S)", "1/2: -S <= abs(S)"),
                        KNOWN,
                        enter("every", leaf("1/2: dot(w - u, w - u) >= 0", use=["dot(u, u) == 1"])),
                        KNOWN,
                        enter(
                            "ae",
                            have(
                                [*_MOVES, UP],
                                leaf(
                                    f"eq -1: {_RATE}",
                                    f"1: {_GAIN} >= 0",
                                    f"1: {_H} >= 0; {UP[0]}",
                                    f"1: {_H} >= 0; {ALL} <= S",
                                    f"1: {_H} >= 0; S <= abs(S)",
                                ),
                            ),
                        ),
                        enter(
                            "ae",
                            intro(
                                "",
                                have(
                                    ["s >= 0", ("s <= 1", leaf("1: s < 1/2", "1/2:")), *_MOVES, FAST],
                                    leaf(
                                        f"eq -1: {_RATE}",
                                        f"1: {_GAIN} >= 0",
                                        f"1: {_H} >= 0; {FAST[0]}",
                                        f"1: {_H} >= 0; s < 1/2; {ALL} >= delta",
                                        f"1/2: {_H} >= 0; {ALL} >= delta",
                                        f"1: {_H} >= 0; s < 1/2; delta > 0",
                                    ),
                                ),
                            ),
                        ),
                        z=_H,
                        B="(1 + dot(w, w))/2",
                        M="abs(S)",
                        k="delta/2",
                        e="1/2",
                    ),
                ),
                (
                    "always(1 <= 0)",
                    rule(
                        "by continuity",
                        have(
                            [
                                (f"{_H} == 0", rule("antisymmetry", a=_H, b="0")),
                                (f"rate({_H}) == 0", rule("rate on a level", z=_H, m="0")),
                                *_MOVES,
                                (
                                    f"{_GAIN} == 0",
                                    leaf(f"eq -1: {_RATE}", f"eq 1: rate({_H}) == 0", use=[f"{_H} == 0"]),
                                ),
                                (
                                    f"{_GAIN} >= {_TERM}",
                                    rule(
                                        "term of a positive sum, before",
                                        KNOWN,
                                        have(["dot(w, y[p]) >= 0"], leaf("1: a[p] >= 0; dot(w, y[p]) >= 0")),
                                        i="g",
                                        y="l",
                                        e="fn(j: a[j]*dot(w, y[j]))",
                                        new={"x": "p"},
                                    ),
                                ),
                            ],
                            leaf(f"1: {_OVER} > 0; {_GAIN} >= {_TERM}", f"eq {_OVER}: {_GAIN} == 0"),
                        ),
                        a="1",
                        b="0",
                    ),
                ),
            ],
            enter("start", absurd(leaf("1: 1 <= 0"))),
        ),
        enter("start", leaf(f"1: start({_H}) < 0")),
    ),
)
