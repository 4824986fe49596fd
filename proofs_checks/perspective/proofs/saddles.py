"""Appendix A: critical points at beta = 0 that are no cluster are strict saddles, with a gap that is uniform."""

from __future__ import annotations

from proofs_checks.lemmas.saddles import FRAME, TOP
from proofs_checks.perspective.proofs.models import EAST, NORTH, STATE, UNIT, WEST, Values, at
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, cases, enter, have, intro, leaf, lemma, obtain, rule, split, witness

CRITICAL = "forall i: m == dot(x[i], m)*x[i]"
NO_CLUSTER = "exists i, j: x[i] != x[j]"
SADDLE = {
    "letters": ["e, f: vector; y[token], w[token]: moving vector"],
    "where": [
        "m := sum(j: x[j])",
        "bent(X, d, i) := sum(j: d[j]) - dot(X[i], sum(j: d[j]))*X[i] - dot(X[i], sum(j: X[j]))*d[i]",
        "slope := sum(i: dot(sum(j: y[j]), w[i]))",
        "chi(a, i) := (1 + dot(x[a], x[i]))/2",
    ],
    "given": [*FRAME, CRITICAL, NO_CLUSTER],
}
GREAT_CIRCLES = [
    "always(forall i: dot(y[i], y[i]) == 1 and dot(y[i], w[i]) == 0)",
    "almost_always(forall i: rate(y[i]) == w[i])",
    "almost_always(forall i: rate(w[i]) == -dot(w[i], w[i])*y[i])",
]
HESSIAN = (
    f"{' => '.join(GREAT_CIRCLES)} => almost_always(rate(sum(i, j: dot(y[i], y[j]))/2) == slope"
    " and rate(slope) == sum(i: dot(bent(y, w, i), w[i])))"
)
CURVED = intro(
    ["", "", ""],
    enter(
        "ae",
        have(
            [
                ("forall i: dot(y[i], y[i]) == 1", intro("q", KNOWN)),
                ("forall i: dot(y[i], w[i]) == 0", intro("q", KNOWN)),
            ],
            both(
                leaf(use=["forall i: rate(y[i]) == w[i]"]),
                leaf(
                    use=[
                        "forall i: rate(y[i]) == w[i]",
                        "forall i: rate(w[i]) == -dot(w[i], w[i])*y[i]",
                        "forall i: dot(y[i], w[i]) == 0",
                    ]
                ),
            ),
        ),
    ),
)


def across(g: str, then: Tree) -> Tree:
    """A vector u across g."""
    found = f"exists u in vector: dot(u, u) > 0 and dot({g}, u) == 0"
    return have([(found, lemma("LEM-perpendicular", *[KNOWN] * 3, g=g))], obtain(found, "u", then))


RISES = obtain(
    NO_CLUSTER,
    "s,t",
    split(
        "m == 0 or m != 0",
        across("x[s]", lemma("LEM-balanced-top", t="s")),
        have(
            [("dot(m, m) > 0", rule("positive square", u="m"))],
            across("m", lemma("LEM-collinear-top", KNOWN, KNOWN, KNOWN, KNOWN, leaf("eq 1: dot(m, u) == 0"), KNOWN)),
        ),
    ),
)
SINGLE = intro(
    ["", "p"],
    have(
        [("dot(x[p], m) == dot(x[p], 0*m)", lemma("LEM-same-dot", u="m", w="0*m", z="x[p]"))],
        leaf("eq 1: dot(x[p], m) == dot(x[p], 0*m)", "1:", use=[UNIT]),
    ),
)
_LONG = "dot(m, m) == dot(m, dot(x[{0}], m)*x[{0}])".format
_SAME = "dot(x[q], m) == dot(x[q], dot(x[s], m)*x[s])"
_SIDE = "dot(x[s], x[q])"


def side(q: str) -> list[tuple[str, Tree] | str]:
    """Every token is at x_s or opposite to it."""
    same, product = _SAME.replace("q", q), _SIDE.replace("q", q)
    return [
        f"m == dot(x[{q}], m)*x[{q}]",
        (_LONG(q), lemma("LEM-same-dot", u="m", w=f"dot(x[{q}], m)*x[{q}]", z="m")),
        (same, lemma("LEM-same-dot", u="m", w="dot(x[s], m)*x[s]", z=f"x[{q}]")),
        (
            f"{product}^2 == 1",
            leaf(
                f"eq -(dot(x[{q}], m) + dot(x[s], m)*{product})/dot(m, m): {same}",
                f"eq -1/dot(m, m): {_LONG(q)}",
                f"eq {product}^2/dot(m, m): {_LONG('s')}",
            ),
        ),
    ]


def gathered(weight: str, place: str) -> Tree:
    """The tokens of one side, summed: each is at its place."""
    own = weight.replace("j", "q")
    each = have(
        side("q"),
        rule(
            "equal vectors",
            leaf(f"eq -{own}: {_SIDE}^2 == 1", use=[UNIT]),
            u=f"{own}*x[q]",
            w=f"{own}*({place})",
        ),
    )
    return rule("equal vector sums", each, e=f"fn(j: {weight}*x[j])", f=f"fn(j: {weight}*({place}))", new={"x": "q"})


RESTING: Values = {"e": EAST, "f": NORTH, "y": [EAST, EAST], "w": [[0, 0], [0, 0]]}
CROSS = at(2, x=[EAST, WEST], p=0, v=NORTH, **RESTING)
IN, OUT = "chi(s, j)", "(1 - chi(s, j))"
_LEFT, _RIGHT = f"sum(j: {IN}*x[j]) == sum(j: {IN}*(x[s]))", f"sum(j: {OUT}*x[j]) == sum(j: {OUT}*(-x[s]))"

formal(
    "PER-C.2",
    sentence=r"At every critical point of $E_0 = \frac12\sum_{ij}\langle x_i, x_j\rangle$ that is no cluster, $d \geq"
    r" 2$, the Hessian has an eigenvalue of at least $c = 1$; a move of one token alone has the second derivative $(1 -"
    r" \langle x_p, m\rangle)|v|^2$, $m = \sum_jx_j$, which is $|v|^2$ where $m = 0$.",
    statement=model(
        STATE,
        SADDLE,
        {
            "letters": ["p: token; v: vector"],
            "show": [
                HESSIAN,
                TOP,
                "dot(x[p], v) == 0 => dot(v - dot(x[p], v)*x[p] - dot(x[p], m)*v, v) == (1 - dot(x[p], m))*dot(v, v)",
            ],
        },
    ),
    proof=[CURVED, RISES, intro("", leaf(use=["dot(x[p], v) == 0"]))],
    instance=CROSS,
    twin=Variant("without the pull of the others", {"(1 - dot(x[p], m))*": "2*"}, CROSS),
)

WHICH = cases(
    _SIDE,
    {
        "right": have(
            [(f"{_SIDE} + 1 > 0", leaf(f"1: {_SIDE} >= 0", "1:"))], leaf(f"eq 1/2/({_SIDE} + 1): {_SIDE}^2 == 1")
        )
    },
    {
        "left": have(
            [(f"1 - {_SIDE} > 0", leaf(f"1: {_SIDE} < 0", "1:"))], leaf(f"eq -1/2/(1 - {_SIDE}): {_SIDE}^2 == 1")
        )
    },
)
_ALL = f"sum(j: {OUT}*x[j])"
_TOGETHER = f"dot({_ALL}, sum(j: {IN}*x[j])) == dot({_ALL}, sum(j: {IN}*(x[s])))"
_APART = f"dot(sum(j: {IN}*(x[s])), {_ALL}) == dot(sum(j: {IN}*(x[s])), sum(j: {OUT}*(-x[s])))"
_TERM = "chi(s, {0})".format
_MINE = f"sum(j: {IN}) >= {_TERM('s')}"
_OTHERS = f"sum(j: {OUT}) >= 1 - {_TERM('t')}"
CUT = have(
    [
        ("dot(m, m) > 0", rule("positive square", u="m")),
        "m == dot(x[s], m)*x[s]",
        (_LONG("s"), lemma("LEM-same-dot", u="m", w="dot(x[s], m)*x[s]", z="m")),
        (_LEFT, gathered(IN, "x[s]")),
        (_RIGHT, gathered(OUT, "-x[s]")),
        ("dot(x[s] - x[t], x[s] - x[t]) > 0", rule("positive square", u="x[s] - x[t]")),
        (
            _MINE,
            rule(
                "term of a positive sum",
                leaf("1/4: sq norm(x[s] + x[q])", use=[UNIT]),
                e=f"fn(j: {IN})",
                y="s",
                new={"x": "q"},
            ),
        ),
        (
            _OTHERS,
            rule(
                "term of a positive sum",
                leaf("1/4: sq norm(x[s] - x[q])", use=[UNIT]),
                e=f"fn(j: {OUT})",
                y="t",
                new={"x": "q"},
            ),
        ),
        (_TOGETHER, lemma("LEM-same-dot", u=f"sum(j: {IN}*x[j])", w=f"sum(j: {IN}*(x[s]))", z=_ALL)),
        (_APART, lemma("LEM-same-dot", u=_ALL, w=f"sum(j: {OUT}*(-x[s]))", z=f"sum(j: {IN}*(x[s]))")),
        (f"sum(j: {IN}) > 0", leaf(f"1: {_MINE}", "1:", use=[UNIT])),
        (f"sum(j: {OUT}) > 0", leaf(f"1: {_OTHERS}", "1/4: dot(x[s] - x[t], x[s] - x[t]) > 0", use=[UNIT])),
    ],
    witness(
        "s",
        both(
            intro("q", have(side("q"), WHICH)),
            leaf(
                f"1: sum(j: {IN}) > 0; sum(j: {OUT}) > 0",
                f"eq 1: {_TOGETHER}",
                f"eq 1: {_APART}",
                use=[UNIT],
            ),
        ),
    ),
)

formal(
    "PER-A.2",
    statement=model(
        STATE,
        SADDLE,
        {
            "show": [
                HESSIAN,
                TOP,
                "m == 0 => (forall p: sum(j: dot(x[p], x[j])) - dot(x[p], x[p]) < 0)",
                "m != 0 => (exists p: (forall i: chi(p, i) == 0 or chi(p, i) == 1)"
                " and sum(i, j: chi(p, i)*(1 - chi(p, j))*dot(x[i], x[j])) < 0)",
            ],
        },
    ),
    proof=[CURVED, RISES, SINGLE, intro("", obtain(NO_CLUSTER, "s,t", CUT))],
    instance=at(2, x=[EAST, WEST], **RESTING),
    twin=Variant("clusters as well", {"x[i] != x[j]": "x[i] == x[j]"}, at(2, x=[EAST, EAST], **RESTING)),
)
