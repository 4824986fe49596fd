"""On the circle, for beta from 0 to 3/2: a critical point at which the Hessian is at most 0 is on a line.

The tokens turn at speeds v_i = <w, x_i>, with w across the sum of all tokens. The gradient pairs these speeds with the
products, and what is left of the Hessian is a kernel below the constant 1 (LEM-kernel.small), which does not see speeds
with the sum 0.
"""

from __future__ import annotations

from proofs_checks.perspective.proofs.angles import FRAME
from proofs_checks.perspective.proofs.circle_turns import FLAT, HESSIAN, ON_CIRCLE, PLACED, TURN
from proofs_checks.perspective.proofs.models import USA, WEIGHTS
from proofs_checks.perspective.proofs.resting import RESTS
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    cases,
    define,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

TURNED = {
    "letters": ["x[token]: vector; a, b: vector; c[token], s[token]: number"],
    "where": ["z(i, j) := c[i]*c[j] + s[i]*s[j]", "area(i, j) := c[i]*s[j] - s[i]*c[j]"],
}
SPEED = "(g*c[{0}] + h*s[{0}])".format
_CROSS = "g^2 + h^2 > 0"
_SUM = f"sum(i: {SPEED('i')}) == 0"
_DIRECTION = f"exists g in number, h in number: {_CROSS} and {_SUM}"
_LENGTH = "sum(i: c[i])^2 + sum(i: s[i])^2"
ACROSS = cases(
    f"-({_LENGTH})",
    witness(
        "1",
        witness(
            "0",
            both(
                leaf("1:"),
                rule(
                    "square zero",
                    leaf(f"1: -({_LENGTH}) >= 0", "1: sq sum(i: s[i])"),
                    a=f"sum(i: {SPEED('i').replace('g', '1').replace('h', '0')})",
                ),
            ),
        ),
    ),
    witness("sum(i: s[i])", witness("-sum(i: c[i])", both(leaf(f"1: -({_LENGTH}) < 0"), leaf()))),
)

_E = "exp(beta*z({0}, {1}))".format
_ROW = f"sum(j: {SPEED('p')}*{_E('p', 'j')}*({SPEED('j')} - z(p, j)*{SPEED('p')}))"
_ROWS = _ROW.replace("[p]", "[i]").replace("(p, ", "(i, ")
_W = "g*a + h*b"
_NONE = f"dot({_W}, usa(x, p)) == dot({_W}, 0*({_W}))"
_GRADIENT = (
    f"sum(i: {_ROWS}) == sum(i: 0)",
    rule(
        "equal sums",
        have(
            ["usa(x, p) == 0", (_NONE, lemma("LEM-same-dot", u="usa(x, p)", w=f"0*({_W})", z=_W))],
            leaf(f"eq n*{SPEED('p')}: {_NONE}", use=[PLACED, *FRAME]),
        ),
        e=f"fn(i: {_ROWS})",
        f="fn(i: 0)",
        new={"x": "p"},
    ),
)
_TURN = TURN("{0}").replace("v[{0}]", SPEED("{0}")).format
_ONE = f"dot(D(usa, x, fn(k1: {_TURN('k1')}), {{0}}), {_TURN('{0}')})".format
_HESSIAN = HESSIAN.replace("v[k1]", SPEED("k1")).replace("v[i]", SPEED("i")).replace("v[j]", SPEED("j"))
_KERNEL = f"sum(i, j: dot({SPEED('i')}*a, {SPEED('j')}*a)*(1 - (1 - z(i, j))*exp(beta*z(i, j)))) >= 0"
_APART = f"({SPEED('{0}')} - {SPEED('{1}')})^2*(1 - z({{0}}, {{1}})^2)*{_E('{0}', '{1}')}".format
_SPREAD = f"sum(i: sum(j: {_APART('i', 'j')})) <= 0"
_STEPS: Steps = [
    (
        f"sum(i: {_ONE('i')}) <= 0",
        have(
            [(f"forall i: dot(x[i], {_TURN('i')}) == 0", intro("q", leaf(use=[PLACED, *FRAME])))],
            take(FLAT, [f"fn(k1: {_TURN('k1')})"], KNOWN),
        ),
    ),
    (_HESSIAN, lemma("LEM-circle-hessian", v=f"fn(i: {SPEED('i')})")),
    _GRADIENT,
    (_KERNEL, lemma("LEM-kernel.small", d=f"fn(i: {SPEED('i')}*a)")),
]

formal(
    "LEM-circle-spread",
    title="On the circle, for beta up to 3/2: at a flat critical point tokens not on a line are equally far across",
    statement=model(
        WEIGHTS,
        USA,
        TURNED,
        {
            "letters": ["g, h: number"],
            "given": [*FRAME, PLACED, ON_CIRCLE, "beta > 0", "beta <= 3/2", FLAT, RESTS, _SUM],
            "show": [_SPREAD],
        },
    ),
    proof=define(
        [f"total := sum(i: {SPEED('i')})"],
        have(
            [("beta >= 0", leaf("1: beta > 0")), *_STEPS],
            leaf(
                f"2: n > 0; sum(i: {_ONE('i')}) <= 0",
                f"2: {_KERNEL}",
                f"eq -2*n: {_HESSIAN}",
                f"eq -2: {_GRADIENT[0]}",
                f"eq 2*total: {_SUM}",
                times=["beta"],
                use=["dot(a, a) == 1"],
            ),
        ),
    ),
)

_IDENTITY = (
    "forall i, j: 1 - z(i, j)^2 == area(i, j)^2",
    intro("p,q", leaf("eq -1: c[p]^2 + s[p]^2 == 1", "eq -(c[p]^2 + s[p]^2): c[q]^2 + s[q]^2 == 1")),
)


def _signed(k: str, h: str) -> Tree:
    """What a pair adds is not negative."""
    same = f"1 - z({k}, {h})^2 == area({k}, {h})^2"
    gap = f"({SPEED(k)} - {SPEED(h)})"
    return have(
        [(same, take(_IDENTITY[0], [k, h], KNOWN))],
        leaf(f"1: {_E(k, h)} > 0; sq {gap}*area({k}, {h})", f"eq -{_E(k, h)}*{gap}^2: {same}"),
    )


_INNER = f"sum(j: {_APART('p', 'j')})"
_OUTER = f"sum(i: sum(j: {_APART('i', 'j')}))"
_PRODUCT = f"({SPEED('{0}')} - {SPEED('{1}')})*area({{0}}, {{1}})".format
_EACH = (
    f"forall i, j: {_PRODUCT('i', 'j')} == 0",
    intro(
        "p,q",
        have(
            [
                (
                    f"{_OUTER} >= {_INNER}",
                    rule(
                        "term of a positive sum",
                        rule("positive sum", _signed("k", "l"), e=f"fn(j: {_APART('k', 'j')})", new={"x": "l"}),
                        e=f"fn(i: sum(j: {_APART('i', 'j')}))",
                        y="p",
                        new={"x": "k"},
                    ),
                ),
                (
                    f"{_INNER} >= {_APART('p', 'q')}",
                    rule(
                        "term of a positive sum",
                        _signed("p", "l"),
                        e=f"fn(j: {_APART('p', 'j')})",
                        y="q",
                        new={"x": "l"},
                    ),
                ),
                ("1 - z(p, q)^2 == area(p, q)^2", take(_IDENTITY[0], ["p", "q"], KNOWN)),
            ],
            rule(
                "square zero",
                leaf(
                    f"1: {_SPREAD}",
                    f"1: {_OUTER} >= {_INNER}",
                    f"1: {_INNER} >= {_APART('p', 'q')}",
                    f"eq -({SPEED('p')} - {SPEED('q')})^2*{_E('p', 'q')}: 1 - z(p, q)^2 == area(p, q)^2",
                    times=[_E("p", "q")],
                ),
                a=_PRODUCT("p", "q"),
            ),
        ),
    ),
)
_HEIGHTS = f"sum(k: {SPEED('k')}) == sum(k: {SPEED('p')})"
_LEVEL = have(
    [
        (f"{SPEED('p')} - {SPEED('q')} == 0", leaf(f"eq 1/area(p, q): {_PRODUCT('p', 'q')} == 0")),
        (
            _HEIGHTS,
            rule(
                "equal sums",
                have(
                    [f"{_PRODUCT('k', 'p')} == 0", f"{_PRODUCT('k', 'q')} == 0"],
                    leaf(
                        f"eq -z(k, q)/area(p, q): {_PRODUCT('k', 'p')} == 0",
                        f"eq z(p, k)/area(p, q): {_PRODUCT('k', 'q')} == 0",
                        f"eq -z(p, k)*area(k, q)/area(p, q): {SPEED('p')} - {SPEED('q')} == 0",
                        f"eq -({SPEED('k')} - {SPEED('p')}): c[k]^2 + s[k]^2 == 1",
                    ),
                ),
                e=f"fn(k: {SPEED('k')})",
                f=f"fn(k: {SPEED('p')})",
                new={"x": "k"},
            ),
        ),
        (f"{SPEED('p')} == 0", leaf(f"eq -1: {_HEIGHTS}", f"eq 1: {_SUM}", times=["n"])),
    ],
    leaf(
        f"eq g*s[q] - h*c[q]: {SPEED('p')} == 0",
        f"eq -g*s[p] + h*c[p]: {SPEED('p')} == 0",
        f"eq g*s[p] - h*c[p]: {SPEED('p')} - {SPEED('q')} == 0",
        times=["g^2 + h^2"],
    ),
)
LINE = "forall i, j: area(i, j) == 0"

formal(
    "LEM-circle-line",
    title="On the circle, for beta up to 3/2, a critical point at which the Hessian is at most 0 is on a line",
    statement=model(
        WEIGHTS,
        USA,
        TURNED,
        {"given": [*FRAME, PLACED, ON_CIRCLE, "beta > 0", "beta <= 3/2", FLAT, RESTS], "show": [LINE]},
    ),
    proof=have(
        [(_DIRECTION, ACROSS)],
        obtain(
            _DIRECTION,
            "g,h",
            have(
                [(_SPREAD, lemma("LEM-circle-spread")), _IDENTITY, _EACH],
                intro("p,q", split("area(p, q) == 0 or area(p, q) != 0", KNOWN, _LEVEL)),
            ),
        ),
    ),
)
