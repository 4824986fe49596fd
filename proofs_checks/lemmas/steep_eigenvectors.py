"""Eigenvectors of F + rho u u^T, and left ones, with an eigenvalue near rho > 2 m are within 45 degrees of u, m >= |F|.

For z x = F x + rho <u, x> u, x = a + i b, c = <u, x>: |z - rho|^2 |c|^2 + |z|^2 (|x|^2 - |c|^2) = |F x|^2 <= m^2 |x|^2.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.resolvent import SHORT, UNIT, short
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, cases, have, leaf, lemma, rule, split, take

NEAR = "(s - rho)^2 + w^2 <= m^2"
TURNED = ["F(a) + rho*dot(u, a)*u == s*a - w*b", "F(b) + rho*dot(u, b)*u == w*a + s*b"]
DEFINED = ["gamma := dot(u, a)^2 + dot(u, b)^2", "rest := dot(a, a) + dot(b, b) - gamma"]
KEY = "((s - rho)^2 + w^2 - m^2)*gamma + (s^2 + w^2 - m^2)*rest <= 0"


def image(c: str, turned: str) -> tuple[str, Tree]:
    """What F makes of a part."""
    push = f"rho*dot(u, {c})"
    return f"F({c}) == {turned} - {push}*u", lemma(
        "LEM-same-combination", u=f"F({c}) + {push}*u", w=turned, z="u", k="1", l=f"-{push}"
    )


IMAGES = [image("a", "s*a - w*b"), image("b", "w*a + s*b")]
BOUNDS = [(f"dot(F({c}), F({c})) <= m^2*dot({c}, {c})", take(SHORT, [c], KNOWN)) for c in "ab"]
_LETTERS = ["F: matrix", "u, a, b: vector", "m, rho, s, w: number"]
LETTERS_HERE: dict[str, Any] = {
    "F": [[0, -6], [6, 0]],
    "u": [1, 0],
    "a": [3, 2],
    "b": [0, 0],
    "m": 6,
    "rho": 13,
    "s": 9,
    "w": 0,
}
formal(
    "LEM-steered-form",
    title="What an eigenvector of F + rho u u^T has along u and across it, weighted by its distances from two discs",
    statement={
        "letters": _LETTERS,
        "where": DEFINED,
        "given": [UNIT, SHORT, *TURNED],
        "show": [KEY, "rest >= 0"],
    },
    proof=[
        have(
            [*IMAGES, *BOUNDS], leaf(*[f"1: {fact}" for fact, _ in BOUNDS], use=[UNIT, *(fact for fact, _ in IMAGES)])
        ),
        have(
            ["dot(a - dot(u, a)*u, a - dot(u, a)*u) >= 0", "dot(b - dot(u, b)*u, b - dot(u, b)*u) >= 0"],
            leaf(
                "1: dot(a - dot(u, a)*u, a - dot(u, a)*u) >= 0",
                "1: dot(b - dot(u, b)*u, b - dot(u, b)*u) >= 0",
                use=[UNIT],
            ),
        ),
    ],
    instance={"dim": 2, "letters": LETTERS_HERE},
)
_OUTER, _INNER = "(s^2 + w^2 - m^2)", "((s - rho)^2 + w^2 - m^2)"
_APART = f"{_OUTER} + {_INNER} > 0"
formal(
    "LEM-steeper",
    title="Within the disc about rho the part along u outweighs the part across it",
    statement={
        "letters": ["m, rho, s, w, along, across: number"],
        "given": [
            "m >= 0",
            "rho > 2*m",
            NEAR,
            f"{_INNER}*along + {_OUTER}*across <= 0",
            "along + across > 0",
        ],
        "show": ["across < along"],
    },
    proof=have(
        [
            (_APART, leaf("1/2: rho > 2*m; rho > 2*m", "2: rho > 2*m; m >= 0", "1/2: sq 2*s - rho", "2: sq w")),
        ],
        cases(
            "across - along",
            absurd(
                have(
                    [("across > 0", leaf("1/2: across - along >= 0", "1/2: along + across > 0"))],
                    lemma(
                        "LEM-two-signs",
                        leaf(f"1: {_INNER}*along + {_OUTER}*across <= 0"),
                        leaf(
                            f"1: {NEAR}; across - along >= 0",
                            f"1: {_APART}; across > 0",
                        ),
                        a=f"-({_INNER}*along + {_OUTER}*across)",
                    ),
                )
            ),
            leaf("1: across - along < 0"),
        ),
    ),
    instance={"letters": {"m": 1, "rho": 3, "s": 3, "w": 0, "along": 1, "across": 0}},
    twin=Variant(
        "for rho > m only",
        {"rho > 2*m": "rho > m"},
        {"letters": {"m": 2, "rho": 3, "s": "3/2", "w": 0, "along": 1, "across": 1}},
    ),
)
_LENGTH = "gamma + rest > 0"


def _positive(c: str, other: str) -> Tree:
    """A part that is not zero has a length."""
    square = f"dot({c}, {c}) > 0"
    return have([(square, rule("positive square", u=c))], leaf(f"1: {square}", f"1: dot({other}, {other}) >= 0"))


formal(
    "LEM-steered-steep",
    title="An eigenvector of F + rho u u^T with an eigenvalue near rho is within 45 degrees of u",
    statement={
        "letters": _LETTERS,
        "where": DEFINED,
        "given": [UNIT, "m >= 0", "rho > 2*m", SHORT, "a != 0 or b != 0", *TURNED, NEAR],
        "show": ["rest < gamma"],
    },
    proof=have(
        [
            (f"{KEY} and rest >= 0", lemma("LEM-steered-form")),
            (_LENGTH, split("a != 0 or b != 0", _positive("a", "b"), _positive("b", "a"))),
        ],
        lemma(
            "LEM-steeper",
            KNOWN,
            KNOWN,
            KNOWN,
            KNOWN,
            KNOWN,
            along="gamma",
            across="rest",
        ),
    ),
    instance={"dim": 2, "letters": LETTERS_HERE},
)
LEFT = "forall p in vector: dot(y, F(p)) + rho*dot(u, p)*dot(u, y) == l*dot(p, y)"
_Z, _ALONG = "(l*y - rho*dot(u, y)*u)", "dot(u, y)^2"
_ACROSS = f"(dot(y, y) - {_ALONG})"
_SAME = f"dot(y, F({_Z})) + rho*dot(u, {_Z})*dot(u, y) == l*dot({_Z}, y)"
_NO_LONGER = f"dot({_Z}, {_Z}) <= m^2*dot(y, y)"
formal(
    "LEM-steered-steep.left",
    title="A left eigenvector of F + rho u u^T with an eigenvalue near rho is within 45 degrees of u",
    statement={
        "letters": ["F: matrix", "u, y: vector", "m, rho, l: number"],
        "given": [UNIT, "m >= 0", "rho > 2*m", SHORT, "y != 0", LEFT, "(l - rho)^2 <= m^2"],
        "show": ["dot(y, y) < 2*dot(u, y)^2"],
    },
    proof=have(
        [
            (_SAME, take(LEFT, [_Z], KNOWN)),
            *short(_Z),
            (f"dot(y, F({_Z})) <= norm(y)*norm(F({_Z}))", rule("Cauchy-Schwarz", u="y", w=f"F({_Z})")),
            (
                f"dot({_Z}, {_Z}) <= m*norm(y)*norm({_Z})",
                leaf(
                    f"1: dot(y, F({_Z})) <= norm(y)*norm(F({_Z}))",
                    f"1: norm(F({_Z})) <= m*norm({_Z}); norm(y) >= 0",
                    f"eq -1: {_SAME}",
                    use=[UNIT],
                ),
            ),
            (
                _NO_LONGER,
                leaf(f"2: dot({_Z}, {_Z}) <= m*norm(y)*norm({_Z})", f"1: sq norm({_Z}) - m*norm(y)"),
            ),
            ("dot(y, y) > 0", rule("positive square", u="y")),
            (
                f"{_ACROSS} < {_ALONG}",
                lemma(
                    "LEM-steeper",
                    KNOWN,
                    KNOWN,
                    leaf("1: (l - rho)^2 <= m^2"),
                    leaf(f"1: {_NO_LONGER}", use=[UNIT]),
                    leaf("1: dot(y, y) > 0"),
                    s="l",
                    w="0",
                    along=_ALONG,
                    across=_ACROSS,
                ),
            ),
        ],
        leaf(f"1: {_ACROSS} < {_ALONG}"),
    ),
)
