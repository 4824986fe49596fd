"""Small true claims that each need one ability of the kernel, and false ones that a small change would let through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, enter, intro, leaf, lemma, rule, split, take, witness

AE, EVERY, START = "ae", "every", "start"
Row = tuple[str, str, Any, tuple[str, ...], dict[str, Any]]
TWO = {"groups": ["A", "B"]}
FIRST = {"leaf": "arithmetic", "terms": [{"facts": ["x < y"]}]}
OTHER = {"leaf": "arithmetic", "terms": [{"facts": ["y < x"]}]}
ALL_POSITIVE = ("forall j: a[j] > 0",)
UNITS = ("dot(u, u) == 1", "dot(v, v) == 1", "dot(u, v) == 0", "a == 3", "b == 4")
FORM = {
    "letters": ["W: matrix; a: vector"],
    "given": ["forall e in vector: dot(e, W(e)) >= 0"],
    "show": ["dot(a, W(a)) >= 0"],
    "proof": KNOWN,
}
MOVING = {"letters": ["x[token]: moving vector"], "show": ["always(0 >= 0)"], "proof": enter(EVERY, leaf())}
LINEAR = ("forall e in vector: V(e) == c*e",)

TRUE: list[Row] = [
    # rates
    ("z: moving number", "almost_always(rate(tanh(z)) == (1 - tanh(z)^2)*rate(z))", enter(AE, leaf()), (), {}),
    ("z: moving number", "almost_always(rate(sin(z)) == cos(z)*rate(z))", enter(AE, leaf()), (), {}),
    ("z: moving number", "almost_always(rate(exp(2*z)) == 2*exp(2*z)*rate(z))", enter(AE, leaf()), (), {}),
    ("z: moving number", "almost_always(rate(z^3) == 3*z^2*rate(z))", enter(AE, leaf()), (), {}),
    ("z: moving number", "almost_always(rate(log(z)) == rate(z)/z)", enter(AE, leaf()), ("always(z > 0)",), {}),
    ("z: moving number", "almost_always(rate(sqrt(z)) == rate(z)/(2*sqrt(z)))", enter(AE, leaf()),
     ("always(z > 0)",), {}),
    ("z, w: moving number", "almost_always(rate(w/z) == rate(w)/z - w*rate(z)/z^2)", enter(AE, leaf()),
     ("always(z > 0)",), {}),
    ("z, w: moving number", "almost_always(rate(w/z) == rate(w)/z - w*rate(z)/z^2)", enter(AE, leaf()),
     ("almost_always(z != 0)",), {}),
    ("z: moving number; c: number", "almost_always(rate(c/z) == -c*rate(z)/z^2)", enter(AE, leaf()),
     ("always(z > 0)",), {}),
    ("z: moving number; c: number", "almost_always(rate(z/c) == rate(z)/c)", enter(AE, leaf()), ("c != 0",), {}),
    ("z: moving number; c: number", "almost_always(rate(c - z) == -rate(z))", enter(AE, leaf()), (), {}),
    ("z: moving number; c: number", "almost_always(rate(-z - c) == -rate(z))", enter(AE, leaf()), (), {}),
    ("z: moving number", "almost_always(rate(2*abs(z)) == 2*rate(abs(z)))", enter(AE, leaf()), (), {}),
    ("z: moving number", "almost_always(rate(abs(-3*z)) == 3*rate(abs(z)))", enter(AE, leaf()), (), {}),
    ("z: moving number; n: size", "almost_always(rate(2^n*z) == 2^n*rate(z))", enter(AE, leaf()), (), {}),
    ("z: moving number; c: number", "almost_always(rate(max(c, 1)*z) == max(c, 1)*rate(z))", enter(AE, leaf()), (), {}),
    ("c: number", "almost_always(rate(abs(c)) == 0)", enter(AE, leaf()), (), {}),
    ("y: moving vector", "almost_always(rate(norm(y)) == dot(y, rate(y))/norm(y))", enter(AE, leaf()),
     ("always(norm(y) > 0)",), {}),
    ("y: moving vector", "almost_always(rate(unit(y)) == rate(y)/norm(y) - dot(y, rate(y))/norm(y)^3*y)", enter(AE,
     leaf()), ("always(dot(y, y) > 0)",), {}),
    ("y: moving vector; V: operator", "almost_always(rate(dot(y, V(y))) == 2*dot(V(y), rate(y)))", enter(AE, leaf()),
     (), {}),
    ("y: moving vector; P: matrix", "almost_always(rate(P(y) + y/2) == P(rate(y)) + rate(y)/2)", enter(AE, leaf()),
     (), {}),
    ("y[token]: moving vector", "almost_always(rate(sum(i: y[i])) == sum(i: rate(y[i])))", enter(AE, leaf()), (), {}),
    ("z[token]: moving number; i: token",
     "almost_always(rate(sum(j in upto(i): z[j])) == sum(j in before(i): rate(z[j])) + rate(z[i]))", enter(AE,
     leaf()), (), {}),
    ("z: moving number", "almost_always(rate(time^2*z) == 2*time*z + time^2*rate(z))", enter(AE, leaf()), (), {}),
    ("u: vector", "almost_always(rate(time*u) == u)", enter(AE, leaf()), (), {}),
    ("z: moving number", "start(z*time + 2) == 2", leaf(), (), {}),
    ("z: moving number", "at_start(z == start(z) + time)", enter(START, leaf()), (), {}),
    ("y[token]: moving vector; u: vector", "at_start(dot(u, sum(i: y[i])) == start(sum(i: dot(u, y[i]))))",
     enter(START, leaf()), (), {}),
    # absolutely continuous
    ("z, w: moving number", "always(w/z >= start(w/z))", rule("monotone", z="w/z"), ("always(z != 0)",
     "almost_always(rate(w/z) >= 0)"), {}),
    ("z: moving number", "always(log(z) >= start(log(z)))", rule("monotone", z="log(z)"), ("always(z > 0)",
     "almost_always(rate(log(z)) >= 0)"), {}),
    ("z[token]: moving number", "always(max(i: z[i]) >= start(max(i: z[i])))", rule("monotone", z="max(i: z[i])"),
     ("almost_always(rate(max(i: z[i])) >= 0)",), {}),
    ("z: moving number; f: number -> number; c: number", "always(f(c)*z >= start(f(c)*z))", rule("monotone",
     z="f(c)*z"), ("almost_always(rate(f(c)*z) >= 0)",), {}),
    ("z: moving number", "exists x in number: always(z >= x)", witness("0", KNOWN), ("always(z >= 0)",), {}),
    # signs
    ("a[token]: number", "sum(j: a[j]) > 0", leaf(), ALL_POSITIVE, {}),
    ("a[token]: number; i: token", "sum(j in before(i): a[j]) >= 0", leaf(), ALL_POSITIVE, {}),
    ("a[token]: number; i: token; b: number", "a[i]*b^2 >= 0", leaf(), ALL_POSITIVE, {}),
    ("a[token]: number; i: token; b: number", "a[i]*b < 0", leaf(), (*ALL_POSITIVE, "b < 0"), {}),
    ("a[token]: number; i: token; b: number", "a[i]*b^3 <= 0", leaf(), (*ALL_POSITIVE, "b <= 0"), {}),
    ("a[token]: number; i: token; b: number", "a[i]*b != 0", leaf(), (*ALL_POSITIVE, "b != 0"), {}),
    ("b: number", "b^2 > 0", leaf(), ("b != 0",), {}),
    ("b: number", "b > 0", leaf(), ("b >= 0", "b != 0"), {}),
    ("b: number", "b > 0", leaf(), ("b >= 1/2",), {}),
    ("b: number", "-2*b >= 0", leaf(), ("b <= 0",), {}),
    ("b, c: number", "b*c + b >= 0", leaf(), ("b >= 0", "c + 1 >= 0"), {}),
    ("b, c: number", "b*c + b < 0", leaf(), ("b < 0", "c + 1 > 0"), {}),
    ("b, c: number", "c + 1 > 0", leaf(), ("b*c + b > 0", "b > 0"), {}),
    ("b, c: number", "1/(b + c) > 0", leaf(), ("b + c > 0",), {}),
    ("b, c: number", "1/(b + c) != 0", leaf(), ("b + c != 0",), {}),
    ("a[token], b[token]: number; i: token", "1/(a[i] + b[i]) < 0", leaf(), ("forall j: a[j] + b[j] < 0",), {}),
    ("a[token], b[token]: number; i, k: token", "a[k]/(a[k] + b[k]) + b[k]/(a[k] + b[k]) == 1", leaf(),
     ("forall j in before(i): a[j] + b[j] > 0", "k < i"), {}),
    ("a[token], b[token]: number; i: token", "sum(k in before(i): a[k]/b[k]*b[k]) == sum(k in before(i): a[k])",
     leaf(), ("forall j in before(i): b[j] != 0",), {}),
    ("a[token]: number; k: token A", "a[k] > 0", leaf(), ("forall j in A: a[j] > 0",), TWO),
    ("u: vector", "dot(u, u) >= 0", leaf(), (), {}),
    ("u: vector", "norm(u) > 0", leaf(), ("dot(u, u) > 0",), {}),
    ("n, m: size", "n*m + 2^n >= 0", leaf(), (), {}),
    ("n: size; b: number", "b^n > 0", leaf(), ("b > 0",), {}),
    ("b: number", "exp(b) + abs(b) + pi > 0", leaf(), (), {}),
    ("b: number", "abs(b) == -b", leaf(), ("b <= 0",), {}),
    ("b: number", "abs(-3*b) == 3*abs(b)", leaf(), (), {}),
    ("b: number", "sqrt(4/9)*b == 2/3*b", leaf(), (), {}),
    ("b: number", "sqrt(b)^2 == b", leaf(), ("b >= 0",), {}),
    ("b: number; n: size", "b^(n + 2) == b^n*b*b", leaf(), (), {}),
    ("b: number", "exp(b/2)*exp(b/2 + 1) == exp(b + 1)", leaf(), (), {}),
    ("b: number", "exp(-b)*exp(b) == 1", leaf(), (), {}),
    ("b, c: number", "(b + c)^2/(b + c) == b + c", leaf(), ("b + c != 0",), {}),
    ("b, c: number", "(b^2 - c^2)/(b - c) - c == b", leaf(), ("b - c > 0",), {}),
    ("b, c: number", "1/(b*c + b) == 1/b/(c + 1)", leaf(), ("b != 0", "c + 1 != 0"), {}),
    ("b, c: number", "1/(2*b) == (1/2)*(1/b)", leaf(), (), {}),
    ("u, w: vector", "unit(u + w) == (u + w)/norm(w + u)", leaf(), ("dot(u + w, u + w) > 0",), {}),
    # equations that rewrite
    ("a, b: number", "a^2 == b^2/4", leaf(use=["2*a == b"]), ("2*a == b",), {}),
    ("a, b: number", "a^2 == b^2/4", leaf(use=["b == 2*a"]), ("b == 2*a",), {}),
    ("a[token], b[token]: number; i: token", "sum(j in upto(i): a[j]) == sum(j in upto(i): b[j])",
     leaf(use=["forall j in upto(i): a[j] == b[j]"]), ("forall j in upto(i): a[j] == b[j]",), {}),
    ("a[token], b[token]: number; i: token", "sum(j in before(i): 2*a[j]) == sum(j in before(i): b[j])",
     leaf(use=["forall j in before(i): 2*a[j] == b[j]"]), ("forall j in before(i): 2*a[j] == b[j]",), {}),
    ("V: operator; u, w: vector; c: number", "V(2*u - w) == c*(2*u - w)", leaf(use=LINEAR), LINEAR, {}),
    ("V: operator; u[token]: vector; c: number; w: vector", "dot(w, V(sum(j: u[j]))) == c*sum(j: dot(u[j], w))",
     leaf(use=LINEAR), LINEAR, {}),
    ("V: operator; u, w: vector; c: number", "dot(V(u), V(w)) == c*dot(u, V(w))", leaf(use=["V(u) == c*u"]),
     ("V(u) == c*u",), {}),
    ("V, U: operator; u, w: vector; c: number", "dot(w, U(V(u))) == c*dot(U(w), u)", leaf(use=["V(u) == c*u"]),
     ("V(u) == c*u",), {}),
    ("u[token]: vector; v: vector; c[token]: number", "dot(v, sum(j: c[j]*u[j])) == 0",
     leaf(use=["forall j: dot(v, u[j]) == 0"]), ("forall j: dot(v, u[j]) == 0",), {}),
    ("u[token]: vector; v: vector; c[token]: number", "dot(sum(j: c[j]*u[j]), v) == 0",
     leaf(use=["forall j: dot(v, u[j]) == 0"]), ("forall j: dot(v, u[j]) == 0",), {}),
    ("u, v: vector; a, b: number", "norm(a*u + b*v) == 5", leaf(use=UNITS, norms=["5"]), UNITS, {}),
    ("f, g: number -> number; c: number", "f(2*c)*g(c) == g(2*c)*g(c)",
     leaf(use=["forall x in number: f(x) == g(x)"]), ("forall x in number: f(x) == g(x)",), {}),
    ("f: number -> number; c: number", "f(c + 1) == (c + 1)^2", leaf(use=["forall x in number: f(x) == x^2"]),
     ("forall x in number: f(x) == x^2",), {}),
    ("P[head]: matrix; u, w: vector; c: number; h: head", "dot(u, P[h](w)) == c",
     leaf(use=["forall g in heads: dot(u, P[g](w)) == c"]), ("forall g in heads: dot(u, P[g](w)) == c",), {}),
    ("c[token]: number; b: number", "sum(i: sum(j: c[i]*c[j])) == b^2", leaf(use=["sum(j: c[j]) == b"]),
     ("sum(j: c[j]) == b",), {}),
    ("c[token, token]: number", "sum(i: sum(j: c[i, j])) == sum(i: sum(j: c[j, i]))", leaf(), (), {}),
    ("c[token, token]: number", "sum(i: max(j: c[i, j] + c[i, i])) == sum(k: max(j: c[k, k] + c[k, j]))", leaf(), (),
     {}),
    ("e[size]: number; n: size", "sum(k in 0..n + 1: e[k]) == sum(h in 0..1 + n: 0 + e[h])", leaf(), (), {}),
    ("S: state; k: token A; u, w: vector", "dot(S[k], w) == dot(u, w)", leaf(use=["forall j in A: S[j] == u"]),
     ("forall j in A: S[j] == u",), TWO),
    # instances of general facts
    ("P(number): formula; c: number", "P(c + 1)", KNOWN, ("forall x in number: P(x)",), {}),
    ("S: state; k: token", "dot(S[k], S[k]) == 1", take("forall X in state: dot(X[k], X[k]) == 1", ["S"], KNOWN),
     ("forall X in state: dot(X[k], X[k]) == 1",), {}),
    ("V: operator; S: state; F: map", "inside_disc(F, S)", KNOWN, ("forall X in state: inside_disc(F, X)",), {}),
    ("V: operator; u: vector; x: number", "eigenvalue(V, u, x)",
     KNOWN, ("forall e in vector, m in number: m > 0 => eigenvalue(V, e, m)", "x > 0"), {}),
    ("P(size): formula; n, m: size", "P(n + 2*m)", KNOWN, ("forall k in size: P(k)",), {}),
    ("x, y: number", "x <= y or y <= x", split("x < y or y <= x", {"left": FIRST}, {"right": KNOWN}), (), {}),
    ("x, y: number", "x <= y or y <= x", split("x <= y or y < x", {"left": KNOWN}, {"right": OTHER}), (), {}),
    ("x, y: number", "x == y or x != y", split("x == y or x != y", {"left": KNOWN}, {"right": KNOWN}), (), {}),
    ("x, y: number", "x < y or y < x", split("x != y", {"left": KNOWN}, {"right": KNOWN}), ("x != y",), {}),
    ("i, j: token", "i < j or j < i", split("i != j", {"left": KNOWN}, {"right": KNOWN}), ("i != j",), {}),
    ("S: state; k: token", "forall X in state: X(k) == X[k]", intro("X", leaf()), (), {}),
    ("u: vector", "dot(u, 0) == dot(0, u)", leaf(), (), {}),
    ("V: operator; u: vector", "dot(u, V(u)) >= 0", lemma("L",
     W="V", a="u"), ("forall e in vector: dot(e, V(e)) >= 0",),
     {"lemmas": {"L": FORM}}),
]  # fmt: skip

FALSE: list[Row] = [
    ("b: number", "sqrt(4/3) == 2", leaf(), (), {}),
    ("b: number", "sqrt(3/4) == 1/2", leaf(), (), {}),
    ("z, w: moving number", "always(w/z >= start(w/z))", rule("monotone", z="w/z"), ("always(z != 1)",
     "almost_always(rate(w/z) >= 0)"), {}),
    ("z: moving number", "always(log(z) >= start(log(z)))", rule("monotone", z="log(z)"), ("always(z >= 0)",
     "almost_always(rate(log(z)) >= 0)"), {}),
    ("x, y: number", "x <= y", split("x < y or y == x", FIRST, leaf()), (), {}),
    ("x, y, w: number", "x <= y", split("x < y or w <= x", FIRST, leaf()), (), {}),
    ("x, y: number", "x <= y", split("x == y or x < y", leaf(), FIRST), (), {}),
    ("x, y, w: number", "x == y", split("x == y or x != w", leaf(), leaf()), (), {}),
    ("V: operator", "V > 0", leaf(), (), {}),
    ("V: operator; u: vector", "u(V) == 0", leaf(), (), {}),
    ("V: operator E; u: vector F", "V(u) == 0", leaf(), (), {"spaces": ["E", "F"]}),
    ("P: matrix E -> F; S: state E; F0: map E", "spectrum(F0, S, P, 0, fn(x: x), 1)", KNOWN, (), {"spaces": ["E",
     "F"]}),
    ("a[token]: number; i: token", "a[i] > 0", leaf(), ("forall j in before(i): a[j] > 0",), {}),
    ("a[token]: number; i, k: token", "a[k] > 0", leaf(), ("forall j in before(i): a[j] > 0", "k <= i"), {}),
    ("a[token]: number; k: token", "a[k] > 0", leaf(), ("forall j in A: a[j] > 0",), TWO),
    ("b, c: number", "b*c + b > 0", leaf(), ("b > 0", "c + 1 != 0"), {}),
    ("b, c: number", "b*c > 0", leaf(), ("b != 0", "c > 0"), {}),
    ("b, c: number", "b*c >= 0", leaf(), ("b <= 0", "c >= 0"), {}),
    ("b: number", "b^3 > 0", leaf(), ("b != 0",), {}),
    ("b: number", "b + c > 0", leaf(), ("b > 0", "c >= -1"), {}),
    ("b, c: number", "c + 1 > 0", leaf(), ("b*c + b > 0",), {}),
    ("b, c: number", "c + 1 > 0", leaf(), ("b*c + b > 0", "b < 0"), {}),
    ("b: number", "b > 0", leaf(), ("b >= -1/2",), {}),
    ("b: number", "b > 1", leaf(), ("b >= 1",), {}),
    ("a, b: number", "a^2 == b^2/2", leaf(use=["2*a == b"]), ("2*a == b",), {}),
    ("a[token], b[token]: number; i: token", "sum(j in upto(i): a[j]) == sum(j in upto(i): b[j])",
     leaf(use=["forall j in before(i): a[j] == b[j]"]), ("forall j in before(i): a[j] == b[j]",), {}),
    ("V: operator; u, w: vector; c: number", "V(w) == c*w", leaf(use=["V(u) == c*u"]), ("V(u) == c*u",), {}),
    ("f: number -> number; c: number", "f(c + 1) == c^2", leaf(use=["forall x in number: f(x) == x^2"]),
     ("forall x in number: f(x) == x^2",), {}),
    ("P: matrix; u, w: vector; c: number", "dot(w, P(u)) == c",
     leaf(use=["dot(u, P(w)) == c"]), ("dot(u, P(w)) == c",), {}),
    ("f(size): number; n: size", "f(n - 1) == 0", KNOWN, ("forall k in size: f(k) == 0",), {}),
    ("P(size): formula; x: number", "P(x)", KNOWN, ("forall k in size: P(k)",), {}),
    ("y[token]: moving vector; c: moving number", "always(dot(y[k], y[k])/c >= 0)", lemma("L", x="fn(i: y[i]/c)"), (),
     {"lemmas": {"L": MOVING}}),
]  # fmt: skip


def case(row: Row) -> dict[str, Any]:
    letters, show, proof, given, more = row
    return {"letters": [letters], "show": [show], "proof": proof, "given": list(given), "match": "", **more}


@pytest.mark.parametrize("row", TRUE, ids=lambda row: row[1])
def test_accepted(row: Row, accepted: Callable[[dict[str, Any]], Any]) -> None:
    accepted(case(row))


@pytest.mark.parametrize("row", FALSE, ids=lambda row: row[1])
def test_refused(row: Row, refused: Callable[[dict[str, Any]], None]) -> None:
    refused(case(row))
