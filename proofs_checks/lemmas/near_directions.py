"""Directions near a unit vector: how far the vector and its direction are apart."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, absurd, cases, have, leaf, lemma, rule

UNITS = ["dot(l, v) == 1", "dot(l, u) == 1"]
LONG = (
    "norm(v + w) >= 1/2",
    have(
        [
            ("norm(v) == 1", leaf(norms=["1"], use=["dot(v, v) == 1"])),
            ("dot(v, v + w) <= norm(v)*norm(v + w)", rule("Cauchy-Schwarz", u="v", w="v + w")),
            ("dot(-v, w) <= norm(-v)*norm(w)", rule("Cauchy-Schwarz", u="-v", w="w")),
        ],
        leaf(
            "1: dot(v, v + w) <= norm(v)*norm(v + w)",
            "1: dot(-v, w) <= norm(-v)*norm(w)",
            "1: norm(w) <= 1/2",
            use=["norm(v) == 1", "dot(v, v) == 1"],
        ),
    ),
)
formal(
    "LEM-direction.near",
    title="The direction of a unit vector plus a short one is near that vector",
    statement={
        "letters": ["v, w: vector"],
        "given": ["dot(v, v) == 1", "norm(w) <= 1/2"],
        "show": ["norm(v + w) >= 1/2", "norm(unit(v + w) - v) <= 2*norm(w)"],
    },
    proof=[
        have([LONG], KNOWN),
        have(
            [LONG],
            rule(
                "below the square",
                leaf("2: norm(w) >= 0"),
                leaf(
                    "1: sq 1 - norm(v + w)",
                    "4: sq norm(w); norm(v + w) >= 1/2",
                    "1: sq norm(w)",
                    use=["dot(v, v) == 1"],
                    times=["norm(v + w)"],
                ),
                a="norm(unit(v + w) - v)",
                b="2*norm(w)",
            ),
        ),
    ],
    instance={"dim": 2, "letters": {"v": [1, 0], "w": ["1/4", 0]}},
    twin=Variant("at most half as far", {"2*norm": "1/2*norm"}, {"dim": 2, "letters": {"v": [1, 0], "w": [0, "1/2"]}}),
)
STEEP = "dot({0}, unit(u) - v) <= norm({0})*norm(unit(u) - v)".format
formal(
    "LEM-direction.length",
    title="A vector with the component 1 along another has a positive length",
    statement={"letters": ["l, u: vector"], "given": ["dot(l, u) == 1"], "show": ["norm(u) > 0"]},
    proof=have(
        [("dot(l, u) <= norm(l)*norm(u)", rule("Cauchy-Schwarz", u="l", w="u"))],
        cases(
            "-norm(u)",
            absurd(leaf("1: dot(l, u) <= norm(l)*norm(u)", "1: norm(l) >= 0; -norm(u) >= 0", use=["dot(l, u) == 1"])),
            leaf("1: -norm(u) < 0"),
        ),
    ),
    instance={"dim": 2, "letters": {"l": [1, 2], "u": [1, 0]}},
    twin=Variant("the component 0", {"== 1": "== 0"}, {"dim": 2, "letters": {"l": [1, 2], "u": [0, 0]}}),
)
SCALED = "norm(norm(u)*(unit(u) - v)) == norm(u)*norm(unit(u) - v)"
SPLIT = "norm(norm(u)*(unit(u) - v) + (norm(u) - 1)*v) <= norm(norm(u)*(unit(u) - v)) + norm((norm(u) - 1)*v)"
formal(
    "LEM-direction.back",
    title="A vector whose direction is near a unit vector is near it, if both have the same component",
    statement={
        "letters": ["v, l, u: vector; k: number"],
        "given": ["dot(v, v) == 1", "dot(l, v) == 1", "dot(l, u) == 1", "norm(unit(u) - v) < k", "2*norm(l)*k <= 1"],
        "show": ["norm(u - v) <= 2*(1 + norm(l))*k"],
    },
    proof=have(
        [
            ("norm(v) == 1", leaf(norms=["1"], use=["dot(v, v) == 1"])),
            ("norm(u) > 0", lemma("LEM-direction.length")),
            (STEEP("l"), rule("Cauchy-Schwarz", u="l", w="unit(u) - v")),
            (STEEP("(-l)"), rule("Cauchy-Schwarz", u="-l", w="unit(u) - v")),
            (
                "1 - norm(u) <= norm(u)*(norm(l)*k)",
                leaf(f"1: norm(u) > 0; {STEEP('l')}", "1: norm(u) > 0; norm(l) >= 0; norm(unit(u) - v) < k", use=UNITS),
            ),
            (
                "norm(u) - 1 <= norm(u)*(norm(l)*k)",
                leaf(
                    f"1: norm(u) > 0; {STEEP('(-l)')}", "1: norm(u) > 0; norm(l) >= 0; norm(unit(u) - v) < k", use=UNITS
                ),
            ),
            (
                "norm(u) <= 2",
                leaf("2: norm(u) - 1 <= norm(u)*(norm(l)*k)", "1: norm(u) > 0; 2*norm(l)*k <= 1"),
            ),
            ("k > 0", leaf("1: norm(unit(u) - v) < k", "1: norm(unit(u) - v) >= 0")),
            (SPLIT, rule("triangle", u="norm(u)*(unit(u) - v)", w="(norm(u) - 1)*v")),
            (
                "norm((norm(u) - 1)*v) <= norm(u)*(norm(l)*k)",
                rule(
                    "below the square",
                    leaf("1/2: 1 - norm(u) <= norm(u)*(norm(l)*k)", "1/2: norm(u) - 1 <= norm(u)*(norm(l)*k)"),
                    leaf(
                        "1: 1 - norm(u) <= norm(u)*(norm(l)*k); norm(u) - 1 <= norm(u)*(norm(l)*k)",
                        use=["dot(v, v) == 1"],
                    ),
                    a="norm((norm(u) - 1)*v)",
                    b="norm(u)*(norm(l)*k)",
                ),
            ),
            (SCALED, rule("norm scaled", u="unit(u) - v", k="norm(u)")),
        ],
        leaf(
            f"1: {SPLIT}",
            "1: norm((norm(u) - 1)*v) <= norm(u)*(norm(l)*k)",
            f"eq 1: {SCALED}",
            "1: norm(u) > 0; norm(unit(u) - v) < k",
            "1: norm(u) <= 2; k > 0",
            "1: norm(u) <= 2; norm(l) >= 0; k > 0",
        ),
    ),
)
_BACK = "norm(v + k*z - v) <= 2*(1 + norm(l))*small"
_LENGTH = "norm(k*z) == k*norm(z)"
formal(
    "LEM-direction.within",
    title="A vector off a unit vector is short, if a multiple of it hardly turns that vector",
    statement={
        "letters": ["v, l, z: vector; k, r: number"],
        "where": ["small := k*r/(2*(1 + norm(l))*(1 + k*r))"],
        "given": [
            "dot(v, v) == 1",
            "dot(l, v) == 1",
            "dot(l, z) == 0",
            "k > 0",
            "r > 0",
            "norm(unit(v + k*z) - v) < small",
        ],
        "show": ["norm(z) < r"],
    },
    proof=have(
        [
            (
                _BACK,
                lemma(
                    "LEM-direction.back",
                    KNOWN,
                    KNOWN,
                    leaf(use=["dot(l, v) == 1", "dot(l, z) == 0"]),
                    KNOWN,
                    KNOWN,
                    u="v + k*z",
                    k="small",
                ),
            ),
            (_LENGTH, rule("norm scaled", u="z", k="k")),
        ],
        leaf(f"1: {_BACK}", "1: 2*(1 + norm(l))*small < k*r", f"eq -1: {_LENGTH}", times=["k"]),
    ),
    instance={"dim": 2, "letters": {"v": [1, 0], "l": [1, 0], "z": [0, "1/8"], "k": 1, "r": 1}},
    twin=Variant(
        "without the factor k",
        {"k*r/(2": "r/(2"},
        {"dim": 2, "letters": {"v": [1, 0], "l": [1, 0], "z": [0, 2], "k": "1/20", "r": 1}},
    ),
)
