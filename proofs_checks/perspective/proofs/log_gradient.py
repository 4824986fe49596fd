"""(3.7) and Lemma 3.6 for any probability measure: gradients on the sphere."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.law_integrals import GENERAL, LAW, ON_SPHERE, PLAIN, SAME, Integral
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, obtain, rule, take

SQUARE = ("abs(beta)^2 == beta^2", rule("absolute square", e="beta"))
SHORT = rule(
    "below the square",
    leaf("1: abs(beta) >= 0"),
    have([SQUARE], leaf(f"eq -1: {SQUARE[0]}", use=["dot(y, y) == 1"])),
    a="norm(beta*y)",
    b="abs(beta)",
)
NEAR = "(forall w in vector: norm(w - z) <= {0} => abs({1}) <= {2}*dot(w - z, w - z))".format
UNIT = "dot(z, z) == 1"


def of_variation() -> Tree:
    """The tangent of the integral, divided by beta, on the sphere."""
    found, proof = PLAIN.tangent()
    gap = PLAIN.gap()
    near = intro(
        ["w", ""],
        have(
            [(f"0 <= {gap} and {gap} <= C*dot(w - z, w - z)", KNOWN)],
            rule(
                "absolute at most",
                KNOWN,
                leaf(f"1: 0 <= {gap}", "1: C > 0; dot(w - z, w - z) >= 0"),
                e=gap,
                b="C*dot(w - z, w - z)",
            ),
        ),
    )
    slope = lemma(
        "LEM-sphere.gradient",
        KNOWN,
        KNOWN,
        leaf("1:"),
        KNOWN,
        f="fn(a in vector: Z(a))",
        g="beta*force(z)",
        s="1/beta",
        K="C",
        r="1",
    )
    return have([(found, proof)], obtain(found, "C", have([(NEAR("1", gap, "C"), near)], slope)))


def positive(kind: Integral) -> tuple[str, Tree]:
    """The integral of an exponential of bounded products is positive."""
    speed = kind.rates("z")[0]
    image = f"beta*{kind.vector.format('x')}"
    raw = f"exp(dot(z, {image})) + {kind.mass}(z) > 0"
    taken = lemma(
        "LEM-integral.positive",
        KNOWN,
        KNOWN,
        have([f"almost_always({speed})"], enter("ae", leaf(use=[speed, *kind.same]))),
        enter("every", intro("", KNOWN)),
        u=f"beta*{kind.vector.format('y')}",
        I=f"{kind.masses}(z)",
        i=f"{kind.mass}(z)",
        b=image,
        R=kind.bound,
    )
    return f"{kind.total}(z) > 0", have([(raw, taken)], leaf(f"1: {raw}", use=kind.same))


def of_logarithm(kind: Integral) -> Tree:
    """The tangent of the logarithm of the integral, divided by beta, on the sphere."""
    found, proof = kind.tangent()
    total, force = f"{kind.total}(z)", f"beta*{kind.force}(z)"
    rest = f"log({kind.total}(w)) - log({total}) - dot({force}, w - z)/{total}"
    logs = f"exists c in number, r in number: c > 0 and r > 0 and {NEAR('r', rest, 'c')}"
    taken = lemma("LEM-log.tangent", KNOWN, KNOWN, KNOWN, P=f"fn(a in vector: {kind.total}(a))", F=force, C="C")
    slope = lemma(
        "LEM-sphere.gradient",
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        f=f"fn(a in vector: log({kind.total}(a)))",
        g=f"{force}/{total}",
        s="1/beta",
        K="c",
        r="r",
    )
    return have([(found, proof), positive(kind)], obtain(found, "C", have([(logs, taken)], obtain(logs, "c,r", slope))))


NOTHING = "fn(a in vector: 0)"
POINT: dict[str, Any] = {
    "dim": 2,
    "letters": {
        "beta": "log(2)",
        "x": [1, 0],
        "z": ["3/5", "4/5"],
        "y": [1, 0],
        **dict.fromkeys("JjMm", NOTHING),
    },
}

formal(
    "PER-L3.6",
    statement=model(
        LAW,
        PLAIN.law(),
        ON_SPHERE,
        {
            "where": ["variation := fn(a in vector: Z(a)/beta)", "gradient(a) := tangent(a, force(a))"],
            "given": ["beta != 0"],
            "show": [
                "dot(z, gradient(z)) == 0",
                f"{PLAIN.ends()} => differentiable(variation, z, gradient(z))",
            ],
        },
    ),
    proof=[
        leaf(use=[UNIT]),
        intro("", have([(f"almost_always(norm(beta*y) <= {PLAIN.bound})", enter("ae", SHORT))], of_variation())),
    ],
    instance=POINT,
    twin=Variant("without the projection", {":= tangent(a, force(a))": ":= force(a)"}, POINT),
)

LOGITS = {
    "letters": ["Q, K, V, U: matrix; e, f: vector"],
    "given": [SAME],
}
IMAGE = have(
    [
        SQUARE,
        ("norm(y) == 1", leaf(norms=["1"], use=["dot(y, y) == 1"])),
        ("dot(V(y), V(y)) <= k*norm(V(y))*norm(y)", KNOWN),
        ("abs(beta)*k >= 0", leaf("1: abs(beta) >= 0; k > 0")),
        (
            "dot(V(y), V(y)) <= k^2",
            leaf(
                "2: dot(V(y), V(y)) <= k*norm(V(y))*norm(y)",
                "1: sq k - norm(V(y))",
                "eq 2*k*norm(V(y)): norm(y) == 1",
            ),
        ),
    ],
    rule(
        "below the square",
        KNOWN,
        leaf("1: dot(V(y), V(y)) <= k^2; sq beta", f"eq -k^2: {SQUARE[0]}"),
        a="norm(beta*V(y))",
        b=GENERAL.bound,
    ),
)
ANY_POINT: dict[str, Any] = {
    "dim": 2,
    "letters": {
        **POINT["letters"],
        **dict.fromkeys("GgNn", NOTHING),
        "Q": [[0, 1], [2, 0]],
        "K": [[1, 1], [0, 3]],
        "V": [[0, 6], [1, 1]],
        "U": [[0, 6], [1, 1]],
        "e": [1, 0],
        "f": [0, 1],
    },
}
PLANE = "dot(e, e) == 1 and dot(f, f) == 1 and dot(e, f) == 0"
AT_POINTS = (
    "(forall a in vector, c in vector: dot(a, a) == 1 and dot(c, c) == 1 =>"
    " differentiable(fn(t in vector: dot(Q(t), K(c))), a, tangent(a, U(c))))"
)
NEEDED = "forall a in vector, c in vector: dot(a, a) == 1 and dot(c, c) == 1 => dot(Q(a), K(c)) == dot(a, U(c))"
BESIDE = "exists o in vector: dot(o, o) > 0 and dot(r, o) == 0"
PLACE = "(o/norm(o))"


def slope(direction: str) -> tuple[str, Tree]:
    """The slope of the exponent in one direction."""
    return f"dot(Q({direction}), K(s)) <= dot({direction}, U(s))", lemma(
        "LEM-slope",
        leaf(use=["dot(r, r) == 1"]),
        KNOWN,
        leaf(use=["dot(r, o) == 0"]),
        take(AT_POINTS[1:-1], [PLACE, "s"], KNOWN),
        k="K(s)",
        u="U(s)",
        o=PLACE,
        z=direction,
    )


CONVERSE = intro(
    ["", "r", "s", ""],
    have(
        [(BESIDE, lemma("LEM-perpendicular", g="r"))],
        obtain(
            BESIDE,
            "o",
            have(
                [("norm(o) > 0", KNOWN), (f"dot({PLACE}, {PLACE}) == 1", leaf()), slope("r"), slope("-r")],
                rule(
                    "antisymmetry",
                    leaf(f"1: {slope('r')[0]}"),
                    leaf(f"1: {slope('-r')[0]}"),
                    a="dot(Q(r), K(s))",
                    b="dot(r, U(s))",
                ),
            ),
        ),
    ),
)
DIFFERENTIABLE = "differentiable(fn(a in vector: log({0}(a))/beta), z, {1}(z))".format

formal(
    "PER-3.7",
    statement=model(
        LAW,
        PLAIN.law(),
        LOGITS,
        GENERAL.law(),
        ON_SPHERE,
        {
            "where": ["velocity(a) := tangent(a, force(a)/Z(a))", "general(a) := tangent(a, push(a)/W(a))"],
            "given": ["beta != 0"],
            "show": [
                "dot(z, velocity(z)) == 0",
                f"{PLAIN.ends()} => {DIFFERENTIABLE('Z', 'velocity')}",
                "dot(z, general(z)) == 0",
                f"{GENERAL.ends()} => {DIFFERENTIABLE('W', 'general')}",
                f"{PLANE} and {AT_POINTS} => ({NEEDED})",
            ],
        },
    ),
    proof=[
        leaf(use=[UNIT]),
        intro("", have([(f"almost_always(norm(beta*y) <= {PLAIN.bound})", enter("ae", SHORT))], of_logarithm(PLAIN))),
        leaf(use=[UNIT]),
        intro(
            "",
            rule(
                "some bound",
                have(
                    [(f"almost_always(norm(beta*V(y)) <= {GENERAL.bound})", enter("ae", IMAGE))], of_logarithm(GENERAL)
                ),
                U="V",
                C=DIFFERENTIABLE("W", "general"),
                new={"K": "k"},
            ),
        ),
        CONVERSE,
    ],
    instance=ANY_POINT,
    twin=Variant("without the projection", {"pull - dot(base, pull)*base": "pull"}, ANY_POINT),
)
