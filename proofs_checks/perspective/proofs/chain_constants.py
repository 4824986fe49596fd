"""Beyond Theorem 5.1: the constant of the chain as it is, and up to three tokens at every beta >= 0."""

from __future__ import annotations

from proofs_checks.perspective.proofs.averaged import SPLITS
from proofs_checks.perspective.proofs.large_beta_clusters import CIRCLE, LINE, PLANE, SPACES, on_the_circle
from proofs_checks.perspective.proofs.models import EAST, NORTH, SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from proofs_checks.perspective.proofs.single_moves import SMALL
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, absurd, cases, have, intro, leaf, lemma, rule, split, take

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
_SPAN = "forall c in vector: c == dot(u, c)*u + dot(v, c)*v"


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
_TWO = (
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
_STEEPER = f"beta*sin({_A})^2 > cos({_A})"
_DIVIDED = "forall c in number, q in number: q > 0 and beta > (dims - 1)*c/q => beta*q > c"
_RIGHT = (
    _STEEPER,
    have(
        [(_DIVIDED, intro(["c", "q", ""], leaf("1: q > 0; beta > (dims - 1)*c/q", "eq -c: dims == 2")))],
        take(_DIVIDED, [f"cos({_A})", f"sin({_A})^2"], KNOWN),
    ),
)
_LOWER = cases(
    f"cos({_A}) - cos(t)",
    absurd(
        lemma(
            "LEM-two-signs",
            leaf(
                f"1: beta > 0; cos({_A}) - cos(t) >= 0; cos({_A}) >= 0",
                f"1: beta > 0; cos({_A}) - cos(t) >= 0; cos(t) > 0",
                f"1: cos({_A}) - cos(t) >= 0",
            ),
            leaf(f"1: {_STEEPER}", "eq 1: beta*(1 - cos(t)^2) == cos(t)"),
            a=f"beta*(cos({_A}) - cos(t))*(cos({_A}) + cos(t)) + cos({_A}) - cos(t)",
        )
    ),
    leaf(f"1: cos({_A}) - cos(t) < 0"),
)
_BELOW = have(
    [
        (f"cos({_A}) < cos(t)", _LOWER),
        (
            f"t < {_A}",
            lemma(
                "LEM-cosine-reflects.strictly",
                leaf("1: t < pi/2", "1/2: pi > 0"),
                leaf(f"1: 0 < {_A}"),
                KNOWN,
                a="t",
                b=_A,
            ),
        ),
        ("m > 0", leaf("1: n - 1 > 0", "eq -1: m + 1 == sum(j: 1)")),
        (f"m*{_A} == pi", leaf(f"eq {_A}: m + 1 == sum(j: 1)")),
    ],
    leaf(f"1: m > 0; t < {_A}", f"eq 1: m*{_A} == pi"),
)
_ABOVE_ZERO = have(
    [_TWO, _RIGHT],
    leaf(f"1: {_STEEPER}", f"1: cos({_A}) >= 0", times=[f"sin({_A})^2"]),
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
            on_the_circle(_ABOVE_ZERO, have([_TWO, _RIGHT], _BELOW)),
        ),
    ),
    instance={
        "tokens": 3,
        "dim": 2,
        "directions": 2,
        "letters": {"beta": 1, "b": [EAST, NORTH], "u": EAST, "v": NORTH, "m": 2},
    },
    twin=Variant(
        "on the line", {"dot(v, v) == 1": "v == 0"}, {**LINE, "tokens": 3, "letters": {**LINE["letters"], "m": 2}}
    ),
)

_AT_ZERO = have(
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
            on_the_circle(KNOWN, leaf("2: t < pi/2", "1: n <= 3; 0 <= t", "eq t: m + 1 == sum(j: 1)")),
            have([(f"({PLANE}) => {CLUSTERS}", intro("", _AT_ZERO))], KNOWN),
        ),
    ),
    instance=CIRCLE,
    twin=Variant("on the line", {"dot(v, v) == 1": "v == 0"}, LINE),
)
