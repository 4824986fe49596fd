"""Remark 2.2 with one scale: the image of layer normalisation, its fixed points, and the step it makes of the map (1).

A token is a vector of E = R^(n+1) and `ones` is (1, ..., 1), of which only its length is used; g is the scale gamma_0.
"""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, obtain, rule

NORMALISED: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["ones, beta: vector; g: number"],
    "where": [
        "rest(X) := X - dot(ones, X)/dim(E)*ones",
        "sigma(X) := sqrt(dot(rest(X), rest(X))/dim(E))",
        "N(X) := g/sigma(X)*rest(X) + beta",
    ],
    "given": ["dot(ones, ones) == dim(E)", "dim(E) >= 2", "g != 0"],
}
ONES, SHIFT = [1, 1, 1, 1], [1, 0, 2, 5]
_SPHERE = "dot({0} - beta, {0} - beta) == dim(E)*g^2".format
_EQUATOR = "dot(ones, {0} - beta) == 0".format


def instance(letters: dict[str, Any], tokens: int = 0) -> dict[str, Any]:
    """Tokens of R^4."""
    values = {"ones": ONES, "beta": SHIFT, "g": 1, **letters}
    return {"dim": 4, "letters": values, **({"tokens": tokens} if tokens else {})}


formal(
    "CON-R2.2.e",
    reading="what is refuted is that N is idempotent, as a projection is",
    statement=model(
        NORMALISED,
        {
            "letters": ["x: vector"],
            "given": ["rest(x) != 0", "rest(N(x)) != 0"],
            "show": ["N(N(x)) == N(x)"],
        },
    ),
    refuted={"instance": instance({"x": [4, 2, 2, 4]})},
)

_IMAGE = {
    "letters": ["y: vector"],
    "given": [_SPHERE("y")],
    "show": ["exists x in vector: rest(x) != 0 and N(x) == y"],
}
formal(
    "CON-R2.2.d.R1",
    statement=model(NORMALISED, _IMAGE),
    refuted={
        "case": [f"not {_EQUATOR('y')}"],
        "proof": intro(
            "",
            obtain(
                _IMAGE["show"][0],
                "x",
                have(
                    [(_EQUATOR("y"), leaf(use=["y == N(x)", "dot(ones, ones) == dim(E)"]))],
                    rule("contradiction", P=_EQUATOR("y"), C="1 <= 0"),
                ),
            ),
        ),
    },
    instance=instance({"g": 2, "y": [5, 0, 2, 5]}),
)

_ORIGIN = "g*(y - beta)"
_REACHED = f"rest({_ORIGIN}) != 0 and N({_ORIGIN}) == y and dot(ones, {_ORIGIN}) == 0 and sigma({_ORIGIN}) == g^2"
_LENGTH = "dot(ones, ones) == dim(E)"


def spread(vector: str, then: Tree) -> Tree:
    """A token whose entries are not all equal has a positive standard deviation."""
    rest = f"rest({vector})"
    return have(
        [
            (f"dot({rest}, {rest}) > 0", rule("positive square", u=rest)),
            (f"dot({rest}, {rest})/dim(E) > 0", leaf(f"1: dot({rest}, {rest}) > 0; 1/dim(E) > 0")),
        ],
        then,
    )


_LEVEL = "dot(ones, y) == dot(ones, beta)"
_SQUARE = f"dot(rest({_ORIGIN}), rest({_ORIGIN}))/dim(E)"
_DEVIATION = f"sqrt(dot({_ORIGIN}, {_ORIGIN})/dim(E)) == g^2"
_ATTAINED = have(
    [
        (_LEVEL, leaf(f"eq 1: {_EQUATOR('y')}")),
        (f"{_SQUARE} == (g^2)^2", leaf(f"eq g^2/dim(E): {_SPHERE('y')}", use=[_LEVEL])),
        ("g^2 > 0", leaf()),
        (f"{_SQUARE} > 0", leaf("1: g^2 > 0; g^2 > 0", f"eq -1: {_SQUARE} == (g^2)^2")),
        (
            f"sigma({_ORIGIN}) == g^2",
            rule(
                "antisymmetry",
                rule("below the square", KNOWN, leaf(f"eq 1: {_SQUARE} == (g^2)^2"), a=f"sigma({_ORIGIN})", b="g^2"),
                rule("below the square", KNOWN, leaf(f"eq -1: {_SQUARE} == (g^2)^2"), a="g^2", b=f"sigma({_ORIGIN})"),
                a=f"sigma({_ORIGIN})",
                b="g^2",
            ),
        ),
        (f"dot({_ORIGIN}, {_ORIGIN})/dim(E) > 0", leaf(f"1: {_SQUARE} > 0", use=[_LEVEL])),
        (_DEVIATION, leaf(f"eq 1: sigma({_ORIGIN}) == g^2", use=[_LEVEL])),
    ],
    both(
        rule("nonzero vector", leaf(f"1: dim(E) > 0; {_SQUARE} > 0"), u=f"rest({_ORIGIN})"),
        leaf(use=[_DEVIATION, _LEVEL]),
        leaf(f"eq g: {_EQUATOR('y')}"),
        KNOWN,
    ),
)

formal(
    "CON-R2.2.d.R1.repaired",
    sentence=(
        r"If $\gamma = \gamma_01$ with $\gamma_0 \ne 0$, the image of N is $\{y : |y - \beta|^2 = (n+1)\gamma_0^2,"
        r" 1^T(y - \beta) = 0\}$, a sphere of dimension n - 1 (two points for n = 1). It is attained at $x ="
        r" \gamma_0(y - \beta)$, which has mean 0 and standard deviation $\gamma_0^2$."
    ),
    reading="the standard deviation divides by n + 1",
    statement=model(
        NORMALISED,
        {
            "letters": ["x, y: vector"],
            "show": [
                f"rest(x) != 0 => {_SPHERE('N(x)')} and {_EQUATOR('N(x)')}",
                f"{_SPHERE('y')} and {_EQUATOR('y')} => {_REACHED}",
            ],
        },
    ),
    proof=[
        intro("", spread("x", both(leaf(use=[_LENGTH]), leaf(use=[_LENGTH])))),
        intro("", _ATTAINED),
    ],
    instance=instance({"g": 2, "x": [4, 2, 2, 4], "y": [3, -2, 0, 7]}),
    twin=Variant(
        "the whole sphere",
        {f" and {_EQUATOR('y')} =>": " =>"},
        instance({"g": 2, "x": [4, 2, 2, 4], "y": [5, 0, 2, 5]}),
    ),
)
