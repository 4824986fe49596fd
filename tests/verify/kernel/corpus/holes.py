"""False claims that an earlier kernel accepted or hung on, near variants of them, and true claims beside them."""

from __future__ import annotations

from verify.tactics.build import (
    KNOWN,
    both,
    enter,
    have,
    intro,
    leaf,
    lemma,
    restate,
    rule,
    split,
    take,
    unfold,
    witness,
)

from ..cases import CONSTANT_FLOW, SPHERES, WENDEL, Case, Row, attack, saying, shown

ATT = "dot(X[j], X[j]) == 1"
EARLIER = ["forall j: a[j] + b[j] > 0", "forall j in before(i): a[j]*sum(k in before(i): a[k] + b[k]) > 0"]
TURN = {
    "letters": ["v, w: vector"],
    "given": ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"],
    "show": ["not asymptotically_stable(F, fn(i: v))"],
}

CONSTANT_IN_STATE = {
    "given": ["forall X in state: f(X, k) == 0"],
    "proof": enter("every", take("forall X in state: f(X, k) == 0", "y", then=KNOWN)),
}

MAXIMUM = {"letters": ["z, w: moving number"], "given": ["almost_always(forall x in number: rate(max(z, x)) == 0)"]}
AT_ONE_TIME = {
    "letters": ["f(number): measurable number; w: moving number"],
    "given": ["almost_always(forall x in number: f(x) == 0)"],
    "show": ["almost_always(f(w) == 0)"],
    "proof": enter("ae", KNOWN),
}

AUTONOMOUS = {
    "letters": ["g: number -> number; v: vector; y[token]: moving vector"],
    "flows": ["f(X, i) = g(dot(v, X[i]))*v on fn(X: 0 <= 1)"],
    "given": ["solves(f, y)", "forall x in number: g(x) == x"],
    "show": ["almost_always(forall i: rate(y[i]) == dot(v, y[i])*v)"],
    "proof": unfold("solves(f, y)", enter("ae", intro("t",
        take("forall x in number: g(x) == x", ["dot(v, y[t])"],
        leaf(use=["rate(y[t]) == g(dot(v, y[t]))*v", "g(dot(v, y[t])) == dot(v, y[t])"]))))),
}  # fmt: skip

STARTS = {
    "letters": ["v: vector; y[token]: moving vector"],
    "given": ["almost_always(forall i: rate(y[i]) == start(dot(v, y[i]))*v)"],
    "show": AUTONOMOUS["show"],
    "lemmas": {"L": AUTONOMOUS},
}

SOLVED = unfold(
    "goal", both(enter("every", leaf()), enter("ae", intro("t", leaf(use=["rate(y[t]) == start(dot(v, y[t]))*v"]))))
)

STABLE = {
    "letters": ["g(vector): vector; S: state"],
    "maps": [f"F(X, i) = unit(g(X[i])) on {SPHERES}"],
    "given": ["asymptotically_stable(F, S)"],
    "show": ["lyapunov(F, S)"],
    "proof": rule("asymptotically stable is Lyapunov stable"),
}

LETTERS = "g: state -> number; X: state; a[token], c[token]: number; v[token], y[token]: vector; u, w: vector; i: token"
G = "g(fn(k: c[{0}]*X[k]))".format
SUM, ALL = f"sum(j: {G('j')}*v[j])", "sum(j: v[j])"
TIED = "forall j: dot(v[j], u) == 1"
RANDOM = "q[token]: random vector; v[token]: vector; u, w, x: vector"
CHANCE = "sum(j: probability(dot(q[j], x) > 0)*v[j])"
FAMILY, FAMILIES, PATH = "z(number): moving number", "z(number), w(number): moving number", "y: moving vector"
EACH = enter("ae", intro("x", leaf()))
RATE = enter("ae", leaf())
Z, H = "z: moving number", "z: moving number; h: number -> number"
HALF = "forall y in number: 1/(2*y) == (1/y)/2"
MINUS = "forall y in number: 1/(-y) == -(1/y)"
FALSE: list[Case] = [
    # False claims that an earlier kernel accepted or hung on, near variants of them, and true claims beside them.
    attack("a general fact whose condition is read at the start is used at something that moves", "always(w >= 0)",
        enter("every", KNOWN), "not known here", "at_start(w >= 0)", "forall x in number: at_start(x >= 0) => x >= 0",
        letters="w: moving number"),
    attack("a constant function of something that moves has rate 0", "almost_always(rate(f(z)) == 0)",
        enter("ae", leaf()), "the rate of a function of something that moves",
        letters="f: number -> number; z: moving number"),
    attack("a constant function of a written-out moving state has rate 0", "almost_always(rate(f(fn(h: y[h]))) == 0)",
        enter("ae", leaf()), "the rate of a function of something that moves",
        letters="f(state): number; y[token]: moving vector"),
    attack("half a constant function of something that moves has rate 0", "almost_always(rate(f(z)/2) == 0)",
        enter("ae", leaf()), "the derivative of a function of something that moves",
        letters="f: number -> number; z: moving number"),
    attack("a constant function of the written-out time has rate 0", "almost_always(rate(2*f(fn(h: time*u))) == 0)",
        enter("ae", leaf()), "the derivative of a function of something that moves",
        letters="f(state): number; u: vector"),
    attack("a matrix that is indexed by a moving number is constant", "almost_always(rate(P(z)(u)) == 0)",
        enter("ae", leaf()), "the derivative of a function of something that moves",
        letters="P(number): matrix; z: moving number; u: vector"),
    attack("a moving family at a moving place is absolutely continuous", "always(f(z) >= start(f(z)))",
        rule("monotone", z="f(z)"), "need not be absolutely continuous", "almost_always(rate(f(z)) >= 0)",
        letters="f(number): moving number; z: moving number"),
    attack("the derivative of a map does not see a state that is written out again", "D(F, S, d, k) == 0", leaf(),
        "the whole state is used", letters="f(state): number; S: state; d[token]: vector; k: token; v: vector",
        maps=[f"F(X, i) = f(fn(h: X[h]))*v on fn(X: forall j: {ATT})"]),
    attack("a divisor that is nonzero only where there are earlier tokens is taken out of a sum that may be empty",
        "sum(j in before(i): (a[j] + b[j])^2/((a[j] + b[j])*sum(k in before(i): a[k] + b[k]))) == 1", leaf(),
        "does not give the goal", *EARLIER, letters="i: token; a[token], b[token]: number"),
    attack("a lemma on a flow that does not depend on time, used for one that does", "always(dot(g(S, k), v) > 0)",
        lemma("L", f="g"), "f receives .* it is constant", "at_start(dot(g(S, k), v) > 0)",
        letters="S: state; v: vector; k: token", flows=[f"g(X, i) = (1 - time)*v on fn(X: forall j: {ATT})"],
        lemmas={"L": CONSTANT_FLOW}),
    {**TURN, "says": "a reflection of a single point is not asymptotically stable there",
     "maps": ["F(X, i) = 2*dot(v, X[i])*v - X[i] on fn(X: forall j: X[j] == v)"],
     "proof": rule("circle of period two", KNOWN, KNOWN, KNOWN, leaf(use=["dot(v, v) == 1", "dot(v, w) == 0"])),
     "match": "not declared on the product of unit spheres"},
    {**TURN, "says": "the same on unit vectors with a further condition",
     "maps": [f"F(X, i) = unit(2*dot(v, X[i])*v - X[i]) on fn(X: forall j: {ATT} and dot(v, X[j]) == 1)"],
     "proof": rule("circle of period two"), "match": "not declared on the product of unit spheres"},
    attack("a token that moves", "always(sum(j in before(i): 1) >= start(sum(j in before(i): 1)))",
        rule("monotone", leaf(), z="sum(j in before(i): 1)"), "indices and sizes are constant",
        letters="i: moving token"),
    attack("a family of sizes that jump", "1 <= 0", leaf(), "indices and sizes are constant",
        letters="n[token]: measurable size"),
    attack("a binomial coefficient of any two numbers is not negative", "binomial(a, b) >= 0", leaf(), "wanted size",
        letters="a, b: number"),
    attack("a probability that depends on time counts as constant", "always(probability(y > z) == 1)",
        enter("every", enter("timeless", enter("start", KNOWN))), "speaks of time", "at_start(probability(y > z) == 1)",
        letters="y: random number; z: moving number"),
    {**WENDEL, "says": "a random letter of a rule receives something that moves", "show": ["1 <= 0"],
     "proof": rule("certain event", C="z > 0"), "match": "speaks of time; it is random"},
    attack("independence of what moves", "1 <= 0", leaf(), "independent of something that moves",
        "at_start(independent(y))", letters="y[token]: moving vector"),
    attack("two vectors that differ are compared by <", "u == w", split("u != w", KNOWN, KNOWN), "no alternative",
        "u != w", letters="u, w: vector"),
    attack("a certificate beside an equation of vectors, which needs none", "u + w == w + u", leaf("1: a > 0"),
        "of no use", "a > 0", letters="u, w: vector; a: number"),
    attack("a rate at every time, in the letter of a rule", "always(z*z >= 0)",
        enter("every", rule("antisymmetry", a="rate(z)", b="0")), "antisymmetry gives|almost every time only",
        letters="z: moving number"),
    attack("a rate at every time, as a witness", "always(exists x in number: x >= 0)",
        enter("every", witness("rate(z)^2", leaf())), "almost every time only", "forall x in number: x >= x",
        letters="z: moving number"),
    attack("a rate at every time, as the value of a general fact", "always(1 <= 2)",
        enter("every", take("forall x in number: x <= 1", ["rate(z)"], leaf())), "almost every time only",
        "forall x in number: x <= 1", letters="z: moving number"),
    attack("a coefficient whose written-out size is a thousand million digits", "x*x >= 0", leaf("1e999999999: sq x"),
        "positive rational", letters="x: number"),
    attack("a constant of a thousand million digits by powers of powers", "((((((2^64)^64)^64)^64)^64)^64) + x^2 >= 0",
        leaf(), "work: a coefficient", letters="x: number"),
    attack("a term of 2^60 nodes by definitions that double", "a40 >= 0", leaf(), "nodes|nested too deeply",
        letters="x: number", where=["a0 := x", *(f"a{k + 1} := a{k} + a{k}" for k in range(40))]),
    attack("a term of 2^40 nodes by a lemma on a function, used at a doubling one", "x == x",
        lemma("L", f="fn(y: y + y)"), "nodes", letters="x: number",
        lemmas={"L": {"letters": ["f: number -> number; x: number"],
        "show": ["f(" * 40 + "x" + ")" * 40 + " == x"]} | {"given": ["f(" * 40 + "x" + ")" * 40 + " == x"],
        "proof": KNOWN}}),
    attack("a power of zero to a size that an equation writes as a number plus one", "0^n == 0",
        leaf(use=["n == y + 1"]), "what is left", "n == y + 1", letters="n: size; y: number"),
    attack("the same with any base", "x^n == 0", leaf(use=["n == y + 1", "x == 0"]), "what is left", "n == y + 1",
        "x == 0", letters="n: size; x, y: number"),
    attack("a token counted twice as the two tokens that there are", "sum(k: e[k]) == e[i] + e[j]",
        rule("sum over two tokens"), "not known here", "sum(k: 1) == 2", "i <= j",
        letters="e[token]: number; i, j: token"),
    attack("a set that is kept but has no room around the point makes it stable", "lyapunov(F, fn(i: v))",
        rule("trapped", S="fn(i: v)", P="fn(e, X: forall i: X[i] == v)"), "trapped 2", "dot(v, v) == 1",
        "fixed(F, fn(i: v))", letters="v: vector",
        maps=["F(X, i) = unit(2*X[i] + dot(v, X[i])*v) on fn(X: forall i: dot(X[i], X[i]) == 1)"]),
    attack("the square of a length, written out for several terms of a product, takes a term along",
        "(1 - u)*norm(x)*(norm(x) + 1) == (1 - u)*norm(x)^2 + (1 - 2*u)*norm(x)", leaf(), "what is left",
        letters="x: vector; u: number"),
    # Words of time around a bound letter: what stands for the letter must not be read over its own time.
    #
    # All false claims here were accepted by an earlier kernel; the true ones beside them are still accepted.
    {**STARTS, "says": "a function of a lemma that reads its argument at the start, in a flow of the lemma",
     "proof": lemma("L", SOLVED, intro("z", leaf()), g="fn(x in number: start(x))"),
     "match": "reads its argument over time"},
    attack("the same in a map, whose derivative would be zero", "lyapunov(F, S)",
        lemma("L", KNOWN, g="fn(x in vector: start(x))"), "reads its argument over time", letters="S: state",
        maps=[f"F(X, i) = unit(X[i]) on {SPHERES}"], lemmas={"L": STABLE}),
    attack("the identity, written with the start of its state, has the derivative zero",
        "spectrum(F, fn(i: v), V, v, fn(x: 0 + n*0*x), 0)",
        rule("equal tokens", KNOWN, KNOWN, KNOWN, intro("i", {"left": KNOWN}),
        unfold("goal", intro("i", leaf(use=["dot(v, v) == 1"]))), leaf(), S="fn(i: v)", r="0", k="0"),
        "the state is read over time", "V(v) == lam*v", "dot(v, v) == 1", "n == sum(j: 1)",
        letters="V: operator; v: vector; lam, n: number", maps=[f"F(X, i) = unit(start(X[i])) on {SPHERES}"]),
    attack("a set of states that reads them over time", "always(forall i: y[i] == v)", KNOWN, "speaks of time",
        "solves(f, y)", letters="y[token]: moving vector; v: vector",
        flows=["f(X, i) = X[i] - X[i] on fn(X: forall i: start(X[i]) == X[i])"]),
    attack("a flow that reads its state at the start is a constant one of a lemma", "always(start(y[k]) - y[k] == 0)",
        lemma("L", intro("X", leaf()), f="h"), "the state is read over time",
        letters="y[token]: moving vector; k: token", flows=[f"h(X, i) = start(X[i]) - X[i] on {SPHERES}"],
        lemmas={"L": {"letters": ["f: flow; y[token]: moving vector; k: token"], "show": ["always(f(y, k) == 0)"],
        **CONSTANT_IN_STATE}}),
    attack("the rate of a state in a flow is that of the solution", "almost_always(rate(y[k]) == 0)",
        enter("ae", leaf()), "the state is read over time", letters="y[token]: moving vector; k: token",
        flows=[f"h(X, i) = rate(X[i]) on {SPHERES}"]),
    attack("a flow with a random coefficient has solutions that are not random",
        "almost_always(forall i, j: rate(y[i]) == rate(y[j]))", KNOWN, "the body of a flow is random", "solves(h, y)",
        letters="y[token]: moving vector; r: random vector", flows=[f"h(X, i) = r on {SPHERES}"]),
    {"says": "an equation about the rate of a maximum with constants rewrites one with something that moves", **MAXIMUM,
     "show": ["almost_always(rate(max(z, w)) == 0)"], "proof": enter("ae",
     leaf(use=["forall x in number: rate(max(z, x)) == 0"])), "match": "reads its letters over time does not rewrite"},
    attack("an equation whose condition is read at the start rewrites at something that moves", "always(f(w) == 0)",
        enter("every", leaf(use=["forall x in number: at_start(x >= 0) => f(x) == 0"])),
        "reads its letters over time does not rewrite", "forall x in number: at_start(x >= 0) => f(x) == 0",
        "at_start(w >= 0)", letters="w: moving number; f(number): number"),
    {"says": "a function of a lemma that is a rate of its argument, applied to something that moves", **MAXIMUM,
     "show": ["almost_always(rate(max(z, w)) == 0)"], "lemmas": {"L": AT_ONE_TIME},
     "proof": lemma("L", f="fn(x: rate(max(z, x)))"), "match": "reads its argument over time"},
    {"says": "the same in the second argument", **MAXIMUM, "show": ["almost_always(rate(max(z, w)) == 0)"],
     "lemmas": {"L": {"letters": ["f(token, number): measurable number; w: moving number; i: token"],
     "given": ["almost_always(forall x in number: f(i, x) == 0)"], "show": ["almost_always(f(i, w) == 0)"],
     "proof": enter("ae", KNOWN)}}, "letters": ["z, w: moving number; i: token"],
     "proof": lemma("L", f="fn(j: fn(x: rate(max(z, x))))"), "match": "reads its argument over time"},
    attack("a property of a lemma that is one over time, applied to something that moves",
        "always(at_start(z >= w) => always(z >= w))", lemma("L", P="fn(x: at_start(z >= x) => always(z >= x))"),
        "reads its argument over time", "forall x in number: (at_start(z >= x) => always(z >= x))",
        letters="z, w: moving number", lemmas={"L": {"letters": ["P(number): formula; w: moving number"],
        "given": ["forall x in number: P(x)"], "show": ["always(P(w))"], "proof": enter("every", KNOWN)}}),
]  # fmt: skip

# What stands in a normal form as it is written has its letters summed like everything else: the summed letter of
# sum(j: g(fn(k: c[j]*X[k]))) is inside a written-out state, and what depends on j must not come out of the sum.
FALSE += saying("does not give the goal|the sign is not evident", [
    (LETTERS, f"dot({SUM}, w)*dot({ALL}, u) == dot({SUM}, u)*dot({ALL}, w)", leaf(), ()),
    (LETTERS, f"dot({SUM}, w)*sum(j: 1) == dot({SUM}, u)*dot({ALL}, w)", leaf(use=[TIED]), (TIED,)),
    (RANDOM, f"dot({CHANCE}, w)*dot({ALL}, u) == dot({CHANCE}, u)*dot({ALL}, w)", leaf(), ()),
    (LETTERS, f"sum(j: a[j])*sum(j: {G('j')}) == sum(j: a[j]*{G('j')})", leaf(), ()),
    (LETTERS, f"sum(j: {G('j')}^2) == sum(j: {G('j')})^2", leaf(), ()),
    (LETTERS, f"max(j: {G('j')}) == {G('i')}", leaf(), ()),
    (LETTERS, f"sum(j in before(i): {G('j')}) > 0", leaf(), (f"forall j in before(i): {G('j')} > 0",)),
])  # fmt: skip

# Rates of uncountably many functions at one moment: with z(x) at time t equal to |t - x|, there is no time at which
# every z(x) has a rate.
FALSE += saying("chosen|not the goal", [
    (FAMILY, "almost_always(forall x in number: rate(2*z(x)) == 2*rate(z(x)))", EACH, ()),
    (FAMILIES, "almost_always(forall x in number: rate(z(x) + w(x)) == rate(z(x)) + rate(w(x)))", EACH, ()),
    (FAMILY, "almost_always(forall x in number: rate(z(x)^2) == 2*z(x)*rate(z(x)))", EACH, ()),
    ("z(number): moving vector", "almost_always(forall x in number: rate(2*z(x)) == 2*rate(z(x)))", EACH, ()),
    (PATH, "almost_always(forall x in vector: rate(2*abs(dot(x, y))) == 2*rate(abs(dot(x, y))))", EACH, ()),
    (FAMILY, "almost_always(forall x in number: rate(2*z(x)) == x)",
     enter("ae", restate("forall x in number: 2*rate(z(x)) == x", KNOWN)),
     ("almost_always(forall x in number: 2*rate(z(x)) == x)",)),
])  # fmt: skip

# What has a value of which nothing is known: 1/0, the root of a negative number, a rate where there is none. With h
# nowhere differentiable and z == time, abs(h(z)) has no rate, and the rate of abs(h(z)) + z - abs(h(z)) is 1.
FALSE += saying("not known to be positive|derivative of a function|does not give the goal|divisor is not known", [
    (Z, "almost_always(rate(sqrt(z)) == rate(z)/(2*sqrt(z)))", RATE, ("always(sqrt(z) > 0)",)),
    (Z, "almost_always(2*sqrt(z)*rate(sqrt(z)) == rate(z))", RATE, ("always(sqrt(z) > 0)", "always(z <= -1)")),
    (H, "almost_always(rate(abs(h(z)) - abs(h(z) + z)) == rate(abs(h(z))) - rate(abs(h(z) + z)))", RATE, ()),
    (H, "almost_always(rate(2*abs(h(z))) == 2*rate(abs(h(z))))", RATE, ()),
    (H, "almost_always(rate(z*abs(h(z))) == rate(z)*abs(h(z)) + z*rate(abs(h(z))))", RATE, ()),
    (H, "almost_always(rate(abs(-3*h(z))) == 3*rate(abs(h(z))))", RATE, ()),
    (f"{H}; u: vector", "almost_always(rate(2*norm(h(z)*u)) == 2*rate(norm(h(z)*u)))", RATE, ()),
    (f"{Z}; x[token]: moving number", "almost_always(rate(2*max(i: x[i]/z)) == 2*rate(max(i: x[i]/z)))", RATE, ()),
    (f"{Z}; y[token]: moving vector", "almost_always(rate(2*diam(i: y[i]/z)) == 2*rate(diam(i: y[i]/z)))", RATE, ()),
    (Z, "almost_always(rate(max(1/z, 0) - max(1/z + time, 0)) == rate(max(1/z, 0)) - rate(max(1/z + time, 0)))",
     RATE, ()),
    ("x: number", HALF, intro("y", leaf()), ()),
    ("x: number", MINUS, intro("y", leaf()), ()),
    ("x: number", "1/0 == 0", have([(HALF, intro("y", leaf()))], take(HALF, ["0"], leaf(f"eq 2: {HALF[21:]}"))), ()),
])  # fmt: skip

TRUE: list[Case] = [
    # True claims beside the false ones of `test_holes`.
    shown("the square of a length, written out for several terms of a product",
        "(1 - u)*norm(x)*(norm(x) + 1) == (1 - u)*norm(x)^2 + (1 - u)*norm(x)", leaf(), letters="x: vector; u: number"),
    shown("a power to a size plus one", "x^(n + m + 2) == x^(n + m)*x^2", leaf(), letters="n, m: size; x: number"),
    CONSTANT_FLOW | {"says": "a constant flow at the start and at every time"},
    WENDEL | {"says": "the repaired Remark 3.4", "proof": rule("Wendel")},
    shown("a divisor known to be nonzero without the range comes out of the sum",
        "c*sum(j in before(i): a[j]/c) == sum(j in before(i): a[j])", leaf(), "c > 0",
        letters="i: token; a[token]: number; c: number"),
    shown("a maximum with a number beside a letter", "max(1, x) + 1 >= 2", leaf("1: max(1, x) >= 1"), "max(1, x) >= 1",
        letters="x: number"),
    shown("the rate of a root", "almost_always(rate(sqrt(z)) == rate(z)/(2*sqrt(z)))", enter("ae", leaf()),
        "always(z > 0)", letters="z: moving number"),
    shown("the rate of a logarithm", "almost_always(rate(log(z)) == rate(z)/z)", enter("ae", leaf()), "always(z > 0)",
        letters="z: moving number"),
    # Words of time around a bound letter: what stands for the letter must not be read over its own time.
    #
    # All false claims here were accepted by an earlier kernel; the true ones beside them are still accepted.
    shown("a function that reads what is not its argument over time", "almost_always(rate(z)*w == 0)",
        lemma("L", f="fn(x: rate(z)*x)"), "almost_always(forall x in number: rate(z)*x == 0)",
        letters="z, w: moving number", lemmas={"L": AT_ONE_TIME}),
    shown("a function that reads its argument over time, applied to constants only", "always(z >= -1) or -1 >= 0",
        lemma("L", P="fn(x: always(z >= x) or x >= 0)", c="-1"), "forall x in number: always(z >= x) or x >= 0",
        letters="z: moving number", lemmas={"L": {"letters": ["P(number): formula; c: number"],
        "given": ["forall x in number: P(x)"], "show": ["P(c)"], "proof": KNOWN}}),
    {"says": "the instance of the same fact at a constant", **MAXIMUM, "show": ["almost_always(rate(max(z, 3)) == 0)"],
     "proof": enter("ae", take("forall x in number: rate(max(z, x)) == 0", "3", then=KNOWN))},
    shown("a flow with a start in it that is not of its state", "almost_always(rate(y[k]) == start(z))",
        enter("ae", KNOWN), "solves(h, y)", letters="y[token]: moving vector; z: moving vector; k: token",
        flows=[f"h(X, i) = start(z) on {SPHERES}"]),
]  # fmt: skip

TRUE_ROWS: list[Row] = [
    # What stands in a normal form as it is written, a state or a formula, has its letters summed like everything else.
    (LETTERS, f"dot({SUM}, w) == sum(j: {G('j')}*dot(v[j], w))", leaf(), ()),
    (LETTERS, f"dot({SUM}, w)*dot({SUM}, u) == dot({SUM}, u)*sum(j: {G('j')}*dot(v[j], w))", leaf(), ()),
    (RANDOM, f"dot({CHANCE}, w) == sum(j: probability(dot(q[j], x) > 0)*dot(v[j], w))", leaf(), ()),
    (LETTERS, f"sum(j: {G('j')}*sum(h: a[h])) == sum(j: {G('j')})*sum(h: a[h])", leaf(), ()),
    (LETTERS, f"max(j: {G('j')}) == max(h: {G('h')})", leaf(), ()),
    (LETTERS, f"sum(j in before(i): {G('j')}) >= 0", leaf(), (f"forall j in before(i): {G('j')} > 0",)),
    # Rates of uncountably many functions at one moment: for almost every time, some of them may have none.
    (FAMILY, "forall x in number: almost_always(rate(2*z(x)) == 2*rate(z(x)))", intro("x", enter("ae", leaf())), ()),
    ("z[size]: moving number", "almost_always(forall x in size: rate(2*z[x]) == 2*rate(z[x]))", EACH, ()),
    ("z[token]: moving number; c: number", "almost_always(forall x: rate(2*z[x]) == c)",
     enter("ae", restate("forall x: 2*rate(z[x]) == c", KNOWN)), ("almost_always(forall x: 2*rate(z[x]) == c)",)),
    (PATH, "almost_always(forall x in vector: rate(dot(x, y)) == dot(x, rate(y)))", EACH, ()),
    ("z: moving number", "almost_always(forall x in number: rate(x*z) == x*rate(z))", EACH, ()),
    # What has a value of which nothing is known: 1/0, the root of a negative number, a rate where there is none.
    (Z, "almost_always(rate(sqrt(z)) == rate(z)/(2*sqrt(z)))", RATE, ("always(z > 0)",)),
    (Z, "almost_always(rate(abs(z) - abs(2*z + 1)) == rate(abs(z)) - rate(abs(2*z + 1)))", RATE, ()),
    (Z, "almost_always(rate(max(1/z, 0) + time) == rate(max(1/z, 0)) + 1)", RATE, ("always(z > 0)",)),
    (f"{Z}; y[token]: moving vector", "almost_always(rate(2*diam(i: y[i]/z)) == 2*rate(diam(i: y[i]/z)))",
     RATE, ("always(z > 0)",)),
    (H, "almost_always(rate(abs(h(z))) == z)",
     restate("almost_always(rate(abs(h(z) + z - z)) == z)", enter("ae", restate("rate(abs(h(z))) == z", KNOWN))),
     ("almost_always(rate(abs(h(z))) == z)",)),
    ("x: number", "1/(2*x) == 1/(x + x)", leaf(), ()),
    ("x: number", "1/(2*x) == (1/x)/2", leaf(), ("x != 0",)),
    ("x: number", "0*(1/x) == 0", leaf(), ()),
]  # fmt: skip
