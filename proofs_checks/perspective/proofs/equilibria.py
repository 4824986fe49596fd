"""Two tokens on the circle, and antipodal frames: equilibria for every real beta."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.models import EAST, LOG2, NORTH, still
from verify.formal import Variant, formal
from verify.tactics.build import Tree, both, define, enter, have, intro, leaf, lemma, rule

ANGLES: dict[str, Any] = {"letters": {"beta": LOG2, "s": "pi/3", "t": 0, "d": 1}}
BACK_FACTS = ["cos(t - s) == cos(s - t)", "sin(t - s) == -sin(s - t)"]
_DIFFERENCES = [
    (f"{f}({a} - {b}) == {text}", rule(name, a=a, b=b))
    for a, b in (("s", "t"), ("t", "s"))
    for f, name, text in (
        ("cos", "cosine of a difference", f"cos({a})*cos({b}) + sin({a})*sin({b})"),
        ("sin", "sine of a difference", f"sin({a})*cos({b}) - cos({a})*sin({b})"),
    )
]
_FORWARD, _BACKWARD = [fact for fact, _ in _DIFFERENCES[:2]], [fact for fact, _ in _DIFFERENCES[2:]]
BACK = [
    *_DIFFERENCES,
    (BACK_FACTS[0], leaf(f"eq 1: {_BACKWARD[0]}", f"eq -1: {_FORWARD[0]}")),
    (BACK_FACTS[1], leaf(f"eq 1: {_BACKWARD[1]}", f"eq 1: {_FORWARD[1]}")),
]


def at_pole(cosine: str, weight: str) -> Tree:
    """Where the cosine is 1 or -1 the sine is 0."""
    pole = f"cos(s) == {cosine}"
    zero = rule("square zero", leaf(f"eq -(cos(s) + {cosine}): {pole}"), a="sin(s)")
    return have([("sin(s) == 0", zero)], leaf(f"1: {weight} > 0", use=[pole, "sin(s) == 0"]))


formal(
    "PER-C3.two",
    title="Two tokens on the circle",
    sentence=r"For $n = 2$ and every real $\beta$: $(s, t)$ is an equilibrium of USA on the circle if and only if"
    r" $\sin(s - t) = 0$; the difference $\delta$ moves with $\dot\delta = f(\delta) ="
    r" -e^{\beta\cos\delta}\sin\delta$, and $f'(\delta) < 0$ where $\cos\delta = 1$, $f'(\delta) > 0$ where"
    r" $\cos\delta = -1$: in the linearised law the first attracts and the second repels.",
    statement={
        "letters": ["beta, s, t: number; d: moving number"],
        "where": [
            "first := -exp(beta*cos(s - t))*sin(s - t)/2",
            "second := -exp(beta*cos(t - s))*sin(t - s)/2",
            "f(a) := -exp(beta*cos(a))*sin(a)",
            "slope(a) := -exp(beta*cos(a))*(cos(a) - beta*sin(a)^2)",
        ],
        "show": [
            "first == 0 and second == 0 => sin(s - t) == 0",
            "sin(s - t) == 0 => first == 0 and second == 0",
            "first - second == f(s - t)",
            "almost_always(rate(f(d)) == slope(d)*rate(d))",
            "cos(s) == 1 => slope(s) < 0",
            "cos(s) == -1 => slope(s) > 0",
        ],
    },
    proof=[
        intro("", leaf("eq -2*exp(-(beta*cos(s - t))): first == 0")),
        intro("", have(BACK, both(leaf(use=["sin(s - t) == 0"]), leaf(use=[*BACK_FACTS, "sin(s - t) == 0"])))),
        have(BACK, leaf(use=BACK_FACTS)),
        enter("ae", leaf()),
        intro("", at_pole("1", "exp(beta)")),
        intro("", at_pole("-1", "exp(-beta)")),
    ],
    instance=ANGLES,
    twin=Variant("without beta", {"cos(a) - beta*sin(a)^2": "cos(a) - 1"}, {"letters": {**ANGLES["letters"], "s": 0}}),
)

FRAME = "forall i, j: i != j => dot(y[i], y[j]) == 0"
FORCE = "sum(j: (exp(beta*dot(y[i], y[j])) - exp(-(beta*dot(y[i], y[j]))))*y[j])"


def along(sign: str, name: str) -> Tree:
    """All terms but one vanish, and that one is along the token."""
    term = FORCE.replace("i]", "p]").replace("dot(", f"dot({sign}")[len("sum(j: ") : -1]
    own = term.replace("[j]", "[p]")
    unit = "forall i: dot(y[i], y[i]) == 1"
    single = rule(
        "single vector term",
        have(["dot(y[r], y[p]) == 0"], leaf(use=["dot(y[r], y[p]) == 0"])),
        e=f"fn(j: {term})",
        y="p",
        new={"x": "r"},
    )
    summed = f"sum(j: {term})"
    squared = f"dot({name}(p), {summed}) == dot({name}(p), {own})"
    height = f"dot(y[p], {summed}) == dot(y[p], {own})"

    def flat(divisor: str) -> Tree:
        base = f"{sign}y[p]"
        return rule(
            "equal vectors",
            leaf(f"eq 1/({divisor})^2: {squared}", f"eq -pull/({divisor})^2: {height}", use=[unit]),
            u=f"tangent({base}, {name}(p)/({divisor}))",
            w="0",
        )

    return have(
        [
            (f"{summed} == {own}", single),
            (squared, lemma("LEM-same-dot", u=summed, w=own, z=f"{name}(p)")),
            (height, lemma("LEM-same-dot", u=summed, w=own, z="y[p]")),
        ],
        define(
            [f"pull := dot(y[p], {name}(p))", "twice := 2*sum(k: 1)", "mass := Z(p)"], both(flat("twice"), flat("mass"))
        ),
    )


formal(
    "PER-9.1.crit.cross",
    title="Cross-polytopes are equilibria for every beta",
    sentence=r"For orthonormal $y_1, \dots, y_m$ and every real $\beta$ the tokens $\pm y_j$ are an equilibrium of SA"
    r" and USA: at $\pm y_i$ the pull $\sum_j(e^{\beta\langle y_i, y_j\rangle} - e^{-\beta\langle y_i,"
    r" y_j\rangle})y_j$ has no tangent part.",
    statement={
        "letters": ["beta: number; y[token]: vector"],
        "where": [
            "tangent(base, pull) := pull - dot(base, pull)*base",
            f"force(i) := {FORCE}",
            f"back(i) := {FORCE.replace('dot(y[i], y[j])', 'dot(-y[i], y[j])')}",
            "Z(i) := sum(j: exp(beta*dot(y[i], y[j])) + exp(-(beta*dot(y[i], y[j]))))",
        ],
        "given": ["forall i: dot(y[i], y[i]) == 1", FRAME],
        "show": [
            "forall i: tangent(y[i], force(i)/(2*sum(k: 1))) == 0 and tangent(y[i], force(i)/Z(i)) == 0",
            "forall i: tangent(-y[i], back(i)/(2*sum(k: 1))) == 0 and tangent(-y[i], back(i)/Z(i)) == 0",
        ],
    },
    proof=[intro("p", along("", "force")), intro("p", along("-", "back"))],
    instance=still(EAST, NORTH, beta=LOG2) | {"letters": {"beta": LOG2, "y": [EAST, NORTH]}},
    twin=Variant(
        "tokens that need not be orthogonal",
        {FRAME: "beta == beta"},
        {"tokens": 2, "dim": 2, "letters": {"beta": LOG2, "y": [EAST, ["3/5", "4/5"]]}},
    ),
)
