"""Unit tokens in an open hemisphere that draw each other with weights above a positive bound tend to one point."""

from verify.formal import formal
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
    unfold,
    witness,
)

_UNIT = "forall i: dot(x[i], x[i]) == 1"
_PULL = "x[{1}] - dot(x[{0}], x[{1}])*x[{0}]".format
_FLOW = f"forall i: rate(x[i]) == sum(j: a[i, j]*({_PULL('i', 'j')}))"
_LEAST = "start(min(k: dot(w, x[k])))"
_RATE = f"N*delta*{_LEAST}/C"
_DIAM = "diam(i: x[i]/dot(w, x[i]))"
_SIZE = f"exists B in number: B == start({_DIAM})"
_FALL = "exp(-(R*time))"
_APART = "norm(x[{0}] - x[{1}])".format
_SHADOW = "norm(x[{0}]/dot(w, x[{0}]) - x[{1}]/dot(w, x[{1}]))".format
_HEIGHT = "dot(w, x[{0}])".format
_UNDER_I = {
    "unit": "always(forall i: dot(x[i], I(x[i])) == 1)",
    "flow": "almost_always(forall i: rate(x[i]) == sum(j: a[i, j]*(x[j] - dot(x[i], I(x[j]))*x[i])))",
}
_IDENTITY = "forall b in vector: I(b) == b"


def _closer(i: str, j: str) -> tuple[str, object]:
    """Tokens are at most C times as far apart as their shadows: the square of the one below that of the other."""
    square = f"dot(x[{i}] - x[{j}], x[{i}] - x[{j}]) >= 0"
    over = f"1/{_HEIGHT(i)} > 0; 1/{_HEIGHT(j)} > 0"
    return f"{_APART(i, j)} <= C*{_SHADOW(i, j)}", have(
        [
            f"{_HEIGHT(i)} > 0",
            f"{_HEIGHT(j)} > 0",
            f"{_HEIGHT(i)} <= C",
            f"{_HEIGHT(j)} <= C",
            (square, leaf(f"1: sq {_APART(i, j)}")),
        ],
        rule(
            "below the square",
            leaf(f"1: C > 0; {_SHADOW(i, j)} >= 0"),
            leaf(
                f"1: C > 0; C > 0; sq 1/{_HEIGHT(i)} - 1/{_HEIGHT(j)}",
                f"1: {square}; C > 0; {_HEIGHT(j)} <= C; {over}",
                f"1: {square}; {_HEIGHT(j)} > 0; {_HEIGHT(i)} <= C; {over}",
                use=[_UNIT],
            ),
            a=_APART(i, j),
            b=f"C*{_SHADOW(i, j)}",
        ),
    )


def _near(i: str, j: str) -> list[tuple[str, object]]:
    """Two tokens are near each other at every time."""
    within = f"{_SHADOW(i, j)} <= {_DIAM}"
    bound = f"{_APART(i, j)} <= C*B*{_FALL}"
    fall = f"{_DIAM} <= start({_DIAM})*exp(-R*time)"
    closer = _closer(i, j)
    return [
        closer,
        (within, rule("within the diameter", q="fn(i: x[i]/dot(w, x[i]))", y=i, z=j)),
        (
            bound,
            leaf(
                f"1: {closer[0]}",
                f"1: C > 0; {within}",
                f"1: C > 0; {fall}",
                f"eq -C*exp(-(R*time)): B == start({_DIAM})",
            ),
        ),
    ]


_SPEED = (
    "almost_always(forall i: norm(rate(x[i])) <= S*C*B*exp(-R*time))",
    enter(
        "ae",
        intro(
            "p",
            have(
                [
                    (
                        f"norm(sum(j: a[p, j]*({_PULL('p', 'j')}))) <= sum(j: a[p, j]*norm({_PULL('p', 'j')}))",
                        rule(
                            "norm of a weighted sum",
                            leaf("1: a[p, q] >= delta", "1: delta > 0"),
                            e="fn(j: a[p, j])",
                            u=f"fn(j: {_PULL('p', 'j')})",
                            new={"x": "q"},
                        ),
                    ),
                    (
                        f"sum(j: a[p, j]*(C*B*{_FALL} - norm({_PULL('p', 'j')}))) >= 0",
                        rule(
                            "positive sum",
                            have(
                                [
                                    *_near("p", "q"),
                                    (
                                        f"norm({_PULL('p', 'q')}) <= {_APART('p', 'q')}",
                                        rule(
                                            "below the square",
                                            leaf(),
                                            leaf("1/4: sq dot(x[p] - x[q], x[p] - x[q])", use=[_UNIT]),
                                            a=f"norm({_PULL('p', 'q')})",
                                            b=_APART("p", "q"),
                                        ),
                                    ),
                                    ("a[p, q] >= 0", leaf("1: a[p, q] >= delta", "1: delta > 0")),
                                ],
                                leaf(
                                    f"1: a[p, q] >= 0; norm({_PULL('p', 'q')}) <= {_APART('p', 'q')}",
                                    f"1: a[p, q] >= 0; {_APART('p', 'q')} <= C*B*{_FALL}",
                                ),
                            ),
                            e=f"fn(j: a[p, j]*(C*B*{_FALL} - norm({_PULL('p', 'j')})))",
                            new={"x": "q"},
                        ),
                    ),
                    "sum(j: a[p, j]) <= S",
                ],
                leaf(
                    f"1: norm(sum(j: a[p, j]*({_PULL('p', 'j')}))) <= sum(j: a[p, j]*norm({_PULL('p', 'j')}))",
                    f"1: sum(j: a[p, j]*(C*B*{_FALL} - norm({_PULL('p', 'j')}))) >= 0",
                    "1: C > 0; B >= 0; exp(-(R*time)) > 0; sum(j: a[p, j]) <= S",
                    use=[_FLOW],
                ),
            ),
        ),
    ),
)
_GOAL = "k > 0 and always(forall i: norm(x[i] - z) <= c*exp(-k*time))"
_END = obtain(
    "exists z in vector: always(norm(x[t] - z) <= S*C*B/R*exp(-R*time))",
    "z1",
    witness(
        "z1",
        witness(
            "C*B + S*C*B/R",
            witness(
                "R",
                both(
                    KNOWN,
                    enter(
                        "every",
                        intro(
                            "p",
                            have(
                                [
                                    *_near("p", "t"),
                                    (
                                        "norm((x[p] - x[t]) + (x[t] - z1)) <= norm(x[p] - x[t]) + norm(x[t] - z1)",
                                        rule("triangle", u="x[p] - x[t]", w="x[t] - z1"),
                                    ),
                                ],
                                leaf(
                                    "1: norm((x[p] - x[t]) + (x[t] - z1)) <= norm(x[p] - x[t]) + norm(x[t] - z1)",
                                    f"1: {_APART('p', 't')} <= C*B*{_FALL}",
                                    "1: norm(x[t] - z1) <= S*C*B/R*exp(-R*time)",
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-cluster",
    title="Tokens in a hemisphere converge exponentially to one point",
    statement={
        "letters": [
            "w: vector; x[token]: moving vector; a[token, token]: measurable number; delta, S, C, N: number",
        ],
        "given": [
            f"always({_UNIT})",
            f"almost_always({_FLOW})",
            "at_start(forall i: dot(w, x[i]) > 0)",
            "delta > 0",
            "C > 0",
            "C^2 >= dot(w, w)",
            "N == sum(j: 1)",
            "almost_always(forall i, j: a[i, j] >= delta)",
            "almost_always(forall i: sum(j: a[i, j]) <= S)",
        ],
        "show": [f"exists z in vector, c in number, k in number: {_GOAL}"],
    },
    proof=rule(
        "identity",
        have(
            [
                (
                    "positive_definite(I)",
                    rule(
                        "positive definite",
                        have(
                            [("dot(u, u) > 0", rule("positive square", u="u"))],
                            leaf("1: dot(u, u) > 0", use=[_IDENTITY]),
                        ),
                        W="I",
                    ),
                ),
                (_UNDER_I["unit"], enter("every", intro("p", leaf(use=[_IDENTITY, _UNIT])))),
                (_UNDER_I["flow"], enter("ae", intro("p", leaf(use=[_IDENTITY, _FLOW])))),
                (
                    "always(forall i: dot(w, x[i]) <= C)",
                    enter(
                        "every",
                        intro(
                            "p",
                            leaf("1/2: 1/C > 0; sq norm(w - C*x[p])", "1/2: 1/C > 0; C^2 >= dot(w, w)", use=[_UNIT]),
                        ),
                    ),
                ),
                (
                    "almost_always(forall i, j: a[i, j] >= 0)",
                    enter("ae", intro("p,q", leaf("1: a[p, q] >= delta", "1: delta > 0"))),
                ),
                (
                    f"{_LEAST} > 0 and always(forall i: dot(w, x[i]) >= {_LEAST})"
                    " and always(forall i: dot(w, x[i]) > 0)",
                    lemma("LEM-heights", W="I", v="w", y="x", a="a"),
                ),
                ("delta >= 0", leaf("1: delta > 0")),
                (f"decays({_DIAM}, {_RATE})", lemma("LEM-projected", W="I", v="w", y="x", a="a")),
                (f"exists R in number: R == {_RATE}", witness(_RATE, leaf())),
                (_SIZE, witness(f"start({_DIAM})", leaf())),
            ],
            obtain(
                f"exists R in number: R == {_RATE}",
                "R",
                obtain(
                    _SIZE,
                    "B",
                    have(
                        [
                            (
                                "R > 0",
                                leaf(
                                    f"1: sum(j: 1) > 0; delta > 0; {_LEAST} > 0; 1/C > 0",
                                    f"eq -1: R == {_RATE}",
                                    use=["N == sum(j: 1)"],
                                ),
                            ),
                            (
                                f"always({_DIAM} <= start({_DIAM})*exp(-R*time))",
                                unfold(
                                    f"decays({_DIAM}, {_RATE})",
                                    enter(
                                        "every",
                                        leaf(
                                            f"1: {_DIAM} <= start({_DIAM})*exp(-({_RATE})*time)", use=[f"R == {_RATE}"]
                                        ),
                                    ),
                                ),
                            ),
                            ("B >= 0", leaf(f"1: start({_DIAM}) >= 0", f"eq -1: B == start({_DIAM})")),
                            _SPEED,
                        ],
                        rule(
                            "some element",
                            have(
                                [
                                    (
                                        "exists z in vector: always(norm(x[t] - z) <= S*C*B/R*exp(-R*time))",
                                        lemma("LEM-small-speed", KNOWN, enter("ae", KNOWN), y="x[t]", c="S*C*B", k="R"),
                                    )
                                ],
                                _END,
                            ),
                            new={"x": "t"},
                            C=f"exists z in vector, c in number, k in number: {_GOAL}",
                        ),
                    ),
                ),
            ),
        ),
        C=f"exists z in vector, c in number, k in number: {_GOAL}",
    ),
)
