"""The auto-regressive model with U = I in a hemisphere, in any metric: all tokens follow the first (CON-B1.causal)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from proofs_checks.consensus.proofs.rate import BELOW_C, BOUNDED, RATE, STILL
from proofs_checks.lemmas.leader_metric import ABOVE, LARGEST, SQUARE
from proofs_checks.lemmas.leader_metric import STILL as FIRST_RESTS
from proofs_checks.lemmas.projected_distance import DIAMETER, NEAR
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, enter, have, intro, leaf, lemma, obtain, rule, take, unfold

EARLY: dict[str, Any] = {
    **FULL,
    "where": [
        FULL["where"][0],
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j in upto(i): att(h, X, i, j)*X[j])",
    ],
}
_A = "sum(h in heads: att(h, y, {0}, {1}))".format
_KAPPA = f"{RATE}/N"
_ROW = "exp(dot(y[p], P[h1](y[{0}])))/sum(k in upto(p): exp(dot(y[p], P[h1](y[k]))))".format
_LENGTH = "sum(k in upto(p): 1)"
_SHARE = "sum(h in heads: att(h, y, p, f) - exp(-2*M[h])/(N*root)) >= 0"
_FLOW = f"almost_always(forall i: rate(y[i]) == sum(j in before(i): {_A('i', 'j')}*(y[j] - dot(y[i], W(y[j]))*y[i])))"
_FACTS: Steps = [
    ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
    (
        _FLOW,
        enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == six(y, i)", "forall i: dot(y[i], W(y[i])) == 1"]))),
    ),
    (f"almost_always(forall i: forall j in before(i): {_A('i', 'j')} >= 0)", enter("ae", intro("p,q", leaf()))),
    (
        "forall h in heads, i: almost_always(forall j in upto(i): exp(-2*M[h])/sum(k in upto(i): 1)"
        " <= e(h, y, i, j)/sum(k in upto(i): e(h, y, i, k)) <= 1)",
        intro(
            "h1,p",
            lemma(
                "LEM-softmax.row",
                enter("ae", intro("q", take(BOUNDED[len("almost_always(") : -1], ["h1", "y[p]", "y[q]"], KNOWN))),
                l="fn(j: dot(y[p], P[h1](y[j])))",
                i="p",
                M="M[h1]",
            ),
        ),
    ),
    BELOW_C,
    (f"(start({LEAST}) > 0) and ({ABOVE})", lemma("LEM-metric-leader.heights", a=f"fn(i, j: {_A('i', 'j')})")),
    (
        "always(forall i: dot(v, y[i]) > 0)",
        enter("every", intro("p", leaf(f"1: dot(v, y[p]) >= start({LEAST})", f"1: start({LEAST}) > 0"))),
    ),
]
_PER_HEAD = have(
    [
        f"exp(-2*M[h1])/{_LENGTH} <= {_ROW('f')}",
        (f"{_LENGTH} <= sum(j: 1)", rule("part of a positive sum", leaf(), e="fn(k: 1)", i="p")),
        f"{_LENGTH} > 0",
    ],
    leaf(
        f"1: exp(-2*M[h1])/{_LENGTH} <= {_ROW('f')}; 1/root > 0",
        f"1: {_LENGTH} <= sum(j: 1); exp(-2*M[h1]) > 0; 1/N > 0; 1/{_LENGTH} > 0; 1/root > 0",
        use=["N == sum(j: 1)"],
    ),
)
_PULLED = (
    f"almost_always(forall i: f < i => {_A('i', 'f')}*dot(v, y[f])/dot(v, y[i]) >= {_KAPPA})",
    enter(
        "ae",
        intro(
            ["p", ""],
            have(
                [
                    "dot(v, y[p]) > 0",
                    "dot(v, y[p]) <= C",
                    f"dot(v, y[f]) >= start({LEAST})",
                    (
                        _SHARE,
                        rule(
                            "positive sum, heads",
                            _PER_HEAD,
                            e="fn(h in heads: att(h, y, p, f) - exp(-2*M[h])/(N*root))",
                            new={"x": "h1"},
                        ),
                    ),
                    (
                        "sum(h in heads: exp(-2*M[h])) >= 0",
                        rule("positive sum, heads", leaf(), e="fn(h in heads: exp(-2*M[h]))"),
                    ),
                ],
                leaf(
                    f"1: {_SHARE}; dot(v, y[f]) > 0; 1/dot(v, y[p]) > 0",
                    "1: sum(h in heads: exp(-2*M[h])) >= 0; 1/N > 0; 1/root > 0; 1/dot(v, y[p]) > 0;"
                    f" dot(v, y[f]) >= start({LEAST})",
                    "1: sum(h in heads: exp(-2*M[h])) >= 0; 1/N > 0; 1/root > 0; 1/dot(v, y[p]) > 0; 1/C > 0;"
                    f" start({LEAST}) > 0; dot(v, y[p]) <= C",
                ),
            ),
        ),
    ),
)
_BOTH = f"(almost_always({FIRST_RESTS})) and (decays({LARGEST}, 2*{_KAPPA}))"
_FOLLOWS = (_BOTH, lemma("LEM-metric-leader.decay", a=f"fn(i, j: {_A('i', 'j')})", kappa=_KAPPA))
_Q = "(y[{0}]/dot(v, y[{0}]))".format
_TO_F = "(y[{0}]/dot(v, y[{0}]) - y[f]/dot(v, y[f]))".format


def _below(i: str) -> tuple[str, Any]:
    return f"{SQUARE(i)} <= {LARGEST}", rule("below the greatest", e=f"fn(i: {SQUARE('i')})", y=i)


_WIDE = (
    f"{DIAMETER}*{DIAMETER} <= 4*{LARGEST}",
    rule(
        "attained diameter",
        have(
            [_below("s"), _below("t")],
            leaf(
                f"2: {SQUARE('s')} <= {LARGEST}",
                f"2: {SQUARE('t')} <= {LARGEST}",
                f"1: dot({_TO_F('s')} + {_TO_F('t')}, {_TO_F('s')} + {_TO_F('t')}) >= 0",
                use=[f"{DIAMETER} == norm({_Q('s')} - {_Q('t')})"],
            ),
        ),
        q=f"fn(k: {_Q('k')})",
        C=f"{DIAMETER}*{DIAMETER} <= 4*{LARGEST}",
        new={"x": "s", "y": "t"},
    ),
)
_GAP = "norm(y[p] - y[f])"
_POSITIVE_LARGEST = (
    f"always({LARGEST} >= 0)",
    enter(
        "every",
        rule(
            "some element",
            have([_below("x")], leaf(f"1: {SQUARE('x')} <= {LARGEST}", f"1: {SQUARE('x')} >= 0")),
            C=f"{LARGEST} >= 0",
        ),
    ),
)
_NEARS = intro(
    "p",
    have(
        [
            _POSITIVE_LARGEST,
            (
                f"{_KAPPA} > 0",
                leaf(f"1: start({LEAST}) > 0; 1/C > 0; sum(h in heads: exp(-2*M[h])) > 0; 1/root > 0; 1/N > 0"),
            ),
            (
                f"exponentially_small({LARGEST})",
                lemma("LEM-small.decays", KNOWN, leaf(f"2: {_KAPPA} > 0"), z=LARGEST, k=f"2*{_KAPPA}"),
            ),
            (
                f"exponentially_small({_GAP}*{_GAP})",
                lemma(
                    "LEM-small.below",
                    KNOWN,
                    leaf("4: B > 0; B > 0"),
                    enter(
                        "every",
                        have(
                            [
                                f"{_GAP} <= B*{DIAMETER}",
                                _WIDE,
                                (f"{DIAMETER} >= 0", leaf()),
                            ],
                            rule(
                                "absolute at most",
                                leaf(
                                    f"1: {_GAP} <= B*{DIAMETER}; {_GAP} >= 0",
                                    f"1: {_GAP} <= B*{DIAMETER}; B > 0; {DIAMETER} >= 0",
                                    f"1: B > 0; B > 0; {_WIDE[0]}",
                                ),
                                leaf(f"1: {_GAP} >= 0; {_GAP} >= 0", f"4: B > 0; B > 0; {LARGEST} >= 0"),
                                e=f"{_GAP}*{_GAP}",
                                b=f"4*B*B*{LARGEST}",
                            ),
                        ),
                    ),
                    z=f"{_GAP}*{_GAP}",
                    r=LARGEST,
                    c="4*B*B",
                ),
            ),
        ],
        lemma("LEM-small.root", r=_GAP),
    ),
)


def _with(steps: Steps, then: Any) -> Any:
    return unfold("solves(six, y)", have([*_FACTS, _PULLED, _FOLLOWS, *steps], then))


_VALUES: dict[str, Any] = {"M": [6, 6], "N": 3, "z": [1, "1/4", 0, 0], "C": 2, "f": 0}

formal(
    "CON-B1.causal",
    statement=model(
        EARLY,
        SOLUTION,
        HEMISPHERE,
        {
            "letters": ["M[head]: number; N, C: number; z: vector; f: token"],
            "given": ["N == sum(j: 1)", BOUNDED, "W(z) == v", "C > 0", "C^2 >= dot(v, z)", "forall i: f <= i"],
            "show": [
                f"almost_always({FIRST_RESTS})",
                f"decays({LARGEST}, 2*{_KAPPA})",
                "forall i: exponentially_small(norm(y[i] - y[f]))",
            ],
        },
    ),
    proof=[
        _with([], KNOWN),
        _with([], KNOWN),
        _with([(NEAR, lemma("LEM-projected.near"))], obtain(NEAR, "B", _NEARS)),
    ],
    instance=full(**_VALUES),
    twin=Variant(
        "tokens that do not attract each other",
        STILL,
        full(**_VALUES, y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]]),
    ),
)
