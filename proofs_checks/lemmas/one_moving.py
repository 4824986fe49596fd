"""One token moves and the others rest: what the field of SA does along its path is the change of a logarithm."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import Tree, enter, have, intro, leaf, rule

ALONE = ["sum(h in A: 1) == 1", "sum(h in B: 1) == 1"]
_PULL = "sum(j: exp(beta*dot(X[i], X[j]))*X[j])/sum(k: exp(beta*dot(X[i], X[k])))"
FLOW = f"sa(X, i) = {_PULL} - dot(X[i], {_PULL})*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"
WORK = "almost_always(rate({0}) == sum(i: dot(sa({1}, i), rate({1}[i]))))".format


def potential(place: str, other: str) -> str:
    """The logarithm of the partition function of a token at `place`, where one token is at `other`, the rest at c."""
    return f"log(exp(beta) + exp(beta*dot({place}, {other})) + sum(h in C: 1)*exp(beta*dot({place}, c)))/beta"


def _placed(group: str, place: str) -> tuple[str, str, tuple[str, Tree]]:
    """Where the tokens of a group are, how fast they move, and why."""
    at = f"forall i in {group}: x[i] == {place}"
    speed = f"forall i in {group}: rate(x[i]) == rate({place})"
    return (
        at,
        speed,
        (speed, intro("p", rule("differentiate vectors", enter("every", leaf(use=[at])), a="x[p]", b=place))),
    )


_DONE = f"z - {potential('v', 'q')}"
_TANGENT = "rate(dot(v, v)) == rate(1)"
_UNIT = ["dot(v, v) == 1", "dot(c, c) == 1", "dot(q, q) == 1"]

for _name, _places in (("first", "vqc"), ("second", "qvc")):
    _groups = [_placed(group, place) for group, place in zip("ABC", _places, strict=True)]
    _use = [*(fact for at, speed, _ in _groups for fact in (at, speed)), *ALONE, *_UNIT, "dot(v, rate(v)) == 0"]
    _rest: Tree = enter(
        "ae",
        have(
            [
                (_TANGENT, rule("differentiate", enter("every", leaf(use=["dot(v, v) == 1"])), a="dot(v, v)", b="1")),
                ("dot(v, rate(v)) == 0", leaf(f"eq 1/2: {_TANGENT}")),
                *(step for _, _, step in _groups),
            ],
            leaf(f"eq 1: {WORK('z', 'x')[14:-1]}", use=_use),
        ),
    )
    formal(
        f"LEM-one-moving.{_name}",
        title="Along the path of one token the field of SA does the work of a logarithm",
        statement={
            "groups": ["A", "B", "C"],
            "letters": ["beta: number; c, q: vector; x[token], v: moving vector; z: moving number"],
            "flows": [FLOW],
            "given": [
                *ALONE,
                "beta != 0",
                "dot(c, c) == 1",
                "dot(q, q) == 1",
                "always(dot(v, v) == 1)",
                *(f"always({at})" for at, _, _ in _groups),
                WORK("z", "x"),
            ],
            "show": [f"always({_DONE} == start({_DONE}))"],
        },
        proof=have(
            [
                (f"almost_always(rate({_DONE}) == 0)", _rest),
                (
                    f"always({_DONE} >= start({_DONE}))",
                    rule("monotone", leaf(f"eq -1: rate({_DONE}) == 0"), z=_DONE),
                ),
                (
                    f"always(-({_DONE}) >= start(-({_DONE})))",
                    rule("monotone", leaf(f"eq 1: rate({_DONE}) == 0"), z=f"-({_DONE})"),
                ),
            ],
            enter(
                "every",
                rule(
                    "antisymmetry",
                    leaf(f"1: -({_DONE}) >= start(-({_DONE}))"),
                    leaf(f"1: {_DONE} >= start({_DONE})"),
                    a=_DONE,
                    b=f"start({_DONE})",
                ),
            ),
        ),
    )
