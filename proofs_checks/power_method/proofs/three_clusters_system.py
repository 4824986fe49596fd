"""POW-N8.three: the map, the state of three clusters at given angles, and the rows of its derivative in numbers."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.contraction_of_three import GROUPS
from proofs_checks.power_method.proofs import three_clusters as pairs
from proofs_checks.power_method.proofs.exact_clusters import FRAME, PLANE, matrix
from proofs_checks.power_method.proofs.models import ATTENTION, P, V
from proofs_checks.power_method.proofs.three_angles import NAMES, NEAR, ball, order
from proofs_checks.power_method.proofs.three_clusters_numbers import (
    ALL,
    ANGLE,
    LENGTH,
    MORE,
    OTHER,
    OWN,
    RATE,
    WEIGHT,
    facts,
    total,
)
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, groups, have, intro, leaf, lemma, rule, take
from verify.verdict import Verdict

MATRICES = [matrix("V", (("-2", "1"), ("1", "2"))), matrix("P", (("2", "-1"), ("-2", "-2")))]
SYSTEM: dict[str, Any] = model(
    V,
    P,
    ATTENTION,
    {
        "groups": list(GROUPS),
        "letters": ["e1, e2: vector"],
        "given": [*FRAME, PLANE, *MATRICES, *pairs.SIZES, "alpha == 1/20"],
    },
)
AT = {g: f"cos({s})*e1 + sin({s})*e2" for g, s in ANGLE.items()}
ACROSS = {g: f"-sin({s})*e1 + cos({s})*e2" for g, s in ANGLE.items()}
RESTS = [f"across({', '.join(order(NAMES, g))}) == 0" for g in range(3)]
STATE: dict[str, Any] = model(
    SYSTEM,
    MORE,
    {
        "letters": ["a, b, c: number"],
        "where": [text for text in pairs.CLUSTERS["where"] if not text.startswith("weight")],
        "states": [
            f"{name}: " + ", ".join(f"{g} -> {at[g]}" for g in GROUPS)
            for name, at in (("three", AT), ("tangent", ACROSS))
        ],
        "given": [ball(NAMES, NEAR), *RESTS],
    },
)
USE = [*FRAME, *MATRICES, *pairs.SIZES, "alpha == 1/20"]
CIRCLES: Steps = [(f"cos({s})^2 + sin({s})^2 == 1", rule("circle", a=s)) for s in NAMES]
NUMBERS: Steps = [(" and ".join(ALL), lemma("LEM-three-clusters.numbers"))]
POSITIVE = ("alpha > 0", leaf("1/20:", use=["alpha == 1/20"]))
SEEN = "seen(three, {})".format


def frame(g: str) -> str:
    """What it means to be in the plane, in the frame of a cluster."""
    return f"forall u in vector: u == dot({AT[g]}, u)*({AT[g]}) + dot({ACROSS[g]}, u)*({ACROSS[g]})"


def plane(g: str) -> Tree:
    """Every vector in the frame of a cluster."""
    s = ANGLE[g]
    return intro(
        "y",
        have(
            ["y == dot(e1, y)*e1 + dot(e2, y)*e2"],
            lemma("LEM-turned-frame", u="y", c=f"cos({s})", s=f"sin({s})"),
        ),
    )


def _unit(g: str) -> Tree:
    s = ANGLE[g]
    return leaf(f"eq 1: cos({s})^2 + sin({s})^2 == 1", use=FRAME)


FRAMED = [proof for g in GROUPS for proof in (_unit(g), _unit(g), leaf(use=FRAME))]
VECTORS = {**{x: AT[g] for g, x in pairs.X.items()}, **{n: ACROSS[g] for g, n in pairs.N.items()}}


_DELTA = "fn(i: dot(tangent[i], f[i]))"


def _row(g: str) -> Tree:
    """The norm of the derivative at the tokens of a cluster."""
    said = facts(g)
    numbers: dict[str, Any] = {
        **VECTORS,
        **{f"w{h}": WEIGHT[h] for h in GROUPS},
        f"o{g}": OWN[g],
        f"l{g}": LENGTH[g],
        **{f"s{g}{h}": OTHER[g][h] for h in GROUPS},
    }
    return lemma(
        f"LEM-three-clusters.row.{g}",
        *FRAMED,
        *[KNOWN] * 3,
        plane(g),
        *[KNOWN] * 5,
        leaf(f"1: {said[8]}", use=USE),
        *[leaf(f"1: {fact}", use=USE) for fact in said[:8]],
        leaf(use=["alpha == 1/20"]),
        *[KNOWN] * 6,
        d="f",
        delta=_DELTA,
        q=RATE,
        **numbers,
    )


PULLED = "forall i: seen(three, i) == dot(three[i], seen(three, i))*three[i]"


def _pulled(g: int) -> Tree:
    """What the tokens of a cluster see is along them."""
    group = GROUPS[g]
    return intro(
        "t",
        have(
            [
                (f"{total(group)} > 0", leaf()),
                (f"dot({ACROSS[group]}, {SEEN('t')}) == 0", leaf(f"eq 1/{total(group)}: {RESTS[g]}", use=USE[:-1])),
                (frame(group), plane(group)),
                (
                    f"{SEEN('t')} == dot({AT[group]}, {SEEN('t')})*({AT[group]})"
                    f" + dot({ACROSS[group]}, {SEEN('t')})*({ACROSS[group]})",
                    take(frame(group), [SEEN("t")], KNOWN),
                ),
            ],
            lemma("LEM-one-part.vector", KNOWN, KNOWN, _unit(group), x=ACROSS[group], n=AT[group], u=SEEN("t")),
        ),
    )


formal(
    "LEM-three-clusters.pulled",
    title="Three clusters at angles of no pull across are pulled along themselves",
    statement={
        **STATE,
        "given": [fact for fact in STATE["given"] if fact not in (ball(NAMES, NEAR), "alpha == 1/20")],
        "show": [PULLED],
    },
    proof=have(CIRCLES, groups(*[_pulled(g) for g in range(3)])),
)


def _moved(g: str) -> Steps:
    """The moves of a cluster, in multiples of the direction across it."""
    z = f"dot({ACROSS[g]}, f[t])"
    cauchy = [(f"dot({sign}({ACROSS[g]}), f[t]) <= norm({sign}({ACROSS[g]}))*norm(f[t])") for sign in ("", "-")]
    long = f"norm({ACROSS[g]}) == 1"
    return [
        (frame(g), plane(g)),
        (
            f"forall i in {g}: f[i] == dot({ACROSS[g]}, f[i])*({ACROSS[g]})",
            intro(
                "t",
                have(
                    [
                        "dot(three[t], f[t]) == 0",
                        (f"dot({AT[g]}, f[t]) == 0", leaf("eq 1: dot(three[t], f[t]) == 0")),
                        (f"f[t] == dot({AT[g]}, f[t])*({AT[g]}) + {z}*({ACROSS[g]})", take(frame(g), ["f[t]"], KNOWN)),
                    ],
                    lemma("LEM-one-part.vector", KNOWN, KNOWN, _unit(g), x=AT[g], n=ACROSS[g], u="f[t]"),
                ),
            ),
        ),
        (
            f"forall i in {g}: dot({ACROSS[g]}, f[i]) <= r*{WEIGHT[g]} and -dot({ACROSS[g]}, f[i]) <= r*{WEIGHT[g]}",
            intro(
                "t",
                have(
                    [
                        f"norm(f[t]) <= r*{WEIGHT[g]}",
                        (f"dot({ACROSS[g]}, {ACROSS[g]}) == 1", _unit(g)),
                        (long, lemma("LEM-unit-length", u=ACROSS[g])),
                        *[
                            (fact, rule("Cauchy-Schwarz", u=f"{sign}({ACROSS[g]})", w="f[t]"))
                            for fact, sign in zip(cauchy, ("", "-"), strict=True)
                        ],
                    ],
                    both(
                        *[
                            leaf(f"1: {fact}", f"1: norm(f[t]) <= r*{WEIGHT[g]}", f"eq norm(f[t]): {long}")
                            for fact in cauchy
                        ]
                    ),
                ),
            ),
        ),
    ]


MOVES: dict[str, Any] = {
    "letters": ["f[token]: vector; r: number"],
    "given": [
        "r >= 0",
        "forall i: dot(three[i], f[i]) == 0",
        *[f"forall i in {g}: norm(f[i]) <= r*{WEIGHT[g]}" for g in GROUPS],
    ],
}

formal(
    "LEM-unit-length",
    title="A vector of square 1 has the length 1",
    statement={"letters": ["u: vector"], "given": ["dot(u, u) == 1"], "show": ["norm(u) == 1"]},
    proof=leaf(norms=["1"], use=["dot(u, u) == 1"]),
    instance={"dim": 2, "letters": {"u": ["3/5", "4/5"]}},
)

for _g in GROUPS:
    formal(
        f"LEM-three-clusters.derivative.{_g}",
        title=f"The derivative of the attention map contracts at three clusters at the angles found, tokens of {_g}",
        statement=model(
            {**STATE, "given": [fact for fact in STATE["given"] if fact not in RESTS]},
            MOVES,
            {"show": [f"forall i in {_g}: norm(derived(three, f, i)) <= {RATE}*r*{WEIGHT[_g]}"]},
        ),
        proof=have([POSITIVE, *CIRCLES, *NUMBERS, *[step for h in GROUPS for step in _moved(h)]], _row(_g)),
        expected=Verdict.CERTIFIED,
    )
