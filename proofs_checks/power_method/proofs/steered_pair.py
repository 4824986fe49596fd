"""POW-S2: F + rho u u^T, rho > 2 m, m >= |F|, has exactly one eigenvalue within m of rho, a real and simple one.

That there is one is LEM-steered-eigenvalue. Eigenvectors for it, left ones too, are within 45 degrees of u, those of
another eigenvalue within m of rho as well: but a left eigenvector is orthogonal to the eigenvectors of all others, and
to x where (F + rho u u^T - l) y = x and x is an eigenvector for l. The argument needs no continuity of eigenvalues.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.resolvent import UNIT
from proofs_checks.lemmas.steep_eigenvectors import LEFT, NEAR
from proofs_checks.lemmas.token_basis import BASIS
from proofs_checks.power_method.proofs.steered_discs import APART, BOUND, FAR
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    cases,
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

IMAGE = "F({0}) + rho*dot(u, {0})*u".format
PAIR = ["(a != 0 or e != 0)", f"{IMAGE('a')} == s*a - w*e", f"{IMAGE('e')} == w*a + s*e"]
EIGENVALUE = f"(exists a in vector, e in vector: {' and '.join(PAIR)})"
ONE = (
    f"exists l in number: (l - rho)^2 <= m^2 and (exists v in vector: v != 0 and {IMAGE('v')} == l*v)"
    f" and (forall s in number, w in number: {EIGENVALUE} => (s == l and w == 0) or {FAR})"
)
SIMPLE = (
    f"forall l in number, v in vector, x in vector: l >= rho - m and v != 0 and {IMAGE('v')} == l*v"
    f" => ({IMAGE('x')} == l*x => dot(u, v)*x == dot(u, x)*v) and not ({IMAGE('x')} - l*x == v)"
)
DISJOINT = f"forall s in number, w in number: not ({FAR} and {NEAR})"
ANGLE = (
    f"forall l in number, v in vector: l >= rho - m and {IMAGE('v')} == l*v"
    " => norm(v - dot(u, v)*u)*(rho - m) <= m*norm(v)"
)
DISCS = (
    "(({0})^2 + ({1})^2 <= m^2 or ({0} - rho)^2 + ({1})^2 <= m^2)"
    " and not (({0})^2 + ({1})^2 <= m^2 and ({0} - rho)^2 + ({1})^2 <= m^2)"
    " and ({3} == 0 and {0} >= rho - m => norm({2} - dot(u, {2})*u)*(rho - m) <= m*norm({2}))"
).format


def real(v: str) -> Steps:
    """A real eigenvalue from rho - m on is within m of rho."""
    fact = DISCS("l", "0", v, f"0*{v}")
    near, far = "(l - rho)^2 <= m^2", "(l)^2 + (0)^2 <= m^2"
    premises = (KNOWN, KNOWN, KNOWN, KNOWN, {"left": KNOWN}, KNOWN, leaf())
    return [
        (fact, lemma("POW-S2.discs", *premises, s="l", w="0", a=v, b=f"0*{v}")),
        (
            near,
            split(
                f"{far} or (l - rho)^2 + (0)^2 <= m^2",
                absurd(
                    lemma(
                        "LEM-two-signs",
                        leaf(f"1: {far}"),
                        leaf(
                            "1: l >= rho - m; l >= rho - m",
                            "2: l >= rho - m; rho > 2*m",
                            "2: l >= rho - m; m >= 0",
                            "1: rho > 2*m; rho > 2*m",
                            "2: rho > 2*m; m >= 0",
                        ),
                        a="m^2 - l^2",
                    )
                ),
                leaf("1: (l - rho)^2 + (0)^2 <= m^2"),
            ),
        ),
    ]


def steep_left(v: str, then: Tree) -> Tree:
    """A left eigenvector y, within 45 degrees of u."""
    some = f"exists y in vector: y != 0 and ({LEFT})"
    return have(
        [(some, lemma("LEM-left-eigenvector", w="u", v=v, l="l"))],
        obtain(some, "y", have([("dot(y, y) < 2*dot(u, y)^2", lemma("LEM-steered-steep.left", l="l"))], then)),
    )


def steep(a: str, e: str, s: str, w: str, *premises: Tree) -> tuple[str, Tree]:
    """An eigenvector near rho is within 45 degrees of u."""
    fact = f"dot({a}, {a}) + dot({e}, {e}) < 2*(dot(u, {a})^2 + dot(u, {e})^2)"
    gamma = f"(dot(u, {a})^2 + dot(u, {e})^2)"
    found = f"(dot({a}, {a}) + dot({e}, {e}) - {gamma}) < {gamma}"
    return fact, have([(found, lemma("LEM-steered-steep", *premises, a=a, b=e, s=s, w=w))], leaf(f"1: {found}"))


def steep_real(v: str) -> tuple[str, Tree]:
    """A real eigenvector near rho is within 45 degrees of u."""
    premises = (
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        {"left": KNOWN},
        KNOWN,
        leaf(),
        leaf("1: (l - rho)^2 <= m^2"),
    )
    return steep(v, f"0*{v}", "l", "0", *premises)


SIZE = "(s - l)^2 + w^2"
PARTS = {
    "a": ("s*a - w*e", "(s - l)*dot(y, a) - w*dot(y, e) == 0"),
    "e": ("w*a + s*e", "w*dot(y, a) + (s - l)*dot(y, e) == 0"),
}


def part(c: str) -> Steps:
    """The product of an equation of eigenvectors with the left eigenvector."""
    turned, fact = PARTS[c]
    left = f"dot(y, F({c})) + rho*dot(u, {c})*dot(u, y) == l*dot({c}, y)"
    product = f"dot(y, {IMAGE(c)}) == dot(y, {turned})"
    return [
        (left, take(LEFT, [c], KNOWN)),
        (product, lemma("LEM-same-dot", u=IMAGE(c), w=turned, z="y")),
        (fact, leaf(f"eq 1: {left}", f"eq -1: {product}")),
    ]


ACROSS = [
    ("dot(y, a) == 0", leaf(f"eq (s - l)/({SIZE}): {PARTS['a'][1]}", f"eq w/({SIZE}): {PARTS['e'][1]}")),
    ("dot(y, e) == 0", leaf(f"eq -w/({SIZE}): {PARTS['a'][1]}", f"eq (s - l)/({SIZE}): {PARTS['e'][1]}")),
]
ANOTHER = steep_left(
    "v",
    absurd(have([*part("a"), *part("e"), *ACROSS, steep("a", "e", "s", "w")], lemma("LEM-not-across"))),
)
SAME = cases(
    f"-({SIZE})",
    both(
        have([("s - l == 0", rule("square zero", leaf(f"1: -({SIZE}) >= 0", "1: sq w"), a="s - l"))], KNOWN),
        rule("square zero", leaf(f"1: -({SIZE}) >= 0", "1: sq s - l"), a="w"),
    ),
    have([(f"{SIZE} > 0", leaf(f"1: -({SIZE}) < 0"))], ANOTHER),
)
FOUND = f"exists v in vector, l in number: v != 0 and {IMAGE('v')} == l*v and l >= rho - m"
EXACTLY_ONE = have(
    [(FOUND, lemma("LEM-steered-eigenvalue"))],
    obtain(
        FOUND,
        ["v", "l"],
        have(
            real("v"),
            witness(
                "l",
                both(
                    KNOWN,
                    witness("v", both(KNOWN, KNOWN)),
                    intro(
                        ["s", "w", ""],
                        obtain(
                            EIGENVALUE,
                            ["a", "e"],
                            have(
                                [(DISCS("s", "w", "a", "e"), lemma("POW-S2.discs", b="e"))],
                                split(f"{FAR} or {NEAR}", {"right": KNOWN}, {"left": SAME}),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
GAP = "(dot(u, v)*x - dot(u, x)*v)"
GEOMETRIC = intro(
    "",
    split(
        f"{GAP} == 0 or {GAP} != 0",
        KNOWN,
        absurd(
            have(
                [
                    "F(x) == l*x - rho*dot(u, x)*u",
                    (
                        f"F({GAP}) == l*{GAP} - rho*dot(u, {GAP})*u",
                        leaf(use=["F(x) == l*x - rho*dot(u, x)*u", "F(v) == l*v - rho*dot(u, v)*u"]),
                    ),
                    steep_real(GAP),
                ],
                lemma(
                    "LEM-two-signs",
                    leaf(f"1: sq norm({GAP})"),
                    leaf(f"1: {steep_real(GAP)[0]}"),
                    a=f"dot({GAP}, {GAP})",
                ),
            )
        ),
    ),
)
ALGEBRAIC = intro(
    "",
    steep_left(
        "v",
        have(
            [
                (
                    f"dot(y, {IMAGE('x')} - l*x) == dot(y, v)",
                    lemma("LEM-same-dot", u=f"{IMAGE('x')} - l*x", w="v", z="y"),
                ),
                ("dot(y, F(x)) + rho*dot(u, x)*dot(u, y) == l*dot(x, y)", take(LEFT, ["x"], KNOWN)),
                (
                    "dot(y, v) == 0",
                    leaf(
                        f"eq -1: dot(y, {IMAGE('x')} - l*x) == dot(y, v)",
                        "eq 1: dot(y, F(x)) + rho*dot(u, x)*dot(u, y) == l*dot(x, y)",
                    ),
                ),
                steep_real("v"),
            ],
            lemma("LEM-not-across", KNOWN, KNOWN, KNOWN, KNOWN, leaf(), a="v", e="0*v"),
        ),
    ),
)
ALONE = intro(
    ["l", "v", "x", ""],
    have([*real("v"), "F(v) == l*v - rho*dot(u, v)*u"], both(GEOMETRIC, ALGEBRAIC)),
)
TURNS = intro(
    ["l", "v", ""],
    split("v == 0 or v != 0", leaf(use=["v == 0"]), have(real("v"), have(["0*v == 0"], KNOWN))),
)
HERE: dict[str, Any] = {
    "tokens": 2,
    "dim": 2,
    "letters": {
        "b": [[1, 0], [0, 1]],
        "F": [[0, "-3/2"], ["3/2", 0]],
        "u": ["4/5", "-3/5"],
        "m": "3/2",
        "rho": "25/8",
    },
}
"""(1, 0) is an eigenvector for 2, at an angle with u of the sine 3/5."""

formal(
    "POW-S2",
    statement=model(
        BASIS,
        {
            "letters": ["F: matrix", "u: vector", "m, rho: number"],
            "given": [UNIT, "m >= 0", "rho > 2*m", BOUND],
            "show": [ANGLE, ONE, DISJOINT, SIMPLE],
        },
    ),
    proof=[TURNS, EXACTLY_ONE, intro("s,w", APART), ALONE],
    instance=HERE,
    twin=Variant("half of that angle", {"<= m*norm(v)": "<= m/2*norm(v)"}, HERE),
)
