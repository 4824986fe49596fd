"""Theorems and rules used where one premise, one word or one number is wrong, and as they should be."""

from __future__ import annotations

from typing import Any

from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, obtain, rule, take, witness

from ..cases import Case, attack, shown

RIGHT = ("cos(pi/2) == 0", rule("quarter turn"))
OTHER = ("cos(-(pi/2)) == cos(0)*cos(pi/2) + sin(0)*sin(pi/2)", rule("cosine of a difference", a="0", b="pi/2"))
ACUTE = rule("acute angle", a="a")
BOTH = ["-pi/2 < a", "a < pi/2"]
A: dict[str, Any] = {"letters": "a, b: number; m: measurable number; z: moving number"}


def true(says: str, show: str, proof: Any, *given: str) -> dict[str, Any]:
    return {"says": says, **A, "show": [show], "proof": proof, "given": list(given), "axioms": set()}


SPHERES = "fn(X: forall i: dot(X[i], X[i]) == 1)"
UNITS = ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"]
STABLE = "asymptotically_stable(F, fn(i: v))"
TENDS = (
    "exists d in number: d > 0 and (forall e in number: e > 0"
    " => (exists s in size: forall n in size: n >= s => (forall i: norm({} - v) < e)))"
)

BESIDE = "unit(4*v + d*w)"
LENGTH = "norm(4*v + d*w)"
NEAR = have(
    [
        (f"{LENGTH} >= 4", rule("below the square", KNOWN, leaf("1: sq d", use=UNITS), a="4", b=LENGTH)),
        (
            f"norm({BESIDE} - v) < d",
            rule(
                "strictly below the square",
                KNOWN,
                leaf(
                    f"1/4: sq {LENGTH} - 4",
                    f"1: d > 0; d > 0; {LENGTH} >= 4",
                    "15/4: d > 0; d > 0",
                    use=UNITS,
                    times=[LENGTH],
                ),
                a=f"norm({BESIDE} - v)",
                b="d",
            ),
        ),
    ],
    both(intro("j", leaf(use=UNITS)), intro("j", KNOWN)),
)


def to_v(says: str, orbit: str, body: str, match: str, proof: Any, given: str = STABLE, on: str = SPHERES) -> Any:
    """A sequence of states with all tokens at `orbit`, said to tend to v."""
    return {
        "says": says,
        "letters": ["v, w: vector"],
        "maps": [f"F(X, i) = {body} on {on}"],
        "given": [*UNITS, given],
        "show": [TENDS.format(orbit)],
        "proof": rule(
            "attracted", *proof, S="fn(i: v)", x=f"fn(d in number, n in size, i in token: {orbit})", new={"i": "t"}
        ),
        "match": match,
    }


RULE = "limit point"
SIZES = "n in size, X in state"
LATE_AND_NEAR = "exists {sizes}: n >= m and ({P}) and (forall i: norm(X[i] - S[i]) < e)"
LIMIT = "exists S in state: forall e in number, m in size: e > 0 => ({})"
SEQUENCE = "forall i: X[i] == y[n]"


def limit(said: str) -> str:
    """That states with `said` of arbitrarily late n come as near to one state as one likes."""
    return LIMIT.format(LATE_AND_NEAR.format(sizes=SIZES, P=said))


def proof(said: str, bound: str, premise: Tree) -> Tree:
    return rule(RULE, premise, P=f"fn(n in size, X in state: {said})", K=bound, new={"n": "k"})


def of_sequence(member: str) -> Tree:
    """The states with all tokens at a member of a sequence."""
    return witness(f"fn(i: {member})", both(intro("t", KNOWN), intro("t", KNOWN)))


BOUNDED: dict[str, Any] = {"letters": ["y[step]: vector; K: number; v: vector"], "given": ["norm(v) == 1"]}
ALL = "forall n in size: norm(y[n]) <= K"
LIMIT_POINT: Case = {
    **BOUNDED, "given": [ALL],
    "show": [limit(SEQUENCE)],
    "proof": proof(SEQUENCE, "K", have([("norm(y[k]) <= K", take(ALL, ["k"], KNOWN))], of_sequence("y[k]"))),
}  # fmt: skip

UNIT_SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"
ON_SPHERES = "forall i: dot(S[i], S[i]) == 1"
FAR = "fn(X: forall i: norm(X[i] - S[i]) >= e + 1)"
LYAPUNOV = ["lyapunov(F, S)", "e > 0"]


def excluded(states: str, near: Tree) -> Tree:
    return rule("near a stable state", KNOWN, KNOWN, KNOWN, near, F="F", S="S", A=states, new={"X": "Y"})


TOO_NEAR = leaf("1: norm(Y[t] - S[t]) < e", "1: norm(Y[t] - S[t]) >= e + 1")
NOT_FAR = intro(
    "",
    rule(
        "some element",
        take("forall i: norm(Y[i] - S[i]) >= e + 1", ["t"], take("forall i: norm(Y[i] - S[i]) < e", ["t"], TOO_NEAR)),
        C="1 <= 0",
        new={"x": "t"},
    ),
)

STAY: dict[str, Any] = {
    "letters": ["S: state; e: number"],
    "maps": [f"F(X, i) = unit(X[i]) on {UNIT_SPHERES}"],
    "given": [ON_SPHERES, *LYAPUNOV],
    "show": [f"not almost_all_reach(F, {FAR})"],
    "proof": excluded(FAR, NOT_FAR),
}  # fmt: skip

ELSEWHERE = "fn(X: exists i: X[i] != S[i])"
ISOLATED = "fn(X: forall j: dot(X[j], X[j]) == 1 and dot(X[j], S[j])*(dot(X[j], S[j]) - 1) == 0)"
NEARBY = "forall r in number: r > 0 => (exists X in state: on(F, X) and (forall i: norm(X[i] - S[i]) < r) and A(X))"
IMAGE = "norm(value(F, X, i) - S[i]) < e"
FIRST = "value(F, fn(h: y[0, h]), t)"


def orbit(said: str = IMAGE, first: str = "norm(y[1, t] - S[t]) < e", **more: Any) -> dict[str, Any]:
    """Some state of A, near S, has an image that is near S: the second state of an orbit."""
    at_token = have(
        [
            ("y[0 + 1, t] == " + FIRST, take(STEPS, ["0", "t"], KNOWN)),
            (first, take("forall n in step, i: norm(y[n, i] - S[i]) < e", ["1", "t"], KNOWN)),
        ],
        leaf(f"1: {first}", use=["y[0 + 1, t] == " + FIRST]),
    )
    found = witness("fn(i: y[0, i])", both(KNOWN, intro("t", at_token)))
    some = f"exists X in state: A(X) and (forall i: {said})"
    start = take(more.get("given", [NEARBY])[-1], ["d"], KNOWN)
    proof = rule("stable orbits", KNOWN, KNOWN, start, found, F="F", S="S", P="A", C=some)
    letters = ["U: matrix; S: state; e: number; A(state), B(state): formula"]
    maps = ["F(X, i) = U(X[i]) on fn(X: B(X))"]
    return {
        "letters": letters,
        "maps": maps,
        "given": ["lyapunov(F, S)", "e > 0", NEARBY],
        "show": [some],
        "proof": proof,
        **more,
    }


STEPS = "forall n in step, i: y[n + 1, i] == value(F, fn(h: y[n, h]), i)"
STABLE_AND_POSITIVE = ["lyapunov(F, S)", "e > 0"]
ENDS = "exists x in vector, m in number: m <= {0} and always(norm(y - x) <= m - ({1})) and tends({1}, m)".format
FAST = "-3/2*exp(-2*time)"
ABOVE = "exists n in size: {} < n".format
MOVING = {"letters": ["y: moving vector"], "show": [ENDS("0", FAST)]}
FALSE: list[Case] = [
    # The two rules about right and acute angles: what follows from them, and where they must not be used.
    attack("a right angle is acute", "cos(pi/2) > 0", rule("acute angle", a="pi/2"), "known", **A),
    attack("pi/2 < pi/2", "cos(pi/2) > 0", rule("acute angle", leaf("1: pi > 0"), leaf(), a="pi/2"), "not evident",
        **A),
    attack("the upper bound, from pi > 0", "cos(pi/2) > 0",
        rule("acute angle", leaf("1: pi > 0"), leaf("1: pi > 0"), a="pi/2"), "what is left", **A),
    attack("up to the right angle", "cos(a) > 0", ACUTE, "known", "-pi/2 < a", "a <= pi/2", **A),
    attack("from the other right angle on", "cos(a) > 0", ACUTE, "known", "-pi/2 <= a", "a < pi/2", **A),
    attack("only an upper bound", "cos(a) > 0", ACUTE, "known", "a < pi/2", **A),
    attack("only a lower bound", "cos(a) > 0", ACUTE, "known", "-pi/2 < a", **A),
    attack("bounds of another angle", "cos(b) > 0", rule("acute angle", a="b"), "known", *BOTH, **A),
    attack("another angle than the one of the rule", "cos(b) > 0", ACUTE, "acute angle gives", *BOTH, **A),
    attack("twice the angle", "cos(2*a) > 0", rule("acute angle", a="2*a"), "known", *BOTH, **A),
    attack("the sine", "sin(a) > 0", ACUTE, "acute angle gives", *BOTH, **A),
    attack("a larger bound", "cos(a) > 0", ACUTE, "known", "-pi < a", "a < pi", **A),
    attack("a straight angle is right", "cos(pi) == 0", rule("quarter turn"), "quarter turn gives", **A),
    attack("the sine of a right angle", "sin(pi/2) == 0", rule("quarter turn"), "quarter turn gives", **A),
    attack("a number near pi/2", "cos(11/7) == 0", rule("quarter turn"), "quarter turn gives", **A),
    attack("pi as a letter of the rule", "cos(a/2) == 0", rule("quarter turn", pi="a"), "has no letter 'pi'", **A),
    attack("acute at the start only", "always(cos(z) > 0)", enter("every", rule("acute angle", a="z")), "known",
        "at_start(-pi/2 < z)", "at_start(z < pi/2)", **A),
    attack("acute at almost every time, said of every time", "always(cos(z) > 0)",
        enter("every", rule("acute angle", a="z")), "known", "almost_always(-pi/2 < z and z < pi/2)", **A),
    attack("a measurable angle outside of time", "cos(a) > 0", rule("acute angle", a="m"), "moment",
        "almost_always(-pi/2 < m and m < pi/2)", **A),
    attack("pi as a bound letter", "forall pi in number: cos(pi/2) == 0", intro("pi", rule("quarter turn")), "pi", **A),
    attack("a divisor that is zero", "1/cos(pi/2)*cos(pi/2) == 1", have([RIGHT], leaf()), "what is left", **A),
    attack("a fact about all acute angles, taken at a right one", "cos(pi/2) > 0",
        take("forall x in number: -pi/2 < x and x < pi/2 => cos(x) > 0", ["pi/2"], KNOWN), "known",
        "forall x in number: -pi/2 < x and x < pi/2 => cos(x) > 0", **A),
    # Orbits that start near an asymptotically stable state tend to it: false claims that one premise alone stops.
    to_v("orbits near a state that is only Lyapunov stable", BESIDE, "X[i]", "attracted 1/known", (KNOWN, NEAR, leaf()),
        "lyapunov(F, fn(i: v))"),
    to_v("an orbit that starts far away, at another fixed point", "-v", "unit(X[i] + dot(v, X[i])*v)",
        "attracted 2/.*not known here: norm", (KNOWN, both(intro("j", leaf(use=UNITS)), intro("j", KNOWN)), KNOWN)),
    to_v("an orbit that is not on the set of the map, where nothing attracts", "v + d/2*w", "X[i]",
        "attracted 2/.*not known here: dot", (KNOWN, both(intro("j", KNOWN),
        intro("j", leaf("1/2: d > 0", norms=["d/2"], use=UNITS))), KNOWN),
        on="fn(X: forall i: dot(X[i], X[i]) == 1 and X[i] == v)"),
    to_v("a sequence that is no orbit", BESIDE, "unit(X[i] + dot(v, X[i])*v)", "attracted 3/known",
        (KNOWN, NEAR, KNOWN)),
    # Bounded states have a limit point: what is true by it is accepted, and false claims that one word of it stops.
    {**BOUNDED, "says": "a sequence without a bound has a limit point", "show": [limit("forall i: X[i] == n*v")],
     "proof": proof("forall i: X[i] == n*v", "K", of_sequence("k*v")),
     "match": f"{RULE} 1/./part 2/.*not known here: norm"},
    {**BOUNDED, "says": "a bound that grows is a bound", "show": [limit("forall i: X[i] == n*v")],
     "proof": proof("forall i: X[i] == n*v", "k", of_sequence("k*v")), "match": "the letter K: 'k' is not declared"},
    {**BOUNDED, "says": "no states at all have a limit point", "show": [limit("1 <= 0")],
     "proof": proof("1 <= 0", "1", of_sequence("v")), "match": f"{RULE} 1/"},
    {**BOUNDED, "says": "the limit point is one of the states", "given": [ALL],
     "show": [limit(SEQUENCE).replace("X[i] == y[n]", "S[i] == y[n]")], "proof": LIMIT_POINT["proof"],
     "match": f"{RULE} gives "},
    {**BOUNDED, "says": "all late states are near the limit point", "given": [ALL],
     "show": [LIMIT.format("forall n in size: n >= m => (forall i: norm(y[n] - S[i]) < e)")],
     "proof": LIMIT_POINT["proof"], "match": f"{RULE} gives "},
    # What a Lyapunov stable state excludes; a false proof for each premise, which nothing else refuses.
    {**STAY, "says": "a point off the spheres, where the vector that is normalised is zero, attracts no state of them",
     "maps": [f"F(X, i) = unit((dot(X[i], X[i]) - 16)*X[i]) on {UNIT_SPHERES}"],
     "given": ["forall i: dot(S[i], S[i]) == 16", *LYAPUNOV], "match": "near a stable state 1"},
    {**STAY, "says": "a map that leads away from an unstable state keeps states near it",
     "maps": [f"F(X, i) = unit(X[i] - 1/2*dot(S[i], X[i])*S[i]) on {UNIT_SPHERES}"], "given": [ON_SPHERES, "e > 0"],
     "match": "near a stable state 2"},
    {**STAY, "says": "no state is nearer than a negative distance", "given": [ON_SPHERES, "lyapunov(F, S)"],
     "match": "near a stable state 3"},
    {**STAY, "says": "almost every state is another one than S, and all states stay where they are",
     "show": [f"not almost_all_reach(F, {ELSEWHERE})"], "proof": excluded(ELSEWHERE, KNOWN),
     "match": "near a stable state 4"},
    {**STAY, "says": "a stable state that is alone in a set with more dimensions elsewhere",
     "maps": [f"F(X, i) = unit(X[i]) on {ISOLATED}"], "match": "not declared on the product of unit spheres"},
    # What a Lyapunov stable state excludes; a false proof for each premise, which nothing else refuses.
    orbit(says="orbits near a state that is not stable", given=["e > 0", NEARBY], match="stable orbits 1"),
    orbit(says="a negative distance", given=["lyapunov(F, S)", NEARBY], match="stable orbits 2"),
    orbit(says="a state that is near, but not as near as one likes",
        given=[*STABLE_AND_POSITIVE, NEARBY.replace("r > 0", "r > 1")], match="stable orbits 3"),
    orbit(says="near states that are not in the set of the map",
        given=[*STABLE_AND_POSITIVE, NEARBY.replace("on(F, X) and", "")], match="stable orbits 3"),
    orbit(says="near states without the property", given=[*STABLE_AND_POSITIVE, NEARBY.replace(" and A(X)", "")],
        match="stable orbits 3"),
    orbit(says="an orbit that comes nearer than it has to", said=IMAGE.replace("< e", "< e/2"),
        match="stable orbits 4.*does not give the goal"),
    # Single terms of sums, sines and cosines, the limit of a small speed: what they give, and what they must not.
    attack("the cosine of a difference with the other sign", "cos(a - b) == cos(a)*cos(b) - sin(a)*sin(b)",
        rule("cosine of a difference"), "cosine of a difference gives ", letters="a, b: number"),
    {"says": "a bounded speed has a limit", **MOVING, "given": ["almost_always(norm(rate(y)) <= 3)"],
     "proof": rule("limit of a bounded length", z=FAST, K="0"), "match": "not known here"},
    attack("a growing length has a limit", ENDS("K", "exp(2*time)"), rule("limit of a bounded length", z="exp(2*time)"),
        "limit of a bounded length 1/known: not known here", "almost_always(norm(rate(y)) <= 2*exp(2*time))",
        letters="y: moving vector; K: number"),
    {"says": "the bound moves", **MOVING, "given": ["almost_always(norm(rate(y)) <= 2)"],
     "proof": rule("limit of a bounded length", z="2*time", K="2*time"), "match": "K receives .* it is constant"},
    {"says": "the speed at the start is small", **MOVING, "given": ["at_start(norm(y) <= 3)"],
     "proof": rule("limit of a bounded length", z=FAST, K="0"), "match": "not known here"},
    attack("the square of a sine with the cosine of another angle", "sin(a)^2 == 1 - cos(b)^2", leaf(), "what is left",
        letters="a, b: number"),
    attack("the square of a sine with the wrong sign", "sin(a)^2 == 1 + cos(a)^2", leaf(), "what is left",
        letters="a: number"),
    attack("a sine is the root of its square", "sin(a) >= 0", leaf("1: sq sin(a)"), "what is left",
        letters="a: number"),
    attack("a sum is its last term", "sum(j: e[j]) == e[i]", rule("single term", e="e", y="i"), "not known here",
        "forall j: j < i => e[j] == 0", letters="e[token]: number; i: token"),
    attack("some size is below every number", "exists n in size: n < K", rule("sizes exceed every number"),
        "sizes exceed every number gives ", letters="K: number"),
    attack("one number is above all sizes", "exists K in number: forall n in size: n < K",
        rule("sizes exceed every number", K="0"), "sizes exceed every number gives "),
    attack("all sizes exceed a number", "forall n in size: K < n", rule("sizes exceed every number"),
        "sizes exceed every number gives ", letters="K: number"),
    attack("one size exceeds every number", "exists n in size: forall K in number: K < n",
        witness("1", intro("c", obtain(ABOVE("c"), "m", KNOWN))), "no existence that is known here"),
    attack("the metric of a matrix that need not be the identity", "dot(u, I(u)) == dot(u, u)",
        rule("identity", KNOWN, C="dot(u, I(u)) == dot(u, u)", new={"I": "J"}), "not known here",
        letters="u: vector; I: operator"),
]  # fmt: skip

TRUE: list[Case] = [
    {**LIMIT_POINT, "says": "a bounded sequence has a limit point", "axioms": {RULE}},
    {**STAY, "says": "states that stay near a stable one are no exception", "axioms": set()},
    orbit(says="an orbit from near a stable state stays near", axioms=set()),
    # The two rules about right and acute angles: what follows from them, and where they must not be used.
    true("a right angle", *RIGHT),
    true("an acute angle", "cos(a) > 0", ACUTE, *BOTH),
    true("a fixed acute angle", "cos(pi/3) > 0", rule("acute angle", leaf("5/6: pi > 0"), leaf("1/6: pi > 0"),
        a="pi/3")),
    true("the angle 0", "cos(0) > 0", rule("acute angle", leaf("1/2: pi > 0"), leaf("1/2: pi > 0"), a="0")),
    true("the other right angle", "cos(-(pi/2)) == 0",
        have([RIGHT, OTHER], leaf(f"eq 1: {OTHER[0]}", f"eq 1: {RIGHT[0]}"))),
    true("an angle that stays acute", "always(cos(z) > 0)", enter("every", rule("acute angle", a="z")),
        "always(-pi/2 < z)", "always(z < pi/2)"),
    true("an angle that is acute at almost every time", "almost_always(cos(m) > 0)",
        enter("ae", rule("acute angle", a="m")), "almost_always(-pi/2 < m and m < pi/2)"),
    # Single terms of sums, sines and cosines, the limit of a small speed: what they give, and what they must not.
    {"says": "the speed of a falling exponential", "letters": ["y: moving vector; u: vector"],
     "given": ["almost_always(norm(rate(y)) <= 3*exp(-2*time))"], "show": MOVING["show"],
     "proof": rule("limit of a bounded length", z=FAST, K="0")},
    {"says": "powers of a sine, alone and in a sum", "letters": ["a: number; th[token]: number"],
     "show": ["sin(a)^3*cos(a) == sin(a)*cos(a) - sin(a)*cos(a)^3",
     "sum(j: sin(th[j])^4) == sum(j: 1 - 2*cos(th[j])^2 + cos(th[j])^4)"], "proof": [leaf(), leaf()]},
    shown("a sum of vectors with one term that is not zero", "sum(j: e[j]) == e[i]",
        rule("single vector term", e="e", y="i"), "forall j: j != i => e[j] == 0",
        letters="e[token]: vector; i: token"),
    shown("a sum with one term that is not zero", "sum(j: e[j]) == e[i]", rule("single term", e="e", y="i"),
        "forall j: j != i => e[j] == 0", letters="e[token]: number; i: token"),
    shown("some size exceeds a number, and another one that size", "exists m in size: K + 1 < m",
        have([(ABOVE("K"), rule("sizes exceed every number"))],
        obtain(ABOVE("K"), "k", witness("k + 1", leaf("1: K < k")))), letters="K: number"),
    shown("the cosine of 0, from a difference", "cos(0) == 1",
        leaf("eq 1: cos(a - a) == cos(a)*cos(a) + sin(a)*sin(a)", "eq 1: cos(a)^2 + sin(a)^2 == 1"),
        "cos(a - a) == cos(a)*cos(a) + sin(a)*sin(a)", "cos(a)^2 + sin(a)^2 == 1", letters="a: number"),
]  # fmt: skip
