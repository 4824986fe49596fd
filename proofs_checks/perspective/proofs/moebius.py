"""The flow at beta = 0: one Lorentz matrix moves the light cone over the sphere, and with it all tokens.

The matrix is the solution, from the identity, of the linear equation (y, s)' = (s m, <m, y>) with m the mean of the
tokens, in blocks: B(u) + w and <c, u> + h are its values at (u, 1), written along a basis b.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.lorentz import LIFTED
from proofs_checks.perspective.proofs.cross_ratios import APART, CONSERVED, ZERO
from proofs_checks.perspective.proofs.models import EAST, MOTION, NORTH, SA, USA, WEIGHTS, WEST, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, rule, take, unfold

MATRIX = {
    "letters": [
        "b[direction]: vector",
        "B[direction], w: moving vector; c[direction], h: moving number",
    ],
    "where": [
        "m := sum(j: x[j])/n",
        "Y(u, f) := sum(k in direction: dot(b[k], u)*B[k]) + f*w",
        "S(u, f) := sum(k in direction: dot(b[k], u)*c[k]) + f*h",
        "F(u) := Y(u, 1)/S(u, 1)",
    ],
    "given": [
        "forall z in vector: z == sum(k in direction: dot(b[k], z)*b[k])",
        f"almost_always(forall k in direction: {LIFTED('B[k]', 'c[k]')})",
        f"almost_always({LIFTED('w', 'h')})",
        "at_start((forall k in direction: B[k] == b[k] and c[k] == 0) and w == 0 and h == 1)",
    ],
}
_SPLITS = MATRIX["given"][0]
LORENTZ = (
    "(forall u in vector, v in vector, f in number, g in number:"
    " always(dot(Y(u, f), Y(v, g)) - S(u, f)*S(v, g) == dot(u, v) - f*g))"
)
SPHERE = "(forall u in vector: dot(u, u) == 1 => always(S(u, 1) > 0 and dot(F(u), F(u)) == 1))"
CONFORMAL = (
    "(forall u in vector, v in vector: dot(u, u) == 1 and dot(v, v) == 1"
    " => always(norm(F(u) - F(v))^2 == norm(u - v)^2/(S(u, 1)*S(v, 1))))"
)
TOKENS = "(forall i: always(x[i] == F(start(x[i]))))"
RATIOS = " and ".join(f"(solves({flow}, x) and {APART} => {CONSERVED})" for flow in ("sa", "usa"))
MOEBIUS = " and ".join([LORENTZ, SPHERE, CONFORMAL, TOKENS])

_AT_B = ["forall k in direction: B[k] == b[k]", "forall k in direction: c[k] == 0", "w == 0", "h == 1"]
_RATES = [
    "forall k in direction: rate(B[k]) == c[k]*m",
    "forall k in direction: rate(c[k]) == dot(m, B[k])",
    "rate(w) == h*m",
    "rate(h) == dot(m, w)",
]


def _columns(*facts: str, pair: str) -> Steps:
    """What a pair of facts says of all columns, one by one."""
    return [(fact, intro("o", have([pair], KNOWN))) for fact in facts]


_MOVING: Steps = [*_columns(*_RATES[:2], pair=LIFTED("B[o]", "c[o]")), *_RATES[2:]]
_AT_FIRST: Steps = [*_columns(*_AT_B[:2], pair="B[o] == b[o] and c[o] == 0"), *_AT_B[2:]]
_ONES = "dot({0}, {0}) == 1".format
_LIGHT = "dot(Y({0}, 1), Y({0}, 1)) == S({0}, 1)^2".format
_PRODUCT = "dot(Y(u, f), Y(v, g)) - S(u, f)*S(v, g)"
_SPREAD = "sum(i: dot(x[i] - m, x[i] - m)) >= 0"


def _split(u: str, v: str) -> list[tuple[str, Tree]]:
    """The product of two vectors from their coordinates."""
    first, other = (f"sum(k in direction: dot(b[k], {z})*b[k])" for z in (u, v))
    return [
        (
            f"dot({first}, {other}) == dot({other}, {u})",
            take(_SPLITS, [u], have([f"{first} == {u}"], lemma("LEM-same-dot", u=first, w=u, z=other))),
        ),
        (
            f"dot({u}, {other}) == dot({u}, {v})",
            take(_SPLITS, [v], have([f"{other} == {v}"], lemma("LEM-same-dot", u=other, w=v, z=u))),
        ),
    ]


LIFT: Steps = [
    (
        f"forall u in vector, f in number: almost_always({LIFTED('Y(u, f)', 'S(u, f)')})",
        intro("u,f", enter("ae", have(_MOVING, both(leaf(use=_RATES), leaf(use=_RATES))))),
    ),
    (
        LORENTZ,
        intro(
            "u,v,f,g",
            have(
                [
                    (
                        f"always({_PRODUCT} == start({_PRODUCT}))",
                        lemma("LEM-lorentz.form", y="Y(u, f)", s="S(u, f)", z="Y(v, g)", r="S(v, g)"),
                    ),
                    *_split("u", "v"),
                    (
                        f"start({_PRODUCT}) == dot(u, v) - f*g",
                        enter(
                            "start",
                            have(_AT_FIRST, leaf(*(f"eq 1: {same}" for same, _ in _split("u", "v")), use=_AT_B)),
                        ),
                    ),
                ],
                enter(
                    "every",
                    leaf(
                        f"eq 1: {_PRODUCT} == start({_PRODUCT})",
                        f"eq 1: start({_PRODUCT}) == dot(u, v) - f*g",
                    ),
                ),
            ),
        ),
    ),
]
_ROOM = (
    "almost_always(dot(m, m) <= 1)",
    enter(
        "ae",
        have(
            [(_SPREAD, rule("positive sum", KNOWN, e="fn(i: dot(x[i] - m, x[i] - m))", new={"x": "t"}))],
            leaf(f"1: 1/n > 0; {_SPREAD}", use=["forall i: dot(x[i], x[i]) == 1"]),
        ),
    ),
)
_FORM = "dot(Y({0}, 1), Y({1}, 1)) - S({0}, 1)*S({1}, 1) == dot({0}, {1}) - 1*1".format
_CONE = "always({0}) and always(S({1}, 1) > 0)".format


def _ahead(u: str) -> tuple[str, Tree]:
    """The lift of a point of the sphere stays on the light cone, and ahead."""
    start = enter(
        "start",
        have(
            [*_AT_FIRST, _FORM(u, u)],
            both(
                leaf(f"eq 1: {_FORM(u, u)}", f"eq 1: {_ONES(u)}"),
                leaf("1:", use=_AT_B),
            ),
        ),
    )
    return _CONE(_LIGHT(u), u), lemma(
        "LEM-lorentz.positive", KNOWN, KNOWN, start, m="m", y=f"Y({u}, 1)", s=f"S({u}, 1)"
    )


_ON = intro(
    "u,",
    have([_ahead("u")], enter("every", both(KNOWN, leaf(f"eq 1/S(u, 1)^2: {_LIGHT('u')}")))),
)
_ANGLES = intro(
    "u,v,",
    have(
        [_ahead("u"), _ahead("v")],
        enter(
            "every",
            have(
                [_LIGHT("u"), _LIGHT("v"), _FORM("u", "v")],
                leaf(
                    f"eq 1/S(u, 1)^2: {_LIGHT('u')}",
                    f"eq 1/S(v, 1)^2: {_LIGHT('v')}",
                    f"eq -2/(S(u, 1)*S(v, 1)): {_FORM('u', 'v')}",
                    use=[_ONES("u"), _ONES("v")],
                ),
            ),
        ),
    ),
)


def _moebius(flow: str) -> Tree:
    """All of it along a solution of one of the flows."""
    place = "start(x[a])"
    same = _split(place, place)
    from_there = rule(
        "equal vectors",
        leaf(f"eq 1: {same[0][0]}", f"eq -1: {same[1][0]}", use=_AT_B),
        u=f"Y({place}, 1)",
        w="x[a]",
    )
    tokens = intro(
        "a",
        have(
            same,
            lemma(
                "LEM-lorentz.point",
                enter("every", KNOWN),
                enter("ae", leaf(use=[f"forall i: rate(x[i]) == {flow}(x, i)", "beta == 0"])),
                KNOWN,
                KNOWN,
                enter("start", have(_AT_FIRST, both(from_there, leaf(use=_AT_B)))),
                m="m",
                x="x[a]",
                y=f"Y({place}, 1)",
                s=f"S({place}, 1)",
            ),
        ),
    )
    return intro(
        "",
        unfold(f"solves({flow}, x)", have([_ROOM, *LIFT], both(KNOWN, _ON, _ANGLES, tokens))),
    )


_REDUCED = enter("every", intro(["", "t"], leaf(use=["beta == 0"])))


def _rests(h: int) -> dict[str, Any]:
    """Tokens of mean zero, two and two opposite: nothing moves, the matrix neither."""
    points, axes = [EAST, WEST, EAST, WEST], [EAST, NORTH]
    matrix = {"b": axes, "B": axes, "c": [0, 0], "w": [0, 0], "h": h}
    return {**still(*points, beta=0, p=0, q=2, r=1, s=3, **matrix), "directions": 2}


formal(
    "PER-4.1",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        ZERO,
        MATRIX,
        {
            "letters": ["p, q, r, s: token"],
            "show": [
                *(
                    f"always(on({flow}, x) => (forall i: {flow}(x, i) == tangent(x[i], sum(j: x[j])/n)))"
                    for flow in ("sa", "usa")
                ),
                *(f"solves({flow}, x) => {MOEBIUS}" for flow in ("sa", "usa")),
                *(f"solves({flow}, x) and {APART} => {CONSERVED}" for flow in ("sa", "usa")),
            ],
        },
    ),
    proof=[
        *[_REDUCED] * 2,
        *(_moebius(flow) for flow in ("sa", "usa")),
        *[have([(RATIOS, lemma("PER-4.1.ratios"))], KNOWN)] * 2,
    ],
    instance=_rests(1),
    twin=Variant("a matrix that is not the identity at the start", {"h == 1": "h == 2"}, _rests(2)),
)
