"""POW-N8.four: the derivative of the attention map at four clusters on the axes, for every logit scale t > 0."""

from __future__ import annotations

from proofs_checks.power_method.proofs.axes_attract import FOUR
from proofs_checks.power_method.proofs.exact_clusters import FRAME, P4, PLANE, SIZES, V4, matrix
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from proofs_checks.power_method.proofs.places_derivative import moved
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, groups, have, intro, leaf, lemma, rule

GROUPS = FOUR.groups
AT = {g: FOUR.place(g) for g in GROUPS}
ACROSS = {g: FOUR.across(g) for g in GROUPS}
MATRICES = [matrix("V", V4), matrix("P", P4, "t*")]
SIGNS = {"A": (-1, -1), "B": (1, 1), "G": (-1, 1), "H": (1, -1)}
"""How the two differences of opposite clusters enter at a cluster."""


def state(name: str, at: dict[str, str]) -> str:
    return f"{name}: " + ", ".join(f"{g} -> {place}" for g, place in at.items())


WHERE = [
    "T := tanh(t)",
    "c := 1 - alpha*T",
    "own := (1 - alpha*t)/c",
    "together := (1 + alpha*T - 2*alpha*t)/c",
    "more := (1 - alpha*t + alpha/sqrt(2)*(1 - T*t))/c",
    "less := (1 - alpha*t - alpha/sqrt(2)*(1 - T*t))/c",
]
AXES: Part = model(
    V,
    P,
    ATTENTION,
    {
        "groups": GROUPS,
        "letters": ["e1, e2: vector; t: number"],
        "states": [state("square", AT)],
        "where": WHERE,
        "given": [*FRAME, PLANE, *MATRICES, *SIZES, "t > 0", "alpha > 0", "alpha*tanh(t) < 1"],
    },
)
"""Four clusters of one size on the axes, V = [[1, 1], [1, -1]], P = -t V."""
TANH = "tanh(t) == (exp(2*t) - 1)/(exp(2*t) + 1)"
USE = [*FRAME, *MATRICES, *SIZES, TANH]
START: Steps = [
    (TANH, rule("tanh", a="t")),
    ("exp(2*t) + 1 > 0", leaf()),
    ("1 - alpha*T > 0", leaf("1: alpha*tanh(t) < 1")),
    ("1 - alpha*((exp(2*t) - 1)/(exp(2*t) + 1)) > 0", leaf("1: 1 - alpha*T > 0", use=[TANH])),
]


def modes(part: str) -> list[str]:
    """The sum of the means of the clusters, and the differences of those that are opposite; `part` of the token j."""
    a, b, g, h = (f"sum(j in {k}: {part})/sum(j in {k}: 1)" for k in GROUPS)
    return [f"({a} + {b} + {g} + {h})", f"({a} - {b})", f"({g} - {h})"]


def row(g: str, x: str, found: list[str]) -> str:
    """What the derivative makes of a part x across a token of a cluster, where the modes are those given."""
    first, second = SIGNS[g]
    return f"(own*{x} + alpha/c*((T - t)/4*{found[0]} + (1 - T*t)/4*(({first})*{found[1]} + ({second})*{found[2]})))"


SLOPE = "D(attention, square, {0}, {1})".format
_MOVED = [f"forall i in {g}: d[i] == delta[i]*({n})" for g, n in ACROSS.items()]
formal(
    "LEM-axes.slope",
    title="The derivative of the attention map at four clusters on the axes, in parts across the tokens",
    statement=model(
        AXES,
        {
            "letters": ["d[token]: vector; delta[token]: number"],
            "given": _MOVED,
            "show": [
                f"forall i in {g}: {SLOPE('d', 'i')} == {row(g, 'delta[i]', modes('delta[j]'))}*({n})"
                for g, n in ACROSS.items()
            ],
        },
    ),
    proof=[have(START, intro("s", leaf(use=[*USE, *_MOVED], norms=["1 - alpha*T"])))] * 4,
)

IS_TANGENT = "forall i: dot(square[i], {0}[i]) == 0".format
PART = "dot(tangent[{1}], {0}[{1}])".format


def slopes(d: str) -> str:
    """The derivative in the direction of a tangent state d, cluster by cluster."""
    found = {g: row(g, PART(d, "i"), modes(PART(d, "j"))) for g in GROUPS}
    return " and ".join(f"(forall i in {g}: {SLOPE(d, 'i')} == {found[g]}*({n}))" for g, n in ACROSS.items())


TANGENT: Part = {
    "letters": ["d[token]: vector"],
    "states": [state("tangent", ACROSS)],
    "given": [IS_TANGENT("d")],
}
_ALONG = [intro("s", have([f"d[s] == dot({n}, d[s])*({n})"], KNOWN)) for n in ACROSS.values()]
PARTS = "forall i: d[i] == dot(tangent[i], d[i])*tangent[i]"
formal(
    "LEM-axes.parts",
    title="A tangent state at four clusters on the axes is along the tangents of the circle",
    statement=model(AXES, TANGENT, {"show": [PARTS]}),
    proof=have(
        [step for g in GROUPS for step in moved(FOUR, g)],
        groups(*_ALONG),
    ),
)

formal(
    "LEM-axes.tangent",
    title="The derivative of the attention map at four clusters on the axes in a tangent direction",
    statement=model(AXES, TANGENT, {"show": [slopes("d")]}),
    proof=have(
        [(PARTS, lemma("LEM-axes.parts"))],
        lemma(
            "LEM-axes.slope",
            *[KNOWN] * len(AXES["given"]),
            *[intro("s", have(["d[s] == dot(tangent[s], d[s])*tangent[s]"], KNOWN))] * 4,
            delta=f"fn(i: {PART('d', 'i')})",
        ),
    ),
)
