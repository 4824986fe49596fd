"""Theorem 3.2, single steps of the paper's proof: the slope of the heights, strict decrease, consensus states."""

from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full, state
from proofs_checks.consensus.proofs.models import FULL, SOLUTION
from verify.formal import Variant, formal, model
from verify.tactics.build import enter, have, intro, leaf, obtain, rule, split, unfold

FLOW = "forall i: rate(y[i]) == six(y, i)"
METRIC = "forall i: dot(x[i], W(x[i])) == 1"

formal(
    "CON-T3.2.b",
    statement=model(
        FULL,
        SOLUTION,
        {
            "show": [
                "almost_always(forall i: rate(dot(v, y[i]))"
                " == sum(h in heads, j: att(h, y, i, j)*(dot(v, y[j]) - dot(v, y[i])*dot(y[i], W(y[j])))))"
            ]
        },
    ),
    proof=unfold("solves(six, y)", enter("ae", intro("p", leaf(use=[FLOW])))),
    instance=full(),
    twin=Variant(
        "the Euclidean product instead of that of W",
        {"- dot(v, y[i])*dot(y[i], W(y[j])))": "- dot(v, y[i])*dot(y[i], y[j]))"},
        full(),
    ),
)

_WEIGHT = "sum(h in heads: att(h, x, p, {0}))".format
_DISTANCE = "dot(x[p] - x[{0}], W(x[p] - x[{0}]))".format
_PULL = f"{_WEIGHT('j')}*(dot(v, x[j]) - dot(v, x[p])*dot(x[p], W(x[j])))"
_HALF = f"{_PULL} - dot(v, x[p])/2*{_WEIGHT('j')}*{_DISTANCE('j')}"
_SLOPE = f"dot(v, six(x, p)) >= dot(v, x[p])/2*sum(j: {_WEIGHT('j')}*{_DISTANCE('j')})"


def _other(q: str) -> object:
    """A token q in another place than the least one: its term is positive."""
    return have(
        [
            (
                f"sum(j: {_WEIGHT('j')}*{_DISTANCE('j')}) >= {_WEIGHT(q)}*{_DISTANCE(q)}",
                rule(
                    "term of a positive sum",
                    have(
                        [(f"{_DISTANCE('r')} >= 0", rule("nonnegative form", W="W", u="x[p] - x[r]"))],
                        leaf(f"1: {_WEIGHT('r')} > 0; {_DISTANCE('r')} >= 0"),
                    ),
                    e=f"fn(j: {_WEIGHT('j')}*{_DISTANCE('j')})",
                    y=q,
                    new={"x": "r"},
                ),
            ),
            (f"{_DISTANCE(q)} > 0", rule("positive form", W="W", u=f"x[p] - x[{q}]")),
            (f"{_WEIGHT(q)} > 0", leaf()),
        ],
        leaf(
            f"1: {_SLOPE}",
            f"1/2: dot(v, x[p]) > 0; sum(j: {_WEIGHT('j')}*{_DISTANCE('j')}) >= {_WEIGHT(q)}*{_DISTANCE(q)}",
            f"1/2: dot(v, x[p]) > 0; {_WEIGHT(q)} > 0; {_DISTANCE(q)} > 0",
        ),
    )


formal(
    "CON-T3.2.d",
    statement=model(
        FULL,
        {
            "letters": ["x[token]: vector; p: token"],
            "given": [
                METRIC,
                "forall j: dot(v, x[j]) > 0",
                "forall j: dot(v, x[p]) <= dot(v, x[j])",
                "exists j, k: x[j] != x[k]",
            ],
            "show": [f"almost_always({_SLOPE})", "almost_always(dot(v, six(x, p)) > 0)"],
        },
    ),
    proof=[
        enter(
            "ae",
            have(
                [
                    (
                        f"sum(j: {_HALF}) >= 0",
                        rule(
                            "positive sum",
                            have(
                                ["dot(v, x[p]) <= dot(v, x[r])"],
                                leaf(f"1: {_WEIGHT('r')} > 0; dot(v, x[p]) <= dot(v, x[r])", use=[METRIC]),
                            ),
                            e=f"fn(j: {_HALF})",
                            new={"x": "r"},
                        ),
                    )
                ],
                leaf(f"1: sum(j: {_HALF}) >= 0"),
            ),
        ),
        obtain(
            "exists j, k: x[j] != x[k]",
            "s,t",
            enter(
                "ae",
                split(
                    "x[p] == x[s] or x[p] != x[s]",
                    split(
                        "x[p] == x[t] or x[p] != x[t]",
                        have(
                            [("x[s] == x[t]", leaf(use=["x[s] == x[p]", "x[t] == x[p]"]))],
                            rule("contradiction", P="x[s] == x[t]", C="dot(v, six(x, p)) > 0"),
                        ),
                        _other("t"),
                    ),
                    _other("s"),
                ),
            ),
        ),
    ],
    instance=state({"x": [ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]], "p": 0}),
    twin=Variant(
        "at a consensus",
        {"exists j, k: x[j] != x[k]": "forall j, k: x[j] == x[k]"},
        state({"x": [ON_ELLIPSE] * 3, "p": 0}),
    ),
)
