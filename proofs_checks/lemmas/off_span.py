"""What a token has across all earlier ones: it stays zero, and grows where those are nearly opposite to the token."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.same_leaders import ALL
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule

_Q = "dot(w, u)^2"
DRAWN = "rate(u) == sum(j in before(g): a[j]*(y[j] - dot(u, y[j])*u))"
_ACROSS = "forall j in before(g): dot(w, y[j]) == 0"
LED: dict[str, Any] = {
    "letters": ["y[token], u: moving vector; a[token]: measurable number; g: token; w: vector; S: number"],
    "given": [
        "always(forall i: dot(y[i], y[i]) == 1)",
        "always(dot(u, u) == 1)",
        f"almost_always({DRAWN})",
        "almost_always(forall j in before(g): a[j] >= 0)",
        f"almost_always({ALL} <= S)",
        f"always({_ACROSS})",
    ],
}
_UNITS = ["forall i: dot(y[i], y[i]) == 1", "dot(u, u) == 1"]
PULL = "sum(j in before(g): a[j]*dot(u, y[j]))"
_NONE = "sum(j in before(g): a[j]*dot(w, y[j])) == 0"
_RATE = f"rate({_Q}) == -2*{PULL}*{_Q}"
_MOVES: Steps = [
    (
        _NONE,
        rule(
            "equal sums, before",
            leaf(use=["dot(w, y[p]) == 0"]),
            e="fn(j: a[j]*dot(w, y[j]))",
            f="fn(j: 0)",
            i="g",
            new={"x": "p"},
        ),
    ),
    (_RATE, leaf(f"eq 2*dot(w, u): {_NONE}", use=[DRAWN])),
]


def _side(sign: str, bound: str, close: Tree) -> tuple[str, Tree]:
    """The pull along the token is at least, or at most, a multiple of the weights."""
    rest = f"{sign}a[j]*dot(u, y[j]) - ({bound})*a[j]"
    return f"sum(j in before(g): {rest}) >= 0", rule(
        "positive sum, before", close, i="g", new={"x": "p"}, e=f"fn(j: {rest})"
    )


UP = _side("-", "-1", leaf("1/2: a[p] >= 0; dot(u - y[p], u - y[p]) >= 0", use=_UNITS))
LOW = _side("", "-1", leaf("1/2: a[p] >= 0; dot(u + y[p], u + y[p]) >= 0", use=_UNITS))
NEAR = "forall j in before(g): norm(y[j] + u) <= s"
FAST = _side(
    "-",
    "1 - s",
    have(
        ["norm(y[p] + u) <= s"],
        leaf(
            "1/2: a[p] >= 0; norm(y[p] + u) <= s; s >= 0",
            "1/2: a[p] >= 0; norm(y[p] + u) >= 0; norm(y[p] + u) <= s",
            "1/2: a[p] >= 0; s >= 0; s <= 1",
            "1/2: a[p] >= 0; s >= 0",
            use=_UNITS,
        ),
    ),
)
OPPOSED = [  # the earlier tokens come to be opposite to this one
    "delta > 0",
    f"almost_always({ALL} >= delta)",
    "tends(s, 0)",
    f"always({NEAR})",
    "always(s >= 0)",
]
_FALLEN = f"-({_Q}*exp(-(2*S)*time))"

formal(
    "LEM-off-span.stays",
    title="A token that starts across a direction in which no earlier one lies stays across it",
    statement={**LED, "given": [*LED["given"], "at_start(dot(w, u) == 0)"], "show": ["always(dot(w, u) == 0)"]},
    proof=have(
        [
            (
                f"always({_FALLEN} >= start({_FALLEN}))",
                rule(
                    "monotone",
                    have(
                        [*_MOVES, LOW],
                        leaf(
                            f"2: exp(-(2*S)*time) > 0; sq dot(w, u); {LOW[0]}",
                            f"2: exp(-(2*S)*time) > 0; sq dot(w, u); {ALL} <= S",
                            f"eq exp(-(2*S)*time): {_RATE}",
                        ),
                    ),
                    z=_FALLEN,
                ),
            ),
            (f"start({_FALLEN}) == 0", enter("start", leaf(use=["dot(w, u) == 0"]))),
        ],
        enter(
            "every",
            have(
                [(f"{_FALLEN} >= 0", leaf(f"1: {_FALLEN} >= start({_FALLEN})", f"eq -1: start({_FALLEN}) == 0"))],
                rule("square zero", leaf(f"1: {_FALLEN} >= 0; exp((2*S)*time) > 0"), a="dot(w, u)"),
            ),
        ),
    ),
)
formal(
    "LEM-off-span",
    title="A token to which all earlier ones come to be opposite lies in no direction across all of them",
    statement={
        **LED,
        "letters": [*LED["letters"], "s: moving number; delta: number"],
        "given": [*LED["given"], *OPPOSED],
        "show": ["at_start(dot(w, u) == 0)"],
    },
    proof=have(
        [
            ("S <= abs(S)", rule("absolute above", e="S")),
            ("-S <= abs(S)", rule("absolute above minus", e="S")),
            (
                f"at_start({_Q} <= 0)",
                lemma(
                    "LEM-outgrown",
                    leaf("1/2:"),
                    KNOWN,
                    leaf("1: S <= abs(S)", "1: -S <= abs(S)"),
                    enter("every", leaf("1: sq dot(w, u)")),
                    enter(
                        "every",
                        leaf("1: dot(w - dot(w, u)*u, w - dot(w, u)*u) >= 0", use=["dot(u, u) == 1"]),
                    ),
                    KNOWN,
                    enter(
                        "ae",
                        have(
                            [*_MOVES, UP],
                            leaf(
                                f"2: sq dot(w, u); {UP[0]}",
                                f"2: sq dot(w, u); {ALL} <= S",
                                "2: sq dot(w, u); S <= abs(S)",
                                f"eq -1: {_RATE}",
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
                                    f"2: sq dot(w, u); {FAST[0]}",
                                    f"2: sq dot(w, u); s < 1/2; {ALL} >= delta",
                                    f"1: sq dot(w, u); {ALL} >= delta",
                                    "2: sq dot(w, u); s < 1/2; delta > 0",
                                    f"eq -1: {_RATE}",
                                ),
                            ),
                        ),
                    ),
                    z=_Q,
                    B="dot(w, w)",
                    M="2*abs(S)",
                    k="delta",
                    e="1/2",
                ),
            ),
        ],
        enter("start", rule("square zero", leaf(f"1: {_Q} <= 0"), a="dot(w, u)")),
    ),
)
