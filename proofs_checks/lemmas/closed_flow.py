"""The flow of an operator on the sphere in closed form: the linear flow from the same start, brought to length 1."""

from proofs_checks.lemmas.charged import SPHERE_FLOW
from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule, take, unfold

_C = "dot(x, y)"
_P = f"(x - {_C}*y)"
_SIZE = f"dot({_P}, {_P})"
_SLOPE = "rate(y) == s*(U(y) - dot(y, U(y))*y)"
_LINEAR = "rate(x) == s*U(x)"
_UNIT = "dot(y, y) == 1"
_FACTOR = "K*(s^2 + 1)"
_STRETCH = f"dot(s*{_P}, U({_P})) <= K*norm(s*{_P})*norm({_P})"
_DRAG = "dot(-s*y, U(y)) <= K*norm(-s*y)*norm(y)"
# at a moment vectors that move are taken for constants
_DOTS = "forall u in vector, w in vector, z in vector: u == w => dot(u, z) == dot(w, z)"
_NORMS = "forall u in vector, w in vector: u == w => norm(u) == norm(w)"
_ALONG = f"x == {_C}*y"

_NONE = (
    f"always({_P} == 0)",
    have(
        [
            (f"start({_SIZE}) == 0", enter("start", leaf(use=["x == y", _UNIT]))),
            (
                f"decays({_SIZE}, -({_FACTOR}))",
                lemma(
                    "LEM-comparison",
                    enter(
                        "ae",
                        have(
                            [_STRETCH],
                            leaf(
                                f"2: {_STRETCH}",
                                f"1: K > 0; sq norm(s*{_P}) - norm({_P})",
                                use=[_SLOPE, _LINEAR, _UNIT],
                            ),
                        ),
                    ),
                    z=_SIZE,
                    k=f"-({_FACTOR})",
                ),
            ),
        ],
        unfold(
            f"decays({_SIZE}, -({_FACTOR}))",
            enter(
                "every",
                rule(
                    "equal vectors",
                    leaf(
                        f"1: {_SIZE} <= start({_SIZE})*exp(-(-({_FACTOR}))*time)",
                        f"eq exp({_FACTOR}*time): start({_SIZE}) == 0",
                    ),
                    u=_P,
                    w="0",
                ),
            ),
        ),
    ),
)
_SAME = "dot(x, U(y)) == dot(_C*y, U(y))".replace("_C", _C)
_AHEAD = (
    f"always({_C} > 0)",
    lemma(
        "LEM-positive",
        enter("start", leaf(use=["x == y", _UNIT])),
        enter(
            "ae",
            intro(
                "",
                have(
                    [
                        f"{_P} == 0",
                        _ALONG,
                        (_SAME, take(_DOTS, ["x", f"{_C}*y", "U(y)"], KNOWN)),
                        _DRAG,
                    ],
                    leaf(
                        f"1: {_C} > 0; {_DRAG}",
                        f"1/2: {_C} > 0; K > 0; sq norm(-s*y) - norm(y)",
                        f"eq -2*s: {_SAME}",
                        use=[_SLOPE, _LINEAR, _UNIT],
                    ),
                ),
            ),
        ),
        z=_C,
        k=f"{_FACTOR}/2",
    ),
)


def _with(then: Tree) -> Tree:
    return have(
        [
            (_DOTS, intro(["u1", "w1", "z1", ""], lemma("LEM-same-dot", u="u1", w="w1", z="z1"))),
            (_NORMS, intro(["u1", "w1", ""], lemma("LEM-same-norm", u="u1", w="w1"))),
            _NONE,
            _AHEAD,
        ],
        enter(
            "every",
            have(
                [
                    f"{_P} == 0",
                    _ALONG,
                    (f"norm(x) == norm({_C}*y)", take(_NORMS, ["x", f"{_C}*y"], KNOWN)),
                    (f"norm({_C}*y) == {_C}", leaf(norms=[_C], use=[_UNIT])),
                    (f"norm(x) == {_C}", leaf(f"eq 1: norm(x) == norm({_C}*y)", f"eq 1: norm({_C}*y) == {_C}")),
                    (f"dot(x, x) == {_C}^2", leaf(f"eq norm(x) + {_C}: norm(x) == {_C}")),
                ],
                then,
            ),
        ),
    )


formal(
    "LEM-closed-flow",
    title="The flow of an operator on the sphere is the linear flow from the same start, brought to length 1",
    statement={
        "letters": ["y, x: moving vector; U: operator; s: number"],
        "given": [*SPHERE_FLOW, f"almost_always({_LINEAR})", "at_start(x == y)"],
        "show": ["always(norm(x) > 0)", "always(y == x/norm(x))"],
    },
    proof=[
        rule("some bound", _with(leaf(f"1: {_C} > 0", f"eq -1: norm(x) == {_C}")), U="U", C="always(norm(x) > 0)"),
        rule(
            "some bound",
            _with(
                rule(
                    "equal vectors",
                    leaf(f"eq 1/{_C}^2: dot(x, x) == {_C}^2", use=[f"norm(x) == {_C}", _UNIT]),
                    u="y",
                    w="x/norm(x)",
                )
            ),
            U="U",
            C="always(y == x/norm(x))",
        ),
    ],
)
