"""Every schema that has a value in the model is true there at random letters, and false ones are found."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from attnverify.verify.core.notation import instance
from attnverify.verify.core.schemas import SCHEMAS, Schema, rows
from attnverify.verify.core.terms import State
from tests.core.semantics import Model, plus, times

TOKEN, E = "I:token", "V:E"
# existence of functions, sequences and laws, and words about them, cannot be sampled: they are proved elsewhere
UNSAMPLED = {"choice", "sup", "recursion", "basis", "operator", "null sets of states", "analytic", "uniform law"}
UNSAMPLED |= {"normal law", "moving", "literature", "diff unique"}
SAMPLED = [s for s in SCHEMAS.values() if not {s.name, s.group} & UNSAMPLED]
ROUNDS = 24


def smooth(m: Model, sort: Any) -> Any:
    """A positive smooth function of a number, or one into a space; families of such."""
    c, w, p = (m.random.uniform(0.5, 1.5) for _ in range(3))
    if sort == ("fn", "R", "R"):
        return lambda t: 2 + c * math.sin(w * t + p)
    if sort == ("fn", "R", E):
        parts = [smooth(m, ("fn", "R", "R")) for _ in range(m.dimension)]
        return lambda t: tuple(f(t) for f in parts)
    family = [smooth(m, sort[2]) for _ in range(m.tokens)]
    return lambda i: family[i]


def of_states(m: Model, sort: Any) -> Any:
    """A positive smooth function of states, into numbers, a space or states; families of such."""
    if sort[1] == TOKEN:
        family = [of_states(m, sort[2]) for _ in range(m.tokens)]
        return lambda j: family[j]
    if sort[2] == "R":
        c, w = m.random.uniform(0.3, 1), m.random.uniform(0.3, 1)
        return lambda X: 2 + c * math.sin(sum(w * x + i for i in range(m.tokens) for x in X(i)))
    if sort[2] == E:
        parts = [of_states(m, ("fn", sort[1], "R")) for _ in range(m.dimension)]
        return lambda X: tuple(f(X) for f in parts)
    tokens = [of_states(m, ("fn", sort[1], E)) for _ in range(m.tokens)]
    return lambda X: lambda i: tokens[i](X)


def derivative(m: Model, f: Any, at: Any, family: bool, d: Any) -> Any:
    """Of a function of states, or of each of a family: then `d` is its index."""
    return partial(m.derivative, f(d), at) if family else m.derivative(f, at, d)


def letters(m: Model, schema: Schema, sorts: Mapping[str, Any]) -> list[Any]:
    """Values of the letters: random, or functions and their derivatives where the premises ask for these."""
    made: dict[str, Any] = {}
    for name, wanted in schema.letters:
        sort = instance(wanted, sorts)
        made[name] = m.some(sort)
        if schema.group in ("rates", "null sets") and name in "fgFab" and isinstance(sort, tuple) and sort[-1] != "O":
            made[name] = smooth(m, sort)
        if schema.group == "diff" and name in "fgFH" and isinstance(sort, tuple):
            made[name] = of_states(m, sort)
    if schema.group == "rates" and "t" in made:
        made["t"] = abs(made["t"]) + 0.1
        for function, rate in ("f", "a"), ("g", "b"), ("f", "v"):
            if function in made and rate in made:
                made[rate] = m.slope(made[function], made["t"])
        if "D" in made:
            rates = [m.slope(made["F"](i), made["t"]) for i in range(m.tokens)]
            made["D"] = rates.__getitem__
    if schema.group == "diff":
        start = made["S"]
        for function, rate in ("f", "k"), ("g", "l"), ("F", "L"), ("H", "K"):
            if function in made and rate in made:
                f = made[function]
                at = made["F"](start) if function == "H" else start
                family = dict(schema.letters)[function][1] == "J"
                made[rate] = partial(derivative, m, f, at, family)
    if schema.name == "slope local":
        made["g"] = made["f"]
    return [made[name] for name, _ in schema.letters]


def holds(schema: Schema, seed: int) -> bool:
    sorts = {
        "I": TOKEN,
        "J": TOKEN,
        "V": E,
        "E": E,
        "F": E,
        "A": ("R", TOKEN, "O")[seed % 3],
        "B": ("O", TOKEN)[seed % 2],
    }
    sorts |= {"Y": ("R", E)[seed % 2], "X": ("R", TOKEN)[seed % 2], "C": TOKEN}
    state = State()
    m = Model(state, seed)
    terms = [state.letter(name, instance(sort, sorts)) for name, sort in schema.letters]
    values = letters(m, schema, sorts)
    return bool(m.value(schema(state, *terms), dict(zip(terms, values, strict=True))))


@pytest.mark.parametrize("schema", SAMPLED, ids=lambda s: s.name)
def test_a_schema_is_true_at_random_letters(schema):
    assert all(holds(schema, seed) for seed in range(ROUNDS))


FALSE = """
or elim: p q c:O. (p => c) => p or q => c
ex elim: P:A->O c:O. (ex x:A. P x => c) => ex(P) => c
ite true: p:O a b:A. ite(p, a, b) = a
total: a b:X. a < b or b < a
strict: a b:X. a <= b => a < b
strong induction: P:I->O. (all x:I. (all y:I. y <= x => P y) => P x) => all x:I. P x
cancel: d x:R. 0 <= d => 0 <= d*x => 0 <= x
max2 first: a b:R. max2(a, b) = a
min2 first: a b:R. b <= a => min2(a, b) = a
abs negative: a:R. abs(a) = -a
inv: a:R. a*inv(a) = 1
inv pos: a:R. 0 <= a => 0 < inv(a)
sum mono: A:I->O e:I->R. (all x:I. A x => 0 <= e x) => 0 < sum(A, e)
sum take: A:I->O e:I->Y y:I. sum(A, e) = e y + sum(\\x:I. A x and not x = y, e)
sum empty: A:I->O e:I->Y. sum(A, e) = 0[Y]
sum cong: A B:I->O e f:I->Y. (all x:I. A x => e x = f x) => sum(A, e) = sum(B, f)
sum split: A B:I->O e:I->Y. sum(A, e) = sum(\\x:I. A x and B x, e) + sum(B, e)
sumto zero: e:N->Y. sumto(zero, e) = 0[Y]
sumto succ: n:N e:N->Y. sumto(succ(n), e) = sumto(n, e) + e n
prod empty: A:I->O e:I->R. (all x:I. not A x) => prod(A, e) = 0
max above: A:I->O e:I->R y:I. e y <= max(A, e)
max attained: A:I->O e:I->R. ex y:I. A y and max(A, e) = e y
max cong: A B:I->O e f:I->R. (all x:I. A x => e x = f x) => max(A, e) = max(B, f)
min: A:I->O e:I->R. min(A, e) = max(A, \\x:I. -e x)
real succ: n:N. real(succ(n)) = real(n)
pow zero: a:R. pow(a, zero) = a
binomial none: k:N. binomial(zero, k) = 0
Pascal: n k:N. binomial(succ(n), k) = binomial(n, k) + binomial(n, succ(k))
card: x:I. ex n:N. card[I] = real(n) + 1/2
dot zero: u:V. dot(u, u) <= 1 => u = 0[V]
norm: u:V. norm(u) = dot(u, u) and 0 <= norm(u)
Schwarz: u v:V. dot(u, v) <= dot(u, u)*dot(v, v)
exp tangent: a:R. 1 + a < exp(a)
log: a:R. exp(log(a)) = a
sqrt: a:R. sqrt(a)*sqrt(a) = a and 0 <= sqrt(a)
tanh: a:R. tanh(a) = (exp(a) - 1)*inv(exp(a) + 1)
cos minus: a b:R. cos(a - b) = cos(a)*cos(b) - sin(a)*sin(b)
sin minus: a b:R. sin(a - b) = sin(a)*cos(b) + cos(a)*sin(b)
quarter turn: . cos(pi) = 0
acute angle: a:R. a < 1/2*pi => 0 < cos(a)
ae not never: . not ae(\\t:R. true)
ae mp: P Q:R->O. ae(\\t:R. P t => Q t) => ae(Q)
slope const: c:R t:R. slope(\\s:R. c, t, 1)
slope +: f g:R->Y t:R a b:Y. slope(f, t, a) => slope(\\s:R. f s + g s, t, a)
slope *: f:R->R g:R->Y t a:R b:Y. slope(f, t, a) => slope(g, t, b) => slope(\\s:R. f s*g s, t, a*b)
slope dot: f g:R->V t:R a b:V. slope(f, t, a) => slope(g, t, b) => slope(\\s:R. dot(f s, g s), t, dot(a, g t))
slope inv: f:R->R t a:R. slope(f, t, a) => not f t = 0 => slope(\\s:R. inv(f s), t, a*inv(f t)*inv(f t))
slope exp: f:R->R t a:R. slope(f, t, a) => slope(\\s:R. exp(f s), t, exp(f t))
slope log: f:R->R t a:R. slope(f, t, a) => slope(\\s:R. log(f s), t, a)
slope sqrt: f:R->R t a:R. slope(f, t, a) => 0 < f t => slope(\\s:R. sqrt(f s), t, inv(sqrt(f t))*a)
slope tanh: f:R->R t a:R. slope(f, t, a) => slope(\\s:R. tanh(f s), t, (1 - tanh(f t))*a)
slope sin: f:R->R t a:R. slope(f, t, a) => slope(\\s:R. sin(f s), t, -cos(f t)*a)
slope sum: A:I->O F:I->R->Y D:I->Y t:R. (all i:I. A i => slope(F i, t, D i))
    => slope(\\s:R. sum(A, \\i:I. F i s), t, sum(every[I], D))
monotone: f:R->R. moving(f) => all s t:R. 0 <= s => s <= t => f s <= f t
diff *: f g:St->R S:St k l:St->R. diffR(f, S, k) => diffR(g, S, l) => diffR(\\X:St. f X*g X, S, \\d:St. k d*l d)
diff dot: f g:St->E S:St k l:St->E. diffV(f, S, k) => diffV(g, S, l)
    => diffR(\\X:St. dot(f X, g X), S, \\d:St. dot(k d, g S))
diff sqrt: f:St->R S:St k:St->R. diffR(f, S, k) => diffR(\\X:St. sqrt(f X), S, \\d:St. inv(sqrt(f S))*k d)
diff chain: F H:Map S:St L K:Map. diff(F, S, L) => diff(H, F S, K) => diff(\\X:St. H (F X), S, \\d:St. L (K d))
diff token: S:St i:I. diffV[I V V](\\X:St. X i, S, \\d:St. S i)
prob mono: P Q:W->O. (ex o:W. P o => Q o) => prob(P) <= prob(Q)
prob split: P Q:W->O. prob(P) = prob(\\o:W. P o and Q o) + prob(Q)
"""


def false_schemas() -> list[Schema]:
    return [replace(schema, group=SCHEMAS[name].group) for name, schema in rows(FALSE).items()]


@pytest.mark.parametrize("schema", false_schemas(), ids=lambda s: s.name)
def test_a_false_schema_is_found(schema):
    assert not all(holds(schema, seed) for seed in range(ROUNDS))


def test_vectors_of_the_model_are_vectors():
    assert plus((1.0, 2.0), times(2.0, (1.0, 0.0))) == (3.0, 2.0)
