"""Critical points: those of an open half space are clusters, and those with no steep direction have a flat Hessian."""

from __future__ import annotations

from proofs_checks.perspective.proofs.circle_turns import FLAT
from proofs_checks.perspective.proofs.models import STATE, UNIT, USA, WEIGHTS
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, cases, have, intro, leaf, lemma, obtain, rule, split, take, witness

RESTS = "forall i: usa(x, i) == 0"
TOGETHER = "forall i, j: x[i] == x[j]"
_TERM = "e(x, p, {0})*(dot(w, x[{0}]) - dot(x[p], x[{0}])*dot(w, x[p]))".format
_PULL = f"dot(w, usa(x, p)) == sum(j: {_TERM('j')})/n"
_NONE = "dot(w, usa(x, p)) == dot(w, 0*w)"
_ABOVE = "dot(w, x[p]) <= dot(w, x[{0}])".format


def _raised(j: str) -> Tree:
    """No token pulls the lowest one down."""
    return have(
        [
            (f"dot(x[p], x[{j}]) <= 1", leaf(f"1/2: sq norm(x[p] - x[{j}])", use=[UNIT])),
            _ABOVE(j),
            "dot(w, x[p]) > 0",
        ],
        leaf(f"1: e(x, p, {j}) > 0; {_ABOVE(j)}", f"1: e(x, p, {j}) > 0; dot(x[p], x[{j}]) <= 1; dot(w, x[p]) > 0"),
    )


_AT_LOWEST = have(
    [
        "dot(x[p], x[p]) == 1",
        "dot(w, x[p]) > 0",
        (f"{_TERM('q')} <= 0", leaf(f"1: sum(j: {_TERM('j')}) >= {_TERM('q')}", f"eq -n: {_PULL}", f"eq n: {_NONE}")),
        (
            "1 - dot(x[p], x[q]) <= 0",
            leaf(
                f"1: {_TERM('q')} <= 0",
                f"1: e(x, p, q) > 0; {_ABOVE('q')}",
                times=["dot(w, x[p])", "e(x, p, q)"],
            ),
        ),
    ],
    rule("equal vectors", leaf("2: 1 - dot(x[p], x[q]) <= 0", use=[UNIT]), u="x[p]", w="x[q]"),
)
_LOWEST = have(
    [
        "usa(x, p) == 0",
        (_NONE, lemma("LEM-same-dot", u="usa(x, p)", w="0*w", z="w")),
        (_PULL, leaf()),
        (
            "forall q: x[p] == x[q]",
            intro(
                "q",
                have(
                    [
                        _ABOVE("q"),
                        (
                            f"sum(j: {_TERM('j')}) >= {_TERM('q')}",
                            rule(
                                "term of a positive sum", _raised("l"), e=f"fn(j: {_TERM('j')})", y="q", new={"x": "l"}
                            ),
                        ),
                    ],
                    _AT_LOWEST,
                ),
            ),
        ),
    ],
    intro("i,j", have(["x[p] == x[i]", "x[p] == x[j]"], lemma("LEM-both-equal", a="x[p]", b="x[i]", c="x[j]"))),
)

formal(
    "LEM-resting-cap",
    title="Tokens of an open half space that rest under USA are at one place",
    statement=model(
        WEIGHTS,
        USA,
        STATE,
        {"letters": ["w: vector"], "given": [RESTS, "forall i: dot(w, x[i]) > 0"], "show": [TOGETHER]},
    ),
    proof=rule("attained least", _LOWEST, e="fn(j: dot(w, x[j]))", C=TOGETHER, new={"x": "p"}),
)

STEEP = "exists d in state: (forall i: dot(x[i], d[i]) == 0) and sum(i: dot(D(usa, x, d, i), d[i])) > 0"
_CLUSTERED = f"forall i1, j1: ({FLAT}) => x[i1] == x[j1]"
_APART = "exists i, j: x[i] != x[j]"
_RISE = "sum(i: dot(D(usa, x, r, i), r[i]))"
_NOT_STEEP = intro(
    ["r", ""],
    cases(
        f"-{_RISE}",
        leaf(f"1: -{_RISE} >= 0"),
        have(
            [(STEEP, witness("r", both(KNOWN, leaf(f"1: -{_RISE} < 0"))))],
            rule("contradiction", P=STEEP, C=f"{_RISE} <= 0"),
        ),
    ),
)

formal(
    "LEM-steep",
    title="A state that would be a cluster if the Hessian were at most 0, and is none, has a steep direction",
    statement=model(
        WEIGHTS,
        USA,
        {
            "letters": ["x[token]: vector"],
            "given": [_CLUSTERED, _APART],
            "show": [STEEP],
        },
    ),
    proof=split(
        f"({STEEP}) or not ({STEEP})",
        KNOWN,
        have(
            [(FLAT, _NOT_STEEP)],
            obtain(
                _APART,
                "p,q",
                have(
                    [("x[p] == x[q]", take(_CLUSTERED, ["p", "q"], KNOWN))],
                    rule("contradiction", P="x[p] == x[q]", C=STEEP),
                ),
            ),
        ),
    ),
)
