"""Two tokens with U = kappa I (CON-H.6.repaired): consensus exactly where kappa times the weight has integral infinity.

The square of the tangent of half the angle, (1 - c)/(1 + c), is multiplied by exp(-2 kappa I), whatever P(t) is.
"""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import ON_SPHERE, OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import HEADS_SOLUTION
from proofs_checks.consensus.proofs.scaled_pair import (
    CONSTANT,
    ENDLESS,
    EXACT,
    GAP,
    HALF,
    INSIDE,
    PULL,
    SCALED,
    UNIT,
    C,
    known,
)
from proofs_checks.lemmas.second import SECOND
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
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

_W0 = f"start({HALF})"
_NOW = f"{HALF} == {_W0}*exp(-2*I)"
_POSITIVE = [
    (f"{_W0} > 0", enter("start", leaf(f"1: 1 - {C} > 0; 1/(1 + {C}) > 0"))),
]
_K = f"2*{_W0}/q"
_LATE = f"exists T in number: always(time >= T => I >= {_K})"
_CLOSER = have(
    [
        f"I >= {_K}",
        ("1 + 2*I <= exp(2*I)", rule("exp tangent", a="2*I")),
        (
            f"{HALF} < q/4",
            leaf(
                "1/4: q > 0; 1 + 2*I <= exp(2*I); exp(-2*I) > 0",
                f"1/2: q > 0; I >= {_K}; exp(-2*I) > 0",
                "1/4: q > 0; exp(-2*I) > 0",
                f"eq 1: {_NOW}",
            ),
        ),
        (
            f"{GAP}*{GAP} < q",
            leaf(f"4: {HALF} < q/4", f"2: 1 - {C} > 0; 1 - {C} > 0; 1/(1 + {C}) > 0", use=[UNIT]),
        ),
    ],
    rule(
        "absolute",
        leaf(f"1: {GAP}*{GAP} < q"),
        leaf("1: q > 0", f"1: {GAP} >= 0; {GAP} >= 0"),
        e=f"{GAP}*{GAP} - 0",
        b="q",
    ),
)
_IF = have(
    _POSITIVE,
    intro(
        "",
        have(
            [
                (
                    f"tends({GAP}*{GAP}, 0)",
                    unfold(
                        "goal",
                        intro(
                            ["q", ""],
                            take(ENDLESS, [_K], obtain(_LATE, "T", witness("T", enter("every", intro("", _CLOSER))))),
                        ),
                    ),
                )
            ],
            lemma("LEM-tends.root", KNOWN, enter("every", leaf()), r=GAP),
        ),
    ),
)
_FROM = f"{HALF} == w0*exp(-2*I)"
_Q = "w0*exp(-2*K)"
_E = f"({_Q}/(1 + {_Q}))"
_TENDS = f"forall z in number: z > 0 => (exists T in number: always(time >= T => abs({GAP} - 0) < z))"
_NEAR = f"exists T in number: always(time >= T => abs({GAP} - 0) < {_E})"
_AFTER = have(
    [
        f"abs({GAP} - 0) < {_E}",
        (f"{GAP} <= abs({GAP} - 0)", rule("absolute above", e=f"{GAP} - 0")),
        (f"{GAP} < {_E}", leaf(f"1: abs({GAP} - 0) < {_E}", f"1: {GAP} <= abs({GAP} - 0)")),
        (f"1 - {_E} > 0", leaf(f"1: 1/(1 + {_Q}) > 0")),
        (f"{_Q} - {_E} > 0", leaf(f"1: {_Q} > 0; {_Q} > 0; 1/(1 + {_Q}) > 0")),
        (
            f"1 - {C} < {_E}/2",
            leaf(
                f"1/2: {GAP} < {_E}; {GAP} >= 0",
                f"1/2: {GAP} < {_E}; {_E} > 0",
                f"1/2: 1 - {_E} > 0; {_E} > 0",
                use=[UNIT],
            ),
        ),
        (f"{C} > 0", leaf(f"1: 1 - {C} < {_E}/2", f"1: 1 - {_E} > 0", f"1/2: {_E} > 0")),
        (f"{HALF} <= 1 - {C}", leaf(f"1: {C} > 0; 1 - {C} > 0; 1/(1 + {C}) > 0")),
        (
            f"{HALF} < {_Q}",
            leaf(f"1: {HALF} <= 1 - {C}", f"1: 1 - {C} < {_E}/2", f"1/2: {_E} > 0", f"1: {_Q} - {_E} > 0"),
        ),
    ],
    have(
        [
            (
                "-2*I <= -2*K",
                rule("exp reflects", leaf(f"1: 1/w0 > 0; {HALF} < {_Q}", f"eq -1/w0: {_FROM}"), a="-2*I", b="-2*K"),
            )
        ],
        leaf("1/2: -2*I <= -2*K"),
    ),
)
_SOME = f"exists w0 in number: w0 == {_W0}"
_ONLY_IF = have(
    [*_POSITIVE, (_SOME, witness(_W0, leaf()))],
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
                        f"tends({GAP}, 0)",
                        take(_TENDS, [_E], obtain(_NEAR, "T", witness("T", enter("every", intro("", _AFTER))))),
                    ),
                ),
            ),
        ),
    ),
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
                f"almost_always(rate(I) == kappa*{PULL})",
                "at_start(y[g] - y[f] != 0)",
                "at_start(y[g] + y[f] != 0)",
            ],
            "show": [INSIDE, EXACT, f"{ENDLESS} => tends({GAP}, 0)", f"tends({GAP}, 0) => {ENDLESS}"],
        },
    ),
    proof=[
        known(enter("every", both(KNOWN, KNOWN))),
        known(CONSTANT),
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
