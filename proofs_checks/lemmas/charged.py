"""The flow of a symmetric operator on the sphere comes to the part of its start in the leading charged eigenspace.

The b[k] are an orthonormal basis of eigenvectors of U, of the eigenvalues mu[k]. The eigenspace of m is the leading one
that the start y(0) charges: y(0) = N x + what lies along basis vectors of eigenvalues at most m - gap.
"""

from __future__ import annotations

from proofs_checks.lemmas.vectors import COMPLETE
from verify.formal import formal
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, split, take, unfold

EIGENBASIS = ["forall k in direction: U(b[k]) == mu[k]*b[k]", COMPLETE]
SPHERE_FLOW = ["almost_always(rate(y) == s*(U(y) - dot(y, U(y))*y))", "always(dot(y, y) == 1)"]

_PART = "dot(b[{0}], x)".format
_PARSEVAL = "forall g in vector, c in vector: sum(l in direction: dot(b[l], c)*dot(g, b[l])) == dot(g, c)"
_C = "dot(x, y)"
_P = f"(y/{_C} - x)"
_W = f"dot(b[{{0}}], {_P})".format
_SLOPE = "rate(y) == s*(U(y) - dot(y, U(y))*y)"


def charged(k: str, start: str) -> str:
    """Basis vector k is of a lower eigenvalue, or the start has N times the part of x along it."""
    return f"(mu[{k}] <= m - gap and {_PART(k)} == 0) or {start} == N*{_PART(k)}"


CHARGES = f"at_start(forall k in direction: {charged('k', 'dot(b[k], y)')})"
_CLOSED = f"forall k in direction: {charged('k', 'start(dot(b[k], y))')}"

_SPLIT_START = "sum(l in direction: dot(b[l], y)*dot(x, b[l])) == dot(x, y)"
_SPLIT_X = "sum(l in direction: dot(b[l], x)*dot(x, b[l])) == dot(x, x)"
_TERMS = "sum(l in direction: dot(b[l], y)*dot(x, b[l])) == sum(l in direction: N*dot(b[l], x)*dot(x, b[l]))"
_AT_START = (
    "start(dot(x, y)) == N",
    enter(
        "start",
        have(
            [
                (_SPLIT_START, take(_PARSEVAL, ["x", "y"], KNOWN)),
                (_SPLIT_X, take(_PARSEVAL, ["x", "x"], KNOWN)),
                (
                    _TERMS,
                    rule(
                        "equal sums, directions",
                        split(
                            charged("q", "dot(b[q], y)"),
                            leaf(use=[f"{_PART('q')} == 0"]),
                            leaf(f"eq dot(x, b[q]): dot(b[q], y) == N*{_PART('q')}"),
                        ),
                        e="fn(l in direction: dot(b[l], y)*dot(x, b[l]))",
                        f="fn(l in direction: N*dot(b[l], x)*dot(x, b[l]))",
                        new={"x": "q"},
                    ),
                ),
            ],
            leaf(f"eq -1: {_SPLIT_START}", f"eq 1: {_TERMS}", f"eq N: {_SPLIT_X}", "eq N: dot(x, x) == 1"),
        ),
    ),
)
_ABOVE = (
    f"always({_C} > 0)",
    rule(
        "some bound",
        lemma(
            "LEM-positive",
            enter("start", leaf(f"eq -1: {_C} == N", "1: N > 0")),
            enter(
                "ae",
                intro(
                    "",
                    have(
                        [
                            "dot(y, U(y)) <= K*norm(y)*norm(y)",
                            ("dot(y, U(y)) <= K", leaf("1: dot(y, U(y)) <= K*norm(y)*norm(y)", use=["dot(y, y) == 1"])),
                        ],
                        leaf(f"1: dot(y, U(y)) <= K; s > 0; {_C} > 0", use=[_SLOPE, "U(x) == m*x"]),
                    ),
                ),
            ),
            z=_C,
            k="s*(K - m)",
        ),
        U="U",
        C=f"always({_C} > 0)",
    ),
)
_EIGEN = "(mu[{0}] - m)*dot(b[{0}], x) == 0".format
_ALONG = "dot(b[{0}], U(x)) == m*dot(b[{0}], x)".format
_BASIS = "U(b[{0}]) == mu[{0}]*b[{0}]".format
_SQUARE = f"{_W('q')}^2"
_VANISHES = have(
    [
        (
            f"start({_SQUARE}) == 0",
            enter("start", leaf(f"eq {_W('q')}/N: dot(b[q], y) == N*{_PART('q')}", use=[f"{_C} == N"])),
        ),
        (
            f"decays({_SQUARE}, 2*s*(m - mu[q]))",
            lemma(
                "LEM-comparison",
                enter("ae", leaf(f"eq 2*s*{_W('q')}: {_EIGEN('q')}", use=[_SLOPE, "U(x) == m*x", _BASIS("q")])),
                z=_SQUARE,
                k="2*s*(m - mu[q])",
            ),
        ),
    ],
    unfold(
        f"decays({_SQUARE}, 2*s*(m - mu[q]))",
        enter(
            "every",
            rule(
                "square zero",
                leaf(
                    f"1: {_SQUARE} <= start({_SQUARE})*exp(-(2*s*(m - mu[q]))*time)",
                    f"eq exp(-(2*s*(m - mu[q]))*time): start({_SQUARE}) == 0",
                ),
                a=_W("q"),
            ),
        ),
    ),
)
_GONE = f"mu[{{0}}] <= m - gap or {_W('{0}')} == 0".format
_EACH = intro(
    "q",
    have(
        [
            _BASIS("q"),
            (_ALONG("q"), leaf(use=["U(x) == m*x"])),
            (_EIGEN("q"), leaf(f"eq 1: {_ALONG('q')}", use=[_BASIS("q")])),
        ],
        split(
            charged("q", "start(dot(b[q], y))"),
            enter("every", {"left": KNOWN}),
            have([(f"always({_W('q')} == 0)", _VANISHES)], enter("every", {"right": KNOWN})),
        ),
    ),
)
_LENGTH = f"sum(l in direction: dot(b[l], {_P})*dot({_P}, b[l])) == dot({_P}, {_P})"
_FORM = f"sum(l in direction: dot(b[l], {_P})*dot(U({_P}), b[l])) == dot(U({_P}), {_P})"
_REST = f"(m - gap)*dot({_P}, b[{{0}}]) - dot(U({_P}), b[{{0}}])".format
_TERM = f"dot(b[{{0}}], {_P})*({_REST('{0}')})".format
_SUM = f"sum(l in direction: {_TERM('l')}) >= 0"
_BELOW = f"dot({_P}, U({_P})) <= (m - gap)*dot({_P}, {_P})"
_LOWER = [
    (_LENGTH, take(_PARSEVAL, [_P, _P], KNOWN)),
    (_FORM, take(_PARSEVAL, [f"U({_P})", _P], KNOWN)),
    (
        _SUM,
        rule(
            "positive sum, directions",
            have(
                [_BASIS("q"), _GONE("q")],
                split(
                    _GONE("q"),
                    leaf(f"1: mu[q] <= m - gap; sq {_W('q')}", use=[_BASIS("q")]),
                    leaf(f"eq -({_REST('q')}): {_W('q')} == 0", use=[_BASIS("q")]),
                ),
            ),
            e=f"fn(l in direction: {_TERM('l')})",
            new={"x": "q"},
        ),
    ),
    (_BELOW, leaf(f"1: {_SUM}", f"eq m - gap: {_LENGTH}", f"eq -1: {_FORM}")),
]
SIZE = f"norm({_P})"
OFF = "norm(y - x)"
_DECAYS = lemma(
    "LEM-comparison",
    lemma(
        "LEM-norm",
        enter("ae", intro("", have(_LOWER, leaf(f"1: {_BELOW}; s > 0", use=[_SLOPE, "U(x) == m*x"])))),
        enter("ae", intro("", leaf(f"eq s*gap: {SIZE} == 0"))),
        p=_P,
        b=f"-(s*gap*{SIZE})",
    ),
    z=SIZE,
    k="s*gap",
)

formal(
    "LEM-charged",
    title="The flow of an operator on the sphere comes to the direction of the start in its leading charged eigenspace",
    statement={
        "letters": [
            "y: moving vector; x, b[direction]: vector; U: operator; mu[direction]: number; m, gap, N, s: number",
        ],
        "given": [*EIGENBASIS, *SPHERE_FLOW, "U(x) == m*x", "dot(x, x) == 1", "s > 0", "N > 0", CHARGES],
        "show": [f"always({OFF} <= start({SIZE})*exp(-(s*gap)*time))"],
    },
    proof=have(
        [
            (_PARSEVAL, lemma("LEM-Parseval.at")),
            (_CLOSED, enter("start", KNOWN)),
            _AT_START,
            _ABOVE,
            (f"forall k in direction: always({_GONE('k')})", _EACH),
            (f"decays({SIZE}, s*gap)", _DECAYS),
        ],
        unfold(
            f"decays({SIZE}, s*gap)",
            enter(
                "every",
                have(
                    [
                        (
                            f"{OFF} <= {SIZE}",
                            rule(
                                "below the square",
                                leaf(),
                                leaf(
                                    f"1: sq 1/{_C} - 1",
                                    f"2: {_C} > 0; sq 1/{_C} - 1",
                                    use=["dot(y, y) == 1", "dot(x, x) == 1"],
                                ),
                                a=OFF,
                                b=SIZE,
                            ),
                        )
                    ],
                    leaf(f"1: {OFF} <= {SIZE}", f"1: {SIZE} <= start({SIZE})*exp(-(s*gap)*time)"),
                ),
            ),
        ),
    ),
)
