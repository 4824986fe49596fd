"""Three tokens on the circle, beta < -2/3: those that start near a regular triangle stay apart."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.angles import RIGHT
from proofs_checks.perspective.proofs.angles import FRAME
from proofs_checks.perspective.proofs.models import EAST, MOTION, NORTH, SA, USA, WEIGHTS, WEST
from proofs_checks.perspective.proofs.triangle_gaps import BETWEEN, PULL, RISES
from proofs_checks.perspective.proofs.wide_gap import WIDE
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    rule,
)

_ANGLES = {"p": "t1", "q": "t2", "r": "t3"}
_GROUPS = dict(zip("pqr", "ABC", strict=True))
AT = {k: f"forall i in {_GROUPS[k]}: x[i] == cos({t})*a + sin({t})*b" for k, t in _ANGLES.items()}
SINGLE = [f"sum(h in {group}: 1) == 1" for group in _GROUPS.values()]
GAP: dict[str, Any] = {"u": "t2 - t1", "v": "t3 - t2", "w": "t1 - t3 + 2*pi"}
_PLACE = {k: f"cos({t})*a + sin({t})*b" for k, t in _ANGLES.items()}
_TURNED = {k: f"(-sin({t})*a + cos({t})*b)" for k, t in _ANGLES.items()}
_TURN = "forall s in number: cos(s + 2*pi) == cos(s) and sin(s + 2*pi) == sin(s)"
_TURNED_BACK = {f: f"{f}(t1 - t3 + 2*pi) == {f}(t1 - t3)" for f in ("cos", "sin")}
_SHARE = {"usa": dict.fromkeys("pqr", "1/n"), "sa": {k: f"1/Z(x, {k})" for k in "pqr"}}
_AHEAD = {"p": ("u", "w"), "q": ("v", "u"), "r": ("w", "v")}
_ENDS = {"u": ("t2", "t1"), "v": ("t3", "t2"), "w": ("t1", "t3")}
_SAID = {
    "cos": "cos({0} - {1}) == cos({0})*cos({1}) + sin({0})*sin({1})".format,
    "sin": "sin({0} - {1}) == sin({0})*cos({1}) - cos({0})*sin({1})".format,
}
_RULES = {"cos": "cosine of a difference", "sin": "sine of a difference"}


def _of_gaps(*names: str, of: tuple[str, ...] = ("cos", "sin")) -> list[tuple[str, Tree]]:
    """The cosines and the sines of gaps, by those of the angles."""
    ends = [_ENDS[name] for name in names]
    return [(_SAID[f](x, y), rule(_RULES[f], a=x, b=y)) for x, y in ends for f in of]


def _angle(flow: str, k: str) -> tuple[str, Tree]:
    """How fast the angle of a token moves: drawn by the two gaps beside it."""
    ahead, behind = (GAP[x] for x in _AHEAD[k])
    t, share, gaps = _ANGLES[k], _SHARE[flow][k], _of_gaps(*_AHEAD[k])
    made = [*FRAME, *(fact for fact, _ in gaps), *(_TURNED_BACK.values() if "w" in _AHEAD[k] else [])]
    moved = f"rate(x[{k}]) == rate({_PLACE[k]})"
    along = f"dot({_TURNED[k]}, rate(x[{k}])) == dot({_TURNED[k]}, {flow}(x, {k}))"
    own = f"dot({_TURNED[k]}, rate(x[{k}])) == rate({t})"
    others = [single for single in SINGLE if _GROUPS[k] not in single]
    return f"rate({t}) == {share}*({PULL(f'({ahead})')} - {PULL(f'({behind})')})", have(
        [
            *gaps,
            (moved, rule("differentiate vectors", enter("every", KNOWN), a=f"x[{k}]", b=_PLACE[k])),
            (own, leaf(use=[moved, *FRAME])),
            (along, leaf(use=[f"forall i: rate(x[i]) == {flow}(x, i)"])),
        ],
        leaf(f"eq -1: {own}", f"eq 1: {along}", use=[*AT.values(), *others, *made]),
    )


def narrow(bound: str) -> str:
    """All gaps are below a bound."""
    return " and ".join(f"{gap} < {bound}" for gap in GAP.values())


TOP = ["0 < top", "top < pi", "cos(top) < -1/2", RISES]
FAR = "2*cos(top)^2 - 1"
_PAIRS = {("p", "q"): "u", ("q", "r"): "v", ("r", "p"): "w"}
APART = " and ".join(f"dot(x[{i}], x[{j}]) <= {FAR}" for i, j in _PAIRS)
PLACES = {
    "letters": ["p: A; q: B; r: C", "t1, t2, t3: moving number; a, b: vector; top: number"],
    "given": [*SINGLE, *FRAME, *(f"always({place})" for place in AT.values())],
}


def kept(flow: str) -> str:
    """What solutions of a flow keep."""
    return f"at_start({narrow('top')}) and solves({flow}, x) => always({narrow('top')}) and always({APART})"


_COSINE = f"forall s in number: 2*pi - 2*top <= s and s <= top => cos(s) <= {FAR}"
_ROUND = "cos(-2*top + 2*pi) == cos(-2*top)"
_EVEN = "cos(-(2*top)) == cos(2*top) and sin(-(2*top)) == -sin(2*top)"
_SUM = "cos(top + top) == cos(top)*cos(top) - sin(top)*sin(top)"
_FARTHEST: Steps = [
    (_EVEN, lemma("LEM-minus-angle", a="2*top")),
    (
        f"{_SUM} and sin(top + top) == sin(top)*cos(top) + cos(top)*sin(top)",
        lemma("LEM-sum-of-angles", u="top", v="top"),
    ),
    (
        _COSINE,
        intro(
            ["s", ""],
            have(
                [
                    (
                        "cos(s) <= cos(2*pi - 2*top)",
                        lemma(
                            "LEM-cosine-falls.weakly",
                            KNOWN,
                            KNOWN,
                            leaf("1: s <= top", "1: top < pi"),
                            a="2*pi - 2*top",
                            b="s",
                        ),
                    )
                ],
                leaf(
                    "1: cos(s) <= cos(2*pi - 2*top)",
                    f"eq 1: {_ROUND}",
                    f"eq 1: {_EVEN.split(' and ')[0]}",
                    f"eq 1: {_SUM}",
                ),
            ),
        ),
    ),
]


def _product(i: str, j: str) -> Tree:
    """The product of two tokens is the cosine of the gap between them."""
    name = _PAIRS[i, j]
    gap, gaps = GAP[name], _of_gaps(name, of=("cos",))
    steps: Steps = [
        *gaps,
        (f"2*pi - 2*top <= {gap}", leaf(*(f"1: {g} < top" for g in GAP.values() if g != gap))),
        f"cos({gap}) <= {FAR}",
    ]
    turns = [_TURNED_BACK["cos"]] if name == "w" else []
    return have(steps, leaf(use=[AT[i], AT[j], *turns, *(fact for fact, _ in gaps), *FRAME]))


def _keeps(flow: str) -> Tree:
    """The gaps as three numbers that move."""
    rates = [_angle(flow, k) for k in "pqr"]
    shares: dict[str, Any] = {x: _SHARE[flow][k] for x, k in zip("abc", "pqr", strict=True)}
    moves = _moved(shares, dict(zip("abc", (fact for fact, _ in rates), strict=True)))
    gaps: Steps = [
        *((f"almost_always({fact})", enter("ae", why)) for fact, why in rates),
        *((f"almost_always({fact})", enter("ae", why)) for fact, why in moves),
        (f"almost_always({' and '.join(f'{s} >= 0' for s in shares.values())})", enter("ae", KNOWN)),
        (
            f"always({narrow('top')})",
            lemma(
                "LEM-three-gaps",
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                enter("every", KNOWN),
                **GAP,
                **shares,
            ),
        ),
    ]
    return intro("", have(gaps, both(KNOWN, enter("every", both(*(_product(*pair) for pair in _PAIRS))))))


def _moved(shares: dict[str, str], rates: dict[str, str]) -> list[tuple[str, Tree]]:
    """How the gaps move, in the words of the lemma, by how the two angles do."""
    found = []
    for x, (p, y, q, z) in BETWEEN.items():
        own, one, other = (PULL(f"({GAP[g]})") for g in (x, y, z))
        fact = f"rate({GAP[x]}) == {shares[p]}*({one} - {own}) + {shares[q]}*({other} - {own})"
        found.append((fact, leaf(use=[rates[p], rates[q]])))
    return found


_LESS = ("cos(pi) < cos(top)", lemma("LEM-cosine-falls", a="top", b="pi"))
_SHORT = have(
    [
        (RIGHT, lemma("LEM-right-angle")),
        _LESS,
        ("1 + cos(top) > 0", leaf("1: cos(pi) < cos(top)", "eq -1: cos(pi) == -1")),
    ],
    leaf("2: 1 + cos(top) > 0; 1 - cos(top) > 0"),
)
_CLOSED: Steps = [(_TURN, intro("s", lemma("LEM-full-turn", a="s"))), *_FARTHEST]
_KEPT = [have(_CLOSED, _keeps(flow)) for flow in ("usa", "sa")]
_TRIANGLE: dict[str, Any] = {
    "tokens": {"A": 1, "B": 1, "C": 1},
    "dim": 2,
    "letters": {
        "beta": -2,
        "top": "3*pi/4",
        "x": [EAST, ["cos(2*pi/3)", "sin(2*pi/3)"], ["cos(4*pi/3)", "sin(4*pi/3)"]],
        "a": EAST,
        "b": NORTH,
        "t1": 0,
        "t2": "2*pi/3",
        "t3": "4*pi/3",
        "p": 0,
        "q": 1,
        "r": 2,
    },
}
_TWO_TO_ONE = {"beta": -4, "top": "7*pi/6", "x": [EAST, EAST, WEST], "t2": 0, "t3": "pi"}

formal(
    "PER-N8.below",
    title="Three tokens on the circle, beta < -2/3: those near a regular triangle stay apart",
    sentence=r"For three tokens on the circle and $\beta < -\frac23$ there are angles $\tau \in (0, \pi)$ with"
    r" $\cos\tau < -\frac12$ and $\cos\tau - \beta\sin^2\tau \geq 0$. For each: if all gaps between neighbours are"
    r" below $\tau$ at the start, as they are at and around the regular triangle, they are at all times, under SA and"
    r" USA, and no product of two tokens is above $\cos2\tau < 1$.",
    reading="the tokens are at angles t1, t2, t3 that move continuously, and the gaps are t2 - t1, t3 - t2 and"
    " t1 - t3 + 2*pi",
    role="extension",
    statement=model(
        {"groups": ["A", "B", "C"]},
        WEIGHTS,
        SA,
        USA,
        MOTION,
        PLACES,
        {"given": ["beta < -2/3", *TOP], "show": [WIDE.replace("top", "y"), f"{FAR} < 1", kept("usa"), kept("sa")]},
    ),
    proof=[lemma("LEM-wide-gap"), _SHORT, *_KEPT],
    instance=_TRIANGLE,
    twin=Variant(
        "tau may be more than a half turn",
        {"top < pi": "top < 2*pi"},
        {**_TRIANGLE, "letters": {**_TRIANGLE["letters"], **_TWO_TO_ONE}},
    ),
)
