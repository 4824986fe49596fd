"""The image of a token near an equilibrium: its length, and its part across the token of the equilibrium."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import ATTENTION, P, V
from proofs_checks.power_method.proofs.near_equilibrium import C1, NEARBY, pair, seen
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, absurd, have, intro, leaf, lemma, rule, split, take

formal(
    "LEM-short-by-products",
    title="A vector whose products with all others are at most b times their lengths is no longer than b",
    statement={
        "letters": ["u: vector; b: number"],
        "given": ["b >= 0", "forall w in vector: dot(w, u) <= b*norm(w)"],
        "show": ["norm(u) <= b"],
    },
    proof=take(
        "forall w in vector: dot(w, u) <= b*norm(w)",
        ["u"],
        split(
            "b < norm(u) or norm(u) <= b",
            absurd(
                have(
                    [("norm(u) > 0", leaf("1: b < norm(u)", "1: b >= 0"))],
                    lemma(
                        "LEM-two-signs",
                        leaf("1: dot(u, u) <= b*norm(u)"),
                        leaf("1: b < norm(u); norm(u) > 0"),
                        a="norm(u)*(b - norm(u))",
                    ),
                )
            ),
            KNOWN,
        ),
    ),
)

SUM = "sum(j: own(j)*exp(kap(j)))"
SEES = "V(sum(j: weight(Y, o, j)*Y[j]))"
C2, C4 = "(1 + alpha*v*(24*p + 4))", "((2*p + 1)*v)"
C3 = f"(2*{C1} + 12*p*{C4})"
ROW = ("sum(j: own(j)) == 1", leaf())
_MODEL = model(V, P, {"where": ATTENTION["where"]}, NEARBY)
_M = "v*norm(w)"


def _summed(term: str, steps: Steps, *terms: str) -> tuple[str, Tree]:
    """A sum with the weights of S is not negative, term by term."""
    each = term.replace("(j)", "(t)").replace("[j]", "[t]")
    inner = have([*steps, (f"{each} >= 0", leaf(*terms)), ("own(t) > 0", KNOWN)], leaf(f"1: own(t) > 0; {each} >= 0"))
    return (
        f"sum(j: own(j)*({term})) >= 0",
        rule("positive sum", inner, e=f"fn(j: own(j)*({term}))", new={"x": "t"}),
    )


_PAIR = pair("t")
_BELOW, _ABOVE = "exp(kap(t)) - 1 <= 2*(3*p*r)", "-2*(3*p*r) <= exp(kap(t)) - 1"
LEAST = _summed("exp(kap(j)) - 1 + 6*p*r", _PAIR, f"1: {_ABOVE}")
MOST = _summed("6*p*r - (exp(kap(j)) - 1)", _PAIR, f"1: {_BELOW}")
HALF: Steps = [
    ROW,
    LEAST,
    MOST,
    (f"{SUM} - 1 >= -6*p*r", leaf(f"1: {LEAST[0]}", f"eq 1 - 6*p*r: {ROW[0]}")),
    (f"{SUM} - 1 <= 6*p*r", leaf(f"1: {MOST[0]}", f"eq -1 - 6*p*r: {ROW[0]}")),
    (f"{SUM} >= 1/2", leaf(f"1: {SUM} - 1 >= -6*p*r", "1/2: 12*p*r <= 1")),
]

_SELF = leaf(norms=["1"], use=["dot(S[t], S[t]) == 1"])
_F, _H = "dot(w, V(S[t]))", "dot(w, V(Y[t] - S[t]))"
_TERM = "12*p*r*v*norm(w)/2 + 2*r*v*norm(w) - (exp(kap(j))*dot(w, V(Y[j])) - dot(w, V(S[j])))"
_WIDE = _summed(
    _TERM,
    [
        *_PAIR,
        ("r >= 0", leaf("1: norm(Y[t] - S[t]) >= 0", "1: norm(Y[t] - S[t]) <= r")),
        *seen("w", "w", "S[t]", "1", _SELF),
        *seen("w", "w", "Y[t] - S[t]", "r", KNOWN),
        (f"{_M}*r >= 0", leaf("1: v >= 0; norm(w) >= 0; r >= 0")),
        ("exp(kap(t)) <= 2", leaf(f"1: {_BELOW}", "1/2: 12*p*r <= 1", "1/2:")),
    ],
    f"1/2: {_BELOW}; -{_F} <= {_M}*1",
    f"1/2: {_ABOVE}; {_F} <= {_M}*1",
    f"1: exp(kap(t)) > 0; {_H} <= {_M}*r",
    f"1: exp(kap(t)) <= 2; {_M}*r >= 0",
)
_STILL = "dot(w, V(sum(j: own(j)*S[j]))) == dot(w, nu*S[o])"
_ALONG = "nu*dot(w, S[o])"

formal(
    "LEM-near-equilibrium.mean",
    title="What a token sees near an equilibrium is near what it sees there",
    statement=model(
        _MODEL,
        {"show": [f"forall w in vector: dot(w, {SEES} - nu*S[o]) <= v*(24*p + 4)*r*norm(w)"]},
    ),
    proof=intro(
        "w",
        have(
            [
                *HALF,
                _WIDE,
                (_STILL, lemma("LEM-same-dot", u="V(sum(j: own(j)*S[j]))", w="nu*S[o]", z="w")),
                *[
                    (
                        f"{sign}{_ALONG} <= {_M}",
                        have(
                            [
                                _summed(
                                    f"{_M} - {sign}dot(w, V(S[j]))",
                                    seen("w", "w", "S[t]", "1", _SELF),
                                    f"1: {sign}dot(w, V(S[t])) <= {_M}*1",
                                )
                            ],
                            leaf(
                                f"1: sum(j: own(j)*({_M} - {sign}dot(w, V(S[j])))) >= 0",
                                f"eq {_M}: {ROW[0]}",
                                f"eq {'1' if sign else '-1'}: {_STILL}",
                            ),
                        ),
                    )
                    for sign in ("", "-")
                ],
                ("r >= 0", leaf("1: norm(Y[o] - S[o]) >= 0", "1: norm(Y[o] - S[o]) <= r")),
                (f"p*r*{_M} >= 0", leaf("1: p >= 0; r >= 0; v >= 0; norm(w) >= 0")),
                (f"r*{_M} >= 0", leaf("1: r >= 0; v >= 0; norm(w) >= 0")),
            ],
            leaf(
                f"1: {_WIDE[0]}",
                f"eq 6*p*r*{_M} + 2*r*{_M}: {ROW[0]}",
                f"eq 1: {_STILL}",
                f"1/2: {SUM} - 1 >= -6*p*r; -{_ALONG} <= {_M}",
                f"1/2: {SUM} - 1 <= 6*p*r; {_ALONG} <= {_M}",
                f"24: {SUM} >= 1/2; p*r*{_M} >= 0",
                f"4: {SUM} >= 1/2; r*{_M} >= 0",
                times=[SUM],
            ),
        ),
    ),
)
