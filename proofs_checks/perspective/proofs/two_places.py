"""Two tokens on the circle: the list of equilibria in angles, with the signs of the Hessian."""

from __future__ import annotations

from proofs_checks.lemmas.angles import RIGHT
from proofs_checks.perspective.proofs.models import LOG2
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, both, cases, enter, have, intro, leaf, lemma, rule, split

_LIST = "d == 0 or d == pi"
_POSITIVE = lemma("LEM-two-signs", leaf("eq 1: sin(d) == 0"), leaf("1: sin(d) > 0"), a="-sin(d)")
_NEGATIVE = have(
    [
        ("sin(-d) > 0", lemma("LEM-sine-positive", leaf("1: d < 0"), leaf("1: -pi < d"), a="-d")),
        ("cos(-d) == cos(d) and sin(-d) == -sin(d)", lemma("LEM-minus-angle", a="d")),
    ],
    lemma(
        "LEM-two-signs",
        leaf("eq 1: sin(-d) == -sin(d)", "eq -1: sin(d) == 0"),
        leaf("1: sin(-d) > 0"),
        a="-sin(-d)",
    ),
)
_PLACES = cases(
    "d",
    cases(
        "-d",
        {"left": rule("antisymmetry", leaf("1: -d >= 0"), KNOWN, a="d", b="0")},
        cases(
            "d - pi",
            {"right": rule("antisymmetry", KNOWN, leaf("1: d - pi >= 0"), a="d", b="pi")},
            absurd(
                have(
                    [("sin(d) > 0", lemma("LEM-sine-positive", leaf("1: -d < 0"), leaf("1: d - pi < 0"), a="d"))],
                    _POSITIVE,
                )
            ),
        ),
    ),
    absurd(_NEGATIVE),
)
_ZERO = ("sin(d) == 0", leaf("eq -2*exp(-(beta*cos(d))): field(d) == 0"))
_BACK = ("cos(-d) == cos(d) and sin(-d) == -sin(d)", lemma("LEM-minus-angle", a="d"))
_REST = both(leaf(use=["sin(d) == 0"]), leaf(use=["cos(-d) == cos(d)", "sin(-d) == -sin(d)", "sin(d) == 0"]))
_RESTS = split(
    _LIST,
    have([("sin(d) == 0", leaf(use=["d == 0"])), _BACK], _REST),
    have([(RIGHT, lemma("LEM-right-angle")), ("sin(d) == 0", leaf(use=["d == pi", "sin(pi) == 0"])), _BACK], _REST),
)
_MOVES = enter("ae", leaf(use=["rate(s) == v", "rate(t) == w"]))
_APART = (
    "(v - w)^2 > 0",
    have(
        [("v - w != 0", KNOWN)],
        cases(
            "v - w",
            have(["v - w > 0"], leaf("1: v - w > 0; v - w > 0")),
            leaf("1: v - w < 0; v - w < 0"),
        ),
    ),
)


def _sign(logarithm: str) -> Tree:
    """The second derivative, where the sine is 0."""
    cosine = "cos(d) == 1" if logarithm == "beta" else "cos(d) == -1"
    return leaf(f"1/4: (v - w)^2 > 0; exp({logarithm}) > 0", use=[cosine, "sin(d) == 0"])


_AT_ZERO = [("cos(d) == 1", leaf(use=["d == 0"])), ("sin(d) == 0", leaf(use=["d == 0"]))]
_VALUES = {"letters": {"beta": LOG2, "d": "pi", "v": 0, "w": 0, "s": 1, "t": 2}}

formal(
    "PER-C3.two.list",
    title="The equilibria of two tokens on the circle are the two with the differences 0 and pi",
    sentence=r"For $n = 2$ and every real $\beta$: two tokens on the circle whose angles differ by $\delta \in (-\pi,"
    r" \pi]$ rest under USA if and only if $\delta = 0$ or $\delta = \pi$. Along the speeds $v, w$ the second"
    r" derivative of $E_\beta$ ($\beta \neq 0$) is $-\frac14g(\delta)(v - w)^2$, $g(s) = e^{\beta\cos s}(\cos s -"
    r" \beta\sin^2s)$: for $v \neq w$ it is negative at $\delta = 0$ and positive at $\delta = \pi$.",
    reading="USA and E_beta are written in the angles: field(delta) and field(-delta) are the speeds of the two tokens",
    role="extension",
    statement={
        "letters": ["beta, d, v, w: number; s, t: moving number"],
        "where": [
            "field(a) := -exp(beta*cos(a))*sin(a)/2",
            "g(a) := exp(beta*cos(a))*(cos(a) - beta*sin(a)^2)",
            "slope(a) := -exp(beta*cos(a))*sin(a)*(v - w)/4",
            "second(a) := -g(a)*(v - w)^2/4",
        ],
        "given": [
            "-pi < d",
            "d <= pi",
            "almost_always(rate(s) == v)",
            "almost_always(rate(t) == w)",
        ],
        "show": [
            f"field(d) == 0 and field(-d) == 0 => {_LIST}",
            f"({_LIST}) => field(d) == 0 and field(-d) == 0",
            "beta != 0 => almost_always(rate((2*exp(beta) + 2*exp(beta*cos(s - t)))/(8*beta)) == slope(s - t))",
            "almost_always(rate(slope(s - t)) == second(s - t))",
            "d == 0 and v != w => second(d) < 0",
            "d == pi and v != w => second(d) > 0",
        ],
    },
    proof=[
        intro("", have([_ZERO], _PLACES)),
        intro("", _RESTS),
        intro("", _MOVES),
        _MOVES,
        intro("", have([_APART, *_AT_ZERO], _sign("beta"))),
        intro(
            "",
            have(
                [
                    _APART,
                    (RIGHT, lemma("LEM-right-angle")),
                    ("cos(d) == -1", leaf(use=["d == pi", "cos(pi) == -1"])),
                    ("sin(d) == 0", leaf(use=["d == pi", "sin(pi) == 0"])),
                ],
                _sign("-beta"),
            ),
        ),
    ],
    instance=_VALUES,
    twin=Variant("a right angle", {"d == pi)": "d == pi/2)"}, {"letters": {**_VALUES["letters"], "d": "pi/2"}}),
)
