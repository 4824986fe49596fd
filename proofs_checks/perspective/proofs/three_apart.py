"""Three tokens on the circle, beta < -2/3: those that start near a regular triangle stay apart."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.angles import RIGHT
from proofs_checks.perspective.proofs.angles import FRAME
from proofs_checks.perspective.proofs.models import EAST, MOTION, NORTH, SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.triangle_gaps import BETWEEN, PULL, RISES
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
    obtain,
    rule,
    take,
    unfold,
    witness,
)

WIDE = f"exists top in number: 0 < top and top < pi and cos(top) < -1/2 and {RISES}"
_DEFINED = "8*(1 - beta)*e == -3*beta - 2"
_LOW = "-1/2 - e"
_ANGLE = f"exists t in number: 0 <= t and t <= pi and cos(t) == {_LOW}"

_IS = f"cos(y) == {_LOW}"
_AT_ANGLE = both(
    lemma("LEM-cosine-reflects.strictly", leaf(), KNOWN, leaf(f"eq 1: {_IS}", "1: 0 < e", "3/2:"), a="0", b="y"),
    lemma(
        "LEM-cosine-reflects.strictly",
        KNOWN,
        leaf(),
        leaf(f"eq -1: {_IS}", "eq 1: cos(pi) == -1", "1: e < 1/2"),
        a="y",
        b="pi",
    ),
    leaf(f"eq 1: {_IS}", "1: 0 < e"),
    leaf("1: 0 < e", "1: -beta > 0; 0 < e; 1 - e > 0", f"eq 1/4: {_DEFINED}", use=[_IS]),
)

formal(
    "LEM-wide-gap",
    title="For beta < -2/3 the pull rises with the gap beyond the gaps of the regular triangle",
    statement={"letters": ["beta: number"], "given": ["beta < -2/3"], "show": [WIDE]},
    proof=have(
        [
            ("1 - beta > 0", leaf("1: beta < -2/3", "1/3:")),
            (
                f"exists e in number: 0 < e and e < 1/2 and {_DEFINED}",
                witness(
                    "(-3*beta - 2)/(8*(1 - beta))",
                    both(
                        leaf("3: beta < -2/3", times=["8*(1 - beta)"]),
                        leaf("1: 1 - beta > 0", "5:", times=["8*(1 - beta)"]),
                        leaf(),
                    ),
                ),
            ),
        ],
        obtain(
            f"exists e in number: 0 < e and e < 1/2 and {_DEFINED}",
            "e",
            have(
                [
                    (_ANGLE, lemma("LEM-arccosine", leaf("1: e < 1/2"), leaf("1: 0 < e", "3/2:"), c=_LOW)),
                    ("-beta > 0", leaf("1: beta < -2/3", "2/3:")),
                    ("1 - e > 0", leaf("1: e < 1/2", "1/2:")),
                    (RIGHT, lemma("LEM-right-angle")),
                ],
                obtain(_ANGLE, "y", witness("y", _AT_ANGLE)),
            ),
        ),
    ),
)

_ANGLES = {"p": "t1", "q": "t2", "r": "t3"}
_GROUPS = dict(zip("pqr", "ABC", strict=True))
AT = {k: f"forall i in {_GROUPS[k]}: x[i] == cos({t})*a + sin({t})*b" for k, t in _ANGLES.items()}
SINGLE = [f"sum(h in {group}: 1) == 1" for group in _GROUPS.values()]
GAP = {"u": "t2 - t1", "v": "t3 - t2", "w": "t1 - t3 + 2*pi"}
_PLACE = {k: f"cos({t})*a + sin({t})*b" for k, t in _ANGLES.items()}
_TURNED = {k: f"(-sin({t})*a + cos({t})*b)" for k, t in _ANGLES.items()}
_TURN = "forall s in number: cos(s + 2*pi) == cos(s) and sin(s + 2*pi) == sin(s)"
_SHARE = {"usa": dict.fromkeys("pqr", "1/n"), "sa": {k: f"1/Z(x, {k})" for k in "pqr"}}
_AHEAD = {"p": ("u", "w"), "q": ("v", "u"), "r": ("w", "v")}


def _expanded(x: str, y: str) -> Steps:
    """The cosine and the sine of a difference of angles."""
    return [
        (f"cos({x} - {y}) == cos({x})*cos({y}) + sin({x})*sin({y})", rule("cosine of a difference", a=x, b=y)),
        (f"sin({x} - {y}) == sin({x})*cos({y}) - cos({x})*sin({y})", rule("sine of a difference", a=x, b=y)),
    ]


_DIFFERENCES = [*_expanded("t2", "t1"), *_expanded("t3", "t2"), *_expanded("t1", "t3")]
_TURNS = "cos(t1 - t3 + 2*pi) == cos(t1 - t3) and sin(t1 - t3 + 2*pi) == sin(t1 - t3)"
_OF_GAPS: Steps = [*_DIFFERENCES, (_TURNS, take(_TURN, ["t1 - t3"], KNOWN))]
_USED = [*_TURNS.split(" and "), *(fact for fact, _ in _DIFFERENCES), *FRAME]


def _angle(flow: str, k: str) -> tuple[str, Tree]:
    """How fast the angle of a token moves: drawn by the two gaps beside it."""
    ahead, behind = (GAP[x] for x in _AHEAD[k])
    t, share = _ANGLES[k], _SHARE[flow][k]
    moved = f"rate(x[{k}]) == rate({_PLACE[k]})"
    along = f"dot({_TURNED[k]}, rate(x[{k}])) == dot({_TURNED[k]}, {flow}(x, {k}))"
    own = f"dot({_TURNED[k]}, rate(x[{k}])) == rate({t})"
    return f"rate({t}) == {share}*({PULL(f'({ahead})')} - {PULL(f'({behind})')})", have(
        [
            (moved, rule("differentiate vectors", enter("every", leaf(use=[AT[k]])), a=f"x[{k}]", b=_PLACE[k])),
            (f"cos({t})^2 + sin({t})^2 == 1", rule("circle", a=t)),
            (own, leaf(use=[moved, *FRAME])),
            (along, leaf(use=[f"forall i: rate(x[i]) == {flow}(x, i)"])),
        ],
        leaf(f"eq -1: {own}", f"eq 1: {along}", use=[*AT.values(), *SINGLE, *_USED]),
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
_ROUND = "cos(-2*top + 2*pi) == cos(-2*top) and sin(-2*top + 2*pi) == sin(-2*top)"
_EVEN = "cos(-(2*top)) == cos(2*top) and sin(-(2*top)) == -sin(2*top)"
_SUM = "cos(top + top) == cos(top)*cos(top) - sin(top)*sin(top)"
_FARTHEST: Steps = [
    (_ROUND, lemma("LEM-full-turn", a="-2*top")),
    (_EVEN, lemma("LEM-minus-angle", a="2*top")),
    (
        f"{_SUM} and sin(top + top) == sin(top)*cos(top) + cos(top)*sin(top)",
        lemma("LEM-sum-of-angles", u="top", v="top"),
    ),
    ("cos(top)^2 + sin(top)^2 == 1", rule("circle", a="top")),
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
                            leaf("2: top < pi"),
                            KNOWN,
                            leaf("1: s <= top", "1: top < pi"),
                            a="2*pi - 2*top",
                            b="s",
                        ),
                    )
                ],
                leaf(
                    "1: cos(s) <= cos(2*pi - 2*top)",
                    f"eq 1: {_ROUND.split(' and ')[0]}",
                    f"eq 1: {_EVEN.split(' and ')[0]}",
                    f"eq 1: {_SUM}",
                    "eq -1: cos(top)^2 + sin(top)^2 == 1",
                ),
            ),
        ),
    ),
]


def _product(i: str, j: str) -> Tree:
    """The product of two tokens is the cosine of the gap between them."""
    gap = GAP[_PAIRS[i, j]]
    others = [g for g in GAP.values() if g != gap]
    steps: Steps = [
        *_OF_GAPS,
        *(f"{g} < top" for g in GAP.values()),
        (f"2*pi - 2*top <= {gap}", leaf(*(f"1: {g} < top" for g in others))),
        (f"{gap} <= top", leaf(f"1: {gap} < top")),
        (f"cos({gap}) <= {FAR}", take(_COSINE, [gap], KNOWN)),
    ]
    return have(steps, leaf(f"1: cos({gap}) <= {FAR}", use=[*AT.values(), *_USED]))


def _keeps(flow: str) -> Tree:
    """The gaps as three numbers that move."""
    rates = [_angle(flow, k) for k in "pqr"]
    shares = {f"{x}": _SHARE[flow][k] for x, k in zip("abc", "pqr", strict=True)}
    moves = [(text, leaf(use=[fact for fact, _ in rates])) for text in _moved(shares)]
    gaps: Steps = [
        *((f"almost_always({fact})", enter("ae", have(_OF_GAPS, why))) for fact, why in rates),
        *((f"almost_always({fact})", enter("ae", have([name for name, _ in rates], why))) for fact, why in moves),
        (f"almost_always({' and '.join(f'{s} >= 0' for s in shares.values())})", enter("ae", both(*[leaf()] * 3))),
        (
            f"always({narrow('top')})",
            lemma(
                "LEM-three-gaps",
                KNOWN,
                leaf("1: top < pi"),
                leaf("1: cos(top) < -1/2", "3/2:"),
                KNOWN,
                enter("every", leaf()),
                **GAP,
                **shares,
            ),
        ),
    ]
    return intro(
        "",
        unfold(
            f"solves({flow}, x)", have(gaps, both(KNOWN, enter("every", both(*(_product(*pair) for pair in _PAIRS)))))
        ),
    )


def _moved(shares: dict[str, str]) -> list[str]:
    """How the gaps move, in the words of the lemma."""
    found = []
    for x, (p, y, q, z) in BETWEEN.items():
        own, one, other = (PULL(f"({GAP[g]})") for g in (x, y, z))
        found.append(f"rate({GAP[x]}) == {shares[p]}*({one} - {own}) + {shares[q]}*({other} - {own})")
    return found


_LESS = ("cos(pi) < cos(top)", lemma("LEM-cosine-falls", leaf("1: 0 < top"), KNOWN, leaf(), a="top", b="pi"))
_SHORT = have(
    [
        (RIGHT, lemma("LEM-right-angle")),
        _LESS,
        ("1 + cos(top) > 0", leaf("1: cos(pi) < cos(top)", "eq -1: cos(pi) == -1")),
        ("1 - cos(top) > 0", leaf("1: cos(top) < -1/2", "3/2:")),
    ],
    leaf("2: 1 + cos(top) > 0; 1 - cos(top) > 0"),
)
_CLOSED: Steps = [(_TURN, intro("s", lemma("LEM-full-turn", a="s"))), *_FARTHEST]
THIRDS: dict[str, Any] = {
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

formal(
    "PER-N8.below",
    title="Three tokens on the circle, beta < -2/3: those near a regular triangle stay apart",
    sentence=r"For three tokens on the circle, $\beta < -\frac23$ and an angle $\tau \in (0, \pi)$ with $\cos\tau <"
    r" -\frac12$ and $\cos\tau - \beta\sin^2\tau \geq 0$: if all gaps between neighbours are below $\tau$ at the start,"
    r" as they are at and around the regular triangle, they are at all times, under SA and USA, and no product of two"
    r" tokens is above $\cos2\tau < 1$.",
    role="extension",
    statement=model(
        {"groups": ["A", "B", "C"]},
        WEIGHTS,
        SA,
        USA,
        MOTION,
        PLACES,
        {"given": ["beta < -2/3", *TOP], "show": [f"{FAR} < 1", kept("usa"), kept("sa")]},
    ),
    proof=[
        _SHORT,
        *(have([("beta < 0", leaf("1: beta < -2/3", "2/3:")), *_CLOSED], _keeps(flow)) for flow in ("usa", "sa")),
    ],
    instance=THIRDS,
    twin=Variant("farther than tau, whatever the motion is", {FAR: "cos(top)", " and solves(usa, x)": ""}, THIRDS),
)
