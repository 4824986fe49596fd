"""Tokens of an ellipsoid in a hemisphere are as near to each other as their central projections, up to a factor."""

from __future__ import annotations

from proofs_checks.lemmas.least_value import least_form
from verify.formal import formal
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, rule, witness

DIAMETER = "diam(k: y[k]/dot(v, y[k]))"
NEAR = f"exists B in number: B > 0 and always(forall i, j: norm(y[i] - y[j]) <= B*{DIAMETER})"
_Q = "y[{0}]/dot(v, y[{0}])".format
_GAP = f"norm({_Q('s')} - {_Q('t')})"
_FORM = "dot({0}, W({0})) >= mu*dot({0}, {0})".format
_C, _B = "C", "(C^2*L/mu + 1)"
_NEAR = enter(
    "every",
    intro(
        "s,t",
        have(
            [
                (f"{_GAP} <= {DIAMETER}", rule("within the diameter", q="fn(i: y[i]/dot(v, y[i]))", y="s", z="t")),
                (
                    f"norm(y[s] - y[t])^2 <= {_C}^2*L/mu*{_GAP}^2",
                    have(
                        [
                            f"dot(v, y[s]) <= {_C}",
                            f"dot(v, y[t]) <= {_C}",
                            _FORM("(y[s] - y[t])"),
                            f"dot({_Q('s')} - {_Q('t')}, W({_Q('s')} - {_Q('t')})) <= L*{_GAP}*{_GAP}",
                        ],
                        leaf(
                            f"1: 1/mu > 0; {_FORM('(y[s] - y[t])')}",
                            "1: 1/mu > 0; dot(v, y[s]) > 0; dot(v, y[t]) > 0; sq 1/dot(v, y[s]) - 1/dot(v, y[t])",
                            "1: 1/mu > 0; dot(v, y[s]) > 0; dot(v, y[t]) > 0;"
                            f" dot({_Q('s')} - {_Q('t')}, W({_Q('s')} - {_Q('t')})) <= L*{_GAP}*{_GAP}",
                            f"1: 1/mu > 0; L > 0; {_C} > 0; dot(v, y[s]) <= {_C}; sq {_GAP}",
                            f"1: 1/mu > 0; L > 0; dot(v, y[s]) > 0; dot(v, y[t]) <= {_C}; sq {_GAP}",
                            use=["forall i: dot(y[i], W(y[i])) == 1"],
                        ),
                    ),
                ),
                (
                    f"norm(y[s] - y[t]) <= {_B}*{_GAP}",
                    rule(
                        "below the square",
                        leaf(f"1: {_B} > 0; {_GAP} >= 0"),
                        leaf(
                            f"1: norm(y[s] - y[t])^2 <= {_C}^2*L/mu*{_GAP}^2",
                            f"1: sq {_C}^2*L/mu*{_GAP}",
                            f"1: L > 0; 1/mu > 0; sq {_C}*{_GAP}",
                            f"1: sq {_GAP}",
                        ),
                        a="norm(y[s] - y[t])",
                        b=f"{_B}*{_GAP}",
                    ),
                ),
            ],
            leaf(f"1: norm(y[s] - y[t]) <= {_B}*{_GAP}", f"1: {_B} > 0; {_GAP} <= {DIAMETER}"),
        ),
    ),
)


formal(
    "LEM-projected.near",
    title="Distances of tokens are bounded by those of their central projections",
    statement={
        "letters": ["W: operator; v: vector; y[token]: moving vector; C: number"],
        "given": [
            "positive_definite(W)",
            "always(forall i: dot(y[i], W(y[i])) == 1)",
            "always(forall i: dot(v, y[i]) > 0)",
            "C > 0",
            "always(forall i: dot(v, y[i]) <= C)",
        ],
        "show": [NEAR],
    },
    proof=least_form(
        "W",
        rule(
            "some bound",
            have(
                [(f"{_B} > 0", leaf("1: L > 0; 1/mu > 0; C > 0; C > 0", "1:"))],
                witness(_B, both(KNOWN, _NEAR)),
            ),
            U="W",
            C=NEAR,
            new={"K": "L"},
        ),
    ),
)
