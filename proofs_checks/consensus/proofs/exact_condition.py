"""Two tokens with U = kappa I (CON-H.6.repaired): consensus exactly where kappa times the weight has integral infinity.

The square of the tangent of half the angle, (1 - c)/(1 + c), is multiplied by exp(-2 kappa I), whatever P(t) is.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import ON_SPHERE, OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import HEADS, HEADS_SOLUTION
from proofs_checks.lemmas.second import SECOND
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
    unfold,
    witness,
)

SCALED: dict[str, Any] = {
    **HEADS,
    "letters": ["P[head]: measurable matrix; root, kappa: number"],
    "where": [*HEADS["where"][:2], "force(X, i) := sum(h in heads, j in upto(i): att(h, X, i, j)*(kappa*X[j]))"],
    "given": HEADS["given"][:2],
}
_C = "dot(y[f], y[g])"
_PULL = "sum(h in heads: att(h, y, g, f))"
_GAP = "norm(y[g] - y[f])"
_HALF = f"(1 - {_C})/(1 + {_C})"
_ENDLESS = "(forall K in number: exists T in number: always(time >= T => I >= K))"
_EXACT = f"always({_HALF} == start({_HALF})*exp(-2*I))"
_INSIDE = f"always(1 + {_C} > 0 and 1 - {_C} > 0)"
_UNIT = "forall i: dot(y[i], y[i]) == 1"
_COSINE = f"rate({_C}) == kappa*{_PULL}*(1 - {_C}^2)"
_BOUND = "abs(kappa)*sum(h in heads: 1)/root"
_CAPPED = f"{_PULL} <= sum(h in heads: 1)/root"


def _stays(sign: str) -> tuple[str, Tree]:
    """1 + c and 1 - c stay positive: their rates are at most a multiple of them."""
    other = "-" if sign == "+" else "+"
    vector = f"y[g] {sign} y[f]"
    fact = f"{'-kappa' if sign == '+' else 'kappa'} <= abs(kappa)"
    far = f"dot(y[g] {other} y[f], y[g] {other} y[f]) >= 0"
    return (
        f"always(1 {sign} {_C} > 0)",
        lemma(
            "LEM-positive",
            enter(
                "start",
                have(
                    [(f"dot({vector}, {vector}) > 0", rule("positive square", u=vector))],
                    leaf(f"1/2: dot({vector}, {vector}) > 0", use=[_UNIT]),
                ),
            ),
            enter(
                "ae",
                intro(
                    "",
                    have(
                        [
                            (fact, rule("absolute above minus" if sign == "+" else "absolute above", e="kappa")),
                            ("abs(kappa) >= 0", leaf()),
                            (
                                f"{_PULL} > 0",
                                rule("strictly positive sum, heads", leaf(), e="fn(h in heads: att(h, y, g, f))"),
                            ),
                        ],
                        leaf(
                            f"1/2: {_PULL} > 0; {fact}; 1 {sign} {_C} > 0; {far}",
                            f"1: {_CAPPED}; abs(kappa) >= 0; 1 {sign} {_C} > 0; 1 {sign} {_C} > 0",
                            f"1/2: {_CAPPED}; abs(kappa) >= 0; 1 {sign} {_C} > 0; {far}",
                            f"1: {_PULL} > 0; abs(kappa) >= 0; 1 {sign} {_C} > 0; 1 {sign} {_C} > 0",
                            f"eq {'-1' if sign == '+' else '1'}: {_COSINE}",
                            use=[_UNIT],
                        ),
                    ),
                ),
            ),
            z=f"1 {sign} {_C}",
            k=f"2*{_BOUND}",
        ),
    )


_ROWS = (
    f"almost_always({_CAPPED})",
    enter(
        "ae",
        have(
            [
                (
                    "sum(h in heads: 1/root - att(h, y, g, f)) >= 0",
                    rule(
                        "positive sum, heads",
                        have(
                            [
                                (
                                    "sum(k in before(g): e(x, y, g, k)) >= e(x, y, g, f)",
                                    rule(
                                        "term of a positive sum, before",
                                        KNOWN,
                                        leaf(),
                                        e="fn(k: e(x, y, g, k))",
                                        y="f",
                                        i="g",
                                        new={"x": "q"},
                                    ),
                                )
                            ],
                            leaf(
                                "1: 1/(root*sum(k in upto(g): e(x, y, g, k))) > 0;"
                                " sum(k in before(g): e(x, y, g, k)) >= e(x, y, g, f)",
                                "1: 1/(root*sum(k in upto(g): e(x, y, g, k))) > 0; e(x, y, g, g) > 0",
                            ),
                        ),
                        e="fn(h in heads: 1/root - att(h, y, g, f))",
                    ),
                )
            ],
            leaf("1: sum(h in heads: 1/root - att(h, y, g, f)) >= 0"),
        ),
    ),
)
_MOVES = (
    f"almost_always({_COSINE})",
    lemma(
        "LEM-leader.cosine",
        KNOWN,
        enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == auto(y, i)", _UNIT]))),
        a="fn(i, j: kappa*sum(h in heads: att(h, y, i, j)))",
    ),
)


def _known(then: Tree) -> Tree:
    return unfold("solves(auto, y)", have([_MOVES, _ROWS, _stays("+"), _stays("-")], then))


_SCALE = f"{_HALF}*exp(2*I)"
_CONSTANT = have(
    [
        (
            f"almost_always(rate({_SCALE}) == 0)",
            enter(
                "ae",
                leaf(f"eq -2/(1 + {_C})^2*exp(2*I): {_COSINE}", use=[f"rate(I) == kappa*{_PULL}"]),
            ),
        ),
        (f"always({_SCALE} >= start({_SCALE}))", rule("monotone", leaf(f"eq -1: rate({_SCALE}) == 0"), z=_SCALE)),
        (
            f"always(-({_SCALE}) >= start(-({_SCALE})))",
            rule("monotone", leaf(f"eq 1: rate({_SCALE}) == 0"), z=f"-({_SCALE})"),
        ),
        ("start(I) == 0", enter("start", leaf("eq 1: I == 0"))),
        (f"start({_SCALE}) == start({_HALF})", enter("start", leaf(use=["I == 0"]))),
    ],
    enter(
        "every",
        have(
            [
                (
                    f"{_SCALE} == start({_SCALE})",
                    rule(
                        "antisymmetry",
                        leaf(f"1: -({_SCALE}) >= start(-({_SCALE}))"),
                        leaf(f"1: {_SCALE} >= start({_SCALE})"),
                        a=_SCALE,
                        b=f"start({_SCALE})",
                    ),
                )
            ],
            leaf(
                f"eq exp(-2*I): {_SCALE} == start({_SCALE})",
                f"eq exp(-2*I): start({_SCALE}) == start({_HALF})",
            ),
        ),
    ),
)
_W0 = f"start({_HALF})"
_NOW = f"{_HALF} == {_W0}*exp(-2*I)"
_POSITIVE = [
    (f"{_W0} > 0", enter("start", leaf(f"1: 1 - {_C} > 0; 1/(1 + {_C}) > 0"))),
]
_K = f"2*{_W0}/q"
_LATE = f"exists T in number: always(time >= T => I >= {_K})"
_CLOSER = have(
    [
        f"I >= {_K}",
        ("1 + 2*I <= exp(2*I)", rule("exp tangent", a="2*I")),
        (
            f"{_HALF} < q/4",
            leaf(
                "1/4: q > 0; 1 + 2*I <= exp(2*I); exp(-2*I) > 0",
                f"1/2: q > 0; I >= {_K}; exp(-2*I) > 0",
                "1/4: q > 0; exp(-2*I) > 0",
                f"eq 1: {_NOW}",
            ),
        ),
        (
            f"{_GAP}*{_GAP} < q",
            leaf(f"4: {_HALF} < q/4", f"2: 1 - {_C} > 0; 1 - {_C} > 0; 1/(1 + {_C}) > 0", use=[_UNIT]),
        ),
    ],
    rule(
        "absolute",
        leaf(f"1: {_GAP}*{_GAP} < q"),
        leaf("1: q > 0", f"1: {_GAP} >= 0; {_GAP} >= 0"),
        e=f"{_GAP}*{_GAP} - 0",
        b="q",
    ),
)
_IF = _known(
    have(
        [*_POSITIVE, (_EXACT, _CONSTANT)],
        intro(
            "",
            have(
                [
                    (
                        f"tends({_GAP}*{_GAP}, 0)",
                        unfold(
                            "goal",
                            intro(
                                ["q", ""],
                                take(
                                    _ENDLESS, [_K], obtain(_LATE, "T", witness("T", enter("every", intro("", _CLOSER))))
                                ),
                            ),
                        ),
                    )
                ],
                lemma("LEM-tends.root", KNOWN, enter("every", leaf()), r=_GAP),
            ),
        ),
    )
)
_FROM = f"{_HALF} == w0*exp(-2*I)"
_Q = "w0*exp(-2*K)"
_E = f"({_Q}/(1 + {_Q}))"
_TENDS = f"forall z in number: z > 0 => (exists T in number: always(time >= T => abs({_GAP} - 0) < z))"
_NEAR = f"exists T in number: always(time >= T => abs({_GAP} - 0) < {_E})"
_AFTER = have(
    [
        f"abs({_GAP} - 0) < {_E}",
        (f"{_GAP} <= abs({_GAP} - 0)", rule("absolute above", e=f"{_GAP} - 0")),
        (f"{_GAP} < {_E}", leaf(f"1: abs({_GAP} - 0) < {_E}", f"1: {_GAP} <= abs({_GAP} - 0)")),
        (f"1 - {_E} > 0", leaf(f"1: 1/(1 + {_Q}) > 0")),
        (f"{_Q} - {_E} > 0", leaf(f"1: {_Q} > 0; {_Q} > 0; 1/(1 + {_Q}) > 0")),
        (
            f"1 - {_C} < {_E}/2",
            leaf(
                f"1/2: {_GAP} < {_E}; {_GAP} >= 0",
                f"1/2: {_GAP} < {_E}; {_E} > 0",
                f"1/2: 1 - {_E} > 0; {_E} > 0",
                use=[_UNIT],
            ),
        ),
        (f"{_C} > 0", leaf(f"1: 1 - {_C} < {_E}/2", f"1: 1 - {_E} > 0", f"1/2: {_E} > 0")),
        (f"{_HALF} <= 1 - {_C}", leaf(f"1: {_C} > 0; 1 - {_C} > 0; 1/(1 + {_C}) > 0")),
        (
            f"{_HALF} < {_Q}",
            leaf(f"1: {_HALF} <= 1 - {_C}", f"1: 1 - {_C} < {_E}/2", f"1/2: {_E} > 0", f"1: {_Q} - {_E} > 0"),
        ),
    ],
    have(
        [
            (
                "-2*I <= -2*K",
                rule("exp reflects", leaf(f"1: 1/w0 > 0; {_HALF} < {_Q}", f"eq -1/w0: {_FROM}"), a="-2*I", b="-2*K"),
            )
        ],
        leaf("1/2: -2*I <= -2*K"),
    ),
)
_SOME = f"exists w0 in number: w0 == {_W0}"
_ONLY_IF = _known(
    have(
        [*_POSITIVE, (_EXACT, _CONSTANT), (_SOME, witness(_W0, leaf()))],
        obtain(
            _SOME,
            "w0",
            have(
                [
                    ("w0 > 0", leaf(f"1: {_W0} > 0", f"eq -1: w0 == {_W0}")),
                    (f"always({_FROM})", enter("every", leaf(f"eq 1: {_NOW}", f"eq -exp(-2*I): w0 == {_W0}"))),
                ],
                intro(
                    ["", "K"],
                    have(
                        [
                            (f"{_Q} > 0", leaf("1: w0 > 0; exp(-2*K) > 0")),
                            (f"{_E} > 0", leaf(f"1: {_Q} > 0; 1/(1 + {_Q}) > 0")),
                        ],
                        unfold(
                            f"tends({_GAP}, 0)",
                            take(_TENDS, [_E], obtain(_NEAR, "T", witness("T", enter("every", intro("", _AFTER))))),
                        ),
                    ),
                ),
            ),
        ),
    )
)

formal(
    "CON-H.6.repaired",
    title="Two tokens: consensus exactly where the weight has an infinite integral of the right sign",
    source=Source(PAPER, "Theorem 4.2, its hypotheses"),
    kind="convergence",
    repairs="CON-H.6",
    sentence=(
        r"For the second token, $U_\eta = \kappa I$ and every P(t), bounded or not: $y_2(t) \to y_1$ from a state other"
        r" than $\pm y_1$ if and only if $\kappa\int_0^\infty\bar\alpha_{21} = +\infty$, as $\tan^2(\angle(y_1,"
        r" y_2)/2)$ is multiplied by $\exp(-2\kappa\int\bar\alpha_{21})$."
    ),
    statement=model(
        SCALED,
        HEADS_SOLUTION,
        SECOND,
        {
            "letters": ["I: moving number"],
            "given": [
                "at_start(I == 0)",
                f"almost_always(rate(I) == kappa*{_PULL})",
                "at_start(y[g] - y[f] != 0)",
                "at_start(y[g] + y[f] != 0)",
            ],
            "show": [_INSIDE, _EXACT, f"{_ENDLESS} => tends({_GAP}, 0)", f"tends({_GAP}, 0) => {_ENDLESS}"],
        },
    ),
    proof=[
        _known(enter("every", both(KNOWN, KNOWN))),
        _known(_CONSTANT),
        _IF,
        _ONLY_IF,
    ],
    instance=heads(f=0, g=1, kappa=0, I=0, y=[TOP, ON_SPHERE, TOP]),
    twin=Variant(
        "a start at the antipode",
        {"at_start(y[g] + y[f] != 0)": "at_start(y[g] - 2*y[f] != 0)"},
        heads(f=0, g=1, kappa=0, I=0, y=[TOP, OPPOSITE, TOP]),
    ),
)
