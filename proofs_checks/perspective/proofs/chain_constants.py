"""Beyond Theorem 5.1: the constant of the chain as it is, and up to three tokens at every beta >= 0."""

from __future__ import annotations

from proofs_checks.perspective.proofs.averaged import SPLITS
from proofs_checks.perspective.proofs.circle_clusters import THERE
from proofs_checks.perspective.proofs.large_beta_clusters import CIRCLE, LINE, PLANE, SPACES, on_the_circle
from proofs_checks.perspective.proofs.models import SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from proofs_checks.perspective.proofs.single_moves import SMALL
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, obtain, rule, split, take

_A = "pi/(n - 1)"
_STEP: Steps = [
    ("n - 1 > 0", leaf("1: n >= 3", "2:")),
    (f"0 < {_A}", leaf("1: pi > 0; 1/(n - 1) > 0")),
    (f"{_A} <= pi/2", leaf("1/2: pi > 0; n >= 3; 1/(n - 1) > 0")),
    (f"{_A} < pi", leaf(f"1: {_A} <= pi/2", "1/2: pi > 0")),
    (f"sin({_A}) > 0", lemma("LEM-sine-positive", a=_A)),
    (f"sin({_A})^2 > 0", leaf(f"1: sin({_A}) > 0; sin({_A}) > 0")),
    ("cos(pi/2) == 0", rule("quarter turn")),
    (
        f"cos(pi/2) <= cos({_A})",
        lemma("LEM-cosine-falls.weakly", leaf(f"1: 0 < {_A}"), KNOWN, leaf("1/2: pi > 0"), a=_A, b="pi/2"),
    ),
    (f"cos({_A}) >= 0", leaf(f"1: cos(pi/2) <= cos({_A})", "eq -1: cos(pi/2) == 0")),
]
_LARGE = f"beta > (dims - 1)*cos({_A})/sin({_A})^2"


def _square(w: str) -> tuple[str, Tree]:
    """The squares of the coordinates of a unit vector have the sum 1."""
    place = f"sum(k in direction: dot(b[k], {w})*b[k])"
    same = f"dot({w}, {w}) == dot({w}, {place})"
    return f"sum(k in direction: dot({w}, b[k])^2) == 1", have(
        [
            (f"{w} == {place}", take(SPLITS, [w], KNOWN)),
            (same, lemma("LEM-same-dot", u=w, w=place, z=w)),
        ],
        leaf(f"eq -1: {same}", f"eq 1: dot({w}, {w}) == 1"),
    )


_OWN = "dot(b[q], b[q]) == dot(b[q], dot(u, b[q])*u + dot(v, b[q])*v)"
_ONES = "sum(k in direction: 1) == sum(k in direction: dot(u, b[k])^2 + dot(v, b[k])^2)"
TWO = (
    "dims == 2",
    have(
        [
            _square("u"),
            _square("v"),
            (
                _ONES,
                rule(
                    "equal sums, directions",
                    have(
                        [
                            "b[q] == dot(u, b[q])*u + dot(v, b[q])*v",
                            (
                                _OWN,
                                lemma("LEM-same-dot", u="b[q]", w="dot(u, b[q])*u + dot(v, b[q])*v", z="b[q]"),
                            ),
                            "dot(b[q], b[q]) == 1",
                        ],
                        leaf(f"eq 1: {_OWN}", "eq -1: dot(b[q], b[q]) == 1"),
                    ),
                    e="fn(k in direction: 1)",
                    f="fn(k in direction: dot(u, b[k])^2 + dot(v, b[k])^2)",
                    new={"x": "q"},
                ),
            ),
        ],
        leaf(f"eq 1: {_ONES}", f"eq 1: {_square('u')[0]}", f"eq 1: {_square('v')[0]}"),
    ),
)
_DIVIDED = "forall c in number, q in number: q > 0 and beta > (dims - 1)*c/q => beta > c/q"
_BOUND = (
    f"beta > cos({_A})/sin({_A})^2",
    have(
        [
            TWO,
            (_DIVIDED, intro(["c", "q", ""], leaf("1: beta > (dims - 1)*c/q", "eq -c/q: dims == 2"))),
        ],
        take(_DIVIDED, [f"cos({_A})", f"sin({_A})^2"], KNOWN),
    ),
)

formal(
    "PER-N2.chain",
    title="Large beta, with the constant of the chain",
    sentence=r"For $n \geq 3$, $d \geq 2$ and $\beta > (d-1)\cos(\pi/(n-1))/\sin^2(\pi/(n-1))$ almost every start"
    r" clusters under SA and USA.",
    role="extension",
    statement=model(WEIGHTS, SA, USA, SPACES, {"given": ["n >= 3", _LARGE], "show": CLUSTERS}),
    proof=have(
        _STEP,
        split(
            f"dims >= 3 or ({PLANE})",
            have(
                [
                    (
                        "beta >= 0",
                        leaf(
                            f"1: {_LARGE}",
                            f"1: dims >= 3; cos({_A}) >= 0; 1/sin({_A})^2 > 0",
                            f"2: cos({_A}) >= 0; 1/sin({_A})^2 > 0",
                        ),
                    )
                ],
                lemma("PER-T6.1"),
            ),
            on_the_circle(lemma("PER-N2.circle", a="u", b="v"), _BOUND),
        ),
    ),
    instance={**CIRCLE, "tokens": 3},
    twin=Variant("on the line", {"dot(v, v) == 1": "v == 0"}, {**LINE, "tokens": 3}),
)

_SHORT = obtain(
    THERE,
    "tau",
    have(
        [("(n - 1)*tau < pi", leaf("2: tau < pi/2", "1: n <= 3; 0 <= tau"))],
        lemma("LEM-circle-clusters", a="u", b="v"),
    ),
)
AT_ZERO = have(
    [
        ("beta == 0", rule("antisymmetry", KNOWN, KNOWN, a="beta", b="0")),
        (SMALL, leaf("2:", use=["beta == 0"])),
    ],
    lemma("PER-T5.loj", intro(["x", "", "", ""], lemma("LEM-rising-single", v="u", w="v"))),
)

formal(
    "PER-N2.three",
    title="Three tokens at most, every beta",
    sentence=r"For $n \leq 3$, $d \geq 2$ and every $\beta \geq 0$ almost every start clusters under SA and USA.",
    role="extension",
    statement=model(WEIGHTS, SA, USA, SPACES, {"given": ["n <= 3", "beta >= 0"], "show": CLUSTERS}),
    proof=split(
        f"dims >= 3 or ({PLANE})",
        lemma("PER-T6.1"),
        split(
            "beta > 0 or beta <= 0",
            on_the_circle(_SHORT, (THERE, lemma("LEM-tau-star"))),
            have([(f"({PLANE}) => {CLUSTERS}", intro("", AT_ZERO))], KNOWN),
        ),
    ),
    instance=CIRCLE,
    twin=Variant("on the line", {"dot(v, v) == 1": "v == 0"}, LINE),
)
