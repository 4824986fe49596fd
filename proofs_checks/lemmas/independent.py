"""Linearly independent vectors lie in a common open half space, by Farkas' lemma, one vector after the other.

The coefficients are written as dot(w, C[k]) with a unit vector w: every family c of numbers is one, C[k] = c[k]*w.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.farkas import MARK, PLACE
from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

INDEPENDENT: dict[str, Any] = {
    "letters": ["x[token], w: vector"],
    "given": [
        "dot(w, w) == 1",
        "forall C in state: sum(k: dot(w, C[k])*x[k]) == 0 => (forall k: dot(w, C[k]) == 0)",
    ],
}
_FAR = "forall k1: forall i1: i1 < k1 => sum(j in upto(i1): 1) + 1 <= sum(j in upto(k1): 1)"
_OWN = "exists u in vector: (forall k: dot(u, x[k]) >= 0) and dot(u, x[i]) > 0"
_CONE = "exists S in state: -x[i] == sum(k: dot(S[k], S[k])*x[k])"
_NUMBER = f"(dot(S[{{0}}], S[{{0}}]) + {MARK('{0}')})".format
_FAMILY = f"fn(k: {_NUMBER('k')}*w)"
_MARKED = (
    f"{MARK('i')} == 1 and (forall k: k != i => {MARK('k')} == 0) and (forall k: k < i or i < k => {MARK('k')} == 0)"
)
_SINGLE = f"sum(k: {MARK('k')}*x[k]) == {MARK('i')}*x[i]"
_DEPENDS = f"sum(k: dot(w, {_NUMBER('k')}*w)*x[k]) == 0"
_NONE = f"forall k: dot(w, {_NUMBER('k')}*w) == 0"
_NOT_IN_THE_CONE = obtain(
    _CONE,
    "S",
    have(
        [
            (_MARKED, lemma("LEM-marked")),
            (
                _SINGLE,
                rule(
                    "single vector term",
                    have([f"{MARK('q')} == 0"], leaf(use=[f"{MARK('q')} == 0"])),
                    e=f"fn(k: {MARK('k')}*x[k])",
                    y="i",
                    new={"x": "q"},
                ),
            ),
            ("sum(k: dot(S[k], S[k])*x[k]) == -x[i]", leaf(use=["-x[i] == sum(k: dot(S[k], S[k])*x[k])"])),
            (
                _DEPENDS,
                leaf(
                    use=[
                        _SINGLE,
                        "sum(k: dot(S[k], S[k])*x[k]) == -x[i]",
                        "dot(w, w) == 1",
                        f"{MARK('i')} == 1",
                    ]
                ),
            ),
            (_NONE, take(INDEPENDENT["given"][1], [_FAMILY], KNOWN)),
            f"dot(w, {_NUMBER('i')}*w) == 0",
        ],
        absurd(
            leaf(
                f"eq 1: dot(w, {_NUMBER('i')}*w) == 0",
                "1: dot(S[i], S[i]) >= 0",
                use=["dot(w, w) == 1", f"{MARK('i')} == 1"],
            )
        ),
    ),
)
_HALF = "forall z in vector: (forall k: dot(z, x[k]) >= 0) => dot(z, -x[i]) >= 0"

formal(
    "LEM-independent.one",
    title="Of independent unit vectors one is inside, and all are in, a closed half space",
    statement={**INDEPENDENT, "letters": [*INDEPENDENT["letters"], "i: token"], "show": [_OWN]},
    proof=split(
        f"({_OWN}) or not ({_OWN})",
        KNOWN,
        have(
            [
                (
                    _HALF,
                    intro(
                        ["z", ""],
                        split(
                            "dot(z, x[i]) > 0 or dot(z, x[i]) <= 0",
                            have(
                                [(_OWN, witness("z", both(KNOWN, KNOWN)))],
                                rule("contradiction", P=_OWN, C="dot(z, -x[i]) >= 0"),
                            ),
                            leaf("1: dot(z, x[i]) <= 0"),
                        ),
                    ),
                ),
                (_CONE, lemma("LEM-farkas", z="-x[i]")),
            ],
            absurd(_NOT_IN_THE_CONE),
        ),
    ),
)

_UP_TO = f"exists v in vector: forall k: {PLACE('k')} <= {{0}} => dot(v, x[k]) > 0".format
_NEXT = f"exists i: {PLACE('i')} > n and {PLACE('i')} <= n + 1"
_LIFT = "(1 + abs(dot(v, x[i])))/dot(u, x[i])"
_ONE_MORE = f"v + {_LIFT}*u"
_RAISED = f"{_LIFT} > 0"
_EARLIER = have(
    ["dot(v, x[q]) > 0", "dot(u, x[q]) >= 0"],
    leaf("1: dot(v, x[q]) > 0", f"1: {_RAISED}; dot(u, x[q]) >= 0"),
)
_LIFTED = obtain(
    _NEXT,
    "i",
    have(
        [(_FAR, lemma("LEM-positions")), (_OWN, lemma("LEM-independent.one"))],
        obtain(
            _OWN,
            "u",
            have(
                [
                    ("-dot(v, x[i]) <= abs(dot(v, x[i]))", rule("absolute above minus", e="dot(v, x[i])")),
                    (_RAISED, leaf("1: 1/dot(u, x[i]) > 0", "1: 1/dot(u, x[i]) > 0; abs(dot(v, x[i])) >= 0")),
                    (
                        f"dot({_ONE_MORE}, x[i]) > 0",
                        leaf("1: -dot(v, x[i]) <= abs(dot(v, x[i]))", "1:"),
                    ),
                ],
                witness(
                    _ONE_MORE,
                    intro(
                        ["q", ""],
                        split(
                            "q < i or i <= q",
                            have(
                                [
                                    f"{PLACE('q')} + 1 <= {PLACE('i')}",
                                    (
                                        f"{PLACE('q')} <= n",
                                        leaf(f"1: {PLACE('q')} + 1 <= {PLACE('i')}", f"1: {PLACE('i')} <= n + 1"),
                                    ),
                                ],
                                _EARLIER,
                            ),
                            split(
                                "i < q or q <= i",
                                have(
                                    [f"{PLACE('i')} + 1 <= {PLACE('q')}"],
                                    absurd(
                                        lemma(
                                            "LEM-two-signs",
                                            leaf(f"1: {PLACE('i')} + 1 <= {PLACE('q')}", f"1: {PLACE('q')} <= n + 1"),
                                            leaf(f"1: {PLACE('i')} > n"),
                                            a=f"n - {PLACE('i')}",
                                        )
                                    ),
                                ),
                                rule(
                                    "same token",
                                    KNOWN,
                                    KNOWN,
                                    KNOWN,
                                    i="i",
                                    j="q",
                                    P=f"fn(l: dot({_ONE_MORE}, x[l]) > 0)",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_KEPT = witness(
    "v",
    intro(
        ["q", ""],
        split(
            f"{PLACE('q')} <= n or {PLACE('q')} > n",
            KNOWN,
            have(
                [(_NEXT, witness("q", both(KNOWN, KNOWN)))],
                rule("contradiction", P=_NEXT, C="dot(v, x[q]) > 0"),
            ),
        ),
    ),
)
_ALL = "sum(j: 1)"

formal(
    "LEM-independent",
    title="Linearly independent unit vectors lie in a common open half space",
    statement={
        **INDEPENDENT,
        "letters": [*INDEPENDENT["letters"], "f: token"],
        "show": ["exists v in vector: forall k: dot(v, x[k]) > 0"],
    },
    proof=have(
        [
            (
                f"forall n1 in size: {_UP_TO('n1')}",
                rule(
                    "induction",
                    witness(
                        "x[f]",
                        intro(
                            ["q", ""],
                            absurd(leaf(f"1: {PLACE('q')} <= 0", "1: sum(j in before(q): 1) >= 0")),
                        ),
                    ),
                    obtain(_UP_TO("n"), "v", split(f"({_NEXT}) or not ({_NEXT})", _LIFTED, _KEPT)),
                    P=f"fn(n: {_UP_TO('n')})",
                ),
            ),
            (_UP_TO(_ALL), take(f"forall n1 in size: {_UP_TO('n1')}", [_ALL], KNOWN)),
        ],
        obtain(
            _UP_TO(_ALL),
            "v",
            witness(
                "v",
                intro(
                    "q",
                    have(
                        [
                            (
                                f"{PLACE('q')} <= {_ALL}",
                                rule("part of a positive sum", leaf(), i="q", e="fn(j: 1)", new={"x": "l"}),
                            )
                        ],
                        KNOWN,
                    ),
                ),
            ),
        ),
    ),
)
