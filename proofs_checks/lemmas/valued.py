"""Several heads with symmetric values and a common eigenvector v that dominates: the least height rises.

With b_i = v^T y_i the lowest token, b the least height, has b' >= k b (1 - b^2), so that its tangent, the largest one,
decays at the rate k, whatever the weights are.
"""

from typing import Any

from verify.formal import formal, model
from verify.tactics.build import KNOWN, define, enter, have, intro, leaf, lemma, rule

HEIGHT = "dot(v, y[{0}])".format
LEAST = f"min(k: {HEIGHT('k')})"
KAPPA = "sum(h in heads: lam[h] - rho[h])*r"
VALUES = {
    "letters": ["U[head]: operator; v: vector; lam[head], rho[head]: number"],
    "given": [
        "dot(v, v) == 1",
        "forall h in heads: U[h](v) == lam[h]*v",
        "forall h in heads: rho[h] >= 0 and lam[h] >= rho[h]",
        "forall h in heads, b in vector, c in vector: dot(v, b) == 0 and dot(v, c) == 0"
        " => dot(b, U[h](c)) <= rho[h]*norm(b)*norm(c)",
    ],
}
_W = f"(y[{{0}}] - {HEIGHT('{0}')}*v)".format
_UNIT = "forall i: dot(y[i], y[i]) == 1"
_EIGEN = "forall h in heads: U[h](v) == lam[h]*v"
_ROOM = f"{HEIGHT('x')}*(1 - {HEIGHT('x')}^2)"
_PULL = f"(lam[h1]*{HEIGHT('{0}')} - {HEIGHT('x')}*dot(y[x], U[h1](y[{{0}}])))".format
_SPARE = f"a[h1, x, {{0}}]*({_PULL('{0}')} - (lam[h1] - rho[h1])*{_ROOM})".format

# one head, one other token q, whose height is at least that of x
_ONE = have(
    [
        f"{HEIGHT('x')} <= {HEIGHT('q')}",
        (f"{HEIGHT('q')} > 0", leaf(f"1: {HEIGHT('x')} > 0", f"1: {HEIGHT('x')} <= {HEIGHT('q')}")),
        "a[h1, x, q] >= 0",
        "rho[h1] >= 0",
        "lam[h1] >= rho[h1]",
        (f"dot(v, {_W('x')}) == 0", leaf(use=["dot(v, v) == 1"])),
        (f"dot(v, {_W('q')}) == 0", leaf(use=["dot(v, v) == 1"])),
        f"dot({_W('x')}, U[h1]({_W('q')})) <= rho[h1]*norm({_W('x')})*norm({_W('q')})",
        (
            f"norm({_W('q')}) <= norm({_W('x')})",
            rule(
                "below the square",
                KNOWN,
                leaf(
                    f"1: {HEIGHT('x')} <= {HEIGHT('q')}; {HEIGHT('x')} > 0",
                    f"1: {HEIGHT('x')} <= {HEIGHT('q')}; {HEIGHT('q')} > 0",
                    use=[_UNIT, "dot(v, v) == 1"],
                ),
                a=f"norm({_W('q')})",
                b=f"norm({_W('x')})",
            ),
        ),
        (
            f"dot(y[x], U[h1](y[q])) <= lam[h1]*{HEIGHT('x')}*{HEIGHT('q')} + rho[h1]*(1 - {HEIGHT('x')}^2)",
            leaf(
                f"1: dot({_W('x')}, U[h1]({_W('q')})) <= rho[h1]*norm({_W('x')})*norm({_W('q')})",
                f"1: rho[h1] >= 0; norm({_W('x')}) >= 0; norm({_W('q')}) <= norm({_W('x')})",
                use=[_UNIT, "dot(v, v) == 1", _EIGEN],
            ),
        ),
        (
            f"1 - {HEIGHT('x')}^2 >= 0",
            leaf(f"1: dot({_W('x')}, {_W('x')}) >= 0", use=[_UNIT, "dot(v, v) == 1"]),
        ),
        (
            f"{_PULL('q')} - (lam[h1] - rho[h1])*{_ROOM} >= 0",
            leaf(
                f"1: {HEIGHT('x')} > 0; dot(y[x], U[h1](y[q])) <= lam[h1]*{HEIGHT('x')}*{HEIGHT('q')}"
                f" + rho[h1]*(1 - {HEIGHT('x')}^2)",
                f"1: lam[h1] >= rho[h1]; 1 - {HEIGHT('x')}^2 >= 0; {HEIGHT('x')} <= {HEIGHT('q')}",
                f"1: rho[h1] >= 0; 1 - {HEIGHT('x')}^2 >= 0; {HEIGHT('x')} <= {HEIGHT('q')}",
            ),
        ),
    ],
    leaf(f"1: a[h1, x, q] >= 0; {_PULL('q')} - (lam[h1] - rho[h1])*{_ROOM} >= 0"),
)


RANGES = {"full": ("j", ""), "causal": ("j in upto({0})", ", upto")}


def flow(name: str) -> str:
    """The equation of the flow: every token drawn by all tokens, or by the earlier ones and itself."""
    of = RANGES[name][0].format("i")
    return f"forall i: rate(y[i]) == sum(h in heads, {of}: a[h, i, j]*(U[h](y[j]) - dot(y[i], U[h](y[j]))*y[i]))"


def drawn(name: str) -> dict[str, list[str]]:
    """The flow as part of a statement."""
    of = RANGES[name][0].format("i")
    return {
        "letters": ["y[token]: moving vector; a[head, token, token]: measurable number; r: number"],
        "given": [
            "always(forall i: dot(y[i], y[i]) == 1)",
            f"almost_always({flow(name)})",
            f"almost_always(forall h in heads, i: forall {of}: a[h, i, j] >= 0)",
            f"almost_always(forall h in heads, i: sum({of}: a[h, i, j]) == r)",
        ],
    }


def rising(name: str) -> object:
    """The rate of the least height, at the lowest token x."""
    of, suffix = RANGES[name][0].format("x"), RANGES[name][1]
    own: Any = {"i": "x"} if suffix else {}
    spare = f"sum({of}: {_SPARE('j')}) >= 0"
    row = f"sum({of}: a[h1, x, j]) == r"
    cofactor = f"(lam[h1] - rho[h1])*{_ROOM}"
    gain = f"sum({of}: a[h, x, j]*{_PULL('j')}) - (lam[h] - rho[h])*r*{_ROOM}".replace("h1", "h")
    one_head = have(
        [
            (spare, rule(f"positive sum{suffix}", _ONE, e=f"fn(j: {_SPARE('j')})", new={"x": "q"}, **own)),
            row,
        ],
        leaf(f"1: {spare}", f"eq -({cofactor}): {row}"),
    )
    lowest = f"low == {HEIGHT('x')}"
    return have(
        [
            (f"low <= {HEIGHT('x')}", rule("above the least", e=f"fn(k: {HEIGHT('k')})", y="x")),
            (f"low >= {HEIGHT('x')}", rule("least", e=f"fn(k: {HEIGHT('k')})", b=HEIGHT("x"), new={"x": "q"})),
            (lowest, rule("antisymmetry", a="low", b=HEIGHT("x"))),
            (f"{HEIGHT('x')} > 0", leaf("1: low > 0", f"1: low <= {HEIGHT('x')}")),
            (
                f"sum(h in heads: {gain}) >= 0",
                rule("positive sum, heads", one_head, e=f"fn(h in heads: {gain})", new={"x": "h1"}),
            ),
            (
                f"rate({HEIGHT('x')}) >= {KAPPA}*{_ROOM}",
                leaf(f"1: sum(h in heads: {gain}) >= 0", use=[flow(name), _EIGEN]),
            ),
            (
                f"low*(1 - low^2) == {_ROOM}",
                leaf(f"eq 1 - low^2 - low*{HEIGHT('x')} - {HEIGHT('x')}^2: {lowest}"),
            ),
        ],
        leaf(f"1: rate({HEIGHT('x')}) >= {KAPPA}*{_ROOM}", f"eq kappa: low*(1 - low^2) == {_ROOM}"),
    )


_RISES = f"{LEAST} > 0 => rate({LEAST}) >= {KAPPA}*({LEAST}*(1 - {LEAST}^2))"

for _name in RANGES:
    formal(
        f"LEM-valued.{_name}",
        title=f"The least height under {_name} attention with value matrices",
        statement=model(VALUES, drawn(_name), {"show": [f"almost_always({_RISES})"]}),
        proof=lemma(
            "LEM-least",
            enter(
                "ae",
                intro(["", "x", ""], define([f"low := {LEAST}", f"kappa := {KAPPA}"], rising(_name))),
            ),
            w=f"fn(k: {HEIGHT('k')})",
            b=f"{KAPPA}*({LEAST}*(1 - {LEAST}^2))",
            C=f"{LEAST} > 0",
        ),
    )
