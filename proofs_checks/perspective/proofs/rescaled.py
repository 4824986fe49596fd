"""(9.1) to (9.3): tokens without projection, rescaled by the exponential of -tV."""

from __future__ import annotations

from proofs_checks.lemmas.linear_flows import SPLITS
from proofs_checks.perspective.proofs.models import at
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule, take

GROWS = "forall k in direction: rate({0}[k]) == {1}V({0}[k])".format
STARTS = "forall k in direction: {0}[k] == b[k]".format
MOVES = "forall i: rate(x[i]) == sum(j: A(i, j)*V(x[j]))"
_APPLIED = (
    "always(forall v in vector: V(sum(k in direction: dot(b[k], v)*{0}[k]))"
    " == sum(k in direction: dot(b[k], V(v))*{0}[k]))"
).format


def commutes(family: str, sign: str) -> tuple[str, Tree]:
    """V commutes with its exponential."""
    moved = enter("ae", intro("c", leaf(use=[GROWS(family, sign)])))
    return _APPLIED(family), lemma("LEM-exponential.applied", KNOWN, moved, KNOWN, B=family, s=f"{sign}1")


_ALONG = "V(z(q)) == back(V(x[q]))"
_SUMS = "sum(j: A(p, j)*dot(g, V(z(j)))) == sum(j: A(p, j)*dot(g, back(V(x[j]))))"
_SPEED = "(sum(j: A(p, j)*back(V(x[j]))) - V(z(p)))"
_WANTED = "sum(j: A(p, j)*V(z(j) - z(p)))"
_TESTED = f"forall g in vector: dot(g, {_SPEED}) == dot(g, {_WANTED})"
_AT_GAP = f"dot({_SPEED} - {_WANTED}, {_SPEED}) == dot({_SPEED} - {_WANTED}, {_WANTED})"
_TEST = have(
    [
        (
            _SUMS,
            rule(
                "equal sums",
                have([_ALONG], leaf(use=[_ALONG])),
                e="fn(j: A(p, j)*dot(g, V(z(j))))",
                f="fn(j: A(p, j)*dot(g, back(V(x[j]))))",
                new={"x": "q"},
            ),
        ),
    ],
    leaf(f"eq -1: {_SUMS}"),
)
_EQUATION = enter(
    "ae",
    intro(
        "p",
        have(
            [(_TESTED, intro("g", _TEST)), (_AT_GAP, take(_TESTED, [f"{_SPEED} - {_WANTED}"], KNOWN))],
            rule("equal vectors", leaf(f"eq 1: {_AT_GAP}", use=[MOVES, GROWS("B", "-")]), u="rate(z(p))", w=_WANTED),
        ),
    ),
)

_HERE = "dot(z(p) - x[p], sum(k in direction: dot(b[k], x[p])*b[k])) == dot(z(p) - x[p], x[p])"
_PARSEVAL = "forall g in vector, c in vector: sum(l in direction: dot(b[l], c)*dot(g, b[l])) == dot(g, c)"
STARTED = have(
    [(_PARSEVAL, lemma("LEM-Parseval.at"))],
    enter(
        "start",
        intro(
            "p",
            have(
                [(_HERE, take(_PARSEVAL, ["z(p) - x[p]", "x[p]"], KNOWN))],
                rule("equal vectors", leaf(f"eq 1: {_HERE}", use=[STARTS("B")]), u="z(p)", w="x[p]"),
            ),
        ),
    ),
)
_COLUMNS = "forall l in direction: always(sum(k in direction: dot(b[k], B[l])*F[k]) - b[l] == 0)"
_IMAGES = "almost_always(forall l in direction: sum(k in direction: dot(b[k], B[l])*F[k]) == b[l])"
_OFF = "(forth(z(p)) - x[p])"
_WHOLE = f"almost_always(sum(l in direction: dot(b[l], x[p])*dot({_OFF}, sum(k in direction: dot(b[k], B[l])*F[k])))"
_WHOLE += f" == dot({_OFF}, x[p]))"
_ZERO = f"dot({_OFF}, {_OFF})"
RETURNS = have(
    [
        (_COLUMNS, lemma("LEM-exponential.columns")),
        (_IMAGES, enter("ae", intro("l", have(["sum(k in direction: dot(b[k], B[l])*F[k]) - b[l] == 0"], KNOWN)))),
        (
            "forall i: always(dot(forth(z(i)) - x[i], forth(z(i)) - x[i]) <= 0)",
            intro(
                "p",
                have(
                    [
                        (
                            _WHOLE,
                            lemma(
                                "LEM-placed",
                                W="fn(l in direction: sum(k in direction: dot(b[k], B[l])*F[k]))",
                                q=_OFF,
                                v="x[p]",
                            ),
                        )
                    ],
                    rule("by continuity", leaf(f"eq 1: {_WHOLE[len('almost_always(') : -1]}"), a=_ZERO, b="0"),
                ),
            ),
        ),
    ],
    enter("every", intro("p", rule("equal vectors", KNOWN, u="forth(z(p))", w="x[p]"))),
)
RESTING = {
    **at(1, 1, b=[[1]], F=[[1]], B=[[1]], V=[[0]], Q=[[1]], K=[[1]], beta=1, x=[[1]]),
    "directions": 1,
}

formal(
    "PER-9.2.93",
    sentence=r"If $\dot x_i = \sum_jA_{ij}Vx_j$ and $z_i = e^{-tV}x_i$, then $\dot z_i = \sum_jA_{ij}V(z_j - z_i)$ with"
    r" the same $A$, as $e^{tV}z_i = x_i$, and $z_i(0) = x_i(0)$; $e^{tV}$ and $e^{-tV}$ are given by their columns,"
    r" which solve $\dot y = \pm Vy$ from the vectors of a basis.",
    statement={
        "letters": [
            "b[direction]: vector; F[direction], B[direction]: moving vector; V, Q, K: matrix; beta: number",
            "x[token]: moving vector",
        ],
        "where": [
            "e(i, j) := exp(beta*dot(Q(x[i]), K(x[j])))",
            "A(i, j) := e(i, j)/sum(k: e(i, k))",
            "back(v) := sum(k in direction: dot(b[k], v)*B[k])",
            "forth(v) := sum(k in direction: dot(b[k], v)*F[k])",
            "z(i) := back(x[i])",
        ],
        "given": [
            SPLITS,
            f"almost_always({GROWS('F', '')})",
            f"almost_always({GROWS('B', '-')})",
            f"at_start({STARTS('F')})",
            f"at_start({STARTS('B')})",
            f"almost_always({MOVES})",
        ],
        "show": [
            "at_start(forall i: z(i) == x[i])",
            "always(forall i: forth(z(i)) == x[i])",
            "almost_always(forall i: rate(z(i)) == sum(j: A(i, j)*V(z(j) - z(i))))",
        ],
    },
    proof=[
        STARTED,
        RETURNS,
        have([commutes("B", "-")], _EQUATION),
    ],
    instance=RESTING,
    twin=Variant(
        "forth by the other exponential",
        {"forth(v) := sum(k in direction: dot(b[k], v)*F[k])": "forth(v) := -back(v)"},
        RESTING,
    ),
)
