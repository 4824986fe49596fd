"""Remark 6.2 for measures, the law of y(s), s uniform on [0, 1]: atoms at x and -x, and uniform on a great subsphere.

laplace(a) is the integral of exp(<a, y>), pull(a) that of exp(<a, y>) y; both beside the integrand at x. The uniform
measure on the unit sphere of the subspace P(a) = a is the one in it whose integral of exp(<a, y>) is a function of the
length of a.
"""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
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
    split,
    take,
    witness,
)

E = "exp(dot({0}, {1}))".format
NAMED = "(forall a in vector: always(time == 1 => j(a) == J(a)) and always(time == 1 => m(a) == M(a)))"
PAIR = "almost_always(y == x or y == -x)"
WITHIN = "almost_always(P(y) == y)"
RADIAL = (
    "(forall a in vector, b in vector: P(a) == a and P(b) == b and dot(a, a) == dot(b, b) => laplace(a) == laplace(b))"
)
STILL = "(sa({0}) == 0 and usa({0}) == 0)".format
UNIT = "dot(z, z) == 1"
RATES = [f"rate(J(a)) == {E('a', 'y')} - {E('a', 'x')}", f"rate(M(a)) == {E('a', 'y')}*y - {E('a', 'x')}*x"]
AT = "(beta*z)"
F = f"({E(AT, 'x')}*x + m({AT}))"
G = f"({F} - dot(z, {F})*z)"


POSITIVE = (
    "forall a in vector: laplace(a) > 0",
    intro(
        "a",
        lemma(
            "LEM-integral.positive",
            enter("ae", leaf(norms=["1"], use=["dot(y, y) == 1"])),
            KNOWN,
            KNOWN,
            KNOWN,
            u="y",
            I="J(a)",
            i="j(a)",
            z="a",
            b="x",
            R="1",
        ),
    ),
)


def no_part(c: str, zero: Tree) -> tuple[str, Tree]:
    """The pull has no part along c(b), as y has none."""
    part = f"dot({c}, M(a) + time*{E('a', 'x')}*x)"
    facts = ["start(M(a)) == 0", "m(a) == M(a)", "time == 1"]
    steps: Steps = [RATES[1], (f"dot({c}, y) == 0", zero)]
    moved: Steps = [
        (
            f"always({sign}({part}) >= start({sign}({part})))",
            rule("monotone", have(steps, leaf(f"eq {by}: dot({c}, y) == 0", use=[RATES[1]])), z=f"{sign}({part})"),
        )
        for sign, by in (("", f"-{E('a', 'y')}"), ("-", E("a", "y")))
    ]
    ends = [leaf(f"1: {sign}({part}) >= start({sign}({part}))", use=facts) for sign in ("-", "")]
    both_ways = rule("antisymmetry", *ends, a=f"dot({c}, pull(a))", b="0")
    return f"dot({c}, pull(a)) == 0", have(
        [
            (f"almost_always({RATES[1]})", KNOWN),
            ("at_start(M(a) == 0)", KNOWN),
            ("always(time == 1 => m(a) == M(a))", KNOWN),
            ("start(M(a)) == 0", enter("start", KNOWN)),
            *moved,
        ],
        lemma(
            "LEM-reached",
            leaf("1:"),
            enter("every", intro("", have(["m(a) == M(a)"], both_ways))),
            T="1",
            C=f"dot({c}, pull(a)) == 0",
        ),
    )


SOME = "forall a in vector: exists c in number: m(a) == c*x - exp(dot(a, x))*x"


def vanishing(place: str) -> Tree:
    """Both fields are 0 at an atom."""
    at = f"beta*({place})"
    pull = f"m({at}) == c*x - {E(at, 'x')}*x"
    found = f"exists c in number: {pull}"
    known = [pull, f"y == {place}", "dot(x, x) == 1"]
    steps: Steps = [
        (f"laplace({at}) > 0", take("forall a in vector: laplace(a) > 0", [at], KNOWN)),
        (found, take(SOME, [at], KNOWN)),
    ]
    return have(steps, obtain(found, "c", both(leaf(use=known), leaf(use=known))))


BESIDE = "(pull(a) - dot(x, pull(a))*x)"
_NOTHING, _PROOF = no_part(
    BESIDE, split("y == x or y == -x", leaf(use=["y == x", "dot(x, x) == 1"]), leaf(use=["y == -x", "dot(x, x) == 1"]))
)
ATOMS = have(
    [
        POSITIVE,
        (
            SOME,
            intro(
                "a",
                have(
                    [(_NOTHING, _PROOF)],
                    witness(
                        "dot(x, pull(a))",
                        rule(
                            "equal vectors",
                            leaf(f"eq 1: {_NOTHING}", use=["dot(x, x) == 1"]),
                            u="m(a)",
                            w="dot(x, pull(a))*x - exp(dot(a, x))*x",
                        ),
                    ),
                ),
            ),
        ),
    ],
    enter(
        "ae",
        split("y == x or y == -x", vanishing("x"), vanishing("-x")),
    ),
)


OUT = "(pull(a) - P(pull(a)) - P(pull(a) - P(pull(a))))"
_OUTSIDE, _OUTSIDE_PROOF = no_part(OUT, leaf(use=["P(y) == y"]))
INSIDE = f"forall a in vector: P(m(a)) == m(a) + {E('a', 'x')}*x - {E('a', 'x')}*P(x)"
KEPT = intro(
    "a",
    have(
        [(_OUTSIDE, _OUTSIDE_PROOF)],
        rule(
            "equal vectors",
            leaf(f"eq 1: {_OUTSIDE}"),
            u="P(m(a))",
            w=f"m(a) + {E('a', 'x')}*x - {E('a', 'x')}*P(x)",
        ),
    ),
)
TANGENT = (
    f"exists C in number: C > 0 and (forall w in vector: norm(w - {AT}) <= 1 =>"
    f" 0 <= laplace(w) - laplace({AT}) - dot({F}, w - {AT})"
    f" and laplace(w) - laplace({AT}) - dot({F}, w - {AT}) <= C*dot(w - {AT}, w - {AT}))"
)
TANGENT_THERE = lemma(
    "LEM-integral.tangent",
    enter("ae", leaf(norms=["1"], use=["dot(y, y) == 1"])),
    intro("a", enter("start", KNOWN)),
    intro("a", KNOWN),
    enter("start", KNOWN),
    KNOWN,
    intro("a", enter("every", intro("", KNOWN))),
    enter("every", intro("", KNOWN)),
    u="y",
    b="x",
    M=f"M({AT})",
    m=f"m({AT})",
    z=AT,
    R="1",
)
IN_PLACE = [f"P(m({AT})) == m({AT}) + {E(AT, 'x')}*x - {E(AT, 'x')}*P(x)", "P(z) == z"]
LEVEL = f"{G} == 0"


def beside(sign: str) -> str:
    """A point to one side."""
    return f"({AT} {sign} t*{G})"


EVEN = intro(
    "t",
    have(
        [
            *((f"P({beside(sign)}) == {beside(sign)}", leaf(use=IN_PLACE)) for sign in "+-"),
            (f"dot({beside('+')}, {beside('+')}) == dot({beside('-')}, {beside('-')})", leaf(use=[UNIT])),
        ],
        take(RADIAL[1:-1], [beside("+"), beside("-")], KNOWN),
    ),
)
EVERYWHERE = f"forall z in vector: P(z) == z and {UNIT} => {STILL('z')}"
AT_Z = intro(
    ["z", ""],
    have(
        [
            (TANGENT, TANGENT_THERE),
            (IN_PLACE[0], KNOWN),
            (f"laplace({AT}) > 0", KNOWN),
            (
                LEVEL,
                obtain(
                    TANGENT,
                    "C",
                    lemma(
                        "LEM-even.level",
                        KNOWN,
                        KNOWN,
                        EVEN,
                        leaf(use=[UNIT]),
                        L="fn(a in vector: laplace(a))",
                        f=F,
                        p=AT,
                        g=G,
                        C="C",
                    ),
                ),
            ),
        ],
        both(lemma("LEM-same-multiple", KNOWN, u=G, w="0", k=f"1/laplace({AT})"), KNOWN),
    ),
)
UNIFORM = have(
    [POSITIVE, (INSIDE, KEPT), (EVERYWHERE, AT_Z)],
    enter("ae", have(["P(y) == y", "dot(y, y) == 1"], take(EVERYWHERE, ["y"], KNOWN))),
)
POINT: dict[str, Any] = {
    "dim": 3,
    "letters": {
        "beta": 2,
        "x": [1, 0, 0],
        "y": [1, 0, 0],
        "P": [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
        **dict.fromkeys("JjMm", "fn(a in vector: 0)"),
    },
}

formal(
    "PER-R6.2",
    statement={
        "letters": [
            "beta: number; x: vector; y: measurable vector; P: operator",
            "J(vector): moving number; M(vector): moving vector; j(vector): number; m(vector): vector",
        ],
        "where": [
            "tangent(base, pull) := pull - dot(base, pull)*base",
            "laplace(a) := exp(dot(a, x)) + j(a)",
            "pull(a) := exp(dot(a, x))*x + m(a)",
            "usa(z) := tangent(z, pull(beta*z))",
            "sa(z) := tangent(z, pull(beta*z)/laplace(beta*z))",
        ],
        "given": [
            "dot(x, x) == 1",
            "almost_always(dot(y, y) == 1)",
            *(f"forall a in vector: at_start({moved}(a) == 0)" for moved in "JM"),
            *(f"forall a in vector: almost_always({rate})" for rate in RATES),
        ],
        "show": [
            f"{PAIR} => almost_always(tangent(x, exp(beta*dot(x, y))*y) == 0)",
            f"{NAMED} => ({PAIR} => almost_always({STILL('y')}))",
            f"{NAMED} => ({WITHIN} and {RADIAL} => almost_always({STILL('y')}))",
        ],
    },
    proof=[
        intro(
            "",
            enter(
                "ae",
                split(
                    "y == x or y == -x", leaf(use=["y == x", "dot(x, x) == 1"]), leaf(use=["y == -x", "dot(x, x) == 1"])
                ),
            ),
        ),
        intro("", intro("", ATOMS)),
        intro("", intro("", UNIFORM)),
    ],
    instance=POINT,
    twin=Variant("without the projection", {"pull - dot(base, pull)*base": "pull"}, POINT),
)
