"""How fast tokens move that are drawn by weights: at most in proportion to their distances."""

from proofs_checks.lemmas.least_value import least_form
from proofs_checks.lemmas.weighted import WEIGHTED
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, rule, witness

DRAWN = {"letters": WEIGHTED["letters"], "given": WEIGHTED["given"][:3]}
NEAR = {
    "letters": ["width: moving number; r, B: number"],
    "given": [
        "almost_always(forall i, j: a[i, j] >= 0)",
        "almost_always(forall i: sum(j: a[i, j]) == r)",
        "r >= 0",
        "B > 0",
        "always(forall i, j: norm(y[i] - y[j]) <= B*width)",
    ],
}
FLOW = "forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))"
SPEED = "exists c in number: c >= 0 and almost_always(forall i: norm(rate(y[i])) <= c*width)"

R = "(1/mu + 1)"
_PACE = f"r*((1 + L*{R}^2)*B)"
_DRAW = "(y[{0}] - dot(y[p], W(y[{0}]))*y[p])".format
_GAP = "norm(y[{0}] - y[p])".format
UNIT = "forall i: dot(y[i], W(y[i])) == 1"
_AVERAGE = "a[p, {0}]".format
_NORMED = f"norm(sum(j: {_AVERAGE('j')}*{_DRAW('j')})) <= sum(j: {_AVERAGE('j')}*norm({_DRAW('j')}))"
_SIZE = f"(1 + L*{R}^2)*B*width"

LENGTHS = (
    f"always(forall i: norm(y[i]) <= {R})",
    enter(
        "every",
        intro(
            "p",
            rule(
                "below the square",
                leaf("1: 1/mu > 0", "1:"),
                have(
                    ["dot(y[p], W(y[p])) >= mu*dot(y[p], y[p])"],
                    leaf(
                        "1: 1/mu > 0; dot(y[p], W(y[p])) >= mu*dot(y[p], y[p])",
                        "1: 1/mu > 0",
                        "1: 1/mu > 0; 1/mu > 0",
                        "1:",
                        use=[UNIT],
                    ),
                ),
                a="norm(y[p])",
                b=R,
            ),
        ),
    ),
)

_BEND = "(1 - dot(y[p], W(y[q])))*y[p]"
# how fast one other token q draws p
_DRAWN = (
    f"norm({_DRAW('q')}) <= {_SIZE}",
    have(
        [
            f"{_GAP('q')} <= B*width",
            f"norm(y[p]) <= {R}",
            f"norm(y[q]) <= {R}",
            (
                f"norm(y[q] - y[p] + {_BEND}) <= {_GAP('q')} + norm({_BEND})",
                rule("triangle", u="y[q] - y[p]", w="(1 - dot(y[p], W(y[q])))*y[p]"),
            ),
            ("dot(y[q] - y[p], W(y[q] - y[p])) >= 0", rule("nonnegative form", W="W", u="y[q] - y[p]")),
            ("1 - dot(y[p], W(y[q])) >= 0", leaf("1/2: dot(y[q] - y[p], W(y[q] - y[p])) >= 0", use=[UNIT])),
            (
                "norm((1 - dot(y[p], W(y[q])))*y[p]) == (1 - dot(y[p], W(y[q])))*norm(y[p])",
                rule("norm scaled", u="y[p]", k="1 - dot(y[p], W(y[q]))"),
            ),
            f"dot(y[q] - y[p], W(y[q] - y[p])) <= L*{_GAP('q')}*{_GAP('q')}",
            (
                f"{_GAP('q')} <= 2*{R}",
                have(
                    [("norm(y[q] + -y[p]) <= norm(y[q]) + norm(-y[p])", rule("triangle", u="y[q]", w="-y[p]"))],
                    leaf(
                        "1: norm(y[q] + -y[p]) <= norm(y[q]) + norm(-y[p])",
                        f"1: norm(y[p]) <= {R}",
                        f"1: norm(y[q]) <= {R}",
                    ),
                ),
            ),
            (
                f"1 - dot(y[p], W(y[q])) <= L*{R}*{_GAP('q')}",
                leaf(
                    f"1/2: dot(y[q] - y[p], W(y[q] - y[p])) <= L*{_GAP('q')}*{_GAP('q')}",
                    f"1/2: L > 0; {_GAP('q')} >= 0; {_GAP('q')} <= 2*{R}",
                    use=[UNIT],
                ),
            ),
            (
                f"(1 - dot(y[p], W(y[q])))*norm(y[p]) <= L*{R}^2*{_GAP('q')}",
                leaf(
                    f"1: 1 - dot(y[p], W(y[q])) <= L*{R}*{_GAP('q')}; {R} > 0",
                    f"1: 1 - dot(y[p], W(y[q])) >= 0; norm(y[p]) <= {R}",
                ),
            ),
        ],
        leaf(
            f"1: norm(y[q] - y[p] + {_BEND}) <= {_GAP('q')} + norm({_BEND})",
            "eq 1: norm((1 - dot(y[p], W(y[q])))*y[p]) == (1 - dot(y[p], W(y[q])))*norm(y[p])",
            f"1: (1 - dot(y[p], W(y[q])))*norm(y[p]) <= L*{R}^2*{_GAP('q')}",
            f"1: {_GAP('q')} <= B*width",
            f"1: L > 0; sq {R}; {_GAP('q')} <= B*width",
        ),
    ),
)
_SUM = f"sum(j: {_AVERAGE('j')}*({_SIZE} - norm({_DRAW('j')}))) >= 0"
_SLOW = (
    f"norm(rate(y[p])) <= {_PACE}*width",
    have(
        [
            (
                _NORMED,
                rule(
                    "norm of a weighted sum",
                    leaf(),
                    e=f"fn(j: {_AVERAGE('j')})",
                    u=f"fn(j: {_DRAW('j')})",
                    new={"x": "q"},
                ),
            ),
            (
                _SUM,
                rule(
                    "positive sum",
                    have([_DRAWN, f"{_AVERAGE('q')} >= 0"], leaf(f"1: {_AVERAGE('q')} >= 0; {_DRAWN[0]}")),
                    e=f"fn(j: {_AVERAGE('j')}*({_SIZE} - norm({_DRAW('j')})))",
                    new={"x": "q"},
                ),
            ),
            (
                f"norm(rate(y[p])) <= sum(j: {_AVERAGE('j')}*norm({_DRAW('j')}))",
                leaf(f"1: {_NORMED}", use=[FLOW]),
            ),
        ],
        leaf(
            f"1: norm(rate(y[p])) <= sum(j: {_AVERAGE('j')}*norm({_DRAW('j')}))",
            f"1: {_SUM}",
            f"eq (1 + L*{R}^2)*B*width: sum(j: a[p, j]) == r",
        ),
    ),
)

formal(
    "LEM-speed",
    title="No token moves faster than a multiple of the width",
    statement=model(DRAWN, NEAR, {"show": [SPEED]}),
    proof=least_form(
        "W",
        rule(
            "some bound",
            have(
                [LENGTHS],
                witness(
                    _PACE,
                    both(
                        leaf("1: r >= 0; B > 0", f"1: r >= 0; B > 0; L > 0; sq {R}"),
                        enter("ae", intro("p", have([_SLOW], KNOWN))),
                    ),
                ),
            ),
            U="W",
            C=SPEED,
            new={"K": "L"},
        ),
    ),
)
