"""Problem 3 for beta from 0 to 3/2: whatever the number of tokens, almost every start clusters, on the circle too."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.angles import cosine_of_difference
from proofs_checks.perspective.proofs.angles import FRAME
from proofs_checks.perspective.proofs.chain_constants import AT_ZERO
from proofs_checks.perspective.proofs.circle_clusters import ON_PLANE, THERE, UNIT_SPLIT
from proofs_checks.perspective.proofs.circle_lines import LINE, TURNED
from proofs_checks.perspective.proofs.circle_turns import FLAT, NEAR_PAIR, ON_CIRCLE, PLACED
from proofs_checks.perspective.proofs.large_beta_clusters import CIRCLE as ROUND
from proofs_checks.perspective.proofs.large_beta_clusters import LINE as FLAT_LINE
from proofs_checks.perspective.proofs.large_beta_clusters import PLANE, SPACES, on_the_circle
from proofs_checks.perspective.proofs.models import EAST, SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.resting import RESTS, TOGETHER
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from proofs_checks.perspective.proofs.tau import acute, in_cosine
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, absurd, cases, have, intro, leaf, lemma, obtain, rule, split, take

_SIDE = "(1 + z(p, {0}))/2".format
_PAIR = NEAR_PAIR.replace("v[i1]", _SIDE("i1")).replace("v[j1]", _SIDE("j1")).replace(">= z", ">= cos(tau)")


def _ends(q: str) -> Steps:
    """A token is where token p is, or opposite."""
    square = f"1 - z(p, {q})^2 == area(p, {q})^2"
    return [
        (square, leaf("eq -1: c[p]^2 + s[p]^2 == 1", f"eq -(c[p]^2 + s[p]^2): c[{q}]^2 + s[{q}]^2 == 1")),
        (f"area(p, {q}) == 0", take(LINE, ["p", q], KNOWN)),
        (
            f"z(p, {q}) == 1 or z(p, {q}) == -1",
            split(
                f"z(p, {q}) == 1 or z(p, {q}) != 1",
                KNOWN,
                {
                    "right": leaf(
                        f"eq -1/(z(p, {q}) - 1): {square}",
                        f"eq -area(p, {q})/(z(p, {q}) - 1): area(p, {q}) == 0",
                    )
                },
            ),
        ),
    ]


_SET = intro(
    "k",
    have(
        _ends("k"),
        split(
            "z(p, k) == 1 or z(p, k) == -1",
            have([(f"{_SIDE('k')} == 1", leaf("eq 1/2: z(p, k) == 1"))], KNOWN),
            have([(f"{_SIDE('k')} == 0", leaf("eq 1/2: z(p, k) == -1"))], KNOWN),
        ),
    ),
)
_FAR = have(
    [
        ("area(p, k) == 0", take(LINE, ["p", "k"], KNOWN)),
        ("area(p, l) == 0", take(LINE, ["p", "l"], KNOWN)),
        ("z(p, k) == 1", leaf(f"eq 2: {_SIDE('k')} == 1")),
        ("z(p, l) == -1", leaf(f"eq 2: {_SIDE('l')} == 0")),
        (
            "z(k, l) == z(p, k)*z(p, l) + area(p, k)*area(p, l)",
            leaf("eq -z(k, l): c[p]^2 + s[p]^2 == 1"),
        ),
        (
            "z(k, l) == -1",
            leaf(
                "eq 1: z(k, l) == z(p, k)*z(p, l) + area(p, k)*area(p, l)",
                "eq 1: z(p, l) == -1",
                "eq z(p, l): z(p, k) == 1",
                "eq area(p, l): area(p, k) == 0",
            ),
        ),
    ],
    leaf("1: z(k, l) >= cos(tau)", "1: cos(tau) > 0", "eq 1: z(k, l) == -1"),
)
_OPPOSITE = obtain(
    THERE,
    "tau",
    have(
        [
            acute("tau"),
            in_cosine("beta", "tau"),
            (
                _PAIR,
                lemma(
                    "LEM-circle-cut",
                    *[KNOWN] * 6,
                    leaf("1: cos(tau) > 0"),
                    KNOWN,
                    KNOWN,
                    _SET,
                    leaf("eq 1/2: z(p, p) == 1"),
                    leaf("eq 1/2: z(p, q) == -1"),
                    k="p",
                    l="q",
                    v=f"fn(i: {_SIDE('i')})",
                    z="cos(tau)",
                ),
            ),
        ],
        obtain(_PAIR, "k,l", absurd(_FAR)),
    ),
)

formal(
    "LEM-circle-together",
    title="On the circle: tokens on a line at which the Hessian is at most 0 are at one place",
    statement=model(
        WEIGHTS, USA, TURNED, {"given": [*FRAME, PLACED, ON_CIRCLE, "beta > 0", FLAT, LINE], "show": [TOGETHER]}
    ),
    proof=have(
        [(THERE, lemma("LEM-tau-star"))],
        intro(
            "p,q",
            have(
                [("z(p, p) == 1", leaf("eq 1: c[p]^2 + s[p]^2 == 1")), *_ends("q")],
                split(
                    "z(p, q) == 1 or z(p, q) == -1",
                    rule(
                        "equal vectors",
                        leaf(
                            "eq -2: z(p, q) == 1",
                            "eq 1: c[p]^2 + s[p]^2 == 1",
                            "eq 1: c[q]^2 + s[q]^2 == 1",
                            use=[PLACED, *FRAME],
                        ),
                        u="x[p]",
                        w="x[q]",
                    ),
                    _OPPOSITE,
                ),
            ),
        ),
    ),
)

_COORDINATES: dict[str, Any] = {"c": "fn(i: dot(x[i], a))", "s": "fn(i: dot(x[i], b))"}
_WEST = [-1, 0]

formal(
    "PER-PR3.circle",
    title="Problem 3 for beta up to 3/2: on the circle every critical point that is no cluster is a strict saddle",
    sentence=r"For any number of tokens on the circle and $0 < \beta \leq \frac32$: a critical point of $E_\beta$ at"
    r" which the Hessian is at most 0 is a cluster, so that every other critical point is a strict saddle.",
    reading="the Hessian is the form of the derivative of the field of USA, n times the gradient",
    role="extension",
    statement=model(ON_PLANE, {"given": ["beta > 0", "beta <= 3/2", FLAT, RESTS], "show": [TOGETHER]}),
    proof=have(
        [("forall i: dot(x[i], a)^2 + dot(x[i], b)^2 == 1", UNIT_SPLIT)],
        have(
            [
                (
                    LINE.replace("area(i, j)", "dot(x[i], a)*dot(x[j], b) - dot(x[i], b)*dot(x[j], a)"),
                    lemma("LEM-circle-line", **_COORDINATES),
                )
            ],
            lemma("LEM-circle-together", **_COORDINATES),
        ),
    ),
    instance={"tokens": 3, "dim": 2, "letters": {"beta": 1, "a": EAST, "b": [0, 1], "x": [EAST] * 3}},
    twin=Variant(
        "without the Hessian",
        {FLAT: "beta == beta"},
        {"tokens": 3, "dim": 2, "letters": {"beta": 1, "a": EAST, "b": [0, 1], "x": [EAST, EAST, _WEST]}},
    ),
)

_SMALL = split(
    "beta > 0 or beta <= 0",
    on_the_circle(lemma("PER-PR3.circle", a="u", b="v")),
    have([(f"({PLANE}) => {CLUSTERS}", intro("", AT_ZERO))], KNOWN),
)
_ON_LINE = Variant("on the line", {"dot(v, v) == 1": "v == 0"}, FLAT_LINE)

formal(
    "PER-T4.3.R2",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        SPACES,
        {"where": ["beta0 := 3/2"], "given": ["0 <= beta", "beta <= beta0"], "show": ["beta0 > 0", CLUSTERS]},
    ),
    proof=[leaf("3/2:"), split(f"dims >= 3 or ({PLANE})", lemma("PER-T6.1"), _SMALL)],
    instance=ROUND,
    twin=_ON_LINE,
)

_MINUS = "cos(-tau) == cos(tau) and sin(-tau) == -sin(tau)"
_TWICE = cosine_of_difference("tau", "-tau", "2*tau")
_BEYOND = have(
    [
        ("cos(pi/2) == 0", rule("quarter turn")),
        (_MINUS, lemma("LEM-minus-angle", a="tau")),
        _TWICE,
        (
            "cos(2*tau) <= cos(pi/2)",
            lemma(
                "LEM-cosine-falls.weakly",
                leaf("1/2: pi > 0"),
                leaf("1/2: 4*tau - pi >= 0"),
                leaf("2: tau < pi/2"),
                a="pi/2",
                b="2*tau",
            ),
        ),
        (
            "2*cos(tau)^2 <= 1",
            leaf(
                "1: cos(2*tau) <= cos(pi/2)",
                "eq 1: cos(pi/2) == 0",
                f"eq -1: {_TWICE[0]}",
                "eq 1: cos(tau)^2 + sin(tau)^2 == 1",
                use=_MINUS.split(" and "),
            ),
        ),
        (
            "cos(tau) >= 3/4",
            leaf(
                "1/2: beta > 3/2",
                "1/2: beta > 3/2; 2*cos(tau)^2 <= 1",
                "3/4: 2*cos(tau)^2 <= 1",
                "eq 1: beta*(1 - cos(tau)^2) == cos(tau)",
            ),
        ),
    ],
    leaf("8: 2*cos(tau)^2 <= 1", "16: cos(tau) >= 3/4; cos(tau) >= 3/4", "24: cos(tau) >= 3/4"),
)
_QUARTER = cases("4*tau - pi", absurd(_BEYOND), leaf("1: 4*tau - pi < 0"))

formal(
    "PER-N2.five",
    title="Five tokens at most, every beta",
    sentence=r"For $n \leq 5$, $d \geq 2$ and every $\beta \geq 0$ almost every start clusters under SA and USA.",
    role="extension",
    statement=model(WEIGHTS, SA, USA, SPACES, {"given": ["n <= 5", "beta >= 0"], "show": CLUSTERS}),
    proof=split(
        "beta <= 3/2 or beta > 3/2",
        have([(f"3/2 > 0 and ({CLUSTERS})", lemma("PER-T4.3.R2"))], KNOWN),
        split(
            f"dims >= 3 or ({PLANE})",
            lemma("PER-T6.1"),
            on_the_circle(
                obtain(
                    THERE,
                    "tau",
                    have(
                        [
                            acute("tau"),
                            in_cosine("beta", "tau"),
                            ("cos(tau)^2 + sin(tau)^2 == 1", rule("circle", a="tau")),
                            ("4*tau < pi", _QUARTER),
                            ("(n - 1)*tau < pi", leaf("1: 4*tau < pi", "1: n <= 5; 0 <= tau")),
                        ],
                        lemma("LEM-circle-clusters", a="u", b="v"),
                    ),
                ),
                ("beta > 0", leaf("1: beta > 3/2", "3/2:")),
                (THERE, lemma("LEM-tau-star")),
            ),
        ),
    ),
    instance=ROUND,
    twin=_ON_LINE,
)
