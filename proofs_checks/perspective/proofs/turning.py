"""(A.3), (B.4), (A.2): tokens of a set turned by a skew matrix, and cuts at critical points of the flow at beta = 0."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import (
    EAST,
    LOG2,
    SLOPE,
    STATE,
    UNIT,
    WEST,
    still,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, both, enter, have, intro, leaf, lemma, rule, take

SKEW = "forall a in vector, b in vector: dot(B(a), b) == -dot(a, B(b))"
TURN = {
    "letters": ["B: matrix; chi[token]: number; x[token]: moving vector"],
    "given": [
        SKEW,
        "forall i: chi[i]^2 == chi[i]",
        "almost_always(forall i: rate(x[i]) == chi[i]*B(x[i]))",
    ],
}
MOVES = "forall i: rate(x[i]) == chi[i]*B(x[i])"
TWICE = "forall i, j: dot(B(x[i]), B(x[j])) == -dot(B(B(x[i])), x[j])"


def skew_facts() -> list[tuple[str, Tree]]:
    """The skew matrix on one side of products of tokens."""
    second = "dot(B(B(x[p])), x[q]) == -dot(B(x[p]), B(x[q]))"
    return [(TWICE, intro("p,q", take(SKEW, ["B(x[p])", "x[q]"], leaf(f"eq 1: {second}"))))]


def halves(term: str) -> tuple[str, Tree]:
    """chi^2 = chi in a sum."""
    return f"sum(i: chi[i]^2*{term}) == sum(i: chi[i]*{term})", rule(
        "equal sums",
        leaf(f"eq {term.replace('(i)', '(q)')}: chi[q]^2 == chi[q]"),
        e=f"fn(i: chi[i]^2*{term})",
        f=f"fn(i: chi[i]*{term})",
        new={"x": "q"},
    )


RESTING = still(EAST, SLOPE, B=[[0, -1], [1, 0]], chi=[0, 0])
E0 = "sum(i, j: dot(x[i], x[j]))/2"
FIRST = "sum(i, j: chi[i]*dot(B(x[i]), x[j]))"
SECOND = "sum(i, j: chi[i]*(1 - chi[j])*dot(B(B(x[i])), x[j]))"

formal(
    "PER-A.3",
    statement=model(
        TURN,
        {
            "where": ["H(i) := sum(j: dot(B(B(x[i])), x[j]))"],
            "show": [f"almost_always(rate({E0}) == {FIRST})", f"almost_always(rate({FIRST}) == {SECOND})"],
        },
    ),
    proof=[
        enter("ae", leaf(use=[MOVES])),
        enter("ae", have([*skew_facts(), halves("H(i)")], leaf(f"eq 1: {halves('H(i)')[0]}", use=[MOVES, TWICE]))),
    ],
    instance=RESTING,
    twin=Variant("pairs outside of S", {"chi[i]*(1 - chi[j])": "(1 - chi[i])*(1 - chi[j])"}, RESTING),
)

E = "sum(i, j: exp(beta*dot(x[i], x[j])))/(2*beta*n^2)"
SLOPE_E = "sum(i, j: chi[i]*exp(beta*dot(x[i], x[j]))*dot(B(x[i]), x[j]))/n^2"
CURVE = (
    "sum(i, j: chi[i]*(1 - chi[j])*exp(beta*dot(x[i], x[j]))*(beta*dot(B(x[i]), x[j])^2 + dot(B(B(x[i])), x[j])))/n^2"
)
K = "sum(j: exp(beta*dot(x[i], x[j]))*(beta*dot(B(x[i]), x[j])^2 + dot(B(B(x[i])), x[j])))"

_PAIR = "chi[{0}]*chi[{1}]*exp(beta*dot(x[{0}], x[{1}]))*dot(B(x[{0}]), x[{1}])"
_BOTH = f"{_PAIR}*(dot(B(x[{{1}}]), x[{{0}}]) + dot(B(x[{{0}}]), x[{{1}}]))"
_ROW = f"sum(j: {_BOTH.format('q', 'j')}) == sum(j: 0*chi[j])"
_TERM = take(
    SKEW,
    ["x[q]", "x[r]"],
    leaf(f"eq {_PAIR.format('q', 'r')}: dot(B(x[q]), x[r]) == -dot(x[q], B(x[r]))"),
)
_OPPOSITE = (
    f"sum(i, j: {_BOTH.format('i', 'j')}) == sum(i: 0*chi[i])",
    rule(
        "equal sums",
        have(
            [
                (
                    _ROW,
                    rule(
                        "equal sums", _TERM, e=f"fn(j: {_BOTH.format('q', 'j')})", f="fn(j: 0*chi[j])", new={"x": "r"}
                    ),
                )
            ],
            leaf(f"eq 1: {_ROW}"),
        ),
        e=f"fn(i: sum(j: {_BOTH.format('i', 'j')}))",
        f="fn(i: 0*chi[i])",
        new={"x": "q"},
    ),
)

formal(
    "PER-B.3.turn",
    title="The second variation when a set of tokens turns",
    sentence=r"If the tokens of $S$ turn with a skew $B$ and the others rest, $\frac{d^2}{dt^2}E_\beta ="
    r" \frac1{n^2}\sum_{i \in S, j \notin S}e^{\beta\langle x_i, x_j\rangle}(\beta\langle Bx_i, x_j\rangle^2 +"
    r" \langle B^2x_i, x_j\rangle)$.",
    statement=model(
        {"letters": ["beta: number"], "where": ["n := sum(k: 1)"]},
        TURN,
        {
            "where": [f"H(i) := {K}"],
            "given": ["beta != 0"],
            "show": [f"almost_always(rate({E}) == {SLOPE_E})", f"almost_always(rate({SLOPE_E}) == {CURVE})"],
        },
    ),
    proof=[
        enter("ae", leaf(use=[MOVES])),
        enter(
            "ae",
            have(
                [*skew_facts(), halves("H(i)"), _OPPOSITE],
                leaf(f"eq 1/n^2: {halves('H(i)')[0]}", f"eq beta/n^2: {_OPPOSITE[0]}", use=[MOVES, TWICE]),
            ),
        ),
    ],
    instance={**RESTING, "letters": {**RESTING["letters"], "beta": LOG2}},
    twin=Variant(
        "pairs outside of S",
        {"chi[i]*(1 - chi[j])": "(1 - chi[i])*(1 - chi[j])"},
        {**RESTING, "letters": {**RESTING["letters"], "beta": LOG2}},
    ),
)

ZERO = lemma("LEM-same-dot", u="sum(j: x[j])", w="0", z="x[p]")
CENTRED = have(
    [
        "m == dot(x[p], m)*x[p]",
        ("dot(m, m) == dot(m, dot(x[p], m)*x[p])", lemma("LEM-same-dot", u="m", w="dot(x[p], m)*x[p]", z="m")),
    ],
    leaf("eq -1: dot(m, m) == dot(m, dot(x[p], m)*x[p])"),
)
_PLACES = ["forall i in A: x[i] == z", "forall i in B: x[i] == -z", "dot(z, z) == 1"]
CUT = both(leaf(use=_PLACES), leaf("1: sum(i in A: 1) > 0; sum(j in B: 1) > 0", use=_PLACES))
PAIR = {"tokens": {"A": 1, "B": 2}, "dim": 2, "letters": {"x": [EAST, WEST, WEST], "z": EAST}}

formal(
    "PER-A.2.balanced",
    title="Balanced critical points: any single token is a cut",
    sentence=r"If $\sum_jx_j = 0$, then $\sum_{j \neq i}\langle x_j, x_i\rangle = -1$ for every $i$.",
    statement=model(
        STATE,
        {
            "given": ["sum(j: x[j]) == 0"],
            "show": ["forall i: sum(j: dot(x[j], x[i])) - dot(x[i], x[i]) == -1"],
        },
    ),
    proof=intro(
        "p", have([("dot(x[p], sum(j: x[j])) == 0", ZERO)], leaf("eq 1: dot(x[p], sum(j: x[j])) == 0", use=[UNIT]))
    ),
    instance=still(EAST, WEST),
    twin=Variant("zero", {"== -1": "== 0"}, still(EAST, WEST)),
)

formal(
    "PER-A.2.collinear",
    title="Unbalanced critical points: tokens at two opposite points",
    sentence=r"If $P_{x_i}m = 0$ for all $i$, $m = \sum_jx_j \neq 0$, then all $\langle x_i, m\rangle^2 = |m|^2$; and"
    r" for $p$ tokens at $z$ and $q$ at $-z$ the cut between them has $\sum\sum\langle x_i, x_j\rangle = -pq < 0$.",
    statement=model(
        {"groups": ["A", "B"]},
        STATE,
        {
            "letters": ["z: vector"],
            "where": ["m := sum(j: x[j])"],
            "show": [
                "(forall i: m == dot(x[i], m)*x[i]) => (forall i: dot(x[i], m)^2 == dot(m, m))",
                "dot(z, z) == 1 => (forall i in A: x[i] == z) and (forall i in B: x[i] == -z)"
                " => sum(i in A, j in B: dot(x[i], x[j])) == -sum(i in A: 1)*sum(j in B: 1)"
                " and sum(i in A, j in B: dot(x[i], x[j])) < 0",
            ],
        },
    ),
    proof=[
        intro(["", "p"], CENTRED),
        intro(["", ""], CUT),
    ],
    instance=PAIR,
    twin=Variant("half of it", {"== -sum(i in A: 1)*sum": "== -1/2*sum(i in A: 1)*sum"}, PAIR),
)
