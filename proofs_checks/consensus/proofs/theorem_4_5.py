"""Theorem 4.5 whole: the auto-regressive model with a symmetric U, its hemisphere, its cascade with gain, its limit.

Nothing is assumed of P(t) but that it is measurable; boundedness is not needed.
"""

from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION, HEMISPHERE
from proofs_checks.lemmas.causal import GAP, HEIGHTS, SIZE, slope
from proofs_checks.lemmas.causal_limit import GAIN, SMALL
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, take, unfold, witness

_A = "fn(i, j: att(y, i, j))"
_FLOW = "almost_always(forall i: rate(y[i]) == sum(j in upto(i): att(y, i, j)*(U(y[j]) - dot(y[i], U(y[j]))*y[i])))"
_SIGNS = "almost_always(forall i: forall j in upto(i): att(y, i, j) > 0)"
_ROWS = "almost_always(forall i: sum(j in upto(i): att(y, i, j)) == 1/root)"


def _weighted(then: object) -> object:
    """The model as a flow with weights: signs and row sums are computed."""
    return unfold(
        "solves(causal, y)",
        have(
            [
                (_FLOW, enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == causal(y, i)"])))),
                (_SIGNS, enter("ae", intro("p,q", leaf()))),
                (_ROWS, enter("ae", intro("p", leaf()))),
            ],
            then,
        ),
    )


formal(
    "CON-T4.5.e",
    statement=model(CAUSAL, CAUSAL_SOLUTION, HEMISPHERE, {"given": ["lam >= 0"], "show": [HEIGHTS]}),
    proof=_weighted(lemma("LEM-causal.heights", s="1/root", a=_A)),
)

_CASCADE = f"almost_always(forall i: rate({SIZE('i')}) <= {slope('i', 'att(y, {0}, {1})')})"
_CITED = {"s": "1/root", "a": _A}

formal(
    "CON-B4",
    statement=model(
        CAUSAL, CAUSAL_SOLUTION, HEMISPHERE, GAP, {"given": ["lam > 0", "g > 0"], "show": [_CASCADE, GAIN, SMALL]}
    ),
    proof=[
        _weighted(lemma("LEM-causal.tangents", **_CITED)),
        _weighted(lemma("LEM-causal.gain", **_CITED)),
        _weighted(lemma("LEM-causal.small", **_CITED)),
    ],
)

_BOUND = (
    "forall b in vector, c in vector: dot(v, b) == 0 and dot(v, c) == 0 => dot(b, U(c)) <= {0}*norm(b)*norm(c)".format
)
_STABLE = (
    f"forall R in number: R >= 0 and ({_BOUND('R')}) and (forall i: forall j in before(i): R*B[j] <= lam*B[i])"
    f" and at_start(forall i: {SIZE('i')} <= B[i]) => (forall i: always({SIZE('i')} <= B[i]))"
)
_GAP_FACT = "forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b)"


def _gap(goal: str, then: object) -> object:
    """With the spectral gap g of U below lam and the norm rho of U on the complement of v."""
    return rule("spectral gap", KNOWN, have([_GAP_FACT, _BOUND("rho")], then), U="U", v="v", lam="lam", C=goal)


_NEAR = "norm(y[p] - v)"

formal(
    "CON-T4.5",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        {
            "letters": ["B[token]: number"],
            "given": ["simple_top(U, v, lam)", "lam > 0"],
            "show": [
                "almost_always(forall i: causal(fn(k: v), i) == 0)",
                HEIGHTS,
                f"exists R in number: R >= 0 and ({_BOUND('R')})",
                _STABLE,
                "forall i: exponentially_small(norm(y[i] - v))",
                "forall i: tends(norm(y[i] - v), 0)",
            ],
        },
    ),
    proof=[
        enter("ae", intro("p", leaf(use=["U(v) == lam*v", "dot(v, v) == 1"]))),
        lemma("CON-T4.5.e"),
        _gap(f"exists R in number: R >= 0 and ({_BOUND('R')})", witness("rho", KNOWN)),
        intro(
            ["R", ""],
            _gap(
                f"forall i: always({SIZE('i')} <= B[i])",
                _weighted(lemma("LEM-causal.boxes", rho="R", **_CITED)),
            ),
        ),
        have(
            [
                (SMALL, _gap(SMALL, _weighted(lemma("LEM-causal.small", **_CITED)))),
            ],
            intro(
                "p",
                lemma(
                    "LEM-small.below",
                    KNOWN,
                    KNOWN,
                    enter(
                        "every",
                        rule(
                            "below the square",
                            leaf(),
                            leaf("1: sq 1/dot(v, y[p]) - 1", "2: dot(v, y[p]) > 0; sq 1/dot(v, y[p]) - 1", use=["forall i: dot(y[i], y[i]) == 1", "dot(v, v) == 1"]),
                            a=f"abs({_NEAR})",
                            b=f"1*{SIZE('p')}",
                        ),
                    ),
                    z=_NEAR,
                    r=SIZE("p"),
                    c="1",
                ),
            ),
        ),
        intro("p", lemma("LEM-small.tends", z=_NEAR)),
    ],
)
