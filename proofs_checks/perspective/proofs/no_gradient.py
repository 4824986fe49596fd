"""After (3.7): from three tokens on SA is the gradient of no function, for two tokens it is one."""

from __future__ import annotations

from proofs_checks.lemmas.one_moving import ALONE, WORK, potential
from proofs_checks.perspective.proofs.models import EAST, LOG2, NORTH, SA, SLOPE, WEIGHTS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, cases, enter, have, intro, leaf, lemma, rule, take

PLACED = [
    "forall i in A: a[i] == 1 and b[i] == 0",
    "forall i in B: a[i] == 0 and b[i] == 1",
    "forall i in C: a[i] == 0 and b[i] == 0",
]
FRAME = ["dot(c, c) == 1", "dot(p, p) == 1", "dot(c, p) == 0"]


def turn(start: str, end: str) -> str:
    """A quarter of a circle from time 0 to time 1."""
    return f"((1 - time^2)/(1 + time^2)*({start}) + 2*time/(1 + time^2)*({end}))"


def state(first: str, second: str) -> str:
    """The token of A at the first place, that of B at the second, the others at c."""
    return f"fn(i: (1 - a[i] - b[i])*c + a[i]*({first}) + b[i]*({second}))"


# which token turns, from where to where, where the other one rests
LEGS = {
    1: ("first", "c", "p", "p"),
    2: ("second", "p", "-c", "p"),
    3: ("first", "c", "p", "-c"),
    4: ("second", "p", "-c", "c"),
}
CORNERS = {"cp": ("c", "p"), "pp": ("p", "p"), "pm": ("p", "-c"), "cm": ("c", "-c")}
ENDS = {1: ("cp", "pp"), 2: ("pp", "pm"), 3: ("cm", "pm"), 4: ("cp", "cm")}
STATES = [
    *(f"{name} := {state(*places)}" for name, places in CORNERS.items()),
    *(
        f"S{leg} := {state(turn(start, end), rest) if which == 'first' else state(rest, turn(start, end))}"
        for leg, (which, start, end, rest) in LEGS.items()
    ),
]


def along(leg: int) -> str:
    """Phi is absolutely continuous along a leg, and its rate is the product of SA with the velocity."""
    return (
        f"always(forall X in state: (forall i: X[i] == S{leg}[i]) => z{leg} == Phi(X)) and {WORK(f'z{leg}', f'S{leg}')}"
    )


def change(leg: int) -> tuple[str, Tree]:
    """What Phi gains along a leg."""
    which, start, end, rest = LEGS[leg]
    v, q = turn(start, end), rest
    done = f"z{leg} - {potential(f'({v})', f'({q})')}"
    kept = lemma(
        f"LEM-one-moving.{which}",
        *[KNOWN] * 2,
        KNOWN,
        KNOWN,
        leaf(use=FRAME),
        enter("every", leaf(use=FRAME)),
        *[enter("every", intro("h", leaf(use=PLACED)))] * 3,
        KNOWN,
        q=q,
        v=v,
        x=f"S{leg}",
        z=f"z{leg}",
    )
    fact = f"always({done} == start({done}))"
    return fact, kept


TWO = {
    "letters": ["x, y: moving vector"],
    "where": [
        "w := exp(beta*dot(x, y))",
        "whole := exp(beta) + w",
        "sax := tangent(x, (exp(beta)*x + w*y)/whole)",
        "say := tangent(y, (w*x + exp(beta)*y)/whole)",
    ],
}
STATEMENT = model(
    {"groups": ["A", "B", "C"]},
    WEIGHTS,
    SA,
    TWO,
    {
        "letters": ["c, p: vector; a[token], b[token]: number; Phi: state -> number; z1, z2, z3, z4: moving number"],
        "where": STATES,
        "given": [*ALONE, *PLACED, "beta != 0", " and ".join(FRAME), "always(dot(x, x) == 1 and dot(y, y) == 1)"],
        "show": [
            f"not ({' and '.join(along(leg) for leg in LEGS)})",
            "always(dot(x, sax) == 0 and dot(y, say) == 0)",
            "almost_always(rate(log(whole)/beta) == dot(sax, rate(x)) + dot(say, rate(y)))",
        ],
    },
)

# beta times the potential at the ends of the legs: the numbers inside the logarithms
MASS = "sum(h in C: 1)"
INSIDE = {
    1: (f"exp(beta) + 1 + {MASS}*exp(beta)", f"2*exp(beta) + {MASS}"),
    2: (f"2*exp(beta) + {MASS}", f"exp(beta) + 1 + {MASS}*exp(-beta)"),
    3: (f"exp(beta) + exp(-beta) + {MASS}*exp(beta)", f"exp(beta) + 1 + {MASS}"),
    4: (f"exp(beta) + 1 + {MASS}", f"exp(beta) + exp(-beta) + {MASS}*exp(-beta)"),
}


def gain(leg: int) -> tuple[str, Tree]:
    """What Phi gains from one corner to the other."""
    (first, last), (low, high) = ENDS[leg], INSIDE[leg]
    fact = f"Phi({last}) - Phi({first}) == (log({high}) - log({low}))/beta"
    phi = f"forall X in state: (forall i: X[i] == S{leg}[i]) => z{leg} == Phi(X)"

    def at_corner(name: str, use: list[str]) -> tuple[str, Tree]:
        place = f"forall i: {name}[i] == S{leg}[i]"
        return f"z{leg} == Phi({name})", have([(place, intro("h", leaf(use=use)))], take(phi, [name], KNOWN))

    kept = change(leg)[0][7:-1]
    done = kept.split(" == start(")[0]
    begin = f"start({done}) == Phi({first}) - log({low})/beta"
    starts = enter("start", have([at_corner(first, [])], leaf(f"eq 1: z{leg} == Phi({first})", use=FRAME)))
    ends = have(
        [at_corner(last, ["time == 1"])],
        leaf(f"eq 1: {kept}", f"eq 1: {begin}", f"eq -1: z{leg} == Phi({last})", use=["time == 1", *FRAME]),
    )
    return fact, have(
        [change(leg), (begin, starts)],
        lemma("LEM-reached", leaf(), enter("every", intro("", ends)), T="1", C=fact),
    )


def sign(beta: str) -> Tree:
    """The two sides of the loop differ, for beta of one sign."""
    up = beta == "beta"
    low, mid, high = ("exp(-beta)", "1", "exp(beta)") if up else ("exp(beta)", "1", "exp(-beta)")
    steps: Steps = [
        (f"{low} < {mid}", rule("exp strictly monotone", KNOWN, a=f"-{beta}" if up else "beta", b="0")),
        (f"{mid} < {high}", rule("exp strictly monotone", KNOWN, a="0", b=beta if up else "-beta")),
    ]
    twice = f"{low} < {mid}" if up else f"{mid} < {high}"
    return have(
        [
            *steps,
            f"{MASS} > 0",
            (f"{GAP} > 0", leaf(f"1: {MASS} > 0; {low} < {mid}; {mid} < {high}", f"1: {MASS} > 0; {twice}; {twice}")),
        ],
        leaf(f"eq 1: {LOOP}", times=[GAP]),
    )


UP = f"log({INSIDE[2][1]}) + log({INSIDE[3][0]})"
DOWN = f"log({INSIDE[1][0]}) + log({INSIDE[4][1]})"
GAP = f"(({INSIDE[2][1]})*({INSIDE[3][0]}) - ({INSIDE[1][0]})*({INSIDE[4][1]}))"
LOOP = f"({INSIDE[2][1]})*({INSIDE[3][0]}) == ({INSIDE[1][0]})*({INSIDE[4][1]})"
TEXTS = [INSIDE[leg][end] for leg, end in ((2, 1), (3, 0), (1, 0), (4, 1))]
LOGS = [f"exp(log({text})) == {text}" for text in TEXTS]


def exponential(text: str) -> tuple[str, Tree]:
    return f"exp(log({text})) == {text}", rule("exp of log", leaf(), a=text)


NEVER = intro(
    "",
    have(
        [
            *(gain(leg) for leg in LEGS),
            (
                f"{UP} == {DOWN}",
                leaf(*(f"eq {c}*beta: {gain(leg)[0]}" for c, leg in zip((-1, -1, 1, 1), LEGS, strict=True))),
            ),
            *(exponential(text) for text in TEXTS),
            (
                f"exp({UP}) == exp({DOWN})",
                rule(
                    "antisymmetry",
                    rule("exp monotone", leaf(f"eq 1: {UP} == {DOWN}"), a=UP, b=DOWN),
                    rule("exp monotone", leaf(f"eq -1: {UP} == {DOWN}"), a=DOWN, b=UP),
                    a=f"exp({UP})",
                    b=f"exp({DOWN})",
                ),
            ),
            (LOOP, leaf(f"eq 1: exp({UP}) == exp({DOWN})", use=LOGS)),
        ],
        cases("beta", have(["beta > 0"], sign("beta")), sign("-beta")),
    ),
)
_LENGTHS = [(f"rate(dot({u}, {u})) == rate(1)", f"dot({u}, rate({u})) == 0", f"dot({u}, {u}) == 1", u) for u in "xy"]
TWO_TOKENS = enter(
    "ae",
    have(
        [
            step
            for length, tangent, unit, u in _LENGTHS
            for step in (
                (length, rule("differentiate", enter("every", leaf(use=[unit])), a=f"dot({u}, {u})", b="1")),
                (tangent, leaf(f"eq 1/2: {length}")),
            )
        ],
        leaf(use=[*(unit for _, _, unit, _ in _LENGTHS), *(tangent for _, tangent, _, _ in _LENGTHS)]),
    ),
)

AT_REST = {
    "tokens": {"A": 1, "B": 1, "C": 1},
    "dim": 2,
    "letters": {
        "beta": LOG2,
        "x": EAST,
        "y": SLOPE,
        "c": EAST,
        "p": NORTH,
        "a": [1, 0, 0],
        "b": [0, 1, 0],
        "Phi": "fn(X in state: 0)",
        **{f"z{leg}": 0 for leg in LEGS},
    },
}

formal(
    "PER-3.7.nongrad",
    sentence=r"For $n \geq 3$, $d \geq 2$, $\beta \neq 0$ there is no function $\Phi$ of the states with"
    r" $\frac d{dt}\Phi(X) = \sum_i\langle\mathrm{SA}_i(X), \dot x_i\rangle$ along every motion of unit tokens: it"
    r" fails along one of four motions, quarters of great circles, that close to a loop (one token turns, then another,"
    r" and back; the others rest). For $n = 2$, $\beta^{-1}\log(e^\beta + e^{\beta\langle x, y\rangle})$ is one.",
    reading="a gradient for the product of the round metrics is what tells the rate of the function along every motion",
    statement=STATEMENT,
    proof=[NEVER, enter("every", both(*[leaf(use=[unit for _, _, unit, _ in _LENGTHS])] * 2)), TWO_TOKENS],
    instance=AT_REST,
    twin=Variant(
        "without the projection",
        {"sax := tangent(x, (exp(beta)*x + w*y)/whole)": "sax := (exp(beta)*x + w*y)/whole"},
        AT_REST,
    ),
)
