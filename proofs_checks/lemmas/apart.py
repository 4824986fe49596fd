"""Tokens that are apart stay apart for all finite time: their diameter falls at most exponentially."""

from proofs_checks.lemmas.speed import DRAWN, NEAR, SPEED
from verify.formal import formal, model
from verify.tactics.build import enter, have, intro, leaf, lemma, obtain, rule, witness

_DIAMETER = "diam(k: y[k])"
_STARTS = "exists i, j: y[i] != y[j]"
_PAIR = "norm(y[x] - y[z])"
_RATE = f"rate({_DIAMETER} - {_PAIR}) == 0"
_SPEED = SPEED.replace("width", _DIAMETER)
_TURN = "norm(rate(y[x]) + -rate(y[z])) <= norm(rate(y[x])) + norm(-rate(y[z]))"
_ALONG = "dot(y[z] - y[x], rate(y[x]) + -rate(y[z])) <= norm(y[z] - y[x])*norm(rate(y[x]) + -rate(y[z]))"

_WITHIN = (f"norm(y[p] - y[q]) <= {_DIAMETER}", rule("within the diameter", q="y", y="p", z="q"))
_NONZERO = ("dot(y[p] - y[q], y[p] - y[q]) > 0", rule("positive square", u="y[p] - y[q]"))
_FALLS = rule(
    "attained diameter",
    have(
        [
            (_RATE, rule("rate on a level", z=f"{_DIAMETER} - {_PAIR}", m="0")),
            f"norm(rate(y[x])) <= c*{_DIAMETER}",
            f"norm(rate(y[z])) <= c*{_DIAMETER}",
            (_TURN, rule("triangle", u="rate(y[x])", w="-rate(y[z])")),
            (_ALONG, rule("Cauchy-Schwarz", u="y[z] - y[x]", w="rate(y[x]) + -rate(y[z])")),
            (f"{_PAIR} > 0", leaf(f"1: {_DIAMETER} > 0", f"eq 1: {_DIAMETER} == {_PAIR}")),
            (
                f"rate({_PAIR}) >= -(2*c*{_DIAMETER})",
                leaf(
                    f"1: {_ALONG}",
                    f"1: {_PAIR} > 0; {_TURN}",
                    f"1: {_PAIR} > 0; norm(rate(y[x])) <= c*{_DIAMETER}",
                    f"1: {_PAIR} > 0; norm(rate(y[z])) <= c*{_DIAMETER}",
                    times=[_PAIR],
                ),
            ),
        ],
        leaf(f"1: rate({_PAIR}) >= -(2*c*{_DIAMETER})", f"eq -1: {_RATE}"),
    ),
    q="fn(j: y[j])",
    C=f"rate({_DIAMETER}) >= -(2*c*{_DIAMETER})",
    new={"y": "z"},
)

formal(
    "LEM-apart",
    title="Tokens that are not all equal never become so",
    statement=model(
        DRAWN,
        {
            "letters": ["r: number"],
            "given": [*NEAR["given"][:3], f"at_start({_STARTS})"],
            "show": [f"always({_STARTS})"],
        },
    ),
    proof=have(
        [
            (
                f"always(forall i, j: norm(y[i] - y[j]) <= 1*{_DIAMETER})",
                enter(
                    "every",
                    intro(
                        "p,q",
                        have(
                            [(f"norm(y[p] - y[q]) <= {_DIAMETER}", rule("within the diameter", q="y", y="p", z="q"))],
                            leaf(f"1: norm(y[p] - y[q]) <= {_DIAMETER}"),
                        ),
                    ),
                ),
            ),
            (_SPEED, lemma("LEM-speed", width=_DIAMETER, B="1")),
        ],
        obtain(
            _SPEED,
            "c",
            have(
                [
                    (
                        f"always({_DIAMETER} > 0)",
                        lemma(
                            "LEM-positive",
                            enter(
                                "start",
                                obtain(
                                    _STARTS,
                                    "p,q",
                                    have(
                                        [
                                            f"norm(y[p] - y[q]) <= 1*{_DIAMETER}",
                                            (
                                                "dot(y[p] - y[q], y[p] - y[q]) > 0",
                                                rule("positive square", u="y[p] - y[q]"),
                                            ),
                                            ("norm(y[p] - y[q]) > 0", leaf()),
                                        ],
                                        leaf(f"1: norm(y[p] - y[q]) <= 1*{_DIAMETER}", "1: norm(y[p] - y[q]) > 0"),
                                    ),
                                ),
                            ),
                            enter("ae", intro("", _FALLS)),
                            z=_DIAMETER,
                            k="2*c",
                        ),
                    )
                ],
                enter(
                    "every",
                    rule(
                        "attained diameter",
                        witness(
                            "x",
                            witness(
                                "z",
                                have(
                                    [(f"{_PAIR} > 0", leaf(f"1: {_DIAMETER} > 0", f"eq 1: {_DIAMETER} == {_PAIR}"))],
                                    rule("nonzero vector", leaf(f"1: {_PAIR} > 0; {_PAIR} > 0"), u="y[x] - y[z]"),
                                ),
                            ),
                        ),
                        q="fn(j: y[j])",
                        C=_STARTS,
                        new={"y": "z"},
                    ),
                ),
            ),
        ),
    ),
)
