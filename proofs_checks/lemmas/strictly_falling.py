"""The largest misalignment of a hemisphere falls strictly while not all tokens are at one point."""

from __future__ import annotations

from proofs_checks.lemmas.falling import LARGEST
from proofs_checks.lemmas.weighted import WEIGHTED
from verify.formal import formal, model
from verify.tactics.build import Steps, enter, have, intro, leaf, lemma, obtain, rule, split

APART = "exists i, j: y[i] != y[j]"
_FALLS = f"rate({LARGEST}) < 0"
_FLOW = "forall i: rate(y[i]) == sum(j: a[i, j]*(y[j] - dot(y[i], W(y[j]))*y[i]))"
_METRIC = "forall i: dot(y[i], W(y[i])) == 1"
_PULL = "a[x, {0}]*(dot(v, y[{0}]) - dot(v, y[x])*dot(y[x], W(y[{0}])))".format
_HEIGHTS = (
    "start(min(k: dot(v, y[k]))) > 0 and always(forall i: dot(v, y[i]) >= start(min(k: dot(v, y[k]))))"
    " and always(forall i: dot(v, y[i]) > 0)"
)


def _pulled(q: str) -> Steps:
    """No token draws the lowest one down, and one elsewhere draws it up."""
    gap = f"dot(y[x] - y[{q}], W(y[x] - y[{q}]))"
    return [
        (f"1 - dot(v, y[{q}]) <= {LARGEST}", rule("below the greatest", e="fn(k: 1 - dot(v, y[k]))", y=q)),
        "dot(v, y[x]) > 0",
        f"a[x, {q}] > 0",
        (f"{gap} >= 0", rule("nonnegative form", W="W", u=f"y[x] - y[{q}]")),
        (
            f"{_PULL(q)} >= 1/2*a[x, {q}]*dot(v, y[x])*{gap}",
            leaf(
                f"1: a[x, {q}] > 0; 1 - dot(v, y[{q}]) <= {LARGEST}",
                f"eq a[x, {q}]: {LARGEST} == 1 - dot(v, y[x])",
                use=[_METRIC],
            ),
        ),
    ]


def _drawn(q: str) -> object:
    """The token q is in another place than the lowest one."""
    gap = f"dot(y[x] - y[{q}], W(y[x] - y[{q}]))"
    each = have(
        _pulled("r"),
        leaf(
            f"1: {_PULL('r')} >= 1/2*a[x, r]*dot(v, y[x])*dot(y[x] - y[r], W(y[x] - y[r]))",
            "1/2: a[x, r] > 0; dot(v, y[x]) > 0; dot(y[x] - y[r], W(y[x] - y[r])) >= 0",
        ),
    )
    return have(
        [
            *_pulled(q),
            (f"{gap} > 0", rule("positive form", W="W", u=f"y[x] - y[{q}]")),
            (
                f"sum(j: {_PULL('j')}) >= {_PULL(q)}",
                rule("term of a positive sum", each, e=f"fn(j: {_PULL('j')})", y=q, new={"x": "r"}),
            ),
            (
                f"rate({LARGEST} - (1 - dot(v, y[x]))) == 0",
                rule("rate on a level", z=f"{LARGEST} - (1 - dot(v, y[x]))", m="0"),
            ),
            (f"rate(dot(v, y[x])) == sum(j: {_PULL('j')})", leaf(use=[_FLOW])),
        ],
        leaf(
            f"1: sum(j: {_PULL('j')}) >= {_PULL(q)}",
            f"1: {_PULL(q)} >= 1/2*a[x, {q}]*dot(v, y[x])*{gap}",
            f"1/2: a[x, {q}] > 0; dot(v, y[x]) > 0; {gap} > 0",
            f"eq 1: rate({LARGEST} - (1 - dot(v, y[x]))) == 0",
            f"eq -1: rate(dot(v, y[x])) == sum(j: {_PULL('j')})",
        ),
    )


_SAME = have(
    [("y[s] == y[t]", leaf(use=["y[s] == y[x]", "y[t] == y[x]"]))],
    rule("contradiction", P="y[s] == y[t]", C=_FALLS),
)

formal(
    "LEM-largest.strict",
    title="The largest of 1 minus the heights falls strictly, unless all tokens are equal",
    statement=model(
        WEIGHTED,
        {
            "given": ["almost_always(forall i, j: a[i, j] > 0)"],
            "show": [f"almost_always(({APART}) => {_FALLS})"],
        },
    ),
    proof=have(
        [
            ("almost_always(forall i, j: a[i, j] >= 0)", enter("ae", intro("p,q", have(["a[p, q] > 0"], leaf())))),
            (_HEIGHTS, lemma("LEM-heights")),
        ],
        enter(
            "ae",
            intro(
                "",
                obtain(
                    APART,
                    "s,t",
                    rule(
                        "attained greatest",
                        split(
                            "y[x] == y[s] or y[x] != y[s]",
                            split("y[x] == y[t] or y[x] != y[t]", _SAME, _drawn("t")),
                            _drawn("s"),
                        ),
                        e="fn(k: 1 - dot(v, y[k]))",
                        C=_FALLS,
                    ),
                ),
            ),
        ),
    ),
)
