"""Theorem 3.2: the derivative of V from the right is the largest slope over the active set, whatever its size."""

from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, define, have, intro, leaf, obtain, rule, split, take, witness

_OFF = "abs(V[{0}](t + s) - V[{0}](t) - s*g[{0}])".format
_RIGHT = "(exists d in number: d > 0 and (forall s in number: 0 < s and s < d => {0} <= e*s))".format
ACTIVE = "(forall j: V[j](t) <= V[{0}](t))".format

# g_i is the derivative of V_i at t; p is an active index of largest slope
SLOPES = {
    "letters": ["V[token]: number -> number; g[token]: number; t: number; p: token"],
    "given": [
        f"forall i: forall e in number: e > 0 => {_RIGHT(_OFF('i'))}",
        ACTIVE("p"),
        f"forall i: {ACTIVE('i')} => g[i] <= g[p]",
    ],
}
_MAX = "max(i: V[i]({0}))".format
_BELOW = "V[{0}](t + s) <= V[p](t) + s*g[p] + e*s".format
_ALL = "(b > 0 and (forall s in number: 0 < s and s*b < 1 => {0}))".format
_COMMON = f"exists b in number: forall i: {_ALL(_BELOW('i'))}"
_GAP = "(V[p](t) - V[x](t))"
_TILT = "abs(g[x] - g[p])"


def _near(x: str, then: object) -> object:
    """A distance d within which V_x is near its tangent."""
    fact = f"forall e1 in number: e1 > 0 => {_RIGHT(_OFF(x)).replace('e*s', 'e1*s')}"
    return have(
        [
            (
                fact,
                take(
                    SLOPES["given"][0].replace("e in", "e1 in").replace("e > 0", "e1 > 0").replace("e*s", "e1*s"),
                    [x],
                    KNOWN,
                ),
            )
        ],
        take(fact, ["e"], obtain(_RIGHT(_OFF(x)), "d", then)),
    )


def _small(b: str, more: str = "") -> tuple[str, object]:
    """s < d follows from s*b < 1 where b is at least 1/d."""
    terms = [f"1: d > 0; s*({b}) < 1"]
    return ("s < d", leaf(*terms, *([more] if more else [])))


_CLOSE = (_OFF("x") + " <= e*s", KNOWN)
_SIDED = (
    "V[x](t + s) - V[x](t) - s*g[x] <= " + _OFF("x"),
    rule("absolute above", e="V[x](t + s) - V[x](t) - s*g[x]"),
)
_OF_ONE = split(
    "V[x](t) < V[p](t) or V[p](t) <= V[x](t)",
    _near(
        "x",
        witness(
            f"1/d + ({_TILT} + 1)/{_GAP}",
            both(
                leaf("1: 1/d > 0", f"1: {_TILT} >= 0; 1/{_GAP} > 0", f"1: 1/{_GAP} > 0"),
                intro(
                    ["s", ""],
                    have(
                        [
                            (f"{_GAP} > 0", leaf("1: V[x](t) < V[p](t)")),
                            _small(f"1/d + ({_TILT} + 1)/{_GAP}", f"1: d > 0; 0 < s; 1/{_GAP} > 0; {_TILT} + 1 > 0"),
                            _CLOSE,
                            _SIDED,
                            (f"g[x] - g[p] <= {_TILT}", rule("absolute above", e="g[x] - g[p]")),
                            (
                                f"s*{_TILT} <= {_GAP}",
                                leaf(
                                    f"1: {_GAP} > 0; s*(1/d + ({_TILT} + 1)/{_GAP}) < 1",
                                    f"1: {_GAP} > 0; 0 < s; 1/d > 0",
                                    "1: 0 < s",
                                ),
                            ),
                        ],
                        leaf(
                            f"1: {_CLOSE[0]}",
                            f"1: {_SIDED[0]}",
                            f"1: 0 < s; g[x] - g[p] <= {_TILT}",
                            f"1: s*{_TILT} <= {_GAP}",
                        ),
                    ),
                ),
            ),
        ),
    ),
    _near(
        "x",
        witness(
            "1/d",
            both(
                leaf("1: 1/d > 0"),
                intro(
                    ["s", ""],
                    have(
                        [
                            _small("1/d"),
                            _CLOSE,
                            _SIDED,
                            (
                                ACTIVE("x"),
                                intro(
                                    "j1",
                                    have(
                                        ["V[j1](t) <= V[p](t)"], leaf("1: V[j1](t) <= V[p](t)", "1: V[p](t) <= V[x](t)")
                                    ),
                                ),
                            ),
                            "g[x] <= g[p]",
                            "V[x](t) <= V[p](t)",
                        ],
                        leaf(
                            f"1: {_CLOSE[0]}",
                            f"1: {_SIDED[0]}",
                            "1: 0 < s; g[x] <= g[p]",
                            "1: V[x](t) <= V[p](t)",
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_UNIFORM = (
    _COMMON,
    rule(
        "common bound",
        _OF_ONE,
        both(
            leaf("1: s1 <= t1", "1: s1 > 0"),
            intro(["s", ""], have([("s*s1 < 1", leaf("1: s*t1 < 1", "1: 0 < s; s1 <= t1"))], KNOWN)),
        ),
        P=f"fn(i, b in number: {_ALL(_BELOW('i'))})",
        new={"s": "s1", "t": "t1"},
    ),
)

_OWN = "V[p](t + s) - V[p](t) - s*g[p]"
_TOP = _MAX("t + s")
_CONCLUDED = take(
    f"forall i: {_ALL(_BELOW('i'))}",
    ["p"],
    witness(
        "1/(b + 1/d)",
        both(
            have(["b > 0"], leaf()),
            intro(
                ["s", ""],
                have(
                    [
                        "b > 0",
                        ("s*(b + 1/d) < 1", leaf("1: b + 1/d > 0; s < 1/(b + 1/d)")),
                        ("s*b < 1", leaf("1: s*(b + 1/d) < 1", "1: 0 < s; 1/d > 0")),
                        ("s < d", leaf("1: d > 0; s*(b + 1/d) < 1", "1: d > 0; 0 < s; b > 0")),
                        f"{_OFF('p')} <= e*s",
                        (f"-({_OWN}) <= {_OFF('p')}", rule("absolute above minus", e=_OWN)),
                        (f"V[p](t + s) <= {_TOP}", rule("below the greatest", e="fn(i: V[i](t + s))", y="p")),
                        (
                            f"{_TOP} <= V[p](t) + s*g[p] + e*s",
                            rule("greatest", KNOWN, e="fn(i: V[i](t + s))", b="V[p](t) + s*g[p] + e*s", new={"x": "q"}),
                        ),
                    ],
                    define(
                        [f"now := {_MAX('t')}", f"then := {_TOP}"],
                        rule(
                            "absolute at most",
                            leaf("1: then <= V[p](t) + s*g[p] + e*s", "eq -1: now == V[p](t)"),
                            leaf(
                                f"1: -({_OWN}) <= {_OFF('p')}",
                                f"1: {_OFF('p')} <= e*s",
                                "1: V[p](t + s) <= then",
                                "eq 1: now == V[p](t)",
                            ),
                            e="then - now - s*g[p]",
                            b="e*s",
                        ),
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "CON-T3.2.c",
    statement=model(
        SLOPES,
        {
            "show": [
                f"{_MAX('t')} == V[p](t)",
                f"forall e in number: e > 0 => {_RIGHT('abs(' + _MAX('t + s') + ' - ' + _MAX('t') + ' - s*g[p])')}",
            ]
        },
    ),
    proof=[
        rule(
            "antisymmetry",
            rule("greatest", KNOWN, e="fn(i: V[i](t))", b="V[p](t)"),
            rule("below the greatest", e="fn(i: V[i](t))", y="p"),
            a=_MAX("t"),
            b="V[p](t)",
        ),
        intro(["e", ""], have([_UNIFORM], obtain(_COMMON, "b", _near("p", _CONCLUDED)))),
    ],
    instance={
        "tokens": 2,
        "letters": {"V": ["fn(x: 1 + x)", "fn(x: 1 - x)"], "g": [1, -1], "t": 0, "p": 0},
    },
    twin=Variant(
        "p need not be active, and V_i is affine",
        {
            SLOPES["given"][0]: "forall i: forall s in number: V[i](t + s) == V[i](t) + s*g[i]",
            ACTIVE("p"): "(exists j: V[j](t) <= V[p](t))",
        },
        {"tokens": 2, "letters": {"V": ["fn(x: 1 - x)", "fn(x: 1 + x)"], "g": [-1, 1], "t": -1, "p": 1}},
    ),
    sentence=(
        "At a time where every $V_i = 1 - v^Ty_i$ has a right derivative (for continuous P, at every time) $V ="
        r" \max_iV_i$ has one, and $D^+V(y(t)) = \max_{i\in I(y)}\frac d{dt}V_i(y(t))$ with $I(y) ="
        r" \arg\max_iV_i(y)$, also where several $V_i$ with different slopes attain the maximum."
    ),
)
