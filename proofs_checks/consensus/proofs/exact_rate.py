"""The exact rate of Theorem 3.2 (CON-B1.rate): near consensus the weights are nearly equal, whatever P(t) is.

Logits of a row differ by at most |P| times the distances of the tokens, so that rows of softmax differ from 1/l, and
quotients of heights from 1, by at most a multiple of diam q, which decays exponentially.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.heights import HEIGHTS, WEIGHTED
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from proofs_checks.consensus.proofs.projected import PROJECTED
from proofs_checks.consensus.proofs.rate import STILL
from proofs_checks.consensus.proofs.theorem_3_2 import ABOVE, BOTH, LIMIT
from proofs_checks.lemmas.least_value import least_form
from proofs_checks.lemmas.projected_distance import DIAMETER
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, obtain, rule, unfold

SUM = "sum(h in heads: 1/root)"
_APART = "exists i, j: y[i] != y[j]"
EXACT = (
    "exists low in number, high in number: low > 0 and high > 0"
    f" and always(low*exp(-({SUM}*time)) <= {DIAMETER}) and always({DIAMETER} <= high*exp(-({SUM}*time)))"
)
_M = f"start({LEAST})"
_R = "(1/mu + 1)"
_SPREAD = f"(abs(K)*{_R}*B*{DIAMETER})"
_RATIO = f"(norm(v)*B*{DIAMETER}/{_M})"
_LOGIT = "dot(y[p], P[h1](y[{0}]))".format
_GAP = "norm(y[q] - y[p])"
_LENGTHS = (
    f"always(forall i: norm(y[i]) <= {_R})",
    enter(
        "every",
        intro(
            "p",
            have(
                [
                    (
                        "norm(y[p])^2 <= 1/mu",
                        leaf("1: 1/mu > 0; dot(y[p], W(y[p])) >= mu*dot(y[p], y[p])", use=["dot(y[p], W(y[p])) == 1"]),
                    )
                ],
                rule(
                    "below the square",
                    leaf("1: 1/mu > 0", "1:"),
                    leaf("1: norm(y[p])^2 <= 1/mu", "1: sq 1/mu", "1: 1/mu > 0", "1:"),
                    a="norm(y[p])",
                    b=_R,
                ),
            ),
        ),
    ),
)
_NEAR = f"norm(y[q] - y[p]) <= B*{DIAMETER}"
_BOUND: Steps = [
    "norm(y[p]) <= " + _R,
    _NEAR,
    ("K <= abs(K)", rule("absolute above", e="K")),
    f"dot(y[p], P[h1](y[q] - y[p])) <= K*norm(y[p])*{_GAP}",
    f"dot(-y[p], P[h1](y[q] - y[p])) <= K*norm(-y[p])*{_GAP}",
    (
        f"K*norm(y[p])*{_GAP} <= {_SPREAD}",
        leaf(
            f"1: K <= abs(K); norm(y[p]) >= 0; {_GAP} >= 0",
            f"1: abs(K) >= 0; norm(y[p]) <= {_R}; {_GAP} >= 0",
            f"1: abs(K) >= 0; {_R} > 0; {_NEAR}",
        ),
    ),
]


def _within(sign: str) -> Tree:
    along = f"dot({sign}y[p], P[h1](y[q] - y[p])) <= K*norm({sign}y[p])*{_GAP}"
    return leaf(f"1: {along}", f"1: K*norm(y[p])*{_GAP} <= {_SPREAD}")


_ONE_HEAD = (
    "forall h in heads, i: almost_always(sum(j: abs(e(h, y, i, j)/sum(k: e(h, y, i, k)) - 1/sum(l: 1)))"
    f" <= 4*{_SPREAD})",
    intro(
        "h1,p",
        lemma(
            "LEM-softmax.near.now",
            enter("ae", intro("q", have(_BOUND, both(*map(_within, ("-", "")))))),
            k=f"fn(j: {_LOGIT('j')})",
            l=f"fn(j: {_LOGIT('p')})",
            s=_SPREAD,
        ),
    ),
)
_C = "dot(v, y[{0}])".format
_FACTORS = (
    f"always(forall i, j: abs({_C('j')}/{_C('i')} - 1) <= {_RATIO})",
    enter(
        "every",
        intro(
            "p,q",
            have(
                [
                    _NEAR,
                    f"{_C('p')} >= {_M}",
                    (f"dot(v, y[q] - y[p]) <= norm(v)*{_GAP}", rule("Cauchy-Schwarz", u="v", w="y[q] - y[p]")),
                    (f"dot(-v, y[q] - y[p]) <= norm(-v)*{_GAP}", rule("Cauchy-Schwarz", u="-v", w="y[q] - y[p]")),
                    (f"{DIAMETER} >= 0", leaf()),
                ],
                rule(
                    "absolute at most",
                    *(
                        leaf(
                            f"1: 1/{_C('p')} > 0; dot({sign}v, y[q] - y[p]) <= norm({sign}v)*{_GAP}",
                            f"1: 1/{_C('p')} > 0; norm(v) >= 0; {_NEAR}",
                            f"1: 1/{_C('p')} > 0; 1/{_M} > 0; norm(v) >= 0; B > 0; {DIAMETER} >= 0; {_C('p')} >= {_M}",
                        )
                        for sign in ("", "-")
                    ),
                    e=f"{_C('q')}/{_C('p')} - 1",
                    b=_RATIO,
                ),
            ),
        ),
    ),
)
_B = "sum(h in heads: att(h, y, {0}, j))*dot(v, y[j])/dot(v, y[{0}])".format
_E = f"{SUM}*(4*{_SPREAD} + {_RATIO})"
_UNEVEN = (
    f"forall i: almost_always(sum(j: abs({_B('i')} - {SUM}/sum(l: 1))) <= {_E})",
    intro(
        "p",
        lemma(
            "LEM-uneven-weights",
            KNOWN,
            enter("ae", intro("h1,q", leaf())),
            enter("ae", intro("h1", leaf())),
            enter("ae", intro("h1", KNOWN)),
            enter("ae", intro("q", KNOWN)),
            w="fn(h in heads, j: e(h, y, p, j)/sum(k: e(h, y, p, k)))",
            f=f"fn(j: {_C('j')}/{_C('p')})",
            S=f"4*{_SPREAD}",
            T=_RATIO,
            N="sum(j: 1)",
        ),
    ),
)
_BENT = f"({SUM}*(4*abs(K)*{_R}*B + norm(v)*B/{_M}))"
_RATES = (
    f"almost_always(rate({DIAMETER}) >= -({SUM}*{DIAMETER}) - 2*{_E}*{DIAMETER}"
    f" and rate({DIAMETER}) <= -({SUM}*{DIAMETER}) + 2*{_E}*{DIAMETER})"
)
_FLOW = (f"almost_always({PROJECTED})", enter("ae", intro("p", leaf(use=[WEIGHTED[len("almost_always(") : -1]]))))
_TWICE = f"2*{_BENT}*start({DIAMETER})"
_SOON = f"{DIAMETER} <= start({DIAMETER})*exp(-kappa*time)"


def _side(relation: str) -> Any:
    return leaf(f"1: {relation}", f"2: {_BENT} >= 0; {DIAMETER} >= 0; {_SOON}")


_RISES = f"rate({DIAMETER}) >= -({SUM}*{DIAMETER}) - 2*{_E}*{DIAMETER}"
_FALLS = f"rate({DIAMETER}) <= -({SUM}*{DIAMETER}) + 2*{_E}*{DIAMETER}"
_POSITIVE = (
    f"at_start({DIAMETER} > 0)",
    enter(
        "start",
        obtain(
            _APART,
            "s,t",
            have(
                [
                    ("dot(y[s] - y[t], y[s] - y[t]) > 0", rule("positive square", u="y[s] - y[t]")),
                    f"norm(y[s] - y[t]) <= B*{DIAMETER}",
                    ("norm(y[s] - y[t]) > 0", KNOWN),
                ],
                leaf(f"1: 1/B > 0; norm(y[s] - y[t]) <= B*{DIAMETER}", "1: 1/B > 0; norm(y[s] - y[t]) > 0"),
            ),
        ),
    ),
)
_PROOF = have(
    [
        _LENGTHS,
        _FACTORS,
        _ONE_HEAD,
        _UNEVEN,
        _FLOW,
        (
            _RATES,
            lemma(
                "LEM-nearly-uniform",
                KNOWN,
                KNOWN,
                enter("ae", KNOWN),
                q="fn(k: y[k]/dot(v, y[k]))",
                b=f"fn(i, j: {_B('i')})",
                E=_E,
                s=SUM,
                N="sum(j: 1)",
            ),
        ),
        _POSITIVE,
        (f"{SUM} > 0", leaf()),
        (
            f"{_BENT} >= 0",
            leaf(f"4: {SUM} > 0; abs(K) >= 0; {_R} > 0; B > 0", f"1: {SUM} > 0; norm(v) >= 0; 1/{_M} > 0; B > 0"),
        ),
        (f"{_TWICE} >= 0", leaf(f"2: {_BENT} >= 0; start({DIAMETER}) >= 0")),
    ],
    unfold(
        f"decays({DIAMETER}, kappa)",
        lemma(
            "LEM-two-sided-decay",
            enter("every", leaf()),
            KNOWN,
            KNOWN,
            KNOWN,
            enter("ae", _side(_RISES)),
            enter("ae", _side(_FALLS)),
            z=DIAMETER,
            s=SUM,
            c=_TWICE,
            k="kappa",
        ),
    ),
)

_KNOWN: Steps = [
    (HEIGHTS, lemma("CON-T3.2.a")),
    (BOTH, lemma("CON-T3.2.j.each")),
    (WEIGHTED, lemma("CON-E6.weights")),
]
_APART_PAIR = [ON_ELLIPSE, [0, "3/10", "4/5", 0]]

formal(
    "CON-B1.rate",
    statement=model(
        FULL,
        SOLUTION,
        HEMISPHERE,
        LIMIT,
        {"show": [f"exponentially_small({DIAMETER})", f"at_start({_APART}) => ({EXACT})"]},
    ),
    proof=[
        have(
            _KNOWN,
            obtain(
                ABOVE,
                "kappa,B",
                lemma("LEM-small.decays", KNOWN, KNOWN, enter("every", leaf()), z=DIAMETER, k="kappa"),
            ),
        ),
        have(
            _KNOWN,
            intro(
                "",
                obtain(
                    ABOVE,
                    "kappa,B",
                    unfold("solves(six, y)", least_form("W", _PROOF)),
                ),
            ),
        ),
    ],
    instance=full(K=6),
    twin=Variant("tokens that do not attract each other", STILL, full(tokens=2, K=6, y=_APART_PAIR)),
)
