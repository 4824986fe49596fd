"""Appendix B: from which beta on the angle tau* is below a given one."""

from __future__ import annotations

from proofs_checks.perspective.proofs.tau import STAR, in_cosine
from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, cases, have, leaf, lemma

_PRODUCT = "beta*sin(a)^2 > cos(a)"
_LATER = have(
    [
        in_cosine("beta", "tau"),
        (
            "cos(tau) <= cos(a)",
            lemma(
                "LEM-cosine-falls.weakly",
                leaf("1: 0 < a"),
                leaf("1: tau - a >= 0"),
                leaf("1: tau < pi/2", "1/2: pi > 0"),
                a="a",
                b="tau",
            ),
        ),
        ("cos(tau) >= 0", leaf("1: beta > 0; sq sin(tau)", "eq 1: beta*sin(tau)^2 == cos(tau)")),
    ],
    absurd(
        lemma(
            "LEM-two-signs",
            leaf(
                "1: cos(tau) <= cos(a)",
                "1: beta > 0; cos(tau) <= cos(a); cos(tau) <= cos(a)",
                "2: beta > 0; cos(tau) <= cos(a); cos(tau) >= 0",
                "eq 1: beta*(1 - cos(tau)^2) == cos(tau)",
            ),
            leaf(f"1: {_PRODUCT}"),
            a="cos(a) - beta*sin(a)^2",
        )
    ),
)

formal(
    "LEM-tau-below",
    title="Where beta is above cos(a)/sin(a)^2, tau* is below a",
    statement={
        "letters": ["beta, tau, a: number"],
        "given": ["beta > 0", STAR("beta", "tau"), "0 < a", "a <= pi/2", "beta > cos(a)/sin(a)^2"],
        "show": ["tau < a"],
    },
    proof=have(
        [
            ("sin(a) > 0", lemma("LEM-sine-positive", KNOWN, leaf("1: a <= pi/2", "1/2: pi > 0"))),
            ("1 - cos(a)^2 > 0", leaf("1: sin(a) > 0; sin(a) > 0")),
            (_PRODUCT, leaf("1: beta > cos(a)/sin(a)^2; sin(a) > 0; sin(a) > 0")),
        ],
        cases("tau - a", _LATER, leaf("1: tau - a < 0")),
    ),
)
