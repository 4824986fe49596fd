"""Three tokens: the third that misses consensus starts strictly between the antipodes of the two (CON-X9.between)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.cascade_step import AWAY
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.same_start import SOURCE
from proofs_checks.consensus.proofs.theorem_4_2 import FINDS
from proofs_checks.lemmas.cascade_limit import COMES
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, rule, split, unfold, witness

# the first three tokens are f, m and g
THREE: dict[str, Any] = {
    "letters": ["m, g: token"],
    "given": ["f < m", "m < g", "forall j: j < m => j <= f", "forall j: j < g => j <= m"],
}
_X, _Z, _Q = (f"start(y[{i}])" for i in "fmg")
_C = f"dot({_X}, {_Z})"
_D = f"(1 - {_C}^2)"
_FROM = {"f": f"({_X} - {_C}*{_Z})", "m": f"({_Z} - {_C}*{_X})"}
_A = f"(dot({_X}, {_Q}) - {_C}*dot({_Z}, {_Q}))/{_D}"
_B = f"(dot({_Z}, {_Q}) - {_C}*dot({_X}, {_Q}))/{_D}"
_REST = f"({_Q} - {_A}*{_X} - {_B}*{_Z})"
_UNITS = [f"dot({v}, {v}) == 1" for v in (_X, _Z, _Q)]


def each(P: str, first: Tree, second: Tree) -> Tree:
    """Something of both tokens before the third."""
    return intro(
        "p",
        have(
            ["p <= m"],
            split(
                "p < m or m <= p",
                have(["p <= f"], rule("same token", KNOWN, KNOWN, first, i="f", j="p", P=f"fn(l: {P})")),
                rule("same token", KNOWN, KNOWN, second, i="m", j="p", P=f"fn(l: {P})"),
            ),
        ),
    )


_OFF = "norm(y[{0}] - y[f])".format
_FOUND = " and ".join(FINDS).replace("y[g]", "y[m]").replace("upto(g)", "upto(m)")
_NOTHING = rule(
    "absolute at most",
    leaf(f"eq -1: {_OFF('f')} == 0"),
    leaf(f"1: {_OFF('f')} >= 0"),
    e=_OFF("f"),
    b=f"0*{_OFF('m')}",
)
MEET: Steps = [
    ("f < g", lemma("LEM-token-order", a="f", b="m", c="g")),
    ("at_start(y[m] != -y[f])", enter("start", KNOWN)),
    (_FOUND, lemma("CON-T4.2.c.limit", *[KNOWN] * 5, intro("p", KNOWN), g="m")),
    (f"tends({_OFF('m')}, 0)", lemma("LEM-small.tends", z=_OFF("m"))),
    (
        f"tends({_OFF('f')}, 0)",
        lemma(
            "LEM-tends.below",
            KNOWN,
            leaf(),
            enter("every", have([(f"{_OFF('f')} == 0", leaf(norms=["0"]))], _NOTHING)),
            z=_OFF("f"),
            r=_OFF("m"),
            c="0",
        ),
    ),
]
_COMES = (COMES, each(f"tends({_OFF('l')}, 0)", KNOWN, KNOWN))


def _unequal(sign: str, other: str) -> tuple[str, Tree]:
    """The first two tokens do not start at one place, or do not start opposite."""
    gap, same = f"dot({_X} {sign} {_Z}, {_X} {sign} {_Z})", f"y[m] == {other}y[f]"
    meet = have(
        [(same, rule("equal vectors", leaf(f"1: {gap} <= 0"), u="y[m]", w=f"{other}y[f]"))],
        rule("contradiction", P=same, C=f"{gap} > 0"),
    )
    return f"{gap} > 0", enter("start", split(f"{gap} <= 0 or {gap} > 0", meet, KNOWN))


_PLACES: Steps = [
    *[(unit, enter("start", leaf(use=["forall i: dot(y[i], y[i]) == 1"]))) for unit in _UNITS],
    _unequal("-", ""),
    _unequal("+", "-"),
    (
        f"{_D} > 0",
        leaf(f"1/4: dot({_X} - {_Z}, {_X} - {_Z}) > 0; dot({_X} + {_Z}, {_X} + {_Z}) > 0", use=_UNITS),
    ),
]


def _side(i: str) -> tuple[str, Tree]:
    """The third token is on the other side of a plane through one of the earlier two, away from the other one."""
    w = _FROM[i]
    inside = f"dot({w}, y[{i}]) > 0"
    own, other = leaf(f"1: {_D} > 0", use=_UNITS), leaf(use=_UNITS)
    first, second = (own, other) if i == "f" else (other, own)
    return (
        f"dot({w}, {_Q}) < 0",
        have(
            [
                (f"at_start({inside})", enter("start", leaf(f"1: {_D} > 0", use=_UNITS))),
                (
                    f"at_start(forall j in before(g): dot({w}, y[j]) >= 0)",
                    enter("start", each(f"dot({w}, y[l]) >= 0", first, second)),
                ),
                (f"at_start(dot({w}, y[g]) < 0)", lemma("CON-X9.side", w=w, l=i)),
            ],
            enter("start", leaf(f"1: -dot({w}, y[g]) > 0")),
        ),
    )


_ACROSS = f"at_start(dot({_REST}, y[g]) == 0)"
_IN_PLANE: Steps = [
    (
        f"at_start(forall j in before(g): dot({_REST}, y[j]) == 0)",
        enter("start", each(f"dot({_REST}, y[l]) == 0", leaf(use=_UNITS), leaf(use=_UNITS))),
    ),
    (_ACROSS, lemma("CON-X9.span", w=_REST)),
    (f"dot({_REST}, {_Q}) == 0", enter("start", leaf(f"eq 1: dot({_REST}, y[g]) == 0"))),
]
_SAME = rule(
    "equal vectors",
    leaf(f"eq 1: dot({_REST}, {_Q}) == 0", use=_UNITS),
    u=_Q,
    w=f"-(-{_A}*{_X} + -{_B}*{_Z})",
)
_COMBINED = witness(
    f"-{_A}",
    witness(
        f"-{_B}",
        both(
            leaf(f"1: -dot({_FROM['f']}, {_Q}) > 0; 1/{_D} > 0"),
            leaf(f"1: -dot({_FROM['m']}, {_Q}) > 0; 1/{_D} > 0"),
            _SAME,
        ),
    ),
)

MISSED = "at_start(y[m] != y[f] and y[m] != -y[f]) and not tends(norm(y[g] - y[f]), 0)"
SIDES = f"dot({_FROM['f']}, {_Q}) < 0 and dot({_FROM['m']}, {_Q}) < 0"
BETWEEN = f"exists a in number, b in number: a > 0 and b > 0 and {_Q} == -(a*{_X} + b*{_Z})"

formal(
    "CON-X9.between",
    title="Three tokens: the third that misses consensus starts strictly between the antipodes of the first two",
    sentence=(
        r"Auto-regressive model, $U_\eta = I$, W = I, bounded P(t), all n, h: if $y_2(0) \ne \pm y_1$ and $y_3$ does"
        r" not converge to $y_1$, then $y_3(0) = -(a y_1 + b y_2(0))$ with a, b > 0, that is $y_3(0)$ lies strictly"
        r" between $-y_1$ and $-y_2(0)$ on the shorter arc, and $y_3$ converges to $-y_1$."
    ),
    source=SOURCE,
    kind="convergence",
    role="extension",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED_P,
        THREE,
        {"show": [f"{MISSED} => {AWAY} and {SIDES} and ({BETWEEN})"]},
    ),
    proof=intro(
        "",
        have(
            [*MEET, _COMES, (AWAY, lemma("CON-X9.opposite"))],
            unfold(
                "solves(auto, y)",
                have([*_PLACES, _side("f"), _side("m"), *_IN_PLANE], both(KNOWN, KNOWN, KNOWN, _COMBINED)),
            ),
        ),
    ),
    instance=heads(m=1, g=2, K=6),
    twin=Variant(
        "over a second token at the first one as well",
        {"y[m] != y[f]": "y[g] != y[f]"},
        heads(m=1, g=2, K=6, y=[TOP, TOP, OPPOSITE]),
    ),
)
