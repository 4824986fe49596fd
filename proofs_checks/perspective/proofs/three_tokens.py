"""Three tokens on the circle above beta = -2/3: a critical point at which no token alone rises is a cluster.

Of the three second variations, of the gaps between neighbours, at most one is negative. At the two others the pull
sin(s) exp(beta cos(s)) tells cosines apart, so that two gaps are equal; and then they are 0.
"""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, absurd, cases, have, leaf, lemma, rule, split

BEND = "(({0}) - beta*(1 - ({0})^2))*exp(beta*({0}))".format
PULL = "({1})*exp(beta*({0}))".format
_SAME = f"{PULL('u', 'A')} == {PULL('v', 'B')}"
_SQUARES = "(1 - u^2)*exp(2*beta*u) == (1 - v^2)*exp(2*beta*v)"
_FLAT = "{0} - beta*(1 - {0}^2) >= 0".format


def _not_below(c: str, d: str) -> Tree:
    """The smaller of two cosines with equal pulls is not smaller."""
    more, own, sign = f"2*beta*({c} - {d})", *(("A", "-") if c == "u" else ("B", ""))
    grown = f"(1 - {d}^2) == (1 - {c}^2)*exp({more})"
    return cases(
        f"{c} - {d}",
        leaf(f"1: {c} - {d} >= 0"),
        absurd(
            have(
                [
                    (f"1 + {more} <= exp({more})", rule("exp tangent", a=more)),
                    (f"1 - {c}^2 >= 0", leaf(f"1: sq {own}", f"eq 1: {c}^2 + {own}^2 == 1")),
                    (grown, leaf(f"eq {sign}exp(-(2*beta*{d})): {_SQUARES}")),
                ],
                lemma(
                    "LEM-two-signs",
                    leaf(
                        f"2: {_FLAT(c)}; {c} - {d} < 0",
                        f"1: 1 - {c}^2 >= 0; 1 + {more} <= exp({more})",
                        f"eq -1: {grown}",
                    ),
                    leaf(f"1: {c} - {d} < 0; {c} - {d} < 0"),
                    a=f"-({c} - {d})^2",
                ),
            )
        ),
    )


formal(
    "LEM-three.equal",
    title="Where the second variation is not negative, equal pulls have equal cosines",
    statement={
        "letters": ["beta, u, v, A, B: number"],
        "given": ["u^2 + A^2 == 1", "v^2 + B^2 == 1", _SAME, f"{BEND('u')} >= 0", f"{BEND('v')} >= 0"],
        "show": ["u == v"],
    },
    proof=have(
        [
            (_FLAT("u"), leaf(f"1: {BEND('u')} >= 0; exp(-(beta*u)) > 0")),
            (_FLAT("v"), leaf(f"1: {BEND('v')} >= 0; exp(-(beta*v)) > 0")),
            (
                _SQUARES,
                leaf(
                    f"eq {PULL('u', 'A')} + {PULL('v', 'B')}: {_SAME}",
                    "eq -exp(2*beta*u): u^2 + A^2 == 1",
                    "eq exp(2*beta*v): v^2 + B^2 == 1",
                ),
            ),
        ],
        rule("antisymmetry", _not_below("v", "u"), _not_below("u", "v"), a="u", b="v"),
    ),
)

_RISE = "1 + beta*(u - w) <= exp(beta*(u - w))"
_ROOT = "exp(beta*(u - w)) == -2*u"
_FACTORED = "A*(exp(beta*u) + 2*u*exp(beta*w)) == 0"
_INNER = [
    ("1 - u^2 > 0", leaf("1: A^2 > 0", "eq 1: u^2 + A^2 == 1")),
    (_ROOT, leaf(f"eq exp(-(beta*w))/A: {_FACTORED}")),
    ("u < 0", leaf("1/2: exp(beta*(u - w)) > 0", f"eq 1/2: {_ROOT}")),
    (
        "1 + 2*u > 0",
        cases(
            "-1 - 2*u",
            absurd(
                lemma(
                    "LEM-two-signs",
                    leaf(f"1: {_FLAT('u')}"),
                    leaf("1: -2/3 < beta; 1 - u^2 > 0", "1/3: -1 - 2*u >= 0; u < 0", "2/3: -1 - 2*u >= 0"),
                    a="u - beta*(1 - u^2)",
                )
            ),
            leaf("1: -1 - 2*u < 0"),
        ),
    ),
    (_RISE, rule("exp tangent", a="beta*(u - w)")),
    ("(1 + 2*u)*(1 + beta*(1 - u)) <= 0", leaf(f"1: {_RISE}", f"eq 1: {_ROOT}", "eq beta: w == 2*u^2 - 1")),
]
_NO_ROOT = have(
    _INNER,
    absurd(
        lemma(
            "LEM-two-signs",
            leaf("1: (1 + 2*u)*(1 + beta*(1 - u)) <= 0"),
            leaf(
                "1: 1 + 2*u > 0; -2/3 < beta; u < 0",
                "1: 1 + 2*u > 0; -2/3 < beta",
                "1/3: 1 + 2*u > 0; 1 + 2*u > 0",
            ),
            a="-(1 + 2*u)*(1 + beta*(1 - u))",
        )
    ),
)


def _one(c: str) -> Tree:
    """A cosine is 1: either the sine is 0, or the cosine is in two places at once."""
    return have(
        [
            ("u == v", lemma("LEM-three.equal")),
            ("A == B", leaf(f"eq exp(-(beta*u)): {_SAME}", use=["u == v"])),
            ("w == 2*u^2 - 1", leaf("eq 1: w == u*v - A*B", "eq -1: u^2 + A^2 == 1", use=["u == v", "A == B"])),
            (
                _FACTORED,
                leaf(
                    f"eq 1: {PULL('u', 'A')} == {PULL('w', 'C')}",
                    "eq exp(beta*w): C == -(A*v + u*B)",
                    use=["u == v", "A == B"],
                ),
            ),
            (_FLAT("u"), leaf(f"1: {BEND('u')} >= 0; exp(-(beta*u)) > 0")),
            (
                "u == 1",
                split(
                    "A == 0 or A != 0",
                    have(
                        [("u >= 0", leaf(f"1: {_FLAT('u')}", "eq beta: u^2 + A^2 == 1", use=["A == 0"]))],
                        leaf("eq 1/(u + 1): u^2 + A^2 == 1", use=["A == 0"]),
                    ),
                    _NO_ROOT,
                ),
            ),
        ],
        {
            "u": KNOWN,
            "v": leaf("eq 1: u == 1", use=["u == v"]),
            "w": leaf("eq 2*(u + 1): u == 1", "eq 1: w == 2*u^2 - 1"),
        }[c],
    )


formal(
    "LEM-three.pair",
    title="Two equal gaps at which the second variation is not negative are 0, for beta above -2/3",
    statement={
        "letters": ["beta, u, v, w, A, B, C: number"],
        "given": [
            "-2/3 < beta",
            "u^2 + A^2 == 1",
            "v^2 + B^2 == 1",
            "w == u*v - A*B",
            "C == -(A*v + u*B)",
            _SAME,
            f"{PULL('u', 'A')} == {PULL('w', 'C')}",
            f"{BEND('u')} >= 0",
            f"{BEND('v')} >= 0",
        ],
        "show": ["u == 1", "v == 1", "w == 1"],
    },
    proof=[_one(c) for c in "uvw"],
)
